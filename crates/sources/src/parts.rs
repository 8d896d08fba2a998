//! The things that one question asks for.
//!
//! Owns the rule that takes a compound question apart: several sentences, clauses that ask each for themselves, lists of things,
//! comparisons. A part need not be good English or Korean; it is what to search for. Leaves finer plans to a model.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::leaning::behind;
use super::question::{Question, is_asking};
use stet_text::{Language, is_closed, language, normalise};

/// What a question asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parts {
    /// What to search for, in the question's order; none where it asks one thing.
    pub parts: Vec<String>,
    /// Several things are asked for beyond doubt, so that a plan pays.
    pub sure: bool,
}

/// Characters of a question that are taken apart; what is longer is a text.
const LONGEST: usize = 1000;
/// Words of one thing in a list.
const THING: usize = 7;
/// Characters that a part takes along from what it leans on.
const CARRIED: usize = 300;

/// Takes a question apart, into at most `most` parts.
#[must_use]
pub fn parts(question: &str, most: usize) -> Parts {
    if most < 2 || question.chars().count() > LONGEST {
        return Parts::default();
    }
    let mut found = Parts::default();
    let sentences = sentences(question);
    found.sure = sentences.len() > 1;
    let mut before = String::new();
    for sentence in &sentences {
        let words = words(sentence);
        let clauses = clauses(&words);
        found.sure |= clauses.len() > 1;
        for clause in clauses {
            let (things, sure) = things(clause);
            found.sure |= sure;
            if things.is_empty() {
                let part = joined(clause);
                let part = if has_topic(clause) { part } else { behind(&before, "", &part, CARRIED) };
                found.parts.push(part);
            } else {
                found.parts.extend(things);
            }
            before = joined(clause);
        }
    }
    found.parts.dedup();
    found.parts.retain(|part| !Question::new(part).is_empty());
    if found.parts.len() < 2 {
        return Parts::default();
    }
    found.parts.truncate(most);
    found
}

/// Whether a clause says itself what it is about, however short it is: `회비는 얼마인가요`, an item of a list.
fn has_topic(clause: &[Word]) -> bool {
    let joins = clause.first().is_some_and(|first| first.kind == Some(Kind::Joins));
    if !joins && !clause.iter().any(asks) {
        return true;
    }
    let topic = |word: &&Word| word.plain.ends_with(['은', '는']) && word.plain.chars().nth(1).is_some();
    clause.iter().filter(topic).any(|word| !Question::new(&word.plain).is_empty())
}

/// The sentences that ask, each behind what was said before them that asks nothing.
fn sentences(question: &str) -> Vec<String> {
    let mut asking: Vec<String> = Vec::new();
    let mut said = String::new();
    let lines: Vec<&str> = question.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let is_list = lines.iter().filter(|line| item(line).is_some()).count() > 1;
    for line in lines {
        let (line, is_item) = match item(line).filter(|_| is_list) {
            Some(item) => (item, true),
            None => (line, false),
        };
        for sentence in line.split_inclusive(['?', '？']).flat_map(full_stops) {
            let sentence = sentence.trim();
            let asks = is_item || sentence.ends_with(['?', '？']) || words(sentence).iter().any(asks);
            if !asks || sentence.ends_with(':') {
                if !Question::new(sentence).is_empty() {
                    said.push_str(sentence);
                    said.push(' ');
                }
            } else if !sentence.is_empty() {
                let said: String = said.chars().take(CARRIED).collect();
                asking.push(format!("{said}{sentence}"));
            }
        }
    }
    // Words without a question are one all the same.
    if asking.is_empty() { vec![said] } else { asking }
}

/// What stands behind the mark of a list item.
fn item(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(['-', '*', '•', '·', '○']).or_else(|| {
        let digits = line.trim_start_matches('(').trim_start_matches(|ch: char| ch.is_ascii_digit());
        let has_digits = line.trim_start_matches('(').starts_with(|ch: char| ch.is_ascii_digit());
        let rest = digits.strip_prefix(['.', ')'])?;
        has_digits.then_some(rest)
    });
    let circled = || line.strip_prefix(|ch: char| ('①'..='⑳').contains(&ch));
    rest.or_else(circled).filter(|rest| rest.starts_with(char::is_whitespace)).map(str::trim)
}

