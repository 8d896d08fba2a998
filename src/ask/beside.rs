//! What stands beside an answer: sources that contradict what it cites, and the passage that may answer where it says that
//! nothing does.

use super::card::SourceCard;
use super::event::{Related, Status};
use super::result::WARNINGS;
use super::retrieve::{Evidence, grade_name};
use stet_answer::{AnswerSource, AnswerStream, Place, State};
use stet_llm::PromptSource;
use stet_llm::extractive::ExtractiveChat;
use stet_segment::SentenceKind;
use stet_sources::evidence::Grade;
use stet_text::Language;
use stet_text::span::Span;

/// Characters of a sentence that a warning quotes.
const QUOTED: usize = 160;

/// A line for each two sources of which one says otherwise what the answer cites of the other. Passages of one document are not
/// compared, nor are articles of two regulations, each of which rules its own cases in the words of all.
pub(super) fn contradictions(answer: &AnswerStream, cards: &[SourceCard], language: Language) -> Vec<String> {
    let apart = |one: usize, other: usize| match (cards.get(one), cards.get(other)) {
        (Some(one), Some(other)) => {
            let regulations = one.article.as_ref().zip(other.article.as_ref());
            one.document_id != other.document_id
                && regulations.is_none_or(|(one, other)| one.regulation == other.regulation)
        }
        _ => false,
    };
    let told = |place: Place| {
        let source = answer.sources().get(place.source)?;
        Some(format!("{}: “{}”", named(source, place.span, language), quoted(place.span.of(&source.text))))
    };
    let lines = answer.contradictions(WARNINGS, apart).into_iter().filter_map(|found| {
        let (cited, other) = (told(found.cited)?, told(found.other)?);
        Some(match language {
            Language::Ko => format!("출처가 서로 다르게 말합니다. {cited} / {other}"),
            Language::En => format!("The sources contradict each other. {cited} / {other}"),
        })
    });
    lines.collect()
}

fn named(source: &AnswerSource, span: Span, language: Language) -> String {
    match (source.page_at(span.start), language) {
        (Some(page), Language::Ko) => format!("{} {page}쪽", source.title),
        (Some(page), Language::En) => format!("{}, p. {page}", source.title),
        (None, _) => source.title.clone(),
    }
}

/// A passage on one line, its beginning if it is long.
fn quoted(passage: &str) -> String {
    let line = passage.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

/// The passage that may answer the question where an answer that came to its end says that the sources do not tell, and
/// shows nothing of them: the first of the best grade, if any is.
pub(super) fn related(
    answer: &AnswerStream,
    evidence: &Evidence,
    question: &str,
    status: Status,
) -> Option<Related> {
    let shown = answer.sentences().any(|sentence| {
        sentence.state == State::Supported || !sentence.citations.is_empty() || !sentence.statutes.is_empty()
    });
    let refuses = answer.sentences().any(|sentence| sentence.kind == SentenceKind::Meta);
    if status != Status::Complete || shown || !refuses {
        return None;
    }
    let best = evidence.cards.iter().position(|card| card.grade == grade_name(Grade::High))?;
    let (card, source) = (evidence.cards.get(best)?, evidence.sources.get(best)?);
    let given = PromptSource {
        number: 1,
        title: source.title.clone(),
        place: Vec::new(),
        page: source.page,
        text: source.original().into(),
    };
    let quote = ExtractiveChat::nearest(question, &given)?;
    let at = source.text.find(&quote).unwrap_or_default();
    Some(Related {
        source_id: card.source_id.clone(),
        title: source.title.clone(),
        page: source.page_at(at),
        quote,
    })
}
