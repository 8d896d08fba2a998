//! A changed table: rows and cells that nobody touched stay.

use std::ops::Range;
use std::time::Instant;

use similar::{Algorithm, capture_diff_slices_deadline};

use super::line::Line;
use crate::Inline;
use crate::aligned::same;
use crate::docx::body::Body;
use crate::flat::{Fate, PATIENCE, Spans, pairs};
use crate::xml::{Edits, Node, Piece, attr, nodes};

type Row = (Fate, Vec<Spans>);

/// Writes the changes of a table. `None` where its rows or cells are not those of the text: nothing was written then.
pub(super) fn table(
    xml: &str,
    at: Range<usize>,
    (old, new): (&[Row], &[Row]),
    body: &mut Body<'_>,
    edits: &mut Edits,
) -> Option<()> {
    let found = nodes(xml, at)?;
    let table = found.first().filter(|node| node.name == "tbl")?;
    let mut rows = Vec::new();
    collect(&table.nodes, "tr", &mut rows);
    let width = |rows: &[Row]| rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
    if rows.len() != old.len() || width(old) != width(new) {
        return None;
    }
    let words = |rows: &[Row]| -> Vec<Vec<String>> {
        rows.iter().map(|(_, cells)| cells.iter().map(plain).collect()).collect()
    };
    let ops = capture_diff_slices_deadline(
        Algorithm::Myers,
        &words(old),
        &words(new),
        Some(Instant::now() + PATIENCE),
    );
    let mut plan: Vec<(Option<usize>, Option<usize>)> = Vec::new();
    for op in ops {
        let (before, after) = (op.old_range(), op.new_range());
        plan.extend(pairs(before, after, |_, _| true));
    }
    // All is worked out before any of it is written.
    let mut out: Vec<(Range<usize>, Vec<Piece>)> = Vec::new();
    let mut end = None;
    for (was, is) in plan {
        let node = was.and_then(|was| rows.get(was));
        let (before, after) = (was.and_then(|was| old.get(was)), is.and_then(|is| new.get(is)));
        match (node, before, after) {
            (Some(node), Some(before), Some(after)) => {
                end = Some(node);
                if before.0 != after.0
                    || before.1.len() != after.1.len()
                    || !before.1.iter().zip(&after.1).all(|(was, is)| same(was, is))
                {
                    row(xml, node, before, after, body, &mut out)?;
                }
            }
            (Some(node), ..) => {
                end = end.or(Some(node));
                out.push((node.at.clone(), Vec::new()));
            }
            (None, _, Some(after)) => {
                let like = end.or(rows.first())?;
                let before = rows.iter().position(|node| node.at == like.at).and_then(|at| old.get(at))?;
                // Of a row that is like it, with other words.
                let mut own = Vec::new();
                row(xml, like, before, after, body, &mut own)?;
                let mut changes = Edits::default();
                for (range, pieces) in own {
                    changes.put(range.start - like.at.start..range.end - like.at.start, moved(xml, pieces));
                }
                let text = changes.apply(xml.get(like.at.clone())?)?.replace("<w:tblHeader/>", "");
                let place = end.map_or(like.at.start, |node| node.at.end);
                out.push((place..place, vec![Piece::Text(super::without_ids(&text))]));
            }
            _ => {}
        }
    }
    for (range, pieces) in out {
        edits.put(range, pieces);
    }
    Some(())
}

/// Slices as text, so that they may stand elsewhere.
fn moved(xml: &str, pieces: Vec<Piece>) -> Vec<Piece> {
    let text = |piece| match piece {
        Piece::Slice(at) => Piece::Text(xml.get(at).unwrap_or_default().to_owned()),
        text @ Piece::Text(_) => text,
    };
    pieces.into_iter().map(text).collect()
}

/// Elements of a name that stand in no other of it.
fn collect<'n, 'a>(all: &'n [Node<'a>], name: &str, out: &mut Vec<&'n Node<'a>>) {
    for node in all {
        if node.name == name {
            out.push(node);
        } else if !matches!(node.name, "tbl" | "Fallback") {
            collect(&node.nodes, name, out);
        }
    }
}

fn plain(spans: &Spans) -> String {
    let word = |(run, _): &(crate::Run, Fate)| match &run.inline {
        Inline::Text(text) | Inline::Picture(text, _) | Inline::Note(text) => text.clone(),
        Inline::Break => "\n".to_owned(),
        Inline::Cited(source, _) => source.clone(),
        Inline::Anchor(..) => String::new(),
    };
    spans.iter().map(word).collect()
}

fn row(
    xml: &str,
    node: &Node<'_>,
    (before, was): &Row,
    (after, is): &Row,
    body: &mut Body<'_>,
    out: &mut Vec<(Range<usize>, Vec<Piece>)>,
) -> Option<()> {
    let mut cells = Vec::new();
    collect(&node.nodes, "tc", &mut cells);
    let mut column = 0;
    let empty = Spans::new();
    for cell in cells {
        let span = cell.child("tcPr").and_then(|properties| properties.child("gridSpan"));
        let span = span.and_then(|span| attr(xml.get(span.tag())?, "val")?.parse::<usize>().ok());
        let (was, is) = (was.get(column).unwrap_or(&empty), is.get(column).unwrap_or(&empty));
        let next = column + span.unwrap_or(1).clamp(1, 63);
        if !same(was, is) {
            let inner: Vec<&Node<'_>> = cell.nodes.iter().filter(|node| node.name != "tcPr").collect();
            let range = inner.first()?.at.start..cell.inner.end;
            let line = Line::new(xml, &nodes(xml, range.clone())?, (was, is), body.deadline)?;
            out.push((range, line.write(body, None)));
        }
        column = next;
    }
    let wider = |cells: &[Spans]| cells.iter().skip(column).any(|cell| !cell.is_empty());
    if wider(is) && !wider(was) {
        return None;
    }
    if before != after {
        let tag = (*after != Fate::Kept).then(|| format!("<{}/>", body.change_tag(*after, None)));
        let tag = tag.unwrap_or_default();
        if let Some(properties) = node.child("trPr").filter(|node| !node.is_empty_tag()) {
            for old in properties.nodes.iter().filter(|node| matches!(node.name, "ins" | "del")) {
                out.push((old.at.clone(), Vec::new()));
            }
            let end = properties.inner.end;
            out.push((end..end, vec![Piece::Text(tag)]));
        } else {
            let first = node.nodes.iter().find(|node| node.name == "tc")?.at.start;
            let words = if tag.is_empty() { tag } else { format!("<w:trPr>{tag}</w:trPr>") };
            out.push((first..first, vec![Piece::Text(words)]));
        }
    }
    Some(())
}
