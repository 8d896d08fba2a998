//! Commands that a LaTeX source defines itself, put in their place; what its conditions leave out is left out.
//!
//! Bounded: all reading, also that of definitions in definitions, takes from one supply of fuel. When it is used up, the
//! rest is read without definitions.

use std::collections::HashMap;
use std::rc::Rc;

use super::remarks::{LITERAL, name, put_literal, searches, without_remarks};
use crate::ExtractError;

/// Definitions in definitions.
const MAX_DEPTH: usize = 64;
/// Commands that keep their meaning, whatever a source makes of them.
const KEPT: [&str; 26] = [
    "part",
    "chapter",
    "section",
    "subsection",
    "subsubsection",
    "paragraph",
    "footnote",
    "thanks",
    "cite",
    "citep",
    "citet",
    "ref",
    "label",
    "item",
    "caption",
    "begin",
    "end",
    "title",
    "author",
    "date",
    "maketitle",
    "and",
    "par",
    "text",
    "url",
    "href",
];

#[derive(Clone)]
struct Macro {
    args: usize,
    /// What stands for the first argument, which may be left out.
    usual: Option<String>,
    body: Rc<str>,
}

/// A source that defines nothing any more.
#[derive(Default)]
pub(super) struct Expanded {
    pub(super) text: String,
    pub(super) literals: Vec<String>,
    /// Files that it draws in.
    pub(super) included: Vec<String>,
    /// Whether the definitions went on without end.
    pub(super) endless: bool,
}

#[derive(Default)]
struct Expander {
    macros: HashMap<String, Macro>,
    /// Environments: what they begin and end with.
    around: HashMap<String, (Macro, Rc<str>)>,
    /// Environments that begin with a name: `Theorem`.
    named: HashMap<String, String>,
    frames: Vec<(Rc<str>, usize)>,
    flags: HashMap<String, bool>,
    /// Of each open condition whether the other branch is left out.
    conditions: Vec<bool>,
    fuel: usize,
    searches: usize,
    out: Expanded,
}

/// # Errors
/// The text would be larger than `limit` bytes.
pub(super) fn expand(source: &str, limit: u64) -> Result<Expanded, ExtractError> {
    let mut out = Expanded::default();
    let text = without_remarks(source, &mut out.literals);
    let fuel = text.len().saturating_mul(50).saturating_add(1_000_000);
    let searches = searches(text.len());
    let mut expander =
        Expander { fuel, searches, out, frames: vec![(Rc::from(text), 0)], ..Expander::default() };
    while let Some((text, at)) = expander.frames.last().cloned() {
        let rest = text.get(at..).unwrap_or_default();
        let plain = rest.find('\\').unwrap_or(rest.len());
        expander.out.text.push_str(rest.get(..plain).unwrap_or_default());
        expander.advance(plain);
        expander.spend(plain + 1);
        if plain == rest.len() {
            expander.frames.pop();
            continue;
        }
        let name = name(rest.get(plain + 1..).unwrap_or_default());
        expander.advance(1 + name.len());
        if name.is_empty() {
            expander.out.text.push('\\');
            let sign = expander.next();
            expander.out.text.extend(sign);
        } else if !expander.command(name) {
            expander.out.text.push('\\');
            expander.out.text.push_str(name);
        }
        let bytes = expander.out.text.len() as u64;
        if bytes > limit {
            return Err(ExtractError::TooLarge { bytes, limit });
        }
    }
    Ok(expander.out)
}

/// What stands between a sign and its end, and the bytes to behind it; what is looked at in vain goes off `searches`.
pub(super) fn balanced<'t>(
    text: &'t str,
    open: u8,
    close: u8,
    searches: &mut usize,
) -> Option<(&'t str, usize)> {
    let bytes = text.as_bytes();
    if bytes.first() != Some(&open) || *searches == 0 {
        return None;
    }
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(byte) = bytes.get(at) {
        match *byte {
            b'\\' => at += 1,
            b'{' if open != b'{' => depth += 2,
            b'}' if open != b'{' => depth = depth.saturating_sub(2).max(1),
            byte if byte == open => depth += 1,
            byte if byte == close && (open == b'{' || depth == 1) => {
                depth -= 1;
                if depth == 0 {
                    return Some((text.get(1..at)?, at + 1));
                }
            }
            _ => {}
        }
        at += 1;
    }
    *searches = searches.saturating_sub(at);
    None
}

