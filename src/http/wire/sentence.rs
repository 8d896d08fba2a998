//! A judged sentence as clients get it: `data-sentence`, the verifying routes, and the AI SDK's citations.
//!
//! Written straight from the report, without a tree of values in between: sentences are what is sent most after words.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use super::statute::{Statute, statute};
use stet_answer::{Against, Citation, Decider, SentenceReport, State};
use stet_ask::{SourceCard, may_be_gone};
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
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub(crate) struct SentenceData<'a> {
    /// From 0.
    index: usize,
    /// UTF-16 code units in the text with this textId.
    start: usize,
    /// End of the place, exclusive, in UTF-16 code units.
    end: usize,
    /// Whether it claims something.
    kind: SentenceKind,
    /// The verdict.
    status: State,
    /// Similarity to the cited sources, 0 to 1.
    score: f64,
    /// Why, in words for a person.
    reason: &'a str,
    veto: Option<Veto>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<Decider>,
    /// The sources that the sentence cites, in order.
    citations: Vec<CitationData<'a>>,
    /// References of the sentence to regulations.
    statutes: Vec<Statute<'a>>,
    /// Marks that were taken out of the sentence.
    removed: Vec<RemovedData<'a>>,
    /// The citation that it could have: of the only source which supports it, or, of a sentence that is `uncertain`, the one it cited: nobody
    /// could decide whether that supports it, the reader is to look. Its place is where the mark would stand, its number that of the
    /// source; the text has no mark for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    suggested: Option<CitationData<'a>>,
    /// What the nearest cited source has in the place of a sentence that is not supported; of one that is `uncited`, the passage of
    /// any source that contradicts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<AgainstData<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Citation")]
struct CitationData<'a> {
    /// The number by which the answer cites the source.
    number: u32,
    /// The mark as it stands in the text.
    mark: &'a str,
    /// The source.
    source_id: Option<&'a str>,
    /// Begin of the place, in UTF-16 code units.
    start: usize,
    /// End of the place, exclusive, in UTF-16 code units.
    end: usize,
    /// The words of the source that it was held against; null where none were found.
    evidence: Option<EvidenceData<'a>>,
    /// Stet put it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    put: bool,
}

/// The passage that supports a sentence; offsets are UTF-16 code units of the source's text.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline, transform = may_be_gone)]
struct EvidenceData<'a> {
    /// Page in the file, from 1; null where it has none.
    page: Option<u32>,
    /// UTF-16 code units in the passage.
    start: usize,
    /// End of the place, exclusive, in UTF-16 code units.
    end: usize,
    /// The words.
    text: &'a str,
    /// The passage: /api/chunks/{id}.
    #[serde(skip_serializing_if = "Option::is_none")]
    chunk_id: Option<&'a str>,
}

/// What the nearest source that was held against a sentence has in its place: of a sentence that is unsupported, uncertain, or uncited and contradicted.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Against")]
struct AgainstData<'a> {
    /// The source.
    source_id: &'a str,
    /// The stored passage, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    chunk_id: Option<&'a str>,
    /// Page in the file, from 1; null where it has none.
    page: Option<u32>,
    /// UTF-16 code units in the source's text.
    start: usize,
    /// End of the place, exclusive, in UTF-16 code units.
    end: usize,
    /// The words.
    text: &'a str,
    /// A value of the sentence, as it is written there, of which the source states another.
    #[schemars(example = &"60 days")]
    #[serde(skip_serializing_if = "Option::is_none")]
    yours: Option<&'a str>,
    /// The value of the source, in the spelling of the sentence where that can be: in the place of `yours` it makes the sentence supported.
    #[schemars(example = &"90 days")]
    #[serde(skip_serializing_if = "Option::is_none")]
    theirs: Option<&'a str>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RemovedMark")]
struct RemovedData<'a> {
    /// The mark as it stands in the text.
    mark: &'a str,
    /// Why, in words for a person.
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
    let refused = matches!(report.state, State::Unsupported | State::Uncertain | State::Uncited);
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
    }
}

/// A citation in the shape of the AI SDK 7, which older clients ignore.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SdkCitation")]
pub(crate) struct SdkCitation<'a> {
    /// The source that is cited.
    source: SdkSource<'a>,
    /// Begin of the place, in UTF-16 code units.
    start_index: usize,
    /// End of the place, exclusive.
    end_index: usize,
    /// Words of the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    cited_text: Option<&'a str>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
struct SdkSource<'a> {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "source"))]
    kind: &'static str,
    #[schemars(extend("const" = "document"))]
    source_type: &'static str,
    /// By which it is asked for.
    id: &'a str,
    /// Media type of the file.
    media_type: &'a str,
    /// For people to read.
    title: &'a str,
    /// Name of the file.
    filename: &'a str,
}

/// What `text-end` will say of a citation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cited {
    source: usize,
    start: usize,
    end: usize,
    evidence: Option<Span>,
}

impl Cited {
    pub fn new(citation: &Citation, map: &Utf16Map<'_>) -> Self {
        Self {
            source: citation.source,
            start: map.to_utf16(citation.span.start),
            end: map.to_utf16(citation.span.end),
            evidence: citation.evidence,
        }
    }

    pub fn told(self, sources: &[(SourceCard, Arc<str>)]) -> Option<SdkCitation<'_>> {
        let (card, text) = sources.get(self.source)?;
        let source = SdkSource {
            kind: "source",
            source_type: "document",
            id: &card.source_id,
            media_type: &card.media_type,
            title: &card.title,
            filename: &card.file_name,
        };
        let cited_text = self.evidence.map(|span| span.of(text));
        Some(SdkCitation { source, start_index: self.start, end_index: self.end, cited_text })
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
