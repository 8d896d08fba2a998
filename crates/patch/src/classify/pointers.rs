//! Quoted words, links and names: what a claim takes from elsewhere, where it points, and of whom it speaks.

use std::sync::LazyLock;

use regex::Regex;

use super::lexicon::Class;
use super::words::{Change, Side, Word};
use super::{Finding, Reason, arrow};
use crate::GateName;
use stet_marks::citation::scan_keyed;
use stet_text::span::Span;
use stet_text::{Language, Script, is_word_char, normalise};

/// Quoted words belong to somebody else: changing them is changing the claim. Changing the marks around them is not.
#[must_use]
pub fn quotation(change: &Change<'_>) -> Option<Finding> {
    let (old, new) = (quoted(&change.unit.before), quoted(&change.unit.after));
    let touched =
        |all: &[Span], hunk: Span| all.iter().any(|span| span.overlaps(hunk) || span.contains(hunk));
    if !touched(&old, change.hunk.before) && !touched(&new, change.hunk.after) {
        return None;
    }
    let letters = |text: &str| normalise(text).chars().filter(|&ch| is_word_char(ch)).collect::<String>();
    let words = |text: &str, all: &[Span]| all.iter().map(|span| letters(span.of(text))).collect::<Vec<_>>();
    let (before, after) = (words(change.whole.0, &old), words(change.whole.1, &new));
    // The quotations are equal word for word, or the marks came or went around equal words.
    let kept = before == after
        || before.is_empty() != after.is_empty()
            && letters(change.unit.before.text) == letters(change.unit.after.text);
    let reason = ("인용문 안의 말이 바뀌었습니다", "Quoted words change");
    (!kept).then(|| Finding::core(GateName::Quotation, arrow(change.text_before, change.text_after), reason))
}

/// What stands between quotation marks, or backticks, in the whole text.
fn quoted(side: &Side<'_>) -> Vec<Span> {
    let mut out = Vec::new();
    let mut open: Option<(usize, char)> = None;
    let mut last = ' ';
    for (at, ch) in side.text.char_indices() {
        let place = side.span.start + at;
        let closing = match ch {
            '"' | '`' => Some(ch),
            '“' | '„' => Some('”'),
            '‘' => Some('’'),
            '「' => Some('」'),
            '『' => Some('』'),
            '«' => Some('»'),
            '\'' if !is_word_char(last) => Some('\''),
            _ => None,
        };
        match open {
            Some((start, close)) if close == ch => {
                out.push(Span::new(start, place));
                open = None;
            }
            None => open = closing.map(|close| (place + ch.len_utf8(), close)),
            Some(_) => {}
        }
        last = ch;
    }
    out
}

/// URLs, bare domains with a path, mail addresses, DOIs, the targets of Markdown links, numbered
/// citation marks and footnote marks. Citations by key are found by their own scanner.
static POINTERS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)https?://[^\s<>\])]+|www\.[^\s<>\])]+|[\w.+-]+@[\w-]+\.[\w.]+|\b10\.\d{4,}/\S+|\]\(([^)\s]*)\)|\b(?:[\w-]+\.)+(?:com|org|net|edu|gov|kr|io|dev)\b(?:/[^\s<>\])]*)?|\[\^?\d+(?:\s*[,–-]\s*\d+)*(?:\s*,\s*(?:p|pp|쪽)\.?\s*\d+)?\]|【\d+[^】]*】",
    )
    .ok()
});

/// Links, addresses and citation marks: where a claim points is part of it.
#[must_use]
pub fn links(change: &Change<'_>) -> Option<Finding> {
    let (b, a) = (pointers(change.text_before), pointers(change.text_after));
    if b == a || pointers(change.unit.before.text) == pointers(change.unit.after.text) {
        return None;
    }
    let reason = ("링크나 인용 표시가 바뀌었습니다", "A link or a citation mark changes");
    Some(Finding::core(GateName::Link, arrow(&b.join(" "), &a.join(" ")), reason))
}

/// The links, addresses and marks of a text, in reading order.
fn pointers(text: &str) -> Vec<String> {
    let Some(pattern) = POINTERS.as_ref().filter(|_| text.contains(['/', '@', '[', '【', '.'])) else {
        return Vec::new();
    };
    let plain = |found: regex::Match<'_>| {
        found.as_str().trim_end_matches(['.', ',', ';', '"']).split_whitespace().collect::<String>()
    };
    let keyed = scan_keyed(text).into_iter().map(|keyed| keyed.without_particle(text).of(text).to_owned());
    pattern.find_iter(text).map(plain).chain(keyed).collect()
}

