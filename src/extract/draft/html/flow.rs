//! The words of a page as they run: where they stand, how they are set, the rows that they make.

use scraper::ElementRef;
use stet_document::{Inline, Look, Run, joined};

use crate::draft::tree::{Body, Bullet, Row, label_with, trimmed};

/// Where something stands, and how it is set.
#[derive(Clone, Default)]
pub(super) struct Place {
    pub(super) quote: usize,
    /// Lists that are open, each with its name and the number of its next item.
    pub(super) lists: usize,
    pub(super) look: Look,
    pub(super) link: Option<String>,
    pub(super) heading: Option<u8>,
}

/// What was read so far.
#[derive(Default)]
pub(super) struct Flow {
    pub(super) rows: Vec<Row>,
    pub(super) line: Vec<Run>,
    /// The item whose first words are still to come.
    pub(super) item: Option<Bullet>,
    /// What stands before the next words.
    pub(super) label: Option<String>,
}

impl Flow {
    pub(super) fn flush(&mut self, place: &Place) {
        let mut runs = trimmed(std::mem::take(&mut self.line));
        if runs.is_empty() {
            return;
        }
        if let Some(label) = self.label.take() {
            label_with(&mut runs, &label);
        }
        let body = match place.heading {
            Some(level) => {
                // A heading is bold by being one.
                if runs.iter().all(|run| run.look.strong) {
                    for run in &mut runs {
                        run.look.strong = false;
                    }
                }
                Body::Heading(level, joined(runs))
            }
            None => Body::Words(runs),
        };
        self.put(body, place);
    }

    pub(super) fn put(&mut self, body: Body, place: &Place) {
        let mut item = self.item.take();
        if !matches!(body, Body::Words(_))
            && let Some(item) = item.take()
        {
            // The item begins with no words of its own.
            self.rows.push(Row {
                body: Body::default(),
                quote: place.quote,
                inset: item.level + 1,
                item: Some(item),
            });
        }
        self.rows.push(Row { body, quote: place.quote, item, inset: place.lists });
    }

    pub(super) fn text(&mut self, text: &str, place: &Place) {
        let mut out = String::with_capacity(text.len());
        let mut blank = match self.line.last().map(|run| &run.inline) {
            None | Some(Inline::Break) => true,
            Some(Inline::Text(before)) => before.ends_with(' '),
            Some(_) => false,
        };
        for ch in text.chars() {
            match ch {
                '\u{ad}' | '\u{200b}' | '\u{feff}' | '\u{2060}' => {}
                ch if ch.is_whitespace() => {
                    if !blank {
                        out.push(' ');
                    }
                    blank = true;
                }
                ch if ch.is_control() || ('\u{e000}'..='\u{f8ff}').contains(&ch) || ch >= '\u{f0000}' => {}
                ch => {
                    out.push(ch);
                    blank = false;
                }
            }
        }
        if !out.is_empty() {
            self.line.push(Run {
                inline: Inline::Text(out),
                look: place.look,
                link: place.link.clone(),
                at: 0..0,
            });
        }
    }
}

/// What an element in a line says of the words in it.
pub(super) fn set(place: &mut Place, whole: ElementRef<'_>) {
    let element = whole.value();
    match element.name() {
        "b" | "strong" => place.look.strong = true,
        "i" | "em" | "cite" | "dfn" | "var" => place.look.em = true,
        "s" | "strike" | "del" => place.look.strike = true,
        "code" | "tt" | "kbd" | "samp" => place.look.code = true,
        "sup" => place.look.raised = true,
        "sub" => place.look.lowered = true,
        "a" => {
            let target = element.attr("href").filter(|target| stet_document::html::is_safe(target));
            place.link = target.map(|target| target.trim().to_owned()).or(place.link.take());
        }
        _ => {}
    }
    let style = element.attr("style").unwrap_or_default().to_ascii_lowercase();
    for (name, value) in style.split(';').filter_map(|rule| rule.split_once(':')) {
        let value = value.trim();
        match name.trim() {
            "font-weight" => {
                place.look.strong = value == "bold"
                    || value == "bolder"
                    || value.parse::<u32>().is_ok_and(|weight| weight >= 600);
            }
            "font-style" => place.look.em = value.starts_with("italic") || value.starts_with("oblique"),
            "text-decoration" | "text-decoration-line" if value.contains("line-through") => {
                place.look.strike = true;
            }
            "vertical-align" => {
                place.look.raised |= value == "super";
                place.look.lowered |= value == "sub";
            }
            _ => {}
        }
    }
}
