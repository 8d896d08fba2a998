//! Attached: to which predicate of a Korean sentence a noun belongs (`제주에서 배우고 여수에서 일한다`).
//!
//! Owns telling that a claim gives a noun to a predicate that has another noun in that part in the evidence, while the noun
//! itself belongs to another predicate there, and that one who does something in the claim has it done to him in the
//! evidence. Two nouns that exchange their parts are [`roles`](crate::parts::roles)', nouns that no evidence has
//! [`stranger`](crate::parts::stranger)'s.

use crate::parts::roles::{Member, Noun, Nouns, Part, is_passive};
use crate::text::clause::connects;
use crate::text::reading::{Reading, STOP};
use stet_text::{Script, SyllableSet, Token, final_consonant, syllable_at};

/// Words between a noun and its predicate, at most.
const APART: usize = 6;

/// Predicates of which the recipient may be said to do it as well: `학생에게 대출한다`, `학생이 대출한다`.
const EITHER: &[&str] = &["대출", "대여", "임대", "상담", "공유"];

/// Whether a noun of the claim has its part beside a predicate that has another noun there, and belongs itself to another
/// predicate. `mine` and `theirs` are the nouns of the texts with their parts.
pub(crate) fn is_of_another(
    claim: &Reading<'_>,
    mine: &[Member<'_>],
    windows: &[Reading<'_>],
    theirs: &[Vec<Member<'_>>],
) -> bool {
    let mut places = (None, Vec::new());
    let nouns = Nouns::of(theirs);
    mine.iter().any(|member| {
        if matches!(member.part, Part::Standard | Part::Owner | Part::Way | Part::Goal | Part::Cause) {
            return false;
        }
        let known = || {
            windows.iter().zip(theirs).any(|(window, list)| {
                list.iter().any(|other| other.noun == member.noun && may_be(claim, member, window, other.at))
            })
        };
        if !nouns.may_have(member.noun) || !known() || is_of_a_doer(claim, mine, member) {
            return false;
        }
        let Some(at) = predicate_of(claim, mine, member) else { return false };
        // `무료로 한다` is said of many things, in other forms (`무료로 하고`).
        if matches!(
            claim.word(at),
            "한다" | "하다" | "합니다" | "된다" | "되다" | "됩니다" | "했다" | "하였다"
        ) {
            return false;
        }
        let between = |other: &Member<'_>| {
            other.at > member.at
                && other.at < at
                && is_part(other.part, member.part)
                && predicate_of(claim, mine, other) == Some(at)
        };
        if mine.iter().any(between) {
            return false;
        }
        let mut found = false;
        // Most nouns of a claim have one predicate.
        if places.0 != Some(at) {
            places.0 = Some(at);
            places.1.clear();
            for (window, list) in windows.iter().zip(theirs) {
                places.1.extend(window.same_as(claim, at).map(|there| (window, list, there)));
            }
        }
        for &(window, list, there) in &places.1 {
            match holder(claim, at, member, window, there, list) {
                Holder::Other => found = true,
                Holder::Same => return false,
                Holder::Unknown => {}
            }
        }
        found
    })
}

/// Whether the claim says of one topic what the windows say, with the same predicate, of the next: `벽은 벽돌로 되어 있다`, where they say
/// `벽은 나무로, 지붕은 벽돌로 되어 있다`.
pub(crate) fn is_of_next_topic(
    mine: &[Member<'_>],
    windows: &[Reading<'_>],
    theirs: &[Vec<Member<'_>>],
) -> bool {
    let is_topic = |member: &&Member<'_>| member.part == Part::Topic && !is_adnominal(member.noun.text);
    let mut topics = mine.iter().filter(is_topic);
    let (Some(topic), None) = (topics.next(), topics.next()) else { return false };
    let named = |noun: Noun<'_>| mine.iter().any(|member| member.noun == noun);
    mine.iter().filter(|member| !matches!(member.part, Part::Topic | Part::Agent | Part::Owner)).any(
        |member| {
            windows.iter().zip(theirs).any(|(window, list)| {
                let at = |wanted: &Member<'_>| {
                    let mut places =
                        list.iter().filter(|other| other.noun == wanted.noun && other.part == wanted.part);
                    places.next().filter(|_| places.next().is_none()).map(|other| other.at)
                };
                let Some((first, last)) = at(topic).zip(at(member)).filter(|(first, last)| first < last)
                else {
                    return false;
                };
                let inside = |other: &&Member<'_>| other.at > first && other.at < last && !named(other.noun);
                let next = list.iter().filter(inside).find(is_topic);
                window.is_one_sentence(first, last)
                    && next.is_some_and(|next| {
                        window.word(first + 1) != window.word(next.at)
                            && list
                                .iter()
                                .filter(inside)
                                .any(|other| other.part == member.part && other.at < next.at)
                    })
            })
        },
    )
}

/// Whether a topic is what another does: `그가 제시한 이론은` is no doer itself.
fn is_of_a_doer(text: &Reading<'_>, list: &[Member<'_>], member: &Member<'_>) -> bool {
    /// Words from the doer to what he does.
    const REACH: usize = 3;
    let verb = member.at.checked_sub(1).and_then(|before| text.word(before).chars().next_back());
    let adnominal = verb.is_some_and(|last| last == '는' || matches!(final_consonant(last), Some(4 | 8)));
    member.part == Part::Topic
        && adnominal
        && list.iter().any(|other| {
            other.part == Part::Agent && other.at + 1 < member.at && member.at <= other.at + REACH
        })
}

/// Whether the word at a position of a window may begin like a noun of the claim, told by the first syllable.
fn may_be(claim: &Reading<'_>, member: &Member<'_>, window: &Reading<'_>, at: usize) -> bool {
    let first = claim.head(member.at) >> 16;
    first == 0 || first == window.head(at) >> 16
}

/// Whose predicate that of a noun of the claim is in a window.
enum Holder {
    Same,
    Other,
    Unknown,
}

/// Whose the predicate at `there` is: that of `member` is the one at `at` of the claim.
fn holder(
    claim: &Reading<'_>,
    at: usize,
    member: &Member<'_>,
    window: &Reading<'_>,
    there: usize,
    list: &[Member<'_>],
) -> Holder {
    let begins = |at: usize| at == 0 || window.gap(at) & STOP != 0;
    let sentence = (0..=there).rev().find(|&at| begins(at)).unwrap_or_default();
    let end = (there + 1..window.tokens.len()).find(|&at| begins(at)).unwrap_or(window.tokens.len());
    let ends = |at: usize| connects(window, at) && !is_quoted(window.word(at));
    let clause = (sentence..there).rev().find(|&at| ends(at)).map_or(sentence, |at| at + 1);
    let first = |at: usize| list.partition_point(|other| other.at < at);
    let of_sentence = list.get(first(sentence)..first(end)).unwrap_or_default();
    let own = |at: usize| may_be(claim, member, window, at) && window.word(at).starts_with(member.noun.text);
    if (clause..there).any(own) {
        let receives = |other: &&Member<'_>| {
            other.noun == member.noun
                && other.at >= clause
                && other.at < there
                && predicate_of(window, list, other) == Some(there)
        };
        let alone = list.iter().filter(|other| other.noun == member.noun).count() == 1;
        return match of_sentence.iter().find(receives) {
            Some(other) if alone && is_turned(claim, at, member, window, there, other) => Holder::Other,
            _ => Holder::Same,
        };
    }
    let known = of_sentence.iter().any(|other| {
        other.noun == member.noun
            && (is_part(other.part, member.part)
                || role(member.part) == Part::Agent && window.word(other.at).ends_with('는'))
            && (other.at < clause || other.at > there)
    });
    // `집에서 일하고 사무실로 돌아간다` tells of no work in the office.
    let counted = || member.noun.text.starts_with(|ch: char| ch.is_ascii_digit());
    let placed =
        || member.part == Part::Source && !counted() && list.iter().any(|other| other.noun == member.noun);
    if !known && !placed() {
        return Holder::Unknown;
    }
    // `서울의 출산율은`, where it says `출산율은 … 서울이`.
    let owner = member.at.checked_sub(1).map_or("", |before| claim.word(before));
    let owns = |noun: &str| owner.strip_prefix(noun).is_some_and(|rest| matches!(rest, "" | "의"));
    let holds = |other: &Member<'_>| {
        let first = other.at == sentence || other.at == clause;
        let verb = other.part == Part::Topic && is_adnominal(other.noun.text) && !first;
        !verb
            && !owns(other.noun.text)
            && is_part(other.part, member.part)
            && other.at < there
            && predicate_of(window, list, other) == Some(there)
    };
    let in_clause = of_sentence.iter().any(|other| other.at >= clause && holds(other));
    // A subject is said once for all clauses that follow.
    let inherited =
        role(member.part) == Part::Agent && !(sentence..there).any(own) && of_sentence.iter().any(holds);
    if in_clause || inherited { Holder::Other } else { Holder::Unknown }
}

/// Whether one does in the claim what is done to him or for him in a window, or the reverse.
fn is_turned(
    claim: &Reading<'_>,
    at: usize,
    member: &Member<'_>,
    window: &Reading<'_>,
    there: usize,
    other: &Member<'_>,
) -> bool {
    let to = |text: &Reading<'_>, member: &Member<'_>| {
        let word = text.word(member.at);
        word.ends_with("에게") || word.ends_with("한테")
    };
    let does = |member: &Member<'_>| member.part == Part::Agent;
    let turned = to(claim, member) && does(other) || does(member) && to(window, other);
    let passive = || is_passive(claim.word(at)) || is_passive(window.word(there));
    let either = || EITHER.iter().any(|head| claim.word(at).starts_with(head));
    turned && !passive() && !either()
}

/// A topic mostly is an agent.
fn role(part: Part) -> Part {
    if part == Part::Topic { Part::Agent } else { part }
}

fn is_part(one: Part, other: Part) -> bool {
    role(one) == role(other)
}

/// Whether a Korean word ends what someone says: `없애겠다고`.
fn is_quoted(word: &str) -> bool {
    matches!(char::from_u32(last(word)), Some('고' | '며'))
        && ["다고", "라고", "자고", "냐고", "다며", "라며"].iter().any(|end| word.ends_with(end))
}

/// The last syllable of a Korean word.
fn last(word: &str) -> u32 {
    word.len().checked_sub(3).and_then(|at| syllable_at(word.as_bytes(), at)).unwrap_or_default()
}

/// The predicate of a noun, as far as it is told by its place.
fn predicate_of(text: &Reading<'_>, list: &[Member<'_>], member: &Member<'_>) -> Option<usize> {
    // A noun before the predicate is none: `전반전 추가 시간에 뛰었다`.
    let noun = |at: usize| list.get(list.binary_search_by_key(&at, |other| other.at).ok()?);
    let is_none = |at: usize| {
        !may_be_predicate(text, at) || noun(at).is_some_and(|other| !is_adnominal(other.noun.text))
    };
    let mut behind = (member.at + 1..text.tokens.len().min(member.at + 1 + APART))
        .take_while(|&at| text.gap(at) & STOP == 0);
    // `정부는 경기가 나아졌다고 발표했다`
    let quotes = || behind.clone().find(|&at| is_quoted(text.word(at)));
    if member.part == Part::Topic
        && let Some(said) = quotes()
    {
        return Some(said + 1).filter(|&said| may_be_predicate(text, said));
    }
    behind.find(|&at| !is_none(at))
}

/// Whether a Korean word may be a predicate, told by its ending.
fn may_be_predicate(text: &Reading<'_>, at: usize) -> bool {
    static ENDINGS: SyllableSet = SyllableSet::of(&[
        '다', '고', '며', '서', '면', '나', '지', '여', '해', '는', '자', '게', '록', '만', '아', '어', '한',
        '된', '할', '될', '던', '린', '킨', '난', '든', '운', '른', '인', '돼', '져', '켜', '려', '줘', '워',
        '쳐', '겨',
    ]);
    // `중에서` is no verb.
    let ends = |token: &Token<'_>| {
        token.script == Script::Hangul && ENDINGS.has(last(token.text)) && !token.text.ends_with("에서")
    };
    // `먹을 수 있다`, `먹을 때`
    text.tokens.get(at).is_some_and(ends) || matches!(text.word(at + 1), "수" | "때" | "때에")
}

