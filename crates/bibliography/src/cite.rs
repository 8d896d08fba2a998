//! The citations of a document, set in a style, and the list of works at its end.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

use stet_document::{Block, Document, Inline, Look, Note, Run, plain};
use stet_marks::citation::{Keyed, KeyedWork, is_references_heading, scan_keyed};
use stet_text::Language;

use crate::locator::place;
use crate::render::{Cited, Cluster, Rendering, render};
use crate::{Entry, Style};

/// Stands for what is no text in a line: no citation goes across it.
const OTHER: char = '\u{fffc}';

/// What became of the citations of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The works that are cited, in the order of the list, as they stand in it.
    pub list: Vec<(String, String)>,
    /// Keys that the bibliography does not have, in the order of the text. They stay in it as they are.
    pub unknown: Vec<String>,
}

/// Sets the citations of a document in a style and puts the list of works at its end.
pub fn cite(document: &mut Document, entries: &[Entry], style: Style, language: Language) -> Outcome {
    let known: HashMap<&str, &Entry> = entries.iter().map(|entry| (entry.key(), entry)).collect();
    let mut outcome = Outcome::default();
    let blocks = std::mem::take(&mut document.blocks);
    let notes = std::mem::take(&mut document.notes);
    let mut body = Document { blocks, notes: Vec::new() };
    let labels = notes.iter().map(|note| note.label.clone()).collect();
    let mut notes: Vec<(String, Document)> = notes
        .into_iter()
        .map(|note| (note.label, Document { blocks: note.blocks, notes: Vec::new() }))
        .collect();
    let mut lines = reading_order(&mut body, &mut notes);
    let mut clusters = Vec::new();
    let mut places: Vec<(usize, Found)> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        for found in citations(line.runs, &known, &mut outcome.unknown) {
            clusters.push(found.cluster(&known));
            places.push((number, found));
        }
    }
    let rendering = render(&clusters, style, language).filter(|_| !clusters.is_empty());
    let fresh =
        rendering.as_ref().map(|rendering| put(&mut lines, &places, rendering, labels)).unwrap_or_default();
    document.blocks = body.blocks;
    document.notes = notes.into_iter().map(|(label, note)| Note { label, blocks: note.blocks }).collect();
    document.notes.extend(fresh);
    if let Some(rendering) = rendering {
        outcome.list = rendering.list.iter().map(|(key, runs)| (key.clone(), plain(runs))).collect();
        list(document, rendering.list, style, language);
    }
    outcome
}

/// The keys that a text cites, known or not, each once, in its order.
#[must_use]
pub fn cited_keys(text: &str) -> Vec<String> {
    let mut seen = HashSet::new();
    let works = scan_keyed(text).into_iter().flat_map(|found| found.works);
    let keys = works.map(|work| work.key.of(text).to_owned());
    keys.filter(|key| seen.insert(key.clone())).collect()
}

struct Line<'a> {
    runs: &'a mut Vec<Run>,
    in_note: bool,
}

