//! Strangers: a noun of the claim that no evidence has, in whose place the evidence names another (`김철수가 회사를
//! 설립했다` where it says `이영희가`, `held in Seoul` where it says `held in Busan`).
//!
//! Owns telling that two words have one place: in Korean by their particle and predicate or by the word behind them, in English by
//! the words around them. Opposites and values are [`exchange`](crate::sides::exchange)'s, nouns that both have in other parts
//! [`roles`](crate::parts::roles)'.

use crate::english::paraphrase::rewordings;
use crate::korean::lack::is_light;
use crate::parts::english::{is_label, may_be_verb};
use crate::parts::roles::is_quoted;
use crate::sides::place::Place;
use crate::text::claim::Claim;
use stet_reading::emphasis::is_emphatic;
use stet_reading::members::{Member, Part, member, particle};
use stet_reading::reading::{COMMA, Reading, SPACE, STOP};
use stet_reading::synonyms::meanings;
use stet_text::{Script, Token};

/// The first word of the claim, its ending apart, that the windows lack and in whose place they have another. `reworded` are
/// the words of the claim that the windows say in other words.
pub(crate) fn stranger<'a>(
    claim: &Claim<'a>,
    reworded: &[usize],
    windows: &[Reading<'_>],
) -> Option<&'a str> {
    let (text, window) = (&claim.reading, windows.first()?);
    let found = label(text, windows).or_else(|| {
        let is_unknown = |at: &usize| is_unknown(claim, *at, reworded, windows);
        let unknown: Vec<usize> = (0..text.tokens.len()).filter(is_unknown).collect();
        let alone = unknown.len() == 1;
        let korean = unknown.iter().copied().find(|&at| {
            has_other_predicate(text, at, alone, windows)
                || has_other_noun(text, at, window)
                || has_other_before(text, at, alone, windows)
        });
        korean.or_else(|| english(text, &unknown, window))
    })?;
    Some(text.stem(found))
}

/// Whether no window has a word, a part of it, a longer word with it, or another word for it.
fn is_unknown(claim: &Claim<'_>, at: usize, reworded: &[usize], windows: &[Reading<'_>]) -> bool {
    /// Bytes with which words of one family begin.
    const HEAD: usize = 4;
    let text = &claim.reading;
    let (Some(token), Some(key)) = (text.tokens.get(at), text.content(at)) else { return false };
    if reworded.contains(&at) || text.is_in(&claim.values, at) || windows.iter().any(|window| window.has(key))
    {
        return false;
    }
    match token.script {
        Script::Hangul => {
            let stem = text.stem(at);
            // `후에`
            let bare = member(token.text).map_or(stem, |(noun, _)| noun);
            let groups: Vec<u16> = meanings(token.text).collect();
            let known = |window: &Reading<'_>| {
                window.norm.contains(stem)
                    || window.meanings().iter().any(|one| groups.contains(&one.group))
                    || (0..window.tokens.len()).any(|there| look_related(text, at, window, there))
            };
            has_two(stem) && has_two(bare) && !is_light(token.text, stem) && !windows.iter().any(known)
        }
        Script::Latin => {
            let head = token.text.get(..token.text.len().min(HEAD)).unwrap_or(token.text);
            let known = |window: &Reading<'_>| {
                rewordings(key).any(|key| window.has(key))
                    || window.tokens.iter().any(|other| other.text.starts_with(head))
            };
            token.text.len() > 1 && !is_pronoun(token.text) && !windows.iter().any(known)
        }
        Script::Digit | Script::Other => false,
    }
}

/// Whether a word has more than one character.
fn has_two(word: &str) -> bool {
    word.chars().nth(1).is_some()
}

/// Whether one Korean word is a part, another form or an abbreviation (`한은`, `한국은행`) of the other.
fn look_related(mine: &Reading<'_>, at: usize, theirs: &Reading<'_>, there: usize) -> bool {
    let (one, other) = (mine.stem(at), theirs.stem(there));
    let is_part = |part: &str, whole: &str| has_two(part) && whole.contains(part);
    let abbreviates = |short: &str, long: &str| {
        let mut rest = long.chars();
        has_two(short) && short.chars().all(|ch| rest.any(|other| other == ch))
    };
    mine.is_same(at, theirs, there) && !are_names(mine.word(at), theirs.word(there))
        || is_part(one, other)
        || is_part(other, one)
        || one.chars().next() == other.chars().next() && (abbreviates(one, other) || abbreviates(other, one))
}

