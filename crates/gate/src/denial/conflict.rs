//! Conflicts of polarity: whether a claim denies what a sentence states, or states what it denies.
//!
//! Owns the comparison. What each of the two denies is [`polarity`](super::polarity)'s, which words are negations is
//! [`negation`](super::negation)'s.

use std::sync::LazyLock;

use crate::denial::negation::{FORBIDS, Side, english_negations, is_denied, korean_negation, prohibits};
use crate::denial::polarity::{Denial, Denials, Polarity, allows_on_condition, allows_some_only};
use crate::korean::short::stem_of_verb;
use crate::text::heads::Heads;
use crate::text::marks::DENIAL;
use crate::text::reading::{COMMA, Reading, SEMICOLON, STOP};
use stet_text::{FIRST_SYLLABLE, Script, syllable_at};

/// How two sentences differ in what they deny.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "findings are independent of one another")]
pub(crate) struct Conflict {
    /// A word both have is denied in one and stated in the other.
    pub denied: bool,
    /// One has an odd number of negations, the other an even one.
    pub parity: bool,
    /// The one without a negation has a word that may say the same.
    pub rephrased: bool,
    /// The claim denies something, and not one negative word stands in what it is compared with.
    pub unmatched: bool,
    /// The claim denies something, what it is compared with nothing.
    pub added: bool,
    /// The claim denies a word that is not denied in what it is compared with, whatever else is.
    pub unconfirmed: bool,
}

/// Words that can be what a negation was rephrased from: by beginning, besides the negations
/// themselves.
const NEGATIVE: &[&str] = &[
    "refus",
    "deny",
    "deni",
    "forbid",
    "forbad",
    "prohibit",
    "ban",
    "lack",
    "fail",
    "prevent",
    "avoid",
    "stop",
    "reject",
    "illegal",
    "only",
    "few",
    "little",
    "rare",
    "instead",
    "rather",
    "free",
    "false",
    "wrong",
    "lost",
    "miss",
    "absen",
    "un",
    "in",
    "im",
    "dis",
    "non",
    "less",
    "end",
    "ceas",
    "hard",
    "difficult",
    "declin",
    "exclu",
    "except",
    "but",
    "exempt",
    "waiv",
    "voluntar",
    "option",
    "remov",
    "acquit",
    "drop",
    "면제",
    "해제",
    "불",
    "비",
    "미",
    "무",
    "부",
    "금지",
    "거부",
    "거절",
    "실패",
    "제외",
    "반대",
    "어렵",
    "어려",
    "말",
    "중단",
    "취소",
    "폐지",
    "밖에",
    "만",
    "거의",
    "아직",
    "막",
    "안",
    "못",
    "적",
    "드물",
    "모르",
    "모른",
    "몰",
    "피하",
    "피해",
    "유지",
    "정지",
    "중지",
    "제한",
    "박탈",
    "상실",
    "배제",
    "탈락",
    "소멸",
    "실격",
    "낙제",
    "밑돌",
    "밑도",
    "휴관",
    "휴무",
    "휴업",
    "휴진",
];

/// Words that deny by what they mean, by how they begin.
const REFUSES: &[&str] = &[
    "refus",
    "reject",
    "miss",
    "lack",
    "absen",
    "declin",
    "exclu",
    "avoid",
    "prevent",
    "omit",
    "neglect",
    "exempt",
    "waiv",
    "denied",
    "denies",
    "deny",
    "free",
    "vain",
    "거부",
    "거절",
    "실패",
    "제외",
    "취소",
    "중단",
    "그대로",
    "놓치",
    "놓쳤",
    "놓친",
    "빠지",
    "빠진",
    "빠졌",
    "미달",
    "불참",
    "결석",
    "휴관",
    "휴무",
    "휴업",
    "휴진",
];

