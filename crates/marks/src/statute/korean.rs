//! Korean references: `「학칙」 제25조의2 제3항`, `제3조부터 제5조까지`, `같은 조 제2항`.
//!
//! A parser that can be told that its text goes on: then it answers "partial" wherever the next
//! character could extend the reference.

use super::cursor::{Cursor, Partial};
use super::names::{DEPENDENT, is_name};
use super::units::Numbers;
use super::{Anaphor, ArticleNo, Division, Form, StatuteRef};
use stet_text::span::Span;

/// Members of one list; a longer one goes on as another list.
const MAX_MEMBERS: usize = 16;

/// Letters of subitems.
pub(super) const SUBITEMS: &str = "가나다라마바사아자차카타파하";

impl Cursor<'_> {
    /// `의2`, or `의 2` when no counter follows.
    pub fn branch(&mut self) -> Result<Option<u32>, Partial> {
        self.attempt(|cur| {
            let apart = cur.at;
            cur.spaces()?;
            let apart = cur.at > apart;
            if !cur.word(&["의"])? {
                return Ok(None);
            }
            let glued = cur.at;
            cur.spaces()?;
            let spaced = apart || cur.at > glued;
            let Some(number) = cur.number()? else { return Ok(None) };
            if spaced {
                let next = cur.peek()?;
                let counts = next.is_some_and(|c| {
                    c.is_alphanumeric() && !"에는은을를와과제및의부내로으도이가".contains(c)
                });
                let counts = counts || cur.word(&["가지"])?;
                return Ok((!counts && next != Some('.')).then_some(number));
            }
            Ok(Some(number))
        })
    }

    /// An article or several that share the unit; without `제` only where `bare` allows it.
    fn article(&mut self, bare: bool) -> Result<Option<Numbers>, Partial> {
        let Some(mut numbers) = self.units("조", bare)? else { return Ok(None) };
        if numbers.more.is_empty() && numbers.until.is_none() && numbers.branch.is_none() {
            numbers.branch = self.branch()?;
        }
        Ok(Some(numbers))
    }

    /// `제2항 제3호 가목` into the reference; false when there is none of them.
    fn parts(&mut self, reference: &mut StatuteRef, bare: bool) -> Result<bool, Partial> {
        let mut any = false;
        let paragraph = self.attempt(|cur| {
            cur.spaces()?;
            match cur.circled_paragraph()? {
                Some(first) => Ok(Some(Numbers::one(first))),
                None => cur.units("항", bare),
            }
        })?;
        if let Some(numbers) = paragraph {
            reference.paragraph = Some(numbers.first);
            reference.also = numbers.more;
            reference.also.extend(numbers.until);
            any = true;
        }
        let item = self.attempt(|cur| {
            cur.spaces()?;
            let item = cur.units("호", bare || any)?;
            if item.is_some() {
                cur.branch()?;
            }
            Ok(item)
        })?;
        if let Some(numbers) = item {
            reference.item = Some(numbers.first);
            reference.also = numbers.more;
            reference.also.extend(numbers.until);
            any = true;
            reference.subitem = self.attempt(|cur| {
                cur.spaces()?;
                let Some(letter) = cur.peek()?.filter(|c| SUBITEMS.contains(*c)) else { return Ok(None) };
                cur.at += letter.len_utf8();
                Ok(cur.word(&["목"])?.then_some(letter))
            })?;
        }
        Ok(any)
    }

    /// What joins two members of a list, if a member follows, and whether it says that all between are meant.
    fn next_member(&mut self, before: &StatuteRef) -> Result<Option<(StatuteRef, bool)>, Partial> {
        self.attempt(|cur| {
            cur.spaces()?;
            let mut words = 0;
            let mut range = false;
            while words < 2 {
                let reaches = cur.word(REACHING)?;
                if !reaches && !cur.word(LIST)? {
                    break;
                }
                range |= reaches;
                words += 1;
                cur.spaces()?;
            }
            if words == 0 {
                return Ok(None);
            }
            let mut member = StatuteRef {
                span: Span::new(cur.at, cur.at),
                until: None,
                title: None,
                until_title: None,
                ..before.clone()
            };
            if cur.member(&mut member, true)? {
                cur.word(&["까지"])?;
                member.span.end = cur.at;
                return Ok(Some((member, range)));
            }
            Ok(None)
        })
    }

    /// An article with its parts, an annex, or parts that continue those of `reference`; `bare` as in
    /// [`Cursor::units`].
    fn member(&mut self, reference: &mut StatuteRef, bare: bool) -> Result<bool, Partial> {
        if let Some((annex, also)) = self.annex()? {
            *reference = StatuteRef { annex: Some(annex), also, ..reference.whole() };
            return Ok(true);
        }
        if let Some((divisions, also)) = self.divisions()? {
            return self.divided(reference, divisions, also).map(|()| true);
        }
        if let Some(numbers) = self.article(bare)? {
            let until = numbers.until.map(|number| ArticleNo { number, branch: None });
            *reference = StatuteRef {
                article: Some(ArticleNo { number: numbers.first, branch: numbers.branch }),
                until,
                also: numbers.more,
                ..reference.whole()
            };
            reference.title = self.title()?;
            if reference.also.is_empty() && until.is_none() {
                self.parts_of_article(reference)?;
                self.range(reference)?;
            }
            if reference.title.is_none() && reference.paragraph.is_none() && reference.item.is_none() {
                reference.title = self.title_ahead()?;
            }
            return Ok(true);
        }
        let (paragraph, item) = (reference.paragraph, reference.item);
        (reference.paragraph, reference.item, reference.subitem) = (None, None, None);
        reference.also = Vec::new();
        let parted = paragraph.is_some() || item.is_some() || reference.article.is_some();
        if reference.annex.is_none() && self.parts(reference, bare && parted)? {
            // `제2항 제3호 및 제4호`: the paragraph goes on.
            if reference.paragraph.is_none() && item.is_some() {
                reference.paragraph = paragraph;
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// A reference to divisions, or to an article in them: `제2장`, `제2장 제25조`. In a list the outer ones go on.
    fn divided(
        &mut self,
        reference: &mut StatuteRef,
        mut divisions: Vec<Division>,
        also: Vec<u32>,
    ) -> Result<(), Partial> {
        let level = divisions.first().map_or(0, |first| first.level);
        let outer = reference.divisions.iter().filter(|outer| outer.level < level).cloned();
        divisions.splice(0..0, outer.collect::<Vec<_>>());
        let whole = StatuteRef { also, divisions, ..reference.whole() };
        let inside = self.attempt(|cur| {
            cur.spaces()?;
            let mut article = StatuteRef { also: Vec::new(), ..whole.clone() };
            Ok((whole.also.is_empty() && cur.member(&mut article, false)? && article.article.is_some())
                .then_some(article))
        })?;
        *reference = if let Some(article) = inside {
            StatuteRef { divisions: whole.divisions, ..article }
        } else {
            // `제1관`, `제2편` are seldom of a regulation.
            let loose = whole.divisions.first().is_some_and(Division::is_loose);
            StatuteRef { loose: loose && whole.regulation.is_none(), ..whole }
        };
        Ok(())
    }

    /// The parts behind an article, also behind a particle or a note to it: `제25조의 제2항`, `제25조(2024. 1. 1. 개정)
    /// 제2항`.
    fn parts_of_article(&mut self, reference: &mut StatuteRef) -> Result<(), Partial> {
        if self.parts(reference, true)? {
            return Ok(());
        }
        let owned = self.attempt(|cur| {
            let owned = cur.word(&["의"])? && cur.parts(reference, true)?;
            Ok(owned.then_some(()))
        })?;
        if owned.is_some() || reference.title.is_some() {
            return Ok(());
        }
        self.attempt(|cur| {
            let noted = cur.note()?.is_some() && cur.parts(reference, true)?;
            Ok(noted.then_some(()))
        })?;
        Ok(())
    }

    /// `부터 제5조까지`, `내지 제5조`, `~제5조`, `부터 5조까지`.
    fn range(&mut self, reference: &mut StatuteRef) -> Result<(), Partial> {
        let mut title = None;
        reference.until = self.attempt(|cur| {
            cur.spaces()?;
            if !cur.word(RANGE)? {
                return Ok(None);
            }
            cur.spaces()?;
            let until = cur.article(true)?.filter(|until| until.more.is_empty() && until.until.is_none());
            if until.is_some() {
                title = cur.title()?;
                cur.word(&["까지"])?;
            }
            Ok(until.map(|until| ArticleNo { number: until.first, branch: until.branch }))
        })?;
        reference.until_title = title;
        Ok(())
    }

    /// A list of references after the name (or what points back to one).
    pub fn list(&mut self, first: StatuteRef) -> Result<Vec<StatuteRef>, Partial> {
        let mut refs = vec![first];
        while refs.len() < MAX_MEMBERS {
            let Some(before) = refs.last() else { break };
            let Some((member, range)) = self.next_member(before)? else { break };
            // `제1항부터 제3항까지` is one reference.
            let last = |of: &StatuteRef| of.item.or(of.paragraph);
            let level =
                |of: &StatuteRef| (of.article, of.annex, of.item.is_some(), of.item.and(of.paragraph));
            match (range && member.also.is_empty() && level(&member) == level(before), last(&member)) {
                (true, Some(number)) => {
                    if let Some(before) = refs.last_mut() {
                        before.also.push(number);
                        before.span.end = member.span.end;
                    }
                }
                _ => refs.push(member),
            }
        }
        Ok(refs)
    }

    /// A reference that begins here with a bracket, a unit or a pointing word.
    pub fn reference(&mut self, known: &dyn Fn(&str) -> bool) -> Result<Option<Vec<StatuteRef>>, Partial> {
        let start = self.at;
        let mut first = StatuteRef::empty(start);
        if let Some(name) = self.bracketed()? {
            let name = name.of(self.text).trim_matches(['*', '_', ' ', '\u{a0}']);
            let under = self.under()?;
            let name = &format!("{name}{}", under.map_or("", |under| under.of(self.text)));
            first.regulation = Some(name.to_owned());
            first.form = Form::NameOnly;
            first.span.end = self.at;
            let certain = is_name(name) || known(&super::normalised_name(name));
            if let Some(mut full) = self.of_named(&first, certain)? {
                full.form = Form::Full;
                full.span.end = self.at;
                return self.list(full).map(Some);
            }
            self.at = first.span.end;
            return Ok(certain.then(|| vec![first]));
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
                    cur.member(&mut full, true)?
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
            // `불길한 전조`, `학생의 동조`
            first.loose = first.anaphor.is_some_and(|anaphor| anaphor != Anaphor::SameRegulation);
            return Ok(Some(vec![first]));
        }
        self.unnamed(first, false)
    }

    /// A reference that begins here with a unit; without `제` when `bare` says that a name stands before.
    pub fn unnamed(&mut self, mut first: StatuteRef, bare: bool) -> Result<Option<Vec<StatuteRef>>, Partial> {
        if !self.member(&mut first, bare)? || bare && first.article.is_none() {
            return Ok(None);
        }
        first.span.end = self.at;
        if !first.names_part() {
            first.form = Form::Anaphoric;
            first.anaphor = Some(Anaphor::SameArticle);
            // `국보 제1호`: an item alone is seldom one of an article.
            first.loose = first.paragraph.is_none();
        }
        self.list(first).map(Some)
    }

    /// What of the named regulation is meant: `「학칙」 제25조`, `「학칙」의 제25조`, `「학칙」(제25조)`, `「학칙」 별표 1`. A
    /// number without `제` only behind a name that is `certain` to be a regulation's.
    fn of_named(&mut self, named: &StatuteRef, certain: bool) -> Result<Option<StatuteRef>, Partial> {
        let direct = self.attempt(|cur| {
            cur.spaces()?;
            let mut full = named.clone();
            Ok((cur.member(&mut full, certain)? && full.names_part()).then_some(full))
        })?;
        if direct.is_some() {
            return Ok(direct);
        }
        let owned = self.attempt(|cur| {
            if !cur.word(&["의 ", " 중 "])? {
                return Ok(None);
            }
            cur.spaces()?;
            let mut full = named.clone();
            Ok((cur.member(&mut full, certain)? && full.names_part()).then_some(full))
        })?;
        if owned.is_some() {
            return Ok(owned);
        }
        self.attempt(|cur| {
            cur.spaces()?;
            if !cur.word(&["(", "（"])? {
                return Ok(None);
            }
            let mut full = named.clone();
            let inside = cur.member(&mut full, certain)? && full.names_part() && cur.word(&[")", "）"])?;
            Ok(inside.then_some(full))
        })
    }

    /// ` 시행세칙` behind `「학칙」`: the rules under those that are named.
    fn under(&mut self) -> Result<Option<Span>, Partial> {
        let from = self.at;
        self.attempt(|cur| {
            cur.spaces()?;
            Ok(cur.word(DEPENDENT)?.then(|| Span::new(from, cur.at)))
        })
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

const LIST: &[&str] = &[",", "，", "、", "·", "ㆍ", "및", "와", "과", "또는", "이나", "나", "혹은", "그리고"];
/// What joins the ends of a range of paragraphs or items.
const REACHING: &[&str] = &["내지", "부터", "~", "～", "∼"];
pub(super) const RANGE: &[&str] = &["부터", "내지", "에서", "~", "～", "∼", "-", "–"];

const POINTING: &[(&[&str], Anaphor)] = &[
    (&["같은 조", "같은조", "동 조", "동조", "본 조", "본조"], Anaphor::SameArticle),
    (&["같은 항", "같은항", "동항"], Anaphor::SameParagraph),
    (&["전조", "전 조", "앞 조"], Anaphor::PreviousArticle),
    (&["전항", "전 항", "앞 항"], Anaphor::PreviousParagraph),
    (&["다음 조"], Anaphor::NextArticle),
    (&["다음 항"], Anaphor::NextParagraph),
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
