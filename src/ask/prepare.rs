//! What comes before an answer: its way, its plan, its sources.

use tokio_util::sync::CancellationToken;

use super::event::{Step, StepState};
use super::gaps::Seeking;
use super::graph::Mode;
use super::kept;
use super::live::Live;
use super::memory::{self, Turn, about_answer};
use super::retrieve::Evidence;
use super::route::{self, Way, same_again};
use super::search::Planned;
use super::teller::Teller;
use super::told::Told;
use super::trace::{QueryTrace, QueryType};
use super::{AskError, Asker, Question, broad, columns, plan, web};
use stet_answer::{AnswerPolicy, AnswerStream};
use stet_prompt as prompt;
use stet_sources::leaning::is_name;
use stet_sources::turn;
use stet_store::Before;
use stet_text::Language;

/// What is asked, in its conversation.
#[derive(Debug, Default)]
pub(super) struct Asked {
    /// The question as it would be asked without the conversation.
    pub alone: String,
    /// What it says itself, where it leans on the conversation.
    pub own: String,
    /// What it does with the last answer.
    pub turn: Option<turn::Turn>,
    pub history: Vec<Turn>,
    /// It is asked about documents as a whole.
    pub is_whole: bool,
}

/// What an answer is written from.
#[derive(Debug)]
pub(super) struct Prepared {
    pub policy: AnswerPolicy,
    pub evidence: Evidence,
    pub asked: Asked,
    /// Where nothing is asked of the sources, what is said.
    pub said: Option<String>,
    /// Rows of tables that are the answer.
    pub rows: Option<String>,
    /// What of the documents was read, where it is not all.
    pub note: Vec<Told>,
    pub trace: QueryTrace,
}

impl Prepared {
    const fn new(policy: AnswerPolicy, evidence: Evidence, asked: Asked, trace: QueryTrace) -> Self {
        Self { policy, evidence, asked, said: None, rows: None, note: Vec::new(), trace }
    }
}

/// What the attempts at an answer are written from.
pub(super) struct Brief<'q> {
    pub question: &'q Question,
    pub asked: Asked,
    pub evidence: Evidence,
    pub policy: AnswerPolicy,
    /// What is said of them, where that is known without a model.
    pub rows: Option<String>,
}

impl Brief<'_> {
    /// An answer of which nothing is written.
    pub(super) fn fresh(&self) -> AnswerStream {
        let Evidence { sources, prepared, .. } = &self.evidence;
        AnswerStream::new(sources.clone(), prepared.clone(), self.policy.clone())
    }
}

/// Everything up to the first word. Whoever stops the answer meanwhile gets what is there without a model.
pub(super) async fn prepare(
    asker: &Asker,
    question: &Question,
    language: Language,
    live: &Live,
    before: Before,
) -> Result<Prepared, AskError> {
    let teller = Teller { live, language };
    let stop = live.stopped();
    let regulations = asker.regulations_of(before.regulations).await?;
    let mut policy = asker.policy_with(regulations, language, question.strict);
    let history = memory::history(question, before.turns);
    let said = question.said();
    // `Answer in Korean: …` asks the sources: only its first words are about an answer.
    let about = about_answer(&question.text, &history).filter(|_| about_answer(&said, &history).is_some());
    if about.is_none()
        && let Some(found) = broad::found(asker, question, teller).await?
    {
        return Ok(of_documents(question, found, policy, history, teller));
    }
    // Only what is given its passages, or may be another name in the place of the one before, has to know it.
    let last = if about.is_some() || is_name(&said) && memory::leans(&said, &history) {
        kept::last(asker, before.answer).await?
    } else {
        None
    };
    let way = match about {
        Some(_) => Some(same_again(teller)),
        None => stop.run_until_cancelled(route::way(asker, &said, &history, teller)).await,
    };
    let mut way = way.unwrap_or(Way::Search);
    let mut trace = QueryTrace { query_type: Some(way.name()), ..QueryTrace::default() };
    if let Way::Talk(talk) = way {
        let own = Asked { alone: question.text.clone(), history, ..Asked::default() };
        let said = Some(prompt::direct(language, talk.name()));
        return Ok(Prepared { said, ..Prepared::new(policy, Evidence::none(), own, trace) });
    }
    let known = || {
        let searched = last.as_ref().and_then(|last| last.query.enhanced_query.clone());
        searched.unwrap_or_else(|| memory::known(&history).0)
    };
    if let (Some(turn), Some(last)) = (about, &last)
        && let Some(evidence) = kept::kept(asker, question, last, turn).await?
    {
        let own = Asked { alone: known(), turn: about, history, ..Asked::default() };
        return Ok(as_before(Prepared::new(policy, evidence, own, trace), teller));
    }
    // A stopped answer searches for what it has.
    let mut alone = if about.is_some() {
        // The same sources; how the answer is to be written, the model reads in the question.
        known()
    } else {
        let renamed = match &last {
            Some(last) => kept::renamed(asker, &said, &known(), last).await?,
            None => None,
        };
        or(stop, memory::standalone(asker, &said, renamed, &history, teller), &said).await
    };
    let plan = stop.run_until_cancelled(plan::plan(asker, &alone, teller)).await.unwrap_or_default();
    teller.step(Step::Retrieve, StepState::Running, []);
    let regulations = policy.regulations.as_deref();
    let said = if about.is_some() { alone.clone() } else { said };
    let said = said.as_str();
    let answer = before.answer;
    let seeking = Seeking { asker, question, answer, history: &history, said, regulations, teller };
    let mut found = seeking.search(&alone, plan).await?;
    let mut is_again = false;
    if found.is_low() && way == Way::Search && !history.is_empty() {
        // What finds nothing alone may mean what was spoken of: `Do they lend me another bicycle meanwhile?`
        let carried = or(stop, memory::with_history(asker, said, &history, teller), said).await;
        let again = seeking.search(&carried, Vec::new()).await?;
        is_again = true;
        if again.evidence.quality >= found.evidence.quality && again.evidence.speaks_of(said) {
            (found, alone, way) = (again, carried, Way::History);
            trace.query_type = Some(way.name());
        }
    }
    let own = (way == Way::History).then_some(said);
    let found = again(&seeking, found, &alone, own, is_again || about.is_some(), stop).await?;
    let mut evidence = found.evidence;
    tell_found(&evidence, &found.note, teller);
    let may_read = about.is_none() && found.plan.is_empty();
    let read =
        if may_read { columns::found(asker, question, &alone, &evidence, teller).await? } else { None };
    let (mut told, mut rows) = (None, None);
    if let Some(read) = read {
        (evidence, told, rows) = (read.evidence, read.told, read.rows);
    } else if !found.is_placed {
        let web = web::with_web(asker, (&alone, question.web), evidence.clone(), teller);
        evidence = stop.run_until_cancelled(web).await.unwrap_or(evidence);
    }
    // What is said of a table as a whole has nothing that could be checked.
    trace.query_type = told.as_ref().map_or(trace.query_type, |_| Some(QueryType::Simple));
    policy.question = Some(alone.clone());
    trace.enhanced_query = Some(alone.clone());
    trace.subtasks = found.plan;
    trace.mode = Some(found.mode);
    let own = if way == Way::History && about.is_none() { said.to_owned() } else { String::new() };
    let own = Asked { alone, own, turn: about, history, is_whole: false };
    Ok(Prepared { said: told, rows, ..Prepared::new(policy, evidence, own, trace) })
}

