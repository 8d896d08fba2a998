//! The category of a change: risk gates, then form and size, then EXPRESSION.
//!
//! Owns the order of the gates and how their readings become a category, a risk
//! and reasons. Each gate stands in its own file and reads one [`unit::Change`].
//! Leaves finding the changes to [`super::diff`].

pub mod belt;
pub mod blocks;
pub mod bounds;
pub mod case;
pub mod choice;
pub mod content;
pub mod direction;
pub mod form;
pub mod gaps;
pub mod grammar;
pub mod joint;
pub mod kinds;
pub mod lexicon;
pub mod links;
pub mod marks;
pub mod modality;
pub mod names;
pub mod negation;
pub mod number;
pub mod pause;
pub mod people;
pub mod quotation;
pub mod register;
pub mod roles;
pub mod size;
pub mod spacing;
pub mod spelling;
pub mod unit;

use super::diff::words::alone;
use super::diff::{Bead, Hunk, Moved};
use super::{Category, Context, GateName, GateReading, GateVerdict, Naming, Op, Patch};
use form::Form;
use stet_text::span::Span;
use stet_text::{Language, language};
use unicode_segmentation::UnicodeSegmentation;
use unit::{Change, Unit, Vocabulary};

/// What a gate found.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    pub name: GateName,
    pub category: Category,
    /// `1.5 → 15`
    pub value: String,
    /// Why it matters, in Korean and English.
    pub reason: (&'static str, &'static str),
    /// 0 to 1.
    pub risk: f32,
}

impl Finding {
    /// A finding that makes the change CORE.
    #[must_use]
    pub fn core(name: GateName, value: String, reason: (&'static str, &'static str)) -> Self {
        Self { name, category: Category::Core, value, reason, risk: 0.9 }
    }
}

/// `before → after`, with a dash for nothing.
#[must_use]
pub fn arrow(before: &str, after: &str) -> String {
    let show = |text: &str| if text.trim().is_empty() { "—".to_owned() } else { text.trim().to_owned() };
    format!("{} → {}", show(before), show(after))
}

