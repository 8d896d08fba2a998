//! Every setting: one struct per concern, the defaults, and the only reader of the environment.
//!
//! Precedence: command-line flags, then environment, then `stet.toml`, then the defaults below.
//! Owns names and validation of settings; leaves their meaning to the rooms that use them.

mod enrich;
mod environment;
mod fault;
mod limits;
mod models;
mod oidc;
mod workflow;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use stet_answer::Attribute;
use stet_gate::RuleSet;
use stet_host::files;
use stet_marks::statute::Unverifiable;
use stet_sources::fusion::Fusion;

pub use enrich::EnrichConfig;
use environment::{ENVIRONMENT, GONE, typed};
pub use environment::{log_filter, logs_json, terminal_language, with_variable};
pub use fault::{ConfigError, Expected, Rule};
pub use limits::{KeepConfig, LimitsConfig};
pub use models::{EmbeddingConfig, Embeddings, JudgeConfig, MeaningConfig, ModelConfig};
pub use oidc::{Grant, OidcConfig};
pub use workflow::{WebConfig, WorkflowConfig};

/// All settings of one process.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    pub server: ServerConfig,
    pub oidc: OidcConfig,
    pub limits: LimitsConfig,
    pub database: DatabaseConfig,
    pub model: ModelConfig,
    pub judge: JudgeConfig,
    pub meaning: MeaningConfig,
    pub embedding: EmbeddingConfig,
    pub search: SearchConfig,
    pub sources: SourcesConfig,
    pub workflow: WorkflowConfig,
    pub web: WebConfig,
    pub ingest: IngestConfig,
    pub enrich: EnrichConfig,
    pub gate: GateConfig,
    pub correct: CorrectConfig,
    pub revise: ReviseConfig,
    pub keep: KeepConfig,
    /// The workspace of a verb of the command line, by its name; none: the default one. No setting: a server serves all.
    #[serde(skip)]
    pub workspace: Option<String>,
}

impl Config {
    /// Whether nobody is let in who shows nothing, whatever keys are stored.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.server.api_key.is_some() || self.oidc.is_configured()
    }
}

/// The HTTP side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ServerConfig {
    /// Address to bind. Anything but loopback needs a key or `oidc.issuer`.
    pub host: String,
    /// TCP port; 0 lets the system choose one.
    pub port: u16,
    /// Bearer key of 16 characters or more that every request must carry. Without one only loopback is served.
    pub api_key: Option<String>,
    /// Largest JSON body, in bytes.
    pub max_body_bytes: usize,
    /// Largest question, in bytes of UTF-8.
    pub max_question_bytes: usize,
    /// Answers generated at the same time; more get 503 with `Retry-After`.
    pub max_answers: usize,
    /// Distance between two keep-alive comments of a stream, in seconds.
    pub keep_alive_seconds: u64,
    /// Longest time that a client may take to send the headers of a request, to send a body (and a second more for every
    /// 4 KiB), and to take anything of what it is sent, in seconds.
    pub patience_seconds: u64,
    /// Longest time that answers under way may take to end after SIGTERM or Ctrl-C, in seconds; a second one ends at once.
    pub drain_seconds: u64,
    /// Bytes that have to be free on the disk of the data folder; below, `/readyz` says no.
    pub min_free_bytes: u64,
    /// Address of a collector that takes traces by OTLP over HTTP (`http://localhost:4318`); for builds with the cargo feature
    /// `otlp`.
    pub otlp_endpoint: Option<String>,
    /// Origins of other web pages (`https://editor.example`) that may use API, uploads and WebSocket.
    pub allowed_origins: Vec<String>,
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self {
            host: "127.0.0.1".into(),
            port: 8787,
            api_key: None,
            max_body_bytes: 8 << 20,
            max_question_bytes: 32 << 10,
            max_answers: 64,
            keep_alive_seconds: 15,
            patience_seconds: 30,
            drain_seconds: 60,
            min_free_bytes: 64 << 20,
            otlp_endpoint: None,
            allowed_origins: Vec::new(),
        }
    }
}

/// Where PostgreSQL is, or where a private one lives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DatabaseConfig {
    /// A PostgreSQL with pgvector; nothing private is started then. Several with commas between them: the one that takes writes
    /// is used, and looked for again when it goes away.
    pub url: Option<String>,
    /// The same past a pooler in transaction mode (pgbouncer 1.21 or newer), for migrations and the index over vectors.
    pub direct_url: Option<String>,
    /// Streaming replicas, with commas between them, that search, regulations and the list of sources are read from.
    pub read_url: Option<String>,
    /// Longest wait for a replica to catch up, in seconds; then it is left out. What was written before is always found.
    pub read_lag_seconds: f32,
    /// Folder of the private database, its tools and logs. Pictures that JSON lines name (`image_path`) are taken out of its `images`, of
    /// another workspace out of `workspaces/ID/images`, when the document that names them comes in.
    pub data_dir: PathBuf,
    /// Folder that holds `bin/postgres` of a PostgreSQL with pgvector, for the private database; found when unset.
    pub postgres_dir: Option<PathBuf>,
    /// The active Python environment, which may have PostgreSQL as a package.
    pub python_env: Option<PathBuf>,
    /// Connections of this process to the database.
    pub max_connections: u32,
}

