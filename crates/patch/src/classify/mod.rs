//! The category of a change: risk gates, then form, then EXPRESSION.
//!
//! Owns the order of the gates and how their readings become a category, a risk
//! and reasons. Each gate stands in its own file and reads one [`words::Change`].
//! Leaves finding the changes to [`super::diff`].

pub mod claim;
pub mod content;
pub mod form;
pub mod gaps;
pub mod lexicon;
pub mod marks;
pub mod pointers;
pub mod size;
pub mod spacing;
pub mod spelling;
pub mod values;
pub mod words;

use super::diff::words::alone;
use super::diff::{Bead, Hunk, Moved};
use super::{Category, Context, GateName, GateReading, GateVerdict, Naming, Op, Patch};
use stet_text::span::Span;
use stet_text::stop::look;
use stet_text::{Language, language};
use unicode_segmentation::UnicodeSegmentation;
use words::{Change, Reader, Unit, WHOLE, near};

/// Why, in Korean and English.
pub type Reason = (&'static str, &'static str);

/// What a gate found.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    pub name: GateName,
    pub category: Category,
    /// `1.5 → 15`
    pub value: String,
    pub reason: Reason,
    /// 0 to 1.
    pub risk: f32,
}

impl Finding {
    /// A finding that makes the change CORE.
    #[must_use]
    pub fn core(name: GateName, value: String, reason: Reason) -> Self {
        Self { name, category: Category::Core, value, reason, risk: 0.9 }
    }

    /// A finding that keeps the change from being a matter of form.
    #[must_use]
    pub fn soft(name: GateName, value: String, reason: Reason) -> Self {
        Self { name, category: Category::Expression, value, reason, risk: 0.4 }
    }
}

/// `before → after`, with a dash for nothing.
#[must_use]
pub fn arrow(before: &str, after: &str) -> String {
    let show = |text: &str| if text.trim().is_empty() { "—".to_owned() } else { text.trim().to_owned() };
    format!("{} → {}", show(before), show(after))
}

