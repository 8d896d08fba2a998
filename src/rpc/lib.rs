//! JSON-RPC 2.0: the messages that editors and agents exchange with Stet.
//!
//! Owns their shape and codes; what a method does is its protocol's, and how messages travel the transport's.

pub mod lsp;
pub mod mcp;

use serde_json::{Value, json};

/// No JSON.
pub(crate) const UNREADABLE: i32 = -32700;
/// JSON, but no request.
pub(crate) const NO_REQUEST: i32 = -32600;
pub(crate) const UNKNOWN_METHOD: i32 = -32601;
pub(crate) const WRONG_PARAMS: i32 = -32602;

/// A message of the other side: a request where it has an id, else a notification.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    pub id: Option<Value>,
    pub method: String,
    pub params: Value,
}

/// What is wrong with a message, as the answer to it.
pub type Fault = Value;

/// Reads a message. `Ok(None)`: an answer to a request of this side, of which there are none.
///
/// # Errors
/// It is no message; the value is what the other side is to be told.
pub fn parse(bytes: &[u8]) -> Result<Option<Message>, Fault> {
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|fault| error(&Value::Null, UNREADABLE, &format!("this is no JSON: {fault}")))?;
    let id = value.get("id").cloned();
    let wrong = |what: &str| error(id.as_ref().unwrap_or(&Value::Null), NO_REQUEST, what);
    if !value.is_object() {
        return Err(wrong("a message has to be one object; batches are not taken"));
    }
    if value["jsonrpc"] != "2.0" {
        return Err(wrong("`jsonrpc` has to be \"2.0\""));
    }
    let Some(method) = value["method"].as_str() else {
        let answers = value.get("result").is_some() || value.get("error").is_some();
        return if answers { Ok(None) } else { Err(wrong("`method` is missing")) };
    };
    if !matches!(id, None | Some(Value::Number(_) | Value::String(_))) {
        return Err(error(&Value::Null, NO_REQUEST, "`id` has to be a number or a string"));
    }
    Ok(Some(Message { id, method: method.to_owned(), params: value["params"].clone() }))
}

#[must_use]
pub fn result(id: &Value, result: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

#[must_use]
pub fn error(id: &Value, code: i32, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

#[must_use]
pub fn request(id: &Value, method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

#[must_use]
pub(crate) fn notification(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_message_is_told_as_the_protocol_does() {
        for (text, code) in [
            ("", UNREADABLE),
            ("{", UNREADABLE),
            ("[]", NO_REQUEST),
            ("7", NO_REQUEST),
            (r#"{"id":1,"method":"ping"}"#, NO_REQUEST),
            (r#"{"jsonrpc":"2.0","id":1}"#, NO_REQUEST),
            (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, NO_REQUEST),
        ] {
            assert_eq!(parse(text.as_bytes()).unwrap_err()["error"]["code"], code, "{text}");
        }
        assert_eq!(parse(br#"{"jsonrpc":"2.0","id":1,"result":{}}"#), Ok(None));
        let message = parse(r#"{"jsonrpc":"2.0","id":"가","method":"ping"}"#.as_bytes()).unwrap().unwrap();
        assert_eq!((message.id, message.params), (Some(json!("가")), Value::Null));
        assert!(parse(br#"{"jsonrpc":"2.0","method":"x"}"#).unwrap().unwrap().id.is_none());
    }
}
