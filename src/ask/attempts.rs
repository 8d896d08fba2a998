//! The attempts at one answer: the first, and others where the sources do not support what it claims or where it is not good
//! enough. The best of them is the message.
//!
//! Owns what the model is asked, how often, and what becomes of an attempt that another replaces. Every attempt streams as it
//! comes, as a text of its own; one that is replaced is told as such. Leaves judging an attempt to `check` and `grade`.

use std::cmp::Ordering;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::{Duration, Instant};

use futures::poll;
use tokio::runtime::{Handle, RuntimeFlavor};
use tracing::Instrument as _;

use super::event::{Event, FinishReason, Status, Step, StepState};
use super::generate::{Ending, Run, millis};
use super::grade::AnswerGrade;
use super::hallucination::HallucinationCheck;
use super::listen::{Listener, Said};
use super::prepare::Asked;
use super::retrieve::Evidence;
use super::spoilt::Tail;
use super::verdicts::Verdicts;
use super::{Question, retrieve};
use stet_answer::{Addresses, AnswerEvent, AnswerPolicy, AnswerSource, AnswerStream, Form, RuleBreach, Word};
use stet_llm::{ChatRequest, ModelError, ModelKind};
use stet_prompt as prompt;
use stet_text::counted;

/// Characters that are left of a source where the model's context is too short for all of it (workflow.md, step 5).
const SHORTENED: usize = 500;
/// Bytes of a sentence whose verdict may take longer than a millisecond: what else the thread has to do is done by others. (One
/// of 300 bytes takes a tenth of that, and it grows with the square of the words.)
const LONG: usize = 2 << 10;
/// Pieces of a model that never pauses after which the stop is looked at.
const LOOK: u32 = 16;
/// No further attempt begins so long after the question: whoever waits has a text, and a slow model would write for minutes.
const WITHIN: Duration = Duration::from_mins(2);

/// What an answer is written from.
pub(super) struct Brief<'q> {
    pub question: &'q Question,
    pub asked: Asked,
    pub evidence: Evidence,
    pub policy: AnswerPolicy,
}

impl Brief<'_> {
    /// An answer of which nothing is written.
    pub(super) fn fresh(&self) -> AnswerStream {
        let Evidence { sources, prepared, .. } = &self.evidence;
        AnswerStream::new(sources.clone(), prepared.clone(), self.policy.clone())
    }
}

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

/// Why there is another attempt, and what it has to mind.
pub(super) enum Remedy {
    /// These claims no source supports.
    Correct(Vec<String>),
    Improve(AnswerGrade),
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

impl Evidence {
    /// The same with so many characters of each source at most, cut behind a sentence or a word. Places in what is left stay
    /// where they are.
    fn shortened(&self, most: usize) -> Self {
        let cut = |source: &AnswerSource| {
            let end = source.text.char_indices().nth(most).map_or(source.text.len(), |(end, _)| end);
            let head = source.text.get(..end).unwrap_or_default();
            let is_cut = end < source.text.len();
            let sentence = head.rfind(['.', '。', '!', '?', '\n']).map(|at| head.ceil_char_boundary(at + 1));
            let sentence = sentence.filter(|&at| at * 2 > head.len());
            let at = sentence.or_else(|| head.rfind(char::is_whitespace)).filter(|_| is_cut);
            let head = at.and_then(|at| head.get(..at)).unwrap_or(head);
            AnswerSource { text: head.into(), ..source.clone() }
        };
        let mut sources: Vec<AnswerSource> = self.sources.iter().map(cut).collect();
        let prepared = retrieve::prepared(&mut sources);
        Self { sources, prepared, ..self.clone() }
    }
}

/// Whether an address may stand in an answer: as a link where a source or the question has it.
fn may_stand(asked: &str, answer: &AnswerStream, address: &str, form: Form) -> bool {
    let is_named =
        || asked.contains(address) || answer.sources().iter().any(|source| source.text.contains(address));
    form == Form::Link && is_named()
}

impl Run<'_> {
    /// Writes the answer, again where that helps, and gives the attempt that is the message: its text is the open one.
    pub(super) async fn attempts(&mut self, brief: &mut Brief<'_>) -> Attempt {
        let is_model = self.asker.chat.kind() == ModelKind::Model;
        let once = !is_model || brief.question.once || brief.evidence.is_empty();
        let most = if once { 1 } else { self.asker.config.correct.max_attempts.max(1) };
        let (mut best, mut remedy): (Option<Attempt>, Option<Remedy>) = (None, None);
        loop {
            self.made.attempts += 1;
            if self.made.attempts > 1 {
                self.open();
            }
            let span = tracing::info_span!("attempt", number = self.made.attempts);
            let mut attempt = self.attempt(brief, remedy.as_ref(), most).instrument(span).await;
            let is_whole = attempt.ending.status == Status::Complete;
            let next = if is_whole && !once { self.remedy(brief, &mut attempt).await } else { None };
            let spent = self.made.attempts as usize >= most || self.started.elapsed() > WITHIN;
            let stopped = self.live.stopped().is_cancelled();
            match next {
                Some(next) if !spent && !stopped => {
                    let reason = self.reason(&next);
                    self.supersede(&mut attempt, reason);
                    best = Some(better(best, attempt));
                    remedy = Some(next);
                }
                next => {
                    if next.is_some() && most > 1 {
                        self.bound(most);
                    }
                    return self.keep(best, attempt, is_whole);
                }
            }
        }
    }

