//! Before the first question: a search is planned and its word lists are read, which would otherwise be waited for then. What judging
//! needs is read when the port opens.

use super::Asker;
use stet_store::Filter;

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
}
