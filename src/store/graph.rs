//! The graph of what passages speak of, written a document at a time; `entities` reads it.
//!
//! Every entity and relation leads to passages (`graph_evidence`), by which everything that is found in the graph is found in
//! the sources; what no passage says any more is removed with the last that did.
use futures::TryStreamExt as _;
use rustc_hash::{FxHashMap, FxHashSet};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{Result, Store, clean};
use stet_graph::{Found, Graph, Kind, Said};
use stet_marks::statute::ArticleNo;
use stet_text::search_terms;

/// Rows of one statement.
const BATCH: usize = 5_000;
/// Passages that are looked through for whether they still say other names of entities.
const SAYING: i64 = 20_000;

/// A passage as the graph is read from it.
#[derive(Debug, Clone)]
pub struct GraphPassage {
    pub id: Uuid,
    pub content: String,
    /// Regulation, article, title.
    pub article: Option<(String, ArticleNo, Option<String>)>,
    /// What a model found in it.
    pub found: Option<Found>,
}

/// A passage, the entity or the relation that it speaks of, and what it says of that.
type Evidence = (Uuid, Option<Uuid>, Option<Uuid>, Option<String>);

/// Entities and relations of which a transaction has added or taken away what says them.
#[derive(Debug, Default)]
pub(super) struct Touched {
    entities: FxHashSet<Uuid>,
    relations: FxHashSet<Uuid>,
}

