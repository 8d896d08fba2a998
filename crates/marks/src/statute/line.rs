//! What one line of a rule book is: an article's heading, a division, a title, a running head.

use super::forms::{Cursor, ENGLISH, KOREAN};
use super::names::is_name;
use super::number::circled;
use super::title::{is_another, is_change};
use super::words::is_hangul;
use super::{ArticleNo, Found};
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
    let (number, more, section) = if line.starts_with('제') {
        korean_number(&mut cur).map(|(number, more)| (number, more, false))?
    } else {
        english_number(&mut cur)?
    };
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
        let title = title.filter(|title| !says_deletion(title, DELETED) && !is_change(title));
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

/// Words that say that an article was deleted, and the one that may also be a title: `(폐지)`.
const DELETED: &[&str] = &["삭제", "deleted", "repealed"];
const ABOLISHED: &[&str] = &["폐지"];

/// Brackets around a deletion or its date.
const NOTES: [(char, char); 7] =
    [('(', ')'), ('（', '）'), ('<', '>'), ('〈', '〉'), ('＜', '＞'), ('[', ']'), ('〔', '〕')];

/// Whether what stands behind a number says that its article was deleted, and nothing else: `삭제 <2020. 1. 1.>`,
/// `(2020. 1. 1. 삭제)`, `Repealed.`, but not `삭제 요청이 있으면`.
pub(super) fn is_deletion(rest: &str) -> bool {
    let rest = rest.trim();
    let noted = NOTES.iter().chain(&[('【', '】')]).find_map(|(open, close)| {
        let inside = rest.strip_prefix(*open)?;
        let end = inside.find(*close)?;
        Some((inside.get(..end)?, inside.get(end + close.len_utf8()..)?))
    });
    match noted {
        Some((note, after)) => says_deletion(note, DELETED) && says_nothing(after),
        None => says_deletion(rest, DELETED) || says_deletion(rest, ABOLISHED),
    }
}

/// One of the words, and besides it at most a date, an ending and notes.
fn says_deletion(text: &str, words: &[&str]) -> bool {
    let squeezed: String = text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
    words.iter().any(|word| {
        let Some((before, after)) = squeezed.split_once(word) else { return false };
        let after = ["되었음", "됨", "함"].iter().find_map(|end| after.strip_prefix(end)).unwrap_or(after);
        says_nothing(before) && says_nothing(after)
    })
}

/// Whether there is no word, notes in brackets aside.
fn says_nothing(text: &str) -> bool {
    let mut rest = text.trim_start();
    while let Some((open, close)) = NOTES.iter().find(|(open, _)| rest.starts_with(*open)) {
        let inside = rest.get(open.len_utf8()..).unwrap_or_default();
        let Some(end) = inside.find(*close) else { break };
        rest = inside.get(end + close.len_utf8()..).unwrap_or_default().trim_start();
    }
    !rest.contains(char::is_alphabetic) && !rest.contains(|c| circled(c).is_some())
}

/// Articles of a range that are told one by one; nobody deletes a thousand.
const MAX_RANGE: u32 = 99;

/// `제5조의2`, `제5조 내지 제7조`, `제5조, 제6조 및 제8조`, `제5~7조`: the first, and the others in order.
fn korean_number(cur: &mut Cursor<'_>) -> Option<(ArticleNo, Vec<ArticleNo>)> {
    let numbers = cur.article(false).ok()??;
    let first = ArticleNo::new(numbers.first, numbers.branch);
    let mut more: Vec<ArticleNo> = numbers.more.iter().map(|number| ArticleNo::new(*number, None)).collect();
    if let Some(until) = numbers.until {
        range(first, ArticleNo::new(until, None), &mut more);
    }
    Some((
        first,
        others(cur, first, more, |cur| {
            let ranges = cur.form(&KOREAN.range)?.is_some();
            if !ranges && cur.form(&KOREAN.list)?.is_none() {
                return Ok(None);
            }
            let article = cur.article(false)?.map(|numbers| ArticleNo::new(numbers.first, numbers.branch));
            cur.form(&KOREAN.until)?;
            Ok(article.map(|article| (article, ranges)))
        }),
    ))
}

