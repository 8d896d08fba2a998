//! Case that makes another word: `us` and `US`, `polish` and `Polish`, `userName`, a unit's `m` and `M`.
//!
//! Owns the changes of case that say something. A capital at the beginning of a sentence, and a capital that a common
//! name of a day, a place or a people was missing, say nothing.

use std::collections::{HashMap, HashSet};

use super::gaps::{Gaps, words_before};
use super::lexicon::{Class, class};
use stet_text::lower;

pub(super) const REASON: (&str, &str) =
    ("대소문자가 다른 말이 될 수 있습니다", "The case may make it another word");

/// Words that are names with a capital, and something else without one.
const NAMES: &str = "polish march may august turkey china reading job mark bill rob will apple amazon oracle windows word god catholic \
    liberal democratic conservative labour labor republican democrat social orthodox house congress white cabinet crown \
    mars mercury nice cork bath swede natal lima tangier herb frank grant pat jack nick dick john sue mike bob \
    gene rose iris lily violet daisy faith hope grace joy dawn eve lent ares ram concord guinea panama java python rust go \
    swift chrome safari target gap shell orange sprint visa discover galaxy meta alphabet china japan jersey champagne \
    no it us who aids pole poles celtic scotch roman revolution constitution state union \
    independence north south east west bush ford hooker wood stone king young brown black green gray major pope \
    excel slack zoom teams edge notion outlook signal telegram stripe square box snap nest ring \
    drew chase miles guy ray dean earl duke baron baker cook fisher smith mason porter taylor";

/// `rewritten` is the sentence with all of its changes: a name that gets its capital in several places is no other.
#[must_use]
pub fn read(texts: &Gaps, rewritten: &str) -> Option<(&'static str, &'static str)> {
    if texts.cases.is_empty() {
        return None;
    }
    let rewritten: Vec<char> = rewritten.chars().collect();
    let mut told = told_apart(&texts.old);
    told.extend(told_apart(&rewritten));
    let mut last_inside = None;
    let mut at = 0;
    while let Some(&(place, new)) = texts.cases.get(at) {
        let start = start_of(&texts.old, place);
        let end = place + texts.old.iter().skip(place).take_while(|&&ch| latin(ch)).count();
        let changed = texts.cases.iter().skip(at).take_while(|(place, _)| *place < end).count();
        let word = texts.old.get(start..end).unwrap_or_default();
        let from = new - (place - start).min(new);
        let other = texts.new.get(from..from + word.len()).unwrap_or_default();
        let initial = place == start && changed == 1;
        let opens = opens(&texts.old, start);
        let plain: String = word.iter().copied().map(lower).collect();
        let particle = texts.old.get(end).is_some_and(|ch| ('가'..='힣').contains(ch));
        let twice = || (particle || class(&plain) == Class::Content) && told.contains(&plain);
        if says(&texts.old, start, word, other, initial, opens) || !opens && twice() {
            return Some(REASON);
        }
        // Two neighbours that become, or were, a name together: `the white house`.
        if !opens && initial {
            if last_inside.is_some_and(|last_end| last_end + 1 == start) {
                return Some(REASON);
            }
            last_inside = Some(end);
        }
        at += changed.max(1);
    }
    None
}

/// A letter or digit of a script with cases; Hangul behind it is its particle.
fn latin(ch: char) -> bool {
    ch.is_alphanumeric() && !('가'..='힣').contains(&ch)
}

fn start_of(chars: &[char], at: usize) -> usize {
    let head = chars.get(..at).unwrap_or_default();
    head.iter().rposition(|&ch| !latin(ch)).map_or(0, |last| last + 1)
}

/// Whether a word at `start` opens a sentence, a line or a quotation.
fn opens(chars: &[char], start: usize) -> bool {
    let head = chars.get(..start).unwrap_or_default();
    let marks: Vec<char> = head.iter().rev().take_while(|&&ch| !ch.is_alphanumeric()).copied().collect();
    marks.len() == head.len()
        || marks.iter().any(|ch| matches!(ch, '.' | '!' | '?' | ':' | '"' | '\n' | '(' | ';'))
}

