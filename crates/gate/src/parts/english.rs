//! Roles in English: which of two things stands on which side of a word.
//!
//! Owns the words that part two sides, verbs and `than`, `before`, `instead of`, `from … to`, and whether a claim has
//! exchanged what stands on them (`Alpha acquired Beta` / `Beta acquired Alpha`), the passive considered. What is merely said to
//! be more or less is [`backing`](crate::sides::backing)'s; Korean is [`roles`](crate::parts::roles)'.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use stet_reading::keys::hash;
use stet_reading::reading::{COMMA, Reading, SEMICOLON, SPACE, STOP};
use stet_text::Script;

/// Words on each side that are looked at, and content words that are compared beside a verb.
const REACH: usize = 12;
const SIDE: usize = 3;

/// Words between a measure and `than`.
const NEAR: usize = 4;

static MUTUAL: LazyLock<Vec<&str>> = LazyLock::new(|| stet_data::lines("words/en/mutual").collect());
static PASTS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| stet_data::words("words/en/pasts"));

/// A word that parts two sides, and the keys of the content words on them that stand on one side only.
struct Pivot {
    key: u32,
    /// A verb; else two things are compared, or put in an order.
    verb: bool,
    left: Vec<u32>,
    right: Vec<u32>,
}

impl Pivot {
    /// `drug` tells nothing of `drug A` and `drug B`.
    fn new(key: u32, verb: bool, left: &[u32], right: &[u32]) -> Self {
        let only = |mine: &[u32], other: &[u32]| -> Vec<u32> {
            mine.iter().copied().filter(|key| !other.contains(key)).collect()
        };
        Self { key, verb, left: only(left, right), right: only(right, left) }
    }
}

/// Whether the sides of a word of the claim are exchanged in the windows, and nowhere kept.
pub(crate) fn exchanged_sides(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let common = |one: &[u32], other: &[u32]| one.iter().any(|key| other.contains(key));
    let mine = pivots(claim, windows);
    if mine.is_empty() {
        return false;
    }
    let theirs: Vec<Pivot> =
        windows.iter().flat_map(|window| pivots(window, std::slice::from_ref(claim))).collect();
    mine.iter().filter(|own| !own.left.is_empty() && !own.right.is_empty()).any(|own| {
        let same = || theirs.iter().filter(|other| other.key == own.key);
        let kept = |other: &Pivot| {
            common(&own.right, &other.right) && !common(&own.left, &other.right)
                || own.verb && common(&own.left, &other.left)
        };
        let exchanged = |other: &Pivot| common(&own.left, &other.right) && common(&own.right, &other.left);
        same().any(exchanged) && !same().any(kept)
    })
}

/// The words of a text that part two sides, the verbs as far as others have them.
fn pivots(text: &Reading<'_>, others: &[Reading<'_>]) -> Vec<Pivot> {
    let is_latin = |at: usize| text.tokens.get(at).is_some_and(|token| token.script == Script::Latin);
    let verbs = (0..text.tokens.len()).filter(|&at| is_latin(at)).filter_map(|at| {
        let key = text.content(at).filter(|&key| others.iter().any(|other| other.has(key)))?;
        let mutual = || MUTUAL.iter().any(|head| text.word(at).starts_with(head));
        let (left, right) = if may_be_verb(text, at) && !mutual() { sides(text, at)? } else { return None };
        Some(Pivot::new(key, true, &left, &right))
    });
    let others = (0..text.tokens.len()).filter_map(|at| comparison(text, at));
    verbs.chain(others.filter(|pivot| !pivot.left.is_empty())).collect()
}

