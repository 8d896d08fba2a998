//! What a model says about a rewriting and what goes wrong with rewritings, as a client sees it.

use std::time::Duration;

use serde_json::{Value, json};

use crate::drafts::{new_draft, revise, send, state, summary};
use crate::support::model::{Script, Step};
use crate::support::server::{LIBRARY, Server, Told};

const PLAIN: &str = "We utilise the tool daily. It works well.";
const EMPLOY: &str = "We employ the tool daily. It works well.";
const KOREAN: &str = "우리는 이 도구를 매일 사용한다. 잘 작동한다.";
const KOREAN_OTHER: &str = "우리는 이 도구를 매일 활용한다. 잘 작동한다.";

/// A server whose model is asked for verdicts; other servers of the tests have that switched off.
async fn judging() -> Server {
    judging_within(30).await
}

/// The same, with the seconds that a verdict may take.
async fn judging_within(seconds: u64) -> Server {
    Server::start(Some("plain"), |config| {
        config.gate.model_layer = true;
        config.model.first_token_seconds = 3 * seconds;
    })
    .await
}

pub fn text(text: &str) -> Script {
    Script::text([text])
}

fn late(text: &str, after: Duration) -> Script {
    Script::Stream(vec![Step::Pause(after), Step::Text(text.to_owned()), Step::Finish("stop"), Step::Done])
}

/// The patch that stands at the end of a revision, by what it writes.
pub fn patch<'a>(state: &'a Value, after: &str) -> &'a Value {
    let patches = state["patches"].as_array().unwrap();
    patches
        .iter()
        .find(|patch| patch["after"].as_str().unwrap().contains(after))
        .unwrap_or_else(|| panic!("{state}"))
}

fn gate<'a>(patch: &'a Value, name: &str) -> Option<&'a Value> {
    patch["gates"].as_array().unwrap().iter().find(|gate| gate["name"] == name)
}

pub fn codes(told: &Told) -> Vec<&str> {
    summary(told)["notes"].as_array().unwrap().iter().map(|note| note["code"].as_str().unwrap()).collect()
}

