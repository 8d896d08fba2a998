//! Form: spelling, spacing, punctuation, case, grammar words, the shape of a word.
//!
//! The only gate that can call a change DETAIL, and only when no other gate
//! objects.

use super::lexicon::{Class, class};
use super::unit::{Change, Word};
use super::{Finding, case, grammar, number, spelling};
use crate::{Category, GateName};
use stet_text::{Script, is_word_char, normalise};

/// How two pieces differ, when they differ in form only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Spacing, punctuation, case, width or normalisation.
    Marks,
    /// The same numbers, written otherwise.
    Numerals,
    Spelling,
    /// Grammar words, inflection, particles.
    Grammar,
}

/// `None` when more than the form changes.
#[must_use]
pub fn form(change: &Change<'_>) -> Option<Form> {
    if same_letters(change.text_before, change.text_after) {
        return Some(Form::Marks);
    }
    if number::alike(change) {
        return Some(Form::Numerals);
    }
    if spelled(change.before, change.after) {
        return Some(Form::Spelling);
    }
    grammar::alike(change).then_some(Form::Grammar)
}

/// Whether two pieces have the same letters and digits, but for case, width and normalisation.
fn same_letters(one: &str, two: &str) -> bool {
    let plain = |text: &str| text.chars().all(|ch| ch.is_ascii() || ('가'..='힣').contains(&ch));
    if plain(one) && plain(two) {
        let letters = |text: &'_ str| -> Vec<char> {
            text.chars().filter(|&ch| is_word_char(ch)).map(|ch| ch.to_ascii_lowercase()).collect()
        };
        return letters(one) == letters(two);
    }
    let letters = |text: &str| normalise(text).chars().filter(|&ch| is_word_char(ch)).collect::<String>();
    letters(one) == letters(two)
}

#[must_use]
pub fn read(change: &Change<'_>, form: Option<Form>) -> Finding {
    let finding = |category, reason, risk| Finding {
        name: GateName::Form,
        category,
        value: String::new(),
        reason,
        risk,
    };
    match form {
        Some(Form::Marks | Form::Grammar) if joined(change) => finding(
            Category::Expression,
            ("문장을 잇거나 나누었습니다", "Sentences are joined or split"),
            0.2,
        ),
        Some(Form::Marks) if shouting(change) => finding(Category::Expression, case::REASON, 0.4),
        Some(Form::Marks) => finding(
            Category::Detail,
            ("띄어쓰기·문장부호·대소문자만 바뀌었습니다", "Only spacing, punctuation or case changes"),
            0.02,
        ),
        Some(Form::Numerals) if number::more_exact(change) => finding(
            Category::Expression,
            ("수를 더 정밀하게 적었습니다", "The number is given more exactly"),
            0.4,
        ),
        Some(Form::Numerals) => finding(
            Category::Detail,
            ("수의 표기만 바뀌었습니다", "Only the way a number is written changes"),
            0.04,
        ),
        Some(Form::Spelling) => {
            finding(Category::Detail, ("맞춤법만 바뀌었습니다", "Only the spelling changes"), 0.06)
        }
        Some(Form::Grammar) => match grammar::says(change) {
            Some(reason) => finding(Category::Expression, reason, 0.4),
            None => finding(
                Category::Detail,
                ("문법에 따른 말만 바뀌었습니다", "Only grammatical words or endings change"),
                0.1,
            ),
        },
        None => finding(Category::Expression, ("표현이 바뀌었습니다", "The wording changes"), 0.25),
    }
}

/// Sentences were joined or split: a mark with another sentence after it came or went.
fn joined(change: &Change<'_>) -> bool {
    let breaks = |text: &str| {
        text.match_indices(['.', '!', '?', ';'])
            .filter(|(at, mark)| {
                let rest = text.get(at + mark.len()..).unwrap_or_default();
                let word = rest.trim_start();
                word.len() < rest.len()
                    && word.chars().next().is_some_and(|ch| {
                        ch.is_uppercase() || ('가'..='힣').contains(&ch) || *mark == ";" && ch.is_alphabetic()
                    })
            })
            .count()
    };
    let marks = |text: &str| text.contains(['.', '!', '?', ';', ',']);
    (marks(change.text_before) || marks(change.text_after))
        && breaks(change.unit.before.text) != breaks(change.unit.after.text)
}

/// `us` became `US`, `who` became `WHO`.
fn shouting(change: &Change<'_>) -> bool {
    let caps = |word: &Word<'_>| word.text.len() > 1 && word.text.chars().all(char::is_uppercase);
    change
        .before
        .iter()
        .zip(change.after)
        .any(|(b, a)| caps(b) != caps(a) && class(&b.lower) != Class::Content)
}

/// Every pair of words is one word in two spellings.
fn spelled(before: &[Word<'_>], after: &[Word<'_>]) -> bool {
    let text =
        |words: &[Word<'_>]| words.iter().map(|word| word.lower.as_str()).collect::<Vec<_>>().join(" ");
    if before.iter().chain(after).any(|word| word.script == Script::Hangul) {
        return spelling::korean(&text(before), &text(after));
    }
    before.len() == after.len()
        && !before.is_empty()
        && before.iter().zip(after).all(|(b, a)| {
            b.lower == a.lower || !b.capital && !a.capital && spelling::english(&b.lower, &a.lower)
        })
}
