//! What of an answer's events a client of `/v1` is told, whichever form it speaks: words, citations, the end.
//!
//! A stream is told as it comes: a text that another one replaces is withdrawn in it by a line of its own. A whole message, and
//! a stream that holds its words back, is told as it stands at its end. Offsets are UTF-16 code units of the text that the client
//! has, footnotes included.

use std::collections::BTreeMap;
use std::sync::Arc;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::replaced::{Replaced, withdrawal};
use crate::wire::{self, CitedSource};
use stet_answer::{Citation, SentenceReport, State};
use stet_ask::{Event, FinishReason, Metadata, SourceCard, Usage};
use stet_text::span::{Span, Utf16Map, utf16_len};
use stet_text::{Language, language};

/// A citation with its place in the text; offsets are UTF-16 code units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub(super) struct Annotation {
    /// Begin of the mark in the text.
    #[serde(rename = "start_index")]
    pub start: usize,
    /// End of the mark, exclusive.
    #[serde(rename = "end_index")]
    pub end: usize,
    /// For people to read.
    pub title: String,
    /// A page that people can read: the passage with the cited words marked, or the web page.
    pub url: String,
}

/// Why an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "CompletionEnd")]
pub(super) enum Ended {
    Stop,
    Length,
    ContentFilter,
}

/// The structured result, with the text as it is stored and its sentences.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "AnswerVerdict")]
pub(super) struct Verdict {
    #[serde(flatten)]
    #[schemars(schema_with = "of_metadata")]
    metadata: Value,
    /// The text as it is stored; offsets of the sentences are UTF-16 code units of it.
    answer: String,
    /// Each as data-sentence tells it.
    #[schemars(with = "Vec<Map<String, Value>>")]
    sentences: Vec<Value>,
    /// The conversation, where it is kept.
    #[serde(rename = "chatId", skip_serializing_if = "Option::is_none")]
    chat_id: Option<String>,
}

fn of_metadata(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "allOf": [{ "$ref": "#/components/schemas/Metadata" }] })
}

/// One piece of a stream.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Text(String),
    Cited(Vec<Annotation>),
    /// All of the text so far does not count; what comes next takes its place.
    Withdrawn,
}

/// The events so far.
#[derive(Debug)]
pub(super) struct Telling {
    address: String,
    footnotes: bool,
    /// Nothing is said before the answer is judged.
    holds: bool,
    sources: Vec<(SourceCard, Arc<str>)>,
    /// The text as it stands, with edits.
    text: String,
    /// The sentences as they stand.
    reports: BTreeMap<usize, SentenceReport>,
    /// What was sent of a stream, and how much of it belongs to sentences that were told.
    sent: String,
    settled: usize,
    /// Sentences with a footnote, in the order of the notes, and how many of these stand in a text that was withdrawn.
    noted: Vec<usize>,
    withdrawn: usize,
    pub metadata: Option<Metadata>,
    pub finish: Ended,
}

impl Telling {
    pub fn new(address: String, footnotes: bool, replaced: Replaced) -> Self {
        Self {
            address,
            footnotes,
            holds: replaced == Replaced::Hold,
            sources: Vec::new(),
            text: String::new(),
            reports: BTreeMap::new(),
            sent: String::new(),
            settled: 0,
            noted: Vec::new(),
            withdrawn: 0,
            metadata: None,
            finish: Ended::Stop,
        }
    }

    /// Takes an event and gives what a stream says because of it.
    pub fn hear(&mut self, event: &Event) -> Vec<Piece> {
        let pieces = self.take(event);
        if !self.holds {
            return pieces;
        }
        // What comes behind these is judged already.
        if !matches!(event, Event::Metadata(_) | Event::Finish { .. } | Event::Abort { .. }) {
            return Vec::new();
        }
        self.holds = false;
        let (text, cited) = self.message(None);
        self.sent.clone_from(&text);
        let cited = Some(cited).filter(|cited| !cited.is_empty()).map(Piece::Cited);
        std::iter::once(Piece::Text(text)).chain(cited).collect()
    }

