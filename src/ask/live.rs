//! Answers that are being written: who watches them, who may stop them.
//!
//! Every reader of an answer, the client that asked and one that comes back later, reads the same list of events
//! from the position it wants. A slow or vanished reader holds up nobody. Each event has a number, and whatever process
//! tells it, a number means the same event: a reader that has everything up to one goes on behind it anywhere.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};

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
    /// The message is in the database, where others see it.
    stored: AtomicBool,
    stop: CancellationToken,
    /// What the model wrote, before the gate.
    written: Mutex<String>,
}

/// What has been told, and who waits for more.
#[derive(Debug, Default)]
struct Told {
    /// Each with its number; the numbers rise.
    events: Vec<(u64, Arc<Event>)>,
    ended: bool,
    waiting: Waiting,
}

impl Told {
    /// The number of the next event.
    fn next(&self) -> u64 {
        self.events.last().map_or(0, |(number, _)| number + 1)
    }
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
        let stored = AtomicBool::new(false);
        Arc::new(Self { message_id, told: Mutex::new(told), stored, stop, written })
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An answer that has ended, as it was told.
    #[must_use]
    pub fn ended(message_id: Uuid, events: Vec<(u64, Event)>) -> Arc<Self> {
        let live = Self::new(message_id, CancellationToken::new());
        live.push_numbered(events);
        live.end();
        live
    }

    /// Tells events, which wakes each waiting reader once.
    pub fn push(&self, events: impl IntoIterator<Item = Event>) {
        let told = self.told();
        let next = told.next();
        Self::tell(told, (next..).zip(events));
    }

    /// The number of the next event.
    pub(super) fn next(&self) -> u64 {
        self.told().next()
    }

    /// [`Self::push`] under the numbers that the events have where they were told first.
    pub(super) fn push_numbered(&self, events: impl IntoIterator<Item = (u64, Event)>) {
        Self::tell(self.told(), events);
    }

    fn tell(mut told: MutexGuard<'_, Told>, events: impl IntoIterator<Item = (u64, Event)>) {
        told.events.extend(events.into_iter().map(|(number, event)| (number, Arc::new(event))));
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

    /// The claim of the answer is committed. Its first events may be told before.
    pub(super) fn set_stored(&self) {
        self.stored.store(true, Ordering::Release);
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
    pub(super) fn since(&self, seen: usize) -> Vec<(u64, Arc<Event>)> {
        self.told().events.get(seen..).unwrap_or_default().to_vec()
    }

    /// All events from the first on, as they come, to the end of the answer.
    pub fn watch(self: &Arc<Self>) -> Watch {
        Watch { live: Arc::clone(self), seen: 0, ready: Vec::new().into_iter() }
    }

    /// The same for a reader that has everything up to the event of this number; `None`: nothing.
    pub fn rest(self: &Arc<Self>, after: Option<u64>) -> Rest {
        Rest { watch: self.watch(), after, met: false }
    }
}

/// The events of an answer as one reader sees them.
#[derive(Debug)]
pub struct Watch {
    live: Arc<Live>,
    /// Events taken from the answer, those in `ready` with them.
    seen: usize,
    ready: std::vec::IntoIter<(u64, Arc<Event>)>,
}

impl Watch {
    fn poll_numbered(&mut self, context: &mut Context<'_>) -> Poll<Option<(u64, Arc<Event>)>> {
        if let Some(event) = self.ready.next() {
            return Poll::Ready(Some(event));
        }
        let mut told = self.live.told();
        let more = told.events.get(self.seen..).unwrap_or_default();
        if let Some((first, rest)) = more.split_first() {
            self.seen += more.len();
            if !rest.is_empty() {
                self.ready = Vec::from(rest).into_iter();
            }
            return Poll::Ready(Some((first.0, Arc::clone(&first.1))));
        }
        if told.ended {
            return Poll::Ready(None);
        }
        told.waiting.add(context.waker());
        Poll::Pending
    }
}

impl Stream for Watch {
    type Item = Arc<Event>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.poll_numbered(context).map(|told| told.map(|(_, event)| event))
    }
}

/// What a reader that comes back is told.
#[derive(Debug)]
pub enum Shown {
    /// Where it stands is not known here, as when a killed process took along what it had told it: everything comes
    /// anew, and what the reader has of the message counts no more.
    Anew,
    /// An event with its number; it `has` those that it was told before.
    Event { number: u64, event: Arc<Event>, has: bool },
}

/// The events of an answer as a reader sees them that may have some.
#[derive(Debug)]
pub struct Rest {
    watch: Watch,
    after: Option<u64>,
    /// The event up to which the reader has everything was passed.
    met: bool,
}

impl Stream for Rest {
    type Item = Shown;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = ready!(self.watch.poll_numbered(context));
        let Some(after) = self.after else {
            return Poll::Ready(next.map(|(number, event)| Shown::Event { number, event, has: false }));
        };
        let number = next.as_ref().map_or(u64::MAX, |(number, _)| *number);
        if number > after && !self.met {
            // Whoever is ahead of the log waits for it, so this is known only here.
            self.watch = self.watch.live.watch();
            self.after = None;
            return Poll::Ready(Some(Shown::Anew));
        }
        self.met |= number == after;
        Poll::Ready(next.map(|(number, event)| Shown::Event { number, event, has: number <= after }))
    }
}

