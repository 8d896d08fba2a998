//! Org: headlines without their keywords and tags, tables, links, blocks, notes.

use stet_sources::chunk::Category;

use super::marks::{Marks, between, unmark};
use super::{Sheet, Words, cells, indent, latex};
use crate::ExtractError;
use crate::script::{END, LOWERED, RAISED};

const KEYWORDS: [&str; 8] = ["TODO", "DONE", "NEXT", "WAITING", "HOLD", "CANCELLED", "CANCELED", "STARTED"];
const MARKS: Marks = Marks { words: "*/_", literal: "=~", struck: "+" };

pub(super) fn read(lines: &[&str], sheet: &mut Sheet) -> Result<(), ExtractError> {
    let mut keywords: Vec<&str> = KEYWORDS.to_vec();
    for (name, value) in lines.iter().filter_map(|line| option(line)) {
        match name.as_str() {
            "todo" | "seq_todo" => {
                keywords.extend(value.split_whitespace().map(|word| word.split('(').next().unwrap_or(word)));
            }
            "macro" => {
                let (name, text) = value.split_once(' ').unwrap_or((value, ""));
                sheet.words.insert(name.to_owned(), text.trim().to_owned());
            }
            _ => {}
        }
    }
    let mut at = 0;
    // Of a headline that is a remark, with what is under it.
    let mut remark: Option<usize> = None;
    while let Some(line) = lines.get(at).copied() {
        at += 1;
        let text = line.trim_start();
        let rest = lines.get(at..).unwrap_or_default();
        let stars = line.len() - line.trim_start_matches('*').len();
        if stars > 0 && line.get(stars..).is_some_and(|rest| rest.starts_with(' ')) {
            let title = headline(line.get(stars..).unwrap_or_default(), &keywords);
            if remark.is_none_or(|level| stars <= level) {
                remark = (title == "COMMENT" || title.starts_with("COMMENT ")).then_some(stars);
            }
            if remark.is_none() {
                sheet.put(Category::heading(stars), title)?;
            }
        } else if remark.is_some() || text.starts_with("# ") || text == "#" || is_end(text) {
        } else if let Some(name) =
            text.get(..8).filter(|mark| mark.eq_ignore_ascii_case("#+begin_")).and(text.get(8..))
        {
            let mut words = name.split_whitespace();
            at += block(words.next().unwrap_or_default(), words.next().unwrap_or_default(), rest, sheet)?;
        } else if let Some((name, value)) = option(line) {
            match name.as_str() {
                "caption" => sheet.caption = Some(value.to_owned()),
                "include" => sheet
                    .included
                    .push(value.split_whitespace().next().unwrap_or_default().trim_matches('"').to_owned()),
                "title" if !value.is_empty() => {
                    sheet.tell("title", value);
                    sheet.put(Category::Heading1, value)?;
                }
                "author" => {
                    sheet.tell("author", value);
                    sheet.put(Category::Paragraph, value)?;
                }
                name => sheet.tell(name, value),
            }
        } else if text.starts_with(':') && text.ends_with(':') && text.len() > 2 && !text.contains(' ') {
            // A drawer.
            let end = sheet.until(rest, |line| line.trim().eq_ignore_ascii_case(":end:"));
            at += end.map_or(0, |end| end + 1);
        } else if let Some((name, _)) = text.strip_prefix("\\begin{").and_then(|rest| rest.split_once('}')) {
            let end = format!("\\end{{{name}}}");
            let length = sheet.until(rest, |line| line.trim() == end).map_or(0, |end| end + 1);
            sheet.flush(Category::Paragraph)?;
            let formula = lines.get(at - 1..at + length).unwrap_or_default().join("\n");
            sheet.out.push(Category::Paragraph, None, &latex::words(&formula))?;
            at += length;
        } else if text.starts_with('|') {
            let length = rest.iter().take_while(|line| line.trim_start().starts_with('|')).count();
            table(lines.get(at - 1..at + length).unwrap_or_default(), sheet)?;
            at += length;
        } else if let Some(fixed) = text.strip_prefix(": ").or((text == ":").then_some("")) {
            let more =
                rest.iter().take_while(|line| line.trim_start().starts_with(": ") || line.trim() == ":");
            let more: Vec<&str> = more.map(|line| line.trim_start().get(2..).unwrap_or_default()).collect();
            at += more.len();
            sheet.put(Category::Code, &[&[fixed], more.as_slice()].concat().join("\n"))?;
        } else if let Some((_, note)) = line.strip_prefix("[fn:").and_then(|note| note.split_once(']')) {
            sheet.flush(Category::Paragraph)?;
            let more =
                rest.iter().take_while(|line| !line.is_empty() && !line.starts_with(['*', '[', '|', '#']));
            let more: Vec<&str> = more.copied().collect();
            at += more.len();
            sheet.put(Category::Footnote, &[&[note.trim()], more.as_slice()].concat().join("\n"))?;
        } else if text.is_empty() || text.chars().all(|ch| ch == '-') && text.len() > 4 {
            sheet.flush(Category::Paragraph)?;
            sheet.give_caption()?;
        } else {
            sheet.line(&item(line));
        }
    }
    Ok(())
}

