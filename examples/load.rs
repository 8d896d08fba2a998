//! The load tool: many answers at once through Stet and through a bare pass-through of the same model stream.
//!
//! ```sh
//! cargo build --release --bin stet --example load
//! target/release/examples/load target/release/stet [STREAMS] [TOKENS_PER_SECOND] [SECONDS] [SOURCES] [ROUNDS]
//! ```
//!
//! Four processes of their own: a model that sends one token every 1/rate seconds, notes when it did, and says in its
//! first sentence when it began; a pass-through that only copies bytes; a plain relay, which reads the stream with
//! `async-openai` and writes each token as an event with `axum`, what one would write first and without any check; and
//! Stet with a private database and SOURCES passages of 1000 characters in each answer's prompt. With a rate of 0 the model sends as fast as it can (saturated),
//! still one write a token, and SECONDS times 500 tokens an answer.
//!
//! The three are measured in turns, ROUNDS times; each figure is the middle one of the rounds:
//!
//! * the time to the first token;
//! * the time from the model's sending of a token to its arrival (half, 99 of 100), apart for tokens inside a held tail, which the gate
//!   keeps by design until it has seen more (from the white space before a mark to the end of the sentence, and a full
//!   stop that may end one), and for all others;
//! * the time from the token that decides a sentence's end to its verdict;
//! * CPU time per token of the process in the middle while every answer is streaming, of the same from the first question
//!   to the last stored answer, and of the database;
//! * how much more memory the process in the middle has for each stream (the first round's is the one to look at: what was
//!   freed is used again).
//!
//! The last line tells in short what a token costs Stet and the plain relay, and of which build both are: `scripts/test.sh` runs
//! a few seconds of it with the debug build, so that a change which spoils a token is seen.
//!
//! An answer that is cut, or is not what the model wrote, ends the run. 2,000 streams need `ulimit -n 16384`.
//!
//! The pass-through is the baseline of the ratios; the plain relay shows how much of them the reading and framing alone
//! take.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::string_slice,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a tool that cannot go on must stop, and its numbers are small"
)]

use std::borrow::Cow;
use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use async_openai::config::OpenAIConfig;
use axum::Router;
use axum::body::Body;
use axum::extract::{Path as UrlPath, State};
use axum::response::{IntoResponse, Response, sse};
use axum::routing::{get, post};
use axum::serve::ListenerExt as _;
use futures::StreamExt as _;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// What the sources say and the model after them, with a citation each.
const SENTENCES: [&str; 4] = [
    "The library of the museum opens at nine in the morning on weekdays",
    "Every student may borrow five books for two weeks",
    "재학생은 도서관에서 책을 다섯 권까지 두 주 동안 빌릴 수 있다",
    "The reading room of the museum closes at six in the evening",
];
/// What fills a source up, a sentence after another.
const FILLER: [&str; 5] = [
    "The collection of the museum has grown since it was founded beside the river",
    "Guided tours begin in the entrance hall and end in the garden",
    "Visitors leave their coats and bags in the lockers of the lower floor",
    "학생증을 보여 주면 박물관의 모든 전시를 무료로 볼 수 있다",
    "The archive answers letters about the history of the town and its families",
];
/// The sentence of a turn: an answer that said the same few again and again would be ended.
fn said(turn: usize) -> &'static str {
    let turn = turn % (SENTENCES.len() + FILLER.len());
    SENTENCES.iter().chain(&FILLER).nth(turn).copied().unwrap_or_default()
}

/// Characters of a token.
const TOKEN_CHARS: usize = 5;
/// Characters of a source.
const SOURCE_CHARS: usize = 1000;

fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs_f64()
}

/// The tokens of an answer: the moment it began, then sentences, a few characters each.
fn tokens(began: f64, count: usize) -> Vec<String> {
    let mut text = format!("The clock showed {began:.6} then. ");
    let mut tokens = Vec::new();
    let mut sentence = 0;
    while tokens.len() < count {
        text.push_str(said(sentence));
        text.push_str(" [1]. ");
        sentence += 1;
        let characters: Vec<char> = text.chars().collect();
        tokens.extend(characters.chunks(TOKEN_CHARS).map(|token| token.iter().collect::<String>()));
        text.clear();
    }
    tokens
}

