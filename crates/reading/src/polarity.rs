//! Polarity: what a text denies, and whether a claim denies what a sentence states, or states what it denies.
//!
//! Owns which words a negation denies, and the comparison. Which words are negations is [`denial`](crate::denial)'s.

use crate::denial::{Side, denies, in_brackets, is_denied, korean_reach, permits};
use crate::keys::{is_function_word, word_key};
use crate::negated::prefix_of;
use crate::reading::{Reading, STOP};
use crate::tags::Tags;
use stet_text::span::Span;
use stet_text::{Script, Token};

/// Words on each side of a negation that it may deny.
const NEAR: usize = 4;

/// How two sentences differ in what they deny.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "findings are independent of one another")]
pub struct Conflict {
    /// A word both have is denied in one and stated in the other.
    pub denied: bool,
    /// One has an odd number of negations, the other an even one.
    pub parity: bool,
    /// The claim denies something, what it is compared with nothing.
    pub added: bool,
    /// The claim denies a word that is not denied in what it is compared with, whatever else is.
    pub unconfirmed: bool,
    /// In each of the two, how many words deny or turn what is said, and how many more are denied by a prefix.
    pub negations: ((usize, usize), (usize, usize)),
}

/// What a negation denies: the words that it surely does, and those beside it that it may deny, too.
#[derive(Debug, Default)]
struct Negation {
    denied: Vec<u32>,
    near: Vec<u32>,
}

/// What a text denies.
#[derive(Debug)]
pub struct Denials<'a> {
    text: &'a Reading<'a>,
    list: Vec<Negation>,
}

/// Compares what a claim and a sentence deny.
pub fn conflict(claim: &Reading<'_>, sentence: &Reading<'_>) -> Conflict {
    let excepted = || is_excepted(claim, sentence) || is_excepted(sentence, claim);
    if !requiring(claim, sentence).is_empty() || !requiring(sentence, claim).is_empty() || excepted() {
        return Conflict::default();
    }
    let (claim, sentence) = (Denials::of(claim), Denials::of(sentence));
    let (mine, theirs) = (Polarity::new(&claim, sentence.text), Polarity::new(&sentence, claim.text));
    let is_odd = |of: &Polarity<'_>, key| of.denials(key) % 2 == 1;
    let denied = mine
        .keys()
        .chain(theirs.keys())
        .any(|key| is_odd(&mine, key) != is_odd(&theirs, key) && mine.settles(key) && theirs.settles(key));
    let denied = denied || denies_short_verb(claim.text, sentence.text);
    let turns = |text: &Reading<'_>| {
        let told = text.tagged(Tags::TURNS).filter(|&at| denies(text, at).is_none());
        told.filter(|&at| !is_willing(text, at)).count()
    };
    let negations = |of: &Polarity<'_>| (of.own.list.len() + turns(of.own.text), of.prefixed.len());
    Conflict {
        denied,
        parity: mine.count_in(sentence.text) % 2 != theirs.count_in(claim.text) % 2,
        added: mine.count() > 0 && theirs.count() == 0,
        // A word of the claim is in it; what the other denies is in the other.
        unconfirmed: mine.keys().any(|key| is_odd(&mine, key) && theirs.denials(key) == 0),
        negations: (negations(&mine), negations(&theirs)),
    }
}

impl<'a> Denials<'a> {
    pub fn of(text: &'a Reading<'a>) -> Self {
        let (norm, tokens) = (text.norm, &text.tokens);
        // A text that is nothing but something in brackets.
        let bare = norm.starts_with('(') && norm.trim_end_matches('.').ends_with(')');
        let negation = |at: usize| {
            let token = tokens.get(at)?;
            // `뿐만 아니라` adds.
            let adds = at > 0 && text.word(at - 1).contains('뿐');
            // `제4조 (통행의 금지)` heads, `무치(어리석지 않음)` explains: neither states.
            let hangul = token.script == Script::Hangul;
            if adds || is_willing(text, at) || hangul && in_brackets(norm, token.span) && !bare {
                return None;
            }
            let ban = text.tags(at).has(Tags::BAN);
            let side = if ban { Side::Before } else { denies(text, at)? };
            let mut found = Negation::default();
            if hangul {
                korean_reach(text, at, side, &mut found.denied);
            } else {
                deny_english(text, at, ban, &mut found.denied);
            }
            found.near = words_near(text, at);
            Some(found)
        };
        Self { text, list: text.tagged(Tags::DENIAL).filter_map(negation).collect() }
    }
}

