//! HTML to blocks, as a reader of the page would see it.
//!
//! Navigation, scripts, forms' controls and what is hidden or struck are left out (`seen`). No walk uses recursion: a page
//! may nest as deep as it likes.

use scraper::node::Element;
use scraper::{ElementRef, Html, Selector};

use super::builder::{Builder, clean, one_line};
use super::package::listed;
use super::table::Cell;
use super::{ExtractError, Extraction, Limits, text};
use stet_sources::chunk::{Block, Category};
use stet_sources::left_out::{Code, LeftOut};

mod data;
pub(super) mod grid;
mod list;
mod seen;
mod site;

pub(super) use list::Ordered;
use seen::{Step, apart, walk};
pub(super) use seen::{View, formula, shallow};

pub(super) const MEDIA_TYPE: &str = "text/html";

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let decoded = decoded(bytes)?;
    let mut out = Builder::new(limits);
    let page = Html::parse_document(&shallow(&decoded.text));
    let mut view = view(&page);
    let around = site::surroundings(&page, &view);
    let mut left_out: Vec<LeftOut> = decoded.left_out.into_iter().collect();
    if around.words > 0 {
        LeftOut::counted(Code::PageSurroundings, "", around.words).put(&mut left_out);
    }
    view.aside = around.aside;
    read(&page, &view, &mut out)?;
    // A page that its script fills says more in its data than it shows.
    let data = data::texts(&page);
    if data.iter().map(String::len).sum::<usize>() > out.text_bytes() * 2 {
        data.iter().try_for_each(|text| parse(text, &mut out))?;
    }
    Ok(Extraction {
        title: title(&page),
        dated: dated(&page),
        author: author(&page),
        media_type: MEDIA_TYPE.into(),
        blocks: out.finish(),
        left_out,
        guesses: decoded.guess.into_iter().collect(),
        ..Extraction::default()
    })
}

/// The source of a page, from the encoding it names or the one it is in.
pub(super) fn decoded(bytes: &[u8]) -> Result<text::Decoded<'_>, ExtractError> {
    let decoded = match declared(bytes) {
        Some(encoding) => {
            let (text, _, bad) = encoding.decode(bytes);
            let left_out = bad.then(|| LeftOut::named(Code::BadBytes, encoding.name()));
            text::Decoded { text, left_out, guess: None }
        }
        None => text::decode(bytes)?,
    };
    if decoded.text.contains('\0') { Err(ExtractError::Binary) } else { Ok(decoded) }
}

/// Encoding named in the first kilobyte, unless the bytes are UTF-8 after all or carry a mark.
fn declared(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    if std::str::from_utf8(bytes).is_ok() || encoding_rs::Encoding::for_bom(bytes).is_some() {
        return None;
    }
    let head = String::from_utf8_lossy(bytes.get(..1024).unwrap_or(bytes)).to_ascii_lowercase();
    let (_, after) = head.split_once("charset=").or_else(|| head.split_once("encoding="))?;
    let label: String = after
        .trim_start_matches(['"', '\'', ' '])
        .chars()
        .take_while(|ch| ch.is_ascii_alphanumeric() || matches!(ch, '-' | '_'))
        .collect();
    encoding_rs::Encoding::for_label(label.as_bytes())
}

/// Whether a start tag hides or strikes what follows up to its end.
pub(super) fn hides_tag(tag: &str) -> bool {
    let fragment = Html::parse_fragment(tag);
    let element = fragment.root_element().child_elements().next();
    element.is_some_and(|element| View::plain().hides(element))
}

/// What of a page is seen.
pub(super) fn view(page: &Html) -> View {
    let mut view = View::of(page);
    view.show(|| site::large(page));
    view
}

/// Reads a document or a fragment of one into `out`.
pub(super) fn parse(source: &str, out: &mut Builder) -> Result<(), ExtractError> {
    let page = Html::parse_document(&shallow(source));
    read(&page, &view(&page), out)
}

