//! A text in the file that it came from: what nobody touched goes out as it came in, with all that a text does not show.

mod atoms;
mod line;
pub(crate) mod package;
mod plan;
mod table;

use std::collections::HashMap;

use super::body::{Body, Ids};
use super::{merged, notes, parts};
use crate::aligned::same;
use crate::export::{Export, Original, Remark};
use crate::flat::{Merged, Numbering, Spans, flatten};
use crate::xml::{self, Edits, attr, nodes};
use crate::{Document, Inline, Run};
use package::{Package, Styles, numbering};
pub use package::{media, resolved};
use plan::Plan;

/// The namespace of Word's elements, and its form in files that keep to the letter of the standard.
const WORD: [&str; 2] = [
    "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"",
    "xmlns:w=\"http://purl.oclc.org/ooxml/wordprocessingml/main\"",
];

/// Puts the text into the file that it came from: what nobody touched goes out as it came in. `None` where that cannot be: the file
/// is damaged, too large, or not what it was read as.
#[must_use]
pub fn graft(export: &Export<'_>, original: &Original<'_>) -> Option<Vec<u8>> {
    let mut package = Package::open(original.bytes)?;
    let xml = package.text(&package.main.clone())?;
    // A mark of the byte order counts for nothing where the file is read.
    let xml = xml.trim_start_matches('\u{feff}').to_owned();
    let root = xml.get(..xml.find("<w:body")?)?;
    if !WORD.iter().any(|name| root.contains(name) || root.contains(&name.replace('"', "'"))) {
        return None;
    }
    let is_block = |range: &std::ops::Range<usize>| {
        xml.get(range.clone()).is_some_and(|xml| xml.starts_with("<w:") && xml.ends_with('>'))
    };
    if !original.paragraphs.iter().all(|origin| is_block(&origin.at) && is_block(&origin.top)) {
        return None;
    }
    // What was noted in the file stands in it.
    let mut there: Vec<&Remark> = original.comments.iter().collect();
    let mut remarks = Vec::new();
    for remark in export.remarks {
        match there.iter().position(|other| (&other.text, &other.author) == (&remark.text, &remark.author)) {
            Some(known) => drop(there.swap_remove(known)),
            None => remarks.push(remark.clone()),
        }
    }
    there.retain(|gone| !gone.range.is_empty());
    let export = &Export { remarks: &remarks, ..export.clone() };
    let mut lists = Vec::new();
    let old = merged(original.text, original.proposed, &mut lists);
    let new = merged(export.text, export.proposed, &mut lists);
    let styles = package.part("styles").and_then(|name| package.text(&name)).unwrap_or_default();
    let ids = ids(&mut package, &xml);
    let mut body = Body::new(export, ids);
    body.drawn = drawn(&package, &xml);
    let is_it = |origin: &super::Origin, is_rule: bool| {
        let xml = xml.get(origin.at.clone()).unwrap_or_default();
        let words = xml.contains("<w:t>") || xml.contains("<w:t ");
        if is_rule { !words && (xml.contains("<w:pBdr") || xml.contains("orizontal")) } else { words }
    };
    let (own, groups) = crate::aligned::owners(&old, original.paragraphs, is_it);
    let mut plan = Plan {
        xml: &xml,
        body,
        edits: Edits::default(),
        styles: Styles::of(&styles, export.language),
        lists: &lists,
        paragraphs: original.paragraphs,
        owners: own,
        groups,
        old: &old,
        new: &new,
        cursor: xml.find("<w:body>").map_or(root.len(), |at| at + "<w:body>".len()),
    };
    plan.run();
    let mut parts = changed_notes(&mut plan, &mut package, export, original);
    parts.extend(settled(&mut plan.edits, &xml, &mut package, &there));
    let Plan { body, edits, styles, .. } = plan;
    if edits.is_empty() && parts.is_empty() {
        return Some(original.bytes.to_vec());
    }
    let main = named(edits.apply(&xml)?)?;
    nodes(&main, 0..main.len())?;
    for (name, edits) in parts {
        let text = package.text(&name)?;
        package.put(name, edits.apply(&text)?);
    }
    let name = package.main.clone();
    package.put(name, main);
    finish(package, body, styles, &mut lists, export)
}

/// Declares what the new words are named by.
fn named(xml: String) -> Option<String> {
    let at = xml.find("<w:document")?;
    let root = xml.get(at..at + xml.get(at..)?.find('>')?)?;
    if root.contains("xmlns:r=") || !xml.contains(" r:") {
        return Some(xml);
    }
    let name = format!("<w:document xmlns:r=\"{}\"", parts::RELATION);
    Some(xml.replacen("<w:document", &name, 1))
}

