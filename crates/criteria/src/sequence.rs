//! Rules of Vale about words in a row, by how they are written and what part of speech they are.
//!
//! The parts of speech are those of `harper-core`, told in the names that Vale's rules use (those of the Penn Treebank).
//! Where one of its names stands for several of theirs, a word is any of them.

use std::sync::{Arc, LazyLock};

use harper_core::parsers::PlainEnglish;
use harper_core::spell::FstDictionary;
use harper_core::{Document, TokenKind, WordMetadata};
use serde_json::Value;
use stet_text::span::Span;

use super::check::Check;
use super::mistake::{Misplaced, Mistake};
use super::pattern::{Pattern, Pool, Work};

static DICTIONARY: LazyLock<Arc<FstDictionary>> = LazyLock::new(FstDictionary::curated);
/// Longest sentence that is tagged, in bytes.
const LONGEST: usize = 4_000;
/// Words that a part may pass over.
const MOST_SKIPPED: u64 = 50;

/// One word of the row.
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools)] // what Vale notes of a word
struct Part {
    pattern: Option<Pattern>,
    tag: Option<Pattern>,
    negate: bool,
    optional: bool,
    skips: bool,
    start: bool,
    end: bool,
}

/// Words in a row.
#[derive(Debug, Clone)]
pub struct Sequence {
    parts: Vec<Part>,
    /// The part that is looked for first.
    anchor: usize,
}

struct Word<'a> {
    span: Span,
    text: &'a str,
    tags: Vec<&'static str>,
}

impl Sequence {
    pub(super) fn new(check: &Check, pool: &mut Pool) -> Result<Self, Misplaced> {
        let case = if check.ignorecase { "(?i)" } else { "" };
        let mut parts = Vec::new();
        for token in &check.tokens {
            let token: Value = serde_json::from_str(token).unwrap_or_default();
            let text = |field: &str| token.get(field).and_then(Value::as_str).filter(|text| !text.is_empty());
            let mut made = |pattern: Option<String>| {
                pattern
                    .map(|pattern| Pattern::new(&pattern, pool))
                    .transpose()
                    .map_err(|mistake| ("tokens", mistake))
            };
            let mut part = Part {
                pattern: made(text("pattern").map(|pattern| format!(r"{case}(?m)\b(?:{pattern})\b")))?,
                tag: made(text("tag").map(str::to_owned))?,
                negate: token.get("negate").and_then(Value::as_bool).unwrap_or_default(),
                optional: true,
                skips: false,
                start: true,
                end: false,
            };
            let skip = token.get("skip").and_then(Value::as_u64).unwrap_or_default().min(MOST_SKIPPED);
            part.skips = skip > 0;
            for _ in 0..skip {
                parts.push(part.clone());
                part.start = false;
            }
            if part.pattern.is_some() || part.tag.is_some() {
                parts.push(Part { optional: false, start: false, end: true, ..part });
            }
        }
        let anchor = parts.iter().position(|part| !part.negate && part.pattern.is_some());
        let anchor = anchor.ok_or(("tokens", Mistake::NoTokens))?;
        Ok(Self { parts, anchor })
    }

