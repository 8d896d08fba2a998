//! Strangers: a noun of the claim that no evidence has, in whose place the evidence names another (`김철수가 회사를
//! 설립했다` where it says `이영희가`, `held in Seoul` where it says `held in Busan`).
//!
//! Owns telling that two nouns have one place: in Korean by their particle and predicate, in English by the words
//! around them. Opposites and values are [`exchange`](crate::domain::gate::exchange)'s, nouns that both have in other parts
//! [`roles`](crate::domain::gate::roles)'.

use std::cell::OnceCell;

use memchr::memmem;

use crate::domain::gate::claim::Claim;
use crate::domain::gate::comparison::is_label;
use crate::domain::gate::emphasis::is_emphatic;
use crate::domain::gate::exchange::{Place, alike};
use crate::domain::gate::lack::is_light;
use crate::domain::gate::paraphrase::rewordings;
use crate::domain::gate::reading::{COMMA, Reading, SPACE, STOP};
use crate::domain::gate::roles::{Member, Part, may_be_verb, members, particle, same_word};
use crate::domain::gate::synonyms::meanings;
use crate::domain::text::{FIRST_SYLLABLE, Script, SyllableSet, syllable_at};

/// Words between a noun and its predicate, at most.
const APART: usize = 6;

/// Titles behind a name, by how they begin.
const TITLES: &str = "대표 교수 총장 학장 회장 사장 부사장 장관 차관 의원 박사 감독 선수 작가 시장 지사 이사 대통령 총리 부장 과장 \
    판사 검사 변호사 기자 위원장 원장 소장 국장 팀장 실장 학생 씨 연구원 선생";

/// The same before an English name.
const ENGLISH_TITLES: &str = "mr mrs ms miss dr prof sir lord lady dame king queen prince princess pope saint st     general colonel captain major chief judge justice coach mayor minister premier secretary chancellor ceo cfo dean aunt uncle     said says told asks asked met saw named called beat like with and late young old former then new english french german british american";

/// Words of a name.
const NAME: usize = 3;

/// The first word of the claim, its ending apart, that the windows lack and in whose place the first of them has another. `reworded` are the
/// words of the claim that the windows say in other words, `names` the keys of those of its names that they have.
pub(super) fn stranger<'a>(
    claim: &Claim<'a>,
    reworded: &[usize],
    names: &[u32],
    windows: &[Reading<'_>],
) -> Option<&'a str> {
    let window = windows.first()?;
    let text = &claim.reading;
    let unknown: Vec<usize> =
        (0..text.tokens.len()).filter(|&at| is_unknown(claim, at, reworded, windows)).collect();
    let found = label(text, windows).or_else(|| {
        if unknown.is_empty() {
            return titled(text, &unknown, window).or_else(|| short_predicate(text, windows));
        }
        titled(text, &unknown, window)
            .or_else(|| first_name(text, &unknown, names, windows))
            .or_else(|| final_predicate(text, &unknown, windows))
            .or_else(|| korean(text, &unknown, window))
            .or_else(|| modifier(text, &unknown, windows))
            .or_else(|| object(text, &unknown, windows))
            .or_else(|| alone(text, &unknown, windows))
            .or_else(|| english(text, &unknown, window))
    })?;
    Some(text.stem(found))
}

/// Whether no window has a word, a part of it, a longer word with it, or another word for it.
fn is_unknown(claim: &Claim<'_>, at: usize, reworded: &[usize], windows: &[Reading<'_>]) -> bool {
    let text = &claim.reading;
    let (Some(token), Some(key)) = (text.tokens.get(at), text.content(at)) else { return false };
    let stem = text.stem(at);
    let known = || windows.iter().any(|window| window.has(key)) || reworded.contains(&at);
    let is_value = || claim.values.iter().any(|value| value.span.contains(token.span));
    match token.script {
        Script::Hangul => {
            stem.chars().nth(1).is_some() && !known() && !is_light(token.text, stem) && !is_value() && {
                // `해마다` is not `해`.
                let groups: Vec<u16> = meanings(stem).chain(meanings(token.text)).collect();
                let related = |window: &Reading<'_>| {
                    (0..window.tokens.len()).any(|there| {
                        look_related(text, at, window, there)
                            || mean_the_same(&groups, window.stem(there))
                            || mean_the_same(&groups, window.word(there))
                            || contracts(token.text, window.word(there))
                    }) || memmem::find(window.norm.as_bytes(), stem.as_bytes()).is_some()
                };
                !windows.iter().any(related)
            }
        }
        Script::Latin => {
            token.text.len() > 1 && !known() && !is_pronoun(token.text) && !is_value() && {
                let head = token.text.get(..token.text.len().min(4)).unwrap_or(token.text);
                let begins =
                    |window: &Reading<'_>| window.tokens.iter().any(|other| other.text.starts_with(head));
                let reworded = rewordings(key).any(|key| windows.iter().any(|window| window.has(key)));
                !reworded && !windows.iter().any(begins)
            }
        }
        Script::Digit | Script::Other => false,
    }
}