/// The content words before and behind a verb, in its clause; in the order of the active voice, as far as it is known.
fn sides(text: &Reading<'_>, at: usize) -> Option<(Vec<u32>, Vec<u32>)> {
    let word = |at: usize| text.word(at);
    let joins = |at: usize| {
        matches!(word(at), "and" | "or" | "but" | "while" | "that" | "which" | "who" | "whose" | "because")
            || matches!(word(at), "if" | "when" | "than" | "as")
    };
    let before = || (at.saturating_sub(REACH)..at).rev().take_while(|&at| !cut(text, at + 1) && !joins(at));
    let behind = || (at + 1..at + 1 + REACH).take_while(|&at| !cut(text, at) && !joins(at));
    let keys = |list: &mut dyn Iterator<Item = usize>| -> Vec<u32> {
        list.filter_map(|at| text.content(at)).take(SIDE).collect()
    };
    let left = keys(&mut before());
    let near = |back: usize| before().nth(back).map_or("", word);
    let adverb = near(0).ends_with("ly")
        || matches!(near(0), "not" | "then" | "also" | "always" | "never" | "only" | "now" | "still")
        || matches!(near(0), "often" | "already" | "later" | "first");
    let be = matches!(near(usize::from(adverb)), "is" | "are" | "was" | "were" | "be" | "been" | "being");
    let by = behind().position(|at| word(at) == "by");
    match (be && !word(at).ends_with("ing"), by) {
        (true, Some(by)) => Some((keys(&mut behind().skip(by + 1)), left)),
        // `is based on a novel`
        (true, None) if matches!(word(at + 1), "on" | "against") => Some((left, keys(&mut behind()))),
        // Done by no one who is named, or no verb; `approved by` may be either voice.
        (true, None) | (false, Some(0)) => None,
        (false, _) => Some((left, keys(&mut behind()))),
    }
}

/// The two sides of a word that compares, or that puts two things in an order, and what they are compared by.
fn comparison(text: &Reading<'_>, at: usize) -> Option<Pivot> {
    let word = |at: usize| text.word(at);
    let back = |by: usize| at.checked_sub(by).map_or("", word);
    let before = |reach: usize| (at.saturating_sub(reach)..at).rev();
    let is_first = |first: &usize| word(*first) == "first";
    let (measure, left, begin) = match word(at) {
        "before" | "after" => (at, REACH, at + 1),
        "of" if back(1) == "instead" => (at, REACH, at + 1),
        "to" if (2..4).any(|by| back(by) == "from") => (at, 2, at + 1),
        "then" if before(REACH).take_while(|&at| text.gap(at + 1) & STOP == 0).any(|at| is_first(&at)) => {
            (at, REACH, at + 1)
        }
        // `twice as likely as`: what is merely as likely is so the other way round, too.
        "as" => {
            let first = before(NEAR + 2).find(|&first| word(first) == "as")?;
            let times = first.checked_sub(1).map_or("", word);
            (
                matches!(times, "twice" | "thrice" | "half" | "times" | "not").then_some(first + 1)?,
                REACH,
                at + 1,
            )
        }
        // `more inhabitants than`, `cheaper in Linz than those in Wels`
        "than" => {
            let own = before(NEAR).find(|&at| compares(word(at)));
            let begin = at + 1 + usize::from(matches!(word(at + 1), "those" | "that"));
            (own.or(at.checked_sub(1))?, REACH, begin)
        }
        _ => return None,
    };
    let begin = begin + usize::from(ends(word(begin)));
    let sequel = word(at) == "then";
    let left = before(left).take_while(|&at| if sequel { !is_first(&at) } else { !cut(text, at + 1) });
    let right = (begin..begin + NEAR + 2).take_while(|&at| !cut(text, at) && !ends(word(at)));
    let key = |at: usize| if is_label(text, at) { Some(hash(word(at))) } else { text.content(at) };
    let mut left: Vec<u32> = left.filter(|&at| at != measure).filter_map(key).collect();
    let right: Vec<u32> = right.filter_map(key).collect();
    if left.is_empty() && matches!(word(at), "before" | "after") {
        // `After the war, the bridge was rebuilt.`
        let comma = (begin..text.tokens.len()).find(|&at| text.gap(at) & COMMA != 0)?;
        let rest = (comma..comma + REACH).take_while(|&at| at == comma || !cut(text, at));
        left = rest.filter_map(key).collect();
    }
    Some(Pivot::new(hash(word(measure)), false, &left, &right))
}

fn cut(text: &Reading<'_>, at: usize) -> bool {
    at >= text.tokens.len() || text.gap(at) & (STOP | COMMA | SEMICOLON) != 0
}

