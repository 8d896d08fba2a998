//! Passages, and the articles of regulations.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::problem;
use super::routes::{INVALID, NOT_FOUND, Routes, get, put};
use super::{AppState, Json, Result, State};
use stet_store::Scope::{Read, Write};
use stet_store::{ChunkRow, DocumentStatus};

/// Passages shown before and after the one that was asked for.
const NEIGHBOURS: i32 = 1;

pub(super) fn routes() -> Routes {
    Routes::of([
        get("/api/chunks/{id}", read, "readPassage", "sources", Read)
            .says("A passage with its neighbours", "구절과 앞뒤 구절")
            .answers("The passage.")
            .refuses(&[NOT_FOUND])
            .place("id", id_place()),
        put("/api/chunks/{id}/feedback", feedback, "correctPassage", "sources", Write)
            .says("Keep a person's correction of a passage", "구절에 사람이 확인한 글 남기기")
            .audit("passage.correct")
            .example(json!({ "text": "The library opens at nine in the morning." }))
            .answers("The passage.")
            .refuses(&[NOT_FOUND])
            .place("id", id_place()),
        get("/api/chunks/{id}/image", image, "readPicture", "sources", Read)
            .says("The picture of a figure or a page", "구절의 그림")
            .answers(
                "The picture, when the document of the passage has brought it. Pictures of other sources are \
                 never found, whatever a document names.",
            )
            .brings(200, "image/png", json!({}))
            .brings(200, "image/jpeg", json!({}))
            .brings(200, "image/gif", json!({}))
            .brings(200, "image/webp", json!({}))
            .refuses(&[NOT_FOUND])
            .place("id", id_place()),
        get("/api/regulations", regulations, "listRegulations", "sources", Read)
            .says("Regulations among the sources", "출처 가운데 규정 목록")
            .answers("Names, with the number of articles."),
        get("/api/regulations/{name}/articles/{article}", article, "readArticle", "sources", Read)
            .says("The text of an article", "조문 읽기")
            .about("More than one when the supplementary provisions count from 1 again.")
            .answers("The articles with this number.")
            .refuses(&[INVALID, NOT_FOUND])
            .place("name", json!({ "example": "휴가 규정", "description": "Name of the regulation." }))
            .place("article", json!({ "example": "2", "description": "25, 25의2, 25-2 or 제25조의2." })),
    ])
}

/// What a path names.
fn id_place() -> Value {
    json!({
        "description": "Id of the passage.",
        "schema": { "type": "string", "format": "uuid" }
    })
}

async fn find(state: &AppState, id: &str) -> Result<ChunkRow> {
    let known = id.parse().map_err(|_| problem::no_passage(id))?;
    state.store().chunk(known).await?.ok_or_else(|| problem::no_passage(id))
}

/// A passage.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Passage {
    /// By which it is asked for.
    id: Uuid,
    /// The version of the source that the passage is of.
    document_id: Uuid,
    /// Name of the file that was sent.
    file_name: String,
    /// For people to read.
    title: String,
    /// Page in the file, from 1; null where it has none.
    page: Option<i32>,
    /// Last page of the passage.
    page_end: Option<i32>,
    /// What the passage is.
    #[schemars(extend("enum" = [
        "heading1", "heading2", "heading3", "paragraph", "list", "table", "figure", "caption", "header", "footer", "footnote",
        "equation", "code",
    ]))]
    category: String,
    /// Whether it is text, a picture or a table.
    #[schemars(extend("enum" = ["text", "image", "table"]))]
    chunk_type: String,
    /// The headings above it, the outermost first.
    headings: Vec<String>,
    /// The words of the passage.
    content: String,
    /// What stands below the picture or table; null where it has none.
    caption: Option<String>,
    /// What a person put in the place of its words; null where nobody did.
    human_feedback: Option<String>,
    /// What the document's parser knows of a table, a figure or an embedded presentation; null where there is nothing.
    entity: Option<Value>,
    /// Where the picture lies, as the document says.
    image_path: Option<String>,
    /// What it says in the other language.
    translation: Option<String>,
    /// The model that has translated it; null where the translation came with the document.
    translation_by: Option<String>,
    /// Where it stands in its document: to find and to understand it, and no part of what it says.
    context: Option<String>,
    /// The article of a regulation that the passage is of.
    article: Option<ArticleName>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct ArticleName {
    /// Name of the regulation.
    regulation: String,
    /// Of the article, in its parts.
    #[schemars(example = &"제25조의2")]
    number: String,
    /// For people to read.
    title: Option<String>,
}

