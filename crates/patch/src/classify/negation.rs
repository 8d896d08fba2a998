//! Polarity: a negation that comes, goes or hides in a prefix turns the claim round.

use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::unit::{Change, Side, Word};
use super::{Finding, arrow};
use crate::{Category, GateName};
use stet_text::{Script, english_stem};

const WORDS: &str = "not no non never none nobody nothing nowhere neither nor without cannot hardly scarcely barely \
    lack lacks lacked lacking fail fails failed failing refuse refuses refused deny denies denied unable except unless \
    rarely seldom absence absent prevent prevents prevented";

static NEGATIONS: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| WORDS.split_whitespace().collect());

/// English prefixes that negate, when the rest is a word of the other side.
const PREFIXES: [&str; 8] = ["un", "in", "im", "ir", "il", "dis", "non", "mis"];
/// The same in Korean: `불가능`, `비공개`, `미완성`, `무관`, `부적절`, `몰상식`.
const KO_PREFIXES: [char; 6] = ['불', '비', '미', '무', '부', '몰'];

const REASON: (&str, &str) = ("부정이 바뀌었습니다", "A negation changes");

#[must_use]
pub fn read(change: &Change<'_>) -> Option<Finding> {
    if change.before.iter().chain(change.after).any(|word| word.cue != Cue::Never) {
        let (all_b, all_a) = (cues(&change.unit.before.words), cues(&change.unit.after.words));
        let here = |all: &[(usize, &'_ str)], at: &Range<usize>| -> Vec<String> {
            all.iter().filter(|cue| at.contains(&cue.0)).map(|cue| cue.1.to_owned()).collect()
        };
        let (b, a) = (here(&all_b, &change.before_at), here(&all_a, &change.after_at));
        if b.len() != a.len() && all_b.len() != all_a.len() {
            let other = if b.len() > a.len() { &change.new } else { &change.lost };
            let hidden = prefixed(change.before, &change.unit.after, change.after)
                .or_else(|| prefixed(change.after, &change.unit.before, change.before));
            // `not possible` and `impossible`, `did not agree` and `declined`.
            let short = change.before.len().max(change.after.len()) <= SHORT;
            if short
                && b.len().abs_diff(a.len()) == 1
                && (hidden.is_some() || other.iter().any(|word| tacit(word)))
            {
                return Some(Finding {
                    name: GateName::Negation,
                    category: Category::Expression,
                    value: arrow(change.text_before, change.text_after),
                    reason: ("부정을 다른 말로 나타냅니다", "The negation is said in other words"),
                    risk: 0.5,
                });
            }
            return Some(Finding::core(GateName::Negation, arrow(&b.join(" "), &a.join(" ")), REASON));
        }
    }
    let hidden = prefixed(change.before, &change.unit.after, change.after)
        .or_else(|| prefixed(change.after, &change.unit.before, change.before));
    hidden.map(|value| Finding::core(GateName::Negation, value, REASON))
}

/// The negating words, one entry each; two that undo each other are none.
fn cues<'w>(words: &[Word<'w>]) -> Vec<(usize, &'w str)> {
    let mut out: Vec<(usize, &'w str)> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let last = at.checked_sub(1).and_then(|last| words.get(last));
        let hit = match word.cue {
            Cue::Never => false,
            Cue::Always => !(word.script == Script::Hangul && not_forgotten(last)),
            Cue::BeforeWord => words.len() > at + 1,
            Cue::AfterJi => last.is_some_and(|last| last.lower.ends_with('지')) && !not_forgotten(last),
        };
        if !hit {
            continue;
        }
        // `않으면 안 된다`, `하지 않을 수 없다`: a duty, not a negation.
        let undone = word.script == Script::Hangul
            && out.last().is_some_and(|&(before, cue)| {
                at - before == 1 && (cue.ends_with('면') || cue.ends_with("서는"))
                    || at - before == 2 && cue.ends_with('을') && last.is_some_and(|last| last.lower == "수")
            });
        if undone {
            out.pop();
        } else {
            out.push((at, word.text));
        }
    }
    out
}

fn english(lower: &str) -> bool {
    NEGATIONS.contains(lower) || lower.ends_with("n't") || lower.ends_with("n’t")
}

/// Words that open with a negation: `않다`, `없다`, `못하다`, `아니다`, `말다`, and the nouns of a ban.
const KO_STARTS: [&str; 35] = [
    "않",
    "없",
    "못하",
    "못한",
    "못했",
    "못해",
    "못할",
    "못합",
    "아니다",
    "아니라",
    "아니고",
    "아니며",
    "아니었",
    "아니지",
    "아닌",
    "아닙",
    "아닐",
    "아녜",
    "말고",
    "말라",
    "말자",
    "말아",
    "말았",
    "말거",
    "말도",
    "맙",
    "마라",
    "마세",
    "마시",
    "마십",
    "모르",
    "몰라",
    "몰랐",
    "금지",
    "대신",
];
const KO_INSIDE: [&str; 12] =
    ["지않", "지못", "지마", "지말", "이아니", "가아니", "이아닌", "말고", "금지", "없이", "없는", "없다"];
