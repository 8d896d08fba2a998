//! The text of a document, and where its blocks and the parts of its regulations stand in it.

use std::ops::Range;

use super::{ArticleAnchor, Block, Category};
use crate::entity::described;
use stet_marks::statute::parse_structure;
use stet_text::language;
use stet_text::span::Span;

/// A block's place in the document text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unit {
    pub span: Span,
    pub block: usize,
    /// Where the block begins in the text: the unit may be a part of it.
    pub base: usize,
}

pub(super) fn lay_out(blocks: &[Block]) -> (String, Vec<Unit>) {
    let mut text = String::new();
    let mut units = Vec::new();
    for (block, found) in blocks.iter().enumerate() {
        if matches!(found.category, Category::Header | Category::Footer) {
            continue;
        }
        let shown = shown(found);
        if shown.trim().is_empty() {
            continue;
        }
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        let start = text.len();
        text.push_str(&shown);
        units.push(Unit { span: Span::new(start, text.len()), block, base: start });
    }
    (text, units)
}

/// What stands for a block in the text: a figure without text is its caption, or what is known of it.
fn shown(block: &Block) -> String {
    let known = [Some(&block.text), block.caption.as_ref(), block.human_feedback.as_ref()];
    if let Some(text) = known.into_iter().flatten().find(|text| !text.trim().is_empty()) {
        return text.clone();
    }
    let entity = block.entity.as_ref().map(|entity| described(entity, language(&entity.to_string())));
    entity.filter(|text| !text.is_empty()).or_else(|| block.image_path.clone()).unwrap_or_default()
}

/// A part of a regulation in the document text.
pub(super) struct Place {
    pub span: Span,
    /// The regulation and the divisions over the part: the regulation's own, so that what was a heading
    /// before it began is none of its provenance.
    pub headings: Vec<String>,
    /// `None` for supplementary provisions and annexes.
    pub article: Option<ArticleAnchor>,
}

/// The articles, supplementary provisions and annexes of the regulations in a text, in order.
pub(super) fn places(text: &str, units: &[Unit], blocks: &[Block]) -> Vec<Place> {
    let mut starts = Vec::new();
    let mut at = 0;
    let mut unit = 0;
    let lines = text.split('\n').map(|line| {
        starts.push(at);
        while units.get(unit).is_some_and(|unit| unit.span.end < at) {
            unit += 1;
        }
        at += line.len() + 1;
        (line, units.get(unit).and_then(|unit| blocks.get(unit.block)).and_then(|block| block.page))
    });
    let regulations = parse_structure(lines);
    let span = |lines: &Range<usize>| {
        let start = starts.get(lines.start).copied().unwrap_or(text.len());
        let end = starts.get(lines.end).copied().unwrap_or(text.len());
        Span::new(start, end).trimmed(text)
    };
    let mut places = Vec::new();
    for regulation in regulations {
        let name = one_line(&regulation.name);
        let path = |below: &[String]| {
            [&name].into_iter().chain(below).filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>()
        };
        for article in regulation.articles {
            let headings = path(&article.path);
            let anchor = ArticleAnchor {
                regulation: name.clone(),
                number: article.number.number,
                branch: article.number.branch,
                title: article.title,
            };
            places.push(Place { span: span(&article.lines), headings, article: Some(anchor) });
        }
        for other in regulation.supplements.iter().chain(&regulation.annexes) {
            let headings = path(&[one_line(&other.title)]);
            places.push(Place { span: span(&other.lines), headings, article: None });
        }
    }
    places.retain(|place| !place.span.is_empty());
    places.sort_by_key(|place| (place.span.start, place.span.end));
    // Places do not overlap; should the parser ever say otherwise, the first one stands.
    let mut end = 0;
    places.retain(|place| {
        let keep = place.span.start >= end;
        if keep {
            end = place.span.end;
        }
        keep
    });
    places
}

/// White space runs as one space.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Units cut where an article begins or ends inside them, as in plain text.
pub(super) fn split_at_places(units: &[Unit], places: &[Place], text: &str) -> Vec<Unit> {
    let mut cuts: Vec<usize> = places.iter().flat_map(|place| [place.span.start, place.span.end]).collect();
    cuts.sort_unstable();
    cuts.dedup();
    let mut out = Vec::new();
    for unit in units {
        let from = cuts.partition_point(|cut| *cut <= unit.span.start);
        let mut start = unit.span.start;
        let inside = cuts.iter().skip(from).take_while(|cut| **cut < unit.span.end);
        for end in inside.copied().chain([unit.span.end]) {
            let part = Span::new(start, end).trimmed(text);
            if !part.is_empty() {
                out.push(Unit { span: part, ..*unit });
            }
            start = end;
        }
    }
    out
}
