//! Settings that there were, and what came instead of each: whoever has one in a file is told instead of served, whoever has its
//! variable is warned.

use stet_text::Language;

/// A setting that there is no more.
#[derive(Debug, PartialEq, Eq)]
pub struct Gone {
    /// `ingest.chunk_size`.
    pub name: &'static str,
    /// The variable that stood for it; empty where that one has another meaning now, or its old one without a file.
    pub variable: &'static str,
    now: Now,
}

#[derive(Debug, PartialEq, Eq)]
enum Now {
    /// It has this value.
    Fixed(&'static str),
    /// It follows from how long a first token is waited for.
    Measured,
    /// What to do, in English and Korean.
    Other(&'static str, &'static str),
}

use Now::{Fixed, Measured, Other};

impl Gone {
    /// What it was and what to do, for a person.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        let name = match self.variable {
            "" => self.name.to_owned(),
            variable => format!("{} ({variable})", self.name),
        };
        match language {
            Language::En => {
                let now = match self.now {
                    Fixed(value) => format!("it is always {value}; remove it"),
                    Measured => "it follows from STET_MODEL_FIRST_TOKEN_SECONDS; set that one and remove it"
                        .to_owned(),
                    Other(english, _) => english.to_owned(),
                };
                format!("{name} is no setting any more: {now}")
            }
            Language::Ko => {
                let now = match self.now {
                    Fixed(value) => format!("언제나 {value}입니다. 설정을 지워 주세요"),
                    Measured => {
                        "STET_MODEL_FIRST_TOKEN_SECONDS를 따릅니다. 그것을 정하고 이 설정은 지워 주세요"
                            .to_owned()
                    }
                    Other(_, korean) => korean.to_owned(),
                };
                format!("{name}은(는) 이제 없는 설정입니다. {now}")
            }
        }
    }
}

const SEMANTIC: Now = Other(
    "nearness of meaning did not tell true claims from false ones. Remove it; what words leave open is judged by a model (STET_JUDGE_MODEL, else OPENAI_MODEL), and STET_EMBEDDINGS names one that finds by meaning",
    "뜻이 가까운지로는 맞는 주장과 틀린 주장을 가리지 못했습니다. 설정을 지워 주세요. 낱말로 가리지 못한 것은 모델(STET_JUDGE_MODEL, 없으면 OPENAI_MODEL)이 판정하고, 뜻으로 찾는 모델은 STET_EMBEDDINGS에 지정합니다",
);
const PREFIX: Now = Other(
    "prefixes follow from the name of the server's model (E5, Nomic), or stand in the folder of the encoder; remove it",
    "서버 모델의 이름(E5, Nomic)에 따라 정해지거나 인코더 폴더에 적힌 것을 씁니다. 설정을 지워 주세요",
);
const ACTIVE: Now = Other(
    "the active Python environment is used (VIRTUAL_ENV); remove it",
    "켜져 있는 Python 환경(VIRTUAL_ENV)을 씁니다. 설정을 지워 주세요",
);

/// Name, variable, and what came instead.
macro_rules! gone {
    ($($name:literal $variable:literal $now:expr;)+) => {
        &[$(Gone { name: $name, variable: $variable, now: $now }),+]
    };
}

