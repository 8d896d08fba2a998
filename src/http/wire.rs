//! The only file that knows the JSON of the wire: events of an answer to parts of the AI SDK's UI message stream.
//!
//! Owns part names and shapes (wire.md) and the one conversion from bytes to UTF-16 code units; the parts are the
//! same over SSE, WebSocket and replay, because an [`Encoder`] is a function of the events alone.

pub(super) mod patch;
pub(super) mod revise;
pub(super) mod statute;

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use serde_json::{Value, json};

use crate::ask::{Event, FinishReason, Metadata, SourceCard};
use crate::domain::answer::{Citation, RemovedCitation, SentenceReport};
use crate::domain::span::{Span, Utf16Map, Utf16Steps, utf16_len};

/// Turns the events of one answer, from its first on, into parts.
#[derive(Debug, Default)]
pub struct Encoder {
    texts: HashMap<String, Shown>,
    sources: Vec<(SourceCard, String)>,
    /// Citations for `text-end`, by sentence.
    cited: BTreeMap<usize, Vec<Value>>,
}

/// A text as the client has it.
#[derive(Debug, Default)]
struct Shown {
    text: String,
    steps: Utf16Steps,
}

/// A text delta, which is most of what is sent; the rest is [`Encoder::part`]'s.
#[derive(Serialize)]
struct TextDelta<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    id: &'a str,
    delta: &'a str,
}

impl Encoder {
    /// Writes the part of an event as JSON. Events must come in their order, none left out.
    pub fn write(&mut self, event: &Event, out: &mut Vec<u8>) {
        // Writing to memory does not fail, and parts have nothing that JSON lacks.
        if let Event::Text { text_id, delta } = event {
            self.grow(text_id, delta);
            let _ = serde_json::to_writer(out, &TextDelta { kind: "text-delta", id: text_id, delta });
        } else {
            let _ = serde_json::to_writer(out, &self.part(event));
        }
    }

    fn grow(&mut self, text_id: &str, delta: &str) {
        match self.texts.get_mut(text_id) {
            Some(shown) => shown.text.push_str(delta),
            None => self.texts.entry(text_id.to_owned()).or_default().text.push_str(delta),
        }
    }

    /// The part of an event. Events must come in their order, none left out.
    pub fn part(&mut self, event: &Event) -> Value {
        match event {
            Event::Start { message_id } => json!({
                "type": "start", "messageId": message_id, "messageMetadata": { "verified": "pending" },
            }),
            Event::Step { step, state, detail } => json!({
                "type": "data-step", "id": step.name(),
                "data": { "name": step.name(), "state": state.name(), "detail": detail },
            }),
            Event::Source { card, text } => {
                self.sources.push((card.clone(), text.clone()));
                source(card)
            }
            Event::TextStart { text_id } => {
                self.texts.insert(text_id.clone(), Shown::default());
                // Clients keep no id of a text; this is how a sentence finds its text again.
                json!({
                    "type": "text-start", "id": text_id,
                    "providerMetadata": { "stet": { "textId": text_id } },
                })
            }
            Event::Text { text_id, delta } => {
                self.grow(text_id, delta);
                json!({ "type": "text-delta", "id": text_id, "delta": delta })
            }
            Event::Sentence { text_id, report } => self.sentence(text_id, report),
            Event::Edit { text_id, edit } => {
                let Shown { text, steps } = self.texts.entry(text_id.clone()).or_default();
                let (start, end) = utf16(text, edit.span);
                if text.get(edit.span.start..edit.span.end).is_some() {
                    text.replace_range(edit.span.start..edit.span.end, &edit.replacement);
                    steps.cut(edit.span.start);
                }
                json!({
                    "type": "data-edit", "id": format!("e{}", edit.seq),
                    "data": {
                        "seq": edit.seq, "textId": text_id, "start": start, "end": end,
                        "replacement": edit.replacement, "reason": edit.reason,
                    },
                })
            }
            Event::Criteria(breach) => json!({
                "type": "data-criteria",
                "id": format!("{}/{}/s{}", breach.pack_id, breach.rule_id, breach.sentence),
                "data": {
                    "packId": breach.pack_id, "ruleId": breach.rule_id,
                    "sentence": format!("s{}", breach.sentence), "message": breach.message,
                },
            }),
            Event::Superseded { text_id, reason } => json!({
                "type": "data-superseded", "id": text_id, "data": { "textId": text_id, "reason": reason },
            }),
            Event::TextEnd { text_id } => json!({
                "type": "text-end", "id": text_id, "citations": std::mem::take(&mut self.cited).into_values().flatten().collect::<Vec<_>>(),
            }),
            Event::Metadata(metadata) => json!({
                "type": "message-metadata", "messageMetadata": self::metadata(metadata),
            }),
            Event::Finish { reason, metadata } => json!({
                "type": "finish", "finishReason": finish_reason(*reason),
                "messageMetadata": self::metadata(metadata),
            }),
            Event::Abort { reason } => json!({ "type": "abort", "reason": reason }),
            Event::Error { message } => json!({ "type": "error", "errorText": message }),
        }
    }

