//! The model of an installation without a model: sentences of the sources, word for word, each with its mark.
//!
//! Owns which sentences answer a question best and in what order they stand. It invents nothing and joins nothing, so
//! the gate finds every quotation in its source. It follows no instructions, neither those of a prompt nor those that
//! somebody hid in a source.

mod articles;
mod called;
mod heads;
mod hold;
mod rows;
mod turns;

use std::collections::VecDeque;

use futures::future::{self, BoxFuture};
use futures::{FutureExt as _, StreamExt as _, stream};
use rustc_hash::FxHashSet;

use super::{
    ChatDelta, ChatModel, ChatRequest, ChatStream, FinishReason, ModelError, ModelKind, PromptSource,
};
pub use heads::says_nearest;
use heads::{NEAREST, QUOTATIONS, head};
use hold::{Hold, answers};
use stet_marks::citation::scan_marks;
use stet_prompt::no_evidence;
use stet_segment::{SentenceKind, segment};
use stet_sources::fusion::{Bm25, Passage};
use stet_sources::question::Question;
use stet_text::{normalise, search_terms};

/// At most this many sentences make an answer.
const MOST_SENTENCES: usize = 5;
/// A longer sentence, in characters, is a list or a table that lost its form.
const LONGEST: usize = 400;
/// A shorter one, in characters, says nothing by itself; one that ends as a sentence may be a third shorter (`지점장은 윤서린이다.`).
const SHORTEST: usize = 12;
/// The share of what the question speaks of that a source must hold.
const LEAST_COVERAGE: f64 = 0.25;
/// A sentence is quoted only if it is at least this good compared with the best.
const LEAST_OF_BEST: f64 = 0.5;
/// What the sentence before (a heading, an article's title) and what the source is called lend to a sentence.
const FROM_BEFORE: f64 = 0.35;
const FROM_TITLE: f64 = 0.5;
/// What retrieval found first is likely what is meant.
const FROM_RANK: f64 = 0.4;
/// Items of a list that a sentence announces.
const MOST_ITEMS: usize = 6;
/// Sentences that share this much of their words say the same.
const SAME: f64 = 0.8;

/// Answers with extracts.
#[derive(Debug, Clone, Copy, Default)]
pub struct ExtractiveChat;

impl ExtractiveChat {
    /// The sentence of a source that is nearest to a question, word for word on one line, however little of it the source
    /// holds; `None` when none of its sentences can be quoted.
    #[must_use]
    pub fn nearest(question: &str, source: &PromptSource) -> Option<String> {
        let sources = std::slice::from_ref(source);
        let candidates = candidates(0, &source.text);
        let (ranked, _) = rank(&Question::new(question), &candidates, sources, 0.0);
        let best = ranked.first().copied().or_else(|| beginnings(&[0], &candidates).first().copied());
        candidates.into_iter().nth(best?.1).map(|candidate| candidate.text)
    }
}

impl ChatModel for ExtractiveChat {
    fn name(&self) -> &'static str {
        "extracts"
    }

    fn kind(&self) -> ModelKind {
        ModelKind::Extracts
    }

    fn stream(&self, request: ChatRequest) -> BoxFuture<'_, Result<ChatStream, ModelError>> {
        if request.json {
            let message = "no model is configured, and extracts are no JSON".to_owned();
            return future::ready(Err(ModelError::Provider { status: None, message })).boxed();
        }
        let deltas = deltas(&answer(&request));
        future::ready(Ok(stream::iter(deltas.into_iter().map(Ok)).boxed())).boxed()
    }

    fn check(&self) -> BoxFuture<'_, Result<(), ModelError>> {
        future::ready(Ok(())).boxed()
    }
}

