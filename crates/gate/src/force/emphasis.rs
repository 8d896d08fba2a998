//! Emphasis: words that make a claim say more than its evidence (`all`, `only`, `가장`, `때문`).
//!
//! Owns the groups of such words. Words of one group stand for one another: `매우` is there where the evidence
//! says `아주`. What is emphasised is no matter here; a word that merely is missing is
//! [`lack`](crate::korean::lack)'s.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::text::heads::Heads;
use crate::text::marks::{DENIAL, EMPHASIS};
use crate::text::reading::{COMMA, Reading, STOP};
use stet_text::{Script, Token};

/// What a group of words adds to a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Leaves no exception, or no second: the strongest thing that can be said.
    Absolute,
    /// Compares or measures.
    Degree,
    /// Puts a statement in time or gives its cause.
    Circumstance,
}

/// Groups: English words, and beginnings of Korean words (whole words where they have one syllable).
const GROUPS: &[(Kind, &str, &str)] = &[
    (
        Kind::Absolute,
        "all every always everyone everybody everything each entire entirely whole completely fully totally \
         any anyone anything constantly forever throughout both",
        "모든 모두 전부 전액 일체 항상 언제나 누구나 늘 매번 완전 전체 전원 무조건 반드시 다 누구든 매일 온통 어디서나 \
         모조리 각종 내내 평생",
    ),
    (Kind::Absolute, "never none nobody nothing no", "전혀 절대 아무 결코 조금도 아예"),
    (
        Kind::Absolute,
        "most best worst first last sole unique largest biggest greatest highest lowest oldest youngest favorite \
         favourite top least final original",
        "가장 제일 최고 최초 처음 첫 유일 최대 최악 최소 최저 최장 마지막 으뜸 최종",
    ),
    (
        Kind::Absolute,
        "only just merely solely exclusively alone purely except unless",
        "오직 오로지 단지 겨우 불과 그저 단순 혼자 홀로 딱 한하 한해서 한정",
    ),
    (
        Kind::Degree,
        "more less than better worse fewer greater rather further higher lower even extra additional",
        "더 더욱 훨씬 덜 더는 더이상 더더욱 추가",
    ),
    (
        Kind::Degree,
        "very extremely highly really quite too so strongly truly especially particularly incredibly absolutely \
         greatly significantly",
        "매우 아주 정말 너무 굉장 무척 상당 참 몹시 엄청 진짜 특히 대단",
    ),
    (Kind::Circumstance, "", "때문 덕분 탓 이유 위해 위하 원인 따라서 그래서 인해 인하여"),
    (
        Kind::Circumstance,
        "",
        "이미 현재 계속 점점 앞으로 결국 여전 아직 지금 곧 요즘 즉시 다시 이후 이전 최근 오늘",
    ),
];

/// Limits where `에` stands before it.
const LIMIT: &str = "한해";

/// Groups by number, for what is told from the end of a word.
const ALL: u8 = 0;
const ONLY: u8 = 3;
const MORE: u8 = 4;
/// The group of times, whose words are content, too.
const TIMES: u8 = 7;

/// Groups of emphasis, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Emphasis(u8);

#[derive(Debug, Default)]
struct Index {
    english: FxHashMap<&'static str, u8>,
    syllables: FxHashMap<&'static str, u8>,
    korean: Heads<u8>,
    /// Final syllables that are looked at.
    finals: FxHashSet<char>,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut index = Index { finals: "만뿐에다나을".chars().collect(), ..Index::default() };
    for (group, (_, english, korean)) in (0_u8..).zip(GROUPS) {
        index.english.extend(english.split_whitespace().map(|word| (word, group)));
        for word in korean.split_whitespace() {
            let mut chars = word.chars();
            match (chars.next(), chars.next()) {
                // `첫날`, `첫째`.
                (Some(_), None) if word != "첫" => {
                    index.syllables.insert(word, group);
                }
                _ => index.korean.add(word, group),
            }
        }
    }
    index
});

/// The words of the groups, for [`marks`](crate::text::marks).
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    let words = GROUPS.iter().flat_map(|entry| entry.1.split_whitespace().chain(entry.2.split_whitespace()));
    words.chain([LIMIT])
}

/// The emphasis of the words of a text but some, which are given by position.
pub(crate) fn emphasis(text: &Reading<'_>, gone: &[usize]) -> Emphasis {
    let words = text
        .marked(EMPHASIS)
        .filter(|at| !gone.contains(at) && !is_of_a_sum(text, *at) && !is_of_the_rest(text, *at));
    // `경우에 한해`, but not `한 해`.
    let limits = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| text.tokens.get(at));
        before.is_some_and(|token| token.text.ends_with('에'))
    };
    let groups = words.filter_map(|at| Some((at, text.tokens.get(at)?))).map(|(at, token)| {
        of_word(token.text, token.script) | u8::from(token.text == LIMIT && limits(at)) << ONLY
    });
    Emphasis(groups.fold(0, |all, bits| all | bits))
}

/// Whether a word only says that what stands beside it is a sum: `모두 합쳐 3년`, `three members in all`.
fn is_of_a_sum(text: &Reading<'_>, at: usize) -> bool {
    let next = text.word(at + 1);
    match text.word(at) {
        "모두" | "전부" | "다" => {
            // `모두 7명`
            next.starts_with(|ch: char| ch.is_ascii_digit())
                || ["합쳐", "합치", "합하", "합해", "합산", "더하", "더해"]
                    .iter()
                    .any(|sum| next.starts_with(sum))
        }
        "all" => {
            let before = at.checked_sub(1).map_or("", |before| text.word(before));
            before == "in" && (next.is_empty() || text.gap(at + 1) & (STOP | COMMA) != 0) || next == "told"
        }
        _ => false,
    }
}