    /// The better one of the best attempt so far and the last. One that broke off is none where another is whole.
    fn keep(&mut self, best: Option<Attempt>, mut last: Attempt, is_whole: bool) -> Attempt {
        let Some(mut best) = best.filter(|best| !is_whole || best.compare(&last).is_gt()) else {
            return last;
        };
        if last.ending.fault.is_some() {
            let note = self.say(
                "다시 쓰는 동안 모델에 문제가 생겨 앞선 답변을 남겼습니다",
                "the model failed during another attempt, so an earlier one stands",
            );
            self.made.notes.push(note);
        } else if !is_whole {
            (best.ending.status, best.ending.finish) = (last.ending.status, last.ending.finish);
        }
        let reason = self.say("앞선 답변이 더 낫습니다", "an earlier attempt is better");
        self.supersede(&mut last, reason);
        self.show_again(&best);
        best
    }

    /// Says that no further attempt was made although the last one called for it, and which bound was reached.
    fn bound(&mut self, most: usize) {
        let attempts = self.made.attempts as usize;
        let note = if attempts < most {
            self.say(
                "시간이 지나 다시 쓰지 않았습니다. 답변에 뒷받침되지 않거나 부족한 곳이 있습니다",
                "too much time had passed to write the answer again; parts of it are not supported or not good enough",
            )
        } else {
            self.say(
                format!("답변을 {attempts}번 써 보았고 가장 나은 것을 남겼습니다"),
                format!("the bound of {} was reached; the best one stands", counted(attempts, "attempt")),
            )
        };
        self.step(Step::Generate, StepState::Done, note.clone());
        self.made.notes.push(note);
    }

    /// What a whole attempt has to be written again for.
    async fn remedy(&mut self, brief: &Brief<'_>, attempt: &mut Attempt) -> Option<Remedy> {
        self.made.scores.push(attempt.check.score);
        if !attempt.check.passed {
            return Some(Remedy::Correct(attempt.check.unsupported_claims.clone()));
        }
        let text = attempt.answer.text().to_owned();
        attempt.grade = self.grade(&brief.asked.alone, &text, &attempt.check).await;
        attempt.grade.clone().filter(|grade| !grade.passed).map(Remedy::Improve)
    }

    fn reason(&self, remedy: &Remedy) -> String {
        match remedy {
            Remedy::Correct(refused) => self.say(
                format!("출처로 뒷받침되지 않는 주장이 있어 다시 씁니다({}개)", refused.len()),
                format!("written again: {} without support in the sources", counted(refused.len(), "claim")),
            ),
            Remedy::Improve(grade) => {
                let weak = grade.weak(self.language).join(", ");
                self.say(
                    format!("더 낫게 다시 씁니다: {weak}"),
                    format!("written again to be better: {weak}"),
                )
            }
        }
    }

    /// Ends a text that is not part of the message.
    fn supersede(&mut self, attempt: &mut Attempt, reason: String) {
        (attempt.breaches, attempt.written) = self.take_back(reason);
    }

    /// Begins a text.
    pub(super) fn open(&mut self) {
        self.texts += 1;
        self.text_id = format!("t{}", self.texts).into();
        self.before_edits = self.last_edit;
        self.addresses = Addresses::default();
        self.emit(Event::TextStart { text_id: self.text_id.clone() });
    }

