//! The model as a judge of revisions: does a patch keep the meaning, does a text keep the rules that only words describe.
//!
//! Owns how such questions are asked: side by side but few at a time, each with a deadline, good answers remembered.
//! Leaves the wording to `domain::prompt`, reading the replies to `domain::json`, and what follows from a verdict to
//! the domain. Without a model, or with the model layer switched off, there is no judge.

mod grade;
pub mod rules;

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::llm::{ChatModel, ChatRequest, Message};
use stet_prompt as prompt;
use stet_prompt::json::{self, Meaning};
use stet_text::Language;

/// Questions of one use that are with the model at the same time.
const AT_ONCE: usize = 4;
/// Replies remembered by a process; a few hundred bytes each.
const REMEMBERED: usize = 4096;
/// Tokens of a verdict on one pair of passages.
const MEANING_TOKENS: u32 = 200;

/// A model that is asked for verdicts. Cheap to clone; clones share what they remember.
#[derive(Debug, Clone)]
pub struct Judge {
    model: Arc<dyn ChatModel>,
    known: Arc<Mutex<HashMap<u64, String>>>,
    deadline: Duration,
}

impl Judge {
    /// `deadline` counts from the moment a question is put, waiting for its turn included.
    #[must_use]
    pub fn new(model: Arc<dyn ChatModel>, deadline: Duration) -> Self {
        Self { model, known: Arc::default(), deadline }
    }

    /// One question. A reply that `read` refuses is a fault; it is not remembered, nor is one that is not `whole`.
    async fn ask<T>(
        &self,
        turns: &Semaphore,
        (system, user): (String, String),
        language: Language,
        tokens: u32,
        read: impl Fn(&str) -> Result<T, &'static str>,
        whole: impl Fn(&T) -> bool,
    ) -> Result<T, String> {
        let key = {
            let mut hasher = DefaultHasher::new();
            (self.model.name(), &system, &user).hash(&mut hasher);
            hasher.finish()
        };
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(read) = known.and_then(|reply| read(&reply).ok()) {
            return Ok(read);
        }
        let work = async {
            let _turn = turns.acquire().await;
            let mut request = ChatRequest::new(vec![Message::system(system), Message::user(user)], language);
            request.temperature = 0.0;
            request.json = true;
            request.max_tokens = Some(tokens);
            self.model.complete(request).await
        };
        let reply = match tokio::time::timeout(self.deadline, work).await {
            Ok(Ok(reply)) => reply,
            Ok(Err(fault)) => return Err(fault.message(language)),
            Err(_) => {
                return Err(match language {
                    Language::Ko => "모델의 판정이 제때 오지 않았습니다".to_owned(),
                    Language::En => "the model's verdict came too late".to_owned(),
                });
            }
        };
        let found = read(&reply).map_err(|why| match language {
            Language::Ko => "모델의 답을 판정으로 읽을 수 없습니다".to_owned(),
            Language::En => why.to_owned(),
        })?;
        if !whole(&found) {
            return Ok(found);
        }
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(key, reply);
        Ok(found)
    }
}

/// A question about the meaning: the passage before and after.
pub type Pair = (String, String);

/// Open questions about the meaning of patches, each asked once.
#[derive(Debug)]
pub struct Meanings {
    judge: Judge,
    language: Language,
    turns: Arc<Semaphore>,
    running: JoinSet<(Pair, Result<Meaning, String>)>,
    /// `None` while the question is open.
    words: HashMap<Pair, Option<Result<Meaning, String>>>,
}

impl Meanings {
    #[must_use]
    pub fn new(judge: Judge, language: Language) -> Self {
        let turns = Arc::new(Semaphore::new(AT_ONCE));
        Self { judge, language, turns, running: JoinSet::new(), words: HashMap::new() }
    }

    /// Asks in the background, unless this was asked before.
    pub fn ask(&mut self, pair: Pair) {
        if self.words.contains_key(&pair) {
            return;
        }
        self.words.insert(pair.clone(), None);
        let (judge, turns, language) = (self.judge.clone(), Arc::clone(&self.turns), self.language);
        self.running.spawn(async move {
            let question = prompt::meaning(language, &pair.0, &pair.1);
            let word = judge.ask(&turns, question, language, MEANING_TOKENS, json::meaning, |_| true).await;
            (pair, word)
        });
    }

    /// Questions without an answer.
    #[must_use]
    pub fn open(&self) -> usize {
        self.running.len()
    }

    /// The next answered pair; `None` when no question is open.
    pub async fn next(&mut self) -> Option<Pair> {
        loop {
            match self.running.join_next().await? {
                Ok((pair, word)) => {
                    self.words.insert(pair.clone(), Some(word));
                    return Some(pair);
                }
                Err(fault) => tracing::error!(%fault, "a question about a patch ended early"),
            }
        }
    }

    /// What the model said; `None` when it was not asked or has not answered.
    #[must_use]
    pub fn word(&self, pair: &Pair) -> Option<&Result<Meaning, String>> {
        self.words.get(pair)?.as_ref()
    }
}