    fn sentence(&mut self, text_id: &str, report: &SentenceReport) -> Value {
        let mut unknown = Shown::default();
        let Shown { text, steps } = self.texts.get_mut(text_id).unwrap_or(&mut unknown);
        let map = steps.map(text);
        let sources = &self.sources;
        let mut data = sentence(report, &map, &|at| {
            let (card, text) = sources.get(at)?;
            Some(CitedSource { id: &card.source_id, chunk_id: Some(&card.chunk_id), page: card.page, text })
        });
        data["textId"] = json!(text_id);
        let cited =
            report.citations.iter().filter_map(|citation| sdk_citation(sources, &map, citation)).collect();
        self.cited.insert(report.index, cited);
        json!({ "type": "data-sentence", "id": format!("s{}", report.index), "data": data })
    }
}

/// A citation in the shape of the AI SDK 7, which older clients ignore.
fn sdk_citation(sources: &[(SourceCard, String)], map: &Utf16Map<'_>, citation: &Citation) -> Option<Value> {
    let (card, text) = sources.get(citation.source)?;
    let mut value = json!({
        "source": {
            "type": "source", "sourceType": "document", "id": card.source_id, "mediaType": card.media_type,
            "title": card.title, "filename": card.file_name,
        },
        "startIndex": map.to_utf16(citation.span.start), "endIndex": map.to_utf16(citation.span.end),
    });
    if let Some(span) = citation.evidence {
        value["citedText"] = json!(span.of(text));
    }
    Some(value)
}

/// A source that a sentence cites.
#[derive(Debug, Clone, Copy)]
pub(super) struct CitedSource<'a> {
    pub id: &'a str,
    /// The stored passage, when it is one.
    pub chunk_id: Option<&'a str>,
    pub page: Option<u32>,
    pub text: &'a str,
}

/// A sentence as `data-sentence` and the verifying routes give it; `map` is that of the text it stands in.
pub(super) fn sentence<'a>(
    report: &SentenceReport,
    map: &Utf16Map<'_>,
    source: &dyn Fn(usize) -> Option<CitedSource<'a>>,
) -> Value {
    let citation = |citation: &Citation| {
        let source = source(citation.source);
        let evidence = source.zip(citation.evidence).map(|(source, span)| {
            let (start, end) = utf16(source.text, span);
            let mut evidence = json!({
                "page": source.page, "start": start, "end": end, "text": span.of(source.text),
            });
            if let Some(chunk) = source.chunk_id {
                evidence["chunkId"] = json!(chunk);
            }
            evidence
        });
        json!({
            "number": citation.number, "mark": citation.mark, "sourceId": source.map(|source| source.id),
            "start": map.to_utf16(citation.span.start), "end": map.to_utf16(citation.span.end),
            "evidence": evidence,
        })
    };
    json!({
        "index": report.index, "start": map.to_utf16(report.span.start), "end": map.to_utf16(report.span.end),
        "kind": report.kind, "status": report.state, "score": round(report.score), "reason": report.reason,
        "veto": report.veto, "citations": report.citations.iter().map(citation).collect::<Vec<_>>(),
        "statutes": report.statutes.iter().map(|found| statute::statute(map, found)).collect::<Vec<_>>(),
        "removed": report.removed.iter().map(removed).collect::<Vec<_>>(),
    })
}

fn source(card: &SourceCard) -> Value {
    let mut part = json!({
        "type": "source-document", "sourceId": card.source_id, "mediaType": card.media_type,
        "title": card.title, "filename": card.file_name,
        "providerMetadata": { "stet": {
            "documentId": card.document_id, "chunkId": card.chunk_id, "page": card.page,
            "grade": card.grade, "score": round(card.score),
        } },
    });
    if let Some(article) = &card.article {
        part["providerMetadata"]["stet"]["article"] = statute::source_article(article);
    }
    part
}

fn removed(removed: &RemovedCitation) -> Value {
    json!({ "mark": removed.mark, "reason": removed.reason })
}

/// Message metadata as it is sent and stored (gate.md §5).
#[must_use]
pub fn metadata(metadata: &Metadata) -> Value {
    serde_json::to_value(metadata).unwrap_or_default()
}

/// Only the reasons that AI SDK clients know.
const fn finish_reason(reason: FinishReason) -> &'static str {
    match reason {
        FinishReason::Stop => "stop",
        FinishReason::Length => "length",
        FinishReason::ContentFilter => "content-filter",
        FinishReason::Error => "error",
        FinishReason::Other => "other",
    }
}

fn utf16(text: &str, span: Span) -> (usize, usize) {
    // An offset inside a character counts as its start.
    let (start, end) = (text.floor_char_boundary(span.start), text.floor_char_boundary(span.end));
    let before = utf16_len(text.get(..start).unwrap_or_default());
    (before, before + utf16_len(text.get(start..end).unwrap_or_default()))
}

/// Three decimals are enough for a reader, and keep frames short.
fn round(score: f32) -> f64 {
    (f64::from(score) * 1000.0).round() / 1000.0
}
