//! Packages of XML parts (OPF), in which an EPUB and an HWPX name what they consist of.

use std::collections::HashMap;

use super::ExtractError;
use super::builder::one_line;
use super::xml::{Node, Pull};

/// The title and the parts in reading order, without a table of contents, which names chapters and says nothing.
pub(super) struct Package {
    pub title: Option<String>,
    pub parts: Vec<String>,
}

impl Package {
    pub(super) fn read(text: &str) -> Result<Self, ExtractError> {
        let mut xml = Pull::new(text);
        let mut title = None;
        let mut items = HashMap::new();
        let mut spine = Vec::new();
        loop {
            match xml.next()? {
                Node::Open(element) => match element.name() {
                    "title" if title.is_none() => {
                        title = Some(one_line(&xml.text()?)).filter(|title| !title.is_empty());
                    }
                    "item" if element.attr("properties").is_none_or(|kind| !kind.contains("nav")) => {
                        if let (Some(id), Some(href)) = (element.attr("id"), element.attr("href")) {
                            items.insert(id, href);
                        }
                    }
                    "itemref" => spine.extend(element.attr("idref")),
                    _ => {}
                },
                Node::End => break,
                _ => {}
            }
        }
        Ok(Self { title, parts: spine.iter().filter_map(|id| items.get(id)).cloned().collect() })
    }
}
