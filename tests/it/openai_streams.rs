//! How an answer ends for clients of the OpenAI protocol that read nothing but its text: a stream withdraws what it has to write
//! again, and a refusal shows the nearest passage.

use serde_json::{Value, json};

use crate::support::model::{Script, Step};
use crate::support::server::{LIBRARY, Server, Told};

const COMPLETIONS: &str = "/v1/chat/completions";
const RESPONSES: &str = "/v1/responses";
/// A question, an answer that no source bears out, the right one, the line between them, and the warning.
const ASKED: [[&str; 5]; 2] = [
    [
        "When does the library open, and how many books may students borrow?",
        "The library was founded in 1854 [1]. It owns nine million books [1].",
        "The library opens at nine in the morning [1]. Students may borrow five books for two weeks [1].",
        "↺ The text above is withdrawn — written again: 2 claims",
        "⚠ Do not rely on this: 0 of 2 claims",
    ],
    [
        "도서관은 몇 시에 문을 여나요?",
        "도서관은 1854년에 세워졌다 [1]. 장서는 구백만 권이다 [1].",
        "도서관은 오전 아홉 시에 문을 연다 [1]. 학생은 책을 다섯 권까지 두 주 동안 빌릴 수 있다 [1].",
        "↺ 위의 글은 거두어들였습니다 — 출처로 뒷받침되지",
        "⚠ 그대로 믿지 마세요. 위의 주장 2개 가운데 0개만",
    ],
];

async fn server() -> Server {
    let mut server = Server::start(Some("plain"), |config| config.correct.max_attempts = 3).await;
    server.ingest("library.txt", LIBRARY).await;
    server
}

fn push(server: &Server, scripts: &[&str]) {
    let model = server.model.as_ref().unwrap();
    model.forget();
    for text in scripts {
        model.push(Script::text(text.split_inclusive(' ')));
    }
}

fn asking(question: &str, stream: bool, stet: &Value) -> Value {
    json!({
        "messages": [{ "role": "user", "content": question }], "input": question, "stream": stream, "stet": stet,
    })
}

async fn streamed(server: &Server, path: &str, question: &str, stet: &Value) -> Told {
    let body = asking(question, true, stet);
    let stream = server.client.post(server.url(path)).json(&body).send().await.unwrap();
    assert_eq!(stream.status(), 200);
    Told::read(stream).await
}

/// The text of a completion, and its citations.
fn completion(told: &Told) -> (String, Vec<Value>) {
    let deltas = || told.parts.iter().map(|part| &part["choices"][0]["delta"]);
    let text = deltas().filter_map(|delta| delta["content"].as_str()).collect();
    let cited = deltas().filter_map(|delta| delta["annotations"].as_array()).flatten();
    (text, cited.map(|cited| cited["url_citation"].clone()).collect())
}

/// The answer alone, without the list of its sources.
fn body(text: &str) -> &str {
    ["\n\n## References", "\n\n## 참고문헌"]
        .iter()
        .find_map(|head| text.split(head).next().filter(|body| *body != text))
        .unwrap_or(text)
}

/// Every citation covers a mark.
fn marks(text: &str, cited: &[Value]) -> usize {
    let units: Vec<u16> = text.encode_utf16().collect();
    for cited in cited {
        let place = |name: &str| usize::try_from(cited[name].as_u64().unwrap()).unwrap();
        let mark = String::from_utf16(&units[place("start_index")..place("end_index")]).unwrap();
        assert_eq!(mark, "[1]", "{cited}: {text}");
    }
    cited.len()
}

