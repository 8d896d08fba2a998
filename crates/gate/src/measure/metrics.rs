//! Figures for the gate: how well its score ranks, how well its threshold separates, beside the
//! plain measures that are the floor, and what becomes of contrast pairs and of faithful variants.
//!
//! Owns the arithmetic of `stet eval grounding`; reading files and printing tables is the
//! command's business.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::FxHashSet;
use serde::Serialize;

use crate::measure::contrast::{Change, contrasts};
use crate::measure::faithful::{Variant, variants};
use crate::search::substring::common_substring;
use crate::text::window::sentences;
use crate::{GatePolicy, PreparedSources, Signals, Status, Veto, judge, signals_of};
use stet_text::normalise;

/// What a score and a yes/no decision achieve on labelled pairs; all between 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Figures {
    /// Chance that a supported pair scores above an unsupported one, ties counting half.
    pub auroc: f64,
    /// Mean of the shares of supported and of unsupported pairs that are decided rightly.
    pub balanced_accuracy: f64,
    /// Share of pairs called supported that are.
    pub precision: f64,
    /// Share of supported pairs that are called so.
    pub recall: f64,
    /// Number of pairs.
    pub rows: usize,
}

/// The gate and the plain measures on the same pairs.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Evaluation {
    pub gate: Figures,
    /// Word Jaccard of the claim with the whole source.
    pub whole_jaccard: Figures,
    /// The larger of the best sentence's Jaccard and the longest common substring.
    pub best_sentence: Figures,
    /// 0.7 × share of the claim's words found anywhere in the source (whole or as part of a word) + 0.3 × Jaccard.
    pub partial_words: Figures,
}

/// What the gate and the plain measures say of one pair.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Scored {
    pub supported: bool,
    pub score: f32,
    pub called: bool,
    /// In the order of [`Evaluation`].
    pub plain: [f32; 3],
}

/// Judges one pair at `policy`'s threshold.
#[must_use]
pub fn scored(claim: &str, source: &str, supported: bool, policy: &GatePolicy) -> Scored {
    let verdict = judge(claim, &PreparedSources::new(&[source]), &[0], policy);
    let called = verdict.status == Status::Supported;
    Scored { supported, score: verdict.score, called, plain: baselines(claim, source) }
}

impl Evaluation {
    /// Compares the gate with the plain measures, all at `policy`'s threshold.
    #[must_use]
    pub fn of(rows: &[Scored], policy: &GatePolicy) -> Self {
        let measured = |score: fn(&Scored) -> f32, called: &dyn Fn(&Scored) -> bool| {
            let scores: Vec<(f32, bool)> = rows.iter().map(|row| (score(row), row.supported)).collect();
            let decided: Vec<(bool, bool)> = rows.iter().map(|row| (called(row), row.supported)).collect();
            figures(&scores, &decided)
        };
        let plain =
            |score: fn(&Scored) -> f32| measured(score, &|row| score(row) >= policy.similarity_threshold);
        Self {
            gate: measured(|row| row.score, &|row| row.called),
            whole_jaccard: plain(|row| row.plain[0]),
            best_sentence: plain(|row| row.plain[1]),
            partial_words: plain(|row| row.plain[2]),
        }
    }
}

/// The figures of scored and decided pairs, given as `(score, supported)` and `(called supported, supported)`.
#[must_use]
pub fn figures(scores: &[(f32, bool)], decided: &[(bool, bool)]) -> Figures {
    let count =
        |called: bool, truth: bool| decided.iter().filter(|pair| **pair == (called, truth)).count() as f64;
    let share = |part: f64, rest: f64| if part + rest > 0.0 { part / (part + rest) } else { 0.0 };
    let recall = share(count(true, true), count(false, true));
    let specificity = share(count(false, false), count(true, false));
    Figures {
        auroc: auroc(scores),
        balanced_accuracy: f64::midpoint(recall, specificity),
        precision: share(count(true, true), count(true, false)),
        recall,
        rows: decided.len(),
    }
}

