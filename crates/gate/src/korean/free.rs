//! Free: what costs nothing (`무료이다`, `입장료를 내지 않는다`), and a Korean claim that has it paid for, or undone what is done (`취소한다`, told
//! as `한다`).

use crate::denial::negation::korean_denials;
use crate::text::reading::{Reading, STOP};

/// Words of what costs nothing, and of paying, by how they begin.
const FREE: &[&str] = &["무료", "무상", "공짜", "면제"];
const PAYS: &[&str] =
    &["내야", "내지", "낸다", "냅니", "내고", "지불", "납부", "부과", "유료", "징수", "받지", "받는"];

/// Acts that undo what they are done to, by how the words begin.
const UNDOES: &[&str] = &[
    "취소", "중단", "금지", "폐지", "철회", "거부", "거절", "연기", "중지", "포기", "생략", "제한", "기각",
    "반려",
];

fn begins(text: &Reading<'_>, at: usize, heads: &[&str]) -> bool {
    heads.iter().any(|head| text.word(at).starts_with(head))
}

/// What a claim says of paying beside evidence that says that it is free: whether it agrees; `None` where it speaks of neither.
pub(crate) fn agrees_that_it_is_free(claim: &Reading<'_>, passage: &Reading<'_>) -> Option<bool> {
    let free = |text: &Reading<'_>| (0..text.tokens.len()).find(|&at| begins(text, at, FREE));
    let pays = |text: &Reading<'_>| (0..text.tokens.len()).find(|&at| begins(text, at, PAYS));
    let there = free(passage).filter(|_| pays(passage).is_none())?;
    // `무료가 아니다`
    let denied = korean_denials(passage).any(|at| at == there || at == there + 1);
    let paid = pays(claim).filter(|_| free(claim).is_none() && !denied)?;
    Some(korean_denials(claim).any(|at| at >= paid && at <= paid + 2))
}

/// Whether a claim says that something is done which its evidence says is called off: `경기를 한다`, where it says `경기를 취소한다`.
pub(crate) fn does_what_is_undone(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let does = |word: &str| {
        matches!(
            word,
            "한다"
                | "합니다"
                | "했다"
                | "하였다"
                | "했습니다"
                | "할"
                | "된다"
                | "됩니다"
                | "열린다"
                | "열립니다"
        )
    };
    let object = |text: &Reading<'_>, at: usize| {
        at.checked_sub(1).filter(|&before| text.word(before).ends_with(['을', '를', '은', '는', '이', '가']))
    };
    let ends =
        |at: usize| at + 1 == claim.tokens.len() || claim.gap(at + 1) & STOP != 0 || claim.word(at) == "할";
    let mut mine = (0..claim.tokens.len())
        .filter(|&at| does(claim.word(at)) && ends(at))
        .filter_map(|at| object(claim, at))
        .filter(|&what| claim.content(what).is_some());
    korean_denials(claim).next().is_none()
        && mine.any(|what| {
            let mut places = windows
                .iter()
                .flat_map(|text| text.positions(claim.key(what)).map(move |there| (text, there)))
                .peekable();
            places.peek().is_some() && places.all(|(text, there)| begins(text, there + 1, UNDOES))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_is_free_is_not_paid_for() {
        let free = "6세 미만 어린이는 입장료가 무료이다.";
        for (claim, source, want) in [
            ("6세 미만 어린이는 입장료를 내지 않는다.", free, Some(true)),
            ("6세 미만 어린이는 입장료를 내야 한다.", free, Some(false)),
            ("6세 미만 어린이는 무료로 입장한다.", free, None),
            ("입장료를 내야 한다.", "입장료는 무료가 아니다.", None),
            ("입장료를 내야 한다.", "어린이는 무료이고 어른은 입장료를 내야 한다.", None),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            assert_eq!(agrees_that_it_is_free(&Reading::new(&mine), &Reading::new(&theirs)), want, "{claim}");
        }
    }

    #[test]
    fn what_is_called_off_is_not_done() {
        for (claim, source, want) in [
            ("비가 오면 경기를 한다.", "비가 오면 경기를 취소한다.", true),
            ("비가 오면 경기를 하지 않는다.", "비가 오면 경기를 취소한다.", false),
            ("경기를 한다.", "비가 오면 경기를 취소한다. 맑으면 경기를 한다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            assert_eq!(does_what_is_undone(&Reading::new(&mine), &[Reading::new(&theirs)]), want, "{claim}");
        }
    }
}
