//! Tables: the first row is their heads.

use super::body::Body;
use super::parts;
use crate::Align;
use crate::flat::{Fate, Spans};

impl Body<'_> {
    pub(super) fn cell(&mut self, spans: &Spans) {
        self.blank = true;
        self.spans(spans);
    }

    pub(super) fn table(&mut self, align: &[Align], rows: &[(Fate, Vec<Spans>)], inset: u8) {
        let columns = rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0).max(1);
        self.insets.insert(inset);
        put!(
            self.out,
            "<table:table table:style-name=\"Table{inset}\"><table:table-column table:number-columns-repeated=\"{columns}\"/>"
        );
        for (index, (_, cells)) in rows.iter().enumerate() {
            let kind = if index == 0 { "Heading" } else { "Contents" };
            self.out.push_str(if index == 0 { "<table:table-header-rows>" } else { "" });
            self.out.push_str("<table:table-row>");
            for column in 0..columns {
                let side = parts::side(align.get(column).copied().unwrap_or_default());
                put!(
                    self.out,
                    "<table:table-cell table:style-name=\"Cell\" office:value-type=\"string\"><text:p text:style-name=\"Table_20_{kind}{side}\">"
                );
                self.out.push_str(&std::mem::take(&mut self.pending));
                if let Some(spans) = cells.get(column) {
                    self.cell(spans);
                }
                self.out.push_str("</text:p></table:table-cell>");
            }
            self.out.push_str("</table:table-row>");
            self.out.push_str(if index == 0 { "</table:table-header-rows>" } else { "" });
        }
        self.out.push_str("</table:table>");
    }
}