/// Area under the ROC curve of `(score, supported)` pairs (the Mann–Whitney statistic); one half
/// when one of the classes is empty.
#[must_use]
pub fn auroc(scores: &[(f32, bool)]) -> f64 {
    let mut sorted: Vec<(f32, bool)> = scores.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut below, mut wins) = (0.0, 0.0);
    let mut rest = sorted.as_slice();
    let mut positives = 0.0;
    while let Some(first) = rest.first() {
        let equal = rest.iter().take_while(|pair| pair.0.total_cmp(&first.0).is_eq()).count();
        let (tied, after) = rest.split_at(equal);
        let supported = tied.iter().filter(|pair| pair.1).count() as f64;
        let others = equal as f64 - supported;
        wins += supported * (below + others / 2.0);
        positives += supported;
        below += others;
        rest = after;
    }
    if positives * below > 0.0 { wins / (positives * below) } else { 0.5 }
}

/// What becomes of supported claims, and of sentences of the sources, when one thing in them is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Contrasts {
    /// Number of pairs.
    pub pairs: usize,
    /// Changed texts that are not called supported.
    pub rejected: usize,
    /// Changed texts that score lower than their originals, and equally.
    pub lower: usize,
    pub equal: usize,
}

impl Contrasts {
    /// Adds the figures of other pairs.
    pub fn add(&mut self, other: Self) {
        self.pairs += other.pairs;
        self.rejected += other.rejected;
        self.lower += other.lower;
        self.equal += other.equal;
    }
}

/// What a contrast pair was made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// A supported claim, in its own words.
    Claim,
    /// A sentence of the source.
    Sentence,
}

/// Changes every supported claim, and one sentence of every source, by the rules of
/// [`contrasts`].
#[must_use]
pub fn contrast_figures(
    rows: &[(&str, &str, bool)],
    policy: &GatePolicy,
) -> BTreeMap<(Basis, Change), Contrasts> {
    let mut found: BTreeMap<(Basis, Change), Contrasts> = BTreeMap::new();
    for &(claim, source, supported) in rows {
        let prepared = PreparedSources::new(&[source]);
        for (basis, text) in originals(claim, source, supported) {
            let original = judge(text, &prepared, &[0], policy);
            for (change, changed) in contrasts(text) {
                let verdict = judge(&changed, &prepared, &[0], policy);
                let figures = found.entry((basis, change)).or_default();
                figures.pairs += 1;
                figures.rejected += usize::from(verdict.status != Status::Supported);
                figures.lower += usize::from(verdict.score < original.score);
                figures.equal += usize::from(verdict.score.total_cmp(&original.score).is_eq());
            }
        }
    }
    found
}

/// What contrast pairs are made of: a supported claim, and one sentence of the source.
#[must_use]
pub fn originals<'a>(claim: &'a str, source: &'a str, supported: bool) -> Vec<(Basis, &'a str)> {
    let claimed = Some((Basis::Claim, claim)).filter(|_| supported);
    claimed.into_iter().chain(stated(claim, source).map(|sentence| (Basis::Sentence, sentence))).collect()
}

/// A statement of the source: any of them, but the same each time for a claim.
#[must_use]
pub fn stated<'a>(claim: &str, source: &'a str) -> Option<&'a str> {
    let list = statements(source);
    list.get(claim.len() % list.len().max(1)).copied()
}

/// What becomes of sentences of the sources that are put in other ways without saying anything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Faithful {
    /// Number of variants.
    pub variants: usize,
    /// Those that are called supported.
    pub supported: usize,
    /// Those that are rejected by a finding, and by which: a number, a quotation, a negation, a direction.
    pub vetoed: [usize; 4],
}

