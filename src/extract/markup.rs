//! Texts in a light markup (reStructuredText, `AsciiDoc`, Org, LaTeX): headings as such, the rest as paragraphs with the marks of
//! letters taken off.

use super::builder::Builder;
use super::{ExtractError, Extraction, Limits, math, text};
use stet_sources::chunk::Category;

mod items;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Rest,
    AsciiDoc,
    Org,
    Latex,
}

pub(super) fn extract(bytes: &[u8], kind: Kind, limits: &Limits) -> Result<Extraction, ExtractError> {
    let decoded = text::decode(bytes)?;
    let source = if kind == Kind::Latex { latex_body(&decoded.text) } else { decoded.text.into_owned() };
    let mut out = Builder::new(limits);
    let mut open = String::new();
    // Signs that underline titles of reStructuredText, in the order they first come.
    let mut signs: Vec<char> = Vec::new();
    let mut code: Option<&str> = None;
    let lines: Vec<&str> = source.lines().collect();
    let mut at = 0;
    while let Some(line) = lines.get(at).copied() {
        at += 1;
        if let Some(end) = code {
            if (!end.is_empty() && line.trim_end().eq_ignore_ascii_case(end))
                || (end.is_empty() && !line.is_empty() && !line.starts_with([' ', '\t']))
            {
                out.push(Category::Code, None, &std::mem::take(&mut open))?;
                code = None;
                at -= usize::from(end.is_empty());
            } else {
                open.push_str(line);
                open.push('\n');
            }
            continue;
        }
        let heading = match kind {
            Kind::Rest => lines.get(at).copied().and_then(|under| underlined(line, under, &mut signs)),
            Kind::AsciiDoc => marked(line, '='),
            Kind::Org => marked(line, '*'),
            Kind::Latex => section(line),
        };
        if let Some((level, title)) = heading {
            out.push(Category::Paragraph, None, &std::mem::take(&mut open))?;
            out.push(Category::heading(level), None, &plain(title, kind))?;
            at += usize::from(kind == Kind::Rest);
            continue;
        }
        let opens = match kind {
            Kind::Rest if line.trim_end().ends_with("::") && !line.starts_with("..") => Some(""),
            Kind::AsciiDoc if matches!(line.trim_end(), "----" | "....") => Some(line.trim_end()),
            Kind::Org if line.to_lowercase().starts_with("#+begin_src") => Some("#+end_src"),
            _ => None,
        };
        if opens == Some("") {
            open.push_str(&plain(line.trim_end().trim_end_matches(':'), kind));
        }
        if opens.is_some() {
            out.push(Category::Paragraph, None, &std::mem::take(&mut open))?;
            code = opens;
        } else if line.trim().is_empty() {
            out.push(Category::Paragraph, None, &std::mem::take(&mut open))?;
        } else if !is_remark(line, kind) {
            open.push_str(&plain(line, kind));
            open.push('\n');
        }
    }
    out.push(if code.is_some() { Category::Code } else { Category::Paragraph }, None, &open)?;
    Ok(Extraction {
        media_type: text::MEDIA_TYPE.into(),
        blocks: out.finish(),
        left_out: decoded.left_out.into_iter().collect(),
        guesses: decoded.guess.into_iter().collect(),
        ..Extraction::default()
    })
}

/// A title and the line of one sign under it.
fn underlined<'a>(line: &'a str, under: &str, signs: &mut Vec<char>) -> Option<(usize, &'a str)> {
    let under = under.trim_end();
    let sign = under.chars().next().filter(|sign| "=-~^\"'`#*+:.".contains(*sign))?;
    let title = line.trim();
    let fits = under.chars().count() >= title.chars().count().max(3) && under.chars().all(|ch| ch == sign);
    if !fits || title.is_empty() || !title.chars().any(char::is_alphanumeric) {
        return None;
    }
    let rank = signs.iter().position(|known| *known == sign).unwrap_or_else(|| {
        signs.push(sign);
        signs.len() - 1
    });
    Some((rank + 1, title))
}

/// A title behind as many signs as its level.
fn marked(line: &str, sign: char) -> Option<(usize, &str)> {
    let title = line.trim_start_matches(sign);
    let level = line.len() - title.len();
    ((1..=6).contains(&level) && title.starts_with(' ')).then(|| (level, title.trim()))
}

fn section(line: &str) -> Option<(usize, &str)> {
    let line = line.trim_start();
    let levels = [
        ("\\title", 1),
        ("\\part", 1),
        ("\\chapter", 1),
        ("\\section", 2),
        ("\\subsection", 3),
        ("\\subsubsection", 3),
    ];
    levels.iter().find_map(|(command, level)| {
        let rest = line.strip_prefix(command)?.trim_start_matches('*').strip_prefix('{')?;
        Some((*level, rest.split_once('}').map_or(rest, |(title, _)| title)))
    })
}

/// Lines that say something about the text and are none of it.
fn is_remark(line: &str, kind: Kind) -> bool {
    let line = line.trim_start();
    match kind {
        Kind::Rest => {
            line.starts_with(".. ") || (line.len() > 3 && line.chars().all(|ch| "=-~^+| ".contains(ch)))
        }
        Kind::AsciiDoc => {
            line.starts_with("//")
                || (line.starts_with(':') && line.get(1..).is_some_and(|rest| rest.contains(": ")))
        }
        Kind::Org => {
            line.starts_with("#+")
                || line.starts_with("# ")
                || line.starts_with(":PROPERTIES:")
                || line.starts_with(":END:")
        }
        Kind::Latex => {
            line.starts_with("\\begin") || line.starts_with("\\end") || line.starts_with("\\label")
        }
    }
}

