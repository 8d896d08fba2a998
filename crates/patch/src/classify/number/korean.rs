//! Korean numerals as values: native (`서른`), Sino-Korean (`삼천억`) and multipliers behind digits (`7조 6천억`).

use super::digits;

fn large(ch: char) -> Option<f64> {
    match ch {
        '십' => Some(1e1),
        '백' => Some(1e2),
        '천' => Some(1e3),
        '만' => Some(1e4),
        '억' => Some(1e8),
        '조' => Some(1e12),
        _ => None,
    }
}

/// `7조 6천억`, `44만`, `3천`: Korean multipliers after digits.
pub fn scaled(chars: &[char], first: f64, start: usize) -> (f64, usize) {
    let (mut total, mut part, mut current, mut at) = (0.0, 0.0, first, start);
    let mut any = false;
    loop {
        match chars.get(at).and_then(|&ch| large(ch)) {
            Some(scale) if scale < 1e4 => {
                part += current * scale;
                current = 0.0;
            }
            Some(scale) => {
                total += (part + current) * scale;
                part = 0.0;
                current = 0.0;
            }
            None => break,
        }
        any = true;
        at += 1;
        let skip = usize::from(chars.get(at) == Some(&' '));
        // `1만0` is no way to write a number.
        if chars.get(at + skip).is_some_and(|ch| matches!(ch, '1'..='9')) {
            let (value, end) = digits(chars, at + skip);
            if chars.get(end).and_then(|&ch| large(ch)).is_none() && skip == 1 {
                break;
            }
            current = value;
            at = end;
        }
    }
    if any { (total + part + current, at) } else { (first, start) }
}

/// First syllables of the numerals below; a word that opens otherwise is none.
pub const OPENS: &str = "하둘셋넷다여일아열스서마쉰한두세네첫넉석영이삼사오육칠팔구십백천만억조";

/// Native and Sino-Korean numerals, only before a counter or with a multiplier.
pub fn korean(chars: &[char], start: usize) -> Option<(f64, usize, bool)> {
    if !chars.get(start).is_some_and(|&ch| OPENS.contains(ch)) {
        return None;
    }
    let text: String = chars.iter().skip(start).take(8).collect();
    for (written, value) in NATIVE {
        let Some(rest) = text.strip_prefix(written) else { continue };
        let end = start + written.chars().count();
        let trimmed = rest.trim_start_matches(' ');
        if matches!(*written, "하나" | "둘" | "셋" | "넷" | "다섯" | "여섯" | "일곱" | "여덟" | "아홉")
            && rest.starts_with([' ', '이', '은', '을', '의', '로', '만', '도', '뿐'])
            || rest.is_empty() && written.chars().count() > 1
            || COUNTERS.iter().any(|counter| trimmed.starts_with(counter))
        {
            return Some((*value, end, *value <= 1.0));
        }
    }
    // Sino-Korean: digits and multipliers up to a counter or a large unit.
    let (mut total, mut part, mut current, mut at, mut seen) = (0.0, 0.0, 0.0, start, 0);
    while let Some(&ch) = chars.get(at) {
        if let Some(digit) = "영일이삼사오육칠팔구".chars().position(|known| known == ch) {
            current = digit as f64;
        } else if let Some(scale) = large(ch) {
            let times = if current == 0.0 { 1.0 } else { current };
            if scale < 1e4 {
                part += times * scale;
            } else {
                total += if part + current == 0.0 { scale } else { (part + current) * scale };
                part = 0.0;
            }
            current = 0.0;
        } else {
            break;
        }
        seen += 1;
        at += 1;
    }
    let rest: String = chars.iter().skip(at).take(4).collect();
    let rest = if seen > 1 { rest.trim_start_matches(' ') } else { rest.as_str() };
    let counter = SINO.iter().chain(COUNTERS).find(|counter| rest.starts_with(**counter));
    // `이번`, `일시`, `조명` look like numerals: one syllable alone needs more than a chance counter.
    let plain: String = chars.iter().skip(start).take(at - start).collect();
    let word = chars.iter().skip(start).take_while(|ch| ('가'..='힣').contains(*ch)).count();
    let chance = seen == 1
        && (plain == "조"
            || plain == "만"
            || plain == "천"
            || word > 4
            || !matches!(
                counter,
                Some(
                    &("분"
                        | "층"
                        | "년"
                        | "월"
                        | "퍼센트"
                        | "프로"
                        | "원"
                        | "인"
                        | "호"
                        | "미터"
                        | "킬로"
                        | "개월")
                )
            ));
    (seen > 0 && counter.is_some() && !chance).then_some((total + part + current, at, false))
}

/// Counters after Sino-Korean numerals.
pub const SINO: &[&str] = &["개월", "원", "년", "월", "퍼센트", "프로", "미터", "킬로", "층", "호"];

const NATIVE: &[(&str, f64)] = &[
    ("하나", 1.0),
    ("둘", 2.0),
    ("셋", 3.0),
    ("넷", 4.0),
    ("다섯", 5.0),
    ("여섯", 6.0),
    ("일곱", 7.0),
    ("여덟", 8.0),
    ("아홉", 9.0),
    ("열두", 12.0),
    ("열한", 11.0),
    ("열", 10.0),
    ("스무", 20.0),
    ("스물", 20.0),
    ("서른", 30.0),
    ("마흔", 40.0),
    ("쉰", 50.0),
    ("한", 1.0),
    ("두", 2.0),
    ("세", 3.0),
    ("네", 4.0),
    ("첫", 1.0),
    ("넉", 4.0),
    ("석", 3.0),
];

pub const COUNTERS: &[&str] = &[
    "개",
    "명",
    "가지",
    "번",
    "시간",
    "분",
    "시",
    "살",
    "마리",
    "권",
    "잔",
    "대",
    "달",
    "주",
    "곳",
    "배",
    "팀",
    "건",
    "편",
    "사람",
    "식구",
    "정거장",
    "차례",
    "쌍",
    "종",
    "회",
    "초",
    "인",
    "군데",
    "해",
    "단계",
];
