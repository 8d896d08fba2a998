//! The statement of a search, put together of what this search needs: planning it anew with its values takes longer than carrying it
//! out in a small store, and each part that is left out is not planned.
//!
//! Owns the text; leaves what is looked for to `search`, which binds it in the order of [`Sought`]. Values are
//! parameters, but for how many rows there may be and for the number of a batch, which tells PostgreSQL which index over vectors covers it.

use sqlx::FromRow;
use sqlx::postgres::{PgArguments, Postgres};
use sqlx::query::QueryAs;
use sqlx::{AssertSqlSafe, query_as};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Filter, language_name};
use pgvector::HalfVector;
use stet_text::Language;

/// What is looked for.
pub(super) struct Sought<'a> {
    pub workspace: Uuid,
    pub filter: &'a Filter,
    /// Queries for the index of words, with their weights.
    pub queries: &'a [String],
    pub weights: &'a [f64],
    /// Rows that one of them may touch, and passages that they find together.
    pub budget: i64,
    pub most: i64,
    /// Where vectors are searched: the space, the vector, and passages that each index gives.
    pub near: Option<(&'a str, &'a HalfVector, i64)>,
    /// The language that the question is not in, where cosines of its passages lie lower.
    pub other: Option<Language>,
    /// The last batch that the index covers, where it is asked.
    pub covered: Option<i32>,
    /// The first batch of those that are looked through, where they are.
    pub waiting: Option<i32>,
    /// How names in the question may begin, and the question as names are kept.
    pub heads: &'a [String],
    pub said: &'a str,
    /// These passages.
    pub given: &'a [Uuid],
    pub now: OffsetDateTime,
}

/// What ranking needs of a passage.
#[derive(Debug, FromRow)]
pub(super) struct Row {
    pub id: Uuid,
    /// How many of the indexes over vectors found it.
    pub near: i64,
    pub file_name: String,
    pub title: String,
    pub path: Option<String>,
    pub language: String,
    pub headings: Vec<String>,
    pub regulation: Option<String>,
    pub article_title: Option<String>,
    pub recent: bool,
    pub cosine: Option<f64>,
    pub translated: bool,
    pub term_count: i32,
    pub term_counts: Option<Vec<u8>>,
    pub is_form: Option<bool>,
    pub chunk_type: String,
    pub content: Option<String>,
    pub caption: Option<String>,
    pub entity: Option<serde_json::Value>,
    pub translation_text: Option<String>,
    pub contextualize_text: Option<String>,
    pub human_feedback: Option<String>,
}

/// What a filter lets through, of the passage `c` of the document `d`.
const HELD: &str = "
and (cardinality($2::uuid[]) = 0 or c.document_id = any($2))
and (cardinality($3::int[]) = 0 or exists (
    select 1 from unnest($3) p where p between c.page and coalesce(c.page_end, c.page)))
and (cardinality($4::text[]) = 0 or c.category = any($4))
and (cardinality($5::text[]) = 0 or c.chunk_type = any($5))
and (cardinality($6::text[]) = 0 or c.language = any($6))
and ($7::timestamptz is null or coalesce(d.dated_at, d.created_at) >= $7)
and ($8::timestamptz is null or coalesce(d.dated_at, d.created_at) < $8)
and ($9::text is null or c.caption ilike $9)
and ($10::text is null or c.entity::text ilike $10)
and not exists (select from unnest($11::text[]) path
    where not coalesce(jsonb_path_exists(c.entity, path::jsonpath, '{}', true), false))";

/// By words: one look into the GIN index per query; "offset 0" keeps the planner from turning that around.
const BY_WORDS: &str = "(select c.id, 0 as near
from unnest($12::text[], $13::float8[]) as q(query, weight)
cross join lateral (
    select c.id
    from (
        select h.id, h.document_id, h.page, h.page_end, h.category, h.chunk_type, h.language, h.caption, h.entity
        from rag_chunks h
        where h.search_vector @@ q.query::tsquery
        offset 0
    ) c
    join rag_documents d on d.id = c.document_id
    where d.workspace_id = $1 and d.status = 'ready' {held}
    limit {budget}
) c
group by c.id
order by sum(q.weight) desc, c.id
limit {most})";

/// By vectors: the nearest of some batches. A passage without words has no vector, and is near to nothing.
const NEAR: &str = "(select c.id, {counted}
from rag_chunks c
join rag_documents d on d.id = c.document_id
where d.workspace_id = $1 and c.embedding_space = $14 and c.vector_batch {batches}
    and c.embedding is not null and c.{vector} is not null and d.status = 'ready' {alone} {held}
order by c.{vector} <=> $15::halfvec
limit $16)";

/// Those of the other language by themselves, whose cosines lie lower: the nearest of all may be of the question's own.
const ALONE: &str = "and c.language = $21";

/// The vectors of a passage: its own, and that of its translation.
const VECTORS: [&str; 2] = ["embedding", "embedding_translation"];

