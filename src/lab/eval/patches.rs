//! `stet eval patches`: the category of every change.

use std::path::PathBuf;

use serde::Deserialize;

use super::confusion::{Confusion, Scores};
use crate::LabError;
use crate::rows::{each, is_unread, name, rows};
use stet_patch::{Category, patches, riskiest};

#[derive(Deserialize)]
pub(super) struct PatchRow {
    pub before: String,
    pub after: String,
    pub label: Label,
    #[serde(default)]
    pub lang: String,
}

/// A label of the data; some sets have more of them than Stet has categories.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum Label {
    Core,
    Expression,
    Detail,
    #[serde(other)]
    Other,
}

impl Label {
    pub const fn category(self) -> Option<Category> {
        match self {
            Self::Core => Some(Category::Core),
            Self::Expression => Some(Category::Expression),
            Self::Detail => Some(Category::Detail),
            Self::Other => None,
        }
    }
}

/// What a row is told to the unread split by: an insertion has nothing before it.
pub(super) fn made_from<'a>(before: &'a str, after: &'a str) -> &'a str {
    if before.trim().is_empty() { after } else { before }
}

pub(super) fn print(files: &[PathBuf]) -> Result<(), LabError> {
    tell_line!(
        "| set | lang | split | rows | accuracy | macro-F1 | CORE recall | \
         CORE called DETAIL (of CORE / of DETAIL) | false CORE |"
    )?;
    tell_line!("|---|---|---|---:|---:|---:|---:|---:|---:|")?;
    for path in files {
        let rows: Vec<PatchRow> = rows(path)?;
        let found = each(&rows, |row| {
            let label = row.label.category()?;
            Some((
                label,
                riskiest(&patches(&row.before, &row.after)),
                is_unread(made_from(&row.before, &row.after)),
            ))
        });
        let (mut all, mut unread) = (Confusion::default(), Confusion::default());
        for (label, category, held) in found.into_iter().flatten() {
            all.add(label, category);
            if held {
                unread.add(label, category);
            }
        }
        let lang = rows.first().map_or("", |row| row.lang.as_str());
        print_scores(&name(path), lang, "all", &all.scores())?;
        print_scores("", "", "unread", &unread.scores())?;
    }
    Ok(())
}

fn print_scores(name: &str, lang: &str, split: &str, scores: &Scores) -> Result<(), LabError> {
    let optional = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"));
    tell_line!(
        "| {name} | {lang} | {split} | {} | {:.3} | {:.3} | {} | {} ({:.2} % / {:.2} %) | {} |",
        scores.rows,
        scores.accuracy,
        scores.macro_f1,
        optional(scores.core_recall),
        scores.leaks,
        100.0 * scores.leak_of_core,
        100.0 * scores.leak_of_detail,
        optional(scores.false_core)
    )
}
