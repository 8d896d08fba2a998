//! Korean nouns in one place: with one part, told by their particles, beside one predicate.

use crate::korean::lack::is_light;
use crate::korean::synonyms::meanings;
use crate::parts::roles::{Member, Part, members, same_word};
use crate::text::reading::{Reading, STOP};

use super::{are_related, mean_the_same};

/// Words between a noun and its predicate, at most.
const APART: usize = 6;

/// What a part is compared by: a topic is mostly an agent.
fn role(part: Part) -> Part {
    if part == Part::Topic { Part::Agent } else { part }
}

/// Where the claim has a noun that is unknown, and the window in its part, beside the same predicate, another.
pub(super) fn korean(text: &Reading<'_>, unknown: &[usize], window: &Reading<'_>) -> Option<usize> {
    let mine: Vec<Member<'_>> = members(text);
    let is_mine = |at: usize| mine.iter().any(|member| member.at == at);
    // What is done to something is said in many words; who does it, and where, in few.
    let strangers = mine
        .iter()
        .filter(|member| !matches!(member.part, Part::Object | Part::Owner) && unknown.contains(&member.at))
        .copied();
    let mut theirs: Option<Vec<Member<'_>>> = None;
    for member in strangers {
        let list = theirs.get_or_insert_with(|| members(window));
        let Some(predicate) = predicate(text, member.at, is_mine) else { continue };
        // `영어로 쓴다`, `한국어로 쓴다`: in exactly this place.
        let loose = member.part == Part::Way;
        if loose && (unknown.len() > 1 || predicate != member.at + 1) {
            continue;
        }
        if is_pointed_at(text, member.at) || is_general(member.noun.text) {
            continue;
        }
        let others: Vec<usize> = (0..text.tokens.len())
            .filter(|&at| text.content(at).is_some() && at != member.at && at != predicate)
            .collect();
        let found = list.iter().any(|other| {
            let is_theirs = |at: usize| list.iter().any(|member| member.at == at);
            let fits = role(other.part) == role(member.part)
                && !is_pointed_at(window, other.at)
                && !is_general(other.noun.text)
                && !is_light(window.word(other.at), other.noun.text)
                && !(0..text.tokens.len()).any(|at| {
                    // `소득` beside `소득세` is not one of it where it stands there itself.
                    let exact = at != member.at && window.has(text.key(at));
                    text.key(at) == window.key(other.at) || !exact && are_related(text, at, window, other.at)
                });
            let means = || meanings(text.word(predicate)).collect::<Vec<u16>>();
            let same = |there: &usize| {
                same_word(text, predicate, window, *there) || mean_the_same(&means(), window.word(*there))
            };
            fits && (!loose || same(&(other.at + 1)) && other.noun.text.chars().nth(1).is_some())
                && predicate_in(window, other.at, is_theirs, list, other.part)
                    .is_some_and(|there| same(&there))
                && (others.is_empty()
                    || others.iter().any(|&at| {
                        let near =
                            other.at.saturating_sub(APART)..(other.at + 2 * APART).min(window.tokens.len());
                        near.into_iter().any(|there| there != other.at && text.key(at) == window.key(there))
                    }))
        });
        if found {
            return Some(member.at);
        }
    }
    None
}

/// Where the claim has an owner that is unknown, before a word before which the windows always have another: `국가의 지원`, `재단의 지원`.
pub(super) fn owner(text: &Reading<'_>, unknown: &[usize], windows: &[Reading<'_>]) -> Option<usize> {
    let is_owner = |list: &[Member<'_>], at: usize| {
        list.iter()
            .any(|member| member.at == at && member.part == Part::Owner && !is_general(member.noun.text))
    };
    let mine: Vec<Member<'_>> = members(text);
    let owned = unknown
        .iter()
        .copied()
        .find(|&at| text.content(at + 1).is_some() && is_owner(&mine, at) && !is_pointed_at(text, at))?;
    let mut found = false;
    for window in windows {
        let theirs = members(window);
        for there in (0..window.tokens.len()).filter(|&there| same_word(text, owned + 1, window, there)) {
            let other = there.checked_sub(1)?;
            let is_said = (0..text.tokens.len())
                .any(|at| text.key(at) == window.key(other) || are_related(text, at, window, other));
            if !is_owner(&theirs, other) || is_pointed_at(window, other) || is_said {
                return None;
            }
            found = true;
        }
    }
    found.then_some(owned)
}

/// Whether a noun stands for another that is known: `우리 대학`, `이 회사`.
pub(super) fn is_pointed_at(text: &Reading<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| text.tokens.get(before));
    before.is_some_and(|before| {
        matches!(before.text, "우리" | "이" | "그" | "본" | "동" | "해당" | "이들" | "같은" | "당")
    })
}

/// Whether a noun may stand for many that are told more exactly elsewhere: `매장` for a café, `당사` for a company.
pub(super) fn is_general(noun: &str) -> bool {
    const GENERAL: &str =
        "당사 본사 본교 당국 업체 기관 단체 매장 가게 회사 기업 본인 상대 양측 시설 건물 장소 제품 상품 작품";
    GENERAL.split_whitespace().any(|general| general == noun)
}

/// The predicate of the noun at a position: the first content word behind it that is no noun with a part.
fn predicate(text: &Reading<'_>, at: usize, is_member: impl Fn(usize) -> bool) -> Option<usize> {
    let behind =
        || (at + 1..text.tokens.len().min(at + 1 + APART)).take_while(|&at| text.gap(at) & STOP == 0);
    // `정부는 경기가 나아졌다고 발표했다`
    let quotes = |at: &usize| ["다고", "라고", "자고"].iter().any(|end| text.word(*at).ends_with(end));
    if text.word(at).ends_with(['은', '는'])
        && let Some(said) = behind().find(quotes)
    {
        return Some(said + 1).filter(|&said| text.content(said).is_some());
    }
    let behind = behind();
    let mut plain = behind.filter(|&at| text.content(at).is_some() && !is_member(at));
    plain.next()
}

/// The same, unless another noun of that part stands between the two.
fn predicate_in(
    text: &Reading<'_>,
    at: usize,
    is_member: impl Fn(usize) -> bool,
    list: &[Member<'_>],
    part: Part,
) -> Option<usize> {
    let found = predicate(text, at, is_member)?;
    // The subject of what is quoted is another one.
    let quoted = ["다고", "라고", "자고"].iter().any(|end| text.word(found - 1).ends_with(end));
    let between = |member: &&Member<'_>| {
        !quoted && member.at > at && member.at < found && role(member.part) == role(part)
    };
    (!list.iter().any(|member| between(&member))).then_some(found)
}
