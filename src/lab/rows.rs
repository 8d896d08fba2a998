//! The rows of labelled data, and which of them are the unread split: about a third, by a hash of what a row was made from. It
//! is run and counted, and nobody looks at its rows, so that its figures tell what the others no longer can.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use super::{LabError, say};

#[derive(Debug, Args)]
pub(crate) struct DataArgs {
    /// JSON-lines files, or folders of them
    #[arg(required = true)]
    pub data: Vec<PathBuf>,
}

pub(crate) fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, LabError> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let entries =
                std::fs::read_dir(path).map_err(|source| LabError::Read { path: path.clone(), source })?;
            files.extend(
                entries
                    .filter_map(|entry| Some(entry.ok()?.path()))
                    .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl")),
            );
        } else {
            files.push(path.clone());
        }
    }
    if files.is_empty() {
        let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        let names = names.join(", ");
        return Err(LabError::Said(say(
            &format!("{names}: JSON 줄 파일(*.jsonl)이 없습니다"),
            &format!("{names}: there is no file of JSON lines (*.jsonl)"),
        )));
    }
    files.sort();
    Ok(files)
}

pub(crate) fn rows<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, LabError> {
    let text = stet_host::files::read_text(path)
        .map_err(|source| LabError::Read { path: path.to_owned(), source })?;
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| {
            serde_json::from_str(line)
                .map_err(|fault| LabError::Said(format!("{}:{}: {fault}", path.display(), number + 1)))
        })
        .collect()
}

pub(crate) fn name(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

#[derive(Deserialize)]
pub(crate) struct ClaimRow {
    pub claim: String,
    pub source: String,
    pub supported: bool,
    #[serde(default)]
    pub lang: String,
}

/// Whether a row made from this text is of the unread split. All rows of one text are on one side.
pub(crate) fn is_unread(source: &str) -> bool {
    const BELOW: u8 = 85;
    Sha256::digest(source.trim()).first().is_some_and(|byte| *byte < BELOW)
}

/// Which of some parts the rows made from this text are in, whatever split they are of.
pub(crate) fn part(source: &str, parts: usize) -> usize {
    Sha256::digest(source.trim()).get(1).map_or(0, |byte| usize::from(*byte) % parts.max(1))
}

/// What `work` makes of every item, in their order, on all processors.
pub(crate) fn each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    // Small parts, as rows differ much in length.
    let next = std::sync::atomic::AtomicUsize::new(0);
    let made = std::sync::Mutex::new(Vec::with_capacity(items.len()));
    std::thread::scope(|scope| {
        for _ in 0..processors {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some(item) = items.get(at) else { break };
                    let done = work(item);
                    made.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((at, done));
                }
            });
        }
    });
    let mut made = made.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    made.sort_by_key(|(at, _)| *at);
    made.into_iter().map(|(_, done)| done).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_of_the_sources_is_unread_and_always_the_same_ones() {
        let unread: Vec<u32> = (0..3000).filter(|at| is_unread(&format!("source {at}"))).collect();
        assert!((900..1100).contains(&unread.len()), "{}", unread.len());
        // The first bytes of the hashes are ba and e3.
        assert!(!is_unread("abc") && !is_unread("  abc\n") && !is_unread(""));
        assert_eq!(unread.get(..6), Some(&[3, 4, 7, 12, 13, 16][..]));
    }

    #[test]
    fn rows_are_judged_in_their_order() {
        let items: Vec<usize> = (0..500).collect();
        assert_eq!(each(&items, |at| at * 2), items.iter().map(|at| at * 2).collect::<Vec<_>>());
        assert!(each(&[0_u8; 0], |_| ()).is_empty());
    }
}
