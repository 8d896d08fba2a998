//! Use case: drafts with their history, and the writer's decisions on the patches staged beside them.
//!
//! Every change opens the draft (its row is locked), works on it as a [`Stage`] of the domain, and is written whole.
//! Owns revisions, what a stale one means, and the log of decisions. Leaves making patches to `revise`.

pub mod archive;
pub mod bibliography;
pub mod comments;
pub mod transfer;

use std::collections::{BTreeSet, HashMap, HashSet};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use time::OffsetDateTime;
use uuid::Uuid;

use stet_host::apart::apart;
use stet_host::metrics::metrics;
use stet_patch::stage::{Action, Outcome, Places, Selector, Stage, Staged, Status};
use stet_patch::{Category, Patch};
use stet_store::{
    Change, Decision, Draft, DraftState, NewDecision, OpenDraft, PatchRow, PatchStatus, Store, StoreError,
    Wanted,
};

/// Longest text of a draft, in bytes.
pub const MAX_TEXT: usize = 5 << 20;

/// Cause of a revision that has the text of an earlier one, whose number follows.
pub const RESTORE: &str = "restore";

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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactStatus {
    Supported,
    Unsupported,
    Uncertain,
    /// The draft's sources say nothing about it.
    NoSource,
}

/// The passage that a fact was compared with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FactEvidence {
    pub chunk_id: String,
    pub document_id: String,
    pub title: String,
    pub page: Option<u32>,
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

/// A patch that a revision proposes, in bytes of the text that it was made for.
#[derive(Debug, Clone)]
pub struct Proposal {
    pub patch: Patch,
    pub fact: Option<Fact>,
}

/// What became of decisions.
#[derive(Debug, Clone)]
pub struct Decided {
    /// The draft with the patches that were decided about; the others are in the places of the stage only.
    pub desk: Desk,
    /// Patches whose state changed.
    pub changed: Vec<String>,
    /// Patches that could not be decided, because the writer edited there.
    pub conflicts: Vec<String>,
}

