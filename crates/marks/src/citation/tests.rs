//! Cases from `tests/cases/marks.jsonl` and the invariants of scanning, holding and rewriting.

#![allow(clippy::string_slice)]

use super::literal::Lexer;
use super::table::TABLE;
use super::*;
use proptest::prelude::*;
use regex::Regex;
use rustc_hash::FxHashMap;
use serde_json::Value;
use std::sync::LazyLock;
use stet_text::span::Span;

const CASES: &str = include_str!("../../../../tests/cases/marks.jsonl");

fn release(text: &str, keep: &FxHashMap<u32, u32>) -> Rewritten<&'static str> {
    rewrite(text, &scan_marks(text), &mut |cited| match cited {
        Cited::Number { n } => keep.get(n).map_or(Decision::Remove("unknown"), |n| Decision::Keep(*n)),
        _ => Decision::Keep(1),
    })
}

fn hold(text: &str) -> usize {
    let mut scanner = HoldScanner::new();
    scanner.push(text);
    scanner.safe()
}

fn check(line: &str) {
    let case: Value = serde_json::from_str(line).unwrap();
    let text = case["text"].as_str().unwrap();
    if let Some(open) = case["open"].as_str() {
        assert_eq!(text.get(..hold(text)), Some(open), "{line}");
        return;
    }
    let marks = scan_marks(text);
    let wanted: Vec<&str> = case["members"].as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect();
    assert_eq!(super::forms::show(&marks), wanted.join("+"), "{line}");
    let number = |v: &Value| u32::try_from(v.as_u64().unwrap()).unwrap();
    let keep = case["keep"].as_array().map_or_else(
        || (1..=5).map(|n| (n, n)).collect(),
        |pairs| pairs.iter().map(|pair| (number(&pair[0]), number(&pair[1]))).collect(),
    );
    let rewritten = release(text, &keep);
    assert_eq!(rewritten.text, case["released"].as_str().unwrap_or(text), "{line}");
    if let Some(removed) = case["removed"].as_u64() {
        assert_eq!(rewritten.removed.len() as u64, removed, "{line}");
    }
    for kept in &rewritten.kept {
        let parsed = scan_marks(&rewritten.text);
        assert!(parsed.iter().any(|mark| mark.span == kept.span), "{line}: {kept:?}");
    }
}

#[test]
fn cases() {
    let mut failed = Vec::new();
    for line in CASES.lines() {
        if std::panic::catch_unwind(|| check(line)).is_err() {
            failed.push(line);
        }
    }
    assert!(failed.is_empty(), "{} failed:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn a_mark_is_matched_at_the_beginning_only() {
    assert_eq!(match_mark("[1] Next"), MarkMatch::Complete(3));
    assert_eq!(match_mark("[1"), MarkMatch::Partial);
    assert_eq!(match_mark("[출"), MarkMatch::Partial);
    assert_eq!(match_mark("[1](http://x)"), MarkMatch::No);
    assert_eq!(match_mark("x [1]"), MarkMatch::No);
    assert_eq!(match_mark(""), MarkMatch::Partial);
}

#[test]
fn no_prefix_of_a_bracket_is_partial_for_long() {
    for start in ["[1", "[1, ", "[source: ", "[[", "[   ", "[출처: ", "[1†"] {
        for fill in ["1", ",1", " ", "가", "a", "[", "-", "1-1,"] {
            let text = format!("{start}{}", fill.repeat(MAX_MARK_CHARS));
            assert_eq!(match_mark(&text), MarkMatch::No, "{text}");
        }
    }
}

#[test]
fn what_is_held_does_not_come_back_when_a_comma_leaves_the_window() {
    let text = ", ``````According to [1]";
    let mut last = 0;
    for (at, _) in text.char_indices() {
        let safe = hold(&text[..at]);
        assert!(safe >= last, "{:?}", &text[..at]);
        last = safe;
    }
    assert!(last <= scan_marks(text)[0].span.start);
}

#[test]
fn what_may_become_a_tag_is_held_like_text_at_the_bound_of_a_mark() {
    for begun in ["<su", "&nb", "<", "\\"] {
        for fill in MAX_MARK_CHARS - 24..MAX_MARK_CHARS {
            let text = format!("[source: {}{begun} x]", "a".repeat(fill));
            let Some(mark) = scan_marks(&text).first().map(|mark| mark.span) else { continue };
            for (at, _) in text.char_indices().filter(|(at, _)| *at < mark.end) {
                assert!(hold(&text[..at]) <= mark.start, "{text} at {at}");
            }
        }
    }
}

/// Steps of the whole-text scan and of the stream fed piece by piece.
fn work(text: &str) -> (usize, usize) {
    let mut lexer = Lexer::new(text);
    lexer.run(true);
    let mut scanner = HoldScanner::new();
    let mut buffer = [0; 4];
    for c in text.chars() {
        scanner.push(c.encode_utf8(&mut buffer));
    }
    (lexer.work, scanner.work())
}

/// What of literals, of what joins marks and of what looks like one stands between them, one a word.
const JOINTS: &str = "[ ] [[ ( ) { } < > ` `` ``` $ $$ \\ \\[ \\] http://x/ www. ]( [1](a <code> </code> <!-- ~~~ ~~~\n \n \n-_ \n[9]:_ \n[1]:_a.b \n1._[9]_ _ __ ,_ . :_ According_to_ ,_as_per_ 에_따르면_ in_ states_ see_ (see_ 참조 주장이다 Claim 에 a 1 2024 * ** ~~ 번_ <sup> </sup> <b> </b> &#91; &#93; &nbsp; & &# ¹ ⁻³ 1, 9_ |_ _and_ Source_ both_ Kim_ doi: 출 자료_ 째_ e\u{301} 😀 \u{200b} \u{e200} \\ue202 %5B ## turn";

/// Marks of all forms, from the examples of the table, and what may stand around them.
pub(super) static PIECES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let joints = JOINTS.split(' ').map(|piece| piece.replace('_', " "));
    let examples = TABLE.groups.iter().flat_map(|group| &group.forms).flat_map(|form| &form.examples);
    let marks = examples.flat_map(|example| {
        let text = example.split(" => ").next().unwrap_or_default();
        let marks =
            scan_marks(text).into_iter().map(|mark| mark.span.of(text).to_owned()).collect::<Vec<_>>();
        // And the beginning of one.
        let begun = marks
            .iter()
            .map(|mark| mark.chars().take(mark.chars().count() * 2 / 3).collect())
            .collect::<Vec<_>>();
        marks.into_iter().chain(begun)
    });
    let mut pieces: Vec<String> = joints.chain(marks).collect();
    pieces.sort();
    pieces.dedup();
    pieces
});

