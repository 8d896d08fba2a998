//! Answers and given texts that refer to articles of stored regulations.

use serde_json::{Value, json};

use crate::support::model::Script;
use crate::support::server::{Server, Told};

const LEAVE: &str = "휴가 규정\n\n제1장 총칙\n\n제1조(목적) 이 규정은 직원의 휴가에 관한 사항을 정함을 목적으로 한다.\n\n\
    제2조(연차휴가) ① 직원에게 연 15일의 유급휴가를 준다.\n② 휴가 신청은 제4조에 따른다.\n\n\
    제3조(병가) 직원은 연 60일까지 병가를 쓸 수 있다.\n\n제4조(신청) 휴가는 사흘 전까지 신청한다.\n\n\
    제5조 삭제 <2020. 1. 1.>\n\n부칙\n\n제1조(시행일) 이 규정은 2020년 3월 1일부터 시행한다.\n";

const LIBRARY_RULES: &str = "도서관 규정\n\n제1조(목적) 이 규정은 도서관의 운영을 정한다.\n\n\
    제2조(개관) 도서관은 오전 아홉 시에 문을 연다.\n\n제40조(대출) 학생은 책을 다섯 권까지 빌릴 수 있다.\n";

const QUESTION: &str = "직원의 연차휴가는 며칠인가요?";

async fn server() -> Server {
    let mut server = Server::start(Some("plain"), |_| ()).await;
    server.ingest("leave.txt", LEAVE).await;
    server.ingest("library-rules.txt", LIBRARY_RULES).await;
    server
}

/// All references of all sentences, in order.
fn statutes(told: &Told) -> Vec<Value> {
    told.sentences()
        .iter()
        .flat_map(|sentence| sentence["data"]["statutes"].as_array().unwrap().clone())
        .collect()
}

fn number_of(told: &Told, title: &str) -> usize {
    let at = told.of("source-document").iter().position(|source| source["title"] == title);
    at.unwrap_or_else(|| panic!("{title} is no source: {}", told.raw)) + 1
}

#[tokio::test]
async fn a_reference_comes_with_the_words_of_its_article_and_a_way_to_it() {
    let server = server().await;
    let model = server.model.clone().unwrap();
    // What is number N is known only from the sources, so they are asked for first.
    model.push(Script::text(["모릅니다."]));
    let n = number_of(&server.ask("sources", QUESTION).await, "휴가 규정 제2조");
    let answer = format!(
        "제40조에 따라 학생은 책을 다섯 권까지 빌릴 수 있다. 「휴가 규정」 제2조 제1항에 따라 직원에게 연 15일의 유급휴가를 준다. \
         「휴가 규정」 제99조는 없는 조문이다. 직원에게 연 15일의 유급휴가를 준다 [†{n}]. \
         휴가 규정에 따르면 직원에게 연 15일의 유급휴가를 준다 [†{n}]."
    );
    model.push(Script::text(answer.split_inclusive(' ').collect::<Vec<_>>()));
    let told = server.ask("c", QUESTION).await;
    let text = told.text();
    assert!(!text.contains("제99조") && text.contains("관련 규정은 없는 조문이다."), "{text}");
    let found = statutes(&told);
    let units: Vec<u16> = text.encode_utf16().collect();
    for statute in &found {
        let at = |name: &str| usize::try_from(statute[name].as_u64().unwrap()).unwrap();
        assert_eq!(
            String::from_utf16(&units[at("start")..at("end")]).unwrap(),
            statute["text"].as_str().unwrap()
        );
    }
    let shape: Vec<[&str; 3]> = found
        .iter()
        .map(|statute| {
            [&statute["text"], &statute["standing"], &statute["articles"][0]["article"]]
                .map(|value| value.as_str().unwrap_or_default())
        })
        .collect();
    assert_eq!(
        shape,
        [
            // Only one of the regulations has an article 40.
            ["「도서관 규정」 제40조", "completed", "제40조"],
            ["「휴가 규정」 제2조 제1항", "found", "제2조"],
            // The source that the sentence cites tells the article.
            ["「휴가 규정」 제2조", "completed", "제2조"],
        ]
    );
    let article = &found[1]["articles"][0];
    assert_eq!(article["keySentence"], "직원에게 연 15일의 유급휴가를 준다.");
    assert!(article["text"].as_str().unwrap().contains("15일") && article["truncated"] == false);
    let (status, whole) = server.get(article["href"].as_str().unwrap()).await;
    assert_eq!((status, &whole["articles"][0]["content"]), (200, &article["text"]));
    let removed = told.parts.last().unwrap()["messageMetadata"]["removed_citations"].clone();
    assert!(removed.to_string().contains("제99조"), "{removed}");
    // The passage is shown as the article that it is.
    let source = &told.of("source-document")[n - 1]["providerMetadata"]["stet"]["article"];
    assert_eq!((&source["article"], &source["title"]), (&json!("제2조"), &json!("연차휴가")));
    assert_eq!(source["keySentence"], "직원에게 연 15일의 유급휴가를 준다.");
    assert_eq!(server.get(source["href"].as_str().unwrap()).await.0, 200);
}

