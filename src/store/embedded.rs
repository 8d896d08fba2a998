//! A private PostgreSQL in the data folder, for everyone who has none.
//!
//! Owns the cluster's life: made once, started on a Unix socket only, shared by the `stet` processes on one
//! data folder, taken over when a killed process left it running, stopped by the last one to leave. Finding
//! the binaries is in [`find`], fetching them in [`install`], where its files and locks lie in [`layout`]. The schema is
//! the [`super::Store`]'s.
//!
//! Two lock files keep processes apart; the system releases them however a process ends. `start.lock` is held
//! while the cluster is made, started or stopped. `users.lock` is held, shared, as long as a process uses it.

use std::fs;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};

use rustix::fs::FlockOperation;
use rustix::process::Signal;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection};

use stet_text::Language;

mod cluster;
mod find;
mod install;
mod layout;
mod owner;

use layout::{Layout, Lock};

/// Name of the database and of the role that administers the server.
const NAME: &str = "stet";
/// The role that Stet itself signs in as. It owns the database and is no superuser: what it is made to run reaches no file and
/// starts no program.
const SERVICE: &str = "stet_service";
/// The port names the socket file; nothing listens on it.
const PORT: u16 = 5432;
/// Longest wait for a start; crash recovery of a large cluster takes its time.
const START_LIMIT: Duration = Duration::from_mins(2);
/// Longest wait for a fast shutdown before an immediate one.
const STOP_LIMIT: Duration = Duration::from_secs(20);

/// Where the private server lives and where to look for its binaries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    pub data_dir: PathBuf,
    /// Folder with `bin/postgres`, when the user named one.
    pub postgres_dir: Option<PathBuf>,
    /// The active Python environment, which may have PostgreSQL as a package.
    pub python_env: Option<PathBuf>,
}

/// A step that takes a while, for a line on the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    Downloading,
    /// Files unpacked, of how many.
    Unpacking(usize, usize),
    Initialising,
    Starting,
}

impl Progress {
    #[must_use]
    pub fn message(self, language: Language) -> String {
        match (self, language) {
            (Self::Downloading, Language::Ko) => {
                "PostgreSQL을 내려받는 중입니다(처음 한 번, 약 30 MB).".into()
            }
            (Self::Downloading, Language::En) => "Downloading PostgreSQL (once, about 30 MB).".into(),
            (Self::Unpacking(done, total), Language::Ko) => {
                format!("PostgreSQL을 푸는 중입니다({done}/{total}).")
            }
            (Self::Unpacking(done, total), Language::En) => format!("Unpacking PostgreSQL ({done}/{total})."),
            (Self::Initialising, Language::Ko) => "데이터베이스를 만드는 중입니다.".into(),
            (Self::Initialising, Language::En) => "Making the database.".into(),
            (Self::Starting, Language::Ko) => "데이터베이스를 켜는 중입니다.".into(),
            (Self::Starting, Language::En) => "Starting the database.".into(),
        }
    }
}

