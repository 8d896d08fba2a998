//! Use case: an instruction becomes patches that wait beside a draft.
//!
//! One tracked task owns a revision from the first word of the rewriting to the staged patches, whether anybody
//! watches or not. Owns order and limits; leaves aligning and classifying to `domain::patch`, staging to `drafts`.

mod facts;
mod judged;
mod names;
mod notes;
mod write;

use std::collections::{HashMap, HashSet};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures::FutureExt as _;
use serde::Serialize;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use unicode_segmentation::GraphemeCursor;
use uuid::Uuid;

use stet_ask::{AskError, Asker, FinishReason, Step, StepState, Told, told_text};
use stet_criteria::lint;
use stet_drafts::{Desk, DraftError, FactStatus, Proposal, category_name};
use stet_host::apart::apart;
use stet_llm::ModelKind;
use stet_llm::judge::rules::Unchecked;
use stet_llm::judge::{Meanings, Pair};
use stet_packs::Rulebook;
use stet_patch::classify::size;
use stet_patch::stage::{Status, TurnedDown};
use stet_patch::{Around, Category, GateReading, Patch, group, meaning};
use stet_segment::Sentence;
use stet_text::span::Span;
use stet_text::{Language, language};

pub use notes::Note;

/// Longest text that a model is given to rewrite, in bytes: its answer must fit a context as well.
pub const MAX_RANGE: usize = 64 << 10;

/// What the writer wants.
#[derive(Debug, Clone)]
pub struct Request {
    /// The draft as it is.
    pub desk: Desk,
    pub instruction: String,
    /// Bytes of the draft; all of it when `None`.
    pub range: Option<Span>,
    pub rules: Rulebook,
    /// Categories of patches that are wanted; all when empty.
    pub categories: Vec<Category>,
}

/// Why a revision could not begin.
#[derive(Debug, thiserror::Error)]
pub enum ReviseError {
    #[error("neither an instruction nor rules")]
    Nothing,
    #[error("the instruction is longer than {limit} bytes")]
    InstructionTooLong { limit: usize },
    #[error("the range is empty, outside the draft or inside a character")]
    Range,
    #[error("the range is longer than {MAX_RANGE} bytes")]
    RangeTooLong,
    #[error(transparent)]
    Ask(#[from] AskError),
    #[error(transparent)]
    Draft(#[from] DraftError),
}

/// What happens while a revision is made.
#[derive(Debug, Clone)]
pub enum Event {
    Start {
        run_id: Uuid,
    },
    Step {
        step: Step,
        state: StepState,
        /// `told` in the language of the text.
        detail: String,
        told: Vec<Told>,
    },
    /// Patches of a sentence that was just written, in bytes of the draft as it was; they may still change.
    Proposed(Vec<Patch>),
    /// The end: what is staged now, under which ids, and what is not there any more.
    Settled {
        desk: Box<Desk>,
        staged: Vec<String>,
        gone: Vec<String>,
        superseded: Vec<String>,
    },
    Metadata(Summary),
    Finish {
        reason: FinishReason,
        summary: Summary,
    },
    /// The writer stopped it; what was proposed until then is staged.
    Abort {
        reason: String,
    },
    Error {
        message: String,
    },
}

/// The outcome in figures.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    pub run_id: Uuid,
    /// The draft's revision now.
    pub revision: i64,
    /// Patches of this run that wait now, by category.
    pub counts: HashMap<&'static str, usize>,
    pub criteria: CriteriaFigures,
    /// Every patch that states a fact is supported by the sources, and none breaks a rule.
    pub verified: bool,
    /// Share of the range that would change, with a warning from 15 % and a flag from 20 %.
    pub volume: GateReading,
    /// Suggestions left out because the writer had rejected them in these words.
    pub suppressed: usize,
    /// Their ids, under which they are still known as rejected: undoing that lets them wait again.
    pub suppressed_ids: Vec<String>,
    /// The rewriting came to its end; otherwise only the sentences it reached were compared.
    pub complete: bool,
    /// What the writer should know about the rewriting as a whole.
    pub notes: Vec<Note>,
    pub model: String,
}

#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CriteriaFigures {
    pub applied: Vec<String>,
    /// Rules that the words brought in by patches break.
    pub violated: Vec<String>,
    /// Those of them that the model found; they have no pattern.
    pub judged: Vec<String>,
    /// Rules without a pattern that nobody checked, and why.
    pub not_checked: Vec<Unchecked>,
    /// Rules that had no room in the prompt.
    pub left_out: Vec<String>,
}