    /// Shows an attempt that was replaced once more, as the text that counts.
    fn show_again(&mut self, attempt: &Attempt) {
        self.open();
        self.live.wrote(&attempt.written);
        let text_id = self.text_id.clone();
        self.emit(Event::Text { text_id: text_id.clone(), delta: attempt.answer.text().to_owned() });
        let reports = attempt.answer.sentences().cloned().map(Box::new);
        self.live.push(reports.map(|report| Event::Sentence { text_id: text_id.clone(), report }));
        self.breached(attempt.breaches.clone());
        self.rules.linted_to(attempt.answer.sentences().count());
    }

    /// Writes the answer once, under the open text.
    async fn attempt(&mut self, brief: &mut Brief<'_>, remedy: Option<&Remedy>, most: usize) -> Attempt {
        let mut answer = brief.fresh();
        let ending = if brief.evidence.is_empty() {
            let why = self.say("찾은 출처가 없습니다", "no sources were found");
            self.step(Step::Generate, StepState::Skipped, why);
            self.push(&mut answer, prompt::no_evidence(self.language));
            Ending { status: Status::Complete, finish: FinishReason::Stop, fault: None, is_too_long: false }
        } else {
            let mut detail = self.asker.chat.name().to_owned();
            if let Some(remedy) = remedy {
                let (attempt, reason) = (self.made.attempts, self.reason(remedy));
                detail = self.say(
                    format!("{most}번 가운데 {attempt}번째: {reason}"),
                    format!("attempt {attempt} of {most}: {reason}"),
                );
            }
            self.step(Step::Generate, StepState::Running, detail);
            let mut request = self.request(brief, remedy);
            if self.made.shortened_to.is_none() && self.is_too_long(&request) {
                answer = self.shorten(brief, &mut request, remedy);
            }
            let mut ending = self.write(request.clone(), brief, &mut answer).await;
            if ending.is_too_long && self.made.shortened_to.is_none() {
                answer = self.shorten(brief, &mut request, remedy);
                ending = self.write(request, brief, &mut answer).await;
            }
            let cut = self.made.shortened_to.map(|most| self.say_shortened(most)).unwrap_or_default();
            self.step(Step::Generate, StepState::Done, cut);
            ending
        };
        let asked = &self.asked;
        let rest = self.addresses.finish(|address, form| may_stand(asked, &answer, address, form));
        self.take_in(&mut answer, &rest);
        let broke_off = matches!(ending.finish, FinishReason::Length | FinishReason::ContentFilter);
        answer.finish(ending.status == Status::Complete && !broke_off, &mut self.events);
        self.forward();
        if self.timings.written_ms.is_none() {
            self.timings.written_ms = Some(millis(self.started));
        }
        let check = self.check(&mut answer, ending.status).await;
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
        let note = self.say_shortened(SHORTENED);
        self.step(Step::Generate, StepState::Running, note.clone());
        self.made.notes.push(note);
        *request = self.request(brief, remedy);
        brief.fresh()
    }

    fn say_shortened(&self, most: usize) -> String {
        self.say(
            format!("모델의 문맥이 짧아 출처마다 {most}자까지만 보냈습니다"),
            format!("the model's context is short: {most} characters of each source"),
        )
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
                self.forget_thoughts(brief, answer);
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
                    return self.end_circles(brief, answer, period);
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
        let quoted = if retries { None } else { self.quote_instead(brief, request, fault, answer).await };
        quoted.unwrap_or_else(|| self.failed(fault))
    }

    pub(super) fn push(&mut self, answer: &mut AnswerStream, delta: &str) {
        // PostgreSQL stores no NUL, and what is sent is what is stored.
        let storable = delta.contains('\0').then(|| delta.replace('\0', ""));
        let delta = storable.as_deref().unwrap_or(delta);
        let asked = &self.asked;
        let known = |address: &str, form| may_stand(asked, answer, address, form);
        let delta = self.addresses.push(delta, known);
        self.take_in(answer, &delta);
    }

    fn take_in(&mut self, answer: &mut AnswerStream, delta: &str) {
        self.live.wrote(delta);
        let before = Instant::now();
        if answer.open() + delta.len() > LONG && may_block() {
            tokio::task::block_in_place(|| answer.push(delta, &mut self.events));
        } else {
            answer.push(delta, &mut self.events);
        }
        if self.events.iter().any(|event| matches!(event, AnswerEvent::Sentence(_))) {
            let took = u64::try_from(before.elapsed().as_micros()).unwrap_or(u64::MAX);
            self.timings.slowest_verdict_us = self.timings.slowest_verdict_us.max(took);
        }
        self.forward();
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

/// Whether other threads of the runtime can take over what this one has to do.
fn may_block() -> bool {
    Handle::try_current().is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread)
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
