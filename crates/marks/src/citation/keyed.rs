//! What a bracket names by a key, a place or one author: `[@kim2019]`, `[^note]`, `[p. 3]`, `[Kim20]`, `[Smith 2019]`,
//! `(Employee Handbook, p. 12)`.
//!
//! Owns what of it is unmistakable. Leaves file names and several authors to [`super::titled`].

use super::cursor::{Content, Cursor, read};
use super::grammar::{Grammar, MAX_MARK_CHARS, MarkRef, Shape, Stop};
use super::titled::{Work, is_korean_name, is_time};
use stet_text::digit;
use stet_text::span::Span;

/// Longest key or label, in characters.
const MAX_KEY: usize = 40;

/// Longest title before a page, in characters, and its words but the first.
const MAX_TITLE: usize = 40;
const MAX_GAPS: usize = 4;

/// Keys, labels or works in one bracket.
const MAX_ENTRIES: usize = 6;

/// Names of places that stand with a year more often than authors do: `(Paris, 2015)`.
const PLACES: &[&str] = &[
    "africa",
    "america",
    "amsterdam",
    "asia",
    "athens",
    "australia",
    "austria",
    "bangkok",
    "barcelona",
    "basel",
    "beijing",
    "belgium",
    "berlin",
    "bern",
    "bonn",
    "boston",
    "brazil",
    "britain",
    "brussels",
    "budapest",
    "busan",
    "cairo",
    "california",
    "canada",
    "chicago",
    "china",
    "copenhagen",
    "daegu",
    "daejeon",
    "delhi",
    "denmark",
    "dubai",
    "dublin",
    "edinburgh",
    "egypt",
    "england",
    "europe",
    "finland",
    "florence",
    "france",
    "frankfurt",
    "geneva",
    "germany",
    "glasgow",
    "greece",
    "hague",
    "hamburg",
    "helsinki",
    "hungary",
    "incheon",
    "india",
    "ireland",
    "israel",
    "istanbul",
    "italy",
    "japan",
    "jeju",
    "jerusalem",
    "kenya",
    "korea",
    "kyoto",
    "lisbon",
    "london",
    "luxembourg",
    "lyon",
    "madrid",
    "manchester",
    "melbourne",
    "mexico",
    "milan",
    "montreal",
    "moscow",
    "mumbai",
    "munich",
    "nairobi",
    "naples",
    "netherlands",
    "norway",
    "osaka",
    "oslo",
    "ottawa",
    "oxford",
    "paris",
    "poland",
    "portugal",
    "prague",
    "pyeongchang",
    "rio",
    "rome",
    "rotterdam",
    "russia",
    "scotland",
    "seoul",
    "shanghai",
    "singapore",
    "spain",
    "stockholm",
    "strasbourg",
    "sweden",
    "switzerland",
    "sydney",
    "taipei",
    "taiwan",
    "texas",
    "thailand",
    "tokyo",
    "toronto",
    "turkey",
    "ukraine",
    "vancouver",
    "venice",
    "vienna",
    "vietnam",
    "wales",
    "warsaw",
    "washington",
    "zurich",
];

/// What else stands so: `(Revised, 2019)`, `(Version, 2019)`.
const EDITIONS: &[&str] = &[
    "act",
    "adopted",
    "amended",
    "amendment",
    "census",
    "chapter",
    "circa",
    "covid",
    "data",
    "draft",
    "edition",
    "effective",
    "established",
    "estimate",
    "expo",
    "figure",
    "final",
    "founded",
    "games",
    "ibid",
    "issued",
    "launched",
    "law",
    "olympics",
    "opened",
    "phase",
    "published",
    "released",
    "revised",
    "season",
    "section",
    "since",
    "table",
    "treaty",
    "until",
    "updated",
    "version",
    "vol",
    "volume",
];

/// Family names of Korea with one syllable that are also the beginning of few other words.
const FAMILIES: &str = "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민진지엄채원천방공현함변염추도석선설마길연위표명기반왕금옥육인맹제모탁국";

/// Last syllables of places, offices and times that begin like a name.
const NO_NAMES: &[char] = &[
    '시', '도', '군', '역', '청', '처', '부', '회', '사', '법', '관', '층', '월', '년', '읍', '면', '동',
    '령',
];

