//! What the last answer rests on: the passages that a request about it is given in the place of a search, and what a question that
//! leans on it means.

use uuid::Uuid;

use super::event::Metadata;
use super::retrieve::Evidence;
use super::{AskError, Asker, Question};
use stet_sources::leaning::{is_name, swapped};
use stet_sources::question::Question as Subject;
use stet_sources::turn;
use stet_store::{Filter, Hit};
use stet_text::search_terms;

/// Passages of a request about the last answer, at most.
const MOST: usize = 10;
/// Cited passages whose neighbours are read, and how many of these on each side where more is asked for.
const CITED: usize = 2;
const MORE: i32 = 1;
const OF_SOURCE: i32 = 2;
/// Passages of a document that are looked through for a word.
const LOOKED_THROUGH: i64 = 60;

/// What is known of the last answer before a question, where it is stored.
pub(super) async fn last(asker: &Asker, answer: Option<Uuid>) -> Result<Option<Metadata>, AskError> {
    let Some(answer) = answer else { return Ok(None) };
    let message = asker.store.message(answer).await?;
    Ok(message.and_then(|message| serde_json::from_value(message.metadata).ok()))
}

/// The passages of the last answer, those that it cites first and in the order of their numbers. None where they are not what is
/// searched now.
pub(super) async fn kept(
    asker: &Asker,
    question: &Question,
    last: &Metadata,
    turn: turn::Turn,
) -> Result<Option<Evidence>, AskError> {
    let cited = last.result.references_table.iter();
    let cited: Vec<(u32, &str)> = cited.map(|row| (row.number, row.chunk_id.as_str())).collect();
    let is_meant = |(number, _): &&(u32, &str)| turn == turn::Turn::Source(Some(*number));
    let (one, is_source) = (cited.iter().find(is_meant), matches!(turn, turn::Turn::Source(_)));
    let named = one.into_iter().chain(if one.is_some() { &[][..] } else { &cited }).map(|(_, id)| *id);
    let others = last.sources.iter().filter(|_| !is_source || cited.is_empty());
    let mut ids: Vec<Uuid> = Vec::new();
    for id in named.chain(others.map(|card| card.chunk_id.as_str())).filter_map(|id| id.parse().ok()) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids.truncate(MOST);
    let mut chunks = asker.store.chunks(&ids).await?;
    if chunks.len() < ids.len() {
        return Ok(None);
    }
    let reach = match turn {
        turn::Turn::More => MORE,
        turn::Turn::Source(_) => OF_SOURCE,
        _ => 0,
    };
    let cited: Vec<(Uuid, i32)> =
        chunks.iter().take(CITED).map(|own| (own.document_id, own.ordinal)).collect();
    for (document, at) in cited.into_iter().filter(|_| reach > 0) {
        for beside in asker.store.chunks_between(document, at - reach, at + reach).await? {
            if chunks.len() < MOST && chunks.iter().all(|own| own.id != beside.id) {
                chunks.push(beside);
            }
        }
    }
    let documents: Vec<Uuid> = chunks.iter().map(|chunk| chunk.document_id).collect();
    let mut current = asker.store.searched_versions(&documents).await?;
    if !question.documents.is_empty() {
        let chosen = asker.store.searched_versions(&question.documents).await?;
        current.retain(|id| chosen.contains(id));
    }
    if chunks.is_empty() || !documents.iter().all(|id| current.contains(id)) {
        return Ok(None);
    }
    let hits: Vec<Hit> = chunks.into_iter().map(Hit::asked_for).collect();
    Ok(Some(Evidence::new(hits.iter())))
}

/// The last question with another name in the place of its own, where that is all that a question says: `마루는?` behind
/// `라온 지점은 몇 시에 여나요?`. None where the documents of the last answer speak of it: then it is about the same name.
pub(super) async fn renamed(
    asker: &Asker,
    question: &str,
    known: &str,
    last: &Metadata,
) -> Result<Option<String>, AskError> {
    let Some(card) = last.result.references_table.first().filter(|_| is_name(question)) else {
        return Ok(None);
    };
    let Some(own) = last.sources.iter().find(|own| own.chunk_id == card.chunk_id) else { return Ok(None) };
    let Ok(document) = own.document_id.parse() else { return Ok(None) };
    let filter = Filter { document_ids: vec![document], ..Filter::default() };
    let mut terms: Vec<String> = Vec::new();
    for own in asker.store.passages(&filter, LOOKED_THROUGH).await? {
        own.headings.iter().chain([&own.content]).for_each(|text| terms.extend(search_terms(text)));
    }
    let names = search_terms(&format!("{} {}", own.title, own.file_name));
    terms.extend(names.iter().cloned());
    if Subject::new(question).share(|term| terms.iter().any(|own| own == term)) >= 1.0 {
        return Ok(None);
    }
    Ok(swapped(known, |term| names.iter().any(|own| own == term), question))
}
