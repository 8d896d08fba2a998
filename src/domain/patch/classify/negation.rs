//! Polarity: a negation that comes, goes or hides in a prefix turns the claim round.

use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::unit::{Change, Side, Word};
use super::{Finding, arrow};
use crate::domain::patch::GateName;
use crate::domain::text::Script;

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
    let (all_b, all_a) = (cues(&change.unit.before.words), cues(&change.unit.after.words));
    let here = |all: &[(usize, &'_ str)], at: &Range<usize>| -> Vec<String> {
        all.iter().filter(|cue| at.contains(&cue.0)).map(|cue| cue.1.to_owned()).collect()
    };
    let (b, a) = (here(&all_b, &change.before_at), here(&all_a, &change.after_at));
    if b.len() != a.len() && all_b.len() != all_a.len() {
        return Some(Finding::core(GateName::Negation, arrow(&b.join(" "), &a.join(" ")), REASON));
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
        let next = words.get(at + 1);
        let hit = match word.script {
            Script::Hangul => korean(word, last, next),
            _ => english(&word.lower),
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
const KO_STARTS: [&str; 34] = [
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
    "금지",
    "대신",
];
const KO_INSIDE: [&str; 12] =
    ["지않", "지못", "지마", "지말", "이아니", "가아니", "이아닌", "말고", "금지", "없이", "없는", "없다"];
const KO_BANS: [&str; 6] = ["금한", "금합", "금물", "삼가", "자제", "불허"];
/// What may follow a short `안` or `못` that is written together with its verb.
const AFTER_SHORT: &str = "하했한할함합해되됐된될됩돼좋가갔갈오왔올보봤볼먹쓰썼쓸자잤잘주줬줄나났";

fn korean(word: &Word<'_>, last: Option<&Word<'_>>, next: Option<&Word<'_>>) -> bool {
    let lower = word.lower.as_str();
    if matches!(lower, "안" | "못") {
        return next.is_some();
    }
    // `잊지 마` asks for something to be done.
    let forget = lower.starts_with("잊지") || last.is_some_and(|last| last.lower == "잊지");
    if forget {
        return false;
    }
    let mut chars = lower.chars();
    let short = matches!(chars.next(), Some('안' | '못'))
        && chars.next().is_some_and(|next| AFTER_SHORT.contains(next));
    let after_ji = last.is_some_and(|last| last.lower.ends_with('지'));
    short
        || KO_STARTS.iter().any(|start| lower.starts_with(start))
        || KO_INSIDE.iter().any(|part| lower.contains(part))
        || KO_BANS.iter().any(|part| lower.starts_with(part))
        || after_ji && matches!(lower.chars().next(), Some('마' | '말'))
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
                .find_map(|rest| changed.iter().find(|bare| bare.lower == rest))
        };
        if let Some(bare) = bare {
            return Some(arrow(word.text, bare.text));
        }
    }
    None
}
