//! What one token of an answer costs, stage by stage: processor time of one thread, no network, no database.
//!
//! ```sh
//! cargo run --profile quick --example token
//! ```
//!
//! The text is that of the load tool, five characters a token, with a citation behind each sentence, and the same in Korean
//! alone. `answer` is the whole of it, cutting, marks and judging; what one sentence's verdict takes of that stands behind
//! it. The event log stores what was told in rows of many tokens: `log` is a token's part of one.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::similar_names,
    clippy::unchecked_time_subtraction,
    clippy::format_collect,
    clippy::needless_for_each,
    reason = "a tool that cannot go on must stop, and its numbers are small"
)]

use std::collections::VecDeque;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use serde_json::json;
use stet_answer::{Addresses, AnswerEvent, AnswerPolicy, AnswerSource, AnswerStream};
use stet_ask::{Event, Live};
use stet_gate::{Context, GatePolicy, PreparedSources, judge_in};
use stet_http::wire::Encoder;
use stet_llm::{ChatDelta, ChunkReader};
use stet_marks::leaks::Keep;
use stet_segment::SentenceSegmenter;
use stet_text::Language;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

const MIXED: [&str; 9] = [
    "The library of the museum opens at nine in the morning on weekdays",
    "Every student may borrow five books for two weeks",
    "재학생은 도서관에서 책을 다섯 권까지 두 주 동안 빌릴 수 있다",
    "The reading room of the museum closes at six in the evening",
    "The collection of the museum has grown since it was founded beside the river",
    "Guided tours begin in the entrance hall and end in the garden",
    "Visitors leave their coats and bags in the lockers of the lower floor",
    "학생증을 보여 주면 박물관의 모든 전시를 무료로 볼 수 있다",
    "The archive answers letters about the history of the town and its families",
];
const KOREAN: [&str; 6] = [
    "재학생은 도서관에서 책을 다섯 권까지 두 주 동안 빌릴 수 있다",
    "학생증을 보여 주면 박물관의 모든 전시를 무료로 볼 수 있다",
    "열람실은 평일 저녁 여섯 시에 닫고 주말에는 한 시간 먼저 닫는다",
    "안내 관람은 현관에서 시작하여 정원에서 끝나며 한 시간이 걸린다",
    "방문객은 외투와 가방을 아래층 보관함에 넣어야 한다",
    "기록 보관소는 마을과 그 가족들의 역사에 관한 편지에 답한다",
];
/// Characters of a token, tokens that are logged together, sentences of an answer, rounds.
const TOKEN_CHARS: usize = 5;
const ROW: usize = 12;
const SENTENCES: usize = 36;
const ROUNDS: usize = 200;

/// Processor time of this thread.
fn clock() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or_default())
}

/// Microseconds of the quickest of some rounds.
fn least<T>(mut round: impl FnMut() -> T) -> f64 {
    let mut least = f64::MAX;
    for _ in 0..ROUNDS {
        let began = clock();
        black_box(round());
        least = least.min((clock() - began).as_secs_f64() * 1e6);
    }
    least
}

/// Each said again and again in sources of a thousand characters, each in an order of its own.
fn sources(sentences: &[&str]) -> Vec<AnswerSource> {
    let text = |at: usize| {
        let all = sentences.iter().cycle().skip(at).map(|sentence| format!("{sentence}. "));
        all.take(1000 / sentences.iter().map(|one| one.chars().count()).max().unwrap_or(1))
            .collect::<String>()
    };
    let source = |at: usize| AnswerSource {
        key: format!("museum-{at}"),
        title: format!("museum-{at}.txt"),
        text: text(at).into(),
        ..AnswerSource::default()
    };
    (0..5).map(source).collect()
}

