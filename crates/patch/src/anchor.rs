//! Words of a text that somebody said something about, and where they stand after the text changed.
//!
//! Owns following them through edits, telling that they are gone, and finding them again when an earlier text comes
//! back. Leaves what was said, and by whom, to the rooms around.

use super::classify::context;
use super::rebase::Edit;
use crate::Context;
use stet_text::span::Span;

/// A place in a text that is held by its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anchor {
    /// Bytes of the present text; where the words stood, when they are gone.
    pub range: Span,
    pub gone: bool,
    /// The words that the anchor was made for.
    pub quote: String,
    /// As they were last.
    pub words: String,
    /// What stood around them then.
    pub before: String,
    pub after: String,
}

impl Anchor {
    /// An anchor at words of `text`; `None` where there are none.
    #[must_use]
    pub fn new(text: &str, range: Span) -> Option<Self> {
        let words = text.get(range.start..range.end).filter(|words| has_words(words))?;
        let blank = Self {
            range,
            gone: false,
            quote: words.to_owned(),
            words: String::new(),
            before: String::new(),
            after: String::new(),
        };
        Some(blank.at(text, range))
    }

    /// Where the anchor is once the edits, the last first, have made `new` of `old`.
    #[must_use]
    pub fn moved(&self, old: &str, new: &str, edits: &[Edit]) -> Self {
        let mut place = self.range;
        let mut gone = self.gone;
        for edit in edits {
            let after = after(place, edit);
            gone |= after.is_none();
            place = after.unwrap_or_else(|| Span::new(edit.range.start, edit.range.start));
        }
        let stands = new.get(place.start..place.end).is_some_and(has_words);
        if !gone && stands {
            return self.at(new, place);
        }
        if let Some(found) = self.found(old, new, place.start) {
            return self.at(new, found);
        }
        let start = new.floor_char_boundary(place.start);
        Self { range: Span::new(start, start), gone: true, ..self.clone() }
    }

    fn at(&self, text: &str, range: Span) -> Self {
        // By them lost words are known again.
        let Context { before, after } = context(text, range);
        Self {
            range,
            gone: false,
            quote: self.quote.clone(),
            words: range.of(text).to_owned(),
            before,
            after,
        }
    }

    /// The lost words somewhere else in the text: where the same stands around them, or, of more than one word, at the
    /// only place that has them, if there was one at most.
    fn found(&self, old: &str, new: &str, near: usize) -> Option<Span> {
        let before = usize::from(!self.gone);
        [&self.words, &self.quote].into_iter().find_map(|words| {
            let phrase = words.trim().contains(char::is_whitespace);
            let places: Vec<Span> =
                new.match_indices(words.as_str()).map(|(at, _)| Span::new(at, at + words.len())).collect();
            let known = |place: &Span| {
                let (head, tail) = (new.get(..place.start)?, new.get(place.end..)?);
                let left =
                    if self.before.is_empty() { head.is_empty() } else { head.ends_with(&self.before) };
                let right =
                    if self.after.is_empty() { tail.is_empty() } else { tail.starts_with(&self.after) };
                let sides = u8::from(left) + u8::from(right);
                (sides > u8::from(!phrase)).then_some((sides, *place))
            };
            let best = places
                .iter()
                .filter_map(known)
                .max_by_key(|(sides, place)| (*sides, std::cmp::Reverse(place.start.abs_diff(near))));
            let only = || match places.as_slice() {
                [place] if phrase && old.matches(words.as_str()).count() == before => Some(*place),
                _ => None,
            };
            best.map(|(_, place)| place).or_else(only)
        })
    }
}

/// What is left of a place after an edit; `None` when the edit took all of it, and more.
fn after(place: Span, edit: &Edit) -> Option<Span> {
    let (cut, len) = (edit.range, edit.text.len());
    if cut.end <= place.start || place.end <= cut.start {
        return Some(edit.rebase(place).span());
    }
    let shifted = |at: usize| at - cut.end + cut.start + len;
    match (cut.start >= place.start, cut.end <= place.end) {
        (true, true) => Some(Span::new(place.start, shifted(place.end))),
        (true, false) => Some(Span::new(place.start, cut.start)),
        (false, true) => Some(Span::new(cut.start + len, shifted(place.end))),
        (false, false) => None,
    }
}

