//! The model adapters against the scripted server.
#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests")]

use std::time::Duration;

use futures::StreamExt as _;
use stet_embedding::openai::{EmbeddingSettings, OpenAiEmbedder};
use stet_embedding::{EmbedError, EmbedRole, Embedder as _};
use stet_llm::openai::{OpenAiChat, OpenAiSettings};
use stet_llm::{
    ChatDelta, ChatModel as _, ChatRequest, FinishReason, Limit, Message, ModelError, install_tls_provider,
};
use stet_text::Language;

use crate::support::model::{ModelServer, Script, Step};

/// Patient, but for the scenarios that fall silent for good.
fn settings(server: &ModelServer, model: &str) -> OpenAiSettings {
    let patience = Duration::from_secs(if matches!(model, "stall" | "silent") { 1 } else { 30 });
    OpenAiSettings {
        first_token_timeout: patience,
        idle_timeout: patience,
        backoff: Duration::from_millis(10),
        longest_backoff: Duration::from_millis(1500),
        ..OpenAiSettings::new(server.base_url(), Some("sk-test".to_owned()), model)
    }
}

fn chat(server: &ModelServer, model: &str) -> OpenAiChat {
    OpenAiChat::new(settings(server, model)).unwrap()
}

fn request() -> ChatRequest {
    ChatRequest::new(vec![Message::system("Be brief."), Message::user("How long?")], Language::En)
}

/// Text, finish reason, and the fault, wherever it comes.
async fn ask(model: &OpenAiChat) -> (String, Option<FinishReason>, Option<ModelError>) {
    let (mut text, mut finished) = (String::new(), None);
    let mut stream = match model.stream(request()).await {
        Ok(stream) => stream,
        Err(error) => return (text, finished, Some(error)),
    };
    while let Some(delta) = stream.next().await {
        match delta {
            Ok(ChatDelta::Text(piece)) => text.push_str(&piece),
            Ok(ChatDelta::Finish { reason }) => finished = Some(reason),
            Ok(ChatDelta::TakenBack) => text.clear(),
            Ok(ChatDelta::Tokens(_) | ChatDelta::Usage { .. }) => {}
            Err(error) => {
                assert!(stream.next().await.is_none(), "something comes after the fault");
                return (text, finished, Some(error));
            }
        }
    }
    (text, finished, None)
}

const FIRST: &str = "Employees are granted 15 days of paid leave. [†1]";

#[tokio::test]
async fn every_scenario_gives_its_text_and_its_fault() {
    let server = ModelServer::start().await;
    let provider = |status, message: &str| ModelError::Provider { status, message: message.to_owned() };
    for (model, text, fault) in [
        (
            "plain",
            "Employees are granted 15 days of paid leave. [†1] Leave is paid at the usual rate. [†1]",
            None,
        ),
        ("cut", "Employees are granted 15 days of paid leave. [†1] Leave is", Some(ModelError::Cut)),
        (
            "stall",
            "Employees are granted 15 days of paid leave. [†1] Leave",
            Some(ModelError::Idle { seconds: 1, limit: Limit::Silence }),
        ),
        ("silent", "", Some(ModelError::Idle { seconds: 1, limit: Limit::FirstToken })),
        ("error-inside", FIRST, Some(provider(Some(500), "The server had an error"))),
        ("tools", "휴가는 15일이다. [†1]", None),
        ("split", "유급휴가는 15일이다. 😀 [†1]", None),
        ("sloppy", "휴가는 15일이다. [1]", None),
        ("whole", "All at once. [†1]", None),
        ("empty", "", None),
        ("unauthorised", "", Some(ModelError::Unauthorised)),
        ("busy", "", Some(ModelError::RateLimited { retry_after: Some(Duration::from_secs(1)) })),
        ("overloaded", "", Some(provider(Some(503), "Service Unavailable"))),
        ("too-long", "", Some(ModelError::TooLong)),
    ] {
        let model = OpenAiChat::new(OpenAiSettings { retries: 1, ..settings(&server, model) }).unwrap();
        let got = ask(&model).await;
        assert_eq!((got.0.as_str(), &got.2), (text, &fault), "{}", model.name());
        assert!(fault.is_some() || got.1 == Some(FinishReason::Stop), "{}", model.name());
    }
    let (text, _, fault) = ask(&chat(&server, "malformed")).await;
    assert_eq!(text, FIRST);
    assert!(matches!(fault, Some(ModelError::Malformed { .. })), "{fault:?}");
}

