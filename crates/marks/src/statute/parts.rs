//! Paragraphs, items and sentences inside the text of one article.

use super::line::is_deletion;
use super::number::circled;
use crate::pattern::Pattern;
use stet_text::span::Span;

/// Whether the article's text has this paragraph (`①`), item (`1.`) and subitem (`가.`).
///
/// An article without numbered paragraphs is its own first paragraph. Nothing can be said about an
/// empty text, so everything exists in it.
#[must_use]
pub fn has_part(text: &str, paragraph: Option<u32>, item: Option<u32>, subitem: Option<char>) -> bool {
    if text.trim().is_empty() {
        return true;
    }
    let Some(within) = paragraph.map_or(Some(text), |n| paragraph_text(text, n)) else { return false };
    // Points of an English article are set in many ways.
    let Some(item) = item.filter(|_| !is_english(text)) else { return true };
    let Some(within) = labelled(within, &item.to_string()) else {
        // Items that were set as a table have lost their numbers.
        return labelled(within, "1").is_none()
            && ["각호", "각 호"].iter().any(|words| within.contains(words))
            && within.lines().any(|line| line.starts_with('|'));
    };
    subitem.is_none_or(|letter| labelled(within, letter.encode_utf8(&mut [0; 4])).is_some())
}

/// Whether the article's text has this part only to say that it was repealed: `② <삭제 2019. 2. 1.>`.
pub(super) fn is_part_repealed(
    text: &str,
    paragraph: Option<u32>,
    item: Option<u32>,
    subitem: Option<char>,
) -> bool {
    let repealed = |part: &str, label: usize| {
        let line = part.lines().next().unwrap_or_default();
        is_deletion(line.get(label..).unwrap_or_default())
    };
    let mut within = text;
    if let Some(number) = paragraph {
        let Some(part) = paragraph_text(text, number) else { return false };
        // An article without numbered paragraphs has no label before its first.
        let label = part.find(|c: char| !(circled(c).is_some() || c.is_ascii_digit() || "().".contains(c)));
        if repealed(part, label.unwrap_or(part.len())) {
            return true;
        }
        within = part;
    }
    let Some(label) = item.map(|item| item.to_string()) else { return false };
    // Without its paragraph an item may be one of several, and any of them in force is enough.
    let mut items = all_labelled(within, &label).peekable();
    items.peek().is_some()
        && items.all(|part| {
            let letter = subitem.map(String::from);
            repealed(part, label.len() + 1)
                || letter.is_some_and(|letter| {
                    labelled(part, &letter).is_some_and(|part| repealed(part, letter.len() + 1))
                })
        })
}

/// The text of a paragraph of an article, its number included; an article without numbered paragraphs is its own first.
#[must_use]
pub fn paragraph_text(text: &str, number: u32) -> Option<&str> {
    let mut starts =
        text.char_indices().filter(|(at, c)| circled(*c).is_some() && begins(text, *at)).peekable();
    if starts.peek().is_none() {
        return english_paragraph(text, number).or((number == 1).then_some(text));
    }
    let first = starts.peek().copied();
    let Some((start, _)) = starts.find(|(_, c)| circled(*c) == Some(number)) else {
        // A first paragraph that is not numbered, or by a letter that only looks like it.
        let second = first.filter(|(_, c)| number == 1 && circled(*c) == Some(2));
        return second.and_then(|(at, _)| text.get(..at));
    };
    let end = starts.next().map_or(text.len(), |(at, _)| at);
    text.get(start..end)
}

/// With what an English article begins, from the fourth on a section.
const HEADS: [&str; 7] = ["Article", "ARTICLE", "Art.", "Section", "SECTION", "Sec.", "§"];

fn is_english(text: &str) -> bool {
    HEADS.iter().any(|word| text.trim_start().starts_with(word))
}