#[test]
fn work_is_linear_on_hostile_input() {
    for seed in PIECES.iter().filter(|seed| !seed.is_empty()).step_by(4) {
        let size = 500;
        let small = work(&seed.repeat(size / seed.len()));
        let large = work(&seed.repeat(2 * size / seed.len()));
        for (small, large) in [(small.0, large.0), (small.1, large.1)] {
            assert!(large <= small * 5 / 2 + 6000, "{seed:?}: {small} steps become {large}");
        }
    }
}

#[test]
fn numbers_follow_the_first_appearance() {
    let mut numbering = Numbering::new();
    assert_eq!([numbering.assign(&"b"), numbering.assign(&"a"), numbering.assign(&"b")], [1, 2, 1]);
    assert_eq!((numbering.get(&"a"), numbering.get(&"c")), (Some(2), None));
}

#[test]
fn references_are_written_and_recognised() {
    use stet_text::Language;
    let references = [
        Reference { number: 1, title: "file.pdf".into(), page: Some(10), label: Some("iv [9]".into()) },
        Reference { number: 2, title: "학칙\n제3조".into(), page: None, label: None },
    ];
    let english = references_section(&references, Language::En);
    assert_eq!(english, "## References\n\n- [†1] file.pdf, p.10 (iv 9)\n- [†2] 학칙 제3조\n");
    let korean = references_section(&references, Language::Ko);
    assert_eq!(korean, "## 참고문헌\n\n- [†1] file.pdf, 10쪽 (iv 9)\n- [†2] 학칙 제3조\n");
    assert_eq!(references_section(&[], Language::Ko), "");
    for line in english.lines().chain(korean.lines()).filter(|line| line.starts_with('#')) {
        assert!(is_references_heading(line), "{line}");
    }
    for line in [
        "References",
        "**References**",
        "### Sources:",
        "참고 자료",
        "출처:",
        "5. 참고문헌",
        "**참고 문헌:**\n",
    ] {
        assert!(is_references_heading(line), "{line}");
    }
    for line in ["References are needed.", "출처는 다음과 같다.", "", "## 결론", "자료", "출처: 약관"]
    {
        assert!(!is_references_heading(line), "{line}");
    }
}

