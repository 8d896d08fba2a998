//! JSON in a model's words: one object, bare, fenced, or inside prose.
//!
//! Owns finding the object and reading a verdict out of it. What is not clearly a verdict is a failed one: a
//! model's prose must never be mistaken for agreement.

use serde_json::Value;

use crate::domain::answer::ModelVerdict;

/// Longest reply that is looked at, in bytes.
const MAX_REPLY: usize = 64 << 10;
/// Most opening braces that are tried.
const MAX_TRIES: usize = 32;

/// The first JSON object in `text` that parses. Linear in the text for each of at most 32 opening braces.
#[must_use]
pub fn first_object(text: &str) -> Option<serde_json::Map<String, Value>> {
    let mut end = text.len().min(MAX_REPLY);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let text = text.get(..end)?;
    for (at, _) in text.match_indices('{').take(MAX_TRIES) {
        let mut values = serde_json::Deserializer::from_str(text.get(at..)?).into_iter::<Value>();
        if let Some(Ok(Value::Object(object))) = values.next() {
            return Some(object);
        }
    }
    None
}

/// Reads `{is_accurate, confidence, explanation}` from a model's reply.
///
/// A confidence outside 0 to 1, a missing field or a wrong type is a failed verdict, whose reason says so.
#[must_use]
pub fn model_verdict(reply: &str) -> ModelVerdict {
    let failed = |reason: &str| ModelVerdict::Failed { reason: reason.to_owned() };
    if reply.trim().is_empty() {
        return failed("the model's verdict was empty");
    }
    let Some(object) = first_object(reply) else {
        return failed("the model's verdict was not JSON");
    };
    let Some(accurate) = object.get("is_accurate").and_then(Value::as_bool) else {
        return failed("the model's verdict does not say whether the statement is accurate");
    };
    let Some(confidence) = object.get("confidence").and_then(Value::as_f64) else {
        return failed("the model's verdict has no confidence");
    };
    if !(0.0..=1.0).contains(&confidence) {
        return failed("the confidence of the model's verdict is not between 0 and 1");
    }
    let explanation = object.get("explanation").and_then(Value::as_str).unwrap_or_default();
    #[expect(clippy::cast_possible_truncation, reason = "checked to lie between 0 and 1")]
    let confidence = confidence as f32;
    ModelVerdict::Judged { accurate, confidence, explanation: explanation.trim().to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(reply: &str) -> Option<(bool, f32)> {
        match model_verdict(reply) {
            ModelVerdict::Judged { accurate, confidence, .. } => Some((accurate, confidence)),
            ModelVerdict::Failed { reason } => {
                assert!(!reason.is_empty());
                None
            }
        }
    }

    #[test]
    fn a_verdict_is_read_in_any_wrapping() {
        let bare = r#"{"is_accurate": true, "confidence": 0.5, "explanation": "ok"}"#;
        for reply in [
            bare.to_owned(),
            format!("```json\n{bare}\n```"),
            format!("Sure {{here}} it is: {bare} Hope this helps."),
            format!("판정: {bare}"),
        ] {
            assert_eq!(judged(&reply), Some((true, 0.5)), "{reply}");
        }
    }

    #[test]
    fn what_is_no_verdict_fails() {
        for reply in [
            "",
            "Yes, it is accurate.",
            r#"{"is_accurate": true, "confid"#,
            r#"{"is_accurate": "true", "confidence": 0.9}"#,
            r#"{"is_accurate": true, "confidence": 1.7}"#,
            r#"{"is_accurate": true, "confidence": "high"}"#,
            r#"{"is_accurate": true}"#,
            "[true, 0.9]",
            "{{{{{{{{",
        ] {
            assert_eq!(judged(reply), None, "{reply}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_reply_is_read_without_a_panic(reply in ".{0,200}") {
            let _ = model_verdict(&reply);
        }
    }
}
