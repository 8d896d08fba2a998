//! Changes that are decided together, and what a model writes around its rewriting, as a client sees them.

use serde_json::{Value, json};

use crate::drafts::{new_draft, revise, send, state};
use crate::revise::{codes, patch, text};
use crate::support::model::{Script, Step};
use crate::support::server::Server;

const FRAME: &str = "We recieve 3 books. In the end a new agreement was negotiated.";
const FRAMED: &str = "We receive 4 books. In the end we negotiated a new agreement.";

/// Changes that only make sense together carry one name and are decided together, whichever of them is named.
#[tokio::test]
async fn dependent_changes_are_one_decision() {
    let server = Server::start(Some("plain"), |_| ()).await;
    for (before, after, word, whole) in [
        (FRAME, FRAMED, "negotiated", "In the end we negotiated a new agreement."),
        (
            "책을 3권 받는다. 지난해 새 계약이 체결되었다.",
            "책을 4권 받는다. 지난해 우리는 새 계약을 체결했다.",
            "체결했다",
            "지난해 우리는 새 계약을 체결했다.",
        ),
    ] {
        let id = new_draft(&server, before).await;
        server.model.as_ref().unwrap().push(text(after));
        let told = revise(&server, &id, &json!({ "instruction": "Active voice.", "baseRevision": 1 })).await;
        assert!(
            told.of("data-patch")
                .iter()
                .all(|part| part["data"]["status"] == "withdrawn" || part["data"]["groupId"].is_string())
        );
        let now = state(&server, &id).await;
        let group = patch(&now, word)["groupId"].clone();
        let all = now["patches"].as_array().unwrap();
        let parts: Vec<&Value> = all.iter().filter(|patch| patch["groupId"] == group).collect();
        assert!(parts.len() > 1 && parts.len() < all.len(), "{now}");
        assert!(parts.iter().all(|part| part["category"] == parts[0]["category"]), "{now}");
        let (mut text_now, mut revision) = (before.to_owned(), 1);
        for (action, status) in
            [("accept", "accepted"), ("undo", "pending"), ("reject", "rejected"), ("undo", "pending")]
        {
            // Each time another of them is named.
            let named = parts[revision % parts.len()]["id"].as_str().unwrap();
            let (code, done) = server
                .post(
                    &format!("/api/drafts/{id}/patches/{named}/{action}"),
                    &json!({ "baseRevision": state(&server, &id).await["revision"] }),
                )
                .await;
            assert_eq!((code, done["changed"].as_array().unwrap().len()), (200, parts.len()), "{done}");
            let now = state(&server, &id).await;
            let statuses =
                now["patches"].as_array().unwrap().iter().filter(|patch| patch["groupId"] == group);
            assert!(statuses.clone().all(|patch| patch["status"] == status), "{now}");
            if action == "accept" {
                assert!(now["text"].as_str().unwrap().ends_with(whole), "{now}");
                now["text"].as_str().unwrap().clone_into(&mut text_now);
            } else {
                assert_eq!(now["text"], before);
            }
            revision += 1;
        }
        assert_ne!(text_now, before);
        // Where the writer changes the words of one part, all are in conflict.
        let last = parts.last().unwrap()["before"].as_str().unwrap().trim();
        let save = json!({ "baseRevision": state(&server, &id).await["revision"], "text": before.replace(last, "X") });
        send(&server, "PUT", &format!("/api/drafts/{id}"), &save).await;
        let now = state(&server, &id).await;
        let mut parts = now["patches"].as_array().unwrap().iter().filter(|patch| patch["groupId"] == group);
        assert!(parts.all(|patch| patch["status"] == "conflict"), "{now}");
    }
}

/// A rule decides about whole groups too, whose other patches have nothing of it.
#[tokio::test]
async fn a_rule_takes_the_whole_group() {
    let server = Server::start(Some("plain"), |_| ()).await;
    let pack = json!({ "name": "p", "rules": [{ "id": "we", "pattern": "\\bwe\\b", "text": "No we." }] });
    let (_, pack) = server.post("/api/criteria-packs", &pack).await;
    let id = new_draft(&server, FRAME).await;
    server.model.as_ref().unwrap().push(text(FRAMED));
    revise(
        &server,
        &id,
        &json!({ "instruction": "Active.", "baseRevision": 1, "criteriaPackIds": [pack["id"]] }),
    )
    .await;
    let body = json!({ "action": "accept", "ruleId": "we", "baseRevision": 1 });
    let (status, done) = server.post(&format!("/api/drafts/{id}/patches/decide"), &body).await;
    assert_eq!(
        (status, &done["text"]),
        (200, &json!("We recieve 3 books. In the end we negotiated a new agreement."))
    );
}

