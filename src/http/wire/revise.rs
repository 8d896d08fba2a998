//! Events of a revision to parts of the AI SDK's UI message stream.

use serde::Serialize;
use serde_json::{Value, json};

use super::patch;
use stet_revise::{Event, Summary};
use stet_text::span::Utf16Map;

/// Turns the events of one revision into parts.
#[derive(Debug)]
pub struct Encoder {
    /// The draft as the revision found it.
    text: String,
    base_revision: i64,
}

impl Encoder {
    #[must_use]
    pub fn new(text: String, base_revision: i64) -> Self {
        Self { text, base_revision }
    }

    /// The parts of an event, in order.
    #[must_use]
    pub fn parts(&self, event: &Event) -> Vec<Value> {
        match event {
            Event::Start { run_id } => vec![json!({
                "type": "start", "messageId": run_id, "messageMetadata": { "verified": "pending" },
            })],
            Event::Step { step, state, detail } => vec![json!({
                "type": "data-step", "id": step.name(),
                "data": { "name": step.name(), "state": state.name(), "detail": detail },
            })],
            Event::Proposed(patches) => {
                let map = Utf16Map::new(&self.text);
                patches
                    .iter()
                    .map(|made| data_patch(&made.id, patch::proposed(&map, made, self.base_revision)))
                    .collect()
            }
            Event::Settled { desk, staged, gone, superseded } => {
                let map = Utf16Map::new(desk.stage.text());
                let ended = |id: &String, status: &str| data_patch(id, json!({ "id": id, "status": status }));
                let mut parts: Vec<Value> = gone.iter().map(|id| ended(id, "withdrawn")).collect();
                parts.extend(superseded.iter().map(|id| ended(id, "superseded")));
                let staged = staged.iter().filter_map(|id| desk.patch(id));
                parts.extend(staged.map(|one| data_patch(&one.patch.id, patch::staged(&map, desk, one))));
                parts
            }
            Event::Metadata(summary) => vec![json!({
                "type": "message-metadata", "messageMetadata": metadata(summary),
            })],
            Event::Finish { reason, summary } => vec![json!({
                "type": "finish", "finishReason": super::finish_reason(*reason),
                "messageMetadata": metadata(summary),
            })],
            Event::Abort { reason } => vec![json!({ "type": "abort", "reason": reason })],
            Event::Error { message } => vec![json!({ "type": "error", "errorText": message })],
        }
    }
}

fn data_patch(id: &str, data: impl Serialize) -> Value {
    json!({ "type": "data-patch", "id": id, "data": data })
}

fn metadata(summary: &Summary) -> Value {
    serde_json::to_value(summary).unwrap_or_default()
}
