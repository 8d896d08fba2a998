//! Hybrid search: a vector leg and a keyword leg inside PostgreSQL, fused by [`stet_sources::fusion`].
//!
//! The keyword leg runs in two steps. PostgreSQL's `ts_rank` knows no idf, so it only finds candidates (any
//! term of the question, best sum of idf first); their BM25 is computed here, over the same tokens that were
//! indexed. The vector leg asks the index, and looks through what that has not taken in yet; what either leg has found is
//! ranked in both. Filters hold inside both legs. All legs are one statement (`legs`), which gives what ranking needs.

use std::borrow::Cow;

use futures::FutureExt as _;
use rustc_hash::FxHashMap;
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use uuid::Uuid;

use super::Filter;
use super::chunk_rows::stored_vector;
use super::chunks::{ChunkRow, Row};
use super::legs::Sought;
use super::terms::{Searched, quoted};
use super::vectors::SEARCHED_EXACTLY;
use super::{Result, Store, language_named};
use stet_marks::statute::normalised_name;
use stet_sources::chunk::ChunkType;
use stet_sources::counts::Counts;
use stet_sources::evidence::{Grade, Signs, SpaceProfile};
use stet_sources::fusion::{Bm25, Counted, Fit, FusionPolicy, Leg, Passage, fuse};
use stet_sources::question::{Question, is_worded};
use stet_text::{Language, language};

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

impl Hit {
    /// A passage that was asked for by its place or its name, not searched for.
    #[must_use]
    pub const fn asked_for(chunk: ChunkRow) -> Self {
        Self { chunk, semantic: None, keyword: None, score: 0.0, relevance: 1.0, grade: Grade::High }
    }
}

/// Passages each leg gives to the fusion, at least.
const LEG_DEPTH: usize = 100;
/// Candidates of the keyword leg that get a BM25 score: reading and scoring them is most of a search.
const KEYWORD_CANDIDATES: i64 = 300;
/// The same of a search beside others for the same question.
const CANDIDATES_BESIDE: i64 = 100;
/// Rows that the rarest terms of a question may touch while candidates are sought, and again those that tell which of them have
/// its common terms, too. Touching a row takes one to two microseconds.
const KEYWORD_BUDGET: i64 = 3_000;
/// Terms of a question that are used, the rarest first; a question of ten pages is no better for the rest.
const MAX_TERMS: usize = 400;

/// Characters of a question in which the name of a document is looked for.
const NAMED_CHARS: usize = 2000;

/// Of ten passages that the words found so many must have vectors before vectors are asked.
const EMBEDDED_TENTHS: usize = 9;

/// Begins the transaction of the legs. Fresh documents have no statistics yet, but a scan that reads every vector or term list is
/// never right, nor is sorting the thousands of rows that common words touch where hashing them will do. A scan of the index over vectors goes on
/// until the filter has let enough through. All of it for this transaction alone: a pooler lends the connection to others.
const LEGS: &str = "begin; set local enable_seqscan = off; set local enable_sort = off; set local hnsw.ef_search = 200; set local hnsw.iterative_scan = 'strict_order'; set local plan_cache_mode = ";
/// A filter or an index over the vectors of all workspaces has another best plan for each of its values.
const WITH_VALUES: &str = "'force_custom_plan'";
/// Without them planning takes longer than the search itself, and one plan serves all.
const WITHOUT: &str = "'force_generic_plan'";

/// Everything the fusion needs of one candidate.
struct Candidate {
    language: Language,
    /// It is found in both languages.
    translated: bool,
    recent: bool,
    is_table: bool,
    /// With the question's vector, where the passage has one in its space.
    cosine: Option<f64>,
    fit: Fit,
}

impl Candidate {
    /// Whether the question is asked in another language than the passage has.
    fn is_across(&self, asked_in: Language) -> bool {
        self.language != asked_in && !self.translated
    }
}

