//! How large the pages of a file are, and in which language it says to be: what goes along into a file of another form.

use crate::docx::graft::package::{ODT, Package};
use crate::export::Page;
use crate::xml::{Node, attr, nodes};

/// The pages that a Word file or an ODT has, and the language that its words are in by its own word, as `de-DE`: where it says
/// nothing of either, neither.
#[must_use]
pub fn of(bytes: &[u8]) -> (Option<Page>, Option<String>) {
    let Some(mut package) = Package::open(bytes) else { return (None, None) };
    if package.main == ODT {
        let text = package.text("styles.xml").unwrap_or_default();
        let found = nodes(&text, 0..text.len()).unwrap_or_default();
        return (open(&text, &found), open_language(&text, &found));
    }
    let text = package.text(&package.main.clone()).unwrap_or_default();
    let page = text.rfind("<w:sectPr").and_then(|at| word(text.get(at..)?));
    let styles = package.part("styles").and_then(|name| package.text(&name)).unwrap_or_default();
    let tag = styles.split("<w:lang ").nth(1).and_then(|rest| rest.split('>').next());
    let language = tag.and_then(|tag| attr(tag, "val"));
    (page, language.filter(|language| is_language(language)))
}

/// Lengths that no page has are those of none.
fn checked(page: Page) -> Option<Page> {
    let Page { width, height, top, right, bottom, left } = page;
    let fits = |size: u32, one: u32, other: u32| {
        (1_000..=40_000).contains(&size) && one.saturating_add(other) < size - 500
    };
    (fits(width, left, right) && fits(height, top, bottom)).then_some(page)
}

fn is_language(text: &str) -> bool {
    text.len() <= 20 && text.chars().all(|ch| ch.is_ascii_alphanumeric() || ch == '-') && text.len() >= 2
}

/// The pages of the last section of a Word file.
fn word(section: &str) -> Option<Page> {
    let section = section.split("</w:sectPr").next()?;
    let tag = |name: &str| section.split(name).nth(1).and_then(|rest| rest.split('>').next());
    let (size, margins) = (tag("<w:pgSz ")?, tag("<w:pgMar ")?);
    let get = |tag: &str, name: &str| {
        attr(tag, name)?.parse::<i64>().ok().map(i64::unsigned_abs).map(u32::try_from)?.ok()
    };
    checked(Page {
        width: get(size, "w")?,
        height: get(size, "h")?,
        top: get(margins, "top")?,
        right: get(margins, "right")?,
        bottom: get(margins, "bottom")?,
        left: get(margins, "left")?,
    })
}

/// The pages that an ODT begins with, unless its text says others.
fn open(xml: &str, found: &[Node<'_>]) -> Option<Page> {
    let root = found.first()?;
    let get = |node: &Node<'_>, name: &str| attr(xml.get(node.tag())?, name);
    let masters = &root.child("master-styles")?.nodes;
    let master = masters
        .iter()
        .find(|node| get(node, "name").as_deref() == Some("Standard"))
        .or_else(|| masters.iter().find(|node| node.name == "master-page"))?;
    let name = get(master, "page-layout-name")?;
    let layouts = &root.child("automatic-styles")?.nodes;
    let layout = layouts
        .iter()
        .find(|node| node.name == "page-layout" && get(node, "name").as_ref() == Some(&name))?;
    let properties = layout.child("page-layout-properties")?;
    let length = |name: &str| get(properties, name).and_then(|length| u32::try_from(twips(&length)?).ok());
    let around = length("margin").unwrap_or(0);
    let side = |name: &str| length(name).unwrap_or(around);
    checked(Page {
        width: length("page-width")?,
        height: length("page-height")?,
        top: side("margin-top"),
        right: side("margin-right"),
        bottom: side("margin-bottom"),
        left: side("margin-left"),
    })
}

fn open_language(xml: &str, found: &[Node<'_>]) -> Option<String> {
    let styles = &found.first()?.child("styles")?.nodes;
    let of = |node: &&Node<'_>| {
        let tag = xml.get(node.tag()).unwrap_or_default();
        node.name == "default-style" && attr(tag, "family").as_deref() == Some("paragraph")
    };
    let tag = xml.get(styles.iter().find(of)?.child("text-properties")?.tag())?;
    // Of its own, not of Asian or complex words.
    let own = |name: &str| {
        let (_, rest) = tag.split_once(&format!("fo:{name}=\""))?;
        rest.split('"').next().filter(|value| !matches!(*value, "none" | "zxx")).map(str::to_owned)
    };
    let (language, country) = (own("language")?, own("country"));
    let language = country.map_or_else(|| language.clone(), |country| format!("{language}-{country}"));
    Some(language).filter(|language| is_language(language))
}

/// A length of an ODT in twentieths of a point.
#[must_use]
pub fn twips(length: &str) -> Option<i64> {
    let unit = length.trim_start_matches(|ch: char| ch.is_ascii_digit() || matches!(ch, '.' | '-'));
    let number: f64 = length.strip_suffix(unit)?.parse().ok()?;
    let each = match unit {
        "pt" => 20.0,
        "in" => 1440.0,
        "cm" => 1440.0 / 2.54,
        "mm" => 144.0 / 2.54,
        _ => return None,
    };
    format!("{:.0}", number * each).parse().ok()
}