/// The text of the answer.
fn answer(request: &ChatRequest) -> String {
    if let Some(turn) = request.turn {
        return turns::answer(request, turn);
    }
    let own = Question::new(&request.own);
    // The parts of a question with words of those before it are those questions.
    let (mut extracts, mut missing) =
        if own.is_empty() { by_parts(request) } else { (Vec::new(), Vec::new()) };
    if request.whole {
        extracts = overview(&request.sources);
    }
    if extracts.is_empty() {
        extracts = turns::of_own(request, &own);
        missing.clear();
    }
    if extracts.is_empty() {
        return no_evidence(request.language).to_owned();
    }
    let heads = if answers(request, &extracts) { QUOTATIONS } else { NEAREST };
    let mut text = spoken(request, head(heads, request.language), &extracts);
    for part in missing {
        let part = part.trim_end_matches(['?', '.', '!', ' ']);
        text.extend(["\n\n", part, "? ", no_evidence(request.language)]);
    }
    text
}

/// Quotations as paragraphs under their head.
fn spoken(request: &ChatRequest, head: &str, extracts: &[Extract]) -> String {
    let mut text = head.to_owned();
    let lines = called::lines(extracts, &request.sources);
    for (at, (extract, line)) in extracts.iter().zip(lines).enumerate() {
        // Paragraphs, so that a sentence without a full stop ends all the same.
        text.extend(line.iter().flat_map(|line| ["\n\n", line]));
        if let Some(head) = &extract.head {
            let above = at.checked_sub(1).filter(|_| line.is_none()).and_then(|before| extracts.get(before));
            text.push_str(&rows::written(extract, head, above));
            continue;
        }
        text.push_str("\n\n");
        text.push_str(&extract.text);
        text.push_str(" [†");
        text.push_str(&extract.number.to_string());
        text.push(']');
    }
    text
}

/// What is quoted for each of the things that a question asks for, in their order and each sentence once, and the things for
/// which there is nothing to quote.
fn by_parts(request: &ChatRequest) -> (Vec<Extract>, Vec<&str>) {
    let (mut all, mut missing): (Vec<Extract>, Vec<&str>) = (Vec::new(), Vec::new());
    if request.parts.len() < 2 {
        return (all, missing);
    }
    for part in &request.parts {
        let fits = |source: &&PromptSource| part.sources.is_empty() || part.sources.contains(&source.number);
        let sources: Vec<PromptSource> = request.sources.iter().filter(fits).cloned().collect();
        let found = extracts(&part.question, &sources, MOST_SENTENCES.div_ceil(request.parts.len()));
        if found.is_empty() {
            missing.push(&part.question);
        }
        for extract in found {
            if !all.contains(&extract) {
                all.push(extract);
            }
        }
    }
    (all, missing)
}

/// Small pieces, cut after spaces, as a model would send them.
fn deltas(text: &str) -> VecDeque<ChatDelta> {
    let mut deltas = VecDeque::new();
    let mut piece = String::new();
    for word in text.split_inclusive(char::is_whitespace) {
        piece.push_str(word);
        if piece.len() >= 16 || piece.ends_with('\n') {
            deltas.push_back(ChatDelta::Text(std::mem::take(&mut piece)));
        }
    }
    if !piece.is_empty() {
        deltas.push_back(ChatDelta::Text(piece));
    }
    deltas.push_back(ChatDelta::Finish { reason: FinishReason::Stop });
    deltas
}

/// A sentence to quote.
#[derive(PartialEq, Eq)]
struct Extract {
    number: u32,
    /// The heads of the table that it is a row of.
    head: Option<String>,
    text: String,
}

/// A sentence of a source.
struct Candidate {
    /// Index into the sources, and of the sentence in its source.
    source: usize,
    index: usize,
    text: String,
    terms: FxHashSet<String>,
    /// Fit to be quoted; the others only lend their words to the sentence after them.
    quotable: bool,
    /// Ends as a sentence does.
    ended: bool,
}

