//! A sentence without a reference: what goes with it, and whether a sentence is left.
//!
//! Leaves what stands in its place where none is left to [`super::wording`].

use super::names::{Before, korean_suffix, name_before};
use super::scan::in_supplement;
use super::words::{EN_BESIDE, KO_BESIDE, is_hangul};
use serde::Serialize;
use stet_text::span::Span;

/// A piece of the old text and what replaces it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Replacement {
    /// In the old text; the particle behind the reference is part of it.
    pub span: Span,
    pub text: String,
}

/// Emphasis or quotation marks around a reference, of which the ones behind it stand before its particle.
pub(super) const WRAPS: [(&str, &str); 8] =
    [("**", "**"), ("__", "__"), ("*", "*"), ("_", "_"), ("\"", "\""), ("'", "'"), ("“", "”"), ("‘", "’")];

/// Whether something is left hanging where a reference went between two texts.
fn hangs(head: &str, tail: &str, english: bool) -> bool {
    let before = head.trim_end_matches([' ', '*', '_']);
    let line = before.rsplit('\n').next().unwrap_or_default();
    let after = tail.trim_start_matches([' ', '*', '_']);
    // A cell of a table.
    if line.ends_with('|') && (after.is_empty() || after.starts_with(['|', '\n'])) {
        return true;
    }
    // `「고등교육법」, 제99조에 따라`: other provisions stand before it.
    let listed = before.strip_suffix([',', '，', '、', '·', 'ㆍ']).map(str::trim_end);
    if listed.is_some_and(|listed| listed.ends_with(['」', '』', '｣']) || korean_suffix(listed).is_some())
    {
        return true;
    }
    // Nothing between two quotation marks, two tags, or between a comma and the end.
    let wrapped = WRAPS.iter().any(|(open, close)| head.ends_with(open) && tail.starts_with(close))
        || head.ends_with('>') && tail.starts_with("</");
    let ended = after.is_empty() || after.starts_with(['.', ')', '）', ']', '\n']);
    if wrapped || ended && line.ends_with([',', '，', '·', 'ㆍ', '、']) || goes_on(after) {
        return true;
    }
    if !line.contains(char::is_alphanumeric) {
        return false;
    }
    if english {
        let word = line.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        return EN_BESIDE.has("hangs", &word.to_lowercase())
            || line.ends_with([':', ';', '-', '–', '—', '(', '[']);
    }
    let marks = [':', '：', ';', '–', '—', '→', '/', '&', '=', '~', '(', '（', '['];
    KO_BESIDE.ending("hangs", line).is_some() || line.ends_with(marks) || line.ends_with(" -")
}

/// Whether a text begins with a word with which none begins from which something before it went.
fn goes_on(after: &str) -> bool {
    let etc = after.strip_prefix('등').is_some_and(|rest| rest.starts_with([' ', ',']));
    let english = after.strip_prefix(", ").unwrap_or(after).split(' ').next().unwrap_or_default();
    etc || KO_BESIDE.beginning("starts", after).is_some() || EN_BESIDE.has("starts", english)
}

/// Nothing in place of a reference, when a sentence is left. `around` has its particle and emphasis.
pub(super) fn removal(text: &str, span: Span, around: Span, english: bool) -> Option<Replacement> {
    let (gone, bracketed) = removed(text, around);
    let head = text.get(..gone.start).unwrap_or_default();
    let tail = text.get(gone.end..).unwrap_or_default();
    // Marks of code or formulas that came together would be others: `` `[1]`(제99조 참조)` ``.
    if ['`', '$'].iter().any(|mark| head.ends_with(*mark) && tail.starts_with(*mark)) {
        return None;
    }
    let line = head.rsplit('\n').next().unwrap_or_default();
    let opens = !line.contains(char::is_alphanumeric);
    let nothing = Replacement { span: gone, text: String::new() };
    if english {
        // A lead went with it, or it stood in brackets: anything else is a part of the sentence.
        let led = text.get(gone.start..span.start).is_some_and(|lead| lead.contains(char::is_alphabetic));
        if !(bracketed || led && !hangs(head, tail, english)) {
            return None;
        }
        // `Under Article 99, students …` begins with the students.
        let first = tail.chars().next().filter(|c| opens && !bracketed && c.is_alphabetic());
        return Some(first.map_or(nothing, |c| Replacement {
            span: Span::new(gone.start, gone.end + c.len_utf8()),
            text: c.to_uppercase().collect(),
        }));
    }
    if bracketed {
        return Some(nothing);
    }
    // `부칙 <2020. 1. 1.> 제9조`: the note was shown already.
    if in_supplement(text, span.start) && gone.start == around.start {
        return None;
    }
    (!is_needed(text, span, around, gone)).then_some(nothing)
}

