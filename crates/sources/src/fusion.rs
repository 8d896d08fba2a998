//! Two rankings of the same passages become one.
//!
//! Owns the arithmetic of keyword scores ([`Bm25`]) and of fusion ([`fuse`]). Leaves to others where the
//! rankings come from (`store::search`) and what a good score means for evidence ([`super::evidence`]).

use std::hash::Hash;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use stet_text::{Script, each_search_word, each_term};

/// How two legs become one ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fusion {
    /// Weighted sum of the scores, each leg scaled to 0..1: measured better than ranks alone wherever one leg
    /// is much stronger than the other (retrieval.md).
    #[default]
    Score,
    /// Reciprocal rank fusion, `Σ w / (k + rank)` (Cormack, Clarke, Büttcher 2009).
    Rrf,
}

/// Settings of a fusion.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FusionPolicy {
    pub fusion: Fusion,
    /// Weight of the vector leg, 0 to 1.
    pub semantic_weight: f64,
    /// Weight of the keyword leg, 0 to 1.
    pub keyword_weight: f64,
    /// The `k` of reciprocal rank fusion.
    pub rrf_k: f64,
}

impl Default for FusionPolicy {
    fn default() -> Self {
        Self { fusion: Fusion::Score, semantic_weight: 0.5, keyword_weight: 0.5, rrf_k: 60.0 }
    }
}

/// A place in one leg.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Leg {
    /// From 1.
    pub rank: usize,
    /// Cosine of the vector leg, BM25 of the keyword leg.
    pub score: f64,
}

/// A passage in the fused ranking.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fused<K> {
    pub key: K,
    pub semantic: Option<Leg>,
    pub keyword: Option<Leg>,
    /// Comparable only within one ranking.
    pub score: f64,
}

/// Fuses a vector leg and a keyword leg, each sorted best first. Every key of either leg comes back once,
/// best first; equal scores are ordered by key, so that the result depends on nothing else.
#[must_use]
pub fn fuse<K: Copy + Eq + Hash + Ord>(
    semantic: &[(K, f64)],
    keyword: &[(K, f64)],
    policy: &FusionPolicy,
) -> Vec<Fused<K>> {
    let mut fused: FxHashMap<K, Fused<K>> = FxHashMap::default();
    let entry = |key| Fused { key, semantic: None, keyword: None, score: 0.0 };
    // A cosine has no natural zero among related passages, so its leg is scaled from its lowest score; a BM25
    // score of 0 means "no word in common" and stays 0.
    let lowest = semantic.iter().map(|&(_, score)| score).fold(f64::INFINITY, f64::min);
    for (scaled, leg, key) in scaled(semantic, lowest) {
        let hit = fused.entry(key).or_insert_with(|| entry(key));
        if hit.semantic.is_none() {
            hit.semantic = Some(leg);
            hit.score += share(scaled, leg.rank, policy.semantic_weight, policy);
        }
    }
    for (scaled, leg, key) in scaled(keyword, 0.0) {
        let hit = fused.entry(key).or_insert_with(|| entry(key));
        if hit.keyword.is_none() {
            hit.keyword = Some(leg);
            hit.score += share(scaled, leg.rank, policy.keyword_weight, policy);
        }
    }
    let mut fused: Vec<Fused<K>> = fused.into_values().collect();
    fused.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.key.cmp(&b.key)));
    fused
}

/// What one leg adds to a passage's score.
fn share(scaled: f64, rank: usize, weight: f64, policy: &FusionPolicy) -> f64 {
    match policy.fusion {
        Fusion::Score => weight * scaled,
        Fusion::Rrf => weight / (policy.rrf_k + rank as f64),
    }
}

/// Scores of a leg from 0 (at `lowest`) to 1 (at its highest), with their places.
fn scaled<K: Copy>(leg: &[(K, f64)], lowest: f64) -> impl Iterator<Item = (f64, Leg, K)> {
    let highest = leg.iter().map(|&(_, score)| score).fold(f64::NEG_INFINITY, f64::max);
    let range = highest - lowest;
    leg.iter().enumerate().map(move |(index, &(key, score))| {
        let scaled = if range > 0.0 { ((score - lowest) / range).clamp(0.0, 1.0) } else { 1.0 };
        (scaled, Leg { rank: index + 1, score }, key)
    })
}

