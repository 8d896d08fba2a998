//! Staged patches against a simple model: random edits and decisions.

#![allow(clippy::string_slice)]

use proptest::prelude::*;

use super::align::Aligner;
use super::apply::apply;
use super::rebase::{Edit, Rebased, edits};
use super::stage::{Action, Outcome, Selector, Stage, Status};
use super::{Around, Category, Patch, patches};
use stet_text::span::Span;

pub(super) const OLD: &str = "The goverment gave 3 schools a large grant. 학교는 학생에게 책을 주었다. The end is near. 예산은 3억 원이다. In the end a new agreement was negotiated.";
pub(super) const NEW: &str = "The government gave 4 schools a big grant. The end is near. 학교가 학생에게 책을 주었습니다. 예산은 4억 원이다. In the end we negotiated a new agreement.";

pub(super) fn stage() -> (Stage, Vec<Patch>) {
    let all = patches(OLD, NEW);
    let mut stage = Stage::new(OLD, 7);
    assert_eq!(stage.stage(all.clone()).len(), all.len());
    (stage, all)
}

pub(super) fn decide(stage: &mut Stage, action: Action, selector: &Selector) -> (Vec<String>, Vec<String>) {
    let revision = stage.revision();
    match stage.decide(action, selector, revision) {
        Outcome::Decided { changed, conflicts } => (changed, conflicts),
        Outcome::Stale { .. } => panic!("the revision is the present one"),
    }
}

fn accepted<'a>(stage: &Stage, all: &'a [Patch]) -> Vec<&'a Patch> {
    let is = |patch: &&Patch| {
        stage.patches().iter().any(|staged| staged.patch.id == patch.id && staged.status == Status::Accepted)
    };
    all.iter().filter(is).collect()
}

#[test]
fn all_and_back() {
    let (mut stage, _) = stage();
    decide(&mut stage, Action::Accept, &Selector::All);
    assert_eq!(stage.text(), NEW);
    let log = stage.log().len();
    assert_eq!(decide(&mut stage, Action::Accept, &Selector::All), (vec![], vec![]), "twice is once");
    assert_eq!(stage.log().len(), log);
    decide(&mut stage, Action::Undo, &Selector::All);
    assert_eq!(stage.text(), OLD);
}

#[test]
fn places_are_kept_as_one_string_and_read_in_both_forms() {
    let (mut stage, all) = stage();
    decide(&mut stage, Action::Accept, &Selector::Ids(vec![all[0].id.clone()]));
    stage.edit(&Edit::new(Span::new(0, 3), "A"));
    let kept = serde_json::to_string(&stage.places()).unwrap();
    assert!(kept.len() < 60 * all.len(), "{kept}");
    let again = Stage::restore(
        stage.text(),
        stage.revision(),
        stage.patches().to_vec(),
        serde_json::from_str(&kept).unwrap(),
    );
    assert_eq!(again.places(), stage.places());
    for patch in &all {
        assert_eq!(
            (again.place(&patch.id), again.target(&patch.id)),
            (stage.place(&patch.id), stage.target(&patch.id))
        );
        let all = again.all_places();
        assert_eq!(all[patch.id.as_str()], (again.place(&patch.id), again.target(&patch.id)));
    }
    let long = r#"{"anchors":[{"patch":"p1","part":"here","range":{"start":1,"end":2},"broken":false}],"suppressed":["k"]}"#;
    let old = Stage::restore("abc", 1, Vec::new(), serde_json::from_str(long).unwrap());
    assert_eq!((old.place("p1"), old.suppressed().contains("k")), (Some(Span::new(1, 2)), true));
    assert_eq!(serde_json::from_str::<super::stage::Places>("{}").unwrap(), super::stage::Places::default());
}

