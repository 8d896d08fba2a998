//! Korean words that are misspelt for sure.
//!
//! A word is told only where syllables of the table `words/ko/slips` stand in it, and it is a word of the dictionary with them
//! mended; where they are not misspelt for sure, it is none as it is. Names, compounds and loanwords that nobody listed are left alone. A few slips are no matter
//! of one word: `않` before a verb, `되` at the end of a sentence.

use std::sync::LazyLock;

use regex::Regex;
use stet_patch::classify::spelling::is_korean;
use stet_text::span::Span;

static SLIPS: LazyLock<Vec<(&str, &str, &str)>> = LazyLock::new(|| {
    let rows = stet_data::rows("words/ko/slips");
    let slips = rows.filter_map(|row| Some((*row.first()?, *row.get(1)?, *row.get(2)?)));
    slips.filter(|(.., told)| *told != "pair").collect()
});
/// Words of Hangul alone; those beside letters, digits or joints are parts of something else.
static WORDS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[\p{L}\p{N}_./@#~-]+").ok());
static ANY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let all: Vec<String> = SLIPS.iter().map(|(wrong, ..)| regex::escape(wrong)).collect();
    Regex::new(&all.join("|")).ok()
});
/// Ends of a word behind which a bare `되` is the verb.
const BEFORE_BE: [&str; 4] = ["안", "못", "도", "면"];

/// The misspelt words of a text, each with what is meant.
#[must_use]
pub fn slips(text: &str) -> Vec<(Span, String)> {
    let (Some(words), Some(any)) = (WORDS.as_ref(), ANY.as_ref()) else { return Vec::new() };
    let is_hangul = |word: &str| word.chars().all(|ch| ('가'..='힣').contains(&ch));
    let mut out = Vec::new();
    let mut before = "";
    for found in words.find_iter(text) {
        let word = found.as_str().trim_end_matches(['.', '~', '-']);
        let span = Span::new(found.start(), found.start() + word.len());
        let behind = text.get(span.end..).unwrap_or_default();
        if is_hangul(word) && !word.is_empty() {
            if let Some(right) = alone(word, before, behind) {
                out.push((span, right));
            } else if any.is_match(word)
                && let Some(right) = mended(word)
            {
                out.push((span, right));
            }
        }
        before = word;
    }
    out
}

/// The one word that is meant.
fn mended(word: &str) -> Option<String> {
    let known = is_korean(word);
    let all = SLIPS.iter().filter(|(wrong, _, told)| match *told {
        "sure" => word.contains(wrong),
        "whole" => word == *wrong,
        _ => !known && word.contains(wrong),
    });
    let mut all =
        all.map(|(wrong, right, _)| word.replacen(wrong, right, 1)).filter(|right| is_korean(right));
    let right = all.next()?;
    all.all(|other| other == right).then_some(right)
}

/// Slips that the words around them tell.
fn alone(word: &str, before: &str, behind: &str) -> Option<String> {
    let spaced =
        |rest: &str| rest.starts_with(' ') && rest.trim_start().starts_with(|ch| ('가'..='힣').contains(&ch));
    if word == "않" && spaced(behind) {
        return Some("안".to_owned());
    }
    let ends = behind.is_empty() || behind.starts_with(['.', '!', '?', '~', '\n']);
    let stem = word.strip_suffix('되').filter(|_| ends)?;
    let verb = if stem.is_empty() { before } else { stem };
    BEFORE_BE.iter().any(|end| verb.ends_with(end)).then(|| format!("{stem}돼"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_told_with_what_is_meant_and_nothing_else() {
        let mut wrong = Vec::new();
        for line in
            include_str!("../../../tests/cases/slips.tsv").lines().filter(|line| !line.starts_with('#'))
        {
            let (text, wanted) = line.split_once('\t').unwrap();
            let found: Vec<String> =
                slips(text).into_iter().map(|(span, right)| format!("{}>{right}", span.of(text))).collect();
            if found.join(" ") != wanted {
                wrong.push(format!("{text}: {} for {wanted}", found.join(" ")));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
