//! Entries: texts that tell of several things, side by side, what each has (`석사과정: 26학점`, `Express: 2 days`; `국문일 경우 영문초록, 외국어일 경우
//! 국문초록`), and claims that take the name of one and the content of another.
//!
//! Owns finding the entries and what a claim takes of each. A line has no mark at its end, so entries on lines are looked for by
//! sentences of the source.

use std::ops::Range;

use memchr::memchr2_iter;

use crate::denial::negation::in_brackets;
use crate::korean::lack::tells;
use crate::korean::proviso::{begins, sentence_before};
use crate::search::align::Window;
use crate::text::claim::Claim;
use crate::text::clause::connects;
use crate::text::prepare::PreparedSources;
use crate::text::reading::{COMMA, Reading, STOP};
use crate::text::window::begins_item;
use stet_text::{Language, Script, english_key, normalise};

/// Lines on each side of the window that are looked at.
const FAR: usize = 30;

/// Characters of the name of an entry, at most.
const LONGEST_NAME: usize = 40;

/// Characters of its content, at most: more is prose.
const LONGEST_CONTENT: usize = 240;

/// What a claim takes of the wrong entry.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// A value, in words of the claim.
    Value(String),
    /// A word of the claim.
    Word(String),
}

/// What a claim that names one entry near the window has of another.
pub(crate) fn takes_another_entry(
    claim: &Claim<'_>,
    sources: &PreparedSources,
    window: &Window,
    text: &Reading<'_>,
) -> Option<Taken> {
    let found = of_lines(claim, sources, window);
    if found.is_some() || claim.language != Language::Ko {
        return found;
    }
    text.sentences().into_iter().find_map(|sentence| {
        let entries = cases(text, sentence.clone());
        let found = (entries.len() > 1).then(|| taken(claim, &entries)).flatten();
        found
            .or_else(|| of_proviso(&claim.reading, text, sentence.clone()))
            .or_else(|| of_the_rest(&claim.reading, text, sentence))
    })
}

/// What a claim says of the thing that a proviso names, though only the rule before says it: `단, 징계 안건은 4분의 3 이상의 찬성으로 의결한다`.
fn of_proviso(claim: &Reading<'_>, text: &Reading<'_>, proviso: Range<usize>) -> Option<Taken> {
    if proviso.start == 0 || !begins(text, proviso.start) {
        return None;
    }
    let rule = sentence_before(text, proviso.start);
    let topic = topic_of(text, proviso.start + 1..proviso.end)?;
    misplaced(claim, text, topic.clone(), topic.end..proviso.end, rule)
}

/// What a claim says of those of whom the sentence says something else before it speaks of the rest: `의장의 임기는 …로 하고, 나머지 의원의 임기는 …`.
fn of_the_rest(claim: &Reading<'_>, text: &Reading<'_>, sentence: Range<usize>) -> Option<Taken> {
    let rest = sentence.clone().find(|&at| {
        matches!(text.word(at), "나머지" | "이외의")
            || matches!((text.word(at.saturating_sub(1)), text.word(at)), ("그", "밖의" | "외의"))
    })?;
    let topic = topic_of(text, sentence.start..rest)?;
    if (0..claim.tokens.len()).any(|at| matches!(claim.word(at), "나머지" | "이외의" | "밖의" | "외의"))
    {
        return None;
    }
    misplaced(claim, text, topic.clone(), topic.end..rest, rest..sentence.end)
}

/// The words up to the first topic among some.
fn topic_of(text: &Reading<'_>, words: Range<usize>) -> Option<Range<usize>> {
    /// Words of a topic, at most.
    const LONGEST: usize = 9;
    let is_topic = |at: &usize| {
        let word = text.word(*at);
        word.ends_with(['은', '는']) && word.chars().nth(1).is_some() && text.content(*at).is_some()
    };
    let end = words.clone().take(LONGEST).find(is_topic)?;
    // `경우에는`, `학생에게는`
    let case =
        ["에는", "에게는", "에서는", "경우는", "때는"].iter().any(|tail| text.word(end).ends_with(tail));
    (!case).then_some(words.start..end + 1)
}

