//! Texts that were not generated here: what a request may leave open, and what stands in a folder beside texts.

use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::json;

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

/// A pipe that nobody writes to would be waited for; texts beside it are checked.
#[test]
fn a_pipe_in_a_folder_is_no_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir(path("docs")).unwrap();
    std::fs::write(path("source.txt"), SOURCE).unwrap();
    std::fs::write(path("docs/a.md"), format!("{} [1].", SOURCE.trim_end_matches('.'))).unwrap();
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