/// The answers that this process is writing, by workspace and conversation. Cheap to clone; all clones hold the same.
#[derive(Debug, Clone)]
pub struct LiveAnswers {
    answers: Arc<Mutex<Answers>>,
    /// The workspace whose conversations are claimed, released and found.
    workspace: Uuid,
}

type Answers = HashMap<Uuid, HashMap<String, Arc<Live>>>;

impl LiveAnswers {
    #[must_use]
    pub fn new(workspace: Uuid) -> Self {
        Self { answers: Arc::default(), workspace }
    }

    /// The same answers, seen from another workspace.
    #[must_use]
    pub fn in_workspace(&self, workspace: Uuid) -> Self {
        Self { answers: Arc::clone(&self.answers), workspace }
    }

    fn lock(&self) -> MutexGuard<'_, Answers> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Claims a conversation for an answer; `false` when one is being written there.
    pub(super) fn claim(&self, chat: &str, live: &Arc<Live>) -> bool {
        let mut all = self.lock();
        let own = all.entry(self.workspace).or_default();
        if own.contains_key(chat) {
            return false;
        }
        own.insert(chat.to_owned(), Arc::clone(live));
        true
    }

    pub(super) fn release(&self, chat: &str) {
        if let Some(own) = self.lock().get_mut(&self.workspace) {
            own.remove(chat);
        }
    }

    #[must_use]
    pub fn get(&self, chat: &str) -> Option<Arc<Live>> {
        self.lock().get(&self.workspace)?.get(chat).cloned()
    }

    /// The messages that are being written, in any workspace.
    #[must_use]
    pub(crate) fn message_ids(&self) -> Vec<Uuid> {
        self.lock().values().flat_map(HashMap::values).map(|live| live.message_id).collect()
    }

    /// Those of any workspace whose message is stored: one that is not found any more was deleted.
    pub(super) fn begun(&self) -> Vec<Arc<Live>> {
        let all = self.lock();
        let all = all.values().flat_map(HashMap::values);
        all.filter(|live| live.stored.load(Ordering::Acquire)).map(Arc::clone).collect()
    }

    /// How many there are in all.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lock().values().map(HashMap::len).sum()
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

    /// What a reader has after it was told the rest, as numbers, and whether that began anew.
    async fn told(live: &Arc<Live>, after: Option<u64>) -> (Vec<u64>, bool) {
        let (mut numbers, mut anew) = (Vec::new(), false);
        let mut rest = live.rest(after);
        while let Some(shown) = rest.next().await {
            match shown {
                Shown::Anew => anew = true,
                Shown::Event { number, has, .. } if !has => numbers.push(number),
                Shown::Event { .. } => {}
            }
        }
        (numbers, anew)
    }

    #[tokio::test]
    async fn a_reader_goes_on_behind_what_is_known_and_begins_anew_behind_what_is_not() {
        let text = |delta: &str| Event::Text { text_id: "t".into(), delta: delta.into() };
        let events = vec![(0, text("a")), (1, text("b")), (4, text("cde")), (1 << 32, text("f"))];
        let live = Live::ended(Uuid::nil(), events);
        let all = vec![0, 1, 4, 1 << 32];
        assert_eq!(told(&live, None).await, (all.clone(), false));
        for (after, has) in [(0, 1), (1, 2), (4, 3), (1 << 32, 4)] {
            assert_eq!(told(&live, Some(after)).await, (all[has..].to_vec(), false), "{after}");
        }
        // Inside a merged event, told by a process that was killed, or never told at all.
        for after in [2, 3, 5, 99, (1 << 32) + 1] {
            assert_eq!(told(&live, Some(after)).await, (all.clone(), true), "{after}");
        }
        // Whoever is ahead of what is known waits.
        let live = Live::new(Uuid::nil(), CancellationToken::new());
        live.push([text("a")]);
        let mut rest = live.rest(Some(2));
        assert!(matches!(rest.next().await, Some(Shown::Event { has: true, .. })));
        assert!(futures::poll!(rest.next()).is_pending());
        live.push([text("b"), text("c"), text("d")]);
        live.end();
        let has: Vec<bool> =
            rest.map(|shown| matches!(shown, Shown::Event { has: true, .. })).collect().await;
        assert_eq!(has, [true, true, false]);
    }

    /// A look at the database in between would take it for deleted, and stop it: while the disk was busy one in some hundred
    /// answers ended so before its first word.
    #[test]
    fn an_answer_whose_claim_is_not_committed_is_not_looked_for() {
        let answers = LiveAnswers::new(Uuid::nil());
        let live = Live::new(Uuid::nil(), CancellationToken::new());
        assert!(answers.claim("a", &live));
        live.push([Event::Start { message_id: String::new() }]);
        assert!(answers.begun().is_empty());
        live.set_stored();
        assert_eq!(answers.begun().len(), 1);
    }

    #[test]
    fn a_conversation_has_one_answer_at_a_time() {
        let answers = LiveAnswers::new(Uuid::nil());
        let live = Live::new(Uuid::nil(), CancellationToken::new());
        assert!(answers.claim("a", &live) && !answers.claim("a", &live));
        let other = answers.in_workspace(Uuid::max());
        assert!(other.get("a").is_none() && other.claim("a", &live) && other.len() == 2);
        other.release("a");
        assert!(answers.get("a").is_some(), "each workspace has a conversation of that name");
        answers.release("a");
        assert!(answers.claim("a", &live));
    }
}
