//! What the first search has left open, and one more search for just that.
//!
//! Owns telling what is missing: a name or a thing of the question of which no passage speaks, and which of several documents alike is
//! meant, where the last answer was about one of them. Where nothing is missing, nothing is searched for or read.

use rustc_hash::FxHashSet;
use uuid::Uuid;

use super::card::SourceCard;
use super::event::Metadata;
use super::memory::Turn;
use super::retrieve::Evidence;
use super::search::{self, Planned, Search};
use super::teller::Teller;
use super::told::Told;
use super::trace::Subtask;
use super::{AskError, Asker, Question, kept};
use stet_answer::AnswerSource;
use stet_marks::statute::RegulationIndex;
use stet_sources::leaning::is_across;
use stet_sources::names::{names, other_names};
use stet_sources::question::Question as Subject;
use stet_text::search_terms;

/// Names and things that are looked for again.
const MOST: usize = 3;
/// A share of what is asked that tells nothing.
const HALF: f64 = 0.5;

/// Where and how a question is searched for, each time that it is.
pub(super) struct Seeking<'a> {
    pub asker: &'a Asker,
    pub question: &'a Question,
    /// The last answer before it.
    pub answer: Option<Uuid>,
    pub history: &'a [Turn],
    /// As it was asked.
    pub said: &'a str,
    pub regulations: Option<&'a RegulationIndex<String>>,
    pub teller: Teller<'a>,
}

impl Seeking<'_> {
    /// Searches for the question as it would be asked alone.
    pub(super) async fn search(&self, alone: &str, plan: Vec<Subtask>) -> Result<Planned, AskError> {
        self.within(&self.question.documents, alone, plan).await
    }

    async fn within(&self, documents: &[Uuid], alone: &str, plan: Vec<Subtask>) -> Result<Planned, AskError> {
        let _turn = self.asker.turn().await?;
        search::planned(self.asker, self.what(documents, alone, plan)).await
    }

    fn what<'s>(&'s self, documents: &'s [Uuid], question: &'s str, plan: Vec<Subtask>) -> Search<'s> {
        let Question { filter, mode, .. } = self.question;
        let (asked, regulations) = (self.said, self.regulations);
        Search { asked, question, plan, documents, filter, mode: *mode, regulations }
    }

    /// What was found, after one more search where something is missing. `own` is what the question says itself where it leans on the
    /// conversation.
    pub(super) async fn again(
        &self,
        found: Planned,
        alone: &str,
        own: Option<&str>,
    ) -> Result<Planned, AskError> {
        if found.is_placed {
            return Ok(found);
        }
        let alike = if self.history.is_empty() { FxHashSet::default() } else { self.alike(&found.evidence) };
        let lost = own.filter(|own| !found.evidence.speaks_of(own));
        if alike.len() > 1 || lost.is_some() {
            let about = kept::last(self.asker, self.answer).await?.as_ref().and_then(about);
            // What was carried along has found it already.
            let about = about.filter(|(id, _)| own.is_none() || !alike.contains(&id.to_string()));
            let text = if lost.is_some() { self.said } else { alone };
            if let Some((document, name)) = about.filter(|about| self.may_be(about, &found)) {
                return self.in_last(found, document, &name, text).await;
            }
        }
        let missing = missing(self.said, lost, &found);
        if missing.is_empty() {
            return Ok(found);
        }
        let _turn = self.asker.turn().await?;
        let note = Told::LookedAgain { words: missing.join(", ") };
        let what = self.what(&self.question.documents, alone, Vec::new());
        let found = search::joined(self.asker, what, &missing, found).await?;
        Ok(noted(found, note))
    }

    /// The documents that hold the question alike, and more than half of it.
    fn alike(&self, found: &Evidence) -> FxHashSet<String> {
        let shares = shares(self.said, found);
        let best = most(&shares);
        let of = |(card, share): (&SourceCard, &f64)| {
            (best > HALF && *share >= best).then(|| card.document_id.clone())
        };
        found.cards.iter().zip(&shares).filter_map(of).collect()
    }

    /// Whether the document of the last answer may be meant: not where others were chosen, or several are asked for.
    fn may_be(&self, (document, name): &(Uuid, String), found: &Planned) -> bool {
        let id = document.to_string();
        let is_found = found.evidence.cards.iter().any(|card| card.document_id == id);
        (is_found || self.question.documents.is_empty()) && !is_across(self.said, name)
    }

    /// What that document has, where it holds the question as well as anything else.
    async fn in_last(
        &self,
        found: Planned,
        document: Uuid,
        name: &str,
        text: &str,
    ) -> Result<Planned, AskError> {
        let better = self.within(&[document], text, found.plan.clone()).await?;
        let [known, new] = [&found, &better].map(|own| most(&shares(self.said, &own.evidence)));
        if new < known || new <= 0.0 {
            return Ok(found);
        }
        Ok(noted(better, Told::LookedIn { name: name.to_owned() }))
    }
}

fn noted(mut found: Planned, note: Told) -> Planned {
    found.note.push(note);
    found
}

/// The document that an answer is about, and what it is called: the one that it cites.
fn about(last: &Metadata) -> Option<(Uuid, String)> {
    let mut cited = last
        .result
        .references_table
        .iter()
        .filter_map(|row| last.sources.iter().find(|card| card.chunk_id == row.chunk_id));
    let first = cited.next()?;
    let is_one = cited.all(|card| card.document_id == first.document_id);
    let id = first.document_id.parse().ok().filter(|_| is_one)?;
    Some((id, first.file_name.clone()))
}

/// The share of a question that each passage holds.
fn shares(question: &str, found: &Evidence) -> Vec<f64> {
    let asked = Subject::new(question);
    let share = |source| {
        let said = said(source);
        asked.share(|term| said.contains(term))
    };
    found.sources.iter().map(share).collect()
}

fn most(shares: &[f64]) -> f64 {
    shares.iter().copied().fold(0.0, f64::max)
}

/// The terms of a passage and of all that it is called.
fn said(source: &AnswerSource) -> FxHashSet<String> {
    let called = source.names.iter().map(String::as_str);
    called.chain([source.title.as_str(), &source.text]).flat_map(search_terms).collect()
}

/// What no passage speaks of: names of the question, things that it asks for, and what is `lost` of one that leans on the conversation.
fn missing(question: &str, lost: Option<&str>, found: &Planned) -> Vec<String> {
    let passages: Vec<FxHashSet<String>> = found.evidence.sources.iter().map(said).collect();
    let is_held = |text: &str| {
        let asked = Subject::new(text);
        let told = asked.concepts.iter().any(|concept| !concept.asked);
        !told || passages.iter().any(|said| asked.share(|term| said.contains(term)) >= 1.0)
    };
    let called = found.evidence.sources.iter().flat_map(|source| &source.names);
    let others = called.flat_map(|called| other_names(question, called)).map(str::to_owned);
    let things = found.plan.iter().filter(|own| own.sources.is_empty()).map(|own| own.question.as_str());
    let things = things.chain(lost).map(|thing| thing.trim_end_matches(['?', '.', '!', ' ']).to_owned());
    let mut missing: Vec<String> = Vec::new();
    for own in names(question).into_iter().chain(others).chain(things) {
        if missing.len() < MOST && missing.iter().all(|known| !own.contains(known.as_str())) && !is_held(&own)
        {
            missing.push(own);
        }
    }
    missing
}
