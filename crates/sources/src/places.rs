//! Where a question says that its answer stands: on a page, in a table or a figure, in a document that it names.
//!
//! Owns reading that from the words of a question, and which documents a naming means. Leaves the search to the store.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use super::chunk::ChunkType;
use super::question::Question;
use stet_text::{normalise, tokens};

/// Where to look.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    pub pages: Vec<i32>,
    pub chunk_type: Option<ChunkType>,
    /// How documents are named.
    pub documents: Vec<Naming>,
    /// The question without what says where.
    pub rest: String,
}

impl Place {
    #[must_use]
    pub fn is_anywhere(&self) -> bool {
        self.pages.is_empty() && self.chunk_type.is_none() && self.documents.is_empty()
    }

    /// Whether all that stands there is asked for: the rest only asks to show it or to sum it up.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let shows = |word: &str| {
            SHOWING
                .iter()
                .any(|form| form.strip_suffix('*').map_or(*form == word, |begin| word.starts_with(begin)))
        };
        let words = tokens(&self.rest).into_iter().map(|token| token.text.to_lowercase());
        let named: Vec<String> = words.filter(|word| !shows(word)).collect();
        Question::new(&named.join(" ")).is_empty()
    }
}

/// How a question names a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Naming {
    /// By its file's name.
    File(String),
    /// By what it is, with the words before that: `the owner's manual`.
    Kind { names: Vec<&'static str>, with: Vec<String> },
}

/// Pages of a range that are looked at.
const RANGE: i32 = 50;

/// A regular expression of this file; one that is wrong matches nothing, which the tests would tell.
fn pattern(text: &str) -> Option<Regex> {
    let made = Regex::new(text);
    debug_assert!(made.is_ok(), "{text}: {:?}", made.as_ref().err());
    made.ok()
}

struct Patterns {
    pages: Vec<Regex>,
    first_page: Option<Regex>,
    table: Vec<Regex>,
    figure: Vec<Regex>,
    file: Option<Regex>,
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    // What stands behind a Korean noun here: particles, and `에 있는`.
    let particle =
        r"(?:에\s*(?:있는|나온|나오는|실린|적힌)|에서는|에서|에는|에|의|을|를|은|는|이|가|과|와|도|만|로)?";
    let ends = r"(?:[\s?？.,!)]|$)";
    let list = |texts: &[String]| texts.iter().filter_map(|text| pattern(text)).collect();
    let pages = [
        // `3쪽`, `3~5페이지`, `12 페이지의`; `300쪽짜리` and `몇 쪽` are no places.
        format!(r"(?P<list>\d{{1,4}}(?:\s*(?:[,~–-]|부터|에서)\s*\d{{1,4}})*)\s*(?:쪽|페이지|번째\s*(?:쪽|페이지|슬라이드|장)|번\s*슬라이드){particle}(?P<end>{ends})"),
        r"(?i)\b(?:on|of|at|from|in)?\s*(?:pages?|pp?\.|slides?)\s*(?P<list>\d{1,4}(?:\s*(?:[,~–-]|to|and|&)\s*\d{1,4})*)\b(?P<end>)".to_owned(),
        r"(?i)\b(?:on|of|at|from|in)?\s*(?:the\s+)?(?P<list>\d{1,4})(?:st|nd|rd|th)\s+(?:page|slide)\b(?P<end>)".to_owned(),
    ];
    let kinds = |korean: &str, english: &str| {
        let behind = r"(?:\s+(?:on|in|of|at|about|with|that|shows?|says?|lists?|gives?|from)\b|\s*[?.,!]|$)";
        let numbered =
            format!(r"(?i)\b(?:in|from|of)?\s*(?:{english})\s+\d{{1,3}}(?:[.-]\d{{1,3}})?\b(?P<end>)");
        let said = format!(
            r"(?i)\b(?:in|from|of)?\s*(?:the|this|that|which|all)\s+(?:{english})s?(?P<end>{behind})"
        );
        let korean =
            format!(r"(?:^|[\s(])(?:{korean})(?:\s*\d{{1,3}}(?:[.-]\d{{1,3}})?)?{particle}(?P<end>{ends})");
        list(&[numbered, said, korean])
    };
    Patterns {
        pages: list(&pages),
        first_page: pattern(&format!(
            r"(?i)(?:첫\s*(?:번째\s*)?(?:쪽|페이지){particle}(?:{ends})|\b(?:on|of|at|from|in)?\s*the\s+first\s+page\b)"
        )),
        table: kinds("표|도표", "table"),
        figure: kinds(
            "그림|도면|사진|이미지|삽화|그래프|차트|다이어그램",
            "figure|diagram|picture|image|photo|chart|graph|illustration",
        ),
        file: pattern(
            r"(?i)[\p{L}\p{N}_()\[\].-]*[\p{L}\p{N}_)\]]\.(?:pdf|docx?|hwpx?|pptx?|xlsx?|csv|md|txt|html?|jsonl|epub|odt|rtf|ipynb)",
        ),
    }
});

