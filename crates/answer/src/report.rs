//! From judged sentences to one judgement of the message: badge, confidence, log, reasons.
//!
//! Owns the arithmetic of gate.md §3 (layers) and §5 (badge); leaves the judging of a
//! sentence to `gate` and the release of text to `answer`.

mod log;
#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use log::{LogEntry, LogStatus, repeated};

use crate::pointer::only_points;
use crate::{Decider, RemovedCitation, SentenceReport, State};
use stet_context::hedges::{has_hedge, hedges_of_both};
use stet_marks::statute::Unfounded;
use stet_segment::SentenceKind;
use stet_text::{Language, counted};

/// The one word a reader sees first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Badge {
    /// Every claim is supported.
    Verified,
    /// Some claims are.
    Partial,
    /// None is, or a layer failed.
    Unverified,
    /// Retrieval found nothing.
    NoSources,
    /// Talk that asks nothing of the sources and claims nothing. It is not shown.
    Direct,
}

impl Badge {
    /// What the page calls it.
    #[must_use]
    pub const fn words(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Verified, Language::Ko) => "확인됨",
            (Self::Verified, Language::En) => "Verified",
            (Self::Partial, Language::Ko) => "일부 확인됨",
            (Self::Partial, Language::En) => "Partly verified",
            (Self::Unverified, Language::Ko) => "확인되지 않음",
            (Self::Unverified, Language::En) => "Not verified",
            (Self::NoSources, Language::Ko) => "출처 없음",
            (Self::NoSources, Language::En) => "No sources",
            (Self::Direct, Language::Ko) => "대화",
            (Self::Direct, Language::En) => "Talk",
        }
    }

    /// What it calls an answer that is made of sentences of the sources: nobody has claimed anything.
    #[must_use]
    pub const fn words_of_quotations(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Verified, Language::Ko) => "인용",
            (Self::Verified, Language::En) => "Quotations",
            _ => self.words(language),
        }
    }
}

/// Which checks run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of a request")]
#[schemars(inline)]
pub struct Layers {
    /// Every mark resolves, and there is one where one is required.
    pub citations: bool,
    /// Hedges, length without a source, criteria.
    pub rules: bool,
    /// A model of entailment, where words leave a claim open.
    pub meaning: bool,
    /// The model's verdicts.
    pub model: bool,
}

impl Default for Layers {
    fn default() -> Self {
        Self { citations: true, rules: true, meaning: true, model: true }
    }
}

/// The name of a check, to say which ones a message went through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    Citations,
    Rules,
    Meaning,
    Model,
}

impl Layers {
    /// Those that are on, in order.
    #[must_use]
    pub fn names(self) -> Vec<Layer> {
        [
            (self.citations, Layer::Citations),
            (self.rules, Layer::Rules),
            (self.meaning, Layer::Meaning),
            (self.model, Layer::Model),
        ]
        .into_iter()
        .filter_map(|(on, layer)| on.then_some(layer))
        .collect()
    }
}

/// What the report is made from besides the sentences.
#[derive(Debug, Clone)]
pub struct ReportPolicy {
    pub layers: Layers,
    /// Least confidence of a verified message; gate.md gives 0.7.
    pub confidence_threshold: f32,
    /// Whether an answer without any citation is invalid.
    pub require_citations: bool,
    /// Language of the reasons.
    pub language: Language,
    /// Number of sources the answer could cite.
    pub sources: usize,
    /// Criteria rules that were broken.
    pub breaches: usize,
}

/// How many sentences stand where.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counts {
    /// All sentences.
    pub sentences: usize,
    /// Sentences that claim something.
    pub claims: usize,
    /// Claims that their sources support.
    pub supported: usize,
    /// Claims that their sources do not support.
    pub unsupported: usize,
    /// Claims of which it cannot be told.
    pub uncertain: usize,
    /// Claims that cite what is not there.
    pub unknown_source: usize,
    /// Claims that cite nothing.
    pub uncited: usize,
}

/// The judgement of one message.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    pub verified: bool,
    pub badge: Badge,
    /// From 0 to 1.
    pub confidence: f32,
    /// Supported citations ÷ judged citations; `None` when none was judged.
    pub accuracy_rate: Option<f32>,
    pub counts: Counts,
    /// Whether layer 1 found every citation valid.
    pub citations_valid: bool,
    pub issues: Vec<String>,
    pub reasoning: String,
    /// The checks that were made, each with whether the message passed it, for `reasoning`.
    checks: String,
    pub log: Vec<LogEntry>,
}