/// Whether two Korean words are one but for its contraction: `정하여`, `정해`; `하였으나`, `했으나`.
fn contracts(one: &str, other: &str) -> bool {
    const PAIRS: [(&str, &str); 4] = [("하여", "해"), ("하였", "했"), ("되어", "돼"), ("되었", "됐")];
    let is = |long: &str, short: &str| {
        PAIRS.iter().filter_map(|(from, to)| Some((long.split_once(from)?, to))).any(|((head, tail), to)| {
            let rest = short.strip_prefix(head).and_then(|rest| rest.strip_prefix(to));
            rest.is_some_and(|rest| rest == tail || head.chars().next().is_some())
        })
    };
    is(one, other) || is(other, one)
}

/// Whether one Korean word is a part, another form or an abbreviation of the other, or means the same.
fn are_related(mine: &Reading<'_>, at: usize, theirs: &Reading<'_>, there: usize) -> bool {
    let groups = || meanings(mine.stem(at)).collect::<Vec<u16>>();
    look_related(mine, at, theirs, there) || mean_the_same(&groups(), theirs.stem(there))
}

/// Whether a word is of one of some groups.
fn mean_the_same(groups: &[u16], other: &str) -> bool {
    !groups.is_empty() && meanings(other).any(|group| groups.contains(&group))
}

/// Whether one Korean word is a part, another form or an abbreviation of the other.
fn look_related(mine: &Reading<'_>, at: usize, theirs: &Reading<'_>, there: usize) -> bool {
    let (one, other) = (mine.stem(at), theirs.stem(there));
    let is_part = |part: &str, whole: &str| part.chars().nth(1).is_some() && whole.contains(part);
    is_part(other, one)
        || is_part(one, other)
        || alike(mine, at, theirs, there)
        || abbreviates(one, other)
        || abbreviates(other, one)
}

/// Whether the syllables of a word stand in a longer one in this order, the first of them first: `한은`, `한국은행`.
fn abbreviates(short: &str, long: &str) -> bool {
    let mut rest = long.chars();
    short.chars().next().is_some_and(|first| long.starts_with(first))
        && short.chars().nth(1).is_some()
        && short.chars().all(|ch| rest.any(|other| other == ch))
}

/// English words that stand for another noun, or for none.
fn is_pronoun(word: &str) -> bool {
    matches!(
        word,
        "he" | "she"
            | "it"
            | "they"
            | "we"
            | "you"
            | "him"
            | "her"
            | "them"
            | "us"
            | "me"
            | "this"
            | "that"
            | "these"
            | "those"
            | "there"
            | "here"
            | "who"
            | "which"
            | "what"
            | "one"
            | "ones"
            | "someone"
            | "somebody"
            | "something"
            | "another"
            | "other"
            | "others"
            | "such"
            | "all"
            | "each"
            | "both"
            | "some"
            | "any"
            | "none"
            | "its"
            | "his"
            | "their"
            | "our"
            | "my"
            | "your"
    )
}