#[tokio::test]
async fn the_request_is_what_the_api_wants() {
    let server = ModelServer::start().await;
    let asked = ChatRequest { max_tokens: Some(9), json: true, ..request() };
    chat(&server, "plain").complete(asked).await.unwrap();
    let recorded = &server.requests()[0];
    assert_eq!(recorded.authorization.as_deref(), Some("Bearer sk-test"));
    let body = &recorded.body;
    assert_eq!(body["messages"][0], serde_json::json!({"role": "system", "content": "Be brief."}));
    assert_eq!(body["messages"][1], serde_json::json!({"role": "user", "content": "How long?"}));
    assert_eq!(body["stream"], true);
    assert_eq!(body["stream_options"]["include_usage"], true);
    assert_eq!(body["max_tokens"], 9);
    assert_eq!(body["response_format"]["type"], "json_object");
    assert!((body["temperature"].as_f64().unwrap() - 0.1).abs() < 1e-6);
}

#[tokio::test]
async fn usage_is_told() {
    let server = ModelServer::start().await;
    let stream = chat(&server, "plain").stream(request()).await.unwrap();
    let last = stream.collect::<Vec<_>>().await.pop().unwrap().unwrap();
    assert_eq!(last, ChatDelta::Usage { prompt_tokens: 11, completion_tokens: 5 });
}

#[tokio::test]
async fn what_fails_before_the_first_piece_is_asked_again() {
    let server = ModelServer::start().await;
    server.push(Script::busy(0));
    server.push(Script::Status(502, Vec::new(), String::new()));
    server.push(Script::Stream(vec![
        Step::Frame(serde_json::json!({"choices": [{"delta": {"role": "assistant"}}]})),
        Step::Cut,
    ]));
    assert_eq!(ask(&chat(&server, "plain")).await.2, None);
    assert_eq!(server.requests().len(), 4);
}

#[tokio::test]
async fn what_fails_later_is_not() {
    let server = ModelServer::start().await;
    assert_eq!(ask(&chat(&server, "cut")).await.2, Some(ModelError::Cut));
    assert_eq!(ask(&chat(&server, "error-inside")).await.0, FIRST);
    assert_eq!(server.requests().len(), 2);
}

