//! The searches of one question: where it says, for each thing that it asks for, in every wording, side by side.
//!
//! Owns their fusion: each thing gets its best source among the few that there may be. Leaves one search to `retrieve`.

use std::collections::HashMap;
use std::collections::HashSet;
use std::panic::resume_unwind;

use futures::{FutureExt as _, StreamExt as _, TryStreamExt as _, stream};
use rustc_hash::FxHashSet;
use time::OffsetDateTime;
use tokio_util::task::AbortOnDropHandle;
use uuid::Uuid;

use super::graph::{self, Mode};
use super::ranks::{share, sort};
use super::retrieve::{Evidence, named_articles};
use super::told::Told;
use super::trace::Subtask;
use super::words::words;
use super::{AskError, Asker};
use stet_embedding::EmbedRole;
use stet_marks::statute::RegulationIndex;
use stet_sources::chunk::ChunkType;
use stet_sources::evidence::{Candidate, Grade, SourcePolicy, choose_sources};
use stet_sources::places::{Named, Place, place};
use stet_sources::question::Question as Subject;
use stet_store::{Filter, Hit, Query};
use stet_text::search_terms;

/// Searches of one question at the same time; each takes a connection.
const AT_ONCE: usize = 4;
/// What the whole question's ranking counts for one of its things: it knows what the things have in common.
const WHOLE: f64 = 0.5;
/// Relevance for a wording of a model: a few words are held in full more easily than a question.
const WORDING: f64 = 0.75;
/// Share of a title that names a thing that is asked for.
const TITLE: f64 = 0.5;
/// Documents that a naming may mean; more of them would name nothing.
const NAMED: usize = 5;
/// Documents that are looked through for a name.
const CALLED: i64 = 50;

/// What is searched for.
pub(super) struct Search<'a> {
    /// As it was asked.
    pub asked: &'a str,
    /// As it would be asked without the conversation.
    pub question: &'a str,
    pub plan: Vec<Subtask>,
    pub documents: &'a [Uuid],
    pub filter: &'a Filter,
    pub mode: Mode,
    pub regulations: Option<&'a RegulationIndex<String>>,
}

/// A search that was made.
#[derive(Debug)]
pub(super) struct Planned {
    pub evidence: Evidence,
    /// The passages of the evidence, in its order.
    hits: Vec<Hit>,
    pub plan: Vec<Subtask>,
    /// What is to be said of it.
    pub note: Vec<Told>,
    /// The sources stand where the question says.
    pub is_placed: bool,
    /// The way that the search went.
    pub mode: Mode,
}

impl Planned {
    /// Whether nothing near was found where it was looked for in one way.
    pub(super) fn is_low(&self) -> bool {
        let is_low = self.evidence.quality.is_none_or(|quality| quality == Grade::Low);
        is_low && !self.is_placed && self.plan.is_empty()
    }
}

/// Ranked passages, and what was found for each thing.
#[derive(Default)]
struct Fused {
    hits: Vec<Hit>,
    /// The way that the search for the whole question went.
    mode: Mode,
    /// The best of each thing.
    firsts: HashSet<Uuid>,
    /// For each thing what is relevant to it.
    relevant: Vec<HashSet<Uuid>>,
}

impl Asker {
    /// The sources of an answer, in the versions that are searched now. `regulations` are the stored ones, if there are any.
    ///
    /// # Errors
    /// The store failed.
    pub async fn retrieve(
        &self,
        question: &str,
        documents: &[Uuid],
        regulations: Option<&RegulationIndex<String>>,
    ) -> Result<Evidence, AskError> {
        let least = self.config.sources.min_relevance;
        gather(self, question, documents, regulations, least).await
    }

    /// The sources that a text is checked against. Half the relevance that a question asks for will do: a text that is wrong
    /// shares less with what it gets wrong.
    ///
    /// # Errors
    /// The store failed.
    pub async fn retrieve_to_check(
        &self,
        text: &str,
        documents: &[Uuid],
        regulations: Option<&RegulationIndex<String>>,
    ) -> Result<Evidence, AskError> {
        gather(self, text, documents, regulations, self.config.sources.min_relevance / 2.0).await
    }
}

