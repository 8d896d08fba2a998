//! Sources that are named by their place among the sources: `the second source states`, `두 번째 출처에 따르면`.
//!
//! Such words are ordinary prose (`the second source of income`): they cite only where something is ascribed to what they
//! name. Owns reading them, found from the noun in English and from `째` in Korean, and writing another place in them.

use super::Mark;
use super::grammar::{Grammar, MarkRef, is_raised};
use super::nouns::{self, Noun};
use super::reader::Partial;
use super::worded::{MAX_WORD, Reading, is_hangul, whole};
use stet_text::span::Span;

const ENGLISH: [&str; 10] =
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/// Before `번째`.
const KOREAN: [&str; 10] = ["첫", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열"];

/// The same in one word.
const SHORT: [&str; 10] =
    ["첫째", "둘째", "셋째", "넷째", "다섯째", "여섯째", "일곱째", "여덟째", "아홉째", "열째"];

/// Places of one reference.
const MAX_PLACES: usize = 4;

/// Bytes in front of the noun, or of `째`, in which a reference begins.
const REACH: usize = 48;

/// What is ascribed to a source stands behind these words.
const STATED: [&str; 12] = [
    "stated",
    "noted",
    "described",
    "mentioned",
    "shown",
    "specified",
    "explained",
    "indicated",
    "reported",
    "outlined",
    "cited",
    "defined",
];

/// The Korean words behind a source to which something is ascribed.
const TAILS: [&str; 11] = [
    "에 따르",
    "에 의하",
    "에 근거",
    "에서는",
    "에 명시",
    "에 기재",
    "에 언급",
    "을 참조",
    "를 참조",
    " 참조",
    "에 나와",
];

/// What joins two places.
const ENGLISH_JOINTS: [&str; 2] = [" and ", " or "];
const KOREAN_JOINTS: [&str; 6] = ["와 ", "과 ", ", ", " 및 ", " 또는 ", "·"];

/// Places and the noun behind them, in bytes from the first place.
struct Places {
    refs: Vec<MarkRef>,
    noun: Noun,
    end: usize,
}

/// Whether the noun of an English reference may stand around the letter at `at`.
fn may_name(bytes: &[u8], at: usize) -> bool {
    ["source", "document"].iter().any(|noun| {
        let Some(start) = noun.find('u').and_then(|before| at.checked_sub(before)) else { return false };
        let word = bytes.get(start..bytes.len().min(start + noun.len())).unwrap_or_default();
        start > 0
            && bytes.get(start - 1) == Some(&b' ')
            && noun.as_bytes().get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
    })
}

/// Whether `째` stands at `at`.
fn may_count(bytes: &[u8], at: usize) -> bool {
    bytes.get(at..).is_some_and(|rest| rest.starts_with("째".as_bytes()))
}

/// Whether a text may have a reference by a place.
pub(super) fn may_stand(text: &str) -> bool {
    let bytes = text.as_bytes();
    (0..bytes.len()).any(|at| may_begin(bytes, at))
}

/// Whether a reference by a place is found from the byte at `at`.
pub(super) fn may_begin(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at) {
        Some(b'u' | b'U') => may_name(bytes, at),
        Some(0xec) => may_count(bytes, at),
        _ => false,
    }
}

/// The reference around the byte at `at`; nothing before `floor` belongs to it. `last` says that the text ends.
pub(super) fn read(text: &str, at: usize, floor: usize, last: bool) -> Reading {
    let from = text.ceil_char_boundary(at.saturating_sub(REACH)).max(floor);
    for start in word_starts(text, from, at) {
        let rest = text.get(start..).unwrap_or_default();
        let found = places(rest, last).and_then(|found| {
            let Some(found) = found.filter(|found| start + found.end > at) else { return Ok(None) };
            Ok(ascribed(text, start, &found, last)?.then_some(found))
        });
        match found {
            Ok(Some(mut found)) => {
                found.refs.iter_mut().for_each(|member| member.shift(start));
                let span = Span::new(start, start + found.end);
                return Reading::Found(Mark { span, grammar: Grammar::Worded, refs: found.refs });
            }
            Ok(None) => {}
            Err(Partial) => return Reading::Open(start),
        }
    }
    Reading::No
}

