//! An answer that is being read: how much of it, and how long it may be silent.

use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures::future::poll_fn;
use futures::stream::BoxStream;
use futures::{Stream, StreamExt as _};

use crate::delta::ChunkReader;
use crate::patience::Patience;
use crate::{ChatDelta, FinishReason, Limit, ModelError};

/// An answer that is being read.
pub(super) struct Answer {
    /// Gone once nothing more is to be read; dropping it closes the connection, which stops the model.
    bytes: Option<BoxStream<'static, reqwest::Result<Bytes>>>,
    reader: ChunkReader,
    ready: VecDeque<ChatDelta>,
    failed: Option<ModelError>,
    /// Bytes of text that may still come.
    room: usize,
    /// Frames without text that may still come.
    thoughts: usize,
    idle: Duration,
    limit: Limit,
    /// When the last frame came.
    framed: Instant,
    patience: Patience,
    /// Nothing was ready when it was last asked for: the wait runs.
    waiting: bool,
}

/// Frames without text that any answer may have. A frame is a token or more, and a model may think longer than it
/// writes; one that thinks in circles gives signs of life without end.
const THOUGHTS: usize = 1 << 15;

/// How many times the longest silence a server may fill with comments.
const BREATHS: u32 = 10;

/// How long the usage and the end mark are waited for once the model has finished.
const FAREWELL: Duration = Duration::from_secs(5);

impl Stream for Answer {
    type Item = Result<ChatDelta, ModelError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.ready.is_empty() && self.failed.is_none() {
            ready!(self.poll_fill(context));
        }
        let next = self.next_within_room().map(Ok);
        Poll::Ready(next.or_else(|| self.failed.take().map(Err)))
    }
}

/// Bytes of text that an answer of so many tokens has at most. A token is a few letters; servers that were asked for a
/// limit and do not keep it, with a model that repeats itself, would write without end.
pub(super) fn room_of(tokens: u32) -> usize {
    const OF_A_TOKEN: usize = 16;
    usize::try_from(tokens).unwrap_or(usize::MAX).saturating_mul(OF_A_TOKEN)
}

impl Answer {
    /// Reads up to the first piece of text, which may take as long as `first`; from then on the server may be silent for `idle`.
    pub(super) async fn begin(
        bytes: BoxStream<'static, reqwest::Result<Bytes>>,
        reader: ChunkReader,
        room: usize,
        first: Duration,
        idle: Duration,
    ) -> Result<Self, ModelError> {
        let mut answer = Self {
            bytes: Some(bytes),
            reader,
            ready: VecDeque::new(),
            failed: None,
            room,
            thoughts: room.max(THOUGHTS),
            idle: first,
            limit: Limit::FirstToken,
            framed: Instant::now(),
            patience: Patience::new(first),
            waiting: false,
        };
        poll_fn(|context| answer.poll_fill(context)).await;
        if answer.ready.is_empty()
            && let Some(error) = answer.failed.take()
        {
            return Err(error);
        }
        (answer.idle, answer.limit) = (idle, Limit::Silence);
        Ok(answer)
    }

    /// What is ready; text beyond the room is the end of the answer.
    fn next_within_room(&mut self) -> Option<ChatDelta> {
        let next = self.ready.pop_front()?;
        let ChatDelta::Text(text) = &next else { return Some(next) };
        if self.room == 0 {
            (self.bytes, self.failed) = (None, None);
            self.ready.clear();
            return Some(ChatDelta::Finish { reason: FinishReason::Length });
        }
        self.room = self.room.saturating_sub(text.len());
        Some(next)
    }

    /// Reads until something is ready, or the end or a fault has come.
    fn poll_fill(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if !self.waiting {
            self.waiting = true;
            self.wait_anew();
        }
        while self.ready.is_empty() {
            let Some(bytes) = &mut self.bytes else { break };
            let before = self.reader.seen();
            let mut breathes = false;
            let result = match bytes.poll_next_unpin(context) {
                Poll::Ready(Some(Ok(bytes))) => {
                    breathes = !bytes.is_empty();
                    self.reader.push(&bytes, &mut self.ready)
                }
                // A connection that breaks after the model has finished has broken nothing.
                Poll::Ready(Some(Err(_)) | None) => {
                    self.bytes = None;
                    self.reader.finish(&mut self.ready)
                }
                Poll::Pending => {
                    ready!(self.patience.poll_over(context));
                    if self.reader.is_whole() {
                        self.bytes = None;
                        self.reader.finish(&mut self.ready)
                    } else {
                        Err(idle(self.idle, self.limit))
                    }
                }
            };
            if let Err(error) = result {
                self.bytes = None;
                self.failed = Some(error);
                break;
            }
            if self.reader.is_done() {
                self.bytes = None;
            }
            // A frame without text (a role, a thought, a tool) is a sign of life. So is a comment, of the server: its model is
            // believed to live for so long and no longer.
            let frames = self.reader.seen() - before;
            if frames > 0 {
                self.framed = Instant::now();
            }
            if self.ready.is_empty()
                && (frames > 0 || breathes && self.framed.elapsed() < self.idle * BREATHS)
            {
                self.wait_anew();
                self.think(frames);
            }
        }
        self.waiting = false;
        Poll::Ready(())
    }

    /// Counts frames without text; too many of them end the answer, as too much text does.
    fn think(&mut self, frames: u64) {
        self.thoughts = self.thoughts.saturating_sub(usize::try_from(frames).unwrap_or(usize::MAX));
        if self.thoughts == 0 {
            self.bytes = None;
            self.ready.push_back(ChatDelta::Finish { reason: FinishReason::Length });
        }
    }

    fn wait_anew(&mut self) {
        let wait = if self.reader.is_whole() { self.idle.min(FAREWELL) } else { self.idle };
        self.patience.restart(wait);
    }
}

pub(super) fn idle(after: Duration, limit: Limit) -> ModelError {
    ModelError::Idle { seconds: after.as_secs().max(1), limit }
}
