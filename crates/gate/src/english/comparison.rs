//! Comparisons in English: which of two is more than the other, and which was before the other.
//!
//! Owns the two sides of `than`, `before`, `after`, `instead of` and `first …, then` and whether a claim has exchanged them. The Korean ones (`보다`), `대신` apart, are told by particles, in
//! [`roles`](crate::parts::roles); what is merely said to be more or less is
//! [`direction`](crate::sides::direction)'s.

use crate::parts::roles::is_past_verb;
use crate::text::marks::OPPOSITE;
use crate::text::reading::{COMMA, Reading, SEMICOLON, SPACE, STOP};
use crate::text::similarity::hash;
use stet_text::Script;

/// Words on each side that are looked at.
const LEFT: usize = 12;
const RIGHT: usize = 6;

/// Words between a measure and `than`.
const NEAR: usize = 4;

/// Whether an English word compares.
fn compares(word: &str) -> bool {
    matches!(word, "more" | "less" | "fewer" | "better" | "worse" | "rather")
        || word.len() > 4
            && word.ends_with("er")
            && !matches!(word, "other" | "under" | "after" | "never" | "whether")
}

/// Whether an English word puts what is compared in a place or a time.
fn places(word: &str) -> bool {
    matches!(word, "in" | "on" | "at" | "by" | "during" | "among" | "for" | "under" | "with")
}

/// What two things are compared by, and their words.
#[derive(Debug)]
pub(crate) struct Comparison {
    /// The position of the word that compares.
    pub at: usize,
    measure: u32,
    left: Vec<u32>,
    right: Vec<u32>,
}

impl Comparison {
    /// Whether each side is the other one of another comparison.
    pub(crate) fn is_exchanged(&self, other: &Self) -> bool {
        let common = |one: &[u32], other: &[u32]| one.iter().any(|key| other.contains(key));
        common(&self.left, &other.right)
            && common(&self.right, &other.left)
            && !common(&self.right, &other.right)
    }
}

/// Whether a word is a letter that tells one of a kind: `drug A`, `Class B`.
pub(crate) fn is_label(text: &Reading<'_>, at: usize) -> bool {
    let behind_noun = || at.checked_sub(1).is_some_and(|before| text.content(before).is_some());
    let token = text.tokens.get(at);
    // `gave a higher yield`
    let article = || {
        let before = at.checked_sub(1).map_or("", |before| text.word(before));
        let verb = is_past_verb(before) || before.ends_with('s') && !before.ends_with("ss");
        verb && text.word(at) == "a" && text.tokens.get(at + 1).is_some() && text.gap(at + 1) == SPACE
    };
    token.is_some_and(|token| token.text.len() == 1 && token.script == Script::Latin)
        && text.gap(at) == SPACE
        && behind_noun()
        && !article()
}

/// Words between the two `as` of a comparison.
const MULTIPLE: usize = 6;

/// Whether the word at `at` is the second `as` of `twice as likely as`: what is merely as likely is so the other way round, too.
fn is_multiple(text: &Reading<'_>, at: usize) -> bool {
    let word = |at: usize| text.word(at);
    word(at) == "as"
        && (at.saturating_sub(MULTIPLE)..at).rev().find(|&first| word(first) == "as").is_some_and(|first| {
            first
                .checked_sub(1)
                .is_some_and(|before| matches!(word(before), "twice" | "half" | "times" | "not" | "thrice"))
        })
}

/// Whether the word at `at` is the `then` of `first the eggs, then the flour`.
fn is_sequel(text: &Reading<'_>, at: usize) -> bool {
    text.word(at) == "then"
        && (at.saturating_sub(LEFT)..at)
            .rev()
            .take_while(|&at| text.gap(at + 1) & STOP == 0)
            .any(|at| text.word(at) == "first")
}

