//! Sentences that say that the sources are silent: `The sources do not mention a fee.`
//!
//! Owns how such a denial is found fast; its tables stand with those of the other notices.

use std::sync::LazyLock;

use memchr::{memchr, memchr_iter, memchr3_iter, memmem};

use super::english::{ENGLISH_SILENCE, ENGLISH_SOURCE, ENGLISH_SOURCES, ENGLISH_TELLING};
use super::korean::{
    KOREAN_DENIALS, KOREAN_FINDINGS, KOREAN_NEGATIONS, KOREAN_NO_SOURCES, KOREAN_SILENCE, KOREAN_SOUGHT,
    KOREAN_SOURCES, KOREAN_TELLERS, KOREAN_WITHIN,
};
use super::{LAST_PREDICATE, states_besides};
use crate::chars::tail;

/// Whether an English sentence says that the sources are silent.
pub(super) fn denies_sources(body: &str) -> bool {
    let bytes = body.as_bytes();
    let denies =
        NOT.find(bytes).is_some() || memchr(b'\'', bytes).is_some() && memmem::find(bytes, b"n't").is_some();
    denies && is_silence(&without_givens(body.to_ascii_lowercase())) && !states_besides(body)
}

/// Searches for the commonest denial; made once.
static NOT: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new("not"));

/// What is said of sources besides and stands between them and their verb.
const GIVENS: [&str; 7] =
    [" you shared", " you provided", " you gave me", " provided", " given", " above", " available"];

fn without_givens(mut lower: String) -> String {
    let bytes = lower.as_bytes();
    let given = |at: usize| {
        matches!(bytes.get(at + 1), Some(b'y' | b'p' | b'g' | b'a'))
            && bytes
                .get(at..)
                .is_some_and(|rest| GIVENS.iter().any(|given| rest.starts_with(given.as_bytes())))
    };
    if memchr_iter(b' ', bytes).any(given) {
        for given in GIVENS {
            lower = lower.replace(given, "");
        }
    }
    lower
}

/// Where in each of the phrases of [`ENGLISH_SILENCE`] its denial stands.
const SILENCE_NOTS: [usize; ENGLISH_SILENCE.len()] = {
    let mut table = [0; ENGLISH_SILENCE.len()];
    let mut entry = 0;
    while entry < table.len() {
        let text = ENGLISH_SILENCE[entry].as_bytes();
        let mut at = 0;
        while !(text[at] == b'n' && text[at + 1] == b'o' && text[at + 2] == b't') {
            at += 1;
        }
        table[entry] = at;
        entry += 1;
    }
    table
};

/// Whether a sentence in lower case says that the sources are silent.
fn is_silence(lower: &str) -> bool {
    let bytes = lower.as_bytes();
    let phrase = |at: usize| {
        ENGLISH_SILENCE.iter().zip(SILENCE_NOTS).any(|(phrase, not)| {
            at.checked_sub(not)
                .and_then(|start| bytes.get(start..))
                .is_some_and(|text| text.starts_with(phrase.as_bytes()))
        })
    };
    // `sources do not mention`: what stands before the denial, what it denies.
    let silent = |before: &[u8], verb: Option<&[u8]>| {
        let sources = if let Some(before) = before.strip_suffix(b" do") {
            ENGLISH_SOURCES.iter().any(|source| before.ends_with(source.as_bytes()))
        } else if let Some(before) = before.strip_suffix(b" does") {
            ENGLISH_SOURCE.iter().any(|source| before.ends_with(source.as_bytes()))
        } else {
            false
        };
        sources
            && verb.is_some_and(|verb| {
                ENGLISH_TELLING.iter().any(|telling| verb.starts_with(telling.as_bytes()))
            })
    };
    let parts = |at: usize, denial: &[u8]| {
        let (before, rest) = bytes.split_at_checked(at).unwrap_or_default();
        (before, rest.strip_prefix(denial))
    };
    NOT.find_iter(bytes).any(|at| {
        let (before, verb) = parts(at, b"not ");
        phrase(at) || before.strip_suffix(b" ").is_some_and(|before| silent(before, verb))
    }) || memmem::find_iter(bytes, b"n't ").any(|at| {
        let (before, verb) = parts(at, b"n't ");
        silent(before, verb)
    })
}