/// Says how many sources were found, and where.
fn tell_found(evidence: &Evidence, note: &[Told], teller: Teller<'_>) {
    let found = Told::Sources { n: evidence.cards.len() };
    teller.step(Step::Retrieve, StepState::Done, [&[found], note].concat());
}

/// What is found in other words where nothing near was, or for what the first search has left open; `is_again`: there was another one
/// already. `own` is what the question says itself where it leans on the conversation.
async fn again(
    seeking: &Seeking<'_>,
    mut found: Planned,
    alone: &str,
    own: Option<&str>,
    mut is_again: bool,
    stop: &CancellationToken,
) -> Result<Planned, AskError> {
    // Only where nothing near was found: the wait for the model comes before the first word.
    if found.is_low() {
        let plan = plan::reworded(seeking.asker, alone, seeking.teller);
        let plan = stop.run_until_cancelled(plan).await.unwrap_or_default();
        if !plan.is_empty() {
            let again = seeking.search(alone, plan).await?;
            is_again = true;
            if again.evidence.quality >= found.evidence.quality {
                found = again;
            }
        }
    }
    if is_again { Ok(found) } else { seeking.again(found, alone, own).await }
}

/// What is written from the sources of the last answer.
fn as_before(mut prepared: Prepared, teller: Teller<'_>) -> Prepared {
    let kept = Told::SourcesKept { n: prepared.evidence.cards.len() };
    teller.step(Step::Retrieve, StepState::Done, [kept]);
    prepared.policy.question = Some(prepared.asked.alone.clone());
    prepared.trace.enhanced_query = Some(prepared.asked.alone.clone());
    prepared
}

/// What there is for a question about the documents themselves.
fn of_documents(
    question: &Question,
    found: broad::Found,
    mut policy: AnswerPolicy,
    history: Vec<Turn>,
    teller: Teller<'_>,
) -> Prepared {
    let (evidence, note, is_whole, said) = match found {
        broad::Found::Told { text, evidence } => (evidence, Vec::new(), false, Some(text)),
        broad::Found::Read { evidence, note, is_whole } => (evidence, note, is_whole, None),
    };
    tell_found(&evidence, &note, teller);
    let alone = question.text.clone();
    policy.question = Some(alone.clone());
    let query_type = Some(if said.is_some() { QueryType::Simple } else { QueryType::RagRequired });
    let enhanced_query = Some(alone.clone()).filter(|_| said.is_none());
    let trace = QueryTrace { query_type, enhanced_query, mode: Some(Mode::Naive), ..QueryTrace::default() };
    let own = Asked { alone, history, is_whole, ..Asked::default() };
    Prepared { said, note, ..Prepared::new(policy, evidence, own, trace) }
}

/// What is made of a question; the question itself where the answer is stopped meanwhile.
async fn or(stop: &CancellationToken, made: impl Future<Output = String>, question: &str) -> String {
    stop.run_until_cancelled(made).await.unwrap_or_else(|| question.to_owned())
}
