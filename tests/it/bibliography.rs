//! Works that drafts cite by key: taken in, found, and set in a style when a draft goes out.

use serde_json::{Value, json};

use crate::cli::stet;
use crate::drafts::{new_draft, send};
use crate::support::server::Server;
use crate::transfer::Office;

const WORKS: &str = include_str!("../fixtures/bibliography/works.bib");
const ITEMS: &str = include_str!("../fixtures/bibliography/works.json");

async fn import(server: &Server, name: &str, text: &str) -> (u16, Value) {
    let part = reqwest::multipart::Part::bytes(text.as_bytes().to_vec()).file_name(name.to_owned());
    let form = reqwest::multipart::Form::new().part("file", part);
    let request = server.client.post(server.url("/api/bibliography")).header("accept-language", "en");
    let response = request.multipart(form).send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

fn counts(told: &Value) -> [u64; 3] {
    ["added", "replaced", "unchanged"].map(|name| told[name].as_u64().unwrap())
}

async fn keys(server: &Server, query: &str) -> Vec<String> {
    let (status, told) = server.get(&format!("/api/bibliography?q={query}")).await;
    assert_eq!(status, 200, "{told}");
    let works = told["works"].as_array().unwrap();
    works.iter().map(|work| work["key"].as_str().unwrap().to_owned()).collect()
}

/// An exported draft: its text, and the keys that were unknown.
async fn exported(server: &Server, draft: &str, query: &str) -> (Vec<u8>, String) {
    let path = format!("/api/drafts/{draft}/export?{query}");
    let response = server.client.get(server.url(&path)).send().await.unwrap();
    assert_eq!(response.status(), 200);
    let unknown =
        response.headers().get("stet-unknown-citations").map(|keys| keys.to_str().unwrap().to_owned());
    (response.bytes().await.unwrap().to_vec(), unknown.unwrap_or_default())
}

async fn page(server: &Server, draft: &str, query: &str) -> (String, String) {
    let (bytes, unknown) = exported(server, draft, query).await;
    (String::from_utf8(bytes).unwrap(), unknown)
}

#[tokio::test]
async fn works_come_in_are_found_replaced_and_deleted() {
    let server = Server::extracts().await;
    let (status, told) = import(&server, "works.bib", WORKS).await;
    assert_eq!((status, counts(&told), &told["faults"]), (200, [5, 0, 0], &json!([])), "{told}");
    let (_, told) = import(&server, "works.json", ITEMS).await;
    assert_eq!(counts(&told), [2, 0, 0]);
    assert_eq!(
        keys(&server, "").await,
        ["doe2016", "han2017", "kim2020", "lee2018", "park2021", "smith2019", "who2022"]
    );
    for (query, found) in [
        ("이민호", vec!["lee2018"]),
        ("SMITH%20journal", vec!["smith2019"]),
        ("2021", vec!["park2021"]),
        ("100%25", vec![]),
    ] {
        assert_eq!(keys(&server, query).await, found, "{query}");
    }
    // The same again changes nothing; a changed one takes its place; a bad one is told with its line, the others come in.
    let changed = WORKS.replace("글쓰기의 기초", "글쓰기의 기본");
    let (_, told) = import(&server, "works.bib", &format!("{changed}\n@book{{bad, title = {{No end\n")).await;
    assert_eq!(counts(&told), [0, 1, 4], "{told}");
    let line = changed.lines().count() + 2;
    assert_eq!((&told["faults"][0]["line"], &told["faults"][0]["key"]), (&json!(line), &json!("bad")));
    assert!(told["faults"][0]["message"].as_str().unwrap().contains("brace"), "{told}");
    let (_, told) = server.get("/api/bibliography?q=기본").await;
    assert_eq!((&told["total"], &told["works"][0]["key"]), (&json!(1), &json!("lee2018")));
    for status in [204, 404] {
        let gone = server.client.delete(server.url("/api/bibliography/lee2018")).send().await.unwrap();
        assert_eq!(gone.status(), status);
    }
    let (status, told) = import(&server, "none.bib", "nothing here").await;
    assert_eq!((status, counts(&told), &told["faults"][0]["line"]), (200, [0, 0, 0], &json!(1)));
}

#[tokio::test]
async fn a_draft_goes_out_in_its_style() {
    let server = Server::extracts().await;
    import(&server, "works.bib", WORKS).await;
    let text = "# 글\n\n@kim2020은 다르다 [@lee2018, 12쪽; @nobody]. [@smith2019]를 보라.\n";
    let id = new_draft(&server, text).await;
    let (html, unknown) = page(&server, &id, "format=html").await;
    assert_eq!(unknown, "nobody");
    for words in [
        "김영희·이철수 (2020)은 다르다 (이민호, 2018, 12쪽) (@nobody). (Smith et al., 2019)를",
        "<h2>참고문헌</h2>",
    ] {
        assert!(html.contains(words), "{words} in {html}");
    }
    assert_eq!(page(&server, &id, "format=md").await, (text.to_owned(), String::new()));
    assert_eq!(page(&server, &id, "format=md&style=none").await.0, text);
    assert!(page(&server, &id, "format=html&style=ieee&language=en").await.0.contains("<h2>References</h2>"));
    let (status, told) = send(
        &server,
        "PUT",
        &format!("/api/drafts/{id}"),
        &json!({ "baseRevision": 1, "citationStyle": "chicago-notes" }),
    )
    .await;
    assert_eq!((status, &told["citationStyle"]), (200, &json!("chicago-notes")), "{told}");
    let (markdown, _) = page(&server, &id, "format=md&style=chicago-notes").await;
    assert!(markdown.contains("[^cite-smith2019-1]: Jane Smith et al., “Checking Citations"), "{markdown}");
    let (_, told) = server.get(&format!("/api/drafts/{id}/citations")).await;
    assert_eq!((&told["style"], &told["unknown"]), (&json!("chicago-notes"), &json!(["nobody"])));
    assert_eq!(told["works"].as_array().unwrap().len(), 3, "{told}");
    let wrong = json!({ "baseRevision": 1, "citationStyle": "harvard" });
    let (status, told) = send(&server, "PUT", &format!("/api/drafts/{id}"), &wrong).await;
    assert_eq!(status, 400);
    assert!(told["detail"].as_str().unwrap().contains("korean"), "{told}");
}

#[tokio::test]
async fn libreoffice_reads_citations_notes_and_the_list() {
    let Some(office) = Office::find() else { return };
    let server = Server::extracts().await;
    import(&server, "works.bib", WORKS).await;
    let id = new_draft(
        &server,
        "# Fees\n\nIt holds [@smith2019, p. 3]. 그렇다 [@kim2020].[^1]\n\n[^1]: A note.\n",
    )
    .await;
    let (file, unknown) = exported(&server, &id, "format=docx&style=apa").await;
    assert_eq!(unknown, "");
    let text = String::from_utf8(office.convert("a.docx", &file, "txt:Text (encoded):UTF8")).unwrap();
    for words in ["(Smith et al., 2019, p. 3)", "References", "한국정보학회지", "Journal of Streams"] {
        assert!(text.contains(words), "{words} in {text}");
    }
    let (file, _) = exported(&server, &id, "format=docx&style=chicago-notes").await;
    let odt = String::from_utf8(office.convert("n.docx", &file, "fodt")).unwrap();
    assert_eq!(odt.matches("<text:note ").count(), 3, "each citation is a footnote beside the writer's own");
}

#[test]
fn a_file_is_converted_with_a_bibliography() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("a.md"), "---\ntitle: A\n---\n\nIt holds [@smith2019; @nobody] [@doe2016].\n")
        .unwrap();
    std::fs::write(path("works.bib"), WORKS).unwrap();
    std::fs::write(path("works.json"), format!("[{{\"title\": \"B\"}}, {}", &ITEMS[1..])).unwrap();
    let run = |arguments: &[&str]| {
        let mut all = vec!["convert", "a.md", "b.md"];
        all.extend(arguments);
        let done = stet().args(all).current_dir(folder.path()).env("LANG", "en_US.UTF-8").output().unwrap();
        (done.status.code(), String::from_utf8(done.stderr).unwrap())
    };
    let works = ["--bibliography", "works.bib", "--bibliography", "works.json"];
    let (code, said) = run(&[&works[..], &["--style", "ieee"]].concat());
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("works.json:1: It has no key.") && said.contains("@nobody"), "{said}");
    let made = std::fs::read_to_string(path("b.md")).unwrap();
    assert!(
        made.starts_with(
            "---\ntitle: A\n---\n\nIt holds \\[1\\] (@nobody) \\[2\\].\n\n## References\n\n\\[1\\] "
        ),
        "{made}"
    );
    assert_eq!(run(&[&works[..], &["--style", "harvard"]].concat()).0, Some(2));
    assert_eq!(run(&["--style", "apa"]).0, Some(2));
}

