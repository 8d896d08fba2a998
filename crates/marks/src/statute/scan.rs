//! Where references stand in prose, in complete text and at the end of a text that goes on.

use super::forms::Cursor;
use super::names::{self, Before, known_before, name_before};
use super::number::is_spelled;
use super::particle::particle_len;
use super::view::{View, plain};
use super::words::{KO, is_hangul, is_name_char};
use super::{Anaphor, Form, Found, RegulationIndex, StatuteRef};
use crate::pattern::Pattern;
use stet_text::digit;
use stet_text::entity::{Unit, unit};
use stet_text::span::Span;

/// Longest list of references that is waited for, in bytes; what is longer is taken as it stands.
pub const MAX_REFERENCE_BYTES: usize = 480;

/// The references in a complete text, in order, not overlapping.
#[must_use]
pub fn scan_statutes(text: &str) -> Vec<StatuteRef> {
    scan(text, &|_| false)
}

/// Like [`scan_statutes`], and names without brackets are found by the index, also without an article.
#[must_use]
pub fn scan_statutes_in<Id: Clone>(text: &str, index: &RegulationIndex<Id>) -> Vec<StatuteRef> {
    scan(text, &|name| index.has_name(name))
}

/// The references that begin at `from` or behind it, as [`scan_statutes_in`] finds them in the whole text, when the
/// last one before ends at `settled`. Looks at the text behind `from`, and a bounded piece before it for a name.
#[must_use]
pub fn scan_statutes_from<Id: Clone>(
    text: &str,
    from: usize,
    settled: usize,
    index: &RegulationIndex<Id>,
) -> Vec<StatuteRef> {
    let begins = |(at, c): (usize, char)| {
        let at = from + at;
        starts(text, at, c)
            || names::may_end_name(c)
                && text.get(..at + c.len_utf8()).is_some_and(|head| names::korean_suffix(head).is_some())
    };
    let rest = text.get(from..).unwrap_or_default();
    if !rest.char_indices().any(begins) && View::of(rest).is_none() {
        return Vec::new();
    }
    let start =
        text.ceil_char_boundary(from.saturating_sub(MAX_BEFORE).max(word_at(text, settled.min(from))));
    let mut found = scan_statutes_in(text.get(start..).unwrap_or_default(), index);
    for reference in &mut found {
        reference.span = reference.span.shifted(start);
    }
    found.retain(|reference| reference.span.start >= from);
    found
}

/// Where the word begins that goes on at `at`: cut there, its end would be a word and perhaps a name (`제26조학칙 25조`).
fn word_at(text: &str, at: usize) -> usize {
    if !text.get(at..).is_some_and(goes_on) {
        return at;
    }
    let first = text.ceil_char_boundary(at.saturating_sub(MAX_BEFORE));
    first + text.get(first..at).unwrap_or_default().trim_end_matches(is_name_char).len()
}

/// Whether `rest` reads as more of the word before it: what is not seen joins what stands on its sides.
fn goes_on(mut rest: &str) -> bool {
    while let Some(c) = rest.chars().next() {
        let (seen, len) = match unit(rest) {
            Unit::Tag(len) => (None, len),
            Unit::Entity(c, len) => (plain(c), len),
            Unit::Partial => return true,
            Unit::Text => (plain(c), c.len_utf8()),
        };
        if let Some(seen) = seen {
            return is_name_char(seen);
        }
        rest = rest.get(len..).unwrap_or_default();
    }
    false
}

/// Most bytes before a reference in which the name of its regulation stands.
const MAX_BEFORE: usize = 600;

/// A place, with as much of the text behind it as one list of references may take.
pub(super) fn window(text: &str, at: usize, last: bool) -> Cursor<'_> {
    let end = text.floor_char_boundary(at + MAX_REFERENCE_BYTES);
    Cursor { text, at, end, last: last || end < text.len() }
}

/// What begins at the cursor.
pub(super) fn parse(cur: &mut Cursor<'_>, known: &dyn Fn(&str) -> bool) -> Found<Vec<StatuteRef>> {
    match cur.peek()? {
        Some(c) if c.is_ascii_alphabetic() || c == '§' => cur.english(known),
        Some(c) if bears_no_mark(c) => {
            if names_provisions(cur.text, cur.at, known) {
                return cur.unnamed(StatuteRef::empty(cur.at), true);
            }
            Ok(None)
        }
        Some(_) => cur.korean(known),
        None => Ok(None),
    }
}

/// Whether what stands before a number without `제` makes it one of a provision: a regulation that is known or whose
/// name can be nothing else, or what points to one.
fn names_provisions(text: &str, at: usize, known: &dyn Fn(&str) -> bool) -> bool {
    if in_supplement(text, at) || known_before(text, at, known).is_some() {
        return true;
    }
    match name_before(text, at) {
        Some(Before::Pointer(_)) => true,
        Some(Before::Name(span) | Before::Quoted(span)) => {
            names::is_certain(span.of(text)) || known(&names::normalised_name(span.of(text)))
        }
        Some(Before::Own) | None => false,
    }
}

