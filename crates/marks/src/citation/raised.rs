//! Whether a raised number is a note: `the library opens at nine.¹`, but `km²`, `10³`, `x²`.
//!
//! Owns what has to stand before `¹` and `<sup>1</sup>`; leaves their grammar to [`super::grammar`].

use super::removal::is_hangul;

/// Bytes that are looked at.
const REACH: usize = 64;

/// Fewest letters of a word that a note stands behind; shorter ones are units and variables.
const MIN_WORD: usize = 4;

/// What is squared, cubed or raised to a power.
const RAISED: &[&str] = &[
    "meter",
    "meters",
    "metre",
    "metres",
    "centimeter",
    "centimeters",
    "kilometer",
    "kilometers",
    "inch",
    "inches",
    "foot",
    "feet",
    "yard",
    "yards",
    "mile",
    "miles",
    "second",
    "seconds",
    "sigma",
    "alpha",
    "beta",
    "gamma",
    "delta",
    "theta",
    "omega",
    "lambda",
    "sqrt",
    "미터",
    "센티미터",
    "킬로미터",
    "밀리미터",
    "센티",
    "킬로",
    "제곱",
    "인치",
    "피트",
];

/// Quantities that are squared or cubed in words and seldom end a statement: `the error²`, `거리²`. Behind them `²` and
/// `³` are powers.
const QUANTITIES: &[&str] = &[
    "acceleration",
    "deviation",
    "deviations",
    "diagonal",
    "diameter",
    "distance",
    "error",
    "errors",
    "height",
    "length",
    "momentum",
    "radius",
    "residual",
    "residuals",
    "speed",
    "velocity",
    "voltage",
    "wavelength",
    "width",
    "가속도",
    "거리",
    "길이",
    "너비",
    "높이",
    "대각선",
    "반경",
    "반지름",
    "속도",
    "속력",
    "오차",
    "운동량",
    "잔차",
    "전류",
    "전압",
    "지름",
    "질량",
    "편차",
];

/// What stands between the terms of a formula.
const OPERATORS: &[&str] =
    &["=", "+", "-", "−", "×", "·", "÷", "/", "√", "∝", "plus", "minus", "times", "더하기", "빼기", "곱하기"];

/// Whether a raised number `rest` behind `head` is a note and no power.
pub(super) fn notes(head: &str, rest: &str) -> bool {
    let from = head.ceil_char_boundary(head.len().saturating_sub(REACH));
    let mut head = head.get(from..).unwrap_or_default();
    if let Some(shorter) = head.strip_suffix(' ') {
        head = shorter;
    }
    // `**nine**¹`, `“nine”¹`, `nine (main)¹`, `nine[1]²`
    let bare = head
        .trim_end_matches(['*', '_', '"', '”', '’', '»', '」', '』', ')', ']', '）', '】', '］', '〕', '〗']);
    let Some(last) = bare.chars().next_back() else { return false };
    if matches!(last, '.' | ',' | '!' | '?' | ';' | ':' | '。' | '，' | '…' | '！' | '？') {
        return true;
    }
    let before = bare.trim_end_matches(char::is_alphabetic);
    let word = bare.get(before.len()..).unwrap_or_default();
    let lower = word.to_ascii_lowercase();
    if is_power(rest) && !word.is_empty() && bare.len() == head.len() {
        let before = before.trim_end();
        let operated = OPERATORS.iter().any(|sign| before.ends_with(sign));
        let hangul = is_hangul(last);
        if operated || QUANTITIES.iter().any(|name| lower == *name || hangul && word.ends_with(name)) {
            return false;
        }
    }
    if is_hangul(last) {
        return !RAISED.iter().any(|unit| word.ends_with(unit));
    }
    let cited = head.ends_with([']', '】', '］', '〕']);
    cited || word.len() >= MIN_WORD && last.is_ascii() && !RAISED.contains(&lower.as_str())
}

/// Whether a raised number is one of the powers that have names, the square and the cube.
fn is_power(rest: &str) -> bool {
    let tag = "<sup>";
    let tagged = rest.get(..tag.len()).is_some_and(|head| head.eq_ignore_ascii_case(tag));
    let number = if tagged { rest.get(tag.len()..).unwrap_or_default().trim_start() } else { rest };
    number.starts_with(['²', '³']) || tagged && number.starts_with(['2', '3'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_stands_behind_words() {
        for (head, expected) in [
            ("opens at nine.", true),
            ("opens at nine", true),
            ("9시에 연다", true),
            ("9시에 연다.", true),
            ("“nine”", true),
            ("opens (main)", true),
            ("opens [1]", true),
            ("5 km", false),
            ("10", false),
            ("x", false),
            ("(a + b)", false),
            ("a square inch", false),
            ("3 제곱미터", false),
            ("", false),
            ("- ", false),
        ] {
            assert_eq!(notes(head, "¹"), expected, "{head}");
        }
    }

    #[test]
    fn a_square_is_no_note() {
        for (head, rest, expected) in [
            ("the error", "²", false),
            ("the error", "¹", true),
            ("the error.", "²", true),
            ("the “error”", "²", true),
            ("Area = side", "<sup>2</sup>", false),
            ("Area = whatever", "³", false),
            ("whatever plus another", "²", false),
            ("속도", "²", false),
            ("이동거리", "³", false),
            ("9시에 연다", "²", true),
            ("opens at nine", "<SUP>2</SUP>", true),
        ] {
            assert_eq!(notes(head, rest), expected, "{head}{rest}");
        }
    }
}
