//! Texts in a light markup (reStructuredText, `AsciiDoc`, Org, LaTeX): headings, tables, notes and code as such, the rest as
//! paragraphs with the marks of letters taken off.

use std::collections::HashMap;

use super::builder::{Builder, one_line};
use super::package::listed;
use super::table::Cell;
use super::{ExtractError, Extraction, Limits, html, text};
use stet_sources::chunk::Category;
use stet_sources::left_out::{Code, LeftOut};

mod asciidoc;
mod grid;
mod latex;
mod marks;
mod org;
mod rest;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Rest,
    AsciiDoc,
    Org,
    Latex,
}

pub(super) fn extract(bytes: &[u8], kind: Kind, limits: &Limits) -> Result<Extraction, ExtractError> {
    if kind == Kind::Latex {
        return latex::extract(bytes, limits);
    }
    let decoded = text::decode(bytes)?;
    let inline = match kind {
        Kind::Rest => rest::inline,
        Kind::AsciiDoc => asciidoc::inline,
        Kind::Org | Kind::Latex => org::inline,
    };
    let lines: Vec<&str> = decoded.text.lines().map(str::trim_end).collect();
    let mut sheet = Sheet {
        out: Builder::new(limits),
        open: String::new(),
        caption: None,
        title: None,
        dated: None,
        authors: Vec::new(),
        included: Vec::new(),
        words: HashMap::new(),
        notes: Vec::new(),
        inline,
        searches: lines.len().saturating_mul(4).saturating_add(10_000),
    };
    match kind {
        Kind::Rest => rest::read(&lines, &mut sheet)?,
        Kind::AsciiDoc => asciidoc::read(&lines, &mut sheet)?,
        Kind::Org | Kind::Latex => org::read(&lines, &mut sheet)?,
    }
    sheet.flush(Category::Paragraph)?;
    let mut left_out: Vec<LeftOut> = decoded.left_out.into_iter().collect();
    if !sheet.included.is_empty() {
        LeftOut::at(Code::IncludedFiles, "", &sheet.included).put(&mut left_out);
    }
    Ok(Extraction {
        title: sheet.title,
        dated: sheet.dated,
        author: listed(sheet.authors),
        media_type: text::MEDIA_TYPE.into(),
        blocks: sheet.out.finish(),
        left_out,
        guesses: decoded.guess.into_iter().collect(),
        ..Extraction::default()
    })
}

/// Words that stand for others: attributes, substitutions, macros.
type Words = HashMap<String, String>;
/// Takes the marks off a text; its notes go to the list.
type Inline = fn(&str, &Words, &mut Vec<String>) -> String;

/// What is read of a text so far.
struct Sheet {
    out: Builder,
    /// Lines of the open paragraph, with their marks.
    open: String,
    /// Waits for its table.
    caption: Option<String>,
    title: Option<String>,
    dated: Option<String>,
    authors: Vec<String>,
    /// Files that the text draws in.
    included: Vec<String>,
    words: Words,
    notes: Vec<String>,
    inline: Inline,
    /// Lines that may still be looked at in vain for the end of a block.
    searches: usize,
}

impl Sheet {
    /// The lines up to one that ends a block.
    fn until(&mut self, lines: &[&str], ends: impl Fn(&str) -> bool) -> Option<usize> {
        let found = lines.iter().take(self.searches).position(|line| ends(line));
        if found.is_none() {
            self.searches = self.searches.saturating_sub(lines.len());
        }
        found
    }

    fn plain(&mut self, text: &str) -> String {
        (self.inline)(text, &self.words, &mut self.notes)
    }

    fn line(&mut self, line: &str) {
        self.open.push_str(line);
        self.open.push('\n');
    }

    /// Gives the open lines as a block.
    fn flush(&mut self, category: Category) -> Result<(), ExtractError> {
        let open = std::mem::take(&mut self.open);
        if open.trim().is_empty() {
            return self.give_notes();
        }
        let category =
            if category == Category::Paragraph && is_list(&open) { Category::List } else { category };
        let text = if category == Category::Code { open } else { self.plain(&open) };
        self.out.push(category, None, &text)?;
        self.give_notes()
    }

    fn give_notes(&mut self) -> Result<(), ExtractError> {
        for note in std::mem::take(&mut self.notes) {
            let note = self.plain(&note);
            self.out.push(Category::Footnote, None, &note)?;
        }
        Ok(())
    }

    /// Gives text of its own kind after what is open.
    fn put(&mut self, category: Category, text: &str) -> Result<(), ExtractError> {
        self.flush(Category::Paragraph)?;
        text.clone_into(&mut self.open);
        self.flush(category)
    }

    fn table(&mut self, mut cells: Vec<Cell>) -> Result<(), ExtractError> {
        self.flush(Category::Paragraph)?;
        for cell in &mut cells {
            cell.text = self.plain(&cell.text);
        }
        let caption = self.caption.take().map(|caption| one_line(&self.plain(&caption)));
        self.out.table(None, &cells, caption.filter(|caption| !caption.is_empty()))?;
        self.give_notes()
    }

    /// What is HTML in the text of another format.
    fn html(&mut self, lines: &[&str]) -> Result<(), ExtractError> {
        self.flush(Category::Paragraph)?;
        html::parse(&lines.join("\n"), &mut self.out)
    }

    /// A caption that no table follows.
    fn give_caption(&mut self) -> Result<(), ExtractError> {
        match self.caption.take() {
            Some(caption) => self.put(Category::Caption, &caption),
            None => Ok(()),
        }
    }

    /// A field that tells of the document itself.
    fn tell(&mut self, name: &str, value: &str) {
        let told = one_line(&self.plain(value));
        match name.to_lowercase().as_str() {
            "title" | "doctitle" | "제목" if self.title.is_none() => self.title = Some(told),
            "date" | "revdate" | "날짜" if self.dated.is_none() => self.dated = Some(told),
            "author" | "authors" | "저자" | "작성자" => self.authors.push(told),
            _ => {}
        }
    }
}

/// Rows of fields as cells.
fn cells(rows: Vec<Vec<String>>) -> Vec<Cell> {
    let fields = rows.into_iter().enumerate().flat_map(|(row, fields)| {
        fields.into_iter().enumerate().map(move |(column, text)| Cell {
            row,
            column,
            row_span: 1,
            column_span: 1,
            text,
        })
    });
    fields.collect()
}

/// Whether lines begin with the sign of an item.
fn is_list(text: &str) -> bool {
    let number = text.trim_start_matches(|ch: char| ch.is_ascii_digit());
    text.starts_with("- ") || (number.starts_with(". ") && (1..4).contains(&(text.len() - number.len())))
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

#[cfg(test)]
mod tests;
