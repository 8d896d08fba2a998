//! The names that a question may mean.

use std::ops::Range;

use rustc_hash::FxHashSet;

use crate::graph::MOST_WORDS;
use crate::key::key;
use crate::rules::bare;

/// Words of a question in which names are looked for.
const MOST: usize = 400;

/// Words before the name of an English regulation where it stands behind its article: `Article 3 of the Leave Rules`.
const BEFORE: usize = 4;

/// A run of words in a question that could be a name.
pub(crate) struct Run<'a> {
    pub key: String,
    /// Places of its words.
    pub words: Range<usize>,
    /// What its last word has behind the name.
    pub particle: &'a str,
}

/// The keys of every run of words in a question that could be a name, each once, the longest first: as written, and without
/// the particle of its last word.
#[must_use]
pub fn named_in(question: &str) -> Vec<String> {
    runs(&words(question)).into_iter().map(|run| run.key).collect()
}

/// The words of a question, without what stands around them. An article and what is below it are two: `제2조제1항`.
pub(crate) fn words(question: &str) -> Vec<&str> {
    question
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| ",.?!;:“”\"‘’'()".contains(c)))
        .flat_map(article_and_below)
        .filter(|word| !word.is_empty())
        .take(MOST)
        .collect()
}

fn article_and_below(word: &str) -> [&str; 2] {
    let is_number = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    let below =
        word.match_indices("조제").find(|(at, own)| word.get(at + own.len()..).is_some_and(is_number));
    let parts = below.and_then(|(at, _)| word.split_at_checked(at + '조'.len_utf8()));
    parts.map_or([word, ""], <[&str; 2]>::from)
}

/// The runs that could be names, each name once, the longest first.
pub(crate) fn runs<'a>(words: &[&'a str]) -> Vec<Run<'a>> {
    let (mut seen, mut found) = (FxHashSet::default(), Vec::new());
    let mut take = |name: &str, words: Range<usize>, particle: &'a str| {
        let key = key(name);
        if key.chars().nth(1).is_some() && seen.insert(key.clone()) {
            found.push(Run { key, words, particle });
        }
    };
    for length in (1..=(MOST_WORDS + BEFORE).min(words.len())).rev() {
        for (start, run) in words.windows(length).enumerate() {
            if let [article, number, of, name @ ..] = run
                && article.eq_ignore_ascii_case("article")
                && of.eq_ignore_ascii_case("of")
                && !name.is_empty()
            {
                take(&format!("{} Article {number}", name.join(" ")), start..start + length, "");
            }
            let Some((last, others)) = run.split_last().filter(|_| length <= MOST_WORDS) else { continue };
            let before = others.iter().fold(String::new(), |text, word| text + word + " ");
            for (name, particle) in forms(last) {
                take(&format!("{before}{name}"), start..start + length, particle);
            }
        }
    }
    found
}

/// A word as it is, and without each particle that it may end with, which comes with it.
pub(crate) fn forms(word: &str) -> impl Iterator<Item = (&str, &str)> {
    let particle = |name: &str| word.get(name.len()..).unwrap_or_default();
    std::iter::once((word, "")).chain(bare(word).map(move |name| (name, particle(name))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_behind_particles_and_the_longest_first() {
        let keys = named_in("교원인사위원회는 교원인사규정 제12조에 따라 무엇을 하나요?");
        let place = |name: &str| keys.iter().position(|own| *own == key(name));
        assert!(place("교원인사위원회").is_some(), "{keys:?}");
        assert!(place("교원인사규정 제12조") < place("교원인사규정"), "{keys:?}");
        let keys = named_in("What does the Academic Senate decide?");
        assert!(keys.contains(&"academicsenate".to_owned()), "{keys:?}");
    }

    #[test]
    fn a_long_question_names_no_more_than_it_may() {
        assert!(named_in(&"낱말 ".repeat(100_000)).len() <= 16);
        let long: Vec<String> = (0..10_000).map(|at| format!("w{at}")).collect();
        assert!(named_in(&long.join(" ")).len() <= MOST * MOST_WORDS);
    }
}
