//! Bounds: how far a value may go, and when two ways of saying it are the same bound.
//!
//! Owns the words that make a value a bound (`이내`, `at most`) and the excess that is denied: `1년을 초과할 수
//! 없다` and `may not exceed 5 days` deny nothing that `1년 이내` and `up to 5 days` state. What a bound that is
//! turned round costs is decided in [`super::super::score`].

mod words;

use crate::text::marks::DENIAL;
use crate::text::reading::Reading;
use crate::values::number::Value;
use crate::values::rough::is_rough;
use stet_text::Script;
use stet_text::span::Span;

use words::{
    BEFORE, english_after, english_before, exceeds, in_range, is_latin, korean_marks, may_bound, may_pass,
    text_at, topic_mark,
};

/// Which way a value bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    /// Not more than the value.
    Upper,
    /// Not less than the value.
    Lower,
}

impl Side {
    const fn opposite(self) -> Self {
        match self {
            Self::Upper => Self::Lower,
            Self::Lower => Self::Upper,
        }
    }
}

/// Words that make a bound of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "properties are independent of one another")]
struct Mark {
    side: Side,
    /// The value itself is out of bounds (`미만`, `more than`).
    strict: bool,
    /// Says so by denying the opposite.
    denied: bool,
    /// Of the words that tell whether the value itself is within: `이상` is not `초과`.
    formal: bool,
    /// Means a bound in most places only (`까지`, `within`): enough to agree with another, not to contradict it.
    weak: bool,
    /// Told by the other end of a range or the next of a list, not by a word of its own.
    ranged: bool,
    /// Positions of the words.
    tokens: Vec<usize>,
}

impl Mark {
    const fn new(side: Side, tokens: Vec<usize>) -> Self {
        Self { side, strict: false, denied: false, formal: false, weak: false, ranged: false, tokens }
    }
}

/// A value that a text bounds on one side.
#[derive(Debug, Clone)]
pub(crate) struct Bound {
    value: Value,
    mark: Mark,
}

/// Words from a value to a denial that makes a bound of it, at most.
const FAR: usize = 14;

/// The bounds among the values of a text.
pub(crate) fn bounds(text: &Reading<'_>, values: &[Value]) -> Vec<Bound> {
    values.iter().filter_map(|value| Some(Bound { value: *value, mark: bound(text, value)? })).collect()
}

/// What makes a bound of a value of a text.
fn bound(text: &Reading<'_>, value: &Value) -> Option<Mark> {
    if value.implied {
        return None;
    }
    let words = &text.tokens;
    let first = words.partition_point(|token| token.span.start < value.span.start);
    let next = words.partition_point(|token| token.span.start < value.span.end);
    let mut marks = korean_marks(words, first, next, value);
    // `최대 기간: 1년`
    if marks.is_empty() && is_entry(text, value) {
        marks.extend(topic_mark(words, first));
    }
    if is_latin(words, first.wrapping_sub(1)) {
        // `higher than a year earlier` compares with what was then.
        let then = matches!(text_at(words, next), "earlier" | "ago" | "previously");
        marks.extend(english_before(words, first).filter(|_| !then).map(|mark| {
            // `no later than 5 days before the trip` is at least 5 days before it, `up to 5 days before it` until then.
            let counts_back = matches!(text_at(words, next), "before" | "prior" | "ahead");
            let says =
                |words_of: &[&str]| mark.tokens.iter().any(|&at| words_of.contains(&text_at(words, at)));
            let turns = counts_back && says(&["later", "earlier"]);
            let weak = mark.weak || counts_back && says(&["up"]);
            Mark { side: if turns { mark.side.opposite() } else { mark.side }, weak, ..mark }
        }));
    }
    if is_latin(words, next) {
        marks.extend(english_after(words, next));
    }
    marks.extend(in_range(text, value, first, next));
    let strong = |side| marks.iter().any(|mark| mark.side == side && !mark.weak);
    let side = match (strong(Side::Upper), strong(Side::Lower)) {
        (true, true) => return None,
        (_, true) => Side::Lower,
        (true, _) => Side::Upper,
        _ => marks.first()?.side,
    };
    marks.retain(|mark| mark.side == side);
    Some(Mark {
        side,
        strict: marks.iter().any(|mark| mark.strict),
        denied: marks.iter().any(|mark| mark.denied),
        formal: marks.iter().any(|mark| mark.formal),
        weak: marks.iter().all(|mark| mark.weak),
        ranged: marks.iter().all(|mark| mark.ranged),
        tokens: marks.into_iter().flat_map(|mark| mark.tokens).collect(),
    })
}