/// The beginnings of [`NEGATIVE`] and [`REFUSES`].
static NEGATIVE_HEADS: LazyLock<Heads<()>> = LazyLock::new(|| Heads::of_all(NEGATIVE));

static REFUSING_HEADS: LazyLock<Heads<()>> = LazyLock::new(|| Heads::of_all(REFUSES));

fn has_word_of(text: &Reading<'_>, heads: &Heads<()>) -> bool {
    text.tokens.iter().any(|token| heads.begin(token.text))
}

/// Whether a text says of a word by its meaning that it is not (`rejected the plan`), and not of a word of such a meaning.
fn refuses_of(text: &Reading<'_>, key: u32) -> bool {
    /// English words between the two.
    const REACH: usize = 8;
    let refuses = |at: usize| REFUSING_HEADS.begin(text.word(at));
    let before = |at: usize| {
        // What is refused stands behind the verb in English, before it in Korean.
        if text.tokens.get(at).is_some_and(|token| token.script == Script::Hangul) {
            return (at + 1..text.tokens.len()).any(refuses);
        }
        let clause = |first: usize, last: usize| {
            (first + 1..=last).all(|at| text.gap(at) & (STOP | COMMA | SEMICOLON) == 0)
        };
        (at.saturating_sub(REACH)..at).any(|before| refuses(before) && clause(before, at))
            // `alcohol should be avoided`
            || (at + 1..at + REACH).any(|there| {
                matches!(text.word(there), "be" | "is" | "are" | "was" | "were" | "been")
                    && text.word(there + 1).ends_with("ed")
                    && refuses(there + 1)
                    && clause(at, there + 1)
            })
    };
    text.positions(key).all(|at| !refuses(at)) && text.positions(key).any(before)
}

/// Whether a text has any word that could carry a denial.
fn has_negative_word(text: &Reading<'_>) -> bool {
    let heads = &*NEGATIVE_HEADS;
    text.tokens.iter().any(|token| {
        let ends = |end: &str| token.text.as_bytes().ends_with(end.as_bytes());
        heads.begin(token.text) || ends("n't") || ends("less")
    })
}

/// Compares a claim with a sentence, and with the window the sentence stands in.
pub(crate) fn conflict(claim: &Reading<'_>, sentence: &Reading<'_>, window: &Reading<'_>) -> Conflict {
    conflict_of(&Denials::of(claim), &Denials::of(sentence), || has_negation(window))
}

/// Whether a text has any word that denies, or could carry a denial.
pub(crate) fn has_negation(text: &Reading<'_>) -> bool {
    has_negative_word(text) || Denials::of(text).count() > 0
}

