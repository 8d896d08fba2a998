//! Answers that have ended, from their logs: those that a crash cut short are ended with what was logged, and a reader
//! that was away is told what it missed.

use std::collections::BTreeMap;
use std::sync::Arc;

use time::OffsetDateTime;
use uuid::Uuid;

use super::Asker;
use super::event::{CriteriaSummary, Event, FinishReason, Metadata, Status, TextId, Timings};
use super::life::ABANDONED_AFTER;
use super::log;
use super::outcome::{self, Circumstances, Made, Places};
use super::result::Structured;
use super::told::Told;
use super::trace::QueryTrace;
use stet_answer::{Edit, SentenceReport, State};
use stet_store::{Closing, Event as Logged, Message, MessageStatus, Silence, Store, StoreError};
use stet_text::language;
use stet_text::span::Span;

/// How far the numbers of an end that a writer did not tell itself are from the last logged one: it may have told more
/// than was logged, and a number has one content for ever.
const UNLOGGED: u64 = 1 << 32;

impl Asker {
    /// Ends abandoned answers as interrupted and says how many there were: those without a sign of life for long, and
    /// those that this process has begun but writes no more. With `alone`, no other process can be writing, so every
    /// open answer is abandoned. One that cannot be ended stays for the next look and keeps none of the others open.
    ///
    /// # Errors
    /// The answers could not be looked for, or the database went away.
    pub async fn recover(&self, alone: bool) -> Result<usize, StoreError> {
        let silence = if alone { Silence::Any } else { Silence::For(ABANDONED_AFTER) };
        let abandoned = self.store.abandoned_messages(silence, self.node).await?;
        // Looked at afterwards: what this process has begun in between is among them.
        let writing = self.live.message_ids();
        let mut ended = 0;
        for (workspace, message) in abandoned.into_iter().filter(|(_, message)| !writing.contains(message)) {
            match self.interrupt(&self.store.in_workspace(workspace), message, silence).await {
                Ok(true) => ended += 1,
                Ok(false) => {}
                Err(fault @ StoreError::Away(_)) => return Err(fault),
                Err(fault) => tracing::warn!(%fault, %message, "an abandoned answer could not be ended yet"),
            }
        }
        Ok(ended)
    }

    /// Ends an answer with what was logged of it; `false` when it is not abandoned any more.
    async fn interrupt(&self, store: &Store, message: Uuid, silence: Silence) -> Result<bool, StoreError> {
        let now = OffsetDateTime::now_utc();
        store.end_abandoned(message, (silence, self.node), now, |logged| self.closing(message, logged)).await
    }

    /// What an answer comes to that broke off with its program: the message, and the end of its log. What was asked about
    /// a sentence has no answer any more, and what stands behind the last sentence was never judged.
    fn closing(&self, message: Uuid, logged: Vec<Logged>) -> Closing {
        let events = log::decode(logged);
        let text = replayed_text(events.iter().map(|(_, event)| event));
        let metadata = self.metadata_of_log(&text, &events);
        let ended = Ended {
            id: message,
            status: MessageStatus::Interrupted,
            text: &text,
            metadata: Some(Box::new(metadata.clone())),
        };
        let rest: Vec<(u64, Arc<Event>)> = numbered(&events, end_of(ended, &events))
            .map(|(number, event)| (number, Arc::new(event)))
            .collect();
        let metadata = serde_json::to_value(metadata).unwrap_or_default();
        Closing { text, metadata, row: log::row(message, &rest) }
    }

    /// Everything that was told of an answer that has ended, with its numbers.
    ///
    /// # Errors
    /// The store failed.
    pub async fn told(&self, message: &Message) -> Result<Vec<(u64, Event)>, StoreError> {
        Ok(told(message, self.store.events_after(message.id, -1).await?))
    }

