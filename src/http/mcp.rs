//! `POST /mcp`: the Model Context Protocol over HTTP, for agents that do not start Stet themselves.
//!
//! A message a request, and no session: a call that wants to be told of its progress is answered with a stream, everything
//! else with one object. A client that goes away ends its call.

use std::convert::Infallible;

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::Event;
use axum::response::{IntoResponse as _, Response};
use futures::StreamExt as _;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tokio_util::sync::CancellationToken;

use super::error::{REFUSED, accepted_language};
use super::input::Body;
use super::problem;
use super::routes::{INVALID, Routes, post, reference};
use super::sse::Ending;
use super::{AppState, Result, State, chat};
use stet_rpc::mcp::{Call, Mcp, wants_progress};
use stet_store::Scope::Read;

pub(super) fn routes() -> Routes {
    Routes::of([post("/mcp", call, "callMcp", "openai", Read)
        .says("The Model Context Protocol (streamable HTTP)", "MCP(Model Context Protocol) 서버")
        .about(
            "A JSON-RPC message a request, without a session. Tools: search, ask, verify, \
                 classify_patch, lint. A call with a progressToken is answered with a stream of progress and \
                 the result.",
        )
        .example(json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }))
        .answers("The answer to a request.")
        .gives(200, "RpcAnswer")
        .brings(
            200,
            "text/event-stream",
            json!({ "schema": { "type": "string" }, "x-itemSchema": reference("RpcAnswer") }),
        )
        .brings(202, "", json!({ "description": "A notification was taken." }))
        .takes("application/json", reference("RpcMessage"))
        .faults("RpcFault")
        .refuses(&[INVALID])])
}

async fn call(State(state): State<AppState>, headers: HeaderMap, Body(body): Body) -> Result<Response> {
    let message = match stet_rpc::parse(&body) {
        Ok(Some(message)) => message,
        Ok(None) => return Ok(StatusCode::ACCEPTED.into_response()),
        Err(fault) => return Ok((StatusCode::BAD_REQUEST, axum::Json(fault)).into_response()),
    };
    if message.id.is_none() {
        return Ok(StatusCode::ACCEPTED.into_response());
    }
    let id = message.id.clone().unwrap_or_default();
    let mcp = Mcp { asker: (*state.asker).clone(), language: accepted_language(&headers) };
    let (told, telling) = mpsc::unbounded_channel();
    let gone = CancellationToken::new();
    let leaving = gone.clone().drop_guard();
    let call = Call { told, gone };
    if !wants_progress(&message) || !takes_streams(&headers) {
        let answer = mcp.answer(message, &call).await;
        drop(leaving);
        return Ok(axum::Json(answer.unwrap_or_default()).into_response());
    }
    // The task ends with its receiver: what it tells nobody reads is left.
    tokio::spawn(async move {
        let answer = call.gone.run_until_cancelled(Box::pin(mcp.answer(message, &call))).await;
        if let Some(answer) = answer.flatten() {
            let _ = call.told.send(answer);
        }
    });
    let events = UnboundedReceiverStream::new(telling).map(move |message: Value| {
        let _ = &leaving;
        Ok::<_, Infallible>(Event::default().event("message").data(message.to_string()))
    });
    let mut response = super::sse::plain(events, chat::keep_alive(&state));
    let ended = stet_rpc::error(&id, REFUSED, problem::ended().detail(accepted_language(&headers)));
    response.extensions_mut().insert(Ending(format!("event: message\ndata: {ended}\n\n")));
    Ok(response)
}

fn takes_streams(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.contains("text/event-stream")
}
