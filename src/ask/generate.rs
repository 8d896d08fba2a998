//! The task that owns one answer, from retrieval to the one write that ends its message.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::FutureExt as _;
use time::OffsetDateTime;
use tracing::Instrument as _;

use super::attempts::{self, Attempt};
use super::event::{Event, FinishReason, Metadata, Status, Step, StepState, Timings};
use super::live::Live;
use super::log::{self, Logging};
use super::outcome::{self, Circumstances, Places};
use super::prepare::{self, Brief, Prepared};
use super::result::{self, Known};
use super::retrieve::{Evidence, grade_name};
use super::run::{Ending, Run, millis};
use super::told::Told;
use super::{AskError, Asker, Question, beside, check, recover};
use stet_answer::report::CONFIDENCE;
use stet_answer::{AnswerStream, SentenceReport, State};
use stet_host::metrics::metrics;
use stet_llm::ModelKind;
use stet_packs::Rulebook;
use stet_store::{Before, LogRow, MessageEnd, MessageStatus, StoreError};

/// How long a database may be away before an answer that ends meanwhile is given up: the restart of a large server, or
/// a failover, takes up to a minute.
const ABSENCE: Duration = Duration::from_mins(1);
/// Time between two tries to store an answer.
const AGAIN: Duration = Duration::from_secs(1);

/// Writes the answer to its end and stores it. Every fault ends up in the message, none is lost. `claimed` is the end of its
/// claim, beside which its sources are looked for.
///
/// # Errors
/// It was not claimed: nothing was stored, and nothing is.
pub(super) async fn generate(
    asker: &Asker,
    question: Question,
    rules: Rulebook,
    live: &Arc<Live>,
    before: Before,
    claimed: impl Future<Output = Result<Logging, StoreError>>,
) -> Result<(), StoreError> {
    let mut run = Run::new(asker, live, &question, rules);
    run.emit(Event::Start { message_id: live.message_id.to_string() });
    let preparing = prepare::prepare(asker, &question, run.language, live, before);
    let preparing = preparing.instrument(tracing::info_span!("prepare")).map(Ok);
    let (log, prepared) = futures::future::try_join(claimed, preparing).await?;
    let (metadata, text, ending) = match prepared {
        Ok(prepared) => run.answer(&question, prepared).await,
        Err(fault) => run.broken(&fault),
    };
    run.store(log, metadata, text, ending).await;
    Ok(())
}

