//! Clauses: which words of a sentence belong to a value, or to a word of a direction, when it has two.
//!
//! Owns the rough cut of a text into clauses, by punctuation, conjunctions and Korean connective endings, and how much
//! of a claim the clause of a word holds. `대출 기간은 학부생 14일, 대학원생 30일` states both values, but not `학부생은
//! 30일`.

use crate::domain::gate::reading::Reading;
use crate::domain::span::Span;
use crate::domain::text::Script;

/// What a clause holds of what an earlier one of its sentence says: mostly the subject is said once.
const INHERITED: f32 = 0.6;

/// The same for a later one: `3월에 입사해 7월에 퇴사한 직원`.
const LATER: f32 = 0.3;

/// For every word of a text the number of its clause, and for every clause the first of its sentence.
#[derive(Debug, Clone, Default)]
pub(super) struct Clauses {
    of_token: Vec<usize>,
    sentence: Vec<usize>,
}

impl Clauses {
    pub(super) fn new(text: &Reading<'_>) -> Self {
        let mut found = Self { of_token: Vec::with_capacity(text.tokens.len()), sentence: vec![0] };
        let (mut end, mut content) = (0, 0);
        for (at, token) in text.tokens.iter().enumerate() {
            let gap = Span::new(end, token.span.start).of(text.norm);
            let last = found.sentence.len() - 1;
            if gap.contains(['.', '!', '?', ';', '\n']) && gap.contains(char::is_whitespace) {
                found.sentence.push(last + 1);
                content = 0;
            } else if content > 1
                && (gap.contains(',') || joins(token.text) || at > 0 && connects(text, at - 1))
            {
                // `In 2003, the bridge` is one clause.
                let first = found.sentence.get(last).copied().unwrap_or_default();
                found.sentence.push(first);
                content = 0;
            }
            content += usize::from(text.content(at).is_some());
            found.of_token.push(found.sentence.len() - 1);
            end = token.span.end;
        }
        found
    }

    /// Whether two words stand in one clause.
    pub(super) fn are_one(&self, one: usize, other: usize) -> bool {
        self.of_token.get(one) == self.of_token.get(other)
    }

    /// Whether two words stand in one sentence.
    pub(super) fn are_together(&self, one: usize, other: usize) -> bool {
        let sentence = |at: usize| self.of_token.get(at).and_then(|&clause| self.sentence.get(clause));
        sentence(one) == sentence(other)
    }

    /// How many of some words, marked by position in `held`, the clause of the word at `at` holds; those of earlier
    /// clauses of its sentence count less.
    pub(super) fn share(&self, at: usize, held: &[bool]) -> f32 {
        let Some(&clause) = self.of_token.get(at) else { return 0.0 };
        let first = self.sentence.get(clause).copied().unwrap_or_default();
        let worth = |other: usize| match other {
            _ if other == clause => 1.0,
            _ if self.sentence.get(other).copied() != Some(first) => 0.0,
            _ if other < clause => INHERITED,
            _ => LATER,
        };
        self.of_token.iter().zip(held).filter(|(_, held)| **held).map(|(&other, _)| worth(other)).sum()
    }
}

fn joins(word: &str) -> bool {
    matches!(word, "and" | "but" | "while" | "whereas" | "although" | "though" | "then")
}

/// Whether the Korean word at `at` ends a clause.
fn connects(text: &Reading<'_>, at: usize) -> bool {
    let Some(token) = text.tokens.get(at).filter(|token| token.script == Script::Hangul) else {
        return false;
    };
    let word = token.text;
    let long = word.chars().nth(2).is_some();
    ["고", "며", "지만", "는데", "으나", "하되", "면서"].iter().any(|end| word.ends_with(end) && word != *end)
        && !matches!(word, "사고" | "최고" | "광고" | "창고" | "참고" | "보고" | "그리고")
        || long
            && ["해", "하여", "되어", "하나", "해서"].iter().any(|end| word.ends_with(end))
            && word != "지난해"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::text::normalise;

    fn clauses(text: &str) -> Vec<usize> {
        Clauses::new(&Reading::new(&normalise(text))).of_token
    }

    #[test]
    fn where_a_clause_begins() {
        for (text, want) in [
            ("The hall opened early and the gate closed late.", &[0, 0, 0, 0, 1, 1, 1, 1, 1][..]),
            ("In 2003, the hall opened.", &[0, 0, 0, 0, 0]),
            ("The hall opened. The gate closed.", &[0, 0, 0, 1, 1, 1]),
            ("강당은 열고 정문은 닫았다", &[0, 0, 1, 1]),
            ("광고 예산은 늘었다", &[0, 0, 0]),
        ] {
            assert_eq!(clauses(text), want, "{text}");
        }
    }

    #[test]
    fn a_clause_shares_most_of_what_it_holds_itself() {
        let norm = normalise("강당은 열고 정문은 닫았다");
        let clauses = Clauses::new(&Reading::new(&norm));
        let held = |at: usize| (0..4).map(|word| word == at).collect::<Vec<_>>();
        assert!(clauses.share(3, &held(2)) > clauses.share(3, &held(0)));
        assert!(clauses.share(3, &held(0)) > clauses.share(1, &held(2)));
        assert!(clauses.are_one(0, 1) && !clauses.are_one(1, 2) && clauses.are_together(0, 3));
    }
}
