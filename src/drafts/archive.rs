//! Use case: workspaces as one file, and such a file as workspaces.
//!
//! The file is a ZIP: for each workspace the rows of every table as JSON lines (`workspaces/ID/tables/NAME.jsonl`) and the documents
//! as they came under their hashes (`workspaces/ID/files/HASH`), and last `manifest.json` with the version of the form, that of the
//! schema, and of every workspace its name and of every table its columns, rows and hash. Owns that form, and that nothing is taken in that
//! is not whole. A workspace goes into an empty one of its name, which is made where there is none, all of them as a whole or none:
//! ids stay as they are, so that answers lead to their passages, and two workspaces that both grew have no rule by which one text
//! of a draft is the right one. A file of the form before holds one workspace and no name of it.
//!
//! Files are read and written where they are asked for, without a thread of their own: who calls this does nothing else.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, BufWriter, Read, Write as _};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use stet_store::archive::{KEPT, Kept, Place, Restoring, Snapshot};
use stet_store::{DEFAULT_WORKSPACE, Limits, Store, StoreError, Workspace, hex};
use stet_text::Language;

/// What the manifest begins with.
const FORM: &str = "stet-archive";
/// Version of the form.
const VERSION: u32 = 2;
const MANIFEST: &str = "manifest.json";
/// Bytes of rows that go to the database at once.
const BATCH: usize = 4 << 20;
/// Longest row, as JSON, and longest file.
const LONGEST: u64 = 1 << 30;

/// What an archive holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    form: String,
    version: u32,
    /// The newest migration of the database that it came from.
    schema: i64,
    program: String,
    #[serde(default)]
    pub workspaces: Vec<Space>,
    /// Those of the one workspace of the first form.
    #[serde(default, skip_serializing)]
    tables: Vec<Listed>,
    #[serde(default, skip_serializing)]
    files: Vec<String>,
}

/// A workspace of an archive.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Space {
    /// None of the first form.
    pub id: Option<Uuid>,
    pub name: String,
    #[serde(default)]
    limits: Limits,
    pub tables: Vec<Listed>,
    pub files: Vec<String>,
}

impl Space {
    /// How many rows of a table there are.
    #[must_use]
    pub fn rows(&self, table: &str) -> u64 {
        self.tables.iter().find(|listed| listed.name == table).map_or(0, |listed| listed.rows)
    }

    /// Where its entries lie.
    fn folder(&self) -> String {
        self.id.map_or_else(String::new, |id| format!("workspaces/{id}/"))
    }

    fn table(&self, name: &str) -> String {
        format!("{}tables/{name}.jsonl", self.folder())
    }

    fn file(&self, hash: &str) -> String {
        format!("{}files/{hash}", self.folder())
    }
}

/// A table of an archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    pub name: String,
    pub columns: Vec<String>,
    pub rows: u64,
    pub sha256: String,
}

/// How far it is: a table or `files`, what is done of it, and how many there are where that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress<'a> {
    /// The workspace.
    pub workspace: &'a str,
    pub what: &'a str,
    pub done: u64,
    pub total: Option<u64>,
}

/// Why there is no archive, or nothing came of one.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    #[error("{0} is no archive of Stet, or is not whole")]
    NoArchive(String),
    #[error("the archive is damaged at {0}; nothing was taken in")]
    Damaged(String),
    #[error(
        "the archive comes from a newer Stet ({0}), which this one cannot read; use that version or a newer one"
    )]
    Newer(String),
    #[error(
        "the workspace “{workspace}” is not empty (it has {tables}); an archive goes into an empty one: choose another workspace (--workspace), data folder (--data-dir) or database (--database-url)"
    )]
    NotEmpty { workspace: String, tables: String },
    #[error("the archive has no workspace “{wanted}”; it has {has}")]
    NoWorkspace { wanted: String, has: String },
    #[error("the file could not be read or written: {0}")]
    File(#[from] io::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ArchiveError {
    /// What is wrong and the way out, for a person at the terminal.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        if language == Language::En {
            return match self {
                Self::Store(fault) => fault.message(language),
                other => other.to_string(),
            };
        }
        match self {
            Self::NoArchive(name) => format!("{name}은(는) Stet의 보관 파일이 아니거나 온전하지 않습니다"),
            Self::Damaged(entry) => format!("보관 파일의 {entry}이(가) 손상되어 아무것도 들이지 않았습니다"),
            Self::Newer(version) => format!(
                "더 새로운 판의 Stet({version})이 만든 보관 파일이라 읽을 수 없습니다. 그 판이나 더 새로운 판을 쓰세요"
            ),
            Self::NotEmpty { workspace, tables } => format!(
                "작업 공간 “{workspace}”이(가) 비어 있지 않습니다({tables}이(가) 있습니다). 보관 파일은 빈 곳에만 들입니다. 다른 작업 공간(--workspace), 데이터 폴더(--data-dir)나 데이터베이스(--database-url)를 골라 주세요"
            ),
            Self::NoWorkspace { wanted, has } => {
                format!("보관 파일에 작업 공간 “{wanted}”이(가) 없습니다. 있는 것은 {has}입니다")
            }
            Self::File(fault) => format!("파일을 읽거나 쓸 수 없습니다: {fault}"),
            Self::Store(fault) => fault.message(language),
        }
    }
}

