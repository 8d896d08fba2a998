//! Signs: which side of zero an amount lies on.

use crate::Token;

use super::unit::Unit;

/// Whether an amount lies below zero: `-5 °C`, `영하 5도`, `minus 5`. A hyphen behind a word or a number joins (`COVID-19`, `5-10`).
pub(super) fn is_negative(norm: &str, words: &[Token<'_>], at: usize, unit: Unit) -> bool {
    let Some(token) = words.get(at) else { return false };
    if matches!(unit, Unit::Year | Unit::Article | Unit::Paragraph | Unit::Item | Unit::Chapter) {
        return false;
    }
    let before = norm.as_bytes().get(..token.span.start).unwrap_or_default();
    if let [rest @ .., b'-'] = before {
        return rest.last().is_none_or(|byte| matches!(byte, b' ' | b'(' | b':' | b'=' | b'"' | b'\''));
    }
    let word = |at: Option<usize>| at.and_then(|at| words.get(at)).map_or("", |word| word.text);
    match word(at.checked_sub(1)) {
        "영하" => unit.is_temperature(),
        "마이너스" | "minus" | "negative" => true,
        _ => false,
    }
}
