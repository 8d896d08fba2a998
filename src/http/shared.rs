//! What a link leads to: one draft or one answer, to read. Owns what of it is told to somebody without a key, which is made of nothing but
//! the fields that are named here.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::extract::rejection::ExtensionRejection;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::{Extension, Json};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use time::OffsetDateTime;
use tokio::sync::Semaphore;
use tower_http::set_header::SetResponseHeaderLayer;
use uuid::Uuid;

use super::auth::Guard;
use super::chats::ui_message;
use super::problem;
use super::routes::{ANYBODY, NOT_FOUND, Routes, get};
use super::timestamp::Timestamp;
use super::wire::comment::{Words, threads};
use super::wire::{self, CitedSource};
use super::{AppState, Result};
use stet_access::Secret;
use stet_answer::report::{Badge, CONFIDENCE};
use stet_answer::{Attribute, State as Verdict};
use stet_ask::Asker;
use stet_store::comments::of_draft;
use stet_store::{ChunkRow, Draft, MessageStatus, Role, Share, Shared};
use stet_text::language;
use stet_text::span::Utf16Map;
use stet_verify::{GivenSource, Task};

/// No machine is to list what a link leads to.
const ROBOTS: (HeaderName, &str) = (HeaderName::from_static("x-robots-tag"), "noindex");
/// Of addresses that go on with the key of a link.
pub(super) const PATH: &str = "/api/shared/";

/// Needs no key but that of the link.
pub(super) fn routes() -> Routes {
    let set = |(name, value): (HeaderName, &'static str)| {
        SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
    };
    Routes::of([get("/api/shared/{key}", read, "readShared", "shares", ANYBODY)
        .says("What a shared link leads to", "공유 링크가 가리키는 글 읽기")
        .about(
            "By the key in the link alone. A link that is unknown, has expired or was taken back is told the same; whoever \
             tries many is told to wait.",
        )
        .answers("A draft as it is now, or an answer.")
        .refuses(&[NOT_FOUND])
        .with(|handler| handler.layer(set(ROBOTS)))
        .with(|handler| handler.layer(set((header::CACHE_CONTROL, "no-store"))))])
}

/// A draft or an answer, to be read by whoever has its link.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SharedText {
    /// What it is.
    #[schemars(extend("enum" = ["draft", "answer"]))]
    kind: &'static str,
    /// The title of the draft, or the question.
    title: String,
    /// The whole text, as Markdown; suggestions that wait beside a draft are not in it.
    text: String,
    /// When it was changed last.
    updated_at: Timestamp,
    /// When the link ends; null: never.
    expires_at: Option<Timestamp>,
    /// The comments beside a draft, in the order of its text.
    comments: Vec<SharedComment>,
    #[serde(flatten)]
    checked: Arc<Checked>,
}

/// How a text stands against what it cites.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(inline)]
struct Checked {
    /// null where nothing was judged.
    badge: Option<Badge>,
    /// The answer is put together from quotations.
    extracts: bool,
    /// The sentences that were judged.
    sentences: Vec<SharedSentence>,
    /// What they cite.
    sources: Vec<SharedSource>,
}

/// A sentence; offsets are UTF-16 code units of the text.
#[derive(Debug, Serialize, JsonSchema)]
struct SharedSentence {
    /// Begin of the place, in UTF-16 code units.
    start: usize,
    /// End of the place, exclusive, in UTF-16 code units.
    end: usize,
    /// The verdict.
    status: Verdict,
    /// Why, in words for a person.
    reason: String,
    /// What it cites, in order.
    citations: Vec<SharedCitation>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SharedCitation {
    /// The number by which the text cites the source.
    number: u32,
    /// The mark as it stands in the text.
    mark: String,
    /// Begin of the mark in an answer, in UTF-16 code units, no words where it was taken out; of a draft that of its sentence.
    start: usize,
    /// End of the place, exclusive, in UTF-16 code units.
    end: usize,
    /// Its place in `sources`, from 0; null where the mark leads nowhere.
    source: Option<usize>,
    /// The words of the source that support the sentence, or that it has in its place; null where there are none, or they were deleted.
    quote: Option<String>,
    /// Page in the file, from 1; null where it has none.
    page: Option<u32>,
}

/// A source that the text cites.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SharedSource {
    /// The number by which the text cites it.
    number: u32,
    /// For people to read.
    title: String,
    /// Page in the file, from 1; null where it has none.
    page: Option<u32>,
    /// Address of a page of the web.
    url: Option<String>,
    /// The passage that is cited; null where it was deleted, or is on the web.
    passage: Option<String>,
}

