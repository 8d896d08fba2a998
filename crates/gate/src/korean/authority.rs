//! Authority: whose approval, permission or decision a Korean sentence asks for (`총장의 승인`, `학장의 승인`).
//!
//! Owns the words of what only some may give, and whether a claim names another who gives it than its evidence.

use crate::text::reading::{Reading, SPACE};

/// What is given by one who has the right to, by how the word begins.
const GIVEN: &[&str] = &[
    "승인", "허가", "허락", "동의", "결재", "재가", "인가", "추천", "제청", "심의", "의결", "인준", "지시",
    "명령", "검인",
];

/// What the names of offices and bodies end in, and of those who have a part in a contract.
const OFFICES: [char; 14] =
    ['장', '처', '회', '원', '관', '청', '부', '자', '인', '사', '국', '주', '감', '수'];

/// The claim's office, by position, where the evidence names only others for what it gives.
pub(crate) fn other_authority(claim: &Reading<'_>, windows: &[Reading<'_>]) -> Option<usize> {
    let given = |word: &str| GIVEN.iter().position(|head| word.starts_with(head));
    (1..claim.tokens.len()).find_map(|at| {
        let kind = given(claim.word(at))?;
        let (mine, owner) = office(claim, at)?;
        let mut places = windows
            .iter()
            .flat_map(|window| (0..window.tokens.len()).map(move |there| (window, there)))
            .filter(|&(window, there)| given(window.word(there)) == Some(kind))
            .peekable();
        places.peek()?;
        let other = |(window, there): (&Reading<'_>, usize)| {
            office(window, there).is_some_and(|(theirs, _)| {
                !mine.contains(theirs) && !theirs.contains(mine) && !gives_too(claim, theirs)
            })
        };
        places.all(other).then_some(owner)
    })
}

/// Whether a claim names an office other than as who acts: `총장과 학장의 추천`, but not `총장의 추천으로 학장이 임명한다`.
fn gives_too(claim: &Reading<'_>, office: &str) -> bool {
    (0..claim.tokens.len()).any(|at| {
        let rest = claim.word(at).split_once(office).map(|(_, rest)| rest);
        rest.is_some_and(|rest| !matches!(rest, "이" | "가" | "은" | "는" | "에게"))
    })
}

/// The office right before what it gives: `총장의 승인`, `총장 승인`, `총장의 사전 승인`.
fn office<'a>(text: &Reading<'a>, at: usize) -> Option<(&'a str, usize)> {
    let named = |at: usize| {
        let word = text.word(at);
        let noun = word.strip_suffix('의').unwrap_or(word);
        (noun.chars().nth(1).is_some() && noun.ends_with(OFFICES)).then_some((noun, at))
    };
    let before = at.checked_sub(1).filter(|_| text.gap(at) == SPACE)?;
    if matches!(text.word(before), "사전" | "서면" | "최종" | "별도" | "미리") {
        return named(before.checked_sub(1)?);
    }
    named(before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn who_gives_it() {
        for (claim, source, want) in [
            (
                "외출하려는 사원은 사장의 허가를 받는다.",
                "사원은 외출증을 써서 부서장의 허가를 받아 외출한다.",
                true,
            ),
            (
                "외출하려는 사원은 부서장 허가를 받는다.",
                "사원은 외출증을 써서 부서장의 허가를 받아 외출한다.",
                false,
            ),
            (
                "외출하려는 사원은 허가를 받는다.",
                "사원은 외출증을 써서 부서장의 허가를 받아 외출한다.",
                false,
            ),
            ("사원은 서면 허가를 받는다.", "사원은 부서장의 허가를 받는다.", false),
            ("사원은 팀장의 허가를 받는다.", "사원은 부서장의 허가를, 휴일에는 팀장의 허가를 받는다.", false),
        ] {
            let (claim, source) = (normalise(claim), normalise(source));
            let found = other_authority(&Reading::new(&claim), &[Reading::new(&source)]);
            assert_eq!(found.is_some(), want, "{claim} / {source}");
        }
    }
}
