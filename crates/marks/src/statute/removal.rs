//! Nothing in the place of a reference: what goes with it, where only the reference rests on it and a sentence is left.
//!
//! It goes where it stands in brackets, or where a phrase only carries it (`제99조에 따라`, `under Article 99,`). Leaves what
//! stands in its place anywhere else to [`super::wording`].

use super::names::{Before, korean_suffix, name_before};
use super::scan::in_supplement;
use super::words::{EN_BESIDE, KO_BESIDE, is_hangul, without_ending};
use serde::Serialize;
use stet_text::span::Span;

/// A piece of the old text and what replaces it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Replacement {
    /// In the old text; the particle behind the reference is part of it.
    pub span: Span,
    pub text: String,
}

/// Nothing in place of the reference at `span`, where that leaves a sentence. `around` has its particle and emphasis.
pub(super) fn removal(text: &str, span: Span, around: Span, english: bool) -> Option<Replacement> {
    let head = |gone: Span| text.get(..gone.start).unwrap_or_default();
    let tail = |gone: Span| text.get(gone.end..).unwrap_or_default();
    let mut gone = around;
    // `부칙 제9조`: what it is an article of goes with it.
    if let Some(before) = head(gone).trim_end().strip_suffix("부칙")
        && !before.ends_with(char::is_alphanumeric)
    {
        gone.start = before.len();
    }
    let supplement = gone.start < around.start;
    let carried = if english { led(head(gone)) } else { followed(gone.of(text), tail(gone)) };
    match carried {
        Some(start) if english => gone.start = start,
        Some(more) => gone.end += more,
        None => {}
    }
    let bracketed = brackets(text, gone).or_else(|| brackets(text, Span::new(gone.start, around.end)));
    if let Some(gone) = bracketed {
        // Marks of code or formulas that came together would be others: `` `[1]`(제99조 참조)` ``.
        let meet = ['`', '$'].iter().any(|mark| head(gone).ends_with(*mark) && tail(gone).starts_with(*mark));
        return (!meet).then(|| Replacement { span: gone, text: String::new() });
    }
    carried?;
    // A name that was shown already needs its article: `민법 제99조에 따라`, `「학칙」 부칙 제9조에 따라`.
    let owner = if supplement { head(gone).trim_end() } else { head(span) };
    let named = matches!(name_before(text, owner.len()), Some(Before::Name(_) | Before::Quoted(_)))
        || supplement && owner.ends_with(['」', '』', '｣', '>', '》', '*', '"', '”'])
        || !supplement && in_supplement(text, span.start);
    let line = head(gone).rsplit('\n').next().unwrap_or_default();
    let opens = !line.contains(char::is_alphanumeric);
    let rest = tail(gone);
    let says = rest.split(['.', '\n', '|']).next().is_some_and(|rest| rest.contains(char::is_alphanumeric));
    if !english && named || hangs(line, rest, english) || !says && (opens || !english) {
        return None;
    }
    let apart = head(gone).chars().next_back().is_none_or(char::is_whitespace);
    let comma = head(gone).trim_end_matches(' ').strip_suffix(',');
    let mut words = rest.strip_prefix(", ").unwrap_or_default().split(' ');
    let verb = words.next().is_some_and(|word| EN_BESIDE.has("verb", word)) && words.next().is_some();
    if let Some(subject) = comma.filter(|_| verb) {
        // `Leave, under Article 99, is free.`
        gone = Span::new(subject.len(), gone.end + 1);
    } else if apart && rest.starts_with(", ") && (comma.is_some() || opens) {
        gone.end += 2;
    } else if apart && rest.starts_with(' ') {
        gone.end += 1;
    } else if head(gone).ends_with(' ') && rest.starts_with(['.', ',', ')', '?', '!', ';', ':']) {
        gone.start -= 1;
    }
    // `Under Article 99, students …` begins with the students.
    let first = tail(gone).chars().next().filter(|c| english && opens && c.is_alphabetic());
    Some(Replacement {
        span: Span::new(gone.start, gone.end + first.map_or(0, char::len_utf8)),
        text: first.map(|c| c.to_uppercase().collect()).unwrap_or_default(),
    })
}

/// Where the words begin at the end of a text that only lead to what follows: `pursuant to the`.
fn led(head: &str) -> Option<usize> {
    let bare = head.strip_suffix(' ')?;
    let bare = without_ending(bare, " the").unwrap_or(bare);
    let before = EN_BESIDE.of("under").iter().find_map(|word| without_ending(bare, word))?;
    (!before.ends_with(char::is_alphanumeric)).then_some(before.len())
}

/// Bytes of the words behind a reference, with its particle, that only say that something rests on it: ` 따라`.
fn followed(reference: &str, tail: &str) -> Option<usize> {
    let bare = tail.trim_start_matches(' ');
    let ends = |word: &&&str| bare.strip_prefix(**word).is_some_and(|after| !after.starts_with(is_hangul));
    let word = KO_BESIDE.of("according").iter().find(ends).filter(|_| reference.ends_with('에'))?;
    let after = bare.get(word.len()..)?.trim_start_matches(' ');
    // `제99조에 따른 것`
    let bound = KO_BESIDE.beginning("bound", after).is_some();
    (!bound).then_some(tail.len() - bare.len() + word.len())
}

/// Whether something is left hanging where a reference went between the two parts of its line.
fn hangs(line: &str, tail: &str, english: bool) -> bool {
    let bare = line.trim_end_matches([' ', '*', '_']);
    // `「고등교육법」, 제99조에 따라`: other provisions stand before it.
    let listed = bare.strip_suffix([',', '，', '、', '·', 'ㆍ']).map(str::trim_end);
    if listed.is_some_and(|listed| listed.ends_with(['」', '』', '｣']) || korean_suffix(listed).is_some())
        || line.ends_with(['>', '"', '“', '‘', '*', '_'])
    {
        return true;
    }
    let next = tail.trim_start_matches([',', ' ']).split(' ').next().unwrap_or_default();
    if EN_BESIDE.has("starts", next) || bare.ends_with([',', '，', '·']) && tail.starts_with(['.', ')']) {
        return true;
    }
    let marks = [':', '：', ';', '–', '—', '→', '/', '&', '=', '~', '(', '（', '['];
    if !bare.contains(char::is_alphanumeric) {
        return false;
    }
    let word = bare.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let hangs = if english {
        EN_BESIDE.has("hangs", &word.to_lowercase())
    } else {
        KO_BESIDE.ending("hangs", bare).is_some()
    };
    hangs || bare.ends_with(marks) || bare.ends_with('-')
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
        let start = without_ending(text, begun)?;
        (!start.ends_with(char::is_alphanumeric)).then_some(start.len())
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
