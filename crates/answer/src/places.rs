//! Marks that name a place in a source: `[참조: 제5조 2항]`, `[1, p. 10]`.
//!
//! Owns holding them against the place in which the words of the sentence were found. Leaves finding sources by name
//! to `source`, what stands where in a source to `grounds`, and references in the words to `statutes`.

use super::AnswerStream;
use super::judge::rejected;
use stet_context::headings::stands_elsewhere;
use stet_context::names::{named, names_another, on_its_page};
use stet_gate::Verdict;
use stet_marks::citation::{self, Mark};
use stet_text::span::Span;

impl AnswerStream {
    /// Refuses a sentence all of whose marks name other articles than those in which its words stand: nothing is cited
    /// for it then. Beside a number, a place that is not that of the words goes: `[1, p. 99]` is `[1]`.
    pub(super) fn hold_to_places(
        &self,
        raw: String,
        marks: Vec<Mark>,
        columns: &[usize],
        verdict: &mut Verdict,
    ) -> (String, Vec<Mark>) {
        if let Some(place) = self.all_elsewhere(&marks, verdict) {
            let reason = self.say_elsewhere(&place);
            *verdict = rejected(verdict.clone(), reason);
        }
        let false_place = |mark: &Mark| {
            let [citation::MarkRef::Number { n, span }] = mark.refs.as_slice() else { return None };
            let at = self.position(*n)?;
            let place = mark.span.of(&raw).get(span.end - mark.span.start..)?;
            let place = Span::new(span.end, span.end + place.trim_end_matches(is_bracket).len());
            let words = place.of(&raw);
            let away = names_another(words, at, &self.sources)
                || !on_its_page(words, self.sources.get(at)?)
                || self.elsewhere(words, at, verdict).is_some();
            away.then_some(place)
        };
        let gone: Vec<Span> = marks.iter().filter_map(false_place).collect();
        if gone.is_empty() {
            return (raw, marks);
        }
        let mut text = String::with_capacity(raw.len());
        let mut at = 0;
        for place in gone {
            text.push_str(Span::new(at, place.start).of(&raw));
            at = place.end;
        }
        text.push_str(Span::new(at, raw.len()).of(&raw));
        let marks = self.marks(&text, columns);
        (text, marks)
    }

    /// The place in which the words of a sentence stand all of whose marks name other articles.
    fn all_elsewhere(&self, marks: &[Mark], verdict: &Verdict) -> Option<String> {
        let mut place = None;
        for reference in marks.iter().flat_map(|mark| &mark.refs) {
            match reference {
                citation::MarkRef::Name { text, .. } => {
                    for at in named(text, &self.sources) {
                        if verdict.evidence.iter().any(|evidence| evidence.source == at) {
                            place = Some(self.elsewhere(text, at, verdict)?);
                        }
                    }
                }
                citation::MarkRef::Number { n, .. } if self.position(*n).is_none() => {}
                citation::MarkRef::Number { .. } | citation::MarkRef::Range { .. } => return None,
            }
        }
        place
    }

    /// Where the evidence of a source stands, when the mark that names it names another article.
    pub(super) fn elsewhere(&self, name: &str, at: usize, verdict: &Verdict) -> Option<String> {
        let windows = verdict.evidence.iter().filter(|evidence| evidence.source == at);
        stands_elsewhere(name, self.sources.get(at)?, windows.map(|evidence| evidence.span))
    }

    pub(super) fn say_elsewhere(&self, place: &str) -> String {
        self.policy.say(
            &format!("그 조문이 아니라 {place}에 있는 내용입니다"),
            &format!("this is said in {place}, not in the article that is named"),
        )
    }
}

fn is_bracket(ch: char) -> bool {
    ch.is_whitespace() || matches!(ch, ']' | '】' | '］' | ')' | '）')
}