impl Cursor<'_> {
    /// `@kim2019`, `see @kim2019, pp. 33-35; also @lee2020`, `-@kim2019`, as Pandoc has it.
    pub fn pandoc(&mut self) -> Result<Content, Stop> {
        if self.shape == Shape::Round {
            return Err(Stop::No);
        }
        let mut refs = Vec::new();
        let mut told = false;
        while refs.len() < MAX_ENTRIES {
            self.spaces()?;
            // Words before the key.
            let mut words = 0;
            while self.peek()?.is_alphabetic() {
                words += 1;
                if words > 3 {
                    return Err(Stop::No);
                }
                let mut letters = 0;
                while self.peek()?.is_alphabetic() || matches!(self.peek()?, '.' | ',') {
                    letters += 1;
                    if letters > 8 {
                        return Err(Stop::No);
                    }
                    self.bump();
                }
                self.spaces()?;
            }
            told |= words > 0;
            if self.peek()? == '-' {
                told = true;
                self.bump();
            }
            if self.peek()? != '@' {
                return Err(Stop::No);
            }
            self.bump();
            let start = self.at;
            let (mut letters, mut dotted) = (0, false);
            loop {
                let c = self.peek()?;
                if !(c.is_alphanumeric() || matches!(c, '_' | ':' | '-' | '/' | '.' | '#' | '+')) {
                    break;
                }
                dotted = c == '.';
                letters += 1;
                if letters > MAX_KEY {
                    return Err(Stop::No);
                }
                self.bump();
            }
            if letters == 0 || dotted {
                return Err(Stop::No);
            }
            let span = Span::new(start, self.at);
            refs.push(MarkRef::Name { text: read(span.of(self.rest)), span });
            // `[@octocat]` is a person.
            told |= span.of(self.rest).contains(|c: char| c.is_ascii_digit()) || refs.len() > 1;
            // The place behind it.
            loop {
                let c = self.peek()?;
                if self.closes(c) {
                    return if told { Ok((Grammar::Named, refs)) } else { Err(Stop::No) };
                }
                told |= matches!(c, ',' | '，');
                if c == ';' {
                    break;
                }
                // An address: `[mail @ a]`.
                if c == '@' || c == '[' {
                    return Err(Stop::No);
                }
                self.bump();
            }
            self.bump();
        }
        Err(Stop::No)
    }

    /// `^note`: the label of a note in words, as in Markdown.
    pub fn label(&mut self) -> Result<Content, Stop> {
        if self.peek()? != '^' || self.shape == Shape::Round {
            return Err(Stop::No);
        }
        self.bump();
        let start = self.at;
        let mut letters = 0;
        loop {
            let c = self.peek()?;
            if self.closes(c) {
                break;
            }
            if !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':')) || letters >= MAX_KEY {
                return Err(Stop::No);
            }
            letters += 1;
            self.bump();
        }
        let span = Span::new(start, self.at);
        // `[^a-z]` is a set of characters.
        if letters == 0 || is_set(span.of(self.rest)) {
            return Err(Stop::No);
        }
        Ok((Grammar::Named, vec![MarkRef::Name { text: read(span.of(self.rest)), span }]))
    }

    /// `p. 3`, `pp. 3-5`, `3쪽` and nothing else: a place without a source.
    pub fn page(&mut self) -> Result<Content, Stop> {
        let start = self.at;
        self.pages()?;
        self.named_from(start)
    }

    /// One name, which is all since `start`, where the brackets close.
    fn named_from(&mut self, start: usize) -> Result<Content, Stop> {
        self.spaces()?;
        let c = self.peek()?;
        let span = Span::new(start, self.at).trimmed(self.rest);
        let refs = vec![MarkRef::Name { text: read(span.of(self.rest)), span }];
        if self.closes(c) { Ok((Grammar::Named, refs)) } else { Err(Stop::No) }
    }

    /// `p. 3`, `pages 3–5`, `3-5쪽`
    fn pages(&mut self) -> Result<(), Stop> {
        if digit(self.peek()?).is_some() {
            self.number_run()?;
            self.spaces()?;
            return self.word(&["쪽", "페이지"]);
        }
        self.word(&["pages", "page", "pp.", "p."])?;
        self.spaces()?;
        self.number_run()
    }

    /// `3`, `3-5`, `3, 5`
    fn number_run(&mut self) -> Result<(), Stop> {
        let mut digits = 0;
        loop {
            let c = self.peek()?;
            let joins = digits > 0 && matches!(c, '-' | '–' | '—' | '~');
            if digit(c).is_none() && !joins {
                break;
            }
            digits += 1;
            if digits > 9 {
                return Err(Stop::No);
            }
            self.bump();
        }
        if digits == 0 { Err(Stop::No) } else { Ok(()) }
    }

    /// `Employee Handbook, p. 12`, `취업규칙 개정본, 12쪽`: a title in a few words, and a page.
    pub fn paged(&mut self) -> Result<Content, Stop> {
        let start = self.at;
        let first = self.peek()?;
        if !(first.is_uppercase() || ('가'..='힣').contains(&first)) {
            return Err(Stop::No);
        }
        let (mut letters, mut gaps) = (0, 0);
        loop {
            let c = self.peek()?;
            if matches!(c, ',' | '，') {
                break;
            }
            gaps += usize::from(c.is_whitespace());
            letters += 1;
            let named =
                c.is_alphanumeric() || c.is_whitespace() || matches!(c, '-' | '’' | '\'' | '·' | '「' | '」');
            if !named || letters > MAX_TITLE || gaps > MAX_GAPS {
                return Err(Stop::No);
            }
            self.bump();
        }
        self.bump();
        self.spaces()?;
        self.pages()?;
        self.named_from(start)
    }

    /// `Kim20`, `Kim20, Lee21`: keys made of a name and two digits.
    pub fn alphabetic(&mut self) -> Result<Content, Stop> {
        let mut refs = Vec::new();
        while refs.len() < MAX_ENTRIES {
            let start = self.at;
            if !self.peek()?.is_ascii_uppercase() {
                return Err(Stop::No);
            }
            self.bump();
            let mut letters = 0;
            while self.peek()?.is_ascii_lowercase() && letters < 4 {
                letters += 1;
                self.bump();
            }
            let name = Span::new(start, self.at).of(self.rest).to_ascii_lowercase();
            for _ in 0..2 {
                if !self.peek()?.is_ascii_digit() {
                    return Err(Stop::No);
                }
                self.bump();
            }
            if letters != 2
                || is_time(&name)
                || matches!(name.as_str(), "win" | "mac" | "ios" | "top" | "sub")
            {
                return Err(Stop::No);
            }
            if self.peek()?.is_ascii_lowercase() {
                self.bump();
            }
            let span = Span::new(start, self.at);
            refs.push(MarkRef::Name { text: read(span.of(self.rest)), span });
            self.spaces()?;
            let c = self.peek()?;
            if self.closes(c) {
                return Ok((Grammar::Named, refs));
            }
            if !matches!(c, ',' | ';') {
                return Err(Stop::No);
            }
            self.bump();
            self.spaces()?;
        }
        Err(Stop::No)
    }

    /// `Smith, 2019`, `Smith 2019: 44`, `see Smith, 2019; Lee, 2020`: works of one author. Without a comma, a page or
    /// another work beside it, only square brackets cite; in round ones the caller looks at what follows.
    pub fn single(&mut self) -> Result<Content, Stop> {
        let mut refs = Vec::new();
        let (mut comma, mut placed) = (false, self.remark()?);
        while refs.len() < MAX_ENTRIES {
            self.spaces()?;
            let start = self.at;
            let author = self.author()?;
            let lower = author.to_lowercase();
            let korean = author.starts_with(|c| ('가'..='힣').contains(&c));
            let fits = if korean {
                is_full_name(&author)
            } else {
                author.chars().any(char::is_lowercase)
                    && ![PLACES, EDITIONS].iter().any(|words| words.contains(&lower.as_str()))
                    && !is_time(&lower)
            };
            if !fits {
                return Err(Stop::No);
            }
            self.spaces()?;
            if self.peek()? == ',' {
                self.bump();
                self.spaces()?;
                comma = true;
            }
            self.year()?;
            let span = Span::new(start, self.at);
            refs.push(MarkRef::Name { text: read(span.of(self.rest)), span });
            self.spaces()?;
            let c = self.peek()?;
            if matches!(c, ',' | ':') {
                self.bump();
                self.spaces()?;
                if digit(self.peek()?).is_some() {
                    self.number_run()?;
                    self.spaces()?;
                    if self.word(&["쪽", "페이지"]) == Err(Stop::Partial) {
                        return Err(Stop::Partial);
                    }
                } else {
                    self.pages()?;
                }
                self.spaces()?;
                placed = true;
            }
            let c = self.peek()?;
            if self.closes(c) {
                let cites = self.shape != Shape::Round || comma || placed || refs.len() > 1;
                return if cites { Ok((Grammar::Bibliographic, refs)) } else { Err(Stop::No) };
            }
            if c != ';' {
                return Err(Stop::No);
            }
            self.bump();
        }
        Err(Stop::No)
    }
}

