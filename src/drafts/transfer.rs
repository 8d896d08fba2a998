//! Use case: drafts that go out as files, and files that come in as drafts.
//!
//! Owns what becomes of suggestions and comments on the way: what waits beside a draft goes out as tracked changes, and
//! tracked changes come in as suggestions, so that nobody's decision is taken for them.

use std::fmt::Write as _;
use std::ops::Range;

use stet_bibliography::{Outcome, Style, cite};
use stet_document::picture::Pictures;
use stet_document::{Document, docx, front_matter, html, markdown, odt, parse};
use stet_patch::stage::Status;
use stet_patch::{Category, Op, Patch};
use stet_text::span::Span;
use stet_text::{Language, language};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

use crate::bibliography::Citing;
use crate::origin::{Origin, UNNAMED};
use crate::{Desk, DraftError, Proposal, Save};
use stet_extract::{Imported, Tracked};
use stet_host::apart::apart;
use stet_store::{Store, comments, language_name};

/// Author of suggestions in a file.
const PROGRAM: &str = "Stet";

/// A form in which a draft goes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Docx,
    Odt,
    Html,
    Markdown,
}

impl Format {
    /// The form of a file that a draft came from: an ODT, else a Word file.
    #[must_use]
    pub fn of_file(bytes: &[u8]) -> Self {
        if odt::is_one(bytes) { Self::Odt } else { Self::Docx }
    }

    /// The ending of a file, and its media type.
    #[must_use]
    pub const fn file(self) -> (&'static str, &'static str) {
        match self {
            Self::Docx => ("docx", docx::MEDIA_TYPE),
            Self::Odt => ("odt", odt::MEDIA_TYPE),
            Self::Html => ("html", "text/html; charset=utf-8"),
            Self::Markdown => ("md", "text/markdown; charset=utf-8"),
        }
    }

    /// Whether a file of it says what waits for a decision, and what was noted.
    #[must_use]
    pub const fn tracks(self) -> bool {
        matches!(self, Self::Docx | Self::Odt)
    }

    /// A file of the form of the one that the text came from is that file, changed, where it can be. Whether it is made anew.
    fn made(
        self,
        export: &docx::Export<'_>,
        origin: Option<&Origin>,
        is_decided: bool,
    ) -> Result<(Vec<u8>, bool), TransferError> {
        let own = origin.filter(|origin| Self::of_file(&origin.bytes) == self);
        if let Some(bytes) = own.and_then(|origin| origin.graft(export, is_decided)) {
            return Ok((bytes, false));
        }
        let made = if self == Self::Odt { odt::write(export) } else { docx::write(export) };
        let bytes = made.map_err(|fault| TransferError::Unmade(fault.to_string()))?;
        Ok((bytes, origin.is_some()))
    }
}

/// Why a draft could not go out or come in.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    #[error("the file could not be made: {0}")]
    Unmade(String),
    #[error(transparent)]
    Draft(#[from] DraftError),
}

/// A text that went out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Made {
    pub bytes: Vec<u8>,
    /// Keys that it cites and that the bibliography does not have; they stand in it as they are.
    pub unknown: Vec<String>,
    /// The file that it came from could not be kept, or is of another form: what a text does not show of it is lost.
    pub anew: bool,
}

/// Sets the citations of a text, where that is asked for.
fn set(document: &mut Document, text: &str, citing: Option<&Citing>) -> Outcome {
    let Some(Citing { entries, style, language: chosen }) = citing else { return Outcome::default() };
    let in_language = chosen.unwrap_or_else(|| language(text));
    cite(document, entries, style.unwrap_or_else(|| Style::usual(in_language)), in_language)
}

/// What becomes of the citations of a text: the works as they would be listed, and the keys that are unknown.
#[must_use]
pub fn citations(text: &str, citing: &Citing) -> Outcome {
    set(&mut parse(text), text, Some(citing))
}

/// Markdown as a file of a form, without anything beside it.
///
/// # Errors
/// The file could not be made.
pub fn convert(
    text: &str,
    title: &str,
    format: Format,
    citing: Option<&Citing>,
) -> Result<Made, TransferError> {
    convert_from(text, title, format, citing, None, &Pictures::new())
}

