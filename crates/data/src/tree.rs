//! The files of `data/` in the source tree.

use std::path::{Path, PathBuf};

/// The name of a file below `data/`, and its text.
pub(crate) type File = (String, String);

/// Where they are.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data")
}

/// All files below a folder but hidden ones, in order; or the one that is no text, and why.
pub(crate) fn load(data: &Path) -> Result<Vec<File>, String> {
    let (mut files, mut folders) = (Vec::new(), vec![String::new()]);
    while let Some(folder) = folders.pop() {
        let why = |name: &str, error: std::io::Error| format!("data/{name}: {error}");
        for entry in std::fs::read_dir(data.join(&folder)).map_err(|error| why(&folder, error))? {
            let path = entry.map_err(|error| why(&folder, error))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let name = if folder.is_empty() { name.into_owned() } else { format!("{folder}/{name}") };
            if name.rsplit('/').next().is_some_and(|own| own.starts_with('.')) {
                continue;
            }
            if path.is_dir() {
                folders.push(name);
            } else {
                let text = std::fs::read_to_string(&path).map_err(|error| why(&name, error))?;
                files.push((name, text));
            }
        }
    }
    files.sort();
    Ok(files)
}
