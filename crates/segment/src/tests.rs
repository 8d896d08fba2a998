//! Cases of `tests/cases/segment.jsonl` and the invariants of the segmenter.

use proptest::prelude::*;
use serde::Deserialize;
use unicode_segmentation::UnicodeSegmentation;

use super::claim::train::{Row, figures, fit};
use super::*;

#[derive(Deserialize)]
struct Case {
    text: String,
    sentences: Vec<String>,
    #[serde(default)]
    kinds: Vec<SentenceKind>,
}

fn check(case: &Case) -> Result<(), String> {
    let found = segment(&case.text);
    let texts: Vec<&str> = found.iter().map(|sentence| sentence.span.of(&case.text).trim()).collect();
    let kinds: Vec<SentenceKind> = found.iter().map(|sentence| sentence.kind).collect();
    if texts != case.sentences {
        return Err(format!("{:?}\n   found {texts:?}\nexpected {:?}", case.text, case.sentences));
    }
    if !case.kinds.is_empty() && kinds != case.kinds {
        return Err(format!("{:?}\n   found {kinds:?}\nexpected {:?}", case.text, case.kinds));
    }
    Ok(())
}

fn cases() -> Vec<Case> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cases/segment.jsonl");
    let lines = std::fs::read_to_string(path).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn sentences_and_kinds_of_the_cases() {
    let failures: Vec<String> = cases().iter().filter_map(|case| check(case).err()).collect();
    assert!(failures.is_empty(), "{} failed\n{}", failures.len(), failures.join("\n"));
}

/// What a reader of a stream sees: every sentence with the number of bytes that had been pushed before it came,
/// and what was settled after each push.
struct Run {
    sentences: Vec<Sentence>,
    settled: Vec<(usize, usize)>,
}

/// Pushes `text` cut at `cuts` (ascending character boundaries) and checks what must hold while it streams.
fn stream(text: &str, cuts: &[usize]) -> Run {
    let mut segmenter = SentenceSegmenter::new();
    let mut sentences = Vec::new();
    let mut settled = Vec::new();
    let (mut from, mut last) = (0, 0);
    for &cut in cuts.iter().chain([&text.len()]) {
        let known = sentences.len();
        segmenter.push(text.get(from..cut).unwrap(), &mut sentences);
        for sentence in &sentences[known..] {
            assert!(
                sentence.span.end >= last,
                "boundary {} before settled {last} in {text:?}",
                sentence.span.end
            );
        }
        let now = segmenter.settled();
        assert!(now >= last && now <= cut, "settled {now} after {last} at {cut} in {text:?}");
        assert!(cut - now <= LOOK_AHEAD, "looks {} bytes ahead in {text:?}", cut - now);
        assert!(sentences.last().is_none_or(|sentence: &Sentence| sentence.span.end <= now));
        settled.push((cut, now));
        (from, last) = (cut, now);
    }
    let known = sentences.len();
    segmenter.finish(&mut sentences);
    for sentence in &sentences[known..] {
        assert!(
            sentence.span.end >= last,
            "boundary {} before settled {last} in {text:?}",
            sentence.span.end
        );
    }
    Run { sentences, settled }
}

fn boundaries(text: &str) -> Vec<usize> {
    text.char_indices().map(|(at, _)| at).skip(1).collect()
}

/// All invariants for one text: partition, graphemes, and independence of every two-way and the per-character cut.
fn check_invariants(text: &str, two_way: bool) {
    let whole = segment(text);
    let mut at = 0;
    let edges: Vec<usize> = text.grapheme_indices(true).map(|(at, _)| at).chain([text.len()]).collect();
    for sentence in &whole {
        assert_eq!(sentence.span.start, at, "{text:?}");
        assert!(
            sentence.span.end > at && edges.binary_search(&sentence.span.end).is_ok(),
            "{text:?} {sentence:?}"
        );
        at = sentence.span.end;
    }
    assert_eq!(at, text.len(), "{text:?}");
    let places = boundaries(text);
    let single = stream(text, &places);
    assert_eq!(single.sentences, whole, "{text:?}");
    if two_way {
        for &cut in &places {
            let run = stream(text, &[cut]);
            assert_eq!(run.sentences, whole, "{text:?} cut at {cut}");
            assert!(single.settled.contains(&run.settled[0]), "settled depends on the cuts of {text:?}");
        }
    }
}

#[test]
fn a_wide_character_behind_a_pronoun_holds_nothing_up() {
    for text in ["Really? i’m ", "No! they’d ", "Is it? we… ", "So? he— "] {
        let text = format!("{text}{}", "sure of that, and so on ".repeat(40));
        let cuts: Vec<usize> = text.char_indices().map(|(at, _)| at).skip(1).collect();
        stream(&text, &cuts);
    }
}

/// What ended a mark ends it, whether or not what comes behind that is a whole character yet.
#[test]
fn half_an_entity_behind_a_mark_and_its_end_changes_nothing() {
    for text in [
        " 2항]•9. ¹•&#91;1&#93;",
        "Rates fell. ² — &amp; rose",
        "금리가 내렸다. ³ · <b>올랐다</b>",
        "Done. ¹\u{2014}&nbsp;So",
    ] {
        check_invariants(text, true);
    }
}

