//! Cases of `tests/cases/criteria.jsonl`, the example packs and the prompt.

use std::fmt::Write as _;

use serde_json::Value;

use super::compile::{Mistake, Problem, compile, problems};
use super::{Pack, import, lint, prompt};
use stet_patch::apply::apply;
use stet_text::Language;

const CASES: &str = include_str!("../../../tests/cases/criteria.jsonl");
const KOREAN: &str = include_str!("../../../packs/korean-official-writing.json");
const ENGLISH: &str = include_str!("../../../packs/plain-english.json");

fn example(text: &str) -> Pack {
    let (pack, problems) = import::pack(&serde_json::from_str(text).unwrap());
    assert_eq!(problems, [], "{}", pack.id);
    pack
}

#[test]
fn cases() {
    let mut wrong = Vec::new();
    for line in CASES.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let (pack, problems) = if case["vale"].is_object() {
            import::vale("S", &[("r".to_owned(), case["vale"].clone())])
        } else {
            import::pack(&case["pack"])
        };
        let expected: Vec<&str> = case["problems"]
            .as_array()
            .map(|all| all.iter().map(|id| id.as_str().unwrap()).collect())
            .unwrap_or_default();
        let named: Vec<&str> = problems.iter().map(|problem| problem.rule_id.as_str()).collect();
        let text = case["text"].as_str().unwrap();
        let found: Vec<Value> = lint::lint(&compile(&pack).0, text)
            .into_iter()
            .map(|breach| serde_json::json!([breach.rule_id, breach.span.of(text), breach.replacement]))
            .collect();
        if named != expected || Value::Array(found.clone()) != case["hits"] {
            wrong.push(format!("{}: {found:?} for {}; {problems:?}", case["name"], case["hits"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn example_packs_rewrite_without_a_model() {
    for (pack, text, wanted) in [
        (KOREAN, "금일 회의에 의거하여 몇일 동안 진행됬다.", "오늘 회의에 따라 며칠 동안 진행됐다."),
        (
            ENGLISH,
            "In order to win, we utilize the the tool prior to lunch.",
            "To win, we use the tool before lunch.",
        ),
    ] {
        let rules = compile(&example(pack)).0;
        let patches = lint::patches(&rules, text);
        assert_eq!(apply(text, &patches), wanted);
        assert!(patches.iter().all(|patch| !patch.rule_ids.is_empty()), "{patches:#?}");
        let left = lint::lint(&rules, wanted);
        assert!(left.iter().all(|breach| breach.replacement.is_none()), "{left:#?}");
    }
}

#[test]
fn example_packs_have_patterns_that_match_their_bad_examples() {
    for pack in [KOREAN, ENGLISH] {
        let pack = example(pack);
        let rules = compile(&pack).0;
        assert!(pack.criteria_definition.dont_examples.iter().all(|bad| !lint::lint(&rules, bad).is_empty()));
        assert!(pack.criteria_definition.do_examples.iter().all(|good| lint::lint(&rules, good).is_empty()));
    }
}

#[test]
fn prompt_keeps_its_budget_and_says_what_it_left_out() {
    for (pack, language, word) in [(KOREAN, Language::Ko, "뺐음"), (ENGLISH, Language::En, "left out")] {
        let pack = example(pack);
        let whole = prompt::instructions(std::slice::from_ref(&pack), language, 10_000);
        assert!(whole.left_out.is_empty() && !whole.text.contains(word));
        for budget in [60, 100, 200] {
            let some = prompt::instructions(std::slice::from_ref(&pack), language, budget);
            assert!(prompt::token_estimate(&some.text) <= budget, "{budget}: {}", some.text);
            assert!(!some.left_out.is_empty() && some.text.contains(word), "{}", some.text);
            assert!(!some.left_out.iter().any(|id| id.ends_with("/one-idea")), "pinned rules go first");
        }
    }
}

#[test]
fn a_patch_that_breaks_a_rule_says_so() {
    let rules = compile(&example(ENGLISH)).0;
    let (before, after) = ("We use it. Nothing else.", "We utilize it. Nothing else.");
    let mut patches = stet_patch::patches(before, after);
    lint::mark(&lint::lint(&rules, after), &mut patches);
    assert_eq!(patches.len(), 1);
    assert_eq!(patches[0].rule_ids, ["utilize"]);
    assert!(patches[0].reasons.iter().any(|reason| reason.contains("use")));
}

#[test]
fn a_replacement_takes_its_particle_along() {
    let check = |swap: [&str; 2]| serde_json::json!({ "extends": "substitution", "message": "‘%s’", "swap": { swap[0]: swap[1] } });
    for (swap, text, wanted) in [
        (["유틸", "도구"], "이 유틸을 쓰고 유틸로 만든다.", "이 도구를 쓰고 도구로 만든다."),
        (["유저", "사용자"], "유저는 유저가 안다.", "사용자는 사용자가 안다."),
        (["유저", "이용 회원"], "유저는 유저와 유저의 것", "이용 회원은 이용 회원과 이용 회원의 것"),
        (["file", "파일"], "file을 file로 옮긴다.", "파일을 파일로 옮긴다."),
    ] {
        let (pack, problems) = import::vale("House", &[("Terms".to_owned(), check(swap))]);
        assert!(problems.is_empty());
        let rules = compile(&pack).0;
        let patches = lint::patches(&rules, text);
        let mut after = text.to_owned();
        for patch in patches.iter().rev() {
            after.replace_range(patch.range.start..patch.range.end, &patch.after);
        }
        assert_eq!(after, wanted);
    }
}

#[test]
fn an_action_that_suggests_nothing_is_named_and_its_rule_runs() {
    let mut rule = serde_json::json!({ "extends": "existence", "message": "‘%s’", "tokens": ["bad"] });
    for (action, named) in [
        (serde_json::json!({ "name": "suggest", "params": ["spellings"] }), true),
        (serde_json::json!({ "name": "convert", "params": ["simple"] }), true),
        (serde_json::json!({ "name": "edit", "params": ["upcase"] }), true),
        (serde_json::json!({ "name": "remove" }), false),
    ] {
        rule["action"] = action;
        let (pack, problems) = import::vale("House", &[("Bad".to_owned(), rule.clone())]);
        assert_eq!(problems.iter().any(|problem| problem.field == "action"), named, "{rule}");
        assert_eq!(lint::lint(&compile(&pack).0, "It is bad.").len(), 1);
    }
}

#[test]
fn inactive_packs_say_nothing() {
    let mut pack = example(ENGLISH);
    pack.is_active = false;
    assert_eq!(prompt::instructions(&[pack], Language::En, 1_000).text, "");
}

#[test]
fn a_problem_names_its_rule_and_why() {
    let mut pack = example(ENGLISH);
    pack.criteria_definition.rules[2].pattern = Some("(".to_owned());
    let found = problems(&pack);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].rule_id.as_str(), found[0].field), ("utilize", "pattern"));
    let (korean, english) = (found[0].words(Language::Ko), found[0].words(Language::En));
    assert!(english.contains("unclosed group"), "{english}");
    assert!(
        korean.starts_with("패턴 `(`이(가) 잘못되었습니다") && korean.contains("unclosed group"),
        "{korean}"
    );
}

#[test]
fn every_mistake_of_a_pack_is_said_in_both_languages() {
    let pattern = "(".to_owned();
    for mistake in [
        Mistake::Shape("missing field `name`".to_owned()),
        Mistake::Rules(6_000),
        Mistake::NoId,
        Mistake::SameId("one".to_owned()),
        Mistake::NoText,
        Mistake::NoTokens,
        Mistake::NoBounds,
        Mistake::Check("spelling".to_owned()),
        Mistake::Scope("chapter".to_owned()),
        Mistake::Long,
        Mistake::Large(pattern.clone()),
        Mistake::Pattern(pattern, "unclosed group".to_owned()),
    ] {
        let problem = Problem { rule_id: String::new(), field: "text", mistake };
        let (korean, english) = (problem.words(Language::Ko), problem.words(Language::En));
        assert!(korean.contains('다') && !korean.ends_with('.'), "{korean}");
        assert!(english.is_ascii() && !english.is_empty(), "{english}");
    }
}

#[test]
fn a_long_list_of_plain_words_is_looked_up() {
    let swap: serde_json::Map<String, serde_json::Value> =
        (0..3_000).map(|at| (format!("word{at}"), format!("better{at}").into())).collect();
    let rule = serde_json::json!({
        "extends": "substitution", "message": "Use '%s' instead of '%s'.", "level": "error", "ignorecase": true, "swap": swap,
    });
    let (pack, problems) = super::import::vale("Style", &[("Long".to_owned(), rule)]);
    assert!(problems.is_empty(), "{problems:?}");
    let (rules, _) = super::compile::compile(&pack);
    let found = lint::lint(&rules, "A Word7, subword8, word9s and word2999; 단어word10은.");
    let words: Vec<_> =
        found.iter().map(|breach| (breach.replacement.as_deref(), breach.message.as_str())).collect();
    assert_eq!(
        words,
        [
            (Some("Better7"), "Use 'Better7' instead of 'Word7'."),
            (Some("better2999"), "Use 'better2999' instead of 'word2999'."),
            (Some("better10"), "Use 'better10' instead of 'word10'."),
        ]
    );
}

#[test]
fn messages_take_as_many_words_as_they_have_places() {
    use super::message::filled;
    for (template, wanted) in [
        ("Use '%s' instead of '%s'.", "Use 'a' instead of 'b'."),
        ("‘%[2]s’ 대신 ‘%[1]s’", "‘b’ 대신 ‘a’"),
        ("%s, %s, %s.", "a, b, ."),
        ("100% of 50%% stay", "100% of 50% stay"),
        ("none", "none"),
    ] {
        assert_eq!(filled(template, &["a", "b"]), wanted);
    }
}

#[test]
fn choices_are_named_in_the_message() {
    let rule = serde_json::json!({
        "extends": "substitution", "message": "Use '%s' instead of '%s'.", "swap": { "like": "as|such as|via" },
    });
    let (pack, _) = import::vale("S", &[("r".to_owned(), rule)]);
    let found = lint::lint(&compile(&pack).0, "like");
    assert_eq!(found[0].message, "Use 'as', 'such as', or 'via' instead of 'like'.");
}

#[test]
fn a_search_without_end_is_told() {
    let rule = serde_json::json!({
        "extends": "existence", "message": "x", "nonword": true, "tokens": ["(?=x)(a|b|ab)*c", "(?:(a|aa)(?!b))+c"],
    });
    let (pack, problems) = import::vale("S", &[("r".to_owned(), rule)]);
    assert!(problems.is_empty(), "{problems:?}");
    let linted = lint::check(&compile(&pack).0, &"a".repeat(60), super::blocks::Form::Markdown, &[]);
    assert_eq!((linted.breaches.len(), linted.unfinished), (0, vec!["S.r".to_owned()]));
}

#[test]
fn packs_of_earlier_versions_are_read() {
    let old = serde_json::json!({ "name": "n", "rules": [
        { "id": "a", "check": { "extends": "substitution", "swap": [["old", "new"]], "ignorecase": false, "nonword": false } },
        { "id": "b", "check": { "extends": "capitalization", "style": "upper", "exceptions": [], "scope": "heading" } },
        { "id": "c", "check": { "extends": "capitalization", "style": { "pattern": "^X" }, "exceptions": [], "scope": "heading" } },
    ] });
    let (pack, problems) = import::pack(&old);
    assert!(problems.is_empty(), "{problems:?}");
    let found = lint::lint(&compile(&pack).0, "# old");
    let ids: Vec<&str> = found.iter().map(|breach| breach.rule_id.as_str()).collect();
    assert_eq!(ids, ["a", "b", "c"]);
}

/// Rules of which two never end on `aaaa…`, and their neighbours, which do.
fn some_that_never_end() -> Vec<super::compile::Compiled> {
    let rule = |tokens: &[&str]| serde_json::json!({ "extends": "existence", "message": "x", "nonword": true, "tokens": tokens });
    let rules = [
        ("first", rule(&["(?<!x)colou?r", "(?<=빨간 )색(?!깔)"])),
        ("endless", rule(&["(?=x)(a|b|ab)*c", "(?:(a|aa)(?!b))+c"])),
        ("looping", rule(&["(?:a|aa)+(?<!a)z", "(?:가|가가)+(?<!가)끝"])),
        ("second", rule(&["(?<!x)light(?!er)", "밝(?=은)"])),
        ("plain", rule(&["word"])),
    ];
    let (pack, problems) = import::vale("S", &rules.map(|(id, rule)| (id.to_owned(), rule)));
    assert!(problems.is_empty(), "{problems:?}");
    compile(&pack).0
}

#[test]
fn a_rule_that_never_ends_keeps_none_of_the_others_from_ending() {
    let rules = some_that_never_end();
    for text in [
        format!("colour {} light word 빨간 색 밝은\n\n", "a".repeat(60)),
        format!("빨간 색 {} 밝은 word\n\n{} light colour\n\n", "가".repeat(80), "aa".repeat(80)),
    ] {
        let count = |text: &str| {
            let linted = lint::check(&rules, text, super::blocks::Form::Markdown, &[]);
            let found = linted.breaches.iter().filter(|breach| !breach.rule_id.contains("ing"));
            (found.filter(|breach| breach.rule_id != "S.endless").count(), linted.unfinished)
        };
        let (once, unfinished) = count(&text);
        assert_eq!(once, 5, "{text}");
        assert!(unfinished.iter().any(|id| id == "S.endless" || id == "S.looping"), "{unfinished:?}");
        // What is in front of it takes nothing from the neighbours, however often it stands there.
        let (often, _) = count(&text.repeat(20));
        assert_eq!(often, 100);
    }
}

#[test]
fn findings_do_not_depend_on_how_busy_the_machine_is() {
    let rules = some_that_never_end();
    let text = format!("colour word light {} 빨간 색\n\n", "a".repeat(50)).repeat(30);
    let run = || lint::check(&rules, &text, super::blocks::Form::Markdown, &[]);
    let quiet = run();
    let stop = std::sync::atomic::AtomicBool::new(false);
    let busy = std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let busy = run();
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        busy
    });
    assert!(!quiet.breaches.is_empty() && !quiet.unfinished.is_empty());
    assert_eq!(quiet, busy);
}

