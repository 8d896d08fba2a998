//! A question that was sent twice is one question: whoever did not hear that it had arrived sends it again under the same
//! id, and is given the answer that it has.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::live::Live;
use super::recover::Told;
use super::{AskError, Asker, Question};
use crate::store::{Message, MessageStatus};

/// What becomes of a question.
#[derive(Debug)]
pub enum Asked {
    /// Its answer is being written, from now on or since it was first sent.
    Now(Arc<Live>),
    /// It was answered before.
    Before(Box<Message>, Told),
}

impl Asked {
    /// The answer, to be watched from its beginning.
    #[must_use]
    pub fn live(self) -> Arc<Live> {
        match self {
            Self::Now(live) => live,
            Self::Before(message, told) => {
                let live = Live::new(message.id, CancellationToken::new());
                live.push(told.events.into_iter().map(|(_, event)| event));
                live.end();
                live
            }
        }
    }
}

impl Asker {
    /// [`Self::run`], unless the question was sent before, by its id and its words: then its answer is given again. One
    /// that failed is written anew as long as it is the last.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub async fn run_once(&self, mut question: Question) -> Result<Asked, AskError> {
        if let (Some(id), false) = (&question.client_message_id, question.regenerate)
            && let Some(answer) = self.store.answer_to(&question.chat_id, id, &question.text).await?
        {
            match answer.status {
                MessageStatus::Streaming => {
                    if let Some(live) = self.live.get(&question.chat_id) {
                        return Ok(Asked::Now(live));
                    }
                    if let Some(followed) = self.follow(&question.chat_id).await? {
                        return Ok(Asked::Now(followed.live));
                    }
                }
                MessageStatus::Failed | MessageStatus::Interrupted if answer.last => {
                    question.regenerate = true;
                }
                _ => {
                    if let Some(message) = self.store.message(answer.id).await? {
                        let told = self.told(&message).await?;
                        return Ok(Asked::Before(Box::new(message), told));
                    }
                }
            }
        }
        self.run(question).await.map(Asked::Now)
    }
}
