//! Answers that break off, that never end, and that come in any pieces.

use proptest::prelude::*;

use super::layer_tests::judged;
use super::tests::{gather, stream, tell, under_all_cuts};
use super::*;
use crate::report::{Layers, ReportPolicy, report};
use stet_marks::statute::Unverifiable;
use stet_text::Language;

#[test]
fn a_sentence_that_broke_off_is_not_judged_as_finished() {
    for (text, before) in [
        ("The library opens at nine [1]. The library closes at", Some(State::Supported)),
        ("## 출처\n\n- 도서관은 매일 아홉 시에 연다", Some(State::NotAClaim)),
        ("도서관은 아홉 시에 연다. 도서관은 여섯 시에", Some(State::Uncited)),
        ("The library closes at", None),
    ] {
        let mut answer = stream(&["The library opens at nine.".to_owned()], false, false, false);
        let mut out = Vec::new();
        answer.push(text, &mut out);
        answer.finish(false, &mut out);
        answer.conclude(&mut out);
        let states: Vec<State> = answer.sentences().map(|sentence| sentence.state).collect();
        assert_eq!(states, before.into_iter().chain([State::Uncertain]).collect::<Vec<_>>(), "{text}");
        assert_eq!(answer.text(), text);
    }
}

#[test]
fn a_mark_that_broke_off_is_not_shown() {
    for (begun, shown) in [
        (" [", ""),
        (" [†1", ""),
        ("[[1", ""),
        (" [1][1, ", ""),
        (" [출처: lib", ""),
        (" 【", ""),
        (" [x", " [x"),
        (" `a[1", " `a[1"),
        (" \\[1", ""),
    ] {
        let text = format!("The library opens at nine{begun}");
        let mut answer = stream(&["The library opens at nine.".to_owned()], false, false, false);
        let mut out = Vec::new();
        for piece in text.split_inclusive(' ') {
            answer.push(piece, &mut out);
        }
        answer.finish(false, &mut out);
        answer.conclude(&mut out);
        let told = gather(out);
        assert_eq!(told.text, answer.text());
        let kept = answer.sentences().next().unwrap().citations.len();
        let marks = if kept > 0 { " [1]" } else { "" };
        assert_eq!(told.text, format!("The library opens at nine{marks}{shown}"), "{begun}");
        assert_eq!(answer.sentences().next().unwrap().state, State::Uncertain, "{begun}");
        assert!(!told.events.iter().any(|event| matches!(event, AnswerEvent::Edit(_))), "{begun}");
    }
}

#[test]
fn an_endless_sentence_is_scanned_once() {
    // A reference that may not be shown holds the rest of its sentence back; what waits is not read anew with
    // every delta.
    let begins = [
        "",
        "제99조에 따라 ",
        "학칙 제25조와 제99조에 따라 ",
        "[9] ",
        "`",
        "「",
        "(제1조, ",
        "학칙 99조에 따라 ",
        "학칙 25",
        "제25·",
        "[별표 ",
        "별표 9와 ",
        "Section 3.",
        "§ ",
        "전조와 ",
    ];
    for begin in begins {
        let work = |size: usize| {
            let mut answer = stream(&["도서관은 아홉 시에 연다.".to_owned()], true, true, false);
            let mut out = Vec::new();
            statute::work::take();
            answer.push(begin, &mut out);
            for _ in 0..size {
                answer.push("가나다라 ", &mut out);
            }
            answer.finish(true, &mut out);
            answer.conclude(&mut out);
            assert!(answer.sentences().count() >= 1);
            statute::work::take()
        };
        let (once, twice) = (work(2000), work(4000));
        assert!(twice <= 2 * once + 4096, "{begin}: {once} bytes for n, {twice} for 2n");
    }
}

#[test]
fn an_endless_sentence_full_of_marks_is_not_repeated_for_each() {
    for mark in ["[", "[출처: 없음 "] {
        let mut answer = stream(&["가나다라 words".to_owned()], true, false, false);
        let text =
            (9..900).fold(String::new(), |text, number| text + &format!("가나다라 words {mark}{number}] "));
        tell(&mut answer, &[&text]);
        let sentences: Vec<SentenceReport> = answer.sentences().cloned().collect();
        let policy = ReportPolicy {
            layers: Layers::default(),
            confidence_threshold: 0.7,
            require_citations: true,
            language: Language::Ko,
            sources: 1,
            breaches: 0,
        };
        let log = report(answer.text(), &sentences, &policy, &[]).log;
        assert!(log.len() >= 800, "{mark}: {}", log.len());
        let repeated: usize = log.iter().map(|entry| entry.statement.chars().count()).sum();
        assert!(repeated <= 501 * log.len(), "{mark}: {repeated}");
    }
}

