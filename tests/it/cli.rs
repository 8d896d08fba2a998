//! The command line as a user and a pipeline see it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use stet_ask::{Asker, Event};
use stet_config::Config;
use stet_embedding::hashing::HashingEmbedder;
use stet_llm::extractive::ExtractiveChat;
use stet_llm::install_tls_provider;
use stet_store::{DIMENSIONS, MessageStatus};

use crate::support::database::{TestDatabase, messages, settings};
use crate::support::model::{ModelServer, Script, Step};
use crate::support::server::LIBRARY;

/// The command in a folder and an environment of its own.
pub fn stet() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stet"));
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.current_dir(env!("CARGO_TARGET_TMPDIR")).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = stet()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn lines(arguments: &[&str], input: &[Value]) -> Vec<Value> {
    let input: String = input.iter().map(|line| format!("{line}\n")).collect();
    let output = run(arguments, &input);
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn batch_verbs_answer_line_by_line() {
    let out = lines(
        &["segment", "--jsonl"],
        &[
            json!({ "id": 1, "text": "Hi all. 승인된다.따라서 가능하다." }),
            json!({ "id": "b", "deltas": ["One. T", "wo."] }),
        ],
    );
    assert_eq!(out[0]["id"], 1);
    assert_eq!(out[0]["sentences"].as_array().unwrap().len(), 3, "{}", out[0]);
    assert_eq!(
        out[1]["sentences"][1],
        json!({ "start": 5, "end": 9, "text": "Two.", "kind": out[1]["sentences"][1]["kind"] })
    );

    let out = lines(
        &["verify", "--jsonl"],
        &[
            json!({ "id": 1, "answer": "The hall has 30 seats [1].", "sources": [{ "id": "s", "text": "The hall has 30 seats." }] }),
            json!({ "id": 2, "deltas": ["The hall has", " 31 seats [1]."], "sources": [{ "id": "s", "text": "The hall has 30 seats." }], "quick": true }),
            json!({ "id": 3, "answer": "The hall has 30 seats.", "sources": [] }),
            json!({ "id": 4, "answr": "" , "sources": 3 }),
        ],
    );
    assert_eq!((&out[0]["verified"], &out[0]["badge"]), (&json!(true), &json!("verified")));
    assert_eq!(out[0]["sentences"][0]["citations"][0]["sourceId"], "s");
    assert_eq!(
        (&out[1]["text"], &out[1]["sentences"][0]["veto"]),
        (&json!("The hall has 31 seats."), &json!("number"))
    );
    assert_eq!(out[1]["removed_citations"][0]["mark"], "[1]");
    assert_eq!(out[2]["badge"], "no_sources");
    assert!(out[3]["error"].as_str().unwrap().contains("line 4"), "{}", out[3]);

    let out = lines(
        &["verify", "--claims", "--jsonl"],
        &[
            json!({ "id": 1, "claim": "재학생의 일반휴학은 허용된다.", "source": "제3조 재학생의 일반휴학은 허용된다." }),
        ],
    );
    assert_eq!((&out[0]["supported"], &out[0]["status"]), (&json!(true), &json!("supported")));

    let out = lines(
        &["patch", "--jsonl"],
        &[
            json!({ "id": 1, "before": "It cost 15 won.", "after": "It cost 16 won." }),
            json!({ "id": 2, "before": "a", "after": "a" }),
        ],
    );
    assert_eq!((&out[0]["category"], &out[0]["patches"][0]["category"]), (&json!("CORE"), &json!("CORE")));
    assert_eq!((&out[1]["patches"], &out[1]["category"]), (&json!([]), &json!("DETAIL")));
}

#[test]
fn a_line_without_a_text_is_a_mistake_and_a_mark_of_the_encoding_is_none() {
    for verb in ["verify", "segment"] {
        let input = "\u{feff}{\"id\": 1, \"deltas\": []}\n{\"id\": 2, \"anwser\": \"x\"}\n";
        let output = run(&[verb, "--jsonl"], input);
        assert_eq!(output.status.code(), Some(1));
        let out: Vec<Value> = String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!((&out[0]["id"], &out[0]["error"]), (&json!(1), &Value::Null), "{verb}: {}", out[0]);
        assert_eq!(out[1]["id"], 2);
        assert!(out[1]["error"].as_str().unwrap().contains("missing field"), "{verb}: {}", out[1]);
    }
}

#[test]
fn a_line_that_is_a_list_is_no_object() {
    let input = concat!(
        "[1, \"The hall has 30 seats.\", \"The hall has 30 seats.\"]\n",
        "{\"id\": 2, \"claim\": \"The hall has 30 seats.\", \"source\": \"The hall has 30 seats.\"}\n",
    );
    let output = run(&["verify", "--claims", "--jsonl"], input);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stdout).unwrap();
    let out: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(out[0], json!({ "id": null, "error": "line 1: an object is expected, and this is an array" }));
    assert_eq!(out[1]["supported"], true);
}

