//! The event log: what was told of every answer, in the database.
//!
//! The log is off the token path. It is one more reader of the answers: every [`FLUSH_EVERY`] one writer takes what has
//! been told since of each answer of the process, and stores it as one row; the end of an answer is stored at once. The
//! answers take turns, [`AT_ONCE`] in one statement, so that many of them are no burst of work between their tokens, and
//! with more than a few turns each waits longer for its own, up to [`SELDOM`], so that many are not many small rows.
//! Text deltas that follow one another become one event, which has the number of the last of them: the numbers have
//! gaps, and no event with a number up to a row's is missing before it. A row that may not be stored is sent again as it
//! was, and never twice stored. After a crash a reader is replayed what was logged; at most what was told since the last
//! turn and what was being written is lost.
//!
//! Owns batching and faults of the log; leaves what an event says to `event` and the statement to `store`.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, oneshot};
use tokio::time::{Instant, sleep_until};

use super::event::{Event, TextId};
use super::live::Live;
use crate::store::{LogRow, Store, StoreError};

/// Longest time an event waits for its row while few answers are written.
const FLUSH_EVERY: Duration = Duration::from_millis(250);
/// The same for any number of them.
const SELDOM: Duration = Duration::from_secs(1);
/// Turns in [`FLUSH_EVERY`] before the wait grows.
const TURNS: u32 = 4;
/// Answers whose events are stored together at one turn.
const AT_ONCE: usize = 16;

/// The logs of the answers of one process. Cheap to clone.
#[derive(Debug, Clone)]
pub struct EventLog(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    store: Store,
    state: Mutex<State>,
    /// An answer has ended.
    ended: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// Answers that have begun since the writer last looked.
    begun: Vec<Tail>,
    /// The writer runs while there are answers.
    writing: bool,
}

/// The part of an answer that is not in the log yet.
#[derive(Debug)]
struct Tail {
    live: Arc<Live>,
    /// Rows that were made but are not known to be stored.
    rows: Vec<LogRow>,
    /// Events in rows, stored or not.
    made: usize,
    ended: Arc<AtomicBool>,
    /// Told when the log of an ended answer is complete, or will never be.
    done: oneshot::Sender<Result<(), Arc<StoreError>>>,
}

/// The log of one answer. When it is dropped, nothing more is expected of the answer.
#[derive(Debug)]
pub(super) struct Logging {
    shared: Arc<Shared>,
    ended: Arc<AtomicBool>,
    done: Option<oneshot::Receiver<Result<(), Arc<StoreError>>>>,
}

impl EventLog {
    pub(super) fn new(store: Store) -> Self {
        Self(Arc::new(Shared { store, state: Mutex::default(), ended: Notify::new() }))
    }

    /// Logs the events of an answer from its first on.
    pub(super) fn follow(&self, live: &Arc<Live>) -> Logging {
        let (done, told) = oneshot::channel();
        let ended = Arc::new(AtomicBool::new(false));
        let tail =
            Tail { live: Arc::clone(live), rows: Vec::new(), made: 0, ended: Arc::clone(&ended), done };
        let mut state = self.0.state();
        state.begun.push(tail);
        if !std::mem::replace(&mut state.writing, true) {
            tokio::spawn(write(Arc::clone(&self.0)));
        }
        Logging { shared: Arc::clone(&self.0), ended, done: Some(told) }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Logging {
    /// Waits until everything that was told is in the log.
    ///
    /// # Errors
    /// The store failed; events at the end are not logged.
    pub(super) async fn close(mut self) -> Result<(), Arc<StoreError>> {
        let done = self.done.take();
        drop(self);
        match done {
            Some(done) => done.await.unwrap_or(Ok(())),
            None => Ok(()),
        }
    }
}

impl Drop for Logging {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Release);
        self.shared.ended.notify_one();
    }
}

/// Writes until no answer is left.
async fn write(shared: Arc<Shared>) {
    let mut open: VecDeque<Tail> = VecDeque::new();
    let mut next = Instant::now() + FLUSH_EVERY;
    loop {
        let turn = tokio::select! {
            () = shared.ended.notified() => false,
            () = sleep_until(next) => true,
        };
        open.extend(shared.state().begun.drain(..));
        let (due, later) = due(open, turn);
        if turn {
            next = Instant::now() + pause(due.len() + later.len());
        }
        open = later;
        open.extend(store(&shared.store, due).await);
        if open.is_empty() {
            let mut state = shared.state();
            if state.begun.is_empty() {
                state.writing = false;
                return;
            }
        }
    }
}

/// The answers to write now, each with whether it has ended, and those that come later: the ended ones, and at a turn of
/// the clock the first [`AT_ONCE`] of the others too, which are those that have waited longest.
fn due(open: VecDeque<Tail>, turn: bool) -> (Vec<(Tail, bool)>, VecDeque<Tail>) {
    let (mut due, mut later) = (Vec::new(), VecDeque::new());
    let mut room = if turn { AT_ONCE } else { 0 };
    for tail in open {
        let last = tail.ended.load(Ordering::Acquire);
        if last || room > 0 {
            room = room.saturating_sub(usize::from(!last));
            due.push((tail, last));
        } else {
            later.push_back(tail);
        }
    }
    (due, later)
}

/// The time between two turns, of which so many answers need several until each has had one.
fn pause(answers: usize) -> Duration {
    let turns = u32::try_from(answers.div_ceil(AT_ONCE)).unwrap_or(u32::MAX).max(1);
    let all = (FLUSH_EVERY / TURNS).saturating_mul(turns);
    all.clamp(FLUSH_EVERY, SELDOM) / turns
}

