//! Sources that a bracket names without saying that it cites: `[handbook.pdf, p. 10]`, `(Kim et al., 2020)`, and
//! identifiers of works: `doi:10.1000/182`.
//!
//! Owns which file names and which authors with a year are unmistakable; `(Seoul, 2020)` is text.
//! What one author or a key names is read in [`super::keyed`], a work with its year behind it in [`super::narrated`].
//! Leaves which brackets there are to [`super::grammar`], and to the answer whether a source has such a name or says the
//! same itself.

use super::cursor::{Content, Cursor, read};
use super::grammar::{Grammar, MAX_MARK_CHARS, MarkRef, Shape, Stop, is_open};
use super::keyed::is_full_name;
use stet_text::span::Span;

/// File names that end so are those of documents.
const DOCUMENTS: &[&str] = &["pdf", "doc", "docx", "hwp", "hwpx", "ppt", "pptx", "xls", "xlsx"];

/// The same of files that a text may be about: in round brackets they cite only with a place.
const TEXTS: &[&str] =
    &["txt", "text", "log", "csv", "tsv", "rst", "md", "markdown", "html", "htm", "xhtml", "jsonl", "ndjson"];

/// Most white space in a file name: no word in a bracket waits for more words than that.
const MAX_GAPS: usize = 3;

/// The same of a name that begins like one: with a capital, a digit or Hangul.
const MAX_TITLE_GAPS: usize = 8;
const MAX_ROUND_GAPS: usize = 1;

/// Longest file ending, in characters.
const MAX_ENDING: usize = 8;

/// Files or works in one mark.
const MAX_ENTRIES: usize = 6;

/// Authors of one work that are read.
const MAX_AUTHORS: usize = 6;

/// Longest name of an author, in characters.
pub(super) const MAX_NAME: usize = 24;

/// Words before the first author.
const LEADS: &[&str] = &["see also ", "see, e.g., ", "see e.g. ", "see ", "e.g., ", "e.g. ", "cf. "];

/// What is no author beside another: `(March and April, 2020)`.
const TIMES: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "jan",
    "feb",
    "mar",
    "apr",
    "jun",
    "jul",
    "aug",
    "sep",
    "sept",
    "oct",
    "nov",
    "dec",
    "spring",
    "summer",
    "autumn",
    "fall",
    "winter",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "north",
    "south",
    "east",
    "west",
];

/// One way to read what stands in a bracket.
type Way<C> = fn(&mut C) -> Result<Content, Stop>;

/// How a place begins behind an ending: `, p. 10`.
pub(super) const fn introduces_place(c: char) -> bool {
    matches!(c, ',' | ':' | ';' | '，' | '：' | '；')
}

/// Whether the ending of a file name is known.
pub(super) fn is_ending(ending: &str) -> bool {
    DOCUMENTS.iter().chain(TEXTS).any(|known| known.eq_ignore_ascii_case(ending))
}

/// The file names without white space in a text.
pub fn files(text: &str) -> impl Iterator<Item = &str> {
    let inside = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    text.split(inside).map(|word| word.trim_matches('.')).filter(|word| {
        word.rsplit_once('.').is_some_and(|(stem, ending)| !stem.is_empty() && is_ending(ending))
    })
}

/// A work as a citation names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    /// Names of authors, in lower case.
    pub authors: Vec<String>,
    pub year: u16,
    /// Two names joined by a word, which places and people are, too: `Smith and Lee`.
    pub loose: bool,
}

/// The work that the name in a bibliographic mark is.
#[must_use]
pub fn work(name: &str) -> Option<Work> {
    let closed = format!("{name})");
    let mut cur = Cursor { rest: &closed, at: 0, left: MAX_MARK_CHARS, width: 0, shape: Shape::Round };
    let work = cur.work().ok()?;
    (cur.at == name.len()).then_some(work)
}

pub(super) fn is_korean_name(name: &str) -> bool {
    (2..=4).contains(&name.chars().count()) && name.chars().all(|c| ('가'..='힣').contains(&c))
}

