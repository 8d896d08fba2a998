//! Use case: drafts with their history, and the writer's decisions on the patches staged beside them.
//!
//! Every change opens the draft (its row is locked), works on it as a [`Desk`], and is written whole.
//! Owns revisions, what a stale one means, and the log of decisions. Leaves making patches to `revise`.

pub mod archive;
pub mod bibliography;
pub mod comments;
mod desk;
pub mod origin;
pub mod transfer;

use std::collections::{BTreeSet, HashMap};

use time::OffsetDateTime;
use uuid::Uuid;

use desk::row_id;
pub use desk::{Desk, Fact, FactEvidence, FactStatus, category_name, to_row};

use stet_host::apart::apart;
use stet_host::metrics::metrics;
use stet_patch::Patch;
use stet_patch::stage::{Action, Outcome, Selector, Status};
use stet_store::projects::Things;
use stet_store::{Change, Draft, NewDecision, OpenDraft, PatchRow, PatchStatus, Store, StoreError, Wanted};

/// Longest text of a draft, in bytes.
pub const MAX_TEXT: usize = 5 << 20;

/// Cause of a revision that has the text of an earlier one, whose number follows.
pub const RESTORE: &str = "restore";

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
    #[error("there is no project {0}")]
    NoProject(Uuid),
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
    /// Of a new draft: the project that it belongs to.
    pub project: Option<Uuid>,
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
    if let Some(project) = save.project {
        store.project(&project.to_string()).await?.ok_or(DraftError::NoProject(project))?;
    }
    store.insert_draft(id, &title, &text, at).await?;
    if save.project.is_some() {
        store.put_into_project(save.project, Things { drafts: &[id], ..Things::default() }).await?;
    }
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
pub async fn load(store: &Store, id: Uuid) -> Result<Desk, DraftError> {
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
    load(store, id).await
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
        return Err(DraftError::Superseded { patch, desk: Box::new(load(store, id).await?) });
    }
    let (changed, conflicts) = match outcome? {
        Outcome::Decided { changed, conflicts } => (changed, conflicts),
        Outcome::Stale { .. } => {
            drop(open);
            return Err(DraftError::Stale(Box::new(load(store, id).await?)));
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