type Result<T, E = ArchiveError> = std::result::Result<T, E>;

fn written(fault: zip::result::ZipError) -> ArchiveError {
    ArchiveError::File(io::Error::other(fault))
}

/// Writes all workspaces, or the one of an id, into a file that is not there yet, readable by this user alone. All of it is of one
/// moment.
///
/// # Errors
/// A fault of the store or of the file.
pub async fn export(
    store: &Store,
    only: Option<Uuid>,
    path: &Path,
    mut told: impl FnMut(Progress<'_>),
) -> Result<Manifest> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let file = File::options().write(true).create_new(true).mode(0o600).open(path)?;
    let mut zip = ZipWriter::new(BufWriter::new(file));
    let schema = store.schema().await?;
    let mut snapshot = store.snapshot().await?;
    let mut workspaces = Vec::new();
    for workspace in snapshot.workspaces().await? {
        if only.is_none_or(|only| only == workspace.id) {
            workspaces.push(export_one(&mut snapshot, workspace, &mut zip, &mut told).await?);
        }
    }
    let program = env!("CARGO_PKG_VERSION").to_owned();
    let (form, version) = (FORM.to_owned(), VERSION);
    let manifest = Manifest { form, version, schema, program, workspaces, tables: vec![], files: vec![] };
    zip.start_file(MANIFEST, options()).map_err(written)?;
    serde_json::to_writer_pretty(&mut zip, &manifest).map_err(io::Error::other)?;
    let file = zip.finish().map_err(written)?.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    Ok(manifest)
}

/// Of any size: what is not known beforehand.
fn options() -> SimpleFileOptions {
    SimpleFileOptions::default().large_file(true)
}

