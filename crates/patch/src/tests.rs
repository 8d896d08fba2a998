//! Cases of `tests/cases/patch.jsonl` and the invariants of patches.

#![allow(clippy::string_slice)]

use std::collections::BTreeSet;

use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation;

use super::apply::apply;
use super::{Category, Op, Patch, patches, riskiest};
use stet_text::span::Span;

const CASES: &str = include_str!("../../../tests/cases/patch.jsonl");

fn check(before: &str, after: &str) -> Vec<Patch> {
    let found = patches(before, after);
    assert_eq!(apply(before, &found), after, "{before:?} → {after:?}: {found:#?}");
    let cuts: Vec<usize> = before.grapheme_indices(true).map(|(at, _)| at).chain([before.len()]).collect();
    let mut last = 0;
    for patch in &found {
        assert!(patch.range.start >= last, "patches overlap: {found:#?}");
        last = patch.range.end;
        assert_eq!(patch.range.of(before), patch.before);
        assert_eq!(patch.after_range.of(after), patch.after);
        assert!(
            cuts.contains(&patch.range.start) && cuts.contains(&patch.range.end),
            "cuts a grapheme: {patch:#?}"
        );
        assert!((0.0..=1.0).contains(&patch.risk));
        assert!(!patch.reasons.is_empty(), "no reason: {patch:#?}");
    }
    found
}

/// The written cases are reported, no target; what is promised of DETAIL must hold in each.
#[test]
fn cases() {
    let (mut told, mut broken) = ([0, 0], Vec::new());
    for line in CASES.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| case[name].as_str().unwrap();
        let found = check(text("before"), text("after"));
        let got = serde_json::to_value(riskiest(&found)).unwrap();
        told[usize::from(got == case["category"])] += 1;
        if got == "DETAIL" && case["category"] != "DETAIL" {
            broken.push(line);
        }
    }
    println!("{} of {} written cases as written", told[1], told[0] + told[1]);
    assert!(broken.is_empty(), "{} called DETAIL:\n{}", broken.len(), broken.join("\n"));
}

/// Whatever changes around it or in it, a citation by key is taken whole or not at all, and where it changes, content does.
#[test]
fn a_citation_by_key_is_one_unit() {
    for (before, after, core) in [
        ("It opens at nine [@kim2020, p. 3].", "It opens at nine [@kim2020, p. 4].", Some(true)),
        ("It opens at nine [@kim2020].", "It opens at nine [@lee2021].", Some(true)),
        ("It opens at nine [see @kim2020; @lee, pp. 3-5].", "It opens at nine.", Some(true)),
        ("It opens at nine.", "It opens at nine [@kim2020].", Some(true)),
        ("[@kim2020] says that it opens, at nine.", "[@kim2020] says that it opens at nine.", None),
        ("It opens ([@kim2020]) at nine , daily.", "It opens ([@kim2020]) at nine, daily.", Some(false)),
        ("@kim2020 says that teh hall opens.", "@kim2020 says that the hall opens.", None),
        ("@kim2020 says that the hall opens.", "@lee2020 says that the hall opens.", Some(true)),
        ("[@kim2020]은 강당이 연다고 말한다.", "[@kim2020]은 강당이 연다고 한다.", None),
        ("[@kim2020]은 강당이 연다고 한다.", "[@lee2020]는 강당이 연다고 한다.", Some(true)),
        ("강당은 연다고 할수있다 [@kim2020].", "강당은 연다고 할 수 있다 [@kim2020].", Some(false)),
        ("강당은 연다[@kim2020, 12쪽]고 한다.", "강당은 연다[@kim2020, 13쪽]고 한다.", Some(true)),
    ] {
        let found = check(before, after);
        for (text, ranges) in [
            (before, found.iter().map(|patch| patch.range).collect::<Vec<_>>()),
            (after, found.iter().map(|patch| patch.after_range).collect()),
        ] {
            for citation in stet_marks::citation::scan_keyed(text) {
                let span = citation.without_particle(text);
                for range in &ranges {
                    assert!(!range.overlaps(span) || range.contains(span), "{before} → {after}: {found:#?}");
                }
            }
        }
        let is_core = riskiest(&found) == Category::Core;
        assert!(core.is_none_or(|core| core == is_core), "{before} → {after}: {found:#?}");
    }
}