type Gate = fn(&Change<'_>) -> Option<Finding>;

/// The gates that can make a change CORE, in the order in which their reasons are shown: those before [`claim`].
const FIRST: [Gate; 4] = [values::find, pointers::quotation, pointers::links, pointers::columns];

/// Classifies every hunk of an aligned pair.
pub fn bead(before: &str, after: &str, bead: &Bead, reader: &mut Reader, out: &mut Vec<Patch>) {
    let sentence = bead.before.of(before);
    let read = reader.takes(bead);
    let short = bead.before.len() + bead.after.len() <= WHOLE;
    let unit = (read && short).then(|| Unit::new(before, after, bead, reader));
    let spoken = unit.as_ref().map_or_else(|| language(sentence), |unit| unit.language);
    let (mut inserts, mut deletes, mut replaces) = (None, None, None);
    for hunk in &bead.hunks {
        look();
        let judged = match &unit {
            Some(unit) => spelling_apart(unit, before, after, hunk),
            None if hunk.before.len().max(hunk.after.len()) > WHOLE => {
                vec![(*hunk, unread(TOO_LONG, spoken))]
            }
            None if read => {
                let part = near(before, after, bead, hunk);
                vec![(*hunk, judge(&Unit::new(before, after, &part, reader).change(before, after, hunk)))]
            }
            None => vec![(*hunk, unread(TOO_MANY, spoken))],
        };
        for (hunk, judged) in judged {
            let (op, naming) = match (hunk.before.is_empty(), hunk.after.is_empty()) {
                (true, _) => (Op::Insert, &mut inserts),
                (_, true) => (Op::Delete, &mut deletes),
                _ => (Op::Replace, &mut replaces),
            };
            let naming = *naming.get_or_insert_with(|| Naming::of(op, sentence));
            out.push(patch(before, op, naming, &hunk, hunk.before.of(before), hunk.after.of(after), judged));
        }
    }
}

/// A change of several words side by side, without those of them that are form by themselves: `3년까지 할수 → 4년까지 할 수`
/// is a number and a blank. What is left must be as risky as the whole.
fn spelling_apart(unit: &Unit<'_>, before: &str, after: &str, hunk: &Hunk) -> Vec<(Hunk, Judged)> {
    let judge_hunk = |hunk: &Hunk| judge(&unit.change(before, after, hunk));
    let whole = judge_hunk(hunk);
    if whole.category == Category::Detail {
        return vec![(*hunk, whole)];
    }
    let parts = super::diff::words::parts(hunk.before.of(before), hunk.after.of(after)).into_iter();
    let mut out: Vec<(Hunk, Judged)> = Vec::new();
    let mut open = false;
    for part in parts {
        let part = Hunk {
            before: part.before.shifted(hunk.before.start),
            after: part.after.shifted(hunk.after.start),
        };
        let judged = judge_hunk(&part);
        // Blanks make no other word in Korean; elsewhere one that comes or goes is left with the rest.
        let (old, new) = (part.before.of(before), part.after.of(after));
        let count = |text: &str| text.split_whitespace().count();
        let korean = old.chars().all(|ch| !ch.is_alphanumeric() || matches!(ch, '가'..='힣'));
        let form = judged.category == Category::Detail && (korean || count(old) == count(new));
        match out.last_mut() {
            Some((last, judged)) if open && !form => {
                (last.before.end, last.after.end) = (part.before.end, part.after.end);
                *judged = judge_hunk(last);
            }
            _ => out.push((part, judged)),
        }
        open = !form;
    }
    let form = out.iter().filter(|(_, judged)| judged.category == Category::Detail).count();
    let kept = out.iter().any(|(_, judged)| judged.category == whole.category);
    if form > 0 && kept { out } else { vec![(*hunk, whole)] }
}

const TOO_LONG: Reason =
    ("바뀐 곳이 너무 길어 살피지 못했습니다", "The change is too long to be looked at word by word");
const TOO_MANY: Reason = (
    "문장이 너무 길고 바뀐 곳이 많아 하나하나 살피지 못했습니다",
    "The sentence is too long, and changes in too many places, for each change to be looked at",
);

/// The answer about a change that was not looked at: the riskiest category.
fn unread((korean, english): Reason, spoken: Language) -> Judged {
    let reason = match spoken {
        Language::Ko => korean,
        Language::En => english,
    };
    let gate = GateReading { name: GateName::Size, value: String::new(), verdict: GateVerdict::Core };
    Judged { category: Category::Core, risk: 0.9, gates: vec![gate], reasons: vec![reason.to_owned()] }
}

/// The head under which a place of a text stands: the last line before it that is one.
fn head(text: &str, at: usize) -> Option<String> {
    let lines = text.get(..at)?.lines().rev().map(str::trim);
    let marked = |line: &&str| {
        let bold = line.len() > 4 && line.starts_with("**") && line.ends_with("**");
        line.starts_with('#') || bold || line.len() > 1 && line.ends_with(':')
    };
    let letters =
        |line: &str| line.chars().filter(|ch| ch.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    lines.filter(marked).map(letters).next()
}

/// A sentence that went elsewhere: what it says is unchanged, what it follows is not. Under another head it is said of another thing.
#[must_use]
pub fn moved(before: &str, after: &str, moved: &Moved) -> Patch {
    let (old, new) = (moved.before.of(before), moved.after.of(after));
    let under = (head(before, moved.before.start), head(after, moved.after.start));
    let other = under.0 != under.1 && !old.trim_start().starts_with('#');
    let (korean, english) = if other {
        ("다른 제목 아래로 옮겨졌습니다.", "It stands under another head.")
    } else {
        ("문장의 자리가 바뀌었습니다.", "The sentence stands in another place.")
    };
    let reason = match language(old) {
        Language::Ko => korean,
        Language::En => english,
    };
    let hunk = Hunk { before: moved.before, after: moved.after };
    let (category, risk) = if other { (Category::Core, 0.9) } else { (Category::Expression, 0.3) };
    let judged = Judged { category, risk, gates: Vec::new(), reasons: vec![reason.to_owned()] };
    let mut patch = patch(before, Op::Move, Naming::of(Op::Move, old), &hunk, old, new, judged);
    patch.to = Some(moved.to);
    patch
}

/// The outcome of all gates for one change.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    pub category: Category,
    pub risk: f32,
    pub gates: Vec<GateReading>,
    pub reasons: Vec<String>,
}

/// Asks every gate.
#[must_use]
pub fn judge(change: &Change<'_>) -> Judged {
    let form = form::classify(change);
    // A change of marks or spelling has no new or lost words, whatever a stem says; a value is one in any form.
    let written =
        form.category == Category::Detail && form.risk < form::GRAMMATICAL || values::only_written(change);
    // Blanks between the same letters bring no word along, but in English, where one makes or hides a negation.
    let (before, after) = (change.text_before, change.text_after);
    let korean = change.unit.language == Language::Ko;
    let letters = |text: &str| text.split_whitespace().collect::<String>();
    let blanks = korean && letters(before) == letters(after);
    let (first, all) = match (written, korean && form::same_letters(before, after)) {
        (true, _) if blanks => (0, false),
        (true, _) => (1, false),
        _ if form.category == Category::Core => (0, false),
        (_, same) => (FIRST.len(), !same),
    };
    let mut findings: Vec<Finding> = FIRST.iter().take(first).filter_map(|gate| gate(change)).collect();
    if all {
        findings.extend(claim::find(change));
        // `not open` and `closed`: the words of a negation that is said otherwise are told with it.
        let told = findings.iter().any(|found| found.reason == claim::OTHERWISE);
        let short = change.before.len().max(change.after.len()) <= claim::EXCHANGE;
        findings.extend(pointers::names(change));
        findings.extend(if told && short { None } else { content::find(change) });
    }
    findings.push(form);
    findings.extend(size::measure(change));
    let category = findings.iter().map(|finding| finding.category).max().unwrap_or(Category::Expression);
    let decisive = |finding: &&Finding| finding.category == category;
    // Several findings of the deciding category add up, never beyond 1.
    let calm = findings.iter().filter(decisive).fold(1.0, |calm, finding| calm * (1.0 - finding.risk));
    let mut reasons: Vec<String> = Vec::new();
    for finding in findings.iter().filter(decisive) {
        let (korean, english) = finding.reason;
        let words = if change.unit.language == Language::Ko { korean } else { english };
        let words =
            if finding.value.is_empty() { words.to_owned() } else { format!("{words}: {}", finding.value) };
        if !reasons.contains(&words) {
            reasons.push(words);
        }
    }
    let verdict = |category| match category {
        Category::Core => GateVerdict::Core,
        Category::Expression => GateVerdict::Expression,
        Category::Detail => GateVerdict::Clear,
    };
    let gates = findings
        .into_iter()
        .map(|finding| GateReading {
            name: finding.name,
            value: finding.value,
            verdict: verdict(finding.category),
        })
        .collect();
    Judged { category, risk: 1.0 - calm, gates, reasons }
}

/// Raises the DETAIL among the patches of one text that say more together than each alone: words that run together, a
/// number or a negation that is another one.
pub fn fasten(before: &str, patches: &mut [Patch]) {
    /// Bytes around a change that are read.
    const BESIDE: usize = 80;
    let near = |one: &Patch, two: &Patch| {
        two.category == Category::Detail
            && one.category == Category::Detail
            && two.range.start.saturating_sub(one.range.end) < BESIDE
    };
    for group in patches.chunk_by_mut(near) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        if first.category != Category::Detail || group.len() == 1 {
            continue;
        }
        let from = before.floor_char_boundary(first.range.start.saturating_sub(BESIDE));
        let to = before.floor_char_boundary((last.range.end + BESIDE).min(before.len()));
        let (mut old, mut new, mut at) = (String::new(), String::new(), from);
        for patch in group.iter() {
            let kept = before.get(at..patch.range.start).unwrap_or_default();
            old.extend([kept, patch.range.of(before)]);
            new.extend([kept, patch.after.as_str()]);
            at = patch.range.end;
        }
        let tail = before.get(at..to).unwrap_or_default();
        old.push_str(tail);
        new.push_str(tail);
        let same = |new: &str| values::same(&old, new) && claim::negations(&old) == claim::negations(new);
        let alone = |patch: &Patch| {
            let at = patch.range.start - from;
            let (head, tail) = (old.get(..at), old.get(at + patch.range.len()..));
            [head.unwrap_or_default(), &patch.after, tail.unwrap_or_default()].concat()
        };
        // What is read otherwise with one of them alone is not read for what it is.
        if same(&new) || group.iter().any(|patch| !same(&alone(patch))) {
            continue;
        }
        let reason = match language(&old) {
            Language::Ko => "옆의 수정과 함께 받아들이면 수나 부정이 달라집니다",
            Language::En => "Accepted with the change beside it, it would change a number or a negation",
        };
        for patch in group {
            patch.category = Category::Core;
            patch.risk = patch.risk.max(0.9);
            patch.reasons = vec![reason.to_owned()];
            let verdict = GateVerdict::Core;
            patch.gates.push(GateReading { name: GateName::Form, value: String::new(), verdict });
        }
    }
}

