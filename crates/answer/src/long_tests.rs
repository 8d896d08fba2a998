//! A statement without an end gets a verdict, in bounded time and never a good one.

use super::tests::{gather, stream};
use super::*;

#[test]
fn a_line_without_an_end_is_left_open_and_shown_without_its_mark() {
    for (source, piece) in [
        ("The hall has 30 seats and the door is red.", "the hall has 30 seats and "),
        ("강당에는 좌석이 30개 있고 문은 붉다.", "강당에는 좌석이 30개 있고 "),
    ] {
        for model in [false, true] {
            let text = format!("{} [1].", piece.repeat(2000).trim_end());
            let mut answer = stream(&[source.to_owned()], false, false, model);
            let mut out = Vec::new();
            answer.push(&text, &mut out);
            answer.finish(true, &mut out);
            answer.conclude(&mut out);
            let sentence = answer.sentences().next().unwrap();
            assert_eq!(
                (sentence.state, sentence.citations.len()),
                (State::Uncertain, 0),
                "{}",
                sentence.reason
            );
            assert!(sentence.reason.contains("too long"), "{}", sentence.reason);
            assert!(!answer.text().contains("[1]") && answer.text().len() + 8 > text.len());
            assert!(
                !out.iter().any(|event| matches!(event, AnswerEvent::Ask(_))),
                "nobody is asked about it"
            );
            assert_eq!(gather(out).text, answer.text());
            // The same words once are what they were.
            let mut answer = stream(&[source.to_owned()], false, false, false);
            let mut out = Vec::new();
            answer.push(&format!("{} [1].", source.trim_end_matches('.')), &mut out);
            answer.finish(true, &mut out);
            assert_eq!(answer.sentences().next().unwrap().state, State::Supported);
        }
    }
}