/// A text cut behind the full stops that end a sentence, and not an abbreviation or a number.
fn full_stops(text: &str) -> Vec<&str> {
    let mut cuts = vec![0];
    for (at, _) in text.match_indices(". ") {
        let last =
            text.get(..at).and_then(|before| before.split_whitespace().next_back()).unwrap_or_default();
        let is_word = last.chars().count() > 3 || last.ends_with(['다', '요', '까', '죠', '오']);
        if is_word && last.chars().all(char::is_alphabetic) {
            cuts.push(at + 1);
        }
    }
    cuts.push(text.len());
    cuts.windows(2).filter_map(|cut| text.get(*cut.first()?..*cut.get(1)?)).collect()
}

#[derive(Debug, Clone)]
struct Word {
    text: String,
    plain: String,
    /// A comma stands behind it.
    comma: bool,
    kind: Option<Kind>,
}

fn words(text: &str) -> Vec<Word> {
    text.split_whitespace()
        .map(|word| {
            let bare = word.trim_end_matches([',', ';', '、', '，', '?', '？', '!', '.', ':']);
            let plain = normalise(bare.trim_start_matches(['"', '“', '‘', '\''])).replace('’', "'");
            let comma = word.ends_with([',', ';', '、', '，']);
            let kind = kind(&plain);
            Word { text: bare.to_owned(), plain, comma, kind }
        })
        .filter(|word| !word.plain.is_empty())
        .collect()
}

fn joined(words: &[Word]) -> String {
    words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Asks,
    Aux,
    Command,
    Joins,
    Signal,
    Sides,
    Versus,
    Article,
    Place,
    /// Binds what stands before it to one thing: `와 관련된`.
    Binds,
}

/// The kinds of words, and of the beginnings of words.
type Kinds = (FxHashMap<&'static str, Kind>, Vec<(&'static str, Kind)>);

static KINDS: LazyLock<Kinds> = LazyLock::new(|| {
    let (mut whole, mut beginnings) = (FxHashMap::default(), Vec::new());
    for row in ["words/en/compound", "words/ko/compound"].into_iter().flat_map(stet_data::rows) {
        let [form, kind] = row.as_slice() else { continue };
        let kind = match *kind {
            "asks" => Kind::Asks,
            "aux" => Kind::Aux,
            "command" => Kind::Command,
            "joins" => Kind::Joins,
            "signal" => Kind::Signal,
            "sides" => Kind::Sides,
            "versus" => Kind::Versus,
            "article" => Kind::Article,
            "binds" => Kind::Binds,
            _ => Kind::Place,
        };
        match form.strip_suffix('*') {
            Some(beginning) => beginnings.push((beginning, kind)),
            None => drop(whole.insert(*form, kind)),
        }
    }
    (whole, beginnings)
});

fn kind(word: &str) -> Option<Kind> {
    let (whole, beginnings) = &*KINDS;
    let begins = || beginnings.iter().find(|(beginning, _)| word.starts_with(beginning));
    whole.get(word).copied().or_else(|| begins().map(|(_, kind)| *kind))
}

/// Whether a word asks, or asks for something.
fn asks(word: &Word) -> bool {
    matches!(word.kind, Some(Kind::Asks | Kind::Command | Kind::Signal | Kind::Versus))
}

fn says_something(words: &[Word]) -> bool {
    !Question::new(&joined(words)).is_empty()
}