#[test]
fn a_pack_of_patterns_that_are_too_large_is_refused_before_all_are_compiled() {
    use super::pattern::{Pattern, Pool};
    let mut pool = Pool::default();
    let large = |at: usize| format!(r"(?:\p{{L}}{{500}}x{at}){{40}}");
    let refused = (0..400).filter(|at| Pattern::new(&large(*at), &mut pool).is_err()).count();
    assert_eq!(refused, 400);
    // Small ones come in still: no rule keeps its neighbours out.
    assert!(Pattern::new("(?<!a)b", &mut pool).is_ok());
    // What is spent is spent: the next large one is refused unread.
    assert!(Pattern::new(r"\p{L}{60}", &mut pool).is_err());
}

#[test]
fn a_lint_is_left_when_it_is_stopped() {
    let rules = some_that_never_end();
    let text = format!("colour word light {} 빨간 색\n\n", "a".repeat(50)).repeat(3);
    let stop = stet_text::stop::Stop::default();
    assert!(stop.within(|| lint::lint(&rules, &text)).is_some_and(|found| !found.is_empty()));
    stop.set();
    assert!(stop.within(|| lint::lint(&rules, &text)).is_none());
}

#[test]
fn groups_that_call_groups_are_not_written_out_without_end() {
    use super::pattern::{Pattern, Pool, Work};
    let mut pool = Pool::default();
    let doubling = |groups: usize| {
        let mut pattern = String::new();
        for next in 2..groups + 2 {
            let _ = write!(pattern, r"(?=x)(a\g<{next}>\g<{next}>)");
        }
        pattern + "(가)"
    };
    assert!(Pattern::new(&doubling(40), &mut pool).is_err());
    assert!(Pattern::new(r"(a\g<1>)", &mut pool).is_err());
    let few = Pattern::new(r"(?=가)(가나?)\g<1>", &mut pool).unwrap();
    assert!(few.is_match("가나가", &mut Work::on(9)));
}

