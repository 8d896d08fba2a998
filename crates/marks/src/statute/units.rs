//! The numbers of a Korean reference: `제25조`, `제25·26조`, `제25~27조`, `25조` behind a name, `②항`, `[별표 1]`.
//!
//! Owns which numbers one unit is written for, and whether a number without `제` can be one. Leaves how articles,
//! paragraphs and items make a reference to [`super::korean`].

use super::cursor::{Cursor, Partial};
use super::korean::SUBITEMS;
use super::names::is_hangul;
use super::particle::particle_len;
use super::{Annex, AnnexKind, circled};
use stet_text::digit;

/// Numbers that share one unit; what is longer is no list of articles.
const MAX_SHARED: usize = 16;

/// What joins numbers that share a unit.
const SHARED: &[&str] = &[",", "，", "、", "·", "ㆍ", "‧", "・", "/", "및", "와", "과", "또는", "혹은"];
const SHARED_RANGE: &[&str] = &["~", "～", "∼", "〜", "–", "내지"];

/// Words behind an amount of trillions (`25조 원`) or a shift (`3조 2교대`), which is no article.
const AMOUNTS: &[&str] =
    &["원", "억", "만", "천", "백", "여", "달러", "유로", "엔", "위안", "교대", "규모", "가량", "정도"];

/// What makes a marked unit another word: `제1조합`, `제3항목`, `제2호선`.
const OTHER_WORDS: &[(&str, &str)] =
    &[("조", "교직합립폐"), ("항", "목공로구"), ("호", "선실기차관점봉골법안터")];

/// The numbers before a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Numbers {
    pub first: u32,
    /// `제25-2조` is written for `제25조의2`.
    pub branch: Option<u32>,
    pub more: Vec<u32>,
    pub until: Option<u32>,
}

impl Numbers {
    pub const fn one(first: u32) -> Self {
        Self { first, branch: None, more: Vec::new(), until: None }
    }
}

