//! What was turned down: known again in its sentence, and forgotten with it.

use super::patches;
use super::stage::{Action, Selector, Stage};
use super::stage_tests::{NEW, OLD, decide, stage};

#[test]
fn a_rejected_suggestion_is_not_offered_again_until_its_sentence_changes() {
    let (mut stage, all) = stage();
    let ids: Vec<String> = all.iter().map(|patch| patch.id.clone()).collect();
    decide(&mut stage, Action::Reject, &Selector::Ids(ids.clone()));
    assert_eq!(stage.text(), OLD);
    assert!(stage.stage(patches(OLD, NEW)).is_empty());
    let changed = OLD.replace("large grant", "small sum");
    stage.rewrite(&changed);
    let again = stage.stage(patches(&changed, &NEW.replace("big grant", "small sum")));
    assert!(!again.is_empty());
}

/// What was turned down is not offered again at its place until the writer changes its own sentence.
#[test]
fn what_was_turned_down_lapses_with_its_sentence_only() {
    let english = "It is late. We utilise teh tool here. It works.";
    let korean = "늦었다. 우리는 도구를 활용하고 그 밖의 다른 일도 할수 있다. 잘 된다.";
    for (text, reject, accept, cases) in [
        (
            english,
            ("utilise", "use"),
            ("teh", "the"),
            [
                ("It works.", "It works well.", true),
                ("It is late.", "Hello there. It is very late.", true),
                ("\n", "", true),
                ("tool here", "old tool here", false),
                ("utilise", "have", false),
            ],
        ),
        (
            korean,
            ("활용하고", "쓰고"),
            ("할수", "할 수"),
            [
                ("잘 된다.", "아주 잘 된다.", true),
                ("늦었다.", "안녕. 벌써 늦었다.", true),
                ("\n", "", true),
                ("도구를", "옛 도구를", false),
                ("활용하고", "가지고", false),
            ],
        ),
    ] {
        for (old, new, stays) in cases {
            let better = text.replace(reject.0, reject.1).replace(accept.0, accept.1);
            let all = patches(text, &better);
            let of = |words: &str| {
                all.iter()
                    .find(|one| words.contains(one.before.trim()) || one.before.contains(words))
                    .unwrap()
                    .id
                    .clone()
            };
            let mut stage = Stage::new(text, 1);
            stage.stage(all.clone());
            decide(&mut stage, Action::Reject, &Selector::Ids(vec![of(reject.0)]));
            decide(&mut stage, Action::Accept, &Selector::Ids(vec![of(accept.0)]));
            // The words that are accepted in the same sentence are no change of the writer's mind.
            let mut stage =
                Stage::restore(stage.text(), stage.revision(), stage.patches().to_vec(), stage.places());
            stage.rewrite(&stage.text().replace(old, new));
            assert_eq!(stage.suppressed().contains(&of(reject.0)), stays, "{old} → {new}");
            let again = patches(stage.text(), &stage.text().replace(reject.0, reject.1));
            let ids = |stage: &Stage| {
                again
                    .iter()
                    .filter_map(|one| Some(stage.turned_down().id(one)?.to_owned()))
                    .collect::<Vec<_>>()
            };
            assert_eq!(ids(&stage), if stays { vec![of(reject.0)] } else { vec![] }, "{old} → {new}");
            assert_eq!(stage.stage(again.clone()).is_empty(), stays || again.is_empty(), "{old} → {new}");
            decide(&mut stage, Action::Undo, &Selector::Ids(vec![of(reject.0)]));
            assert_eq!(ids(&stage), Vec::<String>::new(), "asked for again");
        }
    }
}

/// Other words over the same place take the place of what was turned down, not its memory.
#[test]
fn what_was_turned_down_is_known_below_another_suggestion() {
    for (text, old, first, second) in [
        ("We utilise it. It works.", "utilise", "use", "employ"),
        ("이를 활용한다. 잘 된다.", "활용한다", "쓴다", "쓰곤 한다"),
    ] {
        let (one, two) = (text.replace(old, first), text.replace(old, second));
        let mut stage = Stage::new(text, 1);
        let ids = stage.stage(patches(text, &one));
        decide(&mut stage, Action::Reject, &Selector::Ids(ids.clone()));
        assert!(!stage.stage(patches(text, &two)).is_empty());
        let longer = format!("{text} The end.");
        stage.rewrite(&longer);
        assert!(stage.stage(patches(&longer, &longer.replace(old, first))).is_empty(), "{text}");
        let other = longer.replace(text.split(' ').next().unwrap(), "Hier");
        stage.rewrite(&other);
        assert!(!stage.stage(patches(&other, &other.replace(old, first))).is_empty(), "{other}");
    }
}