impl Store {
    /// Searches the ready documents of the workspace, best first. A question that only greets or asks finds nothing.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn search(&self, query: &Query<'_>) -> Result<Vec<Hit>> {
        self.found(query, KEYWORD_CANDIDATES, None).await
    }

    /// [`Self::search`] for one thing or wording of a question that is searched for beside it.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn search_beside(&self, query: &Query<'_>) -> Result<Vec<Hit>> {
        self.found(query, CANDIDATES_BESIDE, None).await
    }

    /// Ranks these passages by the question's words and vector, as [`Self::search`] ranks what it finds. Those that have nothing to do
    /// with it are left out.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn rank(&self, query: &Query<'_>, ids: &[Uuid]) -> Result<Vec<Hit>> {
        self.found(query, KEYWORD_CANDIDATES, Some(ids)).await
    }

    /// [`Self::search_among`], where it may be read.
    async fn found(&self, query: &Query<'_>, most: i64, given: Option<&[Uuid]>) -> Result<Vec<Hit>> {
        self.read(move |store| async move { store.search_among(query, most, given).await }.boxed()).await
    }

    async fn search_among(&self, query: &Query<'_>, most: i64, given: Option<&[Uuid]>) -> Result<Vec<Hit>> {
        let depth = LEG_DEPTH.max(query.top_k * 2);
        let question = Question::new(query.text);
        if question.is_empty() {
            return Ok(Vec::new());
        }
        // What is typed without a thought is near to anything.
        let embedding = query.embedding.filter(|_| is_worded(query.text));
        let profile = SpaceProfile::of(embedding.map(|(space, _)| space));
        let embedding = embedding.and_then(|(space, vector)| Some((space, stored_vector(vector)?)));
        // The legs look for passages as the owner, since operators of text and vectors find no index behind row-level security; they
        // name their workspace, and what they give is ranked and not told.
        let index = match self.index_seen() {
            Some(index) => index,
            None => self.vector_index(SEARCHED_EXACTLY, &mut *self.owner.acquire().await?).await?,
        };
        let is_plain = *query.filter == Filter::default() && index.covered < 0;
        let plans = if is_plain { WITHOUT } else { WITH_VALUES };
        let mut tx = self.begin_as_owner(&format!("{LEGS}{plans}")).await?;
        let (bm25, lookups) = self.question_terms(&mut tx, question, most).await?;
        let looks = given.is_none();
        let (queries, weights): (Vec<String>, Vec<f64>) = lookups.into_iter().filter(|_| looks).unzip();
        let (said, heads) = if looks { named_in(query.text) } else { (String::new(), Vec::new()) };
        let size = i64::try_from(depth).unwrap_or(i64::MAX);
        let asked_in = language(query.text);
        let sought = Sought {
            workspace: self.workspace,
            filter: query.filter,
            queries: &queries,
            weights: &weights,
            budget: KEYWORD_BUDGET,
            most,
            near: embedding.as_ref().map(|(space, vector)| (*space, vector, size)),
            other: (profile.across > 0.0).then_some(asked_in.other()),
            covered: Some(index.covered).filter(|&covered| looks && covered >= 0),
            // Where very much waits for the index, words find it meanwhile.
            waiting: (looks && index.waiting <= SEARCHED_EXACTLY).then_some(index.covered + 1),
            heads: &heads,
            said: &said,
            given: given.unwrap_or_default(),
            now: query.now,
        };
        let (candidates, near) = self.candidates(&mut tx, &sought, &bm25).await?;
        let keyword = ranked(&candidates, depth, |found| Some(found.fit.score).filter(|&score| score > 0.0));
        let is_embedded = is_embedded(keyword.iter().filter_map(|(id, _)| candidates.get(id)));
        // What either leg has found is ranked by what its vector says.
        let nearness = |found: &Candidate| {
            found.cosine.map(|cosine| profile.nearness(cosine, found.is_across(asked_in)))
        };
        let mut semantic = ranked(&candidates, depth, |found| nearness(found).filter(|_| is_embedded));
        let cosines = semantic.iter().filter_map(|(id, _)| candidates.get(id)?.cosine);
        let farthest = (near >= size).then(|| cosines.min_by(f64::total_cmp)).flatten();
        // Blank forms, labels and figures are near to every question about what they are for.
        let may_be_near = |own: &Candidate| own.fit.may_be_near(own.is_table, own.is_across(asked_in));
        semantic.retain(|(id, _)| candidates.get(id).is_some_and(may_be_near));
        let policy =
            FusionPolicy { semantic_weight: query.policy.semantic_weight * profile.trust, ..query.policy };
        let mut best = fuse(&semantic, &keyword, &policy);
        best.truncate(query.top_k);
        let ids: Vec<Uuid> = best.iter().map(|fused| fused.key).collect();
        // What is told of them is confined.
        self.pool.confine(&mut tx).await?;
        let mut chunks = self.chunk_rows(&ids, &mut *tx).await?;
        let hits = best.into_iter().filter_map(|fused| {
            let candidate = candidates.get(&fused.key)?;
            let signs = Signs {
                // What a full leg left out is at most as near as its last.
                cosine: fused.semantic.and(candidate.cosine).or(farthest),
                coverage: candidate.fit.coverage,
                across: candidate.is_across(asked_in),
            };
            let relevance = profile.relevance(signs);
            // A passage that shares no word and is not near either is no find.
            if fused.keyword.is_none() && !profile.shares(signs) {
                return None;
            }
            Some(Hit {
                relevance,
                grade: Grade::of(relevance, candidate.recent),
                // One that was deleted meanwhile is none.
                chunk: chunks.remove(&fused.key)?,
                semantic: fused
                    .semantic
                    .map(|leg| Leg { score: candidate.cosine.unwrap_or(leg.score), ..leg }),
                keyword: fused.keyword,
                score: fused.score,
            })
        });
        Ok(hits.collect())
    }

    /// The question's terms with their frequencies, and what to look candidates up with.
    async fn question_terms(
        &self,
        connection: &mut PgConnection,
        question: Question,
        most: i64,
    ) -> Result<(Bm25, Vec<(String, f64)>)> {
        let terms = question.terms();
        let rows =
            sqlx::query_file!("sql/question_terms.sql", self.workspace, &terms).fetch_all(connection).await?;
        let (chunks, total) = rows.first().map_or((0, 0), |row| (row.chunks, row.terms));
        let mut frequencies: FxHashMap<String, i32> =
            rows.into_iter().filter_map(|row| row.term.zip(row.frequency)).collect();
        let mut terms: Vec<(String, i32)> = terms
            .into_iter()
            .map(|term| {
                let frequency = frequencies.remove(&term).unwrap_or(0);
                (term, frequency)
            })
            .collect();
        terms.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
        terms.truncate(MAX_TERMS);

        let passages = u64::try_from(chunks).unwrap_or(0);
        let lookups = lookups(&terms, passages, most, KEYWORD_BUDGET);
        let mean = if chunks > 0 { total as f64 / chunks as f64 } else { 1.0 };
        let frequencies: FxHashMap<String, i32> = terms.into_iter().collect();
        let frequency =
            |term: &str| frequencies.get(term).map(|&frequency| u64::try_from(frequency).unwrap_or(0));
        Ok((Bm25::new(question, frequency, passages, mean), lookups))
    }

    /// The passages that a filter lets through, in the order of their documents.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn passages(&self, filter: &Filter, limit: i64) -> Result<Vec<ChunkRow>> {
        self.read(move |store| async move { store.passages_of(filter, limit).await }.boxed()).await
    }

    async fn passages_of(&self, filter: &Filter, limit: i64) -> Result<Vec<ChunkRow>> {
        let outline = self.outlined(filter, limit).await?;
        let ids: Vec<Uuid> = outline.into_iter().map(|own| own.id).collect();
        self.chunks(&ids).await
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

    /// What is found with its scores, and how often vectors found it.
    async fn candidates(
        &self,
        connection: &mut PgConnection,
        sought: &Sought<'_>,
        bm25: &Bm25,
    ) -> Result<(FxHashMap<Uuid, Candidate>, i64)> {
        let Some(sql) = sought.query() else { return Ok((FxHashMap::default(), 0)) };
        let rows = sql.fetch_all(connection).await?;
        let near: i64 = rows.iter().map(|row| row.near).sum();
        let mut scorer = bm25.scorer();
        let candidates = rows.into_iter().map(|row| {
            let stem = row.file_name.rsplit_once('.').map_or(row.file_name.as_str(), |(stem, _)| stem);
            // `2025/fees.md` is what is asked for as the fees of 2025.
            let path = row.path.as_deref().map(|path| path.trim_end_matches(&*row.file_name));
            let folder = path.and_then(|path| path.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next());
            let names: Vec<&str> = [Some(row.title.as_str()), Some(stem), row.regulation.as_deref(), folder]
                .into_iter()
                .flatten()
                .collect();
            let titles: Vec<&str> =
                row.headings.iter().map(String::as_str).chain(row.article_title.as_deref()).collect();
            let without = Passage { names: &names, titles: &titles, texts: &[] };
            let fit = if let (Some(counts), Some(is_form)) = (&row.term_counts, row.is_form) {
                let length = u32::try_from(row.term_count).unwrap_or(0);
                scorer.score_counted(&without, Counted { counts: Counts::new(counts), length, is_form })
            } else {
                let searched = Searched {
                    heading: row.headings.last().map(String::as_str),
                    content: row.content.as_deref().unwrap_or_default(),
                    caption: row.caption.as_deref(),
                    entity: row.entity.as_ref(),
                    translation: row.translation_text.as_deref(),
                    context: row.contextualize_text.as_deref(),
                    feedback: row.human_feedback.as_deref(),
                };
                let texts: Vec<Cow<'_, str>> = searched.texts().collect();
                let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
                scorer.score(&Passage { texts: &texts, ..without })
            };
            // Vectors that other programs stored may be of a length of zero, with which no cosine is a number.
            let cosine = row.cosine.filter(|cosine| cosine.is_finite());
            let language = language_named(&row.language);
            let is_table = row.chunk_type == ChunkType::Table.name();
            let (translated, recent) = (row.translated, row.recent);
            (row.id, Candidate { language, translated, recent, is_table, cosine, fit })
        });
        Ok((candidates.collect(), near))
    }

    /// Passages by their ids.
    pub(super) async fn chunk_rows(
        &self,
        ids: &[Uuid],
        database: impl PgExecutor<'_>,
    ) -> Result<FxHashMap<Uuid, ChunkRow>> {
        let rows =
            sqlx::query_file_as!(Row, "sql/chunk.sql", self.workspace, ids).fetch_all(database).await?;
        Ok(rows.into_iter().map(|row| (row.id, ChunkRow::from(row))).collect())
    }
}

