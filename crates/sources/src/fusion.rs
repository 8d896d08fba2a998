//! Two rankings of the same passages become one.
//!
//! Owns the arithmetic of keyword scores ([`Bm25`]) and of fusion ([`fuse`]). Leaves to others where the
//! rankings come from (`store::search`) and what a good score means for evidence ([`super::evidence`]).

use std::hash::Hash;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::counts::{Counts, hash};
use super::form;
use super::question::Question;
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

/// Okapi BM25 over one collection (Robertson and Zaragoza 2009), for what a question speaks of: of the ways to say one thing,
/// the best counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Bm25 {
    question: Question,
    /// Terms of the question with their inverse document frequencies.
    idf: FxHashMap<String, f64>,
    mean_length: f64,
}

/// What a passage's words say of its fitness for a question.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Fit {
    /// BM25.
    pub score: f64,
    /// Which share of the question's information (sum of idf) it contains, 0 to 1.
    pub coverage: f64,
    /// A form to be filled in, or nothing but a title.
    pub is_form: bool,
}

impl Fit {
    /// Whether a passage may be found by its vector: a table is near to anything that has figures, so that a word is asked for, too,
    /// where question and table are of one language.
    #[must_use]
    pub fn may_be_near(&self, is_table: bool, across: bool) -> bool {
        !self.is_form && (!is_table || across || self.coverage > 0.0)
    }
}

impl Bm25 {
    /// How soon repeating a term stops counting; the usual value.
    const K1: f64 = 1.2;
    /// How much a long passage must repeat more; the usual value.
    const B: f64 = 0.75;
    /// A word of the title counts as if it stood in the text so many times.
    const TITLE: f64 = 2.0;
    /// What another way to say a thing counts beside the question's own.
    const OTHER_WAY: f64 = 0.8;

    /// `frequency` tells in how many of `passages` a term occurs, nothing for one that is not to count, `mean_length` how
    /// many terms a passage has on average.
    #[must_use]
    pub fn new(
        question: Question,
        frequency: impl Fn(&str) -> Option<u64>,
        passages: u64,
        mean_length: f64,
    ) -> Self {
        let idf = question.terms().into_iter().filter_map(|term| {
            let idf = Self::idf(frequency(&term)?, passages);
            Some((term, idf))
        });
        let idf = idf.collect();
        Self { question, idf, mean_length: if mean_length > 0.0 { mean_length } else { 1.0 } }
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
        let hashed = self.idf.keys().map(|term| (term.as_str(), hash(term))).collect();
        Scorer { bm25: self, latin: FxHashMap::default(), names: FxHashMap::default(), hashed }
    }

    /// Fit of a passage of `length` terms that has each term of the question `count` times.
    fn fit(&self, length: u32, count: impl Fn(&str) -> f64) -> Fit {
        let norm = 1.0 - Self::B + Self::B * f64::from(length) / self.mean_length;
        let idf = |term: &String| self.idf.get(term).copied().unwrap_or(0.0);
        let (mut score, mut covered, mut total) = (0.0, 0.0, 0.0);
        for concept in &self.question.concepts {
            let (mut best, mut held, mut weight) = (0.0_f64, 0.0_f64, 0.0_f64);
            for (at, way) in concept.ways.iter().enumerate() {
                let value = |term: &String| {
                    let count = count(term);
                    if count > 0.0 {
                        idf(term) * count * (Self::K1 + 1.0) / (count + Self::K1 * norm)
                    } else {
                        0.0
                    }
                };
                let share = if at == 0 { 1.0 } else { Self::OTHER_WAY };
                best = best.max(share * way.terms.iter().chain(&way.extra).map(value).sum::<f64>());
                let all: f64 = way.terms.iter().map(idf).sum();
                let here: f64 = way.terms.iter().filter(|term| count(term) > 0.0).map(idf).sum();
                if all > 0.0 {
                    held = held.max(share * here / all);
                }
                // What the question says decides how much it matters.
                if at == 0 {
                    weight = way.terms.iter().map(idf).fold(0.0, f64::max);
                }
            }
            score += best;
            if !concept.asked {
                total += weight;
                covered += weight * held;
            }
        }
        Fit { score, coverage: if total > 0.0 { covered / total } else { 0.0 }, is_form: false }
    }
}