/// [`conflict`] of a claim and a sentence, of which is told what they deny; `window_negates` tells [`has_negation`] of the window.
pub(crate) fn conflict_of(
    claim: &Denials<'_>,
    sentence: &Denials<'_>,
    window_negates: impl FnOnce() -> bool,
) -> Conflict {
    let (mine, theirs) = (Polarity::new(claim, sentence.text()), Polarity::new(sentence, claim.text()));
    let (claim, sentence) = (claim.text(), sentence.text());
    let (my_negations, their_negations) = (mine.negations(), theirs.negations());
    if my_negations == 0 && their_negations == 0 {
        return Conflict::default();
    }
    if (my_negations, their_negations) == (0, 2) && tells_a_condition_of(claim, sentence)
        || (my_negations, their_negations) == (2, 0) && tells_a_condition_of(sentence, claim)
    {
        return Conflict::default();
    }
    // `misses the deadline`, where the other has `fails to meet` it.
    let refusing = |text: &Reading<'_>| has_word_of(text, &REFUSING_HEADS);
    let rephrased = || {
        let mine =
            refusing(claim) && (my_negations == 0 || my_negations < their_negations && !refusing(sentence));
        let theirs = refusing(sentence)
            && (their_negations == 0 || their_negations < my_negations && !refusing(claim));
        mine || theirs
    };
    let is_refusal_of = |key: u32| {
        my_negations == 0 && refuses_of(claim, key) || their_negations == 0 && refuses_of(sentence, key)
    };
    let denied = mine.keys().chain(theirs.keys()).any(|key| {
        // Most are denied in both.
        if mine.denials(key) % 2 == theirs.denials(key) % 2 {
            return false;
        }
        let Some((word, other)) = mine.word(key).and_then(|word| Some((word, theirs.word(key)?))) else {
            return false;
        };
        // A word that is both stated and denied in one sentence proves nothing, nor does one whose predicate is denied
        // (`증거가 없다`, `증거는 발견되지 않았다`).
        let settled = |word: Denial| {
            word.denied == 0 && word.near < word.count || word.denied >= word.count && word.denied > 0
        };
        settled(word)
            && settled(other)
            && !(mine.may_deny(key, &theirs) || theirs.may_deny(key, &mine))
            && !is_refusal_of(key)
            && !(is_ended(claim, key) || is_ended(sentence, key))
            && !is_a_pronoun(claim, key, sentence)
    });
    // What two bans are of they may name with more words or fewer: `ban heavy oil`, `oil will be banned`.
    let bans = |text: &Reading<'_>| text.tokens.iter().any(|token| prohibits(token.text));
    let near = |one: &Polarity<'_>, other: &Polarity<'_>| {
        let beside = |key| other.word(key).is_some_and(|word| word.denied + word.near > 0);
        one.keys().any(|key| one.denials(key) % 2 == 1 && beside(key))
    };
    let banned = || near(&mine, &theirs) || near(&theirs, &mine);
    let denied =
        denied && !(my_negations == 1 && their_negations == 1 && bans(claim) && bans(sentence) && banned());
    let denied = denied || rules_out(claim, sentence, &mine, &theirs);
    let denied =
        denied || (my_negations, their_negations) == (1, 0) && lifts_a_condition(claim, &mine, sentence);
    let denied = denied || denies_short_verb(claim, sentence) || denies_short_verb(sentence, claim);
    let parity = my_negations % 2 != theirs.negations_in(claim) % 2;
    let unmatched = my_negations % 2 == 1 && their_negations == 0 && !lacks_only(claim) && !window_negates();
    let unconfirmed = mine.keys().any(|key| {
        // A word of the claim is in it; what the other denies is in the other.
        mine.denials(key) % 2 == 1 && theirs.denials(key) == 0
    });
    Conflict {
        unconfirmed,
        denied,
        parity,
        // Of no matter where the two deny alike.
        rephrased: parity && rephrased(),
        unmatched,
        added: my_negations > 0 && their_negations == 0,
    }
}

/// Whether one text allows to some alone what the other denies to the rest: `only members may vote`, `those who are not members
/// may not vote`.
fn tells_a_condition_of(some_only: &Reading<'_>, denied: &Reading<'_>) -> bool {
    allows_some_only(some_only) && allows_on_condition(denied)
}

/// [`tells_a_condition_of`], whichever of the two denies.
pub(crate) fn tell_one_condition(claim: &Reading<'_>, sentence: &Reading<'_>) -> bool {
    tells_a_condition_of(claim, sentence) || tells_a_condition_of(sentence, claim)
}

/// Whether a Korean claim allows to those who do not fulfil it what a sentence allows to those alone who do: `등록하지 않으면
/// 졸업할 수 있다`, `등록한 학생만 졸업할 수 있다`.
fn lifts_a_condition(claim: &Reading<'_>, mine: &Polarity<'_>, sentence: &Reading<'_>) -> bool {
    let denied_condition = claim.marked(DENIAL).any(|at| claim.word(at).ends_with('면'));
    let last = claim.tokens.len().saturating_sub(1);
    let allows = claim.word(last).starts_with("가능")
        || claim.word(last).starts_with('있') && last > 0 && claim.word(last - 1) == "수";
    denied_condition && allows && allows_some_only(sentence) && mine.keys().any(|key| sentence.has(key))
}

