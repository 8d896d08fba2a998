//! Anchors as a store keeps them. Every decision reads and writes all anchors of a draft, so they are one short string.

use std::fmt::Write as _;

use serde::{Deserialize, Deserializer, Serializer};

use super::{Anchor, Part, Span};

/// `id h|t start end b?`, with a comma between anchors; ids are hexadecimal with `-`.
pub(super) fn serialize<S: Serializer>(anchors: &Vec<Anchor>, out: S) -> Result<S::Ok, S::Error> {
    let mut text = String::with_capacity(anchors.len() * 36);
    for anchor in anchors {
        if !text.is_empty() {
            text.push(',');
        }
        let part = if anchor.part == Part::Here { 'h' } else { 't' };
        let broken = if anchor.broken { " b" } else { "" };
        let Span { start, end } = anchor.range;
        let _ = write!(text, "{} {part} {start} {end}{broken}", anchor.patch);
    }
    out.serialize_str(&text)
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Short(String),
    /// As earlier versions wrote them.
    Long(Vec<Anchor>),
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Anchor>, D::Error> {
    Ok(match Written::deserialize(from)? {
        Written::Long(anchors) => anchors,
        Written::Short(text) => text.split(',').filter_map(anchor).collect(),
    })
}

fn anchor(text: &str) -> Option<Anchor> {
    let mut parts = text.split(' ');
    let patch = parts.next().filter(|patch| !patch.is_empty())?.to_owned();
    let part = if parts.next()? == "h" { Part::Here } else { Part::There };
    let range = Span::new(parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some(Anchor { patch, part, range, broken: parts.next() == Some("b") })
}
