//! Hybrid search: a vector leg and a keyword leg inside PostgreSQL, fused by [`stet_sources::fusion`].
//!
//! The keyword leg runs in two steps. PostgreSQL's `ts_rank` knows no idf, so it only finds candidates (any
//! term of the question, best sum of idf first); their BM25 is computed here, over the same tokens that were
//! indexed. Filters hold inside both legs.

use pgvector::HalfVector;
use rustc_hash::FxHashMap;
use sqlx::{Connection as _, PgConnection};
use time::OffsetDateTime;
use uuid::Uuid;

use super::chunks::{ChunkRow, Row, Searched, quoted, stored_vector};
use super::{Result, Store, clean, language_name};
use stet_marks::statute::normalised_name;
use stet_sources::evidence::{Grade, Signs, SpaceProfile};
use stet_sources::fusion::{Bm25, Fit, FusionPolicy, Leg, Passage, fuse};
use stet_sources::question::Question;
use stet_text::{Language, language};

/// What a search looks at. Empty lists do not restrict.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Filter {
    pub document_ids: Vec<Uuid>,
    /// Passages that touch any of these pages.
    pub pages: Vec<i32>,
    /// Names of [`stet_sources::chunk::Category`].
    pub categories: Vec<String>,
    /// Names of [`stet_sources::chunk::ChunkType`].
    pub chunk_types: Vec<String>,
    pub languages: Vec<Language>,
    /// Documents dated (or, without a date, stored) in `[from, to)`.
    pub from: Option<OffsetDateTime>,
    pub to: Option<OffsetDateTime>,
    /// Words that the caption holds, in a row and in either case.
    pub caption: Option<String>,
    /// The same of what describes a table or a figure: its names and values.
    pub entity: Option<String>,
}

impl Filter {
    /// Patterns of SQL for what caption and entity hold.
    fn held(&self) -> [Option<String>; 2] {
        [&self.caption, &self.entity].map(|words| {
            let escaped = words.as_ref()?.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
            Some(format!("%{}%", clean(&escaped)))
        })
    }

    fn language_names(&self) -> Vec<String> {
        self.languages.iter().map(|&language| language_name(language).to_owned()).collect()
    }
}

/// A search.
#[derive(Debug, Clone, Copy)]
pub struct Query<'a> {
    pub text: &'a str,
    /// The question's embedding and the name of its space; without it only keywords are searched.
    pub embedding: Option<(&'a str, &'a [f32])>,
    pub filter: &'a Filter,
    pub top_k: usize,
    pub policy: FusionPolicy,
    /// The present, for the bonus of recent documents.
    pub now: OffsetDateTime,
}

/// A passage that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    pub chunk: ChunkRow,
    /// Place and cosine in the vector leg.
    pub semantic: Option<Leg>,
    /// Place and BM25 in the keyword leg.
    pub keyword: Option<Leg>,
    /// Fused score; comparable only within one search.
    pub score: f64,
    /// How likely it has to do with the question, 0 to 1, by the same measure in every space.
    pub relevance: f64,
    pub grade: Grade,
}

/// Passages each leg gives to the fusion, at least.
const LEG_DEPTH: usize = 100;
/// Candidates of the keyword leg that get a BM25 score.
const KEYWORD_CANDIDATES: i64 = 300;
/// Rows that the terms of a question may touch while candidates are sought. The rarest terms come first;
/// what is left out are terms so common that their idf decides nothing.
const KEYWORD_BUDGET: i64 = 30_000;
/// Terms of a question that are used, the rarest first; a question of ten pages is no better for the rest.
const MAX_TERMS: usize = 400;

/// Of ten passages that the words found so many must have vectors before vectors are asked.
const EMBEDDED_TENTHS: usize = 9;

/// Begins the transaction of the two legs. Their filters are optional, so a plan made without the values is a bad one;
/// and fresh documents have no statistics yet, but a scan that reads every vector or term list is never right, nor is
/// sorting the thousands of rows that common words touch where hashing them will do.
const LEGS: &str = "begin; set local plan_cache_mode = 'force_custom_plan'; set local enable_seqscan = off; set local enable_sort = off";

