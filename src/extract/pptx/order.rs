//! The order in which the shapes of a slide are read.

use super::shape::{Content, Shape};

/// More shapes are read from the top to the bottom alone.
const MAX_SHAPES: usize = 500;

/// The title first, then from the top to the bottom and from the left to the right; columns one after the other.
pub(super) fn ordered(shapes: Vec<Shape>) -> Vec<Shape> {
    let has_words = |shape: &Shape| match &shape.content {
        Content::Text(lines) => !lines.is_empty(),
        Content::Nothing => false,
        _ => true,
    };
    let (titles, others): (Vec<Shape>, Vec<Shape>) =
        shapes.into_iter().filter(has_words).partition(Shape::is_title);
    // Whose place nobody says is read as it is drawn, before the others.
    let (mut placed, unplaced): (Vec<Shape>, Vec<Shape>) =
        others.into_iter().partition(|shape| shape.place.is_some());
    placed.sort_by_key(|shape| shape.place.map(|place| (place.y, place.x)));
    let mut out: Vec<Shape> = titles.into_iter().chain(unplaced).collect();
    if placed.len() > MAX_SHAPES {
        out.extend(placed);
    } else {
        cut(placed, &mut out);
    }
    out
}

/// Takes shapes apart where a gap goes through all of them, and each part again. What stands in columns under one another is
/// read column by column, if the gap between those is as wide as the gaps in them.
fn cut(shapes: Vec<Shape>, out: &mut Vec<Shape>) {
    let lines = gaps(&shapes, false);
    let columns = gaps(&shapes, true);
    let widest = |gaps: &[Gap]| gaps.iter().max_by_key(|gap| gap.width).copied();
    if let Some(column) = widest(&columns)
        && widest(&lines).is_none_or(|line| line.width <= column.width)
    {
        let (left, right) = shapes.into_iter().partition(|shape| span(shape, true).0 < column.end);
        cut(left, out);
        cut(right, out);
        return;
    }
    let mut rest = shapes;
    let mut parts: Vec<Vec<Shape>> = Vec::new();
    for line in lines {
        let (above, below): (Vec<Shape>, Vec<Shape>) =
            rest.into_iter().partition(|shape| span(shape, false).0 < line.end);
        rest = below;
        join(&mut parts, above);
    }
    if parts.is_empty() {
        out.extend(rest);
        return;
    }
    join(&mut parts, rest);
    for part in parts {
        cut(part, out);
    }
}

/// Adds a line of shapes, to the one before it where both stand in the same columns.
fn join(parts: &mut Vec<Vec<Shape>>, line: Vec<Shape>) {
    if let Some(open) = parts.last_mut() {
        let alone = gaps(open, true).is_empty() || gaps(&line, true).is_empty();
        let first = open.len();
        open.extend(line);
        let between = gaps(open, false).iter().map(|gap| gap.width).max().unwrap_or(0);
        if !alone && gaps(open, true).iter().any(|gap| gap.width >= between) {
            return;
        }
        let line = open.split_off(first);
        parts.push(line);
    } else {
        parts.push(line);
    }
}

/// A place that no shape stands at.
#[derive(Clone, Copy)]
struct Gap {
    width: i64,
    end: i64,
}

/// The gaps between shapes, in their order: between lines, or between columns.
fn gaps(shapes: &[Shape], upright: bool) -> Vec<Gap> {
    let mut spans: Vec<(i64, i64)> = shapes.iter().map(|shape| span(shape, upright)).collect();
    spans.sort_unstable();
    let mut found = Vec::new();
    let Some((first, mut reached)) = spans.first().copied() else { return found };
    for (from, to) in spans.into_iter().skip(1) {
        // Each side of a gap has shapes.
        if from >= reached && from > first {
            found.push(Gap { width: from - reached, end: from });
        }
        reached = reached.max(to);
    }
    found
}

/// From where to where a shape goes, without a little of its edges, by which shapes overlap.
fn span(shape: &Shape, upright: bool) -> (i64, i64) {
    let place = shape.place.unwrap_or_default();
    let (from, length) = if upright { (place.x, place.width) } else { (place.y, place.height) };
    let edge = (length / 10).min(90_000);
    (from + edge, from + length - edge)
}
