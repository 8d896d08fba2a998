//! Numbers, ranks, shares and durations written as English words.

use super::portion::{self, portion};
use super::{english_scale, ordinal, small_number};
use crate::span::Span;
use crate::values::joined::{add, and_a_half};
use crate::values::unit::Unit;
use crate::values::{ONE, Value, end_of, hours, unit};
use crate::{Script, Token};

/// English words of the durations that are counted by themselves: `a week`.
fn is_duration(word: &str) -> bool {
    matches!(word, "day" | "week" | "fortnight" | "month" | "year" | "hour")
}

/// The part of one thing that is told before its noun, in quarters, and where the noun stands: `half a year`, `three quarters of an
/// hour`, `a week`.
fn quarters(words: &[Token<'_>], at: usize) -> Option<(i128, usize)> {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    let article = |at: usize| matches!(text(at), "a" | "an");
    match text(at) {
        "half" => article(at + 1).then_some((2, at + 2)),
        first
            if matches!(text(at + 1), "quarter" | "quarters") && text(at + 2) == "of" && article(at + 3) =>
        {
            let count = if article(at) { 1 } else { small_number(first)? };
            (count < 4).then_some((count, at + 4))
        }
        _ => article(at).then_some((4, at + 1)),
    }
}

/// `a week`, `half a year`, `a dozen` at `at`; returns the token after it. `a week` is a value where something lasts that
/// long, not where something is done so often (`once a week`) or then (`a week later`).
fn with_article(norm: &str, words: &[Token<'_>], at: usize, out: &mut Vec<Value>) -> Option<usize> {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    let first = words.get(at)?;
    let (part, noun) = quarters(words, at)?;
    let half = part < 4;
    // `a hundred` is read as any number is.
    let scale = english_scale(text(noun), false).filter(|_| half || text(noun) == "dozen");
    let next = noun + usize::from(scale.is_some());
    let amount = ONE * scale.unwrap_or(1) * part / 4;
    let of = || unit::after(norm, words, noun, 0, first.span.start, amount).0;
    if scale.is_none() && !is_duration(text(noun)) && !(half && (of().is_measured() || of() == Unit::Seconds))
    {
        return None;
    }
    let scale = scale.unwrap_or(1);
    let (unit, factor, next, end) = unit::after(norm, words, next, 0, first.span.start, amount);
    let lasts = match text(at.checked_sub(1).unwrap_or(usize::MAX)) {
        "for" | "within" | "than" | "least" | "most" | "lasts" | "lasted" | "last" | "takes" | "took"
        | "take" | "exceed" | "exceeds" | "of" => true,
        "is" | "was" | "be" => {
            next >= words.len()
                || matches!(text(next), "long" | "old")
                || words.get(next).is_some_and(|token| {
                    Span::new(end, token.span.start).of(norm).trim_start().starts_with(['.', ',', ';'])
                })
        }
        _ => false,
    };
    let implied = !half && scale == 1 && text(noun) != "fortnight" && !lasts;
    let span = Span::new(first.span.start, end);
    let value = Value { span, amount: factor.apply(amount), unit, spelled: true, implied };
    Some(add(norm, words, (at, next), factor.apply(ONE), value, out))
}

/// How English numbers, ranks and months, and `half`, begin that may begin a value.
const ENGLISH_HEADS: &[&[u8; 3]] = &[
    b"hal", b"zer", b"one", b"two", b"twi", b"bot", b"thr", b"fou", b"fiv", b"six", b"sev", b"eig", b"nin",
    b"ten", b"ele", b"twe", b"thi", b"for", b"fif", b"fir", b"sec", b"jan", b"feb", b"mar", b"apr", b"may",
    b"jun", b"jul", b"aug", b"sep", b"oct", b"nov", b"dec", b"noo", b"mid", b"iii", b"vii", b"xii", b"xiv",
    b"xvi", b"xix", b"dou", b"tri", b"qua",
];

/// The places of these among 256.
static ENGLISH_PLACES: [bool; 256] = {
    let mut places = [false; 256];
    let mut at = 0;
    while at < ENGLISH_HEADS.len() {
        places[place(*ENGLISH_HEADS[at])] = true;
        at += 1;
    }
    places
};

const fn place(head: [u8; 3]) -> usize {
    let code = (head[0] as u32) << 16 | (head[1] as u32) << 8 | head[2] as u32;
    (code.wrapping_mul(0x9e37_79b1) >> 24) as usize
}

/// Whether an English word may be a number, a rank or a month: most words are told by their first letters to be none.
#[inline]
pub(in crate::values) fn may_begin(word: &str) -> bool {
    match word.as_bytes().first_chunk() {
        Some(head) => ENGLISH_PLACES[place(*head)],
        None => matches!(word, "a" | "an" | "i" | "v" | "x" | "ii" | "iv" | "vi" | "ix" | "xi" | "xv" | "xx"),
    }
}

/// English number words from `at`: `two hundred and fifty`, `twenty-five`, `a dozen`.
pub(in crate::values) fn english(norm: &str, words: &[Token<'_>], at: usize, out: &mut Vec<Value>) -> usize {
    if let Some(value) = roman(words, at) {
        out.push(value);
        return at + 1;
    }
    if let Some((value, next)) = portion(norm, words, at) {
        out.push(value);
        return next;
    }
    if let Some(next) = with_article(norm, words, at, out) {
        return next;
    }
    if let Some(times) = multiple(words, at) {
        out.push(times);
        return at + 1;
    }
    if let Some((time, next)) = hours::past(norm, words, at, portion::number) {
        out.push(time);
        return next;
    }
    let (mut amount, mut next, parts) = number(words, at);
    let Some(first) = words.get(at) else { return at + 1 };
    if parts == 0 {
        if let Some(amount) = hours::word(first.text) {
            out.push(Value { span: first.span, amount, unit: Unit::Clock, spelled: true, implied: false });
            return at + 1;
        }
        return ranked(words, at, out);
    }
    // `two and a half years`
    if let Some(after) = and_a_half(words, next).filter(|_| amount < 100 * ONE) {
        amount += ONE / 2;
        next = after;
    }
    // `one` alone is a pronoun as often as a number.
    let implied = parts == 1 && amount == ONE;
    if let Some((half, count)) = hours::meridiem(norm, words, next) {
        let (amount, unit) = hours::time(amount / ONE, 0, Some(half));
        let end = words.get(next + count - 1).map_or(first.span.end, |last| last.span.end);
        let span = Span::new(first.span.start, end);
        out.push(Value { span, amount, unit, spelled: false, implied: false });
        return next + count;
    }
    let (unit, factor, next, end) = unit::after(norm, words, next, 0, first.span.start, amount);
    let span = Span::new(unit::start_of(norm, words, unit, first.span.start), end);
    let value = Value { span, amount: factor.apply(amount), unit, spelled: parts == 1, implied };
    add(norm, words, (at, next), factor.apply(ONE), value, out)
}

/// The number in words from `at`, the token after it, and of how many words it is: none where there is no number.
fn number(words: &[Token<'_>], at: usize) -> (i128, usize, usize) {
    let mut next = at;
    let (mut total, mut group) = (0_i128, 0_i128);
    let mut parts = 0;
    if is_one_of_many(words, at) {
        (next, group, parts) = (at + 1, 1, 1);
    }
    while let Some(token) = words.get(next).filter(|token| token.script == Script::Latin) {
        if let Some(small) = small_number(token.text) {
            // `two three` is two numbers.
            if parts > 0 && (group % 10 != 0 || group == 10) {
                break;
            }
            group += small;
        } else if parts > 0
            && let Some(scale) = english_scale(token.text, false)
        {
            group = group.max(1).saturating_mul(scale);
            if scale >= 1000 {
                total = total.saturating_add(group);
                group = 0;
            }
        } else if !(parts > 0
            && token.text == "and"
            && words.get(next + 1).is_some_and(|word| small_number(word.text).is_some())
            && (group >= 100 || group == 0 && total > 0))
        {
            break;
        }
        parts += 1;
        next += 1;
    }
    let amount = total.saturating_add(group).saturating_mul(ONE);
    match point(words, next).filter(|_| parts > 0) {
        Some((fraction, scale, after)) => {
            (amount.saturating_add(fraction).saturating_mul(scale), after, parts + 1)
        }
        None => (amount, next, parts),
    }
}

/// The fraction that `point five` at `at` is, the scale behind it, and the token after both.
fn point(words: &[Token<'_>], at: usize) -> Option<(i128, i128, usize)> {
    words.get(at).filter(|token| token.text == "point")?;
    let digits =
        words.get(at + 1..)?.iter().map_while(|word| small_number(word.text).filter(|digit| *digit < 10));
    let (mut fraction, mut step, mut next) = (0, ONE, at + 1);
    for digit in digits.take(6) {
        step /= 10;
        fraction += digit * step;
        next += 1;
    }
    let scale = words.get(next).and_then(|word| english_scale(word.text, false));
    (next > at + 1).then_some((fraction, scale.unwrap_or(1), next + usize::from(scale.is_some())))
}

/// The rank at `at`, which other texts may tell otherwise, and the token after it: `third`, `the third quarter`, but not `of an
/// hour`.
fn ranked(words: &[Token<'_>], at: usize, out: &mut Vec<Value>) -> usize {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    let Some((rank, token)) = ordinal(text(at)).zip(words.get(at)) else { return at + 1 };
    let of = matches!(text(at + 3), "a" | "an") || text(at + 2).starts_with("final");
    let quarter = rank <= 4 && text(at + 1) == "quarter" && !of;
    let (unit, next) = if quarter { (Unit::Quarter, at + 2) } else { (Unit::None, at + 1) };
    let span = Span::new(token.span.start, end_of(words, next));
    out.push(Value { span, amount: rank * ONE, unit, spelled: true, implied: !quarter });
    next
}

/// `a hundred`, `a million`, but not `a dozen`, which is read as what it is.
fn is_one_of_many(words: &[Token<'_>], at: usize) -> bool {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    matches!(text(at), "a" | "an") && english_scale(text(at + 1), false).is_some_and(|scale| scale >= 100)
}

/// `threefold`, `double the price`: so many times as much. Of what has doubled many a text gives both amounts instead, so nobody
/// has to state it.
fn multiple(words: &[Token<'_>], at: usize) -> Option<Value> {
    let token = words.get(at)?;
    let many = [("doubl", 2), ("tripl", 3), ("quadrupl", 4)].into_iter().find(|(stem, _)| {
        token.text.strip_prefix(stem).is_some_and(|rest| matches!(rest, "e" | "es" | "ed" | "ing"))
    });
    let fold = || Some((token.text.strip_suffix("fold").and_then(small_number)?, false));
    let the = words.get(at + 1).is_some_and(|next| matches!(next.text, "the" | "that" | "its" | "their"));
    let verb = many.map(|(_, times)| (times, !the || token.text.ends_with("ing")));
    let (times, implied) = verb.or_else(fold)?;
    Some(Value { span: token.span, amount: times * ONE, unit: Unit::Times, spelled: true, implied })
}

/// `Chapter IV`, `World War II`: a Roman numeral behind a noun that is numbered. Other texts may name the thing
/// otherwise (`WWII`), so nobody has to state it.
fn roman(words: &[Token<'_>], at: usize) -> Option<Value> {
    const NUMERALS: [&str; 20] = [
        "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv", "xvi",
        "xvii", "xviii", "xix", "xx",
    ];
    let token = words.get(at)?;
    // Most words are none.
    if !matches!(token.text.as_bytes().first()?, b'i' | b'v' | b'x') {
        return None;
    }
    let number = (1_i128..).zip(NUMERALS).find(|entry| entry.1 == token.text)?.0;
    let before = words.get(at.checked_sub(1)?)?;
    let numbered = matches!(
        before.text,
        "chapter"
            | "part"
            | "war"
            | "volume"
            | "book"
            | "phase"
            | "type"
            | "stage"
            | "grade"
            | "level"
            | "class"
            | "title"
            | "section"
            | "article"
            | "appendix"
            | "annex"
            | "schedule"
            | "division"
            | "category"
            | "group"
            | "tier"
            | "table"
            | "figure"
            | "act"
            | "scene"
    );
    (numbered && before.span.end + 1 == token.span.start).then_some(Value {
        span: token.span,
        amount: number * ONE,
        unit: match before.text {
            "chapter" => Unit::Chapter,
            "article" | "section" => Unit::Article,
            _ => Unit::None,
        },
        spelled: true,
        implied: true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_that_begins_a_value_begins_as_told() {
        let words = "zero one two twice both three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen \
            sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety first second third fourth \
            fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth sixteenth nineteenth twentieth january jan february feb march mar april apr may june \
            jun july jul august aug september sep sept october oct november nov december dec";
        for word in words.split_ascii_whitespace() {
            let known =
                small_number(word).is_some() || ordinal(word).is_some() || unit::month(word).is_some();
            assert!(known && may_begin(word), "{word}");
        }
        assert!(["a", "an", "half"].into_iter().all(may_begin));
        assert!(!["of", "and", "library"].into_iter().any(may_begin));
    }
}