/// Confidence lost when a citation does not resolve or is missing (gate.md §3).
const INVALID_CITATION: f32 = 0.3;
/// Confidence lost per hedge, and to length without a source (gate.md §3, which counts breaks of the writer's own rules as well).
const BROKEN_RULE: f32 = 0.15;
/// Characters of an answer that may do without a source (gate.md §3).
const LONG_WITHOUT_SOURCE: usize = 500;
/// Least confidence of a verified message, where nobody asks for another.
pub const CONFIDENCE: f32 = 0.7;
/// So that 1 − 0.15 − 0.15 counts as 0.7 in binary arithmetic.
const EPSILON: f32 = 1e-4;

/// Whether a message with this badge and confidence is a verified one.
#[must_use]
pub fn is_verified(badge: Badge, confidence: f32, threshold: f32) -> bool {
    badge == Badge::Verified && confidence + EPSILON >= threshold
}

/// What is said against a message, and how sure one may be of it behind that.
struct Objections {
    korean: bool,
    issues: Vec<String>,
    confidence: f32,
}

impl Objections {
    fn say(&mut self, ko: String, en: String) {
        self.issues.push(if self.korean { ko } else { en });
    }

    /// Tells of so many things, where there are any.
    fn count(&mut self, count: usize, ko: &str, noun: &str, en: &str) {
        if count > 0 {
            self.say(format!("{ko} {count}개"), format!("{} {en}", counted(count, noun)));
        }
    }

    /// The first layer: whether every citation leads somewhere, and whether there is one where one is required.
    fn citations(&mut self, unresolved: usize, missing: bool) {
        self.confidence -= INVALID_CITATION;
        if unresolved > 0 {
            let were = if unresolved == 1 { "was" } else { "were" };
            self.say(
                format!("확인되지 않는 인용 {unresolved}개를 지웠습니다"),
                format!("{} led to no source and {were} removed", counted(unresolved, "citation")),
            );
        }
        if missing {
            self.say("인용이 하나도 없습니다".into(), "no claim carries a citation".into());
        }
    }

    /// Hedges, length without a source, and the writer's own rules.
    fn rules(&mut self, text: &str, sentences: &[SentenceReport], cited: bool, breaches: usize) {
        for hedge in hedges(sentences) {
            self.confidence -= BROKEN_RULE;
            self.say(format!("추측 표현: “{hedge}”"), format!("hedging: “{hedge}”"));
        }
        if !cited && text.chars().count() > LONG_WITHOUT_SOURCE {
            self.confidence -= BROKEN_RULE;
            self.say(
                format!("{LONG_WITHOUT_SOURCE}자가 넘는 글에 출처가 없습니다"),
                format!("more than {LONG_WITHOUT_SOURCE} characters without a source"),
            );
        }
        // How a text is to be written says nothing of whether it is true: a break is told, and costs neither confidence nor badge.
        if breaches > 0 {
            self.say(
                format!("사용자 규칙 위반 {breaches}건"),
                format!("{} of the writer's rules", counted(breaches, "break")),
            );
        }
    }

    /// The claims that no source supports, by why, and the references that say too little for a reader: a regulation without its
    /// article, an article without what it rules.
    fn claims(&mut self, counts: &Counts, sentences: &[SentenceReport]) {
        let statutes = sentences.iter().flat_map(|sentence| &sentence.statutes);
        let incomplete = statutes.filter(|statute| statute.incomplete).count();
        let pointing = sentences.iter().filter(|sentence| only_points(sentence)).count();
        for (count, ko, noun, en) in [
            (
                counts.unsupported,
                "출처가 뒷받침하지 않는 문장",
                "sentence",
                "that the cited sources do not support",
            ),
            (counts.uncertain, "확인이 필요한 문장", "sentence", "to be checked"),
            (counts.unknown_source, "없는 출처를 인용한 문장", "sentence", "citing an unknown source"),
            (counts.uncited, "인용이 없는 주장", "claim", "without a citation"),
            (incomplete, "조문을 밝히지 않은 규정 인용", "reference", "to a regulation without its article"),
            (
                pointing,
                "내용 없이 조문만 가리키는 문장",
                "sentence",
                "pointing to an article without what it rules",
            ),
        ] {
            self.count(count, ko, noun, en);
        }
    }
}