#[tokio::test]
async fn a_server_that_asks_for_a_long_pause_is_reported_at_once() {
    let server = ModelServer::start().await;
    server.push(Script::busy(600));
    let fault = ask(&chat(&server, "plain")).await.2.unwrap();
    assert_eq!(fault, ModelError::RateLimited { retry_after: Some(Duration::from_mins(10)) });
    assert_eq!(fault.message(Language::Ko), "모델 서버가 붐빕니다. 600초 뒤 다시 시도해 주세요.");
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn a_server_that_keeps_no_limit_of_tokens_is_ended() {
    let server = ModelServer::start().await;
    let steps = (0..1000).map(|_| Step::Text("again and again ".to_owned())).chain([Step::Stall]);
    server.push(Script::Stream(steps.collect()));
    let asked = ChatRequest { max_tokens: Some(8), ..request() };
    let said = chat(&server, "plain").stream(asked).await.unwrap().collect::<Vec<_>>().await;
    let text: String = said
        .iter()
        .filter_map(|delta| if let Ok(ChatDelta::Text(text)) = delta { Some(text.as_str()) } else { None })
        .collect();
    assert_eq!(text, "again and again ".repeat(8));
    assert_eq!(said.last(), Some(&Ok(ChatDelta::Finish { reason: FinishReason::Length })));
}

#[tokio::test]
async fn a_web_page_is_no_answer() {
    let server = ModelServer::start().await;
    let kind = vec![("content-type", "text/html; charset=utf-8".to_owned())];
    server.push(Script::Status(200, kind, "<html>Sign in</html>".to_owned()));
    let (text, _, fault) = ask(&chat(&server, "plain")).await;
    assert_eq!(text, "");
    assert!(matches!(fault, Some(ModelError::Malformed { .. })), "{fault:?}");
    assert_eq!(server.requests().len(), 1, "it is asked once");
}

#[tokio::test]
async fn fields_that_a_server_refuses_are_left_out() {
    let server = ModelServer::start().await;
    for complaint in [
        "Unknown field: stream_options",
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        "Unsupported value: 'temperature' does not support 0.1 with this model.",
    ] {
        server.push(Script::fault(400, "unsupported_parameter", complaint));
    }
    chat(&server, "plain").complete(ChatRequest { max_tokens: Some(9), ..request() }).await.unwrap();
    let last = server.requests().pop().unwrap().body;
    assert_eq!(last["max_completion_tokens"], 9);
    for gone in ["stream_options", "max_tokens", "temperature"] {
        assert!(last.get(gone).is_none(), "{gone}");
    }
    server.push(Script::fault(400, "invalid", "messages: too many roles"));
    let fault = ask(&chat(&server, "plain")).await.2;
    assert_eq!(
        fault,
        Some(ModelError::Provider { status: Some(400), message: "messages: too many roles".to_owned() })
    );
}

#[tokio::test]
async fn an_unknown_model_names_what_there_is() {
    let server = ModelServer::start().await;
    let model = chat(&server, "gpt-unknown");
    for fault in [ask(&model).await.2.unwrap(), model.check().await.unwrap_err()] {
        let ModelError::UnknownModel { model, available } = &fault else { panic!("{fault:?}") };
        assert_eq!((model.as_str(), available.len()), ("gpt-unknown", 10));
        assert!(
            fault.message(Language::En).contains("set OPENAI_MODEL to one of: grounded, fabricating, plain")
        );
    }
    chat(&server, "plain").check().await.unwrap();
}

#[tokio::test]
async fn a_wrong_address_or_key_says_so_without_the_key() {
    let server = ModelServer::start().await;
    let wrong_key =
        OpenAiChat::new(OpenAiSettings { key: Some("wrong".to_owned()), ..settings(&server, "plain") })
            .unwrap();
    assert_eq!(wrong_key.check().await, Err(ModelError::Unauthorised));

    // Held, so that nobody else gets the port, and closed, for nothing listens.
    let held = tokio::net::TcpSocket::new_v4().unwrap();
    held.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let closed = held.local_addr().unwrap();
    let nobody = OpenAiChat::new(OpenAiSettings {
        base_url: format!("http://me:hidden@{closed}/v1/"),
        retries: 1,
        ..settings(&server, "plain")
    })
    .unwrap();
    let fault = ask(&nobody).await.2.unwrap();
    assert_eq!(
        fault.message(Language::En),
        format!(
            "The model server at http://{closed}/v1 cannot be reached; check OPENAI_BASE_URL and that the server is running."
        )
    );
    assert!(!format!("{nobody:?} {fault:?} {fault}").contains("hidden"));

    // Many leave `/v1` out.
    let bare = OpenAiChat::new(OpenAiSettings {
        base_url: server.base_url().replace("/v1", ""),
        ..settings(&server, "plain")
    })
    .unwrap();
    assert_eq!(ask(&bare).await.2, None);
    bare.check().await.unwrap();

    let wrong_path = OpenAiChat::new(OpenAiSettings {
        base_url: server.base_url().replace("/v1", "/v2"),
        ..settings(&server, "plain")
    })
    .unwrap();
    assert!(matches!(ask(&wrong_path).await.2, Some(ModelError::Malformed { .. })));
    for (address, key) in
        [("not an address", "k"), ("ftp://host/v1", "k"), ("http://127.0.0.1:1/v1", "line\nbreak")]
    {
        let settings = OpenAiSettings {
            base_url: address.to_owned(),
            key: Some(key.to_owned()),
            ..settings(&server, "plain")
        };
        assert!(OpenAiChat::new(settings).is_err(), "{address}");
    }
}

/// A server that answers to anything with 200 and its own words, as some do.
#[tokio::test]
async fn a_fault_with_status_200_is_told_in_the_servers_words() {
    let said = "Unexpected endpoint or method. (POST /chat/completions)";
    let any =
        axum::Router::new().fallback(move || async move { axum::Json(serde_json::json!({ "error": said })) });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, any).await.unwrap() });
    let server = ModelServer::start().await;
    for path in ["", "/v1", "/api"] {
        let base_url = format!("http://{address}{path}");
        let model = OpenAiChat::new(OpenAiSettings { base_url, ..settings(&server, "plain") }).unwrap();
        for fault in [ask(&model).await.2.unwrap(), model.check().await.unwrap_err()] {
            for language in [Language::Ko, Language::En] {
                assert!(fault.message(language).contains(said), "{fault:?}");
            }
        }
    }
}

