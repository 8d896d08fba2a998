//! Drafts, patches and decisions as a client sees them.

use serde_json::{Value, json};
use stet::domain::patch::patches;
use stet::drafts::{self, Proposal};
use uuid::Uuid;

use crate::support::server::Server;

const TEXT: &str = "We utilise teh tool. It may take 3 days.\r\n\r\n도서관은 아홉시에 문을 연다. 😀 끝.\n";
const BETTER: &str = "We use the tool. It must take 3 days.\r\n\r\n도서관은 아홉 시에 문을 연다. 😀 끝!\n";

pub async fn send(server: &Server, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
    let response = server.client.request(method, server.url(path)).json(body).send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap_or_default())
}

pub async fn new_draft(server: &Server, text: &str) -> String {
    let (status, draft) = server.post("/api/drafts", &json!({ "title": "초안", "text": text })).await;
    assert_eq!(status, 201, "{draft}");
    assert_eq!((&draft["text"], &draft["revision"]), (&json!(text), &json!(1)));
    draft["id"].as_str().unwrap().to_owned()
}

/// Stages the changes from one text to another, as a revision would.
async fn stage(server: &Server, draft: &str, before: &str, after: &str) -> Vec<String> {
    let proposals = patches(before, after).into_iter().map(|patch| Proposal { patch, fact: None }).collect();
    drafts::stage(server.state.store(), draft.parse().unwrap(), Uuid::now_v7(), before.into(), proposals)
        .await
        .unwrap()
        .staged
}

async fn state(server: &Server, draft: &str) -> Value {
    let (status, body) = server.get(&format!("/api/drafts/{draft}")).await;
    assert_eq!(status, 200, "{body}");
    // Every patch stands on its own words: what is offered is what would be replaced.
    let units: Vec<u16> = body["text"].as_str().unwrap().encode_utf16().collect();
    for patch in body["patches"].as_array().unwrap() {
        let at = |name: &str| usize::try_from(patch[name].as_u64().unwrap()).unwrap();
        let words = String::from_utf16(&units[at("start")..at("end")]).unwrap();
        match patch["status"].as_str().unwrap() {
            "pending" | "rejected" => assert_eq!(words, patch["before"].as_str().unwrap(), "{patch}"),
            "accepted" => assert_eq!(words, patch["after"].as_str().unwrap(), "{patch}"),
            _ => assert_eq!(words, patch["present"].as_str().unwrap(), "{patch}"),
        }
    }
    body
}

fn of_category<'a>(state: &'a Value, category: &str) -> Vec<&'a Value> {
    state["patches"].as_array().unwrap().iter().filter(|patch| patch["category"] == category).collect()
}

#[tokio::test]
async fn drafts_are_kept_with_their_history() {
    let server = Server::extracts().await;
    let id = new_draft(&server, TEXT).await;
    let path = format!("/api/drafts/{id}");
    let (status, saved) = send(&server, "PUT", &path, &json!({ "baseRevision": 1, "text": "둘" })).await;
    assert_eq!((status, &saved["revision"]), (200, &json!(2)));
    let (status, again) = send(&server, "PUT", &path, &json!({ "baseRevision": 1, "text": "둘" })).await;
    assert_eq!((status, &again["revision"]), (200, &json!(2)), "saving the same again is the same");
    let (status, stale) = send(&server, "PUT", &path, &json!({ "baseRevision": 1, "text": "셋" })).await;
    assert_eq!((status, &stale["current"]["text"]), (409, &json!("둘")), "{stale}");
    let source = Uuid::now_v7();
    let settings = json!({ "baseRevision": 2, "title": "t", "sourceIds": [source] });
    let (_, set) = send(&server, "PUT", &path, &settings).await;
    assert_eq!(
        (&set["title"], &set["sourceIds"], &set["revision"]),
        (&json!("t"), &json!([source]), &json!(2))
    );
    let (_, history) = server.get(&format!("{path}/revisions")).await;
    let texts: Vec<&Value> =
        history["revisions"].as_array().unwrap().iter().map(|one| &one["text"]).collect();
    assert_eq!(texts, ["둘", TEXT]);
    let (_, list) = server.get("/api/drafts").await;
    assert_eq!(list["drafts"][0]["id"], json!(id));
    assert_eq!(send(&server, "DELETE", &path, &Value::Null).await.0, 204);
    for gone in
        [path.clone(), format!("{path}/revisions"), format!("{path}/patches"), format!("{path}/decisions")]
    {
        assert_eq!(server.get(&gone).await.0, 404, "{gone}");
    }
    assert_eq!(send(&server, "DELETE", &path, &Value::Null).await.0, 404);
}

