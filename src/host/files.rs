//! Files that somebody names: the one place that opens them. What has no end, what waits for somebody to write, and what answers with
//! more than a file holds is refused before a byte of it is read.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
use std::path::Path;

use stet_text::Language;

/// Bytes of a text, or of another file that is read into memory as a whole.
pub const LONGEST: u64 = 64 << 20;

/// Why what is there is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    #[error("it is a device, not a file")]
    Device,
    #[error("it is a pipe, not a file; write what comes out of it into a file first")]
    Pipe,
    #[error("it is a socket, not a file")]
    Socket,
    #[error("it is a file of the system itself (/proc, /sys)")]
    System,
    #[error("it is longer than {} MB; divide it", .0 >> 20)]
    TooLong(u64),
}

impl Unfit {
    #[must_use]
    pub fn message(self, language: Language) -> String {
        if language == Language::En {
            return self.to_string();
        }
        match self {
            Self::Device => "파일이 아니라 장치입니다".to_owned(),
            Self::Pipe => "파일이 아니라 파이프입니다. 나오는 내용을 먼저 파일에 쓰세요".to_owned(),
            Self::Socket => "파일이 아니라 소켓입니다".to_owned(),
            Self::System => "시스템 자체의 파일(/proc, /sys)입니다".to_owned(),
            Self::TooLong(most) => format!("{}MB가 넘습니다. 나눠 주세요", most >> 20),
        }
    }

    /// That of a fault of [`open`] and its neighbours.
    #[must_use]
    pub fn of(fault: &io::Error) -> Option<Self> {
        fault.get_ref().and_then(|inner| inner.downcast_ref()).copied()
    }
}

impl From<Unfit> for io::Error {
    fn from(unfit: Unfit) -> Self {
        Self::new(io::ErrorKind::InvalidInput, unfit)
    }
}

/// Opens a regular file.
///
/// # Errors
/// There is none, or what is there is none.
pub fn open(path: &Path) -> io::Result<File> {
    opened(path, false)
}

/// The bytes of a regular file, or of what another program writes for this one (`<(…)` of a shell, which somebody has named on purpose).
///
/// # Errors
/// It cannot be read, is neither, or longer than that.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    bounded(opened(path, true)?, most)
}

/// The same as text.
///
/// # Errors
/// As [`read`], and it is no UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path, LONGEST)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "stream did not contain valid UTF-8"))
}

/// What comes in, up to a length.
///
/// # Errors
/// It cannot be read, or is longer.
pub fn bounded(input: impl io::Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(Unfit::TooLong(most).into()) } else { Ok(bytes) }
}

fn opened(path: &Path, piped: bool) -> io::Result<File> {
    // Asked before it is opened: some devices do something when they are.
    let is_piped = fit(path, &std::fs::metadata(path)?, piped)?;
    // It may be another one by now; a pipe that nobody writes to would be waited for.
    let wait = if is_piped { 0 } else { rustix::fs::OFlags::NONBLOCK.bits() };
    let file = OpenOptions::new().read(true).custom_flags(wait.cast_signed()).open(path)?;
    fit(path, &file.metadata()?, piped)?;
    #[cfg(target_os = "linux")]
    if rustix::fs::fstatfs(&file).is_ok_and(|system| SYSTEMS.contains(&system.f_type)) && !is_piped {
        return Err(Unfit::System.into());
    }
    Ok(file)
}

/// Of `/proc`, `/sys`, and what is mounted in them: cgroups, debugfs, tracefs, securityfs. Their files have no length and may wait
/// for ever.
#[cfg(target_os = "linux")]
const SYSTEMS: [rustix::fs::FsWord; 7] =
    [0x9fa0, 0x6265_6572, 0x0027_e0eb, 0x6367_7270, 0x6462_6720, 0x7472_6163, 0x7363_6673];

/// Whether it is a pipe that this process was given, which may be read where `piped` says so; or nothing, which has an end.
fn fit(path: &Path, metadata: &std::fs::Metadata, piped: bool) -> io::Result<bool> {
    let kind = metadata.file_type();
    if kind.is_file() {
        return Ok(false);
    }
    if kind.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if path == Path::new("/dev/null") {
        return Ok(true);
    }
    let is_given = ["/dev/fd", "/proc/self/fd"].iter().any(|given| path.starts_with(given))
        || path == Path::new("/dev/stdin");
    if kind.is_fifo() && piped && is_given {
        return Ok(true);
    }
    let unfit = if kind.is_fifo() {
        Unfit::Pipe
    } else if kind.is_socket() {
        Unfit::Socket
    } else {
        Unfit::Device
    };
    Err(unfit.into())
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn only_what_has_an_end_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("글.md"), "도서관").unwrap();
        std::os::unix::fs::symlink(at("글.md"), at("link.md")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", at("zero.md")).unwrap();
        let made = std::process::Command::new("mkfifo").arg(at("fifo.md")).status().unwrap();
        assert!(made.success());
        let _socket = UnixListener::bind(at("socket.md")).unwrap();
        assert_eq!(read_text(&at("글.md")).unwrap(), "도서관");
        assert_eq!(read(&at("link.md"), 9).unwrap(), "도서관".as_bytes());
        let why = |path: &Path| Unfit::of(&read(path, 8).unwrap_err());
        assert_eq!(why(&at("글.md")), Some(Unfit::TooLong(8)));
        assert_eq!(why(&at("zero.md")), Some(Unfit::Device));
        assert_eq!(read(Path::new("/dev/null"), 8).unwrap(), b"");
        assert_eq!(why(&at("fifo.md")), Some(Unfit::Pipe));
        assert_eq!(why(&at("socket.md")), Some(Unfit::Socket));
        #[cfg(target_os = "linux")]
        assert_eq!(why(Path::new("/proc/self/environ")), Some(Unfit::System));
        assert_eq!(read(folder.path(), 8).unwrap_err().kind(), io::ErrorKind::IsADirectory);
        assert_eq!(read(&at("none"), 8).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(bounded(io::repeat(0), 8).unwrap_err().kind(), io::ErrorKind::InvalidInput);
    }
}
