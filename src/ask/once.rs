//! A question of which nothing is left once it is answered.

use std::sync::Arc;

use futures::StreamExt as _;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{AskError, Asker, Event, Metadata, ModelFault, Question, Status};

/// An answer that was given.
#[derive(Debug, Clone)]
pub struct Once {
    /// The model's own text.
    pub written: String,
    /// What is left of it behind the gate.
    pub corrected: String,
    pub metadata: Metadata,
}

/// Why there is none.
#[derive(Debug, thiserror::Error)]
pub enum OnceError {
    #[error(transparent)]
    Ask(#[from] AskError),
    /// The model failed, or the store; `message` is in the language of the answer.
    #[error("{message}")]
    Failed { message: String, model: Option<ModelFault> },
    #[error("the answer was stopped before its end")]
    Ended,
}

impl Asker {
    /// Asks, waits for the end and deletes the conversation, whatever becomes of the caller. `hear` is told each event; when
    /// `gone` is cancelled, or the caller goes away, the answer is stopped.
    ///
    /// # Errors
    /// An unusable question, a fault of the model or the store, an end before the answer's own.
    pub async fn ask_once(
        &self,
        question: Question,
        gone: &CancellationToken,
        mut hear: impl FnMut(&Event),
    ) -> Result<Once, OnceError> {
        let chat_id = format!("query-{}", Uuid::now_v7());
        // No part of it is the caller's, which may go away at any moment, also while the answer begins: it is stopped, and the
        // conversation is deleted, all the same.
        let (asker, left) = (self.clone(), gone.child_token());
        let leaving = left.clone().drop_guard();
        let (told, telling) = oneshot::channel();
        let ended = self.tasks.spawn(async move {
            let own = match asker.run(Question { chat_id: chat_id.clone(), ..question }).await {
                Ok(live) => live,
                Err(fault) => {
                    let _ = told.send(Err(fault));
                    return Ok(None);
                }
            };
            let _ = told.send(Ok(Arc::clone(&own)));
            let mut events = own.watch();
            let mut stopping = std::pin::pin!(left.cancelled());
            loop {
                tokio::select! {
                    event = events.next() => if event.is_none() { break },
                    () = &mut stopping, if !own.is_stopped() => own.stop(),
                }
            }
            let stored = asker.store.message(own.message_id).await;
            asker.store.delete_conversation(&chat_id).await?;
            stored
        });
        let live = telling.await.map_err(|_| AskError::Broken)??;
        let (mut metadata, mut fault): (Option<Metadata>, _) = (None, None);
        let mut events = live.watch();
        while let Some(event) = events.next().await {
            hear(&event);
            match &*event {
                Event::Metadata(done) | Event::Finish { metadata: done, .. } => {
                    metadata = Some((**done).clone());
                }
                Event::Error { message, model } => {
                    fault = Some(OnceError::Failed { message: message.clone(), model: model.clone() });
                }
                _ => {}
            }
        }
        let stored = ended.await.map_err(|_| AskError::Broken)?.map_err(AskError::from)?;
        drop(leaving);
        if let Some(fault) = fault {
            return Err(fault);
        }
        let metadata =
            metadata.filter(|metadata| metadata.status == Status::Complete).ok_or(OnceError::Ended)?;
        let corrected = stored.map(|message| message.text).unwrap_or_default();
        Ok(Once { written: live.model_text(), corrected, metadata })
    }
}
