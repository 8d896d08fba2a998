//! The attempts at one answer: the first, and others where the sources do not support what it claims or where it is not good
//! enough. The best of them is the message.
//!
//! Owns what the model is asked, how often, and what becomes of an attempt that another replaces. Every attempt streams as it
//! comes, as a text of its own; one that is replaced is told as such. Leaves judging an attempt to `check`.

use std::cmp::Ordering;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;

use futures::poll;
use tracing::Instrument as _;

use super::check;
use super::event::{Event, FinishReason, Status, Step, StepState};
use super::grade::AnswerGrade;
use super::hallucination::HallucinationCheck;
use super::listen::{Listener, Said};
use super::prepare::Brief;
use super::request::{self, Remedy};
use super::run::{Ending, Run, millis};
use super::spoilt::{self, Tail};
use super::told::Told;
use super::verdicts::Verdicts;
use stet_answer::{AnswerStream, RuleBreach, Word};
use stet_llm::{ChatRequest, ModelError, ModelKind};
use stet_prompt as prompt;

/// Characters that are left of a source where the model's context is too short for all of it (workflow.md, step 5).
const SHORTENED: usize = 500;
/// Pieces of a model that never pauses after which the stop is looked at.
const LOOK: u32 = 16;
/// No further attempt begins so long after the question: whoever waits has a text, and a slow model would write for minutes.
const WITHIN: Duration = Duration::from_mins(2);

/// An attempt, with what was found out about it.
pub(super) struct Attempt {
    pub answer: AnswerStream,
    pub ending: Ending,
    pub check: HallucinationCheck,
    pub grade: Option<AnswerGrade>,
    /// What the model wrote, before the gate.
    written: String,
    breaches: Vec<RuleBreach>,
}

/// What the writing goes on with.
enum Turn {
    Word(usize, Word),
    Said(Said),
    Stop,
}

impl Attempt {
    /// Which of two whole attempts is the better one: that which passed the check; then the higher grade, where both have
    /// one; then the lower score; then more claims that are supported.
    fn compare(&self, other: &Self) -> Ordering {
        let grade = |attempt: &Self| attempt.grade.as_ref().map(|grade| grade.overall);
        let by_grade = match (grade(self), grade(other)) {
            (Some(own), Some(others)) => own.total_cmp(&others),
            _ => Ordering::Equal,
        };
        (self.check.passed.cmp(&other.check.passed))
            .then(by_grade)
            .then(other.check.score.total_cmp(&self.check.score))
            .then(self.check.claims.cmp(&other.check.claims))
    }
}

/// Writes the answer, again where that helps, and gives the attempt that is the message: its text is the open one.
pub(super) async fn best(run: &mut Run<'_>, brief: &mut Brief<'_>) -> Attempt {
    let is_model = run.asker.chat.kind() == ModelKind::Model;
    let once = !is_model || brief.question.once || brief.evidence.is_empty() || brief.rows.is_some();
    let most = if once { 1 } else { run.asker.config.correct.max_attempts.max(1) };
    let (mut best, mut remedy): (Option<Attempt>, Option<Remedy>) = (None, None);
    loop {
        run.made.attempts += 1;
        if run.made.attempts > 1 {
            run.open();
        }
        let span = tracing::info_span!("attempt", number = run.made.attempts);
        let mut attempt = run.attempt(brief, remedy.as_ref(), most).instrument(span).await;
        let is_whole = attempt.ending.status == Status::Complete;
        let next = if is_whole && !once { run.remedy(brief, &mut attempt).await } else { None };
        let spent = run.made.attempts as usize >= most || run.started.elapsed() > WITHIN;
        let stopped = run.live.stopped().is_cancelled();
        match next {
            Some(next) if !spent && !stopped => {
                run.supersede(&mut attempt, reason(&next));
                best = Some(better(best, attempt));
                remedy = Some(next);
            }
            next => {
                if next.is_some() && most > 1 {
                    run.bound(most);
                }
                return run.keep(best, attempt, is_whole);
            }
        }
    }
}