/// For each character of an answer whether it lies in a tail that is held back: a mark with the space before it and the
/// end of the sentence behind it, or a full stop with the space behind it.
fn held(text: &str) -> Vec<bool> {
    let mut inside = false;
    let mut held = Vec::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let opens = character == '.' || character == ' ' && characters.peek() == Some(&'[');
        inside = opens || inside && matches!(character, '[' | '1' | ']' | ' ');
        held.push(inside);
    }
    held
}

/// How a model sends: `rate` tokens a second, as fast as it can when that is 0, `count` in all.
#[derive(Clone, Copy)]
struct Pace {
    rate: f64,
    count: usize,
}

/// The model: its pace, and when it sent each token of an answer, by the moment that the answer names.
#[derive(Clone)]
struct Model {
    pace: Pace,
    sent: Arc<Mutex<HashMap<String, Vec<f64>>>>,
}

impl Model {
    fn sends(&self, key: &str) {
        self.sent.lock().unwrap().entry(key.to_owned()).or_default().push(now());
    }
}

async fn model(State(model): State<Model>) -> Response {
    let (pace, began) = (model.pace, now());
    let key = format!("{began:.6}");
    let start = tokio::time::Instant::now();
    let frames = tokens(began, pace.count).into_iter().enumerate().map(|(at, token)| {
        (at, format!("data: {}\n\n", json!({ "choices": [{ "index": 0, "delta": { "content": token } }] })))
    });
    let end =
        "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    let body =
        futures::stream::iter(frames.chain([(usize::MAX, end.to_owned())])).then(move |(at, frame)| {
            let (model, key) = (model.clone(), key.clone());
            async move {
                if pace.rate <= 0.0 {
                    // Gives the connection the turn to write what it has: one write a token, as servers do.
                    tokio::task::yield_now().await;
                } else if at != usize::MAX {
                    tokio::time::sleep_until(start + Duration::from_secs_f64(at as f64 / pace.rate)).await;
                    model.sends(&key);
                }
                Ok::<_, Infallible>(frame)
            }
        });
    ([("content-type", "text/event-stream")], Body::from_stream(body)).into_response()
}

/// When the tokens of an answer were sent.
async fn sent(State(model): State<Model>, UrlPath(key): UrlPath<String>) -> axum::Json<Vec<f64>> {
    axum::Json(model.sent.lock().unwrap().remove(&key).unwrap_or_default())
}

/// Copies the model's bytes.
async fn relay(State((client, url)): State<(reqwest::Client, String)>, body: String) -> Response {
    let upstream =
        client.post(url).header("content-type", "application/json").body(body).send().await.unwrap();
    ([("content-type", "text/event-stream")], Body::from_stream(upstream.bytes_stream())).into_response()
}

/// Reads the model's tokens and writes each as a part of its own, without a look at what they say.
async fn plain(State(model): State<async_openai::Client<OpenAIConfig>>, body: String) -> impl IntoResponse {
    let body: Value = serde_json::from_str(&body).unwrap();
    let chunks = model.chat().create_stream_byot::<_, Value>(body).await.unwrap();
    let parts = chunks.filter_map(async |chunk| {
        let chunk = chunk.unwrap();
        let delta = chunk.pointer("/choices/0/delta/content")?.as_str()?;
        Some(sse::Event::default().json_data(json!({ "type": "text-delta", "id": "t1", "delta": delta })))
    });
    sse::Sse::new(parts.boxed()).keep_alive(sse::KeepAlive::default())
}

/// Serves a role on a free port and prints it.
async fn role(router: Router) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("listening http://{}", listener.local_addr().unwrap());
    let listener = listener.tap_io(|socket| socket.set_nodelay(true).unwrap());
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
        // In nanoseconds, where `stat` counts ticks of 10 ms.
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.0.id())).unwrap();
        let spent = tasks.flatten().filter_map(|task| {
            let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
            text.split(' ').next()?.parse::<f64>().ok()
        });
        spent.sum::<f64>() / 1e9
    }
}