/// Judges a message whose text is `text`. `failed_layers` names layers that could not do their work.
#[must_use]
pub fn report(
    text: &str,
    sentences: &[SentenceReport],
    policy: &ReportPolicy,
    failed_layers: &[String],
) -> Report {
    let (language, layers) = (policy.language, policy.layers);
    let counts = count(sentences);
    let mut against = Objections { korean: language == Language::Ko, issues: Vec::new(), confidence: 1.0 };
    let unresolved = sentences.iter().flat_map(|s| &s.removed).filter(|r| is_unresolved(r)).count();
    // A reference to a regulation cites, too; nothing is supported without a citation.
    let to_check = |s: &SentenceReport| s.state == State::Uncertain && s.suggested.is_some();
    let cited =
        sentences.iter().any(|s| !s.citations.is_empty() || s.state == State::Supported || to_check(s));
    let missing = policy.require_citations && counts.claims > 0 && !cited;
    let citations_valid = unresolved == 0 && !missing;
    if layers.citations && !citations_valid {
        against.citations(unresolved, missing);
    }
    let before = against.issues.len();
    if layers.rules {
        against.rules(text, sentences, cited, policy.breaches);
    }
    let rules_kept = against.issues.len() == before;
    against.claims(&counts, sentences);
    let judged: Vec<f32> = sentences.iter().filter_map(|sentence| sentence.model_confidence).collect();
    if (layers.model || layers.meaning) && !judged.is_empty() {
        let mean = judged.iter().sum::<f32>() / judged.len() as f32;
        against.confidence = f32::midpoint(against.confidence, mean);
    }
    for layer in failed_layers {
        against.say(format!("검사 단계 실패: {layer}"), format!("a check failed: {layer}"));
    }
    let confidence = bounded(against.confidence, &counts);
    let mut badge = badge(policy, &counts, confidence, failed_layers);
    let below = badge == Badge::Partial && counts.supported == counts.claims;
    let translated = only_translated(sentences);
    if translated > 0 && badge == Badge::Verified {
        badge = Badge::Partial;
    }
    against.count(
        translated,
        "모델이 옮긴 번역으로만 확인한 문장",
        "sentence",
        "checked only by a translation that a model has made",
    );
    if below {
        let (is, least) = (digits(confidence), digits(policy.confidence_threshold));
        against.say(
            format!("신뢰도 {is}이(가) 기준 {least}에 못 미칩니다"),
            format!("the confidence of {is} is below the {least} that is asked for"),
        );
    }
    let log = log::log(sentences);
    let judged = log.iter().filter(|entry| entry.status != LogStatus::NotAClaim).count();
    let accurate = log.iter().filter(|entry| entry.is_accurate).count();
    let failed = counts.unsupported + counts.uncertain;
    let checks = checks(
        language,
        &[
            (layers.citations, Some(citations_valid), "인용", "citations"),
            (layers.rules, Some(rules_kept), "규칙", "rules"),
            (true, (counts.supported + failed > 0).then_some(failed == 0), "출처 대조", "sources"),
            (layers.meaning, by_layer(sentences, Decider::Meaning), "뜻", "meaning"),
            (layers.model, by_layer(sentences, Decider::Model), "모델", "model"),
        ],
    );
    let report = Report {
        verified: is_verified(badge, confidence, policy.confidence_threshold),
        badge,
        confidence,
        accuracy_rate: (judged > 0).then(|| accurate as f32 / judged as f32),
        counts,
        citations_valid,
        issues: against.issues,
        reasoning: String::new(),
        checks,
        log,
    };
    Report { reasoning: report.reasoning(language), ..report }
}

/// Whether a citation that was removed led to nothing. One that led to what does not support its sentence did.
fn is_unresolved(removed: &RemovedCitation) -> bool {
    removed.source.is_none() && removed.fault != Some(Unfounded::Unsupported)
}

fn badge(policy: &ReportPolicy, counts: &Counts, confidence: f32, failed_layers: &[String]) -> Badge {
    if policy.sources == 0 {
        Badge::NoSources
    } else if counts.supported == 0 || !failed_layers.is_empty() {
        Badge::Unverified
    } else if counts.supported < counts.claims || confidence + EPSILON < policy.confidence_threshold {
        // No badge says what the message is not.
        Badge::Partial
    } else {
        Badge::Verified
    }
}

/// Beyond the table of gate.md §3: a message is never more certain than the share of its claims that did not fail when they
/// were judged, and where none was judged there is nothing to be certain of. Claims without a source that could be judged are
/// the first layer's matter.
fn bounded(confidence: f32, counts: &Counts) -> f32 {
    let failed = counts.unsupported + counts.uncertain;
    let checked = counts.supported + failed + counts.unknown_source;
    let share = if checked > 0 { 1.0 - failed as f32 / counts.claims as f32 } else { 0.0 };
    confidence.min(0.5 + 0.5 * share).clamp(0.0, 1.0)
}

