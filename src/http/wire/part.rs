//! The parts of an answer (AI SDK UI message stream): their names and shapes, which are also the description's.

use schemars::JsonSchema;
use serde::Serialize;

use super::sentence::{SdkCitation, SentenceData, round};
use super::statute::ArticleOfSource;
use stet_answer::{Edit, RuleBreach};
use stet_ask::{FinishReason, GradeName, Metadata, SourceCard, Step, StepState, Told, may_be_gone};

/// One part of an answer. A part with the type and id of an earlier one replaces it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Part<'a> {
    Start(PartStart<'a>),
    Step(PartStep<'a>),
    Source(PartSource<'a>),
    SourceUrl(PartSourceUrl<'a>),
    TextStart(PartTextStart<'a>),
    TextDelta(PartTextDelta<'a>),
    TextEnd(PartTextEnd<'a>),
    Sentence(PartSentence<'a>),
    Edit(PartEdit<'a>),
    Criteria(PartCriteria<'a>),
    Replay(PartReplay<'a>),
    Superseded(PartSuperseded<'a>),
    Metadata(PartMetadata<MessageMetadata<'a>>),
    Finish(PartFinish<MessageMetadata<'a>>),
    Abort(PartAbort<'a>),
    Error(PartError<'a>),
}

/// The answer begins.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartStart<'a> {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "start"))]
    kind: &'static str,
    /// The message; with regenerate-message, the one to be written anew.
    message_id: &'a str,
    /// What is known of the message by then.
    message_metadata: Begun,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Begun {
    #[schemars(extend("const" = "pending"))]
    verified: &'static str,
}

impl<'a> PartStart<'a> {
    pub(super) const fn new(message_id: &'a str) -> Self {
        Self { kind: "start", message_id, message_metadata: Begun { verified: "pending" } }
    }
}

/// A step of the making.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PartStep<'a> {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "data-step"))]
    kind: &'static str,
    /// Of the part: the same type and id replace what was there.
    id: &'static str,
    /// What the part tells.
    data: StepData<'a>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct StepData<'a> {
    /// Which step.
    name: Step,
    /// How far the step is.
    state: StepState,
    /// In words for a person, in the language of the answer.
    detail: &'a str,
    /// The same apart from its language, in order; missing where nothing is said, and from what earlier versions stored.
    #[serde(skip_serializing_if = "<[Told]>::is_empty")]
    #[schemars(default)]
    told: &'a [Told],
}

impl<'a> PartStep<'a> {
    pub(super) const fn new(name: Step, state: StepState, detail: &'a str, told: &'a [Told]) -> Self {
        Self { kind: "data-step", id: name.name(), data: StepData { name, state, detail, told } }
    }
}

/// What is Stet’s own in a part of the protocol.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Own<T> {
    /// What is Stet’s own.
    stet: T,
}

/// The N-th of these is source N.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartSource<'a> {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "source-document"))]
    kind: &'static str,
    /// The source.
    source_id: &'a str,
    /// Media type of the file.
    media_type: &'a str,
    /// For people to read.
    title: &'a str,
    /// Name of the file.
    filename: &'a str,
    /// What Stet adds to the part.
    provider_metadata: Own<SourceData<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline, transform = may_be_gone)]
struct SourceData<'a> {
    /// The version of the source that the passage is of.
    document_id: &'a str,
    /// The passage: /api/chunks/{id}.
    chunk_id: &'a str,
    /// Page in the file, from 1; null where it has none.
    page: Option<u32>,
    /// How well the passage fits the question.
    #[schemars(with = "GradeName")]
    grade: &'a str,
    /// The higher, the better it fits.
    score: f64,
    /// Words of it were recognised on a picture of a page (OCR); missing otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    recognised: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    article: Option<ArticleOfSource<'a>>,
}

impl<'a> PartSource<'a> {
    pub(super) fn new(card: &'a SourceCard) -> Self {
        let stet = SourceData {
            document_id: &card.document_id,
            chunk_id: &card.chunk_id,
            page: card.page,
            grade: &card.grade,
            score: round(card.score),
            recognised: card.recognised,
            article: card.article.as_ref().map(ArticleOfSource::of),
        };
        Self {
            kind: "source-document",
            source_id: &card.source_id,
            media_type: &card.media_type,
            title: &card.title,
            filename: &card.file_name,
            provider_metadata: Own { stet },
        }
    }
}

/// A source on the web, counted with the documents.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartSourceUrl<'a> {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "source-url"))]
    kind: &'static str,
    /// The source.
    source_id: &'a str,
    /// Address of the page.
    #[schemars(extend("format" = "uri"))]
    url: &'a str,
    /// For people to read.
    title: &'a str,
    /// What Stet adds to the part.
    provider_metadata: Own<WebSourceData<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct WebSourceData<'a> {
    /// How well the passage fits the question.
    #[schemars(with = "GradeName")]
    grade: &'a str,
    /// The higher, the better it fits.
    score: f64,
}

impl<'a> PartSourceUrl<'a> {
    pub(super) fn new(card: &'a SourceCard, url: &'a str) -> Self {
        let stet = WebSourceData { grade: &card.grade, score: round(card.score) };
        let (source_id, title) = (&card.source_id, &card.title);
        Self { kind: "source-url", source_id, url, title, provider_metadata: Own { stet } }
    }
}

/// A text of the message begins.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartTextStart<'a> {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "text-start"))]
    kind: &'static str,
    /// Of the text inside the message.
    id: &'a str,
    /// What Stet adds to the part.
    provider_metadata: Own<TextPlace<'a>>,
}

/// Clients keep no id of a text; this is how a sentence finds its text again.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
struct TextPlace<'a> {
    /// The text of the message that it is about.
    text_id: &'a str,
}

impl<'a> PartTextStart<'a> {
    pub(super) const fn new(text_id: &'a str) -> Self {
        Self { kind: "text-start", id: text_id, provider_metadata: Own { stet: TextPlace { text_id } } }
    }
}

/// The text goes on.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PartTextDelta<'a> {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "text-delta"))]
    pub(super) kind: &'static str,
    /// Of the text inside the message.
    pub(super) id: &'a str,
    /// What comes next.
    pub(super) delta: &'a str,
}

/// The text is whole.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PartTextEnd<'a> {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "text-end"))]
    pub(super) kind: &'static str,
    /// Of the text inside the message.
    pub(super) id: &'a str,
    /// In the shape of the AI SDK 7; older clients ignore it.
    pub(super) citations: Vec<SdkCitation<'a>>,
}

/// A judged sentence.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PartSentence<'a> {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "data-sentence"))]
    pub(super) kind: &'static str,
    /// Of the part: the same type and id replace what was there.
    #[schemars(example = &"s4")]
    pub(super) id: String,
    /// What the part tells.
    pub(super) data: SentenceOfText<'a>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub(super) struct SentenceOfText<'a> {
    #[serde(flatten)]
    pub sentence: SentenceData<'a>,
    /// The text of the message that it is about.
    pub text_id: &'a str,
}

/// A change to text that was sent; applied in the order of seq.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PartEdit<'a> {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "data-edit"))]
    kind: &'static str,
    /// Of the part: the same type and id replace what was there.
    #[schemars(example = &"e1")]
    id: String,
    /// What the part tells.
    data: EditData<'a>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
struct EditData<'a> {
    /// From 1.
    seq: usize,
    /// The text of the message that it is about.
    text_id: &'a str,
    /// Begin of the place, in UTF-16 code units.
    start: usize,
    /// End of the place, exclusive, in UTF-16 code units.
    end: usize,
    /// What takes the place of the words.
    replacement: &'a str,
    /// Why, in words for a person.
    reason: &'a str,
}

impl<'a> PartEdit<'a> {
    pub(super) fn new(text_id: &'a str, edit: &'a Edit, (start, end): (usize, usize)) -> Self {
        let (seq, replacement, reason) = (edit.seq, &edit.replacement, &edit.reason);
        let data = EditData { seq, text_id, start, end, replacement, reason };
        Self { kind: "data-edit", id: format!("e{seq}"), data }
    }
}

/// A writer's rule that a sentence breaks.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PartCriteria<'a> {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "data-criteria"))]
    kind: &'static str,
    /// Of the part: the same type and id replace what was there.
    id: String,
    /// What the part tells.
    data: CriteriaData<'a>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
struct CriteriaData<'a> {
    /// The pack that the rule is of.
    pack_id: &'a str,
    /// Id of the rule.
    rule_id: &'a str,
    /// Id of the data-sentence part.
    sentence: String,
    /// The text that breaks the rule.
    text_id: Option<&'a str>,
    /// What is wrong, in words.
    message: &'a str,
}

impl<'a> PartCriteria<'a> {
    pub(super) fn new(breach: &'a RuleBreach, text_id: Option<&'a str>) -> Self {
        let RuleBreach { pack_id, rule_id, message, .. } = breach;
        let sentence = format!("s{}", breach.sentence);
        let id = format!("{pack_id}/{rule_id}/{sentence}");
        Self {
            kind: "data-criteria",
            id,
            data: CriteriaData { pack_id, rule_id, sentence, text_id, message },
        }
    }
}

/// Everything comes anew: what a reader has of the message counts no more. Sent before the first part where the place that
/// Last-Event-ID names is not known; it has no id of an event.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PartReplay<'a> {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "data-replay"))]
    kind: &'static str,
    /// What the part tells.
    data: ReplayData<'a>,
    #[schemars(extend("const" = true))]
    transient: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
struct ReplayData<'a> {
    /// The message; with regenerate-message, the one to be written anew.
    message_id: &'a str,
}

impl<'a> PartReplay<'a> {
    pub(crate) const fn new(message_id: &'a str) -> Self {
        Self { kind: "data-replay", data: ReplayData { message_id }, transient: true }
    }
}

/// This text is not part of the message; a new attempt follows.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PartSuperseded<'a> {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "data-superseded"))]
    kind: &'static str,
    /// Of the part: the same type and id replace what was there.
    id: &'a str,
    /// What the part tells.
    data: SupersededData<'a>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
struct SupersededData<'a> {
    /// The text of the message that it is about.
    text_id: &'a str,
    /// Why, in words for a person, in the language of the answer.
    reason: &'a str,
    /// The same apart from its language, the texts in their order; missing from what earlier versions stored.
    #[serde(skip_serializing_if = "<[Told]>::is_empty")]
    #[schemars(default)]
    told: &'a [Told],
}

impl<'a> PartSuperseded<'a> {
    pub(super) const fn new(text_id: &'a str, reason: &'a str, told: &'a [Told]) -> Self {
        Self { kind: "data-superseded", id: text_id, data: SupersededData { text_id, reason, told } }
    }
}

/// Structured result of a message.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Metadata")]
pub struct MessageMetadata<'a> {
    #[serde(flatten)]
    pub(super) metadata: &'a Metadata,
    /// The text of the message.
    pub(super) answer: &'a str,
}

/// What is known of the message.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PartMetadata")]
pub struct PartMetadata<T> {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "message-metadata"))]
    kind: &'static str,
    message_metadata: T,
}

