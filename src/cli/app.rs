//! The parts of a running Stet, put together from the settings.

use std::convert::Infallible;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use time::OffsetDateTime;
use uuid::Uuid;

use super::{CliError, models, say, workspaces};
use stet_ask::Asker;
use stet_config::{Config, Embeddings, JudgeConfig, ModelConfig, terminal_language};
use stet_embedding::Embedder;
use stet_embedding::encoder::Encoder;
use stet_embedding::hashing::HashingEmbedder;
use stet_embedding::local::LocalEmbedder;
use stet_embedding::meaning::Entailment;
use stet_embedding::meaning::onnx::CrossEncoder;
use stet_embedding::openai::{EmbeddingSettings, OpenAiEmbedder};
use stet_ingest::Ingest;
use stet_llm::extractive::ExtractiveChat;
use stet_llm::openai::{OpenAiChat, OpenAiSettings};
use stet_llm::{ChatModel, ModelKind, install_tls_provider};
use stet_store::embedded::{self, Embedded, Progress};
use stet_store::{DIMENSIONS, Store};

/// Model of embeddings when only an OpenAI key is given.
const DEFAULT_EMBEDDING: &str = "text-embedding-3-small";

/// Time between two looks after the private database.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// Time between two attempts to start one that does not come up.
const RETRY_AFTER: Duration = Duration::from_secs(30);

/// Everything that a verb needs, and the private database it may own.
#[derive(Debug)]
pub(super) struct App {
    pub(super) asker: Asker,
    pub(super) ingest: Ingest,
    embedded: Option<Embedded>,
    /// Where sources that come in belong, unless they are in a project already.
    project: Option<Uuid>,
}

impl App {
    /// Finds or starts the database, migrates it, connects model and embeddings, and goes into the workspace of `--workspace`.
    pub(super) async fn open(config: Config) -> Result<Self, CliError> {
        let app = Self::look(config).await?;
        let opened = async {
            app.asker.store.migrate().await?;
            match &app.asker.config.workspace {
                Some(name) => workspaces::named(&app.asker.store, name).await.map(|one| Some(one.id)),
                None => Ok(None),
            }
        };
        match opened.await {
            Ok(Some(workspace)) => Ok(app.in_workspace(workspace)),
            Ok(None) => Ok(app),
            Err(fault) => {
                app.close().await?;
                Err(fault)
            }
        }
    }

    /// Lets what comes in belong to a project, which is made when there is none.
    pub(super) async fn into_project(mut self, name: Option<&str>) -> Result<Self, CliError> {
        let store = &self.asker.store;
        if let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) {
            store.insert_project(Uuid::now_v7(), name, OffsetDateTime::now_utc()).await?;
            self.project = store.project(name).await?;
        }
        Ok(self)
    }

    /// Puts a document that came in where it belongs.
    pub(super) async fn place(&self, document: Uuid) -> Result<(), CliError> {
        let store = &self.asker.store;
        if self.project.is_some()
            && let Some(document) = store.document(document).await?
        {
            store.join_project(&document, self.project).await?;
        }
        Ok(())
    }

    /// The same in another workspace.
    fn in_workspace(self, workspace: Uuid) -> Self {
        let ingest = self.ingest.in_workspace(workspace);
        Self { asker: self.asker.in_workspace(workspace), ingest, ..self }
    }

    /// [`Self::open`] for who only looks: the database stays as it is.
    pub(super) async fn look(config: Config) -> Result<Self, CliError> {
        install_tls_provider();
        let config = Arc::new(config);
        // What is wrong with a setting is said before a database is started.
        let chat = chat(&config)?;
        let judge = judge(&config)?;
        let local = local_model(&config)?.as_deref().map(encoder).transpose()?;
        let embedder = embeddings(&config, local.as_ref())?;
        let (store, private) = database(&config).await?;
        let mut asker =
            Asker::new(store.clone(), Arc::clone(&chat), Arc::clone(&embedder), Arc::clone(&config));
        if let Some(judge) = &judge {
            asker = asker.judged_by(judge);
        }
        let ingest = Ingest::new(store, embedder, &config.ingest)
            .enriched_by(&chat, &config.enrich, config.model.first_token())
            .with_pictures(config.database.data_dir.clone());
        asker.web = asker.web.map(|web| web.reading(Arc::new(ingest.clone())));
        Ok(Self { asker, ingest, embedded: private, project: None })
    }

    /// [`Self::open`] for who writes answers: with the model of entailment that the settings name.
    pub(super) async fn answering(config: Config) -> Result<Self, CliError> {
        let meaning = meaning(&config)?;
        let mut app = Self::open(config).await?;
        if let Some(model) = meaning {
            app.asker = app.asker.weighed_by(model);
        }
        Ok(app)
    }

    /// Whether the database is this machine's own.
    pub(super) const fn is_private(&self) -> bool {
        self.embedded.is_some()
    }

    /// Whether no other process can be writing answers to the same database.
    pub(super) async fn is_alone(&self) -> Result<bool, CliError> {
        match &self.embedded {
            Some(embedded) => Ok(embedded.is_alone().await?),
            None => Ok(false),
        }
    }

    /// Looks after what runs in the background: a private database that was killed is started again.
    pub(super) async fn keep_database(&mut self) -> Infallible {
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            let Some(embedded) = &mut self.embedded else { continue };
            match embedded.revive().await {
                Ok(false) => {}
                Ok(true) => {
                    tracing::warn!(pid = embedded.pid(), "the database had ended and was started again");
                }
                Err(fault) => {
                    tracing::error!(%fault, "the database has ended and cannot be started");
                    tokio::time::sleep(RETRY_AFTER).await;
                }
            }
        }
    }

    /// Starts the private database again, if it has ended. One of the settings is somebody else's to start.
    pub(super) async fn revive_database(&mut self) -> Result<(), CliError> {
        if let Some(embedded) = &mut self.embedded {
            embedded.revive().await?;
        }
        Ok(())
    }

    /// Ends what runs, closes the connections, and stops the private database unless another process uses it.
    pub(super) async fn close(self) -> Result<(), CliError> {
        self.asker.close().await;
        self.ingest.close().await;
        self.asker.store.close().await;
        if let Some(embedded) = self.embedded {
            embedded.stop().await?;
        }
        Ok(())
    }
}