#[tokio::test]
async fn a_question_about_an_article_is_answered_with_that_article() {
    let mut server = Server::extracts().await;
    server.ingest("leave.txt", LEAVE).await;
    server.ingest("library-rules.txt", LIBRARY_RULES).await;
    for (question, first, says) in [
        ("제40조는 어떤 내용인가?", "도서관 규정 제40조", "학생은 책을 다섯 권까지 빌릴 수 있다. [†1]"),
        ("「휴가 규정」 제4조 알려줘", "휴가 규정 제4조", "휴가는 사흘 전까지 신청한다. [†1]"),
        ("도서관 규정 제2조의 내용을 요약해 주세요.", "도서관 규정 제2조", "오전 아홉 시에 문을 연다. [†1]"),
        ("휴가 규정 제2조에서 유급휴가는 며칠인가요?", "휴가 규정 제2조", "연 15일의 유급휴가를 준다. [†1]"),
    ] {
        let told = server.ask(question, question).await;
        assert_eq!(told.of("source-document")[0]["title"], first, "{question}");
        let text = told.text();
        assert!(text.contains(says) && !text.contains("[†2]"), "{question}: {text}");
    }
    // Both regulations have such an article, and both are shown.
    let told = server.ask("both", "제2조는 무엇을 정하고 있나요?").await;
    let text = told.text();
    assert!(text.contains("15일의 유급휴가") && text.contains("아홉 시에 문을 연다"), "{text}");
}

#[tokio::test]
async fn the_prompt_lists_the_articles_that_may_be_cited() {
    let server = server().await;
    let model = server.model.clone().unwrap();
    model.push(Script::text(["모릅니다."]));
    let told = server.ask("c", QUESTION).await;
    let request = model.requests().pop().unwrap();
    let system = request.body["messages"][0]["content"].as_str().unwrap();
    let listed: Vec<&str> = system.lines().filter(|line| line.starts_with("- 「")).collect();
    let sources: Vec<String> = told
        .of("source-document")
        .iter()
        .filter_map(|source| {
            let article = &source["providerMetadata"]["stet"]["article"];
            let title = article["title"].as_str()?;
            Some(format!(
                "- 「{}」 {} ({title})",
                article["regulation"].as_str()?,
                article["article"].as_str()?
            ))
        })
        .collect();
    assert!(sources.len() > 1, "{}", told.raw);
    assert_eq!(listed[..sources.len()], sources, "what was found comes first");
    for line in ["- 「휴가 규정」 제1조 (목적)", "- 「휴가 규정」 제4조 (신청)"] {
        assert!(listed.contains(&line), "{line} is not in {listed:?}");
    }
    assert!(!system.contains("제5조"), "a deleted article cannot be cited: {system}");
}

#[tokio::test]
async fn a_given_text_is_held_against_the_regulations_too() {
    let server = server().await;
    let body = json!({
        "answer": "「휴가 규정」 제3조에 따라 직원은 연 60일까지 병가를 쓸 수 있다 [1]. 「휴가 규정」 제5조도 있다.",
        "quick": true,
    });
    let (status, result) = server.post("/api/verify", &body).await;
    assert_eq!(status, 200, "{result}");
    let article = &result["sentences"][0]["statutes"][0]["articles"][0];
    assert_eq!(article["keySentence"], "직원은 연 60일까지 병가를 쓸 수 있다.", "{result}");
    assert_eq!(article["text"], "제3조(병가) 직원은 연 60일까지 병가를 쓸 수 있다.");
    assert!(result["corrected"].as_str().unwrap().ends_with("관련 규정도 있다."), "{result}");
    assert_eq!((&result["citations_valid"], &result["verified"]), (&json!(false), &json!(false)));
}

