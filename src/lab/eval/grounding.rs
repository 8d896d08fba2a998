//! `stet eval grounding`: claims against sources.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::LabError;
use crate::figures::{Figures, Scored};
use crate::rows::{ClaimRow, each, is_unread, name, rows};
use stet_gate::{GatePolicy, PreparedSources, Status, judge};

/// The figures of all rows of a set, and of those of the unread split.
type Both = [Figures; 2];

pub(super) fn print(files: &[PathBuf]) -> Result<(), LabError> {
    tell_line!("| set | lang | split | rows | AUROC | bal. acc. | precision | recall |")?;
    tell_line!("|---|---|---|---:|---:|---:|---:|---:|")?;
    let mut by_language: BTreeMap<String, Vec<Both>> = BTreeMap::new();
    for path in files {
        let rows: Vec<ClaimRow> = rows(path)?;
        let lang = rows.first().map(|row| row.lang.clone()).unwrap_or_default();
        let all = each(&rows, |row| scored(&row.claim, &row.source, row.supported));
        let of_unread = all.iter().zip(&rows).filter(|(_, row)| is_unread(&row.source));
        let unread: Vec<Scored> = of_unread.map(|(scored, _)| *scored).collect();
        let both = [Figures::of(&all), Figures::of(&unread)];
        print_both(&name(path), &lang, &both)?;
        by_language.entry(lang).or_default().push(both);
    }
    for (lang, sets) in &by_language {
        let mean = |of: fn(&Both) -> Figures| Figures::mean(&sets.iter().map(of).collect::<Vec<_>>());
        print_both("**macro average**", lang, &[mean(|both| both[0]), mean(|both| both[1])])?;
    }
    Ok(())
}

fn scored(claim: &str, source: &str, supported: bool) -> Scored {
    let verdict = judge(claim, &PreparedSources::new(&[source]), &[0], &GatePolicy::default());
    Scored { score: verdict.score, called: verdict.status == Status::Supported, supported }
}

fn print_both(name: &str, lang: &str, [all, unread]: &Both) -> Result<(), LabError> {
    for (name, lang, split, found) in [(name, lang, "all", all), ("", "", "unread", unread)] {
        let Figures { auroc, balanced_accuracy, precision, recall, rows } = found;
        tell_line!(
            "| {name} | {lang} | {split} | {rows} | {auroc:.3} | {balanced_accuracy:.3} | {precision:.3} | {recall:.3} |"
        )?;
    }
    Ok(())
}
