//! What a model wrote, as the rewriting that it means.
//!
//! A model wraps its rewriting: fences, greetings, remarks, quotation marks, labels, edits instead of a text, signs for
//! what it left out, or a refusal. Owns taking that off, so that none of it is proposed to the writer, and saying what
//! was taken. The words stand in `words/{en,ko}/reply`. Leaves the comparison to [`super::align`].

mod edits;
mod kept;
mod markup;
mod opening;
#[cfg(test)]
mod tests;
mod wrapping;

use std::sync::LazyLock;

pub use opening::Opening;

use crate::diff::kinship;
use stet_segment::segment;

/// What was done with a reply before it became a rewriting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// Fences, greetings, remarks, tags or quotation marks around the text, or marks of changes in it, were taken off.
    Unwrapped,
    /// The model gave several rewritings; the first one is taken.
    Alternatives,
    /// The model wrote edits, and they were applied.
    Edits,
    /// Some of its edits fit nothing in the text.
    EditsLost,
    /// Where the model wrote that the rest is unchanged, the text stands.
    RestKept,
    /// Front matter or code that the instruction is not about stands as it was.
    Kept,
    /// The model refused, asked something, or wrote data in place of a text: there is no rewriting.
    Refused,
}

/// The rewriting that a reply means.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reply {
    /// Empty where the model refused.
    pub text: String,
    pub told: Vec<Told>,
}

/// Reads a reply to `instruction` about `original`. One that was cut off has no end that could be taken off.
#[must_use]
pub fn parse(original: &str, instruction: &str, reply: &str, complete: bool) -> Reply {
    let crlf = original.contains("\r\n");
    let (plain, reply) = (original.replace("\r\n", "\n"), reply.replace("\r\n", "\n"));
    let reply = stet_prompt::restored(&plain, &reply);
    let mut out = parse_lines(&plain, instruction, reply.trim(), complete);
    if crlf {
        out.text = out.text.replace('\n', "\r\n");
    }
    out
}

fn parse_lines(original: &str, instruction: &str, reply: &str, complete: bool) -> Reply {
    if reply == original.trim() || reply.is_empty() {
        return Reply { text: reply.to_owned(), told: Vec::new() };
    }
    let mut told = Vec::new();
    let text = wrapping::off(original, instruction, reply, complete, &mut told);
    if refuses(original, &text) {
        return Reply { text: String::new(), told: vec![Told::Refused] };
    }
    if let Some(edited) = edits::applied(original, &text) {
        told.push(Told::Edits);
        told.extend(edited.lost.then_some(Told::EditsLost));
        return Reply { text: edited.text, told };
    }
    if edits::data(original, &text).is_some() {
        return Reply { text: String::new(), told: vec![Told::Refused] };
    }
    let mut text = text;
    if let Some(whole) = kept::rest(original, &text) {
        told.push(Told::RestKept);
        text = whole;
    }
    if let Some(whole) = kept::untouched(original, instruction, &text, complete) {
        told.push(Told::Kept);
        text = whole;
    }
    Reply { text, told }
}

/// Phrases of a kind, in lower case.
fn phrases(kind: &str) -> impl Iterator<Item = &'static str> {
    static ALL: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
        let tables = ["words/en/reply", "words/ko/reply"].into_iter();
        let rows = tables.flat_map(stet_data::rows);
        rows.filter_map(|row| Some((*row.first()?, *row.get(1)?))).collect()
    });
    ALL.iter().filter(move |row| row.1.split(' ').any(|one| one == kind)).map(|row| row.0)
}

/// A line without its markup, in lower case.
fn bare(line: &str) -> String {
    line.trim_matches(|ch: char| ch.is_whitespace() || "*#_`>~-".contains(ch)).to_lowercase()
}

fn begins(line: &str, kind: &str) -> bool {
    let line = bare(line);
    phrases(kind).any(|phrase| line.starts_with(phrase))
}

/// Common character pairs of a text with the sentence of the original that is nearest to it.
fn nearest(original: &str, text: &str) -> f32 {
    segment(original).iter().map(|one| kinship(one.span.of(original), text)).fold(0.0, f32::max)
}

/// From here on a sentence is one of the original, rewritten.
const KIN: f32 = 0.45;

/// Whether a reply is no rewriting: it has nothing of the text, and says that it will not be one, or asks.
fn refuses(original: &str, reply: &str) -> bool {
    /// Sentences of a question back.
    const ASKED: usize = 3;
    let said = begins(reply, "refusal");
    let sentences = segment(reply);
    let asks = reply.ends_with('?') && sentences.len() <= ASKED && !original.contains('?');
    (said || asks)
        && !begins(original, "refusal")
        && sentences.iter().all(|one| nearest(original, one.span.of(reply)) < KIN)
}

/// Whether a sentence is one that a model says of its work, or stands for text that it left out.
fn remark(original: &str, sentence: &str) -> bool {
    let bare = bare(sentence);
    let left_out = sentence.trim().starts_with(['[', '(', '<', '…', '.'])
        && phrases("rest").any(|phrase| bare.contains(phrase));
    (begins(sentence, "sign") || left_out)
        && !original.contains(sentence.trim())
        && nearest(original, sentence) < KIN
}

/// The fence of a line, if it has one.
fn mark(line: &str) -> Option<&str> {
    let line = line.trim();
    let mark = ["`", "~"].into_iter().find(|mark| line.starts_with(&mark.repeat(3)))?;
    let length = line.len() - line.trim_start_matches(mark).len();
    line.get(..length)
}
