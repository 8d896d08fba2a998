//! Themes: what a workspace's graph falls into, with the passages that each leads to.
//!
//! Made anew when the graph has changed; a theme whose entities and their passages stay the same stays, with what was said of it.

use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};
use schemars::JsonSchema;
use serde::Serialize;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::graph::words;
use super::{Filter, Result, Store, clean};

/// Entities and relations that themes are made of; in a larger graph of those that are spoken of the most.
const ENTITIES: i64 = 200_000;
const RELATIONS: i64 = 1_000_000;
/// Themes of one statement.
const BATCH: usize = 200;

/// An entity as themes are made of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub id: Uuid,
    pub key: String,
    pub name: String,
    pub passages: i32,
    /// The newest of them.
    pub last: Option<Uuid>,
}

/// A theme before it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTheme {
    /// The same for the same entities with the same passages.
    pub key: String,
    pub title: String,
    /// Names of its first entities, by which it is found.
    pub names: Vec<String>,
    pub entities: Vec<Uuid>,
}

/// A theme of which nothing is said yet, with its first passages in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BareTheme {
    pub id: Uuid,
    pub title: String,
    pub passages: Vec<(Uuid, String)>,
}

/// A theme as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThemeRow {
    /// Of the theme; another once its entities have changed.
    pub id: Uuid,
    /// Names of the entities that the most hangs on.
    pub title: String,
    /// How many entities it is made of.
    pub entities: i32,
    #[serde(skip)]
    pub words: Vec<String>,
    /// Whether a model has summed it up; else its sentences are quotations.
    pub summed_up: bool,
}

/// A sentence about a theme and the passage that says it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct ThemeSentence {
    #[serde(skip)]
    pub theme_id: Uuid,
    /// The passage that says it.
    pub chunk_id: Uuid,
    /// The document of that passage.
    pub document_id: Uuid,
    /// Its file.
    pub file_name: String,
    /// Its page.
    pub page: Option<i32>,
    /// The sentence.
    #[serde(rename = "text")]
    pub sentence: String,
}

