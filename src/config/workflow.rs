//! The settings of what comes before an answer: its way, its plan, and the web where the sources have little.

use serde::{Deserialize, Serialize};

/// Routing and planning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WorkflowConfig {
    /// Answer greetings and talk directly. Off, everything is searched for.
    pub routing: bool,
    /// Parts that a question is taken apart into, at most; 0 and 1 take none apart.
    pub max_subtasks: usize,
    /// Longest wait for the model's word on a question's way or plan, in seconds; then the rule's holds.
    pub planning_seconds: u64,
}

impl Default for WorkflowConfig {
    fn default() -> Self {
        Self { routing: true, max_subtasks: 5, planning_seconds: 5 }
    }
}

/// Tavily's web search, asked where the sources have little. Without a key the web is not asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WebConfig {
    /// Key of Tavily.
    pub api_key: Option<String>,
    /// Base URL of its server; unset, Tavily's own.
    pub base_url: Option<String>,
    /// Longest wait for its results, in seconds.
    pub seconds: u64,
}

impl Default for WebConfig {
    fn default() -> Self {
        Self { api_key: None, base_url: None, seconds: 10 }
    }
}
