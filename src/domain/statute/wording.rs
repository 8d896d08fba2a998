//! How a sentence reads when a reference in it means no known article.

use super::StatuteRef;
use super::korean::Partial;
use super::names::is_hangul;
use crate::domain::span::Span;
use serde::{Deserialize, Serialize};

/// What stands in the place of a reference that could not be verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unverifiable {
    /// `관련 규정`, `the relevant regulation`.
    #[default]
    Generalise,
    /// `(확인되지 않은 조항)`, `(unverified provision)`.
    Notice,
    /// Nothing.
    Remove,
}

/// A piece of the old text and what replaces it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Replacement {
    /// In the old text; the particle behind the reference is part of it.
    pub span: Span,
    pub text: String,
}

/// Particles after a vowel and after a consonant; the same where one form serves both.
const PARTICLES: &[(&str, &str)] = &[
    ("로부터", "으로부터"),
    ("로써", "으로써"),
    ("로서", "으로서"),
    ("로", "으로"),
    ("는", "은"),
    ("가", "이"),
    ("를", "을"),
    ("와", "과"),
    ("라고", "이라고"),
    ("라는", "이라는"),
    ("라도", "이라도"),
    ("라", "이라"),
    ("란", "이란"),
    ("나", "이나"),
    ("랑", "이랑"),
    ("다", "이다"),
    ("며", "이며"),
    ("면", "이면"),
    ("에서", "에서"),
    ("에게", "에게"),
    ("에", "에"),
    ("의", "의"),
    ("도", "도"),
    ("만", "만"),
    ("까지", "까지"),
    ("부터", "부터"),
    ("보다", "보다"),
    ("처럼", "처럼"),
    ("입니다", "입니다"),
    ("상", "상"),
];

/// Particles that follow another particle.
const AUXILIARY: &[&str] = &["", "는", "도", "만", "의", "서"];

/// Longest particle in characters.
const MAX_PARTICLE: usize = 5;

/// The particle as it follows a consonant, or nothing when the word is none.
fn after_consonant(word: &str) -> Option<String> {
    for (vowel, consonant) in PARTICLES {
        for form in [consonant, vowel] {
            if let Some(auxiliary) = word.strip_prefix(*form).filter(|rest| AUXILIARY.contains(rest)) {
                return Some(format!("{consonant}{auxiliary}"));
            }
        }
    }
    None
}

/// Bytes of the particle at the beginning of `rest`. Partial while the word could go on.
pub(super) fn particle_len(rest: &str, last: bool) -> Result<usize, Partial> {
    let end = rest.char_indices().take(MAX_PARTICLE + 1).find(|(_, c)| !is_hangul(*c)).map(|(at, _)| at);
    let word = match end {
        Some(at) => rest.get(..at).unwrap_or_default(),
        None if rest.chars().nth(MAX_PARTICLE).is_some() => return Ok(0),
        None if !last => return Err(Partial),
        None => rest,
    };
    Ok(if word.is_empty() || after_consonant(word).is_none() { 0 } else { word.len() })
}

/// What replaces the reference at `span`, with a particle that agrees: `제99조는` becomes `관련 규정은`.
/// The language is that of the reference.
#[must_use]
pub fn replacement(text: &str, span: Span, mode: Unverifiable) -> Replacement {
    let rest = text.get(span.end..).unwrap_or_default();
    // A member of `Articles 25 and 99` is a number alone.
    let english = span.of(text).starts_with(|c: char| matches!(c, 'A' | 'a') || c.is_ascii_digit());
    let particle = if english { 0 } else { particle_len(rest, true).unwrap_or(0) };
    let whole = Span::new(span.start, span.end + particle);
    // `제99조의 규정에 따라` is said by `관련 규정에 따라`.
    let (whole, rest, particle) = match rest.strip_prefix("의 규정") {
        Some(after) if !english => {
            let tail = particle_len(after, true).unwrap_or(0);
            (Span::new(span.start, text.len() - after.len() + tail), after, tail)
        }
        _ => (whole, rest, particle),
    };
    let agreed = after_consonant(rest.get(..particle).unwrap_or_default()).unwrap_or_default();
    let begins = text.get(..span.start).is_none_or(|head| {
        head.trim_end().chars().next_back().is_none_or(|c| matches!(c, '.' | '!' | '?' | '\n'))
    });
    match (mode, english) {
        (Unverifiable::Generalise, false) => {
            Replacement { span: whole, text: format!("관련 규정{agreed}") }
        }
        (Unverifiable::Notice, false) => {
            // Brackets that hold only the reference hold the notice.
            let notice = if in_brackets(text, span) {
                "확인되지 않은 조항"
            } else {
                "(확인되지 않은 조항)"
            };
            Replacement { span: whole, text: format!("{notice}{agreed}") }
        }
        (Unverifiable::Generalise, true) => {
            let words = if begins { "The relevant regulation" } else { "the relevant regulation" };
            Replacement { span: whole, text: words.to_owned() }
        }
        (Unverifiable::Notice, true) => {
            let notice =
                if in_brackets(text, span) { "unverified provision" } else { "(unverified provision)" };
            Replacement { span: whole, text: notice.to_owned() }
        }
        (Unverifiable::Remove, _) => {
            let span = removed(text, whole);
            let opens =
                english && !text.get(..span.start).unwrap_or_default().contains(char::is_alphanumeric);
            // `Under Article 99, students …` begins with the students.
            let first = text.get(span.end..).and_then(|rest| rest.chars().next()).filter(|_| opens);
            match first {
                Some(c) => Replacement {
                    span: Span::new(span.start, span.end + c.len_utf8()),
                    text: c.to_uppercase().collect(),
                },
                None => Replacement { span, text: String::new() },
            }
        }
    }
}

