//! One answer in the making: what its readers are told, and its open text on the way through the gate.

use std::time::Instant;

use tokio::runtime::{Handle, RuntimeFlavor};

use super::event::{Event, FinishReason, ModelFault, Status, Step, StepState, TextId, Timings};
use super::live::Live;
use super::outcome::Made;
use super::rules::Rules;
use super::teller::Teller;
use super::told::{Told, text};
use super::trace::QueryTrace;
use super::verdicts::Verdicts;
use super::{Asker, Question};
use stet_answer::report::Layers;
use stet_answer::{Addresses, AnswerEvent, AnswerStream, Form, RuleBreach};
use stet_host::metrics::metrics;
use stet_llm::ModelError;
use stet_packs::Rulebook;
use stet_text::Language;

/// Bytes of a sentence whose verdict may take longer than a millisecond: what else the thread has to do is done by others. (One
/// of 300 bytes takes a tenth of that, and it grows with the square of the words.)
const LONG: usize = 2 << 10;

/// How the writing ended.
pub(super) struct Ending {
    pub status: Status,
    pub finish: FinishReason,
    /// For the reader, when something failed.
    pub fault: Option<String>,
    /// The model refused the request for its length, and wrote nothing.
    pub is_too_long: bool,
}

/// One answer in the making.
pub(super) struct Run<'a> {
    pub asker: &'a Asker,
    pub live: &'a Live,
    pub language: Language,
    /// The open text, and how many there were.
    pub text_id: TextId,
    pub texts: u32,
    /// Numbers of edits: the last one, and the last one of the texts before the open one.
    last_edit: usize,
    before_edits: usize,
    pub started: Instant,
    pub timings: Timings,
    /// What of the open text's addresses is not settled yet.
    addresses: Addresses,
    /// What whoever asks has written: an address of theirs leads nowhere that they do not know.
    asked: String,
    pub events: Vec<AnswerEvent>,
    /// The same on their way to the readers.
    told: Vec<Event>,
    pub verdicts: Verdicts,
    pub rules: Rules,
    pub made: Made,
    /// The last fault of the model.
    pub model_fault: Option<ModelFault>,
    /// What became of the question before it was searched for.
    pub trace: QueryTrace,
}

impl<'a> Run<'a> {
    pub(super) fn new(asker: &'a Asker, live: &'a Live, question: &Question, rules: Rulebook) -> Self {
        let language = question.answer_language();
        Self {
            asker,
            live,
            language,
            text_id: "t1".into(),
            texts: 1,
            last_edit: 0,
            before_edits: 0,
            started: Instant::now(),
            timings: Timings::default(),
            addresses: Addresses::default(),
            asked: format!("{}\n{}", question.text, question.call.instructions),
            events: Vec::new(),
            told: Vec::new(),
            verdicts: open_verdicts(asker, language),
            rules: Rules::new(rules),
            made: Made::default(),
            model_fault: None,
            trace: QueryTrace::default(),
        }
    }

    pub(super) fn emit(&self, event: Event) {
        self.live.push([event]);
    }

    pub(super) fn step(&self, step: Step, state: StepState, told: impl Into<Vec<Told>>) {
        Teller { live: self.live, language: self.language }.step(step, state, told);
    }

    /// Begins a text.
    pub(super) fn open(&mut self) {
        self.texts += 1;
        self.text_id = format!("t{}", self.texts).into();
        self.before_edits = self.last_edit;
        self.addresses = Addresses::default();
        self.emit(Event::TextStart { text_id: self.text_id.clone() });
    }

    /// Takes in what the model wrote, but for the addresses that it has from nowhere.
    pub(super) fn push(&mut self, answer: &mut AnswerStream, delta: &str) {
        // PostgreSQL stores no NUL, and what is sent is what is stored.
        let storable = delta.contains('\0').then(|| delta.replace('\0', ""));
        let delta = storable.as_deref().unwrap_or(delta);
        let asked = &self.asked;
        let known = |address: &str, form| may_stand(asked, answer, address, form);
        let delta = self.addresses.push(delta, known);
        self.take_in(answer, &delta);
    }

    /// Lets the gate take in what the model wrote, and tells what comes of it.
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