/// What the bounds of a claim and of its evidence say of one another.
#[derive(Debug, Clone, Default)]
pub(crate) struct Agreement {
    /// The words of equal bounds, in the claim and in the evidence.
    pub mine: Vec<usize>,
    pub theirs: Vec<usize>,
    /// One value is the most in one text and the least in the other, or within in one and not in the other.
    pub reversed: bool,
    /// One text denies of what is within a bound what the other states of what is beyond: `14세 미만은 가입할 수 없다`, `14세 이상이어야
    /// 가입할 수 있다`, `no visa for up to 90 days`, `a visa for more than 90 days`.
    pub complement: bool,
}

/// Compares the values of a claim, and the bounds among them, with those of a text.
pub(crate) fn agreement(
    claim: &Reading<'_>,
    claimed: &[Value],
    mine: &[Bound],
    text: &Reading<'_>,
) -> Agreement {
    let mut found = Agreement::default();
    if claimed.is_empty() || mine.is_empty() && text.marked(DENIAL).next().is_none() {
        return found;
    }
    let denials: Vec<usize> = text.marked(DENIAL).collect();
    let near = |other: &&Value| {
        let at = text.first_from(other.span.start);
        // English denies before the value, Korean behind it.
        denials.iter().any(|&denial| {
            let korean = text.tokens.get(denial).is_some_and(|token| token.script == Script::Hangul);
            (at < denial) == korean && denial.abs_diff(at) <= FAR
        }) && may_be_denied(text, other, at)
    };
    let others = text.values().iter().filter(|other| !denials.is_empty() && !other.implied).filter(near);
    let excess: Vec<(&Value, Mark)> = others
        .filter_map(|other| Some((other, bound(text, other)?)))
        .filter(|(_, mark)| mark.denied)
        .collect();
    // The excess that is denied of a value of which the claim says nothing.
    let is_claimed = |other: &Value| claimed.iter().any(|value| value.is_stated_as(other));
    let unclaimed = excess.iter().filter(|(other, _)| !is_claimed(other));
    found.theirs.extend(unclaimed.flat_map(|(_, mark)| &mark.tokens));
    // A most that is stated as the value itself: `3년을 초과할 수 없다` denies nothing of `3년이다`.
    let is_plain = |value: &&Value| !mine.iter().any(|bound| bound.value.span == value.span);
    for value in claimed.iter().filter(|_| !excess.is_empty()).filter(is_plain) {
        let most = excess.iter().filter(|(other, mark)| !mark.strict && value.is_stated_as(other));
        found.theirs.extend(most.flat_map(|(_, mark)| &mark.tokens));
    }
    for Bound { value, mark } in mine {
        let same: Vec<Mark> = bounds_of(value, text).collect();
        let agrees = same.iter().find(|other| other.side == mark.side);
        match agrees {
            // `최대 9명`, `9명 이내`, `9명을 넘을 수 없다`
            Some(other) if other.strict == mark.strict => {
                found.mine.extend(&mark.tokens);
                found.theirs.extend(&other.tokens);
            }
            // `이상` and `초과` differ by the value itself.
            Some(_) => {
                let like = |other: &&Mark| other.side == mark.side && other.strict == mark.strict;
                found.reversed |= mark.formal
                    && same.iter().all(|other| other.formal)
                    && !same.iter().any(|other| like(&other));
            }
            None => {
                let in_words = |text: &Reading<'_>, mark: &Mark| {
                    mark.formal
                        || !mark.weak && mark.tokens.first().is_some_and(|&at| is_latin(&text.tokens, at))
                };
                let beyond = |other: &Mark| {
                    in_words(claim, mark)
                        && in_words(text, other)
                        && !mark.denied
                        && !other.denied
                        && mark.strict != other.strict
                };
                let denies = |text: &Reading<'_>| text.marked(DENIAL).next().is_some();
                if same.iter().any(beyond) && denies(claim) != denies(text) {
                    found.complement = true;
                    found.mine.extend(&mark.tokens);
                } else {
                    // `5일 이상` is counted, so `5일까지` is no date.
                    let counts = |other: &Mark| !other.weak || mark.formal && !other.ranged;
                    found.reversed |= same.iter().any(|other| counts(other) && !mark.weak);
                }
            }
        }
    }
    found
}