/// Why a draft could not be read or changed.
#[derive(Debug, thiserror::Error)]
pub enum DraftError {
    #[error("there is no such draft")]
    NotFound,
    #[error("the draft has no patch {0}")]
    NoPatch(String),
    #[error("the draft never had revision {0}")]
    NoRevision(i64),
    #[error("the draft has no comment {0}")]
    NoComment(String),
    /// There are no words of the text at this place, or it is none.
    #[error("there is nothing to comment on there")]
    NoWords,
    #[error("a comment says something in at most {} characters", comments::MAX_BODY)]
    Unsayable,
    /// A newer suggestion took the place of the one that was to be decided, and no other was named that waits.
    #[error("patch {patch} is superseded")]
    Superseded { patch: String, desk: Box<Desk> },
    /// Somebody was first; this is what the draft is now.
    #[error("the draft has revision {}", .0.draft.revision)]
    Stale(Box<Desk>),
    #[error("the text is longer than {MAX_TEXT} bytes")]
    TooLong,
    /// PostgreSQL stores no NUL, and taking it out would move every offset behind it.
    #[error("the text has a NUL character at byte {0}")]
    Nul(usize),
    #[error("there is no source {0} to check facts against")]
    NoSource(Uuid),
    #[error("there is no pack of rules {0}")]
    NoPack(Uuid),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a writer saves.
#[derive(Debug, Clone, Default)]
pub struct Save {
    pub title: Option<String>,
    pub text: Option<String>,
    pub source_ids: Option<Vec<Uuid>>,
    pub criteria_pack_ids: Option<Vec<Uuid>>,
    /// The name of a citation style; empty for that of the text's language.
    pub citation_style: Option<String>,
}

/// Stores a new draft.
///
/// # Errors
/// An unusable text, or a fault of the store.
pub async fn create(store: &Store, save: Save) -> Result<Draft, DraftError> {
    check_text(save.text.as_deref().unwrap_or_default())?;
    check_kept(store, &save, [&[], &[]]).await?;
    let text = save.text.unwrap_or_default();
    let (id, at) = (Uuid::now_v7(), OffsetDateTime::now_utc());
    let title = save.title.unwrap_or_default();
    store.insert_draft(id, &title, &text, at).await?;
    let (sources, packs) = (save.source_ids.unwrap_or_default(), save.criteria_pack_ids.unwrap_or_default());
    let style = save.citation_style.filter(|style| !style.is_empty());
    if !sources.is_empty() || !packs.is_empty() || style.is_some() {
        store.set_draft_settings(id, None, Some(&sources), Some(&packs), style.as_deref(), at).await?;
    }
    store.draft(id).await?.ok_or(DraftError::NotFound)
}

/// What a draft names is there, in its workspace. What it names already may have gone meanwhile.
async fn check_kept(store: &Store, save: &Save, [sources, packs]: [&[Uuid]; 2]) -> Result<(), DraftError> {
    let new = |ids: &Option<Vec<Uuid>>, kept: &[Uuid]| {
        let ids = ids.iter().flatten().copied();
        ids.filter(|id| !kept.contains(id)).collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    };
    for source in new(&save.source_ids, sources) {
        store.document(source).await?.ok_or(DraftError::NoSource(source))?;
    }
    let packs = new(&save.criteria_pack_ids, packs);
    if packs.is_empty() {
        return Ok(());
    }
    let found = store.criteria_packs_of(&packs).await?;
    match packs.into_iter().find(|id| !found.iter().any(|pack| pack.id == *id)) {
        Some(pack) => Err(DraftError::NoPack(pack)),
        None => Ok(()),
    }
}

/// A draft with its patches, as they are at this moment.
///
/// # Errors
/// There is no such draft, or a fault of the store.
pub async fn read(store: &Store, id: Uuid) -> Result<Desk, DraftError> {
    let state = store.draft_state(id).await?.ok_or(DraftError::NotFound)?;
    Ok(apart(move || Desk::of(&state)).await)
}

/// Saves what the writer wrote. The patches that wait move with the text; those whose words changed become conflicts.
///
/// # Errors
/// A stale revision (unless the draft already reads so), an unusable text, no such draft, a fault of the store.
pub async fn edit(store: &Store, id: Uuid, base: i64, save: Save) -> Result<Desk, DraftError> {
    change(store, id, base, save, "edit").await
}

/// Gives a draft the text of an earlier revision, as an edit that can be undone in the same way.
///
/// # Errors
/// A stale revision (unless the draft already reads so), no such draft or revision, a fault of the store.
pub async fn restore(store: &Store, id: Uuid, base: i64, revision: i64) -> Result<Desk, DraftError> {
    if store.draft(id).await?.is_none() {
        return Err(DraftError::NotFound);
    }
    let old = store.draft_revision(id, revision).await?.ok_or(DraftError::NoRevision(revision))?;
    let save = Save { text: old.text, ..Save::default() };
    change(store, id, base, save, &format!("{RESTORE} {revision}")).await
}

async fn change(store: &Store, id: Uuid, base: i64, save: Save, cause: &str) -> Result<Desk, DraftError> {
    if let Some(text) = &save.text {
        check_text(text)?;
    }
    if save.source_ids.is_some() || save.criteria_pack_ids.is_some() {
        let draft = store.draft(id).await?.ok_or(DraftError::NotFound)?;
        check_kept(store, &save, [&draft.source_ids, &draft.criteria_pack_ids]).await?;
    }
    let open = store.open_draft(id).await?.ok_or(DraftError::NotFound)?;
    let new = save.text.filter(|text| *text != open.state.draft.text);
    let stale = open.state.draft.revision != base;
    if let Some(text) = new {
        let (open, desk, before) = apart(move || {
            let mut desk = Desk::of(&open.state);
            let before = desk.statuses();
            if !stale {
                desk.stage.rewrite(&text);
            }
            (open, desk, before)
        })
        .await;
        if stale {
            return Err(DraftError::Stale(Box::new(desk)));
        }
        write(open, &desk, &before, cause, &[], &[]).await?;
    } else {
        drop(open);
    }
    let (title, sources) = (save.title.as_deref(), save.source_ids.as_deref());
    let (packs, citing) = (save.criteria_pack_ids.as_deref(), save.citation_style.as_deref());
    let sets = title.is_some() || sources.is_some() || packs.is_some() || citing.is_some();
    let at = OffsetDateTime::now_utc();
    if sets && !store.set_draft_settings(id, title, sources, packs, citing, at).await? {
        return Err(DraftError::NotFound);
    }
    read(store, id).await
}

/// Decides about patches. Deciding the same again is the same as once, whatever revision the writer saw.
///
/// # Errors
/// A stale revision, an unknown draft or patch, a fault of the store.
pub async fn decide(
    store: &Store,
    id: Uuid,
    action: Action,
    selector: Selector,
    base: i64,
) -> Result<Decided, DraftError> {
    // Of the patches only those are read that the decision may change; where the others stand is in the places.
    let rows: Vec<Uuid>;
    let wanted = match &selector {
        Selector::Ids(ids) => {
            rows = ids.iter().map(|patch| row_id(id, patch)).collect();
            Wanted::Ids(&rows)
        }
        other => {
            let category =
                if let Selector::Category(category) = other { Some(category_name(*category)) } else { None };
            let rule = if let Selector::Rule(rule) = other { Some(rule.as_str()) } else { None };
            Wanted::Of { statuses: decidable(action), category, rule }
        }
    };
    let open = store.open_draft_with(id, wanted).await?.ok_or(DraftError::NotFound)?;
    let work = move || {
        let mut desk = Desk::of(&open.state);
        let before = desk.statuses();
        let outcome = desk.decide(action, &selector, base);
        (open, desk, before, outcome)
    };
    let (open, mut desk, before, outcome) = apart(work).await;
    if let Err(DraftError::Superseded { patch, .. }) = outcome {
        drop(open);
        return Err(DraftError::Superseded { patch, desk: Box::new(read(store, id).await?) });
    }
    let (changed, conflicts) = match outcome? {
        Outcome::Decided { changed, conflicts } => (changed, conflicts),
        Outcome::Stale { .. } => {
            drop(open);
            return Err(DraftError::Stale(Box::new(read(store, id).await?)));
        }
    };
    let decisions = desk.decisions(action, store.who());
    let cause = if action == Action::Undo { "undo" } else { "accept" };
    desk.draft.revision = write(open, &desk, &before, cause, &[], &decisions).await?;
    desk.stage.text().clone_into(&mut desk.draft.text);
    let kind = match action {
        Action::Accept => "accept",
        Action::Reject => "reject",
        Action::Undo => "undo",
    };
    for staged in changed.iter().filter_map(|id| desk.patch(id)) {
        metrics().decided(category_name(staged.patch.category), kind);
    }
    Ok(Decided { desk, changed, conflicts })
}

/// States in which an action can change a patch.
const fn decidable(action: Action) -> &'static [PatchStatus] {
    match action {
        Action::Accept | Action::Reject => &[PatchStatus::Pending, PatchStatus::Conflict],
        Action::Undo => &[PatchStatus::Accepted, PatchStatus::Rejected],
    }
}

