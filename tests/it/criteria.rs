//! Criteria packs as a client sees them, and what they do to answers, drafts and the command line.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::drafts::{new_draft, revise, send, state, summary};
use crate::support::model::Script;
use crate::support::server::{Server, Told};

async fn example(server: &Server, id: &str) -> Value {
    let (status, examples) = server.get("/api/criteria-packs/examples").await;
    assert_eq!(status, 200);
    examples["packs"].as_array().unwrap().iter().find(|pack| pack["id"] == id).unwrap().clone()
}

async fn pack(server: &Server, body: &Value) -> String {
    let (status, pack) = server.post("/api/criteria-packs", body).await;
    assert_eq!(status, 201, "{pack}");
    pack["id"].as_str().unwrap().to_owned()
}

async fn import(server: &Server, name: &str, bytes: Vec<u8>) -> (u16, Value) {
    let url = server.url(&format!("/api/criteria-packs/import?name={name}"));
    let response = server.client.post(url).body(bytes).send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

#[tokio::test]
async fn packs_are_kept_in_versions_and_tried_out() {
    let server = Server::extracts().await;
    let plain = example(&server, "en-plain").await;
    let id = pack(&server, &plain).await;
    let path = format!("/api/criteria-packs/{id}");
    let (_, found) = server.post(&format!("{path}/lint"), &json!({ "text": "😀 We utilize it." })).await;
    let breach = &found["breaches"][0];
    assert_eq!(
        (&breach["ruleId"], &breach["start"], &breach["end"]),
        (&json!("utilize"), &json!(6), &json!(13))
    );
    assert_eq!(breach["replacement"], "use");
    let small = json!({ "name": "짧게", "rules": [{ "id": "a", "text": "짧게 쓸 것" }] });
    let (status, changed) = send(&server, "PUT", &path, &small).await;
    assert_eq!((status, &changed["version"], &changed["name"]), (200, &json!(2), &json!("짧게")));
    let (_, versions) = server.get(&format!("{path}/versions")).await;
    let rules = |at: usize| versions["versions"][at]["criteriaDefinition"]["rules"].as_array().unwrap().len();
    assert!(rules(0) == 1 && rules(1) > 1, "{versions}");
    assert_eq!(server.get("/api/criteria-packs").await.1["packs"].as_array().unwrap().len(), 1);
    assert_eq!(send(&server, "DELETE", &path, &Value::Null).await.0, 204);
    for gone in [path.clone(), format!("{path}/versions"), "/api/criteria-packs/x".to_owned()] {
        assert_eq!(server.get(&gone).await.0, 404, "{gone}");
    }
}

#[tokio::test]
async fn rules_that_cannot_run_are_named() {
    let server = Server::extracts().await;
    let many = "(".repeat(3);
    for (rule, field) in [
        (json!({ "id": "r", "pattern": many }), "pattern"),
        (json!({ "id": "r" }), "text"),
        (json!({ "id": "r", "pattern": "(a{1000}){1000}" }), "pattern"),
        (json!({ "id": "r", "pattern": "(?<=a" }), "pattern"),
    ] {
        let body = json!({ "name": "x", "rules": [{ "id": "good", "text": "t" }, rule] });
        let (status, problem) = server.post("/api/criteria-packs", &body).await;
        assert_eq!(status, 400, "{rule}");
        assert_eq!(
            (&problem["problems"][0]["ruleId"], &problem["problems"][0]["field"]),
            (&json!("r"), &json!(field)),
            "{problem}"
        );
        assert!(problem["detail"].as_str().unwrap().contains("r: "), "{problem}");
    }
    let body = json!({ "name": "x", "rules": [{ "id": "r", "text": "" }] });
    let request = server.client.post(server.url("/api/criteria-packs")).header("accept-language", "ko");
    let problem: Value = request.json(&body).send().await.unwrap().json().await.unwrap();
    let said = "규칙에 글(text)이나 패턴(pattern)이 있어야 합니다";
    assert_eq!(problem["problems"], json!([{ "ruleId": "r", "field": "text", "message": said }]));
    assert!(problem["detail"].as_str().unwrap().contains(said), "{problem}");
    for body in [json!({ "rules": [{ "id": "a", "text": "t" }] }), json!([1]), json!({ "name": 3 })] {
        assert_eq!(server.post("/api/criteria-packs", &body).await.0, 400, "{body}");
    }
    for bytes in [&b"{"[..], b"PK\x03\x04broken", b"\xff\xfe", b"a: [", b""] {
        let (status, problem) = import(&server, "x", bytes.to_vec()).await;
        assert_eq!(status, 400, "{problem}");
    }
    assert_eq!(server.get("/api/criteria-packs").await.1["packs"], json!([]));
}

#[tokio::test]
async fn files_are_imported() {
    let server = Server::extracts().await;
    let yaml = "name: 회사 규칙\nrules:\n  - id: 귀하\n    pattern: 귀하\n    replacement: 고객님\n";
    for version in [1, 2] {
        let (status, pack) = import(&server, "rules.yml", yaml.into()).await;
        assert_eq!((status, &pack["version"]), (201, &json!(version)), "{pack}");
    }
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for (name, text) in [
        (
            "styles/House/Very.yml",
            "extends: existence\nmessage: \"Drop '%s'.\"\nignorecase: true\ntokens:\n  - very\n",
        ),
        (
            "styles/House/Terms.yml",
            "extends: substitution\nmessage: \"Use '%s' for '%s'.\"\nswap:\n  e-mail: email\n",
        ),
        ("styles/House/Script.yml", "extends: script\nmessage: x\nscript: y.tengo\n"),
        ("styles/House/meta.json", "{}"),
    ] {
        zip.start_file(name, options).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    let bytes = zip.finish().unwrap().into_inner();
    let (status, style) = import(&server, "house.zip", bytes).await;
    assert_eq!((status, &style["name"]), (201, &json!("House")), "{style}");
    let left_out = &style["warnings"][0];
    assert_eq!(
        (&left_out["ruleId"], &left_out["field"]),
        (&json!("House.Script"), &json!("extends")),
        "{style}"
    );
    assert!(left_out["message"].as_str().unwrap().contains("`script`"), "{style}");
    assert_eq!(style["criteriaDefinition"]["rules"].as_array().unwrap().len(), 3, "it is kept, and not run");
    let id = style["id"].as_str().unwrap();
    let (_, found) = server
        .post(&format!("/api/criteria-packs/{id}/lint"), &json!({ "text": "A very short e-mail." }))
        .await;
    let rules: Vec<&Value> = found["breaches"].as_array().unwrap().iter().map(|one| &one["ruleId"]).collect();
    assert_eq!(rules, ["House.Very", "House.Terms"], "{found}");
}

/// A pack with a misspelt key is kept, and its writer told of the key, in the language of the reader.
#[tokio::test]
async fn keys_that_nobody_reads_are_told() {
    let server = Server::extracts().await;
    let body = json!({
        "name": "x", "autor": "me",
        "rules": [{ "id": "r", "text": "t", "serverity": "error" }],
    });
    for (language, words) in [("ko", "‘severity’을(를) 적으려던"), ("en", "is it meant to be ‘severity’")]
    {
        let request = server.client.post(server.url("/api/criteria-packs")).json(&body);
        let response = request.header("accept-language", language).send().await.unwrap();
        assert_eq!(response.status(), 201);
        let pack: Value = response.json().await.unwrap();
        assert_eq!(pack["warnings"][0]["field"], "autor", "{pack}");
        assert_eq!(
            (&pack["warnings"][1]["ruleId"], &pack["warnings"][1]["field"]),
            (&json!("r"), &json!("serverity"))
        );
        assert!(pack["warnings"][1]["message"].as_str().unwrap().contains(words), "{pack}");
        let path = format!("/api/criteria-packs/{}", pack["id"].as_str().unwrap());
        let kept = server.get(&path).await.1;
        assert!(kept.get("warnings").is_none(), "{kept}");
        // What was kept is read again without a word.
        let (status, again) = send(&server, "PUT", &path, &kept).await;
        assert!(status == 200 && again.get("warnings").is_none(), "{again}");
    }
    let yaml = "name: y\nrules:\n  - id: a\n    patern: b\n    text: t\n";
    let (status, pack) = import(&server, "y.yml", yaml.into()).await;
    assert_eq!((status, &pack["warnings"][0]["field"]), (201, &json!("patern")), "{pack}");
}

#[tokio::test]
async fn rules_make_patches_without_a_model() {
    let server = Server::extracts().await;
    let english = pack(&server, &example(&server, "en-plain").await).await;
    let text = "We utilize it in order to work. He said “utilize”.\r\n";
    let id = new_draft(&server, text).await;
    let told = revise(&server, &id, &json!({ "baseRevision": 1, "criteriaPackIds": [english] })).await;
    assert_eq!(summary(&told)["criteria"]["applied"], json!([english]), "{}", told.raw);
    let decide = format!("/api/drafts/{id}/patches/decide");
    let by_rule = json!({ "action": "accept", "ruleId": "in-order-to", "baseRevision": 1 });
    let (_, done) = server.post(&decide, &by_rule).await;
    assert!(done["text"].as_str().unwrap().starts_with("We use it to work."), "{done}");
    let korean =
        json!({ "name": "ko", "rules": [{ "id": "귀하", "pattern": "귀하", "replacement": "고객님" }] });
    let korean = pack(&server, &korean).await;
    let id = new_draft(&server, "귀하의 신청을 받았습니다.").await;
    send(
        &server,
        "PUT",
        &format!("/api/drafts/{id}"),
        &json!({ "baseRevision": 1, "criteriaPackIds": [korean] }),
    )
    .await;
    // The draft's own packs are used when the request names none.
    revise(&server, &id, &json!({ "baseRevision": 1 })).await;
    let waiting = state(&server, &id).await;
    assert_eq!(waiting["patches"][0]["ruleIds"], json!(["귀하"]), "{waiting}");
    let (_, done) = server
        .post(
            &format!("/api/drafts/{id}/patches/decide"),
            &json!({ "action": "accept", "all": true, "baseRevision": 1 }),
        )
        .await;
    assert_eq!(done["text"], "고객님의 신청을 받았습니다.");
}

#[tokio::test]
async fn a_patch_that_breaks_a_rule_says_so() {
    let server = Server::scripted("plain").await;
    let pack = pack(&server, &example(&server, "en-plain").await).await;
    let id = new_draft(&server, "We use it. It works.").await;
    server.model.as_ref().unwrap().push(Script::text(["We utilize it. ", "It works."]));
    let body = json!({ "instruction": "Sound grand.", "baseRevision": 1, "criteriaPackIds": [pack] });
    let told = revise(&server, &id, &body).await;
    let figures = summary(&told);
    assert_eq!(
        (&figures["criteria"]["violated"], &figures["verified"]),
        (&json!(["utilize"]), &json!(false))
    );
    let state = state(&server, &id).await;
    assert_eq!(state["patches"][0]["ruleIds"], json!(["utilize"]), "{state}");
    let prompt = format!("{:?}", server.model.as_ref().unwrap().requests());
    assert!(prompt.contains("Put one idea into one sentence."), "{prompt}");
}

#[tokio::test]
async fn answers_are_held_to_the_rules() {
    let server = Server::scripted("plain").await;
    let rules = json!({ "name": "house", "rules": [
        { "id": "no-days", "kind": "must_not", "text": "Do not write “days”.", "pattern": "\\bdays\\b" },
        { "id": "greeting", "kind": "must", "text": "Say hello.", "pattern": "Hello" },
        { "id": "brief", "text": "Be brief." },
    ] });
    let id = pack(&server, &rules).await;
    let ask = |packs: Value| {
        json!({ "id": "c", "criteriaPackIds": packs, "messages": [
            { "id": uuid::Uuid::now_v7(), "role": "user", "parts": [{ "type": "text", "text": "How many days of leave?" }] },
        ] })
    };
    let url = server.url("/api/chat");
    let response = server.client.post(&url).json(&ask(json!([id]))).send().await.unwrap();
    let told = Told::read(response).await;
    let broken: Vec<(&Value, &Value)> = told
        .of("data-criteria")
        .iter()
        .map(|part| (&part["data"]["ruleId"], &part["data"]["sentence"]))
        .collect();
    assert_eq!(
        broken,
        [(&json!("no-days"), &json!("s0")), (&json!("greeting"), &json!("s0"))],
        "{}",
        told.raw
    );
    let criteria = &told.parts.last().unwrap()["messageMetadata"]["criteria"];
    let figures = [&criteria["applied"], &criteria["violated"]];
    assert_eq!(figures, [&json!([id]), &json!(["no-days", "greeting"])]);
    let prompt = format!("{:?}", server.model.as_ref().unwrap().requests());
    assert!(prompt.contains("[Must not] Be brief."), "{prompt}");
    let missing = json!([uuid::Uuid::now_v7()]);
    let (status, problem) = server.post("/api/chat", &ask(missing)).await;
    assert_eq!((status, &problem["field"]), (400, &json!("criteriaPackIds")));
}

#[test]
fn the_command_line_lints_with_a_file_a_folder_and_a_built_in_pack() {
    let folder = tempfile::tempdir().unwrap();
    let style = folder.path().join("House");
    std::fs::create_dir(&style).unwrap();
    std::fs::write(
        style.join("Very.yml"),
        "extends: existence\nmessage: \"Drop '%s'.\"\ntokens:\n  - very\n",
    )
    .unwrap();
    let bad = folder.path().join("bad.json");
    std::fs::write(&bad, r#"{"rules":[{"id":"broken","pattern":"("}]}"#).unwrap();
    let lint = |pack: &str, text: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_stet"))
            .args(["criteria", "lint", "--pack", pack])
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    let (code, out, _) = lint("House", "Short.\nIt is very long.");
    assert_eq!((code, out.as_str()), (1, "2:7  House.Very  Drop 'very'.\n"));
    assert_eq!(lint("House", "Short.").0, 0);
    assert!(lint("en-plain", "We utilize it.").1.contains("utilize"));
    for spared in [
        "We <!-- stet off --> utilize it.",
        "We <!-- vale en-plain = NO --> say.\n\nOr <!-- utilize --> not.",
    ] {
        assert_eq!(lint("en-plain", spared).0, 0, "{spared}");
    }
    std::fs::write(folder.path().join(".stet-dictionary.txt"), "# ours\nutilize\n").unwrap();
    assert_eq!(lint("en-plain", "We utilize it.").0, 0);
    let (code, _, problem) = lint("bad.json", "x");
    assert!(code == 2 && problem.contains("broken (pattern)"), "{problem}");
    assert_eq!(lint("no-such-pack", "x").0, 2);
    let misspelt = "rules:\n  - id: a\n    pattern: very\n    serverity: error\n";
    std::fs::write(folder.path().join("misspelt.yml"), misspelt).unwrap();
    let (code, out, warning) = lint("misspelt.yml", "It is very long.");
    assert!(code == 1 && out.contains("1:7  a"), "{out}");
    assert!(warning.contains("serverity") && warning.contains("severity"), "{warning}");
}

/// A word of the dictionary, a finding that was set aside, and a rule that a comment switches off are told nowhere.
#[tokio::test]
async fn what_was_set_aside_is_not_told() {
    let server = Server::extracts().await;
    let rules = json!({ "name": "둘", "rules": [
        { "id": "hall", "text": "no halls", "pattern": "한빛|zettels?|very", "replacement": "x" },
        { "id": "shout", "text": "no shouting", "pattern": "!" },
    ] });
    let (_, pack) = server.post("/api/criteria-packs", &rules).await;
    let pack = pack["id"].as_str().unwrap().to_owned();
    let text = "한빛관은 크다! <!-- stet shout = NO -->\n\nZettel, zettels, very and very! 한빛은 크다.";
    let draft = crate::drafts::new_draft(&server, text).await;
    let found = async |draft: Option<&str>| {
        let path = format!("/api/criteria-packs/{pack}/lint");
        let (status, told) = server.post(&path, &json!({ "text": text, "draftId": draft })).await;
        assert_eq!(status, 200, "{told}");
        let units: Vec<u16> = text.encode_utf16().collect();
        let place = |one: &Value, name: &str| usize::try_from(one[name].as_u64().unwrap()).unwrap();
        let words = |one: &Value| String::from_utf16(&units[place(one, "start")..place(one, "end")]).unwrap();
        told["breaches"].as_array().unwrap().iter().map(words).collect::<Vec<_>>()
    };
    assert_eq!(found(None).await, ["한빛", "!", "zettels", "very", "very", "한빛"]);
    let (status, told) =
        server.post("/api/dictionary", &json!({ "words": ["한빛관", "zettel", " zettel "] })).await;
    assert_eq!((status, told["words"].as_array().unwrap().len()), (200, 2), "{told}");
    assert_eq!(found(None).await, ["!", "very", "very", "한빛"]);
    let very = json!({ "ruleId": "hall", "words": "very", "draftId": draft });
    let (status, id) = server.post("/api/ignored", &very).await;
    assert_eq!((status, server.post("/api/ignored", &very).await.1), (201, id.clone()), "set aside once");
    assert_eq!(found(None).await, ["!", "very", "very", "한빛"]);
    assert_eq!(found(Some(&draft)).await, ["!", "한빛"]);
    let body = json!({ "criteriaPackIds": [pack] });
    let (_, told) = server.post(&format!("/api/drafts/{draft}/lint"), &body).await;
    assert_eq!(told["breaches"].as_array().unwrap().len(), 2, "{told}");
    // A revision by rules leaves it, too; the words of the dictionary stay.
    let told = revise(&server, &draft, &json!({ "baseRevision": 1, "criteriaPackIds": [pack] })).await;
    let (_, staged) = server.get(&format!("/api/drafts/{draft}/patches")).await;
    let before: Vec<&Value> =
        staged["patches"].as_array().unwrap().iter().map(|one| &one["before"]).collect();
    assert_eq!(before.len(), 1, "{} {staged}", told.raw);
    let everywhere = json!({ "ruleId": "hall" });
    assert_eq!(server.post("/api/ignored", &everywhere).await.0, 201);
    assert_eq!(found(None).await, ["!"]);
    let (_, all) = server.get("/api/ignored").await;
    assert_eq!(all["ignored"].as_array().unwrap().len(), 2, "{all}");
    for one in all["ignored"].as_array().unwrap() {
        let path = format!("/api/ignored/{}", one["id"].as_str().unwrap());
        assert_eq!(send(&server, "DELETE", &path, &Value::Null).await.0, 204);
        assert_eq!(send(&server, "DELETE", &path, &Value::Null).await.0, 404);
    }
    for (word, status) in [("zettel", 204), ("zettel", 404), ("%ED%95%9C%EB%B9%9B%EA%B4%80", 204)] {
        assert_eq!(
            send(&server, "DELETE", &format!("/api/dictionary?word={word}"), &Value::Null).await.0,
            status
        );
    }
    assert_eq!(found(Some(&draft)).await, ["한빛", "!", "zettels", "very", "very", "한빛"]);
    for body in [json!({ "words": [] }), json!({ "words": [" "] }), json!({ "words": ["x".repeat(101)] })] {
        assert_eq!(server.post("/api/dictionary", &body).await.0, 400, "{body}");
    }
    let nobody = json!({ "ruleId": "a", "draftId": "0198b000-0000-7000-8000-000000000000" });
    assert_eq!(server.post("/api/ignored", &nobody).await.0, 404);
    assert_eq!(server.post("/api/ignored", &json!({ "ruleId": " " })).await.0, 400);
}

/// Without a pack, the settings of Vale above each text say which rules hold for it.
#[test]
fn a_project_of_vale_is_linted_by_its_own_settings() {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write(
        ".vale.ini",
        "StylesPath = styles\nNLPEndpoint = x\n[*.md]\nBasedOnStyles = House\nHouse.So = error\n[ko/*]\nHouse.Very = NO\n",
    );
    write("styles/House/Very.yml", "extends: existence\nmessage: \"Drop '%s'.\"\ntokens: [very, 매우]\n");
    write("styles/House/So.yml", "extends: existence\nmessage: \"Not '%s'.\"\ntokens: [so, 너무]\n");
    write("en.md", "It is very, so big.\n");
    write("ko/글.md", "매우 크고 너무 넓다.\n");
    let lint = |arguments: &[&str]| {
        let run = Command::new(env!("CARGO_BIN_EXE_stet"))
            .args(["criteria", "lint"])
            .args(arguments)
            .current_dir(folder.path())
            .env("STET_LANGUAGE", "en")
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (run.status.code().unwrap(), text(run.stdout), text(run.stderr))
    };
    let (code, out, said) = lint(&["en.md", "ko"]);
    let wanted = "en.md:1:7  House.Very  Drop 'very'.\nen.md:1:13  House.So  Not 'so'.\nko/글.md:1:7  House.So  Not '너무'.\nvale.ini:2: `NLPEndpoint` changes nothing here\n";
    assert_eq!((code, out.as_str()), (1, wanted));
    assert_eq!(said, "", "what does not run stands in the report");
    assert_eq!(lint(&["--min-severity", "error", "ko"]).0, 1);
    write("other.ini", "StylesPath = styles\n[*]\nBasedOnStyles = Google\n");
    let (code, _, said) = lint(&["--vale", "other.ini", "en.md"]);
    assert!(code == 2 && said.contains("styles/Google"), "{said}");
    std::fs::remove_file(folder.path().join(".vale.ini")).unwrap();
    let (code, _, said) = lint(&["en.md"]);
    assert!(code == 2 && said.contains("--pack"), "{said}");
}
