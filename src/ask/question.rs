//! A question, and why one cannot be taken.

use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use crate::graph::Mode;
use stet_access::Refusal;
use stet_llm::Sampling;
use stet_packs::CriteriaError;
use stet_sources::turn;
use stet_store::claims::MOST_VERSIONS;
use stet_store::{Filter, StoreError};
use stet_text::Language;

/// Largest question, in bytes.
pub const MAX_QUESTION: usize = 32 << 10;
/// Largest JSON message of a client, in bytes.
pub const MAX_BODY: usize = 8 << 20;

/// A question.
#[derive(Debug, Clone, Default)]
pub struct Question {
    /// The conversation, by the id that the client chose.
    pub chat_id: String,
    /// The client's id of the question's message.
    pub client_message_id: Option<String>,
    /// Ids of the messages before the question, where the client tells its turns, the nearest first: what was said elsewhere does not
    /// belong. Those of questions are the client's.
    pub after: Vec<String>,
    pub text: String,
    /// Earlier turns as the client tells them, oldest first: whether the user spoke, and the text. Those that are stored
    /// count before them.
    pub history: Vec<(bool, String)>,
    /// Only these documents; all when empty.
    pub documents: Vec<Uuid>,
    /// The project of a new conversation.
    pub project: Option<Uuid>,
    /// Only such passages; its documents are those above.
    pub filter: Filter,
    /// The writer's rules for the answer.
    pub criteria_packs: Vec<Uuid>,
    pub strict: Option<bool>,
    pub language: Option<Language>,
    /// The way of the search.
    pub mode: Mode,
    /// Whether the web is asked as well.
    pub web: Web,
    /// Answer the question anew, where it was asked before; else the last one.
    pub regenerate: bool,
    /// Let the model write once only: whoever reads it cannot take words back.
    pub once: bool,
    /// What the client asks of the model itself.
    pub call: Call,
}

impl Question {
    /// The language to answer in: what the question asks for, else the client, else the question's own.
    pub(crate) fn answer_language(&self) -> Language {
        let named = turn::language_asked(&self.text).map(|(language, _)| language);
        named.or(self.language).unwrap_or_else(|| turn::language_of_question(&self.text))
    }

    /// What it asks, without the language that it asks to be answered in.
    pub(crate) fn said(&self) -> String {
        let rest = turn::language_asked(&self.text).map(|(_, rest)| rest).filter(|rest| !rest.is_empty());
        rest.unwrap_or_else(|| self.text.clone())
    }
}

/// What a conversation is called that begins with a question.
pub(crate) fn title_of(question: &str) -> String {
    let words: Vec<&str> = question.split_whitespace().collect();
    words.join(" ").chars().take(80).collect()
}

/// Whether the web is searched for a question, where the server has a key for that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Web {
    /// Never.
    Off,
    /// Where the sources have little.
    #[default]
    Auto,
    /// Beside the sources, whatever they have.
    Always,
}

/// What a client that speaks the protocol of a model asks of it; the settings hold where it says nothing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Call {
    /// The application's own instructions. They come behind Stet's.
    pub instructions: String,
    pub temperature: Option<f32>,
    pub max_tokens: Option<u32>,
    pub sampling: Sampling,
    /// The client waits and asks again by itself where the model's server is busy: it is told so, and not given extracts.
    pub retries: bool,
}

/// Why a question could not be taken.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    #[error("the question is empty")]
    Empty,
    #[error("the question is longer than {limit} bytes")]
    TooLong { limit: usize },
    #[error("an answer is being written in this conversation")]
    Busy,
    #[error("there are {MOST_VERSIONS} versions of this question or of its answer; ask it as a new question")]
    TooManyVersions,
    #[error("too many answers are being written")]
    Full,
    #[error("there is no project {0}")]
    NoProject(Uuid),
    /// Whoever may ask and no more goes on with conversations of their own.
    #[error("the conversation was begun by somebody else; this key may read it, and begin one of its own")]
    NotTheirs,
    /// Whoever may only read asks nothing.
    #[error("this key may only read; asking takes one of the scope ask")]
    OnlyReads,
    /// The key or its workspace has had what it may.
    #[error("the limit of the key is reached")]
    Limited(Refusal),
    #[error("the program is ending")]
    Leaving,
    #[error("the task of the answer ended before it had begun")]
    Broken,
    #[error(transparent)]
    Criteria(#[from] CriteriaError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl AskError {
    /// What is wrong, for a person at the terminal.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        match (self, language) {
            (Self::Criteria(fault), _) => fault.message(language),
            (Self::Store(fault), _) => fault.message(language),
            (_, Language::En) => self.to_string(),
            (Self::Empty, Language::Ko) => "질문이 비어 있습니다".to_owned(),
            (Self::TooLong { limit }, Language::Ko) => format!("질문이 {limit}바이트보다 깁니다"),
            (Self::Busy, Language::Ko) => "이 대화에서는 아직 답변을 쓰고 있습니다".to_owned(),
            (Self::TooManyVersions, Language::Ko) => {
                format!(
                    "이 질문이나 그 답변의 판이 이미 {MOST_VERSIONS}개 있습니다. 새 질문으로 물어봐 주세요"
                )
            }
            (Self::Full, Language::Ko) => "답변이 너무 많이 진행되고 있습니다".to_owned(),
            (Self::NoProject(id), Language::Ko) => format!("프로젝트 {id}이(가) 없습니다"),
            (Self::NotTheirs, Language::Ko) => {
                "다른 사람이 시작한 대화입니다. 이 키로는 읽거나 새 대화를 시작할 수 있습니다".to_owned()
            }
            (Self::OnlyReads, Language::Ko) => {
                "이 키로는 읽기만 할 수 있습니다. 묻기(ask) 권한이 있는 키가 필요합니다".to_owned()
            }
            (Self::Limited(_), Language::Ko) => "키의 한도에 이르렀습니다".to_owned(),
            (Self::Leaving, Language::Ko) => "프로그램이 끝나는 중입니다".to_owned(),
            (Self::Broken, Language::Ko) => "답변을 시작하지 못했습니다".to_owned(),
        }
    }
}
