//! A question that was sent twice is one question: whoever did not hear that it had arrived sends it again under the same
//! id, and is given the answer that it has.

use std::sync::Arc;

use super::live::Live;
use super::question::title_of;
use super::{AskError, Asker, Question};
use stet_store::{Answered, MessageStatus};

impl Asker {
    /// [`Self::run`], unless the question was sent before, by its id and its words: then its answer is given again, from
    /// its first event. One that failed is written anew as long as nothing was asked behind it.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub async fn run_once(&self, mut question: Question) -> Result<Arc<Live>, AskError> {
        let (Some(id), false) = (question.client_message_id.clone(), question.regenerate) else {
            return self.run(question).await;
        };
        let (chat, text) = (question.chat_id.clone(), question.text.clone());
        let fault = match Box::pin(self.run(question.clone())).await {
            Ok(live) => return Ok(live),
            Err(fault) => fault,
        };
        // It keeps itself out where it was sent before; and whatever keeps others out, it is given what it has.
        let Some(answer) = self.store.answer_to(&chat, &id, &text).await? else { return Err(fault) };
        // Asked once more in words that another branch has: that one is shown.
        if matches!(fault, AskError::Busy) && answer.status != MessageStatus::Streaming {
            self.store.show(&chat, answer.id, title_of).await?;
        }
        if let Some(live) = self.given(&chat, &answer).await? {
            return Ok(live);
        }
        question.regenerate = true;
        match Box::pin(self.run(question)).await {
            // Sent twice at once: the second is given what the first has asked for.
            Err(AskError::Busy) => {
                let answer = self.store.answer_to(&chat, &id, &text).await?.ok_or(AskError::Busy)?;
                self.given(&chat, &answer).await?.ok_or(AskError::Busy)
            }
            done => done,
        }
    }

    /// An answer that is there or being written; none where it is to be written anew in its place.
    async fn given(&self, chat: &str, answer: &Answered) -> Result<Option<Arc<Live>>, AskError> {
        match answer.status {
            MessageStatus::Streaming => match self.live.get(chat) {
                Some(live) => Ok(Some(live)),
                None => Ok(self.follow(chat).await?),
            },
            MessageStatus::Failed | MessageStatus::Interrupted if answer.last => Ok(None),
            _ => {
                let Some(message) = self.store.message(answer.id).await? else { return Ok(None) };
                Ok(Some(Live::ended(message.id, self.told(&message).await?)))
            }
        }
    }
}
