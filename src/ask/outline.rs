//! What a document is, at a glance and without a model: its headings, the sentences that its parts begin with, and questions that it
//! answers.
//!
//! Owns which are shown. A question is shown only once the same search, the same quotations and the same gate have answered it from
//! this document. Where a model has read the document before, its choice stands for the beginnings; none is asked here.

use futures::TryStreamExt as _;
use rustc_hash::FxHashSet;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::request::prompt_sources;
use super::words::verified;
use super::{AskError, Asker, Regulations};
use stet_answer::{AnswerStream, State};
use stet_llm::extractive::{ExtractiveChat, quotable, says_nearest};
use stet_llm::{ChatDelta, ChatModel as _, ChatRequest, ModelKind};
use stet_marks::statute::ArticleNo;
use stet_sources::broad::Broad;
use stet_sources::parts::parts;
use stet_sources::places::{Named, place};
use stet_sources::raised;
use stet_sources::route::{Route, route};
use stet_sources::sections::spread;
use stet_sources::turn::language_of_question;
use stet_store::{ChunkRow, Document, Reader};

/// Passages whose headings are looked at, and those of them whose sentences are.
const PASSAGES: i32 = 3_000;
const READ: usize = 90;
const ENTRIES: usize = 200;
const SENTENCES: usize = 4;
const QUESTIONS: usize = 3;
/// Questions that are tried.
const TRIES: usize = 12;
/// Characters of a heading that are shown; a longer one is a paragraph.
const HEADING: usize = 120;
/// Characters of a sentence that says something.
const SAYS: usize = 20;

/// A document at a glance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Outline {
    /// Its headings in their order; empty where it has none.
    pub outline: Vec<OutlineEntry>,
    /// There are more headings, further down or in the document.
    pub cut: bool,
    /// What it says, word for word.
    pub summary: OutlineSummary,
    /// Up to three questions, in its language, that it answers without a model.
    pub questions: Vec<String>,
}

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OutlineEntry {
    /// 1 for the outermost.
    #[schemars(range(min = 1))]
    pub level: usize,
    /// Its words.
    pub title: String,
    /// Page in the file, from 1; null where it has none.
    pub page: Option<i32>,
    /// The first passage below it: /api/chunks/{id}.
    pub chunk_id: Uuid,
}

/// Sentences of the document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct OutlineSummary {
    /// Where the sentences stand: where its parts begin, or in passages that a model has chosen when it summed the document up.
    #[schemars(extend("enum" = ["head", "model"]))]
    pub by: &'static str,
    /// The sentences.
    pub sentences: Vec<OutlineSentence>,
}

/// A sentence of the document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OutlineSentence {
    /// Word for word, on one line.
    pub text: String,
    /// The passage that it is of: /api/chunks/{id}.
    pub chunk_id: Uuid,
    /// Page in the file, from 1; null where it has none.
    pub page: Option<i32>,
}

/// A question, and the sentence that is to answer it.
struct Raised {
    question: String,
    answer: String,
}

impl Asker {
    /// A version at a glance; of one that is not searched no questions.
    ///
    /// # Errors
    /// The store failed.
    pub async fn outline(&self, document: &Document) -> Result<Outline, AskError> {
        let passages = {
            let _turn = self.turn().await?;
            self.store.chunks_between(document.id, 0, PASSAGES - 1).await?
        };
        let (outline, is_short) = headings(&passages);
        let cut = is_short || document.chunk_count > PASSAGES;
        let (by, sentences) = match self.read_before(document.id, &passages).await? {
            Some(sentences) => ("model", sentences),
            None => ("head", beginnings(&passages)),
        };
        let is_searched = document.searched == Some(document.version);
        let questions = if is_searched { self.answered(document, &passages).await? } else { Vec::new() };
        Ok(Outline { outline, cut, summary: OutlineSummary { by, sentences }, questions })
    }