/// Why there is no private server.
#[derive(Debug, thiserror::Error)]
pub enum EmbeddedError {
    #[error(
        "no PostgreSQL with pgvector was found, and it could not be installed ({reason}). {}, or set DATABASE_URL to \
         a PostgreSQL (15 or newer) with pgvector (0.8 or newer)",
        install::way_out(reason, Language::En)
    )]
    NotFound { reason: String },
    #[error("{path} has no bin/postgres with pgvector; check the setting database.postgres_dir")]
    BadSetting { path: PathBuf },
    #[error(
        "the database in {path} belongs to PostgreSQL {cluster}, but only PostgreSQL {found} was found; set \
         database.postgres_dir to a PostgreSQL {cluster} with pgvector"
    )]
    Version { path: PathBuf, cluster: u32, found: String },
    #[error(
        "PostgreSQL does not run as root, and this system has no user stet, postgres or nobody to run it as; \
         start Stet as another user or set DATABASE_URL"
    )]
    NoUser,
    #[error("{what} failed: {reason}")]
    Command { what: &'static str, reason: String },
    #[error("PostgreSQL did not start: {log}")]
    Start { log: String },
    #[error("PostgreSQL (process {pid}) did not stop")]
    Stop { pid: u32 },
    #[error("{path}: {source}")]
    File { path: PathBuf, source: std::io::Error },
    #[error("the private database cannot be reached: {0}")]
    Connect(#[from] sqlx::Error),
    #[error("the start of the database was interrupted")]
    Interrupted,
}

impl EmbeddedError {
    /// What is wrong and the way out, for a person at the terminal.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        if language == Language::En {
            return self.to_string();
        }
        match self {
            Self::NotFound { reason } => format!(
                "pgvector가 있는 PostgreSQL을 찾지 못했고 설치하지도 못했습니다({}). {}, DATABASE_URL에 \
                 pgvector(0.8 이상)가 있는 PostgreSQL(15 이상)을 적어 주세요",
                if reason == install::NO_PIP { "pip이 있는 Python이 필요합니다" } else { reason },
                install::way_out(reason, language)
            ),
            Self::BadSetting { path } => format!(
                "{}에 pgvector가 있는 bin/postgres가 없습니다. 설정 database.postgres_dir를 확인해 주세요",
                path.display()
            ),
            Self::Version { path, cluster, found } => format!(
                "{}의 데이터베이스는 PostgreSQL {cluster}의 것인데 PostgreSQL {found}만 찾았습니다. \
                 database.postgres_dir에 pgvector가 있는 PostgreSQL {cluster}의 폴더를 적어 주세요",
                path.display()
            ),
            Self::NoUser => {
                "PostgreSQL은 root로 실행할 수 없는데, 대신 실행할 사용자(stet, postgres, nobody)가 이 \
                             시스템에 없습니다. 다른 사용자로 Stet을 켜거나 DATABASE_URL을 정해 주세요"
                    .to_owned()
            }
            Self::Command { what, reason } => format!("{what} 명령이 실패했습니다: {reason}"),
            Self::Start { log } => format!("PostgreSQL이 켜지지 않았습니다: {log}"),
            Self::Stop { pid } => format!("PostgreSQL(프로세스 {pid})이 멈추지 않았습니다"),
            Self::File { path, source } => {
                format!("{}을(를) 읽거나 쓸 수 없습니다: {source}", path.display())
            }
            Self::Connect(fault) => format!("전용 데이터베이스에 연결할 수 없습니다: {fault}"),
            Self::Interrupted => "데이터베이스를 켜다가 중단되었습니다".to_owned(),
        }
    }
}

type Result<T, E = EmbeddedError> = std::result::Result<T, E>;

/// A fault of the file system with the path it concerns.
fn at(path: &Path) -> impl FnOnce(std::io::Error) -> EmbeddedError {
    let path = path.to_owned();
    move |source| EmbeddedError::File { path, source }
}

/// What `stet postgres status` tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// No cluster was made yet.
    Absent,
    Stopped {
        cluster: PathBuf,
    },
    Running {
        cluster: PathBuf,
        socket_dir: PathBuf,
        pid: u32,
    },
}

/// What `stet postgres stop` did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    Stopped,
    NotRunning,
    /// Other processes use it; it was left running.
    InUse,
}

/// A running private server that this process uses.
#[derive(Debug)]
pub struct Embedded {
    settings: Settings,
    layout: Layout,
    pid: u32,
    /// Set when this process started it.
    child: Option<Child>,
    /// Holds `users.lock`.
    user: Lock,
}

impl Embedded {
    /// Finds or installs the binaries, makes the cluster if there is none, and starts it or joins the one that
    /// runs.
    ///
    /// # Errors
    /// See [`EmbeddedError`]; nothing half made is left to trip over.
    pub async fn start(settings: Settings, progress: impl Fn(Progress) + Send + 'static) -> Result<Self> {
        let progress = std::sync::Arc::new(std::sync::Mutex::new(progress));
        let mut attempts_left = 3;
        loop {
            let (settings, progress) = (settings.clone(), std::sync::Arc::clone(&progress));
            let started = tokio::task::spawn_blocking(move || {
                let progress = progress.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                Self::start_blocking(&settings, &*progress)
            });
            let embedded = started.await.map_err(|_| EmbeddedError::Interrupted)??;
            match embedded.create_database().await {
                // The server that was joined is gone: it was being killed, or stopped from outside.
                Err(EmbeddedError::Connect(_)) if embedded.child.is_none() && attempts_left > 0 => {
                    attempts_left -= 1;
                    tokio::time::sleep(Duration::from_millis(200)).await;
                }
                result => return result.map(|()| embedded),
            }
        }
    }