impl Process {
    /// Memory that it has in RAM, in KiB.
    fn resident(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        line.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(f64::NAN)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}

/// CPU seconds of the processes of the database that works in `folder`, with those that have ended.
fn database_cpu(folder: &Path) -> f64 {
    let Some(root) = postmaster(folder) else { return 0.0 };
    let ticks = |pid: u32, ended: bool| -> Option<(u32, f64)> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let fields: Vec<f64> =
            stat.rsplit_once(") ")?.1.split(' ').map(|field| field.parse().unwrap_or(0.0)).collect();
        let own = fields[11] + fields[12];
        Some((fields[1] as u32, if ended { own + fields[13] + fields[14] } else { own }))
    };
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let children: f64 = processes
        .filter_map(|entry| ticks(entry.file_name().to_str()?.parse().ok()?, false))
        .filter(|(parent, _)| *parent == root)
        .map(|(_, ticks)| ticks)
        .sum();
    (children + ticks(root, true).map_or(0.0, |(_, ticks)| ticks)) / 100.0
}

/// The process that the database under `folder` names as its first.
fn postmaster(folder: &Path) -> Option<u32> {
    let mut folders: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        if let Ok(text) = std::fs::read_to_string(folder.join("postmaster.pid")) {
            return text.lines().next()?.trim().parse().ok();
        }
        let entries = std::fs::read_dir(&folder).ok()?.flatten();
        folders.extend(
            entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())).map(|e| e.path()),
        );
    }
    None
}

/// What is read of a frame, Stet's or the model's own.
#[derive(Deserialize)]
struct Part<'a> {
    #[serde(borrow, default, rename = "type")]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    delta: Option<Cow<'a, str>>,
    data: Option<Data>,
    #[serde(borrow, default)]
    choices: Vec<Choice<'a>>,
}

#[derive(Deserialize)]
struct Data {
    #[serde(default)]
    citations: Vec<IgnoredAny>,
}

#[derive(Deserialize)]
struct Choice<'a> {
    #[serde(borrow)]
    delta: Content<'a>,
}

#[derive(Deserialize)]
struct Content<'a> {
    #[serde(borrow)]
    content: Option<Cow<'a, str>>,
}

/// What was measured, in seconds; CPU in seconds per token.
#[derive(Default)]
struct Figures {
    first: Vec<f64>,
    free: Vec<f64>,
    held: Vec<f64>,
    verdicts: Vec<f64>,
}

fn quantile(mut values: Vec<f64>, share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = ((values.len() as f64 - 1.0) * share).round();
    values.get(at as usize).copied().unwrap_or(f64::NAN)
}

/// How far the answers of a round have come.
#[derive(Default)]
struct Progress {
    begun: AtomicUsize,
    /// Characters that have arrived, of all answers.
    characters: AtomicUsize,
    ended: AtomicUsize,
}

/// Where a round's requests go.
#[derive(Clone)]
struct Target {
    progress: Arc<Progress>,
    client: reqwest::Client,
    url: String,
    /// The model's address, which knows when a token was sent.
    model: String,
}

