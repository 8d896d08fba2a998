//! Which blocks of the text are those of the file, and what becomes of the others.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::line::Line;
use super::package::Styles;
use super::table::table;
use super::without_ids;
use crate::aligned::{self, is_bare, shape, spans, words};
use crate::docx::body::Body;
use crate::export::Origin;
use crate::flat::{Fate, Line as Flat, Merged, Numbering, Spans};
use crate::xml::{Edits, Piece, nodes};
use crate::{Inline, Look, Run};

pub(super) struct Plan<'p, 'a> {
    pub(super) xml: &'p str,
    pub(super) body: Body<'a>,
    pub(super) edits: Edits,
    pub(super) styles: Styles,
    pub(super) lists: &'p [Numbering],
    pub(super) paragraphs: &'p [Origin],
    pub(super) old: &'p [Merged],
    pub(super) new: &'p [Merged],
    /// The paragraphs that each block of the old text is.
    pub(super) owners: Vec<Vec<usize>>,
    /// The first block that each shares a paragraph with.
    pub(super) groups: Vec<usize>,
    /// Where what comes in next stands.
    pub(super) cursor: usize,
}

impl Plan<'_, '_> {
    /// Works out every change.
    pub(super) fn run(&mut self) {
        let (old, new, plan) = aligned::plan(self.old, self.new, self.lists);
        let mut gone: HashMap<u64, Vec<usize>> = HashMap::new();
        for was in plan.iter().filter(|(_, is)| is.is_none()).filter_map(|(was, _)| *was).rev() {
            gone.entry(old.get(was).copied().unwrap_or_default()).or_default().push(was);
        }
        let mut moved: HashMap<usize, usize> = HashMap::new();
        for is in plan.iter().filter(|(was, _)| was.is_none()).filter_map(|(_, is)| *is) {
            let was = new.get(is).and_then(|key| gone.get_mut(key)).and_then(Vec::pop);
            moved.extend(was.map(|was| (is, was)));
        }
        let left: HashSet<usize> = moved.values().copied().collect();
        let partners: Vec<(usize, usize)> =
            plan.iter().filter_map(|(was, is)| Some(((*is)?, (*was)?))).collect();
        // Where the next block begins: what is noted up to there is noted to this one.
        let mut limits = vec![usize::MAX; self.new.len() + 1];
        for at in (0..self.new.len()).rev() {
            let start = self.new.get(at).and_then(|merged| {
                let place = |(run, fate): &&(Run, Fate)| *fate != Fate::Inserted && !run.at.is_empty();
                spans(merged).into_iter().find(place).map(|(run, _)| run.at.start)
            });
            limits[at] = start.unwrap_or(limits[at + 1]);
        }
        // Of blocks that share a paragraph all are written anew where one is changed.
        let group = |was: usize| self.groups.get(was).copied().unwrap_or(was);
        let mut touched = HashSet::new();
        for (was, is) in plan.iter().filter_map(|(was, is)| Some(((*was)?, *is))) {
            let same = is.is_some_and(|is| old.get(was) == new.get(is));
            if !same && self.groups.iter().filter(|of| **of == group(was)).count() > 1 {
                touched.insert(group(was));
            }
        }
        for (was, is) in plan {
            if let Some(was) = was.filter(|was| touched.contains(self.groups.get(*was).unwrap_or(was))) {
                let all: Vec<Range<usize>> = self.own(was).iter().map(|origin| origin.at.clone()).collect();
                for at in all {
                    let end = end(self.xml, &at).map(Piece::Text);
                    self.edits.put(at, end.into_iter().collect());
                }
                self.pass(was);
                if let Some(is) = is {
                    self.insert(is, None, &partners);
                }
                continue;
            }
            match (was, is) {
                (Some(was), Some(is)) => {
                    let limit = limits.get(is + 1).copied().unwrap_or(usize::MAX);
                    let noted =
                        self.body.next_edge() < limit && limit != limits.get(is).copied().unwrap_or(limit);
                    let noted = noted || (limit == usize::MAX && self.body.next_edge() != usize::MAX);
                    if noted || old.get(was) != new.get(is) {
                        self.change(was, is, limit, &partners);
                    }
                    self.pass(was);
                }
                (Some(was), None) => {
                    self.pass(was);
                    self.remove(was, left.contains(&was));
                }
                (None, Some(is)) => self.insert(is, moved.get(&is).copied(), &partners),
                (None, None) => {}
            }
        }
        self.relist();
    }