fn read(page: &Html, view: &View, out: &mut Builder) -> Result<(), ExtractError> {
    let root = if view.aside.is_empty() { content(page) } else { page.root_element() };
    let mut reader = Walk { out, view, open: String::new(), lists: Vec::new(), term: false };
    walk(root, &mut |step| {
        match step {
            Step::Text(text) => {
                reader.term &= text.trim().is_empty();
                apart(&mut reader.open, text);
            }
            Step::Open(whole) => {
                let element = whole.value();
                match element.name() {
                    "title" => return Ok(false),
                    _ if view.hides(whole) => return Ok(false),
                    "math" => {
                        reader.open.push_str(&formula(whole));
                        return Ok(false);
                    }
                    "table"
                        if let Some(cells) = grid::cells_with_tables(whole, |inner| view.hides(inner)) =>
                    {
                        reader.table(whole, &cells)?;
                        return Ok(false);
                    }
                    _ => reader.enter(whole)?,
                }
            }
            Step::Close(whole) => reader.leave(whole.value())?,
        }
        Ok(true)
    })?;
    reader.flush(Category::Paragraph)
}

/// The title that a page has in its head.
pub(super) fn title(page: &Html) -> Option<String> {
    let title = page.select(&Selector::parse("head > title").ok()?).next()?;
    Some(one_line(&title.text().collect::<String>())).filter(|title| !title.is_empty())
}

/// Who wrote a page, as it says itself; an address names nobody.
fn author(page: &Html) -> Option<String> {
    let told = "meta[name=author], meta[property='article:author'], meta[name='dc.creator' i], meta[name='dcterms.creator' i], meta[name='citation_author']";
    let told = Selector::parse(told).ok()?;
    let found = page.select(&told).filter_map(|meta| meta.value().attr("content"));
    let mut names: Vec<String> = Vec::new();
    for name in found.map(one_line).filter(|name| !name.contains("://")) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    listed(names)
}

/// The day that a page says it was published on.
fn dated(page: &Html) -> Option<String> {
    let told = "meta[property='article:published_time'], meta[itemprop=datePublished], meta[name=date], meta[name='dcterms.date']";
    let meta = page.select(&Selector::parse(told).ok()?).find_map(|meta| meta.value().attr("content"))?;
    // The time of day is left aside.
    Some(meta.split('T').next().unwrap_or_default().trim().to_owned()).filter(|dated| !dated.is_empty())
}

/// The part of a page that holds its content: the one that says so, where it has most of the text.
pub(super) fn content(page: &Html) -> ElementRef<'_> {
    let root = page.root_element();
    let Ok(main) = Selector::parse("main, [role=main]") else { return root };
    let mut found = page.select(&main);
    let (Some(only), None) = (found.next(), found.next()) else { return root };
    let length = |of: ElementRef<'_>| of.text().map(|text| text.trim().len()).sum::<usize>();
    let body = Selector::parse("body").ok().and_then(|body| page.select(&body).next()).unwrap_or(root);
    if length(only) * 2 >= length(body) { only } else { root }
}

struct Walk<'a> {
    out: &'a mut Builder,
    view: &'a View,
    open: String,
    lists: Vec<Option<Ordered>>,
    /// What is open is a term that waits for what it means.
    term: bool,
}