/// Everything the fusion needs of one candidate.
struct Candidate {
    chunk: ChunkRow,
    recent: bool,
    embedded: bool,
    fit: Fit,
}

impl Store {
    /// Searches the ready documents of the workspace, best first. A question that only greets or asks finds nothing.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn search(&self, query: &Query<'_>) -> Result<Vec<Hit>> {
        let depth = LEG_DEPTH.max(query.top_k * 2);
        let question = Question::new(query.text);
        if question.is_empty() {
            return Ok(Vec::new());
        }
        let mut connection = self.pool.acquire().await?;
        let named = self.named_documents(&mut connection, query.text, query.filter).await?;
        let (bm25, lexemes) = self.question_terms(&mut connection, question).await?;
        let mut tx = connection.begin_with(LEGS).await?;
        let keyword_ids = self.keyword_leg(&mut tx, &lexemes, query.filter).await?;
        let mut semantic = match query.embedding {
            Some((space, vector)) => match stored_vector(vector) {
                Some(vector) => self.vector_leg(&mut tx, space, &vector, query.filter, depth).await?,
                None => Vec::new(),
            },
            None => Vec::new(),
        };
        let mut ids: Vec<Uuid> =
            keyword_ids.iter().chain(&named).chain(semantic.iter().map(|(id, _)| id)).copied().collect();
        ids.sort_unstable();
        ids.dedup();
        tx.commit().await?;
        let mut candidates = self.candidates(&mut connection, &ids, &bm25, query).await?;
        drop(connection);

