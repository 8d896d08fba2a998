//! What a sentence owes its reader: changes inside one sentence, and a sentence that moves and changes.

use rustc_hash::FxHashSet;

use super::{Pair, Ties};
use crate::classify::lexicon::Class;
use crate::classify::words::Reader;
use crate::classify::{self};
use crate::diff::{self, Bead, Hunk};
use crate::{Category, Op, Patch};
use stet_segment::segment;
use stet_text::{Language, language};

/// Common character pairs from which on a sentence that goes and one that comes are the same, changed.
const SAME: f32 = 0.6;
/// The same for fewer words, and for words in place of others: they are equal but for their marks.
const EQUAL: f32 = 0.9;
/// Words that a sentence needs to be known again when it is changed.
const WORDS: usize = 3;
/// Pairs of sentences that are held against one another.
const PAIRS: usize = 4_096;

/// The words of a change that carry content, before and after.
struct Content {
    gone: FxHashSet<String>,
    come: FxHashSet<String>,
}

fn content(patch: &Patch, reader: &mut Reader) -> Content {
    let mut keys = |text: &str| -> FxHashSet<String> {
        let words = reader.words(text, 0).into_iter();
        let words = words.filter(|word| matches!(word.class, Class::Content | Class::Number));
        words.map(|word| word.key.clone()).collect()
    };
    let (before, after) = (keys(&patch.before), keys(&patch.after));
    Content {
        gone: before.difference(&after).cloned().collect(),
        come: after.difference(&before).cloned().collect(),
    }
}

impl Content {
    /// Words only come, only go, or only change their form: the change is no exchange of one word for another.
    fn is_frame(&self) -> bool {
        self.gone.is_empty() || self.come.is_empty()
    }

    fn crosses(&self, other: &Self) -> bool {
        self.gone.iter().any(|word| other.come.contains(word))
            || self.come.iter().any(|word| other.gone.contains(word))
    }
}

/// Ties changes of one sentence that are more than form: those of its frame (`we negotiated`, `was negotiated`), those
/// between which a word changes its place, and all where sentences are joined or split.
pub(super) fn tie(pair: &Pair<'_>, patches: &[Patch], reader: &mut Reader, ties: &mut Ties) {
    /// Changes of one sentence that are held against one another.
    const MOST: usize = 64;
    let mut by_bead: Vec<(usize, usize)> =
        pair.of.iter().enumerate().filter_map(|(at, bead)| bead.map(|bead| (bead, at))).collect();
    by_bead.retain(|(_, at)| patches.get(*at).is_some_and(|patch| patch.category > Category::Detail));
    by_bead.sort_unstable();
    for run in by_bead.chunk_by(|one, two| one.0 == two.0).filter(|run| run.len() > 1) {
        let all: Vec<usize> = run.iter().map(|(_, at)| *at).collect();
        let bead = run.first().and_then(|(bead, _)| pair.beads.get(*bead));
        let whole =
            |bead: &Bead| segment(bead.before.of(pair.old)).len() != segment(bead.after.of(pair.new)).len();
        if all.len() > MOST || bead.is_some_and(whole) {
            ties.tie_all(all);
            continue;
        }
        let read: Vec<(usize, Content)> = all
            .into_iter()
            .filter_map(|at| patches.get(at).map(|patch| (at, content(patch, reader))))
            .collect();
        ties.tie_all(read.iter().filter(|(_, content)| content.is_frame()).map(|(at, _)| *at));
        for (number, (one, content)) in read.iter().enumerate() {
            let others = read.iter().skip(number + 1).filter(|(_, other)| content.crosses(other));
            others.for_each(|(two, _)| ties.tie(*one, *two));
        }
    }
}