/// The lines of a text with those of a note behind the line that refers to it first; at the end those that none refers to.
fn reading_order<'a>(body: &'a mut Document, notes: &'a mut [(String, Document)]) -> Vec<Line<'a>> {
    let mut of_notes: HashMap<String, Vec<&'a mut Vec<Run>>> = HashMap::new();
    let mut order = Vec::new();
    for (label, note) in notes {
        order.push(label.clone());
        of_notes.entry(label.clone()).or_default().extend(note.lines_mut());
    }
    let mut out = Vec::new();
    let mut left: VecDeque<(&'a mut Vec<Run>, bool)> =
        body.lines_mut().into_iter().map(|line| (line, false)).collect();
    loop {
        while let Some((runs, in_note)) = left.pop_front() {
            let labels: Vec<String> = runs
                .iter()
                .filter_map(|run| match &run.inline {
                    Inline::Note(label) => Some(label.clone()),
                    _ => None,
                })
                .collect();
            for line in labels
                .iter()
                .rev()
                .filter_map(|label| of_notes.remove(label))
                .flat_map(|lines| lines.into_iter().rev())
            {
                left.push_front((line, true));
            }
            out.push(Line { runs, in_note });
        }
        let Some(lines) = order.iter().find_map(|label| of_notes.remove(label)) else { return out };
        left.extend(lines.into_iter().map(|line| (line, true)));
    }
}

/// A citation in a line.
struct Found {
    keyed: Keyed,
    /// The line as the scanner read it.
    text: std::rc::Rc<str>,
    /// Where each run begins in it.
    starts: std::rc::Rc<[usize]>,
    /// Its works that are not known, in brackets of their own: no square ones, which a text of Markdown would have to escape.
    left: Option<String>,
}

/// The citations of a line with a work that is known; keys that are not are told, and spoil none beside them.
fn citations(runs: &[Run], known: &HashMap<&str, &Entry>, unknown: &mut Vec<String>) -> Vec<Found> {
    let (text, starts) = join(runs);
    let mut out = Vec::new();
    for keyed in scan_keyed(&text) {
        if keyed.span.of(&text).contains(OTHER) {
            continue;
        }
        let has = |key: &str| known.contains_key(key);
        let mut keyed = keyed.shortened(&text, has).unwrap_or(keyed);
        let (works, missing): (Vec<KeyedWork>, Vec<KeyedWork>) =
            keyed.works.drain(..).partition(|work| has(work.key.of(&text)));
        // In a text without a bibliography `@name` is somebody's name.
        if !keyed.narrative || !known.is_empty() {
            for key in missing.iter().map(|work| work.key.of(&text)) {
                if !unknown.iter().any(|told| told == key) {
                    unknown.push(key.to_owned());
                }
            }
        }
        if !works.is_empty() {
            let left = missing.iter().map(|work| written(work, &text)).collect::<Vec<_>>().join("; ");
            let left = (!left.is_empty()).then(|| format!("({left})"));
            out.push(Found {
                keyed: Keyed { works, ..keyed },
                text: text.clone(),
                starts: starts.clone(),
                left,
            });
        }
    }
    out
}

/// A work of a citation as it stands in the text.
fn written(work: &KeyedWork, text: &str) -> String {
    let [prefix, key, suffix] = [work.prefix, work.key, work.suffix].map(|span| span.of(text));
    let before = if prefix.is_empty() { "" } else { " " };
    let behind = if suffix.is_empty() { "" } else { ", " };
    format!("{prefix}{before}{}@{key}{behind}{suffix}", if work.no_author { "-" } else { "" })
}

/// The words of a line, and where each run begins in them. Code, links and what is escaped cite nothing.
fn join(runs: &[Run]) -> (std::rc::Rc<str>, std::rc::Rc<[usize]>) {
    let mut text = String::new();
    let mut starts = Vec::with_capacity(runs.len());
    let mut end = None;
    for run in runs {
        let escaped = end.is_some_and(|end: usize| end + 1 == run.at.start);
        end = (!run.at.is_empty()).then_some(run.at.end);
        match &run.inline {
            Inline::Text(words) if !run.look.code && run.link.is_none() => {
                if escaped && words.starts_with(['@', '[']) {
                    text.push('\\');
                }
                starts.push(text.len());
                text.push_str(words);
            }
            Inline::Break => {
                starts.push(text.len());
                text.push('\n');
            }
            _ => {
                starts.push(text.len());
                text.push(OTHER);
            }
        }
    }
    (text.into(), starts.into())
}

impl Found {
    fn cluster<'a>(&self, known: &HashMap<&str, &'a Entry>) -> Cluster<'a> {
        let works = self.keyed.works.iter().filter_map(|work| {
            let place = place(work.suffix.of(&self.text));
            Some(Cited {
                entry: known.get(work.key.of(&self.text)).copied()?,
                locator: place.locator,
                prefix: work.prefix.of(&self.text).to_owned(),
                suffix: place.rest,
                no_author: work.no_author,
            })
        });
        Cluster { works: works.collect(), narrative: self.keyed.narrative }
    }
}

/// Puts what a style made in the place of the citations. Returns the footnotes that came with it.
fn put(
    lines: &mut [Line<'_>],
    places: &[(usize, Found)],
    rendering: &Rendering,
    mut labels: HashSet<String>,
) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut counted: HashMap<&str, usize> = HashMap::new();
    let mut replaced: HashMap<usize, Vec<(&Found, Vec<Run>)>> = HashMap::new();
    for ((number, found), (sentence, citation)) in places.iter().zip(&rendering.citations) {
        let Some(line) = lines.get(*number) else { continue };
        let mut runs = sentence.clone();
        if rendering.notes && !line.in_note {
            // The same citation has the same label, whatever comes before it: what differs between two states of a text is
            // told by its words.
            let first = found.keyed.works.first().map_or("", |work| work.key.of(&found.text));
            let label = loop {
                let count = counted.entry(first).or_default();
                *count += 1;
                let label = format!("cite-{}-{count}", label_of(first));
                if labels.insert(label.clone()) {
                    break label;
                }
            };
            notes.push(Note { label: label.clone(), blocks: vec![Block::Paragraph(citation.clone())] });
            runs.push(Run::of(Inline::Note(label)));
        } else {
            if !runs.is_empty() && !citation.is_empty() {
                runs.push(Run::text(", ", Look::default()));
            }
            runs.extend(citation.iter().cloned());
        }
        if let Some(left) = &found.left {
            runs.push(Run::text(format!(" {left}"), Look::default()));
        }
        replaced.entry(*number).or_default().push((found, runs));
    }
    for (number, replaced) in replaced {
        if let Some(line) = lines.get_mut(number) {
            let is_note = rendering.notes && !line.in_note;
            // From the last to the first, so that places stay.
            for (found, runs) in replaced.into_iter().rev() {
                splice(line.runs, found, runs, is_note);
            }
        }
    }
    notes
}

