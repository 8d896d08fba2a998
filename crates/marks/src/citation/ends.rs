//! Where a literal ends that is open.
//!
//! Owns what closes inline code, math, link targets and what has a fixed end, in text that may go on. Leaves where one
//! begins to [`super::literal`].

use super::grammar::Mark;
use memchr::{memchr, memmem};
use stet_text::span::Span;

/// Longest inline math in bytes; a single dollar sign without a partner is money.
const MAX_MATH: usize = 256;

/// Longest tag in bytes; what goes on longer is less than something.
const MAX_TAG: usize = 2048;

/// Longest link target in bytes, as browsers allow.
const MAX_TARGET: usize = 2048;

/// Parentheses inside a link target; it also bounds how often a byte is looked at.
const MAX_NESTED: usize = 8;

/// What closes a tentative literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A run of exactly this many backticks.
    Code(usize),
    Math,
    /// The parenthesis of a link, after these nested ones and inside this quotation mark.
    Target {
        depth: usize,
        quote: Option<u8>,
        spaced: bool,
    },
    /// One of [`CLOSERS`].
    Fixed(usize),
    /// A tag of HTML, read as far as this.
    Tag(Place),
}

/// What of a tag was read last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A letter of its name.
    Name,
    /// White space, or the end of a quoted value: an attribute may begin.
    Gap,
    Attribute,
    /// The sign before a value.
    Equals,
    /// A value without quotation marks.
    Bare,
    /// A value in these quotation marks.
    Quoted(u8),
    /// The stroke before the end.
    Stroke,
}

/// Opening and closing strings of literals with a fixed end.
pub(super) const CLOSERS: [(&str, &str); 7] = {
    let (code, pre, comment) = (("<code", "</code>"), ("<pre", "</pre>"), ("<!--", "-->"));
    [("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"), code, pre, comment, ("~~~", "\n~~~")]
};
pub(super) const DISPLAY: usize = 0;
pub(super) const TILDE: usize = 6;

#[derive(Debug)]
pub(super) struct Open {
    pub kind: Kind,
    /// First byte of the literal.
    pub start: usize,
    /// Where to go on when it turns out to be none.
    pub resume: usize,
    /// Where the search for its end goes on.
    pub search: usize,
    /// Where the search for a bracket inside goes on.
    pub probe: usize,
    /// The mark in front of a link target, which stands when the target is none.
    pub mark: Option<Mark>,
}

pub(super) enum Search {
    Found(usize),
    Waiting,
    Never,
}

pub(super) fn code_end(text: &str, run: usize, open: &mut Open, last: bool) -> Search {
    let bytes = text.as_bytes();
    loop {
        let tail = bytes.get(open.search..).unwrap_or_default();
        let Some(skip) = memchr(b'`', tail) else {
            open.search = bytes.len();
            return Search::Waiting;
        };
        let start = open.search + skip;
        open.search = start + 1;
        if start > open.resume && bytes.get(start - 1) == Some(&b'`') {
            // The rest of a run that was too long.
            continue;
        }
        let len = tail.iter().skip(skip).take(run + 1).take_while(|b| **b == b'`').count();
        if len <= run && start + len == bytes.len() && !last {
            open.search = start;
            return Search::Waiting;
        }
        open.search = start + len;
        if len == run {
            return Search::Found(start + len);
        }
    }
}

pub(super) fn fixed_end(text: &str, kind: usize, search: &mut usize) -> Search {
    let closer = CLOSERS.get(kind).map_or("", |pair| pair.1);
    let tail = text.as_bytes().get(*search..).unwrap_or_default();
    if let Some(skip) = memmem::find(tail, closer.as_bytes()) {
        return Search::Found(*search + skip + closer.len());
    }
    *search = (*search).max(text.len().saturating_sub(closer.len() - 1));
    Search::Waiting
}