impl<T> PartMetadata<T> {
    pub(super) const fn new(message_metadata: T) -> Self {
        Self { kind: "message-metadata", message_metadata }
    }
}

/// The answer has ended.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PartFinish")]
pub struct PartFinish<T> {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "finish"))]
    kind: &'static str,
    /// Why the answer ended.
    #[schemars(extend("enum" = ["stop", "length", "content-filter", "error", "other"]))]
    finish_reason: &'static str,
    message_metadata: T,
}

impl<T> PartFinish<T> {
    /// Only the reasons that AI SDK clients know.
    pub(super) const fn new(reason: FinishReason, message_metadata: T) -> Self {
        let finish_reason = match reason {
            FinishReason::Stop => "stop",
            FinishReason::Length => "length",
            FinishReason::ContentFilter => "content-filter",
            FinishReason::Error => "error",
            FinishReason::Other => "other",
        };
        Self { kind: "finish", finish_reason, message_metadata }
    }
}

/// The user stopped the answer, or the server shut down.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PartAbort<'a> {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "abort"))]
    kind: &'static str,
    /// Why, in words for a person.
    reason: &'a str,
}

impl<'a> PartAbort<'a> {
    pub(super) const fn new(reason: &'a str) -> Self {
        Self { kind: "abort", reason }
    }
}

/// A fault of the system.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartError<'a> {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "error"))]
    kind: &'static str,
    /// What went wrong, in words for a person.
    error_text: &'a str,
}

impl<'a> PartError<'a> {
    pub(crate) const fn new(error_text: &'a str) -> Self {
        Self { kind: "error", error_text }
    }
}
