//! Sequences: what is done first, and what behind it (`확인한 뒤 주문한다`, `주문하기 전에 확인한다`).
//!
//! Owns telling that a Korean claim has the two the other way round. From when and until when is [`term`](super::super::values::term)'s.

use crate::korean::lack::tells;
use crate::text::clause::connects;
use crate::text::reading::{Reading, STOP};
use stet_text::Script;

/// Whether a claim puts first what its evidence puts second, and the other way round.
pub(crate) fn is_put_otherwise(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let mine = steps(claim);
    if mine.is_empty() {
        return false;
    }
    let theirs: Vec<(&Reading<'_>, (usize, usize))> =
        windows.iter().flat_map(|window| steps(window).into_iter().map(move |pair| (window, pair))).collect();
    mine.iter().any(|&(first, second)| {
        let is = |window: &Reading<'_>, one: usize, other: usize| {
            claim.is_same(first, window, one) && claim.is_same(second, window, other)
        };
        theirs.iter().any(|&(window, (one, other))| is(window, other, one))
            && !theirs.iter().any(|&(window, (one, other))| is(window, one, other))
    })
}

/// What is done first and what second, by position.
fn steps(text: &Reading<'_>) -> Vec<(usize, usize)> {
    let found = (1..text.tokens.len()).filter_map(|at| {
        let (word, before) = (text.word(at), text.word(at - 1));
        let behind = matches!(word, "뒤" | "뒤에" | "후" | "후에" | "다음" | "다음에" | "이후" | "이후에");
        let ahead = matches!(word, "전" | "전에") && before.ends_with('기');
        let named = text.content(at - 1).is_some() && before.chars().nth(1).is_some();
        let hangul = text.tokens.get(at - 1).is_some_and(|token| token.script == Script::Hangul);
        // `21일이 지난 뒤` tells how long it takes.
        let passes = ["지나", "지난", "경과"].iter().any(|head| before.starts_with(head));
        if !named || !hangul || passes || !behind && !ahead {
            return None;
        }
        let end = end_of_clause(text, at + 1)?;
        Some(if ahead { (end, at - 1) } else { (at - 1, end) })
    });
    found.collect()
}

/// The predicate of the clause that goes on at a word.
fn end_of_clause(text: &Reading<'_>, from: usize) -> Option<usize> {
    let last = (from..text.tokens.len()).find(|&at| connects(text, at) || text.gap(at + 1) & STOP != 0);
    let last = last.or_else(|| text.tokens.len().checked_sub(1))?;
    (from..=last).rev().find(|&at| tells(text, at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_comes_first() {
        let orders = "직원은 재고를 확인한 뒤 물건을 주문하며, 주문하기 전에 예산을 점검한다.";
        for (claim, want) in [
            ("직원은 물건을 주문한 뒤 재고를 확인한다.", true),
            ("직원은 재고를 확인한 후 물건을 주문한다.", false),
            ("물건을 주문하기 전에 재고를 확인한다.", false),
            ("재고를 확인하기 전에 물건을 주문한다.", true),
            ("물건을 주문한 다음 예산을 점검한다.", true),
        ] {
            let (claim, source) = (normalise(claim), normalise(orders));
            let claim = Reading::new(&claim);
            assert_eq!(is_put_otherwise(&claim, &[Reading::new(&source)]), want, "{}", claim.norm);
        }
    }
}
