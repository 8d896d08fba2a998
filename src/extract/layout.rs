//! Lines on pages to blocks: running headers and footers, headings, paragraphs, tables.
//!
//! PDF knows no paragraphs, only characters at places. What belongs together is read from type size,
//! line distance, indentation and line length; how broken words are joined is in `wrap`.

use std::collections::{HashMap, HashSet};

use super::builder::{Builder, one_line};
use super::headings::structural_level;
use super::pdf::sizes;
use super::table::{self, Cell, Rendered};
use super::wrap::Joiner;
use super::{ExtractError, Limits};
use stet_sources::chunk::{Block, Category};

/// A page: its height in points (0 when unknown) and its lines in reading order.
#[derive(Debug, Clone, Default)]
pub(super) struct Sheet {
    pub(super) height: f32,
    pub(super) lines: Vec<Line>,
}

/// A line of text and where it stands, in points from the lower left corner of the page.
/// All zero where the engine knows no places.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    /// As the engine gives it; a soft hyphen at the end marks a broken word, a space there a real space.
    pub(super) text: String,
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) bottom: f32,
    pub(super) top: f32,
    /// Type size of the largest character.
    pub(super) size: f32,
    /// Byte offset and left edge of each stretch after a wide gap, the first included.
    pub(super) cells: Vec<(usize, f32)>,
}

/// What is left of a row of dots that leads to a page number.
const LEADER: &str = " … ";

