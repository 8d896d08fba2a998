//! Every way in which a whole number is written.

const SMALL: [(u64, &str); 4] = [(1000, "천"), (100, "백"), (10, "십"), (1, "")];
const LARGE: [(u64, &str); 4] = [(1_000_000_000_000, "조"), (100_000_000, "억"), (10_000, "만"), (1, "")];
const DIGITS: [&str; 10] = ["", "일", "이", "삼", "사", "오", "육", "칠", "팔", "구"];
const NATIVE: [[&str; 10]; 2] = [
    ["", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉"],
    ["", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔"],
];
const ONES: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] =
    ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const SCALES: [(u64, &str); 4] =
    [(1_000_000_000_000, "trillion"), (1_000_000_000, "billion"), (1_000_000, "million"), (1000, "thousand")];

fn place(number: u64) -> usize {
    usize::try_from(number).unwrap()
}

/// Digits in groups of three.
fn grouped(number: u64, separator: &str) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push_str(separator);
        }
        out.push(digit);
    }
    out
}

/// A number in digits, however its thousands are set apart.
pub(super) fn digits(number: u64) -> Vec<String> {
    let mut out = vec![number.to_string(), grouped(number, ","), grouped(number, "'"), grouped(number, "’")];
    if number >= 1_000_000 {
        // What may be an address is a number only where something measures it.
        out.extend([" ", "\u{a0}", "\u{2009}", "\u{202f}", "."].map(|separator| grouped(number, separator)));
    }
    let address = |text: &String| text.split('.').filter(|group| group.parse::<u8>().is_ok()).count() == 4;
    out.retain(|text| !address(text));
    out
}

/// A number with a point or a comma before its hundredths.
pub(super) fn hundredths(number: u64, point: char) -> Vec<String> {
    let (whole, rest) = (number / 100, number % 100);
    let fraction = if rest.is_multiple_of(10) { format!("{}", rest / 10) } else { format!("{rest:02}") };
    let separators: &[&str] = if point == '.' { &["", ",", " ", "'"] } else { &["", ".", " "] };
    separators.iter().map(|separator| format!("{}{point}{fraction}", grouped(whole, separator))).collect()
}

fn below_thousand(number: u64, and: &str) -> String {
    let (hundreds, rest) = (number / 100, number % 100);
    let rest = match rest {
        0 => String::new(),
        1..20 => ONES[place(rest)].to_owned(),
        _ if rest.is_multiple_of(10) => TENS[place(rest / 10)].to_owned(),
        _ => format!("{}-{}", TENS[place(rest / 10)], ONES[place(rest % 10)]),
    };
    match (hundreds, rest.as_str()) {
        (0, _) => rest,
        (_, "") => format!("{} hundred", ONES[place(hundreds)]),
        _ => format!("{} hundred {and}{rest}", ONES[place(hundreds)]),
    }
}

/// A number in English words, with and without `and`, and in words behind digits.
pub(super) fn english(number: u64) -> Vec<String> {
    let mut out = Vec::new();
    for and in ["", "and "] {
        let (mut rest, mut parts) = (number, Vec::new());
        for (scale, word) in SCALES {
            if rest >= scale {
                parts.push(format!("{} {word}", below_thousand(rest / scale, and)));
            }
            rest %= scale;
        }
        if rest > 0 || number == 0 {
            let lead = if (1..100).contains(&rest) && !parts.is_empty() { and } else { "" };
            parts.push(format!("{lead}{}", below_thousand(rest, and)));
        }
        out.push(parts.join(" "));
    }
    for (scale, word) in SCALES {
        if number >= scale && (number % scale * 100).is_multiple_of(scale) {
            let (whole, rest) = (number / scale, number % scale * 100 / scale);
            let digits = if rest == 0 { grouped(whole, ",") } else { format!("{whole}.{rest:02}") };
            out.push(format!("{digits} {word}"));
        }
        if number == scale {
            out.push(format!("a {word}"));
        }
    }
    if number == 100 {
        out.push("a hundred".to_owned());
    }
    out
}

/// A number below ten thousand in steps of 천, 백 and 십: `4천8백`, `사천팔백`, and with what is below 천 or 백 in digits.
fn steps(number: u64, hangul: bool, until: u64, blank: &str) -> String {
    let (mut rest, mut parts) = (number, Vec::new());
    for (step, word) in SMALL {
        if !hangul && (step == until || step == 1) {
            break;
        }
        let digit = rest / step;
        rest %= step;
        match (digit, hangul) {
            (0, _) => {}
            (1, true) if step > 1 => parts.push(word.to_owned()),
            (_, true) => parts.push(format!("{}{word}", DIGITS[place(digit)])),
            (_, false) => parts.push(format!("{digit}{word}")),
        }
    }
    let joined = parts.join(if hangul { "" } else { blank });
    if rest > 0 { format!("{joined}{rest}") } else { joined }
}

type Way<'a> = &'a dyn Fn(u64) -> String;

/// A number in Korean numerals, in digits, syllables and both.
pub(super) fn korean(number: u64) -> Vec<String> {
    let mut out = Vec::new();
    let ways: [Way<'_>; 8] = [
        &|group| group.to_string(),
        &|group| grouped(group, ","),
        &|group| steps(group, false, 1, ""),
        &|group| steps(group, false, 10, ""),
        &|group| steps(group, false, 100, ""),
        &|group| steps(group, false, 1, " "),
        &|group| steps(group, true, 1, ""),
        &|group| if group % 1000 == 0 { format!("{}천", group / 1000) } else { group.to_string() },
    ];
    for way in ways {
        for blank in ["", " "] {
            let (mut rest, mut parts) = (number, Vec::new());
            for (step, word) in LARGE {
                let group = rest / step;
                rest %= step;
                if group > 0 {
                    parts.push(format!("{}{word}", way(group)));
                }
            }
            // A digit apart (`구만 삼 원`) is a word more often than a number.
            let last = parts.last().is_some_and(|last| DIGITS.contains(&last.as_str()));
            out.push(parts.join(if last { "" } else { blank }));
        }
    }
    // In the greatest of the large steps alone, with a point: `1.5억`.
    for (step, word) in &LARGE[..3] {
        if number > *step && (number % step * 100).is_multiple_of(*step) {
            out.push(format!("{}.{:02}{word}", grouped(number / step, ","), number % step * 100 / step));
        }
    }
    // One syllable is a word more often than a number.
    out.retain(|spelling| !DIGITS.contains(&spelling.as_str()));
    out
}

/// A number below a hundred in native words, as they stand before a counter.
pub(super) fn native(number: u64) -> Vec<String> {
    match number {
        0 | 100.. => Vec::new(),
        20 => vec!["스무".to_owned()],
        _ => vec![format!("{}{}", NATIVE[1][place(number / 10)], NATIVE[0][place(number % 10)])],
    }
}

/// A number of those that are told by themselves: `셋 중 하나`.
pub(super) fn noun(number: u64) -> &'static str {
    ["", "하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉", "열"][place(number)]
}
