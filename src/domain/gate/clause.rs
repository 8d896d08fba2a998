//! Clauses: which words of a sentence belong to a value, or to a word of a direction, when it has two.
//!
//! Owns the rough cut of a text into clauses, by punctuation, conjunctions and Korean connective endings, and how much
//! of a claim the clause of a word holds. `대출 기간은 학부생 14일, 대학원생 30일` states both values, but not `학부생은
//! 30일`.

use crate::domain::gate::exchange::alike;
use crate::domain::gate::number::{Stated, Value};
use crate::domain::gate::opposites::Named;
use crate::domain::gate::reading::{COMMA, Reading, SEMICOLON, SPACE, STOP};
use crate::domain::gate::rivals::Side;
use crate::domain::text::Script;

/// What a clause holds of what an earlier one of its sentence says: mostly the subject is said once.
const INHERITED: f32 = 0.6;

/// The same for a later one: `3월에 입사해 7월에 퇴사한 직원`.
const LATER: f32 = 0.3;

/// For every word of a text the number of its clause, and for every clause the first of its sentence.
#[derive(Debug, Clone, Default)]
struct Clauses {
    of_token: Vec<usize>,
    sentence: Vec<usize>,
}

impl Clauses {
    fn new(text: &Reading<'_>) -> Self {
        let mut found = Self { of_token: Vec::with_capacity(text.tokens.len()), sentence: vec![0] };
        let mut content = 0;
        for (at, token) in text.tokens.iter().enumerate() {
            let gap = text.gap(at);
            let last = found.sentence.len() - 1;
            if gap & (STOP | SEMICOLON) != 0 && gap & SPACE != 0 {
                found.sentence.push(last + 1);
                content = 0;
            } else if content > 1
                && (gap & COMMA != 0 || joins(token.text) || at > 0 && connects(text, at - 1))
            {
                // `In 2003, the bridge` is one clause.
                let first = found.sentence.get(last).copied().unwrap_or_default();
                found.sentence.push(first);
                content = 0;
            }
            content += usize::from(text.content(at).is_some());
            found.of_token.push(found.sentence.len() - 1);
        }
        found
    }

    /// Whether two words stand in one clause.
    fn are_one(&self, one: usize, other: usize) -> bool {
        self.of_token.get(one) == self.of_token.get(other)
    }

    /// Whether two words stand in one sentence.
    fn are_together(&self, one: usize, other: usize) -> bool {
        let sentence = |at: usize| self.of_token.get(at).and_then(|&clause| self.sentence.get(clause));
        sentence(one) == sentence(other)
    }

