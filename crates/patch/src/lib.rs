//! Patches: what changed between two texts, how risky each change is, and where it lands.
//!
//! Owns the comparison of a draft with its rewriting ([`diff`]), the category of
//! each change ([`classify`]), what is decided together ([`group`]), applying ([`apply`]), moving pending
//! patches under concurrent edits ([`rebase`]), following words that something was said about
//! ([`anchor`]), the record of decisions ([`stage`]), the alignment while a rewriting is still being written
//! ([`align`]), what a model's word changes about a patch ([`meaning`]), and what its reply
//! means ([`reply`]). Leaves storage, the
//! model and the wire to the rooms around the domain.

pub mod align;
pub mod anchor;
pub mod apply;
pub mod classify;
pub mod diff;
pub mod group;
#[cfg(test)]
mod long_tests;
pub mod meaning;
#[cfg(test)]
mod promise_tests;
pub mod rebase;
pub mod reply;
pub mod stage;
#[cfg(test)]
mod stage_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod turned_down_tests;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use stet_text::span::Span;

/// What a change is about, from harmless to risky: the order is the order of risk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schemars(rename = "PatchCategory")]
pub enum Category {
    /// Form only: spelling, spacing, punctuation, case, markup.
    Detail,
    /// How it is said.
    Expression,
    /// What is claimed.
    Core,
}

/// What a patch does to the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "PatchOp")]
pub enum Op {
    Replace,
    Insert,
    Delete,
    /// The words of `range` go to [`Patch::to`].
    Move,
}

/// The gates that read a change, in the order in which they are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum GateName {
    Form,
    Number,
    Negation,
    Modality,
    Quotation,
    Link,
    Name,
    Direction,
    Roles,
    Content,
    Size,
    /// What a model says of the meaning; see [`meaning`].
    Meaning,
}

/// What one gate says about one change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum GateVerdict {
    /// Nothing this gate looks for, or nothing of it changed.
    Clear,
    /// Worth a second look: the size of a revision beyond its warning limit.
    Warn,
    /// Larger than a revision should be.
    Flag,
    /// The change is at least of category EXPRESSION.
    Expression,
    /// The change is of category CORE.
    Core,
}

/// One gate with the value it measured and what follows from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GateReading {
    /// Which gate was asked.
    pub name: GateName,
    /// What was read, for the writer's eyes: 1.5 → 15, may → must, 38 %.
    pub value: String,
    /// What the gate said.
    pub verdict: GateVerdict,
}

/// One change of a text, decided on its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Patch {
    /// Made from the words and their sentence, so that it is the same for the same change.
    pub id: String,
    pub op: Op,
    /// Bytes of the text before. Empty for an insertion.
    pub range: Span,
    /// For [`Op::Move`]: the byte of the text before at which the words are put.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<usize>,
    /// Bytes of the text after; also orders patches that meet at one place.
    pub after_range: Span,
    pub before: String,
    pub after: String,
    /// A few words on either side in the text before.
    pub context: Context,
    pub category: Category,
    /// 0 (harmless) to 1.
    pub risk: f32,
    pub gates: Vec<GateReading>,
    /// Why, in words, in the language of the text.
    pub reasons: Vec<String>,
    /// Rules of criteria packs that ask for this change or that it breaks.
    #[serde(default)]
    pub rule_ids: Vec<String>,
    /// Patches with the same one are one decision; see [`group`]. Empty for a patch of an earlier version, which
    /// stands by itself.
    #[serde(default)]
    pub group_id: String,
}

impl Patch {
    /// Name of the decision that the patch is a part of.
    #[must_use]
    pub fn group(&self) -> &str {
        if self.group_id.is_empty() { &self.id } else { &self.group_id }
    }
}

/// A few words on either side of a patch, in the text before.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PatchContext")]
pub struct Context {
    /// What stands before it.
    pub before: String,
    /// What stands behind it.
    pub after: String,
}

/// The text on either side of a range that is rewritten: as much of it as its first and last sentence need.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Around<'a> {
    pub before: &'a str,
    pub after: &'a str,
}

/// Bytes around a range that are read: a sentence is rarely longer.
const SENTENCE: usize = 1_000;

impl<'a> Around<'a> {
    /// What stands around `range` of a text, up to the paragraphs on either side.
    #[must_use]
    pub fn of(text: &'a str, range: Span) -> Self {
        let (head, tail) =
            (text.get(..range.start).unwrap_or_default(), text.get(range.end..).unwrap_or_default());
        let from = head.floor_char_boundary(head.len().saturating_sub(SENTENCE));
        let to = tail.floor_char_boundary(SENTENCE);
        Self { before: head.get(from..).unwrap_or_default(), after: tail.get(..to).unwrap_or_default() }
    }

    /// The words around a range of the text in the middle.
    fn context(&self, text: &str, range: Span) -> Context {
        classify::context(&self.join(text), range.shifted(self.before.len()))
    }

    /// The text with what stands around it.
    fn join(&self, text: &str) -> String {
        [self.before, text, self.after].concat()
    }

