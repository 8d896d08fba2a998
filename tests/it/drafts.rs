//! Drafts, patches and decisions as a client sees them.

use std::sync::Arc;

use serde_json::{Value, json};
use stet_drafts::Proposal;
use stet_patch::patches;
use tokio::sync::Notify;
use uuid::Uuid;

use crate::http::record;
use crate::support::model::{Script, Step};
use crate::support::server::{LIBRARY, Server, Told};

pub const TEXT: &str =
    "We utilise teh tool. It may take 3 days.\r\n\r\n도서관은 아홉시에 문을 연다. 😀 끝.\n";
pub const BETTER: &str =
    "We use the tool. It must take 3 days.\r\n\r\n도서관은 아홉 시에 문을 연다. 😀 끝!\n";

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
pub async fn stage(server: &Server, draft: &str, before: &str, after: &str) -> Vec<String> {
    let proposals = patches(before, after).into_iter().map(|patch| Proposal { patch, fact: None }).collect();
    stet_drafts::stage(server.state.store(), draft.parse().unwrap(), Uuid::now_v7(), before.into(), proposals)
        .await
        .unwrap()
        .staged
}

pub async fn state(server: &Server, draft: &str) -> Value {
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
    let nobodys = json!({ "baseRevision": 2, "title": "t", "sourceIds": [Uuid::now_v7()] });
    let (status, problem) = send(&server, "PUT", &path, &nobodys).await;
    assert_eq!((status, &problem["field"]), (400, &json!("sourceIds")), "{problem}");
    let source =
        server.state.ingest.enqueue("library.txt", b"The library opens at nine.").await.unwrap().document_id;
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
async fn history_in_pages_and_back_to_an_earlier_text() {
    let server = Server::extracts().await;
    let id = new_draft(&server, TEXT).await;
    let path = format!("/api/drafts/{id}");
    stage(&server, &id, TEXT, BETTER).await;
    let all = json!({ "action": "accept", "all": true, "baseRevision": 1 });
    let (_, accepted) = server.post(&format!("{path}/patches/decide"), &all).await;
    let count = accepted["changed"].as_array().unwrap().len();
    send(&server, "PUT", &path, &json!({ "baseRevision": 2, "text": "셋" })).await;
    let restore = |revision: &str| format!("{path}/revisions/{revision}/restore");
    let (status, stale) = server.post(&restore("1"), &json!({ "baseRevision": 2 })).await;
    assert_eq!((status, &stale["current"]["text"]), (409, &json!("셋")), "{stale}");
    let (status, back) = server.post(&restore("1"), &json!({ "baseRevision": 3 })).await;
    assert_eq!((status, &back["text"], &back["revision"]), (200, &json!(TEXT), &json!(4)));
    let (_, first) = server.get(&format!("{path}/revisions?text=false&limit=3")).await;
    assert_eq!((&first["total"], &first["next"]), (&json!(4), &json!(2)), "{first}");
    let told: Vec<Value> = first["revisions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            json!([one["revision"], one["cause"], one["restoredFrom"], one["decisions"], one["bytes"]])
        })
        .collect();
    assert_eq!(
        told,
        [
            json!([4, "restore", 1, 0, TEXT.len()]),
            json!([3, "edit", null, 0, 3]),
            json!([2, "accept", null, count, BETTER.len()])
        ]
    );
    assert!(first["revisions"][0].get("text").is_none());
    let (_, rest) = server.get(&format!("{path}/revisions?before=2")).await;
    assert_eq!((&rest["revisions"][0]["text"], &rest["next"]), (&json!(TEXT), &Value::Null));
    let (_, second) = server.get(&format!("{path}/revisions/2")).await;
    assert_eq!((&second["text"], &second["cause"]), (&json!(BETTER), &json!("accept")));
    for never in ["0", "5", "-1", "x", "99999999999999999999"] {
        assert_eq!(server.get(&format!("{path}/revisions/{never}")).await.0, 404, "{never}");
        assert_eq!(server.post(&restore(never), &json!({ "baseRevision": 4 })).await.0, 404, "{never}");
    }
    let mut seen = Vec::new();
    let mut at = Some(0);
    while let Some(offset) = at {
        let (_, page) = server.get(&format!("{path}/decisions?order=desc&limit=2&offset={offset}")).await;
        assert_eq!(page["total"], json!(count), "{page}");
        seen.extend(page["decisions"].as_array().unwrap().clone());
        at = page["next"].as_u64();
    }
    let (_, log) = server.get(&format!("{path}/decisions")).await;
    let mut forward = log["decisions"].as_array().unwrap().clone();
    forward.reverse();
    assert_eq!(seen, forward);
    assert!(
        seen.iter().all(|one| one["reasons"].is_array() && one["op"].is_string() && one["revision"] == 2),
        "{seen:?}"
    );
    let (_, none) = server.get(&format!("{path}/decisions?revision=3")).await;
    assert_eq!((&none["decisions"], &none["total"]), (&json!([]), &json!(0)));
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

/// The short answer to a decision has what changed, and where everything else stands now.
#[tokio::test]
async fn a_brief_answer_says_the_same() {
    let server = Server::extracts().await;
    let id = new_draft(&server, TEXT).await;
    let staged = stage(&server, &id, TEXT, BETTER).await;
    let decide = format!("/api/drafts/{id}/patches/decide");
    let mut revision = 1;
    for (action, selector) in [
        ("accept", json!({ "ids": [staged[1]] })),
        ("reject", json!({ "ids": [staged[0]] })),
        ("accept", json!({ "category": "DETAIL" })),
        ("undo", json!({ "all": true })),
    ] {
        let mut body = json!({ "action": action, "baseRevision": revision, "brief": true });
        body.as_object_mut().unwrap().extend(selector.as_object().unwrap().clone());
        let (status, brief) = server.post(&decide, &body).await;
        assert_eq!(status, 200, "{brief}");
        let now = state(&server, &id).await;
        assert_eq!((&brief["text"], &brief["revision"]), (&now["text"], &now["revision"]));
        let all = now["patches"].as_array().unwrap();
        for patch in brief["patches"].as_array().unwrap() {
            assert!(all.contains(patch), "{patch}");
            assert!(brief["changed"].as_array().unwrap().contains(&patch["id"]), "{brief}");
        }
        assert_eq!(brief["patches"].as_array().unwrap().len(), brief["changed"].as_array().unwrap().len());
        for patch in all {
            let place = brief["places"].as_array().unwrap().iter().find(|place| place[0] == patch["id"]);
            let place = place.unwrap_or_else(|| panic!("{patch}"));
            assert_eq!((&place[1], &place[2]), (&patch["start"], &patch["end"]), "{patch}");
        }
        revision = brief["revision"].as_i64().unwrap();
    }
    let (_, rejected) = server.get(&format!("/api/drafts/{id}/patches?status=rejected")).await;
    assert_eq!(rejected["patches"], json!([]), "undone");
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

async fn revise_raw(server: &Server, draft: &str, body: &Value) -> reqwest::Response {
    server.client.post(server.url(&format!("/api/drafts/{draft}/revise"))).json(body).send().await.unwrap()
}

pub async fn revise(server: &Server, draft: &str, body: &Value) -> Told {
    let response = revise_raw(server, draft, body).await;
    assert_eq!(response.status(), 200);
    let told = Told::read(response).await;
    let test = std::thread::current().name().unwrap_or("unnamed").replace("::", "-");
    record(&format!("revision-{test}.sse"), &told.raw);
    assert!(told.done, "{}", told.raw);
    assert_eq!(told.parts[0]["type"], "start");
    // What the stream ends with is what is stored.
    let state = state(server, draft).await;
    for (id, data) in last_patches(&told) {
        let stored = state["patches"].as_array().unwrap().iter().find(|patch| patch["id"] == json!(id));
        match data["status"].as_str().unwrap() {
            "withdrawn" | "superseded" => {
                assert!(stored.is_none_or(|patch| patch["status"] != "pending"), "{id} {data}");
            }
            _ => assert_eq!(stored, Some(&data)),
        }
    }
    told
}

fn last_patches(told: &Told) -> Vec<(String, Value)> {
    let mut last: Vec<(String, Value)> = Vec::new();
    for part in told.of("data-patch") {
        let id = part["id"].as_str().unwrap().to_owned();
        match last.iter_mut().find(|old| old.0 == id) {
            Some(old) => old.1 = part["data"].clone(),
            None => last.push((id, part["data"].clone())),
        }
    }
    last
}

fn pieces(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    chars.chunks(7).map(|chunk| chunk.iter().collect()).collect()
}

pub fn rewriting(text: &str) -> Script {
    let pieces = pieces(text);
    Script::text(pieces.iter().map(String::as_str))
}

pub fn summary(told: &Told) -> &Value {
    &told.parts.last().unwrap()["messageMetadata"]
}

const WRITTEN: &str = "Employees are granted 15 days of paid leave. Students may borrow five books for two weeks.\r\n\
    \r\n도서관은 오전 아홉 시에 문을 연다. 그 다음 문장은 그대로이다.\r\n";

#[tokio::test]
async fn a_model_revises_while_it_writes() {
    let server = Server::scripted("plain").await;
    let id = new_draft(&server, WRITTEN).await;
    let better = "Employees are granted 20 days of paid leave. Students may borrow five books for two weeks.\n\n\
        도서관은 오전 아홉 시에 문을 엽니다. 그 다음 문장은 그대로이다.";
    server.model.as_ref().unwrap().push(rewriting(better));
    let told = revise(&server, &id, &json!({ "instruction": "Make it kinder.", "baseRevision": 1 })).await;
    let streaming = told.of("data-patch").iter().filter(|part| part["data"]["status"] == "streaming").count();
    assert!(streaming >= 2, "patches come while the model writes: {}", told.raw);
    assert_eq!(told.parts.last().unwrap()["finishReason"], "stop");
    let figures = summary(&told);
    assert_eq!((&figures["counts"]["CORE"], &figures["verified"]), (&json!(1), &json!(false)), "{figures}");
    let state = state(&server, &id).await;
    let core = of_category(&state, "CORE")[0];
    assert_eq!((&core["verdict"]["status"], &core["after"]), (&json!("unsupported"), &json!("20")), "{core}");
    assert!(core["verdict"]["evidence"]["text"].as_str().unwrap().contains("15 days"), "{core}");
    let text = state["text"].as_str().unwrap();
    assert_eq!(text, WRITTEN, "staged patches are beside the text");
    let all = json!({ "action": "accept", "all": true, "baseRevision": 1 });
    let (_, done) = server.post(&format!("/api/drafts/{id}/patches/decide"), &all).await;
    assert_eq!(done["text"], json!(format!("{}\r\n", better.replace('\n', "\r\n"))), "line ends stay");
    let prompt = format!("{:?}", server.model.as_ref().unwrap().requests());
    assert!(prompt.contains("Make it kinder."));
}

#[tokio::test]
async fn rejected_suggestions_are_told_to_the_model_and_not_shown_again() {
    let server = Server::scripted("plain").await;
    let id = new_draft(&server, "We utilise the tool. It works.").await;
    let body = json!({ "instruction": "Plain words.", "baseRevision": 1 });
    server.model.as_ref().unwrap().push(rewriting("We use the tool. It works."));
    let told = revise(&server, &id, &body).await;
    let patch = last_patches(&told)[0].0.clone();
    server.post(&format!("/api/drafts/{id}/patches/{patch}/reject"), &json!({ "baseRevision": 1 })).await;
    server.model.as_ref().unwrap().push(rewriting("We use the tool. It works well."));
    let told = revise(&server, &id, &body).await;
    assert_eq!(summary(&told)["suppressed"], 1, "{}", told.raw);
    assert_eq!(summary(&told)["suppressedIds"], json!([patch]), "{}", told.raw);
    assert!(last_patches(&told).iter().all(|(id, _)| *id != patch), "{}", told.raw);
    let prompt = format!("{:?}", server.model.as_ref().unwrap().requests().last().unwrap());
    assert!(prompt.contains("“utilise” → “use”"), "{prompt}");
    // Another sentence is changed: what was turned down in this one stays so, until the writer asks for it.
    let text = "It is new. We utilise the tool. It works.";
    let base = state(&server, &id).await["revision"].clone();
    send(&server, "PUT", &format!("/api/drafts/{id}"), &json!({ "text": text, "baseRevision": base })).await;
    server.model.as_ref().unwrap().push(rewriting(&text.replace("utilise", "use")));
    let now = state(&server, &id).await["revision"].clone();
    let told = revise(&server, &id, &json!({ "instruction": "Plain words.", "baseRevision": now })).await;
    assert_eq!(summary(&told)["suppressedIds"], json!([patch]), "{}", told.raw);
    let back = json!({ "action": "undo", "ids": [patch], "baseRevision": now });
    let (_, shown) = server.post(&format!("/api/drafts/{id}/patches/decide"), &back).await;
    let waits = shown["patches"].as_array().unwrap().iter().find(|one| one["id"] == json!(patch)).unwrap();
    assert_eq!(waits["status"], "pending", "{waits}");
}

/// How a model can go wrong, and what may come of it: which words the patches may touch.
#[tokio::test]
async fn bad_rewritings_cost_the_writer_nothing() {
    let text = "One is here. Two is here. Three is here. Four is here.";
    let cut = |text: &str| {
        let mut steps: Vec<Step> = pieces(text).into_iter().map(Step::Text).collect();
        steps.extend([Step::Pause(std::time::Duration::from_millis(20)), Step::Cut]);
        Script::Stream(steps)
    };
    let long = "One is here, and there is more to say. ".repeat(10);
    for (name, script, last, patches) in [
        ("empty", rewriting(""), "finish", 0..=0),
        ("identical", rewriting(text), "finish", 0..=0),
        ("cut", cut("One was here. Two is he"), "error", 1..=1),
        ("cut at once", cut("On"), "error", 0..=0),
        ("refused", Script::fault(401, "invalid_api_key", "no"), "error", 0..=0),
        ("long", rewriting(&long), "finish", 1..=30),
        ("other language", rewriting("하나는 여기 있다. 둘은 여기 있다."), "finish", 1..=9),
        (
            "length",
            Script::Stream(vec![
                Step::Text("One was here. Two is ".into()),
                Step::Finish("length"),
                Step::Done,
            ]),
            "finish",
            1..=1,
        ),
        ("runaway", rewriting(&"One is here. ".repeat(900)), "finish", 0..=2000),
        ("nul", rewriting("One\0 is here. Two is here. Three is here. Four is here."), "finish", 0..=0),
    ] {
        let server = Server::scripted("plain").await;
        let id = new_draft(&server, text).await;
        server.model.as_ref().unwrap().push(script);
        let told = revise(&server, &id, &json!({ "instruction": "Past tense.", "baseRevision": 1 })).await;
        assert_eq!(told.parts.last().unwrap()["type"], last, "{name}: {}", told.raw);
        let state = state(&server, &id).await;
        assert_eq!(state["text"], text, "{name}");
        let waiting = state["patches"].as_array().unwrap();
        assert!(patches.contains(&waiting.len()), "{name}: {waiting:?}");
        if name.starts_with("cut") || name == "length" {
            assert!(waiting.iter().all(|patch| patch["op"] != "delete"), "{name}: {waiting:?}");
        }
        if name == "long" || name == "other language" {
            assert_eq!(summary(&told)["volume"]["verdict"], "flag", "{name}");
        }
    }
}

#[tokio::test]
async fn bad_requests_are_named() {
    let server = Server::extracts().await;
    let id = new_draft(&server, "가나 👨‍👩‍👧 e\u{301}x").await;
    let unknown = Uuid::now_v7();
    for (body, status, field) in [
        (json!({ "instruction": "x", "baseRevision": 1, "range": { "start": 0, "end": 99 } }), 400, "range"),
        (json!({ "instruction": "x", "baseRevision": 1, "range": { "start": 2, "end": 2 } }), 400, "range"),
        (json!({ "instruction": "x", "baseRevision": 1, "range": { "start": 2, "end": 1 } }), 400, "range"),
        (json!({ "instruction": "x", "baseRevision": 1, "range": { "start": 0, "end": 4 } }), 400, "range"),
        (json!({ "instruction": "x", "baseRevision": 1, "range": { "start": 0, "end": 5 } }), 400, "range"),
        (json!({ "instruction": "x", "baseRevision": 1, "range": { "start": 0, "end": 13 } }), 400, "range"),
        (json!({ "instruction": " ", "baseRevision": 1 }), 400, "instruction"),
        (
            json!({ "instruction": "x", "baseRevision": 1, "criteriaPackIds": [unknown] }),
            400,
            "criteriaPackIds",
        ),
        (json!({ "instruction": "x", "baseRevision": 7 }), 409, ""),
        (json!({ "instruction": "x", "baseRevision": 1, "categories": ["STYLE"] }), 400, "categories[0]"),
        (json!({ "instruction": "x", "baseRevision": 1, "colour": 1 }), 400, "colour"),
    ] {
        let (got, problem) = server.post(&format!("/api/drafts/{id}/revise"), &body).await;
        assert_eq!(got, status, "{body}: {problem}");
        if !field.is_empty() && !problem["field"].is_null() {
            assert!(problem["field"] == field || problem["field"] == "body", "{body}: {problem}");
        }
    }
    let path = format!("/api/drafts/{id}");
    for (method, path, body, status) in [
        ("POST", "/api/drafts".to_owned(), json!({ "text": "a\0b" }), 400),
        ("PUT", path.clone(), json!({ "baseRevision": 1, "text": "a\0b" }), 400),
        ("PUT", path.clone(), json!({ "text": "no revision" }), 400),
        ("PUT", path.clone(), json!({ "baseRevision": 1, "text": "가".repeat(2 << 20) }), 413),
        ("GET", "/api/drafts/not-an-id".to_owned(), Value::Null, 404),
        ("POST", format!("{path}/patches/nothing/accept"), json!({ "baseRevision": 1 }), 404),
        ("POST", format!("{path}/patches/nothing/burn"), json!({ "baseRevision": 1 }), 404),
        ("POST", format!("{path}/patches/decide"), json!({ "action": "accept", "baseRevision": 1 }), 400),
        (
            "POST",
            format!("{path}/patches/decide"),
            json!({ "action": "accept", "baseRevision": 1, "all": true, "category": "CORE" }),
            400,
        ),
    ] {
        let (got, problem) = send(&server, method, &path, &body).await;
        assert_eq!(got, status, "{method} {path}: {problem}");
        assert!(problem["detail"].is_string(), "{problem}");
    }
    assert_eq!(state(&server, &id).await["revision"], 1);
}

#[tokio::test]
async fn a_five_megabyte_draft_is_kept_edited_and_revised() {
    let server = Server::extracts().await;
    let line = "도서관은 오전 아홉 시에 문을 연다. The library opens at nine.\n";
    let text = line.repeat((5 << 20) / line.len());
    let id = new_draft(&server, &text).await;
    let edited = text.replacen("아홉", "열", 1);
    let (status, saved) =
        send(&server, "PUT", &format!("/api/drafts/{id}"), &json!({ "baseRevision": 1, "text": edited }))
            .await;
    assert_eq!((status, &saved["revision"]), (200, &json!(2)));
}

#[tokio::test]
async fn a_client_that_leaves_changes_nothing_and_a_deleted_draft_stays_deleted() {
    let server = Server::scripted("plain").await;
    let gate = Arc::new(Notify::new());
    let waiting = |text: &str| {
        let texts = pieces(text).into_iter().map(Step::Text);
        let end = [Step::Finish("stop"), Step::Done];
        Script::Stream([Step::Wait(Arc::clone(&gate))].into_iter().chain(texts).chain(end).collect())
    };
    let text = "We utilise the tool. It works.";
    let body = json!({ "instruction": "Plain words.", "baseRevision": 1 });
    let id = new_draft(&server, text).await;
    server.model.as_ref().unwrap().push(waiting("We use the tool. It works."));
    drop(revise_raw(&server, &id, &body).await);
    let path = format!("/api/drafts/{id}");
    assert_eq!(server.get(&path).await.1["revising"], true, "who comes back knows that more is to come");
    // Meanwhile the writer goes on.
    let more = json!({ "baseRevision": 1, "text": format!("First. {text}") });
    assert_eq!(send(&server, "PUT", &path, &more).await.0, 200);
    gate.notify_one();
    until!(!server.state.asker.underway.has(id.parse().unwrap()));
    assert_eq!(server.get(&path).await.1["revising"], false);
    let now = state(&server, &id).await;
    assert_eq!((&now["patches"][0]["before"], &now["patches"][0]["start"]), (&json!("utilise"), &json!(10)));
    let gone = new_draft(&server, text).await;
    server.model.as_ref().unwrap().push(waiting("We use the tool. It works."));
    let stream = revise_raw(&server, &gone, &body).await;
    assert_eq!(send(&server, "DELETE", &format!("/api/drafts/{gone}"), &Value::Null).await.0, 204);
    gate.notify_one();
    let told = Told::read(stream).await;
    let last = told.parts.last().unwrap();
    assert!(last["errorText"].as_str().unwrap().contains("deleted"), "{last}");
    assert_eq!(server.get(&format!("/api/drafts/{gone}")).await.0, 404);
}

#[tokio::test]
async fn facts_in_patches_are_checked_against_the_drafts_sources() {
    let mut server = Server::start(Some("plain"), |_| ()).await;
    let library = server.ingest("library.txt", LIBRARY).await;
    let other = server.ingest("other.txt", "Dogs bark at night. Cats sleep all day long in the sun.").await;
    for (source, status) in [(library, "supported"), (other, "no_source")] {
        let draft = json!({ "text": "The library opens at ten in the morning.", "sourceIds": [source] });
        let (_, draft) = server.post("/api/drafts", &draft).await;
        let id = draft["id"].as_str().unwrap();
        server.model.as_ref().unwrap().push(rewriting("The library opens at nine in the morning."));
        let told = revise(&server, id, &json!({ "instruction": "Correct it.", "baseRevision": 1 })).await;
        assert_eq!(last_patches(&told)[0].1["verdict"]["status"], status, "{}", told.raw);
        assert_eq!(summary(&told)["verified"], json!(status == "supported"));
    }
}
