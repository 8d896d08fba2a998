//! Drafts, the patches staged beside them, and every decision on a patch.
//!
//! Who comes first is decided here, because only the database can tell: [`Store::open_draft`] locks the draft's row
//! until its [`Change`] is written or dropped. Whether a writer's revision is still the present one, and what a
//! decision does to text and places, is worked out by `drafts`. Reading the history belongs to `draft_history`.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use super::decision::{Decision, PatchStatus};
use super::{Result, Store, clean, clean_json};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub id: Uuid,
    pub title: String,
    pub text: String,
    /// Counts every change of the text, from 1.
    pub revision: i64,
    pub source_ids: Vec<Uuid>,
    pub criteria_pack_ids: Vec<Uuid>,
    /// The name of the citation style in which it goes out; empty where none was chosen.
    pub citation_style: String,
    /// Who began it, as they were called then, and their key or person. None: nobody noted it.
    pub author: Option<String>,
    pub author_id: Option<Uuid>,
    pub project_id: Option<Uuid>,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
}

/// A staged patch. Where it stands now is in the draft's places (see [`OpenDraft`]).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PatchRow {
    pub id: Uuid,
    /// The request for a revision that it came from, and its place therein.
    pub run_id: Uuid,
    pub ordinal: i32,
    pub status: PatchStatus,
    /// `CORE`, `EXPRESSION` or `DETAIL`.
    pub category: String,
    pub base_revision: i64,
    /// Bytes of the draft's text at the base revision.
    pub start_offset: i64,
    pub end_offset: i64,
    pub before: String,
    pub after: String,
    /// The whole patch as the domain describes it.
    pub patch: Value,
}

/// A decision to be written; its revision and time are those of its [`Change`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NewDecision {
    pub id: Uuid,
    pub patch_id: Uuid,
    pub decision: Decision,
    pub decided_by: String,
    pub category: String,
    pub rule_ids: Vec<String>,
    pub text_before: String,
    pub text_after: String,
    pub context_key: String,
}

/// One step of a draft: a new text (or the same), what becomes of its patches, and the decisions behind it.
#[derive(Debug, Clone)]
pub struct Change<'a> {
    /// `None` when the text stays (a rejection); then the revision stays too.
    pub text: Option<&'a str>,
    /// `edit`, `accept`, `undo`, or `restore` with a revision.
    pub cause: &'a str,
    /// As JSON.
    pub places: &'a str,
    /// Patches to insert, or to replace by id.
    pub patches: &'a [PatchRow],
    /// Patches of which only the status changed.
    pub statuses: &'a [(Uuid, PatchStatus)],
    pub decisions: &'a [NewDecision],
    pub at: OffsetDateTime,
}

/// A draft with patches beside it, all as of one moment.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftState {
    pub draft: Draft,
    /// Where the patches stand in the present text, as JSON; the shape belongs to `domain::patch::stage`.
    pub places: String,
    /// Those that were asked for.
    pub patches: Vec<PatchRow>,
}

/// A draft that nobody else can change until this is written or dropped.
#[derive(Debug)]
pub struct OpenDraft {
    pub(super) tx: sqlx::PgTransaction<'static>,
    pub(super) workspace: Uuid,
    /// Who changes it, and their key or person.
    pub(super) who: (Arc<str>, Option<Uuid>),
    pub state: DraftState,
}

/// The row of a draft.
struct Row {
    id: Uuid,
    title: String,
    text: String,
    revision: i64,
    source_ids: Vec<Uuid>,
    criteria_pack_ids: Vec<Uuid>,
    citation_style: String,
    author: Option<String>,
    author_id: Option<Uuid>,
    project_id: Option<Uuid>,
    created_at: OffsetDateTime,
    updated_at: OffsetDateTime,
    places: String,
}

impl Row {
    fn with(self, patches: Vec<PatchRow>) -> DraftState {
        let draft = Draft {
            id: self.id,
            title: self.title,
            text: self.text,
            revision: self.revision,
            source_ids: self.source_ids,
            criteria_pack_ids: self.criteria_pack_ids,
            citation_style: self.citation_style,
            author: self.author,
            author_id: self.author_id,
            project_id: self.project_id,
            created_at: self.created_at,
            updated_at: self.updated_at,
        };
        DraftState { draft, places: self.places, patches }
    }
}

/// Which patches of a draft are read when it is opened, with those that are decided together with them.
#[derive(Debug, Clone, Copy)]
pub enum Wanted<'a> {
    All,
    /// Rows by id.
    Ids(&'a [Uuid]),
    /// Of any of these states, and of a category or with a rule when one is given.
    Of {
        statuses: &'a [PatchStatus],
        category: Option<&'a str>,
        rule: Option<&'a str>,
    },
}