impl Default for DatabaseConfig {
    fn default() -> Self {
        Self {
            url: None,
            direct_url: None,
            read_url: None,
            read_lag_seconds: 0.5,
            data_dir: ".stet".into(),
            postgres_dir: None,
            python_env: None,
            max_connections: 16,
        }
    }
}

/// Hybrid search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchConfig {
    /// How the two rankings become one: `score` (weighted, each scaled to 0 to 1) or `rrf` (by rank).
    pub fusion: Fusion,
    /// The constant of `rrf`.
    pub rrf_k: u32,
    /// Passages that a search gives when it does not say how many.
    pub top_k: usize,
    /// Weight of meaning, 0 to 1.
    pub semantic_weight: f32,
    /// Weight of words, 0 to 1.
    pub keyword_weight: f32,
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self { fusion: Fusion::Score, rrf_k: 60, top_k: 10, semantic_weight: 0.5, keyword_weight: 0.5 }
    }
}

/// Which passages become the sources of an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SourcesConfig {
    /// Sources of an answer, at most.
    pub max_sources: usize,
    /// Least relevance, 0 to 1.
    pub min_relevance: f32,
    /// Shortest excerpt, in characters.
    pub min_excerpt_length: usize,
}

impl Default for SourcesConfig {
    fn default() -> Self {
        Self { max_sources: 5, min_relevance: 0.4, min_excerpt_length: 2 }
    }
}

/// Files on their way in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct IngestConfig {
    /// Characters of a passage, at least 100.
    pub chunk_size: usize,
    /// Characters that a passage shares with the one before, at most half of it.
    pub chunk_overlap: usize,
    /// Largest file, in bytes.
    pub max_file_bytes: usize,
    /// Longest extraction of one file, in seconds.
    pub extract_seconds: u64,
    /// Memory of the extracting child process, in MiB.
    pub extract_memory_mib: u64,
    /// The library PDFium, which reads PDF files, or its folder; found when unset.
    pub pdfium: Option<PathBuf>,
    /// The active Python environment, which may have that library as a package.
    pub python_env: Option<PathBuf>,
    /// The program Tesseract, which recognises text on scanned pages; found when unset.
    pub tesseract: Option<PathBuf>,
    /// Scanned pages of a document that are recognised; 0 for none.
    pub scan_pages: usize,
    /// Documents that this process reads at the same time.
    pub workers: usize,
}

impl Default for IngestConfig {
    fn default() -> Self {
        Self {
            chunk_size: 1000,
            chunk_overlap: 200,
            max_file_bytes: 100 << 20,
            extract_seconds: 120,
            extract_memory_mib: 512,
            pdfium: None,
            python_env: None,
            tesseract: None,
            scan_pages: 300,
            workers: 2,
        }
    }
}

/// Revisions of drafts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReviseConfig {
    /// Check English spelling and grammar when no model writes the revision. With a model this is not used.
    pub proofread: bool,
}

impl Default for ReviseConfig {
    fn default() -> Self {
        Self { proofread: true }
    }
}

/// What may be shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GateConfig {
    /// Least similarity of a supported claim when no model judges, 0 to 1.
    pub similarity_threshold: f32,
    /// Least confidence of a verified answer, 0 to 1.
    pub confidence_threshold: f32,
    /// Release a sentence only after the model layer has judged it.
    pub strict: bool,
    /// Let the model judge what words alone leave open (needs a model).
    pub model_layer: bool,
    /// Longest wait for one model verdict, in seconds.
    pub verdict_seconds: u64,
    /// What stands for a reference to a regulation that does not exist: `generalise`, `notice` or `remove`.
    pub unverifiable: Unverifiable,
    /// List of references at the end of an answer: `append` or `omit`.
    pub references: References,
    /// What becomes of a claim without a citation that exactly one source supports: `off`, `suggest` or `put`; unset, `put` in
    /// answers and `suggest` in texts that are checked.
    pub attribute: Option<Attribute>,
    /// Leave links and pictures with addresses that no source, no question and no draft has, as the model wrote them: a text that hides
    /// in a source can make it write them, and clients fetch pictures by themselves.
    pub foreign_addresses: bool,
    /// Rules of the gate that are not asked, by the ids that a verdict shows: `["subject", "name"]`.
    pub off: RuleSet,
}

