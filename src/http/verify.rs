//! `POST /api/verify` and `POST /query/verified`.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::input::Object;
use super::problem::{self, code};
use super::routes::{BUSY, MODEL_FAULT, Routes, post, written};
use super::wire::{self, CitedSource};
use super::{AppState, Error, Json, Result, State, fault};
use stet_answer::report::{self, CONFIDENCE, Layers};
use stet_ask::{Mode, Once, OnceError, Places, Question, digits, warnings};
use stet_store::Scope::{Ask, Read};
use stet_store::clean;
use stet_text::language;
use stet_text::span::Utf16Map;
use stet_verify::{GivenSource, Outcome, Task};

pub(super) fn routes() -> Routes {
    Routes::of([
        post("/api/verify", verify_text, "verify", "verification", Read)
            .says("Check a text against given or stored sources", "글을 주어진 출처나 저장된 출처로 확인하기")
            .about(
                "In answer, [N] cites the N-th source. Without context, passages are looked up among the \
                 stored sources. Nothing is stored.",
            )
            .example(json!({
                "answer": "The library opens at nine [1].",
                "context": ["The library opens at nine in the morning."]
            }))
            .answers("The verdict.")
            .gives(200, "VerifyResult"),
        post("/query/verified", query_verified, "queryVerified", "verification", Ask)
            .says("Ask, and get the checked answer as a whole", "질문하고 확인된 답변을 한 번에 받기")
            .example(json!({ "question": "When does the library open?" }))
            .answers("The answer before and after the gate.")
            .gives(200, "QueryResult")
            .refuses(&[MODEL_FAULT, BUSY]),
    ])
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct VerifyRequest {
    /// Finds better passages than the answer when there is no context.
    question: Option<String>,
    /// The text that is to be checked, with its marks.
    #[schemars(regex(pattern = r"[^\s\u0000]"))]
    answer: String,
    /// What the marks lead to, in order: `[1]` is the first.
    #[serde(default, deserialize_with = "context")]
    #[schemars(with = "Option<Vec<ContextItem>>")]
    context: Vec<ContextItem>,
    /// Stored sources to look in; not together with context.
    source_ids: Option<Vec<Uuid>>,
    /// Which checks are made.
    layers: Option<Object<Layers>>,
    /// By words alone, without a model.
    #[schemars(extend("default" = false))]
    quick: Option<bool>,
    /// Whether a text that cites nothing is at fault.
    #[schemars(extend("default" = false))]
    require_citations: Option<bool>,
    /// Least confidence of a verified text.
    #[schemars(range(min = 0, max = 1))]
    threshold: Option<f32>,
}

/// A source in a request: bare text, or text with its title, file and page. Other members are left to the caller.
#[derive(Debug, Deserialize)]
struct ContextItem {
    id: Option<String>,
    #[serde(alias = "section_title", alias = "sectionTitle")]
    title: Option<String>,
    #[serde(alias = "source_file", alias = "fileName")]
    file: Option<String>,
    #[serde(alias = "source_page")]
    page: Option<u32>,
    #[serde(alias = "text", alias = "section_content", alias = "sectionContent")]
    content: String,
}

written!(ContextItem, "ContextItem");

/// Reads a list of texts and objects, none where it is null; unlike an untagged enum it says what is wrong with an
/// object.
fn context<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Vec<ContextItem>, D::Error> {
    struct Item(ContextItem);
    struct Reader;

    impl<'de> Visitor<'de> for Reader {
        type Value = Item;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str(fault::CONTEXT_ITEM)
        }

        fn visit_str<E: serde::de::Error>(self, text: &str) -> std::result::Result<Item, E> {
            let content = text.to_owned();
            Ok(Item(ContextItem { id: None, title: None, file: None, page: None, content }))
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> std::result::Result<Item, A::Error> {
            ContextItem::deserialize(MapAccessDeserializer::new(map)).map(Item)
        }
    }

    impl<'de> Deserialize<'de> for Item {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
            deserializer.deserialize_any(Reader)
        }
    }

    let items = Option::<Vec<Item>>::deserialize(deserializer)?;
    Ok(items.into_iter().flatten().map(|Item(item)| item).collect())
}

impl ContextItem {
    fn given(self, at: usize) -> GivenSource {
        let Self { id, title, file, page, content } = self;
        GivenSource {
            id: id.unwrap_or_else(|| format!("source-{}", at + 1)),
            title: match (file, title) {
                (Some(file), Some(title)) => Some(format!("{file} — {title}")),
                (file, title) => file.or(title),
            },
            page,
            text: content,
            ..GivenSource::default()
        }
    }
}

