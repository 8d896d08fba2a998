//! Why a file could not be read, in a sentence with the way out.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use stet_text::{Language, counted};

/// Failure of an extraction. Travels as JSON from the child process to its parent.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ExtractError {
    /// No bytes, or nothing but white space.
    #[error("the file is empty")]
    Empty,
    /// A readable document without any text, usually a scan.
    #[error("the document has pages but no text")]
    NoText { pages: u32 },
    /// Something is in it, and none of it is text: a web page that scripts build, JSON lines of another shape.
    #[error("the file has no text")]
    Wordless,
    /// A line of JSON lines that is no object of the shape; the lines count from 1.
    #[error("line {line} cannot be read: {detail}")]
    Line { line: usize, detail: String },
    /// `PDFium`, the library that reads PDF, is not installed.
    #[error("PDFium, the library that reads PDF files, was not found")]
    NoEngine,
    #[error("the file is encrypted")]
    Encrypted,
    /// An HWP for distribution, whose text Hancom's viewer alone unlocks.
    #[error("the file is an HWP for distribution")]
    Distribution,
    /// Truncated or damaged; `detail` names what broke, for the log.
    #[error("the file is damaged: {detail}")]
    Corrupt { detail: String },
    /// Unpacks to more than the limit in bytes.
    #[error("the archive unpacks to more than {limit} bytes")]
    ArchiveBomb { limit: u64 },
    /// Bytes that are no text although the name says so.
    #[error("the content is binary, not text")]
    Binary,
    /// A type that has no reader; the extension or what the content looks like.
    #[error("unsupported type {found}")]
    Unsupported { found: String },
    /// A type that can be a source and no draft.
    #[error("a file of type {found} does not become a draft")]
    NoDraft { found: String },
    #[error("the file has {bytes} bytes, the limit is {limit}")]
    TooLarge { bytes: u64, limit: u64 },
    #[error("extraction took longer than {seconds} s")]
    Timeout { seconds: u64 },
    #[error("extraction needed more than {limit} bytes of memory")]
    Memory { limit: u64 },
    /// The reader itself failed (crashed child, file that cannot be opened).
    #[error("extraction failed: {detail}")]
    Failed { detail: String },
}

/// The command that installs `PDFium`.
pub const INSTALL: &str = "pip install pypdfium2";

impl ExtractError {
    pub(crate) fn corrupt(detail: impl std::fmt::Display) -> Self {
        Self::Corrupt { detail: detail.to_string() }
    }

    /// Whether another attempt on the same bytes could end differently.
    #[must_use]
    pub const fn is_transient(&self) -> bool {
        matches!(self, Self::NoEngine | Self::Failed { .. } | Self::Timeout { .. } | Self::Memory { .. })
    }