/// Text made of the pieces that matter here.
fn prose() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES.as_slice()), 0..20).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn holding_is_monotone_and_independent_of_cuts(text in prose(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..4)) {
        let mut each = HoldScanner::new();
        let mut at = vec![0; text.len() + 1];
        let mut buffer = [0; 4];
        let mut last = 0;
        let mut seen = 0;
        for c in text.chars() {
            each.push(c.encode_utf8(&mut buffer));
            seen += c.len_utf8();
            prop_assert!(each.safe() >= last && text.is_char_boundary(each.safe()));
            last = each.safe();
            at[seen] = last;
        }
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(text.len() + 1)).filter(|cut| text.is_char_boundary(*cut)).collect();
        cuts.push(text.len());
        cuts.sort_unstable();
        let mut some = HoldScanner::new();
        let mut from = 0;
        for cut in cuts {
            some.push(&text[from..cut]);
            from = cut;
            prop_assert_eq!(some.safe(), at[cut], "{:?} up to {}", &text, cut);
        }
        if let Some(mark) = scan_marks(&text).first() {
            prop_assert!(last <= mark.span.start, "{:?}", &text);
        }
    }

    #[test]
    fn removal_never_touches_what_was_shown(text in prose(), known in prop::collection::hash_set(1_u32..10, 0..6)) {
        let keep: FxHashMap<u32, u32> = known.iter().map(|n| (*n, *n)).collect();
        let rewritten = release(&text, &keep);
        prop_assert!(rewritten.text.starts_with(&text[..hold(&text)]), "{:?} -> {:?}", &text, &rewritten.text);
        for kept in &rewritten.kept {
            prop_assert!(rewritten.text.get(kept.span.start..kept.span.end).is_some());
        }
        for mark in scan_marks(&rewritten.text) {
            // A check box before the first removed mark stays as it is, shown or not, and may lose what made it one.
            let same = text.bytes().zip(rewritten.text.bytes()).take_while(|(a, b)| a == b).count();
            let shown = mark.span.end <= same;
            prop_assert!(
                shown || rewritten.kept.iter().any(|kept| kept.span == mark.span),
                "{:?} -> {:?}", &text, &rewritten.text
            );
        }
        let left = |text: &str| text.chars().filter(|c| c.is_alphabetic()).collect::<String>();
        // A worded mark takes its words with it.
        let worded = scan_marks(&text).iter().any(|mark| mark.span.of(&text).contains(char::is_alphabetic));
        if !worded && !["See", "per ", "in ", "According", "따르면", "states", "et al", "외", "doi", "Doc"].iter().any(|word| text.contains(word)) && !text.contains("see") && !text.contains("cf") && !text.contains("참조") && !text.contains("sup") && !text.contains("출처") {
            // A subject or object that was a mark alone reads `출처는`; `[9]번` goes with its counter.
            let without = |text: String| text.replace("출처", "").replace('번', "");
            prop_assert_eq!(without(left(&rewritten.text)), without(left(&text)));
        }
    }

    #[test]
    fn identity_changes_nothing(text in prose()) {
        let marks = scan_marks(&text);
        let same = |cited: &Cited| match cited { Cited::Number { n } => Decision::Keep(*n), _ => Decision::<()>::Keep(1) };
        let once = rewrite(&text, &marks, &mut |cited| same(cited));
        let left = scan_marks(&once.text);
        if left.iter().all(|mark| once.kept.iter().any(|kept| kept.span == mark.span)) {
            let twice = rewrite(&once.text, &left, &mut |cited| same(cited));
            prop_assert_eq!(&once.text, &twice.text);
        }
        prop_assert!(once.removed.is_empty());
        // A range that runs backwards (`¹¹⁻³`) is turned.
        let backwards = |reference: &MarkRef| matches!(reference, MarkRef::Range { from, to, .. } if from > to);
        // Markup becomes brackets.
        let markup = marks.iter().any(|mark| mark.grammar != Grammar::Numeric || mark.span.of(&text).starts_with([':', '\\', '{', '<', '#', '%', '$', '^']) || mark.span.of(&text).contains("]("));
        if !markup && marks.len() < 2 && marks.iter().all(|mark| mark.refs.len() == 1 && !mark.refs.iter().any(backwards)) {
            // What is hidden in a number goes, and nothing else: `<sup>9<b></sup>`, `[9\\]`.
            let numbers = marks.iter().flat_map(|mark| &mark.refs).filter(|one| !matches!(one, MarkRef::Name { .. }));
            let spans = numbers.map(MarkRef::span);
            let want = spans.fold(text.clone(), |all, span| {
                let bare = Regex::new(r"<[^>]*>|\\").unwrap().replace_all(span.of(&text), "").into_owned();
                format!("{}{bare}{}", Span::new(0, span.start).of(&all), Span::new(span.end, all.len()).of(&all))
            });
            prop_assert_eq!(once.text, want);
        }
    }

    #[test]
    fn nothing_panics(text in any::<String>()) {
        let _ = release(&text, &FxHashMap::default());
        let _ = hold(&text);
    }
}

#[test]
fn what_named_a_source_alone_still_does_where_a_mark_before_it_went() {
    for (text, wanted) in [
        ("(3번 \\autocite*{2}출처 1~3", "(3번 - 출처 3"),
        ("목록의 3번 [2]출처 3에 따르면 문을 닫는다.", "목록의 3번 - 출처 3에 따르면 문을 닫는다."),
        ("강당은 [2]출처 3에 따르면 문을 닫는다.", "강당은 출처 3에 따르면 문을 닫는다."),
    ] {
        assert_eq!(release(text, &[(3, 3)].into_iter().collect()).text, wanted);
    }
}
