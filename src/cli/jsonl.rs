//! The batch form: one JSON object a line in, one a line out, in order, each flushed.

use std::io::{BufRead as _, Write as _};
use std::process::ExitCode;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::Outcome;

/// Maps standard input to standard output. A line that cannot be used becomes `{"id", "error"}`, so that line N of
/// the output always belongs to line N of the input; the exit code is then 1.
pub(super) fn run<T: DeserializeOwned>(mut answer: impl FnMut(T) -> Value) -> Outcome {
    let mut output = std::io::stdout().lock();
    let mut clean = true;
    for (number, line) in std::io::stdin().lock().split(b'\n').enumerate() {
        let line = line?;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let reply = match serde_json::from_slice::<T>(&line) {
            Ok(input) => answer(input),
            Err(fault) => {
                clean = false;
                let id = serde_json::from_slice::<Value>(&line).map(|value| value["id"].clone());
                json!({ "id": id.unwrap_or_default(), "error": format!("line {}: {fault}", number + 1) })
            }
        };
        serde_json::to_writer(&mut output, &reply).map_err(std::io::Error::from)?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