/// Where at the end of a text a reference may begin.
pub(super) fn begun(text: &str) -> Option<usize> {
    if !may_go_on(text.as_bytes()) {
        return None;
    }
    let from = text.ceil_char_boundary(text.len().saturating_sub(REACH));
    word_starts(text, from, text.len())
        .find(|start| places(text.get(*start..).unwrap_or_default(), false).is_err())
}

/// What an English reference may end with while it is written, besides places.
const ENGLISH_ENDS: [&str; 4] = ["and", "or", "sources", "documents"];

/// Longest last word that is looked at, in bytes; longer than all of them.
const MAX_END: usize = 12;

/// Whether a text may end within a reference: by its last word, in ASCII; nearly none is the beginning of one.
fn may_go_on(text: &[u8]) -> bool {
    let text = text.strip_suffix(b" ").unwrap_or(text);
    let len = text.iter().rev().take(MAX_END).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let Some(word @ [first, ..]) = text.get(text.len() - len..) else { return true };
    first.is_ascii_digit()
        || ENGLISH.iter().chain(&ENGLISH_ENDS).filter_map(|known| known.as_bytes().get(..word.len())).any(
            |head| {
                head.first().is_some_and(|letter| letter.eq_ignore_ascii_case(first))
                    && head.eq_ignore_ascii_case(word)
            },
        )
}

/// The places that a text gives to what it calls a source, whether or not it ascribes something to it.
pub(super) fn called(text: &str) -> impl Iterator<Item = (&'static str, u32)> {
    let bytes = text.as_bytes();
    let may = |at: &usize| may_begin(bytes, *at);
    (0..bytes.len()).filter(may).flat_map(|at| {
        let from = text.ceil_char_boundary(at.saturating_sub(REACH));
        let found =
            word_starts(text, from, at).find_map(|start| places(text.get(start..)?, true).ok().flatten());
        let numbers = |found: Places| {
            let noun = found.noun.lemma();
            found.refs.into_iter().filter_map(move |member| match member {
                MarkRef::Number { n, .. } => Some((noun, n)),
                _ => None,
            })
        };
        found.into_iter().flat_map(numbers).collect::<Vec<_>>()
    })
}

/// Where in a part of a text a word begins that may be a place.
fn word_starts(text: &str, from: usize, to: usize) -> impl Iterator<Item = usize> {
    // Asked at every token of an answer: the bytes rule out nearly every place.
    (from..to).filter(|at| begins_place(text.as_bytes(), *at)).filter(|at| {
        // A raised number may go.
        let head = text.get(..*at).unwrap_or_default().trim_end_matches(is_raised);
        whole(head) && !head.ends_with(is_hangul)
    })
}

/// How the English places begin.
const ENGLISH_HEADS: [[u8; 3]; ENGLISH.len()] = heads(&ENGLISH);
/// The first syllables of the Korean places, longer and shorter.
const KOREAN_HEADS: [[u8; 3]; KOREAN.len()] = heads(&KOREAN);
const SHORT_HEADS: [[u8; 3]; SHORT.len()] = heads(&SHORT);

const fn heads<const N: usize>(words: &[&str; N]) -> [[u8; 3]; N] {
    let mut heads = [[0; 3]; N];
    let mut at = 0;
    while at < N {
        let word = words[at].as_bytes();
        heads[at] = [word[0], word[1], word[2]];
        at += 1;
    }
    heads
}

