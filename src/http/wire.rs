//! Events of an answer to parts of the AI SDK's UI message stream, whose names and shapes are [`part`]'s.
//!
//! Owns the one conversion from bytes to UTF-16 code units; the parts are the
//! same over SSE, WebSocket and replay, because an [`Encoder`] is a function of the events alone.

pub(super) mod comment;
pub(super) mod part;
pub(super) mod patch;
pub(super) mod revise;
mod sentence;
pub(super) mod statute;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use uuid::Uuid;

pub use self::part::Part;
use self::part::{
    MessageMetadata, PartAbort, PartCriteria, PartEdit, PartError, PartFinish, PartMetadata, PartSentence,
    PartSource, PartSourceUrl, PartStart, PartStep, PartSuperseded, PartTextDelta, PartTextEnd,
    PartTextStart, SentenceOfText,
};
use self::sentence::{Cited, utf16};
pub(super) use self::sentence::{CitedSource, SentenceData, sentence};
use stet_answer::SentenceReport;
use stet_ask::{Event, Metadata, SourceCard, TextId};
use stet_text::span::Utf16Steps;

/// Turns the events of one answer, from its first on, into parts.
#[derive(Debug, Default)]
pub struct Encoder {
    /// The last one is that which is written.
    texts: Vec<(TextId, Shown)>,
    sources: Vec<(SourceCard, Arc<str>)>,
    /// Citations for `text-end`, by sentence.
    cited: BTreeMap<usize, Vec<Cited>>,
    /// The text that began last: the message, unless another follows.
    current: Option<TextId>,
}

/// A text as the client has it.
#[derive(Debug, Default)]
struct Shown {
    text: String,
    steps: Utf16Steps,
}

impl Encoder {
    /// Writes the part of an event as JSON. Events must come in their order, none left out.
    pub fn write(&mut self, event: &Event, out: &mut Vec<u8>) {
        // Writing to memory does not fail, and parts have nothing that JSON lacks.
        let _ = serde_json::to_writer(out, &self.part(event));
    }

    fn text(&mut self, id: &TextId) -> &mut Shown {
        shown_as(&mut self.texts, id)
    }

    /// The part of an event. Events must come in their order, none left out.
    pub fn part<'a>(&'a mut self, event: &'a Event) -> Part<'a> {
        match event {
            Event::Start { message_id } => Part::Start(PartStart::new(message_id)),
            Event::Step { step, state, detail, told } => {
                Part::Step(PartStep::new(*step, *state, detail, told))
            }
            Event::Source { card, text } => {
                self.sources.push(((**card).clone(), text.clone()));
                match &card.url {
                    Some(url) => Part::SourceUrl(PartSourceUrl::new(card, url)),
                    None => Part::Source(PartSource::new(card)),
                }
            }
            Event::TextStart { text_id } => {
                *self.text(text_id) = Shown::default();
                self.current = Some(Arc::clone(text_id));
                self.cited.clear();
                Part::TextStart(PartTextStart::new(text_id))
            }
            Event::Text { text_id, delta } => {
                self.text(text_id).text.push_str(delta);
                Part::TextDelta(PartTextDelta { kind: "text-delta", id: text_id, delta })
            }
            Event::Sentence { text_id, report } => Part::Sentence(self.sentence(text_id, report)),
            Event::Edit { text_id, edit } => {
                let Shown { text, steps } = self.text(text_id);
                let (start, end) = utf16(text, edit.span);
                if text.get(edit.span.start..edit.span.end).is_some() {
                    text.replace_range(edit.span.start..edit.span.end, &edit.replacement);
                    steps.cut(edit.span.start);
                }
                Part::Edit(PartEdit::new(text_id, edit, (start, end)))
            }
            Event::Criteria(breach) => Part::Criteria(PartCriteria::new(breach, self.current.as_deref())),
            Event::Superseded { text_id, reason, told } => {
                Part::Superseded(PartSuperseded::new(text_id, reason, told))
            }
            Event::TextEnd { text_id } => {
                let cited = std::mem::take(&mut self.cited).into_values().flatten();
                let citations = cited.filter_map(|cited| cited.told(&self.sources)).collect();
                Part::TextEnd(PartTextEnd { kind: "text-end", id: text_id, citations })
            }
            Event::Metadata(metadata) => Part::Metadata(PartMetadata::new(self.structured(metadata))),
            Event::Finish { reason, metadata } => {
                Part::Finish(PartFinish::new(*reason, self.structured(metadata)))
            }
            Event::Abort { reason } => Part::Abort(PartAbort::new(reason)),
            Event::Error { message, .. } => Part::Error(PartError::new(message)),
        }
    }

    /// The structured result: the metadata with the text that it is about.
    fn structured<'a>(&'a self, metadata: &'a Metadata) -> MessageMetadata<'a> {
        let current = self.current.as_ref();
        let text = current.and_then(|current| self.texts.iter().find(|(id, _)| id == current));
        MessageMetadata { metadata, answer: text.map_or("", |(_, shown)| &shown.text) }
    }

    fn sentence<'a>(&'a mut self, text_id: &'a TextId, report: &'a SentenceReport) -> PartSentence<'a> {
        let Shown { text, steps } = shown_as(&mut self.texts, text_id);
        let map = steps.map(text);
        let sources = &self.sources;
        let sentence = sentence(report, &map, &|at| {
            let (card, text) = sources.get(at)?;
            let chunk_id = Some(card.chunk_id.as_str()).filter(|id| !id.is_empty());
            Some(CitedSource { id: &card.source_id, chunk_id, text })
        });
        let cited = report.citations.iter().map(|citation| Cited::new(citation, &map)).collect();
        self.cited.insert(report.index, cited);
        let (id, data) = (format!("s{}", report.index), SentenceOfText { sentence, text_id });
        PartSentence { kind: "data-sentence", id, data }
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

/// A key or person; that of the settings has no id.
pub(super) fn author(id: Option<Uuid>) -> Option<Uuid> {
    id.filter(|id| !id.is_nil())
}

/// Message metadata as it is sent and stored (gate.md §5).
#[must_use]
pub fn metadata(metadata: &Metadata) -> Value {
    serde_json::to_value(metadata).unwrap_or_default()
}