/// The sentences that answer a question, `most` of them and what they cannot be understood without.
fn extracts(question: &str, sources: &[PromptSource], most: usize) -> Vec<Extract> {
    let unknown = articles::rest_of_unknown(question, sources);
    if unknown.is_some_and(|rest| Question::new(&rest).is_empty()) {
        // What resembles the number of an article is no answer to what that article says.
        return Vec::new();
    }
    let article = articles::asked(question, sources);
    let of_it = |at: usize| article.as_ref().is_none_or(|article| article.sources.contains(&at));
    let asked = Question::new(article.as_ref().map_or(question, |article| &article.rest));
    let candidates: Vec<Candidate> = sources
        .iter()
        .enumerate()
        .filter(|(index, _)| of_it(*index))
        .flat_map(|(index, source)| candidates(index, &source.text))
        .collect();
    let (mut ranked, held) = rank(&asked, &candidates, sources, LEAST_COVERAGE);
    hold::retain_named(&asked, &mut ranked, &candidates, sources);
    let of_rows: Vec<&PromptSource> =
        sources.iter().enumerate().filter(|(at, _)| of_it(*at)).map(|(_, source)| source).collect();
    let (rows, by_row) = rows::meant(&asked, question, &of_rows);
    if by_row.share >= LEAST_COVERAGE && by_row > Hold::of_best(&asked, &ranked, &candidates, sources) {
        return rows;
    }
    if ranked.is_empty() {
        // An article or a regulation that is asked for says what it says from its beginning.
        let first = || held.first().map(std::slice::from_ref).unwrap_or_default();
        ranked = beginnings(article.as_ref().map_or_else(first, |article| &article.sources), &candidates);
    }
    choose(&ranked, &candidates, sources, most)
}

/// What documents as a whole say where their parts begin: a sentence of each source, more of a few.
fn overview(sources: &[PromptSource]) -> Vec<Extract> {
    let all: Vec<usize> = (0..sources.len()).collect();
    let candidates: Vec<Candidate> =
        sources.iter().enumerate().flat_map(|(index, source)| candidates(index, &source.text)).collect();
    choose(&beginnings(&all, &candidates), &candidates, sources, MOST_SENTENCES.max(sources.len()))
}

/// The first sentences of each of these sources.
fn beginnings(sources: &[usize], candidates: &[Candidate]) -> Vec<(f64, usize)> {
    let share = (MOST_SENTENCES / sources.len().max(1)).max(1);
    let quotable = |at: usize, source: usize| {
        candidates.get(at).is_some_and(|candidate| candidate.source == source && candidate.quotable)
    };
    let of = |&source| (0..candidates.len()).filter(move |&at| quotable(at, source)).take(share);
    sources.iter().flat_map(of).map(|at| (1.0, at)).collect()
}

