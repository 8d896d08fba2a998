//! Before the first question: word lists are read and a search is planned, which would otherwise be waited for then.

use super::Asker;
use crate::apart::apart;
use crate::store::Filter;
use stet_answer::{AnswerSource, AnswerStream};
use stet_gate::PreparedSources;
use stet_text::Language;

/// A question in either language, and an answer to be checked against a source.
const SAID: [(Language, &str, &str, &str); 2] = [
    (
        Language::Ko,
        "재학생은 책을 몇 권까지 빌릴 수 있나요?",
        "재학생은 책을 두 주 동안 다섯 권까지 빌릴 수 있다.",
        "재학생은 책을 3권까지 빌릴 수 있습니다. [†1] ",
    ),
    (
        Language::En,
        "How many books may a student borrow?",
        "Students may borrow five books for two weeks.",
        "A student may borrow three books. [†1] ",
    ),
];

impl Asker {
    /// Searches and checks once in either language.
    pub async fn warm(&self) {
        for (language, question, source, answer) in SAID {
            if let Err(fault) = self.search(question, &Filter::default(), 1).await {
                tracing::debug!(%fault, "nothing could be looked for before the first question");
            }
            let Ok(policy) = self.policy(language, None).await else { return };
            apart(move || {
                let sources = vec![AnswerSource { text: source.into(), ..AnswerSource::default() }];
                let prepared = PreparedSources::sharing(sources.iter().map(|source| source.text.clone()));
                let mut events = Vec::new();
                let mut checked = AnswerStream::new(sources, prepared, policy);
                checked.push(answer, &mut events);
                checked.finish(true, &mut events);
            })
            .await;
        }
    }
}