#[tokio::test]
async fn a_file_that_cannot_be_read_does_not_keep_the_others_out() {
    let database = TestDatabase::new().await;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("a.txt"), "The hall has 30 seats.\n").unwrap();
    std::fs::write(path("c.txt"), "The library opens at nine.\n").unwrap();
    // It is there and opens, and no byte of it can be read, whoever asks.
    let arguments = ["ingest", &path("a.txt"), "/proc/self/mem", &path("c.txt")];
    let output = stet().args(arguments).env("DATABASE_URL", database.url()).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}{}", String::from_utf8_lossy(&output.stderr));
    for shown in ["✓ a.txt", "✗ mem: cannot read /proc/self/mem", "✓ c.txt"] {
        assert!(told.contains(shown), "{shown}: {told}");
    }
}

#[test]
fn folders_of_sources_may_hold_links_and_empty_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::create_dir(path("sources")).unwrap();
    std::fs::write(path("sources/1.md"), "").unwrap();
    std::fs::write(path("sources/2.md"), "The hall has 30 seats.\n").unwrap();
    std::os::unix::fs::symlink(path("sources"), path("sources/again")).unwrap();
    // The second file is number 2, whatever the first one says.
    let text = "The hall has 30 seats [2].\n";
    std::fs::write(path("text.md"), text).unwrap();
    for (given, input) in [(path("text.md"), ""), ("-".to_owned(), text)] {
        let output = run(&["verify", &given, "--source", &path("sources")], input);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let named = run(&["verify", &path("text.md"), "--source", &path("sources/1.md")], "");
    let told = String::from_utf8_lossy(&named.stderr).into_owned();
    assert_eq!((named.status.code(), told.contains("1.md: ")), (Some(2), true), "{told}");
    assert!(!told.contains("upload"), "{told}");
}

#[test]
fn verifying_a_file_guards_a_build() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("source.md"), "The hall has 30 seats.\n").unwrap();
    std::fs::write(path("good.md"), "The hall has 30 seats [1].\n").unwrap();
    std::fs::write(path("bad.md"), "The hall has 31 seats [1].\n").unwrap();
    let verify = |file: &str| run(&["verify", &path(file), "--source", &path("source.md")], "");
    let good = verify("good.md");
    assert_eq!(good.status.code(), Some(0), "{}", String::from_utf8_lossy(&good.stdout));
    let bad = verify("bad.md");
    assert_eq!(bad.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&bad.stdout).contains('✗'));
    let none = verify("nowhere.md");
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("nowhere.md"));
}

