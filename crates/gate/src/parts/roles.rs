//! Roles: who does what to whom, and from where to where.
//!
//! Owns telling the part that a noun has in a sentence, in Korean from its particle and in English from the side of the
//! verb it stands on, the passive considered, and whether a claim gives two nouns each other's parts (`교수가 학생을` /
//! `학생이 교수를`, `Alpha acquired Beta` / `Beta acquired Alpha`). What is told of one alone is no matter here.

mod members;

use std::cell::LazyCell;

use crate::english::adjunct;
use crate::english::comparison::is_reversed;
use crate::korean::attached::{is_of_another, is_of_next_topic};
use crate::text::reading::{COMMA, Reading, SEMICOLON, SPACE, STOP};
use stet_text::span::Span;
use stet_text::{Script, SyllableSet, syllable_at};

pub(crate) use members::{
    Member, Noun, NounPlace, Nouns, Part, is_title, member, members, noun_places, particle, surname, title,
};

/// Whether two nouns of the claim have each other's parts in a window, and in none their own.
pub(crate) fn exchanged_parts(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    korean(claim, windows)
        || english(claim, windows)
        || is_reversed(claim, windows)
        || adjunct::is_of_another(claim, windows)
}

/// Words behind the two nouns among which their predicate is.
const PREDICATES: usize = 3;

/// Nouns between which this many words stand are no pair.
const APART: usize = 8;

/// The parts of two nouns of a text to the predicates that may be theirs, by position.
fn parts(
    text: &Reading<'_>,
    list: &[Member<'_>],
    one: Member<'_>,
    other: Member<'_>,
) -> Vec<(usize, Part, Part)> {
    let (from, to) = (one.at.min(other.at), one.at.max(other.at));
    if to - from > APART {
        return Vec::new();
    }
    let compares = one.part == Part::Standard || other.part == Part::Standard;
    // `바탕으로 한다`
    let is_member = |at: usize| list.iter().any(|member| member.at == at && member.part != Part::Way);
    let behind = (to + 1..text.tokens.len()).take_while(|&at| text.gap(at) & STOP == 0);
    behind
        .filter(|&at| {
            let hangul = text.tokens.get(at).is_some_and(|token| token.script == Script::Hangul);
            // `많았다` tells much at the end.
            let ends = at + 1 == text.tokens.len() || text.gap(at + 1) & STOP != 0;
            hangul && (ends || text.content(at).is_some()) && !is_member(at)
        })
        .take(PREDICATES)
        .filter(|&at| text.is_one_sentence(from, at))
        .filter_map(|at| {
            let part = |member: Member<'_>| {
                let inside = |found: &&Member<'_>| found.at > from && found.at < at;
                let has = |part: Part| list.iter().filter(inside).any(|found| found.part == part);
                match member.part {
                    // `서울은 부산보다 인구가 많다`
                    Part::Topic if compares => Some(Part::Agent),
                    // `대표이사는 이사회가 선임한다`
                    Part::Topic if has(Part::Agent) && !has(Part::Object) => Some(Part::Object),
                    Part::Topic if has(Part::Agent) => None,
                    Part::Topic => Some(Part::Agent),
                    part => Some(part),
                }
            };
            let (mine, theirs) = (part(one)?, part(other)?);
            let word = text.tokens.get(at)?.text;
            let active = |part: Part| match part {
                // `보고받는다`: the recipient is the subject.
                Part::Agent if word.contains('받') => Some(Part::Recipient),
                Part::Agent => Some(Part::Object),
                Part::Recipient => Some(Part::Agent),
                part @ (Part::Source | Part::Goal | Part::Way) => Some(part),
                _ => None,
            };
            if is_passive(word) {
                Some((at, active(mine)?, active(theirs)?))
            } else {
                Some((at, mine, theirs))
            }
        })
        .collect()
}

