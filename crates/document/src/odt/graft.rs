//! A text in the ODT that it came from: blocks that nobody touched go out byte for byte, a paragraph with other words keeps its tag,
//! and pages, sections, styles, metadata and settings stay what they are.

mod places;
mod styles;
mod touched;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::body::Body;
use super::merged;
use crate::aligned::{self, owners, same, spans};
use crate::docx::graft::package::{ODT, Package};
use crate::export::{Export, Origin, Original, Remark};
use crate::flat::{Merged, Numbering, flatten, merge};
use crate::html::escape;
use crate::xml::{Edits, Node, Piece, attr, nodes, text};
use crate::{Document, Inline};
use places::{Places, changes, drawn, named};
use styles::{Styles, declare};
use touched::{Blocks, Touch};

/// Puts the text into the file that it came from. `None` where that cannot be: the file is damaged, too large, or not what it was
/// read as.
#[must_use]
pub fn graft(export: &Export<'_>, original: &Original<'_>) -> Option<Vec<u8>> {
    let mut package = Package::open(original.bytes)?;
    let xml = package.text(ODT)?;
    // A mark of the byte order counts for nothing where the file is read.
    let xml = xml.trim_start_matches('\u{feff}');
    let common = package.text("styles.xml").unwrap_or_default();
    let all = nodes(xml, 0..xml.len())?;
    let root = all.first()?;
    let body = root.child("body")?.child("text")?;
    let mark = |number: usize| {
        Some(format!("Stet{number}_")).filter(|mark| !xml.contains(mark) && !common.contains(mark))
    };
    let mark = (1..1000).find_map(mark)?;
    let mut styles = Styles::of(&common, xml, &mark);
    let mut lists = Vec::new();
    let old = both(original.text, original.proposed, &mut lists);
    let new = both(export.text, export.proposed, &mut lists);
    let mut blocks = blocks((xml, body), original, (&old, &new, &lists))?;
    let others = changed_notes(export, original);
    let (fresh, known, gone) = told(export, original);
    for (is, merged) in new.iter().enumerate() {
        let other = |label: &str| others.contains(label);
        if spans(merged).iter().any(|(run, _)| matches!(&run.inline, Inline::Note(label) if other(label))) {
            blocks.same[is] = false;
        }
    }
    for is in fresh.iter().filter_map(|remark| blocks.at(remark.range.start)).collect::<Vec<_>>() {
        blocks.same[is] = false;
    }
    blocks.decide(&styles);
    blocks.unlabel();
    // What was noted in the file stands in it, but where that is written anew.
    let written = blocks.written();
    let again = |remark: &&Remark| written.iter().any(|at| at.contains(&remark.range.start));
    let mut remarks: Vec<Remark> = known.into_iter().filter(again).chain(fresh).cloned().collect();
    remarks.sort_by_key(|remark| remark.range.start);
    let export = &Export { remarks: &remarks, ..export.clone() };
    let mut writer = Body::new(export);
    writer.theirs.mark.clone_from(&mark);
    writer.theirs.drawn = drawn(xml, body);
    writer.theirs.noted = noted(&blocks, &others);
    writer.theirs.numbered.clone_from(&styles.numbered);
    writer.lists.theirs = blocks.list_styles();
    let (mut edits, own) = write(&blocks, &styles, &mut writer, body);
    settle(xml, body, &gone, &mut edits);
    if edits.is_empty() && own.is_empty() {
        return Some(original.bytes.to_vec());
    }
    styles.know(export.language, &writer.languages);
    let slices = std::mem::take(&mut writer.theirs.slices);
    edits.extend(own, |piece| {
        if let Piece::Text(words) = piece {
            *words = filled(&styles.mapped(words), &slices);
        }
    });
    declare(xml, root, &mut edits)?;
    let automatic = styles.mapped(&writer.automatic());
    let place = root.child("automatic-styles");
    match place {
        Some(place) if !place.is_empty_tag() => {
            edits.put(place.inner.end..place.inner.end, vec![Piece::Text(automatic)]);
        }
        _ => {
            let at = root.child("body")?.at.start;
            let at = place.map_or(at..at, |place| place.at.clone());
            edits.put(
                at,
                vec![Piece::Text(format!("<office:automatic-styles>{automatic}</office:automatic-styles>"))],
            );
        }
    }
    let regions = filled(&styles.mapped(&writer.regions), &slices);
    let content = tracked(edits.apply(xml)?, &regions)?;
    package.put(ODT.to_owned(), content);
    if let Cow::Owned(common) = styles.added(&common)? {
        package.put("styles.xml".to_owned(), common);
    }
    enclose(&mut package, &writer)?;
    package.finish()
}

