//! Use case: a question becomes a checked, stored answer.
//!
//! One file per step: `prepare` (all that comes before the first word: `memory`, `route`, `plan`, `search` with [`retrieve`],
//! `web`), `generate` (the task that owns an answer), `run` (its open text on the way through the gate), `attempts` (what the model
//! writes, again where that helps), `verdicts` (the model layer), `check` (what an attempt is worth), `result` (what it rests on),
//! `log` (the event log), [`live`] (who watches), `follow` (answers of other processes), `life` and `recover` (what killed
//! processes leave). Owns order, deadlines and what is stored; leaves judging to `domain::answer` and the transport to `http`.

mod again;
mod aside;
mod attempts;
mod beside;
mod broad;
mod card;
mod check;
mod columns;
mod digits;
mod event;
mod follow;
mod gaps;
mod generate;
mod grade;
mod graph;
mod hallucination;
mod kept;
mod library;
mod life;
mod listen;
pub mod live;
mod log;
mod memory;
mod once;
mod outcome;
mod outline;
mod plan;
mod policy;
mod prepare;
mod question;
mod ranks;
mod recover;
mod regulations;
mod request;
mod result;
pub mod retrieve;
mod route;
mod rules;
mod run;
mod search;
mod spoilt;
mod teller;
mod told;
mod trace;
mod underway;
mod verdicts;
mod warm;
mod web;
mod words;

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::FutureExt as _;
use time::OffsetDateTime;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;
use uuid::Uuid;

pub use aside::Errand;
pub use card::{GradeName, SourceArticle, SourceCard, may_be_gone};
pub use digits::digits;
pub use event::{
    CriteriaSummary, Event, FinishReason, Metadata, ModelFault, ReferenceCounts, Related, RemovedEntry,
    Status, Step, StepState, TextId, Timings, Usage, VerificationEntry,
};
pub use grade::AnswerGrade;
pub use graph::Mode;
pub use hallucination::{Band, HallucinationCheck};
pub use life::{COMPLETIONS, KEPT_COMPLETIONS};
pub use live::{Live, LiveAnswers, Rest, Shown, Watch};
pub use log::{EventLog, decode as logged};
pub use once::{Once, OnceError};
pub use outcome::{Places, metadata, placed};
pub use outline::{Outline, OutlineEntry};
use question::title_of;
pub use question::{AskError, Call, MAX_BODY, MAX_QUESTION, Question, Web};
pub use recover::told;
pub use regulations::Regulations;
pub use result::{Structured, warnings};
pub use retrieve::Evidence;
pub use told::{Told, text as told_text};
pub use trace::{QueryTrace, QueryType, Subtask};
pub use underway::{Revising, Underway};
pub use verdicts::{Behind, Verdicts};

use regulations::Kept;

use stet_access::{Account, Metered, Place, Principal};
use stet_answer::report::Layers;
use stet_config::Config;
use stet_embedding::Embedder;
use stet_embedding::meaning::{Entailment, Meaning};
use stet_llm::judge::Judge;
use stet_llm::web::WebSearch;
use stet_llm::{ChatModel, ModelKind};
use stet_packs::Rulebook;
use stet_store::{Begun, NewAnswer, Scope, Showing, Store, StoreError, clean};
use stet_text::Language;

/// Everything an answer needs. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Asker {
    pub store: Store,
    pub chat: Arc<dyn ChatModel>,
    pub embedder: Arc<dyn Embedder>,
    pub config: Arc<Config>,
    pub live: LiveAnswers,
    pub log: EventLog,
    /// The model as a judge; `None` without a model or with the model layer switched off.
    pub judge: Option<Judge>,
    /// The model of entailment, asked before the judge; `None` without one.
    pub meaning: Option<Meaning>,
    /// Asked where the documents have little; `None` without a key.
    pub web: Option<WebSearch>,
    /// Answers in the making; awaited at shutdown.
    pub tasks: TaskTracker,
    pub shutdown: CancellationToken,
    /// Cancelled when the process shall end: nothing new is begun, and what is under way may come to its end.
    pub leaving: CancellationToken,
    /// Names this process in the answers that it writes.
    pub node: Uuid,
    /// Drafts that are being revised.
    pub underway: Underway,
    permits: Arc<Semaphore>,
    turns: Arc<Semaphore>,
    regulations: Kept,
    /// Those of every workspace that was asked in.
    all_regulations: Arc<Mutex<HashMap<Uuid, Kept>>>,
    /// Whose key asks; none where nobody has one.
    account: Option<Arc<Account>>,
    /// What whoever asks may do.
    may: Scope,
}