#[test]
fn a_folder_of_documents_is_checked_against_a_folder_of_sources() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    };
    write("sources/halls/hall.md", "The hall has 30 seats.\n");
    write("sources/library.txt", "The library opens at nine.\n");
    write(
        "sources/leave.txt",
        "휴가 규정\n\n제1조(목적) 휴가를 정한다.\n\n제2조(휴가) 직원에게 연 15일의 휴가를 준다.\n",
    );
    write(
        "docs/good.md",
        "# Guide\n\nThe hall has 30 seats [1].\n\n휴가 규정 제2조에 따라 직원에게 연 15일의 휴가를 준다 [2].\n",
    );
    // Its own list says what its numbers mean.
    write("docs/listed.md", "The library opens at nine [1].\n\n## References\n\n- [1] library.txt\n");
    let verify = |arguments: &[&str]| {
        let docs =
            arguments.iter().map(|name| if name.starts_with('-') { (*name).to_owned() } else { path(name) });
        let arguments: Vec<String> =
            ["verify".to_owned(), "--source".to_owned(), path("sources")].into_iter().chain(docs).collect();
        run(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), "")
    };
    let text = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let good = verify(&["docs"]);
    assert_eq!(good.status.code(), Some(0), "{}", text(&good));
    assert!(text(&good).contains("2 of 2 files are verified"), "{}", text(&good));
    let all = verify(&["docs/good.md", "--all"]);
    for shown in
        ["good.md:5:1 ✓", "↳ [2] leave.txt: ", "↳ 「휴가 규정」 제2조(휴가): 직원에게 연 15일의 휴가를 준다."]
    {
        assert!(text(&all).contains(shown), "{shown}: {}", text(&all));
    }

    write(
        "docs/bad.md",
        "One line.\n\n- The hall has 31 seats [1].\n- 휴가 규정 제9조에 따라 직원에게 연 15일의 휴가를 준다 [2].\n",
    );
    let bad = verify(&["docs"]);
    assert_eq!(bad.status.code(), Some(1));
    let report = text(&bad);
    assert!(report.contains("bad.md:3:1 ✗ The hall has 31 seats"), "{report}");
    assert!(report.contains("− 휴가 규정 제9조"), "{report}");
    assert!(!report.contains("good.md:3"), "what stands is not listed: {report}");
    let json: Value = serde_json::from_slice(&verify(&["docs", "--json"]).stdout).unwrap();
    assert_eq!(json["verified"], false);
    let verdicts: Vec<bool> =
        json["files"].as_array().unwrap().iter().map(|file| file["verified"].as_bool().unwrap()).collect();
    assert_eq!(verdicts, [false, true, true], "{json}");
    assert_eq!(json["files"][0]["sentences"][1]["line"], 3, "{json}");
    let one: Value = serde_json::from_slice(&verify(&["docs/good.md", "--json"]).stdout).unwrap();
    assert_eq!(one["sentences"][2]["statutes"][0]["articles"][0]["article"], "제2조", "{one}");
    // An article that does not exist is enough, though the sentence is supported.
    write("docs/bad.md", "휴가 규정 제9조에 따라 직원에게 연 15일의 휴가를 준다 [2].\n");
    assert_eq!(verify(&["docs/bad.md"]).status.code(), Some(1));
    // In Korean too.
    let korean = stet()
        .args(["verify", &path("docs/bad.md"), "--source", &path("sources")])
        .env("LANG", "ko_KR.UTF-8")
        .output()
        .unwrap();
    assert!(text(&korean).contains("확인"), "{}", text(&korean));
    assert_eq!(verify(&["docs/good.md", "--threshold=1.5"]).status.code(), Some(2));
    // Nothing stands in it that could be wrong; the warnings of a text are left out where errors are asked for.
    write("docs/empty.md", "\n");
    assert_eq!(verify(&["docs/empty.md"]).status.code(), Some(0));
    assert_eq!(run(&["verify", "-", "--source", &path("sources")], "\n").status.code(), Some(2));
    write("docs/unsure.md", "The hall has 30 seats [1].\n\nThe library opens at ten.\n");
    let unsure = verify(&["docs/unsure.md"]);
    assert!(
        unsure.status.code() == Some(1) && text(&unsure).contains("docs/unsure.md:3"),
        "{}",
        text(&unsure)
    );
    // The later of two holds: a hook says one, and whoever uses it another.
    for (severity, code) in [("error", 0), ("warning", 1)] {
        let told = verify(&["docs/unsure.md", "--min-severity=error", &format!("--min-severity={severity}")]);
        assert_eq!(told.status.code(), Some(code), "{}", text(&told));
        assert_eq!(text(&told).contains("docs/unsure.md:3"), code == 1, "{}", text(&told));
        assert_eq!(text(&told).contains('✗'), code == 1, "{}", text(&told));
    }
}

