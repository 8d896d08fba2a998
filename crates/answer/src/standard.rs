//! References to regulations as answers have them: `「규정명」 제N조`, of an article that says what the sentence does.
//!
//! Owns what becomes of a reference that is written otherwise, says too little, leads to nothing, or to an article that does
//! not support its sentence. Stet writes only into what it may write into ([`Attribute::Put`]); a text that is checked stays.
//! Leaves the forms to `marks`, and which article supports a sentence to the gate.

use super::attribute::Place;
use super::event::{RemovedCitation, Standing, State};
use super::policy::Attribute;
use super::{AnswerStream, Closed};
use stet_context::grounds::{self, Grounds};
use stet_context::held::{Held, Reading, surrounded};
use stet_context::marker::said;
use stet_gate as gate;
use stet_gate::{Context, Verdict};
use stet_marks::citation;
use stet_marks::statute::{
    self, Entry, Form, RegulationIndex, Replacement, Resolution, StatuteRef, Unfounded, completed_form,
    in_place, is_quoted, redirected_form, replaced, standard_form,
};
use stet_segment::SentenceKind;
use stet_text::language;
use stet_text::span::Span;

/// Articles among which the only one is looked for that supports a sentence; each costs a comparison.
const MOST_ARTICLES: usize = 256;

/// A sentence in which one reference gave way to another before anything was shown of it.
#[derive(Debug)]
pub(super) struct Redirected {
    pub text: String,
    /// The reference as it stands there.
    pub words: String,
    /// The one that the model wrote, where it was wrong.
    pub removed: Option<RemovedCitation>,
}