/// Forms of `말다` that only stop something after `-지`; `말씀` and `마음` open alike.
const KO_STOPS: [&str; 11] =
    ["말기", "말길", "말도록", "말게", "말렴", "말래", "말며", "말면", "말지", "마요", "마오"];
/// Not to forget, to miss or to leave out is to do.
const FORGET: [&str; 7] = ["잊지", "잊어버리지", "놓치지", "빼먹지", "까먹지", "빠뜨리지", "빠트리지"];
const KO_BANS: [&str; 6] = ["금한", "금합", "금물", "삼가", "자제", "불허"];
/// What may follow a short `안` or `못` that is written together with its verb.
const AFTER_SHORT: &str = "하했한할함합해되됐된될됩돼좋가갔갈오왔올보봤볼먹쓰썼쓸자잤잘주줬줄나났";

/// Whether a word negates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cue {
    Never,
    Always,
    /// `안`, `못`: when a word follows.
    BeforeWord,
    /// `마`, `말`: after `-지`.
    AfterJi,
}

/// What the word alone tells.
#[must_use]
pub fn cue(lower: &str, script: Script) -> Cue {
    if script != Script::Hangul {
        return if english(lower) { Cue::Always } else { Cue::Never };
    }
    if matches!(lower, "안" | "못") {
        return Cue::BeforeWord;
    }
    // `잊지 마` asks for something to be done.
    if FORGET.iter().any(|verb| lower.starts_with(verb)) {
        return Cue::Never;
    }
    let mut chars = lower.chars();
    let first = chars.next();
    let short =
        matches!(first, Some('안' | '못')) && chars.next().is_some_and(|next| AFTER_SHORT.contains(next));
    let listed = short
        || KO_STARTS.iter().any(|start| lower.starts_with(start))
        || KO_INSIDE.iter().any(|part| lower.contains(part))
        || KO_BANS.iter().any(|part| lower.starts_with(part));
    match first {
        _ if listed => Cue::Always,
        Some('마' | '말')
            if matches!(lower, "마" | "말") || KO_STOPS.iter().any(|stop| lower.starts_with(stop)) =>
        {
            Cue::AfterJi
        }
        _ => Cue::Never,
    }
}

/// `잊지 말고`
fn not_forgotten(last: Option<&Word<'_>>) -> bool {
    last.is_some_and(|last| FORGET.contains(&last.lower.as_str()))
}

/// Words on either side up to which a tacit negation is the counterpart of a plain one.
const SHORT: usize = 6;

/// Words that hold their negation inside.
const TACIT: &str = "decline declines declined declining forbid forbids forbidden prohibit prohibits prohibited ban bans banned omit omits \
    omitted avoid avoids avoided exclude excludes excluded miss misses missed missing insufficient inadequate inactive incapable \
    incorrect invalid illegal impossible irregular reject rejects rejected ignore ignores ignored stop stops stopped free";

/// Whether a word says no without saying so: `declined`, `unaware`, `harmless`.
fn tacit(word: &Word<'_>) -> bool {
    let lower = word.lower.as_str();
    let whole = [
        "under", "unit", "unif", "union", "uniq", "univ", "until", "unto", "unless", "disc", "dist", "disp",
        "nonet",
    ];
    let affixed = lower.len() > 5
        && (lower.starts_with("un") || lower.starts_with("dis") || lower.starts_with("non"))
        && !whole.iter().any(|start| lower.starts_with(start));
    word.script == Script::Latin
        && (affixed
            || lower.len() > 5 && lower.ends_with("less")
            || TACIT.split_whitespace().any(|known| known == lower))
}

/// `불가능` against `가능`, `unlikely` against `likely`.
fn prefixed(words: &[Word<'_>], other: &Side<'_>, changed: &[Word<'_>]) -> Option<String> {
    for word in words.iter().filter(|word| other.count(word) == 0) {
        let bare = if word.script == Script::Hangul {
            let mut rest = word.lower.chars();
            let prefix = rest.next().is_some_and(|head| KO_PREFIXES.contains(&head));
            let two: String = rest.take(2).collect();
            changed.iter().find(|bare| prefix && two.chars().count() == 2 && bare.lower.starts_with(&two))
        } else {
            PREFIXES
                .iter()
                .filter_map(|prefix| word.lower.strip_prefix(prefix))
                .map(|rest| rest.trim_start_matches('-'))
                .filter(|rest| rest.len() > 2)
                .find_map(|rest| {
                    let stem = english_stem(rest);
                    changed.iter().find(|bare| bare.lower == rest || bare.key == stem)
                })
        };
        if let Some(bare) = bare {
            return Some(arrow(word.text, bare.text));
        }
    }
    None
}