impl Cursor<'_> {
    /// `제25조`, `제 25 조`, `제25·26조`; without `제` only where `bare` allows it, and where the number cannot be
    /// another one.
    pub fn units(&mut self, unit: &str, bare: bool) -> Result<Option<Numbers>, Partial> {
        self.attempt(|cur| {
            let marked = cur.word(&["제"])?;
            if !marked && !bare {
                return Ok(None);
            }
            // `제이십오조`, but `제일 조용한`, and `제사항` may be another word.
            let named = !marked && unit == "조";
            if (named || marked && (matches!(unit, "조" | "장" | "절") || bare))
                && let Some(first) = cur.spelled(named)?
            {
                let stands = cur.word(&[unit])? && (cur.rest().starts_with('의') || cur.stands()?);
                return Ok(stands.then(|| Numbers::one(first)));
            }
            cur.spaces()?;
            let emphasis = if marked { cur.emphasis()? } else { None };
            let number = match cur.number()? {
                None if marked => cur.roman()?,
                number => number,
            };
            let Some(first) = number else { return Ok(None) };
            let mut numbers = Numbers::one(first);
            cur.shared(&mut numbers)?;
            // `제25의2조` is written for `제25조의2`.
            if unit == "조" && cur.word(&["의"])? {
                numbers.branch = cur.number()?;
            }
            if let Some(mark) = emphasis
                && !cur.word(&[mark])?
            {
                return Ok(None);
            }
            cur.spaces()?;
            if !cur.word(&[unit])? {
                return Ok(None);
            }
            // `제25조항` and `제25 조항` are the article.
            if unit == "조" {
                cur.word(&["항"])?;
            }
            let other = OTHER_WORDS.iter().find(|(known, _)| *known == unit).map_or("", |(_, words)| *words);
            if marked && !other.is_empty() && cur.peek()?.is_some_and(|c| other.contains(c)) {
                return Ok(None);
            }
            // An article may go on with its branch, which is read next.
            let branches = unit == "조" && cur.rest().starts_with('의');
            let stands = marked || branches || cur.stands()?;
            Ok(stands.then_some(numbers))
        })
    }

    /// Further numbers before the unit.
    fn shared(&mut self, numbers: &mut Numbers) -> Result<(), Partial> {
        while numbers.until.is_none() && numbers.branch.is_none() && numbers.more.len() < MAX_SHARED {
            let last = numbers.more.last().copied().unwrap_or(numbers.first);
            let next = self.attempt(|cur| {
                cur.spaces()?;
                let hyphen = cur.word(&["-"])?;
                let range = hyphen || cur.word(SHARED_RANGE)?;
                if !range && !cur.word(SHARED)? {
                    return Ok(None);
                }
                cur.spaces()?;
                cur.word(&["제"])?;
                cur.spaces()?;
                Ok(cur.number()?.map(|number| (number, range, hyphen)))
            })?;
            let Some((number, range, hyphen)) = next else { break };
            match (range, numbers.more.is_empty()) {
                (true, true) if hyphen && number <= last => numbers.branch = Some(number),
                (true, true) => numbers.until = Some(number),
                _ => numbers.more.push(number),
            }
        }
        Ok(())
    }

    /// Whether a number without `제` that ends here is one of a provision: a particle, another unit or the end of the
    /// word follows, and no amount.
    fn stands(&self) -> Result<bool, Partial> {
        let mut look = self.clone();
        match look.peek()? {
            Some(c) if is_hangul(c) => {
                if look.word(&["제", "및", "내지", "또는"])? {
                    return Ok(true);
                }
                // `제3조1호마목`
                if SUBITEMS.contains(c) {
                    let mut letter = look.clone();
                    letter.at += c.len_utf8();
                    if letter.word(&["목"])? {
                        return Ok(true);
                    }
                }
                Ok(particle_len(look.rest(), look.last)? > 0)
            }
            Some(c) if digit(c).is_some() => {
                look.number()?;
                look.word(&["항", "호"])
            }
            Some(' ' | '\u{a0}') => {
                look.spaces()?;
                match look.peek()? {
                    Some(c) if digit(c).is_some() => {
                        look.number()?;
                        look.spaces()?;
                        look.word(&["항", "호"])
                    }
                    Some(c) if is_hangul(c) && look.word(AMOUNTS)? => Ok(look.peek()?.is_some_and(is_hangul)
                        && particle_len(look.rest(), look.last)? == 0
                        && !look.word(AMOUNTS)?),
                    _ => Ok(true),
                }
            }
            Some(c) => Ok(!c.is_alphabetic()),
            None => Ok(true),
        }
    }

    /// `②항`, `②에`: the number of a paragraph as the article sets it.
    pub fn circled_paragraph(&mut self) -> Result<Option<u32>, Partial> {
        self.attempt(|cur| {
            let Some(c) = cur.peek()? else { return Ok(None) };
            let Some(number) = circled(c) else { return Ok(None) };
            cur.at += c.len_utf8();
            // `제25조 ① 휴학은 …` quotes the article.
            let named = cur.word(&["항"])? || particle_len(cur.rest(), cur.last)? > 0;
            Ok(named.then_some(number))
        })
    }

    /// `내지 제6호`, `및 제4호` behind `별지 제1호`.
    fn further_forms(&mut self, numbers: &mut Numbers) -> Result<(), Partial> {
        while numbers.until.is_none() && numbers.more.len() < MAX_SHARED {
            let next = self.attempt(|cur| {
                cur.spaces()?;
                let range = cur.word(&["부터"])? || cur.word(SHARED_RANGE)?;
                if !range && !cur.word(SHARED)? {
                    return Ok(None);
                }
                cur.spaces()?;
                let marked = cur.word(&["제"])?;
                cur.spaces()?;
                let Some(number) = cur.number()? else { return Ok(None) };
                let stands = cur.word(&["호"])? && (marked || cur.stands()?);
                if range && stands {
                    cur.word(&["까지"])?;
                }
                Ok(stands.then_some((number, range)))
            })?;
            match next {
                Some((number, true)) => numbers.until = Some(number),
                Some((number, false)) => numbers.more.push(number),
                None => break,
            }
        }
        Ok(())
    }

    /// `별표 1`, `[별표 2]`, `별지 제3호의2서식`, `별표 1·2`.
    pub fn annex(&mut self) -> Result<Option<(Annex, Vec<u32>)>, Partial> {
        self.attempt(|cur| {
            let mut close = None;
            for (open, closes) in super::ANNEX_BRACKETS {
                if cur.word(&[open])? {
                    close = Some(closes);
                    break;
                }
            }
            cur.spaces()?;
            let kind = if cur.word(&["별표"])? {
                AnnexKind::Table
            } else if cur.word(&["별지서식", "별지"])? {
                AnnexKind::Form
            } else {
                return Ok(None);
            };
            cur.spaces()?;
            cur.word(&["제"])?;
            cur.spaces()?;
            let Some(first) = cur.number()? else { return Ok(None) };
            let mut numbers = Numbers::one(first);
            cur.shared(&mut numbers)?;
            let numbered = cur.attempt(|cur| {
                cur.spaces()?;
                Ok(cur.word(&["호"])?.then_some(()))
            })?;
            let branch = cur.branch()?.or(numbers.branch);
            if numbered.is_some() {
                cur.further_forms(&mut numbers)?;
            }
            if kind == AnnexKind::Form {
                cur.attempt(|cur| {
                    cur.spaces()?;
                    Ok(cur.word(&["서식"])?.then_some(()))
                })?;
            }
            match close {
                Some(close) => {
                    cur.spaces()?;
                    if !cur.word(&[close])? {
                        return Ok(None);
                    }
                }
                // `별표 1개`
                None if !cur.stands()? => return Ok(None),
                None => {}
            }
            if let Some(until) = numbers.until {
                numbers.more.extend((first + 1..=until).take(MAX_SHARED));
            }
            Ok(Some((Annex { kind, number: first, branch }, numbers.more)))
        })
    }
}