/// The letter of the claim that tells one of a kind where the windows have only another of that kind: `drug A`, `A사`.
fn label(text: &Reading<'_>, windows: &[Reading<'_>]) -> Option<usize> {
    // The letter, and the word before it or the syllable behind it, if that is no particle.
    let named = |text: &Reading<'_>, at: usize| {
        let token =
            text.tokens.get(at).filter(|token| token.script == Script::Latin && token.text.len() == 1)?;
        let letter = token.text.as_bytes().first().copied();
        let number = || {
            let before = at.checked_sub(1).and_then(|before| text.tokens.get(before));
            before.is_some_and(|before| before.script == Script::Digit && before.span.end == token.span.start)
        };
        // `drug A`, `9A`
        if is_label(text, at) || number() {
            return Some((text.key(at.checked_sub(1)?), letter));
        }
        let next = text.tokens.get(at + 1).filter(|next| next.script == Script::Hangul)?;
        let kind = if particle(next.text).is_some() { 0 } else { u32::from(next.text.chars().next()?) };
        (next.span.start == token.span.end).then_some((kind, letter))
    };
    (0..text.tokens.len()).find(|&at| {
        let Some(mine) = named(text, at) else { return false };
        let theirs =
            || windows.iter().flat_map(|window| (0..window.tokens.len()).filter_map(|at| named(window, at)));
        // `a` is an article where no letter stands beside it.
        theirs().any(|other| other.0 == mine.0 && other.1 != mine.1) && theirs().all(|other| other != mine)
    })
}

/// Where the claim has an unknown name before a title that has another name before it in the window.
fn titled(text: &Reading<'_>, unknown: &[usize], window: &Reading<'_>) -> Option<usize> {
    // The first syllables of the titles.
    static FIRST: SyllableSet = SyllableSet::of(&[
        '대', '교', '총', '학', '회', '사', '부', '장', '차', '의', '박', '감', '선', '작', '시', '지', '이',
        '과', '판', '검', '변', '기', '위', '원', '소', '국', '팀', '실', '씨', '연',
    ]);
    let word = |text: &Reading<'_>, at: usize| {
        text.tokens
            .get(at)
            .filter(|token| token.script == Script::Hangul)
            .map(|token| token.text.chars().count())
    };
    let is_title = |at: usize| {
        let token = text.tokens.get(at);
        let may_be = |text: &str| syllable_at(text.as_bytes(), 0).is_some_and(|first| FIRST.has(first));
        token
            .filter(|token| may_be(token.text))
            .is_some_and(|token| TITLES.split_whitespace().any(|title| token.text.starts_with(title)))
    };
    // A name before a title has no particle.
    let (mine, theirs) = (OnceCell::new(), OnceCell::new());
    let is_name = |text: &Reading<'_>, at: usize, list: &OnceCell<Vec<usize>>| {
        let nouns = || list.get_or_init(|| members(text).iter().map(|member| member.at).collect());
        word(text, at).is_some_and(|count| (2..=4).contains(&count)) && !nouns().contains(&at)
    };
    // `이정훈 의원`, `이정민 의원`: two of one family.
    let differs = |at: usize| {
        let name = text.word(at);
        word(text, at) == Some(3) && memmem::find(window.norm.as_bytes(), name.as_bytes()).is_none()
    };
    (0..text.tokens.len()).find(|&at| {
        is_title(at + 1) && (unknown.contains(&at) || differs(at)) && is_name(text, at, &mine) && {
            let mut there =
                window.positions(text.key(at + 1)).filter_map(|title| title.checked_sub(1)).peekable();
            let fresh = |there: usize| {
                let key = window.key(there);
                is_name(window, there, &theirs) && (0..text.tokens.len()).all(|at| text.key(at) != key)
            };
            there.peek().is_some() && there.all(fresh)
        }
    })
}

