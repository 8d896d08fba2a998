//! Invariants of scanning, structure and resolution, and that their work is linear.

use super::*;
use proptest::prelude::*;

#[test]
fn work_is_linear_on_hostile_input() {
    let index = index();
    let seeds = "제25·|제1,|25조 |학칙 |학칙 2|학칙 25조·|별표 |[별표 |별지 제|§ |§§ 1, |Section |Annex |Schedules 1, |paragraph 2 of |\
        School Rules, |민법의 |민법(|「학칙」의 |다음 조|전조 |②|1-|제1~|법 1|[|<|제1조(가|제1조(|제1조(나)|제1조** (|\
        제1\u{200b}|第二十|\u{1112}\u{1161}|제1장 |제1장·|제1편 제1장 제1절 |제1장부터 |제1장(|Chapter 1, |제X|제Ⅴ|\
        학칙 이|&|&#|&nbsp;|제<b>|<b>|제&#57;|제이십";
    for seed in seeds.split('|') {
        let steps = |size: usize| {
            let text = seed.repeat(size / seed.len());
            crate::pattern::steps::take();
            let found = scan_statutes_in(&text, &index).len();
            let mut hold = StatuteHold::default();
            for c in text.chars() {
                hold.push(c.encode_utf8(&mut [0; 4]), &index);
                assert!(hold.safe() + 2 * MAX_REFERENCE_BYTES >= hold.len(), "{seed:?} holds too much back");
            }
            (crate::pattern::steps::take(), found)
        };
        let (small, large) = (steps(2000), steps(4000));
        assert!(large.0 <= small.0 * 5 / 2 + 3000, "{seed:?}: {small:?} become {large:?}");
    }
}

fn prose() -> impl Strategy<Value = String> {
    let pieces = "「학칙」|「|」|학칙|동강대학교 학칙|제25조|제99조|제|의2|제2항|제1호|가목|부터|까지| 내지 | 및 |, |와 |같은 조|동 규정|전항|이 규정|\
        Article 25(2)|Articles 3 and 5| of the |School Rules|(휴학)|(|)|에 따라|는|를| |  |\n|.|25|조|\
        규정|에 관한 |가나다|word |①|😀|장학금 지급에 관한 규정|25조|26조|2항|·|~|원|민법 |별표 1|[별표 2]|별지 제3호서식|[|의 |\
        다음 조|§ 25|Section 3.2|Library Rules|paragraph 2 of |(a)|**|②|(등록)|(개정 2020)|\u{200b}|\
        \u{a0}|第|二十五|條|제이십|오조|９|\u{1112}\u{1161}\u{11a8}|\u{110c}|제3장|제2절|장|절|(학적)|제1장 제25조|\
        Chapter 9|Annex 2|Schedule |Appendix B to the |&#51228;|&nbsp;|&|&#57;|<b>|</b>|<|Ⅴ|XXV|이십오조|제9편|\u{1166}";
    prop::collection::vec(prop::sample::select(pieces.split('|').collect::<Vec<_>>()), 0..18)
        .prop_map(|parts| parts.concat())
}

/// Whatever a stream shows while the text grows stays outside of every reference found in the end, unless the reference was
/// complete when it was shown; and what it shows does not depend on the cuts.
fn shown_apart(text: &str, index: &RegulationIndex<String>) {
    let refs = scan_statutes_in(text, index);
    let mut hold = StatuteHold::default();
    let mut last = 0;
    for (at, c) in text.char_indices() {
        let cut = at + c.len_utf8();
        hold.push(&text[at..cut], index);
        let shown = hold.safe();
        assert!(last <= shown && shown <= cut && text.is_char_boundary(shown));
        last = shown;
        for reference in refs.iter().filter(|found| found.span.start < shown && shown < found.span.end) {
            let early = scan_statutes_in(&text[..cut], index);
            let seen = early.iter().any(|seen| seen.span.start == reference.span.start);
            assert!(seen, "{text:?} cut at {cut} shows {shown} inside {reference:?}");
        }
    }
    let mut whole = StatuteHold::default();
    whole.push(text, index);
    assert_eq!(whole.safe(), last, "{text:?}");
}

#[test]
fn cases_are_held_back_at_every_cut() {
    let index = index();
    for line in CASES.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        shown_apart(case["text"].as_str().unwrap(), &index);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn spans_are_ordered_and_lie_in_the_text(text in prose()) {
        let index = index();
        let mut end = 0;
        let mut context = Context::default();
        for reference in scan_statutes_in(&text, &index) {
            prop_assert!(reference.span.start >= end && !reference.span.of(&text).is_empty(), "{text:?} {reference:?}");
            end = reference.span.end;
            let _ = index.resolve(&reference, &mut context);
        }
    }

    #[test]
    fn what_was_shown_never_belongs_to_a_reference(text in prose()) {
        shown_apart(&text, &index());
    }

    #[test]
    fn replacing_nothing_changes_nothing(text in prose()) {
        let refs = scan_statutes(&text);
        let (same, edits) = rewrite_statutes(&text, &refs, Unverifiable::Generalise, &mut |_| None);
        prop_assert_eq!(same, text);
        prop_assert!(edits.is_empty());
    }

    #[test]
    fn nothing_panics(text in any::<String>(), page in any::<u32>()) {
        let _ = scan_statutes(&text);
        let _ = key_sentence(&text, Some(page));
        let _ = has_part(&text, Some(1), Some(page), Some('가'));
        let _ = parse_structure(text.lines().map(|line| (line, Some(page))));
    }

    #[test]
    fn articles_keep_every_line_of_text(lines in prop::collection::vec(prop::sample::select(vec![
        "제1조(목적) 가", "제2조 나", "본문이다.", "부칙", "학칙", "제1장 총칙", "", "[별표 1]", "제3조 <삭제>", "1. 호", "제5조 내지 제7조 삭제",
    ]), 0..30)) {
        let book = parse_structure(lines.iter().map(|line| (*line, None)));
        let mut end = 0;
        for regulation in &book {
            prop_assert!(regulation.lines.start >= end && regulation.lines.end <= lines.len());
            end = regulation.lines.end;
            for article in &regulation.articles {
                prop_assert!(regulation.lines.start <= article.lines.start && article.lines.end <= regulation.lines.end);
                prop_assert!(!article.text.is_empty());
            }
        }
    }
}
