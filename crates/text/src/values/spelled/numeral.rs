//! Korean numerals, in digits, in syllables or in both: `4천8백만`, `2조 3천억`, `12,345백만`, `3억 오천만`, `사천팔백만`.
//!
//! Owns their one grammar: groups times 조, 억 or 만, the larger first, added up; a group is numbers times 천, 백 or 십, the
//! larger first, and what is left. Which words are numbers without a counter is decided by who asks.

use crate::span::Span;
use crate::values::ONE;
use crate::values::decimal::decimal;
use crate::values::unit::{self, Unit};
use crate::{Script, Token};

/// A numeral that has been read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numeral {
    pub amount: i128,
    /// The token after it, or the one inside which it ends, and how many bytes of that belong to it.
    pub next: usize,
    pub tail: usize,
    pub syllables: usize,
}

/// The Korean numeral at `at`, what follows it in its word or the next, and the token after that.
pub(in crate::values) fn numeral_before<'a>(
    norm: &str,
    words: &[Token<'a>],
    at: usize,
) -> Option<(i128, &'a str, usize)> {
    words.get(at).filter(|token| token.script == Script::Hangul)?;
    let read = numeral(norm, words, at)?;
    let behind = words.get(read.next)?;
    Some((read.amount, behind.text.get(read.tail..)?, read.next + 1))
}

/// The numeral that begins at the token `at`; `None` where no step (십, 백, 천, 만, 억, 조) is in it.
pub(super) fn numeral(norm: &str, words: &[Token<'_>], at: usize) -> Option<Numeral> {
    Numerals { norm, words, start: at }.parse()
}

/// Where 만, the smallest of the large steps, begins.
const LARGE: i128 = 10_000;

/// A token, and bytes into it: none of them past its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    at: usize,
    byte: usize,
}

/// How a place lies to what is before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gap {
    Glued,
    Blank,
    Apart,
}

/// What a step multiplies, and that step; 1 for the last group of a numeral.
#[derive(Debug, Clone, Copy)]
struct Group {
    amount: i128,
    factor: i128,
    next: Place,
    steps: usize,
    syllables: usize,
}

struct Numerals<'a> {
    norm: &'a str,
    words: &'a [Token<'a>],
    start: usize,
}

