//! What was found in a text, and how it moves with what is written.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::place::{Encoding, Lines, uri};
pub use stet_criteria::Severity;
use stet_text::span::Span;

/// What a finding is about, which says what can be done about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Spelling,
    /// A rule of the writer's.
    Rule,
    /// What the sources say.
    Source,
}

/// One thing that is wrong; bytes of the text.
#[derive(Debug, Clone)]
pub struct Finding {
    pub span: Span,
    pub kind: Kind,
    pub severity: Severity,
    pub rule: String,
    pub message: String,
    /// Words of files that say so.
    pub because: Vec<(PathBuf, String)>,
    pub fixes: Vec<Fix>,
}

/// A change that mends it.
#[derive(Debug, Clone)]
pub struct Fix {
    pub title: String,
    pub span: Span,
    pub text: String,
}

/// What is shown of words that are pointed at, in Markdown.
#[derive(Debug, Clone)]
pub struct Note {
    pub span: Span,
    pub words: String,
}

impl Finding {
    /// As the protocol has it.
    pub(super) fn told(&self, lines: &Lines<'_>, encoding: Encoding) -> Value {
        let severity = match self.severity {
            Severity::Error => 1,
            Severity::Warning => 2,
            Severity::Suggestion => 3,
        };
        let start = json!({ "line": 0, "character": 0 });
        let because = self.because.iter().map(|(path, words)| {
            let location = json!({ "uri": uri(path), "range": { "start": start, "end": start } });
            json!({ "location": location, "message": words })
        });
        json!({
            "range": lines.range(self.span, encoding), "severity": severity, "code": self.rule, "source": "stet",
            "message": self.message, "relatedInformation": because.collect::<Vec<_>>(),
        })
    }
}

/// A change of a text: these bytes became so many.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    pub old: Span,
    pub len: usize,
}

impl Change {
    /// Where a span is afterwards; `None` where its words were changed.
    fn moved(self, span: Span) -> Option<Span> {
        if span.end <= self.old.start {
            return Some(span);
        }
        let move_by = |at: usize| at - self.old.len() + self.len;
        (span.start >= self.old.end).then(|| Span::new(move_by(span.start), move_by(span.end)))
    }
}

impl Finding {
    pub(super) fn moved(mut self, change: Change) -> Option<Self> {
        self.span = change.moved(self.span)?;
        let fixes = std::mem::take(&mut self.fixes);
        self.fixes =
            fixes.into_iter().filter_map(|fix| Some(Fix { span: change.moved(fix.span)?, ..fix })).collect();
        Some(self)
    }
}

impl Note {
    pub(super) fn moved(self, change: Change) -> Option<Self> {
        Some(Self { span: change.moved(self.span)?, ..self })
    }
}
