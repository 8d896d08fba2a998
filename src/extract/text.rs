//! Plain text: paragraphs between empty lines, pages between form feeds. Encodings are told in `encoding`.

use super::builder::Builder;
use super::headings::structural_level;
use super::{ExtractError, Extraction, Limits};
use stet_sources::chunk::Category;

mod encoding;

pub(super) use encoding::{Decoded, decode};

pub(super) const MEDIA_TYPE: &str = "text/plain";

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let decoded = decode(bytes)?;
    let mut out = Builder::new(limits);
    // A form feed is the one page break plain text has.
    let has_pages = decoded.text.trim_end_matches(['\u{c}', '\n', '\r', ' ']).contains('\u{c}');
    let mut pages = 0;
    for sheet in decoded.text.split('\u{c}') {
        pages += 1;
        let page = has_pages.then_some(pages);
        let mut open = String::new();
        for line in sheet.lines() {
            if line.trim().is_empty() {
                out.push(Category::Paragraph, page, &std::mem::take(&mut open))?;
            } else if let Some(level) = structural_level(line) {
                out.push(Category::Paragraph, page, &std::mem::take(&mut open))?;
                out.push(Category::heading(level), page, line)?;
            } else {
                if breaks_word(&open, line) {
                    open.truncate(open.trim_end().len());
                    open.push_str(line.trim_start());
                } else {
                    open.push_str(line);
                }
                open.push('\n');
            }
        }
        out.push(Category::Paragraph, page, &open)?;
    }
    Ok(Extraction {
        title: None,
        media_type: MEDIA_TYPE.into(),
        pages: has_pages.then_some(pages),
        blocks: out.finish(),
        left_out: decoded.left_out.into_iter().collect(),
        guesses: decoded.guess.into_iter().collect(),
        ..Extraction::default()
    })
}

/// One-syllable words that may end a line, as a word of its own or of the one before.
const SYLLABLES: &str = "수그이및등것때더각한두세네몇안못잘좀꼭또곧즉단본동전후내외간당별측년월일시분초원명개건회차번중조항호장절편관";

/// Whether a line of Korean was broken inside a word: one syllable that is none by itself before the break.
fn breaks_word(text: &str, next: &str) -> bool {
    let hangul = |ch: char| ('가'..='힣').contains(&ch);
    let mut word = text.trim_end().rsplit(|ch: char| ch.is_whitespace()).next().unwrap_or_default().chars();
    let alone = word.next().filter(|ch| hangul(*ch) && word.next().is_none());
    // In a line of its own it is an item, a heading, a letter of a form.
    let line = text.trim_end().rsplit('\n').next().unwrap_or_default();
    alone.is_some_and(|ch| !SYLLABLES.contains(ch)) && line.trim().contains(' ') && next.starts_with(hangul)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_sources::chunk::Block;

    const KOREAN: &str = "제1장 총칙\n제1조(목적) 이 규정은 대학의 운영에 관한 사항을 정한다.\n\n끝.";

    #[test]
    fn words_broken_at_the_end_of_a_line() {
        let text =
            |source: &str| extract(source.as_bytes(), &Limits::default()).unwrap().blocks[0].text.clone();
        assert_eq!(
            text("수영장은 저녁 여\n섯 시에 닫는다. 회비는 삼\n만 원이다."),
            "수영장은 저녁 여섯 시에 닫는다. 회비는 삼만 원이다."
        );
        assert_eq!(text("갈 수\n있는 사람 그\n밖의 사람\n가\n나"), "갈 수\n있는 사람 그\n밖의 사람\n가\n나");
    }

    #[test]
    fn paragraphs_headings_and_form_feeds() {
        let extraction = extract(format!("{KOREAN}\u{c}둘째 쪽").as_bytes(), &Limits::default()).unwrap();
        let short = |block: &Block| (block.page, block.category, block.text.clone());
        assert_eq!(extraction.pages, Some(2));
        assert_eq!(
            extraction.blocks.iter().map(short).collect::<Vec<_>>(),
            [
                (Some(1), Category::Heading2, "제1장 총칙".to_string()),
                (
                    Some(1),
                    Category::Paragraph,
                    "제1조(목적) 이 규정은 대학의 운영에 관한 사항을 정한다.".to_string()
                ),
                (Some(1), Category::Paragraph, "끝.".to_string()),
                (Some(2), Category::Paragraph, "둘째 쪽".to_string()),
            ]
        );
        assert_eq!(extraction.blocks[1].headings, ["제1장 총칙"]);
    }
}