/// The words, by position, with which a text requires, without a denial, what another requires by two: `A badge is required`,
/// `Nobody may enter without a badge`.
pub fn requiring(text: &Reading<'_>, other: &Reading<'_>) -> Vec<usize> {
    if text.has_tag(Tags::DENIAL) || !other.has_tag(Tags::DENIAL) {
        return Vec::new();
    }
    let binds = |at: usize| {
        let tags = text.tags(at);
        tags.has(Tags::OBLIGED.and(Tags::LIMIT).and(Tags::ONLY))
            || tags.has(Tags::OBLIGED_TO) && (text.word(at).starts_with("need") || text.word(at + 1) == "to")
            || text.is_korean(at) && text.word(at).ends_with('야') && at + 1 < text.tokens.len()
    };
    // What must not be missing stands behind `without` and before `없이`.
    let missing = |at: usize| match other.word(at) {
        "without" | "unless" => (at + 1..at + NEAR).find(|&at| other.content(at).is_some()),
        word if other.is_korean(at) => {
            let without = word.starts_with("없이") || word.ends_with('면') && denies(other, at).is_some();
            without.then(|| (at.saturating_sub(2)..at).find(|&at| other.content(at).is_some())).flatten()
        }
        _ => None,
    };
    let denied_besides = |at: usize| {
        let one_sentence = |from: usize, to: usize| (from + 1..=to).all(|at| other.gap(at) & STOP == 0);
        let mut others = other.tagged(Tags::DENIAL).filter(|&one| one != at && denies(other, one).is_some());
        others.any(|one| one_sentence(one.min(at), one.max(at)))
    };
    let is_required = |at: usize| missing(at).is_some_and(|what| text.same_as(other, what).next().is_some());
    let mut words: Vec<usize> = (0..text.tokens.len()).filter(|&at| binds(at)).collect();
    if !(0..other.tokens.len()).any(|at| is_required(at) && denied_besides(at)) {
        words.clear();
    }
    words
}

/// Whether a text states of a case what another denies but in this case: `may not take leave, except for illness`, `질병의 경우에는
/// 그러하지 아니하다`.
fn is_excepted(text: &Reading<'_>, other: &Reading<'_>) -> bool {
    if text.has_tag(Tags::DENIAL) || !other.has_tag(Tags::DENIAL) {
        return false;
    }
    let ends = |at: &usize| other.gap(*at) & STOP == 0;
    let case = |at: usize| match other.word(at) {
        "except" => at + 1..(at + 1..other.tokens.len()).take_while(ends).last().map_or(at, |last| last + 1),
        word if word.starts_with("그러하지") && denies(other, at + 1).is_some() => {
            at.saturating_sub(NEAR)..at
        }
        _ => 0..0,
    };
    (0..other.tokens.len()).map(case).any(|case| {
        let words: Vec<usize> = case.filter(|&at| other.content(at).is_some()).collect();
        words.iter().any(|&at| text.same_as(other, at).next().is_some())
    })
}

