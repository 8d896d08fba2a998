//! When Korean text ends a sentence, with a mark and without one.
//!
//! Owns final endings, quotative continuation, dates, and the polite and nominal endings that informal text
//! leaves without a full stop, what ends spoken requests, questions and exclamations, and the plain `-다` of written
//! predicates, which the next word tells from a quoted one. What only whole-text analysis could see (an `-어` without a
//! mark is as often a clause as a sentence) stays joined: a boundary is never
//! taken back.

use std::sync::LazyLock;

use super::chars::{
    BIEUP, BIEUP_SIOT, NIEUN, RIEUL, SSANG_SIOT, is_emoji, is_emoticon, is_jamo, is_syllable, is_terminator,
};
use super::markdown::enumerator;
use super::view::{Look, View};
use super::words::{Role, begins, ends, is, is_char};
use stet_text::{SyllableSet, final_consonant};

/// Longest parenthesis that is taken for a note to the sentence before, in characters.
const MAX_NOTE: usize = 20;
/// Longest number, in digits, with which a sentence begins: a year.
const MAX_DIGITS: usize = 4;
/// Syllables of the next word that are compared with the tables.
const NEXT_WORD: usize = 4;

/// Particles and copulas that stand right behind a closing quotation mark.
pub(super) fn is_quotative(word: &str) -> bool {
    begins(word, Role::Quotes)
}

/// The next word, with one space behind it when it is shorter than the tables need.
fn next_word(view: View<'_>, at: usize) -> Look<&str> {
    let word = view.word(at, NEXT_WORD, is_syllable)?;
    let end = at + word.len();
    let spaced = !word.is_empty() && view.byte(end)? == Some(b' ');
    Ok(view.slice(at, end + usize::from(spaced)))
}

/// Whether the word at `at` carries on a question or exclamation without quotation marks: `될까? 하는 마음`. Fewer words
/// than behind a quotation: `될까? 라면 한 그릇을 걸었다`, `될까? 이라크는` begin sentences.
pub(super) fn continues_thought(view: View<'_>, at: usize) -> Look<bool> {
    Ok(begins(next_word(view, at)?, Role::Thinks))
}

/// Whether the word at `at` continues a quotation that has just ended.
pub(super) fn continues_quotation(view: View<'_>, at: usize) -> Look<bool> {
    Ok(is_quotative(next_word(view, at)?))
}

/// The last three characters before `end`, last first.
fn last_three(before: &str) -> [char; 3] {
    let mut chars = before.chars().rev();
    [(); 3].map(|()| chars.next().unwrap_or('\0'))
}

/// Whether a predicate can end in this syllable, which a full stop without a space must follow.
pub(super) fn is_final(last: char) -> bool {
    is_char(last, Role::Final)
}

/// The syllables in which a sentence without a mark can end.
static ENDS: LazyLock<SyllableSet> = LazyLock::new(|| {
    let mut ends = SyllableSet::empty();
    for last in ('가'..='힣').filter(|&ch| is_final(ch) || is_char(ch, Role::Informal)) {
        ends.add(last);
    }
    ends
});

/// Whether a sentence without a mark can end in this syllable ([`ending`]).
#[inline]
pub(super) fn can_end(last: char) -> bool {
    ENDS.has(u32::from(last))
}

/// Whether an ellipsis after this text leaves the clause open.
pub(super) fn is_connective(before: &str) -> bool {
    let [last, prev, _] = last_three(before);
    match last {
        '데' => matches!(prev, '는' | '은' | '던' | '인' | '한') || final_consonant(prev) == Some(NIEUN),
        _ => is_char(last, Role::Connects),
    }
}

/// How sure an ending without a mark is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    No,
    /// `-습니다`, `-어요`, `-네요`, `-했음`.
    Sure,
    /// Any syllable that can end a predicate; enough before an emoticon.
    Possible,
}

