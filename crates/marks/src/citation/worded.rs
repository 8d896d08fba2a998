//! Sources that are named in words, with a number: `Source 2 states`, `sources 1 and 3`, `출처 2에 따르면`, `2번 자료에서는`.
//!
//! Owns which words before (or behind) a number make it that of a source; one is found from its number, so that a text
//! without digits is never looked at. Leaves to [`super::reader`] how far it reaches, to [`super::literal`] whether the
//! place is prose, to [`super::mention`] how a reference reads once it is renumbered or refused, and to the answer
//! whether the words are a source's own.

use super::grammar::{Grammar, MarkRef, Stop};
use super::nouns::{self, English, Noun};
use super::reader::{Partial, Reader};
use super::{Mark, appended, ordinal, raised, titled};
use crate::statute::circled;
use stet_text as text;
use stet_text::span::Span;

/// Bytes in front of a number in which its noun stands.
const REACH: usize = 40;

/// Longest word behind a reference that is looked at, in bytes.
pub(super) const MAX_WORD: usize = 24;

/// What goes with two sources, and not with one.
const BOTH: &str = "both";

/// What stands at a number.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reading {
    No,
    /// A reference may begin at this byte; more text has to tell.
    Open(usize),
    Found(Mark),
}

/// Whether a text may have a reference in words.
pub(super) fn may_name(text: &str) -> bool {
    numbers(text).any(|at| {
        noun_before(text, at, 0).is_some()
            || titled_before(text, at, 0).is_some()
            || text.get(at..).is_some_and(|rest| counts(rest) != Some(false))
    })
}

/// The numbers of a text that may be one of a source, by their first digit.
fn numbers(text: &str) -> impl Iterator<Item = usize> {
    text.bytes()
        .enumerate()
        .filter(|(_, byte)| byte.is_ascii_digit() || matches!(byte, 0xe2 | 0xe3 | 0xef))
        .map(|(at, _)| at)
}

/// Whether `1번` begins a text; `None` while more text has to tell.
fn counts(rest: &str) -> Option<bool> {
    let bare = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    if bare.len() == rest.len() || rest.len() - bare.len() > 3 {
        return Some(false);
    }
    if bare.is_empty() { None } else { Some(bare.starts_with('번')) }
}

/// The numbers that a text gives to what it calls by one of the nouns, whatever stands around them.
pub(super) fn called(text: &str) -> impl Iterator<Item = (&'static str, u32)> {
    let numbered = numbers(text).filter_map(|at| {
        let named = noun_before(text, at, 0)?;
        let n = Reader { text, at, last: true }.number().ok().flatten()?;
        Some((named.noun.lemma(), n))
    });
    numbered.chain(ordinal::called(text))
}

/// The noun of a reference, as [`called`] has it.
pub(super) fn lemma(raw: &str) -> Option<&'static str> {
    noun(raw).map(Noun::lemma)
}

/// The noun of a reference.
pub(super) fn noun(raw: &str) -> Option<Noun> {
    raw.split(|c: char| !c.is_alphabetic()).find_map(|word| nouns::of(word.trim_start_matches('번')))
}

/// The noun in front of a number.
#[derive(Debug, Clone, Copy)]
struct Named {
    noun: Noun,
    start: usize,
    /// A colon stands behind it, as before a list.
    colon: bool,
}

/// Whether a noun, or what stands between it and its number, may end a text: nearly no word does.
fn may_end_noun(head: &[u8]) -> bool {
    let gap = |byte: &u8| matches!(byte, b' ' | b'#' | b':' | 0xa0 | 0xc2);
    let end =
        head.iter().rev().take(REACH).position(|byte| !gap(byte)).map_or(0, |skipped| head.len() - skipped);
    let Some(bare) = head.get(..end) else { return false };
    let Some(last) = bare.last() else { return false };
    if !last.is_ascii() {
        // A dagger, a wide colon, or the end of a Korean noun.
        return bare.len() >= 3
            && (!matches!(bare.get(bare.len() - 3), Some(0xea..=0xed)) || nouns::ends_korean(bare));
    }
    let word = nouns::last_word(bare);
    match word.len() {
        0 => *last == b'.',
        _ => nouns::is_counted(word),
    }
}

