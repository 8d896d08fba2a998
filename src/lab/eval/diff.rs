//! `stet eval diff`: what changed between two files of `eval golden`.
//!
//! Rows of the unread split are counted and never listed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::golden::{Kind, Line, Split, word};
use crate::rows::rows;
use crate::{LabError, Outcome};

#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// What Stet said
    #[arg(value_name = "FILE")]
    old: PathBuf,
    /// What it says now
    #[arg(value_name = "FILE")]
    new: PathBuf,
    /// Rows to show [default: 40]
    #[arg(long, value_name = "ROWS", default_value_t = 40, hide_default_value = true)]
    rows: usize,
}

/// What a row is known by.
type Key = (Option<Kind>, String, String, String);

fn load(path: &Path) -> Result<BTreeMap<Key, Line>, LabError> {
    let lines: Vec<Line> = rows(path)?;
    Ok(lines.into_iter().map(|line| (key(&line), line)).collect())
}

fn key(line: &Line) -> Key {
    (line.kind, line.set.clone(), line.class.clone(), line.id.clone())
}

/// How much of a group of rows changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Count {
    rows: usize,
    /// Rows whose status is another.
    changed: usize,
    mended: usize,
    broken: usize,
    /// Rows of the same status with another score, or something else found.
    moved: usize,
    came: usize,
    went: usize,
}

impl Count {
    fn add(&mut self, old: Option<&Line>, new: Option<&Line>) {
        self.rows += usize::from(new.is_some());
        let (Some(old), Some(new)) = (old, new) else {
            self.came += usize::from(old.is_none());
            self.went += usize::from(new.is_none());
            return;
        };
        if old.status == new.status {
            self.moved += usize::from(differs(old, new));
            return;
        }
        self.changed += 1;
        self.mended += usize::from((old.is_right(), new.is_right()) == (Some(false), Some(true)));
        self.broken += usize::from((old.is_right(), new.is_right()) == (Some(true), Some(false)));
    }

    fn is_nothing(&self) -> bool {
        self.changed + self.moved + self.came + self.went == 0
    }
}

/// Whether more than the place of a row is another.
fn differs(old: &Line, new: &Line) -> bool {
    Line { at: new.at, ..old.clone() } != *new
}

/// The groups that rows are counted in, and the last changed rows of the read split.
type Group = (String, String, String, String);

pub(super) fn run(args: &DiffArgs) -> Outcome {
    let (old, new) = (load(&args.old)?, load(&args.new)?);
    let keys: BTreeSet<&Key> = old.keys().chain(new.keys()).collect();
    let mut counts: BTreeMap<Group, Count> = BTreeMap::new();
    let mut changed = Vec::new();
    for key in keys {
        let (before, after) = (old.get(key), new.get(key));
        let Some(line) = after.or(before) else { continue };
        let group =
            (line.kind.map(word).unwrap_or_default(), line.set.clone(), line.lang.clone(), word(line.split));
        let count = counts.entry(group).or_default();
        count.add(before, after);
        if line.split == Split::Read && before.map(|line| &line.status) != after.map(|line| &line.status) {
            changed.push((before, after));
        }
    }
    print_counts(&counts)?;
    for (before, after) in changed.iter().take(args.rows) {
        print_change(*before, *after)?;
    }
    if changed.len() > args.rows {
        tell_line!("… {}", changed.len() - args.rows)?;
    }
    let same = counts.values().all(Count::is_nothing);
    Ok(if same { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print_counts(counts: &BTreeMap<Group, Count>) -> Result<(), LabError> {
    tell_line!(
        "| kind | set | lang | split | rows | status changed | wrong → right | right → wrong | moved | came | went |"
    )?;
    tell_line!("|---|---|---|---|---:|---:|---:|---:|---:|---:|---:|")?;
    for ((kind, set, lang, split), count) in counts.iter().filter(|(_, count)| !count.is_nothing()) {
        let Count { rows, changed, mended, broken, moved, came, went } = count;
        tell_line!(
            "| {kind} | {set} | {lang} | {split} | {rows} | {changed} | {mended} | {broken} | {moved} | {came} | {went} |"
        )?;
    }
    let rows: usize = counts.values().map(|count| count.rows).sum();
    let same = counts.values().filter(|count| count.is_nothing()).map(|count| count.rows).sum::<usize>();
    tell_line!("\n{rows} rows, {same} of them in groups without any change\n")
}

fn print_change(before: Option<&Line>, after: Option<&Line>) -> Result<(), LabError> {
    let Some(line) = after.or(before) else { return Ok(()) };
    let told = |line: Option<&Line>| {
        line.map_or_else(
            || "–".to_owned(),
            |line| {
                let score = line.score.map(|score| format!(" {score:.4}")).unwrap_or_default();
                let rules = if line.rules.is_empty() {
                    String::new()
                } else {
                    format!(" ({})", line.rules.join(", "))
                };
                format!("{}{score}{rules}", line.status)
            },
        )
    };
    let verdict = match (before.and_then(Line::is_right), after.and_then(Line::is_right)) {
        (Some(true), Some(false)) => "broken",
        (Some(false), Some(true)) => "mended",
        _ => "changed",
    };
    tell_line!(
        "{verdict}\t{}\t{}:{}\t{}\t{}\t{} → {}",
        line.kind.map(word).unwrap_or_default(),
        line.set,
        line.at,
        line.class,
        line.label.as_deref().unwrap_or("–"),
        told(before),
        told(after)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(status: &str, score: f64) -> Line {
        Line {
            kind: Some(Kind::Claim),
            label: Some("supported".to_owned()),
            status: status.to_owned(),
            score: Some(score),
            ..Line::default()
        }
    }

    #[test]
    fn changes_are_counted_by_what_they_mean() {
        let mut count = Count::default();
        let (right, wrong, refused) =
            (line("supported", 0.7), line("unsupported", 0.3), line("uncertain", 0.3));
        count.add(Some(&right), Some(&right));
        count.add(Some(&right), Some(&Line { at: 7, ..right.clone() }));
        assert!(count.is_nothing());
        count.add(Some(&right), Some(&wrong));
        count.add(Some(&wrong), Some(&right));
        count.add(Some(&wrong), Some(&refused));
        count.add(Some(&right), Some(&line("supported", 0.8)));
        count.add(None, Some(&right));
        count.add(Some(&right), None);
        assert_eq!(count, Count { rows: 7, changed: 3, mended: 1, broken: 1, moved: 1, came: 1, went: 1 });
    }
}
