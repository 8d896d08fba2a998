//! What a model adds to passages when documents are taken in: contexts and translations, which help to find and are no sources; and
//! what becomes of documents whose model is slow, silent, sloppy or away.

use std::process::Stdio;
use std::sync::Arc;

use serde_json::{Value, json};
use sqlx::ConnectOptions as _;
use stet_config::Config;
use stet_store::{Document, Filter};
use stet_text::Language;
use tokio::sync::Notify;

use crate::cli::stet;
use crate::support::database::TestDatabase;
use crate::support::model::{ModelServer, Script, Step};
use crate::support::server::{Server, Told};

const KOREAN: &str = "도서관은 평일 9시에 열고 18시에 닫는다. 방문자는 신분증을 보인다.";
const IN_ENGLISH: &str =
    "The library opens at 9 am and closes at 6 pm on weekdays. Visitors show an identity card.";
const ENGLISH: &str = "The heron pavilion is let for 40 guests. Dogs wait outside.";
const IN_KOREAN: &str = "왜가리 별관은 손님 40명에게 빌려준다. 개는 밖에서 기다린다.";

fn translating(config: &mut Config) {
    config.enrich.translate = vec![Language::Ko, Language::En];
    config.model.first_token_seconds = 20;
}

fn contextualizing(config: &mut Config) {
    config.enrich.contextualize = true;
}

fn says(server: &Server, replies: &[&str]) {
    for reply in replies {
        server.model.as_ref().unwrap().push(Script::text([*reply]));
    }
}

/// The document once the model has nothing more to add.
async fn enriched(server: &Server, id: &str) -> Document {
    let mut document;
    until!({
        document = server.database.store.document(id.parse().unwrap()).await.unwrap().unwrap();
        let work = document.enrichment.as_ref();
        work.is_some_and(|work| work.status == "done" || work.status == "failed")
    });
    document
}

async fn passage(server: &Server, document: &Document, ordinal: i32) -> Value {
    let chunk = server.database.store.chunks_between(document.id, ordinal, ordinal).await.unwrap();
    server.get(&format!("/api/chunks/{}", chunk[0].id)).await.1
}

async fn hits(server: &Server, query: &str) -> Vec<Value> {
    let (status, found) = server.post("/api/search", &json!({ "query": query })).await;
    assert_eq!(status, 200, "{found}");
    found["hits"].as_array().unwrap().clone()
}

async fn answered(server: &Server, question: &str, answer: &str) -> Told {
    says(server, &[answer]);
    server.ask(answer, question).await
}

