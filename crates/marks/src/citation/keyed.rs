//! Citations of works by their key, in Pandoc's syntax: `[@kim2020, p. 3]`, `[see @a; -@b]`, `@kim2020 says`.
//!
//! Owns where such a citation stands and what it is made of. Leaves which keys there are to the bibliography, and whether
//! one in an answer names a source to `answer`: a model writes these forms, too.

use crate::statute::is_hangul;
use stet_text::is_word_char;
use stet_text::span::Span;

/// Longest citation in brackets, in bytes. What is longer is text in brackets.
const MAX_BYTES: usize = 1_000;

/// A citation of one work or of several. Spans are relative to the text that was scanned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyed {
    pub span: Span,
    /// The name is part of the sentence: `@kim2020 says`.
    pub narrative: bool,
    pub works: Vec<KeyedWork>,
}

/// One work of a citation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyedWork {
    /// The key without its sign. In a sentence the letters of a particle may follow it: [`Keyed::shortened`].
    pub key: Span,
    /// What stands before the key, and behind it: a place and more words. Without blanks and commas at their ends.
    pub prefix: Span,
    pub suffix: Span,
    /// The author is not named: `-@kim2020`.
    pub no_author: bool,
}

impl Keyed {
    /// The same where the key is what a bibliography has: `@kim2020은` cites `kim2020`, and a particle follows. `known` says
    /// which keys there are; `None` where there is none such.
    #[must_use]
    pub fn shortened(&self, text: &str, known: impl Fn(&str) -> bool) -> Option<Self> {
        let [work] = self.works.as_slice() else { return None };
        let key = work.key.of(text);
        // Behind the key stands nothing of the citation but its place.
        if !self.narrative || known(key) || !work.suffix.is_empty() || self.span.end != work.key.end {
            return None;
        }
        let ends = key.char_indices().map(|(at, _)| at).skip(1);
        let end = ends.filter(|&at| {
            let (head, tail) = key.split_at(at);
            tail.chars().all(is_hangul) && known(head)
        });
        let end = work.key.start + end.last()?;
        let work = KeyedWork { key: Span::new(work.key.start, end), ..work.clone() };
        Some(Self { span: Span::new(self.span.start, end), narrative: true, works: vec![work] })
    }
}

impl Keyed {
    /// Where it stands, without the letters of a particle that may follow a key in a sentence: `@kim2020은`.
    #[must_use]
    pub fn without_particle(&self, text: &str) -> Span {
        let said = self.span.of(text);
        let bare = said.trim_end_matches(is_hangul);
        // A key in Hangul tells no particle from itself.
        let cut = self.narrative && bare.ends_with(|ch: char| ch.is_ascii_alphanumeric());
        if cut { Span::new(self.span.start, self.span.start + bare.len()) } else { self.span }
    }
}

/// The citations by key of a text, in order. Linear in it. Code and escaped signs are the caller's to leave out.
#[must_use]
pub fn scan_keyed(text: &str) -> Vec<Keyed> {
    let mut out: Vec<Keyed> = Vec::new();
    if !text.contains('@') {
        return out;
    }
    let mut done = 0;
    let mut open: Option<usize> = None;
    for (at, ch) in text.char_indices() {
        match ch {
            _ if at < done => {}
            '[' => open = Some(at),
            ']' => {
                let Some(start) = open.take().filter(|start| at - start < MAX_BYTES) else { continue };
                if let Some(found) = bracketed(text, start, at) {
                    // What was read as a name within was part of this.
                    out.retain(|other| other.span.end <= start);
                    out.push(found);
                    done = at + 1;
                }
            }
            // What stands in the braces of a key is a part of it: `[@{;@a}`.
            '@' if out.last().is_none_or(|last| last.span.end <= at) => {
                if let Some(found) = narrative(text, at) {
                    done = if open.is_some() { done } else { found.span.end };
                    out.push(found);
                }
            }
            _ => {}
        }
    }
    out
}

