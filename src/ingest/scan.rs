//! Pages of a document that are pictures: recognised one after another, where there is something that reads them.

use stet_sources::chunk::{Block, Category};

use super::Ingest;
use stet_extract::{ExtractError, Extraction, Reader, Scan};

/// What was read, and how its pages that are pictures were.
pub(super) struct Extracted {
    pub extraction: Extraction,
    pub recognised: Vec<i32>,
    pub unread: Vec<i32>,
}

/// A page that is a picture stands in a PDF as a figure without words.
fn is_scan(block: &Block) -> bool {
    block.category == Category::Figure && block.text.is_empty() && block.caption.is_none()
}

impl Ingest {
    /// Recognises the pages of a document that are pictures. `progress` is told of pages done and to do.
    pub(super) async fn recognise<F: Future<Output = bool>>(
        &self,
        file_name: &str,
        bytes: &[u8],
        read: Result<Extraction, ExtractError>,
        progress: impl Fn(usize, usize) -> F,
    ) -> Result<Extracted, ExtractError> {
        let is_pdf = file_name.to_lowercase().ends_with(".pdf");
        let mut extraction = match &read {
            // Nothing else is in it.
            Err(ExtractError::NoText { pages }) if is_pdf => Extraction {
                media_type: "application/pdf".into(),
                pages: Some(*pages),
                blocks: (1..=*pages).map(picture).collect(),
                ..Extraction::default()
            },
            _ => read.clone()?,
        };
        let scans: Vec<u32> =
            extraction.blocks.iter().filter(|block| is_scan(block)).filter_map(|block| block.page).collect();
        let (mut recognised, mut unread) = (Vec::new(), Vec::new());
        let number = |page: u32| i32::try_from(page).unwrap_or(i32::MAX);
        let found = match self.scan_pages {
            0 => None,
            _ if scans.is_empty() => None,
            _ => tokio::task::spawn_blocking(Reader::find).await.ok().flatten(),
        };
        let Some(reader) = found else {
            extraction.blocks.retain(|block| !is_scan(block));
            unread.extend(scans.into_iter().map(number));
            return match read {
                Err(fault) => Err(fault),
                Ok(_) => Ok(Extracted { extraction, recognised, unread }),
            };
        };
        let pages = scans.len().min(self.scan_pages);
        let mut blocks = Vec::new();
        for block in std::mem::take(&mut extraction.blocks) {
            let Some(page) = block.page.filter(|_| is_scan(&block)) else {
                blocks.push(block);
                continue;
            };
            let done = recognised.len() + unread.len();
            if done >= pages {
                unread.push(number(page));
                continue;
            }
            // Nobody waits for it any more.
            if !progress(done, pages).await {
                return Err(ExtractError::Failed { detail: "the job was given up".into() });
            }
            let scan = Scan { page, reader: reader.clone() };
            match self.extract(file_name, bytes.to_vec(), Some(scan)).await {
                Ok(found) => {
                    recognised.push(number(page));
                    blocks.extend(found.blocks);
                }
                Err(fault) => {
                    tracing::info!(%fault, page, "a page that is a picture was not read");
                    unread.push(number(page));
                }
            }
        }
        extraction.blocks = blocks;
        match read {
            Err(fault) if recognised.is_empty() => Err(fault),
            _ => Ok(Extracted { extraction, recognised, unread }),
        }
    }
}

fn picture(page: u32) -> Block {
    Block { page: Some(page), category: Category::Figure, ..Block::default() }
}
