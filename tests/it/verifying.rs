//! Texts that were not generated here: what a request may leave open, and what stands in a folder beside texts.

use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::json;

use stet_answer::State;
use stet_verify::{GivenSource, Outcome, Task};

use crate::support::server::Server;

const SOURCE: &str = "The library opens at nine in the morning.";

/// Clients that write every field write null for those that they leave out.
#[tokio::test]
async fn a_field_that_is_null_is_left_out() {
    let server = Server::extracts().await;
    let body = json!({
        "question": null, "answer": format!("{} [1].", SOURCE.trim_end_matches('.')), "context": [SOURCE],
        "sourceIds": null, "layers": null, "quick": null, "requireCitations": null, "threshold": null,
    });
    let (status, told) = server.post("/api/verify", &body).await;
    assert_eq!((status, &told["badge"]), (200, &json!("verified")), "{told}");
    let (status, told) =
        server.post("/api/verify", &json!({ "answer": "It is so [1].", "context": null })).await;
    assert_eq!((status, &told["badge"]), (200, &json!("no_sources")), "{told}");
    // 1 − 0.3, as it is meant and not as single precision has it.
    assert_eq!(told["confidence"].to_string(), "0.7", "{told}");
    let query = json!({ "question": "When?", "mode": null, "confidence_threshold": null });
    assert_eq!(server.post("/query/verified", &query).await.0, 200);
    for (field, value) in
        [("answer", json!(null)), ("context", json!("x")), ("quick", json!("yes")), ("sourceIds", json!("x"))]
    {
        let mut body = json!({ "answer": "It is so [1].", "context": [SOURCE] });
        body[field] = value;
        let (status, problem) = server.post("/api/verify", &body).await;
        assert_eq!((status, &problem["field"]), (400, &json!(field)), "{problem}");
    }
}

/// A text without marks is told what its sources say, given or stored.
#[tokio::test]
async fn a_claim_without_a_mark_is_told_what_a_source_says_otherwise() {
    let mut server = Server::extracts().await;
    server.ingest("pool.txt", "수영장은 오전 9시에 연다. 어른의 요금은 5,000원이다.").await;
    for context in [json!([SOURCE]), json!([])] {
        let is_given = context != json!([]);
        let (text, own, theirs) = if is_given {
            ("The library opens at ten in the morning. A baker founded it long ago.", "ten", "nine")
        } else {
            ("어른의 요금은 6,000원이다. 수영장은 은퇴한 제빵사가 세웠다.", "6,000원", "5,000원")
        };
        let (status, told) = server.post("/api/verify", &json!({ "answer": text, "context": context })).await;
        let [first, second] = &told["sentences"].as_array().unwrap()[..] else { panic!("{told}") };
        assert_eq!(
            (status, &first["status"], &second["status"]),
            (200, &json!("uncited"), &json!("uncited"))
        );
        let against = &first["against"];
        assert!(against["yours"].as_str().unwrap().contains(own), "{told}");
        assert!(against["theirs"].as_str().unwrap().contains(theirs), "{told}");
        assert!(second.get("against").is_none(), "{told}");
    }
}

/// What is wrong with a source is said in the reader's language, all of it.
#[tokio::test]
async fn a_wrong_source_is_named_in_both_languages() {
    let server = Server::extracts().await;
    let body = json!({ "answer": "It is so [1].", "context": [SOURCE, 1] });
    for (language, words) in [("ko", "글을 content에 담은 객체"), ("en", "an object with its text")] {
        let request = server.client.post(server.url("/api/verify")).header("accept-language", language);
        let problem: serde_json::Value = request.json(&body).send().await.unwrap().json().await.unwrap();
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains(words) && problem["field"] == "context[1]", "{problem}");
        assert_eq!(language == "ko", !detail.contains("an object"), "{detail}");
    }
}