/// Whether a reference could begin with this character at this place.
pub(super) fn starts(text: &str, at: usize, c: char) -> bool {
    let head = || text.get(..at).unwrap_or_default();
    let begins = || !head().ends_with(char::is_alphanumeric);
    match c {
        // `학칙제25조` is written without a space too.
        '「' | '『' | '｢' | '§' | '제' | '[' | '<' | '【' | '〔' | '〈' | '［' => true,
        '같' | '동' | '전' | '본' | '다' | '앞' => begins(),
        // Latin letters behind Hangul begin another word: `규정은Article 9에`.
        'A' | 'a' | 'S' | 's' | 'C' | 'c' | 'P' | 'p' => begins() || head().ends_with(is_hangul),
        // A name may stand directly before: `학칙별표 1`.
        '별' => begins() || head().ends_with(names::may_end_name),
        _ if bears_no_mark(c) => {
            let bare = head().trim_end_matches(' ');
            let apart = digit(c).is_some() || bare.len() < head().len();
            apart && bare.chars().next_back().is_some_and(names::may_precede_number)
        }
        _ => false,
    }
}

fn scan(text: &str, known: &dyn Fn(&str) -> bool) -> Vec<StatuteRef> {
    #[cfg(any(test, feature = "count-work"))]
    work::add(text.len());
    if !MAY_REFER.is_in(text) {
        return Vec::new();
    }
    let Some(view) = View::of(text) else { return scan_plain(text, known) };
    let mut refs = scan_plain(view.text(), known);
    for reference in &mut refs {
        reference.span = view.span(reference.span);
    }
    refs
}

/// What a reference may begin with: in few English sentences it stands. A name without an article is Korean.
static MAY_REFER: Pattern = Pattern::new(|| {
    r"[^\t\n\r -~]|[\[<]|(?i:art|sec|para|chapter|annex|appendi|schedule)|[!-/:-@\[-`{-~] *[0-9]".to_owned()
});

fn scan_plain(text: &str, known: &dyn Fn(&str) -> bool) -> Vec<StatuteRef> {
    let mut refs: Vec<StatuteRef> = Vec::new();
    let mut at = 0;
    let mut free = 0;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let next = at + c.len_utf8();
        if starts(text, at, c) {
            let mut cur = window(text, at, true);
            if let Ok(Some(mut found)) = parse(&mut cur, known) {
                if is_form(text, at, &cur, &found) {
                    cur.at = found.first().map_or(cur.at, |first| first.span.end);
                    found.clear();
                }
                if let Some(from) = names::body_before(text, Span::new(at, at)).filter(|_| is_open(c)) {
                    for name in found.iter_mut().filter_map(|found| found.regulation.as_mut()) {
                        name.insert_str(0, Span::new(from, at).of(text));
                    }
                }
                if takes_name(c) {
                    if (c == '제' || bears_no_mark(c)) && in_supplement(text, at) {
                        for reference in &mut found {
                            reference.supplement = true;
                        }
                    } else {
                        name(text, free, at, &mut found, known);
                    }
                    // The name went with the reference before.
                    if bears_no_mark(c)
                        && found.iter().all(|found| found.form == Form::ArticleOnly && !found.supplement)
                    {
                        found.clear();
                    }
                }
                at = cur.at.max(next);
                free = at;
                refs.extend(found);
                continue;
            }
        }
        if names::may_end_name(c)
            && let Some(reference) = bare_name(text, free, next, known)
        {
            refs.push(reference);
            free = next;
        }
        at = next;
    }
    refs
}

/// Whether the name of the regulation may stand without brackets before a reference that begins so.
fn takes_name(c: char) -> bool {
    matches!(c, '제' | '별' | '[' | '<' | '【' | '〔' | '〈' | '［' | 'A' | 'a' | 'C' | 'c' | 'S' | 's' | '§')
        || bears_no_mark(c)
}

/// Whether a name in brackets begins so.
const fn is_open(c: char) -> bool {
    matches!(c, '「' | '『' | '｢')
}

/// Whether a number begins so that has no `제` before it.
fn bears_no_mark(c: char) -> bool {
    digit(c).is_some() || is_spelled(c)
}

/// Whether `부칙`, perhaps with its date or number in brackets, stands directly before.
pub(super) fn in_supplement(text: &str, at: usize) -> bool {
    let head = text.get(..at).unwrap_or_default().trim_end_matches(' ');
    let bare = [('(', ')'), ('<', '>'), ('〈', '〉'), ('[', ']')]
        .iter()
        .find_map(|(open, close)| {
            let inside = head.strip_suffix(*close)?;
            let from = inside.char_indices().rev().take(MAX_NOTE).find(|(_, c)| c == open)?.0;
            inside.get(..from)
        })
        .unwrap_or(head);
    let word = bare.trim_end_matches(' ').strip_suffix("부칙");
    word.is_some_and(|before| !before.ends_with(is_hangul))
}