impl Run<'_> {
    /// The better one of the best attempt so far and the last. One that broke off is none where another is whole.
    fn keep(&mut self, best: Option<Attempt>, mut last: Attempt, is_whole: bool) -> Attempt {
        let Some(mut best) = best.filter(|best| !is_whole || best.compare(&last).is_gt()) else {
            return last;
        };
        if last.ending.fault.is_some() {
            self.made.notes.push(vec![Told::EarlierStands]);
        } else if !is_whole {
            (best.ending.status, best.ending.finish) = (last.ending.status, last.ending.finish);
        }
        self.supersede(&mut last, vec![Told::EarlierIsBetter]);
        self.show_again(&best);
        best
    }

    /// Says that no further attempt was made although the last one called for it, and which bound was reached.
    fn bound(&mut self, most: usize) {
        let attempts = self.made.attempts as usize;
        let note = if attempts < most { Told::OutOfTime } else { Told::Bound { n: attempts } };
        self.step(Step::Generate, StepState::Done, [note.clone()]);
        self.made.notes.push(vec![note]);
    }

    /// What a whole attempt has to be written again for.
    async fn remedy(&mut self, brief: &Brief<'_>, attempt: &mut Attempt) -> Option<Remedy> {
        self.made.scores.push(attempt.check.score);
        if !attempt.check.passed {
            return Some(Remedy::Correct(attempt.check.unsupported_claims.clone()));
        }
        let text = attempt.answer.text().to_owned();
        attempt.grade = check::graded(self, &brief.asked.alone, &text, &attempt.check).await;
        attempt.grade.clone().filter(|grade| !grade.passed).map(Remedy::Improve)
    }

    /// Ends a text that is not part of the message.
    fn supersede(&mut self, attempt: &mut Attempt, why: Vec<Told>) {
        (attempt.breaches, attempt.written) = self.take_back(why);
    }

    /// Shows an attempt that was replaced once more, as the text that counts.
    fn show_again(&mut self, attempt: &Attempt) {
        self.open();
        self.live.wrote(&attempt.written);
        let (text_id, text) = (self.text_id.clone(), attempt.answer.text());
        let said = |from: usize, to: usize| Event::Text {
            text_id: text_id.clone(),
            delta: text.get(from..to).unwrap_or_default().to_owned(),
        };
        // Sentence by sentence, as they were told at first.
        let mut at = 0;
        for report in attempt.answer.sentences() {
            let end = report.span.end.max(at);
            let sentence = Event::Sentence { text_id: text_id.clone(), report: Box::new(report.clone()) };
            self.live.push([said(at, end), sentence]);
            at = end;
        }
        self.emit(said(at, text.len()));
        self.breached(attempt.breaches.clone());
        self.rules.linted_to(attempt.answer.sentences().count());
    }

    /// Writes the answer once, under the open text.
    async fn attempt(&mut self, brief: &mut Brief<'_>, remedy: Option<&Remedy>, most: usize) -> Attempt {
        let mut answer = brief.fresh();
        let ending = if brief.evidence.is_empty() {
            self.step(Step::Generate, StepState::Skipped, [Told::NoSources]);
            self.push(&mut answer, prompt::no_evidence(self.language));
            Ending { status: Status::Complete, finish: FinishReason::Stop, fault: None, is_too_long: false }
        } else if let Some(rows) = brief.rows.take() {
            self.step(Step::Generate, StepState::Skipped, [Told::FromTable]);
            self.made.quoted = true;
            self.timings.first_token_ms = Some(millis(self.started));
            self.push(&mut answer, &rows);
            Ending { status: Status::Complete, finish: FinishReason::Stop, fault: None, is_too_long: false }
        } else {
            let told = match remedy {
                Some(remedy) => {
                    [vec![Told::Attempt { n: self.made.attempts, most }], reason(remedy)].concat()
                }
                None => vec![Told::as_is(self.asker.chat.name())],
            };
            self.step(Step::Generate, StepState::Running, told);
            let mut request = request::request(self, brief, remedy);
            if self.made.shortened_to.is_none() && self.is_too_long(&request) {
                answer = self.shorten(brief, &mut request, remedy);
            }
            let mut ending = self.write(request.clone(), brief, &mut answer).await;
            if ending.is_too_long && self.made.shortened_to.is_none() {
                answer = self.shorten(brief, &mut request, remedy);
                ending = self.write(request, brief, &mut answer).await;
            }
            let cut = self.made.shortened_to.map(|n| Told::Shortened { n });
            self.step(Step::Generate, StepState::Done, Vec::from_iter(cut));
            ending
        };
        let broke_off = matches!(ending.finish, FinishReason::Length | FinishReason::ContentFilter);
        self.finish(&mut answer, ending.status == Status::Complete && !broke_off);
        if self.timings.written_ms.is_none() {
            self.timings.written_ms = Some(millis(self.started));
        }
        let check = check::unsupported(self, &mut answer, ending.status).await;
        Attempt { answer, ending, check, grade: None, written: String::new(), breaches: Vec::new() }
    }

    /// Whether a request is longer than the model's context, as far as that is known, with room for the answer.
    fn is_too_long(&self, request: &ChatRequest) -> bool {
        let model = &self.asker.config.model;
        model.context_tokens.is_some_and(|context| size(request) + model.max_tokens as usize > context)
    }

    /// Shortens every source, pictures kept, for a model whose context is too short for all of them.
    fn shorten(
        &mut self,
        brief: &mut Brief<'_>,
        request: &mut ChatRequest,
        remedy: Option<&Remedy>,
    ) -> AnswerStream {
        brief.evidence = brief.evidence.shortened(SHORTENED);
        self.made.shortened_to = Some(SHORTENED);
        let note = Told::Shortened { n: SHORTENED };
        self.step(Step::Generate, StepState::Running, [note.clone()]);
        self.made.notes.push(vec![note]);
        *request = request::request(self, brief, remedy);
        brief.fresh()
    }

    /// Carries the model's stream into the answer until it ends, is stopped or fails.
    async fn write(
        &mut self,
        mut request: ChatRequest,
        brief: &Brief<'_>,
        answer: &mut AnswerStream,
    ) -> Ending {
        self.trace.prompt_tokens = Some(size(&request));
        let stop = self.live.stopped().clone();
        let mut stopping = pin!(stop.cancelled());
        let mut model = tokio::select! {
            opened = self.asker.chat.stream(request.clone()) => match opened {
                Ok(stream) => Listener::new(stream, &request),
                Err(fault) => return self.wordless(&fault, request, brief, answer).await,
            },
            () = &mut stopping => return self.ended_early(),
        };
        // What is left of it serves quotations, where the model says nothing.
        request.messages = Vec::new();
        let mut finish = FinishReason::Stop;
        let (mut worded, mut tail) = (false, Tail::default());
        // Known to whoever stops the answer before the first wait.
        let _ = poll!(&mut stopping);
        let mut heard = 0_u32;
        // A model that never pauses would keep the stop from being looked at.
        while !heard.is_multiple_of(LOOK) || !stop.is_cancelled() {
            heard = heard.wrapping_add(1);
            let said = match next(&mut self.verdicts, &mut model, stopping.as_mut()).await {
                Turn::Word(index, word) => {
                    answer.hear(index, &word, &mut self.events);
                    self.forward();
                    continue;
                }
                Turn::Said(said) => said,
                Turn::Stop => break,
            };
            if let Some(usage) = said.usage {
                self.made.usage = Some(self.made.usage.unwrap_or_default().and(usage));
            }
            if said.anew && worded {
                spoilt::forget_thoughts(self, brief, answer);
                (worded, tail) = (false, Tail::default());
            }
            if !said.text.is_empty() {
                if self.timings.first_token_ms.is_none() {
                    self.timings.first_token_ms = Some(millis(self.started));
                }
                worded = worded || !said.text.trim().is_empty();
                self.push(answer, &said.text);
                tail.push(&said.text);
                if let Some(period) = tail.circles() {
                    return spoilt::end_circles(self, brief, answer, period);
                }
            }
            finish = said.finish.unwrap_or(finish);
            if let Some(fault) = said.fault {
                if !worded {
                    return self.wordless(&fault, request, brief, answer).await;
                }
                return Ending { is_too_long: false, ..self.failed(&fault) };
            }
            if said.ended {
                // An answer that was filtered says so by itself.
                if !worded && finish != FinishReason::ContentFilter {
                    return self.wordless(&ModelError::Wordless, request, brief, answer).await;
                }
                return Ending { status: Status::Complete, finish, fault: None, is_too_long: false };
            }
        }
        self.ended_early()
    }

    /// The ending where the model failed before its first word.
    async fn wordless(
        &mut self,
        fault: &ModelError,
        request: ChatRequest,
        brief: &Brief<'_>,
        answer: &mut AnswerStream,
    ) -> Ending {
        // A client that waits and asks again by itself is to be told to.
        let retries = brief.question.call.retries && matches!(fault, ModelError::RateLimited { .. });
        let quoted =
            if retries { None } else { spoilt::quote_instead(self, brief, request, fault, answer).await };
        quoted.unwrap_or_else(|| self.failed(fault))
    }
}