/// Whether a place may begin at a byte, or end the text there with its beginning.
fn begins_place(bytes: &[u8], at: usize) -> bool {
    let Some(&first) = bytes.get(at) else { return false };
    let inside = |before: u8| before.is_ascii_alphanumeric();
    match first {
        0xea..=0xed => bytes
            .get(at..)
            .and_then(<[u8]>::first_chunk)
            .is_some_and(|syllable| KOREAN_HEADS.contains(syllable) || SHORT_HEADS.contains(syllable)),
        _ if at.checked_sub(1).and_then(|before| bytes.get(before)).copied().is_some_and(inside) => false,
        b'0'..=b'9' => true,
        b'e' | b'f' | b'n' | b's' | b't' | b'E' | b'F' | b'N' | b'S' | b'T' => {
            let head = bytes.get(at..bytes.len().min(at + 3)).unwrap_or_default();
            let begins = |known: &[u8; 3]| {
                known.iter().zip(head).all(|(expected, byte)| byte.eq_ignore_ascii_case(expected))
            };
            ENGLISH_HEADS.iter().any(begins)
        }
        _ => false,
    }
}

/// What stands at the beginning of a text: one of `wanted`, by its place in the list. The longer one counts.
pub(super) fn one_of(rest: &str, wanted: &[&str], last: bool) -> Result<Option<usize>, Partial> {
    let mut open = false;
    for (at, word) in wanted.iter().enumerate() {
        let begun = rest.as_bytes().get(..rest.len().min(word.len())).unwrap_or_default();
        if word.as_bytes().get(..begun.len()).is_some_and(|head| head.eq_ignore_ascii_case(begun)) {
            if begun.len() == word.len() {
                return Ok(Some(at));
            }
            open |= !last;
        }
    }
    if open { Err(Partial) } else { Ok(None) }
}

fn place(rest: &str, last: bool) -> Result<Option<(u32, usize)>, Partial> {
    if rest.starts_with(|c: char| c.is_ascii_digit()) {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 2 {
            return Ok(None);
        }
        let n = rest.get(..digits).and_then(|number| number.parse().ok()).filter(|n| *n > 0);
        let suffix = one_of(rest.get(digits..).unwrap_or_default(), &["st", "nd", "rd", "th"], last)?;
        return Ok(n.filter(|_| suffix.is_some()).map(|n| (n, digits + 2)));
    }
    let of = |at: usize| u32::try_from(at + 1).unwrap_or(u32::MAX);
    if !rest.starts_with(is_hangul) {
        let found = one_of(rest, &ENGLISH, last)?;
        return Ok(found.and_then(|at| Some((of(at), ENGLISH.get(at)?.len()))));
    }
    if let Ok(Some(at)) = one_of(rest, &SHORT, last) {
        return Ok(SHORT.get(at).map(|word| (of(at), word.len())));
    }
    let mut open = one_of(rest, &SHORT, last).is_err();
    for (at, word) in KOREAN.iter().enumerate() {
        let Some(behind) = rest.strip_prefix(word) else { continue };
        match one_of(behind, &["번째", " 번째"], last) {
            Ok(Some(form)) => return Ok(Some((of(at), word.len() + "번째".len() + form))),
            Ok(None) => {}
            Err(Partial) => open = true,
        }
    }
    if open { Err(Partial) } else { Ok(None) }
}

