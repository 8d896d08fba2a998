//! What the header of a document says of its paragraphs and runs, by the ids that those refer to.

use std::collections::HashMap;

use crate::ExtractError;
use crate::headings::heading_level;
use crate::numbering::Level;
use crate::xml::Pull;

/// Heading levels and sizes by the ids that paragraphs and runs refer to.
#[derive(Default)]
pub(super) struct Styles {
    /// Level by paragraph style, from the style's name.
    pub(super) style: HashMap<String, usize>,
    /// Level by paragraph shape, from its outline setting.
    pub(super) shape: HashMap<String, usize>,
    /// List and level by paragraph shape; the outline's list is the section's.
    pub(super) lists: HashMap<String, (List, usize)>,
    pub(super) numberings: HashMap<String, Vec<Level>>,
    /// How runs look, by id.
    pub(super) looks: HashMap<String, Look>,
}

#[derive(Clone, PartialEq, Eq)]
pub(super) enum List {
    Outline,
    Numbers(String),
}

/// How a run looks, as far as it changes what its text says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) raised: bool,
    pub(super) lowered: bool,
    pub(super) struck: bool,
}

impl Styles {
    pub(super) fn parse(text: &str) -> Result<Self, ExtractError> {
        let mut xml = Pull::new(text);
        let mut styles = Self::default();
        let mut shape = None;
        let (mut numbering, mut character) = (String::new(), String::new());
        while let Some(element) = xml.element()? {
            match element.name() {
                "paraPr" => shape = element.attr("id"),
                "numbering" => numbering = element.attr("id").unwrap_or_default(),
                "bullet" => numbering.clear(),
                "paraHead" if !numbering.is_empty() => {
                    let level = Level {
                        start: element.number("start").unwrap_or(1),
                        format: element.attr("numFormat").unwrap_or_else(|| "DIGIT".to_owned()),
                        text: xml.text()?,
                        ..Level::default()
                    };
                    styles.numberings.entry(numbering.clone()).or_default().push(level);
                }
                "charPr" => character = element.attr("id").unwrap_or_default(),
                "supscript" => styles.looks.entry(character.clone()).or_default().raised = true,
                "subscript" => styles.looks.entry(character.clone()).or_default().lowered = true,
                "strikeout" => {
                    // Hancom writes 3D for a character without a line as well.
                    let line = element.attr("shape").is_some_and(|shape| shape != "NONE" && shape != "3D");
                    styles.looks.entry(character.clone()).or_default().struck = line;
                }
                "heading" => {
                    let Some(id) = shape.clone() else { continue };
                    let level = element.number::<usize>("level").unwrap_or(0);
                    match element.attr("type").as_deref() {
                        Some("OUTLINE") => {
                            styles.shape.insert(id.clone(), level + 1);
                            styles.lists.insert(id, (List::Outline, level));
                        }
                        Some("NUMBER") => {
                            let list = List::Numbers(element.attr("idRef").unwrap_or_default());
                            styles.lists.insert(id, (list, level));
                        }
                        _ => {}
                    }
                }
                "style" => {
                    let names = [element.attr("name"), element.attr("engName")];
                    let level = names.iter().flatten().find_map(|name| heading_level(name));
                    if let (Some(id), Some(level)) = (element.attr("id"), level) {
                        styles.style.insert(id, level);
                    }
                }
                _ => {}
            }
        }
        Ok(styles)
    }
}
