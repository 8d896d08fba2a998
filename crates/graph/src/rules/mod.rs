//! What rules find in a document: what it names by form, not what it means; and with it what a model found in its passages.

mod bodies;
mod definitions;
mod names;
mod references;

pub(crate) use bodies::bare;

use rustc_hash::FxHashSet;

use crate::found::Found;
use crate::graph::{Graph, Kind, Label};
use stet_marks::statute::{ArticleNo, Entry, RegulationIndex};

/// Counted up whenever the rules find something else, so that stored documents are read again.
pub const VERSION: i32 = 3;
/// How often a document must say a name for it to be more than a word with a capital.
const LEAST: usize = 2;
/// Entities of one sentence that are taken to hang together; a longer list is a list.
const TOGETHER: usize = 6;

/// A passage of a document, in its order.
#[derive(Debug, Clone, Copy)]
pub struct Passage<'a> {
    pub text: &'a str,
    /// The regulation and the article that it belongs to, and the title of that.
    pub article: Option<(&'a str, ArticleNo, Option<&'a str>)>,
    /// What a model found in it.
    pub found: Option<&'a Found>,
}

/// A place at which a passage names something.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mention {
    pub entity: usize,
    /// The byte at which the name begins.
    pub at: usize,
}

/// The entities and relations of a document. Linear in its text.
#[must_use]
pub fn extract(passages: &[Passage<'_>]) -> Graph {
    let mut graph = Graph::default();
    let articles = articles(passages, &mut graph);
    let index = index(passages);
    let mut mentions: Vec<Vec<Mention>> = vec![Vec::new(); passages.len()];
    references::find(passages, &articles, &index, &mut graph, &mut mentions);
    definitions::find(passages, &articles, &mut graph, &mut mentions);
    bodies::find(passages, &mut graph, &mut mentions);
    names::find(passages, &mut graph, &mut mentions);
    for (at, (passage, found)) in passages.iter().zip(&mentions).enumerate() {
        match articles.get(at).copied().flatten() {
            Some(article) => {
                for mention in found {
                    let own = graph.entities.get(mention.entity).map(|entity| entity.kind);
                    if !matches!(own, Some(Kind::Regulation | Kind::Article)) {
                        graph.related(article, mention.entity, Label::SpeaksOf, at);
                    }
                }
            }
            None => together(passage.text, found, at, &mut graph),
        }
    }
    for (at, passage) in passages.iter().enumerate() {
        if let Some(found) = passage.found {
            found.put(at, articles.get(at).copied().flatten(), &mut graph);
        }
    }
    graph
}

/// What one sentence names hangs together.
fn together(text: &str, found: &[Mention], at: usize, graph: &mut Graph) {
    // Most passages name one thing, or none: they need no sentences.
    if found.iter().zip(found.iter().skip(1)).all(|(one, next)| one.entity == next.entity) {
        return;
    }
    for sentence in stet_segment::segment(text) {
        let own = |mention: &&Mention| (sentence.span.start..sentence.span.end).contains(&mention.at);
        let mut named: Vec<usize> = found.iter().filter(own).map(|mention| mention.entity).collect();
        named.sort_unstable();
        named.dedup();
        if named.len() > TOGETHER {
            continue;
        }
        for (from, &one) in named.iter().enumerate() {
            for &other in named.iter().skip(from + 1) {
                graph.related(one, other, Label::With, at);
            }
        }
    }
}

/// The article of each passage, as part of its regulation.
fn articles(passages: &[Passage<'_>], graph: &mut Graph) -> Vec<Option<usize>> {
    let mut of = Vec::with_capacity(passages.len());
    for (at, passage) in passages.iter().enumerate() {
        let article = passage.article.and_then(|(regulation, number, title)| {
            let whole = graph.entity(regulation, Kind::Regulation)?;
            let name = article_name(regulation, number);
            let article = graph.entity(&name, Kind::Article)?;
            graph.describe(article, title.unwrap_or_default(), at);
            graph.said_in(article, at);
            // Where a regulation begins stands what it is for.
            if graph.entities.get(whole).is_some_and(|entity| entity.passages.is_empty()) {
                graph.said_in(whole, at);
            }
            graph.related(article, whole, Label::PartOf, at);
            Some(article)
        });
        of.push(article);
    }
    of
}

/// The name of an article, in the language of its regulation.
pub(crate) fn article_name(regulation: &str, number: ArticleNo) -> String {
    if stet_text::language(regulation) == stet_text::Language::Ko {
        return format!("{regulation} {number}");
    }
    let branch = number.branch.map_or_else(String::new, |branch| format!("-{branch}"));
    format!("{regulation} Article {}{branch}", number.number)
}

/// The document's own articles, in which its references are resolved.
fn index(passages: &[Passage<'_>]) -> RegulationIndex<usize> {
    let mut seen: FxHashSet<(&str, ArticleNo)> = FxHashSet::default();
    let entries = passages.iter().enumerate().filter_map(|(at, passage)| {
        let (regulation, number, title) = passage.article?;
        seen.insert((regulation, number)).then(|| Entry {
            regulation: regulation.to_owned(),
            number,
            title: title.map(str::to_owned),
            text: String::new(),
            deleted: false,
            path: Vec::new(),
            supplementary: false,
            id: at,
        })
    });
    RegulationIndex::new(entries.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests;
