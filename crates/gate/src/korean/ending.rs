//! Endings: the forms in which a Korean sentence and a clause of one end (`한다`, `합니다`, `하며`), for a claim that repeats
//! a passage of its source but for that.
//!
//! Owns which endings say the same. Whether the passage stands there is [`align`](crate::search::align)'s.

use stet_text::{Script, script};

/// The forms of one ending.
struct Forms {
    /// With which a claim may end.
    claimed: &'static [&'static str],
    /// With which its source may end a sentence, or a clause that says something of its own.
    stated: &'static [&'static str],
}

/// The more special first.
const FORMS: &[Forms] = &[
    Forms {
        claimed: &["지 않습니다", "지 않는다", "지 아니한다", "지 아니합니다"],
        stated: &[
            "지 않는다",
            "지 않습니다",
            "지 아니한다",
            "지 아니하다",
            "지 아니합니다",
            "지 않으며",
            "지 않고",
            "지 않으나",
            "지 아니하며",
            "지 아니하고",
            "지 아니하나",
        ],
    },
    Forms {
        claimed: &["지 않았습니다", "지 않았다", "지 아니하였다"],
        stated: &[
            "지 않았다",
            "지 않았습니다",
            "지 아니하였다",
            "지 않았으며",
            "지 않았고",
            "지 않았으나",
            "지 않았지만",
            "지 아니하였으며",
            "지 아니하였고",
            "지 아니하였으나",
        ],
    },
    Forms {
        claimed: &["하여야 합니다", "해야 합니다", "하여야 한다", "해야 한다", "해야 해요"],
        stated: &[
            "하여야 한다",
            "해야 한다",
            "해야 합니다",
            "하여야 합니다",
            "하여야 하며",
            "해야 하며",
            "하여야 하고",
            "해야 하고",
        ],
    },
    Forms {
        claimed: &["했습니다", "하였습니다", "했다", "하였다", "했어요"],
        stated: &[
            "하였다",
            "했다",
            "했습니다",
            "하였습니다",
            "하였으며",
            "했으며",
            "하였고",
            "했고",
            "하였으나",
            "했으나",
            "하였지만",
            "했지만",
        ],
    },
    Forms {
        claimed: &["되었습니다", "됐습니다", "되었다", "됐다", "됐어요"],
        stated: &[
            "되었다",
            "됐다",
            "되었습니다",
            "됐습니다",
            "되었으며",
            "됐으며",
            "되었고",
            "됐고",
            "되었으나",
            "됐으나",
            "되었지만",
            "됐지만",
        ],
    },
    Forms {
        claimed: &["합니다", "한다", "해요"],
        stated: &["한다", "합니다", "하며", "하고", "하나", "하지만", "하다"],
    },
    Forms {
        claimed: &["됩니다", "된다", "돼요"],
        stated: &["된다", "됩니다", "되며", "되고", "되나", "되지만"],
    },
    Forms {
        claimed: &["입니다", "이다", "이에요", "예요"],
        stated: &["이다", "입니다", "이며", "이고", "이나", "이지만", "다"],
    },
    Forms {
        claimed: &["습니다", "는다", "다"],
        stated: &["다", "는다", "습니다", "으며", "고", "으나", "지만"],
    },
];

/// A claim without its ending, and the forms in which a source may end the same.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stem<'a> {
    pub text: &'a str,
    stated: &'static [&'static str],
}

impl<'a> Stem<'a> {
    /// The stem of a claim whose ending has other forms.
    pub(crate) fn of(claim: &'a str) -> Option<Self> {
        /// A predicate alone stands anywhere.
        const SHORTEST: usize = 12;
        FORMS.iter().find_map(|forms| {
            let text = forms.claimed.iter().find_map(|end| claim.strip_suffix(end))?;
            // `2년으로 합니다` as well as `제한합니다`.
            let hangul = text.trim_end().chars().next_back().and_then(script) == Some(Script::Hangul);
            (hangul && text.chars().nth(SHORTEST).is_some()).then_some(Self { text, stated: forms.stated })
        })
    }

    /// Whether a text that follows the stem in a source begins with one of the forms, and says nothing else with it.
    pub(crate) fn ends(&self, rest: &str) -> bool {
        self.stated.iter().filter_map(|end| Some((end, rest.strip_prefix(end)?))).any(|(end, behind)| {
            let next = behind.trim_start_matches([' ', ',']);
            let joined = behind.chars().next().and_then(script) == Some(Script::Hangul);
            // `하고 있지 않다`, `하고 나서`
            let goes_on = end.ends_with(['고', '나'])
                && !behind.starts_with(',')
                && (end.ends_with('나')
                    || next.starts_with(['있', '싶', '나', '난', '보', '말', '자', '는']));
            !joined && !goes_on
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_has_other_forms() {
        for (claim, rest, want) in [
            ("위원의 임기는 이 년으로 합니다", "한다.", true),
            ("위원의 임기는 이 년으로 합니다", "하며, 연임할 수 있다.", true),
            ("위원의 임기는 이 년으로 합니다", "하고 있지 않다.", false),
            ("위원의 임기는 이 년으로 합니다", "하지 않는다.", false),
            ("위원의 임기는 이 년으로 합니다", "한다면 좋다.", false),
            ("휴학 기간은 한 해를 초과할 수 없습니다", "으며, 통산한다.", true),
            ("휴학 기간은 한 해를 초과할 수 없습니다", "는 경우에 한한다.", false),
            ("외부인에게는 시설을 개방하지 않습니다", "아니한다.", false),
            ("외부인에게는 시설을 개방하지 않습니다", "지 아니한다.", true),
        ] {
            assert_eq!(Stem::of(claim).is_some_and(|stem| stem.ends(rest)), want, "{claim} {rest}");
        }
        assert!(Stem::of("신청합니다").is_none());
    }
}
