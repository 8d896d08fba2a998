//! Backups of the private database with the tools of PostgreSQL, as docs/BACKUP.md says: made while it runs, and restored.
use crate::support::database::{Claimed, begin_answer, messages};

use std::os::unix::fs::{MetadataExt as _, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::Command;

use stet_drafts::Save;
use stet_store::embedded::{Embedded, Settings, Status, status, stop};
use stet_store::{NewAnswer, NewDocument, Store};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::embedded::Place;

/// The folder of the programs that serve a cluster, as it notes them itself.
fn programs(cluster: &Path) -> PathBuf {
    let line = std::fs::read_to_string(cluster.join("postmaster.opts")).unwrap();
    Path::new(line.split(' ').next().unwrap()).parent().unwrap().to_owned()
}

fn run(program: &Path, arguments: &[&str]) {
    let done = Command::new(program).args(arguments).output().unwrap();
    assert!(done.status.success(), "{}: {}", program.display(), String::from_utf8_lossy(&done.stderr));
}

/// A source, a draft and a chat.
async fn fill(store: &Store) -> (Uuid, Uuid) {
    store.migrate().await.unwrap();
    let (source, at) = (Uuid::now_v7(), OffsetDateTime::now_utc());
    let new = NewDocument {
        id: source,
        job_id: Uuid::now_v7(),
        file_name: "도서관.txt",
        path: None,
        media_type: "text/plain",
        content_hash: [7; 32],
        bytes: b"The library opens at nine.",
        at,
    };
    store.insert_document(&new, true).await.unwrap();
    let save = Save { text: Some("도서관은 아홉 시에 연다.".to_owned()), ..Save::default() };
    let draft = stet_drafts::create(store, save).await.unwrap();
    let answer = NewAnswer {
        chat: "c",
        title: "title",
        question_id: None,
        question: "When?",
        answer: Uuid::now_v7(),
        writer: Uuid::now_v7(),
        again: false,
        after: &[],
        project: None,
        at,
    };
    assert_eq!(begin_answer(store, &answer).await.unwrap(), Claimed::Open);
    (source, draft.id)
}

async fn is_there(store: &Store, (source, draft): (Uuid, Uuid)) {
    assert_eq!(store.document_bytes(source).await.unwrap().unwrap(), b"The library opens at nine.");
    assert_eq!(store.draft(draft).await.unwrap().unwrap().text, "도서관은 아홉 시에 연다.");
    let chat = store.conversation("c").await.unwrap().unwrap();
    assert_eq!(messages(store, chat.id).await[0].text, "When?");
}

/// Gives what is in a folder to whom another belongs: PostgreSQL does not run as root.
fn hand_over(folder: &Path, like: &Path) {
    let owner = std::fs::metadata(like).unwrap();
    let mut waiting = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        chown(&path, Some(owner.uid()), Some(owner.gid())).unwrap();
        if path.is_dir() {
            waiting.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_the_running_database_is_restored() {
    // Makes sure that the binaries are there.
    let _db = crate::support::database::TestDatabase::new().await;
    let place = Place::new("");
    let running = Embedded::start(place.settings.clone(), |_| ()).await.unwrap();
    let Status::Running { cluster, socket_dir, .. } = status(&place.settings).unwrap() else {
        panic!("it runs");
    };
    let (bin, host) = (programs(&cluster), socket_dir.to_str().unwrap());
    let store = Store::with_options(running.options(), 2).await.unwrap();
    let kept = fill(&store).await;

    // The whole cluster.
    let other = Place::new("");
    let copy = other.settings.data_dir.join("postgres");
    let whole = ["-h", host, "-U", "stet", "-X", "stream", "-c", "fast", "-D", copy.to_str().unwrap()];
    run(&bin.join("pg_basebackup"), &whole);
    hand_over(&copy, &cluster);

    // The database alone.
    let dump = place.settings.data_dir.join("stet.dump");
    let dump = dump.to_str().unwrap();
    run(&bin.join("pg_dump"), &["-h", host, "-U", "stet", "-Fc", "-f", dump, "stet"]);
    run(&bin.join("createdb"), &["-h", host, "-U", "stet", "restored"]);
    run(&bin.join("pg_restore"), &["-h", host, "-U", "stet", "-d", "restored", dump]);
    let restored = Store::with_options(running.options_for("restored"), 2).await.unwrap();
    restored.migrate().await.unwrap();
    is_there(&restored, kept).await;
    restored.close().await;
    store.close().await;
    running.stop().await.unwrap();

    let again = Embedded::start(other.settings.clone(), |_| ()).await.unwrap();
    let store = Store::with_options(again.options(), 2).await.unwrap();
    store.migrate().await.unwrap();
    is_there(&store, kept).await;
    store.close().await;
    again.stop().await.unwrap();
}

/// Nobody else reads what is private.
#[tokio::test(flavor = "multi_thread")]
async fn what_the_private_database_keeps_is_private() {
    let _db = crate::support::database::TestDatabase::new().await;
    let Status::Running { cluster, .. } = status(&crate::support::database::settings()).unwrap() else {
        panic!("the tests' own runs");
    };
    let postgres_dir = programs(&cluster).parent().map(Path::to_owned);
    let folder = tempfile::Builder::new().permissions(PermissionsExt::from_mode(0o755)).tempdir().unwrap();
    let data = folder.path().join("fresh");
    let settings = Settings { data_dir: data.clone(), postgres_dir, python_env: None };
    let log = data.join("postgres.log");
    let running = Embedded::start(settings.clone(), |_| ()).await.unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data) & 0o066, 0, "{:o}", mode(&data));
    assert_eq!(mode(&log), 0o600);
    assert_eq!(mode(&data.join("postgres")), 0o700);
    running.stop().await.unwrap();
    // One that an earlier version left open is closed.
    std::fs::set_permissions(&log, PermissionsExt::from_mode(0o644)).unwrap();
    Embedded::start(settings.clone(), |_| ()).await.unwrap().stop().await.unwrap();
    assert_eq!(mode(&log), 0o600);
    let _ = stop(&settings);
}
