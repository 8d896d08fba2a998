use futures::StreamExt as _;

use super::*;
use stet_sources::turn::Turn;
use stet_text::Language;

fn source(number: u32, title: &str, text: &str) -> PromptSource {
    PromptSource { number, title: title.to_owned(), place: Vec::new(), page: None, text: text.into() }
}

async fn ask(question: &str, language: Language, sources: Vec<PromptSource>) -> String {
    let request =
        ChatRequest { question: question.to_owned(), sources, ..ChatRequest::new(Vec::new(), language) };
    ExtractiveChat.complete(request).await.unwrap()
}

fn library() -> Vec<PromptSource> {
    vec![
        source(
            1,
            "Handbook",
            "# Leave\n\nEvery employee is granted 15 days of paid leave\neach year. Unused days expire in March. The cafeteria \
             is on the second floor.\n\n| day | open |\n|---|---|\n| paid leave | days |\n",
        ),
        source(2, "Library", "The library opens at nine. Books may be kept for three weeks."),
    ]
}

fn rules() -> Vec<PromptSource> {
    vec![
        source(
            1,
            "취업규칙",
            "제5조(휴가) 직원에게는 연 15일의 유급휴가를 준다. 사용하지 않은 휴가는 3월에 소멸한다.",
        ),
        source(3, "도서관 안내", "도서관은 오전 9시에 연다. 책은 3주 동안 빌릴 수 있다."),
    ]
}

#[tokio::test]
async fn the_best_sentences_are_quoted_and_cited() {
    let answer = ask("How many days of paid leave does an employee get?", Language::En, library()).await;
    assert!(
        answer.starts_with(
            "Quotations from your sources:\n\nEvery employee is granted 15 days of paid leave each year. [†1]"
        ),
        "{answer}"
    );
    assert!(
        !answer.contains('|') && !answer.contains("cafeteria") && !answer.contains("library"),
        "{answer}"
    );

    let answer = ask("유급휴가는 며칠인가요?", Language::Ko, rules()).await;
    assert!(answer.starts_with("출처에서 그대로 인용한 문장:\n\n"), "{answer}");
    assert!(answer.contains("직원에게는 연 15일의 유급휴가를 준다. [†1]"), "{answer}");
    assert!(!answer.contains("도서관"), "{answer}");

    let answer = ask("책은 얼마 동안 빌릴 수 있나요?", Language::Ko, rules()).await;
    assert!(answer.contains("책은 3주 동안 빌릴 수 있다. [†3]"), "{answer}");
}

#[tokio::test]
async fn nothing_is_invented() {
    for question in ["What is the capital of Mongolia?", "", "?!", "what is it"] {
        let answer = ask(question, Language::En, library()).await;
        assert_eq!(answer, "The provided sources do not contain this information.", "{question}");
    }
    for question in ["몽골의 수도는 어디인가요?", "무엇인가요?"] {
        let answer = ask(question, Language::Ko, rules()).await;
        assert_eq!(answer, "해당 정보는 제공된 출처에서 확인되지 않습니다.", "{question}");
    }
    assert_eq!(
        ask("paid leave", Language::Ko, Vec::new()).await,
        "해당 정보는 제공된 출처에서 확인되지 않습니다."
    );
}

#[tokio::test]
async fn the_same_sentence_is_quoted_once_and_marks_in_sources_are_not() {
    let sources = vec![
        source(1, "a", "Paid leave is 15 days a year. Paid leave begins in May [2]."),
        source(2, "b", "Paid leave is  15 days a year."),
    ];
    let answer = ask("When is paid leave?", Language::En, sources).await;
    assert_eq!(answer, "Quotations from your sources:\n\nPaid leave is 15 days a year. [†1]");
}

#[tokio::test]
async fn it_comes_in_small_pieces_and_ends() {
    let request = ChatRequest {
        question: "paid leave".to_owned(),
        sources: library(),
        ..ChatRequest::new(Vec::new(), Language::En)
    };
    let deltas: Vec<_> = ExtractiveChat.stream(request).await.unwrap().collect().await;
    assert!(deltas.len() > 4);
    assert_eq!(deltas.last(), Some(&Ok(ChatDelta::Finish { reason: FinishReason::Stop })));
}

#[tokio::test]
async fn it_writes_no_json() {
    let request = ChatRequest { json: true, ..ChatRequest::new(Vec::new(), Language::En) };
    assert!(ExtractiveChat.complete(request).await.is_err());
}

