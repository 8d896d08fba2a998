//! What a closed sentence is judged by: the sources it cites, with or without the references on which it rests.
//!
//! Owns which statement is held against which sources, which of them have a part in the verdict, and which layers are
//! asked. Leaves judging to the gate, and what becomes of the marks to `close`.

use super::AnswerStream;
use super::close::MAX_EVIDENCE;
use super::grounds::Grounds;
use super::statutes::{says, squeezed};
use stet_gate as gate;
use stet_gate::{Context, Status, Verdict, Veto, Zone};
use stet_marks::citation::{self, Mark};
use stet_segment::SentenceKind;

/// Bytes of a statement up to which it is judged. Comparing who does what is quadratic in the words of a claim (a Korean
/// line of 60 kB without an end needs seconds), and what is longer than eight of the longest sentences of statutes is no
/// sentence that one passage could support.
const LONGEST: usize = 16 << 10;

/// What is left of the score of words that stand in another article than the one that is named.
const WRONG_ARTICLE: f32 = 0.3;

impl AnswerStream {
    /// Judges the statement without the references on which it rests when they lead to where the rest was found,
    /// else as it stands. Returns what was judged, too.
    pub(super) fn judge_grounded<'a>(
        &self,
        statement: &'a str,
        around: &Context<'_>,
        grounds: Option<&'a Grounds>,
        kind: SentenceKind,
        marks: &[Mark],
        cited: &[usize],
    ) -> (Verdict, &'a str) {
        if statement.len() > LONGEST && !cited.is_empty() {
            let reason = self.policy.say(
                "한 문장으로 판단하기에는 너무 깁니다. 문장을 나누어 주세요",
                "too long to be judged as one sentence; divide it",
            );
            return (Verdict::without_evidence(Status::Uncertain, reason), statement);
        }
        if let (Some(grounds), false) = (grounds, cited.is_empty()) {
            let verdict = gate::judge_in(&grounds.rest, around, &self.prepared, cited, &self.policy.gate);
            let leads = |verdict: &Verdict| {
                verdict.evidence.first().is_some_and(|evidence| {
                    let source = self.sources.get(evidence.source);
                    source.is_some_and(|source| grounds.lead_to(source, evidence.span))
                })
            };
            let misnamed = verdict.evidence.first().is_some_and(|evidence| {
                self.sources.get(evidence.source).is_some_and(|source| grounds.misname(source, evidence.span))
            });
            if misnamed {
                let reason = self.policy.say(
                    "조문의 번호와 제목이 서로 맞지 않습니다",
                    "the number and the title of the article do not agree",
                );
                return (rejected(verdict, reason), statement);
            }
            if leads(&verdict) {
                return (verdict, &grounds.rest);
            }
            // Another source may have the same words in the article that is meant.
            for evidence in verdict.evidence.iter().skip(1) {
                let own = gate::judge_in(
                    &grounds.rest,
                    around,
                    &self.prepared,
                    &[evidence.source],
                    &self.policy.gate,
                );
                if leads(&own) {
                    return (own, &grounds.rest);
                }
            }
            let elsewhere = verdict
                .evidence
                .first()
                .and_then(|evidence| grounds.elsewhere(self.sources.get(evidence.source)?, evidence.span));
            if let Some(article) = elsewhere {
                // `휴가 신청은 제4조에 따른다` in another article: a provision that refers to one.
                if self.is_quoted(statement, cited) {
                    let verdict = self.judge(statement, around, kind, marks, cited);
                    if verdict.status == Status::Supported {
                        return (verdict, statement);
                    }
                }
                return (rejected(verdict, self.say_elsewhere(&article.to_string())), statement);
            }
        }
        (self.judge(statement, around, kind, marks, cited), statement)
    }

    /// Whether one of these sources has the statement word for word.
    fn is_quoted(&self, statement: &str, cited: &[usize]) -> bool {
        let words = squeezed(statement);
        let words = words.trim_matches(|ch: char| !ch.is_alphanumeric());
        cited.iter().filter_map(|&at| self.sources.get(at)).any(|source| says(&squeezed(&source.text), words))
    }

    fn judge(
        &self,
        statement: &str,
        around: &Context<'_>,
        kind: SentenceKind,
        marks: &[Mark],
        cited: &[usize],
    ) -> Verdict {
        let worded = |mark: &Mark| mark.grammar == citation::Grammar::Worded;
        let claims = matches!(kind, SentenceKind::Claim | SentenceKind::Table);
        if !claims && !marks.is_empty() && marks.iter().all(worded) {
            let reason = self.policy.say(
                "주장이 아닌 문장이 말하는 출처는 확인할 수 없습니다",
                "the source is named in a sentence that claims nothing to be checked",
            );
            return Verdict::without_evidence(Status::NotAClaim, reason);
        }
        let status = if !marks.iter().any(Mark::cites) && cited.is_empty() {
            if kind == SentenceKind::Claim { Status::Uncited } else { Status::NotAClaim }
        } else if cited.is_empty() {
            Status::UnknownSource
        } else {
            // Each cell of a row is a claim of its own; the worst speaks for the row.
            let cells = if kind == SentenceKind::Table { self.topics.cells(statement) } else { Vec::new() };
            let of_cells = cells
                .iter()
                .map(|(cell, around)| gate::judge_in(cell, around, &self.prepared, cited, &self.policy.gate));
            let worst = of_cells.min_by(|one, other| one.score.total_cmp(&other.score));
            let whole = || gate::judge_in(statement, around, &self.prepared, cited, &self.policy.gate);
            return worst.unwrap_or_else(whole);
        };
        let reason = match status {
            Status::Uncited => self.policy.say("주장에 인용이 없습니다", "the claim carries no citation"),
            Status::UnknownSource => {
                self.policy.say("인용한 출처가 이 답변에 없습니다", "the cited source is none of this answer")
            }
            _ => String::new(),
        };
        Verdict::without_evidence(status, reason)
    }

    /// Whether words alone support the sentence.
    pub(super) fn supports_by_words(&self, verdict: &Verdict) -> bool {
        match verdict.zone {
            Zone::Ask => verdict.veto.is_none() && verdict.score >= self.policy.gate.similarity_threshold,
            Zone::Accept | Zone::Reject => verdict.status == Status::Supported,
        }
    }

    /// The cited sources with a part in what the verdict rests on: whatever layer has the last word, the mark of
    /// another one would lead to nothing that was checked. Gives each of them its passage among the evidence.
    pub(super) fn with_part(
        &self,
        statement: &str,
        around: &Context<'_>,
        cited: &[usize],
        verdict: &mut Verdict,
    ) -> Vec<usize> {
        if cited.len() < 2 {
            return cited.to_vec();
        }
        let mut alone = Vec::new();
        let each = gate::judge_each(statement, around, &self.prepared, cited, &self.policy.gate);
        for (&source, own) in cited.iter().zip(each) {
            if own.veto.is_none() && own.score >= self.policy.gate.similarity_threshold {
                alone.push(source);
                if !verdict.evidence.iter().any(|evidence| evidence.source == source) {
                    verdict.evidence.extend(own.evidence.first());
                }
            }
        }
        if !alone.is_empty() {
            return alone;
        }
        // Only together do they support it: each whose passage is looked at has its part.
        let looked_at = verdict.evidence.iter().take(MAX_EVIDENCE);
        let together: Vec<usize> = cited
            .iter()
            .copied()
            .filter(|&source| looked_at.clone().any(|evidence| evidence.source == source))
            .collect();
        if together.is_empty() { cited.iter().copied().take(MAX_EVIDENCE).collect() } else { together }
    }

    /// Whether the model layer has a say in this sentence.
    pub(super) fn asks(&self, verdict: &Verdict, has_grounds: bool) -> bool {
        self.policy.gate.model_layer
            && has_grounds
            && verdict.veto.is_none()
            && (verdict.zone == Zone::Ask || self.policy.strict && verdict.zone == Zone::Accept)
    }
}

/// The verdict on words of which the article is not the one that is named.
pub(super) fn rejected(mut verdict: Verdict, reason: String) -> Verdict {
    verdict.status = Status::Unsupported;
    verdict.zone = Zone::Reject;
    verdict.veto = Some(Veto::Number);
    verdict.score *= WRONG_ARTICLE;
    verdict.reason = reason;
    verdict
}