#[tokio::test]
async fn dropping_the_stream_stops_the_model() {
    let server = ModelServer::start().await;
    let mut stream = chat(&server, "slow").stream(request()).await.unwrap();
    stream.next().await.unwrap().unwrap();
    drop(stream);
    server.until_stopped().await;
    assert_eq!(server.stopped_early(), 1, "the server is still writing");
}

#[tokio::test]
async fn giving_up_a_wait_loses_nothing() {
    // The answer's task waits for the model, its verdicts and a stop at once, and drops the waits that did not win.
    let server = ModelServer::start().await;
    let mut stream = chat(&server, "slow").stream(request()).await.unwrap();
    let mut text = String::new();
    loop {
        match tokio::time::timeout(Duration::from_millis(20), stream.next()).await {
            Ok(Some(Ok(ChatDelta::Text(piece)))) => text.push_str(&piece),
            Ok(Some(delta)) => drop(delta.unwrap()),
            Ok(None) => break,
            Err(_) => {}
        }
    }
    assert_eq!(
        text,
        "Employees are granted 15 days of paid leave. [†1] Leave is paid at the usual rate. [†1]"
    );
}

#[tokio::test]
async fn the_grounded_model_cites_what_it_reads_and_errs_once() {
    let server = ModelServer::start().await;
    let prompt = "[†1] Handbook, p.3\n<<<\nThe library opens at nine. Books may be kept for three weeks.\n>>>\n\n\
                  [†2] Rules\n<<<\nEvery employee is granted 15 days of paid leave.\n>>>\n\nQuestion: How many days of paid leave?";
    let request = ChatRequest::new(vec![Message::user(prompt)], Language::En);
    let text = chat(&server, "grounded").complete(request).await.unwrap();
    assert_eq!(
        text,
        "Every employee is granted 15 days of paid leave. [†2] It was abolished without replacement in 1987. [†2]"
    );
}

/// Thoughts are signs of life, and a model that thinks in circles gives them without end.
#[tokio::test]
async fn a_model_that_thinks_without_end_is_stopped() {
    let server = ModelServer::start().await;
    let thoughts = |count: usize| {
        Step::Raw(
            "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\"}}]}\n\n".repeat(count).into_bytes(),
        )
    };
    for (count, ends, expected) in [
        (20_000, vec![Step::Text("Fifteen.".to_owned()), Step::Finish("stop"), Step::Done], "Fifteen."),
        (40_000, vec![Step::Stall], ""),
    ] {
        server.push(Script::Stream([vec![thoughts(count)], ends].concat()));
        let asked = ChatRequest { max_tokens: Some(100), ..request() };
        let mut stream = chat(&server, "scripted").stream(asked).await.unwrap();
        let (mut text, mut finished) = (String::new(), None);
        while let Some(delta) = stream.next().await {
            match delta.unwrap() {
                ChatDelta::Text(piece) => text.push_str(&piece),
                ChatDelta::Finish { reason } => finished = Some(reason),
                ChatDelta::TakenBack | ChatDelta::Tokens(_) | ChatDelta::Usage { .. } => {}
            }
        }
        let reason = if expected.is_empty() { FinishReason::Length } else { FinishReason::Stop };
        assert_eq!((text.as_str(), finished), (expected, Some(reason)));
    }
}