async fn export_one(
    snapshot: &mut Snapshot,
    workspace: Workspace,
    zip: &mut ZipWriter<BufWriter<File>>,
    told: &mut impl FnMut(Progress<'_>),
) -> Result<Space> {
    snapshot.enter(workspace.id);
    let Workspace { id, name, limits, .. } = workspace;
    let mut space = Space { id: Some(id), name, limits, tables: Vec::new(), files: Vec::new() };
    let workspace = space.name.clone();
    for &table in KEPT {
        let columns = snapshot.columns(table).await?;
        zip.start_file(space.table(table.name), options()).map_err(written)?;
        let (mut rows, mut hash) = (0, Sha256::new());
        let mut row = |row: &str| -> Result<()> {
            for piece in [row, "\n"] {
                hash.update(piece);
                zip.write_all(piece.as_bytes())?;
            }
            rows += 1;
            told(Progress { workspace: &workspace, what: table.name, done: rows, total: None });
            Ok(())
        };
        snapshot.rows(table, &columns, &mut row).await?;
        let sha256 = hex(&hash.finalize());
        space.tables.push(Listed { name: table.name.to_owned(), columns, rows, sha256 });
    }
    let hashes = snapshot.files().await?;
    let total = Some(hashes.len() as u64);
    for hash in &hashes {
        let name = hex(hash);
        zip.start_file(space.file(&name), options()).map_err(written)?;
        snapshot.file(hash, |slice| zip.write_all(slice).map_err(ArchiveError::from)).await?;
        space.files.push(name);
        told(Progress { workspace: &workspace, what: "files", done: space.files.len() as u64, total });
    }
    Ok(space)
}

type Zip = ZipArchive<BufReader<File>>;

/// Takes what an archive holds in, as a whole or not at all: each workspace into the one of its name, which has to be empty and is
/// made where there is none. `only` is the one that is taken; of an archive that holds one alone, the name that it is to have here.
///
/// # Errors
/// It is none, is damaged or newer, has no such workspace, a workspace is not empty, or a fault of the store.
pub async fn import(
    store: &Store,
    only: Option<&str>,
    path: &Path,
    mut told: impl FnMut(Progress<'_>),
) -> Result<Manifest> {
    let name = || path.display().to_string();
    let mut zip = Zip::new(BufReader::new(stet_host::files::open(path)?))
        .map_err(|_| ArchiveError::NoArchive(name()))?;
    let mut manifest = manifest(&mut zip).ok_or_else(|| ArchiveError::NoArchive(name()))?;
    let schema = store.schema().await?;
    if manifest.version > VERSION || manifest.schema > schema {
        let Manifest { program, schema, .. } = manifest;
        return Err(ArchiveError::Newer(format!("{program}, schema {schema}")));
    }
    let here = store.workspaces().await?;
    let default = here.iter().find(|one| one.id == DEFAULT_WORKSPACE).map(|one| one.name.clone());
    if manifest.version < VERSION {
        let Manifest { tables, files, .. } = &mut manifest;
        let (tables, files) = (std::mem::take(tables), std::mem::take(files));
        let name = default.clone().unwrap_or_default();
        manifest.workspaces = vec![Space { id: None, name, limits: Limits::default(), tables, files }];
    }
    if let Some(wanted) = only.map(str::trim) {
        if let [one] = manifest.workspaces.as_mut_slice() {
            // It goes by the name that is given, not into the default one for having been that.
            wanted.clone_into(&mut one.name);
        } else if manifest.workspaces.iter().any(|one| one.name == wanted) {
            manifest.workspaces.retain(|one| one.name == wanted);
        } else {
            let has: Vec<String> = manifest.workspaces.iter().map(|one| format!("“{}”", one.name)).collect();
            return Err(ArchiveError::NoWorkspace { wanted: wanted.to_owned(), has: has.join(", ") });
        }
    }
    let mut work = store.restore().await?;
    for space in &manifest.workspaces {
        let is_default = only.is_none() && space.id.is_none_or(|id| id == DEFAULT_WORKSPACE);
        let place = if is_default { Place::Default } else { Place::Named(&space.name) };
        let filled = work.enter(place, space.limits).await?;
        if !filled.is_empty() {
            let workspace = default.as_ref().filter(|_| is_default).unwrap_or(&space.name).clone();
            return Err(ArchiveError::NotEmpty { workspace, tables: filled.join(", ") });
        }
        import_one(&mut zip, &mut work, space, &mut told).await?;
    }
    work.finish().await?;
    Ok(manifest)
}

async fn import_one(
    zip: &mut Zip,
    work: &mut Restoring,
    space: &Space,
    told: &mut impl FnMut(Progress<'_>),
) -> Result<()> {
    for &table in KEPT {
        let listed = space.tables.iter().find(|listed| listed.name == table.name);
        // One that an older version did not have.
        let Some(listed) = listed else { continue };
        let known = work.columns(table).await?;
        if let Some(strange) = listed.columns.iter().find(|column| !known.contains(column)) {
            return Err(ArchiveError::Damaged(format!("{} ({strange})", space.table(table.name))));
        }
        rows(zip, work, space, (table, listed), told).await?;
    }
    if let Some(strange) = space.tables.iter().find(|listed| KEPT.iter().all(|kept| kept.name != listed.name))
    {
        return Err(ArchiveError::Damaged(space.table(&strange.name)));
    }
    let total = Some(space.files.len() as u64);
    for (done, name) in (1..).zip(&space.files) {
        let damaged = || ArchiveError::Damaged(space.file(name));
        let mut bytes = Vec::new();
        let file = zip.by_name(&space.file(name)).map_err(|_| damaged())?;
        file.take(LONGEST).read_to_end(&mut bytes).map_err(|_| damaged())?;
        let hash = Sha256::digest(&bytes);
        if hex(&hash) != *name {
            return Err(damaged());
        }
        work.put_file(&hash, &bytes).await?;
        told(Progress { workspace: &space.name, what: "files", done, total });
    }
    let is_whole = work.leave().await?;
    is_whole.then_some(()).ok_or_else(|| ArchiveError::Damaged(space.file("")))
}

fn manifest(zip: &mut Zip) -> Option<Manifest> {
    let file = zip.by_name(MANIFEST).ok()?;
    let manifest: Manifest = serde_json::from_reader(file.take(LONGEST)).ok()?;
    (manifest.form == FORM).then_some(manifest)
}

/// Takes the rows of a table in, and sees that they are those of the manifest.
async fn rows(
    zip: &mut Zip,
    work: &mut Restoring,
    space: &Space,
    (table, listed): (Kept, &Listed),
    told: &mut impl FnMut(Progress<'_>),
) -> Result<()> {
    let name = space.table(table.name);
    let damaged = || ArchiveError::Damaged(name.clone());
    // What the database does not take for a row.
    let refused = |fault: StoreError| {
        if fault.is_of_the_statement() {
            tracing::debug!(%fault, table = table.name, "rows of an archive were refused");
            damaged()
        } else {
            fault.into()
        }
    };
    let mut lines = BufReader::new(zip.by_name(&name).map_err(|_| damaged())?);
    let (mut hash, mut line, mut batch, mut done) = (Sha256::new(), Vec::new(), String::new(), 0);
    loop {
        line.clear();
        let read = (&mut lines).take(LONGEST).read_until(b'\n', &mut line).map_err(|_| damaged())?;
        hash.update(&line);
        if read > 0 {
            batch.push(if batch.is_empty() { '[' } else { ',' });
            batch.push_str(std::str::from_utf8(&line).map_err(|_| damaged())?.trim_end());
            done += 1;
        }
        if !batch.is_empty() && (read == 0 || batch.len() > BATCH) {
            batch.push(']');
            work.put(table, &listed.columns, &batch).await.map_err(refused)?;
            batch.clear();
            told(Progress { workspace: &space.name, what: table.name, done, total: Some(listed.rows) });
        }
        if read == 0 {
            break;
        }
    }
    let is_whole = done == listed.rows && hex(&hash.finalize()) == listed.sha256;
    is_whole.then_some(()).ok_or_else(damaged)
}