/// Where the claim has another first name before a name that the windows have (`Maria Lopez`, `Carlos Lopez`).
fn first_name(
    text: &Reading<'_>,
    unknown: &[usize],
    names: &[u32],
    windows: &[Reading<'_>],
) -> Option<usize> {
    // `striker Lopez`, `said Lopez`
    let is_name = |text: &Reading<'_>, at: usize| {
        let word = text.word(at);
        text.content(at).is_some()
            && text.tokens.get(at).is_some_and(|token| token.script == Script::Latin)
            && word.len() > 2
            && !["ed", "er", "or", "ist", "man", "ent", "ant", "ing", "ly", "ic"]
                .iter()
                .any(|end| word.ends_with(end))
            && !ENGLISH_TITLES.split_whitespace().any(|title| title == word)
    };
    let alone = |text: &Reading<'_>, at: usize| text.gap(at) == SPACE;
    unknown.iter().copied().find(|&at| {
        let name = text.key(at + 1);
        names.contains(&name) && alone(text, at + 1) && is_name(text, at) && {
            let mut places = windows
                .iter()
                .flat_map(|window| window.positions(name).map(move |at| (window, at)))
                .peekable();
            places.peek().is_some()
                && places.all(|(window, there)| {
                    there.checked_sub(1).is_some_and(|first| {
                        let key = window.key(first);
                        alone(window, there)
                            && is_name(window, first)
                            && (0..text.tokens.len()).all(|at| text.key(at) != key)
                    })
                })
        }
    })
}

/// Where the claim does something else with what the windows name: `예산안을 심의한다`, `예산안을 의결한다`.
fn final_predicate(text: &Reading<'_>, unknown: &[usize], windows: &[Reading<'_>]) -> Option<usize> {
    let is_object = |word: &str| word.chars().nth(1).is_some() && word.ends_with(['을', '를']);
    unknown.iter().copied().find(|&at| {
        let dictionary = dictionary_form(text.word(at));
        let means = |other: &str| {
            let forms = dictionary.as_deref().into_iter().chain([text.word(at)]);
            let mut groups = forms.flat_map(meanings);
            groups.any(|group| meanings(other).any(|theirs| theirs == group))
        };
        let Some(before) = at.checked_sub(1) else { return false };
        let object = is_object(text.word(before));
        let last = |text: &Reading<'_>, at: usize| {
            (object || ACTS.iter().any(|end| text.word(at).ends_with(end)))
                && text.word(at).ends_with('다')
                && (text.tokens.get(at + 1).is_none() || text.gap(at + 1) & STOP != 0)
        };
        let shared = || (0..before).filter(|&at| text.content(at).is_some()).count() > 0;
        last(text, at) && (object || unknown.len() == 1 && shared()) && {
            let key = text.key(before);
            let mut places = windows
                .iter()
                .flat_map(|window| window.positions(key).map(move |at| (window, at)))
                .peekable();
            places.peek().is_some()
                && places.all(|(window, there)| {
                    let next = there + 1;
                    let other = window.content(next);
                    other.is_some_and(|other| (0..text.tokens.len()).all(|at| text.key(at) != other))
                        && window.gap(next) == SPACE
                        && if object {
                            // `늘리기로 했다` may be anything.
                            let verb = ['다', '고', '며', '여', '해', '아', '어', '는'];
                            is_object(window.word(there)) && window.word(next).ends_with(verb)
                        } else {
                            window.word(there) == text.word(before) && last(window, next)
                        }
                        && !means(window.word(next))
                })
        }
    })
}

/// Where the only word of the claim that is unknown stands between two words between which the windows have only another: `gross
/// negligence`, `slight negligence`.
fn modifier(text: &Reading<'_>, unknown: &[usize], windows: &[Reading<'_>]) -> Option<usize> {
    let &[at] = unknown else { return None };
    // `말벌 사냥꾼`, `꿀벌 사냥꾼` where a sentence begins, too.
    let (before, next) = (at.checked_sub(1), at + 1);
    let first = |text: &Reading<'_>, at: usize| at == 0 || text.gap(at) & STOP != 0;
    if before.is_none() && text.tokens.get(at).is_none_or(|token| token.script != Script::Hangul) {
        return None;
    }
    let joined = |text: &Reading<'_>, at: usize| {
        (text.gap(at) == SPACE || first(text, at)) && text.gap(at + 1) == SPACE
    };
    // Particles stand behind what they belong to, so only what follows in Korean needs to be content.
    // `우편으로 한다`, `온라인으로 한다`
    let way = |text: &Reading<'_>, at: usize| text.word(at).ends_with('로');
    if !way(text, at) {
        text.content(next)?;
    }
    // What is said of a predicate is free.
    let predicate = !way(text, at)
        && text
            .tokens
            .get(next)
            .is_some_and(|token| token.script == Script::Hangul && token.text.ends_with('다'));
    if predicate || !joined(text, at) || is_pointed_at(text, at) || is_emphatic_at(text, at) {
        return None;
    }
    let mut found = false;
    for window in windows {
        for there in (0..window.tokens.len()).filter(|&there| same_word(text, next, window, there)) {
            let other = there.checked_sub(1)?;
            let placed = match before {
                Some(before) => {
                    other.checked_sub(1).is_some_and(|first| same_word(text, before, window, first))
                }
                None => first(window, other) && !window.word(other).ends_with(['은', '는', '이', '가', '의']),
            };
            let fresh = || {
                window.content(other).is_some()
                    && way(window, other) == way(text, at)
                    && joined(window, other)
                    && !is_emphatic_at(window, other)
                    && window.word(other).chars().next() != text.word(at).chars().next()
                    && !(0..text.tokens.len()).any(|at| {
                        let exact = window.has(text.key(at));
                        text.key(at) == window.key(other) || !exact && are_related(text, at, window, other)
                    })
            };
            if !placed || !fresh() {
                return None;
            }
            found = true;
        }
    }
    found.then_some(at)
}