/// A decision may be made with the patches it is about alone; what it leaves is the same.
#[test]
fn a_decision_needs_only_the_patches_of_its_group() {
    for action in [Action::Accept, Action::Reject] {
        let (mut whole, all) = stage();
        for patch in &all {
            let own: Vec<_> = whole
                .patches()
                .iter()
                .filter(|staged| staged.patch.group() == patch.group())
                .cloned()
                .collect();
            let mut part = Stage::restore(whole.text(), whole.revision(), own, whole.places());
            let selector = Selector::Ids(vec![patch.id.clone()]);
            let logged = whole.log().len();
            assert_eq!(decide(&mut part, action, &selector), decide(&mut whole, action, &selector));
            assert_eq!(
                (part.text(), part.places(), part.log()),
                (whole.text(), whole.places(), &whole.log()[logged..])
            );
        }
    }
}

/// Patches of the sentence that says who negotiated.
fn negotiated(all: &[Patch]) -> Vec<&Patch> {
    let group = all.iter().find(|patch| patch.after.contains("negotiated")).unwrap().group();
    all.iter().filter(|patch| patch.group() == group).collect()
}

#[test]
fn a_group_is_decided_undone_and_in_conflict_as_one() {
    let (mut stage, all) = stage();
    let group = negotiated(&all);
    assert!(group.len() > 1, "{all:#?}");
    for patch in &group {
        let ids = Selector::Ids(vec![patch.id.clone()]);
        let (changed, _) = decide(&mut stage, Action::Accept, &ids);
        assert_eq!(changed.len(), group.len());
        assert!(stage.text().ends_with("In the end we negotiated a new agreement."), "{}", stage.text());
        decide(&mut stage, Action::Undo, &ids);
        assert_eq!(stage.text(), OLD);
        decide(&mut stage, Action::Reject, &ids);
        assert!(group.iter().all(|one| status_of(&stage, &one.id) == Status::Rejected));
        decide(&mut stage, Action::Undo, &ids);
    }
    let last = stage.place(&group[group.len() - 1].id).unwrap();
    stage.edit(&Edit::new(Span::new(last.start, last.end), " was signed"));
    assert!(group.iter().all(|one| status_of(&stage, &one.id) == Status::Conflict));
    let (changed, conflicts) = decide(&mut stage, Action::Accept, &Selector::Ids(vec![group[0].id.clone()]));
    assert_eq!((changed.len(), conflicts.len()), (0, group.len()));
}

#[test]
fn a_group_is_staged_whole_or_not_at_all() {
    let (mut stage, all) = stage();
    let group: Vec<Patch> = negotiated(&all).into_iter().cloned().collect();
    // A newer suggestion for the words of one part takes the place of all.
    let mut newer = group[0].clone();
    (newer.id, newer.group_id) = ("p0".to_owned(), "p0".to_owned());
    newer.after = "they negotiated ".to_owned();
    assert_eq!(stage.stage(vec![newer]), ["p0"]);
    assert!(group.iter().all(|one| status_of(&stage, &one.id) == Status::Superseded));
    // Where one part does not fit the text, the others are not offered.
    let mut fresh = Stage::new(OLD, 1);
    let mut some = group;
    some[0].before = "other words".to_owned();
    assert!(fresh.stage(some).is_empty());
}

fn status_of(stage: &Stage, id: &str) -> Status {
    stage.patches().iter().find(|staged| staged.patch.id == id).unwrap().status
}

#[test]
fn a_stale_decision_changes_nothing() {
    let (mut stage, all) = stage();
    let before = stage.clone();
    assert_eq!(
        stage.decide(Action::Accept, &Selector::Ids(vec![all[0].id.clone()]), 6),
        Outcome::Stale { revision: 7 }
    );
    assert_eq!(stage, before);
}

#[test]
fn a_category_touches_no_other() {
    let (mut stage, all) = stage();
    decide(&mut stage, Action::Accept, &Selector::Category(Category::Detail));
    assert!(accepted(&stage, &all).iter().all(|patch| patch.category == Category::Detail));
    assert!(!accepted(&stage, &all).is_empty());
    assert!(stage.text().contains("3 schools") && stage.text().contains("3억"));
}

