//! Time and recall of search, and the pace of ingestion, over passages that this program makes:
//!
//! ```sh
//! cargo build --release && cargo run --release --example scale -- target/release/stet FOLDER 100000
//! ```
//!
//! `FOLDER` holds a private PostgreSQL (or is a `postgres://` URL of a database of its own; one that this program has filled is
//! only searched). Half of the passages are Korean, half
//! English: words drawn by Zipf's law from 20,000 made ones a language, each passage with a few rare words of its own, which the
//! questions ask for. The baseline is the search by vectors alone in the same run; recall is that of the ten best of the hybrid
//! search against an exact search (all cosines, all BM25) fused the same way. Then the program serves the same folder or database,
//! and one and sixteen clients search by HTTP.
#![allow(clippy::unwrap_used, clippy::format_collect, reason = "a tool that cannot go on must stop")]
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "all numbers are small")]

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::process::{Child, Command};
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::ConnectOptions as _;
use sqlx::postgres::PgConnectOptions;
use stet_config::IngestConfig;
use stet_embedding::hashing::HashingEmbedder;
use stet_embedding::{EmbedRole, Embedder};
use stet_ingest::Ingest;
use stet_sources::counts::{Counts, pack};
use stet_sources::evidence::SpaceProfile;
use stet_sources::fusion::{Bm25, Counted, FusionPolicy, Passage, fuse};
use stet_sources::question::Question;
use stet_store::embedded::{Embedded, Settings};
use stet_store::{Filter, Query, Store};
use stet_text::search_terms;
use time::OffsetDateTime;
use uuid::Uuid;

/// Words of a language.
const VOCABULARY: u64 = 20_000;
/// Passages of one document.
const DOCUMENT: usize = 1000;
/// Words of a passage: some 600 characters of English.
const WORDS: usize = 90;
const QUESTIONS: usize = 200;
/// Questions that are also searched exactly.
const EXACT: usize = 40;

/// Numbers that are the same in every run (`SplitMix64`, Steele et al. 2014).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// A rank by Zipf's law: the logarithm of the rank is uniform.
    fn rank(&mut self) -> u64 {
        let uniform = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        (VOCABULARY as f64).powf(uniform) as u64 - 1
    }
}

fn word(korean: bool, rank: u64) -> String {
    let mut numbers = Numbers(rank * 2 + u64::from(korean));
    if korean {
        let length = 2 + numbers.below(2);
        return (0..length)
            .map(|_| char::from_u32(0xAC00 + numbers.below(11_172 / 28) as u32 * 28).unwrap())
            .collect();
    }
    let syllables = 2 + numbers.below(2);
    (0..syllables)
        .map(|_| {
            let consonant = b"bcdfghklmnprstvz"[numbers.below(16) as usize] as char;
            let vowel = b"aeiou"[numbers.below(5) as usize] as char;
            format!("{consonant}{vowel}{}", ["", "n", "r", "l"][numbers.below(4) as usize])
        })
        .collect()
}

/// A passage and a question that it answers.
fn passage(at: usize) -> (String, String) {
    let korean = at % 2 == 1;
    let mut numbers = Numbers(at as u64 * 7919);
    let own: Vec<u64> = (0..4).map(|_| VOCABULARY / 10 + numbers.below(VOCABULARY * 9 / 10)).collect();
    let mut text = String::new();
    for n in 0..WORDS {
        let rank = if n % 15 == 7 { own[n % own.len()] } else { numbers.rank() };
        let end = if n % 12 == 11 { ". " } else { " " };
        let _ = write!(
            text,
            "{}{}{end}",
            word(korean, rank),
            if korean { ["은", "을", "에서", "의"][n % 4] } else { "" }
        );
    }
    let mut question: Vec<String> = own.iter().take(3).map(|&rank| word(korean, rank)).collect();
    question.extend((0..4).map(|_| word(korean, numbers.rank())));
    (text, question.join(" "))
}

fn middle(times: &mut [Duration], share: f64) -> f64 {
    times.sort_unstable();
    times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0
}

