//! What the model says, taken as it comes: one piece at a time where pieces are few, many together where they are many.
//!
//! Owns when a piece of text is passed on and when the next is looked for first; leaves the bytes of a stream to `llm`
//! and what the text means to `run`.

use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures::StreamExt as _;

use super::event::{FinishReason, Usage};
use stet_host::metrics::metrics;
use stet_llm::{ChatDelta, ChatRequest, ChatStream, ModelError, Role};

/// Pieces of the model's text that are taken together at most.
const AT_ONCE: usize = 64;
/// Pieces that come faster than this, one after another, are looked for once more before they are passed on. Two
/// hundred a second are far more than can be read, and on a busy machine the look takes what has piled up.
const FAST: Duration = Duration::from_millis(5);

/// What the model has said since it was last listened to.
#[derive(Debug, Default)]
pub(super) struct Said {
    pub text: String,
    /// What was said before `text` was no answer.
    pub anew: bool,
    pub finish: Option<FinishReason>,
    pub usage: Option<Usage>,
    pub fault: Option<ModelError>,
    pub ended: bool,
}

impl Said {
    /// Takes the next item of the model's stream; `false` when it was the last.
    fn take(&mut self, next: Option<Result<ChatDelta, ModelError>>) -> bool {
        match next {
            Some(Ok(ChatDelta::Text(delta))) if self.text.is_empty() => self.text = delta,
            Some(Ok(ChatDelta::Text(delta))) => self.text.push_str(&delta),
            Some(Ok(ChatDelta::Finish { reason })) => {
                self.finish = Some(match reason {
                    stet_llm::FinishReason::Stop => FinishReason::Stop,
                    stet_llm::FinishReason::Length => FinishReason::Length,
                    stet_llm::FinishReason::ContentFilter => FinishReason::ContentFilter,
                    stet_llm::FinishReason::ToolCalls | stet_llm::FinishReason::Other => FinishReason::Other,
                });
            }
            Some(Ok(ChatDelta::TakenBack)) => {
                self.text.clear();
                self.anew = true;
            }
            Some(Ok(ChatDelta::Usage { prompt_tokens, completion_tokens })) => {
                metrics().tokens(prompt_tokens, completion_tokens);
                self.usage = Some(Usage { prompt_tokens, completion_tokens });
            }
            Some(Ok(ChatDelta::Tokens(_))) => {}
            Some(Err(fault)) => self.fault = Some(fault),
            None => self.ended = true,
        }
        self.fault.is_none() && !self.ended
    }
}

/// The beginning of a text while it may be that of the instructions, which a small model writes out instead of an answer.
/// (gemma-3-270m answers two questions of two so.)
struct Opening {
    /// The first sentence of the instructions.
    instruction: String,
    held: String,
}

impl Opening {
    fn of(request: &ChatRequest) -> Option<Self> {
        let system = request.messages.first().filter(|message| message.role == Role::System)?;
        let first = system.content.split_inclusive(['.', '\n']).next()?.trim();
        (!first.is_empty()).then(|| Self { instruction: first.to_owned(), held: String::new() })
    }

    /// Takes what is said; gives it back once it cannot be the instructions any more.
    fn hear(&mut self, said: &mut Said) -> bool {
        if said.anew {
            self.held.clear();
        }
        self.held.push_str(&std::mem::take(&mut said.text));
        let begun = self.held.trim_start();
        if begun.starts_with(&self.instruction) {
            said.fault = Some(ModelError::Echo);
            return true;
        }
        let open = self.instruction.starts_with(begun) && !said.ended && said.fault.is_none();
        if !open {
            said.text = std::mem::take(&mut self.held);
        }
        !open
    }
}

/// The model's stream and what was taken from it but not passed on.
pub(super) struct Listener {
    stream: ChatStream,
    opening: Option<Opening>,
    said: Said,
    /// Pieces in `said`.
    pieces: usize,
    /// Pieces when it was last looked for more.
    looked: usize,
    /// The last look ended where nothing more was ready, and nothing has happened since.
    waiting: bool,
    /// When something was passed on last.
    passed: Instant,
    /// The time that a piece took to come, as of what was passed on last.
    pace: Duration,
}

impl Listener {
    pub(super) fn new(stream: ChatStream, request: &ChatRequest) -> Self {
        Self {
            stream,
            opening: Opening::of(request),
            said: Said::default(),
            pieces: 0,
            looked: 0,
            waiting: false,
            passed: Instant::now(),
            pace: Duration::MAX,
        }
    }

    /// Whether a look at the stream would find nothing: the task was not called since the last one, and a task's waker
    /// is always the same.
    pub(super) fn is_waiting(&mut self) -> bool {
        std::mem::take(&mut self.waiting)
    }