/// Words without the marks around them.
fn plain(line: &str, kind: Kind) -> String {
    match kind {
        Kind::Rest => line.replace("**", "").replace("``", ""),
        Kind::AsciiDoc => line.replace("**", ""),
        Kind::Org => line.to_owned(),
        Kind::Latex => latex(line),
    }
}

/// What stands between the beginning and the end of a document, without remarks.
fn latex_body(source: &str) -> String {
    let body = source.split_once("\\begin{document}").map_or(source, |(_, body)| body);
    let body = body.split_once("\\end{document}").map_or(body, |(body, _)| body);
    let (mut items, mut out) = (items::Items::default(), String::with_capacity(body.len()));
    for line in body.lines() {
        let remark = line
            .match_indices('%')
            .find(|(at, _)| !line.get(..*at).is_some_and(|before| before.ends_with('\\')));
        items.put(remark.and_then(|(at, _)| line.get(..at)).unwrap_or(line), &mut out);
    }
    out
}

/// Commands of LaTeX as what they set: fractions, powers, the words in emphasis.
fn latex(line: &str) -> String {
    let mut chars = line.chars().peekable();
    let mut out = String::new();
    row(&mut chars, &mut out, 0);
    out
}

type Chars<'a> = std::iter::Peekable<std::str::Chars<'a>>;

fn row(chars: &mut Chars<'_>, out: &mut String, depth: usize) {
    while let Some(ch) = chars.next() {
        match ch {
            '}' if depth > 0 => return,
            '{' if depth < 64 => row(chars, out, depth + 1),
            '{' | '}' | '$' => {}
            '~' => out.push(' '),
            '^' | '_' => {
                let inner = argument(chars, depth);
                let base = std::mem::take(out);
                *out = if ch == '^' { math::power(&base, &inner) } else { math::index(&base, &inner) };
            }
            '\\' => command(chars, out, depth),
            other => out.push(other),
        }
    }
}

fn argument(chars: &mut Chars<'_>, depth: usize) -> String {
    let mut inner = String::new();
    match chars.next() {
        Some('{') if depth < 64 => row(chars, &mut inner, depth + 1),
        Some('\\') => command(chars, &mut inner, depth),
        Some(other) => inner.push(other),
        None => {}
    }
    inner
}

fn command(chars: &mut Chars<'_>, out: &mut String, depth: usize) {
    let mut name = String::new();
    while let Some(ch) = chars.next_if(char::is_ascii_alphabetic) {
        name.push(ch);
    }
    match name.as_str() {
        "" => match chars.next() {
            Some('\\') => out.push('\n'),
            Some(sign) if "%&$#_{}".contains(sign) => out.push(sign),
            _ => out.push(' '),
        },
        "frac" | "dfrac" | "tfrac" => {
            let above = argument(chars, depth);
            let below = argument(chars, depth);
            out.push_str(&math::fraction(&above, &below));
        }
        "sqrt" => {
            let inner = argument(chars, depth);
            out.push_str(&math::root("", &inner));
        }
        "sout" | "st" | "label" | "cite" | "ref" | "footnotemark" | "includegraphics" | "begin" | "end" => {
            drop(argument(chars, depth));
        }
        "footnote" => {
            let note = argument(chars, depth);
            out.extend([" (", &note, ")"]);
        }
        "times" => out.push('×'),
        "cdot" => out.push('·'),
        "pm" => out.push('±'),
        "leq" | "le" => out.push('≤'),
        "geq" | "ge" => out.push('≥'),
        "in" => out.push('∈'),
        // Of other commands the words in braces are read.
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(source: &str, kind: Kind) -> Vec<(Category, String)> {
        let extraction = extract(source.as_bytes(), kind, &Limits::default()).unwrap();
        extraction.blocks.into_iter().map(|block| (block.category, block.text)).collect()
    }

    #[test]
    fn headings_and_words() {
        let heading = |text: &str| (Category::Heading1, text.to_owned());
        let words = |text: &str| (Category::Paragraph, text.to_owned());
        assert_eq!(
            blocks(
                "수영장\n======\n\nThe **pool** opens.\n\n.. note:: x\n\nCode::\n\n  f()\n\nEnd.",
                Kind::Rest
            ),
            [
                heading("수영장"),
                words("The pool opens."),
                words("Code"),
                (Category::Code, "  f()".into()),
                words("End.")
            ]
        );
        assert_eq!(
            blocks("= Pool\n:toc: left\n\n열린다.\n", Kind::AsciiDoc),
            [heading("Pool"), words("열린다.")]
        );
        assert_eq!(blocks("#+TITLE: x\n* Pool\n열린다.\n", Kind::Org), [heading("Pool"), words("열린다.")]);
    }

    #[test]
    fn latex_as_it_is_set() {
        let source = "\\usepackage{x}\\begin{document}\n\\section{요금}\nThe \\emph{fee} is $\\frac{3}{45}$ of 10^{6}. % no\nH_2O, 5\\%.\n\\end{document}";
        assert_eq!(
            blocks(source, Kind::Latex),
            [
                (Category::Heading2, "요금".into()),
                (Category::Paragraph, "The fee is 3/45 of 10⁶.\nH2O, 5%.".into()),
            ]
        );
    }
}
