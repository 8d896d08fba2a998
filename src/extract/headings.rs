//! What makes a paragraph a heading: the name of its style, or what it says.

use stet_sources::chunk::Category;

/// Longer texts are no headings, whatever their style.
const MAX_CHARS: usize = 100;

/// The category of a paragraph whose style promises a heading of level `styled`, if any. Authors use
/// styles for their looks: a sentence, or a long text, in the style of a heading stays a paragraph.
pub(super) fn category(styled: Option<usize>, text: &str) -> Category {
    let text = text.trim();
    if let Some(level) = structural_level(text) {
        return Category::heading(level);
    }
    match styled {
        Some(level)
            if text.chars().count() <= MAX_CHARS
                && !text.contains('\n')
                && (!text.ends_with(['.', ',', ';', ':', '。']) || is_title(text)) =>
        {
            Category::heading(level)
        }
        _ => Category::Paragraph,
    }
}

/// Whether what ends with a point is set as a title: `1.1 Sale and Issuance of Preferred Stock.`
fn is_title(text: &str) -> bool {
    let words = text.split(|ch: char| !ch.is_alphabetic());
    let mut long = words.filter(|word| word.len() > 3).peekable();
    text.ends_with('.') && long.peek().is_some() && long.all(|word| word.starts_with(char::is_uppercase))
}

/// Heading level that the name of a style promises, in Korean or English, built-in or home-made:
/// `개요 2`, `Heading 1`, `장제목`, `큰제목(견고딕20)`, `규정명`.
pub(super) fn heading_level(name: &str) -> Option<usize> {
    let name = name.to_lowercase().replace(' ', "");
    for numbered in ["개요", "outline", "heading", "제목"] {
        if let Some(rest) = name.strip_prefix(numbered)
            && let Some(level @ 1..=9) = rest.parse::<usize>().ok()
        {
            return Some(level);
        }
    }
    // Titles of tables and figures are captions, not sections.
    if ["표제목", "그림", "caption", "캡션", "subtitle", "부제"].iter().any(|other| name.contains(other))
    {
        return None;
    }
    let levels: [(&str, usize); 13] = [
        ("규정명", 1),
        ("문서제목", 1),
        ("큰제목", 1),
        ("대제목", 1),
        ("편제목", 1),
        ("title", 1),
        ("장제목", 2),
        ("중간제목", 2),
        ("중제목", 2),
        ("절제목", 3),
        ("관제목", 3),
        ("작은제목", 3),
        ("소제목", 3),
    ];
    levels
        .iter()
        .find(|(part, _)| name.contains(part))
        .map(|(_, level)| *level)
        .or_else(|| (name == "제목").then_some(1))
}

/// Level of a line that is a division of a law or regulation: 제1편, 제2장, 제3절, 제4관, 부칙.
pub(super) fn structural_level(text: &str) -> Option<usize> {
    let line = text.trim();
    if line.chars().count() > 60 || line.contains('\n') {
        return None;
    }
    if line.chars().filter(|ch| !ch.is_whitespace()).eq("부칙".chars()) {
        return Some(2);
    }
    let rest = line.strip_prefix('제')?.trim_start();
    let digits = rest.len() - rest.trim_start_matches(|ch: char| ch.is_ascii_digit()).len();
    let rest = rest.get(digits..).filter(|_| digits > 0)?.trim_start();
    let (unit, rest) = (rest.chars().next()?, rest.get(rest.chars().next()?.len_utf8()..)?);
    // `제1장에서 정한` is a sentence, `제1장 총칙` a heading.
    if !rest.is_empty() && !rest.starts_with([' ', '\u{3000}', '\u{a0}', '(', '의']) {
        return None;
    }
    match unit {
        '편' => Some(1),
        '장' => Some(2),
        '절' | '관' => Some(3),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_are_headings_and_sentences_about_them_are_not() {
        for (text, level) in [
            ("제1편 학교법인", Some(1)),
            (" 제 2 장  총 칙", Some(2)),
            ("제3절", Some(3)),
            ("제4관 보칙 <신설 2020. 1. 1.>", Some(3)),
            ("부  칙", Some(2)),
            ("제1장에서 정한 바와 같다", None),
            ("제7조(위임)", None),
            ("제장", None),
            ("Chapter 1", None),
        ] {
            assert_eq!(structural_level(text), level, "{text}");
        }
    }

    #[test]
    fn styles_promise_levels_in_both_languages() {
        for (name, level) in [
            ("개요 2", Some(2)),
            ("heading 1", Some(1)),
            ("Heading3", Some(3)),
            ("제목 2", Some(2)),
            ("제목", Some(1)),
            ("큰제목(견고딕20)", Some(1)),
            ("장제목", Some(2)),
            ("규정명", Some(1)),
            ("Title", Some(1)),
            ("Subtitle", None),
            ("표제목", None),
            ("그림캡션", None),
            ("바탕글", None),
            ("Normal", None),
        ] {
            assert_eq!(heading_level(name), level, "{name}");
        }
    }

    #[test]
    fn a_sentence_in_a_heading_style_is_a_paragraph() {
        assert_eq!(category(Some(1), "개요"), Category::Heading1);
        assert_eq!(category(Some(2), "이 규정은 2020년부터 시행한다."), Category::Paragraph);
        assert_eq!(category(None, "제2장 보칙"), Category::Heading2);
        assert_eq!(category(Some(2), "1.1 Sale and Issuance of Preferred Stock."), Category::Heading2);
        assert_eq!(category(Some(2), "1.2 The deposit is 500 euros."), Category::Paragraph);
        assert_eq!(category(Some(2), "제2조 회비는 5만 원이다."), Category::Paragraph);
    }
}