/// Whether a claim leaves out, or adds, the rank of a superlative: `the second largest`, `the largest`.
pub(crate) fn ranks_otherwise(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let superlative = |word: &str| {
        word.len() > 5
            && word.ends_with("est")
            && !matches!(
                word,
                "interest"
                    | "request"
                    | "forest"
                    | "harvest"
                    | "protest"
                    | "honest"
                    | "contest"
                    | "suggest"
                    | "invest"
                    | "arrest"
            )
    };
    let rank = |text: &Reading<'_>, at: usize| {
        let before = at.checked_sub(1).map_or("", |before| text.word(before));
        matches!(before, "second" | "third" | "fourth" | "fifth").then(|| hash(before))
    };
    (0..claim.tokens.len()).filter(|&at| superlative(claim.word(at))).any(|at| {
        let own = rank(claim, at);
        let mut places = windows
            .iter()
            .flat_map(|window| window.positions(claim.key(at)).map(move |there| (window, there)))
            .filter(|&(window, there)| superlative(window.word(there)))
            .peekable();
        places.peek().is_some() && places.all(|(window, there)| rank(window, there) != own)
    })
}

/// Whether a claim puts in or on a time what the windows only put before or after it: `on the day of payment`, `on the day after
/// payment`.
pub(crate) fn drops_before(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let time = |word: &str| matches!(word, "before" | "after");
    let has_time = |text: &Reading<'_>| text.marked(OPPOSITE).any(|at| time(text.word(at)));
    if has_time(claim) || !windows.iter().any(has_time) {
        return false;
    }
    // The word before a noun, its article apart.
    let leads = |text: &Reading<'_>, at: usize, leading: &dyn Fn(&str) -> bool| {
        let before = at.checked_sub(1);
        let article = before.is_some_and(|before| matches!(text.word(before), "the" | "a" | "an"));
        let before = if article { at.checked_sub(2) } else { before };
        before.is_some_and(|before| leading(text.word(before)))
    };
    let day = |at: usize| matches!(claim.word(at), "day" | "date" | "time" | "week" | "month" | "year");
    let of_a_day = |at: usize| {
        (1..=3).any(|back| {
            at.checked_sub(back).is_some_and(|of| claim.word(of) == "of" && of > 0 && day(of - 1))
        })
    };
    let within = |at: usize| {
        leads(claim, at, &|word| matches!(word, "at" | "on"))
            || leads(claim, at, &|word| word == "of") && of_a_day(at)
    };
    (1..claim.tokens.len()).filter(|&at| within(at)).any(|at| {
        let Some(key) = claim.content(at) else { return false };
        let mut places = windows
            .iter()
            .flat_map(|window| window.positions(key).map(move |there| (window, there)))
            .peekable();
        places.peek().is_some() && places.all(|(window, there)| leads(window, there, &time))
    })
}

/// The comparisons of a text.
pub(crate) fn comparisons(text: &Reading<'_>) -> Vec<Comparison> {
    let word = |at: usize| text.word(at);
    let ends = |at: usize| {
        matches!(
            word(at),
            "is" | "are"
                | "was"
                | "were"
                | "do"
                | "does"
                | "did"
                | "in"
                | "on"
                | "at"
                | "by"
                | "and"
                | "or"
                | "but"
                | "when"
                | "while"
                | "because"
                | "if"
                | "than"
        )
    };
    let cut = |at: usize| text.gap(at) & (STOP | COMMA | SEMICOLON) != 0;
    let key = |at: usize| if is_label(text, at) { Some(hash(word(at))) } else { text.content(at) };
    (0..text.tokens.len())
        .filter(|&at| {
            matches!(word(at), "before" | "after")
                || at > 0
                    && (word(at) == "than"
                        || word(at) == "of" && word(at - 1) == "instead"
                        || is_multiple(text, at)
                        || is_sequel(text, at))
        })
        .map(|at| {
            // `cheaper in Linz than in Wels`
            let mut near = (at.saturating_sub(NEAR)..at.saturating_sub(1)).rev();
            let time = matches!(word(at), "before" | "after");
            let placed = near.find(|&at| !time && compares(word(at)) && places(word(at + 1)));
            // `more inhabitants than`, `twice as likely as`
            let as_much = word(at) == "as";
            let before = (at.saturating_sub(if as_much { MULTIPLE } else { NEAR })..at).rev();
            let own =
                before.into_iter().find(|&at| if as_much { word(at) == "as" } else { compares(word(at)) });
            let (prefers, follows) = (word(at) == "of", word(at) == "then");
            // `twice as many goats as sheep`
            let counted = own.is_some_and(|own| as_much && matches!(word(own + 1), "many" | "much"));
            let measure = placed.unwrap_or(if prefers {
                at - 1
            } else if time || follows {
                at
            } else {
                own.map_or(at.saturating_sub(1), |own| own + usize::from(as_much))
            });
            let edge = at;
            let left = (at.saturating_sub(LEFT)..at)
                .rev()
                .take_while(
                    |&at| if follows { word(at) != "first" } else { !cut(at + 1) && word(at) != "than" },
                )
                .filter(|&at| {
                    if counted {
                        at != measure
                    } else if as_much || placed.is_none() && measure + 1 < edge {
                        at < measure
                    } else {
                        at != measure
                    }
                });
            // `than those on the island`
            let begin = at + 1 + usize::from(matches!(word(at + 1), "those" | "that"));
            let begin = begin + usize::from(ends(begin));
            let right = (begin..text.tokens.len().min(begin + RIGHT)).take_while(|&at| !cut(at) && !ends(at));
            let (mut left, right): (Vec<u32>, Vec<u32>) =
                (left.filter_map(key).collect(), right.filter_map(key).collect());
            if time && left.is_empty() {
                // `After the war, the bridge was rebuilt.`
                let comma = (begin..text.tokens.len()).take_while(|&at| text.gap(at) & STOP == 0);
                let comma = comma.into_iter().find(|&at| text.gap(at) & COMMA != 0);
                let rest = (comma.unwrap_or(text.tokens.len())..text.tokens.len()).take(LEFT);
                left = rest.take_while(|&at| !cut(at) || Some(at) == comma).filter_map(key).collect();
            }
            // `drug` tells nothing of `drug A` and `drug B`.
            let only = |mine: &[u32], other: &[u32]| {
                mine.iter().copied().filter(|key| !other.contains(key)).collect()
            };
            Comparison {
                at: measure,
                measure: hash(word(measure)),
                left: only(&left, &right),
                right: only(&right, &left),
            }
        })
        .collect()
}

