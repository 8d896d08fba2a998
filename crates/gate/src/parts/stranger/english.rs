//! English nouns and names in one place: with the same words around.

use crate::parts::roles::may_be_verb;
use crate::sides::exchange::Place;
use crate::text::reading::{COMMA, Reading, SPACE, STOP};
use stet_text::Script;

/// The same before an English name.
const ENGLISH_TITLES: &str = "mr mrs ms miss dr prof sir lord lady dame king queen prince princess pope saint st     general colonel captain major chief judge justice coach mayor minister premier secretary chancellor ceo cfo dean aunt uncle     said says told asks asked met saw named called beat like with and late young old former then new english french german british american";

/// Words of a name.
const NAME: usize = 3;

/// Where the claim has another first name before a name that the windows have (`Maria Lopez`, `Carlos Lopez`).
pub(super) fn first_name(
    text: &Reading<'_>,
    unknown: &[usize],
    names: &[u32],
    windows: &[Reading<'_>],
) -> Option<usize> {
    // `striker Lopez`, `said Lopez`
    let is_name = |text: &Reading<'_>, at: usize| {
        let word = text.word(at);
        text.content(at).is_some()
            && text.tokens.get(at).is_some_and(|token| token.script == Script::Latin)
            && word.len() > 2
            && !["ed", "er", "or", "ist", "man", "ent", "ant", "ing", "ly", "ic"]
                .iter()
                .any(|end| word.ends_with(end))
            && !ENGLISH_TITLES.split_whitespace().any(|title| title == word)
    };
    let alone = |text: &Reading<'_>, at: usize| text.gap(at) == SPACE;
    unknown.iter().copied().find(|&at| {
        let name = text.key(at + 1);
        names.contains(&name) && alone(text, at + 1) && is_name(text, at) && {
            let mut places = windows
                .iter()
                .flat_map(|window| window.positions(name).map(move |at| (window, at)))
                .peekable();
            places.peek().is_some()
                && places.all(|(window, there)| {
                    there.checked_sub(1).is_some_and(|first| {
                        let key = window.key(first);
                        alone(window, there)
                            && is_name(window, first)
                            && (0..text.tokens.len()).all(|at| text.key(at) != key)
                    })
                })
        }
    })
}

/// Where the claim has a name, or a noun with its article, that is unknown, and the window with the same words around
/// another.
pub(super) fn english(text: &Reading<'_>, unknown: &[usize], window: &Reading<'_>) -> Option<usize> {
    let mut fresh: Option<Vec<usize>> = None;
    unknown.iter().copied().find(|&at| {
        if text.tokens.get(at).is_none_or(|token| token.script != Script::Latin)
            || at.checked_sub(1).is_some_and(|before| unknown.contains(&before))
        {
            return false;
        }
        let next = (at..=text.tokens.len()).find(|next| !unknown.contains(next)).unwrap_or(at + 1);
        let Some((here, article)) = noun(text, at, next) else { return false };
        let fresh = fresh.get_or_insert_with(|| fresh_words(text, window));
        let fits = |first: usize, next: usize| {
            let (start, other) = with_article(window, first);
            let there = Place { text: window, first: start, next };
            other == article && {
                let mut fit = here.fit(there);
                fit.left +=
                    u32::from(fit.left == 0 && begins(text, here.first) && begins(window, there.first));
                fit.left > 0 && fit.right > 0 && fit.content > 1
            }
        };
        fresh.iter().enumerate().any(|(number, &first)| {
            let words = fresh.iter().skip(number).take(NAME).zip(first..);
            let run = words.take_while(|(there, want)| *there == want).map(|(&there, _)| there + 1);
            // Where the words around differ it does not matter whether it is a noun.
            run.into_iter().any(|next| fits(first, next) && noun(window, first, next).is_some())
        })
    })
}

/// The words of a window that the claim lacks and that may be nouns, by position.
fn fresh_words(text: &Reading<'_>, window: &Reading<'_>) -> Vec<usize> {
    let is_fresh = |&at: &usize| {
        window.content(at).is_some_and(|key| !text.has(key))
            && window
                .tokens
                .get(at)
                .is_some_and(|token| token.script == Script::Latin && !is_pronoun(token.text))
    };
    (0..window.tokens.len()).filter(is_fresh).collect()
}

/// Where a noun begins with its article, and whether it has one.
fn with_article(text: &Reading<'_>, first: usize) -> (usize, bool) {
    let article = first.checked_sub(1).is_some_and(|before| matches!(text.word(before), "a" | "an" | "the"));
    (first - usize::from(article), article)
}

/// Whether a clause begins at a word.
fn begins(text: &Reading<'_>, at: usize) -> bool {
    at == 0 || text.gap(at) & (STOP | COMMA) != 0
}

/// The place of a noun with its article, and whether it has one; none where more belongs to it.
fn noun<'a, 'b>(text: &'b Reading<'a>, first: usize, next: usize) -> Option<(Place<'a, 'b>, bool)> {
    let word = |at: usize| text.word(at);
    let (first, article) = with_article(text, first);
    let leads = || {
        begins(text, first)
            || first.checked_sub(1).is_some_and(|before| {
                text.content(before).is_none() && !is_pronoun(word(before)) || may_be_verb(text, before)
            })
    };
    // `who said`, `explorers crossed`: no noun.
    if word(next.saturating_sub(1)).ends_with("ed") {
        return None;
    }
    let ends = next >= text.tokens.len()
        || text.gap(next) & (STOP | COMMA) != 0
        || text.content(next).is_none()
        || begins(text, first)
            && may_be_verb(text, next)
            && (!word(next).ends_with('s') || text.content(next + 1).is_none());
    (ends && leads()).then_some((Place { text, first, next }, article))
}

/// English words that stand for another noun, or for none.
pub(super) fn is_pronoun(word: &str) -> bool {
    matches!(
        word,
        "he" | "she"
            | "it"
            | "they"
            | "we"
            | "you"
            | "him"
            | "her"
            | "them"
            | "us"
            | "me"
            | "this"
            | "that"
            | "these"
            | "those"
            | "there"
            | "here"
            | "who"
            | "which"
            | "what"
            | "one"
            | "ones"
            | "someone"
            | "somebody"
            | "something"
            | "another"
            | "other"
            | "others"
            | "such"
            | "all"
            | "each"
            | "both"
            | "some"
            | "any"
            | "none"
            | "its"
            | "his"
            | "their"
            | "our"
            | "my"
            | "your"
    )
}