/// Both texts of a document as one.
fn both(text: &Document, proposed: Option<&Document>, lists: &mut Vec<Numbering>) -> Vec<Merged> {
    let old = flatten(&text.blocks, lists);
    match proposed {
        Some(proposed) => {
            let new = flatten(&proposed.blocks, lists);
            merge(old, new, lists)
        }
        None => crate::flat::alone(old),
    }
}

fn blocks<'p>(
    (xml, body): (&'p str, &Node<'_>),
    original: &Original<'p>,
    (old, new, lists): (&'p [Merged], &'p [Merged], &'p [Numbering]),
) -> Option<Blocks<'p>> {
    let origins = original.paragraphs;
    let places = Places::of(xml, body, origins)?;
    let is_it = |origin: &Origin, is_rule: bool| {
        let tag = xml.get(origin.at.clone()).unwrap_or_default();
        let has_words =
            tag.split_once('>').is_some_and(|(_, rest)| !rest.is_empty() && !rest.starts_with("</"));
        if is_rule { !has_words && tag.contains("orizontal") } else { has_words }
    };
    let (mut owners, groups) = owners(old, origins, is_it);
    for (was, own) in owners.iter_mut().enumerate() {
        // Code has its empty lines.
        if let (true, Some(first), Some(last)) =
            (old.get(was).is_some_and(aligned::is_bare), own.first().copied(), own.last().copied())
        {
            *own = (first..=last).collect();
        }
    }
    let (before, after, plan) = aligned::plan(old, new, lists);
    let (mut was_of, mut is_of) = (vec![None; new.len()], vec![None; old.len()]);
    for (was, is) in plan.into_iter().filter_map(|(was, is)| was.zip(is)) {
        (was_of[is], is_of[was]) = (Some(was), Some(is));
    }
    let same =
        was_of.iter().zip(&after).map(|(was, key)| was.is_some_and(|was| before.get(was) == Some(key)));
    let same = same.collect();
    Some(Blocks {
        xml,
        places,
        origins,
        lists,
        old,
        new,
        owners,
        groups,
        was: was_of,
        is: is_of,
        same,
        touch: Vec::new(),
        bare: HashMap::new(),
    })
}

/// Remarks that are new, those that the file has already, and those of the file that nobody makes any more.
fn told<'a>(
    export: &Export<'a>,
    original: &Original<'a>,
) -> (Vec<&'a Remark>, Vec<&'a Remark>, Vec<&'a Remark>) {
    let mut gone: Vec<&Remark> = original.comments.iter().collect();
    let (mut fresh, mut known) = (Vec::new(), Vec::new());
    for remark in export.remarks {
        match gone.iter().position(|other| (&other.text, &other.author) == (&remark.text, &remark.author)) {
            Some(at) => {
                gone.swap_remove(at);
                known.push(remark);
            }
            None => fresh.push(remark),
        }
    }
    gone.retain(|gone| !gone.range.is_empty());
    (fresh, known, gone)
}

/// Notes whose words are others now.
fn changed_notes(export: &Export<'_>, original: &Original<'_>) -> HashSet<String> {
    let said = |label: &str, text: &Document, proposed: Option<&Document>| {
        let find =
            |of: &Document| of.notes.iter().find(|note| note.label == label).map(|note| note.blocks.clone());
        let (was, is) = (find(text), proposed.and_then(find));
        let (merged, lists) = merged(was.as_deref(), is.as_deref().filter(|_| proposed.is_some()));
        merged.iter().map(|one| aligned::key(one, &lists)).collect::<Vec<u64>>()
    };
    let labels = original.text.notes.iter().chain(&export.text.notes).map(|note| note.label.as_str());
    let differs = |label: &&str| {
        said(label, original.text, original.proposed) != said(label, export.text, export.proposed)
    };
    labels.collect::<HashSet<_>>().into_iter().filter(differs).map(str::to_owned).collect()
}

/// The notes of the file by the labels that its text has for them, but those with other words.
fn noted(blocks: &Blocks<'_>, others: &HashSet<String>) -> HashMap<String, String> {
    let mut out = HashMap::new();
    for (was, merged) in blocks.old.iter().enumerate() {
        let labels: Vec<&String> = spans(merged)
            .into_iter()
            .filter_map(|(run, _)| if let Inline::Note(label) = &run.inline { Some(label) } else { None })
            .collect();
        if labels.is_empty() {
            continue;
        }
        let mut notes = Vec::new();
        for own in blocks.owners.get(was).into_iter().flatten() {
            let at = blocks.origins.get(*own).map(|origin| origin.at.clone()).unwrap_or_default();
            for node in nodes(blocks.xml, at).unwrap_or_default() {
                notes.extend(named(&node, "note").into_iter().map(|note| note.at.clone()));
            }
        }
        if notes.len() == labels.len() {
            for (label, at) in labels.into_iter().zip(notes).filter(|(label, _)| !others.contains(*label)) {
                let note = blocks.xml.get(at).unwrap_or_default().to_owned();
                out.entry(label.clone()).or_insert(note);
            }
        }
    }
    out
}

