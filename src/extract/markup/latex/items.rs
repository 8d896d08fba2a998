//! Lists of LaTeX: each item behind what is set before it, by the list's depth, its options and what it says itself.

use crate::numbering::written;

/// Lists in one another: deeper than this they are numbered as at this depth.
const USUAL: [(&str, &str, &str); 4] = [("", "1", "."), ("(", "a", ")"), ("", "i", "."), ("", "A", ".")];
/// Commands that write a counter, and the kind of number.
const COUNTERS: [(&str, &str); 5] =
    [("\\arabic", "1"), ("\\alph", "a"), ("\\Alph", "A"), ("\\roman", "i"), ("\\Roman", "I")];
/// Longer arguments are none, so that a line of openings without ends costs no more than it is long.
const MAX_ARGUMENT: usize = 400;
const LISTS: [&str; 3] = ["enumerate", "itemize", "description"];

/// A list that is open; without a kind it has no numbers.
#[derive(Default)]
struct List {
    before: String,
    kind: Option<String>,
    after: String,
    number: u32,
    /// Lists with numbers, it and those around it.
    depth: usize,
}

/// The lists of a text, as its lines come.
#[derive(Default)]
pub(super) struct Items {
    open: Vec<List>,
    /// The last number at each depth.
    last: Vec<u32>,
    /// What the text itself sets around the numbers of each depth.
    labels: [Option<(String, String, String)>; 4],
    /// Where the sign of an item ends whose words are still to come.
    begun: Option<usize>,
}

impl Items {
    /// Adds a line with its items numbered, without the commands that open and close lists.
    pub(super) fn put(&mut self, line: &str, out: &mut String) {
        let (start, inner, mut told) = (out.len(), !self.open.is_empty(), false);
        let mut rest = if self.begun.is_some() { line.trim_start() } else { line };
        while let Some((words, command)) = rest.find('\\').and_then(|at| rest.split_at_checked(at)) {
            out.push_str(words);
            rest = if let Some(after) = self.command(command, out, start) {
                told = true;
                after
            } else {
                let length = command.chars().take(2).map(char::len_utf8).sum();
                out.push_str(command.get(..length).unwrap_or(command));
                command.get(length..).unwrap_or_default()
            };
        }
        out.push_str(rest);
        let blank = |from: usize| out.get(from..).unwrap_or_default().trim().is_empty();
        self.begun = self.begun.filter(|at| blank(*at));
        if let Some(at) = self.begun {
            out.truncate(at);
        } else if told && blank(start) && inner && !self.open.is_empty() {
            // A list within another is no paragraph of its own.
            out.truncate(start);
        } else {
            out.push('\n');
        }
    }