/// Whether what a Korean predicate says is done to its subject, or for it.
pub(crate) fn is_passive(word: &str) -> bool {
    /// The first byte of all syllables that tell it, and of others that are all syllables, too.
    const TELLING: u8 = 0xeb;
    const OTHERS: u8 = 0xec;
    static MARKS: SyllableSet = SyllableSet::of(&['되', '됐', '된', '될', '됩', '돼', '받']);
    // `당하다`, but not `당해`.
    static SUFFERS: SyllableSet = SyllableSet::of(&['하', '했', '한']);
    let bytes = word.as_bytes();
    let suffers = |at: usize| syllable_at(bytes, at + 3).is_some_and(|next| SUFFERS.has(next));
    let mut at = 0;
    while let Some(first) = bytes.get(at) {
        let syllable = if *first == OTHERS { None } else { syllable_at(bytes, at) };
        let tells = |code| at.is_multiple_of(3) && MARKS.has(code) || code == u32::from('당') && suffers(at);
        if *first == TELLING && syllable.is_some_and(tells) {
            return true;
        }
        at += if *first == OTHERS || syllable.is_some() { 3 } else { 1 };
    }
    false
}

/// Whether a text has a passive predicate.
fn has_passive(text: &Reading<'_>) -> bool {
    text.tokens.iter().any(|token| token.script == Script::Hangul && is_passive(token.text))
}

/// Predicates of which both nouns are subjects alike.
const MUTUAL_KOREAN: &[&str] =
    &["만나", "만났", "만난", "닮", "마주", "비교", "구별", "구분", "연결", "바꾸", "바꿨", "교환"];

/// Korean predicates of a property, by how they begin: `비용은 기차가 높다` and `기차는 비용이 높다` are said of the same.
const PROPERTIES: &[&str] =
    &["높", "낮", "많", "적", "크", "큰", "컸", "작", "길", "짧", "강하", "약하", "좋", "나쁘", "있", "없"];

fn korean(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let mut mine = members(claim);
    if mine.is_empty() {
        return false;
    }
    let mut theirs: Vec<Vec<Member<'_>>> = windows.iter().map(members).collect();
    if is_of_another(claim, &mine, windows, &theirs) || is_of_next_topic(&mine, windows, &theirs) {
        return true;
    }
    tell_apart(claim, &mut mine, windows, &mut theirs);
    let nouns = Nouns::of(&theirs);
    let known = |member: &Member<'_>| {
        nouns.may_have(member.noun) && theirs.iter().flatten().any(|other| other.noun == member.noun)
    };
    if mine.iter().filter(|member| known(member)).nth(1).is_none() {
        return false;
    }
    // Only what has another part somewhere, or the same beside a predicate of the other voice, can have been exchanged.
    let turned =
        LazyCell::new(|| windows.first().is_some_and(|window| has_passive(claim) != has_passive(window)));
    let moved = |member: &&Member<'_>| {
        let is_moved =
            |other: &Member<'_>| other.noun == member.noun && (other.part != member.part || *turned);
        nouns.may_have(member.noun) && theirs.iter().flatten().any(is_moved)
    };
    let moved: Vec<Member<'_>> = mine.iter().filter(moved).copied().collect();
    let pairs = moved
        .iter()
        .enumerate()
        .flat_map(|(at, one)| moved.iter().skip(at + 1).map(move |other| (*one, *other)));
    pairs.filter(|(one, other)| one.noun != other.noun && one.part != other.part).any(|(one, other)| {
        let own = parts(claim, &mine, one, other);
        let double = [one.part, other.part].iter().all(|part| matches!(part, Part::Topic | Part::Agent));
        let own: Vec<_> = own
            .into_iter()
            .filter(|&(at, one, other)| {
                let begins = |heads: &[&str]| heads.iter().any(|head| claim.word(at).starts_with(head));
                one != other && !begins(MUTUAL_KOREAN) && !(double && begins(PROPERTIES))
            })
            .collect();
        if own.is_empty() {
            return false;
        }
        let (mut exchanged, mut kept) = (false, false);
        for (window, list) in windows.iter().zip(&theirs) {
            let ones = list.iter().filter(|member| member.noun == one.noun);
            let others = || list.iter().filter(|member| member.noun == other.noun);
            let found = ones.flat_map(|&one| others().map(move |&other| (one, other)));
            for (there, first, second) in found.flat_map(|(one, other)| parts(window, list, one, other)) {
                let same = own.iter().filter(|&&(at, ..)| same_word(claim, at, window, there));
                for &(_, mine, theirs) in same {
                    exchanged |= (mine, theirs) == (second, first);
                    kept |= (mine, theirs) == (first, second);
                }
            }
        }
        exchanged && !kept
    })
}