/// What became of the proposals of a revision.
#[derive(Debug, Clone)]
pub struct Settled {
    pub desk: Desk,
    /// Ids of the patches that were staged by this run, under which they are known from now on.
    pub staged: Vec<String>,
    /// Patches that waited and that the new ones took the place of.
    pub superseded: Vec<String>,
}

/// Stages the proposals of a revision that was made for `text`. Where the writer has changed the draft since, a
/// proposal moves with its words; if those words changed it is dropped.
///
/// # Errors
/// The draft was deleted meanwhile, or a fault of the store.
pub async fn stage(
    store: &Store,
    id: Uuid,
    run: Uuid,
    text: String,
    proposals: Vec<Proposal>,
) -> Result<Settled, DraftError> {
    let open = store.open_draft(id).await?.ok_or(DraftError::NotFound)?;
    let (open, mut desk, before, staged, rows) = apart(move || {
        let mut desk = Desk::of(&open.state);
        let before = desk.statuses();
        let (staged, rows) = desk.stage(run, &text, proposals);
        (open, desk, before, staged, rows)
    })
    .await;
    desk.draft.revision = write(open, &desk, &before, "edit", &rows, &[]).await?;
    let gone = desk.stage.patches().iter().filter(|patch| patch.status == Status::Superseded);
    let superseded = gone
        .filter(|patch| before.get(&patch.patch.id).is_some_and(|old| *old != Status::Superseded))
        .map(|patch| patch.patch.id.clone())
        .collect();
    Ok(Settled { desk, staged, superseded })
}

impl Desk {
    fn of(known: &DraftState) -> Self {
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

    fn statuses(&self) -> HashMap<String, Status> {
        self.stage.patches().iter().map(|staged| (staged.patch.id.clone(), staged.status)).collect()
    }

    fn decide(&mut self, action: Action, selector: &Selector, base: i64) -> Result<Outcome, DraftError> {
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
    fn decisions(&self, action: Action, who: &str) -> Vec<NewDecision> {
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

    fn stage(&mut self, run: Uuid, text: &str, proposals: Vec<Proposal>) -> (Vec<String>, Vec<PatchRow>) {
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

async fn write(
    mut open: OpenDraft,
    desk: &Desk,
    before: &HashMap<String, Status>,
    cause: &str,
    rows: &[PatchRow],
    decisions: &[NewDecision],
) -> Result<i64, DraftError> {
    let statuses: Vec<(Uuid, PatchStatus)> = desk
        .stage
        .patches()
        .iter()
        .filter(|staged| before.get(&staged.patch.id).is_some_and(|old| *old != staged.status))
        .map(|staged| (row_id(desk.draft.id, &staged.patch.id), to_row(staged.status)))
        .collect();
    let places = serde_json::to_string(&desk.stage.places()).unwrap_or_else(|_| "{}".to_owned());
    let text = (desk.stage.text() != open.state.draft.text).then(|| desk.stage.text());
    if text.is_none() && statuses.is_empty() && rows.is_empty() && decisions.is_empty() {
        return Ok(open.state.draft.revision);
    }
    if let Some(text) = text {
        comments::follow(&mut open, text).await?;
    }
    let at = OffsetDateTime::now_utc();
    let change = Change { text, cause, places: &places, patches: rows, statuses: &statuses, decisions, at };
    Ok(open.write(&change).await?)
}

fn check_text(text: &str) -> Result<(), DraftError> {
    if text.len() > MAX_TEXT {
        return Err(DraftError::TooLong);
    }
    text.find('\0').map_or(Ok(()), |at| Err(DraftError::Nul(at)))
}

/// Patches are named by their words within a draft; a row needs a name that no other draft has.
fn row_id(draft: Uuid, patch: &str) -> Uuid {
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
