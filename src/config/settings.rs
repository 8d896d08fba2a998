//! Every setting, each declared once: what it means in both languages, its type, its default, the variables that stand for it (the
//! last one wins) and the rules that it has to keep.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use stet_answer::Attribute;
use stet_gate::RuleSet;
use stet_marks::statute::Unverifiable;
use stet_sources::fusion::Fusion;
use stet_text::Language;

use super::gone::Gone;
use super::oidc::{self, Grant};
use super::rule::Rule;
use super::setting::{Embeddings, Section, Setting, Typed, settings};

settings! {
    /// The HTTP side.
    ("HTTP 서버.")
    server: ServerConfig {
        /// Address to bind. Anything but loopback needs a key or `oidc.issuer`.
        ("기다릴 주소. 이 컴퓨터 밖에서 닿는 주소에는 키나 `oidc.issuer`가 있어야 합니다.")
        host: String = "127.0.0.1".into(), ["STET_HOST"];
        /// TCP port; 0 lets the system choose one.
        ("TCP 포트. 0이면 시스템이 고릅니다.")
        port: u16 = 8787, ["STET_PORT"];
        /// Bearer key of 16 characters or more that every request must carry. Without one only loopback is served.
        ("모든 요청이 지녀야 하는 16자 이상의 키. 없으면 이 컴퓨터의 요청만 받습니다.")
        api_key: Option<String> = None, ["STET_API_KEY"], Rule::Characters(16);
        /// Answers generated at the same time; more get 503 with `Retry-After`.
        ("동시에 쓰는 답변 수. 넘치면 `Retry-After`와 함께 503을 받습니다.")
        max_answers: usize = 64, ["STET_MAX_ANSWERS"], Rule::AtLeast(1);
        /// Longest time that a client may take to send the headers of a request, to send a body (and a second more for every
        /// 4 KiB), and to take anything of what it is sent, in seconds. A stream is silent for half of it at most.
        ("클라이언트가 요청 머리를 보내고, 본문을 보내고(4 KiB마다 1초씩 더), 받을 것을 받아 가는 데 쓸 수 있는 최대 시간(초). 스트림은 길어야 이 시간의 절반 동안 말이 없습니다.")
        patience_seconds: u64 = 30, ["STET_PATIENCE_SECONDS"], Rule::AtLeast(1);
        /// Longest time that answers under way may take to end after SIGTERM or Ctrl-C, in seconds; a second one ends at once.
        ("SIGTERM이나 Ctrl-C 뒤에 쓰던 답변을 마칠 최대 시간(초). 한 번 더 보내면 바로 끝납니다.")
        drain_seconds: u64 = 60, ["STET_DRAIN_SECONDS"];
        /// Origins of other web pages (`https://editor.example`) that may use API, uploads and WebSocket.
        ("API, 올리기, WebSocket을 쓸 수 있는 다른 웹 페이지의 출처(`https://editor.example`).")
        allowed_origins: Vec<String> = Vec::new(), ["STET_ALLOWED_ORIGINS"], Rule::Begins("http://", "https://");
        /// Path below which a proxy shows this server (`/stet`), whether it takes it off or not. Without one: the whole host.
        ("프록시가 이 서버를 보여 주는 경로(`/stet`). 프록시가 떼어 내든 그대로 넘기든 됩니다. 없으면 호스트 전체입니다.")
        public_path: String = String::new(), ["STET_PUBLIC_PATH"], Rule::Path;
    }
    /// The provider whose accounts may sign in, and what they may. Without an issuer nobody signs in so.
    ("조직의 계정(OpenID Connect)으로 로그인. `issuer`가 없으면 쓰지 않습니다.")
    oidc: OidcConfig {
        /// The provider, as it names itself (`https://login.example`).
        ("계정을 주는 곳. 그곳이 스스로를 부르는 이름 그대로(`https://login.example`).")
        issuer: Option<String> = None, ["STET_OIDC_ISSUER"], Rule::Https;
        /// The name under which this service is registered there, with `PUBLIC_URL/api/session/oidc/callback` to come back to.
        ("그곳에 등록된 이 서비스의 이름. 돌아올 주소로 `PUBLIC_URL/api/session/oidc/callback`을 등록합니다.")
        client_id: Option<String> = None, ["STET_OIDC_CLIENT_ID"], Rule::Beside("oidc.issuer");
        /// The secret that the provider gave it.
        ("그곳에서 받은 비밀.")
        client_secret: Option<String> = None, ["STET_OIDC_CLIENT_SECRET"], Rule::Beside("oidc.issuer");
        /// Where people reach this service (`https://stet.example`): the provider sends them back there.
        ("사람들이 이 서비스를 여는 주소(`https://stet.example`). 로그인한 뒤 이 주소로 돌아옵니다.")
        public_url: Option<String> = None, ["STET_OIDC_PUBLIC_URL"], Rule::Beside("oidc.issuer"), Rule::Https;
        /// The claim that names a person's groups; dots lead into it (`realm_access.roles`).
        ("그 사람의 그룹이 든 클레임. 점으로 안쪽을 가리킵니다(`realm_access.roles`).")
        claim: String = "groups".into(), ["STET_OIDC_CLAIM"];
        /// Rows `group = workspace:scope`, on lines or with semicolons between them; `*` is everybody. The first that fits counts.
        ("`그룹 = 작업 공간:권한` 줄. 줄을 바꾸거나 세미콜론으로 나눕니다. `*`는 모두를 뜻하고, 먼저 맞는 줄이 이깁니다.")
        grants: String = String::new(), ["STET_OIDC_GRANTS"], Rule::Beside("oidc.issuer"), Rule::Grants;
    }
    /// What every key may do that has no limits of its own; 0: no limit.
    ("따로 한도를 정하지 않은 키가 할 수 있는 만큼. 0이면 한도가 없습니다.")
    limits: LimitsConfig {
        /// Requests a minute, on one node.
        ("노드 하나에서 1분 동안의 요청 수.")
        requests_per_minute: u32 = 0, ["STET_LIMIT_REQUESTS"];
        /// Answers and revisions at the same time, on one node.
        ("노드 하나에서 동시에 하는 답변과 고쳐쓰기 수.")
        streams: u32 = 0, ["STET_LIMIT_STREAMS"];
        /// Sockets (`/ws`) at the same time, on one node; where nobody has a key, of everybody on it.
        ("노드 하나에서 동시에 여는 소켓(`/ws`) 수. 키가 하나도 없으면 그 노드에서 여는 모두의 수.")
        sockets: u32 = 100, ["STET_LIMIT_SOCKETS"];
        /// Tokens that the model reads and writes on a day (UTC), on all nodes.
        ("모든 노드에서 하루(UTC) 동안 모델이 읽고 쓰는 토큰 수.")
        tokens_per_day: u64 = 0, ["STET_LIMIT_TOKENS"];
        /// Price of a million tokens.
        ("토큰 백만 개의 단가.")
        token_price: f64 = 0.0, ["STET_TOKEN_PRICE"];
    }
    /// Where PostgreSQL is, or where a private one lives.
    ("PostgreSQL이 있는 곳, 또는 전용 데이터베이스를 두는 곳.")
    database: DatabaseConfig {
        /// A PostgreSQL with pgvector; nothing private is started then. Several with commas between them: the one that takes writes
        /// is used, and looked for again when it goes away.
        ("pgvector가 있는 PostgreSQL. 정하면 전용 데이터베이스를 켜지 않습니다. 쉼표로 여럿을 주면 쓰기를 받는 곳을 쓰고, 그곳이 사라지면 다시 찾습니다.")
        url: Option<String> = None, ["DATABASE_URL"], Rule::Begins("postgres://", "postgresql://");
        /// The same past a pooler in transaction mode (pgbouncer 1.21 or newer), for migrations and the index over vectors.
        ("트랜잭션 모드의 풀러(pgbouncer 1.21 이상)를 거치지 않는 같은 데이터베이스. 마이그레이션과 벡터 색인에 씁니다.")
        direct_url: Option<String> = None, ["STET_DIRECT_DATABASE_URL"], Rule::Begins("postgres://", "postgresql://");
        /// Streaming replicas, with commas between them, that search, regulations and the list of sources are read from.
        ("검색, 규정, 출처 목록을 읽을 스트리밍 복제본. 쉼표로 나눕니다.")
        read_url: Option<String> = None, ["STET_READ_DATABASE_URL"], Rule::Begins("postgres://", "postgresql://");
        /// Folder of the private database, its tools and logs. Pictures that JSON lines name (`image_path`) are taken out of its `images`, of
        /// another workspace out of `workspaces/ID/images`, when the document that names them comes in.
        ("전용 데이터베이스와 그 도구, 로그를 두는 폴더. JSON Lines에 적힌 그림(`image_path`)은 그 문서를 들일 때 이 폴더의 `images`(다른 작업 공간은 `workspaces/ID/images`)에서 가져옵니다.")
        data_dir: PathBuf = ".stet".into(), ["STET_DATA_DIR"];
        /// Folder that holds `bin/postgres` of a PostgreSQL with pgvector, for the private database; found when unset.
        ("전용 데이터베이스에 쓸, pgvector가 있는 PostgreSQL의 폴더(`bin/postgres`가 든 곳). 정하지 않으면 찾습니다.")
        postgres_dir: Option<PathBuf> = None, ["STET_POSTGRES_DIR"];
        /// Connections of this process to the database.
        ("이 프로세스의 데이터베이스 연결 수.")
        max_connections: u32 = 16, ["STET_DATABASE_CONNECTIONS"];
    } beside {
        /// The active Python environment (`VIRTUAL_ENV`), which may have PostgreSQL as a package.
        python_env: Option<PathBuf>
    }
    /// The chat model, of any OpenAI-compatible server. Without a key and a base URL, answers are quotations of the sources.
    ("답변을 쓰는 모델. OpenAI 호환 서버면 됩니다. 키도 주소도 없으면 답변은 출처에서 따온 문장입니다.")
    model: ModelConfig {
        /// Base URL of an OpenAI-compatible server, with its `/v1`.
        ("OpenAI 호환 서버의 주소. `/v1`까지 적습니다.")
        base_url: Option<String> = None, ["OPENAI_BASE_URL"], Rule::Begins("http://", "https://");
        /// Key of that server. Alone, it is one of OpenAI's own server.
        ("그 서버의 키. 키만 있으면 OpenAI의 서버를 씁니다.")
        api_key: Option<String> = None, ["OPENAI_API_KEY"];
        /// Name of the model.
        ("모델의 이름.")
        name: String = "gpt-4o-mini".into(), ["OPENAI_MODEL"];
        /// Tokens of an answer, at most.
        ("답변의 최대 토큰 수.")
        max_tokens: u32 = 2048, ["STET_MODEL_MAX_TOKENS"];
        /// Tokens of the model's context, where known: for a longer prompt it gets 500 characters of each source. Else the
        /// server's refusal tells.
        ("모델이 한 번에 읽는 토큰 수(알 때). 프롬프트가 더 길면 출처마다 500자만 줍니다. 모르면 서버의 거절로 압니다.")
        context_tokens: Option<usize> = None, ["STET_MODEL_CONTEXT_TOKENS"];
        /// Longest wait for the first token, in seconds, for what is added to a passage, and for a batch of embeddings, which then is
        /// sent in halves. Half of it is waited between two tokens, a third for a verdict, a twelfth for the way of a question or its
        /// plan.
        ("첫 토큰, 구절에 더할 글, 벡터 한 묶음(넘으면 반씩 나누어 보냄)을 기다리는 최대 시간(초). 토큰 사이에는 그 절반, 판정에는 3분의 1, 질문의 갈래나 계획에는 12분의 1을 기다립니다.")
        first_token_seconds: u64 = 60, ["STET_MODEL_FIRST_TOKEN_SECONDS"], Rule::AtLeast(1);
    }
    /// The model that judges what words leave open. What is not set is as for the chat model; the key of that one is not sent to
    /// another server. `stet serve` tries it on thirty known sentences a language, and leaves a language in which it fails to the
    /// words.
    ("낱말만으로 가리지 못한 것을 판정하는 모델. 정하지 않은 것은 답변 모델을 따르고, 그 모델의 키를 다른 서버로 보내지는 않습니다. `stet serve`가 언어마다 답을 아는 문장 서른 개로 시험해, 통과하지 못한 언어는 낱말에 맡깁니다.")
    judge: JudgeConfig {
        /// Name of the model.
        ("모델의 이름.")
        name: Option<String> = None, ["STET_JUDGE_MODEL"];
        /// Base URL of an OpenAI-compatible server, with its `/v1`.
        ("OpenAI 호환 서버의 주소. `/v1`까지 적습니다.")
        base_url: Option<String> = None, ["STET_JUDGE_BASE_URL"], Rule::Begins("http://", "https://");
        /// Key of that server.
        ("그 서버의 키.")
        api_key: Option<String> = None, ["STET_JUDGE_API_KEY"];
    }
    /// A model of entailment on this machine, which is asked before the judge. It never lifts another number, date or denial, and
    /// is not asked in a language in which it fails ten known sentences.
    ("이 컴퓨터에서 도는 함의 모델. 판정 모델보다 먼저 묻습니다. 다른 수, 날짜, 부정을 눈감아 주는 일은 없고, 답을 아는 문장 열 개를 통과하지 못한 언어에서는 묻지 않습니다.")
    meaning: MeaningConfig {
        /// Its folder: `model.onnx`, `tokenizer.json` and a `config.json` whose labels name entailment. Unset: none is asked.
        ("모델 폴더: `model.onnx`, `tokenizer.json`, 그리고 함의(entailment)라는 이름표가 있는 `config.json`. 정하지 않으면 묻지 않습니다.")
        model: Option<PathBuf> = None, ["STET_MEANING_MODEL"];
    }
    /// Text embeddings: the server that is set, else the model that is installed, else feature hashing. After a change `serve` and
    /// `ingest` embed what is there again.
    ("글의 벡터: 정한 서버, 없으면 설치된 모델, 그것도 없으면 낱말 해시. 바꾸면 `serve`와 `ingest`가 있던 것의 벡터를 다시 만듭니다.")
    embedding: EmbeddingConfig {
        /// Base URL of an OpenAI-compatible server; unset, that of the chat model.
        ("OpenAI 호환 서버의 주소. 정하지 않으면 답변 모델의 것.")
        base_url: Option<String> = None, ["OPENAI_EMBEDDING_BASE_URL"], Rule::Begins("http://", "https://");
        /// Key of that server; unset, that of the chat model.
        ("그 서버의 키. 정하지 않으면 답변 모델의 것.")
        api_key: Option<String> = None, ["OPENAI_EMBEDDING_API_KEY"];
        /// `local`: the model that is installed; `hashing`: words alone; a folder (`/models/e5`, `./e5`: `model.safetensors`,
        /// `tokenizer.json`, `config.json`): the sentence encoder in it; else the name of the server's model. Unset: the installed
        /// one if there is one, or `text-embedding-3-small` when only an OpenAI key is given.
        ("`local`은 설치된 모델, `hashing`은 낱말만, 폴더(`/models/e5`, `./e5`: `model.safetensors`, `tokenizer.json`, `config.json`)는 그 안의 문장 인코더, 그 밖에는 서버의 모델 이름. 정하지 않으면 설치된 모델, OpenAI 키만 있으면 `text-embedding-3-small`.")
        model: Option<Embeddings> = None, ["OPENAI_EMBEDDING_MODEL", "STET_EMBEDDINGS"];
        /// Dimensions asked of the model; at most 1536.
        ("모델에 청할 차원 수. 1536까지.")
        dimensions: Option<usize> = None, ["OPENAI_EMBEDDING_DIMENSIONS"], Rule::Between(1, 1536);
    }
    /// Hybrid search.
    ("뜻과 낱말로 함께 찾기.")
    search: SearchConfig {
        /// How the two rankings become one: `score` (weighted, each scaled to 0 to 1) or `rrf` (by rank).
        ("두 순위를 합치는 방법: `score`(0에서 1로 맞춘 점수에 가중치)나 `rrf`(등수).")
        fusion: Fusion = Fusion::Score, ["SEARCH_FUSION"];
        /// The constant of `rrf`.
        ("`rrf`의 상수.")
        rrf_k: u32 = 60, ["SEARCH_RRF_K"];
        /// Passages that a search gives when it does not say how many.
        ("개수를 적지 않은 검색이 주는 구절 수.")
        top_k: usize = 10, ["SEARCH_DEFAULT_TOP_K"], Rule::AtLeast(1);
        /// Weight of meaning, 0 to 1.
        ("뜻의 가중치, 0에서 1까지.")
        semantic_weight: f32 = 0.5, ["SEARCH_DEFAULT_SEMANTIC_WEIGHT"], Rule::Between(0, 1);
        /// Weight of words, 0 to 1.
        ("낱말의 가중치, 0에서 1까지.")
        keyword_weight: f32 = 0.5, ["SEARCH_DEFAULT_KEYWORD_WEIGHT"], Rule::Between(0, 1);
    }
    /// Which passages become the sources of an answer.
    ("답변의 출처가 되는 구절.")
    sources: SourcesConfig {
        /// Sources of an answer, at most.
        ("답변 하나의 최대 출처 수.")
        max_sources: usize = 5, ["STET_MAX_SOURCES"];
        /// Least relevance, 0 to 1.
        ("가장 낮은 관련도, 0에서 1까지.")
        min_relevance: f32 = 0.4, ["STET_MIN_RELEVANCE"], Rule::Between(0, 1);
    }
    /// Routing and planning.
    ("질문의 갈래와 계획.")
    workflow: WorkflowConfig {
        /// Answer greetings and talk directly. Off, everything is searched for.
        ("인사와 잡담에는 바로 답합니다. 끄면 무엇이든 찾아봅니다.")
        routing: bool = true, ["ENABLE_QUERY_ROUTING"];
        /// Parts that a question is taken apart into, at most; 0 and 1 take none apart.
        ("질문을 나누는 최대 개수. 0과 1이면 나누지 않습니다.")
        max_subtasks: usize = 5, ["LANGGRAPH_PLANNING_MAX_SUBTASKS", "PLANNING_MAX_SUBTASKS"], Rule::Between(0, 10);
    }
    /// Tavily's web search, asked where the sources have little. Without a key the web is not asked.
    ("출처에 적을 때 묻는 Tavily 웹 검색. 키가 없으면 웹에서 찾지 않습니다.")
    web: WebConfig {
        /// Key of Tavily.
        ("Tavily의 키.")
        api_key: Option<String> = None, ["TAVILY_API_KEY"];
    } beside {
        /// A double that stands for Tavily's server.
        base_url: Option<String>
    }
    /// Files on their way in.
    ("들여오는 파일.")
    ingest: IngestConfig {
        /// Largest file, in bytes. Where the disk of the data folder has no room for one, `/readyz` says no.
        ("파일의 최대 크기(바이트). 데이터 폴더의 디스크에 그만큼 남아 있지 않으면 `/readyz`가 아니라고 답합니다.")
        max_file_bytes: usize = 100 << 20, ["STET_MAX_FILE_BYTES"];
    } beside {
        /// The active Python environment (`VIRTUAL_ENV`), which may have PDFium as a package.
        python_env: Option<PathBuf>,
        /// Hosts of private networks from which addresses are taken in all the same: doubles of the web in tests.
        private_hosts: Vec<String>
    }
    /// Contexts and translations of passages, and what they speak of. Each needs a chat model, which is asked once for each passage, so
    /// all are off.
    ("구절의 맥락과 번역, 구절이 말하는 것. 구절마다 채팅 모델에 한 번씩 물으므로 모두 꺼져 있습니다.")
    enrich: EnrichConfig {
        /// Let the model situate each passage in its document, so that it is found.
        ("구절이 문서의 어디쯤인지 모델이 적어, 찾을 수 있게 합니다.")
        contextualize: bool = false, ["STET_CONTEXTUALIZE"];
        /// Languages (`en`, `ko`) into which passages of the other language are translated.
        ("다른 언어의 구절을 옮길 언어(`en`, `ko`).")
        translate: Vec<Language> = Vec::new(), ["STET_TRANSLATE"];
        /// Let the model find what each passage speaks of and how it hangs together, for the graph, beside what rules find.
        ("규칙이 찾은 것 말고도, 구절이 무엇을 말하고 어떻게 이어지는지 모델이 찾아 그래프에 더합니다.")
        entities: bool = false, ["STET_EXTRACT_ENTITIES"];
    }
    /// What may be shown.
    ("보여 주어도 되는 것.")
    gate: GateConfig {
        /// Let the model judge what words alone leave open (needs a model).
        ("낱말만으로 가리지 못한 것을 모델이 판정하게 합니다(모델이 있어야 합니다).")
        model_layer: bool = true, ["STET_MODEL_LAYER"];
        /// What stands for a reference to a regulation that does not exist: `generalise`, `notice` or `remove`.
        ("없는 규정을 가리키는 곳을 대신할 것: `generalise`(일반적인 말), `notice`(알림), `remove`(지움).")
        unverifiable: Unverifiable = Unverifiable::Generalise, ["STET_UNVERIFIABLE"];
        /// Rules of the gate that are not asked, by the ids that a verdict shows: `["subject", "name"]`.
        ("묻지 않을 판정 규칙. 판정에 나오는 id로 적습니다: `[\"subject\", \"name\"]`.")
        off: RuleSet = RuleSet::NONE, [];
    } beside {
        /// What becomes of a claim that could be cited, where that is not to be as always: put in answers, suggested in texts that
        /// are checked.
        attribute: Option<Attribute>
    }
    /// Further attempts at an answer that its sources do not support, or that is not good enough.
    ("출처가 받쳐 주지 않거나 모자란 답변을 다시 쓰기.")
    correct: CorrectConfig {
        /// A share of unsupported claims above it makes the model write the answer again, from what the sources state, 0 to 1.
        ("출처가 받쳐 주지 않는 주장의 비율이 이보다 높으면 모델이 출처에 있는 것으로 다시 씁니다, 0에서 1까지.")
        hallucination_threshold: f32 = 0.7, ["CRAG_HALLUCINATION_THRESHOLD"], Rule::Between(0, 1);
        /// A grade below it does the same, 0 to 1 (also one below 0.5 in a single respect). Where it is set the model grades answers
        /// (completeness, relevance, clarity), which is one more question to it after each.
        ("점수가 이보다 낮으면 다시 씁니다, 0에서 1까지(한 가지라도 0.5보다 낮을 때도). 정하면 모델이 답변을 채점하며(빠짐없는지, 맞는 답인지, 분명한지), 답변마다 한 번 더 묻습니다.")
        quality_threshold: Option<f32> = None, ["CRAG_ANSWER_QUALITY_THRESHOLD"], Rule::Between(0, 1);
        /// Attempts in all, the first included.
        ("처음 것까지 모두 몇 번 쓰는지.")
        max_attempts: usize = 3, ["CRAG_MAX_RETRIES"];
    }
    /// How long what was said is kept. Unset: for good.
    ("주고받은 말을 두는 기간. 정하지 않으면 계속 둡니다.")
    keep: KeepConfig {
        /// Days after which the log of an answer goes that has ended: its verdicts sentence by sentence. Text and result stay.
        ("끝난 답변의 기록(문장마다의 판정)을 지울 때까지의 날수. 글과 결과는 남습니다.")
        log_days: Option<u32> = None, ["STET_KEEP_LOG_DAYS"];
        /// Days after which conversations of `/v1/chat/completions` go, whose clients keep their own.
        ("`/v1/chat/completions`의 대화를 지울 때까지의 날수. 대화는 클라이언트가 지니고 있습니다.")
        completion_days: Option<u32> = None, ["STET_KEEP_COMPLETION_DAYS"];
    }
}