/// New words in an EXPRESSION patch are asked about, and the answer can only make the patch riskier.
#[tokio::test]
async fn the_model_says_whether_new_words_mean_the_same() {
    let verdict = |same: bool, confidence: f32| {
        json!({ "same_meaning": same, "confidence": confidence, "explanation": "Because of the words." })
            .to_string()
    };
    let fenced = format!("Sure:\n```json\n{}\n```", verdict(true, 0.9));
    for (name, script, category, value) in [
        ("yes", text(&verdict(true, 0.9)), "EXPRESSION", "clear"),
        ("yes in prose", text(&fenced), "EXPRESSION", "clear"),
        ("no", text(&verdict(false, 0.9)), "CORE", "core"),
        ("unsure", text(&verdict(true, 0.2)), "CORE", "core"),
        ("prose", text("Yes, they mean the same."), "CORE", "core"),
        ("half", text(r#"{"same_meaning": true, "conf"#), "CORE", "core"),
        ("late", late(&verdict(true, 0.9), Duration::from_secs(4)), "CORE", "core"),
        ("down", Script::fault(401, "invalid_api_key", "no"), "CORE", "core"),
    ] {
        for (before, after, word) in [(PLAIN, EMPLOY, "employ"), (KOREAN, KOREAN_OTHER, "활용")] {
            let server = judging_within(if name == "late" { 1 } else { 30 }).await;
            let model = server.model.as_ref().unwrap();
            let id = new_draft(&server, before).await;
            model.push(text(after));
            model.push(script.clone());
            let told =
                revise(&server, &id, &json!({ "instruction": "Other words.", "baseRevision": 1 })).await;
            let now = state(&server, &id).await;
            let patch = patch(&now, word);
            assert_eq!(patch["category"], category, "{name}: {patch}");
            let gate = gate(patch, "meaning").unwrap_or_else(|| panic!("{name}: {patch}"));
            assert_eq!(gate["verdict"], value, "{name}: {gate}");
            assert!(!gate["value"].as_str().unwrap().is_empty());
            // The same patch was shown while it was written, under the same id.
            let shown: Vec<&Value> = told
                .of("data-patch")
                .into_iter()
                .filter(|part| part["id"] == patch["id"])
                .map(|part| &part["data"]["category"])
                .collect();
            assert!(shown.len() >= 2 && *shown.last().unwrap() == category, "{name}: {shown:?}");
            let asked = model.requests().len();
            assert_eq!(asked, 2, "{name}: asked once, not again at the end");
        }
    }
    // Switched off, nothing is asked and words alone decide.
    let server = Server::start(Some("plain"), |_| ()).await;
    let id = new_draft(&server, PLAIN).await;
    server.model.as_ref().unwrap().push(text(EMPLOY));
    revise(&server, &id, &json!({ "instruction": "Other words.", "baseRevision": 1 })).await;
    let now = state(&server, &id).await;
    assert_eq!(
        (&patch(&now, "employ")["category"], gate(patch(&now, "employ"), "meaning")),
        (&json!("EXPRESSION"), None)
    );
    assert_eq!(server.model.as_ref().unwrap().requests().len(), 1);
}

async fn worded_pack(server: &Server) -> String {
    let body = json!({ "name": "tone", "rules": [
        { "id": "tone", "kind": "must_not", "text": "Do not boast." },
        { "id": "kind", "kind": "must", "text": "Be kind." },
        { "id": "very", "pattern": "\\bvery\\b", "text": "No very." },
    ] });
    let (status, pack) = server.post("/api/criteria-packs", &body).await;
    assert_eq!(status, 201, "{pack}");
    pack["id"].as_str().unwrap().to_owned()
}

const BOAST: &str = r#"{"rules": [{"rule": 1, "breaches": [{"sentence": 1, "explanation": "It boasts."}]}, {"rule": 2, "breaches": []}]}"#;

/// Rules without a pattern: judged by the model when there is one, and never passed in silence.
#[tokio::test]
async fn rules_of_words_are_judged_or_named_as_not_checked() {
    let server = Server::extracts().await;
    let pack = worded_pack(&server).await;
    let lint = format!("/api/criteria-packs/{pack}/lint");
    let (_, told) = server.post(&lint, &json!({ "text": "We are very good." })).await;
    let found: Vec<[&Value; 2]> =
        told["breaches"].as_array().unwrap().iter().map(|one| [&one["ruleId"], &one["judgedBy"]]).collect();
    assert_eq!(found, [[&json!("very"), &json!("pattern")]]);
    let open = |told: &Value| {
        let open = told["notChecked"].as_array().unwrap();
        open.iter().map(|one| one["ruleId"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(open(&told), ["tone", "kind"]);
    assert!(told["notChecked"][0]["reason"].as_str().unwrap().contains("no model"), "{told}");

    for (name, script, breaches, left) in [
        ("good", text(BOAST), 1, vec![]),
        ("one rule", text(r#"{"rules": [{"rule": 2, "breaches": []}]}"#), 0, vec!["tone"]),
        ("prose", text("It boasts, I think."), 0, vec!["tone", "kind"]),
        ("late", late(BOAST, Duration::from_secs(4)), 0, vec!["tone", "kind"]),
        ("down", Script::fault(401, "invalid_api_key", "no"), 0, vec!["tone", "kind"]),
    ] {
        let server = judging_within(if name == "late" { 1 } else { 30 }).await;
        let model = server.model.as_ref().unwrap();
        let pack = worded_pack(&server).await;
        let lint = format!("/api/criteria-packs/{pack}/lint");
        model.push(script);
        let (status, told) = server.post(&lint, &json!({ "text": "😀 We are best. Come in." })).await;
        assert_eq!(status, 200, "{told}");
        let found = told["breaches"].as_array().unwrap();
        assert_eq!(found.len(), breaches, "{name}: {told}");
        if let Some(found) = found.first() {
            assert_eq!((&found["ruleId"], &found["judgedBy"]), (&json!("tone"), &json!("model")));
            assert_eq!((&found["start"], &found["end"]), (&json!(0), &json!(15)), "{found}");
            assert!(found["message"].as_str().unwrap().contains("It boasts."), "{found}");
        }
        assert_eq!(open(&told), left, "{name}");
        let asked = model.requests().len();
        let quiet = json!({ "text": "We are best.", "model": false });
        let (_, told) = server.post(&lint, &quiet).await;
        assert_eq!((open(&told).len(), model.requests().len()), (2, asked), "{name}: {told}");
    }
}

/// What the model leaves out is named with its reason, and asked about again.
#[tokio::test]
async fn half_an_answer_about_rules_is_not_remembered() {
    for (half, left) in [
        (r#"{"rules": [{"rule": 2, "breaches": []}]}"#, vec!["tone"]),
        (r#"{"rules": []}"#, vec!["tone", "kind"]),
        (
            r#"{"rules": [{"rule": 1, "breaches": [{"sentence": 9, "explanation": "x"}]}, {"rule": 2, "breaches": []}]}"#,
            vec!["tone"],
        ),
    ] {
        let server = judging().await;
        let model = server.model.as_ref().unwrap();
        let lint = format!("/api/criteria-packs/{}/lint", worded_pack(&server).await);
        let body = json!({ "text": "We are best. Come in." });
        model.push(text(half));
        let (_, told) = server.post(&lint, &body).await;
        let open = told["notChecked"].as_array().unwrap();
        assert_eq!(
            open.iter().map(|one| one["ruleId"].as_str().unwrap()).collect::<Vec<_>>(),
            left,
            "{half}"
        );
        for one in open {
            assert_eq!(one["reason"], "the model's reply lacks this rule", "{half}");
        }
        model.push(text(BOAST));
        let (_, told) = server.post(&lint, &body).await;
        assert_eq!(told["notChecked"], json!([]), "{half}: {told}");
        assert_eq!(told["breaches"].as_array().unwrap().len(), 1, "{half}: {told}");
    }
}

#[tokio::test]
async fn a_draft_is_linted_on_demand() {
    let server = judging().await;
    let pack = worded_pack(&server).await;
    let draft = json!({ "text": "We are the best. That is very true.", "criteriaPackIds": [pack] });
    let (_, draft) = server.post("/api/drafts", &draft).await;
    let path = format!("/api/drafts/{}/lint", draft["id"].as_str().unwrap());
    server.model.as_ref().unwrap().push(text(BOAST));
    let (status, told) = server.post(&path, &json!({})).await;
    assert_eq!((status, &told["revision"], &told["notChecked"]), (200, &json!(1), &json!([])), "{told}");
    let by: Vec<&Value> = told["breaches"].as_array().unwrap().iter().map(|one| &one["judgedBy"]).collect();
    assert_eq!(by, ["model", "pattern"]);
    let (_, none) = server.post(&path, &json!({ "criteriaPackIds": [] })).await;
    assert_eq!((&none["breaches"], &none["notChecked"]), (&json!([]), &json!([])));
    let gone = format!("/api/drafts/{}/lint", uuid::Uuid::now_v7());
    assert_eq!(server.post(&gone, &json!({})).await.0, 404);
}

#[tokio::test]
async fn patches_say_which_rules_of_words_they_break() {
    for (script, violated, open) in [(text(BOAST), json!(["tone"]), 0), (text("no JSON"), json!([]), 2)] {
        let server = judging().await;
        let pack = worded_pack(&server).await;
        let id = new_draft(&server, "We can be late. Come in.").await;
        let model = server.model.as_ref().unwrap();
        // The patch is CORE by words alone, so that only the rules are asked about.
        model.push(text("We must be late. Come in."));
        model.push(script);
        let body = json!({ "instruction": "Stronger.", "baseRevision": 1, "criteriaPackIds": [pack] });
        let told = revise(&server, &id, &body).await;
        let figures = &summary(&told)["criteria"];
        assert_eq!((&figures["violated"], &figures["judged"]), (&violated, &violated), "{figures}");
        assert_eq!(figures["notChecked"].as_array().unwrap().len(), open, "{figures}");
        let now = state(&server, &id).await;
        let patch = patch(&now, "must");
        assert_eq!(patch["ruleIds"], violated, "{patch}");
        let told_why = patch["reasons"].to_string().contains("It boasts.");
        assert_eq!(told_why, open == 0, "{patch}");
    }
}

/// A rewriting that stops before the text does is no wish to delete the rest, whatever reason the server gives.
#[tokio::test]
async fn a_rewriting_cut_short_deletes_nothing() {
    let english = "One thing is here today. Two things are there now. Three birds sing outside. Four cats sleep all day.";
    let korean =
        "첫째 문장은 여기에 있다. 둘째 문장은 저기에 있다. 셋째 새가 밖에서 운다. 넷째 고양이는 종일 잔다.";
    let ended = |text: &str, reason: &'static str| {
        Script::Stream(vec![Step::Text(text.to_owned()), Step::Finish(reason), Step::Done])
    };
    for (before, after) in [
        (english, "One thing was here today. Two things are there now."),
        (english, "One thing was here today. Two things are th"),
        (english, "One thing was here today. Two things are there now. Three birds sing outside. Four ca"),
        (korean, "첫째 문장은 여기에 있었다. 둘째 문장은 저기에 있다."),
        (korean, "첫째 문장은 여기에 있었다. 둘째 문장은 저"),
    ] {
        for reason in ["stop", "length"] {
            let server = Server::start(Some("plain"), |_| ()).await;
            let id = new_draft(&server, before).await;
            server.model.as_ref().unwrap().push(ended(after, reason));
            let told = revise(&server, &id, &json!({ "instruction": "Past.", "baseRevision": 1 })).await;
            assert_eq!(summary(&told)["complete"], false, "{after} {reason}");
            if reason == "stop" {
                assert_eq!(codes(&told), ["cut_short"], "{after}");
            }
            let all = json!({ "action": "accept", "all": true, "baseRevision": 1 });
            let (_, done) = server.post(&format!("/api/drafts/{id}/patches/decide"), &all).await;
            let words = |text: &str| text.split_whitespace().count();
            assert_eq!(words(done["text"].as_str().unwrap()), words(before), "{after} {reason}: {done}");
            assert!(!done["changed"].as_array().unwrap().is_empty(), "what was written counts: {done}");
        }
    }
    // Joined sentences, and a text that was to be shortened, are no accidents.
    for (after, instruction) in [
        (
            "One thing is here today. Two things are there now. Three birds sing outside while four cats sleep all day.",
            "Join.",
        ),
        ("One thing is here today. Two things are there now.", "Delete the last two sentences."),
        ("One thing is here today. Two things are there now.", "마지막 두 문장을 삭제해 줘."),
    ] {
        let server = Server::start(Some("plain"), |_| ()).await;
        let id = new_draft(&server, english).await;
        server.model.as_ref().unwrap().push(text(after));
        let told = revise(&server, &id, &json!({ "instruction": instruction, "baseRevision": 1 })).await;
        assert_eq!((&summary(&told)["complete"], codes(&told)), (&json!(true), vec![]), "{after}");
        let all = json!({ "action": "accept", "all": true, "baseRevision": 1 });
        let (_, done) = server.post(&format!("/api/drafts/{id}/patches/decide"), &all).await;
        assert_eq!(done["text"], after);
    }
}

#[tokio::test]
async fn strange_rewritings_are_told_of() {
    let before = "One is here at last. Two is here as well. Three is here too.";
    for (after, code) in [
        (String::new(), vec!["empty"]),
        (before.to_owned(), vec!["unchanged"]),
        ("And so there is always more to say. ".repeat(20), vec!["longer"]),
        ("하나는 마침내 여기에 있다. 둘도 여기에 있다. 셋도 여기에 있다.".to_owned(), vec!["other_language"]),
        ("One was here at last. Two is here as well. Three is here too.".to_owned(), vec![]),
    ] {
        let server = Server::start(Some("plain"), |_| ()).await;
        let id = new_draft(&server, before).await;
        server.model.as_ref().unwrap().push(text(&after));
        let told = revise(&server, &id, &json!({ "instruction": "Past.", "baseRevision": 1 })).await;
        assert_eq!(codes(&told), code, "{after}");
        for note in summary(&told)["notes"].as_array().unwrap() {
            let said = told.of("data-step").iter().any(|step| step["data"]["detail"] == note["message"]);
            assert!(said, "{note}");
        }
        assert_eq!(state(&server, &id).await["text"], before);
    }
}

/// Decomposed letters stay decomposed, inside the patches and around them.
#[tokio::test]
async fn decomposed_text_stays_so() {
    use unicode_normalization::UnicodeNormalization as _;
    let before: String = "도서관은 아홉시에 문을 연다. 카페는 열 시에 연다.".nfd().collect();
    let server = Server::start(Some("plain"), |_| ()).await;
    let id = new_draft(&server, &before).await;
    server.model.as_ref().unwrap().push(text("도서관은 아홉 시에 문을 엽니다. 카페는 열 시에 연다."));
    revise(&server, &id, &json!({ "instruction": "존댓말로.", "baseRevision": 1 })).await;
    let all = json!({ "action": "accept", "all": true, "baseRevision": 1 });
    let (_, done) = server.post(&format!("/api/drafts/{id}/patches/decide"), &all).await;
    let wanted: String = "도서관은 아홉 시에 문을 엽니다. 카페는 열 시에 연다.".nfd().collect();
    assert_eq!(done["text"], wanted);
}

/// A range of a model is limited and the limit is said; without a model five megabytes are revised.
#[tokio::test]
async fn a_long_draft_is_revised_or_refused_in_words() {
    let line =
        "We utilize it here. 도서관은 오전 아홉 시에 문을 연다. The library opens at nine in the morning.\n";
    let server = Server::scripted("plain").await;
    let id = new_draft(&server, &line.repeat(1000)).await;
    let path = format!("/api/drafts/{id}/revise");
    let (status, problem) = server.post(&path, &json!({ "instruction": "x", "baseRevision": 1 })).await;
    assert_eq!(status, 413);
    assert!(problem["detail"].as_str().unwrap().contains("65536"), "{problem}");
    let server = Server::extracts().await;
    let pack =
        json!({ "name": "p", "rules": [{ "id": "use", "pattern": "\\butilize\\b", "replacement": "use" }] });
    let (_, pack) = server.post("/api/criteria-packs", &pack).await;
    let text = line.replace("utilize", "use").repeat((5 << 20) / line.len() - 1) + line;
    let id = new_draft(&server, &text).await;
    let body = json!({ "instruction": "", "baseRevision": 1, "criteriaPackIds": [pack["id"]] });
    let told = revise(&server, &id, &body).await;
    assert_eq!(told.of("data-patch").last().unwrap()["data"]["ruleIds"], json!(["use"]));
    assert_eq!(
        summary(&told)["counts"].as_object().unwrap().values().filter_map(Value::as_u64).sum::<u64>(),
        1
    );
}

/// A CORE patch that states a fact shows what the draft's sources say, in both languages.
#[tokio::test]
async fn facts_carry_verdict_and_evidence_in_korean_and_english() {
    let mut server = Server::start(Some("plain"), |_| ()).await;
    let rules = "휴가 규정\n\n직원에게 연 15일의 유급휴가를 준다. 휴가는 다음 해로 넘기지 못한다.\n\n\
        도서관은 오전 아홉 시에 문을 열고 오후 여섯 시에 문을 닫는다.\n";
    let korean = server.ingest("rules.txt", rules).await;
    let english = server.ingest("library.txt", LIBRARY).await;
    for (source, before, after, status) in [
        (&korean, "직원에게 연 12일의 유급휴가를 준다.", "직원에게 연 15일의 유급휴가를 준다.", "supported"),
        (
            &korean,
            "직원에게 연 15일의 유급휴가를 준다.",
            "직원에게 연 25일의 유급휴가를 준다.",
            "unsupported",
        ),
        (&korean, "본사 건물은 3층이다.", "본사 건물은 5층이다.", "no_source"),
        (
            &english,
            "The library opens at ten in the morning.",
            "The library opens at nine in the morning.",
            "supported",
        ),
        (
            &english,
            "The library opens at nine in the morning.",
            "The library opens at noon each day, at 12:30.",
            "unsupported",
        ),
    ] {
        let (_, draft) = server.post("/api/drafts", &json!({ "text": before, "sourceIds": [source] })).await;
        let id = draft["id"].as_str().unwrap();
        server.model.as_ref().unwrap().push(text(after));
        let told = revise(&server, id, &json!({ "instruction": "바르게.", "baseRevision": 1 })).await;
        let now = state(&server, id).await;
        let patch =
            now["patches"].as_array().unwrap().iter().find(|patch| patch["category"] == "CORE").unwrap();
        let verdict = &patch["verdict"];
        assert_eq!(verdict["status"], status, "{after}: {patch}");
        assert!(!verdict["reason"].as_str().unwrap().is_empty());
        if status != "no_source" {
            let evidence = &verdict["evidence"];
            assert_eq!(evidence["documentId"], json!(source), "{verdict}");
            assert!(!evidence["text"].as_str().unwrap().is_empty() && evidence["chunkId"].is_string());
        }
        assert_eq!(summary(&told)["verified"], json!(status == "supported"), "{after}");
    }
}

/// What was turned down is told to the model in Korean too, and undoing the rejection takes it back.
#[tokio::test]
async fn rejections_reach_later_prompts() {
    let server = Server::start(Some("plain"), |_| ()).await;
    let id = new_draft(&server, KOREAN).await;
    let model = server.model.as_ref().unwrap();
    let body = json!({ "instruction": "다른 말로.", "baseRevision": 1 });
    model.push(text(KOREAN_OTHER));
    revise(&server, &id, &body).await;
    let now = state(&server, &id).await;
    let turned = patch(&now, "활용")["id"].as_str().unwrap().to_owned();
    let decide = |action: &str| format!("/api/drafts/{id}/patches/{turned}/{action}");
    let prompt = || model.requests().last().unwrap().body.to_string();
    for (action, told) in [("reject", true), ("undo", false)] {
        let (status, _) = send(&server, "POST", &decide(action), &json!({ "baseRevision": 1 })).await;
        assert_eq!(status, 200);
        model.push(text(KOREAN));
        revise(&server, &id, &body).await;
        assert_eq!(prompt().contains("이미 거절한 제안"), told, "{}", prompt());
        assert_eq!(prompt().contains("→"), told, "{}", prompt());
    }
}

/// A text that is revised a part at a time keeps what waits in its other parts, where the same sentence stands as well.
#[tokio::test]
async fn the_same_words_in_two_parts_are_two_suggestions() {
    for (one, other, after) in [(PLAIN, EMPLOY, "employ"), (KOREAN, KOREAN_OTHER, "활용")] {
        let server = Server::start(Some("plain"), |_| ()).await;
        let whole = format!("{one}\n\n{one}");
        let id = new_draft(&server, &whole).await;
        let second = one.encode_utf16().count() + 2;
        for range in [(0, second - 2), (second, whole.encode_utf16().count())] {
            server.model.as_ref().unwrap().push(text(other));
            let body = json!({ "instruction": "Other words.", "baseRevision": 1,
                "range": { "start": range.0, "end": range.1 } });
            let told = revise(&server, &id, &body).await;
            let shown: Vec<&Value> = told
                .parts
                .iter()
                .filter(|part| part["type"] == "data-patch")
                .map(|part| &part["data"])
                .collect();
            assert!(
                shown.iter().all(|patch| patch["start"].as_u64().unwrap() >= range.0 as u64),
                "{shown:?}"
            );
        }
        let now = state(&server, &id).await;
        let waiting: Vec<&Value> = now["patches"].as_array().unwrap().iter().collect();
        assert_eq!(waiting.len(), 2, "{now}");
        assert_ne!(waiting[0]["id"], waiting[1]["id"]);
        assert_ne!(waiting[0]["groupId"], waiting[1]["groupId"]);
        // Each is decided by itself.
        let path = format!("/api/drafts/{id}/patches/{}/accept", waiting[1]["id"].as_str().unwrap());
        let (status, _) = send(&server, "POST", &path, &json!({ "baseRevision": 1 })).await;
        assert_eq!(status, 200);
        let now = state(&server, &id).await;
        assert_eq!(now["text"].as_str().unwrap().matches(after).count(), 1, "{now}");
        assert!(now["text"].as_str().unwrap().starts_with(one), "{now}");
    }
}

/// Answers too say which rules nobody checked.
#[tokio::test]
async fn answers_name_rules_that_nobody_checked() {
    let mut server = Server::extracts().await;
    server.ingest("library.txt", LIBRARY).await;
    let pack = worded_pack(&server).await;
    let body = json!({
        "id": "c1", "trigger": "submit-message", "criteriaPackIds": [pack],
        "messages": [{ "id": "u1", "role": "user",
            "parts": [{ "type": "text", "text": "When does the library open?" }] }],
    });
    let response = server.client.post(server.url("/api/chat")).json(&body).send().await.unwrap();
    let told = Told::read(response).await;
    let figures = &told.parts.last().unwrap()["messageMetadata"]["criteria"];
    let open: Vec<&Value> =
        figures["notChecked"].as_array().unwrap().iter().map(|one| &one["ruleId"]).collect();
    assert_eq!(open, ["tone", "kind"], "{figures}");
}

/// Without a model, English is proofread beside the writer's rules; Korean, code and names are left alone.
#[tokio::test]
async fn english_is_proofread_without_a_model() {
    let before = "We recieve many books in teh hall and utilize them. 우리는 teh 도구를 쓴다. Run `adress command` with Jhon.";
    let wanted = "We receive many books in the hall and use them. 우리는 teh 도구를 쓴다. Run `adress command` with Jhon.";
    let server = Server::extracts().await;
    let rule =
        json!({ "id": "use", "pattern": "\\butilize\\b", "replacement": "use", "text": "Plain words." });
    let (_, pack) = server.post("/api/criteria-packs", &json!({ "name": "p", "rules": [rule] })).await;
    let id = new_draft(&server, before).await;
    let body = json!({ "instruction": "", "baseRevision": 1, "criteriaPackIds": [pack["id"]] });
    revise(&server, &id, &body).await;
    let now = state(&server, &id).await;
    let used = patch(&now, "use");
    assert!(used["ruleIds"].as_array().unwrap().contains(&json!("use")), "{used}");
    let spelt = patch(&now, "receive");
    assert_eq!(spelt["category"], "DETAIL", "{spelt}");
    assert!(spelt["ruleIds"].as_array().unwrap().contains(&json!("harper:SpellCheck")), "{spelt}");
    assert!(spelt["reasons"].to_string().contains("dictionary"), "{spelt}");
    let all = json!({ "action": "accept", "all": true, "baseRevision": 1 });
    let (_, done) = server.post(&format!("/api/drafts/{id}/patches/decide"), &all).await;
    assert_eq!(done["text"], wanted);
}

/// What a model thinks aloud, the fence of the prompt and the instruction said again are no suggestions, whatever the model puts
/// around its text; what is left is what the text alone would have suggested.
#[tokio::test]
async fn thoughts_and_the_prompt_never_land_in_a_draft() {
    let server = Server::start(Some("plain"), |_| ()).await;
    let model = server.model.as_ref().unwrap();
    let forms = [
        "{}",
        "<think>{t}</think>\n{}",
        "{t}\n</think>\n\n{}",
        "{t}</thinking>\n{}",
        "{t} [/THINK]\n<<<\n{}\n>>>",
        "<reasoning>{t}</reasoning>{}",
        "<|channel|>analysis<|message|>{t}<|end|><|start|>assistant<|channel|>final<|message|>{}<|return|>",
        "<<<\n{}\n>>>",
        "<<<{}>>>",
        "{} >>>",
        "{i}\n\n{}",
        "{}\n>>>\n\n{i}",
    ];
    for (before, better, thought, instruction) in [
        (PLAIN, EMPLOY, "The verb is heavy. We utilise no hammer.", "Instruction: Other words."),
        (KOREAN, KOREAN_OTHER, "동사가 무겁다. 우리는 망치를 사용하지 않는다.", "지시: Other words."),
    ] {
        let mut alone = None;
        for form in forms {
            let reply = form.replace("{}", better).replace("{t}", thought).replace("{i}", instruction);
            let id = new_draft(&server, before).await;
            model.push(Script::text(reply.split_inclusive(' ')));
            let told =
                revise(&server, &id, &json!({ "instruction": "Other words.", "baseRevision": 1 })).await;
            let state = state(&server, &id).await;
            let changes = state["patches"].as_array().unwrap().iter();
            let changes: Vec<Value> = changes.map(|patch| json!([patch["before"], patch["after"]])).collect();
            let expected = alone.get_or_insert_with(|| changes.clone());
            assert_eq!(
                (&changes, &summary(&told)["complete"]),
                (&*expected, &json!(true)),
                "{reply}: {}",
                told.raw
            );
        }
    }
    // A text that speaks of such a tag is no thought.
    let before = "The tag </think>\nends what a model thinks. It stands alone.";
    let id = new_draft(&server, before).await;
    model.push(text(&before.replace("stands", "is")));
    revise(&server, &id, &json!({ "instruction": "Other words.", "baseRevision": 1 })).await;
    let state = state(&server, &id).await;
    let deletes = |patch: &&Value| patch["before"].as_str().unwrap().contains("The tag");
    assert!(!state["patches"].as_array().unwrap().iter().any(|patch| deletes(&patch)), "{state}");
}
