//! Staged patches and the decisions about them.
//!
//! A [`Stage`] is a draft's text with the patches that wait beside it. Every
//! patch is held by one anchor (a move by two); anchors stand in text order and
//! are disjoint, so that accepting one patch moves the others by arithmetic
//! alone. The writer's edits that come near a pending patch make its group a
//! conflict: nothing is applied by guessing; where the text then holds its old
//! or its new words after all, the conflict is over. Owns states, undo, the log of decisions and
//! the suppression of rejected suggestions; leaves who and when to the use case
//! and storage to the store.

mod decide;
mod heal;
mod near;
mod places;

use rustc_hash::{FxHashMap, FxHashSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rebase::{Edit, Rebased};
use super::{Category, Op, Patch, group};
use near::Neighbours;
pub use near::TurnedDown;
use stet_text::span::Span;

/// Where a patch stands in the writer's mind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Pending,
    Accepted,
    Rejected,
    /// The writer edited at this place since; decided only one by one.
    Conflict,
    /// A newer patch covers the same words.
    Superseded,
}

/// Where the words of a patch stand, and where they go when it moves a sentence.
pub type Standing = (Option<Span>, Option<usize>);

/// A patch with its state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Staged {
    pub patch: Patch,
    pub status: Status,
    /// Revision of the draft for which the patch was made.
    pub base_revision: u64,
}

/// Which words of a patch an anchor holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Part {
    /// The words that are replaced; for a move, the place that is left.
    Here,
    /// The place a move goes to.
    There,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Anchor {
    patch: String,
    part: Part,
    /// The words of the patch in the present text: old ones, or new ones once accepted.
    range: Span,
    /// The words are no longer those the patch knows.
    broken: bool,
}

/// What the writer wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Action {
    Accept,
    Reject,
    Undo,
}

/// For which patches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Selector {
    Ids(Vec<String>),
    Category(Category),
    Rule(String),
    All,
}

/// A decision that changed a state, for the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    pub patch_id: String,
    pub action: Action,
    pub category: Category,
    pub rule_ids: Vec<String>,
    pub before: String,
    pub after: String,
    /// The suggestion in its surroundings, as they were; see [`suppression_key`].
    pub key: String,
    /// Revision that the decision led to.
    pub revision: u64,
}

/// Where the patches of a draft stand and which suggestions were rejected: what a store keeps of a
/// [`Stage`] beside its text and its patches.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Places {
    #[serde(with = "places")]
    anchors: Vec<Anchor>,
    suppressed: FxHashSet<String>,
}

/// What became of a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// Ids whose state changed, and ids that could not be decided because the writer edited there.
    Decided { changed: Vec<String>, conflicts: Vec<String> },
    /// The decision was made about another revision; nothing happened.
    Stale { revision: u64 },
}

/// A draft with its staged patches.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Stage {
    text: String,
    revision: u64,
    staged: Vec<Staged>,
    anchors: Vec<Anchor>,
    log: Vec<Decision>,
    suppressed: FxHashSet<String>,
}

impl Stage {
    #[must_use]
    pub fn new(text: impl Into<String>, revision: u64) -> Self {
        Self { text: text.into(), revision, ..Self::default() }
    }

    /// A stage as it was when `places` were taken from it. Patches without a place stay without one.
    #[must_use]
    pub fn restore(text: impl Into<String>, revision: u64, staged: Vec<Staged>, places: Places) -> Self {
        let Places { anchors, suppressed } = places;
        Self { text: text.into(), revision, staged, anchors, log: Vec::new(), suppressed }
    }

    /// What [`Self::restore`] needs beside text and patches.
    #[must_use]
    pub fn places(&self) -> Places {
        Places { anchors: self.anchors.clone(), suppressed: self.suppressed.clone() }
    }

    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// Every patch ever staged, in the order of staging.
    #[must_use]
    pub fn patches(&self) -> &[Staged] {
        &self.staged
    }

    /// Every change of a state, oldest first.
    #[must_use]
    pub fn log(&self) -> &[Decision] {
        &self.log
    }

    /// Rejected suggestions by id and by [`suppression_key`].
    #[must_use]
    pub const fn suppressed(&self) -> &FxHashSet<String> {
        &self.suppressed
    }

