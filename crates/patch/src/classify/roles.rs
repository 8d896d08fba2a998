//! Roles: the same words, but who does what to whom is another.

use rustc_hash::FxHashMap;

use super::lexicon::Class;
use super::unit::{Change, Side};
use super::{Finding, arrow};
use crate::GateName;
use stet_text::{Language, Script};

#[must_use]
pub fn read(change: &Change<'_>) -> Option<Finding> {
    let reason = ("같은 말의 역할이 바뀌었습니다", "The same words change their roles");
    // Their nouns are short, and with another particle another word.
    if change.unit.language == Language::Ko && (measured_by_the_other(change) || short_nouns(change)) {
        let value = arrow(change.text_before, change.text_after);
        return Some(Finding::core(GateName::Roles, value, reason));
    }
    if !change.lost.is_empty() && !change.new.is_empty() {
        return None;
    }
    let value = match change.unit.language {
        Language::Ko => korean(change)?,
        Language::En => english(change)?,
    };
    Some(Finding::core(GateName::Roles, value, reason))
}

/// Grammatical role that a particle gives its noun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Subject,
    Object,
    Goal,
    Source,
    Until,
    Place,
    Than,
    /// `에서`: where something starts, or happens.
    Start,
    /// `로`: where it goes, or by what means.
    End,
}

const PARTICLES: &[(&str, Role)] = &[
    ("에게서", Role::Source),
    ("한테서", Role::Source),
    ("으로부터", Role::Source),
    ("로부터", Role::Source),
    ("보다", Role::Than),
    ("보다는", Role::Than),
    ("부터", Role::Source),
    ("에서", Role::Start),
    ("으로", Role::End),
    ("로", Role::End),
    ("에게", Role::Goal),
    ("한테", Role::Goal),
    ("까지", Role::Until),
    ("에", Role::Place),
    ("께서", Role::Subject),
    ("을", Role::Object),
    ("를", Role::Object),
    ("이", Role::Subject),
    ("가", Role::Subject),
    ("은", Role::Subject),
    ("는", Role::Subject),
];

fn roles<'s>(side: &'s Side<'_>) -> FxHashMap<&'s str, Role> {
    let mut out = FxHashMap::default();
    for word in side.words.iter().filter(|word| word.script == Script::Hangul && word.class == Class::Content)
    {
        let found = PARTICLES.iter().find(|(particle, _)| {
            word.lower
                .strip_suffix(particle)
                .is_some_and(|stem| stem.chars().count() > 1 && stem.starts_with(&word.key))
        });
        if let Some(&(_, role)) = found {
            out.insert(word.key.as_str(), role);
        }
    }
    out
}

/// Two nouns exchanged their particles, or one went from giver to taker.
fn korean(change: &Change<'_>) -> Option<String> {
    if compared(change, "보다") {
        return Some(arrow(change.text_before, change.text_after));
    }
    if topics(change) {
        return Some(arrow(change.text_before, change.text_after));
    }
    let (old, new) = (roles(&change.unit.before), roles(&change.unit.after));
    let mut turned: Vec<(&str, Role, Role)> = Vec::new();
    for (key, &role) in &old {
        if let Some(&now) = new.get(key)
            && now != role
        {
            turned.push((key, role, now));
        }
    }
    turned.sort_unstable_by_key(|entry| entry.0);
    // `고양이가 물었다` → `고양이를 물었다`, with everything else as it was; `-고 싶다` takes either.
    let wish = change.unit.after.words.iter().any(|word| word.lower.starts_with('싶'));
    let single = !wish && change.before.len() == 1 && change.after.len() == 1 && {
        let ends = |words: &[super::unit::Word<'_>], list: [char; 2]| {
            words.iter().all(|word| word.lower.ends_with(list))
        };
        let (subject, object) = (['이', '가'], ['을', '를']);
        ends(change.before, subject) && ends(change.after, object)
            || ends(change.before, object) && ends(change.after, subject)
    };
    let hit = single && turned.len() == 1
        || turned.iter().any(|one| {
            matches!(
                (one.1, one.2),
                (Role::Goal | Role::Until, Role::Source) | (Role::Source, Role::Goal | Role::Until)
            ) || turned.iter().any(|two| one.1 == two.2 && one.2 == two.1)
        });
    let here = |word: &super::unit::Word<'_>| turned.iter().any(|entry| entry.0 == word.key);
    (hit && (change.before.iter().any(here) || change.after.iter().any(here)))
        .then(|| arrow(change.text_before, change.text_after))
}

/// `개가 사람을` → `개를 사람이`, `A가 B를` → `B가 A를`: two nouns, of which one may be a syllable or a letter, exchange the
/// particles of the subject and the object.
fn short_nouns(change: &Change<'_>) -> bool {
    let pair = |side: &Side<'_>| -> Option<(String, String)> {
        let of = |list: [char; 2]| {
            let mut found = side.text.split_whitespace().filter_map(|word| word.strip_suffix(list));
            found.next().filter(|stem| !stem.is_empty() && found.next().is_none()).map(str::to_lowercase)
        };
        Some((of(['이', '가'])?, of(['을', '를'])?))
    };
    match (pair(&change.unit.before), pair(&change.unit.after)) {
        (Some((subject, object)), Some((now, at))) => subject == at && object == now && subject != object,
        _ => false,
    }
}