/// Okapi BM25 over one collection (Robertson and Zaragoza 2009).
#[derive(Debug, Clone, PartialEq)]
pub struct Bm25 {
    /// Terms of the query with their inverse document frequencies.
    idf: FxHashMap<String, f64>,
    mean_length: f64,
}

impl Bm25 {
    /// How soon repeating a term stops counting; the usual value.
    const K1: f64 = 1.2;
    /// How much a long passage must repeat more; the usual value.
    const B: f64 = 0.75;

    /// For the distinct terms of a query. `frequency` tells in how many of `passages` a term occurs,
    /// `mean_length` how many terms a passage has on average.
    #[must_use]
    pub fn new(terms: impl IntoIterator<Item = (String, u64)>, passages: u64, mean_length: f64) -> Self {
        let idf = terms
            .into_iter()
            .map(|(term, frequency)| {
                let idf = Self::idf(frequency, passages);
                (term, idf)
            })
            .collect();
        Self { idf, mean_length: if mean_length > 0.0 { mean_length } else { 1.0 } }
    }

    /// Inverse document frequency, never negative: `ln(1 + (N - n + 0.5) / (n + 0.5))`.
    #[must_use]
    pub fn idf(frequency: u64, passages: u64) -> f64 {
        let n = frequency.min(passages) as f64;
        (1.0 + (passages as f64 - n + 0.5) / (n + 0.5)).ln()
    }

    /// Scores passages one after another.
    #[must_use]
    pub fn scorer(&self) -> Scorer<'_> {
        Scorer { bm25: self, latin: FxHashMap::default() }
    }

    /// Score of a passage of `length` terms that has each term of the query `count` times, and its coverage: which share
    /// of the query's information (sum of idf) it contains, 0 to 1.
    fn score(&self, length: u32, count: impl Fn(&str) -> u32) -> (f64, f64) {
        let norm = 1.0 - Self::B + Self::B * f64::from(length) / self.mean_length;
        let (mut score, mut covered, mut total) = (0.0, 0.0, 0.0);
        for (term, idf) in &self.idf {
            total += idf;
            let count = f64::from(count(term));
            if count > 0.0 {
                covered += idf;
                score += idf * count * (Self::K1 + 1.0) / (count + Self::K1 * norm);
            }
        }
        (score, if total > 0.0 { covered / total } else { 0.0 })
    }
}

/// [`Bm25`] over many passages, which share most of their Latin words: each is stemmed once.
#[derive(Debug)]
pub struct Scorer<'a> {
    bm25: &'a Bm25,
    /// The term of the query that a Latin word has for its only one.
    latin: FxHashMap<String, Option<&'a str>>,
}

