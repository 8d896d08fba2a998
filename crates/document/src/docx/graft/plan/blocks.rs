//! What a block is known by, and which paragraphs of the file it is.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::docx::Origin;
use crate::flat::{Fate, Line as Flat, Merged, Numbering, Spans, Style, tokens};
use crate::{Look, Run};

/// The paragraphs of the file that blocks are; one belongs to the first that has some of it. And of each block the first that it
/// shares a paragraph with: itself where there is none.
pub(in crate::docx::graft) fn owners(
    old: &[Merged],
    paragraphs: &[Origin],
    xml: &str,
) -> (Vec<Vec<usize>>, Vec<usize>) {
    let sorted = |place: fn(&Origin) -> Option<usize>| {
        let mut out: Vec<(usize, usize)> =
            paragraphs.iter().enumerate().filter_map(|(at, origin)| Some((place(origin)?, at))).collect();
        out.sort_unstable();
        out
    };
    let (before, after) = (sorted(|origin| origin.before), sorted(|origin| origin.after));
    let mut taken: HashMap<usize, usize> = HashMap::new();
    let mut groups: Vec<usize> = (0..old.len()).collect();
    let mut out: Vec<Vec<usize>> = Vec::new();
    for (number, merged) in old.iter().enumerate() {
        let mut own: Vec<usize> = Vec::new();
        if !is_bare(merged) {
            for (run, fate) in spans(merged).into_iter().filter(|(run, _)| !run.at.is_empty()) {
                let places = if *fate == Fate::Inserted { &after } else { &before };
                let next = places.partition_point(|(place, _)| *place <= run.at.start);
                let found = next.checked_sub(1).and_then(|at| places.get(at)).map(|(_, at)| *at);
                let Some(found) = found else { continue };
                match taken.get(&found).copied() {
                    Some(other) if other == number => {}
                    Some(other) => {
                        let first = groups.get(other).copied().unwrap_or(other);
                        if let Some(group) = groups.get_mut(number) {
                            *group = first;
                        }
                    }
                    None => {
                        taken.insert(found, number);
                        own.push(found);
                    }
                }
            }
            own.sort_unstable();
        }
        out.push(own);
    }
    // Code and lines have no place of their own: they are between what has.
    let mut from = 0;
    for at in 0..out.len() {
        if let Some(last) = out.get(at).and_then(|own| own.last()) {
            from = last + 1;
        } else if let Some(merged) = old.get(at).filter(|merged| is_bare(merged)) {
            let to = out.iter().skip(at + 1).find_map(|own| own.first().copied()).unwrap_or(paragraphs.len());
            let free = |at: &usize| {
                let origin = paragraphs.get(*at);
                let xml = origin.and_then(|origin| xml.get(origin.at.clone())).unwrap_or_default();
                let bare = origin.is_some_and(|origin| origin.before.is_none() && origin.after.is_none());
                bare && match merged {
                    Merged::Line(Flat { style: Style::Rule, .. }, ..) => {
                        !xml.contains("<w:t>") && (xml.contains("<w:pBdr") || xml.contains("orizontal"))
                    }
                    _ => xml.contains("<w:t>") || xml.contains("<w:t "),
                }
            };
            let is_rule = matches!(merged, Merged::Line(Flat { style: Style::Rule, .. }, ..));
            let own: Vec<usize> =
                (from..to).filter(free).take(if is_rule { 1 } else { usize::MAX }).collect();
            from = own.last().map_or(from, |last| last + 1);
            if let Some(place) = out.get_mut(at) {
                *place = own;
            }
        }
    }
    (out, groups)
}

/// Code, or a line across the page.
pub(super) fn is_bare(merged: &Merged) -> bool {
    matches!(merged, Merged::Line(Flat { style: Style::Code(_) | Style::Rule, .. }, ..))
}

pub(super) fn spans(merged: &Merged) -> Vec<&(Run, Fate)> {
    match merged {
        Merged::Line(_, _, spans) => spans.iter().collect(),
        Merged::Table { rows, .. } => rows.iter().flat_map(|(_, cells)| cells).flatten().collect(),
    }
}

pub(super) fn key(merged: &Merged, lists: &[Numbering]) -> u64 {
    let mut hash = DefaultHasher::new();
    let put = |spans: &Spans, hash: &mut DefaultHasher| {
        let mut count = 0_usize;
        for (run, fate) in spans {
            // However a stretch is cut, its words are the same.
            for word in tokens(std::slice::from_ref(run)) {
                (&word.inline, word.look, &word.link, *fate as u8).hash(hash);
                count += 1;
            }
        }
        count.hash(hash);
    };
    match merged {
        Merged::Line(line, fate, spans) => {
            (line.shape(lists), *fate as u8).hash(&mut hash);
            put(spans, &mut hash);
        }
        Merged::Table { align, rows, inset } => {
            (align, inset).hash(&mut hash);
            for (fate, cells) in rows {
                (*fate as u8, cells.len()).hash(&mut hash);
                for cell in cells {
                    put(cell, &mut hash);
                }
            }
        }
    }
    hash.finish()
}

/// How a paragraph is set, but for whether its task is done.
pub(super) fn shape(line: &Flat, lists: &[Numbering]) -> u64 {
    let mut line = Flat { runs: Vec::new(), ..line.clone() };
    if let Some(item) = &mut line.item {
        item.checked = item.checked.map(|_| true);
    }
    let mut hash = DefaultHasher::new();
    line.shape(lists).hash(&mut hash);
    hash.finish()
}

/// The words of a line, with the box of a task before them.
pub(super) fn words(line: &Flat, spans: &Spans) -> Spans {
    let Some(done) = line.item.as_ref().and_then(|item| item.checked) else { return spans.clone() };
    let sign = Run::text(if done { "☑ " } else { "☐ " }, Look::default());
    std::iter::once((sign, Fate::Kept)).chain(spans.iter().cloned()).collect()
}
