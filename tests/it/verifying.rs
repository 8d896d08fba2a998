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
