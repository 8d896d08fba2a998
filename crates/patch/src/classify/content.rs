//! Content: information that is added, dropped or exchanged.
//!
//! Counts the content words that the sentence did not have before (new) and has
//! no longer (lost). Additions weigh more than losses of the same size, because
//! a rewording shortens more often than it invents.

use super::lexicon::Class;
use super::unit::{Change, Side, Word};
use super::{Finding, arrow, kinds};
use crate::{Category, GateName};
use stet_text::Language;

/// Limits from which on a change is CORE; measured on the development halves.
struct Limits {
    /// New words of an insertion.
    insert: usize,
    /// Lost words of a deletion.
    delete: usize,
    /// New beyond lost words of a replacement.
    growth: usize,
    /// Lost beyond new words of a replacement.
    shrink: usize,
    /// New and lost words together.
    total: usize,
}

/// Content words on either side up to which an exchange is short.
const EXCHANGE: usize = 2;

const FRAGMENT: Limits = Limits { insert: 2, delete: 2, growth: 3, shrink: 6, total: 10 };
const SENTENCE: Limits = Limits { insert: 1, delete: 1, growth: 2, shrink: 3, total: 6 };
/// Korean endings and compounds hide many common stems, so a count says less.
const KOREAN: Limits = Limits { insert: 2, delete: 2, growth: 3, shrink: 4, total: 8 };

#[must_use]
pub fn read(change: &Change<'_>) -> Option<Finding> {
    let (lost, new) = (content(&change.lost), content(&change.new));
    if lost.is_empty() && new.is_empty() {
        return None;
    }
    let limits = match change.unit.language {
        Language::Ko => &KOREAN,
        Language::En if change.unit.fragment => &FRAGMENT,
        Language::En => &SENTENCE,
    };
    let value = arrow(&text(&lost), &text(&new));
    if let Some((old, new)) = kinds::exchanged(change) {
        return Some(Finding::core(
            GateName::Content,
            arrow(old.text, new.text),
            ("같은 종류의 다른 것으로 바뀌었습니다", "A word gives way to another of its kind"),
        ));
    }
    // `a party` → `work`: in a short exchange a plain thing does not give way to its own rewording.
    let short = !lost.is_empty() && !new.is_empty() && lost.len().max(new.len()) <= EXCHANGE;
    if short
        && !change.unit.fragment
        && (kinds::names_another(&lost, &new) || kinds::names_another(&new, &lost))
    {
        return Some(Finding::core(
            GateName::Content,
            value,
            ("다른 것을 말하게 되었습니다", "It speaks of another thing"),
        ));
    }
    let (gone, added) = (lost.len(), new.len());
    let strangers = change.unit.language == Language::Ko && change.unit.kinship() < STRANGERS;
    let total = if strangers { limits.total - 2 } else { limits.total };
    // `A lady` and `An older lady`: the article only follows its noun.
    let bare = |text: &str, words: &[Word<'_>]| {
        text.trim().is_empty()
            || !words.is_empty() && words.iter().all(|word| matches!(word.lower.as_str(), "a" | "an"))
    };
    // A sentence comes or goes as a whole, however short.
    let gone_or_new = |side: &Side<'_>, other: &Side<'_>| side.words.len() > 1 && other.words.is_empty();
    let (old, rewritten) = (&change.unit.before, &change.unit.after);
    let whole = !change.unit.fragment && (gone_or_new(old, rewritten) || gone_or_new(rewritten, old));
    let core = whole
        || match (bare(change.text_before, change.before), bare(change.text_after, change.after)) {
            (true, _) => added >= limits.insert || joined(change.after) || added > 0 && phrase(change.after),
            (_, true) => {
                let articles =
                    change.before.iter().filter(|word| matches!(word.lower.as_str(), "a" | "an")).count();
                gone >= limits.delete && gone > 0 && (gone > 2 || change.before.len() > gone + articles)
                    || joined(change.before)
            }
            _ => added >= gone + limits.growth || gone >= added + limits.shrink || added + gone >= total,
        };
    if core {
        return Some(Finding::core(
            GateName::Content,
            value,
            ("내용이 더해지거나 빠졌습니다", "Information is added or dropped"),
        ));
    }
    Some(Finding {
        name: GateName::Content,
        category: Category::Expression,
        value,
        reason: ("낱말이 바뀌었습니다", "Words are exchanged"),
        risk: 0.2 + 0.05 * (gone + added) as f32,
    })
}

/// A phrase of its own: `in the theorem`, `of two letters`, `the harmonic`.
fn phrase(words: &[Word<'_>]) -> bool {
    let opens = words
        .first()
        .is_some_and(|word| matches!(word.class, Class::Preposition | Class::Grammar | Class::Relation));
    opens && words.len() > 1
}

/// Two Korean sentences with fewer common syllable pairs than this need fewer exchanged words.
const STRANGERS: f32 = 0.35;

/// `and resonances`, `or geometry`: one more member of a list.
fn joined(words: &[Word<'_>]) -> bool {
    words.first().is_some_and(|word| matches!(word.lower.as_str(), "and" | "or" | "및" | "또는"))
        && words.iter().any(|word| word.class == Class::Content)
}

/// Content words that carry information: adverbs of manner only colour it.
fn content<'w>(words: &[&'w Word<'w>]) -> Vec<&'w Word<'w>> {
    words
        .iter()
        .copied()
        .filter(|word| word.class == Class::Content && !(word.lower.len() > 4 && word.lower.ends_with("ly")))
        .collect()
}

fn text(words: &[&Word<'_>]) -> String {
    words.iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
}
