//! What becomes of a question before it is searched for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::graph::Mode;

/// What became of a question before it was searched for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QueryTrace {
    /// Missing from what earlier versions stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query_type: Option<QueryType>,
    /// The question as it would be asked without its conversation: what was searched for. Missing for talk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enhanced_query: Option<String>,
    /// The things that it asks for; none where it asks one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subtasks: Vec<Subtask>,
    /// The way that the search for its sources went: not the one that was asked for where the graph had nothing of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// Tokens of the prompt of the answer, at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt_tokens: Option<usize>,
}

/// The way of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum QueryType {
    /// Talk, answered directly.
    Simple,
    RagRequired,
    /// Searched for with what was said before.
    HistoryRequired,
}

/// One thing that a question asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct Subtask {
    /// The question.
    pub question: String,
    /// Other words that were searched for it.
    #[serde(default)]
    pub queries: Vec<String>,
    /// The numbers of the sources that were found for it.
    #[serde(default)]
    pub sources: Vec<usize>,
}

impl Subtask {
    pub(super) fn new(question: String, queries: Vec<String>) -> Self {
        Self { question, queries, sources: Vec::new() }
    }
}
