//! Endings of spoken Korean that need no mark.
//!
//! Owns requests (`찾아줘`, `끄지 마`), questions that a question word gives away (`어디 있지`, `몇 시야`, `어때`),
//! exclamations (`좋네`, `맛있더라`) and judgements (`좋을 듯`): what is said to a machine or written in a review, and in
//! written Korean hardly ever carries a sentence on. Leaves polite and plain endings to [`super::korean`].

use super::chars::{BIEUP_SIOT, NIEUN, RIEUL, SSANG_SIOT, tail, vowel};
use super::words::{self, Role, begins, is};
use stet_text::final_consonant;

/// Words back in which a question word is looked for that `…니` answers to: `어디 불이 켜져 있니`.
const ASKED_FROM: usize = 4;
/// How far back a sentence is looked at, in bytes: some eight words.
const REACH: usize = 96;

/// Whether `before`, which ends in a Hangul syllable, ends a sentence of spoken Korean.
#[inline]
pub(super) fn ends(before: &str) -> bool {
    let mut chars = before.chars().rev();
    let (Some(last), Some(previous)) = (chars.next(), chars.next()) else { return false };
    may_end(last, previous) && ends_by_words(tail(before, REACH))
}

/// Whether these last two characters can be those of such an ending, which few are.
#[inline]
pub(super) fn may_end(last: char, previous: char) -> bool {
    match last {
        '줘' | '돼' | '지' | '니' | '냐' | '야' => true,
        '마' => matches!(previous, ' ' | '지'),
        '때' => previous == '어',
        '듯' => previous == ' ',
        '어' => is_past_or_being(previous) || previous == '딨',
        '음' => matches!(previous, '좋' | '많' | '찮' | '싫'),
        '네' => is_marked(previous),
        '라' => previous == '더',
        '아' => previous == '잖',
        '나' => previous == '구',
        _ => false,
    }
}

#[cold]
fn ends_by_words(before: &str) -> bool {
    let mut words = before.rsplit(' ');
    let word = words.next().unwrap_or_default();
    let mut chars = word.chars().rev();
    let (Some(last), previous) = (chars.next(), chars.next()) else { return false };
    match last {
        '줘' => is_request(before, previous),
        '마' => match previous {
            None => words.next().is_some_and(|word| word.ends_with('지')),
            Some('지') => chars.next().is_some_and(is_verb_stem),
            Some(_) => false,
        },
        '돼' => {
            let condition = match word {
                "안돼" => words.next(),
                "돼" if words.next() == Some("안") => words.next(),
                _ => None,
            };
            condition.is_some_and(|word| word.ends_with('면'))
        }
        '때' => word == "어때",
        '듯' => word == "듯" && words.next().is_some_and(is_judged),
        // Behind a past stem `-어` links no clause; behind others it asks with a question word only.
        '어' => {
            // 어딨어
            previous == Some('딨')
                || previous.is_some_and(|ch| final_consonant(ch) == Some(SSANG_SIOT) && ch != '있')
                || matches!(word, "있어" | "없어") && asks(before)
        }
        '지' => {
            // `있는지`, `갈지`, `어디까지` are parts of a clause, `몇 가지` is a noun.
            let part = previous.is_none_or(|ch| {
                matches!(final_consonant(ch), None | Some(NIEUN | RIEUL)) || matches!(ch, '까' | '든' | '던')
            });
            previous.is_some_and(is_past_or_being)
                || !part && word != "가지" && asks(before)
                || word == "가지" && words.next().is_some_and(|word| is(word, Role::Question))
        }
        '니' => {
            // No noun: 어머니, 주머니.
            let predicate = matches!(previous, Some('하' | '가' | '오' | '되' | '러' | '나' | '리' | '이'));
            previous.is_some_and(is_past_or_being)
                || is_asking_predicate(word)
                || predicate && before.rsplit(' ').take(ASKED_FROM).any(is_question_word)
                || words.next() == Some("몇")
        }
        '냐' => {
            previous.is_some_and(|ch| is_marked(ch) || matches!(ch, '하' | '가' | '되' | '오' | '거'))
                || is_asking_predicate(word)
        }
        '야' => {
            let infinitive = previous.and_then(vowel).is_none_or(is_infinitive_vowel);
            matches!(word, "거야" | "꺼야" | "아니야")
                || (!infinitive || words.next() == Some("몇") || is_asking_predicate(word)) && asks(before)
        }
        '음' | '네' | '아' => true,
        '라' => word.chars().nth(2).is_some(),
        '나' => word.strip_suffix("구나").and_then(|stem| stem.chars().next_back()).is_some_and(is_marked),
        _ => false,
    }
}

