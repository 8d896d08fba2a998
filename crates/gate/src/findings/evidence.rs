//! The evidence that a claim is compared with: the best passage, and the sources in full.

use memchr::memmem;

use crate::search::windows::Window;
use crate::text::claim::Claim;
use crate::text::prepare::PreparedSources;
use crate::text::reading::Reading;
use crate::text::window::begins_item;
use crate::values::number::Stated;

/// The sources of the windows in full.
pub(super) struct Whole<'a>(Vec<&'a str>);

impl<'a> Whole<'a> {
    pub(super) fn new(sources: &'a PreparedSources, windows: &[Window]) -> Self {
        Self(windows.iter().filter_map(|window| Some(sources.source(window.source)?.norm())).collect())
    }

    /// The normalised texts.
    pub(super) fn texts(&self) -> impl Iterator<Item = &'a str> {
        self.0.iter().copied()
    }

    /// Whether one of them has a passage.
    pub(super) fn has(&self, passage: &str) -> bool {
        self.texts().any(|text| memmem::find(text.as_bytes(), passage.as_bytes()).is_some())
    }
}

/// The best passage of the evidence.
pub(super) struct Passage<'a, 'b> {
    /// All windows, and the first of them.
    pub texts: &'b [Reading<'a>],
    pub window: &'b Reading<'a>,
    /// The best sentence of the window, where it has several, and where that begins.
    pub part: Option<Reading<'a>>,
    pub from: usize,
    /// The values that it states.
    pub stated: &'b [Stated],
}

impl<'a, 'b> Passage<'a, 'b> {
    pub(super) fn new(
        claim: &'b Claim<'_>,
        sources: &'b PreparedSources,
        windows: &'a [Window],
        texts: &'b [Reading<'a>],
    ) -> Option<Self> {
        let (top, window) = (windows.first()?, texts.first()?);
        // A claim of several sentences is compared with several.
        let (run, (from, text)) =
            if claim.sentences > 1 { (top.run, (0, window.norm)) } else { (top.best, top.best_text()) };
        let part = (text != window.norm).then(|| window.part(from, text));
        let from = part.as_ref().map_or(0, |_| from);
        let source = sources.source(top.source);
        let stated = source.as_ref().map_or(&[][..], |source| source.stated_in(run));
        Some(Self { texts, window, part, from, stated })
    }

    /// Whether the best sentence is an item of a list without a predicate: what is said of it the sentence says that introduces it.
    pub(super) fn is_item(&self) -> bool {
        let Some(part) = &self.part else { return false };
        let last = part.tokens.len().checked_sub(1).map_or("", |last| part.word(last));
        let introduces = |at: usize| {
            matches!(self.window.word(at), "다음" | "다음의" | "다음에" | "아래" | "아래의" | "각호의")
                || self.window.word(at) == "각" && self.window.word(at + 1).starts_with('호')
        };
        begins_item(part.norm)
            && !last.ends_with(['다', '오', '요'])
            && last.chars().all(|ch| matches!(ch, '가'..='힣'))
            && (0..self.window.tokens.len()).any(introduces)
    }

    pub(super) fn reading(&self) -> &Reading<'a> {
        self.part.as_ref().unwrap_or(self.window)
    }
}
