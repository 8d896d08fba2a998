//! `GET /ws`: the same parts in the frames of the AI SDK's `WebSocketChatTransport` (package `ai` 7).
//!
//! One socket carries several requests, told apart by `requestId`. A client frame is `send`, `resume` or `abort`;
//! a server frame is `start`, `chunk` (with a `sequence` without gaps from 0), `end`, `no-active` or `error`.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use futures::stream::SplitSink;
use futures::{SinkExt as _, StreamExt as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::sleep_until;
use tokio_util::sync::CancellationToken;

use super::auth::Guard;
use super::chat::{ChatRequest, Trigger, UiMessage};
use super::error::accepted_language;
use super::fault::Origin;
use super::input::Object;
use super::input::{list, unreadable};
use super::problem;
use super::routes::{Routes, get, reference};
use super::wire::{Encoder, Part};
use super::{AppState, Error, State};
use stet_access::{Access, Hold, Principal, Socket};
use stet_ask::{Live, Shown};
use stet_llm::patience::Patience;
use stet_store::Scope::Read;
use stet_text::Language;

/// Frames that wait for a slow client before its streams wait too.
const BACKLOG: usize = 256;
/// Requests of one socket at the same time.
const MAX_REQUESTS: usize = 16;
/// Bytes of a message, which lies in memory while it comes: a long conversation. What is longer goes over HTTP.
const MAX_MESSAGE: usize = 2 << 20;
/// Bytes that are read of a socket at once: they are held as long as it is open.
const READ_AT_ONCE: usize = 4 << 10;
/// Pauses of the keep-alive without a sign of a client, which answers every ping, until it is taken for gone.
const SILENT: u32 = 4;
/// Close code of RFC 6455: whoever is there may not be.
const POLICY: u16 = 1008;
/// Close code of RFC 6455: a message that is too big.
const TOO_BIG: u16 = 1009;

pub(super) fn routes() -> Routes {
    Routes::of([get("/ws", open, "socket", "answers", Read)
        .says("The same parts over a WebSocket", "같은 내용을 WebSocket으로 받기")
        .about(
            "Frames of the AI SDK's WebSocketChatTransport, one JSON object a text message: the client \
                 sends SocketRequest, the server sends SocketReply. Up to 16 requests run on one socket, \
                 told apart by requestId. A browser gives the key as the second subprotocol: stet, <key>. A \
                 key of the scope read may resume; send and abort take ask. The socket closes with 1008 \
                 within two seconds of its key or session; more sockets of a key than the setting has \
                 (STET_LIMIT_SOCKETS) get 429.",
        )
        .brings(101, "", json!({ "description": "The socket is open." }))
        .frames::<SocketRequest, SocketReply<'static>>()
        .member("x-client-frame", reference("SocketRequest"))
        .member("x-server-frame", reference("SocketReply"))])
}

async fn open(
    State(state): State<AppState>,
    Extension(principal): Extension<Principal>,
    Extension(guard): Extension<Arc<Guard>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> super::Result<Response> {
    let upgrade =
        upgrade.map_err(|rejection| problem::not_a_websocket().status(rejection.into_response().status()))?;
    let limit = stet_ask::MAX_BODY.min(MAX_MESSAGE);
    let language = accepted_language(&headers);
    let upgrade = upgrade.protocols(["stet"]).max_message_size(limit).max_frame_size(limit);
    let upgrade = upgrade.read_buffer_size(READ_AT_ONCE);
    let place = guard.access.socket(&principal).map_err(Error::limited)?;
    let hold = guard.access.hold(&principal);
    let may = May { access: guard.access.clone(), principal, hold, _place: place };
    Ok(upgrade.on_upgrade(move |socket| run(socket, state, may, language)))
}

/// A frame of the client.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase", rename_all_fields = "camelCase")]
enum SocketRequest {
    Send {
        /// Given by the client; every frame of the request has it.
        request_id: String,
        /// The conversation.
        id: String,
        /// Whether a question is asked, an answer written anew, or a stream taken up again.
        trigger: Option<Trigger>,
        /// With regenerate-message, the one to be written anew.
        message_id: Option<String>,
        /// The turns so far, the oldest first.
        messages: Vec<Object<UiMessage>>,
        /// Stet's extras, as in the body of `POST /api/chat`.
        #[serde(default)]
        body: serde_json::Map<String, Value>,
    },
    Resume {
        /// Given by the client; every frame of the request has it.
        request_id: String,
        /// The conversation.
        id: String,
        /// Number of the last chunk that arrived.
        last_sequence: Option<u64>,
    },
    Abort {
        /// Given by the client; every frame of the request has it.
        request_id: String,
    },
}

/// A frame of the server.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[expect(clippy::large_enum_variant, reason = "it is written at once, and kept nowhere")]
enum SocketReply<'a> {
    Start {
        /// Given by the client; every frame of the request has it.
        request_id: &'a str,
        /// Everything comes anew: what the client has of the answer counts no more.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        replay: bool,
    },
    Chunk {
        /// Given by the client; every frame of the request has it.
        request_id: &'a str,
        /// From 0, without gaps.
        sequence: u64,
        chunk: Part<'a>,
    },
    End {
        /// Given by the client; every frame of the request has it.
        request_id: &'a str,
    },
    NoActive {
        /// Given by the client; every frame of the request has it.
        request_id: &'a str,
    },
    Error {
        /// Given by the client; every frame of the request has it.
        request_id: &'a str,
        /// What went wrong, in words for a person.
        error_text: &'a str,
    },
}

/// Streams of a socket that are running: what ends them, and what they show.
type Running = HashMap<String, (CancellationToken, Shows)>;

/// The answer that a stream shows, and its conversation.
type Shows = (Arc<Live>, String);

/// Who opened a socket, and whether they still may use it.
struct May {
    access: Access,
    principal: Principal,
    /// Ends with the key or session.
    hold: Arc<Hold>,
    _place: Socket,
}

impl May {
    /// Refuses where the key or the session is good no more.
    async fn still(&self) -> super::Result<()> {
        if self.access.still_holds(&self.hold).await? { Ok(()) } else { Err(problem::unauthorised()) }
    }

    /// Whether one more question may be asked.
    async fn ask(&self) -> super::Result<()> {
        if let Some(account) = &self.principal.account {
            account.request(Instant::now()).map_err(Error::limited)?;
        }
        self.still().await
    }
}

/// Serves a socket; `language` is that of its faults.
async fn run(socket: WebSocket, state: AppState, may: May, language: Language) {
    let (sink, mut incoming) = socket.split();
    let (frames, outgoing) = mpsc::channel(BACKLOG);
    let pause = state.config().server.keep_alive();
    let writer = tokio::spawn(write(sink, outgoing, pause));
    let mut running = Running::new();
    let mut silent_since = tokio::time::Instant::now();
    loop {
        let message = tokio::select! {
            message = incoming.next() => message,
            // What the socket shows ends with the key that opened it, whether or not anything is sent.
            () = may.hold.ended().cancelled() => {
                let _ = frames.send(closed()).await;
                break;
            }
            () = sleep_until(silent_since + pause * SILENT) => None,
            () = state.asker.shutdown.cancelled() => None,
        };
        silent_since = tokio::time::Instant::now();
        let text = match message {
            Some(Ok(Message::Text(text))) => text,
            Some(Err(fault)) => {
                if fault.to_string().contains("too long") {
                    let _ = frames.send(too_big()).await;
                }
                break;
            }
            Some(Ok(Message::Close(_))) | None => break,
            Some(Ok(_)) => continue,
        };
        running.retain(|_, (ended, _)| !ended.is_cancelled());
        match parse(&text) {
            Ok(frame) => take(frame, (&state, &may), &mut running, &frames, language).await,
            Err(fault) => {
                let request = serde_json::from_str::<Value>(&text).ok();
                let id = request.as_ref().and_then(|frame| frame["requestId"].as_str()).unwrap_or_default();
                let _ = frames.send(refusal(id, &fault, language)).await;
            }
        }
    }
    // The answers go on; only watching them ends. At shutdown the streams first bring their own end.
    if !state.asker.shutdown.is_cancelled() {
        for (ended, _) in running.values() {
            ended.cancel();
        }
    }
    drop(frames);
    let _ = writer.await;
}

fn parse(text: &str) -> super::Result<SocketRequest> {
    if let Some(fault) = list(text.as_bytes(), Origin::Frame) {
        return Err(fault);
    }
    serde_json::from_str(text).map_err(|fault| unreadable(&fault, text.as_bytes(), Origin::Frame))
}

/// The frame that tells why a request was not taken.
fn refusal(request_id: &str, fault: &Error, language: Language) -> Message {
    text(&SocketReply::Error { request_id, error_text: fault.detail(language) })
}

fn text(frame: &SocketReply<'_>) -> Message {
    // Frames have nothing that JSON lacks.
    Message::Text(serde_json::to_string(frame).unwrap_or_default().into())
}

/// Ends a socket whose key or session is good no more.
fn closed() -> Message {
    Message::Close(Some(CloseFrame { code: POLICY, reason: "the key or session is good no more".into() }))
}

/// Ends a socket whose message is longer than it may be.
fn too_big() -> Message {
    let reason = format!("at most {MAX_MESSAGE} bytes; send longer conversations to POST /api/chat");
    Message::Close(Some(CloseFrame { code: TOO_BIG, reason: reason.into() }))
}

async fn take(
    frame: SocketRequest,
    (state, may): (&AppState, &May),
    running: &mut Running,
    frames: &mpsc::Sender<Message>,
    language: Language,
) {
    match frame {
        SocketRequest::Send { request_id, id, trigger, message_id, messages, body } => {
            let started = if running.len() >= MAX_REQUESTS {
                Err(problem::busy(2))
            } else {
                match may.ask().await {
                    Ok(()) => start(state, &id, trigger, message_id, messages, body).await,
                    Err(fault) => Err(fault),
                }
            };
            match started {
                Ok(live) => watch(request_id, (live, id), None, running, frames),
                Err(fault) => {
                    let _ = frames.send(refusal(&request_id, &fault, language)).await;
                }
            }
        }
        SocketRequest::Resume { request_id, id, last_sequence } => match resumed((state, may), &id).await {
            Ok(Some(live)) => watch(request_id, (live, id), last_sequence, running, frames),
            Ok(None) => {
                let _ = frames.send(text(&SocketReply::NoActive { request_id: &request_id })).await;
            }
            Err(fault) => {
                let _ = frames.send(refusal(&request_id, &fault, language)).await;
            }
        },
        SocketRequest::Abort { request_id } => {
            let Some((_, (live, chat))) = running.get(&request_id) else { return };
            let stopped = match may.still().await {
                Ok(()) => state.asker.stop_live(chat, live).await.map_err(Error::from),
                Err(fault) => Err(fault),
            };
            if let Err(fault) = stopped {
                let _ = frames.send(refusal(&request_id, &fault, language)).await;
            }
        }
    }
}

/// The answer that is being written in a conversation, here or in another process.
async fn resumed((state, may): (&AppState, &May), chat: &str) -> super::Result<Option<Arc<Live>>> {
    may.still().await?;
    match state.asker.live.get(chat) {
        Some(live) => Ok(Some(live)),
        None => Ok(state.asker.follow(chat).await?),
    }
}

async fn start(
    state: &AppState,
    id: &str,
    trigger: Option<Trigger>,
    message_id: Option<String>,
    messages: Vec<Object<UiMessage>>,
    body: serde_json::Map<String, Value>,
) -> super::Result<Arc<Live>> {
    let mut extras = body;
    extras.insert("id".into(), json!(id));
    let mut request: ChatRequest = serde_json::from_value(Value::Object(extras))
        .map_err(|fault| unreadable(&fault, &[], Origin::Extras))?;
    request.trigger = trigger;
    request.message_id = message_id;
    request.messages = messages;
    Ok(state.asker.run_once(request.question()?).await?)
}

/// Sends an answer's parts until its end, or until the socket closes.
fn watch(
    request_id: String,
    (live, chat): Shows,
    after: Option<u64>,
    running: &mut Running,
    frames: &mpsc::Sender<Message>,
) {
    let ended = CancellationToken::new();
    // Of two requests under one id the later one counts: chunks of both would be taken for one stream with gaps.
    let shown = (ended.clone(), (Arc::clone(&live), chat));
    if let Some((earlier, _)) = running.insert(request_id.clone(), shown) {
        earlier.cancel();
    }
    let frames = frames.clone();
    tokio::spawn(async move {
        let send = async {
            let request_id = request_id.as_str();
            frames.send(text(&SocketReply::Start { request_id, replay: false })).await?;
            let (mut encoder, mut sequence) = (Encoder::default(), 0_u64);
            let mut rest = live.rest(after);
            while let Some(shown) = rest.next().await {
                let Shown::Event { event, has, .. } = shown else {
                    (encoder, sequence) = (Encoder::default(), 0);
                    frames.send(text(&SocketReply::Start { request_id, replay: true })).await?;
                    continue;
                };
                // What the client has is encoded all the same, since what follows may depend on it.
                let chunk = encoder.part(&event);
                let frame = text(&SocketReply::Chunk { request_id, sequence, chunk });
                sequence += 1;
                if !has {
                    frames.send(frame).await?;
                }
            }
            frames.send(text(&SocketReply::End { request_id })).await
        };
        tokio::select! {
            // A closed channel means that the socket is gone; there is nobody to tell.
            _ = send => {}
            () = ended.cancelled() => {}
        }
        ended.cancel();
    });
}

async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut frames: mpsc::Receiver<Message>,
    pause: Duration,
) {
    let mut quiet = Patience::new(pause);
    loop {
        let message = tokio::select! {
            frame = frames.recv() => match frame {
                Some(frame) => frame,
                None => break,
            },
            () = quiet.over() => Message::Ping(Vec::new().into()),
        };
        quiet.restart(pause);
        if sink.feed(message).await.is_err() {
            return;
        }
        // What is ready goes out together.
        while let Ok(frame) = frames.try_recv() {
            if sink.feed(frame).await.is_err() {
                return;
            }
        }
        if sink.flush().await.is_err() {
            return;
        }
    }
    let _ = sink.close().await;
}
