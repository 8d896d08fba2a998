//! Files become searchable passages: on real files, through failures, kills and repeats.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use stet_config::IngestConfig;
use stet_embedding::hashing::HashingEmbedder;
use stet_embedding::{EmbedError, EmbedRole, Embedder};
use stet_extract::Reader;
use stet_ingest::{Ingest, IngestError};
use stet_store::documents::{Document, DocumentStatus};
use stet_store::{DIMENSIONS, Store};

use stet_embedding::openai::{EmbeddingSettings, OpenAiEmbedder};

use crate::support::database::TestDatabase;
use crate::support::model::{ModelServer, QUICK};
use crate::support::server::Server;

fn ingest_with(store: &Store, embedder: Arc<dyn Embedder>) -> Ingest {
    let config = IngestConfig { max_file_bytes: 20 << 20, ..IngestConfig::default() };
    Ingest::new(store.clone(), embedder, &config).with_program(PathBuf::from(env!("CARGO_BIN_EXE_stet")))
}

fn ingest(store: &Store) -> Ingest {
    ingest_with(store, Arc::new(HashingEmbedder::new(DIMENSIONS)))
}

async fn take(ingest: &Ingest, name: &str, bytes: &[u8]) -> Document {
    let enqueued = ingest.enqueue(name, bytes).await.unwrap();
    ingest.wait(enqueued.document_id).await.unwrap().unwrap()
}

/// An embedder that fails a number of times, then works; it counts the texts it has embedded.
#[derive(Debug)]
struct Flaky {
    inner: HashingEmbedder,
    failures: AtomicUsize,
    fault: EmbedError,
    embedded: AtomicUsize,
}

impl Flaky {
    fn new(failures: usize, fault: EmbedError) -> Arc<Self> {
        Arc::new(Self {
            inner: HashingEmbedder::new(256),
            failures: AtomicUsize::new(failures),
            fault,
            embedded: AtomicUsize::new(0),
        })
    }
}

impl Embedder for Flaky {
    fn space(&self) -> &str {
        self.inner.space()
    }

    fn dimensions(&self) -> usize {
        self.inner.dimensions()
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [String],
        role: EmbedRole,
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbedError>> {
        let fail =
            self.failures.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1)).is_ok();
        if fail {
            let fault = self.fault.clone();
            return Box::pin(async { Err(fault) });
        }
        self.embedded.fetch_add(texts.len(), Ordering::SeqCst);
        self.inner.embed(texts, role)
    }
}

/// A text of many sections, hence of many chunks.
fn long_text(sections: usize) -> String {
    (0..sections)
        .map(|n| format!("# 제목 {n}\n\n{n}번째 절의 내용입니다. {}\n\n", "문장이 이어집니다. ".repeat(40)))
        .collect()
}

#[tokio::test]
async fn a_text_becomes_ready_and_its_copy_is_the_same() {
    let db = TestDatabase::new().await;
    let ingest = ingest(&db.store);
    ingest.start();
    let bytes =
        "# 장학금\n\n장학금은 등록금의 절반까지 지급한다.\n\n# Leave\n\nLeave lasts two terms.".as_bytes();
    let document = take(&ingest, "dir/안내.md", bytes).await;
    assert_eq!((document.status, document.file_name.as_str()), (DocumentStatus::Ready, "안내.md"));
    assert_eq!((document.title.as_str(), document.chunk_count), ("장학금", 2));
    let again = ingest.enqueue("다른 이름.md", bytes).await.unwrap();
    assert_eq!((again.duplicate, again.copy_of.as_deref()), (true, Some("안내.md")));
    assert_eq!((again.document_id, again.status), (document.id, DocumentStatus::Ready));
    assert!(db.store.page(document.id, 1).await.unwrap().unwrap().0.contains("절반까지"));
    ingest.close().await;
    assert_eq!(db.store.open_jobs().await.unwrap(), 0);
}

