//! Numbers written as words, and scale words behind digits.

use super::digits::decimal;
use super::portion::portion;
use super::{ONE, Value, clock, unit};
use crate::domain::gate::number::unit::Unit;
use crate::domain::span::Span;
use crate::domain::text::{Script, SyllableSet, Token, syllable_at};

/// `1만 2천`, `3억 5000만`, `12조원`, `1.2 million`, `5k`: the amount with its scale words, the
/// token after (or inside) which it ends, and how many bytes of that token belong to it.
pub(super) fn scale(
    norm: &str,
    words: &[Token<'_>],
    at: usize,
    amount: i128,
) -> Option<(i128, usize, usize)> {
    let number = words.get(at)?;
    let token = words.get(at + 1)?;
    let gap = Span::new(number.span.end, token.span.start).of(norm);
    if !matches!(gap, "" | " " | "-") {
        return None;
    }
    if token.script == Script::Latin {
        // `5m` are metres, `$5m` millions.
        let money = || Span::new(0, number.span.start).of(norm).ends_with(['$', '€', '£', '¥', '₩']);
        let factor = match token.text {
            "m" if gap.is_empty() && money() => 1_000_000,
            "b" if gap.is_empty() && money() => 1_000_000_000,
            word => english_scale(word, gap.is_empty())?,
        };
        return Some((amount.checked_mul(factor)?, at + 2, 0));
    }
    if token.script != Script::Hangul || gap == "-" {
        return None;
    }
    let (factor, bytes) = korean_scale(words, at + 1, norm)?;
    let mut total = amount.checked_mul(factor)?;
    let (mut next, mut tail) = if bytes == token.text.len() { (at + 2, 0) } else { (at + 1, bytes) };
    let mut last = factor;
    // Further, smaller steps: `1만 2천`, `3억 5000만 원`, `2만 5000`.
    while tail == 0 {
        let Some(more) = words.get(next).filter(|token| token.script == Script::Digit) else { break };
        let Some(digits) = decimal(more.text) else { break };
        match korean_scale(words, next + 1, norm) {
            Some((factor, bytes)) if factor < last => {
                total = total.checked_add(digits.checked_mul(factor)?)?;
                last = factor;
                let whole = words.get(next + 1).is_some_and(|token| token.text.len() == bytes);
                (next, tail) = if whole { (next + 2, 0) } else { (next + 1, bytes) };
            }
            _ if digits < last.saturating_mul(ONE) && last >= 10_000 => {
                total = total.checked_add(digits)?;
                next += 1;
                break;
            }
            _ => break,
        }
    }
    Some((total, next, tail))
}

fn english_scale(word: &str, glued: bool) -> Option<i128> {
    Some(match word {
        "hundred" => 100,
        "thousand" => 1000,
        "million" | "mn" => 1_000_000,
        "billion" | "bn" => 1_000_000_000,
        "trillion" | "tn" => 1_000_000_000_000,
        "dozen" => 12,
        "k" if glued => 1000,
        _ => return None,
    })
}

/// The scale word at the head of a Hangul token, and its length in bytes.
fn korean_scale(words: &[Token<'_>], at: usize, norm: &str) -> Option<(i128, usize)> {
    let token = words.get(at).filter(|token| token.script == Script::Hangul)?;
    let mut factor = 1_i128;
    let mut bytes = 0;
    for ch in token.text.chars() {
        let step = match ch {
            '십' => 10,
            '백' => 100,
            '천' => 1000,
            '만' => 10_000,
            '억' => 100_000_000,
            '조' => 1_000_000_000_000,
            _ => break,
        };
        factor = factor.checked_mul(step)?;
        bytes += ch.len_utf8();
    }
    if bytes == 0 {
        return None;
    }
    if token.text.starts_with('조') {
        // An article unless money or a smaller step follows: `19조 원`, but `제19조 원무과장`.
        let number = at.checked_sub(1).and_then(|at| words.get(at));
        if number.is_some_and(|number| Span::new(0, number.span.start).of(norm).ends_with('제')) {
            return None;
        }
        let behind = Span::new(token.span.start + bytes, norm.len()).of(norm).trim_start();
        let digits = behind.starts_with(|ch: char| ch.is_ascii_digit());
        let money = ["원", "대", "달러", "엔", "위안", "유로"].iter().any(|unit| behind.starts_with(unit));
        let step = digits
            && behind.trim_start_matches(|ch: char| ch.is_ascii_digit() || ch == ',').starts_with('억');
        if !(money || step) {
            return None;
        }
    }
    Some((factor, bytes))
}

/// English words of the durations that are counted by themselves: `a week`.
fn is_duration(word: &str) -> bool {
    matches!(word, "day" | "week" | "fortnight" | "month" | "year" | "hour")
}

/// `a week`, `half a year`, `a dozen` at `at`; returns the token after it. `a week` is a value where something lasts that
/// long, not where something is done so often (`once a week`) or then (`a week later`).
fn with_article(norm: &str, words: &[Token<'_>], at: usize, out: &mut Vec<Value>) -> Option<usize> {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    let first = words.get(at)?;
    let half = first.text == "half";
    if !half && !matches!(first.text, "a" | "an") {
        return None;
    }
    let noun = at + 1 + usize::from(half);
    if half && !matches!(text(at + 1), "a" | "an") {
        return None;
    }
    let scale = if is_duration(text(noun)) {
        1
    } else {
        // `a hundred` is read as any number is.
        english_scale(text(noun), false).filter(|_| half || text(noun) == "dozen")?
    };
    let amount = if half { ONE * scale / 2 } else { ONE * scale };
    let next = noun + usize::from(scale != 1);
    let (unit, factor, next, end) = unit::after(norm, words, next, 0, first.span.start, amount);
    // `a year and a half`
    let more =
        !half && scale == 1 && text(next) == "and" && text(next + 1) == "a" && text(next + 2) == "half";
    let (amount, next, end) = match words.get(next + 2).filter(|_| more) {
        Some(last) => (factor.apply(amount) * 3 / 2, next + 3, last.span.end),
        None => (factor.apply(amount), next, end),
    };
    let lasts = more
        || match text(at.checked_sub(1).unwrap_or(usize::MAX)) {
            "for" | "within" | "than" | "least" | "most" | "lasts" | "lasted" | "last" | "takes" | "took"
            | "take" | "exceed" | "exceeds" | "of" => true,
            "is" | "was" | "be" => {
                next >= words.len()
                    || matches!(text(next), "long" | "old")
                    || words.get(next).is_some_and(|token| {
                        Span::new(end, token.span.start).of(norm).trim_start().starts_with(['.', ',', ';'])
                    })
            }
            _ => false,
        };
    let implied = !half && scale == 1 && text(noun) != "fortnight" && !lasts;
    let span = Span::new(first.span.start, end);
    out.push(Value { span, amount, unit, spelled: true, implied });
    Some(next)
}

/// How English numbers, ranks and months, and `half`, begin that may begin a value.
const ENGLISH_HEADS: &[&[u8; 3]] = &[
    b"hal", b"zer", b"one", b"two", b"twi", b"bot", b"thr", b"fou", b"fiv", b"six", b"sev", b"eig", b"nin",
    b"ten", b"ele", b"twe", b"thi", b"for", b"fif", b"fir", b"sec", b"jan", b"feb", b"mar", b"apr", b"may",
    b"jun", b"jul", b"aug", b"sep", b"oct", b"nov", b"dec", b"noo", b"mid",
];

/// The places of these among 256.
static ENGLISH_PLACES: [bool; 256] = {
    let mut places = [false; 256];
    let mut at = 0;
    while at < ENGLISH_HEADS.len() {
        places[place(*ENGLISH_HEADS[at])] = true;
        at += 1;
    }
    places
};

const fn place(head: [u8; 3]) -> usize {
    let code = (head[0] as u32) << 16 | (head[1] as u32) << 8 | head[2] as u32;
    (code.wrapping_mul(0x9e37_79b1) >> 24) as usize
}

/// Whether an English word may be a number, a rank or a month: most words are told by their first letters to be none.
#[inline]
pub(super) fn may_begin(word: &str) -> bool {
    match word.as_bytes().first_chunk() {
        Some(head) => ENGLISH_PLACES[place(*head)],
        None => matches!(word, "a" | "an"),
    }
}

/// English number words from `at`: `two hundred and fifty`, `twenty-five`, `a dozen`.
pub(super) fn english(norm: &str, words: &[Token<'_>], at: usize, out: &mut Vec<Value>) -> usize {
    if let Some((value, next)) = portion(norm, words, at) {
        out.push(value);
        return next;
    }
    if let Some(next) = with_article(norm, words, at, out) {
        return next;
    }
    let mut next = at;
    let (mut total, mut group) = (0_i128, 0_i128);
    let mut parts = 0;
    while let Some(token) = words.get(next).filter(|token| token.script == Script::Latin) {
        if let Some(small) = small_number(token.text) {
            // `two three` is two numbers.
            if parts > 0 && (group % 10 != 0 || group == 10) {
                break;
            }
            group += small;
        } else if parts > 0
            && let Some(scale) = english_scale(token.text, false)
        {
            group = group.max(1).saturating_mul(scale);
            if scale >= 1000 {
                total = total.saturating_add(group);
                group = 0;
            }
        } else if !(parts > 0
            && token.text == "and"
            && words.get(next + 1).is_some_and(|word| small_number(word.text).is_some())
            && group >= 100)
        {
            break;
        }
        parts += 1;
        next += 1;
    }
    let Some(first) = words.get(at) else { return at + 1 };
    if parts == 0 {
        if let Some(amount) = clock::word(first.text) {
            out.push(Value { span: first.span, amount, unit: Unit::Clock, spelled: true, implied: false });
            return at + 1;
        }
        if let Some(rank) = ordinal(first.text) {
            out.push(Value {
                span: first.span,
                amount: rank * ONE,
                unit: Unit::None,
                spelled: true,
                implied: true,
            });
        }
        return at + 1;
    }
    let mut amount = total.saturating_add(group).saturating_mul(ONE);
    // `two and a half years`
    let tail = |at: usize| words.get(next + at).map_or("", |token| token.text);
    if group < 100 && total == 0 && tail(0) == "and" && tail(1) == "a" && tail(2) == "half" {
        amount += ONE / 2;
        next += 3;
    }
    // `one` alone is a pronoun as often as a number.
    let implied = parts == 1 && amount == ONE;
    if let Some((half, count)) = clock::meridiem(norm, words, next) {
        let (amount, unit) = clock::time(amount / ONE, 0, Some(half));
        let end = words.get(next + count - 1).map_or(first.span.end, |last| last.span.end);
        let span = Span::new(first.span.start, end);
        out.push(Value { span, amount, unit, spelled: false, implied: false });
        return next + count;
    }
    let (unit, factor, next, end) = unit::after(norm, words, next, 0, first.span.start, amount);
    let span = Span::new(unit::start_of(norm, words, unit, first.span.start), end);
    out.push(Value { span, amount: factor.apply(amount), unit, spelled: parts == 1, implied });
    next
}

pub(super) fn small_number(word: &str) -> Option<i128> {
    Some(match word {
        "zero" => 0,
        "one" => 1,
        "two" | "twice" | "both" => 2,
        "three" => 3,
        "four" => 4,
        "five" => 5,
        "six" => 6,
        "seven" => 7,
        "eight" => 8,
        "nine" => 9,
        "ten" => 10,
        "eleven" => 11,
        "twelve" => 12,
        "thirteen" => 13,
        "fourteen" => 14,
        "fifteen" => 15,
        "sixteen" => 16,
        "seventeen" => 17,
        "eighteen" => 18,
        "nineteen" => 19,
        "twenty" => 20,
        "thirty" => 30,
        "forty" => 40,
        "fifty" => 50,
        "sixty" => 60,
        "seventy" => 70,
        "eighty" => 80,
        "ninety" => 90,
        _ => return None,
    })
}

fn ordinal(word: &str) -> Option<i128> {
    const ORDINALS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
        "eleventh", "twelfth",
    ];
    (1..).zip(ORDINALS).find(|entry| entry.1 == word).map(|entry| entry.0)
}

/// A Korean number word at `at`, with its counter in the same token or the next.
#[inline]
pub(super) fn korean(words: &[Token<'_>], at: usize, out: &mut Vec<Value>) -> usize {
    let first = words.get(at).and_then(|token| syllable_at(token.text.as_bytes(), 0));
    // Most words begin like none.
    if first.is_some_and(begins_number) { number_word(words, at, out) } else { at + 1 }
}

fn number_word(words: &[Token<'_>], at: usize, out: &mut Vec<Value>) -> usize {
    let Some(token) = words.get(at) else { return at + 1 };
    if let "연간" | "매년" = token.text {
        // What is given per year is given for one.
        let (span, amount) = (token.span, 12 * ONE);
        out.push(Value { span, amount, unit: Unit::Months, spelled: true, implied: true });
        return at + 1;
    }
    if token.text.starts_with("절반") {
        let span = Span::new(token.span.start, token.span.start + "절반".len());
        out.push(Value { span, amount: 50 * ONE, unit: Unit::Percent, spelled: true, implied: false });
        return at + 1;
    }
    if let Some(value) = duration(words, at) {
        out.push(value);
        return at + 1;
    }
    if let Some(amount) = clock::word(token.text) {
        out.push(Value { span: token.span, amount, unit: Unit::Clock, spelled: true, implied: false });
        return at + 1;
    }
    let Some((amount, bytes, syllables)) = native(token.text).or_else(|| sino(token.text)) else {
        return at + 1;
    };
    let rest = token.text.get(bytes..).unwrap_or_default();
    let counted = if rest.is_empty() {
        let next = words.get(at + 1);
        let next = next.filter(|next| next.script == Script::Hangul && next.span.start == token.span.end + 1);
        next.map_or("", |next| next.text)
    } else {
        rest
    };
    let Some((unit, factor, counter_bytes)) = unit::korean(counted) else {
        // `두 딸`: as many as `딸 2명`.
        let counts = matches!(token.text, "두" | "세" | "다섯" | "여섯" | "일곱" | "여덟" | "아홉");
        if counts
            && words.get(at + 1).is_some_and(|next| next.span.start == token.span.end + 1)
            && !counted.is_empty()
        {
            out.push(Value {
                span: token.span,
                amount: amount * ONE,
                unit: Unit::None,
                spelled: true,
                implied: false,
            });
            return at + 1;
        }
        // Without a counter only a number that can be nothing else.
        if syllables >= 3 && rest.chars().count() <= 1 {
            let span = Span::new(token.span.start, token.span.start + bytes);
            out.push(Value { span, amount: amount * ONE, unit: Unit::None, spelled: true, implied: false });
        }
        return at + 1;
    };
    // `사천시` is a town: no day has four thousand hours.
    if matches!(unit, Unit::Seconds | Unit::Hour) && amount > 60 {
        return at + 1;
    }
    let next = at + 1 + usize::from(rest.is_empty());
    let span =
        Span::new(token.span.start, words.get(next - 1).map_or(token.span.end, |token| token.span.end));
    let spelled = syllables == 1;
    // `한 사람` is one of many things, `한 달 동안` a month.
    let rest = counted.get(counter_bytes..).unwrap_or_default();
    let implied = amount == 1
        && !(matches!(unit, Unit::Day | Unit::Months | Unit::Seconds) && lasts(rest, words, next))
        && !(unit == Unit::Times && is_rate(words, at));
    if unit == Unit::Hour {
        // `오후 세 시`
        let half = clock::half_before(words, at);
        let first = words.get(at - usize::from(half.is_some())).map_or(span.start, |token| token.span.start);
        let (amount, unit) = clock::time(amount, 0, half);
        out.push(Value { span: Span::new(first, span.end), amount, unit, spelled, implied: false });
        return next;
    }
    out.push(Value { span, amount: factor.apply(amount * ONE), unit, spelled, implied });
    next
}

/// Whether a Korean number word may begin with a syllable.
#[inline]
fn begins_number(syllable: u32) -> bool {
    static BEGINNINGS: SyllableSet = SyllableSet::of(&[
        '열', '스', '서', '마', '쉰', '예', '일', '여', '한', '두', '세', '네', '다', '아', '이', '삼', '사',
        '오', '육', '칠', '팔', '구', '십', '백', '천', '만', '억', '하', '나', '닷', '엿', '보', '반', '연',
        '매', '정', '자', '절',
    ]);
    BEGINNINGS.has(syllable)
}

/// Native words for a number of days, a week and half a year.
const DURATIONS: [(&str, i128, Unit); 13] = [
    ("하루", 1, Unit::Day),
    ("이틀", 2, Unit::Day),
    ("사흘", 3, Unit::Day),
    ("나흘", 4, Unit::Day),
    ("닷새", 5, Unit::Day),
    ("엿새", 6, Unit::Day),
    ("이레", 7, Unit::Day),
    ("여드레", 8, Unit::Day),
    ("아흐레", 9, Unit::Day),
    ("열흘", 10, Unit::Day),
    ("보름", 15, Unit::Day),
    ("일주일", 7, Unit::Day),
    ("반년", 6, Unit::Months),
];

/// `열흘`, `보름 동안`, `일주일이다`, but not `보름달` or `하루빨리`. `하루` alone is a rate more often (`하루 세 번`).
fn duration(words: &[Token<'_>], at: usize) -> Option<Value> {
    // The second syllables of the words.
    static SECOND: SyllableSet =
        SyllableSet::of(&['루', '틀', '흘', '새', '레', '드', '흐', '름', '주', '년']);
    let token = words.get(at)?;
    if !syllable_at(token.text.as_bytes(), 3).is_some_and(|second| SECOND.has(second)) {
        return None;
    }
    let &(word, amount, unit) = DURATIONS.iter().find(|entry| token.text.starts_with(entry.0))?;
    let rest = token.text.get(word.len()..)?;
    let particle = [
        "은", "는", "이", "가", "을", "를", "에", "의", "로", "도", "만", "간", "동안", "까지", "부터", "씩",
        "마다",
    ]
    .iter()
    .any(|particle| rest.starts_with(particle));
    if !rest.is_empty() && !particle {
        return None;
    }
    let implied = !lasts(rest, words, at + 1) && (amount == 1 || word == "이레" || rest.starts_with('에'));
    Some(Value { span: token.span, amount: amount * ONE, unit, spelled: true, implied })
}

/// Whether something lasts as long as a word says that has `rest` behind it and is followed by the word at `next`.
fn lasts(rest: &str, words: &[Token<'_>], next: usize) -> bool {
    const MARKS: [&str; 16] = [
        "마다",
        "이다",
        "입니다",
        "이며",
        "이고",
        "간",
        "동안",
        "이내",
        "이상",
        "이하",
        "까지",
        "초과",
        "미만",
        "걸",
        "소요",
        "넘",
    ];
    let begins = |word: &str| MARKS.iter().any(|mark| word.starts_with(mark));
    let particle = rest.strip_prefix(['을', '를', '은', '는', '이', '가']).unwrap_or(rest);
    begins(rest) || particle.is_empty() && words.get(next).is_some_and(|token| begins(token.text))
}

/// Whether the word before the one at `at` tells how often: `매년 한 번`, `하루에 한 번`.
fn is_rate(words: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| words.get(at)).map_or("", |token| token.text);
    ["매", "하루", "일주일에", "한달에", "달에", "주에", "년에", "연간", "월간"]
        .iter()
        .any(|head| before.starts_with(head))
        || matches!(before, "연" | "월" | "주" | "일")
}

/// Native numerals before a counter: `한`, `두`, `열두`, `스물다섯`.
fn native(word: &str) -> Option<(i128, usize, usize)> {
    const TENS: [(&str, i128); 9] = [
        ("열", 10),
        ("스물", 20),
        ("스무", 20),
        ("서른", 30),
        ("마흔", 40),
        ("쉰", 50),
        ("예순", 60),
        ("일흔", 70),
        ("여든", 80),
    ];
    const ONES: [(&str, i128); 9] = [
        ("한", 1),
        ("두", 2),
        ("세", 3),
        ("네", 4),
        ("다섯", 5),
        ("여섯", 6),
        ("일곱", 7),
        ("여덟", 8),
        ("아홉", 9),
    ];
    static FIRST: SyllableSet = SyllableSet::of(&[
        '열', '스', '서', '마', '쉰', '예', '일', '여', '한', '두', '세', '네', '다', '아',
    ]);
    if !syllable_at(word.as_bytes(), 0).is_some_and(|first| FIRST.has(first)) {
        return None;
    }
    let mut amount = 0;
    let mut bytes = 0;
    for table in [&TENS[..], &ONES] {
        let rest = word.get(bytes..).unwrap_or_default();
        let lead = rest.as_bytes().first_chunk::<3>();
        let begins =
            |entry: &&(&str, i128)| entry.0.as_bytes().first_chunk() == lead && rest.starts_with(entry.0);
        if let Some((text, value)) = table.iter().find(begins) {
            amount += value;
            bytes += text.len();
        }
    }
    (amount > 0).then(|| (amount, bytes, word.get(..bytes).unwrap_or_default().chars().count()))
}

/// Sino-Korean numerals with at least one step: `이십오`, `천오백`, `이만`; single digits are words
/// more often than numbers and are not read.
fn sino(word: &str) -> Option<(i128, usize, usize)> {
    let (mut total, mut group, mut digit) = (0_i128, 0_i128, 0_i128);
    let (mut bytes, mut syllables, mut steps) = (0, 0, 0);
    for ch in word.chars() {
        let (value, step) = match ch {
            '일' => (1, 0),
            '이' => (2, 0),
            '삼' => (3, 0),
            '사' => (4, 0),
            '오' => (5, 0),
            '육' => (6, 0),
            '칠' => (7, 0),
            '팔' => (8, 0),
            '구' => (9, 0),
            '십' => (0, 10),
            '백' => (0, 100),
            '천' => (0, 1000),
            '만' => (0, 10_000),
            '억' => (0, 100_000_000),
            _ => break,
        };
        if step == 0 {
            if digit > 0 {
                break;
            }
            // `이십일일`: the last `일` may be the counter; it is one when nothing is open.
            digit = value;
        } else if step < 10_000 {
            group += digit.max(1) * step;
            digit = 0;
            steps += 1;
        } else {
            total += (group + digit).max(1) * step;
            (group, digit) = (0, 0);
            steps += 1;
        }
        bytes += ch.len_utf8();
        syllables += 1;
    }
    // `십오일`: a digit before the end of the word that is also a counter (`일`) stays a counter.
    if steps == 0 {
        return None;
    }
    if digit == 1
        && word.get(bytes..).is_none_or(|rest| unit::korean(rest).is_none())
        && word.get(..bytes)?.ends_with('일')
    {
        bytes -= '일'.len_utf8();
        syllables -= 1;
        digit = 0;
    }
    let amount = total + group + digit;
    (amount >= 10).then_some((amount, bytes, syllables))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_that_begins_a_value_begins_as_told() {
        let words = "zero one two twice both three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen \
            sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety first second third fourth \
            fifth sixth seventh eighth ninth tenth eleventh twelfth january jan february feb march mar april apr may june \
            jun july jul august aug september sep sept october oct november nov december dec";
        for word in words.split_ascii_whitespace() {
            let known =
                small_number(word).is_some() || ordinal(word).is_some() || unit::month(word).is_some();
            assert!(known && may_begin(word), "{word}");
        }
        assert!(["a", "an", "half"].into_iter().all(may_begin));
        assert!(!["of", "and", "library"].into_iter().any(may_begin));
    }
}
