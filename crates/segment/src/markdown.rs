//! What a line begins with.
//!
//! Owns block prefixes: fences, headings, list markers, table rows, quotes, rules, definitions, the lines that make
//! what stands above them a heading or the head of a table, and the enumerators of lists that were run together on one
//! line. Leaves the text after the prefix to the
//! language rules.

use super::chars::{is_bullet, is_syllable};
use super::view::{Look, More, View};
use stet_marks::citation::is_definition;

/// What kind of line a unit stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Block {
    #[default]
    Paragraph,
    Item,
    Quote,
    Heading,
    Table,
    /// `[1]: url`, `[^1]: note`.
    Definition,
    /// In a quotation when every line of it begins with `>`.
    Fence {
        mark: u8,
        len: usize,
        quoted: bool,
    },
    /// Display math, preformatted text, a script or a style sheet, up to these words.
    Literal {
        close: &'static str,
    },
    Indented,
    /// The fence around a text that is no code: around the whole, or of Markdown.
    Wrapper,
}

impl Block {
    /// Whether the unit is the whole line, whatever stands in it.
    pub const fn is_line(self) -> bool {
        matches!(self, Self::Heading | Self::Table | Self::Definition | Self::Wrapper)
    }
}

/// Longest fence that is told apart; longer ones count as this long.
const MAX_FENCE: usize = 16;
/// Longest link label before `]:`.
const MAX_LABEL: usize = 32;

/// The block that begins at `at`, the first character of a line after its indentation, and the length of its prefix.
pub(super) fn block_at(view: View<'_>, at: usize) -> Look<(Block, usize)> {
    let Some(first) = view.char(at)? else { return Ok((Block::Paragraph, 0)) };
    Ok(match first {
        '`' | '~' => fence(view, at, first as u8, false)?,
        '$' | '\\' => (math(view, at)?, 0),
        '<' => (preformatted(view, at)?, 0),
        '#' => heading(view, at)?,
        '|' => (Block::Table, 1),
        '>' => {
            let len = 1 + usize::from(view.byte(at + 1)? == Some(b' '));
            match view.byte(at + len)? {
                Some(mark @ (b'`' | b'~')) => match fence(view, at + len, mark, true)? {
                    (block @ Block::Fence { .. }, fence) => (block, len + fence),
                    _ => (Block::Quote, len),
                },
                _ => (Block::Quote, len),
            }
        }
        '-' | '*' | '+' => {
            let spaced = view.char(at + 1)?.is_some_and(char::is_whitespace);
            if spaced { (Block::Item, 1) } else { (Block::Paragraph, 0) }
        }
        '[' => definition(view, at)?,
        _ => match enumerator(view, at)? {
            Some(mark) => (Block::Item, mark.len),
            None => (Block::Paragraph, 0),
        },
    })
}

fn fence(view: View<'_>, at: usize, mark: u8, quoted: bool) -> Look<(Block, usize)> {
    let len = view.run(at, mark, MAX_FENCE)?;
    Ok(if len >= 3 { (Block::Fence { mark, len, quoted }, len) } else { (Block::Paragraph, 0) })
}

/// What the rest of the line behind a fence says is in it; its first word, in lower case.
pub(super) fn info(view: View<'_>, at: usize) -> Look<String> {
    let line = view.word(at, MAX_INFO, |ch| !matches!(ch, '\n' | '\r'))?;
    Ok(line.trim().to_ascii_lowercase())
}

/// Characters that are read behind a fence, and of the first line in it.
const MAX_INFO: usize = 16;
const MAX_FIRST: usize = 72;

/// Whether the line below the one that goes on at `at` is prose, of which no code is made.
pub(super) fn prose_below(view: View<'_>, at: usize) -> Look<bool> {
    let rest = view.word(at, MAX_INFO, |ch| ch != '\n')?;
    let first = at + rest.len() + 1;
    let line = view.word(first, MAX_FIRST, |ch| !matches!(ch, '\n' | '\r'))?.trim();
    let end = line.trim_end_matches(['*', '_', '"', '”', ')']);
    let says =
        end.ends_with(['.', '!', '?', ':', ']', '다', '요', '。']) || line.chars().count() == MAX_FIRST;
    let code = line.contains(['{', '}', ';', '=', '$', '\\', '|']) || line.starts_with(['<', '/', '.', '@']);
    Ok(line.starts_with("# ")
        || line.starts_with("## ")
        || says && !code && line.split_whitespace().nth(3).is_some())
}

