//! Roles of times: whether something is done within a time, behind it, before it, as long as it, each time it is over, or until a date
//! (`within 30 days`, `30일마다`), and a claim that gives the time another role.
//!
//! Owns the words that tell a role. How far a bound goes is [`bounds`](super::bounds)'; what opens and closes at an hour is
//! [`hours`](super::hours)'.

use crate::denial::negation::{english_negations, korean_denials};
use crate::text::reading::{Reading, STOP};
use crate::values::number::Value;
use crate::values::stated::stated_only;
use stet_text::Script;

/// What a time is to the sentence that it stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// `within 30 days`, `30일 이내에`
    Within,
    /// `after 30 days`, `30일 뒤에`
    Behind,
    /// `30 days before`, `30일 전에`
    Before,
    /// `every 30 days`, `30일마다`
    Every,
    /// `for 30 days`, `30일 동안`
    For,
    /// `until 5 May`, `5월 5일까지`
    Until,
    /// `on 5 May`, `5월 5일에`
    At,
}

impl Role {
    /// Whether a time cannot have both roles for the same thing done.
    fn contradicts(self, other: Self) -> bool {
        let either = |one: &[Self], two: &[Self]| {
            one.contains(&self) && two.contains(&other) || one.contains(&other) && two.contains(&self)
        };
        either(&[Self::Every], &[Self::Within, Self::Behind, Self::Before, Self::For])
            || either(&[Self::Behind], &[Self::Within, Self::Before, Self::For, Self::Until])
            || either(&[Self::Before], &[Self::For])
            || either(&[Self::Until], &[Self::At])
    }
}

/// The claim's time to which its evidence gives another role.
pub(crate) fn role_of_another<'a>(
    claim: &Reading<'_>,
    values: &'a [Value],
    windows: &[Reading<'_>],
) -> Option<&'a Value> {
    values.iter().filter(|value| !value.implied).find(|value| {
        let Some(own) = role(claim, value) else { return false };
        let Some(done) = done(claim, value) else { return false };
        // `30일이 지나면 낼 수 없다` says what `30일 이내에 낸다` says, and `kept for two years` what `deleted after two years` does.
        !denies(claim, value)
            && stated_only(value, windows, |text, other| {
                role(text, other).is_some_and(|other| own.contradicts(other))
                    && !denies(text, other)
                    && sentence(text, other).any(|at| text.is_same(at, claim, done))
            })
    })
}

/// The positions of the sentence of a value.
fn sentence(text: &Reading<'_>, value: &Value) -> std::ops::Range<usize> {
    let at = text.first_from(value.span.start);
    text.sentence_begin(at)..text.sentence_end(at + 1)
}

fn denies(text: &Reading<'_>, value: &Value) -> bool {
    let sentence = sentence(text, value);
    korean_denials(text).chain(english_negations(text)).any(|at| sentence.contains(&at))
}

/// What is done at a time, by position: the last content word of a Korean sentence; the nearest before an English time, or the last where
/// the sentence begins with it.
fn done(text: &Reading<'_>, value: &Value) -> Option<usize> {
    /// Words between what is done and its time, at most: `published at the latest three weeks`.
    const REACH: usize = 5;
    let sentence = sentence(text, value);
    let tells_time =
        |at| matches!(text.word(at), "after" | "before" | "within" | "every" | "least" | "until");
    let is_word =
        |at: &usize| text.content(*at).is_some() && !tells_time(*at) && !text.is_in(text.values(), *at);
    let first = text.first_from(value.span.start);
    if text.tokens.get(sentence.start)?.script == Script::Latin {
        let near = (first.saturating_sub(REACH).max(sentence.start)..first).rev().find(is_word);
        return near.or_else(|| sentence.rev().find(is_word));
    }
    sentence.rev().find(is_word)
}

/// The role that the words beside a time give it.
fn role(text: &Reading<'_>, value: &Value) -> Option<Role> {
    let first = text.first_from(value.span.start);
    match text.tokens.get(first.checked_sub(1).unwrap_or_else(|| text.first_from(value.span.end)))?.script {
        Script::Latin => english(text, value, first),
        _ => korean(text, value),
    }
}