impl AnswerStream {
    /// The only article in force among these that supports a statement; of several the one that has it word for word, or that
    /// says it in by far the fewest words.
    fn only_article<'a>(
        &self,
        statement: &str,
        among: impl Iterator<Item = &'a Entry<String>>,
    ) -> Option<(&'a Entry<String>, Verdict)> {
        let spoken = language(statement);
        let stated = |entry: &&Entry<String>| {
            !entry.deleted && !entry.text.trim().is_empty() && language(&entry.text) == spoken
        };
        let entries: Vec<&Entry<String>> = among.filter(stated).take(MOST_ARTICLES + 1).collect();
        if entries.is_empty() || entries.len() > MOST_ARTICLES {
            return None;
        }
        let texts: Vec<&str> = entries.iter().map(|entry| entry.text.as_str()).collect();
        let (prepared, all) = (gate::PreparedSources::new(&texts), (0..texts.len()).collect::<Vec<usize>>());
        let mut supporting = self.supporting(statement, &Context::default(), &prepared, &all);
        if supporting.iter().filter(|(_, verdict)| verdict.score >= 1.0).count() == 1 {
            supporting.retain(|(_, verdict)| verdict.score >= 1.0);
        }
        // What says more says it, too, and on conditions of its own.
        supporting.sort_by_key(|(_, verdict)| window(verdict));
        let mut supporting = supporting.into_iter();
        let (at, mut verdict) = supporting.next()?;
        if supporting.next().is_some_and(|(_, next)| window(&next) * 3 < window(&verdict) * 4) {
            return None;
        }
        // Passages of articles are no passages of sources.
        verdict.evidence.clear();
        Some((*entries.get(at)?, verdict))
    }

    /// What a sentence says besides the reference, when that alone carries it.
    pub(super) fn said_beside(
        &self,
        raw: &str,
        reference: &StatuteRef,
        regulations: &RegulationIndex<String>,
    ) -> Option<String> {
        let statement = citation::without_marks(raw, &citation::scan_marks(raw));
        let judged = said(&statement);
        let found = grounds::references(&judged, Some(regulations), &mut self.last_reference.clone());
        let grounds = Grounds::of(&judged, &found)?;
        let [ground] = grounds.found.as_slice() else { return None };
        (ground.words == reference.span.of(raw)).then_some(grounds.rest)
    }

    /// Puts the article that supports a sentence in the place of a reference that leads nowhere, or that several regulations
    /// could have.
    pub(super) fn redirect(&self, raw: &str, regulations: &RegulationIndex<String>) -> Option<Redirected> {
        let found = if self.policy.attribute == Attribute::Put {
            statute::scan_statutes_in(raw, regulations)
        } else {
            return None;
        };
        let literals = if found.is_empty() { return None } else { citation::literals(raw) };
        let mut context = self.statutes.clone();
        for reference in found.iter().filter(|found| !citation::in_literal(&literals, found.span)) {
            let Reading::Missing(resolution) = self.resolve(reference, raw, true, regulations, &mut context)
            else {
                continue;
            };
            if is_quoted(raw, reference.span.start) {
                continue;
            }
            let Some(rest) = self.said_beside(raw, reference, regulations) else { continue };
            let words = reference.span.of(raw);
            let (put, wrong) = match &resolution {
                Resolution::Missing { regulation: Some(name), .. } => {
                    let (entry, _) = self.only_article(&rest, regulations.in_force(name))?;
                    (redirected_form(words, &entry.regulation, entry.number), true)
                }
                Resolution::Ambiguous { regulations: names } => {
                    let number = reference.article?;
                    let among = names.iter().filter_map(|name| regulations.article_in(name, number));
                    let (entry, _) = self.only_article(&rest, among)?;
                    (completed_form(raw, reference, &entry.regulation, number)?, false)
                }
                _ => continue,
            };
            let removed = wrong.then(|| self.replaced_by(words, &put, Unfounded::Unknown));
            let text = replaced(raw, &[in_place(raw, reference.span, put.clone())]);
            return Some(Redirected { text, words: put, removed });
        }
        None
    }

    fn replaced_by(&self, words: &str, put: &str, fault: Unfounded) -> RemovedCitation {
        let reason = self.policy.say(
            &format!("이 조문이 아니라 {put}에 있는 내용이어서 바로잡았습니다"),
            &format!("not this article but {put} has it; the reference was put right"),
        );
        RemovedCitation { mark: words.to_owned(), source: None, reason, fault: Some(fault), article: None }
    }

    /// Tells which references of a sentence it rests on, and which article is meant where only its regulation is named.
    pub(super) fn complete_names(&self, grounds: Option<&Grounds>, held: &mut [Held]) {
        let (Some(grounds), Some(regulations)) = (grounds, self.policy.regulations.as_deref()) else {
            return;
        };
        for held in held {
            held.ground = grounds.found.iter().any(|ground| ground.words == held.words);
            let Resolution::Incomplete { regulation: Some(name) } = &held.resolution else { continue };
            let named = held.reference.form == Form::NameOnly && held.reference.annex.is_none();
            if !held.ground || !named || self.policy.attribute != Attribute::Put {
                continue;
            }
            if let Some((entry, _)) = self.only_article(&grounds.rest, regulations.in_force(name)) {
                held.resolution = completed(entry);
            }
        }
    }

    /// Writes the references of a closed sentence as an answer has them. What a sentence is worth has to be known before one
    /// is completed or taken away.
    pub(super) fn standardise(&self, closed: &mut Closed) {
        let prose = !matches!(closed.report.kind, SentenceKind::Code | SentenceKind::Table);
        if self.policy.attribute != Attribute::Put || !prose {
            return;
        }
        let Some(regulations) = self.policy.regulations.clone() else { return };
        if closed.held.is_empty() {
            self.complete_english(closed, &regulations);
            return;
        }
        if closed.report.state == State::Unsupported && closed.report.kind == SentenceKind::Claim {
            self.disavow(closed, &regulations);
        }
        let mut edits = Vec::new();
        let mut held = closed.held.clone();
        let mut before: Option<Span> = None;
        for (held, found) in standing(&closed.raw, &mut held, &regulations) {
            let listed = before.replace(found.span).is_some_and(|before| {
                statute::joins(Span::new(before.end.min(found.span.start), found.span.start).of(&closed.raw))
            });
            let others = is_quoted(&closed.raw, found.span.start)
                || surrounded(found.span, &closed.raw).is_some_and(|words| self.source_statutes.say(&words));
            if others {
                continue;
            }
            let words = match found.form {
                Form::Full => standard_form(&closed.raw, &found),
                _ if listed => None,
                _ => self.completion(closed, held, &found, &regulations),
            };
            let Some(words) = words else { continue };
            held.words.clone_from(&words);
            edits.push(in_place(&closed.raw, found.span, words));
        }
        if !edits.is_empty() {
            self.restate(closed, &edits, held, &regulations);
        }
    }

    /// Writes the references of a sentence that is shown, or will be, as an answer has them. Whether its words have changed.
    pub(super) fn standardise_at(&mut self, index: usize) -> bool {
        if self.policy.attribute != Attribute::Put || self.policy.regulations.is_none() {
            return false;
        }
        let Some(mut closed) = self.sentences.get(index).cloned() else { return false };
        self.standardise(&mut closed);
        let Some(shown) = self.sentences.get_mut(index).filter(|shown| shown.raw != closed.raw) else {
            return false;
        };
        *shown = closed;
        true
    }

    /// The full form of a reference that says too little in a sentence that is supported.
    fn completion(
        &self,
        closed: &Closed,
        held: &mut Held,
        found: &StatuteRef,
        regulations: &RegulationIndex<String>,
    ) -> Option<String> {
        let part = found.supplement || found.annex.is_some() || !found.divisions.is_empty();
        if !held.ground || part || closed.report.state != State::Supported {
            return None;
        }
        let (Standing::Found | Standing::Completed, Some(regulation), articles) =
            self.meaning(held, regulations, &closed.kept)
        else {
            return None;
        };
        let entry = regulations.article_in(&regulation, articles.first()?.number)?;
        let words = completed_form(&closed.raw, found, &regulation, entry.number)?;
        if found.form == Form::NameOnly {
            held.resolution = completed(entry);
        }
        held.put = true;
        Some(words)
    }

    /// `According to the Library Regulations, …`: puts the article behind a name that stands alone. In English that is no
    /// reference yet: capitals alone tell no regulation from a title.
    fn complete_english(&self, closed: &mut Closed, regulations: &RegulationIndex<String>) {
        let open = closed.report.state == State::Uncited && closed.report.kind == SentenceKind::Claim;
        let Some((before, rest)) = closed.raw.split_once(", ").filter(|_| open && closed.marks.is_empty())
        else {
            return;
        };
        let leads = |name: &&str| {
            let lead = before.strip_suffix(*name).unwrap_or_default().trim_end();
            let lead = lead.strip_suffix(" the").unwrap_or(lead).trim_start_matches(['-', '*', '•', ' ']);
            !lead.is_empty() && grounds::words("head").any(|head| head.eq_ignore_ascii_case(lead))
        };
        let named = regulations.regulations().filter(leads).max_by_key(|name| name.len());
        let Some((entry, verdict)) =
            named.and_then(|name| self.only_article(rest, regulations.in_force(name)))
        else {
            return;
        };
        let words = format!("Article {}", entry.number.number);
        let raw = format!("{before}, {words}, {rest}");
        let found = statute::scan_statutes_in(&raw, regulations);
        let Some(reference) = found.into_iter().find(|found| found.span.of(&raw) == words) else { return };
        let held =
            Held { words: words.clone(), reference, resolution: completed(entry), ground: true, put: true };
        let at = before.len();
        let edit = Replacement { span: Span::new(at, at), text: format!(", {words}") };
        if self.restate(closed, &[edit], vec![held], regulations) {
            closed.support(verdict);
        }
    }

    /// Takes from a sentence that is not supported the references on which it claims to rest: the article or source that does
    /// support it takes their place, where there is one, else general words do.
    fn disavow(&self, closed: &mut Closed, regulations: &RegulationIndex<String>) {
        let mut held = closed.held.clone();
        let led_to = |held: &Held| regulations.meant(&held.resolution).next().map(|entry| entry.id.clone());
        let rests = |held: &Held| held.ground && led_to(held).is_some();
        let wrong: Vec<Held> = held.iter().filter(|held| rests(held)).cloned().collect();
        let (Some(first), Some(rest)) = (wrong.first(), closed.rest.clone()) else { return };
        let found = standing(&closed.raw, &mut held, regulations);
        let at: Vec<StatuteRef> =
            found.into_iter().filter(|(held, _)| rests(held)).map(|(_, found)| found).collect();
        // What somebody else said stays as it was said.
        if at.len() != wrong.len() || at.iter().any(|found| is_quoted(&closed.raw, found.span.start)) {
            return;
        }
        let meant: Vec<&String> = regulations.meant(&first.resolution).map(|entry| &entry.id).collect();
        let name = regulations.meant(&first.resolution).next().map(|entry| entry.regulation.clone());
        let own = name.iter().flat_map(|name| regulations.in_force(name));
        let sourced = self.source_statutes.articles();
        let others = own.chain(sourced).filter(|entry| !meant.contains(&&entry.id));
        let mut seen: Vec<&String> = Vec::new();
        let once = others.filter(|entry| {
            let new = !seen.contains(&&entry.id);
            seen.push(&entry.id);
            new
        });
        if let ([wrong], [at]) = (wrong.as_slice(), at.as_slice())
            && let Some((entry, verdict)) = self.only_article(&rest, once)
        {
            let put = redirected_form(&wrong.words, &entry.regulation, entry.number);
            for held in held.iter_mut().filter(|held| held.words == wrong.words) {
                (held.resolution, held.words, held.put) = (completed(entry), put.clone(), true);
            }
            let edit = in_place(&closed.raw, at.span, put.clone());
            if self.restate(closed, &[edit], held, regulations) {
                let replaced = self.replaced_by(&wrong.words, &put, Unfounded::Unsupported);
                closed.report.removed.push(RemovedCitation { article: led_to(wrong), ..replaced });
                closed.support(verdict);
            }
            return;
        }
        let gone = |at: usize| wrong.get(at).map(|_| Unfounded::Unsupported);
        let edits = statute::rewrite_statutes(&closed.raw, &at, self.policy.unverifiable, &mut { gone }).1;
        held.retain(|held| !rests(held));
        if edits.is_empty() || !self.restate(closed, &edits, held, regulations) {
            return;
        }
        let reason = closed.report.reason.clone();
        closed.report.removed.extend(wrong.iter().map(|wrong| RemovedCitation {
            mark: wrong.words.clone(),
            source: None,
            reason: reason.clone(),
            fault: Some(Unfounded::Unsupported),
            article: led_to(wrong),
        }));
        if closed.marks.is_empty()
            && let Some((source, verdict)) = self.only_support(&rest, &closed.around, &[])
            && let Some(found) = self.placed_in(&closed.raw, &[], &Place::End, source, verdict)
        {
            super::attribute::put(closed, found, false);
        }
    }

    /// Writes a sentence with other references, if what else it has reads as before.
    fn restate(
        &self,
        closed: &mut Closed,
        edits: &[Replacement],
        mut held: Vec<Held>,
        regulations: &RegulationIndex<String>,
    ) -> bool {
        let raw = replaced(&closed.raw, edits);
        let marks = self.marks(&raw, &[]);
        let same = marks.len() == closed.marks.len()
            && marks
                .iter()
                .zip(&closed.marks)
                .all(|(new, old)| new.span.of(&raw) == old.span.of(&closed.raw));
        if !same || standing(&raw, &mut held, regulations).len() != held.len() {
            return false;
        }
        (closed.raw, closed.marks, closed.held) = (raw, marks, held);
        true
    }
}

/// Bytes of the passage on which a verdict rests.
fn window(verdict: &Verdict) -> usize {
    verdict.evidence.first().map_or(usize::MAX / 4, |evidence| evidence.span.len())
}

/// The references that may be shown, each as it stands in the text; those that do not are left out.
fn standing<'a>(
    text: &str,
    held: &'a mut [Held],
    regulations: &RegulationIndex<String>,
) -> Vec<(&'a mut Held, StatuteRef)> {
    let literals = citation::literals(text);
    let marks = citation::scan_marks(text);
    let in_mark =
        |span: Span| marks.iter().any(|mark| mark.span.start < span.start && span.end < mark.span.end);
    let found = statute::scan_statutes_in(text, regulations);
    let mut found = found
        .into_iter()
        .filter(|found| !citation::in_literal(&literals, found.span) && !in_mark(found.span));
    held.iter_mut()
        .filter_map(|held| {
            let found = found.by_ref().find(|found| found.span.of(text) == held.words)?;
            Some((held, found))
        })
        .collect()
}

fn completed(entry: &Entry<String>) -> Resolution<String> {
    Resolution::Completed { regulation: entry.regulation.clone(), number: entry.number, id: entry.id.clone() }
}
