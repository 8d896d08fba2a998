//! Citations put by Stet: a claim without one gets that of the only source which supports it.
//!
//! Owns which claims are looked at, which source is put, where its mark stands, a wrong number that is put right, and sources
//! that the text lists behind what they support (`출처: 「학칙」 제19조`). Leaves the judgement to the gate, which is the same as for
//! any other citation, and the text to `close`.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::event::{AnswerEvent, Citation, Decider, ModelQuestion, RemovedCitation, State, StatuteCitation};
use super::policy::Attribute;
use super::{AnswerStream, Closed};
use stet_context::hedges::is_hedged;
use stet_context::marker::said;
use stet_context::meant::stated;
use stet_gate as gate;
use stet_gate::{Context, Evidence, Status, Verdict, Veto, Zone};
use stet_marks::citation::{Grammar, Mark, MarkRef};
use stet_segment::SentenceKind;
use stet_text::span::Span;
use stet_text::{Language, language, search_terms};

/// Sources among which one is looked for, of more those that share most words with the claim: each costs a comparison.
const MOST_SOURCES: usize = 64;

/// Of the sources that refuse a claim, those that are asked whether they say otherwise.
const MOST_NEAREST: usize = 4;

/// Fewest words of a claim for which one is looked for, in English and in Korean: fewer are found everywhere.
const FEWEST_WORDS: (usize, usize) = (4, 3);

/// Claims above a list of sources that it is held against.
const MOST_CLAIMS: usize = 200;

/// A citation that was found for a sentence.
#[derive(Debug)]
pub(super) struct Found {
    pub source: usize,
    pub verdict: Verdict,
    /// The sentence with its mark.
    pub raw: String,
    pub marks: Vec<Mark>,
    /// The citation whose number was wrong.
    pub instead: Option<RemovedCitation>,
}

/// What was made of it.
#[derive(Debug, Default)]
pub(super) struct Taken {
    /// The source whose citation was put, and the citation that it stands for.
    pub source: Option<usize>,
    pub instead: Option<RemovedCitation>,
    /// The sentence as it was, where it had no citation.
    pub before: Option<String>,
    pub suggested: Option<Found>,
}

