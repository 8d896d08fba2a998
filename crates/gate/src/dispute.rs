//! Disputes: two sources that say otherwise of the same thing.
//!
//! Owns telling a contradiction from what is merely not said. A source contradicts a claim when the gate refuses the claim for
//! a value, a denial or an opposite, and would take it with the source's own value in its place, or without the rules for denials;
//! and when the source's sentence, turned the same way, is borne out by the source of the claim. So each says what the other
//! says but for that: what only one of them speaks of is no contradiction.

use crate::context::Context;
use crate::rules::{Rule, RuleSet};
use crate::text::prepare::PreparedSources;
use crate::text::window::sentences;
use crate::values::number::{Stated, Unit, Value, values};
use crate::{Evidence, GatePolicy, Verdict, Veto, judge_each, judge_in};
use stet_text::normalise;

/// Share of a sentence that the other source must have, value aside: three words of four.
const SAME: f32 = 0.75;

/// Values that are tried in the place of one of the claim.
const MOST_TRIED: usize = 4;

/// The rules about what is denied or turned round.
const TURNED: [Rule; 5] = [Rule::Denied, Rule::Parity, Rule::Excepted, Rule::Direction, Rule::Exchanged];

/// Which of some sources contradict a claim that the source at `own` supports: for each the sentence that does, as a span of its
/// text as given. Asks the gate a few times a source.
#[must_use]
pub fn disputed(
    claim: &str,
    context: &Context<'_>,
    sources: &PreparedSources,
    (own, others): (usize, &[usize]),
    policy: &GatePolicy,
) -> Vec<Evidence> {
    let policy = GatePolicy { model_layer: false, ..*policy };
    let verdicts = judge_each(claim, context, sources, others, &policy);
    let own = (sources, own);
    let disputes = others.iter().zip(verdicts).filter_map(|(&other, verdict)| {
        let dispute = Dispute { claim, context, own, sources, other, policy };
        match verdict.veto? {
            Veto::Number => dispute.of_values(&verdict),
            Veto::Negation | Veto::Direction => dispute.of_denials(&verdict),
            Veto::Quotation => None,
        }
    });
    disputes.collect()
}

/// The sentence of a source that denies a claim which cites nothing, or turns it round, where its verdict says so; a span of its text as
/// given. The claim itself stands for the source that it would have.
#[must_use]
pub fn denied(
    claim: &str,
    context: &Context<'_>,
    sources: &PreparedSources,
    verdict: &Verdict,
    policy: &GatePolicy,
) -> Option<Evidence> {
    let other = verdict.evidence.first()?.source;
    let policy = GatePolicy { model_layer: false, ..*policy };
    let itself = PreparedSources::new(&[claim]);
    let turned = matches!(verdict.veto?, Veto::Negation | Veto::Direction);
    turned
        .then(|| Dispute { claim, context, own: (&itself, 0), sources, other, policy }.of_denials(verdict))?
}

struct Dispute<'a> {
    claim: &'a str,
    context: &'a Context<'a>,
    /// The source of the claim.
    own: (&'a PreparedSources, usize),
    sources: &'a PreparedSources,
    other: usize,
    policy: GatePolicy,
}

impl<'a> Dispute<'a> {
    fn other(&self) -> (&'a PreparedSources, usize) {
        (self.sources, self.other)
    }

    /// The passage of the other source that states another value.
    fn of_values(&self, verdict: &Verdict) -> Option<Evidence> {
        let evidence = *verdict.evidence.first()?;
        let claim = normalise(self.claim);
        let mine = counted(&claim);
        let source = self.sources.source(self.other)?;
        sentences(evidence.span.of(source.text())).into_iter().find_map(|span| {
            let said = normalise(span.shifted(evidence.span.start).of(source.text()));
            let theirs = counted(&said);
            let missing = without(&mine, &theirs);
            if missing.is_empty() || missing.iter().any(names) {
                return None;
            }
            let rivals: Vec<Vec<Value>> = missing
                .iter()
                .map(|value| {
                    let of_unit =
                        without(&theirs, &mine).into_iter().filter(|other| value.is_comparable(other));
                    of_unit.take(MOST_TRIED).collect()
                })
                .collect();
            let tries = rivals.iter().map(Vec::len).max().filter(|_| !rivals.iter().any(Vec::is_empty))?;
            (0..tries).find_map(|at| {
                let pairs: Vec<(Value, Value)> = missing
                    .iter()
                    .zip(&rivals)
                    .filter_map(|(value, rivals)| Some((*value, *rivals.get(at.min(rivals.len() - 1))?)))
                    .collect();
                let turned = replaced(&claim, pairs.iter().map(|(old, new)| (*old, new.span.of(&said))));
                let back = replaced(&said, pairs.iter().map(|(new, old)| (*old, new.span.of(&claim))));
                (bears_out(&turned, self.context, self.other(), self.policy)
                    && bears_out(&back, &Context::default(), self.own, self.policy))
                .then(|| Evidence { span: span.shifted(evidence.span.start), ..evidence })
            })
        })
    }

