//! A text as references are read in it: what cannot be seen is gone, and what looks or means the same is the same.
//!
//! A reader takes `제9<ZWSP>9조`, `제９９조` and `第99條` for `제99조`, so that all of them are references. Owns how a
//! character reads and where it stood in the text. Leaves numerals in Hanja or in words to [`super::cursor`].

use super::names::is_hangul;
use crate::domain::span::Span;
use crate::domain::text::is_invisible;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::compose;

/// Hanja of units, of pointing words and of what regulations are called, with their Hangul.
const HANJA: &[(char, char)] = &[
    ('第', '제'),
    ('條', '조'),
    ('条', '조'),
    ('項', '항'),
    ('项', '항'),
    ('號', '호'),
    ('号', '호'),
    ('目', '목'),
    ('之', '의'),
    ('附', '부'),
    ('則', '칙'),
    ('则', '칙'),
    ('學', '학'),
    ('学', '학'),
    ('大', '대'),
    ('校', '교'),
    ('規', '규'),
    ('规', '규'),
    ('程', '정'),
    ('定', '정'),
    ('款', '관'),
    ('令', '령'),
    ('法', '법'),
    ('律', '률'),
    ('例', '례'),
    ('施', '시'),
    ('行', '행'),
    ('細', '세'),
    ('憲', '헌'),
    ('章', '장'),
    ('民', '민'),
    ('商', '상'),
    ('刑', '형'),
    ('會', '회'),
    ('別', '별'),
    ('表', '표'),
    ('紙', '지'),
    ('書', '서'),
    ('式', '식'),
    ('同', '동'),
    ('前', '전'),
    ('本', '본'),
    ('內', '내'),
    ('内', '내'),
    ('乃', '내'),
    ('至', '지'),
    ('及', '및'),
    ('又', '또'),
];

/// How a character reads in a reference; `None` when it is not seen.
#[must_use]
pub(crate) fn plain(c: char) -> Option<char> {
    if is_hangul(c) {
        return Some(c);
    }
    match c {
        '\t' | '\n' | '\r' | ' '..='~' => Some(c),
        // Marks over and around other characters, and annotations.
        '\u{b}'
        | '\u{c}'
        | '\u{332}'
        | '\u{333}'
        | '\u{336}'..='\u{338}'
        | '\u{20dd}'..='\u{20e4}'
        | '\u{fff9}'..='\u{fffb}' => None,
        c if is_invisible(c) => None,
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => Some(' '),
        '\u{2010}' | '\u{2011}' | '\u{2212}' | '\u{fe63}' => Some('-'),
        // Full-width forms.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0),
        '\u{4e00}'..='\u{9fff}' => Some(hangul(c)),
        '\u{f900}'..='\u{faff}' => std::iter::once(c).nfc().next().map(hangul),
        _ => Some(c),
    }
}

fn hangul(c: char) -> char {
    HANJA.iter().find(|(hanja, _)| *hanja == c).map_or(c, |(_, hangul)| *hangul)
}

/// A syllable's letters on their own, as some systems write them.
const fn is_letter(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{1112}' | '\u{1161}'..='\u{1175}' | '\u{11a8}'..='\u{11c2}')
}

/// Whether the text reads as it stands.
fn is_plain(text: &str) -> bool {
    text.chars().all(|c| is_hangul(c) || plain(c) == Some(c) && !is_letter(c))
}

/// A text as it reads, with the places of its characters in the text that was given.
#[derive(Debug, Default)]
pub(super) struct View {
    text: String,
    /// Where both texts stop going side by side: a byte in `text`, and the byte of the given text that stands there.
    jumps: Vec<(usize, usize)>,
    /// Bytes given.
    given: usize,
    /// Where the last character that is in `text` ends in the given one.
    end: usize,
    /// A syllable that its next letter may change, and where it stands.
    open: Option<(char, Span)>,
}