/// Whether two Korean words are the names of two of one family: `이정훈`, `이정민`.
fn are_names(one: &str, other: &str) -> bool {
    const ENDINGS: &str = "은는이가을를의에도로과와만다고며서면지여해게아어한된할될인";
    let is_name = |word: &str| word.chars().count() == 3 && !word.ends_with(|last| ENDINGS.contains(last));
    one != other && is_name(one) && is_name(other)
}

/// The same, or whether they mean the same.
fn are_related(mine: &Reading<'_>, at: usize, theirs: &Reading<'_>, there: usize) -> bool {
    look_related(mine, at, theirs, there)
        || meanings(mine.word(at)).any(|group| meanings(theirs.word(there)).any(|other| other == group))
}

/// Whether a word of a window is a content word that the claim does not say. `소득` beside `소득세` is not one of it where it stands
/// there itself.
fn is_fresh(text: &Reading<'_>, window: &Reading<'_>, there: usize) -> bool {
    let stated = |token: &Token<'_>| token.script != Script::Digit && !is_emphatic(window, there);
    window.content(there).is_some()
        && window.tokens.get(there).is_some_and(stated)
        && !is_said(text, window, there)
}

/// Whether a claim says a word of a window, in any form.
fn is_said(text: &Reading<'_>, window: &Reading<'_>, there: usize) -> bool {
    (0..text.tokens.len()).any(|at| {
        text.key(at) == window.key(there) || !window.has(text.key(at)) && are_related(text, at, window, there)
    })
}

/// The letter of the claim that tells one of a kind where the windows have only another of that kind: `drug A`, `A사`.
fn label(text: &Reading<'_>, windows: &[Reading<'_>]) -> Option<usize> {
    // The letter, and the word before it or the syllable behind it, if that is no particle.
    let named = |text: &Reading<'_>, at: usize| {
        let token =
            text.tokens.get(at).filter(|token| token.script == Script::Latin && token.text.len() == 1)?;
        let before = at.checked_sub(1).and_then(|before| text.tokens.get(before));
        let numbered = before
            .is_some_and(|before| before.script == Script::Digit && before.span.end == token.span.start);
        // `drug A`, `9A`
        if is_label(text, at) || numbered {
            return Some((text.key(at.checked_sub(1)?), token.text.as_bytes().first().copied()));
        }
        let next = text.tokens.get(at + 1).filter(|next| next.script == Script::Hangul)?;
        let kind = if particle(next.text).is_some() { 0 } else { u32::from(next.text.chars().next()?) };
        (next.span.start == token.span.end).then_some((kind, token.text.as_bytes().first().copied()))
    };
    let all = |text: &Reading<'_>| -> Vec<_> {
        (0..text.tokens.len()).filter_map(|at| Some((at, named(text, at)?))).collect()
    };
    let mine = all(text);
    let theirs: Vec<_> = if mine.is_empty() { Vec::new() } else { windows.iter().flat_map(all).collect() };
    let is_other = |own: &(u32, Option<u8>)| {
        theirs.iter().any(|(_, other)| other.0 == own.0 && other.1 != own.1)
            && theirs.iter().all(|(_, other)| other != own)
    };
    mine.into_iter().find(|(_, own)| is_other(own)).map(|(at, _)| at)
}

/// The places of the windows where a word stands that is the same as one of the claim.
fn places<'a, 'b>(
    text: &'b Reading<'a>,
    at: usize,
    windows: &'b [Reading<'a>],
) -> impl Iterator<Item = (&'b Reading<'a>, usize)> {
    windows.iter().flat_map(move |window| window.same_as(text, at).map(move |there| (window, there)))
}

/// Whether there are some places, and all are so.
fn are_all<T>(places: impl Iterator<Item = T>, test: impl Fn(T) -> bool) -> bool {
    let mut places = places.peekable();
    places.peek().is_some() && places.all(test)
}

fn is_object(word: &str) -> bool {
    word.strip_suffix(['을', '를']).is_some_and(has_two)
}