/// Whether one text states a Korean verb of one syllable that the other denies: `요금을 받는다`, `요금을 받지 않는다`. Such a stem is too
/// short for a key, and may change (`판다`, `팔지`), so that all else the claim says must stand in the sentence.
fn denies_short_verb(claim: &Reading<'_>, sentence: &Reading<'_>) -> bool {
    let denied = |text: &Reading<'_>| {
        let before =
            |at: usize| (denies(text, at) == Some(Side::Before)).then(|| at.checked_sub(1)).flatten();
        let mut verbs = text.tagged(Tags::DENIAL).filter_map(before).filter_map(|at| {
            let verb = text.word(at).trim_end_matches(['는', '도', '를']);
            let mut syllables = verb.strip_suffix('지')?.chars();
            opening(syllables.next()?).filter(|_| syllables.next().is_none())
        });
        verbs.next()
    };
    let states = |text: &Reading<'_>, verb: u32| {
        (0..text.tokens.len()).any(|at| {
            let word = text.word(at);
            word.chars().next().and_then(opening) == Some(verb)
                && word.ends_with(['다', '요', '까', '죠'])
                && !is_denied(text, at)
                && !is_auxiliary(text, at)
        })
    };
    let told = |denying: &Reading<'_>, stating: &Reading<'_>| {
        denied(denying).filter(|verb| states(stating, *verb) && !states(denying, *verb))
    };
    let Some(verb) = told(sentence, claim).or_else(|| told(claim, sentence)) else { return false };
    let mut others = (0..claim.tokens.len()).filter(|&at| {
        let begins = claim.word(at).chars().next().and_then(opening);
        claim.content(at).is_some() && begins != Some(verb)
    });
    // `짐도`, `짐은`: nouns of one syllable.
    let bare = |text: &Reading<'_>, at: usize| {
        let mut syllables = text.word(at).chars();
        let noun = syllables.next()?;
        let particle = syllables.next().is_some_and(|second| "은는이가을를도만".contains(second));
        (particle && syllables.next().is_none()).then_some(noun)
    };
    let has = |at: usize| {
        let noun = bare(claim, at);
        let same = |there: usize| noun.is_some() && bare(sentence, there) == noun;
        claim.content(at).is_some_and(|key| sentence.has(key)) || (0..sentence.tokens.len()).any(same)
    };
    others.next().is_some_and(has) && others.all(has)
}

/// `한다` behind another verb: `입양하려고 한다`, `내야 한다`.
fn is_auxiliary(text: &Reading<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).map_or("", |before| text.word(before));
    opening('하') == text.word(at).chars().next().and_then(opening)
        && before.ends_with(['고', '야', '록', '로', '게'])
}

/// The consonant and the vowel with which a syllable begins.
fn opening(syllable: char) -> Option<u32> {
    u32::from(syllable).checked_sub(u32::from('가')).filter(|at| *at < 11_172).map(|at| at / 28)
}

/// Adds what an English negation denies: what follows, within its clause; `entry is prohibited` what stands before.
fn deny_english(text: &Reading<'_>, at: usize, ban: bool, out: &mut Vec<u32>) {
    let (mut permitted, mut ranked) = (false, false);
    for next in (at + 1..text.tokens.len()).take_while(|&next| one_clause_mark(text, next)) {
        let word = text.word(next);
        // `does not respond and is not breathing`: the next has its own.
        let own = denies(text, next).is_some();
        // What is not approved by an agency is no denial of the agency.
        if !out.is_empty() && (own || !permitted && is_preposition(word)) {
            break;
        }
        // `not the most important part` is a part.
        ranked |= out.is_empty() && matches!(word, "most" | "least");
        let Some(key) = text.content(next) else { continue };
        // `does not get any pay` is not paid.
        if out.is_empty() && text.word(next + 1) == "any" {
            continue;
        }
        out.push(key);
        permitted |= permits(word);
        if out.len() == 2 + usize::from(permitted) - usize::from(ranked) {
            break;
        }
    }
    // `no side effects were observed`: what is denied of the subject.
    if text.word(at) == "no" && !out.is_empty() {
        let be = (at + 2..at + 2 + NEAR).find(|&next| is_form_of_be(text.word(next)));
        let verb = be.and_then(|be| (be + 1..be + 3).find_map(|next| text.content(next)));
        out.extend(verb.filter(|key| !out.contains(key)));
    }
    // `stops there rarely`
    if out.is_empty() && (ban || matches!(text.word(at), "rarely" | "seldom")) {
        out.extend((0..at).rev().find_map(|at| text.content(at)));
    }
}