/// The beginning of a question as names are kept, and how names in it may begin.
fn named_in(text: &str) -> (String, Vec<String>) {
    let said: String = normalised_name(text).chars().take(NAMED_CHARS).collect();
    let letters: Vec<char> = said.chars().collect();
    let heads = [2, 3].iter().flat_map(|&length| letters.windows(length));
    let mut heads: Vec<String> = heads.map(|head| head.iter().collect()).collect();
    heads.sort_unstable();
    heads.dedup();
    (said, heads)
}

/// What to look up in the index of words, with what it adds to a passage's weight. `terms` have their frequencies, the rarest
/// first; `most` of what they find is ranked. The rarest find the candidates. Common ones would touch very many rows and find nobody of worth; but where the
/// rarest have found more than will be ranked, they tell which of those are the better ones.
fn lookups(terms: &[(String, i32)], passages: u64, most: i64, budget: i64) -> Vec<(String, f64)> {
    let known: Vec<(String, i64)> = terms
        .iter()
        .filter(|(_, frequency)| *frequency > 0)
        .map(|(term, frequency)| (quoted(term), i64::from(*frequency)))
        .collect();
    let idf = |frequency: i64| Bm25::idf(u64::try_from(frequency).unwrap_or(0), passages);
    let mut touched = 0;
    let within = |(_, frequency): &&(String, i64)| {
        touched += frequency;
        touched <= budget
    };
    // The rarest of all is looked up in any case, as far as the budget goes.
    let rare = known.iter().take_while(within).count().max(1).min(known.len());
    let (rare, common) = known.split_at(rare);
    let mut lookups: Vec<(String, f64)> =
        rare.iter().map(|(term, frequency)| (term.clone(), idf(*frequency))).collect();
    let found: i64 = rare.iter().map(|(_, frequency)| frequency).sum();
    if found <= most {
        return lookups;
    }
    let any = rare.iter().map(|(term, _)| term.as_str()).collect::<Vec<_>>().join(" | ");
    let mut touched = 0.0;
    for (term, frequency) in common {
        // As if terms kept no company; what does is touched no further than the budget.
        touched += found as f64 * *frequency as f64 / passages.max(1) as f64;
        if touched > budget as f64 {
            break;
        }
        lookups.push((format!("({any}) & {term}"), idf(*frequency)));
    }
    lookups
}

