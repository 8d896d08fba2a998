//! Answers that are being written: who watches them, who may stop them.
//!
//! Every reader of an answer, the client that asked and one that comes back later, reads the same list of events
//! from the position it wants. A slow or vanished reader holds up nobody.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use futures::Stream;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::event::Event;

/// Events of an answer for which room is made at its beginning.
const USUAL_EVENTS: usize = 512;
/// Bytes of an answer's text for which room is made at its beginning.
const USUAL_TEXT: usize = 4096;

/// One answer in the making.
#[derive(Debug)]
pub struct Live {
    pub message_id: Uuid,
    told: Mutex<Told>,
    stop: CancellationToken,
    /// What the model wrote, before the gate.
    written: Mutex<String>,
}

/// What has been told, and who waits for more.
#[derive(Debug, Default)]
struct Told {
    events: Vec<Arc<Event>>,
    ended: bool,
    waiting: Waiting,
}

/// Readers to wake. Most answers have one, which needs no list.
#[derive(Debug, Default)]
struct Waiting {
    one: Option<Waker>,
    others: Vec<Waker>,
}

impl Waiting {
    fn add(&mut self, waker: &Waker) {
        if self.one.iter().chain(&self.others).any(|known| known.will_wake(waker)) {
            return;
        }
        match self.one {
            None => self.one = Some(waker.clone()),
            Some(_) => self.others.push(waker.clone()),
        }
    }

    fn wake(self) {
        self.one.into_iter().chain(self.others).for_each(Waker::wake);
    }
}

impl Live {
    /// An answer that ends early when `stop` is cancelled.
    #[must_use]
    pub fn new(message_id: Uuid, stop: CancellationToken) -> Arc<Self> {
        let told = Told { events: Vec::with_capacity(USUAL_EVENTS), ..Told::default() };
        let written = Mutex::new(String::with_capacity(USUAL_TEXT));
        Arc::new(Self { message_id, told: Mutex::new(told), stop, written })
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells events, which wakes each waiting reader once.
    pub(super) fn push(&self, events: impl IntoIterator<Item = Event>) {
        let mut told = self.told();
        told.events.extend(events.into_iter().map(Arc::new));
        let waiting = std::mem::take(&mut told.waiting);
        drop(told);
        waiting.wake();
    }

    pub(super) fn end(&self) {
        let mut told = self.told();
        told.ended = true;
        let waiting = std::mem::take(&mut told.waiting);
        drop(told);
        waiting.wake();
    }

    /// Asks the answer to stop; what was written stays.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// Whether the answer was asked to stop, or the program is ending.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Cancelled when the answer shall end, by the user or with the program.
    pub(super) fn stopped(&self) -> &CancellationToken {
        &self.stop
    }

    pub(super) fn wrote(&self, delta: &str) {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).push_str(delta);
    }

    /// Another attempt begins: gives what the model wrote in the one before, which counts no more.
    pub(super) fn begin_again(&self) -> String {
        std::mem::take(&mut *self.written.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The model's own text so far, with the citations that the gate took out.
    #[must_use]
    pub fn model_text(&self) -> String {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The events so far, without the first `seen`.
    pub(super) fn since(&self, seen: usize) -> Vec<Arc<Event>> {
        self.told().events.get(seen..).unwrap_or_default().to_vec()
    }

    /// All events from the first on, as they come, to the end of the answer.
    pub fn watch(self: &Arc<Self>) -> Watch {
        Watch { live: Arc::clone(self), seen: 0, ready: Vec::new().into_iter() }
    }
}

/// The events of an answer as one reader sees them.
#[derive(Debug)]
pub struct Watch {
    live: Arc<Live>,
    /// Events taken from the answer, those in `ready` with them.
    seen: usize,
    ready: std::vec::IntoIter<Arc<Event>>,
}

impl Stream for Watch {
    type Item = Arc<Event>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(event) = self.ready.next() {
            return Poll::Ready(Some(event));
        }
        let live = Arc::clone(&self.live);
        let mut told = live.told();
        let more = told.events.get(self.seen..).unwrap_or_default();
        if let Some((first, rest)) = more.split_first() {
            self.seen += more.len();
            if !rest.is_empty() {
                self.ready = Vec::from(rest).into_iter();
            }
            return Poll::Ready(Some(Arc::clone(first)));
        }
        if told.ended {
            return Poll::Ready(None);
        }
        told.waiting.add(context.waker());
        Poll::Pending
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

    /// The messages that are being written.
    #[must_use]
    pub fn message_ids(&self) -> Vec<Uuid> {
        self.lock().values().map(|live| live.message_id).collect()
    }

    /// Those whose first event was told, so whose message is stored.
    pub(super) fn begun(&self) -> Vec<Arc<Live>> {
        self.lock().values().filter(|live| !live.told().events.is_empty()).map(Arc::clone).collect()
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
        let live = Live::new(Uuid::nil(), CancellationToken::new());
        let early = tokio::spawn(live.watch().collect::<Vec<_>>());
        for n in 0..100 {
            live.push([Event::Text { text_id: "t".into(), delta: n.to_string() }]);
            tokio::task::yield_now().await;
        }
        live.end();
        let late = live.watch().collect::<Vec<_>>().await;
        assert_eq!((early.await.unwrap().len(), late.len()), (100, 100));
    }

    #[test]
    fn a_conversation_has_one_answer_at_a_time() {
        let answers = LiveAnswers::default();
        let live = Live::new(Uuid::nil(), CancellationToken::new());
        assert!(answers.claim("a", &live) && !answers.claim("a", &live));
        answers.release("a");
        assert!(answers.claim("a", &live));
    }
}
