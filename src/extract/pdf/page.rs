//! A page of a PDF as lines: which of its characters are seen, which way they run, what is raised, what was filled in.

use std::cell::OnceCell;

use pdfium_render::prelude::{
    PdfColor, PdfFormField, PdfPage, PdfPageAnnotation, PdfPageAnnotationCommon, PdfPageObject,
    PdfPageObjectCommon, PdfPageObjectsCommon, PdfPageTextChar, PdfPageTextRenderMode, PdfPathFillMode,
    PdfRect, PdfiumError,
};

use crate::layout::{self, Line, Sheet};
use crate::script::{END, LOWERED, RAISED};

/// Lines of more characters than this are cut: a page of text has none.
const MAX_LINE_CHARS: usize = 4000;
/// Objects of a page that are looked at for what stands behind white text.
const MAX_OBJECTS: usize = 20_000;

/// Left, right, bottom and top in points.
type Place = [f32; 4];

#[derive(Debug, Clone, Copy)]
struct Glyph {
    ch: char,
    place: Place,
    size: f32,
    /// Height of its base line.
    base: f32,
}

pub(super) fn sheet(page: &PdfPage<'_>) -> Result<Sheet, PdfiumError> {
    let bounds =
        page.boundaries().bounding().map_or([0.0, f32::MAX, 0.0, f32::MAX], |found| corners(&found.bounds));
    let view = View { page, bounds, struck: struck(page), behind: OnceCell::new() };
    let mut lines: Vec<Vec<Glyph>> = vec![Vec::new()];
    for ch in page.text()?.chars().iter() {
        let Some(unicode) = ch.unicode_char() else { continue };
        let unicode = match unicode {
            '\r' | '\n' => {
                lines.push(Vec::new());
                continue;
            }
            // The engine's mark for a hyphen at the end of a line; whether it belongs to the word is not its to say.
            '\u{2}' | '\u{fffe}' => '-',
            ch if ch.is_whitespace() => ' ',
            other => other,
        };
        let Some(line) = lines.last_mut() else { continue };
        let Some(place) = ch.loose_bounds().ok().map(|place| corners(&place)) else {
            // White space that the engine put in has no place.
            if let Some(last) = line.last().copied() {
                line.push(Glyph {
                    ch: unicode,
                    place: [last.place[1], last.place[1], last.place[2], last.place[3]],
                    ..last
                });
            }
            continue;
        };
        let size = ch.scaled_font_size().value;
        if unicode != ' ' && !view.sees(&ch, &place, size) {
            continue;
        }
        let base = ch.origin_y().map_or(place[2], |base| base.value);
        line.push(Glyph { ch: unicode, place, size, base });
        // The engine goes on in one line behind such a hyphen.
        if line.len() > MAX_LINE_CHARS || matches!(ch.unicode_value(), 0x2 | 0xfffe) {
            lines.push(Vec::new());
        }
    }
    let [left, _, bottom, top] = bounds;
    let mut height = top - bottom;
    let mut glyphs = lines.iter_mut().flatten();
    glyphs.by_ref().for_each(|glyph| {
        let [a, b, c, d] = glyph.place;
        glyph.place = [a - left, b - left, c - bottom, d - bottom];
        glyph.base -= bottom;
    });
    let turned = upright(&mut lines, bounds[1] - left, &mut height);
    let lines = joined(lines);
    let mut sheet = Sheet { height, lines: lines.iter().filter_map(|glyphs| line(glyphs)).collect() };
    if turned {
        sheet.lines.sort_by(|a, b| b.bottom.total_cmp(&a.bottom));
    } else {
        fill_in(page, &mut sheet, [left, bottom]);
    }
    sheet.lines = layout::untangle(&sheet.lines);
    Ok(sheet)
}

/// Whether an image fills most of a page.
pub(super) fn is_picture(page: &PdfPage<'_>) -> bool {
    let whole = page.width().value * page.height().value;
    let size = |object: PdfPageObject<'_>| {
        let image = matches!(object, PdfPageObject::Image(_) | PdfPageObject::XObjectForm(_));
        let [left, right, bottom, top] = corners(&object.bounds().ok().filter(|_| image)?.to_rect());
        Some((right - left) * (top - bottom))
    };
    page.objects().iter().take(MAX_OBJECTS).filter_map(size).any(|size| size > whole * 0.5)
}

