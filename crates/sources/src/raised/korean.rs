//! Questions of Korean sentences: what asks stands where the value stood, and the ending asks.

use super::{among, is_circled};
use stet_text::{final_consonant, parts, syllable};

/// What a sentence speaks of under its own name only beside others.
const LEANING: &str = "그 이 저 그는 이는 그녀는 이를 이에 여기 여기에 이것은 그것은 해당 다만 단 또한 또 그러나 하지만 \
    따라서 그래서 그리고 이러한 그러한 이때 전항의 제1항의 제1항에 제1항에도 각 본 동 위 위의 아래 다음 \
    예를 즉 만약 만일 이들 이들의 이런 이후 당시 결국 한편 특히 부 부칙";
/// Korean numbers that stand before what is counted.
const COUNTS: &str = "두 세 네 다섯 여섯 일곱 여덟 아홉";
/// What stands before a number and only looks like a form of a verb.
const NOUNS: &str =
    "연 월 일 달 주말 평일 매월 매달 하루 기간 연간 월간 주간 시간 번 한번 한 총 당일 오전 최단";
const PARTICLES: &str = "에서 은 는 이 가 을 를 의 과 와 로 에 까지 부터";
/// What stands behind a number that no `몇` asks for.
const NO_UNITS: &str = "인당 호 번째 차 조 항 급 종 대 년대 세기 번 월 절 장 편 년도 위 군 단지 부 여 남 녀";

