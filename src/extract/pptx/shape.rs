//! The shapes of a slide, of a layout or of notes.

use crate::ExtractError;
use crate::drawing;
use crate::table::Cell;
use crate::xml::{Element, Pull};

/// Where a shape stands: its left upper corner and its size.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) width: i64,
    pub(super) height: i64,
}

#[derive(Debug, Default)]
pub(super) enum Content {
    #[default]
    Nothing,
    Text(Vec<String>),
    Table(Vec<Cell>),
    /// Ids of the relation to their part.
    Chart(String),
    Diagram(String),
    Group(Vec<Shape>),
}

#[derive(Debug, Default)]
pub(super) struct Shape {
    pub(super) place: Option<Place>,
    /// What it holds the place of: its type and its number.
    holder: Option<(String, String)>,
    pub(super) content: Content,
}

impl Shape {
    pub(super) fn is(&self, kind: &str) -> bool {
        self.holder.as_ref().is_some_and(|(own, _)| own == kind)
    }

    pub(super) fn is_title(&self) -> bool {
        self.is("title") || self.is("ctrTitle")
    }

    /// The place of the shape that this one stands for: that of its number, or of its kind.
    pub(super) fn place_among(&self, known: &[Self]) -> Option<Place> {
        let (kind, number) = self.holder.as_ref()?;
        let same = |kind: &str| {
            match kind {
                "ctrTitle" => "title",
                "subTitle" | "" | "obj" => "body",
                _ => kind,
            }
            .to_owned()
        };
        let holders = || known.iter().filter_map(|shape| Some((shape.holder.as_ref()?, shape.place?)));
        let by_number = holders().find(|((_, own), _)| own == number && !number.is_empty());
        let by_kind = || holders().find(|((own, _), _)| same(own) == same(kind));
        by_number.or_else(by_kind).map(|(_, place)| place)
    }
}

/// Reads the shapes of a part into `out`, as far as it is whole; whether it is shown.
pub(super) fn read(text: &str, out: &mut Vec<Shape>) -> Result<bool, ExtractError> {
    let mut xml = Pull::new(text);
    while let Some(element) = xml.element()? {
        if element.name() == "sld" && matches!(element.attr("show").as_deref(), Some("0" | "false")) {
            return Ok(false);
        }
        shape(&mut xml, &element, out)?;
    }
    Ok(true)
}

/// Takes up an element that is a shape, and passes over those that are none.
fn shape(xml: &mut Pull<'_>, element: &Element<'_>, out: &mut Vec<Shape>) -> Result<bool, ExtractError> {
    let group = element.name() == "grpSp";
    match element.name() {
        "sp" | "graphicFrame" | "grpSp" => {}
        "Fallback" => return xml.skip().map(|()| true),
        // Of programs that write no shape around it.
        "txBody" => {
            out.push(Shape { content: Content::Text(drawing::body(xml)?), ..Shape::default() });
            return Ok(true);
        }
        "tbl" => {
            out.push(Shape { content: Content::Table(drawing::table(xml)?), ..Shape::default() });
            return Ok(true);
        }
        _ => return Ok(false),
    }
    let mut found = Shape::default();
    let mut inner = Vec::new();
    let mut hidden = false;
    let mut open = 1_usize;
    while let Some(element) = xml.inside(&mut open)? {
        if group && shape(xml, &element, &mut inner)? {
            continue;
        }
        match element.name() {
            "cNvPr" => hidden = matches!(element.attr("hidden").as_deref(), Some("1" | "true")),
            "ph" => {
                let get = |name| element.attr(name).unwrap_or_default();
                found.holder = Some((get("type"), get("idx")));
            }
            "xfrm" if found.place.is_none() => {
                found.place = place(xml)?;
                continue;
            }
            "txBody" => {
                found.content = Content::Text(drawing::body(xml)?);
                continue;
            }
            "tbl" => {
                found.content = Content::Table(drawing::table(xml)?);
                continue;
            }
            "chart" => found.content = element.prefixed("id").map_or(Content::Nothing, Content::Chart),
            "relIds" => found.content = element.attr("dm").map_or(Content::Nothing, Content::Diagram),
            "Fallback" => {
                xml.skip()?;
                continue;
            }
            _ => {}
        }
        open += 1;
    }
    if group {
        found.content = Content::Group(inner);
    }
    if !hidden {
        out.push(found);
    }
    Ok(true)
}

fn place(xml: &mut Pull<'_>) -> Result<Option<Place>, ExtractError> {
    let mut found = None;
    let mut open = 1_usize;
    while let Some(element) = xml.inside(&mut open)? {
        let get = |name| element.number::<i64>(name).unwrap_or(0).clamp(-1 << 40, 1 << 40);
        match element.name() {
            "off" => found = Some(Place { x: get("x"), y: get("y"), ..Place::default() }),
            "ext" => {
                if let Some(place) = &mut found {
                    (place.width, place.height) = (get("cx"), get("cy"));
                }
            }
            _ => {}
        }
        open += 1;
    }
    Ok(found)
}