    /// The passage of the other source that denies what the claim states, or states what it denies.
    fn of_denials(&self, verdict: &Verdict) -> Option<Evidence> {
        let evidence = *verdict.evidence.first()?;
        let mut off: RuleSet = self.policy.off;
        for rule in TURNED {
            off.add(rule);
        }
        let policy = GatePolicy { off, ..self.policy };
        if !bears_out(self.claim, self.context, self.other(), policy) {
            return None;
        }
        let source = self.sources.source(self.other)?;
        let turned = sentences(evidence.span.of(source.text())).into_iter().find(|span| {
            let said = span.shifted(evidence.span.start).of(source.text());
            let refused = judge_in(said, &Context::default(), self.own.0, &[self.own.1], &self.policy);
            matches!(refused.veto, Some(Veto::Negation | Veto::Direction))
                && bears_out(said, &Context::default(), self.own, policy)
        })?;
        Some(Evidence { span: turned.shifted(evidence.span.start), ..evidence })
    }
}

/// Whether a source has nearly all of a text and nothing against it.
fn bears_out(
    text: &str,
    context: &Context<'_>,
    (sources, source): (&PreparedSources, usize),
    policy: GatePolicy,
) -> bool {
    let verdict = judge_in(text, context, sources, &[source], &policy);
    let foreign = [Rule::Subject, Rule::Stranger].iter().any(|rule| verdict.rules.has(*rule));
    verdict.veto.is_none()
        && !foreign
        && verdict.penalties.is_empty()
        && verdict.evidence.first().is_some_and(|evidence| evidence.similarity >= SAME)
}

/// The values of a normalised text but for parts of a date.
pub(crate) fn counted(norm: &str) -> Vec<Value> {
    values(norm).into_iter().filter(|value| !value.implied).collect()
}

/// Some values without those that others state.
pub(crate) fn without(some: &[Value], others: &[Value]) -> Vec<Value> {
    let others: Vec<Stated> = others.iter().map(|value| Stated::new(value, 0)).collect();
    some.iter().filter(|value| !value.is_stated_among(&others)).copied().collect()
}

/// Whether a value tells of what is spoken rather than how much it is: the year of a notice, a place in a law, a rank.
pub(crate) fn names(value: &Value) -> bool {
    use Unit::{Article, Chapter, Item, Paragraph, Quarter, Rank, Year};
    matches!(value.unit, Year | Article | Paragraph | Item | Chapter | Rank | Quarter)
}