type Gate = fn(&Change<'_>) -> Option<Finding>;

/// The gates that still apply when only marks or spelling differ: `1.5 → 15`, a link, a quotation,
/// and spacing that makes other words.
const WRITTEN_GATES: [Gate; 4] = [number::read, quotation::read, links::read, spacing::read];

/// The gates that can make a change CORE, in the order in which their reasons are shown.
const RISK_GATES: [Gate; 11] = [
    number::read,
    bounds::read,
    negation::read,
    modality::read,
    choice::read,
    quotation::read,
    links::read,
    names::read,
    direction::read,
    roles::read,
    content::read,
];

/// What the gates may read of one sentence: its bytes before and after, once for each of its changes. Each gate looks at
/// the whole sentence around a change, which is quadratic where one sentence without an end has thousands of changes.
/// An endless line of 120 kB is read for 35 changes, one of 5 kB for 800, which are all that it has room for; the longest
/// sentences of statutes, 2 kB, stay twenty times below. In the middle this is a tenth of a second.
const READING: usize = 8 << 20;

/// Classifies every hunk of an aligned pair.
pub fn bead(before: &str, after: &str, bead: &Bead, vocabulary: &mut Vocabulary, out: &mut Vec<Patch>) {
    let sentence = bead.before.of(before);
    let work = (bead.before.len() + bead.after.len()).saturating_mul(bead.hunks.len());
    let unit = (work <= READING).then(|| Unit::new(before, after, bead, vocabulary));
    let spoken = unit.as_ref().map_or_else(|| language(sentence), |unit| unit.language);
    let (mut inserts, mut deletes, mut replaces) = (None, None, None);
    for hunk in &bead.hunks {
        let (op, naming) = match (hunk.before.is_empty(), hunk.after.is_empty()) {
            (true, _) => (Op::Insert, &mut inserts),
            (_, true) => (Op::Delete, &mut deletes),
            _ => (Op::Replace, &mut replaces),
        };
        let naming = *naming.get_or_insert_with(|| Naming::of(op, sentence));
        let judged = match &unit {
            Some(unit) => judge(&unit.change(before, after, hunk)),
            None => unread(spoken),
        };
        out.push(patch(before, op, naming, hunk, hunk.before.of(before), hunk.after.of(after), judged));
    }
}

/// The answer about a change that was not looked at: the riskiest category.
fn unread(spoken: Language) -> Judged {
    let reason = match spoken {
        Language::Ko => "문장이 너무 길고 바뀐 곳이 많아 하나하나 살피지 못했습니다",
        Language::En => {
            "The sentence is too long, and changes in too many places, for each change to be looked at"
        }
    };
    let gate = GateReading { name: GateName::Size, value: String::new(), verdict: GateVerdict::Core };
    Judged { category: Category::Core, risk: 0.9, gates: vec![gate], reasons: vec![reason.to_owned()] }
}

/// A sentence that went elsewhere: what it says is unchanged, what it follows is not.
#[must_use]
pub fn moved(before: &str, after: &str, moved: &Moved) -> Patch {
    let (old, new) = (moved.before.of(before), moved.after.of(after));
    let reason = match language(old) {
        Language::Ko => "문장의 자리가 바뀌었습니다.",
        Language::En => "The sentence stands in another place.",
    };
    let hunk = Hunk { before: moved.before, after: moved.after };
    let judged = Judged {
        category: Category::Expression,
        risk: 0.3,
        gates: Vec::new(),
        reasons: vec![reason.to_owned()],
    };
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
    // A change of marks, numerals or spelling has no new or lost words, whatever a stem says.
    let form = form::form(change);
    let written = matches!(form, Some(Form::Marks | Form::Numerals | Form::Spelling));
    let gates: &[Gate] = if written { &WRITTEN_GATES } else { &RISK_GATES };
    let mut findings: Vec<Finding> = gates.iter().filter_map(|gate| gate(change)).collect();
    findings.extend(if form == Some(Form::Marks) { marks::read(change) } else { marks::beside(change) });
    findings.extend(blocks::read(change));
    findings.push(form::read(change, form));
    findings.extend(size::read(change));
    let category = findings.iter().map(|finding| finding.category).max().unwrap_or(Category::Expression);
    let decisive = |finding: &&Finding| finding.category == category;
    // Several findings of the deciding category add up, never beyond 1.
    let calm = findings.iter().filter(decisive).fold(1.0, |calm, finding| calm * (1.0 - finding.risk));
    let mut reasons: Vec<String> = Vec::new();
    for finding in findings.iter().filter(decisive) {
        let (korean, english) = finding.reason;
        let words = match change.unit.language {
            Language::Ko => korean,
            Language::En => english,
        };
        let words =
            if finding.value.is_empty() { words.to_owned() } else { format!("{words}: {}", finding.value) };
        if !reasons.contains(&words) {
            reasons.push(words);
        }
    }
    let gates = findings
        .into_iter()
        .map(|finding| GateReading {
            name: finding.name,
            value: finding.value,
            verdict: match finding.category {
                Category::Core => GateVerdict::Core,
                Category::Expression => GateVerdict::Expression,
                Category::Detail => GateVerdict::Clear,
            },
        })
        .collect();
    Judged { category, risk: 1.0 - calm, gates, reasons }
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
    }
}

/// The words around `range`, cut between graphemes.
#[must_use]
pub fn context(text: &str, range: Span) -> Context {
    // A window of characters first: grapheme iteration over the whole text would be quadratic.
    let mut from = range.start.saturating_sub(CONTEXT * 8);
    while !text.is_char_boundary(from) {
        from -= 1;
    }
    let mut to = (range.end + CONTEXT * 8).min(text.len());
    while !text.is_char_boundary(to) {
        to += 1;
    }
    let (before, after) =
        (text.get(from..range.start).unwrap_or_default(), text.get(range.end..to).unwrap_or_default());
    if before.chars().chain(after.chars()).all(alone) {
        let cut = before.char_indices().rev().nth(CONTEXT - 1).map_or(0, |(at, _)| at);
        let end = after.char_indices().nth(CONTEXT).map_or(after.len(), |(at, _)| at);
        let piece = |text: &str, from: usize, to: usize| text.get(from..to).unwrap_or_default().to_owned();
        return Context { before: piece(before, cut, before.len()), after: piece(after, 0, end) };
    }
    let left: Vec<&str> =
        text.get(from..range.start).unwrap_or_default().graphemes(true).rev().take(CONTEXT).collect();
    let right = text.get(range.end..to).unwrap_or_default().graphemes(true).take(CONTEXT).collect();
    Context { before: left.into_iter().rev().collect(), after: right }
}
