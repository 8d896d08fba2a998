//! Where things stand on a page.

use pdfium_render::prelude::PdfRect;

/// Left, right, bottom and top in points.
pub(super) type Place = [f32; 4];

/// Left, right, bottom and top in points from the lower left corner.
pub(super) fn corners(place: &PdfRect) -> Place {
    [place.left().value, place.right().value, place.bottom().value, place.top().value]
}
