//! PostgreSQL: every SQL statement of the program, and nothing else.
//!
//! Owns the pool, the workspace that every statement is confined to, and the rows as types, one file per
//! noun. Leaves policy to the use cases: they mint ids and times, the store inserts as it is told. What the
//! two legs of a search become is [`stet_sources::fusion`]'s business, [`search`] only asks for it.

use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::MigrateError;
use sqlx::postgres::PgConnectOptions;
use sqlx::{PgPool, PgTransaction};
use tokio::time::timeout;
use uuid::Uuid;

use confined::{Confined, begun};
use stet_text::Language;

mod accepted;
pub mod archive;
pub mod audit;
mod beside;
pub mod bibliography;
mod branches;
mod chores;
mod chunk_rows;
pub mod chunks;
pub mod claims;
pub mod comments;
mod confined;
pub mod conversations;
mod corrected;
pub mod criteria;
mod decision;
mod dictionary;
pub mod documents;
pub mod draft_files;
mod draft_history;
pub mod drafts;
pub mod embedded;
mod entities;
mod erase;
mod filter;
mod graph;
pub mod health;
pub mod jobs;
pub mod keys;
mod legs;
mod library;
pub mod life;
mod log;
mod neighbourhood;
pub mod people;
pub mod pictures;
mod place;
mod presence;
pub mod projects;
mod referring;
pub mod regulations;
mod replicas;
pub mod search;
pub mod shares;
pub mod stats;
mod terms;
mod themes;
pub mod vectors;
pub mod versions;
pub mod workspaces;

pub use audit::Entry;
pub use beside::{Additions, Made, Unmade};
pub use bibliography::{Taken, Work};
pub use branches::{Placed, Showing};
pub use chores::Chore;
pub use chunk_rows::{NewChunk, NewRows};
pub use chunks::{ChunkRow, StoredChunk};
pub use claims::{Answered, Before, Begun, Claim, NewAnswer};
pub use comments::{Comment, CommentPlace, NewComment};
pub use conversations::{
    Conversation, Message, MessageEnd, MessageStatus, NewMessage, OpenAnswer, Role, Said,
};
pub use criteria::CriteriaPack;
pub use decision::{Decision, PatchStatus};
pub use dictionary::IgnoredFinding;
pub use documents::{Document, DocumentFacts, DocumentStatus, Enrichment, Failure, NewDocument};
pub use draft_history::{DecisionPage, DecisionRow, DraftRevision, RevisionPage};
pub use drafts::{Change, Draft, DraftState, NewDecision, OpenDraft, PatchRow, Wanted};
pub use entities::{EntityPassage, EntityRow, Neighbour};
pub use filter::Filter;
pub use graph::GraphPassage;
pub use jobs::{Claimed, JobKind};
pub use keys::{ApiKey, Holder, Limits, MOST_TOKENS, NewKey, Opener, Revoked, Scope};
pub use library::{Outlined, Reader, Reading, Shelved};
pub use life::{Closing, Silence};
pub use log::{Event, LogRow};
pub use neighbourhood::{Drawing, Edge, Neighbourhood, Node};
pub use people::{Admitted, SignedIn};
pub use projects::Project;
pub use regulations::Article;
pub use search::{Hit, Query};
pub use shares::{Share, Shared};
pub use themes::{BareTheme, Member, NewTheme, ThemeRow, ThemeSentence};
pub use versions::{Inserted, is_address};
pub use workspaces::Workspace;

use chores::{LOOKED_WITHIN, LOOKS_FOR, Waiting};
use place::{PRESENT_WITHIN, Place, addresses, named};
use presence::Presence;
use replicas::Replicas;

/// The workspace of everyone who did not ask for another one; its row is made by the first migration.
pub const DEFAULT_WORKSPACE: Uuid = Uuid::from_u128(0x0000_0000_0000_7000_8000_0000_0000_0000);

/// Whoever does something where nobody has an account.
pub const WRITER: &str = "writer";

/// Length of the stored vectors. Shorter ones are padded with zeros, which leaves every cosine as it was.
pub const DIMENSIONS: usize = 1536;

