//! What is counted, as tables of patterns.
//!
//! `{d}` are digits, `{e}` English words, `{k}` a Korean numeral, `{n}` a native Korean number, `{p}` and `{c}` hundredths behind
//! a point or a comma; `{d*60}` is sixty times as many.

use super::{calendar, numbers};

/// A spelling and the pattern it is made of.
#[derive(Debug, Clone)]
pub(super) struct Spelling {
    pub pattern: String,
    pub text: String,
}

/// A kind of value, and all it may be written as.
pub(super) struct Kind {
    pub name: &'static str,
    pub least: u64,
    pub most: u64,
    patterns: &'static [&'static str],
    /// What a table cannot tell.
    more: Option<fn(u64) -> Vec<String>>,
    /// Without a unit it may be of any kind.
    pub bare: bool,
}

/// Kinds that are not told apart: things are counted with one counter or another, an age is a number of years, and a share
/// is told by counts.
const ALIKE: [&[&str]; 4] =
    [&["age", "years"], &["percent", "share"], &["day", "date"], &["people", "pieces", "times", "share"]];

impl Kind {
    pub(super) fn is_like(&self, other: &Self) -> bool {
        ALIKE.iter().any(|list| list.contains(&self.name) && list.contains(&other.name))
    }

    pub(super) fn spellings(&self, amount: u64) -> Vec<Spelling> {
        let mut out = Vec::new();
        for pattern in self.patterns {
            let text = |text| Spelling { pattern: (*pattern).to_owned(), text };
            let Some((head, (hole, tail))) =
                pattern.split_once('{').and_then(|(head, rest)| Some((head, rest.split_once('}')?)))
            else {
                out.push(text((*pattern).to_owned()));
                continue;
            };
            let (way, times) = hole.split_once('*').unwrap_or((hole, "1"));
            let amount = amount * times.parse::<u64>().unwrap();
            let written = match way {
                "d" => numbers::digits(amount),
                "e" => numbers::english(amount),
                "k" => numbers::korean(amount),
                "n" => numbers::native(amount),
                "p" => numbers::hundredths(amount, '.'),
                "c" => numbers::hundredths(amount, ','),
                _ => panic!("{pattern}"),
            };
            out.extend(written.into_iter().map(|number| text(format!("{head}{number}{tail}"))));
        }
        let more = self.more.map(|more| more(amount)).unwrap_or_default();
        out.extend(more.into_iter().map(|text| Spelling { pattern: "…".to_owned(), text }));
        out
    }
}