/// Whether a Korean claim does something else with what the windows name: `예산안을 심의한다`, `예산안을 의결한다`.
fn has_other_predicate(text: &Reading<'_>, at: usize, alone: bool, windows: &[Reading<'_>]) -> bool {
    /// What verbs end in that are made of nouns.
    const ACTS: [&str; 6] = ["한다", "했다", "하였다", "된다", "됐다", "되었다"];
    let Some(before) = at.checked_sub(1) else { return false };
    let object = is_object(text.word(before));
    let is_act = |word: &str| ACTS.iter().any(|end| word.ends_with(end));
    let ends = |text: &Reading<'_>, at: usize| {
        text.word(at).ends_with('다') && (at + 1 == text.tokens.len() || text.gap(at + 1) & STOP != 0)
    };
    let shared = (0..before).any(|at| text.content(at).is_some());
    let act = alone && shared && is_act(text.word(at));
    if !ends(text, at) || !object && !act {
        return false;
    }
    are_all(places(text, before, windows), |(window, there)| {
        let next = there + 1;
        let word = window.word(next);
        let acts = if object {
            // `늘리기로 했다` may be anything.
            is_object(window.word(there)) && word.ends_with(['다', '고', '며', '여', '해', '아', '어', '는'])
        } else {
            window.word(there) == text.word(before) && ends(window, next) && is_act(word)
        };
        acts && window.gap(next) == SPACE && is_fresh(text, window, next)
    })
}

/// Whether the window has another noun in the part that an unknown one of the claim has beside the same predicate.
fn has_other_noun(text: &Reading<'_>, at: usize, window: &Reading<'_>) -> bool {
    /// Words around the other noun among which one more of the claim stands.
    const NEAR: usize = 12;
    let role = |part: Part| if part == Part::Topic { Part::Agent } else { part };
    let mine = text.members();
    // What is done to something is said in many words; who does it, and where, in few.
    let is_told = |member: &&Member<'_>| {
        member.at == at && !matches!(member.part, Part::Object | Part::Owner) && is_particular(text, member)
    };
    let Some(member) = mine.iter().find(is_told) else { return false };
    let Some(predicate) = predicate(text, &mine, member) else { return false };
    // `영어로 쓴다`, `한국어로 쓴다`: in exactly this place.
    let exact = member.part == Part::Way;
    if exact && predicate != at + 1 {
        return false;
    }
    let list = window.members();
    let groups: Vec<u16> = meanings(text.word(predicate)).collect();
    let is_same_predicate = |there: usize| {
        text.is_same(predicate, window, there)
            || meanings(window.word(there)).any(|group| groups.contains(&group))
    };
    let rest = |at: &usize| text.content(*at).is_some() && *at != member.at && *at != predicate;
    let others: Vec<usize> = (0..text.tokens.len()).filter(rest).collect();
    list.iter().any(|other| {
        let near = other.at.saturating_sub(NEAR)..other.at + NEAR;
        let beside =
            |&at: &usize| near.clone().any(|there| there != other.at && text.key(at) == window.key(there));
        role(other.part) == role(member.part)
            && is_particular(window, other)
            && !is_said(text, window, other.at)
            && self::predicate(window, &list, other).is_some_and(|there| {
                let between = |one: &Member<'_>| {
                    one.at > other.at && one.at < there && role(one.part) == role(other.part)
                };
                // The subject of what is quoted is another one.
                (is_quoted(window.word(there - 1)) || !list.iter().any(between))
                    && (!exact || there == other.at + 1)
                    && is_same_predicate(there)
            })
            && (others.is_empty() || others.iter().any(beside))
    })
}

/// The predicate of a Korean noun: the first content word behind it that is no noun with a part.
fn predicate(text: &Reading<'_>, list: &[Member<'_>], member: &Member<'_>) -> Option<usize> {
    /// Words between a noun and its predicate, at most.
    const APART: usize = 6;
    let mut behind = (member.at + 1..text.tokens.len().min(member.at + 1 + APART))
        .take_while(|&at| text.gap(at) & STOP == 0);
    // `정부는 경기가 나아졌다고 발표했다`
    if member.part == Part::Topic
        && let Some(said) = behind.clone().find(|&at| is_quoted(text.word(at)))
    {
        return Some(said + 1).filter(|&said| text.content(said).is_some());
    }
    behind.find(|&at| text.content(at).is_some() && !list.iter().any(|other| other.at == at))
}

