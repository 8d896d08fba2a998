//! The event log: what was told of every answer, in the database.
//!
//! The log is off the token path. It is one more reader of the answers: every [`FLUSH_EVERY`] one writer takes what has
//! been told since of each answer of the process, and stores it as one row; the end of an answer is stored at once. The
//! answers take turns, up to [`AT_ONCE`] in one statement, and what they have is put together [`BETWEEN_TOKENS`] at a time, so that
//! many of them are no burst of work between their tokens; with more than a few each waits longer for its turn, up to [`SELDOM`],
//! so that many are not many small rows.
//! Text deltas that follow one another become one event, which has the number of the last of them and says where they were
//! cut, so that whoever reads the log tells them as they were told. No event with a number up to a row's is missing
//! before it. The rows of an ended answer that are not stored yet are stored with its message. A row that may not be stored is sent again as it
//! was, and never twice stored. After a crash a reader is replayed what was logged; at most what was told since the last
//! turn and what was being written is lost.
//!
//! Owns batching and faults of the log; leaves what an event says to `event` and the statement to `store`.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;
use tokio::sync::{Notify, oneshot};
use tokio::time::{Instant, sleep_until};
use uuid::Uuid;

use super::event::{Event, TextId};
use super::live::Live;
use stet_store::{Event as Logged, LogRow, Store, StoreError};

/// Longest time an event waits for its row while few answers are written.
const FLUSH_EVERY: Duration = Duration::from_millis(250);
/// The same for any number of them.
const SELDOM: Duration = Duration::from_secs(1);
/// Answers up to which the wait is that; with more it grows with their number.
const FEW: u32 = 64;
/// Answers whose events are stored together at one turn: a statement costs what some thirty of its rows cost.
const AT_ONCE: usize = 128;
/// Answers whose events are put together before others may go on.
const BETWEEN_TOKENS: usize = 16;

/// The logs of the answers of one process. Cheap to clone.
#[derive(Debug, Clone)]
pub struct EventLog(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    store: Store,
    /// The process, which writes its own answers' logs alone.
    node: Uuid,
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
    /// Told the rows of an ended answer that are not known to be stored.
    done: oneshot::Sender<Vec<LogRow>>,
}

/// The log of one answer. When it is dropped, nothing more is expected of the answer.
#[derive(Debug)]
pub(super) struct Logging {
    shared: Arc<Shared>,
    ended: Arc<AtomicBool>,
    done: Option<oneshot::Receiver<Vec<LogRow>>>,
}