/// The hooks as whoever installs them runs them: a commit without citations passes, and warnings stop none unless that is asked for.
#[test]
fn the_hooks_stop_a_commit_for_errors_alone() {
    let hooks =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/.pre-commit-hooks.yaml")).unwrap();
    let mut entries = hooks.lines().filter_map(|line| line.trim().strip_prefix("entry: stet "));
    let (verify, lint) = (entries.next().unwrap(), entries.next().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/packs/plain-english.json");
    for (name, text) in [
        ("source.txt", "The library opens at nine in the morning and closes at six in the evening."),
        ("출처.txt", "도서관은 아홉 시에 연다."),
        ("plain.md", "We utilize it.\n"),
        ("warned.md", "The library closes at eight in the evening.\n"),
        ("wrong.md", "도서관은 열 시에 연다 [2].\n"),
        ("empty.md", ""),
    ] {
        std::fs::write(at(name), text).unwrap();
    }
    let (source, korean) = (at("source.txt"), at("출처.txt"));
    let sources = ["--source", &source, "--source", &korean];
    for (entry, own, more, files, code) in [
        (verify, &sources[..], &[][..], &["plain.md", "warned.md", "empty.md", "source.txt"][..], 0),
        (verify, &sources[..], &["--min-severity", "warning"], &["plain.md", "warned.md"], 1),
        (verify, &sources[..], &[], &["plain.md", "wrong.md"], 1),
        (lint, &["--pack", pack][..], &[], &["plain.md", "empty.md"], 0),
        (lint, &["--pack", pack][..], &["--min-severity", "suggestion"], &["plain.md"], 1),
    ] {
        let files: Vec<String> = files.iter().map(|name| at(name)).collect();
        let arguments: Vec<&str> = entry
            .split(' ')
            .chain(own.iter().copied())
            .chain(more.iter().copied())
            .chain(files.iter().map(String::as_str))
            .collect();
        let told = run(&arguments, "");
        assert_eq!(told.status.code(), Some(code), "{arguments:?} {told:?}");
    }
}

/// Whoever reads a report knows of what nothing is said, whatever program reads it.
#[test]
fn a_rule_that_does_not_get_to_the_end_stands_in_every_report() {
    let folder = tempfile::tempdir().unwrap();
    let style = folder.path().join("S");
    std::fs::create_dir(&style).unwrap();
    let rule =
        |token: &str| format!("extends: existence\nmessage: found\nnonword: true\ntokens:\n  - '{token}'\n");
    std::fs::write(style.join("endless.yml"), rule("(?:(a|aa)(?!b))+c")).unwrap();
    std::fs::write(style.join("colour.yml"), rule("(?<!x)colour")).unwrap();
    let text = folder.path().join("text.md");
    std::fs::write(&text, format!("A colour. {}\n", "a".repeat(60))).unwrap();
    let lint = |format: &str| {
        let arguments = ["criteria", "lint", "--format", format, "--pack"].map(str::to_owned);
        let paths = [style.display().to_string(), text.display().to_string()];
        let arguments: Vec<String> = arguments.into_iter().chain(paths).collect();
        run(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), "")
    };
    for format in ["text", "json", "sarif", "junit", "github"] {
        let told = lint(format);
        let report = String::from_utf8_lossy(&told.stdout);
        assert_eq!(told.status.code(), Some(2), "{format}: {report}");
        assert!(report.contains("S.endless") && report.contains("its end"), "{format}: {report}");
        assert!(report.contains("found"), "its neighbour is searched to the end: {format}: {report}");
    }
    std::fs::remove_file(style.join("endless.yml")).unwrap();
    assert_eq!(lint("text").status.code(), Some(1));
}

/// As a hook does that is given all changed files, whatever they are.
#[test]
fn a_text_that_cites_nothing_and_a_source_among_the_texts_stop_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::create_dir(path("sources")).unwrap();
    for (name, text) in [
        ("sources/library.txt", "The library opens at nine.\n"),
        ("plain.md", "We like the library. It has forty seats.\n"),
        ("ko.md", "도서관은 아홉 시에 연다. 좌석은 마흔 개이다.\n"),
        ("cited.md", "The library opens at nine [1].\n"),
        ("wrong.md", "The library opens at eight [1].\n"),
    ] {
        std::fs::write(path(name), text).unwrap();
    }
    let verify = |texts: &[&str], more: &[&str]| {
        let texts: Vec<String> = texts.iter().map(|name| path(name)).collect();
        let source = path("sources");
        let arguments = ["verify", "--quick", "--source", &source].into_iter();
        let arguments = arguments.chain(more.iter().copied()).chain(texts.iter().map(String::as_str));
        run(&arguments.collect::<Vec<_>>(), "")
    };
    let told = verify(&["plain.md", "ko.md", "cited.md", "sources/library.txt"], &[]);
    let (report, aside) = (String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&told.stderr));
    assert_eq!(told.status.code(), Some(0), "{report}{aside}");
    assert!(report.contains("plain.md: no citation to check") && !report.contains('✗'), "{report}");
    assert!(report.contains("1 of 3 files are verified, 2 without a citation"), "{report}");
    assert!(aside.contains("library.txt: is one of the sources"), "{aside}");
    assert_eq!(verify(&["plain.md", "wrong.md"], &[]).status.code(), Some(1));
    assert_eq!(verify(&["plain.md"], &["--require-citations"]).status.code(), Some(1));
    let json: Value = serde_json::from_slice(&verify(&["plain.md"], &["--json"]).stdout).unwrap();
    assert_eq!((&json["verified"], &json["cites_nothing"]), (&json!(false), &json!(true)));
}

