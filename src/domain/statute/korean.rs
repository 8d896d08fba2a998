//! Korean references: `「학칙」 제25조의2 제3항`, `제3조부터 제5조까지`, `같은 조 제2항`.
//!
//! A parser that can be told that its text goes on: then it answers "partial" wherever the next
//! character could extend the reference.

use super::names::is_name;
use super::{Anaphor, ArticleNo, Form, StatuteRef};
use crate::domain::span::Span;

/// The text ended where more of it could matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Partial;

/// Longest title in parentheses behind an article, in bytes: `제25조(휴학)`.
const MAX_TITLE: usize = 90;

/// Members of one list; a longer one goes on as another list.
const MAX_MEMBERS: usize = 16;

const SUBITEMS: &str = "가나다라마바사아자차카타파하";

#[derive(Clone)]
pub(super) struct Cursor<'a> {
    pub text: &'a str,
    pub at: usize,
    /// First byte that is not looked at.
    pub end: usize,
    /// Nothing follows `end` that could matter.
    pub last: bool,
}

impl<'a> Cursor<'a> {
    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    pub fn peek(&self) -> Result<Option<char>, Partial> {
        match self.rest().chars().next() {
            None if !self.last => Err(Partial),
            next => Ok(next),
        }
    }

    /// Takes one of the words if it stands here.
    pub fn word(&mut self, words: &[&str]) -> Result<bool, Partial> {
        for word in words {
            if self.rest().starts_with(word) {
                self.at += word.len();
                return Ok(true);
            }
            if !self.last && word.starts_with(self.rest()) {
                return Err(Partial);
            }
        }
        Ok(false)
    }

    /// Skips at most two spaces.
    pub fn spaces(&mut self) -> Result<(), Partial> {
        for _ in 0..2 {
            match self.peek()? {
                Some(' ' | '\u{a0}' | '\t') => {
                    self.at += self.rest().chars().next().map_or(0, char::len_utf8);
                }
                _ => break,
            }
        }
        Ok(())
    }

    /// A number of at most four digits.
    pub fn number(&mut self) -> Result<Option<u32>, Partial> {
        let mut value = None;
        for _ in 0..5 {
            let Some(digit) = self.peek()?.and_then(digit) else { return Ok(value) };
            value = Some(value.unwrap_or(0) * 10 + digit);
            self.at += self.rest().chars().next().map_or(0, char::len_utf8);
        }
        Ok(None)
    }

    /// Runs `take` and goes back when it finds nothing.
    pub fn attempt<T>(
        &mut self,
        take: impl FnOnce(&mut Self) -> Result<Option<T>, Partial>,
    ) -> Result<Option<T>, Partial> {
        let start = self.at;
        let found = take(self)?;
        if found.is_none() {
            self.at = start;
        }
        Ok(found)
    }

    /// `제25조`, `제 25 조`; without `제` only where `bare` allows it.
    fn unit(&mut self, unit: &str, bare: bool) -> Result<Option<u32>, Partial> {
        self.attempt(|cur| {
            let marked = cur.word(&["제"])?;
            if !marked && !bare {
                return Ok(None);
            }
            cur.spaces()?;
            let Some(number) = cur.number()? else { return Ok(None) };
            cur.spaces()?;
            Ok(cur.word(&[unit])?.then_some(number))
        })
    }

    /// `의2`, or `의 2` when no counter follows.
    fn branch(&mut self) -> Result<Option<u32>, Partial> {
        self.attempt(|cur| {
            if !cur.word(&["의"])? {
                return Ok(None);
            }
            let glued = cur.at;
            cur.spaces()?;
            let spaced = cur.at > glued;
            let Some(number) = cur.number()? else { return Ok(None) };
            if spaced {
                let next = cur.peek()?;
                let counts = next.is_some_and(|c| {
                    c.is_alphanumeric() && !"에는은을를와과제및의부내로으도이가".contains(c)
                });
                return Ok((!counts && next != Some('.')).then_some(number));
            }
            Ok(Some(number))
        })
    }

    fn article(&mut self) -> Result<Option<ArticleNo>, Partial> {
        let Some(number) = self.unit("조", false)? else { return Ok(None) };
        let branch = self.branch()?;
        Ok(Some(ArticleNo { number, branch }))
    }

    /// `(휴학)`, with a space before it or not.
    fn title(&mut self) -> Result<(), Partial> {
        self.attempt(|cur| {
            cur.spaces()?;
            if !cur.word(&["(", "（"])? {
                return Ok(None);
            }
            let inside = cur.rest();
            let close = inside.find([')', '）', '[', '\n', '(']);
            match close.filter(|at| *at <= MAX_TITLE) {
                Some(at) if inside.get(at..).is_some_and(|tail| tail.starts_with([')', '）'])) => {
                    cur.at += at;
                    cur.at += cur.rest().chars().next().map_or(0, char::len_utf8);
                    Ok(Some(()))
                }
                None if !cur.last && inside.len() <= MAX_TITLE => Err(Partial),
                _ => Ok(None),
            }
        })
        .map(|_| ())
    }

