//! Backing: whether a claim's words of a direction are borne out by its evidence.
//!
//! A direction (`rose`, `before`, `private`) is a small word that turns a statement round, so it is looked for by what
//! it means: its own side of a set of [`opposites`](crate::sides::opposites) is named or spoken for, or only the
//! opposite one is, or neither; and to deny one side may be to state the other. Softer than [`exchange`](crate::sides::exchange), which compares places and
//! rejects by itself.

use crate::denial::negation::is_denied;
use crate::english::paraphrase::rewordings;
use crate::sides::exchange::alike;
use crate::sides::opposites::{Named, is_complementary, is_direction, is_rarer, is_time};
use crate::sides::rivals::Side;
use crate::text::marks::DENIAL;
use crate::text::reading::{COMMA, Reading, SEMICOLON, STOP};
use stet_text::span::Span;

/// What a word counts when the evidence names only its opposite, has beside what the claim says it of only words that speak for
/// the opposite, or has neither: the last is usual in a paraphrase.
const CONTRARY: f32 = 1.0;
const SPOKEN_AGAINST: f32 = 0.3;
const NOWHERE: f32 = 0.1;

/// What it counts when the evidence has both, but the opposite alone beside what the claim says it of.
const OF_THE_SAME: f32 = 0.5;

/// What it counts more when nothing bears it out and it is the side that is rarely said ([`is_rarer`]), and what such a
/// word counts that the evidence has, but of something else. Too little for a verdict: it ranks claims of which nothing
/// else is known.
const RARER: f32 = 0.1;
const RARER_OF_ELSE: f32 = 0.05;

/// What is left of that when the source has the word behind or before the window.
const ELSEWHERE: f32 = 0.5;

/// Words beyond these change nothing: a long text has any direction somewhere.
const MOST: f32 = 2.0;

/// The windows that a claim is compared with, and the words in them of the sets of its own.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Compared<'a, 'b> {
    pub claim: &'b Reading<'a>,
    pub texts: &'b [Reading<'a>],
    pub named: &'b [Named],
}

impl Compared<'_, '_> {
    fn names(&self, wanted: impl Fn(Side) -> bool) -> bool {
        self.named.iter().any(|list| list.names(&wanted))
    }

    fn speaks_for(&self, wanted: impl Fn(Side) -> bool) -> bool {
        self.named.iter().any(|list| list.speaks_for(&wanted))
    }

    /// Whether a word of such a side, or one that speaks for it, stands beside what the claim says its word at `at` of.
    fn is_beside(&self, at: usize, wanted: impl Fn(Side) -> bool) -> bool {
        self.texts.iter().zip(self.named).any(|(text, list)| {
            let mut words = list.0.iter().chain(&list.1).filter(|(_, side)| wanted(*side));
            words.any(|&(there, _)| are_beside(self.claim, at, text, there))
        })
    }

    /// Whether a word that speaks for such a side stands in the windows and beside the claim's word, too: `sold at auction`.
    fn shares_cue(&self, at: usize, wanted: impl Fn(Side) -> bool) -> bool {
        let near = around(self.claim, at);
        !near.is_empty()
            && self.texts.iter().zip(self.named).any(|(text, list)| {
                let mut cues = list.0.iter().chain(&list.1).filter(|(_, side)| wanted(*side));
                cues.any(|&(there, _)| near.iter().any(|&near| self.claim.key(near) == text.key(there)))
            })
    }

    /// How little the windows bear out the word at `at`, which names some sides.
    fn astray(&self, at: usize, sides: &[(usize, Side)]) -> f32 {
        let own = |side: Side| sides.iter().any(|mine| mine.1 == side);
        let opposes = |side: Side| sides.iter().any(|mine| mine.1.0 == side.0 && mine.1.1 != side.1);
        let rarer = sides.first().is_some_and(|&(_, side)| is_rarer(side));
        // Any text has words of time: they tell something where they stand by the same thing.
        if sides.first().is_some_and(|&(_, side)| is_time(side)) {
            return match (self.is_beside(at, own) || self.shares_cue(at, own), self.is_beside(at, opposes)) {
                (true, _) => 0.0,
                (false, true) if self.names(opposes) => CONTRARY,
                (false, true) => SPOKEN_AGAINST,
                (false, false) => NOWHERE,
            };
        }
        if self.names(own) || self.speaks_for(own) {
            let contested = self.is_beside(at, opposes);
            return match () {
                // Most are.
                () if !contested && !rarer => 0.0,
                () if self.is_beside(at, own) || self.shares_cue(at, own) => 0.0,
                () if contested => OF_THE_SAME,
                () if around(self.claim, at).is_empty() => 0.0,
                () => RARER_OF_ELSE,
            };
        }
        if self.names(opposes) {
            return CONTRARY;
        }
        let against = self.speaks_for(opposes) && self.is_beside(at, opposes);
        let found = if against { SPOKEN_AGAINST } else { NOWHERE };
        if rarer { found + RARER } else { found }
    }

    /// The word at `at` with the one before it, and with the one behind it, where these carry content.
    fn phrases(&self, at: usize) -> impl Iterator<Item = &str> {
        let claim = self.claim;
        let joined = move |first: usize, other: usize| {
            let (one, next) = (claim.tokens.get(first)?, claim.tokens.get(first + 1)?);
            let apart = claim.gap(first + 1) & (STOP | COMMA | SEMICOLON) != 0;
            let tells = !apart && claim.content(other).is_some();
            tells.then(|| Span::new(one.span.start, next.span.end).of(claim.norm))
        };
        at.checked_sub(1).and_then(|before| joined(before, before)).into_iter().chain(joined(at, at + 1))
    }
}

