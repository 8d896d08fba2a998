//! What the styles of an ODT say: how words look, which paragraph stands in which list, and how each level of a list is
//! numbered.

use std::collections::HashMap;

use crate::ExtractError;
use crate::numbering::{LEVELS, Level};
use crate::xml::{Element, Pull};

/// Styles based on styles: more of them go round in a circle.
const MAX_BASES: usize = 32;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Look {
    #[default]
    Plain,
    Raised,
    Lowered,
    /// Struck out or hidden.
    Gone,
}

/// Styles by name.
#[derive(Default)]
pub(super) struct Styles {
    looks: HashMap<String, Look>,
    lists: HashMap<String, Vec<Level>>,
    /// The levels of headings.
    pub(super) outline: Vec<Level>,
    /// Of paragraphs: the list that a style says, and the style that it is based on.
    paragraphs: HashMap<String, (Option<String>, String)>,
}

impl Styles {
    /// Takes up the styles of a part.
    pub(super) fn parse(&mut self, text: &str) -> Result<(), ExtractError> {
        let mut xml = Pull::new(text);
        let (mut name, mut list) = (String::new(), None);
        while let Some(element) = xml.element()? {
            let get = |of: &str| element.attr(of).unwrap_or_default();
            match element.name() {
                "style" => {
                    name = get("name");
                    if element.attr("family").as_deref() == Some("paragraph") {
                        let said = (element.attr("list-style-name"), get("parent-style-name"));
                        self.paragraphs.insert(name.clone(), said);
                    }
                }
                "text-properties" => {
                    if let Some(look) = look(&element) {
                        self.looks.insert(name.clone(), look);
                    }
                }
                // How numbers look is not how words do.
                "list-style" => (name, list) = (String::new(), Some(get("name"))),
                "outline-style" => (name, list) = (String::new(), None),
                "default-style" => name.clear(),
                "outline-level-style"
                | "list-level-style-number"
                | "list-level-style-bullet"
                | "list-level-style-image" => {
                    let levels = match &list {
                        Some(list) => self.lists.entry(list.clone()).or_default(),
                        None => &mut self.outline,
                    };
                    put_level(levels, &element);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The look that an element has by its style.
    pub(super) fn look(&self, element: &Element<'_>) -> Option<Look> {
        element.attr("style-name").and_then(|name| self.looks.get(&name)).copied()
    }

    /// The levels of a list: of the style that it names, or else of the one that the style of its paragraph does.
    pub(super) fn levels(&self, list: Option<&str>, paragraph: Option<&str>) -> Option<&[Level]> {
        let styled = || {
            let first = self.paragraphs.get(paragraph?);
            let mut bases =
                std::iter::successors(first, |(_, base)| self.paragraphs.get(base)).take(MAX_BASES);
            bases.find_map(|(list, _)| list.as_deref())
        };
        self.lists.get(list.or_else(styled)?).map(Vec::as_slice)
    }

    /// Whether the style of a heading takes it out of every list.
    pub(super) fn unnumbered(&self, paragraph: &str) -> bool {
        self.paragraphs.get(paragraph).is_some_and(|(list, _)| list.as_deref() == Some(""))
    }
}

fn look(element: &Element<'_>) -> Option<Look> {
    let position = element.attr("text-position").unwrap_or_default();
    let struck = element.attr("text-line-through-style").is_some_and(|style| style != "none");
    let raised = position.starts_with("super") || position.starts_with(|ch: char| matches!(ch, '1'..='9'));
    Some(match () {
        () if struck || element.attr("display").as_deref() == Some("none") => Look::Gone,
        () if position.starts_with("sub") || position.starts_with('-') => Look::Lowered,
        () if raised => Look::Raised,
        () => return None,
    })
}

/// Takes up a level of a list.
fn put_level(levels: &mut Vec<Level>, element: &Element<'_>) {
    let get = |of: &str| element.attr(of).unwrap_or_default();
    let Some(at @ 1..=LEVELS) = element.number::<usize>("level") else { return };
    let letters = get("num-letter-sync") == "true";
    let format = match (element.attr("num-format").as_deref(), letters) {
        _ if element.name().ends_with("bullet") || element.name().ends_with("image") => "bullet",
        (None | Some(""), _) => "none",
        (Some("a"), true) => "lowerLetter",
        (Some("A"), true) => "upperLetter",
        (Some(format), _) => format,
    }
    .to_owned();
    // The numbers of the levels above stand before its own, as far as they have any.
    let shown = element.number::<usize>("display-levels").unwrap_or(1).clamp(1, at);
    let above = (at + 1 - shown..at).filter(|above| {
        levels.get(above - 1).is_some_and(|level| !matches!(level.format.as_str(), "bullet" | "none" | ""))
    });
    let numbers: Vec<String> = above.chain([at]).map(|level| format!("%{level}")).collect();
    let text = match element.attr("num-list-format") {
        _ if format == "none" => String::new(),
        // `%1%.%2%`, as LibreOffice writes it beside.
        Some(told) => {
            (1..=LEVELS).fold(told, |told, level| told.replace(&format!("%{level}%"), &format!("%{level}")))
        }
        None => format!("{}{}{}", get("num-prefix"), numbers.join("."), get("num-suffix")),
    };
    levels.resize(levels.len().max(at), Level { start: 1, ..Level::default() });
    if let Some(level) = levels.get_mut(at - 1) {
        *level =
            Level { start: element.number("start-value").unwrap_or(1), format, text, ..Level::default() };
    }
}
