//! What a model finds in passages for the graph: as far as they say it, merged with what rules find, gone with its source; and what
//! becomes of a model that makes things up.

use serde_json::{Value, json};
use stet_config::Config;
use stet_graph::{Kind, Label};

use crate::support::model::Script;
use crate::support::server::Server;

const KO: &str = "청람 조선소는 오하늘을 기사장으로 임명한다. 청람 조선소(靑藍造船)는 여수에 있다.";
const EN: &str = "The Brindle yard trains riggers. Oda Finch leads the Brindle yard.";

fn extracting(config: &mut Config) {
    config.enrich.entities = true;
}

fn says(server: &Server, replies: &[&str]) {
    for reply in replies {
        server.model.as_ref().unwrap().push(Script::text([*reply]));
    }
}

/// The source once the model has gone through it and the graph was read.
async fn extracted(server: &Server, id: &str) -> Value {
    let mut source;
    until!({
        source = server.get(&format!("/api/sources/{id}")).await.1;
        source["enrichment"]["status"] == "done"
    });
    server.state.ingest.read_graph().await.unwrap();
    source
}

async fn entities(server: &Server, query: &str) -> Vec<Value> {
    let (status, body) = server.get(&format!("/api/graph/entities{query}")).await;
    assert_eq!(status, 200, "{body}");
    body["entities"].as_array().unwrap().clone()
}

async fn entity(server: &Server, name: &str) -> Option<Value> {
    entities(server, "?limit=200").await.into_iter().find(|own| own["name"] == name)
}

async fn delete(server: &Server, id: &str) {
    let url = server.url(&format!("/api/sources/{id}"));
    assert!(server.client.delete(url).send().await.unwrap().status().is_success());
}