/// The digital object identifier at the beginning of a text, without what closes the sentence behind it; `None` when
/// there is none, or while it may go on.
pub(super) fn doi(rest: &str, last: bool) -> Result<&str, Stop> {
    let prefix = "10.";
    let begun = rest.get(..rest.len().min(prefix.len())).ok_or(Stop::No)?;
    if !prefix.starts_with(begun) {
        return Err(Stop::No);
    }
    let mut depth = 0_usize;
    let end = rest.char_indices().find(|(at, c)| {
        depth += usize::from(*c == '(');
        let closes = *c == ')' && depth == 0;
        depth -= usize::from(*c == ')' && depth > 0);
        closes
            || *at >= MAX_MARK_CHARS
            || !c.is_ascii_graphic()
            || matches!(c, '<' | '>' | '"' | '|' | '[' | ']' | '`' | '*')
    });
    let end = match end {
        Some((at, _)) if at >= MAX_MARK_CHARS => return Err(Stop::No),
        Some((at, _)) => at,
        None if last => rest.len(),
        None => return Err(Stop::Partial),
    };
    let id = rest.get(..end).unwrap_or_default().trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '_']);
    let digits = id.strip_prefix(prefix).unwrap_or_default();
    let registrant = digits.bytes().take_while(u8::is_ascii_digit).count();
    let suffix = digits.get(registrant..).is_some_and(|tail| tail.starts_with('/') && tail.len() > 1);
    if (4..=9).contains(&registrant) && suffix { Ok(id) } else { Err(Stop::No) }
}

/// Whether a word in lower case is one of the calendar or of the compass.
pub(super) fn is_time(word: &str) -> bool {
    TIMES.contains(&word)
}

