//! Messages with their length before them, as the protocol has them.

use std::io;

use serde_json::Value;
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::mpsc::UnboundedReceiver;

/// Longest message, in bytes: a text of a book comes in one.
const MOST: u64 = 64 << 20;
/// Longest line before a message, in bytes.
const HEADER: u64 = 8 << 10;

fn fault(what: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.into())
}

/// The next message; `None` at the end of the input.
///
/// # Errors
/// The input failed, or what stands before a message says nothing of its length, so that nobody knows where the next begins.
pub(super) async fn read(input: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        let read = (&mut *input).take(HEADER).read_until(b'\n', &mut line).await?;
        if read == 0 && length.is_none() {
            return Ok(None);
        }
        if !line.ends_with(b"\n") {
            return Err(fault("a header has no end"));
        }
        let line = String::from_utf8_lossy(&line);
        let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let Some((name, value)) = line.trim_end().split_once(':').filter(|(name, _)| is_name(name)) else {
            if line.trim_end().is_empty() && length.is_some() {
                break;
            }
            return Err(fault(format!("`{}` is no header", line.trim_end())));
        };
        if name.trim().eq_ignore_ascii_case("content-length") {
            let number = value.trim().parse().ok().filter(|number| *number <= MOST);
            length =
                Some(number.ok_or_else(|| fault(format!("a message has 0 to {MOST} bytes, not{value}")))?);
        }
    }
    let length = length.unwrap_or_default();
    let mut message = Vec::new();
    if (&mut *input).take(length).read_to_end(&mut message).await? as u64 == length {
        return Ok(Some(message));
    }
    Err(fault("a message has fewer bytes than was said"))
}

pub(super) async fn write(
    mut told: UnboundedReceiver<Value>,
    mut output: impl AsyncWrite + Unpin,
) -> io::Result<()> {
    while let Some(message) = told.recv().await {
        let message = message.to_string();
        output.write_all(format!("Content-Length: {}\r\n\r\n{message}", message.len()).as_bytes()).await?;
        output.flush().await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn all(mut input: &[u8]) -> (Vec<String>, Option<String>) {
        let mut messages = Vec::new();
        loop {
            match read(&mut input).await {
                Ok(Some(message)) => messages.push(String::from_utf8(message).unwrap()),
                Ok(None) => return (messages, None),
                Err(fault) => return (messages, Some(fault.to_string())),
            }
        }
    }

    #[tokio::test]
    async fn messages_are_told_apart_by_their_length() {
        let text = "Content-Length: 2\r\n\r\n{}content-length:5\r\nContent-Type: x\r\n\r\n{가}";
        assert_eq!(all(text.as_bytes()).await, (vec!["{}".to_owned(), "{가}".to_owned()], None));
        for (text, why) in [
            ("{\"a\":1}\n", "is no header"),
            ("Content-Length: many\r\n\r\n", "0 to"),
            ("Content-Length: 99999999999\r\n\r\n", "0 to"),
            ("Content-Length: 5\r\n\r\n{}", "fewer bytes"),
            ("\r\n", "is no header"),
            ("Content-Length: 5", "no end"),
        ] {
            let (messages, fault) = all(text.as_bytes()).await;
            assert!(messages.is_empty() && fault.is_some_and(|fault| fault.contains(why)), "{text}");
        }
    }
}
