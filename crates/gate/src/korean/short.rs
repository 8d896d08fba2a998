//! Short verbs: Korean verbs whose stem has one syllable, which no key tells apart (`씹지 말고`, `씹어서`).
//!
//! Owns whether a claim does what its evidence says is not to be done, or the reverse. Longer verbs are
//! [`conflict`](crate::denial::conflict)'s.

use stet_text::{SyllableSet, final_consonant, syllable_at};

/// What may follow the stem, which ends in a consonant: so it is no noun with a particle.
const ENDINGS: &[&str] =
    &["어", "아", "는", "습", "었", "았", "거나", "도록", "던", "기", "으", "고", "게", "지"];

/// What may follow a stem of one syllable, by the first syllable, where the word is known to be a verb or is compared with one: some are
/// particles, too.
const ENDINGS_OF_VERBS: &str = "는은을고기다던자지며면았었아어습으게";

/// The syllable before such an ending: the stem of a word, if that is a verb whose stem has one.
pub(crate) fn stem_of_verb(word: &str) -> Option<char> {
    let mut chars = word.chars();
    let first = chars.next()?;
    chars.next().is_some_and(|next| ENDINGS_OF_VERBS.contains(next)).then_some(first)
}

/// Particles behind a noun of one syllable.
const PARTICLES: &[&str] = &[
    "", "은", "는", "이", "가", "을", "를", "의", "에", "도", "만", "로", "과", "와", "에서", "에게", "보다",
    "까지", "부터", "에는", "마다", "이나", "나",
];

/// Whether two Korean words are forms of one verb whose stem is one syllable, or of one noun of one syllable: `먹고`, `먹은`; `배의`, `배가`.
pub(crate) fn are_short_and_one(one: &str, other: &str) -> bool {
    let noun = |word: &str| {
        let first = word.chars().next()?;
        let rest = word.get(first.len_utf8()..)?;
        PARTICLES.contains(&rest).then_some(first)
    };
    let same = |one: Option<char>, other: Option<char>| one.is_some() && one == other;
    let verb = |word: &str| {
        let belongs = ["은", "을", "음"].iter().find_map(|end| word.strip_suffix(end));
        let first = || {
            belongs?
                .chars()
                .next()
                .filter(|&first| belongs.is_some_and(|head| head.len() == first.len_utf8()))
        };
        stem(word).or_else(first)
    };
    same(noun(one), noun(other)) || same(verb(one), verb(other))
}

/// The stem of a short verb that ends in a consonant.
fn stem(word: &str) -> Option<char> {
    /// The first syllables of [`ENDINGS`].
    static BEHIND: SyllableSet = SyllableSet::of(&[
        '어', '아', '는', '습', '었', '았', '거', '도', '던', '기', '으', '고', '게', '지',
    ]);
    // Most words have another second syllable.
    if !syllable_at(word.as_bytes(), 3).is_some_and(|second| BEHIND.has(second)) {
        return None;
    }
    let first = word.chars().next()?;
    let rest = word.get(first.len_utf8()..)?;
    let closed = final_consonant(first).is_some_and(|last| last != 0);
    let verb = closed
        && !matches!(first, '있' | '없' | '않' | '못' | '같')
        && ENDINGS.iter().any(|end| rest.starts_with(end));
    verb.then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_words_are_told_by_what_follows_the_first_syllable() {
        for (one, other, want) in [
            ("배의", "배가", true),
            ("먹고", "먹은", true),
            ("배편", "배가", false),
            ("사고", "사는", false),
            ("찍을", "찍지", true),
        ] {
            assert_eq!(are_short_and_one(one, other), want, "{one} {other}");
        }
    }
}
