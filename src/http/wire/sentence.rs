//! A judged sentence as clients get it: `data-sentence`, the verifying routes, and the AI SDK's citations.
//!
//! Written straight from the report, without a tree of values in between: sentences are what is sent most after words.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};

use super::statute::statute;
use stet_answer::{Against, Citation, Decider, SentenceReport, State};
use stet_ask::SourceCard;
use stet_gate::Veto;
use stet_segment::SentenceKind;
use stet_text::span::{Span, Utf16Map, utf16_len};

/// A source that a sentence cites.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CitedSource<'a> {
    pub id: &'a str,
    /// The stored passage, when it is one.
    pub chunk_id: Option<&'a str>,
    pub text: &'a str,
}

/// A sentence; offsets are UTF-16 code units of the text it stands in.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SentenceData<'a> {
    index: usize,
    start: usize,
    end: usize,
    kind: SentenceKind,
    status: State,
    score: f64,
    reason: &'a str,
    veto: Option<Veto>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<Decider>,
    citations: Vec<CitationData<'a>>,
    statutes: Vec<Value>,
    removed: Vec<RemovedData<'a>>,
    /// The citation that it could have.
    #[serde(skip_serializing_if = "Option::is_none")]
    suggested: Option<CitationData<'a>>,
    /// What the nearest cited source has in the place of a sentence that is not supported.
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<AgainstData<'a>>,
    /// Which text of the answer it stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_id: Option<&'a str>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct CitationData<'a> {
    number: u32,
    mark: &'a str,
    source_id: Option<&'a str>,
    start: usize,
    end: usize,
    evidence: Option<EvidenceData<'a>>,
    /// Stet put it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    put: bool,
}

/// The passage that supports a sentence; offsets are UTF-16 code units of the source's text.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct EvidenceData<'a> {
    page: Option<u32>,
    start: usize,
    end: usize,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    chunk_id: Option<&'a str>,
}

/// A passage, and where it and the sentence state another value of one thing, the words of both. Offsets are UTF-16 code
/// units of the source's text.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct AgainstData<'a> {
    source_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    chunk_id: Option<&'a str>,
    page: Option<u32>,
    start: usize,
    end: usize,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    yours: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theirs: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct RemovedData<'a> {
    mark: &'a str,
    reason: &'a str,
}

/// A sentence as `data-sentence` and the verifying routes give it; `map` is that of the text it stands in.
pub(crate) fn sentence<'a>(
    report: &'a SentenceReport,
    map: &Utf16Map<'_>,
    source: &dyn Fn(usize) -> Option<CitedSource<'a>>,
) -> SentenceData<'a> {
    let citation = |citation: &'a Citation| {
        let source = source(citation.source);
        let evidence = source.zip(citation.evidence).map(|(source, span)| {
            let (start, end) = utf16(source.text, span);
            EvidenceData {
                page: citation.page,
                start,
                end,
                text: span.of(source.text),
                chunk_id: source.chunk_id,
            }
        });
        CitationData {
            number: citation.number,
            mark: &citation.mark,
            source_id: source.map(|source| source.id),
            start: map.to_utf16(citation.span.start),
            end: map.to_utf16(citation.span.end),
            evidence,
            put: citation.put,
        }
    };
    let against = |against: &'a Against| {
        let source = source(against.source)?;
        let (start, end) = utf16(source.text, against.passage);
        let (yours, theirs) =
            against.values.as_ref().map(|(own, other)| (own.as_str(), other.as_str())).unzip();
        let text = against.passage.of(source.text);
        let (source_id, chunk_id, page) = (source.id, source.chunk_id, against.page);
        Some(AgainstData { source_id, chunk_id, page, start, end, text, yours, theirs })
    };
    let refused = matches!(report.state, State::Unsupported | State::Uncertain);
    SentenceData {
        index: report.index,
        start: map.to_utf16(report.span.start),
        end: map.to_utf16(report.span.end),
        kind: report.kind,
        status: report.state,
        score: round(report.score),
        reason: &report.reason,
        veto: report.veto,
        by: report.by,
        citations: report.citations.iter().map(citation).collect(),
        suggested: report.suggested.as_ref().map(citation),
        against: report.against.as_deref().filter(|_| refused).and_then(against),
        statutes: report.statutes.iter().map(|found| statute(map, found)).collect(),
        removed: report
            .removed
            .iter()
            .map(|removed| RemovedData { mark: &removed.mark, reason: &removed.reason })
            .collect(),
        text_id: None,
    }
}

/// What `text-end` says of a citation.
#[derive(Debug, Clone, Copy)]
pub(super) struct SdkCitation {
    source: usize,
    start: usize,
    end: usize,
    evidence: Option<Span>,
}

impl SdkCitation {
    pub fn new(citation: &Citation, map: &Utf16Map<'_>) -> Self {
        Self {
            source: citation.source,
            start: map.to_utf16(citation.span.start),
            end: map.to_utf16(citation.span.end),
            evidence: citation.evidence,
        }
    }

    /// In the shape of the AI SDK 7, which older clients ignore.
    pub fn part(&self, sources: &[(SourceCard, Arc<str>)]) -> Option<Value> {
        let (card, text) = sources.get(self.source)?;
        let mut value = json!({
            "source": {
                "type": "source", "sourceType": "document", "id": card.source_id, "mediaType": card.media_type,
                "title": card.title, "filename": card.file_name,
            },
            "startIndex": self.start, "endIndex": self.end,
        });
        if let Some(span) = self.evidence {
            value["citedText"] = json!(span.of(text));
        }
        Some(value)
    }
}

/// The two ends of a span in UTF-16 code units; an offset inside a character counts as its start.
pub(super) fn utf16(text: &str, span: Span) -> (usize, usize) {
    let (start, end) = (text.floor_char_boundary(span.start), text.floor_char_boundary(span.end));
    let before = utf16_len(text.get(..start).unwrap_or_default());
    (before, before + utf16_len(text.get(start..end).unwrap_or_default()))
}

/// Three decimals are enough for a reader, and keep frames short.
pub(super) fn round(score: f32) -> f64 {
    (f64::from(score) * 1000.0).round() / 1000.0
}
