//! The private server: made, shared, taken over after a kill, stopped by the last one to leave.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::{Arc, Mutex};

use sqlx::ConnectOptions as _;
use stet_store::Store;
use stet_store::embedded::{Embedded, EmbeddedError, Progress, Settings, Status, Stopped, status, stop};

/// Settings of a server of its own, with the binaries that the shared one uses.
fn settings(dir: &Path) -> Settings {
    let tools = crate::support::database::settings().data_dir.join("tools");
    if tools.exists() {
        let _ = std::os::unix::fs::symlink(tools, dir.join("tools"));
    }
    Settings { data_dir: dir.to_owned(), postgres_dir: None, python_env: None }
}

/// A folder for a server of its own. A test that fails leaves no server behind.
pub struct Place {
    folder: tempfile::TempDir,
    pub settings: Settings,
}

impl Place {
    pub fn new(inner: &str) -> Self {
        let mut builder = tempfile::Builder::new();
        let folder = builder.prefix("stet").permissions(PermissionsExt::from_mode(0o755)).tempdir().unwrap();
        let data = folder.path().join(inner);
        std::fs::create_dir_all(&data).unwrap();
        Self { settings: settings(&data), folder }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = stop(&self.settings);
    }
}

async fn store(embedded: &Embedded) -> Store {
    Store::with_options(embedded.options(), 2).await.unwrap()
}