/// Left, right, bottom and top in points from the lower left corner.
fn corners(place: &PdfRect) -> Place {
    [place.left().value, place.right().value, place.bottom().value, place.top().value]
}

fn holds(place: &Place, x: f32, y: f32) -> bool {
    let [left, right, bottom, top] = *place;
    x >= left - 1.0 && x <= right + 1.0 && y >= bottom - 1.0 && y <= top + 1.0
}

fn is_white(color: PdfColor) -> bool {
    color.red() > 250 && color.green() > 250 && color.blue() > 250
}

/// What of a page is seen.
struct View<'a> {
    page: &'a PdfPage<'a>,
    bounds: Place,
    struck: Vec<Place>,
    /// What is painted on the page beside text, and whether it is an image.
    behind: OnceCell<Vec<(Place, bool)>>,
}

impl View<'_> {
    fn sees(&self, ch: &PdfPageTextChar<'_>, place: &Place, size: f32) -> bool {
        let [left, right, bottom, top] = *place;
        let (x, y) = (f32::midpoint(left, right), f32::midpoint(bottom, top));
        if !holds(&self.bounds, x, y) || self.struck.iter().any(|struck| holds(struck, x, y)) {
            return false;
        }
        // Too small to be read.
        if size < 1.0 && top - bottom < 1.0 && right - left < 1.0 {
            return false;
        }
        let Ok(mode) = ch.render_mode() else { return true };
        let invisible =
            matches!(mode, PdfPageTextRenderMode::Invisible | PdfPageTextRenderMode::InvisibleClipping);
        if invisible {
            // Over the picture of a scan it is what character recognition read there.
            return self.behind().iter().any(|(behind, image)| *image && holds(behind, x, y));
        }
        if matches!(
            mode,
            PdfPageTextRenderMode::FilledUnstroked | PdfPageTextRenderMode::FilledUnstrokedClipping
        ) && let Ok(color) = ch.fill_color()
        {
            if color.alpha() == 0 {
                return false;
            }
            if is_white(color) {
                return self.behind().iter().any(|(behind, _)| holds(behind, x, y));
            }
        }
        true
    }

    fn behind(&self) -> &[(Place, bool)] {
        self.behind.get_or_init(|| {
            let painted = |object: PdfPageObject<'_>| {
                let seen = match &object {
                    PdfPageObject::Path(path) => {
                        path.fill_mode().is_ok_and(|mode| mode != PdfPathFillMode::None)
                            && path.fill_color().is_ok_and(|color| color.alpha() > 0 && !is_white(color))
                    }
                    PdfPageObject::Image(_) | PdfPageObject::Shading(_) | PdfPageObject::XObjectForm(_) => {
                        true
                    }
                    _ => false,
                };
                let image = matches!(object, PdfPageObject::Image(_) | PdfPageObject::XObjectForm(_));
                let bounds = object.bounds().ok()?;
                seen.then(|| (corners(&bounds.to_rect()), image))
            };
            self.page.objects().iter().take(MAX_OBJECTS).filter_map(painted).collect()
        })
    }
}

/// Places that a reader of the document struck out.
fn struck(page: &PdfPage<'_>) -> Vec<Place> {
    let mut places = Vec::new();
    for annotation in page.annotations().iter() {
        if let Some(strikeout) = annotation.as_strikeout_annotation() {
            places.extend(strikeout.attachment_points().iter().map(|quad| corners(&quad.to_rect())));
        }
    }
    places
}

/// Turns a page whose lines run up or down so that they run to the right; whether it was turned.
fn upright(lines: &mut [Vec<Glyph>], width: f32, height: &mut f32) -> bool {
    let (mut across, mut up, mut down) = (0_usize, 0_usize, 0_usize);
    for pair in lines.iter().flat_map(|line| line.windows(2)) {
        let [a, b] = pair else { continue };
        if a.ch == ' ' || b.ch == ' ' {
            continue;
        }
        let (dx, dy) = (b.place[0] - a.place[0], b.place[2] - a.place[2]);
        if dx.abs() > dy.abs() * 2.0 {
            across += 1;
        } else if dy.abs() > dx.abs() * 2.0 && dy.abs() < a.size * 3.0 {
            if dy > 0.0 { up += 1 } else { down += 1 }
        }
    }
    if across >= up.max(down) {
        return false;
    }
    let tall = *height;
    *height = width;
    for glyph in lines.iter_mut().flatten() {
        let [left, right, bottom, top] = glyph.place;
        if up >= down {
            glyph.place = [bottom, top, width - right, width - left];
        } else {
            glyph.place = [tall - top, tall - bottom, left, right];
        }
        glyph.base = glyph.place[2];
    }
    true
}

