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
