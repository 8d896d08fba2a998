//! English number words as values.

use super::ORDINAL;

/// `twice` is not `two`, and `thousands` are not `a thousand`.
const TIMES: &str = "times";
const MANY: &str = "many";

/// Letters of the longest English number word (`seventeenth` is none of them).
const LONGEST: usize = 9;

/// Value of an English number word, what kind of number it is (an ordinal, a number of times, an unnumbered many), and
/// whether it may be no number at all.
pub fn english(word: &[char]) -> Option<(f64, &'static str, bool)> {
    let mut lower = [0_u8; LONGEST];
    let lower = lower.get_mut(..word.len())?;
    for (slot, ch) in lower.iter_mut().zip(word) {
        *slot = u8::try_from(*ch).ok()?.to_ascii_lowercase();
    }
    let value = match &*lower {
        b"zero" => 0.0,
        b"one" => return Some((1.0, "", true)),
        b"first" => return Some((1.0, ORDINAL, true)),
        b"once" => return Some((1.0, TIMES, true)),
        b"second" => return Some((2.0, ORDINAL, false)),
        b"twice" | b"double" => return Some((2.0, TIMES, false)),
        b"third" => return Some((3.0, ORDINAL, false)),
        b"triple" | b"thrice" => return Some((3.0, TIMES, false)),
        b"hundreds" => return Some((100.0, MANY, false)),
        b"thousands" => return Some((1e3, MANY, false)),
        b"millions" => return Some((1e6, MANY, false)),
        b"billions" => return Some((1e9, MANY, false)),
        b"two" => 2.0,
        b"three" => 3.0,
        b"four" => 4.0,
        b"fourth" => return Some((4.0, ORDINAL, false)),
        b"five" => 5.0,
        b"fifth" => return Some((5.0, ORDINAL, false)),
        b"six" => 6.0,
        b"sixth" => return Some((6.0, ORDINAL, false)),
        b"seven" => 7.0,
        b"seventh" => return Some((7.0, ORDINAL, false)),
        b"eight" => 8.0,
        b"eighth" => return Some((8.0, ORDINAL, false)),
        b"nine" => 9.0,
        b"ninth" => return Some((9.0, ORDINAL, false)),
        b"ten" => 10.0,
        b"tenth" => return Some((10.0, ORDINAL, false)),
        b"eleven" => 11.0,
        b"eleventh" => return Some((11.0, ORDINAL, false)),
        b"twelve" | b"dozen" => 12.0,
        b"twelfth" => return Some((12.0, ORDINAL, false)),
        b"thirteen" => 13.0,
        b"fourteen" => 14.0,
        b"fifteen" => 15.0,
        b"sixteen" => 16.0,
        b"seventeen" => 17.0,
        b"eighteen" => 18.0,
        b"nineteen" => 19.0,
        b"twenty" => 20.0,
        b"thirty" => 30.0,
        b"forty" => 40.0,
        b"fifty" => 50.0,
        b"sixty" => 60.0,
        b"seventy" => 70.0,
        b"eighty" => 80.0,
        b"ninety" => 90.0,
        b"hundred" => 100.0,
        b"thousand" => 1e3,
        b"million" => 1e6,
        b"billion" => 1e9,
        b"half" => 0.5,
        _ => return None,
    };
    Some((value, "", false))
}