/// The clauses that ask each for themselves.
fn clauses(words: &[Word]) -> Vec<&[Word]> {
    let korean = language(&joined(words)) == Language::Ko;
    let mut cuts: Vec<(usize, usize)> = Vec::new();
    for at in 1..words.len() {
        let (Some(before), Some(word)) = (words.get(at - 1), words.get(at)) else { continue };
        let joins = word.kind == Some(Kind::Joins);
        let next = at + usize::from(joins);
        let kind = |at: usize| words.get(at).and_then(|word| word.kind);
        // `and for how long`, `and to whom`
        let place =
            matches!(kind(next), Some(Kind::Place | Kind::Sides)) && kind(next + 1) == Some(Kind::Asks);
        let opens = place || matches!(kind(next), Some(Kind::Asks | Kind::Aux));
        let is_cut = if korean {
            let ends = before.plain.ends_with(['고', '며']) && before.plain.chars().nth(1).is_some();
            joins || ends || before.comma
        } else {
            opens && (joins || before.comma)
        };
        if is_cut {
            cuts.push((at, at + usize::from(joins)));
        }
    }
    let asking = |words: &[Word]| {
        words.iter().any(|word| {
            matches!(word.kind, Some(Kind::Asks | Kind::Command)) || !korean && word.kind == Some(Kind::Aux)
        })
    };
    let mut clauses: Vec<&[Word]> = Vec::new();
    let mut from = 0;
    for (at, next) in cuts {
        let (left, right) = (words.get(from..at).unwrap_or_default(), words.get(next..).unwrap_or_default());
        // A question before what asks (`Tell me when and where …`) is none yet; a command behind a list is for all of it.
        let right_asks = if korean {
            right.iter().any(|word| word.kind == Some(Kind::Asks))
                && left.iter().any(|word| word.kind == Some(Kind::Asks))
        } else {
            asking(right)
        };
        if asking(left) && says_something(left) && right_asks && says_something(right) {
            clauses.push(left);
            from = next;
        }
    }
    clauses.push(words.get(from..).unwrap_or_default());
    // Behind a bare comma stands what belongs to the clause (`a fine, when …`), unless a list goes on to its last.
    let lone = clauses.len() == 2
        && !korean
        && clauses.first().and_then(|first| first.last()).is_some_and(|last| last.comma)
        && words
            .get(clauses.first().map_or(0, |first| first.len()))
            .is_some_and(|word| word.kind != Some(Kind::Joins));
    if lone { vec![words] } else { clauses }
}

/// The things of a list, each as a question of its own, and whether there are several beyond doubt.
fn things(words: &[Word]) -> (Vec<String>, bool) {
    let korean = language(&joined(words)) == Language::Ko;
    let signal = words.iter().any(|word| matches!(word.kind, Some(Kind::Signal | Kind::Versus)));
    let is_command =
        |word: &&Word| is_asking(&word.plain) || matches!(word.kind, Some(Kind::Command | Kind::Aux));
    // What asks: before the list in English, behind it in Korean.
    let (head, rest, end) = if korean {
        let tail = words.iter().rev().take_while(|word| is_command(word) || word.kind == Some(Kind::Signal));
        let cut = words.len() - tail.count();
        (&[][..], words.get(..cut).unwrap_or_default(), words.get(cut..).unwrap_or_default())
    } else {
        let head = |word: &&Word| {
            is_command(word) && word.kind != Some(Kind::Article) || word.kind == Some(Kind::Signal)
        };
        let cut = words.iter().take_while(head).count();
        (words.get(..cut).unwrap_or_default(), words.get(cut..).unwrap_or_default(), &[][..])
    };
    let mut list: Vec<Vec<Word>> = vec![Vec::new()];
    for (at, word) in rest.iter().enumerate() {
        let parts = match word.kind {
            Some(Kind::Joins | Kind::Versus) => true,
            Some(Kind::Sides) => signal && at > 0,
            Some(Kind::Signal) => {
                // `the difference between …`
                if let Some(thing) = list.last_mut() {
                    thing.pop_if(|word| word.kind == Some(Kind::Article));
                }
                continue;
            }
            _ => false,
        };
        if parts {
            list.push(Vec::new());
            continue;
        }
        let goes_on = rest.get(at + 1).is_some_and(|next| next.kind != Some(Kind::Binds));
        let (bare, with) = without_particle(word, korean && goes_on);
        if let Some(thing) = list.last_mut() {
            thing.push(bare);
        }
        if word.comma || with {
            list.push(Vec::new());
        }
    }
    list.retain(|thing| !thing.is_empty());
    let led = !korean && led(&list).is_some();
    let does = head.iter().any(|word| matches!(word.plain.as_str(), "do" | "does" | "did"));
    let (before, behind) = shared(&mut list, korean, does);
    let fits = |thing: &Vec<Word>| thing.len() <= THING && says_something(thing);
    let count = list.len();
    if count < 2 || !list.iter().all(fits) {
        return (Vec::new(), false);
    }
    let sure = signal || count > 2;
    // Two nouns are often one name (`health and safety`): each must look like a thing of its own.
    let apart = |thing: &Vec<Word>| {
        korean || led || thing.first().is_some_and(|first| first.kind == Some(Kind::Article))
    };
    if !sure && (!list.iter().all(apart) || korean && end.is_empty()) {
        return (Vec::new(), false);
    }
    let told = |words: &[Word]| {
        joined(&words.iter().filter(|word| word.kind != Some(Kind::Signal)).cloned().collect::<Vec<_>>())
    };
    let parts = list.iter().map(|thing| {
        let texts = [told(head), told(&before), joined(thing), told(&behind), told(end)];
        texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    });
    (parts.collect(), sure)
}

