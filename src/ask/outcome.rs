//! From a finished answer stream to the metadata that is stored and sent with the message.

use std::collections::HashMap;

use uuid::Uuid;

use super::Asker;
use super::card::SourceCard;
use super::event::{
    CriteriaSummary, FinishReason, Metadata, ReferenceCounts, RemovedEntry, Status, Timings, Usage,
    VerificationEntry,
};
use super::grade::AnswerGrade;
use super::hallucination::HallucinationCheck;
use super::result::Structured;
use super::told::{Told, text as text_of};
use super::trace::{QueryTrace, QueryType};
use stet_answer::report::{Layers, LogEntry, Report, ReportPolicy, repeated, report};
use stet_answer::{AnswerStream, SentenceReport};
use stet_llm::extractive::says_nearest;
use stet_text::Language;

/// How a message came about.
#[derive(Debug, Clone, Default)]
pub struct Made {
    /// How often the model wrote it.
    pub attempts: u32,
    /// The hallucination scores of the attempts, in their order.
    pub scores: Vec<f64>,
    pub hallucination_check: Option<HallucinationCheck>,
    pub answer_grade: Option<AnswerGrade>,
    /// Characters of each source that the model saw, where its context was too short for all.
    pub shortened_to: Option<usize>,
    /// Sentences of the sources stand in the model's place.
    pub quoted: bool,
    pub usage: Option<Usage>,
    /// What the making had to do without.
    pub notes: Vec<Vec<Told>>,
}

/// File and page of stored articles, by their ids.
pub type Places = HashMap<String, (String, Option<u32>)>;

impl Asker {
    /// Where the articles stand to which the references of these sentences lead; a store that fails knows none.
    pub async fn places(&self, sentences: impl Iterator<Item = &SentenceReport>) -> Places {
        let led_to = |sentence: &SentenceReport| -> Vec<Uuid> {
            let shown = sentence.statutes.iter().filter_map(|cited| Some(&cited.articles.first()?.id));
            let removed = sentence.removed.iter().filter_map(|removed| removed.article.as_ref());
            shown.chain(removed).filter_map(|id| id.parse().ok()).collect()
        };
        let ids: Vec<Uuid> = sentences.flat_map(led_to).collect();
        if ids.is_empty() {
            return Places::new();
        }
        match self.store.article_places(&ids).await {
            Ok(found) => {
                let page = |page: Option<i32>| page.and_then(|page| u32::try_from(page).ok());
                found.into_iter().map(|(id, file, at)| (id.to_string(), (file, page(at)))).collect()
            }
            Err(fault) => {
                tracing::warn!(%fault, "the articles of an answer were not looked up");
                Places::new()
            }
        }
    }
}

/// What the metadata is made from besides the answer.
#[derive(Debug, Clone)]
pub struct Circumstances {
    pub status: Status,
    /// What the model itself said of the end; an answer may break off with every connection intact.
    pub finish: FinishReason,
    pub language: Language,
    pub confidence_threshold: f32,
    pub cards: Vec<SourceCard>,
    pub places: Places,
    pub quality: Option<String>,
    pub model: String,
    pub extracts: bool,
    pub made: Made,
    pub result: Structured,
    /// What the cited sources warn of.
    pub warnings: Vec<String>,
    pub timings: Timings,
    /// Checks that could not be made.
    pub failed_layers: Vec<String>,
    pub layers: Layers,
    pub breaches: usize,
    pub criteria: CriteriaSummary,
    pub query: QueryTrace,
}

/// Judges the message and gathers its metadata.
#[must_use]
pub fn metadata(answer: &AnswerStream, with: Circumstances) -> Metadata {
    let sentences: Vec<_> = answer.sentences().cloned().collect();
    metadata_of(answer.text(), &sentences, with)
}

