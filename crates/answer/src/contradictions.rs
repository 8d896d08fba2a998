//! Contradictions: sources of one answer that say otherwise of the same thing.
//!
//! Owns which claims are held against which other sources once the answer has ended. Leaves to the gate whether a source says
//! otherwise, and to the service how it is told.

use super::event::State;
use super::{AnswerSource, AnswerStream};
use stet_context::grounds::{Grounds, references};
use stet_context::marker::said;
use stet_context::topics::Topics;
use stet_gate::disputed;
use stet_text::search_terms;
use stet_text::span::Span;

/// Claims that are looked at: an answer has a dozen, a book that is verified thousands.
const MOST_CLAIMS: usize = 64;
/// Other sources that one claim is held against.
const MOST_OTHERS: usize = 8;

/// Two passages of which each denies what the other says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contradiction {
    /// What the answer cites.
    pub cited: Place,
    pub other: Place,
}

/// A passage of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Position among the sources of the answer, from 0.
    pub source: usize,
    /// Bytes in that source's text.
    pub span: Span,
}

impl AnswerStream {
    /// The sources that contradict what the answer cites, each pair of sources once, `most` at most. `apart` tells whether
    /// two sources can contradict one another at all: articles of one rule book rule different cases.
    ///
    /// To be asked once the answer has ended: it judges the supported claims again.
    #[must_use]
    pub fn contradictions(&self, most: usize, apart: impl Fn(usize, usize) -> bool) -> Vec<Contradiction> {
        let mut found: Vec<Contradiction> = Vec::new();
        let mut topics = Topics::new(self.policy.question.clone());
        let mut last = None;
        // What is asked, as far as a source is called by it.
        let question = search_terms(self.policy.question.as_deref().unwrap_or_default());
        let asked_of = |source: usize| -> Vec<&String> {
            let title = search_terms(&self.sources.get(source).map(AnswerSource::called).unwrap_or_default());
            question.iter().filter(|word| title.contains(word)).collect()
        };
        for sentence in self.sentences.iter().take(MOST_CLAIMS) {
            let report = &sentence.report;
            let judged = said(&report.statement);
            let referred = references(&judged, self.policy.regulations.as_deref(), &mut last);
            let grounds = Grounds::of(&judged, &referred);
            let claim = grounds.as_ref().map_or(&*judged, |grounds| grounds.rest.as_str());
            let around = topics.around(&sentence.raw, &judged);
            let supported = report.citations.iter().filter(|_| report.state == State::Supported);
            for citation in supported {
                let Some(evidence) = citation.evidence else { continue };
                let cited = Place { source: citation.source, span: evidence };
                let known = |other: usize| {
                    found.iter().any(|known| {
                        let pair = [known.cited.source, known.other.source];
                        pair.contains(&cited.source) && pair.contains(&other)
                    })
                };
                let asked = asked_of(cited.source);
                let others: Vec<usize> = (0..self.sources.len())
                    .filter(|&other| other != cited.source && apart(cited.source, other) && !known(other))
                    .filter(|&other| asked.iter().all(|word| self.speaks_of(other, word)))
                    .take(MOST_OTHERS)
                    .collect();
                let policy = &self.policy.gate;
                let against = disputed(claim, &around, &self.prepared, (cited.source, &others), policy);
                found.extend(against.into_iter().map(|evidence| Contradiction {
                    cited,
                    other: Place { source: evidence.source, span: evidence.span },
                }));
                if found.len() >= most {
                    found.truncate(most);
                    return found;
                }
            }
            topics.pass(&sentence.raw, &report.statement, report.kind);
        }
        found
    }

    /// Whether a source has a word, or is called by it: what is asked of the library is no matter of the dormitory's rules,
    /// though they say it in the same words.
    fn speaks_of(&self, source: usize, word: &str) -> bool {
        let says = |text: &str| search_terms(text).iter().any(|own| own == word);
        self.sources.get(source).is_some_and(|source| says(&source.called()) || says(&source.text))
    }
}

#[cfg(test)]
mod tests {
    use crate::{AnswerPolicy, AnswerSource, AnswerStream};
    use stet_gate::PreparedSources;
    use stet_text::Language;

    /// The pairs of sources, each a title and a text, that contradict one another in an answer to a question.
    fn pairs(question: &str, sources: &[(&str, &str)], answer: &str) -> Vec<(usize, usize)> {
        let list = sources.iter().map(|(title, text)| AnswerSource {
            key: (*title).into(),
            title: (*title).into(),
            text: (*text).into(),
            ..AnswerSource::default()
        });
        let texts: Vec<&str> = sources.iter().map(|(_, text)| *text).collect();
        let policy = AnswerPolicy { question: Some(question.into()), ..AnswerPolicy::new(Language::En) };
        let mut stream = AnswerStream::new(list.collect(), PreparedSources::new(&texts), policy);
        let mut events = Vec::new();
        stream.push(answer, &mut events);
        stream.finish(true, &mut events);
        stream.conclude(&mut events);
        let found = stream.contradictions(5, |_, _| true);
        found.iter().map(|found| (found.cited.source, found.other.source)).collect()
    }

    #[test]
    fn sources_of_one_subject_contradict_and_those_of_two_do_not() {
        let english = "The opening hours are 9 a.m. to 6 p.m.";
        let korean = "개방 시간은 오전 9시부터 오후 6시까지이다.";
        for (question, sources, answer, expected) in [
            (
                "When is the library open?",
                [
                    ("Library guide.md", english),
                    ("Library notice.md", "The opening hours are 9 a.m. to 8 p.m."),
                ],
                "The opening hours are 9 a.m. to 6 p.m. [1].",
                vec![(0, 1)],
            ),
            (
                "When is the library open?",
                [
                    ("Library guide.md", english),
                    ("Dormitory guide.md", "The opening hours are 9 a.m. to 8 p.m."),
                ],
                "The opening hours are 9 a.m. to 6 p.m. [1].",
                vec![],
            ),
            (
                "How long is the term of a member of the ethics board?",
                [
                    ("Ethics board rules.md", "Members serve a term of 2 years."),
                    ("Sports board rules.md", "Members serve a term of 1 year."),
                ],
                "Members serve a term of 2 years [1].",
                vec![],
            ),
            (
                "도서관은 언제 열어요?",
                [
                    ("도서관 이용 안내.md", korean),
                    ("도서관 공지.md", "개방 시간은 오전 9시부터 오후 8시까지이다."),
                ],
                "개방 시간은 오전 9시부터 오후 6시까지입니다 [1].",
                vec![(0, 1)],
            ),
            (
                "도서관은 언제 열어요?",
                [
                    ("도서관 이용 안내.md", korean),
                    ("기숙사 이용 안내.md", "개방 시간은 오전 9시부터 오후 8시까지이다."),
                ],
                "개방 시간은 오전 9시부터 오후 6시까지입니다 [1].",
                vec![],
            ),
            (
                "윤리위원회 위원의 임기는 몇 년인가요?",
                [
                    ("윤리위원회 규정.md", "위원의 임기는 2년으로 한다."),
                    ("체육위원회 규정.md", "위원의 임기는 1년으로 한다."),
                ],
                "위원의 임기는 2년입니다 [1].",
                vec![],
            ),
        ] {
            assert_eq!(pairs(question, &sources, answer), expected, "{question} {sources:?}");
        }
    }
}