    /// Works that were listed before go where they are listed anew.
    fn relist(&mut self) {
        let listed =
            |(run, _): &&(Run, Fate)| matches!(&run.inline, Inline::Cited(source, _) if source.is_empty());
        if !self.new.iter().any(|merged| spans(merged).iter().any(listed)) {
            return;
        }
        let code = format!("> {}  </", crate::docx::CITED);
        for origin in
            self.paragraphs.iter().filter(|origin| origin.before.is_none() && origin.at == origin.top)
        {
            if self.xml.get(origin.at.clone()).is_some_and(|xml| xml.contains(&code)) {
                self.edits.put(origin.at.clone(), Vec::new());
            }
        }
    }

    fn own(&self, was: usize) -> Vec<&Origin> {
        let own = self.owners.get(was).into_iter().flatten();
        own.filter_map(|at| self.paragraphs.get(*at)).collect()
    }

    /// What comes in next comes behind this block.
    fn pass(&mut self, was: usize) {
        if let Some(end) = self.own(was).last().map(|origin| origin.top.end) {
            self.cursor = end;
        }
    }

    /// The paragraphs of a block, as one stretch.
    fn region(&self, was: usize) -> Option<Range<usize>> {
        let own = self.own(was);
        Some(own.first()?.at.start..own.last()?.at.end)
    }