impl AnswerStream {
    /// Looks for the citation of a claim that has none, or only one that does not support it.
    pub(super) fn attribute(
        &self,
        raw: &str,
        marks: &[Mark],
        judged: (&str, SentenceKind, &Context<'_>),
        cited: &[usize],
        verdict: &Verdict,
    ) -> Option<Found> {
        let (statement, kind, around) = judged;
        let open = matches!(verdict.status, Status::Uncited | Status::UnknownSource | Status::Unsupported)
            || verdict.zone == Zone::Ask;
        if !open || self.supports_by_words(verdict) || !self.may_be_cited(statement, kind) {
            return None;
        }
        // Whether a source in another language supports it, the model says.
        if self.policy.gate.model_layer && self.is_foreign(statement, cited) {
            return None;
        }
        let place = match marks {
            [] if cited.is_empty() => Place::End,
            [] => return None,
            [first, ..] => Place::Number(lone_number(first, raw)?),
        };
        let (source, verdict) = self.only_support(statement, around, cited)?;
        self.placed_in(raw, marks, &place, source, verdict)
    }

    /// Whether a citation is looked for at all.
    fn may_be_cited(&self, statement: &str, kind: SentenceKind) -> bool {
        let fewest = if language(statement) == Language::Ko { FEWEST_WORDS.1 } else { FEWEST_WORDS.0 };
        self.policy.attribute != Attribute::Off
            && kind == SentenceKind::Claim
            && statement.split_whitespace().count() >= fewest
            && !is_hedged(statement)
    }

    /// The sentence with the citation of a source in its place.
    pub(super) fn placed_in(
        &self,
        raw: &str,
        marks: &[Mark],
        place: &Place,
        source: usize,
        verdict: Verdict,
    ) -> Option<Found> {
        let number = source + 1;
        let (at, mark) = match place {
            Place::End => {
                let at = end_of_words(raw);
                (Span::new(at, at), self.mark_behind(raw.get(..at)?, number))
            }
            Place::Number((_, at)) => (*at, number.to_string()),
        };
        let mut with_mark = raw.to_owned();
        with_mark.replace_range(at.start..at.end, &mark);
        let found = self.marks(&with_mark, &[]);
        // What the mark makes of the sentence, it must be read as.
        if self.cited(&found).first() != Some(&source) || found.len() != marks.len().max(1) {
            return None;
        }
        let instead = match place {
            Place::End => None,
            Place::Number((number, _)) => Some(RemovedCitation {
                mark: marks.first()?.span.of(raw).to_owned(),
                source: self.position(*number),
                fault: None,
                article: None,
                reason: self.policy.say(
                    "이 번호가 아니라 다른 출처가 문장을 뒷받침해 번호를 바로잡았습니다",
                    "another source than the one of this number supports the sentence; the number was put right",
                ),
            }),
        };
        Some(Found { source, verdict, raw: with_mark, marks: found, instead })
    }

    /// Puts a citation that was found into its sentence, or leaves it as a suggestion.
    pub(super) fn use_found(
        &self,
        found: Option<Found>,
        (raw, marks, cited, verdict): (&mut String, &mut Vec<Mark>, &mut Vec<usize>, &mut Verdict),
    ) -> Taken {
        let Some(mut found) = found else { return Taken::default() };
        if self.policy.attribute != Attribute::Put {
            return Taken { suggested: Some(found), ..Taken::default() };
        }
        let given = std::mem::replace(raw, std::mem::take(&mut found.raw));
        (*marks, *cited, *verdict) = (found.marks, vec![found.source], found.verdict);
        let before = found.instead.is_none().then_some(given);
        Taken { source: Some(found.source), instead: found.instead, before, suggested: None }
    }

    /// The only source besides `cited` that supports a statement; of several the only one that has it word for word.
    pub(super) fn only_support(
        &self,
        statement: &str,
        around: &Context<'_>,
        cited: &[usize],
    ) -> Option<(usize, Verdict)> {
        let mut others = self.nearest(statement);
        others.retain(|at| !cited.contains(at));
        let mut supporting = self.supporting(statement, around, &self.prepared, &others);
        if supporting.len() > 1 {
            supporting.retain(|(_, own)| own.score >= 1.0);
        }
        let same_document = |(at, _): &(usize, Verdict)| self.sources.get(*at).map(|source| &source.key);
        let first = supporting.first().map(same_document)?;
        let alone = supporting.iter().all(|other| same_document(other) == first);
        supporting.into_iter().next().filter(|_| alone)
    }

    /// What a given text is told of a claim that carries no mark and found none: the passage that says otherwise, or that nobody says
    /// it.
    pub(super) fn look_up(
        &self,
        (statement, kind, around): (&str, SentenceKind, &Context<'_>),
        verdict: &mut Verdict,
    ) {
        let looked = self.policy.attribute == Attribute::Suggest && verdict.status == Status::Uncited;
        if !looked || !self.may_be_cited(statement, kind) {
            return;
        }
        let among = self.nearest(statement);
        let policy = &self.policy.gate;
        if among.is_empty()
            || self.is_foreign(statement, &among)
            || self.supports_by_words(&gate::judge_in(statement, around, &self.prepared, &among, policy))
        {
            return;
        }
        verdict.evidence.extend(self.contradicting(statement, around, &among));
        verdict.reason = if verdict.evidence.is_empty() {
            self.policy.say(
                "주장에 인용이 없고, 찾아본 출처에 같은 말이 없습니다",
                "the claim carries no citation, and no passage that was found says it",
            )
        } else {
            self.policy.say(
                "주장에 인용이 없고, 출처는 다르게 말합니다",
                "the claim carries no citation, and a source says otherwise",
            )
        };
    }

    /// The passage of one of some sources that says otherwise than a claim: with its value the claim would be true, or it denies it.
    fn contradicting(&self, statement: &str, around: &Context<'_>, among: &[usize]) -> Option<Evidence> {
        let policy = &self.policy.gate;
        let mut refused = gate::judge_each(statement, around, &self.prepared, among, policy);
        refused.retain(|verdict| verdict.veto.is_some());
        let nearest = |verdict: &Verdict| verdict.evidence.first().map_or(0.0, |found| found.similarity);
        refused.sort_by(|one, other| nearest(other).total_cmp(&nearest(one)));
        refused.iter().take(MOST_NEAREST).find_map(|verdict| {
            let evidence = *verdict.evidence.first()?;
            let text = &self.sources.get(evidence.source)?.text;
            let has_other = || {
                let found = gate::against(statement, text, evidence.span)?;
                self.offer((statement, None, around), evidence.source, &found)
            };
            match verdict.veto? {
                Veto::Number => has_other().map(|_| evidence),
                _ => gate::denied(statement, around, &self.prepared, verdict, policy),
            }
        })
    }

    /// The sources that a claim is held against, in their order.
    fn nearest(&self, statement: &str) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.sources.len()).collect();
        if all.len() > MOST_SOURCES {
            let words = search_terms(statement);
            let shared = |at: &usize| {
                let text = self.sources.get(*at).map_or("", |source| &source.text).to_lowercase();
                std::cmp::Reverse(words.iter().filter(|word| text.contains(word.as_str())).count())
            };
            all.sort_by_cached_key(shared);
            all.truncate(MOST_SOURCES);
            all.sort_unstable();
        }
        all
    }

