//! Names in Latin letters: words with capitals that are more than the beginning of a sentence.

use std::sync::LazyLock;

use regex::Regex;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{LEAST, Mention, Passage};
use crate::graph::{Graph, Kind};
use stet_text::{Script, each_token};

static NAME: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a fixed pattern, compiled by every test")]
    Regex::new(r"\b[\p{Latin}&&\p{Lu}][\p{Latin}\d&’'-]*(?:[ ]+(?:(?:of|for)[ ]+(?:the[ ]+)?|(?:and|de|von|van|da)[ ]+)?[\p{Latin}&&\p{Lu}][\p{Latin}\d&’'-]*)*").expect("a valid pattern")
});
/// Words that have a capital wherever they stand and name nothing of a text's own: days, months, peoples.
static NOT: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| stet_data::words("words/en/capitals"));
/// Words that begin no name.
const SMALL: [&str; 5] = ["the", "this", "a", "an", "each"];

pub(super) fn find(passages: &[Passage<'_>], graph: &mut Graph, mentions: &mut [Vec<Mention>]) {
    let mut found: Vec<(usize, usize, &str)> = Vec::new();
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    // What the text also has without a capital is a word.
    let mut small: FxHashSet<&str> = FxHashSet::default();
    for passage in passages {
        each_token(passage.text, |token| {
            if token.script == Script::Latin && token.text.starts_with(char::is_lowercase) {
                small.insert(token.text);
            }
        });
    }
    for (at, passage) in passages.iter().enumerate() {
        for hit in NAME.find_iter(passage.text) {
            let named = name(passage.text, hit.start(), hit.as_str(), &small);
            let Some((start, name)) = named else { continue };
            found.push((at, start, name));
            *counts.entry(crate::key(name)).or_default() += 1;
        }
    }
    for (at, place, name) in found {
        if counts.get(&crate::key(name)).is_none_or(|count| *count < LEAST) {
            continue;
        }
        let Some(entity) = graph.entity(name, Kind::Name) else { continue };
        graph.said_in(entity, at);
        if let Some(mentions) = mentions.get_mut(at) {
            mentions.push(Mention { entity, at: place });
        }
    }
}

/// The name in words with capitals, and where it begins. The first word of a sentence has its capital from there.
fn name<'a>(text: &str, at: usize, words: &'a str, small: &FxHashSet<&str>) -> Option<(usize, &'a str)> {
    let before = text.get(..at).unwrap_or_default().trim_end_matches([' ', '\t']);
    let opens = before.is_empty()
        || before.ends_with(['.', '!', '?', ':', '\n', '”', '"', '#', '-', '*', '|', '•', '(']);
    let mut rest = words;
    // `The Academic Senate`, `If Article`: also in the middle of a line, behind what does not end as a sentence does.
    while let Some((first, others)) =
        rest.split_once(' ').or(Some((rest, ""))).filter(|(first, _)| !first.is_empty())
    {
        let folded = first.to_lowercase();
        let is_joint = first.starts_with(char::is_lowercase);
        if !is_joint && !(small.contains(folded.as_str()) && (opens || SMALL.contains(&folded.as_str()))) {
            break;
        }
        rest = others.trim_start();
    }
    let is_word = !rest.contains(' ')
        && (NOT.contains(rest.to_lowercase().as_str()) || opens && rest == words && !is_acronym(rest));
    (!is_word && rest.chars().count() >= 2 && rest.starts_with(char::is_uppercase))
        .then(|| (at + words.len() - rest.len(), rest))
}

fn is_acronym(word: &str) -> bool {
    word.chars().filter(|c| c.is_uppercase()).count() >= 2
}
