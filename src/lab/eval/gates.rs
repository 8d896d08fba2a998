//! Which gate of the patch classifier decides how many rows of `stet eval patches`, and how often rightly.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::patches::{PatchRow, made_from};
use crate::LabError;
use crate::rows::{is_unread, rows};
use stet_patch::{Category, GateVerdict, patches};

/// Rows that a gate calls CORE: rightly, wrongly, and where no other gate does.
#[derive(Debug, Default)]
struct Counts {
    right: usize,
    wrong: usize,
    alone_right: usize,
    alone_wrong: usize,
}

/// Counts over all files, those of the unread split apart.
pub(super) fn table(files: &[PathBuf]) -> Result<(), LabError> {
    let mut all: BTreeMap<(&str, String, String), Counts> = BTreeMap::new();
    for path in files {
        for row in rows::<PatchRow>(path)? {
            let Some(label) = row.label.category() else { continue };
            let found = patches(&row.before, &row.after);
            let gates = found.iter().flat_map(|patch| &patch.gates);
            let core: BTreeSet<String> = gates
                .filter(|gate| gate.verdict == GateVerdict::Core)
                .map(|gate| format!("{:?}", gate.name).to_lowercase())
                .collect();
            let split = if is_unread(made_from(&row.before, &row.after)) { "unread" } else { "read" };
            let right = label == Category::Core;
            for name in &core {
                let counts = all.entry((split, row.lang.clone(), name.clone())).or_default();
                *(if right { &mut counts.right } else { &mut counts.wrong }) += 1;
                if core.len() == 1 {
                    *(if right { &mut counts.alone_right } else { &mut counts.alone_wrong }) += 1;
                }
            }
        }
    }
    tell_line!(
        "\n| split | lang | gate | CORE right / wrong | alone right / wrong |\n|---|---|---|---:|---:|"
    )?;
    for ((split, lang, gate), counts) in &all {
        let Counts { right, wrong, alone_right, alone_wrong } = counts;
        tell_line!("| {split} | {lang} | {gate} | {right} / {wrong} | {alone_right} / {alone_wrong} |")?;
    }
    Ok(())
}
