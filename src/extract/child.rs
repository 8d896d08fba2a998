//! Extraction in a process of its own, so that a hostile file can only kill that process.
//!
//! The parent runs `<program> extract-child <file>` and writes the file's name, the [`Limits`] and what is wanted to its
//! standard input; the child caps its own memory before it opens the file and prints one JSON object, or a picture.
//! The parent keeps the time and the size of what is printed, and kills the child when it is dropped.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{ExitCode, Stdio};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;

use super::rules::{RuleFiles, Unreadable};
use super::works::Works;
use super::{ExtractError, Extraction, Imported, Limits, Picture, confine, draft, extract, picture, prepare};

/// Name of the hidden verb that runs [`run_child`].
pub const VERB: &str = "extract-child";

#[derive(Serialize, Deserialize)]
struct Request {
    file_name: String,
    limits: Limits,
    wanted: Wanted,
}

/// What is made of a file.
#[derive(Serialize, Deserialize)]
enum Wanted {
    Source,
    Draft,
    /// A page as PNG.
    Picture(Picture),
    /// A bibliography.
    Works,
    /// Criteria.
    Rules,
}

/// How a PNG begins, which no JSON does.
const PNG: &[u8] = b"\x89PNG";

/// A file, and the process in which it is read.
#[derive(Debug, Clone, Copy)]
pub struct Isolated<'a> {
    /// The executable to start: Stet itself.
    pub program: &'a Path,
    pub file: &'a Path,
    /// The name that the file was sent under.
    pub file_name: &'a str,
    pub limits: &'a Limits,
}

/// Besides what the readers themselves say, each fails with `Timeout`, `Memory`, and `Failed` when the child cannot be
/// started or ends without an answer.
impl Isolated<'_> {
    /// The file as a source; see [`super::extract`].
    ///
    /// # Errors
    /// Why there is no text.
    pub async fn source(self) -> Result<Extraction, ExtractError> {
        self.said(Wanted::Source).await
    }

    /// The file as a draft.
    ///
    /// # Errors
    /// Why there is no text.
    pub async fn draft(self) -> Result<Imported, ExtractError> {
        self.said(Wanted::Draft).await
    }

    /// The works of a bibliography.
    ///
    /// # Errors
    /// The bytes are no text.
    pub async fn works(self) -> Result<Works, ExtractError> {
        self.said(Wanted::Works).await
    }

    /// The values in a file of criteria.
    ///
    /// # Errors
    /// The reader failed; what is wrong with the file stands inside.
    pub async fn rules(self) -> Result<Result<RuleFiles, Unreadable>, ExtractError> {
        self.said(Wanted::Rules).await
    }

    /// A page of a PDF as PNG.
    ///
    /// # Errors
    /// Why it cannot be drawn.
    pub async fn picture(self, wanted: Picture) -> Result<Vec<u8>, ExtractError> {
        match self.answer::<()>(Wanted::Picture(wanted)).await? {
            Answer::Drawn(picture) => Ok(picture),
            Answer::Said(said) => Err(said.err().unwrap_or_else(|| failed("the child process drew nothing"))),
        }
    }

    async fn said<T: DeserializeOwned>(self, wanted: Wanted) -> Result<T, ExtractError> {
        match self.answer(wanted).await? {
            Answer::Said(said) => said,
            Answer::Drawn(_) => Err(failed("the child process drew what was to be read")),
        }
    }

    async fn answer<T: DeserializeOwned>(self, wanted: Wanted) -> Result<Answer<T>, ExtractError> {
        let Self { program, file, file_name, limits } = self;
        let request = Request { file_name: file_name.to_owned(), limits: limits.clone(), wanted };
        answer(program, file, &request).await
    }
}

/// What a child printed.
enum Answer<T> {
    Said(Result<T, ExtractError>),
    Drawn(Vec<u8>),
}