async fn verify_text(State(state): State<AppState>, Json(body): Json<VerifyRequest>) -> Result<Response> {
    if clean(&body.answer).trim().is_empty() {
        return Err(problem::nothing_to_verify());
    }
    let threshold = body.threshold.unwrap_or(CONFIDENCE);
    if !(0.0..=1.0).contains(&threshold) {
        return Err(problem::share_outside("threshold"));
    }
    let source_ids = body.source_ids.unwrap_or_default();
    if !body.context.is_empty() && !source_ids.is_empty() {
        return Err(problem::context_and_sources());
    }
    let started = Instant::now();
    let mut policy =
        state.asker.policy(language(&stet_verify::comments::left_out(&body.answer, 0)), Some(false)).await?;
    stet_verify::given_text(&mut policy, state.config().gate.attribute);
    let mut sources: Vec<GivenSource> =
        body.context.into_iter().enumerate().map(|(at, item)| item.given(at)).collect();
    if sources.is_empty() {
        let regulations = policy.regulations.clone();
        let (question, regulations) = (body.question.as_deref(), regulations.as_deref());
        sources = stet_verify::stored(&state.asker, &body.answer, question, &source_ids, regulations).await?;
    } else {
        // What is given is all there is: regulations of the store say nothing about another document.
        policy.regulations = stet_verify::regulations(&sources);
    }
    let task = Arc::new(Task {
        deltas: vec![body.answer],
        head: 0,
        question: body.question,
        sources,
        layers: body.layers.unwrap_or_default().0,
        quick: body.quick.unwrap_or(false),
        require_citations: body.require_citations.unwrap_or(false),
        threshold,
    });
    let outcome = stet_verify::run(&task, policy, &state.asker.behind()).await;
    let places = state.asker.places(outcome.sentences.iter()).await;
    // What is told of a long text is many times as long.
    let told =
        tokio::task::spawn_blocking(move || verified(&task, &outcome, &places, started).to_string()).await;
    let told = told.map_err(|fault| Error::internal(&fault))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], told).into_response())
}

fn verified(task: &Task, outcome: &Outcome, places: &Places, started: Instant) -> Value {
    let report = &outcome.report;
    json!({
        "verified": report.verified,
        "confidence": digits(report.confidence),
        "issues": report.issues,
        "reasoning": report.reasoning,
        "citations_valid": report.citations_valid,
        "badge": report.badge,
        "accuracy_rate": report.accuracy_rate.map(digits),
        "counts": report.counts,
        "layers": outcome.layers,
        "sentences": sentences(task, outcome),
        "corrected": outcome.text,
        "verification_log": report.log.iter().map(|entry| {
            let source = entry.source.and_then(|at| task.sources.get(at));
            let place = entry.article.as_ref().and_then(|article| places.get(article));
            let mut told = json!({
                "citation_number": entry.citation_number, "mark": entry.mark, "statement": entry.statement,
                "source_file": source
                    .map(|source| source.title.as_ref().unwrap_or(&source.id))
                    .or(place.map(|(file, _)| file)),
                "source_page": entry
                    .page
                    .or_else(|| source.and_then(|source| source.page))
                    .or_else(|| place.and_then(|(_, page)| *page)),
                "is_accurate": entry.is_accurate, "confidence": digits(entry.confidence),
                "explanation": entry.explanation, "status": entry.status,
            });
            if let Some(by) = entry.by {
                told["by"] = json!(by);
            }
            told
        }).collect::<Vec<_>>(),
        "warnings": warnings(&outcome.sentences, |at| task.sources.get(at).map(|source| source.text.as_str())),
        "sources": task.sources.iter().filter(|source| !source.text.is_empty()).map(|source| json!({
            "id": source.id, "title": source.title, "page": source.page,
        })).collect::<Vec<_>>(),
        "processing_time_ms": u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
    })
}

/// The sentences of a verification; offsets are those of the corrected text.
fn sentences(task: &Task, outcome: &Outcome) -> Vec<Value> {
    let map = Utf16Map::new(&outcome.text);
    let given = task.deltas.concat();
    let before = Utf16Map::new(&given);
    outcome
        .sentences
        .iter()
        .zip(&outcome.origins)
        .map(|(report, origin)| {
            let sentence = wire::sentence(report, &map, &|at| {
                let source = task.sources.get(at)?;
                Some(CitedSource { id: &source.id, chunk_id: None, text: &source.text })
            });
            let mut sentence = json!(sentence);
            sentence["text"] = json!(report.span.of(&outcome.text));
            sentence["origin"] =
                json!({ "start": before.to_utf16(origin.start), "end": before.to_utf16(origin.end) });
            sentence
        })
        .collect()
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct QueryRequest {
    /// The question.
    #[schemars(regex(pattern = r"[^\s\u0000]"))]
    question: String,
    /// The ways of looking up sources; see [`Mode`].
    mode: Option<Mode>,
    /// In place of that of the settings.
    #[schemars(range(min = 0, max = 1))]
    confidence_threshold: Option<f32>,
}

async fn query_verified(
    State(state): State<AppState>,
    Json(body): Json<QueryRequest>,
) -> Result<axum::Json<Value>> {
    let threshold = body.confidence_threshold.unwrap_or(CONFIDENCE);
    if !(0.0..=1.0).contains(&threshold) {
        return Err(problem::share_outside("confidence_threshold"));
    }
    if clean(&body.question).trim().is_empty() {
        return Err(problem::empty_question("question"));
    }
    let started = Instant::now();
    let question =
        Question { text: body.question, mode: body.mode.unwrap_or_default(), ..Question::default() };
    let gone = CancellationToken::new();
    let once = state.asker.ask_once(question, &gone, |_| {}).await.map_err(|fault| match fault {
        OnceError::Ask(fault) => fault.into(),
        OnceError::Failed { message, .. } => Error::new(code::MODEL, [message.clone(), message]),
        OnceError::Ended => problem::busy(2),
    })?;
    let Once { written, corrected, metadata } = once;
    Ok(axum::Json(json!({
        "original_answer": written,
        "corrected_answer": corrected,
        "mode": metadata.query.mode.unwrap_or(Mode::Naive),
        "sources": metadata.sources,
        "removed_citations": metadata.removed_citations,
        "accuracy_rate": metadata.accuracy_rate.map(digits),
        "verification_log": metadata.verification_log,
        "verified": report::is_verified(metadata.badge, metadata.confidence, threshold),
        "badge": metadata.badge,
        "confidence": digits(metadata.confidence),
        "processing_time_ms": u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
    })))
}
