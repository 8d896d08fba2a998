//! XML as a tree of slices, so that what is not changed is written byte for byte.

use std::ops::Range;

/// Elements nested deeper than this are not looked into.
const MAX_DEPTH: usize = 256;

/// An element: where it stands, and what is between its tags.
#[derive(Debug)]
pub(crate) struct Node<'a> {
    /// Without its prefix.
    pub(crate) name: &'a str,
    pub(crate) at: Range<usize>,
    /// Empty at its end where it has one tag.
    pub(crate) inner: Range<usize>,
    pub(crate) nodes: Vec<Node<'a>>,
}

impl Node<'_> {
    pub(crate) fn child(&self, name: &str) -> Option<&Self> {
        self.nodes.iter().find(|node| node.name == name)
    }

    /// Every element within, the outer before the inner.
    pub(crate) fn each<'n>(&'n self, give: &mut impl FnMut(&'n Self)) {
        for node in &self.nodes {
            give(node);
            node.each(give);
        }
    }

    /// Its first tag.
    pub(crate) fn tag(&self) -> Range<usize> {
        self.at.start..self.inner.start
    }

    pub(crate) fn is_empty_tag(&self) -> bool {
        self.inner.start == self.at.end
    }
}

/// The elements of a stretch, in which every one ends that begins. `None` where it is no such thing.
pub(crate) fn nodes(xml: &str, range: Range<usize>) -> Option<Vec<Node<'_>>> {
    let mut open: Vec<Node<'_>> = Vec::new();
    let mut out = Vec::new();
    let mut at = range.start;
    while let Some(found) = xml.get(at..range.end)?.find('<') {
        let from = at + found;
        let end = tag_end(xml, from)?;
        if end > range.end {
            return None;
        }
        at = end;
        let tag = xml.get(from + 1..end - 1)?;
        if tag.starts_with(['!', '?']) {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            let mut node = open.pop()?;
            if local(name.trim_end()) != node.name {
                return None;
            }
            node.inner.end = from;
            node.at.end = end;
            open.last_mut().map_or(&mut out, |parent| &mut parent.nodes).push(node);
            continue;
        }
        let name = tag.split([' ', '\t', '\r', '\n', '/']).next().unwrap_or_default();
        let node = Node { name: local(name), at: from..end, inner: end..end, nodes: Vec::new() };
        if tag.ends_with('/') {
            open.last_mut().map_or(&mut out, |parent| &mut parent.nodes).push(node);
        } else if open.len() < MAX_DEPTH {
            open.push(node);
        } else {
            return None;
        }
    }
    open.is_empty().then_some(out)
}

/// Where the tag or comment ends that begins at a place.
fn tag_end(xml: &str, from: usize) -> Option<usize> {
    let rest = xml.get(from..)?;
    for (begin, end) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")] {
        if rest.starts_with(begin) {
            return Some(from + rest.find(end)? + end.len());
        }
    }
    let mut quote = None;
    for (at, byte) in rest.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(from + at + 1),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), close) if open == close => quote = None,
            _ => {}
        }
    }
    None
}

fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// The value of an attribute in a tag, by its local name.
pub(crate) fn attr(tag: &str, name: &str) -> Option<String> {
    let mut rest = tag;
    loop {
        let (before, after) = rest.split_once('=')?;
        let key = before.trim_end().rsplit([' ', '\t', '\r', '\n']).next().unwrap_or_default();
        let after = after.trim_start();
        let quote = after.chars().next().filter(|ch| matches!(ch, '"' | '\''))?;
        let (value, next) = after.get(1..)?.split_once(quote)?;
        if local(key) == name {
            return Some(text(value));
        }
        rest = next;
    }
}

/// The words in an element.
pub(crate) fn words(xml: &str, node: &Node<'_>) -> String {
    let mut out = String::new();
    node.each(&mut |inner| {
        if inner.name == "t" {
            out.push_str(&text(xml.get(inner.inner.clone()).unwrap_or_default()));
        }
    });
    out
}

/// Character data as characters.
pub(crate) fn text(xml: &str) -> String {
    let mut out = String::with_capacity(xml.len());
    let mut rest = xml;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let Some((name, next)) = after.split_once(';') else {
            rest = after;
            continue;
        };
        let number = |digits: &str, base| u32::from_str_radix(digits, base).ok().and_then(char::from_u32);
        out.extend(match name {
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            _ => match name.strip_prefix("#x") {
                Some(hex) => number(hex, 16),
                None => name.strip_prefix('#').and_then(|digits| number(digits, 10)),
            },
        });
        rest = next;
    }
    out.push_str(rest);
    out
}

/// A written piece: words of its own, or a stretch of the part as it is, with what is changed in it.
#[derive(Debug)]
pub(crate) enum Piece {
    Text(String),
    Slice(Range<usize>),
}

/// Changes of a part.
#[derive(Debug, Default)]
pub(crate) struct Edits(Vec<(Range<usize>, Vec<Piece>)>);

impl Edits {
    pub(crate) fn put(&mut self, range: Range<usize>, pieces: Vec<Piece>) {
        self.0.push((range, pieces));
    }

    /// Takes up the changes of another, with `each` piece as it makes it.
    pub(crate) fn extend(&mut self, other: Self, mut each: impl FnMut(&mut Piece)) {
        for (range, mut pieces) in other.0 {
            pieces.iter_mut().for_each(&mut each);
            self.0.push((range, pieces));
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The part with its changes.
    pub(crate) fn apply(mut self, xml: &str) -> Option<String> {
        // At one place what comes in stands before what is changed; of two that come in, the first first.
        self.0.sort_by_key(|(range, _)| (range.start, !range.is_empty(), std::cmp::Reverse(range.end)));
        let mut out = String::with_capacity(xml.len() + 1024);
        self.slice(xml, 0..xml.len(), 0, &mut out)?;
        Some(out)
    }

    /// Writes a stretch with the changes in it, from the number of a change on.
    fn slice(&self, xml: &str, range: Range<usize>, first: usize, out: &mut String) -> Option<()> {
        let mut at = range.start;
        let from = first.max(self.0.partition_point(|(edit, _)| edit.start < range.start));
        for (number, (edit, pieces)) in self.0.iter().enumerate().skip(from) {
            if edit.start >= range.end {
                break;
            }
            if edit.start < at || edit.end > range.end {
                continue;
            }
            out.push_str(xml.get(at..edit.start)?);
            at = edit.end;
            for piece in pieces {
                match piece {
                    Piece::Text(text) => out.push_str(text),
                    Piece::Slice(inner) => self.slice(xml, inner.clone(), number + 1, out)?,
                }
            }
        }
        out.push_str(xml.get(at..range.end)?);
        Some(())
    }
}