/// Every setting.
pub(super) fn settings() -> impl Iterator<Item = &'static Setting> {
    SECTIONS.iter().flat_map(|section| section.settings)
}

/// A setting with the variable that stands for it, if there is one: a person has set one of the two.
#[must_use]
pub fn with_variable(setting: &str) -> String {
    let variable = settings().find(|one| one.name == setting).and_then(|one| one.variables.last());
    variable.map_or_else(|| setting.to_owned(), |variable| format!("{setting} ({variable})"))
}

impl Config {
    /// Whether nobody is let in who shows nothing, whatever keys are stored.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.server.api_key.is_some() || self.oidc.is_configured()
    }
}

impl OidcConfig {
    /// Whether people may sign in with an account.
    #[must_use]
    pub const fn is_configured(&self) -> bool {
        self.issuer.is_some()
    }

    /// What the groups give, in the order in which they count; a row that is none is the fault.
    pub fn grants(&self) -> Result<Vec<Grant>, &str> {
        oidc::grants(&self.grants)
    }
}

impl ServerConfig {
    /// Distance between two keep-alive comments of a stream, and two pings of a socket.
    #[must_use]
    pub const fn keep_alive(&self) -> Duration {
        Duration::from_millis(self.patience_seconds.saturating_mul(500))
    }
}

impl ModelConfig {
    /// Whether a model is configured at all.
    #[must_use]
    pub const fn is_configured(&self) -> bool {
        self.base_url.is_some() || self.api_key.is_some()
    }

    /// The base URL to talk to.
    #[must_use]
    pub fn base_url(&self) -> &str {
        self.base_url.as_deref().unwrap_or("https://api.openai.com/v1")
    }

    /// Longest wait for a first token, and for a text or vectors that come at once.
    #[must_use]
    pub const fn first_token(&self) -> Duration {
        Duration::from_secs(self.first_token_seconds)
    }

    /// Longest silence inside a stream.
    #[must_use]
    pub fn silence(&self) -> Duration {
        self.first_token() / 2
    }

    /// Longest wait for one verdict.
    #[must_use]
    pub fn verdict(&self) -> Duration {
        self.first_token() / 3
    }

    /// Longest wait for the model's word on a question's way or plan; then the rule's holds.
    #[must_use]
    pub fn planning(&self) -> Duration {
        self.first_token() / 12
    }
}

impl EnrichConfig {
    /// Whether a model is to add anything.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.contextualize || self.entities || !self.translate.is_empty()
    }
}
