//! Lines and the stretches they are made of; columns of text set side by side.

use super::start::{ends_sentence, starts_item};

/// A line of text and where it stands, in points from the lower left corner of the page.
/// All zero where the engine knows no places.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "what a line shows of itself, each by itself")]
pub(crate) struct Line {
    /// As the engine gives it; a soft hyphen at the end marks a broken word, a space there a real space.
    pub(crate) text: String,
    pub(crate) left: f32,
    pub(crate) right: f32,
    pub(crate) bottom: f32,
    pub(crate) top: f32,
    /// Height of the base line of most of it, 0 where that is not known.
    pub(crate) base: f32,
    /// Type size of the largest character.
    pub(crate) size: f32,
    /// Stretches of text with wide gaps or a rule between them, at least one.
    pub(crate) cells: Vec<Stretch>,
    pub(crate) words: Vec<Stretch>,
    /// Set in bold letters, all or the first.
    pub(crate) is_bold: bool,
    pub(crate) starts_bold: bool,
    /// Set aslant over the page.
    pub(crate) askew: bool,
    /// Belongs to the page, not to its text.
    pub(crate) is_aside: bool,
    /// The grid and its field that the line stands in.
    pub(crate) field: Option<(usize, usize)>,
    /// The table of the page that stands here; such a line has no text.
    pub(crate) table: Option<usize>,
}

/// Where a stretch begins in the line's text, and its edges.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Stretch {
    pub(crate) at: usize,
    pub(crate) left: f32,
    pub(crate) right: f32,
}

/// What is left of a row of dots that leads to a page number.
pub(super) const LEADER: &str = " … ";

/// `1 Introduction . . . . . 1` with its dots as one.
pub(crate) fn without_leaders(text: &str) -> String {
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
    /// Adds a character with its left, right, bottom and top; `parted` when a rule stands before it.
    pub(crate) fn add(&mut self, ch: char, place: &[f32; 4], size: f32, parted: bool) {
        let [left, right, bottom, top] = *place;
        let begun = Stretch { at: self.text.len(), left, right };
        if self.size == 0.0 {
            (self.left, self.right, self.bottom, self.top) = (left, right, bottom, top);
            self.cells.push(begun);
            self.words.push(begun);
        } else {
            let wide = WIDE_GAP * size.max(1.0);
            // What runs to the left has its next stretch there.
            let before = self.cells.last().is_some_and(|cell| cell.left - right > wide);
            let apart = parted || left - self.right > wide || before;
            if apart {
                self.cells.push(begun);
            }
            if apart || self.text.ends_with(' ') {
                self.words.push(begun);
            }
            self.left = self.left.min(left);
            self.right = self.right.max(right);
            for last in [self.cells.last_mut(), self.words.last_mut()].into_iter().flatten() {
                (last.left, last.right) = (last.left.min(left), last.right.max(right));
            }
            self.bottom = self.bottom.min(bottom);
            self.top = self.top.max(top);
        }
        self.size = self.size.max(size).max(0.1);
        self.text.push(ch);
    }

    /// Cuts the line into stretches at gaps a little wider than a blank.
    pub(crate) fn loosen(&mut self) {
        let mut cells: Vec<Stretch> = Vec::new();
        for word in &self.words {
            match cells.last_mut().filter(|cell| (word.left - cell.right) < self.size * 0.6) {
                Some(cell) => cell.right = cell.right.max(word.right),
                None => cells.push(*word),
            }
        }
        self.cells = cells;
    }

    /// Adds what stands on the right of a line on one height with it.
    pub(crate) fn append(&mut self, other: &Self) {
        self.text.push(' ');
        let start = self.text.len();
        self.text.push_str(&other.text);
        let moved = |stretch: &Stretch| Stretch { at: stretch.at + start, ..*stretch };
        let mut cells = other.cells.iter().map(moved);
        // Without a gap it is the same stretch.
        if let Some(last) = self.cells.last_mut()
            && other.left - last.right <= WIDE_GAP * other.size.max(1.0)
            && self.field == other.field
        {
            last.right = last.right.max(cells.next().map_or(last.right, |cell| cell.right));
        }
        self.cells.extend(cells);
        self.words.extend(other.words.iter().map(moved));
        (self.left, self.right) = (self.left.min(other.left), self.right.max(other.right));
        (self.bottom, self.top) = (self.bottom.min(other.bottom), self.top.max(other.top));
        self.size = self.size.max(other.size);
        self.is_bold &= other.is_bold;
    }

    /// The text of a stretch.
    pub(crate) fn stretch(&self, index: usize) -> &str {
        let Some(cell) = self.cells.get(index) else { return "" };
        let end = self.cells.get(index + 1).map_or(self.text.len(), |next| next.at);
        self.text.get(cell.at..end).unwrap_or_default().trim()
    }

    /// With its stretches from left to right, however they are read.
    pub(crate) fn left_to_right(&self) -> Self {
        if self.cells.is_sorted_by(|a, b| a.left <= b.left) {
            return self.clone();
        }
        let mut stretches: Vec<Self> = (0..self.cells.len()).map(|at| self.split_off(at)).collect();
        stretches.sort_by(|a, b| a.left.total_cmp(&b.left));
        let mut stretches = stretches.into_iter();
        let mut line = stretches.next().unwrap_or_default();
        stretches.for_each(|stretch| line.append(&stretch));
        line
    }

    /// The word that begins at a place of the text.
    pub(crate) fn word(&self, at: usize) -> &str {
        self.text.get(at..).and_then(|text| text.split_whitespace().next()).unwrap_or_default()
    }

    /// What stands behind the first stretch.
    pub(crate) fn without_first(&self) -> Self {
        let mut rest = self.split_off(1);
        for at in 2..self.cells.len() {
            rest.append(&self.split_off(at));
        }
        rest
    }

    /// A stretch as a line of its own.
    fn split_off(&self, index: usize) -> Self {
        let cell = self.cells.get(index).copied().unwrap_or_default();
        let end = self.cells.get(index + 1).map_or(self.text.len(), |next| next.at);
        let text = self.text.get(cell.at..end).unwrap_or_default().trim_end().to_owned();
        let cells = vec![Stretch { at: 0, ..cell }];
        let words = self.words.iter().filter(|word| (cell.at..end).contains(&word.at));
        let words = words.map(|word| Stretch { at: word.at - cell.at, ..*word }).collect();
        Self { text, left: cell.left, right: cell.right, cells, words, ..*self }
    }

    /// Whether the line may be a row of a table. What follows the mark of a list's item is no second column.
    pub(crate) fn is_row(&self) -> bool {
        match self.cells.len() {
            0 | 1 => false,
            2 => !(self.stretch(0).chars().count() <= 4 && starts_item(&format!("{} x", self.stretch(0)))),
            _ => true,
        }
    }

    /// Type size in tenths of a point.
    #[expect(clippy::cast_possible_truncation, reason = "sizes of type; `as` saturates")]
    pub(crate) fn tenths(&self) -> i64 {
        (self.size * 10.0).round() as i64
    }

    pub(crate) fn has_place(&self) -> bool {
        self.size > 0.0
    }
}