impl Store {
    /// Stores a draft with its first revision.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn insert_draft(&self, id: Uuid, title: &str, text: &str, at: OffsetDateTime) -> Result<()> {
        sqlx::query!(
            "with d as (insert into drafts (id, workspace_id, title, text, revision, created_at, updated_at, author, \
             author_id) values ($1, $2, $3, $4, 1, $5, $5, $6, $7)) \
             insert into draft_revisions (draft_id, workspace_id, revision, text, cause, created_at, author, author_id) \
             values ($1, $2, 1, $4, 'create', $5, $6, $7)",
            id,
            self.workspace,
            &*clean(title),
            &*clean(text),
            at,
            &*self.who,
            self.author,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// One draft.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn draft(&self, id: Uuid) -> Result<Option<Draft>> {
        self.draft_in(&self.pool, id).await
    }

    /// [`Self::draft`] as a transaction sees it.
    pub(super) async fn draft_in(
        &self,
        database: impl sqlx::PgExecutor<'_>,
        id: Uuid,
    ) -> Result<Option<Draft>> {
        let draft = sqlx::query_as!(
            Draft,
            "select id, title, text, revision, source_ids, criteria_pack_ids, citation_style, author, author_id, project_id, created_at, updated_at \
             from drafts where workspace_id = $1 and id = $2",
            self.workspace,
            id,
        )
        .fetch_optional(database)
        .await?;
        Ok(draft)
    }

    /// Drafts, the most recently changed first; where they are named only those that any of these keys and people began, and those of a project.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn drafts(
        &self,
        (limit, offset): (i64, i64),
        begun_by: Option<&[Uuid]>,
        project: Option<Uuid>,
    ) -> Result<Vec<Draft>> {
        let drafts = sqlx::query_as!(
            Draft,
            "select id, title, text, revision, source_ids, criteria_pack_ids, citation_style, author, author_id, project_id, created_at, updated_at \
             from drafts where workspace_id = $1 and ($4::uuid[] is null or author_id = any($4)) \
             and ($5::uuid is null or project_id = $5) order by updated_at desc, id desc limit $2 offset $3",
            self.workspace,
            limit,
            offset,
            begun_by,
            project,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(drafts)
    }

    /// Sets what a draft is called, which sources its facts are checked against, which packs it follows and in which style
    /// it cites. What is `None` stays as it is, so that two who set different things at once both get theirs.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn set_draft_settings(
        &self,
        id: Uuid,
        title: Option<&str>,
        source_ids: Option<&[Uuid]>,
        criteria_pack_ids: Option<&[Uuid]>,
        citation_style: Option<&str>,
        at: OffsetDateTime,
    ) -> Result<bool> {
        let title = title.map(clean);
        let updated = sqlx::query!(
            "update drafts set title = coalesce($3, title), source_ids = coalesce($4, source_ids), \
             criteria_pack_ids = coalesce($5, criteria_pack_ids), citation_style = coalesce($6, citation_style), \
             updated_at = $7 where workspace_id = $1 and id = $2",
            self.workspace,
            id,
            title.as_deref(),
            source_ids,
            criteria_pack_ids,
            citation_style,
            at,
        )
        .execute(&self.pool)
        .await?;
        Ok(updated.rows_affected() > 0)
    }

    /// Deletes a draft with its history, patches and decisions; revisions of it that are being written end.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn delete_draft(&self, id: Uuid) -> Result<bool> {
        let deleted = sqlx::query!(
            "with runs as (delete from revision_runs where workspace_id = $1 and draft_id = $2) \
             delete from drafts where workspace_id = $1 and id = $2",
            self.workspace,
            id,
        )
        .execute(&self.pool)
        .await?;
        Ok(deleted.rows_affected() > 0)
    }

    /// A draft with all of its patches. Keeps nobody waiting and waits for nobody, however long a change takes.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn draft_state(&self, id: Uuid) -> Result<Option<DraftState>> {
        let mut tx = self.pool.begin_as("isolation level repeatable read read only").await?;
        let row = sqlx::query_as!(
            Row,
            "select id, title, text, revision, source_ids, criteria_pack_ids, citation_style, author, author_id, project_id, created_at, updated_at, \
             places::text as \"places!\" from drafts where workspace_id = $1 and id = $2",
            self.workspace,
            id,
        )
        .fetch_optional(&mut *tx)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let patches = patches(&mut *tx, self.workspace, id, None).await?;
        tx.commit().await?;
        Ok(Some(row.with(patches)))
    }

    /// Opens a draft for a change; others who want to change it wait.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn open_draft(&self, id: Uuid) -> Result<Option<OpenDraft>> {
        self.open_draft_with(id, Wanted::All).await
    }

    /// Opens a draft for a change that concerns some of its patches only.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn open_draft_with(&self, id: Uuid, wanted: Wanted<'_>) -> Result<Option<OpenDraft>> {
        let mut tx = self.pool.begin().await?;
        let row = sqlx::query_as!(
            Row,
            "select id, title, text, revision, source_ids, criteria_pack_ids, citation_style, author, author_id, project_id, created_at, updated_at, \
             places::text as \"places!\" from drafts where workspace_id = $1 and id = $2 for update",
            self.workspace,
            id,
        )
        .fetch_optional(&mut *tx)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let patches = match wanted {
            Wanted::All => patches(&mut *tx, self.workspace, id, None).await?,
            Wanted::Ids(ids) => {
                sqlx::query_as!(
                    PatchRow,
                    "select id, run_id, ordinal, status as \"status: PatchStatus\", category, base_revision, \
                     start_offset, end_offset, before, after, patch from patches \
                     where workspace_id = $1 and draft_id = $2 and (id = any($3) or patch->>'groupId' in \
                     (select patch->>'groupId' from patches where draft_id = $2 and id = any($3) \
                      and patch->>'groupId' <> ''))",
                    self.workspace,
                    id,
                    ids,
                )
                .fetch_all(&mut *tx)
                .await?
            }
            Wanted::Of { statuses, category, rule } => {
                let statuses: Vec<String> = statuses.iter().map(|status| status.name().to_owned()).collect();
                sqlx::query_as!(
                    PatchRow,
                    "select id, run_id, ordinal, status as \"status: PatchStatus\", category, base_revision, \
                     start_offset, end_offset, before, after, patch from patches p \
                     where workspace_id = $1 and draft_id = $2 and status = any($3) \
                     and ($4::text is null or category = $4) and ($5::text is null or patch->'ruleIds' ? $5 \
                     or exists (select from patches o where o.draft_id = $2 and o.patch->'ruleIds' ? $5 \
                      and o.patch->>'groupId' <> '' and o.patch->>'groupId' = p.patch->>'groupId')) \
                     order by run_id, ordinal, id",
                    self.workspace,
                    id,
                    &statuses,
                    category,
                    rule,
                )
                .fetch_all(&mut *tx)
                .await?
            }
        };
        let who = (Arc::clone(&self.who), self.author);
        Ok(Some(OpenDraft { tx, workspace: self.workspace, who, state: row.with(patches) }))
    }

    /// The patches of a draft in the order of their making, of one status or of all.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn patches(&self, draft: Uuid, status: Option<PatchStatus>) -> Result<Vec<PatchRow>> {
        patches(&self.pool, self.workspace, draft, status).await
    }
}

