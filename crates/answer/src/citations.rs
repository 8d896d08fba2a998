//! The citations of a sentence: which it has, which sources they mean, and which of them are shown.

use super::event::{Citation, RemovedCitation};
use super::{AnswerStream, Closed};
use stet_context::names::{is_document, named};
use stet_marks::citation::{self, Cited, Decision, Keyed, Mark, OwnWords, Reference, Rewritten};

/// Why a mark is not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Removal {
    UnknownSource,
    /// The sources as a whole do not support the sentence, or not yet.
    NotSupported,
    /// Another cited source supports the sentence, this one does not.
    NoPart,
    /// The source supports the sentence, but not with the article that the mark names.
    Elsewhere,
}

impl AnswerStream {
    /// The released sources, each once, for the list of references.
    pub(super) fn references(&self) -> impl Iterator<Item = Reference> {
        let mut numbers: Vec<u32> = Vec::new();
        let mut entries = Vec::new();
        for citation in self.sentences.iter().flat_map(|sentence| &sentence.report.citations) {
            if numbers.contains(&citation.number) {
                continue;
            }
            numbers.push(citation.number);
            if let Some(source) = self.sources.get(citation.source) {
                let mut title = source.title.clone();
                if source.recognised {
                    title += &self.policy.say(" (문자 인식)", " (OCR)");
                }
                if let Some(from) = &source.from {
                    title = format!("{title}, {from}");
                }
                let label = citation.page.and_then(|page| source.label_of(page)).map(str::to_owned);
                entries.push(Reference { number: citation.number, title, page: citation.page, label });
            }
        }
        entries.sort_by_key(|entry| entry.number);
        entries.into_iter()
    }

    /// The citations of a sentence, without what a source says in such words itself.
    pub(super) fn marks(&self, raw: &str, columns: &[usize]) -> Vec<Mark> {
        let mut marks = citation::scan_row(raw, columns);
        let keyed = self.keyed(raw);
        marks.retain(|mark| {
            let is_key = keyed.iter().any(|keyed| keyed.span.overlaps(mark.span));
            !is_key || !self.cited(std::slice::from_ref(mark)).is_empty()
        });
        marks.retain(|mark| match mark.grammar {
            // `[1]` is nobody's own word.
            citation::Grammar::Numeric => {
                mark.span.of(raw).starts_with(citation::is_open) || !self.own_words().say(mark, raw)
            }
            // A column of sources may be one of what is burnt.
            citation::Grammar::Named if !columns.is_empty() && citation::fills_cell(mark, raw) => {
                mark.refs
                    .iter()
                    .any(|member| matches!(member, citation::MarkRef::Name { text, .. } if is_document(text)))
                    || !self.cited(std::slice::from_ref(mark)).is_empty()
            }
            citation::Grammar::Worded => !self.own_words().say(mark, raw),
            // What a source is called by cites it.
            citation::Grammar::Named | citation::Grammar::Bibliographic => {
                !self.cited(std::slice::from_ref(mark)).is_empty() || !self.own_words().say(mark, raw)
            }
        });
        marks
    }

    /// The citations of the writer's own bibliography in a sentence, where there may be any.
    fn keyed(&self, raw: &str) -> Vec<Keyed> {
        let mut keyed = if self.policy.keyed { citation::scan_keyed(raw) } else { Vec::new() };
        if !keyed.is_empty() {
            let literals = citation::literals(raw);
            keyed.retain(|keyed| {
                // `@home` in a sentence is more often somebody's name.
                let numbered = keyed.span.of(raw).contains(|ch: char| ch.is_ascii_digit());
                (!keyed.narrative || numbered) && !citation::in_literal(&literals, keyed.span)
            });
        }
        keyed
    }

    /// The marks of a sentence with the citations of the bibliography: what the sentence says, it says without either.
    pub(super) fn with_keyed(&self, marks: &[Mark], raw: &str) -> Vec<Mark> {
        let mut all = marks.to_vec();
        for keyed in self.keyed(raw) {
            let span = keyed.without_particle(raw);
            if marks.iter().all(|mark| !mark.span.overlaps(span)) {
                all.push(Mark { span, grammar: citation::Grammar::Named, refs: Vec::new() });
            }
        }
        all.sort_by_key(|mark| mark.span.start);
        all
    }

    fn own_words(&self) -> &OwnWords {
        self.own_words.get_or_init(|| OwnWords::of(self.sources.iter().map(|source| &*source.text)))
    }

    /// The sources that the marks mean, by position, in order, each once.
    pub(super) fn cited(&self, marks: &[Mark]) -> Vec<usize> {
        let mut cited = Vec::new();
        for reference in marks.iter().flat_map(|mark| &mark.refs) {
            let hits = match reference {
                citation::MarkRef::Number { n, .. } => self.position(*n).into_iter().collect(),
                citation::MarkRef::Range { from, to, .. } => {
                    let top = u32::try_from(self.sources.len()).unwrap_or(u32::MAX);
                    (*from.min(to)..=*from.max(to).min(&top)).filter_map(|n| self.position(n)).collect()
                }
                citation::MarkRef::Name { text, .. } => named(text, &self.sources),
            };
            for at in hits {
                if !cited.contains(&at) {
                    cited.push(at);
                }
            }
        }
        cited
    }

    pub(super) fn position(&self, number: u32) -> Option<usize> {
        let at = usize::try_from(number).ok()?.checked_sub(1)?;
        // What has no words is no source: a number that was left out.
        self.sources.get(at).is_some_and(|source| !source.text.is_empty()).then_some(at)
    }