    /// Reads a command of a list; what stands behind it.
    fn command<'t>(&mut self, text: &'t str, out: &mut String, start: usize) -> Option<&'t str> {
        let named = |command: &str| {
            let (name, after) = braced(text.strip_prefix(command)?)?;
            LISTS.contains(&name.trim_end_matches('*')).then_some((name.trim_end_matches('*'), after))
        };
        if let Some((name, after)) = named("\\begin{") {
            let (options, after) = optional(after);
            let depth = self.open.last().map_or(0, |list| list.depth);
            self.open.push(match name {
                "enumerate" => self.enumerate(options.unwrap_or_default(), depth),
                _ => List { depth, ..List::default() },
            });
            return Some(after);
        }
        if let Some((_, after)) = named("\\end{") {
            if let Some(List { kind: Some(_), number, depth, .. }) = self.open.pop() {
                self.last.resize(depth - 1, 0);
                self.last.push(number);
            }
            return Some(after);
        }
        if let Some(told) = text.strip_prefix("\\setcounter{enum") {
            let (number, after) = braced(braced(told)?.1.strip_prefix('{')?)?;
            self.open.last_mut()?.number = number.trim().parse().ok()?;
            return Some(after);
        }
        if let Some(after) = self.relabel(text) {
            return Some(after);
        }
        let after = text.strip_prefix("\\item").filter(|after| !after.starts_with(char::is_alphabetic))?;
        let (label, after) = optional(after);
        if out.len() > start || self.begun.is_some() {
            out.push('\n');
        }
        let list = self.open.last_mut();
        match (label, list) {
            (Some(label), _) => out.extend([label, " "]),
            (None, Some(List { before, kind: Some(kind), after, number, .. })) => {
                *number = number.saturating_add(1);
                out.extend([before.as_str(), &written(kind, *number), after, " "]);
            }
            _ => out.push_str("- "),
        }
        self.begun = Some(out.len());
        Some(after.trim_start_matches([' ', '\t']))
    }

    /// `\\renewcommand{\\labelenumi}{(\\alph{enumi})}`, also as `\\def`: what is set around the numbers of a depth.
    fn relabel<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let (name, told) = match text.strip_prefix("\\renewcommand") {
            Some(told) => group(told.strip_prefix('*').unwrap_or(told))?,
            None => text.strip_prefix("\\def")?.split_at_checked(text.get(4..)?.find('{')?)?,
        };
        let depth = ["i", "ii", "iii", "iv"]
            .iter()
            .position(|depth| name.strip_prefix("\\labelenum") == Some(depth))?;
        let (label, after) = group(told)?;
        let (before, kind, behind) = template(label)?;
        let label = (before.to_owned(), kind.to_owned(), behind.to_owned());
        if let Some(list) = self.open.last_mut().filter(|list| list.kind.is_some() && list.depth == depth + 1)
        {
            (list.before, list.kind, list.after) = (label.0.clone(), Some(label.1.clone()), label.2.clone());
        }
        *self.labels.get_mut(depth)? = Some(label);
        Some(after)
    }

    fn enumerate(&self, options: &str, depth: usize) -> List {
        let usual = USUAL.get(depth).or(USUAL.last()).copied().unwrap_or_default();
        let label = self.labels.get(depth).and_then(Option::clone);
        let (before, kind, after) =
            label.unwrap_or_else(|| (usual.0.to_owned(), usual.1.to_owned(), usual.2.to_owned()));
        let kind = Some(kind);
        let mut out = List { before, kind, after, number: 0, depth: depth + 1 };
        if !options.contains('=') && options != "resume" {
            // `[(a)]`: the first of these signs that is part of no word stands for the number.
            let word = |ch: char| ch.is_alphanumeric();
            let alone = |at: &usize| {
                let sides = (options.get(..*at), options.get(at + 1..));
                matches!(sides, (Some(before), Some(after)) if !before.ends_with(word) && !after.starts_with(word))
            };
            if let Some(at) = options.match_indices(['1', 'a', 'A', 'i', 'I']).map(|(at, _)| at).find(alone) {
                let (before, rest) = options.split_at(at);
                let (kind, after) = rest.split_at(1);
                (out.before, out.kind, out.after) = (before.into(), Some(kind.into()), after.into());
            }
            return out;
        }
        for option in parts(options) {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            let value = value.trim();
            match name.trim() {
                "label" | "label*" => {
                    let value =
                        value.strip_prefix('{').and_then(|value| value.strip_suffix('}')).unwrap_or(value);
                    let above =
                        self.open.iter().rfind(|list| list.kind.is_some()).filter(|_| name.contains('*'));
                    let above = above.map(|list| {
                        let number = list.kind.as_deref().map(|kind| written(kind, list.number));
                        [&list.before, &number.unwrap_or_default(), &list.after].map(String::as_str).concat()
                    });
                    if let Some((before, kind, after)) = template(value) {
                        out.before = above.unwrap_or_default() + before;
                        (out.kind, out.after) = (Some(kind.into()), after.into());
                    }
                }
                "start" => out.number = value.parse::<u32>().unwrap_or(1).saturating_sub(1),
                "resume" => out.number = self.last.get(depth).copied().unwrap_or(0),
                _ => {}
            }
        }
        out
    }
}