/// The noun that stands directly before the number at `at`, not before `floor`.
fn noun_before(text: &str, at: usize, floor: usize) -> Option<Named> {
    if !may_end_noun(text.as_bytes().get(floor..at)?) {
        return None;
    }
    let from = text.ceil_char_boundary(at.saturating_sub(REACH)).max(floor);
    let mut head = text.get(from..at)?;
    head = head.strip_suffix(['#', '†', '№']).unwrap_or(head);
    let bare = head.trim_end_matches([' ', '\u{a0}']);
    if head.len() - bare.len() > 3 {
        return None;
    }
    let gap = bare.len() < head.len() || head.len() < at - from;
    // `Source: 2`
    let uncoloned = bare.strip_suffix([':', '：']);
    let colon = uncoloned.is_some();
    let bare = uncoloned.unwrap_or(bare);
    // `Source no. 2`
    let counter = ["no.", "number", "nr."].iter().find_map(|word| {
        let before = bare.len().checked_sub(word.len())?;
        bare.get(before..).filter(|tail| tail.eq_ignore_ascii_case(word))?;
        bare.get(..before)?.strip_suffix([' ', '\u{a0}'])
    });
    let bare = counter.filter(|_| gap).unwrap_or(bare);
    // `refs. 2`
    let shortened = bare.strip_suffix('.').filter(|bare| {
        let word = bare.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        bare.get(word.len()..).is_some_and(nouns::is_shortened)
    });
    let gap = gap || shortened.is_some();
    let bare = shortened.unwrap_or(bare);
    let last = bare.chars().next_back()?;
    if last.is_ascii_alphabetic() {
        let before = bare.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let word = bare.get(before.len()..)?;
        let noun =
            nouns::english(word).filter(|noun| (gap || colon) && whole(before) && (noun.strong || !colon))?;
        return Some(Named { noun: Noun::English(noun), start: from + before.len(), colon });
    }
    let (noun, before) = nouns::korean_end(bare)?;
    let stands = !before.ends_with(is_hangul) && (noun.strong || !colon);
    stands.then_some(Named { noun: Noun::Korean(noun), start: from + before.len(), colon })
}

/// Where the word `both` begins before a noun, or the noun.
fn with_both(text: &str, start: usize, floor: usize) -> usize {
    let head = text.get(floor..start).unwrap_or_default();
    let at = head.len().checked_sub(BOTH.len() + 1).filter(|at| {
        let both = head
            .get(*at..)
            .is_some_and(|tail| tail.ends_with(' ') && tail.trim_end().eq_ignore_ascii_case(BOTH));
        both && head.get(..*at).is_some_and(whole)
    });
    at.map_or(start, |at| floor + at)
}

/// Whether a word may begin behind a text.
pub(super) fn whole(before: &str) -> bool {
    !before.ends_with(|c: char| {
        c.is_alphanumeric() || matches!(c, '-' | '_' | '\'' | '’' | '/' | '@' | '.' | '&')
    })
}

/// What stands at the number that begins at `at`; nothing before `floor` belongs to it. `last` says that the text ends.
pub(super) fn read(text: &str, at: usize, floor: usize, last: bool) -> Reading {
    let first = text.get(at..).and_then(|rest| rest.chars().next());
    if !first.is_some_and(is_number) || text.get(..at).is_some_and(|head| head.ends_with(is_number)) {
        return Reading::No;
    }
    if let Some(titled) = titled_before(text, at, floor) {
        return titled.read(text, at, last);
    }
    let reader = Reader { text, at, last };
    let named = noun_before(text, at, floor);
    let (start, found) = match named {
        Some(Named { noun: Noun::English(noun), start, .. }) => {
            let begin = with_both(text, start, floor);
            (begin, reader.english(noun, begin, start))
        }
        Some(Named { noun: Noun::Korean(noun), start, .. }) => (start, reader.korean(noun, start)),
        None => (at, reader.counted()),
    };
    // Behind a colon nothing but numbers is a list of sources.
    let found = found.and_then(|mark| {
        let lists = |mark: &Mark| (Reader { text, at: mark.span.end, last }).ends_clause();
        match mark {
            Some(mark) if named.is_some_and(|named| named.colon) => Ok(lists(&mark)?.then_some(mark)),
            mark => Ok(mark),
        }
    });
    match found {
        Ok(Some(mark)) => Reading::Found(mark),
        Ok(None) => Reading::No,
        Err(Partial) => Reading::Open(start),
    }
}

