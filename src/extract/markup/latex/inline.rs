//! What stands in a line of LaTeX: words, signs, formulas, notes.

use crate::math;

use super::macros::balanced;
use super::remarks::name;
use super::remarks::{LITERAL, LITERAL_BLOCK, LITERAL_END};
use super::{MAX_DEPTH, Reader, TABLES, signs, skip_option};

/// An argument in another counts for as many groups.
const ARGUMENT: usize = 4;
/// Bytes of a word that a power or an index stands at.
const MAX_BASE: usize = 64;

impl Reader<'_> {
    /// The text of a line.
    pub(super) fn inline(&mut self, source: &str, depth: usize) -> String {
        let (mut rest, mut out) = (source, String::new());
        while !rest.is_empty() {
            rest = self.step(rest, &mut out, depth);
        }
        out
    }

    /// Sets what comes next: a character, a group, a command.
    pub(super) fn step<'t>(&mut self, rest: &'t str, out: &mut String, depth: usize) -> &'t str {
        let mut chars = rest.chars();
        let Some(ch) = chars.next() else { return "" };
        let after = chars.as_str();
        match ch {
            '{' if depth < MAX_DEPTH => {
                if let Some((inner, after)) = self.group(rest) {
                    out.push_str(&self.inline(inner, depth + 1));
                    return after;
                }
            }
            '$' if after.starts_with('$') => {
                out.push('\n');
                return after.get(1..).unwrap_or_default();
            }
            '{' | '}' | '$' => {}
            '~' | '&' => out.push(' '),
            '^' | '_' => {
                let (inner, after) = self.argument(after, depth);
                // The word that it stands at.
                let near = out.floor_char_boundary(out.len().saturating_sub(MAX_BASE));
                let word = out.get(near..).unwrap_or_default();
                let word = word.rsplit(char::is_whitespace).next().unwrap_or_default();
                let base = out.split_off(out.len() - word.len());
                out.push_str(&if ch == '^' {
                    math::power(&base, &inner)
                } else {
                    math::index(&base, &inner)
                });
                return after;
            }
            '-' | '`' | '\'' => {
                let run = rest.len() - rest.trim_start_matches(ch).len();
                let (length, sign) = match (ch, run) {
                    ('-', 3) => (3, "—"),
                    ('-', 2) => (2, "–"),
                    ('`', 2..) => (2, "“"),
                    ('`', _) => (1, "‘"),
                    ('\'', 2..) => (2, "”"),
                    _ => (1, rest.get(..1).unwrap_or_default()),
                };
                out.push_str(sign);
                return rest.get(length..).unwrap_or_default();
            }
            LITERAL | LITERAL_BLOCK => {
                let open = std::mem::take(&mut self.open);
                let after = self.literal(after);
                out.push_str(&std::mem::replace(&mut self.open, open));
                return after;
            }
            '\\' => return self.command(after, out, depth),
            other => out.push(other),
        }
        after
    }

    /// Adds a literal text whose number follows.
    pub(super) fn literal<'t>(&mut self, after: &'t str) -> &'t str {
        let Some((number, after)) = after.split_once(LITERAL_END) else { return after };
        let text = number.parse().ok().and_then(|at: usize| self.literals.get(at));
        self.open.push_str(text.map_or("", String::as_str));
        after
    }

    /// The text of an argument: a group, a command or a character.
    fn argument<'t>(&mut self, after: &'t str, depth: usize) -> (String, &'t str) {
        let after = after.trim_start();
        let mut out = String::new();
        if depth < MAX_DEPTH
            && let Some((inner, after)) = self.group(after)
        {
            return (self.inline(inner, depth + ARGUMENT), after);
        }
        let after = if depth < MAX_DEPTH { self.step(after, &mut out, depth + ARGUMENT) } else { after };
        (out, after)
    }

    fn command<'t>(&mut self, behind: &'t str, out: &mut String, depth: usize) -> &'t str {
        let name = name(behind);
        let after = behind.get(name.len()..).unwrap_or_default();
        if name.is_empty() {
            return self.symbol(behind, out, depth);
        }
        if let Some(accent) = signs::accent(name).filter(|_| after.starts_with(['{', ' ', '\\'])) {
            let (letters, after) = self.argument(after, depth);
            if !letters.is_empty() {
                out.push_str(&signs::accented(&letters, accent));
            }
            return after;
        }
        if let Some(sign) = signs::sign(name) {
            out.push_str(sign);
            return after;
        }
        match name {
            "frac" | "dfrac" | "tfrac" | "nicefrac" | "sfrac" => {
                let (above, after) = self.argument(after, depth);
                let (below, after) = self.argument(after, depth);
                out.push_str(&math::fraction(&above, &below));
                return after;
            }
            "sqrt" => {
                let degree = balanced(after, b'[', b']', &mut self.searches);
                let (degree, after) =
                    degree.map_or(("", after), |(inner, end)| (inner, after.get(end..).unwrap_or_default()));
                let (inner, after) = self.argument(after, depth);
                out.push_str(&math::root(degree, &inner));
                return after;
            }
            "footnote" | "footnotetext" | "thanks" => {
                if let Some((note, after)) = self.group(skip_option(after)) {
                    let note = self.inline(note, depth + 1);
                    self.notes.push(note);
                    return close_up(after, out);
                }
            }
            "caption" => return self.inside_caption(after),
            // Struck out: said to hold no longer.
            "sout" | "st" | "footnotemark" => {
                return if name == "footnotemark" { skip_option(after) } else { self.dropped(after, 1) };
            }
            "url" | "nolinkurl" | "path" => {
                if let Some((address, after)) = self.group(after) {
                    out.push_str(&address.replace('\\', ""));
                    return after;
                }
            }
            "SI" | "qty" | "unit" | "si" => {
                let mut rest = after;
                while let Some((part, after)) = self.group(rest).filter(|_| rest.starts_with('{')) {
                    let told = part.trim_start_matches('\\');
                    let part = if told.contains('\\') {
                        told.replace('\\', "")
                    } else {
                        self.inline(part, depth + 1)
                    };
                    let part = if part.is_empty() { told } else { &part };
                    out.extend([if out.is_empty() || out.ends_with([' ', '(']) { "" } else { " " }, part]);
                    rest = after;
                }
                return rest;
            }
            "begin" | "end" => {
                let Some((environment, after)) = self.group(after) else { return after };
                let count =
                    signs::aside_of_environment(environment) + usize::from(TABLES.contains(&environment));
                return if name == "begin" { self.dropped(after, count) } else { after };
            }
            "left" | "right" => return after.strip_prefix('.').unwrap_or(after),
            "and" | "newline" | "linebreak" | "cr" | "tabularnewline" => out.push('\n'),
            "quad" | "qquad" | "space" | "hfill" => out.push(' '),
            "xspace" if after.starts_with(char::is_alphanumeric) => out.push(' '),
            _ => return self.other(name, after, out),
        }
        after
    }

    /// Of other commands the words in braces are read.
    fn other<'t>(&mut self, name: &str, after: &'t str, out: &mut String) -> &'t str {
        let count = signs::aside(name);
        if count > 0 {
            let after = after.trim_start_matches('*');
            let after = if name == "cmidrule" { past_brackets(after) } else { after };
            let rest = self.dropped(after, count);
            return if rest.len() < after.len() { close_up(rest, out) } else { rest };
        }
        // A register that is set: `\looseness=-1`.
        if let Some(value) = after.strip_prefix('=').map(|value| value.strip_prefix('-').unwrap_or(value))
            && value.starts_with(|ch: char| ch.is_ascii_digit() || ch == '.')
        {
            let behind = value.trim_start_matches(|ch: char| ch.is_ascii_digit() || ch == '.');
            let unit = ["pt", "em", "ex", "cm", "mm", "in"].iter().find_map(|unit| behind.strip_prefix(unit));
            return unit.unwrap_or(behind).trim_start_matches([' ', '\t']);
        }
        // An option is one before an argument.
        let rest = skip_option(after);
        let rest = if rest.starts_with('{') { rest } else { after };
        if out.is_empty() || out.ends_with([' ', '\n', '(', '“', '‘']) {
            rest.trim_start_matches([' ', '\t'])
        } else {
            rest
        }
    }

    /// A backslash before a sign.
    fn symbol<'t>(&mut self, behind: &'t str, out: &mut String, depth: usize) -> &'t str {
        let mut chars = behind.chars();
        let Some(sign) = chars.next() else { return "" };
        let after = chars.as_str();
        let accent = signs::accent(sign.encode_utf8(&mut [0; 4]));
        let letter = after.trim_start_matches(['{', '\\', ' ']).starts_with(char::is_alphabetic);
        if let Some(accent) = accent.filter(|_| letter) {
            let (letters, after) = self.argument(after, depth);
            out.push_str(&signs::accented(&letters, accent));
            return after;
        }
        match sign {
            '\\' => {
                out.push('\n');
                return skip_option(after.trim_start_matches('*'));
            }
            '[' | ']' => out.push('\n'),
            '(' | ')' | '-' | '/' | '!' | '@' | '^' | '~' | '"' | '\'' | '`' | '=' | '.' => {}
            '|' => out.push('‖'),
            ' ' | ',' | ';' | ':' | '>' | '\n' | '\t' => out.push(' '),
            other => out.push(other),
        }
        after
    }
}

/// Where keys were, no blank stays before what follows, and no empty parentheses.
fn close_up<'t>(rest: &'t str, out: &mut String) -> &'t str {
    let next = rest.trim_start();
    let (open, behind) =
        if next.starts_with(')') { ("(", next.get(1..)) } else { ("[", next.strip_prefix(']')) };
    if let Some(behind) = behind.filter(|_| out.trim_end().ends_with(open)) {
        out.truncate(out.trim_end().len() - open.len());
        return close_up(behind, out);
    }
    if next.starts_with([',', '.', ';', ':', ')', ']']) {
        out.truncate(out.trim_end().len());
    }
    rest
}

fn past_brackets(after: &str) -> &str {
    let inner = after.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    inner.filter(|(inner, _)| inner.len() < 20).map_or(after, |(_, rest)| rest)
}
