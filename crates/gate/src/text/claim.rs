//! A claim made ready for judging: marks and markup gone, words, n-grams and values read.

use std::borrow::Cow;
use std::cell::OnceCell;

use memchr::{memchr, memchr3};

use crate::text::attribution::without_attribution;
use crate::text::grams::{Bits, Grams};
use crate::text::window::sentences;
use crate::values::bounds::{Bound, bounds};
use crate::values::number::Value;
use stet_reading::keys::{Word, content_keys};
use stet_reading::opposites::Named;
use stet_reading::reading::Reading;
use stet_text::span::Span;
use stet_text::{Language, is_word_char, language, normalise};

/// Words of a claim beyond this many are compared by their n-grams only: one bit each in a `u128`.
const MOST_WORDS: usize = 128;

/// Values, names and quotations of a claim beyond this many are not looked up, so that an endless
/// line costs no more than its length.
pub(crate) const MOST_FINDINGS: usize = 64;
/// A quotation with fewer characters is a term, and never evidence by itself.
pub(crate) const SHORTEST_QUOTE: usize = 10;

/// A sentence with fewer characters, or fewer letters, says nothing that could be checked.
const FEWEST_CHARS: usize = 5;
const FEWEST_LETTERS: usize = 2;

/// The text of a claim, normalised and without marks and markup.
#[derive(Debug, Clone)]
pub(crate) struct Wording {
    whole: String,
    /// Length of the question that the claim answers.
    question: usize,
}

impl Wording {
    pub(crate) fn new(text: &str) -> Self {
        let norm = normalise(text);
        let bare = match without_marks(&norm) {
            Cow::Borrowed(bare) if bare.len() == norm.len() => None,
            bare => Some(bare.into_owned()),
        };
        let mut whole = bare.unwrap_or(norm);
        let (before, said) = statement(&whole);
        let question = before.len();
        let bare = without_attribution(said);
        if bare.len() < said.len() {
            whole = format!("{before}{bare}");
        }
        Self { whole, question }
    }

    /// The claim, where it is one by itself: it answers no question.
    pub(crate) fn alone(&self) -> Option<&str> {
        (self.question == 0).then_some(&*self.whole)
    }
}

#[derive(Debug)]
pub(crate) struct Claim<'a> {
    /// Normalised, without marks and markup.
    pub norm: &'a str,
    pub reading: Reading<'a>,
    pub language: Language,
    /// Distinct content words in order.
    pub words: Vec<Word>,
    pub grams: Grams,
    pub values: Vec<Value>,
    /// Words that have an opposite, and which of the values are bounds, once they have been asked for.
    named: OnceCell<Named>,
    bounds: OnceCell<Vec<Bound>>,
    /// Number of sentences.
    pub sentences: usize,
    /// Keys of the content words of the question that the claim answers.
    context: Vec<u32>,
}

impl<'a> Claim<'a> {
    pub(crate) fn new(wording: &'a Wording) -> Self {
        let (question, norm) =
            wording.whole.split_at_checked(wording.question).unwrap_or(("", &wording.whole));
        let context = content_keys(question);
        let reading = Reading::new(norm);
        let mut words: Vec<Word> = Vec::new();
        for word in reading.content_words() {
            if words.len() < MOST_WORDS && words.iter().all(|known| known.key != word.key) {
                words.push(word);
            }
        }
        let mut values: Vec<Value> =
            reading.values().iter().filter(|value| !value.implied).copied().collect();
        values.truncate(MOST_FINDINGS);
        Self {
            language: language(norm),
            grams: grams(norm, left_out(&reading, &values, &[])),
            words,
            values,
            named: OnceCell::new(),
            bounds: OnceCell::new(),
            context,
            sentences: sentences(norm).len(),
            reading,
            norm,
        }
    }

    /// Words that have an opposite.
    pub(crate) fn named(&self) -> &Named {
        self.named.get_or_init(|| Named::new(&self.reading))
    }

    /// Which of the values are bounds.
    pub(crate) fn bounds(&self) -> &[Bound] {
        self.bounds.get_or_init(|| bounds(&self.reading, &self.values))
    }

