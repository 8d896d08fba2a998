//! Where events go: to the readers at once, to the message's log in batches.
//!
//! The log is off the token path: events are handed over without waiting and written with each finished sentence,
//! at most [`FLUSH_EVERY`] apart. After a crash a reader is replayed what was logged.

use std::sync::Arc;
use std::time::Duration;

use time::OffsetDateTime;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use uuid::Uuid;

use super::event::Event;
use super::live::Live;
use crate::store::{self, Store};

/// Longest time an event waits for its batch.
const FLUSH_EVERY: Duration = Duration::from_millis(250);

/// Publishes the events of one answer.
#[derive(Debug)]
pub(super) struct Recorder {
    live: Arc<Live>,
    queue: mpsc::UnboundedSender<Arc<Event>>,
    writer: JoinHandle<Result<(), store::StoreError>>,
}

impl Recorder {
    pub(super) fn new(live: Arc<Live>, store: Store) -> Self {
        let (queue, events) = mpsc::unbounded_channel();
        let writer = tokio::spawn(write(store, live.message_id, events));
        Self { live, queue, writer }
    }

    pub(super) fn emit(&self, event: Event) {
        let event = self.live.push(event);
        // The writer is gone only after a fault of the store, which `close` reports.
        let _ = self.queue.send(event);
    }

    /// Waits until everything emitted is in the log.
    ///
    /// # Errors
    /// The store failed; the events after the fault are not logged.
    pub(super) async fn close(self) -> Result<(), store::StoreError> {
        drop(self.queue);
        match self.writer.await {
            Ok(result) => result,
            Err(fault) => {
                tracing::error!(%fault, "the writer of an event log ended early");
                Ok(())
            }
        }
    }
}

async fn write(
    store: Store,
    message: Uuid,
    mut events: mpsc::UnboundedReceiver<Arc<Event>>,
) -> Result<(), store::StoreError> {
    let mut seq = 0;
    let mut batch = Vec::new();
    loop {
        let deadline = tokio::time::sleep(FLUSH_EVERY);
        tokio::pin!(deadline);
        let open = loop {
            tokio::select! {
                event = events.recv() => match event {
                    Some(event) => {
                        let boundary = matches!(*event, Event::Sentence { .. } | Event::Start { .. });
                        if let Ok(part) = serde_json::to_value(&*event) {
                            batch.push(store::Event { seq, part });
                            seq += 1;
                        }
                        if boundary {
                            break true;
                        }
                    }
                    None => break false,
                },
                () = &mut deadline, if !batch.is_empty() => break true,
            }
        };
        if !batch.is_empty() {
            store.append_events(message, &batch, OffsetDateTime::now_utc()).await?;
            batch.clear();
        }
        if !open {
            return Ok(());
        }
    }
}
