//! Terms: from when, and until when (`3월 1일부터`, `until 1 July`), and whether a claim turns one into the other.
//!
//! Owns the words that make a value the beginning or the end of something. How far a value may go is
//! [`bounds`](crate::values::bounds)'.

use crate::text::reading::Reading;
use crate::values::number::Value;
use stet_text::{Script, SyllableSet, syllable_at};

/// Which end a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    From,
    Until,
    /// What it comes to (`to 5%`, `5%로`).
    To,
    /// By how much (`by 5%`).
    By,
}

impl End {
    /// Whether a value is not one end because it is the other.
    fn excludes(self, other: Self) -> bool {
        let is =
            |one: Self, another: Self| (self, other) == (one, another) || (other, self) == (one, another);
        self != other && !is(Self::To, Self::Until) && !is(Self::By, Self::Until)
    }
}

/// Whether a value with which something begins in the claim is one with which it ends wherever the windows state it, or
/// the reverse.
pub(crate) fn is_turned(claim: &Reading<'_>, values: &[Value], windows: &[Reading<'_>]) -> bool {
    values.iter().filter(|value| !value.implied).any(|value| {
        let Some(mine) = end(claim, value) else { return false };
        let mut same = windows
            .iter()
            .flat_map(|window| window.values().iter().map(move |other| (window, other)))
            .filter(|(_, other)| value.is_stated_as(other) && !other.implied)
            .peekable();
        same.peek().is_some()
            && same.all(|(window, other)| end(window, other).is_some_and(|theirs| theirs.excludes(mine)))
    })
}

/// Korean words of a change, by how they begin, beside those that some syllables tell.
const CHANGES: &[&str] =
    &["증가", "감소", "인상", "인하", "상승", "하락", "감축", "삭감", "증액", "감액", "확대", "축소"];

/// Which end a value of a text is, if it is one.
fn end(text: &Reading<'_>, value: &Value) -> Option<End> {
    let words = &text.tokens;
    let next = words.partition_point(|token| token.span.start < value.span.end);
    // In the word of the counter (`5일까지`), or the next (`18:00까지`).
    let last = words.get(next.checked_sub(1)?)?;
    // `20억 원으로 줄였다`, `20억 원 줄였다`
    let changes = || {
        static FIRST: SyllableSet = SyllableSet::of(&['증', '감', '인', '상', '하', '삭', '확', '축']);
        static WHOLE: SyllableSet = SyllableSet::of(&['늘', '줄', '올', '오', '내', '낮', '높', '깎']);
        let word = text.word(next);
        let first = syllable_at(word.as_bytes(), 0).unwrap_or_default();
        WHOLE.has(first) || FIRST.has(first) && CHANGES.iter().any(|head| word.starts_with(head))
    };
    let counted = !value.is_ordinal();
    let korean = |word: &str| {
        // `2배 늘었다` and `2배로 늘었다` are said of the same.
        let counted = counted && !word.starts_with('배');
        if word.contains("부터") {
            Some(End::From)
        } else if word.contains("까지") {
            Some(End::Until)
        } else if word.ends_with('로') && !word.ends_with("유로") {
            (counted && changes()).then_some(End::To)
        } else {
            (counted
                && !word.ends_with(['은', '는', '이', '가', '의', '에', '서', '며', '고', '데'])
                && changes())
            .then_some(End::By)
        }
    };
    if last.script == Script::Hangul {
        // `9월 13일 18시까지`
        let time = text.values().iter().find(|time| {
            time.is_time() && words.get(next).is_some_and(|first| first.span.start == time.span.start)
        });
        let behind = time.and_then(|time| {
            let last = words.partition_point(|token| token.span.start < time.span.end).checked_sub(1)?;
            korean(words.get(last)?.text).filter(|end| matches!(end, End::From | End::Until))
        });
        // `9시에서 18시까지` are two ends.
        return match behind {
            Some(End::Until) if last.text.ends_with("에서") => Some(End::From),
            behind => korean(last.text).or(behind),
        };
    }
    if let Some(behind) = words.get(next).filter(|token| token.script == Script::Hangul) {
        return (behind.span.start == last.span.end).then(|| korean(behind.text)).flatten();
    }
    let first = words.partition_point(|token| token.span.start < value.span.start);
    let before = text.word(first.checked_sub(1)?);
    let before = if before == "the" { text.word(first.checked_sub(2)?) } else { before };
    match before {
        "from" | "since" | "after" => Some(End::From),
        "until" | "till" | "through" | "before" => Some(End::Until),
        "to" => Some(End::To),
        "by" if counted => Some(End::By),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn an_end_is_no_beginning() {
        for (claim, evidence, want) in [
            ("등록은 3월 2일까지 한다.", "등록은 3월 2일부터 한다.", true),
            ("등록은 3월 2일부터 한다.", "등록은 3월 2일부터 9일까지 한다.", false),
            ("상담은 18:00까지 한다.", "상담은 18:00부터 한다.", true),
            ("The pass is valid until 2026.", "The pass is valid from 2026.", true),
            ("The pass is valid until 2026.", "The pass is valid from 2024 to 2026.", false),
            ("Prices rose from 5% in May.", "Prices rose to 5% in May.", true),
            ("Prices rose 5% in May.", "Prices rose to 5% in May.", false),
            ("Prices rose by 5% in May.", "Prices rose to 5% in May.", true),
            ("Bids are due by 5 May.", "Bids are taken until 5 May.", false),
            ("예산을 3억 원으로 줄였다.", "예산을 3억 원 줄였다.", true),
            ("예산을 3억 원 줄였다.", "예산을 3억 원이나 줄였다.", false),
            ("9시에서 18시까지 연다.", "9시부터 18시까지 연다.", false),
            ("9시까지 연다.", "9시에서 18시까지 연다.", true),
            ("매출이 두 배로 늘었다.", "매출이 2배 늘었다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            let (mine, theirs) = (Reading::new(&mine), Reading::new(&theirs));
            assert_eq!(is_turned(&mine, mine.values(), &[theirs]), want, "{claim}");
        }
    }
}
