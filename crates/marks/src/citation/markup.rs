//! Citations in the markup of other systems: `\citep[p. 3]{kim2019}`, `<a href="#9">9</a>`, `<ref>Handbook, p. 3</ref>`,
//! `<source id="9"/>`, `{{cite|9}}`, `^[Handbook, p. 3]`.
//!
//! No reader of an answer has the list of works, the notes or the anchors that they point to. Owns telling them from
//! other markup (a link that leads to a page, a template with another name) and what they name; a name that no source
//! bears is one of no source. Leaves what stands between brackets to [`super::cursor`].

use super::cursor::read;
use super::grammar::{Body, Grammar, MAX_MARK_CHARS, MarkRef, Shape, Stop, is_open, is_raised};
use crate::statute::circled;
use stet_text::digit;
use stet_text::span::Span;

/// Longest citation in markup, in bytes: a template has parameters.
pub(super) const MAX_MARKUP: usize = 320;

/// Longest name of a command, a tag or a template, in bytes.
const MAX_NAME: usize = 16;

/// Tags that cite.
const CITING_TAGS: &[&str] = &["ref", "source", "cite", "citation"];

/// Attributes by which such a tag names its source.
const ATTRIBUTES: &[&str] = &["id", "name", "n", "num", "number", "ref", "doc", "index", "source", "key"];

/// First words of templates that cite, in lower case.
const TEMPLATES: &[&str] = &[
    "cite", "citation", "sfn", "sfnp", "harv", "harvnb", "harvtxt", "harvp", "refn", "efn", "ref", "rp",
    "source", "footnote", "각주", "출처", "인용", "주석", "근거", "r",
];

/// Largest number of members of one citation.
const MAX_MEMBERS: usize = 16;

/// The citation at the beginning of a text, which is at most `bound` bytes long.
pub(super) fn parse(rest: &str, bound: usize) -> Result<Body, Stop> {
    match rest.as_bytes().first() {
        Some(b'\\') => command(rest),
        Some(b'{') => template(rest, bound),
        Some(b'^') => inline_note(rest),
        Some(b'<') => element(rest, bound),
        _ => Err(Stop::No),
    }
}

/// Whether a text begins like the opening of such a citation, so far that it is nothing else.
pub(super) fn begins(rest: &str) -> bool {
    let lower = || rest.get(..rest.floor_char_boundary(MAX_NAME)).unwrap_or_default().to_ascii_lowercase();
    rest.starts_with("{{")
        || rest.starts_with('\\') && lower().contains("cite")
        || lower().starts_with("<ref")
}

/// What is wrong with a text that ends before it is a citation.
const fn short(rest: &str, bound: usize) -> Stop {
    if rest.len() >= bound { Stop::No } else { Stop::Partial }
}

/// `\cite{kim2019}`, `\citep[see][p. 3]{kim2019, lee2020}`
fn command(rest: &str) -> Result<Body, Stop> {
    let bound = MAX_MARK_CHARS;
    let name = letters(rest, 1);
    let mut at = 1 + name.len();
    if name.len() > MAX_NAME {
        return Err(Stop::No);
    }
    if at == rest.len() {
        return Err(Stop::Partial);
    }
    if !name.to_ascii_lowercase().contains("cite") {
        return Err(Stop::No);
    }
    at += usize::from(rest.as_bytes().get(at) == Some(&b'*'));
    // The note before and the place behind the key.
    for _ in 0..2 {
        if rest.as_bytes().get(at) == Some(&b'[') {
            at = closed(rest, at + 1, ']', bound)? + 1;
        }
    }
    match rest.as_bytes().get(at) {
        None => return Err(short(rest, bound)),
        Some(b'{') => {}
        Some(_) => return Err(Stop::No),
    }
    let end = closed(rest, at + 1, '}', bound)?;
    body(rest, end + 1, members(rest, Span::new(at + 1, end), &[',']))
}