/// A double of the Zotero of this machine, with Better BibTeX or without it, or one that lets nobody ask.
async fn zotero(better: bool, open: bool) -> String {
    use axum::extract::Query;
    use axum::http::StatusCode;
    use axum::routing::get;
    use std::collections::HashMap;

    let page = move |Query(asked): Query<HashMap<String, String>>| async move {
        if !open {
            return Err(StatusCode::FORBIDDEN);
        }
        assert_eq!(asked["format"], "csljson");
        let [start, limit] = ["start", "limit"].map(|name| asked[name].parse::<usize>().unwrap());
        let work = |at: usize| {
            json!({
                "id": format!("http://zotero.org/users/1/items/ABCD{at:04}"), "type": "book", "title": format!("Notes {at}"),
                "author": [{ "family": "Kim", "given": "Ada" }], "issued": { "date-parts": [[2016]] },
            })
        };
        Ok(axum::Json(json!({ "items": (start..250.min(start + limit)).map(work).collect::<Vec<_>>() })))
    };
    let mut router = axum::Router::new().route("/api/users/0/items/top", get(page));
    if better {
        router = router.route("/better-bibtex/export/library", get(|| async { ITEMS }));
    }
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}")
}

#[tokio::test]
async fn a_library_of_zotero_is_read_by_its_keys_or_gets_some() {
    use stet_http::zotero::{ZoteroFault, library};

    let read = |file: Vec<u8>| stet_bibliography::parse(std::str::from_utf8(&file).unwrap());
    let better = read(library(&zotero(true, true).await).await.unwrap());
    assert_eq!(better, stet_bibliography::parse(ITEMS));
    let own = read(library(&zotero(false, true).await).await.unwrap());
    assert_eq!((own.entries.len(), own.faults.len()), (250, 0));
    assert_eq!(own.entries[249].key(), "kim_notes_2016-249");
    assert_eq!(library(&zotero(false, false).await).await, Err(ZoteroFault::Forbidden));
    assert_eq!(library("http://127.0.0.1:9").await, Err(ZoteroFault::Closed));
}
