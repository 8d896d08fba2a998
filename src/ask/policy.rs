//! By which rules an answer is released.

use stet_answer::{AnswerPolicy, Attribute};
use stet_gate::GatePolicy;
use stet_text::Language;

use super::{AskError, Asker, Regulations};

impl Asker {
    /// The release policy for an answer in `language`.
    ///
    /// # Errors
    /// The store failed.
    pub async fn policy(&self, language: Language, strict: Option<bool>) -> Result<AnswerPolicy, AskError> {
        let regulations = self.regulations().await?;
        Ok(self.policy_with(regulations, language, strict))
    }

    /// [`Self::policy`] with these regulations.
    pub(super) fn policy_with(
        &self,
        regulations: Option<Regulations>,
        language: Language,
        strict: Option<bool>,
    ) -> AnswerPolicy {
        let gate = &self.config.gate;
        let layers = self.layers(language);
        AnswerPolicy {
            gate: GatePolicy {
                model_layer: layers.meaning || layers.model,
                reason_language: Some(language),
                off: gate.off,
                ..GatePolicy::default()
            },
            attribute: gate.attribute.unwrap_or(Attribute::Put),
            strict: strict.unwrap_or_default(),
            unverifiable: gate.unverifiable,
            regulations,
            ..AnswerPolicy::new(language)
        }
    }

    /// The stored regulations, `None` when there are none. Read again only when their version has changed; answers
    /// that begin meanwhile wait for one reading.
    pub async fn regulations(&self) -> Result<Option<Regulations>, AskError> {
        self.regulations_of(self.store.regulations_version().await?).await
    }

    /// [`Self::regulations`], at least as new as a version.
    pub(super) async fn regulations_of(&self, version: i64) -> Result<Option<Regulations>, AskError> {
        Ok(self.regulations.since(version, &self.store).await?)
    }
}
