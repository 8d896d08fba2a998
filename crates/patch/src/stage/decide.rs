//! Decisions: whole groups at a time, and of a group all patches or none.

use rustc_hash::FxHashMap;

use super::near::Neighbours;
use super::{Action, Decision, Op, Outcome, Part, Patch, Selector, Span, Stage, Status};

impl Stage {
    /// Decides about the selected patches. `revision` is the one the writer saw.
    pub fn decide(&mut self, action: Action, selector: &Selector, revision: u64) -> Outcome {
        if revision != self.revision {
            return Outcome::Stale { revision: self.revision };
        }
        let named = matches!(selector, Selector::Ids(_));
        let known: FxHashMap<String, usize> =
            self.staged.iter().enumerate().map(|(at, staged)| (staged.patch.id.clone(), at)).collect();
        let mut anchors: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        for (at, anchor) in self.anchors.iter().enumerate() {
            if known.contains_key(&anchor.patch) {
                anchors.entry(anchor.patch.clone()).or_default().push(at);
            }
        }
        let mut near = Neighbours::default();
        // Anchors whose words are exchanged; they are disjoint, so that all can be in one pass over the text.
        let mut taken: Vec<usize> = Vec::new();
        let mut rejected: Vec<Vec<usize>> = Vec::new();
        let (mut changed, mut conflicts) = (Vec::new(), Vec::new());
        for group in self.selected(selector, &known) {
            let fits = self.fit(action, &group, &anchors, named);
            let (mut words, mut unmarked) = (false, Vec::new());
            for at in group {
                let Some(id) = self.staged.get(at).map(|staged| staged.patch.id.clone()) else { continue };
                let held = anchors.get(&id).map(Vec::as_slice).unwrap_or_default();
                match self.decide_one(action, at, held, fits, &mut near) {
                    Decided::Nothing => continue,
                    Decided::Conflict => {
                        conflicts.push(id);
                        continue;
                    }
                    Decided::Words => {
                        taken.extend(held);
                        self.revision += u64::from(!words);
                        words = true;
                    }
                    Decided::Mark => {}
                    Decided::Unmark => unmarked.push(at),
                }
                self.record(action, at, held, &mut near);
                changed.push(id);
            }
            rejected.push(unmarked);
        }
        self.exchange(taken, action == Action::Accept, &known);
        // Whether the words of a suggestion that was turned down are still there is known once the text is.
        let mut near = Neighbours::default();
        for group in rejected {
            let fits = self.fit(Action::Accept, &group, &anchors, true);
            for at in group {
                let Some(staged) = self.staged.get(at) else { continue };
                let held = anchors.get(&staged.patch.id).map(Vec::as_slice).unwrap_or_default();
                let key = self.key(&staged.patch, held, &mut near);
                self.suppressed.remove(&key);
                self.set(at, if fits { Status::Pending } else { Status::Conflict });
            }
        }
        Outcome::Decided { changed, conflicts }
    }

    /// The selected patches with all that are decided with them, a group at a time.
    fn selected(&self, selector: &Selector, known: &FxHashMap<String, usize>) -> Vec<Vec<usize>> {
        let chosen: Vec<usize> = match selector {
            Selector::Ids(ids) => ids.iter().filter_map(|id| known.get(id).copied()).collect(),
            _ => (0..self.staged.len())
                .filter(|at| self.staged.get(*at).is_some_and(|one| selects(selector, &one.patch)))
                .collect(),
        };
        let mut groups: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        for (at, staged) in self.staged.iter().enumerate() {
            groups.entry(staged.patch.group()).or_default().push(at);
        }
        let group = |at: usize| self.staged.get(at).and_then(|staged| groups.remove(staged.patch.group()));
        chosen.into_iter().filter_map(group).collect()
    }

    /// Whether the draft holds the words of all patches of a group whose words the decision exchanges.
    fn fit(
        &self,
        action: Action,
        group: &[usize],
        anchors: &FxHashMap<String, Vec<usize>>,
        named: bool,
    ) -> bool {
        group.iter().filter_map(|at| self.staged.get(*at)).all(|staged| {
            let held = anchors.get(&staged.patch.id).map(Vec::as_slice).unwrap_or_default();
            match (action, staged.status) {
                (Action::Accept, Status::Conflict) if !named => false,
                (Action::Accept, Status::Pending | Status::Conflict) => {
                    self.intact(&staged.patch, held, true)
                }
                (Action::Undo, Status::Accepted) => self.intact(&staged.patch, held, false),
                _ => true,
            }
        })
    }