/// `1 Introduction . . . . . 1` with its dots as one.
pub(super) fn without_leaders(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['.', '·', '…', '‥', '․']) {
        let (before, from) = (rest.get(..at).unwrap_or_default(), rest.get(at..).unwrap_or_default());
        let after = from.trim_start_matches(['.', '·', '…', '‥', '․', ' ']);
        let run = from.get(..from.len() - after.len()).unwrap_or_default();
        out.push_str(before);
        if run.chars().filter(|ch| *ch != ' ').count() >= 5 {
            out.truncate(out.trim_end().len());
            out.push_str(LEADER);
        } else {
            out.push_str(run);
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// A gap wider than this many times the type size separates columns of a table.
const WIDE_GAP: f32 = 1.2;

impl Line {
    /// Adds a character with its left, right, bottom and top.
    pub(super) fn add(&mut self, ch: char, place: &[f32; 4], size: f32) {
        let [left, right, bottom, top] = *place;
        if self.size == 0.0 {
            (self.left, self.right, self.bottom, self.top) = (left, right, bottom, top);
            self.cells.push((self.text.len(), left));
        } else {
            if left - self.right > WIDE_GAP * size.max(1.0) {
                self.cells.push((self.text.len(), left));
            }
            self.left = self.left.min(left);
            self.right = self.right.max(right);
            self.bottom = self.bottom.min(bottom);
            self.top = self.top.max(top);
        }
        self.size = self.size.max(size).max(0.1);
        self.text.push(ch);
    }

    /// Type size in tenths of a point.
    #[expect(clippy::cast_possible_truncation, reason = "sizes of type; `as` saturates")]
    pub(super) fn tenths(&self) -> i64 {
        (self.size * 10.0).round() as i64
    }

    fn has_place(&self) -> bool {
        self.size > 0.0
    }
}

pub(super) fn blocks(sheets: &[Sheet], limits: &Limits) -> Result<Vec<Block>, ExtractError> {
    let running = Running::find(sheets);
    let headings = Headings::find(sheets);
    let joiner = Joiner::learn(sheets);
    let mut writer = Writer { out: Builder::new(limits), joiner, open: None, rows: Vec::new() };
    let mut given = HashSet::new();
    for (number, sheet) in (1_u32..).zip(sheets) {
        for (at, line) in sheet.lines.iter().enumerate() {
            if line.text.trim().is_empty() {
                writer.close()?;
            } else if let Some((category, pattern)) = running.of(sheet, at) {
                if given.insert(pattern) {
                    writer.aside(category, &line.text, number)?;
                }
            } else if line.cells.len() > 1 && neighbour_is_row(sheet, at) {
                writer.row(line, number)?;
            } else if let Some(level) = headings.level(line) {
                writer.heading(level, line, number)?;
            } else {
                writer.line(line, sheet, at, number)?;
            }
        }
    }
    writer.close()?;
    Ok(writer.out.finish())
}

/// Whether the line above or below is cut into cells as well: one such line alone is no table.
fn neighbour_is_row(sheet: &Sheet, at: usize) -> bool {
    let row =
        |at: Option<usize>| at.and_then(|at| sheet.lines.get(at)).is_some_and(|line| line.cells.len() > 1);
    row(at.checked_sub(1)) || row(at.checked_add(1))
}

/// Running headers and footers: lines at the edge of the page that come again on other pages.
struct Running {
    /// Patterns of edge lines by how many pages have them.
    pages: HashMap<String, usize>,
    sheets: usize,
}

/// This many lines from the top and the bottom of a page may be running lines.
const EDGE: usize = 3;

impl Running {
    fn find(sheets: &[Sheet]) -> Self {
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
    fn of(&self, sheet: &Sheet, at: usize) -> Option<(Category, String)> {
        let category = edge(sheet, at)?;
        let line = sheet.lines.get(at)?;
        let pattern = pattern(&line.text);
        let often = self.pages.get(&pattern).copied().unwrap_or(0);
        // On three pages (a chapter's header runs no longer) or on both of two. Without places, where
        // anything may stand among the first lines, on every third page.
        let least = if line.has_place() { 3 } else { (self.sheets / 3).clamp(3, 12) };
        let enough = least.min(self.sheets.max(2));
        (often >= enough || is_page_number(&line.text)).then_some((category, pattern))
    }
}

/// Which edge of its page a line stands at.
fn edge(sheet: &Sheet, at: usize) -> Option<Category> {
    let line = sheet.lines.get(at)?;
    if sheet.height > 0.0 && line.has_place() {
        let (head, foot) = (sheet.height * 0.88, sheet.height * 0.12);
        return if line.bottom > head {
            Some(Category::Header)
        } else if line.top < foot {
            Some(Category::Footer)
        } else {
            None
        };
    }
    if at + EDGE >= sheet.lines.len() && at >= EDGE {
        Some(Category::Footer)
    } else {
        (at < EDGE).then_some(Category::Header)
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
    (1..=2).contains(&numbers)
}

/// Type sizes that headings are set in, largest first.
struct Headings {
    body: i64,
    larger: Vec<i64>,
}

impl Headings {
    fn find(sheets: &[Sheet]) -> Self {
        let sizes = sizes(sheets);
        let total: usize = sizes.values().sum();
        let body = sizes.iter().max_by_key(|(_, count)| **count).map_or(0, |(size, _)| *size);
        // Headings are larger than the text and rare.
        let larger = sizes
            .iter()
            .rev()
            .filter(|(size, count)| **size * 100 >= body * 112 && **count * 8 <= total && body > 0)
            .map(|(size, _)| *size)
            .collect();
        Self { body, larger }
    }

    fn level(&self, line: &Line) -> Option<usize> {
        let text = line.text.trim();
        let chars = text.chars().count();
        if let Some(level) = structural_level(text) {
            return Some(level);
        }
        let rank = self.larger.iter().position(|size| *size == line.tenths())?;
        // A line of a table of contents points at the heading, it is none.
        if text.contains(LEADER) {
            return None;
        }
        let letters = text.chars().filter(|ch| ch.is_alphabetic()).count();
        let is_sentence = text.ends_with(['.', ',', ';', '。']) && chars > 40;
        (self.body > 0 && chars <= 100 && letters > 1 && !is_sentence).then_some(rank.min(2) + 1)
    }
}

struct Open {
    text: String,
    page: u32,
    last: Line,
    category: Category,
}

struct Writer {
    out: Builder,
    joiner: Joiner,
    open: Option<Open>,
    /// Lines of a table: page and stretches of text with their left edges.
    rows: Vec<(u32, Vec<(f32, String)>)>,
}

impl Writer {
    fn close(&mut self) -> Result<(), ExtractError> {
        if let Some(open) = self.open.take() {
            self.out.push(open.category, Some(open.page), &open.text)?;
        }
        let rows = std::mem::take(&mut self.rows);
        let Some((page, _)) = rows.first() else { return Ok(()) };
        let page = Some(*page);
        let cells = grid(&rows);
        let (category, text) = match table::render(&cells) {
            Rendered::Nothing => return Ok(()),
            Rendered::Frame(text) => (Category::Paragraph, text),
            Rendered::Rows(text) => (Category::Table, text),
        };
        self.out.push_block(Block { page, category, text, ..Block::default() })
    }

    /// A running line does not end the paragraph that runs past it.
    fn aside(&mut self, category: Category, text: &str, page: u32) -> Result<(), ExtractError> {
        self.out.push(category, Some(page), &one_line(text))
    }

    fn heading(&mut self, level: usize, line: &Line, page: u32) -> Result<(), ExtractError> {
        let category = Category::heading(level);
        // A heading of two lines, except where each line is a division of its own.
        let continues = self.open.as_ref().is_some_and(|open| {
            open.category == category
                && open.page == page
                && line.tenths() == open.last.tenths()
                && structural_level(&line.text).is_none()
                && open.last.bottom - line.top < line.size * 0.8
        });
        if !continues {
            self.close()?;
        }
        self.append(line, page, category);
        Ok(())
    }

    fn row(&mut self, line: &Line, page: u32) -> Result<(), ExtractError> {
        // A table does not run over pages.
        if self.open.is_some() || self.rows.first().is_some_and(|(open, _)| *open != page) {
            self.close()?;
        }
        let mut row = Vec::new();
        for (at, (start, left)) in line.cells.iter().enumerate() {
            let end = line.cells.get(at + 1).map_or(line.text.len(), |(next, _)| *next);
            row.push((*left, one_line(line.text.get(*start..end).unwrap_or_default())));
        }
        self.rows.push((page, row));
        Ok(())
    }

    fn line(&mut self, line: &Line, sheet: &Sheet, at: usize, page: u32) -> Result<(), ExtractError> {
        if !self.rows.is_empty() {
            self.close()?;
        }
        if !self.continues(line, sheet, at, page) {
            self.close()?;
        }
        let category = if starts_item(&line.text) { Category::List } else { Category::Paragraph };
        self.append(line, page, category);
        Ok(())
    }

    fn append(&mut self, line: &Line, page: u32, category: Category) {
        if let Some(open) = &mut self.open {
            self.joiner.join(&mut open.text, &line.text);
            open.last = line.clone();
        } else {
            let text = line.text.trim_start().to_owned();
            self.open = Some(Open { text, page, last: line.clone(), category });
        }
    }

    /// Whether a line goes on with the open paragraph.
    fn continues(&self, line: &Line, sheet: &Sheet, at: usize, page: u32) -> bool {
        let Some(open) = &self.open else { return false };
        if open.category.heading_level().is_some() || starts_item(&line.text) || starts_article(&line.text) {
            return false;
        }
        let last = &open.last;
        let finished = ends_sentence(&last.text);
        if !line.has_place() || !last.has_place() {
            // Only the text to go by: a sentence that is not over goes on, as does a full line.
            let longest = sheet.lines.iter().skip(at.saturating_sub(12)).take(24);
            let longest = longest.map(|line| width(&line.text)).max().unwrap_or(0);
            return !finished || (page == open.page && width(&last.text) * 5 >= longest * 4);
        }
        let em = line.size.max(1.0);
        if (line.size - last.size).abs() > em * 0.12 {
            return false;
        }
        // Room left at the end of the line above: more than the next word would have taken.
        let right = column_right(sheet, at, line).max(last.right);
        let first_word = line.text.split_whitespace().next().map_or(0, |word| word.chars().count());
        let early = right - last.right > em * (first_word.min(12) as f32 + 2.0);
        if page != open.page {
            return !finished && !early;
        }
        let gap = last.bottom - line.top;
        let indented = line.left - last.left > em * 0.8 && finished;
        // Wider than the lines of the paragraph stand apart; or back up, in the next column.
        let apart = gap > em * 1.1;
        let next_column = line.bottom > last.top;
        if next_column {
            return !finished;
        }
        !(apart || indented || (early && finished) || (early && first_word > 0 && gap > em * 0.9))
    }
}

/// Width of a text in columns of a typewriter: wide characters take two.
fn width(text: &str) -> usize {
    text.chars()
        .map(|ch| if matches!(ch, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{ffdc}') { 2 } else { 1 })
        .sum()
}

/// Right edge of the column a line stands in: the farthest of the lines around it that begin with it.
fn column_right(sheet: &Sheet, at: usize, line: &Line) -> f32 {
    let around = sheet.lines.iter().skip(at.saturating_sub(12)).take(24);
    around
        .filter(|other| (other.left - line.left).abs() <= line.size * 3.0)
        .map(|other| other.right)
        .fold(0.0, f32::max)
}

/// Places the stretches of table lines in columns by their left edges.
fn grid(rows: &[(u32, Vec<(f32, String)>)]) -> Vec<Cell> {
    let mut edges: Vec<f32> = rows.iter().flat_map(|(_, row)| row.iter().map(|(left, _)| *left)).collect();
    edges.sort_by(f32::total_cmp);
    // Edges nearer than this are one column set unevenly.
    edges.dedup_by(|next, kept| *next - *kept < 12.0);
    let mut cells: Vec<Cell> = Vec::new();
    for (row, (_, texts)) in rows.iter().enumerate() {
        for (left, text) in texts {
            let column = edges.partition_point(|edge| *edge <= *left).saturating_sub(1);
            cells.push(Cell { row, column, row_span: 1, column_span: 1, text: text.clone() });
        }
    }
    cells
}

fn ends_sentence(text: &str) -> bool {
    let text = text.trim_end().trim_end_matches(['"', '”', '’', ')', ']', '>', '」', '』', '\'']);
    text.ends_with(['.', '!', '?', '。', ':', ';'])
}

/// `제7조(위임)`, `제7조의2`, `부칙` at the start of a line.
fn starts_article(text: &str) -> bool {
    let text = text.trim_start();
    if let Some(rest) = text.strip_prefix('제') {
        let rest = rest.trim_start();
        let after = rest.trim_start_matches(|ch: char| ch.is_ascii_digit());
        if after.len() < rest.len()
            && let Some(after) = after.trim_start().strip_prefix('조')
        {
            let after = after.trim_start_matches(|ch: char| ch == '의' || ch.is_ascii_digit());
            return after.trim_start().starts_with(['(', '【', '[']) || after.trim().is_empty();
        }
    }
    text.chars().filter(|ch| !ch.is_whitespace()).take(3).collect::<String>() == "부칙"
}

/// A bullet, a number with its mark, a circled number, `가.`, `(1)` at the start of a line.
pub(super) fn starts_item(text: &str) -> bool {
    let text = text.trim_start();
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return false };
    if matches!(first, '①'..='⑳' | '㉑'..='㉟' | '㉮'..='㉻' | 'ⅰ'..='ⅹ' | 'Ⅰ'..='Ⅻ') {
        return true;
    }
    if matches!(
        first,
        '•' | '·'
            | '▪'
            | '■'
            | '□'
            | '○'
            | '●'
            | '◦'
            | '◆'
            | '◇'
            | '▶'
            | '※'
            | '–'
            | '—'
            | '-'
            | '*'
            | '→'
            | '❍'
            | 'ㅇ'
            | '󰁾'
    ) {
        return chars.next().is_some_and(char::is_whitespace);
    }
    let inner = text.strip_prefix('(').unwrap_or(text);
    let in_parentheses = inner.len() < text.len();
    let digits = inner.len() - inner.trim_start_matches(|ch: char| ch.is_ascii_digit()).len();
    let rest = if (1..=3).contains(&digits) {
        inner.get(digits..)
    } else {
        let letter = inner
            .chars()
            .next()
            .filter(|ch| "가나다라마바사아자차카타파하".contains(*ch) || ch.is_ascii_alphabetic());
        letter.and_then(|letter| inner.get(letter.len_utf8()..))
    };
    let Some(rest) = rest else { return false };
    if in_parentheses {
        return rest.starts_with(')');
    }
    let mut rest = rest.chars();
    matches!(rest.next(), Some('.' | ')')) && rest.next().is_some_and(char::is_whitespace)
}
