//! Scope: a Korean claim that says of all what its source says of a part, or of more than the one thing that the source says it of alone.
//!
//! Owns parts told behind their whole (`식당은 다섯 곳이며 그 가운데 두 곳은 쉰다`), what joins another noun to one that stands alone in the source
//! (`교사와 학생`, where it says `학생만`), and what a source only holds likely. Words of all and some are
//! [`strength`](crate::force::strength)'s.

use std::ops::Range;

use crate::force::fact::SUPPOSED;
use crate::korean::another::{clauses, same};
use crate::text::marks::EMPHASIS;
use crate::text::reading::{Reading, SPACE};
use stet_text::{Script, final_consonant};

/// Words between `가운데` and the part that it tells.
const NEAR: usize = 3;

/// Whether the claim says of the whole what the evidence says of a part of it.
pub(crate) fn takes_part_for_whole(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let marks = |word: &str| {
        ["가운데", "그중", "중에서", "중에"].iter().any(|head| word.starts_with(head)) || word == "중"
    };
    let partial = |word: &str| {
        ["일부", "몇", "절반", "한쪽", "하나", "나머지", "대부분"].iter().any(|head| word.starts_with(head))
    };
    let has_marks = |window: &Reading<'_>| window.tokens.iter().any(|token| marks(token.text));
    if !windows.iter().any(has_marks) {
        return false;
    }
    if (0..claim.tokens.len()).any(|at| marks(claim.word(at)) || partial(claim.word(at))) {
        return false;
    }
    let Some(predicate) = last_content(claim, 0..claim.tokens.len()) else { return false };
    windows.iter().any(|window| {
        // A clause that speaks of a part, and what it says of it.
        let of_part = |clause: &Range<usize>| {
            // `정리하던 중`, `정리하는 가운데`
            let busy = |at: usize| {
                at.checked_sub(1).is_some_and(|before| {
                    let last = window.word(before).chars().next_back();
                    last.is_some_and(|last| final_consonant(last) == Some(4) || last == '는' || last == '던')
                })
            };
            clause.clone().find(|&at| marks(window.word(at)) && !busy(at)).is_some_and(|mark| {
                let counts = window.values().iter().any(|value| {
                    let first = window.first_from(value.span.start);
                    first > mark
                        && first <= mark + NEAR
                        && !claim.values().iter().any(|own| own.amount == value.amount)
                });
                counts || (mark + 1..=mark + NEAR).any(|at| partial(window.word(at)))
            })
        };
        let says = |clause: &Range<usize>| clause.clone().any(|at| same(claim, predicate, window, at));
        let found = clauses(window);
        found.iter().any(|clause| says(clause) && of_part(clause))
            && !found.iter().any(|clause| says(clause) && !of_part(clause))
    })
}

/// Whether the claim joins another noun to one of which alone the evidence speaks.
pub(crate) fn joins_to_the_only(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    fn only(word: &str) -> Option<&str> {
        /// `만` with the particles before it.
        const ENDS: [&str; 5] = ["에서만", "에게만", "으로만", "로만", "만"];
        ENDS.iter().find_map(|end| word.strip_suffix(end)).filter(|noun| noun.chars().nth(1).is_some())
    }
    windows.iter().any(|window| {
        window.marked(EMPHASIS).any(|there| {
            let Some(noun) = only(window.word(there)) else { return false };
            (0..claim.tokens.len()).any(|at| {
                let rest = claim.word(at).strip_prefix(noun);
                let Some(rest) = rest.filter(|rest| !rest.contains('만')) else { return false };
                let joins = |word: &str| {
                    ["와", "과", "이나", "나", "랑", "하고"].iter().any(|end| word.ends_with(end))
                };
                let is_conjunction = |word: &str| matches!(word, "및" | "또는" | "혹은");
                let other = if joins(rest) {
                    Some(at + 1)
                } else if is_conjunction(claim.word(at + 1)) {
                    Some(at + 2)
                } else {
                    at.checked_sub(1).filter(|&before| {
                        claim.gap(at) == SPACE && joins(claim.word(before)) && claim.content(before).is_some()
                    })
                };
                other.is_some_and(|other| {
                    claim.tokens.get(other).is_some_and(|token| token.script != Script::Digit)
                        && !clauses(window).iter().any(|clause| {
                            clause.contains(&there)
                                && clause.clone().any(|at| claim.is_same(other, window, at))
                        })
                })
            })
        })
    })
}