    /// A closed sentence as it is shown, with the marks that it keeps.
    pub(super) fn rewrite(&mut self, closed: &Closed) -> Rewritten<Removal> {
        let Closed { raw, marks, kept, verdict, .. } = closed;
        let mut numbers = std::mem::take(&mut self.numbers);
        let rewritten = citation::rewrite(raw, marks, &mut |cited| {
            let hits = self.hits(cited);
            if hits.is_empty() {
                return Decision::Remove(Removal::UnknownSource);
            }
            let stands = |at: usize| match cited {
                Cited::Name { text } => self.elsewhere(text, at, verdict).is_none(),
                Cited::Number { .. } | Cited::Range { .. } => true,
            };
            let mut with_part = hits.iter().copied().filter(|at| kept.contains(at)).peekable();
            let has_part = with_part.peek().is_some();
            match with_part.find(|&at| stands(at)).and_then(|at| self.sources.get(at)) {
                Some(source) => Decision::Keep(numbers.assign(&source.key)),
                None if has_part => Decision::Remove(Removal::Elsewhere),
                None if kept.is_empty() => Decision::Remove(Removal::NotSupported),
                None => Decision::Remove(Removal::NoPart),
            }
        });
        self.numbers = numbers;
        rewritten
    }

    fn hits(&self, cited: &Cited) -> Vec<usize> {
        match cited {
            Cited::Number { n } => self.position(*n).into_iter().collect(),
            Cited::Range { from, .. } => self.position(*from).into_iter().collect(),
            Cited::Name { text } => named(text, &self.sources),
        }
    }

    pub(super) fn citations(
        &self,
        rewritten: &Rewritten<Removal>,
        closed: &Closed,
        start: usize,
    ) -> Vec<Citation> {
        rewritten
            .kept
            .iter()
            .filter_map(|kept| {
                let source = self.hits(&kept.cited).into_iter().find(|&at| {
                    self.sources.get(at).and_then(|source| self.numbers.get(&source.key)) == Some(kept.number)
                })?;
                let evidence = closed.verdict.evidence.iter().find(|evidence| evidence.source == source);
                let at = evidence.map_or(0, |evidence| evidence.span.start);
                Some(Citation {
                    page: self.sources.get(source).and_then(|source| source.page_at(at)),
                    number: kept.number,
                    mark: kept.span.of(&rewritten.text).to_owned(),
                    source,
                    span: kept.span.shifted(start),
                    evidence: evidence.map(|evidence| evidence.span),
                    put: closed.put == Some(source),
                })
            })
            .collect()
    }

    pub(super) fn removed(
        &self,
        rewritten: &Rewritten<Removal>,
        closed: &Closed,
        heard: bool,
    ) -> Vec<RemovedCitation> {
        let Closed { verdict, by_article, report, .. } = closed;
        rewritten
            .removed
            .iter()
            .map(|removed| {
                let unknown = removed.reason == Removal::UnknownSource;
                let reason = match removed.reason {
                    Removal::UnknownSource => self.policy.say(
                        "그런 번호나 이름의 출처가 없습니다",
                        "there is no source of that number or name",
                    ),
                    Removal::NotSupported if *by_article => self.policy.say(
                        "이 출처가 아니라 문장이 가리키는 조문에 있는 내용입니다",
                        "not this source but the article that the sentence names has this",
                    ),
                    Removal::NotSupported if heard => report.reason.clone(),
                    Removal::NotSupported => verdict.reason.clone(),
                    Removal::Elsewhere => {
                        let source = self.hits(&removed.cited).into_iter().next();
                        let place = match (&removed.cited, source) {
                            (Cited::Name { text }, Some(at)) => self.elsewhere(text, at, verdict),
                            _ => None,
                        };
                        place.map_or_else(|| verdict.reason.clone(), |place| self.say_elsewhere(&place))
                    }
                    Removal::NoPart => self.policy.say(
                        "이 출처가 아니라 함께 인용한 출처가 문장을 뒷받침합니다",
                        "not this source but another one cited beside it supports the sentence",
                    ),
                };
                let source = if unknown { None } else { self.hits(&removed.cited).into_iter().next() };
                RemovedCitation { mark: removed.raw.clone(), source, reason, fault: None, article: None }
            })
            .collect()
    }
}

/// Drops from the marks of `raw` what is one only since references to regulations were replaced in the `given` sentence,
/// and may have been shown by then: what names a source in words, and what stands before the first replacement
/// (`nine<sup>9</sup>under Article 99,`, where the number was glued to a word).
pub(super) fn retain_written(marks: &mut Vec<Mark>, raw: &str, given: &str, columns: &[usize]) {
    let same = raw.bytes().zip(given.bytes()).take_while(|(a, b)| a == b).count();
    let worded = |mark: &Mark| mark.grammar == citation::Grammar::Worded;
    let early = |mark: &Mark| mark.span.start < same;
    if !marks.iter().any(|mark| worded(mark) || early(mark)) {
        return;
    }
    let written = citation::scan_row(given, columns);
    let stands = |mark: &Mark| {
        let same_words = |other: &Mark| worded(other) && other.span.of(given) == mark.span.of(raw);
        let same_place = |other: &Mark| other.span.start == mark.span.start;
        written.iter().any(|other| if worded(mark) { same_words(other) } else { same_place(other) })
    };
    marks.retain(|mark| !(worded(mark) || early(mark)) || stands(mark));
}