#[test]
fn an_edit_at_a_patch_is_a_conflict_and_elsewhere_is_not() {
    let (mut stage, all) = stage();
    let patch = all.iter().find(|patch| patch.before.contains("3억")).unwrap().clone();
    stage.edit(&Edit::new(Span::new(0, 0), "Note. "));
    assert_eq!(stage.place(&patch.id), Some(patch.range.shifted(6)));
    let place = stage.place(&patch.id).unwrap();
    stage.edit(&Edit::new(Span::new(place.start, place.start), "약 "));
    let status =
        |stage: &Stage| stage.patches().iter().find(|staged| staged.patch.id == patch.id).unwrap().status;
    assert_eq!(status(&stage), Status::Conflict);
    let (changed, conflicts) = decide(&mut stage, Action::Accept, &Selector::All);
    assert!(!changed.contains(&patch.id) && conflicts.contains(&patch.id));
    // Decided by name, its words being whole, it is applied beside what the writer typed.
    decide(&mut stage, Action::Accept, &Selector::Ids(vec![patch.id.clone()]));
    assert!(stage.text().contains("약 4억"), "{}", stage.text());
}

/// Old text, text as revised, and the writer's own texts one after the other; then what has become of the suggestions.
#[test]
fn a_conflict_is_over_when_the_text_is_as_it_was_or_as_was_suggested() {
    use Status::{Accepted, Conflict, Pending};
    let cases: &[(&str, &str, &[&str], Status)] = &[
        ("We recieved it.", "We received it.", &["We received it."], Accepted),
        ("We recieved it.", "We received it.", &["We got it.", "We recieved it."], Pending),
        ("We recieved it. Good.", "We received it. Good.", &["Good.", "We recieved it. Good."], Pending),
        ("책을 읽을수 있다.", "책을 읽을 수 있다.", &["책을 읽을 수 있다."], Accepted),
        ("책을 읽을수 있다.", "책을 읽을 수 있다.", &["책을 본다.", "책을 읽을수 있다."], Pending),
        ("It is is here.", "It is here.", &["It is here."], Accepted),
        ("Members may borrow.", "Members must borrow.", &["Members may not borrow."], Conflict),
        (
            "Members may borrow.",
            "Members must borrow.",
            &["Members may not borrow.", "Members may borrow."],
            Pending,
        ),
        ("Members may borrow.", "Members must borrow.", &["Members can borrow."], Conflict),
        ("One teh two. One teh two.", "One the two. One teh two.", &["One two. One teh two."], Conflict),
        // The place of the words is gone, and the same words elsewhere are others.
        (
            "Teh cat sat there. A dog ran.",
            "The cat sat there. A dog ran.",
            &["A dog ran. So Teh end."],
            Conflict,
        ),
    ];
    for (old, new, texts, status) in cases {
        let all = patches(old, new);
        let mut stage = Stage::new(*old, 1);
        stage.stage(all.clone());
        for text in *texts {
            stage.rewrite(text);
            assert_eq!(stage.text(), *text);
        }
        for patch in &all {
            assert_eq!(status_of(&stage, &patch.id), *status, "{old} → {new}, by way of {texts:?}");
        }
        let written = stage.text().to_owned();
        match status {
            Pending => {
                decide(&mut stage, Action::Accept, &Selector::All);
                assert_eq!(stage.text(), *new);
            }
            Accepted => {
                decide(&mut stage, Action::Undo, &Selector::All);
                assert_eq!(stage.text(), *old, "what is done can be taken back");
            }
            _ => {
                decide(&mut stage, Action::Accept, &Selector::All);
                assert_eq!(stage.text(), written, "nothing is applied by guessing");
            }
        }
    }
}

#[test]
fn suggestions_that_wait_are_kept_over_a_second_revision() {
    let old = "We recieved the letter on monday. It was opened. 책을 읽을수 있다.";
    let mut stage = Stage::new(old, 1);
    let first = patches(old, "We received the letter on Monday. It was opened. 책을 읽을 수 있다.");
    assert_eq!(first.len(), 3);
    stage.stage(first.clone());
    // Other words of the first sentence, and the very same change of the third.
    let added =
        stage.stage(patches(old, "We recieved the note on monday. It was opened. 책을 읽을 수 있다."));
    assert_eq!(added.len(), 1, "what waits already is not staged again: {added:?}");
    for patch in &first {
        assert_eq!(status_of(&stage, &patch.id), Status::Pending, "{} → {}", patch.before, patch.after);
    }
    // The same words again: what was proposed last stands there, and the rest stays.
    stage.stage(patches(old, "We got the letter on monday. It was opened. 책을 읽을수 있다."));
    let statuses: Vec<Status> = first.iter().map(|patch| status_of(&stage, &patch.id)).collect();
    assert_eq!(statuses, [Status::Superseded, Status::Pending, Status::Pending]);
    decide(&mut stage, Action::Accept, &Selector::All);
    assert_eq!(stage.text(), "We got the note on Monday. It was opened. 책을 읽을 수 있다.");
}

