//! The words that make a bound of a value, before and behind it.

use super::{Mark, Side, before, behind};
use crate::text::reading::Reading;
use crate::values::number::Value;
use stet_text::{Script, SyllableSet, Token, syllable_at};

/// Words before an English value among which its mark stands.
pub(super) const BEFORE: usize = 4;

pub(super) fn text_at<'a>(words: &[Token<'a>], at: usize) -> &'a str {
    words.get(at).map_or("", |token| token.text)
}

pub(super) fn is_latin(words: &[Token<'_>], at: usize) -> bool {
    words.get(at).is_some_and(|token| token.script == Script::Latin)
}

/// Whether an English word may be the last of those that say that a value is gone beyond.
pub(super) fn exceeds(word: &str) -> bool {
    matches!(word, "than" | "beyond") || word.starts_with("exceed")
}

/// Words behind a Korean value, by how they begin: what they bound, and whether the value itself is out of bounds.
const BEHIND: &[(&str, Side, bool)] = &[
    ("이내", Side::Upper, false),
    ("이하", Side::Upper, false),
    ("미만", Side::Upper, true),
    ("미달", Side::Upper, true),
    ("한도", Side::Upper, false),
    ("까지", Side::Upper, false),
    ("안에", Side::Upper, false),
    ("내에", Side::Upper, false),
    ("이상", Side::Lower, false),
    ("초과", Side::Lower, true),
    ("넘", Side::Lower, true),
    ("상회", Side::Lower, true),
    ("웃도", Side::Lower, true),
];

/// Whether one of the words of [`BEHIND`] may begin a Korean word, or stand `inside` it, told by its first two syllables.
pub(super) fn may_bound(word: &str, inside: bool) -> bool {
    static FIRST: SyllableSet =
        SyllableSet::of(&['이', '미', '한', '까', '안', '내', '초', '넘', '상', '웃']);
    static SECOND: SyllableSet =
        SyllableSet::of(&['내', '하', '만', '달', '도', '지', '에', '상', '과', '회']);
    let bytes = word.as_bytes();
    let begins = |at: usize, code: u32| {
        FIRST.has(code)
            && (code == u32::from('넘') || syllable_at(bytes, at + 3).is_some_and(|next| SECOND.has(next)))
    };
    let last = if inside { bytes.len() } else { 1 };
    let mut at = 0;
    while at < last {
        let syllable = syllable_at(bytes, at);
        if syllable.is_some_and(|code| begins(at, code)) {
            return true;
        }
        at += if syllable.is_some() { 3 } else { 1 };
    }
    false
}

/// Whether `까지` behind a value bounds it: what is counted, not a date nor the end of a range (`9시부터 18시까지`).
fn counts_up_to(words: &[Token<'_>], first: usize, value: &Value) -> bool {
    /// Words in which the beginning of a range is looked for.
    const RANGE: usize = 4;
    let range = words.get(first.saturating_sub(RANGE)..first).unwrap_or_default();
    value.is_counted()
        && !range.iter().any(|token| token.text.ends_with("부터") || token.text.ends_with("에서"))
}

/// The marks of a value that stands in the words `first..next`.
pub(super) fn korean_marks(words: &[Token<'_>], first: usize, next: usize, value: &Value) -> Vec<Mark> {
    let mut out = Vec::new();
    let before = text_at(words, first.wrapping_sub(1));
    let korean = !before.as_bytes().first().is_none_or(u8::is_ascii);
    let may_begin = korean && before.starts_with(['최', '많', '길', '적']);
    let begins = |heads: &[&str]| may_begin && heads.iter().any(|head| before.starts_with(head));
    if begins(&["최대", "최장", "많아야", "길어야"]) {
        out.push(Mark::new(Side::Upper, vec![first - 1]));
    } else if begins(&["최소", "최저", "적어도"]) {
        out.push(Mark::new(Side::Lower, vec![first - 1]));
    }
    // `최대 휴학 기간은 1년`
    if out.is_empty() && before.ends_with(['은', '는']) {
        out.extend(topic_mark(words, first));
    }
    out.extend(passed(words, next));
    out.extend(short_of(words, next));
    if out.is_empty() {
        out.extend(shared(words, next));
    }
    // `1년보다 짧은`
    let (last, next_word) = (text_at(words, next.wrapping_sub(1)), text_at(words, next));
    // `을반의 70점보다 높다`: what someone has is exact.
    if last.ends_with("보다") && !before.ends_with('의') {
        let side = if next_word.starts_with(['적', '작', '낮', '짧', '젊', '어']) {
            Some(Side::Upper)
        } else {
            next_word.starts_with(['많', '큰', '크', '높', '길', '긴', '늙']).then_some(Side::Lower)
        };
        let mark = |side| Mark { strict: true, ..Mark::new(side, vec![next]) };
        out.extend(side.map(mark));
    }
    // In the word of the counter (`1년이내`) or in one of the next (`1년의 기간을 초과`).
    for at in next.saturating_sub(1)..next + 2 {
        let Some(token) = words.get(at) else { break };
        if token.script != Script::Hangul {
            if at < next {
                continue;
            }
            break;
        }
        let stands = |head: &str| {
            if at < next {
                token.text.as_bytes().windows(head.len()).any(|part| part == head.as_bytes())
            } else {
                token.text.starts_with(head)
            }
        };
        // `제3자에게 넘기다` hands over.
        let handed = || {
            let before = text_at(words, at.wrapping_sub(1));
            token.text.starts_with('넘') && ["에게", "한테", "으로"].iter().any(|end| before.ends_with(end))
        };
        if !may_bound(token.text, at < next) || at >= next && handed() {
            continue;
        }
        let Some(&(head, side, strict)) = BEHIND.iter().find(|(head, ..)| stands(head)) else { continue };
        let until = head == "까지";
        let weak = until && !counts_up_to(words, first, value) || matches!(head, "안에" | "내에");
        let formal = matches!(head, "이상" | "이하" | "초과" | "미만");
        let own = usize::from(at < next);
        out.push(match denial(words, at) {
            Some(tokens) if !until => {
                let tokens = tokens.into_iter().skip(own).collect();
                Mark { strict: !strict, denied: true, formal, weak, ..Mark::new(side.opposite(), tokens) }
            }
            _ => {
                // `1년까지 가능하다` permits what is within the bound.
                let last =
                    at + usize::from(side == Side::Upper && text_at(words, at + 1).starts_with("가능"));
                Mark { strict, formal, weak, ..Mark::new(side, (at..=last).skip(own).collect()) }
            }
        });
        if !weak {
            break;
        }
    }
    out
}

/// The mark that the topic of a value makes of it: `최대 대출 기간은 14일`, `최소 학점은 130학점`.
pub(super) fn topic_mark(words: &[Token<'_>], first: usize) -> Option<Mark> {
    /// Words of the topic.
    const LENGTH: usize = 4;
    let side = |word: &str| {
        if word.starts_with("최대") || word.starts_with("최장") {
            Some(Side::Upper)
        } else {
            word.starts_with("최소").then_some(Side::Lower)
        }
    };
    let (at, side) = (first.saturating_sub(LENGTH)..first)
        .rev()
        .find_map(|at| side(text_at(words, at)).map(|side| (at, side)))?;
    // `최소화`, `최대한`
    let alone = matches!(text_at(words, at), "최대" | "최장" | "최소");
    alone.then(|| Mark::new(side, vec![at]))
}

/// Whether a word may say that a time passes: most begin like none that does.
pub(super) fn may_pass(word: &str) -> bool {
    word.starts_with(['지', '경', '넘', '초'])
}

/// The mark of a value that is not reached: `1년이 안 된`, `절반에 못 미치는`, `10명이 되지 않는`.
fn short_of(words: &[Token<'_>], next: usize) -> Option<Mark> {
    let begins = |at: usize, heads: &[&str]| heads.iter().any(|head| text_at(words, at).starts_with(head));
    let particle = text_at(words, next.checked_sub(1)?).ends_with(['이', '가', '도', '에']);
    if !particle {
        return None;
    }
    let first = next + usize::from(matches!(text_at(words, next), "채" | "아직"));
    let reached = ["되지", "차지", "미치지", "이르지"];
    let last = match text_at(words, first) {
        "안" => begins(first + 1, &["된", "되", "될", "됐", "돼", "찬"]),
        "못" => begins(first + 1, &["미치", "미친", "미쳐", "이르", "되"]),
        _ => begins(first, &reached) && begins(first + 1, &["않", "못", "아니"]),
    };
    let tokens = (next..=first + 1).collect();
    last.then_some(Mark { strict: true, denied: true, formal: true, ..Mark::new(Side::Upper, tokens) })
}

/// The mark of a time after which something is denied: `7일이 지나면 신청할 수 없다`.
fn passed(words: &[Token<'_>], next: usize) -> Option<Mark> {
    /// Words between the time and what is denied.
    const REACH: usize = 7;
    let word = text_at(words, next);
    if !may_pass(word) {
        return None;
    }
    let passes = ["지나", "지난", "경과하", "경과한", "넘으면", "넘기면", "초과하면"]
        .iter()
        .any(|head| word.starts_with(head));
    // `7일이 지나지 않으면` and `7일이 지나도` are another matter.
    if !passes || word.ends_with(['지', '도']) {
        return None;
    }
    let denied = (next + 1..next + REACH).find(|&at| {
        let (word, before) = (text_at(words, at), text_at(words, at - 1));
        word.starts_with('없') && before.starts_with('수')
            || word.starts_with(['않', '못']) && before.ends_with('지')
            || word.starts_with("불가")
    })?;
    let first = denied - usize::from(text_at(words, denied).starts_with('없'));
    let tokens = std::iter::once(next).chain(first..=denied).collect();
    Some(Mark { denied: true, ..Mark::new(Side::Upper, tokens) })
}

/// The mark that a value shares with the next of a list: `전공은 60학점, 교양은 36학점 이상`, `1인당 5권, 14일까지`.
fn shared(words: &[Token<'_>], next: usize) -> Option<Mark> {
    /// Words between two values, and of the last of them and its mark.
    const APART: usize = 2;
    const LENGTH: usize = 3;
    // A list of values, not a predicate between two.
    let first =
        (next..=next + APART).find(|&at| words.get(at).is_some_and(|token| token.script == Script::Digit))?;
    let plain = |at: usize| {
        let word = text_at(words, at);
        word.ends_with(['은', '는', '에']) || matches!(word, "및" | "또는") || word.chars().nth(3).is_none()
    };
    let head = |at: usize| {
        let word = text_at(words, at);
        let until = word.ends_with("까지");
        let heads = if until || may_bound(word, false) { BEHIND } else { &[] };
        heads.iter().find(|(head, ..)| word.starts_with(head) || until && *head == "까지")
    };
    let &(_, side, strict) =
        (first + 1..=first + LENGTH).find_map(head).filter(|_| (next..first).all(plain))?;
    Some(Mark { strict, weak: true, ranged: true, ..Mark::new(side, Vec::new()) })
}

/// The words with which the predicate at `at` is denied, it among them: `초과할 수 없다`, `넘지 못한다`,
/// `초과해서는 안 된다`, `초과하여 신청할 수 없다` (all but `신청할`).
fn denial(words: &[Token<'_>], at: usize) -> Option<Vec<usize>> {
    /// Words between an adverbial excess and what denies it.
    const REACH: usize = 3;
    let word = text_at(words, at);
    if ["지않", "지못", "수없", "지아니", "불가"].iter().any(|inner| word.contains(inner)) {
        return Some(vec![at]);
    }
    let ends = |word: &str, tails: &[&str]| tails.iter().any(|tail| word.ends_with(tail));
    // The words from `from` on that deny the word before them.
    let denies = |from: usize| -> Option<Vec<usize>> {
        let (before, here, next) = (text_at(words, from - 1), text_at(words, from), text_at(words, from + 1));
        if here.starts_with('수') && next.starts_with('없')
            || here.starts_with('것') && next.starts_with("불가")
        {
            Some(vec![from, from + 1])
        } else if ["아니", "아닌", "아닙", "아님", "불가", "금지", "수없"]
            .iter()
            .any(|head| here.starts_with(head))
            || ends(before, &["지", "지는", "지도"]) && (here.starts_with('않') || here.starts_with('못'))
            || ends(before, &["서는", "서", "면"]) && here.starts_with('안')
        {
            Some(vec![from])
        } else {
            None
        }
    };
    let adverbial = ends(word, &["하여", "해", "해서", "넘어", "넘어서", "넘겨", "넘겨서"]);
    let reach = if adverbial { REACH } else { 0 };
    let rest = (at + 1..=at + 1 + reach).find_map(denies)?;
    Some(std::iter::once(at).chain(rest).collect())
}

fn is_denial(word: &str) -> bool {
    matches!(word, "no" | "not" | "never" | "cannot" | "nor") || word.ends_with("n't")
}

/// The mark in front of an English value: `at most`, `no more than`, `may not exceed a total of`.
pub(super) fn english_before(words: &[Token<'_>], first: usize) -> Option<Mark> {
    /// Words in which a denial is looked for: `may not be paid for more than`, `no car may occupy a station for more than`.
    const DENIAL: usize = 10;
    let filler = |word: &str| matches!(word, "a" | "an" | "the" | "of" | "total" | "period" | "about");
    let last = (first.saturating_sub(BEFORE)..first).rev().find(|&at| !filler(text_at(words, at)))?;
    let (word, before) = (text_at(words, last), text_at(words, last.wrapping_sub(1)));
    let mark = |side, strict, from: usize| {
        let weak = word == "within";
        Some(Mark { strict, weak, ..Mark::new(side, (from..first).collect()) })
    };
    // `went up to 5` tells where something went.
    let moves = || {
        matches!(
            text_at(words, last.wrapping_sub(2)),
            "go" | "goes" | "going" | "gone" | "went" | "move" | "moves" | "moved" | "add" | "adds" | "added"
        )
    };
    let (side, from) = match (before, word) {
        ("up", "to") if moves() => return None,
        ("at", "most") | ("up" | "limited", "to") => return mark(Side::Upper, false, last - 1),
        ("many" | "much" | "long", "as") if text_at(words, last.wrapping_sub(2)) == "as" => {
            return mark(Side::Upper, false, last - 2);
        }
        ("at", "least") => return mark(Side::Lower, false, last - 1),
        (_, "minimum") => return mark(Side::Lower, false, last),
        (_, "maximum" | "within") => return mark(Side::Upper, false, last),
        ("more" | "longer" | "greater" | "higher" | "later" | "larger" | "older", "than") => {
            (Side::Lower, last - 1)
        }
        ("less" | "fewer" | "shorter" | "lower" | "smaller" | "earlier" | "younger", "than") => {
            (Side::Upper, last - 1)
        }
        (_, "exceed" | "exceeds" | "exceeding" | "exceeded" | "beyond") => (Side::Lower, last),
        _ => return None,
    };
    let denial = (from.saturating_sub(DENIAL)..from)
        .rev()
        .take_while(|&at| {
            !matches!(text_at(words, at), "if" | "when" | "unless" | "who" | "that" | "which" | "because")
        })
        .find(|&at| is_denial(text_at(words, at)));
    let Some(denial) = denial else { return mark(side, true, from) };
    // `may not` permits nothing.
    let modal = matches!(
        text_at(words, denial.wrapping_sub(1)),
        "may" | "can" | "could" | "shall" | "must" | "should"
    );
    let tokens = (denial - usize::from(modal)..=denial).chain(from..first).collect();
    Some(Mark { denied: true, ..Mark::new(side.opposite(), tokens) })
}

/// The mark of a value that begins or ends a range: `15학점에서 18학점까지`, `between 15 and 18 credits`, `15-18`.
pub(super) fn in_range(text: &Reading<'_>, value: &Value, first: usize, next: usize) -> Option<Mark> {
    /// Words in which the beginning of a range is looked for.
    const REACH: usize = 4;
    let words = &text.tokens;
    let at = |back: usize| first.checked_sub(back).map_or("", |at| text_at(words, at));
    let dash = |ch: Option<char>| matches!(ch, Some('-' | '–' | '~' | '∼'));
    let own = text_at(words, next.wrapping_sub(1));
    let side = if own.ends_with("에서")
        || own.ends_with("부터")
        || matches!(at(1), "from" | "between")
        || dash(behind(text, value))
    {
        Side::Lower
    } else if matches!(at(1), "to" | "and" | "until" | "till" | "through")
        && (2..2 + REACH).any(|back| matches!(at(back), "from" | "between"))
        || dash(before(text, value))
    {
        Side::Upper
    } else {
        return None;
    };
    Some(Mark { weak: true, ranged: true, ..Mark::new(side, Vec::new()) })
}

/// The mark behind an English value: `5 days or less`, `5 days at most`.
pub(super) fn english_after(words: &[Token<'_>], next: usize) -> Option<Mark> {
    let side = match (text_at(words, next), text_at(words, next + 1)) {
        (
            "or" | "and",
            "less" | "fewer" | "under" | "shorter" | "below" | "lower" | "younger" | "earlier",
        )
        | ("at", "most") => Side::Upper,
        (
            "or" | "and",
            "more" | "over" | "longer" | "above" | "higher" | "greater" | "up" | "older" | "later",
        )
        | ("at", "least") => Side::Lower,
        _ => return None,
    };
    Some(Mark::new(side, vec![next, next + 1]))
}