/// Ties a sentence that goes with the one that comes elsewhere in its place, changed, and tells both as moved and
/// changed, with the category of the change. Words that give way to others and stand elsewhere unchanged are tied, too.
pub(super) fn carried(pair: &Pair<'_>, patches: &mut [Patch], reader: &mut Reader, ties: &mut Ties) {
    let exchanged =
        |patch: &Patch| patch.op == Op::Replace && diff::kinship(&patch.before, &patch.after) < SAME;
    let of = |op: Op, text: fn(&Patch) -> &str, exchanges: bool| -> Vec<usize> {
        let whole = |patch: &Patch| {
            (patch.op == op || exchanges && exchanged(patch))
                && text(patch).split_whitespace().nth(1).is_some()
        };
        let numbered = patches.iter().enumerate();
        numbered.filter(|(_, patch)| whole(patch)).map(|(at, _)| at).collect()
    };
    let both = |exchanges: bool| {
        let gone = of(Op::Delete, |patch| &patch.before, exchanges);
        (gone, of(Op::Insert, |patch| &patch.after, exchanges))
    };
    let few = |all: &(Vec<usize>, Vec<usize>)| all.0.len() * all.1.len() <= PAIRS;
    let Some((gone, come)) = Some(both(true)).filter(few).or_else(|| Some(both(false)).filter(few)) else {
        return;
    };
    let mut kin: Vec<(f32, usize, usize, bool)> = Vec::new();
    for &one in &gone {
        for &two in come.iter().filter(|two| **two != one) {
            let (Some(old), Some(new)) = (patches.get(one), patches.get(two)) else { continue };
            let near = diff::kinship(&old.before, &new.after);
            let sentences = (old.op, new.op) == (Op::Delete, Op::Insert)
                && old.before.split_whitespace().count().min(new.after.split_whitespace().count()) >= WORDS;
            if near >= if sentences { SAME } else { EQUAL } {
                kin.push((near, one, two, sentences));
            }
        }
    }
    kin.sort_by(|one, two| two.0.total_cmp(&one.0).then(one.1.cmp(&two.1)).then(one.2.cmp(&two.2)));
    let (mut left, mut put) = (FxHashSet::default(), FxHashSet::default());
    for (_, one, two, sentences) in kin {
        if left.contains(&one) || put.contains(&two) {
            continue;
        }
        left.insert(one);
        put.insert(two);
        ties.tie(one, two);
        if sentences {
            tell(pair, patches, (one, two), reader);
        }
    }
}

fn tell(pair: &Pair<'_>, patches: &mut [Patch], (one, two): (usize, usize), reader: &mut Reader) {
    let (Some(old), Some(new)) = (patches.get(one), patches.get(two)) else { return };
    let (before, after) = (old.range, new.after_range);
    let hunks = diff::words::hunks(before.of(pair.old), after.of(pair.new)).into_iter();
    let hunks = hunks.map(|hunk| Hunk {
        before: hunk.before.shifted(before.start),
        after: hunk.after.shifted(after.start),
    });
    let bead = Bead { before, after, hunks: hunks.collect() };
    let mut changes = Vec::new();
    classify::bead(pair.old, pair.new, &bead, reader, &mut changes);
    let risky =
        changes.iter().max_by(|one, two| one.category.cmp(&two.category).then(one.risk.total_cmp(&two.risk)));
    let category = risky.map_or(Category::Expression, |patch| patch.category.max(Category::Expression));
    let moved = match language(before.of(pair.old)) {
        Language::Ko => "문장의 자리가 바뀌고 말도 바뀌었습니다.",
        Language::En => "The sentence stands in another place and is changed.",
    };
    let mut reasons = vec![moved.to_owned()];
    reasons.extend(risky.into_iter().flat_map(|patch| patch.reasons.clone()));
    let (risk, gates) = risky.map_or((0.3, Vec::new()), |patch| (patch.risk.max(0.3), patch.gates.clone()));
    for at in [one, two] {
        if let Some(patch) = patches.get_mut(at) {
            (patch.category, patch.risk) = (category, risk);
            (patch.reasons, patch.gates) = (reasons.clone(), gates.clone());
        }
    }
}