/// [`Bm25`] over many passages, which share most of their Latin words: each is stemmed once.
#[derive(Debug)]
pub struct Scorer<'a> {
    bm25: &'a Bm25,
    /// The term of the query that a Latin word has for its only one.
    latin: FxHashMap<String, Option<&'a str>>,
    /// The terms of the query in a name or a title, which many passages share, and whether the query says it in full.
    names: FxHashMap<String, Rc<(Vec<&'a str>, bool)>>,
    /// The terms of the query as [`Counts`] knows them.
    hashed: Vec<(&'a str, u32)>,
}

/// A passage as its words are searched.
#[derive(Debug, Clone, Copy, Default)]
pub struct Passage<'a> {
    /// What it stands in: the regulation, the document.
    pub names: &'a [&'a str],
    /// What it is called: headings, the title of its article.
    pub titles: &'a [&'a str],
    pub texts: &'a [&'a str],
}

/// What of a passage's texts was counted when it was stored.
#[derive(Debug, Clone, Copy)]
pub struct Counted<'a> {
    pub counts: Counts<'a>,
    /// How many terms there are in all.
    pub length: u32,
    /// [`Passage::is_form`].
    pub is_form: bool,
}

impl Passage<'_> {
    /// What a passage of a regulation or a document counts that the question says by its name.
    const NAMED: f64 = 1.5;
    /// What a form to be filled in counts: it has the words of what it is for, and says nothing of it.
    const FORM: f64 = 0.6;

    /// Whether it only looks like what is asked for: [`form`].
    #[must_use]
    pub fn is_form(&self) -> bool {
        self.texts.first().is_none_or(|text| form::is_form(text, self.titles))
    }
}

impl<'a> Scorer<'a> {
    /// Fit of a passage.
    pub fn score(&mut self, passage: &Passage<'_>) -> Fit {
        let mut counts: FxHashMap<&'a str, f64> = FxHashMap::default();
        let mut length = 0;
        for text in passage.texts {
            length += self.count(text, |term| *counts.entry(term).or_default() += 1.0);
        }
        self.fit(passage, counts, length, passage.is_form())
    }

    /// BM25 of a text that is no passage: the title of a source.
    pub fn score_words(&mut self, text: &str) -> f64 {
        let mut counts: FxHashMap<&'a str, f64> = FxHashMap::default();
        let length = self.count(text, |term| *counts.entry(term).or_default() += 1.0);
        self.bm25.fit(length, |term| counts.get(term).copied().unwrap_or(0.0)).score
    }

    /// Fit of a passage whose texts were counted before; those given are not read.
    pub fn score_counted(&mut self, passage: &Passage<'_>, counted: Counted<'_>) -> Fit {
        let mut counts: FxHashMap<&'a str, f64> = FxHashMap::default();
        for &(term, hash) in &self.hashed {
            let count = counted.counts.of(hash);
            if count > 0 {
                counts.insert(term, f64::from(count));
            }
        }
        self.fit(passage, counts, counted.length, counted.is_form)
    }

    fn fit(
        &mut self,
        passage: &Passage<'_>,
        mut counts: FxHashMap<&'a str, f64>,
        length: u32,
        is_form: bool,
    ) -> Fit {
        let mut named: FxHashSet<&'a str> = FxHashSet::default();
        for title in passage.names.iter().chain(passage.titles) {
            named.extend(&self.name(title).0);
        }
        for term in named {
            *counts.entry(term).or_default() += Bm25::TITLE;
        }
        let mut fit = self.bm25.fit(length, |term| counts.get(term).copied().unwrap_or(0.0));
        fit.is_form = is_form;
        if is_form {
            fit.score *= Passage::FORM;
        }
        if passage.names.iter().any(|name| self.name(name).1) {
            fit.score *= Passage::NAMED;
        }
        fit
    }

    fn name(&mut self, name: &str) -> Rc<(Vec<&'a str>, bool)> {
        if let Some(known) = self.names.get(name) {
            return Rc::clone(known);
        }
        let mut terms = Vec::new();
        self.count(name, |term| terms.push(term));
        let known = Rc::new((terms, self.bm25.question.names(name)));
        self.names.insert(name.to_owned(), Rc::clone(&known));
        known
    }