    /// What has been said since the last time, at least one piece, the end or a fault.
    pub(super) fn poll_said(&mut self, context: &mut Context<'_>) -> Poll<Said> {
        while self.pieces < AT_ONCE {
            match self.stream.poll_next_unpin(context) {
                Poll::Ready(next) => {
                    self.pieces += 1;
                    if !self.said.take(next) {
                        return Poll::Ready(self.pass());
                    }
                }
                Poll::Pending if self.pieces == 0 => return Poll::Pending,
                Poll::Pending if self.pace < FAST && self.pieces > self.looked => {
                    // Whoever fills the stream comes before this task's next turn.
                    self.looked = self.pieces;
                    context.waker().wake_by_ref();
                    return Poll::Pending;
                }
                Poll::Pending => {
                    self.waiting = true;
                    break;
                }
            }
        }
        Poll::Ready(self.pass())
    }

    fn pass(&mut self) -> Said {
        let now = Instant::now();
        let pieces = u32::try_from(self.pieces).unwrap_or(u32::MAX).max(1);
        self.pace = now.duration_since(self.passed) / pieces;
        self.passed = now;
        (self.pieces, self.looked) = (0, 0);
        let mut said = std::mem::take(&mut self.said);
        if self.opening.as_mut().is_some_and(|opening| opening.hear(&mut said)) {
            self.opening = None;
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use std::task::Waker;

    use futures::channel::mpsc::{UnboundedSender, unbounded};
    use stet_text::Language;

    use super::*;
    use stet_llm::Message;

    type Sender = UnboundedSender<Result<ChatDelta, ModelError>>;

    fn listener() -> (Sender, Listener) {
        let (sender, stream) = unbounded();
        let instructions = vec![Message::system("Answer from the sources. Be brief.")];
        (sender, Listener::new(stream.boxed(), &ChatRequest::new(instructions, Language::En)))
    }

    fn say(sender: &Sender, text: &str) {
        sender.unbounded_send(Ok(ChatDelta::Text(text.to_owned()))).unwrap();
    }

    /// Looks once, as if pieces came so fast until now.
    fn look(listener: &mut Listener, pace: Duration) -> Poll<String> {
        listener.pace = pace;
        listener.poll_said(&mut Context::from_waker(Waker::noop())).map(|said| said.text)
    }

    #[test]
    fn pieces_that_come_slowly_are_passed_on_at_once() {
        let (sender, mut listener) = listener();
        assert_eq!(listener.pace, Duration::MAX);
        assert_eq!(look(&mut listener, FAST), Poll::Pending);
        for piece in ["one", " two", " three"] {
            say(&sender, piece);
            assert_eq!(look(&mut listener, FAST), Poll::Ready(piece.to_owned()));
            assert!(listener.is_waiting() && !listener.is_waiting());
        }
    }

    #[test]
    fn pieces_that_come_fast_are_passed_on_together_and_the_last_does_not_wait() {
        let (sender, mut listener) = listener();
        for _ in 0..2 {
            say(&sender, "a");
            assert_eq!(look(&mut listener, Duration::ZERO), Poll::Pending);
            say(&sender, " b");
            assert_eq!(look(&mut listener, Duration::ZERO), Poll::Pending);
            assert!(!listener.is_waiting());
            assert_eq!(look(&mut listener, Duration::ZERO), Poll::Ready("a b".to_owned()));
            assert!(listener.is_waiting());
        }
    }

    #[test]
    fn instructions_written_out_are_no_answer_and_what_only_begins_so_is_one() {
        for (pieces, text, fault) in [
            (["\nAnswer from", " the sources. Be"], "", Some(ModelError::Echo)),
            (["Answer from", " page two: nine."], "Answer from page two: nine.", None),
            (["Answer", ""], "Answer", None),
            (["It opens", " at nine."], "It opens at nine.", None),
        ] {
            let (sender, mut listener) = listener();
            for piece in pieces {
                say(&sender, piece);
            }
            drop(sender);
            let mut heard = String::new();
            let last = loop {
                let said = listener.poll_said(&mut Context::from_waker(Waker::noop()));
                let Poll::Ready(said) = said else { continue };
                heard.push_str(&said.text);
                if said.ended || said.fault.is_some() {
                    break said;
                }
            };
            assert_eq!((heard.as_str(), last.fault), (text, fault));
        }
    }

    #[test]
    fn many_pieces_are_no_endless_wait_and_an_end_is_passed_on_at_once() {
        let (sender, mut listener) = listener();
        for _ in 0..=AT_ONCE {
            say(&sender, "x");
        }
        assert_eq!(look(&mut listener, Duration::ZERO), Poll::Ready("x".repeat(AT_ONCE)));
        sender.unbounded_send(Ok(ChatDelta::Finish { reason: stet_llm::FinishReason::Stop })).unwrap();
        drop(sender);
        let said = listener.poll_said(&mut Context::from_waker(Waker::noop()));
        let Poll::Ready(said) = said else { panic!("the end waits") };
        assert_eq!((said.text.as_str(), said.finish, said.ended), ("x", Some(FinishReason::Stop), true));
    }
}
