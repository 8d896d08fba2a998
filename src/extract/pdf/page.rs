//! A page of a PDF as lines: which of its characters are seen, which way they run, what is raised, what was filled in.

use std::cell::{Cell, OnceCell};

use pdfium_render::prelude::{
    PdfBitmapFormat, PdfColor, PdfFormField, PdfPage, PdfPageAnnotation, PdfPageAnnotationCommon,
    PdfPageObject, PdfPageObjectCommon, PdfPageObjectsCommon, PdfPageTextChar, PdfPageTextRenderMode,
    PdfPathFillMode, PdfRenderConfig, PdfiumError,
};

use super::glyphs::{Glyph, Way, in_fields, joined, line, middle, parted, spaced, upright};
use super::place::{Place, corners};
use super::rules::rules;
use crate::layout::{self, Line, Sheet};

/// Lines of more characters than this are cut: a page of text has none.
const MAX_LINE_CHARS: usize = 4000;
/// Objects of a page that are looked at for what stands behind white text.
const MAX_OBJECTS: usize = 20_000;

pub(super) fn sheet(page: &PdfPage<'_>) -> Result<Sheet, PdfiumError> {
    let bounds =
        page.boundaries().bounding().map_or([0.0, f32::MAX, 0.0, f32::MAX], |found| corners(&found.bounds));
    let hidden = Cell::new(0);
    let mut lines = glyphs(page, bounds, &hidden)?;
    let [left, right, bottom, top] = bounds;
    let (width, tall) = (right - left, top - bottom);
    let mut rules = rules(page, &bounds).turned(|[x, y]| [x - left, y - bottom]);
    let way = upright(&mut lines, width, tall);
    match way {
        Way::Across => {}
        Way::Up => rules = rules.turned(|[x, y]| [y, width - x]),
        Way::Down => rules = rules.turned(|[x, y]| [tall - y, x]),
        Way::Back => rules = rules.turned(|[x, y]| [width - x, tall - y]),
    }
    let height = if matches!(way, Way::Across | Way::Back) { tall } else { width };
    let lines = joined(parted(lines).into_iter().map(spaced).collect());
    let middles: Vec<[f32; 2]> = lines.iter().flatten().filter(|glyph| glyph.ch != ' ').map(middle).collect();
    let grids = layout::ruled(&rules, &middles);
    let pieces = lines.iter().flat_map(|glyphs| in_fields(glyphs, &grids));
    let pieces = pieces.filter_map(|(field, glyphs)| Some(Line { field, ..line(&glyphs, &rules)? }));
    let is_recognised = hidden.get() > 0;
    let lines = layout::rows_whole(pieces.collect());
    let mut sheet = Sheet { height, lines, is_recognised, ..Sheet::default() };
    let letters = |line: &Line| line.text.chars().count();
    let askew: usize = sheet.lines.iter().filter(|line| line.askew).map(letters).sum();
    if askew * 4 > sheet.lines.iter().map(letters).sum() {
        // The page itself is.
        for line in &mut sheet.lines {
            line.askew = false;
        }
    }
    if matches!(way, Way::Across) {
        fill_in(page, &mut sheet, [left, bottom]);
    } else {
        sheet.lines.sort_by(|a, b| b.bottom.total_cmp(&a.bottom));
    }
    sheet.lines = layout::without_numbers(sheet.lines);
    sheet.rules = rules.with_fills(|_, _| false);
    layout::tabulate(&mut sheet, &grids);
    sheet.lines = layout::untangle(&sheet.lines);
    Ok(sheet)
}