/// A place among the answers and revisions that may be written at the same time.
#[derive(Debug)]
pub struct Permit {
    _process: OwnedSemaphorePermit,
    _account: Option<Place>,
}

impl Asker {
    #[must_use]
    pub fn new(
        store: Store,
        chat: Arc<dyn ChatModel>,
        embedder: Arc<dyn Embedder>,
        config: Arc<Config>,
    ) -> Self {
        let permits = Arc::new(Semaphore::new(config.server.max_answers));
        let turns = Arc::new(Semaphore::new(config.database.max_connections.div_ceil(2) as usize));
        let web = config.web.api_key.as_deref().and_then(|key| {
            let made = WebSearch::new(config.web.base_url.as_deref(), key, &config.ingest.private_hosts);
            made.inspect_err(|fault| tracing::error!(%fault, "the web cannot be searched")).ok()
        });
        let node = Uuid::now_v7();
        Self {
            live: LiveAnswers::new(store.workspace()),
            underway: Underway::new(store.workspace()),
            log: EventLog::new(store.clone(), node),
            judge: judge(&config, &chat),
            meaning: None,
            store,
            chat,
            embedder,
            config,
            web,
            tasks: TaskTracker::new(),
            shutdown: CancellationToken::new(),
            leaving: CancellationToken::new(),
            node,
            permits,
            turns,
            regulations: Kept::default(),
            all_regulations: Arc::default(),
            account: None,
            may: Scope::Admin,
        }
    }

    /// The same for whoever asks: in their workspace, in their name, and counted to their key.
    #[must_use]
    pub fn of(&self, principal: &Principal) -> Self {
        let mut asker = self.in_workspace(principal.workspace);
        asker.store = asker.store.for_whom(Arc::clone(&principal.who)).by(principal.author());
        asker.may = principal.scope;
        if let Some(account) = &principal.account {
            asker.chat = Metered::of(&self.chat, account);
            asker.judge = self.judge.as_ref().map(|judge| judge.asking(|model| Metered::of(model, account)));
            asker.account = Some(Arc::clone(account));
        }
        asker
    }

    /// The same in another workspace.
    #[must_use]
    pub fn in_workspace(&self, workspace: Uuid) -> Self {
        let mut asker = self.clone();
        if workspace != self.store.workspace() {
            asker.store = self.store.in_workspace(workspace);
            asker.live = self.live.in_workspace(workspace);
            asker.underway = self.underway.in_workspace(workspace);
            let mut all = self.all_regulations.lock().unwrap_or_else(PoisonError::into_inner);
            asker.regulations = all.entry(workspace).or_default().clone();
        }
        asker
    }

    /// Drops what is kept in memory of a workspace that is gone.
    pub fn forget_workspace(&self, workspace: Uuid) {
        self.all_regulations.lock().unwrap_or_else(PoisonError::into_inner).remove(&workspace);
    }

    /// Whether somebody's key asks.
    #[must_use]
    pub const fn is_metered(&self) -> bool {
        self.account.is_some()
    }

    /// With another model as the judge than the one that writes.
    #[must_use]
    pub fn judged_by(mut self, model: &Arc<dyn ChatModel>) -> Self {
        self.judge = judge(&self.config, model);
        self
    }

    /// With a model of entailment between the words and the judge.
    #[must_use]
    pub fn weighed_by(mut self, model: Arc<dyn Entailment>) -> Self {
        self.meaning = Some(Meaning::new(model, self.config.model.verdict()));
        self
    }

    /// Who is asked behind the words.
    #[must_use]
    pub fn behind(&self) -> Behind {
        Behind { meaning: self.meaning.clone(), judge: self.judge.clone() }
    }

