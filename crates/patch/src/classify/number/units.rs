//! Units as written, and one form for each: `kilometres` and `km`, `$` and `달러`.

/// `$`, `€` and their like before an amount.
pub fn currency(ch: char) -> Option<&'static str> {
    Some(match ch {
        '$' | '＄' => "달러",
        '€' => "유로",
        '£' => "파운드",
        '¥' | '￥' => "엔",
        '₩' | '￦' => "원",
        _ => return None,
    })
}

/// The units that [`currency`] gives.
pub const CURRENCIES: [&str; 5] = ["달러", "유로", "파운드", "엔", "원"];

/// The unit directly after a number, or after blanks.
pub fn unit(chars: &[char], start: usize) -> (String, usize) {
    let mut at = start;
    while chars.get(at) == Some(&' ') {
        at += 1;
    }
    let rest: String = chars.iter().skip(at).take(12).collect();
    if rest.starts_with("시오") || rest.starts_with("시기") {
        return (String::new(), start);
    }
    // Case is the unit here: milliwatt and megawatt, megabit and megabyte.
    for (written, unit) in [("mW", "milliwatt"), ("Mb", "megabit"), ("Gb", "gigabit"), ("Kb", "kilobit")] {
        let tail = rest.strip_prefix(written);
        if tail.is_some_and(|tail| !tail.starts_with(|ch: char| ch.is_ascii_alphanumeric() && ch != 'p')) {
            return (unit.to_owned(), at + written.chars().count());
        }
    }
    let lower = rest.to_lowercase();
    for (written, unit) in UNITS {
        if let Some(tail) = lower.strip_prefix(written) {
            let ascii = written.ends_with(|ch: char| ch.is_ascii_alphabetic());
            if !(ascii && tail.starts_with(|ch: char| ch.is_ascii_alphanumeric())) {
                return ((*unit).to_owned(), at + written.chars().count());
            }
        }
    }
    // `20$`, where no other amount follows.
    let amount = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    match chars.get(start).copied().and_then(currency) {
        Some(money) if !amount(start + 1) => (money.to_owned(), start + 1),
        _ => (String::new(), start),
    }
}

/// Written forms of units and one form for each; longer forms first.
const UNITS: &[(&str, &str)] = &[
    ("%포인트", "%p"),
    ("% point", "%p"),
    ("%p", "%p"),
    ("퍼센트포인트", "%p"),
    ("퍼센트", "%"),
    ("percent", "%"),
    ("per cent", "%"),
    ("%", "%"),
    ("프로 ", "%"),
    ("프로가", "%"),
    ("프로는", "%"),
    ("프로를", "%"),
    ("프로의", "%"),
    ("프로에", "%"),
    ("킬로미터", "km"),
    ("센티미터", "cm"),
    ("밀리미터", "mm"),
    ("미터", "m"),
    ("킬로그램", "kg"),
    ("밀리그램", "mg"),
    ("그램", "g"),
    ("kilometers", "km"),
    ("kilometres", "km"),
    ("kilometer", "km"),
    ("kilometre", "km"),
    ("centimeters", "cm"),
    ("centimetres", "cm"),
    ("millimeters", "mm"),
    ("millimetres", "mm"),
    ("meters", "m"),
    ("metres", "m"),
    ("kilograms", "kg"),
    ("milligrams", "mg"),
    ("grams", "g"),
    ("dollars", "달러"),
    ("dollar", "달러"),
    ("euros", "유로"),
    ("euro", "유로"),
    ("a.m", "오전"),
    ("p.m", "오후"),
    ("am", "오전"),
    ("pm", "오후"),
    ("㎞", "km"),
    ("㎝", "cm"),
    ("㎜", "mm"),
    ("㎏", "kg"),
    ("㎎", "mg"),
    ("㎍", "µg"),
    ("㎖", "ml"),
    ("㎡", "m²"),
    ("㎥", "m³"),
    ("m²", "m²"),
    ("m³", "m³"),
    ("km", "km"),
    ("cm", "cm"),
    ("mm", "mm"),
    ("kg", "kg"),
    ("mg", "mg"),
    ("gb", "gb"),
    ("mb", "mb"),
    ("kb", "kb"),
    ("tb", "tb"),
    ("ms", "ms"),
    ("mw", "mw"),
    ("kw", "kw"),
    ("gw", "gw"),
    ("hz", "hz"),
    ("ghz", "ghz"),
    ("mhz", "mhz"),
    ("ml", "ml"),
    ("m", "m"),
    ("g", "g"),
    ("l", "l"),
    ("s", "s"),
    ("°c", "°c"),
    ("℃", "°c"),
    ("°f", "°f"),
    ("℉", "°f"),
    ("달러", "달러"),
    ("불", "달러"),
    ("유로", "유로"),
    ("원", "원"),
    ("엔", "엔"),
    ("개월", "개월"),
    ("달", "개월"),
    ("시간", "시간"),
    ("시", "시"),
    ("분", "분"),
    ("초", "초"),
    ("년", "년"),
    ("월", "월"),
    ("주", "주"),
    ("일", "일"),
    ("명", "명"),
    ("조", ""),
    ("배", "배"),
];
