//! What somebody names on the command line: files that are none, names that mislead.

use std::path::Path;
use std::process::{Command, Output};

use crate::cli::stet;
use crate::support::database::TestDatabase;
use crate::support::server::LIBRARY;

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_file_is_refused_by_every_verb_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    assert!(Command::new("mkfifo").arg(at("fifo.md")).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", at("zero.yml")).unwrap();
    std::fs::write(at("ok.md"), LIBRARY).unwrap();
    let (ok, out) = (at("ok.md"), at("out.html"));
    for (path, korean, english) in [
        ("/dev/zero", "장치", "a device, not a file"),
        ("/dev/urandom", "장치", "a device, not a file"),
        (&at("zero.yml"), "장치", "a device, not a file"),
        (&at("fifo.md"), "파이프", "a pipe, not a file"),
        ("/proc/self/environ", "시스템", "of the system itself"),
        ("/proc/kmsg", "", ""),
    ] {
        for verb in [
            &["segment", path][..],
            &["verify", path, "--source", &ok],
            &["verify", &ok, "--source", path],
            &["criteria", "lint", path],
            &["criteria", "lint", &ok, "--pack", path],
            &["patch", path, &ok],
            &["convert", path, &out],
            &["convert", &ok, &out, "--bibliography", path],
            &["--config", path, "postgres", "status"],
        ] {
            for (language, words) in [("ko_KR.UTF-8", korean), ("en_US.UTF-8", english)] {
                let output = stet().env("LANG", language).args(verb).output().unwrap();
                let told = text(&output);
                assert_eq!(output.status.code(), Some(2), "{verb:?}: {told}");
                let in_config = verb[0] == "--config" && language == "ko_KR.UTF-8";
                assert!(in_config || told.contains(words), "{verb:?}: {told}");
            }
        }
    }
    // Nothing but zeros comes in, without end.
    for arguments in [&["segment"][..], &["segment", "--jsonl"], &["patch", "--jsonl"]] {
        let zeros = std::fs::File::open("/dev/zero").unwrap();
        let output = stet().env("LANG", "en_US.UTF-8").args(arguments).stdin(zeros).output().unwrap();
        assert!(
            output.status.code() == Some(2) && text(&output).contains("longer than 64 MB"),
            "{}",
            text(&output)
        );
    }
    // A folder on standard input cannot be read; nothing is said of writing.
    let input = std::fs::File::open(folder.path()).unwrap();
    let output = stet().env("LANG", "en_US.UTF-8").args(["lsp", "--quick"]).stdin(input).output().unwrap();
    assert!(text(&output).contains("cannot read standard input"), "{}", text(&output));
}

#[test]
fn what_another_program_writes_may_be_named() {
    let script =
        format!("{} segment <(printf 'The library opens. 도서관은 연다.')", env!("CARGO_BIN_EXE_stet"));
    let output = Command::new("bash").args(["-c", &script]).output().unwrap();
    let told = text(&output);
    assert!(output.status.success() && told.contains("도서관은 연다."), "{told}");
}

/// Escapes of a terminal, and letters that turn the direction of writing.
const NAMES: [&str; 3] =
    ["a\u{1b}]0;owned\u{7}\u{1b}[2J.md", "보고\u{202e}dm.exe.md", "x\u{9b}31m\u{2066}y.md"];

fn is_plain(told: &str) -> bool {
    !told.contains(['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}', '\u{2066}'])
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_cannot_move_the_cursor_nor_turn_the_line_around() {
    let database = TestDatabase::new().await;
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = stet();
        command.env("DATABASE_URL", database.url()).env("LANG", "en_US.UTF-8").args(arguments);
        text(&command.output().unwrap())
    };
    let mut paths = Vec::new();
    for name in NAMES {
        let path = folder.path().join(name);
        std::fs::write(
            &path,
            format!("{LIBRARY}\u{1b}[31m red \u{202e}turned\n\nThe library opens at ten [9].\n"),
        )
        .unwrap();
        paths.push(path.display().to_string());
    }
    let other = folder.path().join("other.md").display().to_string();
    std::fs::write(&other, "The library opens at noon.").unwrap();
    let of = |path: &str| Path::new(path).display().to_string();
    for (path, name) in paths.iter().zip(NAMES) {
        let missing = format!("{}.none", of(path));
        for arguments in [
            &["ingest", path][..],
            &["ingest", &missing],
            &["criteria", "lint", path],
            &["verify", path, "--source", path],
            &["verify", path, "--source", path, "--json"],
            &["criteria", "lint", path, "--json"],
            &["segment", path],
            &["patch", path, &other],
            &["search", "library"],
            &["sources", "list"],
            &["sources", "list", "--json"],
            &["sources", "show", name],
            &["sync", "--dry-run", &folder.path().display().to_string()],
        ] {
            let told = run(arguments);
            assert!(!told.is_empty() && is_plain(&told), "{arguments:?}: {told:?}");
        }
    }
    assert!(run(&["sources", "list"]).contains("보고\\u{202e}dm.exe.md"));
    let listed: serde_json::Value = serde_json::from_str(&run(&["sources", "list", "--json"])).unwrap();
    assert!(listed.to_string().contains('\u{202e}'), "a program reads the name as it is: {listed}");
}
