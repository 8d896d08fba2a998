//! What one line of a rule book is: an article's heading, a division, a title, a running head.

use super::forms::{Cursor, ENGLISH, Form, KOREAN, line_pattern};
use super::names::is_name;
use super::number::Numbers;
use super::title::{is_another, is_change};
use super::words::{KO, is_hangul};
use super::{ArticleNo, Found};
use crate::pattern::Pattern;
use stet_text::digit;

/// Longest title or division heading in characters.
const MAX_HEADING: usize = 60;

/// The heading of an article.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Heading {
    pub number: ArticleNo,
    /// The other articles of a deleted range or list, in order.
    pub more: Vec<ArticleNo>,
    pub title: Option<String>,
    pub deleted: bool,
    /// A title or a deletion says that it is a heading; otherwise the order of numbers must.
    pub strong: bool,
    /// Where the text begins, in bytes of the line.
    pub body: usize,
    /// A section, the unit of an English regulation that has no articles: `Section 3.2`.
    pub section: bool,
}

impl Heading {
    /// With the words behind the number as its title, where Markdown marks the line: `## 제3조 이용조건`.
    pub fn titled_by_mark(mut self, line: &str, marked: bool) -> Self {
        let title = line.get(self.body..).unwrap_or_default();
        if marked && self.title.is_none() && !self.strong && could_be_title(title) {
            (self.title, self.body, self.strong) = (squeezed_title(title), line.len(), true);
        }
        self
    }
}

/// The heading at the beginning of a line.
pub(super) fn heading(line: &str) -> Option<Heading> {
    let mut cur = Cursor::whole(line, 0);
    let (number, more, section) = numbers(&mut cur)?;
    let after = cur.rest();
    let rest = after.trim_start();
    let body = line.len() - rest.len();
    let plain =
        Heading { number, more: Vec::new(), title: None, deleted: false, strong: true, body, section };
    if is_deletion(rest.trim_start_matches([':', '.', ' '])) {
        return Some(Heading { more, deleted: true, ..plain });
    }
    if !more.is_empty() {
        return None;
    }
    let pairs = [('(', ')'), ('（', '）'), ('【', '】'), ('[', ']'), ('〔', '〕')];
    if let Some((open, close)) = pairs.into_iter().find(|(open, _)| rest.starts_with(*open)) {
        let end = closing(rest, open, close)?;
        let title = squeezed_title(rest.get(open.len_utf8()..end)?);
        let body = body + end + close.len_utf8();
        let tail = line.get(body..).unwrap_or_default();
        // `제22조(휴학)에 따라` is a reference.
        if tail.starts_with(['에', '의', '을', '를', '와', '과', '로', '및', ',', ')'])
            || tail.trim_start().starts_with("및 ")
        {
            return None;
        }
        // `(삭제 2018. 4. 24.) ① …` was deleted and made anew, so that this is no title, nor is `(개정 2020. 1. 1.)`.
        let title = title.filter(|title| !SAYS_DELETION.is_in(title) && !is_change(title));
        return Some(Heading { title, deleted: is_deletion(tail), body, ..plain });
    }
    if let Some(rest) = after.strip_prefix('.').filter(|_| !line.starts_with('제')) {
        let title = rest.trim();
        let is_title = title.len() <= 3 * MAX_HEADING && !title.ends_with('.') && !title.is_empty();
        let title = is_title.then(|| title.to_owned());
        return Some(Heading { title, body: line.len() - rest.len(), ..plain });
    }
    // `Section 3.2 Loans`
    let named =
        section && rest.starts_with(char::is_uppercase) && rest.len() <= MAX_HEADING && !rest.ends_with('.');
    if named && after.starts_with(' ') {
        return Some(Heading { title: squeezed_title(rest), body: line.len(), ..plain });
    }
    let apart = rest.is_empty() || after.starts_with(char::is_whitespace);
    let refers = rest.starts_with(['제', '및', ','])
        || ["내지", "부터", "또는", "and ", "or ", "of "].iter().any(|w| rest.starts_with(w));
    (apart && !refers).then_some(Heading { strong: false, ..plain })
}

/// The heading of an article whose number stands alone in the line above its title or its deletion.
pub(super) fn broken_heading(number: &str, below: &str) -> Option<Heading> {
    let alone = heading(number).is_some_and(|heading| !heading.strong && heading.body == number.len());
    let words = |title: &String| title.chars().nth(1).is_some() && title.starts_with(is_hangul);
    let titled = alone && below.starts_with(['(', '（', '【', '삭', '<']);
    heading(&format!("{number} {below}"))
        .filter(|joined| titled && joined.strong)
        .filter(|joined| joined.deleted || joined.title.as_ref().is_some_and(words))
}

