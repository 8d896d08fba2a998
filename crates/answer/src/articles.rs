//! Articles of the store as evidence: a sentence that rests on a reference to a regulation is judged against the
//! words of the article, also when retrieval did not bring it.
//!
//! The index of regulations has every article's text, so nothing is loaded; an article is prepared for the gate when a
//! sentence needs it. Owns the verdict on a sentence and articles; leaves which of them are meant to `meant`,
//! which references a sentence rests on to `grounds`, and judging to the gate.

use super::AnswerStream;
use super::event::Passages;
use stet_context::grounds::Grounds;
use stet_context::held::Held;
use stet_context::meant::{meant, stands_in};
use stet_gate as gate;
use stet_gate::{PreparedSources, Status, Verdict};
use stet_marks::statute::{Entry, paragraph_text};
use stet_text::{Language, language};

/// A verdict that rests on articles of the store, not on sources of the answer.
#[derive(Debug)]
pub(super) struct ByArticle {
    /// Its evidence is empty: passages of articles are no passages of sources.
    pub verdict: Verdict,
    /// The passages that the statement was held against, best first, each with its regulation.
    pub passages: Passages,
}

impl AnswerStream {
    /// The articles that a statement names, where its sources do not support it: if it cites some, only articles that do.
    pub(super) fn said_by_articles<'a>(
        &self,
        grounds: Option<&'a Grounds>,
        held: &[Held],
        verdict: &Verdict,
        cited: &[usize],
    ) -> Option<(&'a Grounds, ByArticle)> {
        let grounds = grounds.filter(|_| !self.supports_by_words(verdict))?;
        let found = self.judge_by_articles(grounds, held)?;
        (cited.is_empty() || self.supports_by_words(&found.verdict)).then_some((grounds, found))
    }

    /// Judges what a statement says besides its grounds against the articles that they name. `None` when they name
    /// none that is known, or too many, or when statement and article have no language in common.
    fn judge_by_articles(&self, grounds: &Grounds, held: &[Held]) -> Option<ByArticle> {
        let regulations = self.policy.regulations.as_deref()?;
        let meant = meant(grounds, held, regulations)?;
        let korean = |text: &str| language(text) == Language::Ko;
        if meant.iter().any(|(entry, _)| korean(&entry.text) != korean(&grounds.rest)) {
            return None;
        }
        let texts: Vec<&str> = meant.iter().map(|(entry, _)| entry.text.as_str()).collect();
        let verdict = self.judge_texts(&grounds.rest, &texts);
        let in_place = verdict.evidence.first().is_none_or(|evidence| {
            meant
                .get(evidence.source)
                .is_some_and(|(entry, reference)| stands_in(reference, &entry.text, evidence.span))
        });
        if in_place {
            return Some(Self::by_article(verdict, &texts, meant.first()?.0));
        }
        // Said in another paragraph than the one that is named: only that one counts.
        let parts: Vec<&str> = meant
            .iter()
            .map(|(entry, reference)| {
                let paragraph = reference.paragraph.and_then(|number| paragraph_text(&entry.text, number));
                paragraph.unwrap_or(&entry.text)
            })
            .collect();
        let verdict = self.judge_texts(&grounds.rest, &parts);
        Some(Self::by_article(verdict, &parts, meant.first()?.0))
    }

    fn judge_texts(&self, statement: &str, texts: &[&str]) -> Verdict {
        let all: Vec<usize> = (0..texts.len()).collect();
        gate::judge(statement, &PreparedSources::new(texts), &all, &self.policy.gate)
    }

    fn by_article(mut verdict: Verdict, texts: &[&str], first: &Entry<String>) -> ByArticle {
        let windows = verdict
            .evidence
            .iter()
            .filter_map(|evidence| texts.get(evidence.source).map(|text| evidence.span.of(text).to_owned()));
        let mut passages: Vec<String> = windows.filter(|passage| !passage.is_empty()).collect();
        if passages.is_empty() {
            passages.extend(texts.iter().map(|text| (*text).to_owned()));
        }
        verdict.evidence.clear();
        if verdict.status != Status::NotAClaim {
            verdict.reason = format!("「{}」 {}: {}", first.regulation, first.number, verdict.reason);
        }
        let passages = passages.into_iter().map(|passage| (first.regulation.clone(), passage)).collect();
        ByArticle { verdict, passages }
    }
}