/// The end of a block that is read as what is in it.
fn is_end(text: &str) -> bool {
    text.get(..6).is_some_and(|mark| mark.eq_ignore_ascii_case("#+end_"))
}

/// `#+NAME: value`.
fn option(line: &str) -> Option<(String, &str)> {
    let (name, value) = line.trim_start().strip_prefix("#+")?.split_once(':')?;
    let name = name.split('[').next().unwrap_or(name);
    (!name.contains(' ')).then(|| (name.to_lowercase(), value.trim()))
}

/// The words of a headline.
fn headline<'a>(text: &'a str, keywords: &[&str]) -> &'a str {
    let text = text.trim();
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    let text = if first != "COMMENT" && keywords.contains(&first) { rest.trim_start() } else { text };
    let urgent =
        text.strip_prefix("[#").and_then(|rest| rest.split_once(']')).filter(|(sign, _)| sign.len() < 3);
    let text = urgent.map_or(text, |(_, rest)| rest.trim_start());
    let tags = text
        .rsplit_once(char::is_whitespace)
        .filter(|(_, tags)| tags.len() > 2 && tags.starts_with(':') && tags.ends_with(':'));
    tags.map_or(text, |(text, _)| text.trim_end())
}

/// What stands up to the end of a block; its lines.
fn block(name: &str, kind: &str, rest: &[&str], sheet: &mut Sheet) -> Result<usize, ExtractError> {
    let name = name.to_lowercase();
    let end = format!("#+end_{name}");
    let Some(length) = sheet.until(rest, |line| line.trim().to_lowercase().starts_with(&end)) else {
        return Ok(0);
    };
    let lines = rest.get(..length).unwrap_or_default();
    sheet.flush(Category::Paragraph)?;
    sheet.give_caption()?;
    match name.as_str() {
        "html" => sheet.html(lines)?,
        "export" if kind.eq_ignore_ascii_case("html") => sheet.html(lines)?,
        "comment" | "export" => {}
        "latex" => sheet.out.push(Category::Paragraph, None, &latex::words(&lines.join("\n")))?,
        "src" | "example" | "fixed" => sheet.put(Category::Code, &lines.join("\n"))?,
        // Around paragraphs, which may be tables and lists.
        _ => return Ok(0),
    }
    Ok(length + 1)
}

fn table(lines: &[&str], sheet: &mut Sheet) -> Result<(), ExtractError> {
    let rows =
        lines.iter().map(|line| line.trim().trim_start_matches('|')).filter(|line| !line.starts_with('-'));
    let rows = rows.map(|line| {
        line.strip_suffix('|')
            .unwrap_or(line)
            .split('|')
            .map(|field| field.trim().replace("\\vert{}", "|").replace("\\vert", "|"))
            .collect()
    });
    // A row of widths: `<l10>`.
    let widths = |row: &Vec<String>| {
        row.iter().all(|field| {
            field.is_empty() || (field.starts_with('<') && field.ends_with('>') && field.len() < 7)
        })
    };
    sheet.table(cells(rows.filter(|row| !widths(row)).collect()))
}

