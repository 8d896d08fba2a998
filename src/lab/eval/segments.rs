//! `stet eval segments`: sentence boundaries.

use std::path::PathBuf;

use serde::Deserialize;

use super::boundaries::{BoundaryScores, boundary_scores};
use crate::LabError;
use crate::rows::{is_unread, name, rows};
use stet_segment::segment;

#[derive(Deserialize)]
struct SegmentRow {
    text: String,
    sents: Vec<String>,
}

pub(super) fn print(files: &[PathBuf]) -> Result<(), LabError> {
    tell_line!("| set | texts, unread | exact all, unread | precision | recall | F1 all, unread |")?;
    tell_line!("|---|---:|---:|---:|---:|---:|")?;
    for path in files {
        let (mut all, mut unread) = (BoundaryScores::default(), BoundaryScores::default());
        for row in rows::<SegmentRow>(path)? {
            let scores = boundary_scores(&row.text, &segment(&row.text), &row.sents);
            all += scores;
            if is_unread(&row.text) {
                unread += scores;
            }
        }
        tell_line!(
            "| {} | {}, {} | {} ({:.1} %), {} ({:.1} %) | {:.3} | {:.3} | {:.3}, {:.3} |",
            name(path),
            all.texts,
            unread.texts,
            all.exact,
            100.0 * all.exact_share(),
            unread.exact,
            100.0 * unread.exact_share(),
            all.precision(),
            all.recall(),
            all.f1(),
            unread.f1()
        )?;
    }
    Ok(())
}
