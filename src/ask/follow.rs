//! Answers that another process writes to the same database: a reader of this one follows them by their log.
//!
//! The log gives what was told with at most a second's delay and with neighbouring deltas as one. A mirror of the answer
//! tells it here as if it were written here, so that every transport carries it; the numbers of its events are those of
//! the log, only the cuts between deltas are others. Owns the mirror; leaves ending an answer whose process was killed to
//! `recover`.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::Asker;
use super::event::{Event, TextId};
use super::live::Live;
use super::recover::is_end;
use crate::store::{MessageStatus, StoreError};
use stet_text::{Language, language};

/// Time between two looks at the log, which grows as often.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// Looks at the log of an ended message before its end is taken from the message: the message is stored first.
const LAST_LOOKS: u32 = 8;

/// An answer that is written elsewhere, as it is told here.
#[derive(Debug)]
pub struct Followed {
    pub live: Arc<Live>,
    /// The numbers of the logged events: after another one a reader may have other cuts than the mirror tells.
    known: Vec<u64>,
}

impl Followed {
    /// The number after which a reader that has everything up to `after` misses something; `None`: all of it.
    #[must_use]
    pub fn after(&self, after: u64) -> Option<u64> {
        self.known.contains(&after).then_some(after)
    }
}

/// What of an answer was read from its log.
struct Mirror {
    asker: Asker,
    message: Uuid,
    chat: String,
    /// Number of the next event.
    next: u64,
    language: Language,
}

impl Asker {
    /// Follows the answer that another process is writing in a conversation, if one is. Stopping what is told here stops
    /// the answer there.
    ///
    /// # Errors
    /// The store failed.
    pub async fn follow(&self, chat: &str) -> Result<Option<Followed>, StoreError> {
        let Some(open) = self.store.open_answer(chat).await? else { return Ok(None) };
        // What this process has left open is nobody's; the next look for abandoned answers ends it.
        if open.writer == Some(self.node) {
            return Ok(None);
        }
        let live = Live::new(open.message, CancellationToken::new());
        let mut mirror = Mirror {
            asker: self.clone(),
            message: open.message,
            chat: chat.to_owned(),
            next: 0,
            language: Language::En,
        };
        let (known, ended) = mirror.look(&live).await?;
        if ended {
            live.end();
        } else {
            self.tasks.spawn(mirror.run(Arc::downgrade(&live)));
        }
        Ok(Some(Followed { live, known }))
    }

    /// Stops the answer that is being written in a conversation, here or in another process.
    ///
    /// # Errors
    /// The store failed.
    pub async fn stop(&self, chat: &str) -> Result<(), StoreError> {
        if let Some(live) = self.live.get(chat) {
            live.stop();
            return Ok(());
        }
        self.store.stop_answer(chat).await
    }
}

impl Mirror {
    /// Tells what is logged until the end, or until nobody reads any more.
    async fn run(mut self, live: Weak<Live>) {
        let mut last_looks = LAST_LOOKS;
        let mut stopped = false;
        loop {
            let waited = self.asker.shutdown.run_until_cancelled(tokio::time::sleep(LOOK_EVERY)).await;
            let Some(live) = live.upgrade() else { return };
            if waited.is_none() {
                // The answer goes on elsewhere, so its end is not told.
                return live.end();
            }
            if live.is_stopped() && !stopped {
                stopped = self.asker.store.stop_answer(&self.chat).await.is_ok();
            }
            match self.turn(&live, &mut last_looks).await {
                Ok(true) => return live.end(),
                Ok(false) => {}
                Err(fault) => {
                    tracing::warn!(%fault, message = %self.message, "the log of an answer cannot be read yet");
                }
            }
        }
    }

    /// One look; `true` at the end of the answer.
    async fn turn(&mut self, live: &Arc<Live>, last_looks: &mut u32) -> Result<bool, StoreError> {
        // Before the log: what is logged of an ended message may still grow.
        let message = self.asker.store.message(self.message).await?;
        if self.look(live).await?.1 {
            return Ok(true);
        }
        let Some(message) = message else {
            live.push([Event::Abort { reason: deleted(self.language) }]);
            return Ok(true);
        };
        if message.status == MessageStatus::Streaming {
            return Ok(false);
        }
        *last_looks = last_looks.saturating_sub(1);
        if *last_looks > 0 {
            return Ok(false);
        }
        let told = self.asker.told(&message).await?;
        live.push(told.events.into_iter().filter(|(seq, _)| *seq >= self.next).map(|(_, event)| event));
        Ok(true)
    }

    /// Tells what has been logged since; the numbers of it, and whether it has the end.
    async fn look(&mut self, live: &Arc<Live>) -> Result<(Vec<u64>, bool), StoreError> {
        let after = i64::try_from(self.next).unwrap_or(i64::MAX) - 1;
        let rows = self.asker.store.events_after(self.message, after).await?;
        let (mut known, mut ended) = (Vec::with_capacity(rows.len()), false);
        let mut events = Vec::with_capacity(rows.len());
        for row in rows {
            let (Ok(seq), Ok(event)) = (u64::try_from(row.seq), serde_json::from_value(row.part)) else {
                continue;
            };
            ended |= is_end(&event);
            match event {
                Event::Text { text_id, delta } => {
                    if language(&delta) == Language::Ko {
                        self.language = Language::Ko;
                    }
                    pieces(&text_id, &delta, (seq + 1).saturating_sub(self.next), &mut events);
                }
                event => events.push(event),
            }
            self.next = seq + 1;
            known.push(seq);
        }
        live.push(events);
        Ok((known, ended))
    }
}

/// A text that was logged as one in as many deltas as it was told in.
fn pieces(text_id: &TextId, text: &str, count: u64, events: &mut Vec<Event>) {
    let chars = text.chars().count() as u64;
    let mut rest = text.chars();
    let mut taken = 0;
    for piece in 1..=count {
        let upto = chars * piece / count;
        let delta = rest.by_ref().take(usize::try_from(upto - taken).unwrap_or(usize::MAX)).collect();
        taken = upto;
        events.push(Event::Text { text_id: TextId::clone(text_id), delta });
    }
}

/// Why an answer ends whose conversation was deleted.
fn deleted(language: Language) -> String {
    match language {
        Language::Ko => "대화가 지워졌습니다".to_owned(),
        Language::En => "the conversation was deleted".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logged_text_has_as_many_deltas_as_it_was_told_in() {
        for (text, count) in [("abc", 1), ("가나다라마", 3), ("a", 4), ("", 2)] {
            let mut events = Vec::new();
            pieces(&"t1".into(), text, count, &mut events);
            let deltas: Vec<_> = events
                .iter()
                .filter_map(|event| match event {
                    Event::Text { delta, .. } => Some(delta.as_str()),
                    _ => None,
                })
                .collect();
            assert_eq!((deltas.len() as u64, deltas.concat().as_str()), (count, text));
        }
    }
}
