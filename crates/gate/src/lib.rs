//! The gate: does what is cited support what is claimed?
//!
//! Owns the judgement of one claim sentence against the sources it cites:
//! similarity, vetoes, penalties, the evidence span and the reason in words.
//! Leaves finding sentences and marks to [`stet_segment`] and
//! [`stet_marks::citation`], and what words alone cannot decide to a model.
//!
//! [`PreparedSources::new`] once per answer, then [`judge`] once per sentence.

mod against;
mod asserted;
mod context;
mod credits;
mod dispute;
mod english;
mod findings;
mod former;
mod frame;
mod korean;
mod parts;
mod reason;
mod relative;
mod rules;
mod score;
mod search;
mod sides;
mod subject;
mod table;
mod text;
mod values;
mod weights;

use std::cell::OnceCell;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use stet_text::span::Span;
use stet_text::{Language, language};

pub use against::{Against, against};
pub use context::Context;
pub use credits::Credit;
pub use dispute::{denied, disputed};
use findings::{Asked, Findings};
use search::align::Alignment;
use search::quoted::quoted;
use search::windows::{Places, Windows, clauses_apart};
pub use subject::leaves_subject_out;
use subject::misplaced;
use text::claim::{Claim, Wording};

pub use rules::{Rule, RuleSet};
pub use score::{Signals, cuts};
pub use text::prepare::{PreparedSource, PreparedSources};
pub use text::rows::{heads_of_part, under_head};
pub use weights::{NAMES, SIGNALS, Weights};

/// What the gate says of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Supported,
    Unsupported,
    /// Words alone cannot decide; a model layer may.
    Uncertain,
    /// Every mark of the sentence names a source that this answer does not have.
    UnknownSource,
    /// A claim without a mark.
    Uncited,
    /// Too short to state anything.
    NotAClaim,
}

/// Where a score lies in the table of cuts ([`cuts`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Zone {
    /// Accepted on words alone.
    Accept,
    /// A model layer is asked, where there is one.
    Ask,
    Reject,
}

/// A finding that rejects a claim whatever its similarity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Veto {
    /// A number, date, amount, unit or article number that the evidence lacks.
    Number,
    /// A quotation that is not in the source.
    Quotation,
    /// Denied in one and stated in the other.
    Negation,
    /// The opposite direction (increase / decrease, 이상 / 이하), parts exchanged (who does what to whom), or words joined
    /// otherwise (and / or).
    Direction,
}

impl Veto {
    /// Whether no model that judges, or is told by a source how to judge, overrules it: it is read with certainty. The others rest on
    /// how something is worded, which may be said otherwise and mean the same.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Number | Self::Quotation)
    }
}

/// A finding that lowers the score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Penalty {
    /// A name the evidence lacks, or a noun in whose place it names another.
    Name,
    /// An obligation where the evidence has a possibility, or a possibility where it has an obligation.
    Modality,
    /// All where the evidence has some, or only where it excludes nothing.
    Quantifier,
    /// A condition of the evidence is left out.
    Condition,
    /// What the evidence asks, supposes or reports is told as a fact.
    Assertion,
}

/// How strict the gate is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct GatePolicy {
    /// Supported from this score upwards when there is no model layer.
    pub similarity_threshold: f32,
    /// Whether a model layer decides what words cannot.
    pub model_layer: bool,
    /// Language of the reason; `None` is the claim's own.
    pub reason_language: Option<Language>,
    /// Rules that are not asked.
    #[serde(default)]
    pub off: RuleSet,
}

impl Default for GatePolicy {
    fn default() -> Self {
        Self {
            similarity_threshold: score::SUPPORTED,
            model_layer: false,
            reason_language: None,
            off: RuleSet::default(),
        }
    }
}

/// A passage that a claim was compared with.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// Index of the source in [`PreparedSources`].
    pub source: usize,
    /// The window: bytes in that source's text as it was given.
    pub span: Span,
    /// Share of the claim found in the window, 0 to 1.
    pub similarity: f32,
    /// Word Jaccard of the claim with the window's best sentence.
    pub best_sentence_jaccard: f32,
    /// Longest run of text in common, as a share of the claim.
    pub common_substring: f32,
}

/// The judgement of one sentence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    pub status: Status,
    pub zone: Zone,
    /// 0 to 1; vetoes and penalties are in it.
    pub score: f32,
    pub veto: Option<Veto>,
    pub penalties: Vec<Penalty>,
    /// The rules that found something.
    #[serde(default)]
    pub rules: RuleSet,
    /// Why, in words.
    pub reason: String,
    /// Best first.
    pub evidence: Vec<Evidence>,
}