/// Adds the parts that the new words need.
fn finish(
    mut package: Package<'_>,
    mut body: Body<'_>,
    mut styles: Styles,
    lists: &mut Vec<Numbering>,
    export: &Export<'_>,
) -> Option<Vec<u8>> {
    let first = body.ids.note;
    let notes = notes(export, &mut body, lists, first);
    if !notes.is_empty() {
        let notes = styles.mapped(&notes);
        package.append("footnotes", "w:footnotes", parts::SEPARATORS, &notes)?;
    }
    if !body.note_links.is_empty() {
        let links = super::links(&body.note_links, &body.ids.link);
        let part = package.part("footnotes").unwrap_or_else(|| "word/footnotes.xml".to_owned());
        package.link(&part, &links)?;
    }
    let comments = styles.mapped(&body.comments);
    if !comments.is_empty() {
        package.append("comments", "w:comments", "", &comments)?;
    }
    if body.numbered {
        if let Some(name) = package.part("numbering") {
            let text = numbering(&package.text(&name)?, lists, body.ids.list)?;
            package.put(name, text);
        } else {
            let own = parts::numbering(lists, body.ids.list);
            let inner = own.get(own.find("<w:abstractNum ")?..own.rfind("</w:numbering>")?)?;
            package.append("numbering", "w:numbering", "", inner)?;
        }
    }
    let missing = styles.missing(export.language, &body.languages);
    if !missing.is_empty() {
        package.append("styles", "w:styles", "", &missing)?;
    }
    package.relate(&body, export.pictures);
    package.finish()
}

/// Numbers that the file has not.
fn ids(package: &mut Package<'_>, xml: &str) -> Ids {
    let mut most = |kind: &str, names: &[&str], key: &str| {
        let text = package.part(kind).and_then(|name| package.text(&name)).unwrap_or_default();
        greatest(&text, names, key)
    };
    let comment = most("comments", &["comment"], "id") + 1;
    let note = most("footnotes", &["footnote"], "id");
    let list =
        most("numbering", &["num"], "numId").max(most("numbering", &["abstractNum"], "abstractNumId") + 1);
    let change = greatest(xml, &["ins", "del", "moveFrom", "moveTo", "rPrChange", "pPrChange"], "id");
    // A file that went out so once has relations of this kind.
    let link = package.relations.len() + xml.matches("rLink").count() + 1;
    Ids { comment, note, change, list, link: format!("{link}x") }
}

/// The greatest number of elements of these names.
fn greatest(xml: &str, names: &[&str], key: &str) -> usize {
    let mut most = 0;
    for name in names {
        for (at, _) in xml.match_indices(&format!("<w:{name} ")) {
            let tag = xml.get(at..).and_then(|rest| rest.split('>').next()).unwrap_or_default();
            let number = attr(tag, key).and_then(|id| id.parse::<i64>().ok()).unwrap_or(0);
            most = most.max(usize::try_from(number.clamp(0, 1 << 30)).unwrap_or(0));
        }
    }
    most
}

/// The pictures of the body by the addresses that they have in the text.
fn drawn(package: &Package<'_>, xml: &str) -> HashMap<String, String> {
    let folder = package.main.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut out = HashMap::new();
    for element in ["drawing", "pict", "object"] {
        let (open, close) = (format!("<w:{element}"), format!("</w:{element}>"));
        for (at, _) in xml.match_indices(&open) {
            let Some(end) = xml.get(at..).and_then(|rest| rest.find(&close)) else { continue };
            let range = at..at + end + close.len();
            let Some(found) = nodes(xml, range.clone()) else { continue };
            let mut ids = Vec::new();
            for node in &found {
                node.each(&mut |inner| {
                    if matches!(inner.name, "blip" | "imagedata") {
                        ids.extend(atoms::relation(xml, inner));
                    }
                });
            }
            // One that shows several is of none of them.
            let [id] = ids.as_slice() else { continue };
            let part = package.relations.iter().find(|(of, ..)| of == id).map(|(.., part)| part);
            let name =
                part.and_then(|part| part.strip_prefix(folder)).map(|name| name.trim_start_matches('/'));
            if let (Some(name), Some(text)) = (name, xml.get(range)) {
                out.entry(name.to_owned()).or_insert_with(|| text.to_owned());
            }
        }
    }
    out
}

