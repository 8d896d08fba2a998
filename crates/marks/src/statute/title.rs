//! The title in parentheses behind the number of an article: `제25조(휴학)`, `Article 25 (Leave of Absence)`.
//!
//! A number and a title that contradict each other are no citation, so that a title is held against the stored one.
//! Owns reading a title, telling it from a note that only stands in its place (`제25조(2024. 1. 1. 개정)`,
//! `제25조(이하 "이 조"라 한다)`), and comparing two titles. Leaves what a contradiction leads to to [`super::index`].

use super::forms::{Cursor, line_pattern};
use super::number::circled;
use super::words::{KO_NOTES, is_hangul};
use super::{Found, NotYet};
use crate::pattern::Pattern;
use unicode_normalization::UnicodeNormalization;

/// Longest text in parentheses behind an article that is waited for, in bytes.
const MAX_TITLE: usize = 90;

/// Parentheses inside a title: `제10조(위원회(소위원회)의 구성)`.
const MAX_DEPTH: usize = 2;

/// What may stand between an article and its title, of which the article keeps what closes: `**제25조**(휴학)`.
const CLOSING: &[&str] = &["**", "__", "*", "_", "\"", "'", "”", "’"];

impl Cursor<'_> {
    /// The title that stands here, with spaces before it or not. A note is left where it is.
    pub fn title(&mut self) -> Found<String> {
        self.attempt(|cur| Ok(cur.parenthesis()?.filter(|inside| !is_note(inside))))
    }

    /// The title behind emphasis or a quotation mark that closes here, which stays text: `**제25조**(휴학)`.
    pub fn title_ahead(&self) -> Found<String> {
        let mut look = self.clone();
        if !look.word(CLOSING)? {
            return Ok(None);
        }
        look.title()
    }

    /// A note that stands here, when there is one.
    pub fn note(&mut self) -> Found<()> {
        self.attempt(|cur| Ok(cur.parenthesis()?.filter(|inside| is_note(inside)).map(drop)))
    }

    /// What stands in the parentheses that open here.
    fn parenthesis(&mut self) -> Found<String> {
        self.spaces()?;
        if !self.word(&["(", "（", "【"])? {
            return Ok(None);
        }
        let inside = self.rest();
        let mut depth = 1_usize;
        for (at, c) in inside.char_indices() {
            if at > MAX_TITLE {
                return Ok(None);
            }
            match c {
                '\n' | '[' => return Ok(None),
                '(' | '（' | '【' if depth > MAX_DEPTH => return Ok(None),
                '(' | '（' | '【' => depth += 1,
                ')' | '）' | '】' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let title = inside.get(..at).unwrap_or_default().to_owned();
                self.at += at + c.len_utf8();
                return Ok(Some(title));
            }
        }
        // The longest title is shorter than the rest of the window.
        if self.last { Ok(None) } else { Err(NotYet) }
    }
}

static KOREAN_NOTE: Pattern = Pattern::new(|| line_pattern("korean_note"));
static ENGLISH_NOTE: Pattern = Pattern::new(|| line_pattern("english_note"));

/// Whether the words in parentheses behind an article are no title of it.
fn is_note(inside: &str) -> bool {
    // Without the quotation marks around the whole.
    let words = inside.trim().trim_matches(['"', '“', '”', '\'', '‘', '’', '*', '_']).trim();
    if !words.contains(char::is_alphabetic) || words.contains(|c| circled(c).is_some()) {
        return true;
    }
    if !words.contains(is_hangul) {
        return ENGLISH_NOTE.is_in(words);
    }
    let squeezed: String = words.chars().filter(|c| !c.is_whitespace()).collect();
    KO_NOTES.has("whole", &squeezed) || KOREAN_NOTE.is_in(words)
}

/// Whether a change and its date stand in the place of a title: `개정 2020. 1. 1.`
pub(super) fn is_change(words: &str) -> bool {
    let letters: String = words.chars().filter(|c| c.is_alphabetic()).collect();
    words.contains(|c: char| c.is_ascii_digit()) && KO_NOTES.has("whole", &letters)
}

/// Whether an article may be called so: by its own title, or, when it has none, in its own words. A title in another
/// script (a translation) cannot be compared, and an article whose words are not kept says nothing.
pub(super) fn fits(title: &str, own: Option<&str>, text: &str) -> bool {
    let wanted = folded(title);
    if let Some(own) = own.map(folded).filter(|own| !own.is_empty()) {
        return own == wanted || script(&own) != script(&wanted);
    }
    let words = folded_words(text);
    text.trim().is_empty() || script(&words) != script(&wanted) || words.contains(&wanted)
}

/// Whether two titles are not the same, as far as they can be compared.
pub(super) fn is_another(title: &str, own: &str) -> bool {
    let (title, own) = (folded(title), folded(own));
    !own.is_empty() && title != own && script(&title) == script(&own)
}

/// Whether two titles are the same, as far as they can be compared. One with a number tells a place (`제2장(제25조)`).
pub(super) fn is_same(title: &str, other: &str) -> bool {
    !is_another(title, other) || folded(title).contains(|c: char| c.is_ascii_digit())
}

/// Whether it is written with Hanja, and if not, whether in Hangul.
fn script(text: &str) -> (bool, bool) {
    let hanja = text.contains(|c| matches!(c, '\u{4e00}'..='\u{9fff}'));
    (hanja, !hanja && text.contains(is_hangul))
}

/// A title as it is compared: without a note of its revision, and what [`folded_words`] leaves out.
fn folded(title: &str) -> String {
    let end = title.find(['<', '〈', '＜', '[']).filter(|at| *at > 0).unwrap_or(title.len());
    folded_words(title.get(..end).unwrap_or(title))
}

/// The letters and digits in compatibility form and lower case, without words that writers vary (`및`, `and`, `the`).
fn folded_words(text: &str) -> String {
    let plain: String = text.nfkc().flat_map(char::to_lowercase).collect();
    plain
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !matches!(*word, "and" | "the"))
        .flat_map(str::chars)
        .filter(|c| *c != '및')
        .collect()
}