/// The words beside a negation, which it may deny.
fn words_near(text: &Reading<'_>, at: usize) -> Vec<u32> {
    let Some(token) = text.tokens.get(at) else { return Vec::new() };
    // `is not a static goal`, `is not the most modern room`, `전쟁이 아닌 패전`: nothing but what it is not.
    let identity = match token.script {
        Script::Latin => match text.word(at + 1) {
            "a" | "an" => true,
            "the" => matches!(text.word(at + 2), "most" | "least"),
            _ => false,
        },
        _ => token.text.starts_with("아닌") || token.text.starts_with("아니라"),
    };
    // What follows `필요 없는` is what it is said of: `창문이 없는 방`, `난방이 필요 없는 방`.
    let of_next = token.text.starts_with("없는");
    let subject = at.checked_sub(1).is_some_and(|before| text.word(before).ends_with(['이', '가']));
    let (left, right) = match (identity, of_next) {
        (true, _) => (0, 0),
        (_, true) => (if subject { 1 } else { 2 }, 0),
        _ => (NEAR, NEAR),
    };
    let before = (1..=left).map_while(|step| at.checked_sub(step).filter(|&near| one_clause(text, near)));
    let behind = (at + 1..=at + right).take_while(|&near| one_clause(text, near - 1));
    std::iter::once(at).chain(before).chain(behind).filter_map(|at| text.content(at)).collect()
}

/// What a text denies beside another.
struct Polarity<'a> {
    own: &'a Denials<'a>,
    /// The keys of the words of the other that a negating prefix denies here.
    prefixed: Vec<u32>,
}

impl<'a> Polarity<'a> {
    fn new(own: &'a Denials<'a>, other: &Reading<'_>) -> Self {
        Self { own, prefixed: prefixed(own.text, other) }
    }

    fn count(&self) -> usize {
        self.own.list.len() + self.prefixed.len()
    }

    /// The negations beside which another text has one of the words at least: the rest deny what it does not speak of.
    fn count_in(&self, other: &Reading<'_>) -> usize {
        let near =
            |key: u32| self.own.list.iter().flat_map(|one| &one.near).filter(|&&one| one == key).count();
        let concerns = |one: &&Negation| {
            let mut words = one.denied.iter().chain(&one.near).peekable();
            // What is denied here and stated elsewhere, of something else: `일본에서 방영되지 않았으며 이번에 국내에서 방영하는`.
            let elsewhere = |&&key: &&u32| other.has(key) && self.own.text.count(key) > near(key).max(1);
            let others = |word: u32| one.near.iter().filter(|&&key| key != word && other.has(key)).count();
            if let Some(&word) = one.denied.iter().find(elsewhere) {
                return others(word) > 1;
            }
            // Of what has no content nothing is known.
            words.peek().is_none() || words.any(|&key| other.has(key))
        };
        self.own.list.iter().filter(concerns).count() + self.prefixed.len()
    }

    /// The keys of all words that are denied.
    fn keys(&self) -> impl Iterator<Item = u32> {
        self.own.list.iter().flat_map(|one| &one.denied).chain(&self.prefixed).copied()
    }

    /// How often a word is denied.
    fn denials(&self, key: u32) -> usize {
        self.keys().filter(|&one| one == key).count()
    }

    /// Whether a word occurs, and is always denied or sometimes surely stated. A word that is both stated and denied in one
    /// sentence proves nothing, nor does one whose predicate is denied (`증거가 없다`, `증거는 발견되지 않았다`).
    fn settles(&self, key: u32) -> bool {
        let of = |keys: &[u32]| keys.iter().filter(|&&one| one == key).count();
        let count = self.own.text.count(key) + of(&self.prefixed);
        let near: usize = self.own.list.iter().map(|one| of(&one.near)).sum();
        let denied = self.denials(key);
        count > 0 && if denied == 0 { near < count } else { denied >= count }
    }
}