/// Whether a text is a section of a regulation that is divided into sections.
pub(super) fn is_section(text: &str) -> bool {
    HEADS.iter().skip(3).any(|word| text.trim_start().starts_with(word))
}

/// The paragraph of an English article: `(1) …`, `1. …` at the start of a line, counted from 1.
fn english_paragraph(text: &str, number: u32) -> Option<&str> {
    let start_of = |number: u32, from: usize| {
        let rest = text.get(from..)?;
        [format!("({number})"), format!("\n{number}. ")].iter().find_map(|label| {
            let at =
                rest.match_indices(label.as_str()).map(|(at, _)| from + at).find(|at| begins(text, *at))?;
            Some(if label.starts_with('\n') { at + 1 } else { at })
        })
    };
    let mut start = start_of(1, 0).filter(|_| is_english(text))?;
    for next in 2..=number.min(MAX_PARAGRAPHS) {
        start = start_of(next, start)?;
    }
    if number > MAX_PARAGRAPHS {
        return None;
    }
    let end = start_of(number + 1, start).unwrap_or(text.len());
    text.get(start..end)
}

/// The first and the last paragraph of which an article's text, or a part of it, has the number.
#[must_use]
pub fn paragraphs(text: &str) -> Option<(u32, u32)> {
    if is_english(text) {
        let last =
            (1..=MAX_PARAGRAPHS).take_while(|number| english_paragraph(text, *number).is_some()).last();
        return last.map(|last| (1, last));
    }
    let starts = text.char_indices().filter(|(at, _)| begins(text, *at));
    let mut numbers = starts.filter_map(|(_, c)| circled(c));
    let first = numbers.next()?;
    Some((first, numbers.next_back().unwrap_or(first)))
}

/// Paragraphs of an English article that are counted.
const MAX_PARAGRAPHS: u32 = 40;

/// Whether no word stands directly before.
fn begins(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|head| head.chars().next_back());
    before.is_none_or(|c| !c.is_alphanumeric())
}

/// The text from `label.` or `label)` on: at the start of a line, or anywhere in a text of one line.
fn labelled<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    all_labelled(text, label).next()
}

fn all_labelled<'a>(text: &'a str, label: &str) -> impl Iterator<Item = &'a str> {
    let lines = text.trim().contains('\n');
    text.match_indices(label).filter_map(move |(at, _)| {
        let rest = text.get(at..)?;
        let stop = rest.get(label.len()..)?.chars().next()?;
        let line = text.get(..at)?.trim_end_matches([' ', '\t']);
        let starts = line.is_empty() || line.ends_with('\n') || (!lines && begins(text, at));
        (matches!(stop, '.' | ')') && starts).then_some(rest)
    })
}

/// A full stop, or the end of a line. A number before it is a date or an item.
static SENTENCE_END: Pattern =
    Pattern::new(|| r"(?s)(?:^|[^0-9])(?<end>[.。?!])(?:\s|$)|.(?<line>\n)".to_owned());

/// The sentence that says what the article rules: the first of the (given) paragraph, without heading,
/// paragraph number and revision notes. Empty when the article has none.
#[must_use]
pub fn key_sentence(text: &str, paragraph: Option<u32>) -> &str {
    let within = paragraph.and_then(|n| paragraph_text(text, n)).unwrap_or(text);
    let body = without_heading(within);
    let end = SENTENCE_END.captures(body).and_then(|found| found.name("end").or(found.name("line")));
    body.get(..end.map_or(body.len(), |end| end.end())).unwrap_or(body).trim()
}

/// Skips `제25조의2 (휴학)` and `①` at the beginning.
fn without_heading(text: &str) -> &str {
    let mut rest = text.trim_start();
    if let Some(heading) = super::line::heading(rest) {
        rest = rest.get(heading.body..).unwrap_or_default().trim_start();
    }
    let numbered = rest.trim_start_matches(|c| circled(c).is_some());
    Span::new(rest.len() - numbered.len(), rest.len()).of(rest).trim_start()
}
