//! Answers that are being written: who watches them, who may stop them.
//!
//! Every reader of an answer, the client that asked and one that comes back later, reads the same list of events
//! from the position it wants. A slow or vanished reader holds up nobody. Readers also do the answer's work (see `drive`).

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use futures::Stream;
use futures::future::BoxFuture;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::drive::Drive;
use super::event::Event;

/// One answer in the making.
#[derive(Debug)]
pub struct Live {
    pub message_id: Uuid,
    told: Mutex<Told>,
    stop: CancellationToken,
    /// What the model wrote, before the gate.
    written: Mutex<String>,
    drive: Drive,
    runtime: Handle,
}

impl AsRef<Drive> for Live {
    fn as_ref(&self) -> &Drive {
        &self.drive
    }
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

    /// A reader that looks now needs no call for what comes while it looks.
    fn remove(&mut self, waker: &Waker) {
        self.one.take_if(|known| known.will_wake(waker));
        self.others.retain(|known| !known.will_wake(waker));
    }

    fn wake(self) {
        self.one.into_iter().chain(self.others).for_each(Waker::wake);
    }
}

impl Live {
    /// An answer that ends early when `stop` is cancelled.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    #[must_use]
    pub fn new(message_id: Uuid, stop: CancellationToken) -> Arc<Self> {
        Arc::new(Self {
            message_id,
            told: Mutex::default(),
            stop,
            written: Mutex::default(),
            drive: Drive::default(),
            runtime: Handle::current(),
        })
    }

    /// Gives the work that tells the events. It holds this answer until it is done.
    pub(super) fn give(&self, work: BoxFuture<'static, ()>) {
        self.drive.give(work);
    }

    /// Gives the work a task of its own when no reader has done what could be done since the last call.
    pub(super) fn rescue(self: &Arc<Self>) {
        if self.drive.is_overdue() {
            self.drive.hand_over(&self.runtime, Arc::clone(self));
        }
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

    /// Cancelled when the answer shall end, by the user or with the program.
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
        let this = self.get_mut();
        let told = this.live.told();
        if told.events.len() == this.seen && !told.ended {
            let mut told = told;
            told.waiting.remove(context.waker());
            drop(told);
            this.live.drive.help(context);
        } else {
            drop(told);
        }
        let mut told = this.live.told();
        let more = told.events.get(this.seen..).unwrap_or_default();
        if let Some((first, rest)) = more.split_first() {
            this.seen += more.len();
            if !rest.is_empty() {
                this.ready = Vec::from(rest).into_iter();
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

impl Drop for Watch {
    fn drop(&mut self) {
        // Whoever reads on elsewhere is told of new events all the same.
        self.live.drive.hand_over(&self.live.runtime, Arc::clone(&self.live));
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

    /// Work that tells a number each time it is called.
    fn counting(live: &Arc<Live>, calls: Arc<tokio::sync::Notify>, count: usize) -> BoxFuture<'static, ()> {
        let live = Arc::clone(live);
        Box::pin(async move {
            for n in 0..count {
                calls.notified().await;
                live.push([Event::Text { text_id: "t".into(), delta: n.to_string() }]);
            }
            live.end();
        })
    }

    async fn until(mut done: impl FnMut() -> bool) {
        for _ in 0..10_000 {
            if done() {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
        panic!("it did not come to that");
    }

    #[tokio::test]
    async fn the_reader_does_the_work_and_a_second_reader_sees_it() {
        let live = Live::new(Uuid::nil(), CancellationToken::new());
        let calls = Arc::new(tokio::sync::Notify::new());
        live.give(counting(&live, Arc::clone(&calls), 3));
        let (mut first, second) = (live.watch(), tokio::spawn(live.watch().collect::<Vec<_>>()));
        for _ in 0..3 {
            calls.notify_one();
            assert!(first.next().await.is_some());
        }
        assert!(first.next().await.is_none());
        assert_eq!(second.await.unwrap().len(), 3);
    }

    #[tokio::test]
    async fn work_goes_on_when_its_reader_goes() {
        let live = Live::new(Uuid::nil(), CancellationToken::new());
        let calls = Arc::new(tokio::sync::Notify::new());
        live.give(counting(&live, Arc::clone(&calls), 3));
        let mut reader = live.watch();
        calls.notify_one();
        assert!(reader.next().await.is_some());
        drop(reader);
        for told in 2..=3 {
            calls.notify_one();
            until(|| live.since(0).len() == told).await;
        }
        assert_eq!(live.watch().collect::<Vec<_>>().await.len(), 3);
    }

    #[tokio::test]
    async fn work_that_nobody_does_gets_a_task_of_its_own() {
        let live = Live::new(Uuid::nil(), CancellationToken::new());
        let calls = Arc::new(tokio::sync::Notify::new());
        live.give(counting(&live, Arc::clone(&calls), 2));
        // A reader that reads one event and then no more.
        let mut slow = live.watch();
        calls.notify_one();
        assert!(slow.next().await.is_some());
        assert!(futures::poll!(slow.next()).is_pending());
        live.rescue();
        calls.notify_one();
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
        assert_eq!(live.since(0).len(), 1, "the reader was called, and has time until the next look");
        live.rescue();
        live.rescue();
        until(|| live.since(0).len() == 2).await;
        assert!(slow.next().await.is_some() && slow.next().await.is_none());
    }

    #[tokio::test]
    async fn a_conversation_has_one_answer_at_a_time() {
        let answers = LiveAnswers::default();
        let live = Live::new(Uuid::nil(), CancellationToken::new());
        assert!(answers.claim("a", &live) && !answers.claim("a", &live));
        answers.release("a");
        assert!(answers.claim("a", &live));
    }
}