/// A word without `와`, `과` or `랑`, and whether it had one. Too short a stem is a word that ends so (`결과`).
fn without_particle(word: &Word, may: bool) -> (Word, bool) {
    let stem = ["이랑", "랑", "와", "과"].iter().find_map(|particle| {
        let stem = word.plain.strip_suffix(particle)?;
        let closed = stem.chars().next_back().and_then(is_closed)?;
        let fits = match *particle {
            "와" | "랑" => !closed,
            _ => closed,
        };
        (fits && stem.chars().nth(1).is_some()).then_some(stem)
    });
    match stem.filter(|_| may) {
        Some(stem) => (Word { text: stem.to_owned(), plain: stem.to_owned(), ..word.clone() }, true),
        None => (word.clone(), false),
    }
}

/// Words of the first thing of an English list that are for all of it: `the age limit | for climbing and for petrol tools`, `the
/// prices of | the pool, the choir and the hall`. What is one (`the rent of the hall and the deposit`) is of the first alone.
fn led(things: &[Vec<Word>]) -> Option<usize> {
    let (first, others) = things.split_first()?;
    let is_place = |word: &Word| word.kind == Some(Kind::Place);
    let at = first.iter().position(is_place)?;
    let place = first.get(at)?;
    let many = &first.get(at.checked_sub(1)?)?.plain;
    if !others.is_empty()
        && others.iter().all(|thing| thing.first().is_some_and(|word| word.plain == place.plain))
    {
        return Some(at);
    }
    let plural = many.ends_with('s') && !many.ends_with("ss");
    let bare = || others.iter().all(|thing| !thing.iter().any(is_place));
    (place.plain == "of" && plural && !others.is_empty() && bare()).then_some(at + 1)
}

/// What the things of a list have in common, taken from the first or the last of them: `도서관의 대출 기간과 예산`,
/// `정직과 감봉의 기간`, `the loan period and the staff of the library`. Behind `do`, `does` or `did` they have a verb in common:
/// `What do the hall and the workshop charge`.
fn shared(things: &mut [Vec<Word>], korean: bool, does: bool) -> (Vec<Word>, Vec<Word>) {
    let none = (Vec::new(), Vec::new());
    let led = led(things).filter(|_| !korean);
    let [first, .., last] = things else { return none };
    if let Some(at) = led {
        return (first.drain(..at).collect(), Vec::new());
    }
    if korean {
        let marks = |word: &Word| word.plain.ends_with(['의', '은', '는']) || word.plain.ends_with("에서");
        let of = |thing: &[Word]| thing.split_last().and_then(|(_, rest)| rest.iter().rposition(marks));
        return match (of(first), of(last)) {
            (Some(at), None) => (first.drain(..=at).collect(), Vec::new()),
            (None, Some(at)) => (Vec::new(), last.drain(at + 1..).collect()),
            _ => none,
        };
    }
    let verb = last.iter().skip(1).position(|word| word.kind == Some(Kind::Aux));
    let is_place = |word: &Word| word.kind == Some(Kind::Place);
    let place = || {
        let at = last.iter().rposition(is_place).filter(|at| *at > 0)?;
        (!first.iter().any(is_place)).then_some(at)
    };
    let done = || {
        let end = last.iter().position(is_place).unwrap_or(last.len());
        // An article and a noun at least stand before the verb.
        end.checked_sub(1).filter(|at| does && *at > 1)
    };
    match verb.map(|at| at + 1).or_else(done).or_else(place) {
        Some(at) => (Vec::new(), last.drain(at..).collect()),
        None => none,
    }
}

#[cfg(test)]
mod tests;