/// Pieces of one row that the engine gives as lines of their own put together: those that follow each other from left to right.
pub(crate) fn rows_whole(lines: Vec<Line>) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::with_capacity(lines.len());
    for line in lines {
        let beside = |last: &&mut Line| {
            last.field == line.field
                && last.has_place()
                && line.left > last.right
                && on_one_height(last, &line)
                && (last.size - line.size).abs() < line.size * 0.25
                && !(last.askew || line.askew)
        };
        match out.last_mut().filter(beside) {
            Some(last) => last.append(&line),
            None => out.push(line),
        }
    }
    out
}

/// Columns of running text that the engine read across become lines of one column after those of the other. A table is left as
/// it is: its cells are short, or begin anew in each row.
pub(crate) fn untangle(lines: &[Line]) -> Vec<Line> {
    let mut out = Vec::with_capacity(lines.len());
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let columns = line.cells.len();
        let rest = lines.get(at..).unwrap_or_default();
        let run = rest.iter().take_while(|line| line.cells.len() == columns).count();
        let rows = rest.get(..run).unwrap_or_default();
        if columns < 2 || !is_prose(rows, columns) {
            out.push(line.clone());
            at += 1;
            continue;
        }
        let mut set: Vec<Vec<Line>> =
            (0..columns).map(|column| rows.iter().map(|row| row.split_off(column)).collect()).collect();
        at += run;
        // One column goes on below the other.
        while let Some(line) = lines.get(at) {
            let place = set.iter().position(|column| goes_on(column, line));
            let Some(column) = place.and_then(|place| set.get_mut(place)) else { break };
            column.push(line.clone());
            at += 1;
        }
        out.extend(set.into_iter().flatten());
    }
    out
}

