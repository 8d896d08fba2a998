//! Bodies and offices by what their names end with: `교원인사위원회`, `교무처장`, `Academic Senate`.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{LEAST, Mention, Passage};
use crate::graph::{Graph, Kind};
use stet_text::{Script, each_token};

/// What the names of bodies end with, the longest first.
static ENDINGS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut endings: Vec<_> = stet_data::pairs("words/ko/bodies")
        .into_iter()
        .filter(|(_, tag)| *tag != "no")
        .map(|(word, _)| word)
        .collect();
    endings.sort_unstable_by_key(|word| (usize::MAX - word.len(), *word));
    endings
});
/// The last characters of those: most words have none of them where a name may end.
static LAST: LazyLock<FxHashSet<char>> =
    LazyLock::new(|| ENDINGS.iter().filter_map(|ending| ending.chars().next_back()).collect());
/// Those that are names by themselves.
static ALONE: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| tagged("alone"));
/// Words that only end like a body.
static NOT: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| tagged("no"));
/// What may stand behind a name.
static PARTICLES: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| stet_data::rows("words/ko/particles").flatten().collect());

fn tagged(tag: &str) -> FxHashSet<&'static str> {
    stet_data::pairs("words/ko/bodies")
        .into_iter()
        .filter(|(_, own)| *own == tag)
        .map(|(word, _)| word)
        .collect()
}

pub(super) fn find(passages: &[Passage<'_>], graph: &mut Graph, mentions: &mut [Vec<Mention>]) {
    let mut found: Vec<(usize, usize, &str)> = Vec::new();
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for (at, passage) in passages.iter().enumerate() {
        each_token(passage.text, |token| {
            if token.script == Script::Hangul
                && let Some(name) = body(token.text)
            {
                found.push((at, token.span.start, name));
                *counts.entry(name).or_default() += 1;
            }
        });
    }
    for (at, place, name) in found {
        if counts.get(name).is_none_or(|count| *count < LEAST) {
            continue;
        }
        let Some(entity) = graph.entity(name, Kind::Body) else { continue };
        graph.said_in(entity, at);
        if let Some(mentions) = mentions.get_mut(at) {
            mentions.push(Mention { entity, at: place });
        }
    }
}

/// The forms of a word without each particle that it may end with.
pub(crate) fn bare(word: &str) -> impl Iterator<Item = &str> {
    PARTICLES.iter().filter_map(move |particle| word.strip_suffix(particle).filter(|name| !name.is_empty()))
}

/// Where the name of a body may end in a word: at its end, or before a particle.
fn ends(word: &str) -> impl Iterator<Item = &str> {
    let before = word.char_indices().filter_map(|(at, _)| word.split_at_checked(at));
    let names = before.filter(|(_, rest)| PARTICLES.contains(rest)).map(|(name, _)| name);
    std::iter::once(word).chain(names).filter(|name| name.ends_with(|last| LAST.contains(&last)))
}

/// The body that a word names: the word without its particle.
fn body(word: &str) -> Option<&str> {
    ends(word).next()?;
    ENDINGS.iter().filter(|ending| ends(word).any(|name| name.ends_with(**ending))).find_map(|ending| {
        let end = word.rfind(ending)? + ending.len();
        let (name, rest) = (word.get(..end)?, word.get(end..)?);
        let is_whole = rest.is_empty() || PARTICLES.contains(rest);
        let is_name = if name == *ending { ALONE.contains(name) } else { name.chars().count() >= 3 };
        (is_whole && is_name && !NOT.contains(name)).then_some(name)
    })
}