/// The citation between two brackets, if that is what stands there.
fn bracketed(text: &str, start: usize, end: usize) -> Option<Keyed> {
    let before = text.get(..start)?.chars().next_back();
    let behind = text.get(end + 1..)?;
    // The text of a link or a picture, and an escaped bracket.
    if matches!(before, Some('\\' | '!' | ']')) || behind.starts_with(['(', '[']) {
        return None;
    }
    let inner = Span::new(start + 1, end);
    let mut works = Vec::new();
    let mut at = inner.start;
    for part in inner.of(text).split(';') {
        works.push(work(text, Span::new(at, at + part.len()))?);
        at += part.len() + 1;
    }
    Some(Keyed { span: Span::new(start, end + 1), narrative: false, works })
}

/// `see @kim2020, p. 3`.
fn work(text: &str, part: Span) -> Option<KeyedWork> {
    let body = part.of(text);
    let mut signs = body.match_indices('@').map(|(at, _)| part.start + at);
    let (sign, key) = signs.find_map(|at| Some((at, key_at(text, at)?)))?;
    let rest = Span::new(closed(text, key), part.end);
    // Two works want a semicolon between them.
    if key.end > part.end
        || rest.of(text).match_indices('@').any(|(at, _)| key_at(text, rest.start + at).is_some())
    {
        return None;
    }
    let no_author = text.get(..sign)?.ends_with('-');
    let prefix = Span::new(part.start, sign - usize::from(no_author)).trimmed(text);
    let suffix = rest.of(text).trim_start_matches([',', ' ', '\n']);
    let suffix = Span::new(rest.end - suffix.len(), rest.end).trimmed(text);
    Some(KeyedWork { key, prefix, suffix, no_author })
}

/// `@kim2020`, and `@kim2020 [p. 3]`.
fn narrative(text: &str, sign: usize) -> Option<Keyed> {
    let key = key_at(text, sign)?;
    let end = closed(text, key);
    let behind = Span::new(end, text.floor_char_boundary(end + MAX_BYTES)).of(text);
    let place = behind
        .strip_prefix(" [")
        .and_then(|rest| rest.split_once(']'))
        .filter(|(place, _)| {
            !place.contains(['@', '[', '^']) && place.contains(|ch: char| ch.is_ascii_digit())
        })
        // A bare number is the mark of a source.
        .filter(|(place, _)| place.contains(char::is_alphabetic) && !place.starts_with(['†', '#']))
        .map(|(place, _)| Span::new(end + 2, end + 2 + place.len()));
    let empty = Span::new(end, end);
    let work = KeyedWork { key, prefix: empty, suffix: place.unwrap_or(empty), no_author: false };
    let span = Span::new(sign, place.map_or(end, |place| place.end + 1));
    Some(Keyed { span, narrative: true, works: vec![work] })
}

/// Behind the brace of `@{key}`.
fn closed(text: &str, key: Span) -> usize {
    let braced = text.get(..key.start).is_some_and(|head| head.ends_with('{'));
    key.end + usize::from(braced)
}

