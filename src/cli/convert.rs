//! `stet convert`: a text in another form, as drafts go in and out.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::{CliError, Outcome, say};
use crate::config::terminal_language;
use crate::extract::{Limits, draft};
use crate::transfer::{Format, convert};

#[derive(Debug, Args)]
pub(super) struct ConvertArgs {
    /// The file to read: DOCX, HTML, Markdown, TXT
    from: PathBuf,
    /// The file to write; its ending says the form: docx, html, md
    to: PathBuf,
}

pub(super) fn run(args: &ConvertArgs) -> Outcome {
    let format = match args.to.extension().and_then(|ending| ending.to_str()) {
        Some("docx") => Format::Docx,
        Some("html" | "htm") => Format::Html,
        Some("md" | "markdown") => Format::Markdown,
        _ => {
            return Err(CliError::Usage(say(
                "쓸 파일의 확장자는 docx, html, md 가운데 하나여야 합니다",
                "the file to write must end in .docx, .html or .md",
            )));
        }
    };
    let path = &args.from;
    let bytes = std::fs::read(path).map_err(|source| CliError::Read { path: path.clone(), source })?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let usage = |fault: String| CliError::Usage(format!("{}: {fault}", path.display()));
    let file = draft(&name, &bytes, &Limits::default())
        .map_err(|fault| usage(fault.message(terminal_language())))?;
    // Without anybody to decide, the text is the one with its changes taken.
    let text = file.proposed.as_ref().unwrap_or(&file.text);
    let made =
        convert(text, &file.title.unwrap_or_default(), format).map_err(|fault| usage(fault.to_string()))?;
    std::fs::write(&args.to, made)?;
    if !file.changes.is_empty() || !file.comments.is_empty() || file.pictures > 0 {
        let (changes, comments, pictures) = (file.changes.len(), file.comments.len(), file.pictures);
        eprintln!(
            "{}",
            say(
                &format!(
                    "변경 내용은 적용했고({changes}명·시점), 메모 {comments}개와 그림 {pictures}개는 옮기지 않았습니다"
                ),
                &format!(
                    "tracked changes are taken ({changes} by author and time); {comments} comments and {pictures} pictures are left out"
                ),
            )
        );
    }
    Ok(ExitCode::SUCCESS)
}
