//! A file's bytes to chunks, pages and articles.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::ops::Range;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use time::OffsetDateTime;
use uuid::Uuid;

use super::Ingest;
use super::dated::dated;
use super::scan::Extracted;
use stet_extract::rules::{RuleFiles, Unreadable};
use stet_extract::works::Works;
use stet_extract::{ExtractError, Extraction, Imported, Isolated, Limits, Picture, Scan};
use stet_marks::statute::{ArticleNo, parse_structure, supplement_articles};
use stet_sources::chunk::{Block, Category, Chunk, chunk};
use stet_sources::left_out::LeftOut;
use stet_store::regulations::Article;
use stet_text::span::Span;
use stet_text::{Language, language};

/// A document that was read and cut.
pub(super) struct Reading {
    pub title: String,
    /// The day that it was written on, as it says itself.
    pub dated: Option<OffsetDateTime>,
    /// Who wrote it, as its fields say.
    pub author: Option<String>,
    pub media_type: String,
    pub language: Language,
    pub page_count: u32,
    /// What the file itself calls its pages, where that is not their number.
    pub page_labels: Vec<String>,
    /// Page numbers from 1 with their text; a document without pages is one page.
    pub pages: Vec<(i32, String)>,
    pub chunks: Arc<Vec<Chunk>>,
    pub articles: Vec<FoundArticle>,
    /// Pages that are pictures: read all the same, and not read.
    pub recognised_pages: Vec<i32>,
    pub unread_pages: Vec<i32>,
    /// What else of the file is in no passage.
    pub left_out: Vec<LeftOut>,
}

/// An article with the chunk it starts in.
pub(super) struct FoundArticle {
    regulation: String,
    number: u32,
    branch: Option<u32>,
    title: Option<String>,
    path: Vec<String>,
    text: String,
    /// Index among the chunks.
    chunk: Option<usize>,
    page: Option<u32>,
    supplementary: bool,
}

impl FoundArticle {
    pub(super) fn row(&self, document_id: Uuid, ordinal: usize, chunk_ids: &[Uuid]) -> Article {
        let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        Article {
            id: Uuid::now_v7(),
            document_id,
            ordinal: i32::try_from(ordinal).unwrap_or(i32::MAX),
            regulation: self.regulation.clone(),
            number: number(self.number),
            branch: self.branch.map_or(0, number),
            supplementary: self.supplementary,
            title: self.title.clone(),
            chapter_path: self.path.clone(),
            content: self.text.clone(),
            page: self.page.map(number),
            chunk_id: self.chunk.and_then(|index| chunk_ids.get(index)).copied(),
        }
    }
}

/// A file that goes away with this value.
struct Scratch(PathBuf);

impl Scratch {
    /// Writes a file that no other user can read. It goes away, too, when nobody waits for it any more.
    async fn write(path: PathBuf, bytes: Vec<u8>) -> std::io::Result<Self> {
        // In one piece: a file that is opened after its value is gone would stay.
        let write = move || {
            let scratch = Self(path);
            let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&scratch.0)?;
            file.write_all(&bytes)?;
            Ok(scratch)
        };
        tokio::task::spawn_blocking(write).await?
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A file that is gone already is as good.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Longest that reading a file may take while a person waits for it.
const WAITED_FOR: Duration = Duration::from_secs(30);

impl Ingest {
    /// Reads a file in a child process: whatever is in it, only the child can come to harm.
    pub(super) async fn extract(
        &self,
        file_name: &str,
        bytes: Vec<u8>,
        scan: Option<Scan>,
    ) -> Result<Extraction, ExtractError> {
        let limits = Limits { scan, ..self.limits.clone() };
        let (program, scratch) = self.isolate(bytes).await?;
        Isolated { program: &program, file: &scratch.0, file_name, limits: &limits }.source().await
    }

    /// Reads a file as a draft, the same way. A person waits for it: it takes no longer than [`WAITED_FOR`].
    ///
    /// # Errors
    /// The file has no text to give, or is none that becomes a draft.
    pub async fn draft(&self, file_name: &str, bytes: Vec<u8>) -> Result<Imported, ExtractError> {
        self.waited_for(bytes, async |file| Isolated { file_name, ..file }.draft().await).await
    }