    /// `제2항 제3호 가목` into the reference; false when there is none of them.
    fn parts(&mut self, reference: &mut StatuteRef, bare: bool) -> Result<bool, Partial> {
        let mut any = false;
        let paragraph = self.attempt(|cur| {
            cur.spaces()?;
            cur.unit("항", bare)
        })?;
        if paragraph.is_some() {
            reference.paragraph = paragraph;
            any = true;
        }
        let item = self.attempt(|cur| {
            cur.spaces()?;
            let item = cur.unit("호", bare || any)?;
            if item.is_some() {
                cur.branch()?;
            }
            Ok(item)
        })?;
        if item.is_some() {
            reference.item = item;
            any = true;
        }
        if item.is_some() {
            reference.subitem = self.attempt(|cur| {
                cur.spaces()?;
                let Some(letter) = cur.peek()?.filter(|c| SUBITEMS.contains(*c)) else { return Ok(None) };
                cur.at += letter.len_utf8();
                Ok(cur.word(&["목"])?.then_some(letter))
            })?;
        }
        Ok(any)
    }

    /// What joins two members of a list, if a member follows.
    fn next_member(&mut self, before: &StatuteRef) -> Result<Option<StatuteRef>, Partial> {
        self.attempt(|cur| {
            cur.spaces()?;
            let mut words = 0;
            while words < 2 && cur.word(LIST)? {
                words += 1;
                cur.spaces()?;
            }
            if words == 0 {
                return Ok(None);
            }
            let mut member = StatuteRef { span: Span::new(cur.at, cur.at), until: None, ..before.clone() };
            if cur.member(&mut member)? {
                cur.word(&["까지"])?;
                member.span.end = cur.at;
                return Ok(Some(member));
            }
            Ok(None)
        })
    }

