//! reStructuredText: directives, tables, substitutions, roles, footnotes.

use stet_sources::chunk::Category;

use super::marks::{Marks, between, unmark};
use super::{Sheet, Words, cells, grid, indent, latex};
use crate::script::{END, LOWERED, RAISED};
use crate::{ExtractError, csv};

/// Directives in directives.
const MAX_DEPTH: usize = 20;
const SIGNS: &str = "=-~^\"'`#*+:._<>";
/// Directives without words, and those whose words are literal.
const WORDLESS: [&str; 13] = [
    "contents",
    "index",
    "highlight",
    "meta",
    "role",
    "default-role",
    "raw",
    "tabularcolumns",
    "currentmodule",
    "module",
    "sectnum",
    "target-notes",
    "todolist",
];
const LITERAL: [&str; 9] = [
    "code-block",
    "code",
    "sourcecode",
    "parsed-literal",
    "doctest",
    "testcode",
    "prompt",
    "graphviz",
    "ipython",
];
const MARKS: Marks = Marks { words: "*", literal: "`", struck: "" };

#[derive(Default)]
struct Reader {
    /// Signs that underline titles, in the order they first come, and whether a line stands above as well.
    signs: Vec<(char, bool)>,
}

pub(super) fn read(lines: &[&str], sheet: &mut Sheet) -> Result<(), ExtractError> {
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim_start();
        if let Some((name, told)) = line.strip_prefix(".. |").and_then(|rest| rest.split_once("| replace::"))
        {
            let more = lines.iter().skip(at + 1).take_while(|line| line.starts_with("   "));
            let text = more.fold(told.trim().to_owned(), |text, line| text + " " + line.trim());
            sheet.words.insert(name.to_owned(), text);
        } else if let Some((name, _)) =
            line.strip_prefix(".. |").and_then(|rest| rest.split_once("| image::"))
        {
            let alt = lines
                .iter()
                .skip(at + 1)
                .take_while(|line| line.starts_with("   "))
                .find_map(|line| line.trim().strip_prefix(":alt:"));
            sheet.words.insert(name.to_owned(), alt.unwrap_or_default().trim().to_owned());
        } else if let Some((name, _)) = line.strip_prefix(".. _").and_then(|rest| rest.split_once(':')) {
            sheet.words.insert(format!("{}_", name.trim_matches('`').to_lowercase()), String::new());
        }
    }
    Reader::default().blocks(lines, sheet, 0)
}

impl Reader {
    fn blocks(&mut self, lines: &[&str], sheet: &mut Sheet, depth: usize) -> Result<(), ExtractError> {
        let (mut at, mut number) = (0, 0_usize);
        while let Some(line) = lines.get(at).copied() {
            at += 1;
            let (space, text) = (indent(line), line.trim());
            let rest = lines.get(at..).unwrap_or_default();
            if text.is_empty() {
                sheet.flush(Category::Paragraph)?;
            } else if text == ".." || text.starts_with(".. ") || text.starts_with("__ ") {
                sheet.flush(Category::Paragraph)?;
                let length = body(rest, space);
                self.explicit(
                    text.get(2..).unwrap_or_default().trim(),
                    rest.get(..length).unwrap_or_default(),
                    sheet,
                    depth,
                )?;
                at += length;
            } else if let Some((level, title, taken)) =
                self.title(line, rest).filter(|_| sheet.open.trim().is_empty())
            {
                sheet.put(Category::heading(level), title)?;
                at += taken;
            } else if text.starts_with("+-") || text.starts_with("+=") {
                let length = rest.iter().take_while(|line| line.trim_start().starts_with(['+', '|'])).count();
                at += table(lines.get(at - 1..at + length), sheet, grid::ruled)?;
            } else if text.starts_with("==")
                && text.contains(" =")
                && text.chars().all(|ch| matches!(ch, '=' | ' '))
            {
                at += table(lines.get(at - 1..at + ruled_below(rest)), sheet, grid::plain)?;
            } else if text.len() > 3 && text.chars().all(|ch| SIGNS.contains(ch)) {
                sheet.flush(Category::Paragraph)?;
            } else {
                let literal = text.ends_with("::");
                let text = if literal { text.trim_end_matches("::").trim_end() } else { text };
                let items = text
                    .strip_prefix(['*', '+', '-', '•'])
                    .filter(|item| item.starts_with([' ', '\t']))
                    .map(str::trim_start);
                let counted = text.strip_prefix("#. ");
                number = if counted.is_some() {
                    number + 1
                } else if space == 0 && !sheet.open.is_empty() {
                    number
                } else if space == 0 {
                    0
                } else {
                    number
                };
                let line = match (items, counted) {
                    (Some(item), _) => format!("- {item}"),
                    (_, Some(item)) => format!("{number}. {item}"),
                    _ => field(text, sheet)
                        .unwrap_or_else(|| text.strip_prefix("| ").unwrap_or(text).to_owned()),
                };
                let ends = line.ends_with(|ch: char| ch.is_alphanumeric()) && literal;
                sheet.line(&(line + if ends { ":" } else { "" }));
                if literal {
                    let length = body(rest, space);
                    sheet.flush(Category::Paragraph)?;
                    code(rest.get(..length).unwrap_or_default(), sheet)?;
                    at += length;
                }
            }
        }
        sheet.flush(Category::Paragraph)
    }

