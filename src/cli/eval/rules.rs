//! `stet eval rules`: what each finding of the gate is worth.
//!
//! Owns counting. A finding that refuses a claim alone decides it; a finding that is wrong as often as right buys nothing.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::golden::word;
use super::{ClaimRow, CliError, each, is_unread, rows};
use stet_gate::{GatePolicy, PreparedSources, Status, Verdict, judge};

/// The findings that speak against a claim, by their ids.
pub(super) fn fired(verdict: &Verdict) -> Vec<String> {
    let veto = verdict.veto.map(|veto| format!("veto.{}", word(veto)));
    veto.into_iter()
        .chain(verdict.penalties.iter().map(|penalty| format!("penalty.{}", word(penalty))))
        .collect()
}

/// Whether a finding decides the status: the claim is refused, and nothing else speaks against it.
fn decides(verdict: &Verdict, fired: &[String]) -> bool {
    verdict.status == Status::Unsupported && fired.len() == 1
}

/// What one finding did on one split.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Count {
    fired: usize,
    decided: usize,
    /// Decided statuses that are those of the labels.
    right: usize,
}

impl Count {
    fn add(&mut self, decided: bool, supported: bool) {
        self.fired += 1;
        self.decided += usize::from(decided);
        self.right += usize::from(decided && !supported);
    }
}

/// The counts of one finding on the read and on the unread split.
type Counts = [Count; 2];

pub(super) fn print(files: &[PathBuf]) -> Result<(), CliError> {
    let mut counts: BTreeMap<(String, String), Counts> = BTreeMap::new();
    for path in files {
        let rows: Vec<ClaimRow> = rows(path)?;
        let found = each(&rows, |row| {
            let verdict =
                judge(&row.claim, &PreparedSources::new(&[&row.source]), &[0], &GatePolicy::default());
            let ids = fired(&verdict);
            (decides(&verdict, &ids), ids)
        });
        for (row, (decided, ids)) in rows.iter().zip(found) {
            for id in ids {
                let [read, unread] = counts.entry((id, row.lang.clone())).or_default();
                let count = if is_unread(&row.source) { unread } else { read };
                count.add(decided, row.supported);
            }
        }
    }
    tell_line!(
        "| finding | lang | read: fired | decided | right | wrong | unread: fired | decided | right | wrong |"
    )?;
    tell_line!("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|")?;
    for ((id, lang), counts) in &counts {
        let cells = counts.map(|count| {
            format!("{} | {} | {} | {}", count.fired, count.decided, count.right, count.decided - count.right)
        });
        tell_line!("| {id} | {lang} | {} |", cells.join(" | "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_decides_what_it_refuses_alone() {
        let sources = PreparedSources::new(&["The fee is 5 euros a year. The hall may close at six."]);
        let of = |claim: &str| {
            let verdict = judge(claim, &sources, &[0], &GatePolicy::default());
            let ids = fired(&verdict);
            (decides(&verdict, &ids), ids)
        };
        assert_eq!(of("The fee is 6 euros a year."), (true, vec!["veto.number".to_owned()]));
        assert_eq!(of("The fee is 5 euros a year."), (false, Vec::new()));
        let mut count = Count::default();
        for (decided, supported) in [(true, false), (true, true), (false, true)] {
            count.add(decided, supported);
        }
        assert_eq!(count, Count { fired: 3, decided: 2, right: 1 });
    }
}
