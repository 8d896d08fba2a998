//! The load tool: many answers at once through Stet and through a bare pass-through of the same model stream.
//!
//! ```sh
//! cargo build --release --bin stet --example load
//! target/release/examples/load target/release/stet [STREAMS] [TOKENS_PER_SECOND] [SECONDS]
//! ```
//!
//! Three processes of their own: a model that sends one token every 1/rate seconds on an absolute schedule and says in its
//! first sentence when it began; a pass-through that only copies bytes; and Stet with a private database. For each it
//! prints the time to the first token, the delay of a token against the model's schedule (half, 99 of 100), the time from the
//! token that decides a sentence's end to its verdict, and the CPU time per token of the process in the middle. The pass-through is the
//! baseline of the ratios.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::string_slice,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a tool that cannot go on must stop, and its numbers are small"
)]

use std::convert::Infallible;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use futures::StreamExt as _;
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// What the sources say and the model repeats, with a citation each.
const SENTENCES: [&str; 4] = [
    "The library of the museum opens at nine in the morning on weekdays",
    "Every student may borrow five books for two weeks",
    "재학생은 도서관에서 책을 다섯 권까지 두 주 동안 빌릴 수 있다",
    "The reading room of the museum closes at six in the evening",
];

fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs_f64()
}

/// The tokens of an answer: the moment it began, then sentences, a few characters each.
fn tokens(began: f64, count: usize) -> Vec<String> {
    let mut text = format!("The clock showed {began:.6} then. ");
    let mut tokens = Vec::new();
    let mut sentence = 0;
    while tokens.len() < count {
        text.push_str(SENTENCES[sentence % SENTENCES.len()]);
        text.push_str(" [1]. ");
        sentence += 1;
        let characters: Vec<char> = text.chars().collect();
        tokens.extend(characters.chunks(5).map(|token| token.iter().collect::<String>()));
        text.clear();
    }
    tokens
}

#[derive(Clone, Copy)]
struct Pace {
    rate: f64,
    count: usize,
}

async fn model(State(pace): State<Pace>) -> Response {
    let began = now();
    let start = tokio::time::Instant::now();
    let frames = tokens(began, pace.count).into_iter().enumerate().map(|(at, token)| {
        (at, format!("data: {}\n\n", json!({ "choices": [{ "index": 0, "delta": { "content": token } }] })))
    });
    let end =
        "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    let body = futures::stream::iter(frames.chain([(usize::MAX, end.to_owned())])).then(
        move |(at, frame)| async move {
            if at != usize::MAX {
                tokio::time::sleep_until(start + Duration::from_secs_f64(at as f64 / pace.rate)).await;
            }
            Ok::<_, Infallible>(frame)
        },
    );
    ([("content-type", "text/event-stream")], Body::from_stream(body)).into_response()
}

/// Copies the model's bytes.
async fn relay(State((client, url)): State<(reqwest::Client, String)>, body: String) -> Response {
    let upstream =
        client.post(url).header("content-type", "application/json").body(body).send().await.unwrap();
    ([("content-type", "text/event-stream")], Body::from_stream(upstream.bytes_stream())).into_response()
}

/// Serves a role on a free port and prints it.
async fn role(router: Router) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("listening http://{}", listener.local_addr().unwrap());
    axum::serve(listener, router).await.unwrap();
}

struct Process(Child, String);

impl Process {
    fn start(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        lines.read_line(&mut line).unwrap();
        std::thread::spawn(move || std::io::copy(&mut lines, &mut std::io::sink()));
        let url = line.split_whitespace().last().unwrap_or_default().to_owned();
        assert!(url.starts_with("http"), "it did not start: {line}");
        Self(child, url)
    }

    /// CPU seconds so far, user and system.
    fn cpu(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.0.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit_once(") ").unwrap().1.split(' ').collect();
        let ticks: f64 = fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap();
        ticks / 100.0
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}

#[derive(Default)]
struct Figures {
    first: Vec<f64>,
    delays: Vec<f64>,
    verdicts: Vec<f64>,
}

fn quantile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = ((values.len() as f64 - 1.0) * share).round();
    values.get(at as usize).copied().unwrap_or(f64::NAN) * 1000.0
}

/// Reads one answer; `native` says whether the parts are Stet's or the model's own.
async fn read(client: &reqwest::Client, url: &str, body: &Value, native: bool, pace: Pace) -> Figures {
    let mut figures = Figures::default();
    let asked = Instant::now();
    let mut stream = client.post(url).json(body).send().await.unwrap().bytes_stream();
    let (mut buffer, mut text, mut arrivals) = (String::new(), String::new(), Vec::new());
    while let Some(Ok(bytes)) = stream.next().await {
        buffer.push_str(&String::from_utf8_lossy(&bytes));
        while let Some((frame, rest)) = buffer.split_once("\n\n") {
            let data = frame.lines().find_map(|line| line.strip_prefix("data: ")).unwrap_or_default();
            let part: Value = serde_json::from_str(data).unwrap_or_default();
            let delta = if native { &part["delta"] } else { &part["choices"][0]["delta"]["content"] };
            if let Some(delta) = delta.as_str() {
                if text.is_empty() {
                    figures.first.push(asked.elapsed().as_secs_f64());
                }
                text.push_str(delta);
                arrivals.push((text.chars().count(), now()));
            } else if part["type"] == "data-sentence" && part["data"]["citations"][0].is_object() {
                figures.verdicts.push(now());
            }
            buffer = rest.to_owned();
        }
    }
    let began: f64 = text.split_whitespace().nth(3).and_then(|word| word.parse().ok()).unwrap_or(f64::NAN);
    // When each character was sent, by the model's schedule.
    let mut sent = Vec::new();
    for (at, token) in tokens(began, pace.count).iter().enumerate() {
        sent.extend(std::iter::repeat_n(began + at as f64 / pace.rate, token.chars().count()));
    }
    figures.delays = arrivals.iter().filter_map(|&(end, at)| Some(at - sent.get(end - 1)?)).collect();
    // A verdict belongs to the sentence whose text ended just before it. Its clock starts with the token behind that
    // text: only there is it certain that no further mark belongs to the sentence.
    figures.verdicts = figures
        .verdicts
        .iter()
        .filter_map(|&at| {
            let end = arrivals.iter().rev().find(|&&(_, arrived)| arrived <= at)?.0;
            Some(at - sent.get(end).or(sent.last())?)
        })
        .collect();
    figures
}