/// Words that go with a removed reference behind them, or that join it to the one before, in lower case.
const LEADS: &[&str] = &[
    "according to ",
    "under ",
    "pursuant to ",
    "see ",
    "cf. ",
    "부칙 ",
    "참조 ",
    "참고 ",
    "관련 ",
    "및 ",
    "또는 ",
    "혹은 ",
    "그리고 ",
    "and ",
    "or ",
];

/// Such words before one reference: `, and pursuant to `.
const MAX_LEADS: usize = 4;

/// Where the words begin before `end` that would go with a reference there if it were removed, or that may still become
/// such words: what a stream must not show yet.
#[must_use]
pub fn removable_lead(text: &str, end: usize) -> usize {
    let mut at = end;
    for _ in 0..MAX_LEADS {
        let head = text.get(..at).unwrap_or_default();
        let bare = head.trim_end_matches([' ', ',', '(', '（', '·', '、']);
        let lead = LEADS.iter().filter_map(|lead| tail_of(bare, lead)).min().unwrap_or(bare.len());
        if lead == at {
            break;
        }
        at = lead;
    }
    at
}

/// Where the text's end begins that is `lead` without its space, or the beginning of it.
fn tail_of(text: &str, lead: &str) -> Option<usize> {
    // The longest beginning counts; the space at its end was taken off the text.
    let ends = lead.char_indices().map(|(at, _)| at).rev();
    ends.filter(|at| *at > 0).filter_map(|at| lead.get(..at)).find_map(|begun| {
        let start = text.len().checked_sub(begun.len())?;
        let fits = text.get(start..)?.to_lowercase() == begun;
        let word = text.get(..start)?.chars().next_back().is_none_or(|c| !c.is_alphanumeric());
        (fits && word).then_some(start)
    })
}

/// Words beside a reference in brackets that say nothing without it.
const ASIDES: [&str; 6] = ["참조", "참고", "관련", "see", "cf.", "See"];

/// Whether brackets hold the reference and nothing else that matters.
fn in_brackets(text: &str, span: Span) -> bool {
    brackets(text, span).is_some()
}

/// The brackets around a reference, with the space before them.
fn brackets(text: &str, span: Span) -> Option<Span> {
    let head = text.get(..span.start)?.trim_end();
    let head = ASIDES.iter().find_map(|word| head.strip_suffix(word)).map_or(head, str::trim_end);
    let tail = text.get(span.end..)?.trim_start();
    let tail = ASIDES.iter().find_map(|word| tail.strip_prefix(word)).map_or(tail, str::trim_start);
    let open = head.strip_suffix(['(', '（'])?;
    let close = tail.strip_prefix([')', '）'])?;
    Some(Span::new(open.trim_end_matches(' ').len(), text.len() - close.len()))
}

/// Verbs that only tie a sentence to its provision.
const ACCORDING: &[&str] = &[
    "따르면",
    "따라서",
    "따라",
    "따른",
    "의하면",
    "의하여",
    "의해",
    "의한",
    "의거하여",
    "의거",
    "근거하여",
    "근거한",
];