/// Where the private database lives.
pub(super) fn private_settings(config: &Config) -> embedded::Settings {
    embedded::Settings {
        data_dir: config.database.data_dir.clone(),
        postgres_dir: config.database.postgres_dir.clone(),
        python_env: config.database.python_env.clone(),
    }
}

/// Longest wait for a replica to catch up.
const READ_LAG: Duration = Duration::from_millis(500);

async fn database(config: &Config) -> Result<(Store, Option<Embedded>), CliError> {
    let connections = config.database.max_connections;
    let own = &config.database;
    if let Some(url) = &own.url {
        let mut store = Store::connect(url, connections).await?;
        if let Some(direct) = &own.direct_url {
            store = store.with_sessions_at(direct)?;
        }
        if let Some(replicas) = &own.read_url {
            store = store.reading_from(replicas, READ_LAG, connections)?;
        }
        return Ok((store, None));
    }
    let embedded = Embedded::start(private_settings(config), show).await?;
    let store = Store::with_options(embedded.options(), connections).await?;
    Ok((store, Some(embedded)))
}

/// One line per step; on a terminal a step's later counts replace its earlier ones.
fn show(progress: Progress) {
    let message = progress.message(terminal_language());
    match progress {
        Progress::Unpacking(done, total) if done < total => {
            if std::io::stderr().is_terminal() {
                eprint!("\r{message}");
            }
        }
        Progress::Unpacking(..) if std::io::stderr().is_terminal() => eprintln!("\r{message}"),
        _ => eprintln!("{message}"),
    }
}

fn chat(config: &Config) -> Result<Arc<dyn ChatModel>, CliError> {
    if !config.model.is_configured() {
        return Ok(Arc::new(ExtractiveChat));
    }
    server(&config.model)
}

/// The model that judges, if there is one: of its own settings, else the one that writes.
pub(super) fn judge(config: &Config) -> Result<Option<Arc<dyn ChatModel>>, CliError> {
    let JudgeConfig { name, base_url, api_key } = config.judge.clone();
    let chat = &config.model;
    let own = name.is_some() || base_url.is_some() || api_key.is_some();
    let elsewhere = base_url.is_some();
    let model = ModelConfig {
        name: name.unwrap_or_else(|| chat.name.clone()),
        base_url: base_url.or_else(|| chat.base_url.clone()),
        // Another server is not told the key of this one.
        api_key: api_key.or_else(|| chat.api_key.clone().filter(|_| !elsewhere)),
        ..chat.clone()
    };
    if own || chat.is_configured() { server(&model).map(Some) } else { Ok(None) }
}

/// The model of entailment that the settings name.
pub(super) fn meaning(config: &Config) -> Result<Option<Arc<dyn Entailment>>, CliError> {
    let Some(folder) = &config.meaning.model else { return Ok(None) };
    let model = CrossEncoder::open(folder, None)
        .map_err(|fault| CliError::Model(fault.message(terminal_language())))?;
    Ok(Some(Arc::new(model)))
}

fn server(model: &ModelConfig) -> Result<Arc<dyn ChatModel>, CliError> {
    let mut settings = OpenAiSettings::new(model.base_url(), model.api_key.clone(), &model.name);
    settings.first_token_timeout = model.first_token();
    settings.idle_timeout = model.silence();
    let chat =
        OpenAiChat::new(settings).map_err(|fault| CliError::Model(fault.message(terminal_language())))?;
    Ok(Arc::new(chat))
}