/// What stands before a number that is part of an identifier or of a raised note.
#[derive(Debug, Clone, Copy)]
enum Titled {
    /// `doi:10.1000/182`
    Doi(usize),
    /// `nine.^1^`
    Raised(usize),
}

fn titled_before(text: &str, at: usize, floor: usize) -> Option<Titled> {
    let head = text.get(floor..at)?;
    let last = head.bytes().rev().find(|byte| !matches!(byte, b' ' | b':'))?;
    if !matches!(last, b'^' | b'i' | b'I') {
        return None;
    }
    if let Some(before) = head.strip_suffix('^') {
        let start = floor + before.len();
        return (!before.ends_with(['[', '^']) && raised::notes(before, "")).then_some(Titled::Raised(start));
    }
    let bare = head.strip_suffix(' ').unwrap_or(head);
    let bare = bare.strip_suffix(':').unwrap_or(bare);
    let start = bare.len().checked_sub(DOI.len())?;
    let named = bare.get(start..).is_some_and(|word| word.eq_ignore_ascii_case(DOI));
    (named && bare.get(..start).is_some_and(whole)).then_some(Titled::Doi(floor + start))
}

/// What introduces the identifier of a work.
const DOI: &str = "doi";

impl Titled {
    const fn start(self) -> usize {
        match self {
            Self::Doi(start) | Self::Raised(start) => start,
        }
    }

    fn read(self, text: &str, at: usize, last: bool) -> Reading {
        match self {
            Self::Doi(start) => match titled::doi(text.get(at..).unwrap_or_default(), last) {
                Ok(id) => {
                    let span = Span::new(at, at + id.len());
                    let refs = vec![MarkRef::Name { text: id.to_owned(), span }];
                    let span = Span::new(start, span.end);
                    Reading::Found(Mark { span, grammar: Grammar::Bibliographic, refs })
                }
                Err(Stop::Partial) => Reading::Open(start),
                Err(Stop::No) => Reading::No,
            },
            Self::Raised(start) => match (Reader { text, at, last }).raised(start) {
                Ok(Some(mark)) => Reading::Found(mark),
                Ok(None) => Reading::No,
                Err(Partial) => Reading::Open(start),
            },
        }
    }
}

/// Where at the end of `text` a reference may begin of which the number has not come yet, or the noun behind the place.
pub(super) fn begun(text: &str) -> Option<usize> {
    let last = *text.as_bytes().last()?;
    let placed = if last.is_ascii_alphanumeric() || last == b' ' || last >= 0x80 {
        ordinal::begun(text)
    } else {
        None
    };
    placed.into_iter().chain(begun_noun(text)).min()
}

fn begun_noun(text: &str) -> Option<usize> {
    let last = *text.as_bytes().last()?;
    let word = last.is_ascii_alphabetic() || last >= 0x80;
    if !(word || matches!(last, b' ' | b'#' | b'.' | b':' | b'^')) {
        return None;
    }
    if last.is_ascii_alphabetic()
        && let Some(at) = appended::begun(text)
    {
        return Some(at);
    }
    if last.is_ascii_alphabetic() && !nouns::is_begun(nouns::last_word(text.as_bytes()))
        || last >= 0x80 && !nouns::ends_begun(text.as_bytes()) && !text.ends_with(['†', '№', '\u{a0}', '：'])
    {
        return None;
    }
    if let Some(titled) = titled_before(text, text.len(), 0) {
        return Some(titled.start());
    }
    let from = text.ceil_char_boundary(text.len().saturating_sub(REACH));
    let tail = text.get(from..)?;
    // The noun is whole.
    let bare = tail.trim_end_matches(['#', '†', '№']);
    if let Some(named) = noun_before(text, text.len(), 0).or_else(|| noun_before(text, from + bare.len(), 0))
    {
        return stands(text, named).then(|| with_both(text, named.start, 0));
    }
    if last == b':' {
        return None;
    }
    if last == b' ' {
        return Some(with_both(text, text.len(), 0)).filter(|at| *at < text.len());
    }
    if !word {
        // `Source no.`
        return begun_counter(text, from, tail.strip_suffix('.')?);
    }
    if last.is_ascii_alphabetic() {
        let before = tail.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let begun = tail.get(before.len()..)?;
        if begun_counter(text, from, tail).is_some() {
            return begun_counter(text, from, tail);
        }
        let start = from + before.len();
        let begins =
            |known: &str| known.get(..begun.len()).is_some_and(|head| head.eq_ignore_ascii_case(begun));
        if [BOTH, DOI].into_iter().any(begins) && whole(before) {
            return Some(start);
        }
        let noun = nouns::english_begun(begun)?;
        let named = Named { noun: Noun::English(noun), start, colon: false };
        return (whole(before) && stands(text, named)).then(|| with_both(text, start, 0));
    }
    let before = nouns::korean_begun(tail)?;
    (!before.ends_with(is_hangul)).then_some(from + before.len())
}

