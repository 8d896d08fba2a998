//! What is checked of a text: the caller's.

use std::io;
use std::path::{Path, PathBuf};

use futures::future::BoxFuture;

use super::finding::{Finding, Note};
use stet_criteria::blocks::Form;

/// What a client may set, beside the command line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Packs of rules: files, folders, ids of those that come with Stet.
    pub packs: Vec<String>,
    /// Files or folders that texts are held against.
    pub sources: Vec<PathBuf>,
    /// Whether a text is held against them when it is saved.
    pub verify_on_save: bool,
}

/// A text to check.
#[derive(Debug, Clone)]
pub struct Text {
    pub words: String,
    /// The file that it is, or is to be.
    pub path: PathBuf,
    pub form: Form,
}

/// What a text was found to hold against its sources.
#[derive(Debug, Default)]
pub struct Verified {
    pub findings: Vec<Finding>,
    /// What supports what is cited.
    pub notes: Vec<Note>,
}

/// The checks of a text.
pub trait Checks: Send + Sync + 'static {
    /// Takes what a client has set; gives what is wrong with it, in a sentence each.
    fn set(&self, options: &Options) -> Vec<String>;

    /// Rules and spelling. Takes milliseconds to seconds.
    fn lint(&self, text: &Text) -> Vec<Finding>;

    /// The text against its sources; the reason, where it cannot be done.
    fn verify(&self, text: Text, folder: Option<PathBuf>) -> BoxFuture<'static, Result<Verified, String>>;

    /// Takes a word into the dictionary of a text.
    ///
    /// # Errors
    /// It cannot be written.
    fn learn(&self, path: &Path, folder: Option<&Path>, word: &str) -> io::Result<PathBuf>;
}
