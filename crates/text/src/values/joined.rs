//! What goes on behind an amount and belongs to it: its sign, a half more, the smaller part of a duration, the share that two
//! counts are.

use super::sign::is_negative;
use super::unit::{Unit, is_counter};
use super::{ONE, Value, end_of};
use crate::span::Span;
use crate::{Script, Token};

/// Adds a value of which `one` is a whole unit, that begins with the token at `at` and ends before `next`, with what goes on behind it;
/// returns the token after all.
pub(super) fn add(
    norm: &str,
    words: &[Token<'_>],
    (at, next): (usize, usize),
    one: i128,
    mut value: Value,
    out: &mut Vec<Value>,
) -> usize {
    let (half, mut next, end) = half_more(words, value.unit, one, next, value.span.end);
    value.implied &= half == 0;
    value.amount += half;
    value.span.end = end;
    let below =
        value.unit.is_temperature() && norm.get(end..).is_some_and(|rest| rest.starts_with(" below zero"));
    if below {
        next += 2;
        value.span.end = end_of(words, next);
    }
    if below || is_negative(norm, words, at, value.unit) {
        value.amount = -value.amount;
    }
    if let Some(before) = at.checked_sub(1).and_then(|at| words.get(at))
        && value.unit != Unit::None
        && is_lead(norm, before, value.span.start)
    {
        value.span.start = before.span.start;
    }
    begin_range(norm, one, &value, out);
    out.push(value);
    join_durations(norm, out);
    if let Some(share) = share_of_those(words, at, out) {
        // `네 명 중 한 명` counts one.
        if let Some(part) = out.last_mut() {
            part.implied = false;
        }
        out.push(share);
    }
    next
}

/// Whether a word right before an amount is a part of it: its sign, or what is told of its unit.
fn is_lead(norm: &str, word: &Token<'_>, start: usize) -> bool {
    const LEADS: [&str; 9] = ["minus", "영하", "영상", "섭씨", "화씨", "시속", "분속", "초속", "마이너스"];
    norm.get(word.span.end..start) == Some(" ") && LEADS.contains(&word.text)
}

/// `2년 반`, `1시간 반이 걸린다`, `a year and a half`: half a unit more, the token behind it, and where it ends.
fn half_more(words: &[Token<'_>], unit: Unit, one: i128, next: usize, end: usize) -> (i128, usize, usize) {
    let longer = match unit {
        Unit::Months => true,
        Unit::Day => one > ONE,
        Unit::Seconds => one > 60 * ONE,
        _ => false,
    };
    if !longer {
        return (0, next, end);
    }
    if let Some(after) = and_a_half(words, next) {
        return (one / 2, after, end_of(words, after));
    }
    // `1시간반`
    if let Some((_, end)) = half(words, next - 1).filter(|(head, _)| head.ends_with(['간', '년', '달'])) {
        return (one / 2, next, end);
    }
    match half(words, next) {
        Some(("", end)) => (one / 2, next + 1, end),
        _ => (0, next, end),
    }
}

/// What stands before the `반` in the word at `at`, and where that ends, if it is no other word and no class: `두 시간 반 대표`.
pub(super) fn half<'a>(words: &[Token<'a>], at: usize) -> Option<(&'a str, usize)> {
    const CLASS: [&str; 5] = ["대표", "학생", "친구", "아이", "담임"];
    let token = words.get(at).filter(|token| token.script == Script::Hangul)?;
    let (head, rest) = token.text.split_once('반')?;
    let of_class = |behind: &Token<'_>| {
        behind.span.start == token.span.end + 1 && CLASS.iter().any(|noun| behind.text.starts_with(noun))
    };
    let class = rest.is_empty() && words.get(at + 1).is_some_and(of_class);
    let own = token.text.get(head.len()..).unwrap_or_default();
    let ends = rest.starts_with("동안") || is_counter(own, '반'.len_utf8());
    (ends && !class).then_some((head, token.span.end - rest.len()))
}