/// A server that is too slow for many texts at a time gets fewer, until it answers; what it has answered is not asked again.
#[tokio::test]
async fn batches_halve_on_a_time_out() {
    stet_llm::install_tls_provider();
    let db = TestDatabase::new().await;
    let server = ModelServer::start().await;
    let settings = EmbeddingSettings {
        timeout: Duration::from_secs(3),
        ..EmbeddingSettings::new(server.base_url(), None, "slow", 8)
    };
    let ingest = ingest_with(&db.store, Arc::new(OpenAiEmbedder::new(settings).unwrap()));
    ingest.start();
    let document = take(&ingest, "long.md", long_text(10).as_bytes()).await;
    ingest.close().await;
    assert_eq!(document.status, DocumentStatus::Ready, "{:?}", document.failure);
    let sizes: Vec<usize> =
        server.requests().iter().map(|request| request.body["input"].as_array().unwrap().len()).collect();
    let chunks = usize::try_from(document.chunk_count).unwrap();
    assert_eq!(sizes.first(), Some(&chunks), "{sizes:?}");
    let refused = sizes.iter().take_while(|size| **size > QUICK).count();
    let (refused, answered) = sizes.split_at(refused);
    assert!(refused.windows(2).all(|pair| pair[1] == pair[0] / 2), "{sizes:?}");
    assert!(answered.iter().all(|size| *size <= QUICK), "{sizes:?}");
    assert_eq!(answered.iter().sum::<usize>(), chunks, "{sizes:?}");
}

#[tokio::test]
async fn bad_files_fail_and_say_why() {
    let db = TestDatabase::new().await;
    let ingest = ingest(&db.store);
    ingest.start();
    let cases: [(&str, &[u8], &str); 5] = [
        ("leer.txt", b"  \n ", "empty"),
        ("program.txt", b"MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff\x00\x00\xb8", "binary"),
        ("photo.xyz", b"whatever it is", "unsupported"),
        ("half.pdf", b"%PDF-1.7\n1 0 obj\n<< /Type", "corrupt"),
        ("half.hwpx", b"PK\x03\x04 cut off", "corrupt"),
    ];
    for (name, bytes, code) in cases {
        let document = take(&ingest, name, bytes).await;
        assert_eq!(document.status, DocumentStatus::Failed, "{name}");
        let failure = document.failure.unwrap();
        assert_eq!(failure.code, code, "{name}: {failure:?}");
        assert!(failure.ko.ends_with('.') && failure.en.ends_with('.'), "{failure:?}");
        assert!(db.store.chunks_between(document.id, 0, 9).await.unwrap().is_empty());
    }
    // The same broken file again is tried again, under the same id.
    let again = ingest.enqueue("leer.txt", b"  \n ").await.unwrap();
    assert_eq!((again.duplicate, again.status), (true, DocumentStatus::Queued));
    let large = vec![b'a'; (20 << 20) + 1];
    assert!(matches!(ingest.enqueue("a.txt", &large).await, Err(IngestError::TooLarge { .. })));
    ingest.close().await;
}