/// A value of a Korean sentence becomes what asks for it, where it stands; the ending asks.
pub(super) fn korean(words: &[&str]) -> Option<String> {
    // `제3조의2 ①`, `제3조(관리비) 1.`
    let is_number = |word: &&&str| {
        word.starts_with('제') && word.contains('조') && word.contains(|ch: char| ch.is_ascii_digit())
            || word.chars().all(is_circled)
            || word.ends_with('.') && word.chars().count() == 2
            || word.ends_with('.') && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    let words = words.get(words.iter().take_while(is_number).count()..)?;
    let first = words.first()?.trim_end_matches(',');
    // Of several clauses nobody knows which is asked about.
    let joins = |word: &&str| {
        let joins = ["고", "며", "으나", "지만", "면서", "는데", "하여", "하되", "되어", ","];
        word.chars().count() > 1 && joins.iter().any(|end| word.ends_with(end))
    };
    if among(LEANING, first)
        || words.iter().any(|word| joins(word) || word.starts_with("다음") || word.ends_with(':'))
    {
        return None;
    }
    if let Some(asked) = korean_definition(words) {
        return Some(asked);
    }
    let (at, taken, asking) = (0..words.len()).rev().find_map(|at| korean_value(words, at))?;
    let topic = |word: &&str| {
        word.chars().count() > 1 && ["은", "는", "이", "가"].iter().any(|end| word.ends_with(end))
    };
    if !words.get(..at)?.iter().any(topic) {
        return None;
    }
    let mut out: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    out.splice(at..at + taken, [asking]);
    let end = out.pop()?;
    out.push(korean_ending(end.trim_end_matches('.'))?);
    Some(format!("{}?", out.join(" ")))
}

/// `대출이란 … 말한다`: what that is.
fn korean_definition(words: &[&str]) -> Option<String> {
    let at = words.iter().take(4).position(|word| word.ends_with("란") && word.chars().count() > 2)?;
    let last = words.last()?.trim_end_matches('.');
    let says = ["말한다", "뜻한다", "말합니다", "뜻합니다", "의미한다", "의미합니다"].contains(&last);
    says.then(|| format!("{} 무엇인가요?", words.get(..=at).unwrap_or_default().join(" ")))
}

/// The value that ends at a word: where it begins, how many words it has, what asks for it.
fn korean_value(words: &[&str], at: usize) -> Option<(usize, usize, String)> {
    let word = *words.get(at)?;
    let before = at.checked_sub(1).and_then(|before| words.get(before)).copied().unwrap_or_default();
    // `열린 1985년에`, `첫 3회`: the words before belong to the value.
    let last = before.chars().next_back();
    let adnominal = !before.ends_with(['은', '는']) && last.and_then(final_consonant) == Some(4);
    if before == "첫" || adnominal && !among(NOUNS, before) {
        return None;
    }
    if among(COUNTS, word) && words.get(at + 1).is_some_and(|next| !next.starts_with("번째")) {
        return Some((at, 1, "몇".to_owned()));
    }
    let begin =
        word.find(|ch: char| !(ch.is_ascii_digit() || matches!(ch, ',' | '.' | ':' | '~' | '∼' | '-')))?;
    let (number, rest) = word.split_at_checked(begin)?;
    if !number.starts_with(|ch: char| ch.is_ascii_digit())
        || !number.ends_with(|ch: char| ch.is_ascii_digit())
    {
        return None;
    }
    let is_of = |at: usize, unit: &str| {
        words.get(at).is_some_and(|word| {
            word.strip_suffix(unit).is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
        })
    };
    // A day of the calendar, with its month and year before it.
    let month = at.checked_sub(1).filter(|&before| rest.starts_with('일') && is_of(before, "월"));
    let year = month.unwrap_or(at).checked_sub(1).filter(|&before| is_of(before, "년"));
    let is_date = month.is_some()
        || year.is_some() && rest.starts_with('월')
        || rest.starts_with('년') && number.len() == 4 && !rest.starts_with("년간");
    if is_date {
        let tail = rest.get('일'.len_utf8()..)?;
        let tail = if tail == "에" || tail == "에는" { "" } else { tail };
        let from = year.or(month).unwrap_or(at);
        // `1985년 6월`, `1985년에 지은 7층 건물이다`.
        let next = words.get(at + 1).copied().unwrap_or_default();
        let is_more = next.starts_with(|ch: char| ch.is_ascii_digit());
        if is_more || !next.is_empty() && words.last().is_some_and(|last| last.ends_with("이다.")) {
            return None;
        }
        return ["", "부터", "까지", "이다", "입니다", "이다.", "입니다."]
            .contains(&tail)
            .then(|| (from, at + 1 - from, format!("언제{tail}")));
    }
    let unit = rest.trim_start_matches(['천', '백', '만', '억', '조']);
    let is_unit =
        number.contains(':') || unit.starts_with(|ch: char| ch.is_alphabetic() || matches!(ch, '%' | '℃'));
    if !is_unit
        || among(PARTICLES, unit) && !number.contains(':')
        || NO_UNITS.split(' ').any(|begin| unit.starts_with(begin))
    {
        return None;
    }
    // The half of the day and the hour are part of the answer.
    let is_minute = unit.starts_with('분') && is_of(at.saturating_sub(1), "시");
    if before.starts_with(|ch: char| ch.is_ascii_digit()) && !is_minute {
        return None;
    }
    let from = if is_minute || matches!(before, "오전" | "오후") { at.saturating_sub(1) } else { at };
    let asking = if is_minute {
        format!("몇 시{}", unit.strip_prefix('분').unwrap_or_default())
    } else if let Some(tail) = unit.strip_prefix('원') {
        format!("얼마{tail}")
    } else if let Some(tail) = unit.strip_prefix('일') {
        // Alone it is a day of the calendar.
        let next = words.get(at + 1).copied().unwrap_or_default();
        if tail.is_empty()
            && !["안", "이내", "동안", "전", "뒤", "후"].iter().any(|begin| next.starts_with(begin))
        {
            return None;
        }
        format!("며칠{tail}")
    } else if number.contains(':') {
        format!("몇 시{unit}")
    } else {
        format!("몇 {unit}")
    };
    Some((from, at + 1 - from, asking))
}

/// The last word of a sentence as that of a question; nothing for an ending that asks otherwise.
fn korean_ending(word: &str) -> Option<String> {
    if ["없다", "않는다", "않다", "없습니다", "않습니다", "못한다", "못하다"]
        .iter()
        .any(|end| word.ends_with(end))
    {
        return None;
    }
    if let Some(stem) = word.strip_suffix("니다") {
        return Some(format!("{stem}니까"));
    }
    if let Some(noun) =
        word.strip_suffix("이다").or(word.strip_suffix("이에요")).or(word.strip_suffix("예요"))
    {
        return Some(format!("{noun}인가요"));
    }
    if let Some(stem) = word.strip_suffix("는다") {
        return Some(format!("{stem}나요"));
    }
    let stem = word.strip_suffix('다')?;
    let last = stem.chars().next_back()?;
    let (initial, vowel, end) = parts(last)?;
    let head = stem.strip_suffix(last)?;
    match end {
        // ㄴ of `한다`; ㅆ and ㅄ of `했다`, `있다`, `없다`.
        4 if last != '안' => Some(format!("{head}{}나요", syllable((initial, vowel, 0))?)),
        18 | 20 => Some(format!("{stem}나요")),
        _ => None,
    }
}