/// What a model writes around its rewriting is never suggested, and the writer is told that it was there.
#[tokio::test]
async fn the_wrapping_of_a_rewriting_is_told_and_not_suggested() {
    let (english, better) = (
        "The pump is old. Residents check the level on Fridays. Nobody may open the valve.",
        "The pump is ancient. Residents check the level on Fridays. Nobody may open the valve.",
    );
    let (korean, improved) = (
        "펌프가 낡았다. 주민들은 금요일마다 수위를 확인한다. 아무도 밸브를 열 수 없다.",
        "펌프가 오래되었다. 주민들은 금요일마다 수위를 확인한다. 아무도 밸브를 열 수 없다.",
    );
    let server = Server::start(Some("plain"), |_| ()).await;
    for (before, reply, wanted, code) in [
        (english, format!("```markdown\n{better}\n```"), better, "unwrapped"),
        (
            english,
            format!("Here is the revised text:\n\n{better}\n\nI changed one verb."),
            better,
            "unwrapped",
        ),
        (english, json!({ "text": better }).to_string(), better, "unwrapped"),
        (english, format!("--- a\n+++ b\n@@ -1 +1 @@\n-{english}\n+{better}"), better, "edits"),
        (
            english,
            "The pump is ancient.\n\n[... rest of the text unchanged ...]".to_owned(),
            better,
            "rest_kept",
        ),
        (english, "I'm sorry, but I can't help with that.".to_owned(), english, "refused"),
        (
            korean,
            format!("다음은 수정한 글입니다:\n\n```\n{improved}\n```\n\n수정 사항: 동사 하나."),
            improved,
            "unwrapped",
        ),
        (korean, format!("1안: {improved}\n\n2안: {korean}"), improved, "alternatives"),
        (korean, "펌프가 오래되었다.\n\n(이하 동일)".to_owned(), improved, "rest_kept"),
        (korean, "죄송하지만 그 요청은 도와드릴 수 없습니다.".to_owned(), korean, "refused"),
    ] {
        let id = new_draft(&server, before).await;
        // In small pieces, as models write.
        let pieces: Vec<String> =
            reply.chars().collect::<Vec<_>>().chunks(7).map(|piece| piece.iter().collect()).collect();
        server.model.as_ref().unwrap().push(Script::text(pieces.iter().map(String::as_str)));
        let told = revise(&server, &id, &json!({ "instruction": "Improve it.", "baseRevision": 1 })).await;
        assert!(codes(&told).contains(&code), "{reply}: {:?}", codes(&told));
        for part in told.of("data-patch") {
            let after = part["data"]["after"].as_str().unwrap_or_default();
            assert!(wanted.contains(after.trim()), "{reply}: {part}");
        }
        let all = json!({ "action": "accept", "all": true, "baseRevision": 1 });
        let (_, done) = server.post(&format!("/api/drafts/{id}/patches/decide"), &all).await;
        assert_eq!(done["text"], wanted, "{reply}");
    }
    // A rewriting that the length limit cut says so, in whatever it was wrapped.
    let id = new_draft(&server, english).await;
    let cut = format!("```\n{}", "The pump is ancient. Residents che");
    server.model.as_ref().unwrap().push(Script::Stream(vec![
        Step::Text(cut),
        Step::Finish("length"),
        Step::Done,
    ]));
    let told = revise(&server, &id, &json!({ "instruction": "Improve it.", "baseRevision": 1 })).await;
    assert!(codes(&told).contains(&"length"), "{:?}", codes(&told));
    let all = json!({ "action": "accept", "all": true, "baseRevision": 1 });
    let (_, done) = server.post(&format!("/api/drafts/{id}/patches/decide"), &all).await;
    assert!(done["text"].as_str().unwrap().ends_with("Nobody may open the valve."), "{done}");
}
