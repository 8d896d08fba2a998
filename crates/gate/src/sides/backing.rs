//! Backing: whether a claim's words of a direction are borne out by its evidence.
//!
//! A direction (`rose`, `before`, `private`) is a small word that turns a statement round, so it is looked for by what
//! it means: its own side of a set of [`opposites`](stet_reading::opposites) is named or spoken for, or only the
//! opposite one is, or neither; and to deny one side may be to state the other. Softer than
//! [`exchange`](crate::sides::exchange), which compares places and rejects by itself.

use crate::credits::Credit;
use stet_reading::denial::is_denied;
use stet_reading::opposites::{Named, Side, are_opposed, is_complementary, is_direction, is_rarer};
use stet_reading::reading::{COMMA, Reading, SEMICOLON, STOP};
use stet_reading::tags::Tags;

/// What a word counts when the evidence names only its opposite.
const CONTRARY: f32 = 1.0;

/// How little some windows, which name `theirs`, bear out the words of a direction of a claim, which are `named`, but for
/// those that `skip` names by position; whether the sources have a word outside the windows tells `elsewhere`.
pub(crate) fn astray(
    claim: &Reading<'_>,
    named: &Named,
    texts: &[Reading<'_>],
    theirs: &[Named],
    skip: impl Fn(usize) -> bool,
    elsewhere: impl Fn(usize) -> bool,
) -> f32 {
    let beside = |at: usize, side: Side| {
        texts.iter().zip(theirs).any(|(text, list)| {
            let mut words = list.0.iter().chain(&list.1).filter(|(_, other)| are_opposed(side, *other));
            words.any(|&(there, _)| are_beside(claim, at, text, there))
        })
    };
    let of_word = |&(at, side): &(usize, Side)| {
        let backed = |list: &Named| list.names(|own| own == side) || list.speaks_for(|own| own == side);
        if !is_direction(side) || skip(at) || theirs.iter().any(backed) {
            return 0.0;
        }
        let contrary = theirs.iter().any(|list| list.names(|other| are_opposed(side, other)));
        let found = match () {
            () if contrary => CONTRARY,
            () if beside(at, side) => Credit::SpokenAgainst.value(),
            () => Credit::Nowhere.value(),
        };
        let found = if !contrary && is_rarer(side) { found + Credit::Rarer.value() } else { found };
        if elsewhere(at) { Credit::Elsewhere.value() * found } else { found }
    };
    let mut words: Vec<&(usize, Side)> = named.0.iter().collect();
    words.dedup_by_key(|found| found.0);
    words.into_iter().map(of_word).sum::<f32>().min(Credit::MostAstray.value())
}

/// Number of sides that a claim names where its evidence names only others of the same set.
pub(crate) fn rivals(claim: &[Side], evidence: &[Side]) -> u32 {
    let rival =
        |side: &&Side| !evidence.contains(side) && evidence.iter().any(|other| are_opposed(**side, *other));
    u32::try_from(claim.iter().filter(rival).count()).unwrap_or(u32::MAX)
}

/// The English words of a claim, by position, of which the windows name the side and not its opposite, in another word. Korean ones
/// are compared by their [`meanings`](stet_reading::synonyms).
pub(crate) fn said_otherwise(claim: &Reading<'_>, named: &Named, texts: &[Reading<'_>]) -> Vec<usize> {
    // `not open` is `closed`.
    let turned = |text: &Reading<'_>, (at, side): (usize, Side)| {
        if is_complementary(side) && is_denied(text, at) { (side.0, 1 - side.1.min(1)) } else { side }
    };
    let of_text = |text: &Reading<'_>| -> Vec<Side> {
        named.among(text).0.into_iter().map(|found| turned(text, found)).collect()
    };
    let theirs: Vec<Side> = texts.iter().flat_map(of_text).collect();
    let told = |wanted: &dyn Fn(Side) -> bool| theirs.iter().any(|side| wanted(*side));
    let words = named.0.iter().filter(|&&(at, side)| {
        is_direction(side)
            && claim.word(at).is_ascii()
            && told(&|own| own == side)
            && !told(&|other| are_opposed(side, other))
            && !texts.iter().any(|text| text.has(claim.key(at)))
    });
    // `went` says nothing without its adverb.
    let with_verb = |at: usize| at.saturating_sub(usize::from(matches!(claim.word(at), "up" | "down")))..=at;
    words.flat_map(|&(at, _)| with_verb(at)).collect()
}

/// The content words on each side of a word, as far as its clause reaches.
fn around(text: &Reading<'_>, at: usize) -> Vec<usize> {
    /// Words on each side.
    const REACH: usize = 2;
    let cut = |at: usize| text.gap(at) & (STOP | COMMA | SEMICOLON) != 0;
    let before = (at.saturating_sub(REACH)..at).rev().take_while(|&near| !cut(near + 1));
    let behind = (at + 1..=at + REACH).take_while(|&near| near < text.tokens.len() && !cut(near));
    before.chain(behind).filter(|&near| text.content(near).is_some()).collect()
}