    /// One sentence for the person who uploaded the file: what is wrong and what to do.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        match language {
            Language::Ko => self.korean(),
            Language::En => self.english(),
        }
    }

    fn korean(&self) -> String {
        match self {
            Self::Empty => "파일이 비어 있습니다. 내용이 있는 파일을 올려 주세요.".into(),
            Self::NoText { pages } => format!(
                "{pages}쪽에서 글자를 찾지 못했습니다. 스캔한 문서라면 Tesseract(데비안: tesseract-ocr, tesseract-ocr-kor)를 설치한 뒤 다시 시도하거나 문자 인식(OCR)을 거친 파일을 올려 주세요."
            ),
            Self::Wordless => {
                "파일에서 글자를 찾지 못했습니다. 웹 문서는 PDF나 텍스트로 저장하고, JSON 줄 파일은 줄마다 text나 content에 글을 넣어 올려 주세요.".into()
            }
            Self::Line { line, .. } => format!(
                "{line}번째 줄을 읽을 수 없습니다. 한 줄에 JSON 객체 하나를 적고 글은 text나 content에 문자열로 넣어 올려 주세요."
            ),
            Self::NoEngine => format!(
                "PDF를 읽는 라이브러리 PDFium이 설치되어 있지 않습니다. `{INSTALL}`로 설치하거나 프로그램 옆에 둔 뒤 다시 시도해 주세요."
            ),
            Self::Encrypted => "암호로 보호된 파일입니다. 암호를 해제하여 저장한 뒤 다시 올려 주세요.".into(),
            Self::Distribution => {
                "배포용으로 잠긴 한글 문서(HWP)입니다. 한글에서 배포용 설정을 해제하거나 PDF로 저장한 뒤 다시 올려 주세요.".into()
            }
            Self::Corrupt { .. } => {
                "파일이 손상되었거나 중간에 잘렸습니다. 원본을 열어 다시 저장한 뒤 올려 주세요.".into()
            }
            Self::ArchiveBomb { limit } => format!(
                "압축을 풀면 한도({})를 넘는 파일이어서 읽기를 멈추었습니다. 그림을 빼거나 문서를 나누어 올려 주세요.",
                size(*limit)
            ),
            Self::Binary => {
                "텍스트로 읽을 수 없는 파일입니다. 이진 파일이거나 여러 인코딩이 섞여 있습니다. UTF-8 텍스트로 저장하거나 알맞은 확장자를 붙여 다시 올려 주세요."
                    .into()
            }
            Self::Unsupported { found } => format!(
                "지원하지 않는 형식입니다({found}). PDF, DOCX, PPTX, XLSX, HWPX, HWP, ODT, ODS, RTF, EPUB, HTML, Markdown, TXT, CSV, JSONL 가운데 하나로 저장해 주세요."
            ),
            Self::NoDraft { found } => format!(
                "이 형식({found})은 초안으로 열 수 없습니다. DOCX, ODT, HTML, Markdown, TXT 가운데 하나로 저장해 주세요. 다른 형식은 출처로 올릴 수 있습니다."
            ),
            Self::TooLarge { bytes, limit } => format!(
                "파일이 너무 큽니다({}, 한도 {}). 문서를 나누거나 설정에서 한도를 올려 주세요.",
                size(*bytes),
                size(*limit)
            ),
            Self::Timeout { seconds } => format!(
                "{seconds}초 안에 문서를 다 읽지 못했습니다. 문서를 나누거나 설정에서 시간 제한을 늘려 주세요."
            ),
            Self::Memory { limit } => format!(
                "문서를 읽는 데 메모리가 한도({})보다 많이 필요합니다. 문서를 나누거나 설정에서 한도를 올려 주세요.",
                size(*limit)
            ),
            Self::Failed { .. } => {
                "문서를 읽는 도중 오류가 났습니다. 다시 시도하거나 다른 형식으로 저장하여 올려 주세요.".into()
            }
        }
    }

    fn english(&self) -> String {
        match self {
            Self::Empty => "The file is empty; upload one that has content.".into(),
            Self::NoText { pages } => format!(
                "No text was found on {}; if the document is a scan, install Tesseract (Debian: tesseract-ocr, tesseract-ocr-kor) and try again, or upload what OCR made of it.",
                counted(*pages as usize, "page")
            ),
            Self::Wordless => {
                "No text was found in the file; save a web page as PDF or text, and give each JSON line its words in text or content.".into()
            }
            Self::Line { line, .. } => format!(
                "Line {line} cannot be read; write one JSON object a line, with its words as a string in text or content."
            ),
            Self::NoEngine => format!(
                "PDFium, the library that reads PDF files, is not installed; run `{INSTALL}` or put it beside the program, then try again."
            ),
            Self::Encrypted => {
                "The file is protected by a password; save it without one and upload it again.".into()
            }
            Self::Distribution => {
                "The file is an HWP locked for distribution; unlock it in Hancom Office or save it as PDF and upload that.".into()
            }
            Self::Corrupt { .. } => {
                "The file is damaged or cut off; open the original, save it again and upload that.".into()
            }
            Self::ArchiveBomb { limit } => format!(
                "The file unpacks to more than {}, so reading was stopped; remove images or split the document.",
                size(*limit)
            ),
            Self::Binary => {
                "The file is binary, or text in several encodings at once; save it as UTF-8 text or give it the right extension.".into()
            }
            Self::Unsupported { found } => format!(
                "This type is not supported ({found}); save it as PDF, DOCX, PPTX, XLSX, HWPX, HWP, ODT, ODS, RTF, EPUB, HTML, Markdown, TXT, CSV or JSONL."
            ),
            Self::NoDraft { found } => format!(
                "This type ({found}) does not open as a draft; save it as DOCX, ODT, HTML, Markdown or TXT. Other types can be added as sources."
            ),
            Self::TooLarge { bytes, limit } => format!(
                "The file is too large ({}, the limit is {}); split it or raise the limit in the settings.",
                size(*bytes),
                size(*limit)
            ),
            Self::Timeout { seconds } => format!(
                "The document could not be read within {seconds} seconds; split it or raise the time limit in the settings."
            ),
            Self::Memory { limit } => format!(
                "Reading the document needs more than {} of memory; split it or raise the limit in the settings.",
                size(*limit)
            ),
            Self::Failed { .. } => {
                "Reading the document failed; try again or save it in another format.".into()
            }
        }
    }
}

/// A number of bytes as people write it.
fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    let mut value = bytes as f64;
    let mut unit = "B";
    for next in UNITS {
        if value < 1024.0 {
            break;
        }
        value /= 1024.0;
        unit = next;
    }
    if value < 10.0 && unit != "B" { format!("{value:.1} {unit}") } else { format!("{value:.0} {unit}") }
}
