//! Whole numbers written in English words.

const SMALL: &str = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
                     seventeen eighteen nineteen";
const TENS: &str = "twenty thirty forty fifty sixty seventy eighty ninety";

/// A number below a million in words, with `joint` behind its hundreds: `two hundred and five`. `None` for a greater one.
#[must_use]
pub fn in_words(number: u32, joint: &str) -> Option<String> {
    let word = |words: &'static str, at: u32| words.split(' ').nth(at as usize).map(str::to_owned);
    let with = |head: String, glue: &str, rest: u32| {
        if rest == 0 { Some(head) } else { Some(format!("{head}{glue}{}", in_words(rest, joint)?)) }
    };
    match number {
        0..=19 => word(SMALL, number),
        20..=99 => with(word(TENS, number / 10 - 2)?, "-", number % 10),
        100..=999 => with(format!("{} hundred", word(SMALL, number / 100)?), joint, number % 100),
        1000..=999_999 => with(format!("{} thousand", in_words(number / 1000, joint)?), " ", number % 1000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn a_number_is_said() {
        for (number, joint, said) in [
            (0, " ", Some("zero")),
            (21, " ", Some("twenty-one")),
            (205, " and ", Some("two hundred and five")),
            (12_340, " ", Some("twelve thousand three hundred forty")),
            (1_000_000, " ", None),
        ] {
            assert_eq!(in_words(number, joint).as_deref(), said, "{number}");
        }
    }
}