/// Classifies the end of `before`, which ends in a Hangul syllable, as the end of a sentence without a mark.
pub(super) fn ending(before: &str) -> Ending {
    let Some(last) = before.chars().next_back() else { return Ending::No };
    if !can_end(last) {
        return Ending::No;
    }
    let [_, prev, third] = last_three(before);
    let sure = match last {
        '다' | '까' => prev == '니' && final_consonant(third) == Some(BIEUP),
        // "인가요", but not "대중가요".
        '요' => is_char(prev, Role::Yo) || (prev == '가' && final_consonant(third) == Some(NIEUN)),
        '죠' => is_syllable(prev),
        '당' => prev == '니',
        '용' => matches!(prev, '네' | '해' | '에' | '예' | '어' | '세' | '아' | '워'),
        '오' => prev == '시',
        '음' => {
            matches!(final_consonant(prev), Some(SSANG_SIOT | BIEUP_SIOT))
                || matches!(prev, '않' | '같' | '싶')
        }
        '때' | '듯' | '마' if !is_spoken_end(before) => return Ending::No,
        _ => false,
    };
    if sure { Ending::Sure } else { Ending::Possible }
}

/// Whether `before` ends in a predicate and emoticons: the end of a sentence without a mark.
pub(super) fn ends_in_emoticon(before: &str) -> bool {
    let text = before.trim_end_matches(is_emoticon);
    let run = before.get(text.len()..).unwrap_or_default();
    if run.is_empty() || !text.ends_with(is_syllable) || is_exclamation(text) {
        return false;
    }
    // A lone tilde also draws out a syllable in the middle of a sentence: "있었고~", "해야지~".
    let drawn = run.chars().all(|ch| matches!(ch, '~' | '～'));
    match ending(text) {
        Ending::No => false,
        Ending::Sure => true,
        Ending::Possible => !drawn || text.ends_with(['다', '요', '당', '용', '네', '염']),
    }
}

/// One syllable alone: "네~", "아~".
fn is_exclamation(text: &str) -> bool {
    text.trim_start().chars().nth(1).is_none()
}

/// Whether the text at `at` begins a new sentence behind a predicate that only possibly ended one.
pub(super) fn begins_sentence(view: View<'_>, before: &str, at: usize) -> Look<bool> {
    let [last, prev, _] = last_three(before);
    // "무엇인지", "했는지" and "할지" are parts of a clause, whatever follows.
    if last == '지' && matches!(final_consonant(prev), Some(NIEUN | RIEUL)) {
        return Ok(false);
    }
    let spoken = is_spoken_end(before);
    let plain = is_char(last, Role::Plain) || last == '야' && matches!(prev, '거' | '이');
    if !(spoken || plain) {
        return Ok(false);
    }
    let Some(first) = view.char(at)? else { return Ok(false) };
    if last == '지' && matches!(first, '않' | '못' | '말' | '마') {
        return Ok(false);
    }
    if is_jamo(first) || first == '^' || is_emoji(first) {
        return Ok(!is_exclamation(before));
    }
    let plain = spoken || is_plain_predicate(before);
    if first.is_ascii_digit() {
        // "2008년에는", "5층까지"
        let digits = view.word(at, MAX_DIGITS, |ch| ch.is_ascii_digit())?.len();
        return Ok(
            plain && view.char(at + digits)?.is_some_and(is_syllable) || enumerator(view, at)?.is_some()
        );
    }
    if !is_syllable(first) {
        return Ok(plain && first.is_ascii_uppercase());
    }
    let word = next_word(view, at)?;
    if spoken {
        return Ok(!begins(word, Role::Goes));
    }
    // Nouns end in these syllables, too, and of the conjunctions this one joins nouns: `비용 그리고 시간`.
    let joined = word.trim_end() == "그리고" && !plain;
    Ok(is(word.trim_end(), Role::Conjunction) && !joined
        || (last == '다' && is(word.trim_end(), Role::Adverb))
        || plain && !begins(word, Role::Carries))
}

/// Whether `before` ends as speech does without a mark: behind a past stem (`늦었어`, `먹었니`), or in a request, question or
/// exclamation that is known.
fn is_spoken_end(before: &str) -> bool {
    let [last, prev, _] = last_three(before);
    let past = final_consonant(prev) == Some(SSANG_SIOT) && prev != '있';
    past && matches!(last, '어' | '지' | '니' | '냐' | '네') || ends(before, Role::Said) || exclaims(before)
}