/// The words, by position, with which an English claim bounds a value by denying what is beyond it (`no more than four`): whether the
/// evidence has that bound is no matter of what it denies. `have not begun to dig more than 100` denies that they have begun.
pub(crate) fn denials(claim: &Reading<'_>, mine: &[Bound]) -> Vec<usize> {
    let near = |tokens: &[usize]| {
        let ends = tokens.iter().min().zip(tokens.iter().max());
        ends.is_some_and(|(first, last)| last - first <= tokens.len())
    };
    let denied = mine.iter().filter(|bound| bound.mark.denied && near(&bound.mark.tokens));
    let words = denied.flat_map(|bound| &bound.mark.tokens).copied();
    words.filter(|&at| claim.tokens.get(at).is_some_and(|token| token.script == Script::Latin)).collect()
}

/// Whether a denial may make a bound of a value of a text, whose first word is at `first`: most values have no word beside them
/// that could bound them.
fn may_be_denied(text: &Reading<'_>, value: &Value, first: usize) -> bool {
    let words = &text.tokens;
    let len = words.get(first..).unwrap_or_default().iter();
    let next = first + len.take_while(|token| token.span.start < value.span.end).count();
    let behind = || {
        (next.saturating_sub(1)..next + 2).any(|at| {
            words.get(at).is_some_and(|token| {
                at == next && may_pass(token.text)
                    || token.script == Script::Hangul && may_bound(token.text, at < next)
            })
        })
    };
    let before = || {
        is_latin(words, first.wrapping_sub(1))
            && (first.saturating_sub(BEFORE)..first).any(|at| exceeds(text_at(words, at)))
    };
    behind() || before()
}

/// What makes bounds of a value of a claim where a text states it.
fn bounds_of(value: &Value, text: &Reading<'_>) -> impl Iterator<Item = Mark> {
    text.values().iter().filter(|other| value.is_stated_as(other)).filter_map(|other| bound(text, other))
}

/// The first value of a claim that only one of the two texts makes a bound of: `3년이다`, `3년을 초과할 수 없다`. Words that
/// tell a bound from afar (`the limit is 5 days`) leave it open.
pub(crate) fn unequal(
    claim: &Reading<'_>,
    claimed: &[Value],
    mine: &[Bound],
    text: &Reading<'_>,
) -> Option<Span> {
    let found = claimed.iter().find(|value| {
        if value.is_ordinal() || is_year(claim, value) {
            return false;
        }
        let mut same = text.values().iter().filter(|other| value.is_stated_as(other)).peekable();
        if same.peek().is_none() || same.clone().any(|other| other.unit != value.unit) {
            return false;
        }
        // `3권까지 더 빌릴 수 있다`, `3권을 더 빌릴 수 있다`
        let permits = |text: &Reading<'_>| text.norm.contains("수 있");
        let may_be_had = |side| side == Side::Upper && permits(claim) && permits(text);
        // `80%까지 받을 수 있다`, where `80%를 지급한다`.
        let up_to = || {
            let behind = |at: usize| claim.word(at).ends_with("까지");
            let next = claim.first_from(value.span.end);
            permits(claim) && (behind(next) || next.checked_sub(1).is_some_and(behind))
        };
        // `목표 400명을 넘어 436명`
        let is_passed = |side| {
            let further = |other: &&Value| {
                let beyond = if side == Side::Lower {
                    other.amount > value.amount
                } else {
                    other.amount < value.amount
                };
                other.unit == value.unit && other.span.start >= value.span.end && beyond
            };
            let states = |other: &Value| text.values().iter().any(|own| other.is_stated_as(own));
            claimed.iter().filter(further).any(states)
        };
        let is_claimed = |value: &&Value| claimed.iter().any(|mine| mine.is_stated_as(value));
        let bound = |other: &Value| {
            let written = text.values().iter().filter(|value| value.span == other.span);
            written.filter(is_claimed).find_map(|value| self::bound(text, value))
        };
        match mine.iter().find(|bound| bound.value.span == value.span).map(|bound| &bound.mark) {
            None => {
                same.all(|other| bound(other).is_some_and(|mark| !mark.weak && !may_be_had(mark.side)))
                    && !is_rough(claim, value)
                    && !is_entry(claim, value)
                    && !limits(claim)
            }
            Some(mark) => {
                // `최대 수심은 47m`, `가장 깊은 곳은 47m`
                let superlative = mark.tokens.iter().all(|&at| claim.word(at).starts_with('최'))
                    && text.tokens.iter().any(|token| matches!(token.text, "가장" | "제일"));
                !mark.weak
                    && !superlative
                    && !may_be_had(mark.side)
                    && !up_to()
                    && !is_passed(mark.side)
                    && same.all(|other| {
                        bound(other).is_none() && !is_rough(text, other) && !is_reached(text, other)
                    })
                    && !limits(text)
            }
        }
    });
    found.map(|value| value.span)
}

