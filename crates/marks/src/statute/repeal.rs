//! Whether a text itself says that the article it names was repealed: `제26조는 삭제되었다`, `the repealed Article 26`.
//!
//! Such words are true of an article that the store has as repealed, and any others about it are not. Leaves which
//! articles those are to [`super::structure`] and [`super::index`].

use super::forms::{Cursor, KOREAN};
use super::particle::particle_len;
use super::words::REPEAL;
use stet_text::span::Span;

/// Characters behind a reference in which is looked for the word.
const REACH: usize = 60;

const ENGLISH: [&str; 3] = ["repealed", "deleted", "abolished"];

/// Whether the words around the reference at `span` say that it was repealed.
#[must_use]
pub fn tells_of_repeal(text: &str, span: Span) -> bool {
    let head = text.get(..span.start).unwrap_or_default().trim_end_matches([' ', '「', '*', '_', '"', '“']);
    let tail = text.get(span.end..).unwrap_or_default();
    let end = tail.char_indices().nth(REACH).map_or(tail.len(), |(at, _)| at);
    let tail = tail.get(..end).unwrap_or(tail).split('\n').next().unwrap_or_default();
    let word = head.rsplit(' ').next().unwrap_or_default().to_lowercase();
    ["삭제된", "폐지된"].iter().any(|word| head.ends_with(word))
        || ENGLISH.contains(&word.as_str())
        || korean(tail)
        || english(tail)
}

/// What follows the other members of the list that a reference begins: `제2항` of `제1항 및 제2항은 삭제되었다`.
fn behind_list(tail: &str) -> &str {
    let mut cur = Cursor::whole(tail, 0);
    let units =
        [&KOREAN.article, &KOREAN.article_bare, &KOREAN.paragraph, &KOREAN.paragraph_bare, &KOREAN.item];
    while let Ok(Some(_)) = cur.attempt(|cur| {
        let joined = cur.form(&KOREAN.list)?.is_some();
        if joined { cur.first_of(&units) } else { Ok(None) }
    }) {}
    cur.rest()
}

fn korean(tail: &str) -> bool {
    let tail = behind_list(tail.trim_start_matches(['*', '_', '"', '”', '」']));
    let particle = particle_len(tail, true).unwrap_or(0);
    let rest = tail.get(particle..).unwrap_or_default();
    let words = ["삭제", "폐지"].into_iter();
    let Some((at, word)) = words.filter_map(|word| Some((rest.find(word)?, word))).min() else {
        return false;
    };
    // What stands between an article and the word: when, and by what.
    let mut midst = rest.get(..at).unwrap_or_default().to_owned();
    for known in REPEAL.of("midst") {
        midst = midst.replace(known, "");
    }
    let end = rest.get(at + word.len()..).unwrap_or_default();
    let ends = end.trim_start();
    let done = ends.is_empty()
        || ends.starts_with([')', '>', '〉', '.', ',', '<', '〈', '('])
        || REPEAL.beginning("end", ends).is_some();
    let clause = end.split(['.', ',', ')', '>', '〉']).next().unwrap_or_default();
    let denied = ["않", "아니", "아닌", "아닙", "없", "못"].iter().any(|word| clause.contains(word));
    done && !denied && !midst.contains(char::is_alphabetic)
}

/// `was already repealed`, `(now repealed)`, `, repealed`.
fn english(tail: &str) -> bool {
    let bracketed = tail.trim_start().starts_with(['(', ',']);
    let lower = tail.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).peekable();
    let verb = words.next_if(|word| matches!(*word, "was" | "were" | "is" | "are" | "has" | "have" | "had"));
    let verb = if verb.is_some_and(|verb| verb.starts_with('h')) { words.next_if_eq(&"been") } else { verb };
    words.next_if(|word| matches!(*word, "already" | "since" | "now" | "also"));
    words.next_if_eq(&"been");
    (bracketed || verb.is_some()) && words.next().is_some_and(|word| ENGLISH.contains(&word))
}
