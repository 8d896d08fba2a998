//! The plan of a search: which things a question asks for, and in which words to look for each.
//!
//! A question that asks one thing has no plan and costs no model call. What a model plans is searched for beside the question
//! itself, never in its place: a bad plan finds more, not less.

use super::Asker;
use super::aside::{self, unread};
use super::event::{Step, StepState};
use super::teller::Teller;
use super::told::Told;
use super::trace::Subtask;
use stet_llm::ModelKind;
use stet_prompt as prompt;
use stet_sources::parts::parts;
use stet_sources::question::Question as Subject;
use stet_text::Language;

/// Tokens of a plan: five parts of five queries.
const TOKENS: u32 = 700;

/// The things that a question asks for; none where it asks one.
pub(super) async fn plan(asker: &Asker, question: &str, teller: Teller<'_>) -> Vec<Subtask> {
    let most = asker.config.workflow.max_subtasks;
    let found = parts(question, most);
    if found.parts.is_empty() {
        teller.step(Step::Plan, StepState::Skipped, [Told::OneThing]);
        return Vec::new();
    }
    let ruled: Vec<Subtask> = found.parts.into_iter().map(|part| Subtask::new(part, Vec::new())).collect();
    let count = |plan: &[Subtask]| Told::Things { n: plan.len() };
    if !found.sure || asker.chat.kind() != ModelKind::Model {
        teller.step(Step::Plan, StepState::Done, [count(&ruled)]);
        return ruled;
    }
    teller.step(Step::Plan, StepState::Running, [Told::as_is(asker.chat.name())]);
    match planned(asker, question, most, teller.language).await {
        Ok(plan) => {
            teller.step(Step::Plan, StepState::Done, [count(&plan)]);
            plan
        }
        Err(reason) => {
            teller.step(Step::Plan, StepState::Done, [count(&ruled), Told::ByRule, reason]);
            ruled
        }
    }
}

/// Other words for a question that found little: nothing without a model, or where it has none.
pub(super) async fn reworded(asker: &Asker, question: &str, teller: Teller<'_>) -> Vec<Subtask> {
    if asker.config.workflow.max_subtasks == 0 || asker.chat.kind() != ModelKind::Model {
        return Vec::new();
    }
    teller.step(Step::Plan, StepState::Running, [Told::OtherWords]);
    match planned(asker, question, 1, teller.language).await {
        Ok(plan) => {
            let words: Vec<&str> = plan.iter().flat_map(|own| &own.queries).map(String::as_str).collect();
            let told = [Told::OtherWords, Told::Words { words: words.join(", ") }];
            teller.step(Step::Plan, StepState::Done, told);
            plan
        }
        Err(reason) => {
            teller.step(Step::Plan, StepState::Skipped, [Told::OtherWords, reason]);
            Vec::new()
        }
    }
}

/// A model's plan, as far as it is about the question.
async fn planned(
    asker: &Asker,
    question: &str,
    most: usize,
    language: Language,
) -> Result<Vec<Subtask>, Told> {
    let reply = aside::asked(asker, prompt::plan(language, question, most), TOKENS, language).await?;
    let plan = prompt::planned(&reply, most).map_err(unread)?;
    let terms = Subject::new(question).terms();
    // Another subject is none that was asked for, whoever wrote it into the question's words.
    let about = |text: &str| Subject::new(text).terms().iter().any(|term| terms.contains(term));
    let plan: Vec<Subtask> = plan
        .into_iter()
        .filter(|own| about(&own.question))
        .map(|own| Subtask::new(own.question, own.queries))
        .collect();
    if plan.is_empty() { Err(unread("the model's plan is about something else")) } else { Ok(plan) }
}