/// Whether the list of released sources ends the stored message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum References {
    Append,
    Omit,
}

impl Default for GateConfig {
    fn default() -> Self {
        Self {
            similarity_threshold: 0.6,
            confidence_threshold: 0.7,
            strict: false,
            model_layer: true,
            verdict_seconds: 20,
            unverifiable: Unverifiable::Generalise,
            references: References::Append,
            attribute: None,
            foreign_addresses: false,
            off: RuleSet::NONE,
        }
    }
}

/// Further attempts at an answer that its sources do not support, or that is not good enough.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CorrectConfig {
    /// A share of unsupported claims above it makes the model write the answer again, from what the sources state, 0 to 1.
    pub hallucination_threshold: f32,
    /// A grade below it does the same, 0 to 1 (also one below 0.5 in a single respect).
    pub quality_threshold: f32,
    /// Attempts in all, the first included.
    pub max_attempts: usize,
    /// Let the model grade answers: completeness, relevance, clarity. That is one more question to it after each.
    pub grade: bool,
}

impl Default for CorrectConfig {
    fn default() -> Self {
        Self { hallucination_threshold: 0.7, quality_threshold: 0.6, max_attempts: 3, grade: false }
    }
}

/// Settings that the command line gives; `None` leaves the other layers alone.
#[derive(Debug, Clone, Default)]
pub struct Flags {
    pub config: Option<PathBuf>,
    pub host: Option<String>,
    pub port: Option<u16>,
    pub data_dir: Option<PathBuf>,
    pub database_url: Option<String>,
    pub workspace: Option<String>,
}

/// Reads the settings of this process.
///
/// # Errors
/// A missing file that was named, broken TOML, an unknown or mistyped setting, a value out of range.
pub fn load(flags: &Flags) -> Result<Config, ConfigError> {
    #[expect(clippy::disallowed_methods, reason = "this module is the one reader of the environment")]
    let environment = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    read(flags, Path::new("stet.toml"), environment)
}

fn read(
    flags: &Flags,
    default_file: &Path,
    environment: impl Fn(&str) -> Option<String>,
) -> Result<Config, ConfigError> {
    let mut table = match &flags.config {
        Some(path) => parse_file(path)?,
        None if default_file.exists() => parse_file(default_file)?,
        None => toml::Table::new(),
    };
    for &(name, section, field) in GONE {
        let in_file = table.get(section).is_some_and(|settings| settings.get(field).is_some());
        if in_file || environment(name).is_some() {
            return Err(ConfigError::Gone { name });
        }
    }
    for &(name, section, field, kind) in ENVIRONMENT {
        if let Some(value) = value(name, &environment)? {
            set(&mut table, section, field, typed(name, &value, kind)?);
        }
    }
    let text = |path: &Path| toml::Value::String(path.to_string_lossy().into_owned());
    if let Some(host) = &flags.host {
        set(&mut table, "server", "host", host.clone().into());
    }
    if let Some(port) = flags.port {
        set(&mut table, "server", "port", i64::from(port).into());
    }
    if let Some(dir) = &flags.data_dir {
        set(&mut table, "database", "data_dir", text(dir));
    }
    if let Some(url) = &flags.database_url {
        set(&mut table, "database", "url", url.clone().into());
    }
    let mut config: Config =
        toml::Value::Table(table).try_into().map_err(|error| ConfigError::Setting(Box::new(error)))?;
    check(&config)?;
    config.workspace.clone_from(&flags.workspace);
    Ok(config)
}

/// What a variable says, or the file that is named by the same with `_FILE` behind it: a secret need not stand in the
/// environment.
fn value(name: &str, environment: impl Fn(&str) -> Option<String>) -> Result<Option<String>, ConfigError> {
    let in_file = format!("{name}_FILE");
    match (environment(name), environment(&in_file)) {
        (value, None) => Ok(value),
        (Some(_), Some(_)) => Err(ConfigError::Twice { name: name.to_owned() }),
        (None, Some(path)) => {
            match files::read_text(Path::new(path.trim())) {
                Ok(text) => Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned())
                    .filter(|text| !text.trim().is_empty())),
                Err(source) => Err(ConfigError::Secret { name: in_file, path: path.trim().into(), source }),
            }
        }
    }
}

fn parse_file(path: &Path) -> Result<toml::Table, ConfigError> {
    let text =
        files::read_text(path).map_err(|source| ConfigError::Read { path: path.to_owned(), source })?;
    toml::from_str(&text)
        .map_err(|source| ConfigError::Syntax { path: path.to_owned(), source: Box::new(source) })
}

