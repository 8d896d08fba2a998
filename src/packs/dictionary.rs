//! Words that are right, in files beside the texts: `.stet-dictionary.txt`, a word a line.

use std::io;
use std::path::{Path, PathBuf};

use stet_criteria::spared::Dictionary;

/// The name of such a file. It is hidden, so that no verb takes it for a text or a source.
pub const FILE: &str = ".stet-dictionary.txt";

/// The files that hold for a text, the nearest first: in its folder and in all that it lies in.
fn files(text: &Path) -> Vec<PathBuf> {
    let text = std::path::absolute(text).unwrap_or_else(|_| text.to_owned());
    text.ancestors().skip(1).map(|folder| folder.join(FILE)).filter(|file| file.is_file()).collect()
}

/// Takes in the words that hold for a text. A file that is no text has none.
pub fn read_for(text: &Path, dictionary: &mut Dictionary) {
    for file in files(text) {
        if let Ok(words) = stet_host::files::read_text(&file) {
            dictionary.add_lines(&words);
        }
    }
}

/// Writes a word into the nearest file that holds for a text, or into a new one in the folder that is to have it; gives the
/// file.
///
/// # Errors
/// The file cannot be read or written.
pub fn add_for(text: &Path, otherwise: &Path, word: &str) -> io::Result<PathBuf> {
    let nearest = files(text).into_iter().find(|file| file.starts_with(otherwise));
    let file = nearest.unwrap_or_else(|| otherwise.join(FILE));
    let mut words = match stet_host::files::read_text(&file) {
        Ok(words) => words,
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => String::new(),
        Err(fault) => return Err(fault),
    };
    if !words.lines().any(|line| line.trim() == word.trim()) {
        if !words.is_empty() && !words.ends_with('\n') {
            words.push('\n');
        }
        words.push_str(word.trim());
        words.push('\n');
        std::fs::write(&file, words)?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_all_folders_above_a_text_hold() {
        let root = tempfile::tempdir().unwrap();
        let (root, inner) = (root.path(), root.path().join("a/b"));
        std::fs::create_dir_all(&inner).unwrap();
        let text = inner.join("text.md");
        assert_eq!(add_for(&text, root, "한빛관").unwrap(), root.join(FILE));
        assert_eq!(add_for(&text, root, "zettel").unwrap(), root.join(FILE));
        assert_eq!(add_for(&text, root, "zettel").unwrap(), root.join(FILE));
        assert_eq!(std::fs::read_to_string(root.join(FILE)).unwrap(), "한빛관\nzettel\n");
        std::fs::write(inner.join(FILE), "kasten").unwrap();
        assert_eq!(add_for(&text, root, "more").unwrap(), inner.join(FILE));
        let mut all = Dictionary::default();
        read_for(&text, &mut all);
        let mut wanted = Dictionary::default();
        for word in ["kasten", "more", "한빛관", "zettel"] {
            wanted.add(word);
        }
        assert_eq!(all, wanted);
    }
}