fn table(name: &str, sentences: &[&str]) {
    let text: String =
        sentences.iter().cycle().take(SENTENCES).map(|sentence| format!("{sentence} [1]. ")).collect();
    let letters: Vec<char> = text.chars().collect();
    let tokens: Vec<String> = letters.chunks(TOKEN_CHARS).map(|token| token.iter().collect()).collect();
    let frames: Vec<String> = tokens
        .iter()
        .map(|token| {
            format!("data: {}\n\n", json!({ "choices": [{ "index": 0, "delta": { "content": token } }] }))
        })
        .collect();
    let sources = sources(sentences);
    let prepared = PreparedSources::sharing(sources.iter().map(|source| Arc::clone(&source.text)));
    let mut policy = AnswerPolicy::new(Language::En);
    policy.question = Some("When does the library of the museum open?".to_owned());

    let bytes = || {
        let (mut reader, mut out) = (ChunkReader::new(None, Keep::Nothing), VecDeque::new());
        frames.iter().for_each(|frame| reader.push(frame.as_bytes(), &mut out).unwrap());
        out.iter().filter(|delta| matches!(delta, ChatDelta::Text(_))).count()
    };
    let addresses = || {
        let mut addresses = Addresses::default();
        tokens.iter().map(|token| addresses.push(token, |_, _| false).len()).sum::<usize>()
    };
    let segments = || {
        let (mut segmenter, mut out) = (SentenceSegmenter::new(), Vec::new());
        tokens.iter().for_each(|token| segmenter.push(token, &mut out));
        out.len()
    };
    let answered = || {
        let mut answer = AnswerStream::new(sources.clone(), prepared.clone(), policy.clone());
        let mut out = Vec::new();
        tokens.iter().for_each(|token| answer.push(token, &mut out));
        answer.finish(true, &mut out);
        out
    };
    let context = Context::of(policy.question.clone());
    let verdicts = || {
        let claims = sentences.iter().cycle().take(SENTENCES);
        claims
            .map(|claim| judge_in(claim, &context, &prepared, &[0], &GatePolicy::default()).score)
            .sum::<f32>()
    };
    let events: Vec<Event> = answered()
        .into_iter()
        .filter_map(|event| {
            let text_id = "t1".into();
            match event {
                AnswerEvent::Text(delta) => Some(Event::Text { text_id, delta }),
                AnswerEvent::Sentence(report) => Some(Event::Sentence { text_id, report: Box::new(report) }),
                _ => None,
            }
        })
        .collect();
    let told = || {
        let live = Live::new(Uuid::nil(), CancellationToken::new());
        events.iter().for_each(|event| live.push([event.clone()]));
        live
    };
    let copied = || events.clone();
    let framed = || {
        let (mut encoder, mut out) = (Encoder::default(), Vec::with_capacity(1 << 20));
        for event in &events {
            encoder.write(event, &mut out);
        }
        out
    };
    let logged = || {
        let rows = tokens.chunks(ROW).map(|row| {
            let cuts: Vec<usize> = row.iter().map(|token| token.chars().count()).collect();
            serde_json::to_string(
                &json!([[1, { "event": "text", "text_id": "t1", "delta": row.concat(), "cuts": cuts }]]),
            )
        });
        rows.map(|row| row.unwrap().len()).sum::<usize>()
    };
    let count = tokens.len() as f64;
    println!("| {name}: {} tokens, {SENTENCES} sentences | µs a token |\n|---|---:|", tokens.len());
    let verdict = least(verdicts);
    for (stage, took) in [
        ("bytes → delta", least(bytes)),
        ("addresses", least(addresses)),
        ("sentences alone", least(segments)),
        ("answer, whole", least(answered)),
        ("of it the gate's verdicts", verdict),
        ("event", (least(told) - least(copied)).max(0.0)),
        ("frame", least(framed)),
        ("log", least(logged)),
    ] {
        println!("| {stage} | {:.2} |", took / count);
    }
    println!("\none verdict: {:.1} µs\n", verdict / SENTENCES as f64);
}

fn main() {
    table("the load tool's text", &MIXED);
    table("Korean", &KOREAN);
}
