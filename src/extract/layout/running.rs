//! Running headers and footers: what stands at the edge of many pages.

use std::collections::{HashMap, HashSet};

use super::lines::Line;
use super::sheet::Sheet;
use stet_sources::chunk::Category;

/// Running headers and footers: lines at the edge of the page that come again on other pages.
pub(super) struct Running {
    /// Patterns of edge lines by how many pages have them.
    pages: HashMap<String, usize>,
    sheets: usize,
}

/// This many lines from the top and the bottom of a page may be running lines.
const EDGE: usize = 3;

impl Running {
    pub(super) fn find(sheets: &[Sheet]) -> Self {
        let mut pages: HashMap<String, usize> = HashMap::new();
        for sheet in sheets {
            let patterns: HashSet<String> = (0..sheet.lines.len())
                .filter(|at| edge(sheet, *at).is_some())
                .filter_map(|at| sheet.lines.get(at))
                .map(|line| pattern(&line.text))
                .collect();
            for pattern in patterns {
                *pages.entry(pattern).or_default() += 1;
            }
        }
        Self { pages, sheets: sheets.len() }
    }

    /// The category of a line that is a running one, and its pattern.
    pub(super) fn of(&self, sheet: &Sheet, at: usize) -> Option<(Category, String)> {
        let line = sheet.lines.get(at)?;
        if line.askew {
            return Some((Category::Header, pattern(&line.text)));
        }
        let category = edge(sheet, at)?;
        self.is_running(line).map(|pattern| (category, pattern))
    }

    /// Whether a line of a page of this height is a running one.
    pub(super) fn has(&self, height: f32, line: &Line) -> bool {
        at_edge(height, line).is_some() && self.is_running(line).is_some()
    }

    fn is_running(&self, line: &Line) -> Option<String> {
        let pattern = pattern(&line.text);
        let often = self.pages.get(&pattern).copied().unwrap_or(0);
        // On three pages (a chapter's header runs no longer) or on both of two. Without places, where
        // anything may stand among the first lines, on every third page.
        let least = if line.has_place() { 3 } else { (self.sheets / 3).clamp(3, 12) };
        let enough = least.min(self.sheets.max(2));
        (often >= enough || is_page_number(&line.text)).then_some(pattern)
    }
}

/// Which edge of its page a line stands at.
fn edge(sheet: &Sheet, at: usize) -> Option<Category> {
    let line = sheet.lines.get(at)?;
    if line.table.is_some() || line.is_aside {
        return None;
    }
    if sheet.height > 0.0 && line.has_place() {
        return at_edge(sheet.height, line);
    }
    if at + EDGE >= sheet.lines.len() && at >= EDGE {
        Some(Category::Footer)
    } else {
        (at < EDGE).then_some(Category::Header)
    }
}

/// Which edge of a page of known height a line with a place stands at.
fn at_edge(height: f32, line: &Line) -> Option<Category> {
    if line.bottom > height * 0.88 {
        Some(Category::Header)
    } else {
        (line.top < height * 0.12).then_some(Category::Footer)
    }
}

/// A line with its numbers levelled, so that page numbers do not make it unique.
fn pattern(text: &str) -> String {
    let mut out = String::new();
    for ch in text.chars() {
        if ch.is_ascii_digit() {
            if !out.ends_with('#') {
                out.push('#');
            }
        } else if !ch.is_whitespace() {
            out.push(ch);
        }
    }
    out
}

/// `12`, `- 12 -`, `12 / 40`, `Page 12 of 40`, `12쪽`, `xii` at the edge of a page.
fn is_page_number(text: &str) -> bool {
    let words = ["page", "of", "p", "쪽", "면", "페이지"];
    let mut numbers = 0;
    let text = text.to_lowercase();
    let is_frame = |ch: char| ch.is_whitespace() || "-–—/|·~()[]<>.".contains(ch);
    if !text.chars().all(|ch| ch.is_alphanumeric() || is_frame(ch)) {
        return false;
    }
    for part in text.split(|ch: char| !ch.is_alphanumeric()).filter(|part| !part.is_empty()) {
        let bare = part.trim_end_matches(['쪽', '면']);
        if bare.chars().all(|ch| ch.is_ascii_digit()) && bare.len() <= 4 {
            numbers += usize::from(!bare.is_empty());
        } else if !words.contains(&part) {
            return text.trim().len() <= 6 && part.chars().all(|ch| "ivxl".contains(ch));
        }
    }
    // Two numbers with nothing but blanks between are the years over two columns.
    numbers == 1 || (numbers == 2 && text.chars().any(|ch| !ch.is_whitespace() && !ch.is_ascii_digit()))
}
