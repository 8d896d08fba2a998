//! Numbers in the order of release, and the References section made from them.

use super::begun::{MarkMatch, match_mark};
use super::grammar::is_open;
use super::words::{LABELS, TITLES};
use super::works::is_ending;
use crate::pattern::Prefix;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use std::hash::Hash;
use std::sync::LazyLock;
use stet_text::Language;

/// Numbers sources in the order in which they are first released, from 1, so that what has been
/// streamed never needs another number. `K` is the stable id of a source.
#[derive(Debug, Clone)]
pub struct Numbering<K> {
    order: Vec<K>,
    numbers: FxHashMap<K, u32>,
}

impl<K> Default for Numbering<K> {
    fn default() -> Self {
        Self { order: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<K: Clone + Eq + Hash> Numbering<K> {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of a source that is released now.
    pub fn assign(&mut self, key: &K) -> u32 {
        if let Some(number) = self.numbers.get(key) {
            return *number;
        }
        self.order.push(key.clone());
        let number = u32::try_from(self.order.len()).unwrap_or(u32::MAX);
        self.numbers.insert(key.clone(), number);
        number
    }

    /// The number of a source, if it has been released.
    #[must_use]
    pub fn get(&self, key: &K) -> Option<u32> {
        self.numbers.get(key).copied()
    }
}

/// One line of the References section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    pub number: u32,
    /// File name or title of the source.
    pub title: String,
    /// First page of the passage, from 1, where the source has pages.
    pub page: Option<u32>,
    /// What the file itself calls that page, where it is not its number.
    pub label: Option<String>,
}

/// The section at the end of a stored answer: a heading and one line per reference, such as
/// `- [†1] file.pdf, p.10`. Empty without references; otherwise it ends with a line break.
#[must_use]
pub fn references_section(references: &[Reference], language: Language) -> String {
    if references.is_empty() {
        return String::new();
    }
    let mut text = String::from(match language {
        Language::Ko => "## 참고문헌\n\n",
        Language::En => "## References\n\n",
    });
    for Reference { number, title, page, label } in references {
        // Writing to a string cannot fail. A title is data: it stays on its line.
        let mut title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        // A file called `[9].pdf` must not read as a citation that nobody released.
        if !super::scan_marks(&title).is_empty() {
            title = title.replace(['[', '【', '［'], "(").replace([']', '】', '］'], ")");
        }
        let _ = write!(text, "- [†{number}] {title}");
        if let Some(page) = page {
            let _ = match language {
                Language::Ko => write!(text, ", {page}쪽"),
                Language::En => write!(text, ", p.{page}"),
            };
            // A label is data, too.
            let label = label
                .iter()
                .flat_map(|label| label.chars())
                .filter(|ch| ch.is_alphanumeric() || "-–. ".contains(*ch));
            let label: String = label.take(20).collect();
            if !label.is_empty() && label != page.to_string() {
                let _ = write!(text, " ({label})");
            }
        }
        text.push('\n');
    }
    text
}

/// The numbers that a text itself gives its sources, with what it says of each: `- [†1] file.pdf, p.10`,
/// `[1]: file.md`, `[^1]: 학칙`, each on a line of its own.
#[must_use]
pub fn listed_references(text: &str) -> Vec<(u32, String)> {
    let entry = |line: &str| {
        let line = line.trim_start().trim_start_matches(['-', '*', '+']).trim_start();
        let inside = line.strip_prefix('[')?.trim_start_matches(['†', '^']);
        let (number, rest) = inside.split_once(']')?;
        let name = rest.trim_start_matches([':', '.']).trim();
        let name = name.trim_start_matches(['*', '_', '`', '[', '「']).to_owned();
        (!name.is_empty())
            .then_some((number.trim().parse().ok().filter(|n| (1..=MAX_LISTED).contains(n))?, name))
    };
    text.lines().filter_map(entry).collect()
}

/// Highest number in a list of references; a year in brackets is none.
const MAX_LISTED: u32 = 999;

/// Whether the words before a colon announce sources.
fn is_label(title: &str) -> bool {
    LABELS.contains(&title) || is_title(title, false)
}

/// What joins two such titles: `참고 문헌 및 출처`, `인용 출처 (References)`.
const JOINS: [&str; 8] = ["및", "and", "&", "/", "(", ")", ",", "·"];

/// Whether the title is one of [`TITLES`] or several of them; `open` takes the beginning of one, too.
fn is_title(title: &str, open: bool) -> bool {
    if TITLES.contains(&title) || open && TITLES.iter().any(|known| known.starts_with(title)) {
        return true;
    }
    TITLES.iter().any(|known| {
        let Some(rest) = title.strip_prefix(known).filter(|rest| !rest.is_empty()) else { return false };
        if open && JOINS.iter().any(|join| join.starts_with(rest)) {
            return true;
        }
        JOINS
            .iter()
            .any(|join| rest.strip_prefix(join).is_some_and(|next| next.is_empty() || is_title(next, open)))
    })
}

/// Whether one of the titles may stand at the beginning of a text, by its first letter: few sentences begin so.
fn may_begin_title(text: &str) -> bool {
    static FIRST: LazyLock<FxHashSet<char>> = LazyLock::new(|| {
        TITLES.iter().chain(LABELS.iter()).filter_map(|title| title.chars().next()).collect()
    });
    let first = text.chars().next().and_then(|c| c.to_lowercase().next());
    first.is_none_or(|first| !first.is_alphabetic() || FIRST.contains(&first))
}

/// The title of a line without white space, in lower case.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// The definition of a note, `[^1]: 학칙 제25조`, or a raised number before the name of its source: `¹ 학칙`,
/// `<sup>1</sup> handbook.pdf`.
static NOTE: LazyLock<Option<Prefix>> =
    LazyLock::new(|| Prefix::new(r"\[\^[^\]\n]{0,32}\]:|(?:<sup>[0-9\[\]]+</sup>|[¹²³⁰⁴-⁹]+[).]*) +[^ ]"));

/// Whether the line begins as a note; `None` while it may still become one.
fn is_note(line: &str) -> Option<bool> {
    NOTE.as_ref()?.longest(line, false).ok().map(|found| found.is_some())
}

/// Whether the line is a list of sources by itself: `Sources: [1], [2]`, `**출처:** [1] 학칙.pdf`, `[^1]: 학칙.pdf`.
#[must_use]
pub fn is_references_line(line: &str) -> bool {
    let line = line.trim();
    if is_note(line) == Some(true) {
        return true;
    }
    if line.len() > MAX_HEADING || line.contains('\n') {
        return false;
    }
    if let Some(name) = entry(line) {
        return name.split_whitespace().count() <= MAX_NAME_WORDS && names_file(name);
    }
    if line.is_empty() {
        return false;
    }
    let bare = line.trim_start_matches(|c: char| !c.is_alphabetic() && !matches!(c, '(' | '['));
    if !may_begin_title(bare) {
        return false;
    }
    let Some((title, rest)) = bare.split_once([':', '：']) else { return false };
    let title = title.trim_end_matches(['*', '_', ' ']);
    // `참고: [2] 학칙`, but `참고: 휴학은 [2]에 있다`.
    let remark = title == "참고"
        && matches!(match_mark(rest.trim_start_matches(['*', '_', ' '])), MarkMatch::Complete(_));
    let lists =
        || only_numbers(rest) || only_files(rest) || !super::scan_marks(rest).is_empty() && !says(rest);
    (remark || is_label(&squeezed(title))) && lists()
}

/// Whether a line under a heading of sources is one of them and no statement: it begins with its number, names a file, a
/// page of the web or a work, or is a title. `Fans cause 60 % of the noise [1].` is content.
#[must_use]
pub fn is_reference_entry(line: &str) -> bool {
    let item = line.trim().trim_start_matches(['-', '*', '+', '•', '·', '>', ' ']);
    let digits = item.trim_start_matches(|c: char| c.is_ascii_digit());
    let item =
        digits.strip_prefix(['.', ')']).filter(|_| digits.len() < item.len()).map_or(item, str::trim_start);
    let numbered = entry(item).is_some() || is_note(item) == Some(true);
    let dated = ["(19", "(20", " 19", " 20"].iter().any(|year| item.contains(year));
    numbered
        || names_file(item)
        || item.contains("://")
        || item.contains("doi")
        || dated && !says(item)
        || !says(item)
}

/// Whether a text is a statement: a few words and what ends a sentence, marks aside.
fn says(text: &str) -> bool {
    let bare = super::without_marks(text, &super::scan_marks(text));
    let bare = bare.trim().trim_end_matches(['*', '_', '"', '”', ')']);
    let longest =
        bare.split([',', ';']).map(|part| part.split_whitespace().count()).max().unwrap_or_default();
    longest >= MIN_STATEMENT && bare.ends_with(['.', '!', '?', '。', '다', '요'])
}

/// Fewest words of a statement between commas.
const MIN_STATEMENT: usize = 4;

/// Whether a text lists names of files and nothing else: `안내.md, 규정집.pdf`.
fn only_files(text: &str) -> bool {
    let text = text.trim().trim_end_matches(['.', '*', '_']);
    !text.is_empty()
        && text
            .split([',', ';'])
            .all(|part| names_file(part) && part.split_whitespace().count() <= MAX_NAME_WORDS)
}

/// Whether a text lists numbers of sources and says nothing else: `1, 2`, `1번과 3번`.
fn only_numbers(text: &str) -> bool {
    let words = || text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let number = |word: &str| {
        let digits = word.trim_end_matches(['번', '과', '와']);
        (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    words().any(number) && words().all(|word| number(word) || matches!(word, "and" | "및" | "와" | "과"))
}

/// Most words of the name of a source beside its mark.
const MAX_NAME_WORDS: usize = 10;

/// What stands behind the mark with which the line, or the item in it, begins.
fn entry(line: &str) -> Option<&str> {
    let item = line.trim_start_matches(['-', '*', '+', ' ']);
    if !item.starts_with(is_open) {
        return None;
    }
    match match_mark(item) {
        MarkMatch::Complete(mark) => {
            Some(item.get(mark..)?.trim_start_matches([':', '.', ' ', '-', '–', '—']))
        }
        MarkMatch::Partial => Some(""),
        MarkMatch::No => None,
    }
}

/// Whether a name is one of a file: `handbook.pdf, p. 10`.
fn names_file(name: &str) -> bool {
    name.match_indices('.').any(|(at, _)| {
        let rest = name.get(at + 1..).unwrap_or_default();
        let ending = rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        let named = name.get(..at).is_some_and(|head| head.ends_with(char::is_alphanumeric));
        named && is_ending(ending)
    })
}

/// Longest line that is looked at, in bytes.
const MAX_HEADING: usize = 96;

/// Whether the text, the start of a line, is such a heading or may still become one.
#[must_use]
pub fn may_be_references_heading(open: &str) -> bool {
    let line = open.trim_start();
    if line.starts_with(|c: char| !c.is_alphanumeric() || c.is_numeric() && !c.is_ascii())
        && is_note(line) != Some(false)
    {
        return true;
    }
    // What follows the line is none of it.
    let first = line.lines().next().unwrap_or_default().trim_end();
    let short = |name: &str| name.split_whitespace().count() <= MAX_NAME_WORDS;
    if first.len() <= MAX_HEADING && entry(line).is_some_and(short) {
        return true;
    }
    if !may_begin_title(line) {
        return false;
    }
    if line.trim_end().len() > MAX_HEADING && !line.trim_end().contains('\n') {
        return false;
    }
    if line.trim_end().contains('\n') || is_references_heading(line) {
        let first = line.lines().next().unwrap_or_default();
        return is_references_heading(first) || is_references_line(first);
    }
    let decorated = line.trim_start_matches(|c: char| !c.is_alphabetic() && c != '\n');
    // A list on the line itself is known when the line ends.
    let named =
        decorated.split_once([':', '：']).map(|(title, _)| squeezed(title.trim_end_matches(['*', '_'])));
    let remark = decorated.split_once([':', '：']).is_some_and(|(title, rest)| {
        let rest = rest.trim_start_matches(['*', '_', ' ']);
        title.trim_end_matches(['*', '_']) == "참고" && (rest.is_empty() || rest.starts_with(is_open))
    });
    if remark || named.is_some_and(|title| is_label(&title)) && !line.starts_with('(') {
        return true;
    }
    let title = squeezed(decorated.trim_end_matches([':', '*', '_', ' ', ']', '】', '>']));
    !line.is_empty() && (title.is_empty() || is_title(&title, true))
}

/// Whether the line is the heading of a list of sources: `## References`, `**참고 자료**`, `출처:`.
///
/// A title alone, without heading marks, emphasis or a colon, counts too; a line with anything else on it
/// does not.
#[must_use]
pub fn is_references_heading(line: &str) -> bool {
    // Nearly every sentence is told by its end, and most others by their beginning.
    let last = line.bytes().rfind(|byte| !byte.is_ascii_whitespace());
    if matches!(last, Some(b'.' | b',' | b'!' | b'?' | b'"')) {
        return false;
    }
    // What stands before the first letter decorates it.
    let title = line.bytes().position(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
    if !title.and_then(|at| line.get(at..)).is_none_or(may_begin_title) {
        return false;
    }
    let line = line.trim();
    if line.len() > MAX_HEADING || line.ends_with(['.', ',', '!', '?', '"', '”', '。']) {
        return false;
    }
    let decoration = |c: char| {
        c.is_whitespace()
            || matches!(c, '#' | '*' | '_' | ':' | '：' | '[' | ']' | '【' | '】' | '<' | '>' | '=' | '■')
            || !c.is_alphanumeric() && !c.is_ascii() && !c.is_alphabetic()
    };
    // The underline of a heading.
    let line = match line.split_once('\n') {
        Some((title, below)) if below.trim().trim_matches(['-', '=']).is_empty() => title,
        _ => line,
    };
    let bare = line.trim_matches(decoration);
    let numbered = bare.trim_start_matches(|c: char| c.is_ascii_digit());
    let bare = if numbered.len() < bare.len() {
        numbered.strip_prefix(['.', ')']).map_or(bare, str::trim_start)
    } else {
        bare
    };
    is_title(&squeezed(bare), false)
}
