//! Whether a text itself says that the article it names was repealed: `제26조는 삭제되었다`, `the repealed Article 26`.
//!
//! Such words are true of an article that the store has as repealed, and any others about it are not. Leaves which
//! articles those are to [`super::structure`] and [`super::index`].

use super::forms::{Cursor, KOREAN, line_pattern};
use super::particle::particle_len;
use crate::pattern::Pattern;
use stet_text::span::Span;

/// Characters behind a reference in which is looked for the word, and bytes before it.
const REACH: usize = 60;

static REPEALED_BEFORE: Pattern = Pattern::new(|| line_pattern("repealed_before"));
static REPEALED_KOREAN: Pattern = Pattern::new(|| line_pattern("repealed_korean"));
static DENIAL: Pattern = Pattern::new(|| line_pattern("denial"));
static REPEALED_ENGLISH: Pattern = Pattern::new(|| line_pattern("repealed_english"));

/// Whether the words around the reference at `span` say that it was repealed.
#[must_use]
pub fn tells_of_repeal(text: &str, span: Span) -> bool {
    let head = text.get(text.ceil_char_boundary(span.start.saturating_sub(REACH))..span.start);
    let tail = text.get(span.end..).unwrap_or_default();
    let end = tail.char_indices().nth(REACH).map_or(tail.len(), |(at, _)| at);
    let tail = tail.get(..end).unwrap_or(tail).split('\n').next().unwrap_or_default();
    head.is_some_and(|head| REPEALED_BEFORE.is_in(head)) || korean(tail) || REPEALED_ENGLISH.is_in(tail)
}

fn korean(tail: &str) -> bool {
    let tail = behind_list(tail.trim_start_matches(['*', '_', '"', '”', '」']));
    let particle = particle_len(tail, true).unwrap_or(0);
    let rest = tail.get(particle..).unwrap_or_default();
    let word = REPEALED_KOREAN.captures(rest).and_then(|found| found.name("word"));
    word.is_some_and(|word| !DENIAL.is_in(rest.get(word.end()..).unwrap_or_default()))
}

/// What follows the other members of the list that a reference begins: `제2항` of `제1항 및 제2항은 삭제되었다`.
fn behind_list(tail: &str) -> &str {
    let mut cur = Cursor::whole(tail, 0);
    let units =
        [&KOREAN.article, &KOREAN.article_bare, &KOREAN.paragraph, &KOREAN.paragraph_bare, &KOREAN.item];
    while let Ok(Some(_)) = cur.behind(&KOREAN.list, |cur, _| cur.first_of(&units)) {}
    cur.rest()
}