/// What answers, for a person.
pub(super) fn answers_by(chat: &dyn ChatModel, config: &Config) -> String {
    match chat.kind() {
        ModelKind::Model => format!("{} ({})", chat.name(), config.model.base_url()),
        ModelKind::Extracts => say(
            "없음: 출처의 문장을 그대로 보여 줍니다 (OPENAI_BASE_URL, OPENAI_API_KEY로 모델을 붙일 수 있습니다)",
            "none: answers are extracts of the sources (set OPENAI_BASE_URL or OPENAI_API_KEY for a model)",
        ),
    }
}

/// Whether vectors of this space find by meaning, for a person.
pub(super) fn finds_by_meaning(space: &str) -> String {
    let mut parts = space.split(':');
    match (parts.next(), parts.next()) {
        (Some("local" | "openai"), Some(model)) => {
            say(&format!("뜻으로도 찾습니다: 예 ({model})"), &format!("finds by meaning: yes ({model})"))
        }
        _ => say(
            "뜻으로도 찾습니다: 아니요, 낱말로만 (`stet models get`으로 모델을 받을 수 있습니다)",
            "finds by meaning: no, by words alone (`stet models get` brings a model)",
        ),
    }
}

/// The folder of the model that embeds on this machine: the one of the settings, else, where they name no server for it, the
/// one that is installed.
pub(super) fn local_model(config: &Config) -> Result<Option<PathBuf>, CliError> {
    match &config.embedding.model {
        Some(Embeddings::Hashing | Embeddings::Server(_)) => Ok(None),
        Some(Embeddings::Folder(folder)) => Ok(Some(folder.clone())),
        None if server_model(config).is_some() => Ok(None),
        None => Ok(models::find(config)),
        Some(Embeddings::Local) => models::find(config).map(Some).ok_or_else(|| {
            CliError::Model(say(
                "뜻으로 찾는 모델이 없습니다. `stet models get`으로 받거나 STET_EMBEDDINGS에 폴더를 지정해 주세요.",
                "There is no model that finds by meaning; fetch it with `stet models get`, or name a folder in STET_EMBEDDINGS.",
            ))
        }),
    }
}

/// The model of a server that embeds. A local chat server need not offer embeddings, so a base URL alone asks for none.
pub(super) fn server_model(config: &Config) -> Option<String> {
    let (own, model) = (&config.embedding, &config.model);
    match &own.model {
        Some(Embeddings::Server(name)) => Some(name.clone()),
        Some(_) => None,
        None => (model.base_url.is_none() && model.api_key.is_some()).then(|| DEFAULT_EMBEDDING.to_owned()),
    }
}

/// Opens a model directory.
pub(super) fn encoder(directory: &Path) -> Result<Arc<Encoder>, CliError> {
    let encoder = Encoder::open(directory);
    encoder.map(Arc::new).map_err(|fault| CliError::Model(fault.message(terminal_language())))
}

fn embeddings(config: &Config, local: Option<&Arc<Encoder>>) -> Result<Arc<dyn Embedder>, CliError> {
    let (own, model) = (&config.embedding, &config.model);
    if let Some(encoder) = local {
        let directory = encoder.path();
        let got = encoder.dimensions();
        let wanted = own.dimensions.unwrap_or(got);
        if got != wanted || got > DIMENSIONS {
            return Err(CliError::Model(say(
                &format!(
                    "모델 폴더 {}의 벡터는 {got}차원입니다. OPENAI_EMBEDDING_DIMENSIONS는 비워 두고, {DIMENSIONS}차원 이하의 모델을 지정해 주세요.",
                    directory.display()
                ),
                &format!(
                    "The model directory {} gives {got} dimensions; leave OPENAI_EMBEDDING_DIMENSIONS empty and name a model with at most {DIMENSIONS}.",
                    directory.display()
                ),
            )));
        }
        return Ok(Arc::new(LocalEmbedder::new(Arc::clone(encoder))));
    }
    let Some(name) = server_model(config) else { return Ok(Arc::new(HashingEmbedder::new(DIMENSIONS))) };
    let base = own.base_url.as_deref().unwrap_or_else(|| model.base_url());
    let key = own.api_key.clone().or_else(|| model.api_key.clone());
    let mut settings = EmbeddingSettings::new(base, key, name, own.dimensions.unwrap_or(DIMENSIONS));
    settings.timeout = model.first_token().max(Duration::from_secs(1));
    let embedder =
        OpenAiEmbedder::new(settings).map_err(|fault| CliError::Model(fault.message(terminal_language())))?;
    Ok(Arc::new(embedder))
}
