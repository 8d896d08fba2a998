//! Mixed: a Korean claim that joins what its source says in one clause to what it says in another, where each has its own (`표준 모드에서 120분, 강력
//! 모드에서 60분`; `신장애 환자는 의사와 상의하고, 간장애 환자에게는 투여하지 않는다`).
//!
//! Owns the clauses and entries of a sentence, which places in two of them answer to one another, and telling that a claim takes one of two such
//! pairs crosswise. Where only the subject is another's is [`domain`](super::domain)'s.

use std::ops::Range;

use super::domain::may_modify;
use super::pieces::{are_near, begins_sentence, is_counted, pieces, value_at};
use super::pointing::{GENERAL, POINTING};
use super::{Member, Part, Text, Told, are_akin, is_name, is_part, names_both, same};
use crate::denial::negation::korean_denials;
use crate::korean::lack::{is_light, tells};
use crate::korean::synonyms::mean_the_same;
use crate::text::reading::{Reading, SPACE};
use crate::values::number::Value;
use stet_text::{Script, final_consonant};

/// Words of a claim that are looked at, and pieces of a text.
const MOST: usize = 64;

/// Words that stand for an amount.
const WHOLE: &[&str] = &["전액", "전부", "무료", "무상", "면제"];

/// A word in a clause or an entry of a text.
#[derive(Clone, Copy)]
struct Place<'t, 'a, 'b> {
    text: &'t Text<'a, 'b>,
    piece: &'t Range<usize>,
    at: usize,
}

/// How two places answer to one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// Values of one kind.
    Value,
    /// Words before the same noun, which tell of which kind it is.
    Kind,
    /// What two values of a list are of.
    Label,
    /// Conditions.
    Case,
    /// Nouns in the same part.
    Part,
}

/// The word of the claim, by position, that it joins to what the source says of another in that place.
pub(crate) fn mixes_clauses(told: &Told<'_>, stands: impl Fn(&str) -> bool) -> Option<usize> {
    let own = told.own();
    let texts: Vec<(&Text<'_, '_>, Vec<Range<usize>>)> =
        told.texts().iter().map(|text| (text, pieces(text.reading))).collect();
    if texts.iter().all(|(_, list)| list.len() < 2) {
        return None;
    }
    let all = pieces(own.reading);
    all.iter().find_map(|piece| {
        let words: Vec<usize> = piece.clone().filter(|&at| tells(own.reading, at)).take(MOST).collect();
        (words.len() > 1).then(|| Mixing { own, piece, words, texts: &texts }.find(&stands)).flatten()
    })
}

/// A clause of a claim beside the pieces of its evidence.
struct Mixing<'t, 'a, 'b> {
    own: &'t Text<'a, 'b>,
    piece: &'t Range<usize>,
    words: Vec<usize>,
    texts: &'t [(&'t Text<'a, 'b>, Vec<Range<usize>>)],
}

