//! Reading a reference in words from its number on, in text that may go on.
//!
//! Owns what may join its numbers and what has to follow them; leaves the words before the number to [`super::worded`].

use super::Mark;
use super::grammar::{Grammar, MAX_NUMBER, MarkRef, is_raised};
use super::nouns::{self, English, Korean};
use super::worded::{Before, MAX_WORD, before, digit, is_hangul};
use crate::statute::{circled, is_particle};
use stet_text::span::Span;

/// Most members of one reference.
const MAX_MEMBERS: usize = 8;

/// More text is needed.
pub(super) struct Partial;

/// What follows the number of an English reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum After {
    /// The end, or punctuation.
    Ends,
    /// What a source does: `states`, `also notes`, `is`.
    Says,
    Other,
}

#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    pub text: &'a str,
    pub at: usize,
    pub last: bool,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Result<Option<char>, Partial> {
        match self.rest().chars().next() {
            None if !self.last => Err(Partial),
            next => Ok(next),
        }
    }

    /// Takes the string if it stands here; `None` when it may still come.
    fn take(&mut self, wanted: &str) -> Result<bool, Partial> {
        let rest = self.rest().as_bytes();
        let begun = rest.get(..rest.len().min(wanted.len())).unwrap_or_default();
        if !wanted.as_bytes().get(..begun.len()).is_some_and(|head| head.eq_ignore_ascii_case(begun)) {
            return Ok(false);
        }
        if begun.len() < wanted.len() {
            return if self.last { Ok(false) } else { Err(Partial) };
        }
        self.at += wanted.len();
        Ok(true)
    }

    fn take_any(&mut self, wanted: &[&str]) -> Result<bool, Partial> {
        let mut open = false;
        for word in wanted {
            match self.take(word) {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(Partial) => open = true,
            }
        }
        if open { Err(Partial) } else { Ok(false) }
    }

    /// A number of one to three digits with nothing behind it that makes it another.
    pub fn number(&mut self) -> Result<Option<u32>, Partial> {
        let Some(first) = self.peek()? else { return Ok(None) };
        let mut value = 0;
        if let Some(n) = circled(first) {
            value = n;
            self.at += first.len_utf8();
        } else {
            let mut digits = 0;
            while let Some((c, d)) = self.peek()?.and_then(|c| Some((c, digit(c)?))) {
                digits += 1;
                if digits > 3 {
                    return Ok(None);
                }
                value = value * 10 + d;
                self.at += c.len_utf8();
            }
            if digits == 0 {
                return Ok(None);
            }
        }
        let Some(next) = self.peek()? else { return Ok(Some(value)) };
        let mut after = *self;
        after.at += next.len_utf8();
        let alone = match next {
            // `2.5`, `2,000`, `2:30`
            '.' | ':' => {
                !after.peek()?.is_some_and(|c| digit(c).is_some() || next == '.' && c.is_ascii_alphabetic())
            }
            ',' => {
                let mut thousands = 0;
                while thousands < 4 && after.peek()?.is_some_and(|c| c.is_ascii_digit()) {
                    after.at += 1;
                    thousands += 1;
                }
                thousands != 3
            }
            '-' | '–' | '~' | '∼' | '～' | '/' | '·' => !after.peek()?.is_some_and(char::is_alphabetic),
            '\'' | '’' => after.peek()?.and_then(digit).is_none(),
            '%' | '‰' | '°' | '$' | '€' | '£' | '₩' | '+' | '=' | '^' | '_' | '@' | '‐' | '℃' | '(' => {
                false
            }
            '[' | '【' => true,
            _ => !next.is_alphanumeric() || is_hangul(next) || is_raised(next),
        };
        Ok(alone.then_some(value))
    }

    /// What follows an English reference.
    fn after(&self) -> Result<After, Partial> {
        let mut ahead = *self;
        // `Source 2's`
        if ahead.take_any(&["'s", "’s"])? {
            return Ok(After::Says);
        }
        match ahead.peek()? {
            Some(' ' | '\u{a0}') => {}
            Some(c) if is_hangul(c) => return Ok(After::Says),
            _ => return Ok(After::Ends),
        }
        for _ in 0..2 {
            match ahead.peek()? {
                Some(' ' | '\u{a0}') => ahead.at += ahead.peek()?.map_or(0, char::len_utf8),
                _ => break,
            }
            let mut word = String::new();
            while let Some(c) = ahead.peek()?.filter(char::is_ascii_alphabetic) {
                if word.len() > MAX_WORD {
                    return Ok(After::Other);
                }
                word.push(c.to_ascii_lowercase());
                ahead.at += 1;
            }
            if word.is_empty() {
                let ends = ahead.peek()?.is_none_or(|c| !c.is_alphanumeric() || is_hangul(c));
                return Ok(if ends { After::Ends } else { After::Other });
            }
            if nouns::is_saying(&word) {
                return Ok(After::Says);
            }
            if !nouns::ADVERBS.contains(&word.as_str()) {
                break;
            }
        }
        Ok(After::Other)
    }

    /// Behind the last number of a reference: whether what follows lets it stand. `번` is taken.
    fn ends(&mut self) -> Result<bool, Partial> {
        if self.peek()? == Some('번') {
            self.at += '번'.len_utf8();
        }
        let word = self.hangul()?;
        if !word.is_empty() {
            return Ok(is_particle(word));
        }
        // `출처 3 곳`
        if matches!(self.peek()?, Some(' ' | '\u{a0}')) {
            let mut ahead = *self;
            ahead.at += ahead.peek()?.map_or(0, char::len_utf8);
            let next = ahead.hangul()?;
            let counts = nouns::COUNTERS.iter().any(|counter| {
                next.strip_prefix(counter).is_some_and(|rest| rest.is_empty() || is_particle(rest))
            });
            return Ok(!counts);
        }
        Ok(true)
    }

    /// The Hangul that stands here.
    fn hangul(&self) -> Result<&str, Partial> {
        let rest = self.rest();
        let end = rest.char_indices().take(8).find(|(_, c)| !is_hangul(*c)).map(|(at, _)| at);
        match end {
            None if rest.chars().nth(7).is_none() && !self.last => Err(Partial),
            None => Ok(rest),
            Some(end) => Ok(rest.get(..end).unwrap_or_default()),
        }
    }

    /// Whether nothing of the clause stands here any more.
    pub fn ends_clause(&self) -> Result<bool, Partial> {
        let mut ahead = *self;
        while let Some(c) = ahead.peek()?.filter(|c| matches!(c, ' ' | '*' | '_')) {
            ahead.at += c.len_utf8();
            if ahead.at - self.at > MAX_WORD {
                return Ok(false);
            }
        }
        Ok(ahead.peek()?.is_none_or(|c| matches!(c, '.' | ';' | ')' | ']' | '\n' | '|' | '。' | '）')))
    }

    fn mark(&self, start: usize, refs: Vec<MarkRef>) -> Mark {
        Mark { span: Span::new(start, self.at), grammar: Grammar::Worded, refs }
    }

    /// The reference that begins at `begin`, its noun at `start`.
    pub fn english(mut self, noun: English, begin: usize, start: usize) -> Result<Option<Mark>, Partial> {
        let before = before(self.text, start, noun);
        if before == Before::Other {
            return Ok(None);
        }
        let plural = self.text.get(start..).is_some_and(|rest| nouns::is_plural(rest, noun));
        let mut refs = Vec::new();
        let Some(()) = self.member(&mut refs)? else { return Ok(None) };
        while refs.len() < MAX_MEMBERS {
            let mut next = self;
            if !next.joint(noun, plural, &mut refs)? {
                break;
            }
            self = next;
        }
        let mut end = self;
        if !end.ends()? {
            return Ok(None);
        }
        let capital =
            self.text.get(start..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
        let accepted = match (noun.strong, before) {
            (true, Before::Cites) => true,
            (true, _) if capital => true,
            (true, _) => refs.len() > 1 || end.after()? != After::Other,
            (false, Before::Cites) => end.after()? != After::Other,
            (false, _) => end.after()? == After::Says,
        };
        Ok(accepted.then(|| end.mark(begin, refs)))
    }

    /// One number.
    fn member(&mut self, refs: &mut Vec<MarkRef>) -> Result<Option<()>, Partial> {
        let start = self.at;
        let Some(n) = self.number()? else { return Ok(None) };
        refs.push(MarkRef::Number { n, span: Span::new(start, self.at) });
        Ok(Some(()))
    }

    /// What joins another number to an English reference, and the number.
    fn joint(&mut self, noun: English, plural: bool, refs: &mut Vec<MarkRef>) -> Result<bool, Partial> {
        let range = self.take_any(&["-", "–", " to ", " through "])?;
        let comma = !range && self.take_any(&[",", "/"])?;
        let space = !range && self.take(" ")?;
        let word = space && self.take_any(&["and ", "or ", "& "])?;
        if !(range || comma || word) {
            return Ok(false);
        }
        let named = !range && self.take_any(&[noun.plural, noun.singular])?;
        if named && !self.take(" ")? {
            return Ok(false);
        }
        let start = self.at;
        let Some(n) = self.number()? else { return Ok(false) };
        let span = Span::new(start, self.at);
        if range {
            let Some(MarkRef::Number { n: from, span: first }) = refs.last().cloned() else {
                return Ok(false);
            };
            if n <= from || n > MAX_NUMBER || self.after()? == After::Other && !plural {
                return Ok(false);
            }
            refs.pop();
            refs.push(MarkRef::Range { from, to: n, span: Span::new(first.start, span.end) });
            return Ok(true);
        }
        // `According to source 2, 3 students …`, `source 1 and 20 others`
        let joins = named || plural || word && self.after()? != After::Other;
        let mut ahead = *self;
        if !joins || !ahead.ends()? {
            return Ok(false);
        }
        refs.push(MarkRef::Number { n, span });
        Ok(true)
    }

    pub fn korean(mut self, noun: Korean, start: usize) -> Result<Option<Mark>, Partial> {
        if !noun.strong && nouns::is_annex(self.text.get(..start).unwrap_or_default()) {
            return Ok(None);
        }
        let mut refs = Vec::new();
        let Some(()) = self.member(&mut refs)? else { return Ok(None) };
        while refs.len() < MAX_MEMBERS {
            let mut next = self;
            if !next.korean_joint(noun, &mut refs)? {
                break;
            }
            self = next;
        }
        self.settle(noun, start, refs)
    }

    /// What follows the numbers of a Korean reference decides whether it is one.
    fn settle(mut self, noun: Korean, start: usize, refs: Vec<MarkRef>) -> Result<Option<Mark>, Partial> {
        let mut end = self;
        if !end.ends()? {
            return Ok(None);
        }
        if self.peek()? == Some('번') {
            self.at += '번'.len_utf8();
        }
        if !noun.strong && !self.take_ahead(nouns::CITING_TAILS)? {
            return Ok(None);
        }
        Ok(Some(self.mark(start, refs)))
    }

    fn take_ahead(&self, wanted: &[&str]) -> Result<bool, Partial> {
        let mut ahead = *self;
        ahead.take_any(wanted)
    }

    fn korean_joint(&mut self, noun: Korean, refs: &mut Vec<MarkRef>) -> Result<bool, Partial> {
        let mut begun = *self;
        if begun.peek()? == Some('번') {
            begun.at += '번'.len_utf8();
        }
        let range = begun.take_any(&["~", "-", "–", "∼", "～", "부터 "])?;
        let joined = range
            || begun.take_any(&[
                ", ", ",", "·", "과 ", "와 ", " 및 ", " 또는 ", "이나 ", "나 ", "/", "와, ", "과, ",
            ])?;
        if !joined {
            return Ok(false);
        }
        if begun.take(noun.word)? {
            let _ = begun.take(" ")?;
        }
        let start = begun.at;
        let Some(n) = begun.number()? else { return Ok(false) };
        let span = Span::new(start, begun.at);
        let mut ahead = begun;
        if !ahead.ends()? {
            return Ok(false);
        }
        if range {
            let Some(MarkRef::Number { n: from, span: first }) = refs.last().cloned() else {
                return Ok(false);
            };
            if n <= from {
                return Ok(false);
            }
            refs.pop();
            refs.push(MarkRef::Range { from, to: n, span: Span::new(first.start, span.end) });
        } else {
            refs.push(MarkRef::Number { n, span });
        }
        *self = begun;
        Ok(true)
    }

    /// `^1^`, `^1,2^`
    pub fn raised(mut self, start: usize) -> Result<Option<Mark>, Partial> {
        let mut refs = Vec::new();
        while refs.len() < MAX_MEMBERS {
            let from = self.at;
            let mut n = 0;
            while let Some(d) = self.peek()?.filter(char::is_ascii_digit).and_then(digit) {
                n = n * 10 + d;
                self.at += 1;
                if self.at - from > 3 {
                    return Ok(None);
                }
            }
            if self.at == from {
                return Ok(None);
            }
            refs.push(MarkRef::Number { n, span: Span::new(from, self.at) });
            if self.take("^")? {
                let span = Span::new(start, self.at);
                return Ok(Some(Mark { span, grammar: Grammar::Numeric, refs }));
            }
            if !self.take_any(&[", ", ","])? {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// What joins another number to one that is counted, and the number: `1, 2번 출처`, `1번과 3번 문서`, `1~3번 자료`.
    fn counted_joint(&mut self, refs: &mut Vec<MarkRef>) -> Result<bool, Partial> {
        let _ = self.take("번")?;
        let range = self.take_any(&["~", "-", "–", "∼", "～"])?;
        if !range && !self.take_any(&[", ", ",", "·", "과 ", "와 ", " 및 ", " 또는 ", "이나 ", "/"])?
        {
            return Ok(false);
        }
        let start = self.at;
        let Some(n) = self.number()? else { return Ok(false) };
        let span = Span::new(start, self.at);
        match refs.last().cloned() {
            Some(MarkRef::Number { n: from, span: first }) if range && from < n => {
                refs.pop();
                refs.push(MarkRef::Range { from, to: n, span: Span::new(first.start, span.end) });
            }
            _ if range => return Ok(false),
            _ => refs.push(MarkRef::Number { n, span }),
        }
        Ok(true)
    }

    /// `2번 출처`, `3번 자료에 따르면`
    pub fn counted(mut self) -> Result<Option<Mark>, Partial> {
        let start = self.at;
        let opens = self.text.get(..start).is_some_and(|head| {
            head.chars()
                .next_back()
                .is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '"' | '“' | '‘' | '*'))
        });
        if !opens {
            return Ok(None);
        }
        let Some(n) = self.number()? else { return Ok(None) };
        let mut refs = vec![MarkRef::Number { n, span: Span::new(start, self.at) }];
        while refs.len() < MAX_MEMBERS {
            let mut next = self;
            if !next.counted_joint(&mut refs)? {
                break;
            }
            self = next;
        }
        if !self.take_any(&["번 ", "번째 "])? {
            return Ok(None);
        }
        let mut open = false;
        for noun in nouns::KOREAN {
            let mut found = self;
            match found.take(noun.word) {
                Ok(false) => continue,
                Err(Partial) => {
                    open = true;
                    continue;
                }
                Ok(true) => {}
            }
            let word = found.hangul()?;
            if !word.is_empty() && !is_particle(word) {
                continue;
            }
            return found.settle(*noun, start, refs);
        }
        if open { Err(Partial) } else { Ok(None) }
    }
}