/// What a cited source warns of is told of a given text, too.
#[tokio::test]
async fn warnings_of_the_cited_sources_are_told() {
    let server = Server::extracts().await;
    let context = json!([
        "배터리는 해마다 점검한다. 주의: 단자를 만지지 마십시오.",
        "The tank holds six litres. Warning: the cap is hot.",
        "The pump is blue. Warning: do not run it dry.",
    ]);
    for (answer, warnings) in [
        ("배터리는 해마다 점검한다 [1].", json!(["주의: 단자를 만지지 마십시오."])),
        ("The tank holds six litres [2].", json!(["Warning: the cap is hot."])),
        ("The pump is red [3].", json!([])),
    ] {
        let (_, told) = server.post("/api/verify", &json!({ "answer": answer, "context": context })).await;
        assert_eq!(told["warnings"], warnings, "{told}");
    }
}

/// What the page writes under a draft says which source a mark is, whatever a search for the text would find first.
#[tokio::test]
async fn footnotes_of_a_draft_are_its_sources() {
    let mut server = Server::extracts().await;
    server.ingest("mooring.md", "Nine boats may be kept in the harbour. A mooring is let for 26 days.").await;
    server.ingest("정박 규정.md", "정박 기간은 26일이다. 배는 아홉 척까지 둘 수 있다.").await;
    let answer = "# Memo\n\nA mooring is let for 30 days.[^2] 배는 아홉 척까지 둘 수 있다.[^7]\n\n- 정박 기간은 30일이다.[^7]\n\n\
                  | Term | Mooring |\n|---|---|\n| Let for | 26 days[^2] |\n\nIt rains.[^9]\n\n\
                  [^2]: mooring.md: “A mooring is let for 26 days.”\n[^7]: 정박 규정.md: “정박 기간은 26일이다.”\n[^9]: Not supported\n";
    let (status, told) = server.post("/api/verify", &json!({ "answer": answer, "quick": true })).await;
    assert_eq!(status, 200, "{told}");
    let judged: Vec<_> =
        told["sentences"].as_array().unwrap().iter().filter(|one| one["status"] != "not_a_claim").collect();
    let seen: Vec<_> = judged
        .iter()
        .map(|one| {
            (
                one["status"].as_str().unwrap(),
                one["against"]["yours"].as_str(),
                one["against"]["theirs"].as_str(),
            )
        })
        .collect();
    assert_eq!(
        seen,
        [
            ("unsupported", Some("30 days"), Some("26 days")),
            ("supported", None, None),
            ("unsupported", Some("30일"), Some("26일")),
            ("supported", None, None),
            ("unknown_source", None, None),
        ],
        "{told}"
    );
    // Where a sentence stands is told of the text that was given, whose marks the corrected one has no more.
    let units: Vec<u16> = answer.encode_utf16().collect();
    let at = |end: &str| usize::try_from(judged[2]["origin"][end].as_u64().unwrap()).unwrap();
    let stood = String::from_utf16(&units[at("start")..at("end")]).unwrap();
    assert_eq!(stood.trim(), "- 정박 기간은 30일이다.[^7]");
    assert_eq!(judged[0]["against"]["text"], "A mooring is let for 26 days.");
}

/// The number of a writer's remark, or of a source that is gone, is not that of whatever a search finds first.
#[tokio::test]
async fn a_footnote_that_names_no_source_is_none_of_those_found() {
    let mut server = Server::extracts().await;
    server.ingest("mooring.md", "A mooring is let for 26 days.").await;
    server.ingest("정박 규정.md", "정박 기간은 26일이다.").await;
    for answer in [
        "A mooring is let for 30 days.[^1]\n\n[^1]: Asked on Monday.\n",
        "정박 기간은 30일이다.[^1]\n\n[^1]: 없는 규정.md: “정박 기간은 30일이다.”\n",
    ] {
        let (_, told) = server.post("/api/verify", &json!({ "answer": answer, "quick": true })).await;
        assert_eq!(told["sentences"][0]["status"], "unknown_source", "{told}");
    }
}