/// Reads one answer.
async fn read(target: &Target, body: &Value, pace: Pace) -> Figures {
    let mut figures = Figures::default();
    let asked = Instant::now();
    let response = target.client.post(&target.url).json(body).send().await.unwrap();
    assert!(response.status().is_success(), "{}", response.text().await.unwrap_or_default());
    let mut stream = response.bytes_stream();
    let (mut buffer, mut text, mut characters) = (Vec::new(), String::new(), 0);
    let (mut arrivals, mut verdicts, mut end) = (Vec::new(), Vec::new(), String::new());
    while let Some(bytes) = stream.next().await {
        let bytes = bytes.unwrap_or_else(|fault| panic!("{} cut off: {fault:?}; so far {text}", target.url));
        buffer.extend_from_slice(&bytes);
        let mut done = 0;
        while let Some(length) = memchr::memmem::find(&buffer[done..], b"\n\n") {
            let frame = std::str::from_utf8(&buffer[done..done + length]).unwrap();
            done += length + 2;
            let data = frame.lines().find_map(|line| line.strip_prefix("data: ")).unwrap_or_default();
            let Ok(part) = serde_json::from_str::<Part<'_>>(data) else { continue };
            let content = part.choices.into_iter().next().and_then(|choice| choice.delta.content);
            if let Some(delta) = part.delta.or(content) {
                if text.is_empty() {
                    figures.first.push(asked.elapsed().as_secs_f64());
                    target.progress.begun.fetch_add(1, Ordering::Relaxed);
                }
                text.push_str(&delta);
                let more = delta.chars().count();
                characters += more;
                target.progress.characters.fetch_add(more, Ordering::Relaxed);
                arrivals.push((characters, now()));
            } else if part.kind == "data-sentence" && part.data.is_some_and(|data| !data.citations.is_empty())
            {
                verdicts.push(now());
            }
            if part.kind == "data-result" || part.kind == "error" {
                data.clone_into(&mut end);
            }
        }
        buffer.drain(..done);
    }
    target.progress.ended.fetch_add(1, Ordering::Relaxed);
    let key = text.split_whitespace().nth(3).unwrap_or_default();
    let began =
        key.parse().unwrap_or_else(|_| panic!("{} is no answer of the model: {text}\n{end}", target.url));
    let tokens = tokens(began, pace.count);
    let whole = tokens.concat();
    assert!(text.starts_with(whole.trim_end()), "the answer is not what the model wrote: {text}\n{end}");
    if pace.rate <= 0.0 {
        return figures;
    }
    // When each character was sent, and whether it is one that has to wait.
    let held = held(&whole);
    let times = target.client.get(format!("{}/sent/{key}", target.model)).send().await.unwrap();
    let times: Vec<f64> = times.json().await.unwrap();
    let mut sent = Vec::new();
    for (time, token) in times.iter().zip(&tokens) {
        sent.extend(std::iter::repeat_n(*time, token.chars().count()));
    }
    for &(end, at) in &arrivals {
        let Some(sent) = sent.get(end - 1) else { continue };
        if held[end - 1] { &mut figures.held } else { &mut figures.free }.push(at - sent);
    }
    // A verdict belongs to the sentence whose text ended just before it. Its clock starts with the token behind that
    // text: only there is it certain that no further mark belongs to the sentence.
    figures.verdicts = verdicts
        .iter()
        .filter_map(|&at| {
            let end = arrivals.iter().rev().find(|&&(_, arrived)| arrived <= at)?.0;
            Some(at - sent.get(end).or(sent.last())?)
        })
        .collect();
    figures
}

/// The columns of the table, in their order.
const COLUMNS: [&str; 12] = [
    "first token p50 ms",
    "token p50 ms",
    "p99 ms",
    "held token p50 ms",
    "p99 ms",
    "verdict p50 ms",
    "p99 ms",
    "CPU µs a token, streaming",
    "with asking and storing",
    "database",
    "tokens a second",
    "memory KiB a stream",
];
/// Those that are compared as ratios.
const COMPARED: [usize; 5] = [1, 2, 7, 8, 10];

