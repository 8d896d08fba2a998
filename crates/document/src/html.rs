//! A document as a page of its own: nothing is loaded, notes are linked both ways.

use std::collections::HashMap;

use crate::picture::{self, Pictures};
use crate::{Align, Block, Document, Inline, List, Note, Run, Table};

const STYLE: &str = "body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1rem/1.7 Georgia,'Noto Serif KR',serif;\
color:#1a1a1a;background:#fff;overflow-wrap:anywhere}h1,h2,h3,h4,h5,h6{line-height:1.3;font-family:system-ui,sans-serif}\
blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid #bbb;color:#444}\
table{border-collapse:collapse}th,td{border:1px solid #999;padding:.3rem .6rem;text-align:left;vertical-align:top}\
pre{overflow-x:auto;padding:.8rem;background:#f4f4f4}code{font-family:ui-monospace,monospace;font-size:.9em}\
.notes{margin-top:2rem;border-top:1px solid #999;font-size:.9rem}.task{list-style:none}\
@media print{body{max-width:none;margin:0}h1,h2,h3{break-after:avoid}tr,blockquote{break-inside:avoid}}";

/// The whole page, with the pictures that are given in it. `language` is that of the text, `notes_title` what the notes are called in it.
#[must_use]
pub fn write(
    document: &Document,
    title: &str,
    language: &str,
    notes_title: &str,
    pictures: Option<&Pictures>,
) -> String {
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n<style>{STYLE}</style>\n</head>\n\
         <body>\n{}</body>\n</html>\n",
        escape(title),
        fragment(document, notes_title, pictures)
    )
}

/// The text without a page around it.
#[must_use]
pub fn fragment(document: &Document, notes_title: &str, pictures: Option<&Pictures>) -> String {
    let (numbers, seen) = (HashMap::new(), HashMap::new());
    let mut writer = Writer { out: String::new(), numbers, order: Vec::new(), seen, pictures };
    writer.blocks(&document.blocks, false);
    let notes = document.note_of();
    // Notes may refer to notes: the list grows while it is written.
    let mut listed = String::new();
    let mut at = 0;
    while let Some(label) = writer.order.get(at).cloned() {
        at += 1;
        let body = std::mem::take(&mut writer.out);
        writer.note(at, notes.get(label.as_str()).copied());
        listed.push_str(&std::mem::replace(&mut writer.out, body));
    }
    let mut out = writer.out;
    if !listed.is_empty() {
        let title = escape(notes_title);
        put!(
            out,
            "<section class=\"notes\" role=\"doc-endnotes\" aria-label=\"{title}\">\n<ol>\n{listed}</ol>\n</section>\n"
        );
    }
    out
}

struct Writer<'a> {
    out: String,
    numbers: HashMap<String, usize>,
    order: Vec<String>,
    seen: HashMap<String, usize>,
    pictures: Option<&'a Pictures>,
}