    /// An article with its parts, or parts that continue those of `reference`.
    fn member(&mut self, reference: &mut StatuteRef) -> Result<bool, Partial> {
        if let Some(article) = self.article()? {
            *reference = StatuteRef {
                article: Some(article),
                paragraph: None,
                item: None,
                subitem: None,
                ..reference.clone()
            };
            self.title()?;
            self.parts(reference, true)?;
            self.range(reference)?;
            return Ok(true);
        }
        let (paragraph, item) = (reference.paragraph, reference.item);
        (reference.paragraph, reference.item, reference.subitem) = (None, None, None);
        if self.parts(reference, false)? {
            // `제2항 제3호 및 제4호`: the paragraph goes on.
            if reference.paragraph.is_none() && item.is_some() {
                reference.paragraph = paragraph;
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// `부터 제5조까지`, `내지 제5조`, `~제5조`.
    fn range(&mut self, reference: &mut StatuteRef) -> Result<(), Partial> {
        let until = self.attempt(|cur| {
            cur.spaces()?;
            if !cur.word(RANGE)? {
                return Ok(None);
            }
            cur.spaces()?;
            let until = cur.article()?;
            if until.is_some() {
                cur.title()?;
                cur.word(&["까지"])?;
            }
            Ok(until)
        })?;
        reference.until = until;
        Ok(())
    }

    /// A list of references after the name (or what points back to one).
    pub fn list(&mut self, first: StatuteRef) -> Result<Vec<StatuteRef>, Partial> {
        let mut refs = vec![first];
        while refs.len() < MAX_MEMBERS {
            let Some(before) = refs.last() else { break };
            let Some(member) = self.next_member(before)? else { break };
            refs.push(member);
        }
        Ok(refs)
    }

    /// A reference that begins here with a bracket, a unit or a pointing word.
    pub fn reference(&mut self, known: &dyn Fn(&str) -> bool) -> Result<Option<Vec<StatuteRef>>, Partial> {
        let start = self.at;
        let mut first = empty(start);
        if let Some(name) = self.bracketed()? {
            first.regulation = Some(name.of(self.text).trim().to_owned());
            first.form = Form::NameOnly;
            first.span.end = self.at;
            let article = self.attempt(|cur| {
                cur.spaces()?;
                let mut full = first.clone();
                Ok(cur.member(&mut full)?.then_some(full))
            })?;
            return match article {
                Some(mut full) if full.article.is_some() => {
                    full.form = Form::Full;
                    full.span.end = self.at;
                    self.list(full).map(Some)
                }
                _ => {
                    self.at = first.span.end;
                    let name = name.of(self.text);
                    Ok((is_name(name) || known(&super::normalised_name(name))).then(|| vec![first]))
                }
            };
        }
        if let Some(anaphor) = self.pointer()? {
            first.form = Form::Anaphoric;
            first.anaphor = Some(anaphor);
            let under = self.attempt(|cur| {
                cur.spaces()?;
                Ok((anaphor == Anaphor::SameRegulation && cur.word(&["시행령", "시행규칙"])?).then_some(()))
            })?;
            if under.is_some() {
                // Another regulation than the one that is pointed to.
                (first.form, first.anaphor) = (Form::NameOnly, None);
                first.regulation = Some(Span::new(start, self.at).of(self.text).to_owned());
            }
            first.span.end = self.at;
            let with_parts = self.attempt(|cur| {
                cur.spaces()?;
                let mut full = first.clone();
                let found = if anaphor == Anaphor::SameRegulation {
                    cur.member(&mut full)?
                } else {
                    cur.parts(&mut full, true)?
                };
                Ok(found.then_some(full))
            })?;
            if let Some(mut full) = with_parts {
                full.span.end = self.at;
                if full.regulation.is_some() {
                    full.form = Form::Full;
                }
                return self.list(full).map(Some);
            }
            return Ok(Some(vec![first]));
        }
        if !self.member(&mut first)? {
            return Ok(None);
        }
        first.span.end = self.at;
        if first.article.is_none() {
            first.form = Form::Anaphoric;
            first.anaphor = Some(Anaphor::SameArticle);
        }
        self.list(first).map(Some)
    }

    /// The inside of `「…」`.
    fn bracketed(&mut self) -> Result<Option<Span>, Partial> {
        const PAIRS: [(&str, char); 3] = [("「", '」'), ("『", '』'), ("｢", '｣')];
        for (open, close) in PAIRS {
            let Some(inside) = self.rest().strip_prefix(open) else { continue };
            let longest =
                inside.char_indices().nth(super::names::MAX_NAME).map_or(inside.len(), |(at, _)| at);
            let window = inside.get(..longest).unwrap_or(inside);
            let start = self.at + open.len();
            return match window.find([close, '\n']) {
                Some(at) if window.get(at..).is_some_and(|tail| tail.starts_with(close)) => {
                    self.at = start + at + close.len_utf8();
                    Ok(Some(Span::new(start, start + at)))
                }
                None if !self.last && window.len() == inside.len() => Err(Partial),
                _ => Ok(None),
            };
        }
        Ok(None)
    }

    /// `같은 조`, `동조`, `전항`, `같은 규정`; a word must end there.
    fn pointer(&mut self) -> Result<Option<Anaphor>, Partial> {
        let start = self.at;
        for (words, anaphor) in POINTING {
            if self.word(words)? {
                // `동조한다` agrees with someone, and `전조등` is a lamp.
                let next = self.peek()?;
                let ends = next.is_none_or(|c| {
                    !super::names::is_hangul(c) || "제의에은는이가을를와과로도및까".contains(c)
                }) || (*anaphor == Anaphor::SameRegulation && self.rest().starts_with("시행"));
                if ends {
                    return Ok(Some(*anaphor));
                }
                self.at = start;
            }
        }
        Ok(None)
    }
}

const LIST: &[&str] = &[
    ",",
    "，",
    "、",
    "·",
    "ㆍ",
    "및",
    "와",
    "과",
    "또는",
    "이나",
    "나",
    "혹은",
    "그리고",
    "내지",
    "부터",
    "~",
    "～",
    "∼",
];
const RANGE: &[&str] = &["부터", "내지", "에서", "~", "～", "∼", "-", "–"];

const POINTING: &[(&[&str], Anaphor)] = &[
    (&["같은 조", "같은조", "동 조", "동조", "본 조", "본조"], Anaphor::SameArticle),
    (&["같은 항", "같은항", "동항"], Anaphor::SameParagraph),
    (&["전조"], Anaphor::PreviousArticle),
    (&["전항"], Anaphor::PreviousParagraph),
    (
        &[
            "같은 규정",
            "같은 규칙",
            "같은 학칙",
            "같은 세칙",
            "같은 지침",
            "같은 법",
            "같은 정관",
            "같은 조례",
            "같은 내규",
            "동 규정",
            "동 규칙",
            "동 학칙",
            "동 세칙",
            "동 지침",
            "동 법",
            "동 정관",
            "동 조례",
            "동규정",
            "동규칙",
            "동학칙",
            "동세칙",
            "동지침",
            "동법",
        ],
        Anaphor::SameRegulation,
    ),
];

/// A reference that says nothing yet.
pub(super) const fn empty(at: usize) -> StatuteRef {
    StatuteRef {
        span: Span::new(at, at),
        regulation: None,
        article: None,
        until: None,
        paragraph: None,
        item: None,
        subitem: None,
        supplement: false,
        form: Form::ArticleOnly,
        anaphor: None,
    }
}

/// Value of an ASCII or full-width digit.
pub(super) fn digit(c: char) -> Option<u32> {
    c.to_digit(10).or_else(|| ('０'..='９').contains(&c).then(|| u32::from(c) - u32::from('０')))
}