#[tokio::test]
async fn a_new_edition_of_equal_size_is_seen_at_once() {
    let mut server = Server::extracts().await;
    let edition =
        |days: &str| format!("휴가 규정\n\n제1조(목적) 휴가를 정한다.\n\n제2조(휴가) 휴가는 {days}일이다.\n");
    let key = async |server: &Server| {
        let body = json!({ "answer": "「휴가 규정」 제2조에 따른다.", "quick": true });
        let (_, result) = server.post("/api/verify", &body).await;
        result["sentences"][0]["statutes"][0]["articles"][0]["keySentence"].clone()
    };
    assert_eq!(server.state.store().regulations_version().await.unwrap(), 0);
    assert_eq!(key(&server).await, Value::Null);
    let first = server.ingest("leave-1.txt", &edition("15")).await;
    assert_eq!(key(&server).await, "휴가는 15일이다.");
    let version = server.state.store().regulations_version().await.unwrap();
    assert_eq!(key(&server).await, "휴가는 15일이다.");
    assert_eq!(server.state.store().regulations_version().await.unwrap(), version, "reading changes nothing");
    server.ingest("plain.txt", "도서관은 아홉 시에 연다.").await;
    assert_eq!(server.state.store().regulations_version().await.unwrap(), version, "no regulation came");
    // While both are there the newer one counts.
    let third = server.ingest("leave-3.txt", &edition("20")).await;
    assert_eq!(key(&server).await, "휴가는 20일이다.");
    assert!(server.client.delete(server.url(&format!("/api/sources/{third}"))).send().await.is_ok());
    assert_eq!(key(&server).await, "휴가는 15일이다.");
    let gone = server.client.delete(server.url(&format!("/api/sources/{first}"))).send().await.unwrap();
    assert_eq!(gone.status(), 204);
    assert_eq!(key(&server).await, Value::Null);
    server.ingest("leave-2.txt", &edition("25")).await;
    assert_eq!(key(&server).await, "휴가는 25일이다.");
}

#[tokio::test]
async fn an_article_of_an_english_regulation_is_called_in_english() {
    let mut server = Server::start(Some("plain"), |_| ()).await;
    let rules = "Library Regulations\n\nArticle 1 (Purpose) These regulations govern the library.\n\n\
        Article 2 (Hours) The library opens at nine in the morning.\n\n\
        Article 3 (Loans) Students may borrow five books for two weeks.\n";
    server.ingest("rules.txt", rules).await;
    let model = server.model.clone().unwrap();
    let question = "How many books may students borrow?";
    model.push(Script::text(["I do not know."]));
    let n = number_of(&server.ask("sources", question).await, "Library Regulations Article 3");
    // A mark may name the article in either language.
    let claim = "Students may borrow five books for two weeks";
    let answer = format!(
        "{claim} [†{n}]. {claim} [source: Library Regulations Article 3]. {claim} [출처: Library Regulations 제3조]."
    );
    model.push(Script::text(answer.split_inclusive(' ').collect::<Vec<_>>()));
    let told = server.ask("c", question).await;
    for sentence in told.sentences().iter().filter(|sentence| sentence["data"]["kind"] == "claim") {
        assert_eq!(sentence["data"]["status"], "supported", "{sentence}");
        assert_eq!(sentence["data"]["citations"].as_array().unwrap().len(), 1, "{sentence}");
    }
    let text = told.text();
    assert!(text.ends_with("rules.txt — Library Regulations Article 3\n"), "{text}");
}

#[tokio::test]
async fn an_annex_to_which_no_article_refers_is_there() {
    let mut server = Server::extracts().await;
    let rules = "봉급 규정\n\n제1조(목적) 이 규정은 봉급을 정한다.\n\n제2조(지급) 봉급은 매월 25일에 지급한다.\n\n\
        별표 1 직원급별 봉급표\n\n1급 5,200,000원\n\n2급 4,100,000원\n";
    server.ingest("pay.txt", rules).await;
    let standing = async |reference: &str| {
        let body = json!({
            "answer": format!("봉급은 「봉급 규정」 {reference}에 따른다."), "quick": true,
        });
        let (_, result) = server.post("/api/verify", &body).await;
        result["corrected"].as_str().unwrap().contains(reference)
    };
    assert!(standing("별표 1").await);
    assert!(!standing("별표 7").await);
}
