//! Answers that have ended, from their logs: those that a crash cut short are ended with what was logged, and a reader
//! that was away is told what it missed.

use std::collections::BTreeMap;

use time::OffsetDateTime;
use uuid::Uuid;

use super::Asker;
use super::event::{CriteriaSummary, Event, FinishReason, Metadata, QueryTrace, Status, TextId, Timings};
use super::life::ABANDONED_AFTER;
use super::outcome::{self, Circumstances, Made, Places};
use super::result::Structured;
use crate::store::{Message, MessageStatus, Silence, Store, StoreError};
use stet_answer::{Edit, SentenceReport, State, no_verdict};
use stet_text::span::Span;
use stet_text::{Language, language};

/// What was told of an answer that has ended, with its numbers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Told {
    pub events: Vec<(u64, Event)>,
    /// How many of them a reader may have had: those of the log. The rest is the end of an answer whose log a crash or
    /// a full disk cut short, under numbers that the answer itself may have used for what was never logged.
    pub logged: usize,
}

impl Told {
    /// The events behind number `after`; all of them when the log does not know what the reader had up to there.
    #[must_use]
    pub fn since(&self, after: u64) -> &[(u64, Event)] {
        let known = self.events.iter().take(self.logged).position(|(seq, _)| *seq == after);
        self.events.get(known.map_or(0, |at| at + 1)..).unwrap_or_default()
    }
}

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

    /// Ends the answer that this process has left open in a conversation, because of a fault of the program or of the
    /// database; `false` when there is none.
    ///
    /// # Errors
    /// The store failed.
    pub(super) async fn close_own(&self, chat: &str) -> Result<bool, StoreError> {
        let open = self.store.open_answer(chat).await?;
        let writing = self.live.message_ids();
        let Some(open) =
            open.filter(|open| open.writer == Some(self.node) && !writing.contains(&open.message))
        else {
            return Ok(false);
        };
        self.interrupt(&self.store, open.message, Silence::For(ABANDONED_AFTER)).await?;
        Ok(true)
    }

    /// Ends an answer with what was logged of it; `false` when it is not abandoned any more.
    async fn interrupt(&self, store: &Store, message: Uuid, silence: Silence) -> Result<bool, StoreError> {
        let events = store.events_after(message, -1).await?;
        let events: Vec<Event> =
            events.into_iter().filter_map(|row| serde_json::from_value(row.part).ok()).collect();
        let text = replayed_text(events.iter());
        let metadata = self.metadata_of_log(&text, events);
        let metadata = serde_json::to_value(metadata).unwrap_or_default();
        let now = OffsetDateTime::now_utc();
        store.end_abandoned(message, (silence, self.node), &text, &metadata, now).await
    }

    /// Everything that was told of an answer that has ended, as the log has it; where the log breaks off before the end,
    /// with what the message says beyond it.
    ///
    /// # Errors
    /// The store failed.
    pub async fn told(&self, message: &Message) -> Result<Told, StoreError> {
        let rows = self.store.events_after(message.id, -1).await?;
        let mut events: Vec<(u64, Event)> = rows
            .into_iter()
            .filter_map(|row| Some((u64::try_from(row.seq).ok()?, serde_json::from_value(row.part).ok()?)))
            .collect();
        let logged = events.len();
        if events.iter().any(|(_, event)| is_end(event)) {
            return Ok(Told { events, logged });
        }
        let next = events.last().map_or(0, |(seq, _)| seq + 1);
        let rest = end_of(message, &events);
        events.extend((next..).zip(rest));
        Ok(Told { events, logged })
    }

    /// What the log says of an answer that broke off with the program. A question about a sentence has no answer any
    /// more, and what stands behind the last sentence was never judged.
    fn metadata_of_log(&self, text: &str, events: Vec<Event>) -> Metadata {
        let language = language(text);
        let mut sentences: BTreeMap<usize, SentenceReport> = BTreeMap::new();
        let mut cards = Vec::new();
        let mut breaches = Vec::new();
        let mut attempts = 0;
        for event in events {
            match event {
                Event::Source { card, .. } => cards.push(*card),
                Event::Sentence { report, .. } => {
                    sentences.insert(report.index, *report);
                }
                Event::Criteria(breach) => breaches.push(breach),
                Event::TextStart { .. } => attempts += 1,
                Event::Superseded { .. } => {
                    sentences.clear();
                    breaches.clear();
                }
                _ => {}
            }
        }
        for sentence in sentences.values_mut().filter(|sentence| sentence.state == State::Judging) {
            sentence.state = State::Uncertain;
            sentence.reason = no_verdict(language);
        }
        let mut violated: Vec<String> = breaches.iter().map(|breach| breach.rule_id.clone()).collect();
        violated.sort();
        violated.dedup();
        let sentences: Vec<SentenceReport> = sentences.into_values().collect();
        outcome::metadata_of(
            text,
            &sentences,
            Circumstances {
                status: Status::Interrupted,
                finish: FinishReason::Other,
                language,
                confidence_threshold: self.config.gate.confidence_threshold,
                cards,
                places: Places::default(),
                quality: None,
                model: String::new(),
                extracts: false,
                made: Made { attempts, ..Made::default() },
                result: Structured::default(),
                warnings: Vec::new(),
                timings: Timings::default(),
                failed_layers: vec![cut_short(language)],
                layers: self.layers(language),
                breaches: breaches.len(),
                criteria: CriteriaSummary { violated, ..CriteriaSummary::default() },
                query: QueryTrace::default(),
            },
        )
    }
}

