//! A document as Markdown that reads back as the same document.

use crate::{Align, Block, Document, Inline, Look, Run, joined};

/// The text, and where the places that are asked for came to stand: by id, bytes from and to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    pub text: String,
    pub places: Vec<(usize, std::ops::Range<usize>)>,
}

/// Stands in the text for the beginning and the end of a place, with its number between.
const OPEN: char = '\u{f0000}';
const CLOSE: char = '\u{f0001}';
const END: char = '\u{f0002}';

/// Writes a document as Markdown: notes at its end, a line a paragraph.
#[must_use]
pub fn write(document: &Document) -> Written {
    let mut out = String::new();
    blocks(&document.blocks, "", &mut out);
    if !document.notes.is_empty() && !out.is_empty() {
        out.push('\n');
    }
    for note in &document.notes {
        let mut inner = String::new();
        blocks(&note.blocks, "    ", &mut inner);
        put!(out, "[^{}]: ", note.label);
        out.push_str(inner.strip_prefix("    ").unwrap_or(&inner));
        if inner.is_empty() {
            out.push('\n');
        }
    }
    settled(&out)
}

/// Takes the signs of places out of a text.
fn settled(text: &str) -> Written {
    let mut written = Written::default();
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find([OPEN, CLOSE]) {
        let (before, sign) = rest.split_at(at);
        written.text.push_str(before);
        let opens = sign.starts_with(OPEN);
        let (number, after) = sign.split_once(END).unwrap_or((sign, ""));
        let id = number.trim_start_matches([OPEN, CLOSE]).parse().unwrap_or(0);
        let here = written.text.len();
        if opens {
            open.push((id, here));
        } else if let Some(found) = open.iter().rposition(|(other, _)| *other == id) {
            let (_, from) = open.remove(found);
            written.places.push((id, from..here));
        }
        rest = after;
    }
    written.text.push_str(rest);
    written.places.extend(open.into_iter().map(|(id, from)| (id, from..from)));
    written
}

/// The signs of places that a line begins with, and the rest of it.
fn past_marks(line: &str) -> (&str, &str) {
    let mut rest = line;
    while let Some((_, after)) = rest.split_once(END).filter(|_| rest.starts_with([OPEN, CLOSE])) {
        rest = after;
    }
    line.split_at(line.len() - rest.len())
}

fn blocks(all: &[Block], indent: &str, out: &mut String) {
    let mut first = true;
    // Two lists of a kind in a row are told apart by their marks.
    let mut other = false;
    for (index, block) in all.iter().enumerate() {
        if !first {
            out.push_str(indent.trim_end());
            out.push('\n');
        }
        first = false;
        let before = index.checked_sub(1).and_then(|before| all.get(before));
        other = match (before, block) {
            (Some(Block::List(before)), Block::List(list))
                if before.start.is_some() == list.start.is_some() =>
            {
                !other
            }
            _ => false,
        };
        one(block, indent, other, out);
    }
}

fn one(block: &Block, indent: &str, other: bool, out: &mut String) {
    match block {
        Block::Heading { level, runs } => {
            let text = inline(runs, true).replace('\n', " ");
            let text = text.trim();
            let closes = text.ends_with('#');
            out.push_str(indent);
            out.push_str(&"#".repeat(usize::from(*level).clamp(1, 6)));
            out.push(' ');
            out.push_str(text.strip_suffix('#').unwrap_or(text));
            out.push_str(if closes { "\\#\n" } else { "\n" });
        }
        Block::Paragraph(runs) => {
            let text = inline(runs, false);
            for line in text.trim().lines() {
                out.push_str(indent);
                let (marks, words) = past_marks(line.trim_start());
                out.push_str(marks);
                out.push_str(&line_start(words));
                out.push('\n');
            }
        }
        Block::Code { language, text, .. } => {
            let longest = text.split(|ch| ch != '`').map(str::len).max().unwrap_or(0);
            let fence = "`".repeat(longest.max(2) + 1);
            put!(out, "{indent}{fence}{language}\n");
            for line in text.split('\n').filter(|_| !text.is_empty()) {
                let line = format!("{indent}{line}");
                out.push_str(if line.trim().is_empty() { "" } else { &line });
                out.push('\n');
            }
            put!(out, "{indent}{fence}\n");
        }
        Block::Quote(inner) => {
            let mut text = String::new();
            blocks(inner, "", &mut text);
            for line in text.trim_end_matches('\n').split('\n') {
                out.push_str(indent);
                out.push_str(if line.is_empty() { ">" } else { "> " });
                out.push_str(line);
                out.push('\n');
            }
        }
        Block::List(list) => self::list(list, indent, other, out),
        Block::Table(table) => self::table(table, indent, out),
        Block::Rule => put!(out, "{indent}---\n"),
    }
}