#[tokio::test]
async fn what_a_model_finds_is_kept_as_far_as_the_passage_says_it() {
    let mut server = Server::start(Some("plain"), extracting).await;
    says(
        &server,
        &[r#"다음과 같습니다.
```json
{"entities": [
  {"name": "청람 조선소", "type": "organization", "description": "청람 조선소는 여수에 있다.", "aliases": ["靑藍造船", "여수"]},
  {"name": "오하늘", "type": "인물", "description": "오하늘은 청람 조선소의 소유주이다."},
  {"name": "부산", "type": "place", "description": "부산에 있다."}
], "relations": [
  {"source": "청람 조선소", "target": "오하늘", "description": "청람 조선소는 오하늘을 기사장으로 임명한다."},
  {"source": "오하늘", "target": "부산", "description": "오하늘은 부산에 산다."}
]}
```"#],
    );
    let id = server.ingest("yard.txt", KO).await;
    let source = extracted(&server, &id).await;
    assert_eq!(source["enrichment"]["detail"], Value::Null, "{source}");
    let yard = entity(&server, "청람 조선소").await.unwrap();
    assert_eq!((&yard["kind"], &yard["description"]), (&json!("body"), &json!("청람 조선소는 여수에 있다.")));
    let person = entity(&server, "오하늘").await.unwrap();
    assert_eq!(
        (&person["kind"], &person["description"]),
        (&json!("person"), &json!("")),
        "not said by the passage"
    );
    assert_eq!(entity(&server, "부산").await, None);
    let (_, body) = server.get(&format!("/api/graph/entities/{}", yard["id"].as_str().unwrap())).await;
    assert_eq!(body["evidence"][0]["documentId"], *id);
    let (_, drawn) =
        server.get(&format!("/api/graph/neighbourhood?entity={}", yard["id"].as_str().unwrap())).await;
    let told: Vec<_> =
        drawn["relations"].as_array().unwrap().iter().map(|own| own["description"].clone()).collect();
    assert!(told.contains(&json!("청람 조선소는 오하늘을 기사장으로 임명한다.")), "{drawn}");
    // By another name that the passage gives it, and by no other.
    let (_, found) = server.post("/api/search", &json!({ "query": "靑藍造船", "mode": "local" })).await;
    assert_eq!((&found["mode"], &found["hits"][0]["documentId"]), (&json!("local"), &json!(id)), "{found}");
}

#[tokio::test]
async fn what_only_one_source_says_of_an_entity_goes_with_it() {
    let mut server = Server::start(Some("plain"), extracting).await;
    says(
        &server,
        &[r#"{"name": "Brindle yard", "type": "body", "description": "The Brindle yard trains riggers."}
{"name": "Oda Finch", "type": "person", "description": ""}
{"source": "Oda Finch", "target": "Brindle yard", "description": "Oda Finch leads the Brindle yard."}"#],
    );
    let first = server.ingest("yard.txt", EN).await;
    extracted(&server, &first).await;
    says(
        &server,
        &[
            r#"{"name": "the Brindle Yard", "type": "body", "description": "The Brindle yard closes at dusk."}"#,
        ],
    );
    let second = server.ingest("dusk.txt", "The Brindle yard closes at dusk.").await;
    extracted(&server, &second).await;
    let yard = entity(&server, "Brindle yard").await.unwrap();
    assert_eq!(
        (&yard["passages"], &yard["description"]),
        (&json!(2), &json!("The Brindle yard trains riggers."))
    );
    delete(&server, &first).await;
    let yard = entity(&server, "Brindle yard").await.unwrap();
    assert_eq!(
        (&yard["passages"], &yard["description"]),
        (&json!(1), &json!("The Brindle yard closes at dusk."))
    );
    assert_eq!(entity(&server, "Oda Finch").await, None);
    assert!(entities(&server, "?query=riggers").await.is_empty());
    // A person's correction counts for the passage; what the model made of the words before goes.
    let chunk = server.get(&format!("/api/graph/entities/{}", yard["id"].as_str().unwrap())).await.1;
    let chunk = chunk["evidence"][0]["chunkId"].as_str().unwrap().to_owned();
    says(
        &server,
        &[r#"{"name": "Quill yard", "type": "body", "description": "The Quill yard closes at dusk."}"#],
    );
    let url = server.url(&format!("/api/chunks/{chunk}/feedback"));
    let body = json!({ "text": "The Quill yard closes at dusk." });
    assert_eq!(server.client.put(url).json(&body).send().await.unwrap().status(), 200);
    until!({
        server.state.ingest.read_graph().await.unwrap();
        entity(&server, "Quill yard").await.is_some()
    });
    assert_eq!(entity(&server, "Brindle yard").await, None);
}

#[tokio::test]
async fn a_model_that_makes_things_up_leaves_nothing_behind() {
    let mut server = Server::start(Some("plain"), extracting).await;
    let many: String = (0..3_000).map(|at| format!("{{\"name\": \"thing {at}\"}}\n")).collect();
    for (at, (reply, told)) in [
        ("I cannot list anything.", Some("no list")),
        ("", Some("an empty reply")),
        (many.as_str(), None),
        (r#"{"name": "<script>alert(1)</script>", "type": "body"}"#, None),
        (r#"{"name": "Oda Finch", "type": "person", "aliases": ["Brindle yard"]}"#, None),
        (r#"{"source": "Oda Finch", "target": "Oda Finch"} {"source": "Oda Finch", "target": "Brindle yard"} {"source": "Brindle yard", "target": "Oda Finch"}"#, None),
        (r#"[{"name": ["Oda Finch"]}, {"name": {"a": 1}}, {"source": 1, "target": null}, 7]"#, None),
    ]
    .into_iter()
    .enumerate()
    {
        says(&server, &[reply]);
        if told.is_some() {
            // What is no list is asked for once more.
            says(&server, &[reply]);
        }
        let id = server.ingest(&format!("{at}.txt"), &format!("{EN} Notice number {at}.")).await;
        let source = extracted(&server, &id).await;
        let detail = source["enrichment"]["detail"].as_str().unwrap_or_default();
        assert_eq!(told.is_some_and(|told| detail.contains(told)), told.is_some(), "{reply:.60}: {source}");
        assert_eq!(detail.is_empty(), told.is_none(), "{reply:.60}: {source}");
        assert_eq!(server.model.as_ref().unwrap().waiting(), 0, "{reply:.60}");
    }
    let names: Vec<Value> =
        entities(&server, "?limit=200").await.iter().map(|own| own["name"].clone()).collect();
    assert!(names.len() <= 4, "{names:?}");
    for name in &names {
        assert!(["Oda Finch", "Brindle yard", "Brindle"].contains(&name.as_str().unwrap()), "{names:?}");
    }
    let (_, all) = server.get("/api/graph").await;
    let kinds = [Kind::Person, Kind::Name, Kind::Body].map(Kind::name);
    assert!(
        all["entities"].as_array().unwrap().iter().all(|own| kinds.contains(&own["kind"].as_str().unwrap()))
    );
    assert!(
        all["relations"].as_array().unwrap().iter().all(|own| own["label"] == Label::With.name()),
        "{all}"
    );
}

/// A list that was cut off is asked on for once, with what is known; not a third time.
#[tokio::test]
async fn a_list_that_was_cut_off_is_asked_on_for_once() {
    let mut server = Server::start(Some("plain"), extracting).await;
    says(
        &server,
        &[r#"{"name": "Oda Finch", "type": "person"} {"name": "Bri"#, r#"{"name": "Brindle yard"} {"na"#],
    );
    let id = server.ingest("yard.txt", EN).await;
    extracted(&server, &id).await;
    assert!(entity(&server, "Oda Finch").await.is_some() && entity(&server, "Brindle yard").await.is_some());
    let asked = server.model.as_ref().unwrap().requests();
    assert_eq!(asked.len(), 2);
    assert!(asked[1].body["messages"].to_string().contains("Oda Finch"), "{}", asked[1].body);
}