impl View {
    /// The view of a complete text, when it differs from the text.
    pub fn of(text: &str) -> Option<Self> {
        if is_plain(text) {
            return None;
        }
        let mut view = Self::default();
        for c in text.chars() {
            view.push(c, &mut |_, _| {});
        }
        if let Some((syllable, place)) = view.open.take() {
            view.append(syllable, place, &mut |_, _| {});
        }
        view.end = view.given;
        Some(view)
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    #[cfg(test)]
    pub const fn given(&self) -> usize {
        self.given
    }

    /// Takes the next character of the text. `then` is told of each character that is now in the view, with the view up
    /// to it.
    pub fn push(&mut self, c: char, then: &mut dyn FnMut(&str, char)) {
        let start = self.given;
        self.given += c.len_utf8();
        let Some(c) = plain(c) else { return };
        if let Some((syllable, place)) = self.open.take() {
            if let Some(longer) = compose(syllable, c).filter(|_| is_letter(c)) {
                self.open = Some((longer, Span::new(place.start, self.given)));
                return;
            }
            self.append(syllable, place, then);
        }
        let place = Span::new(start, self.given);
        if is_letter(c) {
            self.open = Some((c, place));
        } else {
            self.append(c, place, then);
        }
    }

    fn append(&mut self, c: char, place: Span, then: &mut dyn FnMut(&str, char)) {
        if self.beside(self.text.len()) != place.start {
            self.jumps.push((self.text.len(), place.start));
        }
        self.text.push(c);
        self.end = place.end;
        then(&self.text, c);
    }

    /// What stands beside a byte of the view since the last jump before it.
    fn beside(&self, byte: usize) -> usize {
        let jump = self.jumps.partition_point(|(view, _)| *view <= byte).checked_sub(1);
        let (view, text) = jump.and_then(|jump| self.jumps.get(jump)).copied().unwrap_or_default();
        text + (byte - view)
    }

    /// Where the character at this byte of the view begins in the text; behind the last one, where the text goes on.
    pub fn at(&self, byte: usize) -> usize {
        if byte >= self.text.len() {
            return self.open.map_or(self.end, |(_, place)| place.start);
        }
        self.beside(byte)
    }

    /// A span of the view in the text, with what is not seen at its end.
    pub fn span(&self, span: Span) -> Span {
        Span::new(self.at(span.start), self.at(span.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lead_back_to_the_text() {
        let text = "가\u{200b}제９\u{ad}9條\u{200b}에 第3조\u{feff}";
        let view = View::of(text).unwrap();
        assert_eq!(view.text(), "가제99조에 제3조");
        let places: Vec<&str> = view
            .text()
            .char_indices()
            .map(|(at, c)| {
                let span = view.span(Span::new(at, at + c.len_utf8()));
                span.of(text)
            })
            .collect();
        assert_eq!(
            places,
            ["가\u{200b}", "제", "９\u{ad}", "9", "條\u{200b}", "에", " ", "第", "3", "조\u{feff}"]
        );
        assert!(View::of("제25조는 Article 3이다 — 그렇다…").is_none());
    }

    #[test]
    fn letters_become_syllables() {
        let text: String = "가각 제25조는".nfd().collect();
        let view = View::of(&text).unwrap();
        assert_eq!(view.text(), "가각 제25조는");
        let at = view.text().find('제').unwrap();
        assert_eq!(
            view.span(Span::new(at, at + "제25조".len())).of(&text).nfc().collect::<String>(),
            "제25조"
        );
    }

    #[test]
    fn a_view_does_not_depend_on_what_follows() {
        let text = "\u{1112}\u{1161}\u{11a8}칙 第\u{200b}二十五條 x\u{301}９";
        let mut view = View::default();
        let mut grown = String::new();
        for c in text.chars() {
            view.push(c, &mut |_, c| grown.push(c));
            assert!(view.at(view.text().len()) <= view.given());
        }
        assert_eq!(grown, view.text());
        assert_eq!(grown, View::of(text).unwrap().text());
    }
}