/// A word of the topic that a claim names of which the text says other things than the claim: those are said `elsewhere`.
fn misplaced(
    claim: &Reading<'_>,
    text: &Reading<'_>,
    topic: Range<usize>,
    said: Range<usize>,
    elsewhere: Range<usize>,
) -> Option<Taken> {
    let is_in = |at: usize, words: &Range<usize>| words.clone().any(|there| claim.is_same(at, text, there));
    let words: Vec<usize> = (0..claim.tokens.len()).filter(|&at| claim.content(at).is_some()).collect();
    // `위원장` begins like `위원`.
    let stands =
        |at: usize, words: &Range<usize>| words.clone().any(|there| claim.stem(at) == text.stem(there));
    let named = words.iter().copied().find(|&at| stands(at, &topic) && !stands(at, &elsewhere))?;
    let rest = || words.iter().copied().filter(|&at| !is_in(at, &topic));
    // Content that only one of the two has; values are told by their words, too.
    let own = rest().filter(|&at| is_in(at, &said) && !is_in(at, &elsewhere)).count();
    let others = rest().filter(|&at| is_in(at, &elsewhere) && !is_in(at, &said)).count();
    let differs = said
        .clone()
        .any(|at| text.content(at).is_some() && !words.iter().any(|&mine| claim.is_same(mine, text, at)));
    (own == 0
        && others > 0
        && differs
        && 2 * rest().filter(|&at| is_in(at, &elsewhere)).count() >= rest().count())
    .then(|| Taken::Word(claim.stem(named).to_owned()))
}

/// The same of lines with a name before a colon.
fn of_lines(claim: &Claim<'_>, sources: &PreparedSources, window: &Window) -> Option<Taken> {
    let source = sources.source(window.source)?;
    let line = |at: usize| split(source.given(at));
    let here = window.runs().flat_map(|run| run.first..run.first + run.len).find(|&at| line(at).is_some())?;
    let marked = |at: usize| begins_item(source.given(at));
    // Items of a list may have lines between them, other entries stand one behind the other.
    let (mut first, mut behind) = (here, here + 1);
    while first > 0 && line(first - 1).is_some() {
        first -= 1;
    }
    while line(behind).is_some() {
        behind += 1;
    }
    let range = here.saturating_sub(FAR)..source.units.len().min(here + FAR);
    let is_entry = |at: usize| {
        line(at).is_some() && marked(at) == marked(here) && (marked(here) || (first..behind).contains(&at))
    };
    let numbers: Vec<usize> = range.filter(|&at| is_entry(at)).collect();
    let texts: Vec<(String, String)> = numbers
        .iter()
        .filter_map(|&at| line(at))
        .map(|(name, content)| (normalise(name), normalise(content)))
        .map(|(name, content)| (name.to_ascii_lowercase(), content.to_ascii_lowercase()))
        .collect();
    let readings: Vec<(Reading<'_>, Reading<'_>)> =
        texts.iter().map(|(name, content)| (Reading::new(name), Reading::new(content))).collect();
    let entries: Vec<Entry<'_, '_>> = readings
        .iter()
        .map(|(name, content)| Entry {
            name: (name, 0..name.tokens.len()),
            content: (content, 0..content.tokens.len()),
        })
        .collect();
    if entries.len() < 2 {
        return None;
    }
    taken(claim, &entries)
}

/// The name and the content of an entry on a line of its own.
fn split(line: &str) -> Option<(&str, &str)> {
    // Bytes with which a colon of either width begins.
    let mut places = memchr2_iter(b':', 0xef, line.as_bytes());
    let at = places.find(|&at| line.get(at..).is_some_and(|rest| rest.starts_with([':', '：'])))?;
    let (name, rest) = (line.get(..at)?, line.get(at..)?.trim_start_matches([':', '：']));
    let name = if begins_item(name) {
        name.trim_start_matches(|ch: char| {
            ch.is_ascii_digit() || matches!(ch, '(' | '-' | '*' | '+' | '•' | '①'..='⑳')
        })
        .trim_start_matches(['.', ')', ' '])
    } else {
        name
    };
    let name = name.trim().trim_matches('*');
    // `Common side effects (up to 1 in 10 people)`
    let bare = name.split_once('(').map_or(name, |(bare, _)| bare);
    let short = bare.chars().nth(LONGEST_NAME).is_none() && name.chars().any(char::is_alphabetic);
    // `http://`, `10:30`
    let apart =
        rest.starts_with([' ', '*']) || name.ends_with(' ') || !rest.starts_with(|ch: char| ch.is_ascii());
    let brief = rest.chars().nth(LONGEST_CONTENT).is_none();
    (short && apart && brief && rest.chars().any(char::is_alphanumeric)).then_some((name, rest))
}

/// What is told of one thing, or in one case.
struct Entry<'t, 'a> {
    name: (&'t Reading<'a>, Range<usize>),
    content: (&'t Reading<'a>, Range<usize>),
}