/// The first passages of documents whose name the question says, whether or not they hold its words.
const NAMED: &str = "(select c.id, 0
from rag_documents d
join rag_chunks c on c.document_id = d.id and c.ordinal < 3
where d.workspace_id = $1 and d.status = 'ready'
    and array[left(d.called[1], 3), left(d.called[2], 3)] && $17::text[]
    and exists (select from unnest(d.called) as name (plain) where length(plain) > 1 and strpos($18, plain) > 0) {held}
order by d.id, c.ordinal
limit 30)";

const GIVEN: &str = "select given.id, 0 from unnest($19::uuid[]) as given (id)";

/// What ranking needs: the exact vectors also of passages that only their words have found, and texts only where they were not counted
/// when they were stored.
const RANKED: &str = "select
    c.id, found.near, d.file_name, d.title, d.path, c.language, c.headings, c.regulation, c.article_title,
    coalesce(d.dated_at, d.created_at) > $20::timestamptz - interval '1 year' as recent,
    case when c.embedding_space = $14
        then greatest(1 - (c.embedding <=> $15::halfvec), 1 - (c.embedding_translation <=> $15::halfvec)) end as cosine,
    c.embedding_translation is not null as translated,
    c.term_count, c.term_counts, c.is_form, c.chunk_type,
    case when c.term_counts is null then c.content end as content,
    case when c.term_counts is null then c.caption end as caption,
    case when c.term_counts is null then c.entity end as entity,
    case when c.term_counts is null then c.translation_text end as translation_text,
    case when c.term_counts is null then c.contextualize_text end as contextualize_text,
    case when c.term_counts is null then c.human_feedback end as human_feedback
from (select any_leg.id, sum(any_leg.near) as near from (
{legs}
) any_leg (id, near) group by any_leg.id) found
join rag_chunks c on c.id = found.id
join rag_documents d on d.id = c.document_id
where c.workspace_id = $1";

impl Sought<'_> {
    /// The language of which the nearest are looked for by themselves: where an index over vectors is asked, it would be gone through
    /// for the few that there may be.
    fn across(&self) -> Option<Language> {
        let exactly = self.near.is_some() && self.covered.is_none() && self.waiting.is_some();
        self.other.filter(|_| exactly)
    }

    /// The statement; none where nothing can be found.
    fn sql(&self) -> Option<String> {
        let mut legs: Vec<String> = Vec::new();
        if !self.queries.is_empty() {
            legs.push(
                BY_WORDS
                    .replace("{budget}", &self.budget.to_string())
                    .replace("{most}", &self.most.to_string()),
            );
        }
        if self.near.is_some() {
            let covered = self.covered.map(|last| format!("between 0 and {last}"));
            let waiting = self.waiting.map(|first| format!(">= {first}"));
            let near = |batches: &str, vector: &str, counted: &str, alone: &str| {
                NEAR.replace("{batches}", batches)
                    .replace("{vector}", vector)
                    .replace("{counted}", counted)
                    .replace("{alone}", alone)
            };
            for batches in covered.iter().chain(&waiting) {
                legs.extend(VECTORS.map(|vector| near(batches, vector, "1", "")));
            }
            let across = waiting.filter(|_| self.across().is_some());
            legs.extend(across.map(|batches| near(&batches, VECTORS[0], "0", ALONE)));
        }
        if !self.heads.is_empty() {
            legs.push(NAMED.to_owned());
        }
        if !self.given.is_empty() {
            legs.push(GIVEN.to_owned());
        }
        let held = if *self.filter == Filter::default() { "" } else { HELD };
        (!legs.is_empty())
            .then(|| RANKED.replace("{legs}", &legs.join("\nunion all\n")).replace("{held}", held))
    }

    /// The query with its values.
    pub(super) fn query(&self) -> Option<QueryAs<'static, Postgres, Row, PgArguments>> {
        let filter = self.filter;
        let [caption, entity] = filter.held();
        let (space, vector, depth) = self.near.map_or((None, None, 0), |(space, vector, depth)| {
            (Some(space.to_owned()), Some(vector.clone()), depth)
        });
        let query = query_as(AssertSqlSafe(self.sql()?))
            .bind(self.workspace)
            .bind(filter.document_ids.clone())
            .bind(filter.pages.clone())
            .bind(filter.categories.clone())
            .bind(filter.chunk_types.clone())
            .bind(filter.language_names())
            .bind(filter.from)
            .bind(filter.to)
            .bind(caption)
            .bind(entity)
            .bind(filter.paths())
            .bind(self.queries.to_vec())
            .bind(self.weights.to_vec())
            .bind(space)
            .bind(vector)
            .bind(depth)
            .bind(self.heads.to_vec())
            .bind(self.said.to_owned())
            .bind(self.given.to_vec())
            .bind(self.now);
        // No value that no part of the statement names.
        Some(match self.across() {
            Some(language) => query.bind(language_name(language)),
            None => query,
        })
    }
}
