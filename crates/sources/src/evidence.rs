//! Which passages become the sources of an answer, and how good they are as evidence.
//!
//! Owns source scoring and the evidence grade (retrieval.md). Leaves the ranking to [`super::fusion`] and the
//! judgement of single claims to the gate.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;
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

/// What similarity means in an embedding space: the figures belong to the model, since another model's cosine lives elsewhere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpaceProfile {
    pub basis: Basis,
    /// Below this, a passage has nothing to do with the question.
    pub floor: f64,
    pub medium: f64,
    pub high: f64,
    /// What a cosine is lower by where question and passage are of two languages.
    pub across: f64,
    /// Factor on the weight of the vector leg, 0 to 1: a weak space must not drag strong keywords down.
    pub trust: f64,
}

/// The number that relevance is read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// Share of the question's information (idf) that the passage contains.
    Coverage,
    /// Cosine of question and passage in a space that was measured, with the words beside it.
    Cosine,
    /// Cosine in another space, or the words, whichever speaks more for the passage.
    Either,
}

/// What the thresholds of a space mean, 0 to 1; [`SourcePolicy::min_relevance`] is the first of them by default.
const FLOOR: f64 = 0.4;
const MEDIUM: f64 = 0.6;
const HIGH: f64 = 0.8;
/// What words say beside a cosine that was measured.
const WORDS_SHARE: f64 = 0.3;
/// So far below its floor a cosine says that nothing is shared.
const FAR: f64 = 0.1;
/// What hashed words share by chance: four times the spread of the cosine of two unrelated texts in 1,536 dimensions.
const CHANCE: f64 = 0.1;

/// What tells how much a passage has to do with a question.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Signs {
    /// `None` where the passage has no vector.
    pub cosine: Option<f64>,
    pub coverage: f64,
    /// Question and passage are of two languages, so that words say nothing.
    pub across: bool,
}

impl SpaceProfile {
    /// What the words of a passage tell alone.
    const WORDS: Self =
        Self { basis: Basis::Coverage, floor: 0.26, medium: 0.45, high: 0.7, across: 0.0, trust: 0.0 };

    /// The profile of a space by its name; `None` stands for no embeddings at all.
    #[must_use]
    pub fn of(space: Option<&str>) -> Self {
        let Some(space) = space else { return Self::WORDS };
        // Hashed words hold nothing that keywords do not: relevance is read from the words, and the vectors only break ties.
        if space.starts_with("hashing") {
            return Self { trust: 0.1, ..Self::WORDS };
        }
        // The model's name alone: a fingerprint of hexadecimal digits may hold `e5`, too.
        let model = space.split(':').nth(1).unwrap_or_default();
        if model.split(|c: char| !c.is_ascii_alphanumeric()).any(|part| part == "e5") {
            // Measured with `stet eval retrieval --calibrate` on multilingual-e5-small: 69 questions about a rule book have a
            // passage at .838 and above, 13 of 15 about other things have none; Korean questions on English texts lie lower.
            return Self {
                basis: Basis::Cosine,
                floor: 0.838,
                medium: 0.855,
                high: 0.875,
                across: 0.073,
                trust: 1.0,
            };
        }
        // Nobody has measured it: what it finds is told by grades, and nothing is held back.
        Self { basis: Basis::Either, floor: 0.25, medium: 0.72, high: 0.78, across: 0.0, trust: 1.0 }
    }

    /// How likely a passage has to do with the question, 0 to 1, by the same measure in every space.
    #[must_use]
    pub fn relevance(&self, signs: Signs) -> f64 {
        let words = Self::WORDS.scaled(signs.coverage, Self::WORDS.floor);
        let Some(cosine) = signs.cosine else { return words };
        let near = self.scaled(self.nearness(cosine, signs.across), FAR);
        match self.basis {
            Basis::Coverage => words,
            Basis::Cosine if signs.across => near,
            Basis::Cosine => WORDS_SHARE * words + (1.0 - WORDS_SHARE) * near,
            Basis::Either => near.max(words),
        }
    }

