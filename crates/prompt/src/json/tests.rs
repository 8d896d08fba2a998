use super::*;

fn judged(reply: &str) -> Option<(bool, f32)> {
    match model_verdict(reply, Language::En) {
        ModelVerdict::Judged { accurate, confidence, .. } => Some((accurate, confidence)),
        ModelVerdict::Failed { reason } => {
            assert!(!reason.is_empty());
            None
        }
    }
}

#[test]
fn a_verdict_is_read_in_any_wrapping() {
    let bare = r#"{"is_accurate": true, "confidence": 0.5, "explanation": "ok"}"#;
    for reply in [
        bare.to_owned(),
        format!("```json\n{bare}\n```"),
        format!("Sure {{here}} it is: {bare} Hope this helps."),
        format!("판정: {bare}"),
    ] {
        assert_eq!(judged(&reply), Some((true, 0.5)), "{reply}");
    }
}

#[test]
fn what_is_no_verdict_fails() {
    for reply in [
        "",
        "Yes, it is accurate.",
        r#"{"is_accurate": true, "confid"#,
        r#"{"result": {"is_accurate": true, "confidence": 0.9}, "explanation": "The pass"#,
        r#"{"is_accurate": "true or false", "confidence": 0.9}"#,
        r#"{"is_accurate": true, "confidence": 1.7}"#,
        r#"{"is_accurate": true, "confidence": "170%"}"#,
        "{'is_accurate': yes, 'is_accurate': no, 'confidence': 0.9}",
        "is_accurate: yes\nconfidence: very",
        "is_accurate: perhaps\nconfidence: 0.9",
        // The end of the number has not come.
        r#"{"is_accurate": true, "confidence": 0.9"#,
        "{'result': {'is_accurate': true, 'confidence': 0.9}, 'explanation': 'The pass",
        r#"{"is_accurate": true, "confidence": "high"}"#,
        r#"{"is_accurate": true, "confidence": null}"#,
        r#"{"is_accurate": true, "confidence": -0.1}"#,
        r#"{"is_accurate": null, "confidence": 0.9}"#,
        r#"{"is_accurate": 1, "confidence": 0.9}"#,
        r#"{"verdict": {"is_accurate": true, "confidence": 0.9}}"#,
        // Two minds: neither counts, whichever came first.
        r#"{"is_accurate": true, "confidence": 0.9} {"is_accurate": false, "confidence": 0.9}"#,
        r#"The source has {"is_accurate": true, "confidence": 1} in it. {"is_accurate": false, "confidence": 0.9}"#,
        r#"{"is_accurate": true, "confidence": 0.9} {"is_accurate": true}"#,
        r#"{"is_accurate": true}"#,
        // What is said twice is said once, or not at all.
        r#"{"is_accurate": false, "confidence": 0.9, "is_accurate": true}"#,
        r#"{"is_accurate": true, "is_accurate": false, "confidence": 0.9}"#,
        r#"{"is_accurate": true, "confidence": 0.2, "confidence": 0.9}"#,
        r#"{"is_accurate": true, "confidence": 0.9, "is_\u0061ccurate": null}"#,
        r#"{"is_accurate": 1, "is_accurate": true, "confidence": 0.9}"#,
        r#"{"is_accurate": true, "confidence": 0.9} {"is_accurate": "no", "confidence": 0.9}"#,
        r#"{"is_accurate": true, "confidence": 0.9} {"is_accurate": true, "is_accurate": false}"#,
        r#"{"is_accurate": false, "is_accurate": true, "x": {"is_accurate": true, "confidence": 1}}"#,
        "[true, 0.9]",
        "{{{{{{{{",
    ] {
        assert_eq!(judged(reply), None, "{reply}");
    }
}

/// As small models write it: quotes and words for values, no quotes, no braces, no end.
#[test]
fn a_list_is_read_in_any_wrapping_and_as_far_as_it_goes() {
    let names = |reply: &str| -> Vec<String> {
        listed(reply).iter().map(|own| own["name"].as_str().unwrap_or("?").to_owned()).collect()
    };
    for reply in [
        "{\"name\": \"가\"}\n{\"name\": \"b\"}",
        "Sure:\n```json\n[{\"name\": \"가\"}, {\"name\": \"b\"}]\n```\nDone {…}.",
        "{\"entities\": [{\"name\": \"가\"}], \"more\": [{\"name\": \"b\"}]}",
        "{\"entities\": [{\"name\": \"가\"}, {\"name\": \"b\"}, {\"name\": \"c",
        "1. {\"name\": \"가\"}; 2. {\"name\": \"b\"} {broken}",
    ] {
        assert_eq!(names(reply), ["가", "b"], "{reply}");
    }
    assert!(names("no list").is_empty());
    assert!(listed(&"{\"a\":".repeat(30_000)).is_empty());
    assert_eq!(listed(&"{\"name\": \"x\"}".repeat(30_000)).len(), MAX_LISTED);
}