    /// Calls `found` with every term of the question in a text, and tells how many terms it has in all.
    fn count(&mut self, text: &str, mut found: impl FnMut(&'a str)) -> u32 {
        let Self { bm25, latin, .. } = self;
        let asked = |term: &str| bm25.idf.get_key_value(term).map(|(term, _)| term.as_str());
        let mut length = 0;
        each_search_word(text, |word| {
            let mut count = |term: Option<&'a str>| {
                length += 1;
                if let Some(term) = term {
                    found(term);
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
        length
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::counts::pack;
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
        let bm25 = bm25("rare common", &[("rare", 1), ("common", 900)]);
        let mut scorer = bm25.scorer();
        let mut fit = |texts: &[&str]| scorer.score(&Passage { texts, ..Passage::default() });
        assert!(fit(&["rare x y z"]).score > fit(&["common common", "common z"]).score);
        assert!((fit(&["rare", "common"]).coverage - 1.0).abs() < 1e-12);
        let none = fit(&["x"]);
        assert_eq!((none.score.to_bits(), none.coverage.to_bits()), (0, 0));
    }

    fn bm25(question: &str, frequencies: &[(&str, u64)]) -> Bm25 {
        let of =
            |term: &str| Some(frequencies.iter().find(|(known, _)| *known == term).map_or(0, |(_, n)| *n));
        Bm25::new(Question::new(question), of, 1000, 4.0)
    }

    #[test]
    fn one_of_the_ways_to_say_a_thing_is_enough() {
        let bm25 = bm25("기숙사 환불", &[("생활관", 9), ("반환", 9)]);
        let mut scorer = bm25.scorer();
        let mut fit = |text: &str| scorer.score(&Passage { texts: &[text], ..Passage::default() });
        let (other, own) = (fit("생활관비는 반환한다."), fit("기숙사비는 환불한다."));
        assert!(other.coverage > 0.7 && own.coverage > other.coverage);
        assert!(fit("도서관은 아홉 시에 연다.").score < f64::EPSILON);
    }

    #[test]
    fn what_is_named_comes_first_and_forms_come_last() {
        let bm25 = bm25("교원인사규정", &[]);
        let mut scorer = bm25.scorer();
        let mut fit =
            |name: &str, text: &str| scorer.score(&Passage { names: &[name], titles: &[], texts: &[text] });
        let own = fit("교원인사규정", "제1조 (목적) 교원의 인사를 정한다.");
        assert!(own.score > fit("JA교원인사규정", "제1조 (목적) 교원의 인사를 정한다.").score);
        for form in [
            "| 성명 | |\n| 소속 | |\n| 비고 | |",
            "위와 같이 신청합니다. 20  년   월   일",
            "제16조 <삭제 2008. 3. 1.>",
        ] {
            assert!(fit("교원인사규정", form).is_form, "{form}");
        }
        assert!(!own.is_form);
    }

    proptest! {
        #[test]
        fn a_word_that_is_known_counts_as_one_that_is_new(
            query in "[a-c가-각]{1,2}( [a-c가-다]{1,3}){0,6}",
            passages in proptest::collection::vec("([a-cA-C가-다]{1,4}(ing|s|은|에서|,000)?[ .]){0,12}", 1..6),
        ) {
            let bm25 = Bm25::new(Question::new(&query), |_| Some(3), 40, 7.0);
            let mut scorer = bm25.scorer();
            for passage in &passages {
                let passage = Passage { texts: &[passage.as_str()], ..Passage::default() };
                let fit = scorer.score(&passage);
                prop_assert_eq!(fit, bm25.scorer().score(&passage));
                // And so does one that was counted when it was stored.
                let terms: Vec<String> = passage.texts.iter().flat_map(|text| search_terms(text)).collect();
                let packed = pack(terms.iter().map(String::as_str));
                let length = u32::try_from(terms.len()).unwrap();
                let counted = Counted { counts: Counts::new(&packed), length, is_form: passage.is_form() };
                prop_assert_eq!(fit, scorer.score_counted(&Passage { texts: &[], ..passage }, counted));
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
