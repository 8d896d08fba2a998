//! Clauses: which words of a sentence belong to a value, or to a word of a direction, when it has two.
//!
//! Owns the rough cut of a text into clauses, by punctuation, conjunctions and Korean connective endings, and how much
//! of a claim the clause of a word holds. `대출 기간은 학부생 14일, 대학원생 30일` states both values, but not `학부생은
//! 30일`.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::denial::negation::is_denied;
use crate::english::paired::belongs_to_the_other;
use crate::sides::opposites::{Named, is_complementary};
use crate::sides::rivals::Side;
use crate::text::reading::{COMMA, Reading, SEMICOLON, SPACE, STOP};
use crate::values::listed::Listed;
use crate::values::number::Value;
use stet_text::span::Span;
use stet_text::{Script, SyllableSet, syllable_at};

/// What a clause holds of what an earlier one of its sentence says: mostly the subject is said once.
const INHERITED: f32 = 0.6;

/// The same for a later one: `3월에 입사해 7월에 퇴사한 직원`.
const LATER: f32 = 0.3;

/// For every word of a text the number of its clause, and for every clause the first of its sentence.
#[derive(Debug, Clone, Default)]
struct Clauses {
    of_token: Vec<usize>,
    sentence: Vec<usize>,
}

impl Clauses {
    fn new(text: &Reading<'_>) -> Self {
        /// Words of a clause, about.
        const CLAUSE: usize = 4;
        let mut sentence = Vec::with_capacity(text.tokens.len() / CLAUSE + 1);
        sentence.push(0);
        let mut found = Self { of_token: Vec::with_capacity(text.tokens.len()), sentence };
        let mut content = 0;
        for (at, token) in text.tokens.iter().enumerate() {
            let gap = text.gap(at);
            let last = found.sentence.len() - 1;
            if gap & STOP != 0 && gap & SPACE != 0 {
                found.sentence.push(last + 1);
                content = 0;
            } else if content > 1
                && (gap & (COMMA | SEMICOLON) != 0 || joins(token.text) || at > 0 && connects(text, at - 1))
            {
                // `In 2003, the bridge` is one clause.
                let first = found.sentence.get(last).copied().unwrap_or_default();
                found.sentence.push(first);
                content = 0;
            }
            content += usize::from(text.content(at).is_some());
            found.of_token.push(found.sentence.len() - 1);
        }
        found
    }

    /// Whether two words stand in one clause.
    fn are_one(&self, one: usize, other: usize) -> bool {
        self.of_token.get(one) == self.of_token.get(other)
    }

    /// Whether two words stand in one sentence.
    fn are_together(&self, one: usize, other: usize) -> bool {
        let sentence = |at: usize| self.of_token.get(at).and_then(|&clause| self.sentence.get(clause));
        sentence(one) == sentence(other)
    }

    /// How many of some words, marked by position in `held`, each clause holds; those of other clauses of its sentence
    /// count less.
    fn shares(&self, held: &[bool]) -> Vec<f32> {
        let mut shares = vec![0.0; self.sentence.len()];
        for (&clause, _) in self.of_token.iter().zip(held).filter(|(_, held)| **held) {
            // A sentence is known by its first clause.
            let Some(&sentence) = self.sentence.get(clause) else { continue };
            let of_sentence = self.sentence.iter().zip(0..).zip(&mut shares).skip(sentence);
            for ((_, at), share) in of_sentence.take_while(|((first, _), _)| **first == sentence) {
                *share += match clause.cmp(&at) {
                    Ordering::Equal => 1.0,
                    Ordering::Less => INHERITED,
                    Ordering::Greater => LATER,
                };
            }
        }
        shares
    }
}

fn joins(word: &str) -> bool {
    matches!(word, "and" | "but" | "while" | "whereas" | "although" | "though" | "then")
}

/// Whether a clause may begin with the word at `at`, or end with it.
pub(crate) fn divides(text: &Reading<'_>, at: usize) -> bool {
    text.gap(at) & (COMMA | SEMICOLON) != 0 || joins(text.word(at)) || connects(text, at)
}

/// The clauses of two content words and more of a text, about; what is shorter belongs to the one before.
pub(crate) fn clauses(text: &Reading<'_>) -> Vec<Span> {
    let (mut found, mut content): (Vec<Span>, usize) = (Vec::new(), 0);
    let mut first: Option<usize> = None;
    for (at, token) in text.tokens.iter().enumerate() {
        let after = at > 0 && connects(text, at - 1);
        if content > 1 && (after || text.gap(at) & (COMMA | SEMICOLON) != 0 || joins(token.text)) {
            first = None;
            content = 0;
        }
        content += usize::from(text.content(at).is_some());
        let start = *first.get_or_insert(token.span.start);
        let clause = Span::new(start, token.span.end);
        match found.last_mut() {
            Some(last) if last.start == start => *last = clause,
            _ => found.push(clause),
        }
    }
    if content < 2
        && let Some(rest) = found.pop()
    {
        match found.last_mut() {
            Some(last) => last.end = rest.end,
            None => found.push(rest),
        }
    }
    found
}