    /// Where the words of a patch stand now; `None` when they are gone.
    #[must_use]
    pub fn place(&self, id: &str) -> Option<Span> {
        self.held(id, Part::Here)
    }

    /// Where the words of a moved sentence go; `None` for other patches.
    #[must_use]
    pub fn target(&self, id: &str) -> Option<usize> {
        self.held(id, Part::There).map(|range| range.start)
    }

    fn held(&self, id: &str, part: Part) -> Option<Span> {
        let mut anchors = self.anchors.iter();
        anchors.find(|anchor| anchor.patch == id && anchor.part == part).map(|anchor| anchor.range)
    }

    /// Where the words of every patch stand now, and where those of moved sentences go, by id: [`Self::place`] and
    /// [`Self::target`] for all at once.
    #[must_use]
    pub fn all_places(&self) -> FxHashMap<&str, Standing> {
        let mut out: FxHashMap<&str, Standing> = FxHashMap::default();
        for anchor in &self.anchors {
            let entry = out.entry(&anchor.patch).or_default();
            match anchor.part {
                Part::Here => entry.0 = entry.0.or(Some(anchor.range)),
                Part::There => entry.1 = entry.1.or(Some(anchor.range.start)),
            }
        }
        out
    }

    /// Stages patches made for the present text. Patches that do not fit the text, that are staged
    /// already or that were rejected in these words are left out; a waiting patch whose words a new
    /// one covers is superseded. Returns the ids that were staged.
    pub fn stage(&mut self, patches: Vec<Patch>) -> Vec<String> {
        let known: FxHashMap<&str, (Status, &str)> = self
            .staged
            .iter()
            .map(|staged| (staged.patch.id.as_str(), (staged.status, staged.patch.group())))
            .collect();
        // One that waits already is staged again only where it belongs to another decision now.
        let waits = |patch: &Patch| match known.get(patch.id.as_str()) {
            Some((Status::Accepted, _)) => true,
            Some((Status::Pending, group)) => *group == patch.group(),
            _ => false,
        };
        let mut batch: Vec<Patch> = patches.into_iter().filter(|patch| !waits(patch)).collect();
        let turned_down = self.turned_down();
        group::retain_whole(&mut batch, |patch| self.fits(patch) && turned_down.id(patch).is_none());
        // In text order; of two that want the same words the first one stays.
        let places = |patch: &Patch| {
            let there = patch.to.map(|to| (Part::There, Span::new(to, to)));
            std::iter::once((Part::Here, patch.range)).chain(there).collect::<Vec<_>>()
        };
        let mut anchors: Vec<(Span, usize, Part, usize)> = Vec::new();
        for (at, patch) in batch.iter().enumerate() {
            anchors.extend(
                places(patch).into_iter().map(|(part, range)| (range, patch.after_range.start, part, at)),
            );
        }
        anchors.sort_by_key(|anchor| (anchor.0.start, !anchor.0.is_empty(), anchor.1));
        let mut refused: FxHashSet<usize> = FxHashSet::default();
        let mut end = 0;
        for &(range, _, _, at) in &anchors {
            if range.start < end {
                refused.insert(at);
            } else if !refused.contains(&at) {
                end = range.end;
            }
        }
        let groups: FxHashSet<&str> =
            refused.iter().filter_map(|at| batch.get(*at)).map(Patch::group).collect();
        let refused: FxHashSet<usize> = (0..batch.len())
            .filter(|at| batch.get(*at).is_some_and(|one| groups.contains(one.group())))
            .collect();
        anchors.retain(|anchor| !refused.contains(&anchor.3));
        for &(range, ..) in &anchors {
            self.supersede(range);
        }
        let again: FxHashSet<&str> = batch.iter().map(|patch| patch.id.as_str()).collect();
        self.let_go(again.iter().map(|id| (*id).to_owned()).collect());
        self.staged.retain(|staged| !again.contains(staged.patch.id.as_str()));
        self.anchors.retain(|anchor| !again.contains(anchor.patch.as_str()));
        for (range, _, part, at) in anchors {
            let Some(patch) = batch.get(at) else { continue };
            self.anchors.push(Anchor { patch: patch.id.clone(), part, range, broken: false });
        }
        // Stable: anchors at one place keep the order in which they were made.
        self.anchors.sort_by_key(|anchor| (anchor.range.start, !anchor.range.is_empty()));
        let mut added = Vec::new();
        for (at, patch) in batch.drain(..).enumerate() {
            if !refused.contains(&at) {
                added.push(patch.id.clone());
                self.staged.push(Staged { patch, status: Status::Pending, base_revision: self.revision });
            }
        }
        added
    }

