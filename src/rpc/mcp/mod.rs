//! The Model Context Protocol: Stet's use cases as tools of other programs' models.
//!
//! Owns the protocol (handshake, list and calls of tools, progress, cancellation) as a function from a message to its answer;
//! the transports are [`stdio`] here and `http::mcp`. What the tools do and tell is in `tools`. Nothing is kept between calls.

pub mod stdio;
mod tools;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;
use tokio_util::sync::CancellationToken;

use crate::Message;
use stet_ask::Asker;
use stet_text::Language;
use stet_text::particle::agreed;

/// Versions of the protocol whose messages are as they are here, the newest first.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// A server for one client.
#[derive(Debug, Clone)]
pub struct Mcp {
    pub asker: Asker,
    /// That of descriptions and faults; answers are in that of what is asked.
    pub language: Language,
}

/// What a call may need besides its arguments.
#[derive(Debug, Clone)]
pub struct Call {
    /// Takes notifications for the client.
    pub told: UnboundedSender<Value>,
    /// Cancelled when nobody waits for the result any more.
    pub gone: CancellationToken,
}

/// What tells a client how far a call is, if it wants to know.
struct Progress<'a> {
    told: &'a UnboundedSender<Value>,
    token: Option<&'a Value>,
    steps: u32,
}

impl Progress<'_> {
    fn tell(&mut self, message: &str) {
        let Some(token) = self.token else { return };
        self.steps += 1;
        let params = json!({ "progressToken": token, "progress": self.steps, "message": message });
        // A client that is gone needs none.
        let _ = self.told.send(crate::notification("notifications/progress", &params));
    }
}

impl Mcp {
    /// The answer to a message; `None` to a notification.
    pub async fn answer(&self, message: Message, call: &Call) -> Option<Value> {
        let id = message.id?;
        let params = &message.params;
        Some(match message.method.as_str() {
            "initialize" => crate::result(&id, &self.initialize(params)),
            "ping" => crate::result(&id, &json!({})),
            "tools/list" => crate::result(&id, &json!({ "tools": tools::list(self.language) })),
            "tools/call" => {
                let token = Some(&params["_meta"]["progressToken"]).filter(|token| !token.is_null());
                let mut progress = Progress { told: &call.told, token, steps: 0 };
                let name = params["name"].as_str().unwrap_or_default();
                let arguments = params.get("arguments").cloned().unwrap_or_else(|| json!({}));
                match self.call(name, arguments, &mut progress, &call.gone).await {
                    Some(result) => crate::result(&id, &result),
                    None => crate::error(
                        &id,
                        crate::WRONG_PARAMS,
                        &self.say(
                            &format!(
                                "`{name}`이라는 도구가 없습니다. 있는 도구: {}",
                                tools::NAMES.join(", ")
                            ),
                            &format!("there is no tool `{name}`; there are {}", tools::NAMES.join(", ")),
                        ),
                    ),
                }
            }
            other => crate::error(
                &id,
                crate::UNKNOWN_METHOD,
                &self.say(
                    &format!("`{other}`은(는) 이 서버에 없는 메서드입니다"),
                    &format!("this server has no method `{other}`"),
                ),
            ),
        })
    }

    fn say(&self, ko: &str, en: &str) -> String {
        if self.language == Language::Ko { agreed(ko).into_owned() } else { en.to_owned() }
    }

    fn initialize(&self, params: &Value) -> Value {
        let asked = params["protocolVersion"].as_str().unwrap_or_default();
        let version = VERSIONS.into_iter().find(|known| *known == asked).unwrap_or(VERSIONS[0]);
        json!({
            "protocolVersion": version,
            "capabilities": { "tools": {} },
            "serverInfo": { "name": "stet", "title": "Stet", "version": env!("CARGO_PKG_VERSION") },
            "instructions": self.say(
                "글 쓰는 사람의 출처에서 찾고, 확인된 인용만 있는 답을 쓰고, 글의 인용을 출처와 대조합니다. 도구가 찾지 못한 것을 출처에 있다고 하지 마십시오.",
                "Searches the writer's sources, answers from them with citations that were checked, and checks the citations of a text against them. Do not say that the sources hold what the tools did not find.",
            ),
        })
    }
}

/// Whether a message is the word that nobody waits for a request any more, and which.
#[must_use]
pub fn cancelled(message: &Message) -> Option<&Value> {
    (message.method == "notifications/cancelled").then(|| &message.params["requestId"])
}

/// Whether a message asks to be told of progress, so that its answer is not the first that is told.
#[must_use]
pub fn wants_progress(message: &Message) -> bool {
    !message.params["_meta"]["progressToken"].is_null()
}