fn set(table: &mut toml::Table, section: &str, field: &str, value: toml::Value) {
    let entry = table.entry(section).or_insert_with(|| toml::Value::Table(toml::Table::new()));
    if let toml::Value::Table(inner) = entry {
        inner.insert(field.to_owned(), value);
    }
}

/// Fewest characters of a key, which nobody shall find by trying.
const KEY_CHARS: usize = 16;

fn check(config: &Config) -> Result<(), ConfigError> {
    let share = |name: &'static str, value: f32| {
        if (0.0..=1.0).contains(&value) {
            Ok(())
        } else {
            Err(ConfigError::Rule { name, value: value.to_string(), rule: Rule::Between(0, 1) })
        }
    };
    share("search.semantic_weight", config.search.semantic_weight)?;
    share("search.keyword_weight", config.search.keyword_weight)?;
    share("sources.min_relevance", config.sources.min_relevance)?;
    share("gate.similarity_threshold", config.gate.similarity_threshold)?;
    share("gate.confidence_threshold", config.gate.confidence_threshold)?;
    share("meaning.accept", config.meaning.accept)?;
    share("correct.hallucination_threshold", config.correct.hallucination_threshold)?;
    share("correct.quality_threshold", config.correct.quality_threshold)?;
    let rule = |bad: bool, name: &'static str, value: usize, rule: Rule| {
        if bad { Err(ConfigError::Rule { name, value: value.to_string(), rule }) } else { Ok(()) }
    };
    let ingest = &config.ingest;
    rule(ingest.chunk_size < 100, "ingest.chunk_size", ingest.chunk_size, Rule::AtLeast(100))?;
    rule(
        ingest.chunk_overlap * 2 > ingest.chunk_size,
        "ingest.chunk_overlap",
        ingest.chunk_overlap,
        Rule::HalfOfChunk,
    )?;
    rule(config.search.top_k == 0, "search.top_k", 0, Rule::AtLeast(1))?;
    let parts = config.workflow.max_subtasks;
    rule(parts > 10, "workflow.max_subtasks", parts, Rule::Between(0, 10))?;
    rule(config.server.max_answers == 0, "server.max_answers", 0, Rule::AtLeast(1))?;
    rule(config.server.patience_seconds == 0, "server.patience_seconds", 0, Rule::AtLeast(1))?;
    // A key is not told, only how long it is.
    let key = config.server.api_key.as_deref().map_or(KEY_CHARS, |key| key.chars().count());
    rule(key < KEY_CHARS, "server.api_key", key, Rule::Characters(KEY_CHARS))?;
    config.oidc.check()?;
    for origin in &config.server.allowed_origins {
        address("server.allowed_origins", Some(origin), ("http://", "https://"))?;
    }
    if let (Some(_), Some(model)) = (&config.embedding.model_dir, &config.embedding.model) {
        return Err(ConfigError::Rule {
            name: "embedding.model",
            value: model.clone(),
            rule: Rule::OneEmbedding,
        });
    }
    let web = ("http://", "https://");
    address("model.base_url", config.model.base_url.as_deref(), web)?;
    address("judge.base_url", config.judge.base_url.as_deref(), web)?;
    address("embedding.base_url", config.embedding.base_url.as_deref(), web)?;
    address("web.base_url", config.web.base_url.as_deref(), web)?;
    let database = &config.database;
    let postgres = ("postgres://", "postgresql://");
    address("database.url", database.url.as_deref(), postgres)?;
    address("database.direct_url", database.direct_url.as_deref(), postgres)?;
    address("database.read_url", database.read_url.as_deref(), postgres)?;
    if !(0.0..=60.0).contains(&database.read_lag_seconds) {
        let (name, value) = ("database.read_lag_seconds", database.read_lag_seconds.to_string());
        return Err(ConfigError::Rule { name, value, rule: Rule::Between(0, 60) });
    }
    let dimensions = config.embedding.dimensions.unwrap_or(1536);
    rule(dimensions == 0 || dimensions > 1536, "embedding.dimensions", dimensions, Rule::Between(1, 1536))
}

/// Whether an address begins as it must. Of a wrong one only the beginning is told: it may hold a password.
fn address(
    name: &'static str,
    url: Option<&str>,
    begins: (&'static str, &'static str),
) -> Result<(), ConfigError> {
    let Some(url) = url else { return Ok(()) };
    let lower = url.trim().to_ascii_lowercase();
    if lower.starts_with(begins.0) || lower.starts_with(begins.1) {
        return Ok(());
    }
    let shown = url.split_once("://").map_or_else(
        || if url.contains('@') { "...".to_owned() } else { url.to_owned() },
        |(scheme, _)| format!("{scheme}://..."),
    );
    Err(ConfigError::Rule { name, value: shown, rule: Rule::Begins(begins.0, begins.1) })
}

#[cfg(test)]
mod document;
#[cfg(test)]
mod tests;
