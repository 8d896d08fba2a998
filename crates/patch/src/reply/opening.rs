//! A reply while it is being written.

use super::wrapping::lead_in;
use super::{begins, mark, markup, phrases, remark};

/// Longest beginning that is waited for.
const LONGEST: usize = 240;

/// Keeps what is around a text from being shown while a model writes it. What must be seen whole (edits, several
/// versions, quotation marks, a refusal) shows nothing before its end, which is [`super::parse`]'s.
#[derive(Debug)]
pub struct Opening {
    original: String,
    waiting: Option<String>,
    held: bool,
}

impl Opening {
    #[must_use]
    pub fn new(original: &str) -> Self {
        Self { original: original.to_owned(), waiting: Some(String::new()), held: false }
    }

    /// The part of the next piece that belongs to the text.
    pub fn push(&mut self, piece: &str) -> String {
        if self.held {
            return String::new();
        }
        let Some(mut waiting) = self.waiting.take() else { return piece.to_owned() };
        waiting.push_str(piece);
        loop {
            match self.judge(&waiting) {
                // An empty line sets the text apart and is none of it.
                Begun::Text => return waiting.trim_start_matches(['\n', '\r']).to_owned(),
                Begun::Held => {
                    self.held = true;
                    return String::new();
                }
                Begun::Open => {
                    self.waiting = Some(waiting);
                    return String::new();
                }
                Begun::Behind(rest) => waiting = rest,
            }
        }
    }

    /// Whether a sentence of the reply is a remark of the model; what follows it is not shown either.
    pub fn is_remark(&mut self, sentence: &str) -> bool {
        let marked = || markup::off(&self.original, "", sentence).is_some();
        self.held |= remark(&self.original, sentence) || marked();
        self.held
    }

    fn judge(&self, waiting: &str) -> Begun {
        let (begun, own) = (waiting.trim_start(), self.original.trim_start());
        let first = begun.chars().next();
        if first.is_none() {
            return Begun::Open;
        }
        let same = first == own.chars().next();
        let line = begun.split_once('\n');
        let whole = line.is_some() || begun.len() > LONGEST;
        if !same && begun.starts_with(['"', '“', '‘', '「', '『', '«', '{', '@']) {
            return Begun::Held;
        }
        if !same && begun.starts_with(['`', '~', '<', '-', '[']) {
            if begun.len() < 4 {
                return Begun::Open;
            }
            // A tag, or JSON.
            let second = begun.get(1..).unwrap_or_default().trim_start();
            let tag = begun.starts_with('<') && second.starts_with(char::is_alphabetic);
            let list = begun.starts_with('[') && second.starts_with(['{', '"']);
            if tag || list || begun.starts_with("<<<<") || begun.starts_with("---") {
                return Begun::Held;
            }
            if mark(begun).is_some() || begun.starts_with("<<<") {
                // The line of the fence.
                return line.map_or(Begun::Open, |(_, rest)| Begun::Behind(rest.to_owned()));
            }
        }
        let words = super::bare(begun);
        if !whole
            && words.starts_with(|ch: char| "123".contains(ch))
            && words.trim_start_matches(['1', '2', '3']).trim().is_empty()
        {
            return Begun::Open;
        }
        let may = |kind: &str| !whole && phrases(kind).any(|phrase| phrase.starts_with(&words));
        if begins(begun, "refusal") && !begins(own, "refusal") {
            return Begun::Held;
        }
        if begins(begun, "label") || words.starts_with(|ch: char| "123".contains(ch)) && labelled(&words) {
            return if own.starts_with(begun) || own.contains(begun.trim()) {
                Begun::Text
            } else {
                Begun::Held
            };
        }
        if begins(begun, "lead") && !whole {
            return Begun::Open;
        }
        if let Some((head, rest)) = line
            && begins(head, "lead")
            && lead_in(&self.original, &format!("{head}\n{rest}.")).is_some()
        {
            return Begun::Behind(rest.to_owned());
        }
        if may("lead") || may("refusal") || may("label") { Begun::Open } else { Begun::Text }
    }
}

/// `1안`, `2 버전`
fn labelled(words: &str) -> bool {
    let rest = words.trim_start_matches(|ch: char| ch.is_ascii_digit() || ch == ' ');
    phrases("label").any(|phrase| rest.starts_with(phrase))
}

/// What a reply has begun with.
enum Begun {
    /// Too little to tell.
    Open,
    Text,
    Held,
    /// Something that is not the text; this follows it.
    Behind(String),
}
