//! `/api/criteria-packs`: the writer's rules, kept in versions, imported and tried out.

use axum::Extension;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::auth::Subject;
use super::error::accepted_language;
use super::error::{More, Warning};
use super::input::{Body, read_value};
use super::problem;
use super::routes::{Created, NOT_FOUND, Routes, delete, get, post, put, reference};
use super::rule_file::unreadable;
use super::timestamp::Timestamp;
use super::{AppState, Error, Json, Query, Result, State};
use stet_criteria::blocks::Form;
use stet_criteria::compile::{Compiled, Mistake, Problem};
use stet_criteria::keys::UnknownKey;
use stet_criteria::{Definition, Pack, Rule, Severity};
use stet_drafts::MAX_TEXT;
use stet_host::apart::apart;
use stet_llm::judge::rules::{self, Unchecked};
use stet_packs::{Given, Rulebook, pack_of};
use stet_segment::segment;
use stet_store::CriteriaPack;
use stet_store::Scope::{Read, Write};
use stet_text::span::Utf16Map;
use stet_text::{Language, counted, language};

pub(super) fn routes() -> Routes {
    Routes::of([
        get("/api/criteria-packs", list, "listPacks", "criteria", Read)
            .says("Criteria packs", "규칙 묶음 목록"),
        post("/api/criteria-packs", create, "createPack", "criteria", Write)
            .says("Keep a new pack", "새 규칙 묶음")
            .takes("application/json", reference("PackInput"))
            .audit("pack.create")
            .example(house_style("House style"))
            .answers("The pack. Rules that cannot run are named in the member problems of a 400."),
        get("/api/criteria-packs/examples", examples, "examplePacks", "criteria", Read)
            .says("The packs that come with Stet", "함께 오는 규칙 묶음"),
        post("/api/criteria-packs/import", import_file, "importPack", "criteria", Write)
            .says("Import JSON, YAML, or a Vale style as ZIP", "규칙 파일 가져오기")
            .audit("pack.import")
            .takes("application/octet-stream", json!({})),
        post("/api/criteria-packs/lint", try_rules, "lintRules", "criteria", Read)
            .says("Check a text against rules that are not kept", "저장하지 않은 규칙에 글을 비추어 보기")
            .example(json!({
                "text": "We utilise it.",
                "rules": [{
                    "id": "use", "kind": "must_not", "severity": "warning",
                    "check": { "extends": "substitution", "swap": { "utilise": "use" }, "inflect": true }
                }]
            })),
        get("/api/criteria-packs/{id}", read, "readPack", "criteria", Read)
            .says("A pack", "규칙 묶음")
            .refuses(&[NOT_FOUND]),
        put("/api/criteria-packs/{id}", replace, "replacePack", "criteria", Write)
            .says("Store a new version of a pack", "규칙 묶음 고치기")
            .takes("application/json", reference("PackInput"))
            .audit("pack.replace")
            .example(house_style("House style, second edition"))
            .refuses(&[NOT_FOUND]),
        delete("/api/criteria-packs/{id}", remove, "deletePack", "criteria", Write)
            .says("Delete a pack", "규칙 묶음 지우기")
            .audit("pack.delete")
            .refuses(&[NOT_FOUND]),
        get("/api/criteria-packs/{id}/versions", versions, "packVersions", "criteria", Read)
            .says("Every version of a pack", "규칙 묶음의 판")
            .refuses(&[NOT_FOUND]),
        post("/api/criteria-packs/{id}/lint", try_out, "lintText", "criteria", Read)
            .says("Check a text against a pack", "글을 규칙에 비추어 보기")
            .example(json!({ "text": "We utilise it.", "model": false }))
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

/// A pack as it is kept.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Pack")]
struct KeptPack {
    #[serde(flatten)]
    content: Pack,
    /// When it was made.
    created_at: Timestamp,
    /// When it was changed last.
    updated_at: Timestamp,
    /// Where a pack is saved: keys of what was sent that are not known and were not read, misspelt ones mostly, and what of a
    /// file does not run. Absent when there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<Warning>,
}

impl KeptPack {
    fn of(row: &CriteriaPack, warnings: Vec<Warning>) -> Self {
        let (created_at, updated_at) = (Timestamp(row.created_at), Timestamp(row.updated_at));
        Self { content: pack_of(row), created_at, updated_at, warnings }
    }
}

fn warning(problem: &Problem, message: String) -> Warning {
    Warning { rule_id: problem.rule_id.clone(), field: problem.field.to_owned(), message }
}

/// A pack whose every rule can run, or the problem that names those that cannot.
fn usable(Given { pack, mut problems, .. }: Given, language: Language) -> Result<Pack> {
    // What Stet does not run is named by each lint.
    problems.retain(|problem| !problem.mistake.is_foreign());
    if let Some(first) = problems.first() {
        let place = if first.rule_id.is_empty() { first.field.to_owned() } else { first.rule_id.clone() };
        let count = [problems.len().to_string(), counted(problems.len(), "rule")];
        let [ko, en] = [Language::Ko, Language::En].map(|language| first.words(language));
        let error = problem::pack_unfit([&count[0], &count[1]], place, [&ko, &en]);
        let told = problems.iter().map(|problem| warning(problem, problem.words(language)));
        return Err(error.with(More { problems: Some(told.collect()), ..More::default() }));
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
    if is_misshapen {
        read_value::<Pack>("", body)?;
    }
    Ok(given)
}

fn unknown(id: &str) -> Error {
    problem::no_pack(id)
}

async fn find(state: &AppState, id: &str) -> Result<CriteriaPack> {
    let parsed: Uuid = id.parse().map_err(|_| unknown(id))?;
    state.store().criteria_pack(parsed).await?.ok_or_else(|| unknown(id))
}

#[derive(Debug, Serialize, JsonSchema)]
struct PackList {
    /// The packs.
    packs: Vec<KeptPack>,
}

async fn list(State(state): State<AppState>) -> Result<axum::Json<PackList>> {
    let packs = state.store().criteria_packs().await?;
    let packs = packs.iter().map(|row| KeptPack::of(row, Vec::new())).collect();
    Ok(axum::Json(PackList { packs }))
}

#[derive(Debug, Serialize, JsonSchema)]
struct ExamplePacks {
    /// The packs.
    packs: Vec<Pack>,
}

async fn examples() -> axum::Json<ExamplePacks> {
    axum::Json(ExamplePacks { packs: stet_packs::built_in() })
}

/// What of a request was not read.
fn unread(unknown: Vec<UnknownKey>, language: Language) -> impl Iterator<Item = Warning> {
    unknown.into_iter().map(move |unknown| Warning {
        message: unknown.words(language),
        rule_id: unknown.rule_id,
        field: unknown.key,
    })
}

/// Saves the pack of a request.
async fn saved(state: &AppState, id: Uuid, headers: &HeaderMap, body: &Value) -> Result<KeptPack> {
    let language = accepted_language(headers);
    let given = given(body)?;
    let warnings = unread(given.unknown.clone(), language).collect();
    let row = stet_packs::save(state.store(), id, &usable(given, language)?).await?;
    Ok(KeptPack::of(&row, warnings))
}

/// A pack that was made, with what the log calls it.
type Made = (Extension<Subject>, Created<KeptPack>);

fn made(pack: KeptPack) -> Made {
    (Extension(Subject(format!("{} ({})", pack.content.name, pack.content.id))), Created(pack))
}

async fn create(State(state): State<AppState>, headers: HeaderMap, Json(body): Json<Value>) -> Result<Made> {
    Ok(made(saved(&state, Uuid::now_v7(), &headers, &body).await?))
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
) -> Result<Made> {
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
    let left_out = given.problems.iter().map(|problem| warning(problem, not_run(problem, language)));
    let warnings = left_out.chain(unread(given.unknown.clone(), language)).collect();
    // What cannot run is left out and told, as long as anything runs.
    let runs = given.clone().running().map(|given| Given { problems: Vec::new(), ..given });
    let row = stet_packs::import(state.store(), &usable(runs.unwrap_or(given), language)?).await?;
    Ok(made(KeptPack::of(&row, warnings)))
}

async fn read(State(state): State<AppState>, Path(id): Path<String>) -> Result<axum::Json<KeptPack>> {
    Ok(axum::Json(KeptPack::of(&find(&state, &id).await?, Vec::new())))
}

async fn replace(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Result<axum::Json<KeptPack>> {
    let known = find(&state, &id).await?;
    Ok(axum::Json(saved(&state, known.id, &headers, &body).await?))
}

async fn remove(State(state): State<AppState>, Path(id): Path<String>) -> Result<StatusCode> {
    let known = find(&state, &id).await?;
    state.store().delete_criteria_pack(known.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Serialize, JsonSchema)]
struct PackVersions {
    /// All of them.
    versions: Vec<PackVersion>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
struct PackVersion {
    /// From 1; each change makes a new one.
    version: i32,
    /// The rules and examples.
    #[schemars(with = "Definition")]
    criteria_definition: Value,
    /// When it was made.
    created_at: Timestamp,
}

async fn versions(State(state): State<AppState>, Path(id): Path<String>) -> Result<axum::Json<PackVersions>> {
    let known = find(&state, &id).await?;
    let versions = state.store().criteria_pack_versions(known.id).await?;
    let versions = versions.into_iter().map(|(version, criteria_definition, at)| PackVersion {
        version,
        criteria_definition,
        created_at: Timestamp(at),
    });
    Ok(axum::Json(PackVersions { versions: versions.collect() }))
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
) -> Result<axum::Json<LintResult>> {
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

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct LintRulesRequest {
    /// The whole text, as Markdown.
    text: String,
    /// What it is checked against, by patterns alone: rules as a pack has them. Those that cannot run are named among those that were
    /// not checked.
    rules: Vec<serde_json::Map<String, Value>>,
    /// The draft that the text is of: what was set aside in it is passed over.
    draft_id: Option<Uuid>,
}

async fn try_rules(
    State(state): State<AppState>,
    Json(body): Json<LintRulesRequest>,
) -> Result<axum::Json<LintResult>> {
    if body.text.len() > MAX_TEXT {
        return Err(problem::text_too_large(MAX_TEXT));
    }
    let rules = Value::Array(body.rules.into_iter().map(Value::Object).collect());
    let definition = Definition { rules: read_value::<Vec<Rule>>("rules", &rules)?, ..Definition::default() };
    let pack = Pack { criteria_definition: definition, is_active: true, ..Pack::default() };
    let spared = stet_packs::spared(state.store(), body.draft_id).await?;
    let book = apart(move || Rulebook::new(vec![pack])).await.sparing(spared);
    Ok(axum::Json(lint_text(&state, book, body.text, false).await?))
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LintResult {
    /// What breaks a rule, in the order of the text.
    breaches: Vec<Breach>,
    /// Rules that nobody checked, with the reason.
    not_checked: Vec<Unchecked>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
struct Breach {
    /// Id of the rule.
    rule_id: String,
    /// How much it matters.
    severity: Severity,
    /// UTF-16 code units in the text.
    start: usize,
    /// End of the place, exclusive, in UTF-16 code units.
    end: usize,
    /// What is wrong, in words.
    message: String,
    /// What takes the place of the words; null where the rule proposes nothing.
    replacement: Option<String>,
    /// Whether a pattern found it, or a model.
    judged_by: JudgedBy,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum JudgedBy {
    Pattern,
    Model,
}

/// What a text breaks: by patterns, and for rules that have none, by the model's judgement. Rules that nobody
/// checked are named.
pub(super) async fn lint_text(
    state: &AppState,
    book: Rulebook,
    text: String,
    model: bool,
) -> Result<LintResult> {
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
        let linted = book.check(&text, Form::Markdown);
        let found = linted.breaches.into_iter().map(|breach| Breach {
            rule_id: breach.rule_id,
            severity: breach.severity,
            start: map.to_utf16(breach.span.start),
            end: map.to_utf16(breach.span.end),
            message: breach.message,
            replacement: breach.replacement,
            judged_by: JudgedBy::Pattern,
        });
        let mut breaches: Vec<Breach> = found.collect();
        let passed = book.spared().of(&text);
        for finding in &told.findings {
            let Some(rule) = worded.get(finding.rule).map(|rule| &rule.rule) else { continue };
            if passed.over(&rule.id, finding.span, 0) {
                continue;
            }
            let words = format!("{} ({})", rule.text.trim(), finding.explanation);
            breaches.push(Breach {
                rule_id: rule.id.clone(),
                severity: rule.severity,
                start: map.to_utf16(finding.span.start),
                end: map.to_utf16(finding.span.end),
                message: words.trim_end_matches(" ()").to_owned(),
                replacement: None,
                judged_by: JudgedBy::Model,
            });
        }
        breaches.sort_by_key(|breach| breach.start);
        let too_long = stet_packs::unfinished(language(&text));
        let unsearched = linted.unfinished.into_iter();
        let unsearched = unsearched.map(|rule_id| Unchecked { rule_id, reason: too_long.to_owned() });
        let idle = book.idle(language(&text));
        let idle = idle.map(|(rule_id, reason)| Unchecked { rule_id: rule_id.to_owned(), reason });
        LintResult {
            breaches,
            not_checked: told.unchecked.into_iter().chain(unsearched).chain(idle).collect(),
        }
    });
    Ok(work.await)
}