/// `그것은 금보다 싸다` → `금은 그것보다 싸다`: what is compared became what it is compared with.
fn measured_by_the_other(change: &Change<'_>) -> bool {
    fn standard<'s>(side: &'s Side<'_>) -> Option<&'s str> {
        let of = |word: &'s str| word.strip_suffix("보다는").or_else(|| word.strip_suffix("보다"));
        let mut found = side.words.iter().filter_map(|word| of(&word.lower)).filter(|stem| !stem.is_empty());
        found.next().filter(|_| found.next().is_none())
    }
    let (old, new) = (&change.unit.before, &change.unit.after);
    let (Some(x), Some(y)) = (standard(old), standard(new)) else { return false };
    let names = |side: &Side<'_>, stem: &str| {
        side.words.iter().any(|word| {
            word.lower.strip_prefix(stem).is_some_and(|end| matches!(end, "은" | "는" | "이" | "가"))
        })
    };
    x != y && names(new, x) && names(old, y)
}

/// `학생회는 학교가 운영한다` → `학교는 학생회가 운영한다`: the topic and the subject exchanged their places.
fn topics(change: &Change<'_>) -> bool {
    let pick = |side: &Side<'_>, list: [char; 2]| -> Vec<String> {
        side.words
            .iter()
            .filter(|word| word.script == Script::Hangul && word.class == Class::Content)
            .filter_map(|word| word.lower.strip_suffix(list))
            .filter(|stem| stem.chars().count() > 1)
            .map(str::to_owned)
            .collect()
    };
    let (topic, subject) = (['은', '는'], ['이', '가']);
    let (old, new) = (&change.unit.before, &change.unit.after);
    // One of either in both sentences: no other noun can have taken the role.
    let single = |side: &Side<'_>| match (pick(side, topic).as_slice(), pick(side, subject).as_slice()) {
        ([topic], [subject]) => Some((topic.clone(), subject.clone())),
        _ => None,
    };
    let touched =
        |stem: &str| change.before.iter().chain(change.after).any(|word| word.lower.starts_with(stem));
    match (single(old), single(new)) {
        (Some((x, y)), Some((z, w))) => x == w && y == z && x != y && touched(&x) && touched(&y),
        _ => false,
    }
}

/// A comparison of the same things in another order.
fn compared(change: &Change<'_>, than: &str) -> bool {
    let has = |side: &Side<'_>| {
        side.words.iter().any(|word| word.lower == than || than == "보다" && word.lower.ends_with(than))
    };
    if !has(&change.unit.before) || !has(&change.unit.after) {
        return false;
    }
    let (old, new) = (change.unit.before.content(false), change.unit.after.content(false));
    let (mut old_bag, mut new_bag) = (old.clone(), new.clone());
    old_bag.sort_unstable();
    new_bag.sort_unstable();
    old != new && old_bag == new_bag
}

/// Two content words of the sentence exchanged their places, around something that is not a
/// plain `and`, and the sentence did not turn to the passive.
fn english(change: &Change<'_>) -> Option<String> {
    if compared(change, "than") {
        return Some(arrow(change.text_before, change.text_after));
    }
    let (old, new) = (change.unit.before.content(true), change.unit.after.content(true));
    if old.len() != new.len() || old == new {
        return None;
    }
    let differing: Vec<usize> = (0..old.len()).filter(|&at| old.get(at) != new.get(at)).collect();
    let (&first, &last) = (differing.first()?, differing.last()?);
    if differing.len() != 2 || old.get(first) != new.get(last) || old.get(last) != new.get(first) {
        return None;
    }
    let passive = |side: &Side<'_>| side.words.iter().any(|word| word.lower == "by");
    if passive(&change.unit.before) != passive(&change.unit.after) {
        return None;
    }
    let between = |side: &Side<'_>| {
        let content: Vec<usize> = side
            .words
            .iter()
            .enumerate()
            .filter(|(_, word)| matches!(word.class, Class::Content | Class::Number))
            .map(|(at, _)| at)
            .collect();
        let (from, to) = (content.get(first).copied().unwrap_or(0), content.get(last).copied().unwrap_or(0));
        side.words
            .get(from + 1..to)
            .unwrap_or_default()
            .iter()
            .map(|word| word.lower.clone())
            .collect::<Vec<_>>()
    };
    let listed = |words: Vec<String>| {
        words.iter().all(|word| matches!(word.as_str(), "and" | "or" | "the" | "a" | "an"))
    };
    if listed(between(&change.unit.before)) {
        return None;
    }
    let here = |word: &super::unit::Word<'_>| {
        old.get(first) == Some(&word.id()) || old.get(last) == Some(&word.id())
    };
    (change.before.iter().any(here) || change.after.iter().any(here))
        .then(|| arrow(change.text_before, change.text_after))
}