/// Whether the claim compares two the other way round than the windows, which never do it as the claim does.
pub(crate) fn is_reversed(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let mine = comparisons(claim);
    if mine.is_empty() {
        return false;
    }
    let theirs: Vec<Comparison> = windows.iter().flat_map(comparisons).collect();
    let common = |one: &[u32], other: &[u32]| one.iter().any(|key| other.contains(key));
    mine.iter().any(|own| {
        let same = || theirs.iter().filter(|other| other.measure == own.measure);
        same().any(|other| common(&own.left, &other.right) && common(&own.right, &other.left))
            && !same().any(|other| common(&own.right, &other.right))
    })
}

/// Whether the claim states what the windows only say something else is done in place of: `drank wine`, where they have `drank beer
/// instead of wine`, or `포도주 대신 맥주를`.
pub(crate) fn takes_what_was_replaced(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let has_instead = |text: &Reading<'_>| {
        text.tokens.iter().any(|token| {
            matches!(token.text, "instead" | "rather" | "not" | "replaced" | "place")
                || token.text.starts_with("대신")
        })
    };
    let count = |key: u32| windows.iter().map(|text| text.count(key)).sum::<usize>();
    let replaced = |&(kept, gone): &(u32, u32)| claim.has(gone) && !claim.has(kept) && count(gone) == 1;
    windows.iter().any(|window| choices(window).any(|choice| replaced(&choice))) && !has_instead(claim)
}

/// Whether a Korean claim exchanges what is done and what it is done in place of: `책 대신 태블릿을`, `태블릿 대신 책을`. The English
/// ones are comparisons.
pub(crate) fn prefers_the_other(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    choices(claim).any(|(kept, gone)| {
        let mut theirs = windows.iter().flat_map(choices);
        theirs.any(|other| other == (gone, kept))
            && !windows.iter().flat_map(choices).any(|other| other == (kept, gone))
    })
}

/// What a Korean noun is compared by, one of a single syllable without its particle: `차`, `차가`.
fn short_noun(text: &Reading<'_>, at: usize) -> Option<u32> {
    let word = text.word(at);
    let bare = word.strip_suffix(['가', '이', '를', '을', '는', '은', '도']);
    match bare.filter(|bare| bare.chars().count() == 1) {
        Some(bare) => Some(hash(bare)),
        None if word.chars().count() == 1 => Some(hash(word)),
        None => text.content(at),
    }
}

