//! Parts of the graph as they are drawn, and all of it as it is taken along.
//!
//! However much hangs on an entity, what is read of it is bounded, and what was left out is told.

use futures::Stream;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::{Result, Store};

/// Relations of the entities of one step that are looked at, all kinds and both directions together.
const WIDTH: usize = 6_000;
/// Relations of one drawing.
const RELATIONS: usize = 400;
/// Rows of one page of the whole graph.
const PAGE: i64 = 2_000;

/// An entity of a drawing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "GraphNode")]
pub struct Node {
    /// By which it is asked for.
    pub id: Uuid,
    /// As the sources write it.
    pub name: String,
    /// term: defined in a text; body: a committee, an office.
    #[schemars(with = "stet_graph::Kind")]
    pub kind: String,
    /// The title of an article, the meaning of a term; else empty.
    pub description: String,
    /// How many passages speak of it.
    pub passages: i32,
    /// Passages that speak of it, at most 5; those that an answer cites first.
    #[serde(rename = "chunkIds")]
    pub chunks: Vec<Uuid>,
}

/// A relation of a drawing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "GraphEdge")]
pub struct Edge {
    /// By which it is asked for.
    pub id: Uuid,
    /// The entity that it leads from.
    pub source: Uuid,
    /// The entity that it leads to.
    pub target: Uuid,
    #[schemars(with = "stet_graph::Label")]
    pub label: String,
    /// What the sources say of it; empty where they say nothing.
    pub description: String,
    /// Passages that say so, at most 5; those that an answer cites first.
    #[serde(rename = "chunkIds")]
    pub chunks: Vec<Uuid>,
}

/// Entities and what hangs together among them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ExportGraphAnswer")]
pub struct Drawing {
    /// The entities.
    pub entities: Vec<Node>,
    /// Relations between them.
    pub relations: Vec<Edge>,
}

/// What is around an entity, or what passages speak of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ReadNeighbourhoodAnswer")]
pub struct Neighbourhood {
    #[serde(flatten)]
    pub drawing: Drawing,
    /// There is more.
    pub truncated: bool,
}

impl Store {
    /// An entity and what can be reached from it in so many steps, the nearest first and at most `limit`; `None` where there is no
    /// such entity.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn neighbourhood(
        &self,
        entity: Uuid,
        depth: usize,
        limit: usize,
    ) -> Result<Option<Neighbourhood>> {
        let mut found = vec![entity];
        let mut truncated = false;
        let mut from = 0;
        for _ in 0..depth {
            let Some(frontier) = found.get(from..).filter(|frontier| !frontier.is_empty()) else { break };
            let width = count((WIDTH / 10 / frontier.len()).max(2));
            let left = limit.saturating_sub(found.len());
            let mut next = sqlx::query_file_scalar!(
                "sql/neighbourhood.sql",
                self.workspace,
                frontier,
                width,
                count(left + 1),
                &found,
            )
            .fetch_all(&self.pool)
            .await?;
            truncated |= next.len() > left;
            next.truncate(left);
            from = found.len();
            found.extend(next);
        }
        let drawn = self.drawn(&found, &[], truncated).await?;
        Ok(Some(drawn).filter(|drawn| !drawn.drawing.entities.is_empty()))
    }

    /// What passages speak of and what they say of it, at most `limit` entities.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn said_in(&self, passages: &[Uuid], limit: usize) -> Result<Neighbourhood> {
        let mut found =
            sqlx::query_file_scalar!("sql/entities_said.sql", self.workspace, passages, count(limit + 1))
                .fetch_all(&self.pool)
                .await?;
        let truncated = found.len() > limit;
        found.truncate(limit);
        self.drawn(&found, passages, truncated).await
    }

    async fn drawn(&self, ids: &[Uuid], passages: &[Uuid], truncated: bool) -> Result<Neighbourhood> {
        let entities = sqlx::query_file_as!(Node, "sql/nodes.sql", self.workspace, ids, passages)
            .fetch_all(&self.pool)
            .await?;
        let mut relations = sqlx::query_file_as!(
            Edge,
            "sql/relations_among.sql",
            self.workspace,
            ids,
            passages,
            count(RELATIONS + 1),
        )
        .fetch_all(&self.pool)
        .await?;
        let truncated = truncated || relations.len() > RELATIONS;
        relations.truncate(RELATIONS);
        Ok(Neighbourhood { drawing: Drawing { entities, relations }, truncated })
    }

    /// Entities in the order of their ids, behind one of them: a page, empty at the end.
    ///
    /// # Errors
    /// The statement failed.
    pub(crate) async fn nodes_after(&self, last: Uuid) -> Result<Vec<Node>> {
        let ids = sqlx::query_scalar!(
            "select id from graph_entities where workspace_id = $1 and id > $2 order by id limit $3",
            self.workspace,
            last,
            PAGE,
        )
        .fetch_all(&self.pool)
        .await?;
        let nodes = sqlx::query_file_as!(Node, "sql/nodes.sql", self.workspace, &ids, &[] as &[Uuid])
            .fetch_all(&self.pool)
            .await?;
        Ok(nodes)
    }

    /// Relations of a label or of all, in the order of their ids, behind one of them: at most `limit`.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn edges_after(&self, last: Uuid, label: Option<&str>, limit: i64) -> Result<Vec<Edge>> {
        let edges = sqlx::query_as!(
            Edge,
            "select r.id, r.source_id as source, r.target_id as target, r.label, r.description, \
             array(select g.chunk_id from graph_evidence g where g.relation_id = r.id order by g.chunk_id limit 5) as \"chunks!\" \
             from graph_relations r where r.workspace_id = $1 and r.id > $2 and ($3::text is null or r.label = $3) \
             order by r.id limit $4",
            self.workspace,
            last,
            label,
            limit,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(edges)
    }

    /// All entities, a page after the other.
    pub fn all_nodes(&self) -> impl Stream<Item = Result<Vec<Node>>> + Send + use<> {
        let store = self.clone();
        futures::stream::try_unfold((store, Uuid::nil()), |(store, last)| async move {
            let page = store.nodes_after(last).await?;
            Ok(page.last().map(|own| own.id).map(|last| (page, (store, last))))
        })
    }

    /// All relations, a page after the other.
    pub fn all_edges(&self) -> impl Stream<Item = Result<Vec<Edge>>> + Send + use<> {
        let store = self.clone();
        futures::stream::try_unfold((store, Uuid::nil()), |(store, last)| async move {
            let page = store.edges_after(last, None, PAGE).await?;
            Ok(page.last().map(|own| own.id).map(|last| (page, (store, last))))
        })
    }
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
