//! The evidence that a claim is compared with: the best passage, and the sources in full.

use crate::search::windows::Window;
use crate::text::claim::Claim;
use crate::text::prepare::PreparedSources;
use crate::values::number::Stated;
use stet_reading::reading::Reading;

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
}

/// The best passage of the evidence.
pub(super) struct Passage<'a, 'b> {
    /// The first window, and all windows read.
    pub top: &'a Window,
    pub texts: &'b [Reading<'a>],
    pub window: &'b Reading<'a>,
    /// The best sentence of the window, where it has several.
    pub part: Option<Reading<'a>>,
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
        let source = sources.source(top.source);
        let stated = source.as_ref().map_or(&[][..], |source| source.stated_in(run));
        Some(Self { top, texts, window, part, stated })
    }

    pub(super) fn reading(&self) -> &Reading<'a> {
        self.part.as_ref().unwrap_or(self.window)
    }
}