/// Whether a word emphasises or measures rather than tells one kind from another.
fn is_emphatic_at(text: &Reading<'_>, at: usize) -> bool {
    text.tokens.get(at).is_some_and(|token| is_emphatic(token) || token.script == Script::Digit)
}

/// Where the only word of the claim that is unknown is what something is done to, and the windows do it to something else:
/// `예산안을 상정했다`, `조례안을 상정했다`.
fn object(text: &Reading<'_>, unknown: &[usize], windows: &[Reading<'_>]) -> Option<usize> {
    let &[at] = unknown else { return None };
    let is_object = |text: &Reading<'_>, at: usize| {
        let word = text.word(at);
        let noun = word.strip_suffix(['을', '를']).unwrap_or_default();
        noun.chars().nth(1).is_some() && !is_general(noun) && !is_light(word, noun)
    };
    let last = at + 1;
    let ends = text.tokens.get(last + 1).is_none() && text.word(last).ends_with('다');
    if !is_object(text, at) || !ends || is_pointed_at(text, at) {
        return None;
    }
    let known = |at: usize| {
        windows.iter().any(|window| (0..window.tokens.len()).any(|there| same_word(text, at, window, there)))
    };
    let mut rest = (0..at).filter(|&at| text.content(at).is_some()).peekable();
    if rest.peek().is_none() || !rest.all(known) {
        return None;
    }
    let places = windows.iter().flat_map(|window| (0..window.tokens.len()).map(move |there| (window, there)));
    let mut places = places.filter(|&(window, there)| same_word(text, last, window, there)).peekable();
    let fresh = |(window, there): (&Reading<'_>, usize)| {
        there.checked_sub(1).is_some_and(|other| {
            is_object(window, other) && !(0..text.tokens.len()).any(|at| are_related(text, at, window, other))
        })
    };
    (places.peek().is_some() && places.all(fresh)).then_some(at)
}

/// Where the claim says of an unknown noun alone what the windows say of another alone: `흰자만 쓴다`, `노른자만 쓴다`.
fn alone(text: &Reading<'_>, unknown: &[usize], windows: &[Reading<'_>]) -> Option<usize> {
    let named = |text: &Reading<'_>, at: usize| {
        let noun = text.word(at).strip_suffix('만').unwrap_or_default();
        noun.chars().nth(1).is_some() && !noun.ends_with(['지', '에', '서', '로', '때', '고'])
    };
    unknown.iter().copied().filter(|&at| named(text, at)).find(|&at| {
        windows.iter().any(|window| {
            (0..window.tokens.len()).any(|there| {
                named(window, there)
                    && same_word(text, at + 1, window, there + 1)
                    && !(0..text.tokens.len()).any(|at| are_related(text, at, window, there))
            })
        })
    })
}