/// White space behind the opening of display math that is looked through.
const MAX_BLANK: usize = 8;

/// `$$` or `\\[` alone on its line. On a line with more it is a part of a sentence.
fn math(view: View<'_>, at: usize) -> Look<Block> {
    let opener = view.word(at, 2, |ch| matches!(ch, '$' | '\\' | '['))?;
    let close = match opener {
        "$$" => "$$",
        "\\[" => "\\]",
        _ => return Ok(Block::Paragraph),
    };
    let blank = view.word(at + 2, MAX_BLANK, |ch| matches!(ch, ' ' | '\t' | '\r'))?.len();
    let alone = view.byte(at + 2 + blank)? == Some(b'\n');
    Ok(if alone { Block::Literal { close } } else { Block::Paragraph })
}

/// Elements whose text is no prose, and where each ends.
const PREFORMATTED: [(&str, &str); 3] = [("pre", "</pre>"), ("script", "</script>"), ("style", "</style>")];

fn preformatted(view: View<'_>, at: usize) -> Look<Block> {
    // One letter more than the longest name has.
    let tag = view.word(at + 1, 7, |ch| ch.is_ascii_alphabetic())?;
    let element = PREFORMATTED.iter().find(|(name, _)| tag.eq_ignore_ascii_case(name));
    let Some((_, close)) = element else { return Ok(Block::Paragraph) };
    let opens = matches!(view.byte(at + 1 + tag.len())?, Some(b'>' | b' '));
    Ok(if opens { Block::Literal { close } } else { Block::Paragraph })
}

fn heading(view: View<'_>, at: usize) -> Look<(Block, usize)> {
    let len = view.run(at, b'#', 7)?;
    let spaced = len <= 6 && view.char(at + len)?.is_none_or(char::is_whitespace);
    Ok(if spaced { (Block::Heading, len) } else { (Block::Paragraph, 0) })
}

/// `[label]:` at the start of a line, when an address follows, or the definition of a note.
fn definition(view: View<'_>, at: usize) -> Look<(Block, usize)> {
    let label = view.word(at + 1, MAX_LABEL, |ch| !matches!(ch, ']' | '[' | '\n' | '\r'))?;
    let end = at + 1 + label.len();
    let labels = !label.is_empty() && view.byte(end)? == Some(b']') && view.byte(end + 1)? == Some(b':');
    let defines =
        labels && (label.starts_with('^') || is_definition(view.rest(end + 2), view.eof).ok_or(More)?);
    Ok((if defines { Block::Definition } else { Block::Paragraph }, 0))
}

/// Longest underline of a heading, and longest delimiter row of a table, in bytes; a longer one counts as it stands.
const MAX_RULE: usize = 160;

/// Fewest characters of an underline: one alone is a sign or an empty list item.
const MIN_UNDERLINE: usize = 2;

/// Length of the underline of `=` or `-` that is the line from `at` on.
pub(super) fn underline(view: View<'_>, at: usize) -> Look<Option<usize>> {
    let Some(mark @ (b'=' | b'-')) = view.byte(at)? else { return Ok(None) };
    let len = view.run(at, mark, MAX_RULE)?;
    let blank = view.word(at + len, MAX_BLANK, |ch| matches!(ch, ' ' | '\t'))?.len();
    let ends = matches!(view.byte(at + len + blank)?, None | Some(b'\n' | b'\r'));
    Ok((len >= MIN_UNDERLINE && ends).then_some(len))
}

/// Whether the line from `at` on is the row under the head of a table: `---|---`, `:--- | ---:`, `|---|`.
pub(super) fn delimits(view: View<'_>, at: usize) -> Look<bool> {
    let row = view.word(at, MAX_RULE, |ch| matches!(ch, '|' | '-' | ':' | ' ' | '\t'))?;
    if !(row.contains('|') && row.contains('-')) {
        return Ok(false);
    }
    Ok(matches!(view.byte(at + row.len())?, None | Some(b'\n' | b'\r')))
}

/// Characters of a first cell in a table without outer pipes.
const MAX_CELL: usize = 90;

/// Whether the line from `at` on has cells.
pub(super) fn has_cells(view: View<'_>, at: usize) -> Look<bool> {
    let cell = view.word(at, MAX_CELL, |ch| !matches!(ch, '|' | '\n' | '\r'))?;
    Ok(view.byte(at + cell.len())? == Some(b'|'))
}

