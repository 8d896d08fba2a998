//! Which texts a verb checks: files, folders of them, standard input; and where in a text a byte stands.

use std::path::{Path, PathBuf};

use super::{CliError, in_order, is_aside, segment};

/// A text with its name; or why it cannot be had.
pub(super) type Text = (String, Result<String, String>);

/// Endings of files in a folder that are texts to check.
const TEXTS: [&str; 6] = ["md", "markdown", "mdx", "txt", "text", "rst"];

/// The texts: the files that are named, and in folders those with an ending of [`TEXTS`] that are not empty. Standard
/// input without any.
pub(super) fn read(paths: &[PathBuf]) -> Result<Vec<Text>, CliError> {
    let mut texts: Vec<Text> = Vec::new();
    if paths.is_empty() {
        texts.push(("-".to_owned(), Ok(segment::read(None)?)));
    }
    for path in paths {
        let mut files = Vec::new();
        if path.is_dir() {
            in_folder(path, &mut files)?;
        } else {
            files.push(path.clone());
        }
        for file in files {
            let name = file.display().to_string();
            // As `-` is standard input for other programs.
            let named = (name != "-").then_some(&file);
            match segment::read(named) {
                Ok(text) if is_empty(&text) && file != *path => {}
                read => texts.push((name, read.map_err(|fault| fault.message()))),
            }
        }
    }
    Ok(texts)
}

pub(super) fn is_empty(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim().is_empty()
}

/// The texts of a folder and its folders, in the order of their names, without what is hidden or installed.
fn in_folder(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), CliError> {
    for path in in_order(folder)? {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        if is_aside(&path) {
            continue;
        }
        // A linked folder may be the one that it stands in; a pipe that nobody writes to would be waited for.
        if path.is_dir() && !path.is_symlink() {
            in_folder(&path, files)?;
        } else if path.is_file() && ending.is_some_and(|ending| TEXTS.contains(&ending.as_str())) {
            files.push(path);
        }
    }
    Ok(())
}

/// Line and column of a byte, both from 1, the column in characters.
pub(super) fn place(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..text.floor_char_boundary(at)).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    (line, before.rsplit('\n').next().unwrap_or_default().chars().count() + 1)
}