    /// Takes note of a line of a list of sources, which is not shown.
    pub(super) fn note_listed(&mut self, raw: &str) {
        for at in self.cited(&self.marks(raw, &[])) {
            if !self.listed.contains(&at) {
                self.listed.push(at);
            }
        }
    }

    /// Cites the sources that the text lists at its end for what only one of them supports. In strict mode what is shown stays
    /// as it is.
    pub(super) fn cite_listed_sources(&mut self, out: &mut Vec<AnswerEvent>) {
        let listed = std::mem::take(&mut self.listed);
        if listed.is_empty() || self.policy.strict {
            return;
        }
        let unlisted: Vec<usize> = (0..self.sources.len()).filter(|at| !listed.contains(at)).collect();
        for index in 0..self.sentences.len() {
            let Some(closed) =
                self.sentences.get(index).filter(|closed| closed.report.state == State::Uncited)
            else {
                continue;
            };
            let statement = said(&closed.report.statement);
            if !closed.marks.is_empty() || !self.may_be_cited(&statement, closed.report.kind) {
                continue;
            }
            let found = self
                .only_support(&statement, &closed.around, &unlisted)
                .filter(|(_, verdict)| !self.by_translation(verdict))
                .and_then(|(source, verdict)| self.placed_in(&closed.raw, &[], &Place::End, source, verdict));
            let Some(found) = found else { continue };
            let mut closed = closed.clone();
            if self.policy.attribute == Attribute::Put {
                let asks = self.asks(&found.verdict, false);
                if asks {
                    let (said, cited) = (statement.trim().to_owned(), [found.source]);
                    let asked = self.question(index, said, &closed.around, &found.verdict, (&cited, None));
                    out.push(AnswerEvent::Ask(ModelQuestion { about: Vec::new(), ..asked }));
                    closed.report.words = Some(State::Supported);
                }
                put(&mut closed, found, asks);
            } else {
                let text = closed.report.span.of(&self.text).to_owned();
                closed.report.suggested =
                    Some(self.suggestion((found.source, &found.verdict), &text, closed.report.span.start));
            }
            if let Some(sentence) = self.sentences.get_mut(index) {
                *sentence = closed;
            }
            self.rewrite_closed(index, out);
        }
    }

    /// Takes note of how the answer writes its marks.
    pub(super) fn note_style(&mut self, raw: &str, marks: &[Mark]) {
        if let Some(mark) = marks.iter().find(|mark| mark.grammar == Grammar::Numeric) {
            self.plain_numbers = !mark.span.of(raw).contains('†');
        }
    }

    /// A mark as the answer has them, with the blank before it that the language wants.
    fn mark_behind(&self, words: &str, number: usize) -> String {
        let dagger = if self.plain_numbers { "" } else { "†" };
        let blank = if words.ends_with(|ch| matches!(ch, '가'..='힣')) { "" } else { " " };
        format!("{blank}[{dagger}{number}]")
    }

    /// The citation that a sentence of the text from `start` on could have.
    pub(super) fn suggestion(
        &self,
        (source, verdict): (usize, &Verdict),
        text: &str,
        start: usize,
    ) -> Citation {
        let at = end_of_words(text);
        let evidence = verdict.evidence.iter().find(|evidence| evidence.source == source);
        let number = source + 1;
        Citation {
            number: u32::try_from(number).unwrap_or(u32::MAX),
            mark: self.mark_behind(text.get(..at).unwrap_or_default(), number).trim_start().to_owned(),
            source,
            page: self
                .sources
                .get(source)
                .and_then(|source| source.page_at(evidence.map_or(0, |evidence| evidence.span.start))),
            span: Span::new(start + at, start + at),
            evidence: evidence.map(|evidence| evidence.span),
            put: false,
        }
    }

