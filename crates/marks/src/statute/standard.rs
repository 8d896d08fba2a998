//! References in the one form in which answers have them: `「규정명」 제N조 제M항`, `Article N of the Regulations`.
//!
//! Owns how a reference is written that says all it has to, and how one reads where another stood. Leaves which article
//! is meant to [`super::index`], and what stands in the place of one that means none to [`super::wording`].

use super::particle::{agreeing, particle_len};
use super::removal::Replacement;
use super::view::plain;
use super::words::is_hangul;
use super::{ArticleNo, Form, StatuteRef};
use crate::pattern::Pattern;
use std::fmt::Write as _;
use stet_text::span::Span;

/// An article with nothing behind it but a paragraph and an item, with or without blanks and `제`.
static PARTS: Pattern = Pattern::new(|| {
    let part = |name: &str, unit: &str| {
        format!(r"(?:\s*제?\s*(?P<{name}>\d+)\s*{unit}(?:\s*의\s*(?P<{name}b>\d+))?)")
    };
    format!("^제?{}{}?{}?$", part("a", "조"), part("p", "항"), part("i", "호"))
});

/// What may stand around a name.
const OPENS: [&str; 10] = ["「", "『", "｢", "<", "《", "〈", "\"", "“", "'", "‘"];
const CLOSES: [&str; 10] = ["」", "』", "｣", ">", "》", "〉", "\"", "”", "'", "’"];

/// Whether a reference is written in English: by its first character, unless it ends with a Korean unit. It may end with
/// a Korean name: `Article 25 of the 학칙`.
pub(super) fn is_english(words: &str) -> bool {
    let first = words.chars().filter_map(plain).find(|c| !matches!(c, '[' | '<' | '('));
    first.is_some_and(|c| c.is_ascii_alphanumeric() || c == '§')
        && (!words.ends_with(|c| is_hangul(c) || c == '목') || words.contains(" of "))
}

/// How a reference with name and article is written in standard form; `None` when it is, or when it is written in a way
/// that has more to it (emphasis, a link). The name stays as it was called.
#[must_use]
pub fn standard_form(text: &str, reference: &StatuteRef) -> Option<String> {
    let words = reference.span.of(text);
    if reference.form != Form::Full || reference.article.is_none() || words.contains('\n') {
        return None;
    }
    let standard =
        if is_english(words) { even(words) } else { korean(words, reference.regulation.as_deref()?)? };
    (standard != words).then_some(standard)
}

fn korean(words: &str, name: &str) -> Option<String> {
    let at = words.find(name)?;
    let before = words.get(..at)?.trim();
    let tail = words.get(at + name.len()..)?.trim_start();
    let tail = match OPENS.iter().position(|open| *open == before) {
        Some(pair) => tail.strip_prefix(CLOSES.get(pair)?)?.trim_start(),
        None if before.is_empty() => tail,
        None => return None,
    };
    let article =
        tail.starts_with(|c: char| c == '제' || c.is_numeric()) && !tail.contains(['*', '_', '[', '`']);
    article.then(|| format!("「{}」 {}", even(name), parts(tail)))
}

/// `25조제2항`: `제25조 제2항`; what has more to it keeps all but its wide blanks.
fn parts(tail: &str) -> String {
    let Some(found) = PARTS.captures(tail) else { return even(tail) };
    let mut parts = String::new();
    for (name, branch, unit) in [("a", "ab", "조"), ("p", "pb", "항"), ("i", "ib", "호")] {
        let Some(number) = found.name(name) else { continue };
        let gap = if parts.is_empty() { "" } else { " " };
        let _ = write!(parts, "{gap}제{}{unit}", number.as_str());
        if let Some(branch) = found.name(branch) {
            let _ = write!(parts, "의{}", branch.as_str());
        }
    }
    parts
}

/// Text with single blanks.
fn even(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A reference that says too little (`words` of it) with what is missing: its regulation before an article, or the article
/// behind its regulation.
#[must_use]
pub fn completed_form(
    text: &str,
    reference: &StatuteRef,
    regulation: &str,
    number: ArticleNo,
) -> Option<String> {
    let words = reference.span.of(text);
    if words.contains(['\n', '*', '_', '[', '`']) {
        return None;
    }
    match (reference.form, is_english(words)) {
        (Form::NameOnly, _) => {
            let name = reference.regulation.as_deref().unwrap_or(regulation);
            Some(format!("「{}」 {number}", even(name)))
        }
        (Form::ArticleOnly, true) => Some(format!("{} of {}{regulation}", even(words), the(regulation))),
        (Form::ArticleOnly, false) => Some(format!("「{regulation}」 {}", parts(words))),
        _ => None,
    }
}

/// How the article of a regulation is called where `words` named another.
#[must_use]
pub fn redirected_form(words: &str, regulation: &str, number: ArticleNo) -> String {
    if !is_english(words) && !words.is_ascii() {
        return format!("「{regulation}」 {number}");
    }
    // `the School Regulations, Article 99`
    let named_first = !words.starts_with(['A', 'a', 'S', 's', '§']) || words.starts_with(regulation);
    if named_first {
        format!("{regulation}, Article {}", number.number)
    } else {
        format!("Article {} of {}{regulation}", number.number, the(regulation))
    }
}

fn the(regulation: &str) -> &'static str {
    if regulation.starts_with("The ") || !regulation.is_ascii() { "" } else { "the " }
}

