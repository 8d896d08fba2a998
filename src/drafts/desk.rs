//! A draft with the patches staged beside it, between the rows of the store and the [`Stage`] of the domain.

use std::collections::{HashMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::{DraftError, Proposal};
use stet_patch::stage::{Action, Outcome, Places, Selector, Stage, Staged, Status};
use stet_patch::{Category, Patch};
use stet_store::{Decision, Draft, DraftState, NewDecision, PatchRow, PatchStatus};

/// A draft with everything that waits beside it.
#[derive(Debug, Clone)]
pub struct Desk {
    pub draft: Draft,
    pub stage: Stage,
    /// What the gate said of patches that state a fact, by patch.
    pub facts: HashMap<String, Fact>,
}

/// What the gate says of the sentence that a CORE patch writes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Fact {
    pub status: FactStatus,
    pub score: f32,
    pub reason: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<FactEvidence>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum FactStatus {
    Supported,
    Unsupported,
    Uncertain,
    /// The draft's sources say nothing about it.
    NoSource,
}

/// The passage that a fact was compared with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct FactEvidence {
    /// The passage: /api/chunks/{id}.
    pub chunk_id: String,
    /// The version of the source that the passage is of.
    pub document_id: String,
    /// Of the source.
    pub title: String,
    /// Page in the file, from 1; null where it has none.
    pub page: Option<u32>,
    /// The words.
    pub text: String,
}

/// A patch as the store keeps it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Kept {
    #[serde(flatten)]
    patch: Patch,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    verdict: Option<Fact>,
}

impl Desk {
    pub(super) fn of(known: &DraftState) -> Self {
        let mut facts = HashMap::new();
        let mut staged = Vec::with_capacity(known.patches.len());
        for row in &known.patches {
            match Kept::deserialize(&row.patch) {
                Ok(Kept { patch, verdict }) => {
                    if let Some(fact) = verdict {
                        facts.insert(patch.id.clone(), fact);
                    }
                    let base_revision = row.base_revision.unsigned_abs();
                    staged.push(Staged { patch, status: from_row(row.status), base_revision });
                }
                Err(fault) => tracing::error!(%fault, patch = %row.id, "a stored patch cannot be read"),
            }
        }
        let places = serde_json::from_str(&known.places).unwrap_or_else(|fault| {
            tracing::error!(%fault, draft = %known.draft.id, "the places of a draft cannot be read");
            Places::default()
        });
        let revision = known.draft.revision.unsigned_abs();
        let stage = Stage::restore(known.draft.text.clone(), revision, staged, places);
        Self { draft: known.draft.clone(), stage, facts }
    }

    /// One patch with its state.
    #[must_use]
    pub fn patch(&self, id: &str) -> Option<&Staged> {
        self.stage.patches().iter().find(|staged| staged.patch.id == id)
    }

    pub(super) fn statuses(&self) -> HashMap<String, Status> {
        self.stage.patches().iter().map(|staged| (staged.patch.id.clone(), staged.status)).collect()
    }

    pub(super) fn decide(
        &mut self,
        action: Action,
        selector: &Selector,
        base: i64,
    ) -> Result<Outcome, DraftError> {
        if let Selector::Ids(ids) = selector {
            if let Some(unknown) = ids.iter().find(|id| self.patch(id).is_none()) {
                return Err(DraftError::NoPatch(unknown.clone()));
            }
            let wanted = match action {
                Action::Accept => Status::Accepted,
                Action::Reject => Status::Rejected,
                Action::Undo => Status::Pending,
            };
            if ids.iter().all(|id| self.patch(id).is_some_and(|staged| staged.status == wanted)) {
                return Ok(Outcome::Decided { changed: Vec::new(), conflicts: Vec::new() });
            }
            let base = u64::try_from(base).unwrap_or(0);
            let outcome = self.stage.decide(action, selector, base);
            let gone = ids
                .iter()
                .find(|id| self.patch(id).is_some_and(|staged| staged.status == Status::Superseded));
            if let Outcome::Decided { changed, conflicts } = &outcome
                && changed.is_empty()
                && conflicts.is_empty()
                && let Some(gone) = gone
            {
                // A writer who saw the suggestion waiting must not believe that it was decided.
                return Err(DraftError::Superseded { patch: gone.clone(), desk: Box::new(self.clone()) });
            }
            return Ok(outcome);
        }
        let base = u64::try_from(base).unwrap_or(0);
        Ok(self.stage.decide(action, selector, base))
    }