async fn measure(process: &Process, url: String, native: bool, streams: usize, pace: Pace) -> (Figures, f64) {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let before = process.cpu();
    let tasks: Vec<_> = (0..streams)
        .map(|at| {
            let (client, url) = (client.clone(), url.clone());
            let question = "When does the library of the museum open and how many books may a student borrow?";
            let body = if native {
                json!({ "id": format!("load-{}-{at}", std::process::id()),
                    "message": { "id": "u", "role": "user", "parts": [{ "type": "text", "text": question }] } })
            } else {
                json!({ "model": "load", "stream": true, "messages": [{ "role": "user", "content": question }] })
            };
            tokio::spawn(async move {
                // Answers do not begin in step.
                tokio::time::sleep(Duration::from_millis(7 * at as u64 % 1000)).await;
                read(&client, &url, &body, native, pace).await
            })
        })
        .collect();
    let mut all = Figures::default();
    for task in tasks {
        let one = task.await.unwrap();
        all.first.extend(one.first);
        all.delays.extend(one.delays);
        all.verdicts.extend(one.verdicts);
    }
    let tokens = (streams * pace.count) as f64;
    (all, (process.cpu() - before) / tokens * 1e6)
}

#[tokio::main]
async fn main() {
    stet::llm::install_tls_provider();
    let arguments: Vec<String> = std::env::args().collect();
    let number =
        |at: usize, default: f64| arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(default);
    match arguments.get(1).map(String::as_str) {
        Some("--model") => {
            let pace = Pace { rate: number(2, 50.0), count: number(3, 250.0) as usize };
            role(Router::new().route("/v1/chat/completions", post(model)).with_state(pace)).await;
        }
        Some("--relay") => {
            let client = reqwest::Client::builder().no_proxy().build().unwrap();
            let url = format!("{}/v1/chat/completions", arguments[2]);
            role(Router::new().route("/v1/chat/completions", post(relay)).with_state((client, url))).await;
        }
        Some(stet) => compare(Path::new(stet), number(2, 50.0), number(3, 50.0), number(4, 5.0)).await,
        None => eprintln!("usage: load PATH_OF_STET [STREAMS] [TOKENS_PER_SECOND] [SECONDS]"),
    }
}

async fn compare(stet: &Path, streams: f64, rate: f64, seconds: f64) {
    let (streams, pace) = (streams as usize, Pace { rate, count: (rate * seconds) as usize });
    let own = std::env::current_exe().unwrap();
    let model =
        Process::start(Command::new(&own).args(["--model", &rate.to_string(), &pace.count.to_string()]));
    let relay = Process::start(Command::new(&own).args(["--relay", &model.1]));
    let folder = std::env::temp_dir().join(format!("stet-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let source = folder.join("museum.txt");
    std::fs::write(&source, SENTENCES.map(|sentence| format!("{sentence}.\n\n")).concat()).unwrap();
    let data = folder.join("data");
    let ingested =
        Command::new(stet).arg("--data-dir").arg(&data).arg("ingest").arg(&source).status().unwrap();
    assert!(ingested.success(), "the document was not taken in");
    let server = Process::start(
        Command::new(stet)
            .arg("--data-dir")
            .arg(&data)
            .args(["serve", "--port", "0"])
            .env("OPENAI_BASE_URL", format!("{}/v1", model.1))
            .env("STET_MAX_ANSWERS", "1000")
            .env("STET_MODEL_LAYER", "false"),
    );
    println!("{streams} answers at once, {rate} tokens a second each, {} tokens an answer\n", pace.count);
    println!(
        "| | first token p50 ms | token delay p50 ms | p99 ms | verdict p50 ms | p99 ms | CPU µs a token |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|");
    let (mut bare, bare_cpu) =
        measure(&relay, format!("{}/v1/chat/completions", relay.1), false, streams, pace).await;
    let (mut checked, cpu) = measure(&server, format!("{}/api/chat", server.1), true, streams, pace).await;
    for (name, figures, cpu) in [("pass-through", &mut bare, bare_cpu), ("stet", &mut checked, cpu)] {
        println!(
            "| {name} | {:.1} | {:.2} | {:.2} | {:.2} | {:.2} | {cpu:.1} |",
            quantile(&mut figures.first, 0.5),
            quantile(&mut figures.delays, 0.5),
            quantile(&mut figures.delays, 0.99),
            quantile(&mut figures.verdicts, 0.5),
            quantile(&mut figures.verdicts, 0.99),
        );
    }
    println!(
        "| ratio | | {:.2} | {:.2} | | | {:.2} |",
        quantile(&mut checked.delays, 0.5) / quantile(&mut bare.delays, 0.5),
        quantile(&mut checked.delays, 0.99) / quantile(&mut bare.delays, 0.99),
        cpu / bare_cpu
    );
    drop(server);
    let _ = std::fs::remove_dir_all(&folder);
}
