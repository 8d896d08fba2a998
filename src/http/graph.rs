//! `/api/graph`: what the sources speak of, and how it hangs together, with the passages that say so.

use axum::Router;
use axum::extract::Path;
use axum::routing::get;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::input::{Count, Whole};
use super::{AppState, Error, Query, Result, State};
use crate::store::{EntityRow, Neighbour};
use stet_graph::Kind;

/// Entities of one answer, and most that may be asked for.
const PAGE: i64 = 50;
const MOST: i64 = 200;
/// Passages that are told of an entity, and of a relation.
const PASSAGES: i64 = 20;

pub(super) fn router() -> Router<AppState> {
    Router::new().route("/api/graph/entities", get(entities)).route("/api/graph/entities/{id}", get(entity))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Wanted {
    /// Words of names and descriptions; all entities without.
    #[serde(default)]
    query: String,
    kind: Option<Kind>,
    source_id: Option<Uuid>,
    limit: Option<Whole<1, MOST>>,
    #[serde(default)]
    offset: Count,
}

async fn entities(State(state): State<AppState>, Query(wanted): Query<Wanted>) -> Result<axum::Json<Value>> {
    let page = (wanted.limit.map_or(PAGE, |limit| limit.0), wanted.offset.0);
    let found =
        state.store().entities(&wanted.query, wanted.kind.map(Kind::name), wanted.source_id, page).await?;
    let found: Vec<Value> = found.iter().map(row).collect();
    Ok(axum::Json(json!({ "entities": found })))
}

fn row(entity: &EntityRow) -> Value {
    json!({
        "id": entity.id, "name": entity.name, "kind": entity.kind, "description": entity.description,
        "passages": entity.passages,
    })
}

async fn entity(State(state): State<AppState>, Path(id): Path<String>) -> Result<axum::Json<Value>> {
    let none = || Error::not_found("개체", "entity", &id);
    let key: Uuid = id.parse().map_err(|_| none())?;
    let found = state.store().entity(key).await?.ok_or_else(none)?;
    let around = state.store().neighbours(key, MOST).await?;
    let passages = state.store().passages_of_entity(key, PASSAGES).await?;
    let mut body = row(&found);
    body["relations"] = around.iter().map(relation).collect();
    body["evidence"] = passages
        .iter()
        .map(|passage| {
            json!({
                "chunkId": passage.id, "documentId": passage.document_id, "fileName": passage.file_name,
                "page": passage.page, "text": passage.text,
            })
        })
        .collect();
    Ok(axum::Json(body))
}

fn relation(neighbour: &Neighbour) -> Value {
    json!({
        "id": neighbour.relation_id, "label": neighbour.label,
        "direction": if neighbour.outward { "out" } else { "in" },
        "entity": {
            "id": neighbour.id, "name": neighbour.name, "kind": neighbour.kind, "description": neighbour.description,
        },
        "chunkIds": neighbour.chunks,
    })
}
