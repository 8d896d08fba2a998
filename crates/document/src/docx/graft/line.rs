//! A changed paragraph: what it says still stands as it stood, with everything that is in it and around it.

mod text;
mod writer;

use std::collections::HashMap;
use std::ops::Range;
use std::time::Instant;

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use super::atoms::{Atoms, Kind};
use crate::docx::body::Body;
use crate::flat::{Fate, Spans};
use crate::xml::{Node, Piece};
use crate::{Inline, Run};
use text::{Step, Text, steps};
use writer::Writer;

/// A paragraph, or several in a row, of which the text is to be another.
pub(super) struct Line<'a> {
    xml: &'a str,
    atoms: Atoms<'a>,
    old: Text,
    new: Text,
    steps: Vec<Step>,
    /// The atom that each character of the old text stands in.
    map: Vec<Option<usize>>,
    dropped: Vec<bool>,
}

impl<'a> Line<'a> {
    /// `None` where the text is not found in it.
    pub(super) fn new(
        xml: &'a str,
        nodes: &[Node<'a>],
        (old, new): (&Spans, &Spans),
        deadline: Instant,
    ) -> Option<Self> {
        let atoms = Atoms::of(xml, nodes);
        let (old, new) = (Text::of(old), Text::of(new));
        let plain = |ch: char| match ch {
            '\u{a0}' | '\t' => ' ',
            '☒' => '☑',
            ch => ch,
        };
        let mut there: Vec<(char, usize)> = Vec::new();
        for (number, atom) in atoms.list.iter().enumerate() {
            match &atom.kind {
                Kind::Char(ch) => there.push((plain(*ch), number)),
                Kind::Object(shown) => there.extend(shown.chars().map(|ch| (plain(ch), number))),
                _ => {}
            }
        }
        let was: Vec<char> = old.cells.iter().map(|cell| plain(cell.ch)).collect();
        let has: Vec<char> = there.iter().map(|(ch, _)| *ch).collect();
        let mut map = vec![None; was.len()];
        for op in capture_diff_slices_deadline(Algorithm::Myers, &was, &has, Some(deadline)) {
            if let DiffOp::Equal { old_index, new_index, len } = op {
                for at in 0..len {
                    if let (Some(to), Some((_, atom))) =
                        (map.get_mut(old_index + at), there.get(new_index + at))
                    {
                        *to = Some(*atom);
                    }
                }
            }
        }
        let solid = was.iter().filter(|ch| !ch.is_whitespace()).count();
        let found = was.iter().zip(&map).filter(|(ch, to)| !ch.is_whitespace() && to.is_some()).count();
        if found * 2 < solid {
            return None;
        }
        let steps = steps(&old, &new, deadline);
        let dropped = vec![false; atoms.list.len()];
        let mut out = Self { xml, atoms, old, new, steps, map, dropped };
        out.loosen();
        out.drop();
        Some(out)
    }

    /// What cannot stay though its characters do is taken out and written anew: an object of many characters of which some are
    /// changed becomes words.
    fn loosen(&mut self) {
        let mut extents: HashMap<usize, Range<usize>> = HashMap::new();
        for (cell, atom) in self.map.iter().enumerate() {
            if let Some(atom) = atom {
                let extent = extents.entry(*atom).or_insert(cell..cell + 1);
                extent.end = cell + 1;
            }
        }
        let mut broken: Vec<Range<usize>> = Vec::new();
        for extent in extents.into_values().filter(|extent| extent.len() > 1) {
            let inside = |step: &&Step| step.was.start < extent.end && extent.start < step.was.end;
            let parts: Vec<&Step> = self.steps.iter().filter(inside).collect();
            let between = self.steps.iter().any(|step| {
                step.was.is_empty() && extent.start < step.was.start && step.was.start < extent.end
            });
            let whole = parts.iter().all(|step| step.same) || parts.iter().all(|step| !step.same);
            if !whole || between {
                broken.push(extent);
            }
        }
        // Where the file tracks another character of several that are the same, what becomes of it is said anew.
        let tracked = self.atoms.fates();
        let differs = |cell: usize| {
            let there = self.map.get(cell).copied().flatten().and_then(|atom| tracked.get(atom));
            there.zip(self.old.token(cell)).is_some_and(|(there, (_, fate))| there != fate)
        };
        broken.extend((0..self.old.cells.len()).filter(|cell| differs(*cell)).map(|cell| cell..cell + 1));
        if broken.is_empty() {
            return;
        }
        let mut steps = Vec::new();
        for step in std::mem::take(&mut self.steps) {
            if !step.same {
                steps.push(step);
                continue;
            }
            for (was, is) in step.was.zip(step.is) {
                let same = !broken.iter().any(|extent| extent.contains(&was));
                steps.push(Step { was: was..was + 1, is: is..is + 1, same });
            }
        }
        self.steps = steps;
    }

    /// Says which atoms go.
    fn drop(&mut self) {
        for step in self.steps.iter().filter(|step| !step.same) {
            for atom in self.map.get(step.was.clone()).unwrap_or_default().iter().flatten() {
                if let Some(dropped) = self.dropped.get_mut(*atom) {
                    *dropped = true;
                }
            }
        }
        let mut known = vec![false; self.atoms.list.len()];
        for atom in self.map.iter().flatten() {
            if let Some(known) = known.get_mut(*atom) {
                *known = true;
            }
        }
        // What is not in the text goes with what is on both sides of it.
        let mut between: Vec<usize> = Vec::new();
        let mut gone = false;
        for (number, atom) in self.atoms.list.iter().enumerate() {
            let is_known = known.get(number).copied().unwrap_or(false);
            let unseen = match &atom.kind {
                Kind::Char(_) => true,
                Kind::Object(_) => atom.name == "sym",
                _ => false,
            };
            if is_known {
                let goes = self.dropped.get(number).copied().unwrap_or(false);
                for at in between.drain(..).filter(|_| gone && goes) {
                    if let Some(dropped) = self.dropped.get_mut(at) {
                        *dropped = true;
                    }
                }
                gone = goes;
            } else if unseen {
                between.push(number);
            }
        }
        self.drop_shells(&known);
    }

    /// Fields, links and controls of which nothing is left that was shown.
    fn drop_shells(&mut self, known: &[bool]) {
        let mut fields = Vec::new();
        let mut shells: Vec<Range<usize>> = Vec::new();
        for (number, atom) in self.atoms.list.iter().enumerate() {
            match atom.kind {
                Kind::Field(true) => fields.push(number),
                Kind::Field(false) => shells.extend(fields.pop().map(|from| from..number + 1)),
                Kind::Close(from) if !matches!(atom.name, "p" | "tc" | "tr" | "tbl") => {
                    shells.push(from..number + 1);
                }
                _ => {}
            }
        }
        for shell in shells {
            let is = |flags: &[bool], at: usize| flags.get(at).copied().unwrap_or(false);
            let (shown, kept) = shell.clone().fold((0, 0), |(shown, kept), at| {
                let left = !is(&self.dropped, at);
                let kind = self.atoms.list.get(at).map(|atom| &atom.kind);
                let counts = matches!(kind, Some(Kind::Char(_) | Kind::Object(_)));
                (shown + usize::from(is(known, at)), kept + usize::from(counts && left))
            });
            if shown > 0 && kept == 0 {
                for at in shell {
                    let place = |name: &str| name.ends_with("Start") || name.ends_with("End");
                    let keeps = self.atoms.list.get(at).is_some_and(|atom| place(atom.name));
                    if let Some(dropped) = self.dropped.get_mut(at).filter(|_| !keeps) {
                        *dropped = true;
                    }
                }
            }
        }
    }

    /// Whether without its text there is nothing in it that a file must keep: no drawing, and no half of a field.
    pub(super) fn is_gone(&self) -> bool {
        let mut fields = 0_i32;
        for (atom, dropped) in self.atoms.list.iter().zip(&self.dropped) {
            match &atom.kind {
                _ if *dropped => {}
                Kind::Object(_) if atom.name != "p" => return false,
                Kind::Field(begins) => fields += if *begins { 1 } else { -1 },
                Kind::Raw if matches!(atom.name, "drawing" | "pict" | "object" | "AlternateContent") => {
                    return false;
                }
                _ => {}
            }
            if fields < 0 {
                return false;
            }
        }
        fields == 0
    }

    /// What refers to a note.
    pub(super) fn reference(&self, label: &str) -> Option<&'a str> {
        let is = |cell: &usize| {
            self.old
                .token(*cell)
                .is_some_and(|(run, _)| matches!(&run.inline, Inline::Note(of) if of == label))
        };
        let cell = (0..self.old.cells.len()).find(is)?;
        let atom = self.atoms.list.get((*self.map.get(cell)?)?)?;
        Some(self.atoms.slice(&atom.at))
    }