/// Pandoc's rule for `$…$` (no white space inside the signs, no digit behind), and content that looks
/// like math: no Hangul, and either no space or an operator. Two prices in a sentence are not math.
pub(super) fn math_end(text: &str, open: &mut Open, last: bool) -> Search {
    let bytes = text.as_bytes();
    while let Some(&b) = bytes.get(open.search) {
        if b == b'\n' || open.search - open.start > MAX_MATH {
            return Search::Never;
        }
        if b == b'$' {
            if open.search + 1 == bytes.len() && !last {
                return Search::Waiting;
            }
            let before = bytes.get(open.search - 1).copied().unwrap_or_default();
            let digit = bytes.get(open.search + 1).is_some_and(u8::is_ascii_digit);
            if before != b'\\' && !before.is_ascii_whitespace() && !digit {
                let inside = Span::new(open.resume, open.search).of(text);
                let hangul = inside.chars().any(|c| ('가'..='힣').contains(&c));
                let math =
                    !inside.contains(' ') || inside.contains(['\\', '^', '_', '{', '}', '=', '+', '<', '>']);
                return if math && !hangul && !inside.is_empty() {
                    Search::Found(open.search + 1)
                } else {
                    Search::Never
                };
            }
        }
        open.search += 1;
    }
    Search::Waiting
}

/// The rest of a link target: no white space but before a quoted title, balanced parentheses, and an
/// ASCII beginning, so that `[1](제3조)` stays a mark with a remark.
pub(super) fn target_end(text: &str, open: &mut Open) -> Search {
    let bytes = text.as_bytes();
    let begin = open.resume + usize::from(open.mark.is_some());
    let Kind::Target { mut depth, mut quote, mut spaced } = open.kind else { return Search::Never };
    let mut found = Search::Waiting;
    while let Some(&b) = bytes.get(open.search) {
        if b == b'\n' || open.search - begin > MAX_TARGET || (open.search == begin && b >= 0x80) {
            found = Search::Never;
            break;
        }
        open.search += 1;
        match (quote, b) {
            (Some(end), _) if b == end => quote = None,
            (None, b' ') => spaced = true,
            (None, b'"' | b'\'') if spaced => quote = Some(b),
            (None, b')') if depth == 0 => {
                found = Search::Found(open.search);
                break;
            }
            (None, _) if spaced => {
                found = Search::Never;
                break;
            }
            (None, b'(') if depth < MAX_NESTED => depth += 1,
            (None, b'(') => {
                found = Search::Never;
                break;
            }
            (None, b')') => depth -= 1,
            _ => {}
        }
    }
    open.kind = Kind::Target { depth, quote, spaced };
    found
}

/// The rest of a tag, whose values may hold any bracket: `<img alt="figure [9]">`. What no browser takes for a tag
/// (`a <b [1]`) is none.
pub(super) fn tag_end(text: &str, open: &mut Open) -> Search {
    let Kind::Tag(mut place) = open.kind else { return Search::Never };
    let mut found = Search::Waiting;
    while let Some(&b) = text.as_bytes().get(open.search) {
        let next = match (place, b) {
            (Place::Quoted(quote), _) => Some(if b == quote { Place::Gap } else { place }),
            (Place::Equals, b'"' | b'\'') => Some(Place::Quoted(b)),
            (Place::Equals, _) if b.is_ascii_whitespace() => Some(place),
            (Place::Equals | Place::Bare, _) if !b.is_ascii_whitespace() && !b"\"'<>=`".contains(&b) => {
                Some(Place::Bare)
            }
            (Place::Equals, _) => None,
            (_, b'>') => {
                found = Search::Found(open.search + 1);
                break;
            }
            (Place::Stroke, _) => None,
            (_, b'/') => Some(Place::Stroke),
            (_, _) if b.is_ascii_whitespace() => Some(Place::Gap),
            (Place::Gap | Place::Attribute, b'=') => Some(Place::Equals),
            (Place::Name, _) if b.is_ascii_alphanumeric() || b == b'-' => Some(place),
            (Place::Gap | Place::Attribute, _)
                if b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b':' | b'.' | b'@') =>
            {
                Some(Place::Attribute)
            }
            _ => None,
        };
        let Some(next) = next.filter(|_| open.search - open.start < MAX_TAG) else {
            found = Search::Never;
            break;
        };
        place = next;
        open.search += 1;
    }
    open.kind = Kind::Tag(place);
    found
}

/// Bytes of the whole tag of HTML at the start of a text, if one stands there.
#[must_use]
pub fn tag_len(text: &str) -> Option<usize> {
    let name = text.strip_prefix('<')?;
    let lead = 1 + usize::from(name.starts_with('/'));
    if !text.as_bytes().get(lead)?.is_ascii_alphabetic() {
        return None;
    }
    let kind = Kind::Tag(Place::Name);
    match tag_end(text, &mut Open { kind, start: 0, resume: lead, search: lead, probe: lead, mark: None }) {
        Search::Found(end) => Some(end),
        Search::Waiting | Search::Never => None,
    }
}
