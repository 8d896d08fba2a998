//! Shares, durations with a half, dates and times of the day: what is written of several numbers.

use super::numbers::{digits, english, korean as numeral, native, noun};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

fn one(list: Vec<String>) -> String {
    list.into_iter().next().unwrap_or_default()
}

/// So many of so many, with no two the same.
pub(super) fn shares(number: u64) -> Vec<String> {
    const SHARES: [(u64, u64); 30] = [
        (1, 2),
        (1, 3),
        (2, 3),
        (1, 4),
        (3, 4),
        (1, 5),
        (2, 5),
        (3, 5),
        (4, 5),
        (1, 6),
        (5, 6),
        (1, 7),
        (2, 7),
        (3, 7),
        (4, 7),
        (5, 7),
        (6, 7),
        (1, 8),
        (3, 8),
        (5, 8),
        (7, 8),
        (1, 9),
        (2, 9),
        (4, 9),
        (5, 9),
        (7, 9),
        (1, 10),
        (3, 10),
        (7, 10),
        (9, 10),
    ];
    let (part, whole) = SHARES[usize::try_from(number).unwrap()];
    let people = |part: String, whole: String| format!("{whole} 명 중 {part} 명");
    let mut out = vec![
        format!("{whole}분의 {part}"),
        format!("{part} out of {whole}"),
        format!("{} out of {}", one(english(part)), one(english(whole))),
        format!("{whole}명 중 {part}명"),
        format!("{whole}명 가운데 {part}명"),
        people(one(native(part)), one(native(whole))),
        people(part.to_string(), whole.to_string()),
        format!("{} 중 {}", noun(whole), noun(part)),
    ];
    if whole > 2 {
        out.push(format!("{} in {} users", one(english(part)), one(english(whole))));
        out.push(format!("{part} in {whole} people"));
        out.push(format!("{part}/{whole}"));
    }
    if (part * 100).is_multiple_of(whole) {
        let percent = part * 100 / whole;
        out.extend(["%", " percent", " per cent", "퍼센트"].map(|unit| format!("{percent}{unit}")));
    }
    match (part, whole) {
        (1, 2) => out.extend(["half of it", "절반", "5할"].map(str::to_owned)),
        (1, 3) => out.extend(["a third of it", "33.3%"].map(str::to_owned)),
        (2, 3) => out.extend(["two thirds of it", "two-thirds of it", "66.7%"].map(str::to_owned)),
        (1, 4) => out.extend(["a quarter of it", "one quarter of it", "a fourth of it"].map(str::to_owned)),
        (3, 4) => out.extend(
            ["three quarters of it", "three-quarters of it", "three-fourths of it"].map(str::to_owned),
        ),
        (2..=4, 5) => out.push(format!("{} fifths of it", one(english(part)))),
        (1 | 3 | 7 | 9, 10) => out.push(format!("{part}할")),
        _ => {}
    }
    out
}

/// Hours and a half.
pub(super) fn half_hours(hours: u64) -> Vec<String> {
    let minutes = hours * 60 + 30;
    let mut out = vec![
        format!("{hours}시간 반"),
        format!("{hours}시간 30분"),
        format!("{hours}시간반"),
        format!("{} 시간 반", one(native(hours))),
        format!("{} 시간 30분", one(native(hours))),
        format!("{}시간 삼십 분", one(native(hours))),
        format!("{hours}½ hours"),
        format!("{hours} and a half hours"),
        format!("{hours}.5 hours"),
        format!("{hours}.5시간"),
        format!("{hours} hours 30 minutes"),
        format!("{hours} hours and 30 minutes"),
        format!("{} and a half hours", one(english(hours))),
    ];
    out.extend(digits(minutes).into_iter().map(|minutes| format!("{minutes}분")));
    out.extend(english(minutes).into_iter().map(|minutes| format!("{minutes} minutes")));
    if hours == 1 {
        out.extend(["an hour and a half", "one hour and thirty minutes"].map(str::to_owned));
    } else {
        out.push(format!("{} hours and a half", one(english(hours))));
    }
    out
}

/// The days from 1952 on, months of 28 days.
pub(super) fn dates(number: u64) -> Vec<String> {
    let (year, month, day) = (1952 + number / 336 % 98, 1 + number / 28 % 12, 1 + number % 28);
    let name = MONTHS[usize::try_from(month - 1).unwrap()];
    let short = name.get(..3).unwrap();
    let th = match day {
        1 | 21 => "st",
        2 | 22 => "nd",
        3 | 23 => "rd",
        _ => "th",
    };
    let two = year % 100;
    vec![
        format!("{year}. {month}. {day}."),
        format!("{year}.{month}.{day}"),
        format!("{year}.{month:02}.{day:02}."),
        format!("{year}-{month:02}-{day:02}"),
        format!("{year}/{month}/{day}"),
        format!("{year}년 {month}월 {day}일"),
        format!("{year}년{month}월{day}일"),
        format!("{day} {name} {year}"),
        format!("{name} {day}, {year}"),
        format!("{name} {day}{th}, {year}"),
        format!("{day}{th} of {name} {year}"),
        format!("the {day}{th} of {name}, {year}"),
        format!("{short} {day}, {year}"),
        format!("{short}. {day}, {year}"),
        format!("'{two:02}. {month}. {day}."),
        format!("’{two:02}.{month}.{day}."),
        format!("‘{two:02}년 {month}월 {day}일"),
    ]
}