#[test]
fn one_of_two_equal_sentences_is_not_guessed() {
    let old = "Same words here. Same words here. Then the end.";
    let new = "Same words here. Then the end.";
    let patch = patches(old, &old.replacen("Same words", "Other words", 1)).remove(0);
    let mut stage = Stage::new(old, 1);
    stage.stage(vec![patch.clone()]);
    for edit in edits(old, new) {
        stage.edit(&edit);
    }
    assert_eq!(stage.text(), new);
    assert_eq!(stage.patches()[0].status, Status::Conflict);
}

#[derive(Debug, Clone)]
enum Step {
    Decide(Action, usize),
    Category(Action, Category),
    All(Action),
    Edit(usize, usize),
}

fn step() -> impl Strategy<Value = Step> {
    let action = prop_oneof![4 => Just(Action::Accept), 2 => Just(Action::Reject), 3 => Just(Action::Undo)];
    let category = prop_oneof![Just(Category::Core), Just(Category::Expression), Just(Category::Detail)];
    prop_oneof![
        6 => (action.clone(), any::<usize>()).prop_map(|(action, at)| Step::Decide(action, at)),
        2 => (action.clone(), category).prop_map(|(action, category)| Step::Category(action, category)),
        1 => action.prop_map(Step::All),
        4 => (any::<usize>(), 0..12_usize).prop_map(|(at, len)| Step::Edit(at, len)),
    ]
}