    /// The first sentences of what the model has chosen of a document, where it was read for all of it before.
    async fn read_before(
        &self,
        document: Uuid,
        passages: &[ChunkRow],
    ) -> Result<Option<Vec<OutlineSentence>>, AskError> {
        if self.chat.kind() != ModelKind::Model {
            return Ok(None);
        }
        for language in ["ko", "en"] {
            let reader = Reader { focus: "", language, model: self.chat.name() };
            let Some(kept) = self.store.reading(document, reader).await? else { continue };
            let chosen: Vec<Uuid> = kept.passages.into_iter().take(2 * SENTENCES).collect();
            let own = passages.iter().filter(|passage| chosen.contains(&passage.id));
            let first = |passage: &ChunkRow| said(passage).next().map(|text| sentence(passage, text));
            let sentences: Vec<OutlineSentence> = own.filter_map(first).take(SENTENCES).collect();
            if !sentences.is_empty() {
                return Ok(Some(sentences));
            }
        }
        Ok(None)
    }

    /// Questions that this document answers.
    async fn answered(&self, document: &Document, passages: &[ChunkRow]) -> Result<Vec<String>, AskError> {
        let regulations = self.regulations().await?;
        let mut found = Vec::new();
        for raised in raised_by(document, passages) {
            if found.len() == QUESTIONS {
                break;
            }
            if self.is_answered(document.id, &raised, regulations.as_ref()).await? {
                found.push(raised.question);
            }
        }
        Ok(found)
    }

    /// Whether a question is answered from this document with the sentence that raised it, every quotation supported.
    async fn is_answered(
        &self,
        document: Uuid,
        raised: &Raised,
        regulations: Option<&Regulations>,
    ) -> Result<bool, AskError> {
        let question = raised.question.as_str();
        let evidence = {
            let _turn = self.turn().await?;
            self.retrieve(question, &[document], regulations.map(AsRef::as_ref)).await?
        };
        let language = language_of_question(question);
        let mut request = ChatRequest::new(Vec::new(), language);
        question.clone_into(&mut request.question);
        request.sources = prompt_sources(&evidence);
        let Ok(deltas) = ExtractiveChat.stream(request).await else { return Ok(false) };
        let deltas: Vec<ChatDelta> = deltas.try_collect().await.unwrap_or_default();
        let text: String = deltas
            .iter()
            .filter_map(|delta| match delta {
                ChatDelta::Text(text) => Some(text.as_str()),
                _ => None,
            })
            .collect();
        let quoted = text.split("\n\n").skip(1).find(|line| !line.starts_with("**"));
        if says_nearest(&text) || quoted.is_none_or(|first| !first.starts_with(&raised.answer)) {
            return Ok(false);
        }
        let mut policy = self.policy_with(regulations.cloned(), language, None);
        policy.gate.model_layer = false;
        policy.question = Some(question.to_owned());
        let mut answer = AnswerStream::new(evidence.sources, evidence.prepared, policy);
        let mut events = Vec::new();
        answer.push(&text, &mut events);
        answer.finish(true, &mut events);
        answer.conclude(&mut events);
        let fits = |state| matches!(state, State::Supported | State::NotAClaim);
        Ok(answer.sentences().all(|own| fits(own.state))
            && answer.sentences().any(|own| own.state == State::Supported))
    }
}

/// What stands above a passage, its article below all headings.
fn above(passage: &ChunkRow) -> Vec<String> {
    let article = passage.article.as_ref().map(|own| {
        let number = ArticleNo::new(own.number, own.branch);
        own.title.as_ref().map_or_else(|| number.to_string(), |title| format!("{number}({title})"))
    });
    passage.headings.iter().cloned().chain(article).collect()
}

/// The headings of passages in their order; of too many the outermost, and whether any are left out.
fn headings(passages: &[ChunkRow]) -> (Vec<OutlineEntry>, bool) {
    let mut entries: Vec<OutlineEntry> = Vec::new();
    let mut last: Vec<String> = Vec::new();
    for passage in passages {
        let own = above(passage);
        let same = own.iter().zip(&last).take_while(|(one, other)| one == other).count();
        for (at, title) in own.iter().enumerate().skip(same) {
            let title: String = title.split_whitespace().collect::<Vec<_>>().join(" ");
            if !title.is_empty() {
                let title = title.chars().take(HEADING).collect();
                entries.push(OutlineEntry { level: at + 1, title, page: passage.page, chunk_id: passage.id });
            }
        }
        last = own;
    }
    let all = entries.len();
    while entries.len() > ENTRIES
        && let Some(deepest) = entries.iter().map(|own| own.level).max().filter(|level| *level > 1)
    {
        entries.retain(|own| own.level < deepest);
    }
    entries.truncate(ENTRIES);
    let is_cut = entries.len() < all;
    (entries, is_cut)
}

