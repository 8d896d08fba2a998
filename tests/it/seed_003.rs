//! What the document on retrieval and alignment asks for (seed 003), row by row, with its own examples.
//!
//! Elsewhere: order and stream of an answer (rows 1 to 4) in `http`; passages of 1000 characters with 200 of overlap, tables and
//! articles whole (row 6) in `crates/sources`; embeddings (rows 7 to 10) in `llm::embeddings_come_in_order_in_batches_with_their_prefix`
//! and `search`; fusion and grades (rows 11 to 16) in `crates/sources/src/fusion.rs` and `evidence.rs`; staging and decisions
//! (rows 20, 24, 25) in `drafts`; criteria (rows 26 to 29) in `criteria`.
//!
//! On purpose different: words are compared window by window and by what contradicts them, since a similarity alone supports a wrong
//! number (row 17, `crates/gate`); vectors are halves, at the same recall (row 32, `vectors`).

use std::process::Command;

use stet_patch::{Category, patches};

/// Rows 21 to 23: facts and figures, style, spelling and spacing.
#[test]
fn changes_are_of_their_kind() {
    let of =
        |before: &str, after: &str| patches(before, after).iter().map(|patch| patch.category).max().unwrap();
    for (before, after, expected) in [
        // The document's kinds.
        ("매출은 15억 원이다.", "매출은 25억 원이다.", Category::Core),
        ("The fee is 30 euros.", "The fee is 40 euros.", Category::Core),
        ("회원은 신청할 수 있다.", "회원은 신청하여야 한다.", Category::Core),
        ("이 문제는 매우 중요하다고 생각된다.", "이 문제는 매우 중요하다.", Category::Expression),
        ("We utilise the tool.", "We use the tool.", Category::Expression),
        ("외않되는지 모르겠다.", "왜 안 되는지 모르겠다.", Category::Detail),
        ("이 기능이 외않되는지 알아본다.", "이 기능이 왜 안 되는지 알아본다.", Category::Detail),
        ("할수있는 일을 한다.", "할 수 있는 일을 한다.", Category::Detail),
        ("누구나 할수있다.", "누구나 할 수 있다.", Category::Detail),
        // Neighbours.
        ("그렇게 하면 않돼요.", "그렇게 하면 안 돼요.", Category::Detail),
        ("외않해요?", "왜 안 해요?", Category::Detail),
        ("갈수없는 곳이 많다.", "갈 수 없는 곳이 많다.", Category::Detail),
        ("오랫만에 만났다.", "오랜만에 만났다.", Category::Detail),
        ("It was definately teh case.", "It was definitely the case.", Category::Detail),
        ("I recieve mail .", "I receive mail.", Category::Detail),
        // Both are words, and in doubt the riskiest kind counts.
        ("외 그런지 모르겠다.", "왜 그런지 모르겠다.", Category::Core),
        // What looks like spelling and is none.
        ("되는지 알아본다.", "왜 안 되는지 알아본다.", Category::Core),
        ("이 기능은 되는지 알아본다.", "이 기능은 안 되는지 알아본다.", Category::Core),
        ("할 수 있는 일을 한다.", "할 수 없는 일을 한다.", Category::Core),
    ] {
        assert_eq!(of(before, after), expected, "{before} → {after}: {:?}", patches(before, after));
    }
}

/// Row 5: without `PDFium` the program says so, of a PDF whose words are there, and does not speak of scans.
#[test]
fn a_missing_pdf_reader_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/extract/library.pdf");
    std::fs::copy(fixture, path("library.pdf")).unwrap();
    // Elsewhere than the tools of the project; by another process, since what a process has open for writing cannot be run
    // while a child that another test is starting holds a copy of the descriptor.
    let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_stet")).arg(path("stet")).status().unwrap();
    assert!(copied.success());
    std::fs::write(path("answer.md"), "한 사람이 책을 열 권 빌린다 [1].").unwrap();
    for (language, says) in [
        ("en_GB.UTF-8", "PDFium, the library that reads PDF files, is not installed"),
        ("ko_KR.UTF-8", "PDFium이 설치되어 있지 않습니다"),
    ] {
        let told = Command::new(path("stet"))
            .args(["verify", "answer.md", "--source", "library.pdf"])
            .current_dir(folder.path())
            .env_clear()
            .envs([("LANG", language), ("HOME", folder.path().to_str().unwrap())])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&[told.stdout, told.stderr].concat()).into_owned();
        assert!(!told.status.success() && said.contains(says), "{said}");
        assert!(!said.contains("OCR"), "{said}");
    }
}