/// `Article 5`, `Articles 5 to 7`, `§ 3.2`.
fn english_number(cur: &mut Cursor<'_>) -> Option<(ArticleNo, Vec<ArticleNo>, bool)> {
    let unit = cur.form(&ENGLISH.unit).ok()??;
    let section = unit.get("section").or(unit.get("sign")).is_some();
    let begins = unit.get("whole")?.starts_with(|c: char| c.is_uppercase() || c == '§');
    let (first, until) = cur.english_number(section).ok()??;
    let mut more = Vec::new();
    if let Some(until) = until {
        range(first, until, &mut more);
    }
    let more = others(cur, first, more, |cur| {
        let ranges = cur.form(&ENGLISH.to)?.is_some();
        if !ranges && cur.form(&ENGLISH.and)?.is_none() {
            return Ok(None);
        }
        Ok(cur.english_number(section)?.map(|(article, _)| (article, ranges)))
    });
    (begins && unit.get("chapter").or(unit.get("paragraph")).is_none()).then_some((first, more, section))
}

/// The other articles of a heading, with those between where it says so.
fn others(
    cur: &mut Cursor<'_>,
    first: ArticleNo,
    mut more: Vec<ArticleNo>,
    mut next: impl FnMut(&mut Cursor<'_>) -> Found<(ArticleNo, bool)>,
) -> Vec<ArticleNo> {
    loop {
        let last = *more.last().unwrap_or(&first);
        let found = cur.attempt(|cur| Ok(next(cur)?.filter(|(article, ranges)| !ranges || *article > last)));
        match found {
            Ok(Some((until, true))) => range(last, until, &mut more),
            Ok(Some((article, false))) => more.push(article),
            _ => return more,
        }
    }
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

/// Level of a division heading: 편 0, 장 1, 절 2, 관 3.
pub(super) fn division(line: &str) -> Option<usize> {
    const UNITS: [char; 4] = ['편', '장', '절', '관'];
    let rest = line.strip_prefix('제')?.trim_start();
    let number = rest.find(|c| digit(c).is_none())?;
    let unit = rest.get(number..)?.trim_start();
    let level = UNITS.iter().position(|c| unit.starts_with(*c)).filter(|_| number > 0)?;
    let title = unit.get(3..)?;
    let short = line.chars().count() <= MAX_HEADING && !line.ends_with(['.', '다', ',', ';']);
    let named = title.starts_with([' ', '(', '의', '\u{a0}', '\t'])
        || title.is_empty()
        || title.starts_with(is_hangul);
    let refers = title.starts_with(['에', '을', '를', '과', '와', '및', '은', '이'])
        || title.starts_with("의 ")
        || title.trim_start().starts_with('제');
    (short && named && !refers).then_some(level)
}

/// `부 칙`, `부칙 <2020. 1. 1.>`, `부칙(제3호)`.
pub(super) fn is_supplement(line: &str) -> bool {
    let bare: String = line.chars().filter(|c| !c.is_whitespace()).take(MAX_HEADING).collect();
    bare.strip_prefix("부칙").is_some_and(|rest| {
        bare.chars().count() < MAX_HEADING
            && (rest.is_empty()
                || rest.starts_with(['(', '<', '[', '〈', '【', '＜'])
                || rest.starts_with(|c| digit(c).is_some()))
    }) || matches!(bare.to_lowercase().as_str(), "addenda" | "addendum" | "supplementaryprovisions")
}

/// `【별표 1】`, `[별지 제1호 서식]`, `별표 2`.
pub(super) fn is_annex(line: &str) -> bool {
    let bracketed = line.trim_start_matches(['【', '[', '〔', '<', '〈', '(', '［', '■']);
    let bare = bracketed.trim_start();
    let kind = ["별표", "별지", "별첨", "붙임"].iter().find_map(|kind| bare.strip_prefix(kind));
    let Some(rest) = kind else { return false };
    let label = rest.trim_start().starts_with(|c: char| {
        digit(c).is_some() || matches!(c, '제' | '】' | ']' | '〕' | '>' | '〉' | ')' | '서' | ':')
    });
    (bracketed.len() < line.len() && (label || rest.is_empty()))
        || (label && line.chars().count() <= MAX_HEADING && !line.ends_with(['.', '다']))
}

/// The text before a section number such as `3-1-24`: running heads and tables of contents.
pub(super) fn running_head(line: &str) -> Option<&str> {
    let dash = |c: char| matches!(c, '-' | '—' | '–' | '―' | '－');
    // `센터규정  3—1—120～센터규정`: its end says the title again.
    let again = |tail: &str| !tail.trim().is_empty() && line.starts_with(tail.trim());
    let line = match line.rfind(['～', '~', '∼']).and_then(|at| line.split_at_checked(at)) {
        Some((head, tail)) if again(tail.trim_start_matches(['～', '~', '∼'])) => head,
        _ => line,
    };
    let head = line.trim_end_matches(|c: char| {
        digit(c).is_some() || dash(c) || c.is_whitespace() || matches!(c, '～' | '~' | '∼')
    });
    let number = line.get(head.len()..)?.trim();
    let mut groups = number.split(['～', '~', '∼']).next()?.trim().split(dash);
    let short = |group: Option<&str>| {
        group.map(str::trim).is_some_and(|group| {
            !group.is_empty() && group.len() <= 3 && group.bytes().all(|b| b.is_ascii_digit())
        })
    };
    let three =
        short(groups.next()) && short(groups.next()) && short(groups.next()) && groups.next().is_none();
    let head = head.trim();
    (three && !head.is_empty() && (is_title(head) || division(head).is_some())).then_some(head)
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

/// Words over the first column of a table.
const HEADERS: [&str; 6] = ["구분", "번호", "연번", "순번", "항목", "비고"];

/// Whether a line is the row of a table of which only the words are left: `휴학  학사팀  휴학 규정`, `3 휴학 규정`. Its cells
/// stand apart, say a word twice, or are a bare number.
pub(super) fn is_row(line: &str) -> bool {
    let is_word = |word: &str| word.chars().nth(1).is_some();
    // A title may be spaced out, letter by letter.
    let gap = line.trim().match_indices("  ").chain(line.trim().match_indices('\t')).any(|(at, _)| {
        let (head, tail) = line.trim().split_at_checked(at).unwrap_or_default();
        let before = head.split_whitespace().next_back().is_some_and(is_word);
        before && tail.split_whitespace().next().is_some_and(is_word)
    });
    let words: Vec<&str> = line.split_whitespace().collect();
    let joined = words.iter().any(|word| matches!(*word, "및" | "관한" | "대한"));
    let twice = |(at, word): (usize, &&str)| is_word(word) && words.iter().skip(at + 1).any(|w| w == word);
    // `2024 Student Code`
    let number = |word: &&str| word.len() != 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    let header = words.first().is_some_and(|first| HEADERS.contains(first));
    let counted = words.split_last().is_some_and(|(_, before)| before.iter().any(number));
    gap || header || counted || !joined && words.iter().enumerate().any(twice)
}

/// Words that end like a name but stand in tables and sentences.
fn is_plain_noun(text: &str) -> bool {
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let generic =
        ["규정", "규칙", "지침", "기준", "법", "방법", "관련규정", "세부기준", "준법", "관계법령", "명령"];
    generic.contains(&bare.as_str())
        || ["방법", "문법", "어법", "기법", "용법", "사법", "헌법", "화법", "해법", "비법"]
            .iter()
            .any(|word| bare.ends_with(word))
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
