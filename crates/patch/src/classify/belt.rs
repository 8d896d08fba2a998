//! The belt of DETAIL: what was called a matter of form is put into the text, alone and with its neighbours, and the
//! words around it are read again.
//!
//! The gates read a change inside its sentence and its rewriting; this reads the text that a writer gets who accepts
//! nothing but DETAIL. Words that run together, a number with another value, a negation that is gone or a link with another address raise the
//! patches that did it. Owns that second reading; leaves the first to the gates.

use super::super::{Category, GateName, GateReading, GateVerdict, Patch};
use super::negation::{Cue, cue};
use super::{arrow, links, number};
use unicode_normalization::char::is_combining_mark;

use stet_text::span::Span;
use stet_text::{Language, Script, Token, fold, is_word_char, language, tokens};

/// White space between words up to which the text beside a patch is read.
const WORDS: usize = 2;
/// Bytes up to which it is read.
const BYTES: usize = 160;

/// What accepting a group of patches would do to the words around them.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Harm {
    /// Words run together.
    Glued,
    /// A number, a negation or a link is another one.
    Value(GateName, String),
}

/// Raises the DETAIL among `patches`, which are in the order of `before`, that would change more than form when they
/// are accepted alone, or all together.
pub fn fasten(before: &str, patches: &mut [Patch]) {
    for patch in patches.iter_mut().filter(|patch| patch.category == Category::Detail) {
        if let Some(harm) = harm(before, std::slice::from_ref(patch)) {
            raise(patch, &harm, false);
        }
    }
    let details: Vec<usize> = (0..patches.len())
        .filter(|&at| patches.get(at).is_some_and(|patch| patch.category == Category::Detail))
        .collect();
    let near = |one: &usize, two: &usize| {
        let (Some(one), Some(two)) = (patches.get(*one), patches.get(*two)) else { return false };
        let between = before.get(one.range.end..two.range.start).unwrap_or_default();
        between.len() <= BYTES && between.split_whitespace().count() <= WORDS
    };
    let groups: Vec<Vec<usize>> =
        details.chunk_by(near).filter(|group| group.len() > 1).map(<[usize]>::to_vec).collect();
    for group in groups {
        let together: Vec<Patch> = group.iter().filter_map(|&at| patches.get(at).cloned()).collect();
        let Some(harm) = harm(before, &together) else { continue };
        for at in group {
            if let Some(patch) = patches.get_mut(at) {
                raise(patch, &harm, true);
            }
        }
    }
}

/// Reads the text around patches that stand side by side, before and with them.
fn harm(before: &str, group: &[Patch]) -> Option<Harm> {
    let (first, last) = (group.first()?, group.last()?);
    let window = window(before, Span::new(first.range.start, last.range.end));
    let (mut old, mut new): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    let mut at = window.start;
    for patch in group {
        let kept = before.get(at..patch.range.start)?;
        old.extend([kept, patch.range.of(before)]);
        new.extend([kept, patch.after.as_str()]);
        at = patch.range.end;
    }
    let tail = before.get(at..window.end)?;
    old.push(tail);
    new.push(tail);
    let (text_old, text_new) = (old.concat(), new.concat());
    // A boundary that already stood inside a word joins nothing anew.
    if joints(&new, &text_new) > joints(&old, &text_old) {
        return Some(Harm::Glued);
    }
    // `not able` → `notable`: all letters are there, but the word is not.
    let (b, a) = (negations(&text_old), negations(&text_new));
    if b.len() != a.len() {
        return Some(Harm::Value(GateName::Negation, arrow(&b.join(" "), &a.join(" "))));
    }
    let (b, a) = (number::quantities(&text_old), number::quantities(&text_new));
    if !number::same(&b, &a) {
        return Some(Harm::Value(GateName::Number, arrow(&text_old, &text_new)));
    }
    let (b, a) = (links::pointers(&text_old), links::pointers(&text_new));
    (b != a).then(|| Harm::Value(GateName::Link, arrow(&text_old, &text_new)))
}

