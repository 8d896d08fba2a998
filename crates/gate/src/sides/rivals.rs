//! Rivals: words of one kind that exclude one another (`위 / 아래`, `작년 / 올해 / 내년`, `north / south`).
//!
//! Owns the sets, of adjectives, times, places, people and ranks, and how one is found in place of another. Softer
//! than [`direction`](crate::sides::direction), which rejects by itself: the two words may stand in the
//! texts for different things, so this only lowers a score.

use rustc_hash::FxHashMap;

use crate::text::heads::Heads;
use crate::text::marks::OPPOSITE;
use crate::text::reading::Reading;
use crate::text::similarity::hash;
use stet_text::{Script, english_key};

/// Sets of words by how these begin.
#[derive(Debug, Default)]
pub(crate) struct Sets {
    /// By the hashes of words and of their keys.
    english: FxHashMap<u32, Vec<Side>>,
    /// Whether a beginning is the whole word, and the side.
    korean: Heads<(bool, Side)>,
}

impl Sets {
    /// Reads files of sets, one a line with the sides apart by `/`; a word behind `~` only speaks for a side ([`CUE`]).
    pub(crate) fn new(lists: &[&'static str]) -> Self {
        let mut index = Self::default();
        let mut english: FxHashMap<&str, Vec<Side>> = FxHashMap::default();
        for (set, line) in (0_u16..).zip(lists.iter().flat_map(|list| stet_data::lines(list))) {
            for (side, words) in (0_u8..).zip(line.split('/')) {
                for word in words.split_whitespace() {
                    let (word, side) = match word.strip_prefix('~') {
                        Some(cue) => (cue, (set, side | CUE)),
                        None => (word, (set, side)),
                    };
                    if !word.is_ascii() {
                        let head = word.strip_suffix('.');
                        index.korean.add(head.unwrap_or(word), (head.is_some(), side));
                        continue;
                    }
                    english.entry(word).or_default().push(side);
                    let key = english_key(word);
                    if key != word {
                        english.entry(key).or_default().push(side);
                    }
                }
            }
        }
        // A word of its own line has what is told of all its forms, too.
        let words: Vec<&str> = english.keys().copied().collect();
        for word in words {
            let of_key = english.get(english_key(word)).cloned().unwrap_or_default();
            if let Some(sides) = english.get_mut(word) {
                sides.extend(of_key);
                sides.sort_unstable();
                sides.dedup();
            }
        }
        index.english = english.into_iter().map(|(word, sides)| (hash(word), sides)).collect();
        index
    }

    /// The sides that the words of a text name, with the positions of the words; of sets whose bit is not among `wanted`
    /// ([`bit`]), and perhaps of others, none.
    pub(crate) fn named(&self, text: &Reading<'_>, wanted: u64) -> Vec<(usize, Side)> {
        let mut found = Vec::new();
        for (at, token) in text.marked(OPPOSITE).filter_map(|at| Some((at, text.tokens.get(at)?))) {
            match token.script {
                Script::Latin => {
                    if is_limit(text, at) {
                        continue;
                    }
                    let of_word = self.english.get(&hash(token.text));
                    let named = of_word.or_else(|| self.english.get(&text.key(at)));
                    let named = named.into_iter().flatten().filter(|side| bit(**side) & wanted != 0);
                    found.extend(named.map(|&side| (at, side)));
                }
                Script::Hangul => {
                    let fits = |head: &str, whole: bool| {
                        let mut rest = token.text.get(head.len()..).unwrap_or_default().chars();
                        match rest.next() {
                            None => true,
                            Some(_) if whole => false,
                            Some(next) => head.len() > SYLLABLE || ENDINGS.contains(next),
                        }
                    };
                    let named = self
                        .korean
                        .of(token.text)
                        .filter(|&(head, (whole, side))| bit(side) & wanted != 0 && fits(head, whole));
                    found.extend(named.map(|(_, (_, side))| (at, side)));
                }
                Script::Digit | Script::Other => {}
            }
        }
        found
    }
}

/// Whether the word at `at` is the `up` of `up to 50 guests`, where nothing goes up.
fn is_limit(text: &Reading<'_>, at: usize) -> bool {
    text.word(at) == "up"
        && text.word(at + 1) == "to"
        && !at.checked_sub(1).is_some_and(|before| {
            matches!(
                text.word(before),
                "went" | "go" | "goes" | "gone" | "going" | "moved" | "moves" | "is" | "was" | "are" | "were"
            )
        })
}

/// What may follow a stem of one syllable, so that `작` is not found in `작품`.
const ENDINGS: &str = "은는다고지게아어았었습으네던기음을더나죠군거대이가를에의로만도과와면며해하했한";

/// Bytes of a syllable.
const SYLLABLE: usize = 3;

/// Marks a side that a word only speaks for: `earned` is no word for `won`, but bears it out.
pub(crate) const CUE: u8 = 0x80;

/// The bit of a set; several sets share one.
pub(crate) fn bit(side: Side) -> u64 {
    1 << (side.0 % 64)
}

/// A set and a side of it.
pub(crate) type Side = (u16, u8);

/// Number of sides that a claim names where its evidence names only others of the same set.
pub(crate) fn rivals(claim: &[Side], evidence: &[Side]) -> u32 {
    let rival = |side: &&Side| !evidence.contains(side) && evidence.iter().any(|other| other.0 == side.0);
    u32::try_from(claim.iter().filter(rival).count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sides::opposites::Named;
    use stet_text::normalise;

    #[test]
    fn one_of_a_kind_in_place_of_another() {
        for (claim, evidence, want) in [
            ("역은 건물 뒤에 있다", "역은 건물 앞에 있다", 1),
            ("내년에 시행한다", "올해 시행한다", 1),
            ("방이 밝고 조용하다", "방이 어둡고 시끄럽다", 2),
            ("위원회는 적법하다", "아래 기준은 많다", 0),
            ("올해와 내년에 시행한다", "올해 시행한다", 1),
            ("올해 시행한다", "올해와 내년에 시행한다", 0),
            ("The northern gate", "The southern gate", 1),
            ("A cheap room", "A room", 0),
        ] {
            let of = |text: &str| Named::new(&Reading::new(&normalise(text))).sides(&[]);
            assert_eq!(rivals(&of(claim), &of(evidence)), want, "{claim}");
        }
    }
}