/// Whether what the word at `at` denies is a reluctance: `must not be afraid to ask` is to ask, `잊지 마라` to think of it.
fn is_willing(text: &Reading<'_>, at: usize) -> bool {
    let next = at + 1 + usize::from(matches!(text.word(at + 1), "be" | "been"));
    let last = at.checked_sub(1).filter(|&last| text.word(last).contains('지'));
    text.word(next + 1) == "to" && text.tags(next).has(Tags::RELUCTANT)
        || last.is_some_and(|last| text.tags(last).has(Tags::RELUCTANT))
        || text.tags(at).has(Tags::RELUCTANT)
}

/// `불가능` where the other text says `가능`, `unlawful` where it says `lawful`: the words of the other text that a prefix
/// negates here.
fn prefixed(text: &Reading<'_>, other: &Reading<'_>) -> Vec<u32> {
    let of_word = |(at, token): (usize, &Token<'_>)| {
        if token.text == "non" {
            // `non-refundable`
            let key = text.content(at + 1).filter(|_| text.gap(at + 1) == 0)?;
            let denied = |there: usize| there > 0 && other.word(there - 1) == "non";
            return (other.has(key) && !other.positions(key).any(denied)).then_some(key);
        }
        // `impossible to change` is a negation of its own, `불가` is counted as a prohibition.
        if denies(text, at).is_some() || token.text.starts_with("불가") {
            return None;
        }
        let least = if token.script == Script::Hangul { 2 } else { 4 };
        let rest = token.text.get(prefix_of(token)?..)?;
        // `부적합`, not `부총장`.
        let second = token.text.starts_with('부') && !Tags::of(rest, Script::Hangul).has(Tags::BU);
        let key = word_key(rest, token.script);
        let negates = rest.chars().nth(least - 1).is_some() && !second && !is_function_word(key);
        (negates && other.has(key) && other.count(text.key(at)) == 0).then_some(key)
    };
    text.tagged(Tags::PREFIXED)
        .filter_map(|at| Some((at, text.tokens.get(at)?)))
        .filter_map(of_word)
        .collect()
}

/// What ends a clause.
const CUTS: [char; 4] = [',', ';', '.', ':'];

/// Whether no mark of the end of a clause stands right before a word.
fn one_clause_mark(text: &Reading<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| text.tokens.get(before));
    let Some((from, to)) = before.zip(text.tokens.get(at)) else { return false };
    !Span::new(from.span.end, to.span.start).of(text.norm).contains(CUTS)
}

/// Whether nothing between a word of a text and the next begins another clause.
fn one_clause(text: &Reading<'_>, first: usize) -> bool {
    let word = text.word(first);
    let joins = match text.tokens.get(first).map(|token| token.script) {
        Some(Script::Hangul) => {
            word.ends_with(['고', '며', '면'])
                || ["지만", "는데", "으나"].iter().any(|end| word.ends_with(end))
        }
        _ => matches!(
            word,
            "if" | "who" | "that" | "which" | "because" | "while" | "and" | "but" | "when" | "although"
        ),
    };
    !joins && one_clause_mark(text, first + 1)
}

/// Prepositions of place, time and agent, behind which something else is told.
fn is_preposition(word: &str) -> bool {
    matches!(word, "in" | "on" | "at" | "by" | "for" | "from" | "with" | "during" | "since" | "until")
        || matches!(word, "after" | "before" | "because" | "under" | "through" | "between" | "within")
        || matches!(word, "among" | "throughout")
}