    /// A cosine as it compares with those of passages in the question's own language.
    #[must_use]
    pub fn nearness(&self, cosine: f64, across: bool) -> f64 {
        cosine + if across { self.across } else { 0.0 }
    }

    /// Whether there is any sign that a passage has to do with the question. Hashed parts of words show what whole words do not: a
    /// misspelt one, or another form.
    #[must_use]
    pub fn shares(&self, signs: Signs) -> bool {
        let parts = self.basis == Basis::Coverage && signs.cosine.is_some_and(|cosine| cosine > CHANCE);
        parts || self.relevance(signs) > 0.0
    }

    /// A figure between 0, so far below the floor, and 1.
    fn scaled(&self, value: f64, below: f64) -> f64 {
        let points = [
            (self.floor - below, 0.0),
            (self.floor, FLOOR),
            (self.medium, MEDIUM),
            (self.high, HIGH),
            (1.0, 1.0),
        ];
        let value = value.max(self.floor - below);
        let steps = points.iter().zip(points.iter().skip(1));
        let step = |(&(from, low), &(to, high)): (&(f64, f64), &(f64, f64))| {
            (value < to).then(|| low + (value - from) / (to - from) * (high - low))
        };
        steps.into_iter().find_map(step).unwrap_or(1.0)
    }
}

impl Grade {
    /// The grade of a relevance. A document of the last year gets a bonus: enough to tip a close case, not to lift a bad one.
    #[must_use]
    pub fn of(relevance: f64, recent: bool) -> Self {
        let relevance = relevance + if recent { 0.02 } else { 0.0 };
        if relevance >= HIGH {
            Self::High
        } else if relevance >= MEDIUM {
            Self::Medium
        } else {
            Self::Low
        }
    }
}

/// Which candidates are good enough to be sources.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SourcePolicy {
    pub max_sources: usize,
    /// Least relevance, 0 to 1.
    pub min_relevance: f64,
    /// Shortest excerpt, in characters without surrounding white space.
    pub min_excerpt_length: usize,
}

impl Default for SourcePolicy {
    fn default() -> Self {
        Self { max_sources: 5, min_relevance: FLOOR, min_excerpt_length: 2 }
    }
}

/// A passage that may become a source; candidates are given best first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate<'a> {
    /// What makes two passages the same file.
    pub file: &'a str,
    pub page: Option<i32>,
    /// Two articles on one page are two places.
    pub article: Option<&'a ArticleAnchor>,
    pub excerpt: &'a str,
    pub relevance: f64,
}

/// Chooses the sources of an answer, in the candidates' order: what has nothing to do with the question is left out, and of
/// one file's page, or of one article on it, only the best is kept. Gives the places among the candidates.
#[must_use]
pub fn choose_sources(candidates: &[Candidate<'_>], policy: &SourcePolicy) -> Vec<usize> {
    let mut seen = FxHashSet::default();
    let mut chosen = Vec::new();
    for (index, candidate) in candidates.iter().enumerate() {
        if chosen.len() < policy.max_sources
            && candidate.relevance >= policy.min_relevance
            && candidate.excerpt.trim().chars().count() >= policy.min_excerpt_length
            // Without pages every passage is a place of its own.
            && candidate.page.is_none_or(|page| seen.insert((candidate.file, page, candidate.article)))
        {
            chosen.push(index);
        }
    }
    chosen
}

/// Words that announce a warning, in lower case.
#[derive(Debug, Default)]
struct WarningWords {
    /// At the head of a sentence, before a mark or a blank.
    head: Vec<&'static str>,
    anywhere: Vec<&'static str>,
}

static WARNING_WORDS: LazyLock<WarningWords> = LazyLock::new(|| {
    let mut words = WarningWords::default();
    for row in ["words/ko/warnings", "words/en/warnings"].into_iter().flat_map(stet_data::rows) {
        match row.as_slice() {
            [form, "head"] => words.head.push(form),
            [form, _] => words.anywhere.push(form),
            _ => {}
        }
    }
    words
});

/// Sentences of the sources that warn of something, each once, at most `limit`. A lone word such as `주의` over a sentence
/// warns of what that says, and is told with it.
#[must_use]
pub fn warnings<'a>(sentences: impl IntoIterator<Item = &'a str>, limit: usize) -> Vec<String> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut head = None;
    for sentence in sentences.into_iter().map(str::trim).filter(|sentence| !sentence.is_empty()) {
        let told = match (warns(sentence), head.take()) {
            (Some(""), _) => {
                head = Some(sentence);
                continue;
            }
            (Some(_), _) => sentence.to_owned(),
            (None, Some(head)) => format!("{head} {sentence}"),
            (None, None) => continue,
        };
        if found.len() < limit && seen.insert(sentence) {
            found.push(told);
        }
    }
    found
}

