//! Answers that are being written: who watches them, who may stop them.
//!
//! Every reader of an answer, the client that asked and one that comes back later, reads the same list of events
//! from the position it wants. A slow or vanished reader holds up nobody.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use futures::Stream;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::event::Event;

/// One answer in the making.
#[derive(Debug)]
pub struct Live {
    pub message_id: Uuid,
    events: RwLock<Vec<Arc<Event>>>,
    /// Events so far, and whether there will be no more.
    progress: watch::Sender<(usize, bool)>,
    stop: CancellationToken,
    /// What the model wrote, before the gate.
    written: Mutex<String>,
}

impl Live {
    #[must_use]
    pub fn new(message_id: Uuid) -> Arc<Self> {
        Arc::new(Self {
            message_id,
            events: RwLock::new(Vec::new()),
            progress: watch::Sender::new((0, false)),
            stop: CancellationToken::new(),
            written: Mutex::default(),
        })
    }

    pub(super) fn push(&self, event: Event) -> Arc<Event> {
        let event = Arc::new(event);
        let mut events = self.events.write().unwrap_or_else(PoisonError::into_inner);
        events.push(Arc::clone(&event));
        let length = events.len();
        drop(events);
        self.progress.send_modify(|progress| progress.0 = length);
        event
    }

    pub(super) fn end(&self) {
        self.progress.send_modify(|progress| progress.1 = true);
    }

    /// Asks the answer to stop; what was written stays.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    pub(super) fn stopped(&self) -> &CancellationToken {
        &self.stop
    }

    pub(super) fn wrote(&self, delta: &str) {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).push_str(delta);
    }

    /// The model's own text so far, with the citations that the gate took out.
    #[must_use]
    pub fn model_text(&self) -> String {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn at(&self, index: usize) -> Option<Arc<Event>> {
        self.events.read().unwrap_or_else(PoisonError::into_inner).get(index).cloned()
    }

    /// All events from the first on, as they come, to the end of the answer.
    pub fn watch(self: &Arc<Self>) -> impl Stream<Item = Arc<Event>> + Send + use<> {
        let state = (Arc::clone(self), 0, self.progress.subscribe());
        futures::stream::unfold(state, |(live, index, mut progress)| async move {
            loop {
                let ended = progress.borrow_and_update().1;
                if let Some(event) = live.at(index) {
                    return Some((event, (live, index + 1, progress)));
                }
                // The sender lives in `live`, so waiting fails only when there is nothing to wait for.
                if ended || progress.changed().await.is_err() {
                    return None;
                }
            }
        })
    }
}

/// The answers that this process is writing, by conversation.
#[derive(Debug, Default)]
pub struct LiveAnswers(Mutex<HashMap<String, Arc<Live>>>);

impl LiveAnswers {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Live>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Claims a conversation for an answer; `false` when one is being written there.
    pub(super) fn claim(&self, chat: &str, live: &Arc<Live>) -> bool {
        let mut map = self.lock();
        if map.contains_key(chat) {
            return false;
        }
        map.insert(chat.to_owned(), Arc::clone(live));
        true
    }

    pub(super) fn release(&self, chat: &str) {
        self.lock().remove(chat);
    }

    #[must_use]
    pub fn get(&self, chat: &str) -> Option<Arc<Live>> {
        self.lock().get(chat).cloned()
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::StreamExt as _;

    #[tokio::test]
    async fn every_reader_sees_every_event() {
        let live = Live::new(Uuid::nil());
        let early = tokio::spawn(live.watch().collect::<Vec<_>>());
        for n in 0..100 {
            live.push(Event::Text { text_id: "t".into(), delta: n.to_string() });
            tokio::task::yield_now().await;
        }
        live.end();
        let late = live.watch().collect::<Vec<_>>().await;
        assert_eq!((early.await.unwrap().len(), late.len()), (100, 100));
    }

    #[test]
    fn a_conversation_has_one_answer_at_a_time() {
        let answers = LiveAnswers::default();
        let live = Live::new(Uuid::nil());
        assert!(answers.claim("a", &live) && !answers.claim("a", &live));
        answers.release("a");
        assert!(answers.claim("a", &live));
    }
}