fn kill(pid: u32) {
    let done = std::process::Command::new("kill").args(["-KILL", &pid.to_string()]).status().unwrap();
    assert!(done.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cluster_lives_through_stops_and_kills() {
    // Makes sure that the binaries are there before the second server looks for them.
    let _db = crate::support::database::TestDatabase::new().await;
    let place = Place::new("");
    let settings = place.settings.clone();
    assert_eq!(status(&settings).unwrap(), Status::Absent);

    let steps = Arc::new(Mutex::new(Vec::new()));
    let seen = steps.clone();
    let first = Embedded::start(settings.clone(), move |step| seen.lock().unwrap().push(step)).await.unwrap();
    assert_eq!(*steps.lock().unwrap(), [Progress::Initialising, Progress::Starting]);
    assert!(matches!(status(&settings).unwrap(), Status::Running { pid, .. } if pid == first.pid()));
    store(&first).await.migrate().await.unwrap();
    store(&first).await.migrate().await.unwrap();

    // A second user joins, and the first one's leaving does not take the server away.
    assert!(first.is_alone().await.unwrap());
    let mut second = Embedded::start(settings.clone(), |_| ()).await.unwrap();
    assert!(!first.is_alone().await.unwrap() && !second.is_alone().await.unwrap());
    assert_eq!(second.pid(), first.pid());
    assert_eq!(stop(&settings).unwrap(), Stopped::InUse);
    assert_eq!(first.stop().await.unwrap(), Stopped::InUse);
    let pool = store(&second).await;
    pool.ping().await.unwrap();
    assert!(second.is_alone().await.unwrap());
    assert_eq!(stop(&settings).unwrap(), Stopped::InUse, "looking does not give the lock up");

    // The server is killed, and who uses it starts it again; what is connected to it comes back.
    assert!(!second.revive().await.unwrap());
    for _ in 0..2 {
        let killed = second.pid();
        kill(killed);
        until!(second.revive().await.unwrap());
        assert_ne!(second.pid(), killed);
        // Somebody looks once a second, and sees that the connections broke.
        pool.look().await;
        pool.ping().await.unwrap();
    }
    drop(pool);

    // The server is killed: its pid file stays, and the next start recovers.
    let killed = second.pid();
    kill(killed);
    drop(second);
    let third = Embedded::start(settings.clone(), |_| ()).await.unwrap();
    assert_ne!(third.pid(), killed);
    assert_eq!(store(&third).await.documents().await.unwrap(), []);

    // The program is killed (nothing ran but the release of its locks): the next start takes the server over.
    let pid = third.pid();
    drop(third);
    let fourth = Embedded::start(settings.clone(), |_| ()).await.unwrap();
    assert_eq!(fourth.pid(), pid);
    drop(fourth);
    assert_eq!(stop(&settings).unwrap(), Stopped::Stopped);
    assert_eq!(stop(&settings).unwrap(), Stopped::NotRunning);
    assert!(matches!(status(&settings).unwrap(), Status::Stopped { .. }));

    // A pid file that names a stranger: this test itself.
    let Status::Stopped { cluster } = status(&settings).unwrap() else { unreachable!() };
    std::fs::write(cluster.join("postmaster.pid"), format!("{}\n", std::process::id())).unwrap();
    let fifth = Embedded::start(settings.clone(), |_| ()).await.unwrap();
    assert_eq!(fifth.stop().await.unwrap(), Stopped::Stopped);
}

/// In the folder of an earlier version everything belongs to the administrator, as whom the service signed in.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_an_earlier_version_is_handed_over() {
    let _db = crate::support::database::TestDatabase::new().await;
    let place = Place::new("");
    let first = Embedded::start(place.settings.clone(), |_| ()).await.unwrap();
    let mut admin = first.options_for("postgres").connect().await.unwrap();
    for sql in ["drop database stet", "create database stet", "drop role stet_service"] {
        sqlx::query(sql).execute(&mut admin).await.unwrap();
    }
    let earlier = Store::with_options(first.options_for("stet"), 2).await.unwrap();
    earlier.migrate().await.unwrap();
    let now = time::OffsetDateTime::now_utc();
    let draft = uuid::Uuid::now_v7();
    earlier.insert_draft(draft, "글", "도서관은 아홉 시에 연다.", now).await.unwrap();
    // Several processes may start at once, and some go on meanwhile.
    let starting = (0..3).map(|_| Embedded::start(place.settings.clone(), |_| ()));
    let joined = futures::future::try_join_all(starting).await.unwrap();
    let store = store(&joined[0]).await;
    store.migrate().await.unwrap();
    assert!(store.is_confined());
    for store in [&store, &earlier] {
        assert_eq!(store.draft(draft).await.unwrap().unwrap().text, "도서관은 아홉 시에 연다.");
        store.insert_draft(uuid::Uuid::now_v7(), "글", "x", now).await.unwrap();
    }
    let mut raw = joined[1].options().connect().await.unwrap();
    let others: Vec<String> = sqlx::query_scalar(
        "select relname::text from pg_class where relnamespace = 'public'::regnamespace \
         and relowner <> 'stet_service'::regrole",
    )
    .fetch_all(&mut raw)
    .await
    .unwrap();
    assert_eq!(others, Vec::<String>::new());
    // What is kept for everybody is still tended: as the owner of the tables.
    sqlx::query("create table later (a int); ").execute(&mut raw).await.unwrap();
    assert!(sqlx::query("copy later to program 'cat'").execute(&mut raw).await.is_err());
    earlier.close().await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_path_and_a_bad_setting() {
    let _db = crate::support::database::TestDatabase::new().await;
    // Longer than a socket's path may be, with characters that a shell would trip over.
    let place = Place::new(&format!("데이터 '$(x)' {}", "길".repeat(30)));
    let settings = place.settings.clone();
    let embedded = Embedded::start(settings.clone(), |_| ()).await.unwrap();
    store(&embedded).await.ping().await.unwrap();
    let Status::Running { socket_dir, .. } = status(&settings).unwrap() else { unreachable!() };
    assert!(!socket_dir.starts_with(place.folder.path()), "{}", socket_dir.display());
    assert_eq!(embedded.stop().await.unwrap(), Stopped::Stopped);
    std::fs::remove_dir(socket_dir).unwrap();

    let wrong = Settings { postgres_dir: Some(place.folder.path().to_owned()), ..settings };
    let error = Embedded::start(wrong, |_| ()).await.unwrap_err();
    assert!(matches!(error, EmbeddedError::BadSetting { .. }), "{error}");
}