impl Store {
    /// A workspace whose graph has changed since its themes were made and has been still for `settled`, with the change. Nobody else
    /// gets it for `lease`.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn themes_due(
        &self,
        settled: Duration,
        lease: Duration,
    ) -> Result<Option<(Uuid, OffsetDateTime)>> {
        let row = sqlx::query!(
            "update graph_changes set leased_until = clock_timestamp() + make_interval(secs => $2) where workspace_id = \
             (select workspace_id from graph_changes where (themed_at is null or themed_at < changed_at) \
             and changed_at <= clock_timestamp() - make_interval(secs => $1) \
             and (leased_until is null or leased_until < clock_timestamp()) limit 1 for update skip locked) \
             returning workspace_id, changed_at",
            settled.as_secs_f64(),
            lease.as_secs_f64(),
        )
        .fetch_optional(&self.owner)
        .await?;
        Ok(row.map(|row| (row.workspace_id, row.changed_at)))
    }

    /// The entities of the graph and the relations among them, as places of both ends.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn whole_graph(&self) -> Result<(Vec<Member>, Vec<(usize, usize)>)> {
        let members = sqlx::query_as!(
            Member,
            "select e.id, e.key, e.name, e.passage_count as passages, \
             (select g.chunk_id from graph_evidence g where g.entity_id = e.id order by g.chunk_id desc limit 1) as last \
             from graph_entities e where e.workspace_id = $1 order by e.passage_count desc, e.key limit $2",
            self.workspace,
            ENTITIES,
        )
        .fetch_all(&self.pool)
        .await?;
        let places: FxHashMap<Uuid, usize> =
            members.iter().enumerate().map(|(at, member)| (member.id, at)).collect();
        let rows = sqlx::query!(
            "select source_id, target_id from graph_relations where workspace_id = $1 order by id limit $2",
            self.workspace,
            RELATIONS,
        )
        .fetch_all(&self.pool)
        .await?;
        let relations = rows
            .iter()
            .filter_map(|row| places.get(&row.source_id).copied().zip(places.get(&row.target_id).copied()));
        Ok((members, relations.collect()))
    }

    /// Stores themes in place of those before, which were made of this change of the graph. `false`: it has changed since, perhaps for
    /// something was erased, and nothing is stored.
    ///
    /// # Errors
    /// A statement failed; then nothing has changed.
    pub async fn set_themes(&self, themes: &[NewTheme], changed_at: OffsetDateTime) -> Result<bool> {
        let mut tx = self.pool.begin().await?;
        self.lock_text("themes", &mut tx).await?;
        // Whoever changes the graph waits for this row, and finds these themes.
        let now = sqlx::query_scalar!(
            "select changed_at from graph_changes where workspace_id = $1 for update",
            self.workspace,
        )
        .fetch_optional(&mut *tx)
        .await?;
        if now != Some(changed_at) {
            return Ok(false);
        }
        let keys: Vec<String> = themes.iter().map(|own| own.key.clone()).collect();
        sqlx::query!(
            "delete from graph_themes where workspace_id = $1 and key <> all($2)",
            self.workspace,
            &keys,
        )
        .execute(&mut *tx)
        .await?;
        let fresh: Vec<Uuid> = themes.iter().map(|_| Uuid::now_v7()).collect();
        let titles: Vec<String> = themes.iter().map(|own| clean(&own.title).into_owned()).collect();
        let sizes: Vec<i32> =
            themes.iter().map(|own| i32::try_from(own.entities.len()).unwrap_or(i32::MAX)).collect();
        let terms: Vec<String> = themes.iter().map(|own| words(&own.title, &own.names.join(" "))).collect();
        let members: Vec<String> = themes
            .iter()
            .map(|own| own.entities.iter().map(Uuid::to_string).collect::<Vec<_>>().join(","))
            .collect();
        let stored = sqlx::query_scalar!(
            "insert into graph_themes (id, workspace_id, key, title, entities, words, members) \
             select id, $1, key, title, size, coalesce(string_to_array(nullif(words, ''), E'\\n'), '{}'), \
             string_to_array(members, ',')::uuid[] \
             from unnest($2::uuid[], $3::text[], $4::text[], $5::int[], $6::text[], $7::text[]) \
             as n (id, key, title, size, words, members) \
             on conflict (workspace_id, key) do nothing returning id",
            self.workspace,
            &fresh,
            &keys,
            &titles,
            &sizes,
            &terms,
            &members,
        )
        .fetch_all(&mut *tx)
        .await?;
        let stored: FxHashSet<Uuid> = stored.into_iter().collect();
        let fresh: Vec<_> = themes.iter().zip(&fresh).filter(|(_, id)| stored.contains(*id)).collect();
        for batch in fresh.chunks(BATCH) {
            let members =
                batch.iter().flat_map(|(own, id)| own.entities.iter().map(move |entity| (**id, *entity)));
            let (themes, entities): (Vec<Uuid>, Vec<Uuid>) = members.unzip();
            sqlx::query_file!("sql/theme_passages.sql", self.workspace, &themes, &entities)
                .execute(&mut *tx)
                .await?;
        }
        // What only laws that are not at hand make up leads nowhere.
        sqlx::query!(
            "delete from graph_themes t where t.workspace_id = $1 \
             and not exists (select from graph_theme_passages p where p.theme_id = t.id)",
            self.workspace,
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Removes the themes that were made of entities of which something is gone; they are made anew. Behind the change of the graph, so
    /// that none comes in between.
    pub(super) async fn drop_themes(&self, entities: &[Uuid], connection: &mut PgConnection) -> Result<()> {
        sqlx::query!(
            "delete from graph_themes where workspace_id = $1 and (members = '{}' or id in ( \
             select t.id from graph_themes t cross join lateral unnest(t.members) as m (id) \
             join unnest($2::uuid[]) as gone (id) on gone.id = m.id where t.workspace_id = $1))",
            self.workspace,
            entities,
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    /// Leaves the themes to whoever looks for them next.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn let_go_of_themes(&self) -> Result<()> {
        sqlx::query!("update graph_changes set leased_until = null where workspace_id = $1", self.workspace)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// That the themes are those of this change of the graph.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn themed(&self, changed_at: OffsetDateTime) -> Result<()> {
        sqlx::query!(
            "update graph_changes set themed_at = $2, leased_until = null where workspace_id = $1",
            self.workspace,
            changed_at,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Themes of which nothing is said yet.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn bare_themes(&self, passages: i32) -> Result<Vec<BareTheme>> {
        let rows = sqlx::query!(
            "select t.id, t.title, c.id as chunk, coalesce(nullif(c.human_feedback, ''), c.content) as \"content!\" \
             from graph_themes t join graph_theme_passages p on p.theme_id = t.id join rag_chunks c on c.id = p.chunk_id \
             where t.workspace_id = $1 and p.place < $2 and not exists \
             (select from graph_theme_passages s where s.theme_id = t.id and s.sentence is not null) order by t.id, p.place",
            self.workspace,
            passages,
        )
        .fetch_all(&self.pool)
        .await?;
        let mut themes: Vec<BareTheme> = Vec::new();
        for row in rows {
            if themes.last().is_none_or(|last| last.id != row.id) {
                themes.push(BareTheme { id: row.id, title: row.title, passages: Vec::new() });
            }
            if let Some(last) = themes.last_mut() {
                last.passages.push((row.chunk, row.content));
            }
        }
        Ok(themes)
    }

    /// A theme that no model has summed up, of any workspace, with its workspace and first passages.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn unsummed_theme(&self, passages: i32) -> Result<Option<(Uuid, BareTheme)>> {
        let row = sqlx::query!(
            "select id, workspace_id, title from graph_themes where not summed_up order by random() limit 1",
        )
        .fetch_optional(&self.owner)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let found = sqlx::query!(
            "select c.id, coalesce(nullif(c.human_feedback, ''), c.content) as \"content!\" \
             from graph_theme_passages p join rag_chunks c on c.id = p.chunk_id \
             where p.workspace_id = $1 and p.theme_id = $2 and p.place < $3 order by p.place",
            row.workspace_id,
            row.id,
            passages,
        )
        .fetch_all(&self.owner)
        .await?;
        let passages = found.into_iter().map(|row| (row.id, row.content)).collect();
        Ok(Some((row.workspace_id, BareTheme { id: row.id, title: row.title, passages })))
    }

    /// What is said of a theme, each sentence with its passage, in place of what was said before. Without sentences that stays.
    ///
    /// # Errors
    /// A statement failed; then nothing has changed.
    pub async fn set_sentences(
        &self,
        theme: Uuid,
        sentences: &[(Uuid, String)],
        summed_up: bool,
    ) -> Result<()> {
        let mut tx = self.pool.begin().await?;
        let (chunks, told): (Vec<Uuid>, Vec<String>) =
            sentences.iter().map(|(chunk, said)| (*chunk, clean(said).into_owned())).unzip();
        if !sentences.is_empty() {
            sqlx::query!(
                "update graph_theme_passages p set sentence = (select string_agg(n.sentence, ' ') \
                 from unnest($3::uuid[], $4::text[]) as n (chunk, sentence) where n.chunk = p.chunk_id) \
                 where p.workspace_id = $1 and p.theme_id = $2",
                self.workspace,
                theme,
                &chunks,
                &told,
            )
            .execute(&mut *tx)
            .await?;
        }
        let terms = words("", &told.join(" "));
        sqlx::query!(
            "update graph_themes t set summed_up = $3, words = \
             array(select distinct unnest(t.words || coalesce(string_to_array(nullif($4, ''), E'\\n'), '{}'))) \
             where t.workspace_id = $1 and t.id = $2",
            self.workspace,
            theme,
            summed_up,
            terms,
        )
        .execute(&mut *tx)
        .await?;
        Ok(tx.commit().await?)
    }

    /// The themes whose words share the most of these terms, or all, the largest first.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn themes_about(&self, terms: &[String], (limit, offset): (i64, i64)) -> Result<Vec<ThemeRow>> {
        if terms.is_empty() {
            let rows = sqlx::query_as!(
                ThemeRow,
                "select id, title, entities, words, summed_up from graph_themes where workspace_id = $1 \
                 order by entities desc, key limit $2 offset $3",
                self.workspace,
                limit,
                offset,
            )
            .fetch_all(&self.pool)
            .await?;
            return Ok(rows);
        }
        let rows =
            sqlx::query_file_as!(ThemeRow, "sql/themes_about.sql", self.workspace, terms, limit, offset,)
                .fetch_all(&self.owner)
                .await?;
        Ok(rows)
    }

    /// What is said of themes, in the order of their passages.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn theme_sentences(&self, themes: &[Uuid]) -> Result<Vec<ThemeSentence>> {
        let rows = sqlx::query_as!(
            ThemeSentence,
            "select p.theme_id, p.chunk_id, c.document_id, d.file_name, c.page, p.sentence as \"sentence!\" \
             from graph_theme_passages p join rag_chunks c on c.id = p.chunk_id join rag_documents d on d.id = c.document_id \
             where p.workspace_id = $1 and p.theme_id = any($2) and p.sentence is not null and d.status = 'ready' \
             order by p.theme_id, p.place",
            self.workspace,
            themes,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows)
    }

    /// The passages of themes, those of the first theme first.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn theme_passages(&self, themes: &[Uuid], filter: &Filter, limit: i64) -> Result<Vec<Uuid>> {
        let [caption, entity] = filter.held();
        let ids = sqlx::query_file_scalar!(
            "sql/theme_leg.sql",
            self.workspace,
            &filter.document_ids,
            &filter.pages,
            &filter.categories,
            &filter.chunk_types,
            &filter.language_names(),
            filter.from,
            filter.to,
            themes,
            limit,
            caption,
            entity,
            &filter.paths(),
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(ids)
    }
}