/// What somebody said at words of a draft.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SharedComment {
    /// Who said it, as they were called then.
    author: String,
    /// What is said.
    body: String,
    /// When it was made.
    created_at: Timestamp,
    /// When the thread was settled.
    resolved_at: Option<Timestamp>,
    /// The words that it was written about; of an answer to a comment empty.
    quote: String,
    /// Begin of the words, in UTF-16 code units; null where they are gone, and of an answer to a comment.
    start: Option<usize>,
    /// End of the place, exclusive, in UTF-16 code units.
    end: Option<usize>,
}

/// What is taken over of a judged sentence.
#[derive(Deserialize)]
struct Judged {
    start: usize,
    end: usize,
    status: Verdict,
    reason: String,
    citations: Vec<Cited>,
    #[serde(default)]
    removed: Vec<Removed>,
    against: Option<Against>,
}

#[derive(Deserialize)]
struct Removed {
    mark: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Against {
    source_id: String,
    chunk_id: Option<String>,
    page: Option<u32>,
    text: String,
}

impl Judged {
    /// What is told of a sentence. Where its citation was taken out, what the source has in its place counts as what it cites; what contradicts
    /// a sentence that cites nothing is nobody's to read.
    fn of(data: &Value) -> Option<Self> {
        let mut judged = Self::deserialize(data).ok()?;
        if let (true, Some(against), Some(removed)) =
            (judged.citations.is_empty(), judged.against.take(), judged.removed.first())
        {
            let digits: String = removed.mark.chars().filter(char::is_ascii_digit).collect();
            let Against { source_id, chunk_id, page, text } = against;
            judged.citations.push(Cited {
                number: digits.parse().unwrap_or_default(),
                mark: removed.mark.clone(),
                source_id: Some(source_id),
                start: judged.end,
                end: judged.end,
                evidence: Some(Quoted { page, text, chunk_id }),
            });
        }
        if judged.citations.is_empty() {
            judged.reason.clear();
        }
        Some(judged)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Cited {
    number: u32,
    mark: String,
    source_id: Option<String>,
    start: usize,
    end: usize,
    evidence: Option<Quoted>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Quoted {
    page: Option<u32>,
    text: String,
    chunk_id: Option<String>,
}

/// A source as far as it may be told.
#[derive(Default)]
struct Known {
    title: String,
    page: Option<u32>,
    url: Option<String>,
    passage: Option<String>,
    /// Its words may be quoted.
    is_there: bool,
}

type Peer = std::result::Result<ConnectInfo<SocketAddr>, ExtensionRejection>;

async fn read(
    State(state): State<AppState>,
    guard: Extension<Arc<Guard>>,
    peer: Peer,
    Path(key): Path<String>,
) -> Result<Json<SharedText>> {
    let hash = Secret::shown(&key).hash();
    let Some((workspace, share)) = state.store().share_of(&hash, OffsetDateTime::now_utc()).await? else {
        let peer = peer.ok().map(|ConnectInfo(peer)| peer.ip());
        return Err(guard.unless_too_often(peer, problem::no_shared()));
    };
    let asker = state.asker.in_workspace(workspace);
    let text = match share.of() {
        Some(Shared::Draft(id)) => draft(&asker, id, &share).await?,
        Some(Shared::Answer(id)) => answer(&asker, id, &share).await?,
        None => None,
    };
    text.map(Json).ok_or_else(problem::no_shared)
}

async fn draft(asker: &Asker, id: Uuid, share: &Share) -> Result<Option<SharedText>> {
    let Some((draft, comments)) = of_draft(&asker.store, id).await? else { return Ok(None) };
    let checked = checked(asker, &draft).await?;
    let mut told = Vec::new();
    for thread in threads(&draft, comments) {
        let place = (!matches!(thread.state, Words::Gone)).then_some((thread.start, thread.end));
        let said = std::iter::once((thread.said, thread.quote, place));
        for (said, quote, place) in
            said.chain(thread.replies.into_iter().map(|said| (said, String::new(), None)))
        {
            told.push(SharedComment {
                author: said.author,
                body: said.body,
                created_at: said.created_at,
                resolved_at: thread.resolved_at,
                quote,
                start: place.map(|(start, _)| start),
                end: place.map(|(_, end)| end),
            });
        }
    }
    Ok(Some(SharedText {
        kind: "draft",
        title: draft.title,
        text: draft.text,
        updated_at: Timestamp(draft.updated_at),
        expires_at: share.expires_at.map(Timestamp),
        comments: told,
        checked,
    }))
}

/// What a check of a draft depends on: its revision, its sources, those of the workspace.
type Stamp = (i64, Vec<Uuid>, (i64, Option<OffsetDateTime>));
type Remembered = HashMap<Uuid, (Stamp, Arc<Checked>)>;
/// Drafts whose check is remembered; with more, all are forgotten.
const REMEMBERED: usize = 64;

/// A draft held against what it cites, by words alone: whoever reads costs nothing. The same draft is checked once, and one at a time.
async fn checked(asker: &Asker, draft: &Draft) -> Result<Arc<Checked>> {
    static CHECKED: LazyLock<Mutex<Remembered>> = LazyLock::new(Mutex::default);
    static TURN: Semaphore = Semaphore::const_new(1);
    if !cites(&draft.text) {
        return Ok(Arc::default());
    }
    let stamp: Stamp = (draft.revision, draft.source_ids.clone(), asker.store.sources_stamp().await?);
    let known = || {
        let all = CHECKED.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(&draft.id).filter(|(of, _)| *of == stamp).map(|(_, checked)| Arc::clone(checked))
    };
    if let Some(checked) = known() {
        return Ok(checked);
    }
    let _turn = TURN.acquire().await;
    if let Some(checked) = known() {
        return Ok(checked);
    }
    let checked = Arc::new(check(asker, draft).await?);
    let mut all = CHECKED.lock().unwrap_or_else(PoisonError::into_inner);
    if all.len() >= REMEMBERED {
        all.clear();
    }
    all.insert(draft.id, (stamp, Arc::clone(&checked)));
    Ok(checked)
}

/// Whether a text has a mark of a citation, such as `[1]` or `[^1]`; in one that has none every sentence would be told that it cites nothing.
fn cites(text: &str) -> bool {
    text.match_indices('[').any(|(at, mark)| {
        let rest = text.get(at + mark.len()..).unwrap_or_default().trim_start_matches(['^', '†']);
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let end = rest.get(digits..).unwrap_or_default();
        (1..=4).contains(&digits) && (end.starts_with(']') || end.starts_with("†]")) && !end.starts_with("]:")
    })
}

async fn check(asker: &Asker, draft: &Draft) -> Result<Checked> {
    let spoken = language(&stet_verify::comments::left_out(&draft.text, 0));
    let mut policy = asker.policy(spoken, Some(false)).await?;
    // What the writer did not cite is nobody's to read.
    stet_verify::given_text(&mut policy, Some(Attribute::Off));
    let regulations = policy.regulations.clone();
    let sources =
        stet_verify::stored(asker, &draft.text, None, &draft.source_ids, regulations.as_deref(), true)
            .await?;
    let task = Arc::new(Task {
        deltas: vec![draft.text.clone()],
        sources,
        quick: true,
        threshold: CONFIDENCE,
        ..Task::default()
    });
    let outcome = stet_verify::run(&task, policy, &asker.behind()).await;
    let (map, before) = (Utf16Map::new(&outcome.text), Utf16Map::new(&draft.text));
    let judged = outcome.sentences.iter().zip(&outcome.origins).filter_map(|(report, origin)| {
        let cited = |at: usize| {
            let GivenSource { id, text, .. } = task.sources.get(at)?;
            Some(CitedSource { id, chunk_id: None, text })
        };
        let mut judged = Judged::of(&json!(wire::sentence(report, &map, &cited)))?;
        (judged.start, judged.end) = (before.to_utf16(origin.start), before.to_utf16(origin.end));
        for cited in &mut judged.citations {
            (cited.start, cited.end) = (judged.start, judged.end);
        }
        Some(judged)
    });
    let known = |cited: &Cited| {
        let id = cited.source_id.as_deref()?;
        let source = task.sources.iter().find(|source| source.id == id)?;
        let (title, page) = (source.title.clone().unwrap_or_default(), source.page);
        Some(Known { title, page, url: None, passage: Some(source.text.clone()), is_there: true })
    };
    Ok(told(judged.collect(), Some(outcome.report.badge), false, known))
}

async fn answer(asker: &Asker, id: Uuid, share: &Share) -> Result<Option<SharedText>> {
    let store = &asker.store;
    let Some(message) = store.message(id).await? else { return Ok(None) };
    if message.role != Role::Assistant || message.status == MessageStatus::Streaming {
        return Ok(None);
    }
    let all = store.placed(message.conversation_id, true).await?;
    let Some(own) = all.iter().find(|placed| placed.message.id == id) else { return Ok(None) };
    let question = all.iter().find(|placed| Some(placed.message.id) == own.parent);
    let log = store.logs(&[id]).await?.remove(&id).unwrap_or_default();
    let parts: Vec<Value> = ui_message(own, log, false)["parts"].as_array().cloned().unwrap_or_default();
    let replaced: Vec<&Value> = parts
        .iter()
        .filter(|part| part["type"] == "data-superseded")
        .map(|part| &part["data"]["textId"])
        .collect();
    let mut judged: Vec<Judged> = parts
        .iter()
        .filter(|part| part["type"] == "data-sentence" && !replaced.contains(&&part["data"]["textId"]))
        .filter_map(|part| Judged::of(&part["data"]))
        .collect();
    judged.sort_by_key(|judged| judged.start);
    let chunk = |cited: &Cited| -> Option<Uuid> {
        let own = cited.evidence.as_ref().and_then(|quoted| quoted.chunk_id.as_deref());
        own.or_else(|| source_of(&parts, cited)?["providerMetadata"]["stet"]["chunkId"].as_str())?
            .parse()
            .ok()
    };
    let ids: Vec<Uuid> = judged.iter().flat_map(|judged| &judged.citations).filter_map(chunk).collect();
    let chunks: HashMap<Uuid, ChunkRow> =
        store.chunks(&ids).await?.into_iter().map(|chunk| (chunk.id, chunk)).collect();
    let known = |cited: &Cited| {
        let part = source_of(&parts, cited)?;
        let text = |name: &str| part[name].as_str().map(str::to_owned);
        let (url, passage) = (text("url"), chunk(cited).and_then(|id| chunks.get(&id)));
        let page = part["providerMetadata"]["stet"]["page"].as_u64().and_then(|page| page.try_into().ok());
        Some(Known {
            title: text("filename").or_else(|| text("title")).unwrap_or_default(),
            page,
            is_there: passage.is_some() || url.is_some(),
            url,
            passage: passage.map(|row| row.human_feedback.clone().unwrap_or_else(|| row.content.clone())),
        })
    };
    let badge = Badge::deserialize(&message.metadata["badge"]).ok();
    let checked = told(judged, badge, message.metadata["extracts"] == true, known);
    Ok(Some(SharedText {
        kind: "answer",
        title: question.map(|question| question.message.text.clone()).unwrap_or_default(),
        text: message.text,
        updated_at: Timestamp(message.updated_at),
        expires_at: share.expires_at.map(Timestamp),
        comments: Vec::new(),
        checked: Arc::new(checked),
    }))
}

/// The part of a message that tells of a source.
fn source_of<'p>(parts: &'p [Value], cited: &Cited) -> Option<&'p Value> {
    let id = cited.source_id.as_deref()?;
    parts.iter().find(|part| {
        part["sourceId"] == id && part["type"].as_str().is_some_and(|kind| kind.starts_with("source-"))
    })
}

/// Judged sentences with what they cite, and nothing that they do not.
fn told(
    judged: Vec<Judged>,
    badge: Option<Badge>,
    extracts: bool,
    known: impl Fn(&Cited) -> Option<Known>,
) -> Checked {
    let mut sources: Vec<SharedSource> = Vec::new();
    let mut citation = |cited: Cited| {
        let found = known(&cited);
        let is_there = found.as_ref().is_some_and(|found| found.is_there);
        let source = found.map(|Known { title, page, url, passage, .. }| {
            let same = |own: &SharedSource| {
                own.number == cited.number && own.title == title && own.passage == passage
            };
            sources.iter().position(same).unwrap_or_else(|| {
                sources.push(SharedSource { number: cited.number, title, page, url, passage });
                sources.len() - 1
            })
        });
        let Cited { number, mark, start, end, evidence, .. } = cited;
        let quoted = evidence.filter(|_| is_there);
        let page = quoted.as_ref().and_then(|quoted| quoted.page);
        SharedCitation { number, mark, start, end, source, quote: quoted.map(|quoted| quoted.text), page }
    };
    let sentences =
        judged.into_iter().map(|Judged { start, end, status, reason, citations, .. }| SharedSentence {
            start,
            end,
            status,
            reason,
            citations: citations.into_iter().map(&mut citation).collect(),
        });
    Checked { badge, extracts, sentences: sentences.collect(), sources }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_of_a_citation_is_told_from_other_brackets() {
        for (text, has) in [
            ("It opens at nine [1].", true),
            ("아홉 시에 연다.[^12]", true),
            ("[x] done, [12345], [a](b)", false),
            ("[1]: https://stet.example", false),
        ] {
            assert_eq!(cites(text), has, "{text}");
        }
    }
}