/// Why the store could not do what it was told.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the database cannot be reached: {0}; check its address (DATABASE_URL) and that it is running")]
    Connect(#[source] sqlx::Error),
    #[error("{}", health::no_vector(&.0.to_string(), Language::En))]
    NoVector(#[source] MigrateError),
    #[error("the database could not be migrated: {0}")]
    Migrate(#[source] MigrateError),
    /// It has what a later version brought in.
    #[error(
        "the database belongs to a newer Stet (it has migration {0}, which this one does not know); use that version or a newer one"
    )]
    Newer(i64),
    #[error("the database is full: {0}")]
    Full(#[source] sqlx::Error),
    #[error("the database cannot be reached, or all connections to it are in use: {0}")]
    Away(#[source] sqlx::Error),
    #[error("somebody else is changing the same thing: {0}")]
    Held(#[source] sqlx::Error),
    #[error("the database failed: {0}")]
    Database(#[source] sqlx::Error),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        use sqlx::Error::{Io, PoolClosed, PoolTimedOut, Protocol, Tls, WorkerCrashed};
        let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
        match code.as_deref() {
            // disk_full: the one fault of a statement with a way out of its own.
            Some("53100") => Self::Full(error),
            // A lock that is not given up, a circle of them, a change that came in between.
            Some("55P03" | "40P01" | "40001") => Self::Held(error),
            // The server ends, starts, only reads after a failover or has no connection left; a transaction that was silent
            // for too long.
            Some("57P01" | "57P02" | "57P03" | "57P05" | "53300" | "25P03" | "25006") => Self::Away(error),
            Some(code) if code.starts_with("08") => Self::Away(error),
            None if matches!(
                error,
                Io(_) | PoolClosed | PoolTimedOut | Protocol(_) | Tls(_) | WorkerCrashed
            ) =>
            {
                Self::Away(error)
            }
            _ => Self::Database(error),
        }
    }
}

impl StoreError {
    /// There was no connection to be had.
    #[must_use]
    pub const fn away() -> Self {
        Self::Away(sqlx::Error::PoolTimedOut)
    }

    /// What is wrong, for a person at the terminal.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        if language == Language::En {
            return self.to_string();
        }
        match self {
            Self::Connect(fault) => format!(
                "데이터베이스에 연결할 수 없습니다: {fault}. 주소(DATABASE_URL)와 서버가 켜져 있는지 확인해 주세요"
            ),
            Self::NoVector(fault) => health::no_vector(&fault.to_string(), language),
            Self::Migrate(fault) => format!("데이터베이스를 이 판에 맞게 고칠 수 없습니다: {fault}"),
            Self::Newer(migration) => format!(
                "데이터베이스를 더 새로운 판의 Stet이 쓰고 있습니다(이 판이 모르는 마이그레이션 {migration}이(가) 있습니다). 그 판이나 더 새로운 판을 쓰세요"
            ),
            Self::Away(fault) => {
                format!("데이터베이스에 닿을 수 없거나 연결이 모두 쓰이고 있습니다: {fault}")
            }
            Self::Held(fault) => format!("같은 것을 다른 쪽에서 바꾸고 있습니다: {fault}"),
            Self::Full(fault) => format!("데이터베이스의 디스크가 가득 찼습니다: {fault}"),
            Self::Database(fault) => format!("데이터베이스에서 오류가 났습니다: {fault}"),
        }
    }

    /// Whether the database is well and refused what it was asked, so that something else may be taken.
    #[must_use]
    pub const fn is_of_the_statement(&self) -> bool {
        matches!(self, Self::Database(sqlx::Error::Database(_)))
    }

    /// Whether there is no database yet, or none any more: it starts, or its machine does.
    #[must_use]
    pub fn is_absence(&self) -> bool {
        match self {
            Self::Away(_) | Self::Connect(sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut) => true,
            Self::Connect(fault) => fault
                .as_database_error()
                .and_then(sqlx::error::DatabaseError::code)
                .is_some_and(|code| matches!(&*code, "57P01" | "57P03" | "53300")),
            _ => false,
        }
    }

    /// Whether the same may go well in a moment.
    #[must_use]
    pub const fn passes(&self) -> bool {
        matches!(self, Self::Away(_) | Self::Held(_))
    }
}

/// The result of every statement.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// A pool of connections, seen from one workspace. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Store {
    /// What is done for one workspace.
    pool: Confined,
    /// The same connections, for what is done for all: as the owner of the tables.
    owner: PgPool,
    place: Arc<Place>,
    replicas: Arc<Replicas>,
    workspace: Uuid,
    /// Who is told to have done what is done.
    who: Arc<str>,
    /// Their key or person, where they have one; nil: the key of the settings.
    author: Option<Uuid>,
    presence: Arc<Presence>,
    waiting: Arc<Waiting>,
}

