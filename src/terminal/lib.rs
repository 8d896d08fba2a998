//! What programs say on a terminal: in its language, without what misleads whoever reads it.
//!
//! Owns the choice between two languages, printing for people and for programs, faults of files in words, and clap in Korean
//! ([`korean`]). Leaves what is said, and the Korean text of each program's own help, to the program.

pub mod korean;
mod shown;

use std::io::Write as _;
use std::path::Path;

use clap::Parser;

use stet_config::terminal_language;
use stet_host::files::Unfit;
use stet_text::Language;
use stet_text::particle::agreed;

pub use shown::shown;

/// The arguments of this process. Help, the version and faults are printed in the terminal's language, and end it.
#[must_use]
pub fn arguments<T: Parser>(texts: korean::Texts) -> T {
    if terminal_language() == Language::En {
        return T::parse();
    }
    let mut command = korean::command(T::command(), texts);
    let matches = command.try_get_matches_from_mut(std::env::args_os());
    matches
        .and_then(|matches| T::from_arg_matches(&matches).map_err(|fault| fault.format(&mut command)))
        .unwrap_or_else(|fault| fault.apply::<korean::Korean>().exit())
}

/// Chooses between two sentences by the terminal's language.
#[must_use]
pub fn say(ko: &str, en: &str) -> String {
    match terminal_language() {
        Language::Ko => agreed(ko).into_owned(),
        Language::En => en.to_owned(),
    }
}

/// Prints for a person, without what would mislead one; else as [`put`].
pub fn tell(text: &str) -> std::io::Result<()> {
    put(&shown(text))
}

/// Prints JSON, for whoever reads that.
pub fn tell_json(json: &str) -> std::io::Result<()> {
    put(&format!("{}\n", shown::shown_json(json)))
}

/// Prints what is told already as it may be. A reader that has seen enough (`| head`) is no fault: the verb goes on and ends as it
/// would.
pub fn put(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(fault) if fault.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

/// That a file or folder cannot be read, and why.
#[must_use]
pub fn unreadable(path: &Path, why: &std::io::Error) -> String {
    let path = path.display();
    say(
        &format!("{path}을(를) 읽을 수 없습니다: {}", system_fault(why)),
        &format!("cannot read {path}: {why}"),
    )
}

/// That nothing can be written, and why.
#[must_use]
pub fn unwritable(why: &std::io::Error) -> String {
    match terminal_language() {
        Language::Ko => format!("쓸 수 없습니다: {}", system_fault(why)),
        Language::En => format!("cannot write: {why}"),
    }
}

/// What the system says of a file, in Korean where it is usual.
#[must_use]
pub fn system_fault(fault: &std::io::Error) -> String {
    use std::io::ErrorKind;
    if let Some(unfit) = Unfit::of(fault) {
        return unfit.message(Language::Ko);
    }
    match fault.kind() {
        ErrorKind::NotFound => "그런 파일이나 폴더가 없습니다".to_owned(),
        ErrorKind::PermissionDenied => "권한이 없습니다".to_owned(),
        ErrorKind::IsADirectory => "파일이 아니라 폴더입니다".to_owned(),
        ErrorKind::NotADirectory => "폴더가 아닙니다".to_owned(),
        ErrorKind::AlreadyExists => "같은 이름의 파일이 이미 있습니다".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "읽기만 할 수 있는 디스크입니다".to_owned(),
        ErrorKind::StorageFull => "디스크가 가득 찼습니다".to_owned(),
        ErrorKind::AddrInUse => "다른 프로그램이 쓰고 있습니다".to_owned(),
        _ => fault.to_string(),
    }
}
