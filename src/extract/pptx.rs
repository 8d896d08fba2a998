//! PPTX (ECMA-376, `PresentationML`): each slide a page, its title a heading, its shapes in the order they are read, its notes
//! behind them. Hidden slides are left out.

use std::collections::HashMap;

use super::archive::Archive;
use super::builder::Builder;
use super::package::{Losses, related, target};
use super::xml::Pull;
use super::{ExtractError, Extraction, Limits, drawing};
use stet_sources::chunk::Category;
use stet_sources::left_out::{Code, LeftOut};

mod order;
mod shape;
#[cfg(test)]
mod tests;

use shape::{Content, Shape};

pub(super) const MEDIA_TYPE: &str =
    "application/vnd.openxmlformats-officedocument.presentationml.presentation";

/// Level of the title of a slide.
const TITLE: usize = 2;

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let mut archive = Archive::open(bytes, limits)?;
    let deck = related(&mut archive, "", "/officeDocument")?
        .pop()
        .unwrap_or_else(|| "ppt/presentation.xml".to_owned());
    let text =
        archive.read_text(&deck)?.ok_or_else(|| ExtractError::corrupt("the presentation is missing"))?;
    let mut reader = Reader {
        archive,
        out: Builder::new(limits),
        losses: Losses::default(),
        layouts: HashMap::new(),
        page: 0,
    };
    let mut hidden = Vec::new();
    let mut xml = Pull::new(&text);
    while let Some(element) = xml.element()? {
        if element.name() == "sldId" {
            // It has an id of its own beside that of the relation.
            let Some(id) = element.prefixed("id") else { continue };
            let Some(name) = target(&mut reader.archive, &deck, &id)? else { continue };
            reader.page += 1;
            if !reader.slide(&name)? {
                hidden.push(reader.page);
            }
        }
    }
    if !hidden.is_empty() {
        reader.losses.say(LeftOut::at(Code::HiddenSlides, "", hidden));
    }
    let author = reader.losses.author(&mut reader.archive)?;
    let blocks = reader.out.finish();
    Ok(Extraction {
        author,
        media_type: MEDIA_TYPE.into(),
        pages: Some(reader.page),
        left_out: reader.losses.settle(&blocks)?,
        blocks,
        ..Extraction::default()
    })
}

struct Reader<'a> {
    archive: Archive<'a>,
    out: Builder,
    losses: Losses,
    /// Shapes of layouts and masters by their part: slides leave out what they say of places.
    layouts: HashMap<String, Vec<Shape>>,
    page: u32,
}

impl Reader<'_> {
    /// Reads a slide and its notes; whether it is shown.
    fn slide(&mut self, name: &str) -> Result<bool, ExtractError> {
        self.out.end_sections(TITLE);
        let text = self.archive.read_text(name);
        let Some(text) = self.losses.spare(name, text)?.flatten() else { return Ok(true) };
        let mut shapes = Vec::new();
        let read = shape::read(&text, &mut shapes);
        if self.losses.spare(name, read)? == Some(false) {
            return Ok(false);
        }
        self.place(name, &mut shapes)?;
        self.give(name, shapes)?;
        for notes in related(&mut self.archive, name, "/notesSlide")? {
            let text = self.archive.read_text(&notes);
            let mut shapes = Vec::new();
            let text = self.losses.spare(&notes, text)?.flatten().unwrap_or_default();
            let read = shape::read(&text, &mut shapes);
            self.losses.spare(&notes, read)?;
            for shape in shapes.iter().filter(|shape| shape.is("body")) {
                if let Content::Text(lines) = &shape.content {
                    self.out.push(Category::Footnote, Some(self.page), &lines.join("\n"))?;
                }
            }
        }
        Ok(true)
    }

    /// Gives shapes that stand where their layout or its master says the place of those.
    fn place(&mut self, slide: &str, shapes: &mut [Shape]) -> Result<(), ExtractError> {
        let mut part = slide.to_owned();
        for kind in ["/slideLayout", "/slideMaster"] {
            if shapes.iter().all(|shape| shape.place.is_some()) {
                break;
            }
            let Some(next) = related(&mut self.archive, &part, kind)?.pop() else { break };
            part = next;
            if !self.layouts.contains_key(&part) {
                let mut found = Vec::new();
                // Without them the shapes are read in the order they are drawn.
                if let Some(text) = self.archive.read_text(&part).ok().flatten() {
                    shape::read(&text, &mut found).ok();
                }
                self.layouts.insert(part.clone(), found);
            }
            let known = self.layouts.get(&part).map_or(&[][..], Vec::as_slice);
            for shape in shapes.iter_mut().filter(|shape| shape.place.is_none()) {
                shape.place = shape.place_among(known);
            }
        }
        Ok(())
    }

    fn give(&mut self, slide: &str, shapes: Vec<Shape>) -> Result<(), ExtractError> {
        let page = Some(self.page);
        for shape in order::ordered(shapes) {
            match &shape.content {
                // Numbers and dates of pages say nothing.
                Content::Text(_) if shape.is("sldNum") || shape.is("dt") || shape.is("hdr") => {}
                Content::Text(lines) if shape.is("ftr") => {
                    self.out.push(Category::Footer, page, &lines.join(" "))?;
                }
                Content::Text(lines) if shape.is_title() => {
                    self.out.push(Category::heading(TITLE), page, &lines.join(" "))?;
                }
                Content::Text(lines) => {
                    let category = if lines.len() > 1 { Category::List } else { Category::Paragraph };
                    self.out.push(category, page, &lines.join("\n"))?;
                }
                Content::Table(cells) => self.out.table(page, cells, None)?,
                Content::Chart(id) => {
                    let read = self.part(slide, id)?.map(|(name, text)| (drawing::chart(&text), name));
                    let Some((read, name)) = read else { continue };
                    if let Some(chart) = self.losses.spare(&name, read)? {
                        chart.give(page, &mut self.out)?;
                    }
                }
                Content::Diagram(id) => {
                    let read = self.part(slide, id)?.map(|(name, text)| (drawing::diagram(&text), name));
                    let Some((read, name)) = read else { continue };
                    if let Some(diagram) = self.losses.spare(&name, read)? {
                        diagram.give(page, &mut self.out)?;
                    }
                }
                Content::Group(_) | Content::Nothing => {}
            }
            if let Content::Group(shapes) = shape.content {
                self.give(slide, shapes)?;
            }
        }
        Ok(())
    }

    /// Name and text of a part that a slide shows.
    fn part(&mut self, slide: &str, id: &str) -> Result<Option<(String, String)>, ExtractError> {
        let Some(name) = target(&mut self.archive, slide, id)? else { return Ok(None) };
        let text = self.archive.read_text(&name);
        let text = self.losses.spare(&name, text)?.flatten();
        Ok(text.map(|text| (name, text)))
    }
}
