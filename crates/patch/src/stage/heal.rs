//! Conflicts that are none any more: the writer took an edit back, or wrote what was suggested.

use rustc_hash::FxHashMap;

use super::{Anchor, Op, Part, Patch, Span, Stage, Status};
use crate::Context;
use crate::rebase::{self, Edit};

/// More conflicts than this are not looked for in the whole text: each costs a pass over it.
const MOST: usize = 300;
/// So many characters on either side tell whether a place is as it was.
const BESIDE: usize = 6;

impl Stage {
    /// The writer's text as a whole, however it came about. A text that cannot be followed makes every patch a conflict
    /// rather than let one land on the wrong words.
    pub fn rewrite(&mut self, text: &str) {
        let refused = self.refused();
        for edit in rebase::edits(self.text(), text) {
            self.edit(&edit);
        }
        if self.text() != text {
            let whole = Span::new(0, self.text().len());
            self.edit(&Edit::new(whole, text));
        }
        self.lapse(refused);
        self.heal();
    }

    /// Ends the conflicts of groups all of whose words stand in the text: with the old ones a group waits again, with the
    /// new ones it is done. Words count where the group was held, or elsewhere in exactly their surroundings.
    fn heal(&mut self) {
        let mut groups: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        for (at, staged) in self.staged.iter().enumerate() {
            if staged.status == Status::Conflict {
                groups.entry(staged.patch.group()).or_default().push(at);
            }
        }
        let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
        groups.sort_unstable();
        let mut left = MOST;
        for group in groups {
            for (old, status) in [(true, Status::Pending), (false, Status::Accepted)] {
                let Some(found) = self.found(&group, old, &mut left) else { continue };
                for (at, range) in found {
                    if let Some(anchor) = self.anchors.get_mut(at) {
                        anchor.range = range;
                        anchor.broken = false;
                    }
                }
                for at in group {
                    if let Some(staged) = self.staged.get_mut(at) {
                        staged.status = status;
                    }
                }
                break;
            }
        }
        // Stable: anchors at one place keep the order in which they were made.
        self.anchors.sort_by_key(|anchor| (anchor.range.start, !anchor.range.is_empty()));
    }

    /// Where the anchors of a group belong, when the text holds its old (or its new) words; none of the places is
    /// another's.
    fn found(&self, group: &[usize], old: bool, left: &mut usize) -> Option<Vec<(usize, Span)>> {
        let mut found: Vec<(usize, Span)> = Vec::new();
        for staged in group.iter().filter_map(|at| self.staged.get(*at)) {
            let held = self.anchors.iter().enumerate().filter(|one| one.1.patch == staged.patch.id);
            let before = found.len();
            for (at, anchor) in held {
                found.push((at, self.stands(&staged.patch, anchor, old, left)?));
            }
            if found.len() == before {
                return None;
            }
        }
        let free = |range: Span| {
            let others = self.anchors.iter().enumerate();
            others
                .filter(|(at, _)| found.iter().all(|own| own.0 != *at))
                .all(|(_, one)| !one.range.overlaps(range))
        };
        let apart = found
            .iter()
            .enumerate()
            .all(|(at, one)| found.iter().skip(at + 1).all(|two| !one.1.overlaps(two.1)));
        (apart && found.iter().all(|(_, range)| free(*range))).then_some(found)
    }

    /// Where the words of an anchor stand.
    fn stands(&self, patch: &Patch, anchor: &Anchor, old: bool, left: &mut usize) -> Option<Span> {
        let words = Self::words(patch, anchor.part, !old);
        let Context { before, after } = &patch.context;
        let plain = patch.op != Op::Move && anchor.part == Part::Here;
        if anchor.range.of(&self.text) == words {
            // The new words at the place of the old ones are the writer's own. The old ones may stand there with others
            // beside them, and nothing stands everywhere: there the surroundings tell.
            let (head, tail) = (self.text.get(..anchor.range.start)?, self.text.get(anchor.range.end..)?);
            let same = head.ends_with(last(before)) && tail.starts_with(first(after));
            if !old && !words.is_empty() || same && (plain || !anchor.broken) {
                return Some(anchor.range);
            }
        }
        if !plain || *left == 0 || before.is_empty() && after.is_empty() {
            return None;
        }
        *left -= 1;
        let whole = [before, words, after].concat();
        let places: Vec<Span> = self
            .text
            .match_indices(&whole)
            .map(|(at, _)| Span::new(at + before.len(), at + before.len() + words.len()))
            .collect();
        let near = |place: &&Span| place.start <= anchor.range.end && anchor.range.start <= place.end;
        match places.as_slice() {
            [only] => Some(*only),
            several => {
                let mut close = several.iter().filter(near);
                close.next().filter(|_| close.next().is_none()).copied()
            }
        }
    }
}

fn last(text: &str) -> &str {
    text.char_indices().rev().nth(BESIDE - 1).map_or(text, |(at, _)| text.get(at..).unwrap_or_default())
}

fn first(text: &str) -> &str {
    text.char_indices().nth(BESIDE).map_or(text, |(at, _)| text.get(..at).unwrap_or_default())
}
