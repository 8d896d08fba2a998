//! Pages that are pictures, as text: the engine draws the page, Tesseract reads it. One page a child process, so that one that
//! takes too long is one page.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use pdfium_render::prelude::{PdfBitmapFormat, PdfRenderConfig};
use serde::{Deserialize, Serialize};

use super::engine::{MEDIA_TYPE, engine};
use crate::{ExtractError, Extraction, Limits, text};

/// The page to be read, from 1, and what reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scan {
    pub page: u32,
    pub reader: Reader,
}

/// A Tesseract with data for one of our languages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reader {
    program: PathBuf,
    /// As Tesseract takes them: `kor+eng`.
    languages: String,
}

/// Dots per inch at which Tesseract reads best, and the most dots of a side.
const DENSITY: f32 = 300.0;
const MAX_SIDE: i32 = 6000;
/// Ways to find the lines of a page (`--psm`): any layout, then one column. The second finds more of Korean pages, and
/// joins columns, so that it must find a twentieth more letters.
const LAYOUTS: [&str; 2] = ["3", "4"];

impl Reader {
    /// The Tesseract of the usual places.
    #[must_use]
    pub fn find() -> Option<Self> {
        let usual = ["/usr/bin/tesseract", "/usr/local/bin/tesseract", "/opt/homebrew/bin/tesseract"];
        let program = usual.map(PathBuf::from).into_iter().find(|path| path.is_file())?;
        let listed = Command::new(&program).arg("--list-langs").stdin(Stdio::null()).output().ok()?;
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let known =
            ["kor", "eng"].into_iter().filter(|language| listed.lines().any(|line| line.trim() == *language));
        let languages = known.collect::<Vec<_>>().join("+");
        (!languages.is_empty()).then_some(Self { program, languages })
    }

    /// Starts the program, which waits for a picture: with the caps of this process, and not as root.
    fn start(&self, layout: &str) -> std::io::Result<Child> {
        let mut command = Command::new(&self.program);
        #[cfg(target_os = "linux")]
        if rustix::process::geteuid().is_root() {
            /// Nobody, by Linux's own convention.
            const NOBODY: u32 = 65534;
            std::os::unix::process::CommandExt::gid(&mut command, NOBODY);
            std::os::unix::process::CommandExt::uid(&mut command, NOBODY);
        }
        command
            .args(["-", "-", "-l", &self.languages, "--psm", layout, "--dpi", "300"])
            .args(["-c", "preserve_interword_spaces=1"])
            .env("OMP_THREAD_LIMIT", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
    }
}

/// The programs that wait for the picture, one a layout.
static STARTED: Mutex<Vec<Child>> = Mutex::new(Vec::new());

/// Starts what reads the picture, while programs may still be started: the file is looked at only behind the walls of
/// `confine`, and what comes out of them is a picture without a format.
pub(crate) fn prepare(scan: &Scan) {
    let started = LAYOUTS.iter().filter_map(|layout| scan.reader.start(layout).ok());
    STARTED.lock().unwrap_or_else(PoisonError::into_inner).extend(started);
}

/// The text on a picture.
fn text_of(mut child: Child, picture: &[u8]) -> std::io::Result<String> {
    // It reads the whole picture before it writes.
    if let Some(mut input) = child.stdin.take() {
        input.write_all(picture)?;
    }
    let output = child.wait_with_output()?;
    if !output.status.success() {
        return Err(std::io::Error::other(format!("tesseract ended with {}", output.status)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The text of one page that is a picture.
pub(crate) fn recognise(bytes: &[u8], scan: &Scan, limits: &Limits) -> Result<Extraction, ExtractError> {
    let picture = draw(bytes, scan.page, limits)?;
    let mut best = String::new();
    let started = std::mem::take(&mut *STARTED.lock().unwrap_or_else(PoisonError::into_inner));
    for child in started {
        let read = text_of(child, &picture);
        let read = read.map_err(|fault| ExtractError::Failed { detail: fault.to_string() })?;
        if letters(&read) * 20 > letters(&best) * 21 {
            best = read;
        }
    }
    let best = best.replace('\u{c}', "\n");
    if letters(&best) == 0 {
        return Err(ExtractError::NoText { pages: 1 });
    }
    let mut extraction = text::extract(best.as_bytes(), limits)?;
    for block in &mut extraction.blocks {
        block.page = Some(scan.page);
    }
    Ok(Extraction { media_type: MEDIA_TYPE.into(), ..extraction })
}

fn letters(text: &str) -> usize {
    text.chars().filter(|ch| ch.is_alphanumeric()).count()
}

/// A page in grey, as a PGM file.
fn draw(bytes: &[u8], page: u32, limits: &Limits) -> Result<Vec<u8>, ExtractError> {
    let pdfium = engine(limits).ok_or(ExtractError::NoEngine)?;
    let document = pdfium.load_pdf_from_byte_slice(bytes, None).map_err(ExtractError::corrupt)?;
    let index = i32::try_from(page.saturating_sub(1)).map_err(ExtractError::corrupt)?;
    let page = document.pages().get(index).map_err(ExtractError::corrupt)?;
    let config = PdfRenderConfig::new()
        .scale_page_by_factor(DENSITY / 72.0)
        .set_maximum_width(MAX_SIDE)
        .set_maximum_height(MAX_SIDE)
        // In a grey bitmap the engine leaves pictures of two colours out.
        .set_format(PdfBitmapFormat::BGRA)
        .use_grayscale_rendering(true);
    let bitmap = page.render_with_config(&config).map_err(ExtractError::corrupt)?;
    let side = |pixels| usize::try_from(pixels).unwrap_or(0);
    let (width, height) = (side(bitmap.width()), side(bitmap.height()));
    let dots = bitmap.as_raw_bytes();
    let mut picture = format!("P5\n{width} {height}\n255\n").into_bytes();
    let row = dots.len().checked_div(height).unwrap_or(0).max(1);
    let grey =
        |row: &[u8]| row.as_chunks::<4>().0.iter().take(width).map(|[blue, ..]| *blue).collect::<Vec<_>>();
    picture.extend(dots.chunks(row).take(height).flat_map(grey));
    Ok(picture)
}