/// A few words on either side of `range`, in whole characters.
fn window(text: &str, range: Span) -> Span {
    let head = text.get(..range.start).unwrap_or_default().chars().rev();
    let tail = text.get(range.end..).unwrap_or_default().chars();
    Span::new(range.start - reach(head), range.end + reach(tail))
}

/// Bytes of the first words of `chars`.
fn reach(chars: impl Iterator<Item = char>) -> usize {
    let (mut bytes, mut words, mut inside) = (0, 0, false);
    for ch in chars {
        // White space behind a word ends it.
        words += usize::from(inside && ch.is_whitespace());
        inside = !ch.is_whitespace();
        if words == WORDS || bytes + ch.len_utf8() > BYTES {
            break;
        }
        bytes += ch.len_utf8();
    }
    bytes
}

/// The English negations that are words of their own, `cannot` among them; an apostrophe comes and
/// goes (`dont`), and so does the hyphen behind `non`.
fn negations(text: &str) -> Vec<String> {
    let plain = |lower: &str| lower != "non" && !lower.contains(['\'', '’']);
    let negates = |word: &&Token<'_>| {
        let lower = word.text.to_lowercase();
        word.script == Script::Latin && plain(&lower) && cue(&lower, word.script) == Cue::Always
    };
    // An invisible character inside a word makes no two of it.
    let text: String = text.chars().filter_map(fold).collect();
    tokens(&text).iter().filter(negates).map(|word| word.text.to_lowercase()).collect()
}

/// How many boundaries between pieces stand inside a word of the whole.
fn joints(pieces: &[&str], whole: &str) -> usize {
    pieces.iter().map(|piece| runs(piece)).sum::<usize>().saturating_sub(runs(whole))
}

/// Words of a text in the plainest way: letters and digits in a row, and what stands inside a number.
fn runs(text: &str) -> usize {
    let (mut count, mut inside, mut last) = (0, false, ' ');
    let mut chars = text.chars().peekable();
    while let Some(ch) = chars.next() {
        let decimal = matches!(ch, '.' | ',')
            && last.is_ascii_digit()
            && chars.peek().is_some_and(char::is_ascii_digit);
        // Marks and joiners that make no word by themselves go on with one.
        let word = is_word_char(ch) || decimal || inside && (is_combining_mark(ch) || ch == '\u{200d}');
        count += usize::from(word && !inside);
        inside = word;
        last = ch;
    }
    count
}

/// Gives a patch the category of its harm, and the reason in place of the one that called it a matter of form.
fn raise(patch: &mut Patch, harm: &Harm, together: bool) {
    let texts = [&patch.context.before, &patch.context.after, &patch.after];
    let korean = texts.iter().any(|text| language(text) == Language::Ko);
    let (category, risk, name, value) = match harm {
        Harm::Glued => (Category::Expression, 0.3, GateName::Form, ""),
        Harm::Value(name, value) => (Category::Core, 0.9, *name, value.as_str()),
    };
    let reason = match (harm, korean, together) {
        (Harm::Glued, true, false) => "혼자 받아들이면 옆 낱말과 붙습니다",
        (Harm::Glued, true, true) => "옆의 수정과 함께 받아들이면 낱말이 붙습니다",
        (Harm::Glued, false, false) => "Accepted alone, it would run into the word beside it",
        (Harm::Glued, false, true) => "Accepted with the change beside it, words would run together",
        (Harm::Value(..), true, _) => "받아들이면 수나 부정, 링크가 달라집니다",
        (Harm::Value(..), false, _) => "Accepted, it would change a number, a negation or a link",
    };
    patch.category = category;
    patch.risk = patch.risk.max(risk);
    patch.reasons = vec![if value.is_empty() { format!("{reason}.") } else { format!("{reason}: {value}") }];
    let verdict = if category == Category::Core { GateVerdict::Core } else { GateVerdict::Expression };
    patch.gates.push(GateReading { name, value: value.to_owned(), verdict });
}