#[tokio::test]
async fn a_completion_withdraws_what_is_written_again() {
    let server = server().await;
    for [question, bad, good, line, warning] in ASKED {
        let note = ["[^2]: no source supports", "[^2]: 출처가 뒷받침하지"][usize::from(!question.is_ascii())];
        for (stet, marked) in [(json!({}), false), (json!({ "replaced": "tell", "mark": "footnote" }), true)]
        {
            push(&server, &[bad, good]);
            let told = streamed(&server, COMPLETIONS, question, &stet).await;
            let (text, cited) = completion(&told);
            let (above, below) = text.split_once(line).unwrap_or_else(|| panic!("{text}"));
            assert!(above.contains("1854") && above.contains(note) == marked, "{text}");
            let (_, below) = below.split_once("\n\n").unwrap();
            assert_eq!(body(below), good);
            assert_eq!(marks(&text, &cited), 2, "{text}");
            let last = &told.parts.last().unwrap()["stet"];
            assert_eq!((&last["attempts"], &last["badge"]), (&json!(2), &json!("verified")), "{last}");
            assert_eq!(last["answer"], below);
        }
        push(&server, &[bad, good]);
        let (text, cited) =
            completion(&streamed(&server, COMPLETIONS, question, &json!({ "replaced": "hold" })).await);
        assert_eq!((body(&text), marks(&text, &cited)), (good, 2));
        push(&server, &[bad]);
        let (once, _) =
            completion(&streamed(&server, COMPLETIONS, question, &json!({ "replaced": "once" })).await);
        assert!(once.contains("1854") && !once.contains('↺') && once.contains(warning), "{once}");
        // A whole answer has the last text only, and says so as well where none is better.
        push(&server, &[bad, good]);
        let (_, whole) = server.post(COMPLETIONS, &asking(question, false, &json!({}))).await;
        assert_eq!(whole["choices"][0]["message"]["content"], text, "as what was held back");
        push(&server, &[bad, bad, bad]);
        let (_, whole) = server.post(COMPLETIONS, &asking(question, false, &json!({}))).await;
        let content = whole["choices"][0]["message"]["content"].as_str().unwrap();
        assert!(content.contains(warning) && !content.contains('↺'), "{content}");
    }
}

#[tokio::test]
async fn an_earlier_attempt_that_is_better_ends_the_stream() {
    let server = server().await;
    let [question, bad, good, ..] = ASKED[0];
    let mixed = format!("{good} {bad} Dogs are welcome on Sundays [1]. Cats are [1]. Birds sing there [1].");
    push(&server, &[&mixed, bad, bad]);
    let told = streamed(&server, COMPLETIONS, question, &json!({})).await;
    let (text, cited) = completion(&told);
    assert_eq!(text.matches('↺').count(), 3, "{text}");
    let (above, last) = text.rsplit_once("stands below.\n\n").unwrap();
    assert!(last.starts_with(good) && last.contains("⚠ Do not rely on this: 2 of 7 claims"), "{text}");
    assert_eq!(marks(&text, &cited), 4, "{text}");
    // The citations of the last text stand in it.
    let from = above.encode_utf16().count() as u64;
    assert_eq!(cited.iter().filter(|cited| cited["start_index"].as_u64().unwrap() > from).count(), 2);
}

/// What a model thinks aloud, and what it says for ever, is withdrawn as well.
#[tokio::test]
async fn what_a_model_spoils_is_withdrawn() {
    let server = server().await;
    let model = server.model.as_ref().unwrap();
    for ([question, _, good, ..], thought) in
        ASKED.into_iter().zip(["Well, let me see.", "글쎄, 생각해 보자."])
    {
        let thinking = format!("{thought}\n</think>\n{good}");
        for (replaced, withdrawn) in [("tell", true), ("hold", false), ("once", false)] {
            push(&server, &[&thinking]);
            let told = streamed(&server, COMPLETIONS, question, &json!({ "replaced": replaced })).await;
            let (text, _) = completion(&told);
            assert!(text.contains(good) && !text.contains("think>"), "{text}");
            assert_eq!(text.contains(thought.split(',').next().unwrap()), replaced != "hold", "{text}");
            assert_eq!(text.contains('↺'), withdrawn, "{text}");
        }
        let circle = good.split_inclusive(". ").next().unwrap();
        for path in [COMPLETIONS, RESPONSES] {
            model.push(Script::Stream((0..20_000).map(|_| Step::Text(circle.to_owned())).collect()));
            let told = streamed(&server, path, question, &json!({})).await;
            let deltas = told.of("response.output_text.delta");
            let text = match path {
                COMPLETIONS => completion(&told).0,
                _ => deltas.iter().filter_map(|part| part["delta"].as_str()).collect(),
            };
            let (_, below) = text.split_once('↺').unwrap_or_else(|| panic!("{text}"));
            assert!((1..=3).contains(&below.matches(circle.trim()).count()), "{text}");
        }
    }
}

