//! `/api/criteria-packs`: the writer's rules, kept in versions, imported and tried out.

use axum::Extension;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::auth::Subject;
use super::error::More;
use super::error::accepted_language;
use super::input::{Body, misshapen};
use super::problem;
use super::routes::{NOT_FOUND, Routes, delete, get, post, put, reference};
use super::rule_file::unreadable;
use super::timestamp::timestamp;
use super::{AppState, Error, Json, Query, Result, State};
use stet_criteria::Pack;
use stet_criteria::blocks::Form;
use stet_criteria::compile::{Compiled, Mistake, Problem};
use stet_criteria::keys::UnknownKey;
use stet_drafts::MAX_TEXT;
use stet_host::apart::apart;
use stet_llm::judge::rules;
use stet_packs::{Given, Rulebook, pack_of};
use stet_segment::segment;
use stet_store::CriteriaPack;
use stet_store::Scope::{Read, Write};
use stet_text::span::Utf16Map;
use stet_text::{Language, counted, language};

pub(super) fn routes() -> Routes {
    Routes::of([
        get("/api/criteria-packs", list, "listPacks", "criteria", Read)
            .says("Criteria packs", "규칙 묶음 목록")
            .gives(200, "PackList"),
        post("/api/criteria-packs", create, "createPack", "criteria", Write)
            .says("Keep a new pack", "새 규칙 묶음")
            .takes("application/json", reference("PackInput"))
            .audit("pack.create")
            .example(house_style("House style"))
            .answers("The pack. Rules that cannot run are named in the member problems of a 400.")
            .gives(201, "Pack"),
        get("/api/criteria-packs/examples", examples, "examplePacks", "criteria", Read)
            .says("The packs that come with Stet", "함께 오는 규칙 묶음")
            .gives(200, "ExamplePacks"),
        post("/api/criteria-packs/import", import_file, "importPack", "criteria", Write)
            .says("Import JSON, YAML, or a Vale style as ZIP", "규칙 파일 가져오기")
            .audit("pack.import")
            .takes("application/octet-stream", json!({}))
            .gives(201, "Pack"),
        get("/api/criteria-packs/{id}", read, "readPack", "criteria", Read)
            .says("A pack", "규칙 묶음")
            .gives(200, "Pack")
            .refuses(&[NOT_FOUND]),
        put("/api/criteria-packs/{id}", replace, "replacePack", "criteria", Write)
            .says("Store a new version of a pack", "규칙 묶음 고치기")
            .takes("application/json", reference("PackInput"))
            .audit("pack.replace")
            .example(house_style("House style, second edition"))
            .gives(200, "Pack")
            .refuses(&[NOT_FOUND]),
        delete("/api/criteria-packs/{id}", remove, "deletePack", "criteria", Write)
            .says("Delete a pack", "규칙 묶음 지우기")
            .audit("pack.delete")
            .refuses(&[NOT_FOUND]),
        get("/api/criteria-packs/{id}/versions", versions, "packVersions", "criteria", Read)
            .says("Every version of a pack", "규칙 묶음의 판")
            .gives(200, "PackVersions")
            .refuses(&[NOT_FOUND]),
        post("/api/criteria-packs/{id}/lint", try_out, "lintText", "criteria", Read)
            .says("Check a text against a pack", "글을 규칙에 비추어 보기")
            .example(json!({ "text": "We utilise it.", "model": false }))
            .gives(200, "LintResult")
            .refuses(&[NOT_FOUND]),
    ])
}

/// A pack of one rule.
fn house_style(name: &str) -> Value {
    json!({
        "name": name,
        "criteriaDefinition": {
            "rules": [
                {
                    "id": "utilise",
                    "kind": "must_not",
                    "text": "Write “use” for “utilise”.",
                    "severity": "warning",
                    "pattern": "utilise",
                    "replacement": "use"
                }
            ]
        }
    })
}

fn body_of(row: &CriteriaPack) -> Value {
    let mut value = serde_json::to_value(pack_of(row)).unwrap_or_default();
    value["createdAt"] = json!(timestamp(row.created_at));
    value["updatedAt"] = json!(timestamp(row.updated_at));
    value
}