/// Whether the object of an English verb of a claim, which has a key, is a pronoun behind that verb in a sentence: `should not take the
/// syrup`, `should not take it`.
fn is_a_pronoun(claim: &Reading<'_>, key: u32, sentence: &Reading<'_>) -> bool {
    let pronoun = |at: usize| matches!(sentence.word(at), "it" | "them" | "this" | "these" | "they");
    claim.positions(key).any(|at| {
        let verb = (at.saturating_sub(3)..at).rev().find(|&before| claim.content(before).is_some());
        verb.is_some_and(|verb| sentence.positions(claim.key(verb)).any(|there| pronoun(there + 1)))
    })
}

/// Whether all that an English claim denies is what someone is without: `patients without insurance` may be `uninsured patients`.
fn lacks_only(claim: &Reading<'_>) -> bool {
    let mut denials = english_negations(claim).peekable();
    denials.peek().is_some() && denials.all(|at| claim.word(at) == "without")
}

/// Whether a Korean claim comes to an obligation or a permission of a verb that a sentence forbids in another form: `뿌려야 한다`, `뿌리지
/// 마십시오`.
fn obliges_what_is_banned(claim: &Reading<'_>, sentence: &Reading<'_>) -> bool {
    /// Vowels and finals of a syllable.
    const REST: u32 = 588;
    // Two syllables, the second but for what an ending changes.
    let stem = |word: &str| {
        let bytes = word.as_bytes();
        let (first, second) = (syllable_at(bytes, 0)?, syllable_at(bytes, 3)?);
        Some((first, (second - FIRST_SYLLABLE) / REST))
    };
    let banned = |at: usize| {
        let word = sentence.word(at);
        word.ends_with('지')
            && word.chars().count() == 3
            && FORBIDS.iter().chain(&["말"]).any(|head| sentence.word(at + 1).starts_with(head))
    };
    let Some(last) = claim.tokens.len().checked_sub(2) else { return false };
    let word = claim.word(last);
    let obliges = word.ends_with('야') && word.chars().count() == 3;
    obliges
        && sentence
            .marked(DENIAL)
            .filter_map(|at| at.checked_sub(1))
            .any(|at| banned(at) && stem(sentence.word(at)) == stem(word))
}

/// Whether a Korean text says of a word that it ends or is taken away, which denies it (`대출이 정지된다`).
fn is_ended(text: &Reading<'_>, key: u32) -> bool {
    const ENDS: &[&str] = &["정지", "중지", "중단", "박탈", "상실", "제한", "거부", "취소", "소멸"];
    const LEFT_OUT: &[&str] = &["제외", "배제", "탈락"];
    text.positions(key).any(|at| {
        let begins = |at: usize, heads: &[&str]| heads.iter().any(|head| text.word(at).starts_with(head));
        text.word(at).ends_with(['이', '가', '을', '를', '은', '는']) && begins(at + 1, ENDS)
            // `수리 대상에서 제외한다`
            || (at..at + 2).any(|from| text.word(from).ends_with("에서") && begins(from + 1, LEFT_OUT))
    })
}