/// Whether a Korean noun stands for itself: not for another that is known (`우리 대학`, `이 회사`), nor for many that are told more
/// exactly elsewhere (`매장` for a café, `당사` for a company).
fn is_particular(text: &Reading<'_>, member: &Member<'_>) -> bool {
    const GENERAL: &str =
        "당사 본사 본교 당국 업체 기관 단체 매장 가게 회사 기업 본인 상대 양측 시설 건물 장소 제품 상품 작품";
    let before = member.at.checked_sub(1).map_or("", |before| text.word(before));
    let points = matches!(before, "우리" | "이" | "그" | "본" | "동" | "해당" | "이들" | "같은" | "당");
    !points
        && !GENERAL.split(' ').any(|general| general == member.noun)
        && !is_light(text.word(member.at), member.noun)
}

/// Whether the windows have always another word than the only unknown one of the claim before the same word: `말벌 사냥꾼`, `꿀벌
/// 사냥꾼`; `국가의 지원`, `재단의 지원`; `예산안을 상정했다`, `조례안을 상정했다`. One without a particle stands behind the same word, too.
fn has_other_before(text: &Reading<'_>, at: usize, alone: bool, windows: &[Reading<'_>]) -> bool {
    let part = |text: &Reading<'_>, at: usize| member(text.word(at)).map(|(_, part)| part);
    let begins = |text: &Reading<'_>, at: usize| at == 0 || text.gap(at) & STOP != 0;
    let joined = |text: &Reading<'_>, at: usize| {
        (text.gap(at) == SPACE || begins(text, at)) && text.gap(at + 1) == SPACE
    };
    let (own, next) = (part(text, at), at + 1);
    let predicate = text.word(next).ends_with('다');
    let hangul = text.tokens.get(at).is_some_and(|token| token.script == Script::Hangul);
    // Whose something is, and what is done with something, need not stand behind the same word.
    let loose = own == Some(Part::Owner) || own == Some(Part::Object) && predicate;
    let tells = match own {
        Some(Part::Owner) => text.content(next).is_some(),
        Some(Part::Object) if predicate => alone && next + 1 == text.tokens.len(),
        Some(Part::Way) => alone,
        // What is said of a predicate is free.
        _ => alone && text.content(next).is_some() && !predicate && (hangul || !begins(text, at)),
    };
    let named = text.members().into_iter().find(|member| member.at == at);
    let emphatic = is_emphatic(text, at);
    if !tells
        || emphatic
        || !loose && !joined(text, at)
        || named.is_some_and(|member| !is_particular(text, &member))
    {
        return false;
    }
    are_all(places(text, next, windows), |(window, there)| {
        let Some(other) = there.checked_sub(1) else { return false };
        let same_before = || {
            let before = at.checked_sub(1).zip(other.checked_sub(1));
            before.is_some_and(|(before, there)| text.is_same(before, window, there))
        };
        let is_way = |part: Option<Part>| part == Some(Part::Way);
        let first = || {
            let topic = text.word(at).ends_with(['도', '만', '은', '는']);
            hangul && at == 0 && !topic && !window.word(other).ends_with(['은', '는', '이', '가', '의'])
        };
        let placed = if loose {
            part(window, other) == own
        } else {
            let differs = window.word(other).chars().next() != text.word(at).chars().next();
            (differs || are_names(text.word(at), window.word(other)))
                && is_way(part(window, other)) == is_way(own)
                && (same_before() || first())
        };
        placed && (loose || joined(window, other)) && is_fresh(text, window, other)
    })
}

/// Words of a name.
const NAME: usize = 3;