/// Whether the sentence needs the reference, or a noun in its place.
fn is_needed(text: &str, span: Span, around: Span, gone: Span) -> bool {
    let head = text.get(..gone.start).unwrap_or_default();
    let tail = text.get(gone.end..).unwrap_or_default();
    let line = head.rsplit('\n').next().unwrap_or_default();
    let opens = !line.contains(char::is_alphanumeric);
    let bare = tail.trim_start_matches([' ', ',']);
    let particle = text
        .get(span.end..around.end)
        .unwrap_or_default()
        .trim_start_matches(['*', '_', '"', '”', '’', '\'']);
    // `제99조의 규정을 위반하면` needs what is violated, as `제99조를 위반하면` does.
    let particle = particle.strip_prefix("의 규정").unwrap_or(particle);
    let verb = |tag: &str| KO_BESIDE.beginning(tag, bare).is_some();
    let followed =
        gone.end > around.end && text.get(around.end..gone.end).is_some_and(|gone| gone.contains(is_hangul));
    let verbal = !followed
        && match particle {
            "와" | "과" => ["같", "다르", "다른", "동일", "비슷"].iter().any(|verb| bare.starts_with(verb)),
            "로" | "으로" => bare.starts_with(['한', '하', '합', '정']),
            "에" | "에서" | "에는" | "이" | "가" if verb("ruling") => true,
            _ => particle.starts_with('에') && verb("needing"),
        };
    // A name that was shown already needs its article: `민법 제99조에 따라`.
    let named = matches!(name_before(text, span.start), Some(Before::Name(_) | Before::Quoted(_)));
    let glued = particle.is_empty() && tail.starts_with(is_hangul);
    let says = bare.chars().take_while(|c| !matches!(c, '.' | '\n')).any(char::is_alphanumeric);
    let labelled = line.trim_end().ends_with([':', '：']) && !says || opens && bare.starts_with([':', '：']);
    labelled
        || named
        || glued
        || verbal
        || KO_BESIDE.has("is", particle)
        // What is done to it is not done to nothing: `제99조를 준용한다`.
        || matches!(particle, "을" | "를")
        || followed && verb("bound")
        || particle != "의" && hangs(head, tail, false)
        || opens && !says
}

/// Words before one reference that lead to it: `, and pursuant to `.
const MAX_LEADS: usize = 4;

/// Where the words begin before `end` that would go with a reference there if it were removed, or that may still become
/// such words: what a stream must not show yet.
#[must_use]
pub fn removable_lead(text: &str, end: usize) -> usize {
    let mut at = end;
    for _ in 0..MAX_LEADS {
        let head = text.get(..at).unwrap_or_default();
        let bare = head.trim_end_matches([' ', ',', '，', '(', '（', '[', '·', 'ㆍ', '、', '&']);
        let bare = joining_particle(bare).unwrap_or(bare);
        let leads = KO_BESIDE.of("lead").iter().chain(EN_BESIDE.of("lead"));
        let lead = leads.filter_map(|lead| tail_of(bare, lead)).min().unwrap_or(bare.len());
        if lead == at {
            break;
        }
        at = lead;
    }
    at
}

/// The text without the particle at its end that would join the reference before to one behind: `제25조와`.
fn joining_particle(text: &str) -> Option<&str> {
    let joined = ["이나", "와", "과", "나"].iter().find_map(|particle| text.strip_suffix(particle))?;
    joined.ends_with(['조', '항', '호', '목', '장', '절', '표', '식', '」', '』', ')']).then_some(joined)
}

/// Where the text's end begins that is `lead` or the beginning of it, the longest of them.
fn tail_of(text: &str, lead: &str) -> Option<usize> {
    let ends = lead.char_indices().map(|(at, c)| at + c.len_utf8()).rev();
    ends.filter_map(|at| lead.get(..at)).find_map(|begun| {
        let start = text.len().checked_sub(begun.len())?;
        let fits = text.get(start..)?.to_lowercase() == begun;
        let word = text.get(..start)?.chars().next_back().is_none_or(|c| !c.is_alphanumeric());
        (fits && word).then_some(start)
    })
}

