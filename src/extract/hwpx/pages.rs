//! The page that each paragraph stands on, from the stored layout.

use crate::xml::Element;

/// Where the reader is in the stored layout.
pub(super) struct Pages {
    pub(super) page: u32,
    /// Position of the last line on its page, in 1/7200 inch.
    pub(super) last: i64,
    pub(super) started: bool,
    pub(super) known: bool,
    /// Height of the text area of a page.
    pub(super) body: i64,
}

impl Default for Pages {
    fn default() -> Self {
        // A4 with Hancom's default margins, until the section says otherwise.
        Self { page: 1, last: 0, started: false, known: true, body: 84188 - 14000 }
    }
}

impl Pages {
    /// Takes up what a section says of its pages.
    pub(super) fn set(&mut self, element: &Element<'_>) {
        match element.name() {
            // Landscape pages store their sides as portrait ones do.
            "pagePr" if element.attr("landscape").as_deref() == Some("NARROWLY") => {
                self.body = element.number("width").or_else(|| element.number("height")).unwrap_or(self.body);
            }
            "pagePr" => self.body = element.number("height").unwrap_or(self.body),
            "margin" => {
                for side in ["header", "footer", "top", "bottom"] {
                    self.body -= element.number::<i64>(side).unwrap_or(0);
                }
            }
            // With several columns a line above the one before it begins no page.
            "colPr" if element.number::<u32>("colCount").is_some_and(|count| count > 1) => self.known = false,
            _ => {}
        }
    }

    /// Moves on to the first line of a paragraph; its page.
    pub(super) fn open(&mut self, forced: bool, lines: &[i64]) -> u32 {
        if lines.is_empty() {
            self.known = false;
        }
        let first = lines.first().copied().unwrap_or(self.last);
        if self.started && (forced || first < self.last) {
            self.page += 1;
        }
        self.started = true;
        self.last = first;
        self.page
    }

    /// Moves on to the last line of the paragraph.
    pub(super) fn close(&mut self, lines: &[i64]) {
        for line in lines {
            if *line < self.last {
                self.page += 1;
            }
            self.last = *line;
        }
    }

    /// A table that flows over pages: its height decides how many.
    pub(super) fn flow(&mut self, height: i64) {
        if self.body <= 0 || height <= 0 {
            return;
        }
        let end = self.last.saturating_add(height);
        let crossed = end / self.body;
        if crossed > 0 {
            self.page = self.page.saturating_add(u32::try_from(crossed).unwrap_or(0));
            self.last = 0;
        }
    }
}
