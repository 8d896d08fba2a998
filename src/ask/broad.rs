//! Questions about the documents themselves: what they say as a whole, what they have in common, what parts them, what is known of
//! the files. Their words stand in no passage, so nothing is searched for.
//!
//! Owns which documents are meant and which of their passages become sources: all of what is short; of what is long those that a model
//! chooses section by section, so many sections at most. What it says of a section is no source: the passages are.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use futures::{FutureExt as _, StreamExt as _, stream};
use uuid::Uuid;

use super::event::{Step, StepState};
use super::retrieve::Evidence;
use super::teller::Teller;
use super::told::Told;
use super::words::words;
use super::{AskError, Asker, Question, aside, library};
use stet_llm::{ChatRequest, Message, ModelKind};
use stet_prompt as prompt;
use stet_sources::broad::{Broad, Fact, Wants};
use stet_sources::places::Named;
use stet_sources::sections::{sections, spread};
use stet_store::{Filter, Hit, Outlined, Reader, Reading, Shelved, StoreError};
use stet_text::Language;

/// Documents that are known by name, and that are read at once.
const SHELF: i64 = 5_000;
const DOCUMENTS: usize = 24;
/// Documents that are compared without being named.
const COMPARED: usize = 5;
/// Passages whose places are looked at.
const OUTLINE: i64 = 60_000;
/// Sections that a model reads, tokens of each, and how many at a time.
const SECTIONS: usize = 24;
const SECTION_TOKENS: usize = 2_500;
const AT_ONCE: usize = 3;
/// How long sections are read at most; of what is left the beginnings are taken.
const WITHIN: Duration = Duration::from_mins(2);
/// Characters of a passage that a model chooses by, and tokens of its choice.
const SHOWN: usize = 2_000;
const CHOICE_TOKENS: u32 = 120;
/// Tokens of a document that is not long: what a model of 8,000 takes beside its own answer. Tokens of what is chosen of long ones; a
/// model that takes less gets them shortened.
const SHORT_TOKENS: usize = 5_000;
const CHOSEN_TOKENS: usize = 12_000;
/// Sources of such an answer, and of one that quotes.
const SOURCES: usize = 60;
const QUOTED: usize = 24;
/// What the line above a passage takes of them: name, title, headings.
const HEAD_TOKENS: usize = 40;
/// Passages at the beginning of a document that may say who has written it.
const BEGINNING: usize = 3;
/// Themes of the graph, the largest.
const THEMES: i64 = 8;

/// What there is for a question about documents.
pub(super) enum Found {
    /// What Stet says itself, and the beginnings of the documents that it speaks of.
    Told { text: String, evidence: Evidence },
    /// What is read for it, and what of the documents that is.
    Read { evidence: Evidence, note: Vec<Told>, is_whole: bool },
}

/// What of documents is read.
#[derive(Default)]
struct Read {
    /// For each document its passages, those that say the most first.
    choices: Vec<Vec<Uuid>>,
    /// Sections, those that were read, and those of which a model has chosen nothing.
    sections: usize,
    done: usize,
    unread: usize,
}

/// A section that is to be read: its document and its passages.
struct Job<'a> {
    document: usize,
    passages: &'a [Outlined],
}

