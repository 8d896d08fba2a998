//! The modes of a search: by passages alone, or by way of the graph of what they speak of.
//!
//! Whatever the way, what is found are passages, ranked by the question as any others, so that the gate and the page work the same.
//! A question that names nothing of the graph is searched for without it, which is told.

use rustc_hash::{FxHashMap, FxHashSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::ranks::{share, sort};
use stet_sources::question::Question as Subject;
use stet_store::{ChunkRow, EntityRow, Hit, Query, Store, StoreError};

/// Entities that a search starts from.
const ENTITIES: usize = 20;
/// Entities among which those of a global search are chosen.
const CANDIDATES: i64 = 200;
/// Passages around them that are ranked.
const AROUND: i64 = 200;
/// Passages that refer to what is asked for.
const REFERRING: i64 = 60;
/// Words of a question that may be one for rules that refer to another.
const SHORT: usize = 40;
/// Themes that a search goes by, and passages of them that are ranked.
const THEMES: usize = 5;
const THEMED: i64 = 60;

/// What the graph's order counts for beside that of words and vectors: it chooses what is ranked, and decides between what fits as well.
const ORDER: f64 = 0.25;

/// The way of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Passages alone, but for what refers to a rule where a question asks for just that.
    #[default]
    Auto,
    /// Passages alone.
    Naive,
    /// Around the entities that the question names.
    Local,
    /// Around the entities that are about what the question is about.
    Global,
    /// Both.
    Hybrid,
    /// Both, and passages.
    Mix,
}

/// What a search found, and the way that it went.
pub(super) type Way = (Vec<Hit>, Mode);

/// Searches in a mode; `beside` others for the same question with fewer candidates.
pub(super) async fn search(
    store: &Store,
    mode: Mode,
    query: &Query<'_>,
    beside: bool,
) -> Result<Way, StoreError> {
    let named = match mode {
        Mode::Local | Mode::Hybrid | Mode::Mix => named(store, query.text).await?,
        // Of other questions nothing is looked up.
        Mode::Auto if asks_for_referring(query.text) => named(store, query.text).await?,
        Mode::Auto | Mode::Naive | Mode::Global => Vec::new(),
    };
    let plain = async || if beside { store.search_beside(query).await } else { store.search(query).await };
    let first = referring(store, &named, query).await?;
    if matches!(mode, Mode::Auto | Mode::Naive) {
        let ran = if first.is_empty() { Mode::Naive } else { Mode::Mix };
        return Ok((behind(first, plain().await?, query.top_k), ran));
    }
    let entities = entities(store, mode, &named, query.text).await?;
    let around = match entities.as_slice() {
        [] => Vec::new(),
        entities => store.around(entities, query.filter, AROUND).await?,
    };
    let themed = if mode == Mode::Local { Vec::new() } else { themed(store, query).await? };
    if around.is_empty() && themed.is_empty() && first.is_empty() {
        return Ok((plain().await?, Mode::Naive));
    }
    let around: Vec<Uuid> = around.iter().map(|(id, _)| *id).collect();
    let ids = joined(&around, &themed);
    let wide = Query { top_k: ids.len(), ..*query };
    let by_words = store.rank(&wide, &ids).await?;
    let mut found = fused(by_words, &ids);
    if mode == Mode::Mix {
        let plain = plain().await?;
        let order: Vec<Uuid> = found.iter().map(|hit| hit.chunk.id).collect();
        let known: FxHashSet<Uuid> = plain.iter().map(|hit| hit.chunk.id).collect();
        // Passages of the graph alone behind those of the search, where their ranks say so.
        let others = found.into_iter().filter(|hit| !known.contains(&hit.chunk.id));
        found = fused(plain.into_iter().chain(others).collect(), &order);
    }
    Ok((behind(first, found, query.top_k), mode))
}

/// What was found behind what stands first, each once.
fn behind(mut first: Vec<Hit>, found: Vec<Hit>, most: usize) -> Vec<Hit> {
    let known: FxHashSet<Uuid> = first.iter().map(|hit| hit.chunk.id).collect();
    first.extend(found.into_iter().filter(|hit| !known.contains(&hit.chunk.id)));
    first.truncate(most);
    first
}

/// Whether a question may ask for the rules that refer to another, by its form alone.
fn asks_for_referring(question: &str) -> bool {
    // Whoever asks for that asks shortly; a text of many names would be tried for each.
    question.split_whitespace().nth(SHORT).is_none() && stet_graph::asks_for_referring(question)
}

/// What refers to the rules of which a question asks just that, whatever its words are: those that share the question's first, then in
/// the order of the graph.
async fn referring(store: &Store, named: &[EntityRow], query: &Query<'_>) -> Result<Vec<Hit>, StoreError> {
    if named.is_empty() {
        return Ok(Vec::new());
    }
    let keys = stet_graph::referred_to(query.text, named.iter().map(|entity| entity.key.as_str()));
    let asked: Vec<Uuid> =
        named.iter().filter(|entity| keys.contains(&entity.key.as_str())).map(|entity| entity.id).collect();
    if asked.is_empty() {
        return Ok(Vec::new());
    }
    let passages = store.referring(&asked, query.filter, REFERRING).await?;
    let ids: Vec<Uuid> = passages.iter().map(|passage| passage.id).collect();
    let ranked = store.rank(&Query { top_k: ids.len(), ..*query }, &ids).await?;
    let mut passages: FxHashMap<Uuid, ChunkRow> = passages.into_iter().map(|own| (own.id, own)).collect();
    let order: Vec<Uuid> = fused(ranked, &ids).into_iter().map(|hit| hit.chunk.id).chain(ids).collect();
    let hits = order.iter().filter_map(|id| passages.remove(id)).map(Hit::asked_for);
    // In front of what is ranked, whose scores are below one.
    Ok(hits.map(|hit| Hit { score: 1.0, ..hit }).collect())
}