/// The same, when the tail ends with the beginning of `number` behind a noun.
fn begun_counter(text: &str, from: usize, tail: &str) -> Option<usize> {
    let before = tail.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let word = tail.get(before.len()..)?;
    let begins = |known: &str| known.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
    if word.is_empty()
        || !["number", "no", "nr"].iter().any(|known| begins(known))
        || !before.ends_with([' ', '\u{a0}'])
    {
        return None;
    }
    let named = noun_before(text, from + before.len(), 0)?;
    stands(text, named).then(|| with_both(text, named.start, 0))
}

/// Whether the words before a noun allow that it names a source.
fn stands(text: &str, named: Named) -> bool {
    match named.noun {
        Noun::English(noun) => !matches!(before(text, named.start, noun), Before::Other),
        Noun::Korean(noun) => noun.strong || !nouns::is_annex(text.get(..named.start).unwrap_or_default()),
    }
}

/// What stands before an English noun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    /// What says that something is taken from what follows: `according to`, `see`.
    Cites,
    /// Nothing, punctuation, or a word that no noun belongs to.
    Opens,
    /// A word to which the noun may belong: `power source 2`.
    Other,
}

pub(super) fn before(text: &str, start: usize, noun: English) -> Before {
    let head = text.get(..start).unwrap_or_default();
    let bare = head.trim_end_matches([' ', '\u{a0}']);
    let from = bare.ceil_char_boundary(bare.len().saturating_sub(MAX_WORD));
    let near = bare.get(from..).unwrap_or_default();
    let rest = near.trim_end_matches(|c: char| c.is_alphabetic() || matches!(c, '\'' | '’'));
    let word = near.get(rest.len()..).unwrap_or_default();
    if word.is_empty() {
        return if near.ends_with(|c: char| c.is_alphanumeric()) { Before::Other } else { Before::Opens };
    }
    let known = |words: &[&str]| words.iter().any(|known| known.eq_ignore_ascii_case(word));
    if known(nouns::CITING) {
        return Before::Cites;
    }
    if known(&["to"]) {
        let earlier = rest.trim_end();
        let cites = nouns::CITING_TO.iter().any(|verb| {
            earlier
                .len()
                .checked_sub(verb.len())
                .and_then(|at| earlier.get(at..))
                .is_some_and(|tail| tail.eq_ignore_ascii_case(verb))
        });
        return if cites { Before::Cites } else { Before::Other };
    }
    let capital = text.get(start..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
    // `the new Source 2`, but `Open Source 2`
    let lower = word.starts_with(char::is_lowercase);
    if known(nouns::OPENING) || word.contains(is_hangul) || noun.strong && capital && lower {
        Before::Opens
    } else {
        Before::Other
    }
}

/// A digit that is not raised.
pub(super) fn digit(c: char) -> Option<u32> {
    text::digit(c).filter(|_| c.is_ascii() || ('０'..='９').contains(&c))
}

pub(super) fn is_number(c: char) -> bool {
    digit(c).is_some() || circled(c).is_some()
}

pub(super) fn is_hangul(c: char) -> bool {
    ('가'..='힣').contains(&c)
}