/// Reads where a question says that its answer stands.
#[must_use]
pub fn place(question: &str) -> Place {
    let patterns = &*PATTERNS;
    let mut rest = question.to_owned();
    let mut documents: Vec<Naming> = Vec::new();
    if let Some(file) = patterns.file.as_ref().and_then(|file| file.find(question)) {
        documents.push(Naming::File(file.as_str().to_owned()));
        rest = rest.replacen(file.as_str(), " ", 1);
    } else {
        documents.extend(kind_of_document(question));
    }
    let mut pages = BTreeSet::new();
    for pattern in &patterns.pages {
        while let Some((list, next)) = taken(pattern, &rest, "list") {
            pages.extend(numbers(&list));
            rest = next;
        }
    }
    if let Some(found) = patterns.first_page.as_ref().and_then(|first| first.find(&rest).map(|m| m.range())) {
        pages.insert(1);
        rest.replace_range(found, " ");
    }
    let mut chunk_type = None;
    for (kind, list) in [(ChunkType::Table, &patterns.table), (ChunkType::Image, &patterns.figure)] {
        for pattern in list {
            if chunk_type.is_none()
                && let Some((_, next)) = taken(pattern, &rest, "end")
            {
                chunk_type = Some(kind);
                rest = next;
            }
        }
    }
    let rest = rest.split_whitespace().collect::<Vec<_>>().join(" ");
    Place { pages: pages.into_iter().collect(), chunk_type, documents, rest }
}

/// A group of the first match, and the text without the match but with its `end`.
fn taken(pattern: &Regex, text: &str, group: &str) -> Option<(String, String)> {
    let found = pattern.captures(text)?;
    let (whole, end) = (found.get(0)?, found.name("end").map_or("", |end| end.as_str()));
    let told = found.name(group).map_or("", |told| told.as_str()).to_owned();
    let (before, behind) = (text.get(..whole.start())?, text.get(whole.end()..)?);
    Some((told, format!("{before} {end} {behind}")))
}

/// The numbers of a list with ranges: `3, 5-7`.
fn numbers(list: &str) -> Vec<i32> {
    let mut numbers: Vec<i32> = Vec::new();
    let mut between = String::new();
    let mut digits = String::new();
    for ch in list.chars().chain([' ']) {
        if ch.is_ascii_digit() {
            digits.push(ch);
            continue;
        }
        if let Ok(number) = digits.parse::<i32>() {
            let is_range = ["-", "–", "~", "to", "부터", "에서"].contains(&between.trim());
            match numbers.last().copied().filter(|from| is_range && *from < number) {
                Some(from) => numbers.extend(from + 1..=number.min(from + RANGE)),
                None => numbers.push(number),
            }
            (digits, between) = (String::new(), String::new());
        }
        between.push(ch);
    }
    numbers.retain(|number| *number > 0);
    numbers
}

static SHOWING: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    ["words/en/showing", "words/ko/showing"].into_iter().flat_map(stet_data::lines).collect()
});

/// What documents are called, one kind a row.
static KINDS: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
    let rows = stet_data::rows("words/both/documents");
    rows.filter_map(|row| Some(row.first()?.split('|').collect())).collect()
});

/// What leads to a document: before it in English, behind it in Korean.
const LEADING: [&str; 5] = ["in", "from", "to", "per", "by"];
const TRAILING: [&str; 8] = ["에서는", "에서", "에는", "에", "상", "의", "을", "를"];

