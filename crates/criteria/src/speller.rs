//! Rules of Vale that look words up in a dictionary.
//!
//! Owns which words of a text are looked up, and how a dictionary of Hunspell is read: its words with the endings and
//! beginnings that its rules give them, as far as Vale itself goes. English is looked up where [`stet_patch`] does.

use rustc_hash::FxHashSet;
use stet_patch::classify::spelling::is_english;
use stet_text::span::Span;

use super::check::Check;
use super::mistake::{Misplaced, Mistake};
use super::pattern::{Pattern, Pool, Work};

/// What Vale never looks up: `iPhone` and the like, what ends in a capital, what has other letters.
const PASSED: [&str; 3] = ["[A-Z][a-z]+[A-Z]+\\w+", "[A-Z]+$", "[^a-zA-Z_']"];
const BEFORE: &str = "$(\"['“‘’";
const BEHIND: &str = ",)\"]!;.?:'”’";
/// Words that one pair of dictionary files may have.
const MOST: usize = 2_000_000;

/// A dictionary and what is passed over.
#[derive(Debug, Clone)]
pub struct Speller {
    /// Whether the words of English are words.
    english: bool,
    words: FxHashSet<String>,
    passed: Vec<Pattern>,
    exceptions: Option<Pattern>,
}

impl Speller {
    pub(super) fn new(check: &Check, pool: &mut Pool) -> Result<Self, Misplaced> {
        let own = !check.dictionaries.is_empty() || !check.dic.is_empty();
        if own && check.words.is_empty() {
            let name = check.dictionaries.first().unwrap_or(&check.dic);
            return Err(("dictionaries", Mistake::Dictionary(name.clone())));
        }
        let standard: &[&str] = if check.custom { &[] } else { &PASSED };
        let filters = check.filters.iter().map(String::as_str).chain(standard.iter().copied());
        let mut made = |field, pattern: &str| Pattern::new(pattern, pool).map_err(|mistake| (field, mistake));
        let passed = filters.map(|filter| made("filters", filter)).collect::<Result<_, _>>()?;
        let exceptions = Some(check.exceptions.join("|")).filter(|joined| !joined.is_empty());
        let exceptions = exceptions.map(|joined| made("exceptions", &format!(r"(?i)\b(?:{joined})\b")));
        Ok(Self {
            english: !own || check.append,
            words: check.words.iter().cloned().collect(),
            passed,
            exceptions: exceptions.transpose()?,
        })
    }

    /// The words of a text that are in no dictionary.
    pub(super) fn unknown(&self, text: &str, work: &mut Work) -> Vec<Span> {
        let excepted: Vec<Span> =
            self.exceptions.as_ref().map(|pattern| pattern.spans(text, work)).unwrap_or_default();
        let mut out = words(text);
        out.retain(|span| {
            let looked = span.of(text).replace(['‘', '’'], "'");
            !self.passed.iter().any(|filter| filter.is_match(&looked, work))
                && !excepted.iter().any(|excepted| excepted.overlaps(*span))
                && !self.knows(&looked)
        });
        out
    }

    fn knows(&self, word: &str) -> bool {
        let lower = word.to_lowercase();
        let plain = lower.strip_suffix("'s").unwrap_or(&lower);
        // `etc.` is in the dictionary with its dot.
        let english = || plain.len() < 2 || is_english(plain) || is_english(&format!("{plain}."));
        self.words.contains(word) || self.words.contains(&lower) || self.english && english()
    }
}

/// The words of a text, without the marks around them.
fn words(text: &str) -> Vec<Span> {
    let mut out = Vec::new();
    let mut start = 0;
    for chunk in text.split_inclusive(char::is_whitespace) {
        let front = chunk.trim_start_matches(|ch: char| ch.is_whitespace() || BEFORE.contains(ch));
        let word = front.trim_end_matches(|ch: char| ch.is_whitespace() || BEHIND.contains(ch));
        let at = start + chunk.len() - front.len();
        // `e.g.` and `Mr.` are no words to look up.
        let short = |dots: &str| dots.starts_with('.') && word.len() < 4;
        let abbreviated = front.get(word.len()..).is_some_and(short)
            && (word.starts_with(char::is_uppercase) && word.len() > 1 || word.contains('.'));
        if word.contains(char::is_alphabetic) && !abbreviated {
            out.push(Span::new(at, at + word.len()));
        }
        start += chunk.len();
    }
    out
}

/// What an ending or beginning does to a word.
struct Affix {
    flag: String,
    prefix: bool,
    strip: String,
    add: String,
    when: Option<regex::Regex>,
}

/// The words of a dictionary of Hunspell, with those that its affixes make of them, at most two million.
#[must_use]
pub fn hunspell(dic: &str, aff: &str) -> Vec<String> {
    let mut affixes = Vec::new();
    for line in aff.lines() {
        let parts: Vec<&str> = line.split_whitespace().collect();
        let [kind @ ("SFX" | "PFX"), flag, strip, add, rest @ ..] = parts.as_slice() else { continue };
        // The head of a group has a number in its fourth place and no condition.
        let Some(condition) = rest.first() else { continue };
        let none = |part: &str| {
            if part == "0" { String::new() } else { part.split('/').next().unwrap_or_default().to_owned() }
        };
        let prefix = *kind == "PFX";
        let when = if prefix { format!("^(?:{condition})") } else { format!("(?:{condition})$") };
        let when = regex::Regex::new(&when).ok();
        affixes.push(Affix { flag: (*flag).to_owned(), prefix, strip: none(strip), add: none(add), when });
    }
    let mut out = Vec::new();
    for line in dic.trim_start_matches('\u{feff}').lines().skip(1) {
        let entry = line.split('\t').next().unwrap_or_default().trim();
        let (word, flags) = entry.split_once('/').unwrap_or((entry, ""));
        if word.is_empty() || out.len() > MOST {
            continue;
        }
        out.push(word.to_owned());
        for affix in affixes.iter().filter(|affix| flags.contains(&affix.flag)) {
            if !affix.when.as_ref().is_some_and(|when| when.is_match(word)) {
                continue;
            }
            let made = if affix.prefix {
                word.strip_prefix(&affix.strip).map(|rest| format!("{}{rest}", affix.add))
            } else {
                word.strip_suffix(&affix.strip).map(|rest| format!("{rest}{}", affix.add))
            };
            out.extend(made);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_without_the_marks_around_them() {
        let text = "(See “foo”, e.g. Mr. Bar's \"baz\"!) 12 'qux'";
        let found: Vec<&str> = words(text).into_iter().map(|span| span.of(text)).collect();
        assert_eq!(found, ["See", "foo", "Bar's", "baz", "qux"]);
    }

    #[test]
    fn a_dictionary_gives_its_words_with_their_affixes() {
        let aff = "SFX S Y 2\nSFX S y ies [^aeiou]y\nSFX S 0 s [^y]\nPFX U Y 1\nPFX U 0 un .\n";
        assert_eq!(
            hunspell("3\npod/S\npolicy/S\nzip/SU\n", aff),
            ["pod", "pods", "policy", "policies", "zip", "zips", "unzip"]
        );
    }
}