fn last_prompt(server: &Server) -> String {
    let asked = server.model.as_ref().unwrap().requests();
    let messages = asked.last().unwrap().body["messages"].as_array().unwrap().clone();
    messages.last().unwrap()["content"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_passage_is_found_and_cited_in_the_other_language() {
    let mut server = Server::start(Some("plain"), translating).await;
    for (name, text, translation, question, sentence, original) in [
        (
            "hours.txt",
            KOREAN,
            IN_ENGLISH,
            "When does the library close on weekdays?",
            "Visitors show an identity card",
            "신분증을",
        ),
        (
            "pavilion.txt",
            ENGLISH,
            IN_KOREAN,
            "왜가리 별관은 손님 몇 명에게 빌려주나요?",
            "개는 밖에서 기다린다",
            "Dogs wait",
        ),
    ] {
        says(&server, &[translation]);
        let id = server.ingest(name, text).await;
        let document = enriched(&server, &id).await;
        assert_eq!(document.enrichment.as_ref().unwrap().left_out, None);
        let stored = passage(&server, &document, 0).await;
        assert_eq!(
            (&stored["translation"], &stored["translationBy"]),
            (&json!(translation), &json!("plain"))
        );
        let found = hits(&server, question).await;
        assert_eq!(found[0]["fileName"], name, "{found:?}");
        assert!(found[0]["semantic"].is_object() && found[0]["keyword"].is_object(), "{}", found[0]);

        // What only the model's translation says is shown, told as such, and not verified.
        let told = answered(&server, question, &format!("{sentence} [1].")).await;
        let first = &told.sentences()[0]["data"];
        assert_eq!((&first["status"], &first["by"]), (&json!("supported"), &json!("translation")), "{first}");
        let evidence = first["citations"][0]["evidence"]["text"].as_str().unwrap();
        assert!(evidence.contains(sentence), "{evidence}");
        assert_eq!(told.metadata()["badge"], "partial", "{}", told.metadata());
        assert_eq!(told.metadata()["verified"], false);
        let prompt = last_prompt(&server);
        assert!(prompt.contains(original) && prompt.contains(translation), "{prompt}");
        assert!(prompt.contains("(by a model)") || prompt.contains("(모델이 옮김)"), "{prompt}");
        // And what it does not say is refused as ever.
        let wrong = if name == "hours.txt" {
            "The library closes at 8 pm [1]."
        } else {
            "왜가리 별관은 손님 90명에게 빌려준다 [1]."
        };
        let told = answered(&server, question, wrong).await;
        assert_ne!(told.sentences()[0]["data"]["status"], "supported", "{}", told.raw);
    }
}

#[tokio::test]
async fn a_translation_of_the_document_itself_is_a_source_and_has_a_vector() {
    let mut server = Server::start(Some("plain"), |_| ()).await;
    let line = json!({ "text": KOREAN, "translation_text": IN_ENGLISH });
    server.ingest("hours.jsonl", &line.to_string()).await;
    let found = hits(&server, "identity card of visitors").await;
    assert!(found[0]["semantic"]["score"].as_f64().unwrap() > 0.3, "{}", found[0]);
    let told = answered(&server, "What do visitors show?", "Visitors show an identity card [1].").await;
    let first = &told.sentences()[0]["data"];
    assert_eq!((&first["status"], &first["by"]), (&json!("supported"), &json!("words")), "{first}");
    assert_eq!(told.metadata()["badge"], "verified");
}

/// Where a model judges, it judges by the original.
#[tokio::test]
async fn the_judge_is_shown_the_original() {
    let mut server = Server::start(Some("plain"), |config| {
        translating(config);
        config.gate.model_layer = true;
    })
    .await;
    let translation =
        format!("{IN_ENGLISH} Bags are kept in the lockers. Nobody may smoke in the reading room.");
    says(&server, &[&translation]);
    let text = format!("{KOREAN} 가방은 사물함에 둔다. 열람실에서는 아무도 담배를 피울 수 없다.");
    let id = server.ingest("hours.txt", &text).await;
    enriched(&server, &id).await;
    // What words find in the translation alone, asked of the original; a sentence each, since verdicts are remembered.
    for (claim, verdict, status, by) in [
        (
            "Visitors show an identity card [1].",
            r#"{"is_accurate": true, "confidence": 0.9, "explanation": "so it is"}"#,
            "supported",
            "model",
        ),
        (
            "Bags are kept in the lockers [1].",
            r#"{"is_accurate": false, "confidence": 0.9, "explanation": "it is not"}"#,
            "unsupported",
            "model",
        ),
        ("Nobody may smoke in the reading room [1].", "I cannot say.", "supported", "translation"),
    ] {
        says(&server, &[claim, verdict]);
        let told = server
            .ask(claim, "What are the rules of the library for visitors, bags and the reading room?")
            .await;
        let first = &told.sentences()[0]["data"];
        assert_eq!((&first["status"], &first["by"]), (&json!(status), &json!(by)), "{first}");
        let asked = last_prompt(&server);
        assert!(asked.contains("신분증을 보인다") && !asked.contains("closes at 6 pm"), "{asked}");
        if by == "model" && status == "supported" {
            assert_eq!(told.metadata()["badge"], "verified", "{}", told.metadata());
            let evidence = &first["citations"][0]["evidence"]["text"];
            assert!(evidence.as_str().unwrap().contains("신분증"), "{evidence}");
        }
    }
}

#[tokio::test]
async fn a_context_helps_to_find_and_supports_nothing() {
    let mut server = Server::start(Some("plain"), contextualizing).await;
    for (name, text, context, question, claim) in [
        (
            "a.txt",
            "그곳은 월요일에 쉰다.",
            "청람 수족관의 휴관일을 다루는 대목이다.",
            "청람 수족관은 언제 쉬나요?",
            "청람 수족관의 휴관일을 다루는 대목이다 [1].",
        ),
        (
            "b.txt",
            "It is closed on Mondays.",
            "This is about the opening days of the Brindle aquarium.",
            "When is the Brindle aquarium closed?",
            "This is about the opening days of the Brindle aquarium [1].",
        ),
    ] {
        says(&server, &[context]);
        let id = server.ingest(name, text).await;
        let document = enriched(&server, &id).await;
        assert_eq!(passage(&server, &document, 0).await["context"], context);
        assert_eq!(hits(&server, question).await[0]["fileName"], name);
        let told = answered(&server, question, claim).await;
        let first = &told.sentences()[0]["data"];
        assert_ne!(first["status"], "supported", "{first}");
        let prompt = last_prompt(&server);
        let (source, rest) = prompt.split_once("\n>>>").unwrap();
        assert!(source.contains(text) && !source.contains(context), "{prompt}");
        assert!(rest.contains(&format!("<<<\n{context}\n>>>")), "{prompt}");
    }
    // One that came with the document is treated alike, and the model is not asked for another.
    let asked = server.model.as_ref().unwrap().requests().len();
    let line = json!({ "text": "It costs 12 euros.", "contextualize_text": "Prices of the Quill ferry." });
    server.ingest("ferry.jsonl", &line.to_string()).await;
    assert_eq!(hits(&server, "Quill ferry").await[0]["fileName"], "ferry.jsonl");
    let told = answered(
        &server,
        "What are the prices of the Quill ferry?",
        "These are prices of the Quill ferry [1].",
    )
    .await;
    assert_ne!(told.sentences()[0]["data"]["status"], "supported", "{}", told.raw);
    assert_eq!(server.model.as_ref().unwrap().requests().len(), asked + 1);
}

/// What is no text is asked for once more, then left out, and said to be; the document is found by its own words.
#[tokio::test]
async fn sloppy_replies_are_left_out() {
    let mut server = Server::start(Some("plain"), translating).await;
    for (at, (reply, told_en, told_ko)) in [
        ("", "an empty reply", "빈 답"),
        ("```\nThe library opens at 9 am and closes at 6 pm.\n```", "code fence", "코드 울타리"),
        ("Here is the translation: the library opens at 9 am and closes at 6 pm.", "talk before", "머리말"),
        ("I'm sorry, but I can't translate this document.", "an apology", "거절"),
        ("죄송합니다. 번역할 수 없습니다.", "an apology", "거절"),
        (&*"The library opens at 9 am and closes at 6 pm. ".repeat(12), "too long", "너무 긴"),
        (
            "The library opens at 9 am and closes at 7 pm. Visitors show an identity card.",
            "numbers that differ",
            "숫자가 다른",
        ),
        (KOREAN, "another language", "다른 언어"),
    ]
    .into_iter()
    .enumerate()
    {
        says(&server, &[reply, reply]);
        let text = format!("{KOREAN} 안내문 {at}번입니다.");
        let id = server.ingest(&format!("{at}.txt"), &text).await;
        let document = enriched(&server, &id).await;
        assert_eq!(server.model.as_ref().unwrap().waiting(), 0, "{reply}");
        let left_out = document.enrichment.clone().unwrap().left_out.unwrap();
        assert!(left_out.en.contains(told_en) && left_out.ko.contains(told_ko), "{left_out:?}");
        let (_, source) = server.get(&format!("/api/sources/{id}")).await;
        assert_eq!((&source["status"], &source["enrichment"]["status"]), (&json!("ready"), &json!("done")));
        assert!(source["enrichment"]["detail"].as_str().unwrap().contains("1 passage"), "{source}");
        assert_eq!(passage(&server, &document, 0).await["translation"], Value::Null);
        assert!(
            hits(&server, &format!("안내문 {at}번"))
                .await
                .iter()
                .any(|hit| hit["fileName"] == format!("{at}.txt"))
        );
    }
    // It is not asked for again by the next start.
    assert_eq!(server.state.ingest.enrich(None).await.unwrap(), 0);
}

/// A model that says nothing keeps nobody waiting, and is given up.
#[tokio::test]
async fn a_silent_model_delays_nothing() {
    let mut server = Server::start(Some("plain"), |config| {
        translating(config);
        config.model.first_token_seconds = 1;
    })
    .await;
    for _ in 0..40 {
        server.model.as_ref().unwrap().push(Script::Stream(vec![Step::Stall]));
    }
    let text: String = (0..12)
        .map(|n| {
            format!(
                "# 제{n}장 규칙\n\n{n}번 창고의 열쇠는 수위가 갖는다. {}\n\n",
                "설명이 이어진다. ".repeat(60)
            )
        })
        .collect();
    let id = server.ingest("store.md", &text).await;
    assert!(!hits(&server, "창고의 열쇠").await.is_empty());
    let other = server.ingest("other.txt", "문지기는 밤에만 일한다.").await;
    assert_ne!(id, other);
    assert!(!hits(&server, "문지기").await.is_empty(), "another document is read meanwhile");
    let document = enriched(&server, &id).await;
    let work = document.enrichment.unwrap();
    assert_eq!(work.status, "failed");
    let left_out = work.left_out.unwrap();
    assert!(
        left_out.en.contains("STET_MODEL_FIRST_TOKEN_SECONDS")
            && left_out.ko.contains("STET_MODEL_FIRST_TOKEN_SECONDS"),
        "{left_out:?}"
    );
    assert_eq!(document.status, stet_store::DocumentStatus::Ready);
    // Four at a time, each asked twice at most, and not all twelve of them.
    let asked = server.model.as_ref().unwrap().requests().len();
    assert!(asked <= 16, "{asked}");
    assert!(server.state.ingest.enrich(None).await.unwrap() >= 1, "the next start goes on with it");
}

/// What a killed process has done is not done again.
#[tokio::test]
async fn what_was_interrupted_goes_on_where_it_was() {
    let database = {
        let mut server = Server::start(Some("plain"), translating).await;
        let lines: Vec<String> = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"]
            .iter()
            .map(|name| {
                json!({ "title": name, "text": format!("The {name} room is kept for guests.") }).to_string()
            })
            .collect();
        let held = Arc::new(Notify::new());
        says(&server, &["알파 방은 손님을 위해 둔다.", "베타 방은 손님을 위해 둔다."]);
        for _ in 0..4 {
            server.model.as_ref().unwrap().push(Script::Stream(vec![Step::Wait(Arc::clone(&held))]));
        }
        let id = server.ingest("rooms.jsonl", &lines.join("\n")).await;
        until!(server.get(&format!("/api/sources/{id}")).await.1["enrichment"]["done"] == 2);
        let (_, source) = server.get(&format!("/api/sources/{id}")).await;
        assert_eq!(
            (&source["enrichment"]["status"], &source["enrichment"]["done"], &source["enrichment"]["total"]),
            (&json!("running"), &json!(2), &json!(6))
        );
        server.state.ingest.close().await;
        (Arc::clone(&server.database), id)
    };
    let (database, id) = database;
    let mut after = Server::on(database, "plain", translating).await;
    says(&after, &["방은 손님을 위해 둔다."; 4]);
    let document = enriched(&after, &id).await;
    assert_eq!(document.enrichment.as_ref().unwrap().status, "done");
    assert_eq!(after.model.as_ref().unwrap().requests().len(), 4, "two were done before");
    let chunks = after.database.store.chunks_between(document.id, 0, 9).await.unwrap();
    assert!(chunks.iter().all(|chunk| chunk.translation.is_some()), "{chunks:?}");

    // A new version is translated anew, and keeps nothing of the old one.
    says(&after, &["델타 방은 닫혔다."]);
    let new = after.ingest("rooms.jsonl", &json!({ "text": "The delta room is closed." }).to_string()).await;
    enriched(&after, &new).await;
    let found = hits(&after, "방은 손님을 위해 둔다").await;
    assert!(found.iter().all(|hit| hit["documentId"] == json!(new)), "{found:?}");
    let old = after.database.store.chunks_between(document.id, 0, 9).await.unwrap();
    assert!(old.iter().all(|chunk| chunk.translation.is_none()), "{old:?}");
}

/// A correction takes the place of what the model had made of the wrong words.
#[tokio::test]
async fn a_corrected_passage_is_translated_anew() {
    let mut server = Server::start(Some("plain"), translating).await;
    says(&server, &[IN_KOREAN]);
    let id = server.ingest("pavilion.txt", ENGLISH).await;
    let document = enriched(&server, &id).await;
    let chunk = server.database.store.chunks_between(document.id, 0, 0).await.unwrap()[0].id;
    let renewed = "왜가리 별관은 손님 60명에게 빌려준다.";
    says(&server, &[renewed]);
    let body = json!({ "text": "The heron pavilion is let for 60 guests." });
    let address = server.url(&format!("/api/chunks/{chunk}/feedback"));
    let corrected = server.client.put(address).json(&body).send().await.unwrap();
    assert_eq!(corrected.json::<Value>().await.unwrap()["translation"], Value::Null);
    until!(passage(&server, &document, 0).await["translation"] == renewed);
    let prompt = last_prompt(&server);
    assert!(prompt.contains("60 guests") && !prompt.contains("40 guests"), "{prompt}");
    let filter = Filter::default();
    let found = server.state.asker.search("손님 40명", &filter, 5).await.unwrap().hits;
    assert!(found.iter().all(|hit| hit.chunk.translation.as_deref() == Some(renewed)));
}

/// Without a model, or without being asked, nothing is added and nothing waits.
#[tokio::test]
async fn nothing_is_added_unasked() {
    let mut server = Server::start(Some("plain"), |_| ()).await;
    let id = server.ingest("hours.txt", KOREAN).await;
    let (_, source) = server.get(&format!("/api/sources/{id}")).await;
    assert_eq!(source["enrichment"], Value::Null);
    assert!(server.model.as_ref().unwrap().requests().is_empty());
    let mut extracts = Server::start(None, translating).await;
    let id = extracts.ingest("hours.txt", KOREAN).await;
    let (_, source) = extracts.get(&format!("/api/sources/{id}")).await;
    assert_eq!(source["enrichment"], Value::Null);
}

/// Passages of a document that have a translation.
async fn translated(database: &TestDatabase) -> usize {
    let documents = database.store.documents().await.unwrap();
    let Some(document) = documents.first() else { return 0 };
    let chunks = database.store.chunks_between(document.id, 0, 99).await.unwrap();
    chunks.iter().filter(|chunk| chunk.translation.is_some()).count()
}

/// `stet ingest` that is killed while the model writes goes on where it was, and says what was left out.
#[tokio::test]
async fn a_killed_ingest_goes_on_and_says_what_it_left_out() {
    let database = TestDatabase::new().await;
    let model = ModelServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rooms.jsonl");
    let lines: Vec<String> = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"]
        .iter()
        .map(|name| {
            json!({ "title": name, "text": format!("The {name} room is kept for guests.") }).to_string()
        })
        .collect();
    std::fs::write(&file, lines.join("\n")).unwrap();
    let ingest = || {
        let mut command = stet();
        command.arg("ingest").arg(&file).env("DATABASE_URL", database.url());
        command.env("OPENAI_BASE_URL", model.base_url()).env("OPENAI_MODEL", "plain");
        command.env("STET_EMBEDDINGS", "hashing").env("STET_TRANSLATE", "ko");
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    for _ in 0..2 {
        model.push(Script::text(["방은 손님을 위해 둔다."]));
    }
    for _ in 0..4 {
        model.push(Script::Stream(vec![Step::Stall]));
    }
    let mut child = ingest().spawn().unwrap();
    until!(translated(&database).await == 2 && model.waiting() == 0);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(translated(&database).await, 2);
    // The lease of the dead process would run out by itself.
    let mut connection = database.options().connect().await.unwrap();
    sqlx::query("update jobs set leased_until = now()").execute(&mut connection).await.unwrap();

    for reply in [
        "방은 손님을 위해 둔다.",
        "방은 손님을 위해 둔다.",
        "방은 손님을 위해 둔다.",
        "Sorry, no.",
        "Sorry, no.",
    ] {
        model.push(Script::text([reply]));
    }
    let mut again = ingest();
    let output = tokio::task::spawn_blocking(move || again.output()).await.unwrap().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{told}");
    assert!(told.contains("= rooms.jsonl: unchanged"), "{told}");
    assert!(told.contains("– rooms.jsonl: 1 passage stays without a translation: an apology 1."), "{told}");
    assert_eq!((translated(&database).await, model.requests().len()), (5, 2 + 4 + 3 + 2));
}