async fn answer<T: DeserializeOwned>(
    program: &Path,
    file: &Path,
    request: &Request,
) -> Result<Answer<T>, ExtractError> {
    let limits = &request.limits;
    let request = serde_json::to_vec(request).map_err(failed)?;
    // The child reads what strangers wrote: the keys and passwords in this environment are not for it.
    let mut child = Command::new(program)
        .arg(VERB)
        .arg(file)
        .env_clear()
        // The allocator would reserve a gibibyte of the address space that is capped below. In KiB.
        .env("MIMALLOC_ARENA_RESERVE", "32768")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(failed)?;
    let (Some(mut input), Some(mut output), Some(mut errors)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return Err(failed("the child process has no pipes"));
    };
    // JSON of blocks is text plus headings; a multiple of the text limit covers paths and escapes.
    let cap = limits.text_bytes.saturating_mul(4).saturating_add(1 << 20);
    let talk = async {
        // A child that ends early closes the pipe; what it said instead counts.
        let _ = input.write_all(&request).await;
        drop(input);
        let (mut answer, mut complaint) = (Vec::new(), Vec::new());
        let mut output = (&mut output).take(cap + 1);
        let mut errors = (&mut errors).take(64 << 10);
        let talked = async {
            output.read_to_end(&mut answer).await.map_err(failed)?;
            let bytes = answer.len() as u64;
            if bytes > cap { Err(ExtractError::TooLarge { bytes, limit: cap }) } else { Ok(()) }
        };
        let complained = async { errors.read_to_end(&mut complaint).await.map_err(failed) };
        tokio::try_join!(talked, complained)?;
        let status = child.wait().await.map_err(failed)?;
        Ok((status, answer, complaint))
    };
    let (status, answer, complaint) =
        tokio::time::timeout(limits.time, talk).await.map_err(|_| ExtractError::Timeout {
            seconds: limits.time.as_millis().div_ceil(1000).try_into().unwrap_or(u64::MAX),
        })??;
    if answer.starts_with(PNG) && status.success() {
        return Ok(Answer::Drawn(answer));
    }
    if let Ok(said) = serde_json::from_slice(&answer) {
        return Ok(Answer::Said(said));
    }
    let complaint = String::from_utf8_lossy(&complaint);
    if complaint.contains("memory allocation") || complaint.contains("out of memory") {
        return Err(ExtractError::Memory { limit: limits.memory_bytes });
    }
    let last = complaint.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
    Err(failed(format!("the child process ended with {status}: {last}")))
}

fn failed(detail: impl std::fmt::Display) -> ExtractError {
    ExtractError::Failed { detail: detail.to_string() }
}