fn has_words(text: &str) -> bool {
    text.chars().any(|ch| !ch.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::super::rebase::edits;
    use super::*;
    use proptest::prelude::*;

    const TEXT: &str =
        "The limit is 250 euros. It may take 3 days.\n\n도서관은 아홉 시에 문을 연다. 😀 The end.\n";

    fn on(text: &str, words: &str) -> Anchor {
        let at = text.find(words).unwrap();
        Anchor::new(text, Span::new(at, at + words.len())).unwrap()
    }

    fn after_all(anchor: Anchor, texts: &[&str]) -> Anchor {
        texts.windows(2).fold(anchor, |anchor, pair| anchor.moved(pair[0], pair[1], &edits(pair[0], pair[1])))
    }

    /// What the anchor holds, or that it holds nothing.
    fn held<'a>(anchor: &Anchor, text: &'a str) -> Option<&'a str> {
        (!anchor.gone).then(|| anchor.range.of(text))
    }

    #[test]
    fn words_are_followed() {
        for (words, new, expected) in [
            ("3 days", TEXT.replace("The limit is", "In our view the limit is"), Some("3 days")),
            ("3 days", TEXT.replace("3 days", "4 days"), Some("4 days")),
            ("아홉 시에", TEXT.replace("The limit is 250 euros. ", ""), Some("아홉 시에")),
            ("아홉 시에", TEXT.replace("아홉 시에", "열 시에"), Some("열 시에")),
            ("It may take 3 days.", TEXT.replace("It may take 3 days.", ""), None),
            ("도서관은 아홉 시에 문을 연다.", TEXT.replace("도서관은 아홉 시에 문을 연다. ", ""), None),
            // A sentence that was moved is followed to where it went.
            (
                "It may take 3 days.",
                format!("{}It may take 3 days.\n", TEXT.replace(" It may take 3 days.", "")),
                Some("It may take 3 days."),
            ),
            // One that was written over stays what it is about; a draft that was replaced by another keeps nothing.
            ("3 days", "Something else stands here now, from a to z.".to_owned(), None),
        ] {
            let anchor = after_all(on(TEXT, words), &[TEXT, &new]);
            assert_eq!(held(&anchor, &new), expected, "{words} in {new}");
            assert_eq!(anchor.quote, words);
        }
    }

    #[test]
    fn words_that_come_back_are_found_again() {
        for words in ["It may take 3 days.", "3 days", "아홉 시에", "😀"] {
            let cut = TEXT.replace(words, "");
            let other = format!("A new first line.\n\n{cut}");
            let anchor = after_all(on(TEXT, words), &[TEXT, &cut, &other]);
            assert_eq!(held(&anchor, &other), None, "{words}");
            let back = after_all(anchor, &[&other, TEXT]);
            assert_eq!((held(&back, TEXT), back.words.as_str()), (Some(words), words));
        }
    }

    #[test]
    fn equal_words_elsewhere_are_not_taken_for_them() {
        let text = "The cat sat. The dog ran. The end came.";
        let cut = "The cat sat. The end came.";
        let anchor = after_all(on(text, "dog"), &[text, cut]);
        assert!(anchor.gone);
        let again = "The cat sat. The end came. A dog barked.";
        assert!(after_all(anchor, &[cut, again]).gone, "one word in another sentence");
        let twice = "Pay in 3 days. Later. Pay in 3 days. Never.";
        let second = Anchor::new(twice, Span::new(22, 36)).unwrap();
        assert_eq!(second.words, "Pay in 3 days.");
        let one = "Pay in 3 days. Later. Never.";
        assert!(after_all(second, &[twice, one]).gone, "the first has its own comment");
    }

    #[test]
    fn nothing_is_no_anchor() {
        for range in [Span::new(0, 0), Span::new(3, 4), Span::new(0, 9999)] {
            assert_eq!(Anchor::new(TEXT, range), None, "{range:?}");
        }
        assert_eq!(Anchor::new("😀", Span::new(1, 4)), None);
    }

    fn word() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec!["가", "나다. ", "the ", "end. ", "3 days", "😀", "\n\n", "- ", " "])
    }

    proptest! {
        #[test]
        fn an_anchor_always_stands_on_its_words(
            texts in prop::collection::vec(prop::collection::vec(word(), 1..14), 2..7),
            from in 0usize..9, len in 1usize..9,
        ) {
            let texts: Vec<String> = texts.into_iter().map(|words| words.concat()).collect();
            let first = &texts[0];
            let (start, end) = (first.floor_char_boundary(from), first.floor_char_boundary(from + len));
            let Some(mut anchor) = Anchor::new(first, Span::new(start.min(end), end)) else { return Ok(()) };
            for pair in texts.windows(2) {
                anchor = anchor.moved(&pair[0], &pair[1], &edits(&pair[0], &pair[1]));
                prop_assert!(pair[1].get(anchor.range.start..anchor.range.end).is_some());
                if anchor.gone {
                    prop_assert!(anchor.range.is_empty());
                } else {
                    prop_assert_eq!(anchor.range.of(&pair[1]), anchor.words.as_str());
                }
            }
        }
    }
}