fn says(chars: &[char], start: usize, word: &[char], other: &[char], initial: bool, opens: bool) -> bool {
    let plain: String = word.iter().copied().map(lower).collect();
    let shouts = |word: &[char]| word.len() > 1 && word.iter().all(|ch| ch.is_uppercase());
    let inner = |word: &[char]| {
        word.windows(2).any(|pair| matches!(pair, [x, y] if x.is_lowercase() && y.is_uppercase()))
    };
    let beside = |at: Option<usize>| at.and_then(|at| chars.get(at)).copied();
    let (left, right) = (beside(start.checked_sub(1)), beside(Some(start + word.len())));
    let joint = |ch: Option<char>| matches!(ch, Some('_' | '/' | '@' | '#' | '\\'));
    let dotted = left == Some('.') && beside(start.checked_sub(2)).is_some_and(char::is_alphanumeric)
        || right == Some('.') && beside(Some(start + word.len() + 1)).is_some_and(char::is_alphanumeric);
    let called = right == Some('(') && beside(Some(start + word.len() + 1)) == Some(')');
    // A file, an address, a call, a code.
    if joint(left)
        || joint(right)
        || dotted && word.len() > 1
        || called
        || word.iter().any(char::is_ascii_digit)
    {
        return !ordinal(&plain);
    }
    // `5 Pa`, `5 PA`: behind a number it is a unit.
    let number = beside(start.checked_sub(1)).is_some_and(char::is_whitespace)
        && beside(start.checked_sub(2)).is_some_and(|ch| ch.is_ascii_digit());
    if number && word.len() <= 3 {
        return !matches!(
            plain.as_str(),
            "km" | "cm" | "kg" | "ml" | "am" | "pm" | "and" | "or" | "of" | "in" | "to" | "the"
        );
    }
    if shouts(word) != shouts(other) {
        // A whole text in capitals is loud, not another.
        let loud = |text: &[char]| text.iter().filter(|ch| ch.is_alphabetic()).all(|ch| ch.is_uppercase());
        return !loud(chars) && word.len() < 6 || inner(word) != inner(other);
    }
    if inner(word) != inner(other) {
        return true;
    }
    if word.len() == 1 {
        return !opens && !matches!(plain.as_str(), "i" | "a" | "o");
    }
    let listed = || NAMES.split_whitespace().any(|name| name == plain);
    // `They use Slack`: a capital that nothing but a name has. Behind an article it may be one of respect (`the Company`).
    let named = || {
        let before = words_before(chars, start);
        let near = before.iter().rev().take(2);
        word.first().is_some_and(|ch| ch.is_uppercase())
            && class(&plain) == Class::Content
            && !near.into_iter().any(|word| DETERMINERS.contains(&word.as_str()))
    };
    // `the bank`, `the Bank`: right behind an article a common noun becomes a name, or a term that was defined.
    let defined = || {
        other.first().is_some_and(|ch| ch.is_uppercase())
            && words_before(chars, start).last().is_some_and(|last| DETERMINERS.contains(&last.as_str()))
            && !PEOPLES.iter().any(|end| plain.ends_with(end))
    };
    initial && !opens && (listed() || named() || defined())
}

/// The words, lower-case, that a text has in two cases: there the case tells two things apart (`name` and `Name`, `A와 a`).
/// Where a sentence opens, its capital says nothing.
fn told_apart(chars: &[char]) -> HashSet<String> {
    let mut first: HashMap<String, &[char]> = HashMap::new();
    let mut out = HashSet::new();
    let mut at = 0;
    for word in chars.split(|&ch| !latin(ch)) {
        let from = at;
        at += word.len() + 1;
        if word.is_empty() || opens(chars, from) {
            continue;
        }
        let plain: String = word.iter().copied().map(lower).collect();
        if *first.entry(plain.clone()).or_insert(word) != word {
            out.insert(plain);
        }
    }
    out
}

/// Words behind which a noun is a common one.
const DETERMINERS: [&str; 24] = [
    "a", "an", "the", "this", "that", "these", "those", "my", "your", "his", "her", "its", "our", "their",
    "no", "any", "some", "each", "every", "all", "both", "such", "another", "other",
];

/// Endings of adjectives that are never written without a capital: `the korean war`, `a british firm`, `every monday`.
const PEOPLES: [&str; 7] = ["an", "ans", "ish", "ese", "ench", "utch", "day"];

/// `3RD`, `10KM`
fn ordinal(word: &str) -> bool {
    let tail = word.trim_start_matches(|ch: char| ch.is_ascii_digit());
    tail.len() < word.len()
        && matches!(tail, "st" | "nd" | "rd" | "th" | "km" | "cm" | "kg" | "ml" | "am" | "pm" | "s")
}
