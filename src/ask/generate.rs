//! The task that owns one answer, from retrieval to the one write that ends its message.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use futures::poll;
use serde_json::Value;
use time::OffsetDateTime;

use super::event::{
    CriteriaSummary, Event, FinishReason, Metadata, QueryTrace, Status, Step, StepState, TextId, Timings,
};
use super::listen::{Listener, Said};
use super::live::Live;
use super::log::Logging;
use super::memory;
use super::outcome::{self, Circumstances};
use super::prepare::{Asked, Prepared};
use super::retrieve::{Evidence, grade_name};
use super::verdicts::Verdicts;
use super::{AskError, Asker, Question, answer_language};
use crate::criteria::Rulebook;
use crate::judge::rules::{self, Unchecked};
use crate::llm::{ChatRequest, Message, ModelError, ModelKind, PromptSource};
use crate::store::{MessageStatus, StoreError};
use stet_answer::{AnswerEvent, AnswerStream, RuleBreach, SentenceReport, Word};
use stet_criteria::compile::Compiled;
use stet_marks::statute::{Entry, RegulationIndex};
use stet_prompt as prompt;
use stet_prompt::{Citable, CitableArticle, SourceLine};
use stet_segment::{Sentence, SentenceKind};
use stet_sources::route::Talk;
use stet_text::{Language, counted};

/// Share of the prompt for the list of citable articles, in tokens.
const CITABLE_TOKENS: usize = 800;

/// How long a database may be away before an answer that ends meanwhile is given up: the restart of a large server, or
/// a failover, takes up to a minute.
const ABSENCE: Duration = Duration::from_mins(1);
/// Time between two tries to store an answer.
const AGAIN: Duration = Duration::from_secs(1);

/// How the writing ended.
struct Ending {
    status: Status,
    finish: FinishReason,
    /// For the reader, when something failed.
    fault: Option<String>,
}

/// What the writing goes on with.
enum Turn {
    Word(usize, Word),
    Said(Said),
    Stop,
}

/// One answer in the making.
struct Run<'a> {
    asker: &'a Asker,
    live: &'a Live,
    log: Logging,
    language: Language,
    text_id: TextId,
    started: Instant,
    timings: Timings,
    events: Vec<AnswerEvent>,
    /// The same on their way to the readers.
    told: Vec<Event>,
    verdicts: Verdicts,
    rules: Rulebook,
    breaches: Vec<RuleBreach>,
    not_checked: Vec<Unchecked>,
    /// Sentences that were checked against the rules.
    linted: usize,
    /// What became of the question before it was searched for.
    trace: QueryTrace,
}

impl Asker {
    /// Writes the answer to its end and stores it. Every fault ends up in the message, none is lost.
    pub(super) async fn generate(&self, question: Question, rules: Rulebook, live: &Arc<Live>, log: Logging) {
        let language = answer_language(&question);
        let deadline = Duration::from_secs(self.config.gate.verdict_seconds);
        let mut run = Run {
            asker: self,
            live,
            log,
            language,
            text_id: "t1".into(),
            started: Instant::now(),
            timings: Timings::default(),
            events: Vec::new(),
            told: Vec::new(),
            verdicts: Verdicts::new(Arc::clone(&self.chat), Arc::clone(&self.verdicts), language, deadline)
                .with_semantic(self.semantic.clone()),
            rules,
            breaches: Vec::new(),
            not_checked: Vec::new(),
            linted: 0,
            trace: QueryTrace::default(),
        };
        run.emit(Event::Start { message_id: live.message_id.to_string() });
        let (metadata, text, ending) = run.answer(&question).await;
        run.store(metadata, text, ending).await;
    }
}

