//! Requests that name nothing in the sources: for the last answer in another form, or for a document as a whole.
//!
//! A search for their words finds nothing, or a passage that happens to have them. Owns telling them by their words; what is read for them
//! is decided in `ask`.

use std::sync::LazyLock;

use super::places::names_a_kind;
use super::question::is_asking;
use stet_text::{Language, normalise, tokens};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Form,
    Whole,
    Both,
    Document,
    Filler,
}

static WORDS: LazyLock<Vec<(&'static str, bool, Kind)>> = LazyLock::new(|| {
    let rows = ["words/en/broad", "words/ko/broad"].into_iter().flat_map(stet_data::rows);
    rows.filter_map(|row| {
        let [form, kind] = row.as_slice() else { return None };
        let kind = match *kind {
            "form" => Kind::Form,
            "whole" => Kind::Whole,
            "both" => Kind::Both,
            "document" => Kind::Document,
            _ => Kind::Filler,
        };
        Some((form.strip_suffix('*').unwrap_or(form), form.ends_with('*'), kind))
    })
    .collect()
});

/// What the words of a request are; nothing where one of them may stand in a source.
fn kinds(request: &str) -> Option<Vec<Kind>> {
    let kind = |word: &str| {
        let listed =
            WORDS.iter().filter(|(form, open, _)| if *open { word.starts_with(form) } else { word == *form });
        let listed = listed.max_by_key(|(form, open, _)| (!open, form.len())).map(|(.., kind)| *kind);
        listed
            .or_else(|| names_a_kind(word).then_some(Kind::Document))
            .or_else(|| is_asking(word).then_some(Kind::Filler))
            .or_else(|| word.chars().all(char::is_numeric).then_some(Kind::Filler))
    };
    let words = tokens(request).into_iter().map(|token| normalise(token.text).replace('’', "'"));
    words.map(|word| kind(&word)).collect()
}

/// Whether the last answer is asked for in another form: `In a table, please.`, `영어로 번역해 줘.`
#[must_use]
pub fn is_of_form(request: &str) -> bool {
    kinds(request).is_some_and(|kinds| {
        kinds.iter().any(|kind| matches!(kind, Kind::Form | Kind::Both))
            && !kinds.iter().any(|kind| matches!(kind, Kind::Whole | Kind::Document))
    })
}

/// Whether a document is asked about as a whole: `What is this contract about?`, `주요 내용이 뭐야?`
#[must_use]
pub fn is_of_whole(request: &str) -> bool {
    let leans = ["what about", "how about"].iter().any(|words| normalise(request.trim()).starts_with(words));
    !leans
        && kinds(request)
            .is_some_and(|kinds| kinds.iter().any(|kind| matches!(kind, Kind::Whole | Kind::Both)))
}

/// The language into which a request for another form asks to translate.
#[must_use]
pub fn language_named(request: &str) -> Option<Language> {
    let words: Vec<String> = tokens(request).iter().map(|token| normalise(token.text)).collect();
    let says = |forms: &[&str]| words.iter().any(|word| forms.contains(&word.as_str()));
    match (says(&["korean", "한국어로", "한글로", "우리말로"]), says(&["english", "영어로", "영문으로"]))
    {
        (true, false) => Some(Language::Ko),
        (false, true) => Some(Language::En),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_for_a_whole_document_are_told_by_their_words() {
        for request in [
            "Summarise this document.",
            "Summarize my sources",
            "What is this document about?",
            "What are the key obligations?",
            "What are the main terms of this contract?",
            "Give me an overview of the report, please.",
            "What does this paper cover?",
            "이 문서를 요약해 줘",
            "주요 내용이 뭐야?",
            "이 계약의 주요 조건을 정리해 주세요",
            "계약의 주요 조건",
            "이 보고서는 무엇에 관한 글이야?",
            "올린 파일의 핵심 내용을 알려 주세요.",
        ] {
            assert!(is_of_whole(request), "{request}");
        }
        for request in [
            "What is this clause about parking?",
            "Summarise the rules on leave.",
            "What are the main entrances?",
            "When does the library open?",
            "What about the report?",
            "Who wrote it?",
            "장학금 신청 조건을 정리해 줘",
            "휴학의 주요 사유는?",
            "계약금액은 얼마인가요?",
            "안녕하세요",
        ] {
            assert!(!is_of_whole(request), "{request}");
        }
    }

    #[test]
    fn requests_for_another_form_are_told_by_their_words() {
        for request in [
            "Translate into Korean, please.",
            "In a table, please.",
            "As bullet points.",
            "Explain in simpler words.",
            "Give me an example.",
            "Make it shorter.",
            "Can you put that in one sentence?",
            "영어로 번역해 줘.",
            "표로 정리해 줘.",
            "한 줄로 요약해 줘.",
            "더 공손하게 다시 써 줘.",
            "좀 더 쉽게 설명해 주세요",
        ] {
            assert!(is_of_form(request), "{request}");
        }
        for request in [
            "Translate the notice on parking.",
            "List the branch offices in a table.",
            "Is there an example of a late fee?",
            "Who translates the rules?",
            "표로 된 수수료를 알려 줘",
            "요약 전형의 일정은?",
            "번역 수수료는 얼마인가요?",
            "This document, please.",
        ] {
            assert!(!is_of_form(request), "{request}");
        }
        for (request, language) in [
            ("Translate into Korean, please.", Some(Language::Ko)),
            ("영어로 번역해 줘.", Some(Language::En)),
            ("In a table, please.", None),
            ("Translate from Korean to English.", None),
        ] {
            assert_eq!(language_named(request), language, "{request}");
        }
    }
}