/// A revision in the making.
struct Run {
    asker: Asker,
    id: Uuid,
    desk: Arc<Desk>,
    instruction: String,
    /// The part that is rewritten, without white space at its ends.
    range: Span,
    rules: Rulebook,
    categories: Vec<Category>,
    language: Language,
    events: mpsc::UnboundedSender<Event>,
    /// Cancelled by the writer, or with the program.
    stop: CancellationToken,
    /// Ids that were shown while the rewriting was written.
    shown: Vec<String>,
    /// Sentences of the original.
    sentences: Vec<Sentence>,
    /// Questions about patches that words alone cannot settle; `None` without a model.
    meanings: Option<Meanings>,
    /// Patches that were shown before their question was answered.
    waiting: Vec<(Pair, Patch)>,
}

/// How the rewriting ended.
struct Ending {
    complete: bool,
    finish: FinishReason,
    fault: Option<String>,
    /// By the writer.
    stopped: bool,
    notes: Vec<Note>,
}

impl Request {
    fn check(&self, asker: &Asker) -> Result<Span, ReviseError> {
        let text = self.desk.stage.text();
        if self.instruction.trim().is_empty() && self.rules.is_empty() {
            return Err(ReviseError::Nothing);
        }
        let limit = stet_ask::MAX_QUESTION;
        if self.instruction.len() > limit {
            return Err(ReviseError::InstructionTooLong { limit });
        }
        let range = self.range.unwrap_or(Span::new(0, text.len()));
        let cuts = |at: usize| {
            text.is_char_boundary(at)
                && GraphemeCursor::new(at, text.len(), true).is_boundary(text, 0).unwrap_or(false)
        };
        if self.range.is_some_and(Span::is_empty)
            || range.end > text.len()
            || !cuts(range.start)
            || !cuts(range.end)
        {
            return Err(ReviseError::Range);
        }
        let range = range.trimmed(text);
        if range.len() > MAX_RANGE && asker.chat.kind() == ModelKind::Model {
            return Err(ReviseError::RangeTooLong);
        }
        Ok(range)
    }
}

/// Starts a revision. It is written to its end and staged whether the receiver is read or not.
///
/// # Errors
/// An unusable request, no free place, a draft that is gone, or a fault of the store.
pub async fn run(
    asker: &Asker,
    request: Request,
) -> Result<(Uuid, mpsc::UnboundedReceiver<Event>), ReviseError> {
    let range = request.check(asker)?;
    let permit = asker.permit()?;
    let (events, receiver) = mpsc::unbounded_channel();
    let run_id = Uuid::now_v7();
    let part = range.of(request.desk.stage.text());
    let language = language(if part.is_empty() { &request.instruction } else { part });
    let mut run = Run {
        asker: asker.clone(),
        id: run_id,
        sentences: Vec::new(),
        meanings: asker.judge.clone().map(|judge| Meanings::new(judge, language)),
        waiting: Vec::new(),
        language,
        desk: Arc::new(request.desk),
        instruction: request.instruction,
        range,
        rules: request.rules,
        categories: request.categories,
        events,
        stop: asker.shutdown.child_token(),
        shown: Vec::new(),
    };
    let (begun, begins) = oneshot::channel();
    // One task from the first note of it to the last: whoever asked may go away at any moment.
    let task = asker.tasks.spawn(async move {
        let (store, draft) = (run.asker.store.clone(), run.desk.draft.id);
        match store.begin_revision(run_id, draft).await {
            Ok(true) => {}
            Ok(false) => return Some(DraftError::NotFound),
            Err(fault) => return Some(fault.into()),
        }
        // Behind the note: a beat stops what it finds no note of.
        let revising = run.asker.underway.begin(draft, run_id, run.stop.clone());
        let _ = begun.send(());
        let last = match AssertUnwindSafe(run.go()).catch_unwind().await {
            Ok(last) => last,
            Err(_) => run.broken_down(),
        };
        if let Err(fault) = store.end_revision(run_id).await {
            tracing::warn!(%fault, "other nodes will take a revision for unfinished until its silence tells");
        }
        drop((revising, permit));
        // Who sees the end and looks at the draft, through whichever node, sees no revision under way.
        run.emit(last);
        None
    });
    if begins.await.is_ok() {
        return Ok((run_id, receiver));
    }
    let fault = task.await.ok().flatten();
    Err(fault.map_or(ReviseError::Ask(AskError::Broken), ReviseError::Draft))
}

