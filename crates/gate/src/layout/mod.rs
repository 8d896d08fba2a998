//! Layout: claims that take from a table or a list what it gives to another row, column or entry.

pub(super) mod entries;
pub(super) mod rows;
pub(super) mod table;

/// The cells of a line of a Markdown table; none of a line that is no row, or only rules off the head (`|---|---|`).
fn cells(line: &str) -> Option<impl Iterator<Item = &str>> {
    let row = line.trim().strip_prefix('|')?;
    let row = row.strip_suffix('|').unwrap_or(row);
    let rules = row.chars().all(|ch| matches!(ch, '|' | '-' | ':' | ' '));
    (!rules).then(|| row.split('|'))
}
