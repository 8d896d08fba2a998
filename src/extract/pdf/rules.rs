//! The lines drawn on a page that may be rules of a table: strokes, thin rectangles, edges of filled cells.

use pdfium_render::prelude::{
    PdfMatrix, PdfPage, PdfPageObject, PdfPageObjectCommon, PdfPageObjectsCommon, PdfPagePathObject,
    PdfPathFillMode, PdfPathSegmentType, PdfPathSegments,
};

use super::place::{Place, corners};
use crate::layout::{Rule, Rules};

/// Objects and pieces of lines of a page that are looked at: a page with more is a drawing.
const MAX_OBJECTS: usize = 20_000;
const MAX_PIECES: usize = 40_000;
/// Forms within forms that are opened.
const DEPTH: usize = 3;
/// A line that leaves its way by less than this, in points, is straight.
const STRAIGHT: f32 = 0.7;
/// A rectangle no thicker than this is a line.
const THIN: f32 = 3.0;

struct Search {
    objects_left: usize,
    pieces_left: usize,
    pieces: Vec<([f32; 2], [f32; 2])>,
    fills: Vec<Place>,
}

/// The rules of a page, none of one that is a drawing.
pub(super) fn rules(page: &PdfPage<'_>, bounds: &Place) -> Rules {
    let mut search =
        Search { objects_left: MAX_OBJECTS, pieces_left: MAX_PIECES, pieces: Vec::new(), fills: Vec::new() };
    for object in page.objects().iter().take(MAX_OBJECTS) {
        if search.object(&object, &PdfMatrix::IDENTITY, 0).is_none() {
            return Rules::default();
        }
    }
    let [left, right, bottom, top] = *bounds;
    let (mut across, mut up) = (Vec::new(), Vec::new());
    for ([x, y], [to_x, to_y]) in search.pieces {
        if (y - to_y).abs() <= STRAIGHT && y > bottom && y < top {
            let (from, to) = (x.min(to_x).max(left), x.max(to_x).min(right));
            across.push(Rule { at: f32::midpoint(y, to_y), from, to });
        } else if (x - to_x).abs() <= STRAIGHT && x > left && x < right {
            let (from, to) = (y.min(to_y).max(bottom), y.max(to_y).min(top));
            up.push(Rule { at: f32::midpoint(x, to_x), from, to });
        }
    }
    // What fills the page is its paper.
    let paper = |place: &Place| {
        place[1] - place[0] > (right - left) * 0.9 && place[3] - place[2] > (top - bottom) * 0.8
    };
    search.fills.retain(|place| !paper(place));
    Rules::new(across, up, search.fills)
}

impl Search {
    /// Looks at an object; `None` when there is too much.
    fn object(&mut self, object: &PdfPageObject<'_>, matrix: &PdfMatrix, depth: usize) -> Option<()> {
        self.objects_left = self.objects_left.checked_sub(1)?;
        match object {
            PdfPageObject::Path(path) => self.path(path, matrix),
            // Some programs draw lines as pictures of one dot.
            PdfPageObject::Image(image) if depth == 0 => {
                if let Ok(bounds) = image.bounds() {
                    let [left, right, bottom, top] = corners(&bounds.to_rect());
                    if (right - left).min(top - bottom) <= THIN {
                        self.outline([left, right, bottom, top]);
                    }
                }
                Some(())
            }
            PdfPageObject::XObjectForm(form) if depth < DEPTH => {
                let matrix = form.matrix().ok().map_or(*matrix, |own| own.multiply(*matrix));
                for index in form.as_range() {
                    if let Ok(object) = form.get(index) {
                        self.object(&object, &matrix, depth + 1)?;
                    }
                }
                Some(())
            }
            _ => Some(()),
        }
    }

    fn path(&mut self, path: &PdfPagePathObject<'_>, matrix: &PdfMatrix) -> Option<()> {
        let filled = path.fill_mode().is_ok_and(|mode| mode != PdfPathFillMode::None);
        if !filled && !path.is_stroked().unwrap_or(false) {
            return Some(());
        }
        let stroked = path.is_stroked().unwrap_or(false);
        let segments = path.segments();
        let count = usize::try_from(segments.len()).unwrap_or(usize::MAX);
        self.pieces_left = self.pieces_left.checked_sub(count)?;
        let matrix = path.matrix().ok().map_or(*matrix, |own| own.multiply(*matrix));
        let (mut points, mut straight) = (Vec::new(), true);
        for segment in segments.iter() {
            let (x, y) = segment.point();
            let (x, y) = matrix.apply_to_points(x, y);
            let kind = segment.segment_type();
            if kind == PdfPathSegmentType::MoveTo {
                self.shape(&std::mem::take(&mut points), stroked, straight);
                straight = true;
            }
            straight &= kind != PdfPathSegmentType::BezierTo;
            points.push([x.value, y.value]);
            if let (true, Some(first)) = (segment.is_close(), points.first().copied()) {
                points.push(first);
            }
        }
        self.shape(&points, stroked, straight);
        Some(())
    }

    /// Takes what may be rules of a shape: its sides where they are drawn or it is thin, else the rectangle that it fills.
    fn shape(&mut self, points: &[[f32; 2]], stroked: bool, straight: bool) {
        let edge = |of: fn(f32, f32) -> f32, at: usize| {
            points.iter().filter_map(|point| point.get(at)).copied().reduce(of).unwrap_or_default()
        };
        let place = [edge(f32::min, 0), edge(f32::max, 0), edge(f32::min, 1), edge(f32::max, 1)];
        let thin = (place[1] - place[0]).min(place[3] - place[2]) <= THIN;
        if stroked || (thin && straight) {
            let sides = points.windows(2).filter_map(|pair| Some((*pair.first()?, *pair.last()?)));
            self.pieces.extend(sides);
        } else if straight && points.len() <= 6 {
            self.fills.push(place);
        }
    }

    fn outline(&mut self, [left, right, bottom, top]: Place) {
        let corners = [[left, bottom], [right, bottom], [right, top], [left, top], [left, bottom]];
        for pair in corners.windows(2) {
            if let [a, b] = pair {
                self.pieces.push((*a, *b));
            }
        }
    }
}
