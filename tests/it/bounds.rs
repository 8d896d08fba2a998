//! Files of works and of rules that are made to bring a reader down: each has its answer, and everybody else's work goes on.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use serde_json::Value;

use crate::support::server::Server;

/// What a file does that names itself, doubles itself or never ends, in both formats of works.
fn bibliographies() -> Vec<(&'static str, String)> {
    let doubled = |times: usize| {
        let lines = (1..times).map(|at| format!("@string{{s{at} = s{} # s{}}}\n", at - 1, at - 1));
        format!("@string{{s0 = \"가나\"}}\n{}@book{{x, title = s{}}}\n", lines.collect::<String>(), times - 1)
    };
    let chain = (0..3_000).map(|at| format!("@book{{k{at}, title = {{T}}, crossref = {{k{}}}}}\n", at + 1));
    vec![
        ("a name that stands for itself", "@string{a = a # a}\n@book{x, title = a}\n".to_owned()),
        (
            "two that stand for one another",
            "@string{a = b}\n@string{b = a # a}\n@book{x, title = a}\n".to_owned(),
        ),
        ("28 doublings", doubled(28)),
        ("3,000 doublings", doubled(3_000)),
        (
            "braces in braces",
            format!("@book{{x, title = {}제목{}}}\n", "{".repeat(100_000), "}".repeat(100_000)),
        ),
        ("brackets in JSON", format!("{}{}", "[".repeat(200_000), "]".repeat(200_000))),
        ("objects in JSON", format!("[{}1{}]", "{\"id\":".repeat(100_000), "}".repeat(100_000))),
        ("a chain of works", chain.collect()),
        (
            "an author without an end",
            format!("@book{{x, title = {{T}}, author = {{{}}}}}\n", "김 and ".repeat(200_000)),
        ),
        ("a year without an end", format!("@book{{x, title = {{T}}, year = {{{}}}}}\n", "9".repeat(500_000))),
        (
            "a command in a command",
            format!("@book{{x, title = {{{}}}}}\n", "\\textbf{\\emph ".repeat(50_000)),
        ),
        ("NUL and halves", "@book{x, title = {\0\u{202e}가\u{301}}}\n".to_owned()),
    ]
}

fn rules() -> Vec<(&'static str, Vec<u8>)> {
    let mut lol = "a0: &a0 [x, x]\n".to_owned();
    for at in 1..40 {
        let _ = writeln!(lol, "a{at}: &a{at} [*a{}, *a{}]", at - 1, at - 1);
    }
    let merged = (1..2_000).map(|at| format!("m{at}: &m{at}\n  <<: *m{}\n  k{at}: v\n", at - 1));
    let large = (0..200)
        .map(|at| format!("  - id: r{at}\n    text: t\n    pattern: '(?:[가-힣]{{1,400}}){{1,400}}{at}'\n"));
    let mut bomb = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    bomb.start_file("style/bomb.yml", options).unwrap();
    for _ in 0..64 {
        bomb.write_all(&vec![b' '; 1 << 20]).unwrap();
    }
    let bomb = bomb.finish().unwrap().into_inner();
    let cut = bomb[..bomb.len() / 2].to_vec();
    vec![
        ("a list of lists of itself", lol.into_bytes()),
        ("a node that names itself", b"rules: &a [*a]\n".to_vec()),
        ("merges of merges", format!("m0: &m0 {{k: v}}\n{}", merged.collect::<String>()).into_bytes()),
        ("lists in lists", format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)).into_bytes()),
        ("dashes in dashes", "- ".repeat(100_000).into_bytes()),
        ("a tag of another language", b"rules: !!python/object/apply:os.system ['id']\n".to_vec()),
        ("200 large patterns", format!("name: x\nrules:\n{}", large.collect::<String>()).into_bytes()),
        ("an archive that grows", bomb),
        ("half of an archive", cut),
        ("no text", vec![0xff; 4_000]),
    ]
}

#[tokio::test]
async fn a_bibliography_brings_nobody_down() {
    let mut server = Server::extracts().await;
    server.ingest("library.txt", "The library has 40 seats.").await;
    for (name, text) in bibliographies() {
        let part = reqwest::multipart::Part::bytes(text.into_bytes()).file_name("works.bib");
        let form = reqwest::multipart::Form::new().part("file", part);
        let request = server.client.post(server.url("/api/bibliography")).header("accept-language", "ko");
        let response = request.multipart(form).send().await.unwrap();
        let status = response.status().as_u16();
        let told: Value = response.json().await.unwrap();
        // The works that can be read come in, the others are told; or the file is refused with a reason.
        let told_of = told["faults"].as_array().map_or(0, Vec::len);
        let taken = told["added"].as_u64().unwrap_or_default();
        let answered =
            status == 200 && (taken > 0 || told_of > 0) || status == 422 && told["detail"].is_string();
        assert!(answered, "{name}: {status} {told}");
        assert_eq!(server.get("/healthz").await.0, 200, "{name}");
        let (_, works) = server.get("/api/bibliography").await;
        assert!(works.to_string().len() < 4 << 20, "{name}: what is kept is bounded");
    }
}

#[tokio::test]
async fn a_file_of_rules_brings_nobody_down() {
    let server = Server::extracts().await;
    for (name, bytes) in rules() {
        let url = server.url("/api/criteria-packs/import?name=rules.yml");
        let response = server.client.post(url).body(bytes).send().await.unwrap();
        let status = response.status().as_u16();
        let told: Value = response.json().await.unwrap();
        assert!(matches!(status, 201 | 400 | 422), "{name}: {status} {told}");
        assert!(status == 201 || told["detail"].is_string(), "{name}: {told}");
        assert_eq!(server.get("/healthz").await.0, 200, "{name}");
    }
}
