//! Works that are named in the sentence itself, their year in brackets: `Kim et al. (2020)`, `김철수 외(2020)`, `Smith and
//! Lee (2019) found`.
//!
//! Owns the authors before the year and what says that something is theirs. Leaves works in brackets to
//! [`super::titled`].

use super::cursor::Cursor;
use super::grammar::{Body, Grammar, MAX_MARK_CHARS, MarkRef, Shape, Stop};
use super::nouns::is_telling;
use super::ordinal;
use super::titled::{MAX_NAME, introduces_place, is_korean_name, is_time};
use stet_text::span::Span;

/// A year in round brackets behind an author: `Kim et al. (2020)`, `김철수 외(2020)`.
pub(super) fn narrated(head: &str, rest: &str) -> Result<Body, Stop> {
    let author = author_before(head).map(|(name, joint)| format!("{name} {joint}"));
    let pair = if author.is_some() { None } else { pair_before(head) };
    let name = author.or_else(|| pair.as_ref().map(|pair| pair.names.clone())).ok_or(Stop::No)?;
    let mut cur = Cursor { rest, at: 0, left: MAX_MARK_CHARS, width: 0, shape: Shape::Round };
    if !matches!(cur.peek()?, '(' | '（') {
        return Err(Stop::No);
    }
    cur.bump();
    let start = cur.at;
    let year = cur.year()?;
    let span = Span::new(start, cur.at);
    cur.spaces()?;
    if introduces_place(cur.peek()?) {
        cur.bump();
        cur.spaces()?;
        if !cur.place()? {
            return Err(Stop::No);
        }
    }
    cur.close()?;
    if let Some(pair) = pair
        && !pair.is_told(head, rest.get(cur.at..).unwrap_or_default())?
    {
        return Err(Stop::No);
    }
    let refs = vec![MarkRef::Name { text: format!("{name}, {year}"), span }];
    Ok(Body { len: cur.at, grammar: Grammar::Bibliographic, refs, shape: Shape::Round })
}

/// The author before `et al.` or `외` at the end of a text.
fn author_before(head: &str) -> Option<(&str, &'static str)> {
    let bare = head.strip_suffix([' ', '\u{a0}']).unwrap_or(head);
    let (before, joint) = if let Some(before) = bare.strip_suffix("외") {
        (before, "외")
    } else {
        let before = bare.strip_suffix('.').unwrap_or(bare);
        (before.strip_suffix("et al").or_else(|| before.strip_suffix("et al.,"))?, "et al.")
    };
    let before = before.strip_suffix([' ', '\u{a0}'])?;
    let before = before.strip_suffix(',').unwrap_or(before);
    let from = before.ceil_char_boundary(before.len().saturating_sub(2 * MAX_NAME));
    let near = before.get(from..)?;
    let other = near.trim_end_matches(|c: char| c.is_alphabetic() || matches!(c, '-' | '’'));
    let name = near.get(other.len()..)?;
    let fits = if joint == "외" {
        is_korean_name(name)
    } else {
        name.chars().count() > 1 && name.starts_with(char::is_uppercase)
    };
    fits.then_some((name, joint))
}

/// Two authors at the end of a text: `Smith and Lee`, `김철수와 이영희`. So are places, films and books named, too.
struct Pair {
    /// As [`super::titled::work`] reads them.
    names: String,
    start: usize,
    korean: bool,
}

impl Pair {
    /// Whether what stands around them and their year ascribes something to them.
    fn is_told(&self, head: &str, behind: &str) -> Result<bool, Stop> {
        if self.korean {
            let told = ["에 따르", "에 의하", "의 연구", "의 논문", "의 조사"];
            return ordinal::one_of(behind, &told, false)
                .map(|told| told.is_some())
                .map_err(|_| Stop::Partial);
        }
        let before = head.get(..self.start).unwrap_or_default().trim_end_matches([' ', '\u{a0}']);
        if ordinal::is_cited(before) {
            return Ok(true);
        }
        ordinal::says(behind, false, tells).map(|said| said == Some(true)).map_err(|_| Stop::Partial)
    }
}

/// Whether a word in lower case is what authors do.
fn tells(word: &str) -> bool {
    const FINDING: &[&str] = &[
        "find",
        "found",
        "conclude",
        "concluded",
        "propose",
        "proposed",
        "observe",
        "observed",
        "demonstrate",
        "demonstrated",
        "showed",
        "argued",
        "suggested",
        "claimed",
        "reported",
        "described",
        "explained",
    ];
    is_telling(word) || FINDING.contains(&word)
}

fn pair_before(head: &str) -> Option<Pair> {
    let bare = head.strip_suffix([' ', '\u{a0}']).unwrap_or(head);
    let from = bare.ceil_char_boundary(bare.len().saturating_sub(4 * MAX_NAME));
    let near = bare.get(from..)?;
    let name = |text: &str| {
        let before = text.trim_end_matches(|c: char| c.is_alphabetic() || matches!(c, '-' | '’'));
        text.get(before.len()..).map(str::to_owned).map(|name| (before.len(), name))
    };
    let (at, second) = name(near)?;
    let before = near.get(..at)?;
    let korean = is_korean_name(&second);
    let joint = if korean { ["와 ", "과 ", "·"].as_slice() } else { [" and ", " & "].as_slice() };
    let before = joint.iter().find_map(|joint| before.strip_suffix(joint))?;
    let (start, first) = name(before)?;
    let fits = |name: &str| {
        let latin = name.chars().count() > 1 && name.starts_with(char::is_uppercase);
        if korean { is_korean_name(name) } else { latin && !is_time(&name.to_lowercase()) }
    };
    (fits(&first) && fits(&second)).then(|| Pair {
        names: format!("{first} & {second}"),
        start: from + start,
        korean,
    })
}
