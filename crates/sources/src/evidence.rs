//! Which passages become the sources of an answer, and how good they are as evidence.
//!
//! Owns source scoring and the evidence grade (retrieval.md). Leaves the ranking to [`super::fusion`] and the
//! judgement of single claims to the gate.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::chunk::ArticleAnchor;

/// How good a passage is as evidence for a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    Low,
    Medium,
    High,
}

/// What similarity means in an embedding space: thresholds and trust belong to the model, since another
/// model's cosine lives elsewhere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpaceProfile {
    /// What is compared with the thresholds.
    pub basis: Basis,
    pub high: f64,
    pub medium: f64,
    /// Factor on the weight of the vector leg, 0 to 1: a weak space must not drag strong keywords down.
    pub trust: f64,
}

/// The number that a grade is read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// Cosine of question and passage.
    Cosine,
    /// Share of the question's information (idf) that the passage contains.
    Coverage,
}

impl SpaceProfile {
    /// The profile of a space by its name; `None` stands for no embeddings at all.
    #[must_use]
    pub fn of(space: Option<&str>) -> Self {
        match space {
            // Hashed words hold nothing that keywords do not: the grade reads the words, and the vectors only
            // break ties. Calibrated on KorQuAD and XQuAD: a first hit is relevant in 96 % at High, 80 % at
            // Medium, 50 % at Low.
            None => Self { basis: Basis::Coverage, high: 0.6, medium: 0.35, trust: 0.0 },
            Some(name) if name.starts_with("hashing") => {
                Self { basis: Basis::Coverage, high: 0.6, medium: 0.35, trust: 0.1 }
            }
            // E5 models put unrelated texts at 0.7 and above.
            Some(name) if name.contains("e5") => {
                Self { basis: Basis::Cosine, high: 0.86, medium: 0.82, trust: 1.0 }
            }
            Some(_) => Self { basis: Basis::Cosine, high: 0.78, medium: 0.72, trust: 1.0 },
        }
    }

    /// The grade of a passage. `cosine` is `None` where only the keywords found it. A document of the last
    /// year gets a bonus of 0.02: enough to tip a close case, not to lift a bad one.
    #[must_use]
    pub fn grade(&self, cosine: Option<f64>, coverage: f64, recent: bool) -> Grade {
        let value = match self.basis {
            Basis::Cosine => cosine.unwrap_or(0.0),
            Basis::Coverage => coverage,
        } + if recent { 0.02 } else { 0.0 };
        if value >= self.high {
            Grade::High
        } else if value >= self.medium {
            Grade::Medium
        } else {
            Grade::Low
        }
    }
}

/// Which candidates are good enough to be sources.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SourcePolicy {
    pub max_sources: usize,
    /// Least source score, 0 to 1.
    pub min_relevance: f64,
    /// Shortest excerpt, in characters without surrounding white space.
    pub min_excerpt_length: usize,
}

impl Default for SourcePolicy {
    fn default() -> Self {
        Self { max_sources: 5, min_relevance: 0.4, min_excerpt_length: 20 }
    }
}

/// A passage that may become a source; candidates are given best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate<'a> {
    /// What makes two passages the same file.
    pub file: &'a str,
    pub page: Option<i32>,
    /// Two articles on one page are two places.
    pub article: Option<&'a ArticleAnchor>,
    pub excerpt: &'a str,
}

/// A candidate that was chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chosen {
    /// Index among the candidates.
    pub index: usize,
    /// 0 to 1.
    pub score: f64,
}

/// Length in characters from which an excerpt gets the full share: about a paragraph.
const FULL_LENGTH: f64 = 500.0;