/// The parts of a label around the number: `(\alph*)`.
fn template(label: &str) -> Option<(&str, &'static str, &str)> {
    COUNTERS.iter().find_map(|(command, kind)| {
        let (before, rest) = label.split_once(command)?;
        let after = rest
            .strip_prefix('*')
            .or_else(|| rest.strip_prefix('{')?.split_once('}').map(|(_, after)| after))?;
        Some((before, *kind, after))
    })
}

/// An argument in brackets, which may have braces in it, and what stands behind.
fn optional(text: &str) -> (Option<&str>, &str) {
    let Some(inner) = text.trim_start_matches([' ', '\t']).strip_prefix('[') else { return (None, text) };
    let end = outside(near(inner), ']').next();
    let found = end.and_then(|at| Some((inner.get(..at)?, inner.get(at + 1..)?)));
    found.map_or((None, text), |(inner, after)| (Some(inner), after))
}

/// An argument in braces, which may have others in it, and what stands behind.
fn group(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('{')?;
    let mut depth = 1_usize;
    let end = near(inner).char_indices().find(|(_, ch)| {
        depth += usize::from(*ch == '{');
        depth -= usize::from(*ch == '}');
        depth == 0
    });
    end.and_then(|(at, _)| Some((inner.get(..at)?, inner.get(at + 1..)?)))
}

/// What stands before a brace that closes, and behind it.
fn braced(text: &str) -> Option<(&str, &str)> {
    near(text).find('}').and_then(|at| Some((text.get(..at)?, text.get(at + 1..)?)))
}

/// As far as an argument may reach.
fn near(text: &str) -> &str {
    let end = text.char_indices().nth(MAX_ARGUMENT).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or(text)
}

/// Options between commas.
fn parts(options: &str) -> Vec<&str> {
    let mut from = 0;
    let mut out = Vec::new();
    for at in outside(options, ',').chain([options.len()]) {
        out.extend(options.get(from..at));
        from = at + 1;
    }
    out
}

/// Where a sign stands outside of braces.
fn outside(text: &str, sign: char) -> impl Iterator<Item = usize> {
    let mut depth = 0_usize;
    text.char_indices().filter_map(move |(at, ch)| {
        match ch {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (ch == sign && depth == 0).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_stand_behind_their_numbers() {
        let source = "\\begin{enumerate}\n\\item First \\textbf{rule}\n\\begin{enumerate}\n  \\item Inner\\item 안\n\\end{enumerate}\n\
            \\item[*] Starred\n\\item Second\n\\end{enumerate}\nBetween\n\
            \\begin{enumerate}[resume, label={(\\Roman*)}]\\item On\\end{enumerate}\n\
            \\begin{enumerate}[i)]\n\\item x\n\\end{enumerate}\n\\begin{enumerate}[noitemsep]\\item y\\end{enumerate}\n\\begin{enumerate}[label=제\\arabic*조,start=3]\n\\item 목적\n\
            \\begin{enumerate}[label*=-\\alph*]\n\\item 하나\n\\end{enumerate}\n\\end{enumerate}\n\
            \\begin{enumerate}\n\\def\\labelenumi{(\\roman{enumi})}\n\\setcounter{enumi}{3}\n\\item\n  Four\n\\item\n\\item Six\n\\end{enumerate}\n\
            \\begin{itemize}\n\\item Dot\n\\end{itemize}\n\\begin{description}\n\\item[Pool] Open\n\\end{description}\n\\itemsep 3 \\end{x} \\item";
        let (mut items, mut out) = (Items::default(), String::new());
        source.lines().for_each(|line| items.put(line, &mut out));
        let lines: Vec<&str> = out.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(
            lines,
            [
                "1. First \\textbf{rule}",
                "(a) Inner",
                "(b) 안",
                "* Starred",
                "2. Second",
                "Between",
                "(III) On",
                "i) x",
                "1. y",
                "제3조 목적",
                "제3조-a 하나",
                "(iv) Four",
                "(v)",
                "(vi) Six",
                "- Dot",
                "Pool Open",
                "\\itemsep 3 \\end{x}",
                "-"
            ]
        );
    }
}