/// How little some windows bear out the words of a direction of a claim, which are `named`, but for those that `skip` names by
/// position; whether the sources have a word outside the windows tells `elsewhere`, and whether they have a passage `stands`.
pub(crate) fn astray(
    compared: Compared<'_, '_>,
    named: &Named,
    skip: impl Fn(usize) -> bool,
    elsewhere: impl Fn(usize) -> bool,
    stands: impl Fn(&str) -> bool,
) -> f32 {
    let of_word = |sides: &[(usize, Side)]| {
        let Some(&(at, _)) = sides.first().filter(|&&(at, side)| is_direction(side) && !skip(at)) else {
            return 0.0;
        };
        let found = compared.astray(at, sides);
        if found == 0.0 || !elsewhere(at) {
            found
        } else if compared.phrases(at).any(&stands) {
            0.0
        } else {
            ELSEWHERE * found
        }
    };
    named.0.chunk_by(|one, other| one.0 == other.0).map(of_word).sum::<f32>().min(MOST)
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
    around(claim, at).into_iter().any(|mine| {
        theirs.iter().any(|&other| claim.key(mine) == text.key(other) || alike(claim, mine, text, other))
    })
}

/// The words of a claim, by position, that the window says by denying an opposite, where one of the two always holds (`legal`, `not
/// illegal`), or of which the claim denies what the window says the opposite of: `not open`, `closed`. What the window denies is
/// the other opposite only where there is nothing between the two: who did not win need not have lost.
pub(crate) fn said_by_denial(
    claim: &Reading<'_>,
    named: &Named,
    window: &Reading<'_>,
    theirs: &Named,
) -> Vec<usize> {
    let negates = |text: &Reading<'_>| text.marked(DENIAL).next().is_some();
    if !negates(window) && !negates(claim) {
        return Vec::new();
    }
    let sides = named.0.iter().filter(|&&(at, side)| {
        let denied = is_denied(claim, at);
        is_direction(side)
            && (denied || is_complementary(side))
            && has_only_opposites(side, window, theirs, !denied)
    });
    sides.map(|&(at, _)| at).collect()
}

/// Whether a window names an opposite of a side and not the side itself, and denies all of those opposites, or none.
fn has_only_opposites(side: Side, window: &Reading<'_>, theirs: &Named, denied: bool) -> bool {
    let mut opposites =
        theirs.0.iter().filter(|(_, other)| other.0 == side.0 && other.1 != side.1).peekable();
    opposites.peek().is_some()
        && !theirs.names(|own| own == side)
        && opposites.all(|&(there, _)| is_denied(window, there) == denied)
}

/// Whether the claim says one of two opposites of which the window only denies the other, with something between the two:
/// `fell` where the source says `did not rise`.
pub(crate) fn overstates(claim: &Reading<'_>, named: &Named, window: &Reading<'_>, theirs: &Named) -> bool {
    named.0.iter().any(|&(at, side)| {
        is_direction(side)
            && !is_complementary(side)
            && !theirs.speaks_for(|own| own == side)
            && !is_denied(claim, at)
            && has_only_opposites(side, window, theirs, true)
            // `raise` says it in another word.
            && !rewordings(claim.key(at)).any(|key| window.has(key))
    })
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
            ("Prices did not rise.", "Prices did not fall.", false),
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
    fn a_direction_stands_elsewhere_in_the_source() {
        let (claim, evidence) = (normalise("The younger member spoke."), normalise("The member spoke."));
        let (claim, evidence) = (Reading::new(&claim), [Reading::new(&evidence)]);
        let named = Named::new(&claim);
        let compared = Compared { claim: &claim, texts: &evidence, named: &[named.among(&evidence[0])] };
        let found =
            |rest: &str| astray(compared, &named, |_| false, |_| true, |phrase| rest.contains(phrase));
        assert!((found("the younger member") - 0.0).abs() < 1e-6);
        assert!((found("a younger guest") - ELSEWHERE * (NOWHERE + RARER)).abs() < 1e-6);
    }

    #[test]
    fn a_direction_is_named_spoken_for_or_contradicted() {
        for (claim, evidence, want) in [
            ("Prices rose in spring.", "In spring there was an increase in prices.", 0.0),
            ("She won the prize.", "She earned the prize.", 0.0),
            ("She lost the prize.", "She earned the prize.", SPOKEN_AGAINST + RARER),
            ("The younger member spoke.", "The older member spoke.", CONTRARY),
            ("The younger member spoke.", "The member spoke.", NOWHERE + RARER),
            ("The older member spoke.", "The member spoke.", NOWHERE),
            ("The younger member spoke.", "The younger guest sang to every member.", RARER_OF_ELSE),
            ("The older member spoke.", "The older guest sang to every member.", 0.0),
            ("She spoke after the vote.", "She left before the dinner.", NOWHERE),
            ("She spoke after the vote.", "She spoke before the vote.", CONTRARY),
            ("A member spoke.", "The older member spoke.", 0.0),
            ("The younger guests left.", "The younger ones stayed, while older guests left.", OF_THE_SAME),
            ("매출이 감소했다.", "매출이 늘었다.", CONTRARY),
            ("매출이 증가했다.", "매출이 늘었다.", 0.0),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            let (claim, evidence) = (Reading::new(&claim), [Reading::new(&evidence)]);
            let named = Named::new(&claim);
            let compared = Compared { claim: &claim, texts: &evidence, named: &[named.among(&evidence[0])] };
            let found = astray(compared, &named, |_| false, |_| false, |_| false);
            assert!((found - want).abs() < 1e-6, "{}: {found}", claim.norm);
        }
    }
}