#[tokio::test]
async fn decisions_by_category_and_one_by_one_and_back() {
    let server = Server::extracts().await;
    let id = new_draft(&server, TEXT).await;
    assert!(stage(&server, &id, TEXT, BETTER).await.len() >= 4);
    let before = state(&server, &id).await;
    let decide = format!("/api/drafts/{id}/patches/decide");
    let details = of_category(&before, "DETAIL").len();
    assert!(details > 0);
    let body = json!({ "action": "accept", "category": "DETAIL", "baseRevision": 1 });
    let (status, after) = server.post(&decide, &body).await;
    assert_eq!((status, after["changed"].as_array().unwrap().len()), (200, details), "{after}");
    assert!(after["text"].as_str().unwrap().contains("may take 3 days"), "no CORE patch went along");
    let after = state(&server, &id).await;
    assert!(of_category(&after, "CORE").iter().all(|patch| patch["status"] == "pending"), "{after}");
    let (status, stale) =
        server.post(&decide, &json!({ "action": "accept", "all": true, "baseRevision": 1 })).await;
    assert_eq!((status, &stale["current"]["revision"]), (409, &json!(2)));
    let (_, all) = server.post(&decide, &json!({ "action": "accept", "all": true, "baseRevision": 2 })).await;
    assert_eq!(all["text"], BETTER);
    let core = of_category(&after, "CORE")[0]["id"].as_str().unwrap().to_owned();
    let one = |action: &str| format!("/api/drafts/{id}/patches/{core}/{action}");
    let (status, again) = server.post(&one("accept"), &json!({ "baseRevision": 2 })).await;
    assert_eq!(
        (status, &again["changed"], &again["revision"]),
        (200, &json!([]), &json!(3)),
        "twice is once"
    );
    let (_, undone) = server.post(&one("undo"), &json!({ "baseRevision": 3 })).await;
    assert_eq!((&undone["changed"], &undone["revision"]), (&json!([core]), &json!(4)));
    let (_, back) = server.post(&decide, &json!({ "action": "undo", "all": true, "baseRevision": 4 })).await;
    assert_eq!(back["text"], TEXT, "undo restores the text");
    let (_, log) = server.get(&format!("/api/drafts/{id}/decisions")).await;
    let log = log["decisions"].as_array().unwrap();
    assert!(
        log.iter().all(|entry| entry["decidedBy"] == "writer" && entry["patchId"].is_string()),
        "{log:?}"
    );
    let accepts = log.iter().filter(|entry| entry["decision"] == "accept").count();
    assert_eq!(accepts * 2, log.len());
    state(&server, &id).await;
}

#[tokio::test]
async fn the_writers_edits_move_patches_and_break_some() {
    let server = Server::extracts().await;
    let id = new_draft(&server, TEXT).await;
    stage(&server, &id, TEXT, BETTER).await;
    let edited = format!("새 문장이다. {}", TEXT.replace("utilise", "employ"));
    let path = format!("/api/drafts/{id}");
    send(&server, "PUT", &path, &json!({ "baseRevision": 1, "text": edited })).await;
    let now = state(&server, &id).await;
    let conflicts: Vec<&Value> =
        now["patches"].as_array().unwrap().iter().filter(|patch| patch["status"] == "conflict").collect();
    assert_eq!(conflicts.len(), 1, "{now}");
    assert!(conflicts[0]["before"].as_str().unwrap().contains("utilise"));
    let (_, all) = server
        .post(
            &format!("{path}/patches/decide"),
            &json!({ "action": "accept", "all": true, "baseRevision": 2 }),
        )
        .await;
    assert_eq!(all["conflicts"], json!([conflicts[0]["id"]]));
    let text = all["text"].as_str().unwrap();
    assert!(text.starts_with("새 문장이다. We employ") && text.ends_with("끝!\n"), "{text}");
}

#[tokio::test]
async fn what_was_rejected_is_not_offered_again() {
    let server = Server::extracts().await;
    let id = new_draft(&server, TEXT).await;
    let staged = stage(&server, &id, TEXT, BETTER).await;
    let reject = format!("/api/drafts/{id}/patches/{}/reject", staged[0]);
    let (_, rejected) = server.post(&reject, &json!({ "baseRevision": 1 })).await;
    assert_eq!((&rejected["changed"], &rejected["revision"]), (&json!([staged[0]]), &json!(1)));
    assert_eq!(stage(&server, &id, TEXT, BETTER).await, Vec::<String>::new(), "the others wait already");
    let undo = format!("/api/drafts/{id}/patches/{}/undo", staged[0]);
    server.post(&undo, &json!({ "baseRevision": 1 })).await;
    let (_, pending) = server.get(&format!("/api/drafts/{id}/patches?status=pending")).await;
    assert_eq!(pending["patches"].as_array().unwrap().len(), staged.len());
}

#[tokio::test]
async fn two_writers_at_once() {
    let server = Server::extracts().await;
    let id = new_draft(&server, TEXT).await;
    let staged = stage(&server, &id, TEXT, BETTER).await;
    let body = json!({ "baseRevision": 1 });
    let path = |n: usize| format!("/api/drafts/{id}/patches/{}/accept", staged[n]);
    let (paths, posts) = ([path(0), path(1)], |path: String| async {
        let path = path;
        server.post(&path, &body).await
    });
    let [one, two] = paths;
    let (one, two) = tokio::join!(posts(one), posts(two));
    let mut statuses = [one.0, two.0];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "one wins, the other is told");
}

#[tokio::test]
async fn texts_are_classified_without_a_draft() {
    let server = Server::extracts().await;
    let body = json!({ "before": "😀 It may rain.", "after": "😀 It must rain." });
    let (status, found) = server.post("/api/patches/classify", &body).await;
    assert_eq!((status, &found["category"]), (200, &json!("CORE")));
    let patch = &found["patches"][0];
    assert_eq!((&patch["start"], &patch["end"], &patch["after"]), (&json!(6), &json!(9), &json!("must")));
    assert!(patch["gates"].as_array().unwrap().iter().any(|gate| gate["name"] == "modality"), "{patch}");
    let same = json!({ "before": "같다.", "after": "같다." });
    let (_, none) = server.post("/api/patches/classify", &same).await;
    assert_eq!(none, json!({ "patches": [], "category": "DETAIL" }));
    let long = json!({ "before": "가".repeat(2 << 20), "after": "" });
    let (status, problem) = server.post("/api/patches/classify", &long).await;
    assert_eq!(status, 413);
    assert!(problem["detail"].as_str().unwrap().contains("5242880"), "{problem}");
}
