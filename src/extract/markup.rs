//! Texts in a light markup (reStructuredText, `AsciiDoc`, Org, LaTeX): headings as such, the rest as paragraphs with the marks of
//! letters taken off.

use super::builder::Builder;
use super::{ExtractError, Extraction, Limits, text};
use stet_sources::chunk::Category;

mod latex;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Rest,
    AsciiDoc,
    Org,
    Latex,
}

pub(super) fn extract(bytes: &[u8], kind: Kind, limits: &Limits) -> Result<Extraction, ExtractError> {
    if kind == Kind::Latex {
        return latex::extract(bytes, limits);
    }
    let decoded = text::decode(bytes)?;
    let source = decoded.text.into_owned();
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
            Kind::Latex => None,
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
        Kind::Latex => false,
    }
}

/// Words without the marks around them.
fn plain(line: &str, kind: Kind) -> String {
    match kind {
        Kind::Rest => line.replace("**", "").replace("``", ""),
        Kind::AsciiDoc => line.replace("**", ""),
        Kind::Org | Kind::Latex => line.to_owned(),
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
}