/// A text with other words for some of its values.
fn replaced<'a>(norm: &str, values: impl Iterator<Item = (Value, &'a str)>) -> String {
    let mut list: Vec<(Value, &str)> = values.collect();
    list.sort_by_key(|(value, _)| value.span.start);
    let (mut text, mut at) = (String::with_capacity(norm.len()), 0);
    for (value, other) in list {
        // Two values never overlap, but one rival may stand for two.
        if value.span.start >= at {
            text.push_str(norm.get(at..value.span.start).unwrap_or_default());
            text.push_str(other);
            at = value.span.end;
        }
    }
    text.push_str(norm.get(at..).unwrap_or_default());
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::span::Span;

    /// Whether the second source contradicts a claim of the first.
    fn contradicts(claim: &str, first: &str, second: &str) -> Option<Span> {
        let sources = PreparedSources::new(&[first, second]);
        let found = disputed(claim, &Context::default(), &sources, (0, &[1]), &GatePolicy::default());
        found.first().map(|evidence| evidence.span)
    }

    #[test]
    fn sources_that_say_otherwise_of_one_thing_contradict() {
        for (claim, first, second, said) in [
            (
                "Books may be borrowed for 14 days.",
                "The borrowing period for books is 14 days.",
                "The library is open to all. The borrowing period for books is 21 days.",
                "The borrowing period for books is 21 days.",
            ),
            (
                "The fee is 30 euros.",
                "The registration fee is 30 euros and is due in March.",
                "The registration fee is 45 euros.",
                "The registration fee is 45 euros.",
            ),
            (
                "The pool closes at 8 p.m.",
                "The pool closes at 8 p.m.",
                "The pool closes at 10 p.m.",
                "The pool closes at 10 p.m.",
            ),
            (
                "Applications are due on 3 March.",
                "Applications are due on 3 March.",
                "Applications are due on 17 March.",
                "Applications are due on 17 March.",
            ),
            (
                "Dogs are allowed in the garden.",
                "Dogs are allowed in the garden.",
                "Dogs are not allowed in the garden.",
                "Dogs are not allowed in the garden.",
            ),
            (
                "도서 대출 기간은 14일입니다.",
                "도서의 대출 기간은 14일로 한다.",
                "도서관은 누구나 쓸 수 있다. 도서의 대출 기간은 21일로 한다.",
                "도서의 대출 기간은 21일로 한다.",
            ),
            (
                "연회비는 3만 원입니다.",
                "동호회의 연회비는 3만 원이다.",
                "동호회의 연회비는 5만 원이다.",
                "동호회의 연회비는 5만 원이다.",
            ),
            (
                "체육관은 오후 9시에 문을 닫습니다.",
                "체육관은 오후 9시에 문을 닫는다.",
                "체육관은 오후 10시에 문을 닫는다.",
                "체육관은 오후 10시에 문을 닫는다.",
            ),
            (
                "신청 마감은 3월 5일입니다.",
                "장학금 신청 마감은 3월 5일이다.",
                "장학금 신청 마감은 3월 19일이다.",
                "장학금 신청 마감은 3월 19일이다.",
            ),
            (
                "열람실에서 음식을 먹을 수 있습니다.",
                "열람실에서 음식을 먹을 수 있다.",
                "열람실에서 음식을 먹을 수 없다.",
                "열람실에서 음식을 먹을 수 없다.",
            ),
        ] {
            let found = contradicts(claim, first, second).map(|span| span.of(second));
            assert_eq!(found, Some(said), "{claim}");
        }
    }

    #[test]
    fn values_of_one_thing_contradict_and_agreeing_sentences_do_not() {
        for (claim, first, second, told) in [
            (
                "Liability is limited to EUR 250,000.",
                "Liability is limited to EUR 250,000 a year.",
                "Liability is limited to EUR 500,000 a year.",
                true,
            ),
            (
                "배상 한도는 2억 5천만 원이다.",
                "공급자의 배상 한도는 2억 5천만 원으로 한다.",
                "공급자의 배상 한도는 5억 원으로 한다.",
                true,
            ),
            (
                "The licence costs 1.2 million dollars.",
                "The licence costs 1.2 million dollars.",
                "The licence costs $1,500,000.",
                true,
            ),
            ("잔금은 60일 안에 낸다.", "잔금은 60일 안에 낸다.", "잔금은 90일 안에 낸다.", true),
            // The same value, spelt otherwise, or said with more.
            (
                "Liability is limited to EUR 250,000.",
                "Liability is limited to EUR 250,000.",
                "The liability of the supplier is limited to 250 000 euros in any year.",
                false,
            ),
            (
                "계약금액은 4천8백만 원이다.",
                "계약금액은 금 4천8백만 원으로 한다.",
                "계약금액은 48,000,000원이며 세 번에 나누어 낸다.",
                false,
            ),
            (
                "Notice is given two weeks before the end.",
                "Notice is given two weeks before the end.",
                "Notice is given 14 days before the end, in writing.",
                false,
            ),
            // A sum, and a part of it.
            (
                "Liability is limited to EUR 250,000.",
                "Liability is limited to EUR 250,000.",
                "The deductible is EUR 500.",
                false,
            ),
            (
                "계약금액은 5천만 원이다.",
                "계약금액은 5천만 원이다.",
                "선금은 계약금액의 30%인 1천5백만 원이다.",
                false,
            ),
        ] {
            assert_eq!(contradicts(claim, first, second).is_some(), told, "{claim} {second}");
        }
    }

    #[test]
    fn sources_about_different_things_do_not() {
        for (claim, first, second) in [
            // Another subject.
            ("The Alder tent weighs 3 kg.", "The Alder tent weighs 3 kg.", "The Birch tent weighs 8 kg."),
            (
                "The borrowing period for books is 14 days.",
                "The borrowing period for books is 14 days.",
                "The borrowing period for journals is 3 days.",
            ),
            // Another year, another article.
            (
                "In 2024 the budget was 3 million euros.",
                "In 2024 the budget was 3 million euros.",
                "In 2025 the budget was 4 million euros.",
            ),
            // More particular.
            (
                "Members may borrow five books.",
                "Members may borrow five books.",
                "Members of the board may borrow ten books for their committees.",
            ),
            // Agrees, or says nothing of it.
            (
                "The fee is 30 euros.",
                "The registration fee is 30 euros.",
                "The registration fee, 30 euros, is paid at the desk within 5 days.",
            ),
            (
                "Dogs are allowed in the garden.",
                "Dogs are allowed in the garden.",
                "Dogs are not allowed in the kitchen.",
            ),
            ("텐트 가의 무게는 3kg입니다.", "가람 텐트의 무게는 3kg이다.", "나래 텐트의 무게는 8kg이다."),
            (
                "도서의 대출 기간은 14일입니다.",
                "도서의 대출 기간은 14일로 한다.",
                "학술지의 대출 기간은 3일로 한다.",
            ),
            ("2024년 예산은 3억 원이다.", "2024년 예산은 3억 원이다.", "2025년 예산은 4억 원이다."),
            (
                "1학년은 다섯 권을 빌릴 수 있다.",
                "1학년은 다섯 권을 빌릴 수 있다.",
                "2학년은 열 권을 빌릴 수 있다.",
            ),
            (
                "연회비는 3만 원입니다.",
                "동호회의 연회비는 3만 원이다.",
                "동호회의 연회비 3만 원은 5일 안에 낸다.",
            ),
            (
                "열람실에서 음식을 먹을 수 있습니다.",
                "열람실에서 음식을 먹을 수 있다.",
                "서고에서 음식을 먹을 수 없다.",
            ),
        ] {
            assert_eq!(contradicts(claim, first, second), None, "{claim}");
        }
    }
}
