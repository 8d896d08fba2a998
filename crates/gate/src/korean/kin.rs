//! Kin: a Korean claim that makes somebody the son, pupil or the like of whom its source calls that (`최무선은 최해산의 아들이다`, where it says `그의
//! 아들 최해산`).
//!
//! Owns whose kin a claim makes of whom. Other offices are [`office`](super::another)'s.

use crate::text::reading::{Reading, SPACE};

/// What somebody is to another, and not the other to them.
const KIN: &[&str] = &[
    "아들",
    "딸",
    "아버지",
    "어머니",
    "부친",
    "모친",
    "손자",
    "손녀",
    "할아버지",
    "할머니",
    "조카",
    "삼촌",
    "사위",
    "며느리",
    "장인",
    "제자",
    "스승",
    "후임",
    "전임",
    "후계자",
    "선배",
    "후배",
    "상사",
    "부하",
];

/// Whether the claim calls one the kin of another whom the evidence calls that, and of whom it does not say so.
pub(crate) fn turns_kin(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let is_kin = |text: &Reading<'_>, at: usize| KIN.contains(&text.stem(at));
    (1..claim.tokens.len()).filter(|&at| is_kin(claim, at)).any(|at| {
        let Some(owner) = claim.word(at - 1).strip_suffix('의').filter(|owner| owner.chars().count() > 1)
        else {
            return false;
        };
        // `아들 최해산은`
        let calls = |name: &str| {
            windows.iter().any(|text| {
                (1..text.tokens.len()).any(|there| {
                    text.gap(there) == SPACE
                        && text.stem(there - 1) == claim.stem(at)
                        && text.stem(there) == name
                })
            })
        };
        calls(owner)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn whose_kin_somebody_is() {
        let source = "최무선은 화약을 만들었다. 그의 아들 최해산은 화약 무기 개발을 이어 갔다.";
        for (claim, want) in [
            ("최무선은 최해산의 아들이다.", true),
            ("최해산은 최무선의 아들이다.", false),
            ("최무선의 아들 최해산은 개발을 이어 갔다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            assert_eq!(turns_kin(&Reading::new(&mine), &[Reading::new(&theirs)]), want, "{claim}");
        }
    }
}