/// Whether brackets hold the reference and nothing else that matters.
pub(super) fn in_brackets(text: &str, span: Span) -> bool {
    brackets(text, span).is_some()
}

/// The brackets around a reference, with the space before them. Words beside it there say nothing without it.
fn brackets(text: &str, span: Span) -> Option<Span> {
    let head = text.get(..span.start)?.trim_end();
    let tail = text.get(span.end..)?.trim_start();
    let asides = || KO_BESIDE.of("aside").iter().chain(EN_BESIDE.of("aside"));
    let head = asides().find_map(|word| without_ending(head, word)).map_or(head, str::trim_end);
    let tail = asides().find_map(|word| tail.strip_prefix(word)).map_or(tail, str::trim_start);
    let (open, close) = match head.strip_suffix('[') {
        // No link.
        Some(open) => (open, tail.strip_prefix(']').filter(|after| !after.starts_with(['(', ':']))?),
        None => (head.strip_suffix(['(', '（'])?, tail.strip_prefix([')', '）'])?),
    };
    let open = open.trim_end_matches(' ');
    // `(제99조) 휴학은 …` begins with what follows.
    let begins = open.is_empty() || open.ends_with('\n');
    let close = if begins { close.trim_start_matches(' ') } else { close };
    Some(Span::new(open.len(), text.len() - close.len()))
}

/// The text without the word at its end, its capitals ignored.
fn without_ending<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (head, end) = text.split_at_checked(text.len().checked_sub(word.len())?)?;
    end.eq_ignore_ascii_case(word).then_some(head)
}

/// The reference with the words that say nothing without it, and one of the spaces around; and whether it went with its
/// brackets.
fn removed(text: &str, mut span: Span) -> (Span, bool) {
    // `부칙 제9조`: what it is an article of goes with it.
    let head = text.get(..span.start).unwrap_or_default();
    if let Some(before) = head.trim_end().strip_suffix("부칙")
        && !before.ends_with(char::is_alphanumeric)
    {
        span.start = before.len();
    }
    if let Some(around) = brackets(text, span) {
        return (around, true);
    }
    let rest = text.get(span.end..).unwrap_or_default();
    let bare = rest.trim_start_matches(' ');
    let ends = |word: &&&str| bare.strip_prefix(**word).is_some_and(|after| !after.starts_with(is_hangul));
    if span.of(text).ends_with('에')
        && let Some(word) = KO_BESIDE.of("according").iter().find(ends)
    {
        span.end += rest.len() - bare.len() + word.len();
    }
    let head = text.get(..span.start).unwrap_or_default();
    if let Some(bare) = head.strip_suffix(' ') {
        let bare = without_ending(bare, " the").unwrap_or(bare);
        let before = EN_BESIDE.of("under").iter().find_map(|word| without_ending(bare, word));
        if let Some(before) = before.filter(|before| !before.ends_with(char::is_alphanumeric)) {
            span.start = before.len();
        }
    }
    // `(제99조에 따라)`, `(under Article 99)`
    if let Some(around) = brackets(text, span) {
        return (around, true);
    }
    let head = text.get(..span.start).unwrap_or_default();
    let rest = text.get(span.end..).unwrap_or_default();
    let open = head.chars().next_back().is_none_or(char::is_whitespace);
    let comma = head.trim_end_matches(' ').strip_suffix(',');
    let mut words = rest.strip_prefix(", ").unwrap_or_default().split(' ');
    let verb = words.next().is_some_and(|word| EN_BESIDE.has("verb", word)) && words.next().is_some();
    if let Some(subject) = comma.filter(|_| verb) {
        // `Leave, under Article 99, is free.`
        span = Span::new(subject.len(), span.end + 1);
    } else if open && rest.starts_with(", ") && (comma.is_some() || !head.contains(char::is_alphanumeric)) {
        span.end += 2;
    } else if open && rest.starts_with(' ') {
        span.end += 1;
    } else if head.ends_with(' ') && rest.starts_with(['.', ',', ')', '?', '!', ';', ':']) {
        span.start -= 1;
    }
    (span, false)
}
