//! Roles: who does what to whom, and from where to where.
//!
//! Owns telling the part that a noun has in a sentence, in Korean from its particle and in English from the side of the
//! verb it stands on, the passive considered, and whether a claim gives two nouns each other's parts (`교수가 학생을` /
//! `학생이 교수를`, `Alpha acquired Beta` / `Beta acquired Alpha`). What is told of one alone is no matter here.

use crate::domain::gate::adjunct;
use crate::domain::gate::attached::{is_of_another, is_of_next_topic};
use crate::domain::gate::comparison::is_reversed;
use crate::domain::gate::reading::{COMMA, Reading, SEMICOLON, SPACE, STOP};
use crate::domain::span::Span;
use crate::domain::text::{Script, SyllableSet, is_closed, syllable_at};

/// Whether two nouns of the claim have each other's parts in a window, and in none their own.
pub(super) fn exchanged_parts(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    korean(claim, windows)
        || english(claim, windows)
        || is_reversed(claim, windows)
        || adjunct::is_of_another(claim, windows)
}

/// What a noun is to its predicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Who does it.
    Agent,
    /// Whom or what it is done to.
    Object,
    Recipient,
    Source,
    Goal,
    /// Where to, into what, or by what means (`로`).
    Way,
    /// What is spoken of: mostly the agent.
    Topic,
    /// What something is compared with.
    Standard,
    /// Whose something is.
    Owner,
    /// Because of what (`때문에`).
    Cause,
}

/// Whether a particle stands behind a final consonant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Behind {
    Final,
    Vowel,
    Any,
}

/// A Korean particle with the part it gives a noun.
type Particle = (&'static str, Part, Behind);

/// Korean particles by their last syllables, longest first.
const PARTICLES: &[(char, &[Particle])] = &[
    (
        '터',
        &[
            ("으로부터", Part::Source, Behind::Final),
            ("로부터", Part::Source, Behind::Any),
            ("부터", Part::Source, Behind::Any),
        ],
    ),
    (
        '서',
        &[
            ("에게서", Part::Source, Behind::Any),
            ("께서", Part::Agent, Behind::Any),
            ("에서", Part::Source, Behind::Any),
        ],
    ),
    (
        '는',
        &[
            ("에게는", Part::Recipient, Behind::Any),
            ("에서는", Part::Source, Behind::Any),
            ("에는", Part::Recipient, Behind::Any),
            ("는", Part::Topic, Behind::Vowel),
        ],
    ),
    ('게', &[("에게", Part::Recipient, Behind::Any)]),
    ('테', &[("한테", Part::Recipient, Behind::Any)]),
    ('지', &[("까지", Part::Goal, Behind::Any)]),
    (
        '의',
        &[
            ("과의", Part::Owner, Behind::Final),
            ("와의", Part::Owner, Behind::Vowel),
            ("의", Part::Owner, Behind::Any),
        ],
    ),
    (
        '로',
        &[
            ("에게로", Part::Way, Behind::Any),
            ("으로", Part::Way, Behind::Final),
            ("로", Part::Way, Behind::Any),
        ],
    ),
    ('께', &[("께", Part::Recipient, Behind::Any)]),
    ('에', &[("에", Part::Recipient, Behind::Any)]),
    ('이', &[("이", Part::Agent, Behind::Final)]),
    ('가', &[("가", Part::Agent, Behind::Vowel)]),
    ('은', &[("은", Part::Topic, Behind::Final)]),
    ('을', &[("을", Part::Object, Behind::Final)]),
    ('를', &[("를", Part::Object, Behind::Vowel)]),
];

/// The particle of what something is compared with; a verb, too, but not behind a noun.
const THAN: &str = "보다";

/// A Korean noun and its part, at a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Member<'a> {
    pub noun: &'a str,
    pub part: Part,
    /// The position of its last word.
    pub at: usize,
}

/// The last syllables of the particles.
static LAST: SyllableSet = SyllableSet::of(&[
    '터', '서', '는', '게', '테', '께', '지', '로', '에', '이', '가', '은', '을', '를', '의',
]);

/// The noun and the part of a Korean word, if it ends in a particle.
fn member(word: &str) -> Option<(&str, Part)> {
    let last = syllable_at(word.as_bytes(), word.len().checked_sub(6)? + 3)?;
    if let Some(noun) = word.strip_suffix(THAN) {
        return (!noun.is_empty()).then_some((noun, Part::Standard));
    }
    if !LAST.has(last) {
        return None;
    }
    let particles = PARTICLES.iter().find(|(end, _)| u32::from(*end) == last)?.1;
    particles.iter().find_map(|&(particle, part, behind)| {
        let noun = word.strip_suffix(particle)?;
        let closed = is_closed(noun.chars().next_back()?)?;
        let fits = match behind {
            Behind::Final => closed,
            Behind::Vowel => !closed,
            Behind::Any => true,
        };
        // `회의`, `동의`
        let whole = part == Part::Owner && noun.chars().nth(1).is_none();
        (fits && !whole).then_some((noun, part))
    })
}