impl<'a> Scorer<'a> {
    /// Score of a passage, given in one or several texts, and its coverage: which share of the query's information (sum
    /// of idf) it contains, 0 to 1.
    pub fn score<'t>(&mut self, passage: impl IntoIterator<Item = &'t str>) -> (f64, f64) {
        let Self { bm25, latin } = self;
        let asked = |term: &str| bm25.idf.get_key_value(term).map(|(term, _)| term.as_str());
        let mut length = 0;
        let mut counts: FxHashMap<&'a str, u32> = FxHashMap::default();
        for text in passage {
            each_search_word(text, |word| {
                let mut count = |term: Option<&'a str>| {
                    length += 1;
                    if let Some(term) = term {
                        *counts.entry(term).or_default() += 1;
                    }
                };
                if word.script != Script::Latin {
                    each_term(word, |term| count(asked(term)));
                } else if let Some(known) = latin.get(word.text) {
                    count(*known);
                } else {
                    let mut own = None;
                    each_term(word, |term| own = asked(term));
                    count(own);
                    latin.insert(word.text.to_owned(), own);
                }
            });
        }
        bm25.score(length, |term| counts.get(term).copied().unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use stet_text::search_terms;

    fn keys<K: Copy>(fused: &[Fused<K>]) -> Vec<K> {
        fused.iter().map(|hit| hit.key).collect()
    }

    #[test]
    fn rrf_adds_reciprocal_ranks() {
        let policy = FusionPolicy { fusion: Fusion::Rrf, ..FusionPolicy::default() };
        let fused = fuse(&[('a', 0.9), ('b', 0.8)], &[('b', 7.0), ('c', 3.0)], &policy);
        assert_eq!(keys(&fused), ['b', 'a', 'c']);
        let expected = 0.5 / 62.0 + 0.5 / 61.0;
        assert!((fused[0].score - expected).abs() < 1e-12);
        assert_eq!(fused[0].semantic.unwrap().rank, 2);
        assert_eq!(fused[0].keyword.unwrap().rank, 1);
    }

    #[test]
    fn a_leg_of_weight_zero_changes_no_order() {
        let policy = FusionPolicy { semantic_weight: 0.0, ..FusionPolicy::default() };
        let fused = fuse(&[('z', 0.9), ('a', 0.1)], &[('b', 7.0), ('a', 3.0)], &policy);
        assert_eq!(keys(&fused), ['b', 'a', 'z']);
    }

    #[test]
    fn empty_legs_give_what_the_other_has() {
        let policy = FusionPolicy::default();
        assert!(fuse::<u8>(&[], &[], &policy).is_empty());
        assert_eq!(keys(&fuse(&[], &[(1, 2.0), (2, 1.0)], &policy)), [1, 2]);
        assert_eq!(keys(&fuse(&[(1, 0.5)], &[], &policy)), [1]);
    }

    #[test]
    fn rare_terms_weigh_more_and_repeating_saturates() {
        let bm25 = Bm25::new([("rare".to_owned(), 1), ("common".to_owned(), 900)], 1000, 4.0);
        let mut scorer = bm25.scorer();
        let (rare, _) = scorer.score(["rare x y z"]);
        let (common, _) = scorer.score(["common common", "common z"]);
        assert!(rare > common);
        let (_, coverage) = scorer.score(["rare", "common"]);
        assert!((coverage - 1.0).abs() < 1e-12);
        assert_eq!(scorer.score(["x"]), (0.0, 0.0));
    }

    /// The formula over all terms of a text, as they occur.
    fn plain(bm25: &Bm25, text: &str) -> (f64, f64) {
        let terms = search_terms(text);
        let count = |term: &str| u32::try_from(terms.iter().filter(|&one| one == term).count()).unwrap();
        bm25.score(u32::try_from(terms.len()).unwrap(), count)
    }

    proptest! {
        #[test]
        fn a_word_that_is_known_counts_as_one_that_is_new(
            query in "[a-c가-각]{1,2}( [a-c가-다]{1,3}){0,6}",
            passages in proptest::collection::vec("([a-cA-C가-다]{1,4}(ing|s|은|에서|,000)?[ .]){0,12}", 1..6),
        ) {
            let terms = search_terms(&query).into_iter().zip(1..).collect::<Vec<_>>();
            let bm25 = Bm25::new(terms, 40, 7.0);
            let mut scorer = bm25.scorer();
            for passage in &passages {
                prop_assert_eq!(scorer.score([passage.as_str()]), plain(&bm25, passage));
            }
        }
    }

    proptest! {
        #[test]
        fn every_key_comes_back_once_in_order(
            semantic in prop::collection::vec((0_u8..40, -1.0_f64..1.0), 0..30),
            keyword in prop::collection::vec((0_u8..40, 0.0_f64..30.0), 0..30),
            rrf in any::<bool>(),
        ) {
            let policy = FusionPolicy { fusion: if rrf { Fusion::Rrf } else { Fusion::Score }, ..FusionPolicy::default() };
            let fused = fuse(&semantic, &keyword, &policy);
            let mut expected: Vec<u8> = semantic.iter().chain(&keyword).map(|&(key, _)| key).collect();
            expected.sort_unstable();
            expected.dedup();
            let mut got = keys(&fused);
            prop_assert!(fused.windows(2).all(|pair| pair[0].score >= pair[1].score));
            prop_assert!(fused.iter().all(|hit| hit.score.is_finite() && hit.score >= 0.0));
            got.sort_unstable();
            prop_assert_eq!(got, expected);
        }
    }
}