/// What is refused for its name says nothing about the same bytes under another.
#[tokio::test]
async fn a_refusal_belongs_to_the_name() {
    let db = TestDatabase::new().await;
    let ingest = ingest(&db.store);
    ingest.start();
    let text = "The hall is open on Mondays. 강당은 월요일에 연다.".as_bytes();
    for (name, refusal) in [
        ("notes.xyz", Some(("unsupported", ".xyz"))),
        ("notes.abc", Some(("unsupported", ".abc"))),
        ("notes.pdf", Some(("corrupt", "damaged"))),
        ("notes.txt", None),
        ("notes.xyz", Some(("unsupported", ".xyz"))),
        ("notes.pdf", Some(("corrupt", "damaged"))),
    ] {
        let document = take(&ingest, name, text).await;
        assert_eq!(document.file_name, name);
        match (document.failure, refusal) {
            (None, None) => assert_eq!(document.status, DocumentStatus::Ready),
            (Some(failure), Some((code, said))) => {
                assert_eq!(failure.code, code, "{name}");
                assert!(format!("{failure:?}").contains(said), "{name}: {failure:?}");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    assert_eq!(db.store.documents().await.unwrap().len(), 4);
    ingest.close().await;
}

/// What strangers wrote is read without the rights of whoever runs the server.
#[cfg(target_os = "linux")]
#[test]
fn the_reading_child_has_given_up_its_rights() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.txt");
    std::fs::write(&file, "The hall is open.\n\n".repeat(50_000)).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_stet"))
        .arg(stet_extract::VERB)
        .arg(&file)
        // As the server starts it: what the allocator sets aside counts against the cap.
        .env("MIMALLOC_ARENA_RESERVE", "32768")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The answer is more than a pipe holds: the child waits in the middle of it.
    child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    let field = |process: &str, name: &str| {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    let id = child.id().to_string();
    let (privileges, users, groups) = (field(&id, "NoNewPrivs:"), field(&id, "Uid:"), field(&id, "Groups:"));
    let filtered = field(&id, "Seccomp:");
    let (rights, network) = (field(&id, "CapEff:"), std::fs::read_link(format!("/proc/{id}/ns/net")));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(privileges, ["1"]);
    // 2 is a filter of system calls.
    assert_eq!(filtered, ["2"]);
    if field("self", "Uid:")[1] != "0" {
        assert_eq!(users, field("self", "Uid:"));
        return;
    }
    assert_eq!(users, ["65534"; 4]);
    assert!(groups.is_empty(), "{groups:?}");
    assert_eq!(rights, ["0000000000000000"]);
    // Root in a container may not be allowed to leave the network.
    let administers = u64::from_str_radix(&field("self", "CapEff:")[0], 16).unwrap() >> 21 & 1 == 1;
    if administers {
        assert_ne!(network.unwrap(), std::fs::read_link("/proc/self/ns/net").unwrap());
    }
}

#[tokio::test]
async fn the_embedder_is_waited_for_but_not_for_ever() {
    let db = TestDatabase::new().await;
    let flaky = Flaky::new(2, EmbedError::RateLimited);
    let ingest = ingest_with(&db.store, flaky.clone());
    ingest.start();
    assert_eq!(take(&ingest, "a.txt", b"It works in the end.").await.status, DocumentStatus::Ready);
    ingest.close().await;

    let refusing = Flaky::new(1, EmbedError::Unauthorised);
    let ingest = ingest_with(&db.store, refusing.clone());
    ingest.start();
    let failed = take(&ingest, "b.txt", b"It does not work at once.").await;
    let failure = failed.failure.unwrap();
    assert_eq!((failure.code.as_str(), failure.transient), ("embedding", true));
    assert!(failure.en.contains("OPENAI_API_KEY"));
    assert!(ingest.retry(failed.id).await.unwrap());
    assert_eq!(ingest.wait(failed.id).await.unwrap().unwrap().status, DocumentStatus::Ready);
    assert!(!ingest.retry(failed.id).await.unwrap());
    ingest.close().await;
}

#[tokio::test]
async fn what_was_embedded_is_not_embedded_again() {
    let db = TestDatabase::new().await;
    // 64 chunks a batch: the first three batches come through, the next request is refused.
    let flaky = Flaky::new(0, EmbedError::Unauthorised);
    let text = long_text(300);
    let first = ingest_with(&db.store, flaky.clone());
    first.start();
    let mut updates = first.subscribe();
    let enqueued = first.enqueue("long.md", text.as_bytes()).await.unwrap();
    while let Ok(update) = updates.recv().await {
        if update.status == DocumentStatus::Embedding && update.done > 0 {
            break;
        }
    }
    // The process goes away in the middle of it.
    first.close().await;
    let stored = db.store.stored_chunks(enqueued.document_id).await.unwrap().len();
    assert!(stored > 0);
    let half = db.store.document(enqueued.document_id).await.unwrap().unwrap();
    if half.status != DocumentStatus::Ready {
        let before = flaky.embedded.load(Ordering::SeqCst);
        let second = ingest_with(&db.store, flaky.clone());
        second.start();
        let document = second.wait(enqueued.document_id).await.unwrap().unwrap();
        assert_eq!(document.status, DocumentStatus::Ready);
        let embedded = flaky.embedded.load(Ordering::SeqCst) - before;
        let all = usize::try_from(document.chunk_count).unwrap();
        // At most: batches that were under way at the end may have been stored after the count.
        assert!(embedded + stored <= all, "{embedded} + {stored} of {all}");
        second.close().await;
    }
}

async fn caught_up(store: &Store) {
    until!(store.open_jobs().await.unwrap() == 0);
}

#[tokio::test]
async fn another_model_embeds_again_what_is_there() {
    let db = TestDatabase::new().await;
    let store = db.store.clone();
    let before = ingest(&store);
    before.start();
    let text = long_text(70);
    let document = take(&before, "긴글.md", text.as_bytes()).await;
    assert_eq!(before.catch_up().await.unwrap(), 0, "the model is the same");
    before.close().await;

    // A model that fails leaves the document ready, and is asked again at the next start.
    let broken = Flaky::new(99, EmbedError::Dimensions { wanted: 2, got: 1 });
    let with_broken = ingest_with(&store, Arc::clone(&broken) as Arc<dyn Embedder>);
    let space = broken.space().to_owned();
    let elsewhere = async || {
        let found = store.embedded_elsewhere(&space).await.unwrap();
        (found.documents, found.under_way)
    };
    assert_eq!(with_broken.catch_up().await.unwrap(), 1);
    assert_eq!(elsewhere().await, (1, 1));
    let named = store.embedded_elsewhere(&space).await.unwrap().spaces;
    assert_eq!(named, document.embedding_space, "the other space is named");
    with_broken.start();
    caught_up(&store).await;
    with_broken.close().await;
    assert_eq!(elsewhere().await, (1, 0));
    let stale = store.document(document.id).await.unwrap().unwrap();
    assert_eq!((stale.status, stale.embedding_space), (DocumentStatus::Ready, document.embedding_space));

    let other = Flaky::new(0, EmbedError::RateLimited);
    let after = ingest_with(&store, Arc::clone(&other) as Arc<dyn Embedder>);
    assert_eq!(after.catch_up().await.unwrap(), 1);
    assert_eq!(after.catch_up().await.unwrap(), 0, "it is queued once");
    after.start();
    caught_up(&store).await;
    after.close().await;
    assert_eq!(elsewhere().await, (0, 0));
    let again = store.document(document.id).await.unwrap().unwrap();
    assert_eq!(again.status, DocumentStatus::Ready);
    assert_eq!(again.embedding_space.as_deref(), Some(other.space()));
    let chunks = store.stored_chunks(document.id).await.unwrap();
    assert_eq!(other.embedded.load(Ordering::SeqCst), chunks.len());
    assert!(
        chunks.len() > 64
            && chunks.iter().all(|chunk| chunk.embedding_space.as_deref() == Some(other.space()))
    );
}

#[tokio::test]
async fn deleting_while_reading_leaves_nothing() {
    let db = TestDatabase::new().await;
    let ingest = ingest(&db.store);
    ingest.start();
    let mut updates = ingest.subscribe();
    let enqueued = ingest.enqueue("long.md", long_text(200).as_bytes()).await.unwrap();
    while let Ok(update) = updates.recv().await {
        if update.status == DocumentStatus::Embedding {
            break;
        }
    }
    assert!(db.store.delete_document(enqueued.document_id).await.unwrap());
    assert_eq!(ingest.wait(enqueued.document_id).await.unwrap(), None);
    // The workers go on with other documents.
    assert_eq!(take(&ingest, "b.txt", b"Something else entirely.").await.status, DocumentStatus::Ready);
    ingest.close().await;
    assert_eq!(db.store.documents().await.unwrap().len(), 1);
    assert!(db.store.stored_chunks(enqueued.document_id).await.unwrap().is_empty());
}

/// Two pages that are pictures: one Korean, one English.
#[tokio::test]
async fn scans_are_recognised_page_by_page_or_say_what_they_need() {
    let bytes =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/extract/scan.pdf")).unwrap();
    let db = TestDatabase::new().await;
    let with = |scan_pages| {
        let config = IngestConfig::default();
        let ingest = Ingest::new(db.store.clone(), Arc::new(HashingEmbedder::new(DIMENSIONS)), &config)
            .with_scan_pages(scan_pages)
            .with_program(PathBuf::from(env!("CARGO_BIN_EXE_stet")));
        ingest.start();
        ingest
    };
    let without = with(0);
    if !without.reads_pdf() {
        println!("skipped: PDFium is not here");
        return;
    }
    let failure = take(&without, "scan.pdf", &bytes).await.failure.unwrap();
    without.close().await;
    assert_eq!(failure.code, "no_text");
    assert!(
        failure.en.contains("tesseract-ocr-kor") && failure.ko.contains("tesseract-ocr-kor"),
        "{failure:?}"
    );
    if Reader::find().is_none() {
        println!("skipped: Tesseract is not here");
        return;
    }
    for (pages, recognised, unread) in [(1, vec![1], vec![2]), (9, vec![1, 2], vec![])] {
        let ingest = with(pages);
        let mut updates = ingest.subscribe();
        // Other bytes under another name, or it would be the same source.
        let longer = [bytes.as_slice(), "\n".repeat(pages).as_bytes()].concat();
        let document = take(&ingest, &format!("scan{pages}.pdf"), &longer).await;
        ingest.close().await;
        assert_eq!(document.status, DocumentStatus::Ready, "{:?}", document.failure);
        assert_eq!((document.recognised_pages, document.unread_pages), (recognised, unread));
        let mut seen = Vec::new();
        while let Ok(update) = updates.try_recv() {
            if update.status == DocumentStatus::Extracting {
                seen.push((update.done, update.total));
            }
        }
        let last = i64::try_from(pages.min(2)).unwrap();
        assert!(seen.contains(&(last - 1, last)), "{seen:?}");
        if pages > 1 {
            let (page, _) = db.store.page(document.id, 2).await.unwrap().unwrap();
            assert!(page.contains("420 seats on the third floor"), "{page}");
            let chunks = db.store.chunks_between(document.id, 0, 9).await.unwrap();
            assert!(
                chunks.iter().any(|chunk| chunk.page_end == Some(2) && chunk.content.contains("5,000 won"))
            );
        }
    }
}

/// The complete rule book of a university, where it is at hand. `--nocapture` prints the time.
#[tokio::test]
async fn regulations_go_in_whole() {
    let path = Path::new("/work/shared/data/regulations/university-regulations-2025-09.hwpx");
    let Ok(bytes) = std::fs::read(path) else {
        println!("skipped: {} is not here", path.display());
        return;
    };
    let db = TestDatabase::new().await;
    let ingest = ingest(&db.store);
    ingest.start();
    let begun = Instant::now();
    let document = take(&ingest, "regulations.hwpx", &bytes).await;
    println!("regulations: {} chunks in {:.1} s", document.chunk_count, begun.elapsed().as_secs_f64());
    assert_eq!(document.status, DocumentStatus::Ready, "{:?}", document.failure);
    let regulations = db.store.regulations().await.unwrap();
    let articles: i64 = regulations.iter().map(|(_, articles)| articles).sum();
    println!("{} regulations, {articles} articles", regulations.len());
    assert!(regulations.len() > 100 && articles > 3000, "{} {articles}", regulations.len());
    let all = db.store.all_articles(&[document.id]).await.unwrap();
    let anchored = all.iter().filter(|article| article.chunk_id.is_some()).count();
    assert_eq!(anchored, all.len());
    ingest.close().await;
}

/// A page of a private network that is allowed (of this server: the file of another source), and one that is not.
#[tokio::test]
async fn an_address_becomes_a_source_that_tells_where_and_when_it_was_read() {
    let settings = |config: &mut stet_config::Config| config.ingest.private_hosts = vec!["127.0.0.1".into()];
    let mut server = Server::start(None, settings).await;
    let file = server.ingest("fees.md", "# Fees\n\nThe swimming fee is 5 euros.\n").await;
    let url = server.url(&format!("/api/sources/{file}/content"));
    let take = async |url: &str| {
        let form = reqwest::multipart::Form::new().text("url", url.to_owned());
        let response = server.client.post(server.url("/api/sources")).multipart(form).send().await.unwrap();
        (response.status().as_u16(), response.json::<serde_json::Value>().await.unwrap())
    };
    let (status, taken) = take(&url).await;
    assert_eq!(status, 202, "{taken}");
    let source = &taken["sources"][0];
    assert_eq!((source["path"].as_str(), source["fileName"].as_str()), (Some(&*url), Some("fees.md")));
    server.state.ingest.wait(source["id"].as_str().unwrap().parse().unwrap()).await.unwrap();
    server.client.delete(server.url(&format!("/api/sources/{file}"))).send().await.unwrap();
    let told = server.ask("c1", "How much is the swimming fee?").await.text();
    let day = time::OffsetDateTime::now_utc().date();
    assert!(told.ends_with(&format!("## References\n\n- [†1] fees.md, {url} ({day})\n")), "{told}");

    let (status, told) = take("http://localhost:1/").await;
    assert_eq!((status, told["type"].as_str()), (422, Some("urn:stet:not-fetched")), "{told}");
    assert!(told["detail"].as_str().unwrap().contains("private network"), "{told}");
}