/// An empty vector: words alone are searched for.
async fn ids(store: &Store, text: &str, vector: &[f32], space: &str, policy: FusionPolicy) -> Vec<String> {
    let filter = Filter::default();
    let embedding = Some((space, vector)).filter(|_| !vector.is_empty());
    let now = OffsetDateTime::now_utc();
    let query = Query { text, embedding, filter: &filter, top_k: 10, policy, now };
    store.search(&query).await.unwrap().into_iter().map(|hit| hit.chunk.content).collect()
}

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().unwrap();
    let place = arguments.next().unwrap();
    let count: usize = arguments.next().map_or(100_000, |n| n.parse().unwrap());
    stet_llm::install_tls_provider();
    let mut private = None;
    let options: PgConnectOptions;
    let store = if place.starts_with("postgres") {
        options = place.parse().unwrap();
        Store::connect(&place, 8).await.unwrap()
    } else {
        let settings = Settings { data_dir: (&place).into(), postgres_dir: None, python_env: None };
        let embedded = Embedded::start(settings, |_| ()).await.unwrap();
        options = embedded.options();
        let store = Store::with_options(embedded.options(), 8).await.unwrap();
        private = Some(embedded);
        store
    };
    store.migrate().await.unwrap();
    let embedder: Arc<dyn Embedder> = Arc::new(HashingEmbedder::default());
    let passages: Vec<(String, String)> = (0..count).map(passage).collect();

    let texts = if store.documents().await.unwrap().is_empty() {
        fill(&store, &embedder, program.clone().into(), &passages).await
    } else {
        stored(&store).await
    };

    let policy = FusionPolicy::default();
    let space = embedder.space().to_owned();
    let asked: Vec<&str> =
        (0..QUESTIONS).map(|n| passages[(n * 7 + n % 2) * count / (QUESTIONS * 7 + 2)].1.as_str()).collect();
    let questions: Vec<String> = asked.iter().map(|&text| text.to_owned()).collect();
    let vectors = embedder.embed(&questions, EmbedRole::Query).await.unwrap();
    for (question, vector) in asked.iter().zip(&vectors).take(20) {
        ids(&store, question, vector, &space, policy).await;
    }
    let (mut alone, mut words, mut hybrid, mut found) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (question, vector) in asked.iter().zip(&vectors) {
        let before = Instant::now();
        // A word that no passage has.
        ids(&store, "xyzzy", vector, &space, policy).await;
        alone.push(before.elapsed());
        let before = Instant::now();
        ids(&store, question, &[], &space, policy).await;
        words.push(before.elapsed());
        let before = Instant::now();
        found.push(ids(&store, question, vector, &space, policy).await);
        hybrid.push(before.elapsed());
    }
    let (a50, a99) = (middle(&mut alone, 0.5), middle(&mut alone, 0.99));
    let (w50, w99) = (middle(&mut words, 0.5), middle(&mut words, 0.99));
    let (h50, h99) = (middle(&mut hybrid, 0.5), middle(&mut hybrid, 0.99));
    println!("vectors alone   p50 {a50:6.1} ms  p99 {a99:6.1} ms");
    println!("words alone     p50 {w50:6.1} ms  p99 {w99:6.1} ms");
    println!("hybrid          p50 {h50:6.1} ms  p99 {h99:6.1} ms   {:.1} x, {:.1} x", h50 / a50, h99 / a99);
    println!("recall@10 against exact {:.3}", recall(&texts, &asked, &vectors, &found, &embedder).await);
    sizes(&options).await;
    store.close().await;
    if let Some(private) = private {
        private.stop().await.unwrap();
    }
    let served = Served::start(&program, &place).await;
    for clients in [1, 16] {
        served.searched(&asked, clients).await;
    }
}

/// What the tables and indexes take on disk.
async fn sizes(options: &PgConnectOptions) {
    let mut connection = options.connect().await.unwrap();
    let rows: Vec<(String, i64)> = sqlx::query_as(
        "select c.relname, pg_table_size(c.oid) from pg_class c join pg_namespace n on n.oid = c.relnamespace \
         where n.nspname = 'public' and c.relkind in ('r', 'i') order by 2 desc limit 6",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    let all: Vec<String> = rows.iter().map(|(name, bytes)| format!("{name} {}", bytes >> 20)).collect();
    println!("MB on disk: {}", all.join(", "));
}

/// The program, serving.
struct Served {
    process: Child,
    url: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = Command::new("kill").arg(self.process.id().to_string()).status();
        let _ = self.process.wait();
    }
}

impl Served {
    async fn start(program: &str, place: &str) -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut command = Command::new(program);
        command.args(["serve", "--port", &port.to_string()]).env("STET_LOG", "error");
        if place.starts_with("postgres") {
            let folder = std::env::temp_dir().join("stet-scale");
            command.arg("--data-dir").arg(folder).env("DATABASE_URL", place);
        } else {
            command.args(["--data-dir", place]);
        }
        let served = Self { process: command.spawn().unwrap(), url: format!("http://127.0.0.1:{port}") };
        let ready = format!("{}/readyz", served.url);
        while !reqwest::get(&ready).await.is_ok_and(|answer| answer.status().is_success()) {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        served
    }

    /// All questions from so many clients at once; the first that each asks is not counted.
    async fn searched(&self, asked: &[&str], clients: usize) {
        let client = reqwest::Client::new();
        let each = asked.len() / clients;
        let begun = Instant::now();
        let searches = asked.chunks(each).take(clients).map(|own| {
            let (client, url) = (client.clone(), format!("{}/api/search", self.url));
            async move {
                let mut times = Vec::new();
                for question in own {
                    let before = Instant::now();
                    let body = serde_json::json!({ "query": question, "topK": 10 });
                    let answer = client.post(&url).json(&body).send().await.unwrap();
                    assert!(answer.status().is_success());
                    answer.bytes().await.unwrap();
                    times.push(before.elapsed());
                }
                times.split_off(1)
            }
        });
        let mut times = futures::future::join_all(searches).await.concat();
        let rate = (each * clients) as f64 / begun.elapsed().as_secs_f64();
        let (p50, p99) = (middle(&mut times, 0.5), middle(&mut times, 0.99));
        println!(
            "hybrid by HTTP, {clients:2} clients: p50 {p50:6.1} ms  p99 {p99:6.1} ms  {rate:6.1} searches a second"
        );
    }
}

