//! `/api/graph`: what the sources speak of, and how it hangs together, with the passages that say so.

pub mod export;

use axum::extract::Path;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::input::{Count, Whole};
use super::problem;
use super::routes::{INVALID, NOT_FOUND, Routes, get};
use super::{AppState, Query, Result, State};
use stet_graph::{Kind, Label};
use stet_store::Scope::Read;
use stet_store::{
    Drawing, Edge, EntityPassage, EntityRow, Neighbour, Neighbourhood, ThemeRow, ThemeSentence,
};
use stet_text::search_terms;

/// Entities of one answer, and most that may be asked for.
const PAGE: i64 = 50;
const MOST: i64 = 200;
/// Passages that are told of an entity, and of a relation.
const PASSAGES: i64 = 20;
/// Entities of a drawing.
const DRAWN: i64 = 40;

pub(super) fn routes() -> Routes {
    Routes::of([
        get("/api/graph", export::whole, "exportGraph", "sources", Read)
            .says("The whole graph as a file", "그래프 전체를 파일로 받기")
            .answers(
                "Entities and relations, each with at most 5 of the passages that say so, in the order of \
                 their ids.",
            )
            .returns::<Drawing>(200)
            .brings(200, "application/graphml+xml", json!({ "schema": { "type": "string" } }))
            .refuses(&[INVALID]),
        get("/api/graph/entities", entities, "listEntities", "sources", Read)
            .says("What the sources speak of", "출처가 말하는 것")
            .answers("The most spoken of first."),
        get("/api/graph/entities/{id}", entity, "getEntity", "sources", Read)
            .says(
                "An entity with what it hangs together with, and the passages that say so",
                "개체와 그 관계, 그렇게 말하는 구절",
            )
            .answers("At most 200 relations and 20 passages.")
            .refuses(&[NOT_FOUND])
            .place("id", json!({ "description": "The entity." })),
        get("/api/graph/relations", relations, "listRelations", "sources", Read)
            .says("How what the sources speak of hangs together", "개체 사이의 관계")
            .answers("In the order of their ids."),
        get("/api/graph/themes", themes, "listThemes", "sources", Read)
            .says("What the sources speak of together, in sentences of theirs", "출처가 함께 다루는 주제")
            .answers("Made in the background when the graph has changed; the largest first."),
        get("/api/graph/neighbourhood", neighbourhood, "readNeighbourhood", "sources", Read)
            .says(
                "What is around an entity, or what an answer speaks of, to be drawn",
                "한 개체의 주변, 또는 답변이 말하는 것",
            )
            .answers(
                "The entity in the middle first, then the nearest; of an answer what most of its passages \
                 speak of first. At most 400 relations, each between two of the entities.",
            )
            .refuses(&[NOT_FOUND]),
    ])
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Wanted {
    /// Words of names and descriptions; what has the most of them comes first.
    #[serde(default)]
    query: String,
    /// Only such: regulation, article, term (defined in a text), body (a committee, an office), person, place, event
    /// (found by a model), name.
    kind: Option<Kind>,
    /// Only what this source speaks of.
    source_id: Option<Uuid>,
    /// How many at most.
    #[schemars(extend("default" = 50))]
    limit: Option<Whole<1, MOST>>,
    /// How many are left out before.
    #[serde(default)]
    #[schemars(extend("default" = 0))]
    offset: Count,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ListEntitiesAnswer")]
struct Entities {
    /// The entities.
    entities: Vec<EntityRow>,
}

async fn entities(
    State(state): State<AppState>,
    Query(wanted): Query<Wanted>,
) -> Result<axum::Json<Entities>> {
    let page = (wanted.limit.map_or(PAGE, |limit| limit.0), wanted.offset.0);
    let entities =
        state.store().entities(&wanted.query, wanted.kind.map(Kind::name), wanted.source_id, page).await?;
    Ok(axum::Json(Entities { entities }))
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "GetEntityAnswer")]
struct EntityAround {
    #[serde(flatten)]
    entity: EntityRow,
    /// Relations of it.
    relations: Vec<Relation>,
    /// Passages that speak of it.
    evidence: Vec<EntityPassage>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
struct Relation {
    /// Of the relation.
    id: Uuid,
    #[schemars(with = "Label")]
    label: String,
    /// Whether it leads to the other or from it.
    #[schemars(extend("enum" = ["out", "in"]))]
    direction: &'static str,
    /// What stands at the other end of the relation.
    entity: OtherEnd,
    /// Passages that say so, at most 5.
    chunk_ids: Vec<Uuid>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct OtherEnd {
    /// By which it is asked for.
    id: Uuid,
    /// As the sources write it.
    name: String,
    /// term: defined in a text; body: a committee, an office.
    #[schemars(with = "Kind")]
    kind: String,
    /// The title of an article, the meaning of a term; else empty.
    description: String,
}

async fn entity(State(state): State<AppState>, Path(id): Path<String>) -> Result<axum::Json<EntityAround>> {
    let none = || problem::no_entity(&id);
    let key: Uuid = id.parse().map_err(|_| none())?;
    let entity = state.store().entity(key).await?.ok_or_else(none)?;
    let around = state.store().neighbours(key, MOST).await?;
    let evidence = state.store().passages_of_entity(key, PASSAGES).await?;
    let relations = around.into_iter().map(Relation::from).collect();
    Ok(axum::Json(EntityAround { entity, relations, evidence }))
}

impl From<Neighbour> for Relation {
    fn from(neighbour: Neighbour) -> Self {
        let Neighbour { relation_id, label, outward, id, name, kind, description, chunks } = neighbour;
        Self {
            id: relation_id,
            label,
            direction: if outward { "out" } else { "in" },
            entity: OtherEnd { id, name, kind, description },
            chunk_ids: chunks,
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct WantedRelations {
    /// Only such.
    label: Option<Label>,
    /// The last relation of the page before.
    after: Option<Uuid>,
    /// How many at most.
    #[schemars(extend("default" = 50))]
    limit: Option<Whole<1, MOST>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ListRelationsAnswer")]
struct Relations {
    /// The relations.
    relations: Vec<Edge>,
}

async fn relations(
    State(state): State<AppState>,
    Query(wanted): Query<WantedRelations>,
) -> Result<axum::Json<Relations>> {
    let limit = wanted.limit.map_or(PAGE, |limit| limit.0);
    let label = wanted.label.map(Label::name);
    let relations = state.store().edges_after(wanted.after.unwrap_or_default(), label, limit).await?;
    Ok(axum::Json(Relations { relations }))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct WantedThemes {
    /// Words of names and sentences; what has the most of them comes first.
    #[serde(default)]
    query: String,
    /// How many at most.
    #[schemars(extend("default" = 50))]
    limit: Option<Whole<1, MOST>>,
    /// How many are left out before.
    #[serde(default)]
    #[schemars(extend("default" = 0))]
    offset: Count,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ListThemesAnswer")]
struct Themes {
    /// The themes.
    themes: Vec<Theme>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Theme {
    #[serde(flatten)]
    theme: ThemeRow,
    /// What is said of it: each sentence is quoted from its passage, or was found supported by it.
    sentences: Vec<ThemeSentence>,
}

async fn themes(
    State(state): State<AppState>,
    Query(wanted): Query<WantedThemes>,
) -> Result<axum::Json<Themes>> {
    let page = (wanted.limit.map_or(PAGE, |limit| limit.0), wanted.offset.0);
    let terms = search_terms(&wanted.query.replace('\0', " "));
    let found = state.store().themes_about(&terms, page).await?;
    let ids: Vec<Uuid> = found.iter().map(|theme| theme.id).collect();
    let said = state.store().theme_sentences(&ids).await?;
    let themes = found.into_iter().map(|theme| {
        let sentences = said.iter().filter(|sentence| sentence.theme_id == theme.id).cloned().collect();
        Theme { theme, sentences }
    });
    Ok(axum::Json(Themes { themes: themes.collect() }))
}

/// Around an entity, or what an answer speaks of.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Around {
    /// The entity in the middle; either this or messageId.
    entity: Option<Uuid>,
    /// The answer whose cited passages are meant.
    message_id: Option<Uuid>,
    /// Steps from the entity.
    #[schemars(extend("default" = 1))]
    depth: Option<Whole<1, 2>>,
    /// Entities at most.
    #[schemars(extend("default" = 40))]
    limit: Option<Whole<1, MOST>>,
}

async fn neighbourhood(
    State(state): State<AppState>,
    Query(around): Query<Around>,
) -> Result<axum::Json<Neighbourhood>> {
    let limit = usize::try_from(around.limit.map_or(DRAWN, |limit| limit.0)).unwrap_or_default();
    let depth = usize::try_from(around.depth.map_or(1, |depth| depth.0)).unwrap_or(1);
    let found = match (around.entity, around.message_id) {
        (Some(id), None) => {
            let found = state.store().neighbourhood(id, depth, limit).await?;
            found.ok_or_else(|| problem::no_entity(id))?
        }
        (None, Some(id)) => {
            let message = state.store().message(id).await?;
            let message = message.ok_or_else(|| problem::no_message(id))?;
            state.store().said_in(&cited(&message.metadata), limit).await?
        }
        _ => {
            return Err(problem::entity_or_message());
        }
    };
    Ok(axum::Json(found))
}

/// The passages that an answer cites.
fn cited(metadata: &Value) -> Vec<Uuid> {
    let references = metadata["references_table"].as_array().into_iter().flatten();
    references.filter_map(|reference| reference["chunk_id"].as_str()?.parse().ok()).collect()
}
