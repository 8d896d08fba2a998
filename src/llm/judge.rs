//! The model as a judge: does a source support a sentence, does a patch keep the meaning, does a text keep the rules that
//! only words describe.
//!
//! Owns how such questions are asked: side by side but few at a time, each with a deadline, read only as far as the
//! verdict, good answers remembered; and whether a model is fit to judge ([`trial`]). Leaves the wording to
//! `stet_prompt`, and what follows from a verdict to those who ask. Without a model, or with the model layer switched off,
//! there is no judge.

mod grade;
pub mod rules;
mod trial;

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::StreamExt as _;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::{ChatDelta, ChatModel, ChatRequest, Message, ModelError, Token};
use stet_answer::ModelVerdict;
use stet_prompt as prompt;
use stet_prompt::Claimed;
use stet_prompt::json::{self, Meaning};
use stet_text::Language;

use trial::Trial;

/// Questions of one use that are with the model at the same time.
pub const AT_ONCE: usize = 4;
/// Replies remembered by a process; a few hundred bytes each.
const REMEMBERED: usize = 4096;
/// Tokens of a verdict: one short JSON object.
const VERDICT_TOKENS: u32 = 200;

/// A model that is asked for verdicts. Cheap to clone; clones share what they remember.
#[derive(Debug, Clone)]
pub struct Judge {
    model: Arc<dyn ChatModel>,
    known: Arc<Mutex<HashMap<u64, Reply>>>,
    deadline: Duration,
    trial: Arc<Trial>,
}

/// What a model replied, and the probability of the word that decides, where the server tells it.
type Reply = (String, Option<f32>);

/// Why a question got no answer.
#[derive(Debug)]
enum Fault {
    Model(ModelError),
    Late,
    /// In the words of the reader.
    Unreadable(String),
}

impl Fault {
    fn message(&self, language: Language) -> String {
        match (self, language) {
            (Self::Model(fault), _) => fault.message(language),
            (Self::Late, Language::Ko) => "모델의 판정이 제때 오지 않았습니다".to_owned(),
            (Self::Late, Language::En) => "the model's verdict came too late".to_owned(),
            (Self::Unreadable(why), _) => why.clone(),
        }
    }
}

/// A question: the prompts, the most tokens of its reply, and the field whose value is the decision, behind which nothing
/// needs to be read but the confidence.
struct Put {
    prompts: (String, String),
    tokens: u32,
    decision: Option<&'static str>,
}

impl Judge {
    /// `deadline` counts from the moment a question is put, waiting for its turn included.
    #[must_use]
    pub fn new(model: Arc<dyn ChatModel>, deadline: Duration) -> Self {
        Self { model, known: Arc::default(), deadline, trial: Arc::default() }
    }

    /// The same judge, which asks its model in another way.
    #[must_use]
    pub fn asking(&self, way: impl FnOnce(&Arc<dyn ChatModel>) -> Arc<dyn ChatModel>) -> Self {
        Self { model: way(&self.model), ..self.clone() }
    }

    #[must_use]
    pub fn name(&self) -> &str {
        self.model.name()
    }

    /// Whether its passages support a statement. Every fault is a failed verdict.
    pub async fn verdict(
        &self,
        turns: &Semaphore,
        claimed: &Claimed<'_>,
        language: Language,
    ) -> ModelVerdict {
        let weighed = self.weigh(turns, claimed, language).await;
        weighed.unwrap_or_else(|fault| ModelVerdict::Failed { reason: fault.message(language) })
    }

    async fn weigh(
        &self,
        turns: &Semaphore,
        claimed: &Claimed<'_>,
        language: Language,
    ) -> Result<ModelVerdict, Fault> {
        let prompts = prompt::verdict(language, claimed);
        let read = |reply: &str, odds: Option<f32>| match json::model_verdict(reply, language) {
            ModelVerdict::Failed { reason } => Err(reason),
            // What a model writes of its confidence is a word like any other; how likely it was to decide so is not.
            ModelVerdict::Judged { accurate, confidence, explanation } => {
                let confidence = odds.unwrap_or(confidence);
                Ok(ModelVerdict::Judged { accurate, confidence, explanation })
            }
        };
        let put = Put { prompts, tokens: VERDICT_TOKENS, decision: Some("is_accurate") };
        self.ask(turns, put, language, read, |_| true).await
    }

    /// One question. A reply that `read` refuses is a fault; it is not remembered, nor is one that is not `whole`.
    async fn ask<T>(
        &self,
        turns: &Semaphore,
        put: Put,
        language: Language,
        read: impl Fn(&str, Option<f32>) -> Result<T, String>,
        whole: impl Fn(&T) -> bool,
    ) -> Result<T, Fault> {
        let key = {
            let mut hasher = DefaultHasher::new();
            (self.model.name(), &put.prompts).hash(&mut hasher);
            hasher.finish()
        };
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(read) = known.and_then(|(reply, odds)| read(&reply, odds).ok()) {
            return Ok(read);
        }
        let work = async {
            let _turn = turns.acquire().await;
            self.reply(put, language).await
        };
        let reply = match tokio::time::timeout(self.deadline, work).await {
            Ok(reply) => reply.map_err(Fault::Model)?,
            Err(_) => return Err(Fault::Late),
        };
        let found = read(&reply.0, reply.1).map_err(Fault::Unreadable)?;
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

    /// What the model replies, as far as it is needed: the rest is never waited for, and the model may stop.
    async fn reply(&self, put: Put, language: Language) -> Result<Reply, ModelError> {
        let (system, user) = put.prompts;
        let mut request = ChatRequest::new(vec![Message::system(system), Message::user(user)], language);
        request.temperature = 0.0;
        request.json = true;
        request.max_tokens = Some(put.tokens);
        request.logprobs = put.decision.is_some();
        let mut stream = self.model.stream(request).await?;
        let mut text = String::new();
        let mut tokens: Vec<Token> = Vec::new();
        while let Some(delta) = stream.next().await {
            match delta? {
                ChatDelta::Text(piece) => text.push_str(&piece),
                ChatDelta::TakenBack => text.clear(),
                ChatDelta::Tokens(more) => {
                    tokens.extend(more);
                    continue;
                }
                ChatDelta::Finish { .. } | ChatDelta::Usage { .. } => continue,
            }
            if put.decision.is_some_and(|decision| json::has_verdict(&text, decision)) {
                break;
            }
        }
        let odds = put.decision.and_then(|decision| odds_of(&tokens, decision));
        Ok((text, odds))
    }
}

/// The probability of the token with which the value of `decision` begins.
fn odds_of(tokens: &[Token], decision: &str) -> Option<f32> {
    let said: String = tokens.iter().map(|token| token.text.as_str()).collect();
    let at = json::decision_at(&said, decision)?;
    let mut end = 0;
    let token = tokens.iter().find(|token| {
        end += token.text.len();
        end > at
    })?;
    Some(token.probability).filter(|odds| (0.0..=1.0).contains(odds))
}

/// What cannot be read, for the reader.
fn unreadable(why: &str, language: Language) -> String {
    match language {
        Language::Ko => "모델의 답을 판정으로 읽을 수 없습니다".to_owned(),
        Language::En => why.to_owned(),
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
            let prompts = prompt::meaning(language, &pair.0, &pair.1);
            let put = Put { prompts, tokens: VERDICT_TOKENS, decision: None };
            let read = |reply: &str, _| json::meaning(reply).map_err(|why| unreadable(why, language));
            let word = judge.ask(&turns, put, language, read, |_| true).await;
            (pair, word.map_err(|fault| fault.message(language)))
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
