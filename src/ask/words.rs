//! The words of a passage that an answer may rest on: one text, which the model is shown, from which extracts are quoted,
//! and against which the gate judges. What one of them saw and another did not would be a citation of nothing.

use serde_json::Value;

use crate::store::ChunkRow;

/// Most characters of what a passage is described by.
const DESCRIBED: usize = 4000;

/// What a person has verified stands for the passage, so that a value that was corrected supports nothing any more. Else
/// its content with what belongs to it: caption, entity and translation.
pub(super) fn words(chunk: &ChunkRow) -> String {
    if let Some(verified) = verified(chunk) {
        return verified.to_owned();
    }
    let mut text = chunk.content.clone();
    let entity = chunk.entity.as_ref().map(described);
    for more in [&chunk.caption, &entity, &chunk.translation].into_iter().flatten() {
        let more = more.trim();
        if !more.is_empty() && !text.contains(more) {
            text.push_str("\n\n");
            text.push_str(more);
        }
    }
    text
}

/// The text that a person has verified.
pub(super) fn verified(chunk: &ChunkRow) -> Option<&str> {
    chunk.human_feedback.as_deref().filter(|text| !text.trim().is_empty())
}

/// A structured description as lines: `name: value`.
fn described(entity: &Value) -> String {
    let mut lines = Vec::new();
    lines_of("", entity, &mut lines);
    lines.join("\n").chars().take(DESCRIBED).collect()
}

fn lines_of(name: &str, value: &Value, lines: &mut Vec<String>) {
    let line = |text: &str| if name.is_empty() { text.to_owned() } else { format!("{name}: {text}") };
    match value {
        Value::Null => {}
        Value::String(text) if text.trim().is_empty() => {}
        Value::String(text) => lines.push(line(text)),
        Value::Bool(_) | Value::Number(_) => lines.push(line(&value.to_string())),
        Value::Array(items) => items.iter().for_each(|item| lines_of(name, item, lines)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| lines_of(name, value, lines)),
    }
}
