//! Where a literal ends that is open.
//!
//! Owns what closes inline code, math, link targets and what has a fixed end, in text that may go on. Leaves where one
//! begins to [`super::literal`].

use super::grammar::Mark;
use crate::pattern::Prefix;
use crate::statute::is_hangul;
use memchr::{memchr, memmem};
use regex_automata::util::primitives::StateID;
use std::sync::LazyLock;
use stet_text::span::Span;

/// Longest inline math in bytes; a single dollar sign without a partner is money.
const MAX_MATH: usize = 256;

/// Longest tag or target of a link in bytes, as browsers allow.
const MAX_FORM: usize = 2048;

/// Parentheses inside a link target.
const MAX_NESTED: usize = 8;

/// What closes a tentative literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A run of exactly this many backticks.
    Code(usize),
    Math,
    /// One of [`FORMS`], read as far as this.
    Form(usize, Option<StateID>),
    /// One of [`CLOSERS`].
    Fixed(usize),
}

pub(super) const TARGET: usize = 0;
pub(super) const TAG: usize = 1;

/// What ends by its form, and the byte that ends it.
///
/// The rest of a link target: no white space but before a quoted title, balanced parentheses, and an ASCII beginning, so
/// that `[1](제3조)` stays a mark with a remark. The rest of a tag, whose values may hold any bracket:
/// `<img alt="figure [9]">`; what no browser takes for a tag (`a <b [1]`) is none.
static FORMS: LazyLock<[(Option<Prefix>, u8); 2]> = LazyLock::new(|| {
    let mut nested = r"[^ \n()]".to_owned();
    for _ in 0..MAX_NESTED {
        nested = format!(r"(?:[^ \n()]|\({nested}*\))");
    }
    let target = format!(
        r#"(?:[\x00-\x09\x0b-\x1f!-'*-\x7f]{nested}*|\({nested}*\){nested}*)?(?: (?: |"[^"\n]*"|'[^'\n]*')*)?\)"#
    );
    let (gap, value) = (r"[ \t\r\n\x0c]", r#""[^"]*"|'[^']*'|[^ \t\r\n\x0c"'<>=`]+"#);
    let tag = format!(r"[A-Za-z0-9-]*(?:{gap}(?:{gap}|[A-Za-z0-9_:.@-]|={gap}*(?:{value}))*)?/?>");
    [(Prefix::new(&target), b')'), (Prefix::new(&tag), b'>')]
});

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
                let hangul = inside.contains(is_hangul);
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

/// The end of what ends by its form.
pub(super) fn form_end(text: &str, open: &mut Open) -> Search {
    let Kind::Form(form, mut state) = open.kind else { return Search::Never };
    let Some((Some(prefix), close)) = FORMS.get(form) else { return Search::Never };
    while let Some(&b) = text.as_bytes().get(open.search) {
        let next = prefix.step(state, b).filter(|_| open.search - open.start <= MAX_FORM);
        let Some(next) = next else { return Search::Never };
        open.search += 1;
        if b == *close && prefix.ends(next) {
            return Search::Found(open.search);
        }
        state = Some(next);
    }
    open.kind = Kind::Form(form, state);
    Search::Waiting
}

/// Bytes of the whole tag of HTML at the start of a text, if one stands there.
#[must_use]
pub fn tag_len(text: &str) -> Option<usize> {
    let name = text.strip_prefix('<')?;
    let lead = 1 + usize::from(name.starts_with('/'));
    if !text.as_bytes().get(lead)?.is_ascii_alphabetic() {
        return None;
    }
    let kind = Kind::Form(TAG, None);
    match form_end(text, &mut Open { kind, start: 0, resume: lead, search: lead, probe: lead, mark: None }) {
        Search::Found(end) => Some(end),
        Search::Waiting | Search::Never => None,
    }
}