impl Store {
    /// A ready document of any workspace that neither these rules nor later ones have read for the graph, with its workspace.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn ungraphed(&self, version: i32) -> Result<Option<(Uuid, Uuid)>> {
        let row = sqlx::query!(
            "select workspace_id, id from rag_documents where status = 'ready' and graph_version < $1 \
             order by graph_version, created_at limit 1",
            version,
        )
        .fetch_optional(&self.owner)
        .await?;
        Ok(row.map(|row| (row.workspace_id, row.id)))
    }

    /// The passages of a document, in order.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn graph_passages(&self, document: Uuid) -> Result<Vec<GraphPassage>> {
        let rows = sqlx::query!(
            "select id, coalesce(nullif(human_feedback, ''), content) as \"content!\", regulation, article_number, \
             article_branch, article_title, found from rag_chunks \
             where workspace_id = $1 and document_id = $2 order by ordinal",
            self.workspace,
            document,
        )
        .fetch_all(&self.pool)
        .await?;
        let number = |number: Option<i32>| number.and_then(|number| u32::try_from(number).ok());
        let passages = rows.into_iter().map(|row| GraphPassage {
            id: row.id,
            content: row.content,
            article: row.regulation.zip(number(row.article_number)).map(|(regulation, article)| {
                let branch = number(row.article_branch).filter(|&branch| branch > 0);
                (regulation, ArticleNo::new(article, branch), row.article_title)
            }),
            found: row.found.and_then(|found| serde_json::from_value(found).ok()),
        });
        Ok(passages.collect())
    }

    /// Stores the graph of a document in place of what was stored of it. `passages` are the ids of those that `graph` counts.
    /// `false`: the document is not searched any more, and nothing has changed.
    ///
    /// # Errors
    /// A statement failed; then nothing has changed.
    pub async fn set_graph(
        &self,
        document: Uuid,
        version: i32,
        passages: &[Uuid],
        graph: &Graph,
    ) -> Result<bool> {
        let mut tx = self.pool.begin().await?;
        let taken = sqlx::query_scalar!(
            "update rag_documents set graph_version = $3 where workspace_id = $1 and id = $2 and status = 'ready' returning id",
            self.workspace,
            document,
            version,
        )
        .fetch_optional(&mut *tx)
        .await?;
        if taken.is_none() {
            return Ok(false);
        }
        self.lock_graph(&mut tx).await?;
        let mut touched = self.forget_graph(&[document], &mut tx).await?;
        let entities = self.insert_entities(graph, &mut tx).await?;
        let relations = self.insert_relations(graph, &entities, &mut tx).await?;
        let of_entities = graph.entities.iter().zip(&entities).flat_map(|(own, id)| {
            own.passages.iter().map(move |at| (*at, Some(*id), None, own.description.as_ref()))
        });
        let of_relations = graph.relations.iter().zip(&relations).flat_map(|(own, id)| {
            own.passages.iter().map(move |at| (*at, None, Some(*id), own.description.as_ref()))
        });
        let rows: Vec<Evidence> = of_entities
            .chain(of_relations)
            .filter_map(|(at, entity, relation, told)| {
                let told = told.filter(|said| said.passage == at).map(|said| clean(&said.text).into_owned());
                Some((*passages.get(at)?, entity, relation, told))
            })
            .collect();
        self.insert_evidence(&rows, &mut tx).await?;
        touched.entities.extend(&entities);
        touched.relations.extend(&relations);
        self.prune_graph(&touched, &mut tx).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Has a document read for the graph anew, behind its passages' locks: a model found more in them.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn ungraph(&self, document: Uuid) -> Result<()> {
        let mut connection = self.pool.begin().await?;
        self.read_graph_again(document, &mut connection).await?;
        Ok(connection.commit().await?)
    }

    /// Has a document read for the graph anew: what its passages say has changed.
    pub(super) async fn read_graph_again(&self, document: Uuid, connection: &mut PgConnection) -> Result<()> {
        sqlx::query!(
            "update rag_documents set graph_version = 0 where workspace_id = $1 and id = $2 and status = 'ready'",
            self.workspace,
            document,
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    /// Lets one transaction after another at the graph: documents share entities. Taken behind the locks of documents.
    pub(super) async fn lock_graph(&self, connection: &mut PgConnection) -> Result<()> {
        self.lock_text("graph", connection).await
    }

    async fn insert_entities(&self, graph: &Graph, connection: &mut PgConnection) -> Result<Vec<Uuid>> {
        let mut ids = Vec::with_capacity(graph.entities.len());
        for batch in graph.entities.chunks(BATCH) {
            let fresh: Vec<Uuid> = batch.iter().map(|_| Uuid::now_v7()).collect();
            let keys: Vec<&str> = batch.iter().map(|own| own.key.as_str()).collect();
            let names: Vec<String> = batch.iter().map(|own| clean(&own.name).into_owned()).collect();
            let kinds: Vec<&str> = batch.iter().map(|own| own.kind.name()).collect();
            let told: Vec<String> = batch.iter().map(|own| said(own.description.as_ref())).collect();
            let aliases: Vec<String> = batch.iter().map(|own| own.aliases.join("\n")).collect();
            let words: Vec<String> =
                batch.iter().map(|own| words(&own.name, &said(own.description.as_ref()))).collect();
            let rows = sqlx::query_file!(
                "sql/insert_entities.sql",
                self.workspace,
                &fresh,
                &keys as _,
                &names,
                &kinds as _,
                &told,
                &aliases,
                &words,
                Kind::Name.name(),
            )
            .fetch_all(&mut *connection)
            .await?;
            let stored: FxHashMap<String, Uuid> = rows.into_iter().map(|row| (row.key, row.id)).collect();
            ids.extend(batch.iter().map(|own| stored.get(&own.key).copied().unwrap_or_default()));
        }
        Ok(ids)
    }

    async fn insert_evidence(&self, rows: &[Evidence], connection: &mut PgConnection) -> Result<()> {
        for batch in rows.chunks(BATCH) {
            let chunks: Vec<Uuid> = batch.iter().map(|row| row.0).collect();
            let entities: Vec<Option<Uuid>> = batch.iter().map(|row| row.1).collect();
            let relations: Vec<Option<Uuid>> = batch.iter().map(|row| row.2).collect();
            let told: Vec<Option<String>> = batch.iter().map(|row| row.3.clone()).collect();
            sqlx::query!(
                "insert into graph_evidence (chunk_id, workspace_id, entity_id, relation_id, description) \
                 select chunk, $1, entity, relation, told \
                 from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[]) as n (chunk, entity, relation, told) \
                 where exists (select from rag_chunks c where c.id = n.chunk)",
                self.workspace,
                &chunks,
                &entities as _,
                &relations as _,
                &told as _,
            )
            .execute(&mut *connection)
            .await?;
        }
        Ok(())
    }

    async fn insert_relations(
        &self,
        graph: &Graph,
        entities: &[Uuid],
        connection: &mut PgConnection,
    ) -> Result<Vec<Uuid>> {
        let mut ids = Vec::with_capacity(graph.relations.len());
        let id = |at: usize| entities.get(at).copied().unwrap_or_default();
        for batch in graph.relations.chunks(BATCH) {
            let fresh: Vec<Uuid> = batch.iter().map(|_| Uuid::now_v7()).collect();
            let sources: Vec<Uuid> = batch.iter().map(|own| id(own.source)).collect();
            let targets: Vec<Uuid> = batch.iter().map(|own| id(own.target)).collect();
            let labels: Vec<&str> = batch.iter().map(|own| own.label.name()).collect();
            let told: Vec<String> = batch.iter().map(|own| said(own.description.as_ref())).collect();
            let rows = sqlx::query!(
                "insert into graph_relations as r (id, workspace_id, source_id, target_id, label, description) \
                 select id, $1, source, target, label, told \
                 from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[]) as n (id, source, target, label, told) \
                 on conflict (workspace_id, source_id, target_id, label) do update set description = \
                 case when r.description = '' then excluded.description else r.description end \
                 returning id, source_id, target_id, label",
                self.workspace,
                &fresh,
                &sources,
                &targets,
                &labels as _,
                &told,
            )
            .fetch_all(&mut *connection)
            .await?;
            let stored: FxHashMap<(Uuid, Uuid, String), Uuid> =
                rows.into_iter().map(|row| ((row.source_id, row.target_id, row.label), row.id)).collect();
            ids.extend(batch.iter().map(|own| {
                let key = (id(own.source), id(own.target), own.label.name().to_owned());
                stored.get(&key).copied().unwrap_or_default()
            }));
        }
        Ok(ids)
    }

    /// Takes what documents say out of the graph, and tells of what they said something. What nothing else says stays until
    /// [`Self::prune_graph`].
    pub(super) async fn forget_graph(
        &self,
        documents: &[Uuid],
        connection: &mut PgConnection,
    ) -> Result<Touched> {
        let gone = sqlx::query!(
            "delete from graph_evidence g using rag_chunks c \
             where c.id = g.chunk_id and c.workspace_id = $1 and c.document_id = any($2) \
             returning g.entity_id, g.relation_id",
            self.workspace,
            documents,
        )
        .fetch_all(connection)
        .await?;
        let mut touched = Touched::default();
        for row in gone {
            touched.entities.extend(row.entity_id);
            touched.relations.extend(row.relation_id);
        }
        Ok(touched)
    }

    /// Removes of what was touched what no passage says any more; of the rest it counts anew how many speak of it, and tells what one
    /// of them says.
    pub(super) async fn prune_graph(&self, touched: &Touched, connection: &mut PgConnection) -> Result<()> {
        if touched.entities.is_empty() && touched.relations.is_empty() {
            return Ok(());
        }
        let relations: Vec<Uuid> = touched.relations.iter().copied().collect();
        let ends = sqlx::query!(
            "delete from graph_relations r where r.workspace_id = $1 and r.id = any($2) \
             and not exists (select from graph_evidence e where e.relation_id = r.id) \
             returning source_id, target_id",
            self.workspace,
            &relations,
        )
        .fetch_all(&mut *connection)
        .await?;
        let mut entities = touched.entities.clone();
        entities.extend(ends.iter().flat_map(|row| [row.source_id, row.target_id]));
        let entities: Vec<Uuid> = entities.into_iter().collect();
        sqlx::query!(
            "update graph_relations r set description = n.told from (select r.id, coalesce((select g.description \
             from graph_evidence g where g.relation_id = r.id and g.description is not null order by g.chunk_id limit 1), '') \
             as told from graph_relations r where r.workspace_id = $1 and r.id = any($2)) n \
             where r.id = n.id and r.description <> n.told",
            self.workspace,
            &relations,
        )
        .execute(&mut *connection)
        .await?;
        let retold = sqlx::query_file!("sql/settle_entities.sql", self.workspace, &entities)
            .fetch_all(&mut *connection)
            .await?;
        let retold = retold.iter().filter(|row| row.retold);
        let (ids, told): (Vec<Uuid>, Vec<String>) =
            retold.map(|row| (row.id, words(&row.name, &row.description))).unzip();
        sqlx::query!(
            "update graph_entities e set words = coalesce(string_to_array(nullif(n.words, ''), E'\\n'), '{}') \
             from unnest($1::uuid[], $2::text[]) as n (id, words) where e.id = n.id",
            &ids,
            &told,
        )
        .execute(&mut *connection)
        .await?;
        sqlx::query!(
            "insert into graph_changes (workspace_id, changed_at) values ($1, clock_timestamp()) \
             on conflict (workspace_id) do update set changed_at = excluded.changed_at",
            self.workspace,
        )
        .execute(connection)
        .await?;
        Ok(())
    }

    /// Takes what only removed passages said out of what stays of the touched entities, and removes the themes made of them. Behind
    /// [`Self::prune_graph`].
    pub(super) async fn purge_graph(&self, touched: &Touched, connection: &mut PgConnection) -> Result<()> {
        let entities: Vec<Uuid> = touched.entities.iter().copied().collect();
        if entities.is_empty() {
            return Ok(());
        }
        self.drop_themes(&entities, connection).await?;
        let left = sqlx::query!(
            "select e.id, e.name, e.aliases, concat_ws(' ', e.description, (select string_agg(said.d, ' ') \
             from (select distinct g.description as d from graph_evidence g where g.entity_id = e.id \
             and g.description is not null limit 200) said)) as \"told!\" \
             from graph_entities e where e.workspace_id = $1 and e.id = any($2)",
            self.workspace,
            &entities,
        )
        .fetch_all(&mut *connection)
        .await?;
        let mut unseen: FxHashMap<Uuid, FxHashSet<String>> = FxHashMap::default();
        for row in left.iter().filter(|row| !row.aliases.is_empty()) {
            unseen.insert(row.id, row.aliases.iter().cloned().collect());
        }
        let named: Vec<Uuid> = unseen.keys().copied().collect();
        let mut passages = sqlx::query!(
            "select g.entity_id as \"entity!\", coalesce(nullif(c.human_feedback, ''), c.content) as \"content!\" \
             from graph_evidence g join rag_chunks c on c.id = g.chunk_id \
             where g.workspace_id = $1 and g.entity_id = any($2) limit $3",
            self.workspace,
            &named,
            SAYING,
        )
        .fetch(&mut *connection);
        while let Some(row) = passages.try_next().await? {
            let Some(aliases) = unseen.get_mut(&row.entity).filter(|aliases| !aliases.is_empty()) else {
                continue;
            };
            let said = stet_graph::key(&row.content);
            aliases.retain(|alias| !said.contains(alias.as_str()));
        }
        drop(passages);
        let ids: Vec<Uuid> = left.iter().map(|row| row.id).collect();
        let terms: Vec<String> = left.iter().map(|row| words(&row.name, &row.told)).collect();
        let aliases: Vec<String> = left
            .iter()
            .map(|row| {
                let said = row.aliases.iter();
                let said = said.filter(|alias| unseen.get(&row.id).is_none_or(|gone| !gone.contains(*alias)));
                said.map(String::as_str).collect::<Vec<_>>().join("\n")
            })
            .collect();
        sqlx::query!(
            "update graph_entities e set words = coalesce(string_to_array(nullif(n.words, ''), E'\\n'), '{}'), \
             aliases = coalesce(string_to_array(nullif(n.aliases, ''), E'\\n'), '{}') \
             from unnest($2::uuid[], $3::text[], $4::text[]) as n (id, words, aliases) \
             where e.workspace_id = $1 and e.id = n.id",
            self.workspace,
            &ids,
            &terms,
            &aliases,
        )
        .execute(connection)
        .await?;
        Ok(())
    }
}

fn said(said: Option<&Said>) -> String {
    said.map(|said| clean(&said.text).into_owned()).unwrap_or_default()
}

/// The terms of a name and its description, each once.
pub(super) fn words(name: &str, description: &str) -> String {
    let mut terms = search_terms(name);
    terms.extend(search_terms(description));
    terms.retain(|term| !term.contains('\n'));
    terms.sort_unstable();
    terms.dedup();
    clean(&terms.join("\n")).into_owned()
}
