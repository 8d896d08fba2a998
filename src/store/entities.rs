//! The graph of what passages speak of, read from the entities that a question names.
//!
//! Names and words are looked for as the owner, since operators of lists find no index behind row-level security; those statements
//! name their workspace.

use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::{Filter, Result, Store, clean};
use stet_text::search_terms;

/// Passages and relations of one entity that are looked at.
const WIDTH: i64 = 1_000;

/// An entity that another hangs together with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Neighbour {
    pub relation_id: Uuid,
    pub label: String,
    /// Whether the relation leads to it, not from it.
    pub outward: bool,
    pub id: Uuid,
    pub name: String,
    pub kind: String,
    pub description: String,
    /// Passages that say so, a few.
    pub chunks: Vec<Uuid>,
}

/// A passage that speaks of an entity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct EntityPassage {
    /// The passage: /api/chunks/{id}.
    #[serde(rename = "chunkId")]
    pub id: Uuid,
    /// The version of the source that the passage is of.
    pub document_id: Uuid,
    /// Name of the file that was sent.
    pub file_name: String,
    /// Page in the file, from 1; null where it has none.
    pub page: Option<i32>,
    /// The beginning of the passage.
    pub text: String,
}

/// Something that passages speak of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Entity")]
pub struct EntityRow {
    /// By which it is asked for.
    pub id: Uuid,
    #[serde(skip)]
    pub key: String,
    /// The terms of its names and descriptions.
    #[serde(skip)]
    pub words: Vec<String>,
    /// As the sources write it.
    pub name: String,
    /// term: defined in a text; body: a committee, an office.
    #[schemars(with = "stet_graph::Kind")]
    pub kind: String,
    /// The title of an article, the meaning of a term; else empty.
    pub description: String,
    /// How many passages speak of it.
    pub passages: i32,
}

impl Store {
    /// The entities with one of these keys, or a name with one.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn entities_named(&self, keys: &[String]) -> Result<Vec<EntityRow>> {
        let rows = sqlx::query_file_as!(EntityRow, "sql/entities_named.sql", self.workspace, keys)
            .fetch_all(&self.owner)
            .await?;
        Ok(rows)
    }

    /// The entities whose names and descriptions share the most of these terms, the best first.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn entities_about(&self, terms: &[String], limit: i64) -> Result<Vec<EntityRow>> {
        let rows = sqlx::query_file_as!(EntityRow, "sql/entities_about.sql", self.workspace, terms, limit)
            .fetch_all(&self.owner)
            .await?;
        Ok(rows)
    }

    /// Entities about words, of a kind, in a source; `(limit, offset)` of them.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn entities(
        &self,
        words: &str,
        kind: Option<&str>,
        source: Option<Uuid>,
        (limit, offset): (i64, i64),
    ) -> Result<Vec<EntityRow>> {
        let terms = search_terms(&clean(words));
        let kind = kind.map(clean);
        if terms.is_empty() {
            let rows = sqlx::query_file_as!(
                EntityRow,
                "sql/entities_most.sql",
                self.workspace,
                kind.as_deref(),
                source,
                limit,
                offset,
            )
            .fetch_all(&self.owner)
            .await?;
            return Ok(rows);
        }
        let rows = sqlx::query_file_as!(
            EntityRow,
            "sql/entities.sql",
            self.workspace,
            &terms,
            kind.as_deref(),
            source,
            limit,
            offset,
            stet_graph::key(&clean(words)),
        )
        .fetch_all(&self.owner)
        .await?;
        Ok(rows)
    }

    /// One entity.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn entity(&self, id: Uuid) -> Result<Option<EntityRow>> {
        let row = sqlx::query_as!(
            EntityRow,
            "select e.id, e.key, e.words, e.name, e.kind, e.description, e.passage_count as passages \
             from graph_entities e where e.workspace_id = $1 and e.id = $2",
            self.workspace,
            id,
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(row)
    }

    /// What an entity hangs together with.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn neighbours(&self, id: Uuid, limit: i64) -> Result<Vec<Neighbour>> {
        let rows = sqlx::query_file_as!(Neighbour, "sql/neighbours.sql", self.workspace, id, limit)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows)
    }

    /// The first passages that speak of an entity.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn passages_of_entity(&self, id: Uuid, limit: i64) -> Result<Vec<EntityPassage>> {
        let rows = sqlx::query_as!(
            EntityPassage,
            "select c.id, c.document_id, d.file_name, c.page, left(c.content, 300) as \"text!\" \
             from graph_evidence g join rag_chunks c on c.id = g.chunk_id join rag_documents d on d.id = c.document_id \
             where g.workspace_id = $1 and g.entity_id = $2 and d.status = 'ready' \
             order by d.created_at, d.id, c.ordinal limit $3",
            self.workspace,
            id,
            limit,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows)
    }

    /// The passages around entities, each with a weight: that speak of them, say how they hang together with others, or are what
    /// they refer to. The best first, with a score that is comparable only within one call.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn around(
        &self,
        entities: &[(Uuid, f64)],
        filter: &Filter,
        limit: i64,
    ) -> Result<Vec<(Uuid, f64)>> {
        let (ids, weights): (Vec<Uuid>, Vec<f64>) = entities.iter().copied().unzip();
        let [caption, entity] = filter.held();
        let rows = sqlx::query_file!(
            "sql/graph_leg.sql",
            self.workspace,
            &filter.document_ids,
            &filter.pages,
            &filter.categories,
            &filter.chunk_types,
            &filter.language_names(),
            filter.from,
            filter.to,
            limit,
            &ids,
            &weights,
            WIDTH,
            caption,
            entity,
            &filter.paths(),
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|row| (row.id, row.score)).collect())
    }
}