/// What was ranked, ranked again with another order of the same passages by reciprocal ranks.
fn fused(ranked: Vec<Hit>, order: &[Uuid]) -> Vec<Hit> {
    let places: FxHashMap<Uuid, usize> = order.iter().enumerate().map(|(place, id)| (*id, place)).collect();
    let mut scored: Vec<Hit> = ranked
        .into_iter()
        .enumerate()
        .map(|(rank, mut hit)| {
            hit.score = share(rank) + places.get(&hit.chunk.id).map_or(0.0, |place| ORDER * share(*place));
            hit
        })
        .collect();
    scored.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.chunk.id.cmp(&b.chunk.id)));
    scored
}

/// The entities that a search starts from, with their weights: what is spoken of everywhere tells little.
async fn entities(
    store: &Store,
    mode: Mode,
    named: &[EntityRow],
    text: &str,
) -> Result<Vec<(Uuid, f64)>, StoreError> {
    let mut weights: FxHashMap<Uuid, f64> = FxHashMap::default();
    for entity in named {
        *weights.entry(entity.id).or_default() += rarity(entity);
    }
    if matches!(mode, Mode::Global | Mode::Hybrid | Mode::Mix) {
        for (id, weight) in about(store, text).await? {
            *weights.entry(id).or_default() += weight;
        }
    }
    let mut entities: Vec<(Uuid, f64)> = weights.into_iter().collect();
    sort(&mut entities);
    entities.truncate(ENTITIES);
    Ok(entities)
}

fn rarity(entity: &EntityRow) -> f64 {
    1.0 / (2.0 + f64::from(entity.passages)).ln()
}

/// The entities that a question names, without those that are only part of a longer name in it: of `교원인사규정 제12조` not the
/// whole regulation.
async fn named(store: &Store, text: &str) -> Result<Vec<EntityRow>, StoreError> {
    let keys = stet_graph::named_in(text);
    let found = store.entities_named(&keys).await?;
    let longer = |entity: &EntityRow| {
        found.iter().any(|other| other.key.len() > entity.key.len() && other.key.contains(&entity.key))
    };
    Ok(found.iter().filter(|entity| !longer(entity)).cloned().collect())
}

/// The passages of the themes that are about what the question is about.
async fn themed(store: &Store, query: &Query<'_>) -> Result<Vec<Uuid>, StoreError> {
    let terms = Subject::new(query.text).terms();
    let found = match terms.as_slice() {
        [] => Vec::new(),
        terms => store.themes_about(terms, (CANDIDATES, 0)).await?,
    };
    let words: Vec<&[String]> = found.iter().map(|theme| theme.words.as_slice()).collect();
    let mut scored: Vec<(Uuid, f64)> = found
        .iter()
        .map(|theme| theme.id)
        .zip(shares(&terms, &words))
        .filter(|(_, share)| *share > 0.0)
        .collect();
    sort(&mut scored);
    let themes: Vec<Uuid> = scored.iter().take(THEMES).map(|(id, _)| *id).collect();
    store.theme_passages(&themes, query.filter, THEMED).await
}

/// Two orders as one by reciprocal ranks.
fn joined(one: &[Uuid], other: &[Uuid]) -> Vec<Uuid> {
    let mut scores: FxHashMap<Uuid, f64> = FxHashMap::default();
    for order in [one, other] {
        for (rank, id) in order.iter().enumerate() {
            *scores.entry(*id).or_default() += share(rank);
        }
    }
    let mut ids: Vec<(Uuid, f64)> = scores.into_iter().collect();
    sort(&mut ids);
    ids.into_iter().map(|(id, _)| id).collect()
}

/// The entities whose words are the question's, by how rare those are among entities.
async fn about(store: &Store, text: &str) -> Result<Vec<(Uuid, f64)>, StoreError> {
    let terms = Subject::new(text).terms();
    let found = store.entities_about(&terms, CANDIDATES).await?;
    let words: Vec<&[String]> = found.iter().map(|entity| entity.words.as_slice()).collect();
    let shares = shares(&terms, &words);
    let scored = found.iter().zip(shares).map(|(entity, share)| (entity.id, share * rarity(entity)));
    Ok(scored.filter(|(_, weight)| *weight > 0.0).collect())
}

/// How much of what is asked each of these has, from 0 to 1; a term counts by how rare it is among them.
fn shares(terms: &[String], words: &[&[String]]) -> Vec<f64> {
    let weight = |term: &String| {
        let count = words.iter().filter(|own| own.contains(term)).count();
        if count == 0 { 0.0 } else { (1.0 + words.len() as f64 / count as f64).ln() }
    };
    let weights: Vec<f64> = terms.iter().map(weight).collect();
    let all: f64 = weights.iter().sum();
    let share = |own: &&[String]| -> f64 {
        let shared = terms.iter().zip(&weights).filter(|(term, _)| own.contains(term));
        if all > 0.0 { shared.map(|(_, weight)| weight).sum::<f64>() / all } else { 0.0 }
    };
    words.iter().map(share).collect()
}