/// Whether a line stands right under a column, inside its edges.
fn goes_on(column: &[Line], line: &Line) -> bool {
    let Some(last) = column.last() else { return false };
    let left = column.iter().map(|line| line.left).fold(f32::MAX, f32::min);
    let right = column.iter().map(|line| line.right).fold(0.0, f32::max);
    let gap = last.bottom - line.top;
    line.cells.len() == 1
        && line.left >= left - line.size
        && line.right <= right + line.size
        && gap < line.size
        && gap > -line.size * 0.8
}

/// Lines side by side that are running text: a clear gutter, long stretches, sentences that go on below.
fn is_prose(rows: &[Line], columns: usize) -> bool {
    if rows.len() < 3 {
        return false;
    }
    let edge = |column: usize, of: fn(&Stretch) -> f32| {
        rows.iter().filter_map(move |row| row.cells.get(column)).map(of).collect::<Vec<f32>>()
    };
    (0..columns).all(|column| {
        let right = edge(column, |cell| cell.right).into_iter().fold(0.0, f32::max);
        if edge(column + 1, |cell| cell.left).into_iter().any(|next| next <= right) {
            return false;
        }
        let texts: Vec<(&str, f32, f32)> = rows
            .iter()
            .filter_map(|row| row.cells.get(column).map(|cell| (row.stretch(column), cell.left, cell.right)))
            .collect();
        is_running_text(&texts)
    })
}

/// Whether lines with their left and right edges are running text: long, full or going on in the next.
pub(super) fn is_running_text(lines: &[(&str, f32, f32)]) -> bool {
    let left = lines.iter().map(|(_, left, _)| *left).fold(f32::MAX, f32::min);
    let right = lines.iter().map(|(_, _, right)| *right).fold(0.0, f32::max);
    let long = lines.iter().map(|(text, ..)| width(text)).sum::<usize>() >= 18 * lines.len()
        && lines.iter().map(|(text, ..)| text.split(' ').count()).sum::<usize>() >= 3 * lines.len();
    let turns = lines.len().saturating_sub(1);
    let on = lines.windows(2).filter(|pair| {
        let [(above, ..), (below, ..)] = pair else { return false };
        !ends_sentence(above) && below.starts_with(char::is_lowercase)
    });
    let full = lines.iter().take(turns).filter(|(_, _, end)| (*end - left) > (right - left) * 0.82).count();
    long && (on.count() * 5 >= turns * 2 || full * 10 >= turns * 7)
}

/// Width of a text in columns of a typewriter: wide characters take two.
pub(crate) fn width(text: &str) -> usize {
    text.chars()
        .map(|ch| if matches!(ch, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{ffdc}') { 2 } else { 1 })
        .sum()
}

/// Lines on one height as one, of sorted ones.
pub(super) fn level(lines: Vec<Line>) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::new();
    for line in lines {
        match out.last_mut().filter(|last| on_one_height(last, &line)) {
            Some(last) => last.append(&line),
            None => out.push(line),
        }
    }
    out
}

/// Lines from top to bottom, and from left to right on one height.
pub(super) fn sort(lines: &mut Vec<Line>) {
    let base = |line: &Line| if line.base > 0.0 { line.base } else { line.bottom };
    lines.sort_by(|a, b| base(b).total_cmp(&base(a)));
    let mut rows: Vec<Vec<Line>> = Vec::new();
    for line in lines.drain(..) {
        match rows.last_mut().filter(|row| row.first().is_some_and(|first| on_one_height(first, &line))) {
            Some(row) => row.push(line),
            None => rows.push(vec![line]),
        }
    }
    for row in &mut rows {
        row.sort_by(|a, b| a.left.total_cmp(&b.left));
    }
    lines.extend(rows.into_iter().flatten());
}

/// Whether two lines stand side by side.
pub(super) fn on_one_height(a: &Line, b: &Line) -> bool {
    if a.base > 0.0 && b.base > 0.0 {
        return (a.base - b.base).abs() < a.size.min(b.size) * 0.5;
    }
    let shared = a.top.min(b.top) - a.bottom.max(b.bottom);
    shared > (a.top - a.bottom).min(b.top - b.bottom) * 0.6
}

/// A number with its signs, or the mark of one that is missing.
pub(super) fn is_number(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let letters = text.chars().filter(|ch| ch.is_alphabetic()).count();
    let text = text.trim();
    (digits > 0 && letters * 2 <= digits)
        || matches!(text, "-" | "–" | "—" | "." | ".." | "..." | ":" | "n/a" | "N/A" | "NA")
}