impl Store {
    /// Connects to a database by its URL, or by several with commas between them, of which the one is used that takes
    /// writes; the schema is not touched (see [`Store::migrate`]).
    ///
    /// # Errors
    /// A URL is malformed or no server that takes writes answers within ten seconds.
    pub async fn connect(urls: &str, max_connections: u32) -> Result<Self> {
        Self::at(Place::new(addresses(urls)?), max_connections).await
    }

    /// Connects with ready-made options, such as those of a private server.
    ///
    /// # Errors
    /// The server does not answer within ten seconds.
    pub async fn with_options(options: PgConnectOptions, max_connections: u32) -> Result<Self> {
        Self::at(Place::new(vec![named(options)]), max_connections).await
    }

    async fn at(place: Place, max_connections: u32) -> Result<Self> {
        let owner = place.pool(max_connections).await?;
        let workspace = DEFAULT_WORKSPACE;
        let presence = Arc::<Presence>::default();
        let pool = Confined::new(owner.clone(), workspace, Arc::clone(&presence));
        pool.look().await;
        Ok(Self {
            pool,
            owner,
            place: Arc::new(place),
            replicas: Arc::default(),
            workspace,
            who: WRITER.into(),
            author: None,
            presence,
            waiting: Arc::default(),
        })
    }

    /// Keeps sessions at other addresses: those it was connected by are of a pooler that lends connections.
    ///
    /// # Errors
    /// A URL is malformed.
    pub fn with_sessions_at(self, urls: &str) -> Result<Self> {
        Ok(Self { place: Arc::new(self.place.with_sessions_at(addresses(urls)?)), ..self })
    }

    /// Reads from replicas, too, as far as they are behind by no more than they catch up with within `lag`.
    ///
    /// # Errors
    /// A URL is malformed.
    pub fn reading_from(self, urls: &str, lag: Duration, max_connections: u32) -> Result<Self> {
        Ok(Self { replicas: Arc::new(Replicas::new(urls, lag, max_connections)?), ..self })
    }

    /// Brings the schema up to date. Two processes may try at once; one waits for the other.
    ///
    /// # Errors
    /// pgvector is missing, or a migration fails or was changed after it was applied.
    pub async fn migrate(&self) -> Result<()> {
        // Not one of those that lose patience: another process may be at it, however long that takes.
        let mut connection = self.place.session(&self.owner).await?;
        let migrated = sqlx::migrate!("../../migrations").run(&mut connection).await;
        migrated.map_err(|error| match error {
            MigrateError::VersionMissing(migration) => StoreError::Newer(migration),
            error if error.to_string().contains("extension \"vector\"") => StoreError::NoVector(error),
            error => StoreError::Migrate(error),
        })?;
        self.pool.look().await;
        if !self.is_confined() {
            tracing::warn!(
                "row-level security does not hold: this user of the database may not become stet_app; have its administrator run `create role stet_app nologin; grant stet_app to current_user` and see migration 0026"
            );
        }
        Ok(())
    }

    /// The same pool seen from another workspace.
    #[must_use]
    pub fn in_workspace(&self, workspace: Uuid) -> Self {
        Self { pool: self.pool.of(workspace), workspace, ..self.clone() }
    }

    /// The same for somebody else.
    #[must_use]
    pub fn for_whom(&self, who: Arc<str>) -> Self {
        Self { who, author: None, ..self.clone() }
    }

    /// The same for a key or person, by its id, which is nil for the key of the settings; none where nobody has one.
    #[must_use]
    pub fn by(self, author: Option<Uuid>) -> Self {
        Self { author, ..self }
    }

    /// Who is told to have done what is done.
    #[must_use]
    pub const fn who(&self) -> &Arc<str> {
        &self.who
    }

    /// Their key or person, where they have one; nil: the key of the settings.
    #[must_use]
    pub const fn author(&self) -> Option<Uuid> {
        self.author
    }