/// A particle behind a word that gave way is the one that the new word takes, whatever both end in.
#[test]
fn no_replacement_leaves_a_wrong_particle() {
    let rows: Vec<(&str, &str)> =
        stet_data::rows("words/ko/particles").filter_map(|row| Some((*row.first()?, *row.get(1)?))).collect();
    let right = |last: u32, (open, closed): (&'static str, &'static str)| {
        let is_open = last == 0 || last == 8 && open.starts_with('로');
        if is_open { open } else { closed }
    };
    let (mut all, mut found) = (0, 0);
    for old in [0, 1, 8, 16] {
        for new in 0..28 {
            let noun = |head: &str, last: u32| format!("{head}{}", char::from_u32(0xAC00 + last).unwrap());
            let (old_noun, new_noun) = (noun("헌보", old), noun("새보", new));
            let check = serde_json::json!({ "extends": "substitution", "swap": [[old_noun, new_noun]] });
            let pack = import::pack(&serde_json::json!({ "rules": [{ "id": "r", "check": check }] })).0;
            let rules = compile(&pack).0;
            for row in &rows {
                let text = format!("{old_noun}{} 그렇다.", right(old, *row));
                let breaches = lint::lint(&rules, &text);
                let changed = apply(&text, &lint::patches(&rules, &text));
                all += 1;
                found += breaches.len();
                let wanted = format!("{new_noun}{} 그렇다.", right(new, *row));
                let plain = format!("{new_noun}{} 그렇다.", row.1);
                let is_right =
                    changed == wanted || new == 0 && row.1 == format!("이{}", row.0) && changed == plain;
                assert!(breaches.is_empty() || is_right, "{text} -> {changed}, not {wanted}");
            }
        }
    }
    assert!(found * 10 > all * 9, "{found} of {all} were found");
}