/// What there is for a question; nothing where it asks for something in the documents.
pub(super) async fn found(
    asker: &Asker,
    question: &Question,
    teller: Teller<'_>,
) -> Result<Option<Found>, AskError> {
    let Some(broad) = Broad::new(&question.said()) else { return Ok(None) };
    let turn = asker.turn().await?;
    let chosen = asker.store.searched_versions(&question.documents).await?;
    let (shelf, count) = asker.store.library(&chosen, SHELF).await?;
    let names: Vec<Named<'_>> =
        shelf.iter().map(|own| Named { title: &own.title, file_name: &own.file_name }).collect();
    let Some(meant) = broad.named(&names) else { return Ok(None) };
    let mut scope: Vec<&Shelved> = meant.iter().filter_map(|&at| shelf.get(at)).collect();
    let is_named = !scope.is_empty();
    if !is_named {
        scope.extend(shelf.iter().take(if broad.newest { 1 } else { usize::MAX }));
    }
    let is_all = !is_named && !broad.newest;
    let total = if is_all { usize::try_from(count).unwrap_or_default() } else { scope.len() };
    let filter = Filter { document_ids: chosen, ..question.filter.clone() };
    let is_filtered = Filter { document_ids: Vec::new(), ..filter.clone() } != Filter::default();
    let tell = |fact: Fact| library::told(fact, &scope, total, is_all, teller.language);
    let text = match broad.wants {
        Wants::Fact(_) if is_filtered => return Ok(None),
        // A file that names no author may do so in its text.
        Wants::Fact(Fact::Author)
            if asker.chat.kind() == ModelKind::Model
                && (1..=COMPARED).contains(&scope.len())
                && scope.iter().any(|own| own.author.is_none()) =>
        {
            let evidence = beginnings(asker, &scope, BEGINNING).await?;
            return Ok(Some(Found::Read { evidence, note: Vec::new(), is_whole: false }));
        }
        Wants::Fact(fact) => Some(tell(fact)),
        Wants::Comparison if scope.len() < 2 => return Ok(None),
        Wants::Comparison if is_all && question.documents.is_empty() && scope.len() > COMPARED => {
            let which = Told::WhichDocuments.text(teller.language);
            Some(format!("{which}\n\n{}", tell(Fact::List)))
        }
        _ if scope.is_empty() => return Ok(None),
        _ => None,
    };
    if let Some(text) = text {
        let evidence = beginnings(asker, scope.get(..DOCUMENTS).unwrap_or(&scope), 1).await?;
        return Ok(Some(Found::Told { text, evidence }));
    }
    if broad.wants == Wants::Themes {
        let evidence = themed(asker, &filter).await?;
        let spoken: HashSet<&str> = evidence.cards.iter().map(|card| card.document_id.as_str()).collect();
        // A graph knows little of plain prose: themes of a few documents are not those of all.
        if 2 * spoken.len() > scope.len().min(DOCUMENTS) {
            return Ok(Some(Found::Read { evidence, note: Vec::new(), is_whole: true }));
        }
    }
    let documents: Vec<Uuid> = scope.iter().take(DOCUMENTS).map(|own| own.id).collect();
    let own = Filter { document_ids: documents.clone(), ..filter };
    let outline = asker.store.outline(&own, OUTLINE).await?;
    drop(turn);
    let mut parts: HashMap<Uuid, Vec<Outlined>> = HashMap::new();
    for own in outline {
        parts.entry(own.document_id).or_default().push(own);
    }
    let parts: Vec<Vec<Outlined>> = documents.iter().filter_map(|id| parts.remove(id)).collect();
    if parts.is_empty() {
        return Ok(None);
    }
    let read = match asker.chat.kind() {
        ModelKind::Model => read(asker, &question.text, &broad.focus, &parts, teller).await?,
        ModelKind::Extracts => heads(&parts),
    };
    let ids = within(&read.choices, &parts, asker.chat.kind());
    let hits: Vec<Hit> = asker.store.chunks(&ids).await?.into_iter().map(Hit::asked_for).collect();
    let all: usize = parts.iter().map(Vec::len).sum();
    let note = note(&read, (hits.len(), all), (parts.len(), total));
    Ok(Some(Found::Read { evidence: Evidence::new(hits.iter()), note, is_whole: true }))
}

/// The first passages of documents.
async fn beginnings(asker: &Asker, scope: &[&Shelved], most: usize) -> Result<Evidence, StoreError> {
    let mut hits = Vec::new();
    for own in scope {
        let filter = Filter { document_ids: vec![own.id], ..Filter::default() };
        let first = asker.store.passages(&filter, i64::try_from(most).unwrap_or(1)).await?;
        hits.extend(first.into_iter().map(Hit::asked_for));
    }
    Ok(Evidence::new(hits.iter()))
}

/// The passages of the largest themes of the graph; none where it has no themes.
async fn themed(asker: &Asker, filter: &Filter) -> Result<Evidence, StoreError> {
    let themes = asker.store.themes_about(&[], (THEMES, 0)).await?;
    let themes: Vec<Uuid> = themes.iter().map(|theme| theme.id).collect();
    let most = i64::try_from(QUOTED).unwrap_or(i64::MAX);
    let ids = match themes.as_slice() {
        [] => Vec::new(),
        themes => asker.store.theme_passages(themes, filter, most).await?,
    };
    let hits: Vec<Hit> = asker.store.chunks(&ids).await?.into_iter().map(Hit::asked_for).collect();
    Ok(Evidence::new(hits.iter()))
}

/// What a passage costs in a prompt, about: nobody has read it yet.
fn cost(passage: &Outlined) -> usize {
    HEAD_TOKENS + usize::try_from(passage.bytes).unwrap_or_default() / 3
}