/// The sources for a question with a plan, or without one.
pub(super) async fn planned(asker: &Asker, search: Search<'_>) -> Result<Planned, AskError> {
    let documents = asker.store.searched_versions(search.documents).await?;
    let filter = Filter { document_ids: documents.clone(), ..search.filter.clone() };
    let mut note = Vec::new();
    let place = place(search.asked);
    let mut text = search.question.to_owned();
    if let Some((narrow, told)) = narrowed(asker, &place, &filter).await? {
        let own = stet_sources::places::place(search.question);
        let found = placed(asker, &own, &narrow, &search.plan, search.mode).await?;
        if !found.hits.is_empty() {
            let evidence = Evidence::new(found.hits.iter().take(asker.config.sources.max_sources));
            let plan = with_sources(search.plan, &found, &evidence);
            let (mode, hits) = (found.mode, Vec::new());
            return Ok(Planned { evidence, hits, plan, note: told, is_placed: true, mode });
        }
        // The words for a page say nothing of what is looked for elsewhere.
        if !own.pages.is_empty() && !own.is_whole() {
            text = own.rest;
        }
        note = told;
        note.push(Told::Elsewhere);
    }
    let mut found = fused(asker, &text, &search.plan, &filter, search.mode).await?;
    // An article that is named is looked up, wherever it stands, and no filter holds.
    let regulations = search.regulations.filter(|_| *search.filter == Filter::default());
    let least = asker.config.sources.min_relevance;
    let hits = sources(asker, &mut found, search.question, &documents, regulations, least).await?;
    let evidence = Evidence::new(hits.iter());
    let plan = with_sources(search.plan, &found, &evidence);
    Ok(Planned { evidence, hits, plan, note, is_placed: false, mode: found.mode })
}

/// One more search, for these things alone: the best passage that holds one of them in full stands behind the sources, in the place of
/// the last where there are as many as there may be.
pub(super) async fn joined(
    asker: &Asker,
    search: Search<'_>,
    things: &[String],
    mut planned: Planned,
) -> Result<Planned, AskError> {
    let documents = asker.store.searched_versions(search.documents).await?;
    let filter = Filter { document_ids: documents, ..search.filter.clone() };
    let found = fused(asker, &things.join(" "), &[], &filter, search.mode).await?;
    let holds = |hit: &Hit, thing: &String| {
        let chunk = &hit.chunk;
        let called = chunk.headings.iter().chain([&chunk.title, &chunk.file_name]).map(String::as_str);
        let said: FxHashSet<String> =
            called.chain([words(chunk).0.as_str()]).flat_map(search_terms).collect();
        Subject::new(thing).share(|term| said.contains(term)) >= 1.0
    };
    let is_new = |hit: &&Hit| planned.hits.iter().all(|own| own.chunk.id != hit.chunk.id);
    let mut joined: Vec<Hit> = Vec::new();
    for thing in things {
        let best = found.hits.iter().filter(is_new).find(|hit| holds(hit, thing));
        let best = best.filter(|best| joined.iter().all(|own| own.chunk.id != best.chunk.id));
        joined.extend(best.map(|best| Hit { grade: best.grade.min(Grade::Medium), ..best.clone() }));
    }
    let kept = asker.config.sources.max_sources.saturating_sub(joined.len());
    planned.hits.truncate(kept);
    for own in &mut planned.plan {
        own.sources.retain(|number| *number <= planned.hits.len());
        let asks_for =
            |hit: &Hit| things.iter().any(|thing| own.question.contains(thing.as_str()) && holds(hit, thing));
        let numbered = (planned.hits.len() + 1..).zip(&joined);
        let numbers = numbered.filter(|(_, hit)| asks_for(hit)).map(|(number, _)| number);
        own.sources.extend(numbers.collect::<Vec<_>>());
    }
    planned.hits.extend(joined);
    // A name alone is no answer: it makes what was found no better.
    let quality = planned.evidence.quality.or(Some(Grade::Low)).filter(|_| !planned.hits.is_empty());
    planned.evidence = Evidence { quality, ..Evidence::new(planned.hits.iter()) };
    Ok(planned)
}

