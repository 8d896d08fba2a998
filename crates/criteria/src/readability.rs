//! How hard a text is to read, as a grade of American schools, by the published formulas.
//!
//! Flesch-Kincaid: Kincaid et al., Derivation of New Readability Formulas for Navy Enlisted Personnel, 1975. Gunning Fog:
//! Gunning, The Technique of Clear Writing, 1952. Coleman-Liau: A computer readability formula designed for machine scoring,
//! 1975. SMOG: `McLaughlin`, SMOG Grading, 1969. Automated Readability: Smith and Senter, Automated Readability Index, 1967.

use std::sync::LazyLock;

use regex::Regex;
use stet_segment::segment;

use super::check::Check;
use super::mistake::{Misplaced, Mistake};

/// A formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formula {
    FleschKincaid,
    GunningFog,
    ColemanLiau,
    Smog,
    Automated,
}

impl Formula {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "Flesch-Kincaid" => Self::FleschKincaid,
            "Gunning Fog" => Self::GunningFog,
            "Coleman-Liau" => Self::ColemanLiau,
            "SMOG" => Self::Smog,
            "Automated Readability" => Self::Automated,
            _ => return None,
        })
    }
}

/// The formulas of a rule, of which the mean counts, and the highest grade that is no breach.
#[derive(Debug, Clone)]
pub struct Grade {
    formulas: Vec<Formula>,
    most: f64,
}

impl Grade {
    pub(super) fn new(check: &Check) -> Result<Self, Misplaced> {
        let formula =
            |name: &String| Formula::named(name).ok_or_else(|| ("metrics", Mistake::Metric(name.clone())));
        let formulas = check.metrics.iter().map(formula).collect::<Result<Vec<_>, _>>()?;
        if formulas.is_empty() {
            return Err(("metrics", Mistake::Metric(String::new())));
        }
        Ok(Self { formulas, most: check.grade })
    }

    /// The grade of a text, whose paragraphs are parted by empty lines, where it is too high.
    #[must_use]
    pub fn too_high(&self, text: &str) -> Option<f64> {
        let counts = Counts::of(text);
        if counts.words == 0.0 {
            return None;
        }
        let sum: f64 = self.formulas.iter().map(|formula| counts.grade(*formula)).sum();
        #[allow(clippy::cast_precision_loss)] // five at the most
        let mean = sum / self.formulas.len() as f64;
        (mean > self.most).then_some(mean)
    }
}

/// What the formulas count.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    characters: f64,
    words: f64,
    sentences: f64,
    syllables: f64,
    /// Words of three syllables and more; and those of them that have them without their ending.
    long: f64,
    complex: f64,
}

static WORD: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?:[A-Z]\.){2,}|[\p{N}\p{L}'’]+").ok());

impl Counts {
    fn of(text: &str) -> Self {
        let mut out = Self::default();
        let Some(word) = WORD.as_ref() else { return out };
        for paragraph in text.split("\n\n") {
            for sentence in segment(paragraph) {
                let mut words = 0.0;
                for word in word.find_iter(sentence.span.of(paragraph)).map(|found| found.as_str()) {
                    let syllables = syllables(word);
                    let ended = ["es", "ed", "ing"].iter().any(|ending| word.ends_with(ending));
                    words += 1.0;
                    out.characters +=
                        word.chars().filter(|ch| ch.is_alphanumeric()).map(|_| 1.0).sum::<f64>();
                    out.syllables += f64::from(syllables);
                    out.long += f64::from(u8::from(syllables > 2));
                    out.complex += f64::from(u8::from(syllables - u32::from(ended) > 2));
                }
                out.words += words;
                out.sentences += f64::from(u8::from(words > 0.0));
            }
        }
        out
    }

    fn grade(&self, formula: Formula) -> f64 {
        let per_sentence = self.words / self.sentences;
        match formula {
            Formula::FleschKincaid => 0.39 * per_sentence + 11.8 * self.syllables / self.words - 15.59,
            Formula::GunningFog => 0.4 * (per_sentence + 100.0 * self.complex / self.words),
            Formula::ColemanLiau => {
                5.88 * self.characters / self.words - 29.6 * self.sentences / self.words - 15.8
            }
            Formula::Smog => 1.043 * (self.long * 30.0 / self.sentences).sqrt() + 3.1291,
            Formula::Automated => 4.71 * self.characters / self.words + 0.5 * per_sentence - 21.43,
        }
    }
}

/// Endings whose `e` is mute, though it stands alone between consonants; syllables that a run of vowels hides.
static MUTE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let last = r"[^aeiouyl]e$|[aeiouyl]le$|[^aeiouyszcgxhl]es$|[^sc]hes$|[aeiouyl]les$|[^aeiouytdl]ed$|[aeiouyl]led$";
    Regex::new(last).ok()
});
static INNER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"[^aeiouy]e(?:ly|ful|less|ments?|ness)$").ok());
static APART: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let pairs = r"[^tscgqaeiou]i[aiou]|[^gqaeiou]ua|[^aeioutc]ie(?:nt|nc|r$|t)|[^tscgpqaeiou]eo";
    Regex::new(&format!(r"{pairs}|[aeiouy]ing$|dea$|(?:is|th)m$|^real")).ok()
});
static VOWELS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("[aeiouy]+").ok());

/// The syllables of an English word: its runs of vowels, without a mute `e`, and with those that a run hides.
fn syllables(word: &str) -> u32 {
    let word: String = word.to_lowercase().chars().filter(char::is_ascii_alphabetic).collect();
    let count = |pattern: &LazyLock<Option<Regex>>| {
        pattern.as_ref().map_or(0, |pattern| pattern.find_iter(&word).count())
    };
    let spoken = count(&VOWELS);
    let mute = if spoken > 1 { count(&MUTE) + count(&INNER) } else { 0 };
    u32::try_from((spoken + count(&APART)).saturating_sub(mute).max(1)).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_syllables() {
        for (word, count) in [
            ("the", 1),
            ("people", 2),
            ("make", 1),
            ("makes", 1),
            ("changes", 2),
            ("table", 2),
            ("walked", 1),
            ("wanted", 2),
            ("via", 2),
            ("nation", 2),
            ("organization", 5),
            ("readability", 5),
            ("a", 1),
            ("rhythm", 2),
            ("2", 1),
        ] {
            assert_eq!(syllables(word), count, "{word}");
        }
    }

    #[test]
    fn formulas_give_what_their_papers_give() {
        let counts = Counts {
            characters: 450.0,
            words: 100.0,
            sentences: 5.0,
            syllables: 150.0,
            long: 12.0,
            complex: 10.0,
        };
        for (formula, grade) in [
            (Formula::FleschKincaid, 9.91),
            (Formula::GunningFog, 12.0),
            (Formula::ColemanLiau, 9.18),
            (Formula::Smog, 11.979),
            (Formula::Automated, 9.765),
        ] {
            assert!((counts.grade(formula) - grade).abs() < 0.01, "{formula:?} {}", counts.grade(formula));
        }
    }
}
