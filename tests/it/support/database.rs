//! A fresh database for every test, on one private server that the tests of a run share.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use sha2::{Digest, Sha256};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use stet_store::embedded::{Embedded, Settings};
use stet_store::{Begun, Message, NewAnswer, Store, StoreError};
use tempfile::TempDir;
use uuid::Uuid;

use super::wire::Wire;

/// Where the private server of the tests lives.
pub fn settings() -> Settings {
    Settings {
        data_dir: PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("postgres"),
        postgres_dir: None,
        python_env: None,
    }
}

/// The server; the last test that drops it stops it.
struct Server {
    embedded: Option<Embedded>,
    /// Name of a migrated database that the tests' databases are copies of.
    template: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(embedded) = self.embedded.take() {
            // Another test may be starting one; an unused server left running is taken over next time.
            let _ = embedded.stop_blocking();
        }
    }
}

impl Server {
    fn options(&self, database: &str) -> PgConnectOptions {
        self.embedded.as_ref().unwrap().options_for(database)
    }

    fn start() -> Self {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        runtime.block_on(async {
            let embedded = Embedded::start(settings(), |_| ()).await.unwrap();
            // A changed migration means another template.
            let mut hash = Sha256::new();
            sqlx::migrate!("./migrations").iter().for_each(|migration| hash.update(&migration.checksum));
            let hash: String = hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
            let template = format!("template_{hash}");
            let mut admin = embedded.options_for("postgres").connect().await.unwrap();
            // Nothing here has to outlive the machine: no test waits for the disk.
            run(&mut admin, "alter system set fsync = off".to_owned()).await;
            run(&mut admin, "select pg_reload_conf()".to_owned()).await;
            // Test processes may run side by side; the lock makes the second wait for the first one's template.
            sqlx::query("select pg_advisory_lock(20250901)").execute(&mut admin).await.unwrap();
            let exists: bool =
                sqlx::query_scalar("select exists (select from pg_database where datname = $1)")
                    .bind(&template)
                    .fetch_one(&mut admin)
                    .await
                    .unwrap();
            if !exists {
                let making = format!("making_{}", Uuid::now_v7().simple());
                run(&mut admin, format!("create database {making}")).await;
                embedded.hand_over(&making).await.unwrap();
                let service = embedded.options().database(&making);
                let store = Store::with_options(service, 1).await.unwrap();
                store.migrate().await.unwrap();
                store.close().await;
                run(&mut admin, format!("alter database {making} rename to {template}")).await;
            }
            admin.close().await.unwrap();
            Self { embedded: Some(embedded), template }
        })
    }
}

async fn run(connection: &mut sqlx::PgConnection, sql: String) {
    sqlx::query(AssertSqlSafe(sql)).execute(connection).await.unwrap();
}

static SERVER: Mutex<Weak<Server>> = Mutex::new(Weak::new());

fn server() -> Arc<Server> {
    let mut slot = SERVER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(server) = slot.upgrade() {
        return server;
    }
    // On a thread of its own: the caller is inside a runtime, which cannot hold another.
    let server = Arc::new(std::thread::spawn(Server::start).join().unwrap());
    *slot = Arc::downgrade(&server);
    server
}

/// A migrated database that goes away with this value.
pub struct TestDatabase {
    pub store: Store,
    /// What is asked of it, where that is listened to.
    pub wire: Option<(Wire, TempDir)>,
    name: String,
    server: Arc<Server>,
}

impl TestDatabase {
    pub async fn new() -> Self {
        Self::made(false).await
    }

    /// One of which it is told what is asked of it.
    pub async fn counted() -> Self {
        Self::made(true).await
    }

    async fn made(is_counted: bool) -> Self {
        let server = tokio::task::spawn_blocking(server).await.unwrap();
        let name = format!("test_{}", Uuid::now_v7().simple());
        let mut admin = server.options("postgres").connect().await.unwrap();
        let copy = format!(
            "create database {name} template {} strategy file_copy owner stet_service",
            server.template
        );
        run(&mut admin, copy).await;
        admin.close().await.unwrap();
        let service = server.options(&name).username("stet_service");
        let (service, wire) = if is_counted {
            let (wire, through, folder) = Wire::to(&service);
            (through, Some((wire, folder)))
        } else {
            (service, None)
        };
        let store = Store::with_options(service, 6).await.unwrap();
        Self { store, wire, name, server }
    }

    /// A URL for a child process, of the administrator's.
    pub fn url(&self) -> String {
        self.server.embedded.as_ref().unwrap().url().replace("/stet?", &format!("/{}?", self.name))
    }

    /// Connection options of the administrator, for statements that the store has no function for.
    pub fn options(&self) -> PgConnectOptions {
        self.server.options(&self.name)
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let options = self.server.options("postgres");
        let sql = format!("drop database if exists {} with (force)", self.name);
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let connect = tokio::time::timeout(Duration::from_secs(10), options.connect());
                if let Ok(Ok(mut admin)) = connect.await {
                    let _ = sqlx::query(AssertSqlSafe(sql)).execute(&mut admin).await;
                }
            });
        });
        let _ = dropping.join();
    }
}

/// What became of a claim that was stored at once.
#[derive(Debug, PartialEq, Eq)]
pub enum Claimed {
    Open,
    Busy,
    Full,
}

/// Claims a conversation for an answer.
pub async fn begin_answer(store: &Store, new: &NewAnswer<'_>) -> Result<Claimed, StoreError> {
    Ok(match store.begin_answer(new, (64, 2000)).await? {
        Begun::Open(claim) => {
            claim.commit().await?;
            Claimed::Open
        }
        Begun::Busy => Claimed::Busy,
        Begun::Full => Claimed::Full,
    })
}

/// The same for another answer to a question.
pub async fn begin_again(store: &Store, new: &NewAnswer<'_>) -> Result<Claimed, StoreError> {
    begin_answer(store, &NewAnswer { again: true, ..*new }).await
}

/// All messages of a conversation, the oldest first, whatever branch they are of.
pub async fn messages(store: &Store, conversation: Uuid) -> Vec<Message> {
    let placed = store.placed(conversation, true).await.unwrap();
    placed.into_iter().map(|placed| placed.message).collect()
}
