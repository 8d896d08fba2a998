//! Which list an item of an ODT stands in, and its number there.

use std::collections::HashMap;

use super::styles::Styles;
use crate::builder::one_line;
use crate::numbering::{Counters, LEVELS, Level, labelled};
use crate::xml::Element;
use stet_sources::chunk::Category;

/// What stands in a list.
pub(super) enum Piece {
    Item(String),
    Heading(usize, String),
    Beside(Category, String),
}

/// A list that is open.
pub(super) struct List {
    /// Names what is counted: lists that go on have the same.
    key: String,
    pub(super) style: Option<String>,
    pub(super) depth: usize,
    /// Whether its numbers begin with its next item.
    fresh: bool,
}

/// What an item begins with.
pub(super) enum Sign {
    Bullet,
    Number(String),
    /// It goes on another, or heads the list.
    None,
}

/// The numbers of a text, as its lists and headings come.
pub(super) struct Lists<'a> {
    styles: &'a Styles,
    counters: Counters,
    /// What is counted by each list that has an id, and by the last of each style.
    known: HashMap<String, String>,
    count: usize,
}

impl<'a> Lists<'a> {
    pub(super) fn new(styles: &'a Styles) -> Self {
        Self { styles, counters: Counters::default(), known: HashMap::new(), count: 0 }
    }

    /// The number of a heading.
    pub(super) fn heading(&mut self, heading: &Element<'_>, level: usize) -> Option<String> {
        let header = heading.attr("is-list-header").is_some_and(|header| header == "true");
        let styled = heading.attr("style-name").is_some_and(|style| self.styles.unnumbered(&style));
        if header || styled || level == 0 {
            return None;
        }
        if heading.attr("restart-numbering").is_some_and(|restart| restart == "true") {
            self.counters.restart("", level - 1, heading.number("start-value").unwrap_or(1));
        }
        self.counters.next("", &self.styles.outline, level - 1)
    }

    /// Opens a list in another, or one of its own.
    pub(super) fn open(&mut self, element: &Element<'_>, above: Option<&List>) -> List {
        let style = element.attr("style-name").or_else(|| above?.style.clone());
        let on = element.attr("continue-numbering").is_some_and(|on| on == "true");
        // A paragraph may be an item by itself, of the list of this id.
        let after = element.attr("continue-list").or_else(|| element.attr("list-id"));
        let last = format!(" {}", style.as_deref().unwrap_or_default());
        let before = after.as_ref().or(Some(&last).filter(|_| on)).and_then(|name| self.known.get(name));
        let depth = match above {
            Some(above) => above.depth + 1,
            None => element.number::<usize>("level").unwrap_or(1).clamp(1, LEVELS) - 1,
        };
        // One in another begins again with the next item of that.
        let fresh = !on && above.is_none() && before.is_none();
        let key = above.map(|above| above.key.clone()).or_else(|| before.cloned()).unwrap_or_else(|| {
            self.count += 1;
            self.count.to_string()
        });
        self.known
            .extend(element.attr("id").or(after).into_iter().chain([last]).map(|name| (name, key.clone())));
        List { key, style, depth, fresh }
    }

    /// Counts an item.
    pub(super) fn sign(&mut self, list: &mut List, paragraph: Option<&str>, from: Option<u32>) -> Sign {
        self.number(list, paragraph, from).map_or(Sign::Bullet, Sign::Number)
    }

    fn number(&mut self, list: &mut List, paragraph: Option<&str>, from: Option<u32>) -> Option<String> {
        let levels = self.styles.levels(list.style.as_deref(), paragraph)?;
        let begins =
            std::mem::take(&mut list.fresh).then(|| levels.get(list.depth).map(|level: &Level| level.start));
        if let Some(from) = from.or(begins.flatten()) {
            self.counters.restart(&list.key, list.depth, from);
        }
        self.counters.next(&list.key, levels, list.depth)
    }
}

/// A paragraph of a list behind its sign; `None` where it has no text.
pub(super) fn item(text: &str, heading: Option<usize>, depth: usize, sign: &Sign) -> Option<Piece> {
    let text = one_line(text);
    let inset = |by: usize| "  ".repeat(by.min(8));
    Some(match (heading, sign) {
        _ if text.is_empty() => return None,
        (Some(level), Sign::Number(label)) => Piece::Heading(level, labelled(label, &text)),
        (Some(level), _) => Piece::Heading(level, text),
        // A number says how deep it stands, a bullet does not.
        (None, Sign::Number(label)) => Piece::Item(labelled(label, &text)),
        (None, Sign::Bullet) => Piece::Item(format!("{}- {text}", inset(depth))),
        (None, Sign::None) => Piece::Item(format!("{}{text}", inset(depth + 1))),
    })
}
