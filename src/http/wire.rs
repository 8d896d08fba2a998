//! The only file that knows the JSON of the wire: events of an answer to parts of the AI SDK's UI message stream.
//!
//! Owns part names and shapes (wire.md) and the one conversion from bytes to UTF-16 code units; the parts are the
//! same over SSE, WebSocket and replay, because an [`Encoder`] is a function of the events alone.

pub(super) mod comment;
pub(super) mod patch;
pub(super) mod revise;
mod sentence;
pub(super) mod statute;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};

pub(super) use self::sentence::{CitedSource, sentence};
use self::sentence::{SdkCitation, SentenceData, round, utf16};
use stet_answer::SentenceReport;
use stet_ask::{Event, FinishReason, Metadata, SourceCard, TextId};
use stet_text::span::Utf16Steps;

/// Turns the events of one answer, from its first on, into parts.
#[derive(Debug, Default)]
pub struct Encoder {
    /// The last one is that which is written.
    texts: Vec<(TextId, Shown)>,
    sources: Vec<(SourceCard, Arc<str>)>,
    /// Citations for `text-end`, by sentence.
    cited: BTreeMap<usize, Vec<SdkCitation>>,
    /// The text that began last: the message, unless another follows.
    current: Option<TextId>,
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

#[derive(Serialize)]
struct SentencePart<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    id: String,
    data: SentenceData<'a>,
}

impl Encoder {
    /// Writes the part of an event as JSON. Events must come in their order, none left out.
    pub fn write(&mut self, event: &Event, out: &mut Vec<u8>) {
        // Writing to memory does not fail, and parts have nothing that JSON lacks.
        let _ = match event {
            Event::Text { text_id, delta } => {
                self.text(text_id).text.push_str(delta);
                serde_json::to_writer(out, &TextDelta { kind: "text-delta", id: text_id, delta })
            }
            Event::Sentence { text_id, report } => {
                serde_json::to_writer(out, &self.sentence(text_id, report))
            }
            _ => serde_json::to_writer(out, &self.part(event)),
        };
    }

    fn text(&mut self, id: &TextId) -> &mut Shown {
        shown_as(&mut self.texts, id)
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
                self.sources.push(((**card).clone(), text.clone()));
                source(card)
            }
            Event::TextStart { text_id } => {
                *self.text(text_id) = Shown::default();
                self.current = Some(Arc::clone(text_id));
                self.cited.clear();
                // Clients keep no id of a text; this is how a sentence finds its text again.
                json!({
                    "type": "text-start", "id": text_id,
                    "providerMetadata": { "stet": { "textId": text_id } },
                })
            }
            Event::Text { text_id, delta } => {
                self.text(text_id).text.push_str(delta);
                json!({ "type": "text-delta", "id": text_id, "delta": delta })
            }
            Event::Sentence { text_id, report } => {
                serde_json::to_value(self.sentence(text_id, report)).unwrap_or_default()
            }
            Event::Edit { text_id, edit } => {
                let Shown { text, steps } = self.text(text_id);
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
                    "sentence": format!("s{}", breach.sentence), "textId": self.current, "message": breach.message,
                },
            }),
            Event::Superseded { text_id, reason } => json!({
                "type": "data-superseded", "id": text_id, "data": { "textId": text_id, "reason": reason },
            }),
            Event::TextEnd { text_id } => json!({
                "type": "text-end", "id": text_id, "citations": std::mem::take(&mut self.cited)
                    .into_values()
                    .flatten()
                    .filter_map(|citation| citation.part(&self.sources))
                    .collect::<Vec<_>>(),
            }),
            Event::Metadata(metadata) => json!({
                "type": "message-metadata", "messageMetadata": self.structured(metadata),
            }),
            Event::Finish { reason, metadata } => json!({
                "type": "finish", "finishReason": finish_reason(*reason),
                "messageMetadata": self.structured(metadata),
            }),
            Event::Abort { reason } => json!({ "type": "abort", "reason": reason }),
            Event::Error { message, .. } => json!({ "type": "error", "errorText": message }),
        }
    }

    /// The structured result: the metadata with the text that it is about.
    fn structured(&self, metadata: &Metadata) -> Value {
        let mut value = self::metadata(metadata);
        let current = self.current.as_ref();
        let text = current.and_then(|current| self.texts.iter().find(|(id, _)| id == current));
        value["answer"] = json!(text.map_or("", |(_, shown)| &shown.text));
        value
    }

    fn sentence<'a>(&'a mut self, text_id: &'a TextId, report: &'a SentenceReport) -> SentencePart<'a> {
        let Shown { text, steps } = shown_as(&mut self.texts, text_id);
        let map = steps.map(text);
        let sources = &self.sources;
        let mut data = sentence(report, &map, &|at| {
            let (card, text) = sources.get(at)?;
            let chunk_id = Some(card.chunk_id.as_str()).filter(|id| !id.is_empty());
            Some(CitedSource { id: &card.source_id, chunk_id, text })
        });
        data.text_id = Some(text_id);
        let cited = report.citations.iter().map(|citation| SdkCitation::new(citation, &map)).collect();
        self.cited.insert(report.index, cited);
        SentencePart { kind: "data-sentence", id: format!("s{}", report.index), data }
    }
}

/// The text of this id, which is the last one for nearly every event.
fn shown_as<'t>(texts: &'t mut Vec<(TextId, Shown)>, id: &TextId) -> &'t mut Shown {
    let known = texts.iter().rposition(|(known, _)| Arc::ptr_eq(known, id) || known == id);
    let at = known.unwrap_or_else(|| {
        texts.push((Arc::clone(id), Shown::default()));
        texts.len() - 1
    });
    &mut texts[at].1
}

fn source(card: &SourceCard) -> Value {
    if let Some(url) = &card.url {
        return json!({
            "type": "source-url", "sourceId": card.source_id, "url": url, "title": card.title,
            "providerMetadata": { "stet": { "grade": card.grade, "score": round(card.score) } },
        });
    }
    let mut part = json!({
        "type": "source-document", "sourceId": card.source_id, "mediaType": card.media_type,
        "title": card.title, "filename": card.file_name,
        "providerMetadata": { "stet": {
            "documentId": card.document_id, "chunkId": card.chunk_id, "page": card.page,
            "grade": card.grade, "score": round(card.score),
        } },
    });
    if card.recognised {
        part["providerMetadata"]["stet"]["recognised"] = json!(true);
    }
    if let Some(article) = &card.article {
        part["providerMetadata"]["stet"]["article"] = statute::source_article(article);
    }
    part
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