    /// Ends the open text, with what of it was held back; `is_whole` says whether the model came to its end.
    pub(super) fn finish(&mut self, answer: &mut AnswerStream, is_whole: bool) {
        let asked = &self.asked;
        let rest = self.addresses.finish(|address, form| may_stand(asked, answer, address, form));
        self.take_in(answer, &rest);
        answer.finish(is_whole, &mut self.events);
        self.forward();
    }

    /// Sends what the answer said on its way, and its questions to the model.
    pub(super) fn forward(&mut self) {
        if self.events.is_empty() {
            return;
        }
        let mut events = std::mem::take(&mut self.events);
        let mut told = std::mem::take(&mut self.told);
        for event in events.drain(..) {
            let text_id = self.text_id.clone();
            match event {
                AnswerEvent::Text(delta) => told.push(Event::Text { text_id, delta }),
                AnswerEvent::Sentence(report) => {
                    let breaches = self.rules.lint(&report);
                    told.push(Event::Sentence { text_id, report: Box::new(report) });
                    told.extend(breaches.into_iter().map(Box::new).map(Event::Criteria));
                }
                AnswerEvent::Edit(mut edit) => {
                    // One order over all texts of the message: clients know an edit by its number.
                    edit.seq += self.before_edits;
                    self.last_edit = self.last_edit.max(edit.seq);
                    told.push(Event::Edit { text_id, edit: Box::new(edit) });
                }
                AnswerEvent::Criteria(breach) => told.push(Event::Criteria(Box::new(breach))),
                AnswerEvent::Ask(question) => self.verdicts.ask(question),
            }
        }
        self.events = events;
        self.live.push(told.drain(..));
        self.told = told;
    }

    /// Says that the open text is not part of the message; gives what broke the rules in it and what the model had written.
    pub(super) fn take_back(&mut self, told: Vec<Told>) -> (Vec<RuleBreach>, String) {
        self.emit(Event::TextEnd { text_id: self.text_id.clone() });
        let reason = text(&told, self.language);
        self.emit(Event::Superseded { text_id: self.text_id.clone(), reason, told });
        // What is still asked about its sentences is nobody's question any more.
        self.verdicts = open_verdicts(self.asker, self.language);
        (self.rules.begin(), self.live.begin_again())
    }

    /// Tells what breaks the writer's rules in the open text.
    pub(super) fn breached(&mut self, breaches: Vec<RuleBreach>) {
        self.live.push(breaches.iter().cloned().map(Box::new).map(Event::Criteria));
        self.rules.breaches.extend(breaches);
    }

    /// The outcome when the user stopped the answer, or the program ends.
    pub(super) fn ended_early(&self) -> Ending {
        let status = if self.asker.shutdown.is_cancelled() { Status::Interrupted } else { Status::Stopped };
        Ending { status, finish: FinishReason::Other, fault: None, is_too_long: false }
    }

    pub(super) fn failed(&mut self, fault: &ModelError) -> Ending {
        tracing::warn!(%fault, "the model failed");
        metrics().error(fault.kind());
        let wait = match fault {
            ModelError::RateLimited { retry_after } => retry_after.map(|wait| wait.as_secs().max(1)),
            _ => None,
        };
        self.model_fault = Some(ModelFault { kind: fault.kind().to_owned(), retry_after: wait });
        Ending {
            status: Status::Failed,
            finish: FinishReason::Error,
            fault: Some(fault.message(self.language)),
            is_too_long: *fault == ModelError::TooLong,
        }
    }
}

/// The layers behind the words, with no question open.
fn open_verdicts(asker: &Asker, language: Language) -> Verdicts {
    Verdicts::new(asker.behind().in_language(language, Layers::default()), language)
}

/// Whether an address may stand in an answer: as a link where a source or the question has it.
fn may_stand(asked: &str, answer: &AnswerStream, address: &str, form: Form) -> bool {
    let is_named =
        || asked.contains(address) || answer.sources().iter().any(|source| source.text.contains(address));
    form == Form::Link && is_named()
}

/// Whether other threads of the runtime can take over what this one has to do.
fn may_block() -> bool {
    Handle::try_current().is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread)
}

pub(super) fn millis(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}