/// Whether a word is the whole name of a Korean: a family name, two syllables, and no place or office.
pub(super) fn is_full_name(word: &str) -> bool {
    let family = word.chars().next().is_some_and(|c| FAMILIES.contains(c));
    is_korean_name(word) && word.chars().count() == 3 && family && !word.ends_with(NO_NAMES)
}

/// The work of one author that a name is: `Smith, 2019`.
#[must_use]
pub fn lone_work(name: &str) -> Option<Work> {
    let closed = format!("{name}]");
    let mut cur = Cursor { rest: &closed, at: 0, left: MAX_MARK_CHARS, width: 0, shape: Shape::Square };
    let (_, refs) = cur.single().ok()?;
    let [MarkRef::Name { text, .. }] = refs.as_slice() else { return None };
    let (author, year) = text.split_once([',', ' '])?;
    let year = year.trim().get(..4)?.parse().ok()?;
    (cur.at == name.len()).then(|| Work { authors: vec![author.to_lowercase()], year, loose: true })
}

/// Whether what stands around `(Smith, 2019)` lets it cite: a place where something happened stands in the midst of a
/// statement, too.
pub(super) fn ends_clause(head: &str, behind: &str) -> bool {
    let ends = |c: char| matches!(c, '.' | ';' | '!' | '?' | '\n' | '。');
    // Behind a full stop it goes with the sentence before, whatever comes.
    behind.chars().next().is_none_or(ends) || head.trim_end_matches([' ', '`', '"', '”', '*']).ends_with(ends)
}

