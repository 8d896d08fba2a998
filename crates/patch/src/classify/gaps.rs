//! What stands between the letters of a text, before and after a change that keeps every letter.
//!
//! A change of marks, spacing or case is read by walking both texts letter by letter, with the change put into the
//! sentence it stands in. Owns that walk; leaves what a differing gap says to [`super::marks`], [`super::pause`],
//! [`super::joint`] and [`super::case`].

use super::unit::Change;
use stet_text::span::Span;
use stet_text::{Language, fold, is_word_char, lower, nfc};

/// A place between two letters (or at an end) at which the two texts differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// Characters of the text before.
    pub old: Span,
    /// Characters of the text after.
    pub new: Span,
}

/// Two texts of the same letters.
#[derive(Debug, Clone)]
pub struct Gaps {
    pub language: Language,
    pub old: Vec<char>,
    pub new: Vec<char>,
    pub gaps: Vec<Gap>,
    /// Places of letters whose case differs, in the text before and after.
    pub cases: Vec<(usize, usize)>,
    /// Commas and their like that came or went in the whole rewriting of the sentence.
    pub commas: usize,
}

/// Bytes of the sentence that are read on each side of a change. A sentence is rarely longer; a text without any full stop may be
/// a megabyte long and have thousands of changes.
const REACH: usize = 1_000;

/// The sentence before and with the change, when their letters are the same; of a very long one only what is near.
#[must_use]
pub fn read(change: &Change<'_>) -> Option<Gaps> {
    let side = &change.unit.before;
    let at = |byte: usize| byte.checked_sub(side.span.start);
    let head = side.text.get(..at(change.hunk.before.start)?)?;
    let tail = side.text.get(at(change.hunk.before.end)?..)?;
    let whole = head.len() <= REACH && tail.len() <= REACH;
    // From and to white space, so that no word is cut.
    let space = |ch: char| ch.is_whitespace();
    let near = head.get(head.floor_char_boundary(head.len().saturating_sub(REACH))..).unwrap_or_default();
    let head = if near.len() == head.len() { head } else { near.get(near.find(space).unwrap_or(0)..)? };
    let near = tail.get(..tail.floor_char_boundary(REACH)).unwrap_or_default();
    let tail =
        if near.len() == tail.len() { tail } else { near.get(..near.rfind(space).unwrap_or(near.len()))? };
    let before = [head, change.text_before, tail].concat();
    let behind = [head, change.text_after, tail].concat();
    let (old, new) = (plain(&before), plain(&behind));
    let (mut gaps, mut cases) = (Vec::new(), Vec::new());
    let (mut i, mut j) = (0, 0);
    loop {
        let gap = Gap { old: Span::new(i, gap_end(&old, i)), new: Span::new(j, gap_end(&new, j)) };
        (i, j) = (gap.old.end, gap.new.end);
        if slice(&old, gap.old) != slice(&new, gap.new) {
            gaps.push(gap);
        }
        match (old.get(i), new.get(j)) {
            (None, None) => break,
            (Some(x), Some(y)) if x == y => {}
            (Some(&x), Some(&y)) if lower(x) == lower(y) => cases.push((i, j)),
            _ => return None,
        }
        i += 1;
        j += 1;
    }
    let count = |text: &str| text.matches([',', '·', '、']).count();
    let commas = if whole {
        count(side.text).abs_diff(count(change.unit.after.text))
    } else {
        count(&before).abs_diff(count(&behind))
    };
    Some(Gaps { language: change.unit.language, old, new, gaps, cases, commas })
}

/// NFC, full-width and typographic forms as plain ones, line ends as one character, no invisible characters.
fn plain(text: &str) -> Vec<char> {
    // The operator and the wave dash of East Asian keyboards are the tilde of others.
    let tilde = |ch| if matches!(ch, '\u{223c}' | '\u{301c}') { '~' } else { ch };
    nfc(text).chars().filter_map(fold).filter(|&ch| ch != '\r').map(tilde).collect()
}

fn gap_end(chars: &[char], from: usize) -> usize {
    from + chars.iter().skip(from).take_while(|&&ch| !is_word_char(ch)).count()
}

/// The characters of a span.
#[must_use]
pub fn slice(chars: &[char], span: Span) -> &[char] {
    chars.get(span.start..span.end).unwrap_or_default()
}

/// The letters and digits that end at `at`.
#[must_use]
pub fn word_before(chars: &[char], at: usize) -> String {
    let head = chars.get(..at).unwrap_or_default();
    let from = head.iter().rposition(|&ch| !is_word_char(ch)).map_or(0, |last| last + 1);
    head.get(from..).unwrap_or_default().iter().copied().map(lower).collect()
}

/// The letters and digits that begin at `at`.
#[must_use]
pub fn word_behind(chars: &[char], at: usize) -> String {
    chars.iter().skip(at).take_while(|&&ch| is_word_char(ch)).copied().map(lower).collect()
}

/// The characters up to the next white space around `at`.
#[must_use]
pub fn run_before(chars: &[char], at: usize) -> String {
    let head = chars.get(..at).unwrap_or_default();
    let from = head.iter().rposition(|ch| ch.is_whitespace()).map_or(0, |last| last + 1);
    head.get(from..).unwrap_or_default().iter().copied().map(lower).collect()
}

/// The characters from `at` up to the next white space.
#[must_use]
pub fn run_behind(chars: &[char], at: usize) -> String {
    chars.iter().skip(at).take_while(|ch| !ch.is_whitespace()).copied().map(lower).collect()
}

/// The words before `at`, lower-case.
#[must_use]
pub fn words_before(chars: &[char], at: usize) -> Vec<String> {
    chars
        .get(..at)
        .unwrap_or_default()
        .split(|&ch| !is_word_char(ch) && ch != '\'')
        .map(|word| word.iter().copied().map(lower).collect::<String>())
        .filter(|word| word.chars().any(is_word_char))
        .collect()
}
