//! What is known of a possible end of a sentence.

use super::english;

/// Why a sentence may end here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Cause {
    /// A single full stop.
    Dot,
    /// `..`, `...`, `. . .`, `…`.
    Ellipsis,
    /// `?` or `!`, alone or in a run.
    Strong,
    /// A full-width mark, which needs no white space.
    Wide,
    /// A Korean ending without a mark.
    Unmarked,
    /// The next marker of a list that was run together.
    Marker,
    /// Nothing but the end of a line.
    #[default]
    Line,
}

/// A possible end of the open sentence that is being looked at.
#[expect(clippy::struct_excessive_bools, reason = "independent facts about what followed the mark")]
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct End {
    pub cause: Cause,
    /// Where the run of marks began.
    pub at: usize,
    pub question: bool,
    /// White space has been passed since the last mark, closer or citation.
    pub spaced: bool,
    pub newlines: usize,
    /// Columns of white space since the last line break.
    pub indent: usize,
    /// A closing quotation mark or bracket followed.
    pub closed: bool,
    /// The mark stood in a parenthesis inside the sentence: "자랑(?)했던".
    pub aside: bool,
    /// A citation mark followed.
    pub cited: bool,
    /// Full stops at the end of the run.
    pub dots: usize,
    /// Gaps between the marks of the run, as in `. . .`.
    pub gaps: usize,
    /// Length of the line that the first line break ended.
    pub line_len: usize,
}

impl End {
    /// The mark as the English rules see it.
    pub(super) const fn mark(&self) -> english::Mark {
        match self.cause {
            Cause::Ellipsis if self.gaps == 2 => english::Mark::Omission,
            Cause::Ellipsis => english::Mark::Ellipsis,
            Cause::Dot => english::Mark::Dot,
            _ if self.dots >= 2 => english::Mark::Ellipsis,
            _ => english::Mark::Strong,
        }
    }

    pub fn new(cause: Cause, at: usize) -> Self {
        Self { cause, at, ..Self::default() }
    }
}
