//! Which blocks of the file stay as they are, which get other words, and which are written anew.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::places::{Paragraph, Places, shown};
use super::styles::Styles;
use crate::aligned::{is_bare, same, shape, spans};
use crate::export::Origin;
use crate::flat::{Fate, Line, Merged, Numbering, Spans};
use crate::xml::nodes;
use crate::{Inline, Run};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Touch {
    Same,
    /// Paragraphs stay, with other words.
    Words,
    Anew,
}

/// The blocks of both texts and of the file, each beside the others.
pub(super) struct Blocks<'p> {
    pub(super) xml: &'p str,
    pub(super) places: Places,
    pub(super) origins: &'p [Origin],
    pub(super) lists: &'p [Numbering],
    pub(super) old: &'p [Merged],
    pub(super) new: &'p [Merged],
    /// The paragraphs that each block of the old text is, and the first block that it shares one with.
    pub(super) owners: Vec<Vec<usize>>,
    pub(super) groups: Vec<usize>,
    /// Of each block of the new text the one that it was, and of each of the old one the one that it is.
    pub(super) was: Vec<Option<usize>>,
    pub(super) is: Vec<Option<usize>>,
    /// Whether a block of the new text is what it was.
    pub(super) same: Vec<bool>,
    /// What becomes of each unit.
    pub(super) touch: Vec<Touch>,
    /// Words of the new text without the number that the file counts.
    pub(super) bare: HashMap<usize, Spans>,
}

