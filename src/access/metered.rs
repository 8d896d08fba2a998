//! A chat model whose tokens are counted to an account.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures::future::BoxFuture;
use futures::{FutureExt as _, Stream, StreamExt as _};

use super::Account;
use stet_llm::{ChatDelta, ChatModel, ChatRequest, ChatStream, ModelError, ModelKind};
use stet_prompt::tokens;

/// A model that somebody's key asks.
#[derive(Debug)]
pub struct Metered {
    model: Arc<dyn ChatModel>,
    account: Arc<Account>,
}

impl Metered {
    /// The same model, for this account.
    #[must_use]
    pub fn of(model: &Arc<dyn ChatModel>, account: &Arc<Account>) -> Arc<dyn ChatModel> {
        Arc::new(Self { model: Arc::clone(model), account: Arc::clone(account) })
    }
}

impl ChatModel for Metered {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn kind(&self) -> ModelKind {
        self.model.kind()
    }

    fn stream(&self, request: ChatRequest) -> BoxFuture<'_, Result<ChatStream, ModelError>> {
        // Extracts are no model, and cost nothing.
        if self.kind() == ModelKind::Extracts {
            return self.model.stream(request);
        }
        let read = request.messages.iter().map(|message| tokens(&message.content)).sum();
        async move {
            let stream = self.model.stream(request).await?;
            let account = Arc::clone(&self.account);
            Ok(Counted { stream, account, read, written: String::new(), told: None }.boxed())
        }
        .boxed()
    }

    fn check(&self) -> BoxFuture<'_, Result<(), ModelError>> {
        self.model.check()
    }
}

/// A reply; what it took is counted when it is over, however it ends.
struct Counted {
    stream: ChatStream,
    account: Arc<Account>,
    /// Tokens of the request, estimated.
    read: usize,
    written: String,
    /// What the server counted.
    told: Option<usize>,
}

impl Stream for Counted {
    type Item = Result<ChatDelta, ModelError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = self.stream.poll_next_unpin(context);
        match &next {
            Poll::Ready(Some(Ok(ChatDelta::Text(delta)))) => self.written.push_str(delta),
            Poll::Ready(Some(Ok(ChatDelta::Usage { prompt_tokens, completion_tokens }))) => {
                self.told = Some(*prompt_tokens as usize + *completion_tokens as usize);
            }
            _ => {}
        }
        next
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.account.spend(self.told.unwrap_or_else(|| self.read + tokens(&self.written)));
    }
}