/// Longest note behind `부칙`, in characters: `<2020. 3. 1., 개정>`.
const MAX_NOTE: usize = 40;

/// `별지 제3호 서식`, `교육부 훈령 제463호`: a form, table or promulgation, not an item of an article.
fn is_form(text: &str, at: usize, cur: &Cursor<'_>, found: &[StatuteRef]) -> bool {
    let item_only = found.first().is_some_and(|first| {
        first.anaphor == Some(Anaphor::SameArticle) && first.paragraph.is_none() && first.item.is_some()
    });
    let head = text.get(..at).unwrap_or_default().trim_end();
    item_only
        && (KO.ending("numbered", head).is_some()
            || cur.text.get(cur.at..).is_some_and(|rest| rest.trim_start().starts_with("서식")))
}

/// Adds the name without brackets that stands before the first reference of a list.
fn name(text: &str, free: usize, at: usize, found: &mut [StatuteRef], known: &dyn Fn(&str) -> bool) {
    let Some(head) = text.get(..at) else { return };
    let english =
        text.get(at..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '§'));
    let plain = if english { names::english_before(head).map(Before::Quoted) } else { name_before(head, at) };
    let before = match plain {
        Some(Before::Pointer(_)) => plain,
        Some(Before::Quoted(_)) if !english => plain,
        _ => known_before(head, at, known).map(Before::Name).or(plain),
    };
    // A stream has shown the words before the article already, unless they are a known name or point to one: they
    // tell the regulation, but stay outside of the reference.
    let (span, start, regulation, form, anaphor) = match before {
        Some(Before::Name(span)) => {
            let is_known = known(&names::normalised_name(span.of(text)));
            let whole = Span::new(names::body_before(text, span).unwrap_or(span.start), span.end);
            (span, if is_known { span.start } else { at }, Some(whole.of(text).to_owned()), Form::Full, None)
        }
        Some(Before::Quoted(span)) => (span, at, Some(span.of(text).to_owned()), Form::Full, None),
        Some(Before::Pointer(span)) => {
            (span, span.start, None, Form::Anaphoric, Some(Anaphor::SameRegulation))
        }
        Some(Before::Own) => (Span::new(at, at), at, None, Form::Anaphoric, Some(Anaphor::SameRegulation)),
        None => return,
    };
    if span.start < free
        || !found.first().is_some_and(StatuteRef::names_part)
        || found.iter().any(|found| found.regulation.is_some())
    {
        return;
    }
    for reference in found.iter_mut() {
        reference.regulation.clone_from(&regulation);
        (reference.form, reference.anaphor) = (form, anaphor);
        reference.loose = false;
    }
    if let Some(first) = found.first_mut() {
        first.span.start = start;
    }
}

/// A known name that ends at `end` and is not followed by an article.
fn bare_name(text: &str, free: usize, end: usize, known: &dyn Fn(&str) -> bool) -> Option<StatuteRef> {
    let head = text.get(..end)?;
    names::korean_suffix(head)?;
    let span = known_before(head, end, known).filter(|span| span.start >= free)?;
    if names::pointer_to(text, span).is_some() || names::body_before(text, span).is_some() {
        return None;
    }
    // `<학칙> 제25조`: the article takes the name with it, in quotation marks too.
    let rest = text.get(end..)?.trim_start_matches(['"', '\'', '”', '’', '>', '》', '〉', '*', '_', ' ']);
    let at = text.len() - rest.len();
    // `학칙 시행세칙` is not `학칙`.
    let another = KO.beginning("under", rest).is_some();
    let longer = another
        || rest.chars().next().is_some_and(|c| {
            let reads = || matches!(parse(&mut window(text, at, true), known), Ok(Some(_)));
            takes_name(c) && starts(text, at, c) && reads()
        });
    let particle = particle_len(text.get(end..)?, true).unwrap_or(0);
    let word_ends = text.get(end + particle..)?.chars().next().is_none_or(|c| !c.is_alphanumeric());
    if longer || !word_ends {
        return None;
    }
    let regulation = Some(span.of(text).to_owned());
    Some(StatuteRef {
        span: Span::new(span.start, end),
        regulation,
        form: Form::NameOnly,
        ..StatuteRef::empty(end)
    })
}

/// Bytes scanned by this thread, so that a test can tell that the work is linear.
#[cfg(any(test, feature = "count-work"))]
pub mod work {
    use std::cell::Cell;

    thread_local!(static SCANNED: Cell<usize> = const { Cell::new(0) });

    pub fn add(bytes: usize) {
        SCANNED.with(|scanned| scanned.set(scanned.get() + bytes));
    }

    /// The count since the last call.
    pub fn take() -> usize {
        SCANNED.with(Cell::take)
    }
}
