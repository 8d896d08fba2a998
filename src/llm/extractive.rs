//! The model of an installation without a model: sentences of the sources, word for word, each with its mark.
//!
//! Owns which sentences answer a question best and in what order they stand. It invents nothing and joins nothing, so
//! the gate finds every quotation in its source. It follows no instructions, neither those of a prompt nor those that
//! somebody hid in a source.

mod articles;

use std::collections::VecDeque;

use futures::future::{self, BoxFuture};
use futures::{FutureExt as _, StreamExt as _, stream};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    ChatDelta, ChatModel, ChatRequest, ChatStream, FinishReason, ModelError, ModelKind, PromptSource,
};
use stet_marks::citation::scan_marks;
use stet_segment::{SentenceKind, segment};
use stet_text::{Language, normalise, search_terms, tokens};

/// At most this many sentences make an answer.
const MOST_SENTENCES: usize = 5;
/// A longer sentence, in characters, is a list or a table that lost its form.
const LONGEST: usize = 400;
/// A shorter one, in characters, says nothing by itself.
const SHORTEST: usize = 12;
/// The share of the question's weight that the best sentence and what stands around it must hold.
const LEAST_COVERAGE: f64 = 0.25;
/// A sentence is quoted only if it is at least this good compared with the best.
const LEAST_OF_BEST: f64 = 0.45;
/// BM25's saturation and length normalisation (Robertson and Zaragoza 2009); sentences vary little in length, so less
/// than the usual 0.75 of the latter.
const K1: f64 = 1.2;
const B: f64 = 0.5;
/// What the sentence before (a heading, an article's title) and the source's title lend to a sentence.
const FROM_BEFORE: f64 = 0.35;
const FROM_TITLE: f64 = 0.2;
/// Sentences that share this much of their words say the same.
const SAME: f64 = 0.8;

/// Answers with extracts.
#[derive(Debug, Clone, Copy, Default)]
pub struct ExtractiveChat;

impl ExtractiveChat {
    /// The line above the extracts.
    #[must_use]
    pub const fn lead_in(language: Language) -> &'static str {
        match language {
            Language::Ko => "제공된 출처에서 찾은 문장:",
            Language::En => "Sentences found in your sources:",
        }
    }

    /// The whole answer when the sources hold nothing for the question.
    #[must_use]
    pub const fn nothing_found(language: Language) -> &'static str {
        match language {
            Language::Ko => "해당 정보는 제공된 출처에서 확인되지 않습니다.",
            Language::En => "The provided sources do not contain this information.",
        }
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
    let extracts = extracts(&request.question, &request.sources);
    if extracts.is_empty() {
        return ExtractiveChat::nothing_found(request.language).to_owned();
    }
    let mut text = ExtractiveChat::lead_in(request.language).to_owned();
    for extract in extracts {
        // Paragraphs, so that a sentence without a full stop ends all the same.
        text.push_str("\n\n");
        text.push_str(&extract.text);
        text.push_str(" [†");
        text.push_str(&extract.number.to_string());
        text.push(']');
    }
    text
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
struct Extract {
    number: u32,
    text: String,
}

/// A sentence of a source.
struct Candidate {
    /// Index into the sources, and of the sentence in its source.
    source: usize,
    index: usize,
    text: String,
    terms: FxHashMap<String, u32>,
    length: f64,
    /// Fit to be quoted; the others only lend their words to the sentence after them.
    quotable: bool,
    /// Ends as a sentence does.
    ended: bool,
}

fn extracts(question: &str, sources: &[PromptSource]) -> Vec<Extract> {
    let unknown = articles::rest_of_unknown(question, sources);
    if unknown.is_some_and(|rest| question_terms(&rest).is_empty()) {
        // What resembles the number of an article is no answer to what that article says.
        return Vec::new();
    }
    let article = articles::asked(question, sources);
    let of_it = |at: usize| article.as_ref().is_none_or(|article| article.sources.contains(&at));
    let asked = question_terms(article.as_ref().map_or(question, |article| &article.rest));
    let candidates: Vec<Candidate> = sources
        .iter()
        .enumerate()
        .filter(|(index, _)| of_it(*index))
        .flat_map(|(index, source)| candidates(index, &source.text))
        .collect();
    let mut ranked = rank(&asked, &candidates, sources);
    if let Some(article) = article.filter(|_| ranked.is_empty()) {
        ranked = beginnings(&article.sources, &candidates);
    }
    choose(&ranked, &candidates, sources)
}