/// What comes next: a verdict before what the model says, and that before the stop.
async fn next(
    verdicts: &mut Verdicts,
    model: &mut Listener,
    mut stopping: Pin<&mut impl Future<Output = ()>>,
) -> Turn {
    poll_fn(|context| {
        if model.is_waiting() && verdicts.is_empty() {
            return Poll::Pending;
        }
        if let Poll::Ready(Some((index, word))) = verdicts.poll_next(context) {
            return Poll::Ready(Turn::Word(index, word));
        }
        if let Poll::Ready(said) = model.poll_said(context) {
            return Poll::Ready(Turn::Said(said));
        }
        stopping.as_mut().poll(context).map(|()| Turn::Stop)
    })
    .await
}

/// Why the answer is written again.
fn reason(remedy: &Remedy) -> Vec<Told> {
    match remedy {
        Remedy::Correct(refused) => vec![Told::Unsupported { n: refused.len() }],
        Remedy::Improve(grade) => [vec![Told::Better], grade.weak()].concat(),
    }
}

/// Tokens of a request, at most.
fn size(request: &ChatRequest) -> usize {
    request.messages.iter().map(|message| prompt::tokens(&message.content)).sum()
}

/// The better one of the best attempt so far and another; of equals the earlier.
fn better(best: Option<Attempt>, other: Attempt) -> Attempt {
    match best {
        Some(best) if other.compare(&best).is_le() => best,
        _ => other,
    }
}