/// Whether what stands before `는` is the stem of a verb rather than a noun: `있는`, `거주하는`.
fn is_adnominal(noun: &str) -> bool {
    noun.ends_with(['하', '되', '있', '없', '받', '않', '시', '리', '키', '지'])
        || noun.chars().nth(1).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::roles::members;
    use stet_text::normalise;

    #[test]
    fn what_belongs_to_another_predicate() {
        for (claim, evidence, want) in [
            ("그는 여수에서 공부했다", "그는 제주에서 공부하고 여수에서 일했다", true),
            ("그는 제주에서 공부했다", "그는 제주에서 공부하고 여수에서 일했다", false),
            ("감사는 반대한다고 밝혔다", "이사는 반대한다고 밝혔고 감사는 말이 없었다", true),
            ("이사는 반대한다고 밝혔다", "이사는 반대한다고 밝혔고 감사는 말이 없었다", false),
            ("상자에는 필름과 삼각대가 들어 있다", "상자에는 필름이 들어 있고 삼각대는 따로 판다", true),
            ("간사가 안내문을 보낸다", "간사에게 안내문을 보낸다", true),
            ("간사가 안내문을 받는다", "간사에게 안내문을 보낸다", false),
            ("위원회는 늘었다고 밝혔다", "위원회는 예산이 늘고 인원이 줄었다고 밝혔다", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            let (mine, theirs) = (Reading::new(&mine), [Reading::new(&theirs)]);
            let lists = [members(&theirs[0])];
            assert_eq!(is_of_another(&mine, &members(&mine), &theirs, &lists), want, "{claim}");
        }
    }
}