/// Where the claim does something else, told by a short verb, with what the windows name: `둑을 헐었다`, `둑을 쌓았다`.
fn short_predicate(text: &Reading<'_>, windows: &[Reading<'_>]) -> Option<usize> {
    let at = text.tokens.len().checked_sub(1)?;
    let before = at.checked_sub(1)?;
    let is_object = |word: &str| word.ends_with(['을', '를']) && word.chars().nth(1).is_some();
    // `받다` and `하다` say little by themselves.
    let light = |word: &str| {
        word.starts_with(['하', '한', '했', '합', '되', '된', '됐', '받', '있', '없', '주', '준', '줬'])
    };
    let verb = |word: &str| word.chars().nth(1).is_some() && word.chars().nth(4).is_none() && !light(word);
    let word = text.word(at);
    if !word.ends_with('다') || !verb(word) || !is_object(text.word(before)) {
        return None;
    }
    let first = initial(word)?;
    let groups: Vec<u16> =
        dictionary_form(word).as_deref().into_iter().chain([word]).flat_map(meanings).collect();
    let key = text.key(before);
    let mut places =
        windows.iter().flat_map(|window| window.positions(key).map(move |at| (window, at))).peekable();
    let fresh = |(window, there): (&Reading<'_>, usize)| {
        let next = window.word(there + 1);
        let ends = ['다', '고', '며', '여', '아', '어', '는'];
        is_object(window.word(there))
            && window.gap(there + 1) == SPACE
            && verb(next)
            && next.ends_with(ends)
            && initial(next).is_some_and(|other| other != first)
            && !mean_the_same(&groups, next)
            && !dictionary_form(next).is_some_and(|form| mean_the_same(&groups, &form))
            && !(0..text.tokens.len()).any(|at| same_word(text, at, window, there + 1))
    };
    let elsewhere = || {
        windows.iter().any(|window| {
            (0..window.tokens.len()).any(|there| {
                initial(window.word(there)) == Some(first)
                    && window.word(there).chars().next() == word.chars().next()
            })
        })
    };
    (places.peek().is_some() && places.all(fresh) && !elsewhere()).then_some(at)
}

/// The first consonant of a Korean word: forms of one verb have it in common.
fn initial(word: &str) -> Option<u32> {
    /// Syllables that begin with one consonant.
    const VOWELS_AND_FINALS: u32 = 588;
    let first = syllable_at(word.as_bytes(), 0)?;
    first.checked_sub(FIRST_SYLLABLE).map(|first| first / VOWELS_AND_FINALS)
}

/// What verbs end in that are made of nouns.
const ACTS: [&str; 6] = ["한다", "했다", "하였다", "된다", "됐다", "되었다"];

/// `알리다` for `알린다`.
fn dictionary_form(word: &str) -> Option<String> {
    /// Finals of a syllable, and which of them is `ㄴ`.
    const FINALS: u32 = 28;
    const NIEUN: u32 = 4;
    let head = word.strip_suffix('다')?;
    let last = syllable_at(head.as_bytes(), head.len().checked_sub(3)?)?;
    let open = char::from_u32(last - NIEUN).filter(|_| (last - FIRST_SYLLABLE) % FINALS == NIEUN)?;
    Some(format!("{}{open}다", head.get(..head.len() - 3)?))
}

/// What a part is compared by: a topic is mostly an agent.
fn role(part: Part) -> Part {
    if part == Part::Topic { Part::Agent } else { part }
}

/// Where the claim has a noun that is unknown, and the window in its part, beside the same predicate, another.
fn korean(text: &Reading<'_>, unknown: &[usize], window: &Reading<'_>) -> Option<usize> {
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

/// Whether a noun stands for another that is known: `우리 대학`, `이 회사`.
fn is_pointed_at(text: &Reading<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| text.tokens.get(before));
    before.is_some_and(|before| {
        matches!(before.text, "우리" | "이" | "그" | "본" | "동" | "해당" | "이들" | "같은" | "당")
    })
}

