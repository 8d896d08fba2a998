//! What an article or a passage refers to: articles and regulations, its own, others of the document, laws that are not at hand.

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
    for (at, passage) in passages.iter().enumerate() {
        let own = articles.get(at).copied().flatten();
        let mut context = passage
            .article
            .map(|(regulation, number, _)| index.context_of(regulation, Some(number)))
            .unwrap_or_default();
        for reference in scan_statutes_in(passage.text, index) {
            let resolution = index.resolve(&reference, &mut context);
            for target in targets(&reference, resolution, passages, graph) {
                // An article that names its own regulation says nothing new.
                let is_own = passage.article.is_some_and(|(regulation, ..)| {
                    graph.entities.get(target).is_some_and(|entity| entity.key == crate::key(regulation))
                });
                if is_own || own == Some(target) {
                    continue;
                }
                graph.said_in(target, at);
                if let Some(found) = mentions.get_mut(at) {
                    found.push(Mention { entity: target, at: reference.span.start });
                }
                if let Some(own) = own {
                    graph.related(own, target, Label::RefersTo, at);
                }
            }
        }
    }
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
