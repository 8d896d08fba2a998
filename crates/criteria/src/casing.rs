//! How headings and other blocks are capitalised, as Vale judges it.

use super::check::Check;
use super::mistake::Misplaced;
use super::pattern::{Pattern, Pool, Work, bounded_any};

/// Words that a title keeps in lower case.
const SMALL: &str = "a an and as at but by en for if in nor of on or per the to vs vs. via v v.";
/// Those of the Chicago style besides.
const PREPOSITIONS: &str = "with from into during including until against among throughout despite towards upon concerning about over through before between after since without under within along following across beyond around down near above";

#[derive(Debug, Clone)]
enum Style {
    Title { chicago: bool },
    Sentence,
    Lower,
    Upper,
    Whole(Pattern),
}

/// A way to capitalise.
#[derive(Debug, Clone)]
pub struct Casing {
    style: Style,
    /// Finds the words of a block, exceptions as a whole.
    words: Pattern,
    exceptions: Option<Pattern>,
    /// Each exception with its own writing.
    vocab: Vec<(Pattern, String)>,
    indicators: Vec<String>,
    threshold: f64,
    prefix: Option<Pattern>,
}

impl Casing {
    pub(super) fn new(check: &Check, pool: &mut Pool) -> Result<Self, Misplaced> {
        let style = match check.case() {
            "$title" => Style::Title { chicago: check.style == "Chicago" },
            "$sentence" => Style::Sentence,
            "$lower" => Style::Lower,
            "$upper" => Style::Upper,
            pattern => Style::Whole(Pattern::new(pattern, pool).map_err(|mistake| ("match", mistake))?),
        };
        let exceptions = bounded_any(&check.exceptions, pool).map_err(|mistake| ("exceptions", mistake))?;
        let word = r"[\p{N}\p{L}*]+[^\s]*";
        let words = exceptions
            .as_ref()
            .map_or_else(|| word.to_owned(), |pattern| format!("{}|{word}", pattern.as_str()));
        let each =
            |written: &String| Pattern::new(written, pool).ok().map(|pattern| (pattern, written.clone()));
        let vocab = check.exceptions.iter().filter_map(each).collect();
        let prefix = Some(&check.prefix).filter(|prefix| !prefix.is_empty());
        let prefix = prefix.map(|prefix| Pattern::tried(prefix, pool)).transpose();
        Ok(Self {
            style,
            words: Pattern::tried(&words, pool).map_err(|mistake| ("exceptions", mistake))?,
            exceptions,
            vocab,
            indicators: check.indicators.clone(),
            threshold: if check.threshold > 0.0 { check.threshold } else { 0.8 },
            prefix: prefix.map_err(|mistake| ("prefix", mistake))?,
        })
    }

    /// Whether `text` is written so.
    ///
    /// # Errors
    /// It is not; how it should be written, where that is known.
    pub(super) fn check(&self, text: &str, work: &mut Work) -> Result<(), Option<String>> {
        let except =
            |work: &mut Work| self.exceptions.as_ref().is_some_and(|pattern| pattern.is_match(text, work));
        let mut plain = |wanted: String| {
            if text == wanted || except(work) { Ok(()) } else { Err(Some(wanted)) }
        };
        match &self.style {
            Style::Whole(pattern) => {
                let is_right = pattern.is_match(text, work) || except(work) || work.stopped;
                if is_right { Ok(()) } else { Err(None) }
            }
            Style::Lower => plain(text.to_lowercase()),
            Style::Upper => plain(text.to_uppercase()),
            Style::Title { .. } | Style::Sentence => self.by_words(text, work),
        }
    }

    fn by_words(&self, text: &str, work: &mut Work) -> Result<(), Option<String>> {
        let prefix = self.prefix.as_ref().and_then(|pattern| pattern.spans(text, work).first().copied());
        let start = prefix.filter(|span| span.start == 0).map_or(0, |span| span.end);
        let rest = text.get(start..).unwrap_or_default();
        let words: Vec<&str> = self.words.spans(rest, work).into_iter().map(|span| span.of(rest)).collect();
        let (mut right, mut wanted) = (0_usize, String::new());
        for (at, word) in words.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|before| words.get(before)).copied();
            let best = self.best(word, before, at + 1 == words.len(), work);
            let is_sentence = matches!(self.style, Style::Sentence);
            let except = self.exceptions.as_ref().is_some_and(|pattern| pattern.is_match(word, work));
            if *word == best || except || !is_sentence && *word == word.to_uppercase() {
                right += 1;
            } else if is_sentence && at == 0 && *word != titled(word, true) {
                wanted.push_str(&best);
                wanted.extend(words.iter().skip(1).flat_map(|word| [" ", *word]));
                return Err(Some(wanted));
            }
            wanted.extend([if at == 0 { "" } else { " " }, &best]);
        }
        #[allow(clippy::cast_precision_loss)] // words of a heading
        let share = right as f64 / words.len() as f64;
        let is_right = words.is_empty() || share >= self.threshold;
        if is_right {
            Ok(())
        } else {
            Err(Some(format!("{}{wanted}", text.get(..start).unwrap_or_default())))
        }
    }

    /// A word as it should be, with the word before it, `None` at the start.
    fn best(&self, word: &str, before: Option<&str>, last: bool, left: &mut Work) -> String {
        for (pattern, written) in &self.vocab {
            if written.to_lowercase() == word.to_lowercase() {
                return written.clone();
            }
            if pattern.is_match(word, left) {
                return word.to_owned();
            }
        }
        let indicated = |before: &str| {
            let numbered = before.ends_with('.') && before.trim_end_matches('.').parse::<u32>().is_ok();
            numbered || self.indicators.iter().any(|mark| before.len() > mark.len() && before.ends_with(mark))
        };
        match &self.style {
            Style::Sentence if before.is_none_or(indicated) => titled(word, true),
            Style::Sentence => word.to_lowercase(),
            Style::Title { chicago } => {
                let lower = word.to_lowercase();
                let has = |list: &str| list.split(' ').any(|known| known == lower);
                let small = has(SMALL) || *chicago && has(PREPOSITIONS);
                if small && !last && before.is_some_and(|before| !before.ends_with([':', '-'])) {
                    lower
                } else {
                    titled(word, false)
                }
            }
            _ => word.to_owned(),
        }
    }
}

/// A word with a capital; the rest of it in lower case with `strict`.
fn titled(word: &str, strict: bool) -> String {
    let mut chars = word.chars();
    let first = chars.next();
    let rest = if strict { chars.as_str().to_lowercase() } else { chars.as_str().to_owned() };
    first.into_iter().flat_map(char::to_uppercase).chain(rest.chars()).collect()
}