    /// Reads a bibliography, the same way.
    ///
    /// # Errors
    /// The bytes are no text, or reading them takes too much.
    pub async fn works(&self, bytes: Vec<u8>) -> Result<Works, ExtractError> {
        self.waited_for(bytes, async |file| file.works().await).await
    }

    /// Reads a file of criteria, the same way.
    ///
    /// # Errors
    /// Reading it takes too much.
    pub async fn rules(
        &self,
        file_name: &str,
        bytes: Vec<u8>,
    ) -> Result<Result<RuleFiles, Unreadable>, ExtractError> {
        self.waited_for(bytes, async |file| Isolated { file_name, ..file }.rules().await).await
    }

    /// A page of a PDF as PNG, the same way.
    ///
    /// # Errors
    /// The page could not be drawn.
    pub async fn picture(&self, bytes: Vec<u8>, wanted: Picture) -> Result<Vec<u8>, ExtractError> {
        // It is never closed.
        let _reading = self.reading.acquire().await;
        let (program, scratch) = self.isolate(bytes).await?;
        Isolated { program: &program, file: &scratch.0, file_name: "page.pdf", limits: &self.limits }
            .picture(wanted)
            .await
    }

    /// Reads what a person waits for. As many at once as there are workers.
    pub(super) async fn waited_for<T>(
        &self,
        bytes: Vec<u8>,
        read: impl AsyncFnOnce(Isolated<'_>) -> Result<T, ExtractError>,
    ) -> Result<T, ExtractError> {
        // It is never closed.
        let _reading = self.reading.acquire().await;
        let (program, scratch) = self.isolate(bytes).await?;
        let limits = Limits { time: self.limits.time.min(WAITED_FOR), ..self.limits.clone() };
        read(Isolated { program: &program, file: &scratch.0, file_name: "file", limits: &limits }).await
    }

    /// The program that reads, and the file that it reads.
    async fn isolate(&self, bytes: Vec<u8>) -> Result<(PathBuf, Scratch), ExtractError> {
        let failed = |error: std::io::Error| ExtractError::Failed { detail: error.to_string() };
        let program = match &self.program {
            Some(program) => program.clone(),
            None => own_program().map_err(failed)?,
        };
        let path = std::env::temp_dir().join(format!("stet-{}", Uuid::new_v4().simple()));
        Ok((program, Scratch::write(path, bytes).await.map_err(failed)?))
    }
}

/// The program that runs, also after a newer one was put in its place.
fn own_program() -> std::io::Result<PathBuf> {
    let running = Path::new("/proc/self/exe");
    if running.exists() { Ok(running.to_owned()) } else { std::env::current_exe() }
}

/// Cuts what was read. Takes seconds for a large document; call it where that may block.
pub(super) fn cut(
    Extracted { extraction, recognised, unread }: Extracted,
    file_name: &str,
    policy: stet_sources::chunk::ChunkPolicy,
) -> Reading {
    let (text, chunks) = chunk(&extraction.blocks, policy);
    let title = title(&extraction, file_name);
    let dated = dated(&extraction, &title, file_name);
    let articles = articles(&text, &chunks, &title);
    let pages = pages(&extraction.blocks, &text);
    let start: String = text.chars().take(20_000).collect();
    Reading {
        language: language(&start),
        page_count: extraction.pages.unwrap_or(0),
        page_labels: extraction.page_labels,
        media_type: extraction.media_type.into_owned(),
        title,
        dated,
        author: extraction.author.as_deref().and_then(author),
        pages,
        chunks: Arc::new(chunks),
        articles,
        recognised_pages: recognised,
        unread_pages: unread,
        left_out: extraction.left_out,
    }
}

/// Most characters of the names of a document's authors.
const MOST_AUTHORS: usize = 300;

/// Who wrote a document, where its field names anybody: programs and unnamed accounts are nobody.
fn author(told: &str) -> Option<String> {
    const NOBODY: [&str; 12] = [
        "admin",
        "administrator",
        "author",
        "openpyxl",
        "owner",
        "python-docx",
        "root",
        "unknown",
        "user",
        "windows user",
        "microsoft office user",
        "사용자",
    ];
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    let names = told.trim_matches([',', ';', ' ']);
    let is_name = names.chars().any(char::is_alphabetic) && !NOBODY.contains(&names.to_lowercase().as_str());
    is_name.then(|| names.chars().take(MOST_AUTHORS).collect())
}

/// The document's own title, its first heading, or the file's name without its extension.
fn title(extraction: &Extraction, file_name: &str) -> String {
    let stated = extraction.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
    let heading = || {
        let first = extraction.blocks.iter().find(|block| block.category == Category::Heading1)?;
        Some(first.text.trim()).filter(|text| !text.is_empty() && text.chars().count() <= 120)
    };
    let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem);
    stated.or_else(heading).unwrap_or(stem).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text of each page, running headers included; everything is page 1 where the format has no pages.
fn pages(blocks: &[Block], text: &str) -> Vec<(i32, String)> {
    if blocks.iter().all(|block| block.page.is_none()) {
        return vec![(1, text.to_owned())];
    }
    let mut pages: Vec<(i32, String)> = Vec::new();
    let mut numbered: Vec<(i32, &str)> = Vec::new();
    let mut last = 1;
    for block in blocks {
        last = block.page.and_then(|page| i32::try_from(page).ok()).unwrap_or(last);
        numbered.push((last, block.text.as_str()));
    }
    // Footnotes and boxes may come after the page that follows theirs.
    numbered.sort_by_key(|(page, _)| *page);
    for (page, text) in numbered.into_iter().filter(|(_, text)| !text.trim().is_empty()) {
        match pages.last_mut() {
            Some((number, content)) if *number == page => {
                content.push_str("\n\n");
                content.push_str(text);
            }
            _ => pages.push((page, text.to_owned())),
        }
    }
    pages
}

/// The articles of every regulation in the text.
fn articles(text: &str, chunks: &[Chunk], title: &str) -> Vec<FoundArticle> {
    let mut starts = Vec::new();
    let mut at = 0;
    let lines = text.split('\n').map(|line| {
        starts.push(at);
        at += line.len() + 1;
        (line, None)
    });
    let regulations = parse_structure(lines);
    let place = |lines: &Range<usize>| {
        let start = starts.get(lines.start).copied().unwrap_or(text.len());
        let end = starts.get(lines.end).copied().unwrap_or(text.len());
        let chunk = chunk_at(chunks, Span::new(start, end));
        (chunk, chunk.and_then(|index| chunks.get(index)).and_then(|chunk| chunk.page))
    };
    let mut found = Vec::new();
    for regulation in regulations {
        let name = regulation.name.split_whitespace().collect::<Vec<_>>().join(" ");
        let name = if name.is_empty() { title.to_owned() } else { name };
        for article in regulation.articles {
            let (chunk, page) = place(&article.lines);
            found.push(FoundArticle {
                regulation: name.clone(),
                number: article.number.number,
                branch: article.number.branch,
                title: article.title,
                path: article.path,
                text: article.text,
                page,
                chunk,
                supplementary: false,
            });
        }
        // An annex is one piece, whatever articles a form in it has.
        let annexes = regulation
            .annexes
            .iter()
            .map(|block| (block, vec![(ArticleNo::new(0, None), None, block.text.clone())]));
        let supplements = regulation.supplements.iter().map(|block| (block, supplement_articles(block)));
        for (block, pieces) in supplements.chain(annexes) {
            let (chunk, page) = place(&block.lines);
            for (number, title, text) in pieces {
                found.push(FoundArticle {
                    regulation: name.clone(),
                    number: number.number,
                    branch: number.branch,
                    title,
                    path: vec![block.title.clone()],
                    text,
                    page,
                    chunk,
                    supplementary: true,
                });
            }
        }
    }
    found
}

/// The first chunk that shares text with a span; chunks are in the order of the text.
fn chunk_at(chunks: &[Chunk], span: Span) -> Option<usize> {
    let first = chunks.partition_point(|chunk| chunk.span.end <= span.start);
    chunks.get(first).filter(|chunk| chunk.span.overlaps(span)).map(|_| first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_for_which_nobody_waits_any_more_does_not_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let kept = Scratch::write(path("kept"), b"text".to_vec()).await.unwrap();
            assert_eq!(std::fs::read(&kept.0).unwrap(), b"text");
            for at in 0..100 {
                let writing = std::pin::pin!(Scratch::write(path(&at.to_string()), b"text".to_vec()));
                let _ = futures::poll!(writing);
            }
        });
        // Waits for what has begun.
        drop(runtime);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
