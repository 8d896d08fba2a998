//! Events of a revision to parts of the AI SDK's UI message stream.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::part::{PartAbort, PartError, PartFinish, PartMetadata, PartStart, PartStep};
use super::patch::{self, DraftPatch};
use stet_revise::Event;
use stet_text::span::Utf16Map;

/// A later part with the same id replaces it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DataPatch {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "data-patch"))]
    kind: &'static str,
    /// Of the patch.
    id: String,
    /// The patch, or what became of it.
    data: Shown,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
enum Shown {
    Staged(Box<DraftPatch>),
    Ended(EndedPatch),
}

/// A proposal that came to nothing, or gave way to a newer one.
#[derive(Debug, Serialize, JsonSchema)]
struct EndedPatch {
    /// By which it is asked for.
    id: String,
    /// What became of it.
    status: End,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum End {
    Withdrawn,
    Superseded,
}

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
            Event::Start { run_id } => vec![json!(PartStart::new(&run_id.to_string()))],
            Event::Step { step, state, detail, told } => {
                vec![json!(PartStep::new(*step, *state, detail, told))]
            }
            Event::Proposed(patches) => {
                let map = Utf16Map::new(&self.text);
                let proposed = |made| staged(patch::proposed(&map, made, self.base_revision));
                patches.iter().map(proposed).collect()
            }
            Event::Settled { desk, staged: ids, gone, superseded } => {
                let map = Utf16Map::new(desk.stage.text());
                let mut parts: Vec<Value> = gone.iter().map(|id| ended(id, End::Withdrawn)).collect();
                parts.extend(superseded.iter().map(|id| ended(id, End::Superseded)));
                let patches = ids.iter().filter_map(|id| desk.patch(id));
                parts.extend(patches.map(|one| staged(patch::staged(&map, desk, one))));
                parts
            }
            Event::Metadata(summary) => vec![json!(PartMetadata::new(summary))],
            Event::Finish { reason, summary } => vec![json!(PartFinish::new(*reason, summary))],
            Event::Abort { reason } => vec![json!(PartAbort::new(reason))],
            Event::Error { message } => vec![json!(PartError::new(message))],
        }
    }
}

fn data_patch(id: String, data: Shown) -> Value {
    json!(DataPatch { kind: "data-patch", id, data })
}

fn staged(patch: DraftPatch) -> Value {
    data_patch(patch.patch.id.clone(), Shown::Staged(Box::new(patch)))
}

fn ended(id: &str, status: End) -> Value {
    data_patch(id.to_owned(), Shown::Ended(EndedPatch { id: id.to_owned(), status }))
}
