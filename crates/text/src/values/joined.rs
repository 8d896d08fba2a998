//! What goes on behind an amount and belongs to it: its sign, a half more, the smaller part of a duration, the share that two
//! counts are.

use super::sign::is_negative;
use super::unit::Unit;
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

/// `2년 반`, `1시간 반이 걸린다`, `a year and a half`: half a unit more, the token behind it, and where it ends.
fn half_more(words: &[Token<'_>], unit: Unit, one: i128, next: usize, end: usize) -> (i128, usize, usize) {
    // `두 시간 반 대표` may speak of a class.
    const CLASS: [&str; 5] = ["대표", "학생", "친구", "아이", "담임"];
    const BEHIND: [&str; 11] = ["", "이", "을", "은", "만", "의", "에", "간", "이다", "이며", "동안"];
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
    let half = |at: usize| {
        let token = words.get(at).filter(|token| token.script == Script::Hangul)?;
        let (head, rest) = token.text.split_once('반').filter(|(_, rest)| BEHIND.contains(rest))?;
        Some((head, token.span.end - rest.len()))
    };
    // `1시간반`
    if let Some((_, end)) = half(next - 1).filter(|(head, _)| head.ends_with(['간', '년', '달'])) {
        return (one / 2, next, end);
    }
    let of_class = |end: usize| {
        let behind = words.get(next + 1).filter(|behind| behind.span.start == end + 1);
        behind.is_some_and(|behind| CLASS.iter().any(|noun| behind.text.starts_with(noun)))
    };
    match half(next) {
        Some(("", end)) if !of_class(end) => (one / 2, next + 1, end),
        _ => (0, next, end),
    }
}

/// The token behind `and a half` at `at`.
pub(super) fn and_a_half(words: &[Token<'_>], at: usize) -> Option<usize> {
    let said = words.get(at..at + 3)?.iter().map(|token| token.text);
    said.eq(["and", "a", "half"]).then_some(at + 3)
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