/// The same in English.
const UNDER: &[&str] =
    &["According to ", "according to ", "Under ", "under ", "pursuant to ", "Pursuant to "];

/// The reference with the words that say nothing without it, and one of the spaces around.
fn removed(text: &str, mut span: Span) -> Span {
    // `부칙 제9조`: what it is an article of goes with it.
    let head = text.get(..span.start).unwrap_or_default();
    if let Some(before) = head.trim_end().strip_suffix("부칙")
        && !before.ends_with(char::is_alphanumeric)
    {
        span.start = before.len();
    }
    if let Some(around) = brackets(text, span) {
        return around;
    }
    let rest = text.get(span.end..).unwrap_or_default();
    let bare = rest.trim_start_matches(' ');
    if Span::new(span.start, span.end).of(text).ends_with('에')
        && let Some(word) = ACCORDING.iter().find(|word| bare.starts_with(**word))
    {
        span.end += rest.len() - bare.len() + word.len();
    }
    let head = text.get(..span.start).unwrap_or_default();
    let stands = |word: &&&str| {
        head.strip_suffix(**word).is_some_and(|before| !before.ends_with(char::is_alphanumeric))
    };
    if let Some(word) = UNDER.iter().find(stands) {
        span.start -= word.len();
    }
    let head = text.get(..span.start).unwrap_or_default();
    let rest = text.get(span.end..).unwrap_or_default();
    let open = head.chars().next_back().is_none_or(char::is_whitespace);
    if open && rest.starts_with(", ") && !head.contains(char::is_alphanumeric) {
        span.end += 2;
    } else if open && rest.starts_with(' ') {
        span.end += 1;
    } else if head.ends_with(' ') && rest.starts_with(['.', ',', ')', '?', '!']) {
        span.start -= 1;
    }
    span
}

/// The text with every reference for which `unverified` (asked with its place in `refs`) replaced, and
/// the replacements in order. `refs` are those of [`super::scan_statutes`]. References that are joined
/// in a list and all unverified become one replacement.
pub fn rewrite_statutes(
    text: &str,
    refs: &[StatuteRef],
    mode: Unverifiable,
    unverified: &mut dyn FnMut(usize) -> bool,
) -> (String, Vec<Replacement>) {
    let mut edits: Vec<Replacement> = Vec::new();
    // Reference of the last edit, as long as the list goes on.
    let mut replaced: Option<Span> = None;
    let mut last_end = 0;
    for (at, reference) in refs.iter().enumerate() {
        let joined = at > 0 && joins(Span::new(last_end, reference.span.start).of(text));
        last_end = reference.span.end;
        if !joined {
            replaced = None;
        }
        if unverified(at) {
            let span = replaced.map_or(reference.span, |first| Span::new(first.start, reference.span.end));
            if replaced.is_some() {
                edits.pop();
            }
            let before = (mode == Unverifiable::Remove && replaced.is_none() && joined)
                .then(|| refs.get(at.wrapping_sub(1)).map(|reference| reference.span.end))
                .flatten();
            edits.push(match before {
                // `제3조 및 제99조에 따라`: the rest of the list keeps the particle.
                Some(end) => Replacement { span: Span::new(end, span.end), text: String::new() },
                None => replacement(text, span, mode),
            });
            replaced = Some(before.map_or(span, |end| Span::new(end, span.end)));
        } else {
            // The name went with the reference before; the rest of the list still needs it.
            if let (Some(_), Some(name)) = (replaced, &reference.regulation)
                && !reference.span.of(text).contains(name.as_str())
            {
                let span = Span::new(reference.span.start, reference.span.start);
                edits.push(Replacement { span, text: format!("「{name}」 ") });
            }
            replaced = None;
        }
    }
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for edit in &edits {
        out.push_str(Span::new(done, edit.span.start).of(text));
        out.push_str(&edit.text);
        done = edit.span.end;
    }
    out.push_str(Span::new(done, text.len()).of(text));
    (out, edits)
}

/// Whether the text between two references only joins them.
fn joins(between: &str) -> bool {
    matches!(
        between.trim().trim_start_matches(','),
        "" | "，"
            | "、"
            | "·"
            | "ㆍ"
            | "및"
            | "와"
            | "과"
            | "또는"
            | "이나"
            | "나"
            | "혹은"
            | "그리고"
            | "and"
            | "or"
            | "&"
            | " and"
            | " or"
            | " 및"
    ) && between.len() <= 24
}
