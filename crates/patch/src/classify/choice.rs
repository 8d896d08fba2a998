//! Both or one of them: `a card and a pass` → `a card or a pass`, `카드와 출입증` → `카드나 출입증`.
//!
//! Owns the words and particles that join, where one gives way to the other and nothing else changes; leaves added and
//! dropped members of a list to [`super::content`].

use super::negation::Cue;
use super::unit::{Change, Side, Word};
use super::{Finding, arrow};
use crate::GateName;
use stet_text::Script;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Link {
    Both,
    One,
}

/// Words that join by themselves.
const WORDS: [(&str, Link); 5] =
    [("and", Link::Both), ("및", Link::Both), ("or", Link::One), ("또는", Link::One), ("혹은", Link::One)];

/// What joins at the end of a Korean word; longer ones first.
const ENDS: [(&str, Link); 7] = [
    ("이거나", Link::One),
    ("거나", Link::One),
    ("이나", Link::One),
    ("나", Link::One),
    ("고", Link::Both),
    ("과", Link::Both),
    ("와", Link::Both),
];

#[must_use]
pub fn read(change: &Change<'_>) -> Option<Finding> {
    let ([before], [after]) = (change.before, change.after) else { return None };
    let exchanged = match (link(before), link(after)) {
        (Some(one), Some(two)) => one != two,
        _ => ends_otherwise(before, after),
    };
    // Neither of two is both of two not.
    if !exchanged || denies(&change.unit.before) || denies(&change.unit.after) {
        return None;
    }
    Some(Finding::core(
        GateName::Modality,
        arrow(change.text_before, change.text_after),
        ("둘 다인지 하나인지가 바뀌었습니다", "Both becomes one of them, or the reverse"),
    ))
}

fn link(word: &Word<'_>) -> Option<Link> {
    WORDS.iter().find(|(known, _)| word.lower == *known).map(|(_, link)| *link)
}

/// One noun, or one verb, with another ending: `카드와` and `카드나`, `신청하고` and `신청하거나`.
fn ends_otherwise(before: &Word<'_>, after: &Word<'_>) -> bool {
    if before.script != Script::Hangul || after.script != Script::Hangul {
        return false;
    }
    let joined = |word: &'_ str, wanted: Link| {
        ENDS.iter()
            .filter(move |(_, link)| *link == wanted)
            .filter_map(|(end, _)| word.strip_suffix(end))
            .filter(|stem| !stem.is_empty())
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let meets = |both: &Word<'_>, one: &Word<'_>| {
        let others = joined(&one.lower, Link::One);
        joined(&both.lower, Link::Both).iter().any(|stem| others.contains(stem))
    };
    meets(before, after) || meets(after, before)
}

fn denies(side: &Side<'_>) -> bool {
    side.words.iter().any(|word| word.cue != Cue::Never)
}