fn run(stage: &mut Stage, all: &[Patch], step: &Step, typed: &mut Vec<char>) {
    match step {
        Step::Decide(action, at) => {
            let id = all[at % all.len()].id.clone();
            decide(stage, *action, &Selector::Ids(vec![id]));
        }
        Step::Category(action, category) => {
            decide(stage, *action, &Selector::Category(*category));
        }
        Step::All(action) => {
            decide(stage, *action, &Selector::All);
        }
        Step::Edit(at, len) => {
            let text = stage.text();
            let cuts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let from = at % cuts.len();
            let range = Span::new(cuts[from], cuts[(from + len).min(cuts.len() - 1)]);
            typed.retain(|ch| !range.of(text).contains(*ch));
            // A character of its own for every edit shows whether it is ever lost.
            let mark = char::from_u32(0xe000 + u32::try_from(stage.revision()).unwrap()).unwrap();
            typed.push(mark);
            stage.edit(&Edit::new(range, mark.to_string()));
            // As when the writer's text comes as a whole: conflicts that are over end.
            let text = stage.text().to_owned();
            stage.rewrite(&text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn decisions_equal_the_model(steps in prop::collection::vec(step(), 0..30)) {
        let (mut stage, all) = stage();
        for step in steps.iter().filter(|step| !matches!(step, Step::Edit(..))) {
            run(&mut stage, &all, step, &mut Vec::new());
            let model = apply(OLD, accepted(&stage, &all));
            prop_assert_eq!(stage.text(), &model, "{:?}", step);
        }
    }

    #[test]
    fn nothing_the_writer_typed_is_lost(steps in prop::collection::vec(step(), 0..40)) {
        let (mut stage, all) = stage();
        let mut typed = Vec::new();
        for step in &steps {
            run(&mut stage, &all, step, &mut typed);
            for mark in &typed {
                prop_assert_eq!(stage.text().matches(*mark).count(), 1, "{:?}", step);
            }
            for staged in stage.patches() {
                let mut mates = stage.patches().iter().filter(|one| one.patch.group() == staged.patch.group());
                prop_assert!(mates.all(|one| one.status == staged.status), "a group is in one state: {:?}", step);
                let place = stage.place(&staged.patch.id).unwrap();
                prop_assert!(stage.text().get(place.start..place.end).is_some());
                if staged.status == Status::Pending {
                    prop_assert_eq!(place.of(stage.text()), &staged.patch.before);
                }
            }
            // A decision is reversible: undo restores text and state together.
            for staged in stage.patches().iter().filter(|staged| staged.status == Status::Pending) {
                let mut copy = stage.clone();
                let ids = Selector::Ids(vec![staged.patch.id.clone()]);
                let (changed, _) = decide(&mut copy, Action::Accept, &ids);
                let mates = stage.patches().iter().filter(|one| one.patch.group() == staged.patch.group());
                prop_assert_eq!(changed.len(), mates.count());
                decide(&mut copy, Action::Undo, &ids);
                prop_assert_eq!(copy.text(), stage.text());
                prop_assert_eq!(copy.patches(), stage.patches());
            }
        }
    }

    #[test]
    fn edits_lead_from_old_to_new(one in "[ab ]{0,12}", two in "[ab ]{0,12}", three in "[ab ]{0,12}") {
        let (old, new) = (format!("{one}. {two}. {two}."), format!("{one}. {two}. {three}."));
        let mut text = old.clone();
        for edit in edits(&old, &new) {
            text = edit.apply(&text);
        }
        prop_assert_eq!(text, new);
    }

    #[test]
    fn an_edit_elsewhere_keeps_the_words(head in 0..20_usize, len in 0..6_usize, at in 0..30_usize, gone in 0..4_usize) {
        let text = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ";
        let place = Span::new(head, head + len);
        let edit = Edit::new(Span::new(at, at + gone), "#");
        let after = edit.apply(text);
        match edit.rebase(place) {
            Rebased::Shifted(now) | Rebased::Touched(now) => prop_assert_eq!(now.of(&after), place.of(text)),
            Rebased::Broken(now) => {
                prop_assert!(place.overlaps(edit.range) || place.start < at && at < place.end || edit.range.contains(place));
                prop_assert!(now.end <= after.len());
            }
        }
    }
}

#[test]
fn patches_appear_while_the_rewriting_is_written() {
    let original = "The goverment agreed. It gave 3 schools a grant. The end is near.";
    let rewriting = ["The government agreed. ", "It gave 4 schools a grant. ", "The end is near."];
    let mut aligner = Aligner::new(original, &Around::default());
    let early: Vec<Patch> = rewriting.iter().flat_map(|sentence| aligner.push(sentence)).collect();
    assert_eq!(early.len(), 2);
    let settled = aligner.finish(true);
    assert_eq!(
        early.iter().map(|patch| &patch.id).collect::<Vec<_>>(),
        settled.iter().map(|patch| &patch.id).collect::<Vec<_>>()
    );
    assert_eq!(apply(original, &settled), rewriting.concat());
}

#[test]
fn a_rewriting_that_was_cut_off_never_deletes_the_tail() {
    let original = "첫 문장이다. 둘째 문장은 예산을 다룬다. 셋째 문장은 결론이다.";
    for sentences in [
        &["첫 문장입니다. "][..],
        &["첫 문장입니다. ", "둘째 문장은 예산을 다룹니다. "],
        &["전혀 다른 말. "],
        &[],
    ] {
        let mut aligner = Aligner::new(original, &Around::default());
        for sentence in sentences {
            aligner.push(sentence);
        }
        let text = apply(original, &aligner.finish(false));
        assert!(text.ends_with("셋째 문장은 결론이다."), "{text}");
        assert!(
            sentences.is_empty() || !text.contains("첫 문장입니다.") || sentences[0].contains("첫"),
            "{text}"
        );
    }
    assert!(
        Aligner::new(original, &Around::default()).finish(true).is_empty(),
        "an empty rewriting deletes nothing"
    );
}

#[test]
fn an_unchanged_rewriting_makes_no_patches() {
    let mut aligner = Aligner::new(OLD, &Around::default());
    assert!(aligner.push(OLD).is_empty() || aligner.finish(true).is_empty());
    assert!(patches(OLD, OLD).is_empty());
}
