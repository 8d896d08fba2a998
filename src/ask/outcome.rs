//! From a finished answer stream to the metadata that is stored and sent with the message.

use super::event::{CriteriaSummary, Metadata, RemovedEntry, SourceCard, Status, Timings, VerificationEntry};
use crate::domain::answer::{AnswerStream, SentenceReport};
use crate::domain::report::{Layers, Report, ReportPolicy, repeated, report};
use crate::domain::text::Language;

/// What the metadata is made from besides the answer.
#[derive(Debug, Clone)]
pub struct Circumstances {
    pub status: Status,
    pub language: Language,
    pub confidence_threshold: f32,
    pub cards: Vec<SourceCard>,
    pub quality: Option<String>,
    pub model: String,
    pub extracts: bool,
    pub attempts: u32,
    pub timings: Timings,
    /// Checks that could not be made.
    pub failed_layers: Vec<String>,
    pub layers: Layers,
    pub breaches: usize,
    pub criteria: CriteriaSummary,
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
    } = report(text, sentences, &policy, &with.failed_layers);
    let card = |at: Option<usize>| at.and_then(|at| with.cards.get(at));
    let removed_citations = sentences
        .iter()
        .flat_map(|sentence| sentence.removed.iter().map(move |removed| (sentence, removed)))
        .map(|(sentence, removed)| RemovedEntry {
            mark: removed.mark.clone(),
            source_id: card(removed.source).map(|card| card.source_id.clone()),
            statement: repeated(&sentence.statement),
            reason: removed.reason.clone(),
        })
        .collect();
    let verification_log = log
        .into_iter()
        .map(|entry| VerificationEntry {
            citation_number: entry.citation_number,
            mark: entry.mark,
            statement: entry.statement,
            source_file: card(entry.source).map(|card| card.file_name.clone()),
            source_page: card(entry.source).and_then(|card| card.page),
            is_accurate: entry.is_accurate,
            confidence: entry.confidence,
            explanation: entry.explanation,
            status: entry.status,
        })
        .collect();
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
        sources: with.cards,
        removed_citations,
        verification_log,
        layers: with.layers.names(),
        evidence_quality: with.quality,
        criteria: with.criteria,
        model: with.model,
        extracts: with.extracts,
        attempts: with.attempts,
        language: with.language,
        timings: with.timings,
    }
}
