//! Citation styles by their names.

use super::{Result, problem};
use stet_bibliography::Style;

/// The name of a citation style, or the empty one that chooses none.
pub(super) fn known_style(name: Option<String>) -> Result<Option<String>> {
    if let Some(name) = name.as_deref().filter(|name| !name.is_empty()) {
        style(name)?;
    }
    Ok(name)
}

pub(super) fn style(name: &str) -> Result<Style> {
    Style::by_name(name).ok_or_else(|| {
        let names = Style::ALL.map(Style::name).join(", ");
        problem::no_citation_style(name, names)
    })
}
