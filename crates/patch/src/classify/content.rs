//! Content: information that is added, dropped or exchanged.
//!
//! Counts the content words that the sentence did not have before (new) and has
//! no longer (lost). Additions weigh more than losses of the same size, because
//! a rewording shortens more often than it invents.

use super::lexicon::{Class, members};
use super::spelling::{is_korean, near};
use super::words::{COMPARED, Change, Side, Word};
use super::{Finding, arrow};
use crate::GateName;
use crate::diff::kinship;
use stet_text::{Language, Script};

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

const FRAGMENT: Limits = Limits { insert: 2, delete: 2, growth: 3, shrink: 6, total: 10 };
const SENTENCE: Limits = Limits { insert: 1, delete: 1, growth: 2, shrink: 3, total: 6 };
/// Korean endings and compounds hide many common stems, so a count says less.
const KOREAN: Limits = Limits { insert: 2, delete: 2, growth: 3, shrink: 4, total: 8 };

/// Content words on either side up to which an exchange is short.
const EXCHANGE: usize = 2;
/// Two Korean sentences with fewer common syllable pairs than this need fewer exchanged words.
const STRANGERS: f32 = 0.35;

#[must_use]
pub fn find(change: &Change<'_>) -> Option<Finding> {
    let (lost, new) = (content(&change.lost), content(&change.new));
    if lost.is_empty() && new.is_empty() {
        return None;
    }
    let unit = change.unit;
    let value = arrow(&text(&lost), &text(&new));
    // Two words a slip apart are more often one than two: a name that is in no dictionary, misspelt.
    if let ([b], [a]) = (lost.as_slice(), new.as_slice())
        && b.script == Script::Hangul
        && near(&b.lower, &a.lower)
        && !(is_korean(&b.lower) && is_korean(&a.lower))
    {
        let reason = ("낱말이 바뀌었습니다", "Words are exchanged");
        return Some(Finding::soft(GateName::Content, value, reason));
    }
    if let Some((old, new)) = exchanged(change) {
        let reason = ("같은 종류의 다른 것으로 바뀌었습니다", "A word gives way to another of its kind");
        return Some(Finding::core(GateName::Content, arrow(old.text, new.text), reason));
    }
    // `a party` → `work`: in a short exchange a plain thing does not give way to its own rewording.
    let short = !lost.is_empty() && !new.is_empty() && lost.len().max(new.len()) <= EXCHANGE;
    if short && !unit.fragment && (names_another(&lost, &new) || names_another(&new, &lost)) {
        let reason = ("다른 것을 말하게 되었습니다", "It speaks of another thing");
        return Some(Finding::core(GateName::Content, value, reason));
    }
    let (limits, strangers) = match unit.language {
        Language::Ko => (&KOREAN, kinship(unit.before.text, unit.after.text) < STRANGERS),
        Language::En if unit.fragment => (&FRAGMENT, false),
        Language::En => (&SENTENCE, false),
    };
    let total = if strangers { limits.total - 2 } else { limits.total };
    let (gone, added) = (lost.len(), new.len());
    let article = |word: &&Word<'_>| matches!(word.lower.as_str(), "a" | "an");
    // `A lady` and `An older lady`: the article only follows its noun.
    let bare = |words: &[Word<'_>]| words.iter().all(|word| article(&word));
    // A sentence comes or goes as a whole, however short.
    let alone = |side: &Side<'_>, other: &Side<'_>| side.words.len() > 1 && other.words.is_empty();
    let whole = !unit.fragment && (alone(&unit.before, &unit.after) || alone(&unit.after, &unit.before));
    let core = whole
        || match (bare(change.before), bare(change.after)) {
            (true, _) => added >= limits.insert || joined(change.after) || added > 0 && phrase(change.after),
            (_, true) => {
                let articles = change.before.iter().filter(article).count();
                gone >= limits.delete && gone > 0 && (gone > 2 || change.before.len() > gone + articles)
                    || joined(change.before)
            }
            _ => added >= gone + limits.growth || gone >= added + limits.shrink || added + gone >= total,
        };
    if core {
        let reason = ("내용이 더해지거나 빠졌습니다", "Information is added or dropped");
        return Some(Finding::core(GateName::Content, value, reason));
    }
    let risk = 0.2 + 0.05 * (gone + added) as f32;
    let reason = ("낱말이 바뀌었습니다", "Words are exchanged");
    Some(Finding { risk, ..Finding::soft(GateName::Content, value, reason) })
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

/// Content words that carry information: adverbs of manner only colour it.
fn content<'w>(words: &[&'w Word<'w>]) -> Vec<&'w Word<'w>> {
    let coloured = |word: &Word<'_>| word.lower.len() > 4 && word.lower.ends_with("ly");
    words.iter().copied().filter(|word| word.class == Class::Content && !coloured(word)).collect()
}

fn text(words: &[&Word<'_>]) -> String {
    words.iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
}

/// Whether two words are forms or synonyms of one member of a kind.
fn same(one: &Word<'_>, two: &Word<'_>) -> bool {
    members(&one.key).iter().any(|x| members(&two.key).iter().any(|y| x.is(y)))
}

fn is_written(word: &Word<'_>) -> bool {
    matches!(word.script, Script::Hangul | Script::Latin)
}

/// A lost word and a new one that are of one kind and not the same member of it.
fn exchanged<'c>(change: &'c Change<'_>) -> Option<(&'c Word<'c>, &'c Word<'c>)> {
    let kin = |b: &Word<'_>, a: &Word<'_>| {
        members(&b.key).iter().any(|x| members(&a.key).iter().any(|y| x.kind == y.kind)) && !same(b, a)
    };
    change
        .lost
        .iter()
        .filter(|word| is_written(word))
        .find_map(|b| change.new.iter().take(COMPARED).find(|a| is_written(a) && kin(b, a)).map(|a| (*b, *a)))
}

/// Whether one of the words names a thing of a plain sense without a synonym among the others.
fn names_another(words: &[&Word<'_>], others: &[&Word<'_>]) -> bool {
    words.iter().any(|word| {
        members(&word.key).iter().any(|member| member.plain) && !others.iter().any(|other| same(word, other))
    })
}