impl Verdict {
    /// What words alone say, whoever else is asked: supported from the threshold upwards when there is no veto.
    #[must_use]
    pub fn by_words(&self, threshold: f32) -> Status {
        match self.status {
            // Nothing was compared.
            Status::Uncertain if self.zone == Zone::Reject => Status::Uncertain,
            Status::Supported | Status::Uncertain | Status::Unsupported => {
                let refused = self.zone == Zone::Reject || self.veto.is_some();
                if !refused && self.score >= threshold { Status::Supported } else { Status::Unsupported }
            }
            other => other,
        }
    }

    /// Whether words leave it open whether the claim is so: nothing speaks against it, and too little for it. Of the public rows
    /// 52 to 63 in 100 are so anywhere between the two cuts, and 29 below the lower: the middle is one class.
    #[must_use]
    pub fn is_open(&self, threshold: f32) -> bool {
        let judged = matches!(self.status, Status::Supported | Status::Unsupported | Status::Uncertain);
        judged
            && self.veto.is_none()
            && !self.evidence.is_empty()
            && (score::NOTHING..threshold).contains(&self.score)
    }

    /// The veto that a model layer may overrule.
    #[must_use]
    pub fn open_veto(&self) -> Option<Veto> {
        self.veto.filter(|_| self.zone == Zone::Ask)
    }

    /// A verdict on a sentence that was compared with nothing.
    #[must_use]
    pub const fn without_evidence(status: Status, reason: String) -> Self {
        Self {
            status,
            zone: Zone::Reject,
            score: 0.0,
            veto: None,
            penalties: Vec::new(),
            rules: RuleSet::NONE,
            reason,
            evidence: Vec::new(),
        }
    }
}

/// Judges a claim against the sources it cites (indices into `sources`; their union when there
/// are several). Marks and markup in the claim are ignored.
#[must_use]
pub fn judge(claim: &str, sources: &PreparedSources, cited: &[usize], policy: &GatePolicy) -> Verdict {
    judge_in(claim, &Context::default(), sources, cited, policy)
}

/// [`judge`] of a claim whose subject may stand around it.
#[must_use]
pub fn judge_in(
    claim: &str,
    context: &Context<'_>,
    sources: &PreparedSources,
    cited: &[usize],
    policy: &GatePolicy,
) -> Verdict {
    judge_all(claim, context, sources, [cited], policy).pop().unwrap_or_else(|| {
        // There is one verdict for the one set.
        Verdict::without_evidence(Status::Uncited, String::new())
    })
}

/// The verdicts on a claim against each of some sources alone: [`judge`] for each, but the claim is read once.
#[must_use]
pub fn judge_each(
    claim: &str,
    context: &Context<'_>,
    sources: &PreparedSources,
    each: &[usize],
    policy: &GatePolicy,
) -> Vec<Verdict> {
    judge_all(claim, context, sources, each.chunks(1), policy)
}

/// The verdicts on a claim against each of some sets of sources.
fn judge_all<'a>(
    text: &str,
    context: &Context<'_>,
    sources: &PreparedSources,
    sets: impl IntoIterator<Item = &'a [usize]>,
    policy: &GatePolicy,
) -> Vec<Verdict> {
    let wording = Wording::new(text);
    let read = OnceCell::new();
    let verdict_on = |cited: &'a [usize]| {
        quoted_verdict(&wording, context, sources, cited, *policy).unwrap_or_else(|| {
            let (claim, places) = read.get_or_init(|| {
                let claim = Claim::new(&wording);
                let places = Places::new(&claim, sources);
                (claim, places)
            });
            Judged { text, claim, context, sources, places, cited, policy: *policy }.verdict()
        })
    };
    sets.into_iter().map(verdict_on).collect()
}

/// The verdict on a claim that is a sentence of a cited source.
fn quoted_verdict(
    claim: &Wording,
    context: &Context<'_>,
    sources: &PreparedSources,
    cited: &[usize],
    policy: GatePolicy,
) -> Option<Verdict> {
    // What stands around it may say of whom it is told.
    let norm = claim.alone().filter(|_| context.topics.is_empty())?;
    let evidence = quoted(norm, sources, cited)?;
    let own = language(norm);
    let score = evidence.similarity;
    let (zone, status) = score::decide(score, None, own, policy);
    let reason = reason::of(status, score, &Findings::default(), policy.reason_language.unwrap_or(own));
    Some(Verdict {
        status,
        zone,
        score,
        veto: None,
        penalties: Vec::new(),
        rules: RuleSet::NONE,
        reason,
        evidence: vec![evidence],
    })
}

/// A claim that is read, and what it is judged against.
struct Judged<'a> {
    text: &'a str,
    claim: &'a Claim<'a>,
    context: &'a Context<'a>,
    sources: &'a PreparedSources,
    places: &'a Places,
    cited: &'a [usize],
    policy: GatePolicy,
}