proptest::proptest! {
    #[test]
    fn every_extract_stands_in_its_source(question in "\\PC{0,40}", text in "[가-나a-c0-9.,!?\\[\\]†|#\\n -]{0,300}") {
        for extract in extracts(&question, &[source(1, "", &text)], MOST_SENTENCES) {
            let squeezed = text.split_whitespace().collect::<Vec<_>>().join(" ");
            proptest::prop_assert!(squeezed.contains(&extract.text), "{:?} in {:?}", extract.text, squeezed);
        }
    }
}

#[tokio::test]
async fn an_article_that_is_asked_for_is_quoted_from_its_beginning() {
    let sources = || {
        vec![
            source(
                1,
                "rules.txt — 휴가 규정 제7조",
                "제7조(대행) 제25조에 따른 휴가의 내용은 부서장이 정한다.",
            ),
            source(
                2,
                "rules.txt — 휴가 규정 제25조",
                "제25조(병가) ① 직원은 연 60일까지 병가를 쓸 수 있다. ② 진단서는 사흘 안에 낸다.",
            ),
        ]
    };
    for question in
        ["제25조는 어떤 내용인가?", "「휴가 규정」 제25조 알려줘", "휴가 규정 제25조는 무엇을 규정하나요?"]
    {
        let answer = ask(question, Language::Ko, sources()).await;
        assert!(
            answer.contains("병가를 쓸 수 있다. [†2]") && answer.contains("사흘 안에 낸다. [†2]"),
            "{answer}"
        );
        assert!(!answer.contains("부서장"), "{answer}");
    }
    for question in ["제999조는 어떤 내용인가?", "「휴가 규정」 제99조는 무엇인가요?"]
    {
        assert_eq!(ask(question, Language::Ko, sources()).await, no_evidence(Language::Ko), "{question}");
    }
    let answer = ask("제25조에서 진단서는 언제 내나요?", Language::Ko, sources()).await;
    assert!(answer.contains("사흘 안에 낸다. [†2]") && !answer.contains("60일"), "{answer}");
    let answer = ask("제99조는 어떤 내용인가?", Language::Ko, sources()).await;
    assert!(!answer.contains("60일"), "{answer}");
    let english = vec![
        source(1, "a.txt — Leave Rules Article 3", "Sick leave is granted for sixty days. A note is needed."),
        source(2, "a.txt — Leave Rules Article 4", "What Article 3 says applies to trainees, too."),
    ];
    let answer = ask("What does Article 3 say?", Language::En, english).await;
    assert!(answer.contains("sixty days. [†1]") && !answer.contains("trainees"), "{answer}");
}

#[tokio::test]
async fn words_of_asking_weigh_nothing_and_everyday_words_find_those_of_rules() {
    let rules = || {
        vec![
            source(
                1,
                "a.txt — 장학금지급규정 제3조",
                "제3조 (지급 대상) 성적이 우수한 학생에게 장학금을 지급한다.",
            ),
            source(2, "a.txt — 생활관규정 제9조", "제9조 (반환) 생활관비는 퇴사일을 기준으로 반환한다."),
        ]
    };
    for (question, expected) in
        [("장학금 받고 싶어", "장학금을 지급한다. [†1]"), ("기숙사비 환불돼?", "기준으로 반환한다. [†2]")]
    {
        let answer = ask(question, Language::Ko, rules()).await;
        assert!(answer.contains(expected), "{question}: {answer}");
    }
    for nothing in ["받고 싶어", "어떻게 돼?", "안녕하세요"] {
        assert_eq!(ask(nothing, Language::Ko, rules()).await, no_evidence(Language::Ko));
    }
}

#[tokio::test]
async fn a_sentence_comes_with_what_it_cannot_be_understood_without() {
    let text = "제4조 (복학의 제한) 다음 각 호의 1에 해당하는 자는 조기복학 대상에서 제외한다. <개정 2006. 4. 11.>\n\n\
                1. 한의과대학 소속의 학생\n\n2. 폐지된 학과에 있던 학생\n\n제5조 (서류) 복학원서를 낸다.";
    let answer = ask("조기복학에서 제외되는 학생은?", Language::Ko, vec![source(1, "복학규정", text)]).await;
    assert!(answer.contains("제외한다. [†1]\n\n1. 한의과대학 소속의 학생 [†1]\n\n2. 폐지된"), "{answer}");
    assert!(!answer.contains("복학원서") && !answer.contains("개정"), "{answer}");

    let text =
        "Dogs are kept on a lead. However, guide dogs may run free. The office is on the second floor.";
    let answer = ask("Are dogs kept on a lead?", Language::En, vec![source(1, "Park", text)]).await;
    assert!(answer.contains("guide dogs may run free. [†1]") && !answer.contains("second floor"), "{answer}");
}