    fn metadata_of_log(&self, text: &str, events: &[(u64, Event)]) -> Metadata {
        let language = language(text);
        let mut cards = Vec::new();
        let mut breaches = Vec::new();
        let mut attempts = 0;
        for (_, event) in events {
            match event {
                Event::Source { card, .. } => cards.push((**card).clone()),
                Event::Criteria(breach) => breaches.push(breach),
                Event::TextStart { .. } => attempts += 1,
                Event::Superseded { .. } => breaches.clear(),
                _ => {}
            }
        }
        let mut violated: Vec<String> = breaches.iter().map(|breach| breach.rule_id.clone()).collect();
        violated.sort();
        violated.dedup();
        let mut sentences: Vec<SentenceReport> =
            sentences(events).into_values().map(|(_, report)| report).collect();
        for sentence in &mut sentences {
            sentence.settle(language);
        }
        outcome::metadata_of(
            text,
            &sentences,
            Circumstances {
                status: Status::Interrupted,
                finish: FinishReason::Other,
                language,
                confidence_threshold: stet_answer::report::CONFIDENCE,
                cards,
                places: Places::default(),
                quality: None,
                model: String::new(),
                extracts: false,
                made: Made { attempts, ..Made::default() },
                result: Structured::default(),
                warnings: Vec::new(),
                timings: Timings::default(),
                failed_layers: vec![Told::ProgramEnded.text(language)],
                layers: self.layers(language),
                breaches: breaches.len(),
                criteria: CriteriaSummary { violated, ..CriteriaSummary::default() },
                query: QueryTrace::default(),
            },
        )
    }
}

/// Ends the answer that this process has left open in a conversation, because of a fault of the program or of the
/// database; `false` when there is none.
///
/// # Errors
/// The store failed.
pub(super) async fn close_own(asker: &Asker, chat: &str) -> Result<bool, StoreError> {
    let open = asker.store.open_answer(chat).await?;
    let writing = asker.live.message_ids();
    let Some(open) = open.filter(|open| open.writer == Some(asker.node) && !writing.contains(&open.message))
    else {
        return Ok(false);
    };
    asker.interrupt(&asker.store, open.message, Silence::For(ABANDONED_AFTER)).await?;
    Ok(true)
}

/// Everything that was told of an answer that has ended, as its log has it; where the log breaks off before the end (a
/// full disk, an earlier version), with what the message says beyond it.
#[must_use]
pub fn told(message: &Message, logged: Vec<Logged>) -> Vec<(u64, Event)> {
    let mut events = log::decode(logged);
    if !events.iter().any(|(_, event)| is_end(event)) {
        let ended = Ended {
            id: message.id,
            status: message.status,
            text: &message.text,
            metadata: serde_json::from_value(message.metadata.clone()).ok(),
        };
        let rest = end_of(ended, &events);
        let rest: Vec<_> = numbered(&events, rest).collect();
        events.extend(rest);
    }
    events
}

/// What follows logged events without having been told by the writer itself, with its numbers.
fn numbered(events: &[(u64, Event)], rest: Vec<Event>) -> impl Iterator<Item = (u64, Event)> + use<> {
    let last = events.last().map_or(0, |(number, _)| *number);
    (last + UNLOGGED..).zip(rest)
}

/// The sentences of the message in their last states, each with its text, and at the places where they stand after the
/// edits behind it.
fn sentences(events: &[(u64, Event)]) -> BTreeMap<usize, (TextId, SentenceReport)> {
    let mut sentences: BTreeMap<usize, (TextId, SentenceReport)> = BTreeMap::new();
    for (_, event) in events {
        match event {
            Event::Sentence { text_id, report } => {
                sentences.insert(report.index, (TextId::clone(text_id), (**report).clone()));
            }
            Event::Edit { edit, .. } => {
                let Edit { span, replacement, .. } = &**edit;
                let moved = |at: usize| if at < span.end { at } else { at - span.len() + replacement.len() };
                for (_, report) in sentences.values_mut() {
                    report.relocate(moved);
                }
            }
            Event::Superseded { .. } => sentences.clear(),
            _ => {}
        }
    }
    sentences
}

