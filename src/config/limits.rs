//! How much may be done with a key, and how long what was done is kept.

use serde::{Deserialize, Serialize};

/// What every key may do that has no limits of its own; 0: no limit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitsConfig {
    /// Requests a minute, on one node.
    pub requests_per_minute: u32,
    /// Answers and revisions at the same time, on one node.
    pub streams: u32,
    /// Sockets (`/ws`) at the same time, on one node; where nobody has a key, of everybody on it.
    pub sockets: u32,
    /// Tokens that the model reads and writes on a day (UTC), on all nodes.
    pub tokens_per_day: u64,
    /// What they may cost, in the currency of the price.
    pub cost_per_day: f64,
    /// Price of a million tokens.
    pub token_price: f64,
}

impl Default for LimitsConfig {
    fn default() -> Self {
        Self {
            requests_per_minute: 0,
            streams: 0,
            sockets: 100,
            tokens_per_day: 0,
            cost_per_day: 0.0,
            token_price: 0.0,
        }
    }
}

/// How long what was said is kept. Unset: for good.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct KeepConfig {
    /// Days after which the log of an answer goes that has ended: its verdicts sentence by sentence. Text and result stay.
    pub log_days: Option<u32>,
    /// Days after which conversations of `/v1/chat/completions` go, whose clients keep their own.
    pub completion_days: Option<u32>,
}