/// The filter of a place and how it is told; nothing where the question names none that there is.
async fn narrowed(
    asker: &Asker,
    place: &Place,
    filter: &Filter,
) -> Result<Option<(Filter, Vec<Told>)>, AskError> {
    let mut narrow = Filter { pages: place.pages.clone(), ..filter.clone() };
    let mut told = Vec::new();
    for naming in &place.documents {
        let found = asker.store.documents_called(&naming.keys(), CALLED).await?;
        let allowed = |id: &Uuid| filter.document_ids.is_empty() || filter.document_ids.contains(id);
        let found: Vec<_> = found.into_iter().filter(|(id, ..)| allowed(id)).collect();
        let names: Vec<Named<'_>> =
            found.iter().map(|(_, title, file_name)| Named { title, file_name }).collect();
        let meant: Vec<_> = naming.choose(&names).into_iter().filter_map(|at| found.get(at)).collect();
        if (1..=NAMED).contains(&meant.len()) {
            narrow.document_ids = meant.iter().map(|(id, ..)| *id).collect();
            told.extend(meant.iter().map(|(_, _, file_name)| Told::as_is(file_name)));
        }
    }
    if !place.pages.is_empty() {
        let pages = place.pages.iter().map(i32::to_string).collect::<Vec<_>>().join(", ");
        told.push(Told::Pages { pages });
    }
    if let Some(kind) = place.chunk_type {
        narrow.chunk_types = vec![kind.name().to_owned()];
        told.push(match kind {
            ChunkType::Table => Told::Tables,
            _ => Told::Figures,
        });
    }
    Ok((!told.is_empty()).then_some((narrow, told)))
}

/// What stands in a place: all of it where all is asked for, else what fits best.
async fn placed(
    asker: &Asker,
    place: &Place,
    filter: &Filter,
    plan: &[Subtask],
    mode: Mode,
) -> Result<Fused, AskError> {
    let most = asker.config.sources.max_sources;
    if place.is_whole() {
        let limit = i64::try_from(most).unwrap_or(i64::MAX);
        let passages = asker.store.passages(filter, limit).await?;
        let hits = passages.into_iter().map(Hit::asked_for).collect();
        return Ok(Fused { hits, mode: Mode::Naive, ..Fused::default() });
    }
    let mut found = fused(asker, &place.rest, plan, filter, mode).await?;
    let least = f64::from(asker.config.sources.min_relevance);
    // Of a page that was named the best passages will do, however few words they share with the question.
    let mut left: usize = if filter.pages.is_empty() { 0 } else { 2 };
    let fits = found.hits.iter().any(|hit| hit.relevance >= least);
    found.hits.retain(|hit| {
        let near = !fits && left > 0;
        left = left.saturating_sub(usize::from(near));
        near || hit.relevance >= least
    });
    Ok(found)
}

/// One search for a question without a plan; else one for each wording of each thing, fused.
async fn fused(
    asker: &Asker,
    question: &str,
    plan: &[Subtask],
    filter: &Filter,
    mode: Mode,
) -> Result<Fused, AskError> {
    let depth = 2 * asker.config.search.top_k;
    if plan.is_empty() {
        let found = asker.search_with(question, filter, depth, asker.fusion_policy(), mode).await?;
        return Ok(Fused { hits: found.hits, mode: found.mode, ..Fused::default() });
    }
    // The whole question, then each thing followed by its wordings.
    let mut texts = vec![question.to_owned()];
    let mut owners: Vec<(usize, f64)> = Vec::new();
    for (at, own) in plan.iter().enumerate() {
        let all =
            std::iter::once((&own.question, 1.0)).chain(own.queries.iter().map(|query| (query, WORDING)));
        for (text, trust) in all {
            texts.push(text.clone());
            owners.push((at, trust));
        }
    }
    let vectors: Vec<Option<Vec<f32>>> = match asker.embedder.embed(&texts, EmbedRole::Query).await {
        Ok(vectors) => vectors.into_iter().map(Some).collect(),
        Err(fault) => {
            tracing::warn!(%fault, "searching by keywords alone");
            vec![None; texts.len()]
        }
    };
    let (policy, now) = (asker.fusion_policy(), OffsetDateTime::now_utc());
    let searches = texts.into_iter().zip(vectors).enumerate().map(|(at, (text, vector))| {
        let (store, filter, space) = (asker.store.clone(), filter.clone(), asker.embedder.space().to_owned());
        // A task each: ranking takes as long as the database, and would wait for the other rankings.
        let search = tokio::spawn(async move {
            let embedding = vector.as_deref().map(|vector| (space.as_str(), vector));
            let query = Query { text: &text, embedding, filter: &filter, top_k: depth, policy, now };
            graph::search(&store, mode, &query, at > 0).await
        });
        AbortOnDropHandle::new(search)
            .map(|ended| ended.unwrap_or_else(|fault| resume_unwind(fault.into_panic())))
    });
    let mut rankings: Vec<graph::Way> = stream::iter(searches).buffered(AT_ONCE).try_collect().await?;
    let (whole, mode) = rankings.remove(0);
    let least = f64::from(asker.config.sources.min_relevance);
    let rankings = rankings.into_iter().map(|(hits, _)| hits);
    let mut found = Fused { mode, ..fuse(&whole, rankings.zip(owners), plan.len(), least) };
    titled(&mut found, plan, least);
    Ok(found)
}