/// Whether what is compared ends before a word.
fn ends(word: &str) -> bool {
    matches!(word, "is" | "are" | "was" | "were" | "do" | "does" | "did" | "in" | "on" | "at" | "by" | "and")
        || matches!(word, "or" | "but" | "when" | "while" | "because" | "if" | "than")
}

/// Whether an English word compares.
fn compares(word: &str) -> bool {
    matches!(word, "more" | "less" | "fewer" | "worse" | "rather")
        || word.len() > 4
            && word.ends_with("er")
            && !matches!(word, "other" | "under" | "after" | "never" | "whether")
}

/// Whether a word is a letter that tells one of a kind: `drug A`, `Class B`, but not `gave a higher yield`.
pub(crate) fn is_label(text: &Reading<'_>, at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return false };
    let verb = || is_past_verb(text.word(before)) || text.word(before).ends_with('s');
    let article = text.word(at) == "a" && text.gap(at + 1) == SPACE && at + 1 < text.tokens.len() && verb();
    let letter = |token: &stet_text::Token<'_>| token.text.len() == 1 && token.script == Script::Latin;
    text.tokens.get(at).is_some_and(letter)
        && text.gap(at) == SPACE
        && text.content(before).is_some()
        && !article
}

/// Whether an English word is, or may be, the past of a verb, told by its ending or by a list.
fn is_past_verb(word: &str) -> bool {
    word.len() > 3 && word.ends_with("ed") || PASTS.contains(word)
}

/// Whether an English word may be a verb, told by its ending, by an auxiliary before it, or by a list.
pub(crate) fn may_be_verb(text: &Reading<'_>, at: usize) -> bool {
    let (word, behind) = (text.word(at), text.word(at + 1));
    let before = at.checked_sub(1).map_or("", |before| text.word(before));
    let article =
        |word: &str| matches!(word, "a" | "an" | "the" | "its" | "their" | "his" | "her" | "our" | "my");
    let auxiliary = |word: &str| {
        matches!(word, "will" | "would" | "can" | "could" | "may" | "might" | "must" | "shall" | "should")
    };
    // `the walls were`, `the walls of`
    let noun = || {
        auxiliary(behind) || matches!(behind, "of" | "is" | "are" | "was" | "were" | "has" | "have" | "had")
    };
    is_past_verb(word)
        || word.ends_with('s') && !word.ends_with("ss") && !noun()
        || article(behind) && !article(before)
        || auxiliary(before)
        || matches!(before, "to" | "did" | "does" | "do")
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn the_sides_of_a_word() {
        for (claim, evidence, want) in [
            ("The clerk trains the manager", "The manager trains the clerk", true),
            ("The clerk is trained by the manager", "The manager trains the clerk", false),
            ("The manager is trained by the clerk", "The manager trains the clerk", true),
            ("The manager met the clerk", "The clerk met the manager", false),
            ("Trams go from Wels to Linz", "Trams go from Linz to Wels", true),
            ("Trams go from Linz to Wels", "Trams go from Linz to Wels and from Wels to Linz", false),
            // No verb stands between the two.
            ("A red, green and blue flag", "A blue, green and red flag", false),
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
            ("Linz is larger than Wels.", "Wels is larger than Linz.", true),
            ("Linz is larger than Wels.", "By area, Linz is larger than Wels.", false),
            ("Linz is smaller than Wels.", "Wels is larger than Linz.", false),
            ("Drug A reduces pain more than drug B.", "Drug B reduces pain more than drug A.", true),
            ("Drug A reduces pain more than drug B does.", "Drug A reduces pain more than drug B.", false),
            ("It has twice as many goats as sheep.", "It has twice as many sheep as goats.", true),
            ("It has twice as many sheep as goats.", "It has twice as many sheep as goats.", false),
            ("It uses books instead of screens.", "It uses screens instead of books.", true),
            ("It uses books instead of screens.", "Now it uses books instead of screens.", false),
            ("First add the flour, then the eggs.", "First add the eggs, then the flour.", true),
            ("First add the eggs, then the flour.", "First you add the eggs, then the flour.", false),
            ("More than half of Linz voted.", "In Linz more than half voted.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            assert_eq!(exchanged_sides(&Reading::new(&mine), &[Reading::new(&theirs)]), want, "{claim}");
        }
    }
}