fn list(list: &crate::List, indent: &str, other: bool, out: &mut String) {
    let loose =
        list.items.iter().any(|item| item.blocks.windows(2).any(|pair| !matches!(pair, [_, Block::List(_)])));
    for (index, item) in list.items.iter().enumerate() {
        if index > 0 && loose {
            out.push_str(indent.trim_end());
            out.push('\n');
        }
        let mark = match list.start {
            Some(start) => {
                format!("{}{} ", start.saturating_add(index as u64), if other { ')' } else { '.' })
            }
            None => format!("{} ", if other { '*' } else { '-' }),
        };
        let inside = format!("{indent}{}", " ".repeat(mark.len()));
        let mut text = String::new();
        let mut first = true;
        for (at, block) in item.blocks.iter().enumerate() {
            // A list within a list that has no other blocks stands right under its words.
            // A number other than 1 ends no line of words.
            let close =
                !loose && matches!(block, Block::List(list) if list.start.is_none_or(|start| start == 1));
            if !first && !close {
                text.push_str(inside.trim_end());
                text.push('\n');
            }
            first = false;
            let before = at.checked_sub(1).and_then(|before| item.blocks.get(before));
            let same = matches!((before, block), (Some(Block::List(a)), Block::List(b)) if a.start.is_some() == b.start.is_some());
            one(block, &inside, same, &mut text);
        }
        out.push_str(indent);
        out.push_str(&mark);
        if let Some(done) = item.checked {
            out.push_str(if done { "[x] " } else { "[ ] " });
        }
        let text = text.strip_prefix(&inside).unwrap_or(&text);
        out.push_str(if text.is_empty() { "\n" } else { text });
    }
}

fn table(table: &crate::Table, indent: &str, out: &mut String) {
    let columns = table.rows.iter().map(Vec::len).max().unwrap_or(0).max(1);
    for (index, row) in table.rows.iter().enumerate() {
        out.push_str(indent);
        out.push('|');
        for column in 0..columns {
            let text = row.get(column).map(|runs| inline(runs, false)).unwrap_or_default();
            let text = text.trim().replace("\\\n", "<br>").replace('\n', "<br>").replace('|', "\\|");
            put!(out, " {text}{}|", if text.is_empty() { "" } else { " " });
        }
        out.push('\n');
        if index == 0 {
            out.push_str(indent);
            out.push('|');
            for column in 0..columns {
                out.push_str(match table.align.get(column).copied().unwrap_or_default() {
                    Align::None => " --- |",
                    Align::Left => " :-- |",
                    Align::Center => " :-: |",
                    Align::Right => " --: |",
                });
            }
            out.push('\n');
        }
    }
}

