//! Content: information that is added, dropped or exchanged.
//!
//! A content word that the sentence did not have before (new) or has no longer (lost) is another claim, unless it is known
//! to say what a lost or new one says: a form, a synonym, a slip, or what only carries another word.

use super::lexicon::{Class, class};
use super::pointers::names;
use super::spelling::{english, is_ending, near};
use super::words::{COMPARED, Change, Side, Word};
use super::{Finding, Reason, arrow, values};
use crate::{Category, GateName};
use stet_reading::tags::Tags;
use stet_text::Script;

/// New or lost words from which on a loose piece says more or less; what it lacks may stand elsewhere in its sentence.
const FRAGMENT: usize = 2;

/// Words from which on what is said in other words says less, or more.
const SHRINK: usize = 3;
const GROWTH: usize = 2;

const OTHER: Reason = ("다른 낱말입니다", "Another word");
const INFORMATION: Reason = ("내용이 더해지거나 빠졌습니다", "Information is added or dropped");
const WORDS: Reason = ("낱말이 바뀌었습니다", "Words are exchanged");

#[must_use]
pub fn find(change: &Change<'_>) -> Option<Finding> {
    let (before, after) = change.whole;
    let (lost, new) = (content(before, &change.lost), content(after, &change.new));
    if lost.is_empty() && new.is_empty() {
        return None;
    }
    let unit = change.unit;
    let said = |risk: f32| {
        let value = arrow(&text(&lost), &text(&new));
        Some(Finding { risk, ..Finding::soft(GateName::Content, value, WORDS) })
    };
    let (mut gone, mut added) = (unknown(change, &lost, false), unknown(change, &new, true));
    // `carry out an analysis`: what carries the content of another word says nothing itself, unless it is all that changes.
    let bare =
        |words: &[Word<'_>]| words.iter().all(|word| word.class != Class::Content || word.senses().carries);
    let all = bare(change.before) && bare(change.after) && !gone.is_empty() && !added.is_empty();
    if !all {
        gone.retain(|word| !word.senses().carries);
        added.retain(|word| !word.senses().carries);
    }
    if !(gone.is_empty() && added.is_empty()) {
        let stated = values::stated(change);
        gone.retain(|word| !stated.contains(&word.lower));
        added.retain(|word| !stated.contains(&word.lower));
    }
    // A sentence comes or goes as a whole, however short, and so does a line of a text.
    let alone = |side: &Side<'_>, other: &Side<'_>| side.words.len() > 1 && other.words.is_empty();
    let one = alone(&unit.before, &unit.after) || alone(&unit.after, &unit.before);
    let lines = unit.before.text.trim().is_empty() != unit.after.text.trim().is_empty()
        && !before.trim().is_empty()
        && !after.trim().is_empty();
    let whole = one && !unit.fragment || lines;
    if gone.is_empty() && added.is_empty() && !whole || said_otherwise(change, &gone, &added) {
        return said(0.2 + 0.05 * (lost.len() + new.len()) as f32);
    }
    let value = arrow(&text(&gone), &text(&added));
    if !gone.is_empty() && !added.is_empty() {
        return Some(Finding::core(GateName::Content, value, OTHER));
    }
    let more = |side: &[Word<'_>]| joined(side) || phrase(side);
    let few = gone.len() + added.len() < FRAGMENT && !more(change.before) && !more(change.after);
    // Where other words are said otherwise, one may be said with them: `is located near`, `is near`.
    let others = |words: &[Word<'_>], known: &[&Word<'_>]| {
        let other = |word: &Word<'_>| word.class == Class::Content && !word.senses().carries;
        words.iter().any(|word| other(word) && !known.iter().any(|known| known.span == word.span))
    };
    let reworded = others(change.before, &gone) && others(change.after, &added);
    let reworded = reworded && gone.len() < SHRINK && added.len() < GROWTH;
    let said_with_them = unit.fragment && !lines && few || reworded;
    if said_with_them { said(0.3) } else { Some(Finding::core(GateName::Content, value, INFORMATION)) }
}

/// Whether the words are the same letters, an abbreviation and its words, or a bound that stands on the other side of its number.
fn said_otherwise(change: &Change<'_>, gone: &[&Word<'_>], added: &[&Word<'_>]) -> bool {
    let letters = |words: &[&Word<'_>]| words.iter().map(|word| word.lower.as_str()).collect::<String>();
    letters(gone) == letters(added) && !gone.is_empty()
        || names(change).is_some_and(|found| found.category == Category::Expression)
        || gone.len() == 1 && added.len() == 1 && values::keeps_bound(change)
}

/// The words of one side that say what no word says that only the other side has.
fn unknown<'w>(change: &Change<'_>, words: &[&'w Word<'w>], after: bool) -> Vec<&'w Word<'w>> {
    // Two words a slip apart are more often one than two: a name that is in no dictionary, misspelt.
    let slip = |word: &Word<'_>, other: &Word<'_>| {
        let (b, a) = if after { (other, word) } else { (word, other) };
        match (b.script, a.script) {
            (Script::Hangul, Script::Hangul) => {
                !(b.senses().is_word && a.senses().is_word) && near(&b.lower, &a.lower)
            }
            (Script::Latin, Script::Latin) => {
                let near = b.lower.len().abs_diff(a.lower.len()) <= 3;
                near && !b.senses().is_word && english(&b.lower, &a.lower)
            }
            _ => false,
        }
    };
    // Also one of a word that carries nothing: `teh`.
    let others = if after { change.before } else { change.after };
    let said = |word: &Word<'_>| {
        change.unit.says(word, after) || others.iter().take(COMPARED).any(|other| slip(word, other))
    };
    words.iter().copied().filter(|word| !said(word)).collect()
}

/// A phrase of its own: `in the theorem`, `of two letters`, `the harmonic`.
fn phrase(words: &[Word<'_>]) -> bool {
    let opens = words
        .first()
        .is_some_and(|word| matches!(word.class, Class::Preposition | Class::Grammar | Class::Relation));
    opens && words.len() > 1
}

/// `and resonances`, `or geometry`: one more member of a list.
fn joined(words: &[Word<'_>]) -> bool {
    words.first().is_some_and(|word| matches!(word.lower.as_str(), "and" | "or" | "및" | "또는"))
        && words.iter().any(|word| word.class == Class::Content)
}

/// Words whose coming and going other gates tell: what binds or counts.
const TOLD: Tags = Tags::POSSIBLE
    .and(Tags::UNSURE)
    .and(Tags::OBLIGED)
    .and(Tags::ADVISED)
    .and(Tags::WILL)
    .and(Tags::SOME)
    .and(Tags::FEW)
    .and(Tags::MANY)
    .and(Tags::MOST)
    .and(Tags::ALL)
    .and(Tags::ANY)
    .and(Tags::BOTH)
    .and(Tags::ONLY);

/// Words that carry information, but for those that other gates tell.
fn content<'w>(whole: &str, words: &[&'w Word<'w>]) -> Vec<&'w Word<'w>> {
    // `3에`, `] 는`: a particle behind what is no word.
    let particle = |word: &Word<'_>| {
        let head = whole.get(..word.span.start).unwrap_or_default();
        word.script == Script::Hangul
            && is_ending(&word.lower)
            && head.ends_with(|ch: char| {
                !ch.is_whitespace() && !matches!(ch, '(' | '[' | '"' | '“' | '‘' | '*' | '_' | '|')
            })
    };
    // `we'll`, `wasn't`
    let contracted = |word: &Word<'_>| {
        word.lower.split_once('\'').is_some_and(|(head, tail)| {
            class(if tail == "t" { head.trim_end_matches('n') } else { head }) != Class::Content
        })
    };
    let says = |word: &Word<'_>| {
        word.class == Class::Content
            && !(word.denies() || word.tags.has(TOLD) || contracted(word) || particle(word))
    };
    words.iter().copied().filter(|word| says(word)).collect()
}

fn text(words: &[&Word<'_>]) -> String {
    words.iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
}