impl OpenDraft {
    /// Writes a change, all of it or nothing, and closes the draft. Returns the revision that it has now.
    ///
    /// # Errors
    /// A statement failed; then nothing is written.
    pub async fn write(mut self, change: &Change<'_>) -> Result<i64> {
        let (id, workspace) = (self.state.draft.id, self.workspace);
        let (who, author) = self.who;
        let mut revision = self.state.draft.revision;
        let places = change.places;
        if let Some(text) = change.text.map(clean) {
            revision += 1;
            sqlx::query!(
                "with d as (update drafts set text = $3, revision = $4, updated_at = $6, places = $7::text::jsonb \
                 where workspace_id = $2 and id = $1) \
                 insert into draft_revisions (draft_id, workspace_id, revision, text, cause, created_at, author, author_id) \
                 values ($1, $2, $4, $3, $5, $6, $8, $9)",
                id,
                workspace,
                &*text,
                revision,
                change.cause,
                change.at,
                places,
                &*who,
                author,
            )
            .execute(&mut *self.tx)
            .await?;
        } else {
            sqlx::query!(
                "update drafts set places = $3::text::jsonb where workspace_id = $2 and id = $1",
                id,
                workspace,
                places,
            )
            .execute(&mut *self.tx)
            .await?;
        }
        if !change.patches.is_empty() {
            let rows = clean_json(&serde_json::to_value(change.patches).unwrap_or_default());
            sqlx::query_file!("sql/put_patches.sql", workspace, id, rows, change.at)
                .execute(&mut *self.tx)
                .await?;
        }
        if !change.statuses.is_empty() {
            let (ids, statuses): (Vec<Uuid>, Vec<PatchStatus>) = change.statuses.iter().copied().unzip();
            let statuses: Vec<String> = statuses.into_iter().map(|status| status.name().to_owned()).collect();
            sqlx::query!(
                "update patches p set status = c.status, updated_at = $4 \
                 from unnest($2::uuid[], $3::text[]) as c (id, status) \
                 where p.workspace_id = $1 and p.id = c.id",
                workspace,
                &ids,
                &statuses,
                change.at,
            )
            .execute(&mut *self.tx)
            .await?;
        }
        if !change.decisions.is_empty() {
            let rows = clean_json(&serde_json::to_value(change.decisions).unwrap_or_default());
            sqlx::query_file!("sql/insert_decisions.sql", workspace, id, rows, revision, change.at, author)
                .execute(&mut *self.tx)
                .await?;
        }
        self.tx.commit().await?;
        Ok(revision)
    }
}

async fn patches(
    executor: impl sqlx::PgExecutor<'_>,
    workspace: Uuid,
    draft: Uuid,
    status: Option<PatchStatus>,
) -> Result<Vec<PatchRow>> {
    let patches = sqlx::query_as!(
        PatchRow,
        "select id, run_id, ordinal, status as \"status: PatchStatus\", category, base_revision, \
         start_offset, end_offset, before, after, patch from patches \
         where workspace_id = $1 and draft_id = $2 and ($3::text is null or status = $3) \
         order by run_id, ordinal, id",
        workspace,
        draft,
        status as Option<PatchStatus>,
    )
    .fetch_all(executor)
    .await?;
    Ok(patches)
}
