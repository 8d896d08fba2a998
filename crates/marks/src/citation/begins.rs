//! What begins at a place in prose: a mark, a note, a number by which a source is named, a cell that cites.
//!
//! Owns which of the grammars is asked there and what stands before the place. Leaves the walk over the text and its
//! literals to [`super::literal`].

use super::grammar::{Body, Grammar, MarkRef, Stop, is_open, parse, parse_tag};
use super::literal::{Lexer, MAX_RUN};
use super::worded::{self, Reading};
use super::{Mark, cells, keyed, markup, narrated, notes, raised, titled};
use stet_text::span::Span;

impl Lexer {
    pub fn read_number(&mut self, at: usize, last: bool) -> Reading {
        self.count(super::MAX_MARK_CHARS);
        let reading = worded::read(&self.text, at, self.floor(), last);
        let ringed = self.rest(at).starts_with(notes::may_open);
        if reading != Reading::No || !ringed {
            return reading;
        }
        match notes::read(self.before_marks(at), self.rest(at), last) {
            Ok(mut body) => {
                body.refs.iter_mut().for_each(|member| member.shift(at));
                Reading::Found(Mark {
                    span: Span::new(at, at + body.len),
                    grammar: body.grammar,
                    refs: body.refs,
                })
            }
            Err(Stop::Partial) => Reading::Open(at),
            Err(Stop::No) => Reading::No,
        }
    }

    /// The text before a place without the marks that stand directly before it: a note may follow another.
    fn before_marks(&self, at: usize) -> &str {
        let mut start = at;
        for mark in self.marks.iter().rev().take(MAX_RUN) {
            let between = self.text.get(mark.span.end..start).unwrap_or_default();
            if !between.bytes().all(|byte| byte == b' ') {
                break;
            }
            start = mark.span.start;
        }
        self.text.get(..start).unwrap_or_default()
    }

    /// What stands in a cell of a column that cites.
    pub fn cell(&mut self, last: bool) -> bool {
        let at = self.at + 1;
        let begins = self.cells > 0 || self.text.get(..self.at).is_some_and(|head| head.trim().is_empty());
        if !begins {
            self.columns.clear();
        }
        self.count(super::MAX_MARK_CHARS);
        let cites = self.columns.contains(&self.cells);
        let found = if cites { cells::read(self.rest(at), last) } else { Err(Stop::No) };
        if found == Err(Stop::Partial) && !last {
            self.candidate = Some(at);
            return false;
        }
        self.candidate = None;
        self.cells += 1;
        let Ok((span, grammar, mut refs)) = found else { return self.skip(1) };
        for member in &mut refs {
            member.shift(at);
        }
        let span = span.shifted(at);
        self.marks.push(Mark { span, grammar, refs });
        self.at = span.end;
        true
    }

    /// What in round brackets cites by where it stands.
    fn by_place(&self, at: usize, last: bool) -> Result<Body, Stop> {
        let rest = self.rest(at);
        match parse(rest) {
            Err(Stop::No) => notes::read(self.before_marks(at), rest, last),
            Ok(body) if body.grammar == Grammar::Bibliographic => {
                let alone = matches!(body.refs.as_slice(), [MarkRef::Name { text, .. }]
                    if titled::work(text).is_none() && body.len <= text.len() + 6);
                let behind = rest.get(body.len..).unwrap_or_default();
                // A sentence may end between it and what is written on to it.
                let waits = !last && behind.starts_with(char::is_alphanumeric);
                let head = self.text.get(..at).unwrap_or_default();
                if alone && !waits && !keyed::ends_clause(head, behind) { Err(Stop::No) } else { Ok(body) }
            }
            parsed => parsed,
        }
    }

    pub fn parse(&mut self, at: usize, last: bool) -> Result<Body, Stop> {
        self.count(super::MAX_MARK_CHARS);
        let opens = self.rest(at).chars().next();
        if matches!(opens, Some('{' | '\\' | '<' | '^')) {
            let found = markup::parse(self.rest(at), markup::MAX_MARKUP);
            if found != Err(Stop::No) {
                self.count(markup::MAX_MARKUP);
            }
            let head = self.before_marks(at);
            match (opens, found) {
                (Some('^'), Ok(_)) if !raised::notes(head, "") => return Err(Stop::No),
                (Some('{'), Err(Stop::No)) => return notes::read(head, self.rest(at), last),
                (Some('<'), found) => {
                    let tagged = self.parse_plain(at, opens, last);
                    let waits = [&tagged, &found].into_iter().any(|found| *found == Err(Stop::Partial));
                    return tagged.or(found).map_err(|stop| if waits { Stop::Partial } else { stop });
                }
                (_, found) => return found,
            }
        }
        self.parse_plain(at, opens, last)
    }

    fn parse_plain(&self, at: usize, opens: Option<char>, last: bool) -> Result<Body, Stop> {
        let raised = opens.is_some_and(|c| !is_open(c) && !matches!(c, '(' | '（' | '&'));
        let joins = self.marks.last().is_some_and(|mark| mark.span.end == at);
        if raised && !joins && !self.text.get(..at).is_some_and(|head| raised::notes(head, self.rest(at))) {
            return if opens == Some('<') { parse_tag(self.rest(at)) } else { Err(Stop::No) };
        }
        let rest = self.rest(at);
        if matches!(opens, Some('(' | '（')) {
            let head = self.text.get(..at).unwrap_or_default();
            return match narrated::narrated(head, rest) {
                Err(Stop::No) => self.by_place(at, last),
                narrated => narrated,
            };
        }
        // A link between notes: `[[handbook.pdf]]`.
        let linked = |body: &Body| {
            let bare = body.refs.first().is_some_and(|first| first.span().start <= 1);
            bare && body.grammar == Grammar::Named
                && self.text.get(..at).is_some_and(|head| head.ends_with('['))
        };
        parse(rest).and_then(|body| if linked(&body) { Err(Stop::No) } else { Ok(body) })
    }
}