/// The sentences that hold what is asked, with how well they do, the best first; and the sources that speak of it, of `least` of
/// what is asked.
fn rank(
    asked: &Question,
    candidates: &[Candidate],
    sources: &[PromptSource],
    least: f64,
) -> (Vec<(f64, usize)>, Vec<usize>) {
    if asked.is_empty() || candidates.is_empty() {
        return (Vec::new(), Vec::new());
    }
    // Each sentence is a document. A term that none holds weighs most: what the sources do not speak of counts against them.
    let holding = |term: &str| {
        let count = candidates.iter().filter(|candidate| candidate.terms.contains(term)).count();
        u64::try_from(count).ok()
    };
    let length: usize = candidates.iter().map(|candidate| search_terms(&candidate.text).len()).sum();
    let count = candidates.len();
    let bm25 = Bm25::new(asked.clone(), holding, count as u64, length as f64 / count as f64);
    let mut scorer = bm25.scorer();
    let held: Vec<usize> = (0..sources.len())
        .filter(|&at| {
            let own = || candidates.iter().filter(|candidate| candidate.source == at);
            let title = sources.get(at).map(|source| search_terms(&source.called())).unwrap_or_default();
            let has = |term: &str| {
                title.iter().any(|own| own == term) || own().any(|candidate| candidate.terms.contains(term))
            };
            own().next().is_some() && asked.share(has) >= least
        })
        .collect();
    let mut of = |text: &str| scorer.score(&Passage { texts: &[text], ..Passage::default() }).score;
    let own: Vec<f64> = candidates.iter().map(|candidate| of(&candidate.text)).collect();
    let titles: Vec<f64> = sources.iter().map(|source| scorer.score_words(&source.called())).collect();

    let mut ranked: Vec<(f64, usize)> = Vec::new();
    for (at, candidate) in candidates.iter().enumerate() {
        let Some(&score) = own.get(at).filter(|&&score| candidate.quotable && score > 0.0) else { continue };
        if !held.contains(&candidate.source) {
            continue;
        }
        let before = at
            .checked_sub(1)
            .filter(|&before| candidates.get(before).is_some_and(|c| c.source == candidate.source));
        let lent = before.and_then(|before| own.get(before)).copied().unwrap_or_default();
        let from_title = titles.get(candidate.source).copied().unwrap_or_default();
        let whole = if candidate.ended { 1.0 } else { 0.7 };
        let rank = 1.0 + FROM_RANK / (candidate.source + 1) as f64;
        ranked.push((whole * rank * (score + FROM_BEFORE * lent + FROM_TITLE * from_title), at));
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    (ranked, held)
}

/// The best ones without repetition, each with what it cannot be understood without; the best source first, in reading
/// order inside a source.
fn choose(
    ranked: &[(f64, usize)],
    candidates: &[Candidate],
    sources: &[PromptSource],
    most: usize,
) -> Vec<Extract> {
    let best = ranked.first().map_or(0.0, |&(score, _)| score);
    let mut chosen: Vec<usize> = Vec::new();
    for &(score, at) in ranked {
        if chosen.len() >= most || score < LEAST_OF_BEST * best {
            break;
        }
        let Some(candidate) = candidates.get(at) else { continue };
        // A few words share much with every question: they answer where nothing does so better.
        if !chosen.is_empty() && candidate.text.chars().count() < SHORTEST {
            continue;
        }
        let said =
            |&other: &usize| candidates.get(other).is_some_and(|other| says_the_same(other, candidate));
        if !chosen.iter().any(said) {
            chosen.extend(
                whole(at, candidates).into_iter().filter(|part| !chosen.contains(part)).collect::<Vec<_>>(),
            );
        }
    }
    let mut order: Vec<usize> = Vec::new();
    let mut chosen: Vec<&Candidate> = chosen.into_iter().filter_map(|at| candidates.get(at)).collect();
    for candidate in &chosen {
        if !order.contains(&candidate.source) {
            order.push(candidate.source);
        }
    }
    chosen.sort_by_key(|candidate| {
        (order.iter().position(|&source| source == candidate.source), candidate.index)
    });
    chosen
        .into_iter()
        .filter_map(|candidate| {
            let number = sources.get(candidate.source)?.number;
            Some(Extract { number, head: None, text: candidate.text.clone() })
        })
        .collect()
}

/// A sentence with what it cannot be understood without: what announces the list that it is an item of, the list that it
/// announces, and the exception that follows it.
fn whole(at: usize, candidates: &[Candidate]) -> Vec<usize> {
    let Some(own) = candidates.get(at) else { return Vec::new() };
    let same = |at: &usize| candidates.get(*at).filter(|other| other.source == own.source);
    let mut parts = vec![at];
    if is_item(&own.text) {
        let announcing = (0..at)
            .rev()
            .take_while(|at| same(at).is_some())
            .find(|at| same(at).is_some_and(|c| announces(&c.text)));
        parts.extend(announcing);
    }
    if announces(&own.text) {
        parts.extend(
            (at + 1..).map_while(|at| same(&at).filter(|c| is_item(&c.text)).map(|_| at)).take(MOST_ITEMS),
        );
    }
    let next = parts.iter().copied().max().unwrap_or(at) + 1;
    parts.extend(same(&next).filter(|c| is_exception(&c.text)).map(|_| next));
    parts
}

/// Whether a sentence is an item of a list: `1.`, `가.`, `(2)`, `-`.
fn is_item(text: &str) -> bool {
    let head = text.trim_start_matches(['(', '（']);
    let mark = head.find(['.', ')', '）']).and_then(|end| head.get(..end)).unwrap_or_default();
    let is_number = !mark.is_empty() && mark.len() <= 3 && mark.bytes().all(|byte| byte.is_ascii_digit());
    let mut letters = mark.chars();
    let is_letter = matches!((letters.next(), letters.next()), (Some('가'..='하' | 'a'..='z'), None));
    is_number || is_letter || text.starts_with(['○', '◦', '▪', '※', '▸', '‑'])
}

/// Whether a list follows: `다음 각 호와 같다.`, `as follows:`.
fn announces(text: &str) -> bool {
    let end = text.trim_end_matches(['.', ' ']);
    end.ends_with(':')
        || ["다음 각", "다음과 같", "다음의 어느", "다음 사항"].iter().any(|words| text.contains(words))
        || ["as follows", "the following"].iter().any(|words| end.ends_with(words))
}

fn is_exception(text: &str) -> bool {
    ["다만", "단,", "단서", "However", "Except", "Unless", "This does not apply", "그러하지"]
        .iter()
        .any(|words| text.starts_with(words))
}

fn says_the_same(a: &Candidate, b: &Candidate) -> bool {
    let (a_text, b_text) = (normalise(&a.text), normalise(&b.text));
    if a_text.contains(&b_text) || b_text.contains(&a_text) {
        return true;
    }
    let shared = a.terms.iter().filter(|term| b.terms.contains(*term)).count();
    let all = a.terms.len() + b.terms.len() - shared;
    all > 0 && shared as f64 / all as f64 >= SAME
}

/// The sentences of one source.
fn candidates(source: usize, text: &str) -> Vec<Candidate> {
    segment(text)
        .into_iter()
        .enumerate()
        .filter_map(|(index, sentence)| {
            let raw = sentence.span.of(text);
            if matches!(sentence.kind, SentenceKind::Code | SentenceKind::Table) {
                return None;
            }
            let quote = without_amendments(&on_one_line(raw)).to_owned();
            if quote.is_empty() {
                return None;
            }
            let terms: FxHashSet<String> = search_terms(&quote).into_iter().collect();
            let quotable = sentence.kind == SentenceKind::Claim && is_quotable(&quote);
            let ended = quote
                .trim_end_matches(['"', '\'', '”', '’', ')', '」', '』'])
                .ends_with(['.', '!', '。', '！', '…']);
            (!terms.is_empty()).then_some(Candidate { source, index, text: quote, terms, quotable, ended })
        })
        .collect()
}

/// The whole sentences of a text that can be quoted, word for word on one line each.
#[must_use]
pub fn quotable(text: &str) -> Vec<String> {
    let own = candidates(0, text).into_iter().filter(|own| own.quotable && own.ended);
    own.map(|own| own.text).collect()
}

/// A sentence of a source as it can stand in a paragraph: line breaks become spaces, list and quotation signs go.
fn on_one_line(raw: &str) -> String {
    let line = raw.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut rest = line.as_str();
    while let Some(after) = ["- ", "* ", "+ ", "> ", "# ", "## ", "### ", "• ", "· "]
        .iter()
        .find_map(|sign| rest.strip_prefix(sign))
    {
        rest = after;
    }
    rest.to_owned()
}

fn is_quotable(sentence: &str) -> bool {
    let characters = sentence.chars().count();
    let least = if sentence.ends_with('.') { SHORTEST * 2 / 3 } else { SHORTEST };
    if !(least..=LONGEST).contains(&characters) || sentence.contains('|') || sentence.contains("```") {
        return false;
    }
    let letters = sentence.chars().filter(|character| character.is_alphabetic()).count();
    let spaces = sentence.chars().filter(|character| character.is_whitespace()).count();
    // Rows of figures and dotted lines of a table of contents.
    if letters * 2 < characters - spaces || sentence.contains("....") || sentence.contains("····") {
        return false;
    }
    // The tail of a sentence that the chunk begins in the middle of.
    if sentence.chars().next().is_some_and(char::is_lowercase) {
        return false;
    }
    // A bracket mark of the source's own would be read as a citation of this answer.
    !scan_marks(sentence).iter().any(|mark| mark.span.of(sentence).starts_with(['[', '【', '［']))
}

/// A sentence without the notes of its amendments at its end: `<개정 2010. 7. 1.>`.
fn without_amendments(sentence: &str) -> &str {
    let mut rest = sentence.trim_end();
    while let Some(open) = rest.strip_suffix('>').and_then(|inner| inner.rfind('<'))
        && rest.get(open..).is_some_and(|note| note.chars().any(|c| c.is_ascii_digit()))
    {
        rest = rest.get(..open).unwrap_or_default().trim_end();
    }
    rest
}

#[cfg(test)]
mod tests;