        let mut keyword: Vec<(Uuid, f64)> =
            candidates.iter().filter(|(_, c)| c.fit.score > 0.0).map(|(&id, c)| (id, c.fit.score)).collect();
        keyword.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        keyword.truncate(depth);
        // While vectors follow, those that are there would speak for their passages against all that have none yet.
        let found = keyword.iter().filter_map(|(id, _)| candidates.get(id));
        let (with, all) =
            found.fold((0, 0), |(with, all), found| (with + usize::from(found.embedded), all + 1));
        if with * 10 < all * EMBEDDED_TENTHS {
            semantic.clear();
        }
        let farthest = (semantic.len() == depth).then(|| semantic.last().map(|hit| hit.1)).flatten();
        let asked_in = language(query.text);
        // Blank forms and bare titles are near to every question about what they are for.
        semantic.retain(|(id, _)| candidates.get(id).is_some_and(|candidate| !candidate.fit.is_form));
        let profile = SpaceProfile::of(query.embedding.map(|(space, _)| space));
        let policy =
            FusionPolicy { semantic_weight: query.policy.semantic_weight * profile.trust, ..query.policy };
        let hits = fuse(&semantic, &keyword, &policy).into_iter().filter_map(|fused| {
            let candidate = candidates.remove(&fused.key)?;
            let signs = Signs {
                // What a full leg left out is at most as near as its last.
                cosine: fused.semantic.map(|leg| leg.score).or(farthest),
                coverage: candidate.fit.coverage,
                across: candidate.chunk.language != asked_in,
            };
            let relevance = profile.relevance(signs);
            Some(Hit {
                relevance,
                grade: Grade::of(relevance, candidate.recent),
                chunk: candidate.chunk,
                semantic: fused.semantic,
                keyword: fused.keyword,
                score: fused.score,
            })
        });
        Ok(hits.take(query.top_k).collect())
    }

    /// The question's terms with their frequencies, and those to look candidates up with: quoted, with idf.
    async fn question_terms(
        &self,
        connection: &mut PgConnection,
        question: Question,
    ) -> Result<(Bm25, Vec<(String, f64)>)> {
        let terms = question.terms();
        let totals = sqlx::query!(
            "select coalesce(sum(chunk_count), 0)::bigint as \"chunks!\", \
             coalesce(sum(term_count), 0)::bigint as \"terms!\" \
             from rag_documents where workspace_id = $1 and status = 'ready'",
            self.workspace,
        )
        .fetch_one(&mut *connection)
        .await?;
        let known = sqlx::query!(
            "select term, chunks from rag_terms where workspace_id = $1 and term = any($2) and chunks > 0",
            self.workspace,
            &terms,
        )
        .fetch_all(&mut *connection)
        .await?;
        let mut frequencies: FxHashMap<String, i32> =
            known.into_iter().map(|row| (row.term, row.chunks)).collect();
        let mut terms: Vec<(String, i32)> = terms
            .into_iter()
            .map(|term| {
                let frequency = frequencies.remove(&term).unwrap_or(0);
                (term, frequency)
            })
            .collect();
        terms.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
        terms.truncate(MAX_TERMS);

        let passages = u64::try_from(totals.chunks).unwrap_or(0);
        let mut touched = 0;
        let lexemes = terms
            .iter()
            .filter(|&&(_, frequency)| frequency > 0)
            .take_while(|&&(_, frequency)| {
                let first = touched == 0;
                touched += i64::from(frequency);
                first || touched <= KEYWORD_BUDGET
            })
            .map(|(term, frequency)| {
                (quoted(term), Bm25::idf(u64::try_from(*frequency).unwrap_or(0), passages))
            })
            .collect();
        let mean = if totals.chunks > 0 { totals.terms as f64 / totals.chunks as f64 } else { 1.0 };
        let frequencies: FxHashMap<String, i32> = terms.into_iter().collect();
        let frequency =
            |term: &str| frequencies.get(term).map(|&frequency| u64::try_from(frequency).unwrap_or(0));
        Ok((Bm25::new(question, frequency, passages, mean), lexemes))
    }

    /// The first passages of documents whose name the question says, whether or not they hold its words.
    async fn named_documents(
        &self,
        connection: &mut PgConnection,
        text: &str,
        filter: &Filter,
    ) -> Result<Vec<Uuid>> {
        let [caption, entity] = filter.held();
        let ids = sqlx::query_file_scalar!(
            "src/store/named_leg.sql",
            self.workspace,
            &filter.document_ids,
            &filter.pages,
            &filter.categories,
            &filter.chunk_types,
            &filter.language_names(),
            filter.from,
            filter.to,
            normalised_name(text),
            caption,
            entity,
        )
        .fetch_all(&mut *connection)
        .await?;
        Ok(ids)
    }

    /// The passages that a filter lets through, in the order of their documents.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn passages(&self, filter: &Filter, limit: i64) -> Result<Vec<Uuid>> {
        let ids = sqlx::query_scalar!(
            "select c.id from rag_documents d join rag_chunks c on c.document_id = d.id \
             where d.workspace_id = $1 and d.status = 'ready' \
             and (cardinality($2::uuid[]) = 0 or c.document_id = any($2)) \
             and (cardinality($3::int[]) = 0 or exists ( \
                 select 1 from unnest($3) p where p between c.page and coalesce(c.page_end, c.page))) \
             and (cardinality($4::text[]) = 0 or c.chunk_type = any($4)) \
             order by d.created_at desc, d.id, c.ordinal limit $5",
            self.workspace,
            &filter.document_ids,
            &filter.pages,
            &filter.chunk_types,
            limit,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(ids)
    }

    /// Searched documents with one of these words, in lower case, in the file's name or the title: id, title, file name; the
    /// newest first.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn documents_called(
        &self,
        words: &[String],
        limit: i64,
    ) -> Result<Vec<(Uuid, String, String)>> {
        let rows = sqlx::query!(
            "select d.id, d.title, d.file_name from rag_documents d where d.workspace_id = $1 and d.status = 'ready' \
             and exists (select 1 from unnest($2::text[]) word \
                 where strpos(lower(d.file_name), word) > 0 or strpos(lower(d.title), word) > 0) \
             order by d.created_at desc, d.id limit $3",
            self.workspace,
            words,
            limit,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|row| (row.id, row.title, row.file_name)).collect())
    }

    /// Passages with any of the terms, best sum of idf first.
    async fn keyword_leg(
        &self,
        connection: &mut PgConnection,
        lexemes: &[(String, f64)],
        filter: &Filter,
    ) -> Result<Vec<Uuid>> {
        if lexemes.is_empty() {
            return Ok(Vec::new());
        }
        let (terms, weights): (Vec<String>, Vec<f64>) = lexemes.iter().cloned().unzip();
        let [caption, entity] = filter.held();
        let ids = sqlx::query_file_scalar!(
            "src/store/keyword_leg.sql",
            self.workspace,
            &filter.document_ids,
            &filter.pages,
            &filter.categories,
            &filter.chunk_types,
            &filter.language_names(),
            filter.from,
            filter.to,
            KEYWORD_CANDIDATES,
            &terms,
            &weights,
            caption,
            entity,
        )
        .fetch_all(&mut *connection)
        .await?;
        Ok(ids)
    }

    /// The passages nearest to a vector, with their cosines.
    async fn vector_leg(
        &self,
        connection: &mut PgConnection,
        space: &str,
        vector: &HalfVector,
        filter: &Filter,
        depth: usize,
    ) -> Result<Vec<(Uuid, f64)>> {
        let [caption, entity] = filter.held();
        let rows = sqlx::query_file!(
            "src/store/vector_leg.sql",
            self.workspace,
            &filter.document_ids,
            &filter.pages,
            &filter.categories,
            &filter.chunk_types,
            &filter.language_names(),
            filter.from,
            filter.to,
            i64::try_from(depth).unwrap_or(i64::MAX),
            space,
            vector as _,
            caption,
            entity,
        )
        .fetch_all(&mut *connection)
        .await?;
        // Vectors that other programs stored may be of a length of zero, with which no cosine is a number.
        let near = rows.into_iter().map(|row| (row.id, row.cosine));
        Ok(near.filter(|(_, cosine)| cosine.is_finite()).collect())
    }

    /// The candidates' rows with their keyword scores.
    async fn candidates(
        &self,
        connection: &mut PgConnection,
        ids: &[Uuid],
        bm25: &Bm25,
        query: &Query<'_>,
    ) -> Result<FxHashMap<Uuid, Candidate>> {
        let space = query.embedding.map(|(space, _)| space);
        let rows = sqlx::query_file!("src/store/candidates.sql", self.workspace, ids, query.now, space)
            .fetch_all(&mut *connection)
            .await?;
        let mut scorer = bm25.scorer();
        let candidates = rows.into_iter().map(|row| {
            let searched = Searched {
                heading: row.headings.last().map(String::as_str),
                content: &row.content,
                caption: row.caption.as_deref(),
                translation: row.translation_text.as_deref(),
                feedback: row.human_feedback.as_deref(),
            };
            let stem = row.file_name.rsplit_once('.').map_or(row.file_name.as_str(), |(stem, _)| stem);
            let names: Vec<&str> = [Some(row.title.as_str()), Some(stem), row.regulation.as_deref()]
                .into_iter()
                .flatten()
                .collect();
            let titles: Vec<&str> =
                row.headings.iter().map(String::as_str).chain(row.article_title.as_deref()).collect();
            let texts: Vec<&str> = searched.texts().collect();
            let fit = scorer.score(&Passage { names: &names, titles: &titles, texts: &texts });
            let (recent, embedded) = (row.recent, row.embedded);
            let chunk = ChunkRow::from(Row {
                id: row.id,
                document_id: row.document_id,
                file_name: row.file_name,
                title: row.title,
                ordinal: row.ordinal,
                content: row.content,
                chunk_type: row.chunk_type,
                category: row.category,
                language: row.language,
                page: row.page,
                page_end: row.page_end,
                page_starts: row.page_starts,
                headings: row.headings,
                start_offset: row.start_offset,
                end_offset: row.end_offset,
                caption: row.caption,
                entity: row.entity,
                human_feedback: row.human_feedback,
                translation_text: row.translation_text,
                regulation: row.regulation,
                article_number: row.article_number,
                article_branch: row.article_branch,
                article_title: row.article_title,
            });
            (chunk.id, Candidate { chunk, recent, embedded, fit })
        });
        Ok(candidates.collect())
    }
}