/// Lets what is called as a thing is asked for stand in front: of `the breach, deletion and liability` the parts that have these titles,
/// whatever else speaks of a breach.
fn titled(found: &mut Fused, plan: &[Subtask], least: f64) {
    let mut front = 0;
    for (own, relevant) in plan.iter().zip(&mut found.relevant) {
        let terms = Subject::new(&own.question).terms();
        let share = |hit: &Hit| {
            let title = hit.chunk.article.as_ref().and_then(|article| article.title.as_ref());
            let title = title.or(hit.chunk.headings.last()).map_or("", String::as_str);
            let title = title.trim_start_matches(|ch: char| !ch.is_alphabetic());
            Subject::new(title).share(|term| terms.iter().any(|own| own == term))
        };
        let shares = found.hits.iter().map(share).enumerate().filter(|(_, share)| *share >= TITLE);
        let best = shares.max_by(|(at, one), (other, two)| one.total_cmp(two).then(other.cmp(at)));
        let Some((at, _)) = best else { continue };
        if at >= front {
            let mut hit = found.hits.remove(at);
            hit.relevance = hit.relevance.max(least);
            relevant.insert(hit.chunk.id);
            found.firsts.insert(hit.chunk.id);
            found.hits.insert(front, hit);
            front += 1;
        }
    }
}

/// The sources among what was found: the articles that the question names, taken out of it, then what fits best.
async fn sources(
    asker: &Asker,
    found: &mut Fused,
    question: &str,
    documents: &[Uuid],
    regulations: Option<&RegulationIndex<String>>,
    least: f32,
) -> Result<Vec<Hit>, AskError> {
    let named = match regulations {
        Some(index) => named_articles(asker, index, question, documents, &mut found.hits).await?,
        None => Vec::new(),
    };
    let chosen = chosen(asker, found, named.len(), least);
    Ok(named.into_iter().chain(chosen.iter().filter_map(|&at| found.hits.get(at).cloned())).collect())
}

/// The places of the passages that become sources beside `named` ones. Parts of one article make one source.
fn chosen(asker: &Asker, found: &Fused, named: usize, least: f32) -> Vec<usize> {
    let settings = &asker.config.sources;
    let policy = SourcePolicy {
        max_sources: settings.max_sources.saturating_sub(named),
        min_relevance: f64::from(least),
        ..SourcePolicy::default()
    };
    let files: Vec<String> = found.hits.iter().map(|hit| hit.chunk.document_id.to_string()).collect();
    let texts: Vec<String> = found.hits.iter().map(|hit| words(&hit.chunk).0).collect();
    let candidates = found.hits.iter().zip(files.iter().zip(&texts)).map(|(hit, (file, text))| Candidate {
        file,
        // The best of two things may stand on one page.
        page: hit.chunk.page.filter(|_| !found.firsts.contains(&hit.chunk.id)),
        article: hit.chunk.article.as_ref(),
        excerpt: text,
        relevance: hit.relevance,
    });
    let candidates: Vec<Candidate<'_>> = candidates.collect();
    if policy.max_sources > 0 { choose_sources(&candidates, &policy) } else { Vec::new() }
}