impl Expander {
    fn spend(&mut self, bytes: usize) {
        self.fuel = self.fuel.saturating_sub(bytes);
        if self.fuel == 0 && !self.out.endless {
            self.out.endless = true;
            self.macros.clear();
            self.around.clear();
        }
    }

    fn rest(&self) -> &str {
        self.frames.last().and_then(|(text, at)| text.get(*at..)).unwrap_or_default()
    }

    fn advance(&mut self, bytes: usize) {
        if let Some((_, at)) = self.frames.last_mut() {
            *at += bytes;
        }
    }

    fn next(&mut self) -> Option<char> {
        let ch = self.rest().chars().next()?;
        self.advance(ch.len_utf8());
        Some(ch)
    }

    /// Passes blanks, and over the end of a definition that has nothing more.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start().len();
            let done = blanks < rest.len() || self.frames.len() < 2;
            self.advance(blanks);
            if done {
                return;
            }
            self.frames.pop();
        }
    }

    fn braces(&mut self, open: u8, close: u8) -> Option<String> {
        self.skip_blanks();
        let mut searches = self.searches;
        let found = balanced(self.rest(), open, close, &mut searches)
            .map(|(inner, length)| (inner.to_owned(), length));
        self.searches = searches;
        let (inner, length) = found?;
        self.advance(length);
        Some(inner)
    }

    /// An argument: in braces, a command, or one character.
    fn argument(&mut self) -> String {
        if let Some(inner) = self.braces(b'{', b'}') {
            return inner;
        }
        match self.next() {
            Some('\\') => {
                let name = name(self.rest()).to_owned();
                self.advance(name.len());
                format!("\\{name}")
            }
            other => other.map(String::from).unwrap_or_default(),
        }
    }

    fn option(&mut self) -> Option<String> {
        self.braces(b'[', b']')
    }

    /// Does what a command says; whether it is done with.
    fn command(&mut self, name: &str) -> bool {
        if let Some(found) = self.macros.get(name).cloned() {
            self.put(&found);
            return true;
        }
        match name {
            "newcommand" | "renewcommand" | "providecommand" | "DeclareRobustCommand" | "newrobustcmd" => {
                return self.define(name);
            }
            "def" | "gdef" | "edef" | "xdef" => return self.define_plainly(name),
            "NewDocumentCommand" | "RenewDocumentCommand" | "DeclareDocumentCommand" => {
                let (new, spec, body) = (self.argument(), self.argument(), self.argument());
                let plain = spec.chars().all(|ch| ch == 'm' || ch.is_whitespace());
                self.keep(&new, spec.matches('m').count(), None, body, plain);
            }
            "DeclareMathOperator" => {
                self.star();
                let (new, body) = (self.argument(), self.argument());
                self.keep(&new, 0, None, format!("\\mathrm{{{body}}}"), true);
            }
            "DeclarePairedDelimiter" => {
                let (new, before, after) = (self.argument(), self.argument(), self.argument());
                self.keep(&new, 1, None, format!("{before} #1{after} "), true);
            }
            "let" => {
                let new = self.argument();
                if self.rest().trim_start().starts_with('=') {
                    self.skip_blanks();
                    self.advance(1);
                }
                let old = self.argument();
                if let Some(found) = old.strip_prefix('\\').and_then(|old| self.macros.get(old)).cloned() {
                    self.keep(&new, found.args, found.usual, found.body.to_string(), true);
                }
            }
            "newenvironment" | "renewenvironment" => {
                self.star();
                let new = self.argument();
                let args = self.option().and_then(|args| args.trim().parse().ok()).unwrap_or(0);
                let usual = self.option();
                let (before, after) = (self.argument(), self.argument());
                let body = Macro { args, usual, body: Rc::from(before) };
                self.around.insert(new, (body, Rc::from(after)));
            }
            "newtheorem" => {
                self.star();
                let new = self.argument();
                self.option();
                let title = self.argument();
                self.option();
                self.named.insert(new, title);
            }
            "begin" | "end" => return self.environment(name == "begin"),
            "input" | "include" | "subfile" | "subfileinclude" | "InputIfFileExists" => {
                let file = self.braces(b'{', b'}').unwrap_or_else(|| {
                    let file = self.rest().split_whitespace().next().unwrap_or_default().to_owned();
                    self.advance(file.len());
                    file
                });
                self.out.included.push(file);
            }
            "verb" | "lstinline" => {
                self.star();
                let Some(mark) = self.next() else { return true };
                let close = if mark == '{' { '}' } else { mark };
                if let Some((literal, _)) =
                    self.rest().split_once(close).filter(|(text, _)| text.len() < 1000)
                {
                    let literal = literal.to_owned();
                    self.advance(literal.len() + close.len_utf8());
                    put_literal(&mut self.out.text, &mut self.out.literals, literal, LITERAL);
                }
            }
            "makeatletter" | "makeatother" => {}
            _ => return self.condition(name),
        }
        true
    }

    fn star(&mut self) {
        if self.rest().starts_with('*') {
            self.advance(1);
        }
    }

    /// Puts what a macro stands for in its place.
    fn put(&mut self, found: &Macro) {
        let mut args = Vec::with_capacity(found.args);
        if let (Some(usual), 1..) = (&found.usual, found.args) {
            args.push(self.option().unwrap_or_else(|| usual.clone()));
        }
        while args.len() < found.args {
            args.push(self.argument());
        }
        if self.frames.len() < MAX_DEPTH && self.fuel > 0 {
            let text = filled(&found.body, &args);
            self.spend(text.len() + 1);
            self.frames.push((Rc::from(text), 0));
        }
    }

    fn keep(&mut self, new: &str, args: usize, usual: Option<String>, body: String, simple: bool) {
        let Some(new) = new.trim().strip_prefix('\\') else { return };
        // What programs more than it writes.
        let programs =
            ["@", "\\expandafter", "\\csname", "\\futurelet"].iter().any(|sign| body.contains(sign));
        if simple && !programs && args <= 9 && !new.is_empty() && !KEPT.contains(&new) {
            self.macros.insert(new.to_owned(), Macro { args, usual, body: Rc::from(body) });
        }
    }

    fn define(&mut self, command: &str) -> bool {
        self.star();
        let new = self.argument();
        if new.starts_with("\\labelenum") {
            self.out.text.extend(["\\", command, "{", &new, "}"]);
            return true;
        }
        let args = self.option().and_then(|args| args.trim().parse().ok()).unwrap_or(0);
        let usual = self.option();
        let body = self.argument();
        self.keep(&new, args, usual, body, true);
        true
    }

    fn define_plainly(&mut self, command: &str) -> bool {
        let new = self.argument();
        if new.starts_with("\\labelenum") {
            self.out.text.extend(["\\", command, &new]);
            return true;
        }
        let params: String = self.rest().chars().take(100).take_while(|ch| *ch != '{').collect();
        self.advance(params.len());
        let body = self.argument();
        let args = params.matches('#').count();
        let plain = params.chars().all(|ch| ch == '#' || ch.is_ascii_digit() || ch.is_whitespace());
        self.keep(&new, args, None, body, plain);
        true
    }

    fn environment(&mut self, begins: bool) -> bool {
        let mut searches = self.searches;
        let found =
            balanced(self.rest(), b'{', b'}', &mut searches).map(|(name, length)| (name.to_owned(), length));
        self.searches = searches;
        let Some((name, length)) = found else { return false };
        if let Some(title) = self.named.get(&name).cloned() {
            self.advance(length);
            self.out.text.push_str("\n\n");
            if begins {
                let told = self.option().map(|told| format!(" ({told})")).unwrap_or_default();
                self.out.text.extend([&title, &told, ". "]);
            }
            return true;
        }
        let Some((before, after)) = self.around.get(&name).cloned() else { return false };
        self.advance(length);
        let body = if begins { before } else { Macro { args: 0, usual: None, body: after } };
        self.put(&body);
        true
    }

    /// `\ifdraft`, `\else`, `\fi` and what sets them.
    fn condition(&mut self, name: &str) -> bool {
        match name {
            "newif" => {
                let new = self.argument();
                self.flags.extend(new.strip_prefix("\\if").map(|flag| (flag.to_owned(), false)));
                return true;
            }
            "fi" => {
                self.conditions.pop();
                return true;
            }
            "else" => {
                if self.conditions.last() == Some(&true) && self.skip_branch() {
                    self.conditions.pop();
                }
                return true;
            }
            _ => {}
        }
        for (end, value) in [("true", true), ("false", false)] {
            if let Some(flag) = name.strip_suffix(end).and_then(|flag| self.flags.get_mut(flag)) {
                *flag = value;
                return true;
            }
        }
        let flag = name.strip_prefix("if").unwrap_or_default();
        if !opens_condition(name, self.rest()) && !self.flags.contains_key(flag) {
            return false;
        }
        let known = match flag {
            "true" => Some(true),
            "false" => Some(false),
            _ => self.flags.get(flag).copied(),
        };
        if known == Some(false) {
            // To the other branch, or to the end.
            if self.skip_branch() {
                return true;
            }
            self.conditions.push(false);
        } else {
            self.conditions.push(known == Some(true));
        }
        true
    }

    /// Passes what is left out, to behind `\fi` or (from `\if…` on) the `\else` of this condition; without an end nothing.
    fn skip_branch(&mut self) -> bool {
        let (rest, mut depth) = (self.rest(), 0_usize);
        let mut at = 0;
        let mut end = None;
        while let Some(found) = rest.get(at..).and_then(|text| text.find('\\')).filter(|_| self.searches > 0)
        {
            at += found + 1;
            let behind = rest.get(at..).unwrap_or_default();
            let name = name(behind);
            at += name.len().max(behind.chars().next().map_or(0, char::len_utf8));
            match name {
                "fi" if depth == 0 => {
                    end = Some((at, false));
                    break;
                }
                "else" if depth == 0 => {
                    end = Some((at, true));
                    break;
                }
                "fi" => depth -= 1,
                name => depth += usize::from(opens_condition(name, rest.get(at..).unwrap_or_default())),
            }
        }
        let Some((at, other)) = end else {
            self.searches = self.searches.saturating_sub(at);
            return false;
        };
        self.advance(at);
        if other {
            self.conditions.push(false);
        }
        true
    }
}

fn opens_condition(name: &str, behind: &str) -> bool {
    let plain = matches!(name, "iffalse" | "iftrue");
    plain || (name.starts_with("if") && name != "iff" && !behind.starts_with('{'))
}

/// A body with its arguments.
fn filled(body: &str, args: &[String]) -> String {
    let mut pieces = body.split('#');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let number = piece.chars().next().and_then(|digit| digit.to_digit(10)).unwrap_or(0) as usize;
        let Some(arg) = number.checked_sub(1).and_then(|at| args.get(at)) else {
            out.push_str(piece);
            continue;
        };
        out.push_str(arg);
        let behind = piece.get(1..).unwrap_or_default();
        // The name of a command does not grow by what follows it.
        let command = arg.rsplit_once('\\').is_some_and(|(_, last)| !last.is_empty() && name(last) == last);
        if command && behind.starts_with(|ch: char| ch.is_ascii_alphabetic()) {
            out.push(' ');
        }
        out.push_str(behind);
    }
    out
}
