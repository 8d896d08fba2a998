//! Projects: what belongs to one matter. A source with all its versions, a draft and a conversation are in one of them or in none.

use time::OffsetDateTime;
use uuid::Uuid;

use super::filter::holding;
use super::workspaces::{Holds, Renamed};
use super::{Document, Result, Store, clean};

/// A project, with how much is in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Project {
    pub id: Uuid,
    pub name: String,
    pub created_at: OffsetDateTime,
    /// Put away; what is in it stays where it is.
    pub archived_at: Option<OffsetDateTime>,
    pub sources: i64,
    pub drafts: i64,
    pub conversations: i64,
}

/// What goes into a project, or out of it: sources by their id or that of a version, conversations by the client's id.
#[derive(Debug, Clone, Copy, Default)]
pub struct Things<'a> {
    pub sources: &'a [Uuid],
    pub drafts: &'a [Uuid],
    pub conversations: &'a [String],
}

/// Something that was found by its name, or a draft by its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundThing {
    /// `source`, `draft` or `chat`.
    pub kind: String,
    /// A conversation's is the client's.
    pub id: String,
    pub title: String,
    pub project_id: Option<Uuid>,
    pub updated_at: OffsetDateTime,
}

impl Store {
    /// All projects, by their names.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn projects(&self) -> Result<Vec<Project>> {
        let projects = sqlx::query_as!(
            Project,
            "select p.id, p.name, p.created_at, p.archived_at, \
             (select count(distinct d.source_id) from rag_documents d where d.project_id = p.id) as \"sources!\", \
             (select count(*) from drafts d where d.project_id = p.id) as \"drafts!\", \
             (select count(*) from conversations c where c.project_id = p.id) as \"conversations!\" \
             from projects p where p.workspace_id = $1 order by lower(p.name), p.id",
            self.workspace,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(projects)
    }

    /// The project of an id or a name.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn project(&self, id_or_name: &str) -> Result<Option<Uuid>> {
        let found = sqlx::query_scalar!(
            "select id from projects where workspace_id = $1 and (id::text = $2 or name = $2) \
             order by id::text = $2 desc limit 1",
            self.workspace,
            &*clean(id_or_name),
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(found)
    }

    /// Stores a project. `false`: there is one of that name.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn insert_project(&self, id: Uuid, name: &str, at: OffsetDateTime) -> Result<bool> {
        let stored = sqlx::query!(
            "insert into projects (id, workspace_id, name, created_at) values ($1, $2, $3, $4) \
             on conflict (workspace_id, name) do nothing",
            id,
            self.workspace,
            &*clean(name),
            at,
        )
        .execute(&self.pool)
        .await?;
        Ok(stored.rows_affected() > 0)
    }

    /// Gives a project another name, puts it away (`archived`) or takes it out again; what is `None` stays.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn change_project(
        &self,
        id: Uuid,
        name: Option<&str>,
        archived: Option<bool>,
        at: OffsetDateTime,
    ) -> Result<Renamed> {
        let name = name.map(clean);
        let changed = sqlx::query!(
            "update projects set name = coalesce($3, name), archived_at = case \
             when $4::bool is null then archived_at when $4 then coalesce(archived_at, $5) end \
             where workspace_id = $1 and id = $2",
            self.workspace,
            id,
            name.as_deref(),
            archived,
            at,
        )
        .execute(&self.pool)
        .await;
        Renamed::of(changed)
    }

    /// Deletes a project. What was in it stays, and is in none.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn delete_project(&self, id: Uuid) -> Result<bool> {
        let deleted =
            sqlx::query!("delete from projects where workspace_id = $1 and id = $2", self.workspace, id)
                .execute(&self.pool)
                .await?;
        Ok(deleted.rows_affected() > 0)
    }

    /// Puts things into a project, or without one out of theirs, all or none. How many there were; `None`: there is no such project.
    ///
    /// # Errors
    /// A statement failed; then everything is where it was.
    pub async fn put_into_project(&self, project: Option<Uuid>, things: Things<'_>) -> Result<Option<Holds>> {
        let mut work = self.pool.begin().await?;
        if let Some(project) = project {
            // Held, so that it is not deleted meanwhile.
            let there = sqlx::query_scalar!(
                "select id from projects where workspace_id = $1 and id = $2 for key share",
                self.workspace,
                project,
            );
            if there.fetch_optional(&mut *work).await?.is_none() {
                return Ok(None);
            }
        }
        let sources = sqlx::query_scalar!(
            "with moved as (update rag_documents set project_id = $3 where workspace_id = $1 and source_id in ( \
             select d.source_id from rag_documents d where d.workspace_id = $1 and (d.id = any($2) or d.source_id = any($2))) \
             returning source_id) select count(distinct source_id) as \"moved!\" from moved",
            self.workspace,
            things.sources,
            project,
        )
        .fetch_one(&mut *work)
        .await?;
        let drafts = sqlx::query!(
            "update drafts set project_id = $3 where workspace_id = $1 and id = any($2)",
            self.workspace,
            things.drafts,
            project,
        )
        .execute(&mut *work)
        .await?;
        let conversations = sqlx::query!(
            "update conversations set project_id = $3 where workspace_id = $1 and client_id = any($2)",
            self.workspace,
            things.conversations,
            project,
        )
        .execute(&mut *work)
        .await?;
        work.commit().await?;
        let count = |done: sqlx::postgres::PgQueryResult| done.rows_affected().cast_signed();
        Ok(Some(Holds { sources, conversations: count(conversations), drafts: count(drafts) }))
    }

    /// Puts a source into a project, unless it is in one already; the one that it is in then.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn join_project(&self, document: &Document, project: Option<Uuid>) -> Result<Option<Uuid>> {
        if project.is_none() || document.project_id.is_some() {
            return Ok(document.project_id);
        }
        let things = Things { sources: &[document.source_id], ..Things::default() };
        self.put_into_project(project, things).await?;
        Ok(project)
    }

    /// The sources that a question in a project looks in, by the ids that all their versions share. Of a project without any it is
    /// the id of none: an empty list would be all.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn project_sources(&self, project: Uuid) -> Result<Vec<Uuid>> {
        let sources = sqlx::query_scalar!(
            "select distinct source_id from rag_documents where workspace_id = $1 and project_id = $2",
            self.workspace,
            project,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(if sources.is_empty() { vec![Uuid::nil()] } else { sources })
    }

    /// Sources, drafts and conversations whose name has these words in a row, and drafts whose text has, the last changed first;
    /// without those whose client's id begins with `without`.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn find_things(
        &self,
        words: &str,
        project: Option<Uuid>,
        without: &str,
        limit: i64,
    ) -> Result<Vec<FoundThing>> {
        let found = sqlx::query_file_as!(
            FoundThing,
            "sql/find_things.sql",
            self.workspace,
            holding(words),
            project,
            without,
            limit,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(found)
    }
}
