//! Before the first question: word lists are read and a search is planned, which would otherwise be waited for then.

use super::Asker;
use crate::apart::apart;
use crate::store::Filter;

/// A question in either language.
const ASKED: [&str; 2] = ["How many books may a student borrow?", "재학생은 책을 몇 권까지 빌릴 수 있나요?"];

impl Asker {
    /// Judges what an answer says, and searches in either language.
    pub async fn warm(&self) {
        apart(stet_answer::warm).await;
        for question in ASKED {
            if let Err(fault) = self.search(question, &Filter::default(), 1).await {
                tracing::debug!(%fault, "nothing could be looked for before the first question");
            }
        }
    }
}