/// Whether a text says that a value is reached: who has completed six months has completed at least six.
fn is_reached(text: &Reading<'_>, value: &Value) -> bool {
    let first = text.first_from(value.span.start);
    (first.saturating_sub(2)..first).any(|at| {
        matches!(text.word(at), "completed" | "completing" | "reached" | "served" | "attained" | "after")
    })
}

/// Whether a value is the entry under a heading, which says shortly what it is: `통산 기간: 3년`.
fn is_entry(text: &Reading<'_>, value: &Value) -> bool {
    before(text, value) == Some(':')
}

/// The last character before a value, white space apart.
fn before(text: &Reading<'_>, value: &Value) -> Option<char> {
    Span::new(0, value.span.start).of(text.norm).chars().rev().find(|ch| !ch.is_whitespace())
}

/// The first character behind a value, white space apart.
fn behind(text: &Reading<'_>, value: &Value) -> Option<char> {
    Span::new(value.span.end, text.norm.len()).of(text.norm).chars().find(|ch| !ch.is_whitespace())
}

/// Whether a value is written like a year: `2019`, but not `2,019`.
pub(crate) fn is_year(text: &Reading<'_>, value: &Value) -> bool {
    let digits = value.span.of(text.norm).as_bytes();
    digits.len() == 4 && matches!(digits.first(), Some(b'1' | b'2')) && digits.iter().all(u8::is_ascii_digit)
}

