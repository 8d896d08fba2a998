//! Text layers that say something else than the page shows: fonts without a map of their letters, poor recognition.

/// Fewer characters tell nothing.
const LEAST: usize = 30;

/// Whether the text of a page is no text. What is written in any language never is; in doubt it is not.
pub(super) fn is_poor(text: &str) -> bool {
    let chars: Vec<char> = text.chars().filter(|ch| !ch.is_whitespace()).collect();
    let share = |of: fn(char) -> bool| chars.iter().filter(|ch| of(**ch)).count() * 100 / chars.len().max(1);
    chars.len() >= LEAST
        // Letters that no font maps, and bytes of one encoding read as another.
        && (share(is_unmapped) >= 30 || share(|ch| matches!(ch, '\u{80}'..='\u{ff}')) >= 50 || is_shifted(&chars))
        || misread(text)
}

/// Private use but for the bullets of symbol fonts, control characters, characters that are none.
fn is_unmapped(ch: char) -> bool {
    matches!(ch, '\0'..='\u{8}' | '\u{e}'..='\u{1f}' | '\u{7f}' | '\u{fffd}' | '\u{e000}'..='\u{efff}' | '\u{f0000}'..)
}

/// Whether every letter is another one: hardly a vowel, and signs within the words. Numbers of glyphs read as letters are.
fn is_shifted(chars: &[char]) -> bool {
    let letters = chars.iter().filter(|ch| ch.is_ascii_alphabetic()).count();
    let vowels = chars.iter().filter(|ch| "aeiouyAEIOUY".contains(**ch)).count();
    let signs = chars.windows(3).filter(|part| {
        matches!(part, [a, sign, b] if a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric() && r"[\]^_`{|}~@#$<=>".contains(*sign))
    });
    letters >= 40
        && letters * 2 > chars.len()
        && vowels * 100 < letters * 24
        && signs.count() * 100 >= letters
}

/// Whether digits are read as letters again and again: `4,2OO`, `l2,45O.OO`.
fn misread(text: &str) -> bool {
    let (mut wrong, mut numbers) = (0_usize, 0_usize);
    for word in text.split_whitespace() {
        // With its unit, and what Korean puts behind it: `2,5OO원에서`.
        let word = word.trim_start_matches(|ch: char| !ch.is_alphanumeric());
        let number: Vec<char> =
            word.chars().take_while(|ch| ch.is_ascii_digit() || "OolI.,".contains(*ch)).collect();
        let digits = number.iter().filter(|ch| ch.is_ascii_digit()).count();
        let alike = number.iter().filter(|ch| ch.is_alphabetic()).count();
        numbers += usize::from(digits > 0);
        // An O and an l are letters as well: `O2`, `5l`, `B1O`.
        let inner = number.iter().take(number.len().saturating_sub(1)).any(|ch| ".,".contains(*ch));
        wrong += usize::from(digits > 0 && alike > 0 && inner && digits + alike > 3);
    }
    wrong >= 2 && wrong * 4 >= numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_no_language_is_known_and_that_of_any_is_not() {
        // Each letter is 29 places on, as where the numbers of glyphs are read as letters.
        let shifted: String =
            "the quick brown fox jumps over the lazy dog and the members of the hall pay fees in may"
                .bytes()
                .filter_map(|byte| char::from_u32(u32::from(byte).wrapping_sub(29)))
                .filter(|ch| !ch.is_control())
                .collect();
        let korean =
            "강당 요금은 오월부터 사십오 유로이고 회원은 반값을 내며 학생은 내지 않는다고 위원회가 정하였다";
        let read_as_latin: String =
            encoding_rs::EUC_KR.encode(korean).0.iter().map(|byte| char::from(*byte)).collect();
        let private: String =
            "The fee".chars().chain((0..30).filter_map(|at| char::from_u32(0xe020 + at))).collect();
        let poor = [
            &shifted,
            &read_as_latin,
            &private,
            "The budqet rose frorn $l2,45O.OO to 4,2OO euros",
            "요금은 l2,5OO원에서 4,2OO원으로 올랐다",
        ];
        for text in poor {
            assert!(is_poor(text), "{text}");
        }
        let good = [
            korean,
            "The fee of the hall is 45 euros, and members pay $1,250.00 in May; see table 3.",
            "Größere Räume über der Straße kosten für Schüler fünf, für Lehrer zwölf Euro, natürlich täglich.",
            "Příliš žluťoučký kůň úpěl ďábelské ódy, vlk zmrzl a strč prst skrz krk.",
            "Đây là một văn bản tiếng Việt có rất nhiều dấu và chữ cái khác nhau.",
            "GDP CPI NBER BLS FRB SEC 2019 2020 Q1 Q2 FTSE NYSE S&P MSCI DJIA WTI LNG BTU MMBTU KWH",
            "ACGTTGCATGCCATGGTACGTACGATCGATCGCGCGATATCGCGTTGCA ACGTTGCATGCCATGG",
            "O2 and H2O, 5l of B12, I2C at 10l, room 1O; CO2 is 4,200 parts, N2O is 3,000.",
            "fn main() { let a_b = c[d_e]; if x<y { z=w_1; } } struct A_B<T> { c: d_t, e: f_t }",
        ];
        for text in good {
            assert!(!is_poor(text), "{text}");
        }
    }
}