/// `{{cite|9}}`, `{{cite web|url=…}}`
fn template(rest: &str, bound: usize) -> Result<Body, Stop> {
    if rest.len() < 2 {
        return Err(Stop::Partial);
    }
    let Some(inner) = rest.strip_prefix("{{") else { return Err(Stop::No) };
    let name_end =
        inner.char_indices().find(|(at, c)| *at > 2 * MAX_NAME || !(c.is_alphanumeric() || *c == ' '));
    let (name, next) = match name_end {
        None if inner.len() > 2 * MAX_NAME => return Err(Stop::No),
        None => (inner, None),
        Some((at, c)) => (inner.get(..at).unwrap_or_default(), Some(c)),
    };
    let name = name.trim_start().to_lowercase();
    let first = name.split(' ').next().unwrap_or_default();
    let known = TEMPLATES.contains(&first);
    let begun = !name.contains(' ') && TEMPLATES.iter().any(|template| template.starts_with(first));
    match next {
        None if known || begun => return Err(Stop::Partial),
        Some('|') if known => {}
        _ => return Err(Stop::No),
    }
    let start = rest.len() - inner.len() + name_end.map_or(0, |(at, _)| at + 1);
    let end = find(rest, start, "}}", bound)?;
    let inside = Span::new(start, end);
    if inside.of(rest).contains("{{") {
        return Err(Stop::No);
    }
    body(rest, end + 2, members(rest, inside, &['|']))
}

/// `^[Handbook, p. 3]`: a note in words. What has no space is an exponent.
fn inline_note(rest: &str) -> Result<Body, Stop> {
    let mut chars = rest.chars().skip(1);
    match (chars.next(), chars.next()) {
        (None, _) | (Some('['), None) => return Err(Stop::Partial),
        (Some('['), Some(first)) if first.is_alphabetic() => {}
        _ => return Err(Stop::No),
    }
    let end = closed(rest, 2, ']', MAX_MARK_CHARS)?;
    let inside = Span::new(2, end);
    if !inside.of(rest).contains(' ') {
        return Err(Stop::No);
    }
    let refs = vec![MarkRef::Name { text: read(inside.of(rest)), span: inside }];
    body(rest, end + 1, (Grammar::Named, refs))
}

/// A tag that cites, with what it encloses, or a link that leads nowhere but into the answer.
fn element(rest: &str, bound: usize) -> Result<Body, Stop> {
    let name = letters(rest, 1);
    let at = 1 + name.len();
    let lower = name.to_ascii_lowercase();
    let links = matches!(lower.as_str(), "a" | "sup");
    let known = |name: &str| links || CITING_TAGS.contains(&name);
    if at == rest.len() {
        let begun =
            name.is_empty() || CITING_TAGS.iter().chain(&["a", "sup"]).any(|tag| tag.starts_with(&lower));
        return Err(if begun { Stop::Partial } else { Stop::No });
    }
    if !known(&lower) || !rest.get(at..).is_some_and(|tail| tail.starts_with([' ', '>', '/'])) {
        return Err(Stop::No);
    }
    let tag = closed(rest, at, '>', bound)?;
    let attributes = Span::new(at, tag);
    // `<sup>9</sup>` may be a power.
    if lower == "sup" && !attributes.of(rest).contains('=') {
        return Err(Stop::No);
    }
    if attributes.of(rest).ends_with('/') && !links {
        return by_attribute(rest, attributes, tag + 1);
    }
    let close = format!("</{lower}>");
    let inside = rest.get(tag + 1..).unwrap_or_default();
    if links {
        // What a link to a page says is text.
        let first = inside.chars().find(|c| !c.is_whitespace());
        let numbers = |c: char| digit(c).is_some() || is_raised(c) || circled(c).is_some();
        match first {
            None => return Err(short(rest, bound)),
            Some(c) if is_open(c) || numbers(c) || matches!(c, '<' | '(' | '†' | '^' | '#') => {}
            Some(_) => return Err(Stop::No),
        }
    } else if lower != "ref" {
        // `<cite>The Rules</cite>` is a title; `<cite>9</cite>` is read where numbers are.
        return Err(Stop::No);
    }
    let end = find_tag(rest, tag + 1, &close, bound)?;
    let inside = Span::new(tag + 1, end);
    if links {
        let numbers = numbers(rest, inside).ok_or(Stop::No)?;
        let bracketed = rest.get(inside.start..).is_some_and(|tail| tail.trim_start().starts_with(is_open));
        let away = !attributes.of(rest).contains("=\"#") && !attributes.of(rest).contains("='#");
        if lower == "a" && away && !bracketed {
            return Err(Stop::No);
        }
        return body(rest, end + close.len(), (Grammar::Numeric, numbers));
    }
    if inside.of(rest).trim().is_empty() {
        return by_attribute(rest, attributes, end + close.len());
    }
    body(rest, end + close.len(), members(rest, inside, &[';']))
}

