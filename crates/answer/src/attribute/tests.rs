use super::super::tests::{stream, tell};
use super::*;

const SOURCES: [&str; 3] = [
    "The library opens at nine on Saturdays. A card costs five euros.",
    "도서관은 토요일에 아홉 시에 문을 연다. 회원증 발급에는 오천 원이 든다.",
    "Dogs bark at night.",
];

fn put(attribute: Attribute, sources: &[&str]) -> AnswerStream {
    let sources: Vec<String> = sources.iter().map(|text| (*text).to_owned()).collect();
    let mut answer = stream(&sources, true, false, false);
    answer.policy.attribute = attribute;
    answer
}

#[test]
fn a_claim_gets_the_citation_of_the_only_source_that_supports_it() {
    for (given, told) in [
        ("The library opens at nine on Saturdays.", "The library opens at nine on Saturdays [†1]."),
        ("도서관은 토요일에 아홉 시에 문을 연다.", "도서관은 토요일에 아홉 시에 문을 연다[†1]."),
        (
            "- **The library opens at nine on Saturdays.**",
            "- **The library opens at nine on Saturdays.** [†1]",
        ),
        (
            "Dogs bark at night [3]. A card costs five euros.",
            "Dogs bark at night [1]. A card costs five euros [2].",
        ),
        // A wrong number is put right, one that leads nowhere too.
        ("A card costs five euros [3].", "A card costs five euros [1]."),
        ("A card costs five euros [†9].", "A card costs five euros [†1]."),
        // What no source supports stays as it is, and so does an opinion, a question or a heading.
        ("The library opens at ten on Saturdays.", "The library opens at ten on Saturdays."),
        (
            "I think the library opens at nine on Saturdays.",
            "I think the library opens at nine on Saturdays.",
        ),
        ("Does the library open at nine on Saturdays?", "Does the library open at nine on Saturdays?"),
        ("# The library opens at nine on Saturdays", "# The library opens at nine on Saturdays"),
    ] {
        let mut answer = put(Attribute::Put, &SOURCES);
        tell(&mut answer, &[given]);
        let (text, _) = answer.text().split_once("\n\n## ").unwrap_or((answer.text(), ""));
        assert_eq!(text, told);
        for sentence in answer.sentences() {
            let by_stet = given.contains("[3]. A card") && sentence.index == 0;
            assert!(sentence.citations.iter().all(|citation| citation.put != by_stet), "{sentence:?}");
        }
    }
}

#[test]
fn where_two_sources_say_it_none_is_put() {
    let twice = [SOURCES[0], "On Saturdays the library opens at nine in the morning.", SOURCES[2]];
    let mut answer = put(Attribute::Put, &twice);
    tell(&mut answer, &["On Saturdays, the library opens at nine."]);
    assert_eq!(answer.text(), "On Saturdays, the library opens at nine.");
    // Word for word in one of them is more.
    let mut answer = put(Attribute::Put, &twice);
    tell(&mut answer, &["The library opens at nine on Saturdays."]);
    assert!(answer.text().starts_with("The library opens at nine on Saturdays [†1].\n"), "{}", answer.text());
}

#[test]
fn a_suggestion_leaves_the_text_and_its_state() {
    for (given, number, at) in
        [("Dogs bark at night.", 3, 18), ("A card costs five euros [3].", 1, 23), ("A card is blue.", 0, 0)]
    {
        let mut answer = put(Attribute::Suggest, &SOURCES);
        tell(&mut answer, &[given]);
        assert_eq!(answer.text(), given.replace(" [3]", ""));
        let sentence = answer.sentences().next().unwrap();
        assert!(matches!(sentence.state, State::Uncited | State::Unsupported), "{sentence:?}");
        let suggested = sentence.suggested.as_ref();
        assert_eq!(suggested.map_or(0, |citation| citation.number), number);
        let Some(suggested) = suggested else { continue };
        assert_eq!(
            (suggested.span.start, suggested.mark.as_str()),
            (at, &*format!("[†{number}]").replace(if given.contains('[') { "†" } else { "∅" }, ""))
        );
        assert!(suggested.evidence.is_some());
    }
}

#[test]
fn of_sources_that_say_the_same_those_that_are_listed_are_cited() {
    let twice = [SOURCES[0], "On Saturdays the library opens at nine in the morning.", SOURCES[2]];
    let text = "On Saturdays, the library opens at nine.\n\nThe library is by the sea.\n\n## Sources\n\n- [2] s2.txt\n- [3] s3.txt\n";
    for attribute in [Attribute::Put, Attribute::Suggest] {
        let mut answer = put(attribute, &twice);
        let told = tell(&mut answer, &[text]);
        let first = answer.sentences().next().unwrap();
        if attribute == Attribute::Put {
            let shown = "On Saturdays, the library opens at nine [†1].\n\nThe library is by the sea.\n\n## References\n\n- [†1] s2.txt\n";
            assert_eq!((answer.text(), told.text.as_str()), (shown, shown));
            assert_eq!((first.state, first.citations[0].source), (State::Supported, 1));
        } else {
            assert_eq!(first.suggested.as_ref().map(|citation| citation.source), Some(1));
        }
        let spans: Vec<&str> = answer.sentences().map(|sentence| sentence.span.of(&told.text)).collect();
        assert!(told.text.starts_with(&spans.concat()), "{spans:?}");
    }
}

