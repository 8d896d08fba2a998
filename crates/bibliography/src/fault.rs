//! What is wrong with a work that did not come in, in words.

use serde::{Deserialize, Serialize};
use stet_text::Language;

/// Bytes of one field, written out.
pub(crate) const MAX_FIELD: usize = 1 << 16;

/// A work that did not come in, or not as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The line of the file, from 1.
    pub line: usize,
    /// The key of the work, where it has one.
    pub key: Option<String>,
    pub reason: Reason,
}

/// Why, with what is to be done about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    NoItem,
    NoKey,
    UnusableKey(String),
    Nameless,
    Duplicate,
    Circular,
    UnknownAbbreviation(String),
    /// An abbreviation that stands for itself, also by way of others.
    Endless(String),
    TooDeep,
    /// A field, or all of the file, with what its abbreviations stand for and what it inherits.
    TooLong,
    /// What the reader of the format says.
    Unreadable(String),
    NothingThere,
}

impl Reason {
    /// The reason in words, and how to mend it.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        let (ko, en) = match self {
            Self::NoItem => (
                "항목이 아닙니다. CSL-JSON 항목은 {…} 객체여야 합니다.".to_owned(),
                "This is no entry. An entry of CSL-JSON is an object: {…}.".to_owned(),
            ),
            Self::NoKey => (
                "키가 없습니다. 첫머리에 키를 적어 주세요: @book{kim2020, …} 또는 \"id\": \"kim2020\"."
                    .to_owned(),
                "It has no key. Write one at its head: @book{kim2020, …}, or \"id\": \"kim2020\".".to_owned(),
            ),
            Self::UnusableKey(key) => (
                format!("키 ‘{key}’로는 인용할 수 없습니다. 공백 없이 200자 안으로 줄여 주세요."),
                format!(
                    "Nothing can be cited by the key “{key}”. Write it without blanks, in at most 200 characters."
                ),
            ),
            Self::Nameless => (
                "제목도 저자도 없습니다. title이나 author를 적어 주세요.".to_owned(),
                "It has neither a title nor an author. Write one of them.".to_owned(),
            ),
            Self::Duplicate => (
                "같은 키가 앞에 또 있어 앞의 것을 씁니다. 둘 가운데 하나의 키를 바꿔 주세요.".to_owned(),
                "Its key stands before, and that entry is taken. Change the key of one of them.".to_owned(),
            ),
            Self::Circular => (
                "crossref나 xdata가 돌고 돌거나 너무 많은 항목으로 이어져 읽지 않았습니다. 이 줄을 지우거나 고쳐 주세요."
                    .to_owned(),
                "Its crossref or xdata leads back to itself, or to too many works, and was not followed. Take it out or mend it."
                    .to_owned(),
            ),
            Self::UnknownAbbreviation(name) => (
                format!(
                    "약어 ‘{name}’의 뜻이 없습니다. @string{{{name} = \"…\"}}을 더하거나 값을 중괄호로 묶어 주세요."
                ),
                format!(
                    "Nothing says what “{name}” stands for. Add @string{{{name} = \"…\"}}, or put the value in braces."
                ),
            ),
            Self::Endless(name) => (
                format!(
                    "약어 ‘{name}’의 뜻이 자기 자신으로 돌아오거나 너무 많은 약어를 거칩니다. 뜻을 바로 적어 주세요: @string{{{name} = \"…\"}}."
                ),
                format!(
                    "The abbreviation “{name}” leads back to itself, or through too many others. Write out what it stands for: @string{{{name} = \"…\"}}."
                ),
            ),
            Self::TooLong => (
                format!(
                    "약어를 풀고 물려받은 것까지 더하면 너무 깁니다. 한 필드는 {}kB, 조각 1,000개까지입니다. @string이나 crossref를 줄여 주세요.",
                    MAX_FIELD >> 10
                ),
                format!(
                    "With what its abbreviations stand for and what it inherits it is too long; a field may have {} kB and 1,000 pieces. Shorten it, its @string or its crossref.",
                    MAX_FIELD >> 10
                ),
            ),
            Self::TooDeep => (
                "중괄호가 너무 깊습니다. 짝이 맞는지 보아 주세요.".to_owned(),
                "Its braces are nested too deeply. See whether each is closed.".to_owned(),
            ),
            Self::Unreadable(what) => (
                format!("읽을 수 없습니다({what}). 쉼표와 짝이 맞는 중괄호를 보아 주세요."),
                format!(
                    "It cannot be read ({what}). Look at its commas and at whether each brace is closed."
                ),
            ),
            Self::NothingThere => (
                "항목이 없습니다. BibTeX(.bib)이나 CSL-JSON(.json) 파일을 넣어 주세요.".to_owned(),
                "There is no entry in it. Give a file of BibTeX (.bib) or CSL-JSON (.json).".to_owned(),
            ),
        };
        if language == Language::Ko { ko } else { en }
    }
}
