//! Patches: what changed between two texts, how risky each change is, and where it lands.
//!
//! Owns the comparison of a draft with its rewriting ([`diff`]), the category of
//! each change ([`classify`]), applying and undoing ([`apply`]), moving pending
//! patches under concurrent edits ([`rebase`]), the record of decisions
//! ([`stage`]), the alignment while a rewriting is still being written
//! ([`align`]), what a model's word changes about a patch ([`meaning`]) and the measures of quality ([`metrics`]). Leaves storage, the
//! model and the wire to the rooms around the domain.

pub mod align;
pub mod apply;
pub mod classify;
#[cfg(test)]
mod detail_tests;
pub mod diff;
#[cfg(test)]
mod long_tests;
pub mod meaning;
pub mod metrics;
pub mod rebase;
#[cfg(test)]
mod said_tests;
#[cfg(test)]
mod small_words_tests;
pub mod stage;
#[cfg(test)]
mod stage_tests;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use stet_text::span::Span;

/// What a change is about, from harmless to risky: the order is the order of risk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Category {
    /// Form only: spelling, spacing, punctuation, case, markup.
    Detail,
    /// How it is said.
    Expression,
    /// What is claimed.
    Core,
}

/// What a patch does to the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Op {
    Replace,
    Insert,
    Delete,
    /// The words of `range` go to [`Patch::to`].
    Move,
}

/// The gates that read a change, in the order in which they are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GateReading {
    pub name: GateName,
    /// What was read, for the writer's eyes: `1.5 → 15`, `may → must`, `38 %`.
    pub value: String,
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
}

/// The words around a patch in the text before.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Context {
    pub before: String,
    pub after: String,
}

/// The classified changes that turn `before` into `after`, in the order of the text before.
///
/// `apply::apply(before, &patches(before, after)) == after` for every pair of texts, and any
/// subset of the result can be applied.
#[must_use]
pub fn patches(before: &str, after: &str) -> Vec<Patch> {
    let diff = diff::diff(before, after);
    let mut out: Vec<Patch> = Vec::new();
    let mut vocabulary = classify::unit::Vocabulary::default();
    for bead in &diff.beads {
        classify::bead(before, after, bead, &mut vocabulary, &mut out);
    }
    for moved in &diff.moves {
        out.push(classify::moved(before, after, moved));
    }
    out.sort_by_key(|patch| (patch.range.start, !patch.range.is_empty(), patch.after_range.start));
    classify::belt::fasten(before, &mut out);
    let mut seen = rustc_hash::FxHashMap::default();
    for patch in &mut out {
        // The same change twice in the same words gets a counter, in reading order.
        let count: &mut usize = seen.entry(patch.id.clone()).or_default();
        *count += 1;
        if *count > 1 {
            patch.id = format!("{}-{count}", patch.id);
        }
    }
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
        Self(0xcbf2_9ce4_8422_2325).read(&[op as u8]).read(sentence.trim().as_bytes())
    }

    fn read(self, part: &[u8]) -> Self {
        let mut hash = self.0;
        for &byte in part.iter().chain(&[0xff]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Self(hash)
    }

    fn id(self, before: &str, after: &str) -> String {
        format!("p{:016x}", self.read(before.as_bytes()).read(after.as_bytes()).0)
    }
}
