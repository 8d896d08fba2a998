//! How much a question leans on what was said before it.
//!
//! Owns the rule that carries earlier words along; leaves what a model makes of them to `ask`.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::question::is_asking;
use stet_text::{korean_stem, normalise, search_terms, tokens};

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

/// Whether a word points at what was said, or joins on to it.
pub(super) fn points(word: &str) -> bool {
    WORDS.points(word) || WORDS.joins.contains(word)
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

/// What means several things, or others than the one that was spoken of; and what does so before the name of their kind.
const ACROSS: [&str; 18] = [
    "all",
    "each",
    "every",
    "other",
    "others",
    "another",
    "else",
    "both",
    "모든",
    "각",
    "각각",
    "모두",
    "전부",
    "전체",
    "여러",
    "다른",
    "나머지",
    "외에",
];
const WHICH: [&str; 6] = ["which", "what", "any", "어느", "어떤", "무슨"];

/// Whether a word means several things, or others than the one that was spoken of.
pub(super) fn means_several(word: &str) -> bool {
    ACROSS.contains(&word) || ACROSS.contains(&korean_stem(word))
}

/// Whether a question is about several of the things that are called `called`, whatever was spoken of before: `Which offices …`,
/// `모든 지점의 …`.
#[must_use]
pub fn is_across(question: &str, called: &str) -> bool {
    let called = normalise(called);
    let words: Vec<String> = tokens(question).iter().map(|token| normalise(token.text)).collect();
    words.iter().enumerate().any(|(at, word)| {
        let stem = korean_stem(word);
        let one = word.strip_suffix('s').or_else(|| word.split_once('들').map(|(one, _)| one));
        let one = one.filter(|one| one.len() > 2);
        let is_several = one.is_some_and(|one| called.contains(one) && !called.contains(word));
        let which = at.checked_sub(1).and_then(|at| words.get(at)).map_or("", String::as_str);
        is_several || means_several(word) || WHICH.contains(&which) && called.contains(stem)
    })
}

/// Whether a question says no more than a name: `And Colmer?`, `그럼 바다 지점은?`
#[must_use]
pub fn is_name(question: &str) -> bool {
    let name = name(question);
    let words: Vec<String> = tokens(name).iter().map(|token| normalise(token.text)).collect();
    let says_more = |word: &String| word != "the" && (is_asking(word) || WORDS.points(word));
    (1..=4).contains(&words.len()) && !words.iter().any(says_more)
}

/// A question of no more than a name, without what joins it on.
fn name(question: &str) -> &str {
    let mut rest = question.trim().trim_end_matches(['?', '.', '!', ' ']);
    loop {
        let (first, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let first = normalise(first.trim_end_matches(','));
        let about = ["what", "how"].contains(&first.as_str())
            && behind.get(..6).is_some_and(|next| next.eq_ignore_ascii_case("about "));
        if about {
            rest = behind.get(6..).unwrap_or_default().trim_start();
        } else if WORDS.joins.contains(first.as_str()) && !behind.is_empty() {
            rest = behind.trim_start();
        } else {
            return rest;
        }
    }
}

/// A question with another name in the place of its own: of the words that follow one another there and are `named`, the most, and of as
/// many those that are written as a name, else the last.
#[must_use]
pub fn swapped(known: &str, named: impl Fn(&str) -> bool, question: &str) -> Option<String> {
    let words: Vec<&str> = known.split_whitespace().collect();
    let is = |word: &&str| {
        let terms = search_terms(word);
        !is_asking(&normalise(word)) && !terms.is_empty() && terms.iter().any(|term| named(term))
    };
    let mut best: Option<(usize, bool, usize)> = None;
    let mut at = 0;
    while at < words.len() {
        let run = words.get(at..)?;
        let length = run.iter().take_while(|word| is(word)).count();
        let capital = run.iter().take(length).any(|word| word.starts_with(char::is_uppercase));
        best = best.max((length > 0).then_some((length, capital, at)));
        at += length.max(1);
    }
    let (mut length, _, mut at) = best?;
    let mut name = name(question);
    // What comes with the name stays: `라온 지점은` becomes `마루 지점은`.
    if length > 1 && !name.contains(char::is_whitespace) {
        let run = words.get(at..at + length)?;
        at += run.iter().position(|word| word.starts_with(char::is_uppercase)).unwrap_or(0);
        length = 1;
        let ends = ["는요", "은요", "는", "은", "도"];
        let bare = ends.iter().find_map(|end| name.strip_suffix(end)).filter(|bare| !bare.is_empty());
        name = bare.unwrap_or(name);
    }
    name = name.strip_suffix('요').filter(|name| name.ends_with(['는', '은'])).unwrap_or(name);
    let (before, behind) = (words.get(..at)?, words.get(at + length..)?);
    let end = if behind.is_empty() { "?" } else { "" };
    Some([&before.join(" "), name, &behind.join(" ")].join(" ").trim().to_owned() + end)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_are_meant_by_their_words() {
        for (question, called, expected) in [
            ("Which office opens first?", "Branch office Arden", true),
            ("What are the fees of the offices?", "Branch office Arden", true),
            ("And the others?", "", true),
            ("모든 지점의 수수료는?", "가람 지점 안내", true),
            ("지점들의 수수료는?", "가람 지점 안내", true),
            ("Who is the head?", "Branch office Arden", false),
            ("What are the opening hours?", "Opening hours", false),
            ("지점장은 누구야?", "가람 지점 안내", false),
        ] {
            assert_eq!(is_across(question, called), expected, "{question}");
        }
    }

    #[test]
    fn another_name_takes_the_place_of_the_one_before() {
        for (known, title, question, expected) in [
            ("라온 지점은 몇 시에 여나요?", "라온 지점 안내", "마루는?", "마루 지점은 몇 시에 여나요?"),
            (
                "라온 지점은 몇 시에 여나요?",
                "라온 지점 안내",
                "그럼 바다 지점은요?",
                "바다 지점은 몇 시에 여나요?",
            ),
            (
                "When does the Hexley office open?",
                "Branch office Hexley",
                "And Colmer?",
                "When does the Colmer office open?",
            ),
            (
                "Who heads the office in Arden?",
                "Branch office Arden",
                "What about Fennel Cross?",
                "Who heads the office in Fennel Cross?",
            ),
        ] {
            let terms = search_terms(title);
            assert!(is_name(question), "{question}");
            let made = swapped(known, |term| terms.iter().any(|own| own == term), question);
            assert_eq!(made.as_deref(), Some(expected));
        }
        for more in ["Who approves it?", "지점장은 누구야?", "And how early?", "그건?"] {
            assert!(!is_name(more), "{more}");
        }
        assert_eq!(swapped("When is lunch?", |_| false, "And dinner?"), None);
    }
}
