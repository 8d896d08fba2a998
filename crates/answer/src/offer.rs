//! What may be put in the place of a value that a source contradicts.
//!
//! Owns the source's value in the writer's own spelling (`4천8백만 원` for `48,000,000원` where the text has `5천만 원`), else in the
//! source's, and the proof: with it the sentence is supported. What does not make the sentence true is never offered.

mod spelling;

use super::AnswerStream;
use stet_context::marker::said;
use stet_gate::{Against, Context, GatePolicy, Status, judge_in};
use stet_reading::clause::clauses;
use stet_reading::reading::Reading;
use stet_text::normalise;
use stet_text::span::Span;
use stet_text::values::{Value, values};

/// Values of a sentence that are tried.
const MOST_TRIED: usize = 8;

impl AnswerStream {
    /// A value of a sentence and what may take its place, where a source says something else instead. `rest` is what it says besides
    /// the references on which it rests.
    pub(super) fn offer(
        &self,
        (statement, rest, around): (&str, Option<&str>, &Context<'_>),
        source: usize,
        found: &Against,
    ) -> Option<(String, String)> {
        let text = &self.sources.get(source)?.text;
        let (own, other) = found.values?;
        let (own, other) = (own.of(statement), other.of(text));
        let statement = said(statement);
        let claim = rest.unwrap_or(&statement);
        // Of two that read alike nobody could tell which is meant.
        let [(at, _)] = claim.match_indices(own).take(2).collect::<Vec<_>>()[..] else { return None };
        let (before, after) = (claim.get(..at)?, claim.get(at + own.len()..)?);
        let policy = GatePolicy { model_layer: false, ..self.policy.gate };
        let is_true = |text: &String| {
            let changed = [before, text, after].concat();
            let verdict = judge_in(&changed, around, &self.prepared, &[source], &policy);
            verdict.status == Status::Supported && verdict.veto.is_none()
        };
        let passage = found.passage.of(text);
        let norm = normalise(passage);
        // The nearest value first, then the others of the sentence: it may tell when a hall opens and when it closes.
        let mine = spelling::only(own)?;
        let is_rival = |value: &Value| !value.implied && mine.is_rival_of(value);
        let others = values(&norm).into_iter().filter(is_rival).take(MOST_TRIED);
        let tried = std::iter::once(other).chain(others.map(|value| value.span.of(&norm)));
        let mut tried = tried.filter(|value| is_of_one_clause(claim, passage, value));
        let offered = tried.find_map(|value| {
            let as_it_is = if value == other { Some(other) } else { written(passage, value) };
            spelling::like(own, value).into_iter().chain(as_it_is.map(str::to_owned)).find(is_true)
        })?;
        Some((own.to_owned(), offered))
    }
}

/// A value of the normalised text as it is written; none where a particle may hang on it.
fn written<'a>(text: &'a str, words: &str) -> Option<&'a str> {
    let lower = text.to_lowercase();
    let at = lower.find(words).filter(|_| lower.len() == text.len() && words.is_ascii())?;
    text.get(at..at + words.len())
}

/// Whether what a claim speaks of is what a value of a sentence belongs to: `The hall has 120 seats and the canteen 300.` No word of the
/// claim stands behind the clause of the value alone, nor before it where the clause has a subject of its own.
fn is_of_one_clause(claim: &str, sentence: &str, value: &str) -> bool {
    let (claim, sentence, value) = (normalise(claim), normalise(sentence), normalise(value));
    let (claim, said) = (Reading::new(&claim), Reading::new(&sentence));
    let Some(at) = sentence.find(&*value) else { return false };
    let value = Span::new(at, at + value.len());
    let all = clauses(&said);
    let Some(own) =
        all.iter().copied().find(|clause| clause.start <= value.start && value.start < clause.end)
    else {
        return false;
    };
    let words = |text: &Reading<'_>| -> Vec<usize> {
        (0..text.tokens.len())
            .filter(|&at| text.content(at).is_some() && !text.is_in(text.values(), at))
            .collect()
    };
    let start = |&at: &usize| said.tokens.get(at).map_or(0, |token| token.span.start);
    let is_own = |at: &usize| (own.start..own.end).contains(&start(at));
    let elsewhere: Vec<usize> = words(&claim)
        .into_iter()
        .filter_map(|word| {
            let places: Vec<usize> = said.same_as(&claim, word).collect();
            let first = places.iter().copied().min_by_key(start)?;
            (!places.iter().any(is_own)).then_some(first)
        })
        .collect();
    let unknown = |at: &usize| claim.same_as(&said, *at).next().is_none();
    let has_own = words(&said).iter().filter(|at| is_own(at)).any(unknown);
    elsewhere.iter().all(|at| start(at) < own.start) && (elsewhere.is_empty() || !has_own)
}