/// Body of the hidden verb: caps this process, reads the request from standard input, extracts `file`
/// and prints the result as JSON to standard output, or draws a page of it and prints the picture.
#[must_use]
pub fn run_child(file: &Path) -> ExitCode {
    let mut input = String::new();
    let request = match std::io::stdin().take(1 << 20).read_to_string(&mut input) {
        Ok(_) => serde_json::from_str::<Request>(&input).unwrap_or_else(|_| Request {
            // Started by hand: the file's own name and the usual limits.
            file_name: file.to_string_lossy().into_owned(),
            limits: Limits::default(),
            wanted: Wanted::Source,
        }),
        Err(_) => return ExitCode::FAILURE,
    };
    let limits = request.limits;
    confine::cap(&limits);
    let result = read(file, &limits).and_then(|bytes| {
        let name = &request.file_name;
        prepare(name, &bytes, &limits);
        confine::forgo_rights();
        match &request.wanted {
            Wanted::Source => said(&extract(name, &bytes, &limits)),
            Wanted::Draft => said(&draft(name, &bytes, &limits)),
            Wanted::Picture(wanted) => picture(&bytes, wanted, &limits),
            Wanted::Works => said(&Works::parse(&bytes)),
            Wanted::Rules => said(&Ok(RuleFiles::parse(name, &bytes))),
        }
    });
    let Ok(answer) = result.or_else(|fault| said::<()>(&Err(fault))) else { return ExitCode::FAILURE };
    let mut output = std::io::stdout().lock();
    match output.write_all(&answer).and_then(|()| output.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn said<T: Serialize>(result: &Result<T, ExtractError>) -> Result<Vec<u8>, ExtractError> {
    serde_json::to_vec(result).map_err(failed)
}

fn read(file: &Path, limits: &Limits) -> Result<Vec<u8>, ExtractError> {
    let opened = std::fs::File::open(file).map_err(failed)?;
    // Room for all at once: growing would take twice the file's size of the memory there is.
    let size = opened.metadata().map_or(0, |data| data.len().min(limits.file_bytes));
    let mut bytes = Vec::new();
    let _ = bytes.try_reserve_exact(usize::try_from(size).unwrap_or(0).saturating_add(1));
    let read = opened.take(limits.file_bytes.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| match error.kind() {
        std::io::ErrorKind::OutOfMemory => ExtractError::Memory { limit: limits.memory_bytes },
        _ => failed(error),
    })?;
    Ok(bytes)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::path::PathBuf;
    use std::time::Duration;

    use super::*;

    async fn source(program: &Path, limits: &Limits) -> Result<Extraction, ExtractError> {
        Isolated { program, file: Path::new("file.pdf"), file_name: "file.pdf", limits }.source().await
    }

    /// A program that behaves as a child may: what the parent makes of it is what counts.
    async fn answer(script: &str, limits: &Limits) -> Result<Extraction, ExtractError> {
        let folder = tempfile::tempdir().unwrap();
        let program: PathBuf = folder.path().join("child");
        // Written by another process: of a descriptor of this one, a child that another test is just starting holds a copy
        // until it runs its program, and what is open for writing cannot be run.
        let written = std::process::Command::new("sh")
            .args(["-c", "printf '#!/bin/sh\\n%s\\n' \"$1\" > \"$0\" && chmod 755 \"$0\""])
            .arg(&program)
            .arg(script)
            .status()
            .unwrap();
        assert!(written.success());
        source(&program, limits).await
    }

    #[tokio::test]
    async fn answers_and_failures_of_a_child() {
        let limits = Limits { time: Duration::from_secs(20), ..Limits::default() };
        let good = r#"cat >/dev/null; echo '{"Ok":{"title":null,"media_type":"application/pdf","pages":2,"blocks":[]}}'"#;
        assert_eq!(answer(good, &limits).await.unwrap().pages, Some(2));
        let refused = r#"echo '{"Err":{"kind":"encrypted"}}'"#;
        assert_eq!(answer(refused, &limits).await, Err(ExtractError::Encrypted));
        let memory = "echo 'memory allocation of 999 bytes failed' >&2; kill -ABRT $$";
        assert_eq!(answer(memory, &limits).await, Err(ExtractError::Memory { limit: limits.memory_bytes }));
        let crashed = "echo first >&2; echo 'last words' >&2; kill -SEGV $$";
        let Err(ExtractError::Failed { detail }) = answer(crashed, &limits).await else { unreachable!() };
        assert!(detail.ends_with("last words"), "{detail}");
        let silent = "exit 0";
        assert!(matches!(answer(silent, &limits).await, Err(ExtractError::Failed { .. })));
        let absent = source(Path::new("/nonexistent"), &limits).await;
        assert!(matches!(absent, Err(ExtractError::Failed { .. })));
    }

    #[tokio::test]
    async fn a_child_knows_nothing_of_the_environment() {
        let limits = Limits { time: Duration::from_secs(20), ..Limits::default() };
        assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some(), "the tests have something to hide");
        let teller = r"cat >/dev/null; tr '\0' ' ' </proc/$$/environ >&2; echo ' (all)' >&2";
        let Err(ExtractError::Failed { detail }) = answer(teller, &limits).await else { unreachable!() };
        assert!(detail.ends_with(": MIMALLOC_ARENA_RESERVE=32768  (all)"), "{detail}");
    }

    #[tokio::test]
    async fn a_child_that_goes_on_is_stopped() {
        let brief = Limits { time: Duration::from_millis(300), ..Limits::default() };
        assert_eq!(answer("exec sleep 60", &brief).await, Err(ExtractError::Timeout { seconds: 1 }));
        let narrow = Limits { text_bytes: 0, time: Duration::from_secs(20), ..Limits::default() };
        let endless = answer("exec cat /dev/zero", &narrow).await;
        assert!(matches!(endless, Err(ExtractError::TooLarge { .. })), "{endless:?}");
    }
}