    /// A pair of sentences of the joined texts, grown to whole sentences where it stands at an end of the range.
    fn grow(&self, (before, after): (&str, &str), bead: &mut diff::Bead) {
        let (start, ends) =
            (self.before.len(), (before.len() - self.after.len(), after.len() - self.after.len()));
        if (bead.before.start, bead.after.start) == (start, start) {
            let from =
                stet_segment::segment(self.before).last().map_or(start, |sentence| sentence.span.start);
            let open = self.before.get(from..).is_some_and(|head| !ends_sentence(head));
            if open {
                (bead.before.start, bead.after.start) = (from, from);
            }
        }
        if (bead.before.end, bead.after.end) == ends && !ends_sentence(bead.before.of(before)) {
            let more = stet_segment::segment(self.after).first().map_or(0, |sentence| sentence.span.end);
            (bead.before.end, bead.after.end) = (ends.0 + more, ends.1 + more);
        }
    }
}

/// Whether nothing that follows belongs to the sentence.
fn ends_sentence(text: &str) -> bool {
    let line = text.trim_end_matches([' ', '\t']);
    let marked =
        line.trim_end_matches(['"', '”', '\'', '’', ')', ']', '*', '_']).ends_with(['.', '!', '?', '…']);
    line.ends_with('\n') || marked && line.len() < text.len()
}

/// The classified changes that turn `before` into `after`, in the order of the text before.
///
/// `apply::apply(before, &patches(before, after)) == after` for every pair of texts, and any
/// subset of the result can be applied.
#[must_use]
pub fn patches(before: &str, after: &str) -> Vec<Patch> {
    patches_in(&Around::default(), before, after)
}

/// [`patches`] of a range of a longer text: what its first and last sentence say is read with the words around it.
#[must_use]
pub fn patches_in(around: &Around<'_>, before: &str, after: &str) -> Vec<Patch> {
    let mut reader = classify::words::Reader::default();
    patches_with(around, before, after, &mut reader)
}

fn patches_with(
    around: &Around<'_>,
    before: &str,
    after: &str,
    reader: &mut classify::words::Reader,
) -> Vec<Patch> {
    let diff = diff::diff(before, after);
    let (old, new) = (around.join(before), around.join(after));
    let shift = around.before.len();
    let mut made: Vec<(Option<usize>, Patch)> = Vec::new();
    let mut beads = Vec::with_capacity(diff.beads.len());
    for bead in diff.beads {
        let mut bead = bead.shifted(shift);
        around.grow((&old, &new), &mut bead);
        let mut found = Vec::new();
        classify::bead(&old, &new, &bead, reader, &mut found);
        made.extend(found.into_iter().map(|patch| (Some(beads.len()), patch)));
        beads.push(bead);
    }
    for moved in &diff.moves {
        made.push((None, classify::moved(&old, &new, &moved.shifted(shift))));
    }
    made.sort_by_key(|(_, patch)| (patch.range.start, !patch.range.is_empty(), patch.after_range.start));
    let (of, mut out): (Vec<_>, Vec<_>) = made.into_iter().unzip();
    classify::fasten(&old, &mut out);
    let pair = group::Pair { old: &old, new: &new, beads: &beads, of: &of };
    let groups = group::groups(&pair, &mut out, reader);
    group::form::settle(&old, &mut out, &groups);
    let mut seen = rustc_hash::FxHashMap::default();
    for patch in &mut out {
        patch.range = Span::new(patch.range.start - shift, patch.range.end - shift);
        patch.after_range = Span::new(patch.after_range.start - shift, patch.after_range.end - shift);
        patch.to = patch.to.map(|to| to - shift);
        // The same change twice in the same words gets a counter, in reading order.
        let count: &mut usize = seen.entry(patch.id.clone()).or_default();
        *count += 1;
        if *count > 1 {
            patch.id = format!("{}-{count}", patch.id);
        }
    }
    let names: Vec<String> = out.iter().map(|patch| patch.id.clone()).collect();
    for (patch, first) in out.iter_mut().zip(groups) {
        patch.group_id = names.get(first).cloned().unwrap_or_default();
    }
    group::level(&mut out);
    out
}

/// The riskiest category among `patches`; DETAIL when nothing changed.
#[must_use]
pub fn riskiest(patches: &[Patch]) -> Category {
    patches.iter().map(|patch| patch.category).max().unwrap_or(Category::Detail)
}

/// Name of a change: FNV-1a over its kind, its words and the sentence it stands in.
#[must_use]
pub fn patch_id(op: Op, sentence: &str, before: &str, after: &str) -> String {
    Naming::of(op, sentence).id(before, after)
}

/// The part of a name that all changes of one kind in one sentence share, so that a sentence is read once.
#[derive(Debug, Clone, Copy)]
struct Naming(u64);

impl Naming {
    fn of(op: Op, sentence: &str) -> Self {
        Self(0xcbf2_9ce4_8422_2325).with(&[op as u8]).with(sentence.trim().as_bytes())
    }

    fn with(self, part: &[u8]) -> Self {
        let mut hash = self.0;
        for &byte in part.iter().chain(&[0xff]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Self(hash)
    }

    fn id(self, before: &str, after: &str) -> String {
        format!("p{:016x}", self.with(before.as_bytes()).with(after.as_bytes()).0)
    }
}