    /// The checks that an answer in `language` goes through.
    #[must_use]
    pub fn layers(&self, language: Language) -> Layers {
        self.behind().in_language(language, Layers::default()).layers(Layers::default())
    }

    /// Takes a question, stores it, and starts the task that answers it. The answer is written to its end whether
    /// anybody watches or not.
    ///
    /// # Errors
    /// An unusable question, a conversation that is busy, no free place, a fault of the store. Nothing is stored then.
    pub async fn run(&self, mut question: Question) -> Result<Arc<Live>, AskError> {
        if clean(&question.text).trim().is_empty() {
            return Err(AskError::Empty);
        }
        if question.text.len() > MAX_QUESTION {
            return Err(AskError::TooLong { limit: MAX_QUESTION });
        }
        self.may_change(&question.chat_id).await?;
        if let Some(project) = question.project {
            self.store.project(&project.to_string()).await?.ok_or(AskError::NoProject(project))?;
        }
        let rules = Rulebook::load(&self.store, &question.criteria_packs, None).await?;
        let permit = self.permit()?;
        let live = Live::new(Uuid::now_v7(), self.shutdown.child_token());
        if !self.live.claim(&question.chat_id, &live) {
            return Err(AskError::Busy);
        }
        let (asker, own) = (self.clone(), Arc::clone(&live));
        let (begun, begins) = oneshot::channel();
        // One task from the claim to the release: whoever asked may go away at any moment, and nothing stays half done.
        let task = self.tasks.spawn(
            async move {
                let chat = question.chat_id.clone();
                let language = question.answer_language();
                let mut fault = None;
                // On the heap: moved about, it would take its room twice.
                let work = Box::pin(async {
                    let mut claim = match asker.claim(&question, own.message_id).await {
                        Ok(Begun::Open(claim)) => claim,
                        Ok(Begun::Busy) => {
                            fault = Some(AskError::Busy);
                            return;
                        }
                        Ok(Begun::Full) => {
                            fault = Some(AskError::TooManyVersions);
                            return;
                        }
                        Err(failed) => {
                            fault = Some(failed.into());
                            return;
                        }
                    };
                    let before = std::mem::take(&mut claim.before);
                    if let Some(project) = before.project.filter(|_| question.documents.is_empty()) {
                        match asker.store.project_sources(project).await {
                            Ok(sources) => question.documents = sources,
                            Err(failed) => {
                                fault = Some(failed.into());
                                return;
                            }
                        }
                    }
                    let action = if question.regenerate { "question.again" } else { "question.ask" };
                    let claimed = async {
                        claim.commit().await?;
                        own.set_stored();
                        // Not before: what is logged of a message that nobody sees yet is lost.
                        let log = asker.log.follow(&own);
                        let _ = begun.send(());
                        asker.note(action, &chat);
                        Ok(log)
                    };
                    fault = generate::generate(&asker, question, rules, &own, before, claimed)
                        .await
                        .err()
                        .map(AskError::Store);
                });
                if AssertUnwindSafe(work).catch_unwind().await.is_err() {
                    own.push([Event::Error { message: Told::ProgramFault.text(language), model: None }]);
                }
                asker.live.release(&chat);
                own.end();
                drop(permit);
                fault
            }
            .instrument(tracing::Span::current()),
        );
        if begins.await.is_ok() {
            return Ok(live);
        }
        Err(task.await.ok().flatten().unwrap_or(AskError::Broken))
    }

    /// Refuses what changes a conversation, a question, another answer in the place of one, the end of one that is being written, its own
    /// end: to whoever may only read, and to whoever may ask and no more where somebody else began it.
    ///
    /// # Errors
    /// It is not theirs, or a fault of the store.
    pub async fn may_change(&self, chat: &str) -> Result<(), AskError> {
        match (self.may, self.store.author()) {
            (Scope::Read, _) => Err(AskError::OnlyReads),
            (Scope::Ask, Some(author)) if !self.store.is_begun_by(chat, author).await? => {
                Err(AskError::NotTheirs)
            }
            _ => Ok(()),
        }
    }

