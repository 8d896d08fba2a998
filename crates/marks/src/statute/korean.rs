//! Korean references: `「학칙」 제25조의2 제3항`, `제3조부터 제5조까지`, `같은 조 제2항`, `별표 1`.
//!
//! Owns which form may follow which, and what a list makes of them. Leaves how each is written to the table.

use super::forms::{Cursor, Fields, KOREAN};
use super::names::is_name;
use super::number::Numbers;
use super::particle::particle_len;
use super::{Anaphor, Annex, AnnexKind, ArticleNo, Division, Form, Found, NotYet, StatuteRef};
use stet_text::span::Span;

/// Members of one list; a longer one goes on as another list.
pub(super) const MAX_MEMBERS: usize = 16;

impl Cursor<'_> {
    /// An article or several that share the unit; without `제` only where `bare` allows it.
    pub(super) fn article(&mut self, bare: bool) -> Found<Numbers> {
        let head = self.head();
        let word = !head.ends_with(char::is_alphanumeric);
        let forms = [
            (true, &KOREAN.article_apart),
            (true, &KOREAN.article),
            (word, &KOREAN.article_spelled),
            (bare, &KOREAN.article_bare),
            (bare && head.ends_with(' '), &KOREAN.article_spelled_bare),
        ];
        let forms: Vec<_> = forms.into_iter().filter(|(may, _)| *may).map(|(_, form)| form).collect();
        Ok(self.first_of(&forms)?.map(|fields| numbers(&fields)))
    }

    /// `제2항 제3호 가목` into the reference; false when there is none of them.
    fn parts(&mut self, reference: &mut StatuteRef, bare: bool) -> Result<bool, NotYet> {
        let circled = self.behind(&KOREAN.paragraph_circled, |cur, fields| {
            // `제25조 ① 휴학은 …` quotes the article.
            let named = cur.head().ends_with('항') || particle_len(cur.rest(), cur.last)? > 0;
            Ok(named.then_some(fields))
        })?;
        let paragraph = match circled {
            None if bare => {
                self.first_of(&[&KOREAN.paragraph, &KOREAN.paragraph_spelled, &KOREAN.paragraph_bare])?
            }
            None => self.form(&KOREAN.paragraph)?,
            circled => circled,
        };
        if let Some(fields) = &paragraph {
            (reference.paragraph, reference.also) = numbers(fields).several();
        }
        let item = if bare || paragraph.is_some() {
            self.first_of(&[&KOREAN.item, &KOREAN.item_spelled, &KOREAN.item_bare])?
        } else {
            self.form(&KOREAN.item)?
        };
        let Some(fields) = item else { return Ok(paragraph.is_some()) };
        (reference.item, reference.also) = numbers(&fields).several();
        let letter = self.form(&KOREAN.subitem)?;
        reference.subitem = letter.and_then(|fields| fields.get("letter")?.chars().next());
        Ok(true)
    }

    /// `별표 1`, `[별지 제3호의2서식]`, and further numbers.
    pub(super) fn annex(&mut self) -> Found<(Annex, Vec<u32>)> {
        let Some(fields) = self.first_of(&[&KOREAN.annex_bracketed, &KOREAN.annex])? else { return Ok(None) };
        let written = format!(
            "{}{}",
            fields.get("numbers").unwrap_or_default(),
            fields.get("more").unwrap_or_default()
        );
        let numbers = Numbers::of(&written);
        let kind = if fields.get("kind") == Some("별표") { AnnexKind::Table } else { AnnexKind::Form };
        let mut more = numbers.more;
        if let Some(until) = numbers.until {
            more.extend((numbers.first + 1..=until).take(MAX_MEMBERS));
        }
        let branch = fields.number("branch").or(numbers.branch);
        Ok(Some((Annex { kind, number: numbers.first, branch }, more)))
    }

    /// Divisions from the outside to the inside, and further numbers of the last.
    pub(super) fn divisions(&mut self) -> Found<(Vec<Division>, Vec<u32>)> {
        let mut found: Vec<Division> = Vec::new();
        let mut also = Vec::new();
        while also.is_empty() {
            let inside = found.last().map(|last| last.level);
            let next = self.attempt(|cur| {
                if inside.is_some() {
                    cur.spaces()?;
                }
                cur.division(inside)
            })?;
            let Some((division, more)) = next else { break };
            found.push(division);
            also = more;
        }
        Ok((!found.is_empty()).then_some((found, also)))
    }

    fn division(&mut self, inside: Option<usize>) -> Found<(Division, Vec<u32>)> {
        let units = [&KOREAN.part, &KOREAN.chapter, &KOREAN.section, &KOREAN.subsection];
        for (level, unit) in units.into_iter().enumerate() {
            if inside.is_some_and(|outer| level <= outer) {
                continue;
            }
            let Some(fields) = self.form(unit)? else { continue };
            let (title, numbers) = (self.title()?, numbers(&fields));
            let division = Division { level, number: numbers.first, branch: numbers.branch, title };
            let mut more = numbers.several().1;
            if more.is_empty() {
                more.extend(self.behind(&KOREAN.range, |cur, _| {
                    let Some(until) = cur.form(unit)? else { return Ok(None) };
                    cur.form(&KOREAN.until)?;
                    Ok(Some(self::numbers(&until).first))
                })?);
            }
            return Ok(Some((division, more)));
        }
        Ok(None)
    }

    /// What joins two members of a list, if a member follows, and whether it says that all between are meant.
    fn next_member(&mut self, before: &StatuteRef) -> Found<(StatuteRef, bool)> {
        self.behind(&KOREAN.list, |cur, fields| {
            let reaches = |joint: &str| matches!(joint, "내지" | "부터" | "~" | "～" | "∼");
            let range = ["first", "second"].iter().any(|field| fields.get(field).is_some_and(reaches));
            let mut member = StatuteRef {
                span: Span::new(cur.at, cur.at),
                until: None,
                title: None,
                until_title: None,
                ..before.clone()
            };
            if !cur.member(&mut member, true)? {
                return Ok(None);
            }
            cur.form(&KOREAN.until)?;
            member.span.end = cur.at;
            Ok(Some((member, range)))
        })
    }

    /// An article with its parts, an annex, or parts that continue those of `reference`; numbers without `제` where
    /// `bare` allows it.
    fn member(&mut self, reference: &mut StatuteRef, bare: bool) -> Result<bool, NotYet> {
        if let Some((annex, also)) = self.annex()? {
            *reference = StatuteRef { annex: Some(annex), also, ..reference.whole() };
            return Ok(true);
        }
        if let Some((divisions, also)) = self.divisions()? {
            return self.divided(reference, divisions, also).map(|()| true);
        }
        if let Some(numbers) = self.article(bare)? {
            let until = numbers.until.map(|number| ArticleNo::new(number, None));
            *reference = StatuteRef {
                article: Some(ArticleNo::new(numbers.first, numbers.branch)),
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
        let more = reference.annex.is_none() && self.parts(reference, bare && parted)?;
        // `제2항 제3호 및 제4호`: the paragraph goes on.
        if more && reference.paragraph.is_none() && item.is_some() {
            reference.paragraph = paragraph;
        }
        Ok(more)
    }

    /// A reference to divisions, or to an article in them: `제2장`, `제2장 제25조`. In a list the outer ones go on.
    fn divided(
        &mut self,
        reference: &mut StatuteRef,
        mut divisions: Vec<Division>,
        also: Vec<u32>,
    ) -> Result<(), NotYet> {
        let level = divisions.first().map_or(0, |first| first.level);
        let outer = reference.divisions.iter().filter(|outer| outer.level < level).cloned();
        divisions.splice(0..0, outer.collect::<Vec<_>>());
        let whole = StatuteRef { also, divisions, ..reference.whole() };
        let inside = self.attempt(|cur| {
            cur.spaces()?;
            let mut article = StatuteRef { also: Vec::new(), ..whole.clone() };
            let found =
                whole.also.is_empty() && cur.member(&mut article, false)? && article.article.is_some();
            Ok(found.then_some(article))
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
    fn parts_of_article(&mut self, reference: &mut StatuteRef) -> Result<(), NotYet> {
        if self.parts(reference, true)? {
            return Ok(());
        }
        let mut behind = |what: &dyn Fn(&mut Self) -> Result<bool, NotYet>| {
            self.attempt(|cur| Ok((what(cur)? && cur.parts(reference, true)?).then_some(())))
        };
        if behind(&|cur| cur.word(&["의"]))?.is_none() {
            behind(&|cur| Ok(cur.note()?.is_some()))?;
        }
        Ok(())
    }

    /// `부터 제5조까지`, `내지 제5조`, `~제5조`, `부터 5조까지`.
    fn range(&mut self, reference: &mut StatuteRef) -> Result<(), NotYet> {
        let mut title = None;
        reference.until = self.behind(&KOREAN.range, |cur, _| {
            let until = cur.article(true)?.filter(|until| until.more.is_empty() && until.until.is_none());
            if until.is_some() {
                title = cur.title()?;
                cur.form(&KOREAN.until)?;
            }
            Ok(until.map(|until| ArticleNo::new(until.first, until.branch)))
        })?;
        reference.until_title = title;
        Ok(())
    }

    /// A list of references after the name (or what points back to one).
    fn list(&mut self, first: StatuteRef) -> Result<Vec<StatuteRef>, NotYet> {
        let mut refs = vec![first];
        while refs.len() < MAX_MEMBERS {
            let Some(before) = refs.last() else { break };
            let Some((member, range)) = self.next_member(before)? else { break };
            // `제1항부터 제3항까지` is one reference.
            let last = member.item.or(member.paragraph);
            let level =
                |of: &StatuteRef| (of.article, of.annex, of.item.is_some(), of.item.and(of.paragraph));
            match (range && member.also.is_empty() && level(&member) == level(before), last) {
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
    pub(super) fn korean(&mut self, known: &dyn Fn(&str) -> bool) -> Found<Vec<StatuteRef>> {
        let start = self.at;
        let mut first = StatuteRef::empty(start);
        if let Some(name) = self.inside(&[("「", '」'), ("『", '』'), ("｢", '｣')])? {
            let from = self.at;
            self.form(&KOREAN.under)?;
            let name = name.of(self.text).trim_matches(['*', '_', ' ', '\u{a0}']);
            let name = format!("{name}{}", Span::new(from, self.at).of(self.text));
            let certain = is_name(&name) || known(&super::normalised_name(&name));
            first.regulation = Some(name);
            first.form = Form::NameOnly;
            first.span.end = self.at;
            if let Some(mut full) = self.of_named(&first, certain)? {
                full.form = Form::Full;
                full.span.end = self.at;
                return self.list(full).map(Some);
            }
            self.at = first.span.end;
            return Ok(certain.then(|| vec![first]));
        }
        if let Some(fields) = self.form(&KOREAN.under_same)? {
            // Another regulation than the one that is pointed to.
            first.regulation = fields.get("name").map(str::to_owned);
            first.form = Form::NameOnly;
            return self.behind_pointer(first, Anaphor::SameRegulation).map(Some);
        }
        if let Some(anaphor) = self.pointer()? {
            (first.form, first.anaphor) = (Form::Anaphoric, Some(anaphor));
            return self.behind_pointer(first, anaphor).map(Some);
        }
        self.unnamed(first, false)
    }

    /// What stands behind `같은 규정` or `동조`, which may stand alone.
    fn behind_pointer(&mut self, mut first: StatuteRef, anaphor: Anaphor) -> Result<Vec<StatuteRef>, NotYet> {
        first.span.end = self.at;
        let whole = anaphor == Anaphor::SameRegulation;
        let with_parts = self.attempt(|cur| {
            cur.spaces()?;
            let mut full = first.clone();
            let found = if whole { cur.member(&mut full, true)? } else { cur.parts(&mut full, true)? };
            Ok(found.then_some(full))
        })?;
        let Some(mut full) = with_parts else {
            // `불길한 전조`, `학생의 동조`
            first.loose = !whole;
            return Ok(vec![first]);
        };
        full.span.end = self.at;
        if full.regulation.is_some() {
            full.form = Form::Full;
        }
        self.list(full)
    }

    /// A reference that begins here with a unit; without `제` when `bare` says that a name stands before.
    pub(super) fn unnamed(&mut self, mut first: StatuteRef, bare: bool) -> Found<Vec<StatuteRef>> {
        if !self.member(&mut first, bare)? || bare && first.article.is_none() {
            return Ok(None);
        }
        first.span.end = self.at;
        if !first.names_part() {
            (first.form, first.anaphor) = (Form::Anaphoric, Some(Anaphor::SameArticle));
            // `국보 제1호`: an item alone is seldom one of an article.
            first.loose = first.paragraph.is_none();
        }
        self.list(first).map(Some)
    }

    /// What of the named regulation is meant: `「학칙」 제25조`, `「학칙」의 제25조`, `「학칙」(제25조)`, `「학칙」 별표 1`. A
    /// number without `제` only behind a name that is `certain` to be a regulation's.
    fn of_named(&mut self, named: &StatuteRef, certain: bool) -> Found<StatuteRef> {
        for behind in ["", "of", "("] {
            let found = self.attempt(|cur| {
                let stands = match behind {
                    "of" => cur.form(&KOREAN.of)?.is_some(),
                    open => cur.spaces().and_then(|()| Ok(open.is_empty() || cur.word(&["(", "（"])?))?,
                };
                let mut full = named.clone();
                let found = stands
                    && cur.member(&mut full, certain)?
                    && full.names_part()
                    && (behind != "(" || cur.word(&[")", "）"])?);
                Ok(found.then_some(full))
            })?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// `같은 조`, `동조`, `전항`, `같은 규정`.
    fn pointer(&mut self) -> Found<Anaphor> {
        for (form, anaphor) in [
            (&KOREAN.same_article, Anaphor::SameArticle),
            (&KOREAN.same_paragraph, Anaphor::SameParagraph),
            (&KOREAN.previous_article, Anaphor::PreviousArticle),
            (&KOREAN.previous_paragraph, Anaphor::PreviousParagraph),
            (&KOREAN.next_article, Anaphor::NextArticle),
            (&KOREAN.next_paragraph, Anaphor::NextParagraph),
            (&KOREAN.same_regulation, Anaphor::SameRegulation),
        ] {
            if self.form(form)?.is_some() {
                return Ok(Some(anaphor));
            }
        }
        Ok(None)
    }
}

/// The numbers of a form, with the branch that it names.
fn numbers(fields: &Fields<'_>) -> Numbers {
    let mut numbers = Numbers::of(fields.get("numbers").or(fields.get("spelled")).unwrap_or_default());
    if numbers.more.is_empty() && numbers.until.is_none() {
        numbers.branch = fields.number("branch").or(fields.number("inner")).or(numbers.branch);
    }
    numbers
}
