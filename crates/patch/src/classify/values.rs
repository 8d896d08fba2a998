//! Values: a change of a number, its unit or its bound is a change of the claim; another way to write it is none.
//!
//! Owns comparing the values beside a change, and on which side of a number the claim lies. The values are read by
//! [`stet_text::values`], as everywhere.

use rustc_hash::FxHashSet;

use super::lexicon::Class;
use super::words::{Change, Side, Word};
use super::{Finding, Reason, arrow};
use crate::GateName;
use stet_reading::bounds::bound;
use stet_reading::reading::Reading;
use stet_text::values::{ONE, Value, values};
use stet_text::{Language, is_word_char, korean_stem, normalise, tokens};

const REASON: Reason = ("수나 단위가 바뀌었습니다", "A number or its unit changes");
const BOUND: Reason =
    ("수의 어느 쪽을 말하는지가 바뀌었습니다", "On which side of the number the claim lies changes");
const MOVED: Reason = ("수의 자리가 바뀌었습니다", "A number stands in another place");
const FORM: Reason = ("같은 값을 달리 적었습니다", "The same value is written otherwise");

/// Bytes beside a change in which its numbers are read: a date or an amount is shorter.
const REACH: usize = 60;

#[must_use]
pub fn find(change: &Change<'_>) -> Option<Finding> {
    let (old, new) = change.spliced(REACH)?;
    let (old, new) = (normalise(&old), normalise(&new));
    let (b, a) = (values(&old), values(&new));
    let (mut gone, mut come) = (missing(&old, &b, &a), missing(&new, &a, &b));
    gone.retain(|value| !counted(value, &change.new));
    come.retain(|value| !counted(value, &change.lost));
    let stands_for = |words: &[Word<'_>]| words.iter().any(|word| word.class == Class::Placeholder);
    if stands_for(change.before) || stands_for(change.after) {
        // `[REF]` stands for a number, or for none.
        return None;
    }
    if gone.is_empty() != come.is_empty()
        && gone.iter().all(|value| stands(&old, value, change, &change.unit.after))
        && come.iter().all(|value| stands(&new, value, change, &change.unit.before))
    {
        let value = arrow(change.text_before, change.text_after);
        return Some(Finding::soft(GateName::Number, value, MOVED));
    }
    if !gone.is_empty() || !come.is_empty() {
        let show = |list: &[&Value], text: &str| {
            // With the sign of its currency.
            let start = |value: &Value| {
                let head = text.get(..value.span.start).unwrap_or_default();
                head.trim_end_matches(['$', '€', '£', '¥', '₩']).len()
            };
            let all = list.iter().filter_map(|value| text.get(start(value)..value.span.end));
            all.map(str::trim).collect::<Vec<_>>().join(", ")
        };
        // As written, where the letters of the change are the numbers.
        let digits = |text: &str| text.contains(|ch: char| ch.is_ascii_digit());
        let value = if digits(change.text_before) || digits(change.text_after) {
            arrow(change.text_before, change.text_after)
        } else {
            arrow(&show(&gone, &old), &show(&come, &new))
        };
        return Some(Finding::core(GateName::Number, value, REASON));
    }
    let (x, y) = (bounds(&old, &b), bounds(&new, &a));
    let value = || arrow(change.text_before, change.text_after);
    if reordered(&runs(&old), &runs(&new)) {
        return Some(Finding::core(GateName::Number, value(), REASON));
    }
    if x != y && x.len() == y.len() {
        return Some(Finding::core(GateName::Number, value(), BOUND));
    }
    written(change).then(|| Finding::soft(GateName::Number, value(), FORM))
}

/// Numbers bound to one another, and the marks between them.
type Run<'t> = (Vec<&'t str>, String);

/// The numbers of a text that are bound to one another, and by what: `12.11.26`, `3:2`, `010-1234-5678`.
fn runs(text: &str) -> Vec<Run<'_>> {
    let joined = |ch: char| ch.is_ascii_digit() || matches!(ch, '.' | '-' | '/' | ':');
    let runs = text.split(|ch| !joined(ch)).map(|run| {
        let run = run.trim_end_matches(|ch: char| !ch.is_ascii_digit());
        let numbers = run.split(|ch: char| !ch.is_ascii_digit()).filter(|number| !number.is_empty());
        let marks = run.chars().filter(|ch| !ch.is_ascii_digit()).collect();
        (numbers.map(|number| number.trim_start_matches('0')).collect::<Vec<_>>(), marks)
    });
    runs.filter(|(run, _)| run.len() > 1).collect()
}

/// Whether the same numbers are bound in another order: another version, score, address or day. A year that changes its side, or
/// another mark between them, is another way to write a day.
fn reordered(old: &[Run<'_>], new: &[Run<'_>]) -> bool {
    let year = |run: &[&str]| run.iter().position(|number| number.len() == 4);
    let another = |((old, before), (new, after)): (&Run<'_>, &Run<'_>)| {
        before == after && old != new && sorted(old) == sorted(new) && year(old) == year(new)
    };
    old.len() == new.len() && old.iter().zip(new).any(another)
}

fn sorted<'t>(run: &[&'t str]) -> Vec<&'t str> {
    let mut run = run.to_vec();
    run.sort_unstable();
    run
}

