//! The judgement of a message from its sentences.

use super::*;
use crate::RemovedCitation;
use stet_text::span::Span;

fn sentence(state: State) -> SentenceReport {
    SentenceReport {
        index: 0,
        span: Span::default(),
        kind: SentenceKind::Claim,
        state,
        score: 0.9,
        reason: String::new(),
        veto: None,
        model_confidence: None,
        by: None,
        words: None,
        citations: Vec::new(),
        statutes: Vec::new(),
        removed: Vec::new(),
        suggested: None,
        against: None,
        statement: "A claim that stands.".into(),
    }
}

fn policy(sources: usize) -> ReportPolicy {
    ReportPolicy {
        layers: Layers::default(),
        confidence_threshold: 0.7,
        require_citations: false,
        language: Language::En,
        sources,
        breaches: 0,
    }
}

fn badge(states: &[State], sources: usize, failed: &[String]) -> Badge {
    let sentences: Vec<_> = states.iter().copied().map(sentence).collect();
    report("text", &sentences, &policy(sources), failed).badge
}

#[test]
fn badges_follow_the_claims() {
    use State::{NotAClaim, Supported, Uncertain, Uncited, Unsupported};
    assert_eq!(badge(&[Supported, NotAClaim], 1, &[]), Badge::Verified);
    assert_eq!(badge(&[Supported, Unsupported], 1, &[]), Badge::Partial);
    assert_eq!(badge(&[Supported, Uncited], 1, &[]), Badge::Partial);
    assert_eq!(badge(&[Uncertain], 1, &[]), Badge::Unverified);
    assert_eq!(badge(&[NotAClaim], 1, &[]), Badge::Unverified);
    assert_eq!(badge(&[Supported], 1, &["model".into()]), Badge::Unverified);
    assert_eq!(badge(&[Supported], 0, &[]), Badge::NoSources);
}

#[test]
fn a_break_of_the_writers_rules_is_told_and_changes_nothing_that_is_said_of_the_sources() {
    let sentences = [sentence(State::Supported), sentence(State::Supported)];
    let kept = report("text", &sentences, &policy(1), &[]);
    let broken = report("text", &sentences, &ReportPolicy { breaches: 12, ..policy(1) }, &[]);
    assert_eq!((broken.badge, broken.verified), (Badge::Verified, true));
    assert!((broken.confidence - kept.confidence).abs() < f32::EPSILON, "{}", broken.confidence);
    assert!(broken.reasoning.contains("12 breaks of the writer's rules"), "{}", broken.reasoning);
    assert!(broken.reasoning.contains("✗ rules") && kept.reasoning.contains("✓ rules"));
}

#[test]
fn a_text_that_broke_off_is_partly_verified_at_best_and_says_why() {
    use State::{NotAClaim, Supported, Uncited, Unsupported};
    for (states, sources, badge) in [
        (&[Supported, NotAClaim][..], 1, Badge::Partial),
        (&[Supported, Uncited], 1, Badge::Partial),
        (&[Unsupported], 1, Badge::Unverified),
        (&[], 1, Badge::Unverified),
        (&[Uncited], 0, Badge::NoSources),
    ] {
        for (language, why) in [(Language::En, "the user stopped it"), (Language::Ko, "멈췄습니다")] {
            let sentences: Vec<_> = states.iter().copied().map(sentence).collect();
            let policy = ReportPolicy { language, ..policy(sources) };
            let mut report = report("text", &sentences, &policy, &[]);
            report.at_best_partial(why.to_owned(), language);
            assert_eq!((report.badge, report.verified), (badge, false), "{states:?}");
            assert!(report.reasoning.contains(why) && report.issues.iter().any(|issue| issue == why));
        }
    }
}

#[test]
fn confidence_loses_what_the_layers_take() {
    let mut bad = sentence(State::Supported);
    bad.removed.push(RemovedCitation {
        mark: "[9]".into(),
        source: None,
        reason: String::new(),
        fault: None,
        article: None,
    });
    let with = |text: &str, sentences: &[SentenceReport]| report(text, sentences, &policy(1), &[]);
    let said = |statement: &str| {
        let spoken = SentenceReport { statement: statement.into(), ..sentence(State::Supported) };
        with(statement, &[spoken])
    };
    assert!((with("Fine.", &[sentence(State::Supported)]).confidence - 1.0).abs() < EPSILON);
    assert!((with("Fine.", &[bad]).confidence - 0.7).abs() < EPSILON);
    let hedged = said("I think it is probably so.");
    assert!((hedged.confidence - 0.7).abs() < EPSILON && hedged.verified);
    for (statement, confidence) in [
        ("보통 그렇다.", 0.85),
        ("보통은 그렇다.", 0.85),
        ("보통주를 산다.", 1.0),
        ("보통은행에 간다.", 1.0),
        ("승인할 수도 있습니다.", 0.85),
        ("승인할수도 있습니다.", 0.85),
        ("한국은 수도 있습니다.", 1.0),
        ("아마 그렇다.", 0.85),
        ("아마도 그렇다.", 0.85),
        ("Maybe it is.", 0.85),
    ] {
        assert!((said(statement).confidence - confidence).abs() < EPSILON, "{statement}");
    }
}

