//! A source that an answer may cite.

use std::ops::RangeInclusive;
use std::sync::Arc;

use stet_text::span::Span;

/// One numbered source of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerSource {
    /// Stable identity: sources with the same key share one number in the text.
    pub key: String,
    /// File name or title, as the list of references shows it.
    pub title: String,
    /// Where on the web it was read, and on which day, where it was.
    pub from: Option<String>,
    /// Page that the text begins on, and the bytes of it at which others begin, with those pages.
    pub page: Option<u32>,
    pub page_starts: Arc<[(u32, u32)]>,
    /// What its file calls its pages, from the first on; nothing where that is their number.
    pub page_labels: Arc<[String]>,
    /// Words of it were recognised on a picture (OCR).
    pub recognised: bool,
    /// Other names a mark may use: heading path, regulation with article.
    pub names: Vec<String>,
    /// The text the gate compares with, which what is prepared for the gate shares.
    pub text: Arc<str>,
    /// Where in the text a translation begins that a model has made. It is no source: a reader may be shown what stands in it, told
    /// as such, and whoever judges by more than words judges by what stands before it.
    pub translated: Option<usize>,
}

impl AnswerSource {
    /// Everything that it is called: title without the ending of a file, heading path, regulation.
    pub fn called(&self) -> String {
        let title = self.title.rsplit_once('.').filter(|(_, end)| end.len() <= 5 && !end.contains(' '));
        let title = title.map_or(&*self.title, |(name, _)| name);
        let names = self.names.iter().map(String::as_str);
        let names = names.filter(|name| *name != self.title && name.chars().any(char::is_alphabetic));
        std::iter::once(title).chain(names).collect::<Vec<_>>().join("; ").replace(['_', '-'], " ")
    }

    /// The text without what a model has translated.
    pub fn original(&self) -> &str {
        self.translated.and_then(|at| self.text.get(..at)).unwrap_or(&self.text)
    }

    /// A span of the text, or all of the original where that of a model's translation is meant, at most so many bytes.
    pub fn in_original(&self, span: Span, most: usize) -> Span {
        let original = self.original();
        if span.start >= original.len() {
            return Span::new(0, original.floor_char_boundary(most));
        }
        Span::new(span.start, span.end.min(original.len()))
    }

    /// The page of a byte of the text.
    pub fn page_at(&self, at: usize) -> Option<u32> {
        let begun = self.page_starts.iter().take_while(|(start, _)| *start as usize <= at);
        begun.last().map(|(_, page)| *page).or(self.page)
    }

    /// What the file calls one of the pages, where that is not its number.
    pub fn label_of(&self, page: u32) -> Option<&str> {
        let at = usize::try_from(page.checked_sub(self.page?)?).ok()?;
        self.page_labels.get(at).map(String::as_str).filter(|label| !label.is_empty())
    }

    /// Whether part of the text stands on one of the pages; `None` where it has no pages.
    pub(super) fn is_on(&self, pages: &[RangeInclusive<u32>]) -> Option<bool> {
        let first = self.page?;
        let mut own = std::iter::once(first).chain(self.page_starts.iter().map(|(_, page)| *page));
        Some(own.any(|page| pages.iter().any(|pages| pages.contains(&page))))
    }
}
