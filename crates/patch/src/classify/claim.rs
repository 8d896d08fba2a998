//! What a claim denies, how sure and how binding it is, of how many it speaks, and its direction.
//!
//! Owns what a difference of the sentence and its rewriting with one change alone costs. Both are read by
//! [`stet_reading`], as the gate reads a claim and its source.

use super::words::{Change, Word};
use super::{Finding, Reason, arrow, values};
use crate::GateName;
use crate::classify::lexicon::Class;
use stet_reading::clause::joint;
use stet_reading::opposites::{Named, Side, are_opposed, is_complementary};
use stet_reading::polarity::conflict;
use stet_reading::reading::Reading;
use stet_reading::strength::strength;
use stet_reading::tags::Tags;
use stet_text::{Language, Script, normalise};

const NEGATION: Reason = ("부정이 바뀌었습니다", "A negation changes");
const LIMIT: Reason =
    ("확실성·의무·수량을 한정하는 말이 바뀌었습니다", "A word of certainty, obligation or quantity changes");

/// Bytes on either side of a change that are read.
const REACH: usize = super::words::WHOLE;

/// The sentence and its rewriting, and the change.
struct Compared<'c> {
    change: &'c Change<'c>,
    old: &'c Reading<'c>,
    new: &'c Reading<'c>,
}

/// What turns the claim, the negation first.
#[must_use]
pub fn find(change: &Change<'_>) -> Vec<Finding> {
    let Some((old, new)) = change.spliced(REACH) else { return Vec::new() };
    let (old, new) = (normalise(&old), normalise(&new));
    let compared = Compared { change, old: &Reading::new(&old), new: &Reading::new(&new) };
    let turned = compared.turned();
    let negation = compared.negation(turned);
    // With its negation a word and its opposite say one thing.
    let said_otherwise = negation.as_ref().is_some_and(|found| found.reason == OTHERWISE);
    let direction = if said_otherwise { None } else { compared.direction(turned) };
    [negation, limits(change).or_else(|| compared.duty()), direction].into_iter().flatten().collect()
}

/// Why a negation and an opposite say one thing.
pub const OTHERWISE: Reason = ("부정을 다른 말로 나타냅니다", "The negation is said in other words");

impl Compared<'_> {
    fn value(&self) -> String {
        arrow(self.change.text_before, self.change.text_after)
    }

    /// A negation that comes or goes, hides in a prefix or denies another word.
    fn negation(&self, turned: Option<(usize, usize, bool)>) -> Option<Finding> {
        let negating = Tags::DENIAL.and(Tags::TURNS);
        let own = |words: &[Word<'_>]| words.iter().filter(|word| word.tags.has(negating)).count();
        let (own_b, own_a) = (own(self.change.before), own(self.change.after));
        let found = conflict(self.old, self.new);
        let ((b, hidden_b), (a, hidden_a)) = found.negations;
        let kept = b + hidden_b == a + hidden_a && !found.denied;
        // `not open` and `closed`; `forbidden` is the opposite of `allowed` and denies, too.
        let (whole, bans) = turned.map_or((false, false), |(b, a, whole)| {
            (whole, self.old.tags(b).and(self.new.tags(a)).has(Tags::BAN))
        });
        let otherwise = kept && (b != a || whole && bans) || whole && !bans && b.abs_diff(a) == 1;
        if otherwise {
            return Some(Finding::soft(GateName::Negation, self.value(), OTHERWISE));
        }
        // What is said in other words around a negation may take it along.
        let touched = own_b != own_a || hidden_b != hidden_a || found.denied && own_b > 0;
        (!kept && touched).then(|| Finding::core(GateName::Negation, self.value(), NEGATION))
    }

    /// What a Korean sentence binds its reader to, or leaves open.
    fn duty(&self) -> Option<Finding> {
        let (b, a) = (strength(self.old).duty(), strength(self.new).duty());
        if self.change.unit.language != Language::Ko || b == a {
            return None;
        }
        // A question or a request asks for one of them anyway; only plain statements can lose one.
        let plain = |text: &Reading<'_>| text.norm.trim_end_matches(['.', '"', ' ']).ends_with('다');
        let told = !b.is_empty() && !a.is_empty() || plain(self.old) && plain(self.new);
        told.then(|| Finding::core(GateName::Modality, self.value(), LIMIT))
    }

    /// Two opposites of which one takes the other's place, by position, and whether one of them always holds.
    fn turned(&self) -> Option<(usize, usize, bool)> {
        let (old, new) = (Named::new(self.old).0, Named::new(self.new).0);
        let times = |list: &[(usize, Side)], side| list.iter().filter(|(_, other)| *other == side).count();
        let gone = old.iter().filter(|(_, side)| times(&old, *side) > times(&new, *side));
        let come = || new.iter().filter(|(_, side)| times(&new, *side) > times(&old, *side));
        gone.into_iter().find_map(|&(b, side)| {
            let (a, _) = come().find(|(_, other)| are_opposed(side, *other))?;
            Some((b, *a, is_complementary(side)))
        })
    }

    /// A word gives way to its opposite, or two words change places.
    fn direction(&self, turned: Option<(usize, usize, bool)>) -> Option<Finding> {
        if let Some((b, a, _)) = turned {
            let reason = ("반대되는 말로 바뀌었습니다", "A word gives way to its opposite");
            return Some(Finding::core(
                GateName::Direction,
                arrow(self.old.word(b), self.new.word(a)),
                reason,
            ));
        }
        exchanged(self.change).then(|| {
            let reason = ("두 낱말의 자리가 서로 바뀌었습니다", "Two words change places");
            Finding::core(GateName::Roles, self.value(), reason)
        })
    }
}

