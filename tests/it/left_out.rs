//! What a source was read without is said wherever its state is: by the API, in lists and at its card.

use std::io::Write as _;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::cli::stet;
use crate::support::server::Server;

/// A workbook with a sheet that is shown and one that is not; a row of the first is hidden, a formula has no value.
fn workbook() -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in [
        (
            "xl/workbook.xml",
            "<workbook><sheets><sheet name='요금' r:id='a'/><sheet name='Old fees' state='hidden' r:id='b'/></sheets></workbook>",
        ),
        (
            "xl/_rels/workbook.xml.rels",
            "<Relationships><Relationship Id='a' Type='http://x/worksheet' Target='s1.xml'/><Relationship Id='b' Type='http://x/worksheet' Target='s2.xml'/></Relationships>",
        ),
        (
            "xl/s1.xml",
            "<worksheet><sheetData><row r='1'><c r='A1' t='str'><v>Room</v></c><c r='B1' t='str'><v>Fee</v></c></row>\
             <row r='2'><c r='A2' t='str'><v>Loft</v></c><c r='B2'><f>1+1</f></c></row>\
             <row r='3' hidden='1'><c r='A3' t='str'><v>Cellar</v></c></row></sheetData></worksheet>",
        ),
        (
            "xl/s2.xml",
            "<worksheet><sheetData><row r='1'><c r='A1'><v>4</v></c></row></sheetData></worksheet>",
        ),
    ] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// What the verb says of the workbook in a language.
fn told(server: &Server, verb: &[&str], language: &str) -> String {
    let output = stet()
        .args(verb)
        .env("DATABASE_URL", server.database.url())
        .env("LC_ALL", format!("{language}.UTF-8"))
        .env("LANG", format!("{language}.UTF-8"))
        .output()
        .unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

#[tokio::test]
async fn what_a_source_was_read_without_is_said() {
    let mut server = Server::extracts().await;
    let plain = server.ingest("plain.txt", "The pool opens at eight.").await;
    let part = reqwest::multipart::Part::bytes(workbook()).file_name("fees.xlsx");
    let form = reqwest::multipart::Form::new().part("file", part);
    let response = server.client.post(server.url("/api/sources")).multipart(form).send().await.unwrap();
    let body: Value = response.json().await.unwrap();
    let id: Uuid = body["sources"][0]["id"].as_str().unwrap().parse().unwrap();
    server.state.ingest.wait(id).await.unwrap().unwrap();

    let expected = json!([
        { "code": "hidden_sheets", "text": "1 hidden sheet (Old fees)" },
        { "code": "valueless_formulas", "text": "1 formula of the sheet 요금 whose value the file does not keep (B2)" },
        { "code": "hidden_rows", "text": "1 hidden row of the sheet 요금" },
    ]);
    let (_, source) = server.get(&format!("/api/sources/{id}")).await;
    assert_eq!((&source["status"], &source["leftOut"]), (&json!("ready"), &expected), "{source}");
    let (_, list) = server.get("/api/sources").await;
    assert_eq!(list["sources"][0]["leftOut"], expected, "{list}");
    let korean = server.client.get(server.url(&format!("/api/sources/{id}"))).header("accept-language", "ko");
    let source: Value = korean.send().await.unwrap().json().await.unwrap();
    assert_eq!(source["leftOut"][0]["text"], "숨긴 시트 1개(Old fees)", "{source}");
    // Nothing is said where nothing is missing.
    let (_, whole) = server.get(&format!("/api/sources/{plain}")).await;
    assert!(whole.as_object().unwrap().get("leftOut").is_none(), "{whole}");

    let shown = told(&server, &["sources", "show", "fees.xlsx"], "en_US");
    assert!(shown.contains("\n  read without 1 hidden sheet (Old fees)\n"), "{shown}");
    let shown = told(&server, &["sources", "show", "fees.xlsx"], "ko_KR");
    assert!(shown.contains("\n  읽지 않은 것: 시트 요금의 숨긴 행 1개\n"), "{shown}");
    let list = told(&server, &["sources", "list"], "en_US");
    assert!(list.contains("1 passage, read without 3 things"), "{list}");

    // Pages that are pictures are in the list, also those of versions from before it was kept; what a later program has
    // named is passed over.
    let mut connection = sqlx::ConnectOptions::connect(&server.database.options()).await.unwrap();
    let sql = "update rag_documents set unread_pages = '{2,3}', left_out = '[{\"code\":\"unheard_of\"},{\"code\":\"newer_charts\",\"count\":2}]' where id = $1";
    sqlx::query(sql).bind(id).execute(&mut connection).await.unwrap();
    let (_, source) = server.get(&format!("/api/sources/{id}")).await;
    let codes: Vec<&Value> = source["leftOut"].as_array().unwrap().iter().map(|one| &one["code"]).collect();
    assert_eq!(codes, [&json!("scanned_pages"), &json!("newer_charts")], "{source}");
}
