//! What the layers behind the words change in an answer: the model, strict release.

use super::tests::{gather, stream, tell};
use super::*;
use stet_gate::Zone;
use stet_prompt::Kind;

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

pub(super) fn judged(accurate: bool, confidence: f32) -> Word {
    ModelVerdict::Judged { accurate, confidence, explanation: "because".into() }.into()
}

#[test]
fn the_model_layer_decides_what_words_leave_open() {
    for (verdict, state, shown) in [
        (judged(true, 0.9), State::Supported, Some(true)),
        (judged(false, 0.9), State::Unsupported, Some(false)),
        (judged(true, 0.5), State::Uncertain, None),
        (ModelVerdict::Failed { reason: "late".into() }.into(), State::Supported, Some(true)),
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

/// A judge that fails leaves what there would be without one: it neither destroys what words support nor raises what they do
/// not.
#[test]
fn where_the_judge_fails_the_words_decide() {
    let failed = Word::from(ModelVerdict::Failed { reason: "the model's verdict came too late".into() });
    for (claim, state) in [
        (OPEN.1, State::Supported),
        ("The board spoke in spring of the roof of the south gallery [1].", State::Uncertain),
    ] {
        let mut words = stream(&[OPEN.0.to_owned()], false, false, false);
        tell(&mut words, &[claim]);
        let expected = words.sentences().next().unwrap();
        assert_eq!(expected.state, state, "{expected:?}");
        for said in [Some(&failed), None] {
            let mut answer = stream(&[OPEN.0.to_owned()], false, false, true);
            let (mut out, index) = asked_of(&mut answer, claim);
            if let Some(said) = said {
                answer.hear(index, said, &mut out);
            }
            answer.conclude(&mut out);
            let sentence = answer.sentences().next().unwrap();
            assert_eq!((sentence.state, sentence.by), (expected.state, Some(Decider::Words)), "{claim}");
            assert_eq!((answer.text(), answer.pending()), (words.text(), 0));
            assert!(sentence.reason.starts_with("by words: "), "{}", sentence.reason);
        }
    }
}

/// What words neither support nor refuse keeps its citation for the reader to look at: beside the text, in no mark of it and in no
/// list of references. In strict mode it has none.
#[test]
fn what_words_leave_open_is_to_be_checked() {
    for (strict, checked) in [(false, Some(0)), (true, None)] {
        let mut answer = stream(&[OPEN.0.to_owned()], true, false, false);
        answer.policy.strict = strict;
        tell(&mut answer, &["The board spoke in spring of the roof of the south gallery [1]."]);
        let sentence = answer.sentences().next().unwrap();
        assert_eq!((sentence.state, sentence.by), (State::Uncertain, Some(Decider::Words)));
        assert_eq!(sentence.suggested.as_ref().map(|suggested| suggested.source), checked);
        assert!(sentence.citations.is_empty() && !answer.text().contains("[1]"), "{}", answer.text());
        assert_eq!(sentence.removed.len(), usize::from(strict));
    }
}

/// Words accept what stands in the source of the same subject, and refuse another value; the judge is asked about all else, with
/// what the sentence is about.
#[test]
fn the_judge_is_asked_about_all_that_words_cannot_know() {
    let source = "The Alder tent weighs 3 kg and is sold in green. The Birch tent weighs 8 kg.";
    for (claim, asked) in [
        ("The Birch tent weighs 8 kg [1].", false),
        ("## Birch tent\n\n- The Birch tent weighs 8 kg [1].", false),
        ("The Alder tent weighs 4 kg [1].", false),
        ("Volcanoes form where continents meet [1].", true),
        ("The Alder tent weighs 3 kg and is sold in a shade of green [1].", true),
        ("The Alder tent is not sold in green [1].", true),
        ("## Alder tent\n\n- Weighs 8 kg and stands up well [1]", true),
        ("가문비 텐트는 초록색으로 판다 [1].", true),
        ("오리나무 텐트의 무게는 4kg이다 [1].", false),
    ] {
        let mut answer = stream(&[source.to_owned()], false, false, true);
        answer.policy.question = Some("What do the tents weigh?".into());
        let mut out = Vec::new();
        answer.push(claim, &mut out);
        answer.finish(true, &mut out);
        let question = out.iter().find_map(|event| match event {
            AnswerEvent::Ask(question) => Some(question.clone()),
            _ => None,
        });
        assert_eq!(question.is_some(), asked, "{claim}: {:?}", answer.sentences().last());
        let Some(question) = question else { continue };
        assert_eq!(question.question.as_deref(), Some("What do the tents weigh?"));
        assert_eq!(
            question.about,
            if claim.starts_with("##") { vec!["Alder tent"] } else { vec![] },
            "{claim}"
        );
        assert!(question.passages.iter().all(|(title, _)| title == "s1.txt"), "{question:?}");
        assert!(question.passages[0].1.contains("green"), "{question:?}");
    }
}

/// A veto that rests on wording is a question with both clauses, and only the sure word of a judge that passed that kind moves it:
/// whatever else is said, or not said, the words' refusal stands.
#[test]
fn an_open_veto_is_overruled_only_by_who_passed_its_kind() {
    let trusted = |verdict: Word, overrules| match verdict {
        Word::Judge(verdict, trust) => Word::Judge(verdict, Trust { overrules, ..trust }),
        other @ Word::Meaning { .. } => other,
    };
    let failed = || Word::from(ModelVerdict::Failed { reason: "not JSON".into() });
    for (source, claim, kind, reason) in [
        (
            "The south gallery shuts at no time of the year. Cats sleep.",
            "The south gallery shuts at a time of the year [1].",
            Kind::Negation,
            "What one affirms, the other denies.",
        ),
        (
            "Sales fell in every branch last year. Cats sleep.",
            "Sales rose in every branch last year [1].",
            Kind::Direction,
            "The direction is the opposite of the source's.",
        ),
    ] {
        for (word, moves) in [
            (trusted(judged(true, 0.9), true), true),
            (trusted(judged(true, 0.5), true), false),
            (trusted(judged(false, 0.9), true), false),
            (trusted(failed(), true), false),
            (judged(true, 0.99), false),
            (judged(false, 0.99), false),
            (failed(), false),
            (Word::Meaning { supported: true, confidence: 0.99 }, false),
        ] {
            for strict in [false, true] {
                let mut answer = stream(&[source.to_owned()], false, false, true);
                answer.policy.strict = strict;
                let (mut out, index) = asked_of(&mut answer, claim);
                let doubt = out.iter().find_map(|event| match event {
                    AnswerEvent::Ask(question) => question.doubt.clone(),
                    _ => None,
                });
                let nearest = source.replace(" Cats sleep.", "");
                assert_eq!(doubt, Some(Doubt { kind, passage: nearest }), "{claim}");
                answer.hear(index, &word, &mut out);
                answer.conclude(&mut out);
                let sentence = answer.sentences().next().unwrap();
                let told = (sentence.state, sentence.by, answer.text().contains("[1]"));
                if moves {
                    assert_eq!(told, (State::Supported, Some(Decider::Model), true), "{word:?}");
                } else {
                    assert_eq!(told, (State::Unsupported, Some(Decider::Words), false), "{word:?}");
                    assert_eq!((sentence.reason.as_str(), sentence.model_confidence), (reason, None));
                }
            }
        }
    }
}

/// A judge is believed from the confidence on that its trial has shown.
#[test]
fn the_word_of_a_judge_counts_from_its_own_cut_on() {
    for (cut, confidence, state) in
        [(0.5, 0.55, State::Supported), (0.9, 0.85, State::Uncertain), (0.9, 0.9, State::Supported)]
    {
        let mut answer = stream(&[OPEN.0.to_owned()], false, false, true);
        let (mut out, index) = asked(&mut answer);
        let Word::Judge(verdict, _) = judged(true, confidence) else { unreachable!() };
        answer.hear(index, &Word::Judge(verdict, Trust { cut, overrules: false }), &mut out);
        assert_eq!(answer.sentences().nth(index).unwrap().state, state, "{cut} {confidence}");
    }
}

/// What is refused for good in one cell is no question because another cell is.
#[test]
fn a_row_with_another_value_is_not_asked_about() {
    let source = "The Alder tent weighs 3 kg. The Alder tent is sold in green. The Birch tent weighs 8 kg.";
    let row = |weight: &str, sold: &str| {
        format!(
            "| Tent | Weight | Colour |\n|---|---|---|\n| Alder | weighs {weight} | {sold} sold in green [1] |\n"
        )
    };
    for (text, asked) in [(row("3 kg", "is not"), true), (row("5 kg", "is not"), false)] {
        let mut answer = stream(&[source.to_owned()], false, false, true);
        let mut out = Vec::new();
        answer.push(&text, &mut out);
        answer.finish(true, &mut out);
        let asks = out.iter().any(|event| matches!(event, AnswerEvent::Ask(_)));
        assert_eq!(asks, asked, "{text}: {:?}", answer.sentences().collect::<Vec<_>>());
    }
}

#[test]
fn a_claim_in_another_language_than_its_source_has_the_word_of_the_judge() {
    let source = "Charging takes three hours. The cable is sold apart.";
    for (verdict, state, shown) in [
        (judged(true, 0.95), State::Supported, true),
        (judged(false, 0.95), State::Unsupported, false),
        (ModelVerdict::Failed { reason: "늦음".into() }.into(), State::Unsupported, false),
    ] {
        let mut answer = stream(&[source.to_owned()], false, false, true);
        let (mut out, index) = asked_of(&mut answer, "충전에는 세 시간이 걸립니다[1].");
        answer.hear(index, &verdict, &mut out);
        answer.conclude(&mut out);
        let sentence = answer.sentences().next().unwrap();
        assert_eq!((sentence.state, answer.text().contains("[1]")), (state, shown), "{verdict:?}");
        let passages = sentence.citations.iter().map(|citation| citation.evidence.unwrap().of(source));
        assert_eq!(passages.collect::<Vec<_>>(), if shown { vec![source] } else { vec![] });
    }
    // What words take for a veto between two languages is none that the judge would have to have passed.
    let mut answer = stream(&["Room 7 is not open on day 3.".to_owned()], false, false, true);
    let (mut out, index) = asked_of(&mut answer, "Room 7은 day 3에 연다[1].");
    answer.hear(index, &judged(true, 0.95), &mut out);
    assert_eq!(answer.sentences().next().unwrap().state, State::Supported);
}

/// The reason for one citation is not told of another: what the model accepts, it does not remove.
#[test]
fn a_mark_beside_the_one_that_supports_has_its_own_reason() {
    let sources = [OPEN.0.to_owned(), "Dogs bark at night.".to_owned()];
    let mut answer = stream(&sources, false, false, true);
    let (mut out, index) =
        asked_of(&mut answer, "The board decided to extend the opening hours in spring [1][2].");
    answer.hear(index, &judged(true, 0.9), &mut out);
    let sentence = answer.sentences().next().unwrap();
    assert_eq!((sentence.reason.as_str(), sentence.removed.len()), ("because", 1));
    assert!(sentence.removed[0].reason.contains("another one cited beside it"), "{sentence:?}");
}

/// In strict mode all sentences are with the judge at once, and are shown in their order.
#[test]
fn strict_asks_side_by_side() {
    let mut answer = stream(&[OPEN.0.to_owned()], false, false, true);
    answer.policy.strict = true;
    let mut out = Vec::new();
    let second = "The museum's board voted in spring on the hours of the gallery [1].";
    answer.push(&format!("{} Then this. {second} The end.", OPEN.1), &mut out);
    answer.finish(true, &mut out);
    let asked: Vec<usize> = out
        .iter()
        .filter_map(|event| match event {
            AnswerEvent::Ask(question) => Some(question.index),
            _ => None,
        })
        .collect();
    assert_eq!((asked.len(), answer.text()), (2, ""), "{out:?}");
    answer.hear(asked[1], &judged(false, 0.9), &mut out);
    assert_eq!(answer.text(), "");
    answer.hear(asked[0], &judged(true, 0.9), &mut out);
    answer.conclude(&mut out);
    let told = gather(out);
    assert_eq!(told.text, format!("{} Then this. {} The end.", OPEN.1, second.replace(" [1]", "")));
    assert!(!told.events.iter().any(|event| matches!(event, AnswerEvent::Edit(_))), "{told:?}");
    let spans: Vec<&str> = answer.sentences().map(|sentence| sentence.span.of(&told.text)).collect();
    assert_eq!(spans.concat(), told.text);
}

#[test]
fn strict_shows_a_sentence_only_after_the_model_has_judged_it() {
    let near = ("Membership costs 12,000 won a year.", "Membership costs 12,000 won every year [1].");
    for (source, claim) in [(OPEN.0, "The board decided to extend the opening hours in spring [1]."), near] {
        let bare = claim.replace(" [1]", "");
        let failed = Word::from(ModelVerdict::Failed { reason: "late".into() });
        for (verdict, state, shown) in [
            (judged(true, 0.9), State::Supported, claim),
            (judged(false, 0.9), State::Unsupported, &*bare),
            (judged(true, 0.5), State::Uncertain, &*bare),
            (failed, State::Supported, claim),
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
        answer.hear(0, &verdict.into(), &mut out);
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
        (true, "The museum's board voted in spring to extend the hours of the south gallery [1-3]."),
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