#[test]
fn ids_are_stable_and_unique() {
    let before = "Same words here. Same words here. The end is near.";
    let after = "Same word here. Same word here. The end is now.";
    let (one, two) = (patches(before, after), patches(before, after));
    assert_eq!(one, two);
    let mut ids: Vec<_> = one.iter().map(|patch| &patch.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), one.len());
}

#[test]
fn a_moved_sentence_is_one_patch() {
    let before = "The first thing is tea. The second thing is milk. The third thing is bread.";
    let after = "The second thing is milk. The third thing is bread. The first thing is tea.";
    let found = check(before, after);
    assert_eq!(found.iter().filter(|patch| patch.op == Op::Move).count(), 1, "{found:#?}");
}

#[test]
fn a_patch_stays_in_its_sentence() {
    let before = "학교가 문을 열었다. 학생이 많이 왔다. 모두 기뻐했다.";
    let after = "학교가 문을 닫았다. 학생이 적게 왔다. 모두 슬퍼했다.";
    let found = check(before, after);
    assert!(found.len() >= 3);
    assert!(found.iter().all(|patch| !patch.before.contains('.')), "{found:#?}");
}

#[test]
fn reasons_speak_the_language_of_the_text() {
    assert!(patches("예산은 3억 원이다.", "예산은 4억 원이다.")[0].reasons[0].contains("수나 단위"));
    assert!(patches("It costs 3 dollars.", "It costs 4 dollars.")[0].reasons[0].contains("number"));
    // The words of the reason are those of the text, not the names the units have here.
    let found = patches("It costs $5.", "It costs €5.");
    assert!(found[0].reasons[0].ends_with("$5 → €5"), "{found:#?}");
}

/// Words of a made-up draft, none of them a slip of another: both languages, numbers, marks, emoji, decomposed Hangul, line ends.
fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        6 => "[qxz]{2,4}",
        2 => Just("a".to_owned()),
        6 => "[쿕쾍췹]{1,3}(은|는|을|에)?",
        1 => Just("각".to_owned()),
        2 => "[0-9]{1,3}(\\.[0-9])?",
        2 => Just("not".to_owned()),
        1 => Just("e\u{301}👩‍👩‍👧".to_owned()),
        1 => Just("\u{1112}\u{1161}\u{11ab}".to_owned()),
        1 => Just("\"q\"".to_owned()),
        1 => Just("https://a.b/c".to_owned()),
    ];
    let space =
        prop_oneof![10 => Just(" "), 2 => Just(". "), 1 => Just("\r\n"), 1 => Just("\n\n"), 1 => Just("")];
    prop::collection::vec((word, space), 0..30)
        .prop_map(|parts| parts.into_iter().map(|(word, space)| word + space).collect())
}

fn pair() -> impl Strategy<Value = (String, String)> {
    (words(), words(), words(), 0..4_usize).prop_map(|(one, two, three, kind)| match kind {
        0 => (one, two),
        1 => (format!("{one}{two}"), format!("{one}{three}{two}")),
        2 => (format!("{one}{two}{three}"), format!("{three}{one}{two}")),
        _ => (format!("{one}{two}{three}"), format!("{one}{three}")),
    })
}

