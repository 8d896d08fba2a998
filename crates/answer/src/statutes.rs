//! References to regulations in an answer: which may be shown, and what those that are shown lead to.
//!
//! Owns holding a reference against the store, the sources' own words and the sentence's citations; leaves finding
//! and resolving it to `stet-marks`, and bracket marks to `close`.

use super::AnswerStream;
use super::event::{RemovedCitation, Standing, StatuteCitation};
use super::policy::Attribute;
use stet_context::headings::is_of;
use stet_context::held::{Held, Reading, surrounded, written};
use stet_marks::citation;
use stet_marks::statute::{
    self, CitedArticle, Context, Entry, MissingPart, RegulationIndex, Resolution, StatuteRef, Unfounded,
};
use stet_text::span::Span;

/// Regulations that are named where several fit.
const MAX_NAMES: usize = 3;

/// A sentence whose references have been held against the store.
#[derive(Debug, Default)]
pub(super) struct Settled {
    pub text: String,
    pub removed: Vec<RemovedCitation>,
    pub held: Vec<Held>,
    /// What the sentence says besides a reference that is gone.
    pub rest: Option<String>,
}

impl AnswerStream {
    /// What becomes of a reference to a regulation. Words that need not be one ([`StatuteRef::loose`]) and lead nowhere
    /// change nothing. What the rest of a sentence says of it counts only when the sentence is `whole`.
    pub(super) fn resolve(
        &self,
        reference: &StatuteRef,
        text: &str,
        whole: bool,
        regulations: &RegulationIndex<String>,
        context: &mut Context,
    ) -> Reading {
        let mut after = context.clone();
        let resolution = regulations.resolve_among(reference, &mut after, &self.source_statutes.regulations);
        if reference.loose && !regulations.bears_out(reference, &resolution) {
            return Reading::Plain;
        }
        *context = after;
        if regulations.accepts(reference, text) || self.holds(reference, text, whole, &resolution) {
            Reading::Held(resolution)
        } else {
            Reading::Missing(resolution)
        }
    }

    /// Whether a reference to a regulation may be shown: it leads to an article, it names a stored regulation, the text
    /// says of a repealed article that it was repealed, or a source of this answer says just the same.
    fn holds(
        &self,
        reference: &StatuteRef,
        text: &str,
        whole: bool,
        resolution: &Resolution<String>,
    ) -> bool {
        let known = match resolution {
            Resolution::Found { .. } | Resolution::Completed { .. } => true,
            Resolution::Incomplete { regulation } => regulation.is_some(),
            Resolution::Missing { part: MissingPart::Deleted, .. } => {
                whole && statute::tells_of_repeal(text, reference.span)
            }
            Resolution::Missing { .. } | Resolution::Ambiguous { .. } => false,
        };
        // A member of a list bears the name that stands before the first.
        let named =
            reference.regulation.as_ref().is_some_and(|name| reference.span.of(text).contains(name.as_str()));
        let Some(span) = written(reference, text) else { return known };
        let other = match resolution {
            Resolution::Missing { part: MissingPart::Regulation, .. } => true,
            Resolution::Missing { .. } | Resolution::Ambiguous { .. } => reference.regulation.is_none(),
            _ => false,
        };
        known
            || other && self.sources.iter().any(|source| is_of(reference, source))
            || match resolution {
                // A reader takes it for one of the regulation that was named before: a source that has the same words
                // of another one says something else, unless the words around them are the source's, too.
                Resolution::Missing { regulation: Some(_), .. } if !named => {
                    whole && surrounded(span, text).is_some_and(|words| self.source_statutes.say(&words))
                }
                // `휴학규정시행세칙 제3조`, where no such regulation is known, is not the `제3조` of a source.
                _ => {
                    let from = if named { span.start } else { statute::named_from(text, span.start) };
                    self.source_statutes.say(Span::new(from, span.end).of(text))
                }
            }
    }

    /// Why a reference is not shown, in words.
    fn fault(&self, resolution: &Resolution<String>) -> String {
        match resolution {
            Resolution::Missing { part: MissingPart::Deleted, .. } => {
                self.policy.say("삭제된 조문입니다", "the article was repealed")
            }
            Resolution::Missing { part: MissingPart::Title, .. } => self.policy.say(
                "조문의 번호와 제목이 서로 맞지 않습니다",
                "the number and the title of the article do not agree",
            ),
            Resolution::Missing { part: MissingPart::Part, .. } => self.policy.say(
                "그 조문에 그런 항이나 호, 별표가 없습니다",
                "the article has no such paragraph, item or annex",
            ),
            Resolution::Ambiguous { regulations } => {
                let names = regulations.iter().take(MAX_NAMES).map(|name| format!("「{name}」"));
                let names = names.collect::<Vec<_>>().join(", ");
                self.policy.say(
                    &format!("여러 규정에 있는 조문이어서 어느 것인지 알 수 없습니다: {names}"),
                    &format!(
                        "several regulations have such an article, and which is meant is not said: {names}"
                    ),
                )
            }
            _ => self.policy.say("그런 조문을 찾지 못했습니다", "no such article was found"),
        }
    }

