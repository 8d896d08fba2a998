//! What an attempt at an answer is held against once its text is there: the open verdicts of the gate, the writer's rules, and
//! how much of what it claims no source supports.

use serde::{Deserialize, Serialize};

use super::event::{CriteriaSummary, Event, Status, Step, StepState};
use super::generate::Run;
use stet_answer::report::repeated;
use stet_answer::{AnswerStream, RuleBreach, SentenceReport, State};
use stet_criteria::compile::Compiled;
use stet_llm::ModelKind;
use stet_llm::judge::rules::{self, Unchecked};
use stet_packs::Rulebook;
use stet_segment::{Sentence, SentenceKind};
use stet_text::{Language, counted};

/// Refused claims that are told.
const REFUSED: usize = 8;

/// How much of an answer its sources do not support.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct HallucinationCheck {
    /// 0: every claim is supported; 1: none is. See [`score`].
    pub score: f64,
    pub band: Band,
    /// A score above it calls for another attempt.
    pub threshold: f64,
    pub passed: bool,
    pub claims: usize,
    /// Claims that count against the answer, the refused ones first, at most eight.
    pub unsupported_claims: Vec<String>,
    /// The scores of all attempts, in their order.
    pub scores: Vec<f64>,
}

/// What a score means. The workflow's document gives the bands 0.0, 0.1–0.3, 0.4–0.6, 0.7–0.9 and 1.0; what lies between two
/// of them belongs to the nearer one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    #[default]
    Supported,
    MinorDetails,
    SomeClaims,
    MajorClaims,
    Fabricated,
}

impl Band {
    fn of(score: f64) -> Self {
        match score {
            score if score < 0.05 => Self::Supported,
            score if score < 0.35 => Self::MinorDetails,
            score if score < 0.65 => Self::SomeClaims,
            score if score < 0.95 => Self::MajorClaims,
            _ => Self::Fabricated,
        }
    }

    const fn words(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Supported, Language::Ko) => "모든 주장이 뒷받침됨",
            (Self::Supported, Language::En) => "every claim is supported",
            (Self::MinorDetails, Language::Ko) => "사소한 내용이 뒷받침되지 않음",
            (Self::MinorDetails, Language::En) => "minor details are not supported",
            (Self::SomeClaims, Language::Ko) => "일부 주장이 뒷받침되지 않음",
            (Self::SomeClaims, Language::En) => "some claims are not supported",
            (Self::MajorClaims, Language::Ko) => "주요 주장이 뒷받침되지 않음",
            (Self::MajorClaims, Language::En) => "major claims are not supported",
            (Self::Fabricated, Language::Ko) => "뒷받침되는 주장이 없음",
            (Self::Fabricated, Language::En) => "no claim is supported",
        }
    }
}

/// What a sentence counts against its answer: a claim that its source refuses, or that cites none that exists, in full; one
/// that nobody could decide, or that cites nothing, by half, since nothing says that it is wrong. `None` for what claims
/// nothing.
const fn weight(state: State) -> Option<f64> {
    match state {
        State::Supported => Some(0.0),
        State::Judging | State::Uncertain | State::Uncited => Some(0.5),
        State::Unsupported | State::UnknownSource => Some(1.0),
        State::NotAClaim => None,
    }
}

/// The hallucination score of some sentences, 0 to 1: the mean of what their claims count ([`weight`]); 0 without claims.
/// Rounded to three decimals.
#[must_use]
pub fn score<'a>(sentences: impl IntoIterator<Item = &'a SentenceReport>) -> f64 {
    let weights: Vec<f64> = sentences.into_iter().filter_map(|sentence| weight(sentence.state)).collect();
    #[expect(clippy::cast_precision_loss, reason = "an answer has few sentences")]
    let mean = weights.iter().sum::<f64>() / weights.len().max(1) as f64;
    (mean * 1000.0).round() / 1000.0
}

impl HallucinationCheck {
    fn of(sentences: &[&SentenceReport], threshold: f64) -> Self {
        let score = score(sentences.iter().copied());
        let counting = |refused: bool| {
            sentences.iter().filter(move |sentence| {
                weight(sentence.state).is_some_and(|own| own > 0.0 && (own > 0.9) == refused)
            })
        };
        let unsupported_claims = counting(true)
            .chain(counting(false))
            .map(|sentence| repeated(sentence.statement.trim()))
            .take(REFUSED);
        Self {
            score,
            band: Band::of(score),
            threshold,
            passed: score <= threshold,
            claims: sentences.iter().filter(|sentence| weight(sentence.state).is_some()).count(),
            unsupported_claims: unsupported_claims.collect(),
            scores: Vec::new(),
        }
    }
}

