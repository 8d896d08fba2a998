//! What the layers behind the words change in an answer: the model, strict release.

use super::tests::{gather, stream, tell};
use super::*;
use stet_gate::Zone;

/// A claim that words alone leave open.
const OPEN: (&str, &str) = (
    "The board of the museum voted in spring to extend the opening hours of the south gallery.",
    "The board decided to extend the opening hours in spring [1]. Cats sleep.",
);

fn asked(answer: &mut AnswerStream) -> (Vec<AnswerEvent>, usize) {
    asked_of(answer, OPEN.1)
}

fn asked_of(answer: &mut AnswerStream, text: &str) -> (Vec<AnswerEvent>, usize) {
    let mut out = Vec::new();
    answer.push(text, &mut out);
    answer.finish(true, &mut out);
    let index = out.iter().find_map(|event| match event {
        AnswerEvent::Ask(question) => Some(question.index),
        _ => None,
    });
    (out, index.expect("the model layer is asked"))
}

pub(super) fn judged(accurate: bool, confidence: f32) -> ModelVerdict {
    ModelVerdict::Judged { accurate, confidence, explanation: "because".into() }
}

#[test]
fn the_model_layer_decides_what_words_leave_open() {
    for (verdict, state, shown) in [
        (judged(true, 0.9), State::Supported, Some(true)),
        (judged(false, 0.9), State::Unsupported, Some(false)),
        (judged(true, 0.5), State::Uncertain, None),
        (ModelVerdict::Failed { reason: "late".into() }, State::Uncertain, None),
    ] {
        let mut answer = stream(&[OPEN.0.to_owned()], false, false, true);
        let (mut out, index) = asked(&mut answer);
        let before = answer.text().contains("[1]");
        answer.hear(index, &verdict, &mut out);
        answer.conclude(&mut out);
        let sentence = answer.sentences().nth(index).unwrap();
        assert_eq!(sentence.state, state);
        assert_eq!(answer.text().contains("[1]"), shown.unwrap_or(before), "{verdict:?}: {}", answer.text());
        assert!(answer.text().ends_with(". Cats sleep."), "{}", answer.text());
        assert_eq!(gather(out).text, answer.text());
    }
}

#[test]
fn a_missing_verdict_leaves_the_sentence_uncertain() {
    let mut answer = stream(&[OPEN.0.to_owned()], false, false, true);
    let (mut out, index) = asked(&mut answer);
    answer.conclude(&mut out);
    assert_eq!(answer.sentences().nth(index).unwrap().state, State::Uncertain);
    assert_eq!(answer.pending(), 0);
}

#[test]
fn strict_shows_a_sentence_only_after_the_model_has_judged_it() {
    let verbatim = ("Membership costs 12,000 won a year.", "Membership costs 12,000 won a year [1].");
    for (source, claim) in
        [(OPEN.0, "The board decided to extend the opening hours in spring [1]."), verbatim]
    {
        let bare = claim.replace(" [1]", "");
        let failed = ModelVerdict::Failed { reason: "late".into() };
        for (verdict, state, shown) in [
            (judged(true, 0.9), State::Supported, claim),
            (judged(false, 0.9), State::Unsupported, &*bare),
            (judged(true, 0.5), State::Uncertain, &*bare),
            (failed, State::Uncertain, &*bare),
        ] {
            let mut answer = stream(&[source.to_owned()], false, false, true);
            answer.policy.strict = true;
            let mut out = Vec::new();
            answer.push(&format!("{claim} Cats sleep."), &mut out);
            answer.finish(true, &mut out);
            assert!(matches!(out.as_slice(), [AnswerEvent::Ask(_)]), "{out:?}");
            answer.hear(0, &verdict, &mut out);
            answer.conclude(&mut out);
            let told = gather(out);
            assert!(!told.events.iter().any(|event| matches!(event, AnswerEvent::Edit(_))), "{told:?}");
            assert_eq!(told.text, format!("{shown} Cats sleep."), "{verdict:?}");
            assert_eq!(answer.text(), told.text);
            let report = answer.sentences().next().unwrap();
            assert_eq!((report.state, report.citations.len()), (state, usize::from(shown == claim)));
            assert_eq!(report.span.of(&told.text).trim_end(), shown);
        }
    }
}

/// The reason of a judged sentence is in the language of the answer, and fits its state.
#[test]
fn a_verdict_without_words_for_the_reader_gets_some() {
    let ask = |verdict: ModelVerdict| {
        let sources = ["Students may borrow five books for two weeks.".to_owned()];
        let mut answer = stream(&sources, false, false, true);
        let mut out = Vec::new();
        answer.push("Students may gladly borrow five books for two weeks at home [1].", &mut out);
        answer.finish(true, &mut out);
        assert_eq!(answer.pending(), 1);
        answer.hear(0, &verdict, &mut out);
        answer.sentences().next().map(|report| (report.state, report.reason.clone())).unwrap()
    };
    let judged = |accurate, confidence, explanation: &str| ModelVerdict::Judged {
        accurate,
        confidence,
        explanation: explanation.to_owned(),
    };
    for (verdict, state, reason) in [
        (judged(true, 0.9, " The source says so. "), State::Supported, "The source says so."),
        (
            judged(true, 0.9, ""),
            State::Supported,
            "the model finds it supported by the source (90% confident)",
        ),
        (
            judged(false, 0.8, "틀렸습니다"),
            State::Unsupported,
            "the model finds it not supported by the source (80% confident): 틀렸습니다",
        ),
        (judged(false, 0.3, " "), State::Uncertain, "the model is not sure either (30% confident)"),
    ] {
        assert_eq!(ask(verdict), (state, reason.to_owned()));
    }
}

#[test]
fn strict_without_a_model_goes_by_words() {
    // Enough words for a citation, too few for a model's not being asked.
    let mut answer = stream(&[OPEN.0.to_owned()], false, false, false);
    answer.policy.strict = true;
    let told = tell(&mut answer, &["The board decided to extend the opening hours in spring [1]."]);
    assert_eq!(answer.sentences[0].verdict.zone, Zone::Ask);
    let report = answer.sentences().next().unwrap();
    assert_eq!((report.state, report.citations.len()), (State::Supported, 1), "{report:?}");
    assert_eq!(told.text, "The board decided to extend the opening hours in spring [1].");
}

#[test]
fn a_later_layer_brings_back_the_marks_of_sources_with_a_part_alone() {
    let sources =
        [OPEN.0.to_owned(), "고양이는 하루 종일 잔다.".to_owned(), "Dogs bark at night.".to_owned()];
    for (strict, claim) in [
        (false, "The board decided to extend the opening hours in spring [1][2][3]."),
        (true, "The board decided to extend the opening hours in spring [1][2][3]."),
        (
            true,
            "The board of the museum voted in spring to extend the opening hours of the south gallery [1-3].",
        ),
    ] {
        let mut answer = stream(&sources, true, false, true);
        answer.policy.strict = strict;
        let (mut out, index) = asked_of(&mut answer, claim);
        answer.hear(index, &judged(true, 0.9), &mut out);
        answer.conclude(&mut out);
        let report = answer.sentences().next().unwrap();
        let shown: Vec<(usize, bool)> =
            report.citations.iter().map(|citation| (citation.source, citation.evidence.is_some())).collect();
        assert_eq!((report.state, shown), (State::Supported, vec![(0, true)]), "{strict} {claim}");
        assert!(answer.text().ends_with("## References\n\n- [†1] s1.txt\n"), "{}", answer.text());
    }
}