#[test]
fn a_folder_of_documents_has_more_in_it_than_good_texts() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let write = |name: &str, bytes: &[u8]| {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, bytes).unwrap();
    };
    write("source.txt", b"The hall has 30 seats.");
    write("docs/good.md", b"---\ntitle: Halls [9]\ndate: 2024-01-05\n---\n\nThe hall has 30 seats [1].\n");
    write("docs/empty.md", b"\xef\xbb\xbf\n");
    write("docs/plan.pdf", b"%PDF-1.7 \xff\xfe");
    write("docs/.git/note.md", b"The hall has 99 seats [1].");
    let (cp949, ..) = encoding_rs::EUC_KR.encode("강당에는 좌석이 30개 있다.");
    write("korean.txt", &cp949);
    let (cp949, ..) = encoding_rs::EUC_KR.encode("강당에는 좌석이 30개 있다 [1].");
    write("cp949.md", &cp949);
    let verify = |source: &str, texts: &[&str]| {
        let source = path(source);
        let texts: Vec<String> = texts.iter().map(|name| path(name)).collect();
        let arguments = ["verify", "--source", &source].into_iter().chain(texts.iter().map(String::as_str));
        run(&arguments.collect::<Vec<_>>(), "")
    };
    let shown = |output: &Output| {
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
    };
    let docs = verify("source.txt", &["docs"]);
    assert_eq!((docs.status.code(), docs.stderr.len()), (Some(0), 0), "{}", shown(&docs));
    assert!(shown(&docs).contains("the one claim is supported"), "{}", shown(&docs));
    // In the encoding of an older editor.
    let korean = verify("korean.txt", &["cp949.md"]);
    assert_eq!(korean.status.code(), Some(0), "{}", shown(&korean));
    // What cannot be read is told, and the rest is checked.
    let some = verify("source.txt", &["nowhere.md", "docs/plan.pdf", "docs/good.md"]);
    assert_eq!(some.status.code(), Some(2), "{}", shown(&some));
    for told in ["nowhere.md", "plan.pdf: ", "✓", "1 of 3 files"] {
        assert!(shown(&some).contains(told), "{told}: {}", shown(&some));
    }
    // A file beside --claims would not be looked at.
    let claims = run(&["verify", "--claims", &path("docs/good.md")], "");
    assert_eq!(claims.status.code(), Some(2), "{}", shown(&claims));
}

