//! Which values of one text another states, each pair compared once.

use crate::values::Value;

/// For each value of a claim, whether each value of a text states it.
#[derive(Debug)]
pub struct Matches(Vec<Vec<bool>>);

impl Matches {
    #[must_use]
    pub fn new<'a>(mine: &[Value], theirs: &(impl Iterator<Item = &'a Value> + Clone)) -> Self {
        let row = |value: &Value| theirs.clone().map(|other| value.is_stated_as(other)).collect();
        Self(mine.iter().map(row).collect())
    }

    /// Whether a value of the text, by position, states one of the claim.
    #[must_use]
    pub fn is(&self, mine: usize, theirs: usize) -> bool {
        self.0.get(mine).and_then(|row| row.get(theirs)).copied().unwrap_or_default()
    }

    /// Whether the text states a value of the claim.
    #[must_use]
    pub fn states(&self, mine: usize) -> bool {
        self.0.get(mine).is_some_and(|row| row.contains(&true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::values;

    #[test]
    fn a_pair_matches_where_the_one_states_the_other() {
        let mine = values("15일 이내에 3만 원을 2024년까지 7명이 낸다");
        let theirs = values(&"30,000원과 15일과 8명과 1년 ".repeat(40));
        let matches = Matches::new(&mine, &theirs.iter());
        for (at, value) in mine.iter().enumerate() {
            for (there, other) in theirs.iter().enumerate() {
                assert_eq!(matches.is(at, there), value.is_stated_as(other));
            }
            assert_eq!(matches.states(at), theirs.iter().any(|other| value.is_stated_as(other)));
        }
    }
}