    /// The rows in a sentence, and the words of each.
    pub(super) fn find<'t>(&self, sentence: &'t str, work: &mut Work) -> Vec<(Span, Vec<&'t str>)> {
        let Some(anchor) = self.parts.get(self.anchor) else { return Vec::new() };
        let written =
            |work: &mut Work| anchor.pattern.as_ref().is_some_and(|pattern| pattern.is_match(sentence, work));
        if sentence.len() > LONGEST || !written(work) {
            return Vec::new();
        }
        let words = tagged(sentence);
        let rows = (0..words.len()).filter_map(|at| {
            let (from, to) = self.row(&words, at, work)?;
            let row = words.get(from..=to)?;
            Some((
                Span::new(row.first()?.span.start, row.last()?.span.end),
                row.iter().map(|word| word.text).collect(),
            ))
        });
        rows.collect()
    }

    /// The first and the last word of the row whose anchor is the word `at`.
    fn row(&self, words: &[Word<'_>], at: usize, work: &mut Work) -> Option<(usize, usize)> {
        if !self.parts.get(self.anchor)?.takes(words.get(at)?, work) {
            return None;
        }
        let (mut from, mut to) = (at, at);
        for back in 1..=self.anchor {
            let part = self.parts.get(self.anchor - back)?;
            from = at.checked_sub(back)?;
            // Read from the right, what may be left out is the other way round.
            let optional =
                if part.skips { (part.optional || part.end) && !part.start } else { part.optional };
            match (part.takes(words.get(from)?, work), optional) {
                (false, false) => return None,
                (true, true) => break,
                _ => {}
            }
        }
        for (ahead, part) in self.parts.iter().skip(self.anchor).enumerate() {
            to = at + ahead;
            match (part.takes(words.get(to)?, work), part.optional) {
                (false, false) => return None,
                (true, true) => break,
                _ => {}
            }
        }
        Some((from, to))
    }
}

impl Part {
    fn takes(&self, read: &Word<'_>, work: &mut Work) -> bool {
        let mut wrong = |pattern: &Option<Pattern>, any: &[&str]| {
            pattern
                .as_ref()
                .is_some_and(|pattern| any.iter().any(|text| pattern.is_match(text, work)) == self.negate)
        };
        !wrong(&self.tag, &read.tags) && !wrong(&self.pattern, &[read.text])
    }
}

/// The words and marks of a sentence.
fn tagged(sentence: &str) -> Vec<Word<'_>> {
    let document = Document::new(sentence, &PlainEnglish, &**DICTIONARY);
    let mut bytes: Vec<usize> = sentence.char_indices().map(|(at, _)| at).collect();
    bytes.push(sentence.len());
    let word = |token: &harper_core::Token| {
        let span = Span::new(*bytes.get(token.span.start)?, *bytes.get(token.span.end)?);
        let text = span.of(sentence);
        let tags = match &token.kind {
            TokenKind::Space(_) | TokenKind::Newline(_) | TokenKind::ParagraphBreak => return None,
            TokenKind::Word(Some(known)) => tags(text, known),
            TokenKind::Word(None) if text.starts_with(char::is_uppercase) => vec!["NNP"],
            TokenKind::Word(None) => vec!["NN"],
            TokenKind::Number(_) => vec!["CD"],
            _ => vec!["SYM"],
        };
        Some(Word { span, text, tags })
    };
    document.get_tokens().iter().filter_map(word).collect()
}

/// The names of the Penn Treebank that a word may have.
fn tags(word: &str, known: &WordMetadata) -> Vec<&'static str> {
    let plural = word.ends_with('s') && !word.ends_with("ss");
    let tag = known.pos_tag.map(|tag| format!("{tag:?}")).unwrap_or_default();
    match tag.as_str() {
        "NOUN" if plural => vec!["NNS"],
        "PROPN" if plural => vec!["NNP", "NNPS"],
        "PROPN" => vec!["NNP"],
        "VERB" | "AUX" if word.ends_with("ing") => vec!["VBG"],
        "VERB" | "AUX" if word.ends_with("ed") => vec!["VBD", "VBN"],
        "VERB" | "AUX" if plural => vec!["VBZ"],
        "AUX" => vec!["MD", "VB", "VBP", "VBD"],
        "VERB" => vec!["VB", "VBP", "VBD", "VBN"],
        "ADJ" => vec!["JJ", "JJR", "JJS"],
        "ADV" => vec!["RB", "RBR", "RBS"],
        "ADP" | "SCONJ" => vec!["IN"],
        "PART" => vec!["TO", "RP", "POS"],
        "DET" => vec!["DT", "PDT", "WDT"],
        "PRON" => vec!["PRP", "PRP$", "WP", "EX"],
        "CCONJ" => vec!["CC"],
        "NUM" => vec!["CD"],
        "INTJ" => vec!["UH"],
        _ => vec!["NN"],
    }
}