    /// Begins a transaction of the owner's.
    async fn begin_as_owner(&self, sql: &str) -> Result<PgTransaction<'static>> {
        Ok(begun(&self.owner, sql.to_owned()).await?)
    }

    /// Whether the database itself confines statements to their workspace.
    #[must_use]
    pub fn is_confined(&self) -> bool {
        self.pool.holds()
    }

    /// The workspace every statement is confined to.
    #[must_use]
    pub const fn workspace(&self) -> Uuid {
        self.workspace
    }

    /// Asks the server for a sign of life.
    ///
    /// # Errors
    /// There is none.
    pub async fn ping(&self) -> Result<()> {
        sqlx::query_scalar!("select 1").fetch_one(&self.owner).await?;
        Ok(())
    }

    /// Whether the database answers within a time. Where it does it is not away for anybody any more.
    pub async fn answers(&self, within: Duration) -> bool {
        let answered = matches!(tokio::time::timeout(within, self.ping()).await, Ok(Ok(())));
        if answered {
            self.answered();
        }
        answered
    }

    fn answered(&self) {
        if self.presence.answered() {
            tracing::warn!("the database came back");
        }
    }

    /// What is asked of the database, given up when it turns out to be away: a connection to one that is gone is waited for for
    /// longer than that takes.
    ///
    /// # Errors
    /// The database went away, or what was asked failed.
    pub async fn while_there<T>(&self, asked: impl Future<Output = Result<T>>) -> Result<T> {
        tokio::select! {
            biased;
            // First: what is asked may have been given up for the same reason, and would not say so.
            () = self.presence.left() => Err(StoreError::away()),
            told = asked => told,
        }
    }

    /// Looks whether the database is there, so that [`Self::is_away`] knows, and what is to be done there.
    pub async fn look(&self) {
        let signs = self.presence.signs();
        let busy =
            self.owner.num_idle() == 0 && self.owner.size() >= self.owner.options().get_max_connections();
        // That all connections are in use is no sign of absence; where the database went away, they come back broken.
        let held = busy && !self.is_away();
        if held && self.place.is_there(&self.owner).await {
            return;
        }
        if !held && matches!(timeout(LOOKS_FOR, self.look_for_work()).await, Ok(Ok(()))) {
            self.answered();
        } else {
            self.place.note_loss();
            if held || !self.answers(PRESENT_WITHIN).await {
                if self.presence.silent(signs) {
                    tracing::warn!("the database went away");
                }
                self.place.follow(&self.owner).await;
            } else {
                // It is there: it was slow, something was locked, or one connection was broken.
                let _ = timeout(LOOKED_WITHIN, self.look_for_work()).await;
            }
        }
        self.replicas.look(&self.owner).await;
    }

    /// Whether the database is known to be away: whoever would ask it need not wait.
    #[must_use]
    pub fn is_away(&self) -> bool {
        self.presence.is_away()
    }

    /// Connections in use, and those that wait for work.
    #[must_use]
    pub fn connections(&self) -> (usize, usize) {
        let idle = self.owner.num_idle();
        ((self.owner.size() as usize).saturating_sub(idle), idle)
    }

    /// Closes every connection, waiting for those in use.
    pub async fn close(&self) {
        self.owner.close().await;
    }
}

/// Bytes in hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

/// Text as PostgreSQL takes it: it has no NUL.
#[must_use]
pub fn clean(text: &str) -> std::borrow::Cow<'_, str> {
    if text.contains('\0') { text.replace('\0', "").into() } else { text.into() }
}

/// JSON as PostgreSQL takes it: no NUL in any string, escaped or not.
pub(crate) fn clean_json(value: &serde_json::Value) -> serde_json::Value {
    use serde_json::Value;
    match value {
        Value::String(text) => Value::String(clean(text).into_owned()),
        Value::Array(items) => Value::Array(items.iter().map(clean_json).collect()),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(k, v)| (clean(k).into_owned(), clean_json(v))).collect())
        }
        other => other.clone(),
    }
}

/// JSON text as PostgreSQL takes it. Only a text that may hold a NUL is read at all.
pub(crate) fn clean_json_text(text: &str) -> std::borrow::Cow<'_, str> {
    if memchr::memmem::find(text.as_bytes(), b"\\u0000").is_none() {
        return text.into();
    }
    match serde_json::from_str(text) {
        Ok(value) => clean_json(&value).to_string().into(),
        Err(_) => text.into(),
    }
}

/// A language as it is stored and sent.
#[must_use]
pub const fn language_name(language: Language) -> &'static str {
    match language {
        Language::Ko => "ko",
        Language::En => "en",
    }
}

pub(crate) fn language_named(name: &str) -> Language {
    if name == "ko" { Language::Ko } else { Language::En }
}
