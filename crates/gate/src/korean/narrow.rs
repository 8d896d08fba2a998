//! Narrowing: the one clause of a Korean sentence that a claim speaks of (`휴학은 1년을 초과할 수 없으며, 통산 3년까지로 한다`).
//!
//! Owns where such a sentence divides into statements of their own, and which of them holds everything that the claim has of
//! the sentence. What another clause denies, permits or makes a condition of is no matter of the claim then. Clauses that
//! belong together (`하되`, `하면`) are not divided; which clause a value stands in is [`clause`](crate::text::clause)'s.

use std::ops::Range;

use crate::text::reading::{COMMA, Reading};
use stet_text::span::Span;
use stet_text::{Script, SyllableSet, syllable_at};

/// The clause of a sentence that a claim speaks of, where it is one of several.
pub(crate) fn narrowed<'a>(claim: &Reading<'_>, sentence: &Reading<'a>) -> Option<Reading<'a>> {
    let ends: Vec<usize> = (0..sentence.tokens.len()).filter(|&at| ends_statement(sentence, at)).collect();
    let last = sentence.tokens.len();
    if ends.iter().all(|&end| end + 1 >= last) {
        return None;
    }
    let starts = std::iter::once(0).chain(ends.iter().map(|&end| end + 1));
    let clauses = starts.zip(ends.iter().map(|&end| end + 1).chain([last])).filter(|(from, to)| from < to);
    let held = Held::new(claim, sentence);
    let topic = topic(sentence, 0);
    let mut fitting = clauses.map(|(from, to)| from..to).filter(|clause| {
        // `교통비는 지급하지 않지만 점심은 제공한다`: a clause with a topic of its own has no other.
        let own = clause.start > 0 && !self::topic(sentence, clause.start).is_empty();
        held.are_in(clause, if own { &(0..0) } else { &topic })
    });
    let clause = fitting.next()?;
    if fitting.next().is_some() {
        return None;
    }
    let from = sentence.tokens.get(clause.start)?.span.start;
    let to = sentence.tokens.get(clause.end - 1)?.span.end;
    Some(sentence.part(from, Span::new(from, to).of(sentence.norm)))
}

/// The words of a claim that a sentence has.
struct Held {
    /// Where each stands in the sentence, one word of the claim behind another, and where the places of each end.
    places: Vec<usize>,
    ends: Vec<usize>,
}

impl Held {
    fn new(claim: &Reading<'_>, sentence: &Reading<'_>) -> Self {
        let words = || 0..sentence.tokens.len();
        // Of most words the sentence has neither the key nor the beginning: a bit for each of those that it has.
        let bit = |hash: u32| 1_u64 << (hash.wrapping_mul(0x9e37_79b1) >> 26);
        let bits = words().fold(0, |bits, at| bits | bit(sentence.key(at)) | bit(sentence.head(at)));
        let mut found = Self { places: Vec::with_capacity(sentence.tokens.len()), ends: Vec::new() };
        for at in (0..claim.tokens.len()).filter(|&at| claim.content(at).is_some()) {
            let (key, head) = (claim.key(at), claim.head(at));
            if bits & (bit(key) | bit(head)) == 0 {
                continue;
            }
            let before = found.places.len();
            let same =
                |there: &usize| sentence.key(*there) == key || head != 0 && sentence.head(*there) == head;
            found.places.extend(words().filter(same));
            if found.places.len() > before {
                found.ends.push(found.places.len());
            }
        }
        found
    }

    /// Whether a clause has, with the topic of its sentence, all of what the claim has, and enough of it by itself.
    fn are_in(&self, clause: &Range<usize>, topic: &Range<usize>) -> bool {
        /// Words of the claim that the clause has beside the topic.
        const LEAST: usize = 2;
        let (mut from, mut own) = (0, 0);
        for &end in &self.ends {
            let places = self.places.get(from..end).unwrap_or_default();
            from = end;
            if !places.iter().any(|at| clause.contains(at) || topic.contains(at)) {
                return false;
            }
            own += usize::from(places.iter().any(|at| clause.contains(at) && !topic.contains(at)));
        }
        own >= LEAST
    }
}

/// The words up to the topic of a sentence or clause, if it begins with one.
fn topic(sentence: &Reading<'_>, first: usize) -> Range<usize> {
    /// Words of a topic.
    const LENGTH: usize = 4;
    let is_topic = |&at: &usize| {
        let word = sentence.word(at);
        word.ends_with(['은', '는']) && word.chars().nth(1).is_some()
    };
    first..(first..first + LENGTH).find(is_topic).map_or(first, |at| at + 1)
}

/// Whether a statement ends with the word at `at` that another follows.
fn ends_statement(text: &Reading<'_>, at: usize) -> bool {
    static LAST: SyllableSet = SyllableSet::of(&['고', '며', '나', '만', '로', '데']);
    let Some(token) = text.tokens.get(at).filter(|token| token.script == Script::Hangul) else {
        return false;
    };
    let (word, bytes) = (token.text, token.text.as_bytes());
    let last = bytes.len().checked_sub(3).and_then(|at| syllable_at(bytes, at));
    if !last.is_some_and(|last| LAST.has(last)) || word.chars().nth(1).is_none() {
        return false;
    }
    let comma = text.gap(at + 1) & COMMA != 0;
    let ends = |list: &[&str]| list.iter().any(|end| word.ends_with(end));
    ends(&["하며", "되며", "으며", "이며", "으나", "으므로", "하므로", "되므로", "이므로", "지만"])
        || comma && ends(&["고", "며", "나", "는데", "은데"])
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn a_claim_speaks_of_one_clause() {
        for (claim, sentence, want) in [
            (
                "휴학은 통산 3년을 넘지 못한다.",
                "휴학은 1회에 1년으로 하며, 통산 3년을 넘지 못한다.",
                Some("통산 3년을 넘지 못한다"),
            ),
            ("창고는 매일 열고 매장은 주말에 연다.", "창고는 매일 열고, 매장은 주말에 연다.", None),
            ("손님은 수영할 수 있다.", "손님은 회원이 있으면 수영할 수 있다.", None),
            ("창고는 주말에 연다.", "창고는 매일 열되, 점포는 주말에 연다.", None),
            ("직원은 창고를 주말에 연다.", "창고는 매일 직원이 열어 두며, 점포는 주말에 연다.", None),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(sentence));
            let found = narrowed(&Reading::new(&mine), &Reading::new(&theirs));
            assert_eq!(found.map(|found| found.norm), want, "{claim}");
        }
    }
}
