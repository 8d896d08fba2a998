//! English references: `Article 25(2)`, `Articles 3 and 5 of the School Regulations`.

use super::cursor::{Cursor, Partial};
use super::names::{DOCUMENTS, ENGLISH, MAX_NAME, is_certain, is_hangul, is_name_char, normalised_name};
use super::{Anaphor, ArticleNo, Division, Form, StatuteRef};
use stet_text::span::Span;

const MAX_MEMBERS: usize = 16;

/// Largest paragraph in brackets behind a space: `Article 3 (2020)` is a year.
const MAX_PARAGRAPH: u32 = 99;

/// Fewest letters of a law's initials.
const MIN_INITIALS: usize = 3;

impl Cursor<'_> {
    /// A list of articles that begins here, with the regulation behind it.
    pub fn english(&mut self, known: &dyn Fn(&str) -> bool) -> Result<Option<Vec<StatuteRef>>, Partial> {
        let start = self.at;
        let paragraph = self.leading_paragraph()?;
        let sign = self.word(&["§§", "§"])?;
        let section = !sign
            && self.word(&["Sections ", "sections ", "Section ", "section ", "Secs. ", "Sec. ", "Sec."])?;
        let chapter = !sign
            && !section
            && self.word(&["Chapters ", "chapters ", "Chapter ", "chapter ", "CHAPTER "])?;
        let article = !sign
            && !section
            && !chapter
            && self.word(&["Articles", "articles", "Article", "article", "Arts.", "Art.", "ARTICLE"])?;
        self.spaces()?;
        let mut first = StatuteRef::empty(start);
        if !(sign || section || chapter || article) || !self.english_article(&mut first, sign || section)? {
            self.at = start;
            return Ok(None);
        }
        if paragraph.is_some() {
            first.paragraph = paragraph;
        }
        // A document that is no regulation has sections and chapters, too.
        let loose = section || chapter;
        first.loose = loose;
        let mut refs = vec![first];
        while refs.len() < MAX_MEMBERS {
            let member = self.attempt(|cur| {
                cur.spaces()?;
                if !cur.word(&[", and", ", or", ",", "and", "or", "&"])? {
                    return Ok(None);
                }
                cur.spaces()?;
                let from = cur.at;
                cur.word(&["Article ", "article ", "Section ", "section ", "Chapter ", "chapter ", "§"])?;
                cur.spaces()?;
                let mut member = StatuteRef { loose, ..StatuteRef::empty(from) };
                Ok(cur.english_article(&mut member, sign || section)?.then_some(member))
            })?;
            let Some(member) = member else { break };
            refs.push(member);
        }
        if chapter {
            refs.iter_mut().for_each(as_chapter);
        }
        if self.same_regulation()? {
            for reference in &mut refs {
                (reference.form, reference.anaphor) = (Form::Anaphoric, Some(Anaphor::SameRegulation));
                reference.loose = false;
            }
            if let Some(last) = refs.last_mut() {
                last.span.end = self.at;
            }
            return Ok(Some(refs));
        }
        let capitals = self.text.get(start..).is_some_and(|text| text.starts_with("ARTICLE"));
        let name = match self.english_name(known)? {
            None if (article || sign) && !capitals => self.other_work()?,
            name => name,
        };
        if let Some(name) = name {
            self.registered()?;
            for reference in &mut refs {
                reference.regulation = Some(name.of(self.text).to_owned());
                reference.form = Form::Full;
                reference.loose = false;
            }
            if let Some(last) = refs.last_mut() {
                last.span.end = self.at;
            }
        }
        Ok(Some(refs))
    }

    /// ` of the same Regulations`: points back.
    fn same_regulation(&mut self) -> Result<bool, Partial> {
        let pointer = self.attempt(|cur| {
            cur.spaces()?;
            if !cur.word(&["of the same "])? {
                return Ok(None);
            }
            let from = cur.at;
            while cur.peek()?.is_some_and(|c| c.is_ascii_alphabetic() || c == '-') {
                cur.at += 1;
            }
            let noun = Span::new(from, cur.at).of(cur.text).to_lowercase();
            Ok(ENGLISH.contains(&noun.as_str()).then_some(()))
        })?;
        Ok(pointer.is_some())
    }

    /// ` GDPR`, ` of the GDPR`, ` of the contract`: a law by its initials, or what is no regulation.
    fn other_work(&mut self) -> Result<Option<Span>, Partial> {
        self.attempt(|cur| {
            cur.spaces()?;
            let of = cur.word(&["of "])?;
            if of {
                cur.word(&["the ", "this ", "our ", "your "])?;
            }
            let from = cur.at;
            while cur.peek()?.is_some_and(|c| c.is_ascii_uppercase() || of && c.is_ascii_lowercase()) {
                cur.at += 1;
            }
            let word = Span::new(from, cur.at).of(cur.text);
            if word.is_empty() || cur.peek()?.is_some_and(|c| c.is_ascii_alphanumeric()) {
                return Ok(None);
            }
            let initials = word.len() >= MIN_INITIALS && word.bytes().all(|byte| byte.is_ascii_uppercase());
            Ok((initials || of && DOCUMENTS.contains(&word)).then(|| Span::new(from, cur.at)))
        })
    }

    /// ` (EU) 2016/679`, ` 2001/29/EC` behind a name.
    fn registered(&mut self) -> Result<(), Partial> {
        self.attempt(|cur| {
            cur.spaces()?;
            cur.word(&["(EU) ", "(EC) "])?;
            let year = cur.number()?.is_some() && cur.word(&["/"])?;
            let registered = year && cur.number()?.is_some();
            cur.word(&["/EC", "/EU", "/EEC"])?;
            Ok(registered.then_some(()))
        })?;
        Ok(())
    }

    /// `paragraph 2 of ` before an article.
    fn leading_paragraph(&mut self) -> Result<Option<u32>, Partial> {
        self.attempt(|cur| {
            if !cur.word(&["paragraph ", "Paragraph ", "para. ", "Para. "])? {
                return Ok(None);
            }
            cur.word(&["("])?;
            let number = cur.number()?;
            cur.word(&[")"])?;
            Ok(if cur.word(&[" of "])? { number } else { None })
        })
    }

    fn english_article(&mut self, reference: &mut StatuteRef, dotted: bool) -> Result<bool, Partial> {
        let emphasis = self.emphasis()?;
        let Some(article) = self.english_number(dotted)? else { return Ok(false) };
        if let Some(mark) = emphasis
            && !self.word(&[mark])?
        {
            return Ok(false);
        }
        reference.article = Some(article);
        reference.title = self.title()?;
        reference.paragraph = self.attempt(|cur| {
            let glued = cur.at;
            cur.spaces()?;
            let spaced = cur.at > glued;
            if let Some(number) = cur.circled_paragraph()? {
                return Ok(Some(number));
            }
            Ok(cur.parenthesised()?.filter(|number| !spaced || *number <= MAX_PARAGRAPH))
        })?;
        if reference.paragraph.is_some() {
            reference.item = self.parenthesised()?;
        } else {
            reference.paragraph = self.attempt(|cur| {
                cur.word(&[","])?;
                cur.spaces()?;
                if !cur.word(&["paragraph ", "Paragraph ", "paragraphs ", "para. ", "para "])? {
                    return Ok(None);
                }
                cur.number()
            })?;
        }
        // `(2)(a)(ii)`: points are part of the reference, and are not looked up.
        for _ in 0..2 {
            self.lettered()?;
        }
        reference.until = self.attempt(|cur| {
            cur.spaces()?;
            if !cur.word(&["to ", "through ", "–", "-"])? {
                return Ok(None);
            }
            cur.spaces()?;
            cur.word(&["Article ", "article ", "Section ", "section ", "§"])?;
            cur.spaces()?;
            cur.english_number(dotted)
        })?;
        if reference.until.is_some() {
            reference.until_title = self.title()?;
        } else if reference.title.is_none() && reference.paragraph.is_none() {
            reference.title = self.title_ahead()?;
        }
        reference.span.end = self.at;
        Ok(true)
    }

    /// `25`, `25-2`, of a section `3.2`; a hyphen with a larger number behind it is a range and left alone.
    fn english_number(&mut self, dotted: bool) -> Result<Option<ArticleNo>, Partial> {
        let number = match self.number()? {
            None => self.numeral()?,
            number => number,
        };
        let Some(number) = number else { return Ok(None) };
        let branch = self.attempt(|cur| {
            if dotted && cur.word(&["."])? {
                return cur.number();
            }
            if !cur.word(&["-"])? {
                return Ok(None);
            }
            Ok(cur.number()?.filter(|branch| *branch <= number))
        })?;
        Ok(Some(ArticleNo { number, branch }))
    }

    /// A Roman numeral that is no pronoun and no initial: `Article XXV`, `Article I.`, but `Article I wrote`.
    fn numeral(&mut self) -> Result<Option<u32>, Partial> {
        self.attempt(|cur| {
            let from = cur.at;
            let Some(number) = cur.roman()? else { return Ok(None) };
            let alone = Span::new(from, cur.at).of(cur.text) == "I";
            let mut look = cur.clone();
            let ends = match look.peek()? {
                None => true,
                Some(' ') if alone => look.word(&[" of ", " and ", " or "])?,
                Some(c) => !c.is_alphanumeric() && c != '\'' && c != '’',
            };
            Ok(ends.then_some(number))
        })
    }

    fn parenthesised(&mut self) -> Result<Option<u32>, Partial> {
        self.attempt(|cur| {
            if !cur.word(&["("])? {
                return Ok(None);
            }
            let Some(number) = cur.number()? else { return Ok(None) };
            Ok(cur.word(&[")"])?.then_some(number))
        })
    }

    /// `(a)`, `(aa)`, `(iv)`; a longer word is a title.
    fn lettered(&mut self) -> Result<Option<()>, Partial> {
        self.attempt(|cur| {
            if !cur.word(&["("])? {
                return Ok(None);
            }
            let from = cur.at;
            for at in 0..4 {
                match cur.peek()? {
                    Some(c) if c.is_ascii_lowercase() => cur.at += 1,
                    _ if at == 0 => return Ok(None),
                    _ => break,
                }
            }
            let point = Span::new(from, cur.at).of(cur.text);
            let mut letters = point.chars();
            let first = letters.next();
            let numeral = point.chars().all(|c| matches!(c, 'i' | 'v' | 'x'));
            let point = numeral || point.len() <= 2 && letters.all(|c| Some(c) == first);
            Ok((cur.word(&[")"])? && point).then_some(()))
        })
    }

    /// ` of the 「…」`, ` of the 학칙`, ` of the School Regulations`.
    fn english_name(&mut self, known: &dyn Fn(&str) -> bool) -> Result<Option<Span>, Partial> {
        self.attempt(|cur| {
            cur.spaces()?;
            if !cur.word(&["of "])? {
                return Ok(None);
            }
            cur.spaces()?;
            cur.word(&["the ", "this ", "our "])?;
            cur.spaces()?;
            if let Some(close) = [("「", '」'), ("『", '』'), ("“", '”'), ("\"", '"')]
                .iter()
                .find_map(|(open, close)| cur.rest().starts_with(open).then_some(*close))
            {
                let from = cur.at + cur.rest().chars().next().map_or(0, char::len_utf8);
                let inside = cur.text.get(from..cur.end).unwrap_or_default();
                return match inside.find([close, '\n']) {
                    Some(at)
                        if at <= 3 * MAX_NAME
                            && inside.get(at..).is_some_and(|tail| tail.starts_with(close)) =>
                    {
                        cur.at = from + at + close.len_utf8();
                        Ok(Some(Span::new(from, from + at)))
                    }
                    None if !cur.last && inside.len() <= 3 * MAX_NAME => Err(Partial),
                    _ => Ok(None),
                };
            }
            if cur.peek()?.is_some_and(is_hangul) { cur.korean_name(known) } else { cur.capitalised(known) }
        })
    }

    /// Korean words up to the last that ends a stored regulation's name, or what can be nothing but one.
    fn korean_name(&mut self, known: &dyn Fn(&str) -> bool) -> Result<Option<Span>, Partial> {
        let start = self.at;
        let mut end = None;
        for _ in 0..8 {
            while self.peek()?.is_some_and(is_name_char) {
                self.at += self.rest().chars().next().map_or(0, char::len_utf8);
            }
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
        if let Some(end) = end {
            self.at = end;
        }
        Ok(end.map(|end| Span::new(start, end)))
    }

    /// Capitalised words up to one that ends a regulation's name, a stored one if there is such.
    fn capitalised(&mut self, known: &dyn Fn(&str) -> bool) -> Result<Option<Span>, Partial> {
        let start = self.at;
        let (mut end, mut stored) = (None, None);
        let mut joined = false;
        for _ in 0..8 {
            let word_start = self.at;
            while self.peek()?.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '&' | '\'')) {
                self.at += self.rest().chars().next().map_or(0, char::len_utf8);
            }
            let word = Span::new(word_start, self.at).of(self.text);
            let joins = matches!(word, "of" | "on" | "and" | "for" | "the" | "in" | "&");
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
            let names = ENGLISH.contains(&lower.as_str()) || DOCUMENTS.contains(&lower.as_str());
            if names || joined && !joins {
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
        if let Some(end) = end {
            self.at = end;
        }
        Ok(end.map(|end| Span::new(start, end)))
    }
}

/// `Chapter 3` is read like `Article 3`.
fn as_chapter(reference: &mut StatuteRef) {
    reference.divisions = reference
        .article
        .take()
        .map(|number| Division::chapter(number.number, number.branch))
        .into_iter()
        .collect();
    reference.also.extend(reference.until.take().map(|until| until.number));
    (reference.paragraph, reference.item, reference.title) = (None, None, None);
}