    /// The log of a stage that was restored for one decision.
    pub(super) fn decisions(&self, action: Action, who: &str) -> Vec<NewDecision> {
        self.stage
            .log()
            .iter()
            .map(|entry| NewDecision {
                id: Uuid::now_v7(),
                patch_id: row_id(self.draft.id, &entry.patch_id),
                decision: match action {
                    Action::Accept => Decision::Accept,
                    Action::Reject => Decision::Reject,
                    Action::Undo => Decision::Undo,
                },
                decided_by: who.to_owned(),
                category: category_name(entry.category).to_owned(),
                rule_ids: entry.rule_ids.clone(),
                text_before: entry.before.clone(),
                text_after: entry.after.clone(),
                context_key: entry.key.clone(),
            })
            .collect()
    }

    pub(super) fn stage(
        &mut self,
        run: Uuid,
        text: &str,
        proposals: Vec<Proposal>,
    ) -> (Vec<String>, Vec<PatchRow>) {
        let mut facts = HashMap::new();
        let mut patches = Vec::with_capacity(proposals.len());
        // Groups of which a part was decided before: what is proposed now is another decision.
        let decided: HashSet<String> = self
            .stage
            .patches()
            .iter()
            .filter(|staged| staged.status != Status::Pending)
            .map(|staged| staged.patch.group().to_owned())
            .collect();
        for Proposal { mut patch, fact } in proposals {
            if decided.contains(patch.group()) {
                patch.group_id = format!("{}-r{}", patch.group(), self.draft.revision);
            }
            // The same change in the same sentence was accepted before, and its words came back since.
            if self.patch(&patch.id).is_some_and(|known| known.status == Status::Accepted) {
                patch.id = format!("{}-r{}", patch.id, self.draft.revision);
            }
            if let Some(fact) = fact {
                facts.insert(patch.id.clone(), fact);
            }
            patches.push(patch);
        }
        if *text != self.draft.text {
            patches = moved(text, &self.draft.text, patches);
        }
        let staged = self.stage.stage(patches);
        let mut rows = Vec::with_capacity(staged.len());
        for (ordinal, id) in (0_i32..).zip(&staged) {
            let Some(patch) = self.patch(id).map(|staged| staged.patch.clone()) else { continue };
            let verdict = facts.remove(id);
            if let Some(fact) = &verdict {
                self.facts.insert(id.clone(), fact.clone());
            }
            rows.push(PatchRow {
                id: row_id(self.draft.id, id),
                run_id: run,
                ordinal,
                status: PatchStatus::Pending,
                category: category_name(patch.category).to_owned(),
                base_revision: self.draft.revision,
                start_offset: i64::try_from(patch.range.start).unwrap_or(i64::MAX),
                end_offset: i64::try_from(patch.range.end).unwrap_or(i64::MAX),
                before: patch.before.clone(),
                after: patch.after.clone(),
                patch: serde_json::to_value(Kept { patch, verdict }).unwrap_or_default(),
            });
        }
        (staged, rows)
    }
}

/// Patches made for `old` as patches of `new`; those whose words changed are left out.
fn moved(old: &str, new: &str, patches: Vec<Patch>) -> Vec<Patch> {
    let mut stage = Stage::new(old, 0);
    stage.stage(patches);
    stage.rewrite(new);
    let pending = stage.patches().iter().filter(|staged| staged.status == Status::Pending);
    pending
        .filter_map(|staged| {
            let mut patch = staged.patch.clone();
            patch.range = stage.place(&patch.id)?;
            patch.to = stage.target(&patch.id);
            Some(patch)
        })
        .collect()
}

/// Patches are named by their words within a draft; a row needs a name that no other draft has.
pub(super) fn row_id(draft: Uuid, patch: &str) -> Uuid {
    let hash = Sha256::new().chain_update(draft.as_bytes()).chain_update(patch).finalize();
    let mut bytes = [0_u8; 16];
    bytes.iter_mut().zip(hash).for_each(|(to, from)| *to = from);
    uuid::Builder::from_random_bytes(bytes).into_uuid()
}

/// The name in the database and on the wire.
#[must_use]
pub const fn category_name(category: Category) -> &'static str {
    match category {
        Category::Core => "CORE",
        Category::Expression => "EXPRESSION",
        Category::Detail => "DETAIL",
    }
}

const fn from_row(status: PatchStatus) -> Status {
    match status {
        PatchStatus::Pending => Status::Pending,
        PatchStatus::Accepted => Status::Accepted,
        PatchStatus::Rejected => Status::Rejected,
        PatchStatus::Conflict => Status::Conflict,
        PatchStatus::Superseded => Status::Superseded,
    }
}

/// A domain state as the store names it.
#[must_use]
pub const fn to_row(status: Status) -> PatchStatus {
    match status {
        Status::Pending => PatchStatus::Pending,
        Status::Accepted => PatchStatus::Accepted,
        Status::Rejected => PatchStatus::Rejected,
        Status::Conflict => PatchStatus::Conflict,
        Status::Superseded => PatchStatus::Superseded,
    }
}