/// Cells of a row that stand in other columns than before: a tick under No that stood under Yes.
#[must_use]
pub fn columns(change: &Change<'_>) -> Option<Finding> {
    if !change.text_before.contains('|') && !change.text_after.contains('|') {
        return None;
    }
    let row = |whole: &str, span: Span| -> Vec<String> {
        let from = whole.get(..span.start).and_then(|head| head.rfind('\n')).map_or(0, |at| at + 1);
        let to =
            whole.get(span.end..).and_then(|tail| tail.find('\n')).map_or(whole.len(), |at| span.end + at);
        let line = whole.get(from..to).unwrap_or_default().trim();
        let bare = line.trim_start_matches('|').trim_end_matches('|');
        if line.len() == bare.len() {
            Vec::new()
        } else {
            bare.split('|').map(|cell| cell.trim().to_owned()).collect()
        }
    };
    let (old, new) = (row(change.whole.0, change.hunk.before), row(change.whole.1, change.hunk.after));
    let filled = |row: &[String]| {
        let mut cells: Vec<String> = row.iter().filter(|cell| !cell.is_empty()).cloned().collect();
        cells.sort_unstable();
        cells
    };
    let reason = ("칸의 내용이 다른 열로 옮겨졌습니다", "What a cell says stands in another column");
    let moved = old.len() == new.len() && old != new && filled(&old) == filled(&new);
    moved.then(|| Finding::core(GateName::Roles, arrow(change.text_before, change.text_after), reason))
}

const NAME: Reason = ("고유한 이름이 바뀌었습니다", "A proper name changes");

/// Proper names in Latin letters: of whom or what the claim speaks.
#[must_use]
pub fn names(change: &Change<'_>) -> Option<Finding> {
    let names = |words: &[&Word<'_>]| -> Vec<String> {
        let all = words.iter().filter(|word| is_name(word, change.unit.language));
        all.map(|word| word.text.to_owned()).collect()
    };
    let (b, a) = (names(&change.lost), names(&change.new));
    if b.is_empty() && a.is_empty() {
        return None;
    }
    let value = arrow(&b.join(" "), &a.join(" "));
    let letters = |names: &[String]| -> String {
        names.iter().map(|name| name.to_lowercase().trim_end_matches('s').to_owned()).collect()
    };
    let short = |long: &[Word<'_>], names: &[String]| {
        names.len() == 1 && names.iter().all(|name| abbreviates(name, long))
    };
    let bracketed = |text: &str, names: &[String]| {
        let inner = text.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).map(str::trim);
        names.len() == 1 && inner == names.first().map(String::as_str)
    };
    // An abbreviation for its words, its plural, or the bracketed abbreviation itself: said otherwise.
    let said = letters(&b) == letters(&a)
        || short(change.before, &a)
        || short(change.after, &b)
        || a.is_empty() && bracketed(change.text_before, &b)
        || b.is_empty() && bracketed(change.text_after, &a);
    // A name that only goes from a loose piece may stand elsewhere in its sentence.
    let loose = change.unit.fragment && a.is_empty() && !change.hunk.after.is_empty();
    Some(if said || loose {
        Finding::soft(GateName::Name, value, NAME)
    } else {
        Finding::core(GateName::Name, value, NAME)
    })
}

/// A capital inside the sentence, capitals inside a word, or a Latin word that is no English one in Korean text.
fn is_name(word: &Word<'_>, language: Language) -> bool {
    if word.script != Script::Latin || word.class != Class::Content {
        return false;
    }
    let inner = word.text.chars().skip(1).any(char::is_uppercase);
    word.capital || inner || language == Language::Ko
}

/// Whether `name` is made of the first letters of neighbouring words: `RHN`, `right-handed neutrino`.
fn abbreviates(name: &str, words: &[Word<'_>]) -> bool {
    let name = name.trim_end_matches('s').to_lowercase();
    // An abbreviation among them counts with all of its letters: `neural MT`, `NMT`.
    let shouted = |word: &Word<'_>| word.text.len() > 1 && word.text.chars().all(char::is_uppercase);
    let heads: String = words
        .iter()
        .flat_map(|word| word.lower.chars().take(if shouted(word) { usize::MAX } else { 1 }))
        .collect();
    // A part of another abbreviation is not made of words.
    let part = words.iter().any(|word| shouted(word) && word.lower.contains(&name));
    name.len() > 1 && heads.contains(&name) && !part
}