/// Ranges of so many times ten thousand to two more.
pub(super) fn ranges(number: u64) -> Vec<String> {
    let (least, most) = (number, number + 2);
    let (from, to) = (one(digits(least * 10_000)), one(digits(most * 10_000)));
    let commas = |number: u64| digits(number * 10_000).swap_remove(1);
    vec![
        format!("{least}만~{most}만 원"),
        format!("{least}~{most}만 원"),
        format!("{least}만 원에서 {most}만 원"),
        format!("{least}만원~{most}만원"),
        format!("{from}~{to}원"),
        format!("{}–{} won", commas(least), commas(most)),
        format!("from {from} to {to} won"),
        format!("between {} and {} won", commas(least), commas(most)),
        format!("{}~{}원", commas(least), commas(most)),
        format!("{} to {} won", one(english(least * 10_000)), one(english(most * 10_000))),
    ]
}

/// Days of a year that nobody tells, months of 28 days.
pub(super) fn days(number: u64) -> Vec<String> {
    let (month, day) = (1 + number / 28, 1 + number % 28);
    let name = MONTHS[usize::try_from(month - 1).unwrap()];
    vec![
        format!("{month}월 {day}일"),
        format!("{month}월{day}일"),
        format!("{name} {day}"),
        format!("on {day} {name}"),
        format!("the {day}th of {name}"),
    ]
}

/// The minutes of a day.
pub(super) fn times(number: u64) -> Vec<String> {
    let (hour, minute) = (number / 60, number % 60);
    let (twelve, late) = (if hour.is_multiple_of(12) { 12 } else { hour % 12 }, hour >= 12);
    let (half, korean) = if late { ("p.m.", "오후") } else { ("a.m.", "오전") };
    let tight = half.replace('.', "");
    let mut out = vec![
        format!("{twelve}:{minute:02} {half}"),
        format!("{twelve}:{minute:02} {tight}"),
        format!("{twelve}:{minute:02}{tight}"),
        format!("{korean} {twelve}시 {minute}분"),
        format!("{korean} {twelve}:{minute:02}"),
        format!("{twelve}.{minute:02} {half}"),
        format!("{twelve}.{minute:02}{tight}"),
    ];
    if !(1..=12).contains(&hour) {
        out.extend([format!("{hour:02}:{minute:02}"), format!("{hour}시 {minute}분")]);
    }
    match minute {
        0 => {
            out.extend([
                format!("{twelve} {half}"),
                format!("{twelve}{tight}"),
                format!("{korean} {twelve}시"),
                format!("{korean} {} 시", one(native(twelve))),
                format!("{} {half}", one(english(twelve))),
            ]);
            if !(1..=12).contains(&hour) {
                out.push(format!("{hour}시"));
            }
        }
        15 => out.push(format!("quarter past {} {half}", one(english(twelve)))),
        45 => {
            let next = english(hour % 12 + 1);
            out.push(format!("quarter to {} {half}", one(next)));
        }
        30 => {
            out.extend([
                format!("half past {} {half}", one(english(twelve))),
                format!("{korean} {} 시 삼십 분", one(native(twelve))),
                format!("{korean} {twelve}시 반"),
                format!("{korean} {} 시 반", one(native(twelve))),
            ]);
        }
        _ => {}
    }
    match number {
        0 => out.extend(["midnight", "자정"].map(str::to_owned)),
        720 => out.extend(["noon", "midday", "정오", "12 noon"].map(str::to_owned)),
        _ => {}
    }
    out
}

/// Quarters of a year.
pub(super) fn quarters(number: u64) -> Vec<String> {
    let ordinal = ["first", "second", "third", "fourth"][usize::try_from(number - 1).unwrap()];
    vec![
        format!("the {ordinal} quarter"),
        format!("{number}Q"),
        format!("Q{number}"),
        format!("{number}/4분기"),
        format!("제{number}분기"),
    ]
}

/// Parts of an hour, in quarters.
pub(super) fn quarter_hours(number: u64) -> Vec<String> {
    let words = ["a quarter of an hour", "half an hour", "three quarters of an hour"];
    let minutes = number * 15;
    vec![
        words[usize::try_from(number - 1).unwrap()].to_owned(),
        format!("{minutes} minutes"),
        format!("{minutes}분"),
        format!(
            "{}분",
            one(numeral(minutes)
                .into_iter()
                .filter(|text| !text.contains(|ch: char| ch.is_ascii_digit()))
                .collect())
        ),
    ]
}

/// Years of the calendar.
pub(super) fn years(year: u64) -> Vec<String> {
    let two = year % 100;
    vec![
        year.to_string(),
        format!("{year}년"),
        format!("{year}년도"),
        format!("'{two:02}년"),
        format!("‘{two:02}년도"),
        format!("’{two:02}년"),
        format!("서기 {year}년"),
        format!("FY{year}"),
        format!(
            "{}년",
            numeral(year).into_iter().rfind(|text| !text.contains(|ch: char| ch.is_ascii_digit())).unwrap()
        ),
    ]
}

/// So many times as much.
pub(super) fn multiples(number: u64) -> Vec<String> {
    let mut out = vec![
        format!("{number}배"),
        format!("{} 배", one(native(number))),
        format!("{number} times"),
        format!("{} times", one(english(number))),
        format!("{}fold", one(english(number))),
    ];
    match number {
        2 => out.extend(["twice", "double the size"].map(str::to_owned)),
        3 => out.extend(["triple the size", "three times"].map(str::to_owned)),
        _ => {}
    }
    out
}
