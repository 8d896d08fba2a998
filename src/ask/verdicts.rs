//! The layer behind the words: one JSON verdict of the model per sentence, while the answer streams.
//!
//! Owns concurrency, deadline and cache of the questions to the model; leaves reading the reply to `stet_prompt::json`,
//! and what a word does to `stet_answer`.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::future::poll_fn;
use std::hash::{Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::llm::{ChatModel, ChatRequest, Message};
use stet_answer::{ModelQuestion, ModelVerdict};
use stet_prompt as prompt;
use stet_prompt::json::model_verdict;
use stet_text::Language;

/// Questions of one answer that are with the model at the same time.
const AT_ONCE: usize = 4;
/// Verdicts remembered by a process; a few hundred bytes each.
const REMEMBERED: usize = 4096;
/// A verdict is one short JSON object.
const VERDICT_TOKENS: u32 = 200;

/// Verdicts by (model, statement, evidence).
#[derive(Debug, Default)]
pub struct VerdictCache(Mutex<HashMap<u64, ModelVerdict>>);

impl VerdictCache {
    fn get(&self, key: u64) -> Option<ModelVerdict> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned()
    }

    fn put(&self, key: u64, verdict: &ModelVerdict) {
        if matches!(verdict, ModelVerdict::Judged { .. }) {
            let mut map = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if map.len() >= REMEMBERED {
                map.clear();
            }
            map.insert(key, verdict.clone());
        }
    }
}

/// The questions of one answer.
#[derive(Debug)]
pub struct Verdicts {
    model: Arc<dyn ChatModel>,
    cache: Arc<VerdictCache>,
    language: Language,
    deadline: Duration,
    permits: Arc<Semaphore>,
    running: JoinSet<(usize, ModelVerdict)>,
}

impl Verdicts {
    #[must_use]
    pub fn new(
        model: Arc<dyn ChatModel>,
        cache: Arc<VerdictCache>,
        language: Language,
        deadline: Duration,
    ) -> Self {
        let permits = Arc::new(Semaphore::new(AT_ONCE));
        Self { model, cache, language, deadline, permits, running: JoinSet::new() }
    }

    /// Asks in the background; the word comes out of [`Self::next`].
    pub fn ask(&mut self, question: ModelQuestion) {
        let (model, cache) = (Arc::clone(&self.model), Arc::clone(&self.cache));
        let (permits, language, deadline) = (Arc::clone(&self.permits), self.language, self.deadline);
        self.running.spawn(async move {
            let index = question.index;
            let key = key(model.name(), &question);
            if let Some(known) = cache.get(key) {
                return (index, known);
            }
            let work = async {
                let _permit = permits.acquire().await;
                let (system, user) = prompt::verdict(language, &question.statement, &question.evidence);
                let mut request =
                    ChatRequest::new(vec![Message::system(system), Message::user(user)], language);
                request.temperature = 0.0;
                request.json = true;
                request.max_tokens = Some(VERDICT_TOKENS);
                model.complete(request).await
            };
            let verdict = match tokio::time::timeout(deadline, work).await {
                Ok(Ok(reply)) => model_verdict(&reply, language),
                Ok(Err(fault)) => ModelVerdict::Failed { reason: fault.message(language) },
                Err(_) => ModelVerdict::Failed {
                    reason: match language {
                        Language::Ko => "모델의 판정이 제때 오지 않았습니다".to_owned(),
                        Language::En => "the model's verdict came too late".to_owned(),
                    },
                },
            };
            cache.put(key, &verdict);
            (index, verdict)
        });
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.running.is_empty()
    }

    /// The next word, with the index of its sentence; `None` when no question is open.
    pub async fn next(&mut self) -> Option<(usize, ModelVerdict)> {
        poll_fn(|context| self.poll_next(context)).await
    }

    /// [`Self::next`] for one look.
    pub(super) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<(usize, ModelVerdict)>> {
        loop {
            match ready!(self.running.poll_join_next(context)) {
                Some(Ok(word)) => return Poll::Ready(Some(word)),
                // The sentence stays open, and the end of the answer makes it uncertain.
                Some(Err(fault)) => tracing::error!(%fault, "a question about a sentence ended early"),
                None => return Poll::Ready(None),
            }
        }
    }
}

fn key(model: &str, question: &ModelQuestion) -> u64 {
    let mut hasher = DefaultHasher::new();
    (model, &question.statement, &question.evidence).hash(&mut hasher);
    hasher.finish()
}