impl Numerals<'_> {
    fn parse(&self) -> Option<Numeral> {
        let mut here = self.place();
        let (mut total, mut last) = (0_i128, i128::MAX);
        let (mut steps, mut syllables) = (0, 0);
        while let Some(group) = self.group(here, last) {
            let Some(amount) = group.amount.checked_mul(group.factor).filter(|amount| *amount < last) else {
                break;
            };
            total = total.checked_add(amount)?;
            (here, last) = (group.next, group.factor * ONE);
            steps += group.steps;
            syllables += group.syllables;
            if group.factor == 1 {
                break;
            }
        }
        (steps > 0).then_some(Numeral { amount: total, next: here.at, tail: here.byte, syllables })
    }

    /// The group at `from`, behind one of the step `large`; the last one ends before what can be no part of it.
    fn group(&self, from: Place, large: i128) -> Option<Group> {
        let mut group = Group { amount: 0, factor: 1, next: from, steps: 0, syllables: 0 };
        let (mut last, mut before) = (i128::MAX, large);
        loop {
            let first = group.next == from;
            let here = group.next;
            let spelled = self.rest(here).is_some_and(|(_, script)| script == Script::Hangul);
            let gap = if here.at == self.start { Gap::Glued } else { self.gap(here) };
            if gap == Gap::Apart || gap == Gap::Blank && !self.goes_on(here, before, spelled) {
                break;
            }
            let number = self.number(here);
            let (amount, behind) = number.map_or((None, here), |(amount, behind)| (Some(amount), behind));
            if let Some((step, end)) = self.step(here, behind, number.is_some()) {
                let syllables = 1 + usize::from(number.is_some());
                let own = amount.unwrap_or(if step < LARGE || first { ONE } else { 0 });
                if step >= LARGE {
                    // 만 alone begins a numeral, and no group of one.
                    if own >= last || first && number.is_none() && from != self.place() {
                        break;
                    }
                    let (steps, syllables) = (group.steps + 1, group.syllables + syllables);
                    let amount = group.amount.checked_add(own)?;
                    return Some(Group { amount, factor: step, next: end, steps, syllables });
                }
                let part = own.checked_mul(step)?;
                if part >= last {
                    break;
                }
                group.amount = group.amount.checked_add(part)?;
                (group.next, last) = (end, step * ONE);
                before = last;
                group.steps += 1;
                group.syllables += syllables;
                continue;
            }
            if let Some((amount, behind)) = number
                && amount < last
                && (here == self.place() || self.ends(here, behind, amount, before, gap))
            {
                group.amount = group.amount.checked_add(amount)?;
                group.next = behind;
                group.syllables += 1;
            }
            break;
        }
        (group.amount > 0).then_some(group)
    }

    /// Where the numeral begins.
    fn place(&self) -> Place {
        Place { at: self.start, byte: 0 }
    }

    /// What is left of the token at a place.
    fn rest(&self, place: Place) -> Option<(&str, Script)> {
        let token = self.words.get(place.at)?;
        Some((token.text.get(place.byte..)?, token.script))
    }

    /// The text behind a place, with what is between it and the token before.
    fn behind(&self, place: Place) -> &str {
        let start = if place.byte > 0 {
            self.words.get(place.at).map_or(self.norm.len(), |token| token.span.start + place.byte)
        } else {
            place.at.checked_sub(1).and_then(|at| self.words.get(at)).map_or(0, |token| token.span.end)
        };
        self.norm.get(start..).unwrap_or_default()
    }

    fn gap(&self, place: Place) -> Gap {
        let before = place.at.checked_sub(1).and_then(|at| self.words.get(at));
        match (before, self.words.get(place.at)) {
            (_, Some(_)) if place.byte > 0 => Gap::Glued,
            (Some(before), Some(token)) => match self.norm.get(before.span.end..token.span.start) {
                Some("") => Gap::Glued,
                Some(" ") => Gap::Blank,
                _ => Gap::Apart,
            },
            _ => Gap::Apart,
        }
    }

    /// A number in digits, or a syllable that is one.
    fn number(&self, place: Place) -> Option<(i128, Place)> {
        let (text, script) = self.rest(place)?;
        match script {
            // Only the first may have a fraction: `1.5억`, but `3만 2.5%`.
            Script::Digit if place.byte == 0 => decimal(text)
                .filter(|amount| place.at == self.start || amount % ONE == 0 && !text.contains('.'))
                .map(|amount| (amount, Place { at: place.at + 1, byte: 0 })),
            Script::Hangul => {
                let syllable = text.chars().next()?;
                Some((ONE * digit(syllable)?, self.past(place, syllable)))
            }
            _ => None,
        }
    }

    fn past(&self, place: Place, syllable: char) -> Place {
        let byte = place.byte + syllable.len_utf8();
        match self.words.get(place.at) {
            Some(token) if token.text.len() > byte => Place { at: place.at, byte },
            _ => Place { at: place.at + 1, byte: 0 },
        }
    }

    /// The step behind a number that begins at `number`, or without one.
    fn step(&self, number: Place, place: Place, numbered: bool) -> Option<(i128, Place)> {
        let (text, script) = self.rest(place)?;
        let syllable = text.chars().next().filter(|_| script == Script::Hangul)?;
        let step = step(syllable)?;
        if numbered && place.byte == 0 {
            match self.gap(place) {
                Gap::Glued => {}
                // `3 만 명`, but not `2023 백서`.
                Gap::Blank if number.at == self.start && self.is_word(place, false) => {}
                _ => return None,
            }
        }
        let end = self.past(place, syllable);
        (syllable != '조' || self.is_trillion(number, end)).then_some((step, end))
    }

    /// Whether 조 before `end` is no article: money or a smaller step follows (`19조 원`, `7조 6천억`, but `제19조 원무과장`,
    /// `3조 2항`, and no swan, `백조`).
    fn is_trillion(&self, number: Place, end: Place) -> bool {
        const MONEY: [&str; 6] = ["원", "대", "달러", "엔", "위안", "유로"];
        let digits = self.words.get(self.start).filter(|token| token.script == Script::Digit);
        let before = self.words.get(number.at).map_or(0, |token| token.span.start);
        if Span::new(0, before).of(self.norm).ends_with('제') {
            return false;
        }
        let money = |place: Place| {
            let behind = self.behind(place).trim_start();
            let word = behind.split(|ch: char| !ch.is_alphabetic()).next().unwrap_or_default();
            let paid = |money: &str| {
                // `구조 원인`
                let noun = || word.get(money.len()..).is_some_and(|rest| rest.starts_with(['인', '고']));
                behind.starts_with(money)
                    && (digits.is_some() || unit::is_counter(word, money.len()) && !noun())
            };
            MONEY.into_iter().any(paid)
        };
        if digits.is_some_and(|token| token.text.contains('.')) || money(end) {
            return true;
        }
        let rest = self.group(end, step('조').unwrap_or_default() * ONE);
        rest.is_some_and(|rest| rest.factor >= LARGE || digits.is_some() && money(rest.next))
    }

    /// Whether what stands behind a blank may go on with a numeral behind a step of `before`.
    fn goes_on(&self, place: Place, before: i128, spelled: bool) -> bool {
        let begun = self.words.get(self.start).map(|token| token.script);
        if !spelled {
            // `만 5천 원`, but `사천 5만 명` may be of a town.
            return begun == Some(Script::Digit) || before >= LARGE * ONE;
        }
        // Below a thousand it may be somebody's age: `만 이십 세`.
        let thousand = self.rest(place).is_some_and(|(text, _)| text.contains(['천', '만', '억']));
        let ten_thousand = self.words.get(self.start).is_some_and(|token| token.text == "만");
        (thousand || !ten_thousand) && self.is_word(place, true)
    }

    /// Whether the token at a place is a part of a numeral and no other word that begins so (`3만 천안 시민`, `5만 백성`).
    /// Behind a step that goes on one syllable needs a counter.
    fn is_word(&self, place: Place, goes_on: bool) -> bool {
        let Some((text, _)) = self.rest(place) else { return false };
        let own = |ch: &char| digit(*ch).is_some() || *ch != '조' && step(*ch).is_some();
        let count = text.chars().take_while(own).count();
        let bytes = count * '만'.len_utf8();
        let Some((head, rest)) = text.split_at_checked(bytes) else { return false };
        if !head.chars().any(|ch| step(ch).is_some()) {
            return false;
        }
        let counts = |word: &str| {
            unit::korean(word)
                .is_some_and(|(unit, _, bytes)| unit != Unit::Hour && unit::is_counter(word, bytes))
        };
        let next = self.words.get(place.at + 1);
        let next = next.filter(|_| self.gap(Place { at: place.at + 1, byte: 0 }) == Gap::Blank);
        let counted = counts(rest) || rest.is_empty() && next.is_some_and(|next| counts(next.text));
        // `이백일 원`, `오천이 원`: the last syllable is no counter and no particle.
        let large = head.chars().next_back().and_then(step).is_some_and(|step| step >= LARGE);
        let alone = unit::is_counter(text, bytes) && (!goes_on || count >= 3 || large && count >= 2);
        counted || alone
    }

    /// Whether a number without a step ends the numeral: `1만 2000`, `3천500`, `이십오`.
    fn ends(&self, here: Place, behind: Place, amount: i128, before: i128, gap: Gap) -> bool {
        let begun = self.words.get(self.start).map(|token| token.script);
        let Some(token) = self.words.get(here.at) else { return false };
        if token.script == Script::Hangul {
            return begun == Some(Script::Hangul) && here.byte > 0 && self.is_digit(here, behind);
        }
        let rest = self.behind(behind).trim_start();
        begun == Some(Script::Digit)
            && match gap {
                Gap::Glued => true,
                // `3만 5%`, `5만 2024년`
                _ if rest.starts_with(['%', '년', '월', '항', '호', '~', ':', '/']) => false,
                _ => before >= LARGE * ONE || amount >= before / 10,
            }
    }

    /// Whether the last syllable of a numeral is a digit: in `십오일` 일 is the counter, in `백만이 넘는` 이 a particle.
    fn is_digit(&self, here: Place, behind: Place) -> bool {
        let last = self.rest(here).and_then(|(text, _)| text.chars().next());
        if !matches!(last, Some('일' | '이')) {
            return true;
        }
        let blank = behind.byte == 0 && self.gap(behind) == Gap::Blank;
        let rest = if behind.byte > 0 || blank { self.rest(behind) } else { None };
        rest.is_some_and(|(word, _)| {
            unit::korean(word).is_some_and(|(_, _, bytes)| !blank || unit::is_counter(word, bytes))
        })
    }
}