fn embedder(server: &ModelServer, model: &str) -> OpenAiEmbedder {
    install_tls_provider();
    let settings = EmbeddingSettings {
        batch: 2,
        query_prefix: "query: ".to_owned(),
        ..EmbeddingSettings::new(server.base_url(), Some("sk-test".to_owned()), model, 8)
    };
    OpenAiEmbedder::new(settings).unwrap()
}

#[tokio::test]
async fn embeddings_come_in_order_in_batches_with_their_prefix() {
    let server = ModelServer::start().await;
    let texts = ["가", "나", "", "라", "마"].map(str::to_owned);
    let plain = embedder(&server, "plain").embed(&texts, EmbedRole::Query).await.unwrap();
    assert_eq!(plain.len(), 5);
    for vector in &plain {
        let length: f32 = vector.iter().map(|x| x * x).sum();
        assert!((length - 1.0).abs() < 1e-4);
    }
    assert_eq!(server.requests().len(), 3);
    assert_eq!(server.requests()[1].body["input"], serde_json::json!(["query: ", "query: 라"]));
    assert_eq!(embedder(&server, "shuffled").embed(&texts, EmbedRole::Query).await.unwrap(), plain);
}

#[tokio::test]
async fn wrong_embeddings_are_refused() {
    let server = ModelServer::start().await;
    let texts = ["가", "나"].map(str::to_owned);
    for (model, want) in [
        ("short", EmbedError::Count { wanted: 2, got: 1 }),
        ("infinite", EmbedError::NotFinite),
        (
            "twice",
            EmbedError::Malformed { reason: "the indices of the vectors are not 0, 1, 2 …".to_owned() },
        ),
    ] {
        assert_eq!(embedder(&server, model).embed(&texts, EmbedRole::Passage).await, Err(want));
    }
    let wide = EmbeddingSettings::new(server.base_url(), None, "plain", 16);
    let got = OpenAiEmbedder::new(wide).unwrap().embed(&texts, EmbedRole::Passage).await;
    assert_eq!(got, Err(EmbedError::Dimensions { wanted: 16, got: 8 }));
    server.push(Script::fault(401, "invalid_api_key", "Incorrect API key: sk-test"));
    assert_eq!(
        embedder(&server, "plain").embed(&texts, EmbedRole::Passage).await,
        Err(EmbedError::Unauthorised)
    );
    server.push(Script::Whole(serde_json::json!({"detail": "no sk-test here"})));
    let fault = embedder(&server, "plain").embed(&texts, EmbedRole::Passage).await.unwrap_err();
    assert!(
        matches!(fault, EmbedError::Malformed { .. }) && !format!("{fault:?}").contains("sk-test"),
        "{fault:?}"
    );
    // A fault of the moment passes.
    server.push(Script::Status(503, Vec::new(), "busy".to_owned()));
    assert!(embedder(&server, "plain").embed(&texts, EmbedRole::Passage).await.is_ok());
}

#[test]
fn another_prefix_is_another_space() {
    stet_llm::install_tls_provider();
    let space = |query: &str, passage: &str| {
        let mut settings = EmbeddingSettings::new("http://host/v1", None, "e5", 384);
        (settings.query_prefix, settings.passage_prefix) = (query.to_owned(), passage.to_owned());
        OpenAiEmbedder::new(settings).unwrap().space().to_owned()
    };
    assert_eq!(space("", ""), "openai:e5:384");
    let prefixes = [
        ("", ""),
        ("query:", "passage:"),
        ("query: ", "passage: "),
        ("질문: ", "passage: "),
        ("query: p", "assage: "),
    ];
    let spaces: std::collections::HashSet<String> =
        prefixes.map(|(query, passage)| space(query, passage)).into();
    assert_eq!(spaces.len(), prefixes.len(), "{spaces:?}");
    assert_eq!(space("query: ", "passage: "), space("query: ", "passage: "));
}
