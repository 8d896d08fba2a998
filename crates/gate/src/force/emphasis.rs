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
use stet_text::{Script, SyllableSet, Token, syllable_at};

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

/// Words of an evidence that excludes in other words than `only`, by how they begin.
const EXCLUDING: &[&str] = &[
    "limited", "limits", "restrict", "reserved", "exclusiv", "confined", "exempt", "prohibit", "nothing",
    "nobody", "none", "sole", "other", "without", "no", "not", "cannot", "never", "must", "except", "제한",
    "전용", "외에", "이외", "외의", "아니", "아닌", "않", "없", "불가", "금지", "못", "한해", "한하", "한정",
    "제외", "유일", "단독",
];

static EXCLUDING_HEADS: LazyLock<Heads<()>> = LazyLock::new(|| Heads::of_all(EXCLUDING));

/// Whether the claim says something of one thing only, and no evidence excludes anything.
pub(crate) fn excludes_more(claim: &Reading<'_>, evidence: &[Reading<'_>]) -> bool {
    let is_only = |at: usize| {
        let word = |at: usize| claim.word(at);
        let (before, next) = (at.checked_sub(1).map_or("", word), word(at + 1));
        match claim.tokens.get(at).map(|token| token.script) {
            // `not only`; `only 5` measures.
            Some(Script::Latin) => {
                matches!(word(at), "only" | "solely" | "exclusively")
                    && before != "not"
                    && !next.starts_with(|ch: char| ch.is_ascii_digit())
                    && !matches!(
                        next,
                        "a" | "an" | "two" | "three" | "four" | "five" | "slightly" | "about" | "half"
                    )
            }
            Some(Script::Hangul) => {
                is_exclusive(word(at)) && !next.starts_with("아니") && !is_of_the_rest(claim, at)
            }
            _ => false,
        }
    };
    // The particles are no marked words of their own.
    (0..claim.tokens.len()).any(is_only)
        && !evidence.iter().any(|text| {
            text.tokens.iter().enumerate().any(|(at, token)| {
                let only = || of_word(token.text, token.script) & 1 << ONLY != 0;
                EXCLUDING_HEADS.begin(token.text)
                    || text.is_marked(at, EMPHASIS) && only()
                    || is_exclusive(token.text)
            })
        })
}

/// Whether a Korean claim says of another what the evidence says of one alone: `회원의 친구도`, where it says `회원만`.
pub(crate) fn says_it_of_another(claim: &Reading<'_>, evidence: &[Reading<'_>]) -> bool {
    // `회원만`, `회원만이`, but not `처음에만`, `좋을 것만`.
    let named = |word: &str| {
        ["만", "만이"].iter().filter_map(|end| word.strip_suffix(end)).any(|noun| {
            noun.chars().nth(1).is_some()
                && !noun.ends_with(['에', '서', '것', '로', '게', '뿐', '때', '지', '기', '인', '야'])
        })
    };
    let alone = |text: &Reading<'_>| {
        text.marked(EMPHASIS).map(|at| text.word(at)).any(|word| named(word) && is_exclusive(word))
    };
    // `회원만`: others may not.
    if claim.marked(DENIAL).next().is_some() {
        return false;
    }
    let known = |key: u32| evidence.iter().any(|text| text.has(key));
    evidence.first().is_some_and(alone)
        && !alone(claim)
        && (0..claim.tokens.len()).any(|at| {
            let word = claim.word(at);
            claim.content(at).is_some_and(|key| !known(key))
                && word.chars().nth(2).is_some()
                && word.ends_with(['도', '이', '가', '은', '는'])
                && claim.tokens.get(at + 1).is_some()
                && !evidence.iter().any(|text| text.norm.contains(claim.stem(at)))
        })
}