/// Whether `before` ends in the exclamation `-구나`, which stands behind a stem or a tense (`좋구나`, `왔구나`). Elsewhere it is a noun with
/// a particle: `누구나`, `입구나 출구`, `사하구나 동래구`.
fn exclaims(before: &str) -> bool {
    let Some(stem) = before.strip_suffix("구나") else { return false };
    let [last, prev, _] = last_three(stem);
    final_consonant(last) == Some(SSANG_SIOT)
        || last == '하' && is_syllable(prev) && prev != '사'
        || ends(stem, Role::Exclaims)
}

/// Whether `before` ends in a predicate of written Korean: past (`-았다`), being (`있다`, `없다`), present (`-는다`,
/// `한다`), copula (`이다`, `아니다`) and the commonest adjectives. Other words end in `다` too.
fn is_plain_predicate(before: &str) -> bool {
    let [last, prev, third] = last_three(before);
    // "왔다 갔다", "맞다 아니다": neither of the two ends a sentence.
    if last != '다' || before.rsplit(' ').nth(1).is_some_and(|word| word.len() > 3 && word.ends_with('다'))
    {
        return false;
    }
    match final_consonant(prev) {
        Some(SSANG_SIOT) => true,
        Some(BIEUP_SIOT) => prev == '없',
        Some(NIEUN) => match prev {
            // 르완다, 브렌다, 베란다, 판다, 혼다, 아만다, 린다, 우간다
            '완' | '렌' | '란' | '판' | '혼' | '만' | '맨' => false,
            '린' => is_syllable(third),
            '간' => third != '우',
            _ => true,
        },
        Some(0) => match prev {
            '이' => is_syllable(third),
            '니' => third == '아',
            // "-을 거다"
            '거' => third == ' ',
            _ => false,
        },
        _ => matches!(prev, '않' | '싶' | '같' | '좋' | '많'),
    }
}

/// Whether the next word shows that an ellipsis ended the sentence although the clause looks open.
pub(super) fn resumes(view: View<'_>, at: usize) -> Look<bool> {
    Ok(is(next_word(view, at)?.trim_end(), Role::Conjunction))
}

/// A full stop after a number with Hangul behind it: a date (`2024. 1. 5. 시행`) goes on.
pub(super) fn number_ends(view: View<'_>, before: &str, word: &str, at: usize) -> Look<bool> {
    let dated = if word.contains('.') {
        // "2024.1.5." and "24.1.5."
        word.split('.').count() >= 3 && word.split('.').all(|part| matches!(part.len(), 1 | 2 | 4))
    } else {
        let part = before.rsplit(' ').nth(1).and_then(|part| part.strip_suffix('.'));
        word.len() <= 2
            && part.is_some_and(|part| {
                matches!(part.len(), 1 | 2 | 4) && part.bytes().all(|byte| byte.is_ascii_digit())
            })
    };
    if !dated {
        // A small number is the marker of something that follows: `근거는 1. 관계 2. 시기이다`, `그림 2. 구조`.
        return if word.len() <= 2 { resumes(view, at) } else { Ok(true) };
    }
    Ok(is(next_word(view, at)?.trim_end(), Role::Dated))
}

/// Length of a parenthesis at `at` that notes something to the sentence before: short, no sentence itself, white space
/// behind it ("선수이다. (6회 우승) 또한"); 0 when there is none.
pub(super) fn note_len(view: View<'_>, at: usize) -> Look<usize> {
    let inner =
        view.word(at + 1, MAX_NOTE, |ch| !matches!(ch, '(' | ')' | '\n' | '\r') && !is_terminator(ch))?;
    let end = at + 1 + inner.len();
    let closed = !inner.is_empty() && view.byte(end)? == Some(b')');
    let noted = closed
        && inner.contains(is_syllable)
        && !matches!(inner.chars().next_back(), Some('다' | '요' | '음' | '함'));
    Ok(if noted && view.char(end + 1)?.is_none_or(char::is_whitespace) { end + 1 - at } else { 0 })
}