/// As [`convert`], with the file that the text came from, or the pictures that it names. In its own form tracked changes of the file
/// stay what they are where `text` is the one with all of them taken.
///
/// # Errors
/// The file could not be made.
pub fn convert_from(
    text: &str,
    title: &str,
    format: Format,
    citing: Option<&Citing>,
    origin: Option<&Origin>,
    pictures: &Pictures,
) -> Result<Made, TransferError> {
    if format == Format::Markdown && citing.is_none() {
        return Ok(Made { bytes: text.as_bytes().to_vec(), ..Made::default() });
    }
    let tracked = origin.map(|origin| &origin.file).filter(|file| file.proposed.as_deref() == Some(text));
    let (text, taken) =
        match tracked.filter(|_| origin.is_some_and(|origin| Format::of_file(&origin.bytes) == format)) {
            Some(file) => (file.text.as_str(), Some(text)),
            None => (text, None),
        };
    let mut document = parse(text);
    let Outcome { mut unknown, list } = set(&mut document, text, citing);
    let proposed = taken.map(|text| {
        let mut document = parse(text);
        unknown = set(&mut document, text, citing).unknown;
        document
    });
    let title = document.title().filter(|_| title.is_empty()).unwrap_or_else(|| title.to_owned());
    let code = language_name(language(text));
    let made = |bytes, anew| Ok(Made { bytes, unknown, anew });
    match format {
        // What cites nothing needs not be written anew.
        Format::Markdown if list.is_empty() => return made(text.as_bytes().to_vec(), false),
        Format::Markdown => {
            let fields = text.get(..front_matter(text)).unwrap_or_default().trim_end();
            let between = if fields.is_empty() { "" } else { "\n\n" };
            let text = markdown::write(&document).text;
            return made(format!("{fields}{between}{text}").into_bytes(), false);
        }
        Format::Html => return made(page(&document, &title, code, pictures), false),
        Format::Docx | Format::Odt => {}
    }
    let at = now();
    let (page, own) = of_file(origin, language(text));
    let export = docx::Export {
        title: &title,
        language: own.as_deref().unwrap_or(code),
        page,
        text: &document,
        proposed: proposed.as_ref(),
        changes: &[],
        remarks: &[],
        pictures: Some(pictures),
        at: &at,
    };
    let (bytes, anew) = format.made(&export, origin, false)?;
    made(bytes, anew)
}

/// A draft as a file; `origin` is the file that it came from. In DOCX and ODT its waiting suggestions are tracked changes, their reasons and `remarks` comments; the other
/// forms have the text as it is. With `citing` its citations are set in a style.
///
/// # Errors
/// The file could not be made.
pub async fn export(
    desk: Desk,
    remarks: Vec<docx::Remark>,
    format: Format,
    citing: Option<Citing>,
    origin: Option<Origin>,
) -> Result<Made, TransferError> {
    apart(move || {
        let citing = citing.as_ref();
        let text = desk.stage.text();
        let origin = origin.as_ref();
        let pictures = origin.map(|origin| origin.pictures(text)).unwrap_or_default();
        if !format.tracks() {
            return convert_from(text, &desk.draft.title, format, citing, None, &pictures);
        }
        let in_language = language(text);
        let (proposed, changes) = proposed(&desk, in_language);
        let mut document = parse(text);
        let unknown = set(&mut document, text, citing).unknown;
        let after = (!changes.is_empty()).then(|| {
            let mut after = parse(&proposed);
            set(&mut after, text, citing);
            after
        });
        let at = now();
        let (page, own) = of_file(origin, in_language);
        let export = docx::Export {
            title: &desk.draft.title,
            language: own.as_deref().unwrap_or_else(|| language_name(in_language)),
            page,
            text: &document,
            proposed: after.as_ref(),
            changes: &changes,
            remarks: &remarks,
            pictures: Some(&pictures),
            at: &at,
        };
        let (bytes, anew) = format.made(&export, origin, true)?;
        Ok(Made { bytes, unknown, anew })
    })
    .await
}

/// The pages of the file that a text came from, and the language that it says to be in where the text is not Korean.
fn of_file(origin: Option<&Origin>, in_language: Language) -> (docx::Page, Option<String>) {
    let (page, language) = origin.map(Origin::settings).unwrap_or_default();
    (page, language.filter(|language| in_language == Language::En && !language.starts_with("ko")))
}

fn page(document: &Document, title: &str, code: &str, pictures: &Pictures) -> Vec<u8> {
    let notes = if code == "ko" { "각주" } else { "Footnotes" };
    html::write(document, title, code, notes, Some(pictures)).into_bytes()
}

fn stamp(at: OffsetDateTime) -> String {
    let at = at.to_offset(time::UtcOffset::UTC);
    at.replace_nanosecond(0).unwrap_or(at).format(&Rfc3339).unwrap_or_default()
}

fn now() -> String {
    stamp(OffsetDateTime::now_utc())
}