#[tokio::test]
async fn a_response_ends_the_withdrawn_message_as_incomplete() {
    let server = server().await;
    for [question, bad, good, line, _] in ASKED {
        push(&server, &[bad, good]);
        let told = streamed(&server, RESPONSES, question, &json!({})).await;
        let numbers: Vec<usize> = told
            .parts
            .iter()
            .map(|part| part["sequence_number"].as_u64().unwrap().try_into().unwrap())
            .collect();
        assert_eq!(numbers, (0..told.parts.len()).collect::<Vec<_>>());
        let ended = told.of("response.output_item.done");
        let [withdrawn, last] = ended[..] else { panic!("{}", told.raw) };
        let item = |part: &Value| (part["output_index"].clone(), part["item"]["status"].clone());
        assert_eq!(item(withdrawn), (json!(0), json!("incomplete")));
        assert_eq!(item(last), (json!(1), json!("completed")));
        assert_ne!(withdrawn["item"]["id"], last["item"]["id"]);
        let text = |part: &Value| part["item"]["content"][0]["text"].as_str().unwrap().to_owned();
        assert!(text(withdrawn).contains("1854") && text(withdrawn).contains(line), "{withdrawn}");
        assert_eq!(body(&text(last)), good);
        // Whoever puts the deltas together has the same.
        for (ended, index) in [(withdrawn, 0), (last, 1)] {
            let deltas = told.of("response.output_text.delta");
            let own = deltas.iter().filter(|part| part["output_index"] == index);
            assert_eq!(own.filter_map(|part| part["delta"].as_str()).collect::<String>(), text(ended));
        }
        let cited = last["item"]["content"][0]["annotations"].as_array().unwrap();
        assert_eq!(marks(good, cited), 2);
        let response = &told.parts.last().unwrap()["response"];
        assert_eq!(response["status"], "completed");
        assert_eq!(response["output"], json!([last["item"]]), "{response}");

        push(&server, &[bad, good]);
        let held = streamed(&server, RESPONSES, question, &json!({ "replaced": "hold" })).await;
        assert!(!held.raw.contains("1854"), "{}", held.raw);
        let [last] = held.of("response.output_item.done")[..] else { panic!("{}", held.raw) };
        assert_eq!((body(&text(last)), &last["output_index"]), (good, &json!(0)));
        assert_eq!(marks(good, last["item"]["content"][0]["annotations"].as_array().unwrap()), 2);
    }
}

#[tokio::test]
async fn what_was_withdrawn_is_no_part_of_the_history() {
    let server = server().await;
    let model = server.model.as_ref().unwrap();
    for [question, bad, good, _, _] in ASKED {
        push(&server, &[bad, good]);
        let (text, _) = completion(&streamed(&server, COMPLETIONS, question, &json!({})).await);
        let turns = json!([
            { "role": "user", "content": question }, { "role": "assistant", "content": text },
            { "role": "user", "content": if question.is_ascii() { "And when does it close?" } else { "그럼 몇 시에 닫나요?" } },
        ]);
        for path in [COMPLETIONS, RESPONSES] {
            let before = model.requests().len();
            push(&server, &[good, good]);
            let (status, told) = server.post(path, &json!({ "messages": turns, "input": turns })).await;
            assert_eq!(status, 200, "{told}");
            let sent: String =
                model.requests().iter().skip(before).map(|request| request.body.to_string()).collect();
            assert!(sent.contains(&good[..30]) && !sent.contains("1854") && !sent.contains('↺'), "{sent}");
        }
    }
}