/// Scores candidates and chooses the sources of an answer, in the candidates' order.
///
/// The score is 40 % position (first 1, falling evenly to 0 after the last), 40 % length (full at
/// 500 characters) and 20 % frequency (share of the file among the candidates, full for the most frequent).
/// Short excerpts and low scores are dropped; of one file's page, or of one article on it, only the best is kept.
#[must_use]
pub fn choose_sources(candidates: &[Candidate<'_>], policy: &SourcePolicy) -> Vec<Chosen> {
    let mut frequency: FxHashMap<&str, usize> = FxHashMap::default();
    for candidate in candidates {
        *frequency.entry(candidate.file).or_default() += 1;
    }
    let most = frequency.values().copied().max().unwrap_or(1).max(1) as f64;
    let mut seen = FxHashSet::default();
    let mut chosen = Vec::new();
    for (index, candidate) in candidates.iter().enumerate() {
        let length = candidate.excerpt.trim().chars().count();
        if length < policy.min_excerpt_length {
            continue;
        }
        let position = 1.0 - index as f64 / candidates.len() as f64;
        let length = (length as f64 / FULL_LENGTH).min(1.0);
        let often = frequency.get(candidate.file).copied().unwrap_or(1) as f64 / most;
        let score = 0.4 * position + 0.4 * length + 0.2 * often;
        if score < policy.min_relevance {
            continue;
        }
        // Without pages every passage is a place of its own.
        if candidate.page.is_some_and(|page| !seen.insert((candidate.file, page, candidate.article))) {
            continue;
        }
        chosen.push(Chosen { index, score });
        if chosen.len() == policy.max_sources {
            break;
        }
    }
    chosen
}

/// Words that announce a warning, Korean and English.
const WARNING_WORDS: [&str; 9] =
    ["경고", "주의", "위험", "금지", "WARNING", "CAUTION", "DANGER", "Warning:", "Caution:"];

/// Sentences of the sources that warn of something, each once, at most `limit`.
#[must_use]
pub fn warnings<'a>(sentences: impl IntoIterator<Item = &'a str>, limit: usize) -> Vec<&'a str> {
    let mut seen = FxHashSet::default();
    sentences
        .into_iter()
        .map(str::trim)
        .filter(|sentence| WARNING_WORDS.iter().any(|word| sentence.contains(word)))
        .filter(|sentence| seen.insert(*sentence))
        .take(limit)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(candidates: &[(&str, Option<i32>, usize)]) -> Vec<usize> {
        let texts: Vec<String> = candidates.iter().map(|&(_, _, length)| "가".repeat(length)).collect();
        let candidates: Vec<Candidate<'_>> = candidates
            .iter()
            .zip(&texts)
            .map(|(&(file, page, _), excerpt)| Candidate { file, page, article: None, excerpt })
            .collect();
        choose_sources(&candidates, &SourcePolicy::default()).iter().map(|c| c.index).collect()
    }

    #[test]
    fn short_excerpts_are_dropped() {
        assert_eq!(chosen(&[("a", Some(1), 19), ("a", Some(2), 20)]), [1]);
    }

    #[test]
    fn the_same_page_of_a_file_counts_once() {
        assert_eq!(chosen(&[("a", Some(1), 300), ("a", Some(1), 500), ("b", Some(1), 500)]), [0, 2]);
        assert_eq!(chosen(&[("a", None, 300), ("a", None, 500)]), [0, 1]);
    }

    #[test]
    fn articles_of_one_page_are_places_of_their_own() {
        let article = |regulation: &str, number, branch| ArticleAnchor {
            regulation: regulation.into(),
            number,
            branch,
            title: None,
        };
        let articles = [
            article("학칙", 3, None),
            article("학칙", 4, None),
            article("학칙", 4, Some(2)),
            article("Library Rules", 4, None),
        ];
        let text = "가".repeat(300);
        let on_page_one = |article| Candidate { file: "a", page: Some(1), article, excerpt: &text };
        let mut candidates: Vec<Candidate<'_>> = articles.iter().map(|own| on_page_one(Some(own))).collect();
        // Another part of an article, and a passage of no article.
        candidates.insert(1, on_page_one(articles.first()));
        candidates.push(on_page_one(None));
        let chosen: Vec<usize> =
            choose_sources(&candidates, &SourcePolicy::default()).iter().map(|c| c.index).collect();
        assert_eq!(chosen, [0, 2, 3, 4, 5]);
    }

    #[test]
    fn at_most_five() {
        let many: Vec<_> = (0..9).map(|page| ("a", Some(page), 500)).collect();
        assert_eq!(chosen(&many), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn the_score_is_the_sum_of_three_shares() {
        let long = "x".repeat(500);
        let candidates = [
            Candidate { file: "a", page: Some(1), article: None, excerpt: &long },
            Candidate { file: "a", page: Some(2), article: None, excerpt: &long },
            Candidate { file: "b", page: Some(1), article: None, excerpt: &long },
            // 0.4 * 0.25 + 0.4 * 0.05 + 0.2 * 0.5 = 0.22: too little.
            Candidate { file: "c", page: Some(1), article: None, excerpt: "only twenty-five letters!" },
        ];
        let scores: Vec<f64> =
            choose_sources(&candidates, &SourcePolicy::default()).iter().map(|c| c.score).collect();
        assert_eq!(scores.len(), 3);
        for (got, wanted) in scores.iter().zip([1.0, 0.9, 0.7]) {
            assert!((got - wanted).abs() < 1e-9, "{got} is not {wanted}");
        }
    }

    #[test]
    fn grades_follow_the_space() {
        let openai = SpaceProfile::of(Some("openai:text-embedding-3-small:1536"));
        assert_eq!(openai.grade(Some(0.78), 0.0, false), Grade::High);
        assert_eq!(openai.grade(Some(0.77), 0.0, false), Grade::Medium);
        assert_eq!(openai.grade(Some(0.77), 0.0, true), Grade::High);
        assert_eq!(openai.grade(Some(0.71), 1.0, false), Grade::Low);
        assert_eq!(openai.grade(None, 1.0, false), Grade::Low);
        let hashing = SpaceProfile::of(Some("hashing-v1:1536"));
        assert_eq!(hashing.grade(Some(0.2), 0.9, false), Grade::High);
        assert_eq!(hashing.grade(Some(0.99), 0.0, false), Grade::Low);
        assert!(Grade::High > Grade::Medium && Grade::Medium > Grade::Low);
    }

    #[test]
    fn warnings_come_once_and_limited() {
        let sentences = ["주의: 전원을 끄십시오.", "켜십시오.", "WARNING! Hot.", "주의: 전원을 끄십시오."];
        assert_eq!(warnings(sentences, 5), ["주의: 전원을 끄십시오.", "WARNING! Hot."]);
        assert_eq!(warnings(sentences, 1).len(), 1);
    }
}