impl From<ChunkRow> for Passage {
    fn from(chunk: ChunkRow) -> Self {
        Self {
            id: chunk.id,
            document_id: chunk.document_id,
            file_name: chunk.file_name,
            title: chunk.title,
            page: chunk.page,
            page_end: chunk.page_end,
            category: chunk.category,
            chunk_type: chunk.chunk_type,
            headings: chunk.headings,
            content: chunk.content,
            caption: chunk.caption,
            human_feedback: chunk.human_feedback,
            entity: chunk.entity,
            image_path: chunk.image_path,
            translation: chunk.translation,
            translation_by: chunk.translation_by,
            context: chunk.context,
            article: chunk.article.map(|article| ArticleName {
                regulation: article.regulation,
                number: article_number(article.number, article.branch.unwrap_or(0)),
                title: article.title,
            }),
        }
    }
}

#[derive(Debug, Serialize, JsonSchema)]
struct PassageInContext {
    #[serde(flatten)]
    passage: Passage,
    #[serde(flatten)]
    standing: Option<Standing>,
    /// Passages that stand before it, the nearest last.
    before: Vec<Neighbour>,
    /// Passages that stand behind it.
    after: Vec<Neighbour>,
}

/// What is known as long as the document is there.
#[derive(Debug, Serialize, JsonSchema)]
struct Standing {
    /// The version of the source that it is of.
    version: i32,
    /// A newer version of the source is searched now.
    superseded: bool,
    /// Its words were recognised on a picture of the page (OCR).
    recognised: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Neighbour {
    /// By which it is asked for.
    id: Uuid,
    /// The words of the passage.
    content: String,
    /// Page in the file, from 1; null where it has none.
    page: Option<i32>,
}

async fn read(State(state): State<AppState>, Path(id): Path<String>) -> Result<axum::Json<PassageInContext>> {
    let chunk = find(&state, &id).await?;
    let (first, last) = (chunk.ordinal - NEIGHBOURS, chunk.ordinal + NEIGHBOURS);
    let mut before = state.store().chunks_between(chunk.document_id, first, last).await?;
    let after = before.split_off(before.partition_point(|other| other.ordinal < chunk.ordinal));
    let after = after.into_iter().filter(|other| other.ordinal > chunk.ordinal);
    let neighbour = |other: ChunkRow| Neighbour { id: other.id, content: other.content, page: other.page };
    let (before, after) = (before.into_iter().map(neighbour).collect(), after.map(neighbour).collect());
    let document = state.store().document(chunk.document_id).await?;
    let standing = document.map(|document| Standing {
        version: document.version,
        superseded: document.status == DocumentStatus::Superseded,
        recognised: chunk.recognised,
    });
    Ok(axum::Json(PassageInContext { passage: chunk.into(), standing, before, after }))
}

fn article_number(number: u32, branch: u32) -> String {
    if branch == 0 { format!("제{number}조") } else { format!("제{number}조의{branch}") }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FeedbackRequest {
    /// Stands for the passage in answers and is what they are held against; null takes it back.
    text: Option<String>,
}

async fn feedback(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Json(body): Json<FeedbackRequest>,
) -> Result<axum::Json<Passage>> {
    let chunk = find(&state, &id).await?;
    let text = body.text.as_deref().map(str::trim).filter(|text| !text.is_empty());
    state.store().set_feedback(chunk.id, text).await?;
    // What a model had made of it is made of these words.
    state.ingest.enrich(Some(chunk.document_id)).await?;
    Ok(axum::Json(find(&state, &id).await?.into()))
}

/// The picture of a figure or a page that the passage's own document has brought.
async fn image(State(state): State<AppState>, Path(id): Path<String>) -> Result<Response> {
    let passage = id.parse().map_err(|_| problem::no_passage(&id))?;
    let found = state.store().picture(passage).await?;
    let (media_type, bytes) = found.ok_or_else(|| problem::no_picture_of_passage(&id))?;
    let headers = [
        (header::CONTENT_TYPE, media_type.as_str()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
        (header::CACHE_CONTROL, "private, max-age=300"),
    ];
    Ok((headers, bytes).into_response())
}

#[derive(Debug, Serialize, JsonSchema)]
struct RegulationList {
    /// The regulations that the sources hold.
    regulations: Vec<Regulation>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Regulation {
    /// Of the regulation.
    name: String,
    /// How many articles it has.
    articles: i64,
}

async fn regulations(State(state): State<AppState>) -> Result<axum::Json<RegulationList>> {
    let regulations = state.store().regulations().await?.into_iter();
    let regulations = regulations.map(|(name, articles)| Regulation { name, articles }).collect();
    Ok(axum::Json(RegulationList { regulations }))
}

/// `25`, `25의2`, `25-2`, `제25조의2`: number and branch.
fn parse_article(text: &str) -> Option<(i32, i32)> {
    let mut numbers = text.split(|ch: char| !ch.is_ascii_digit()).filter(|run| !run.is_empty());
    let number = numbers.next()?.parse().ok()?;
    let branch = numbers.next().map_or(Some(0), |branch| branch.parse().ok())?;
    numbers.next().is_none().then_some((number, branch))
}

#[derive(Debug, Serialize, JsonSchema)]
struct ArticleList {
    /// The articles.
    articles: Vec<Article>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Article {
    /// By which it is asked for.
    id: Uuid,
    /// Name of the regulation.
    regulation: String,
    /// Number of the article.
    #[serde(rename = "article")]
    #[schemars(example = &"제25조의2")]
    number: String,
    /// For people to read.
    title: Option<String>,
    /// 편, 장, 절 above the article, outermost first.
    chapter_path: Vec<String>,
    /// The words of the article.
    content: String,
    /// Page in the file, from 1; null where it has none.
    page: Option<i32>,
    /// The passage: /api/chunks/{id}.
    chunk_id: Option<Uuid>,
    /// The version of the source that the passage is of.
    document_id: Uuid,
    /// In the supplementary provisions (부칙).
    supplementary: bool,
}

async fn article(
    State(state): State<AppState>,
    Path((name, article)): Path<(String, String)>,
) -> Result<axum::Json<ArticleList>> {
    let (number, branch) = parse_article(&article).ok_or_else(problem::article_unread)?;
    let articles = state.store().articles(&name, number, branch).await?;
    if articles.is_empty() {
        return Err(problem::no_article(format!("{name} {article}")));
    }
    let told = |article: stet_store::Article| Article {
        id: article.id,
        regulation: article.regulation,
        number: article_number(article.number.unsigned_abs(), article.branch.unsigned_abs()),
        title: article.title,
        chapter_path: article.chapter_path,
        content: article.content,
        page: article.page,
        chunk_id: article.chunk_id,
        document_id: article.document_id,
        supplementary: article.supplementary,
    };
    Ok(axum::Json(ArticleList { articles: articles.into_iter().map(told).collect() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_are_read_in_every_spelling() {
        for (text, expected) in [
            ("25", Some((25, 0))),
            ("제25조의2", Some((25, 2))),
            ("25-2", Some((25, 2))),
            ("x", None),
            ("1-2-3", None),
            ("99999999999", None),
        ] {
            assert_eq!(parse_article(text), expected, "{text}");
        }
    }
}