#[tokio::test]
async fn a_value_that_nobody_knows_is_told_with_the_way_to_it() {
    let server = Server::extracts().await;
    for path in [COMPLETIONS, RESPONSES] {
        for (language, korean) in [("en", false), ("ko", true)] {
            for (stet, param) in [
                (json!({ "replaced": "keep" }), "stet.replaced"),
                (json!({ "replaced": "Tell" }), "stet.replaced"),
                (json!({ "replaced": "" }), "stet.replaced"),
                (json!({ "replaced": true }), "stet.replaced"),
                (json!({ "replaced": 3 }), "stet.replaced"),
                (json!({ "replaced": {} }), "stet.replaced"),
                (json!({ "replaced": ["tell"] }), "stet.replaced"),
                (json!({ "replaced": { "as": "tell" } }), "stet.replaced"),
                (json!({ "replace": "tell" }), "stet.replace"),
                (json!(["tell"]), "stet"),
                (json!("tell"), "stet"),
            ] {
                for stream in [false, true] {
                    let request = server.client.post(server.url(path)).header("accept-language", language);
                    let answer = request.json(&asking("When?", stream, &stet)).send().await.unwrap();
                    assert_eq!(answer.status(), 400, "{stet}");
                    let fault: Value = answer.json().await.unwrap();
                    let error = &fault["error"];
                    assert_eq!(
                        (&error["param"], &error["type"]),
                        (&json!(param), &json!("invalid_request_error")),
                        "{stet}"
                    );
                    let message = error["message"].as_str().unwrap();
                    assert!(message.contains(param) && !message.contains("map"), "{message}");
                    assert_eq!(message.chars().any(|ch| ('가'..='힣').contains(&ch)), korean, "{message}");
                }
            }
        }
    }
    for known in [json!({ "replaced": null }), json!({ "replaced": "once" }), json!(null)] {
        let (status, told) = server.post(COMPLETIONS, &asking("When?", false, &known)).await;
        assert_eq!(status, 200, "{told}");
    }
}

#[tokio::test]
async fn a_refusal_shows_the_nearest_passage_in_its_text() {
    let server = server().await;
    for (question, refusal, passage) in [
        (
            "When does the library open in the morning?",
            "The provided sources do not contain this information.",
            "→ Nearest passage found, which may not be an answer: “The library opens at nine in the morning",
        ),
        (
            "학생은 책을 다섯 권까지 빌릴 수 있나요?",
            "해당 정보는 제공된 출처에서 확인되지 않습니다.",
            "→ 가장 가까운 구절입니다. 답은 아닐 수 있습니다: “학생은 책을 다섯 권까지",
        ),
    ] {
        let expected = format!("{refusal}\n\n{passage}");
        for stet in [json!({}), json!({ "replaced": "hold", "mark": "footnote" })] {
            push(&server, &[refusal]);
            let (text, cited) = completion(&streamed(&server, COMPLETIONS, question, &stet).await);
            assert!(text.starts_with(&expected) && cited.is_empty(), "{text}");
            push(&server, &[refusal]);
            let (_, whole) = server.post(COMPLETIONS, &asking(question, false, &stet)).await;
            assert_eq!(whole["choices"][0]["message"]["content"], text);
            assert_eq!(whole["stet"]["answer"], refusal, "what is stored is the answer alone");
            push(&server, &[refusal]);
            let told = streamed(&server, RESPONSES, question, &stet).await;
            assert_eq!(told.of("response.output_text.done")[0]["text"], text);
        }
        push(&server, &[refusal]);
        let call = json!({ "name": "ask", "arguments": { "question": question } });
        let (_, told) = server
            .post("/mcp", &json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call }))
            .await;
        let text = told["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.starts_with(refusal) && text.contains(passage), "{text}");
        assert_eq!(told["result"]["structuredContent"]["related"]["title"], "library.txt");
        push(&server, &[refusal]);
        let (_, told) = server.post("/query/verified", &json!({ "question": question })).await;
        assert_eq!(
            (&told["corrected_answer"], &told["related"]["title"]),
            (&json!(refusal), &json!("library.txt"))
        );
    }
}