/// A key as a label of a footnote may hold it.
fn label_of(key: &str) -> String {
    key.chars().map(|ch| if ch.is_alphanumeric() || matches!(ch, '-' | '_') { ch } else { '-' }).collect()
}

/// Puts runs in the place of a citation. A footnote stands behind the point or the comma that follows, without a blank
/// before it.
fn splice(line: &mut Vec<Run>, found: &Found, mut new: Vec<Run>, is_note: bool) {
    let span = found.keyed.span;
    let at = |offset: usize| {
        let run = found.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        (run, offset - found.starts.get(run).copied().unwrap_or(0))
    };
    let ((first, from), (last, to)) = (at(span.start), at(span.end.saturating_sub(1)));
    let to = to + 1;
    let (Some(head), Some(tail)) = (line.get(first).cloned(), line.get(last).cloned()) else { return };
    let mut before = cut(&head, 0..from);
    let mut after = cut(&tail, to..usize::MAX);
    let mut point = None;
    if is_note && !found.keyed.narrative {
        if let Inline::Text(text) = &mut before.inline {
            text.truncate(text.trim_end().len());
        }
        if matches!(&after.inline, Inline::Text(text) if text.starts_with(['.', ','])) {
            point = Some(cut(&after, 0..1));
            after = cut(&after, 1..usize::MAX);
        }
    }
    let place = before.at.end..after.at.start.max(before.at.end);
    for run in &mut new {
        if run.at.is_empty() {
            run.at = place.clone();
        }
        run.look.strong |= head.look.strong;
        run.look.em |= head.look.em;
        run.look.strike |= head.look.strike;
    }
    let source = span.of(&found.text).to_owned();
    let cited = Run { inline: Inline::Cited(source, new), at: place, ..Run::default() };
    let mut whole = vec![before];
    whole.extend(point);
    whole.extend([cited, after]);
    whole.retain(|run| !matches!(&run.inline, Inline::Text(text) if text.is_empty()));
    line.splice(first..=last, whole);
}

/// A part of a run of words.
fn cut(run: &Run, range: Range<usize>) -> Run {
    let Inline::Text(text) = &run.inline else { return Run::text("", Look::default()) };
    let range = range.start.min(text.len())..range.end.min(text.len());
    let exact = run.at.len() == text.len();
    let at = match (exact, range.start) {
        (true, _) => run.at.start + range.start..run.at.start + range.end,
        (false, 0) => run.at.start..run.at.start,
        (false, _) => run.at.end..run.at.end,
    };
    let words = text.get(range).unwrap_or_default().to_owned();
    Run { inline: Inline::Text(words), at, ..run.clone() }
}

/// Puts the list of works under its heading, which the text may have.
fn list(document: &mut Document, works: Vec<(String, Vec<Run>)>, style: Style, language: Language) {
    let set = |runs| Block::Paragraph(vec![Run::of(Inline::Cited(String::new(), runs))]);
    let works = works.into_iter().map(|(_, runs)| set(runs));
    let blocks = &mut document.blocks;
    let is_heading = |block: &Block| matches!(block, Block::Heading { .. });
    let waits = |at: &usize| {
        let names = matches!(blocks.get(*at), Some(Block::Heading { runs, .. }) if is_references_heading(&plain(runs)));
        names && blocks.get(at + 1).is_none_or(is_heading)
    };
    if let Some(at) = (0..blocks.len()).rev().find(waits) {
        let behind = blocks.split_off(at + 1);
        blocks.extend(works.chain(behind));
        return;
    }
    let tops = blocks.iter().filter(|block| matches!(block, Block::Heading { level: 1, .. })).count();
    let name = match (language, style) {
        (Language::Ko, _) => "참고문헌",
        (_, Style::Mla) => "Works Cited",
        (_, Style::ChicagoNotes) => "Bibliography",
        _ => "References",
    };
    let runs = vec![Run::text(name, Look::default())];
    blocks.push(Block::Heading { level: if tops > 1 { 1 } else { 2 }, runs });
    blocks.extend(works);
}