/// `<ref name="hb" />`, `<source id="9"/>`
fn by_attribute(rest: &str, attributes: Span, len: usize) -> Result<Body, Stop> {
    let mut at = attributes.start;
    for part in attributes.of(rest).split_inclusive([' ', '/']) {
        let start = at;
        at += part.len();
        let Some((key, value)) = part.trim_end_matches([' ', '/']).split_once('=') else { continue };
        if !ATTRIBUTES.contains(&key.to_ascii_lowercase().as_str()) {
            continue;
        }
        let quoted = value.len() - value.trim_start_matches(['"', '\'']).len();
        let bare = value.trim_matches(['"', '\'']);
        let from = start + key.len() + 1 + quoted;
        return body(rest, len, members(rest, Span::new(from, from + bare.len()), &[',']));
    }
    Err(Stop::No)
}

type Members = (Grammar, Vec<MarkRef>);

fn body(_rest: &str, len: usize, (grammar, refs): Members) -> Result<Body, Stop> {
    if refs.is_empty() { Err(Stop::No) } else { Ok(Body { len, grammar, refs, shape: Shape::Coded }) }
}

/// The parts of a span between separators: numbers when all of them are, else names.
fn members(rest: &str, span: Span, separators: &[char]) -> Members {
    let mut parts = Vec::new();
    let mut at = span.start;
    for part in span.of(rest).split_inclusive(separators) {
        let whole = Span::new(at, at + part.len() - usize::from(part.ends_with(separators)));
        at += part.len();
        let bare = whole.trimmed(rest);
        if !bare.is_empty() && parts.len() < MAX_MEMBERS {
            parts.push(bare);
        }
    }
    let number = |span: &Span| number(span.of(rest)).map(|n| MarkRef::Number { n, span: *span });
    if let Some(refs) = parts.iter().map(number).collect::<Option<Vec<_>>>() {
        return (Grammar::Numeric, refs);
    }
    let name = |span: Span| MarkRef::Name { text: read(span.of(rest)), span };
    (Grammar::Named, parts.into_iter().map(name).collect())
}