/// Makes two nouns of the claim that are one word (`라이트 모델`, `프로 모델`) differ by the words before them, here and in the windows.
pub(crate) fn tell_apart<'a>(
    claim: &Reading<'a>,
    mine: &mut [Member<'a>],
    windows: &[Reading<'a>],
    theirs: &mut [Vec<Member<'a>>],
) {
    let twice: Vec<Noun<'_>> = (mine.iter().enumerate())
        .filter(|(at, member)| mine.iter().take(*at).any(|other| other.noun == member.noun))
        .map(|(_, member)| member.noun)
        .collect();
    if twice.is_empty() {
        return;
    }
    let widen = |text: &Reading<'a>, list: &mut [Member<'a>]| {
        // `젊은 직원`: the first is no topic.
        let is_kind =
            |member: &Member<'_>| member.part == Part::Topic && member.noun.text.chars().nth(1).is_none();
        let places: Vec<usize> =
            list.iter().filter(|member| !is_kind(member)).map(|member| member.at).collect();
        for member in list.iter_mut().filter(|member| twice.contains(&member.noun)) {
            let Some(before) = member.at.checked_sub(1).filter(|before| !places.contains(before)) else {
                continue;
            };
            if let Some((first, last)) = text.tokens.get(before).zip(text.tokens.get(member.at))
                && text.gap(member.at) == SPACE
                && (text.content(before).is_some() || first.script == Script::Hangul)
            {
                let start = last.span.start + member.noun.text.len();
                member.noun = Noun::new(Span::new(first.span.start, start).of(text.norm));
            }
        }
    };
    widen(claim, mine);
    windows.iter().zip(theirs).for_each(|(window, list)| widen(window, list));
}

pub(crate) fn same_word(claim: &Reading<'_>, at: usize, window: &Reading<'_>, there: usize) -> bool {
    claim.is_same(at, window, there)
}

/// Content words on each side of an English verb that are compared.
const SIDE: usize = 3;

/// English verbs and nouns of which both sides are alike, by how they begin.
const MUTUAL_ENGLISH: &[&str] = &[
    "met",
    "meet",
    "marr",
    "wed",
    "border",
    "adjoin",
    "resembl",
    "match",
    "equal",
    "differ",
    "face",
    "play",
    "share",
    "talk",
    "spoke",
    "speak",
    "agree",
    "fight",
    "fought",
    "merge",
    "date",
    "dating",
    "near",
    "adjacent",
    "next",
    "versus",
    "vs",
    "neighbo",
    "sister",
    "brother",
    "sibling",
    "friend",
    "partner",
    "cousin",
    "wife",
    "husband",
    "spouse",
    "twin",
    "ally",
    "allies",
    "colleague",
    "between",
    "relat",
    "connect",
    "link",
    "associat",
    "combin",
    "mix",
    "includ",
    "call",
    "know",
    "known",
    "named",
    "also",
    "like",
    "plus",
    "compar",
];

/// Past tenses that do not end in `ed`, of verbs that take an object, in alphabetical order.
const IRREGULAR: &[&str] = &[
    "ate", "beat", "bit", "bore", "bought", "broke", "brought", "built", "caught", "chose", "cost", "cut",
    "drew", "drove", "fed", "forbade", "forgave", "fought", "found", "gave", "grew", "heard", "held", "hid",
    "hit", "hurt", "kept", "knew", "led", "left", "lent", "let", "lost", "made", "overtook", "owed", "paid",
    "put", "read", "saw", "sent", "set", "shot", "sold", "sought", "spent", "split", "spoke", "stole",
    "struck", "sued", "swept", "taught", "threw", "told", "took", "tore", "withdrew", "won", "wore", "wrote",
];

/// The places of the first three letters of [`IRREGULAR`] among some: most words begin like none of them.
static IRREGULAR_PLACES: [bool; 1 << 10] = {
    let mut places = [false; 1 << 10];
    let mut at = 0;
    while at < IRREGULAR.len() {
        let word = IRREGULAR[at].as_bytes();
        places[place([word[0], word[1], word[2]])] = true;
        at += 1;
    }
    places
};

const fn place(head: [u8; 3]) -> usize {
    let code = (head[0] as u32) << 16 | (head[1] as u32) << 8 | head[2] as u32;
    (code.wrapping_mul(0x9e37_79b1) >> 22) as usize
}

/// Whether an English word is one of [`IRREGULAR`].
fn is_irregular(word: &str) -> bool {
    let head = word.as_bytes().first_chunk();
    head.is_some_and(|head| IRREGULAR_PLACES[place(*head)]) && IRREGULAR.binary_search(&word).is_ok()
}

/// Whether an English word is, or may be, the past of a verb, told by its ending or by a list.
pub(crate) fn is_past_verb(word: &str) -> bool {
    word.len() > 3 && word.ends_with("ed") || is_irregular(word) || matches!(word, "said" | "held")
}

/// Whether an English word may be a verb, told by its ending, by an auxiliary before it, or by a list.
pub(crate) fn may_be_verb(text: &Reading<'_>, at: usize) -> bool {
    let word = text.word(at);
    let beside = |at: Option<usize>| at.and_then(|at| text.tokens.get(at)).map_or("", |token| token.text);
    let (before, behind) = (beside(at.checked_sub(1)), beside(Some(at + 1)));
    let article =
        |word: &str| matches!(word, "a" | "an" | "the" | "its" | "their" | "his" | "her" | "our" | "my");
    // `the walls were`, `the walls of`
    let noun = || {
        matches!(
            behind,
            "of" | "is"
                | "are"
                | "was"
                | "were"
                | "has"
                | "have"
                | "had"
                | "will"
                | "would"
                | "can"
                | "may"
                | "must"
        )
    };
    let bytes = word.as_bytes();
    bytes.ends_with(b"ed")
        || bytes.ends_with(b"s") && !bytes.ends_with(b"ss") && !noun()
        || article(behind) && !article(before)
        || matches!(
            before,
            "to" | "will"
                | "would"
                | "can"
                | "could"
                | "may"
                | "might"
                | "must"
                | "shall"
                | "should"
                | "did"
                | "does"
                | "do"
        )
        || is_irregular(word)
}

/// Up to [`SIDE`] content words, by their keys; 0 for none.
type Side = [u32; SIDE];

/// The content words before and behind one, in the same clause; in the order of the active voice, as far as it is known.
fn sides(text: &Reading<'_>, at: usize) -> Option<(Side, Side)> {
    /// Words on each side that are looked at.
    const REACH: usize = 12;
    let word = |at: usize| text.word(at);
    let joins = |at: usize| {
        matches!(
            word(at),
            "and"
                | "or"
                | "but"
                | "while"
                | "that"
                | "which"
                | "who"
                | "whose"
                | "because"
                | "if"
                | "when"
                | "than"
                | "as"
        )
    };
    let cut = |at: usize| text.gap(at) & (STOP | COMMA | SEMICOLON) != 0;
    let before = || (at.saturating_sub(REACH)..at).rev().take_while(|&at| !cut(at + 1) && !joins(at));
    let last = text.tokens.len().min(at + 1 + REACH);
    let behind = || (at + 1..last).take_while(|&at| !cut(at) && !joins(at));
    let left = keys(text, before());
    let is_be =
        |word: &str| matches!(word, "is" | "are" | "was" | "were" | "be" | "been" | "being" | "gets" | "got");
    let near = |back: usize| before().nth(back).map_or("", word);
    let adverb = near(0).ends_with("ly")
        || matches!(
            near(0),
            "not"
                | "then"
                | "also"
                | "always"
                | "never"
                | "only"
                | "now"
                | "still"
                | "often"
                | "already"
                | "later"
                | "first"
        );
    let be = is_be(near(usize::from(adverb))) && !word(at).ends_with("ing");
    let by = behind().position(|at| word(at) == "by");
    match (be, by) {
        (true, Some(by)) => Some((keys(text, behind().skip(by + 1)), left)),
        // `is based on a novel`
        (true, None) if matches!(word(at + 1), "on" | "against") => Some((left, keys(text, behind()))),
        // Done by no one who is named, or no verb; `approved by` may be either voice.
        (true, None) | (false, Some(0)) => None,
        (false, _) => Some((left, keys(text, behind()))),
    }
}

/// The keys of the first English content words among some.
fn keys(text: &Reading<'_>, list: impl Iterator<Item = usize>) -> Side {
    let is_latin = |at: &usize| text.tokens.get(*at).is_some_and(|token| token.script == Script::Latin);
    let mut found = Side::default();
    for (slot, key) in found.iter_mut().zip(list.filter(is_latin).filter_map(|at| text.content(at))) {
        *slot = key;
    }
    found
}

/// The words behind `from` and `to`, each time both stand together.
fn routes(text: &Reading<'_>) -> Vec<(u32, u32)> {
    let word = |at: usize| text.word(at);
    let is_latin = |at: &usize| text.tokens.get(*at).is_some_and(|token| token.script == Script::Latin);
    let named = |at: usize| (at..at + 2).filter(is_latin).find_map(|at| Some((at, text.content(at)?)));
    (0..text.tokens.len())
        .filter(|&at| word(at) == "from")
        .filter_map(|at| {
            let (place, from) = named(at + 1)?;
            let to = (place + 1..place + 3).find(|&at| word(at) == "to")?;
            Some((from, named(to + 1)?.1))
        })
        .collect()
}

/// Whether the claim goes from one place to another between which the windows only go the other way.
fn is_reversed_route(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let mine = routes(claim);
    if mine.is_empty() {
        return false;
    }
    let theirs: Vec<(u32, u32)> = windows.iter().flat_map(routes).collect();
    mine.iter().any(|&(from, to)| from != to && theirs.contains(&(to, from)) && !theirs.contains(&(from, to)))
}

/// Whether the sides of an English word are alike.
fn is_mutual(word: &str) -> bool {
    let first = word.as_bytes().first();
    MUTUAL_ENGLISH.iter().any(|head| head.as_bytes().first() == first && word.starts_with(head))
}

fn english(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    is_reversed_route(claim, windows)
        || (0..claim.tokens.len()).any(|at| {
            let Some(token) = claim.tokens.get(at).filter(|token| token.script == Script::Latin) else {
                return false;
            };
            let Some(key) = claim.content(at) else { return false };
            if !may_be_verb(claim, at) {
                return false;
            }
            let common =
                |mine: &Side, theirs: &Side| mine.iter().any(|key| *key != 0 && theirs.contains(key));
            // `cancer deaths`, `heart disease deaths`: what stands on both sides tells nothing.
            let apart = |(left, right): (Side, Side)| {
                let only =
                    |mine: Side, other: Side| mine.map(|key| if other.contains(&key) { 0 } else { key });
                (only(left, right), only(right, left))
            };
            let mut own: Option<(Side, Side)> = None;
            let mut exchanged = false;
            for window in windows {
                for there in window.positions(key) {
                    // Most words do not stand in a window at all.
                    let find = || if is_mutual(token.text) { None } else { sides(claim, at) };
                    let Some((left, right)) = own.or_else(|| find().map(apart)) else { return false };
                    // Where nothing stands on one side, nothing can have gone to the other.
                    if left == Side::default() || right == Side::default() {
                        return false;
                    }
                    own = Some((left, right));
                    let Some((first, second)) = sides(window, there).map(apart) else { return false };
                    // Kept.
                    if common(&left, &first) || common(&right, &second) && !common(&left, &second) {
                        return false;
                    }
                    exchanged |= common(&left, &second) && common(&right, &first);
                }
            }
            exchanged
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    fn exchanged(claim: &str, evidence: &str) -> bool {
        let (claim, evidence) = (normalise(claim), normalise(evidence));
        exchanged_parts(&Reading::new(&claim), &[Reading::new(&evidence)])
    }

    #[test]
    fn past_tenses_are_in_order() {
        assert!(IRREGULAR.is_sorted());
    }

    #[test]
    fn two_nouns_in_each_others_parts() {
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
            ("Alpha가 Beta를 인수했다", "Beta가 Alpha를 인수했다", true),
            ("Beta를 Alpha가 인수했다", "Alpha가 Beta를 인수했다", false),
            ("The clerk trains the manager", "The manager trains the clerk", true),
            ("The clerk is trained by the manager", "The manager trains the clerk", false),
            ("The manager is trained by the clerk", "The manager trains the clerk", true),
            ("The manager met the clerk", "The clerk met the manager", false),
            ("Trams go from Wels to Linz", "Trams go from Linz to Wels", true),
            ("Trams go from Linz to Wels", "Trams go from Linz to Wels and from Wels to Linz", false),
            // No verb stands between the two.
            ("A red, green and blue flag", "A blue, green and red flag", false),
        ] {
            assert_eq!(exchanged(claim, evidence), want, "{claim}");
        }
    }
}