fn sentence(passage: &ChunkRow, text: String) -> OutlineSentence {
    OutlineSentence { text, chunk_id: passage.id, page: passage.page }
}

/// The whole sentences of a passage that can be quoted.
fn sentences(passage: &ChunkRow) -> impl Iterator<Item = String> {
    quotable(verified(passage).unwrap_or(&passage.content)).into_iter()
}

/// Those of them that say something by themselves: no address, no list of names, no heading.
fn said(passage: &ChunkRow) -> impl Iterator<Item = String> {
    let says = |text: &String| {
        let is_address =
            text.starts_with('(') || ["://", "@", "www.", "©"].iter().any(|sign| text.contains(sign));
        text.chars().count() >= SAYS
            && !is_address
            && text.matches(',').count() <= text.split_whitespace().count() / 4
    };
    sentences(passage).filter(says)
}

/// The sentences that the first parts begin with, more of each where there are few.
fn beginnings(passages: &[ChunkRow]) -> Vec<OutlineSentence> {
    let mut parts: Vec<Vec<OutlineSentence>> = Vec::new();
    let mut last: Option<&[String]> = None;
    for passage in passages.iter().take(READ) {
        if last != Some(passage.headings.as_slice()) || parts.is_empty() {
            parts.push(Vec::new());
        }
        last = Some(&passage.headings);
        if let Some(part) = parts.last_mut().filter(|part| part.len() < SENTENCES) {
            part.extend(said(passage).take(SENTENCES - part.len()).map(|text| sentence(passage, text)));
        }
    }
    parts.retain(|part| !part.is_empty());
    let each = (SENTENCES / parts.len().max(1)).max(1);
    parts.into_iter().flat_map(|part| part.into_iter().take(each)).take(SENTENCES).collect()
}

/// The questions to be tried: of sentences, from all over the document, then of headings.
fn raised_by(document: &Document, passages: &[ChunkRow]) -> Vec<Raised> {
    let read: Vec<&ChunkRow> =
        spread(passages.len(), READ).into_iter().filter_map(|at| passages.get(at)).collect();
    let words: FxHashSet<&str> =
        read.iter().flat_map(|own| own.content.split(|ch: char| !ch.is_alphanumeric())).collect();
    let (mut first, mut more, mut of_headings): (Vec<Raised>, Vec<Raised>, Vec<Raised>) = Default::default();
    // What the document itself is called asks for all of it.
    let title = passages.first().and_then(|first| first.headings.first());
    let mut last: &[String] = &[];
    for passage in read {
        let mut own: Vec<Raised> = sentences(passage)
            .filter_map(|answer| {
                let question = raised::of_sentence(&answer, &|word| words.contains(word))?;
                Some(Raised { question, answer })
            })
            .collect();
        if !own.is_empty() {
            first.push(own.remove(0));
            more.append(&mut own);
        }
        let article = passage.article.as_ref().and_then(|article| article.title.as_ref());
        let heading = article.or_else(|| {
            passage.headings.last().filter(|own| passage.headings != last && Some(*own) != title)
        });
        let asked = heading.and_then(|heading| raised::of_heading(heading));
        of_headings
            .extend(asked.and_then(|question| Some(Raised { question, answer: sentences(passage).next()? })));
        last = &passage.headings;
    }
    let mut all: Vec<Raised> = Vec::new();
    for list in [first, more, of_headings] {
        let places = spread(list.len(), TRIES);
        let chosen = list.into_iter().enumerate().filter(|(at, _)| places.contains(at));
        for (_, raised) in chosen {
            if all.iter().all(|own| own.question != raised.question) && is_plain(&raised.question, document) {
                all.push(raised);
            }
        }
    }
    all.truncate(TRIES);
    all
}

/// Whether a question is answered by one search for its words, as it is tried here.
fn is_plain(question: &str, document: &Document) -> bool {
    let own = Named { title: &document.title, file_name: &document.file_name };
    let is_broad = Broad::new(question).is_some_and(|broad| broad.named(&[own]).is_some());
    let is_talk = matches!(route(question), Route::Talk(_));
    !is_talk && !is_broad && parts(question, 2).parts.is_empty() && place(question).is_anywhere()
}