/// Whether a text speaks of a limit.
fn limits(text: &Reading<'_>) -> bool {
    text.tokens.iter().any(|token| match token.script {
        Script::Latin => matches!(
            token.text,
            "limit"
                | "limits"
                | "limited"
                | "cap"
                | "capped"
                | "ceiling"
                | "threshold"
                | "minimum"
                | "maximum"
                | "max"
                | "min"
                | "longest"
                | "shortest"
                | "highest"
                | "lowest"
                | "record"
                | "least"
                | "most"
                | "reach"
                | "reaches"
        ),
        Script::Hangul => [
            "한도", "상한", "하한", "제한", "기준", "최대", "최소", "최장", "최고", "최저", "기한", "시한",
            "마감", "한계",
        ]
        .iter()
        .any(|head| token.text.starts_with(head)),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn the_value_itself_is_within_or_not() {
        let reversed = |claim: &str, evidence: &str| {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            let (claim, evidence) = (Reading::new(&claim), Reading::new(&evidence));
            agreement(&claim, claim.values(), &bounds(&claim, claim.values()), &evidence).reversed
        };
        for (claim, evidence, want) in [
            ("5명 초과로 한다", "5명 이상으로 한다", true),
            ("5명 이하로 한다", "5명 미만으로 한다", true),
            ("5명 이상으로 한다", "5명 이상으로 한다", false),
            ("5명 이상으로 한다", "5명 이하로 한다", true),
            ("5명을 넘는다", "5명 이상이다", false),
            ("5명 이상으로 한다", "5명 미만일 수 없다", false),
            ("more than 5 members", "at least 5 members", false),
        ] {
            assert_eq!(reversed(claim, evidence), want, "{claim} / {evidence}");
        }
    }

    #[test]
    fn a_value_is_no_bound() {
        for (claim, evidence, want) in [
            ("휴학은 3년이다", "휴학은 3년을 초과할 수 없다", true),
            ("위원은 9명 이내로 한다", "위원은 9명으로 한다", true),
            ("지원금은 500만 원이다", "지원금은 500만 원까지이다", true),
            ("휴학은 최대 3년이다", "휴학은 3년을 초과할 수 없다", false),
            ("휴학의 한도는 3년이다", "휴학은 3년을 초과할 수 없다", false),
            ("5월 3일에 마감한다", "5월 3일까지 접수한다", false),
            ("9시에 연다", "9시부터 18시까지 연다", false),
            ("휴학은 약 3년이다", "휴학은 3년을 초과할 수 없다", false),
            ("휴학은 3년이다", "휴학은 3년이며 3년을 초과할 수 없다", false),
            ("The loan lasts 5 days", "The loan lasts up to 5 days", true),
            ("The loan lasts at least 5 days", "The loan lasts 5 days", true),
            ("The limit is 5 days", "The loan lasts up to 5 days", false),
            ("통산 기간: 3년", "휴학은 3년을 초과할 수 없다", false),
            ("It opened in 2019", "It opened no later than 2019", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            let (mine, theirs) = (Reading::new(&mine), Reading::new(&theirs));
            let found = unequal(&mine, mine.values(), &bounds(&mine, mine.values()), &theirs);
            assert_eq!(found.is_some(), want, "{claim} / {evidence}");
        }
    }

    /// Side, whether the value itself is out of bounds, and whether it is said by a denial.
    fn read(text: &str) -> Vec<(Side, bool, bool)> {
        let norm = normalise(text);
        let reading = Reading::new(&norm);
        let bounds = bounds(&reading, reading.values());
        bounds.iter().map(|bound| (bound.mark.side, bound.mark.strict, bound.mark.denied)).collect()
    }

    #[test]
    fn a_value_bounds_one_side() {
        for (text, side, strict, denied) in [
            ("휴학은 1년 이내로 한다", Side::Upper, false, false),
            ("휴학은 1년을 초과할 수 없다", Side::Upper, false, true),
            ("휴학은 1년을 초과하여 신청할 수 없다", Side::Upper, false, true),
            ("휴학은 1년을 초과할 수 있다", Side::Lower, true, false),
            ("30세 미만인 사람", Side::Upper, true, false),
            ("평점은 3.0 미만일 수 없다", Side::Lower, false, true),
            ("It may not be paid for more than 5 days", Side::Upper, false, true),
            ("It lasts more than 5 days", Side::Lower, true, false),
            ("최대 휴학 기간은 1년이다", Side::Upper, false, false),
            ("최소 학점은 130학점이다", Side::Lower, false, false),
            ("최대 휴학 기간: 1년", Side::Upper, false, false),
            ("7일이 지나면 신청할 수 없다", Side::Upper, false, true),
            ("It lasts 5 days or less", Side::Upper, false, false),
            ("It is not granted if it exceeds 5 days", Side::Lower, true, false),
        ] {
            assert_eq!(read(text), [(side, strict, denied)], "{text}");
        }
        for text in ["휴학은 1년이다", "It lasts 5 days", "이상한 5일"] {
            assert_eq!(read(text), [], "{text}");
        }
        // Of a list, the last tells for all.
        let shared = read("전공은 60학점, 교양은 36학점 이상이다");
        assert_eq!(shared, [(Side::Lower, false, false); 2]);
        // What is denied here is the application, not the excess.
        assert_eq!(read("5명 이상은 신청할 수 없다"), [(Side::Lower, false, false)]);
    }

    #[test]
    fn what_is_beyond_a_bound_is_its_complement() {
        for (claim, evidence, want) in [
            ("14세 이상은 가입할 수 있다", "14세 미만은 가입할 수 없다", true),
            ("14세 이상은 가입할 수 없다", "14세 미만은 가입할 수 없다", false),
            ("14세 미만은 가입할 수 있다", "14세 미만은 가입할 수 없다", false),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            let (mine, theirs) = (Reading::new(&claim), Reading::new(&evidence));
            let bounds = bounds(&mine, mine.values());
            assert_eq!(agreement(&mine, mine.values(), &bounds, &theirs).complement, want, "{claim}");
        }
    }
}