#[test]
fn a_verdict_that_is_no_json_is_read() {
    for (reply, accurate, confidence) in [
        (r#"{"is_accurate": "true", "confidence": "0.9"}"#, true, 0.9),
        (r#"{"is_accurate": "No", "confidence": "85%", "explanation": "x"}"#, false, 0.85),
        (r#"{"is_accurate": true, "confidence": 95}"#, true, 0.95),
        ("{'is_accurate': True, 'confidence': 0.75, 'explanation': 'It's so'}", true, 0.75),
        ("판정은 이렇습니다.\n{is_accurate: 아니오, confidence: 0.8}", false, 0.8),
        ("```json\n{\"is_accurate\": false, \"confidence\": 1,}\n```", false, 1.0),
        ("is_accurate: yes\nconfidence: 90 %\nexplanation: the source says so", true, 0.9),
        ("**is_accurate**: no, **confidence**: 0.8.", false, 0.8),
        (r#"{"is_accurate": false, "confidence": 0.9, "explanation": "The sou"#, false, 0.9),
        (
            r#"{"confidence": 0.9, "sources": ["{\"is_accurate\": true}"], "is_accurate": "false","#,
            false,
            0.9,
        ),
    ] {
        assert_eq!(judged(reply), Some((accurate, confidence)), "{reply}");
    }
}

#[test]
fn reading_may_end_where_decision_and_confidence_are_there() {
    for (reply, there) in [
        (r#"{"is_accurate": true, "confidence": 0.9,"#, true),
        ("```json\n{\"is_accurate\": true, \"confidence\": 0.9}", true),
        (r#"{"is_accurate": true, "confidence": 0.9"#, false),
        (r#"{"is_accurate": true, "explanation": "x", "#, false),
        (r#"The source has {"is_accurate": true, "confidence": 1} in it."#, false),
        ("is_accurate: yes, confidence: 0.9", false),
    ] {
        assert_eq!(has_verdict(reply, "is_accurate"), there, "{reply}");
    }
}

#[test]
fn of_several_verdicts_the_least_favourable_counts() {
    let twice = r#"{"is_accurate": true, "confidence": 0.9} or {"is_accurate": true, "confidence": 0.4}"#;
    assert_eq!(judged(twice), Some((true, 0.4)));
    // An object of another kind before the verdict is none.
    let after = r#"{"step": 1} {"is_accurate": false, "confidence": 0.8}"#;
    assert_eq!(judged(after), Some((false, 0.8)));
    let same = r#"{"is_accurate": true, "confidence": 0.9, "is_accurate": true}"#;
    assert_eq!(judged(same), Some((true, 0.9)));
}

#[test]
fn reasons_speak_the_language_of_the_answer() {
    for (language, word) in [(Language::Ko, "판정"), (Language::En, "verdict")] {
        let ModelVerdict::Failed { reason } = model_verdict("맞습니다", language) else {
            panic!("judged")
        };
        assert!(reason.contains(word), "{reason}");
    }
}

#[test]
fn meaning_is_read_only_from_a_whole_verdict() {
    let read = |reply: &str| meaning(reply).ok().map(|found| (found.same, found.confidence));
    let bare = r#"{"same_meaning": false, "confidence": 0.75, "explanation": "a\nb"}"#;
    for reply in [bare.to_owned(), format!("```json\n{bare}\n```"), format!("So: {bare}.")] {
        assert_eq!(read(&reply), Some((false, 0.75)), "{reply}");
    }
    assert_eq!(meaning(bare).unwrap().explanation, "a b");
    for reply in [
        r#"{"same_meaning": false, "same_meaning": true, "confidence": 0.9}"#,
        r#"{"same_meaning": true, "confidence": 0.9} {"same_meaning": false, "confidence": 0.9}"#,
    ] {
        assert_eq!(read(reply), None, "{reply}");
    }
    for reply in [
        "",
        "Yes, the same.",
        r#"{"same_meaning": true}"#,
        r#"{"same_meaning": "perhaps", "confidence": 1}"#,
        r#"{"same_meaning": true, "confidence": 2}"#,
        r#"{"same_meaning": tr"#,
    ] {
        assert_eq!(read(reply), None, "{reply}");
    }
}

#[test]
fn rules_are_read_by_number() {
    let reply = r#"{"rules": [
            {"rule": 1, "breaches": [{"sentence": 2, "explanation": "x"}, {"sentence": 9}, {"sentence": "1"}]},
            {"rule": 2, "breaches": []}, {"rule": 3}, {"rule": 7, "breaches": []},
            {"rule": 4, "breaches": []}, {"rule": 4, "breaches": [{"sentence": 1}]},
            {"rule": 5, "breaches": [{"sentence": 3, "explanation": "y"}]}]}"#;
    let read = rule_verdicts(reply, 5, 2).unwrap();
    let expected = [
        RuleVerdict { rule: 1, breaches: vec![(2, "x".to_owned())] },
        RuleVerdict { rule: 2, breaches: Vec::new() },
    ];
    assert_eq!(read, expected);
    for reply in ["none", "{}", r#"{"rules": {"rule": 1}}"#, r#"{"rules": [{"rule": 1, "brea"#] {
        assert!(rule_verdicts(reply, 4, 2).is_err(), "{reply}");
    }
}

proptest::proptest! {
    #[test]
    fn any_reply_is_read_without_a_panic(reply in ".{0,200}") {
        let _ = (meaning(&reply), rule_verdicts(&reply, 3, 3), has_verdict(&reply, "x"));
        let _ = model_verdict(&reply, Language::Ko);
    }
}
