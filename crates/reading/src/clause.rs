//! Clauses: which words of a sentence belong to a value, or to a word of a direction, when it has two.
//!
//! Owns the rough cut of a text into clauses, by punctuation, conjunctions and Korean connective endings, and how much
//! of a claim the clause of a word holds. `대출 기간은 학부생 14일, 대학원생 30일` states both values, but not `학부생은
//! 30일`.

use std::ops::Range;

use crate::reading::{COMMA, Reading, SEMICOLON, STOP};
use stet_text::span::Span;
use stet_text::{Script, SyllableSet, is_closed, syllable_at};

fn joins(word: &str) -> bool {
    matches!(word, "and" | "but" | "while" | "whereas" | "although" | "though" | "then")
}

/// Whether a clause may begin with the word at `at`, or end with it.
pub fn divides(text: &Reading<'_>, at: usize) -> bool {
    text.gap(at) & (COMMA | SEMICOLON) != 0 || joins(text.word(at)) || connects(text, at)
}

/// The clauses of two content words and more of a text, about; what is shorter belongs to the one before.
pub fn clauses(text: &Reading<'_>) -> Vec<Span> {
    let (mut found, mut content): (Vec<Span>, usize) = (Vec::new(), 0);
    let mut first: Option<usize> = None;
    for (at, token) in text.tokens.iter().enumerate() {
        let after = at > 0 && connects(text, at - 1);
        if content > 1 && (after || text.gap(at) & (COMMA | SEMICOLON) != 0 || joins(token.text)) {
            first = None;
            content = 0;
        }
        content += usize::from(text.content(at).is_some());
        let start = *first.get_or_insert(token.span.start);
        let clause = Span::new(start, token.span.end);
        match found.last_mut() {
            Some(last) if last.start == start => *last = clause,
            _ => found.push(clause),
        }
    }
    if content < 2
        && let Some(rest) = found.pop()
    {
        match found.last_mut() {
            Some(last) => last.end = rest.end,
            None => found.push(rest),
        }
    }
    found
}

/// The parts of a text that each say something of their own: cut at every mark, `and` and Korean ending that may divide, as far as a
/// part has two words or values. What is shorter belongs to the next.
pub fn parts(text: &Reading<'_>) -> Vec<Range<usize>> {
    let cut = |at: usize| {
        text.gap(at) & STOP != 0 || divides(text, at) && !connects(text, at) || connects(text, at - 1)
    };
    let mut found: Vec<Range<usize>> = Vec::new();
    let (mut first, mut words) = (0, 0);
    for at in 1..=text.tokens.len() {
        let last = at - 1;
        let begins_value = text.values().iter().any(|value| text.first_from(value.span.start) == last);
        words +=
            usize::from(begins_value || text.content(last).is_some() && !text.is_in(text.values(), last));
        // `9 a.m. to 5 p.m.`
        let letter = text.word(last).len() == 1 && text.word(last).starts_with(char::is_alphabetic);
        let ends = at == text.tokens.len() || text.gap(at) & STOP != 0 && !letter;
        if ends || words > 1 && cut(at) {
            found.push(first..at);
            (first, words) = (at, 0);
        }
    }
    found
}

/// A Korean word without the ending that joins it to the next, and whether that gives a choice: `카드와`, `신청하거나`.
pub fn joint(word: &str) -> Option<(&str, bool)> {
    let stem = |end: &str| word.strip_suffix(end).filter(|stem| !stem.is_empty());
    let closed = |stem: &str| stem.chars().next_back().and_then(is_closed) == Some(true);
    let choice = ["거나", "이나", "나"].into_iter().find_map(stem);
    let both = || {
        stem("고")
            .or_else(|| stem("과").filter(|stem| closed(stem)))
            .or_else(|| stem("와").filter(|stem| !closed(stem)))
    };
    choice.map(|stem| (stem, true)).or_else(|| both().map(|stem| (stem, false)))
}

/// Whether the Korean word at `at` ends a clause.
pub fn connects(text: &Reading<'_>, at: usize) -> bool {
    // The last syllables of the endings.
    static LAST: SyllableSet =
        SyllableSet::of(&['고', '며', '만', '데', '나', '되', '서', '해', '여', '어', '돼']);
    let Some(token) = text.tokens.get(at).filter(|token| token.script == Script::Hangul) else {
        return false;
    };
    let word = token.text;
    let bytes = word.as_bytes();
    if !bytes.len().checked_sub(3).and_then(|at| syllable_at(bytes, at)).is_some_and(|last| LAST.has(last)) {
        return false;
    }
    let long = word.chars().nth(2).is_some();
    ["고", "며", "지만", "는데", "으나", "하되", "면서"].iter().any(|end| word.ends_with(end) && word != *end)
        && !matches!(word, "사고" | "최고" | "광고" | "창고" | "참고" | "보고" | "그리고")
        || long
            && ["해", "하여", "되어", "돼", "하나", "해서"].iter().any(|end| word.ends_with(end))
            && word != "지난해"
}