    fn take(&mut self, event: &Event) -> Vec<Piece> {
        match event {
            Event::Source { card, text } => self.sources.push(((**card).clone(), text.clone())),
            Event::Text { delta, .. } => {
                self.text.push_str(delta);
                self.sent.push_str(delta);
                return vec![Piece::Text(delta.clone())];
            }
            Event::Edit { edit, .. } => {
                let (span, words) = (edit.span, &edit.replacement);
                if self.text.get(span.start..span.end).is_some() {
                    self.text.replace_range(span.start..span.end, words);
                }
                let moved = |at: usize| if at < span.end { at } else { at - span.len() + words.len() };
                for report in self.reports.values_mut() {
                    report.relocate(moved);
                }
            }
            Event::Sentence { report, .. } => {
                let is_new = self.reports.insert(report.index, (**report).clone()).is_none();
                return if is_new { self.sentence(report) } else { Vec::new() };
            }
            // Another attempt: what was said before is not part of the message.
            Event::Superseded { reason, .. } => return self.withdraw(reason),
            Event::Metadata(done) => self.metadata = Some((**done).clone()),
            Event::Finish { reason, metadata } => {
                (self.metadata, self.finish) = (Some((**metadata).clone()), finish_reason(*reason));
                return self.notes();
            }
            _ => {}
        }
        Vec::new()
    }

    fn withdraw(&mut self, reason: &str) -> Vec<Piece> {
        if self.text.is_empty() {
            return Vec::new();
        }
        let line = format!("{}{}", self.list(language(reason)).trim_end(), withdrawal(reason));
        self.text.clear();
        self.reports.clear();
        self.withdrawn = self.noted.len();
        self.sent.push_str(&line);
        self.settled = self.sent.len();
        vec![Piece::Text(line), Piece::Withdrawn]
    }

    /// Begins another text of the same stream, with places and notes of its own.
    pub fn begin_again(&mut self) {
        self.sent.clear();
        self.noted.clear();
        (self.settled, self.withdrawn) = (0, 0);
    }