/// Whether the Korean word at `at` ends a clause.
pub(crate) fn connects(text: &Reading<'_>, at: usize) -> bool {
    // The last syllables of the endings.
    static LAST: SyllableSet =
        SyllableSet::of(&['고', '며', '만', '데', '나', '되', '서', '해', '여', '어', '돼']);
    let Some(token) = text.tokens.get(at).filter(|token| token.script == Script::Hangul) else {
        return false;
    };
    let word = token.text;
    let bytes = word.as_bytes();
    if !bytes.len().checked_sub(3).and_then(|at| syllable_at(bytes, at)).is_some_and(|last| LAST.has(last)) {
        return false;
    }
    let long = word.chars().nth(2).is_some();
    ["고", "며", "지만", "는데", "으나", "하되", "면서"].iter().any(|end| word.ends_with(end) && word != *end)
        && !matches!(word, "사고" | "최고" | "광고" | "창고" | "참고" | "보고" | "그리고")
        || long
            && ["해", "하여", "되어", "돼", "하나", "해서"].iter().any(|end| word.ends_with(end))
            && word != "지난해"
}

/// Of what the window says what the claim says.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Placing {
    /// How much more of the claim the clause of a rival holds than the clause of the claim's own value or word, in words, up
    /// to one; twice that where what is not the one is the other (`open`, `closed`).
    pub misplaced: f32,
    /// The claim denies a word in the place of whose opposite it stands: `not open on Sundays`.
    pub turned: bool,
    /// A value, or a word, of the claim has what belongs to another of a pair; the value, where it is one.
    pub paired: bool,
    pub value: Option<Span>,
}

/// What a word that stands in the clause of the only other possibility counts, beside any other.
const OPPOSITE: f32 = 2.0;

/// Words before a word that compares, among which what it is said of stands.
const STANDARD: usize = 4;

/// The claim's own in the window and its rivals there, by position.
struct Contest {
    own: Vec<usize>,
    others: Vec<usize>,
    /// The set of a word; none for a value, which has a place in the claim.
    set: Option<u16>,
    value: Option<Span>,
    /// The claim denies the word.
    denied: bool,
}

/// The values and words of the claim that the window names together with rivals which the claim does not name.
fn contests(
    claim: &Reading<'_>,
    named: &Named,
    theirs: &Named,
    window: &Reading<'_>,
    values: &[Value],
    listed: &Listed<'_, '_>,
) -> Vec<Contest> {
    let matches = &listed.matches;
    let stated = || listed.values.iter().enumerate();
    let of_values = values.iter().enumerate().filter_map(|(at, value)| {
        if !matches.states(at) {
            return None;
        }
        let rivals = stated().filter(|&(there, other)| !matches.is_any(there) && value.is_like(other.value));
        let others: Vec<usize> = rivals.map(|(_, other)| other.place.first).collect();
        let own =
            || stated().filter(|&(there, _)| matches.is(at, there)).map(|(_, own)| own.place.first).collect();
        (!others.is_empty()).then(|| Contest {
            own: own(),
            others,
            set: None,
            value: Some(value.span),
            denied: false,
        })
    });
    let of_words = named.0.iter().filter_map(|&(at, side)| {
        let claims = |other: Side| named.0.iter().any(|mine| mine.1 == other);
        let is_own = |found: &&(usize, Side)| found.1 == side;
        let is_rival =
            |found: &&(usize, Side)| found.1.0 == side.0 && found.1.1 != side.1 && !claims(found.1);
        // `finished first` and `on the last day` are no rivals: the one word is said of a day, of which the claim does not speak.
        let of_else = |there: usize| {
            matches!(claim.word(at), "first" | "last")
                && claim.content(at + 1).is_none()
                && window.content(there + 1).is_some_and(|next| !claim.has(next))
        };
        // `slower than boiling` is what `boiling is faster` says.
        let standard = (claim.word(at + 1) == "than")
            .then(|| (at + 2..at + 5).find_map(|at| claim.content(at)))
            .flatten();
        let of_standard = |there: usize| {
            standard.is_some_and(|key| {
                (there.saturating_sub(STANDARD)..there).any(|at| window.content(at) == Some(key))
            })
        };
        let is_rival = |found: &&(usize, Side)| is_rival(found) && !of_else(found.0) && !of_standard(found.0);
        theirs.0.iter().find(is_own).and(theirs.0.iter().find(is_rival)).map(|_| Contest {
            own: theirs.0.iter().filter(is_own).map(|found| found.0).collect(),
            others: theirs.0.iter().filter(is_rival).map(|found| found.0).collect(),
            set: Some(side.0),
            value: None,
            denied: is_denied(claim, at),
        })
    });
    of_values.chain(of_words).collect()
}