/// The characters of a page that are seen, in lines as the engine cuts them, by their places from the lower left corner.
fn glyphs(page: &PdfPage<'_>, bounds: Place, hidden: &Cell<usize>) -> Result<Vec<Vec<Glyph>>, PdfiumError> {
    let view = View { page, bounds, struck: struck(page), behind: OnceCell::new(), hidden };
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
        // Of letters that run up or down the engine does not know the size.
        let [width, height] = [place[1] - place[0], place[3] - place[2]];
        let size = Some(ch.scaled_font_size().value).filter(|size| *size > 0.1);
        let size = size.unwrap_or(width.max(height) * 0.8);
        if unicode != ' ' && !view.sees(&ch, &place, size) {
            continue;
        }
        let base = ch.origin_y().map_or(place[2], |base| base.value);
        // A word is of one weight.
        let is_bold = match line.last() {
            Some(last) if last.ch != ' ' => last.is_bold,
            _ => unicode != ' ' && is_bold(&ch),
        };
        line.push(Glyph { ch: unicode, place, size, base, is_bold });
        // The engine goes on in one line behind such a hyphen.
        if line.len() > MAX_LINE_CHARS || matches!(ch.unicode_value(), 0x2 | 0xfffe) {
            lines.push(Vec::new());
        }
    }
    let [left, _, bottom, _] = bounds;
    for glyph in lines.iter_mut().flatten() {
        let [a, b, c, d] = glyph.place;
        glyph.place = [a - left, b - left, c - bottom, d - bottom];
        glyph.base -= bottom;
    }
    Ok(lines)
}

fn is_bold(ch: &PdfPageTextChar<'_>) -> bool {
    let name = ch.font_name();
    let names = ["Bold", "bold", "Black", "Heavy", "Demi", "CMBX", "SFBX", "HeadLine"];
    names.iter().any(|part| name.contains(part)) || name.ends_with("-Medi")
}

/// Letters that stand on a scan as its head, its foot and a stamp.
const FEW_LETTERS: usize = 250;

/// Whether a page is to be read from its picture: an image fills most of it, and there is no text, or only what is set around
/// and over a page of writing.
pub(super) fn is_picture(page: &PdfPage<'_>, sheet: &Sheet) -> bool {
    let letters = sheet.text().chars().filter(|ch| ch.is_alphanumeric()).count();
    let none = sheet.lines.is_empty();
    if sheet.is_recognised || letters > FEW_LETTERS {
        return false;
    }
    let whole = page.width().value * page.height().value;
    let least = whole * if none { 0.5 } else { 0.7 };
    let size = |object: PdfPageObject<'_>| {
        let form = matches!(object, PdfPageObject::XObjectForm(_));
        let image = matches!(object, PdfPageObject::Image(_)) || (form && none);
        let [left, right, bottom, top] = corners(&object.bounds().ok().filter(|_| image)?.to_rect());
        Some((right - left) * (top - bottom))
    };
    let filled = page.objects().iter().take(MAX_OBJECTS).filter_map(size).any(|size| size > least);
    filled && (none || is_writing(page, sheet))
}

/// Whether a page shows more rows of writing, small dark strokes on white, than its own lines take: none in a photograph.
fn is_writing(page: &PdfPage<'_>, sheet: &Sheet) -> bool {
    let config = PdfRenderConfig::new().set_target_width(700).set_maximum_height(1400);
    let Ok(bitmap) = page.render_with_config(&config.set_format(PdfBitmapFormat::BGRA)) else { return false };
    let bytes = bitmap.as_raw_bytes();
    let height = usize::try_from(bitmap.height()).unwrap_or(0);
    let row = bytes.len().checked_div(height).unwrap_or(0).max(4);
    let light = |dot: &[u8; 4]| dot.iter().take(3).all(|colour| *colour > 170);
    let dark = |dot: &[u8; 4]| dot.iter().take(3).all(|colour| *colour < 130);
    let written = bytes.chunks(row).filter(|row| {
        let dots = row.as_chunks::<4>().0;
        let strokes =
            dots.windows(4).filter(|dots| matches!(dots, [a, .., b] if light(a) && dark(b))).count();
        strokes >= 5 && dots.iter().filter(|dot| light(dot)).count() * 2 > dots.len()
    });
    let own: f32 = sheet.lines.iter().map(|line| line.top - line.bottom).sum();
    written.count() as f32 > height as f32 * (0.02 + own / sheet.height.max(1.0))
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
    /// How many characters are what recognition read in a picture.
    hidden: &'a Cell<usize>,
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
            let read = self.behind().iter().any(|(behind, image)| *image && holds(behind, x, y));
            self.hidden.set(self.hidden.get() + usize::from(read));
            return read;
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
            let stretches = line.cells.iter_mut().skip(1).chain(line.words.iter_mut().skip(1));
            stretches.for_each(|stretch| stretch.at += text.len() + 1);
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
        let words = cells.clone();
        let (bottom, top) = (middle - size / 2.0, middle + size / 2.0);
        let line = Line { text, left, right, bottom, top, size, cells, words, ..Line::default() };
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