impl Faithful {
    /// Adds the figures of other variants.
    pub fn add(&mut self, other: Self) {
        self.variants += other.variants;
        self.supported += other.supported;
        for (sum, more) in self.vetoed.iter_mut().zip(other.vetoed) {
            *sum += more;
        }
    }
}

/// Puts one sentence of every source in the ways of [`variants`]; a sentence that is not called supported itself tells nothing.
#[must_use]
pub fn faithful_figures(rows: &[(&str, &str, bool)], policy: &GatePolicy) -> BTreeMap<Variant, Faithful> {
    let mut found: BTreeMap<Variant, Faithful> = BTreeMap::new();
    for &(claim, source, _) in rows {
        let Some(sentence) = stated(claim, source) else { continue };
        let prepared = PreparedSources::new(&[source]);
        if judge(sentence, &prepared, &[0], policy).status != Status::Supported {
            continue;
        }
        for (variant, text) in variants(sentence) {
            let verdict = judge(&text, &prepared, &[0], policy);
            let figures = found.entry(variant).or_default();
            figures.variants += 1;
            figures.supported += usize::from(verdict.status == Status::Supported);
            let veto = verdict.veto.map(|veto| match veto {
                Veto::Number => 0,
                Veto::Quotation => 1,
                Veto::Negation => 2,
                Veto::Direction => 3,
            });
            if let Some(count) = veto.and_then(|at: usize| figures.vetoed.get_mut(at)) {
                *count += 1;
            }
        }
    }
    found
}

/// The sentences of a source that are statements and no headings or lists.
fn statements(source: &str) -> Vec<&str> {
    /// Characters of a statement.
    const LENGTH: Range<usize> = 20..200;
    let list = sentences(source).into_iter().map(|span| span.of(source));
    list.filter(|text| LENGTH.contains(&text.chars().count()) && text.ends_with('.')).collect()
}

/// The plain measures, in the order of [`Evaluation`].
#[must_use]
pub fn baselines(claim: &str, source: &str) -> [f32; 3] {
    let mine = bag(claim);
    let theirs = bag(source);
    let whole = jaccard(&mine, &theirs);
    let norm = normalise(claim);
    let mut best = 0.0_f32;
    for span in sentences(source) {
        let sentence = span.of(source);
        best = best.max(jaccard(&mine, &bag(sentence)));
    }
    let common = common_substring(&norm, &normalise(source)) as f32 / norm.len().max(1) as f32;
    let found = mine.iter().filter(|word| theirs.iter().any(|other| other.contains(word.as_str()))).count();
    let partial = 0.7 * found as f32 / mine.len().max(1) as f32 + 0.3 * whole;
    [whole, best.max(common), partial]
}