/// What cannot be read becomes a denial: a slip mended, or another claim.
#[test]
fn a_slip_that_becomes_a_denial_is_no_slip() {
    for (before, after) in [
        ("It does bnot leak today.", "It does not leak today."),
        ("Visitors may nto enter the hall.", "Visitors may not enter the hall."),
        ("They nevr close the gate.", "They never close the gate."),
        ("It is nota gift.", "It is not a gift."),
        ("Guests haveno key.", "Guests have no key."),
        ("It neverrains here.", "It never rains here."),
    ] {
        assert!(patches(before, after).iter().all(|patch| patch.category != Category::Detail), "{before}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn patches_lead_there((before, after) in pair()) {
        check(&before, &after);
    }

    #[test]
    fn any_subset_applies((before, after) in pair(), mask in any::<u64>()) {
        let all = patches(&before, &after);
        let (some, rest): (Vec<_>, Vec<_>) = all.iter().enumerate().partition(|(at, _)| mask >> (at % 64) & 1 == 1);
        let some: Vec<&Patch> = some.into_iter().map(|(_, patch)| patch).collect();
        let text = apply(&before, some.iter().copied());
        // Every byte outside the chosen patches is still there, in order.
        let mut kept = String::new();
        let mut at = 0;
        for patch in &some {
            kept.push_str(&before[at..patch.range.start]);
            at = patch.range.end;
        }
        kept.push_str(&before[at..]);
        prop_assert_eq!(text.len(), kept.len() + some.iter().map(|patch| patch.after.len()).sum::<usize>());
        for (_, patch) in rest {
            prop_assert!(patch.before.is_empty() || text.contains(&patch.before));
        }
    }

    #[test]
    fn detail_never_changes_what_is_said(
        (before, after) in prop_oneof![pair(), edited(), (loose(), loose())],
        choice in any::<u64>(),
    ) {
        let details: Vec<Patch> = patches(&before, &after).into_iter().filter(|patch| patch.category == Category::Detail).collect();
        let groups: BTreeSet<&str> = details.iter().map(Patch::group).collect();
        let group = |name: &str| -> Vec<&Patch> { details.iter().filter(|patch| patch.group() == name).collect() };
        // All of them, each decision alone, and some: any may be accepted without the others.
        let chosen = groups.iter().enumerate().filter(|(at, _)| choice >> (at % 64) & 1 == 1);
        let some: BTreeSet<&str> = chosen.map(|(_, name)| *name).collect();
        let some = details.iter().filter(|patch| some.contains(patch.group())).collect();
        for some in [details.iter().collect(), some].into_iter().chain(groups.into_iter().map(group)) {
            let alone = apply(&before, some.iter().copied());
            prop_assert_eq!(said(&before), said(&alone), "{:#?}", some);
            prop_assert_eq!(facts(&before), facts(&alone), "{:#?}", some);
            // Marks and blanks make no word that neither text has.
            let marks = some.iter().all(|patch| !runs(&patch.before).chain(runs(&patch.after)).any(|_| true));
            let strange = |word: &&str| !runs(&before).chain(runs(&after)).any(|known| known == *word);
            prop_assert_eq!(runs(&alone).find(|word| marks && strange(word)), None, "{:#?}", some);
        }
    }
}

/// A few short words and marks, where deleting what stands between leaves other words beside one another.
fn loose() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec!["a", "not", "nota", "안", "하다", "학교", "은", "5", "km"]);
    let mark = prop::sample::select(vec![" ", " ", " ", ". ", ", ", "\n", "-", " (", ") "]);
    prop::collection::vec((word, mark), 0..6)
        .prop_map(|parts| parts.into_iter().map(|(word, mark)| [word, mark].concat()).collect())
}

/// Runs of letters and digits.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|ch: char| !ch.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// A text and the same with some of its words marked, recased, respaced, given another particle,
/// exchanged, dropped or added: many changes of form beside changes that are more.
fn edited() -> impl Strategy<Value = (String, String)> {
    let word = prop_oneof![
        6 => "[qxz]{2,4}",
        6 => "[쿕쾍췹]{2,3}(은|는|을|를|에)?",
        3 => "[1-9][0-9]{0,3}(\\.[0-9])?",
        1 => Just("not".to_owned()),
        1 => Just("없다".to_owned()),
        1 => Just("\u{1102}\u{1165}\u{11b8}".to_owned()),
    ];
    prop::collection::vec((word.clone(), word, 0..24_usize), 1..20).prop_map(|words| {
        let (mut before, mut after) = (String::new(), String::new());
        for (at, (word, other, kind)) in words.into_iter().enumerate() {
            let end = if at % 7 == 6 { ". " } else { " " };
            before.extend([word.as_str(), end]);
            let stem = word.trim_end_matches(['은', '는', '을', '를']);
            match kind {
                0 => after.extend([word.as_str(), ",", end]),
                1 => after.extend([word.to_uppercase().as_str(), end]),
                2 => after.push_str(&word),
                3 => after.extend([stem, end]),
                4 => after.extend([stem, "을", end]),
                5 => after.extend([other.as_str(), end]),
                6 => {}
                7 => after.extend(["not ", word.as_str(), end]),
                8 => after.extend([word.as_str(), "0", end]),
                9 => after.extend(["\"", word.as_str(), "\"", end]),
                10 => after.extend([word.as_str(), "  ", end]),
                11 => after.extend(["-", word.as_str(), end]),
                12 => after.extend([word.as_str(), " ", other.as_str(), end]),
                _ => after.extend([word.as_str(), end]),
            }
        }
        (before, after)
    })
}