/// Pieces of one line put together: formulas come as several, in the order they were drawn.
fn joined(lines: Vec<Vec<Glyph>>) -> Vec<Vec<Glyph>> {
    let mut out: Vec<Vec<Glyph>> = Vec::with_capacity(lines.len());
    for line in lines.into_iter().filter(|line| line.iter().any(|glyph| glyph.ch != ' ')) {
        let near = out.len().saturating_sub(3);
        let found = out.get_mut(near..).unwrap_or_default().iter_mut().rev().find(|other| fits(other, &line));
        let Some(other) = found else {
            out.push(line);
            continue;
        };
        other.extend(line);
        other.sort_by(|a, b| a.place[0].total_cmp(&b.place[0]));
        // The engine put blanks between words of each piece, not between the pieces.
        let apart = |pair: &[Glyph]| {
            let [a, b] = pair else { return false };
            a.ch != ' ' && b.ch != ' ' && b.place[0] - a.place[1] > a.size.max(b.size) * 0.13
        };
        let gaps: Vec<usize> =
            (1..other.len()).filter(|at| other.get(at - 1..=*at).is_some_and(apart)).collect();
        for at in gaps.into_iter().rev() {
            if let Some(next) = other.get(at).copied() {
                other.insert(at, Glyph { ch: ' ', ..next });
            }
        }
    }
    out
}

/// Whether two pieces are of one line: on one base line but for what is raised, side by side or one in a gap of the other.
fn fits(a: &[Glyph], b: &[Glyph]) -> bool {
    let ((size, base), (other_size, other_base)) = (main(a), main(b));
    let large = size.max(other_size);
    let level = (base - other_base).abs();
    let small = size.min(other_size) <= large * 0.85;
    if level > large * 0.2 && !(small && level < large * 0.7) {
        return false;
    }
    let written = |line: &[Glyph]| {
        line.iter().filter(|glyph| glyph.ch != ' ').map(|glyph| glyph.place).collect::<Vec<_>>()
    };
    let (a, b) = (written(a), written(b));
    let edges = |places: &[Place]| {
        let left = places.iter().map(|place| place[0]).fold(f32::MAX, f32::min);
        (left, places.iter().map(|place| place[1]).fold(f32::MIN, f32::max))
    };
    let ((left, right), (other_left, other_right)) = (edges(&a), edges(&b));
    let near = large * 0.5;
    if other_left > right + near || other_right < left - near || a.len().min(b.len()) > 40 {
        return false;
    }
    // None of the characters of one stands on one of the other.
    let over = |a: &Place, b: &Place| a[1].min(b[1]) - a[0].max(b[0]) > (a[1] - a[0]).min(b[1] - b[0]) * 0.3;
    !a.iter().any(|a| b.iter().any(|b| over(a, b)))
}

/// The line that glyphs make, with marks around what is raised and lowered; `None` for one without a word.
fn line(glyphs: &[Glyph]) -> Option<Line> {
    let (size, base) = main(glyphs);
    let mut line = Line::default();
    let mut open = None;
    for (at, glyph) in glyphs.iter().enumerate() {
        let shift = if glyph.ch == ' ' {
            // A blank belongs to what is shifted when that goes on behind it.
            open.filter(|open| glyphs.get(at + 1).is_some_and(|next| shift(next, size, base) == Some(*open)))
        } else {
            shift(glyph, size, base)
        };
        if shift != open {
            line.text.extend(open.map(|_| END));
            line.text.extend(shift);
            open = shift;
        }
        if glyph.ch == ' ' {
            line.text.push(' ');
        } else {
            line.add(glyph.ch, &glyph.place, glyph.size);
        }
    }
    line.text.extend(open.map(|_| END));
    if line.cells.len() < 2 {
        line.text = layout::without_leaders(&line.text);
    }
    (!line.text.trim().is_empty()).then_some(line)
}