/// A pack whose every rule can run, or the problem that names those that cannot.
fn usable(Given { pack, problems, .. }: Given, language: Language) -> Result<Pack> {
    if let Some(first) = problems.first() {
        let place = if first.rule_id.is_empty() { first.field.to_owned() } else { first.rule_id.clone() };
        let count = [problems.len().to_string(), counted(problems.len(), "rule")];
        let [ko, en] = [Language::Ko, Language::En].map(|language| first.words(language));
        let error = problem::pack_unfit([&count[0], &count[1]], place, [&ko, &en]);
        let told = |problem: &Problem| json!({ "ruleId": problem.rule_id, "field": problem.field, "message": problem.words(language) });
        return Err(
            error.with(More { problems: Some(problems.iter().map(told).collect()), ..More::default() })
        );
    }
    if pack.name.trim().is_empty() {
        return Err(problem::pack_without_name());
    }
    Ok(pack)
}

/// What is said of a rule, or a part of it, that an import leaves out.
fn not_run(problem: &Problem, language: Language) -> String {
    let why = problem.words(language);
    match language {
        Language::Ko => format!("쓰지 않습니다: {why}"),
        Language::En => format!("not run: {why}"),
    }
}

/// The pack in the body of a request.
fn given(body: &Value) -> Result<Given> {
    let given = Given::of(body);
    let is_misshapen = given.problems.iter().any(|problem| matches!(problem.mistake, Mistake::Shape(_)));
    match is_misshapen.then(|| misshapen::<Pack>(body)).flatten() {
        Some(error) => Err(error),
        None => Ok(given),
    }
}

fn unknown(id: &str) -> Error {
    problem::no_pack(id)
}

async fn find(state: &AppState, id: &str) -> Result<CriteriaPack> {
    let parsed: Uuid = id.parse().map_err(|_| unknown(id))?;
    state.store().criteria_pack(parsed).await?.ok_or_else(|| unknown(id))
}

async fn list(State(state): State<AppState>) -> Result<axum::Json<Value>> {
    let packs = state.store().criteria_packs().await?;
    Ok(axum::Json(json!({ "packs": packs.iter().map(body_of).collect::<Vec<_>>() })))
}

async fn examples() -> axum::Json<Value> {
    axum::Json(json!({ "packs": stet_packs::built_in() }))
}

/// A saved pack, and what of the request was not read.
fn saved(row: &CriteriaPack, unknown: &[UnknownKey], headers: &HeaderMap) -> Value {
    let language = accepted_language(headers);
    let mut body = body_of(row);
    if !unknown.is_empty() {
        let warning = |unknown: &UnknownKey| json!({ "ruleId": unknown.rule_id, "field": unknown.key, "message": unknown.words(language) });
        body["warnings"] = unknown.iter().map(warning).collect();
    }
    body
}