/// The digit that a syllable is.
pub(super) fn digit(syllable: char) -> Option<i128> {
    Some(match syllable {
        '일' => 1,
        '이' => 2,
        '삼' => 3,
        '사' => 4,
        '오' => 5,
        '육' => 6,
        '칠' => 7,
        '팔' => 8,
        '구' => 9,
        _ => return None,
    })
}

/// What a syllable multiplies the number before it by.
fn step(syllable: char) -> Option<i128> {
    Some(match syllable {
        '십' => 10,
        '백' => 100,
        '천' => 1000,
        '만' => LARGE,
        '억' => 100_000_000,
        '조' => 1_000_000_000_000,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::normalise;
    use crate::values::{ONE, Value, values};

    /// The values of a text that are not parts of others.
    fn explicit(text: &str) -> Vec<Value> {
        values(&normalise(text)).into_iter().filter(|value| !value.implied).collect()
    }

    #[test]
    fn a_word_that_begins_like_a_numeral_ends_it() {
        for (text, want) in [
            ("만 19세 이상", &[19 * 12][..]),
            ("만 이십 세 미만", &[240]),
            ("만 60 세", &[720]),
            ("제3조 4천만 원", &[3, 40_000_000]),
            ("제3조 4천", &[3, 4000]),
            ("3조 2항", &[3, 2]),
            ("3만 천안 시민", &[30_000]),
            ("2억 백화점", &[200_000_000]),
            ("3천 백신", &[3000]),
            ("5만 백성", &[50_000]),
            ("3천 이상", &[3000]),
            ("3만 구조 인원", &[30_000]),
            ("2023 백서", &[2023]),
            ("3만 5% 할인", &[30_000, 5]),
            ("5만 2024년", &[50_000, 2024]),
            ("5만, 3천 명", &[50_000, 3000]),
            ("2만 3만 5만", &[20_000, 30_000, 50_000]),
            ("5백 3백 원", &[500, 300]),
            ("3천 4천만 원", &[3000, 40_000_000]),
            ("사천 5만 명", &[50_000]),
            ("100명 이상", &[100]),
            ("억새와 백 마리", &[100]),
            ("이백만이 넘는 사람", &[2_000_000]),
            ("이십일 동안", &[20]),
            ("십오일", &[15]),
            ("백조와 조항과 구조 원인", &[]),
            ("인천 5만 명", &[50_000]),
        ] {
            let found: Vec<_> = explicit(text).iter().map(|value| value.amount / ONE).collect();
            assert_eq!(found, want, "{text}");
        }
    }
}
