//! What a sentence says of how certain it is itself.

use stet_text::final_consonant;

/// Whether a statement says itself that it is not certain, or somebody's opinion.
pub fn is_hedged(statement: &str) -> bool {
    let said = statement.to_lowercase();
    hedges_of_both().any(|hedge| has_hedge(&said, hedge))
}

pub fn hedges_of_both() -> impl Iterator<Item = &'static str> {
    ["words/ko/hedges", "words/en/hedges"].into_iter().flat_map(stet_data::lines)
}

pub fn has_hedge(said: &str, hedge: &str) -> bool {
    said.match_indices(hedge).any(|(at, _)| {
        let before = said.get(..at).unwrap_or_default();
        let after = said.get(at + hedge.len()..).unwrap_or_default();
        let word = |ch: Option<char>| ch.is_some_and(char::is_alphanumeric);
        if hedge == "수도 있습니다" {
            // `할 수도`, `할수도`, but not `서울은 수도`.
            return before.trim_end().ends_with(is_future_adnominal);
        }
        // Endings and particles may follow a Korean hedge, but nothing may run into one.
        let whole = match hedge {
            "보통" => after.strip_prefix('은').is_none_or(|rest| word(rest.chars().next())),
            "아마" => true,
            _ => hedge.is_ascii(),
        };
        !(word(before.chars().next_back()) || (whole && word(after.chars().next())))
    })
}

/// A Hangul syllable that ends in ㄹ, as the verb before `수도 있다` does.
fn is_future_adnominal(ch: char) -> bool {
    final_consonant(ch) == Some(8)
}