impl Tail {
    /// Puts what was told since the last row into one.
    fn gather(&mut self) {
        let events = self.live.since(self.made);
        let together = |one: &Arc<Event>, next: &Arc<Event>| match (&**one, &**next) {
            (Event::Text { text_id: one, .. }, Event::Text { text_id: next, .. }) => one == next,
            _ => false,
        };
        let mut parts = Vec::new();
        for run in events.chunk_by(together) {
            self.made += run.len();
            let event = if let [one] = run { Arc::clone(one) } else { Arc::new(joined(run)) };
            parts.push((self.made - 1, event));
        }
        let Some(&(seq, _)) = parts.last() else { return };
        // Events have nothing that JSON lacks.
        if let (Ok(seq), Ok(parts)) = (i64::try_from(seq), serde_json::to_string(&parts)) {
            self.rows.push(LogRow { message: self.live.message_id, seq, parts });
        }
    }
}

/// Text deltas of one text as one.
fn joined(run: &[Arc<Event>]) -> Event {
    let (mut id, mut text) = (TextId::default(), String::new());
    for event in run {
        if let Event::Text { text_id, delta } = &**event {
            id = Arc::clone(text_id);
            text.push_str(delta);
        }
    }
    Event::Text { text_id: id, delta: text }
}

/// Stores what was told of these answers, and gives those back that go on.
async fn store(store: &Store, mut due: Vec<(Tail, bool)>) -> Vec<Tail> {
    for (tail, _) in &mut due {
        tail.gather();
    }
    let rows: Vec<&LogRow> = due.iter().flat_map(|(tail, _)| &tail.rows).collect();
    match append(store, &rows).await {
        Ok(()) => due.into_iter().filter_map(|(tail, last)| settle(tail, last, Ok(()))).collect(),
        // One answer that cannot be logged must not take the others with it.
        Err(fault) if fault.is_of_the_statement() && due.len() > 1 => {
            let mut open = Vec::new();
            for (tail, last) in due {
                let own: Vec<&LogRow> = tail.rows.iter().collect();
                let stored = append(store, &own).await.map_err(Arc::new);
                open.extend(settle(tail, last, stored));
            }
            open
        }
        Err(fault) => {
            let fault = Arc::new(fault);
            due.into_iter().filter_map(|(tail, last)| settle(tail, last, Err(Arc::clone(&fault)))).collect()
        }
    }
}

async fn append(store: &Store, rows: &[&LogRow]) -> Result<(), StoreError> {
    if rows.is_empty() { Ok(()) } else { store.append_events(rows).await }
}

/// The tail after its rows were sent; none when the answer has ended. What may not be stored is sent again with the
/// next turn.
fn settle(mut tail: Tail, last: bool, stored: Result<(), Arc<StoreError>>) -> Option<Tail> {
    if stored.is_ok() {
        tail.rows.clear();
    }
    if last {
        // Nobody waits for an answer whose task has gone.
        let _ = tail.done.send(stored);
        return None;
    }
    if let Err(fault) = stored {
        tracing::warn!(%fault, message = %tail.live.message_id, "events could not be logged yet");
    }
    Some(tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(delta: &str) -> Event {
        Event::Text { text_id: "t1".into(), delta: delta.into() }
    }

    fn tail(made: usize) -> Tail {
        let (done, _told) = oneshot::channel();
        let live = Live::new(uuid::Uuid::nil(), tokio_util::sync::CancellationToken::new());
        Tail { live, rows: Vec::new(), made, ended: Arc::default(), done }
    }

    #[test]
    fn answers_take_turns_and_ended_ones_do_not_wait() {
        let count = 2 * AT_ONCE + 1;
        let mut open: VecDeque<Tail> = (0..count).map(tail).collect();
        open[count - 1].ended.store(true, Ordering::Release);
        let ids = |due: &[(Tail, bool)]| due.iter().map(|(tail, _)| tail.made).collect::<Vec<_>>();
        let (ended, rest) = due(open, false);
        assert_eq!((ids(&ended), ended[0].1), (vec![count - 1], true));
        open = rest;
        let mut seen = Vec::new();
        for _ in 0..2 {
            let (now, mut rest) = due(open, true);
            seen.extend(ids(&now));
            rest.extend(now.into_iter().map(|(tail, _)| tail));
            open = rest;
        }
        assert_eq!(seen, (0..2 * AT_ONCE).collect::<Vec<_>>());
        let few = [pause(0), pause(AT_ONCE), pause(4 * AT_ONCE), pause(10 * AT_ONCE)];
        assert_eq!(few, [FLUSH_EVERY, FLUSH_EVERY, FLUSH_EVERY / 4, FLUSH_EVERY / 4]);
        assert_eq!([pause(32 * AT_ONCE), pause(usize::MAX)], [SELDOM / 32, SELDOM / u32::MAX]);
    }

    #[test]
    fn neighbouring_text_is_one_event_with_the_number_of_the_last() {
        let mut tail = tail(0);
        let events = || {
            let other = Event::Text { text_id: "t2".into(), delta: "z".into() };
            [
                text("a"),
                text("\"b\u{0}"),
                text("가"),
                Event::TextEnd { text_id: "t1".into() },
                text("c"),
                other,
            ]
        };
        tail.live.push(events());
        tail.gather();
        tail.gather();
        tail.live.push([text("d")]);
        tail.gather();
        assert_eq!(tail.rows.iter().map(|row| row.seq).collect::<Vec<_>>(), [5, 6]);
        let parts: Vec<(usize, Event)> = serde_json::from_str(&tail.rows[0].parts).unwrap();
        assert_eq!(parts.iter().map(|(seq, _)| *seq).collect::<Vec<_>>(), [2, 3, 4, 5]);
        assert_eq!(parts[0].1, text("a\"b\u{0}가"));
        assert!(parts[1..].iter().map(|(_, event)| event).eq(&events()[3..]));
    }
}