/// Whether one of the words says how many without a counter: `둘`, `혼자`.
fn counted(value: &Value, words: &[&Word<'_>]) -> bool {
    const ALONE: [(&str, i128); 6] = [("혼자", 1), ("하나", 1), ("둘", 2), ("셋", 3), ("넷", 4), ("다섯", 5)];
    let says =
        |word: &str| ALONE.iter().find(|(known, _)| word.starts_with(known)).map(|(_, amount)| amount * ONE);
    value.is_counter() && words.iter().any(|word| says(&word.lower) == Some(value.amount))
}

/// Whether a value stands elsewhere in the other sentence, beside a word that stands beside it here: `In May he left` and
/// `he left in May`.
fn stands(text: &str, value: &Value, change: &Change<'_>, side: &Side<'_>) -> bool {
    // A Korean counter may stand on either side of what it counts.
    let reach = if change.unit.language == Language::Ko { 2 } else { 1 };
    let other = normalise(side.text);
    let beside = |text: &str, value: &Value| -> Vec<String> {
        let head = tokens(text.get(..value.span.start).unwrap_or_default()).into_iter().rev().take(reach);
        let tail = tokens(text.get(value.span.end..).unwrap_or_default()).into_iter().take(reach);
        head.chain(tail).map(|token| korean_stem(&token.text.to_lowercase()).to_owned()).collect()
    };
    let here = beside(text, value);
    let alone = value.is_counter();
    values(&other).iter().any(|there| {
        value.is_stated_as(there)
            && there.is_stated_as(value)
            && (!alone || beside(&other, there).iter().any(|word| here.contains(word)))
    })
}

/// Whether two pieces of text state the same values.
#[must_use]
pub fn same(old: &str, new: &str) -> bool {
    let (old, new) = (normalise(old), normalise(new));
    let (b, a) = (values(&old), values(&new));
    missing(&old, &b, &a).is_empty() && missing(&new, &a, &b).is_empty()
}

/// The words beside a change, lower-case, that only state a value: `a.m.`, `퍼센트`.
#[must_use]
pub fn stated(change: &Change<'_>) -> FxHashSet<String> {
    let mut said = [FxHashSet::default(), FxHashSet::default()];
    let Some((old, new)) = change.spliced(REACH) else { return FxHashSet::default() };
    for text in [normalise(&old), normalise(&new)] {
        let all = values(&text);
        for token in tokens(&text) {
            let inside = all.iter().any(|value| value.span.overlaps(token.span));
            said[usize::from(inside)].insert(token.text.to_lowercase());
        }
    }
    let [outside, mut inside] = said;
    inside.retain(|word| !outside.contains(word));
    inside
}

/// Whether a word is a number.
#[must_use]
pub fn counts(word: &str) -> bool {
    !values(word).is_empty()
}

/// Whether nothing but the form of a value changes.
#[must_use]
pub fn only_written(change: &Change<'_>) -> bool {
    let rest = |text: &str| {
        let norm = normalise(text);
        let all = values(&norm);
        let inside = |at: usize| all.iter().any(|value| value.span.start <= at && at < value.span.end);
        norm.char_indices()
            .filter(|(at, ch)| is_word_char(*ch) && !inside(*at))
            .map(|(_, ch)| ch)
            .collect::<String>()
    };
    written(change)
        && same(change.text_before, change.text_after)
        && rest(change.text_before) == rest(change.text_after)
}

/// Whether the change says its values in another form, letters and all.
fn written(change: &Change<'_>) -> bool {
    let letters = |text: &str| normalise(text).chars().filter(|&ch| is_word_char(ch)).collect::<String>();
    let (old, new) = (normalise(change.text_before), normalise(change.text_after));
    let states = |text: &str| values(text).iter().any(|value| !is_weak(text, value));
    letters(&old) != letters(&new) && states(&old) && states(&new)
}

/// Whether the change keeps a bound beside a number that it writes otherwise: `at most 5`, `up to 5`.
#[must_use]
pub fn keeps_bound(change: &Change<'_>) -> bool {
    let Some((old, new)) = change.spliced(REACH) else { return false };
    let (old, new) = (normalise(&old), normalise(&new));
    let (b, a) = (bounds(&old, &values(&old)), bounds(&new, &values(&new)));
    b == a && b.iter().any(Option::is_some)
}

/// `one`, `both` and `한` are no numbers more often than they are, and what a date implies is said by it.
fn is_weak(text: &str, value: &Value) -> bool {
    value.implied
        || value.spelled && (value.amount == ONE && !value.has_unit() || value.span.of(text).trim() == "both")
}

/// The values of one text that no value of the other is, each counted once.
fn missing<'v>(text: &str, from: &'v [Value], among: &[Value]) -> Vec<&'v Value> {
    /// Values that are compared each with each; a longer list in another order is another list.
    const MOST: usize = 400;
    let mut left: Vec<&Value> = among.iter().take(MOST).collect();
    let mut out = Vec::new();
    for value in from.iter().take(MOST) {
        // A unit that comes or goes is a change, a counter is none.
        let measured = |value: &Value| value.has_unit() && !value.is_counter();
        let same = |other: &&Value| {
            measured(value) == measured(other) && (value.is_stated_as(other) || other.is_stated_as(value))
        };
        let found = left.iter().position(same);
        match found {
            Some(at) => drop(left.swap_remove(at)),
            None if is_weak(text, value) => {}
            None => out.push(value),
        }
    }
    out
}

/// For each value the bound beside it: which way it bounds, and whether the value itself is out of bounds.
fn bounds(text: &str, all: &[Value]) -> Vec<Option<(stet_reading::bounds::Side, bool)>> {
    let reading = Reading::new(text);
    let strong = all.iter().filter(|value| !is_weak(text, value));
    strong.map(|value| bound(&reading, value).map(|mark| (mark.side, mark.strict))).collect()
}