    fn start_blocking(settings: &Settings, progress: &dyn Fn(Progress)) -> Result<Self> {
        let layout = Layout::new(settings)?;
        let _guard = layout.start_lock()?;
        let user = layout.lock("users.lock")?;
        rustix::fs::flock(&user.0, FlockOperation::LockShared)
            .map_err(|e| at(&layout.base.join("users.lock"))(e.into()))?;
        if let Some(running) = layout.postmaster().filter(|running| running.serves(&layout.cluster)) {
            cluster::wait_until_ready(&layout, None)?;
            return Ok(Self { settings: settings.clone(), layout, pid: running.pid, child: None, user });
        }
        layout.sweep()?;
        let binaries = find::binaries(settings, &layout, progress)?;
        cluster::make(&layout, &binaries, progress)?;
        progress(Progress::Starting);
        // The workers of a killed server end by themselves, but not at once; until then it cannot be started.
        let mut attempts_left = 30;
        loop {
            let mut child = cluster::launch(&layout, &binaries)?;
            match cluster::wait_until_ready(&layout, Some(&mut child)) {
                Ok(()) => {
                    let (settings, pid) = (settings.clone(), child.id());
                    return Ok(Self { settings, pid, layout, child: Some(child), user });
                }
                Err(EmbeddedError::Start { log })
                    if attempts_left > 0 && log.contains("pre-existing shared memory block") =>
                {
                    attempts_left -= 1;
                    std::thread::sleep(Duration::from_millis(200));
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// How the service connects.
    #[must_use]
    pub fn options(&self) -> PgConnectOptions {
        self.options_for(NAME).username(SERVICE)
    }

    /// How to connect to a database of the server as its administrator.
    #[must_use]
    pub fn options_for(&self, database: &str) -> PgConnectOptions {
        PgConnectOptions::new_without_pgpass()
            .socket(&self.layout.socket_dir)
            .port(PORT)
            .username(NAME)
            .database(database)
    }

    /// A URL for other programs of the administrator's, such as `psql`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("postgres://{NAME}@localhost:{PORT}/{NAME}?host={}", self.layout.socket_dir.display())
    }

    /// Process id of the server.
    #[must_use]
    pub const fn pid(&self) -> u32 {
        self.pid
    }

    /// Makes the database, or takes it over from an earlier version, for the role of the service.
    async fn create_database(&self) -> Result<()> {
        let mut connection = self.options_for("postgres").connect().await?;
        sqlx::raw_sql(include_str!("embedded/roles.sql")).execute(&mut connection).await?;
        let exists =
            sqlx::query_scalar::<_, bool>("select exists (select from pg_database where datname = 'stet')")
                .fetch_one(&mut connection)
                .await?;
        if !exists && let Err(error) = sqlx::query("create database stet").execute(&mut connection).await {
            // 42P04: another process was quicker.
            if error.as_database_error().and_then(sqlx::error::DatabaseError::code).as_deref()
                != Some("42P04")
            {
                return Err(error.into());
            }
        }
        connection.close().await?;
        self.hand_over(NAME).await
    }

    /// Gives a database of the server to the role of the service.
    ///
    /// # Errors
    /// The server cannot be reached, or has no pgvector.
    pub async fn hand_over(&self, database: &str) -> Result<()> {
        let mut connection = self.options_for(database).connect().await?;
        sqlx::raw_sql(include_str!("embedded/hand_over.sql")).execute(&mut connection).await?;
        connection.close().await?;
        Ok(())
    }

    /// Whether no other process uses the server. Who joins later is not known.
    ///
    /// # Errors
    /// The locks of the data folder cannot be used.
    pub async fn is_alone(&self) -> Result<bool> {
        let (layout, user) = (self.layout.clone(), self.user.0.try_clone().map_err(at(&self.layout.base))?);
        let look = move || {
            let path = layout.base.join("users.lock");
            // Nobody comes or goes meanwhile, so that the lock may be given up for a moment.
            let _guard = layout.start_lock()?;
            let alone = rustix::fs::flock(&user, FlockOperation::NonBlockingLockExclusive).is_ok();
            rustix::fs::flock(&user, FlockOperation::LockShared).map_err(|e| at(&path)(e.into()))?;
            Ok(alone)
        };
        tokio::task::spawn_blocking(look).await.map_err(|_| EmbeddedError::Interrupted)?
    }

    /// Starts the server again when it has ended without being told to: it was killed from outside, for want of memory
    /// for example. Pools of connections to it recover by themselves. `false`: it runs.
    ///
    /// # Errors
    /// It does not start.
    pub async fn revive(&mut self) -> Result<bool> {
        let ended = match &mut self.child {
            // Also takes leave of the process, which would stay as a dead one.
            Some(child) => !matches!(child.try_wait(), Ok(None)),
            None => !self.layout.postmaster().is_some_and(|running| running.serves(&self.layout.cluster)),
        };
        if ended {
            *self = Self::start(self.settings.clone(), |_| ()).await?;
        }
        Ok(ended)
    }

    /// Leaves the server, and stops it when no other process uses it.
    ///
    /// # Errors
    /// It does not stop.
    pub async fn stop(self) -> Result<Stopped> {
        tokio::task::spawn_blocking(|| self.stop_blocking()).await.map_err(|_| EmbeddedError::Interrupted)?
    }

    /// The same for code outside of a runtime.
    ///
    /// # Errors
    /// It does not stop.
    pub fn stop_blocking(self) -> Result<Stopped> {
        let Self { layout, child, user, .. } = self;
        let _guard = layout.start_lock()?;
        drop(user);
        stop_unused(&layout, child)
    }
}

/// What runs in a data folder.
///
/// # Errors
/// The folder cannot be read, or there is no user for the server.
pub fn status(settings: &Settings) -> Result<Status> {
    if !settings.data_dir.exists() {
        return Ok(Status::Absent);
    }
    let layout = Layout::new(settings)?;
    if !layout.cluster.join("PG_VERSION").exists() {
        return Ok(Status::Absent);
    }
    Ok(match layout.postmaster().filter(|postmaster| postmaster.serves(&layout.cluster)) {
        Some(postmaster) => {
            Status::Running { cluster: layout.cluster, socket_dir: layout.socket_dir, pid: postmaster.pid }
        }
        None => Status::Stopped { cluster: layout.cluster },
    })
}

/// What the first start will find.
#[derive(Debug)]
pub enum Prospect {
    /// A PostgreSQL with pgvector, by its major version.
    Found(u32),
    /// None yet; it is fetched by Python's pip.
    Fetched,
    Nothing(EmbeddedError),
}

/// What the first start of a private server will find; nothing is made or fetched.
#[must_use]
pub fn foresee(settings: &Settings) -> Prospect {
    let owner = match owner::Owner::choose() {
        Ok(owner) => owner,
        Err(fault) => return Prospect::Nothing(fault),
    };
    find::foresee(settings, &Layout::under(settings.data_dir.clone(), owner))
}

/// Stops the server of a data folder unless a process uses it. Blocks until it has stopped.
///
/// # Errors
/// It does not stop.
pub fn stop(settings: &Settings) -> Result<Stopped> {
    if !settings.data_dir.exists() {
        return Ok(Stopped::NotRunning);
    }
    let layout = Layout::new(settings)?;
    let _guard = layout.start_lock()?;
    stop_unused(&layout, None)
}

/// Fast shutdown, when `users.lock` is free. `start.lock` is held by the caller.
fn stop_unused(layout: &Layout, mut child: Option<Child>) -> Result<Stopped> {
    let users = layout.lock("users.lock")?;
    if rustix::fs::flock(&users.0, FlockOperation::NonBlockingLockExclusive).is_err() {
        return Ok(Stopped::InUse);
    }
    let Some(postmaster) = layout.postmaster().filter(|postmaster| postmaster.serves(&layout.cluster)) else {
        return Ok(Stopped::NotRunning);
    };
    let Some(process) = postmaster.process() else { return Ok(Stopped::NotRunning) };
    // SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one (recovery follows at the next start).
    for signal in [Signal::INT, Signal::QUIT] {
        let _ = rustix::process::kill_process(process, signal);
        let deadline = Instant::now() + STOP_LIMIT;
        while Instant::now() < deadline {
            let gone = match &mut child {
                Some(child) => matches!(child.try_wait(), Ok(Some(_))),
                None => !postmaster.serves(&layout.cluster),
            };
            if gone {
                return Ok(Stopped::Stopped);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    Err(EmbeddedError::Stop { pid: postmaster.pid })
}