/// Whether nothing follows an event.
pub(super) const fn is_end(event: &Event) -> bool {
    matches!(event, Event::Finish { .. } | Event::Abort { .. } | Event::Error { .. })
}

/// A message that has ended.
pub(super) struct Ended<'a> {
    pub id: Uuid,
    pub status: MessageStatus,
    pub text: &'a str,
    pub metadata: Option<Box<Metadata>>,
}

/// What is missing in events without an end: the beginning when they have none, what the message says beyond them, and the
/// end that its status tells. Where the program ended first, that is why; where the log could not be written to its end,
/// the message has all of the text. A sentence that waits for a word of the judge is settled.
pub(super) fn end_of(message: Ended<'_>, events: &[(u64, Event)]) -> Vec<Event> {
    let language = language(message.text);
    let mut rest = Vec::new();
    if events.is_empty() {
        rest.push(Event::Start { message_id: message.id.to_string() });
    }
    let mut text: Option<TextId> = None;
    let (mut open, mut edits) = (false, 0);
    for (_, event) in events {
        match event {
            Event::TextStart { text_id } => (text, open) = (Some(TextId::clone(text_id)), true),
            Event::TextEnd { .. } => open = false,
            Event::Edit { edit, .. } => edits = edits.max(edit.seq),
            _ => {}
        }
    }
    let known = replayed_text(events.iter().map(|(_, event)| event));
    if known != message.text {
        let text_id = text.clone().unwrap_or_else(|| "t1".into());
        if text.is_none() {
            rest.push(Event::TextStart { text_id: TextId::clone(&text_id) });
            (text, open) = (Some(TextId::clone(&text_id)), true);
        }
        let same = known.char_indices().zip(message.text.chars()).find(|((_, one), other)| one != other);
        let from = same.map_or(known.len().min(message.text.len()), |((at, _), _)| at);
        let edit = Edit {
            seq: edits + 1,
            span: Span::new(from, known.len()),
            replacement: message.text.get(from..).unwrap_or_default().to_owned(),
            reason: Told::Unlogged.text(language),
        };
        rest.push(Event::Edit { text_id, edit: Box::new(edit) });
    }
    for (text_id, mut report) in sentences(events).into_values() {
        if report.state == State::Judging {
            report.settle(language);
            report.relocate(|at| at.min(message.text.len()));
            rest.push(Event::Sentence { text_id, report: Box::new(report) });
        }
    }
    rest.extend(text.filter(|_| open).map(|text_id| Event::TextEnd { text_id }));
    let end = match (message.status, message.metadata) {
        (MessageStatus::Complete, Some(metadata)) => Event::Finish { reason: FinishReason::Stop, metadata },
        (status, metadata) => {
            rest.extend(metadata.map(Event::Metadata));
            match status {
                MessageStatus::Stopped => Event::Abort { reason: Told::StoppedByUser.text(language) },
                MessageStatus::Failed => {
                    Event::Error { message: Told::Unfinished.text(language), model: None }
                }
                _ => Event::Abort { reason: Told::ProgramEnded.text(language) },
            }
        }
    };
    rest.push(end);
    rest
}

/// The text that a reader of these events had.
fn replayed_text<'a>(events: impl Iterator<Item = &'a Event>) -> String {
    let mut text = String::new();
    for event in events {
        match event {
            Event::Text { delta, .. } => text.push_str(delta),
            Event::Edit { edit, .. } if text.get(edit.span.start..edit.span.end).is_some() => {
                text.replace_range(edit.span.start..edit.span.end, &edit.replacement);
            }
            Event::Superseded { .. } => text.clear(),
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_gives_the_text_back() {
        let text = |delta: &str| Event::Text { text_id: "t1".into(), delta: delta.into() };
        let edit = Edit { seq: 1, span: Span::new(1, 3), replacement: "X".into(), reason: String::new() };
        let events = [text("abc"), Event::Edit { text_id: "t1".into(), edit: Box::new(edit) }, text("d")];
        assert_eq!(replayed_text(events.iter()), "aXd");
    }
}