impl Blocks<'_> {
    fn units(&self, was: usize) -> Vec<usize> {
        let own = self.owners.get(was).into_iter().flatten();
        let mut out: Vec<usize> =
            own.filter_map(|at| self.paragraph(*at)).map(|paragraph| paragraph.unit).collect();
        out.dedup();
        out
    }

    fn paragraph(&self, at: usize) -> Option<&Paragraph> {
        self.places.paragraph(self.origins.get(at)?.at.start)
    }

    /// The paragraph that a block of the old text is alone.
    pub(super) fn alone(&self, was: usize) -> Option<&Paragraph> {
        let [own] = self.owners.get(was)?.as_slice() else { return None };
        self.paragraph(*own)
    }

    /// The units that a block of the new text stays in: those of what it was, where they stay.
    pub(super) fn home(&self, is: usize) -> Option<(usize, Vec<usize>)> {
        let was = self.was.get(is).copied().flatten()?;
        let units = self.units(was);
        let stays = units.iter().all(|unit| self.touch.get(*unit) != Some(&Touch::Anew));
        (stays && !units.is_empty()).then_some((was, units))
    }

    /// Where the first unit begins that a block was in.
    pub(super) fn place(&self, is: usize) -> Option<usize> {
        let was = self.was.get(is).copied().flatten()?;
        let unit = *self.units(was).first()?;
        self.places.units.get(unit).map(|unit| unit.at.start)
    }

    /// Decides of every unit.
    pub(super) fn decide(&mut self, styles: &Styles) {
        let mut pieces: Vec<Vec<usize>> = vec![Vec::new(); self.places.units.len()];
        let mut ties = self.places.ties(self.xml);
        let (mut last, mut gone) = (None, false);
        for was in 0..self.old.len() {
            let units = self.units(was);
            ties.extend(units.iter().zip(units.iter().skip(1)).map(|(one, other)| (*one, *other)));
            match units.first() {
                Some(first) => {
                    // What stands in the text and has no place here was deleted from one of the two.
                    if let Some(before) = last.filter(|_| gone) {
                        ties.push((before, *first));
                    }
                    gone = false;
                    last = units.last().copied();
                }
                None => gone = true,
            }
            let shares = self.groups.iter().filter(|group| **group == self.groups[was]).count() > 1;
            gone |= shares;
            for unit in if units.is_empty() { last.into_iter().collect() } else { units } {
                if let Some(pieces) = pieces.get_mut(unit) {
                    pieces.push(was);
                }
            }
        }
        self.touch = (0..pieces.len()).map(|_| Touch::Same).collect();
        for (unit, pieces) in pieces.iter().enumerate() {
            let touch = self.of(unit, pieces, styles);
            if let Some(place) = self.touch.get_mut(unit) {
                *place = touch;
            }
        }
        let runs = self.runs();
        while self.spread(&ties, &pieces, &runs) {}
    }

    /// What becomes of a unit by itself.
    fn of(&mut self, unit: usize, pieces: &[usize], styles: &Styles) -> Touch {
        let mut out = Touch::Same;
        let mut next = None;
        for was in pieces {
            let Some(is) = self.is.get(*was).copied().flatten() else { return Touch::Anew };
            if next.is_some_and(|next| next != is) {
                return Touch::Anew;
            }
            next = Some(is + 1);
            if self.same.get(is) == Some(&true) {
                continue;
            }
            if !self.fits(*was, is, (unit, pieces.len()), styles) {
                return Touch::Anew;
            }
            out = Touch::Words;
        }
        out
    }

    /// Whether new words can stand in the paragraphs of the old ones.
    fn fits(&mut self, was: usize, is: usize, (unit, count): (usize, usize), styles: &Styles) -> bool {
        let (Some(old), Some(new)) = (self.old.get(was), self.new.get(is)) else { return false };
        let shares = self.groups.iter().filter(|group| **group == self.groups[was]).count() > 1;
        match (old, new) {
            (Merged::Line(before, end, said), Merged::Line(after, fate, words)) => {
                let kept = *end == Fate::Kept && *fate == Fate::Kept;
                let like = shape(before, self.lists) == shape(after, self.lists);
                let Some(paragraph) = self.alone(was).filter(|_| kept && like && !shares && !is_bare(old))
                else {
                    return false;
                };
                if paragraph.holds {
                    return false;
                }
                let counted = paragraph.is_heading && styles.counts(self.xml.get(paragraph.tag.clone()));
                if !(counted || paragraph.list.is_some()) {
                    return true;
                }
                let label = self.label(paragraph, said);
                let bare = label.and_then(|label| without(&label, words));
                bare.map(|bare| self.bare.insert(is, bare)).is_some()
            }
            (Merged::Table { rows: old, .. }, Merged::Table { rows: new, .. }) => {
                let Some(unit) = self.places.units.get(unit).filter(|_| count == 1 && !shares) else {
                    return false;
                };
                let Some(cells) = &unit.cells else { return false };
                let sizes = |rows: &[(Fate, Vec<Spans>)]| -> Option<Vec<usize>> {
                    rows.iter().map(|(fate, cells)| (*fate == Fate::Kept).then_some(cells.len())).collect()
                };
                let here = Some(cells.iter().map(Vec::len).collect());
                let holds = |at: &usize| self.places.paragraph(*at).is_none_or(|paragraph| paragraph.holds);
                sizes(old) == here && sizes(new) == here && !cells.iter().flatten().any(holds)
            }
            _ => false,
        }
    }

    /// Words of what is written anew in lists that the file numbers in another way than the text can say.
    pub(super) fn unlabel(&mut self) {
        let mut labelled: HashSet<usize> = HashSet::new();
        let listed = |merged: Option<&Merged>| match merged {
            Some(Merged::Line(Line { item: Some(item), .. }, _, spans)) => Some((item.list, spans.clone())),
            _ => None,
        };
        let pairs: Vec<(usize, usize)> =
            self.was.iter().enumerate().filter_map(|(is, was)| Some((is, (*was)?))).collect();
        for (is, was) in pairs {
            let (Some((list, words)), Some((_, said))) =
                (listed(self.new.get(is)), listed(self.old.get(was)))
            else {
                continue;
            };
            let label =
                self.alone(was).and_then(|paragraph| self.label(paragraph, &said)).unwrap_or_default();
            if !label.is_empty() && self.alike(was, is) {
                labelled.insert(list);
                self.bare.extend(without(&label, &words).map(|bare| (is, bare)));
            }
        }
        for is in (0..self.new.len()).filter(|is| self.was.get(*is) == Some(&None)) {
            let Some((_, words)) = listed(self.new.get(is)).filter(|(list, _)| labelled.contains(list))
            else {
                continue;
            };
            // What is like a number: `b)`, `3.2.`, `나.`.
            let first = words.first().and_then(|(run, _)| match &run.inline {
                Inline::Text(text) => text.split_once(' ').map(|(first, _)| first.to_owned()),
                _ => None,
            });
            let first = first.filter(|first| first.len() <= 12 && first.ends_with(['.', ')']));
            self.bare.extend(first.and_then(|label| without(&label, &words)).map(|bare| (is, bare)));
        }
    }

    /// The number that the file counts before the words of a paragraph, without blanks.
    fn label(&self, paragraph: &Paragraph, said: &Spans) -> Option<String> {
        let (mut own, mut all) = (String::new(), String::new());
        shown(self.xml, nodes(self.xml, paragraph.at.clone())?.first()?, &mut own);
        for (run, _) in said.iter().filter(|(_, fate)| *fate != Fate::Inserted) {
            if let Inline::Text(text) = &run.inline {
                all.extend(text.chars().filter(|ch| !ch.is_whitespace()));
            }
        }
        let head: String = own.chars().take(6).collect();
        let label = all
            .strip_suffix(own.as_str())
            .or_else(|| all.split_once(head.as_str()).map(|(before, _)| before));
        label.filter(|_| !own.is_empty()).map(str::to_owned)
    }

    /// The outermost list that each block of the new text stands in.
    fn runs(&self) -> Vec<Option<usize>> {
        let mut run = None;
        let of = |merged: &Merged| {
            run = match merged {
                Merged::Line(Line { item: Some(item), .. }, ..) if item.level == 0 => Some(item.list),
                Merged::Line(Line { item: None, inset: 0, .. }, ..) | Merged::Table { inset: 0, .. } => None,
                _ => run,
            };
            run
        };
        self.new.iter().map(of).collect()
    }

    /// Lets what is written anew take those with it that cannot stay without it. Whether there were some.
    fn spread(&mut self, ties: &[(usize, usize)], pieces: &[Vec<usize>], runs: &[Option<usize>]) -> bool {
        let mut anew: HashSet<usize> = HashSet::new();
        let of = |unit: &usize| self.touch.get(*unit).copied();
        for (one, other) in ties {
            if [one, other].iter().any(|unit| of(unit) != Some(Touch::Same)) {
                anew.extend([*one, *other]);
            }
        }
        let broken: HashSet<usize> = (0..self.new.len())
            .filter(|is| self.home(*is).is_none())
            .filter_map(|is| runs.get(is).copied()?)
            .collect();
        for (unit, pieces) in pieces.iter().enumerate() {
            let mut runs = pieces.iter().filter_map(|was| runs.get(self.is.get(*was).copied()??).copied()?);
            if runs.any(|run| broken.contains(&run)) {
                anew.insert(unit);
            }
        }
        let mut spread = false;
        for unit in anew {
            if let Some(touch) = self.touch.get_mut(unit).filter(|touch| **touch != Touch::Anew) {
                *touch = Touch::Anew;
                spread = true;
            }
        }
        spread
    }

    /// Whether two blocks of the new text stand in one list.
    pub(super) fn go_on(&self, is: usize) -> bool {
        let runs = self.runs();
        is > 0 && runs.get(is).copied().flatten().is_some() && runs.get(is) == runs.get(is - 1)
    }

    /// Whether the two have the same levels and looks.
    fn alike(&self, was: usize, is: usize) -> bool {
        match (self.old.get(was), self.new.get(is)) {
            (Some(Merged::Line(old, ..)), Some(Merged::Line(new, ..))) => {
                shape(old, self.lists) == shape(new, self.lists)
            }
            _ => false,
        }
    }

    /// The style of the file that a paragraph which is written anew is to have: its own, or that of the nearest of its kind.
    pub(super) fn like(&self, is: usize, styles: &Styles) -> Option<String> {
        let Some(Merged::Line(line, ..)) = self.new.get(is) else { return None };
        let first = |was: usize| self.owners.get(was)?.first().and_then(|own| self.paragraph(*own));
        let set_in = line.item.is_some() || line.inset > 0;
        let own = self.was.get(is).copied().flatten().filter(|was| self.alike(*was, is)).and_then(first);
        if let Some(own) = own.filter(|own| own.list.is_none() || set_in || own.is_heading) {
            return Some(own.style.clone()).filter(|style| !style.is_empty());
        }
        let fits = |(other, was): (usize, usize)| {
            let paragraph =
                first(was).filter(|found| found.list.is_some() == set_in && !found.style.is_empty())?;
            let there = self.new.get(other).is_some_and(|new| match new {
                Merged::Line(new, ..) => shape(new, self.lists) == shape(line, self.lists),
                Merged::Table { .. } => false,
            });
            (there && self.alike(was, other))
                .then_some((other.abs_diff(is) * 2 + usize::from(other > is), paragraph))
        };
        let pairs = self.was.iter().enumerate().filter_map(|(other, was)| Some((other, (*was)?)));
        let (_, near) = pairs.filter_map(fits).min_by_key(|(distance, _)| *distance)?;
        Some(styles.beside(&near.style)).filter(|style| !style.is_empty())
    }

    /// The styles of lists of the new text.
    pub(super) fn list_styles(&self) -> HashMap<usize, String> {
        let mut out = HashMap::new();
        for (is, was) in self.was.iter().enumerate().filter_map(|(is, was)| Some((is, (*was)?))) {
            if let (true, Some(Merged::Line(Line { item: Some(item), .. }, ..)), Some(paragraph)) =
                (self.alike(was, is), self.new.get(is), self.alone(was))
                && let Some(list) = &paragraph.list
            {
                out.entry(item.list).or_insert_with(|| list.clone());
            }
        }
        out
    }

    /// The stretches of the new text that are written, in its bytes.
    pub(super) fn written(&self) -> Vec<Range<usize>> {
        let mut out = Vec::new();
        for (is, merged) in self.new.iter().enumerate() {
            let home = self.home(is);
            if home.is_some() && self.same.get(is) == Some(&true) {
                continue;
            }
            match (merged, home.and_then(|(was, _)| self.old.get(was))) {
                (Merged::Table { rows: new, .. }, Some(Merged::Table { rows: old, .. })) => {
                    let cells = |rows: &[(Fate, Vec<Spans>)]| -> Vec<Spans> {
                        rows.iter().flat_map(|(_, cells)| cells).cloned().collect()
                    };
                    let both = cells(old).into_iter().zip(cells(new));
                    out.extend(
                        both.filter(|(old, new)| !same(old, new)).filter_map(|(_, new)| reach(&new.iter())),
                    );
                }
                _ => out.extend(reach(&spans(merged).into_iter())),
            }
        }
        out
    }

    /// The block of the new text that a byte of it stands in.
    pub(super) fn at(&self, byte: usize) -> Option<usize> {
        let begins =
            |merged: &Merged| reach(&spans(merged).into_iter()).is_some_and(|reach| reach.start <= byte);
        self.new.iter().rposition(begins)
    }
}