    /// Places of bookmarks and comments that begin or end elsewhere.
    pub(super) fn places(&self) -> String {
        let id = |at: &Range<usize>| crate::xml::attr(self.atoms.slice(at), "id");
        let ends = |name: &str| name.ends_with("Start") || name.ends_with("End");
        let all: Vec<_> =
            self.atoms.list.iter().filter(|atom| ends(atom.name) && atom.run.is_none()).collect();
        let stem = |name: &str| name.trim_end_matches("Start").trim_end_matches("End").to_owned();
        let alone = |atom: &&&super::atoms::Atom<'_>| {
            let twin = |other: &&&super::atoms::Atom<'_>| {
                other.name != atom.name
                    && stem(other.name) == stem(atom.name)
                    && id(&other.at) == id(&atom.at)
            };
            !all.iter().any(|other| twin(&other))
        };
        all.iter().filter(alone).map(|atom| self.atoms.slice(&atom.at)).collect()
    }

    /// Writes it. `properties` take the place of those of its last paragraph.
    pub(super) fn write(&self, body: &mut Body<'_>, properties: Option<&str>) -> Vec<Piece> {
        self.free(body);
        let mut writer = Writer::new(self);
        let inserts = self.inserts(body);
        let mut inserts = inserts.into_iter().peekable();
        let last = self.atoms.list.iter().rposition(|atom| matches!(atom.kind, Kind::Properties));
        let mut at = 0;
        while at <= self.atoms.list.len() {
            let from = at;
            while let Some((_, words, outside)) = inserts.next_if(|(place, ..)| *place <= at) {
                writer.insert(at, &words, outside);
            }
            if properties.is_some() && last == Some(at) {
                writer.text(properties.unwrap_or_default());
                at += 1;
                continue;
            }
            let next = inserts.peek().map_or(usize::MAX, |(place, ..)| *place);
            at = writer.atom(from, next);
        }
        writer.close();
        writer.pieces
    }

    /// Notes that go may come again elsewhere.
    fn free(&self, body: &mut Body<'_>) {
        for (cell, atom) in self.map.iter().enumerate() {
            let Some(atom) = atom.filter(|atom| self.dropped.get(*atom) == Some(&true)) else { continue };
            if let (Some((Run { inline: Inline::Note(label), .. }, _)), Some(atom)) =
                (self.old.token(cell), self.atoms.list.get(atom))
            {
                body.freed.insert(label.clone(), self.atoms.slice(&atom.at).to_owned());
            }
        }
    }

    /// What comes in: before which atom, and whether outside of links.
    fn inserts(&self, body: &mut Body<'_>) -> Vec<(usize, String, bool)> {
        let mut out: Vec<(usize, String, bool)> = Vec::new();
        let last = || {
            let end = |atom: &super::atoms::Atom<'_>| {
                atom.name == "p" && !matches!(atom.kind, Kind::Open | Kind::Tag("<w:p>"))
            };
            self.atoms.list.iter().rposition(end).unwrap_or(self.atoms.list.len())
        };
        let mut here = self.map.iter().flatten().next().copied().unwrap_or_else(last);
        let mut near: Option<usize> = None;
        for step in &self.steps {
            if step.same {
                for (was, is) in step.was.clone().zip(step.is.clone()) {
                    let place = self.place(is);
                    if place.is_some_and(|place| body.next_edge() <= place) {
                        body.pass_edges(place.unwrap_or_default());
                        out.push((here, body.take(), false));
                    }
                    if let Some(atom) = self.map.get(was).copied().flatten() {
                        here = atom + 1;
                        near = Some(was);
                    }
                }
                continue;
            }
            let mapped: Vec<usize> =
                step.was.clone().filter(|was| self.map.get(*was).copied().flatten().is_some()).collect();
            if let Some(atom) = mapped.last().and_then(|was| self.map.get(*was).copied().flatten()) {
                here = here.max(atom + 1);
            }
            near = mapped.first().copied().or(near);
            let cells: Vec<usize> = step.is.clone().collect();
            if !cells.is_empty() {
                let (words, outside) = self.words(&cells, near, body);
                let ends = |name: &str| match name {
                    "ins" | "del" | "moveTo" | "moveFrom" => true,
                    "hyperlink" => outside,
                    _ => false,
                };
                // Behind what ends here anyway.
                let closes = |at: usize| {
                    let atom = self.atoms.list.get(at);
                    atom.is_some_and(|atom| matches!(atom.kind, Kind::Close(_)) && ends(atom.name))
                };
                while closes(here) {
                    here += 1;
                }
                out.push((here, words, outside));
            }
        }
        out
    }

    /// The byte of the text before the changes that a character is.
    fn place(&self, cell: usize) -> Option<usize> {
        let (run, fate) = self.new.token(cell)?;
        let at = self.new.cells.get(cell)?.at;
        (*fate != Fate::Inserted && !run.at.is_empty()).then_some(run.at.start + at)
    }

    /// New words, set as those beside them; and whether they stand outside of the link that those are in.
    fn words(&self, cells: &[usize], near: Option<usize>, body: &mut Body<'_>) -> (String, bool) {
        let mut spans = self.new.spans(cells);
        let near = near.or_else(|| self.map.iter().position(Option::is_some));
        let beside = near.and_then(|cell| self.old.token(cell)).map(|(run, _)| run);
        let atom = near.and_then(|cell| self.map.get(cell).copied().flatten());
        let run = atom.and_then(|atom| self.atoms.list.get(atom)?.run);
        let properties = run.and_then(|run| self.atoms.runs.get(run)).map(|run| run.properties.clone());
        // An empty paragraph says how its end is set.
        let properties = properties.or_else(|| {
            let end = self.atoms.list.iter().find(|atom| matches!(atom.kind, Kind::Properties))?;
            let all = crate::xml::nodes(self.xml, end.at.clone())?;
            all.first()?.child("rPr").filter(|_| near.is_none()).map(|node| node.at.clone())
        });
        let inner = properties.and_then(|at| crate::xml::nodes(self.xml, at)).and_then(|nodes| {
            let inner = nodes.first()?.inner.clone();
            self.xml.get(inner)
        });
        let inner = inner.unwrap_or_default();
        let is_mark = inner.contains("footnote") || inner.contains("Footnote");
        body.beside = (!is_mark).then(|| (inner.to_owned(), beside.map(|run| run.look).unwrap_or_default()));
        let link = beside.and_then(|run| run.link.clone());
        let outside = spans.iter().any(|(run, _)| run.link != link);
        if !outside {
            for (run, _) in &mut spans {
                run.link = None;
            }
        }
        body.spans(&spans);
        body.beside = None;
        (body.take(), outside)
    }
}