#[test]
fn words_behind_an_early_mark_do_not_wait_for_it() {
    let words = "the library opens at nine in the morning on all days of the week";
    let ko = "도서관은 매일 아침 아홉 시에 문을 열고 저녁 여섯 시에 닫는다고 한다";
    let capital = format!("T{}.", words.strip_prefix('t').unwrap());
    for (text, bare, stays) in [
        (format!("According to [1], {words}."), capital.clone(), true),
        (format!("[1] {words}."), format!("{words}."), true),
        (format!("- **Hours** [1]: {words}."), format!("- **Hours**: {words}."), true),
        (format!("| Rule [1] | {words} |"), format!("| Rule | {words} |"), true),
        (format!("Source 1 states that {words}."), format!("A source states that {words}."), true),
        (format!("[1]에 따르면 {ko}."), format!("{ko}."), true),
        (format!("출처 1에 따르면 {ko}."), format!("{ko}."), true),
        (format!("According to [9], {words}."), capital, false),
        (format!("[9]에 따르면 {ko}."), format!("{ko}."), false),
    ] {
        let sources = [format!("{words}. {ko}.")];
        let mut answer = stream(&sources, false, true, false);
        let mut out = Vec::new();
        for ch in text.chars() {
            answer.push(ch.encode_utf8(&mut [0; 4]), &mut out);
        }
        let before = gather(out.clone()).text;
        let waits = bare.strip_prefix(&before).map(|rest| rest.chars().count());
        assert!(waits.is_some_and(|waits| waits < 8), "{text}: {before}");
        answer.finish(true, &mut out);
        answer.conclude(&mut out);
        let told = gather(out);
        assert_eq!(&told.text, if stays { &text } else { &bare });
        let edits = told.events.iter().filter(|event| matches!(event, AnswerEvent::Edit(_))).count();
        assert_eq!(edits, usize::from(stays), "{text}");
        assert_eq!(tell(&mut stream(&sources, false, true, false), &[&text]), told, "{text}");
    }
}

/// What answers are made of.
const PIECES: &str = "The library opens at nine¦도서관은 아홉 시에 연다¦.¦。¦ ¦\n¦\n\n¦[1]¦[†2]¦[1, 9]¦[9]¦[1-3]¦[¦]¦(see [9])¦【2】¦`¦\
    ```\n¦「학칙」 제25조¦제99조는 ¦학칙 25조¦99조를 ¦·26조¦[별표 1]¦별지 제3호서식¦전조가 ¦Section 3¦§ 99 ¦- [9] ¦[9]: ¦**¦같은 조¦\
    ## References\n¦- [1] x¦http://a.b/c[1]¦$x$¦|¦\"¦다.¦? ¦e.g. ¦3.5¦👩‍👩‍👧¦가\u{301}¦출처: ¦# ¦\
    Sources: [1]\n¦According to ¦, as per ¦에 따르면 ¦(see ¦(학칙 제99조 참조)¦under Article 99, ¦부칙 제9조에 따라 ¦ 및 ¦\
    제99조의 규정에 따라 ¦$$\n¦\\[\n¦> ```\n¦\n> ¦</pre>¦<pre>\n¦&#91;¦&#93;¦&#91;1&#93;¦&#91;9&#93;¦&nbsp;¦&¦\
    <b>¦</b>¦(출처 1)¦(출처 9)¦(source 9)¦(Source: s1.txt)¦(출처: 없음)¦[S1]¦[S9]¦[^1^]¦¹¦⁹¦<sup>1</sup>¦\
    <sup>9</sup>¦[①]¦제9장¦제1절에 따라 ¦학칙 제2장 ¦제&#57;9조¦제<b>99</b>조¦제Ⅴ조¦학칙 이십오조¦Chapter 9¦`제99조`¦](#제99조)¦\
    [1\\]¦\\[9\\]¦¹ 학칙\n¦네, ¦Source 1 states that ¦Source 9 says ¦According to source 9, ¦\
    both Source 1 and Source 2 ¦Sources 1, 2 and 9 ¦Sou¦document 2 ¦shows ¦출처 2에 따르면 ¦출처 9는 ¦출처 1과 2¦출처¦\
    2번 자료에서는 ¦ 9¦(s1.txt, p. 3)¦[handbook.pdf]¦(Kim et al., 2020)¦[Kim & Lee, 2019]¦ Kim et al. (2020) ¦\
    김철수 외(2020)¦ doi:10.1000/18¦nine.^1^¦^9^¦http://a.b/학칙/제99조 ¦```markdown\n¦학칙.pdf에 따르면 ¦\
    휴학 안내문.hwpx에 따르면 ¦## 출처\n\n¦- [1] s1.txt\n¦- 도서관은 아홉 시에 연다[2].\n¦\
    the library opens at nine in the morning and closes late ";