    /// How many of some words, marked by position in `held`, the clause of the word at `at` holds; those of earlier
    /// clauses of its sentence count less.
    fn share(&self, at: usize, held: &[bool]) -> f32 {
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

/// The claim's own in the window and its rivals there, by position.
struct Contest {
    own: Vec<usize>,
    others: Vec<usize>,
    /// The set of a word; none for a value.
    set: Option<u16>,
}

/// The values and words of the claim that the window names together with rivals which the claim does not name.
fn contests(
    named: &Named,
    theirs: &Named,
    window: &Reading<'_>,
    values: &[Value],
    stated: &[Value],
) -> Vec<Contest> {
    let first = |other: &Value| window.tokens.partition_point(|token| token.span.end <= other.span.start);
    let is_claimed = |other: &Value| {
        let other = Stated::new(other, 0);
        values.iter().any(|value| value.is_stated_by(&other))
    };
    let explicit = || stated.iter().filter(|other| !other.implied);
    let of_values = values.iter().map(|value| Contest {
        own: explicit().filter(|other| value.is_stated_by(&Stated::new(other, 0))).map(first).collect(),
        others: explicit()
            .filter(|other| other.unit == value.unit && !is_claimed(other))
            .map(first)
            .collect(),
        set: None,
    });
    let of_words = named.0.iter().map(|&(_, side)| {
        let claims = |other: Side| named.0.iter().any(|mine| mine.1 == other);
        let rivals = theirs.0.iter().filter(|(_, other)| other.0 == side.0 && other.1 != side.1);
        Contest {
            own: theirs.0.iter().filter(|found| found.1 == side).map(|found| found.0).collect(),
            others: rivals.filter(|(_, other)| !claims(*other)).map(|found| found.0).collect(),
            set: Some(side.0),
        }
    });
    of_values
        .chain(of_words)
        .filter(|contest| !contest.own.is_empty() && !contest.others.is_empty())
        .collect()
}

/// How much more of the claim the clause of a rival holds than the clause of the claim's own value or word, in words:
/// `수출은 늘고 수입은 줄었다` says little of falling exports. 0 where no rival stands in the same sentence.
pub(super) fn misplaced(
    claim: &Reading<'_>,
    named: &Named,
    theirs: &Named,
    window: &Reading<'_>,
    values: &[Value],
    stated: &[Value],
) -> f32 {
    let contests = contests(named, theirs, window, values, stated);
    if contests.is_empty() {
        return 0.0;
    }
    let clauses = Clauses::new(window);
    // For every word of the window the word of the claim that it is.
    let in_value = |at: usize| {
        let token = claim.tokens.get(at);
        token.is_some_and(|token| values.iter().any(|value| value.span.contains(token.span)))
    };
    let words: Vec<usize> =
        (0..claim.tokens.len()).filter(|&at| claim.content(at).is_some() && !in_value(at)).collect();
    let of_window: Vec<Option<usize>> = (0..window.tokens.len())
        .map(|there| {
            let key = window.content(there)?;
            let same = |at: &&usize| claim.content(**at) == Some(key) || alike(claim, **at, window, there);
            words.iter().find(same).copied()
        })
        .collect();
    let better = |contest: &Contest| {
        let is_contested =
            |at: usize| named.0.iter().any(|found| found.0 == at && Some(found.1.0) == contest.set);
        let held: Vec<bool> = of_window.iter().map(|word| word.is_some_and(|at| !is_contested(at))).collect();
        let best = |places: &[usize]| places.iter().map(|&at| clauses.share(at, &held)).fold(0.0, f32::max);
        best(&contest.others) - best(&contest.own)
    };
    // In two sentences the two may be said of anything.
    let apart = |contest: &&Contest| {
        contest.own.iter().any(|&one| contest.others.iter().any(|&other| clauses.are_together(one, other)))
            && !contest.own.iter().any(|&one| contest.others.iter().any(|&other| clauses.are_one(one, other)))
    };
    contests.iter().filter(apart).map(better).fold(0.0, f32::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::gate::number::values;
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

    #[test]
    fn what_is_said_of_something_else() {
        let by = |claim: &str, evidence: &str| {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            let (mine, theirs) = (values(&claim), values(&evidence));
            let mine: Vec<Value> = mine.into_iter().filter(|value| !value.implied).collect();
            let claim = Reading::new(&claim);
            let (named, window) = (Named::new(&claim), Reading::new(&evidence));
            misplaced(&claim, &named, &named.among(&window), &window, &mine, &theirs)
        };
        let tenure = "전임 교원의 임기는 6년, 겸임 교원의 임기는 2년으로 한다.";
        let trade = "수출은 늘고 수입은 줄었다.";
        let loans = "Undergraduates borrow books for 14 days, and graduate students borrow them for 30 days.";
        let vote = "The party supported the bill, while the unions opposed it.";
        for (right, wrong, evidence) in [
            ("겸임 교원의 임기는 2년이다.", "겸임 교원의 임기는 6년이다.", tenure),
            ("수출은 늘었다.", "수출은 줄었다.", trade),
            (
                "Graduate students borrow books for 30 days.",
                "Graduate students borrow books for 14 days.",
                loans,
            ),
            ("The party supported the bill.", "The party opposed the bill.", vote),
        ] {
            assert!(by(right, evidence) <= 0.0, "{right}: {}", by(right, evidence));
            assert!(by(wrong, evidence) > 0.1, "{wrong}: {}", by(wrong, evidence));
        }
        // In two sentences the two may be said of anything.
        assert!(by("Loans last 14 days.", "Loans last 14 days. Books last for 30 days of loans.") <= 0.0);
    }
}