    /// A sentence that was told for the first time: where its citations stand in what was sent. A mark that Stet put into
    /// words which are gone already comes behind them.
    fn sentence(&mut self, report: &SentenceReport) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut behind = String::new();
        let mut cited = Vec::new();
        let mut from = self.settled;
        for citation in &report.citations {
            let found = self.sent.get(from..).and_then(|rest| rest.find(&citation.mark));
            let start = found.map_or(self.sent.len() + 1, |at| from + at);
            if found.is_none() {
                let put = format!(" {}", citation.mark);
                self.sent.push_str(&put);
                behind.push_str(&put);
            }
            from = start + citation.mark.len();
            let start = utf16_len(self.sent.get(..start).unwrap_or_default());
            cited.push(self.annotation(citation, start));
        }
        if self.footnotes && is_bad(report.state) {
            let mark = self.note(report.index);
            self.sent.push_str(&mark);
            behind.push_str(&mark);
        }
        self.settled = self.sent.len();
        if !behind.is_empty() {
            pieces.push(Piece::Text(behind));
        }
        if !cited.is_empty() {
            pieces.push(Piece::Cited(cited));
        }
        pieces
    }

    fn note(&mut self, index: usize) -> String {
        self.noted.push(index);
        format!("[^{}]", self.noted.len())
    }

    fn annotation(&self, citation: &Citation, start: usize) -> Annotation {
        let source = self.sources.get(citation.source);
        let card = source.map(|(card, _)| card);
        let url = source.map(|(card, text)| {
            if let Some(url) = &card.url {
                return url.clone();
            }
            let words = citation.evidence.and_then(|span| fragment(text, span));
            let words = words.map_or_else(String::new, |words| format!("?text={words}"));
            format!("{}/#/p/{}{words}", self.address, card.chunk_id)
        });
        Annotation {
            start,
            end: start + utf16_len(&citation.mark),
            title: card.map_or_else(String::new, |card| card.title.clone()),
            url: url.unwrap_or_else(|| self.address.clone()),
        }
    }

    /// What stands below the answer: the last word on it, and the notes.
    fn notes(&mut self) -> Vec<Piece> {
        let text = self.below();
        if text.is_empty() {
            return Vec::new();
        }
        self.sent.push_str(&text);
        vec![Piece::Text(text)]
    }

    fn below(&mut self) -> String {
        let language = self.metadata.as_ref().map_or(Language::En, |metadata| metadata.language);
        let last = self.metadata.as_ref().and_then(last_word);
        format!("{}{}", last.map(|last| format!("\n\n{last}")).unwrap_or_default(), self.list(language))
    }

    /// The notes of the footnotes, and of what was found out too late for one.
    fn list(&mut self, language: Language) -> String {
        if !self.footnotes {
            return String::new();
        }
        let marked = self.noted.len();
        let bad = self.reports.values().filter(|report| is_bad(report.state)).map(|report| report.index);
        let own = self.noted.get(self.withdrawn..).unwrap_or_default();
        let late: Vec<usize> = bad.filter(|index| !own.contains(index)).collect();
        self.noted.extend(late);
        let lines: Vec<String> = (1..)
            .zip(&self.noted)
            .skip(self.withdrawn)
            .filter_map(|(number, index)| {
                let report = self.reports.get(index)?;
                let what = match (report.state, language) {
                    (State::Uncertain, Language::Ko) => "출처와 견주어 확인이 필요한 문장입니다",
                    (State::Uncertain, Language::En) => "this sentence is to be checked against its source",
                    (state, Language::Ko) if is_bad(state) => "출처가 뒷받침하지 않는 문장입니다",
                    (state, Language::En) if is_bad(state) => "no source supports this sentence",
                    (_, Language::Ko) => "다시 확인해 보니 출처가 뒷받침합니다",
                    (_, Language::En) => "a second check found support in the sources",
                };
                let quoted =
                    if number > marked { format!("“{}” — ", report.statement) } else { String::new() };
                let why =
                    if report.reason.is_empty() { String::new() } else { format!(" ({})", report.reason) };
                let note = format!("[^{number}]: {quoted}{what}{why}");
                Some(note.split_whitespace().collect::<Vec<_>>().join(" "))
            })
            .collect();
        if lines.is_empty() { String::new() } else { format!("\n\n{}\n", lines.join("\n")) }
    }

    /// Words that are no part of an answer.
    pub fn say(&mut self, words: &str) {
        self.sent.push_str(words);
    }

    /// All that was sent of a stream.
    pub fn sent(&self) -> &str {
        &self.sent
    }

    /// The message as it stands at its end, `stored` where the store has it.
    pub fn message(&mut self, stored: Option<String>) -> (String, Vec<Annotation>) {
        if let Some(stored) = stored {
            self.text = stored;
        }
        self.noted.clear();
        self.withdrawn = 0;
        let mut reports: Vec<SentenceReport> = self.reports.values().cloned().collect();
        reports.sort_by_key(|report| report.span.start);
        let (mut out, mut units, mut at) = (String::new(), 0, 0);
        let mut cited = Vec::new();
        for report in &reports {
            let place = |to: usize| utf16_len(self.text.get(at..to).unwrap_or_default());
            let found = report.citations.iter().filter(|citation| citation.span.start >= at);
            cited.extend(found.map(|citation| self.annotation(citation, units + place(citation.span.start))));
            let end = report.span.start + report.span.of(&self.text).trim_end().len();
            let Some(words) = self.text.get(at..end) else { continue };
            out.push_str(words);
            units += utf16_len(words);
            at = end;
            if self.footnotes && is_bad(report.state) {
                let mark = self.note(report.index);
                out.push_str(&mark);
                units += utf16_len(&mark);
            }
        }
        out.push_str(self.text.get(at..).unwrap_or_default());
        out.push_str(&self.below());
        (out, cited)
    }

    /// Stet's own member of what ends an answer: the metadata with the sentences, whose offsets are those of `answer`, the
    /// text as it is stored.
    pub fn stet(&self, kept_as: Option<&str>) -> Option<Verdict> {
        let metadata = self.metadata.as_ref()?;
        let map = Utf16Map::new(&self.text);
        let source = |at: usize| {
            let (card, text) = self.sources.get(at)?;
            let chunk_id = Some(card.chunk_id.as_str()).filter(|id| !id.is_empty());
            Some(CitedSource { id: &card.source_id, chunk_id, text })
        };
        let sentences = self.reports.values().map(|report| json!(wire::sentence(report, &map, &source)));
        Some(Verdict {
            metadata: wire::metadata(metadata),
            answer: self.text.clone(),
            sentences: sentences.collect(),
            chat_id: kept_as.map(str::to_owned),
        })
    }

    /// What the model's server counted; zero where nothing was asked of a model.
    pub fn usage(&self) -> Option<Usage> {
        let metadata = self.metadata.as_ref()?;
        metadata.usage.or_else(|| metadata.extracts.then(Usage::default))
    }
}