/// Whether a Korean sentence, which ends with `end`, says that the sources are silent.
pub(super) fn denies_sources_korean(body: &str, end: &str) -> bool {
    let has = |text: &str, phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
    if denies_any(body, KOREAN_SILENCE, &SILENCE_NEGATIONS) {
        return true;
    }
    // `환불을 언급한 자료는 없습니다`
    let unsourced = |source: &&str| body.rfind(source);
    if denies_any(body, KOREAN_NO_SOURCES, &NO_SOURCE_NEGATIONS)
        && let Some(at) = KOREAN_NO_SOURCES.iter().find_map(unsourced)
        && body.get(..at).is_some_and(|before| KOREAN_TELLERS.iter().any(|teller| before.ends_with(teller)))
        && end.ends_with(['다', '요'])
    {
        return true;
    }
    // A denial before the last predicate is a condition: `확인할 수 없는 경우 인정하지 않는다`.
    let last = tail(end, LAST_PREDICATE);
    let denies = |denial: &str| {
        // `포함되지 않아야 한다` forbids.
        last.rfind(denial)
            .and_then(|at| last.get(at + denial.len()..))
            .is_some_and(|rest| !["아야", "어야", "도록"].iter().any(|must| rest.starts_with(must)))
    };
    if !denies_any(last, KOREAN_DENIALS, &DENIAL_NEGATIONS)
        || !KOREAN_DENIALS.iter().any(|denial| denies(denial))
    {
        return false;
    }
    let sought = KOREAN_SOUGHT.iter().any(|start| body.starts_with(start))
        && has(body.get(..body.len().min(LAST_PREDICATE)).unwrap_or(body), KOREAN_FINDINGS);
    sought || speaks_of_sources(body)
}

/// `자료에는`, `제공된 문서만으로는`: the sources as the place where something is missing.
fn speaks_of_sources(body: &str) -> bool {
    KOREAN_SOURCES.iter().any(|source| {
        body.match_indices(source).any(|(at, _)| {
            let rest = body.get(at + source.len()..).unwrap_or_default();
            KOREAN_WITHIN.iter().any(|within| rest.starts_with(within))
        })
    })
}

/// Where [`KOREAN_NEGATIONS`] stand in a text, in no order.
fn negations(body: &[u8]) -> impl Iterator<Item = usize> {
    const WORDS: [[u8; 3]; 4] = {
        let mut words = [[0; 3]; 4];
        let mut at = 0;
        while at < words.len() {
            let word = KOREAN_NEGATIONS[at].as_bytes();
            words[at] = [word[0], word[1], word[2]];
            at += 1;
        }
        words
    };
    // The last byte rules out nearly every place.
    let [[.., a], [.., b], [.., c], [.., d]] = WORDS;
    let stands = |at: usize| {
        let from = at.checked_sub(2)?;
        body.get(from..)?.first_chunk().is_some_and(|word| WORDS.contains(word)).then_some(from)
    };
    memchr3_iter(a, b, c, body).chain(memchr_iter(d, body)).filter_map(stands)
}

pub(super) fn is_negated(body: &[u8]) -> bool {
    negations(body).next().is_some()
}

/// Where in each entry of a table its first negation stands.
const fn negated_at<const N: usize>(list: &[&str]) -> [usize; N] {
    let mut table = [0; N];
    let mut entry = 0;
    while entry < N {
        let text = list[entry].as_bytes();
        let (mut at, mut found) = (0, false);
        while !found {
            let mut word = 0;
            while word < KOREAN_NEGATIONS.len() {
                let negation = KOREAN_NEGATIONS[word].as_bytes();
                found |=
                    text[at] == negation[0] && text[at + 1] == negation[1] && text[at + 2] == negation[2];
                word += 1;
            }
            at += 1;
        }
        table[entry] = at - 1;
        entry += 1;
    }
    table
}

const SILENCE_NEGATIONS: [usize; KOREAN_SILENCE.len()] = negated_at(KOREAN_SILENCE);
const NO_SOURCE_NEGATIONS: [usize; KOREAN_NO_SOURCES.len()] = negated_at(KOREAN_NO_SOURCES);
const DENIAL_NEGATIONS: [usize; KOREAN_DENIALS.len()] = negated_at(KOREAN_DENIALS);

/// Whether an entry of a table stands in a text, looked for around the negations of the text only: much cheaper than
/// looking for each.
fn denies_any(text: &str, list: &[&str], negated: &[usize]) -> bool {
    let bytes = text.as_bytes();
    negations(bytes).any(|at| {
        list.iter().zip(negated).any(|(phrase, before)| {
            let rest = at.checked_sub(*before).and_then(|start| bytes.get(start..));
            rest.is_some_and(|rest| rest.starts_with(phrase.as_bytes()))
        })
    })
}