#[test]
fn a_reader_that_has_seen_enough_does_not_change_the_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("source.txt"), "The hall has 30 seats.").unwrap();
    std::fs::write(path("long.md"), "The hall has 31 seats [1].\n\n".repeat(3000)).unwrap();
    let mut child = stet()
        .args(["verify", &path("long.md"), "--source", &path("source.txt")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_public_address_is_refused_without_a_key() {
    let output = run(&["serve", "--host", "0.0.0.0", "--port", "0"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("STET_API_KEY"));
}

#[test]
fn a_wrong_setting_is_named() {
    let output = stet().args(["serve"]).env("STET_PORT", "abc").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("STET_PORT"));
}

/// A server process, and the address that it prints.
pub struct Process {
    pub child: Child,
    pub url: String,
}

impl Process {
    pub fn start(database: &TestDatabase, model: &ModelServer) -> Self {
        Self::start_as(stet(), database, model)
    }

    fn start_as(mut command: Command, database: &TestDatabase, model: &ModelServer) -> Self {
        let mut child = command
            .args(["serve", "--port", "0", "--database-url", &database.url()])
            .env("OPENAI_BASE_URL", model.base_url())
            .env("OPENAI_MODEL", "plain")
            .env("STET_MODEL_LAYER", "false")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut first).unwrap();
        let url = first.split_whitespace().last().unwrap_or_default().to_owned();
        assert!(url.starts_with("http://"), "{first}");
        std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        Self { child, url }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A test that fails leaves none behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A database may start at the same time as who needs it; meanwhile the log says why, an object a line.
#[cfg(target_os = "linux")]
#[test]
fn a_server_waits_for_its_database_and_ends_when_told_to() {
    let mut child = stet()
        .args(["serve", "--port", "0", "--database-url", "postgres://stet@127.0.0.1:1/stet"])
        .env("STET_LOG_FORMAT", "json")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(told.any(|line| line.contains("waiting for the database")), "it waits");
    let logged: Value = serde_json::from_str(&told.next().unwrap()).unwrap();
    assert_eq!(
        (&logged["level"], &logged["message"]),
        (&json!("WARN"), &json!("the database is not there yet"))
    );
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

async fn upload(client: &reqwest::Client, url: &str) {
    let file = reqwest::multipart::Part::text(LIBRARY).file_name("library.txt");
    let form = reqwest::multipart::Form::new().part("file", file);
    let reply = client.post(format!("{url}/api/sources")).multipart(form).send().await.unwrap();
    assert_eq!(reply.status(), 202);
}

/// Waits until the uploaded document can be searched.
async fn ready(client: &reqwest::Client, url: &str) {
    until!({
        let list: Value =
            client.get(format!("{url}/api/sources")).send().await.unwrap().json().await.unwrap();
        assert_ne!(list["sources"][0]["status"], "failed", "{list}");
        list["sources"][0]["status"] == "ready"
    });
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn files_are_read_after_the_program_was_replaced() {
    install_tls_provider();
    let database = TestDatabase::new().await;
    let model = ModelServer::start().await;
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let program = folder.path().join("stet");
    std::fs::hard_link(env!("CARGO_BIN_EXE_stet"), &program).unwrap();
    let mut command = Command::new(&program);
    command.env_clear().current_dir(folder.path()).stdin(Stdio::null());
    let server = Process::start_as(command, &database, &model);
    std::fs::remove_file(&program).unwrap();
    upload(&client, &server.url).await;
    ready(&client, &server.url).await;
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_when_the_process_is_killed() {
    install_tls_provider();
    let database = TestDatabase::new().await;
    let model = ModelServer::start().await;
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let mut server = Process::start(&database, &model);
    upload(&client, &server.url).await;
    // Killed right after the upload was acknowledged …
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let mut server = Process::start(&database, &model);
    ready(&client, &server.url).await;
    // … and in the middle of an answer.
    let mut steps =
        vec![Step::Text("The library opens at nine in the morning [1]. Students may borrow".into())];
    for _ in 0..600 {
        steps.extend([Step::Pause(Duration::from_millis(100)), Step::Text(" more".into())]);
    }
    model.push(Script::Stream(steps));
    let body = json!({
        "id": "c",
        "message": { "id": "u", "role": "user", "parts": [{ "type": "text", "text": "When does the library open?" }] },
    });
    let mut answer = client.post(format!("{}/api/chat", server.url)).json(&body).send().await.unwrap();
    let mut seen = String::new();
    while seen.matches(" more").count() < 4 {
        let chunk = answer.chunk().await.unwrap().expect("the answer goes on");
        seen.push_str(&String::from_utf8_lossy(&chunk));
    }
    // The log is behind what was told, on a busy machine by more.
    let chat = database.store.conversation("c").await.unwrap().unwrap();
    let message = messages(&database.store, chat.id).await.pop().unwrap();
    let is_sentence = |row: &stet_store::Event| row.part["event"] == "sentence";
    while !database.store.events_after(message.id, -1).await.unwrap().iter().any(is_sentence) {
        answer.chunk().await.unwrap().expect("the answer goes on");
    }
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let asker = Asker::new(
        database.store.clone(),
        Arc::new(ExtractiveChat),
        Arc::new(HashingEmbedder::new(DIMENSIONS)),
        Arc::new(Config::default()),
    );
    assert_eq!(asker.recover(false).await.unwrap(), 0, "another node might still be writing it");
    assert_eq!(asker.recover(true).await.unwrap(), 1);
    let message = messages(&database.store, chat.id).await.pop().unwrap();
    assert_eq!(message.status, MessageStatus::Interrupted);
    assert!(message.text.starts_with("The library opens at nine in the morning [1]."), "{}", message.text);
    // What had been judged is told with it, and never that the answer is verified.
    let metadata = &message.metadata;
    assert_eq!(
        (&metadata["status"], &metadata["verified"], &metadata["badge"]),
        (&json!("interrupted"), &json!(false), &json!("unverified")),
        "{metadata}"
    );
    assert_eq!((&metadata["counts"]["supported"], &metadata["counts"]["claims"]), (&json!(1), &json!(1)));
    let entry = &metadata["verification_log"][0];
    assert_eq!((&entry["citation_number"], &entry["source_file"]), (&json!(1), &json!("library.txt")));
    assert!(metadata["reasoning"].as_str().unwrap().contains("the program ended"), "{metadata}");
    // Who comes back is told what was logged, and an end.
    let told = asker.told(&message).await.unwrap();
    assert!(matches!(told[0], (0, Event::Start { .. })), "{told:?}");
    let text: String = told
        .iter()
        .filter_map(
            |(_, event)| if let Event::Text { delta, .. } = event { Some(delta.as_str()) } else { None },
        )
        .collect();
    assert_eq!(text, message.text);
    let end: Vec<&Event> = told.iter().rev().take(3).map(|(_, event)| event).collect();
    assert!(matches!(end[..], [Event::Abort { .. }, Event::Metadata(_), Event::TextEnd { .. }]), "{end:?}");
}

#[test]
fn the_private_database_is_reported() {
    let dir = settings().data_dir.join("nothing-here");
    let output = run(&["--data-dir", &dir.display().to_string(), "postgres", "status"], "");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_setting_that_cannot_be_used_is_said_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::create_dir(path("empty")).unwrap();
    let data = path("data");
    for (settings, named) in [
        (format!("[embedding]\nmodel = '{}'\n", path("nowhere")), "nowhere"),
        (format!("[embedding]\nmodel = '{}'\n", path("empty")), "model.safetensors"),
        ("[gate]\nsemantic_model = 'e5'\n".to_owned(), "STET_SEMANTIC_MODEL"),
    ] {
        std::fs::write(path("stet.toml"), settings).unwrap();
        let arguments = ["--config", &path("stet.toml"), "--data-dir", &data, "serve", "--port", "0"];
        let output = run(&arguments, "");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        // Before it touches a database.
        assert!(told.contains(named) && !std::path::Path::new(&data).exists(), "{told}");
    }
}

/// A copy of the program in a folder of its own.
fn alone() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let program = folder.path().join("stet");
    std::fs::hard_link(env!("CARGO_BIN_EXE_stet"), &program).unwrap();
    (folder, program)
}

/// Where no program that measures stands beside this one, it is said how to have one.
#[test]
fn measuring_without_the_program_for_it_says_how_to_get_it() {
    let (_folder, program) = alone();
    for (language, way) in [
        ("en", "`cargo run -p stet-lab -- eval ...` in a clone"),
        ("ko", "`cargo run -p stet-lab -- eval …`로"),
    ] {
        let mut command = Command::new(&program);
        let output = command.args(["eval", "golden", "x"]).env("STET_LANGUAGE", language).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && told.contains(way), "{told}");
    }
}

/// What stands beside it gets the arguments as they are; exit code and streams are its own.
#[cfg(unix)]
#[test]
fn the_program_that_measures_is_run_with_the_same_arguments() {
    let (folder, program) = alone();
    let lab = folder.path().join("stet-lab");
    std::os::unix::fs::symlink("/bin/echo", &lab).unwrap();
    for arguments in [&["eval", "diff", "--rows", "3", "-", "--help"][..], &["train", "--help"], &["eval"]] {
        let output = Command::new(&program).args(arguments).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap().trim(), arguments.join(" "));
    }
    std::fs::remove_file(&lab).unwrap();
    std::os::unix::fs::symlink("/bin/false", &lab).unwrap();
    assert_eq!(Command::new(&program).arg("train").status().unwrap().code(), Some(1));
}

#[test]
fn what_stands_under_a_table_is_evidence() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let table = "<table><caption>부가세는 따로 낸다.</caption><tr><th>항목</th><th>요금</th></tr><tr><td>수영장</td><td>5천 원</td></tr></table>";
    std::fs::write(path("fees.html"), format!("<p>서비스 요금</p>{table}")).unwrap();
    for (claim, code) in [("부가세는 따로 낸다", 0), ("부가세는 따로 내지 않는다", 1)] {
        std::fs::write(path("text.md"), format!("{claim} [1].\n")).unwrap();
        let output = run(&["verify", "--quick", &path("text.md"), "--source", &path("fees.html")], "");
        assert_eq!(output.status.code(), Some(code), "{claim}: {}", String::from_utf8_lossy(&output.stdout));
    }
}
