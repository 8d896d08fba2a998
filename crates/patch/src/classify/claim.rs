//! What a claim denies, how sure and how binding it is, of how many it speaks, and its direction.
//!
//! Owns the comparison of the words of `cues.tsv`, `duties.tsv` and `opposites.tsv` on both sides of a change.

use std::sync::LazyLock;

use super::lexicon::{Class, Cue, Weight, joints, opposite};
use super::words::{COMPARED, Change, Reader, Side, Word};
use super::{Finding, Reason, arrow, lexicon, values};
use crate::{Category, GateName};
use stet_text::{Language, Script, english_stem, fold};

const NEGATION: Reason = ("부정이 바뀌었습니다", "A negation changes");
const LIMIT: Reason =
    ("확실성·의무·수량을 한정하는 말이 바뀌었습니다", "A word of certainty, obligation or quantity changes");

/// English prefixes that negate, when the rest is a word of the other side.
const PREFIXES: [&str; 8] = ["un", "in", "im", "ir", "il", "dis", "non", "mis"];
/// The same in Korean: `불가능`, `비공개`, `미완성`, `무관`, `부적절`, `피고소인`.
const KO_PREFIXES: [char; 7] = ['불', '비', '미', '무', '부', '몰', '피'];

/// A negation that comes, goes or hides in a prefix.
#[must_use]
pub fn negation(change: &Change<'_>) -> Option<Finding> {
    let (b, a) = (denials(change.before), denials(change.after));
    let hidden = prefixed(change.before, &change.unit.after, change.after)
        .or_else(|| prefixed(change.after, &change.unit.before, change.before));
    let whole = denials(&change.unit.before.words).len() != denials(&change.unit.after.words).len();
    if b.len() != a.len() && whole {
        // `not possible` and `impossible`, `not open` and `closed`.
        if (hidden.is_some() || is_complement(change)) && b.len().abs_diff(a.len()) == 1 {
            let reason = ("부정을 다른 말로 나타냅니다", "The negation is said in other words");
            return Some(Finding::soft(
                GateName::Negation,
                arrow(change.text_before, change.text_after),
                reason,
            ));
        }
        return Some(Finding::core(GateName::Negation, arrow(&b.join(" "), &a.join(" ")), NEGATION));
    }
    hidden.map(|value| Finding::core(GateName::Negation, value, NEGATION))
}

/// The negating words; two that undo each other are none: `않으면 안 된다` is a duty.
fn denials<'w>(words: &[Word<'w>]) -> Vec<&'w str> {
    let mut out: Vec<(usize, &str)> = Vec::new();
    for (at, word) in words.iter().enumerate().filter(|(_, word)| word.denies()) {
        let last = at.checked_sub(1).and_then(|last| words.get(last)).map_or("", |last| last.lower.as_str());
        // `안` and `못` deny the word behind them, `잊지 말고` asks for something to be done.
        let alone = matches!(word.lower.as_str(), "안" | "못") && at + 1 == words.len();
        if alone || lexicon::is_duty(last) {
            continue;
        }
        let undone = word.script == Script::Hangul
            && out.last().is_some_and(|&(before, cue)| {
                at - before == 1 && (cue.ends_with('면') || cue.ends_with("서는"))
                    || at - before == 2 && cue.ends_with('을') && last == "수"
            });
        if undone {
            out.pop();
        } else {
            out.push((at, word.text));
        }
    }
    out.into_iter().map(|(_, text)| text).collect()
}

/// How many negating words a text has: what accepting changes together may not touch.
#[must_use]
pub fn negations(text: &str) -> usize {
    let text: String = text.chars().filter_map(fold).collect();
    // An apostrophe comes and goes: `dont`.
    Reader::default()
        .words(&text, 0)
        .iter()
        .filter(|word| word.denies() && !word.lower.contains('\''))
        .count()
}