impl EventLog {
    pub(super) fn new(store: Store, node: Uuid) -> Self {
        Self(Arc::new(Shared { store, node, state: Mutex::default(), ended: Notify::new() }))
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
    /// The rows of what was told that are not in the log yet; they are the caller's now.
    pub(super) async fn close(mut self) -> Vec<LogRow> {
        let done = self.done.take();
        drop(self);
        match done {
            Some(done) => done.await.unwrap_or_default(),
            None => Vec::new(),
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
        let due = due.into_iter().filter_map(|(tail, last)| if last { tail.hand_over() } else { Some(tail) });
        open.extend(store(&shared, due.collect()).await);
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
    let number = |of: usize| u32::try_from(of).unwrap_or(u32::MAX).max(1);
    let all = (FLUSH_EVERY / FEW).saturating_mul(number(answers)).clamp(FLUSH_EVERY, SELDOM);
    all / number(answers.div_ceil(AT_ONCE))
}

impl Tail {
    /// Puts what was told since the last row into one.
    fn gather(&mut self) {
        let events = self.live.since(self.made);
        self.made += events.len();
        self.rows.extend(row(self.live.message_id, &events));
    }

    /// Gives the rows of an ended answer to its task, which stores them with the message. Where the task has gone, its
    /// answer is logged as far as it was told, and the tail comes back until that is done.
    fn hand_over(mut self) -> Option<Self> {
        self.gather();
        let (nobody, _) = oneshot::channel();
        let done = std::mem::replace(&mut self.done, nobody);
        match done.send(std::mem::take(&mut self.rows)) {
            Ok(()) => None,
            Err(rows) if rows.is_empty() => None,
            Err(rows) => Some(Self { rows, ..self }),
        }
    }
}

/// What is logged of text deltas that follow one another.
#[derive(Serialize)]
struct Run<'a> {
    event: &'static str,
    text_id: &'a TextId,
    delta: String,
    /// Characters of each delta; a reader that does not know this has the text all the same.
    cuts: Vec<usize>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Part<'a> {
    One(&'a Event),
    Run(Run<'a>),
}

/// Events that follow one another as a row of the log; none for none.
pub(super) fn row(message: Uuid, events: &[(u64, Arc<Event>)]) -> Option<LogRow> {
    let together = |(before, one): &(u64, Arc<Event>), (at, next): &(u64, Arc<Event>)| match (&**one, &**next)
    {
        (Event::Text { text_id: one, .. }, Event::Text { text_id: next, .. }) => {
            one == next && before + 1 == *at
        }
        _ => false,
    };
    let parts: Vec<(u64, Part<'_>)> =
        events.chunk_by(together).filter_map(|run| Some((run.last()?.0, part(run)?))).collect();
    let seq = i64::try_from(parts.last()?.0).ok()?;
    // Events have nothing that JSON lacks.
    Some(LogRow { message, seq, parts: serde_json::to_string(&parts).ok()? })
}

fn part(run: &[(u64, Arc<Event>)]) -> Option<Part<'_>> {
    let (_, first) = run.first()?;
    let (Event::Text { text_id, .. }, true) = (&**first, run.len() > 1) else {
        return Some(Part::One(first));
    };
    let deltas = run.iter().filter_map(|(_, event)| match &**event {
        Event::Text { delta, .. } => Some(delta.as_str()),
        _ => None,
    });
    let cuts = deltas.clone().map(|delta| delta.chars().count()).collect();
    Some(Part::Run(Run { event: "text", text_id, delta: deltas.collect(), cuts }))
}

/// The events of a log with their numbers, as they were told. What a later version wrote and this one does not know is
/// left out; deltas that an earlier one merged stay one event, with the number of the last.
#[must_use]
pub fn decode(logged: impl IntoIterator<Item = Logged>) -> Vec<(u64, Event)> {
    let mut events = Vec::new();
    for Logged { seq, part } in logged {
        let cuts: Option<Vec<usize>> =
            part.get("cuts").and_then(|cuts| serde_json::from_value::<Vec<usize>>(cuts.clone()).ok());
        let (Ok(seq), Ok(event)) = (u64::try_from(seq), serde_json::from_value::<Event>(part)) else {
            continue;
        };
        match (event, cuts) {
            (Event::Text { text_id, delta }, Some(cuts))
                if cuts.len() as u64 <= seq + 1 && cuts.iter().sum::<usize>() == delta.chars().count() =>
            {
                let mut rest = delta.chars();
                for (number, cut) in (seq + 1 - cuts.len() as u64..).zip(cuts) {
                    let delta = rest.by_ref().take(cut).collect();
                    events.push((number, Event::Text { text_id: TextId::clone(&text_id), delta }));
                }
            }
            (event, _) => events.push((seq, event)),
        }
    }
    events
}

/// Stores what was told of these answers, and gives those back that go on or are not stored to their end.
async fn store(shared: &Shared, mut due: Vec<Tail>) -> Vec<Tail> {
    for some in due.chunks_mut(BETWEEN_TOKENS) {
        some.iter_mut().for_each(Tail::gather);
        tokio::task::yield_now().await;
    }
    // In one order, whoever stores them (see `append_events.sql`).
    due.sort_by_key(|tail| tail.live.message_id);
    let rows: Vec<&LogRow> = due.iter().flat_map(|tail| &tail.rows).collect();
    match append(shared, &rows).await {
        Ok(left) => due.into_iter().filter_map(|tail| settle(tail, Ok(&left))).collect(),
        // One answer that cannot be logged must not take the others with it.
        Err(fault) if fault.is_of_the_statement() && due.len() > 1 => {
            let mut open = Vec::new();
            for tail in due {
                let own: Vec<&LogRow> = tail.rows.iter().collect();
                let stored = append(shared, &own).await;
                open.extend(settle(tail, stored.as_deref()));
            }
            open
        }
        Err(fault) => due.into_iter().filter_map(|tail| settle(tail, Err(&fault))).collect(),
    }
}

async fn append(shared: &Shared, rows: &[&LogRow]) -> Result<Vec<Uuid>, StoreError> {
    if rows.is_empty() { Ok(Vec::new()) } else { shared.store.append_events(shared.node, rows).await }
}

/// The tail after its rows were sent and those of some messages were left alone. What may not be stored is sent again with the next
/// turn, as long as somebody writes the answer; what was left by a task that has gone is tried once.
fn settle(mut tail: Tail, stored: Result<&[Uuid], &StoreError>) -> Option<Tail> {
    match stored {
        // Somebody had it at the moment; one that was taken or deleted is soon told to stop.
        Ok(left) if left.contains(&tail.live.message_id) => {}
        Ok(_) => tail.rows.clear(),
        Err(fault) => {
            tracing::warn!(%fault, message = %tail.live.message_id, "events could not be logged yet");
        }
    }
    (!tail.done.is_closed()).then_some(tail)
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
    }

    #[test]
    fn a_step_of_an_earlier_version_is_read_as_it_was_told() {
        for (name, rest) in [
            ("step", r#""step":"plan","state":"done","detail":"#),
            ("superseded", r#""text_id":"t1","reason":"#),
        ] {
            let stored = format!(r#"{{"event":"{name}",{rest}"asks 3 things"}}"#);
            let event: Event = serde_json::from_str(&stored).unwrap();
            assert_eq!(serde_json::to_string(&event).unwrap(), stored);
        }
    }

    #[test]
    fn many_answers_are_a_few_statements_a_second() {
        assert_eq!([pause(0), pause(1), pause(FEW as usize)], [FLUSH_EVERY; 3]);
        // Before each has had its turn, no more than the longest wait goes by.
        for (answers, statements) in [(100, 1), (AT_ONCE, 1), (200, 2), (1000, 8), (10_000, 79)] {
            let whole = pause(answers) * statements;
            assert!(whole > SELDOM / 3 && whole <= SELDOM, "{answers}: {whole:?}");
        }
        assert_eq!(pause(usize::MAX), SELDOM / u32::MAX);
    }

    #[test]
    fn neighbouring_text_is_one_event_that_is_read_as_it_was_told() {
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
        // Read, they are what was told.
        let logged = |parts: &str| -> Vec<Logged> {
            let parts: Vec<(i64, serde_json::Value)> = serde_json::from_str(parts).unwrap();
            parts.into_iter().map(|(seq, part)| Logged { seq, part }).collect()
        };
        let told: Vec<(u64, Event)> = (0..).zip(events()).chain([(6, text("d"))]).collect();
        assert_eq!(decode(tail.rows.iter().flat_map(|row| logged(&row.parts))), told);
        // What an earlier version has merged stays one, as does what says something else of itself.
        for other in [
            r#"[[2, {"event":"text","text_id":"t1","delta":"abc"}]]"#,
            r#"[[2, {"event":"text","text_id":"t1","delta":"abc","cuts":[1,1]}]]"#,
            r#"[[2, {"event":"text","text_id":"t1","delta":"abc","cuts":[1,1,0,1]}]]"#,
        ] {
            assert_eq!(decode(logged(other)), [(2, text("abc"))], "{other}");
        }
    }
}
