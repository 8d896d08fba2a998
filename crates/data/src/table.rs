//! The sections of a table, and by which names they are asked for.

/// What the name of a file ends with: `tsv`.
pub(crate) fn ending(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// The sections of a table with what stands below their `[name]`; of one without sections all of it, without a name.
pub(crate) fn sections(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let (whole, parts) = match text.strip_prefix('[') {
        Some(parts) => (None, Some(parts.split("\n["))),
        None => (Some(("", text)), None),
    };
    whole
        .into_iter()
        .chain(parts.into_iter().flatten().map(|part| part.split_once("]\n").unwrap_or((part, ""))))
}

/// The name by which a section is asked for: `words/en/saying` of `words/en/verbs`. Without a section that of the file.
pub(crate) fn key(file: &str, section: &str) -> String {
    match file.rsplit_once('/') {
        Some((folder, _)) if !section.is_empty() => format!("{folder}/{section}"),
        _ => file.to_owned(),
    }
}