/// Whether a value of a Korean claim stands in the clause of a topic of which the claim says nothing, and another in the clause of
/// the claim's: `교양은 36학점` beside `전공은 60학점, 교양은 36학점`.
fn is_of_other_topic(
    claim: &Reading<'_>,
    window: &Reading<'_>,
    clauses: &Clauses,
    contest: &Contest,
) -> bool {
    let is_topic = |text: &Reading<'_>, at: usize| {
        let word = text.word(at);
        word.ends_with(['은', '는']) && word.chars().nth(2).is_some() && text.content(at).is_some()
    };
    let Some(topic) = (0..claim.tokens.len()).find(|&at| is_topic(claim, at)).map(|at| claim.key(at)) else {
        return false;
    };
    let of_sentence = |at: &usize| contest.own.iter().any(|&own| clauses.are_together(*at, own));
    let mut places = window.positions(topic).filter(of_sentence);
    let (Some(there), None) = (places.next(), places.next()) else { return false };
    let other = |own: &usize| {
        let mut topics =
            (0..window.tokens.len()).filter(|&at| clauses.are_one(at, *own) && is_topic(window, at));
        clauses.are_together(there, *own)
            && !clauses.are_one(there, *own)
            && topics.next().is_some_and(|at| !claim.has(window.key(at)))
    };
    is_topic(window, there)
        && contest.others.iter().any(|&rival| clauses.are_one(there, rival))
        && contest.own.iter().all(other)
}

