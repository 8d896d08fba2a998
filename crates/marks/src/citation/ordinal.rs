//! Writing another place in the form of one that was written: `the second source`, `두 번째 출처`.

use super::nouns::Noun;
use crate::pattern::Pattern;

const ENGLISH: [&str; 10] =
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/// Before `번째`.
const KOREAN: [&str; 10] = ["첫", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열"];

/// The same in one word.
const SHORT: [&str; 10] =
    ["첫째", "둘째", "셋째", "넷째", "다섯째", "여섯째", "일곱째", "여덟째", "아홉째", "열째"];

static ARTICLE: Pattern =
    Pattern::new(|| r"(?i)(?:^|[^\p{Alphabetic}\p{N}])(?<article>(?:both[ \x{a0}]+)?the *)$".to_owned());

/// Where the article before a reference begins, with `both` before it.
pub(super) fn with_article(text: &str, start: usize) -> usize {
    let from = text.ceil_char_boundary(start.saturating_sub(16));
    let near = text.get(from..start).unwrap_or_default();
    let article = ARTICLE.captures(near).and_then(|found| found.name("article"));
    article.map_or(start, |article| from + article.start())
}

/// Another place in the form of one that was written; `None` when that is none.
pub(super) fn written(n: u32, place: &str) -> Option<String> {
    let at = usize::try_from(n).ok()?.checked_sub(1)?;
    if place.ends_with('째') && !place.starts_with(|c: char| c.is_ascii_digit()) {
        let one = SHORT.contains(&place);
        let gap = if place.contains(' ') { " " } else { "" };
        return Some(match (SHORT.get(at), KOREAN.get(at)) {
            (Some(short), _) if one => (*short).to_owned(),
            (_, Some(word)) => format!("{word}{gap}번째"),
            _ => format!("{n}번째"),
        });
    }
    let spelt = ENGLISH.iter().any(|word| word.eq_ignore_ascii_case(place));
    let numeral =
        place.starts_with(|c: char| c.is_ascii_digit()) && place.ends_with(|c: char| c.is_ascii_alphabetic());
    if !(spelt || numeral) {
        return None;
    }
    let word = ENGLISH.get(at).filter(|_| spelt);
    let mut text = word.map_or_else(|| format!("{n}{}", suffix(n)), |word| (*word).to_owned());
    if place.starts_with(|c: char| c.is_ascii_uppercase())
        && let Some(first) = text.get_mut(..1)
    {
        first.make_ascii_uppercase();
    }
    Some(text)
}

const fn suffix(n: u32) -> &'static str {
    match (n % 100, n % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    }
}

/// Fewer places than were written, before their noun: `first source`, `첫 번째와 세 번째 자료`.
pub(super) fn listed(noun: Noun, place: &str, numbers: &[u32]) -> Option<String> {
    let places: Vec<String> = numbers
        .iter()
        .enumerate()
        .map(|(at, n)| written(*n, if at == 0 { place.to_owned() } else { place.to_lowercase() }.as_str()))
        .collect::<Option<_>>()?;
    Some(match noun {
        Noun::Korean(noun) => format!("{} {noun}", places.join("와 ")),
        Noun::English(one, many) => {
            format!("{} {}", places.join(" and "), if places.len() > 1 { many } else { one })
        }
    })
}
