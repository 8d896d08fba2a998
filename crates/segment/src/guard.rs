//! Quotations, brackets, code spans and math that are open at a place.
//!
//! Owns what opens and closes them and how far an opener that is never closed can reach. Inside a guard no
//! sentence ends. Because a detector that works on a stream cannot know whether a guard will be closed, every
//! guard ends by itself after a fixed distance and at every boundary between lines.

/// Bytes after which a quotation or bracket that is still open is taken for a mistake.
pub(super) const QUOTE_REACH: usize = 600;
/// The same for round brackets and single quotes, which hold no more than one sentence.
pub(super) const ASIDE_REACH: usize = 300;
/// The same for inline code and math, which are short.
pub(super) const LITERAL_REACH: usize = 400;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Guard {
    /// Ends at this character: directed quotes, brackets, straight quotes.
    Until(char),
    /// Inline code opened by this many backticks.
    Code(usize),
    /// Inline math opened by this many dollar signs.
    Math(usize),
}

impl Guard {
    const fn reach(self) -> usize {
        match self {
            Self::Until(')' | '’' | '\'') => ASIDE_REACH,
            Self::Until(_) => QUOTE_REACH,
            Self::Code(_) | Self::Math(_) => LITERAL_REACH,
        }
    }
}

/// How many guards can be open at once; deeper ones are ignored.
const DEPTH: usize = 8;

/// The open guards, outermost first, each with the absolute offset of its opener.
#[derive(Debug, Clone, Default)]
pub(super) struct Guards(Vec<(Guard, usize)>);

impl Guards {
    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn push(&mut self, guard: Guard, at: usize) {
        if self.0.len() < DEPTH {
            self.0.push((guard, at));
        }
    }

    /// Closes the innermost guard that `close` ends, and everything inside it.
    pub fn close(&mut self, close: Guard) -> bool {
        let found = self.0.iter().rposition(|(guard, _)| *guard == close);
        self.0.truncate(found.unwrap_or(DEPTH));
        found.is_some()
    }

    /// Where the innermost such guard was opened.
    pub fn opener(&self, guard: Guard) -> Option<usize> {
        self.0.iter().rev().find(|(open, _)| *open == guard).map(|(_, at)| *at)
    }

    pub fn is_open(&self, guard: Guard) -> bool {
        self.opener(guard).is_some()
    }

    /// Where the outermost guard was opened.
    pub fn outermost(&self) -> Option<usize> {
        self.0.first().map(|(_, at)| *at)
    }

    /// Drops the guards whose reach ends at or before `at`, with everything inside them.
    pub fn expire(&mut self, at: usize) {
        let over = self.0.iter().position(|(guard, start)| start + guard.reach() <= at);
        self.0.truncate(over.unwrap_or(DEPTH));
    }

    /// Closes the quotation or bracket that `ch` ends. Writers mix straight and directed double quotes: `"like this”`.
    pub fn close_with(&mut self, ch: char) -> bool {
        let twin = match ch {
            '"' => '”',
            '”' => '"',
            _ => ch,
        };
        self.close(Guard::Until(ch)) || self.close(Guard::Until(twin))
    }

    /// Whether nothing but quotations in double quotes is open.
    pub fn is_speech(&self) -> bool {
        self.0.iter().all(|(guard, _)| matches!(guard, Guard::Until('"' | '”')))
    }

    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The literal (code or math) that is open, and the offset where its reach ends.
    pub fn literal(&self) -> Option<(Guard, usize)> {
        let &(guard, start) = self.0.last()?;
        (!matches!(guard, Guard::Until(_))).then(|| (guard, start + guard.reach()))
    }
}