impl Walk<'_> {
    fn enter(&mut self, whole: ElementRef<'_>) -> Result<(), ExtractError> {
        let element = whole.value();
        match element.name() {
            "ul" | "menu" | "ol" => {
                if self.lists.is_empty() {
                    self.begin()?;
                }
                self.lists.push(Ordered::of(whole));
            }
            "li" if !self.lists.is_empty() => {
                // Marks the item; `flush` turns it into a line.
                self.open.push('\u{1}');
                self.open.push_str(&"  ".repeat(self.lists.len().min(32) - 1));
                let list = self.lists.last_mut().and_then(Option::as_mut);
                self.open.push_str(&list.map_or_else(|| "- ".to_owned(), |list| list.count(whole).1));
            }
            "img" => {
                let alt = element.attr("alt").map(one_line).filter(|alt| !alt.is_empty());
                if let Some(text) = alt
                    && self.open.trim().is_empty()
                    && self.lists.is_empty()
                {
                    let image_path = element.attr("src").map(str::to_owned);
                    self.out.push_block(Block {
                        category: Category::Figure,
                        text,
                        image_path,
                        ..Block::default()
                    })?;
                }
            }
            // Terms with one meaning.
            "dt" if self.term => {
                self.open.truncate(self.open.trim_end().trim_end_matches(':').len());
                self.open.push_str(", ");
            }
            _ if self.lists.is_empty() && stands_apart(element) => self.begin()?,
            _ if stands_apart(element) => self.open.push(' '),
            _ => seen::enter(&mut self.open, element),
        }
        Ok(())
    }

    /// Gives what is open before a block, unless it is a term whose meaning the block is.
    fn begin(&mut self) -> Result<(), ExtractError> {
        if self.term { Ok(()) } else { self.flush(Category::Paragraph) }
    }

    fn leave(&mut self, element: &Element) -> Result<(), ExtractError> {
        let name = element.name();
        seen::leave(&mut self.open, name);
        let category = match name {
            "dt" if self.lists.is_empty() && !self.open.trim().is_empty() => {
                let ends = self.open.trim_end().ends_with([':', '?', '.']);
                self.open.push_str(if ends { " " } else { ": " });
                self.term = true;
                return Ok(());
            }
            // A block inside it may have given it, or what follows is the next term.
            "dd" | "div" if self.term => return Ok(()),
            "ul" | "ol" | "menu" => {
                self.lists.pop();
                if !self.lists.is_empty() {
                    return Ok(());
                }
                Category::List
            }
            _ if !self.lists.is_empty() => return Ok(()),
            "h1" => Category::Heading1,
            "h2" => Category::Heading2,
            "h3" | "h4" | "h5" | "h6" => Category::Heading3,
            "pre" => Category::Code,
            "figcaption" | "caption" => Category::Caption,
            "footer" => Category::Footer,
            _ if stands_apart(element) => Category::Paragraph,
            _ => return Ok(()),
        };
        self.flush(category)
    }

    /// Gives what is open as a block. White space collapses, except in code.
    fn flush(&mut self, category: Category) -> Result<(), ExtractError> {
        self.term = false;
        let raw = std::mem::take(&mut self.open);
        let text = match category {
            Category::Code => raw,
            Category::List => raw
                .split('\u{1}')
                .map(|item| {
                    let depth = item.len() - item.trim_start_matches(' ').len();
                    format!(
                        "{}{}",
                        " ".repeat(if item.trim().is_empty() { 0 } else { depth }),
                        one_line(item)
                    )
                })
                .filter(|item| !item.is_empty())
                .collect::<Vec<_>>()
                .join("\n"),
            _ => one_line(&raw),
        };
        self.out.push(category, None, &text)
    }

    fn table(&mut self, table: ElementRef<'_>, cells: &[grid::Cell<'_>]) -> Result<(), ExtractError> {
        self.flush(Category::Paragraph)?;
        let text = |of: ElementRef<'_>| self.view.text(of);
        let caption = table
            .child_elements()
            .find(|inner| inner.value().name() == "caption" && !self.view.hides(*inner))
            .map(|caption| clean(&one_line(&text(caption))))
            .filter(|caption| !caption.is_empty());
        let names = grid::names(cells);
        let cells: Vec<Cell> = cells
            .iter()
            .map(|cell| {
                let grid::Cell { element, row, column, row_span, column_span } = *cell;
                Cell { row, column, row_span, column_span, text: text(element) }
            })
            .collect();
        self.out.table_under(None, &cells, caption, names)
    }
}

/// Whether an element is a block by its name, or because it is said to be shown as one.
fn stands_apart(element: &Element) -> bool {
    let shown = |style: &str| {
        let style = style.to_ascii_lowercase().replace(' ', "");
        ["display:block", "display:flex", "display:grid", "display:table", "display:list-item"]
            .iter()
            .any(|display| style.contains(display))
    };
    is_block(element.name()) || element.attr("style").is_some_and(shown)
}

pub(super) fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "div"
            | "section"
            | "article"
            | "main"
            | "header"
            | "footer"
            | "aside"
            | "blockquote"
            | "pre"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "figure"
            | "figcaption"
            | "caption"
            | "dl"
            | "dt"
            | "dd"
            | "table"
            | "tbody"
            | "thead"
            | "tfoot"
            | "tr"
            | "td"
            | "th"
            | "address"
            | "details"
            | "summary"
            | "hr"
            | "body"
            | "form"
            | "fieldset"
            | "legend"
            | "center"
            | "hgroup"
            | "dialog"
            | "search"
    )
}

#[cfg(test)]
mod tests;
