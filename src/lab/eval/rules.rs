//! `stet eval rules`: what each rule of the gate is worth.
//!
//! Owns counting. A rule decides a claim when its verdict is another without it; one that is wrong as often as right buys nothing.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::LabError;
use crate::rows::{ClaimRow, each, is_unread, rows};
use stet_gate::{GatePolicy, PreparedSources, Rule, judge};

/// The rules that found something in a row, and whether each decides its status.
fn asked(claim: &str, source: &str) -> Vec<(Rule, bool)> {
    let sources = PreparedSources::new(&[source]);
    let verdict = judge(claim, &sources, &[0], &GatePolicy::default());
    let without = |rule: Rule| GatePolicy { off: [rule].into_iter().collect(), ..GatePolicy::default() };
    let fired = Rule::ALL.iter().copied().filter(|rule| verdict.rules.has(*rule));
    fired.map(|rule| (rule, judge(claim, &sources, &[0], &without(rule)).status != verdict.status)).collect()
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

/// The counts of one rule on the read and on the unread split.
type Counts = [Count; 2];

pub(super) fn print(files: &[PathBuf]) -> Result<(), LabError> {
    let mut counts: BTreeMap<(&str, String), Counts> = BTreeMap::new();
    for path in files {
        let rows: Vec<ClaimRow> = rows(path)?;
        let found = each(&rows, |row| asked(&row.claim, &row.source));
        for (row, rules) in rows.iter().zip(found) {
            for (rule, decided) in rules {
                let [read, unread] = counts.entry((rule.id(), row.lang.clone())).or_default();
                let count = if is_unread(&row.source) { unread } else { read };
                count.add(decided, row.supported);
            }
        }
    }
    tell_line!(
        "| rule | lang | read: fired | decided | right | wrong | unread: fired | decided | right | wrong |"
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
    fn a_rule_decides_what_is_judged_otherwise_without_it() {
        let source = "The fee is 5 euros a year. The bill and the receipt are kept.";
        // The value is missing and stands in the place of another: either alone refuses the claim.
        let rules = asked("The fee is 6 euros a year.", source);
        assert!(rules.contains(&(Rule::ValueMissing, false)), "{rules:?}");
        assert_eq!(asked("The bill or the receipt is kept.", source), [(Rule::Joined, true)]);
        assert_eq!(asked("The fee is 5 euros a year.", source), []);
        let mut count = Count::default();
        for (decided, supported) in [(true, false), (true, true), (false, true)] {
            count.add(decided, supported);
        }
        assert_eq!(count, Count { fired: 3, decided: 2, right: 1 });
    }
}