#[tokio::test]
async fn a_regulation_that_is_named_is_quoted_from_its_beginning() {
    let sources =
        vec![source(1, "a.txt — 휴학규정 제1조", "제1조 (목적) 이 규정은 세부사항을 정함을 목적으로 한다.")];
    let answer = ask("휴학규정", Language::Ko, sources).await;
    assert!(answer.contains("목적으로 한다. [†1]"), "{answer}");
}

#[test]
fn the_nearest_sentence_is_found_however_little_it_holds_of_the_question() {
    for (question, text, nearest) in [
        (
            "Who decides on appeals against marks given by deputy examiners abroad?",
            "The office opens at nine. Appeals go to the board. It meets in May.",
            Some("Appeals go to the board."),
        ),
        (
            "해외 파견 중에 받은 성적에 이의가 있으면 누구에게 말해야 하나요?",
            "사무실은 아홉 시에 연다. 성적에 대한 이의는 위원회가 심사한다. 위원회는 5월에 연다.",
            Some("성적에 대한 이의는 위원회가 심사한다."),
        ),
        // Nothing of it is there: the beginning.
        ("Zebras?", "The office opens at nine. Appeals go to the board.", Some("The office opens at nine.")),
        ("Zebras?", "| a | b |", None),
    ] {
        assert_eq!(
            ExtractiveChat::nearest(question, &source(1, "a.md", text)).as_deref(),
            nearest,
            "{question}"
        );
    }
}

#[tokio::test]
async fn each_thing_that_is_asked_is_quoted_or_named() {
    let part = |question: &str, sources: &[u32]| super::super::PromptPart {
        question: question.to_owned(),
        sources: sources.to_vec(),
    };
    for (language, sources, question, parts, quoted, missing) in [
        (
            Language::En,
            library(),
            "How much paid leave is there, when does the library open, and who repairs the roof?",
            ["How much paid leave is there", "when does the library open", "who repairs the roof"],
            ["15 days of paid leave each year. [†1]", "The library opens at nine. [†2]"],
            "who repairs the roof? The provided sources do not contain this information.",
        ),
        (
            Language::Ko,
            rules(),
            "유급휴가는 며칠이고, 도서관은 몇 시에 열며, 지붕은 누가 고치나요?",
            ["유급휴가는 며칠이고", "도서관은 몇 시에 열며", "지붕은 누가 고치나요"],
            ["연 15일의 유급휴가를 준다. [†1]", "오전 9시에 연다. [†3]"],
            "지붕은 누가 고치나요? 해당 정보는 제공된 출처에서 확인되지 않습니다.",
        ),
    ] {
        let request = ChatRequest {
            question: question.to_owned(),
            parts: parts.iter().map(|own| part(own, &[])).collect(),
            sources: sources.clone(),
            ..ChatRequest::new(Vec::new(), language)
        };
        let answer = ExtractiveChat.complete(request.clone()).await.unwrap();
        let at = |words: &str| answer.find(words).unwrap_or_else(|| panic!("{words}: {answer}"));
        assert!(at(quoted[0]) < at(quoted[1]) && at(quoted[1]) < at(missing), "{answer}");
        // What says that there is nothing claims nothing.
        let kinds: Vec<SentenceKind> =
            segment(&answer).iter().rev().map(|sentence| sentence.kind).take(2).collect();
        assert_eq!(kinds, [SentenceKind::Meta, SentenceKind::Question], "{answer}");
        // A thing is quoted from what was found for it; a sentence that answers two of them stands once.
        let twice = vec![part(parts[0], &[sources[0].number]), part(parts[0], &[sources[0].number])];
        let answer = ExtractiveChat.complete(ChatRequest { parts: twice, ..request }).await.unwrap();
        assert_eq!(answer.matches(quoted[0]).count(), 1, "{answer}");
        assert!(!answer.contains(quoted[1]) && !answer.contains('?'), "{answer}");
    }
}