/// Every change of the text: what goes, and what comes in own words.
fn write(blocks: &Blocks<'_>, styles: &Styles, writer: &mut Body<'_>, body: &Node<'_>) -> (Edits, Edits) {
    let (mut gone, mut own) = (Edits::default(), Edits::default());
    let units = &blocks.places.units;
    let mut used = HashSet::new();
    let mut cursor = units.first().map_or(body.inner.end, |unit| unit.at.start);
    let mut is = 0;
    while let Some(merged) = blocks.new.get(is) {
        if let Some((was, home)) = blocks.home(is) {
            if blocks.same.get(is) != Some(&true) {
                words(blocks, (was, is), merged, writer, &mut own);
            }
            cursor = home.last().and_then(|unit| units.get(*unit)).map_or(cursor, |unit| unit.at.end);
            is += 1;
            continue;
        }
        cursor = blocks.place(is).map_or(cursor, |place| place.max(cursor));
        let from = is;
        is += 1;
        while is < blocks.new.len()
            && blocks.home(is).is_none()
            && (blocks.place(is).is_none_or(|place| place <= cursor) || blocks.go_on(is))
        {
            is += 1;
        }
        let likes: Vec<Option<String>> = (from..is).map(|is| blocks.like(is, styles)).collect();
        used.extend(likes.iter().flatten().cloned());
        let stays = |unit: &usize| blocks.touch.get(*unit) != Some(&Touch::Anew);
        let next = (0..units.len())
            .filter(stays)
            .filter_map(|unit| units.get(unit))
            .find(|unit| unit.at.start >= cursor);
        let begin = next.filter(|unit| !unit.is_table).and_then(|unit| unit.begin);
        let mut pieces = blocks.new.get(from..is).unwrap_or_default().to_vec();
        for (is, piece) in (from..).zip(&mut pieces) {
            if let (Merged::Line(_, _, spans), Some(bare)) = (piece, blocks.bare.get(&is)) {
                spans.clone_from(bare);
            }
        }
        writer.pieces(&pieces, blocks.lists, &likes, begin.is_some());
        let (words, pending) = writer.take();
        own.put(cursor..cursor, vec![Piece::Text(words)]);
        if let Some(begin) = begin.filter(|_| !pending.is_empty()) {
            own.put(begin..begin, vec![Piece::Text(pending)]);
        }
    }
    if writer.next_edge < writer.edges.len() {
        writer.end_remarks();
        let at = units.last().map_or(body.inner.end, |unit| unit.at.end);
        own.put(at..at, vec![Piece::Text(writer.take().0)]);
    }
    for (unit, _) in units.iter().zip(&blocks.touch).filter(|(_, touch)| **touch == Touch::Anew) {
        // Where pages of another kind begin they begin still.
        let turns = blocks
            .places
            .paragraph(unit.at.start)
            .filter(|paragraph| styles.turns(&paragraph.style) && !used.contains(&paragraph.style));
        let stays = turns.map(|paragraph| {
            Piece::Text(format!("<text:p text:style-name=\"{}\"/>", escape(&paragraph.style)))
        });
        gone.put(unit.at.clone(), stays.into_iter().collect());
    }
    (gone, own)
}

/// Other words in the paragraphs that are there.
fn words(
    blocks: &Blocks<'_>,
    (was, is): (usize, usize),
    merged: &Merged,
    writer: &mut Body<'_>,
    own: &mut Edits,
) {
    match (merged, blocks.old.get(was)) {
        (Merged::Line(line, _, spans), _) => {
            let Some(paragraph) = blocks.alone(was) else { return };
            writer.words(line, blocks.bare.get(&is).unwrap_or(spans));
            own.put(paragraph.inner.clone(), vec![Piece::Text(writer.take().0)]);
        }
        (Merged::Table { rows: new, .. }, Some(Merged::Table { rows: old, .. })) => {
            let unit = blocks.home(is).and_then(|(_, units)| blocks.places.units.get(*units.first()?));
            let places = unit.and_then(|unit| unit.cells.as_ref()).into_iter().flatten().flatten();
            let cells = |rows: &'_ [(_, Vec<_>)]| {
                rows.iter().flat_map(|(_, cells)| cells.clone()).collect::<Vec<_>>()
            };
            for ((place, old), new) in places.zip(cells(old)).zip(cells(new)) {
                if same(&old, &new) {
                    continue;
                }
                writer.cell(&new);
                let words = writer.take().0;
                let Some(paragraph) = blocks.places.paragraph(*place) else { continue };
                if paragraph.inner.start == paragraph.at.end {
                    // It had one tag.
                    let tag = blocks.xml.get(paragraph.tag.clone()).unwrap_or_default();
                    let style = format!("<text:p text:style-name=\"={}\">", escape(&paragraph.style));
                    let style = if tag.contains("style-name") { style } else { "<text:p>".to_owned() };
                    own.put(paragraph.at.clone(), vec![Piece::Text(format!("{style}{words}</text:p>"))]);
                } else {
                    own.put(paragraph.inner.clone(), vec![Piece::Text(words)]);
                }
            }
        }
        _ => {}
    }
}