/// How many negating words a text has: what accepting changes together may not touch.
#[must_use]
pub fn negations(text: &str) -> usize {
    let norm = normalise(text);
    let text = Reading::new(&norm);
    // An apostrophe comes and goes: `dont`.
    text.tagged(Tags::DENIAL.and(Tags::TURNS)).filter(|&at| !text.word(at).contains('\'')).count()
}

/// In a long replacement a lost and a new limit are rarely each other's counterpart.
pub const EXCHANGE: usize = 4;

/// Words that bound a claim: those that count whenever they come or go, and those that do when another takes their place.
const STRONG: Tags = Tags::UNSURE
    .and(Tags::POSSIBLE)
    .and(Tags::OBLIGED)
    .and(Tags::ADVISED)
    .and(Tags::SOME)
    .and(Tags::FEW)
    .and(Tags::MANY)
    .and(Tags::MOST)
    .and(Tags::ALL)
    .and(Tags::BOTH)
    .and(Tags::ONLY);
const WEAK: Tags = Tags::WILL
    .and(Tags::CERTAIN)
    .and(Tags::OFTEN)
    .and(Tags::SOMETIMES)
    .and(Tags::ABOUT)
    .and(Tags::ALMOST)
    .and(Tags::ANY);
/// What binds, or leaves open.
const BINDING: Tags =
    Tags::UNSURE.and(Tags::POSSIBLE).and(Tags::OBLIGED).and(Tags::ADVISED).and(Tags::WILL).and(Tags::CERTAIN);
/// What a Korean sentence says with several words: see [`Compared::duty`].
const DUTY: Tags = Tags::POSSIBLE.and(Tags::OBLIGED).and(Tags::ADVISED);

fn cues(word: &Word<'_>) -> Tags {
    let tags = if word.script == Script::Hangul { word.tags.without(DUTY) } else { word.tags };
    let all = if tags.has(Tags::WHOLE) { Tags::ALL } else { Tags::default() };
    tags.and(all).among(STRONG.and(WEAK))
}