    /// The stretch of a block as a line with other words.
    pub(super) fn line(&self, was: usize, old: &Spans, new: &Spans) -> Option<Line<'_>> {
        let region = self.region(was)?;
        Line::new(self.xml, &nodes(self.xml, region)?, (old, new), self.body.deadline)
    }

    fn change(&mut self, was: usize, is: usize, limit: usize, partners: &[(usize, usize)]) {
        let (Some(old), Some(new)) = (self.old.get(was), self.new.get(is)) else { return };
        match (old, new) {
            (Merged::Line(before, end, old), Merged::Line(after, fate, new)) if !is_bare(&self.old[was]) => {
                let same = shape(before, self.lists) == shape(after, self.lists);
                let xml = self.xml;
                let deadline = self.body.deadline;
                let line = self.region(was).and_then(|region| {
                    Line::new(xml, &nodes(xml, region)?, (&words(before, old), &words(after, new)), deadline)
                });
                let Some(line) = line else { return self.replace(was, is) };
                let properties =
                    (!same || end != fate).then(|| self.properties(was, is, (same, *end), partners));
                let mut pieces = line.write(&mut self.body, properties.as_deref());
                for piece in &mut pieces {
                    self.styles.map(piece);
                }
                if limit != usize::MAX && self.body.next_edge() < limit {
                    self.body.pass_edges(limit - 1);
                }
                let rest = self.body.take();
                if let (false, Some(Piece::Slice(last))) = (rest.is_empty(), pieces.last()) {
                    // Before the end of the paragraph.
                    let at = last.end - "</w:p>".len();
                    self.edits.put(at..at, vec![Piece::Text(rest)]);
                }
                if let Some(region) = self.region(was) {
                    self.edits.put(region, pieces);
                }
            }
            (Merged::Table { rows: old, .. }, Merged::Table { rows: new, .. }) => {
                let Some(top) = self.own(was).first().map(|origin| origin.top.clone()) else {
                    return self.insert(is, None, partners);
                };
                let mut edits = Edits::default();
                match table(self.xml, top, (old, new), &mut self.body, &mut edits) {
                    Some(()) => self.edits.extend(edits, |piece| self.styles.map(piece)),
                    None => self.replace(was, is),
                }
            }
            _ => self.replace(was, is),
        }
    }

    /// Writes a block anew in the place of another.
    fn replace(&mut self, was: usize, is: usize) {
        let own = self.own(was);
        let Some(first) = own.first() else { return self.insert(is, None, &[]) };
        let is_table = matches!(self.old.get(was), Some(Merged::Table { .. }));
        let at = if is_table { first.top.clone() } else { first.at.clone() };
        let rest: Vec<Range<usize>> = own.iter().skip(1).map(|origin| origin.at.clone()).collect();
        if let (Some(Merged::Line(before, ..)), Some(Merged::Line(after, ..))) =
            (self.old.get(was), self.new.get(is))
            && shape(before, self.lists) == shape(after, self.lists)
        {
            self.body.like = Some(kept(self.xml, &at, false));
        }
        let mut words = self.anew(is);
        if is_table {
            words = dressed(&words, self.xml, &at).unwrap_or(words);
        } else {
            let section = section(self.xml, &at);
            let is_lost = !section.is_empty() && !words.contains(&section);
            words.push_str(&end(self.xml, &at).filter(|_| is_lost).unwrap_or_default());
            for at in rest {
                let end = end(self.xml, &at).map(Piece::Text);
                self.edits.put(at, end.into_iter().collect());
            }
        }
        self.edits.put(at, vec![Piece::Text(words)]);
    }

    /// A block as it is written where there is no file.
    fn anew(&mut self, is: usize) -> String {
        match self.new.get(is) {
            Some(Merged::Line(line, fate, spans)) => self.body.line(line, *fate, spans, self.lists, false),
            Some(Merged::Table { align, rows, inset }) => self.body.table(align, rows, usize::from(*inset)),
            None => {}
        }
        let mut words = self.body.take();
        if words.ends_with("</w:tbl>") && !matches!(self.new.get(is + 1), Some(Merged::Line(..))) {
            words.push_str("<w:p/>");
        }
        self.styles.mapped(&words)
    }

    /// Properties of a paragraph that is set in another way, or whose end is changed.
    fn properties(
        &mut self,
        was: usize,
        is: usize,
        (same, end): (bool, Fate),
        partners: &[(usize, usize)],
    ) -> String {
        let Some(Merged::Line(line, fate, _)) = self.new.get(is) else { return String::new() };
        let at = self.own(was).last().map(|origin| origin.at.clone()).unwrap_or_default();
        let mut inner = kept(self.xml, &at, false);
        if !same {
            let section = section(self.xml, &at);
            let other = self.like(is, partners).map(|(properties, _)| properties);
            let text = other.unwrap_or_else(|| self.styles.mapped(&self.body.shape(line, self.lists)));
            inner = format!("{text}{section}");
        } else if end == *fate {
            return format!("<w:pPr>{inner}</w:pPr>");
        }
        if *fate != Fate::Kept {
            let tag = format!("<{}/>", self.body.change_tag(*fate, None));
            let place = inner.find("<w:rPr>").map(|at| at + "<w:rPr>".len());
            let sect = ["<w:sectPr", "<w:pPrChange"].iter().filter_map(|name| inner.find(name)).min();
            let sect = sect.unwrap_or(inner.len());
            match place {
                Some(place) => inner.insert_str(place, &tag),
                None => inner.insert_str(sect, &format!("<w:rPr>{tag}</w:rPr>")),
            }
        }
        if inner.is_empty() { String::new() } else { format!("<w:pPr>{inner}</w:pPr>") }
    }

    /// Properties of the nearest paragraph that is set as a new one is to be, and of its words.
    fn like(&self, is: usize, partners: &[(usize, usize)]) -> Option<(String, Option<(String, Look)>)> {
        let Some(Merged::Line(line, ..)) = self.new.get(is) else { return None };
        let wanted = shape(line, self.lists);
        // A list that counts goes on only where it is the same.
        let ordered = |line: &Flat| {
            line.item
                .as_ref()
                .map(|item| item.list)
                .filter(|list| self.lists.get(*list).is_some_and(|list| list.start.is_some()))
        };
        let fits = |(other, was): &&(usize, usize)| match (self.new.get(*other), self.old.get(*was)) {
            (Some(Merged::Line(there, ..)), Some(Merged::Line(before, ..))) => {
                shape(there, self.lists) == wanted
                    && shape(before, self.lists) == wanted
                    && ordered(there) == ordered(line)
                    && self.own(*was).len() == 1
            }
            _ => false,
        };
        let distance = |(other, _): &&(usize, usize)| other.abs_diff(is) * 2 + usize::from(*other > is);
        let (_, was) = partners.iter().filter(fits).min_by_key(distance)?;
        let at = self.own(*was).first()?.at.clone();
        let look = spans(self.old.get(*was)?).iter().find_map(|(run, _)| match run.inline {
            Inline::Text(_) => Some(run.look),
            _ => None,
        });
        let found = nodes(self.xml, at.clone())?;
        let mut run = None;
        found.first()?.each(&mut |node| {
            if run.is_none() && node.name == "r" && node.child("t").is_some() {
                let inner = node.child("rPr").map_or(0..0, |properties| properties.inner.clone());
                run = self.xml.get(inner).map(str::to_owned);
            }
        });
        Some((kept(self.xml, &at, true), run.zip(look)))
    }

    /// Puts a new block, or one that stood elsewhere, behind the one before.
    fn insert(&mut self, is: usize, moved: Option<usize>, partners: &[(usize, usize)]) {
        let stood = moved.and_then(|was| {
            let own = self.own(was);
            let first = own.first()?;
            let same = own.iter().all(|origin| origin.top == first.top);
            let xml = self.xml.get(first.top.clone())?;
            let section = section(self.xml, &first.top);
            same.then(|| {
                if section.is_empty() {
                    without_ids(xml)
                } else {
                    without_ids(&xml.replacen(&section, "", 1))
                }
            })
        });
        let words = stood.unwrap_or_else(|| {
            if let Some((properties, beside)) = self.like(is, partners) {
                self.body.like = Some(properties);
                self.body.beside = beside;
            }
            let words = self.anew(is);
            self.body.beside = None;
            words
        });
        self.edits.put(self.cursor..self.cursor, vec![Piece::Text(words)]);
    }

    /// Whether a paragraph is all that a control has, which is to have something.
    fn is_alone(&self, at: &Range<usize>) -> bool {
        let (before, after) = (self.xml.get(..at.start), self.xml.get(at.end..));
        before.is_some_and(|xml| xml.trim_end().ends_with("<w:sdtContent>"))
            && after.is_some_and(|xml| xml.trim_start().starts_with("</w:sdtContent>"))
    }

    /// Takes a block out; what a file needs of it stays.
    fn remove(&mut self, was: usize, moved: bool) {
        let own: Vec<Origin> = self.own(was).into_iter().cloned().collect();
        let Some(first) = own.first() else { return };
        let mine = self.owners.get(was).cloned().unwrap_or_default();
        let others = self.paragraphs.iter().enumerate().any(|(at, origin)| {
            origin.top == first.top
                && !mine.contains(&at)
                && (origin.before.is_some() || origin.after.is_some())
        });
        if first.top != first.at
            && !others
            && self.xml.get(first.top.clone()).is_some_and(|xml| xml.starts_with("<w:tbl"))
        {
            self.edits.put(first.top.clone(), Vec::new());
            return;
        }
        let spans: Spans =
            self.old.get(was).map(|old| spans(old).into_iter().cloned().collect()).unwrap_or_default();
        for origin in own {
            let at = origin.at.clone();
            let end = end(self.xml, &at);
            let line = nodes(self.xml, at.clone())
                .and_then(|nodes| Line::new(self.xml, &nodes, (&spans, &Spans::new()), self.body.deadline));
            let keeps = line.as_ref().is_some_and(|line| !line.is_gone()) && !moved;
            let pieces = match line {
                Some(line) if keeps || origin.top != at || self.is_alone(&at) => {
                    line.write(&mut self.body, None)
                }
                _ if end.is_some() => end.map(Piece::Text).into_iter().collect(),
                Some(line) if !moved => vec![Piece::Text(line.places())],
                _ => Vec::new(),
            };
            self.edits.put(at, pieces);
        }
    }
}

