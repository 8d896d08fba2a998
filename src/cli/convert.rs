//! `stet convert`: a text in another form, as drafts go in and out.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::{CliError, Outcome, say};
use stet_bibliography::{Entry, Style};
use stet_config::terminal_language;
use stet_drafts::bibliography::Citing;
use stet_drafts::origin::{Origin, beside, keep};
use stet_drafts::transfer::{Format, convert_from};
use stet_extract::{Limits, decode, draft};
use stet_host::files;
use stet_text::Language;

#[derive(Debug, Args)]
pub(super) struct ConvertArgs {
    /// The file to read: DOCX, ODT, HTML, Markdown, TXT
    from: PathBuf,
    /// The file to write; its ending says the form: docx, odt, html, md
    to: PathBuf,
    /// Works that the text cites by key (`[@key]`): BibTeX, BibLaTeX, CSL-JSON; several times for several
    #[arg(long, value_name = "FILE")]
    bibliography: Vec<PathBuf>,
    /// The citation style: apa, chicago-author-date, chicago-notes, ieee, mla, vancouver, korean; that of the text's language when left out
    #[arg(long, requires = "bibliography")]
    style: Option<String>,
    /// The language of citations and of their list, ko or en; the text's own when left out
    #[arg(long, requires = "bibliography", value_name = "LANGUAGE")]
    language: Option<String>,
}

/// How the text cites, where works are given. A work that cannot be read is told and keeps out no other.
fn citing(args: &ConvertArgs) -> Result<Option<Citing>, CliError> {
    if args.bibliography.is_empty() {
        return Ok(None);
    }
    let style = args.style.as_deref().map(|name| {
        Style::by_name(name).ok_or_else(|| {
            let names = Style::ALL.map(Style::name).join(", ");
            CliError::Usage(say(
                &format!("인용 양식은 다음 가운데 하나입니다: {names}"),
                &format!("the citation style is one of {names}"),
            ))
        })
    });
    let language = args.language.as_deref().map(|language| match language {
        "ko" => Ok(Language::Ko),
        "en" => Ok(Language::En),
        _ => Err(CliError::Usage(say("인용 언어는 ko나 en입니다", "the language of citations is ko or en"))),
    });
    let mut entries = Vec::new();
    for path in &args.bibliography {
        let bytes = files::read(path, files::LONGEST)
            .map_err(|source| CliError::Read { path: path.clone(), source })?;
        let text = decode(&bytes).map_err(|fault| {
            CliError::Usage(format!("{}: {}", path.display(), fault.message(terminal_language())))
        })?;
        let read = stet_bibliography::parse(&text);
        for fault in &read.faults {
            let key = fault.key.as_ref().map(|key| format!(" {key}:")).unwrap_or_default();
            let message = fault.reason.message(terminal_language());
            note_line!("{}:{}:{key} {message}", path.display(), fault.line);
        }
        // The later file has the last word on a key.
        entries.retain(|known: &Entry| read.entries.iter().all(|entry| entry.key() != known.key()));
        entries.extend(read.entries);
    }
    Ok(Some(Citing { entries, style: style.transpose()?, language: language.transpose()? }))
}

pub(super) fn run(args: &ConvertArgs) -> Outcome {
    let format = match args.to.extension().and_then(|ending| ending.to_str()) {
        Some("docx") => Format::Docx,
        Some("odt") => Format::Odt,
        Some("html" | "htm") => Format::Html,
        Some("md" | "markdown") => Format::Markdown,
        _ => {
            return Err(CliError::Usage(say(
                "쓸 파일의 확장자는 docx, odt, html, md 가운데 하나여야 합니다",
                "the file to write must end in .docx, .odt, .html or .md",
            )));
        }
    };
    let path = &args.from;
    let bytes =
        files::read(path, files::LONGEST).map_err(|source| CliError::Read { path: path.clone(), source })?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let usage = |fault: String| CliError::Usage(format!("{}: {fault}", path.display()));
    let file = draft(&name, &bytes, &Limits::default())
        .map_err(|fault| usage(fault.message(terminal_language())))?;
    // Without anybody to decide, the text is the one with its changes taken.
    let text = file.proposed.as_ref().unwrap_or(&file.text);
    let citing = citing(args)?;
    let title = file.title.clone().unwrap_or_default();
    let is_kept = !file.origins.is_empty();
    let origin = is_kept.then(|| Origin { bytes, file: file.clone() });
    let pictures = origin.as_ref().map_or_else(|| beside(path, text), |origin| origin.pictures(text));
    let made = convert_from(text, &title, format, citing.as_ref(), origin.as_ref(), &pictures)
        .map_err(|fault| usage(fault.to_string()))?;
    std::fs::write(&args.to, made.bytes)?;
    if format == Format::Markdown && is_kept {
        keep(&args.to, &pictures)?;
    }
    let own = origin.as_ref().is_some_and(|origin| Format::of_file(&origin.bytes) == format);
    if made.anew {
        let why = if own {
            say(
                "원본 파일에 되넣을 수 없어",
                "the text could not be put back into its file, which is made anew",
            )
        } else {
            say("원본과 형식이 달라", "the file is of another form and made anew")
        };
        let rest = say(
            " 새로 만들었습니다. 글에 보이지 않는 것(머리말, 구역, 글상자, 서식)은 옮기지 않았습니다",
            ": what a text does not show (heads, sections, text boxes, styles) is left out",
        );
        note_line!("{why}{rest}");
    }
    if !made.unknown.is_empty() {
        let keys = made.unknown.iter().map(|key| format!("@{key}")).collect::<Vec<_>>().join(", ");
        note_line!(
            "{}",
            say(
                &format!("문헌에 없어 글에 그대로 둔 인용: {keys}"),
                &format!("cited but not in the bibliography, left as they are: {keys}"),
            )
        );
    }
    let kept = own && !made.anew;
    if !kept && (!file.changes.is_empty() || !file.comments.is_empty() || file.pictures > 0) {
        let (changes, comments, pictures) = (file.changes.len(), file.comments.len(), file.pictures);
        note_line!(
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