/// Whether nothing follows an event.
pub(super) const fn is_end(event: &Event) -> bool {
    matches!(event, Event::Finish { .. } | Event::Abort { .. } | Event::Error { .. })
}

/// What is missing in a log without an end: the beginning when it has none, what the message says beyond it, and the end
/// that the status of the message tells. Where the program ended first, that is why; where the log could not be written
/// to its end, the message has all of the text.
fn end_of(message: &Message, events: &[(u64, Event)]) -> Vec<Event> {
    let language = language(&message.text);
    let say = |ko: &str, en: &str| if language == Language::Ko { ko } else { en }.to_owned();
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
            reason: say("기록에서 빠진 부분입니다", "this part is missing in the log"),
        };
        rest.push(Event::Edit { text_id, edit: Box::new(edit) });
    }
    rest.extend(text.filter(|_| open).map(|text_id| Event::TextEnd { text_id }));
    let metadata: Option<Box<Metadata>> = serde_json::from_value(message.metadata.clone()).ok();
    let end = match (message.status, metadata) {
        (MessageStatus::Complete, Some(metadata)) => Event::Finish { reason: FinishReason::Stop, metadata },
        (status, metadata) => {
            rest.extend(metadata.map(Event::Metadata));
            match status {
                MessageStatus::Stopped => {
                    Event::Abort { reason: say("사용자가 멈췄습니다", "stopped by the user") }
                }
                MessageStatus::Failed => Event::Error {
                    message: say("답변을 끝내지 못했습니다.", "The answer could not be finished."),
                },
                _ => Event::Abort { reason: cut_short(language) },
            }
        }
    };
    rest.push(end);
    rest
}

/// Why an answer has no end of its own.
fn cut_short(language: Language) -> String {
    match language {
        Language::Ko => "프로그램이 답변 도중에 끝났습니다".to_owned(),
        Language::En => "the program ended before the answer did".to_owned(),
    }
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
    fn a_reader_of_what_was_never_logged_begins_anew() {
        let text = |delta: &str| Event::Text { text_id: "t1".into(), delta: delta.into() };
        let end = || Event::Abort { reason: String::new() };
        let told = Told { events: vec![(1, text("a")), (4, text("bcd")), (5, end()), (6, end())], logged: 2 };
        let first = |after: u64| told.since(after).first().map(|(seq, _)| *seq);
        // 2 and 3 are in the midst of a merged event; 5 and above were handed out for what the crash took along.
        let firsts = [1, 2, 3, 4, 5, 6, 7].map(first);
        assert_eq!(firsts, [Some(4), Some(1), Some(1), Some(5), Some(1), Some(1), Some(1)]);
    }

    #[test]
    fn a_log_gives_the_text_back() {
        let text = |delta: &str| Event::Text { text_id: "t1".into(), delta: delta.into() };
        let edit = Edit { seq: 1, span: Span::new(1, 3), replacement: "X".into(), reason: String::new() };
        let events = [text("abc"), Event::Edit { text_id: "t1".into(), edit: Box::new(edit) }, text("d")];
        assert_eq!(replayed_text(events.iter()), "aXd");
    }
}