/// What is between the tags of a paragraph's properties, without who changed its end; `bare` without what belongs to its place.
fn kept(xml: &str, at: &Range<usize>, bare: bool) -> String {
    let found = nodes(xml, at.clone()).unwrap_or_default();
    let Some(properties) = found.first().and_then(|node| node.child("pPr")) else { return String::new() };
    let mut out = String::new();
    for node in &properties.nodes {
        let goes = bare && matches!(node.name, "sectPr" | "framePr" | "pageBreakBefore" | "pPrChange");
        let mut text = xml.get(node.at.clone()).unwrap_or_default().to_owned();
        if node.name == "rPr" {
            let marks =
                node.nodes.iter().filter(|node| matches!(node.name, "ins" | "del" | "moveTo" | "moveFrom"));
            for mark in marks {
                text = text.replacen(xml.get(mark.at.clone()).unwrap_or_default(), "", 1);
            }
        }
        if !goes && text != "<w:rPr></w:rPr>" {
            out.push_str(&text);
        }
    }
    out
}

/// A table that is written anew, with the properties of the one that it was.
fn dressed(words: &str, xml: &str, at: &Range<usize>) -> Option<String> {
    let (old, new) = (nodes(xml, at.clone())?, nodes(words, 0..words.len())?);
    let properties = xml.get(old.first()?.child("tblPr")?.at.clone())?;
    let place = new.first()?.child("tblPr")?.at.clone();
    Some(format!("{}{properties}{}", words.get(..place.start)?, words.get(place.end..)?))
}

/// A paragraph that ends the section that another ended.
fn end(xml: &str, at: &Range<usize>) -> Option<String> {
    let section = section(xml, at);
    (!section.is_empty()).then(|| format!("<w:p><w:pPr>{section}</w:pPr></w:p>"))
}

/// The end of a section in the properties of a paragraph.
fn section(xml: &str, at: &Range<usize>) -> String {
    let found = nodes(xml, at.clone()).unwrap_or_default();
    let section = found.first().and_then(|node| node.child("pPr")?.child("sectPr"));
    section.and_then(|node| xml.get(node.at.clone())).unwrap_or_default().to_owned()
}