fn korean(text: &Reading<'_>, value: &Value) -> Option<Role> {
    let own = value.span.of(text.norm);
    let behind = text.norm.get(value.span.end..)?;
    // The span of a value may hold its particle, or what is written behind the unit without a space.
    let held = |list: &[&str]| list.iter().any(|tail| own.ends_with(tail));
    let next = behind.trim_start();
    let begins = |list: &[&str]| list.iter().any(|head| next.starts_with(head));
    if held(&["까지"]) || begins(&["까지"]) {
        return (!value.is_duration()).then_some(Role::Until);
    }
    if held(&["마다"]) || begins(&["마다"]) {
        return Some(Role::Every);
    }
    if begins(&["안에", "이내", "내에", "안으로"]) {
        return Some(Role::Within);
    }
    if begins(&["뒤", "후", "이후", "지나", "지난 뒤", "지난 후", "경과"]) {
        return Some(Role::Behind);
    }
    if begins(&["전에", "전까지", "전부터"]) {
        return Some(Role::Before);
    }
    if value.is_duration() && (held(&["간"]) || behind.starts_with('간') || begins(&["동안", "내내"])) {
        return Some(Role::For);
    }
    let at = held(&["에"]) || behind.starts_with('에') && !behind.starts_with("에서");
    if at && value.is_duration() {
        // `30일에 한 번`
        let once = text.word(text.first_from(value.span.end));
        return matches!(once, "한" | "1회" | "1번").then_some(Role::Every);
    }
    at.then_some(Role::At)
}

fn english(text: &Reading<'_>, value: &Value, first: usize) -> Option<Role> {
    /// Words before a time that may stand between it and the word of its role: `at least`, `the first`.
    const REACH: usize = 4;
    let before = |back: usize| first.checked_sub(back).map_or("", |at| text.word(at));
    let next = text.first_from(value.span.end);
    let follows = if text.gap(next) & STOP == 0 { text.word(next) } else { "" };
    if value.is_duration() {
        let has = |words: &[&str]| {
            (1..=REACH).map_while(|back| first.checked_sub(back)).any(|at| words.contains(&text.word(at)))
        };
        if has(&["within", "later", "under", "than"]) {
            return has(&["within"]).then_some(Role::Within);
        }
        return match (before(1), follows) {
            (_, "before" | "prior" | "ahead") => Some(Role::Before),
            (_, "after" | "later" | "following") | ("after", _) => Some(Role::Behind),
            ("every", _) => Some(Role::Every),
            ("for", _) => Some(Role::For),
            _ => None,
        };
    }
    match before(1) {
        "until" | "till" => Some(Role::Until),
        "after" => Some(Role::Behind),
        "on" | "at" => Some(Role::At),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn the_role_of_a_time() {
        let cleaned = "The filter must be cleaned every 30 days.";
        let deleted = "Unused accounts are deleted after two years.";
        for (claim, source, want) in [
            ("소포는 사흘 뒤에 배달된다.", "소포는 사흘 안에 배달된다.", true),
            ("소포는 3일 이내에 배달된다.", "소포는 사흘 안에 배달된다.", false),
            ("30일 이내에 낸다.", "30일이 지난 뒤에 낸다. 30일 이내에 알린다.", false),
            ("30일 이내에 낸다.", "30일 후에 낸다.", true),
            ("30일 이내에 낼 수 있다.", "30일이 지나면 낼 수 없다.", false),
            ("7일이 지나면 신청할 수 없다.", "7일 이내에 신청하여야 하며, 연 상품은 환불이 불가하다.", false),
            ("필터는 30일 뒤에 청소한다.", "필터는 30일마다 청소한다.", true),
            ("필터는 30일에 한 번 청소한다.", "필터는 30일마다 청소한다.", false),
            ("자료는 5년 후에 보관한다.", "자료는 5년간 보관한다.", true),
            ("자료는 5년 후에 폐기한다.", "자료는 5년간 보관한다.", false),
            ("매장은 5월 5일에 문을 닫는다.", "매장은 5월 5일까지 문을 연다.", false),
            ("원서는 5월 5일에 받는다.", "원서는 5월 5일까지 받는다.", true),
            ("The filter must be cleaned after 30 days.", cleaned, true),
            ("The filter must be cleaned once every 30 days.", cleaned, false),
            ("Unused accounts are deleted within two years.", deleted, true),
            ("After two years, unused accounts are deleted.", deleted, false),
            ("Unused accounts are kept for two years.", deleted, false),
            ("The store is closed on 5 May.", "The store is closed until 5 May.", true),
            ("The store opens on 5 May.", "The store is closed until 5 May.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            let (mine, theirs) = (Reading::new(&mine), [Reading::new(&theirs)]);
            assert_eq!(role_of_another(&mine, mine.values(), &theirs).is_some(), want, "{claim} / {source}");
        }
    }
}
