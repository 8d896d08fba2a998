//! Pages of a PDF as they look.

use stet_extract::{Limits, has_engine};

use super::support::server::Server;

/// Dots of a picture with a marker's ink on white: all of red, little of blue.
fn inked(picture: &[u8]) -> usize {
    let mut reader = png::Decoder::new(std::io::Cursor::new(picture)).read_info().unwrap();
    let mut dots = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut dots).unwrap();
    assert!(reader.info().width > 800 && dots.contains(&0), "the page is drawn, with its letters");
    dots.as_chunks::<3>().0.iter().filter(|[red, _, blue]| *red > 240 && *blue < 160).count()
}

#[tokio::test]
async fn a_page_is_drawn_with_the_cited_words_marked_on_it() {
    if !has_engine(&Limits::default()) {
        println!("skipped: PDFium is not here");
        return;
    }
    let mut server = Server::extracts().await;
    let pdf = include_bytes!("../fixtures/extract/library.pdf");
    let queued = server.state.ingest.enqueue("library.pdf", pdf).await.unwrap();
    server.state.ingest.wait(queued.document_id).await.unwrap();
    let id = queued.document_id;
    let picture = async |page: u32, words: &str| {
        let url = server.url(&format!("/api/sources/{id}/pages/{page}/image"));
        let response = server.client.get(url).query(&[("words", words)]).send().await.unwrap();
        assert_eq!(
            (response.status().as_u16(), &response.headers()["content-type"]),
            (200, &"image/png".parse().unwrap())
        );
        response.bytes().await.unwrap()
    };
    // Over a line's end, in both languages; words of another page leave it as it is.
    let one = inked(&picture(1, "연체한 날수만큼 대출이 정지된다.").await);
    let more = inked(
        &picture(
            1,
            "연체한 이용자는 연체한 날수만큼 대출이 정지된다. 분실한 자료는 같은 자료로 변상하여야 한다.",
        )
        .await,
    );
    assert!(0 < one && one < more, "{one} {more}");
    assert!(inked(&picture(2, "Seats are assigned by the reservation terminal").await) > 0);
    for words in ["Seats are assigned by the reservation terminal", "", "\u{0}…"] {
        assert_eq!(inked(&picture(1, words).await), 0, "{words:?}");
    }
    for (path, status) in
        [(format!("{id}/pages/0"), 404), (format!("{id}/pages/4"), 404), (format!("{id}/pages/x"), 400)]
    {
        assert_eq!(server.get(&format!("/api/sources/{path}/image")).await.0, status, "{path}");
    }
    let text = server.ingest("a.txt", "Text has no pages that look like anything.").await;
    assert_eq!(server.get(&format!("/api/sources/{text}/pages/1/image")).await.0, 404);
    server.shut_down().await;
}

/// Two pages, of which the first is `i` and the second `1`.
fn labelled() -> Vec<u8> {
    let page = |number: usize, text: &str| {
        let shown = format!("BT /F 14 Tf 72 700 Td ({text}) Tj ET");
        format!(
            "{number} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {} 0 R/Resources<</Font<</F 9 0 R>>>>>>endobj\n\
             {} 0 obj<</Length {}>>stream\n{shown}\nendstream endobj\n",
            number + 2,
            number + 2,
            shown.len()
        )
    };
    let head = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/PageLabels<</Nums[0<</S/r>>1<</S/D>>]>>>>endobj\n\
                2 0 obj<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>endobj\n9 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n";
    let pages = page(3, "Foreword of the warden of the pool.") + &page(4, "The swimming fee is 5 euros.");
    format!("{head}{pages}trailer<</Root 1 0 R>>\n%%EOF\n").into_bytes()
}

#[tokio::test]
async fn what_a_file_calls_its_pages_stands_beside_their_numbers() {
    if !has_engine(&Limits::default()) {
        println!("skipped: PDFium is not here");
        return;
    }
    let server = Server::extracts().await;
    let queued = server.state.ingest.enqueue("fees.pdf", &labelled()).await.unwrap();
    server.state.ingest.wait(queued.document_id).await.unwrap();
    let (_, page) = server.get(&format!("/api/sources/{}/pages/1", queued.document_id)).await;
    assert_eq!((&page["page"], &page["label"]), (&1.into(), &"i".into()), "{page}");
    let told = server.ask("c1", "How much is the swimming fee?").await.text();
    assert!(told.ends_with("- [†1] fees.pdf, p.2 (1)\n"), "{told}");
}