/// The token behind `and a half` at `at`.
pub(super) fn and_a_half(words: &[Token<'_>], at: usize) -> Option<usize> {
    let said = words.get(at..at + 3)?.iter().map(|token| token.text);
    said.eq(["and", "a", "half"]).then_some(at + 3)
}

/// `3~5 km`, `from 3 to 5 km`: what begins a range is told in the unit of its end, unless it is a year.
fn begin_range(norm: &str, one: i128, end: &Value, out: &mut [Value]) {
    let Some(begin) = out.last_mut() else { return };
    let counts = end.unit.is_measured() || end.is_duration() || end.unit == Unit::Person;
    let year = (1000 * ONE..3000 * ONE).contains(&begin.amount) && begin.span.end - begin.span.start == 4;
    if begin.unit != Unit::None || begin.implied || !counts || year {
        return;
    }
    let before = || norm.get(..begin.span.start).unwrap_or_default();
    let joined = match norm.get(begin.span.end..end.span.start) {
        Some("-" | "~" | " ~ " | " - " | " to ") => true,
        Some(" and ") => before().ends_with("between "),
        _ => false,
    };
    let amount = begin.amount.checked_mul(one).map(|amount| amount / ONE);
    if let Some(amount) = amount.filter(|amount| joined && (0..end.amount).contains(amount)) {
        (begin.amount, begin.unit) = (amount, end.unit);
    }
}

/// `1시간 30분`, `8 minutes and 20 seconds`, `1년 6개월`: the last two durations of `out` as one, if they are two parts of
/// one. What lasts so long does not last as long as a part of it.
fn join_durations(norm: &str, out: &mut Vec<Value>) {
    let [.., long, short] = out.as_slice() else { return };
    let (long, short) = (*long, *short);
    let larger = match long.unit {
        Unit::Months => 12 * ONE,
        Unit::Seconds if long.amount % (3600 * ONE) == 0 => 3600 * ONE,
        Unit::Seconds => 60 * ONE,
        _ => return,
    };
    // `한 시간 30분`, but not `연간 3개월`.
    let is_one = norm
        .get(long.span.start..)
        .is_some_and(|text| ["한", "a ", "an ", "one "].iter().any(|one| text.starts_with(one)));
    let parts = short.unit == long.unit
        && (!long.implied || is_one)
        && long.amount > 0
        && long.amount % larger == 0
        && (1..larger).contains(&short.amount)
        && norm
            .get(long.span.end..short.span.start)
            .is_some_and(|gap| matches!(gap, "" | " " | " and " | ", and " | "-"));
    if !parts {
        return;
    }
    out.truncate(out.len() - 2);
    let span = Span::new(long.span.start, short.span.end);
    out.push(Value { span, amount: long.amount + short.amount, implied: false, ..long });
}

/// `10명 중 8명`, `20곳 가운데 5곳`: the share that the second is, beside the two counts.
fn share_of_those(words: &[Token<'_>], at: usize, out: &[Value]) -> Option<Value> {
    let [.., whole, part] = out else { return None };
    let among = words.get(at.checked_sub(1)?)?;
    let of_them = is_among(among)
        && whole.unit == part.unit
        && matches!(part.unit, Unit::Person | Unit::Piece)
        && whole.span.end + 1 == among.span.start
        && (1..whole.amount).contains(&part.amount);
    let amount = part.amount.checked_mul(100 * ONE)?.checked_div(whole.amount)?;
    let span = Span::new(whole.span.start, part.span.end);
    of_them.then_some(Value { span, amount, unit: Unit::Percent, spelled: true, implied: true })
}

/// Whether a word says that what follows is a part of what is before it.
pub(super) fn is_among(word: &Token<'_>) -> bool {
    word.script == Script::Hangul && matches!(word.text, "중" | "중에" | "중에서" | "가운데")
}