#[cfg(test)]
mod tests {
    use crate::{AnswerPolicy, AnswerSource, AnswerStream};
    use stet_gate::PreparedSources;
    use stet_text::Language;

    /// What is offered in the place of a value of a sentence, and that value.
    fn offered(claim: &str, source: &str) -> Option<(String, String)> {
        let list = vec![AnswerSource {
            key: "1".into(),
            title: "a.md".into(),
            text: source.into(),
            ..AnswerSource::default()
        }];
        let policy = AnswerPolicy::new(Language::En);
        let mut stream = AnswerStream::new(list, PreparedSources::new(&[source]), policy);
        let mut events = Vec::new();
        stream.push(claim, &mut events);
        stream.finish(true, &mut events);
        stream.conclude(&mut events);
        let report = stream.sentences().next()?;
        report.against.as_ref()?.values.clone()
    }

    #[test]
    fn a_value_is_offered_in_the_spelling_of_the_writer() {
        for (claim, source, own, other) in [
            (
                "계약금액은 금 5천만 원으로 한다 [1].",
                "계약금액은 금 48,000,000원으로 한다.",
                "5천만 원",
                "4천8백만 원",
            ),
            ("계약금액은 5,000만 원이다 [1].", "계약금액은 4천8백만 원이다.", "5,000만 원", "4,800만 원"),
            ("연회비는 30,000원이다 [1].", "동호회의 연회비는 5만 원이다.", "30,000원", "50,000원"),
            (
                "The annual fee is 30,000 euros [1].",
                "The annual fee is 45000 euros.",
                "30,000 euros",
                "45,000 euros",
            ),
            (
                "The budget was 3 million euros [1].",
                "The budget was 4,500,000 euros.",
                "3 million euros",
                "4.5 million euros",
            ),
            (
                "Books may be kept for two weeks [1].",
                "Books may be kept for 21 days.",
                "two weeks",
                "three weeks",
            ),
            (
                "The hall closes at 7 p.m. [1].",
                "The hall opens at 9 a.m. and closes at 6 p.m.",
                "7 p.m",
                "6 p.m",
            ),
            // What cannot be said so stands as in the source.
            (
                "Books may be kept for two weeks [1].",
                "Books may be kept for 20 days.",
                "two weeks",
                "20 days",
            ),
            ("신청 마감은 3월 5일이다 [1].", "장학금 신청 마감은 3월 19일이다.", "3월 5일", "3월 19일"),
        ] {
            let told = offered(claim, source);
            let told = told.as_ref().map(|(own, other)| (own.as_str(), other.as_str()));
            assert_eq!(told, Some((own, other)), "{claim}");
        }
    }

    #[test]
    fn what_would_not_be_true_is_not_offered() {
        for (claim, source) in [
            // Another fact.
            (
                "Personal data must be deleted no later than 60 days after the end [1].",
                "The contract ends if a party does not answer within 30 days. Personal data is encrypted.",
            ),
            (
                "Restoration costs EUR 120 per hour [1].",
                "The provider shall encrypt personal data and pay a fine of EUR 4,000 per hour of delay.",
            ),
            ("강당의 좌석은 300석이다 [1].", "식당의 좌석은 120석이고 강당은 3층에 있다."),
            ("강당의 좌석은 300석이다 [1].", "강당은 3층에 있고, 식당의 좌석은 120석이다."),
            ("The hall has 300 seats [1].", "The canteen has 120 seats, and the hall is on the third floor."),
            // Another kind, and a sentence that is wrong in something else, too.
            ("계약금액은 5천만 원이다 [1].", "계약은 2026년 3월 2일에 맺는다."),
            ("Members pay no fee of 30 euros [1].", "Members pay a fee of 45 euros."),
            ("회원은 강당을 10일 동안 쓸 수 없다 [1].", "회원은 강당을 5일 동안 쓸 수 있다."),
        ] {
            assert_eq!(offered(claim, source), None, "{claim}");
        }
    }
}
