//! The protocol over standard input and output: a message a line. Requests are answered side by side.

use std::collections::HashMap;
use std::io;

use serde_json::Value;
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::{Call, Mcp, cancelled};
use crate::NO_REQUEST;

/// Serves until the input ends; what is being answered then is ended.
///
/// # Errors
/// Input or output failed.
pub async fn serve(
    mcp: &Mcp,
    input: impl tokio::io::AsyncRead + Unpin,
    output: impl AsyncWrite + Unpin + Send + 'static,
) -> io::Result<()> {
    let most = stet_ask::MAX_BODY;
    let (told, telling) = mpsc::unbounded_channel();
    let writing = tokio::spawn(write(telling, output));
    let mut input = BufReader::new(input);
    let mut answering = JoinSet::new();
    let mut open: HashMap<String, CancellationToken> = HashMap::new();
    while let Some(line) = line(&mut input, most).await? {
        // A writer that has failed has nobody to write to.
        if told.is_closed() {
            break;
        }
        while answering.try_join_next().is_some() {}
        open.retain(|_, gone| !gone.is_cancelled());
        let read = match line {
            Line::Whole(line) if line.trim_ascii().is_empty() => continue,
            Line::Whole(line) => crate::parse(&line),
            Line::TooLong => {
                let what = format!("a message may have at most {most} bytes");
                Err(crate::error(&Value::Null, NO_REQUEST, &what))
            }
        };
        let message = match read {
            Ok(Some(message)) => message,
            Ok(None) => continue,
            Err(fault) => {
                let _ = told.send(fault);
                continue;
            }
        };
        if let Some(id) = cancelled(&message) {
            if let Some(gone) = open.remove(&id.to_string()) {
                gone.cancel();
            }
            continue;
        }
        let call = Call { told: told.clone(), gone: CancellationToken::new() };
        if let Some(id) = &message.id {
            open.insert(id.to_string(), call.gone.clone());
        }
        let mcp = mcp.clone();
        answering.spawn(async move {
            let answer = call.gone.run_until_cancelled(Box::pin(mcp.answer(message, &call))).await;
            if let Some(answer) = answer.flatten() {
                let _ = call.told.send(answer);
            }
            call.gone.cancel();
        });
    }
    for gone in open.into_values() {
        gone.cancel();
    }
    answering.join_all().await;
    drop(told);
    writing.await.map_err(io::Error::other)?
}

enum Line {
    Whole(Vec<u8>),
    /// It was read to its end and not kept.
    TooLong,
}

/// The next line; `None` at the end of the input.
async fn line(input: &mut (impl AsyncBufRead + Unpin), most: usize) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let (mut is_long, mut any) = (false, false);
    loop {
        let piece = input.fill_buf().await?;
        if piece.is_empty() {
            break;
        }
        any = true;
        let end = piece.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(piece.len(), |end| end + 1);
        is_long |= line.len() + taken > most;
        if !is_long {
            line.extend_from_slice(piece.get(..taken).unwrap_or_default());
        }
        input.consume(taken);
        if end.is_some() {
            break;
        }
    }
    Ok(any.then_some(if is_long { Line::TooLong } else { Line::Whole(line) }))
}

async fn write(
    mut telling: mpsc::UnboundedReceiver<Value>,
    mut output: impl AsyncWrite + Unpin,
) -> io::Result<()> {
    while let Some(message) = telling.recv().await {
        output.write_all(format!("{message}\n").as_bytes()).await?;
        output.flush().await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_line_that_is_too_long_is_passed_by() {
        let text = format!("short\n{}\nnext\nlast", "x".repeat(100_000));
        let mut input = BufReader::with_capacity(64, text.as_bytes());
        let mut lines = Vec::new();
        while let Some(line) = line(&mut input, 1000).await.unwrap() {
            lines.push(match line {
                Line::Whole(line) => String::from_utf8(line).unwrap(),
                Line::TooLong => "long".to_owned(),
            });
        }
        assert_eq!(lines, ["short\n", "long", "next\n", "last"]);
    }
}