type Row = (&'static str, u64, u64, &'static [&'static str]);

const BIG: u64 = 900_000_000_000_000;

const ROWS: [Row; 36] = [
    ("number", 13, BIG, &["{d}", "{e}"]),
    (
        "people",
        2,
        9_000_000_000,
        &[
            "{d}명",
            "{d} 명",
            "{k}명",
            "{k} 명",
            "{n} 명",
            "{n}명",
            "{n} 사람",
            "{d} people",
            "{d}인",
            "{e} people",
        ],
    ),
    ("pieces", 2, 9_000_000_000, &["{d}개", "{d} 개", "{k}개", "{n} 개", "{n} 가지", "{d}건"]),
    ("times", 2, 90, &["{d}회", "{d}번", "{n} 번", "{d} times", "{e} times", "{n} 차례"]),
    (
        "won",
        11,
        BIG,
        &["{d}원", "{d} 원", "₩{d}", "{k}원", "{k} 원", "{d} won", "{e} won", "KRW {d}", "KRW {e}"],
    ),
    (
        "dollars",
        2,
        BIG,
        &[
            "${d}",
            "{d}달러",
            "{k} 달러",
            "{d} dollars",
            "{e} dollars",
            "USD {d}",
            "US${d}",
            "{d} US dollars",
            "{d} USD",
            "미화 {d}달러",
        ],
    ),
    ("euros", 2, BIG, &["€{d}", "{d}유로", "{k}유로", "{d} euros", "{e} euros", "EUR {d}", "{d} €", "{d}€"]),
    ("francs", 2, BIG, &["{d} francs", "{e} CFA francs", "{d} CFA francs", "{d}프랑", "{d} 세파프랑"]),
    ("euros and cents", 100_011, 90_000_000, &["€{p}", "{p} euros", "{c} euros", "{c} €", "{p}유로"]),
    (
        "percent",
        2,
        999,
        &[
            "{d}%",
            "{d} %",
            "{d}퍼센트",
            "{d} percent",
            "{d} per cent",
            "{e} percent",
            "{e} per cent",
            "{d}프로",
            "{k}퍼센트",
            "{d} pct",
        ],
    ),
    ("fine percent", 101, 9999, &["{p}%", "{c}%", "{c} %", "{p} percent", "{c} per cent", "{p}퍼센트"]),
    (
        "points",
        2,
        99,
        &[
            "{d}%p",
            "{d} %p",
            "{d}%포인트",
            "{d} 퍼센트포인트",
            "{d}퍼센트 포인트",
            "{d} percentage points",
            "{e} percentage points",
            "{d} percent points",
            "{d}pp",
            "{d} pp",
            "{d} per cent points",
        ],
    ),
    (
        "metres",
        2,
        9_000_000,
        &[
            "{d}m",
            "{d} m",
            "{d} metres",
            "{e} meters",
            "{d}미터",
            "{k} 미터",
            "{d*100}cm",
            "{d*100}센티",
            "{d*100} 센티미터",
            "{d*100}센치",
            "{d*1000} mm",
        ],
    ),
    (
        "kilometres",
        2,
        9_000_000,
        &[
            "{d}km",
            "{d} km",
            "{d} kilometres",
            "{e} kilometers",
            "{d}킬로미터",
            "{k} 킬로미터",
            "{d*1000} m",
            "{d}㎞",
            "{d*1000}미터",
        ],
    ),
    (
        "grams",
        2,
        9_000_000,
        &["{d}g", "{d} grams", "{e} grams", "{d}그램", "{d*1000}mg", "{d*1000} 밀리그램", "{k} 그램"],
    ),
    (
        "kilograms",
        2,
        9_000_000,
        &[
            "{d}kg",
            "{d} kg",
            "{d}킬로그램",
            "{d} kilos",
            "{e} kilograms",
            "{d*1000}g",
            "{d}㎏",
            "{d} kilogrammes",
        ],
    ),
    (
        "tonnes",
        2,
        9_000_000,
        &["{d}톤", "{d} tonnes", "{d} t", "{d*1000}kg", "{e} tons", "{d} metric tons", "{k} 톤"],
    ),
    (
        "litres",
        2,
        9_000_000,
        &[
            "{d}L",
            "{d} litres",
            "{d}리터",
            "{e} liters",
            "{d*1000}ml",
            "{d*1000} mL",
            "{d*1000}밀리리터",
            "{d*1000}cc",
            "{d}ℓ",
        ],
    ),
    (
        "area",
        2,
        9_000_000,
        &[
            "{d}㎡",
            "{d} m²",
            "{d}m2",
            "{d}제곱미터",
            "{d} square metres",
            "{e} square meters",
            "{d} sq m",
            "{d} 평방미터",
        ],
    ),
    (
        "hectares",
        2,
        9_000_000,
        &["{d}ha", "{d} ha", "{d}헥타르", "{d} hectares", "{e} hectares", "{d*10000} m²"],
    ),
    (
        "speed",
        2,
        9_000_000,
        &[
            "{d}km/h",
            "{d} km/h",
            "시속 {d}km",
            "시속 {d}킬로미터",
            "{d} kilometres per hour",
            "{e} kilometers an hour",
            "시속 {d} 킬로",
            "{d} kph",
        ],
    ),
    (
        "energy",
        2,
        9_000_000,
        &["{d}kWh", "{d} kWh", "{d}킬로와트시", "{d} kilowatt-hours", "{e} kilowatt hours"],
    ),
    ("megabytes", 2, 9_000_000, &["{d}MB", "{d} megabytes", "{d}메가바이트", "{d*1000}KB", "{d} MB"]),
    ("ppm", 2, 9_000_000, &["{d}ppm", "{d} ppm", "{d} parts per million", "{d}피피엠"]),
    ("volts", 2, 9_000_000, &["{d}V", "{d} V", "{d} volts", "{d}볼트", "{e} volts"]),
    ("watts", 2, 9_000_000, &["{d}W", "{d} watts", "{d}와트", "{e} watts"]),
    ("decibels", 2, 900, &["{d}dB", "{d} decibels", "{d}데시벨", "{d}㏈"]),
    (
        "celsius",
        2,
        4000,
        &[
            "{d}°C",
            "{d} °C",
            "{d}℃",
            "섭씨 {d}도",
            "{d} degrees Celsius",
            "{e} degrees Celsius",
            "{d} degrees centigrade",
        ],
    ),
    ("fahrenheit", 2, 4000, &["{d}°F", "{d}℉", "화씨 {d}도", "{d} degrees Fahrenheit"]),
    (
        "frost",
        2,
        90,
        &[
            "-{d}°C",
            "−{d} °C",
            "영하 {d}도",
            "minus {d} degrees Celsius",
            "minus {e} degrees Celsius",
            "섭씨 영하 {d}도",
            "{d} degrees below zero",
            "{d}°C below zero",
            "영하 {k}도",
        ],
    ),
    ("days", 2, 9000, &["{d}일 동안", "{d} days", "{e} days", "{k}일간", "{d}일간"]),
    (
        "hours",
        2,
        90,
        &[
            "{d}시간",
            "{n} 시간",
            "{n}시간",
            "{d} hours",
            "{e} hours",
            "{d*60}분",
            "{d*60} minutes",
            "{d}h",
            "{d}-hour",
        ],
    ),
    (
        "years",
        2,
        900,
        &["{d}년 동안", "{d}년간", "{d} years", "{e} years", "{d*12}개월", "{d*12} months", "{n} 해 동안"],
    ),
    (
        "age",
        14,
        110,
        &[
            "만 {d}세",
            "{d}세",
            "{d}살",
            "{n} 살",
            "{k}세",
            "{d} years old",
            "{e} years old",
            "aged {d}",
            "{d}-year-old",
            "{d} years of age",
        ],
    ),
    ("article", 2, 900, &["제{d}조", "Article {d}", "§ {d}", "section {d}", "Art. {d}", "article {e}"]),
    ("quarter", 1, 4, &["{d}분기", "Q{d}"]),
];

type Written = (&'static str, u64, u64, fn(u64) -> Vec<String>);

const WRITTEN: [Written; 10] = [
    ("range", 2, 90, calendar::ranges),
    ("day", 0, 335, calendar::days),
    ("quarter", 1, 4, calendar::quarters),
    ("quarter hours", 1, 3, calendar::quarter_hours),
    ("share", 0, 29, calendar::shares),
    ("half hours", 1, 90, calendar::half_hours),
    ("date", 0, 40_000, calendar::dates),
    ("time", 0, 1439, calendar::times),
    ("year", 1952, 2049, calendar::years),
    ("multiple", 2, 10, calendar::multiples),
];

pub(super) fn all() -> Vec<Kind> {
    let bare = |name| matches!(name, "number" | "year" | "age" | "multiple");
    let rows = ROWS.iter().map(|&(name, least, most, patterns)| Kind {
        name,
        least,
        most,
        patterns,
        more: None,
        bare: bare(name),
    });
    let written = WRITTEN.iter().map(|&(name, least, most, more)| Kind {
        name,
        least,
        most,
        patterns: &[],
        more: Some(more),
        bare: bare(name),
    });
    rows.chain(written).collect()
}
