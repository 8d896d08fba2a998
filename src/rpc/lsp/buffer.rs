//! An open text, and what was found in it.

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::JoinHandle;
use tokio_util::task::AbortOnDropHandle;

use super::checks::{Text, Verified};
use super::finding::{Change, Finding, Note};
use stet_text::span::Span;

/// Tells a client that work goes on; its end is told when it is dropped.
#[derive(Debug)]
pub(super) struct Progress {
    pub token: String,
    pub told: UnboundedSender<Value>,
}

impl Drop for Progress {
    fn drop(&mut self) {
        let end = json!({ "token": self.token, "value": { "kind": "end" } });
        let _ = self.told.send(crate::notification("$/progress", &end));
    }
}

/// A check against the sources that is under way.
#[derive(Debug)]
struct Run {
    number: u64,
    asked: bool,
    /// What was changed since it began.
    changes: Vec<Change>,
    /// These end with the run.
    _work: AbortOnDropHandle<()>,
    _progress: Option<Progress>,
}

/// An open text.
#[derive(Debug)]
pub(super) struct Buffer {
    pub text: Text,
    /// Counted here: clients number as they like.
    pub version: u64,
    pub linted: Vec<Finding>,
    pub linting: Option<AbortOnDropHandle<()>>,
    held: Vec<Finding>,
    pub notes: Vec<Note>,
    run: Option<Run>,
    /// Those of the run that has ended.
    missed: Vec<Change>,
}

impl Buffer {
    pub(super) fn new(text: Text) -> Self {
        Self {
            text,
            version: 0,
            linted: Vec::new(),
            linting: None,
            held: Vec::new(),
            notes: Vec::new(),
            run: None,
            missed: Vec::new(),
        }
    }

    /// Takes a change in: bytes, or all of it. What was found elsewhere moves with the text.
    pub(super) fn change(&mut self, span: Option<Span>, words: &str) {
        self.version += 1;
        let old = span.unwrap_or_else(|| Span::new(0, self.text.words.len()));
        self.text.words.replace_range(old.start..old.end, words);
        let change = Change { old, len: words.len() };
        let moved = |all: &mut Vec<Finding>| {
            *all = std::mem::take(all).into_iter().filter_map(|one| one.moved(change)).collect();
        };
        moved(&mut self.linted);
        moved(&mut self.held);
        self.notes =
            std::mem::take(&mut self.notes).into_iter().filter_map(|note| note.moved(change)).collect();
        if let Some(run) = &mut self.run {
            run.changes.push(change);
        }
    }

    /// Begins a check against the sources; one that is under way is given up.
    pub(super) fn verifies(
        &mut self,
        number: u64,
        asked: bool,
        work: JoinHandle<()>,
        progress: Option<Progress>,
    ) {
        let work = AbortOnDropHandle::new(work);
        self.run = Some(Run { number, asked, changes: Vec::new(), _work: work, _progress: progress });
    }

    /// Ends a check, if it is the one under way: whether a person waits for it.
    pub(super) fn take_run(&mut self, number: u64) -> Option<bool> {
        let run = self.run.take_if(|run| run.number == number)?;
        self.missed = run.changes;
        Some(run.asked)
    }

    /// Takes in what a check found, at the places of the text as it is now.
    pub(super) fn hold(&mut self, verified: Verified) {
        let missed = std::mem::take(&mut self.missed);
        let findings = verified.findings.into_iter();
        self.held = findings
            .filter_map(|one| missed.iter().try_fold(one, |one, change| one.moved(*change)))
            .collect();
        let notes = verified.notes.into_iter();
        self.notes = notes
            .filter_map(|note| missed.iter().try_fold(note, |note, change| note.moved(*change)))
            .collect();
    }

    pub(super) fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.linted.iter().chain(&self.held)
    }

    /// Where a comment for the whole text stands: at its head, behind front matter.
    pub(super) fn head(&self) -> Span {
        let at = stet_verify::front_matter(&self.text.words);
        Span::new(at, at)
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::super::finding::{Kind, Severity};
    use super::*;
    use stet_criteria::blocks::Form;

    fn buffer(words: &str) -> Buffer {
        Buffer::new(Text { words: words.to_owned(), path: PathBuf::new(), form: Form::Markdown })
    }

    fn finding(span: Span) -> Finding {
        let (rule, message) = (String::new(), String::new());
        let (kind, severity) = (Kind::Source, Severity::Error);
        Finding { span, kind, severity, rule, message, because: Vec::new(), fixes: Vec::new() }
    }

    #[test]
    fn findings_move_with_the_text_and_go_with_their_words() {
        let mut buffer = buffer("one two three");
        buffer.linted = vec![finding(Span::new(0, 3)), finding(Span::new(4, 7)), finding(Span::new(8, 13))];
        buffer.change(Some(Span::new(4, 7)), "twenty");
        let told: Vec<&str> = buffer.findings().map(|one| one.span.of(&buffer.text.words)).collect();
        assert_eq!(told, ["one", "three"]);
        buffer.change(Some(Span::new(0, 0)), "> ");
        let told: Vec<&str> = buffer.findings().map(|one| one.span.of(&buffer.text.words)).collect();
        assert_eq!(told, ["one", "three"]);
        buffer.change(None, "");
        assert_eq!(buffer.findings().count(), 0);
    }

    #[tokio::test]
    async fn what_a_check_found_moves_by_what_was_written_meanwhile() {
        let mut buffer = buffer("one two");
        buffer.verifies(7, true, tokio::spawn(async {}), None);
        buffer.change(Some(Span::new(3, 3)), " more");
        assert_eq!(buffer.take_run(6), None);
        assert_eq!(buffer.take_run(7), Some(true));
        let findings = vec![finding(Span::new(4, 7)), finding(Span::new(0, 7))];
        buffer.hold(Verified { findings, notes: Vec::new() });
        let told: Vec<&str> = buffer.findings().map(|one| one.span.of(&buffer.text.words)).collect();
        assert_eq!(told, ["two"]);
    }
}