impl Cursor<'_> {
    /// What stands in a bracket that begins with a letter.
    pub fn described(&mut self) -> Result<Content, Stop> {
        if self.holds_words() {
            return Err(Stop::No);
        }
        self.first_of(&[
            Self::opener,
            Self::worded,
            Self::file,
            Self::works,
            Self::page,
            Self::paged,
            Self::pandoc,
            Self::alphabetic,
            Self::single,
        ])
    }

    /// Whether nothing but English words stand in the bracket, as in most links and asides: every reading asks for a digit, a
    /// full stop, a colon or another sign besides.
    fn holds_words(&self) -> bool {
        let inside = self.rest.as_bytes().get(self.at..).unwrap_or_default();
        let word =
            |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b' ' | b'-' | b',' | b'\'' | b'/');
        let end = inside.iter().take(self.left).find(|byte| !word(byte));
        end == Some(if self.shape == Shape::Round { &b')' } else { &b']' })
    }

    /// What stands in a square bracket that begins with something else.
    pub fn numbered(&mut self) -> Result<Content, Stop> {
        self.first_of(&[Self::numbers, Self::file, Self::label, Self::page, Self::pandoc])
    }

    /// What stands in round brackets that begin with something else.
    pub fn counted_or_file(&mut self) -> Result<Content, Stop> {
        self.first_of(&[Self::counted, Self::file])
    }

    fn first_of(&mut self, readings: &[Way<Self>]) -> Result<Content, Stop> {
        let mut open = false;
        for read in readings {
            let mut ahead = self.clone();
            match read(&mut ahead) {
                Ok(content) => {
                    *self = ahead;
                    return Ok(content);
                }
                Err(stop) => open |= stop == Stop::Partial,
            }
        }
        Err(if open { Stop::Partial } else { Stop::No })
    }

    /// `handbook.pdf`, `학칙.hwpx, 3쪽`; stops before the closing bracket.
    pub fn file(&mut self) -> Result<Content, Stop> {
        let mut refs = Vec::new();
        let (mut all, mut placed) = (true, false);
        while refs.len() < MAX_ENTRIES {
            let start = self.at;
            let document = self.file_name()?;
            all &= document;
            let mut end = self.at;
            self.spaces()?;
            let c = self.peek()?;
            // `[handbook.pdf Opening hours]`
            if document
                && self.shape != Shape::Round
                && self.at > end
                && c.is_alphanumeric()
                && !c.is_ascii_lowercase()
            {
                self.until_close()?;
                let name = Span::new(start, self.at).trimmed(self.rest);
                refs.push(MarkRef::Name { text: read(name.of(self.rest)), span: name });
                return Ok((Grammar::Named, refs));
            }
            let joint = introduces_place(c);
            if joint {
                self.bump();
                self.spaces()?;
            }
            let closed = !joint && self.closes(c);
            let place = !closed && self.place()?;
            placed |= place;
            if place {
                end = self.at;
            }
            let name = Span::new(start, end).trimmed(self.rest);
            refs.push(MarkRef::Name { text: read(name.of(self.rest)), span: name });
            if closed || place {
                let cites = self.shape != Shape::Round || all || placed;
                return if cites { Ok((Grammar::Named, refs)) } else { Err(Stop::No) };
            }
            if !joint {
                return Err(Stop::No);
            }
        }
        Err(Stop::No)
    }

    /// The name of a file; whether it is one of a document.
    fn file_name(&mut self) -> Result<bool, Stop> {
        let round = self.shape == Shape::Round;
        let start = self.at;
        let mut gaps = 0;
        let first = self.peek()?;
        let most = match round {
            true => MAX_ROUND_GAPS,
            false if first.is_alphanumeric() && !first.is_ascii_lowercase() => MAX_TITLE_GAPS,
            false => MAX_GAPS,
        };
        loop {
            let c = self.peek()?;
            if c == '.' && self.at > start {
                let mut ahead = self.clone();
                ahead.bump();
                if let Some(document) = ahead.ending()? {
                    *self = ahead;
                    return Ok(document);
                }
            } else if c.is_whitespace() {
                gaps += 1;
                if gaps > most {
                    return Err(Stop::No);
                }
            } else if !(c.is_alphanumeric()
                || matches!(c, '_' | '-' | '+' | '·' | '/' | '.')
                || !round && matches!(c, '(' | ')'))
            {
                return Err(Stop::No);
            }
            self.bump();
        }
    }

    /// The ending of a file name, if it is a known one: whether it is that of a document.
    fn ending(&mut self) -> Result<Option<bool>, Stop> {
        let mut ending = String::new();
        loop {
            let c = self.peek()?;
            if !c.is_alphanumeric() {
                break;
            }
            ending.push(c.to_ascii_lowercase());
            if ending.chars().count() > MAX_ENDING {
                return Ok(None);
            }
            self.bump();
        }
        let known = |endings: &[&str]| endings.contains(&ending.as_str());
        Ok(if known(DOCUMENTS) { Some(true) } else { known(TEXTS).then_some(false) })
    }

    /// `Kim et al., 2020; Smith & Lee, 2019, p. 4`; stops before the closing bracket.
    fn works(&mut self) -> Result<Content, Stop> {
        self.remark()?;
        let mut refs = Vec::new();
        while refs.len() < MAX_ENTRIES {
            self.spaces()?;
            let start = self.at;
            self.work()?;
            let span = Span::new(start, self.at);
            refs.push(MarkRef::Name { text: read(span.of(self.rest)), span });
            self.spaces()?;
            let c = self.peek()?;
            if self.closes(c) {
                return Ok((Grammar::Bibliographic, refs));
            }
            if !introduces_place(c) {
                return Err(Stop::No);
            }
            self.bump();
            self.spaces()?;
            if self.place()? {
                return Ok((Grammar::Bibliographic, refs));
            }
            if c == ',' || c == ':' {
                return Err(Stop::No);
            }
        }
        Err(Stop::No)
    }

    /// Words before the first author; whether there are any.
    pub fn remark(&mut self) -> Result<bool, Stop> {
        match self.word(LEADS) {
            Err(Stop::Partial) => Err(Stop::Partial),
            Ok(()) => Ok(true),
            Err(Stop::No) => Ok(false),
        }
    }

    /// Authors and the year: several, or one with what stands for others.
    fn work(&mut self) -> Result<Work, Stop> {
        let mut authors = Vec::new();
        let (mut marked, mut loose) = (false, false);
        while !marked && authors.len() < MAX_AUTHORS {
            let author = self.author()?;
            // `김철수외`
            let glued = author.strip_suffix('외').filter(|name| is_korean_name(name));
            let others = glued.is_some();
            authors.push(glued.map_or(author.clone(), str::to_owned));
            self.spaces()?;
            if others {
                marked = true;
                break;
            }
            let comma = self.peek()? == ',';
            if comma {
                self.bump();
                self.spaces()?;
            }
            let c = self.peek()?;
            if c == 'e' {
                self.word(&["et al"])?;
                if self.peek()? == '.' {
                    self.bump();
                }
                marked = true;
            } else if c == '외' && !comma && authors.last().is_some_and(|name| is_korean_name(name)) {
                self.bump();
                marked = true;
            } else if c == '&' || c == 'a' {
                self.word(&["&", "and"])?;
                if !self.peek()?.is_whitespace() {
                    return Err(Stop::No);
                }
                self.spaces()?;
                authors.push(self.author()?);
                if authors.iter().any(|name| TIMES.contains(&name.to_lowercase().as_str())) {
                    return Err(Stop::No);
                }
                (marked, loose) = (true, c == 'a' && authors.len() == 2);
            } else if c == '·' && authors.last().is_some_and(|name| is_full_name(name)) {
                // `이영희·박철수`
                self.bump();
                authors.push(self.author()?);
                marked = authors.last().is_some_and(|name| is_full_name(name));
            } else if !comma {
                return Err(Stop::No);
            }
        }
        if !marked {
            return Err(Stop::No);
        }
        self.spaces()?;
        let comma = self.peek()? == ',';
        if comma {
            self.bump();
            self.spaces()?;
        } else if loose {
            return Err(Stop::No);
        }
        let year = self.year()?;
        Ok(Work { authors: authors.into_iter().map(|name| name.to_lowercase()).collect(), year, loose })
    }

    /// The name of an author: `Kim`, `O’Brien`, `김철수`.
    pub fn author(&mut self) -> Result<String, Stop> {
        let first = self.peek()?;
        let hangul = ('가'..='힣').contains(&first);
        if !(first.is_uppercase() || hangul) {
            return Err(Stop::No);
        }
        let mut name = String::new();
        let mut letters = 0;
        loop {
            let c = self.peek()?;
            if !(c.is_alphabetic() || matches!(c, '-' | '\'' | '’')) || is_open(c) {
                break;
            }
            letters += 1;
            if letters > MAX_NAME {
                return Err(Stop::No);
            }
            name.push(c);
            self.bump();
        }
        if letters < 2
            || hangul && !(is_korean_name(&name) || name.strip_suffix('외').is_some_and(is_korean_name))
        {
            return Err(Stop::No);
        }
        Ok(name)
    }

    /// A year, perhaps with a letter: `2020`, `2020a`.
    pub fn year(&mut self) -> Result<u16, Stop> {
        let mut year = 0_u16;
        for _ in 0..4 {
            let digit =
                self.peek()?.to_digit(10).and_then(|digit| u16::try_from(digit).ok()).ok_or(Stop::No)?;
            year = year * 10 + digit;
            self.bump();
        }
        if !(1800..=2099).contains(&year) {
            return Err(Stop::No);
        }
        if self.peek()?.is_ascii_lowercase() {
            self.bump();
        }
        if self.peek()?.is_alphanumeric() { Err(Stop::No) } else { Ok(year) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_work_is_known_by_its_authors_and_its_year() {
        let of = |name: &str| work(name).map(|work| (work.authors.join("+"), work.year, work.loose));
        for (name, expected) in [
            ("Kim et al., 2020", Some(("kim", 2020, false))),
            ("Kim et al. 2020a", Some(("kim", 2020, false))),
            ("Smith & Lee, 2019", Some(("smith+lee", 2019, false))),
            ("Smith and Lee, 2019", Some(("smith+lee", 2019, true))),
            ("Smith, Park, and Lee, 2019", Some(("smith+park+lee", 2019, false))),
            ("김철수 외, 2020", Some(("김철수", 2020, false))),
            ("김철수외, 2020", Some(("김철수", 2020, false))),
            ("Kim, 2020", None),
            ("Seoul, 2020", None),
            ("March and April, 2020", None),
            ("January 2020", None),
            ("M & A, 2020", None),
            ("Smith & Lee", None),
            ("Kim et al., 20200", None),
        ] {
            assert_eq!(
                of(name),
                expected.map(|(names, year, loose)| (names.to_owned(), year, loose)),
                "{name}"
            );
        }
    }

    #[test]
    fn an_identifier_ends_before_what_closes_the_sentence() {
        for (text, expected) in [
            ("10.1000/182.", Ok("10.1000/182")),
            ("10.1000/a(b)c) is", Ok("10.1000/a(b)c")),
            ("10.1000/182에서", Ok("10.1000/182")),
            ("10.5 percent", Err(Stop::No)),
            ("10.1000 ", Err(Stop::No)),
        ] {
            assert_eq!(doi(text, true), expected, "{text}");
        }
        assert_eq!(doi("10.1000/18", false), Err(Stop::Partial));
        assert_eq!(doi("1", false), Err(Stop::Partial));
    }
}