/// Where the claim's values and words of a direction stand in a window: `수출은 늘고 수입은 줄었다` says little of falling
/// exports. Nothing is misplaced where no rival stands in the same sentence.
pub(crate) fn placing(
    claim: &Reading<'_>,
    named: &Named,
    theirs: &Named,
    window: &Reading<'_>,
    values: &[Value],
    listed: &Listed<'_, '_>,
) -> Placing {
    let mut contests = contests(claim, named, theirs, window, values, listed);
    if contests.is_empty() {
        return Placing::default();
    }
    let mut found = Placing::default();
    let paired = |contest: &&Contest| {
        !contest.denied && belongs_to_the_other(claim, window, &contest.own, &contest.others)
    };
    if let Some(contest) = contests.iter().find(paired) {
        (found.paired, found.value) = (true, contest.value);
    }
    let clauses = Clauses::new(window);
    // In two sentences the two may be said of anything.
    contests.retain(|contest| {
        let any = |is: fn(&Clauses, usize, usize) -> bool| {
            contest.own.iter().any(|&one| contest.others.iter().any(|&other| is(&clauses, one, other)))
        };
        any(Clauses::are_together) && !any(Clauses::are_one)
    });
    if contests.is_empty() {
        return found;
    }
    // For every word of the window the word of the claim that it is.
    let words: Vec<(usize, u32, u32)> = (0..claim.tokens.len())
        .filter(|&at| !claim.is_in(values, at))
        .filter_map(|at| Some((at, claim.content(at)?, claim.head(at))))
        .collect();
    // A value is where the window has the same one.
    // Few words of a window are words of the claim: bits of those that may be.
    let bit = |hash: u32| 1_u64 << (hash.wrapping_mul(0x9e37_79b1) >> 26);
    let bits = words.iter().fold(0, |bits, word| bits | bit(word.1) | bit(word.2));
    let mut of_window: Vec<Option<usize>> = (0..window.tokens.len())
        .map(|there| {
            let (key, head) = (window.content(there)?, window.head(there));
            if bits & (bit(key) | bit(head)) == 0 {
                return None;
            }
            let is_same = |word: &&(usize, u32, u32)| word.1 == key || head != 0 && word.2 == head;
            words.iter().find(is_same).map(|word| word.0)
        })
        .collect();
    // Values are the same by what they mean; of two that begin at one word the first tells.
    let explicit = || listed.values.iter().map(|stands| stands.value);
    for (number, other) in explicit().enumerate() {
        let there = window.first_from(other.span.start);
        let begins = window.tokens.get(there).is_some_and(|token| token.span.start == other.span.start);
        if !begins || explicit().take(number).any(|before| before.span.start == other.span.start) {
            continue;
        }
        if let Some(value) = values.iter().find(|value| value.is_stated_as(other))
            && let Some(word) = of_window.get_mut(there)
        {
            *word = Some(claim.first_from(value.span.start));
        }
    }
    let shares = |set: Option<u16>| {
        // The value that is looked for is no evidence of its own place.
        let is_contested = |at: usize| {
            set.is_none() && claim.is_in(values, at)
                || named.0.iter().any(|found| found.0 == at && Some(found.1.0) == set)
        };
        let held = of_window.iter().map(|word| word.is_some_and(|at| !is_contested(at)));
        clauses.shares(&held.collect::<Vec<bool>>())
    };
    // Those of values are all alike.
    let of_values = contests.iter().any(|contest| contest.set.is_none()).then(|| shares(None));
    let better = |contest: &Contest| {
        let shares = match &of_values {
            Some(shares) if contest.set.is_none() => Cow::Borrowed(shares),
            _ => Cow::Owned(shares(contest.set)),
        };
        let share = |at: &usize| clauses.of_token.get(*at).and_then(|&clause| shares.get(clause)).copied();
        let best = |places: &[usize]| places.iter().filter_map(share).fold(0.0, f32::max);
        if contest.set.is_none() && is_of_other_topic(claim, window, &clauses, contest) {
            return 1.0;
        }
        best(&contest.others) - best(&contest.own)
    };
    for contest in &contests {
        let better = better(contest);
        let excludes = contest.set.is_some_and(|set| is_complementary((set, 0)));
        if contest.denied {
            found.turned |= excludes && better > 0.0;
        } else {
            let weight = if excludes { OPPOSITE } else { 1.0 };
            found.misplaced = found.misplaced.max(weight * better.min(1.0));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::number::values;
    use stet_text::normalise;

    fn placing(
        claim: &Reading<'_>,
        named: &Named,
        theirs: &Named,
        window: &Reading<'_>,
        values: &[Value],
        stated: &[Value],
    ) -> Placing {
        super::placing(claim, named, theirs, window, values, &Listed::new(values, window, stated))
    }

    fn clauses(text: &str) -> Vec<usize> {
        Clauses::new(&Reading::new(&normalise(text))).of_token
    }

    #[test]
    fn where_a_clause_begins() {
        for (text, want) in [
            ("The hall opened early and the gate closed late.", &[0, 0, 0, 0, 1, 1, 1, 1, 1][..]),
            ("In 2003, the hall opened.", &[0, 0, 0, 0, 0]),
            ("The hall opened. The gate closed.", &[0, 0, 0, 1, 1, 1]),
            ("강당은 열고 정문은 닫았다", &[0, 0, 1, 1]),
            ("광고 예산은 늘었다", &[0, 0, 0]),
        ] {
            assert_eq!(clauses(text), want, "{text}");
        }
    }

    #[test]
    fn a_clause_shares_most_of_what_it_holds_itself() {
        let norm = normalise("강당은 열고 정문은 닫았다");
        let clauses = Clauses::new(&Reading::new(&norm));
        let held = |at: usize| (0..4).map(|word| word == at).collect::<Vec<_>>();
        let share = |at: usize, word: usize| clauses.shares(&held(word))[clauses.of_token[at]];
        assert!(share(3, 2) > share(3, 0));
        assert!(share(3, 0) > share(1, 2));
        assert!(clauses.are_one(0, 1) && !clauses.are_one(1, 2) && clauses.are_together(0, 3));
    }

    #[test]
    fn what_is_said_of_something_else() {
        let by = |claim: &str, evidence: &str| {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            let (mine, theirs) = (values(&claim), values(&evidence));
            let mine: Vec<Value> = mine.into_iter().filter(|value| !value.implied).collect();
            let claim = Reading::new(&claim);
            let (named, window) = (Named::new(&claim), Reading::new(&evidence));
            placing(&claim, &named, &named.among(&window), &window, &mine, &theirs).misplaced
        };
        let tenure = "전임 교원의 임기는 6년, 겸임 교원의 임기는 2년으로 한다.";
        let trade = "수출은 늘고 수입은 줄었다.";
        let loans = "Undergraduates borrow books for 14 days, and graduate students borrow them for 30 days.";
        let vote = "The party supported the bill, while the unions opposed it.";
        for (right, wrong, evidence) in [
            ("겸임 교원의 임기는 2년이다.", "겸임 교원의 임기는 6년이다.", tenure),
            ("수출은 늘었다.", "수출은 줄었다.", trade),
            (
                "Graduate students borrow books for 30 days.",
                "Graduate students borrow books for 14 days.",
                loans,
            ),
            ("The party supported the bill.", "The party opposed the bill.", vote),
        ] {
            assert!(by(right, evidence) <= 0.0, "{right}: {}", by(right, evidence));
            assert!(by(wrong, evidence) > 0.1, "{wrong}: {}", by(wrong, evidence));
        }
        // In two sentences the two may be said of anything.
        assert!(by("Loans last 14 days.", "Loans last 14 days. Books last for 30 days of loans.") <= 0.0);
    }
}