async fn create(
    State(state): State<AppState>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Result<Response> {
    let given = given(&body)?;
    let unknown = given.unknown.clone();
    let row =
        stet_packs::save(state.store(), Uuid::now_v7(), &usable(given, accepted_language(&headers))?).await?;
    let subject = Subject(format!("{} ({})", row.name, row.id));
    Ok((StatusCode::CREATED, Extension(subject), axum::Json(saved(&row, &unknown, &headers))).into_response())
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct File {
    /// Name of the file; names a pack that has no name of its own.
    #[serde(default)]
    name: String,
}

async fn import_file(
    State(state): State<AppState>,
    Query(file): Query<File>,
    headers: HeaderMap,
    Body(bytes): Body,
) -> Result<Response> {
    let name = if file.name.trim().is_empty() { "rules" } else { file.name.trim() };
    let files = state.ingest.rules(name, bytes.to_vec()).await?;
    let files = files.map_err(|fault| {
        let (ko, en) = unreadable(&fault);
        problem::rules_unread([&ko, &en])
    })?;
    let given = {
        let name = name.to_owned();
        apart(move || stet_packs::given(&name, files)).await
    };
    let language = accepted_language(&headers);
    let (unknown, left_out) = (given.unknown.clone(), given.problems.clone());
    // What cannot run is left out and told, as long as anything runs.
    let runs = given.clone().running().map(|given| Given { problems: Vec::new(), ..given });
    let row = stet_packs::import(state.store(), &usable(runs.unwrap_or(given), language)?).await?;
    let subject = Subject(format!("{} ({})", row.name, row.id));
    let mut body = saved(&row, &unknown, &headers);
    let told = |problem: &Problem| json!({ "ruleId": problem.rule_id, "field": problem.field, "message": not_run(problem, language) });
    let told: Vec<Value> = left_out.iter().map(told).collect();
    if !told.is_empty() {
        let known = body["warnings"].as_array().cloned().unwrap_or_default();
        body["warnings"] = told.into_iter().chain(known).collect();
    }
    Ok((StatusCode::CREATED, Extension(subject), axum::Json(body)).into_response())
}

async fn read(State(state): State<AppState>, Path(id): Path<String>) -> Result<axum::Json<Value>> {
    Ok(axum::Json(body_of(&find(&state, &id).await?)))
}

async fn replace(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Result<axum::Json<Value>> {
    let known = find(&state, &id).await?;
    let given = given(&body)?;
    let unknown = given.unknown.clone();
    let row = stet_packs::save(state.store(), known.id, &usable(given, accepted_language(&headers))?).await?;
    Ok(axum::Json(saved(&row, &unknown, &headers)))
}

async fn remove(State(state): State<AppState>, Path(id): Path<String>) -> Result<StatusCode> {
    let known = find(&state, &id).await?;
    state.store().delete_criteria_pack(known.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn versions(State(state): State<AppState>, Path(id): Path<String>) -> Result<axum::Json<Value>> {
    let known = find(&state, &id).await?;
    let versions = state.store().criteria_pack_versions(known.id).await?;
    let versions: Vec<Value> = versions
        .into_iter()
        .map(|(version, definition, at)| {
            json!({ "version": version, "criteriaDefinition": definition, "createdAt": timestamp(at) })
        })
        .collect();
    Ok(axum::Json(json!({ "versions": versions })))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct LintTextRequest {
    /// The whole text, as Markdown.
    text: String,
    /// false: rules without a pattern are not judged.
    #[serde(default = "yes")]
    model: bool,
    /// The draft that the text is of: what was set aside in it is passed over.
    draft_id: Option<Uuid>,
}

pub(super) const fn yes() -> bool {
    true
}

async fn try_out(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Json(body): Json<LintTextRequest>,
) -> Result<axum::Json<Value>> {
    if body.text.len() > MAX_TEXT {
        return Err(problem::text_too_large(MAX_TEXT));
    }
    let mut pack = pack_of(&find(&state, &id).await?);
    // Trying a pack out does not need it to be switched on.
    pack.is_active = true;
    let spared = stet_packs::spared(state.store(), body.draft_id).await?;
    let book = Rulebook::new(vec![pack]).sparing(spared);
    Ok(axum::Json(lint_text(&state, book, body.text, body.model).await?))
}

/// What a text breaks: by patterns, and for rules that have none, by the model's judgement. Rules that nobody
/// checked are named.
pub(super) async fn lint_text(state: &AppState, book: Rulebook, text: String, model: bool) -> Result<Value> {
    let judge = state.asker.judge.as_ref().filter(|_| model);
    let told = if model {
        let worded: Vec<&Compiled> = book.rules().iter().filter(|rule| rule.is_worded()).collect();
        let sentences = if worded.is_empty() { Vec::new() } else { segment(&text) };
        rules::check(judge, language(&text), &worded, &text, &sentences).await
    } else {
        rules::not_asked(language(&text), book.rules())
    };
    let work = apart(move || {
        let map = Utf16Map::new(&text);
        let worded: Vec<&Compiled> = book.rules().iter().filter(|rule| rule.is_worded()).collect();
        let mut breaches: Vec<(usize, Value)> = Vec::new();
        let linted = book.check(&text, Form::Markdown);
        for breach in linted.breaches {
            let value = json!({
                "ruleId": breach.rule_id, "severity": breach.severity,
                "start": map.to_utf16(breach.span.start), "end": map.to_utf16(breach.span.end),
                "message": breach.message, "replacement": breach.replacement, "judgedBy": "pattern",
            });
            breaches.push((breach.span.start, value));
        }
        let passed = book.spared().of(&text);
        for finding in &told.findings {
            let Some(rule) = worded.get(finding.rule).map(|rule| &rule.rule) else { continue };
            if passed.over(&rule.id, finding.span, 0) {
                continue;
            }
            let words = format!("{} ({})", rule.text.trim(), finding.explanation);
            let value = json!({
                "ruleId": rule.id, "severity": rule.severity,
                "start": map.to_utf16(finding.span.start), "end": map.to_utf16(finding.span.end),
                "message": words.trim_end_matches(" ()"), "replacement": null, "judgedBy": "model",
            });
            breaches.push((finding.span.start, value));
        }
        breaches.sort_by_key(|(start, _)| *start);
        let breaches: Vec<Value> = breaches.into_iter().map(|(_, value)| value).collect();
        let too_long = stet_packs::unfinished(language(&text));
        let unsearched = linted.unfinished.iter().map(|id| json!({ "ruleId": id, "reason": too_long }));
        let unchecked = told.unchecked.iter().map(|rule| json!(rule)).chain(unsearched);
        json!({ "breaches": breaches, "notChecked": unchecked.collect::<Vec<_>>() })
    });
    Ok(work.await)
}