/// [`metadata`] for a text and its sentences.
pub(super) fn metadata_of(text: &str, sentences: &[SentenceReport], with: Circumstances) -> Metadata {
    let policy = ReportPolicy {
        layers: with.layers,
        confidence_threshold: with.confidence_threshold,
        require_citations: !with.cards.is_empty(),
        language: with.language,
        sources: with.cards.len(),
        breaches: with.breaches,
    };
    let mut judged = report(text, sentences, &policy, &with.failed_layers);
    // A check that could not be made has said it already.
    let cut_off =
        broke_off(with.status, with.finish, with.language).filter(|_| with.failed_layers.is_empty());
    if let Some(why) = &cut_off {
        judged.at_best_partial(why.clone(), with.language);
    }
    if with.extracts && says_nearest(text) {
        let why = match with.language {
            Language::Ko => "인용한 구절이 물음의 일부만 말합니다",
            Language::En => "what is quoted speaks of a part of the question",
        };
        judged.at_best_partial(why.to_owned(), with.language);
    }
    if with.query.query_type == Some(QueryType::Simple) {
        judged.is_talk(with.language);
    }
    let Report {
        verified,
        badge,
        confidence,
        accuracy_rate,
        counts,
        citations_valid,
        issues,
        reasoning,
        log,
        ..
    } = judged;
    let log = log.into_iter().map(|entry| {
        let card = entry.source.and_then(|at| with.cards.get(at));
        placed(entry, card.map(|card| (card.file_name.as_str(), card.page)), &with.places)
    });
    let verification_log = log.collect();
    let Made { attempts, scores, hallucination_check, answer_grade, shortened_to, notes, usage, quoted: _ } =
        with.made;
    Metadata {
        status: with.status,
        // Only a message that came to its end can be verified.
        verified: verified && with.status == Status::Complete,
        badge,
        confidence,
        accuracy_rate,
        counts,
        citations_valid,
        issues,
        reasoning,
        cut_off,
        related: None,
        removed_citations: removed(sentences, &with.cards),
        sources: with.cards,
        references: ReferenceCounts::of(sentences),
        verification_log,
        layers: with.layers.names(),
        evidence_quality: with.quality,
        criteria: with.criteria,
        model: with.model,
        extracts: with.extracts,
        attempts: attempts.max(1),
        language: with.language,
        timings: with.timings,
        result: with.result,
        warnings: with.warnings,
        notes: notes.iter().map(|note| text_of(note, with.language)).collect(),
        notes_told: notes,
        shortened_to,
        usage,
        hallucination_check: hallucination_check.map(|check| HallucinationCheck { scores, ..check }),
        answer_grade,
        query: with.query,
    }
}

/// The citations that were taken out of some sentences.
fn removed(sentences: &[SentenceReport], cards: &[SourceCard]) -> Vec<RemovedEntry> {
    let each =
        sentences.iter().flat_map(|sentence| sentence.removed.iter().map(move |removed| (sentence, removed)));
    each.map(|(sentence, removed)| RemovedEntry {
        mark: removed.mark.clone(),
        source_id: removed.source.and_then(|at| cards.get(at)).map(|card| card.source_id.clone()),
        statement: repeated(&sentence.statement),
        reason: removed.reason.clone(),
        fault: removed.fault,
    })
    .collect()
}

/// A verdict with the file and the page of what was cited: of the `source`, else of the article.
#[must_use]
pub fn placed(entry: LogEntry, source: Option<(&str, Option<u32>)>, places: &Places) -> VerificationEntry {
    let place = entry.article.as_ref().and_then(|article| places.get(article));
    let place = place.map(|(file, page)| (file.as_str(), *page));
    VerificationEntry {
        citation_number: entry.citation_number,
        mark: entry.mark,
        statement: entry.statement,
        source_file: source.or(place).map(|(file, _)| file.to_owned()),
        source_page: entry.page.or_else(|| source?.1).or_else(|| place?.1),
        is_accurate: entry.is_accurate,
        confidence: entry.confidence,
        explanation: entry.explanation,
        status: entry.status,
        by: entry.by,
    }
}

/// Why an answer is not whole, for its reader; `None` when it came to its end. An answer that its program did not
/// outlive says so as a failed check (see `recover`).
fn broke_off(status: Status, finish: FinishReason, language: Language) -> Option<String> {
    let (ko, en) = match (status, finish) {
        (Status::Complete, FinishReason::Length) => {
            ("모델의 길이 한도에서 답변이 끊겼습니다", "the answer broke off at the model's limit of length")
        }
        (Status::Complete, FinishReason::ContentFilter) => {
            ("모델 서버의 필터가 답변을 끊었습니다", "the model server's filter cut the answer off")
        }
        (Status::Complete, _) => return None,
        (Status::Stopped, _) => {
            ("답변이 끝나기 전에 사용자가 멈췄습니다", "the user stopped the answer before its end")
        }
        (Status::Interrupted, _) => {
            ("답변이 끝나기 전에 서버가 멈췄습니다", "the server stopped before the answer's end")
        }
        (Status::Failed, _) => (
            "답변이 끝나기 전에 모델이나 서버에 문제가 생겼습니다",
            "the model or the server failed before the answer's end",
        ),
    };
    Some(if language == Language::Ko { ko } else { en }.to_owned())
}
