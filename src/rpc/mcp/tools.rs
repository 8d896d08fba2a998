//! The tools: what each takes, does by a use case, and tells, as text for a model and as an object for a program.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{Mcp, Progress};
use stet_answer::report::{CONFIDENCE, Layers};
use stet_answer::{SentenceReport, State};
use stet_ask::{AskError, Event, OnceError, Question, StepState, digits};
use stet_criteria::blocks::Form;
use stet_host::apart::apart;
use stet_packs::{Rulebook, built_in, spared, unfinished};
use stet_patch::{patches, riskiest};
use stet_text::{Language, language};
use stet_verify::{GivenSource, Task};

pub(super) const NAMES: [&str; 5] = ["search", "ask", "verify", "classify_patch", "lint"];

/// Most passages of a search, and how many there are where nothing is said.
const MOST_HITS: usize = 50;
const USUAL_HITS: usize = 8;
/// Longest text that a tool takes, in bytes.
const LONGEST: usize = 1 << 20;

/// The tools as a client lists them. What is in both languages is an object of `ko` and `en` in the file.
pub(super) fn list(language: Language) -> Value {
    let mut tools = serde_json::from_str(include_str!("tools.json")).unwrap_or_default();
    speak(&mut tools, if language == Language::Ko { "ko" } else { "en" });
    tools
}