/// A list marker: `1.`, `2)`, `3.)`, `a.`, `(b)`, `iv)`, `가.`, `①`, `•`, `⁃9.`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Enumerator {
    /// Bytes of the marker without the white space after it.
    pub len: usize,
    pub order: Order,
    pub style: Style,
}

/// Where a marker stands in its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Number(u32),
    Letter(u8),
    Roman(u32),
    Hangul,
    Bullet,
}

/// How a marker is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Style {
    pub bullet: Option<char>,
    pub open: bool,
    pub dot: bool,
    pub close: bool,
}

impl Enumerator {
    /// Whether `next` continues the list in which `self` stands.
    pub fn is_followed_by(self, next: Self) -> bool {
        self.style == next.style
            && match (self.order, next.order) {
                (Order::Number(a), Order::Number(b)) | (Order::Roman(a), Order::Roman(b)) => b == a + 1,
                (Order::Letter(a), Order::Letter(b)) => b == a + 1,
                // "(i)" after "(h)", and "(ii)" after "(i)" that was taken for a letter.
                (Order::Bullet, Order::Bullet)
                | (Order::Letter(b'h'), Order::Roman(1))
                | (Order::Roman(1), Order::Letter(b'j')) => true,
                _ => false,
            }
    }
}

/// Characters of a marker's label that are read; the longest is `viii`.
const MAX_LABEL_CHARS: usize = 5;

/// The list marker at `at`, when white space (or, after a bullet, anything) follows it.
pub(super) fn enumerator(view: View<'_>, at: usize) -> Look<Option<Enumerator>> {
    // A word of five letters or more is no marker: so most lines begin.
    let head = view.rest(at).as_bytes().first_chunk::<MAX_LABEL_CHARS>();
    if head.is_some_and(|head| head.iter().all(u8::is_ascii_alphabetic)) {
        return Ok(None);
    }
    let mut style = Style::default();
    let mut end = at;
    let Some(mut first) = view.char(end)? else { return Ok(None) };
    if matches!(first, '①'..='⑳' | '㉮'..='㉻' | '❶'..='❿') {
        let order = Order::Number(u32::from(first));
        return Ok(Some(Enumerator { len: first.len_utf8(), order, style: Style::default() }));
    }
    if is_bullet(first) {
        style.bullet = Some(first);
        end += first.len_utf8();
        if view.char(end)? == Some(' ') {
            end += 1;
        }
        match view.char(end)? {
            Some(ch) if ch.is_ascii_digit() => first = ch,
            _ => return Ok(Some(Enumerator { len: end - at, order: Order::Bullet, style })),
        }
    }
    let bullet = style.bullet.map(|_| Enumerator { len: end - at, order: Order::Bullet, style });
    if first == '(' {
        style.open = true;
        end += 1;
    }
    let label = view.word(end, MAX_LABEL_CHARS, |ch| ch.is_ascii_alphanumeric() || is_syllable(ch))?;
    let Some(order) = order(label) else { return Ok(bullet) };
    end += label.len();
    if view.byte(end)? == Some(b'.') {
        style.dot = true;
        end += 1;
    }
    if matches!(view.byte(end)?, Some(b')')) {
        style.close = true;
        end += 1;
    }
    // "(a" is a parenthesis, "1" a number, and "Hangul." alone a word.
    let closed = style.close || (style.dot && !style.open);
    if !closed || view.char(end)?.is_some_and(|ch| !ch.is_whitespace()) {
        return Ok(bullet);
    }
    Ok(Some(Enumerator { len: end - at, order, style }))
}

const NUMERALS: [&str; 10] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];

fn order(label: &str) -> Option<Order> {
    if label.is_empty() {
        return None;
    }
    if label.len() <= 3
        && let Ok(number) = label.parse()
    {
        return Some(Order::Number(number));
    }
    let numeral =
        NUMERALS.iter().position(|&numeral| numeral == label).and_then(|at| u32::try_from(at + 1).ok());
    match numeral {
        Some(number) => Some(Order::Roman(number)),
        None if label.len() == 3 && "가나다라마바사아자차카타파하".contains(label) => {
            Some(Order::Hangul)
        }
        // "I." is the pronoun or an initial far more often than a list marker.
        None => match label.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() && *letter != b'I' => Some(Order::Letter(*letter)),
            _ => None,
        },
    }
}