fn fragments() -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(prop::sample::select(PIECES.split('¦').collect::<Vec<_>>()), 0..24)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn events_do_not_depend_on_cuts(
        pieces in fragments(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        mode in prop::sample::select(vec![Unverifiable::Generalise, Unverifiable::Notice, Unverifiable::Remove]),
    ) {
        let text = pieces.concat();
        let sources = ["The library opens at nine.".to_owned(), "도서관은 아홉 시에 연다.".to_owned()];
        let open = || {
            let mut answer = stream(&sources, true, true, false);
            (answer.policy.unverifiable, answer.policy.attribute) = (mode, Attribute::Put);
            answer
        };
        let whole = tell(&mut open(), &[&text]);
        let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let mut at: Vec<usize> = cuts.iter().map(|cut| ends[cut.index(ends.len())]).collect();
        at.extend([0, text.len()]);
        at.sort_unstable();
        let parts: Vec<&str> = at.windows(2).map(|pair| text.get(pair[0]..pair[1]).unwrap()).collect();
        prop_assert_eq!(&tell(&mut open(), &parts), &whole);
        let chars: Vec<String> = text.chars().map(String::from).collect();
        let chars: Vec<&str> = chars.iter().map(String::as_str).collect();
        prop_assert_eq!(&tell(&mut open(), &chars), &whole);
    }

    #[test]
    fn what_was_sent_with_its_edits_is_what_is_stored(
        pieces in fragments(),
        verdicts in prop::collection::vec((any::<bool>(), 0.0_f32..1.0), 0..8),
        strict in any::<bool>(),
    ) {
        let text = pieces.concat();
        let sources = ["The library opens at nine in the morning.".to_owned(), "도서관은 아침 아홉 시에 문을 연다.".to_owned()];
        let mut answer = stream(&sources, true, true, true);
        (answer.policy.strict, answer.policy.attribute) = (strict, Attribute::Put);
        let mut out = Vec::new();
        for ch in text.chars() {
            answer.push(&ch.to_string(), &mut out);
        }
        answer.finish(true, &mut out);
        for (index, (accurate, confidence)) in verdicts.into_iter().enumerate() {
            answer.hear(index, &judged(accurate, confidence), &mut out);
        }
        answer.conclude(&mut out);
        let told = gather(out);
        prop_assert_eq!(&told.text, answer.text());
        prop_assert!(!strict || !told.events.iter().any(|event| matches!(event, AnswerEvent::Edit(_))));
        let mut last = 0;
        for sentence in answer.sentences() {
            prop_assert_eq!(sentence.span.start, last);
            last = sentence.span.end;
            prop_assert!(answer.text().is_char_boundary(last));
            for citation in &sentence.citations {
                prop_assert_eq!(citation.span.of(answer.text()), &citation.mark);
            }
        }
    }
}

#[test]
fn the_end_of_a_reference_cuts_no_word_in_two() {
    let text = "「학칙」 제25조같은 조·26조학칙 25조.";
    let sources = ["The library opens at nine.".to_owned()];
    let (_, whole) = under_all_cuts(|| stream(&sources, true, true, false), text);
    assert!(whole.events.iter().all(|event| !matches!(event, AnswerEvent::Edit(_))), "{whole:?}");
}

#[test]
fn a_removal_makes_no_mark_of_what_was_shown() {
    // The number is glued to a word until the reference behind it is gone.
    for text in [
        "The library opens at nine<sup>9</sup>under Article 99, as ever.",
        "The library opens at nine¹under Article 99, as ever.",
        "The library opens at nine [1](학칙 제99조).",
    ] {
        for mode in [Unverifiable::Generalise, Unverifiable::Notice, Unverifiable::Remove] {
            let sources = ["The library opens at nine.".to_owned()];
            let open = || {
                let mut answer = stream(&sources, true, true, false);
                answer.policy.unverifiable = mode;
                answer
            };
            let (_, whole) = under_all_cuts(open, text);
            assert!(
                whole.events.iter().all(|event| !matches!(event, AnswerEvent::Edit(_))),
                "{mode:?} {whole:?}"
            );
            assert!(
                !whole.text.contains("99, ") && !whole.text.contains("제99조"),
                "{mode:?} {}",
                whole.text
            );
        }
    }
}