/// Whether a Korean claim denies of another what a text says of one alone: `손님은 들어갈 수 없다`, where it says `회원만 들어갈 수
/// 있다`.
pub(crate) fn denies_of_others(claim: &Reading<'_>, text: &Reading<'_>) -> bool {
    let alone = |at: &usize| {
        let word = text.word(*at);
        let noun = word.strip_suffix('만').unwrap_or_default();
        noun.chars().nth(1).is_some()
            && !noun.ends_with(['에', '서', '것', '로', '게', '뿐', '때', '지', '기', '인', '야'])
            && is_exclusive(word)
            && !claim.norm.contains(noun)
    };
    claim.marked(DENIAL).next().is_some()
        && text.marked(DENIAL).next().is_none()
        && text.marked(EMPHASIS).any(|at| alone(&at))
}

/// Whether a Korean word leaves no second: `오직`, `회원만`, `회원만이`.
fn is_exclusive(word: &str) -> bool {
    static LAST: SyllableSet = SyllableSet::of(&['만', '이', '을', '뿐', '에', '직', '로']);
    let last = word.len().checked_sub(3).and_then(|at| syllable_at(word.as_bytes(), at));
    // Most words end otherwise.
    let Some(last) = last.filter(|last| LAST.has(*last)) else {
        return false;
    };
    matches!(word, "오직" | "오로지")
        || word.ends_with("밖에")
        || last == u32::from('뿐') && word.chars().nth(1).is_some()
        || ["만", "만이", "만을"].iter().filter_map(|end| word.strip_suffix(end)).any(|noun| {
            noun.chars().nth(1).is_some() && !noun.ends_with(['지', '불', '낭', '다', '동', '때', '마'])
        })
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

/// Whether an English claim says `not only` of what its windows say `only`, or the reverse: the one adds, the other limits.
pub(crate) fn limits_otherwise(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    // What is limited, and whether that is denied.
    fn limits<'a>(text: &'a Reading<'_>) -> impl Iterator<Item = (u32, bool)> + 'a {
        let limit = |at: &usize| matches!(text.word(*at), "only" | "just" | "merely");
        text.marked(EMPHASIS).filter(limit).map(|at| {
            let before = at.checked_sub(1).map_or("", |before| text.word(before));
            (text.key(at + 1), before == "not" || before.ends_with("n't"))
        })
    }
    limits(claim).any(|(what, denied)| {
        let of_same = |window| limits(window).filter(|limit| limit.0 == what);
        let mut theirs = windows.iter().flat_map(of_same).peekable();
        what != 0 && theirs.peek().is_some() && theirs.all(|limit| limit.1 != denied)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    fn of(text: &str) -> Emphasis {
        emphasis(&Reading::new(&normalise(text)), &[])
    }

    #[test]
    fn what_a_claim_leaves_alone() {
        for (claim, evidence, want) in [
            ("Only managers may sign.", "Managers may sign.", true),
            ("Only managers may sign.", "No one but managers may sign.", false),
            ("Only managers may sign.", "Signing is reserved for managers.", false),
            ("Not only managers may sign.", "Managers may sign.", false),
            ("Only 5 managers signed.", "5 managers signed.", false),
            ("회원만 이용할 수 있다.", "회원은 이용할 수 있다.", true),
            ("오직 회원이 이용할 수 있다.", "회원은 이용할 수 있다.", true),
            ("회원만이 이용할 수 있다.", "회원 전용 시설이다.", false),
            ("회원뿐 아니라 손님도 이용한다.", "회원과 손님이 이용한다.", false),
            ("크지만 불만은 없다.", "크다.", false),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            assert_eq!(excludes_more(&Reading::new(&claim), &[Reading::new(&evidence)]), want, "{claim}");
        }
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

    #[test]
    fn not_only_adds() {
        for (claim, evidence, want) in [
            ("Fees are not only paid by guests.", "Fees are only paid by guests.", true),
            ("Fees are only paid by guests.", "Fees are not only paid by guests.", true),
            ("It does not just help guests.", "It does not just help guests but pays.", false),
            ("It just helps guests.", "It doesn't just help guests.", true),
            ("It helps guests.", "It doesn't just help guests.", false),
            ("Only guests pay.", "It does not only help guests.", false),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            let found = limits_otherwise(&Reading::new(&claim), &[Reading::new(&evidence)]);
            assert_eq!(found, want, "{claim} / {evidence}");
        }
    }
}
