//! Roles: who does what to whom, and from where to where.
//!
//! Owns telling the part that a Korean noun has beside a predicate, from its particle, the passive considered, and whether a
//! claim gives a noun a part in which its evidence has another beside that predicate, while the noun itself has another part
//! there, or the same beside another predicate (`교수가 학생을` / `학생이 교수를`, `제주에서 배우고 여수에서 일한다` / `여수에서 배웠다`).
//! English is [`english`](crate::parts::english)'s.

use std::sync::LazyLock;

use stet_reading::clause::connects;
use stet_reading::members::{Member, Part};
use stet_reading::reading::{Reading, SPACE, STOP};
use stet_text::span::Span;
use stet_text::{Script, final_consonant};

/// Words between a noun and its predicate, at most.
const APART: usize = 8;

static MUTUAL: LazyLock<Vec<&str>> = LazyLock::new(|| stet_data::lines("words/ko/mutual").collect());

/// Whether a noun of a Korean claim has a part that another one has in the windows.
pub(crate) fn exchanged_parts(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let mut mine = claim.members();
    let mut theirs: Vec<Vec<Member<'_>>> =
        if mine.is_empty() { Vec::new() } else { windows.iter().map(Reading::members).collect() };
    let twice = |noun: &str| mine.iter().filter(|member| member.noun == noun).count() > 1;
    if mine.iter().any(|member| twice(member.noun)) {
        let nouns: Vec<&str> = mine.iter().map(|member| member.noun).filter(|noun| twice(noun)).collect();
        tell_apart(claim, &mut mine, &nouns);
        windows.iter().zip(&mut theirs).for_each(|(window, list)| tell_apart(window, list, &nouns));
    }
    mine.iter().any(|member| {
        let known = |list: &Vec<Member<'_>>| list.iter().any(|other| other.noun == member.noun);
        if member.part == Part::Owner || !theirs.iter().any(known) {
            return false;
        }
        let Some(at) = predicate_of(claim, &mine, member) else { return false };
        let word = claim.word(at);
        // `무료로 한다` is said of many things, in other forms (`무료로 하고`).
        let light = word.starts_with(['있', '없'])
            || word.starts_with(['하', '한', '합', '했', '된', '되', '됩']) && word.chars().nth(3).is_none();
        if light || is_counted(member.noun) || MUTUAL.iter().any(|head| word.starts_with(head)) {
            return false;
        }
        let part = part_at(claim, &mine, member, at);
        let mut exchanged = false;
        for (window, list) in windows.iter().zip(&theirs) {
            for there in window.same_as(claim, at) {
                match holder(window, list, there, member.noun, part) {
                    Holder::Own => return false,
                    Holder::Other => exchanged = true,
                    Holder::Unknown => {}
                }
            }
        }
        exchanged
    })
}

/// Makes nouns that are one word (`라이트 모델`, `프로 모델`) differ by the words before them.
fn tell_apart<'a>(text: &Reading<'a>, list: &mut [Member<'a>], nouns: &[&str]) {
    let places: Vec<usize> = list.iter().map(|member| member.at).collect();
    for member in list.iter_mut().filter(|member| nouns.contains(&member.noun)) {
        let before = member.at.checked_sub(1).filter(|before| !places.contains(before));
        if let Some((first, last)) =
            before.and_then(|before| text.tokens.get(before)).zip(text.tokens.get(member.at))
            && text.gap(member.at) == SPACE
        {
            let end = last.span.start + member.noun.len();
            member.noun = Span::new(first.span.start, end).of(text.norm);
        }
    }
}

/// Who has a part beside a predicate of a window.
enum Holder {
    Own,
    Other,
    Unknown,
}