    /// What a decision about one patch of a group comes to, all of whose words fit or do not; states are set, words are
    /// not exchanged yet.
    fn decide_one(
        &mut self,
        action: Action,
        at: usize,
        held: &[usize],
        fits: bool,
        near: &mut Neighbours,
    ) -> Decided {
        let Some(staged) = self.staged.get(at) else { return Decided::Nothing };
        match (action, staged.status) {
            (Action::Accept, Status::Pending | Status::Conflict) => {
                self.set(at, if fits { Status::Accepted } else { Status::Conflict });
                if fits { Decided::Words } else { Decided::Conflict }
            }
            (Action::Reject, Status::Pending | Status::Conflict) => {
                let key = self.key(&staged.patch, held, near);
                self.suppressed.extend([key, staged.patch.id.clone()]);
                self.set(at, Status::Rejected);
                Decided::Mark
            }
            (Action::Undo, Status::Accepted) => {
                if !fits {
                    return Decided::Conflict;
                }
                self.set(at, Status::Pending);
                Decided::Words
            }
            (Action::Undo, Status::Rejected) => {
                let (key, id) = (self.key(&staged.patch, held, near), staged.patch.id.clone());
                self.suppressed.remove(&key);
                self.suppressed.remove(&id);
                // Named twice it is one decision.
                self.set(at, Status::Pending);
                Decided::Unmark
            }
            _ => Decided::Nothing,
        }
    }

    fn record(&mut self, action: Action, at: usize, held: &[usize], near: &mut Neighbours) {
        let Some(staged) = self.staged.get(at) else { return };
        let key = self.key(&staged.patch, held, near);
        let patch = &staged.patch;
        self.log.push(Decision {
            patch_id: patch.id.clone(),
            action,
            category: patch.category,
            rule_ids: patch.rule_ids.clone(),
            before: patch.before.clone(),
            after: patch.after.clone(),
            key,
            revision: self.revision,
        });
    }

    fn set(&mut self, at: usize, status: Status) {
        if let Some(staged) = self.staged.get_mut(at) {
            staged.status = status;
        }
    }

    /// The name of a suggestion where its words stand now; `held` are its anchors.
    fn key(&self, patch: &Patch, held: &[usize], near: &mut Neighbours) -> String {
        let here = held
            .iter()
            .filter_map(|at| self.anchors.get(*at))
            .find(|anchor| anchor.part == Part::Here)
            .map_or(patch.range, |anchor| anchor.range);
        near.key(&self.text, patch, here)
    }

    /// The texts that the two anchors of a patch hold before and after it is accepted.
    pub(super) fn words(patch: &Patch, part: Part, accepted: bool) -> &str {
        match (patch.op, part, accepted) {
            (Op::Move, Part::Here, true) | (Op::Move, Part::There, false) => "",
            (_, _, true) => &patch.after,
            (_, _, false) => &patch.before,
        }
    }

    /// Whether the draft still holds the words of the patch, old or new ones; `held` are its anchors.
    fn intact(&self, patch: &Patch, held: &[usize], old: bool) -> bool {
        !held.is_empty()
            && held.iter().all(|at| {
                self.anchors.get(*at).is_some_and(|anchor| {
                    !anchor.broken && anchor.range.of(&self.text) == Self::words(patch, anchor.part, !old)
                })
            })
    }

    /// Puts the new (or, to undo, the old) words in place of what these anchors hold, and moves the later ones. None
    /// of them is broken, so each is apart from all others and they stand in text order.
    fn exchange(&mut self, mut taken: Vec<usize>, accept: bool, known: &FxHashMap<String, usize>) {
        if taken.is_empty() {
            return;
        }
        taken.sort_unstable();
        taken.dedup();
        let mut next = taken.into_iter().peekable();
        let mut text = String::with_capacity(self.text.len() + 64);
        let mut from = 0;
        let (mut gone, mut come) = (0, 0);
        for (at, anchor) in self.anchors.iter_mut().enumerate() {
            let old = anchor.range;
            let start = old.start + come - gone;
            anchor.range = Span::new(start, old.end + come - gone);
            if next.next_if_eq(&at).is_none() {
                continue;
            }
            let patch = known.get(&anchor.patch).and_then(|at| self.staged.get(*at));
            let Some(words) = patch.map(|staged| Self::words(&staged.patch, anchor.part, accept)) else {
                continue;
            };
            text.push_str(self.text.get(from..old.start).unwrap_or_default());
            text.push_str(words);
            from = old.end;
            anchor.range.end = start + words.len();
            gone += old.len();
            come += words.len();
        }
        text.push_str(self.text.get(from..).unwrap_or_default());
        self.text = text;
    }
}

/// What a decision about one patch comes to.
enum Decided {
    /// There was nothing to decide.
    Nothing,
    Conflict,
    /// Its words are exchanged.
    Words,
    /// Its state alone changed.
    Mark,
    /// It is no longer turned down.
    Unmark,
}

fn selects(selector: &Selector, patch: &Patch) -> bool {
    match selector {
        Selector::Ids(ids) => ids.contains(&patch.id),
        Selector::Category(category) => patch.category == *category,
        Selector::Rule(rule) => patch.rule_ids.contains(rule),
        Selector::All => true,
    }
}
