//! Pictures that documents name (`image_path`): from the folder in which they wait into the document that names them.
//!
//! Whoever runs Stet lays pictures into `images` of the data folder, of another workspace into `workspaces/ID/images`. The first
//! document of that workspace that names one takes it in, and it leaves the folder: from then on it belongs to that version of that
//! source, is found through its passages alone, and goes with it. A later version has the pictures of the one before, unless new
//! ones wait. What a path says is looked for below the folder and nowhere else.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::Ingest;
use stet_store::pictures::NewPicture;
use stet_store::{DEFAULT_WORKSPACE, StoreError};

/// Formats that browsers show, by the ending of the file's name.
const FORMATS: &[(&str, &str)] = &[
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
];
/// Largest picture that is taken in, in bytes.
const LARGEST: u64 = 20 << 20;
/// Longest name of a picture, in bytes: one that lies in the text (`data:`) is none.
const LONGEST: usize = 1000;

/// A picture that waits, and where.
type Waiting = (PathBuf, NewPicture);

/// The folder of a workspace in the data folder; the default one has none of its own.
fn own_folder(data: &Path, workspace: Uuid) -> Option<PathBuf> {
    (workspace != DEFAULT_WORKSPACE).then(|| data.join("workspaces").join(workspace.to_string()))
}

/// Where pictures of a workspace wait to be taken in.
#[must_use]
pub fn folder(data: &Path, workspace: Uuid) -> PathBuf {
    own_folder(data, workspace).unwrap_or_else(|| data.to_owned()).join("images")
}

/// Removes what a workspace that is gone has in the data folder.
///
/// # Errors
/// It cannot be removed.
pub fn remove_folder(data: &Path, workspace: Uuid) -> io::Result<()> {
    let Some(folder) = own_folder(data, workspace) else { return Ok(()) };
    match std::fs::remove_dir_all(folder) {
        Err(fault) if fault.kind() != io::ErrorKind::NotFound => Err(fault),
        _ => Ok(()),
    }
}

/// The file of a picture in a folder: `named` is a path below it, or one from the machine that read the document, whose last part
/// is looked for. Nothing outside the folder is ever found, whatever the path or a link says.
fn find(folder: &Path, named: &str) -> Option<(PathBuf, &'static str)> {
    let folder = folder.canonicalize().ok()?;
    let named = Path::new(named.trim());
    let last = named.file_name().map(Path::new);
    [Some(named), last].into_iter().flatten().find_map(|path| {
        let path = folder.join(path).canonicalize().ok()?;
        let media_type = media_type(&path)?;
        let is_picture = path.starts_with(&folder)
            && std::fs::metadata(&path).is_ok_and(|file| file.is_file() && file.len() <= LARGEST);
        is_picture.then_some((path, media_type))
    })
}

/// What a browser is told of a picture's format; `None` for what is no picture.
fn media_type(path: &Path) -> Option<&'static str> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    FORMATS.iter().find(|(known, _)| *known == ending).map(|(_, media_type)| *media_type)
}

fn waiting(folder: &Path, name: &str) -> Option<Waiting> {
    let (path, media_type) = find(folder, name)?;
    let bytes = std::fs::read(&path).ok()?;
    Some((path, NewPicture { name: name.to_owned(), media_type, bytes }))
}

/// Takes files away that are in the database by now. One that cannot go is only told of: it is looked at again at the next start.
pub(super) fn taken(files: &[PathBuf]) {
    for file in files {
        match std::fs::remove_file(file) {
            Err(fault) if fault.kind() != io::ErrorKind::NotFound => {
                tracing::warn!(%fault, file = %file.display(), "a picture that was taken in could not be removed");
            }
            _ => {}
        }
    }
}

impl Ingest {
    /// Where pictures wait to be taken in, of all workspaces; without it none are.
    #[must_use]
    pub fn with_pictures(mut self, data: PathBuf) -> Self {
        self.pictures = Some(data);
        self
    }

    /// Takes in the pictures that a document names, in place of those that an earlier attempt took in. The files, to be removed once
    /// the document is ready: where it never is, they are nobody's.
    pub(super) async fn take_pictures<'a>(
        &self,
        document: Uuid,
        names: impl Iterator<Item = &'a str>,
    ) -> Result<Vec<PathBuf>, StoreError> {
        let names: BTreeSet<&str> = names.filter(|name| name.len() <= LONGEST).collect();
        let mut files = Vec::new();
        if names.is_empty() {
            return Ok(files);
        }
        self.store.clear_pictures(document).await?;
        if let Some(data) = &self.pictures {
            let folder = folder(data, self.store.workspace());
            for name in &names {
                if let Some((path, picture)) = waiting(&folder, name)
                    && self.store.put_picture(document, &picture).await?
                {
                    files.push(path);
                }
            }
        }
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        self.store.inherit_pictures(document, &names).await?;
        Ok(files)
    }

    /// Takes in what waits of documents that are ready: of an earlier version, which left pictures in the folder, and what a process
    /// that ended had not come to.
    ///
    /// # Errors
    /// The store failed.
    pub async fn take_pictures_left(&self) -> Result<(), StoreError> {
        let Some(data) = &self.pictures else { return Ok(()) };
        let all = self.store.workspaces().await?;
        let waits = |folder: PathBuf| std::fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some());
        if !all.iter().any(|one| waits(folder(data, one.id))) {
            return Ok(());
        }
        let mut files = Vec::new();
        for (workspace, document, name, known) in self.store.named_pictures().await? {
            let Some((path, picture)) = waiting(&folder(data, workspace), &name) else { continue };
            let is_taken = match known {
                // Another that waits for a document that is still to come.
                Some(known) => known == Sha256::digest(&picture.bytes).as_slice(),
                None => self.store.in_workspace(workspace).put_picture(document, &picture).await?,
            };
            if is_taken {
                files.push(path);
            }
        }
        taken(&files);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_lies_in_its_folder_or_is_none() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("images");
        std::fs::create_dir_all(folder.join("manual")).unwrap();
        for file in ["images/manual/p3.png", "images/p4.JPG", "images/notes.txt", "secret.png"] {
            std::fs::write(place.path().join(file), "x").unwrap();
        }
        let found = |named: &str| {
            find(&folder, named).and_then(|(path, _)| path.file_name()?.to_str().map(str::to_owned))
        };
        assert_eq!(found("manual/p3.png").as_deref(), Some("p3.png"));
        assert_eq!(found("/work/out/p4.JPG").as_deref(), Some("p4.JPG"));
        for named in [
            "",
            ".",
            "..",
            "manual",
            "notes.txt",
            "p5.png",
            "../secret.png",
            "/etc/passwd",
            "manual/../../secret.png",
        ] {
            assert_eq!(found(named), None, "{named}");
        }
        std::os::unix::fs::symlink(place.path().join("secret.png"), folder.join("link.png")).unwrap();
        assert_eq!(found("link.png"), None);
        assert_eq!(find(&place.path().join("none"), "p4.JPG"), None);
    }
}
