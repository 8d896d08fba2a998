//! English references: `Article 25(2)`, `Articles 3 and 5 of the School Regulations`, `§ 3.2`, `Chapter 3`.

use super::forms::{Cursor, ENGLISH};
use super::korean::MAX_MEMBERS;
use super::names::{is_certain, normalised_name};
use super::number::Numbers;
use super::words::{EN, is_hangul, is_name_char};
use super::{Anaphor, Annex, AnnexKind, ArticleNo, Division, Form, Found, NotYet, StatuteRef};
use stet_text::span::Span;

/// Words of a name behind a reference that are looked at.
const MAX_WORDS: usize = 8;

impl Cursor<'_> {
    /// A list of articles that begins here, with the regulation behind it.
    pub(super) fn english(&mut self, known: &dyn Fn(&str) -> bool) -> Found<Vec<StatuteRef>> {
        let start = self.at;
        let Some(unit) = self.form(&ENGLISH.unit)? else { return self.english_annexes(known) };
        let chapter = unit.get("chapter").is_some();
        let sign = unit.get("sign").is_some();
        let dotted = sign || unit.get("section").is_some();
        // A document that is no regulation has sections and chapters, too.
        let loose = chapter || dotted && !sign;
        let mut first = StatuteRef { loose, ..StatuteRef::empty(start) };
        if !self.english_article(&mut first, dotted)? {
            return Ok(None);
        }
        first.paragraph = unit.number("paragraph").or(first.paragraph);
        let mut refs = vec![first];
        refs.extend(self.members(MAX_MEMBERS - 1, |cur| {
            let mut member = StatuteRef { loose, ..StatuteRef::empty(cur.at) };
            cur.form(&ENGLISH.again)?;
            Ok(cur.english_article(&mut member, dotted)?.then_some(member))
        })?);
        if chapter {
            refs.iter_mut().for_each(as_chapter);
        }
        let capitals = self.text.get(start..).is_some_and(|text| text.starts_with("ARTICLE"));
        self.with_regulation(refs, known, (sign || !loose) && !capitals)
    }

    /// What `take` finds behind `and`, as often as it does.
    fn members<T>(&mut self, most: usize, take: impl Fn(&mut Self) -> Found<T>) -> Result<Vec<T>, NotYet> {
        let mut members = Vec::new();
        while members.len() < most
            && let Some(member) = self.behind(&ENGLISH.and, |cur, _| take(cur))?
        {
            members.push(member);
        }
        Ok(members)
    }

    /// `Annex 2`, `Schedules 1 and 3 to the School Regulations`. Every document may have some.
    fn english_annexes(&mut self, known: &dyn Fn(&str) -> bool) -> Found<Vec<StatuteRef>> {
        let start = self.at;
        let Some((annex, also)) = self.english_annex()? else { return Ok(None) };
        let mut reference = StatuteRef { loose: true, annex: Some(annex), also, ..StatuteRef::empty(start) };
        reference.span.end = self.at;
        self.with_regulation(vec![reference], known, false)
    }

    /// `Annex 2`, `Appendix B`, and further numbers.
    pub(super) fn english_annex(&mut self) -> Found<(Annex, Vec<u32>)> {
        let Some(fields) = self.form(&ENGLISH.annex)? else { return Ok(None) };
        let kind = match fields.get("kind").unwrap_or_default().to_ascii_lowercase().as_bytes() {
            [b'a', b'n', ..] => AnnexKind::Annex,
            [b'a', ..] => AnnexKind::Appendix,
            _ => AnnexKind::Schedule,
        };
        let Some(number) = self.annex_number()? else { return Ok(None) };
        let also = self.members(MAX_MEMBERS, Self::annex_number)?;
        Ok(Some((Annex { kind, number, branch: None }, also)))
    }

    fn annex_number(&mut self) -> Found<u32> {
        let Some(fields) = self.form(&ENGLISH.annex_number)? else { return Ok(None) };
        let letter = match fields.get("number").unwrap_or_default().as_bytes() {
            [letter @ b'A'..=b'Z'] if !b"IVX".contains(letter) => Some(u32::from(*letter)),
            _ => None,
        };
        Ok(letter.or(fields.number("number")))
    }

    /// The references with the regulation behind them; `works` where it may be another work.
    fn with_regulation(
        &mut self,
        mut refs: Vec<StatuteRef>,
        known: &dyn Fn(&str) -> bool,
        works: bool,
    ) -> Found<Vec<StatuteRef>> {
        let same = self.form(&ENGLISH.of_the_same)?.is_some();
        let mut name = if same { None } else { self.english_name(known)? };
        if name.is_none() && works && !same {
            name = self.other_work()?;
        }
        if name.is_some() {
            self.form(&ENGLISH.registered)?;
        }
        if same || name.is_some() {
            for reference in &mut refs {
                reference.regulation = name.map(|name| name.of(self.text).to_owned());
                reference.form = if same { Form::Anaphoric } else { Form::Full };
                reference.anaphor = same.then_some(Anaphor::SameRegulation);
                reference.loose = false;
            }
            // What stands behind the last of them is part of it.
            if let Some(last) = refs.last_mut() {
                last.span.end = self.at;
            }
        }
        Ok(Some(refs))
    }

    /// ` GDPR`, ` of the GDPR`, ` of the contract`: a law by its initials, or what is no regulation.
    fn other_work(&mut self) -> Found<Span> {
        let Some(fields) = self.form(&ENGLISH.other_work)? else { return Ok(None) };
        let word = fields.get("document").or(fields.get("initials")).unwrap_or_default();
        Ok(Some(Span::new(self.at - word.len(), self.at)))
    }

    fn english_article(&mut self, reference: &mut StatuteRef, dotted: bool) -> Result<bool, NotYet> {
        let Some(numbers) = self.english_number(dotted)? else { return Ok(false) };
        reference.article = Some(ArticleNo::new(numbers.first, numbers.branch));
        reference.until = numbers.until.map(|until| ArticleNo::new(until, None));
        reference.title = self.title()?;
        if let Some(parts) = self.form(&ENGLISH.parts)? {
            let written = ["paragraph", "spaced", "circled", "named"];
            reference.paragraph = written.into_iter().find_map(|name| parts.number(name));
            reference.item = parts.number("item").or(parts.number("of"));
        }
        // `(2)(a)(ii)`: points are part of the reference, and are not looked up.
        self.form(&ENGLISH.points)?;
        if reference.until.is_none() {
            reference.until = self.behind(&ENGLISH.to, |cur, _| {
                let until = cur.english_number(dotted)?;
                Ok(until.map(|until| ArticleNo::new(until.first, until.branch)))
            })?;
        }
        if reference.until.is_some() {
            reference.until_title = self.title()?;
        } else if reference.title.is_none() && reference.paragraph.is_none() {
            reference.title = self.title_ahead()?;
        }
        reference.span.end = self.at;
        Ok(true)
    }

    /// `25`, `25-2`, of a section `3.2`; a hyphen with a larger number behind it is a range.
    pub(super) fn english_number(&mut self, dotted: bool) -> Found<Numbers> {
        let digits = if dotted { &ENGLISH.number_dotted } else { &ENGLISH.number };
        let Some(fields) = self.first_of(&[digits, &ENGLISH.numeral, &ENGLISH.numeral_one])? else {
            return Ok(None);
        };
        let Some(first) = fields.number("number") else { return Ok(None) };
        let branch = fields.number("branch");
        let ranges = fields.get("whole").is_some_and(|whole| whole.contains('-'));
        let until = branch.filter(|branch| ranges && *branch > first);
        let branch = branch.filter(|_| until.is_none());
        Ok(Some(Numbers { first, branch, more: Vec::new(), until }))
    }

    /// ` of the 「…」`, ` of the 학칙`, ` of the School Regulations`.
    fn english_name(&mut self, known: &dyn Fn(&str) -> bool) -> Found<Span> {
        self.behind(&ENGLISH.of, |cur, _| {
            let quotes = [("「", '」'), ("『", '』'), ("“", '”'), ("\"", '"')];
            if let Some(name) = cur.inside(&quotes)? {
                return Ok(Some(name));
            }
            if cur.peek()?.is_some_and(is_hangul) { cur.korean_name(known) } else { cur.capitalised(known) }
        })
    }

    /// The word that begins here, of characters that `takes` accepts.
    fn run(&mut self, takes: impl Fn(char) -> bool) -> Result<Span, NotYet> {
        let start = self.at;
        while let Some(c) = self.peek()?.filter(|c| takes(*c)) {
            self.at += c.len_utf8();
        }
        Ok(Span::new(start, self.at))
    }

    /// Korean words up to the last that ends a stored regulation's name, or what can be nothing but one.
    fn korean_name(&mut self, known: &dyn Fn(&str) -> bool) -> Found<Span> {
        let start = self.at;
        let mut end = None;
        for _ in 0..MAX_WORDS {
            self.run(is_name_char)?;
            let name = Span::new(start, self.at).of(self.text);
            let first = end.is_none() && !name.contains(' ');
            if known(&normalised_name(name)) || first && is_certain(name) {
                end = Some(self.at);
            }
            if self.peek()? != Some(' ') {
                break;
            }
            self.at += 1;
            if !self.peek()?.is_some_and(is_hangul) {
                break;
            }
        }
        self.at = end.unwrap_or(self.at);
        Ok(end.map(|end| Span::new(start, end)))
    }

    /// Capitalised words up to one that ends a regulation's name, a stored one if there is such.
    fn capitalised(&mut self, known: &dyn Fn(&str) -> bool) -> Found<Span> {
        let start = self.at;
        let (mut end, mut stored) = (None, None);
        let mut joined = false;
        for _ in 0..MAX_WORDS {
            let word = self.run(|c| c.is_alphanumeric() || matches!(c, '-' | '&' | '\''))?.of(self.text);
            let joins = EN.has("inside", word);
            if word.is_empty() || !(joins || word.starts_with(char::is_uppercase)) {
                break;
            }
            // `the Regulations on Leave of Absence` is one name, and `the Regulations and Visitors` are not.
            joined = match (word, joined) {
                ("on" | "for", _) if end.is_some() => true,
                ("of" | "the" | "and" | "&", joined) => joined,
                (_, joined) => joined && !joins,
            };
            let lower = word.to_lowercase();
            if EN.has("name", &lower) || EN.has("document", &lower) || joined && !joins {
                end = Some(self.at);
                if known(&normalised_name(Span::new(start, self.at).of(self.text))) {
                    stored = end;
                }
            }
            if self.peek()? != Some(' ') {
                break;
            }
            self.at += 1;
        }
        let end = stored.or(end);
        self.at = end.unwrap_or(self.at);
        Ok(end.map(|end| Span::new(start, end)))
    }
}

/// `Chapter 3` is read like `Article 3`.
fn as_chapter(reference: &mut StatuteRef) {
    let number = reference.article.take();
    reference.divisions =
        number.map(|number| Division::chapter(number.number, number.branch)).into_iter().collect();
    reference.also.extend(reference.until.take().map(|until| until.number));
    (reference.paragraph, reference.item, reference.title) = (None, None, None);
}