/// Takes the passages in, and tells how fast.
async fn fill(
    store: &Store,
    embedder: &Arc<dyn Embedder>,
    program: std::path::PathBuf,
    passages: &[(String, String)],
) -> Vec<String> {
    let ingest =
        Ingest::new(store.clone(), Arc::clone(embedder), &IngestConfig::default()).with_program(program);
    let begun = Instant::now();
    ingest.start();
    let mut documents: Vec<Uuid> = Vec::new();
    for (n, part) in passages.chunks(DOCUMENT).enumerate() {
        // Blocks that are passages already: one line of JSON each.
        let lines: Vec<String> = part
            .iter()
            .map(|(text, _)| serde_json::json!({ "category": "paragraph", "content": text }).to_string())
            .collect();
        let file = format!("part-{n}.jsonl");
        documents.push(ingest.enqueue(&file, lines.join("\n").as_bytes()).await.unwrap().document_id);
    }
    for &document in &documents {
        ingest.wait(document).await.unwrap();
    }
    let ready = begun.elapsed();
    while !ingest.index_vectors().await.unwrap() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let indexed = begun.elapsed();
    ingest.close().await;
    let texts = stored(store).await;
    let rate = |time: Duration| texts.len() as f64 / time.as_secs_f64();
    println!(
        "{} passages, {:.0} a second until they are found, {:.0} until all vectors are in the index",
        texts.len(),
        rate(ready),
        rate(indexed)
    );
    texts
}

/// The passages as they were cut: a little of one leads into the next.
async fn stored(store: &Store) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for document in store.documents().await.unwrap() {
        let stored = store.chunks_between(document.id, 0, i32::MAX).await.unwrap();
        texts.extend(stored.into_iter().map(|chunk| chunk.content));
    }
    texts
}

/// The share of the exact ten best that the searches found.
async fn recall(
    texts: &[String],
    asked: &[&str],
    vectors: &[Vec<f32>],
    found: &[Vec<String>],
    embedder: &Arc<dyn Embedder>,
) -> f64 {
    let (mut frequency, mut terms) = (HashMap::<String, u64>::new(), 0);
    let mut packed: Vec<(Vec<u8>, usize)> = Vec::new();
    for text in texts {
        let all = search_terms(text);
        terms += all.len();
        packed.push((pack(all.iter().map(String::as_str)), all.len()));
        for term in all.into_iter().collect::<HashSet<_>>() {
            *frequency.entry(term).or_default() += 1;
        }
    }
    let mean = terms as f64 / texts.len() as f64;
    let vectors_of_texts = embedder.embed(texts, EmbedRole::Passage).await.unwrap();
    let (mut hit, mut all) = (0, 0);
    for ((question, vector), found) in asked.iter().zip(vectors).zip(found).take(EXACT) {
        let counted = |term: &str| Some(frequency.get(term).copied().unwrap_or(0));
        let bm25 = Bm25::new(Question::new(question), counted, texts.len() as u64, mean);
        let mut scorer = bm25.scorer();
        let mut keyword: Vec<(usize, f64)> = Vec::new();
        for (at, (counts, length)) in packed.iter().enumerate() {
            let length = u32::try_from(*length).unwrap();
            let counted = Counted { counts: Counts::new(counts), length, is_form: false };
            let score = scorer.score_counted(&Passage::default(), counted).score;
            if score > 0.0 {
                keyword.push((at, score));
            }
        }
        let mut semantic: Vec<(usize, f64)> = vectors_of_texts
            .iter()
            .enumerate()
            .map(|(at, other)| (at, vector.iter().zip(other).map(|(a, b)| f64::from(a * b)).sum()))
            .collect();
        for leg in [&mut keyword, &mut semantic] {
            leg.sort_by(|a, b| b.1.total_cmp(&a.1));
            leg.truncate(100);
        }
        let policy = FusionPolicy::default();
        let trust = SpaceProfile::of(Some(embedder.space())).trust;
        let best = fuse(
            &semantic,
            &keyword,
            &FusionPolicy { semantic_weight: policy.semantic_weight * trust, ..policy },
        );
        for fused in best.iter().take(10) {
            all += 1;
            hit += usize::from(found.iter().any(|text| *text == texts[fused.key]));
        }
    }
    f64::from(u32::try_from(hit).unwrap()) / f64::from(all)
}