/// The first sentences of each of these sources: what an article says.
fn beginnings(sources: &[usize], candidates: &[Candidate]) -> Vec<(f64, usize)> {
    let share = (MOST_SENTENCES / sources.len().max(1)).max(1);
    let quotable = |at: usize, source: usize| {
        candidates.get(at).is_some_and(|candidate| candidate.source == source && candidate.quotable)
    };
    let of = |&source| (0..candidates.len()).filter(move |&at| quotable(at, source)).take(share);
    sources.iter().flat_map(of).map(|at| (1.0, at)).collect()
}

/// The sentences that hold what is asked, with how well they do, the best first.
fn rank(asked: &[String], candidates: &[Candidate], sources: &[PromptSource]) -> Vec<(f64, usize)> {
    if asked.is_empty() || candidates.is_empty() {
        return Vec::new();
    }
    let weights = weights(asked, candidates);
    let total: f64 = weights.values().sum();
    let average = candidates.iter().map(|candidate| candidate.length).sum::<f64>() / candidates.len() as f64;
    let own: Vec<f64> = candidates.iter().map(|candidate| bm25(candidate, &weights, average)).collect();
    let titles: Vec<FxHashSet<String>> =
        sources.iter().map(|source| search_terms(&source.title).into_iter().collect()).collect();

    let mut ranked: Vec<(f64, usize)> = Vec::new();
    for (at, candidate) in candidates.iter().enumerate() {
        let Some(&score) = own.get(at).filter(|&&score| candidate.quotable && score > 0.0) else { continue };
        let before = at
            .checked_sub(1)
            .filter(|&before| candidates.get(before).is_some_and(|c| c.source == candidate.source));
        let title = titles.get(candidate.source);
        let covered: f64 = weights
            .iter()
            .filter(|(term, _)| {
                candidate.terms.contains_key(**term)
                    || title.is_some_and(|title| title.contains(**term))
                    || before.and_then(|b| candidates.get(b)).is_some_and(|b| b.terms.contains_key(**term))
            })
            .map(|(_, weight)| weight)
            .sum();
        if covered < LEAST_COVERAGE * total {
            continue;
        }
        let lent = before.and_then(|before| own.get(before)).copied().unwrap_or_default();
        let from_title: f64 = title
            .map(|title| {
                weights.iter().filter(|(term, _)| title.contains(**term)).map(|(_, weight)| weight).sum()
            })
            .unwrap_or_default();
        let whole = if candidate.ended { 1.0 } else { 0.7 };
        // Retrieval has ranked the sources already; that breaks near-ties.
        let rank = 1.0 + 0.1 / (candidate.source + 1) as f64;
        ranked.push((whole * rank * (score + FROM_BEFORE * lent + FROM_TITLE * from_title), at));
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    ranked
}

/// The best ones without repetition, the best source first, in reading order inside a source.
fn choose(ranked: &[(f64, usize)], candidates: &[Candidate], sources: &[PromptSource]) -> Vec<Extract> {
    let best = ranked.first().map_or(0.0, |&(score, _)| score);
    let mut chosen: Vec<&Candidate> = Vec::new();
    for &(score, at) in ranked {
        if chosen.len() == MOST_SENTENCES || score < LEAST_OF_BEST * best {
            break;
        }
        let Some(candidate) = candidates.get(at) else { continue };
        if chosen.iter().all(|other| !says_the_same(other, candidate)) {
            chosen.push(candidate);
        }
    }
    let mut order: Vec<usize> = Vec::new();
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
            Some(Extract { number, text: candidate.text.clone() })
        })
        .collect()
}