fn number(text: &str) -> Option<u32> {
    let digits = (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

/// The numbers that a text consists of, brackets, tags and what joins them aside.
fn numbers(rest: &str, span: Span) -> Option<Vec<MarkRef>> {
    let mut refs: Vec<MarkRef> = Vec::new();
    let (mut tag, mut open) = (false, false);
    for (at, c) in span.of(rest).char_indices() {
        let place = Span::new(span.start + at, span.start + at + c.len_utf8());
        match c {
            '<' => (tag, open) = (true, false),
            '>' => (tag, open) = (false, false),
            _ if tag => {}
            _ => {
                let value = digit(c).or_else(|| circled(c));
                match (value, refs.pop()) {
                    (Some(value), Some(MarkRef::Number { n, span })) if open && circled(c).is_none() => {
                        let n = (n * 10).checked_add(value).filter(|n| *n <= 999)?;
                        refs.push(MarkRef::Number { n, span: Span::new(span.start, place.end) });
                    }
                    (value, before) => {
                        refs.extend(before);
                        if refs.len() >= MAX_MEMBERS || value.is_none() && c.is_alphabetic() {
                            return None;
                        }
                        refs.extend(value.map(|n| MarkRef::Number { n, span: place }));
                    }
                }
                open = value.is_some();
            }
        }
    }
    (!refs.is_empty()).then_some(refs)
}

/// The ASCII letters at `at`, as many as are looked at.
fn letters(rest: &str, at: usize) -> &str {
    let tail = rest.get(at..).unwrap_or_default();
    let len = tail.bytes().take(MAX_NAME + 1).take_while(u8::is_ascii_alphabetic).count();
    tail.get(..len).unwrap_or_default()
}

/// Where the character that closes what begins at `from` stands, on the same line and with nothing opened in it.
fn closed(rest: &str, from: usize, close: char, bound: usize) -> Result<usize, Stop> {
    let tail = rest.get(from..).unwrap_or_default();
    let end = tail.char_indices().take_while(|(at, _)| from + at < bound).find(|(_, c)| {
        *c == close
            || matches!(c, '\n' | '\r' | '\\' | '`' | '<')
            || matches!((close, c), (']', '[') | ('}', '{'))
    });
    match end {
        Some((at, c)) if c == close => Ok(from + at),
        Some(_) => Err(Stop::No),
        None => Err(short(rest, bound)),
    }
}

/// Where a text stands behind `from`, on the same line.
fn find(rest: &str, from: usize, wanted: &str, bound: usize) -> Result<usize, Stop> {
    let near = rest.get(from..rest.floor_char_boundary(bound.min(rest.len()))).unwrap_or_default();
    match (near.find(wanted), near.find('\n')) {
        (Some(at), line) if line.is_none_or(|line| at < line) => Ok(from + at),
        (_, Some(_)) => Err(Stop::No),
        _ => Err(short(rest, bound)),
    }
}

/// The same of a tag, whatever the case of its letters.
fn find_tag(rest: &str, from: usize, wanted: &str, bound: usize) -> Result<usize, Stop> {
    let near = rest.as_bytes().get(from..bound.min(rest.len())).unwrap_or_default();
    let line = near.iter().position(|byte| *byte == b'\n');
    match near.windows(wanted.len()).position(|window| window.eq_ignore_ascii_case(wanted.as_bytes())) {
        Some(at) if line.is_none_or(|line| at < line) => Ok(from + at),
        None if line.is_none() => Err(short(rest, bound)),
        _ => Err(Stop::No),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_that_cites_is_told_from_other_markup() {
        let names = |refs: &[MarkRef]| {
            let show = |member: &MarkRef| match member {
                MarkRef::Name { text, .. } => text.clone(),
                MarkRef::Number { n, .. } | MarkRef::Range { from: n, .. } => n.to_string(),
            };
            refs.iter().map(show).collect::<Vec<_>>().join("+")
        };
        for (text, expected) in [
            (r"\cite{kim2019} x", Some("kim2019")),
            (r"\citep[see][p. 3]{kim2019, lee}", Some("kim2019+lee")),
            (r"\autocite*{2}", Some("2")),
            (r"\parencite[3]{hb}", Some("hb")),
            (r"\alpha{x}", None),
            (r"\cite me", None),
            (r"\cite{a\b}", None),
            ("{{cite|9}}", Some("9")),
            ("{{cite web|url=https://a.b|title=T}}", Some("url=https://a.b+title=T")),
            ("{{각주|9}}", Some("9")),
            ("{{name}}", None),
            ("{{cite}}", None),
            ("{{city|9}}", None),
            ("{x}", None),
            ("^[Handbook, p. 3]", Some("Handbook, p. 3")),
            ("^[2]", None),
            ("^[n]", None),
            ("<a href=\"#9\">9</a>", Some("9")),
            ("<a href='#r'><sup>[9, 12]</sup></a>", Some("9+12")),
            ("<a href=\"https://a.b\">[2]</a>", Some("2")),
            ("<a href=\"https://a.b\">2</a>", None),
            ("<a href=\"#top\">Top 9</a>", None),
            ("<ref>Handbook, p. 3</ref>", Some("Handbook, p. 3")),
            ("<REF name=x>9</REF>", Some("9")),
            ("<ref name=\"hb\" />", Some("hb")),
            ("<source id=\"9\"/>", Some("9")),
            ("<source src=\"a.mp4\">", None),
            ("<cite>The Rules</cite>", None),
            ("<abbr>", None),
            ("<sup id=\"r7\"><a href=\"#n7\">7</a></sup>", Some("7")),
            ("<sup>7</sup>", None),
            ("a < b", None),
        ] {
            let found = parse(text, MAX_MARKUP);
            assert_eq!(found.as_ref().ok().map(|body| names(&body.refs)).as_deref(), expected, "{text}");
            for (at, _) in text.char_indices().skip(1) {
                let begun = parse(text.get(..at).unwrap(), MAX_MARKUP);
                let agrees = matches!(begun, Err(Stop::Partial)) || begun.is_ok() == found.is_ok();
                assert!(agrees, "{text} at {at}: {begun:?}");
            }
        }
    }
}