/// Takes out what was noted in the file and is settled: its place in the body, and itself in its part.
fn settled(
    edits: &mut Edits,
    xml: &str,
    package: &mut Package<'_>,
    gone: &[&Remark],
) -> Option<(String, Edits)> {
    let name = package.part("comments").filter(|_| !gone.is_empty())?;
    let text = package.text(&name)?;
    let mut out = Edits::default();
    for comment in &nodes(&text, 0..text.len())?.first()?.nodes {
        let tag = text.get(comment.tag())?;
        let lines: Vec<String> = comment.nodes.iter().map(|line| xml::words(&text, line)).collect();
        let said = lines.join("\n");
        let is_gone = |remark: &&Remark| {
            said.trim() == remark.text.trim()
                && attr(tag, "author").unwrap_or_default().trim() == remark.author
        };
        let (true, Some(id)) = (gone.iter().any(is_gone), attr(tag, "id")) else { continue };
        out.put(comment.at.clone(), Vec::new());
        for name in ["commentRangeStart", "commentRangeEnd", "commentReference"] {
            let place = format!("<w:{name} w:id=\"{id}\"/>");
            for (at, _) in xml.match_indices(&place) {
                edits.put(at..at + place.len(), Vec::new());
            }
        }
    }
    (!out.is_empty()).then_some((name, out))
}

/// Notes of the file whose words are others now, by the part that they stand in.
fn changed_notes(
    plan: &mut Plan<'_, '_>,
    package: &mut Package<'_>,
    export: &Export<'_>,
    original: &Original<'_>,
) -> HashMap<String, Edits> {
    let mut out: HashMap<String, Edits> = HashMap::new();
    for note in &original.text.notes {
        let find = |of: &Document| {
            of.notes.iter().find(|other| other.label == note.label).map(|note| note.blocks.clone())
        };
        let Some(now) = find(export.text) else { continue };
        let text = |blocks, other: Option<&Document>| {
            let mut lists = Vec::new();
            let old = flatten(blocks, &mut lists);
            match other.and_then(find) {
                Some(other) => {
                    let new = flatten(&other, &mut lists);
                    one_line(crate::flat::merge(old, new, &lists))
                }
                None => one_line(crate::flat::alone(old)),
            }
        };
        let (was, is) = (text(&note.blocks, original.proposed), text(&now, export.proposed));
        let (Some(was), Some(is)) = (was, is) else { continue };
        if same(&was, &is) {
            continue;
        }
        let mut write = || {
            let (endnote, id) = reference(plan, &note.label)?;
            let (kind, element) = if endnote { ("endnotes", "endnote") } else { ("footnotes", "footnote") };
            let name = package.part(kind)?;
            let text = package.text(&name)?;
            let found = nodes(&text, 0..text.len())?;
            let is_it = |node: &&xml::Node<'_>| {
                node.name == element
                    && text.get(node.tag()).and_then(|tag| attr(tag, "id")).as_deref() == Some(&id)
            };
            let node = found.first()?.nodes.iter().find(is_it)?;
            let line = line::Line::new(&text, &node.nodes, (&was, &is), plan.body.deadline)?;
            let body = &mut plan.body;
            body.in_note = true;
            let mut pieces = line.write(body, None);
            body.in_note = false;
            for piece in &mut pieces {
                plan.styles.map(piece);
            }
            out.entry(name).or_default().put(node.inner.clone(), pieces);
            Some(())
        };
        write();
    }
    out
}

/// The words of a note as one line.
fn one_line(pieces: Vec<Merged>) -> Option<Spans> {
    let mut out = Spans::new();
    for piece in pieces {
        let Merged::Line(_, fate, spans) = piece else { return None };
        if !out.is_empty() {
            out.push((Run::of(Inline::Break), fate));
        }
        out.extend(spans);
    }
    Some(out)
}

/// The id of a note, and whether it is one at the end.
fn reference(plan: &Plan<'_, '_>, label: &str) -> Option<(bool, String)> {
    let (was, spans) = plan.old.iter().enumerate().find_map(|(at, merged)| {
        let of = |spans: &Spans| {
            spans.iter().any(|(run, _)| matches!(&run.inline, Inline::Note(other) if other == label))
        };
        match merged {
            Merged::Line(_, _, spans) if of(spans) => Some((at, spans.clone())),
            Merged::Table { rows, .. } => {
                let all: Spans = rows.iter().flat_map(|(_, cells)| cells).flatten().cloned().collect();
                of(&all).then_some((at, all))
            }
            Merged::Line(..) => None,
        }
    })?;
    let line = plan.line(was, &spans, &spans)?;
    let mark = line.reference(label)?;
    Some((mark.contains("endnoteReference"), attr(mark, "id")?))
}

/// Without the numbers by which Word knows a paragraph: two have no one.
fn without_ids(xml: &str) -> String {
    let mut out = String::with_capacity(xml.len());
    let mut rest = xml;
    while let Some((at, name)) =
        ["w14:paraId=\"", "w14:textId=\""].iter().filter_map(|name| Some((rest.find(name)?, name))).min()
    {
        out.push_str(rest.get(..at).unwrap_or_default().trim_end());
        let value = rest.get(at + name.len()..).unwrap_or_default();
        rest = value.split_once('"').map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}
