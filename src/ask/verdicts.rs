//! The layer behind the words: verdicts of the judge on sentences, while the answer streams.
//!
//! Owns the questions of one answer, asked side by side; leaves how one is put to `judge`, and what a verdict does to
//! `stet_answer`.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::judge::{AT_ONCE, Judge};
use stet_answer::{ModelQuestion, ModelVerdict};
use stet_prompt::Claimed;
use stet_text::Language;

/// The questions of one answer.
#[derive(Debug)]
pub struct Verdicts {
    judge: Option<Judge>,
    language: Language,
    turns: Arc<Semaphore>,
    running: JoinSet<(usize, ModelVerdict)>,
}

impl Verdicts {
    /// Without a judge no question is answered.
    #[must_use]
    pub fn new(judge: Option<Judge>, language: Language) -> Self {
        Self { judge, language, turns: Arc::new(Semaphore::new(AT_ONCE)), running: JoinSet::new() }
    }

    /// Asks in the background; the verdict comes out of [`Self::next`].
    pub fn ask(&mut self, question: ModelQuestion) {
        let Some(judge) = self.judge.clone() else { return };
        let (turns, language) = (Arc::clone(&self.turns), self.language);
        self.running.spawn(async move {
            let claimed = Claimed {
                statement: &question.statement,
                question: question.question.as_deref(),
                about: &question.about,
                passages: &question.passages,
            };
            (question.index, judge.verdict(&turns, &claimed, language).await)
        });
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.running.is_empty()
    }

    /// The next verdict, with the index of its sentence; `None` when no question is open.
    pub async fn next(&mut self) -> Option<(usize, ModelVerdict)> {
        poll_fn(|context| self.poll_next(context)).await
    }

    /// [`Self::next`] for one look.
    pub(super) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<(usize, ModelVerdict)>> {
        loop {
            match ready!(self.running.poll_join_next(context)) {
                Some(Ok(word)) => return Poll::Ready(Some(word)),
                // The sentence stays open until the end of the answer, and is judged by words then.
                Some(Err(fault)) => tracing::error!(%fault, "a question about a sentence ended early"),
                None => return Poll::Ready(None),
            }
        }
    }
}