/// Whether an article's text says by its heading that it was repealed: `제7조 삭제 <2020. 1. 1.>`.
#[must_use]
pub fn is_repealed(text: &str) -> bool {
    let mut lines = text.trim_start().lines();
    let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let whole = heading(first).filter(|heading| heading.strong);
    whole.or_else(|| broken_heading(first, second)).is_some_and(|heading| heading.deleted)
}

/// Whether the heading that begins a text has a title, and not this one.
#[must_use]
pub fn is_called_otherwise(title: &str, text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    heading(line).and_then(|heading| heading.title).is_some_and(|own| is_another(title, &own))
}

static SAYS_DELETION: Pattern = Pattern::new(|| line_pattern("says_deletion"));
static DELETION: Pattern = Pattern::new(|| line_pattern("deletion"));

/// Whether what stands behind a number says that its article was deleted, and nothing else, but not `삭제 요청이 있으면`.
pub(super) fn is_deletion(rest: &str) -> bool {
    DELETION.is_in(rest)
}

/// Articles of a range that are told one by one; nobody deletes a thousand.
const MAX_RANGE: u32 = 99;

/// The articles that a heading begins with, the others behind the first in order, and whether they are sections:
/// `제5조, 제6조 및 제8조`, `제5~7조`, `Articles 5 to 7`, `§ 3.2`.
fn numbers(cur: &mut Cursor<'_>) -> Option<(ArticleNo, Vec<ArticleNo>, bool)> {
    if cur.rest().starts_with('제') {
        let all = articles(cur, [&KOREAN.range, &KOREAN.list], |cur| {
            let numbers = cur.article(false)?;
            cur.form(&KOREAN.until)?;
            Ok(numbers)
        });
        return all.map(|(first, more)| (first, more, false));
    }
    let unit = cur.form(&ENGLISH.unit).ok()??;
    let section = unit.get("section").or(unit.get("sign")).is_some();
    let begins = unit.get("whole")?.starts_with(|c: char| c.is_uppercase() || c == '§');
    let (first, more) = articles(cur, [&ENGLISH.to, &ENGLISH.and], |cur| cur.english_number(section))?;
    (begins && unit.get("chapter").or(unit.get("paragraph")).is_none()).then_some((first, more, section))
}

