//! What the styles of an ODT say: how words look, which paragraph stands in which list, and how each level of a list is
//! numbered.

use std::collections::HashMap;

use stet_document::Align;
use stet_document::page::twips;

use crate::ExtractError;
use crate::docx::{self, Look};
use crate::numbering::{LEVELS, Level};
use crate::xml::{Element, Pull};

/// Styles based on styles: more of them go round in a circle.
const MAX_BASES: usize = 32;

/// What a style says of the look of words; nothing where those that it is based on do.
#[derive(Debug, Clone, Copy, Default)]
struct Words {
    strong: Option<bool>,
    em: Option<bool>,
    strike: Option<bool>,
    hidden: Option<bool>,
    /// Over the line, on it or under it.
    shift: Option<std::cmp::Ordering>,
}

#[derive(Debug, Default)]
struct Style {
    name: String,
    base: String,
    /// Made for some words alone, where one that has a name is what its paragraph is.
    automatic: bool,
    words: Words,
    list: Option<String>,
    align: Option<Align>,
    left: i64,
}

/// Styles by family and name.
#[derive(Default)]
pub(super) struct Styles {
    texts: HashMap<String, Style>,
    paragraphs: HashMap<String, Style>,
    tables: HashMap<String, Style>,
    lists: HashMap<String, Vec<Level>>,
    /// The levels of headings.
    pub(super) outline: Vec<Level>,
}

impl Styles {
    /// Takes up the styles of a part.
    pub(super) fn parse(&mut self, text: &str) -> Result<(), ExtractError> {
        let mut xml = Pull::new(text);
        let (mut family, mut name) = (String::new(), String::new());
        let (mut list, mut automatic) = (None, false);
        while let Some(element) = xml.element()? {
            let get = |of: &str| element.attr(of).unwrap_or_default();
            match element.name() {
                "automatic-styles" | "styles" => automatic = element.name() != "styles",
                "style" => {
                    (family, name) = (get("family"), get("name"));
                    let shown = element.attr("display-name").unwrap_or_else(|| name.replace("_20_", " "));
                    let (base, list) = (get("parent-style-name"), element.attr("list-style-name"));
                    let style = Style { name: shown, base, automatic, list, ..Style::default() };
                    self.family(&family).insert(name.clone(), style);
                }
                "text-properties" | "paragraph-properties" | "table-properties" => {
                    if let Some(style) = self.family(&family).get_mut(&name) {
                        style.take(&element);
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

    fn family(&mut self, family: &str) -> &mut HashMap<String, Style> {
        match family {
            "paragraph" => &mut self.paragraphs,
            "table" => &mut self.tables,
            _ => &mut self.texts,
        }
    }

    /// The styles of paragraphs as both views of a text ask for them.
    pub(super) fn tree(&self) -> docx::Styles {
        let mut out = docx::Styles::default();
        for (id, style) in &self.paragraphs {
            out.put_style(id, &style.name, &style.base);
        }
        out
    }

    /// How the words of a paragraph look. What is bold in a heading is so by its being one, and no text is struck out as such.
    pub(super) fn paragraph(&self, name: &str) -> Look {
        let mut look = Look::default();
        for style in chain(&self.paragraphs, name).rev() {
            let own = if style.automatic { style.words } else { Words::default() };
            let Words { hidden, shift, .. } = style.words;
            Words { hidden, shift, ..own }.put(&mut look);
        }
        look
    }

    /// How words look in a style of their own.
    pub(super) fn span(&self, name: &str, mut look: Look) -> Look {
        for style in chain(&self.texts, name).rev() {
            style.words.put(&mut look);
            look.set.code |= docx::is_code(&style.name.to_lowercase());
        }
        look
    }

    pub(super) fn align(&self, paragraph: &str) -> Align {
        chain(&self.paragraphs, paragraph).find_map(|style| style.align).unwrap_or_default()
    }

    /// Twentieths of a point that a table is set in by.
    pub(super) fn left(&self, table: &str) -> i64 {
        self.tables.get(table).map_or(0, |style| style.left)
    }

    /// The levels of a list: of the style that it names, or else of the one that the style of its paragraph does.
    pub(super) fn levels(&self, list: Option<&str>, paragraph: Option<&str>) -> Option<&[Level]> {
        let styled = || chain(&self.paragraphs, paragraph?).find_map(|style| style.list.as_deref());
        self.lists.get(list.or_else(styled)?).map(Vec::as_slice)
    }

    /// Whether the style of a heading takes it out of every list.
    pub(super) fn unnumbered(&self, paragraph: &str) -> bool {
        self.paragraphs.get(paragraph).is_some_and(|style| style.list.as_deref() == Some(""))
    }
}

/// A style and those that it is based on, the nearest first.
fn chain<'s>(styles: &'s HashMap<String, Style>, name: &str) -> impl DoubleEndedIterator<Item = &'s Style> {
    let found: Vec<&Style> =
        std::iter::successors(styles.get(name), |style| styles.get(&style.base)).take(MAX_BASES).collect();
    found.into_iter()
}

impl Style {
    /// Takes up the properties of one kind.
    fn take(&mut self, element: &Element<'_>) {
        let get = |name: &str| element.attr(name);
        if element.name() != "text-properties" {
            self.left = get("margin-left").and_then(|length| twips(&length)).unwrap_or(self.left);
            self.align = self.align.or_else(|| match get("text-align")?.as_str() {
                "left" => Some(Align::Left),
                "center" => Some(Align::Center),
                "end" | "right" => Some(Align::Right),
                _ => Some(Align::None),
            });
            return;
        }
        let bold =
            |weight: String| weight == "bold" || weight.parse::<u32>().is_ok_and(|weight| weight > 500);
        self.words = Words {
            strong: get("font-weight").map(bold).or(self.words.strong),
            em: get("font-style").map(|style| style != "normal").or(self.words.em),
            strike: get("text-line-through-style").map(|style| style != "none").or(self.words.strike),
            hidden: get("display").map(|display| display == "none").or(self.words.hidden),
            shift: get("text-position").map(|position| shift(&position)).or(self.words.shift),
        };
    }
}

impl Words {
    fn put(self, look: &mut Look) {
        let set = &mut look.set;
        set.strong = self.strong.unwrap_or(set.strong);
        set.em = self.em.unwrap_or(set.em);
        set.strike = self.strike.unwrap_or(set.strike);
        look.hidden = self.hidden.unwrap_or(look.hidden);
        if let Some(shift) = self.shift {
            (set.raised, set.lowered) = (shift.is_gt(), shift.is_lt());
        }
    }
}

/// `super 58%`, `-33% 58%`.
fn shift(position: &str) -> std::cmp::Ordering {
    let first = position.split_whitespace().next().unwrap_or_default();
    match first {
        "super" => std::cmp::Ordering::Greater,
        "sub" => std::cmp::Ordering::Less,
        _ => first.trim_end_matches('%').parse::<f32>().unwrap_or(0.0).total_cmp(&0.0),
    }
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