/// A word that bounds the claim comes, goes or gives way to another: `may → must`, `일부 → 모든`.
fn limits(change: &Change<'_>) -> Option<Finding> {
    let sides = [&change.unit.before, &change.unit.after];
    if let ([b], [a]) = (change.before, change.after)
        && joined_otherwise(b, a)
        && !sides.iter().any(|side| side.words.iter().any(Word::denies))
    {
        let reason = ("둘 다인지 하나인지가 바뀌었습니다", "Both becomes one of them, or the reverse");
        return Some(Finding::core(GateName::Modality, arrow(b.text, a.text), reason));
    }
    let all = |words: &[Word<'_>]| {
        let superlative = |at: usize| {
            let last = at.checked_sub(1).and_then(|last| words.get(last));
            last.is_some_and(|last| last.lower == "the")
        };
        let counted = words.iter().enumerate().filter(|(at, word)| word.lower != "most" || !superlative(*at));
        counted.fold(Tags::default(), |all, (_, word)| all.and(cues(word)))
    };
    // `needs` and `requires` bind alike, whatever a list has.
    let own = |words: &[Word<'_>], after: bool| {
        all(&words.iter().filter(|word| !change.unit.says(word, after)).cloned().collect::<Vec<_>>())
    };
    let (mut b, mut a) = (own(change.before, false), own(change.after, true));
    if values::keeps_bound(change) {
        // `at most 5` and `up to 5`; what binds is none of it.
        (b, a) = (b.among(BINDING), a.among(BINDING));
    }
    if b.and(a).is_empty() {
        return None;
    }
    let (lost, new) = (b.without(all(&change.unit.after.words)), a.without(all(&change.unit.before.words)));
    if lost.and(new).is_empty() {
        return None;
    }
    let short = change.before.len().max(change.after.len()) <= EXCHANGE;
    let exchanged = !lost.is_empty() && !new.is_empty() && short;
    let strong = !change.unit.fragment && lost.and(new).has(STRONG);
    let words = |list: &[Word<'_>]| {
        let told = list.iter().filter(|word| !cues(word).is_empty()).map(|word| word.text);
        told.collect::<Vec<_>>().join(" ")
    };
    let value = arrow(&words(change.before), &words(change.after));
    Some(if exchanged || strong {
        Finding::core(GateName::Modality, value, LIMIT)
    } else {
        Finding { risk: 0.5, ..Finding::soft(GateName::Modality, value, LIMIT) }
    })
}

/// `and` against `or`, `카드와` against `카드나`.
fn joined_otherwise(b: &Word<'_>, a: &Word<'_>) -> bool {
    let whole = |word: &Word<'_>| word.tags.has(Tags::AND.and(Tags::OR)).then(|| word.tags.has(Tags::OR));
    match (whole(b), whole(a)) {
        (Some(x), Some(y)) => x != y,
        (None, None) if b.script == Script::Hangul => joint(&b.lower)
            .zip(joint(&a.lower))
            .is_some_and(|((stem, x), (other, y))| stem == other && x != y),
        _ => false,
    }
}

/// `A hired B` → `B hired A`, `소가 말을` → `말이 소를`: the same words, but two nouns stand in each other's place.
fn exchanged(change: &Change<'_>) -> bool {
    let (old, new) = (&change.unit.before.words, &change.unit.after.words);
    if old.len() != new.len() {
        return false;
    }
    let differing: Vec<_> = old.iter().zip(new).enumerate().filter(|(_, (b, a))| b.id != a.id).collect();
    let [(x, (b1, a1)), (y, (b2, a2))] = differing.as_slice() else { return false };
    // Two neighbours, or the members of a list, only stand in another order.
    let between = old.get(x + 1..*y).unwrap_or_default();
    let listed = between.iter().all(|word| matches!(word.lower.as_str(), "and" | "or" | "및"));
    // A Korean word brings its particle along when only the order changes.
    let stays = |one: &Word<'_>, two: &Word<'_>| one.script == Script::Hangul && one.lower == two.lower;
    let near = a1.span.overlaps(change.hunk.after) || a2.span.overlaps(change.hunk.after);
    let content = b1.class == Class::Content && b2.class == Class::Content;
    b1.id == a2.id && b2.id == a1.id && near && content && !listed && !(stays(b1, a2) && stays(b2, a1))
}
