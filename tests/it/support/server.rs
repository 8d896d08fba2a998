//! A running Stet: the router on a free port, its own database, a scripted model or extracts.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt as _;
use serde_json::{Value, json};
use stet_ask::Asker;
use stet_config::Config;
use stet_embedding::Embedder;
use stet_embedding::hashing::HashingEmbedder;
use stet_embedding::meaning::onnx::CrossEncoder;
use stet_http::{AppState, serve};
use stet_ingest::Ingest;
use stet_llm::extractive::ExtractiveChat;
use stet_llm::openai::{OpenAiChat, OpenAiSettings};
use stet_llm::{ChatModel, install_tls_provider};
use stet_store::{DIMENSIONS, DocumentStatus};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use uuid::Uuid;

use super::database::TestDatabase;
use super::model::ModelServer;

pub const LIBRARY: &str = "The library opens at nine in the morning and closes at six in the evening.\n\n\
    Students may borrow five books for two weeks. Employees are granted 15 days of paid leave.\n\n\
    도서관은 오전 아홉 시에 문을 연다. 학생은 책을 다섯 권까지 두 주 동안 빌릴 수 있다.\n";

pub struct Server {
    pub address: SocketAddr,
    pub state: AppState,
    pub model: Option<ModelServer>,
    pub client: reqwest::Client,
    stop: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<std::io::Result<()>>>,
    pub database: Arc<TestDatabase>,
}

impl Server {
    /// With extracts.
    pub async fn extracts() -> Self {
        Self::start(None, |_| ()).await
    }

    /// With a scenario of the scripted model. Stet waits long for all but those that fall silent for good.
    pub async fn scripted(scenario: &str) -> Self {
        let mut server = Self::start(Some(scenario), |_| ()).await;
        server.ingest("library.txt", LIBRARY).await;
        server
    }

    pub async fn start(scenario: Option<&str>, settings: impl FnOnce(&mut Config)) -> Self {
        Self::start_on(Arc::new(TestDatabase::new().await), scenario, settings).await
    }

    /// Another node on the same database, with a scripted model of its own.
    pub async fn beside(&self, scenario: &str) -> Self {
        Self::start_on(Arc::clone(&self.database), Some(scenario), |_| ()).await
    }

    /// Another process on a database, with settings of its own.
    pub async fn on(database: Arc<TestDatabase>, scenario: &str, settings: impl FnOnce(&mut Config)) -> Self {
        Self::start_on(database, Some(scenario), settings).await
    }

    async fn start_on(
        database: Arc<TestDatabase>,
        scenario: Option<&str>,
        settings: impl FnOnce(&mut Config),
    ) -> Self {
        install_tls_provider();
        let mut config = Config::default();
        if matches!(scenario, Some("stall" | "silent")) {
            config.model.first_token_seconds = 1;
        }
        config.gate.model_layer = false;
        // Tests of the gate let the model write what no source supports; those of the attempts say how often.
        config.correct.max_attempts = 1;
        // The scripts of a model are for the answer, unless a test is about its plan.
        config.workflow.max_subtasks = 0;
        // Tests of the end say how long what is under way may take.
        config.server.drain_seconds = 0;
        settings(&mut config);
        let config = Arc::new(config);
        let mut model = None;
        let chat: Arc<dyn ChatModel> = match scenario {
            None => Arc::new(ExtractiveChat),
            Some(name) => {
                let scripted = ModelServer::start().await;
                let settings = OpenAiSettings {
                    idle_timeout: config.model.silence(),
                    first_token_timeout: config.model.first_token(),
                    backoff: Duration::from_millis(10),
                    ..OpenAiSettings::new(scripted.base_url(), Some("sk-test".into()), name)
                };
                model = Some(scripted);
                Arc::new(OpenAiChat::new(settings).unwrap())
            }
        };
        let embedder: Arc<dyn Embedder> = Arc::new(HashingEmbedder::new(DIMENSIONS));
        let mut asker =
            Asker::new(database.store.clone(), Arc::clone(&chat), Arc::clone(&embedder), Arc::clone(&config));
        if let Some(folder) = &config.meaning.model {
            asker = asker.weighed_by(Arc::new(CrossEncoder::open(folder, None).unwrap()));
        }
        let ingest = Ingest::new(database.store.clone(), embedder, &config.ingest)
            .enriched_by(&chat, &config.enrich, config.model.first_token())
            .with_pictures(config.database.data_dir.clone())
            .with_program(PathBuf::from(env!("CARGO_BIN_EXE_stet")));
        ingest.start();
        asker.web = asker.web.map(|web| web.reading(Arc::new(ingest.clone())));
        let state = AppState { asker: Arc::new(asker), ingest: Arc::new(ingest) };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(serve(listener, state.clone(), async move {
            let _ = stopped.await;
        }));
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        Self { address, state, model, client, stop: Some(stop), task: Some(task), database }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Takes a document in and waits until it is ready.
    pub async fn ingest(&mut self, name: &str, text: &str) -> String {
        let queued = self.state.ingest.enqueue(name, text.as_bytes()).await.unwrap();
        let document = self.state.ingest.wait(queued.document_id).await.unwrap().unwrap();
        assert_eq!(document.status, DocumentStatus::Ready, "{:?}", document.failure);
        document.id.to_string()
    }

    pub async fn get(&self, path: &str) -> (u16, Value) {
        let response = self.client.get(self.url(path)).send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap_or_default())
    }