impl Run {
    fn emit(&self, event: Event) {
        // Nobody has to watch.
        let _ = self.events.send(event);
    }

    fn step(&self, step: Step, state: StepState, told: impl Into<Vec<Told>>) {
        let told = told.into();
        self.emit(Event::Step { step, state, detail: told_text(&told, self.language), told });
    }

    fn original(&self) -> &str {
        self.range.of(self.desk.stage.text())
    }

    /// What stands around the range: a change is read in its whole sentence.
    fn around(&self) -> Around<'_> {
        Around::of(self.desk.stage.text(), self.range)
    }

    /// Writes the revision and stages it; what is to be told last.
    async fn go(&mut self) -> Event {
        self.emit(Event::Start { run_id: self.id });
        let left_out = self.rules.instructions(self.language).left_out;
        let outcome = self.propose().await;
        let (rewritten, patches, ending) = match outcome {
            Ok(outcome) => outcome,
            Err(fault) => return self.failed(&fault),
        };
        let patches = self.rejudge(patches).await;
        let rewritten: Arc<str> = rewritten.into();
        let (mut patches, suppressed, suppressed_ids) =
            match self.choose(patches, Arc::clone(&rewritten)).await {
                Ok(chosen) => chosen,
                Err(fault) => return self.failed(&fault),
            };
        let volume = size::volume(self.range.len(), &patches);
        let mut broken = self.broken(&rewritten, &patches);
        let (judged, not_checked) = self.judge_rules(&rewritten, &mut patches).await;
        broken.extend(judged.iter().filter(|id| !broken.contains(id)).cloned().collect::<Vec<_>>());
        let facts = self.facts(&rewritten, &patches).await;
        let unsupported = facts.values().any(|fact| fact.status != FactStatus::Supported);
        for patch in &mut patches {
            shift(patch, self.range.start);
        }
        let known: Vec<_> = patches.iter().map(|patch| facts.get(&patch.id).cloned()).collect();
        names::tell_apart(&self.desk, &mut patches);
        let proposals =
            patches.into_iter().zip(known).map(|(patch, fact)| Proposal { patch, fact }).collect();
        let text = self.desk.stage.text().to_owned();
        let settled =
            match stet_drafts::stage(&self.asker.store, self.desk.draft.id, self.id, text, proposals).await {
                Ok(settled) => settled,
                Err(fault) => return self.failed(&fault),
            };
        let waits =
            |id: &String| settled.desk.patch(id).is_some_and(|staged| staged.status == Status::Pending);
        let (mut staged, mut gone) = (settled.staged, Vec::new());
        for id in &self.shown {
            if !waits(id) {
                gone.push(id.clone());
            } else if !staged.contains(id) {
                // It waited already, from an earlier revision.
                staged.push(id.clone());
            }
        }
        let summary = Summary {
            run_id: self.id,
            revision: settled.desk.draft.revision,
            counts: by_category(&settled.desk, &staged),
            verified: !unsupported && broken.is_empty() && ending.complete,
            criteria: CriteriaFigures {
                applied: self.rules.pack_ids(),
                violated: broken,
                judged,
                not_checked,
                left_out,
            },
            volume,
            suppressed,
            suppressed_ids,
            complete: ending.complete,
            notes: ending.notes,
            model: self.asker.chat.name().to_owned(),
        };
        self.emit(Event::Settled {
            desk: Box::new(settled.desk),
            staged,
            gone,
            superseded: settled.superseded,
        });
        self.emit(Event::Metadata(summary.clone()));
        match ending.fault {
            Some(message) => Event::Error { message },
            None if ending.stopped => Event::Abort { reason: Told::StoppedByUser.text(self.language) },
            None => Event::Finish { reason: ending.finish, summary },
        }
    }

    /// The patches that are wanted and were not rejected before, with the rules they break.
    async fn choose(
        &self,
        mut patches: Vec<Patch>,
        rewritten: Arc<str>,
    ) -> Result<(Vec<Patch>, usize, Vec<String>), DraftError> {
        let (rules, categories) = (self.rules.clone(), self.categories.clone());
        let (desk, range) = (Arc::clone(&self.desk), self.range);
        let work = apart(move || {
            lint::mark(&rules.lint(&rewritten), &mut patches);
            patches.retain(|patch| categories.is_empty() || categories.contains(&patch.category));
            let before = patches.len();
            let turned_down = desk.stage.turned_down();
            let known = |patch: &Patch| Some((patch.id.clone(), suppressed(&turned_down, range, patch)?));
            let (left_out, mut ids): (HashSet<String>, Vec<String>) =
                patches.iter().filter_map(known).unzip();
            ids.retain(|id| desk.patch(id).is_some_and(|one| one.status == Status::Rejected));
            group::retain_whole(&mut patches, |patch| !left_out.contains(&patch.id));
            let suppressed = before - patches.len();
            (patches, suppressed, ids)
        });
        Ok(work.await)
    }

    /// Ids of rules that the new words of patches break.
    fn broken(&self, rewritten: &str, patches: &[Patch]) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        if patches.is_empty() || self.rules.is_empty() {
            return out;
        }
        for breach in self.rules.lint(rewritten) {
            let new = patches.iter().any(|patch| patch.after_range.overlaps(breach.span));
            if new && !out.contains(&breach.rule_id) {
                out.push(breach.rule_id);
            }
        }
        out
    }

    /// Shows patches of the sentences written so far, and asks the model about those that words alone leave open.
    fn show(&mut self, mut patches: Vec<Patch>) {
        let turned_down = self.desk.stage.turned_down();
        group::retain_whole(&mut patches, |patch| suppressed(&turned_down, self.range, patch).is_none());
        for patch in &mut patches {
            if let Some(pair) = self.question(patch) {
                let word = self.meanings.as_ref().and_then(|meanings| meanings.word(&pair));
                match word {
                    Some(word) => meaning::settle(patch, word),
                    None => self.waiting.push((pair, patch.clone())),
                }
            }
        }
        group::level(&mut patches);
        self.propose_now(patches);
    }

    /// Sends patches of the original's bytes as they are known now.
    fn propose_now(&mut self, mut patches: Vec<Patch>) {
        patches.retain(|patch| self.categories.is_empty() || self.categories.contains(&patch.category));
        if patches.is_empty() {
            return;
        }
        for patch in &mut patches {
            shift(patch, self.range.start);
        }
        names::tell_apart(&self.desk, &mut patches);
        for patch in &patches {
            if !self.shown.contains(&patch.id) {
                self.shown.push(patch.id.clone());
            }
        }
        self.emit(Event::Proposed(patches));
    }

    fn failed(&self, fault: &DraftError) -> Event {
        let message = match fault {
            DraftError::NotFound => Told::DraftDeleted,
            fault => {
                tracing::error!(%fault, "a revision could not be staged");
                Told::NotStaged
            }
        };
        Event::Error { message: message.text(self.language) }
    }

    /// What is told last when the program itself has failed.
    fn broken_down(&self) -> Event {
        Event::Error { message: Told::RevisionFault.text(self.language) }
    }
}

/// The id under which the writer rejected this patch of a range.
fn suppressed(turned_down: &TurnedDown<'_>, range: Span, patch: &Patch) -> Option<String> {
    let mut here = patch.clone();
    shift(&mut here, range.start);
    turned_down.id(&here).map(str::to_owned)
}

/// A patch of a part as a patch of the whole.
fn shift(patch: &mut Patch, by: usize) {
    patch.range = patch.range.shifted(by);
    patch.after_range = patch.after_range.shifted(by);
    patch.to = patch.to.map(|to| to + by);
}

/// How many of some patches are of each category.
fn by_category(desk: &Desk, ids: &[String]) -> HashMap<&'static str, usize> {
    let all = [Category::Core, Category::Expression, Category::Detail];
    let mut counts: HashMap<&'static str, usize> = all.map(|name| (category_name(name), 0)).into();
    for staged in ids.iter().filter_map(|id| desk.patch(id)) {
        *counts.entry(category_name(staged.patch.category)).or_default() += 1;
    }
    counts
}