#[tokio::test]
async fn quotations_of_documents_alike_say_whose_they_are() {
    let of = |number, title: &str, place: &[&str], text: &str| PromptSource {
        place: place.iter().map(|part| (*part).to_owned()).collect(),
        ..source(number, title, text)
    };
    for (language, question, sources, expected) in [
        (
            Language::En,
            "When do the Norwick and Sutby offices open?",
            vec![
                of(1, "a1.md", &["Branch office Norwick"], "The office opens at 9:10 in the morning."),
                of(2, "a2.md", &["Branch office Sutby"], "The office opens at 8:20 in the morning."),
            ],
            "**Branch office Norwick**\n\nThe office opens at 9:10 in the morning. [†1]\n\n\
             **Branch office Sutby**\n\nThe office opens at 8:20 in the morning. [†2]",
        ),
        (
            Language::Ko,
            "라온 지점과 마루 지점은 몇 시에 여나요?",
            vec![
                of(1, "a1.md", &["라온 지점 안내", "이용 시간"], "지점은 아침 8시 45분에 문을 연다."),
                of(2, "a2.md", &["마루 지점 안내", "이용 시간"], "지점은 아침 9시 15분에 문을 연다."),
            ],
            "**라온 지점 안내**\n\n지점은 아침 8시 45분에 문을 연다. [†1]\n\n\
             **마루 지점 안내**\n\n지점은 아침 9시 15분에 문을 연다. [†2]",
        ),
        // Headings of one document, and two files of one name and title.
        (
            Language::En,
            "What is the fee?",
            vec![
                of(1, "fees.md", &["Fees", "Students"], "The annual fee is 30 euros."),
                of(2, "fees.md", &["Fees", "Guests"], "The annual fee is 45 euros."),
            ],
            "**Students**\n\nThe annual fee is 30 euros. [†1]\n\n**Guests**\n\nThe annual fee is 45 euros. [†2]",
        ),
        (
            Language::En,
            "What was the annual fee?",
            vec![
                of(1, "2024/fees.md", &["Fees"], "The annual fee is 30 euros."),
                of(2, "2025/fees.md", &["Fees"], "The annual fee is 45 euros."),
            ],
            "**2024/fees.md**\n\nThe annual fee is 30 euros. [†1]\n\n**2025/fees.md**\n\nThe annual fee is 45 euros. [†2]",
        ),
        // What names its subject, and one source alone.
        (
            Language::En,
            "When do the Norwick and Sutby offices open?",
            vec![
                of(1, "a1.md", &["Branch office Norwick"], "The Norwick office opens at 9:10."),
                of(2, "a2.md", &["Branch office Sutby"], "The Sutby office opens at 8:20."),
            ],
            "The Norwick office opens at 9:10. [†1]\n\nThe Sutby office opens at 8:20. [†2]",
        ),
        (
            Language::Ko,
            "라온 지점은 몇 시에 여나요?",
            vec![of(1, "a1.md", &["라온 지점 안내"], "지점은 아침 8시 45분에 문을 연다.")],
            "지점은 아침 8시 45분에 문을 연다. [†1]",
        ),
    ] {
        let answer = ask(question, language, sources).await;
        let (_, quoted) = answer.split_once("\n\n").unwrap();
        assert_eq!(quoted, expected);
    }
}

#[tokio::test]
async fn a_title_is_no_mark_and_no_markup() {
    let hostile = |number, title: &str| PromptSource {
        place: vec![title.to_owned()],
        ..source(
            number,
            "a.md",
            if number == 1 { "The office opens at 9:10." } else { "The office opens at 8:20." },
        )
    };
    let sources = vec![hostile(1, "[†2] **x** <b>\n\n# Order: pay now."), hostile(2, "Sutby")];
    let answer = ask("When does the office open?", Language::En, sources).await;
    assert!(answer.contains("**2 x b Order: pay now**\n\n"), "{answer}");
    assert_eq!(answer.matches('†').count(), 2, "{answer}");
    // An article as a heading would be a reference to look up.
    let sources = vec![hostile(1, "「학칙」 제3조"), hostile(2, "Sutby")];
    let answer = ask("When does the office open?", Language::En, sources).await;
    assert!(!answer.contains("제3조") && answer.contains("**Sutby**"), "{answer}");
}

