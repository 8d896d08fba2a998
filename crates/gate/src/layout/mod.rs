//! Layout: claims that take from a table or a list what it gives to another row, column or entry.

pub(super) mod table;

/// The cells of a line of a Markdown table; none of a line that is no row, or only rules off the head.
pub(super) fn cells(line: &str) -> Option<impl Iterator<Item = &str>> {
    let row = line.trim().strip_prefix('|')?;
    let row = row.strip_suffix('|').unwrap_or(row);
    (!is_rule(line)).then(|| row.split('|'))
}

/// Whether a line of a table only rules off the head (`|---|---|`).
pub(super) fn is_rule(line: &str) -> bool {
    line.trim_start().starts_with('|')
        && line.chars().all(|ch| matches!(ch, '|' | '-' | ':' | ' ' | '\r' | '\t'))
}