/// Where the claim has a name, or a noun with its article, that is unknown, and the window with the same words around
/// another.
fn english(text: &Reading<'_>, unknown: &[usize], window: &Reading<'_>) -> Option<usize> {
    let is_latin = |token: &Token<'_>| token.script == Script::Latin && !is_pronoun(token.text);
    let is_word = |text: &Reading<'_>, at: usize| text.tokens.get(at).is_some_and(is_latin);
    let fresh =
        |there: usize| is_word(window, there) && window.content(there).is_some_and(|key| !text.has(key));
    let begins = |place: Place<'_, '_>| place.first == 0 || place.text.gap(place.first) & (STOP | COMMA) != 0;
    unknown.iter().copied().filter(|&at| is_word(text, at)).find(|&at| {
        let next = (at..=text.tokens.len()).find(|next| !unknown.contains(next)).unwrap_or(at + 1);
        if at > 0 && unknown.contains(&(at - 1)) {
            return false;
        }
        let Some(here) = noun(text, at, next) else { return false };
        let fits = |first: usize, next: usize| {
            let there = Place { text: window, first, next }.with_article();
            let mut fit = here.fit(there);
            fit.left += u32::from(fit.left == 0 && begins(here) && begins(there));
            (there.first < first) == (here.first < at)
                && fit.left > 0
                && fit.right > 0
                && fit.content > 1
                && noun(window, first, next).is_some()
        };
        (0..window.tokens.len()).any(|first| {
            let run = (first..first + NAME).take_while(|&there| fresh(there));
            run.into_iter().any(|there| fits(first, there + 1))
        })
    })
}

/// The place of an English noun with its article; none where more belongs to it.
fn noun<'a, 'b>(text: &'b Reading<'a>, first: usize, next: usize) -> Option<Place<'a, 'b>> {
    let place = Place { text, first, next }.with_article();
    let ends_at = |at: usize| at == 0 || at >= text.tokens.len() || text.gap(at) & (STOP | COMMA) != 0;
    let begins = ends_at(place.first);
    let leads = || {
        place.first.checked_sub(1).is_some_and(|before| {
            text.content(before).is_none() && !is_pronoun(text.word(before)) || may_be_verb(text, before)
        })
    };
    // `who said`, `explorers crossed`: no noun.
    let verb = next.checked_sub(1).is_some_and(|last| text.word(last).ends_with("ed"));
    let finite =
        || may_be_verb(text, next) && (!text.word(next).ends_with('s') || text.content(next + 1).is_none());
    let ends = ends_at(next) || text.content(next).is_none() || begins && finite();
    (!verb && ends && (begins || leads())).then_some(place)
}

/// English words that stand for another noun, or for none.
fn is_pronoun(word: &str) -> bool {
    const PRONOUNS: &str = "he she it they we you him her them us me this that these those there here who which what one \
                            ones someone somebody something another other others such all each both some any none its \
                            his their our my your";
    PRONOUNS.split(' ').any(|pronoun| pronoun == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::claim::Wording;
    use stet_text::normalise;

    #[test]
    fn another_in_the_same_place() {
        for (claim, evidence, want) in [
            ("총장이 휴학을 허가한다.", "학장이 휴학을 허가한다.", Some("총장")),
            ("휴학은 총장이 허가한다.", "총장이 휴학을 허가한다.", None),
            ("한은이 금리를 올렸다.", "한국은행이 금리를 올렸다.", None),
            ("협회가 금리를 올렸다.", "이 기관이 금리를 올렸다.", None),
            ("최민수 감독이 팀을 이끈다.", "박지훈 감독은 팀을 이끈다.", Some("최민수")),
            ("이정훈 의원이 법안을 발의했다.", "이정민 의원이 법안을 발의했다.", Some("이정훈")),
            ("위원회는 예산안을 심의한다.", "위원회는 예산안을 의결한다.", Some("심의")),
            ("위원회는 재단의 지원을 받는다.", "위원회는 국가의 지원을 받는다.", Some("재단")),
            ("C사는 공장을 지었다.", "B사가 공장을 지었다.", Some("c")),
            ("The fair was held in Linz.", "The fair was held in Wels.", Some("linz")),
            ("Linz hosted the fair.", "In May, Wels hosted the fair.", Some("linz")),
            ("The mayor opened the fair.", "Berger opened the fair.", None),
            ("She opened the fair.", "Berger opened the fair.", None),
            ("It bars gross negligence alone.", "It bars slight negligence alone.", Some("gross")),
            ("Plan C covers teeth.", "Plan B covers teeth.", Some("c")),
            ("Plan B covers teeth.", "Plan B covers teeth, plan C does not.", None),
        ] {
            let wording = Wording::new(claim);
            let evidence = normalise(evidence);
            let found = stranger(&Claim::new(&wording), &[], &[Reading::new(&evidence)]);
            assert_eq!(found, want, "{claim}");
        }
    }
}