/// Places and their noun at the beginning of a text.
fn places(rest: &str, last: bool) -> Result<Option<Places>, Partial> {
    let korean = rest.starts_with(is_hangul);
    let joints: &[&str] = if korean { &KOREAN_JOINTS } else { &ENGLISH_JOINTS };
    let mut refs = Vec::new();
    let mut at = 0;
    while refs.len() < MAX_PLACES {
        let tail = rest.get(at..).unwrap_or_default();
        let Some((n, len)) = place(tail, last)? else { return Ok(None) };
        refs.push(MarkRef::Number { n, span: Span::new(at, at + len) });
        at += len;
        let tail = rest.get(at..).unwrap_or_default();
        match one_of(tail, joints, last) {
            Ok(Some(joint)) => at += joints.get(joint).map_or(0, |joint| joint.len()),
            // What could join may be the space before the noun.
            Err(Partial) if tail.len() < 2 => return Err(Partial),
            Ok(None) | Err(Partial) => break,
        }
    }
    let tail = rest.get(at..).unwrap_or_default();
    let bare = tail.strip_prefix(' ').unwrap_or(tail);
    if korean {
        let words: Vec<&str> = nouns::KOREAN.iter().map(|noun| noun.word).collect();
        let Some(noun) = one_of(bare, &words, last)?.and_then(|at| nouns::KOREAN.get(at)) else {
            return joined(tail, joints, last);
        };
        let end = at + tail.len() - bare.len() + noun.word.len();
        return Ok(Some(Places { refs, noun: Noun::Korean(*noun), end }));
    }
    if bare.len() == tail.len() && (last || !tail.is_empty()) {
        return Ok(None);
    }
    let Some(form) = one_of(bare, &["source", "document"], last)? else { return joined(tail, joints, last) };
    let noun = nouns::english(if form == 0 { "source" } else { "document" });
    let Some(noun) = noun else { return Ok(None) };
    let mut end = at + 1 + noun.singular.len();
    let behind = rest.get(end..).unwrap_or_default();
    if behind.is_empty() && !last {
        return Err(Partial);
    }
    end += usize::from(behind.starts_with(['s', 'S']));
    let behind = rest.get(end..).unwrap_or_default();
    if behind.is_empty() && !last {
        return Err(Partial);
    }
    let ends = !behind.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\'' | '’'));
    Ok(ends.then_some(Places { refs, noun: Noun::English(noun), end }))
}

/// No places, unless a joint may be coming.
fn joined(tail: &str, joints: &[&str], last: bool) -> Result<Option<Places>, Partial> {
    one_of(tail, joints, last).map(|_| None)
}