/// Whether the claim calls proven or decided what the evidence supposes: `입증했다` where it says `추정했다`.
pub(crate) fn proves_a_guess(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let proven = |text: &Reading<'_>, at: usize| {
        let word = text.word(at);
        [
            "입증",
            "증명",
            "밝혀졌",
            "밝혀진",
            "밝혀냈",
            "확인됐",
            "확인되었",
            "확인했",
            "확인하였",
            "확정",
            "규명",
            "드러났",
        ]
        .iter()
        .any(|head| word.starts_with(head))
    };
    let supposed = |text: &Reading<'_>, at: usize| {
        let (word, next) = (text.word(at), text.word(at + 1));
        SUPPOSED.iter().any(|head| word.starts_with(head))
            // `가라앉은 것으로 본다`
            || word == "것으로" && ["본다", "봅니", "보인", "보입", "여겨", "생각", "알려"].iter().any(|head| next.starts_with(head))
    };
    let any = |text: &Reading<'_>, is: &dyn Fn(&Reading<'_>, usize) -> bool| {
        (0..text.tokens.len()).any(|at| is(text, at))
    };
    any(claim, &proven)
        && !any(claim, &supposed)
        && windows.first().is_some_and(|window| any(window, &supposed))
        && !windows.iter().any(|window| any(window, &proven))
}

/// The claim's title that the evidence only has as that of a deputy or an assistant: `회장`, `부회장`.
pub(crate) fn takes_the_deputy(claim: &Reading<'_>, windows: &[Reading<'_>]) -> Option<usize> {
    const TITLES: &[&str] = &[
        "회장",
        "사장",
        "총장",
        "원장",
        "위원장",
        "시장",
        "총리",
        "대통령",
        "교수",
        "지사",
        "본부장",
        "팀장",
        "의장",
        "장관",
        "감독",
        "회원",
        "교장",
        "학장",
        "이사장",
        "대표",
    ];
    const BEFORE: [char; 3] = ['부', '준', '조'];
    (0..claim.tokens.len()).find(|&at| {
        let word = claim.word(at);
        let Some(title) = TITLES.iter().find(|title| word.starts_with(**title)) else { return false };
        let deputy = |word: &str| word.strip_prefix(BEFORE).is_some_and(|rest| rest.starts_with(title));
        // `회장`, `이 회장`, `김회장`
        let has = |window: &Reading<'_>| {
            window.tokens.iter().any(|token| token.text.contains(title) && !deputy(token.text))
        };
        windows.iter().any(|window| window.tokens.iter().any(|token| deputy(token.text)))
            && !windows.iter().any(has)
    })
}

/// Whether the claim calls one what the evidence says he was before: `경찰이다`, where it says `전직 경찰`.
pub(crate) fn is_no_longer(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let former = |word: &str| matches!(word, "전직" | "왕년의");
    let Some(last) = claim.tokens.len().checked_sub(1) else { return false };
    let is = claim.word(last);
    let now =
        (is.ends_with("이다") || is.ends_with("입니다") || is.ends_with("이에요") || is.ends_with("예요"))
            && !(0..last).any(|at| former(claim.word(at)));
    now && windows.iter().any(|window| {
        let mut places = (0..window.tokens.len()).filter(|&at| window.is_same(at, claim, last)).peekable();
        places.peek().is_some()
            && places.all(|at| at.checked_sub(1).is_some_and(|before| former(window.word(before))))
    })
}

/// The last content word of some.
fn last_content(text: &Reading<'_>, words: Range<usize>) -> Option<usize> {
    words.rev().find(|&at| text.content(at).is_some())
}

