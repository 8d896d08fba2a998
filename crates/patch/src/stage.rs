//! Staged patches and the decisions about them.
//!
//! A [`Stage`] is a draft's text with the patches that wait beside it. Every
//! patch is held by one anchor (a move by two); anchors stand in text order and
//! are disjoint, so that accepting one patch moves the others by arithmetic
//! alone. The writer's edits that come near a pending patch make it a conflict:
//! nothing is applied by guessing. Owns states, undo, the log of decisions and
//! the suppression of rejected suggestions; leaves who and when to the use case
//! and storage to the store.

mod near;
mod places;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::rebase::{Edit, Rebased};
use super::{Category, Op, Patch};
use near::Neighbours;
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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
    #[serde(serialize_with = "places::write", deserialize_with = "places::read")]
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

    /// Keys of rejected suggestions; see [`suppression_key`].
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
        let known: FxHashSet<String> = self
            .staged
            .iter()
            .filter(|staged| matches!(staged.status, Status::Pending | Status::Accepted))
            .map(|staged| staged.patch.id.clone())
            .collect();
        let mut batch: Vec<Patch> = patches
            .into_iter()
            .filter(|patch| !known.contains(&patch.id) && self.fits(patch))
            .filter(|patch| {
                self.suppressed.is_empty() || !self.suppressed.contains(&suppression_key(&self.text, patch))
            })
            .collect();
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
        anchors.retain(|anchor| !refused.contains(&anchor.3));
        for &(range, ..) in &anchors {
            self.supersede(range);
        }
        let again: FxHashSet<&str> = batch.iter().map(|patch| patch.id.as_str()).collect();
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
        if gone.is_empty() {
            return;
        }
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
        for staged in &mut self.staged {
            if staged.status == Status::Pending && hit.contains(&staged.patch.id) {
                staged.status = Status::Conflict;
            }
        }
    }

    /// Decides about the selected patches. `revision` is the one the writer saw.
    pub fn decide(&mut self, action: Action, selector: &Selector, revision: u64) -> Outcome {
        if revision != self.revision {
            return Outcome::Stale { revision: self.revision };
        }
        let named = matches!(selector, Selector::Ids(_));
        let ids: Vec<String> = match selector {
            Selector::Ids(ids) => ids.clone(),
            _ => self
                .staged
                .iter()
                .filter(|staged| selects(selector, &staged.patch))
                .map(|staged| staged.patch.id.clone())
                .collect(),
        };
        let known: FxHashMap<String, usize> =
            self.staged.iter().enumerate().map(|(at, staged)| (staged.patch.id.clone(), at)).collect();
        let mut anchors: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        for (at, anchor) in self.anchors.iter().enumerate() {
            if known.contains_key(&anchor.patch) {
                anchors.entry(anchor.patch.clone()).or_default().push(at);
            }
        }
        let mut near = Neighbours::default();
        // Anchors whose words are exchanged; they are disjoint, so that all can be in one pass over the text.
        let mut taken: Vec<usize> = Vec::new();
        let mut rejected: Vec<usize> = Vec::new();
        let (mut changed, mut conflicts) = (Vec::new(), Vec::new());
        for id in ids {
            let Some(&at) = known.get(&id) else { continue };
            let held = anchors.get(&id).map(Vec::as_slice).unwrap_or_default();
            match self.decide_one(action, at, held, named, &mut near) {
                Decided::Nothing => continue,
                Decided::Conflict => {
                    conflicts.push(id);
                    continue;
                }
                Decided::Words => {
                    taken.extend(held);
                    self.revision += 1;
                }
                Decided::Mark => {}
                Decided::Unmark => rejected.push(at),
            }
            self.record(action, at, held, &mut near);
            changed.push(id);
        }
        self.exchange(taken, action == Action::Accept, &known);
        // Whether the words of a suggestion that was turned down are still there is known once the text is.
        let mut near = Neighbours::default();
        for at in rejected {
            let Some(staged) = self.staged.get(at) else { continue };
            let held = anchors.get(&staged.patch.id).map(Vec::as_slice).unwrap_or_default();
            let key = self.key(&staged.patch, held, &mut near);
            let next =
                if self.intact(&staged.patch, held, true) { Status::Pending } else { Status::Conflict };
            self.suppressed.remove(&key);
            self.set(at, next);
        }
        Outcome::Decided { changed, conflicts }
    }

    /// What a decision about one patch comes to; states are set, words are not exchanged yet.
    fn decide_one(
        &mut self,
        action: Action,
        at: usize,
        held: &[usize],
        named: bool,
        near: &mut Neighbours,
    ) -> Decided {
        let Some(staged) = self.staged.get(at) else { return Decided::Nothing };
        match (action, staged.status) {
            (Action::Accept, Status::Conflict) if !named => Decided::Conflict,
            (Action::Accept, Status::Pending | Status::Conflict) => {
                let fits = self.intact(&staged.patch, held, true);
                self.set(at, if fits { Status::Accepted } else { Status::Conflict });
                if fits { Decided::Words } else { Decided::Conflict }
            }
            (Action::Reject, Status::Pending | Status::Conflict) => {
                let key = self.key(&staged.patch, held, near);
                self.suppressed.insert(key);
                self.set(at, Status::Rejected);
                Decided::Mark
            }
            (Action::Undo, Status::Accepted) => {
                if !self.intact(&staged.patch, held, false) {
                    return Decided::Conflict;
                }
                self.set(at, Status::Pending);
                Decided::Words
            }
            (Action::Undo, Status::Rejected) => {
                let key = self.key(&staged.patch, held, near);
                self.suppressed.remove(&key);
                // Named twice it is one decision.
                self.set(at, Status::Pending);
                Decided::Unmark
            }
            _ => Decided::Nothing,
        }
    }

    fn record(&mut self, action: Action, at: usize, held: &[usize], near: &mut Neighbours) {
        let Some(staged) = self.staged.get(at) else { return };
        let key = self.key(&staged.patch, held, near);
        let patch = &staged.patch;
        self.log.push(Decision {
            patch_id: patch.id.clone(),
            action,
            category: patch.category,
            rule_ids: patch.rule_ids.clone(),
            before: patch.before.clone(),
            after: patch.after.clone(),
            key,
            revision: self.revision,
        });
    }

    fn set(&mut self, at: usize, status: Status) {
        if let Some(staged) = self.staged.get_mut(at) {
            staged.status = status;
        }
    }

    /// The name of a suggestion where its words stand now; `held` are its anchors.
    fn key(&self, patch: &Patch, held: &[usize], near: &mut Neighbours) -> String {
        let here = held
            .iter()
            .filter_map(|at| self.anchors.get(*at))
            .find(|anchor| anchor.part == Part::Here)
            .map_or(patch.range, |anchor| anchor.range);
        near.key(&self.text, patch, here)
    }

    /// The texts that the two anchors of a patch hold before and after it is accepted.
    fn words(patch: &Patch, part: Part, accepted: bool) -> &str {
        match (patch.op, part, accepted) {
            (Op::Move, Part::Here, true) | (Op::Move, Part::There, false) => "",
            (_, _, true) => &patch.after,
            (_, _, false) => &patch.before,
        }
    }

    /// Whether the draft still holds the words of the patch, old or new ones; `held` are its anchors.
    fn intact(&self, patch: &Patch, held: &[usize], old: bool) -> bool {
        !held.is_empty()
            && held.iter().all(|at| {
                self.anchors.get(*at).is_some_and(|anchor| {
                    !anchor.broken && anchor.range.of(&self.text) == Self::words(patch, anchor.part, !old)
                })
            })
    }

    /// Puts the new (or, to undo, the old) words in place of what these anchors hold, and moves the later ones. None
    /// of them is broken, so each is apart from all others and they stand in text order.
    fn exchange(&mut self, mut taken: Vec<usize>, accept: bool, known: &FxHashMap<String, usize>) {
        if taken.is_empty() {
            return;
        }
        taken.sort_unstable();
        taken.dedup();
        let mut next = taken.into_iter().peekable();
        let mut text = String::with_capacity(self.text.len() + 64);
        let mut from = 0;
        let (mut gone, mut come) = (0, 0);
        for (at, anchor) in self.anchors.iter_mut().enumerate() {
            let old = anchor.range;
            let start = old.start + come - gone;
            anchor.range = Span::new(start, old.end + come - gone);
            if next.next_if_eq(&at).is_none() {
                continue;
            }
            let patch = known.get(&anchor.patch).and_then(|at| self.staged.get(*at));
            let Some(words) = patch.map(|staged| Self::words(&staged.patch, anchor.part, accept)) else {
                continue;
            };
            text.push_str(self.text.get(from..old.start).unwrap_or_default());
            text.push_str(words);
            from = old.end;
            anchor.range.end = start + words.len();
            gone += old.len();
            come += words.len();
        }
        text.push_str(self.text.get(from..).unwrap_or_default());
        self.text = text;
    }
}

/// What a decision about one patch comes to.
enum Decided {
    /// There was nothing to decide.
    Nothing,
    Conflict,
    /// Its words are exchanged.
    Words,
    /// Its state alone changed.
    Mark,
    /// It is no longer turned down.
    Unmark,
}

/// Whether two patches want the same words.
fn covers(one: Span, two: Span) -> bool {
    one.overlaps(two)
        || one.is_empty() && two.is_empty() && one.start == two.start
        || one.is_empty() && two.start < one.start && one.start < two.end
        || two.is_empty() && one.start < two.start && two.start < one.end
}

fn selects(selector: &Selector, patch: &Patch) -> bool {
    match selector {
        Selector::Ids(ids) => ids.contains(&patch.id),
        Selector::Category(category) => patch.category == *category,
        Selector::Rule(rule) => patch.rule_ids.contains(rule),
        Selector::All => true,
    }
}

/// The name of a suggestion in its surroundings: the change, its sentence and the sentences on
/// either side. A rejected suggestion is not offered again while its key stays the same.
#[must_use]
pub fn suppression_key(text: &str, patch: &Patch) -> String {
    Neighbours::default().key(text, patch, patch.range)
}