/// Whether something is ascribed to the places that begin at `start`.
fn ascribed(text: &str, start: usize, found: &Places, last: bool) -> Result<bool, Partial> {
    let behind = text.get(start + found.end..).unwrap_or_default();
    let head = text.get(..start).unwrap_or_default();
    // `(second source)`
    if head.ends_with(['(', '（', '[']) && matches!(found.noun.lemma(), "source" | "출처") {
        return match behind.chars().next() {
            None if !last => Err(Partial),
            next => Ok(next.is_some_and(|c| matches!(c, ')' | '）' | ']'))),
        };
    }
    if matches!(found.noun, Noun::Korean(_)) {
        return Ok(one_of(behind, &TAILS, last)?.is_some());
    }
    let before = head.trim_end_matches([' ', '\u{a0}']);
    let the = strip_word(before, "the");
    let cites = the.is_some_and(is_cited);
    let stands = the.is_some()
        || text.get(start..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
    if !(cites || stands) || behind.is_empty() && last {
        return Ok(cites);
    }
    says(behind, last, nouns::is_telling).map(|said| said.unwrap_or(cites))
}

/// Whether a source says something in the text behind it; `None` where its phrase ends.
pub(super) fn says(behind: &str, last: bool, tells: fn(&str) -> bool) -> Result<Option<bool>, Partial> {
    let behind = behind.trim_start_matches(['*', '_']);
    let Some(first) = behind.chars().next() else { return if last { Ok(None) } else { Err(Partial) } };
    if !matches!(first, ' ' | '\u{a0}') {
        return Ok(if matches!(first, ',' | '.' | ';' | ':' | ')' | '\n' | '!' | '?') {
            None
        } else {
            Some(false)
        });
    }
    let mut rest = behind.get(first.len_utf8()..).unwrap_or_default();
    for _ in 0..2 {
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        if end == rest.len() && !last && end <= MAX_WORD {
            return Err(Partial);
        }
        if end == 0 {
            // A mark may stand here, and go.
            let goes_on = rest.starts_with(|c: char| c.is_alphabetic() || c.is_ascii_digit());
            return Ok(if goes_on { Some(false) } else { None });
        }
        let word = rest.get(..end).unwrap_or_default().to_ascii_lowercase();
        if tells(&word) {
            return Ok(Some(true));
        }
        if !nouns::ADVERBS.contains(&word.as_str()) {
            return Ok(Some(false));
        }
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    Ok(Some(false))
}

/// Whether a text ends with words that ascribe what they stand by: `according to`, `as stated in`.
pub(super) fn is_cited(head: &str) -> bool {
    let behind = |preposition: &str, words: &[&str]| {
        strip_word(head, preposition)
            .is_some_and(|before| words.iter().any(|word| strip_word(before, word).is_some()))
    };
    behind("to", &["according"])
        || behind("on", &["based"])
        || behind("in", &STATED)
        || strip_word(head, "per").is_some()
        || strip_word(head, "see").is_some()
}

/// Where the article before a reference begins, with `both` before it.
pub(super) fn with_article(text: &str, start: usize) -> usize {
    let head = text.get(..start).unwrap_or_default().trim_end_matches(' ');
    let Some(before) = strip_word(head, "the") else { return start };
    let both = strip_word(before, "both").map_or(before.len(), str::len);
    let from = text.get(both..).unwrap_or_default();
    both + from.len() - from.trim_start_matches(' ').len()
}

/// A text without the word with which it ends, and without the space before it.
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let at = text.len().checked_sub(word.len())?;
    let before = text.get(..at)?;
    let ends = text.get(at..)?.eq_ignore_ascii_case(word);
    (ends && !before.ends_with(char::is_alphanumeric)).then(|| before.trim_end_matches([' ', '\u{a0}']))
}

/// Another place in the form of one that was written; `None` when that is none.
pub(super) fn written(n: u32, place: &str) -> Option<String> {
    let at = usize::try_from(n).ok()?.checked_sub(1)?;
    if place.ends_with('째') && !place.starts_with(|c: char| c.is_ascii_digit()) {
        let one = SHORT.contains(&place);
        let gap = if place.contains(' ') { " " } else { "" };
        return Some(match (SHORT.get(at), KOREAN.get(at)) {
            (Some(short), _) if one => (*short).to_owned(),
            (_, Some(word)) => format!("{word}{gap}번째"),
            _ => format!("{n}번째"),
        });
    }
    let spelt = ENGLISH.iter().any(|word| word.eq_ignore_ascii_case(place));
    let numeral =
        place.starts_with(|c: char| c.is_ascii_digit()) && place.ends_with(|c: char| c.is_ascii_alphabetic());
    if !(spelt || numeral) {
        return None;
    }
    let word = ENGLISH.get(at).filter(|_| spelt);
    let mut text = word.map_or_else(|| format!("{n}{}", suffix(n)), |word| (*word).to_owned());
    if place.starts_with(|c: char| c.is_ascii_uppercase())
        && let Some(first) = text.get_mut(..1)
    {
        first.make_ascii_uppercase();
    }
    Some(text)
}

const fn suffix(n: u32) -> &'static str {
    match (n % 100, n % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    }
}

/// Fewer places than were written, before their noun: `first source`, `첫 번째와 세 번째 자료`.
pub(super) fn listed(noun: Noun, place: &str, numbers: &[u32]) -> Option<String> {
    let places: Vec<String> = numbers
        .iter()
        .enumerate()
        .map(|(at, n)| written(*n, if at == 0 { place.to_owned() } else { place.to_lowercase() }.as_str()))
        .collect::<Option<_>>()?;
    Some(match noun {
        Noun::Korean(noun) => format!("{} {}", places.join("와 "), noun.word),
        Noun::English(noun) => {
            format!("{} {}", places.join(" and "), if places.len() > 1 { noun.plural } else { noun.singular })
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_is_begun_at_every_place_within_it() {
        for (lead, reference) in [
            ("It rose, as the ", "second source"),
            ("According to the ", "first and Third documents"),
            ("See the ", "2nd or 10th source"),
            ("요금은 ", "두 번째와 첫째 출"),
            ("¹ ", "Ninth document"),
        ] {
            let text = format!("{lead}{reference}");
            for (at, c) in reference.char_indices() {
                let head = text.get(..lead.len() + at + c.len_utf8()).unwrap_or_default();
                assert_eq!(begun(head), Some(lead.len()), "{head}");
            }
        }
        for text in ["The library opens", "a firstling", "the second sourcebook", "the third part "] {
            assert_eq!(begun(text), None, "{text}");
        }
    }
}