/// Articles joined by a form that says that those between are meant, or by one of lists.
fn articles(
    cur: &mut Cursor<'_>,
    [to, and]: [&Form; 2],
    read: impl Fn(&mut Cursor<'_>) -> Found<Numbers>,
) -> Option<(ArticleNo, Vec<ArticleNo>)> {
    let mut first = None;
    let mut more: Vec<ArticleNo> = Vec::new();
    loop {
        let last = more.last().copied().or(first);
        let found = cur.attempt(|cur| {
            let reaches = last.is_some() && cur.form(to)?.is_some();
            if last.is_some() && !reaches && cur.form(and)?.is_none() {
                return Ok(None);
            }
            let Some(numbers) = read(cur)? else { return Ok(None) };
            let article = ArticleNo::new(numbers.first, numbers.branch);
            Ok(Some((article, reaches, numbers)).filter(|_| !reaches || last < Some(article)))
        });
        let Ok(Some((article, reaches, numbers))) = found else { break };
        match last {
            None => first = Some(article),
            Some(last) if reaches => range(last, article, &mut more),
            Some(_) => more.push(article),
        }
        more.extend(numbers.more.iter().map(|number| ArticleNo::new(*number, None)));
        if let Some(until) = numbers.until {
            range(more.last().copied().unwrap_or(article), ArticleNo::new(until, None), &mut more);
        }
    }
    first.map(|first| (first, more))
}

/// The articles behind `from` up to `until`.
fn range(from: ArticleNo, until: ArticleNo, more: &mut Vec<ArticleNo>) {
    if from.number == until.number {
        let branches = from.branch.unwrap_or(1) + 1..=until.branch.unwrap_or(0);
        more.extend(
            branches.take(MAX_RANGE as usize).map(|branch| ArticleNo::new(from.number, Some(branch))),
        );
        return;
    }
    let numbers = from.number + 1..=until.number.min(from.number.saturating_add(MAX_RANGE));
    more.extend(numbers.map(|number| ArticleNo::new(number, None)));
    if let Some(last) = until.branch {
        more.extend((2..=last.min(MAX_RANGE)).map(|branch| ArticleNo::new(until.number, Some(branch))));
    }
}

/// Where the bracket that opens the text closes, brackets inside it skipped.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices().take(2 * MAX_HEADING) {
        if c == open {
            depth += 1;
        } else if c == close {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// White space runs as single spaces; a word set in single spaced letters as a word (`총  칙`).
pub(super) fn squeezed(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let spaced = words.len() > 1 && words.iter().all(|word| word.chars().count() == 1);
    words.join(if spaced { "" } else { " " })
}

fn squeezed_title(text: &str) -> Option<String> {
    Some(squeezed(text)).filter(|title| !title.is_empty())
}

static DIVISION: Pattern = Pattern::new(|| line_pattern("division"));
static REFERS: Pattern = Pattern::new(|| line_pattern("refers"));

/// Level of a division heading: 편 0, 장 1, 절 2, 관 3.
pub(super) fn division(line: &str) -> Option<usize> {
    let found = DIVISION.captures(line)?;
    let part = |name| found.name(name).map_or("", |part| part.as_str());
    let level = ["편", "장", "절", "관"].iter().position(|unit| *unit == part("unit"))?;
    let short = line.chars().count() <= MAX_HEADING && !line.ends_with(['.', '다', ',', ';']);
    (short && !REFERS.is_in(part("rest"))).then_some(level)
}

static SUPPLEMENT: Pattern = Pattern::new(|| line_pattern("supplement"));

/// `부 칙`, `부칙 <2020. 1. 1.>`, `부칙(제3호)`.
pub(super) fn is_supplement(line: &str) -> bool {
    line.chars().filter(|c| !c.is_whitespace()).count() < MAX_HEADING && SUPPLEMENT.is_in(line)
}

static ANNEX: Pattern = Pattern::new(|| line_pattern("annex"));
static ENGLISH_ANNEX: Pattern = Pattern::new(|| line_pattern("english_annex"));

/// `【별표 1】`, `[별지 제1호 서식]`, `별표 2`, `Schedule 1 Fees`, `APPENDIX B`.
pub(super) fn is_annex(line: &str) -> bool {
    let short = || line.chars().count() <= MAX_HEADING && !line.ends_with(['.', '다']);
    if ENGLISH_ANNEX.is_in(line) {
        return short();
    }
    let Some(found) = ANNEX.captures(line) else { return false };
    found.name("open").is_some_and(|open| !open.is_empty()) || found.name("label").is_some() && short()
}

static RUNNING: Pattern = Pattern::new(|| line_pattern("running"));

/// The text before a section number such as `3-1-24`: running heads and tables of contents.
pub(super) fn running_head(line: &str) -> Option<&str> {
    let found = RUNNING.captures(line)?;
    let again = found.name("again").map_or("", |again| again.as_str().trim());
    let numbers = !again.contains(|c: char| c.is_alphabetic());
    let head = found.name("head")?.as_str().trim();
    let titled = is_title(head) || division(head).is_some();
    (titled && (numbers || line.starts_with(again))).then_some(head)
}

/// The title without notes behind it: `시설규정【폐지】`.
pub(super) fn title_text(line: &str) -> String {
    let end = line.find(['【', '<', '〈', '＜', '[']).filter(|at| *at > 0).unwrap_or(line.len());
    squeezed(line.get(..end).unwrap_or(line))
}

/// Whether a line of its own is the title of a regulation by its last word.
pub(super) fn is_title(line: &str) -> bool {
    let text = title_text(line);
    let text = text
        .strip_suffix(')')
        .and_then(|text| text.rsplit_once('('))
        .map_or(text.as_str(), |pair| pair.0)
        .trim();
    could_be_title(text) && is_name(text) && !is_plain_noun(text) && !is_row(line)
}

static ROW: Pattern = Pattern::new(|| line_pattern("row"));

/// Whether a line is the row of a table of which only the words are left: `휴학  학사팀  휴학 규정`, `3 휴학 규정`. Its cells
/// stand apart, say a word twice, or are a bare number.
pub(super) fn is_row(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let joined = words.iter().any(|word| matches!(*word, "및" | "관한" | "대한"));
    let twice = |(at, word): (usize, &&str)| {
        word.chars().nth(1).is_some() && words.iter().skip(at + 1).any(|other| other == word)
    };
    ROW.is_in(line) || !joined && words.iter().enumerate().any(twice)
}

/// Words that end like a name but stand in tables and sentences.
fn is_plain_noun(text: &str) -> bool {
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    KO.has("no_title", &bare) || KO.ending("no_title_end", &bare).is_some()
}

/// A short line that is no sentence, no list item, no table row and no numbered heading.
pub(super) fn could_be_title(line: &str) -> bool {
    let numbered =
        line.strip_prefix('제').is_some_and(|rest| rest.starts_with(|c| digit(c).is_some() || c == ' '));
    let length = line.chars().count();
    (2..=MAX_HEADING).contains(&length)
        && line.starts_with(char::is_alphabetic)
        && !numbered
        && !line.contains(['|', ':', '※', '?', '!', '→'])
        && !line.ends_with(['.', ',', ';', '다', '음', '함'])
        && !line.contains(". ")
}