impl Writer<'_> {
    fn note(&mut self, number: usize, note: Option<&Note>) {
        let back = format!(" <a href=\"#ref-{number}\" role=\"doc-backlink\" aria-label=\"{number}\">↩</a>");
        put!(self.out, "<li id=\"note-{number}\">");
        let blocks = note.map(|note| note.blocks.as_slice()).unwrap_or_default();
        if let Some((Block::Paragraph(runs), before)) = blocks.split_last() {
            self.blocks(before, false);
            self.out.push_str("<p>");
            self.runs(runs);
            self.out.push_str(&back);
            self.out.push_str("</p>");
        } else {
            self.blocks(blocks, false);
            self.out.push_str(&back);
        }
        self.out.push_str("</li>\n");
    }

    fn blocks(&mut self, all: &[Block], tight: bool) {
        for block in all {
            match block {
                Block::Heading { level, runs } => self.wrapped(&format!("h{}", (*level).clamp(1, 6)), runs),
                Block::Paragraph(runs) if tight => self.runs(runs),
                Block::Paragraph(runs) => self.wrapped("p", runs),
                Block::Code { language, text, .. } => {
                    let class = if language.is_empty() {
                        String::new()
                    } else {
                        format!(" class=\"language-{}\"", escape(language))
                    };
                    put!(self.out, "<pre><code{class}>{}</code></pre>\n", escape(text));
                }
                Block::Quote(inner) => {
                    self.out.push_str("<blockquote>\n");
                    self.blocks(inner, false);
                    self.out.push_str("</blockquote>\n");
                }
                Block::List(list) => self.list(list),
                Block::Table(table) => self.table(table),
                Block::Rule => self.out.push_str("<hr>\n"),
            }
        }
    }

    fn wrapped(&mut self, tag: &str, runs: &[Run]) {
        put!(self.out, "<{tag}>");
        self.runs(runs);
        put!(self.out, "</{tag}>\n");
    }

    fn list(&mut self, list: &List) {
        let tag = if list.start.is_some() { "ol" } else { "ul" };
        let start = list.start.filter(|start| *start != 1).map(|start| format!(" start=\"{start}\""));
        put!(self.out, "<{tag}{}>\n", start.unwrap_or_default());
        let tight = list
            .items
            .iter()
            .all(|item| item.blocks.iter().filter(|block| matches!(block, Block::Paragraph(_))).count() < 2);
        for item in &list.items {
            match item.checked {
                Some(done) => self.out.push_str(if done {
                    "<li class=\"task\">☑ "
                } else {
                    "<li class=\"task\">☐ "
                }),
                None => self.out.push_str("<li>"),
            }
            self.blocks(&item.blocks, tight);
            self.out.push_str("</li>\n");
        }
        put!(self.out, "</{tag}>\n");
    }

    fn table(&mut self, table: &Table) {
        self.out.push_str("<table>\n");
        for (index, row) in table.rows.iter().enumerate() {
            let tag = if index == 0 { "th" } else { "td" };
            self.out.push_str(match index {
                0 => "<thead>\n<tr>",
                1 => "<tbody>\n<tr>",
                _ => "<tr>",
            });
            for (column, cell) in row.iter().enumerate() {
                let align = match table.align.get(column).copied().unwrap_or_default() {
                    Align::None => "",
                    Align::Left => " style=\"text-align:left\"",
                    Align::Center => " style=\"text-align:center\"",
                    Align::Right => " style=\"text-align:right\"",
                };
                put!(self.out, "<{tag}{align}>");
                self.runs(cell);
                put!(self.out, "</{tag}>");
            }
            self.out.push_str(if index == 0 { "</tr>\n</thead>\n" } else { "</tr>\n" });
        }
        self.out.push_str(if table.rows.len() > 1 { "</tbody>\n</table>\n" } else { "</table>\n" });
    }

    fn runs(&mut self, runs: &[Run]) {
        let runs = crate::set(runs);
        let mut link: Option<&str> = None;
        for run in &runs {
            let target = run.link.as_deref().filter(|target| is_safe(target));
            if target != link {
                self.out.push_str(if link.is_some() { "</a>" } else { "" });
                if let Some(target) = target {
                    put!(self.out, "<a href=\"{}\">", escape(target));
                }
                link = target;
            }
            self.run(run);
        }
        self.out.push_str(if link.is_some() { "</a>" } else { "" });
    }

    fn run(&mut self, run: &Run) {
        let look = run.look;
        let tags = [
            ("s", look.strike),
            ("strong", look.strong),
            ("em", look.em),
            ("sup", look.raised),
            ("sub", look.lowered),
            ("code", look.code),
        ];
        let tags: Vec<&str> = tags.iter().filter(|(_, on)| *on).map(|(tag, _)| *tag).collect();
        self.out.extend(tags.iter().map(|tag| format!("<{tag}>")));
        match &run.inline {
            Inline::Text(text) => self.out.push_str(&escape(text)),
            Inline::Break => self.out.push_str("<br>\n"),
            // A picture from elsewhere would be loaded by whoever opens the page.
            Inline::Picture(alt, address) if is_safe(address) => {
                put!(self.out, "<a href=\"{}\">[{}]</a>", escape(address), escape(alt));
            }
            Inline::Picture(alt, address) => {
                if let Some(bytes) = self.pictures.and_then(|all| all.get(address)) {
                    put!(self.out, "<img src=\"{}\" alt=\"{}\">", data(bytes), escape(alt));
                } else {
                    put!(self.out, "[{}]", escape(alt));
                }
            }
            Inline::Note(label) => self.reference(label),
            Inline::Cited(..) | Inline::Anchor(..) => {}
        }
        self.out.extend(tags.iter().rev().map(|tag| format!("</{tag}>")));
    }

    fn reference(&mut self, label: &str) {
        let number = self.numbers.get(label).copied().unwrap_or_else(|| {
            self.order.push(label.to_owned());
            self.numbers.insert(label.to_owned(), self.order.len());
            self.order.len()
        });
        let times = self.seen.entry(label.to_owned()).or_default();
        *times += 1;
        let id = if *times == 1 { format!(" id=\"ref-{number}\"") } else { String::new() };
        put!(self.out, "<sup><a href=\"#note-{number}\"{id} role=\"doc-noteref\">{number}</a></sup>");
    }
}

/// Whether following an address can do no harm.
#[must_use]
pub fn is_safe(address: &str) -> bool {
    let lower = address.trim().to_ascii_lowercase();
    ["http://", "https://", "mailto:"].iter().any(|scheme| lower.starts_with(scheme))
}

/// A picture as the address of itself.
fn data(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = format!("data:{};base64,", picture::kind(bytes).map_or("", |(_, media_type)| media_type));
    for three in bytes.chunks(3) {
        let part = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let all = part(0) << 16 | part(1) << 8 | part(2);
        for place in 0..4 {
            let sign = SIGNS.get((all >> (18 - 6 * place)) as usize & 63).copied().unwrap_or(b'=');
            out.push(char::from(if place <= three.len() { sign } else { b'=' }));
        }
    }
    out
}

/// Text between tags or in quotation marks, without what no page may hold.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for ch in text.chars() {
        match ch {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(ch),
            ch if ch.is_control() || matches!(ch, '\u{fffe}' | '\u{ffff}') => {}
            ch => out.push(ch),
        }
    }
    out
}