/// All passages of what is short, and of what is long those that a model chooses of its sections, or has chosen before.
async fn read(
    asker: &Asker,
    request: &str,
    focus: &str,
    parts: &[Vec<Outlined>],
    teller: Teller<'_>,
) -> Result<Read, AskError> {
    let language = if teller.language == Language::Ko { "ko" } else { "en" };
    let reader = Reader { focus, language, model: asker.chat.name() };
    let mut read = Read { choices: vec![Vec::new(); parts.len()], ..Read::default() };
    let (mut jobs, mut mapped): (Vec<Job<'_>>, Vec<(usize, i32)>) = (Vec::new(), Vec::new());
    let short = if parts.len() > 1 { CHOSEN_TOKENS / parts.len() } else { SHORT_TOKENS };
    let all: usize = parts.iter().flatten().map(cost).sum();
    for (document, passages) in parts.iter().enumerate() {
        let own: usize = passages.iter().map(cost).sum();
        let Some(choice) = read.choices.get_mut(document) else { continue };
        if own <= short || all <= SHORT_TOKENS {
            choice.extend(passages.iter().map(|passage| passage.id));
            continue;
        }
        let cut = sections(passages.iter().map(|own| (own.headings.as_str(), cost(own))), SECTION_TOKENS);
        // As many as leave a passage of each among what is chosen.
        let fit = CHOSEN_TOKENS / parts.len() / (own / passages.len().max(1)).max(1);
        let places = spread(cut.len(), fit.clamp(1, SECTIONS / parts.len()));
        let wanted = i32::try_from(places.len()).unwrap_or(i32::MAX);
        (read.sections, read.done) = (read.sections + cut.len(), read.done + places.len());
        let id = passages.first().map(|own| own.document_id).unwrap_or_default();
        let kept = asker.store.reading(id, reader).await?.filter(|kept| kept.sections >= wanted);
        if let Some(kept) = kept {
            *choice = kept.passages;
            continue;
        }
        mapped.push((document, wanted));
        let own = places.into_iter().filter_map(|at| passages.get(cut.get(at)?.clone()));
        jobs.extend(own.map(|passages| Job { document, passages }));
    }
    let (chosen, unread) = map(asker, request, &jobs, teller).await;
    read.unread = unread;
    for (document, wanted) in mapped {
        let of = jobs.iter().zip(&chosen).filter(|(job, _)| job.document == document);
        let of: Vec<&Vec<Uuid>> = of.map(|(_, chosen)| chosen).collect();
        let most = of.iter().map(|own| own.len()).max().unwrap_or_default();
        // The best of each section, then the second best.
        let passages: Vec<Uuid> =
            (0..most).flat_map(|rank| of.iter().filter_map(move |own| own.get(rank))).copied().collect();
        let id = parts.get(document).and_then(|own| own.first()).map(|own| own.document_id);
        if let Some(id) = id.filter(|_| unread == 0) {
            let reading = Reading { sections: wanted, passages: passages.clone() };
            asker.store.keep_reading(id, reader, &reading).await?;
        }
        if let Some(choice) = read.choices.get_mut(document) {
            *choice = passages;
        }
    }
    Ok(read)
}

/// What a model chooses of each section, and of how many it has chosen nothing, whose beginnings stand then. Whoever stops the answer
/// waits for no section.
async fn map(asker: &Asker, request: &str, jobs: &[Job<'_>], teller: Teller<'_>) -> (Vec<Vec<Uuid>>, usize) {
    let count = jobs.len();
    let mut chosen: Vec<Option<Vec<Uuid>>> = vec![None; count];
    let most = (QUOTED / count.max(1)).clamp(1, 4);
    let tell = |n| teller.step(Step::Retrieve, StepState::Running, [Told::ReadSections { n, total: count }]);
    if count > 0 {
        tell(0);
        let reading = async {
            let mut replies = Vec::with_capacity(count);
            for (at, job) in jobs.iter().enumerate() {
                let own = choice(asker, request, job, most, teller.language);
                replies.push(own.map(move |chosen| (at, chosen)).boxed());
            }
            let mut replies = stream::iter(replies).buffer_unordered(AT_ONCE);
            let mut done = 0;
            while let Some((at, reply)) = replies.next().await {
                done += 1;
                tell(done);
                if let Some(own) = chosen.get_mut(at) {
                    *own = reply;
                }
            }
        };
        let _ = teller.live.stopped().run_until_cancelled(tokio::time::timeout(WITHIN, reading)).await;
    }
    let unread = chosen.iter().filter(|own| own.is_none()).count();
    let first = |job: &Job<'_>| job.passages.iter().take(1).map(|own| own.id).collect();
    (chosen.into_iter().zip(jobs).map(|(own, job)| own.unwrap_or_else(|| first(job))).collect(), unread)
}

/// The passages of a section that a model chooses; nothing where it fails or chooses none.
async fn choice(
    asker: &Asker,
    request: &str,
    job: &Job<'_>,
    most: usize,
    language: Language,
) -> Option<Vec<Uuid>> {
    let ids: Vec<Uuid> = job.passages.iter().map(|own| own.id).collect();
    if ids.len() <= most {
        return Some(ids);
    }
    let passages = {
        let _turn = asker.turn().await.ok()?;
        asker.store.chunks(&ids).await.ok()?
    };
    let shown = |text: String| text.chars().take(SHOWN).collect::<String>();
    let texts: Vec<String> = passages
        .iter()
        .map(|own| format!("{}\n{}", own.headings.last().map_or("", String::as_str), shown(words(own).0)))
        .collect();
    let (system, user) = prompt::section(language, request, &texts, most);
    let mut ask = ChatRequest::new(vec![Message::system(system), Message::user(user)], language);
    (ask.json, ask.max_tokens) = (true, Some(CHOICE_TOKENS));
    let reply = aside::told_within(asker, ask, asker.config.model.verdict()).await;
    let numbers = reply.and_then(|reply| prompt::chosen(&reply, texts.len(), most).map_err(aside::unread));
    let numbers = numbers.inspect_err(|why| tracing::warn!(?why, "a section was not read")).ok()?;
    Some(numbers.iter().filter_map(|number| passages.get(number - 1)).map(|own| own.id).collect())
}

/// What is quoted of documents without a model: where their parts begin.
fn heads(parts: &[Vec<Outlined>]) -> Read {
    let share = (QUOTED / parts.len()).max(1);
    let of = |passages: &Vec<Outlined>| -> Vec<Uuid> {
        let begins = |at: &usize| {
            let before = at.checked_sub(1).and_then(|before| passages.get(before));
            passages.get(*at).map(|own| &own.headings) != before.map(|own| &own.headings)
        };
        let begins: Vec<usize> = (0..passages.len()).filter(begins).collect();
        let places = match begins.len() {
            parts if parts >= share => {
                spread(parts, share).into_iter().filter_map(|at| begins.get(at).copied()).collect()
            }
            _ => spread(passages.len(), share),
        };
        places.into_iter().filter_map(|at| passages.get(at)).map(|own| own.id).collect()
    };
    Read { choices: parts.iter().map(of).collect(), ..Read::default() }
}

/// The passages that fit into a prompt, in their order; of each document the first that was chosen, then the second.
fn within(choices: &[Vec<Uuid>], parts: &[Vec<Outlined>], kind: ModelKind) -> Vec<Uuid> {
    let costs: HashMap<Uuid, usize> = parts.iter().flatten().map(|own| (own.id, cost(own))).collect();
    let is_model = kind == ModelKind::Model;
    let most = if is_model { SOURCES } else { QUOTED };
    let (mut kept, mut used): (Vec<Uuid>, usize) = (Vec::new(), 0);
    let ranks = choices.iter().map(Vec::len).max().unwrap_or_default();
    for id in (0..ranks).flat_map(|rank| choices.iter().filter_map(move |own| own.get(rank))) {
        let cost = costs.get(id).copied().unwrap_or_default();
        if kept.len() < most && (!is_model || kept.is_empty() || used + cost <= CHOSEN_TOKENS) {
            kept.push(*id);
            used += cost;
        }
    }
    parts.iter().flatten().map(|own| own.id).filter(|id| kept.contains(id)).collect()
}

/// What of the documents was read, where it is not all of them.
fn note(read: &Read, (sources, passages): (usize, usize), (documents, total): (usize, usize)) -> Vec<Told> {
    let mut told = Vec::new();
    if documents < total {
        told.push(Told::Newest { n: documents, total });
    }
    if read.sections > 0 {
        told.push(Told::ReadSections { n: read.done, total: read.sections });
    } else if sources < passages {
        told.push(Told::ReadPassages { n: sources, total: passages });
    }
    if read.unread > 0 {
        told.push(Told::Beginnings { n: read.unread });
    }
    told
}
