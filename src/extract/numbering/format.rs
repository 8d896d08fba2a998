//! Numbers as the formats of DOCX, HWPX, ODT and HTML write them.

use stet_text::values::in_words;

/// Sets that begin again when they are used up, each sign twice, then three times.
const LETTERS: [(&[&str], &str); 7] = [
    (&["lowerLetter", "LATIN_SMALL"], "abcdefghijklmnopqrstuvwxyz"),
    (&["upperLetter", "LATIN_CAPITAL"], "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    (&["ganada", "HANGUL_SYLLABLE", "가"], "가나다라마바사아자차카타파하"),
    (&["chosung", "HANGUL_JAMO", "ㄱ"], "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"),
    (&["russianLower"], "абвгдежзиклмнопрстуфхцчшщыэюя"),
    (&["russianUpper"], "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ"),
    (
        &["aiueoFullWidth", "ア"],
        "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
    ),
];
/// Signs of which each has its number in it. Beyond the last there are figures.
const SIGNS: [(&[&str], &str); 12] = [
    (&["decimalEnclosedCircle", "decimalEnclosedCircleChinese", "①"], "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"),
    (&["CIRCLED_DIGIT"], "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳㉑㉒㉓㉔㉕㉖㉗㉘㉙㉚㉛㉜㉝㉞㉟㊱㊲㊳㊴㊵㊶㊷㊸㊹㊺㊻㊼㊽㊾㊿"),
    (&["decimalEnclosedParen"], "⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇"),
    (&["decimalEnclosedFullstop"], "⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛"),
    (&["CIRCLED_HANGUL_SYLLABLE", "㉮"], "㉮㉯㉰㉱㉲㉳㉴㉵㉶㉷㉸㉹㉺㉻"),
    (&["CIRCLED_HANGUL_JAMO", "㉠"], "㉠㉡㉢㉣㉤㉥㉦㉧㉨㉩㉪㉫㉬㉭"),
    (&["CIRCLED_LATIN_SMALL"], "ⓐⓑⓒⓓⓔⓕⓖⓗⓘⓙⓚⓛⓜⓝⓞⓟⓠⓡⓢⓣⓤⓥⓦⓧⓨⓩ"),
    (&["CIRCLED_LATIN_CAPITAL"], "ⒶⒷⒸⒹⒺⒻⒼⒽⒾⒿⓀⓁⓂⓃⓄⓅⓆⓇⓈⓉⓊⓋⓌⓍⓎⓏ"),
    (&["ideographEnclosedCircle", "CIRCLED_IDEOGRAPH"], "㊀㊁㊂㊃㊄㊅㊆㊇㊈㊉"),
    (&["ideographTraditional", "甲"], "甲乙丙丁戊己庚辛壬癸"),
    (&["ideographZodiac", "子"], "子丑寅卯辰巳午未申酉戌亥"),
    (&["壹"], "壹貳參肆伍陸柒捌玖拾"),
];
/// Figures from nought to nine that stand for those of a decimal number.
const FIGURES: [(&[&str], &str); 5] = [
    (&["koreanDigital"], "영일이삼사오육칠팔구"),
    (&["koreanDigital2", "taiwaneseDigital"], "零一二三四五六七八九"),
    (&["ideographDigital", "japaneseDigitalTenThousand"], "〇一二三四五六七八九"),
    (&["decimalFullWidth", "decimalFullWidth2"], "０１２３４５６７８９"),
    (&["hindiNumbers"], "०१२३४५६७८९"),
];
/// Numbers in words of one syllable: the figures, and the places from ten to ten thousand.
const COUNTED: [(&[&str], &str, &str); 2] = [
    (&["koreanCounting", "HANGUL_PHONETIC", "일"], "일이삼사오육칠팔구", "십백천만"),
    (
        &[
            "chineseCounting",
            "chineseCountingThousand",
            "japaneseCounting",
            "taiwaneseCounting",
            "taiwaneseCountingThousand",
            "IDEOGRAPH",
            "一",
        ],
        "一二三四五六七八九",
        "十百千萬",
    ),
];
const ROMAN: [(u32, &str); 13] = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
];
const NATIVE: [[&str; 9]; 2] = [
    ["하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉"],
    ["열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔"],
];
/// What becomes of the last word of a number that counts places.
const PLACES: [(&str, &str); 8] = [
    ("one", "first"),
    ("two", "second"),
    ("three", "third"),
    ("five", "fifth"),
    ("eight", "eighth"),
    ("nine", "ninth"),
    ("twelve", "twelfth"),
    ("y", "ieth"),
];

