//! Lists: the sentence that introduces a list (`다음 각 호의 어느 하나에 해당하는 경우`, `You may return an item if:`) and its items, which may stand
//! far below it.
//!
//! Owns where a list is; what of a claim it holds is [`windows`](super::windows)'s.

use std::ops::Range;

use crate::text::prepare::Source;
use crate::text::window::begins_item;

/// Sentences of a list that are looked at on each side of one of its items.
const FAR: usize = 40;

/// A list of a source.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct List {
    /// The sentence that introduces it.
    pub lead: usize,
    /// Its sentences, from the first item to the last.
    pub items: Range<usize>,
}

impl List {
    /// The list that some sentences belong to, or else one of those that are near them.
    pub(super) fn near(source: &Source<'_>, here: Range<usize>, near: Range<usize>) -> Option<Self> {
        let is_item = |at: usize| begins_item(source.given(at));
        let mut items =
            here.clone().chain(here.end..near.end).chain(near.start..here.start).filter(|&at| is_item(at));
        let item = items.next()?;
        // A sentence or a note may stand between two items, and a note (`<개정 2018. 4. 1.>`) before the first.
        let (mut first, mut lead) = (item, None);
        for at in (item.saturating_sub(FAR)..item).rev() {
            let text = source.given(at);
            if introduces(text) && !(is_item(at) && is_like(text, source.given(first))) {
                lead = Some(at);
                break;
            }
            if is_item(at) {
                first = at;
            } else if first > at + 1 && !is_note(text) {
                return None;
            }
        }
        let mut last = item;
        for at in item + 1..source.units().len().min(item + FAR) {
            if is_item(at) {
                last = at;
            } else if at > last + 1 {
                break;
            }
        }
        Some(Self { lead: lead?, items: first..last + 1 })
    }
}

/// Whether a sentence introduces a list.
fn introduces(text: &str) -> bool {
    let text = text.trim_end();
    text.ends_with([':', '：'])
        || [
            "다음 각",
            "다음의 ",
            "다음과 같",
            "다음에 해당",
            "다음 사항",
            "다음 경우",
            "각 호의",
            "각호의",
            "아래와 같",
            "아래의 ",
            "following",
        ]
        .iter()
        .any(|words| text.contains(words))
}

/// Whether two items have marks of one kind, so that neither is an item of the other.
fn is_like(one: &str, other: &str) -> bool {
    let kind = |text: &str| text.chars().next().map(|mark| if mark.is_ascii_digit() { '1' } else { mark });
    kind(one) == kind(other)
}

/// Whether a sentence is a note on the one before: `<개정 2018. 4. 1.>`.
fn is_note(text: &str) -> bool {
    text.starts_with(['<', '[', '(', '〈'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::prepare::PreparedSources;

    #[test]
    fn the_list_of_an_item() {
        let rules = "제10조 단장은 다음 각 호의 어느 하나에 해당하면 검수를 거부할 수 있다. <개정 2018. 4. 1.>\n1. 서류가 없는 경우\n2. 물품이 파손된 경우\n3. 값이 다른 경우\n② 단장은 보고한다.";
        let terms = "Returns are easy.\nYou may return an item if:\n- it is unused\n- you have the receipt\n\nWe open at nine. We close at six.";
        for (text, here, want) in [
            (rules, 4, Some((0, 2..6))),
            (rules, 0, Some((0, 2..6))),
            (terms, 3, Some((1, 2..4))),
            (terms, 5, None),
            ("1. One thing.\n2. Another.", 1, None),
        ] {
            let sources = PreparedSources::new(&[text]);
            let source = sources.source(0).unwrap();
            let found = List::near(&source, here..here + 1, here..(here + 3).min(source.units().len()));
            assert_eq!(found.map(|list| (list.lead, list.items)), want, "{text} {here}");
        }
    }
}