/// How many sentences only a model's translation says. Beyond gate.md §5, which says nothing of translations: they are shown, and
/// not verified.
fn only_translated(sentences: &[SentenceReport]) -> usize {
    let supported = sentences.iter().filter(|sentence| sentence.state == State::Supported);
    supported.filter(|sentence| sentence.by == Some(Decider::Translation)).count()
}

/// Whether a layer behind the words supports all that it judged; `None` where it judged nothing.
fn by_layer(sentences: &[SentenceReport], layer: Decider) -> Option<bool> {
    let mut judged = sentences.iter().filter(|sentence| sentence.by == Some(layer)).peekable();
    judged.peek().is_some().then(|| judged.all(|sentence| sentence.state == State::Supported))
}

/// The checks that are on, each with what came of it: passed, failed, or nothing to check.
fn checks(language: Language, checks: &[(bool, Option<bool>, &str, &str)]) -> String {
    let told = checks.iter().filter(|check| check.0).map(|(_, passed, ko, en)| {
        let sign = match passed {
            Some(true) => '✓',
            Some(false) => '✗',
            None => '–',
        };
        format!("{sign} {}", if language == Language::Ko { ko } else { en })
    });
    told.collect::<Vec<_>>().join(" | ")
}

/// A share as people read it.
fn digits(share: f32) -> String {
    format!("{share:.2}")
}

impl Report {
    /// Says of a text that it is talk, of which there is nothing to check.
    pub fn is_talk(&mut self, language: Language) {
        (self.badge, self.verified) = (Badge::Direct, false);
        self.issues.clear();
        self.reasoning = self.reasoning(language);
    }

    /// Says `why` a text is partly verified at best, whatever became of the sentences that were shown: it ended before its end, and
    /// what it would have claimed further on nobody knows, or its sentences are true and no answer.
    pub fn at_best_partial(&mut self, why: String, language: Language) {
        self.verified = false;
        if self.badge == Badge::Verified {
            self.badge = Badge::Partial;
        }
        self.issues.push(why);
        self.reasoning = self.reasoning(language);
    }

    fn reasoning(&self, language: Language) -> String {
        let korean = language == Language::Ko;
        let Counts { claims, supported, .. } = self.counts;
        let head = match (self.badge, korean) {
            (Badge::Verified, true) => format!("주장 {claims}개가 모두 출처로 확인되었습니다"),
            (Badge::Verified, false) if claims == 1 => "the one claim is supported by the sources".into(),
            (Badge::Verified, false) => format!("all {claims} claims are supported by the sources"),
            (Badge::Partial, true) => {
                format!("주장 {claims}개 가운데 {supported}개가 출처로 확인되었습니다")
            }
            (Badge::Partial, false) => format!("{supported} of {claims} claims are supported by the sources"),
            (Badge::Unverified, true) if claims == 0 => "확인할 주장이 없습니다".into(),
            (Badge::Unverified, false) if claims == 0 => "there is no claim to check".into(),
            (Badge::Unverified, true) => "출처로 확인되지 않았습니다".into(),
            (Badge::Unverified, false) => "the answer could not be verified".into(),
            (Badge::NoSources, true) => "찾은 출처가 없습니다".into(),
            (Badge::NoSources, false) => "no sources were found".into(),
            (Badge::Direct, true) => return "확인할 주장이 없는 대화입니다".into(),
            (Badge::Direct, false) => return "talk that claims nothing".into(),
        };
        let tail = if korean { "신뢰도" } else { "confidence" };
        let issues =
            if self.issues.is_empty() { String::new() } else { format!(": {}", self.issues.join("; ")) };
        format!("{head} ({tail} {}){issues} — {}", digits(self.confidence), self.checks)
    }
}

fn count(sentences: &[SentenceReport]) -> Counts {
    let mut counts = Counts { sentences: sentences.len(), ..Counts::default() };
    for sentence in sentences {
        counts.claims += usize::from(sentence.state != State::NotAClaim);
        match sentence.state {
            State::Supported => counts.supported += 1,
            State::Unsupported => counts.unsupported += 1,
            State::Uncertain | State::Judging => counts.uncertain += 1,
            State::UnknownSource => counts.unknown_source += 1,
            State::Uncited => counts.uncited += 1,
            State::NotAClaim => {}
        }
    }
    counts
}

/// The hedges in what the answer says, each once, as whole words. Code says nothing, and neither do the names of
/// sources.
fn hedges(sentences: &[SentenceReport]) -> Vec<&'static str> {
    let said: Vec<String> = sentences
        .iter()
        .filter(|sentence| sentence.kind != SentenceKind::Code)
        .map(|sentence| sentence.statement.to_lowercase())
        .collect();
    hedges_of_both().filter(|hedge| said.iter().any(|said| has_hedge(said, hedge))).collect()
}