    /// Whether the patch was made for the present text.
    fn fits(&self, patch: &Patch) -> bool {
        self.text.get(patch.range.start..patch.range.end) == Some(patch.before.as_str())
            && patch.to.is_none_or(|to| self.text.is_char_boundary(to) && !patch.range.has(to))
            && (patch.op == Op::Move) == patch.to.is_some()
    }

    /// Lets go of every older patch whose words lie under `place`.
    fn supersede(&mut self, place: Span) {
        let gone: FxHashSet<String> = self
            .anchors
            .iter()
            .filter(|anchor| covers(anchor.range, place))
            .map(|anchor| anchor.patch.clone())
            .collect();
        self.let_go(gone);
    }

    /// Lets go of these patches and of all that are decided with them.
    fn let_go(&mut self, mut gone: FxHashSet<String>) {
        if gone.is_empty() {
            return;
        }
        let waits = |staged: &&Staged| matches!(staged.status, Status::Pending | Status::Conflict);
        let groups: FxHashSet<&str> = self
            .staged
            .iter()
            .filter(waits)
            .filter(|staged| gone.contains(&staged.patch.id))
            .map(|staged| staged.patch.group())
            .collect();
        let mates = self.staged.iter().filter(waits).filter(|staged| groups.contains(staged.patch.group()));
        gone.extend(mates.map(|staged| staged.patch.id.clone()).collect::<Vec<_>>());
        self.anchors.retain(|anchor| !gone.contains(&anchor.patch));
        for staged in self.staged.iter_mut().filter(|staged| gone.contains(&staged.patch.id)) {
            if matches!(staged.status, Status::Pending | Status::Conflict) {
                staged.status = Status::Superseded;
            }
        }
    }

    /// The writer edits the draft. An edit outside the text or inside a character does nothing.
    pub fn edit(&mut self, edit: &Edit) {
        if self.text.get(edit.range.start..edit.range.end).is_none() || edit.range.of(&self.text) == edit.text
        {
            return;
        }
        self.text = edit.apply(&self.text);
        self.revision += 1;
        let mut hit: FxHashSet<String> = FxHashSet::default();
        for anchor in &mut self.anchors {
            let rebased = edit.rebase(anchor.range);
            anchor.range = rebased.span();
            match rebased {
                Rebased::Shifted(_) => {}
                Rebased::Touched(_) => {
                    hit.insert(anchor.patch.clone());
                }
                Rebased::Broken(_) => {
                    anchor.broken = true;
                    hit.insert(anchor.patch.clone());
                }
            }
        }
        let pending = |staged: &Staged| staged.status == Status::Pending;
        let groups: FxHashSet<String> = self
            .staged
            .iter()
            .filter(|staged| pending(staged) && hit.contains(&staged.patch.id))
            .map(|staged| staged.patch.group().to_owned())
            .collect();
        for staged in &mut self.staged {
            if pending(staged) && groups.contains(staged.patch.group()) {
                staged.status = Status::Conflict;
            }
        }
    }
}

/// Whether two patches want the same words.
fn covers(one: Span, two: Span) -> bool {
    one.overlaps(two)
        || one.is_empty() && two.is_empty() && one.start == two.start
        || one.is_empty() && two.start < one.start && one.start < two.end
        || two.is_empty() && one.start < two.start && two.start < one.end
}

/// The name of a suggestion in its surroundings: the change, its sentence and the sentences on
/// either side. A rejected suggestion is not offered again while its key stays the same.
#[must_use]
pub fn suppression_key(text: &str, patch: &Patch) -> String {
    Neighbours::default().key(text, patch, patch.range)
}
