//! What an article or a passage refers to: articles and regulations, its own, others of the document, laws that are not at hand.

use std::cmp::Reverse;

use regex::Regex;

use super::{Mention, Passage, article_name};
use crate::graph::{Graph, Kind, Label};
use stet_marks::statute::{Anaphor, RegulationIndex, Resolution, StatuteRef, scan_statutes_in};

/// Articles of a range that are taken one by one.
const RANGE: usize = 30;

pub(super) fn find(
    passages: &[Passage<'_>],
    articles: &[Option<usize>],
    index: &RegulationIndex<usize>,
    graph: &mut Graph,
    mentions: &mut [Vec<Mention>],
) {
    let names = english_names(passages);
    for (at, passage) in passages.iter().enumerate() {
        let own = articles.get(at).copied().flatten();
        let mut context = passage
            .article
            .map(|(regulation, number, _)| index.context_of(regulation, Some(number)))
            .unwrap_or_default();
        let mut found: Vec<Mention> = Vec::new();
        for reference in scan_statutes_in(passage.text, index) {
            let resolution = index.resolve(&reference, &mut context);
            let targets = targets(&reference, resolution, passages, graph);
            found.extend(targets.into_iter().map(|entity| Mention { entity, at: reference.span.start }));
        }
        for name in names.iter().flat_map(|names| names.find_iter(passage.text)) {
            let is_name = name.as_str().starts_with(char::is_uppercase);
            let entity = graph.entity(name.as_str(), Kind::Regulation).filter(|_| is_name);
            found.extend(entity.map(|entity| Mention { entity, at: name.start() }));
        }
        for mention in found {
            let target = mention.entity;
            // An article that names its own regulation says nothing new.
            let is_own = passage.article.is_some_and(|(regulation, ..)| {
                graph.entities.get(target).is_some_and(|entity| entity.key == crate::key(regulation))
            });
            if is_own || own == Some(target) {
                continue;
            }
            graph.said_in(target, at);
            if let Some(mentions) = mentions.get_mut(at) {
                mentions.push(mention);
            }
            if let Some(own) = own {
                graph.related(own, target, Label::RefersTo, at);
            }
        }
    }
}

/// The English names of the regulations at hand. Without an article [`scan_statutes_in`] knows Korean ones alone.
fn english_names(passages: &[Passage<'_>]) -> Option<Regex> {
    let regulations = passages.iter().filter_map(|passage| Some(passage.article?.0));
    // One word alone would be anything's.
    let mut names: Vec<&str> = regulations
        .map(|name| name.strip_prefix("The ").unwrap_or(name))
        .filter(|name| name.is_ascii() && name.contains(' '))
        .collect();
    names.sort_unstable_by_key(|name| (Reverse(name.len()), *name));
    names.dedup();
    let names: Vec<String> = names.into_iter().map(regex::escape).collect();
    Regex::new(&format!(r"(?i)\b(?:{})\b", names.join("|"))).ok().filter(|_| !names.is_empty())
}

fn targets(
    reference: &StatuteRef,
    resolution: Resolution<usize>,
    passages: &[Passage<'_>],
    graph: &mut Graph,
) -> Vec<usize> {
    let article = |place: &usize| passages.get(*place).and_then(|passage| passage.article);
    match resolution {
        Resolution::Found { regulation, articles } if articles.is_empty() || reference.article.is_none() => {
            graph.entity(&regulation, Kind::Regulation).into_iter().collect()
        }
        Resolution::Found { articles, .. } => articles
            .iter()
            .take(RANGE)
            .filter_map(article)
            .filter_map(|(regulation, number, _)| {
                graph.entity(&article_name(regulation, number), Kind::Article)
            })
            .collect(),
        Resolution::Completed { regulation, number, .. } => {
            graph.entity(&article_name(&regulation, number), Kind::Article).into_iter().collect()
        }
        // A regulation at hand, as a whole.
        Resolution::Incomplete { regulation: Some(name) } => {
            graph.entity(&name, Kind::Regulation).into_iter().collect()
        }
        // A law that is not at hand. What points back to one was told by its first name.
        Resolution::Missing { .. } if reference.anaphor.is_none_or(|way| way == Anaphor::SameRegulation) => {
            let Some(name) = reference.regulation.as_deref().filter(|_| !reference.loose) else {
                return Vec::new();
            };
            let Some(law) = graph.entity(name, Kind::Regulation) else { return Vec::new() };
            let article =
                reference.article.and_then(|number| graph.entity(&article_name(name, number), Kind::Article));
            article.into_iter().chain([law]).collect()
        }
        _ => Vec::new(),
    }
}