/// From the first to the last byte of words that are in the text before its changes.
fn reach<'s>(spans: &(impl Iterator<Item = &'s (Run, Fate)> + Clone)) -> Option<Range<usize>> {
    let places = || {
        let there = |(run, fate): &&(Run, Fate)| *fate != Fate::Inserted && !run.at.is_empty();
        spans.clone().filter(there).map(|(run, _)| run.at.clone())
    };
    Some(places().map(|at| at.start).min()?..places().map(|at| at.end).max()?)
}

/// Words without a number before them; `None` where they do not begin with it.
fn without(label: &str, words: &Spans) -> Option<Spans> {
    let mut label = label.chars().peekable();
    let mut out = Spans::new();
    let mut open = label.peek().is_some();
    for (run, fate) in words {
        let mut run = run.clone();
        if let (true, Inline::Text(text)) = (open, &mut run.inline) {
            let mut rest = text.as_str();
            while let Some(ch) = rest.chars().next() {
                if ch.is_whitespace() {
                } else if label.peek() == Some(&ch) && *fate == Fate::Kept {
                    label.next();
                } else {
                    open = false;
                    break;
                }
                rest = rest.get(ch.len_utf8()..).unwrap_or_default();
            }
            if run.at.len() == text.len() {
                run.at.start = run.at.end - rest.len();
            }
            *text = rest.to_owned();
        } else {
            open = false;
        }
        if !open && label.peek().is_some() {
            return None;
        }
        out.push((run, *fate));
    }
    label.peek().is_none().then_some(out)
}