/// Whether most of what was found has vectors: while they follow, those that are there would speak for their passages against all that
/// have none yet.
fn is_embedded<'a>(found: impl Iterator<Item = &'a Candidate>) -> bool {
    let (with, all) =
        found.fold((0, 0), |(with, all), found| (with + usize::from(found.cosine.is_some()), all + 1));
    with * 10 >= all * EMBEDDED_TENTHS
}

/// Candidates by one of their scores, the best first.
fn ranked(
    candidates: &FxHashMap<Uuid, Candidate>,
    depth: usize,
    score: impl Fn(&Candidate) -> Option<f64>,
) -> Vec<(Uuid, f64)> {
    let scored = candidates.iter().filter_map(|(&id, found)| Some((id, score(found)?)));
    let mut ranked: Vec<(Uuid, f64)> = scored.collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    ranked.truncate(depth);
    ranked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queries(terms: &[(&str, i32)], passages: u64) -> Vec<String> {
        let terms: Vec<(String, i32)> = terms.iter().map(|(term, n)| ((*term).to_owned(), *n)).collect();
        lookups(&terms, passages, KEYWORD_CANDIDATES, 5_000).into_iter().map(|(query, _)| query).collect()
    }

    #[test]
    fn rare_terms_find_and_common_ones_choose() {
        assert!(queries(&[("none", 0)], 100).is_empty());
        // All that they find is ranked, so nobody need be chosen.
        assert_eq!(queries(&[("a", 20), ("b", 90), ("c", 90_000)], 100_000), ["'a'", "'b'"]);
        assert_eq!(
            queries(&[("a", 20), ("b", 900), ("c", 9_000), ("d", 60_000)], 100_000),
            ["'a'", "'b'", "('a' | 'b') & 'c'", "('a' | 'b') & 'd'"]
        );
        // The rarest is looked up whatever it costs, and what goes with it as far as it may cost the same.
        assert_eq!(queries(&[("a", 9_000), ("b", 40_000), ("c", 90_000)], 100_000), ["'a'", "('a') & 'b'"]);
        assert_eq!(queries(&[("it's", 70_000)], 100_000), ["'it''s'"]);
    }
}
