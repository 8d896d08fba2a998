//! How well quotations hold what is asked.

use rustc_hash::FxHashSet;

use super::{Candidate, Extract, articles};
use crate::{ChatRequest, PromptSource};
use stet_sources::columns::Wanted;
use stet_sources::names::{names, other_names};
use stet_sources::question::{Question, Way};
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

/// Takes out what says no more of what is asked than another sentence, stands in no document of a name of the question, and the other
/// in one: of ten branch offices alike the one that is named counts.
pub(super) fn retain_named(
    asked: &Question,
    ranked: &mut Vec<(f64, usize)>,
    candidates: &[Candidate],
    sources: &[PromptSource],
) {
    let told = || asked.concepts.iter().filter(|concept| !concept.asked);
    let held = |said: &FxHashSet<String>| -> Vec<bool> {
        let says = |way: &Way| way.terms.iter().all(|term| said.contains(term));
        told().map(|concept| concept.ways.iter().any(says)).collect()
    };
    let of = |&(_, at): &(f64, usize)| {
        let own = candidates.get(at)?;
        let source = sources.get(own.source)?;
        let title = [source.place.first().map_or("", String::as_str), &source.title].join(" ");
        let said = own.terms.iter().cloned().chain(search_terms(&source.called())).collect();
        Some((held(&search_terms(&title).into_iter().collect()), held(&said)))
    };
    // Whether it is named, and said, for each thing that is asked.
    let known: Vec<Option<(Vec<bool>, Vec<bool>)>> = ranked.iter().map(of).collect();
    let says_more = |(named, one): &(Vec<bool>, Vec<bool>), other: &[bool]| {
        let lacks = |at: usize| other.get(at) == Some(&false);
        one.iter().zip(other).all(|(own, other)| *own || !*other)
            && named.iter().enumerate().any(|(at, named)| *named && lacks(at))
    };
    let is_kept =
        |own: &(Vec<bool>, Vec<bool>)| !known.iter().flatten().any(|other| says_more(other, &own.1));
    let mut kept = known.iter().map(|own| own.as_ref().is_none_or(is_kept));
    ranked.retain(|_| kept.next().unwrap_or(true));
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
    // A name may stand in another passage of a document that is quoted.
    let file = |source: &PromptSource| source.title.split(" — ").next().map(str::to_owned);
    let quoted: Vec<Option<String>> = request.sources.iter().filter(|source| own(source)).map(file).collect();
    let mut around = said.clone();
    let mut names: Vec<String> = names(&request.question);
    for source in request.sources.iter().filter(|source| quoted.contains(&file(source))) {
        around.extend(search_terms(&source.text).into_iter().chain(search_terms(&source.called())));
        let title = source.place.first().map_or("", String::as_str);
        names.extend(other_names(&request.question, title).into_iter().map(str::to_owned));
    }
    let mut names = names.iter().map(|name| Question::new(name)).filter(|name| !name.is_empty());
    let numbered =
        asked.concepts.iter().filter_map(|concept| concept.ways.first()).flat_map(|way| &way.terms);
    let mut numbered = numbered.filter(|term| term.contains(|ch: char| ch.is_ascii_digit()));
    holds(&Question::new(&request.own), &said, ENOUGH)
        && asked.share(|term| said.contains(term)) > ENOUGH
        && numbered.all(|term| said.contains(term))
        && names.all(|name| name.share(|term| around.contains(term)) >= 1.0)
}