/// Whether the claim asks for any where the evidence asks for all, or the other way round: `하나라도 폐지되면`, `모두 폐지되는 때`.
pub(crate) fn takes_any_for_all(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let any = |text: &Reading<'_>| {
        (0..text.tokens.len()).any(|at| match text.word(at) {
            "하나라도" | "한가지라도" | "어느하나" | "일부라도" | "하나만" => true,
            "어느" => text.word(at + 1).starts_with("하나"),
            "하나" => text.word(at + 1) == "이상",
            "한" => text.word(at + 1) == "가지라도" || text.word(at + 1) == "명이라도",
            _ => false,
        })
    };
    let all = |text: &Reading<'_>| {
        (0..text.tokens.len()).any(|at| {
            matches!(text.word(at), "모두" | "전부" | "모든")
                // `모두 갖추면`, `모두 폐지되는 때`: of a condition
                && (at + 1..at + 4).any(|next| {
                    let word = text.word(next);
                    ["면", "때", "때에", "때에는", "경우", "경우에", "경우에는", "자", "자는"].contains(&word)
                        || word.ends_with('면') && word.chars().nth(1).is_some()
                        || word.starts_with("갖") || word.starts_with("충족")
                })
        })
    };
    let (mine_any, mine_all) = (any(claim), all(claim));
    (mine_any != mine_all)
        && windows.first().is_some_and(|window| {
            // `다음 각 호의 어느 하나에 해당하는 경우` introduces what asks for all.
            mine_any && all(window) || mine_all && any(window) && !all(window)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn of_more_than_the_source() {
        type Rule = fn(&Reading<'_>, &[Reading<'_>]) -> bool;
        for (rule, claim, source, want) in [
            (
                takes_part_for_whole as Rule,
                "창고는 모두 비어 있다.",
                "창고는 여섯 동이며 그중 두 동은 비어 있다.",
                true,
            ),
            (
                takes_part_for_whole,
                "창고 두 동은 비어 있다.",
                "창고는 여섯 동이며 그중 두 동은 비어 있다.",
                false,
            ),
            (
                takes_part_for_whole,
                "창고 일부는 비어 있다.",
                "창고는 여섯 동이며 그중 두 동은 비어 있다.",
                false,
            ),
            (
                takes_part_for_whole,
                "창고는 여섯 동이다.",
                "창고는 여섯 동이며 그중 두 동은 비어 있다.",
                false,
            ),
            (is_no_longer, "그는 간호사이다.", "그는 전직 간호사이며 지금은 교사이다.", true),
            (is_no_longer, "그는 교사이다.", "그는 전직 간호사이며 지금은 교사이다.", false),
            (joins_to_the_only, "쿠폰은 매장과 누리집에서 쓴다.", "쿠폰은 매장에서만 쓴다.", true),
            (joins_to_the_only, "쿠폰은 매장에서 쓴다.", "쿠폰은 매장에서만 쓴다.", false),
            (joins_to_the_only, "쿠폰은 매장과 분점에서만 쓴다.", "쿠폰은 매장과 분점에서만 쓴다.", false),
            (proves_a_guess, "화재의 원인이 누전으로 밝혀졌다.", "화재의 원인은 누전으로 추정된다.", true),
            (proves_a_guess, "화재의 원인은 누전으로 추정된다.", "화재의 원인은 누전으로 추정된다.", false),
            (proves_a_guess, "화재의 원인이 누전으로 밝혀졌다.", "화재의 원인이 누전으로 밝혀졌다.", false),
        ] {
            let (claim, source) = (normalise(claim), normalise(source));
            assert_eq!(rule(&Reading::new(&claim), &[Reading::new(&source)]), want, "{claim} / {source}");
        }
    }

    #[test]
    fn any_and_all() {
        for (claim, source, want) in [
            ("과목이 하나라도 폐지되면 그만둔다.", "과목이 모두 폐지되는 때 그만둔다.", true),
            ("과목이 모두 폐지되면 그만둔다.", "과목이 모두 폐지되는 때 그만둔다.", false),
            ("요건을 모두 갖추면 받는다.", "다음 각 호의 어느 하나에 해당하면 받는다. 요건을 갖춘 자", true),
            ("교원과 직원 모두 받는다.", "어느 하나에 해당하면 교원과 직원이 받는다.", false),
        ] {
            let (claim, source) = (normalise(claim), normalise(source));
            assert_eq!(takes_any_for_all(&Reading::new(&claim), &[Reading::new(&source)]), want, "{claim}");
        }
    }
}
