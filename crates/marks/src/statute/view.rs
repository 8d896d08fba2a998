//! A text as references are read in it: what cannot be seen is gone, and what looks or means the same is the same.
//!
//! A reader takes `제9<ZWSP>9조`, `제９９조` and `第99條` for `제99조`, so that all of them are references. Owns how a
//! character reads (entities and tags that only change how text looks among them) and where it stood in the text. Leaves numerals in Hanja or in words to `cursor`.

use super::words::is_hangul;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;
use stet_text::entity::{Unit, may_begin, unit};
use stet_text::span::Span;
use stet_text::{digit, is_invisible};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::compose;

/// Hanja of units, of pointing words and of what regulations are called, with their Hangul.
static HANJA: LazyLock<FxHashMap<char, char>> = LazyLock::new(|| {
    let pair = |(hanja, hangul): (&str, &str)| Some((hanja.chars().next()?, hangul.chars().next()?));
    stet_data::pairs("words/ko/hanja").into_iter().filter_map(pair).collect()
});

/// How a character reads in a reference; `None` when it is not seen.
#[must_use]
pub fn plain(c: char) -> Option<char> {
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
        c if let Some(value) = digit(c) => char::from_digit(value, 10),
        '\u{4e00}'..='\u{9fff}' => Some(hangul(c)),
        '\u{f900}'..='\u{faff}' => std::iter::once(c).nfc().next().map(hangul),
        _ => Some(c),
    }
}

fn hangul(c: char) -> char {
    HANJA.get(&c).copied().unwrap_or(c)
}

/// A syllable's letters on their own, as some systems write them.
const fn is_letter(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{1112}' | '\u{1161}'..='\u{1175}' | '\u{11a8}'..='\u{11c2}')
}

/// Whether the text reads as it stands.
fn is_plain(text: &str) -> bool {
    text.chars().all(|c| is_hangul(c) || plain(c) == Some(c) && !is_letter(c) && !may_begin(c))
}

/// A text as it reads, with the places of its characters in the text that was given.
#[derive(Debug, Default, Clone)]
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
    /// What may become an entity or a tag; it ends where the given text does.
    begun: String,
    /// Where tags stand that are not in `text`, and whether they close.
    tags: Vec<(Span, bool)>,
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
        view.flush(&mut |_, _| {});
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
        self.given += c.len_utf8();
        if self.begun.is_empty() && !may_begin(c) {
            self.take(c, Span::new(self.given - c.len_utf8(), self.given), then);
            return;
        }
        self.begun.push(c);
        let whole = Span::new(self.given - self.begun.len(), self.given);
        match unit(&self.begun) {
            Unit::Partial => {}
            Unit::Entity(c, _) => {
                self.begun.clear();
                self.take(c, whole, then);
            }
            Unit::Tag(_) => {
                self.tags.push((whole, self.begun.starts_with("</")));
                self.begun.clear();
            }
            Unit::Text => {
                // What comes last may begin another one.
                self.begun.pop();
                self.given -= c.len_utf8();
                self.flush(then);
                self.push(c, then);
            }
        }
    }

    /// Takes what began like an entity as the characters that it is.
    fn flush(&mut self, then: &mut dyn FnMut(&str, char)) {
        let begun = std::mem::take(&mut self.begun);
        let mut start = self.given - begun.len();
        for c in begun.chars() {
            let end = start + c.len_utf8();
            self.take(c, Span::new(start, end), then);
            start = end;
        }
    }

    /// Takes a character, which stands at `place` of the given text.
    fn take(&mut self, c: char, place: Span, then: &mut dyn FnMut(&str, char)) {
        let Some(c) = plain(c) else { return };
        if let Some((syllable, before)) = self.open.take() {
            if let Some(longer) = compose(syllable, c).filter(|_| is_letter(c)) {
                self.open = Some((longer, Span::new(before.start, place.end)));
                return;
            }
            self.append(syllable, before, then);
        }
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
            let begun = if self.begun.is_empty() { self.end } else { self.given - self.begun.len() };
            return self.open.map_or(begun.max(self.end), |(_, place)| place.start);
        }
        self.beside(byte)
    }

    /// A span of the view in the text, with what is not seen at its end, but for tags of what stands before or behind.
    pub fn span(&self, span: Span) -> Span {
        let (start, mut end) = (self.at(span.start), self.at(span.end));
        let until = self.tags.partition_point(|(tag, _)| tag.end <= end);
        let mut rest = self.tags.get(..until).unwrap_or_default();
        while let Some(((tag, closes), before)) = rest.split_last()
            && tag.end == end
            && tag.start > start
        {
            let first = before.partition_point(|(tag, _)| tag.start <= start);
            let inside = before.get(first..).unwrap_or_default();
            let open = inside
                .iter()
                .fold(0_usize, |open, (_, closes)| if *closes { open.saturating_sub(1) } else { open + 1 });
            if *closes && open > 0 {
                break;
            }
            (end, rest) = (tag.start, before);
        }
        Span::new(start, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lead_back_to_the_text() {
        for (text, seen, reference) in [
            ("가\u{200b}제９\u{ad}9條\u{200b}에 第3조\u{feff}", "가제99조에 제3조", "제９\u{ad}9條\u{200b}"),
            ("<b>제9</b><i>9조</i>에", "제99조에", "제9</b><i>9조</i>"),
            ("<b>제99조</b>에", "제99조에", "제99조"),
            ("제<b>99</b>조에", "제99조에", "제<b>99</b>조"),
            ("&#51228;99&nbsp;조에", "제99 조에", "&#51228;99&nbsp;조"),
            ("제99조<b>에</b>", "제99조에", "제99조"),
            ("<학칙> & <<b>제99조에", "<학칙> & <제99조에", "제99조"),
            ("\u{1112}\u{1161}\u{11a8}칙 제25조에", "학칙 제25조에", "제25조"),
        ] {
            let view = View::of(text).unwrap();
            assert_eq!(view.text(), seen);
            let (at, end) = (seen.find('제').unwrap(), seen.find('에').unwrap());
            assert_eq!(view.span(Span::new(at, end)).of(text), reference);
        }
        assert!(View::of("제25조는 Article 3이다 — 그렇다…").is_none());
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
