//! Whether a raised number is a note: `the library opens at nine.¹`, but `km²`, `10³`, `x²`.
//!
//! Owns what has to stand before `¹` and `<sup>1</sup>`; leaves their grammar to [`super::grammar`].

use super::rewrite::is_hangul;

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

/// Whether a raised number behind `head` is a note and no power.
pub(super) fn notes(head: &str) -> bool {
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
    let word = bare.get(bare.trim_end_matches(char::is_alphabetic).len()..).unwrap_or_default();
    if is_hangul(last) {
        return !RAISED.iter().any(|unit| word.ends_with(unit));
    }
    let cited = head.ends_with([']', '】', '］', '〕']);
    let lower = word.to_ascii_lowercase();
    cited || word.len() >= MIN_WORD && last.is_ascii() && !RAISED.contains(&lower.as_str())
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
            assert_eq!(notes(head), expected, "{head}");
        }
    }
}