/// What a DETAIL may never touch, read in the plainest way and without any code of the classifier: every letter
/// in its order and every number by its value. White space, marks, case and normalisation are form; so are the
/// syllables that serve as particles and the article `a`, wherever they stand.
fn said(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    let text: Vec<char> = text.nfc().collect::<String>().to_lowercase().chars().collect();
    let mut out = String::new();
    let mut at = 0;
    while at < text.len() {
        let number: String = text[at..].iter().take_while(|ch| ch.is_ascii_digit() || **ch == '.').collect();
        let number = number.trim_end_matches('.');
        if number.starts_with(|ch: char| ch.is_ascii_digit()) {
            let negative = at > 0 && text[at - 1] == '-' && (at < 2 || text[at - 2].is_whitespace());
            let value: String = match number.parse::<f64>() {
                Ok(value) => (if negative { -value } else { value }).to_string(),
                Err(_) => number.to_owned(),
            };
            out.extend(["#", &value]);
            at += number.chars().count();
            continue;
        }
        if text[at].is_alphanumeric() && !"은는을를이가의a".contains(text[at]) {
            out.push(text[at]);
        }
        at += 1;
    }
    out
}

/// Numbers by value and `not` as a word: where it runs into its neighbour it is gone, though all letters are there.
fn facts(text: &str) -> Vec<String> {
    use unicode_normalization::UnicodeNormalization;
    let text = text.nfc().collect::<String>().to_lowercase();
    let mut facts: Vec<String> = text
        .split(|ch: char| !(ch.is_ascii_digit() || ch == '.'))
        .map(|number| number.trim_matches('.'))
        .filter(|number| !number.is_empty())
        .map(|number| number.parse::<f64>().map_or_else(|_| number.to_owned(), |value| value.to_string()))
        .collect();
    // Beside a digit or Hangul it still reads as the word.
    let words = text.split(|ch: char| !ch.is_ascii_alphabetic());
    facts.extend(words.filter(|word| *word == "not").map(str::to_owned));
    facts
}

#[test]
fn form_never_runs_words_together() {
    for (before, after) in [
        ("nota not. a a a ", "not"),
        (
            "not. a\r\ne\u{301}👩\u{200d}👩\u{200d}👧 nota not. 라 ",
            "a not. 라 not. a\r\ne\u{301}👩\u{200d}👩\u{200d}👧 not",
        ),
        ("a\n\na\n\nhttps://a.b/ca https://a.b/c\n\n0 ", "a https://a.b/c\n\n0 a\n\na\n\nhttps://a.b/c"),
    ] {
        let found = check(before, after);
        let details: Vec<&Patch> = found.iter().filter(|patch| patch.category == Category::Detail).collect();
        assert_eq!(facts(before), facts(&apply(before, details.iter().copied())), "{found:#?}");
        for patch in details {
            assert_eq!(facts(before), facts(&apply(before, [patch])), "{patch:#?}");
        }
    }
}

#[test]
fn spans_of_insertions_stand_between_words() {
    let found = check("The plan failed.", "The whole plan failed.");
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].op, found[0].range), (Op::Insert, Span::new(4, 4)));
}

#[test]
fn long_text_without_a_sentence_end_is_compared() {
    let before = "word ".repeat(20_000);
    let after = format!("{}changed {}", "word ".repeat(9_000), "word ".repeat(11_000));
    check(&before, &after);
}
