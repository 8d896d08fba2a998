//! Before the first question: a search is planned and its word lists are read, which would otherwise be waited for then, and the
//! models that judge are tried. What judging needs is read when the port opens.

use super::Asker;
use stet_store::Filter;
use stet_text::Language;

/// A question in either language.
const ASKED: [&str; 2] = ["How many books may a student borrow?", "재학생은 책을 몇 권까지 빌릴 수 있나요?"];

impl Asker {
    /// Searches in either language.
    pub async fn warm(&self) {
        for question in ASKED {
            if let Err(fault) = self.search(question, &Filter::default(), 1).await {
                tracing::debug!(%fault, "nothing could be looked for before the first question");
            }
        }
    }

    /// Tries the model of entailment on known sentences in both languages. What it says goes to `tell`, in the words of `spoken`,
    /// where it is not fit.
    pub async fn try_meaning(&self, spoken: Language, tell: impl Fn(&str)) {
        let Some(meaning) = &self.meaning else { return };
        for language in [Language::Ko, Language::En] {
            if self.shutdown.run_until_cancelled(meaning.try_in(language)).await.is_none() {
                return;
            }
            if let Some(unfit) = meaning.unfit(language, spoken) {
                tell(&unfit);
            }
        }
    }

    /// Tries the judge on known sentences in both languages, while no answer is being written. What it says goes to
    /// `tell`, in the words of `spoken`, where it is not fit.
    pub async fn try_judge(&self, spoken: Language, tell: impl Fn(&str)) {
        let Some(judge) = &self.judge else { return };
        for language in [Language::Ko, Language::En] {
            let busy = || !self.live.is_empty();
            if self.shutdown.run_until_cancelled(judge.try_in(language, busy)).await.is_none() {
                return;
            }
            if let Some(unfit) = judge.unfit(language, spoken) {
                tell(&unfit);
            }
        }
    }
}