/// The part that a word tells which is nothing but a particle: what it belongs to is written in another script.
pub(super) fn particle(word: &str) -> Option<Part> {
    if word == THAN {
        return Some(Part::Standard);
    }
    let last = word.chars().next_back()?;
    let (_, particles) = PARTICLES.iter().find(|entry| entry.0 == last)?;
    particles.iter().find(|entry| entry.0 == word).map(|entry| entry.1)
}

/// The nouns of a Korean text with their parts; what is written in two scripts (`A사는`, `Alpha는`) is one noun.
pub(super) fn members<'a>(text: &Reading<'a>) -> Vec<Member<'a>> {
    let hangul = text.tokens.iter().enumerate().filter(|(_, token)| token.script == Script::Hangul);
    hangul
        .filter_map(|(at, token)| {
            let prefix = at
                .checked_sub(1)
                .and_then(|before| text.tokens.get(before))
                .filter(|before| before.script != Script::Hangul && before.span.end == token.span.start);
            let Some(prefix) = prefix else {
                if text.word(at + 1).starts_with("때문") {
                    return Some(Member { noun: token.text, part: Part::Cause, at });
                }
                return member(token.text).map(|(noun, part)| Member { noun, part, at });
            };
            let (end, part) = match particle(token.text) {
                Some(part) => (prefix.span.end, part),
                None => member(token.text).map(|(noun, part)| (token.span.start + noun.len(), part))?,
            };
            Some(Member { noun: Span::new(prefix.span.start, end).of(text.norm), part, at })
        })
        .collect()
}