/// What a category is called by people.
const fn category(category: Category, language: Language) -> &'static str {
    match (category, language) {
        (Category::Core, Language::Ko) => "내용",
        (Category::Expression, Language::Ko) => "표현",
        (Category::Detail, Language::Ko) => "형식",
        (Category::Core, Language::En) => "Content",
        (Category::Expression, Language::En) => "Expression",
        (Category::Detail, Language::En) => "Form",
    }
}

/// The text with every waiting suggestion accepted, and where each stands in both.
fn proposed(desk: &Desk, in_language: Language) -> (String, Vec<docx::Change>) {
    let text = desk.stage.text();
    let places = desk.stage.all_places();
    let mut splices: Vec<(Span, &str, usize, usize)> = Vec::new();
    let mut changes = Vec::new();
    let mut told: Vec<&str> = Vec::new();
    for staged in desk.stage.patches().iter().filter(|staged| staged.status == Status::Pending) {
        let patch = &staged.patch;
        let Some((Some(place), to)) = places.get(patch.id.as_str()).copied() else { continue };
        let order = patch.after_range.start;
        let mut add = |range: Span, new, changes: &mut Vec<docx::Change>| {
            splices.push((range, new, order, changes.len()));
            // A decision says once why.
            let first = !told.contains(&patch.group());
            told.push(patch.group());
            let reason = if first { reason(patch, in_language) } else { String::new() };
            changes.push(docx::Change {
                before: range.start..range.end,
                after: 0..0,
                author: PROGRAM.to_owned(),
                at: stamp(desk.draft.updated_at),
                reason,
            });
        };
        match (patch.op, to) {
            (Op::Move, Some(to)) => {
                add(place, "", &mut changes);
                add(Span::new(to, to), &patch.after, &mut changes);
            }
            _ => add(place, &patch.after, &mut changes),
        }
    }
    splices.sort_by_key(|(range, _, order, _)| (range.start, !range.is_empty(), *order));
    let (mut out, mut at) = (String::with_capacity(text.len() + 64), 0);
    for (range, new, _, change) in splices {
        let kept = text.get(at..range.start);
        let (Some(kept), true) = (kept, text.get(range.start..range.end).is_some()) else { continue };
        out.push_str(kept);
        let from = out.len();
        out.push_str(new);
        at = range.end;
        if let Some(change) = changes.get_mut(change) {
            change.after = from..out.len();
        }
    }
    out.push_str(text.get(at..).unwrap_or_default());
    (out, changes)
}

fn reason(patch: &Patch, in_language: Language) -> String {
    let mut out = category(patch.category, in_language).to_owned();
    for (number, reason) in patch.reasons.iter().enumerate() {
        let _ = write!(out, "{} {reason}", if number == 0 { ":" } else { ";" });
    }
    out
}

/// The open comments of a draft at the words where they stand in `text`, each thread followed by what answers it.
///
/// # Errors
/// A fault of the store.
pub async fn remarks(store: &Store, desk: &Desk) -> Result<Vec<docx::Remark>, TransferError> {
    let Some((draft, comments)) = comments::of_draft(store, desk.draft.id).await.map_err(DraftError::from)?
    else {
        return Ok(Vec::new());
    };
    // Between the two readings somebody may have written: no comment is better than one at other words.
    if draft.text != desk.stage.text() {
        return Ok(Vec::new());
    }
    let mut range = None;
    let mut remarks = Vec::new();
    for comment in comments {
        if comment.parent_id.is_none() {
            let place = &comment.place;
            let is_open = comment.resolved_at.is_none() && !place.gone;
            let bounds = usize::try_from(place.start_offset).ok().zip(usize::try_from(place.end_offset).ok());
            range = bounds.filter(|_| is_open).map(|(start, end)| start..end);
        }
        if let Some(range) = range.clone() {
            let (author, at) = (comment.author, stamp(comment.created_at));
            remarks.push(docx::Remark { range, author, at, text: comment.body });
        }
    }
    Ok(remarks)
}