/// The writer's rules and what breaks them.
#[derive(Debug, Default)]
pub(super) struct Rules {
    book: Rulebook,
    pub breaches: Vec<RuleBreach>,
    not_checked: Vec<Unchecked>,
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
    pub(crate) const fn linted_to(&mut self, sentences: usize) {
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

impl Run<'_> {
    /// Waits for the open questions of the gate and says how much of the text no source supports; each question has its own
    /// deadline. A stopped answer does not wait.
    pub(super) async fn check(&mut self, answer: &mut AnswerStream, status: Status) -> HallucinationCheck {
        let open = answer.pending();
        if open > 0 && status == Status::Complete {
            let detail = self.say(format!("문장 {open}개"), counted(open, "sentence"));
            self.step(Step::Check, StepState::Running, detail);
            let stop = self.live.stopped().clone();
            loop {
                let next = tokio::select! {
                    next = self.verdicts.next() => next,
                    () = stop.cancelled() => None,
                };
                let Some((index, word)) = next else { break };
                answer.hear(index, &word, &mut self.events);
                self.forward();
            }
        }
        let sentences: Vec<&SentenceReport> = answer.sentences().collect();
        let threshold = super::digits(self.asker.config.correct.hallucination_threshold);
        let check = HallucinationCheck::of(&sentences, threshold);
        // Of quotations there is nothing to tell: they stand in their sources.
        let told = self.asker.chat.kind() == ModelKind::Model;
        if told && status == Status::Complete && check.claims > 0 {
            let words = check.band.words(self.language);
            let detail = self.say(
                format!("근거 없는 몫 {:.2}: {words}", check.score),
                format!("unsupported share {:.2}: {words}", check.score),
            );
            self.step(Step::Check, StepState::Done, detail);
        }
        check
    }

    /// Rules about the text as a whole, once it is there.
    pub(super) fn lint_whole(&mut self, answer: &AnswerStream) {
        let at = |byte: usize| {
            answer.sentences().find(|sentence| byte < sentence.span.end).map_or(0, |sentence| sentence.index)
        };
        let breaches = self.rules.book.whole(answer.text(), at);
        self.breached(breaches);
    }

    /// Lets the model judge the rules that have no pattern, once the text is there. A stopped answer does not wait.
    pub(super) async fn judge_rules(&mut self, answer: &AnswerStream, status: Status) {
        let (packs, rules): (Vec<&str>, Vec<&Compiled>) = self.rules.book.worded().unzip();
        if rules.is_empty() {
            return;
        }
        let reports: Vec<(usize, Sentence)> = answer
            .sentences()
            .map(|report| (report.index, Sentence { span: report.span, kind: report.kind }))
            .collect();
        let told = if status == Status::Complete {
            let sentences: Vec<Sentence> = reports.iter().map(|(_, sentence)| *sentence).collect();
            let judge = self.asker.judge.as_ref();
            rules::check(judge, self.language, &rules, answer.text(), &sentences).await
        } else {
            rules::not_asked(self.language, rules.iter().copied())
        };
        let mut breaches = Vec::new();
        for finding in told.findings {
            let at = reports.iter().find(|(_, sentence)| sentence.span.has(finding.span.start));
            let (Some(rule), Some(pack), Some((sentence, _))) =
                (rules.get(finding.rule), packs.get(finding.rule), at)
            else {
                continue;
            };
            let judged = self.say("모델의 판정", "judged by the model");
            breaches.push(RuleBreach {
                pack_id: (*pack).to_owned(),
                rule_id: rule.rule.id.clone(),
                sentence: *sentence,
                message: format!("{} ({judged}: {})", rule.rule.text.trim(), finding.explanation),
            });
        }
        self.rules.not_checked = told.unchecked;
        self.breached(breaches);
    }

    pub(super) fn breached(&mut self, breaches: Vec<RuleBreach>) {
        self.live.push(breaches.iter().cloned().map(Box::new).map(Event::Criteria));
        self.rules.breaches.extend(breaches);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentences(states: &[State]) -> Vec<SentenceReport> {
        let report = |(index, state): (usize, &State)| SentenceReport {
            index,
            span: stet_text::span::Span::default(),
            kind: SentenceKind::Claim,
            state: *state,
            score: 0.0,
            reason: String::new(),
            veto: None,
            model_confidence: None,
            by: None,
            words: None,
            suggested: None,
            against: None,
            citations: Vec::new(),
            statutes: Vec::new(),
            removed: Vec::new(),
            statement: format!("{state:?}"),
        };
        states.iter().enumerate().map(report).collect()
    }

    #[test]
    fn a_score_is_the_share_of_what_no_source_supports() {
        use State::{NotAClaim, Supported, Uncertain, Uncited, UnknownSource, Unsupported};
        for (states, expected, band) in [
            (&[][..], 0.0, Band::Supported),
            (&[NotAClaim], 0.0, Band::Supported),
            (&[Supported, Supported, NotAClaim], 0.0, Band::Supported),
            (&[Supported, Supported, Supported, Unsupported], 0.25, Band::MinorDetails),
            (&[Uncited, Uncertain], 0.5, Band::SomeClaims),
            (&[Supported, Unsupported, Unsupported, Unsupported], 0.75, Band::MajorClaims),
            (&[Unsupported, UnknownSource], 1.0, Band::Fabricated),
        ] {
            let sentences = sentences(states);
            let check = HallucinationCheck::of(&sentences.iter().collect::<Vec<_>>(), 0.7);
            assert_eq!(
                (check.score, check.band, check.passed),
                (expected, band, expected <= 0.7),
                "{states:?}"
            );
        }
        let mixed = sentences(&[Uncited, Unsupported, Supported]);
        let check = HallucinationCheck::of(&mixed.iter().collect::<Vec<_>>(), 0.7);
        assert_eq!(
            (check.claims, check.unsupported_claims),
            (3, vec!["Unsupported".to_owned(), "Uncited".to_owned()])
        );
    }
}
