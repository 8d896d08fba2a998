//! Numbers of articles and of their parts: in digits, in a circle, in Hanja, in Hangul, in Roman numerals.

use rustc_hash::FxHashMap;
use std::sync::LazyLock;
use stet_text::digit;

static NUMERALS: LazyLock<FxHashMap<char, u32>> = LazyLock::new(|| {
    let value = |(word, value): (&str, &str)| Some((word.chars().next()?, value.parse().ok()?));
    stet_data::pairs("words/ko/numerals").into_iter().filter_map(value).collect()
});

/// The numbers before one unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    pub first: u32,
    /// `제25-2조` is written for `제25조의2`.
    pub branch: Option<u32>,
    pub more: Vec<u32>,
    pub until: Option<u32>,
}

impl Numbers {
    /// `25`, `25·26`, `25~27`, `25-2`; what stands between two numbers joins them.
    pub fn of(words: &str) -> Self {
        let mut numbers = Self::default();
        let mut count = 0;
        let mut rest = words;
        loop {
            let Some(start) = rest.find(is_numeral) else { return numbers };
            let (joint, tail) = rest.split_at_checked(start).unwrap_or_default();
            let end = tail.find(|c| !is_numeral(c)).unwrap_or(tail.len());
            let (word, tail) = tail.split_at_checked(end).unwrap_or_default();
            rest = tail;
            let Some(value) = number(word) else { continue };
            let hyphen = joint.contains('-');
            let range = hyphen
                || joint.contains(['~', '～', '∼', '〜', '–'])
                || joint.contains("내지")
                || joint.contains("부터");
            match (count, range) {
                (0, _) => numbers.first = value,
                (1, true) if hyphen && value <= numbers.first => numbers.branch = Some(value),
                (_, true) if numbers.until.is_none() => numbers.until = Some(value),
                _ => numbers.more.push(value),
            }
            count += 1;
        }
    }

    /// The first, and all others.
    pub fn several(self) -> (Option<u32>, Vec<u32>) {
        (Some(self.first), self.more.into_iter().chain(self.until).collect())
    }
}

fn is_numeral(c: char) -> bool {
    digit(c).is_some() || circled(c).is_some() || roman(c).is_some() || NUMERALS.contains_key(&c)
}

/// Whether it is a numeral in Hangul.
pub(super) fn is_spelled(c: char) -> bool {
    super::words::is_hangul(c) && NUMERALS.contains_key(&c)
}

/// The value of a number that is written in one of the ways; emphasis around it does not count.
pub(super) fn number(word: &str) -> Option<u32> {
    let word = word.trim_matches(['*', '_']);
    let first = word.chars().next()?;
    if digit(first).is_some() {
        return word.chars().try_fold(0_u32, |sum, c| sum.checked_mul(10)?.checked_add(digit(c)?));
    }
    if let Some(number) = circled(first) {
        return Some(number);
    }
    if roman(first).is_some() {
        let (mut sum, mut last) = (0_u32, u32::MAX);
        for value in word.chars().map(roman) {
            // `XL`, `IX`: what stands before a larger one is taken away.
            let value = value?;
            sum += value;
            if value > last {
                sum = sum.checked_sub(2 * last)?;
            }
            last = value;
        }
        return Some(sum);
    }
    let (mut sum, mut last) = (0_u32, None);
    for c in word.chars() {
        let value = *NUMERALS.get(&c)?;
        if value >= 10 {
            sum = sum.checked_add(last.take().unwrap_or(1_u32).checked_mul(value)?)?;
        } else {
            // `二五` is written for 25.
            last = Some(last.unwrap_or(0).checked_mul(10)?.checked_add(value)?);
        }
    }
    sum.checked_add(last.unwrap_or(0))
}

/// Value of a Roman numeral, which are characters of their own up to twelve.
fn roman(c: char) -> Option<u32> {
    match c {
        'I' => Some(1),
        'V' => Some(5),
        'X' => Some(10),
        'L' => Some(50),
        'C' => Some(100),
        'Ⅰ'..='Ⅻ' => Some(u32::from(c) - u32::from('Ⅰ') + 1),
        'ⅰ'..='ⅻ' => Some(u32::from(c) - u32::from('ⅰ') + 1),
        _ => None,
    }
}

/// Number of a circled digit.
#[must_use]
pub const fn circled(c: char) -> Option<u32> {
    match c {
        '①'..='⑳' => Some(c as u32 - '①' as u32 + 1),
        '㉑'..='㉟' => Some(c as u32 - '㉑' as u32 + 21),
        '㊱'..='㊿' => Some(c as u32 - '㊱' as u32 + 36),
        _ => None,
    }
}