fn says_the_same(a: &Candidate, b: &Candidate) -> bool {
    let (a_text, b_text) = (normalise(&a.text), normalise(&b.text));
    if a_text.contains(&b_text) || b_text.contains(&a_text) {
        return true;
    }
    let shared = a.terms.keys().filter(|term| b.terms.contains_key(*term)).count();
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
            let quote = on_one_line(raw);
            let mut terms: FxHashMap<String, u32> = FxHashMap::default();
            let mut length = 0.0;
            for term in search_terms(&quote) {
                *terms.entry(term).or_default() += 1;
                length += 1.0;
            }
            let quotable = sentence.kind == SentenceKind::Claim && is_quotable(&quote);
            let ended = quote
                .trim_end_matches(['"', '\'', '”', '’', ')', '」', '』'])
                .ends_with(['.', '!', '。', '！', '…']);
            (!terms.is_empty()).then_some(Candidate {
                source,
                index,
                text: quote,
                terms,
                length,
                quotable,
                ended,
            })
        })
        .collect()
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
    if !(SHORTEST..=LONGEST).contains(&characters) || sentence.contains('|') || sentence.contains("```") {
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

/// The distinct terms that a question is about.
fn question_terms(question: &str) -> Vec<String> {
    let mut seen = FxHashSet::default();
    let mut terms = Vec::new();
    for token in tokens(question) {
        let word = normalise(token.text);
        if is_asking(&word) {
            continue;
        }
        let noun = ASKING_ENDS.iter().find_map(|end| word.strip_suffix(end)).filter(|noun| !noun.is_empty());
        terms
            .extend(search_terms(noun.unwrap_or(&word)).into_iter().filter(|term| seen.insert(term.clone())));
    }
    terms
}

/// Whether a normalised word may stand in every question, whatever that is about.
pub(crate) fn is_asking(word: &str) -> bool {
    ASKING_EN.contains(&word) || ASKING_KO.iter().any(|asking| word.starts_with(asking))
}

/// Words that every question may hold, whatever it is about.
const ASKING_EN: &[&str] = &[
    "a", "about", "all", "am", "an", "and", "any", "are", "as", "at", "be", "been", "by", "can", "could",
    "describe", "did", "do", "does", "explain", "for", "from", "give", "had", "has", "have", "how", "i",
    "if", "in", "into", "is", "it", "its", "list", "many", "may", "me", "much", "must", "my", "of", "on",
    "or", "our", "please", "shall", "should", "show", "so", "tell", "than", "that", "the", "their", "there",
    "these", "they", "this", "those", "to", "under", "was", "we", "were", "what", "when", "where", "which",
    "who", "whom", "whose", "why", "will", "with", "would", "you", "your",
];

/// The beginnings of such words in Korean.
const ASKING_KO: &[&str] = &[
    "무엇",
    "무슨",
    "무얼",
    "뭐",
    "뭔",
    "뭘",
    "어떤",
    "어떻",
    "어떠",
    "어디",
    "어느",
    "언제",
    "누구",
    "누가",
    "왜",
    "얼마",
    "알려",
    "설명",
    "말해",
    "가르쳐",
    "궁금",
    "대해",
    "대하",
    "관해",
    "관하",
    "인가",
    "입니",
    "있나",
    "있는",
    "있습",
    "하나요",
    "되나요",
    "하는가",
    "되는가",
    "해야",
    "주세",
    "해줘",
    "주십",
    "그리고",
    "또는",
    "그럼",
    "그러면",
    "그렇다면",
    "그것",
    "그건",
    "그게",
    "그거",
    "그걸",
    "이것",
    "이건",
    "이게",
    "이거",
    "이걸",
    "몇",
];

/// What makes a question of a noun in Korean, the longest first: `개월인가요`.
const ASKING_ENDS: &[&str] = &["인가요", "입니까", "인지요", "이에요", "인가", "인지", "예요"];

/// Inverse document frequency of each asked term, each sentence being a document (the form of BM25, never negative).
/// A term that no sentence holds weighs most: what the sources do not speak of at all must count against them.
fn weights<'t>(asked: &'t [String], candidates: &[Candidate]) -> FxHashMap<&'t str, f64> {
    let count = candidates.len() as f64;
    asked
        .iter()
        .map(|term| {
            let holding =
                candidates.iter().filter(|candidate| candidate.terms.contains_key(term)).count() as f64;
            (term.as_str(), ((count - holding + 0.5) / (holding + 0.5) + 1.0).ln())
        })
        .collect()
}

fn bm25(candidate: &Candidate, weights: &FxHashMap<&str, f64>, average: f64) -> f64 {
    weights
        .iter()
        .filter_map(|(term, weight)| {
            let count = f64::from(*candidate.terms.get(*term)?);
            Some(weight * count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * candidate.length / average)))
        })
        .sum()
}

#[cfg(test)]
mod tests;