/// Whether a sentence of a text may be a warning: to cut it into sentences costs more.
#[must_use]
pub fn may_warn(text: &str) -> bool {
    let lower = text.to_lowercase();
    WARNING_WORDS.anywhere.iter().chain(&WARNING_WORDS.head).any(|word| lower.contains(&**word))
}

/// What a sentence warns of: what follows its first word, empty where nothing does; `None` where it is no warning.
fn warns(sentence: &str) -> Option<&str> {
    let lower = sentence.to_lowercase();
    if WARNING_WORDS.anywhere.iter().any(|word| lower.contains(word)) {
        return Some(sentence);
    }
    let said = sentence.trim_start_matches(|ch: char| !ch.is_alphanumeric());
    let rest = WARNING_WORDS.head.iter().find_map(|word| {
        let begins = said.get(..word.len()).is_some_and(|begin| begin.to_lowercase() == **word);
        let rest = said.get(word.len()..).filter(|_| begins)?;
        let mut marks = rest.chars();
        // `주의 깊게 읽는다` and `Danger zones are marked` warn of nothing: a mark follows, or nothing.
        let first = marks.by_ref().find(|ch| !ch.is_whitespace());
        first
            .is_none_or(|ch| matches!(ch, ':' | '：' | '!' | ']' | ')' | '】' | '*' | '-' | '–' | '—' | '.'))
            .then_some(rest)
    })?;
    Some(rest.trim_matches(|ch: char| !ch.is_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(candidates: &[(&str, Option<i32>, f64)]) -> Vec<usize> {
        let candidate =
            |&(file, page, relevance)| Candidate {
                file, page, article: None, excerpt: "아홉 시", relevance
            };
        let candidates: Vec<Candidate<'_>> = candidates.iter().map(candidate).collect();
        choose_sources(&candidates, &SourcePolicy::default())
    }

    #[test]
    fn what_has_nothing_to_do_with_the_question_is_no_source() {
        assert_eq!(chosen(&[("a", Some(1), 0.39), ("a", Some(2), 0.4)]), [1]);
        assert!(chosen(&[("a", None, 0.1)]).is_empty());
    }

    #[test]
    fn the_same_page_of_a_file_counts_once() {
        assert_eq!(chosen(&[("a", Some(1), 0.9), ("a", Some(1), 0.9), ("b", Some(1), 0.5)]), [0, 2]);
        assert_eq!(chosen(&[("a", None, 0.9), ("a", None, 0.9)]), [0, 1]);
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
        let on_page_one =
            |article| Candidate { file: "a", page: Some(1), article, excerpt: "가나", relevance: 1.0 };
        let mut candidates: Vec<Candidate<'_>> = articles.iter().map(|own| on_page_one(Some(own))).collect();
        // Another part of an article, and a passage of no article.
        candidates.insert(1, on_page_one(articles.first()));
        candidates.push(on_page_one(None));
        assert_eq!(choose_sources(&candidates, &SourcePolicy::default()), [0, 2, 3, 4, 5]);
    }

    #[test]
    fn at_most_five() {
        let many: Vec<_> = (0..9).map(|page| ("a", Some(page), 0.7)).collect();
        assert_eq!(chosen(&many), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn what_is_near_by_chance_shares_nothing() {
        let shares = |space, cosine, coverage| {
            SpaceProfile::of(Some(space)).shares(Signs { cosine, coverage, across: false })
        };
        for (space, near, far) in
            [("hashing-v1:1536", 0.15, 0.06), ("local:e5:384", 0.8, 0.7), ("openai:m:8", 0.4, 0.1)]
        {
            assert!(shares(space, Some(near), 0.0) && !shares(space, Some(far), 0.0), "{space}");
            assert!(shares(space, None, 0.3) && !shares(space, None, 0.0), "{space}");
        }
    }

    #[test]
    fn grades_follow_the_space() {
        let grade = |space: Option<&str>, cosine, coverage| {
            let signs = Signs { cosine: Some(cosine), coverage, across: false };
            Grade::of(SpaceProfile::of(space).relevance(signs), false)
        };
        let openai = Some("openai:text-embedding-3-small:1536");
        assert_eq!(grade(openai, 0.78, 0.0), Grade::High);
        assert_eq!(grade(openai, 0.77, 0.0), Grade::Medium);
        assert_eq!(grade(openai, 0.71, 0.0), Grade::Low);
        for words in [None, Some("hashing-v1:1536")] {
            assert_eq!(grade(words, 0.2, 0.9), Grade::High);
            assert_eq!(grade(words, 0.99, 0.0), Grade::Low);
        }
        assert!(Grade::High > Grade::Medium && Grade::Medium > Grade::Low);
        assert_eq!(Grade::of(0.79, true), Grade::High);
        // The name of a model, not the digits of a fingerprint.
        assert_eq!(SpaceProfile::of(Some("local:bge:a1e5ff:384")), SpaceProfile::of(openai));
        let e5 = SpaceProfile::of(Some("local:e5-small-q4:a1:384"));
        assert_ne!(e5, SpaceProfile::of(openai));
        let relevance =
            |cosine, coverage, across| e5.relevance(Signs { cosine: Some(cosine), coverage, across });
        // Another subject of which a word stands somewhere; the same thing in other words; another language.
        assert!(relevance(0.763, 0.5, false) < FLOOR && relevance(0.87, 0.0, false) > FLOOR);
        assert!(relevance(0.8, 0.0, true) > FLOOR && relevance(0.74, 0.0, true) < FLOOR);
    }

    proptest::proptest! {
        #[test]
        fn relevance_rises_with_what_it_is_read_from(a in 0.0_f64..1.2, b in 0.0_f64..1.2) {
            let profile = SpaceProfile::of(Some(if a < b { "openai:m:8" } else { "local:e5:8" }));
            let (low, high) = (a.min(b), a.max(b));
            let of = |value| profile.relevance(Signs { cosine: Some(value), coverage: value, across: false });
            proptest::prop_assert!(of(low) <= of(high) && (0.0..=1.0).contains(&of(low)));
        }
    }

    #[test]
    fn warnings_come_once_and_limited() {
        let sentences = [
            "주의: 전원을 끄십시오.",
            "켜십시오.",
            "**WARNING!** Hot.",
            "주의: 전원을 끄십시오.",
            "⚠ 경고",
            "냉각수 뚜껑을 열지 마십시오.",
            "화상을 입을 위험이 있습니다.",
        ];
        assert_eq!(
            warnings(sentences, 5),
            [
                "주의: 전원을 끄십시오.",
                "**WARNING!** Hot.",
                "⚠ 경고 냉각수 뚜껑을 열지 마십시오.",
                "화상을 입을 위험이 있습니다."
            ]
        );
        assert_eq!(warnings(sentences, 1).len(), 1);
    }

    #[test]
    fn a_word_that_looks_like_a_warning_is_none() {
        let sentences = [
            "민주주의는 1987년에 회복되었다.",
            "주의 깊게 읽는다.",
            "위험물 보관소는 지하에 있다.",
            "경고등은 계기판에 있다.",
            "Danger zones are painted yellow.",
            "The company was cautioned twice.",
        ];
        assert!(warnings(sentences, 5).is_empty(), "{:?}", warnings(sentences, 5));
    }
}
