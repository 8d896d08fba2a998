//! Passages that look like what is asked for and say nothing of it.
//!
//! Owns which these are; leaves what they count to [`super::fusion`].

use stet_marks::statute::is_repealed;

/// Where a form is signed.
const SIGNED: [&str; 4] = ["(인)", "(서명)", "Signature:", "signature)"];

/// Letters of a text that says something without a figure; a syllable of Hangul is two.
const LABEL: usize = 14;
/// In rows of figures one character of so many, at most, is of a word.
const FIGURES: usize = 8;

/// A table whose cells are blank or figures, a form with a line to sign on, an article that was repealed, or nothing but a title or a
/// label.
pub(super) fn is_form(text: &str, titles: &[&str]) -> bool {
    let cells = text.bytes().filter(|&byte| byte == b'|').count();
    let blank =
        || text.split('|').filter(|cell| cell.bytes().all(|b| b == b'-' || b.is_ascii_whitespace())).count();
    let squeezed = || text.split_whitespace().collect::<Vec<_>>().join(" ");
    (cells > 6 && blank() * 5 > cells * 2)
        || titles.iter().any(|title| title.trim() == text.trim())
        || is_bare(text)
        || is_repealed(text)
        || SIGNED.iter().any(|sign| text.contains(sign))
        || squeezed().contains("년 월 일")
}

/// Whether a text has next to no words: a label of a few letters, rows of figures. Its vector is near to that of any question.
fn is_bare(text: &str) -> bool {
    let weight = |ch: char| match ch {
        '가'..='힣' => 2,
        _ => usize::from(ch.is_alphabetic()),
    };
    let letters: usize = text.chars().map(weight).sum();
    let is_label = letters < LABEL && !text.contains(|ch: char| ch.is_ascii_digit());
    is_label || letters * FIGURES < text.chars().filter(|ch| !ch.is_whitespace()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_figures_say_nothing() {
        for bare in ["￭박물관", "Museum", "| 14 | 2,931,400 | 2,660,200 |", "| --- | --- |", "3. 14."] {
            assert!(is_form(bare, &[]), "{bare}");
        }
        for said in [
            "지점장은 윤서린이다.",
            "The fee is 5 euros.",
            "| Export | 450 euros |",
            "| 수출 수수료 | 450유로 |",
        ] {
            assert!(!is_form(said, &[]), "{said}");
        }
    }
}