/// The cases of a Korean sentence, each with what holds in it: `국문일 경우 영문초록, …`.
fn cases<'t, 'a>(text: &'t Reading<'a>, sentence: Range<usize>) -> Vec<Entry<'t, 'a>> {
    /// Words of the name of a case, at most.
    const LONGEST: usize = 3;
    let is_case = |at: usize| {
        matches!(
            text.word(at),
            "경우"
                | "경우는"
                | "경우에"
                | "경우에는"
                | "때"
                | "때는"
                | "때에"
                | "때에는"
                | "자는"
                | "자에게는"
        )
    };
    let marks: Vec<usize> = sentence.clone().filter(|&at| is_case(at)).collect();
    let mut found = Vec::with_capacity(marks.len());
    let mut begin = sentence.start;
    for (order, &mark) in marks.iter().enumerate() {
        let topic =
            |at: &usize| text.word(*at).ends_with(['은', '는']) && text.word(*at).chars().nth(1).is_some();
        let from = (begin.max(mark.saturating_sub(LONGEST))..mark)
            .rev()
            .take_while(|&at| at + 1 == mark || !topic(&at))
            .last()
            .unwrap_or(mark);
        let until = marks.get(order + 1).copied().unwrap_or(sentence.end);
        let cut = |at: &usize| text.gap(*at) & (COMMA | STOP) != 0 || connects(text, at - 1);
        let end =
            if until == sentence.end { until } else { (mark + 2..until).rev().find(cut).unwrap_or(until) };
        found.push(Entry { name: (text, from..mark), content: (text, mark + 1..end) });
        begin = end;
    }
    // The predicate behind the last belongs to all: `국문일 경우 영문초록, 외국어일 경우 국문초록을 첨부한다`.
    if let Some(last) = found.last_mut() {
        let object = last.content.1.clone().rev().find(|&at| text.word(at).ends_with(['을', '를']));
        last.content.1.end = object.map_or(last.content.1.end, |at| at + 1);
    }
    found
}