/// A file that came in under a name, as a draft with its tracked changes as suggestions that wait and its comments at their words. Of each
/// comment: whether it stands there, as some have no words.
///
/// # Errors
/// The text is too long for a draft, or a fault of the store.
pub async fn import(
    store: &Store,
    file: &Imported,
    title: String,
    (name, bytes): (&str, &[u8]),
) -> Result<(Desk, Vec<bool>), TransferError> {
    let save = Save { title: Some(title), text: Some(file.text.clone()), ..Save::default() };
    let draft = crate::create(store, save).await?;
    if !file.origins.is_empty() {
        let (_, media_type) = Format::of_file(bytes).file();
        store.put_draft_file(draft.id, name, media_type, bytes).await.map_err(DraftError::from)?;
    }
    let mut kept = Vec::with_capacity(file.comments.len());
    for comment in &file.comments {
        let range = Span::new(comment.range.start, comment.range.end);
        let at = OffsetDateTime::parse(&comment.at, &Rfc3339).unwrap_or(draft.created_at);
        let author = if comment.author.trim().is_empty() { UNNAMED } else { comment.author.trim() };
        let (id, base) = (draft.id, draft.revision);
        match crate::comments::add_by(store, id, base, range, &comment.text, (author, at)).await {
            Ok(_) => kept.push(true),
            Err(DraftError::NoWords | DraftError::Unsayable) => kept.push(false),
            Err(fault) => return Err(fault.into()),
        }
    }
    let Some(after) = file.proposed.clone() else {
        return Ok((crate::load(store, draft.id).await?, kept));
    };
    let (text, changes) = (file.text.clone(), file.changes.clone());
    let proposals = apart(move || suggestions(&text, &after, &changes)).await;
    let staged = crate::stage(store, draft.id, Uuid::now_v7(), file.text.clone(), proposals).await?;
    Ok((staged.desk, kept))
}

/// The changes of others as suggestions, each with who made it.
fn suggestions(text: &str, after: &str, changes: &[Tracked]) -> Vec<Proposal> {
    let in_language = language(text);
    let overlaps = |ranges: &[Range<usize>], span: Span| {
        ranges.iter().any(|range| range.start <= span.end && span.start <= range.end)
    };
    let told = |patch: &Patch| {
        let by = |change: &&Tracked| {
            overlaps(&change.before, patch.range) || overlaps(&change.after, patch.after_range)
        };
        let mut names: Vec<String> = changes
            .iter()
            .filter(by)
            .map(|change| {
                let day = change.at.split('T').next().unwrap_or_default();
                [change.author.as_str(), day]
                    .iter()
                    .filter(|part| !part.is_empty())
                    .copied()
                    .collect::<Vec<_>>()
                    .join(", ")
            })
            .collect();
        names.dedup();
        let names = names.join("; ");
        match in_language {
            Language::Ko => format!("파일에 변경 내용으로 표시된 곳입니다 ({names})."),
            Language::En => format!("Tracked as a change in the file ({names})."),
        }
    };
    let patches = stet_patch::patches(text, after);
    patches
        .into_iter()
        .map(|mut patch| {
            let told = told(&patch);
            patch.reasons.insert(0, told);
            Proposal { patch, fact: None }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_patch::apply;
    use stet_patch::stage::Stage;

    fn desk(text: &str, after: &str) -> Desk {
        let mut stage = Stage::new(text, 1);
        stage.stage(stet_patch::patches(text, after));
        let at = OffsetDateTime::UNIX_EPOCH;
        let draft = stet_store::Draft {
            id: Uuid::nil(),
            title: String::new(),
            text: text.to_owned(),
            revision: 1,
            source_ids: Vec::new(),
            criteria_pack_ids: Vec::new(),
            citation_style: String::new(),
            author: None,
            author_id: None,
            project_id: None,
            created_at: at,
            updated_at: at,
        };
        Desk { draft, stage, facts: std::collections::HashMap::new() }
    }

    #[test]
    fn what_is_proposed_is_what_accepting_all_gives() {
        for (text, after) in [
            ("The fee is 60 days. It is due.", "The fee is 90 days. It is always due."),
            ("가. 요금은 싸다.\n\n나. 수영장은 연다.\n", "나. 수영장은 늦게 연다.\n\n가. 요금은 싸다.\n"),
            ("First one stays. Second one goes here. Third one ends.", "Third one ends. First one stays."),
        ] {
            let desk = desk(text, after);
            let (proposed, changes) = proposed(&desk, Language::En);
            let patches: Vec<Patch> =
                desk.stage.patches().iter().map(|staged| staged.patch.clone()).collect();
            assert_eq!(proposed, apply::apply(text, &patches));
            assert_eq!(proposed, after);
            assert!(changes.iter().all(|change| proposed.get(change.after.clone()).is_some()));
            assert!(changes.iter().any(|change| !change.reason.is_empty()));
        }
    }

    #[test]
    fn a_change_of_others_says_whose_it_is() {
        let change = Tracked {
            author: "김영희".into(),
            at: "2026-11-20T01:00:00Z".into(),
            before: vec![Range { start: 11, end: 13 }],
            after: vec![Range { start: 11, end: 13 }],
        };
        let made = suggestions("The fee is 60 days.", "The fee is 90 days.", &[change]);
        assert_eq!(made.len(), 1);
        assert_eq!(made[0].patch.reasons[0], "Tracked as a change in the file (김영희, 2026-11-20).");
    }
}