impl<'t, 'a, 'b> Mixing<'t, 'a, 'b> {
    fn find(&self, stands: &impl Fn(&str) -> bool) -> Option<usize> {
        let masks: Vec<Vec<u64>> = self.texts.iter().map(|(text, list)| self.masks(text, list)).collect();
        let every = masks.iter().flatten().fold(0, |all, mask| all | mask);
        // One clause says all of it, and not only names what is done.
        let whole = |(text, piece): (&Text<'_, '_>, &Range<usize>), mask: u64| {
            let is_end = |there: usize| self.words.last().is_some_and(|&at| self.is_word(at, text, there));
            let verb = |there: usize| text.reading.word(there) != text.reading.stem(there) && is_end(there);
            mask == every && (self.ends_alike(text, piece) || piece.clone().any(verb))
        };
        let all = || {
            self.texts
                .iter()
                .zip(&masks)
                .flat_map(|((text, list), masks)| list.iter().map(move |piece| (*text, piece)).zip(masks))
        };
        if all().any(|(piece, &mask)| whole(piece, mask)) {
            return None;
        }
        let together =
            |one: u64, other: u64| masks.iter().flatten().any(|mask| mask & one != 0 && mask & other != 0);
        let said =
            |one: u64| all().any(|((text, piece), mask)| mask & one != 0 && self.ends_alike(text, piece));
        for ((text, list), masks) in self.texts.iter().zip(&masks) {
            // What a list is of is said before its first entry.
            let held = masks.iter().fold(0, |all, mask| all | mask).count_ones() as usize;
            if 4 * held < 3 * self.words.len() {
                continue;
            }
            for (there, (one, &mine)) in list.iter().zip(masks).enumerate() {
                for (other, &theirs) in list.iter().zip(masks).skip(there + 1) {
                    let (only, rest) = (mine & !theirs, theirs & !mine);
                    if only | rest == 0 || !are_near(text.reading, one, other) {
                        continue;
                    }
                    let found = self
                        .crossed((*text, one, other), (only, rest), &together, stands)
                        .or_else(|| self.of_another_case((*text, one, other), (only, rest)))
                        .or_else(|| self.of_another_case((*text, other, one), (rest, only)))
                        .or_else(|| {
                            self.of_another_act((*text, one, other), (only, mine & theirs), &said, stands)
                        })
                        .or_else(|| {
                            self.of_another_act((*text, other, one), (rest, mine & theirs), &said, stands)
                        });
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
        None
    }

    fn bits(&self, mask: u64) -> impl Iterator<Item = usize> + use<'t, 'a, 'b> {
        (0..self.words.len()).filter(move |bit| mask & 1 << bit != 0)
    }

    /// Whether a piece ends in the word in which the claim's ends.
    fn ends_alike(&self, text: &Text<'_, '_>, piece: &Range<usize>) -> bool {
        let (Some(&mine), Some(theirs)) = (self.words.last(), end_of(text, piece)) else { return false };
        self.is_word(mine, text, theirs) || same(self.own.reading, mine, text.reading, theirs)
    }

    /// The word that tells of what the claim speaks, of which the source states another value: `조사가 필요하면 3일`, where it says `3일
    /// 이내에 지급한다. 조사가 필요한 경우에는 30일 이내에 지급한다`. It stands in the first of two pieces.
    fn of_another_case(
        &self,
        (text, one, other): (&'t Text<'a, 'b>, &'t Range<usize>, &'t Range<usize>),
        (only, rest): (u64, u64),
    ) -> Option<usize> {
        let (claim, window) = (self.own.reading, text.reading);
        let claimed = |value: &Value| claim.values().iter().any(|mine| mine.is_stated_as(value));
        let rivals = |value: &Value| {
            let like = |theirs: &Value| value.is_like(theirs) && !claimed(theirs);
            let all = |at: usize| WHOLE.contains(&window.stem(at)) && !claim.norm.contains(window.stem(at));
            one.clone().any(|at| value_at(window, at).is_some_and(like) || all(at))
        };
        let of_words = |mask: u64| self.bits(mask).filter_map(|bit| self.words.get(bit).copied());
        if !of_words(rest).filter_map(|at| value_at(claim, at)).any(rivals) {
            return None;
        }
        // What a clause speaks of those behind it speak of, too, if they name nothing else.
        let follows = one.start < other.start
            && self::label(text, other).is_empty()
            && (one.end..=other.start).all(|at| !begins_sentence(window, at));
        if follows {
            return None;
        }
        let label = label(text, one);
        let named = |at: &usize| self.words.iter().any(|&mine| self.is_word(mine, text, *at));
        let named_by = |piece: &Range<usize>, at: usize| {
            self::label(text, piece).any(|there| self.is_word(at, text, there))
        };
        let told = label.clone().filter(|&at| tells(window, at));
        if told.clone().next().is_none() || !told.clone().all(|at| named(&at)) {
            return None;
        }
        // What the other speaks of is no other thing that the claim names.
        let stands =
            |at: usize, words: &Range<usize>| words.clone().any(|there| window.is_same(at, window, there));
        let spoken = self::label(text, other).rev().find(|&at| tells(window, at));
        let apart = spoken.is_some_and(|at| named(&at) && !stands(at, one));
        // `배터리의 보증 기간은`
        let owned = || {
            let owner =
                |at: usize| self.own.list.iter().any(|member| member.at == at && member.part == Part::Owner);
            of_words(only).any(|at| owner(at) && named_by(other, at + 1) && named_by(one, at))
        };
        // `6개월입니다`
        let ends_in_value =
            |piece: &Range<usize>| piece.clone().rev().take(2).any(|at| value_at(window, at).is_some());
        let alike = same_end(text, one, other) || ends_in_value(one) && ends_in_value(other);
        if apart && !owned() || !alike {
            return None;
        }
        of_words(only).find(|&at| {
            label.clone().any(|there| self.is_word(at, text, there)) && value_at(claim, at).is_none()
        })
    }

    /// The word of the first of two pieces that the claim joins to what the second ends in, where each does something else.
    fn of_another_act(
        &self,
        (text, one, other): (&'t Text<'a, 'b>, &'t Range<usize>, &'t Range<usize>),
        (only, both): (u64, u64),
        said: &impl Fn(u64) -> bool,
        stands: &impl Fn(&str) -> bool,
    ) -> Option<usize> {
        if !self.ends_alike(text, other) || self.ends_alike(text, one) {
            return None;
        }
        let end = end_of(text, one)?;
        if self.has(Place { text, piece: one, at: end }) {
            return None;
        }
        self.bits(only).find_map(|bit| {
            let answer = self.turned((text, one, other), bit, stands)?;
            let denies =
                |text: &Reading<'_>, words: &Range<usize>| korean_denials(text).any(|at| words.contains(&at));
            let refused = || {
                denies(text.reading, one)
                    && !denies(text.reading, other)
                    && !denies(self.own.reading, self.piece)
            };
            let fits =
                answer == Answer::Kind || answer == Answer::Part && (both.count_ones() > 1 || refused());
            (fits && !said(1 << bit)).then(|| self.words.get(bit).copied()).flatten()
        })
    }

    /// For each piece of a text a bit for each word of the claim that it has.
    fn masks(&self, text: &Text<'_, '_>, list: &[Range<usize>]) -> Vec<u64> {
        let (claim, window) = (self.own.reading, text.reading);
        let mut masks = vec![0; list.len()];
        for (bit, &at) in self.words.iter().enumerate() {
            let mut set = |there: usize| {
                if let Some(mask) = masks.get_mut(list.partition_point(|piece| piece.end <= there)) {
                    *mask |= 1 << bit;
                }
            };
            if let Some(value) = value_at(claim, at) {
                let stated =
                    window.values().iter().filter(|other| !other.implied && value.is_stated_as(other));
                stated.map(|other| window.first_from(other.span.start)).for_each(set);
            } else {
                window.same_as(claim, at).filter(|&there| self.is_word(at, text, there)).for_each(&mut set);
            }
        }
        masks
    }

    /// Whether a word of a text is one of the claim; a value is the same value.
    fn is_word(&self, at: usize, text: &Text<'_, '_>, there: usize) -> bool {
        let (claim, window) = (self.own.reading, text.reading);
        match (value_at(claim, at), value_at(window, there)) {
            (Some(mine), Some(theirs)) => mine.is_stated_as(theirs),
            (Some(_), None) | (None, Some(_)) => false,
            _ => {
                claim.key(at) == window.key(there)
                    || claim.is_same(at, window, there) && !self.are_nouns(at, text, there)
            }
        }
    }

    /// Whether two words that begin alike are two nouns: `제보`, `제보자`.
    fn are_nouns(&self, at: usize, text: &Text<'_, '_>, there: usize) -> bool {
        let (mine, theirs) = (self.own.reading.stem(at), text.reading.stem(there));
        let noun =
            |list: &[Member<'_>], at: usize| list.binary_search_by_key(&at, |member| member.at).is_ok();
        mine != theirs && (noun(&self.own.list, at) || noun(&text.list, there))
    }

    /// Whether the claim has a word of a text in any form.
    fn has(&self, place: Place<'_, '_, '_>) -> bool {
        let (window, there) = (place.text.reading, place.at);
        let claim = self.own.reading;
        place.text.is_had(there, || {
            let (word, stem) = (window.word(there), window.stem(there));
            if let Some(value) = value_at(window, there) {
                return claim.values().iter().any(|mine| mine.is_stated_as(value));
            }
            claim.same_as(window, there).next().is_some()
                || stem.chars().nth(1).is_some() && claim.norm.contains(stem)
                || (0..claim.tokens.len()).any(|at| mean_the_same(claim.word(at), word))
        })
    }

    /// The word of one of two pieces that the claim joins to a word of the other.
    fn crossed(
        &self,
        (text, one, other): (&'t Text<'a, 'b>, &'t Range<usize>, &'t Range<usize>),
        (only, rest): (u64, u64),
        together: &impl Fn(u64, u64) -> bool,
        stands: &impl Fn(&str) -> bool,
    ) -> Option<usize> {
        let ends = end_of(text, one).zip(end_of(text, other));
        let same_end = same_end(text, one, other);
        // What each of the two does is its own.
        let apart = || {
            let own = |piece: &'t Range<usize>, at| {
                !self.ends_alike(text, piece) && !self.has(Place { text, piece, at })
            };
            ends.is_some_and(|(mine, theirs)| {
                self.ends_alike(text, other) && own(one, mine)
                    || self.ends_alike(text, one) && own(other, theirs)
            })
        };
        self.bits(only).find_map(|bit| {
            let mine = self.turned((text, one, other), bit, stands)?;
            self.bits(rest).find_map(|further| {
                if together(1 << bit, 1 << further) {
                    return None;
                }
                let theirs = self.turned((text, other, one), further, stands);
                let fits = match (mine, theirs) {
                    (Answer::Case, _) => self.follows_case((text, one, other), further),
                    (_, None) => false,
                    (Answer::Part, Some(Answer::Part)) => same_end || apart(),
                    _ => true,
                };
                fits.then(|| self.words.get(bit).copied()).flatten()
            })
        })
    }

    /// Whether a word of the claim stands behind the condition of the second of two pieces, and something else behind that of the first.
    fn follows_case(
        &self,
        (text, one, other): (&'t Text<'a, 'b>, &'t Range<usize>, &'t Range<usize>),
        bit: usize,
    ) -> bool {
        let behind = |piece: &'t Range<usize>| {
            let case = piece.clone().find(|&at| Place { text, piece, at }.is_case());
            case.map_or(piece.end, |at| at + 1)..piece.end
        };
        let is = |at: usize| self.words.get(bit).is_some_and(|&mine| self.is_word(mine, text, at));
        let new = |at: usize| tells(text.reading, at) && !self.has(Place { text, piece: one, at });
        behind(other).any(is) && behind(one).any(new)
    }

    /// How a word of the claim that stands in the first of two pieces is answered in the second by one that the claim has not.
    fn turned(
        &self,
        (text, here, there): (&'t Text<'a, 'b>, &'t Range<usize>, &'t Range<usize>),
        bit: usize,
        stands: &impl Fn(&str) -> bool,
    ) -> Option<Answer> {
        let at = *self.words.get(bit)?;
        let mine = Place { text: self.own, piece: self.piece, at };
        let places = here.clone().filter(|&place| self.is_word(at, text, place));
        places.into_iter().find_map(|place| {
            let place = Place { text, piece: here, at: place };
            there.clone().find_map(|at| {
                let other = Place { text, piece: there, at };
                let answer = place.answer(other)?;
                let told = if answer == Answer::Case { other.case_word() } else { at };
                let fits = tells(text.reading, told)
                    && mine.takes(other, answer)
                    && !self.has(Place { at: told, ..other })
                    && (answer == Answer::Value || place.is_another(other, stands));
                fits.then_some(answer)
            })
        })
    }
}

impl<'a> Place<'_, 'a, '_> {
    fn word(&self) -> &'a str {
        self.text.reading.word(self.at)
    }

    fn value(&self) -> Option<&Value> {
        value_at(self.text.reading, self.at)
    }

    fn member(&self) -> Option<&Member<'a>> {
        let list = &self.text.list;
        list.binary_search_by_key(&self.at, |member| member.at).ok().and_then(|at| list.get(at))
    }

    /// The part of a noun: a topic beside an agent is what something is done to.
    fn part(&self) -> Option<Part> {
        /// Words from a noun to the next that it is joined to.
        const JOINED: usize = 3;
        let reading = self.text.reading;
        let joins = || {
            self.word().chars().nth(1).is_some() && self.word().ends_with(['와', '과'])
                || matches!(reading.word(self.at + 1), "및" | "또는")
        };
        let member = match self.member() {
            Some(member) => member,
            None if joins() => self.text.list.iter().find(|member| {
                member.at > self.at && member.at <= self.at + JOINED && self.piece.contains(&member.at)
            })?,
            None => return None,
        };
        if !is_name(reading, member) {
            return None;
        }
        let acts =
            |other: &Member<'_>| other.part == Part::Agent && other.at > member.at && is_name(reading, other);
        match member.part {
            // `분실에 대해서는`
            Part::Recipient
                if ["대하", "대해", "대한", "관하", "관해"]
                    .iter()
                    .any(|head| reading.word(member.at + 1).starts_with(head)) =>
            {
                Some(Part::Object)
            }
            Part::Topic if self.text.within(self.piece).any(acts) => Some(Part::Object),
            Part::Topic => Some(Part::Agent),
            Part::Owner | Part::Standard => None,
            part => Some(part),
        }
    }

    /// The noun before which a word stands that tells of which kind it is.
    fn kind_of(&self) -> Option<usize> {
        let (reading, next) = (self.text.reading, self.at + 1);
        let noun = self.member().is_none()
            && self.piece.contains(&next)
            && reading.gap(next) == SPACE
            && reading.tokens.get(self.at).is_some_and(|token| token.script == Script::Hangul)
            && (may_modify(reading, self.at) || is_adnominal(self.word()));
        (noun && tells(reading, next) && value_at(reading, next).is_none()).then_some(next)
    }

    /// Whether a noun stands right before a value.
    fn is_label(&self) -> bool {
        let reading = self.text.reading;
        let begins =
            |value: &Value| reading.first_from(value.span.start) == self.at + 1 && is_counted(reading, value);
        self.member().is_none()
            && self.piece.contains(&(self.at + 1))
            && may_modify(reading, self.at)
            && value_at(reading, self.at + 1).is_some_and(begins)
    }

    fn is_case(&self) -> bool {
        let next = self.text.reading.word(self.at + 1);
        self.word().strip_suffix('면').is_some_and(|stem| stem.chars().nth(1).is_some())
            || ["경우", "때에", "때는"].iter().any(|head| next.starts_with(head))
            || next == "때"
    }

    /// The word that tells the case, where this ends it: `켜져 있으면`.
    fn case_word(&self) -> usize {
        let light = is_light(self.word(), self.text.reading.stem(self.at));
        if light && self.piece.contains(&(self.at.max(1) - 1)) { self.at.max(1) - 1 } else { self.at }
    }

    /// How a place of one piece answers to a place of another.
    fn answer(&self, other: Place<'_, '_, '_>) -> Option<Answer> {
        match (self.value(), other.value()) {
            (Some(mine), Some(theirs)) => {
                return (mine.is_like(theirs) && !mine.is_stated_as(theirs)).then_some(Answer::Value);
            }
            (None, None) => {}
            _ => return None,
        }
        if let Some((mine, theirs)) = self.kind_of().zip(other.kind_of())
            && are_kin(self.text.reading.stem(mine), other.text.reading.stem(theirs))
        {
            return Some(Answer::Kind);
        }
        if self.is_label() && other.is_label() {
            return Some(Answer::Label);
        }
        if self.is_case() && other.is_case() {
            return Some(Answer::Case);
        }
        (self.part()? == other.part()?).then_some(Answer::Part)
    }

    /// Whether a word of the claim is where its evidence has another.
    fn takes(&self, other: Place<'_, '_, '_>, answer: Answer) -> bool {
        match answer {
            Answer::Value => self.value().is_some(),
            Answer::Label => self.value().is_none() && !is_adnominal(self.word()),
            Answer::Kind => {
                let next = Self { at: self.at + 1, ..*self };
                other.kind_of().map(|at| Place { at, ..other }).is_some_and(|there| {
                    let roles = next.member().zip(there.member());
                    are_kin(next.text.reading.stem(next.at), there.text.reading.stem(there.at))
                        && roles.is_none_or(|(mine, theirs)| {
                            (mine.part == Part::Owner) == (theirs.part == Part::Owner)
                                || is_part(mine.part, theirs.part)
                        })
                })
            }
            Answer::Case => self.is_case(),
            Answer::Part => self.part() == other.part(),
        }
    }

    /// Whether another place names something else, and does not only point to this.
    fn is_another(&self, other: Place<'_, '_, '_>, stands: &impl Fn(&str) -> bool) -> bool {
        let (mine, theirs) = (self.text.reading.stem(self.at), other.text.reading.stem(other.at));
        let named = || match (self.member(), other.member()) {
            (Some(member), Some(_)) => names_both(member, other.text.reading, other.at, stands),
            _ => false,
        };
        !GENERAL.contains(&theirs)
            && !POINTING.contains(&theirs)
            && !are_akin(mine, theirs, None, None)
            && !mean_the_same(self.word(), other.word())
            && !named()
    }
}

/// Whether a word is the form of a verb before a noun: `파손된`, `근무하는`.
fn is_adnominal(word: &str) -> bool {
    word.chars().nth(1).is_some()
        && word.chars().next_back().is_some_and(|last| {
            matches!(last, '는' | '던')
                || matches!(final_consonant(last), Some(4)) && last != '은' && last != '인'
        })
}

/// Whether two nouns have one head: `이사`, `이사장`.
fn are_kin(one: &str, other: &str) -> bool {
    let long = |word: &str| word.chars().nth(1).is_some();
    one == other || long(one) && long(other) && (one.starts_with(other) || other.starts_with(one))
}

/// The words with which a piece tells of what it speaks: up to its topic, or to the end of a condition.
fn label(text: &Text<'_, '_>, piece: &Range<usize>) -> Range<usize> {
    /// Words of them, at most.
    const LONGEST: usize = 7;
    let reading = text.reading;
    let ends = |at: &usize| {
        let word = reading.word(*at);
        let topic = word.ends_with(['은', '는']) && !is_adnominal(word)
            || text
                .list
                .iter()
                .any(|member| member.at == *at && member.part == Part::Topic && is_name(reading, member))
            || ["에는", "에게는", "에서는"].iter().any(|end| word.ends_with(end));
        topic || Place { text, piece, at: *at }.is_case()
    };
    let end = piece.clone().take(LONGEST).find(ends);
    end.map_or(piece.start..piece.start, |end| piece.start..end + 1)
}

/// Whether two pieces say the same of what they speak of, or the first leaves it to the second.
fn same_end(text: &Text<'_, '_>, one: &Range<usize>, other: &Range<usize>) -> bool {
    let ends = end_of(text, one).zip(end_of(text, other));
    let left_out = one.end.checked_sub(1).is_some_and(|last| {
        text.list.binary_search_by_key(&last, |member| member.at).is_ok() && one.end == other.start
    });
    left_out || ends.is_some_and(|(one, other)| text.reading.key(one) == text.reading.key(other))
}

/// The word that a piece ends with, those of little content apart.
pub(super) fn end_of(text: &Text<'_, '_>, piece: &Range<usize>) -> Option<usize> {
    piece.clone().rev().find(|&at| tells(text.reading, at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_two_clauses_say_is_joined_crosswise() {
        let fan = "약풍 모드에서 최대 90분, 강풍 모드에서 최대 40분 동안 돌아간다.";
        let clinic = "천식 환자는 의사와 상의해야 하며, 중증 심부전 환자에게는 투여하지 않는다.";
        let pay =
            "심사는 서류를 받은 날부터 5일 이내에 마친다. 현장 확인이 필요한 경우에는 20일 이내에 마친다.";
        let signs = "불이 노란색이면 대기, 초록색이면 작동, 보라색이면 고장입니다.";
        let scores = "만족도는 강의 4.5점, 교재 4.0점, 시설 3.2점으로 나타났다.";
        for (claim, source, want) in [
            ("약풍 모드에서는 최대 40분 동안 돌아간다.", fan, true),
            ("강풍 모드에서는 최대 40분 동안 돌아간다.", fan, false),
            ("천식 환자에게는 투여하지 않는다.", clinic, true),
            ("중증 심부전 환자에게는 투여하지 않는다.", clinic, false),
            ("현장 확인이 필요하면 5일 이내에 마친다.", pay, true),
            ("현장 확인이 필요하면 20일 이내에 마친다.", pay, false),
            ("서류를 받은 날부터 5일 이내에 마친다.", pay, false),
            ("불이 노란색이면 작동입니다.", signs, true),
            ("불이 초록색이면 작동입니다.", signs, false),
            ("교재 만족도는 4.5점이다.", scores, true),
            ("교재 만족도는 4.0점이다.", scores, false),
            // What a clause speaks of those behind it speak of, too.
            (
                "휴가는 모두 30일을 넘을 수 없다.",
                "휴가는 한 번에 9일을 넘을 수 없으며, 모두 30일을 넘을 수 없다.",
                false,
            ),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            let (mine, windows) = (Reading::new(&mine), [Reading::new(&theirs)]);
            let found = mixes_clauses(&Told::new(&mine, &windows), |passage| theirs.contains(passage));
            assert_eq!(found.is_some(), want, "{claim} / {source}");
        }
    }
}