    /// The text without the punctuation at its ends: what a verbatim passage must contain.
    pub(crate) fn core(&self) -> &'a str {
        core(self.norm)
    }

    /// Whether the claim may stand as it is in a text that has some of its words: all but the first and the last, which
    /// may be parts of words there.
    pub(crate) fn may_stand_in(&self, words: u128) -> bool {
        let ends = [0, self.reading.tokens.len().saturating_sub(1)].map(|at| self.reading.key(at));
        self.words.iter().enumerate().all(|(at, word)| words & (1 << at) != 0 || ends.contains(&word.key))
    }

    /// The n-grams but for those of some words, which are given by position; all where there are no others.
    pub(crate) fn grams_without(&self, words: &[usize]) -> Bits {
        if !words.is_empty() {
            let rest = without(self.norm, left_out(&self.reading, &self.values, words));
            let others = self.grams.found_in(&rest);
            if others.count() > 0 {
                return others;
            }
        }
        self.grams.all()
    }

    /// Whether there is anything to check.
    pub(crate) fn is_claim(&self) -> bool {
        if !self.context.is_empty() {
            return self.norm.chars().any(char::is_alphanumeric);
        }
        self.norm.chars().count() >= FEWEST_CHARS && is_worded(self.norm) && self.grams.count() > 0
    }
}

/// A normalised text without the punctuation at its ends.
pub(crate) fn core(norm: &str) -> &str {
    norm.trim_matches(|ch: char| !is_word_char(ch) && ch != '%' && ch != ')')
}

/// Whether a normalised text has letters enough to state something.
pub(crate) fn is_worded(norm: &str) -> bool {
    norm.chars().filter(|&ch| is_letter(ch)).take(FEWEST_LETTERS).count() == FEWEST_LETTERS
}

/// `char::is_alphabetic`, quick for Hangul.
fn is_letter(ch: char) -> bool {
    matches!(ch, '가'..='힣') || ch.is_alphabetic()
}

/// What is compared by what it means, not by its letters: the values, and some words given by position.
fn left_out(reading: &Reading<'_>, values: &[Value], words: &[usize]) -> Vec<Span> {
    let words = words.iter().filter_map(|&at| reading.tokens.get(at)).map(|token| token.span);
    let mut spans: Vec<Span> = values.iter().map(|value| value.span).chain(words).collect();
    spans.sort_unstable_by_key(|span| span.start);
    spans
}

/// The n-grams of a normalised text but for some passages; of all of it when it is nothing else.
fn grams(norm: &str, left_out: Vec<Span>) -> Grams {
    if !left_out.is_empty() {
        let grams = Grams::new(&without(norm, left_out));
        if grams.count() > 0 {
            return grams;
        }
    }
    Grams::new(norm)
}

/// A text with spaces in the place of some passages, which are given in order.
fn without(norm: &str, passages: Vec<Span>) -> String {
    let mut rest = String::with_capacity(norm.len());
    let mut from = 0;
    for span in passages {
        rest.push_str(Span::new(from, span.start.max(from)).of(norm));
        rest.push(' ');
        from = span.end.max(from);
    }
    rest.push_str(Span::new(from, norm.len()).of(norm));
    rest
}

/// Cuts a normalised text into the question it begins with, if any, and its statement.
///
/// A question states nothing: where an answer follows it in the same text, only the answer is
/// judged. An answer that says only yes or no needs its question.
fn statement(norm: &str) -> (&str, &str) {
    // Most claims ask nothing.
    let asks = memchr(b'?', norm.as_bytes());
    let Some((question, answer)) =
        asks.and_then(|_| norm.rfind("? ")).and_then(|at| norm.split_at_checked(at + 2))
    else {
        return ("", norm);
    };
    let mut words = answer.split(|ch: char| !ch.is_alphanumeric()).filter(|word| !word.is_empty());
    let states = words.any(|word| !matches!(word, "yes" | "no" | "not" | "네" | "예" | "아니요" | "아니오"));
    if states { (question, answer) } else { ("", norm) }
}

/// The statement of a claim as it was written, for what depends on capitals.
pub(crate) fn as_written(text: &str) -> Cow<'_, str> {
    fn said(whole: &str) -> &str {
        without_attribution(statement(whole).1)
    }
    match without_marks(text) {
        Cow::Borrowed(whole) => Cow::Borrowed(said(whole)),
        Cow::Owned(whole) => Cow::Owned(said(&whole).to_owned()),
    }
}

