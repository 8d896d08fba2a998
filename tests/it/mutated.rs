//! Files as programs wrote them, broken by a machine: whatever becomes of them, the child that reads them ends by itself, within
//! its limits, with a text or a reason.

use std::io::{Cursor, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use futures::StreamExt as _;
use stet_extract::{ExtractError, Isolated, Limits};

/// Broken copies of each file.
const COPIES: u64 = 6;
/// Children at once.
const AT_ONCE: usize = 4;

/// Formats of text, of which no file is kept.
const TEXTS: [(&str, &str); 9] = [
    (
        "a.rtf",
        r"{\rtf1\ansi{\fonttbl{\f0 Arial;}}{\info{\title T}}\pard Words \b bold\b0\par\'ea\'b0\u44032?{\pict\bin4 abcd}\trowd\cellx900 a\cell\row}",
    ),
    (
        "a.html",
        "<html><head><title>T</title></head><body><h1>머리</h1><p>글 <a href='x'>b</a></p><table><tr><td rowspan=2>1<td>2</table><ol start=3><li>a</ol></body></html>",
    ),
    (
        "a.md",
        "---\ntitle: T\n---\n# 머리\n\nText[^1] with *stars* and `code`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- a\n  - b\n\n[^1]: A note.\n",
    ),
    ("a.csv", "name,value\n\"a, b\",1\n가,2\n"),
    ("a.jsonl", "{\"text\":\"one\",\"page\":1}\n{\"content\":\"둘\"}\n"),
    (
        "a.ipynb",
        r##"{"cells":[{"cell_type":"markdown","source":["# T\n","text"]},{"cell_type":"code","source":"x=1","outputs":[{"text":["1"]}]}],"metadata":{},"nbformat":4}"##,
    ),
    (
        "a.tex",
        "\\documentclass{article}\\begin{document}\\section{T}Text \\cite{a} $x^2$\\begin{tabular}{ll}a&b\\\\\\end{tabular}\\end{document}",
    ),
    ("a.org", "#+TITLE: T\n* 머리\nText [fn:1]\n| a | b |\n[fn:1] note\n"),
    (
        "a.yml",
        "name: x\nrules:\n  - id: a\n    text: &t 짧게 쓴다.\n    pattern: '(?<!a)b+'\n  - {id: b, text: *t}\n",
    ),
];

/// A row of numbers that is the same in every run.
struct Dice(u64);

impl Dice {
    fn of(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }

    /// A piece of `bytes`, up to so many of them.
    fn piece(&mut self, bytes: &[u8], most: usize) -> std::ops::Range<usize> {
        let start = self.of(bytes.len());
        start..(start + 1 + self.of(most)).min(bytes.len())
    }

    /// Breaks bytes at a few places.
    fn broken(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        for _ in 0..=self.of(4) {
            if bytes.is_empty() {
                break;
            }
            match self.of(6) {
                0 => {
                    let at = self.of(bytes.len());
                    bytes[at] ^= 1 << self.of(8);
                }
                1 => {
                    let cut = self.piece(&bytes, 400);
                    bytes.drain(cut);
                }
                2 => {
                    let piece = self.piece(&bytes, 400);
                    let many = bytes[piece.clone()].repeat(1 + self.of(200));
                    bytes.splice(piece.start..piece.start, many);
                }
                3 => {
                    // Every number may be a size.
                    let at = bytes.iter().enumerate().filter(|(_, byte)| byte.is_ascii_digit());
                    let digits: Vec<usize> = at.map(|(at, _)| at).collect();
                    if let Some(at) = digits.get(self.of(digits.len())) {
                        bytes.splice(*at..=*at, *b"2147483647");
                    }
                }
                4 => {
                    let (one, two) = (self.piece(&bytes, 60), self.of(bytes.len()));
                    let moved: Vec<u8> = bytes[one].to_vec();
                    bytes.splice(two..two, moved);
                }
                _ => {
                    let to = self.of(bytes.len());
                    bytes.truncate(to);
                }
            }
        }
        bytes
    }

    /// Breaks a file; of an archive one of the files in it, more often than the archive itself.
    fn broken_file(&mut self, bytes: &[u8]) -> Vec<u8> {
        let Ok(mut archive) = zip::ZipArchive::new(Cursor::new(bytes)) else {
            return self.broken(bytes.to_vec());
        };
        if archive.is_empty() || self.of(5) == 0 {
            return self.broken(bytes.to_vec());
        }
        let which = self.of(archive.len());
        let mut out = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for at in 0..archive.len() {
            let Ok(mut file) = archive.by_index(at) else { continue };
            let mut inner = Vec::new();
            if file.size() > 8 << 20 || file.read_to_end(&mut inner).is_err() {
                continue;
            }
            if at == which {
                inner = self.broken(inner);
            }
            let name = file.name().map(std::borrow::Cow::into_owned).unwrap_or_default();
            out.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            out.write_all(&inner).unwrap();
        }
        out.finish().unwrap().into_inner()
    }
}

/// The files that there are: those of the project, and those of the trials where they lie beside it.
fn files() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in [
        "tests/fixtures/extract",
        "tests/fixtures/bibliography",
        "../shared/trials/files",
        "../shared/trials/files3",
    ] {
        for entry in std::fs::read_dir(root.join(folder)).into_iter().flatten() {
            paths.push(entry.unwrap().path());
        }
    }
    paths.sort();
    let read = |path: &PathBuf| {
        let bytes = std::fs::read(path).ok().filter(|bytes| bytes.len() < 400 << 10)?;
        Some((path.file_name()?.to_string_lossy().into_owned(), bytes))
    };
    let texts = TEXTS.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()));
    texts.chain(paths.iter().filter_map(read)).collect()
}

#[tokio::test]
async fn the_child_ends_by_itself_whatever_is_in_the_file() {
    let limits = Limits { time: Duration::from_secs(60), ..Limits::default() };
    let folder = tempfile::tempdir().unwrap();
    let mut jobs = Vec::new();
    for (number, (name, bytes)) in (0_u64..).zip(files()) {
        for copy in 0..COPIES {
            let mut dice = Dice(20_261_121 + number * 1_000 + copy);
            jobs.push((name.clone(), copy, dice.broken_file(&bytes)));
        }
    }
    assert!(jobs.len() > 100);
    let read = |(name, copy, bytes): (String, u64, Vec<u8>)| {
        let (limits, path) = (&limits, folder.path().join(format!("{copy}-{name}")));
        async move {
            std::fs::write(&path, bytes).unwrap();
            let program = Path::new(env!("CARGO_BIN_EXE_stet"));
            let file = Isolated { program, file: &path, file_name: &name, limits };
            let fault = match name.rsplit('.').next() {
                Some("bib" | "json") => file.works().await.err(),
                Some("yml" | "zip") => file.rules().await.err(),
                Some("docx" | "odt" | "html" | "md") if copy % 2 == 0 => file.draft().await.err(),
                _ => file.source().await.err(),
            };
            // The file stays where it is for whoever looks at a failure; the folder goes when all is well.
            let ended = !matches!(
                fault,
                Some(
                    ExtractError::Timeout { .. } | ExtractError::Memory { .. } | ExtractError::Failed { .. }
                )
            );
            (!ended).then(|| format!("{} copy {copy}: {fault:?}", path.display()))
        }
    };
    let wrong: Vec<Option<String>> =
        futures::stream::iter(jobs).map(read).buffer_unordered(AT_ONCE).collect().await;
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    if !wrong.is_empty() {
        let kept = folder.keep();
        panic!("{}\n(kept in {})", wrong.join("\n"), kept.display());
    }
}
