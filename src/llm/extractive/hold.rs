//! How well quotations hold what is asked.

use rustc_hash::FxHashSet;

use super::{Candidate, Extract, articles};
use crate::{ChatRequest, PromptSource};
use stet_sources::columns::Wanted;
use stet_sources::question::Question;
use stet_text::search_terms;

/// A share of what is asked that is no answer.
const ENOUGH: f64 = 0.5;

/// How well a passage holds what is asked: the share of it that the passage and what it is called speak of, then how much of it the
/// passage itself says in the words of the question.
#[derive(Debug, Clone, Copy, Default, PartialEq, PartialOrd)]
pub(super) struct Hold {
    pub(super) share: f64,
    said: usize,
}

impl Hold {
    pub(super) fn of(asked: &Question, terms: &FxHashSet<String>, called: &str) -> Self {
        let called: FxHashSet<String> = search_terms(called).into_iter().collect();
        let own =
            asked.concepts.iter().filter(|concept| !concept.asked).filter_map(|concept| concept.ways.first());
        Self {
            share: asked.share(|term| terms.contains(term) || called.contains(term)),
            said: own.filter(|way| way.terms.iter().all(|term| terms.contains(term))).count(),
        }
    }

    /// That of the best sentence.
    pub(super) fn of_best(
        asked: &Question,
        ranked: &[(f64, usize)],
        candidates: &[Candidate],
        sources: &[PromptSource],
    ) -> Self {
        let Some(best) = ranked.first().and_then(|(_, at)| candidates.get(*at)) else {
            return Self::default();
        };
        let called = sources.get(best.source).map(PromptSource::called).unwrap_or_default();
        Self::of(asked, &best.terms, &called)
    }
}

/// Whether a source speaks of anything that a question asks for, or is called by it; every one does where it asks for nothing of its own.
pub(super) fn speaks_of(own: &Question, source: &PromptSource) -> bool {
    let said: FxHashSet<String> =
        search_terms(&source.text).into_iter().chain(search_terms(&source.called())).collect();
    holds(own, &said, 0.0)
}

/// The same of a quotation.
pub(super) fn is_of(own: &Question, extract: &Extract, sources: &[PromptSource]) -> bool {
    let source = sources.iter().find(|source| source.number == extract.number);
    let called = source.map(PromptSource::called).unwrap_or_default();
    let head = extract.head.as_deref().unwrap_or_default();
    let said = [extract.text.as_str(), head, &called].into_iter().flat_map(search_terms).collect();
    holds(own, &said, 0.0)
}

/// Whether more than a share of a question is spoken of; one that only asks speaks of nothing.
fn holds(own: &Question, said: &FxHashSet<String>, share: f64) -> bool {
    own.concepts.iter().all(|concept| concept.asked) || own.share(|term| said.contains(term)) > share
}

/// Whether quotations speak of what is asked: of more than half of it, and of every number and code.
pub(super) fn answers(request: &ChatRequest, extracts: &[Extract]) -> bool {
    let asked = Question::new(&request.question);
    // An article, a regulation and a document as a whole are asked for by their names.
    let by_name = || articles::asked(&request.question, &request.sources).is_some();
    if asked.is_empty() || request.whole || by_name() {
        return true;
    }
    // Rows that have the words of a question have not been counted or compared.
    let wanted = Wanted::new(&request.question);
    let is_of_row = |extract: &Extract| match (&wanted, &extract.head) {
        (Some(wanted), Some(head)) => wanted.may_be_of_row(head, &extract.text),
        _ => true,
    };
    if !extracts.iter().all(is_of_row) {
        return false;
    }
    let own = |source: &PromptSource| extracts.iter().any(|extract| extract.number == source.number);
    let mut said: FxHashSet<String> = FxHashSet::default();
    for text in extracts.iter().flat_map(|extract| [Some(&extract.text), extract.head.as_ref()]).flatten() {
        said.extend(search_terms(text));
    }
    for source in request.sources.iter().filter(|source| own(source)) {
        said.extend(search_terms(&source.called()));
    }
    let numbered =
        asked.concepts.iter().filter_map(|concept| concept.ways.first()).flat_map(|way| &way.terms);
    let mut numbered = numbered.filter(|term| term.contains(|ch: char| ch.is_ascii_digit()));
    holds(&Question::new(&request.own), &said, ENOUGH)
        && asked.share(|term| said.contains(term)) > ENOUGH
        && numbered.all(|term| said.contains(term))
}