/// A mark, and whether a look has it.
type Mark = (&'static str, fn(Look) -> bool);

/// The marks of a look, from the outside in.
const MARKS: [Mark; 3] = [("~~", |look| look.strike), ("**", |look| look.strong), ("*", |look| look.em)];

/// Runs as one line of Markdown; a break within it is a backslash and a line end.
fn inline(runs: &[Run], heading: bool) -> String {
    let runs = trimmed(joined(crate::set(runs)));
    let mut out = String::new();
    // Looks that are open, outermost first.
    let mut open: Vec<usize> = Vec::new();
    let mut link: Option<&str> = None;
    let mut at = 0;
    while let Some(run) = runs.get(at) {
        let wanted = |mark: usize| MARKS.get(mark).is_some_and(|(_, is)| is(run.look));
        let keep = open.iter().position(|mark| !wanted(*mark)).unwrap_or(open.len());
        let same_link = link == run.link.as_deref();
        let keep = if same_link { keep } else { 0 };
        for mark in open.drain(keep..).rev() {
            out.push_str(MARKS.get(mark).map_or("", |(sign, _)| sign));
        }
        if !same_link {
            if let Some(target) = link.take() {
                put!(out, "]({})", address(target));
            }
            if let Some(target) = run.link.as_deref() {
                out.push('[');
                link = Some(target);
            }
        }
        // What lasts longest opens first.
        let mut fresh: Vec<usize> =
            (0..MARKS.len()).filter(|mark| wanted(*mark) && !open.contains(mark)).collect();
        let lasts = |mark: usize| {
            let is = MARKS.get(mark).map(|(_, is)| is);
            runs.iter().skip(at).take_while(|run| is.is_some_and(|is| is(run.look))).count()
        };
        fresh.sort_by_key(|mark| std::cmp::Reverse(lasts(*mark)));
        for mark in fresh {
            out.push_str(MARKS.get(mark).map_or("", |(sign, _)| sign));
            open.push(mark);
        }
        piece(run, &mut out);
        at += 1;
    }
    for mark in open.drain(..).rev() {
        out.push_str(MARKS.get(mark).map_or("", |(sign, _)| sign));
    }
    if let Some(target) = link {
        put!(out, "]({})", address(target));
    }
    if heading { out.replace("\\\n", " ") } else { out }
}

/// Blanks at the ends of words with a look stand outside of it: `**a **b` is no emphasis.
fn trimmed(runs: Vec<Run>) -> Vec<Run> {
    let mut out = Vec::with_capacity(runs.len());
    for run in runs {
        let marked = run.look != Look::default() && !run.look.code;
        match &run.inline {
            Inline::Text(text) if marked && text.trim().len() < text.len() => {
                let lead = text.len() - text.trim_start().len();
                let tail = text.trim_end().len().max(lead);
                let blank = |part: &str| Run::text(part, Look::default()).linked(run.link.as_deref());
                out.push(blank(text.get(..lead).unwrap_or_default()));
                let words = text.get(lead..tail).unwrap_or_default();
                out.push(Run { inline: Inline::Text(words.to_owned()), ..run.clone() });
                out.push(blank(text.get(tail..).unwrap_or_default()));
            }
            _ => out.push(run),
        }
    }
    joined(out)
}

impl Run {
    fn linked(mut self, link: Option<&str>) -> Self {
        self.link = link.map(str::to_owned);
        self
    }
}

fn piece(run: &Run, out: &mut String) {
    match &run.inline {
        Inline::Text(text) if run.look.code => {
            let longest = text.split(|ch| ch != '`').map(str::len).max().unwrap_or(0);
            let fence = "`".repeat(longest + 1);
            let text = text.replace('\n', " ");
            let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
            put!(out, "{fence}{pad}{text}{pad}{fence}");
        }
        Inline::Text(text) => {
            let tag = if run.look.raised { "sup" } else { "sub" };
            let shifted = run.look.raised || run.look.lowered;
            if shifted {
                put!(out, "<{tag}>");
            }
            let after = out.chars().next_back();
            escape(text, after, out);
            if shifted {
                put!(out, "</{tag}>");
            }
        }
        // One that was read as a bare line end is one again.
        Inline::Break => {
            out.truncate(out.trim_end_matches(' ').len());
            out.push_str(if run.at.len() == 1 { "\n" } else { "\\\n" });
        }
        Inline::Note(label) => put!(out, "[^{label}]"),
        Inline::Picture(alt, target) => {
            let mut text = String::new();
            escape(alt, None, &mut text);
            put!(out, "![{text}]({})", address(target));
        }
        // Its runs stand in its place.
        Inline::Cited(..) => {}
        Inline::Anchor(id, opens) => {
            out.push(if *opens { OPEN } else { CLOSE });
            put!(out, "{id}{END}");
        }
    }
}

/// An address between the brackets of a link.
fn address(target: &str) -> String {
    let balanced = target.matches('(').count() == target.matches(')').count();
    if target.contains([' ', '\t', '<', '>']) || !balanced {
        let plain: String = target.chars().filter(|ch| !matches!(ch, '<' | '>' | '\n' | '\r')).collect();
        format!("<{plain}>")
    } else {
        target.replace(['\n', '\r'], "")
    }
}

/// Words as Markdown that means the words.
fn escape(text: &str, mut before: Option<char>, out: &mut String) {
    let mut chars = text.char_indices().peekable();
    // Where the citation by key ends that is open: its brackets are no link's.
    let mut cited = 0;
    while let Some((at, ch)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        if ch == '[' && at >= cited {
            cited = citation(text.get(at + 1..).unwrap_or_default()).map_or(cited, |end| at + 1 + end);
        }
        let marks = match ch {
            '[' | ']' if at < cited => false,
            '\\' | '`' | '*' | '[' | ']' => true,
            // Within a word it is a letter.
            '_' => !(before.is_some_and(char::is_alphanumeric) && next.is_some_and(char::is_alphanumeric)),
            '<' => next.is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')),
            '&' => next.is_some_and(|next| next.is_ascii_alphabetic() || next == '#'),
            '~' => next.is_none_or(|next| next == '~') || before == Some('~'),
            '!' => next.is_none() || next == Some('['),
            _ => false,
        };
        if ch == '\n' {
            out.push(' ');
        } else {
            if marks {
                out.push('\\');
            }
            out.push(ch);
        }
        before = Some(ch);
    }
}

/// Bytes up to the end of a citation by key of which the bracket is open: `@kim2020, p. 3]`.
fn citation(rest: &str) -> Option<usize> {
    let end = rest.strip_prefix('-').unwrap_or(rest).starts_with('@').then(|| rest.find(']')).flatten()?;
    let after = rest.get(end + 1..)?.chars().next();
    let is_plain = !rest.get(..end)?.contains(['[', '\\', '`', '*', '<', '\n']);
    (is_plain && !after.is_some_and(|ch| matches!(ch, '(' | '[' | ':'))).then_some(end + 1)
}

/// A line of words that would begin a block, so that it does not.
fn line_start(line: &str) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let after = line.get(digits..).unwrap_or_default();
    if (1..=9).contains(&digits)
        && after.starts_with(['.', ')'])
        && after.get(1..).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    {
        // Years begin no list, here and in the page.
        if digits > 3 {
            return line.to_owned();
        }
        let (number, rest) = line.split_at(digits);
        return format!("{number}\\{rest}");
    }
    let marks = line.chars().take_while(|ch| *ch == '#').count();
    let begins = line.starts_with('>')
        || ((1..=6).contains(&marks)
            && line.get(marks..).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))
        || line.starts_with(['-', '+'])
            && line.get(1..).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        || (line.len() > 2 && line.chars().all(|ch| matches!(ch, '-' | ' ')))
        || (!line.is_empty() && line.trim_end().chars().all(|ch| ch == '='))
        || (line.starts_with('|') || line.starts_with("~~~") || line.starts_with(':'));
    if begins { format!("\\{line}") } else { line.to_owned() }
}