impl Run<'_> {
    async fn answer(&mut self, question: &Question, prepared: Prepared) -> (Metadata, String, Ending) {
        let Prepared { policy, evidence, asked, said, rows, note, trace } = prepared;
        self.trace = trace;
        self.made.notes.extend(Some(note).filter(|note| !note.is_empty()));
        self.timings.retrieved_ms = Some(millis(self.started));
        for (card, source) in evidence.cards.iter().zip(&evidence.sources) {
            self.emit(Event::Source { card: Box::new(card.clone()), text: Arc::clone(&source.text) });
        }
        if let Some(said) = said {
            return self.direct(said, &evidence);
        }
        self.emit(Event::TextStart { text_id: self.text_id.clone() });
        let mut brief = Brief { question, asked, evidence, policy, rows };
        let Attempt { mut answer, ending, check, grade, .. } = attempts::best(self, &mut brief).await;
        self.made.hallucination_check = Some(check).filter(|check| check.claims > 0);
        self.made.answer_grade = grade;
        self.timings.checked_ms = Some(millis(self.started));
        check::lint_whole(self, &answer);
        check::judge_rules(self, &answer, ending.status).await;
        answer.conclude(&mut self.events);
        self.forward();
        self.emit(Event::TextEnd { text_id: self.text_id.clone() });
        let places = self.asker.places(answer.sentences()).await;
        let mut metadata = self.metadata(&answer, &brief.evidence, places, &ending, Vec::new());
        metadata.related = beside::related(&answer, &brief.evidence, &brief.asked.alone, ending.status);
        (metadata, answer.text().to_owned(), ending)
    }

    /// Answers what asks nothing of the sources: fixed words, or what the store knows of its files, so that there is nothing to check.
    fn direct(&mut self, text: String, evidence: &Evidence) -> (Metadata, String, Ending) {
        let text_id = self.text_id.clone();
        self.step(Step::Generate, StepState::Skipped, [Told::Direct]);
        self.timings.first_token_ms = Some(millis(self.started));
        self.live.wrote(&text);
        self.emit(Event::TextStart { text_id: text_id.clone() });
        self.emit(Event::Text { text_id: text_id.clone(), delta: text.clone() });
        self.emit(Event::TextEnd { text_id });
        let ending =
            Ending { status: Status::Complete, finish: FinishReason::Stop, fault: None, is_too_long: false };
        (self.empty_metadata(evidence, &ending, Vec::new()), text, ending)
    }

    /// The metadata of an answer without a text that could be judged.
    fn empty_metadata(&self, evidence: &Evidence, ending: &Ending, failed_layers: Vec<String>) -> Metadata {
        let policy = stet_answer::AnswerPolicy::new(self.language);
        let answer = AnswerStream::new(Vec::new(), stet_gate::PreparedSources::default(), policy);
        self.metadata(&answer, evidence, Places::new(), ending, failed_layers)
    }

    /// The outcome when the sources could not even be looked up.
    fn broken(&mut self, fault: &AskError) -> (Metadata, String, Ending) {
        tracing::error!(%fault, "retrieval failed");
        let fault = Some(Told::SearchFailed.text(self.language));
        let ending =
            Ending { status: Status::Failed, finish: FinishReason::Error, fault, is_too_long: false };
        (self.empty_metadata(&Evidence::none(), &ending, vec!["retrieve".into()]), String::new(), ending)
    }

    fn metadata(
        &self,
        answer: &AnswerStream,
        evidence: &Evidence,
        places: Places,
        ending: &Ending,
        failed_layers: Vec<String>,
    ) -> Metadata {
        let timings = Timings { total_ms: millis(self.started), ..self.timings };
        let images: Vec<Option<String>> = evidence
            .cards
            .iter()
            .zip(&evidence.facts)
            .map(|(card, facts)| result::image_url(card, facts))
            .collect();
        let known: Vec<Known<'_>> = evidence
            .cards
            .iter()
            .zip(&evidence.facts)
            .zip(evidence.sources.iter().zip(&images))
            .map(|((card, facts), (source, image))| Known {
                card,
                facts,
                text: &source.text,
                image: image.as_deref(),
            })
            .collect();
        let sentences: Vec<SentenceReport> = answer.sentences().cloned().collect();
        let mut warnings = beside::contradictions(answer, &evidence.cards, self.language);
        warnings.extend(result::warnings(&sentences, |at| known.get(at).map(|source| source.text)));
        warnings.truncate(result::WARNINGS);
        outcome::metadata(
            answer,
            Circumstances {
                status: ending.status,
                finish: ending.finish,
                language: self.language,
                confidence_threshold: CONFIDENCE,
                cards: evidence.cards.clone(),
                places,
                quality: evidence.quality.map(|grade| grade_name(grade).to_owned()),
                model: self.asker.chat.name().to_owned(),
                extracts: self.made.quoted || self.asker.chat.kind() == ModelKind::Extracts,
                made: self.made.clone(),
                result: result::structured(&sentences, &known, self.language),
                warnings,
                timings,
                failed_layers,
                layers: self.asker.layers(self.language),
                breaches: self.rules.breaches.len(),
                criteria: self.rules.summary(),
                query: self.trace.clone(),
            },
        )
    }

    /// The one write that ends the message and its log, then the last events: a reader sees `finish` only after the write.
    async fn store(self, log: Logging, metadata: Metadata, text: String, ending: Ending) {
        let status = match ending.status {
            Status::Complete => MessageStatus::Complete,
            Status::Stopped => MessageStatus::Stopped,
            Status::Interrupted => MessageStatus::Interrupted,
            Status::Failed => MessageStatus::Failed,
        };
        self.measure(&metadata);
        let json = serde_json::to_value(&metadata).unwrap_or_default();
        let last = self.last_events(ending, Box::new(metadata.clone()));
        let mut rows = log.close().await;
        let numbered: Vec<(u64, Arc<Event>)> =
            (self.live.next()..).zip(last.iter().cloned().map(Arc::new)).collect();
        rows.extend(log::row(self.live.message_id, &numbered));
        let end = MessageEnd {
            id: self.live.message_id,
            writer: Some(self.asker.node),
            status,
            text: &text,
            metadata: &json,
            at: OffsetDateTime::now_utc(),
        };
        match self.end_message(end, &rows).await {
            Ok(true) => self.live.push(last),
            Ok(false) => self.end_as_taken(last).await,
            Err(fault) => {
                let message = self.not_stored(&fault);
                self.live.push([Event::Metadata(Box::new(metadata)), Event::Error { message, model: None }]);
            }
        }
    }

    /// Counts what became of the answer.
    fn measure(&self, metadata: &Metadata) {
        let counts = metrics();
        counts.answer(metadata.status.name());
        if let Some(wait) = self.timings.first_token_ms {
            counts.first_token(Duration::from_millis(wait));
        }
        counts.removed.inc_by(metadata.removed_citations.len() as u64);
        counts.retries.inc_by(u64::from(self.texts.saturating_sub(1)));
        for (_, event) in self.live.since(0) {
            if let Event::Sentence { report, .. } = &*event
                && let (false, Some(by)) = (report.state == State::Judging, report.by)
            {
                counts.sentence(report.state.name(), by.name());
            }
        }
    }

    /// What the reader is told of the end.
    fn last_events(&self, ending: Ending, metadata: Box<Metadata>) -> Vec<Event> {
        let end = match (ending.fault, ending.status) {
            (Some(message), _) => Event::Error { message, model: self.model_fault.clone() },
            (None, Status::Stopped) => Event::Abort { reason: Told::StoppedByUser.text(self.language) },
            (None, Status::Interrupted) => Event::Abort { reason: Told::ShuttingDown.text(self.language) },
            (None, _) => return vec![Event::Finish { reason: ending.finish, metadata }],
        };
        vec![Event::Metadata(metadata), end]
    }

    /// Ends an answer that is not this process's any more: it had been silent for so long that another has ended it. What
    /// that one told is the message, and its readers here are told so. One that was deleted ends as it would have.
    async fn end_as_taken(&self, own: Vec<Event>) {
        let message = self.live.message_id;
        let stored = match self.asker.store.message(message).await {
            Ok(stored) => stored,
            Err(fault) => {
                let message = self.not_stored(&fault);
                return self.live.push([Event::Error { message, model: None }]);
            }
        };
        let Some(stored) = stored else { return self.live.push(own) };
        tracing::warn!(%message, "an answer had been taken for abandoned and was ended by another process");
        let ended = recover::Ended {
            id: message,
            status: stored.status,
            text: &stored.text,
            metadata: serde_json::from_value(stored.metadata).ok(),
        };
        let told: Vec<(u64, Event)> =
            self.live.since(0).into_iter().map(|(number, event)| (number, (*event).clone())).collect();
        self.live.push(recover::end_of(ended, &told));
    }

    /// Ends the message. A database that restarts or fails over is waited for: the reader has the words, and what
    /// says whether they can be relied on must not be lost for a minute's absence.
    async fn end_message(&self, end: MessageEnd<'_>, rows: &[LogRow]) -> Result<bool, StoreError> {
        let (store, shutdown, message) = (&self.asker.store, &self.asker.shutdown, end.id);
        let begun = Instant::now();
        loop {
            match store.finish_message(&end, rows).await {
                Err(fault) if fault.passes() && begun.elapsed() < ABSENCE && !shutdown.is_cancelled() => {
                    tracing::warn!(%fault, %message, "an answer could not be stored yet");
                    shutdown.run_until_cancelled(tokio::time::sleep(AGAIN)).await;
                }
                // Better a message without its log than none.
                Err(fault) if fault.is_of_the_statement() && !rows.is_empty() => {
                    tracing::error!(%fault, %message, "the log of an answer is not complete");
                    return store.finish_message(&end, &[]).await;
                }
                done => return done,
            }
        }
    }

    fn not_stored(&self, fault: &StoreError) -> String {
        tracing::error!(%fault, "an answer could not be stored");
        Told::NotStored.text(self.language)
    }
}