    /// Holds the uncited claims above the last sentence, if that lists regulations as sources, against their articles: those
    /// that the articles support cite them. Returns the sentences that changed.
    pub(super) fn cite_listed(&mut self) -> Vec<usize> {
        let (Some(regulations), Some(line)) = (&self.policy.regulations, self.sentences.last()) else {
            return Vec::new();
        };
        if line.held.is_empty() || self.policy.attribute == Attribute::Off || !names_sources(&line.raw) {
            return Vec::new();
        }
        let (articles, listed) = (stated(&line.held, regulations), line.report.statutes.clone());
        if articles.is_empty() {
            return Vec::new();
        }
        let prepared = gate::PreparedSources::new(&articles);
        let all: Vec<usize> = (0..articles.len()).collect();
        let mut changed = Vec::new();
        let from = self.sentences.len().saturating_sub(MOST_CLAIMS);
        let threshold = self.policy.gate.similarity_threshold;
        for (index, closed) in self.sentences.iter_mut().enumerate().skip(from) {
            let uncited = closed.report.state == State::Uncited && closed.report.kind == SentenceKind::Claim;
            if !uncited || is_hedged(&closed.report.statement) {
                continue;
            }
            let mut verdict = gate::judge(&closed.report.statement, &prepared, &all, &self.policy.gate);
            if verdict.by_words(threshold) != Status::Supported {
                continue;
            }
            // Passages of articles are no passages of sources.
            verdict.evidence.clear();
            listing(closed, verdict, &listed);
            changed.push(index);
        }
        changed
    }
}

/// Gives a closed sentence the citation that was found for it.
pub(super) fn put(closed: &mut Closed, found: Found, asked: bool) {
    let report = &mut closed.report;
    (report.score, report.veto) = (found.verdict.score, found.verdict.veto);
    report.reason.clone_from(&found.verdict.reason);
    (report.state, report.by) =
        if asked { (State::Judging, None) } else { (State::Supported, Some(Decider::Words)) };
    (closed.raw, closed.marks, closed.verdict) = (found.raw, found.marks, found.verdict);
    (closed.put, closed.kept, closed.with_part) =
        (Some(found.source), vec![found.source], vec![found.source]);
    closed.asked = asked;
}

/// Makes a claim one that cites what is listed below it.
fn listing(closed: &mut Closed, verdict: Verdict, listed: &[StatuteCitation]) {
    let end = closed.report.span.end;
    closed.listed = listed
        .iter()
        .map(|statute| StatuteCitation { span: Span::new(end, end), ..statute.clone() })
        .collect();
    let named = listed.first().map(|statute| statute.text.as_str()).unwrap_or_default();
    let reason = format!("{named}: {}", verdict.reason);
    closed.support(verdict);
    (closed.report.reason, closed.report.suggested) = (reason, None);
}

/// Where a found citation goes.
pub(super) enum Place {
    End,
    /// In the place of this number.
    Number((u32, Span)),
}

/// The number of a mark that says nothing but one.
fn lone_number(mark: &Mark, raw: &str) -> Option<(u32, Span)> {
    let [MarkRef::Number { n, span }] = mark.refs.as_slice() else { return None };
    let words = mark.span.of(raw).chars().filter(|ch| ch.is_alphanumeric()).count();
    (words == span.of(raw).chars().filter(|ch| ch.is_alphanumeric()).count()).then_some((*n, *span))
}

/// Whether a line says with a label that sources follow: `• 출처: 「학칙」 제19조`, `**Sources:** …`.
fn names_sources(line: &str) -> bool {
    static TITLES: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
        let tables = ["words/en/source-titles", "words/ko/source-titles"].into_iter();
        let rows = tables.flat_map(stet_data::rows);
        rows.filter_map(|row| (*row.get(1)? != "column").then_some(*row.first()?)).collect()
    });
    let bare = line.trim().trim_start_matches(|ch: char| !ch.is_alphabetic());
    bare.split_once([':', '：']).is_some_and(|(title, _)| {
        let title: String =
            title.chars().filter(|ch| !ch.is_whitespace() && !matches!(ch, '*' | '_')).collect();
        title == "참고" || TITLES.contains(title.to_lowercase().as_str())
    })
}

/// Where a mark stands that belongs to a sentence: before its full stop, else behind its last character.
fn end_of_words(sentence: &str) -> usize {
    let words = sentence.trim_end();
    let before = words.strip_suffix(['.', '!', '?', '。']).unwrap_or(words);
    let closes = before.ends_with(|ch: char| ch.is_alphanumeric() || matches!(ch, ')' | '%' | '」' | '”'));
    if closes { before.len() } else { words.len() }
}

#[cfg(test)]
mod tests;
