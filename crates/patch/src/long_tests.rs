//! Sentences without an end, as a model writes them or a transcript has them.

use super::apply::apply;
use super::*;

/// A line without an end, of `times` pieces; every `every`-th is rewritten.
fn line(before: &str, after: &str, times: usize, every: usize) -> (String, String) {
    let piece = |at: usize, text: &str| text.replace('#', &(at % 89).to_string());
    let old: String = (0..times).map(|at| piece(at, before)).collect();
    let new = (0..times).map(|at| piece(at, if at % every == 0 { after } else { before })).collect();
    (old, new)
}

const PIECES: [(&str, &str, &str); 3] = [
    (
        "the reader # borrows a colour coded book and ",
        "the reader # borrows a colour-coded book and ",
        "too long",
    ),
    ("이용자 #명은 도서관에서 책을 빌린다고 ", "이용자 #명은 도서관에서  책을 빌린다고 ", "너무 길고"),
    ("(a#) no «x» may go, ", "(a#) no «x» must go, ", "too long"),
];

#[test]
fn thousands_of_changes_in_one_sentence_are_core_unread() {
    for (before, after, reason) in PIECES {
        let (old, new) = line(before, after, 4000, 1);
        let found = patches(&old, &new);
        assert!(found.len() > 3000, "{} {before}", found.len());
        for patch in &found {
            assert_eq!(patch.category, Category::Core, "{patch:?}");
            assert!(patch.reasons[0].contains(reason) && patch.risk > 0.5, "{patch:?}");
            assert!(patch.gates.iter().any(|gate| gate.verdict == GateVerdict::Core), "{patch:?}");
        }
        assert_eq!(apply(&old, &found), new);
        let some: Vec<Patch> = found.into_iter().step_by(3).collect();
        assert_ne!(apply(&old, &some), old);
    }
}

#[test]
fn a_few_changes_in_an_endless_sentence_are_read_like_any() {
    for (before, after, reason) in PIECES.into_iter().take(2) {
        // What one piece is, many are, up to the work that is done for a sentence.
        for times in [20, 1000] {
            let (old, new) = line(before, after, times, 100);
            let found = patches(&old, &new);
            assert!(!found.is_empty(), "{before}");
            for patch in &found {
                assert_eq!(patch.category, Category::Detail, "{times} {patch:?}");
                assert!(!patch.reasons.iter().any(|told| told.contains(reason)), "{patch:?}");
            }
            assert_eq!(apply(&old, &found), new);
        }
    }
}

#[test]
fn a_name_read_once_for_a_sentence_is_the_name_of_the_change() {
    let (before, after) = ("One may go. Two may stay.", "One must go. Two may stay.");
    let found = patches(before, after);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].id, patch_id(Op::Replace, "One may go. ", "may", "must"));
}

/// What is read grows with the number of changes, not with the sentence around each, and ends at the budget.
#[test]
fn the_work_is_bounded() {
    use classify::words::{BUDGET, OF_A_SENTENCE, Reader};
    let read = |times: usize, every: usize| {
        let (old, new) = line(PIECES[0].0, PIECES[0].1, times, every);
        let mut reader = Reader::default();
        let found = patches_with(&Around::default(), &old, &new, &mut reader);
        (found.len(), reader.spent())
    };
    let (few, short) = read(500, 50);
    let (same, long) = read(5_000, 500);
    assert_eq!((few, same), (10, 10));
    assert!(long <= short, "{short} {long}");
    let (many, spent) = read(4_000, 1);
    assert!(many > 3_000 && spent <= OF_A_SENTENCE && OF_A_SENTENCE < BUDGET, "{many} {spent}");
}

/// Nobody waits for it any more.
#[test]
fn a_comparison_is_left_when_it_is_stopped() {
    for (before, after, _) in PIECES {
        let (old, new) = line(before, after, 200, 2);
        let stop = stet_text::stop::Stop::default();
        assert!(stop.within(|| patches(&old, &new)).is_some_and(|found| !found.is_empty()));
        stop.set();
        assert!(stop.within(|| patches(&old, &new)).is_none());
    }
}

/// What stands between two equal words is one change, however long: its words are not held against one another each with
/// each.
#[test]
fn a_change_longer_than_a_page_is_core_unread() {
    for (before, after, reason) in [
        ("no person may ever enter, ", "every reader must always leave, ", "too long to be looked at"),
        ("(a) 12 “x” ", "[b] 13 ‘y’ ", "too long to be looked at"),
        ("누구도 결코 들어갈 수 없으며 ", "모두가 언제나 나가야 하고 ", "너무 길어"),
    ] {
        for times in [10, 2_000] {
            let (old, new) = (
                format!("It says {}so.", before.repeat(times)),
                format!("It says {}so.", after.repeat(times)),
            );
            let found = patches(&old, &new);
            let most = found.iter().map(|patch| patch.before.len()).max().unwrap_or_default();
            let unread = found.iter().any(|patch| patch.reasons.iter().any(|told| told.contains(reason)));
            assert_eq!(unread, most > classify::words::WHOLE, "{before} {times}");
            assert_eq!(riskiest(&found), Category::Core, "{before} {times}");
            assert_eq!(apply(&old, &found), new);
        }
    }
}

/// A change of thousands of words is one change; it is not compared word with word.
#[test]
fn a_line_rewritten_word_by_word_is_core() {
    for (before, after) in [("abcdefg ", "abcdefh "), ("학생이다 ", "학생이나 "), ("12 ", "13 ")] {
        let found = patches(&before.repeat(6_000), &after.repeat(6_000));
        assert_eq!(riskiest(&found), Category::Core, "{before}");
    }
}
