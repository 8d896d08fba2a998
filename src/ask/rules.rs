//! The writer's rules in an answer, and what breaks them.

use super::event::CriteriaSummary;
use stet_answer::{RuleBreach, SentenceReport};
use stet_llm::judge::rules::Unchecked;
use stet_packs::Rulebook;
use stet_segment::SentenceKind;
use stet_text::Language;

/// The writer's rules and what breaks them.
#[derive(Debug, Default)]
pub(super) struct Rules {
    pub book: Rulebook,
    pub breaches: Vec<RuleBreach>,
    pub not_checked: Vec<Unchecked>,
    /// Sentences that were checked.
    linted: usize,
}

impl Rules {
    pub fn new(book: Rulebook) -> Self {
        Self { book, ..Self::default() }
    }

    /// The rules as instructions to the model.
    pub fn instructions(&self, language: Language) -> String {
        self.book.instructions(language).text
    }

    /// Begins another text; gives what broke the rules in the one before.
    pub fn begin(&mut self) -> Vec<RuleBreach> {
        self.linted = 0;
        std::mem::take(&mut self.breaches)
    }

    /// Takes so many sentences as checked.
    pub const fn linted_to(&mut self, sentences: usize) {
        self.linted = sentences;
    }

    /// The rules that a sentence breaks; nothing when it was reported before.
    pub fn lint(&mut self, report: &SentenceReport) -> Vec<RuleBreach> {
        if report.index < self.linted {
            return Vec::new();
        }
        self.linted = report.index + 1;
        if report.kind == SentenceKind::Code {
            return Vec::new();
        }
        let breaches = self.book.sentence(report.index, &report.statement);
        self.breaches.extend(breaches.iter().cloned());
        breaches
    }

    pub fn summary(&self) -> CriteriaSummary {
        let mut violated: Vec<String> = Vec::new();
        for breach in &self.breaches {
            if !violated.contains(&breach.rule_id) {
                violated.push(breach.rule_id.clone());
            }
        }
        CriteriaSummary { applied: self.book.pack_ids(), violated, not_checked: self.not_checked.clone() }
    }
}
