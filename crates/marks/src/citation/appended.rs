//! What is written directly behind the brackets of a mark and belongs to it: `[1](#ref1)`, `[1]{.mark}`,
//! `:contentReference[oaicite:1]{index=1}`.
//!
//! A link leads to a page and its text is text; one that leads nowhere but into the answer, which has no such place, is a
//! citation. Owns telling them apart, and the word before the brackets of a raw citation.

use super::grammar::{Body, MAX_MARK_CHARS, MarkRef, Shape, Stop};

/// What stands before the brackets where an assistant's own citations were not made readable.
pub(super) const RAW: &str = ":contentReference";

/// Length of what stands behind a mark and belongs to it; nothing belongs to one that is longer than a mark may be.
pub(super) fn appended(body: &Body, rest: &str) -> Result<usize, Stop> {
    if body.shape != Shape::Square || body.refs.iter().any(|member| matches!(member, MarkRef::Name { .. })) {
        return Ok(0);
    }
    let room = MAX_MARK_CHARS.saturating_sub(body.len);
    let link = enclosed(rest, ('(', ')'), room, |inside| inside.is_empty() || inside.starts_with('#'))?;
    let behind = rest.get(link..).unwrap_or_default();
    let attributes = enclosed(behind, ('{', '}'), room.saturating_sub(link), |inside| {
        inside.starts_with(['.', '#']) || inside.contains('=')
    })?;
    Ok(link + attributes)
}

/// Length of a text in brackets that has no white space and is `wanted`, if one begins `rest`; of no more than `room`
/// bytes.
fn enclosed(rest: &str, pair: (char, char), room: usize, wanted: fn(&str) -> bool) -> Result<usize, Stop> {
    let Some(inside) = rest.strip_prefix(pair.0) else { return Ok(0) };
    let end = inside.char_indices().take_while(|(at, _)| at + 2 <= room).find(|(_, c)| {
        *c == pair.1 || !c.is_ascii_graphic() || matches!(c, '(' | '{' | '[' | ']' | '<' | '`' | '"' | '\\')
    });
    match end {
        Some((at, close)) if close == pair.1 => {
            Ok(inside.get(..at).filter(|inside| wanted(inside)).map_or(0, |inside| inside.len() + 2))
        }
        Some(_) => Ok(0),
        None if inside.len() + 2 > room => Ok(0),
        // What begins otherwise leads to a page.
        None if pair.0 == '(' && !inside.is_empty() && !wanted(inside) => Ok(0),
        None => Err(Stop::Partial),
    }
}

/// Where a mark begins whose brackets open at `at`.
pub(super) fn begin(text: &str, at: usize) -> usize {
    let head = text.get(..at).unwrap_or_default();
    head.strip_suffix(RAW).map_or(at, str::len)
}

/// Where at the end of a text [`RAW`] may begin.
pub(super) fn begun(text: &str) -> Option<usize> {
    let from = text.len().saturating_sub(RAW.len());
    let colon = from + text.as_bytes().get(from..)?.iter().rposition(|byte| *byte == b':')?;
    RAW.starts_with(text.get(colon..)?).then_some(colon)
}
