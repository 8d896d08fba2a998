//! Intervals: how often something happens (`every two hours`, `every other week`), and on which day beside another (`the next
//! day`, `전날`).
//!
//! Owns reading both and whether a claim names another than its evidence. Amounts for a period are
//! [`rate`](crate::values::rate)'s, Korean intervals with `마다` are values and
//! [`opposites`](crate::sides::opposites).

use crate::text::reading::Reading;
use stet_text::Script;

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Minute,
    Hour,
    Day,
    Week,
    Month,
    Year,
}

impl Unit {
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "minute" | "minutes" => Self::Minute,
            "hour" | "hours" => Self::Hour,
            "day" | "days" | "morning" | "evening" => Self::Day,
            "week" | "weeks" => Self::Week,
            "month" | "months" => Self::Month,
            "year" | "years" => Self::Year,
            _ => return None,
        })
    }
}

/// What a text says of an interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Interval {
    /// Every so many units.
    Every(u32, Unit),
    /// So many units behind the one that is spoken of.
    Later(i32, Unit),
}

impl Interval {
    /// Whether the two say how often, or both on which one, in the same unit, or once in different ones (`매달`, `매년`).
    fn is_comparable(self, other: Self) -> bool {
        match (self, other) {
            (Self::Every(1, _), Self::Every(1, _)) => true,
            (Self::Every(_, one), Self::Every(_, other)) | (Self::Later(_, one), Self::Later(_, other)) => {
                one == other
            }
            _ => false,
        }
    }
}

fn count(word: &str) -> Option<u32> {
    Some(match word {
        "other" | "second" | "alternate" | "two" => 2,
        "third" | "three" => 3,
        "fourth" | "four" => 4,
        "five" => 5,
        "six" => 6,
        "eight" => 8,
        "ten" => 10,
        "twelve" => 12,
        digits => digits.parse().ok()?,
    })
}

/// The interval that the word at `at` begins, or, in Korean, is.
fn interval(text: &Reading<'_>, at: usize) -> Option<Interval> {
    let (word, next) = (text.word(at), text.word(at + 1));
    match word {
        "every" => Some(match Unit::of(next) {
            Some(unit) => Interval::Every(1, unit),
            None => Interval::Every(count(next)?, Unit::of(text.word(at + 2))?),
        }),
        "hourly" => Some(Interval::Every(1, Unit::Hour)),
        "daily" => Some(Interval::Every(1, Unit::Day)),
        "weekly" => Some(Interval::Every(1, Unit::Week)),
        "monthly" => Some(Interval::Every(1, Unit::Month)),
        "yearly" | "annually" => Some(Interval::Every(1, Unit::Year)),
        "same" => Some(Interval::Later(0, Unit::of(next)?)),
        "next" | "following" => Some(Interval::Later(1, Unit::of(next)?)),
        "previous" | "preceding" => Some(Interval::Later(-1, Unit::of(next)?)),
        // `the day after the vote`, but not `30 days after it`.
        "day" | "week" | "month" | "year" => {
            let begins =
                at.checked_sub(1).is_some_and(|before| matches!(text.word(before), "the" | "a" | "one"));
            let later = match next {
                "after" if begins => 1,
                "before" if begins => -1,
                _ => return None,
            };
            Some(Interval::Later(later, Unit::of(word)?))
        }
        _ if word.starts_with(['격', '매']) => often(word),
        _ => {
            let day = |word: &str| {
                word.strip_prefix('날')
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(['에', '은', '의', '도']))
            };
            let begins = |heads: &[&str]| heads.iter().any(|head| word.starts_with(head));
            let later = match word {
                "다음" if day(next) => 1,
                "같은" if day(next) => 0,
                _ if begins(&["다음날", "이튿날", "익일"]) => 1,
                _ if begins(&["당일"]) => 0,
                _ if begins(&["전날"]) => -1,
                _ => return None,
            };
            Some(Interval::Later(later, Unit::Day))
        }
    }
}