/// Graphemes of context kept on either side.
const CONTEXT: usize = 24;

fn patch(before: &str, op: Op, naming: Naming, hunk: &Hunk, old: &str, new: &str, judged: Judged) -> Patch {
    Patch {
        id: naming.id(old, new),
        op,
        range: hunk.before,
        to: None,
        after_range: hunk.after,
        before: old.to_owned(),
        after: new.to_owned(),
        context: context(before, hunk.before),
        category: judged.category,
        risk: judged.risk,
        gates: judged.gates,
        reasons: judged.reasons,
        rule_ids: Vec::new(),
        group_id: String::new(),
    }
}

/// The words around `range`, cut between graphemes.
#[must_use]
pub fn context(text: &str, range: Span) -> Context {
    // A window of characters first: grapheme iteration over the whole text would be quadratic.
    let from = text.floor_char_boundary(range.start.saturating_sub(CONTEXT * 8));
    let to = text.ceil_char_boundary((range.end + CONTEXT * 8).min(text.len()));
    let (before, after) =
        (text.get(from..range.start).unwrap_or_default(), text.get(range.end..to).unwrap_or_default());
    if before.chars().chain(after.chars()).all(alone) {
        let cut = before.char_indices().rev().nth(CONTEXT - 1).map_or(0, |(at, _)| at);
        let end = after.char_indices().nth(CONTEXT).map_or(after.len(), |(at, _)| at);
        let piece = |text: &str, from: usize, to: usize| text.get(from..to).unwrap_or_default().to_owned();
        return Context { before: piece(before, cut, before.len()), after: piece(after, 0, end) };
    }
    let left: Vec<&str> = before.graphemes(true).rev().take(CONTEXT).collect();
    let right = after.graphemes(true).take(CONTEXT).collect();
    Context { before: left.into_iter().rev().collect(), after: right }
}
