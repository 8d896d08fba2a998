//! Numbers written as Korean words, native and Sino-Korean, with the counters behind them.

use super::numeral::numeral_before;
use super::numeral::{digit, numeral};
use crate::span::Span;
use crate::values::joined::{add, is_among};
use crate::values::unit::{Factor, Unit};
use crate::values::{ONE, Value, end_of, hours, unit};
use crate::{Script, SyllableSet, Token, is_tail, syllable_at};

/// A Korean number word at `at`, with its counter in the same token or the next.
#[inline]
pub(in crate::values) fn korean(norm: &str, words: &[Token<'_>], at: usize, out: &mut Vec<Value>) -> usize {
    let first = words.get(at).and_then(|token| syllable_at(token.text.as_bytes(), 0));
    // Most words begin like none.
    if first.is_some_and(begins_number) { number_word(norm, words, at, out) } else { at + 1 }
}

fn number_word(norm: &str, words: &[Token<'_>], at: usize, out: &mut Vec<Value>) -> usize {
    let Some(token) = words.get(at) else { return at + 1 };
    if let Some(value) = by_itself(words, at) {
        out.push(value);
        return at + 1;
    }
    let numeral = || {
        let read = numeral(norm, words, at).filter(|read| read.amount >= 10 * ONE)?;
        let last = if read.tail > 0 { read.next } else { read.next.checked_sub(1)? };
        let tail = if read.tail > 0 { read.tail } else { words.get(last)?.text.len() };
        Some((last, read.amount, tail, read.syllables))
    };
    let native = native(token.text).map(|(amount, bytes, syllables)| (at, amount * ONE, bytes, syllables));
    let Some((last, amount, bytes, syllables)) = native.or_else(numeral).or_else(|| one_digit(words, at))
    else {
        return at + 1;
    };
    let (first, at) = (at, last);
    let start = token.span.start;
    let Some(token) = words.get(at) else { return at + 1 };
    let rest = token.text.get(bytes..).unwrap_or_default();
    let counted = if rest.is_empty() {
        let next = words.get(at + 1);
        let next = next.filter(|next| next.script == Script::Hangul && next.span.start == token.span.end + 1);
        next.map_or("", |next| next.text)
    } else {
        rest
    };
    // `석 달`, but `석유`; nobody's years are counted `두 세`: `두세요` is a verb.
    let native = "한두세네석넉".contains(token.text.get(..bytes).unwrap_or_default());
    if native && counted.starts_with('세')
        || token.text.starts_with(['석', '넉']) && !counted.starts_with(['달', '장'])
    {
        return at + 1;
    }
    let Some((unit, factor, counter_bytes)) = unit::korean(counted) else {
        // `두 딸`: as many as `딸 2명`.
        let counts = matches!(token.text, "두" | "세" | "다섯" | "여섯" | "일곱" | "여덟" | "아홉");
        if counts
            && words.get(at + 1).is_some_and(|next| next.span.start == token.span.end + 1)
            && !counted.is_empty()
        {
            out.push(Value { span: token.span, amount, unit: Unit::None, spelled: true, implied: false });
            return at + 1;
        }
        // Without a counter only a number that can be nothing else.
        if syllables >= 3 && rest.chars().count() <= 1 {
            let span = Span::new(start, token.span.start + bytes);
            out.push(Value { span, amount, unit: Unit::None, spelled: true, implied: false });
        }
        return at + 1;
    };
    // `사천시` is a town: no day has four thousand hours. `백조` is a swan.
    let hours = counted.starts_with("시간");
    if matches!(unit, Unit::Seconds | Unit::Hour) && amount > 60 * ONE && !hours || unit == Unit::Article {
        return at + 1;
    }
    // `두 분기` are two of them, `2분기` is the second.
    let unit = if unit == Unit::Quarter { Unit::Piece } else { unit };
    let is_year = unit == Unit::Months && (1000 * ONE..3000 * ONE).contains(&amount);
    // `이천이십사년`
    let (unit, factor) = if is_year { (Unit::Year, Factor::ONE) } else { (unit, factor) };
    let next = at + 1 + usize::from(rest.is_empty());
    let span = Span::new(start, words.get(next - 1).map_or(token.span.end, |token| token.span.end));
    let spelled = syllables == 1;
    // `한 사람` is one of many things, `한 달 동안` a month.
    let rest = counted.get(counter_bytes..).unwrap_or_default();
    let implied = amount == ONE
        && !(matches!(unit, Unit::Day | Unit::Months | Unit::Seconds) && lasts(rest, words, next))
        && !(unit == Unit::Times && is_rate(words, at));
    if unit == Unit::Hour {
        let (time, next) = hour(norm, words, (first, next), amount / ONE);
        out.push(Value { spelled, ..time });
        return next;
    }
    let value = Value { span, amount: factor.apply(amount), unit, spelled, implied };
    add(norm, words, (first, next), factor.apply(ONE), value, out)
}

/// `오후 세 시 반`: the time of an hour that is told from the word `first` to before `next`, and the token after it.
fn hour(norm: &str, words: &[Token<'_>], (first, next): (usize, usize), hour: i128) -> (Value, usize) {
    let half = hours::half_before(words, first);
    let start = words.get(first - usize::from(half.is_some())).map_or(0, |token| token.span.start);
    let (minute, next) = hours::minutes(words, next, numeral_before(norm, words, next)).unwrap_or((0, next));
    let (amount, unit) = hours::time(hour, minute, half);
    let span = Span::new(start, end_of(words, next));
    (Value { span, amount, unit, spelled: false, implied: false }, next)
}

/// A word that is a value by itself: `매년`, `절반`, a duration, a time of the day.
fn by_itself(words: &[Token<'_>], at: usize) -> Option<Value> {
    let token = words.get(at)?;
    let whole = |amount, unit| Value { span: token.span, amount, unit, spelled: true, implied: false };
    if let "연간" | "매년" = token.text {
        // What is given per year is given for one.
        return Some(Value { implied: true, ..whole(12 * ONE, Unit::Months) });
    }
    if token.text.starts_with("절반") {
        let span = Span::new(token.span.start, token.span.start + "절반".len());
        return Some(Value { span, ..whole(50 * ONE, Unit::Percent) });
    }
    if let Some(value) = one_of(words, at) {
        return Some(value);
    }
    duration(words, at).or_else(|| Some(whole(hours::word(token.text)?, Unit::Clock)))
}

/// `삼 개월`, `오년`: one syllable is a word more often than a number, but not before what counts months, years or a share.
fn one_digit(words: &[Token<'_>], at: usize) -> Option<(usize, i128, usize, usize)> {
    let text = words.get(at)?.text;
    let syllable = text.chars().next().filter(|syllable| *syllable != '이')?;
    let bytes = syllable.len_utf8();
    let rest = if text.len() > bytes { text.get(bytes..)? } else { words.get(at + 1)?.text };
    let (unit, _, counter) = unit::korean(rest).filter(|_| rest.starts_with(['개', '년', '퍼']))?;
    let counts =
        matches!(unit, Unit::Months | Unit::Percent | Unit::PercentPoint) && unit::is_counter(rest, counter);
    Some((at, digit(syllable).filter(|_| counts)? * ONE, bytes, 1))
}

/// Numbers that are told by themselves.
const NOUNS: [&str; 10] = ["하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉", "열"];

/// `셋 중 하나`, `열 가운데 아홉은`: a share.
fn one_of(words: &[Token<'_>], at: usize) -> Option<Value> {
    let number = |word: &str| (1_i128..).zip(NOUNS).find(|(_, noun)| word.starts_with(noun));
    let [whole, among, part] = words.get(at..at + 3)? else { return None };
    if !is_among(among) {
        return None;
    }
    let (of, _) = number(whole.text).filter(|(_, noun)| whole.text.len() == noun.len())?;
    let (count, last) = number(part.text).filter(|(count, last)| {
        *count < of && part.text.strip_prefix(last).is_some_and(|rest| is_tail(' ', rest))
    })?;
    let span = Span::new(whole.span.start, part.span.start + last.len());
    let amount = count * 100 * ONE / of;
    Some(Value { span, amount, unit: Unit::Percent, spelled: true, implied: false })
}

/// Whether a Korean number word may begin with a syllable.
#[inline]
fn begins_number(syllable: u32) -> bool {
    static BEGINNINGS: SyllableSet = SyllableSet::of(&[
        '열', '스', '서', '마', '쉰', '예', '일', '여', '한', '두', '세', '네', '다', '아', '이', '삼', '사',
        '오', '육', '칠', '팔', '구', '십', '백', '천', '만', '억', '하', '나', '닷', '엿', '보', '반', '연',
        '매', '정', '자', '절', '석', '넉', '둘', '셋', '넷',
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
    const MARKS: &str = "마다 이다 입니다 이며 이고 간 동안 이내 이상 이하 까지 초과 미만 걸 소요 넘";
    let begins = |word: &str| MARKS.split(' ').any(|mark| word.starts_with(mark));
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
    const TENS: [(&str, i128); 10] = [
        ("열", 10),
        ("스물", 20),
        ("스무", 20),
        ("서른", 30),
        ("마흔", 40),
        ("쉰", 50),
        ("예순", 60),
        ("일흔", 70),
        ("여든", 80),
        ("아흔", 90),
    ];
    const ONES: [(&str, i128); 11] = [
        ("석", 3),
        ("넉", 4),
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
        '열', '스', '서', '마', '쉰', '예', '일', '여', '한', '두', '세', '네', '다', '아', '석', '넉',
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