fn cited(statement: &str, state: State, score: f32, source: usize) -> SentenceReport {
    let citation = crate::Citation {
        number: 1,
        mark: "[†1]".into(),
        source,
        page: None,
        span: Span::default(),
        evidence: None,
        put: false,
    };
    SentenceReport { score, citations: vec![citation], statement: statement.into(), ..sentence(state) }
}

fn without(statement: &str, state: State, score: f32, source: Option<usize>) -> SentenceReport {
    let removed =
        RemovedCitation { mark: "[†1]".into(), source, reason: String::new(), fault: None, article: None };
    SentenceReport { score, removed: vec![removed], statement: statement.into(), ..sentence(state) }
}

/// Seed 000: a statement and its citation count once; what states nothing is not judged; what is called accurate or
/// inaccurate has a confidence of 0.7 or more, what is left open less.
#[test]
fn the_log_says_each_verdict_once_and_how_sure_it_is() {
    use LogStatus::{Accurate, Inaccurate, NotAClaim, Uncertain};
    let judged = |statement, confidence| SentenceReport {
        model_confidence: Some(confidence),
        ..without(
            statement,
            if confidence < 0.7 { State::Uncertain } else { State::Unsupported },
            0.9,
            Some(0),
        )
    };
    let sentences = [
        cited("The hall has 30 seats.", State::Supported, 0.6, 0),
        cited("The hall has 30 seats.", State::Supported, 0.6, 0),
        cited("The hall has 30 seats.", State::Supported, 1.0, 1),
        without("The hall has 40 seats.", State::Unsupported, 0.055, Some(0)),
        without("네", State::NotAClaim, 0.0, Some(0)),
        without("12", State::NotAClaim, 0.0, Some(0)),
        without("It rains.", State::UnknownSource, 0.0, None),
        judged("모델이 틀렸다고 한 문장이다.", 0.95),
        judged("모델이 모르겠다고 한 문장이다.", 0.5),
    ];
    let report = report("text", &sentences, &policy(2), &[]);
    let log: Vec<(LogStatus, f32)> =
        report.log.iter().map(|entry| (entry.status, entry.confidence)).collect();
    let statuses: Vec<LogStatus> = log.iter().map(|entry| entry.0).collect();
    assert_eq!(
        statuses,
        [Accurate, Accurate, Inaccurate, NotAClaim, NotAClaim, Inaccurate, Inaccurate, Uncertain]
    );
    for (status, confidence) in log {
        match status {
            Accurate | Inaccurate => {
                assert!((0.7..=1.0).contains(&confidence), "{status:?} {confidence}");
            }
            Uncertain | NotAClaim => {
                assert!((0.0..0.7).contains(&confidence), "{status:?} {confidence}");
            }
        }
    }
    // Two of the six that were judged.
    assert!((report.accuracy_rate.unwrap() - 2.0 / 6.0).abs() < EPSILON, "{:?}", report.accuracy_rate);
}

#[test]
fn figures_do_not_contradict_one_another() {
    let uncited = sentence(State::Uncited);
    let supported = cited("The hall has 30 seats.", State::Supported, 0.9, 0);
    // Nothing was checked.
    let report_of = |sentences: &[SentenceReport], threshold| {
        let policy = ReportPolicy { confidence_threshold: threshold, ..policy(1) };
        report("text", sentences, &policy, &[])
    };
    for sentences in [&[uncited.clone()][..], &[sentence(State::NotAClaim)], &[]] {
        let report = report_of(sentences, 0.7);
        assert!(report.confidence <= 0.5, "{}", report.reasoning);
        assert!(
            report.reasoning.ends_with("✓ citations | ✓ rules | – sources | – meaning | – model"),
            "{}",
            report.reasoning
        );
    }
    // A badge does not say what `verified` denies.
    let hedged = SentenceReport { statement: "It is probably so.".into(), ..supported.clone() };
    for (threshold, verified) in [(0.7, true), (0.95, false)] {
        let report = report_of(std::slice::from_ref(&hedged), threshold);
        assert_eq!((report.verified, report.badge == Badge::Verified), (verified, verified));
        assert_eq!(report.reasoning.contains("below the 0.95"), !verified, "{}", report.reasoning);
        assert!(report.reasoning.contains("✗ rules | ✓ sources"), "{}", report.reasoning);
    }
    let judged = SentenceReport { model_confidence: Some(0.9), by: Some(Decider::Model), ..supported };
    assert!(report_of(&[judged], 0.7).reasoning.ends_with("✓ model"));
}

#[test]
fn code_and_the_names_of_sources_are_no_hedges() {
    let mut code = sentence(State::NotAClaim);
    (code.kind, code.statement) = (SentenceKind::Code, "probably()".into());
    let text = "It is so [1].\n\n## References\n\n- [†1] Generally accepted rules.pdf\n";
    let report = report(text, &[sentence(State::Supported), code], &policy(1), &[]);
    assert!((report.confidence - 1.0).abs() < EPSILON, "{}", report.reasoning);
}

#[test]
fn the_model_moves_confidence_to_the_mean() {
    let mut judged = sentence(State::Supported);
    judged.model_confidence = Some(0.8);
    assert!((report("Fine.", &[judged], &policy(1), &[]).confidence - 0.9).abs() < EPSILON);
}