/// How often a Korean word tells that something happens: `격월로`, `매주`.
fn often(word: &str) -> Option<Interval> {
    let (every, rest) = match word.strip_prefix('격') {
        Some(rest) => (2, rest),
        None => (1, word.strip_prefix('매')?),
    };
    let unit = match rest.chars().next()? {
        '일' => Unit::Day,
        '주' => Unit::Week,
        '월' | '달' => Unit::Month,
        '년' | '해' => Unit::Year,
        _ => return None,
    };
    // `매일`, `매주에`, but not `매주콩` or `매월당`.
    let behind = rest.chars().nth(1);
    behind.is_none_or(|ch| "로에의간은도마".contains(ch)).then_some(Interval::Every(every, unit))
}

/// Whether a word may begin an interval: most do not.
fn may_begin(script: Script, word: &str) -> bool {
    match script {
        Script::Latin => {
            matches!(
                word.as_bytes(),
                [b'a' | b'e' | b'h' | b's' | b'n' | b'f' | b'p' | b'd' | b'w' | b'm' | b'y', ..]
            )
        }
        Script::Hangul => word.starts_with(['다', '같', '이', '익', '당', '전', '격', '매']),
        Script::Digit | Script::Other => false,
    }
}

/// The intervals of a text, by position.
fn intervals<'a>(text: &'a Reading<'_>) -> impl Iterator<Item = (usize, Interval)> + 'a {
    let tokens = text.tokens.iter().enumerate().filter(|(_, token)| may_begin(token.script, token.text));
    tokens.filter_map(|(at, _)| Some((at, interval(text, at)?)))
}

/// Where the claim names an interval for which its windows only have others.
pub(crate) fn other_interval(claim: &Reading<'_>, windows: &[Reading<'_>]) -> Option<usize> {
    intervals(claim).find_map(|(at, own)| {
        let mut theirs = windows
            .iter()
            .flat_map(intervals)
            .map(|(_, other)| other)
            .filter(|other| own.is_comparable(*other))
            .peekable();
        (theirs.peek().is_some() && theirs.all(|other| other != own)).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn another_interval() {
        for (claim, evidence, want) in [
            ("It runs every hour.", "It runs every two hours.", true),
            ("It runs every two hours.", "It runs every hour.", true),
            ("It runs every two hours.", "On Sundays it runs every 2 hours.", false),
            ("It meets every second week.", "It meets every other week.", false),
            ("It meets every week.", "It meets every other week.", true),
            ("It meets every month.", "It meets every other week.", false),
            ("It meets weekly.", "It meets every week.", false),
            ("It meets daily.", "It meets every other day.", true),
            ("It closed the same day.", "It closed the following day.", true),
            ("It closed the day after.", "It closed the next day.", false),
            ("It closed the day before.", "It closed the next day.", true),
            ("It closed 30 days after the vote.", "It closed the day before.", false),
            ("판결은 전날 나왔다.", "판결은 다음 날 나왔다.", true),
            ("판결은 이튿날 나왔다.", "판결은 다음 날에 나왔다.", false),
            ("판결은 당일에 나왔다.", "판결은 다음날 나왔다.", true),
            ("점검은 매월 한다.", "점검은 격월로 한다.", true),
            ("점검은 격주로 한다.", "점검은 매주 한다.", true),
            ("점검은 격월로 한다.", "점검은 격월로 한다.", false),
            ("점검은 매월 한다.", "점검은 매월 하고 청소는 격월로 한다.", false),
            ("매일유업이 점검한다.", "격일로 점검한다.", false),
            ("같은 회사가 다음 주에 연다.", "회사가 이튿날 연다.", false),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            let (claim, evidence) = (Reading::new(&claim), [Reading::new(&evidence)]);
            assert_eq!(
                other_interval(&claim, &evidence).is_some(),
                want,
                "{} / {}",
                claim.norm,
                evidence[0].norm
            );
        }
    }
}