/// Whether a noun has a part, if that is clear, beside the predicate at `there`.
fn holder(text: &Reading<'_>, list: &[Member<'_>], there: usize, noun: &str, clear: Option<Part>) -> Holder {
    let part = clear.unwrap_or(Part::Agent);
    let begins = |at: usize| at == 0 || text.gap(at) & STOP != 0;
    let sentence = (0..=there).rev().find(|&at| begins(at)).unwrap_or_default();
    let end = (there + 1..text.tokens.len()).find(|&at| begins(at)).unwrap_or(text.tokens.len());
    let ends = |at: usize| connects(text, at) && !is_quoted(text.word(at));
    let clause = (sentence..there).rev().find(|&at| ends(at)).map_or(sentence, |at| at + 1);
    let of_sentence = || list.iter().filter(|other| (sentence..end).contains(&other.at));
    // A subject is said once for all clauses that follow, up to one with a subject of its own.
    let subject = |other: &Member<'_>| {
        other.noun != noun && other.part == Part::Agent && (clause..there).contains(&other.at)
    };
    let from = if part == Part::Agent && !list.iter().any(subject) { sentence } else { clause };
    let inside = |at: usize| (from..there).contains(&at);
    let named = |other: &Member<'_>| other.noun == noun && inside(other.at);
    // Who does it in an office may be the office: `교회에서`, `교회가`.
    let own = |other: &Member<'_>| {
        let own = part_at(text, list, other, there);
        own.is_none_or(|own| own == part || part == Part::Agent && own == Part::Source)
    };
    // Without a particle its part is unknown.
    let stands_bare = |at: usize| {
        let has_part = |other: &Member<'_>| named(other) && (other.at == at || other.at == at + 1);
        text.word(at).starts_with(noun) && !list.iter().any(has_part)
    };
    if list.iter().any(|other| named(other) && own(other)) || (from..there).any(stands_bare) {
        return Holder::Own;
    }
    let role = |part: Part| if part == Part::Topic { Part::Agent } else { part };
    // It has another part here, or the same beside another predicate.
    let moved = |other: &Member<'_>| {
        other.noun == noun
            && if inside(other.at) {
                clear.is_some() && other.part != Part::Owner
            } else {
                role(other.part) == part && !matches!(part, Part::Standard | Part::Way | Part::Goal)
            }
    };
    let taken = |other: &Member<'_>| {
        other.noun != noun
            && inside(other.at)
            && !is_counted(other.noun)
            && predicate_of(text, list, other) == Some(there)
            && part_at(text, list, other, there).unwrap_or(Part::Agent) == part
    };
    if of_sentence().any(moved) && of_sentence().any(taken) { Holder::Other } else { Holder::Unknown }
}

/// The part of a noun beside the predicate at a position, as it would be in the active voice, if it is clear.
fn part_at(text: &Reading<'_>, list: &[Member<'_>], member: &Member<'_>, at: usize) -> Option<Part> {
    let between =
        |part: Part| list.iter().any(|other| other.at > member.at && other.at < at && other.part == part);
    let part = match member.part {
        Part::Topic if between(Part::Standard) => Part::Agent,
        // `대표이사는 이사회가 선임한다`
        Part::Topic if between(Part::Agent) && !between(Part::Object) => Part::Object,
        Part::Topic if between(Part::Agent) => return None,
        Part::Topic if between(Part::Object) => Part::Agent,
        Part::Topic => return None,
        part => part,
    };
    let word = text.word(at);
    if !is_passive(word) {
        return Some(part);
    }
    match part {
        // `보고받는다`: the recipient is the subject.
        Part::Agent if word.contains('받') => Some(Part::Recipient),
        Part::Agent => Some(Part::Object),
        Part::Recipient => Some(Part::Agent),
        part => Some(part),
    }
}

fn is_counted(noun: &str) -> bool {
    noun.starts_with(|ch: char| ch.is_ascii_digit())
}

/// Whether what a Korean predicate says is done to its subject, or for it.
fn is_passive(word: &str) -> bool {
    word.contains(['되', '됐', '된', '될', '됩', '돼', '받'])
        || ["당하", "당했", "당한"].iter().any(|suffers| word.contains(suffers))
}

/// The predicate of a noun, as far as it is told by its place.
fn predicate_of(text: &Reading<'_>, list: &[Member<'_>], member: &Member<'_>) -> Option<usize> {
    let is_noun = |at: usize| list.iter().any(|other| other.at == at && !is_adnominal(other));
    // What is spoken of has its predicate behind all that is said of other nouns: `벽은 하얀 벽돌로 쌓았다`.
    let is_of_noun = |at: usize| {
        let of_next = text.word(at).ends_with(is_adnominal_ending) && text.word(at + 1) != "수";
        member.part == Part::Topic && of_next
    };
    let mut behind = (member.at + 1..text.tokens.len().min(member.at + 1 + APART))
        .take_while(|&at| text.gap(at) & STOP == 0);
    // `정부는 경기가 나아졌다고 발표했다`
    if member.part == Part::Topic
        && let Some(said) = behind.clone().find(|&at| is_quoted(text.word(at)))
    {
        return Some(said + 1).filter(|&said| may_be_predicate(text, said));
    }
    behind.find(|&at| may_be_predicate(text, at) && !is_noun(at) && !is_of_noun(at))
}

