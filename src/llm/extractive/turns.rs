//! What is quoted where the last answer is asked for once more, in another form, or what its sources say.
//!
//! Quotations can be fewer, a list or a table; other words or another language they cannot have, and that is said.

use super::heads::{self, NEAREST, QUOTATIONS};
use super::{Candidate, Extract, MOST_SENTENCES, by_parts, candidates, extracts, hold, no_evidence, spoken};
use crate::{ChatRequest, PromptSource};
use stet_sources::question::Question;
use stet_sources::turn::Turn;
use stet_text::Language;

/// Sentences of passages that are read as they stand.
const MOST: usize = 8;

/// What stands above quotations that a model would have to put otherwise; Korean, English.
const NO_MODEL: [&str; 2] = [
    "번역하거나 바꾸어 쓰려면 모델이 필요합니다. 앞선 답변이 인용한 문장:",
    "Translating and rewriting take a model. The sentences that the last answer quotes:",
];

/// The text of the answer to such a request.
pub(super) fn answer(request: &ChatRequest, turn: Turn) -> String {
    let (mut found, _) = by_parts(request);
    if matches!(turn, Turn::More | Turn::Source(_)) {
        found = passages(request);
    } else if found.is_empty() {
        found = extracts(&request.question, &request.sources, MOST_SENTENCES);
    }
    if turn == Turn::Shorter {
        found.truncate(1);
    }
    if found.is_empty() {
        return no_evidence(request.language).to_owned();
    }
    let heads = match turn {
        Turn::Rewritten => NO_MODEL,
        Turn::More | Turn::Source(_) => QUOTATIONS,
        _ if hold::answers(request, &found) => QUOTATIONS,
        _ => NEAREST,
    };
    let head = heads::head(heads, request.language);
    // A row of a table stays one.
    let listed = found.iter().all(|extract| extract.head.is_none());
    let lines = found
        .iter()
        .enumerate()
        .map(|(at, extract)| format!("{}{} [†{}]", mark(turn, at), extract.text, extract.number));
    match turn {
        Turn::Listed | Turn::Numbered if listed => {
            [head.to_owned(), String::new()].into_iter().chain(lines).collect::<Vec<_>>().join("\n")
        }
        Turn::Table if listed => table(request, head, &found),
        _ => spoken(request, head, &found),
    }
}

/// What is quoted for a question that has words of those before it: only what speaks of the last one itself.
pub(super) fn of_own(request: &ChatRequest, own: &Question) -> Vec<Extract> {
    let speaks = |source: &&PromptSource| hold::speaks_of(own, source);
    let sources: Vec<PromptSource> = request.sources.iter().filter(speaks).cloned().collect();
    let mut found = extracts(&request.question, &sources, MOST_SENTENCES);
    found.retain(|extract| hold::is_of(own, extract, &sources));
    if found.is_empty() && !own.is_empty() {
        found = extracts(&request.own, &sources, MOST_SENTENCES);
    }
    found
}

fn mark(turn: Turn, at: usize) -> String {
    match turn {
        Turn::Numbered => format!("{}. ", at + 1),
        _ => "- ".to_owned(),
    }
}

/// What each quotation is of, and the quotation.
fn table(request: &ChatRequest, head: &str, found: &[Extract]) -> String {
    let columns = match request.language {
        Language::Ko => "| 출처 | 문장 |",
        Language::En => "| Source | Sentence |",
    };
    let mut text = format!("{head}\n\n{columns}\n| --- | --- |");
    for extract in found {
        let source = request.sources.iter().find(|source| source.number == extract.number);
        let called = source.map(|source| source.title.replace('|', " ")).unwrap_or_default();
        text.extend(["\n| ", &called, " | ", &extract.text, " [†", &extract.number.to_string(), "] |"]);
    }
    text
}

/// The sentences of the passages, in their order.
fn passages(request: &ChatRequest) -> Vec<Extract> {
    let of = |at: usize| {
        let source = request.sources.get(at)?;
        let own = candidates(at, &source.text).into_iter().filter(|own| own.quotable);
        Some(own.map(|Candidate { text, .. }| Extract { number: source.number, head: None, text }))
    };
    (0..request.sources.len()).filter_map(of).flatten().take(MOST).collect()
}