    pub async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let response = self.client.post(self.url(path)).json(body).send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap_or_default())
    }

    pub async fn ask_raw(&self, chat: &str, question: &str) -> reqwest::Response {
        let body = json!({
            "id": chat, "trigger": "submit-message",
            "messages": [{ "id": Uuid::now_v7(), "role": "user", "parts": [{ "type": "text", "text": question }] }],
        });
        self.client.post(self.url("/api/chat")).json(&body).send().await.unwrap()
    }

    /// Asks, and reads the stream to its end.
    pub async fn ask(&self, chat: &str, question: &str) -> Told {
        let response = self.ask_raw(chat, question).await;
        assert_eq!(response.status(), 200);
        Told::read(response).await
    }

    /// Ends as at Ctrl-C; the end is to be waited for.
    pub fn end(&mut self) -> JoinHandle<std::io::Result<()>> {
        self.stop.take().unwrap().send(()).unwrap();
        self.task.take().unwrap()
    }

    /// [`Self::end`], and waits for the end.
    pub async fn shut_down(&mut self) {
        self.end().await.unwrap().unwrap();
    }
}

/// A stream that was read.
#[derive(Debug, Default)]
pub struct Told {
    pub raw: String,
    /// Frame ids, in order.
    pub ids: Vec<String>,
    pub parts: Vec<Value>,
    pub done: bool,
}

impl Told {
    pub async fn read(response: reqwest::Response) -> Self {
        let mut bytes = Vec::new();
        let mut body = response.bytes_stream();
        while let Some(chunk) = body.next().await {
            bytes.extend_from_slice(&chunk.unwrap());
        }
        Self::parse(String::from_utf8(bytes).unwrap())
    }

    pub fn parse(raw: String) -> Self {
        let mut told = Self::default();
        for line in raw.lines() {
            if let Some(id) = line.strip_prefix("id: ") {
                told.ids.push(id.to_owned());
            } else if let Some(data) = line.strip_prefix("data: ") {
                if data == "[DONE]" {
                    told.done = true;
                } else {
                    told.parts.push(serde_json::from_str(data).unwrap());
                }
            }
        }
        told.raw = raw;
        told
    }

    pub fn of(&self, kind: &str) -> Vec<&Value> {
        self.parts.iter().filter(|part| part["type"] == kind).collect()
    }

    /// The ids of the texts that other attempts have replaced.
    fn superseded(&self) -> Vec<&Value> {
        self.of("data-superseded").into_iter().map(|part| &part["data"]["textId"]).collect()
    }

    /// The message: text deltas joined, edits applied in order, texts that were replaced left out.
    pub fn text(&self) -> String {
        let mut texts: Vec<(&Value, Vec<u16>)> = Vec::new();
        for part in &self.parts {
            let id = if part["type"] == "data-edit" { &part["data"]["textId"] } else { &part["id"] };
            if part["type"] == "text-start" {
                texts.push((id, Vec::new()));
            }
            let Some((_, units)) = texts.iter_mut().find(|(known, _)| *known == id) else { continue };
            if part["type"] == "text-delta" {
                units.extend(part["delta"].as_str().unwrap().encode_utf16());
            } else if part["type"] == "data-edit" {
                let data = &part["data"];
                let at = |name: &str| usize::try_from(data[name].as_u64().unwrap()).unwrap();
                let replacement = data["replacement"].as_str().unwrap().encode_utf16();
                units.splice(at("start")..at("end"), replacement);
            }
        }
        let replaced = self.superseded();
        let counts = texts.into_iter().filter(|(id, _)| !replaced.contains(id));
        String::from_utf16(&counts.flat_map(|(_, units)| units).collect::<Vec<_>>()).unwrap()
    }

    /// The last state of every sentence of the message.
    pub fn sentences(&self) -> Vec<Value> {
        let mut last: Vec<Value> = Vec::new();
        for part in self.of("data-sentence") {
            match last.iter_mut().find(|old| old["id"] == part["id"]) {
                Some(old) => *old = part.clone(),
                None => last.push(part.clone()),
            }
        }
        let replaced = self.superseded();
        last.retain(|part| !replaced.contains(&&part["data"]["textId"]));
        last
    }

    /// The structured result.
    pub fn metadata(&self) -> &Value {
        let with = self.parts.iter().rfind(|part| part.get("messageMetadata").is_some()).unwrap();
        &with["messageMetadata"]
    }
}