/// A text without citation marks, list bullets, block quote and emphasis marks.
fn without_marks(norm: &str) -> Cow<'_, str> {
    let body = without_number(norm.trim_start_matches(['-', '*', '•', '·', '>', '#', ' ']));
    // The first byte of `【`, which no Hangul syllable has, is enough to look closer.
    let bytes = body.as_bytes();
    if memchr3(b'[', b'*', b'`', bytes).or_else(|| memchr("【".as_bytes()[0], bytes)).is_none() {
        return Cow::Borrowed(body.trim());
    }
    let mut out = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.find(['[', '【', '*', '`']) {
        let (head, tail) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(head);
        let len = mark(tail).or_else(|| tail.starts_with(['*', '`']).then_some(1));
        let (skipped, after) = tail.split_at_checked(len.unwrap_or(0)).unwrap_or(("", tail));
        if skipped.is_empty() {
            let mut chars = tail.chars();
            out.extend(chars.next());
            rest = chars.as_str();
        } else {
            // `Claim [1].` leaves no space before the full stop.
            if skipped.len() > 1 && (after.is_empty() || after.starts_with(['.', ',', '!', '?', ' '])) {
                out.truncate(out.trim_end().len());
            }
            rest = after;
        }
    }
    out.push_str(rest);
    Cow::Owned(out.trim().to_owned())
}

/// A text without the number of the list item it is: `4. Turn it on`, `2) 신청한다`.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|ch: char| ch.is_ascii_digit());
    let item = rest.strip_prefix(['.', ')']).and_then(|rest| rest.strip_prefix(' '));
    match item {
        Some(item) if matches!(text.len() - rest.len(), 1..=2) && item.starts_with(char::is_alphabetic) => {
            item
        }
        _ => text,
    }
}

/// The length of the citation mark a normalised text begins with.
fn mark(text: &str) -> Option<usize> {
    /// A named mark is a short one.
    const LONGEST: usize = 160;
    let close = if text.starts_with('【') { '】' } else { ']' };
    let end = text.char_indices().take(LONGEST).find(|&(_, ch)| ch == close || ch == '\n')?.0;
    let inner = text.get(..end)?.trim_start_matches(['[', '【', '^', '†', ' ', ':']);
    let head: String = inner.chars().take(10).flat_map(char::to_lowercase).collect();
    let named = ["출처", "참조", "참고", "근거", "source", "ref", "see", "cite", "citation"]
        .iter()
        .any(|name| head.starts_with(name));
    let numeric = inner.starts_with(|ch: char| ch.is_ascii_digit())
        && inner
            .chars()
            .all(|ch| ch.is_ascii_digit() || matches!(ch, ' ' | ',' | ';' | '-' | '†' | '^' | ':'))
        && inner.split(|ch: char| !ch.is_ascii_digit()).all(|digits| digits.len() <= 3);
    if !(named || numeric) {
        return None;
    }
    // `[1](url)` is a link.
    let mut stop = end + close.len_utf8();
    if text.get(..2) == Some("[[") && text.get(stop..).is_some_and(|rest| rest.starts_with(']')) {
        stop += 1;
    }
    (!text.get(stop..).is_some_and(|rest| rest.starts_with('('))).then_some(stop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_no_words() {
        for (text, want) in [
            ("15일 [1] 이내에 신청한다.[†2]", "15일 이내에 신청한다."),
            ("Approved [1, 2]. ", "approved."),
            ("- **Approved** [출처: 약관 제5조].", "approved."),
            ("see [1](http://x) and arr[x] [2024]", "see [1](http://x) and arr[x] [2024]"),
            ("［１］ 【1】 [[3]] x", "x"),
            ("4. Turn it on.", "turn it on."),
            ("- 2) 신청한다.", "신청한다."),
            ("2024. 1. 5. 시행한다.", "2024. 1. 5. 시행한다."),
            ("3.5 million came.", "3.5 million came."),
        ] {
            assert_eq!(without_marks(&normalise(text)), want, "{text}");
        }
    }
}