/// Whether the next word carries a sentence on that could have ended: `뭐야 하고`, `어디 있지 않고`.
pub(super) fn goes_on(next: &str) -> bool {
    begins(next, Role::Goes)
}

/// `-아/어 줘`, in one word or two, unless somebody is named who gave: then it is a clause, `친구가 도와줘`.
fn is_request(before: &str, previous: Option<char>) -> bool {
    let infinitive = match previous {
        Some(ch) => ch,
        None => match before.strip_suffix(" 줘").and_then(|rest| rest.chars().next_back()) {
            Some(ch) => ch,
            None => return false,
        },
    };
    vowel(infinitive).is_some_and(is_infinitive_vowel)
        && final_consonant(infinitive) == Some(0)
        && (words::ends(before, Role::Request)
            || !before.rsplit(' ').any(|word| {
                word.chars().nth(1).is_some() && (word.ends_with(['가', '이']) || word.ends_with("께서"))
            }))
}

/// Whether `-지마` behind this syllable forbids something and is not the end of a name (`키타지마`).
const fn is_verb_stem(ch: char) -> bool {
    matches!(ch, '하' | '쓰' | '끄' | '켜' | '되' | '주' | '내' | '우' | '르' | '치')
        || !matches!(final_consonant(ch), None | Some(0 | NIEUN))
}

/// Vowels in which the infinitive of a verb ends: 가, 해, 펴, 와, 세, 서, 줘.
const fn is_infinitive_vowel(vowel: u32) -> bool {
    matches!(vowel, 0 | 1 | 4 | 5 | 6 | 9 | 10 | 14)
}

/// The last syllable of a past stem, of `있` or of `없`, which no noun ends in.
fn is_past_or_being(ch: char) -> bool {
    matches!(final_consonant(ch), Some(SSANG_SIOT | BIEUP_SIOT))
}

/// The same, and the stems of the commonest adjectives.
fn is_marked(ch: char) -> bool {
    is_past_or_being(ch) || matches!(ch, '많' | '좋' | '같' | '싶' | '않')
}

/// The predicate of a judgement before `듯`: `좋을 듯`, `재미있을 듯`, `가 보실 듯`.
fn is_judged(word: &str) -> bool {
    let mut chars = word.chars().rev();
    match (chars.next(), chars.next()) {
        (Some('을'), Some(stem)) => is_marked(stem) || matches!(stem, '찮' | '나' | '맞'),
        (Some('될' | '실' | '들'), Some(_)) => true,
        _ => false,
    }
}

/// Whether the last word is asked for: it is a question word itself, follows one, or a noun with one.
fn asks(before: &str) -> bool {
    let mut words = before.rsplit(' ');
    if words.next().is_some_and(is_asking_predicate) {
        return true;
    }
    let Some(previous) = words.next() else { return false };
    is_question_word(previous) || words.next().is_some_and(|word| is(word, Role::Determiner))
}

fn is_question_word(word: &str) -> bool {
    is(word, Role::Question) || is(word, Role::Determiner)
}

/// `어디야`, `뭐였지`, `얼마니`.
fn is_asking_predicate(word: &str) -> bool {
    ["야", "지", "니", "냐", "였지", "더라", "이지"]
        .iter()
        .any(|ending| word.strip_suffix(ending).is_some_and(|stem| is(stem, Role::Predicate)))
}