    /// A title with its level and the lines that belong to it.
    fn title<'a>(&mut self, line: &'a str, rest: &[&'a str]) -> Option<(usize, &'a str, usize)> {
        let sign = |line: &str| {
            let sign = line.chars().next().filter(|sign| SIGNS.contains(*sign))?;
            line.chars().all(|ch| ch == sign).then_some(sign)
        };
        let above = sign(line).is_some() && line.len() > 2;
        let (title, under) = if above { (*rest.first()?, *rest.get(1)?) } else { (line, *rest.first()?) };
        let found = sign(under).filter(|found| !above || Some(*found) == sign(line))?;
        let title = title.trim();
        // Wide letters take two places, so that a line may be longer than its title has letters.
        let fits = under.chars().count() >= title.chars().count().clamp(2, 200) && sign(title).is_none();
        if !fits || title.is_empty() || indent(under) > 0 {
            return None;
        }
        let rank = self.signs.iter().position(|known| *known == (found, above)).unwrap_or_else(|| {
            self.signs.push((found, above));
            self.signs.len() - 1
        });
        Some((rank + 1, title, if above { 2 } else { 1 }))
    }

    /// What stands behind two points: a note, a target, a directive; anything else is a remark.
    fn explicit(
        &mut self,
        first: &str,
        body: &[&str],
        sheet: &mut Sheet,
        depth: usize,
    ) -> Result<(), ExtractError> {
        if let Some((_, text)) = first.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            let more = body.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n");
            return sheet.put(Category::Footnote, format!("{}\n{more}", text.trim()).trim());
        }
        let Some((name, told)) = first.split_once("::") else { return Ok(()) };
        let name = name.trim_start_matches('|').rsplit('|').next().unwrap_or(name).trim();
        let told = told.trim();
        let word = |ch: char| ch.is_alphanumeric() || matches!(ch, '-' | '_' | ':' | '.');
        if first.starts_with('_')
            || name.is_empty()
            || !name.chars().all(word)
            || name == "replace"
            || name == "unicode"
        {
            return Ok(());
        }
        let body = body.get(body.iter().take_while(|line| line.is_empty()).count()..).unwrap_or_default();
        let options = body.iter().take_while(|line| is_option(line)).count();
        let option = |name: &str| {
            let mark = format!(":{name}:");
            body.iter().take(options).find_map(|line| line.trim().strip_prefix(&mark)).map(str::trim)
        };
        let content = body.get(options..).unwrap_or_default();
        match name {
            "include" | "literalinclude" => sheet.included.push(told.to_owned()),
            "toctree" => {
                let files = content.iter().map(|line| line.trim()).filter(|line| !line.is_empty());
                sheet.included.extend(files.map(str::to_owned));
            }
            "raw" if told.contains("html") => sheet.html(content)?,
            _ if WORDLESS.contains(&name) => {}
            _ if LITERAL.contains(&name) => code(content, sheet)?,
            "math" => {
                let formula = [told]
                    .into_iter()
                    .chain(content.iter().map(|line| line.trim()))
                    .collect::<Vec<_>>()
                    .join("\n");
                sheet.out.push(Category::Paragraph, None, &latex::words(&formula))?;
            }
            "image" | "figure" => {
                sheet.put(Category::Figure, option("alt").unwrap_or_default())?;
                self.inner(content, sheet, depth)?;
            }
            "table" | "list-table" | "csv-table" => {
                sheet.caption = Some(told.to_owned()).filter(|told| !told.is_empty());
                match name {
                    "list-table" => sheet.table(listed(content))?,
                    "csv-table" => {
                        sheet.included.extend(option("file").map(str::to_owned));
                        let head = option("header").map(|head| format!("{head}\n")).unwrap_or_default();
                        let rows = content.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n");
                        sheet.table(cells(csv::rows(&(head + &rows), ',')))?;
                    }
                    _ => self.inner(content, sheet, depth)?,
                }
                sheet.caption = None;
            }
            _ => {
                sheet.line(told);
                // A note that goes on in the next line.
                if content.first().is_none_or(|line| line.is_empty()) || told.is_empty() {
                    sheet.flush(Category::Paragraph)?;
                }
                self.inner(content, sheet, depth)?;
            }
        }
        Ok(())
    }

    fn inner(&mut self, lines: &[&str], sheet: &mut Sheet, depth: usize) -> Result<(), ExtractError> {
        if depth < MAX_DEPTH {
            return self.blocks(&flush_left(lines), sheet, depth + 1);
        }
        for line in lines {
            sheet.line(line.trim());
        }
        Ok(())
    }
}