/// A number in a format, by its name or, as ODT and Word's own ones are told, by how its row begins (`가, 나, 다, ...`).
/// A format that is not known, and a number that it has no signs for, gives figures.
pub(crate) fn written(format: &str, number: u32) -> String {
    let format = format.split_once(", ").map_or(format, |(first, _)| first);
    let named = |names: &[&str]| names.contains(&format);
    let first = |sets: &[(&[&str], &'static str)]| {
        sets.iter().find(|(names, _)| named(names)).map(|(_, signs)| signs.chars().collect::<Vec<char>>())
    };
    let at = number.saturating_sub(1) as usize;
    let found = match format {
        "none" | "bullet" => return String::new(),
        // Also `01` and `001`, which tell their width.
        "decimalZero" => Some(format!("{number:02}")),
        _ if format.starts_with('0') => Some(format!("{number:0width$}", width = format.len().min(9))),
        "numberInDash" => Some(format!("- {number} -")),
        "hex" => Some(format!("{number:X}")),
        _ if number == 0 => None,
        "lowerRoman" | "ROMAN_SMALL" | "i" => roman(number).map(|roman| roman.to_lowercase()),
        "upperRoman" | "ROMAN_CAPITAL" | "I" => roman(number),
        "a" => Some(in_letters(number)),
        "A" => Some(in_letters(number).to_uppercase()),
        "ordinal" | "1st" => Some(format!("{number}{}", ending(number))),
        "cardinalText" | "One" => in_words(number, " ").map(|words| capital(&words)),
        "ordinalText" | "First" => in_words(number, " ").map(|words| capital(&placed(&words))),
        "koreanLegal" => native(number),
        _ => None,
    };
    found
        .or_else(|| {
            let letters = first(&LETTERS)?;
            // Word begins with one sign again after thirty.
            let times = (at / letters.len()) % 30 + 1;
            (number > 0)
                .then(|| letters.get(at % letters.len()).map(|sign| sign.to_string().repeat(times)))?
        })
        .or_else(|| first(&SIGNS)?.get(at).filter(|_| number > 0).map(ToString::to_string))
        .or_else(|| {
            let figures = first(&FIGURES)?;
            let digits = number.to_string();
            Some(digits.bytes().filter_map(|digit| figures.get(usize::from(digit - b'0'))).collect())
        })
        .or_else(|| {
            let (_, ones, places) = COUNTED.iter().find(|(names, ..)| named(names))?;
            counted(number, ones, places)
        })
        .unwrap_or_else(|| number.to_string())
}

fn roman(number: u32) -> Option<String> {
    let mut left = number;
    let mut out = String::new();
    for (value, letters) in ROMAN {
        while left >= value {
            out.push_str(letters);
            left -= value;
            if out.len() > 64 {
                return None;
            }
        }
    }
    Some(out)
}

/// `z`, `aa`, `ab`, as HTML and ODT count on.
fn in_letters(number: u32) -> String {
    let mut letters = Vec::new();
    let mut left = number;
    while left > 0 {
        letters.extend(char::from_digit((left - 1) % 26 + 10, 36));
        left = (left - 1) / 26;
    }
    letters.iter().rev().collect()
}

fn ending(number: u32) -> &'static str {
    match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    }
}

/// `이십일`, `十一`: a one is said before no place.
fn counted(number: u32, ones: &str, places: &str) -> Option<String> {
    let mut out = String::new();
    let digits = number.to_string();
    for (at, digit) in digits.bytes().enumerate() {
        let place = digits.len() - at - 1;
        let digit = usize::from(digit - b'0');
        if digit == 0 {
            continue;
        }
        if digit > 1 || place == 0 {
            out.push(ones.chars().nth(digit - 1)?);
        }
        if place > 0 {
            out.push(places.chars().nth(place - 1)?);
        }
    }
    Some(out)
}

/// `스물하나`, as far as ninety-nine.
fn native(number: u32) -> Option<String> {
    let word = |row: usize, digit: u32| match digit {
        0 => Some(""),
        digit => NATIVE.get(row)?.get(digit as usize - 1).copied(),
    };
    (number < 100).then(|| Some([word(1, number / 10)?, word(0, number % 10)?].concat()))?
}

/// `twenty-first` for `twenty-one`.
fn placed(words: &str) -> String {
    let found = PLACES.iter().find_map(|(word, place)| Some((words.strip_suffix(word)?, place)));
    found.map_or_else(|| format!("{words}th"), |(before, place)| format!("{before}{place}"))
}

fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect()
}

#[cfg(test)]
mod tests {
    use super::written;

    #[test]
    fn numbers_are_written_as_their_format_says() {
        for (format, number, expected) in [
            ("decimal", 12, "12"),
            ("lowerRoman", 14, "xiv"),
            ("upperRoman", 4000, "MMMM"),
            ("upperLetter", 28, "BB"),
            ("lowerLetter", 780, &"z".repeat(30)),
            ("lowerLetter", 781, "a"),
            ("lowerLetter", 0, "0"),
            ("a", 28, "ab"),
            ("A", 702, "ZZ"),
            ("decimalZero", 7, "07"),
            ("001, 002, 003, ...", 12, "012"),
            ("decimalEnclosedCircle", 20, "⑳"),
            ("decimalEnclosedCircle", 21, "21"),
            ("CIRCLED_DIGIT", 21, "㉑"),
            ("ganada", 15, "가가"),
            ("가, 나, 다, ...", 2, "나"),
            ("koreanDigital", 10, "일영"),
            ("koreanCounting", 21, "이십일"),
            ("koreanLegal", 21, "스물하나"),
            ("japaneseCounting", 10, "十"),
            ("chosung", 3, "ㄷ"),
            ("ordinal", 112, "112th"),
            ("ordinal", 22, "22nd"),
            ("cardinalText", 1921, "One thousand nine hundred twenty-one"),
            ("ordinalText", 40, "Fortieth"),
            ("ordinalText", 112, "One hundred twelfth"),
            ("ordinalText", u32::MAX, "4294967295"),
            ("upperRoman", u32::MAX, "4294967295"),
            ("none", 3, ""),
        ] {
            assert_eq!(written(format, number), expected, "{format}");
        }
    }
}