/// An item with its sign and its box as other formats write them.
fn item(line: &str) -> String {
    let text = line.trim_start();
    let mark = ["- ", "+ "]
        .iter()
        .find_map(|mark| text.strip_prefix(mark))
        .or_else(|| text.strip_prefix("* ").filter(|_| indent(line) > 0));
    let Some(words) = mark else { return line.to_owned() };
    let words = words.strip_prefix("[X]").map_or_else(|| words.to_owned(), |words| format!("[x]{words}"));
    format!("{}- {}", " ".repeat(indent(line)), words.replacen(" :: ", ": ", 1))
}

pub(super) fn inline(text: &str, words: &Words, notes: &mut Vec<String>) -> String {
    let text = between(text, "[fn:", "]", |note| {
        notes.extend(note.split_once(':').map(|(_, note)| note.trim().to_owned()));
        Some(String::new())
    });
    let text = between(&text, "[cite", "]", |keys| keys.contains('@').then(String::new));
    let text = between(&text, "{{{", "}}}", |call| {
        let (name, args) = call.split_once('(').unwrap_or((call, ""));
        let args: Vec<&str> = args.trim_end_matches(')').split(',').collect();
        let text = words.get(name)?.clone();
        Some(
            args.iter()
                .enumerate()
                .fold(text, |text, (at, arg)| text.replace(&format!("${}", at + 1), arg.trim())),
        )
    });
    let text = between(&text, "[[", "]]", |link| {
        let (address, shown) = link.split_once("][").unwrap_or((link, ""));
        let picture = [".png", ".jpg", ".jpeg", ".svg", ".gif"].iter().any(|end| address.ends_with(end));
        Some(if !shown.is_empty() {
            shown.to_owned()
        } else if picture {
            String::new()
        } else {
            address.trim_start_matches("file:").trim_start_matches('*').to_owned()
        })
    });
    let text = between(&text, "@@", "@@", |_| Some(String::new()));
    let text = between(&text, "<<", ">>", |_| Some(String::new()));
    // Days: `<2026-05-12 Tue>`.
    let day = |inner: &str| inner.starts_with(|ch: char| ch.is_ascii_digit()) && inner.get(4..5) == Some("-");
    let text = between(&text, "<", ">", |inner| day(inner).then(|| inner.to_owned()));
    let text = unmark(&text, &MARKS, &mut |plain| formulas(plain));
    text.lines().map(|line| line.trim_end().trim_end_matches("\\\\")).collect::<Vec<_>>().join("\n")
}

/// Formulas, what is raised and lowered.
fn formulas(text: &str) -> String {
    let mut text = text.to_owned();
    if text.contains('\\') {
        for (open, close) in [("\\(", "\\)"), ("\\[", "\\]")] {
            text = between(&text, open, close, |inner| Some(latex::words(inner)));
        }
        text = entities(&text);
    }
    let edge =
        |inner: &str| !inner.is_empty() && !inner.starts_with([' ', '\n']) && !inner.ends_with([' ', '\n']);
    text = between(&text, "$", "$", |inner| {
        (edge(inner) && inner.chars().any(|ch| "\\^_={".contains(ch))).then(|| latex::words(inner))
    });
    text = between(&text, "^{", "}", |inner| Some(format!("{RAISED}{inner}{END}")));
    between(&text, "_{", "}", |inner| Some(format!("{LOWERED}{inner}{END}")))
}

/// `\alpha`, as far as it is known.
fn entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let name = after
            .get(..after.find(|ch: char| !ch.is_ascii_alphabetic()).unwrap_or(after.len()))
            .unwrap_or_default();
        if let Some(sign) = latex::sign(name) {
            out.push_str(sign);
            rest = after.get(name.len()..).unwrap_or_default();
            rest = rest.strip_prefix("{}").unwrap_or(rest);
        } else {
            out.push('\\');
            rest = after;
        }
    }
    out.push_str(rest);
    out
}