/// Whether a word beside one of a claim stands beside one of a text.
pub(crate) fn are_beside(claim: &Reading<'_>, at: usize, text: &Reading<'_>, there: usize) -> bool {
    let theirs = around(text, there);
    around(claim, at).into_iter().any(|mine| theirs.iter().any(|&other| claim.is_same(mine, text, other)))
}

/// The words of a claim, by position, that the window says by denying an opposite, where one of the two always holds (`legal`,
/// `not illegal`), or of which the claim denies what the window says the opposite of: `not open`, `closed`. What the window
/// denies is the other opposite only where there is nothing between the two: who did not win need not have lost.
pub(crate) fn said_by_denial(
    claim: &Reading<'_>,
    named: &Named,
    window: &Reading<'_>,
    theirs: &Named,
) -> Vec<usize> {
    if !window.has_tag(Tags::DENIAL) && !claim.has_tag(Tags::DENIAL) {
        return Vec::new();
    }
    let sides = named.0.iter().filter(|&&(at, side)| {
        let denied = is_denied(claim, at);
        let mut opposites = theirs.0.iter().filter(|other| are_opposed(side, other.1)).peekable();
        is_direction(side)
            && (denied || is_complementary(side))
            && opposites.peek().is_some()
            && !theirs.names(|own| own == side)
            && opposites.all(|&(there, _)| is_denied(window, there) != denied)
    });
    // `문을 열지 않는다`
    let with_door = |at: usize| at.saturating_sub(usize::from(at > 0 && claim.word(at - 1) == "문을"))..=at;
    sides.flat_map(|&(at, _)| with_door(at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn one_opposite_is_said_by_denying_the_other() {
        for (claim, evidence, want) in [
            ("The hall is not open on Sundays.", "The hall is closed on Sundays.", true),
            ("The hall is open on Sundays.", "The hall is closed on Sundays.", false),
            ("Prices did not rise.", "Prices rose.", false),
            ("Prices fell.", "Prices did not rise.", false),
            ("Prices did not rise.", "Prices fell.", true),
            ("The hall is closed on Sundays.", "The hall is not open on Sundays.", true),
            ("The team lost.", "The team did not win.", false),
            ("신청은 거부되었다.", "신청은 승인되지 않았다.", false),
            ("흡연은 금지된다.", "흡연은 허용되지 않는다.", true),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            let (claim, evidence) = (Reading::new(&claim), Reading::new(&evidence));
            let named = Named::new(&claim);
            let found = said_by_denial(&claim, &named, &evidence, &named.among(&evidence));
            assert_eq!(!found.is_empty(), want, "{} / {}", claim.norm, evidence.norm);
        }
    }

    #[test]
    fn a_direction_is_named_spoken_for_or_contradicted() {
        for (claim, evidence, elsewhere, want) in [
            ("Prices rose in spring.", "In spring there was an increase in prices.", false, 0.0),
            ("She won the prize.", "She earned the prize.", false, 0.0),
            (
                "She lost the prize.",
                "She earned the prize.",
                false,
                Credit::SpokenAgainst.value() + Credit::Rarer.value(),
            ),
            ("The younger member spoke.", "The older member spoke.", false, CONTRARY),
            (
                "The younger member spoke.",
                "The member spoke.",
                false,
                Credit::Nowhere.value() + Credit::Rarer.value(),
            ),
            ("The older member spoke.", "The member spoke.", false, Credit::Nowhere.value()),
            (
                "The older member spoke.",
                "The member spoke.",
                true,
                Credit::Elsewhere.value() * Credit::Nowhere.value(),
            ),
            ("A member spoke.", "The older member spoke.", false, 0.0),
            ("매출이 감소했다.", "매출이 늘었다.", false, CONTRARY),
            ("매출이 증가했다.", "매출이 늘었다.", false, 0.0),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            let (claim, evidence) = (Reading::new(&claim), [Reading::new(&evidence)]);
            let named = Named::new(&claim);
            let theirs = [named.among(&evidence[0])];
            let found = astray(&claim, &named, &evidence, &theirs, |_| false, |_| elsewhere);
            assert!((found - want).abs() < 1e-6, "{}: {found}", claim.norm);
        }
    }

    #[test]
    fn one_of_a_kind_in_place_of_another() {
        for (claim, evidence, want) in [
            ("역은 건물 뒤에 있다", "역은 건물 앞에 있다", 1),
            ("내년에 시행한다", "올해 시행한다", 1),
            ("방이 밝고 조용하다", "방이 어둡고 시끄럽다", 2),
            ("올해와 내년에 시행한다", "올해 시행한다", 1),
            ("올해 시행한다", "올해와 내년에 시행한다", 0),
            ("The northern gate", "The southern gate", 1),
            ("A cheap room", "A room", 0),
        ] {
            let of = |text: &str| Named::new(&Reading::new(&normalise(text))).rivals(&[]);
            assert_eq!(rivals(&of(claim), &of(evidence)), want, "{claim}");
        }
    }
}
