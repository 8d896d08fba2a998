//! Passages, and the articles of regulations.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

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
            .gives(200, "PassageInContext")
            .refuses(&[NOT_FOUND])
            .place("id", id_place()),
        put("/api/chunks/{id}/feedback", feedback, "correctPassage", "sources", Write)
            .says("Keep a person's correction of a passage", "구절에 사람이 확인한 글 남기기")
            .audit("passage.correct")
            .example(json!({ "text": "The library opens at nine in the morning." }))
            .answers("The passage.")
            .gives(200, "Passage")
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
            .answers("Names, with the number of articles.")
            .gives(200, "RegulationList"),
        get("/api/regulations/{name}/articles/{article}", article, "readArticle", "sources", Read)
            .says("The text of an article", "조문 읽기")
            .about("More than one when the supplementary provisions count from 1 again.")
            .answers("The articles with this number.")
            .gives(200, "ArticleList")
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

async fn read(State(state): State<AppState>, Path(id): Path<String>) -> Result<axum::Json<Value>> {
    let chunk = find(&state, &id).await?;
    let (first, last) = (chunk.ordinal - NEIGHBOURS, chunk.ordinal + NEIGHBOURS);
    let around = state.store().chunks_between(chunk.document_id, first, last).await?;
    let side = |before: bool| -> Vec<Value> {
        around
            .iter()
            .filter(
                |other| if before { other.ordinal < chunk.ordinal } else { other.ordinal > chunk.ordinal },
            )
            .map(|other| json!({ "id": other.id, "content": other.content, "page": other.page }))
            .collect()
    };
    let mut body = passage(&chunk);
    if let Some(document) = state.store().document(chunk.document_id).await? {
        body["version"] = json!(document.version);
        body["superseded"] = json!(document.status == DocumentStatus::Superseded);
        body["recognised"] = json!(chunk.recognised);
    }
    body["before"] = json!(side(true));
    body["after"] = json!(side(false));
    Ok(axum::Json(body))
}

/// A passage as JSON.
pub(super) fn passage(chunk: &ChunkRow) -> Value {
    json!({
        "id": chunk.id, "documentId": chunk.document_id, "fileName": chunk.file_name, "title": chunk.title,
        "page": chunk.page, "pageEnd": chunk.page_end, "category": chunk.category,
        "chunkType": chunk.chunk_type, "headings": chunk.headings, "content": chunk.content,
        "caption": chunk.caption, "humanFeedback": chunk.human_feedback, "entity": chunk.entity,
        "imagePath": chunk.image_path,
        "translation": chunk.translation, "translationBy": chunk.translation_by, "context": chunk.context,
        "article": chunk.article.as_ref().map(|article| json!({
            "regulation": article.regulation,
            "number": article_number(article.number, article.branch.unwrap_or(0)),
            "title": article.title,
        })),
    })
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
) -> Result<axum::Json<Value>> {
    let chunk = find(&state, &id).await?;
    let text = body.text.as_deref().map(str::trim).filter(|text| !text.is_empty());
    state.store().set_feedback(chunk.id, text).await?;
    // What a model had made of it is made of these words.
    state.ingest.enrich(Some(chunk.document_id)).await?;
    Ok(axum::Json(passage(&find(&state, &id).await?)))
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

async fn regulations(State(state): State<AppState>) -> Result<axum::Json<Value>> {
    let names = state.store().regulations().await?;
    let names: Vec<Value> =
        names.into_iter().map(|(name, articles)| json!({ "name": name, "articles": articles })).collect();
    Ok(axum::Json(json!({ "regulations": names })))
}

/// `25`, `25의2`, `25-2`, `제25조의2`: number and branch.
fn parse_article(text: &str) -> Option<(i32, i32)> {
    let mut numbers = text.split(|ch: char| !ch.is_ascii_digit()).filter(|run| !run.is_empty());
    let number = numbers.next()?.parse().ok()?;
    let branch = numbers.next().map_or(Some(0), |branch| branch.parse().ok())?;
    numbers.next().is_none().then_some((number, branch))
}

async fn article(
    State(state): State<AppState>,
    Path((name, article)): Path<(String, String)>,
) -> Result<axum::Json<Value>> {
    let (number, branch) = parse_article(&article).ok_or_else(|| problem::article_unread())?;
    let articles = state.store().articles(&name, number, branch).await?;
    if articles.is_empty() {
        return Err(problem::no_article(format!("{name} {article}")));
    }
    let articles: Vec<Value> = articles
        .iter()
        .map(|article| {
            json!({
                "id": article.id, "regulation": article.regulation,
                "article": article_number(article.number.unsigned_abs(), article.branch.unsigned_abs()),
                "title": article.title, "chapterPath": article.chapter_path, "content": article.content,
                "page": article.page, "chunkId": article.chunk_id, "documentId": article.document_id,
                "supplementary": article.supplementary,
            })
        })
        .collect();
    Ok(axum::Json(json!({ "articles": articles })))
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