fn speak(value: &mut Value, language: &str) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| speak(item, language)),
        Value::Object(members) if members.len() == 2 && members.contains_key("ko") => {
            *value = members.remove(language).unwrap_or_default();
        }
        Value::Object(members) => members.values_mut().for_each(|member| speak(member, language)),
        _ => {}
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Search {
    query: String,
    top_k: Option<usize>,
    #[serde(default)]
    source_ids: Vec<Uuid>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Ask {
    question: String,
    language: Option<Language>,
    #[serde(default)]
    source_ids: Vec<Uuid>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Verify {
    text: String,
    #[serde(default)]
    sources: Vec<Source>,
    #[serde(default)]
    source_ids: Vec<Uuid>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    title: Option<String>,
    text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Classify {
    before: String,
    after: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lint {
    text: String,
    #[serde(default)]
    packs: Vec<String>,
}

/// What a tool tells: in words, and as an object.
type Told = Result<(String, Value), String>;

impl Mcp {
    /// The result of a tool; `None` where there is none of that name. What goes wrong is a result, too, so that the model
    /// reads it and may try again.
    pub(super) async fn call(
        &self,
        name: &str,
        arguments: Value,
        progress: &mut Progress<'_>,
        gone: &CancellationToken,
    ) -> Option<Value> {
        let told = async {
            Ok(Some(match name {
                "search" => self.search(self.parse(arguments)?).await?,
                "ask" => self.ask(self.parse(arguments)?, progress, gone).await?,
                "verify" => self.verify(self.parse(arguments)?).await?,
                "classify_patch" => self.classify(self.parse(arguments)?).await?,
                "lint" => self.lint(self.parse(arguments)?).await?,
                _ => return Ok(None),
            }))
        };
        let told: Result<Option<_>, String> = told.await;
        Some(match told.transpose()? {
            Ok((text, object)) => {
                json!({ "content": [{ "type": "text", "text": text }], "structuredContent": object })
            }
            Err(fault) => json!({ "content": [{ "type": "text", "text": fault }], "isError": true }),
        })
    }

    fn parse<T: DeserializeOwned>(&self, arguments: Value) -> Result<T, String> {
        serde_json::from_value(arguments).map_err(|fault| {
            self.say(
                &format!("인자를 읽을 수 없습니다: {fault}"),
                &format!("The arguments cannot be read: {fault}"),
            )
        })
    }

    /// A text that is not empty and not too long.
    fn usable(&self, name: &str, text: &str) -> Result<(), String> {
        if text.trim().is_empty() {
            return Err(self.say(&format!("{name}이(가) 비어 있습니다."), &format!("`{name}` is empty.")));
        }
        if text.len() > LONGEST {
            return Err(self.say(
                &format!("{name}이(가) 너무 깁니다. 최대 {LONGEST}바이트입니다."),
                &format!("`{name}` is too long: at most {LONGEST} bytes are taken."),
            ));
        }
        Ok(())
    }

    fn fault(&self, fault: &AskError) -> String {
        tracing::warn!(%fault, "a tool failed");
        fault.message(self.language)
    }

    async fn search(&self, Search { query, top_k, source_ids }: Search) -> Told {
        self.usable("query", &query)?;
        let top_k = top_k.unwrap_or(USUAL_HITS).clamp(1, MOST_HITS);
        let hits =
            self.asker.search_in(&query, &source_ids, top_k).await.map_err(|fault| self.fault(&fault))?;
        let mut text = String::new();
        let mut told = Vec::new();
        for (number, hit) in (1..).zip(&hits) {
            let chunk = &hit.chunk;
            let page = chunk.page.map(|page| self.say(&format!(", {page}쪽"), &format!(", p. {page}")));
            let _ = writeln!(
                text,
                "{number}. {}{} ({:.2})\n{}\n",
                chunk.title,
                page.unwrap_or_default(),
                hit.score,
                chunk.content.trim()
            );
            told.push(json!({
                "chunkId": chunk.id, "sourceId": chunk.document_id, "title": chunk.title,
                "fileName": chunk.file_name, "page": chunk.page, "score": hit.score, "text": chunk.content,
            }));
        }
        if told.is_empty() {
            text = self.say("출처에서 찾은 것이 없습니다.", "Nothing was found in the sources.");
        }
        Ok((text, json!({ "hits": told })))
    }

    async fn ask(&self, ask: Ask, progress: &mut Progress<'_>, gone: &CancellationToken) -> Told {
        self.usable("question", &ask.question)?;
        let question = Question {
            text: ask.question,
            language: ask.language,
            documents: ask.source_ids,
            ..Question::default()
        };
        let mut sentences: Vec<SentenceReport> = Vec::new();
        let hear = |event: &Event| match event {
            Event::Step { step, state: StepState::Running | StepState::Done, detail, .. } => {
                progress.tell(format!("{} {detail}", step.name()).trim());
            }
            Event::Sentence { report, .. } => {
                progress.tell(&report.statement);
                match sentences.iter_mut().find(|known| known.index == report.index) {
                    Some(known) => known.clone_from(report),
                    None => sentences.push((**report).clone()),
                }
            }
            Event::Superseded { .. } => sentences.clear(),
            _ => {}
        };
        let once = self.asker.ask_once(question, gone, hear).await.map_err(|fault| match fault {
            OnceError::Ask(fault) => self.fault(&fault),
            OnceError::Failed { message, .. } => message,
            OnceError::Ended => {
                self.say("답변이 끝나기 전에 멈췄습니다.", "The answer was stopped before its end.")
            }
        })?;
        let metadata = &once.metadata;
        let sources: Vec<Value> = metadata
            .sources
            .iter()
            .map(|card| {
                json!({
                    "chunkId": card.chunk_id, "sourceId": card.document_id, "title": card.title, "page": card.page,
                    "url": card.url, "grade": card.grade,
                })
            })
            .collect();
        let told: Vec<Value> = sentences
            .iter()
            .map(
                |report| json!({ "text": report.statement, "status": report.state, "reason": report.reason }),
            )
            .collect();
        let mut text = format!("{}\n\n({})", once.corrected.trim(), metadata.reasoning);
        if let Some(related) = &metadata.related {
            let _ = write!(text, "\n\n→ {}", related.words(metadata.language));
        }
        Ok((
            text,
            json!({
                "answer": once.corrected, "verified": metadata.verified, "badge": metadata.badge,
                "confidence": digits(metadata.confidence), "reasoning": metadata.reasoning, "sources": sources,
                "sentences": told, "removedCitations": metadata.removed_citations, "warnings": metadata.warnings,
                "related": metadata.related,
            }),
        ))
    }

    async fn verify(&self, Verify { text, sources, source_ids }: Verify) -> Told {
        self.usable("text", &text)?;
        let config = &self.asker.config;
        let policy = self.asker.policy(language(&text), Some(false)).await;
        let mut policy = policy.map_err(|fault| self.fault(&fault))?;
        let mut given: Vec<GivenSource> = (1..)
            .zip(sources)
            .map(|(number, source): (usize, Source)| GivenSource {
                id: number.to_string(),
                title: source.title,
                text: source.text,
                ..GivenSource::default()
            })
            .collect();
        if given.is_empty() {
            let regulations = policy.regulations.clone();
            let stored =
                stet_verify::stored(&self.asker, &text, None, &source_ids, regulations.as_deref(), false)
                    .await;
            given = stored.map_err(|fault| self.fault(&fault))?;
        } else {
            policy.regulations = stet_verify::regulations(&given);
        }
        stet_verify::given_text(&mut policy, config.gate.attribute);
        let task = Arc::new(Task {
            head: stet_verify::front_matter(&text),
            deltas: vec![text],
            sources: given,
            layers: Layers::default(),
            threshold: CONFIDENCE,
            ..Task::default()
        });
        let outcome = stet_verify::run(&task, policy, &self.asker.behind()).await;
        let sentences: Vec<Value> = outcome.sentences.iter().map(|report| sentence(&task, report)).collect();
        let report = &outcome.report;
        let mut told = format!("{}\n", report.reasoning);
        for (report, told_as) in outcome.sentences.iter().zip(&sentences) {
            let is_open = report.state == State::Uncited && report.against.is_none();
            if is_open || matches!(report.state, State::Supported | State::NotAClaim) {
                continue;
            }
            let _ = writeln!(told, "\n✗ {}\n  {}", report.statement, report.reason);
            if let Some(passage) = told_as["against"]["text"].as_str() {
                let _ = writeln!(
                    told,
                    "  ↳ {}: {passage}",
                    told_as["against"]["source"].as_str().unwrap_or_default()
                );
            }
        }
        Ok((
            told,
            json!({
                "verified": report.verified, "badge": report.badge, "confidence": digits(report.confidence),
                "reasoning": report.reasoning, "issues": report.issues, "sentences": sentences,
                "corrected": outcome.text,
            }),
        ))
    }

    async fn classify(&self, Classify { before, after }: Classify) -> Told {
        for (name, text) in [("before", &before), ("after", &after)] {
            if text.len() > LONGEST {
                self.usable(name, text)?;
            }
        }
        let patches = apart(move || patches(&before, &after)).await;
        let mut text = String::new();
        for patch in &patches {
            let _ = writeln!(
                text,
                "{} {:?} → {:?}",
                json!(patch.category).as_str().unwrap_or_default(),
                patch.before,
                patch.after
            );
            for reason in &patch.reasons {
                let _ = writeln!(text, "  {reason}");
            }
        }
        if patches.is_empty() {
            text = self.say("바뀐 것이 없습니다.", "Nothing has changed.");
        }
        let told: Vec<Value> = patches
            .iter()
            .map(|patch| {
                json!({
                    "op": patch.op, "before": patch.before, "after": patch.after, "category": patch.category,
                    "risk": digits(patch.risk), "reasons": patch.reasons,
                })
            })
            .collect();
        Ok((text, json!({ "category": riskiest(&patches), "patches": told })))
    }

    async fn lint(&self, Lint { text, packs }: Lint) -> Told {
        self.usable("text", &text)?;
        let own = built_in();
        let (mut chosen, mut stored) = (Vec::new(), Vec::new());
        for name in &packs {
            match (own.iter().find(|pack| pack.id == *name), name.parse()) {
                (Some(pack), _) => chosen.push(pack.clone()),
                (None, Ok(id)) => stored.push(id),
                (None, Err(_)) => {
                    let known: Vec<&str> = own.iter().map(|pack| pack.id.as_str()).collect();
                    let known = known.join(", ");
                    return Err(self.say(
                        &format!("`{name}`이라는 규칙 묶음이 없습니다. Stet에 들어 있는 것: {known}"),
                        &format!("There is no pack `{name}`; with Stet come {known}."),
                    ));
                }
            }
        }
        if packs.is_empty() {
            let prefix = if language(&text) == Language::Ko { "ko-" } else { "en-" };
            chosen.extend(own.into_iter().filter(|pack| pack.id.starts_with(prefix)));
        }
        for pack in &mut chosen {
            pack.is_active = true;
        }
        let stored = Rulebook::load(&self.asker.store, &stored, None).await;
        let stored = stored.map_err(|fault| fault.message(self.language))?;
        let spared = spared(&self.asker.store, None).await;
        let own = Rulebook::new(chosen).sparing(spared.map_err(|fault| fault.message(self.language))?);
        let [mut linted, more] = [&own, &stored].map(|book| book.check(&text, Form::Markdown));
        linted.unfinished.extend(more.unfinished);
        let mut breaches = linted.breaches;
        breaches.extend(more.breaches);
        breaches.sort_by_key(|breach| breach.span.start);
        let mut told = Vec::new();
        let mut words = String::new();
        for breach in &breaches {
            let before = text.get(..breach.span.start).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            let _ = writeln!(words, "{line}:{column} {} {}", breach.rule_id, breach.message);
            told.push(json!({
                "ruleId": breach.rule_id, "severity": breach.severity, "line": line, "column": column,
                "text": breach.span.of(&text), "message": breach.message, "replacement": breach.replacement,
            }));
        }
        if told.is_empty() && linted.unfinished.is_empty() {
            words = format!("{}\n", self.say("어긴 규칙이 없습니다.", "No rule is broken."));
        }
        let mut result = json!({ "breaches": told });
        let why = unfinished(self.language).to_owned();
        let not = linted.unfinished.iter().map(|id| (id.as_str(), why.clone()));
        let idle = [&own, &stored].into_iter().flat_map(|book| book.idle(self.language));
        let not: Vec<(&str, String)> = not.chain(idle).collect();
        if !not.is_empty() {
            for (id, why) in &not {
                let _ = writeln!(words, "{id}: {why}");
            }
            result["notChecked"] =
                not.iter().map(|(id, why)| json!({ "ruleId": id, "reason": why })).collect();
        }
        Ok((words, result))
    }
}

/// A sentence of a text that was checked, with the words of the sources.
fn sentence(task: &Task, report: &SentenceReport) -> Value {
    let named = |at: usize| task.sources.get(at).map(|source| source.title.as_ref().unwrap_or(&source.id));
    let citations: Vec<Value> = report
        .citations
        .iter()
        .map(|citation| {
            let source = task.sources.get(citation.source);
            json!({
                "mark": citation.mark, "source": named(citation.source), "page": citation.page,
                "text": source.zip(citation.evidence).map(|(source, span)| span.of(&source.text)),
            })
        })
        .collect();
    let against = report.against.as_ref().and_then(|against| {
        let source = task.sources.get(against.source)?;
        Some(json!({
            "source": named(against.source), "page": against.page, "text": against.passage.of(&source.text),
        }))
    });
    let removed: Vec<Value> = report
        .removed
        .iter()
        .map(|removed| json!({ "mark": removed.mark, "reason": removed.reason }))
        .collect();
    json!({
        "text": report.statement, "status": report.state, "score": digits(report.score), "reason": report.reason,
        "citations": citations, "removed": removed, "against": against,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_every_tool_in_both_languages() {
        for language in [Language::Ko, Language::En] {
            let tools = list(language);
            let names: Vec<&str> =
                tools.as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str()).collect();
            assert_eq!(names, NAMES);
            assert_eq!(tools[0]["inputSchema"]["properties"]["topK"]["maximum"], MOST_HITS);
            assert_eq!(tools[0]["inputSchema"]["properties"]["topK"]["default"], USUAL_HITS);
            let told = tools.to_string();
            assert!(!told.contains("\"ko\":"), "{told}");
            assert_eq!(told.contains("출처"), language == Language::Ko);
        }
    }
}