fn bag(text: &str) -> FxHashSet<String> {
    let norm = normalise(text);
    norm.split_whitespace()
        .map(|word| word.trim_matches(|ch: char| !ch.is_alphanumeric()).to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

fn jaccard(left: &FxHashSet<String>, right: &FxHashSet<String>) -> f32 {
    let common = left.iter().filter(|word| right.contains(*word)).count();
    let all = left.len() + right.len() - common;
    common as f32 / all.max(1) as f32
}

/// What the gate measures on one pair; the weights of its score were fitted on these.
#[must_use]
pub fn signals(claim: &str, source: &str) -> Signals {
    signals_of(claim, &PreparedSources::new(&[source]), &[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: f64, right: f64) -> bool {
        (left - right).abs() < 1e-9
    }

    #[test]
    fn auroc_counts_ties_half() {
        assert!(close(auroc(&[(0.9, true), (0.1, false)]), 1.0));
        assert!(close(auroc(&[(0.1, true), (0.9, false)]), 0.0));
        assert!(close(auroc(&[(0.5, true), (0.5, false)]), 0.5));
        assert!(close(auroc(&[(0.8, true), (0.5, true), (0.5, false), (0.2, false)]), 0.875));
        assert!(close(auroc(&[(0.8, true)]), 0.5));
    }

    #[test]
    fn figures_of_a_known_table() {
        // 3 supported, 2 of them found; 4 not supported, 1 of them called supported.
        let truth = [true, true, true, false, false, false, false];
        let called = [true, true, false, true, false, false, false];
        let scores: Vec<(f32, bool)> =
            called.iter().map(|&yes| if yes { 0.9 } else { 0.1 }).zip(truth).collect();
        let decided: Vec<(bool, bool)> = called.into_iter().zip(truth).collect();
        let figures = figures(&scores, &decided);
        assert!(close(figures.recall, 2.0 / 3.0) && close(figures.precision, 2.0 / 3.0));
        assert!(close(figures.balanced_accuracy, f64::midpoint(2.0 / 3.0, 0.75)));
        assert_eq!(figures.rows, 7);
    }

    #[test]
    fn plain_measures() {
        let [whole, best, partial] = baselines("the cat sat", "The cat sat. A dog ran away today.");
        assert!((whole - 3.0 / 8.0).abs() < 1e-6 && (best - 1.0).abs() < 1e-6);
        assert!((partial - (0.7 + 0.3 * 3.0 / 8.0)).abs() < 1e-6);
    }

    #[test]
    fn contrast_pairs_are_told_by_what_they_are_made_of() {
        let rows = [
            ("The fee rose to 5 euros in spring.", "In spring the fee rose to 5 euros.", true),
            ("위원회는 9명으로 구성한다.", "위원회는 9명으로 구성하고 매월 열린다.", false),
        ];
        let found = contrast_figures(&rows, &GatePolicy::default());
        let claims: Vec<Change> = found.keys().filter(|key| key.0 == Basis::Claim).map(|key| key.1).collect();
        assert_eq!(claims, [Change::Number, Change::Direction]);
        assert!(
            found.values().all(|one| one.pairs > 0 && one.rejected == one.pairs && one.lower == one.pairs)
        );
        assert!(found.keys().any(|key| key.0 == Basis::Sentence));
    }

    #[test]
    fn faithful_variants_are_counted_by_how_they_are_put() {
        let rows = [
            ("a", "위원회는 매년 9명으로 구성하며, 위원장은 총장이 지명한다.", true),
            ("b", "The board meets within 5 days, and it does not sit in winter.", false),
            ("c", "The stove heats the hall in winter. \"We pay,\" said the mayor.", false),
        ];
        let found = faithful_figures(&rows, &GatePolicy::default());
        assert_eq!(found.get(&Variant::Markup).map(|one| (one.variants, one.supported)), Some((3, 3)));
        let clause = found.get(&Variant::Clause).copied().unwrap_or_default();
        assert_eq!((clause.variants, clause.supported, clause.vetoed), (2, 2, [0; 4]));
        let mut sum = Faithful::default();
        for one in found.values() {
            sum.add(*one);
        }
        assert!(sum.variants >= 10 && sum.supported + sum.vetoed.iter().sum::<usize>() <= sum.variants);
    }

    #[test]
    fn the_gate_beats_the_plain_measures_on_contrasts() {
        let source = "직원에게 15일의 유급휴가가 부여된다. 외부인의 출입은 허용된다.";
        let rows = [
            ("직원은 15일의 유급휴가를 사용할 수 있다.", source, true),
            ("직원은 25일의 유급휴가를 사용할 수 있다.", source, false),
            ("외부인의 출입은 허용된다.", source, true),
            ("외부인의 출입은 허용되지 않는다.", source, false),
        ];
        let policy = GatePolicy::default();
        let scores = rows.map(|(claim, source, supported)| scored(claim, source, supported, &policy));
        let found = Evaluation::of(&scores, &policy);
        assert!(close(found.gate.auroc, 1.0) && close(found.gate.balanced_accuracy, 1.0), "{found:?}");
        assert!(found.whole_jaccard.balanced_accuracy < 0.6);
    }
}