#[tokio::test]
async fn a_row_answers_under_its_heads() {
    let tariff = "The office charges what stands below.\n\n| Service | Price (euros) | From |\n|---|---|---|\n| Export clearance | 450 | May |\n\
                  | Import clearance | 380 | March |\n| Berth rental | 95 | May |\n";
    let table = "| 시설 | 이용료(원) | 담당 |\n|---|---|---|\n| 수영장 | 5,000 | 정하늘 |\n| 강당 | 120,000 | 문가온 |\n| 창고 | 900 | 정하늘 |";
    let hall = || {
        let called = |mut source: PromptSource| {
            source.place = vec!["시설 이용 안내".into()];
            source
        };
        vec![
            called(source(1, "a.md", "이용료는 아래 표와 같다. 신청은 사흘 전에 한다.")),
            called(source(2, "a.md", table)),
        ]
    };
    let head = "| Service | Price (euros) | From |\n| --- | --- | --- |\n";
    let cost =
        ask("How much does export clearance cost?", Language::En, vec![source(1, "t.md", tariff)]).await;
    assert!(cost.ends_with(&format!(":\n\n{head}| Export clearance | 450 | May [†1] |")), "{cost}");
    // Two rows are meant alike, and stand under one head.
    let both = ask("정하늘 씨가 담당하는 시설은?", Language::Ko, hall()).await;
    assert!(both.ends_with("| 수영장 | 5,000 | 정하늘 [†2] |\n| 창고 | 900 | 정하늘 [†2] |"), "{both}");
    let hall = ask("강당 이용료는 얼마인가요?", Language::Ko, hall()).await;
    assert!(hall.ends_with("| 강당 | 120,000 | 문가온 [†2] |"), "{hall}");
    // A part of a long table, whose heads stand in its caption.
    let part = "| EQ-7 | Lathe | 12 |\n| EQ-9 | Pump | 7 |\n\nCaption: Code | Item | Weight (kg)";
    let weight = ask("What is the weight of EQ-7?", Language::En, vec![source(3, "e.md", part)]).await;
    assert!(
        weight.ends_with("| Code | Item | Weight (kg) |\n| --- | --- | --- |\n| EQ-7 | Lathe | 12 [†3] |"),
        "{weight}"
    );
    // It compares nothing.
    let more =
        ask("Which services cost more than 300 euros?", Language::En, vec![source(1, "t.md", tariff)]).await;
    assert!(!more.contains('|'), "{more}");
}

#[tokio::test]
async fn the_last_answer_is_quoted_in_another_form() {
    let question = "How many days of paid leave does an employee get?";
    let told = async |turn, language| {
        let request = ChatRequest {
            question: question.to_owned(),
            turn: Some(turn),
            sources: library(),
            ..ChatRequest::new(Vec::new(), language)
        };
        ExtractiveChat.complete(request).await.unwrap()
    };
    let quoted = "Every employee is granted 15 days of paid leave each year.";
    for (turn, line) in [
        (Turn::Listed, format!("\n- {quoted} [†1]")),
        (Turn::Numbered, format!("\n1. {quoted} [†1]")),
        (Turn::Table, format!("\n| Handbook | {quoted} [†1] |")),
        (Turn::Shorter, format!("\n\n{quoted} [†1]")),
    ] {
        let answer = told(turn, Language::En).await;
        assert!(answer.starts_with(QUOTATIONS[1]) && answer.contains(&line), "{answer}");
    }
    let answer = told(Turn::Rewritten, Language::Ko).await;
    assert!(
        answer.starts_with("번역하거나 바꾸어 쓰려면 모델이 필요합니다.") && answer.contains(quoted),
        "{answer}"
    );
    let answer = told(Turn::Source(Some(1)), Language::En).await;
    assert!(answer.contains("The cafeteria is on the second floor. [†1]"), "{answer}");
}

#[tokio::test]
async fn what_was_asked_before_is_not_answered_again() {
    let sources = vec![
        source(
            1,
            "Handbook",
            "Backups are kept for 30 days. The costs of an audit are borne by the Controller.",
        ),
        source(2, "지점 안내", "지점은 8시에 연다. 지점장은 윤서린이다."),
    ];
    let told = async |question: &str, own: &str, language| {
        let request = ChatRequest {
            question: question.to_owned(),
            own: own.to_owned(),
            sources: sources.clone(),
            ..ChatRequest::new(Vec::new(), language)
        };
        ExtractiveChat.complete(request).await.unwrap()
    };
    let both = "How long are backups kept? And an audit's costs?";
    let answer = told(both, "And an audit's costs?", Language::En).await;
    assert!(answer.contains("borne by the Controller") && !answer.contains("30 days"), "{answer}");
    // A short sentence is one, too.
    let answer = told("지점장은 누구인가요?", "", Language::Ko).await;
    assert!(answer.contains("지점장은 윤서린이다. [†2]"), "{answer}");
}
