//! Remarks of a LaTeX source, and what it sets as it stands: neither is read for commands.

/// Stand around the number of a piece of literal text: within a line, and as a block.
pub(super) const LITERAL: char = '\u{1}';
pub(super) const LITERAL_BLOCK: char = '\u{3}';
pub(super) const LITERAL_END: char = '\u{2}';

/// Environments whose text is no markup; that of a remark is none at all.
const LITERALS: [&str; 7] =
    ["verbatim", "Verbatim", "lstlisting", "minted", "alltt", "comment", "filecontents"];

pub(super) fn put_literal(out: &mut String, literals: &mut Vec<String>, text: String, mark: char) {
    out.push(mark);
    out.push_str(&literals.len().to_string());
    out.push(LITERAL_END);
    literals.push(text);
}

/// The source without its remarks; literal blocks become marks.
pub(super) fn without_remarks(source: &str, literals: &mut Vec<String>) -> String {
    let source = source.replace([LITERAL, LITERAL_BLOCK, LITERAL_END], "");
    let mut out = String::with_capacity(source.len());
    let mut literal: Option<(&str, String)> = None;
    let mut joins = false;
    for line in source.lines() {
        if let Some((name, text)) = &mut literal {
            let end =
                line.find("\\end{").filter(|at| line.get(at + 5..).is_some_and(|end| end.starts_with(*name)));
            if end.is_none() {
                text.push_str(line);
                text.push('\n');
                continue;
            }
            if *name != "comment" {
                put_literal(&mut out, literals, std::mem::take(text), LITERAL_BLOCK);
            }
            out.push_str("\n\n");
            literal = None;
            continue;
        }
        let remark = remark(line);
        let text = remark.and_then(|at| line.get(..at)).unwrap_or(line);
        let opens = text.find("\\begin{").and_then(|at| {
            let name = text.get(at + 7..)?;
            Some((LITERALS.iter().find(|literal| name.starts_with(**literal))?, at))
        });
        if let Some((name, at)) = opens {
            out.push_str(text.get(..at).unwrap_or_default());
            out.push_str("\n\n");
            let (_, behind) = line.get(at + 7..).and_then(|text| text.split_once('}')).unwrap_or_default();
            if let Some((inner, behind)) = behind.split_once("\\end{") {
                if *name != "comment" {
                    put_literal(&mut out, literals, inner.to_owned(), LITERAL_BLOCK);
                }
                out.extend(["\n\n", behind.split_once('}').map_or("", |(_, behind)| behind), "\n"]);
            } else {
                literal = Some((name, String::new()));
            }
            continue;
        }
        let text = if joins && !text.trim().is_empty() { text.trim_start() } else { text };
        // A remark takes the end of its line with it.
        joins = remark.is_some();
        if joins && text.trim().is_empty() {
            continue;
        }
        out.push_str(text);
        if !joins {
            out.push('\n');
        }
    }
    if let Some((_, text)) = literal.filter(|(name, _)| *name != "comment") {
        put_literal(&mut out, literals, text, LITERAL_BLOCK);
    }
    out
}

/// Where a remark begins: at the first `%` that is neither behind a backslash nor part of a literal text or an address.
fn remark(line: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = line.get(at..)?.find(['%', '\\']) {
        at += found;
        let behind = line.get(at + 1..)?;
        if line.get(at..)?.starts_with('%') {
            return Some(at);
        }
        let name = name(behind);
        let rest = behind.get(name.len()..)?;
        let close = match name {
            "verb" | "lstinline" => rest.chars().next().map(|mark| if mark == '{' { '}' } else { mark }),
            "url" | "href" | "nolinkurl" | "path" => Some('}'),
            _ => None,
        };
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let literal = close.and_then(|close| rest.get(first..)?.find(close));
        at += 1
            + name.len()
            + literal.map_or(if name.is_empty() { first } else { 0 }, |length| length + 2 * first);
    }
    None
}

/// Bytes of a source that may be looked at in vain for the ends of what it opens.
pub(super) const fn searches(length: usize) -> usize {
    length.saturating_mul(4).saturating_add(100_000)
}

/// The name of a command behind its backslash.
pub(super) fn name(text: &str) -> &str {
    let end = text.find(|ch: char| !ch.is_ascii_alphabetic() && ch != '@').unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}
