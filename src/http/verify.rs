//! `POST /api/verify` and `POST /query/verified`.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::input::Object;
use super::problem::{self, code};
use super::routes::{BUSY, MODEL_FAULT, Routes, post, written};
use super::wire::{self, CitedSource, SentenceData};
use super::{AppState, Error, Json, Result, State, fault};
use stet_answer::report::{self, Badge, CONFIDENCE, Counts, Layer, Layers, LogEntry};
use stet_ask::{
    Mode, Once, OnceError, Places, Question, Related, RemovedEntry, SourceCard, VerificationEntry, digits,
    warnings,
};
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
            .returns::<VerifyResult>(200),
        post("/query/verified", query_verified, "queryVerified", "verification", Ask)
            .says("Ask, and get the checked answer as a whole", "질문하고 확인된 답변을 한 번에 받기")
            .example(json!({ "question": "When does the library open?" }))
            .answers("The answer before and after the gate.")
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
        let quick = body.quick.unwrap_or(false);
        sources = stet_verify::stored(&state.asker, &body.answer, question, &source_ids, regulations, quick)
            .await?;
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
    let told = tokio::task::spawn_blocking(move || {
        serde_json::to_string(&verified(&task, &outcome, &places, started))
    })
    .await;
    let told = told.map_err(|fault| Error::internal(&fault))?.map_err(|fault| Error::internal(&fault))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], told).into_response())
}

#[derive(Debug, Serialize, JsonSchema)]
struct VerifyResult<'a> {
    /// Whether the text came to its end and is as its sources say.
    verified: bool,
    /// Of the whole, from 0 to 1.
    confidence: f64,
    /// What is wrong with the text, in words.
    issues: &'a [String],
    /// Why the text has its badge, in words.
    reasoning: &'a str,
    /// No mark had to be taken out.
    citations_valid: bool,
    badge: Badge,
    /// Share of the judged citations that are accurate; null where none was judged.
    accuracy_rate: Option<f64>,
    /// How many sentences are what.
    counts: Counts,
    /// The checks that the text went through.
    layers: &'a [Layer],
    /// Every sentence, with its verdict.
    sentences: Vec<VerifiedSentence<'a>>,
    /// The text with the citations that survived.
    corrected: &'a str,
    /// The verdict on every claim that cites something.
    verification_log: Vec<VerificationEntry>,
    /// What the cited sources warn of, at most five.
    warnings: Vec<String>,
    /// The sources, by number.
    sources: Vec<VerifiedSource<'a>>,
    /// How long it took.
    processing_time_ms: u64,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct VerifiedSource<'a> {
    /// By which it is asked for.
    id: &'a str,
    /// For people to read.
    title: Option<&'a str>,
    /// Page in the file, from 1; null where it has none.
    page: Option<u32>,
}

/// Offsets are UTF-16 code units in the corrected text.
#[derive(Debug, Serialize, JsonSchema)]
struct VerifiedSentence<'a> {
    #[serde(flatten)]
    sentence: SentenceData<'a>,
    /// The words.
    text: &'a str,
    origin: Origin,
}

/// Where the sentence stands in the text that was given, in UTF-16 code units.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Origin {
    /// Begin of the place, in UTF-16 code units.
    start: usize,
    /// End of the place, exclusive, in UTF-16 code units.
    end: usize,
}

fn verified<'a>(task: &'a Task, outcome: &'a Outcome, places: &Places, started: Instant) -> VerifyResult<'a> {
    let report = &outcome.report;
    let sources = task.sources.iter().filter(|source| !source.text.is_empty());
    let logged = |entry: &LogEntry| {
        let source = entry.source.and_then(|at| task.sources.get(at));
        let source = source.map(|source| (source.title.as_deref().unwrap_or(&source.id), source.page));
        stet_ask::placed(entry.clone(), source, places)
    };
    VerifyResult {
        verified: report.verified,
        confidence: digits(report.confidence),
        issues: &report.issues,
        reasoning: &report.reasoning,
        citations_valid: report.citations_valid,
        badge: report.badge,
        accuracy_rate: report.accuracy_rate.map(digits),
        counts: report.counts,
        layers: &outcome.layers,
        sentences: sentences(task, outcome),
        corrected: &outcome.text,
        verification_log: report.log.iter().map(logged).collect(),
        warnings: warnings(&outcome.sentences, |at| task.sources.get(at).map(|source| source.text.as_str())),
        sources: sources
            .map(|source| VerifiedSource {
                id: &source.id,
                title: source.title.as_deref(),
                page: source.page,
            })
            .collect(),
        processing_time_ms: milliseconds(started),
    }
}

fn milliseconds(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// The sentences of a verification; offsets are those of the corrected text.
fn sentences<'a>(task: &'a Task, outcome: &'a Outcome) -> Vec<VerifiedSentence<'a>> {
    let map = Utf16Map::new(&outcome.text);
    let given = task.deltas.concat();
    let before = Utf16Map::new(&given);
    let sentences = outcome.sentences.iter().zip(&outcome.origins);
    sentences
        .map(|(report, origin)| {
            let sentence = wire::sentence(report, &map, &|at| {
                let source = task.sources.get(at)?;
                Some(CitedSource { id: &source.id, chunk_id: None, text: &source.text })
            });
            let origin = Origin { start: before.to_utf16(origin.start), end: before.to_utf16(origin.end) };
            VerifiedSentence { sentence, text: report.span.of(&outcome.text), origin }
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

#[derive(Debug, Serialize, JsonSchema)]
struct QueryResult {
    /// What the model wrote, before the gate.
    original_answer: String,
    /// The answer behind the gate.
    corrected_answer: String,
    mode: Mode,
    /// The sources, by number.
    sources: Vec<SourceCard>,
    /// Marks that were taken out, with why.
    removed_citations: Vec<RemovedEntry>,
    /// Share of the judged citations that are accurate; null where none was judged.
    accuracy_rate: Option<f64>,
    /// The verdict on every claim that cites something.
    verification_log: Vec<VerificationEntry>,
    /// Whether the text came to its end and is as its sources say.
    verified: bool,
    badge: Badge,
    /// Of the whole, from 0 to 1.
    confidence: f64,
    /// Where the answer says that the sources do not tell: the passage that may tell it all the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    related: Option<Related>,
    /// How long it took.
    processing_time_ms: u64,
}

async fn query_verified(
    State(state): State<AppState>,
    Json(body): Json<QueryRequest>,
) -> Result<axum::Json<QueryResult>> {
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
    Ok(axum::Json(QueryResult {
        original_answer: written,
        corrected_answer: corrected,
        mode: metadata.query.mode.unwrap_or(Mode::Naive),
        verified: report::is_verified(metadata.badge, metadata.confidence, threshold),
        sources: metadata.sources,
        removed_citations: metadata.removed_citations,
        accuracy_rate: metadata.accuracy_rate.map(digits),
        verification_log: metadata.verification_log,
        badge: metadata.badge,
        confidence: digits(metadata.confidence),
        related: metadata.related,
        processing_time_ms: milliseconds(started),
    }))
}