fn is_option(line: &str) -> bool {
    let inner = line.trim().strip_prefix(':').and_then(|rest| rest.split_once(':'));
    inner.is_some_and(|(name, after)| {
        !name.is_empty() && !name.contains(['`', ' ']) && (after.is_empty() || after.starts_with(' '))
    })
}

/// `:name: value` as a line; at the head it tells of the document.
fn field(text: &str, sheet: &mut Sheet) -> Option<String> {
    let (name, value) = text
        .strip_prefix(':')?
        .split_once(": ")
        .filter(|(name, _)| !name.is_empty() && !name.contains(['`', ':']))?;
    sheet.tell(name, value);
    Some(format!("{name}: {}", value.trim()))
}

/// Lines that are set in more than `space`, with the empty ones between them.
fn body(lines: &[&str], space: usize) -> usize {
    let inside = lines.iter().take_while(|line| line.is_empty() || indent(line) > space).count();
    inside - lines.get(..inside).unwrap_or_default().iter().rev().take_while(|line| line.is_empty()).count()
}

/// Lines of a table up to the last of its rules.
fn ruled_below(rest: &[&str]) -> usize {
    let rule =
        |line: &&str| line.trim_start().starts_with("==") && line.chars().all(|ch| matches!(ch, '=' | ' '));
    let mut rules = rest.iter().enumerate().filter(|(_, line)| rule(line)).map(|(at, _)| at);
    let Some(first) = rules.next() else { return 0 };
    // The first rule is under the names unless nothing follows it.
    let goes_on = rest.get(first + 1).is_some_and(|line| !line.is_empty());
    rules.next().filter(|_| goes_on).unwrap_or(first) + 1
}

/// A drawn table; the lines behind its first.
fn table(
    lines: Option<&[&str]>,
    sheet: &mut Sheet,
    draw: fn(&[&str]) -> Option<Vec<crate::table::Cell>>,
) -> Result<usize, ExtractError> {
    let lines = flush_left(lines.unwrap_or_default());
    match draw(&lines) {
        Some(cells) => sheet.table(cells)?,
        None => lines.iter().for_each(|line| sheet.line(line)),
    }
    Ok(lines.len().saturating_sub(1))
}

fn flush_left<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let space = lines.iter().filter(|line| !line.is_empty()).map(|line| indent(line)).min().unwrap_or(0);
    lines.iter().map(|line| line.get(space..).unwrap_or_default()).collect()
}

fn code(lines: &[&str], sheet: &mut Sheet) -> Result<(), ExtractError> {
    sheet.put(Category::Code, &flush_left(lines).join("\n"))
}