/// The size that most of a line is set in, and its base line.
fn main(glyphs: &[Glyph]) -> (f32, f32) {
    let written = || glyphs.iter().filter(|glyph| glyph.ch != ' ');
    let alike =
        |a: &Glyph, b: &Glyph| (a.size - b.size).abs() < 0.3 && (a.base - b.base).abs() < b.size * 0.05;
    // Of a line's few settings the one with most characters; the larger where two have as many.
    let mut settings: Vec<(&Glyph, usize)> = Vec::new();
    for glyph in written() {
        if let Some((_, count)) = settings.iter_mut().find(|(of, _)| alike(glyph, of)) {
            *count += 1;
        } else if settings.len() < 16 {
            settings.push((glyph, 1));
        }
    }
    let first = settings.iter().max_by(|(a, m), (b, n)| m.cmp(n).then(a.size.total_cmp(&b.size)));
    first.map_or((0.0, 0.0), |(glyph, _)| (glyph.size, glyph.base))
}

fn shift(glyph: &Glyph, size: f32, base: f32) -> Option<char> {
    if glyph.size > size * 0.85 {
        return None;
    }
    let above = glyph.base - base;
    if above > size * 0.12 && above < size {
        Some(RAISED)
    } else {
        (above < -size * 0.05 && above > -size * 0.6).then_some(LOWERED)
    }
}

/// Puts what was filled into a form, and what was typed on the page, behind the words it stands beside.
fn fill_in(page: &PdfPage<'_>, sheet: &mut Sheet, corner: [f32; 2]) {
    let mut found: Vec<(Place, String)> = page
        .annotations()
        .iter()
        .filter_map(|annotation| {
            let text = filled(&annotation)?;
            let [left, right, bottom, top] = corners(&annotation.bounds().ok()?);
            let place = [left - corner[0], right - corner[0], bottom - corner[1], top - corner[1]];
            Some((place, text.split_whitespace().collect::<Vec<_>>().join(" ")))
                .filter(|(_, text)| !text.is_empty())
        })
        .collect();
    found.sort_by(|(a, _), (b, _)| a[0].total_cmp(&b[0]));
    for (place, text) in found {
        let [left, right, bottom, top] = place;
        let middle = f32::midpoint(bottom, top);
        let beside = |line: &&mut Line| {
            (f32::midpoint(line.bottom, line.top) - middle).abs() < line.size.max(top - bottom) * 0.6
        };
        let is_tick = text == "☑" || text == "☐";
        // A box stands before its words more often than behind them; what is typed stands behind its label.
        let after = sheet
            .lines
            .iter_mut()
            .filter(beside)
            .find(|line| is_tick && line.left >= left && line.left - right < 30.0);
        if let Some(line) = after {
            line.text.insert_str(0, &format!("{text} "));
            line.cells.iter_mut().skip(1).for_each(|cell| cell.at += text.len() + 1);
            continue;
        }
        let before = sheet.lines.iter_mut().filter(beside).filter(|line| line.left < left).last();
        if let Some(line) = before {
            let bare = line.text.trim_end().len();
            line.text.truncate(bare);
            let colon = is_tick || line.text.ends_with([':', '：', ')', '☑', '☐']) || line.cells.len() > 1;
            line.text.push_str(if colon { " " } else { ": " });
            line.text.push_str(&text);
            continue;
        }
        let size = (top - bottom).clamp(6.0, 12.0);
        let cells = vec![layout::Stretch { at: 0, left, right }];
        let line =
            Line { text, left, right, bottom: middle - size / 2.0, top: middle + size / 2.0, size, cells };
        let at = sheet.lines.iter().position(|other| other.top < middle).unwrap_or(sheet.lines.len());
        sheet.lines.insert(at, line);
    }
}

/// The text of a form's field or of words typed on the page.
fn filled(annotation: &PdfPageAnnotation<'_>) -> Option<String> {
    let tick = |checked: Result<bool, PdfiumError>| {
        checked.ok().map(|on| String::from(if on { '☑' } else { '☐' }))
    };
    if let Some(field) = annotation.as_form_field() {
        return match field {
            PdfFormField::Text(field) => field.value(),
            PdfFormField::ComboBox(field) => field.value(),
            PdfFormField::ListBox(field) => field.value(),
            PdfFormField::Checkbox(field) => tick(field.is_checked()),
            PdfFormField::RadioButton(field) => tick(field.is_checked()),
            _ => None,
        };
    }
    annotation.as_free_text_annotation()?.contents()
}
