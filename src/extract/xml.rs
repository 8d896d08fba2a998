//! A pull reader over XML that yields only what documents need: elements by local name, and text.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};

use super::ExtractError;

/// Elements nested deeper than this are not a document (recursive readers stay far below the stack).
const MAX_DEPTH: usize = 256;

pub(super) enum Node<'a> {
    Open(Element<'a>),
    /// The end of the innermost open element, empty ones included.
    Close,
    Text(Cow<'a, str>),
    End,
}

pub(super) struct Element<'a>(BytesStart<'a>);

impl Element<'_> {
    /// Name without its namespace prefix.
    pub(super) fn name(&self) -> &str {
        self.0.local_name().into_inner()
    }

    /// Value of an attribute by its local name, unescaped.
    pub(super) fn attr(&self, name: &str) -> Option<String> {
        self.0.attributes().with_checks(false).flatten().find(|a| a.key.local_name().as_ref() == name).map(
            |a| match a.normalized_value(quick_xml::XmlVersion::Implicit1_0) {
                Ok(value) => value.into_owned(),
                Err(_) => a.value.into_owned(),
            },
        )
    }

    /// Value of an attribute that has a prefix: `r:id` beside `id`.
    pub(super) fn prefixed(&self, name: &str) -> Option<String> {
        let found = self
            .0
            .attributes()
            .with_checks(false)
            .flatten()
            .find(|a| a.key.prefix().is_some() && a.key.local_name().as_ref() == name);
        found.map(|a| a.value.into_owned())
    }

    /// An attribute as a number; `None` when absent or not one.
    pub(super) fn number<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.attr(name)?.trim().parse().ok()
    }
}

pub(super) struct Pull<'a> {
    reader: Reader<&'a [u8]>,
    depth: usize,
    /// Where what was read last begins, in bytes.
    from: usize,
}

impl<'a> Pull<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        Self { reader, depth: 0, from: 0 }
    }

    /// Bytes of the text where what was read last begins and ends.
    pub(super) fn at(&self) -> std::ops::Range<usize> {
        self.from..self.place()
    }

    fn place(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX)
    }

    /// The next element, end or text; comments, declarations and instructions are passed over.
    pub(super) fn next(&mut self) -> Result<Node<'a>, ExtractError> {
        loop {
            self.from = self.place();
            return Ok(match self.reader.read_event().map_err(ExtractError::corrupt)? {
                Event::Start(start) => {
                    self.depth += 1;
                    if self.depth > MAX_DEPTH {
                        return Err(ExtractError::corrupt("elements nested too deep"));
                    }
                    Node::Open(Element(start))
                }
                Event::End(_) => {
                    self.depth = self.depth.saturating_sub(1);
                    Node::Close
                }
                Event::Text(text) => Node::Text(text.xml10_content()),
                Event::CData(text) => Node::Text(text.xml10_content()),
                Event::GeneralRef(name) => match name.resolve_char_ref() {
                    Ok(Some(ch)) => Node::Text(Cow::Owned(ch.to_string())),
                    // Entities of a DTD are not expanded: an unknown one stands for nothing.
                    _ => Node::Text(Cow::Borrowed(resolve_xml_entity(&name).unwrap_or_default())),
                },
                // Open elements at the end of the text: the part was cut off.
                Event::Eof if self.depth > 0 => return Err(ExtractError::corrupt("XML ends too early")),
                Event::Eof => Node::End,
                _ => continue,
            });
        }
    }

    /// The next element, however deep it stands; `None` at the end.
    pub(super) fn element(&mut self) -> Result<Option<Element<'a>>, ExtractError> {
        loop {
            match self.next()? {
                Node::Open(element) => return Ok(Some(element)),
                Node::End => return Ok(None),
                _ => {}
            }
        }
    }

    /// The next element inside those that are `open`, whose ends are counted off; `None` when all have ended. Who does not
    /// read an element to its end adds it to them.
    pub(super) fn inside(&mut self, open: &mut usize) -> Result<Option<Element<'a>>, ExtractError> {
        while *open > 0 {
            match self.next()? {
                Node::Open(element) => return Ok(Some(element)),
                Node::Close => *open -= 1,
                Node::Text(_) => {}
                Node::End => break,
            }
        }
        Ok(None)
    }

    /// Passes over the rest of the element that was opened last.
    pub(super) fn skip(&mut self) -> Result<(), ExtractError> {
        let mut open = 1;
        while self.inside(&mut open)?.is_some() {
            open += 1;
        }
        Ok(())
    }

    /// All text inside the element that was opened last.
    pub(super) fn text(&mut self) -> Result<String, ExtractError> {
        let mut out = String::new();
        let mut open = 1;
        while open > 0 {
            match self.next()? {
                Node::Open(_) => open += 1,
                Node::Close => open -= 1,
                Node::Text(text) => out.push_str(&text),
                Node::End => break,
            }
        }
        Ok(out)
    }
}