/// `불가능` against `가능`, `unlikely` against `likely`.
fn prefixed(words: &[Word<'_>], other: &Side<'_>, changed: &[Word<'_>]) -> Option<String> {
    let changed = changed.get(..changed.len().min(COMPARED)).unwrap_or_default();
    words.iter().take(COMPARED).filter(|word| other.count(word) == 0).find_map(|word| {
        let bare = if word.script == Script::Hangul {
            let rest = word.lower.strip_prefix(KO_PREFIXES)?;
            let two: String = rest.chars().take(2).collect();
            changed.iter().find(|bare| two.chars().count() == 2 && bare.lower.starts_with(&two))
        } else {
            let rests = PREFIXES.iter().filter_map(|prefix| word.lower.strip_prefix(prefix));
            rests.filter(|rest| rest.len() > 2).find_map(|rest| {
                let stem = english_stem(rest);
                changed.iter().find(|bare| bare.lower == rest || bare.key == stem)
            })
        };
        bare.map(|bare| arrow(word.text, bare.text))
    })
}

/// In a long replacement a lost and a new limit are rarely each other's counterpart.
const EXCHANGE: usize = 4;

/// A word that bounds the claim comes, goes or gives way to another: `may → must`, `일부 → 모든`.
#[must_use]
pub fn limits(change: &Change<'_>) -> Option<Finding> {
    if let ([b], [a]) = (change.before, change.after)
        && joined_otherwise(b, a)
        && ![&change.unit.before, &change.unit.after].iter().any(|side| side.words.iter().any(Word::denies))
    {
        let reason = ("둘 다인지 하나인지가 바뀌었습니다", "Both becomes one of them, or the reverse");
        return Some(Finding::core(GateName::Modality, arrow(b.text, a.text), reason));
    }
    let cues = |words: &[Word<'_>]| -> Vec<Cue> {
        let superlative = |at: usize| {
            words.get(at).is_some_and(|word| word.lower == "most")
                && at.checked_sub(1).and_then(|last| words.get(last)).is_some_and(|last| last.lower == "the")
        };
        let counts = |cue: &Cue| !cue.denies() && cue.weight != Weight::Joint;
        let all = words.iter().enumerate().filter(|(at, _)| !superlative(*at));
        all.filter_map(|(_, word)| word.cue).filter(counts).collect()
    };
    let (b, a) = (cues(change.before), cues(change.after));
    if b.is_empty() && a.is_empty() || values::keeps_bound(change) {
        return None;
    }
    let (all_b, all_a) = (cues(&change.unit.before.words), cues(&change.unit.after.words));
    let without = |from: &[Cue], others: &[Cue]| -> Vec<Cue> {
        from.iter().filter(|cue| !others.contains(cue)).copied().collect()
    };
    let (lost, new) = (without(&b, &all_a), without(&a, &all_b));
    if lost.is_empty() && new.is_empty() {
        return None;
    }
    let short = change.before.len().max(change.after.len()) <= EXCHANGE;
    let exchanged = !lost.is_empty() && !new.is_empty() && short;
    let strong = !change.unit.fragment && lost.iter().chain(&new).any(|cue| cue.weight == Weight::Strong);
    let words = |list: &[Word<'_>]| {
        list.iter().filter(|word| word.cue.is_some()).map(|word| word.text).collect::<Vec<_>>().join(" ")
    };
    let value = arrow(&words(change.before), &words(change.after));
    Some(if exchanged || strong {
        Finding::core(GateName::Modality, value, LIMIT)
    } else {
        Finding {
            category: Category::Expression,
            risk: 0.5,
            ..Finding::core(GateName::Modality, value, LIMIT)
        }
    })
}

/// `and` against `or`, `카드와` against `카드나`.
fn joined_otherwise(b: &Word<'_>, a: &Word<'_>) -> bool {
    let whole = |word: &Word<'_>| word.cue.filter(|cue| cue.weight == Weight::Joint).map(|cue| cue.name);
    match (whole(b), whole(a)) {
        (Some(x), Some(y)) => x != y,
        (None, None) if b.script == Script::Hangul => {
            joints(&b.lower).any(|(stem, x)| joints(&a.lower).any(|(other, y)| stem == other && x != y))
        }
        _ => false,
    }
}

static DUTIES: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| {
    stet_data::rows("words/ko/duties.tsv").filter_map(|row| Some((*row.first()?, *row.get(1)?))).collect()
});

/// What a Korean sentence binds its reader to, or leaves open.
#[must_use]
pub fn duty(change: &Change<'_>) -> Option<Finding> {
    let of = |text: &str| {
        // `수없이` is a number, not a ban.
        let compact = text.split_whitespace().collect::<String>().replace("수없이", "");
        DUTIES.iter().find(|(pattern, _)| compact.contains(pattern)).map(|(_, duty)| *duty)
    };
    if change.unit.language != Language::Ko || of(change.text_before) == of(change.text_after) {
        return None;
    }
    let (old, new) = (&change.unit.before, &change.unit.after);
    let (b, a) = (of(old.text), of(new.text));
    // A question or a request asks for one of them anyway; only plain statements can lose one.
    let plain = |side: &Side<'_>| side.text.trim().trim_end_matches(['.', '"', '”', ' ']).ends_with('다');
    let told = b.is_some() && a.is_some() || plain(old) && plain(new);
    (b != a && told)
        .then(|| Finding::core(GateName::Modality, arrow(change.text_before, change.text_after), LIMIT))
}

/// Two opposites of which one takes the other's place, and whether one of them always holds.
fn turned<'c>(change: &'c Change<'_>) -> Option<(&'c Word<'c>, &'c Word<'c>, bool)> {
    let (old, new) = (&change.unit.before, &change.unit.after);
    let gone = |word: &&Word<'_>| new.count(word) < old.count(word);
    let come = |word: &&Word<'_>| old.count(word) < new.count(word);
    change.before.iter().take(COMPARED).filter(gone).find_map(|b| {
        change.after.iter().take(COMPARED).filter(come).find_map(|a| {
            let pair = ((b.lower.as_str(), b.key.as_str()), (a.lower.as_str(), a.key.as_str()));
            let whole = (b.script == a.script).then(|| opposite(pair.0, pair.1, b.script))??;
            Some((b, a, whole))
        })
    })
}