/// Takes out what was noted in the file and is settled.
fn settle(xml: &str, body: &Node<'_>, gone: &[&Remark], edits: &mut Edits) {
    if gone.is_empty() {
        return;
    }
    let squeezed = |text: &str| text.chars().filter(|ch| !ch.is_whitespace()).collect::<String>();
    let ends = named(body, "annotation-end");
    for note in named(body, "annotation") {
        let inner = |node: &Node<'_>| text(xml.get(node.inner.clone()).unwrap_or_default());
        let author = note.child("creator").map(inner).unwrap_or_default();
        let mut said = String::new();
        for line in note.nodes.iter().filter(|line| matches!(line.name, "p" | "list")) {
            places::shown(xml, line, &mut said);
        }
        let is_it = |remark: &&&Remark| {
            squeezed(&remark.text) == said && (author.trim() == remark.author || author.trim().is_empty())
        };
        if gone.iter().find(is_it).is_none() {
            continue;
        }
        edits.put(note.at.clone(), Vec::new());
        let name = |node: &Node<'_>| xml.get(node.tag()).and_then(|tag| attr(tag, "name"));
        if let Some(own) = name(note) {
            for end in ends.iter().filter(|end| name(end).as_ref() == Some(&own)) {
                edits.put(end.at.clone(), Vec::new());
            }
        }
    }
}

/// Words with the pieces of the file that belong into them.
fn filled(words: &str, slices: &[String]) -> String {
    let mut parts = words.split('\u{1}');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (number, rest) = part.split_once('\u{2}').unwrap_or(("", part));
        let slice = number.parse::<usize>().ok().and_then(|number| slices.get(number));
        out.push_str(slice.map_or("", String::as_str));
        out.push_str(rest);
    }
    out
}

/// The part with the changes that it names before its text, and no others.
fn tracked(content: String, regions: &str) -> Option<String> {
    let all = nodes(&content, 0..content.len())?;
    let body = all.first()?.child("body")?.child("text")?;
    let there = body.child("tracked-changes");
    if regions.is_empty() && there.is_none() {
        return Some(content);
    }
    let named = changes(&content);
    let mut edits = Edits::default();
    let mut left = !regions.is_empty();
    for region in there.into_iter().flat_map(|there| &there.nodes) {
        let id = content.get(region.tag()).and_then(|tag| attr(tag, "id")).unwrap_or_default();
        if named.contains(id.as_str()) {
            left = true;
        } else {
            edits.put(region.at.clone(), Vec::new());
        }
    }
    match there {
        Some(there) if !left => edits.put(there.at.clone(), Vec::new()),
        Some(there) if !there.is_empty_tag() => {
            edits.put(there.inner.end..there.inner.end, vec![Piece::Text(regions.to_owned())]);
        }
        _ => {
            let at = body.child("forms").map_or(body.inner.start, |forms| forms.at.end);
            let at = there.map_or(at..at, |there| there.at.clone());
            let words = format!("<text:tracked-changes>{regions}</text:tracked-changes>");
            edits.put(at, vec![Piece::Text(words)]);
        }
    }
    edits.apply(&content)
}

/// Adds the pictures that are new.
fn enclose(package: &mut Package<'_>, writer: &Body<'_>) -> Option<()> {
    if writer.pictures.is_empty() {
        return Some(());
    }
    let name = "META-INF/manifest.xml";
    let text = package.text(name)?;
    let at = text.rfind("</").filter(|_| text.contains("xmlns:manifest="))?;
    let mut entries = String::new();
    for (name, kind, bytes) in &writer.pictures {
        put!(entries, "<manifest:file-entry manifest:full-path=\"{name}\" manifest:media-type=\"{kind}\"/>");
        package.put(name.clone(), *bytes);
    }
    package.put(name.to_owned(), format!("{}{entries}{}", text.get(..at)?, text.get(at..)?));
    Some(())
}
