//! What a model adds to documents when they are taken in.

use serde::{Deserialize, Serialize};

use stet_text::Language;

/// Contexts and translations of passages, and what they speak of. Each needs a chat model, which is asked once for each passage, so
/// all are off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EnrichConfig {
    /// Let the model situate each passage in its document, so that it is found.
    pub contextualize: bool,
    /// Languages (`en`, `ko`) into which passages of the other language are translated.
    pub translate: Vec<Language>,
    /// Let the model find what each passage speaks of and how it hangs together, for the graph, beside what rules find.
    pub entities: bool,
    /// Longest wait for the model's text on one passage, in seconds.
    pub seconds: u64,
}

impl Default for EnrichConfig {
    fn default() -> Self {
        Self { contextualize: false, translate: Vec::new(), entities: false, seconds: 60 }
    }
}

impl EnrichConfig {
    /// Whether a model is to add anything.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.contextualize || self.entities || !self.translate.is_empty()
    }
}