pub(super) const GONE: &[Gone] = gone! {
    "server.max_body_bytes" "STET_MAX_BODY_BYTES" Fixed("8 MiB");
    "server.max_question_bytes" "STET_MAX_QUESTION_BYTES" Fixed("32 KiB");
    "server.keep_alive_seconds" "STET_KEEP_ALIVE_SECONDS" Other("it is half of STET_PATIENCE_SECONDS; set that one and remove it", "STET_PATIENCE_SECONDS의 절반입니다. 그것을 정하고 이 설정은 지워 주세요");
    "server.min_free_bytes" "STET_MIN_FREE_BYTES" Other("the disk has to have room for a largest file (STET_MAX_FILE_BYTES); remove it", "디스크에 가장 큰 파일(STET_MAX_FILE_BYTES)만큼 남아 있어야 합니다. 설정을 지워 주세요");
    "server.otlp_endpoint" "" Other("name the collector in the variable OTEL_EXPORTER_OTLP_ENDPOINT", "수집기의 주소를 환경 변수 OTEL_EXPORTER_OTLP_ENDPOINT에 적어 주세요");
    "oidc.scopes" "STET_OIDC_SCOPES" Other("the provider is asked for openid, profile and email, and for the scope that STET_OIDC_CLAIM names where it has one; remove it", "openid, profile, email과, 그곳에 있으면 STET_OIDC_CLAIM과 이름이 같은 범위를 요청합니다. 설정을 지워 주세요");
    "oidc.session_hours" "STET_OIDC_SESSION_HOURS" Fixed("12");
    "limits.cost_per_day" "STET_LIMIT_COST" Other("set STET_LIMIT_TOKENS instead: the cost divided by STET_TOKEN_PRICE, in millions", "대신 STET_LIMIT_TOKENS를 정해 주세요. 비용을 STET_TOKEN_PRICE로 나눈 값(백만 단위)입니다");
    "database.read_lag_seconds" "STET_READ_LAG_SECONDS" Fixed("0.5");
    "database.python_env" "" ACTIVE;
    "model.temperature" "STET_MODEL_TEMPERATURE" Fixed("0.1");
    "model.connect_seconds" "STET_MODEL_CONNECT_SECONDS" Fixed("5");
    "model.idle_seconds" "STET_MODEL_IDLE_SECONDS" Measured;
    "meaning.runtime" "STET_MEANING_RUNTIME" Other("put the library into the folder of STET_MEANING_MODEL, or install it (pip install onnxruntime)", "라이브러리를 STET_MEANING_MODEL의 폴더에 두거나 `pip install onnxruntime`으로 설치해 주세요");
    "meaning.accept" "STET_MEANING_ACCEPT" Fixed("0.9");
    "embedding.kind" "" Other("embedding.model takes `local` and `hashing`, too", "`local`과 `hashing`도 embedding.model에 적어 주세요");
    "embedding.seconds" "STET_EMBEDDING_SECONDS" Measured;
    "embedding.model_dir" "STET_EMBEDDING_MODEL_DIR" Other("name the folder in STET_EMBEDDINGS (embedding.model), as /models/e5 or ./e5", "폴더를 STET_EMBEDDINGS(embedding.model)에 /models/e5나 ./e5처럼 적어 주세요");
    "embedding.query_prefix" "STET_EMBEDDING_QUERY_PREFIX" PREFIX;
    "embedding.passage_prefix" "STET_EMBEDDING_PASSAGE_PREFIX" PREFIX;
    "sources.min_excerpt_length" "STET_MIN_EXCERPT_LENGTH" Fixed("2");
    "workflow.planning_seconds" "STET_PLANNING_SECONDS" Measured;
    "web.base_url" "STET_TAVILY_BASE_URL" Other("Tavily's own server is asked; remove it", "Tavily의 서버에 묻습니다. 설정을 지워 주세요");
    "web.seconds" "STET_WEB_SECONDS" Fixed("10");
    "ingest.chunk_size" "STET_CHUNK_SIZE" Fixed("1000");
    "ingest.chunk_overlap" "STET_CHUNK_OVERLAP" Fixed("200");
    "ingest.extract_seconds" "STET_EXTRACT_SECONDS" Fixed("120");
    "ingest.extract_memory_mib" "STET_EXTRACT_MEMORY_MIB" Fixed("512");
    "ingest.pdfium" "STET_PDFIUM" Other("put the library beside the program, or install it (pip install pypdfium2)", "라이브러리를 프로그램 옆에 두거나 `pip install pypdfium2`로 설치해 주세요");
    "ingest.python_env" "" ACTIVE;
    "ingest.tesseract" "STET_TESSERACT" Other("it is found where systems put it (/usr/bin, /usr/local/bin, /opt/homebrew/bin); remove it", "시스템이 두는 곳(/usr/bin, /usr/local/bin, /opt/homebrew/bin)에서 찾습니다. 설정을 지워 주세요");
    "ingest.scan_pages" "STET_SCAN_PAGES" Fixed("300");
    "ingest.workers" "STET_INGEST_WORKERS" Fixed("2");
    "enrich.seconds" "STET_ENRICH_SECONDS" Measured;
    "gate.semantic_model" "STET_SEMANTIC_MODEL" SEMANTIC;
    "gate.semantic_threshold" "STET_SEMANTIC_THRESHOLD" SEMANTIC;
    "gate.similarity_threshold" "STET_SIMILARITY_THRESHOLD" Fixed("0.6");
    "gate.confidence_threshold" "STET_CONFIDENCE_THRESHOLD" Fixed("0.7");
    "gate.strict" "STET_STRICT" Other("a question says it (`strict`, `stet ask --strict`); remove it", "물을 때 정합니다(`strict`, `stet ask --strict`). 설정을 지워 주세요");
    "gate.verdict_seconds" "STET_VERDICT_SECONDS" Measured;
    "gate.references" "STET_REFERENCES" Fixed("append");
    "gate.attribute" "STET_ATTRIBUTE" Other("citations that only one source can have are put into answers and suggested in texts that are checked; remove it", "꼭 한 출처의 인용은 답변에는 붙이고 대조하는 글에는 권합니다. 설정을 지워 주세요");
    "gate.foreign_addresses" "STET_FOREIGN_ADDRESSES" Other("addresses that no source, no question and no draft has are always left out; remove it", "출처에도 질문에도 초안에도 없는 주소는 언제나 뺍니다. 설정을 지워 주세요");
    "correct.grade" "STET_GRADE" Other("answers are graded where CRAG_ANSWER_QUALITY_THRESHOLD is set (0.6); set that one and remove it", "CRAG_ANSWER_QUALITY_THRESHOLD를 정하면(0.6) 채점합니다. 그것을 정하고 이 설정은 지워 주세요");
    "revise.proofread" "STET_PROOFREAD" Fixed("true");
};
