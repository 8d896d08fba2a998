//! Lines that come into another block of Markdown: an item under another item, a paragraph that goes on with the quotation,
//! the list or the table above it.
//!
//! Owns what the beginning of a line belongs to, which the sentences on either side of it do not tell; leaves line ends
//! inside a sentence to [`super::marks`].

use super::Finding;
use super::joint::Reason;
use super::marks::soft;
use super::unit::Change;
use crate::diff::Hunk;
use stet_text::span::Span;

const BLOCK: Reason =
    ("줄이 다른 목록 항목이나 인용문에 속하게 됩니다", "A line comes to belong to another item or quotation");

/// Lines that are looked back at: a list is rarely longer, and a text may have thousands of changes.
const LINES: usize = 200;

/// What a line opens with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opening {
    Item,
    Quotation,
    Row,
    Plain,
}

/// What the line at a place belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// An item below so many others.
    Item(usize),
    /// A line that goes on with the block above it; `None` when it stands for itself.
    Plain(Option<Opening>),
}

/// A change of white space or marks behind which the line belongs elsewhere.
#[must_use]
pub fn read(change: &Change<'_>) -> Option<Finding> {
    let (before, after) = change.whole;
    let Hunk { before: old, after: new } = change.hunk;
    let moved = || Some(place(before, old.end)? != place(after, new.end)?);
    let broken = change.text_before.contains('\n') || change.text_after.contains('\n');
    let unmade = broken && items(before, old) != items(after, new);
    (unmade || moved() == Some(true)).then(|| soft(change, BLOCK))
}

/// The items among the lines that a change of lines touches.
fn items(text: &str, hunk: Span) -> usize {
    let start = text.get(..hunk.start).and_then(|head| head.rfind('\n')).map_or(0, |end| end + 1);
    let touched = text.get(start..).unwrap_or_default();
    touched
        .lines()
        .take(hunk.of(text).matches('\n').count() + 1)
        .filter(|line| opening(line) == Opening::Item)
        .count()
}

/// Where the line stands whose words begin at `at`; `None` inside a line, and for lines that open another block.
fn place(text: &str, at: usize) -> Option<Place> {
    let head = text.get(..at)?;
    let start = head.rfind('\n').map_or(0, |end| end + 1);
    if !text.get(start..at)?.trim().is_empty() {
        return None;
    }
    let line = text.get(start..)?.lines().next().unwrap_or_default();
    let above = text.get(..start)?.lines().rev().take(LINES);
    match opening(line) {
        Opening::Item => Some(Place::Item(depth(indentation(line), above))),
        Opening::Plain if !line.trim().is_empty() => {
            let block = above.take_while(|line| !line.trim_matches(['>', ' ', '\t']).is_empty());
            Some(Place::Plain(block.map(opening).find(|opening| *opening != Opening::Plain)))
        }
        _ => None,
    }
}

/// The number of items that a line of this indentation stands below.
fn depth<'a>(mut indent: usize, above: impl Iterator<Item = &'a str>) -> usize {
    let mut depth = 0;
    for line in above.filter(|line| !line.trim().is_empty()) {
        let width = indentation(line);
        if opening(line) == Opening::Item && width + 1 < indent {
            (depth, indent) = (depth + 1, width);
        } else if opening(line) != Opening::Item && width == 0 {
            break;
        }
    }
    depth
}

/// Columns of white space at the beginning of a line; a tabulator is four.
fn indentation(line: &str) -> usize {
    let space = line.chars().take_while(|ch| ch.is_whitespace());
    space.map(|ch| if ch == '\t' { 4 } else { 1 }).sum()
}

fn opening(line: &str) -> Opening {
    let line = line.trim_start();
    let number = line.trim_start_matches(|ch: char| ch.is_ascii_digit());
    let marker = if number.len() < line.len() {
        number.strip_prefix(['.', ')'])
    } else {
        line.strip_prefix(['-', '*', '+', '•'])
    };
    match line.chars().next() {
        Some('>') => Opening::Quotation,
        Some('|') => Opening::Row,
        _ if marker.is_some_and(|rest| rest.starts_with([' ', '\t'])) => Opening::Item,
        _ => Opening::Plain,
    }
}
