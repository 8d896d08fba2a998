//! The log of a message: one entry for each judged citation, with how sure its verdict is.

use rustc_hash::FxHashSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Decider, SentenceReport, State};

/// One judged citation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LogEntry {
    /// The number that the reader sees, or `None` for a citation that was removed.
    pub citation_number: Option<u32>,
    pub mark: String,
    pub statement: String,
    /// Position among the sources of the answer.
    pub source: Option<usize>,
    /// Page of the passage that was compared.
    pub page: Option<u32>,
    /// The stored article that a reference in the words leads to, by its id.
    pub article: Option<String>,
    pub is_accurate: bool,
    /// How sure the status is, 0 to 1: from 0.7 upwards of what is accurate or inaccurate, less of what is left open.
    pub confidence: f32,
    pub explanation: String,
    pub status: LogStatus,
    /// Which layer decided about the sentence.
    pub by: Option<Decider>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum LogStatus {
    Accurate,
    Inaccurate,
    Uncertain,
    /// It stands behind words that state nothing, and was not judged.
    NotAClaim,
}

/// Characters of a sentence that each entry about one of its marks repeats.
const REPEATED: usize = 500;

/// The sentence as entries about its marks repeat it. An endless one with thousands of marks would otherwise be held
/// thousands of times.
#[must_use]
pub fn repeated(statement: &str) -> String {
    match statement.char_indices().nth(REPEATED) {
        Some((end, _)) => format!("{}…", statement.get(..end).unwrap_or_default()),
        None => statement.to_owned(),
    }
}

/// The judged citations, each behind the same words once.
pub(super) fn log(sentences: &[SentenceReport]) -> Vec<LogEntry> {
    let mut log: Vec<LogEntry> = Vec::new();
    let mut known: FxHashSet<(String, Option<usize>, String)> = FxHashSet::default();
    let mut add = |entry: LogEntry| {
        let mark = if entry.source.is_some() { String::new() } else { entry.mark.clone() };
        if known.insert((entry.statement.clone(), entry.source, mark)) {
            log.push(entry);
        }
    };
    for sentence in sentences {
        let open = matches!(sentence.state, State::Uncertain | State::Judging);
        let entry = |mark: &str, explanation: &str, status: LogStatus| LogEntry {
            citation_number: None,
            mark: mark.to_owned(),
            statement: repeated(&sentence.statement),
            source: None,
            page: None,
            article: None,
            is_accurate: status == LogStatus::Accurate,
            confidence: certainty(sentence, status),
            explanation: explanation.to_owned(),
            status,
            by: sentence.by,
        };
        let cited = if open { LogStatus::Uncertain } else { LogStatus::Accurate };
        for citation in &sentence.citations {
            add(LogEntry {
                citation_number: Some(citation.number),
                source: Some(citation.source),
                page: citation.page,
                ..entry(&citation.mark, &sentence.reason, cited)
            });
        }
        if let Some(citation) = sentence.suggested.as_ref().filter(|_| open) {
            add(LogEntry {
                citation_number: Some(citation.number),
                source: Some(citation.source),
                page: citation.page,
                ..entry(&citation.mark, &sentence.reason, LogStatus::Uncertain)
            });
        }
        // Where the only citation is a reference to a regulation in the words, its entry is the sentence's.
        let by_words = sentence.citations.is_empty() && sentence.removed.is_empty();
        let status = match sentence.state {
            State::Supported => Some(LogStatus::Accurate),
            State::Unsupported => Some(LogStatus::Inaccurate),
            _ => open.then_some(LogStatus::Uncertain),
        };
        if let Some((reference, status)) = sentence.statutes.first().filter(|_| by_words).zip(status) {
            let article = reference.articles.first().map(|article| article.id.clone());
            add(LogEntry { article, ..entry(&reference.text, &sentence.reason, status) });
        }
        for removed in &sentence.removed {
            let status = match (sentence.state, removed.source) {
                (_, None) => LogStatus::Inaccurate,
                (State::NotAClaim, _) => LogStatus::NotAClaim,
                _ if open => LogStatus::Uncertain,
                _ => LogStatus::Inaccurate,
            };
            let unknown = removed.source.is_none();
            let article = removed.article.clone();
            let entry =
                LogEntry { source: removed.source, article, ..entry(&removed.mark, &removed.reason, status) };
            // That a number is no source's is certain.
            add(if unknown { LogEntry { confidence: 1.0, ..entry } } else { entry });
        }
    }
    log
}

/// Least confidence of what is called accurate or inaccurate; seed 000 gives 0.7.
const CERTAIN: f32 = stet_prompt::CUT;

/// How sure the status of a citation is, 0 to 1: the confidence of the layer behind the words that judged; else how far the score of the words
/// lies from where support begins, between the least and full certainty.
fn certainty(sentence: &SentenceReport, status: LogStatus) -> f32 {
    let begins = stet_gate::GatePolicy::default().similarity_threshold;
    let by_words = |distance: f32| CERTAIN + (1.0 - CERTAIN) * distance.clamp(0.0, 1.0);
    match (status, sentence.state, sentence.model_confidence) {
        (LogStatus::NotAClaim, ..) => 0.0,
        (LogStatus::Uncertain, _, said) => said.unwrap_or(0.0),
        // Beside the one that supports the sentence: its own score is not known.
        (LogStatus::Inaccurate, State::Supported, _) => CERTAIN,
        // A judge may be believed from less on.
        (_, _, Some(said)) => said.max(CERTAIN),
        (LogStatus::Accurate, _, None) => by_words((sentence.score - begins) / (1.0 - begins)),
        (LogStatus::Inaccurate, _, None) => by_words((begins - sentence.score) / begins),
    }
}