    /// Notes what was done to a conversation, by whichever way, where anybody has a key: nobody waits for it.
    pub(crate) fn note(&self, action: &'static str, chat: &str) {
        if self.account.is_none() {
            return;
        }
        let (store, chat) = (self.store.clone(), chat.to_owned());
        self.tasks.spawn(async move {
            if let Err(fault) = store.note(store.author(), action, &chat, OffsetDateTime::now_utc()).await {
                tracing::error!(%fault, who = %store.who(), action, chat, "the audit log could not be written");
            }
        });
    }

    /// A place among the answers and revisions that may be written at the same time.
    ///
    /// # Errors
    /// All are taken, those of the key are or its tokens of the day are spent, or the process ends.
    pub fn permit(&self) -> Result<Permit, AskError> {
        if self.leaving.is_cancelled() {
            return Err(AskError::Leaving);
        }
        let account = self.account.as_ref().map(|account| account.place()).transpose();
        let account = account.map_err(AskError::Limited)?;
        let process = Arc::clone(&self.permits).try_acquire_owned().map_err(|_| AskError::Full)?;
        Ok(Permit { _process: process, _account: account })
    }

    /// A turn to look things up in the database before an answer, in the order in which they were asked for: of a thousand
    /// questions at once the first are answered while the last wait, where all would wait for one another at each
    /// statement until their time for a connection is over. Half of the connections are left for all else.
    ///
    /// # Errors
    /// The database is away.
    async fn turn(&self) -> Result<SemaphorePermit<'_>, StoreError> {
        let turn = self.turns.acquire().await;
        let turn = turn.ok().filter(|_| !self.store.is_away());
        turn.ok_or(StoreError::away())
    }

    /// Writes the question and the empty answer it will get, not committed; neither when an answer is open in the
    /// conversation, here or in another process.
    async fn claim(&self, question: &Question, answer: Uuid) -> Result<Begun, StoreError> {
        let title = title_of(&question.text);
        let new = NewAnswer {
            chat: &question.chat_id,
            title: &title,
            question_id: question.client_message_id.as_deref(),
            question: &question.text,
            answer,
            writer: self.node,
            again: question.regenerate,
            after: &question.after,
            project: question.project,
            at: OffsetDateTime::now_utc(),
        };
        let begun = self.store.begin_answer(&new, memory::READ).await?;
        // What a fault of this process has left open is in nobody's way.
        if matches!(begun, Begun::Busy) && recover::close_own(self, &question.chat_id).await? {
            return self.store.begin_answer(&new, memory::READ).await;
        }
        Ok(begun)
    }

    /// Shows another branch of a conversation: that of a message. `false`: there is no such message in it.
    ///
    /// # Errors
    /// It is not for whoever asks to change, an answer is being written in it, or the store failed.
    pub async fn show(&self, chat: &str, message: Uuid) -> Result<bool, AskError> {
        self.may_change(chat).await?;
        match self.store.show(chat, message, title_of).await? {
            Showing::Shown => Ok(true),
            Showing::Busy => Err(AskError::Busy),
            Showing::Unknown => Ok(false),
        }
    }

    /// Begins nothing new, and lets what is being written come to its end, for so long at most or until [`Self::close`].
    /// `false`: something is still being written.
    pub async fn drain(&self, patience: Duration) -> bool {
        self.leaving.cancel();
        let all = u32::try_from(self.config.server.max_answers).unwrap_or(u32::MAX);
        let ended = tokio::time::timeout(patience, self.permits.acquire_many(all));
        matches!(self.shutdown.run_until_cancelled(ended).await, Some(Ok(_)))
    }

    /// Ends every answer as interrupted and waits until all are stored.
    pub async fn close(&self) {
        self.leaving.cancel();
        self.shutdown.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

/// The judge that a model is, if it may be one.
fn judge(config: &Config, model: &Arc<dyn ChatModel>) -> Option<Judge> {
    let judges = config.gate.model_layer && model.kind() == ModelKind::Model;
    judges.then(|| Judge::new(Arc::clone(model), config.model.verdict()))
}