/// A document that is named by what it is, where the words say that the answer stands there.
fn kind_of_document(question: &str) -> Option<Naming> {
    let words: Vec<String> = question
        .split_whitespace()
        .map(|word| normalise(word.trim_matches(|ch: char| !ch.is_alphanumeric())).replace('’', "'"))
        .collect();
    for (at, word) in words.iter().enumerate() {
        for names in &*KINDS {
            let hangul = |name: &str| !name.is_ascii();
            let korean = names.iter().filter(|name| hangul(name)).find_map(|name| {
                let at = word.rfind(name)?;
                let particle = word.get(at + name.len()..)?;
                let next = || particle == "에" || particle.is_empty();
                let led = TRAILING.iter().take(3).any(|end| particle == *end);
                (led || next() && leads(words_after(&words, word)))
                    .then(|| word.get(..at).map(str::to_owned))?
            });
            if let Some(own) = korean {
                // The word before may belong to it: `신입 사원 매뉴얼에서`.
                let before = words.get(at.saturating_sub(2)..at).unwrap_or_default();
                let with = before.iter().cloned().chain([own]).filter(|word| word.chars().nth(1).is_some());
                return Some(Naming::Kind { names: names.clone(), with: with.collect() });
            }
            if names.iter().any(|name| name.is_ascii() && word == name) {
                let before = words.get(at.saturating_sub(5)..at).unwrap_or_default();
                let Some(led) = before.iter().rposition(|word| LEADING.contains(&word.as_str())) else {
                    continue;
                };
                let with = before.get(led + 1..).unwrap_or_default().iter();
                let with = with.filter(|word| !ARTICLES.contains(&word.as_str())).cloned().collect();
                return Some(Naming::Kind { names: names.clone(), with });
            }
        }
    }
    None
}

/// Whether a Korean name ends with what it is: `수확보고서`.
pub(super) fn ends_with_a_kind(name: &str) -> bool {
    KINDS.iter().flatten().any(|kind| !kind.is_ascii() && name.ends_with(kind))
}

/// What the kind of document is called that a word means: `contract`, `계약서의`; nothing where it means none.
pub(super) fn kind_of(word: &str) -> &'static [&'static str] {
    let is = |name: &&str| {
        let behind = word.strip_prefix(*name);
        behind.is_some_and(
            |end| if name.is_ascii() { matches!(end, "" | "s") } else { end.chars().count() <= 2 },
        )
    };
    KINDS.iter().find(|names| names.iter().any(is)).map_or(&[], Vec::as_slice)
}

const ARTICLES: [&str; 7] = ["the", "this", "that", "our", "your", "my", "a"];

fn words_after<'a>(words: &'a [String], word: &str) -> &'a [String] {
    let at = words.iter().position(|other| other == word).map_or(words.len(), |at| at + 1);
    words.get(at..).unwrap_or_default()
}

/// `… 매뉴얼에 따르면`, `… 매뉴얼에 의하면`
fn leads(next: &[String]) -> bool {
    next.first().is_some_and(|next| {
        ["따르", "따라", "의하", "의해", "나오", "나온", "나와", "적힌", "있는"]
            .iter()
            .any(|begin| next.starts_with(begin))
    })
}

/// A document as it can be named.
#[derive(Debug, Clone, Copy)]
pub struct Named<'a> {
    pub title: &'a str,
    pub file_name: &'a str,
}

impl Naming {
    /// Words of which one stands in the name of every document that this may mean.
    #[must_use]
    pub fn keys(&self) -> Vec<String> {
        match self {
            Self::File(name) => vec![name.to_lowercase()],
            Self::Kind { names, .. } => names.iter().map(|name| (*name).to_owned()).collect(),
        }
    }

