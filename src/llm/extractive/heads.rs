//! What stands above quotations, by which it is known again whether they answer.

use stet_text::Language;

/// What stands above quotations that answer, and above those that only come near; Korean, English.
pub(super) const QUOTATIONS: [&str; 2] = ["출처에서 그대로 인용한 문장:", "Quotations from your sources:"];
pub(super) const NEAREST: [&str; 2] = [
    "물음에 그대로 답하는 문장은 찾지 못했습니다. 가장 가까운 구절:",
    "No sentence of your sources says all of it. The nearest:",
];

pub(super) const fn head(heads: [&str; 2], language: Language) -> &str {
    match language {
        Language::Ko => heads[0],
        Language::En => heads[1],
    }
}

/// Whether an answer of extracts tells that they are only the nearest that there is.
#[must_use]
pub fn says_nearest(text: &str) -> bool {
    NEAREST.iter().any(|head| text.starts_with(head))
}
