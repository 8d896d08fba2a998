//! Short verbs: Korean verbs whose stem has one syllable, which no key tells apart (`씹지 말고`, `씹어서`).
//!
//! Owns whether a claim does what its evidence says is not to be done, or the reverse. Longer verbs are
//! [`conflict`](crate::denial::conflict)'s.

use crate::denial::negation::{is_denied, is_doubled, korean_negation, prohibition};
use crate::text::marks::DENIAL;
use crate::text::reading::Reading;
use stet_text::{Script, SyllableSet, final_consonant, syllable_at};

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

/// What a verb is known by: the syllable that is its stem, or the beginning of a longer stem in `ㄹ`, which some endings drop (`머물지`,
/// `머문다`).
fn verb(text: &Reading<'_>, at: usize) -> Option<u32> {
    const NIEUN: u32 = 4;
    const RIEUL: u32 = 8;
    const BIEUP: u32 = 17;
    let word = text.word(at);
    if let Some(stem) = stem(word) {
        return Some(u32::from(stem));
    }
    let second = final_consonant(char::from_u32(syllable_at(word.as_bytes(), 3)?)?)?;
    if !matches!(second, NIEUN | RIEUL | BIEUP) {
        return None;
    }
    let rest = word.char_indices().nth(2).and_then(|(at, _)| word.get(at..)).unwrap_or_default();
    let drops = second == RIEUL && rest.starts_with(['지', '고', '며', '어', '었', '던', '기'])
        || second == NIEUN && rest == "다"
        || second == BIEUP && rest.starts_with("니");
    drops.then(|| text.head(at)).filter(|head| *head != 0)
}

/// The verbs of a text, each with its position.
fn verbs<'a>(text: &'a Reading<'_>) -> impl Iterator<Item = (u32, usize)> + 'a {
    let hangul = text.tokens.iter().enumerate().filter(|(_, token)| token.script == Script::Hangul);
    hangul.filter_map(move |(at, _)| Some((verb(text, at)?, at)))
}

/// Whether the verb at a position of a text is denied.
fn is_verb_denied(text: &Reading<'_>, at: usize) -> bool {
    let negates = |at: usize| {
        text.is_marked(at, DENIAL)
            && !is_doubled(&text.tokens, at)
            && (korean_negation(text.word(at)).is_some() || prohibition(&text.tokens, at).is_some())
    };
    let word = text.word(at);
    // `씹지 말고`; `쪼개거나 씹지 말고` denies both.
    word.ends_with('지') && negates(at + 1)
        || word.ends_with("거나") && text.word(at + 1).ends_with('지') && negates(at + 2)
        || is_denied(text, at)
}

/// Whether the claim states what its evidence denies to think: `비가 올 것이라고 생각하지 않는다`.
pub(crate) fn states_what_is_not_thought(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let thinks = |word: &str| ["생각하지", "믿지", "보지", "여기지"].contains(&word);
    let thought = |text: &Reading<'_>, at: usize| {
        thinks(text.word(at)) && at.checked_sub(1).is_some_and(|before| text.word(before).ends_with("고"))
    };
    if !windows.iter().any(|window| window.has_mark(DENIAL))
        || (0..claim.tokens.len()).any(|at| thought(claim, at))
    {
        return false;
    }
    windows.iter().any(|window| {
        window.marked(DENIAL).filter_map(|at| at.checked_sub(1)).filter(|&at| thought(window, at)).any(|at| {
            // `받아들일 거라고 생각하지`
            let what = (at.saturating_sub(3)..at).rev().find(|&at| {
                let word = window.word(at);
                window.content(at).is_some() && !["거라고", "것이라고", "거라"].contains(&word)
            });
            what.is_some_and(|what| {
                (0..claim.tokens.len()).any(|at| claim.is_same(at, window, what) && !is_denied(claim, at))
            })
        })
    })
}

/// Whether a short verb is denied in a claim and nowhere in the evidence that has it, or the reverse.
pub(crate) fn denies_otherwise(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    if !claim.has_mark(DENIAL) && !windows.iter().any(|window| window.has_mark(DENIAL)) {
        return false;
    }
    let mut mine = verbs(claim).peekable();
    if mine.peek().is_none() {
        return false;
    }
    let theirs: Vec<(u32, &Reading<'_>, usize)> =
        windows.iter().flat_map(|window| verbs(window).map(move |(stem, at)| (stem, window, at))).collect();
    mine.any(|(stem, at)| {
        let mut same = theirs.iter().filter(|other| other.0 == stem).peekable();
        same.peek().is_some() && {
            let denied = is_verb_denied(claim, at);
            same.all(|&(_, window, there)| is_verb_denied(window, there) != denied)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

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

    #[test]
    fn what_is_not_thought_is_not_so() {
        for (claim, source, want) in [
            ("위원들은 안건에 찬성할 것이다.", "나는 위원들이 안건에 찬성할 것이라고 생각하지 않는다.", true),
            (
                "위원들은 안건에 찬성하지 않을 것이다.",
                "나는 위원들이 안건에 찬성할 것이라고 생각하지 않는다.",
                false,
            ),
            ("위원들은 안건에 찬성할 것이다.", "나는 위원들이 안건에 찬성할 것이라고 생각한다.", false),
        ] {
            let (claim, source) = (normalise(claim), normalise(source));
            let found = states_what_is_not_thought(&Reading::new(&claim), &[Reading::new(&source)]);
            assert_eq!(found, want, "{claim} / {source}");
        }
    }

    #[test]
    fn a_short_verb_is_denied_or_not() {
        for (claim, source, want) in [
            ("뚜껑을 열고 볶습니다.", "뚜껑을 열고 볶지 않는다.", true),
            ("가루는 물에 섞어 마신다.", "가루는 물에 섞지 말고 마신다.", true),
            ("가루는 물에 섞지 않고 마신다.", "가루는 물에 섞어 마신다.", true),
            ("가루는 물에 섞지 않고 마신다.", "가루는 물에 섞지 말고 마신다.", false),
            ("가루는 물에 섞어 마신다.", "가루는 물에 섞어 마시고 우유에는 섞지 않는다.", false),
            ("손님은 마루에만 머문다.", "손님은 마루에만 머물지 않는다.", true),
            ("집을 나온다.", "집에 가지 않는다.", false),
        ] {
            let (claim, source) = (normalise(claim), normalise(source));
            assert_eq!(
                denies_otherwise(&Reading::new(&claim), &[Reading::new(&source)]),
                want,
                "{claim} / {source}"
            );
        }
    }
}