/// Whether a noun may stand for many that are told more exactly elsewhere: `매장` for a café, `당사` for a company.
fn is_general(noun: &str) -> bool {
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

/// Where the claim has a name, or a noun with its article, that is unknown, and the window with the same words around
/// another.
fn english(text: &Reading<'_>, unknown: &[usize], window: &Reading<'_>) -> Option<usize> {
    let others = OnceCell::new();
    unknown.iter().copied().find(|&at| {
        if text.tokens.get(at).is_none_or(|token| token.script != Script::Latin)
            || at.checked_sub(1).is_some_and(|before| unknown.contains(&before))
        {
            return false;
        }
        let next = (at..=text.tokens.len()).find(|next| !unknown.contains(next)).unwrap_or(at + 1);
        let Some((here, article)) = noun(text, at, next) else { return false };
        let others = others.get_or_init(|| fresh_nouns(text, window));
        others.iter().filter(|other| other.1 == article).any(|&(there, _)| {
            let mut fit = here.fit(there);
            fit.left += u32::from(fit.left == 0 && begins(text, here.first) && begins(window, there.first));
            fit.left > 0 && fit.right > 0 && fit.content > 1
        })
    })
}

/// The nouns of a window that have no word of the claim.
fn fresh_nouns<'a, 'b>(text: &Reading<'_>, window: &'b Reading<'a>) -> Vec<(Place<'a, 'b>, bool)> {
    let is_fresh = |at: usize| {
        window.content(at).is_some_and(|key| !text.has(key))
            && window
                .tokens
                .get(at)
                .is_some_and(|token| token.script == Script::Latin && !is_pronoun(token.text))
    };
    let count = window.tokens.len();
    let fresh: Vec<bool> = (0..count).map(is_fresh).collect();
    let mut found = Vec::new();
    for first in 0..count {
        let words = fresh.iter().skip(first).take(NAME).take_while(|fresh| **fresh).count();
        found.extend((first + 1..=first + words).filter_map(|next| noun(window, first, next)));
    }
    found
}

/// Whether a clause begins at a word.
fn begins(text: &Reading<'_>, at: usize) -> bool {
    at == 0 || text.gap(at) & (STOP | COMMA) != 0
}

/// The place of a noun with its article, and whether it has one; none where more belongs to it.
fn noun<'a, 'b>(text: &'b Reading<'a>, first: usize, next: usize) -> Option<(Place<'a, 'b>, bool)> {
    let word = |at: usize| text.word(at);
    let before = first.checked_sub(1).map_or("", word);
    let article = matches!(before, "a" | "an" | "the");
    let first = first - usize::from(article);
    let leads = begins(text, first)
        || first.checked_sub(1).is_some_and(|before| {
            text.content(before).is_none() && !is_pronoun(word(before)) || may_be_verb(text, before)
        });
    // `who said`, `explorers crossed`: no noun.
    if word(next.saturating_sub(1)).ends_with("ed") {
        return None;
    }
    let ends = next >= text.tokens.len()
        || text.gap(next) & (STOP | COMMA) != 0
        || text.content(next).is_none()
        || begins(text, first)
            && may_be_verb(text, next)
            && (!word(next).ends_with('s') || text.content(next + 1).is_none());
    (leads && ends).then_some((Place { text, first, next }, article))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::gate::claim::Wording;
    use crate::domain::text::normalise;

    #[test]
    fn another_in_the_same_place() {
        for (claim, evidence, want) in [
            ("총장이 휴학을 허가한다.", "학장이 휴학을 허가한다.", Some("총장")),
            ("휴학은 총장이 허가한다.", "총장이 휴학을 허가한다.", None),
            ("한은이 금리를 올렸다.", "한국은행이 금리를 올렸다.", None),
            ("협회가 금리를 올렸다.", "이 기관이 금리를 올렸다.", None),
            ("최민수 감독이 팀을 이끈다.", "박지훈 감독은 팀을 이끈다.", Some("최민수")),
            ("C사는 공장을 지었다.", "B사가 공장을 지었다.", Some("c")),
            ("The fair was held in Linz.", "The fair was held in Wels.", Some("linz")),
            ("Linz hosted the fair.", "In May, Wels hosted the fair.", Some("linz")),
            ("The mayor opened the fair.", "Berger opened the fair.", None),
            ("She opened the fair.", "Berger opened the fair.", None),
            ("Plan C covers teeth.", "Plan B covers teeth.", Some("c")),
            ("Plan B covers teeth.", "Plan B covers teeth, plan C does not.", None),
        ] {
            let wording = Wording::new(claim);
            let evidence = normalise(evidence);
            assert_eq!(
                stranger(&Claim::new(&wording), &[], &[], &[Reading::new(&evidence)]),
                want,
                "{claim}"
            );
        }
    }
}
