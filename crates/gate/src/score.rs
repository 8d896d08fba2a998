//! From what was found to a score, and from a score to a verdict.

use crate::credits::Credit;
use crate::findings::{Asked, Findings, findings};
use crate::rules::RuleSet;
use crate::search::align::Alignment;
use crate::search::windows::{Places, Windows};
use crate::text::claim::{Claim, Wording};
use crate::text::prepare::PreparedSources;
use crate::weights::{SIGNALS, Weights};
use crate::{GatePolicy, Status, Veto, Zone};
use stet_text::Language;

/// The cuts between the zones, per language and by whether a model judges, too: below the first a claim is rejected, from
/// the second on accepted on words alone. Where a model judges, words accept only what stands in the source as it is and of
/// the same subject, which nothing else scores: of 118 false claims that words supported, 76 lay above the former cuts and
/// were never asked about. Source: gate.md §3.
#[must_use]
pub const fn cuts(language: Language, model_layer: bool) -> (f32, f32) {
    match (model_layer, language) {
        (true, _) => (0.0, 1.0),
        (false, Language::En) => (0.30, 0.80),
        (false, Language::Ko) => (0.30, 0.90),
    }
}

/// A claim is supported from this score upwards when nothing but words judges. Source: gate.md §3.
pub(super) const SUPPORTED: f32 = 0.6;

/// Below this score a source has next to nothing of a claim ([`Verdict::is_open`](crate::Verdict::is_open)).
pub(super) const NOTHING: f32 = 0.1;

/// ln(0.6 / 0.4): what scores so much.
const AT_SUPPORTED: f64 = 0.405_465;

/// Spreads the scores so that in both languages nine of ten claims above the cut of what is accepted are supported, and one of five
/// below that of what is rejected. Without a model layer no status depends on it.
const STEEPNESS: f64 = 2.0;

/// The few numbers that the score is made of.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Signals {
    /// In the order of [`NAMES`](crate::weights::NAMES).
    pub weighed: [f32; SIGNALS],
    /// The claim stands in a source as it is.
    quoted: bool,
    /// What takes support from a claim without refusing it: it says more than its evidence or names another.
    doubted: bool,
    /// There is a veto, or no passage has anything of the claim.
    refused: bool,
}

impl Signals {
    /// The signals of a claim that cites one source, all of them, though it stands there as it is.
    #[must_use]
    pub fn of(claim: &str, source: &str) -> Self {
        let sources = PreparedSources::new(&[source]);
        let wording = Wording::new(claim);
        let read = Claim::new(&wording);
        let windows = Windows::new(&read, &sources, &Places::new(&read, &sources), &[0]);
        let texts = windows.readings();
        let best = Alignment::of_best_sentence(&read, &sources, &windows);
        let alignment = Alignment::new(best, &read, &sources, &windows, &texts);
        let asked = (Asked::All, RuleSet::NONE);
        let findings = findings(claim, &read, &sources, &windows.list, &texts, &alignment, asked);
        Self::new(&alignment, &findings)
    }

    pub(super) fn new(alignment: &Alignment, findings: &Findings) -> Self {
        /// Rivals beyond these change nothing: in a long text any word has its opposite somewhere.
        const MOST_RIVALS: u32 = 2;
        let flag = |found: bool| if found { 1.0 } else { 0.0 };
        let unstated = alignment.window_values.iter().filter(|stated| !**stated).count() as f32;
        let stronger = findings.modality
            || findings.quantifier
            || findings.exclusive
            || findings.condition
            || findings.unasserted
            || findings.former;
        Self {
            weighed: [
                alignment.window_words,
                alignment.window_grams,
                alignment.source_words,
                alignment.source_grams,
                flag(alignment.missing < Credit::Complete.value() && unstated == 0.0),
                flag(unstated == 0.0 && !alignment.window_values.is_empty()),
                findings.lack.ln_1p(),
                flag(findings.number.is_some()),
                (findings.values_missing as f32).ln_1p(),
                findings.names_missing,
                flag(findings.denial),
                flag(findings.unconfirmed),
                findings.added.absolute as f32,
                findings.added.degree as f32,
                findings.added.circumstance as f32,
                findings.astray + findings.rivals.min(MOST_RIVALS) as f32,
            ],
            quoted: alignment.verbatim,
            doubted: stronger || findings.stranger.is_some() || alignment.reckoned.is_some(),
            refused: findings.veto().is_some() || findings.nothing,
        }
    }

    /// The score, 0 to 1: a logistic function of the weighed signals. What is refused or doubted keeps its rank among its like,
    /// below the cut of what is rejected, and of what is supported.
    #[must_use]
    pub fn score(&self, language: Language) -> f32 {
        let weights = Weights::of(language);
        self.scored(weights.sum(&self.weighed), weights, language)
    }

    /// The score at a weighted sum.
    #[expect(clippy::cast_possible_truncation, reason = "a figure from 0 to 1")]
    #[must_use]
    pub fn scored(&self, sum: f64, weights: &Weights, language: Language) -> f32 {
        let (rejected, _) = cuts(language, false);
        let at = STEEPNESS * (sum - weights.threshold) + AT_SUPPORTED;
        let score = (1.0 / (1.0 + (-at).exp())) as f32;
        match (self.refused, self.doubted, self.quoted) {
            (true, _, _) => rejected * score,
            // All of it is found, so among the doubted it stands first.
            (false, true, true) => SUPPORTED - f32::EPSILON,
            (false, true, false) => SUPPORTED * score,
            (false, false, true) => 1.0,
            (false, false, false) => score,
        }
    }
}

/// Zone and status of a score. Where a model judges, it is asked about all but what words know: what stands in the source as it is,
/// and a veto that is [final](Veto::is_final).
pub(super) fn decide(
    score: f32,
    veto: Option<Veto>,
    language: Language,
    policy: GatePolicy,
) -> (Zone, Status) {
    let (reject, accept) = cuts(language, policy.model_layer);
    let refused = veto.is_some_and(|veto| !policy.model_layer || veto.is_final());
    let zone = if refused || score < reject {
        Zone::Reject
    } else if score >= accept {
        Zone::Accept
    } else {
        Zone::Ask
    };
    let status = match zone {
        Zone::Reject => Status::Unsupported,
        Zone::Accept if policy.model_layer => Status::Supported,
        Zone::Ask if policy.model_layer => Status::Uncertain,
        _ if score >= policy.similarity_threshold => Status::Supported,
        _ => Status::Unsupported,
    };
    (zone, status)
}