/// Whether a negation comes or goes with a word of which it is the opposite: `not open` and `closed`, `켜지 마` and `꺼`.
fn is_complement(change: &Change<'_>) -> bool {
    denials(change.before).len().abs_diff(denials(change.after).len()) == 1
        && turned(change).is_some_and(|(_, _, whole)| whole)
}

/// A word gives way to its opposite, or two words change places.
#[must_use]
pub fn direction(change: &Change<'_>) -> Option<Finding> {
    let reason = ("반대되는 말로 바뀌었습니다", "A word gives way to its opposite");
    if let Some((b, a, _)) = turned(change).filter(|_| !is_complement(change)) {
        return Some(Finding::core(GateName::Direction, arrow(b.text, a.text), reason));
    }
    exchanged(change).then(|| {
        let reason = ("두 낱말의 자리가 서로 바뀌었습니다", "Two words change places");
        Finding::core(GateName::Roles, arrow(change.text_before, change.text_after), reason)
    })
}

/// `A hired B` → `B hired A`, `소가 말을` → `말이 소를`: the same words, but two nouns stand in each other's place.
fn exchanged(change: &Change<'_>) -> bool {
    let (old, new) = (&change.unit.before.words, &change.unit.after.words);
    if old.len() != new.len() {
        return false;
    }
    let differing: Vec<_> = old.iter().zip(new).enumerate().filter(|(_, (b, a))| b.id != a.id).collect();
    let [(x, (b1, a1)), (y, (b2, a2))] = differing.as_slice() else { return false };
    // Two neighbours, or the members of a list, only stand in another order.
    let between = old.get(x + 1..*y).unwrap_or_default();
    let listed = between.iter().all(|word| matches!(word.lower.as_str(), "and" | "or" | "및"));
    // A Korean word brings its particle along when only the order changes.
    let stays = |one: &Word<'_>, two: &Word<'_>| one.script == Script::Hangul && one.lower == two.lower;
    let near = a1.span.overlaps(change.hunk.after) || a2.span.overlaps(change.hunk.after);
    let content = b1.class == Class::Content && b2.class == Class::Content;
    b1.id == a2.id && b2.id == a1.id && near && content && !listed && !(stays(b1, a2) && stays(b2, a1))
}