/// Whether a Korean word limits what is a rest anyway: `나머지 금액만`, `뺀 금액만`.
fn is_of_the_rest(text: &Reading<'_>, at: usize) -> bool {
    text.word(at).ends_with('만')
        && (at.saturating_sub(2)..at).any(|before| {
            ["나머지", "남은", "잔여", "뺀"].iter().any(|head| text.word(before).starts_with(head))
        })
}

/// Whether the claim says something of one thing only, and no evidence limits or denies anything; a number is measured by
/// `only`, not limited.
pub(crate) fn adds_only(claim: &Reading<'_>, evidence: &[Reading<'_>]) -> bool {
    let only = |text: &Reading<'_>, at: usize| {
        let token = text.tokens.get(at);
        token.is_some_and(|token| of_word(token.text, token.script) & 1 << ONLY != 0)
    };
    let measures = |at: usize| claim.word(at + 1).starts_with(|ch: char| ch.is_ascii_digit());
    let limits = |at: usize| {
        only(claim, at)
            && !measures(at)
            && !is_of_the_rest(claim, at)
            && !claim.word(at + 1).starts_with("아니")
    };
    (0..claim.tokens.len()).any(limits)
        && !evidence
            .iter()
            .any(|text| (0..text.tokens.len()).any(|at| only(text, at) || text.is_marked(at, DENIAL)))
}

/// Whether a word emphasises.
pub(crate) fn is_emphatic(token: &Token<'_>) -> bool {
    of_word(token.text, token.script) != 0
}

/// Whether a Korean word does nothing but emphasise.
pub(crate) fn emphasises(word: &str) -> bool {
    of_word(word, Script::Hangul) & !(1 << TIMES) != 0
}

fn of_word(word: &str, script: Script) -> u8 {
    let bit = |group: Option<&u8>| group.map_or(0, |group| 1 << group);
    match script {
        Script::Latin => bit(INDEX.english.get(word)),
        Script::Hangul => {
            let mut chars = word.chars();
            let last = chars.next().and(chars.next_back());
            let mut found = INDEX.korean.of(word).fold(0, |all, (_, group)| all | 1 << group);
            if last.is_none() {
                found |= bit(INDEX.syllables.get(word));
            } else if last.is_some_and(|last| INDEX.finals.contains(&last)) || has_only(word) {
                found |= of_end(word);
            }
            found
        }
        Script::Digit | Script::Other => 0,
    }
}

/// Whether `뿐` stands in a Korean word.
fn has_only(word: &str) -> bool {
    word.chars().any(|ch| ch == '뿐')
}

/// Particles that limit (`만`, `뿐`, `밖에`) or compare (`보다`).
fn of_end(word: &str) -> u8 {
    let long = word.chars().nth(2).is_some();
    let only = long && word.ends_with('만') && !["지만", "불만"].iter().any(|end| word.ends_with(end))
        || long && word.ends_with("만을") && word.chars().nth(3).is_some()
        || has_only(word)
        || word.ends_with("밖에");
    let every = word.ends_with("에서나");
    u8::from(every) << ALL | u8::from(only) << ONLY | u8::from(long && word.ends_with("보다")) << MORE
}

/// How many groups of each kind a claim adds to its evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Added {
    pub absolute: u32,
    pub degree: u32,
    pub circumstance: u32,
}

impl Emphasis {
    #[must_use]
    pub(crate) fn joined(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What this emphasises and `evidence` does not.
    pub(crate) fn beyond(self, evidence: Self) -> Added {
        let mut added = Added::default();
        for (group, (kind, ..)) in GROUPS.iter().enumerate() {
            let count = match kind {
                Kind::Absolute => &mut added.absolute,
                Kind::Degree => &mut added.degree,
                Kind::Circumstance => &mut added.circumstance,
            };
            *count += u32::from(self.0 & !evidence.0 & (1 << group) != 0);
        }
        added
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    fn of(text: &str) -> Emphasis {
        emphasis(&Reading::new(&normalise(text)), &[])
    }

    #[test]
    fn what_a_claim_adds() {
        for (claim, evidence, want) in [
            ("모든 회원이 참석했다", "회원이 참석했다", (1, 0, 0)),
            ("회원만 이용할 수 있다", "회원은 이용할 수 있다", (1, 0, 0)),
            ("매우 크다", "아주 크다", (0, 0, 0)),
            ("비 때문에 더 늦었다", "비가 와서 늦었다", (0, 1, 1)),
            ("가장 크지만 불만은 없다", "크지만 불만은 없다", (1, 0, 0)),
            ("The only member", "A member", (1, 0, 0)),
            ("휴학은 모두 합쳐 3년이다", "휴학은 통산 3년이다", (0, 0, 0)),
            ("Three members in all, one of them new", "Three members, one of them new", (0, 0, 0)),
            ("It is open in all cases", "It is open in cases", (1, 0, 0)),
            ("Every member is very active", "Members are active", (1, 1, 0)),
            ("All members left", "Everyone of the members left", (0, 0, 0)),
        ] {
            let added = of(claim).beyond(of(evidence));
            assert_eq!((added.absolute, added.degree, added.circumstance), want, "{claim}");
        }
    }
}