fn is_form_of_be(word: &str) -> bool {
    matches!(word, "is" | "are" | "was" | "were" | "be" | "been" | "being")
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_is_prohibited_is_denied() {
        for (claim, evidence, want) in [
            ("출입할 수 없다", "출입을 금지한다", false),
            ("출입할 수 있다", "출입을 금지한다", true),
            ("출입은 허용되지 않는다", "출입은 금지된다", false),
            ("출입은 금지되지 않는다", "출입은 금지된다", true),
            ("Visitors may not enter the hall.", "Visitors are forbidden to enter the hall.", false),
            ("Visitors may enter the hall.", "Visitors are forbidden to enter the hall.", true),
            ("Guests are not allowed to enter.", "Guests are prohibited from entering.", false),
            ("Smoking is banned.", "Smoking is not banned.", true),
            ("입장이 불가능하다", "입장할 수 없다", false),
            ("입장이 가능하다", "입장할 수 없다", true),
            ("새 단서가 없다", "새 단서는 나오지 않았다", false),
            ("새 단서가 있다", "새 단서는 나오지 않았다", true),
            ("Fees are not refunded.", "The school does not refund fees.", false),
            ("Fees are refunded.", "The school does not refund fees.", true),
            ("She said the plan was not late.", "She denied that the plan was late.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            let found = conflict(&Reading::new(&mine), &Reading::new(&theirs));
            assert_eq!(found.denied || found.parity, want, "{claim} / {evidence}");
        }
    }

    #[test]
    fn two_denials_require() {
        const LAB: &str = "Nobody may enter the lab without a badge.";
        const INVOICE: &str = "Goods are not released unless the invoice is paid.";
        for (claim, evidence, want) in [
            ("A badge is required to enter the lab.", LAB, false),
            ("You need a badge to enter the lab.", LAB, false),
            ("You may enter the lab without a badge.", LAB, true),
            ("A coat is required to enter the lab.", LAB, true),
            ("Goods are released only if the invoice is paid.", INVOICE, false),
            ("Goods are released even if the invoice is not paid.", INVOICE, true),
            ("Nobody may enter the lab without a badge.", "A badge is required to enter the lab.", false),
            ("출입증이 있어야 실험실에 들어갈 수 있다.", "출입증 없이는 실험실에 들어갈 수 없다.", false),
            ("출입증이 없어도 실험실에 들어갈 수 있다.", "출입증 없이는 실험실에 들어갈 수 없다.", true),
            (
                "First-year students may take leave for illness.",
                "First-year students may not take leave, except for illness or service.",
                false,
            ),
            (
                "First-year students may take leave for travel.",
                "First-year students may not take leave, except for illness or service.",
                true,
            ),
            (
                "질병의 경우에는 신입생도 휴학할 수 있다.",
                "신입생은 휴학할 수 없으나 질병의 경우에는 그러하지 아니하다.",
                false,
            ),
            (
                "신입생도 휴학할 수 있다.",
                "신입생은 휴학할 수 없으나 질병의 경우에는 그러하지 아니하다.",
                true,
            ),
            ("대금을 내야 물건을 내준다.", "대금을 내지 않으면 물건을 내주지 않는다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            let found = conflict(&Reading::new(&mine), &Reading::new(&theirs));
            assert_eq!(found.denied || found.parity, want, "{claim} / {evidence}");
        }
    }

    #[test]
    fn a_negation_ends_before_a_preposition() {
        for (claim, evidence, want) in [
            ("Sales did not rise in winter.", "Sales fell in winter.", false),
            ("Sales did not rise in winter.", "Sales did rise in winter.", true),
            ("It was not approved by the senate.", "It was rejected by the senate.", false),
            ("작업실은 요금을 받는다.", "작업실은 요금을 받지 않는다.", true),
            ("회원은 회비를 내지 않습니다.", "회원은 회비를 냅니다.", true),
            ("도서관은 책을 판다.", "도서관은 책을 팔지 못한다.", true),
            ("무거운 짐도 받는다.", "무거운 짐은 받지 않는다.", true),
            ("강당은 월요일에 열어요.", "강당은 월요일에 열지는 않는다.", true),
            ("작업실은 요금을 받는다.", "작업실은 요금을 받는다. 예약은 받지 않는다.", false),
            ("작업실은 요금을 받지 않는다.", "작업실은 요금을 안 받는다.", false),
            ("작업실은 요금을 받는다.", "강당은 예약을 받지 않는다.", false),
            ("민수는 아이를 입양하려고 한다.", "민수는 아이를 입양해야 하는데 신고를 하지 않았다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            let found = conflict(&Reading::new(&mine), &Reading::new(&theirs));
            assert_eq!(found.denied, want, "{claim} / {evidence}");
        }
    }
}