#[test]
fn every_cut_of_every_case_gives_the_same_sentences() {
    for case in cases() {
        check_invariants(&case.text, true);
    }
}

#[test]
fn long_runs_stay_linear_and_within_the_look_ahead() {
    let units = "?¦.¦. ¦[1]¦ ¦\n¦`¦``` ¦\"¦(¦[¦ㅋ¦다¦요 ¦1.¦a.¦- ¦|¦#¦$¦<a¦\\¦=¦-¦\n-¦\n=¦a|b\n-|-\n¦a|b\n-¦\n[1]: ¦-|¦a|b\n-|-\nccc ¦때^¦줘 ¦듯 ¦어디 있지 ";
    for unit in units.split('¦') {
        let mut text = String::from("주장이다.");
        while text.len() < 60_000 {
            text.push_str(unit);
        }
        let run = stream(&text, &boundaries(&text));
        assert_eq!(run.sentences, segment(&text), "{unit:?}");
    }
}

/// Pieces from which texts are built that reach the rules.
const PIECES: &str = concat!(
    "The rule applies¦승인된다¦끝났음¦했어요¦가능합니까¦.¦. ¦? ¦!¦...¦… ¦。¦\n¦\n\n¦\r\n¦ ¦  ¦\t¦    ¦[1]¦",
    " [2]¦[참조: 제3조¦ 2항]¦\"¦'¦“¦”¦(¦)¦`¦```¦~~~¦$¦- ¦1. ¦2. ¦# ¦> ¦| a |¦ | ¦&#91;1&#93;¦",
    " &#91;¦(출처 1)¦ (source ¦¹¦<sup>2</sup>¦&¦<¦[S1]¦〔1〕¦\n---|---\n¦\n===¦\n---\n¦\n--¦=¦-¦",
    "[9]: ¦\n[1]: a.b/c¦Dr¦U.S¦p.m¦e.g¦2024¦ 1¦http://a.b/c¦고 말했다¦라고¦ㅋㅋ¦ㅠㅠ¦^^¦~¦😀¦👩\u{200D}🚀¦",
    "\u{301}¦\u{200D}¦é¦a¦A¦The¦he¦\\¦[¦]¦【1】¦*¦**¦•¦<b>¦•9. ¦b. ¦a. ¦\u{3000}¦\u{85}¦",
    "\u{600}¦ᄀ¦ᅡ¦🇰🇷¦다¦요¦찾아줘 ¦어디 있지 ¦몇 시야 ¦가지 마 ¦좋을 듯 ¦갔어 ¦않",
);

fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(PIECES.split('¦').collect::<Vec<_>>());
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn cuts_change_nothing(text in pieces()) {
        check_invariants(&text, true);
    }

    #[test]
    fn any_text_is_partitioned(text in "\\PC{0,80}", cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6)) {
        check_invariants(&text, false);
        let places = boundaries(&text);
        if !places.is_empty() {
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| *cut.get(&places)).collect();
            cuts.sort_unstable();
            cuts.dedup();
            prop_assert_eq!(stream(&text, &cuts).sentences, segment(&text));
        }
    }
}

#[derive(Deserialize)]
struct Labelled {
    text: String,
    kind: SentenceKind,
}

fn labelled(name: &str) -> Vec<Row> {
    let path = format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"));
    let lines = std::fs::read_to_string(path).unwrap();
    let row = |line: &str| serde_json::from_str(line).map(|Labelled { text, kind }| Row { text, kind });
    lines.lines().map(|line| row(line).unwrap()).collect()
}

/// Sentences as assistants write them. What form decides is always right; the weights have learned from all of them.
#[test]
fn kinds_of_what_assistants_write() {
    let rows = labelled("tests/cases/kinds.jsonl");
    let mut wrong = [const { Vec::new() }; 2];
    for row in &rows {
        let kinds: Vec<SentenceKind> = segment(&row.text).iter().map(|sentence| sentence.kind).collect();
        if kinds.iter().any(|kind| *kind != row.kind) {
            let learned = matches!(row.kind, SentenceKind::Claim | SentenceKind::Meta);
            wrong[usize::from(learned)].push(format!("{:?} {kinds:?} {}", row.kind, row.text));
        }
    }
    let [form, learned] = wrong;
    assert!(form.is_empty(), "{}", form.join("\n"));
    assert!(50 * learned.len() <= rows.len(), "{} wrong:\n{}", learned.len(), learned.join("\n"));
}

/// The third that is held out says what the model makes of sentences that it never saw.
#[test]
fn two_thirds_teach_the_model_to_read_the_third() {
    let mut rows = labelled("tests/cases/kinds.jsonl");
    let held_out: Vec<Row> = rows.extract_if(.., |row| row.is_held_out()).collect();
    rows.extend(labelled("data/segment/claims.jsonl"));
    let figures = figures(&fit(&rows), &held_out);
    assert!(
        100 * figures.claims_right >= 90 * figures.claims
            && 100 * figures.others_right >= 85 * figures.others,
        "{figures:?}"
    );
}