async fn gather(
    asker: &Asker,
    question: &str,
    documents: &[Uuid],
    regulations: Option<&RegulationIndex<String>>,
    least: f32,
) -> Result<Evidence, AskError> {
    let documents = &asker.store.searched_versions(documents).await?;
    let filter = Filter { document_ids: documents.clone(), ..Filter::default() };
    let mut found = fused(asker, question, &[], &filter, Mode::Naive).await?;
    let hits = sources(asker, &mut found, question, documents, regulations, least).await?;
    Ok(Evidence::new(hits.iter()))
}

/// Fuses the rankings of the things by reciprocal ranks, those of one thing first. In front stands the best of each thing,
/// then what is good for all of them together.
fn fuse(
    whole: &[Hit],
    rankings: impl Iterator<Item = (Vec<Hit>, (usize, f64))>,
    things: usize,
    least: f64,
) -> Fused {
    let mut known: HashMap<Uuid, Hit> = HashMap::new();
    let mut overall: HashMap<Uuid, f64> = HashMap::new();
    // Score and relevance for each thing.
    let mut own: Vec<HashMap<Uuid, (f64, f64)>> = vec![HashMap::new(); things];
    let keep = |known: &mut HashMap<Uuid, Hit>, hit: Hit| {
        let best = known.get(&hit.chunk.id).is_none_or(|other| other.relevance < hit.relevance);
        if best {
            known.insert(hit.chunk.id, hit);
        }
    };
    for (ranking, (thing, trust)) in rankings {
        for (rank, mut hit) in ranking.into_iter().enumerate() {
            hit.relevance *= trust;
            if trust < 1.0 {
                hit.grade = hit.grade.min(Grade::Medium);
            }
            *overall.entry(hit.chunk.id).or_default() += trust * share(rank);
            if let Some(own) = own.get_mut(thing) {
                let (score, relevance) = own.entry(hit.chunk.id).or_default();
                *score += trust * share(rank);
                *relevance = relevance.max(hit.relevance);
            }
            keep(&mut known, hit);
        }
    }
    for (rank, hit) in whole.iter().enumerate() {
        *overall.entry(hit.chunk.id).or_default() += share(rank);
        for own in &mut own {
            if let Some((score, _)) = own.get_mut(&hit.chunk.id) {
                *score += WHOLE * share(rank);
            }
        }
        keep(&mut known, hit.clone());
    }
    let mut order: Vec<Uuid> = Vec::new();
    let mut firsts = HashSet::new();
    let mut relevant = Vec::new();
    for own in own {
        let mut fitting: Vec<(Uuid, f64)> = own
            .iter()
            .filter(|(_, (_, relevance))| *relevance >= least)
            .map(|(id, (score, _))| (*id, *score))
            .collect();
        sort(&mut fitting);
        // One passage may be the best of two things.
        if let Some(&(first, _)) = fitting.first()
            && firsts.insert(first)
        {
            order.push(first);
        }
        relevant.push(fitting.into_iter().map(|(id, _)| id).collect());
    }
    let mut rest: Vec<(Uuid, f64)> = overall.into_iter().filter(|(id, _)| !firsts.contains(id)).collect();
    sort(&mut rest);
    order.extend(rest.into_iter().map(|(id, _)| id));
    let hits = order.iter().filter_map(|id| known.remove(id)).collect();
    Fused { hits, firsts, relevant, mode: Mode::Naive }
}

/// The plan with the numbers of the sources that were found for each thing.
fn with_sources(plan: Vec<Subtask>, found: &Fused, evidence: &Evidence) -> Vec<Subtask> {
    let relevant = found.relevant.iter().map(Some).chain(std::iter::repeat(None));
    plan.into_iter()
        .zip(relevant)
        .map(|(mut own, relevant)| {
            let is =
                |id: &str| relevant.is_some_and(|all| id.parse().is_ok_and(|id: Uuid| all.contains(&id)));
            let numbered = (1..).zip(&evidence.cards);
            own.sources = numbered.filter(|(_, card)| is(&card.chunk_id)).map(|(number, _)| number).collect();
            own
        })
        .collect()
}