/// Whether a label is written like a set of characters: `a-z`, `a-zA-Z0-9`.
fn is_set(label: &str) -> bool {
    let mut chars = label.chars().peekable();
    let mut ranges = 0;
    while let Some(from) = chars.next() {
        if !from.is_alphanumeric()
            || chars.next() != Some('-')
            || !chars.next().is_some_and(char::is_alphanumeric)
        {
            return false;
        }
        ranges += 1;
    }
    ranges > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::citation::scan_marks;

    #[test]
    fn keys_labels_and_pages_cite() {
        let of = |text: &str| {
            let names = scan_marks(text).into_iter().flat_map(|mark| mark.refs);
            let name = |member| if let MarkRef::Name { text, .. } = member { text } else { String::new() };
            names.map(name).collect::<Vec<_>>().join("+")
        };
        for (text, expected) in [
            ("It opens [@kim2019].", "kim2019"),
            ("It opens [see @kim2019, pp. 3-5; also @lee].", "kim2019+lee"),
            ("It opens [-@kim].", "kim"),
            ("It opens.[^note]", "note"),
            ("It matches [^a-z] and [^a-zA-Z].", ""),
            ("It opens [p. 3] and [3–5쪽].", "p. 3+3–5쪽"),
            ("It opens [page].", ""),
            ("It opens [Kim20, Lee21a].", "Kim20+Lee21a"),
            ("It opens [Jan20] [Win11] [UTF16].", ""),
            ("It opens [Smith 2019].", "Smith 2019"),
            ("It opens [March 2019], [Seoul 2019] and [Revised 2019].", ""),
            ("It opens (Smith, 2019).", "Smith, 2019"),
            ("It opens (Smith 2019: 44).", "Smith 2019"),
            ("It opens (see Smith, 2019; Lee, 2020).", "Smith, 2019+Lee, 2020"),
            ("It opens (Smith 2019).", ""),
            ("It opened (Seoul, 2019).", ""),
            ("It opened (Smith, 2019) and closed.", ""),
            ("문을 연다(김민수, 2019).", "김민수, 2019"),
            ("문을 연다(서울시, 2019).", ""),
            ("It opens (Employee Handbook, p. 12).", "Employee Handbook, p. 12"),
            ("문을 연다(취업규칙, 12쪽).", "취업규칙, 12쪽"),
            ("It opens (on page 12).", ""),
        ] {
            assert_eq!(of(text), expected, "{text}");
        }
    }
}