impl Run<'_> {
    fn emit(&self, event: Event) {
        self.live.push([event]);
    }

    fn step(&self, step: Step, state: StepState, detail: String) {
        self.emit(Event::Step { step, state, detail });
    }

    fn say(&self, ko: impl Into<String>, en: impl Into<String>) -> String {
        match self.language {
            Language::Ko => ko.into(),
            Language::En => en.into(),
        }
    }

    async fn answer(&mut self, question: &Question) -> (Metadata, String, Ending) {
        let prepared = match self.asker.prepare(question, self.language, self.live).await {
            Ok(prepared) => prepared,
            Err(fault) => return self.broken(&fault),
        };
        let Prepared { policy, evidence, asked, talk, trace } = prepared;
        self.trace = trace;
        if let Some(talk) = talk {
            return self.direct(talk);
        }
        self.timings.retrieved_ms = Some(millis(self.started));
        for (card, source) in evidence.cards.iter().zip(&evidence.sources) {
            self.emit(Event::Source { card: Box::new(card.clone()), text: source.text.to_string() });
        }
        let regulations = policy.regulations.clone();
        let mut answer = AnswerStream::new(evidence.sources.clone(), evidence.prepared.clone(), policy);
        self.emit(Event::TextStart { text_id: self.text_id.clone() });
        let ending = if evidence.is_empty() {
            self.step(
                Step::Generate,
                StepState::Skipped,
                self.say("찾은 출처가 없습니다", "no sources were found"),
            );
            self.push(&mut answer, prompt::no_evidence(self.language));
            Ending { status: Status::Complete, finish: FinishReason::Stop, fault: None }
        } else {
            self.step(Step::Generate, StepState::Running, self.asker.chat.name().to_owned());
            let request = self.request(question, &asked, &evidence, regulations.as_deref());
            let size = request.messages.iter().map(|message| prompt::tokens(&message.content)).sum();
            self.trace.prompt_tokens = Some(size);
            let ending = self.write(request, &mut answer).await;
            self.step(Step::Generate, StepState::Done, String::new());
            ending
        };
        let broke_off = matches!(ending.finish, FinishReason::Length | FinishReason::ContentFilter);
        answer.finish(ending.status == Status::Complete && !broke_off, &mut self.events);
        self.forward();
        self.check(&mut answer, ending.status).await;
        self.lint_whole(&answer);
        self.judge_rules(&answer, ending.status).await;
        answer.conclude(&mut self.events);
        self.forward();
        self.emit(Event::TextEnd { text_id: self.text_id.clone() });
        let metadata = self.metadata(&answer, &evidence, &ending, Vec::new());
        (metadata, answer.text().to_owned(), ending)
    }

    /// Answers talk, which asks nothing of the sources: fixed words that claim nothing, so that there is nothing to check.
    fn direct(&mut self, talk: Talk) -> (Metadata, String, Ending) {
        let text = prompt::direct(self.language, talk.name());
        let text_id = self.text_id.clone();
        self.step(Step::Generate, StepState::Skipped, self.say("바로 답합니다", "answered directly"));
        self.timings.first_token_ms = Some(millis(self.started));
        self.live.wrote(&text);
        self.emit(Event::TextStart { text_id: text_id.clone() });
        self.emit(Event::Text { text_id: text_id.clone(), delta: text.clone() });
        self.emit(Event::TextEnd { text_id });
        let ending = Ending { status: Status::Complete, finish: FinishReason::Stop, fault: None };
        (self.empty_metadata(&ending, Vec::new()), text, ending)
    }

    /// The metadata of an answer without a text that could be judged.
    fn empty_metadata(&self, ending: &Ending, failed_layers: Vec<String>) -> Metadata {
        let policy = stet_answer::AnswerPolicy::new(self.language);
        let answer = AnswerStream::new(Vec::new(), stet_gate::PreparedSources::default(), policy);
        self.metadata(&answer, &Evidence::none(), ending, failed_layers)
    }

    /// Carries the model's stream into the answer until it ends, is stopped or fails.
    async fn write(&mut self, request: ChatRequest, answer: &mut AnswerStream) -> Ending {
        let stop = self.live.stopped().clone();
        let mut stopping = pin!(stop.cancelled());
        let mut model = tokio::select! {
            opened = self.asker.chat.stream(request) => match opened {
                Ok(stream) => Listener::new(stream),
                Err(fault) => return self.failed(&fault),
            },
            () = &mut stopping => return self.ended_early(),
        };
        let mut finish = FinishReason::Stop;
        let mut worded = false;
        // Known to whoever stops the answer before the first wait.
        let _ = poll!(&mut stopping);
        // A model that never pauses would keep the stop from being looked at.
        while !stop.is_cancelled() {
            let verdicts = &mut self.verdicts;
            let turn = poll_fn(|context| {
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
            });
            let said = match turn.await {
                Turn::Word(index, word) => {
                    answer.hear(index, &word, &mut self.events);
                    self.forward();
                    continue;
                }
                Turn::Said(said) => said,
                Turn::Stop => break,
            };
            if !said.text.is_empty() {
                if self.timings.first_token_ms.is_none() {
                    self.timings.first_token_ms = Some(millis(self.started));
                }
                worded = worded || !said.text.trim().is_empty();
                self.push(answer, &said.text);
            }
            finish = said.finish.unwrap_or(finish);
            if let Some(fault) = said.fault {
                return self.failed(&fault);
            }
            if said.ended {
                // An answer that was filtered says so by itself.
                if !worded && finish != FinishReason::ContentFilter {
                    return self.failed(&ModelError::Wordless);
                }
                return Ending { status: Status::Complete, finish, fault: None };
            }
        }
        self.ended_early()
    }

    fn push(&mut self, answer: &mut AnswerStream, delta: &str) {
        // PostgreSQL stores no NUL, and what is sent is what is stored.
        let storable = delta.contains('\0').then(|| delta.replace('\0', ""));
        let delta = storable.as_deref().unwrap_or(delta);
        self.live.wrote(delta);
        let before = Instant::now();
        answer.push(delta, &mut self.events);
        if self.events.iter().any(|event| matches!(event, AnswerEvent::Sentence(_))) {
            let took = u64::try_from(before.elapsed().as_micros()).unwrap_or(u64::MAX);
            self.timings.slowest_verdict_us = self.timings.slowest_verdict_us.max(took);
        }
        self.forward();
    }

    /// Sends what the answer said on its way, and its questions to the model.
    fn forward(&mut self) {
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
                    let breaches = self.lint(&report);
                    told.push(Event::Sentence { text_id, report: Box::new(report) });
                    told.extend(breaches.iter().cloned().map(Box::new).map(Event::Criteria));
                    self.breaches.extend(breaches);
                }
                AnswerEvent::Edit(edit) => told.push(Event::Edit { text_id, edit: Box::new(edit) }),
                AnswerEvent::Criteria(breach) => told.push(Event::Criteria(Box::new(breach))),
                AnswerEvent::Ask(question) => self.verdicts.ask(question),
            }
        }
        self.events = events;
        self.live.push(told.drain(..));
        self.told = told;
    }

    /// The rules that a sentence breaks; nothing when it was reported before.
    fn lint(&mut self, report: &SentenceReport) -> Vec<RuleBreach> {
        if report.index < self.linted {
            return Vec::new();
        }
        self.linted = report.index + 1;
        if report.kind == SentenceKind::Code {
            return Vec::new();
        }
        self.rules.sentence(report.index, &report.statement)
    }

    /// Rules about the text as a whole, once it is there.
    fn lint_whole(&mut self, answer: &AnswerStream) {
        let at = |byte: usize| {
            answer.sentences().find(|sentence| byte < sentence.span.end).map_or(0, |sentence| sentence.index)
        };
        let breaches = self.rules.whole(answer.text(), at);
        self.breached(breaches);
    }

    /// Lets the model judge the rules that have no pattern, once the text is there. A stopped answer does not wait.
    async fn judge_rules(&mut self, answer: &AnswerStream, status: Status) {
        let (packs, rules): (Vec<&str>, Vec<&Compiled>) = self.rules.worded().unzip();
        if rules.is_empty() {
            return;
        }
        let reports: Vec<(usize, Sentence)> = answer
            .sentences()
            .map(|report| (report.index, Sentence { span: report.span, kind: report.kind }))
            .collect();
        let told = if status == Status::Complete {
            let sentences: Vec<Sentence> = reports.iter().map(|(_, sentence)| *sentence).collect();
            let judge = self.asker.judge.as_ref();
            rules::check(judge, self.language, &rules, answer.text(), &sentences).await
        } else {
            rules::not_asked(self.language, rules.iter().copied())
        };
        let mut breaches = Vec::new();
        for finding in told.findings {
            let at = reports.iter().find(|(_, sentence)| sentence.span.has(finding.span.start));
            let (Some(rule), Some(pack), Some((sentence, _))) =
                (rules.get(finding.rule), packs.get(finding.rule), at)
            else {
                continue;
            };
            let judged = self.say("모델의 판정", "judged by the model");
            breaches.push(RuleBreach {
                pack_id: (*pack).to_owned(),
                rule_id: rule.rule.id.clone(),
                sentence: *sentence,
                message: format!("{} ({judged}: {})", rule.rule.text.trim(), finding.explanation),
            });
        }
        self.not_checked = told.unchecked;
        self.breached(breaches);
    }

    fn breached(&mut self, breaches: Vec<RuleBreach>) {
        self.live.push(breaches.iter().cloned().map(Box::new).map(Event::Criteria));
        self.breaches.extend(breaches);
    }

    fn criteria(&self) -> CriteriaSummary {
        let mut violated: Vec<String> = Vec::new();
        for breach in &self.breaches {
            if !violated.contains(&breach.rule_id) {
                violated.push(breach.rule_id.clone());
            }
        }
        CriteriaSummary { applied: self.rules.pack_ids(), violated, not_checked: self.not_checked.clone() }
    }

    /// Waits for the model layer's open questions; each has its own deadline. A stopped answer does not wait.
    async fn check(&mut self, answer: &mut AnswerStream, status: Status) {
        if answer.pending() == 0 || status != Status::Complete {
            return;
        }
        let open = answer.pending();
        self.step(
            Step::Check,
            StepState::Running,
            self.say(format!("문장 {open}개"), counted(open, "sentence")),
        );
        let stop = self.live.stopped().clone();
        loop {
            let next = tokio::select! {
                next = self.verdicts.next() => next,
                () = stop.cancelled() => None,
            };
            let Some((index, word)) = next else { break };
            answer.hear(index, &word, &mut self.events);
            self.forward();
        }
        self.step(Step::Check, StepState::Done, String::new());
    }

    fn request(
        &self,
        question: &Question,
        asked: &Asked,
        evidence: &Evidence,
        regulations: Option<&RegulationIndex<String>>,
    ) -> ChatRequest {
        let numbered = || (1_u32..).zip(&evidence.sources);
        let lines: Vec<SourceLine<'_>> = numbered()
            .zip(&evidence.human)
            .zip(&evidence.categories)
            .map(|(((number, source), &human), category)| SourceLine {
                number,
                title: &source.title,
                page: source.page,
                page_end: source.page_at(source.text.len()),
                category,
                text: &source.text,
                human,
            })
            .collect();
        let rules = self.rules.instructions(self.language).text;
        let mut messages = vec![Message::system(self.system(&rules, evidence, regulations))];
        for (user, text) in memory::shown(&asked.history) {
            messages.push(if *user { Message::user(text) } else { Message::assistant(text) });
        }
        messages.push(Message::user(prompt::answer_user(self.language, &question.text, &lines)));
        let model = &self.asker.config.model;
        let mut request = ChatRequest::new(messages, self.language);
        request.temperature = model.temperature;
        request.max_tokens = Some(model.max_tokens);
        request.question.clone_from(&asked.alone);
        request.sources = numbered()
            .map(|(number, source)| PromptSource {
                number,
                title: source.title.clone(),
                page: source.page,
                text: source.text.to_string(),
            })
            .collect();
        request
    }

    /// The outcome when the user stopped the answer, or the program ends.
    fn ended_early(&self) -> Ending {
        let status = if self.asker.shutdown.is_cancelled() { Status::Interrupted } else { Status::Stopped };
        Ending { status, finish: FinishReason::Other, fault: None }
    }

    /// The system prompt, with the articles that an answer from this evidence may cite.
    fn system(
        &self,
        rules: &str,
        evidence: &Evidence,
        regulations: Option<&RegulationIndex<String>>,
    ) -> String {
        let retrieved = evidence.articles();
        let Some(regulations) = regulations.filter(|_| !retrieved.is_empty()) else {
            return prompt::answer_system(self.language, rules, &Citable::default());
        };
        let named = |entry: &Entry<String>| entry.number.to_string();
        let list = regulations.citable_near(&retrieved, CITABLE_TOKENS, &|entry| {
            prompt::tokens(&prompt::citable_line(&citable(entry, &named(entry))))
        });
        let numbers: Vec<String> = list.articles.iter().map(|entry| named(entry)).collect();
        let articles: Vec<CitableArticle<'_>> =
            list.articles.iter().zip(&numbers).map(|(entry, number)| citable(entry, number)).collect();
        let citable = Citable { articles: &articles, left_out: &list.left_out };
        prompt::answer_system(self.language, rules, &citable)
    }

    fn failed(&self, fault: &ModelError) -> Ending {
        tracing::warn!(%fault, "the model failed");
        Ending {
            status: Status::Failed,
            finish: FinishReason::Error,
            fault: Some(fault.message(self.language)),
        }
    }

    /// The outcome when the sources could not even be looked up.
    fn broken(&mut self, fault: &AskError) -> (Metadata, String, Ending) {
        tracing::error!(%fault, "retrieval failed");
        let message = self.say(
            "출처를 찾는 동안 데이터베이스에 문제가 생겼습니다. 잠시 뒤 다시 시도해 주세요.",
            "The database failed while sources were looked up; try again in a moment.",
        );
        let ending = Ending { status: Status::Failed, finish: FinishReason::Error, fault: Some(message) };
        (self.empty_metadata(&ending, vec!["retrieve".into()]), String::new(), ending)
    }

    fn metadata(
        &self,
        answer: &AnswerStream,
        evidence: &Evidence,
        ending: &Ending,
        failed_layers: Vec<String>,
    ) -> Metadata {
        let timings = Timings { total_ms: millis(self.started), ..self.timings };
        outcome::metadata(
            answer,
            Circumstances {
                status: ending.status,
                finish: ending.finish,
                language: self.language,
                confidence_threshold: self.asker.config.gate.confidence_threshold,
                cards: evidence.cards.clone(),
                quality: evidence.quality.map(|grade| grade_name(grade).to_owned()),
                model: self.asker.chat.name().to_owned(),
                extracts: self.asker.chat.kind() == ModelKind::Extracts,
                attempts: 1,
                timings,
                failed_layers,
                layers: self.asker.layers(),
                breaches: self.breaches.len(),
                criteria: self.criteria(),
                query: self.trace.clone(),
            },
        )
    }

    /// The one write that ends the message, then the last events. A reader sees `finish` only after the write.
    async fn store(self, metadata: Metadata, text: String, ending: Ending) {
        let status = match ending.status {
            Status::Complete => MessageStatus::Complete,
            Status::Stopped => MessageStatus::Stopped,
            Status::Interrupted => MessageStatus::Interrupted,
            Status::Failed => MessageStatus::Failed,
        };
        let json = serde_json::to_value(&metadata).unwrap_or_default();
        let fault = match self.end_message(status, &text, &json).await {
            Ok(()) => ending.fault,
            Err(fault) => Some(self.not_stored(&fault)),
        };
        let metadata = Box::new(metadata);
        if let Some(message) = fault {
            self.emit(Event::Metadata(metadata));
            self.emit(Event::Error { message });
        } else if ending.status == Status::Stopped {
            self.emit(Event::Metadata(metadata));
            self.emit(Event::Abort {
                reason: self.say("사용자가 멈췄습니다", "stopped by the user")
            });
        } else if ending.status == Status::Interrupted {
            self.emit(Event::Metadata(metadata));
            self.emit(Event::Abort {
                reason: self.say("서버가 종료됩니다", "the server is shutting down")
            });
        } else {
            self.emit(Event::Finish { reason: ending.finish, metadata });
        }
        if let Err(fault) = self.log.close().await {
            tracing::error!(%fault, "the log of an answer is not complete; its text is stored with the message");
        }
    }

    /// Ends the message. A database that restarts or fails over is waited for: the reader has the words, and what
    /// says whether they can be relied on must not be lost for a minute's absence.
    async fn end_message(
        &self,
        status: MessageStatus,
        text: &str,
        metadata: &Value,
    ) -> Result<(), StoreError> {
        let shutdown = &self.asker.shutdown;
        let begun = Instant::now();
        loop {
            let at = OffsetDateTime::now_utc();
            let message = self.live.message_id;
            match self.asker.store.finish_message(message, status, text, metadata, at).await {
                Ok(_) => return Ok(()),
                Err(fault) if fault.passes() && begun.elapsed() < ABSENCE && !shutdown.is_cancelled() => {
                    tracing::warn!(%fault, %message, "an answer could not be stored yet");
                    shutdown.run_until_cancelled(tokio::time::sleep(AGAIN)).await;
                }
                Err(fault) => return Err(fault),
            }
        }
    }

    fn not_stored(&self, fault: &StoreError) -> String {
        tracing::error!(%fault, "an answer could not be stored");
        self.say(
            "답변을 저장하지 못했습니다. 디스크 공간과 데이터베이스를 확인하고 다시 물어봐 주세요.",
            "The answer could not be stored; check disk space and the database, and ask again.",
        )
    }
}

fn citable<'a>(entry: &'a Entry<String>, number: &'a str) -> CitableArticle<'a> {
    CitableArticle {
        regulation: &entry.regulation,
        article: number,
        title: entry.title.as_deref().unwrap_or_default(),
    }
}

fn millis(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}
