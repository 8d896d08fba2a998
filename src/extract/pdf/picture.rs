//! A page as a picture for a reader, with the words it is opened for marked on it.

use pdfium_render::prelude::{PdfBitmapFormat, PdfPage, PdfRect, PdfRenderConfig};
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;

use super::engine::engine;
use crate::{ExtractError, Limits};

/// The page to be drawn, from 1, and the words to be marked on it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    pub page: u32,
    pub words: Option<String>,
}

/// Dots per inch that a screen shows well, and the most dots of a side.
const DENSITY: f32 = 144.0;
const MAX_SIDE: i32 = 2400;
/// What a marker's ink leaves of blue, in 256ths; of red it leaves all, of green almost.
const INK: [u16; 3] = [256, 236, 140];
/// How far the ink reaches beyond the letters, in points.
const BRIM: f32 = 1.0;

/// One page as PNG, in colour, upright as a reader sees it.
pub(crate) fn picture(bytes: &[u8], wanted: &Picture, limits: &Limits) -> Result<Vec<u8>, ExtractError> {
    let pdfium = engine(limits).ok_or(ExtractError::NoEngine)?;
    let document = pdfium.load_pdf_from_byte_slice(bytes, None).map_err(ExtractError::corrupt)?;
    let index = i32::try_from(wanted.page.saturating_sub(1)).map_err(ExtractError::corrupt)?;
    let page = document.pages().get(index).map_err(ExtractError::corrupt)?;
    let config = PdfRenderConfig::new()
        .scale_page_by_factor(DENSITY / 72.0)
        .set_maximum_width(MAX_SIDE)
        .set_maximum_height(MAX_SIDE)
        .set_format(PdfBitmapFormat::BGRA);
    let bitmap = page.render_with_config(&config).map_err(ExtractError::corrupt)?;
    let side = |pixels: i32| u32::try_from(pixels).unwrap_or(0);
    let (width, height) = (side(bitmap.width()), side(bitmap.height()));
    let row = bitmap.as_raw_bytes().len().checked_div(height as usize).unwrap_or(0).max(1);
    let dots = bitmap.as_raw_bytes();
    let colours = |row: &[u8]| {
        let dots = row.as_chunks::<4>().0.iter().take(width as usize);
        dots.flat_map(|[blue, green, red, _]| [*red, *green, *blue]).collect::<Vec<_>>()
    };
    let mut rows: Vec<Vec<u8>> = dots.chunks(row).take(height as usize).map(colours).collect();
    let words = wanted.words.as_deref().unwrap_or_default();
    for place in places(&page, words) {
        let corner = |x, y| page.points_to_pixels(x, y, &config).ok();
        let (Some(one), Some(other)) =
            (corner(place.left(), place.top()), corner(place.right(), place.bottom()))
        else {
            continue;
        };
        mark(&mut rows, one, other);
    }
    png(width, height, &rows.concat()).map_err(|fault| ExtractError::Failed { detail: fault.to_string() })
}

/// Colours the rectangle between two corners as a marker does: what is dark stays.
fn mark(rows: &mut [Vec<u8>], one: (i32, i32), other: (i32, i32)) {
    let range = |a: i32, b: i32| {
        let at = |side: i32| usize::try_from(side).unwrap_or(0);
        at(a.min(b))..at(a.max(b))
    };
    let (columns, lines) = (range(one.0, other.0), range(one.1, other.1));
    for row in rows.iter_mut().take(lines.end).skip(lines.start) {
        for dot in row.as_chunks_mut::<3>().0.iter_mut().take(columns.end).skip(columns.start) {
            for (colour, left) in dot.iter_mut().zip(INK) {
                *colour = u8::try_from(u16::from(*colour) * left / 256).unwrap_or(u8::MAX);
            }
        }
    }
}

/// Where the words stand on the page, one rectangle a line. Only letters and digits count: a document read from the page has
/// other spaces, line ends and hyphens. None where they do not stand as they are.
fn places(page: &PdfPage<'_>, words: &str) -> Vec<PdfRect> {
    let fold = |text: &str| -> String {
        text.nfkc().flat_map(char::to_lowercase).filter(|ch| ch.is_alphanumeric()).collect()
    };
    let wanted = fold(words);
    let Ok(text) = page.text() else { return Vec::new() };
    if wanted.is_empty() {
        return Vec::new();
    }
    let (mut folded, mut letters) = (String::new(), Vec::new());
    for letter in text.chars().iter() {
        let Some(ch) = letter.unicode_char() else { continue };
        let seen = fold(ch.encode_utf8(&mut [0; 4]));
        let (Ok(place), false) = (letter.loose_bounds(), seen.is_empty()) else { continue };
        letters.push((folded.len(), place));
        folded.push_str(&seen);
    }
    let Some(from) = folded.find(&wanted) else { return Vec::new() };
    let found = from..from + wanted.len();
    let mut lines: Vec<PdfRect> = Vec::new();
    for (_, place) in letters.into_iter().filter(|(at, _)| found.contains(at)) {
        match lines.last_mut().filter(|line| goes_on(line, &place)) {
            Some(line) => *line = around(line, &place),
            None => lines.push(place),
        }
    }
    lines.iter().map(broad).collect()
}

/// Whether a letter stands on a line, which half of its height tells.
fn goes_on(line: &PdfRect, letter: &PdfRect) -> bool {
    let middle = f32::midpoint(letter.top().value, letter.bottom().value);
    (line.bottom().value..=line.top().value).contains(&middle) && letter.right().value > line.left().value
}

fn around(one: &PdfRect, other: &PdfRect) -> PdfRect {
    PdfRect::new_from_values(
        one.bottom().value.min(other.bottom().value),
        one.left().value.min(other.left().value),
        one.top().value.max(other.top().value),
        one.right().value.max(other.right().value),
    )
}

fn broad(place: &PdfRect) -> PdfRect {
    PdfRect::new_from_values(
        place.bottom().value - BRIM,
        place.left().value - BRIM,
        place.top().value + BRIM,
        place.right().value + BRIM,
    )
}

fn png(width: u32, height: u32, colours: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(colours)?;
    writer.finish()?;
    Ok(file)
}