/// Characters of the beginning, and of the end, by which an address names words that are longer than both.
const NAMED: usize = 32;

/// Words of a text as the address of its page names them, which marks them there, in the form of a text fragment: `words`, or
/// `start,end` where that leads to the same.
fn fragment(text: &str, words: Span) -> Option<String> {
    let span = words.trimmed(text);
    let words = span.of(text);
    if words.is_empty() {
        return None;
    }
    let encoded = |words: &str| utf8_percent_encode(words, NON_ALPHANUMERIC).to_string();
    let short = || {
        let (start, rest) = words.split_at_checked(words.char_indices().nth(NAMED)?.0)?;
        let end = words.get(words.char_indices().nth_back(NAMED - 1)?.0..)?;
        let leads = rest.len() > end.len()
            && text.find(start) == Some(span.start)
            && rest.find(end) == Some(rest.len() - end.len());
        leads.then(|| format!("{},{}", encoded(start), encoded(end)))
    };
    Some(short().unwrap_or_else(|| encoded(words)))
}

/// What an answer that does not answer leaves its reader with, who may read nothing but the text: the nearest passage where it
/// refuses, a warning where the sources bear out too little of it.
fn last_word(metadata: &Metadata) -> Option<String> {
    if let Some(related) = &metadata.related {
        return Some(format!("→ {}", related.words(metadata.language)));
    }
    let check = metadata.hallucination_check.as_ref().filter(|check| !check.passed)?;
    let (claims, supported) = (check.claims, metadata.counts.supported);
    Some(match metadata.language {
        Language::Ko => format!(
            "⚠ 그대로 믿지 마세요. 위의 주장 {claims}개 가운데 {supported}개만 출처로 확인되었습니다."
        ),
        Language::En => format!(
            "⚠ Do not rely on this: {supported} of {claims} claims above are supported by the sources."
        ),
    })
}

/// Whether a reader has to be warned of a sentence.
const fn is_bad(state: State) -> bool {
    matches!(state, State::Unsupported | State::UnknownSource | State::Uncertain)
}

const fn finish_reason(reason: FinishReason) -> Ended {
    match reason {
        FinishReason::Length => Ended::Length,
        FinishReason::ContentFilter => Ended::ContentFilter,
        FinishReason::Stop | FinishReason::Error | FinishReason::Other => Ended::Stop,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_the_words_that_bear_a_sentence_out() {
        let told = |text: &str, words: &str| {
            let start = text.find(words).unwrap();
            fragment(text, Span::new(start, start + words.len()))
        };
        let english = "Leave. A leave of absence must not exceed three years in total, military service not counted. Ask early.";
        assert_eq!(told(english, " Ask early.").as_deref(), Some("Ask%20early%2E"));
        let long = "A leave of absence must not exceed three years in total, military service not counted.";
        assert_eq!(
            told(english, long).as_deref(),
            Some("A%20leave%20of%20absence%20must%20not%20exce,l%2C%20military%20service%20not%20counted%2E"),
        );
        // What begins like something before it, or holds its own end twice, is named whole.
        let twice = format!("A leave of absence must not exceed it. {long}");
        assert_eq!(told(&twice, long), Some(utf8_percent_encode(long, NON_ALPHANUMERIC).to_string()));
        let inner = "가".repeat(200);
        assert_eq!(told(&inner, &inner), Some(utf8_percent_encode(&inner, NON_ALPHANUMERIC).to_string()));
        assert_eq!(fragment(english, Span::new(6, 7)), None);
        assert_eq!(fragment("휴학", Span::new(1, 4)), None, "no span of the text");
    }
}