    /// The places of the documents that this means: those with most of the words that stand before what they are.
    #[must_use]
    pub fn choose(&self, documents: &[Named<'_>]) -> Vec<usize> {
        let plain =
            |text: &str| normalise(text).chars().filter(|ch| ch.is_alphanumeric()).collect::<String>();
        let hits: Vec<(usize, usize)> = match self {
            Self::File(name) => {
                // What stands right before a file's name may be Korean and stick to it.
                let name = plain(name);
                let is = |own: &Named<'_>| !own.file_name.is_empty() && name.ends_with(&plain(own.file_name));
                documents.iter().enumerate().filter(|(_, own)| is(own)).map(|(at, _)| (at, 0)).collect()
            }
            Self::Kind { names, with } => {
                let of = |own: &Named<'_>| {
                    let stem = own.file_name.rsplit_once('.').map_or(own.file_name, |(stem, _)| stem);
                    let both = normalise(&format!("{} {stem}", own.title));
                    let is_kind = names.iter().any(|name| {
                        if name.is_ascii() {
                            both.split(|ch: char| !ch.is_ascii_alphanumeric()).any(|part| part == *name)
                        } else {
                            both.contains(name)
                        }
                    });
                    let both = plain(&both);
                    is_kind.then(|| with.iter().filter(|word| both.contains(&plain(word))).count())
                };
                documents.iter().enumerate().filter_map(|(at, own)| Some((at, of(own)?))).collect()
            }
        };
        let most = hits.iter().map(|(_, count)| *count).max().unwrap_or_default();
        hits.into_iter().filter(|(_, count)| *count == most).map(|(at, _)| at).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_tables_and_figures_are_read_from_the_question() {
        let table = Some(ChunkType::Table);
        let image = Some(ChunkType::Image);
        for (question, pages, kind, rest) in [
            ("3쪽의 그림을 보여줘", &[3][..], image, "보여줘"),
            ("3쪽의 표에서 최대 출력은 얼마인가요?", &[3], table, "최대 출력은 얼마인가요?"),
            ("5~7페이지에 있는 점검 주기를 알려줘", &[5, 6, 7], None, "점검 주기를 알려줘"),
            ("표 2에서 인건비는?", &[], table, "인건비는?"),
            ("What does the table on page 12 say about torque?", &[12], table, "What does say about torque?"),
            ("Summarise pages 3-5.", &[3, 4, 5], None, "Summarise ."),
            ("What is on page 3 and page 9?", &[3, 9], None, "What is and ?"),
            ("Which engine is in figure 4?", &[], image, "Which engine is ?"),
            ("첫 페이지의 제목은?", &[1], None, "제목은?"),
            ("What is on the 2nd page?", &[2], None, "What is ?"),
        ] {
            let place = place(question);
            assert_eq!(
                (place.pages.as_slice(), place.chunk_type, place.rest.as_str()),
                (pages, kind, rest),
                "{question}"
            );
        }
    }

    #[test]
    fn a_place_may_be_asked_for_as_a_whole() {
        for whole in [
            "3쪽의 그림을 보여줘",
            "Summarise page 3.",
            "12페이지 내용을 요약해 줘",
            "What does page 4 say?",
            "표 2를 설명해 주세요",
        ] {
            assert!(place(whole).is_whole(), "{whole}: {:?}", place(whole));
        }
        for part in ["3쪽의 표에서 최대 출력은?", "What does page 4 say about torque?"] {
            assert!(!place(part).is_whole(), "{part}");
        }
    }

    #[test]
    fn what_only_looks_like_a_place_is_none() {
        for question in [
            "보고서는 몇 쪽까지 쓸 수 있나요?",
            "300쪽짜리 책도 빌릴 수 있나요?",
            "대표는 누구인가요?",
            "목표를 알려줘",
            "How many pages may a report have?",
            "How do I reserve a table?",
            "What are the sales figures for 2024?",
            "Who manages the plan?",
            "휴학 계획을 세우려면?",
            "제3조의 내용은?",
        ] {
            assert!(place(question).is_anywhere(), "{question}: {:?}", place(question));
        }
    }

    #[test]
    fn a_document_is_meant_by_its_name_or_by_what_it_is() {
        let documents = [
            Named { title: "", file_name: "gv80_owners_manual_TEST6P.pdf" },
            Named { title: "디지털정부혁신 추진계획", file_name: "plan.pdf" },
            Named { title: "Staff handbook", file_name: "handbook.pdf" },
            Named { title: "신입 사원 안내서", file_name: "guide-ko.docx" },
            Named { title: "Visitor guide", file_name: "visitors.docx" },
        ];
        for (question, expected) in [
            ("매뉴얼에서 타이어 압력을 찾아줘", &[0][..]),
            ("What does it say in the owner's manual about tyres?", &[0]),
            ("How long is parental leave in handbook.pdf?", &[2]),
            ("handbook.pdf에서 육아휴직을 찾아줘", &[2]),
            ("According to the handbook, who approves travel?", &[2]),
            ("추진계획에 따르면 예산은 얼마인가요?", &[1]),
            ("신입 사원 안내서에는 뭐라고 되어 있나요?", &[3]),
            ("Which door is used, according to the visitor guide?", &[4]),
            ("In the contract, what is the term?", &[]),
            ("How long is leave?", &[]),
        ] {
            let namings = place(question).documents;
            let found: Vec<usize> = namings.iter().flat_map(|naming| naming.choose(&documents)).collect();
            assert_eq!(found, expected, "{question}: {namings:?}");
        }
    }
}
