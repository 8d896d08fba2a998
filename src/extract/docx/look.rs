//! How a run looks: what changes what its text says, and what is kept of it in a draft.

use crate::builder::symbol;
use crate::script::{LOWERED, RAISED, put};
use crate::xml::Element;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) set: stet_document::Look,
    pub(crate) hidden: bool,
    /// In a font whose letters are signs.
    pub(crate) symbols: bool,
}

impl Look {
    /// Takes up one property of a run.
    pub(crate) fn take(&mut self, element: &Element<'_>) {
        let value = element.attr("val");
        let on = !matches!(value.as_deref(), Some("0" | "false" | "off" | "none"));
        match element.name() {
            "b" => self.set.strong = on,
            "i" => self.set.em = on,
            "strike" | "dstrike" => self.set.strike = on,
            "vanish" => self.hidden = on,
            "vertAlign" => {
                self.set.raised = value.as_deref() == Some("superscript");
                self.set.lowered = value.as_deref() == Some("subscript");
            }
            "rFonts" => {
                let font = element.attr("ascii").or_else(|| element.attr("hAnsi")).unwrap_or_default();
                self.symbols = font.starts_with("Wingdings");
            }
            _ => {}
        }
    }

    /// Whether a source has nothing of the text: it is struck out, or hidden.
    pub(crate) fn is_gone(self) -> bool {
        self.set.strike || self.hidden
    }

    /// Adds text as the look lets it be read.
    pub(crate) fn put(self, out: &mut String, text: &str) {
        let shift = match self.set {
            _ if self.is_gone() => return,
            set if set.raised => Some(RAISED),
            set if set.lowered => Some(LOWERED),
            _ => None,
        };
        if self.symbols {
            let signs: String = text.chars().map(|ch| symbol("Wingdings", u32::from(ch))).collect();
            put(out, &signs, shift);
        } else {
            put(out, text, shift);
        }
    }
}