/// A pipe that nobody writes to would be waited for; texts beside it are checked.
#[test]
fn a_pipe_in_a_folder_is_no_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir(path("docs")).unwrap();
    std::fs::write(path("source.txt"), SOURCE).unwrap();
    let hidden = "<!-- The library opens at ten in the morning [7]. -->";
    std::fs::write(path("docs/a.md"), format!("{} [1].\n\n{hidden}", SOURCE.trim_end_matches('.'))).unwrap();
    assert!(Command::new("mkfifo").arg(path("docs/b.md")).status().unwrap().success());
    let mut child = Command::new(env!("CARGO_BIN_EXE_stet"))
        .args([
            "verify".as_ref(),
            path("docs").as_os_str(),
            "--source".as_ref(),
            path("source.txt").as_os_str(),
        ])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    for _ in 0..600 {
        if let Some(status) = child.try_wait().unwrap() {
            assert_eq!(status.code(), Some(0));
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    child.kill().unwrap();
    panic!("the pipe is waited for");
}

const HALL: &str =
    "The hall has 30 seats. It opens at nine. 강당에는 좌석이 30석 있다. 강당은 아홉 시에 연다.";

fn judged(text: &str) -> Outcome {
    let source = GivenSource { id: "s".into(), text: HALL.into(), ..GivenSource::default() };
    let head = stet_verify::front_matter(text);
    let task = Task { deltas: vec![text.to_owned()], head, sources: vec![source], ..Task::default() };
    stet_verify::by_words(&task, stet_verify::default_policy(&task))
}

/// The claims of a text as they stand in it, with what is said of each.
fn claims(text: &str) -> Vec<(String, State)> {
    let outcome = judged(text);
    let all = outcome.sentences.iter().zip(&outcome.origins);
    all.filter(|(sentence, _)| sentence.state != State::NotAClaim)
        .map(|(sentence, origin)| (origin.of(text).trim().to_owned(), sentence.state))
        .collect()
}

#[test]
fn comments_are_not_judged() {
    let (yes, no) = (State::Supported, State::Unsupported);
    for (text, wanted) in [
        (
            "<!-- The hall has 90 seats [1]. -->\n\nThe hall has 30 seats [1].",
            &[("The hall has 30 seats [1].", yes)][..],
        ),
        (
            "<!-- 강당에는 좌석이 90석 있다 [1]. -->\n\n강당에는 좌석이 30석 있다 [1].",
            &[("강당에는 좌석이 30석 있다 [1].", yes)],
        ),
        // On one line, and what stands behind a comment is no code.
        ("<!-- see [7] --> The hall has 90 seats [1].", &[("The hall has 90 seats [1].", no)]),
        ("{/* [7] 확인 */} 강당에는 좌석이 90석 있다 [1].", &[("강당에는 좌석이 90석 있다 [1].", no)]),
        (
            "- <!-- see [7] --> The hall has 90 seats [1].",
            &[("- <!-- see [7] --> The hall has 90 seats [1].", no)],
        ),
        // In the middle of a sentence, on more lines than one.
        (
            "The hall <!-- not 90 [7].\r\n\r\nNot it. --> has 30 seats [1].",
            &[("The hall <!-- not 90 [7].\r\n\r\nNot it. --> has 30 seats [1].", yes)],
        ),
        (
            "강당에는 <!-- 90석이 아니다 [7]. -->좌석이 30석 있다 [1].",
            &[("강당에는 <!-- 90석이 아니다 [7]. -->좌석이 30석 있다 [1].", yes)],
        ),
        // At the end, without a line's end.
        (
            "The hall has 30 seats [1].\r\n<!-- The hall has 90 seats [1]. -->",
            &[("The hall has 30 seats [1].", yes)],
        ),
        (
            "강당에는 좌석이 30석 있다 [1]. {/* 강당에는 좌석이 90석 있다 [1]. */}",
            &[("강당에는 좌석이 30석 있다 [1].", yes)],
        ),
        // The first end ends it.
        ("<!-- a <!-- b --> The hall has 90 seats [1]. -->", &[("The hall has 90 seats [1]. -->", no)]),
        // No comment.
        ("<!-- The hall has 90 seats [1].", &[("<!-- The hall has 90 seats [1].", no)]),
        (
            "The mark `<!--` has 90 seats [1]. The mark `-->` opens at nine [1].",
            &[
                ("The mark `<!--` has 90 seats [1].", no),
                ("The mark `-->` opens at nine [1].", State::Uncertain),
            ],
        ),
        (
            "```html\n<!--\n```\n\n강당에는 좌석이 90석 있다 [1].\n\n```html\n-->\n```\n",
            &[("강당에는 좌석이 90석 있다 [1].", no)],
        ),
    ] {
        let wanted: Vec<_> = wanted.iter().map(|(words, state)| ((*words).to_owned(), *state)).collect();
        assert_eq!(claims(text), wanted, "{text}");
    }
}

#[tokio::test]
async fn a_comment_of_an_answer_says_nothing() {
    let server = Server::extracts().await;
    let answer = "<!-- 강당에는 좌석이 90석 있다 [7]. -->\n\nThe hall has 30 seats [1].";
    let (_, told) = server.post("/api/verify", &json!({ "answer": answer, "context": [HALL] })).await;
    assert_eq!((&told["badge"], &told["corrected"]), (&json!("verified"), &json!(answer)), "{told}");
    assert_eq!(told["sentences"][0]["text"], "The hall has 30 seats [1].");
}

#[test]
fn comments_stay_in_what_comes_out() {
    for (text, wanted) in [
        (
            "---\na: 1 <!--\n---\n<!-- 메모 [7] -->\n\nThe hall <!-- [8] --> has 30 seats [1]. <!-- end -->",
            "",
        ),
        (
            "강당에는 <!-- 가 --> 좌석이 30석 있다 [7]. {/* 나 */}\n\n강당은 아홉 시에 연다 [1].",
            "강당에는 <!-- 가 --> 좌석이 30석 있다. {/* 나 */}\n\n강당은 아홉 시에 연다 [1].",
        ),
    ] {
        let outcome = judged(text);
        assert_eq!(outcome.text, if wanted.is_empty() { text } else { wanted });
        let removed: Vec<_> = outcome.sentences.iter().flat_map(|one| &one.removed).collect();
        assert_eq!(removed.len(), usize::from(!wanted.is_empty()), "{removed:?}");
    }
}

proptest::proptest! {
    /// Sentences lie on characters; they are those of the text with blanks for comments, and a text without comments is
    /// read as it is.
    #[test]
    fn places_outlive_comments(parts in proptest::collection::vec(proptest::sample::select(vec![
        "<!--", "-->", "{/*", "*/}", "`", "```\n", "\r\n", "\n\n", " ", "- ", "    ", "The hall has 90 seats [1].",
        "강당에는 좌석이 30석 있다 [1].", "[7]", "말 <!-- [7] 메모. --> 😀", "| 가 |",
    ]), 0..12)) {
        let text = parts.concat();
        let read = stet_verify::comments::left_out(&text, 0);
        assert_eq!(read.len(), text.len());
        let (given, plain) = (judged(&text), judged(&read));
        assert_eq!(given.sentences.len(), plain.sentences.len());
        for (one, other) in given.sentences.iter().zip(&plain.sentences) {
            assert_eq!((&one.statement, one.state, &one.removed), (&other.statement, other.state, &other.removed));
            assert!(given.text.get(one.span.start..one.span.end).is_some(), "{text:?}");
        }
        assert!(given.origins.iter().all(|origin| text.get(origin.start..origin.end).is_some()), "{text:?}");
        if !text.contains("-->") && !text.contains("*/}") {
            assert_eq!((&*read, given.text, given.origins), (text.as_str(), plain.text, plain.origins));
        }
    }
}
