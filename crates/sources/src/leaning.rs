//! How much a question leans on what was said before it.
//!
//! Owns the rule that carries earlier words along; leaves what a model makes of them to `ask`.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::question::is_asking;
use stet_text::{normalise, tokens};

/// How much a question means by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaning {
    Not,
    Partly,
    /// It has no words of its own.
    Wholly,
}

impl Leaning {
    #[must_use]
    pub fn of(question: &str) -> Self {
        let words: Vec<String> = tokens(question).iter().map(|token| normalise(token.text)).collect();
        let list = &*WORDS;
        let own = words
            .iter()
            .filter(|word| {
                !list.points(word)
                    && !is_asking(word)
                    && !list.answers.contains(word.as_str())
                    && !list.joins.contains(word.as_str())
            })
            .count();
        if own == 0 {
            return Self::Wholly;
        }
        let joins = words.first().is_some_and(|first| list.joins.contains(first.as_str()))
            || (words.get(1).is_some_and(|second| second == "about")
                && words.first().is_some_and(|first| first == "what" || first == "how"));
        let short = own == 1 && words.len() <= 3;
        if joins || short || (own <= 3 && words.iter().any(|word| list.points(word))) {
            return Self::Partly;
        }
        Self::Not
    }
}

struct Words {
    joins: FxHashSet<&'static str>,
    answers: FxHashSet<&'static str>,
    points: FxHashSet<&'static str>,
    /// The beginnings of words that point.
    pointing: Vec<&'static str>,
}

impl Words {
    fn points(&self, word: &str) -> bool {
        self.points.contains(word) || self.pointing.iter().any(|beginning| word.starts_with(beginning))
    }
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let mut words = Words {
        joins: FxHashSet::default(),
        answers: FxHashSet::default(),
        points: FxHashSet::default(),
        pointing: Vec::new(),
    };
    for row in ["words/en/leaning", "words/ko/leaning"].into_iter().flat_map(stet_data::rows) {
        let [form, kind] = row.as_slice() else { continue };
        match (*kind, form.strip_suffix('*')) {
            ("points", Some(beginning)) => words.pointing.push(beginning),
            ("points", None) => drop(words.points.insert(form)),
            ("joins", _) => drop(words.joins.insert(form)),
            _ => drop(words.answers.insert(form)),
        }
    }
    words
});

/// A question behind those words that it leans on, if it does and there are any. `offer` is what the assistant has asked
/// last, which a bare “yes” means. At most `most` characters are carried along.
#[must_use]
pub fn behind(known: &str, offer: &str, question: &str, most: usize) -> String {
    let leaning = Leaning::of(question);
    if known.is_empty() || leaning == Leaning::Not {
        return question.to_owned();
    }
    let offer = if leaning == Leaning::Wholly { offer } else { "" };
    carried(known, offer, question, most)
}

/// A question behind words that were said before it, whether it says that it leans on them or not.
#[must_use]
pub fn carried(known: &str, offer: &str, question: &str, most: usize) -> String {
    let room = most.saturating_sub(question.chars().count() + offer.chars().count());
    let known: String = known.chars().take(room).collect();
    [known.as_str(), offer, question]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}