impl Judged<'_> {
    fn verdict(&self) -> Verdict {
        let Self { text, claim, context, sources, places, cited, policy } = *self;
        let language = policy.reason_language.unwrap_or(claim.language);
        let uncompared = if !claim.is_claim() {
            Some(Status::NotAClaim)
        } else if cited.is_empty() {
            Some(Status::Uncited)
        } else {
            cited.iter().all(|&at| at >= sources.len()).then_some(Status::UnknownSource)
        };
        if let Some(status) = uncompared {
            return Verdict::without_evidence(status, reason::of_status(status, language));
        }
        let windows = Windows::new(claim, sources, places, cited);
        let (alignment, mut findings) = compared(text, claim, sources, &windows, (Asked::All, policy.off));
        let mut score = Signals::new(&alignment, &findings).score(claim.language);
        // A claim that is refused anyway needs no second reason.
        if findings.veto().is_none()
            && findings.stranger.is_none()
            && score >= score::cuts(claim.language, false).0
        {
            findings.stranger = findings.asks(Rule::Subject, || {
                misplaced(claim, context, sources, &windows.list, &alignment.reworded)
            });
            if findings.stranger.is_some() {
                score = Signals::new(&alignment, &findings).score(claim.language);
            }
        }
        let (zone, status) = score::decide(score, findings.veto(), claim.language, policy);
        if status != Status::Unsupported
            && windows.list.len() > 1
            && let Some(refused) = self.refused_clause(&windows)
            // What speaks against the whole is not forgotten for what a clause lacks.
            && (findings.veto().is_none() || refused.zone == Zone::Reject)
        {
            return refused;
        }
        let evidence = windows.list.iter().enumerate().map(|(at, window)| Evidence {
            source: window.source,
            span: sources.source(window.source).map_or(Span::default(), |source| source.span_of(window.run)),
            similarity: window.cover,
            best_sentence_jaccard: if at == 0 { alignment.jaccard } else { 0.0 },
            common_substring: if at == 0 { alignment.substring } else { 0.0 },
        });
        Verdict {
            status,
            zone,
            score,
            veto: findings.veto(),
            penalties: findings.penalties(),
            rules: findings.fired,
            reason: reason::of(status, score, &findings, language),
            evidence: evidence.collect(),
        }
    }

    /// The verdict on the first clause of the claim against which the sources of its windows have a veto, or that they lack; first of
    /// all one that is final. What speaks against a claim is mostly looked for in its best window, and where several hold it together
    /// each clause has another.
    fn refused_clause(&self, windows: &Windows) -> Option<Verdict> {
        let own: Vec<usize> = windows.list.iter().map(|window| window.source).collect();
        let mut refused = clauses_apart(self.claim, self.cited.len())
            .into_iter()
            .map(|clause| clause.of(self.claim.norm))
            .filter(|clause| is_refused(clause, self.sources, &own, self.policy.off))
            .map(|clause| judge(clause, self.sources, &own, &self.policy));
        let first = refused.next()?;
        let open = self.policy.model_layer && first.zone == Zone::Ask;
        let other = open.then(|| refused.find(|other| other.zone == Zone::Reject)).flatten();
        Some(other.unwrap_or(first))
    }
}

/// Whether the sources have a veto against a text, or lack more than half of it.
fn is_refused(text: &str, sources: &PreparedSources, cited: &[usize], off: RuleSet) -> bool {
    let wording = Wording::new(text);
    let claim = Claim::new(&wording);
    claim.is_claim() && {
        let windows = Windows::new(&claim, sources, &Places::new(&claim, sources), cited);
        let (found, findings) = compared(text, &claim, sources, &windows, (Asked::Vetoes, off));
        findings.veto().is_some() || !found.verbatim && found.window_words < Credit::Close.value()
    }
}

/// What the windows hold of a claim, and what speaks against it.
fn compared(
    text: &str,
    claim: &Claim<'_>,
    sources: &PreparedSources,
    windows: &Windows,
    asked: (Asked, RuleSet),
) -> (Alignment, Findings) {
    let best = Alignment::of_best_sentence(claim, sources, windows);
    if best.verbatim {
        let findings = findings::findings(text, claim, sources, &windows.list, &[], &best, asked);
        // Nothing else changes the score of a claim that stands in a source as it is, and that nothing there denies.
        if findings.veto().is_none() {
            return (best, findings);
        }
    }
    let texts = windows.readings();
    let alignment = Alignment::new(best, claim, sources, windows, &texts);
    let findings = findings::findings(text, claim, sources, &windows.list, &texts, &alignment, asked);
    (alignment, findings)
}

#[cfg(test)]
mod several_tests;
#[cfg(test)]
mod tests;