/// Rows of a list of lists: cells begin where that of the row did.
fn listed(lines: &[&str]) -> Vec<crate::table::Cell> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut edge = 0;
    for line in flush_left(lines) {
        let row = line.strip_prefix(['*', '-']).filter(|rest| rest.starts_with(' ') && indent(rest) > 0);
        if let Some(rest) = row {
            edge = 1 + indent(rest);
            rows.push(Vec::new());
        }
        let field = line.get(edge..).filter(|_| row.is_some() || indent(line) == edge);
        let field = field
            .and_then(|rest| rest.strip_prefix(['-', '*']))
            .filter(|rest| rest.is_empty() || rest.starts_with(' '));
        match (field, rows.last_mut()) {
            (Some(field), Some(row)) => row.push(field.trim().to_owned()),
            (None, Some(row)) => {
                if let Some(open) = row.last_mut() {
                    open.push('\n');
                    open.push_str(line.trim());
                }
            }
            _ => {}
        }
    }
    cells(rows)
}

pub(super) fn inline(text: &str, words: &Words, _: &mut Vec<String>) -> String {
    // Marks of notes, then what stands for other words.
    let text = between(text, "[", "]_", |name| (!name.contains([' ', '[', '\n'])).then(String::new));
    let text = between(&text, "|", "|", |name| {
        let text = words.get(name.trim_end_matches('_'))?;
        Some(unmark(text, &MARKS, &mut str::to_owned))
    });
    let text = roles(&text);
    let text = unmark(&text, &MARKS, &mut |plain| references(plain, words));
    unescaped(&text)
}

/// The text of what has a role or an address.
fn roles(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('`') {
        if let Some(literal) = after.strip_prefix('`') {
            // Two begin what is literal.
            let end = literal.find("``").map_or(0, |end| end + 2);
            let (inside, next) = literal.split_at_checked(end).unwrap_or_default();
            out.extend([before, "``", inside]);
            rest = if end > 0 { next } else { literal };
            continue;
        }
        let role = before.strip_suffix(':').and_then(|before| before.rsplit_once(':'));
        let role = role.filter(|(_, role)| {
            !role.is_empty() && role.chars().all(|ch| ch.is_alphanumeric() || "-_.+".contains(ch))
        });
        let Some((inner, next)) = after.split_once('`').filter(|(inner, _)| inner.len() < 1000) else {
            out.extend([before, "`"]);
            rest = after;
            continue;
        };
        let named = inner.rsplit_once('<').filter(|_| inner.ends_with('>')).map(|(name, _)| name.trim_end());
        let shown = named.filter(|name| !name.is_empty()).unwrap_or(inner).trim_start_matches(['!', '~']);
        out.push_str(role.map_or(before, |(before, _)| before));
        // A domain stands before the role: `:py:func:`.
        let domain = out.rfind(':').filter(|at| !out.get(*at..).unwrap_or_default().contains(' '));
        if let Some(at) =
            domain.filter(|_| role.is_some() && out.ends_with(|ch: char| ch.is_ascii_lowercase()))
        {
            out.truncate(at);
        }
        match role {
            Some((_, "math")) => out.push_str(&latex::words(inner)),
            Some((_, "sup" | "superscript")) => {
                out.extend([RAISED.to_string().as_str(), inner, END.to_string().as_str()]);
            }
            Some((_, "sub" | "subscript")) => {
                out.extend([LOWERED.to_string().as_str(), inner, END.to_string().as_str()]);
            }
            _ => out.push_str(shown),
        }
        rest = next.trim_start_matches('_');
    }
    out.push_str(rest);
    out
}

/// `word_` where there is such a target.
fn references(text: &str, words: &Words) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, part) in text.split_inclusive('_').enumerate() {
        let name = part
            .rsplit(|ch: char| !(ch.is_alphanumeric() || ch == '-' || ch == '_'))
            .next()
            .unwrap_or_default();
        let known = at < 100_000 && name.len() > 1 && words.contains_key(&name.to_lowercase());
        out.push_str(if known { part.trim_end_matches('_') } else { part });
    }
    out
}

/// What stands behind a backslash as it is, a blank as nothing.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(ch) = chars.next() {
        match ch {
            '\\' => out.extend(
                chars
                    .next()
                    .filter(|ch| !ch.is_whitespace())
                    .map(|ch| if ch.is_alphanumeric() { format!("\\{ch}") } else { ch.to_string() }),
            ),
            other => out.push(other),
        }
    }
    out
}