/// Whether a Korean claim that denies nothing may have what a sentence rules out in a longer or a shorter word: `환불받을 수 있다`,
/// `환불이 불가하다`.
fn rules_out(
    claim: &Reading<'_>,
    sentence: &Reading<'_>,
    mine: &Polarity<'_>,
    theirs: &Polarity<'_>,
) -> bool {
    if mine.negations() > 0 || !theirs.denies_any() {
        return false;
    }
    let able = |at: usize| {
        let word = |at: usize| claim.word(at);
        word(at + 1).starts_with('수') && word(at + 2).starts_with('있') || word(at + 1).starts_with("가능")
    };
    let is_denied_there =
        |at: usize| (at + 1..at + 3).any(|next| prohibits(sentence.word(next))) || is_denied(sentence, at);
    let denied = |noun: &str| {
        let is = |stem: &str| {
            stem == noun || stem.strip_prefix(noun).is_some_and(|rest| matches!(rest, "하" | "되"))
        };
        let mut places = (0..sentence.tokens.len()).filter(|&at| is(sentence.stem(at))).peekable();
        places.peek().is_some() && places.all(|at| is_denied_there(at) && theirs.denies(sentence.key(at)))
    };
    if obliges_what_is_banned(claim, sentence) {
        return true;
    }
    (0..claim.tokens.len()).filter(|&at| able(at) && !sentence.has(claim.key(at))).any(|at| {
        let stem = claim.stem(at);
        (2..4).filter_map(|length| stem.get(..3 * length)).any(denied)
    })
}

/// Whether a Korean text denies a verb of one syllable (`뽑지 않는다`) that the other only states: the keys of its forms differ.
fn denies_short_verb(text: &Reading<'_>, other: &Reading<'_>) -> bool {
    text.marked(DENIAL).any(|at| {
        let Some(before) = at.checked_sub(1) else { return false };
        let word = text.word(before);
        let short = word.chars().nth(2).is_none() && word.ends_with('지');
        let Some(verb) =
            stem_of_verb(word).filter(|_| short && korean_negation(text.word(at)) == Some(Side::Before))
        else {
            return false;
        };
        let same = |text: &Reading<'_>, at: usize| {
            stem_of_verb(text.word(at)) == Some(verb) && text.word(at).ends_with(['다', '고', '며', '지'])
        };
        let stated =
            |text: &Reading<'_>| (0..text.tokens.len()).any(|at| same(text, at) && !is_denied(text, at));
        let denied =
            |text: &Reading<'_>| (0..text.tokens.len()).any(|at| same(text, at) && is_denied(text, at));
        !stated(text) && stated(other) && !denied(other)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    /// A word is denied in one only, or the two deny an odd and an even number of times.
    fn denied(claim: &str, evidence: &str) -> bool {
        let (claim, evidence) = (normalise(claim), normalise(evidence));
        let evidence = Reading::new(&evidence);
        let found = conflict(&Reading::new(&claim), &evidence, &evidence);
        found.denied || found.parity
    }

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
            ("Heavy fuel oil will be banned.", "The authority will ban heavy fuel oil.", false),
            ("Heavy fuel oil is banned from May.", "The authority bans heavy fuel oil.", false),
            ("Boats are exempt from the ban.", "Boats are exempt.", false),
            ("입장이 불가능하다", "입장할 수 없다", false),
            ("입장이 가능하다", "입장할 수 없다", true),
            ("새 단서가 없다", "새 단서는 나오지 않았다", false),
            ("새 단서가 있다", "새 단서는 나오지 않았다", true),
            ("Fees are not refunded.", "The school does not refund fees.", false),
            ("Fees are refunded.", "The school does not refund fees.", true),
            ("Loss caused by a flood is not covered.", "It does not cover loss caused by a flood.", false),
            ("Loss caused by a flood is covered.", "It does not cover loss caused by a flood.", true),
            ("She said the plan was not late.", "She denied that the plan was late.", false),
        ] {
            assert_eq!(denied(claim, evidence), want, "{claim} / {evidence}");
        }
    }

    #[test]
    fn a_negation_ends_before_a_preposition() {
        let found = |claim: &str, evidence: &str| {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            let evidence = Reading::new(&evidence);
            conflict(&Reading::new(&claim), &evidence, &evidence).denied
        };
        assert!(!found("Sales did not rise in winter.", "Sales fell in winter."));
        assert!(found("Sales did not rise in winter.", "Sales did rise in winter."));
        assert!(!found("It was not approved by the senate.", "It was rejected by the senate."));
    }
}