/// What a text says is done, and what in place of it: `beer instead of wine`, `포도주 대신 맥주를`.
fn choices<'a>(text: &'a Reading<'_>) -> impl Iterator<Item = (u32, u32)> + 'a {
    let content = |at: usize| text.content(at);
    text.tokens.iter().enumerate().filter_map(move |(at, token)| match token.script {
        // `Instead of tea, coffee was served`
        Script::Latin
            if token.text == "instead" && text.word(at + 1) == "of" && text.sentence_begin(at) == at =>
        {
            let comma = (at + 3..text.sentence_end(at + 1)).find(|&at| text.gap(at) & COMMA != 0)?;
            Some(((comma..comma + NEAR).find_map(content)?, (at + 2..comma).find_map(content)?))
        }
        Script::Latin
            if matches!((token.text, text.word(at + 1)), ("instead", "of") | ("rather", "than")) =>
        {
            let kept = (at.saturating_sub(NEAR)..at).rev().find_map(content)?;
            let gone = (at + 2..at + 2 + NEAR).find_map(content)?;
            Some((kept, gone))
        }
        Script::Hangul if token.text == "대신" || token.text == "대신에" => {
            Some((short_noun(text, at + 1)?, short_noun(text, at.checked_sub(1)?)?))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn the_sides_of_than() {
        for (claim, evidence, want) in [
            (
                "Remove the cover before switching off the unit.",
                "Before removing the cover, switch off the unit and wait ten minutes for it to cool.",
                true,
            ),
            (
                "Switch off the unit before removing the cover.",
                "Before removing the cover, switch off the unit and wait ten minutes for it to cool.",
                false,
            ),
            (
                "Patients on placebo lost 6 kg more than those who took the drug.",
                "Patients who took the drug lost 6 kg more than those on placebo.",
                true,
            ),
            ("Linz is larger than Wels.", "Wels is larger than Linz.", true),
            ("Linz is larger than Wels.", "By area, Linz is larger than Wels.", false),
            ("Linz is smaller than Wels.", "Wels is larger than Linz.", false),
            ("Drug A reduces pain more than drug B.", "Drug B reduces pain more than drug A.", true),
            ("Drug A reduces pain more than drug B does.", "Drug A reduces pain more than drug B.", false),
            ("It has twice as many goats as sheep.", "It has twice as many sheep as goats.", true),
            ("It has twice as many sheep as goats.", "It has twice as many sheep as goats.", false),
            (
                "A pump uses thrice as much power as a fan.",
                "A fan uses thrice as much power as a pump.",
                true,
            ),
            ("It uses books instead of screens.", "It uses screens instead of books.", true),
            ("It uses books instead of screens.", "Now it uses books instead of screens.", false),
            ("First add the flour, then the eggs.", "First add the eggs, then the flour.", true),
            ("First add the eggs, then the flour.", "First you add the eggs, then the flour.", false),
            ("More than half of Linz voted.", "In Linz more than half voted.", false),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            assert_eq!(is_reversed(&Reading::new(&claim), &[Reading::new(&evidence)]), want, "{claim}");
        }
    }

    #[test]
    fn the_sides_of_instead_in_korean() {
        for (claim, evidence, want) in [
            ("학교는 책 대신 태블릿을 쓴다.", "학교는 태블릿 대신 책을 쓴다.", true),
            ("학교는 책 대신 태블릿을 쓴다.", "올해 학교는 책 대신 태블릿을 쓴다.", false),
            ("학교는 책 대신 태블릿을 쓴다.", "학교는 공책 대신 칠판을 쓴다.", false),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            let found = prefers_the_other(&Reading::new(&claim), &[Reading::new(&evidence)]);
            assert_eq!(found, want, "{claim} / {evidence}");
        }
    }

    #[test]
    fn what_was_replaced() {
        for (claim, evidence, want) in [
            ("The guests drank wine.", "The guests drank beer instead of wine.", true),
            ("The guests drank beer.", "The guests drank beer instead of wine.", false),
            ("The guests drank wine.", "At noon they drank beer instead of wine, then wine.", false),
            ("No wine: the guests drank beer.", "The guests drank beer instead of wine.", false),
            ("손님들은 포도주를 마셨다.", "손님들은 포도주 대신 맥주를 마셨다.", true),
            ("손님들은 맥주를 마셨다.", "손님들은 포도주 대신 맥주를 마셨다.", false),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            let found = takes_what_was_replaced(&Reading::new(&claim), &[Reading::new(&evidence)]);
            assert_eq!(found, want, "{claim} / {evidence}");
        }
    }
}