    /// Replaces references to regulations that do not exist, and keeps the others.
    pub(super) fn settle_statutes(&mut self, raw: String) -> Settled {
        let Some(regulations) = self.policy.regulations.clone() else {
            return Settled { text: raw, ..Settled::default() };
        };
        let redirected = self.redirect(&raw, &regulations);
        let put = redirected.as_ref().map(|redirected| redirected.words.clone());
        let (raw, wrong) = redirected.map_or((raw, None), |redirected| (redirected.text, redirected.removed));
        let mut context = std::mem::take(&mut self.statutes);
        let mut references = Vec::new();
        let mut read: Vec<(Resolution<String>, Option<Unfounded>)> = Vec::new();
        let found = statute::scan_statutes_in(&raw, &regulations);
        // Most sentences have none, and are not read for the rest.
        let (marks, literals) = if found.is_empty() {
            Default::default()
        } else {
            (citation::scan_marks(&raw), citation::literals(&raw))
        };
        // What a mark names is held against the sources, and the mark goes as a whole.
        let in_mark =
            |span: Span| marks.iter().any(|mark| mark.span.start < span.start && span.end < mark.span.end);
        for reference in found {
            if citation::in_literal(&literals, reference.span) {
                continue;
            }
            read.push(match self.resolve(&reference, &raw, true, &regulations, &mut context) {
                Reading::Plain => continue,
                Reading::Missing(_) if in_mark(reference.span) => continue,
                Reading::Held(resolution) => (resolution, None),
                Reading::Missing(resolution) => {
                    let repealed =
                        matches!(resolution, Resolution::Missing { part: MissingPart::Deleted, .. });
                    (resolution, Some(if repealed { Unfounded::Repealed } else { Unfounded::Unknown }))
                }
            });
            references.push(reference);
        }
        self.open_statutes.clone_from(&context);
        self.statutes = context;
        let mut missing = |at: usize| read.get(at).and_then(|(_, why)| *why);
        let text = statute::rewrite_statutes(&raw, &references, self.policy.unverifiable, &mut missing).0;
        let mut settled = Settled { text, removed: wrong.into_iter().collect(), ..Settled::default() };
        for (reference, (resolution, why)) in references.into_iter().zip(read) {
            let words = reference.span.of(&raw).to_owned();
            if why.is_some() {
                let reason = self.fault(&resolution);
                if self.policy.attribute != Attribute::Off {
                    settled.rest = self.said_beside(&raw, &reference, &regulations);
                }
                settled.removed.push(RemovedCitation {
                    mark: words,
                    source: None,
                    reason,
                    fault: why,
                    article: None,
                });
            } else {
                let put = put.as_ref() == Some(&words);
                settled.held.push(Held { words, reference, resolution, ground: false, put });
            }
        }
        settled
    }

    /// The references of a sentence as they stand in its released `text`, which begins at `start` of the answer.
    /// `kept` are the sources it still cites: they tell which article is meant where the words do not.
    pub(super) fn placed(
        &self,
        held: &[Held],
        text: &str,
        start: usize,
        kept: &[usize],
    ) -> Vec<StatuteCitation> {
        let Some(regulations) = self.policy.regulations.as_ref().filter(|_| !held.is_empty()) else {
            return Vec::new();
        };
        let literals = citation::literals(text);
        let mut standing = statute::scan_statutes_in(text, regulations);
        standing.retain(|found| !citation::in_literal(&literals, found.span));
        let mut rest = standing.as_slice();
        let mut placed = Vec::new();
        for held in held {
            // One that went together with a removed mark is not there any more.
            let Some(at) = rest.iter().position(|found| found.span.of(text) == held.words) else { continue };
            let Some(found) = rest.get(at) else { continue };
            let span = found.span.shifted(start);
            rest = rest.get(at + 1..).unwrap_or_default();
            let (standing, regulation, articles) = self.meaning(held, regulations, kept);
            let incomplete = held.ground && standing == Standing::Named;
            let (text, put) = (held.words.clone(), held.put);
            placed.push(StatuteCitation { text, span, standing, regulation, articles, put, incomplete });
        }
        placed
    }

    pub(super) fn meaning(
        &self,
        held: &Held,
        regulations: &RegulationIndex<String>,
        kept: &[usize],
    ) -> (Standing, Option<String>, Vec<CitedArticle<String>>) {
        let limit = self.policy.article_chars;
        let articles = regulations.cited(&held.reference, &held.resolution, limit);
        let named = match &held.resolution {
            Resolution::Found { regulation, .. } => {
                return (Standing::Found, Some(regulation.clone()), articles);
            }
            Resolution::Completed { regulation, .. } => {
                return (Standing::Completed, Some(regulation.clone()), articles);
            }
            Resolution::Missing { part: MissingPart::Deleted, regulation } => {
                return (Standing::Repealed, regulation.clone(), articles);
            }
            Resolution::Incomplete { regulation } | Resolution::Missing { regulation, .. } => {
                regulation.clone()
            }
            Resolution::Ambiguous { .. } => None,
        };
        // A source that the sentence cites may be the article that its words leave open.
        let fits = |entry: &&Entry<String>| {
            named.as_ref().is_none_or(|name| *name == entry.regulation)
                && held.reference.article.is_none_or(|number| number == entry.number)
                && (named.is_some() || held.reference.article.is_some())
        };
        let cited = kept.iter().filter_map(|&at| self.source_statutes.article(at));
        let mut cited = cited.filter(fits).map(|entry| (entry.regulation.clone(), entry.number));
        if let Some((regulation, number)) = cited.next()
            && cited.all(|other| other == (regulation.clone(), number))
            && let Some(entry) = regulations.article_in(&regulation, number)
        {
            let id = entry.id.clone();
            let meant = Resolution::Completed { regulation: regulation.clone(), number, id };
            let articles = regulations.cited(&held.reference, &meant, limit);
            return (Standing::Completed, Some(regulation), articles);
        }
        let standing = if named.is_some() && held.reference.article.is_none() {
            Standing::Named
        } else {
            Standing::Quoted
        };
        (standing, named, articles)
    }
}
