//! What draws a picture in a Word file.

use crate::html::escape;

/// Units of a drawing that a pixel takes, at 96 to the inch.
const PIXEL: u64 = 9525;
/// Widest picture: what is between the margins of A4.
const WIDEST: u64 = 5_730_000;
/// Draws a picture of so many pixels, within the line.
pub(super) fn drawing(relation: &str, number: usize, alt: &str, width: u64, height: u64) -> String {
    let (mut across, mut down) = (width * PIXEL, height * PIXEL);
    if across > WIDEST {
        (across, down) = (WIDEST, (down * WIDEST / across).max(1));
    }
    let (id, alt) = (number + 1, escape(alt));
    format!(
        "<w:drawing><wp:inline xmlns:wp=\"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing\" \
         distT=\"0\" distB=\"0\" distL=\"0\" distR=\"0\"><wp:extent cx=\"{across}\" cy=\"{down}\"/>\
         <wp:docPr id=\"{id}\" name=\"Picture {id}\" descr=\"{alt}\"/>\
         <a:graphic xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\">\
         <a:graphicData uri=\"http://schemas.openxmlformats.org/drawingml/2006/picture\">\
         <pic:pic xmlns:pic=\"http://schemas.openxmlformats.org/drawingml/2006/picture\"><pic:nvPicPr>\
         <pic:cNvPr id=\"{id}\" name=\"Picture {id}\"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill>\
         <a:blip r:embed=\"{relation}\"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm>\
         <a:off x=\"0\" y=\"0\"/><a:ext cx=\"{across}\" cy=\"{down}\"/></a:xfrm>\
         <a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>\
         </wp:inline></w:drawing>"
    )
}