/// How many nouns of one syllable a Korean claim has in common with its windows: their particles (`말은`, `말보다`) are told from
/// parts of words only here.
pub(super) fn shared_short_nouns(claim: &Reading<'_>, windows: &[Reading<'_>]) -> usize {
    let is_short = |member: &Member<'_>| member.noun.chars().nth(1).is_none();
    let mine = members(claim);
    let mut short = mine.iter().filter(|member| is_short(member)).peekable();
    if short.peek().is_none() {
        return 0;
    }
    let theirs: Vec<Member<'_>> = windows.iter().flat_map(members).filter(is_short).collect();
    let is_shared = |member: &&Member<'_>| {
        // What is found as a word is counted as one.
        !windows.iter().any(|window| window.has(claim.key(member.at)))
            && theirs.iter().any(|other| other.noun == member.noun)
    };
    short.filter(is_shared).count()
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
    // `바탕으로 한다`
    let is_member = |at: usize| list.iter().any(|member| member.at == at && member.part != Part::Way);
    let one_sentence = |first: usize, last: usize| (first + 1..=last).all(|at| text.gap(at) & STOP == 0);
    let behind = (to + 1..text.tokens.len()).take_while(|&at| text.gap(at) & STOP == 0);
    behind
        .filter(|&at| {
            let hangul = text.tokens.get(at).is_some_and(|token| token.script == Script::Hangul);
            hangul && text.content(at).is_some() && !is_member(at)
        })
        .take(PREDICATES)
        .filter(|&at| one_sentence(from, at))
        .filter_map(|at| {
            let part = |member: Member<'_>| {
                let inside = |found: &&Member<'_>| found.at > from && found.at < at;
                let has = |part: Part| list.iter().filter(inside).any(|found| found.part == part);
                match member.part {
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
pub(super) fn is_passive(word: &str) -> bool {
    static MARKS: SyllableSet = SyllableSet::of(&['되', '됐', '된', '될', '됩', '돼', '받']);
    // `당하다`, but not `당해`.
    static SUFFERS: SyllableSet = SyllableSet::of(&['하', '했', '한']);
    let bytes = word.as_bytes();
    let suffers = |at: usize| syllable_at(bytes, at + 3).is_some_and(|next| SUFFERS.has(next));
    let mut at = 0;
    while at < bytes.len() {
        let Some(code) = syllable_at(bytes, at) else {
            at += 1;
            continue;
        };
        if at % 3 == 0 && MARKS.has(code) || code == u32::from('당') && suffers(at) {
            return true;
        }
        at += 3;
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
    let known = |member: &Member<'_>| theirs.iter().flatten().any(|other| other.noun == member.noun);
    if mine.iter().filter(|member| known(member)).nth(1).is_none() {
        return false;
    }
    // Only what has another part somewhere, or the same beside a predicate of the other voice, can have been exchanged.
    let turned = windows.first().is_some_and(|window| has_passive(claim) != has_passive(window));
    let moved = |member: &&Member<'_>| {
        let is_moved =
            |other: &Member<'_>| (turned || other.part != member.part) && other.noun == member.noun;
        theirs.iter().flatten().any(is_moved)
    };
    let moved: Vec<Member<'_>> = mine.iter().filter(moved).copied().collect();
    let pairs = moved
        .iter()
        .enumerate()
        .flat_map(|(at, one)| moved.iter().skip(at + 1).map(move |other| (*one, *other)));
    pairs.filter(|(one, other)| one.noun != other.noun && one.part != other.part).any(|(one, other)| {
        let own = parts(claim, &mine, one, other);
        let own: Vec<_> = own
            .into_iter()
            .filter(|&(at, one, other)| {
                let word = claim.word(at);
                one != other && !MUTUAL_KOREAN.iter().any(|head| word.starts_with(head))
            })
            .collect();
        if own.is_empty() {
            return false;
        }
        let (mut exchanged, mut kept) = (false, false);
        for (window, list) in windows.iter().zip(&theirs) {
            let named = |noun: &str| {
                list.iter().filter(move |member| member.noun == noun).copied().collect::<Vec<_>>()
            };
            let (ones, others) = (named(one.noun), named(other.noun));
            let found = ones.iter().flat_map(|&one| others.iter().map(move |&other| (one, other)));
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
pub(super) fn tell_apart<'a>(
    claim: &Reading<'a>,
    mine: &mut [Member<'a>],
    windows: &[Reading<'a>],
    theirs: &mut [Vec<Member<'a>>],
) {
    let twice: Vec<&str> = (mine.iter().enumerate())
        .filter(|(at, member)| mine.iter().take(*at).any(|other| other.noun == member.noun))
        .map(|(_, member)| member.noun)
        .collect();
    if twice.is_empty() {
        return;
    }
    let widen = |text: &Reading<'a>, list: &mut [Member<'a>]| {
        let places: Vec<usize> = list.iter().map(|member| member.at).collect();
        for member in list.iter_mut().filter(|member| twice.contains(&member.noun)) {
            let Some(before) = member.at.checked_sub(1).filter(|before| !places.contains(before)) else {
                continue;
            };
            if let Some((first, last)) = text.tokens.get(before).zip(text.tokens.get(member.at))
                && text.gap(member.at) == SPACE
                && text.content(before).is_some()
            {
                let start = last.span.start + member.noun.len();
                member.noun = Span::new(first.span.start, start).of(text.norm);
            }
        }
    };
    widen(claim, mine);
    windows.iter().zip(theirs).for_each(|(window, list)| widen(window, list));
}

pub(super) fn same_word(claim: &Reading<'_>, at: usize, window: &Reading<'_>, there: usize) -> bool {
    let head = claim.head(at);
    claim.key(at) == window.key(there) || head != 0 && head == window.head(there)
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

/// Whether an English word is, or may be, the past of a verb, told by its ending or by a list.
pub(super) fn is_past_verb(word: &str) -> bool {
    word.len() > 3 && word.ends_with("ed")
        || IRREGULAR.binary_search(&word).is_ok()
        || matches!(word, "said" | "held")
}

/// Whether an English word may be a verb, told by its ending, by an auxiliary before it, or by a list.
pub(super) fn may_be_verb(text: &Reading<'_>, at: usize) -> bool {
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
        || IRREGULAR.binary_search(&word).is_ok()
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
    let adverb = near(0).ends_with("ly") || near(0) == "not";
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
    use crate::domain::text::normalise;

    fn exchanged(claim: &str, evidence: &str) -> bool {
        let (claim, evidence) = (normalise(claim), normalise(evidence));
        exchanged_parts(&Reading::new(&claim), &[Reading::new(&evidence)])
    }

    #[test]
    fn particles_tell_the_parts_of_nouns() {
        for (word, want) in [
            ("교수가", Some(("교수", Part::Agent))),
            ("학생이", Some(("학생", Part::Agent))),
            ("나이", None),
            ("시는", Some(("시", Part::Topic))),
            ("학생을", Some(("학생", Part::Object))),
            ("임차인에게", Some(("임차인", Part::Recipient))),
            ("서울에서", Some(("서울", Part::Source))),
            ("부산보다", Some(("부산", Part::Standard))),
            ("인수했다", None),
            ("가", None),
        ] {
            assert_eq!(member(word), want, "{word}");
        }
    }

    #[test]
    fn nouns_of_one_syllable_are_shared() {
        for (claim, evidence, want) in [
            ("말은 소보다 빠르다.", "소는 말보다 빠르다.", 2),
            ("말은 소보다 빠르다.", "소는 염소보다 빠르다.", 1),
            ("기린은 사슴보다 빠르다.", "사슴은 기린보다 빠르다.", 0),
            ("말은 빠르다.", "말은 느리다.", 0),
        ] {
            let (claim, evidence) = (normalise(claim), normalise(evidence));
            assert_eq!(
                shared_short_nouns(&Reading::new(&claim), &[Reading::new(&evidence)]),
                want,
                "{claim}"
            );
        }
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
