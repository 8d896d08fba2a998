//! Answers that another process writes to the same database: a reader of this one follows them by their log.
//!
//! The log gives what was told with at most a second's delay. A mirror of the answer tells it here as if it were written
//! here, under the same numbers and with the same cuts, so that every transport carries it. Owns the mirror; leaves ending
//! an answer whose process was killed to `recover`.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::event::Event;
use super::live::Live;
use super::log;
use super::recover::is_end;
use super::told::Told;
use super::{AskError, Asker};
use stet_store::{MessageStatus, StoreError};
use stet_text::{Language, language};

/// Time between two looks at the log, which grows as often.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// Looks at the log of an ended message before its end is taken from the message: the message is stored first.
const LAST_LOOKS: u32 = 8;

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
    pub async fn follow(&self, chat: &str) -> Result<Option<Arc<Live>>, StoreError> {
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
        if mirror.look(&live).await? {
            live.end();
        } else {
            self.tasks.spawn(mirror.run(Arc::downgrade(&live)));
        }
        Ok(Some(live))
    }

    /// Stops the answer that is being written in a conversation, here or in another process.
    ///
    /// # Errors
    /// It is not for whoever asks to stop, or the store failed.
    pub async fn stop(&self, chat: &str) -> Result<(), AskError> {
        self.may_change(chat).await?;
        if let Some(live) = self.live.get(chat) {
            live.stop();
            self.note("answer.stop", chat);
        } else if self.store.stop_answer(chat).await? {
            self.note("answer.stop", chat);
        }
        Ok(())
    }

    /// Stops an answer that is being shown, here or in another process.
    ///
    /// # Errors
    /// It is not for whoever asks to stop, or the store failed.
    pub async fn stop_live(&self, chat: &str, live: &Live) -> Result<(), AskError> {
        self.may_change(chat).await?;
        if !live.is_stopped() {
            live.stop();
            self.note("answer.stop", chat);
        }
        Ok(())
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
        if self.look(live).await? {
            return Ok(true);
        }
        let Some(message) = message else {
            live.push([Event::Abort { reason: Told::Deleted.text(self.language) }]);
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
        live.push_numbered(told.into_iter().filter(|(number, _)| *number >= self.next));
        Ok(true)
    }

    /// Tells what has been logged since; whether it has the end.
    async fn look(&mut self, live: &Arc<Live>) -> Result<bool, StoreError> {
        let after = i64::try_from(self.next).unwrap_or(i64::MAX) - 1;
        let events = log::decode(self.asker.store.events_after(self.message, after).await?);
        if let Some((last, _)) = events.last() {
            self.next = last + 1;
        }
        let korean =
            |event: &Event| matches!(event, Event::Text { delta, .. } if language(delta) == Language::Ko);
        if events.iter().any(|(_, event)| korean(event)) {
            self.language = Language::Ko;
        }
        let ended = events.iter().any(|(_, event)| is_end(event));
        live.push_numbered(events);
        Ok(ended)
    }
}
