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
use stet_marks::statute::Unfounded;
use stet_segment::SentenceKind;
use stet_text::{Language, counted, final_consonant};

/// The one word a reader sees first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub sentences: usize,
    pub claims: usize,
    pub supported: usize,
    pub unsupported: usize,
    pub uncertain: usize,
    pub unknown_source: usize,
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
/// So that 1 − 0.15 − 0.15 counts as 0.7 in binary arithmetic.
const EPSILON: f32 = 1e-4;

/// Whether a message with this badge and confidence is a verified one.
#[must_use]
pub fn is_verified(badge: Badge, confidence: f32, threshold: f32) -> bool {
    badge == Badge::Verified && confidence + EPSILON >= threshold
}

/// Judges a message whose text is `text`. `failed_layers` names layers that could not do their work.
#[must_use]
pub fn report(
    text: &str,
    sentences: &[SentenceReport],
    policy: &ReportPolicy,
    failed_layers: &[String],
) -> Report {
    let korean = policy.language == Language::Ko;
    let say = |ko: String, en: String| if korean { ko } else { en };
    let counts = count(sentences);
    let log = log::log(sentences);
    let mut issues = Vec::new();
    let mut confidence = 1.0_f32;

    let unresolved = sentences.iter().flat_map(|s| &s.removed).filter(|r| is_unresolved(r)).count();
    // A reference to a regulation cites, too; nothing is supported without a citation.
    let cited = sentences.iter().any(|s| !s.citations.is_empty() || s.state == State::Supported);
    let missing = policy.require_citations && counts.claims > 0 && !cited;
    let citations_valid = unresolved == 0 && !missing;
    if policy.layers.citations && !citations_valid {
        confidence -= INVALID_CITATION;
        if unresolved > 0 {
            issues.push(say(
                format!("확인되지 않는 인용 {unresolved}개를 지웠습니다"),
                format!(
                    "{} led to no source and {} removed",
                    counted(unresolved, "citation"),
                    if unresolved == 1 { "was" } else { "were" }
                ),
            ));
        }
        if missing {
            issues.push(say("인용이 하나도 없습니다".into(), "no claim carries a citation".into()));
        }
    }
    let before = issues.len();
    if policy.layers.rules {
        for hedge in hedges(sentences) {
            confidence -= BROKEN_RULE;
            issues.push(say(format!("추측 표현: “{hedge}”"), format!("hedging: “{hedge}”")));
        }
        if !cited && text.chars().count() > LONG_WITHOUT_SOURCE {
            confidence -= BROKEN_RULE;
            issues.push(say(
                format!("{LONG_WITHOUT_SOURCE}자가 넘는 글에 출처가 없습니다"),
                format!("more than {LONG_WITHOUT_SOURCE} characters without a source"),
            ));
        }
        // How a text is to be written says nothing of whether it is true: a break is told, and costs neither confidence nor badge.
        if policy.breaches > 0 {
            issues.push(say(
                format!("사용자 규칙 위반 {}건", policy.breaches),
                format!("{} of the writer's rules", counted(policy.breaches, "break")),
            ));
        }
    }
    let rules_kept = issues.len() == before;
    issues.extend(open_claims(&counts, korean));
    issues.extend(thin_references(sentences, korean));
    if policy.layers.model || policy.layers.meaning {
        let judged: Vec<f32> = sentences.iter().filter_map(|sentence| sentence.model_confidence).collect();
        if !judged.is_empty() {
            let mean = judged.iter().sum::<f32>() / judged.len() as f32;
            confidence = f32::midpoint(confidence, mean);
        }
    }
    for layer in failed_layers {
        issues.push(say(format!("검사 단계 실패: {layer}"), format!("a check failed: {layer}")));
    }
    let failed = counts.unsupported + counts.uncertain;
    let compared = counts.supported + failed;
    let confidence = bounded(confidence, &counts);

    let mut badge = badge(policy, &counts, confidence, failed_layers);
    let below = badge == Badge::Partial && counts.supported == counts.claims;
    if let Some(issue) = by_translation(sentences, korean) {
        badge = if badge == Badge::Verified { Badge::Partial } else { badge };
        issues.push(issue);
    }
    if below {
        issues.push(below_threshold(confidence, policy.confidence_threshold, korean));
    }
    let verified = is_verified(badge, confidence, policy.confidence_threshold);
    let judged = log.iter().filter(|entry| entry.status != LogStatus::NotAClaim).count();
    let accurate = log.iter().filter(|entry| entry.is_accurate).count();
    let accuracy_rate = (judged > 0).then(|| accurate as f32 / judged as f32);
    let checks = checks(
        policy.language,
        &[
            (policy.layers.citations, Some(citations_valid), "인용", "citations"),
            (policy.layers.rules, Some(rules_kept), "규칙", "rules"),
            (true, (compared > 0).then_some(failed == 0), "출처 대조", "sources"),
            (policy.layers.meaning, by_layer(sentences, Decider::Meaning), "뜻", "meaning"),
            (policy.layers.model, by_layer(sentences, Decider::Model), "모델", "model"),
        ],
    );
    let reasoning = reasoning(badge, &counts, &issues, confidence, &checks, korean);
    Report {
        verified,
        badge,
        confidence,
        accuracy_rate,
        counts,
        citations_valid,
        issues,
        reasoning,
        checks,
        log,
    }
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

/// References that say too little for a reader: a regulation without its article, an article without what it rules.
fn thin_references(sentences: &[SentenceReport], korean: bool) -> Vec<String> {
    let incomplete =
        sentences.iter().flat_map(|sentence| &sentence.statutes).filter(|statute| statute.incomplete);
    let told = [
        (
            incomplete.count(),
            "조문을 밝히지 않은 규정 인용",
            "reference",
            "to a regulation without its article",
        ),
        (
            sentences.iter().filter(|sentence| only_points(sentence)).count(),
            "내용 없이 조문만 가리키는 문장",
            "sentence",
            "pointing to an article without what it rules",
        ),
    ];
    let told = told.into_iter().filter(|(count, ..)| *count > 0);
    told.map(
        |(count, ko, noun, en)| {
            if korean { format!("{ko} {count}개") } else { format!("{} {en}", counted(count, noun)) }
        },
    )
    .collect()
}

/// Beyond gate.md §5, which says nothing of translations: what only a model's translation says is shown, and not verified.
fn by_translation(sentences: &[SentenceReport], korean: bool) -> Option<String> {
    let is_so = |sentence: &&SentenceReport| {
        sentence.state == State::Supported && sentence.by == Some(Decider::Translation)
    };
    let count = sentences.iter().filter(is_so).count();
    let told = if korean {
        format!("모델이 옮긴 번역으로만 확인한 문장 {count}개")
    } else {
        format!("{} checked only by a translation that a model has made", counted(count, "sentence"))
    };
    (count > 0).then_some(told)
}

fn below_threshold(confidence: f32, threshold: f32, korean: bool) -> String {
    let (is, least) = (digits(confidence), digits(threshold));
    if korean {
        format!("신뢰도 {is}이(가) 기준 {least}에 못 미칩니다")
    } else {
        format!("the confidence of {is} is below the {least} that is asked for")
    }
}

/// The claims that no source supports, by why.
fn open_claims(counts: &Counts, korean: bool) -> Vec<String> {
    let mut issues = Vec::new();
    let open = [
        (
            counts.unsupported,
            "출처가 뒷받침하지 않는 문장",
            "sentence",
            "that the cited sources do not support",
        ),
        (counts.uncertain, "판단하지 못한 문장", "sentence", "left open"),
        (counts.unknown_source, "없는 출처를 인용한 문장", "sentence", "citing an unknown source"),
        (counts.uncited, "인용이 없는 주장", "claim", "without a citation"),
    ];
    for (count, ko, noun, en) in open {
        if count > 0 {
            issues.push(if korean {
                format!("{ko} {count}개")
            } else {
                format!("{} {en}", counted(count, noun))
            });
        }
    }
    issues
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
        self.reasoning =
            reasoning(self.badge, &self.counts, &[], self.confidence, "", language == Language::Ko);
    }

    /// Says of a text that ended before its end, and `why`. What it would have claimed further on nobody knows, so that
    /// it is partly verified at best, whatever became of the sentences that were shown.
    pub fn broke_off(&mut self, why: String, language: Language) {
        self.verified = false;
        if self.badge == Badge::Verified {
            self.badge = Badge::Partial;
        }
        self.issues.push(why);
        let korean = language == Language::Ko;
        self.reasoning =
            reasoning(self.badge, &self.counts, &self.issues, self.confidence, &self.checks, korean);
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

/// Whether a statement says itself that it is not certain, or somebody's opinion.
pub(crate) fn is_hedged(statement: &str) -> bool {
    let said = statement.to_lowercase();
    hedges_of_both().any(|hedge| has_hedge(&said, hedge))
}

fn hedges_of_both() -> impl Iterator<Item = &'static str> {
    ["words/ko/answer-hedges.tsv", "words/en/answer-hedges.tsv"].into_iter().flat_map(stet_data::lines)
}

fn has_hedge(said: &str, hedge: &str) -> bool {
    said.match_indices(hedge).any(|(at, _)| {
        let before = said.get(..at).unwrap_or_default();
        let after = said.get(at + hedge.len()..).unwrap_or_default();
        let word = |ch: Option<char>| ch.is_some_and(char::is_alphanumeric);
        if hedge == "수도 있습니다" {
            // `할 수도`, `할수도`, but not `서울은 수도`.
            return before.trim_end().ends_with(is_future_adnominal);
        }
        // Endings and particles may follow a Korean hedge, but nothing may run into one.
        let whole = match hedge {
            "보통" => after.strip_prefix('은').is_none_or(|rest| word(rest.chars().next())),
            "아마" => true,
            _ => hedge.is_ascii(),
        };
        !(word(before.chars().next_back()) || (whole && word(after.chars().next())))
    })
}

/// A Hangul syllable that ends in ㄹ, as the verb before `수도 있다` does.
fn is_future_adnominal(ch: char) -> bool {
    final_consonant(ch) == Some(8)
}

fn reasoning(
    badge: Badge,
    counts: &Counts,
    issues: &[String],
    confidence: f32,
    checks: &str,
    korean: bool,
) -> String {
    let head = match (badge, korean) {
        (Badge::Verified, true) => format!("주장 {}개가 모두 출처로 확인되었습니다", counts.claims),
        (Badge::Verified, false) if counts.claims == 1 => "the one claim is supported by the sources".into(),
        (Badge::Verified, false) => format!("all {} claims are supported by the sources", counts.claims),
        (Badge::Partial, true) => {
            format!("주장 {}개 가운데 {}개가 출처로 확인되었습니다", counts.claims, counts.supported)
        }
        (Badge::Partial, false) => {
            format!("{} of {} claims are supported by the sources", counts.supported, counts.claims)
        }
        (Badge::Unverified, true) if counts.claims == 0 => "확인할 주장이 없습니다".into(),
        (Badge::Unverified, false) if counts.claims == 0 => "there is no claim to check".into(),
        (Badge::Unverified, true) => "출처로 확인되지 않았습니다".into(),
        (Badge::Unverified, false) => "the answer could not be verified".into(),
        (Badge::NoSources, true) => "찾은 출처가 없습니다".into(),
        (Badge::NoSources, false) => "no sources were found".into(),
        (Badge::Direct, true) => return "확인할 주장이 없는 대화입니다".into(),
        (Badge::Direct, false) => return "talk that claims nothing".into(),
    };
    let tail = if korean { "신뢰도" } else { "confidence" };
    let mut reasoning = format!("{head} ({tail} {})", digits(confidence));
    if !issues.is_empty() {
        reasoning.push_str(": ");
        reasoning.push_str(&issues.join("; "));
    }
    format!("{reasoning} — {checks}")
}