/// The key behind the sign at `at`, where a key may begin there: not in an address.
fn key_at(text: &str, at: usize) -> Option<Span> {
    let before = text.get(..at)?.chars().next_back();
    if before.is_some_and(|ch| is_word_char(ch) || matches!(ch, '\\' | '@' | '.' | '/' | '`')) {
        return None;
    }
    let rest = text.get(at + 1..text.floor_char_boundary(at + MAX_BYTES).max(at + 1))?;
    if let Some((braced, _)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
        let fits = !braced.is_empty() && !braced.contains(char::is_whitespace);
        return fits.then(|| Span::new(at + 2, at + 2 + braced.len()));
    }
    let mut end = 0;
    let mut joint = false;
    for (at, ch) in rest.char_indices() {
        if ch.is_alphanumeric() || ch == '_' {
            (end, joint) = (at + ch.len_utf8(), false);
        } else if end > 0
            && !joint
            && matches!(ch, ':' | '.' | '#' | '$' | '%' | '&' | '-' | '+' | '?' | '<' | '>' | '~' | '/')
        {
            joint = true;
        } else {
            break;
        }
    }
    (end > 0).then(|| Span::new(at + 1, at + 1 + end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Each citation with its works: before the key, the key, behind it.
    fn told(text: &str) -> Vec<String> {
        let work = |work: &KeyedWork| {
            let sign = if work.no_author { "-" } else { "" };
            format!("{}|{sign}{}|{}", work.prefix.of(text), work.key.of(text), work.suffix.of(text))
        };
        let tell = |found: &Keyed| {
            let works: Vec<String> = found.works.iter().map(work).collect();
            format!("{}{}", if found.narrative { "@" } else { "" }, works.join("; "))
        };
        scan_keyed(text).iter().map(tell).collect()
    }

    #[test]
    fn what_pandoc_takes_for_a_citation() {
        for (text, expected) in [
            ("It opens [@kim2020].", vec!["|kim2020|"]),
            ("[@kim2020]은 다르게 본다.", vec!["|kim2020|"]),
            ("([@kim2020, p. 3])", vec!["|kim2020|p. 3"]),
            ("연다 [see @a; also -@b_c:d, pp. 3–5 and more].", vec!["see|a|; also|-b_c:d|pp. 3–5 and more"]),
            ("@kim2020 says so, as does @{lee 19}.", vec!["@|kim2020|"]),
            ("@kim2020 [p. 33] says so [1].", vec!["@|kim2020|p. 33"]),
            ("@kim2020 [1] says so.", vec!["@|kim2020|"]),
            ("김 [@김영희2020, 12쪽]과 @이2019는", vec!["|김영희2020|12쪽", "@|이2019는|"]),
            ("[@doe99.] [@{https://a.b/c?d}]", vec!["|doe99|.", "|https://a.b/c?d|"]),
            ("As @doe99, and (@roe).", vec!["@|doe99|", "@|roe|"]),
            ("[@a and @b]", vec!["@|a|", "@|b|"]),
            (
                "kim@example.com, \\@kim, a link [@kim](https://x.y) and ![@kim] and [mail @ a]",
                vec!["@|kim|", "@|kim|"],
            ),
            ("[[@a]]", vec!["|a|"]),
            ("[@a", vec!["@|a|"]),
            ("[see 3; @a]", vec!["@|a|"]),
        ] {
            let expected: Vec<String> = expected.into_iter().map(str::to_owned).collect();
            assert_eq!(told(text), expected, "{text}");
        }
    }

    #[test]
    fn a_particle_is_no_part_of_a_key() {
        for (text, known, expected) in [
            ("@kim2020은 말한다", "kim2020", Some("@kim2020")),
            ("@김영희2020에서는 말한다", "김영희2020", Some("@김영희2020")),
            ("@김영희는 말한다", "김영희", Some("@김영희")),
            ("@kim2020은 말한다", "kim2020은", None),
            ("@kim2020a 말한다", "kim2020", None),
        ] {
            let found = &scan_keyed(text)[0];
            let short = found.shortened(text, |key| key == known);
            assert_eq!(short.map(|found| found.span.of(text).to_owned()).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_key_in_the_braces_of_another_is_part_of_it() {
        for text in ["[@{;@가}", "[see @{a@b; @c}", "[@{-@a} @d"] {
            let found = scan_keyed(text);
            assert!(found.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start), "{text}: {found:?}");
        }
    }

    proptest! {
        #[test]
        fn citations_stand_in_order_and_cut_no_character(text in "[\\[\\]@;, a-c가은.{}\\-\\\\1\n]{0,60}") {
            let mut last = 0;
            for found in scan_keyed(&text) {
                prop_assert!(found.span.start >= last && !found.works.is_empty());
                prop_assert!(!found.span.of(&text).is_empty());
                for work in &found.works {
                    prop_assert!(found.span.contains(work.key) && !work.key.of(&text).is_empty());
                    prop_assert!(found.span.contains(work.prefix) && found.span.contains(work.suffix));
                }
                last = found.span.end;
            }
        }
    }
}
