//! Stripping Korean words of their particles and endings.
//!
//! Owns the order in which the rules of [`super::korean_stem`] are tried; the lists of particles and endings are data.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::is_closed;

/// Most syllables from the head of a verb ending to the end of the word.
const VERB_REACH: usize = 5;

/// First syllables of the endings that make a noun a verb (`허용된다`, `사용하는`, `부여받았다`), and those with which such an ending
/// goes on.
const HEADS: &str = "하했한할함합해되됐된될됨됩돼시킨킬";
const GOES_ON: &str = "다는고며면여지였었았기게도거므려니던을음으야서요세십습된됨될됐되시켜키어";

/// Words whose second syllable is no ending: `이하의`, `지하에`.
const NOUNS_IN_HA: [&str; 5] = ["이하", "지하", "영하", "산하", "귀하"];

/// A particle or an ending.
struct Tail {
    text: &'static str,
    /// Whether the syllable before it must end in a consonant, or in a vowel.
    closed: Option<bool>,
    /// Fewest syllables that must stay.
    least: usize,
}

impl Tail {
    /// A word without it.
    fn stripped<'a>(&self, word: &'a str) -> Option<&'a str> {
        let rest = word.strip_suffix(self.text).filter(|rest| rest.chars().nth(self.least - 1).is_some())?;
        let before = rest.chars().next_back().and_then(is_closed);
        (self.closed.is_none() || before.is_none() || before == self.closed).then_some(rest)
    }
}

/// Tails by their last syllable, the longest first.
type Tails = FxHashMap<char, Vec<Tail>>;

/// Particles, endings, and what stands behind a known noun only: taken from any word it would shorten nouns.
static TAILS: LazyLock<[Tails; 3]> = LazyLock::new(|| {
    let mut tails = [Tails::default(), Tails::default(), Tails::default()];
    for row in stet_data::rows("words/ko/tails") {
        let [text, kind, least] = row[..] else { continue };
        let Some(last) = text.chars().next_back() else { continue };
        let closed = match kind {
            "after-consonant" => Some(true),
            "after-vowel" => Some(false),
            _ => None,
        };
        let [particles, endings, of_nouns] = &mut tails;
        let list = match kind {
            "ending" => endings,
            "noun" => of_nouns,
            _ => particles,
        };
        let tail = Tail { text, closed, least: least.parse().unwrap_or(1) };
        list.entry(last).or_default().push(tail);
    }
    for list in tails.iter_mut().flat_map(FxHashMap::values_mut) {
        list.sort_by_key(|tail| std::cmp::Reverse(tail.text.len()));
    }
    tails
});

/// Most syllables of what stands behind a noun (`에서부터였습니다`): a longer run is another word.
const LONGEST_TAIL: usize = 8;

/// See [`super::is_tail`].
pub(super) fn is_tail(before: char, tail: &str) -> bool {
    let Some(last) = tail.chars().next_back() else { return true };
    if tail.chars().nth(LONGEST_TAIL).is_some() {
        return false;
    }
    TAILS.iter().filter_map(|tails| tails.get(&last)).flatten().any(|one| {
        let Some(rest) = tail.strip_suffix(one.text) else { return false };
        let closed = is_closed(rest.chars().next_back().unwrap_or(before));
        (one.closed.is_none() || closed.is_none() || closed == one.closed) && is_tail(before, rest)
    })
}

/// See [`super::korean_stem`].
pub(super) fn korean(word: &str) -> &str {
    let mut rest = word;
    while let Some(stripped) = stripped(rest) {
        rest = stripped;
    }
    let of_noun = NOUNS_IN_HA.iter().find(|noun| rest.chars().nth(1).is_none() && word.starts_with(**noun));
    of_noun.and_then(|noun| word.get(..noun.len())).unwrap_or(rest)
}

/// A word after one step; `None` when nothing can be stripped.
fn stripped(word: &str) -> Option<&str> {
    let mut chars = word.chars();
    let (first, last) = (chars.next()?, chars.next_back()?);
    // A stem by itself.
    if matches!(first, '있' | '없' | '않') {
        return word.get(..first.len_utf8());
    }
    let [particles, endings, _] = &*TAILS;
    let of = |tails: &'static Tails| tails.get(&last)?.iter().find_map(|tail| tail.stripped(word));
    of(particles).or_else(|| verb(word)).or_else(|| of(endings))
}

/// A word without the ending of a noun made a verb: `허용되지`, `사용하였으며`, `말한다`.
fn verb(word: &str) -> Option<&str> {
    let second = word.chars().next().map(char::len_utf8);
    let (mut found, mut next): (Option<usize>, Option<char>) = (None, None);
    for (at, ch) in word.char_indices().rev().take(VERB_REACH).take_while(|(at, _)| *at > 0) {
        // After one syllable only what can be no noun (`제한`, `역할`, `피해` are).
        let fits = Some(at) != second
            || matches!(ch, '하' | '했')
            || next.is_some() && matches!(ch, '한' | '할' | '합' | '해');
        if fits && HEADS.contains(ch) && next.is_none_or(|next| GOES_ON.contains(next)) {
            found = Some(at);
        }
        next = Some(ch);
    }
    found.and_then(|at| word.get(..at))
}
