//! `POST /api/search`: ranked passages with both ranks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::chunks::Passage;
use super::input::{Object, Whole};
use super::problem;
use super::projects::project_of;
use super::routes::{Routes, post};
use super::{AppState, Json, Result, State};
use stet_ask::Mode;
use stet_ask::retrieve::{grade_name, tell_apart};
use stet_store::Scope::Read;
use stet_store::{Filter, Hit, clean};
use stet_text::Language;

/// Most passages of one search.
const MAX_TOP_K: i64 = 200;

pub(super) fn routes() -> Routes {
    Routes::of([post("/api/search", search, "search", "sources", Read)
        .says("Search the passages by meaning and by words", "뜻과 낱말로 구절 찾기")
        .example(json!({ "query": "When does the library open?", "topK": 5 }))
        .answers("Passages, the best first.")])
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SearchRequest {
    /// What is looked for.
    #[schemars(regex(pattern = r"[^\s\u0000]"))]
    query: String,
    mode: Option<Mode>,
    /// How many passages.
    top_k: Option<Whole<1, MAX_TOP_K>>,
    #[serde(default)]
    filter: Object<FilterBody>,
    /// Only the sources of this project, where none are named.
    project_id: Option<Uuid>,
    /// How much either way of searching counts.
    weights: Option<Object<Weights>>,
}

/// Which passages are looked at, in a search and for a question.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[schemars(rename = "Filter")]
pub(super) struct FilterBody {
    /// Only these sources.
    pub source_ids: Vec<Uuid>,
    /// Only these pages.
    pages: Vec<Whole<-2_147_483_648, 2_147_483_647>>,
    /// Only passages of these kinds: heading1, paragraph, table and so on.
    #[schemars(inner(regex(pattern = r"^[^\u0000]*$")))]
    categories: Vec<String>,
    /// text, image or table.
    #[schemars(regex(pattern = r"^[^\u0000]*$"))]
    chunk_type: Option<String>,
    /// Korean or English.
    language: Option<Language>,
    /// Words that the caption holds, in a row and in either case.
    #[schemars(regex(pattern = r"^[^\u0000]*$"))]
    caption: Option<String>,
    /// The same of what describes a table or a figure: anywhere among its names and values, or in one of its fields.
    entity: Option<EntityBody>,
}

/// Words that stand anywhere in an entity, or in one of its fields.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
enum EntityBody {
    Anywhere(#[schemars(regex(pattern = r"^[^\u0000]*$"))] String),
    Fields(Object<EntityFields>),
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
struct EntityFields {
    /// What the object is.
    #[serde(rename = "type")]
    #[schemars(regex(pattern = r"^[^\u0000]*$"))]
    kind: Option<String>,
    /// For people to read.
    #[schemars(regex(pattern = r"^[^\u0000]*$"))]
    title: Option<String>,
    /// A word of the entity.
    #[schemars(regex(pattern = r"^[^\u0000]*$"))]
    keyword: Option<String>,
}

impl FilterBody {
    /// The filter, without its sources.
    pub(super) fn filter(self) -> Result<Filter> {
        let said = |words: Option<String>| words.filter(|words| !words.trim().is_empty());
        let (entity, fields) = match self.entity {
            Some(EntityBody::Anywhere(words)) => (said(Some(words)), EntityFields::default()),
            Some(EntityBody::Fields(Object(fields))) => (None, fields),
            None => (None, EntityFields::default()),
        };
        let filter = Filter {
            pages: self.pages.iter().filter_map(|page| page.0.try_into().ok()).collect(),
            categories: self.categories,
            chunk_types: said(self.chunk_type).into_iter().collect(),
            languages: self.language.into_iter().collect(),
            caption: said(self.caption),
            entity,
            entity_type: said(fields.kind),
            entity_title: said(fields.title),
            entity_keyword: said(fields.keyword),
            ..Filter::default()
        };
        let categories =
            (0..).zip(&filter.categories).map(|(at, name)| (format!("filter.categories[{at}]"), name));
        let types = filter.chunk_types.iter().map(|name| ("filter.chunkType".to_owned(), name));
        let others = [
            ("filter.caption", &filter.caption),
            ("filter.entity", &filter.entity),
            ("filter.entity.type", &filter.entity_type),
            ("filter.entity.title", &filter.entity_title),
            ("filter.entity.keyword", &filter.entity_keyword),
        ];
        let others = others.into_iter().filter_map(|(field, name)| Some((field.to_owned(), name.as_ref()?)));
        // The one character that the database has not.
        let nul = categories.chain(types).chain(others).find(|(_, name)| name.contains('\0'));
        if let Some((field, _)) = nul {
            return Err(problem::nul_in_name(&field));
        }
        Ok(filter)
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(inline)]
struct Weights {
    /// By meaning.
    #[schemars(range(min = 0, max = 1))]
    semantic: f64,
    /// By words.
    #[schemars(range(min = 0, max = 1))]
    keyword: f64,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SearchResult {
    mode: Mode,
    /// The passages, the best first.
    hits: Vec<SearchHit>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SearchHit {
    #[serde(flatten)]
    passage: Passage,
    /// Fused; comparable only within one search.
    score: f64,
    /// How well the passage fits the question.
    #[schemars(with = "stet_ask::GradeName")]
    grade: &'static str,
    /// Place and cosine among the vectors.
    semantic: Option<Rank>,
    /// Place and BM25 among the words.
    keyword: Option<Rank>,
}

/// A place in one way of searching.
#[derive(Debug, Serialize, JsonSchema)]
struct Rank {
    /// From 1.
    #[schemars(range(min = 1))]
    rank: usize,
    /// The higher, the better it fits.
    score: f64,
}

impl From<Hit> for SearchHit {
    fn from(hit: Hit) -> Self {
        Self {
            passage: hit.chunk.into(),
            score: hit.score,
            grade: grade_name(hit.grade),
            semantic: hit.semantic.map(|leg| Rank { rank: leg.rank, score: leg.score }),
            keyword: hit.keyword.map(|leg| Rank { rank: leg.rank, score: leg.score }),
        }
    }
}

async fn search(
    State(state): State<AppState>,
    Json(body): Json<SearchRequest>,
) -> Result<axum::Json<SearchResult>> {
    if clean(&body.query).trim().is_empty() {
        return Err(problem::nothing_to_search());
    }
    let limit = stet_ask::MAX_QUESTION;
    if body.query.len() > limit {
        return Err(problem::query_too_large(limit));
    }
    let top_k = body.top_k.and_then(|top_k| top_k.0.try_into().ok()).unwrap_or(state.config().search.top_k);
    let mut policy = state.asker.fusion_policy();
    if let Some(Object(weights)) = &body.weights {
        let fine = |weight: f64| (0.0..=1.0).contains(&weight);
        if !fine(weights.semantic) || !fine(weights.keyword) {
            return Err(problem::weights_outside());
        }
        policy.semantic_weight = weights.semantic;
        policy.keyword_weight = weights.keyword;
    }
    let mut sources = body.filter.0.source_ids.clone();
    if let Some(project) = project_of(&state, body.project_id.filter(|_| sources.is_empty())).await? {
        sources = state.store().project_sources(project).await?;
    }
    let document_ids = state.store().searched_versions(&sources).await?;
    let filter = Filter { document_ids, ..body.filter.0.filter()? };
    // That only words were searched for has no field here: the semantic rank of every hit is null then.
    let mode = body.mode.unwrap_or_default();
    let mut found = state.asker.search_with(&body.query, &filter, top_k, policy, mode).await?;
    tell_apart(&mut found.hits);
    let hits = found.hits.into_iter().map(SearchHit::from).collect();
    Ok(axum::Json(SearchResult { mode: found.mode, hits }))
}