/// One process in the middle, for one round: the figures in the order of [`COLUMNS`].
async fn measure(
    process: &Process,
    path: &str,
    model: &Process,
    streams: usize,
    pace: Pace,
    folder: &Path,
) -> Vec<f64> {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let progress = Arc::new(Progress::default());
    let target = Target {
        progress: Arc::clone(&progress),
        client,
        url: format!("{}{path}", process.1),
        model: model.1.clone(),
    };
    let native = path == CHAT;
    let resident = process.resident();
    let (before, database_before, began) = (process.cpu(), database_cpu(folder), Instant::now());
    let tasks: Vec<_> = (0..streams)
        .map(|at| {
            let target = target.clone();
            let question = "When does the library of the museum open?";
            let body = if native {
                json!({ "id": format!("load-{:.6}-{at}", now()),
                    "message": { "id": "u", "role": "user", "parts": [{ "type": "text", "text": question }] } })
            } else {
                json!({ "model": "load", "stream": true, "messages": [{ "role": "user", "content": question }] })
            };
            tokio::spawn(async move {
                // Answers do not begin in step.
                tokio::time::sleep(Duration::from_millis(7 * at as u64 % 1000)).await;
                read(&target, &body, pace).await
            })
        })
        .collect();
    // While all answers are streaming: after the last has begun, before the first ends.
    let (mut streaming, mut most) = (f64::NAN, 0.0_f64);
    let counted = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
    while counted(&progress.begun) < streams && counted(&progress.ended) == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let (from, seen) = (process.cpu(), counted(&progress.characters));
    while counted(&progress.ended) == 0 {
        let characters = counted(&progress.characters) - seen;
        streaming = (process.cpu() - from) / (characters as f64 / TOKEN_CHARS as f64);
        most = most.max(process.resident());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let mut all = Figures::default();
    for task in tasks {
        let one = task.await.unwrap();
        all.first.extend(one.first);
        all.free.extend(one.free);
        all.held.extend(one.held);
        all.verdicts.extend(one.verdicts);
    }
    let tokens = (streams * pace.count) as f64;
    let took = began.elapsed().as_secs_f64();
    let (cpu, database) = (process.cpu() - before, database_cpu(folder) - database_before);
    let ms = |values: &Vec<f64>, share: f64| quantile(values.clone(), share) * 1e3;
    vec![
        ms(&all.first, 0.5),
        ms(&all.free, 0.5),
        ms(&all.free, 0.99),
        ms(&all.held, 0.5),
        ms(&all.held, 0.99),
        ms(&all.verdicts, 0.5),
        ms(&all.verdicts, 0.99),
        streaming * 1e6,
        cpu / tokens * 1e6,
        if native { database / tokens * 1e6 } else { f64::NAN },
        tokens / took,
        (most - resident) / streams as f64,
    ]
}

const CHAT: &str = "/api/chat";
const COMPLETIONS: &str = "/v1/chat/completions";

#[tokio::main]
async fn main() {
    stet_llm::install_tls_provider();
    let arguments: Vec<String> = std::env::args().collect();
    let number =
        |at: usize, default: f64| arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(default);
    match arguments.get(1).map(String::as_str) {
        Some("--model") => {
            let pace = Pace { rate: number(2, 50.0), count: number(3, 250.0) as usize };
            let state = Model { pace, sent: Arc::default() };
            let router = Router::new().route(COMPLETIONS, post(model)).route("/sent/{key}", get(sent));
            role(router.with_state(state)).await;
        }
        Some("--relay") => {
            let client = reqwest::Client::builder().no_proxy().build().unwrap();
            let url = format!("{}{COMPLETIONS}", arguments[2]);
            role(Router::new().route(COMPLETIONS, post(relay)).with_state((client, url))).await;
        }
        Some("--plain") => {
            let config = OpenAIConfig::new().with_api_base(format!("{}/v1", arguments[2]));
            let client = async_openai::Client::with_config(config);
            role(Router::new().route(COMPLETIONS, post(plain)).with_state(client)).await;
        }
        Some(stet) => {
            let (streams, rate, seconds) = (number(2, 50.0), number(3, 50.0), number(4, 5.0));
            let count = if rate > 0.0 { rate } else { 500.0 } * seconds;
            let pace = Pace { rate, count: count as usize };
            let (sources, rounds) = (number(5, 5.0) as usize, number(6, 3.0) as usize);
            compare(Path::new(stet), streams as usize, pace, sources, rounds).await;
        }
        None => {
            eprintln!("usage: load PATH_OF_STET [STREAMS] [TOKENS_PER_SECOND] [SECONDS] [SOURCES] [ROUNDS]");
        }
    }
}

/// Writes the sources: each says what the model will say, in an order of its own.
fn write_sources(folder: &Path, count: usize) {
    std::fs::create_dir_all(folder).unwrap();
    for at in 0..count {
        let mut text = String::new();
        for turn in 0.. {
            let sentence = said(at + turn);
            if text.chars().count() + sentence.chars().count() + 2 > SOURCE_CHARS {
                break;
            }
            text.push_str(sentence);
            text.push_str(". ");
        }
        // What makes it a file of its own.
        writeln!(text, "{at}.").unwrap();
        std::fs::write(folder.join(format!("museum-{at}.txt")), text).unwrap();
    }
}

async fn compare(stet: &Path, streams: usize, pace: Pace, sources: usize, rounds: usize) {
    let own = std::env::current_exe().unwrap();
    let model =
        Process::start(Command::new(&own).args(["--model", &pace.rate.to_string(), &pace.count.to_string()]));
    let relay = Process::start(Command::new(&own).args(["--relay", &model.1]));
    let plain = Process::start(Command::new(&own).args(["--plain", &model.1]));
    let folder = std::env::temp_dir().join(format!("stet-load-{}", std::process::id()));
    let (files, data) = (folder.join("files"), folder.join("data"));
    write_sources(&files, sources);
    let ingested =
        Command::new(stet).arg("--data-dir").arg(&data).arg("ingest").arg(&files).status().unwrap();
    assert!(ingested.success(), "the documents were not taken in");
    let server = Process::start(
        Command::new(stet)
            .arg("--data-dir")
            .arg(&data)
            .args(["serve", "--port", "0"])
            .env("OPENAI_BASE_URL", format!("{}/v1", model.1))
            .env("STET_MAX_ANSWERS", streams.max(1000).to_string())
            .env("STET_MAX_SOURCES", sources.to_string())
            .env("STET_MIN_RELEVANCE", "0")
            .env("SEARCH_DEFAULT_TOP_K", sources.max(10).to_string())
            .env("STET_MODEL_LAYER", "false")
            // One request to the model an answer, as the others have: it can plan nothing.
            .env("PLANNING_MAX_SUBTASKS", "0"),
    );
    let speed =
        if pace.rate > 0.0 { format!("{} tokens a second each", pace.rate) } else { "saturated".into() };
    println!(
        "{streams} answers at once, {speed}, {} tokens an answer, {sources} sources, middle of {rounds} rounds\n",
        pace.count
    );
    let (mut bare, mut unchecked, mut checked) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        bare.push(measure(&relay, COMPLETIONS, &model, streams, pace, &data).await);
        unchecked.push(measure(&plain, COMPLETIONS, &model, streams, pace, &data).await);
        checked.push(measure(&server, CHAT, &model, streams, pace, &data).await);
    }
    let middle = |rounds: &[Vec<f64>]| -> Vec<f64> {
        (0..COLUMNS.len()).map(|at| quantile(rounds.iter().map(|round| round[at]).collect(), 0.5)).collect()
    };
    let (bare, unchecked, checked) = (middle(&bare), middle(&unchecked), middle(&checked));
    let ratios = |row: &[f64]| -> Vec<f64> {
        (0..COLUMNS.len())
            .map(|at| if COMPARED.contains(&at) { row[at] / bare[at] } else { f64::NAN })
            .collect()
    };
    let rows = [
        ("pass-through", bare.clone()),
        ("plain relay", unchecked.clone()),
        ("its ratio", ratios(&unchecked)),
        ("stet", checked.clone()),
        ("its ratio", ratios(&checked)),
    ];
    println!("| | {} |\n|---|{}", COLUMNS.join(" | "), "---:|".repeat(COLUMNS.len()));
    for (name, row) in rows {
        let cells =
            row.iter().map(|value| if value.is_nan() { "–".to_owned() } else { format!("{value:.2}") });
        println!("| {name} | {} |", cells.collect::<Vec<_>>().join(" | "));
    }
    let build = if cfg!(debug_assertions) { "not optimised" } else { "optimised" };
    println!(
        "\nCPU a token while streaming: stet {:.1} µs, plain relay {:.1} µs, {:.2} times ({build})",
        checked[7],
        unchecked[7],
        checked[7] / unchecked[7]
    );
    drop(server);
    let _ = std::fs::remove_dir_all(&folder);
}