#[test]
fn regulations_that_are_listed_are_cited_by_what_they_support() {
    let text = "- 학생은 휴학할 수 있습니다.\n- 학생은 휴학할 수 없습니다.\n\n**출처:** 「학칙」 제25조\n\n학생은 휴학할 수 있다고 합니다.";
    for (attribute, states) in [
        (Attribute::Suggest, [State::Supported, State::Uncited, State::Uncited]),
        (Attribute::Off, [State::Uncited; 3]),
    ] {
        let mut answer = stream(&["The library opens at nine.".to_owned()], true, true, false);
        answer.policy.attribute = attribute;
        let told = tell(&mut answer, &[text]);
        let claims = answer.sentences().filter(|sentence| sentence.statement.contains("학생은"));
        assert_eq!(claims.map(|sentence| sentence.state).collect::<Vec<_>>(), states, "{told:?}");
        let first = answer.sentences().next().unwrap();
        let listed: Vec<&str> = first.statutes.iter().map(|statute| statute.text.as_str()).collect();
        assert_eq!(listed, if attribute == Attribute::Off { vec![] } else { vec!["「학칙」 제25조"] });
        assert_eq!(answer.text(), text);
    }
}

#[test]
fn what_the_model_refuses_is_taken_out_again() {
    let claim = "On Saturdays the library opens its doors at nine.";
    for (accurate, state) in [(true, State::Supported), (false, State::Uncited)] {
        let mut answer = put(Attribute::Put, &SOURCES);
        answer.policy.gate.model_layer = true;
        let mut out = Vec::new();
        answer.push(claim, &mut out);
        answer.finish(true, &mut out);
        let asked = out.iter().any(|event| matches!(event, AnswerEvent::Ask(_)));
        assert!(asked && answer.text().contains("[†1]"), "{}", answer.text());
        answer.hear(0, &super::super::layer_tests::judged(accurate, 0.9), &mut out);
        let sentence = answer.sentences().next().unwrap();
        assert_eq!((sentence.state, answer.text().contains('[')), (state, accurate));
        // The model that wrote the answer cited nothing that could be removed.
        assert_eq!(sentence.removed, []);
    }
}

#[test]
fn what_carries_no_mark_is_told_what_the_sources_say() {
    let sources = [
        "The library opens at nine on Saturdays and closes at six. Members pay an annual fee of 45 euros. Dogs are allowed in the garden.",
        "자료의 보존 기간은 3년간으로 한다. 회원은 강당을 5일 동안 쓸 수 있다. 열람실에서 음식을 먹을 수 없다. 식당의 좌석은 120석이다.",
    ];
    for (claim, said) in [
        ("The library opens at ten on Saturdays.", Some("The library opens at nine")),
        ("Members pay an annual fee of 30 euros.", Some("Members pay an annual fee of 45 euros.")),
        ("Dogs are not allowed in the garden.", Some("Dogs are allowed in the garden.")),
        ("자료의 보존 기간은 5년간이다.", Some("자료의 보존 기간은 3년간으로 한다.")),
        ("회원은 강당을 열흘 동안 쓸 수 있다.", Some("회원은 강당을 5일 동안 쓸 수 있다.")),
        ("열람실에서 음식을 먹을 수 있다.", Some("열람실에서 음식을 먹을 수 없다.")),
        // Of something else, or nowhere.
        ("강당의 좌석은 300석이다.", None),
        ("The museum opens at ten on Saturdays.", None),
        ("Cats are not allowed in the kitchen of the house.", None),
        ("The library was founded by a retired baker.", None),
        // What a source says, it says.
        ("Members pay an annual fee of 45 euros.", None),
    ] {
        let mut answer = put(Attribute::Suggest, &sources);
        tell(&mut answer, &[claim]);
        let report = answer.sentences().next().unwrap();
        let found = report.against.as_ref().map(|found| found.passage.of(&answer.sources[found.source].text));
        assert_eq!(report.state, State::Uncited, "{claim}");
        assert_eq!(found.is_some(), said.is_some(), "{claim}: {found:?}");
        assert!(found.unwrap_or_default().contains(said.unwrap_or_default()), "{claim}: {found:?}");
        let told = ["otherwise", "no passage"].map(|words| report.reason.contains(words));
        assert_eq!(
            told,
            [said.is_some(), said.is_none() && report.suggested.is_none()],
            "{claim}: {}",
            report.reason
        );
    }
    // An answer is held to its own marks alone.
    let mut answer = put(Attribute::Put, &sources);
    tell(&mut answer, &["Members pay an annual fee of 30 euros."]);
    assert!(answer.sentences().all(|one| one.against.is_none()));
}
