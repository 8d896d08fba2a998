//! The program as it is run.

#![allow(clippy::unwrap_used, clippy::format_collect)]

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn stet_lab(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stet-lab"));
    command.args(arguments).env_remove("LC_ALL").env_remove("LC_MESSAGES").env("STET_LANGUAGE", "en");
    command
}

fn lab(arguments: &[&str]) -> Output {
    stet_lab(arguments).output().unwrap()
}

fn written(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// What is measured once is compared with what is measured after a change; only then does the comparison end with 1.
#[test]
fn what_changed_is_told_between_two_runs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let source = "The library lends books for four weeks. A fine of 2 euros is due after that.";
    let rows = [
        json!({ "claim": "The library lends books for four weeks.", "source": source, "supported": true, "lang": "en" }),
        json!({ "claim": "A fine of 3 euros is due after that.", "source": source, "supported": false, "lang": "en" }),
    ];
    let text: String = rows.iter().map(|row| format!("{row}\n")).collect();
    let data = written(folder.path(), "own.jsonl", &text);
    let (old, new) = (path("old"), path("new"));
    for out in [&old, &new] {
        assert!(lab(&["eval", "golden", &data, "--out", out]).status.success());
    }
    let text = std::fs::read_to_string(&old).unwrap();
    assert_eq!(text, std::fs::read_to_string(&new).unwrap());
    let first: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&first["kind"], &first["set"], &first["status"]),
        (&json!("claim"), &json!("own"), &json!("supported"))
    );
    assert_eq!(lab(&["eval", "diff", &old, &new]).status.code(), Some(0));

    std::fs::write(&new, text.replacen("\"status\":\"supported\"", "\"status\":\"unsupported\"", 1)).unwrap();
    let changed = lab(&["eval", "diff", &old, &new]);
    let told = String::from_utf8(changed.stdout).unwrap();
    assert_eq!(changed.status.code(), Some(1), "{told}");
    assert!(
        told.contains("broken\tclaim\town:1") && told.contains("supported 1.0000 → unsupported"),
        "{told}"
    );

    let rules = lab(&["eval", "rules", &data]);
    assert!(String::from_utf8(rules.stdout).unwrap().contains("| value.missing | en | 1 |"));
}

#[test]
fn faults_and_help_are_in_the_language_of_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().display().to_string();
    for (arguments, code, korean, english) in [
        (&["eval", "patches", &empty][..], 2, "JSON 줄 파일", "no file of JSON lines"),
        (&["--help"], 0, "사용법: stet-lab", "Usage: stet-lab"),
    ] {
        for (language, told) in [("ko", korean), ("en", english)] {
            let output = stet_lab(arguments).env("STET_LANGUAGE", language).output().unwrap();
            let text = if output.stderr.is_empty() { output.stdout } else { output.stderr };
            let text = String::from_utf8(text).unwrap();
            assert!(output.status.code() == Some(code) && text.contains(told), "{text}");
        }
    }
}

/// `| head` is no fault.
#[test]
fn a_reader_that_has_seen_enough_is_no_fault() {
    let folder = tempfile::tempdir().unwrap();
    let row = json!({ "before": "It may rain.", "after": "It must rain.", "label": "CORE" }).to_string();
    let rows: Vec<String> = (0..300).map(|at| written(folder.path(), &format!("{at}.jsonl"), &row)).collect();
    let arguments: Vec<&str> =
        ["eval", "patches"].into_iter().chain(rows.iter().map(String::as_str)).collect();
    let mut child = stet_lab(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    let faults = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && faults.is_empty(), "{faults}");
}
