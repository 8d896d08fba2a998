//! Short words: Korean verbs and nouns whose stem has one syllable, which no key tells apart (`씹지 말고`, `씹어서`).

use stet_text::final_consonant;

/// What may follow the stem, which ends in a consonant: so it is no noun with a particle.
const ENDINGS: &[&str] =
    &["어", "아", "는", "습", "었", "았", "거나", "도록", "던", "기", "으", "고", "게", "지"];

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