/// What stands in the place of `span`, with the particle behind it that agrees: `「학칙」은` becomes `「학칙」 제25조는`.
#[must_use]
pub fn in_place(text: &str, span: Span, words: String) -> Replacement {
    let rest = text.get(span.end..).unwrap_or_default();
    let particle = particle_len(rest, true).unwrap_or(0);
    match agreeing(rest.get(..particle).unwrap_or_default(), &words) {
        Some(agreed) if particle > 0 => {
            Replacement { span: Span::new(span.start, span.end + particle), text: words + &agreed }
        }
        _ => Replacement { span, text: words },
    }
}

/// The text with these replacements, which are in order.
#[must_use]
pub fn replaced(text: &str, edits: &[Replacement]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        out.push_str(Span::new(done, edit.span.start).of(text));
        out.push_str(&edit.text);
        done = edit.span.end;
    }
    out.push_str(Span::new(done, text.len()).of(text));
    out
}

/// Whether quotation marks are open at `at` in its line, or the line is a quotation: those words are another's.
#[must_use]
pub fn is_quoted(text: &str, at: usize) -> bool {
    let line = text.get(..at).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    let opens = |open: char, close: char| line.matches(open).count() > line.matches(close).count();
    line.trim_start().starts_with('>')
        || opens('“', '”')
        || opens('‘', '’')
        || opens('『', '』')
        || line.matches('"').count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::super::{Entry, RegulationIndex, scan_statutes_in};
    use super::*;

    fn index() -> RegulationIndex<u32> {
        let entry = |regulation: &str, number| Entry {
            regulation: regulation.into(),
            number: ArticleNo::new(number, None),
            title: None,
            text: String::new(),
            deleted: false,
            path: Vec::new(),
            supplementary: false,
            id: number,
        };
        RegulationIndex::new([
            entry("학칙", 15),
            entry("등록금에 관한 규정", 4),
            entry("Library Regulations", 3),
        ])
    }

    #[test]
    fn a_reference_is_written_in_one_form() {
        let index = index();
        for (text, standard) in [
            ("「학칙」  제25조에 따라", "「학칙」 제25조에 따라"),
            ("학칙 제15조에 따라", "「학칙」 제15조에 따라"),
            ("학칙 15조제2항은", "「학칙」 제15조 제2항은"),
            ("『학칙』 제 15 조의 2에", "「학칙」 제15조의2에"),
            ("「등록금에  관한 규정」제4조", "「등록금에 관한 규정」 제4조"),
            ("학칙 제15조(수강)는", "「학칙」 제15조(수강)는"),
            ("Article  3 of the Library Regulations says", "Article 3 of the Library Regulations says"),
            // As it should be, or no reference with name and article.
            ("「학칙」 제25조 제2항", "「학칙」 제25조 제2항"),
            ("**학칙** 15조", "**학칙** 15조"),
            ("제15조와 「학칙」", "제15조와 「학칙」"),
        ] {
            let edits: Vec<Replacement> = scan_statutes_in(text, &index)
                .iter()
                .filter_map(|found| Some(in_place(text, found.span, standard_form(text, found)?)))
                .collect();
            assert_eq!(replaced(text, &edits), standard);
        }
    }

    #[test]
    fn what_is_missing_is_put_in() {
        let index = index();
        for (text, regulation, complete) in [
            ("「등록금에관한규정」에 따르면", "등록금에 관한 규정", "「등록금에관한규정」 제3조에 따르면"),
            ("「등록금에관한규정」은 정한다", "등록금에 관한 규정", "「등록금에관한규정」 제3조는 정한다"),
            ("제3조에 따르면", "학칙", "「학칙」 제3조에 따르면"),
            ("제3조제1항은", "학칙", "「학칙」 제3조 제1항은"),
            (
                "Under Article 3, fees",
                "Library Regulations",
                "Under Article 3 of the Library Regulations, fees",
            ),
        ] {
            let found = scan_statutes_in(text, &index).remove(0);
            let words = completed_form(text, &found, regulation, ArticleNo::new(3, None)).unwrap();
            assert_eq!(replaced(text, &[in_place(text, found.span, words)]), complete);
        }
    }

    #[test]
    fn the_words_of_others_are_known() {
        for (text, quoted) in [
            ("그는 “학칙 제15조", true),
            ("그는 “그렇다”고 학칙 제15조", false),
            ("> 학칙 제15조", true),
            ("He said \"Article 3", true),
            ("He said \"yes\" and Article 3", false),
        ] {
            assert_eq!(is_quoted(text, text.len()), quoted, "{text}");
        }
    }
}
