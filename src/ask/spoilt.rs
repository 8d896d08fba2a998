//! What becomes of an answer that its model spoils: text that was no answer is taken back, one that turns in circles is ended, and
//! where the model is away the sources speak for themselves.

use super::event::{FinishReason, Status};
use super::prepare::Brief;
use super::run::{Ending, Run};
use super::told::Told;
use stet_answer::AnswerStream;
use stet_llm::extractive::ExtractiveChat;
use stet_llm::{ChatModel as _, ChatRequest, ModelError};
use stet_prompt::no_evidence;
use stet_sources::evidence::Grade;
use stet_text::Language;

/// Bytes of a text that say the same again and again, and the longest such part of them: a sentence or two.
const CIRCLES: usize = 1536;
const LONGEST_CIRCLE: usize = 512;
/// Bytes after which it is looked for one again: a model that turns in it does not leave it.
const LOOK: usize = 128;

/// The last of what a model said, as far as is needed to tell that it turns in circles.
#[derive(Debug, Default)]
pub(super) struct Tail {
    text: String,
    /// Bytes that came since the last look.
    unseen: usize,
}

impl Tail {
    pub(super) fn push(&mut self, piece: &str) {
        self.text.push_str(piece);
        self.unseen += piece.len();
        let over = self.text.len().saturating_sub(CIRCLES);
        if over > CIRCLES {
            self.text.drain(..self.text.floor_char_boundary(over));
        }
    }

    /// The bytes of a circle, where the model turns in them: the tail repeats a part of it that has words.
    pub(super) fn circles(&mut self) -> Option<usize> {
        if self.unseen < LOOK {
            return None;
        }
        self.unseen = 0;
        let at = self.text.len().checked_sub(CIRCLES)?;
        let tail = self.text.as_bytes().get(at..)?;
        let again = |period: &usize| tail.get(*period..) == tail.get(..CIRCLES - period);
        // Of the lengths only those count behind which the first byte stands again.
        let (first, near) = (*tail.first()?, tail.get(1..=LONGEST_CIRCLE)?);
        let period = memchr::memchr_iter(first, near).map(|at| at + 1).find(again)?;
        let part = self.text.get(self.text.ceil_char_boundary(at)..)?;
        let words = part.chars().any(char::is_alphabetic);
        words.then_some(period)
    }
}

/// Begins the answer anew where the reader saw the model think: that was known only from its end. Who cannot take words back
/// keeps them.
pub(super) fn forget_thoughts(run: &mut Run<'_>, brief: &Brief<'_>, answer: &mut AnswerStream) {
    if brief.question.once {
        return;
    }
    run.take_back(vec![Told::Thinking]);
    run.open();
    *answer = brief.fresh();
}

/// Ends an answer that turns in circles, and leaves the first of them.
pub(super) fn end_circles(
    run: &mut Run<'_>,
    brief: &Brief<'_>,
    answer: &mut AnswerStream,
    period: usize,
) -> Ending {
    run.made.notes.push(vec![Told::Circles]);
    if !brief.question.once {
        let (_, written) = run.take_back(vec![Told::Circles]);
        run.open();
        *answer = brief.fresh();
        run.push(answer, first_circle(&written, period));
    }
    Ending { status: Status::Complete, finish: FinishReason::Length, fault: None, is_too_long: false }
}

/// Where the model is away, busy or silent and the sources have the answer, sentences of theirs, told as such.
pub(super) async fn quote_instead(
    run: &mut Run<'_>,
    brief: &Brief<'_>,
    request: ChatRequest,
    fault: &ModelError,
    answer: &mut AnswerStream,
) -> Option<Ending> {
    if !fault.is_transient() || brief.evidence.quality != Some(Grade::High) {
        return None;
    }
    let quotations = ExtractiveChat.complete(request).await.ok()?;
    if quotations == no_evidence(run.language) {
        return None;
    }
    tracing::warn!(%fault, "the model failed, and sentences of the sources stand in its place");
    let [ko, en] = [Language::Ko, Language::En].map(|language| fault.message(language));
    run.made.notes.push(vec![Told::Quoted { ko, en }]);
    run.made.quoted = true;
    run.push(answer, &quotations);
    Some(Ending { status: Status::Complete, finish: FinishReason::Stop, fault: None, is_too_long: false })
}

/// A text that ends in circles of so many bytes, up to the end of the first.
fn first_circle(text: &str, period: usize) -> &str {
    let back = || text.as_bytes().iter().rev();
    let again = back().zip(back().skip(period)).take_while(|(one, other)| one == other).count();
    text.get(..text.ceil_char_boundary(text.len() - again)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circles(pieces: impl IntoIterator<Item = String>) -> Option<usize> {
        let mut tail = Tail::default();
        pieces.into_iter().find_map(|piece| {
            tail.push(&piece);
            tail.circles()
        })
    }

    #[test]
    fn what_is_said_again_and_again_turns_in_circles() {
        let head = "The library opens at nine. ";
        for circle in [
            "It closes at six. ",
            "도서관은 아홉 시에 연다. ",
            "and so ",
            "- 하나\n- 둘은 아닙니다\n",
            &format!("{} ", "word ".repeat(90)),
        ] {
            let text = format!("{head}{}", circle.repeat(4000 / circle.len()));
            let pieces = text.split_inclusive(' ').map(str::to_owned);
            let period = circles(pieces).unwrap_or_else(|| panic!("{circle}"));
            assert_eq!(circle.len() % period, 0, "{circle}");
            let kept = first_circle(&text, period);
            let first = head.len() + period;
            assert!(kept.len() <= first && kept.len() + 2 >= first, "{kept}");
        }
    }

    #[test]
    fn lists_and_lines_do_not() {
        let rows = (0..400).map(|at| format!("| {at} | open | closed |\n"));
        assert_eq!(circles(rows), None);
        assert_eq!(circles((0..4000).map(|_| "-".to_owned())), None);
        assert_eq!(circles((0..300).map(|at| format!("Room {at} is free. "))), None);
        assert_eq!(circles((0..20).map(|_| "It closes at six. ".to_owned())), None);
    }
}