/// Whether a Korean word ends what someone says: `없애겠다고`.
pub(crate) fn is_quoted(word: &str) -> bool {
    ["다고", "라고", "자고", "냐고", "다며", "라며"].iter().any(|end| word.ends_with(end))
}

/// Whether a Korean word may be a predicate, told by its ending.
fn may_be_predicate(text: &Reading<'_>, at: usize) -> bool {
    const ENDINGS: &str = "다고며서면나지여해는자게록만아어한된할될던린킨난든운른인돼져켜려줘워쳐겨";
    let word = text.word(at);
    let hangul = text.tokens.get(at).is_some_and(|token| token.script == Script::Hangul);
    // `먹을 수 있다`, `먹을 때`; `중에서` is no verb.
    hangul && word.ends_with(|last| ENDINGS.contains(last)) && !word.ends_with("에서")
        || matches!(text.word(at + 1), "수" | "때" | "때에")
}

/// Whether a syllable may end a word that belongs to the noun behind it: `하얀`, `쌓을`, `쌓는`.
fn is_adnominal_ending(last: char) -> bool {
    last == '는' || last == '던' || matches!(final_consonant(last), Some(4 | 8))
}

/// Whether what stands before `는` is the stem of a verb rather than a noun: `있는`, `거주하는`.
fn is_adnominal(member: &Member<'_>) -> bool {
    member.part == Part::Topic
        && (member.noun.ends_with(['하', '되', '있', '없', '받', '않', '시', '리', '키', '지'])
            || member.noun.chars().nth(1).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn a_noun_in_the_part_of_another() {
        for (claim, evidence, want) in [
            ("학생이 교수를 평가한다", "교수가 학생을 평가한다", true),
            ("학생을 교수가 평가한다", "교수가 학생을 평가한다", false),
            // The voice tells, too.
            ("교수는 학생에게 평가된다", "교수가 학생을 평가한다", true),
            ("학생은 교수에게 평가된다", "교수가 학생을 평가한다", false),
            // Of another predicate nothing is known.
            ("학생이 교수를 존경한다", "교수가 학생을 평가한다", false),
            // Both are told.
            ("학생이 교수를 평가한다", "교수가 학생을 평가하고 학생이 교수를 평가한다", false),
            ("갑이 을을 만났다", "을이 갑을 만났다", false),
            ("서울은 부산보다 크다", "부산은 서울보다 크다", true),
            ("부산보다 서울이 크다", "서울은 부산보다 크다", false),
            ("A사는 B사보다 크다", "B사는 A사보다 크다", true),
            ("갑 방법은 을 방법보다 빠르다", "을 방법은 갑 방법보다 빠르다", true),
            ("갑 방법은 을 방법보다 빠르다", "갑 방법은 을 방법보다 빠르다", false),
            ("Alpha가 Beta를 인수했다", "Beta가 Alpha를 인수했다", true),
            ("Beta를 Alpha가 인수했다", "Alpha가 Beta를 인수했다", false),
            ("그는 여수에서 공부했다", "그는 제주에서 공부하고 여수에서 일했다", true),
            ("그는 제주에서 공부했다", "그는 제주에서 공부하고 여수에서 일했다", false),
            ("감사는 반대한다고 밝혔다", "이사는 반대한다고 밝혔고 감사는 말이 없었다", true),
            ("이사는 반대한다고 밝혔다", "이사는 반대한다고 밝혔고 감사는 말이 없었다", false),
            ("간사가 안내문을 보낸다", "위원이 간사에게 안내문을 보낸다", true),
            ("7월에 간사가 초안을 고쳤다", "간사가 초안을 썼고 7월에 위원이 고쳤다", true),
            ("교회가 신도를 확인했다", "교회에서 관계자가 신도를 확인했다", false),
            ("간사가 안내문을 받는다", "위원이 간사에게 안내문을 보낸다", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            assert_eq!(exchanged_parts(&Reading::new(&mine), &[Reading::new(&theirs)]), want, "{claim}");
        }
    }
}