/// Whether a word is one of a text, in any form, or the end of one.
fn is_in(word: &str, (text, words): &(&Reading<'_>, Range<usize>)) -> bool {
    let long = |word: &str| word.chars().nth(1).is_some();
    words.clone().any(|at| {
        let other = text.stem(at);
        let within = || long(word) && long(other) && !word.is_ascii() && other.contains(word);
        word == other
            || text.word(at) == word
            || within()
            || word.is_ascii() && english_key(word) == english_key(other)
    })
}

/// What a claim that names one of some entries has of another.
fn taken(claim: &Claim<'_>, entries: &[Entry<'_, '_>]) -> Option<Taken> {
    let text = &claim.reading;
    let words: Vec<usize> = (0..text.tokens.len())
        .filter(|&at| tells(text, at))
        .filter(|&at| {
            let digit = text.tokens.get(at).is_some_and(|token| token.script == Script::Digit);
            // `1 in 10 people` may name an English entry.
            !digit || claim.language == Language::En
        })
        .collect();
    // Words of the claim that tell the names of entries apart.
    let is_name_of = |entry: &Entry<'_, '_>, at: usize| is_in(text.stem(at), &entry.name);
    // What counts tells none: `5 days`, beside `Same day`.
    let unit = |at: usize| {
        text.is_in(&claim.values, at)
            && text.tokens.get(at).is_some_and(|token| token.script == Script::Latin)
    };
    let telling: Vec<usize> = words
        .iter()
        .copied()
        .filter(|&at| !unit(at) && !entries.iter().all(|entry| is_name_of(entry, at)))
        .collect();
    let mut named: Vec<(usize, &Entry<'_, '_>)> = entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| telling.iter().any(|&at| is_name_of(entry, at)))
        .collect();
    if named.len() > 1 && claim.language == Language::En {
        // `rare side effects` are not the `common side effects`.
        let whole = |entry: &Entry<'_, '_>| {
            let (text, words) = (entry.name.0, entry.name.1.clone());
            let bracketed =
                |at: usize| text.tokens.get(at).is_some_and(|token| in_brackets(text.norm, token.span));
            let mut list = words.filter(|&at| !bracketed(at)).filter_map(|at| text.content(at));
            list.all(|key| claim.reading.has(key))
        };
        let told = |entry: &Entry<'_, '_>| telling.iter().filter(|&&at| is_name_of(entry, at)).count();
        let most = named.iter().map(|(_, entry)| told(entry)).max().unwrap_or_default();
        if named.iter().any(|(_, entry)| whole(entry)) {
            named.retain(|(_, entry)| whole(entry));
        } else {
            named.retain(|(_, entry)| told(entry) == most);
        }
    }
    let &[(own, entry)] = named.as_slice() else { return None };
    let others = || entries.iter().enumerate().filter(move |(at, _)| *at != own).map(|(_, entry)| entry);
    let values = |entry: &Entry<'_, '_>| {
        let (text, words) = (entry.content.0, entry.content.1.clone());
        text.values()
            .iter()
            .filter(move |value| words.contains(&text.first_from(value.span.start)))
            .copied()
            .collect::<Vec<_>>()
    };
    let mine = values(entry);
    for value in claim.values.iter().filter(|value| !value.implied) {
        let stated = |list: &[_]| list.iter().any(|other| value.is_stated_as(other));
        // The entry has another value of that kind.
        if !stated(&mine)
            && mine.iter().any(|other| value.is_like(other))
            && others().any(|other| stated(&values(other)))
        {
            return Some(Taken::Value(value.span.of(claim.norm).to_owned()));
        }
    }
    let content: Vec<usize> = words.iter().copied().filter(|&at| !is_name_of(entry, at)).collect();
    let has =
        |entry: &Entry<'_, '_>| content.iter().filter(|&&at| is_in(text.stem(at), &entry.content)).count();
    let (most, own_share) = (others().map(has).max().unwrap_or_default(), has(entry));
    let word = telling.iter().find(|&&at| is_name_of(entry, at))?;
    // A third of what is told at least, and hardly anything that the entry itself has.
    (3 * own_share <= most && most > 0 && 3 * most >= content.len())
        .then(|| Taken::Word(text.stem(*word).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GatePolicy, Status, judge};

    fn refuses(claim: &str, source: &str) -> bool {
        judge(claim, &PreparedSources::new(&[source]), &[0], &GatePolicy::default()).status
            != Status::Supported
    }

    #[test]
    fn the_name_of_one_and_the_content_of_another() {
        let fees =
            "연체료는 다음과 같다.\n1. 도서: 하루 100원\n2. 영상 자료: 하루 500원\n3. 노트북: 하루 3,000원";
        let zones = "다음과 같이 구역을 나눈다.\n1. 공개구역: 로비, 열람실\n2. 통제구역: 서고, 기계실";
        let terms = "Delivery times:\n- Standard: 5 days\n- Express: 2 days\n- Same day: 6 hours";
        let votes = "회의는 출석의원 과반수의 찬성으로 의결한다. 단, 징계 안건은 출석의원 4분의 3 이상의 찬성으로 의결한다.";
        let terms_of_office = "회장 및 당연직 이사의 임기는 그 직에 있는 기간으로 하고, 나머지 이사의 임기는 1년으로 하며 연임할 수 있다.";
        let effects = "Common effects (up to 1 in 10 people): cough, fever. Uncommon (up to 1 in 100): rash, dizziness.";
        let notes = "요약문은 국문일 경우 영문요약, 영문일 경우 국문요약을 붙인다.";
        for (claim, source, want) in [
            ("Dizziness is a common effect.", effects, true),
            ("Fever is a common effect.", effects, false),
            ("Rash affects up to 1 in 10 people.", effects, true),
            ("Cough affects up to 1 in 10 people.", effects, false),
            ("영상 자료의 연체료는 하루 500원이다.", fees, false),
            ("영상 자료의 연체료는 하루 100원이다.", fees, true),
            ("서고와 기계실은 통제구역이다.", zones, false),
            ("서고와 기계실은 공개구역이다.", zones, true),
            ("Express delivery takes 2 days.", terms, false),
            ("Express delivery takes 5 days.", terms, true),
            ("징계 안건은 출석의원 4분의 3 이상의 찬성으로 의결한다.", votes, false),
            ("징계 안건은 출석의원 과반수의 찬성으로 의결한다.", votes, true),
            ("회의는 출석의원 과반수의 찬성으로 의결한다.", votes, false),
            ("회장의 임기는 1년으로 하며 연임할 수 있다.", terms_of_office, true),
            ("나머지 이사의 임기는 1년으로 하며 연임할 수 있다.", terms_of_office, false),
            ("요약문이 국문일 경우 영문요약을 붙인다.", notes, false),
            ("요약문이 국문일 경우 국문요약을 붙인다.", notes, true),
        ] {
            assert_eq!(refuses(claim, source), want, "{claim}");
        }
    }
}
