//! Misjoined: an English claim that gives its subject what the evidence says of another in a clause of its own (`The state pays for the
//! repairs` where `the city pays for the repairs, and the state lends the money`).
//!
//! Owns the rough cut of an English sentence into clauses with a verb, who each speaks of, and whether the clause that says what
//! the claim says speaks of another while the claim's own subject has its own. A subject that the passage does not name at all is
//! [`subject`](crate::parts::subject)'s, a noun that no evidence has [`stranger`](crate::parts::stranger)'s.

mod apart;
mod gapped;

use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::denial::polarity;
use crate::english::paraphrase::says_or_rewords;
use crate::parts::roles::is_past_verb;
use crate::text::reading::{COMMA, Reading, SEMICOLON, SPACE, STOP};
use crate::text::similarity::word_key;
use stet_text::Script;
use stet_text::span::Span;

use apart::{has_a_sentence, is_taken_from};
use gapped::is_gapped;

/// Words of a claim, at most: a longer one mostly says more than one thing.
const LONGEST: usize = 24;

/// Verbs that are told by no ending of theirs, as they stand behind a plural. Those that are nouns as often count as verbs only behind
/// a noun.
const VERBS: &str = "accept add affect allow appear apply attend become begin belong borrow bring build buy carry cause change \
    charge close collect come consist contain continue contribute cost cover create cut deal decide depend develop die \
    differ drive drop earn eat elect employ end enjoy enter exceed expect fail fall feed find fly follow gain get give go \
    grow happen hold include increase involve keep know lack last lay lead learn leave lend lie live look lose make mean \
    measure meet move need nest occur offer open operate own pay perform prefer prepare produce provide publish pull \
    push reach receive reduce remain remove repair replace report require rise run say sell send serve show sleep speak \
    spend stand start stay stop store suffer support take teach tell travel treat turn use visit wait walk want wash wear \
    weigh win work write add boil bake fry stir mix pour soak simmer cook drain heat chill soften freeze thaw fit attach \
    press face exclude exempt expire lapse renew qualify depart arrive submit insert connect switch select tap click clean empty fill \
    approve refuse grant hold issue handle manage review sign submit notify inform order check inspect calibrate maintain supply \
    deliver ship refund cancel confirm reject appoint propose nominate supervise monitor verify assign examine prescribe \
    bear invest dispose install configure delete archive update coordinate evaluate \
    protect prevent insure entitle \
    fell rose grew went came became began ran stood lay flew slept swam sank rang";

static VERB_KEYS: LazyLock<FxHashSet<u32>> =
    LazyLock::new(|| VERBS.split_ascii_whitespace().map(|verb| word_key(verb, Script::Latin)).collect());

/// Words of a subject before the clause that tells it apart, at most.
const RELATIVE: usize = 5;

/// Words by which two subjects with one noun differ, at most.
const MODIFIERS: usize = 2;

/// Whose a clause is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Topic {
    /// The words before its verb, or behind it in a command.
    Own(Range<usize>),
    /// That of the clause before.
    Same,
    /// A pronoun's, or nobody's.
    Unknown,
}

/// A part of a sentence between marks and joining words.
#[derive(Debug, Clone)]
pub(crate) struct Clause {
    pub words: Range<usize>,
    pub verb: Option<usize>,
    pub topic: Topic,
}

fn joins(word: &str) -> bool {
    matches!(
        word,
        "and"
            | "but"
            | "or"
            | "while"
            | "whereas"
            | "although"
            | "though"
            | "because"
            | "if"
            | "when"
            | "unless"
            | "then"
            | "yet"
            | "which"
            | "who"
            | "whose"
            | "that"
    )
}

/// Whether a word is the first of a finite verb: `be` stands behind another.
fn is_auxiliary(word: &str) -> bool {
    word != "be" && polarity::is_auxiliary(word)
}

fn is_determiner(word: &str) -> bool {
    matches!(
        word,
        "a" | "an"
            | "the"
            | "its"
            | "their"
            | "his"
            | "her"
            | "our"
            | "your"
            | "no"
            | "of"
            | "to"
            | "all"
            | "every"
            | "each"
            | "any"
            | "some"
            | "both"
    )
}

pub(crate) fn is_preposition(word: &str) -> bool {
    matches!(
        word,
        "in" | "on"
            | "at"
            | "for"
            | "from"
            | "to"
            | "by"
            | "with"
            | "into"
            | "below"
            | "above"
            | "under"
            | "over"
            | "until"
            | "before"
            | "after"
            | "within"
            | "between"
            | "during"
            | "through"
            | "without"
            | "as"
    )
}

pub(crate) fn is_digit(text: &Reading<'_>, at: usize) -> bool {
    text.tokens.get(at).is_some_and(|token| token.script == Script::Digit)
}

/// What stands for something that was named before.
fn refers_back(word: &str) -> bool {
    const POINTING: &[&str] = &[
        "this", "these", "those", "such", "both", "each", "all", "one", "some", "others", "another", "he",
        "she", "it", "they", "we", "you",
    ];
    POINTING.contains(&word)
}

/// Whether a word says how many of the things are meant that are named behind it: `all stored files`.
fn counts_all(text: &Reading<'_>, at: usize) -> bool {
    matches!(text.word(at), "all" | "each" | "both" | "some") && text.content(at + 1).is_some()
}

/// Whether an English word may be a finite verb, told by its ending or by a list.
pub(crate) fn is_verb(text: &Reading<'_>, at: usize) -> bool {
    is_past_verb(text.word(at)) || VERB_KEYS.contains(&text.key(at))
}

/// The verb of some words of the sentence that begins at `sentence`: an auxiliary, else one that commands, else a past, else one of
/// the list.
fn verb(text: &Reading<'_>, words: Range<usize>, sentence: usize, apart: &[bool]) -> Option<usize> {
    let bracketed = |at: usize| apart.get(at - sentence).is_some_and(|apart| *apart);
    let latin = |&at: &usize| {
        text.tokens.get(at).is_some_and(|token| token.script == Script::Latin) && !bracketed(at)
    };
    let before = |at: usize| if at > words.start { text.word(at - 1) } else { "" };
    let free = |at: &usize| !is_determiner(before(*at)) && !is_preposition(before(*at));
    let is_past = |word: &str| is_past_verb(word) || matches!(word, "fell" | "rose" | "grew");
    let past = words.clone().filter(latin).find(|at| is_past(text.word(*at)) && free(at));
    // `17 May 1974`, `in May`
    let month = |at: usize| {
        text.word(at) == "may"
            && (is_digit(text, at + 1)
                || at > 0 && (is_digit(text, at - 1) || is_preposition(text.word(at - 1))))
    };
    let auxiliary = words.clone().filter(latin).find(|&at| is_auxiliary(text.word(at)) && !month(at));
    if let Some(auxiliary) = auxiliary {
        // `the mayor said the bridge was`, but `plug-ins written for it will`
        let said = past
            .filter(|&past| past > words.start && past < auxiliary && !is_preposition(text.word(past + 1)));
        return said.or(Some(auxiliary));
    }
    let first = words.start;
    // `store managers approve refunds` is no command, `store apples dry` is.
    let follows = |at: usize| {
        VERB_KEYS.contains(&text.key(at))
            && text.word(at - 1).ends_with('s')
            && (first + 1..=at)
                .all(|at| free(&at) && !is_determiner(text.word(at)) && !is_preposition(text.word(at)))
    };
    let named = || (first + 2..words.end.min(first + 4)).any(follows);
    // `last year the mill was sold`
    let last = || text.word(first) == "last" && text.content(first + 1).is_some();
    if first == sentence
        && !last()
        && VERB_KEYS.contains(&text.key(first))
        && commands_with(text, first)
        && !named()
    {
        return Some(first);
    }
    past.or_else(|| words.clone().filter(latin).find(|at| VERB_KEYS.contains(&text.key(*at)) && free(at)))
}

/// For each word of a sentence whether it stands in brackets, where there are verbs of its own; nothing where there are none.
fn in_brackets(text: &Reading<'_>, sentence: Range<usize>) -> Vec<bool> {
    let span = |at: usize| text.tokens.get(at).map(|token| token.span);
    let Some((first, last)) = span(sentence.start).zip(span(sentence.end.saturating_sub(1))) else {
        return Vec::new();
    };
    if !Span::new(first.start, last.end).of(text.norm).contains('(') {
        return Vec::new();
    }
    let (mut end, mut depth) = (first.start, 0_usize);
    let words = text.tokens.get(sentence).unwrap_or_default().iter();
    words
        .map(|token| {
            for mark in Span::new(end, token.span.start).of(text.norm).chars() {
                match mark {
                    '(' => depth += 1,
                    ')' => depth = depth.saturating_sub(1),
                    _ => {}
                }
            }
            end = token.span.end;
            depth > 0
        })
        .collect()
}

/// The clauses of the sentence that has these words.
pub(crate) fn clauses(text: &Reading<'_>, sentence: Range<usize>) -> Vec<Clause> {
    let mut found: Vec<Clause> = Vec::new();
    let mut first = sentence.start;
    let mut commands = false;
    let apart = in_brackets(text, sentence.clone());
    let cut = |at: usize| {
        !apart.get(at - sentence.start).is_some_and(|apart| *apart)
            && (text.gap(at) & (COMMA | SEMICOLON) != 0 && text.gap(at) & SPACE != 0 || joins(text.word(at)))
    };
    for next in sentence.start + 1..=sentence.end {
        if next < sentence.end && !cut(next) {
            continue;
        }
        let words = first..next;
        let verb = verb(text, words.clone(), sentence.start, &apart);
        // What comes before the first verb belongs to it: `in 2003, the bridge`.
        if verb.is_none() && found.is_empty() && next < sentence.end {
            continue;
        }
        commands |= found.is_empty() && verb == Some(first) && commands_with(text, first);
        let topic = verb.map_or(Topic::Unknown, |verb| topic(text, words.clone(), verb, commands));
        found.push(Clause { words, verb, topic });
        first = next;
    }
    found
}

/// Whether a verb may be one of a command: `store`, but neither `stored` nor `has`.
fn commands_with(text: &Reading<'_>, verb: usize) -> bool {
    let word = text.word(verb);
    !is_auxiliary(word) && !is_past_verb(word) && (!word.ends_with('s') || word.ends_with("ss"))
}

/// Whose a clause is that has its verb at `verb`, in a sentence that `commands` or does not.
fn topic(text: &Reading<'_>, words: Range<usize>, verb: usize, commands: bool) -> Topic {
    let start =
        words.clone().find(|&at| !joins(text.word(at)) && !is_preposition(text.word(at))).unwrap_or(verb);
    let has_content = |range: Range<usize>| range.into_iter().any(|at| text.content(at).is_some());
    if start < verb {
        return if has_content(start..verb) && (!refers_back(text.word(start)) || counts_all(text, start)) {
            Topic::Own(start..verb)
        } else {
            Topic::Unknown
        };
    }
    if !commands || !commands_with(text, verb) {
        return Topic::Same;
    }
    // What a command is to be done to; `fry for a minute more` is of the same.
    let ends = |&at: &usize| is_preposition(text.word(at));
    let end = (verb + 1..words.end).find(ends).unwrap_or(words.end);
    if has_content(verb + 1..end) { Topic::Own(verb + 1..end) } else { Topic::Same }
}

/// The content words of a range.
fn keys(text: &Reading<'_>, words: Range<usize>) -> Vec<u32> {
    words.filter_map(|at| text.content(at)).collect()
}

/// What a claim says of what.
struct Statement {
    /// Position of the first content word of its subject.
    first: usize,
    subject: Vec<u32>,
    /// The noun of the subject, told by its place: the last content word before what belongs to it.
    head: u32,
    rest: Vec<u32>,
}

impl Statement {
    /// A claim of one clause.
    fn of(claim: &Reading<'_>) -> Option<Self> {
        if claim.tokens.len() > LONGEST || (1..claim.tokens.len()).any(|at| claim.gap(at) & STOP != 0) {
            return None;
        }
        let mut clauses = clauses(claim, 0..claim.tokens.len());
        // `in July and August` goes on with what stands before.
        let mut listed = false;
        while clauses.len() > 1 && clauses.last().is_some_and(|tail| is_listed(claim, tail, listed)) {
            let tail = clauses.pop()?;
            clauses.last_mut()?.words.end = tail.words.end;
            listed = true;
        }
        let clause = clauses.pop()?;
        if clauses.iter().any(|clause| clause.verb.is_some()) {
            return None;
        }
        let subject = match told_apart(claim, &clause) {
            Some(subject) => subject,
            None if clause
                .words
                .clone()
                .skip(1)
                .any(|at| joins(claim.word(at)) && !is_and(claim.word(at))) =>
            {
                return None;
            }
            None => match clause.topic {
                Topic::Own(subject) => subject,
                _ => return None,
            },
        };
        let rest =
            (0..claim.tokens.len()).filter(|at| !subject.contains(at)).filter_map(|at| claim.content(at));
        // A number may be written as a word.
        let is_bound = |at: usize| matches!(claim.word(at), "over" | "under" | "above" | "below" | "aged");
        let is_word = |at: &usize| {
            !is_digit(claim, *at) || claim.word(*at).contains('.') || *at > 0 && is_bound(*at - 1)
        };
        let words = subject.clone().filter(is_word).filter_map(|at| claim.content(at)).collect::<Vec<_>>();
        let rest = rest.collect::<Vec<_>>();
        let ends =
            |word: &str| is_preposition(word) || matches!(word, "of" | "who" | "that" | "which" | "whose");
        let end = subject.clone().find(|&at| ends(claim.word(at)));
        let head = *keys(claim, subject.start..end.unwrap_or(subject.end)).last()?;
        let first = subject.into_iter().find(|&at| claim.content(at).is_some())?;
        (!rest.is_empty()).then_some(Self { first, subject: words, head, rest })
    }
}

fn is_and(word: &str) -> bool {
    matches!(word, "and" | "or")
}

/// Whether a part of a claim is one more of what stands before it: `in July and August`, where more are `listed` behind it with commas.
fn is_listed(claim: &Reading<'_>, tail: &Clause, listed: bool) -> bool {
    let first = claim.word(tail.words.start);
    tail.verb.is_none() && (is_and(first) || listed && !joins(first))
}

/// The subject of a claim whose kind a relative clause tells apart: `workers who report a hazard` of `workers who report a hazard
/// face a fine`.
fn told_apart(claim: &Reading<'_>, clause: &Clause) -> Option<Range<usize>> {
    let relative =
        clause.words.clone().take(RELATIVE).find(|&at| matches!(claim.word(at), "who" | "that" | "which"))?;
    if relative == clause.words.start
        || clause.words.clone().any(|at| at != relative && joins(claim.word(at)) && !is_and(claim.word(at)))
    {
        return None;
    }
    let inner = verb(claim, relative + 1..clause.words.end, clause.words.start, &[])?;
    // `who have reported`, `who may enter`
    let within = inner + 1 + usize::from(is_auxiliary(claim.word(inner)));
    let main = verb(claim, within..clause.words.end, clause.words.start, &[])?;
    Some(clause.words.start..main)
}

/// The first word of the claim's subject, by position, where the window says what the claim says in a clause of another. `known` tells
/// whether the source has a word.
pub(crate) fn of_another_clause(
    claim: &Reading<'_>,
    window: &Reading<'_>,
    known: impl Fn(u32) -> bool,
) -> Option<usize> {
    let statement = Statement::of(claim)?;
    let sentences = window.sentences();
    let lists: Vec<Vec<Clause>> = sentences.iter().map(|words| clauses(window, words.clone())).collect();
    let mut best = 0;
    let mut holders: Vec<(usize, usize)> = Vec::new();
    for (number, list) in lists.iter().enumerate() {
        for at in (0..list.len()).filter(|&at| list.get(at).is_some_and(|clause| clause.verb.is_some())) {
            let words = with_tails(window, list, at, &statement);
            let cover = statement.rest.iter().filter(|&&key| says(window, &words, key)).count();
            if cover > best {
                (best, holders) = (cover, Vec::new());
            }
            if cover == best {
                holders.push((number, at));
            }
        }
    }
    // Most of it: two of three.
    if best == 0 || best * 3 < statement.rest.len() * 2 {
        return None;
    }
    let other =
        |&place: &(usize, usize)| is_of_another(claim, window, &lists, place, &statement, best, &known);
    holders.iter().all(other).then_some(statement.first)
}

/// The words of a clause with those behind it that have no verb, but for one that names the claim's subject first.
fn with_tails(text: &Reading<'_>, list: &[Clause], at: usize, statement: &Statement) -> Range<usize> {
    let Some(clause) = list.get(at) else { return 0..0 };
    let tails = list.iter().skip(at + 1).take_while(|tail| tail.verb.is_none());
    let own = |tail: &Clause| {
        tail.words.clone().find_map(|at| text.content(at)).is_some_and(|key| statement.subject.contains(&key))
    };
    let end = tails.take_while(|tail| !own(tail)).last().map_or(clause.words.end, |tail| tail.words.end);
    clause.words.start..end
}

/// Whether some words have one of the claim, or one that says the same.
fn says(text: &Reading<'_>, words: &Range<usize>, key: u32) -> bool {
    let has = |key: u32| text.positions(key).any(|at| words.contains(&at));
    says_or_rewords(key, has)
}

/// Whether the clause at `at`, which says `best` words of the claim, is another's than the claim's subject.
fn is_of_another(
    claim: &Reading<'_>,
    window: &Reading<'_>,
    lists: &[Vec<Clause>],
    (number, at): (usize, usize),
    statement: &Statement,
    best: usize,
    known: impl Fn(u32) -> bool,
) -> bool {
    let Some(list) = lists.get(number) else { return false };
    let words = with_tails(window, list, at, statement);
    let lacks = |key: &u32| !says(window, &words, *key);
    if best == statement.rest.len()
        && list.get(at).is_some_and(|clause| is_taken_from(claim, window, clause, statement))
    {
        return true;
    }
    let Some(&apart) = statement.subject.iter().find(|key| lacks(key)) else { return false };
    let mut tails = list.iter().skip(at + 1).take_while(|tail| tail.verb.is_none());
    if tails.any(|tail| is_gapped(claim, window, &words, tail, apart)) {
        return true;
    }
    let topic =
        list.iter().take(at + 1).rev().map(|clause| &clause.topic).find(|topic| **topic != Topic::Same);
    let Some(Topic::Own(theirs)) = topic else { return false };
    let theirs = keys(window, theirs.clone());
    if !theirs.iter().any(|&key| !says_or_rewords(key, |key| claim.has(key))) {
        return false;
    }
    // What the claim says, and the clause does not, must not be said of the claim's subject.
    let missing: Vec<u32> = statement.rest.iter().copied().filter(lacks).collect();
    let own = list
        .iter()
        .enumerate()
        .filter(|&(number, clause)| number != at && !words.contains(&clause.words.start));
    let mut own =
        own.filter(|(_, clause)| is_own(window, clause, apart)).map(|(number, _)| number).peekable();
    if own.peek().is_some() {
        return own.all(|number| {
            let theirs = with_tails(window, list, number, statement);
            !missing.iter().any(|&key| says(window, &theirs, key))
        });
    }
    let alone = best == statement.rest.len() && best > 1 && statement.first < 2;
    if alone && has_a_sentence(window, lists, (number, statement.head), &theirs) {
        return true;
    }
    // `the Plus tariff`, `the Standard tariff`: the same noun, told from another by a word or two.
    let mut mine = statement.subject.iter().filter(|key| !theirs.contains(key));
    let fresh = theirs.iter().filter(|key| !statement.subject.contains(key));
    best == statement.rest.len()
        && best > 1
        && theirs.contains(&statement.head)
        && mine.clone().count() <= MODIFIERS
        && fresh.count() <= MODIFIERS
        && mine.all(|&key| known(key) && lacks(&key))
}

/// Whether a word belongs to the subject of a clause.
fn is_own(text: &Reading<'_>, clause: &Clause, key: u32) -> bool {
    matches!(&clause.topic, Topic::Own(words) if text.positions(key).any(|at| words.contains(&at)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_a_clause_says_of_another() {
        let ferry =
            "The ferry leaves at six and takes two hours, while a seat on the night train costs 30 euros.";
        let council = "The council pays for the lights and the signs, and the club pays for the grass.";
        let store = "Keep the seeds in a dark cupboard and the bulbs in damp sand.";
        let lent = "Skates are lent for two hours and sledges for a day.";
        let fee = "The entry fee for a large boat will stay at 50 euros, and the fee for a small boat will rise to 20 euros.";
        let rate = "The rate of the Basic account will rise in June.";
        let beans =
            "Boil the beans in salted water for ten minutes, then add the peas and boil for five minutes.";
        let cover = "The plan covers the screen for three years and the strap for one year.";
        let fire = "Its spire, added in 1860, collapsed in the fire of 2019. The towers survived.";
        let coral = "Coral Ltd bought Pine Media from the Harris family in 2016.";
        let name = "Raudsepp trained as a chemist. She therefore worked under another name until 1906.";
        let joining = "Members over 65 pay half the annual fee. New members pay a joining fee of $40.";
        for (claim, evidence, want) in [
            ("The ferry costs 30 euros.", ferry, true),
            ("The night train costs 30 euros.", ferry, false),
            ("The ferry takes two hours.", ferry, false),
            ("The club pays for the signs.", council, true),
            ("The council pays for the signs.", council, false),
            ("The signs are paid for by the council.", council, false),
            ("The bulbs must be kept in a dark cupboard.", store, true),
            ("The bulbs must be kept in damp sand.", store, false),
            ("Sledges are lent for two hours.", lent, true),
            ("Sledges are lent for a day.", lent, false),
            ("Skates are lent for two hours.", lent, false),
            ("The entry fee for a large boat will rise to 20 euros.", fee, true),
            ("The fee for a small boat will rise to 20 euros.", fee, false),
            ("The rate of the Premium account will rise in June.", rate, true),
            ("The towers collapsed in the fire of 2019.", fire, true),
            ("The spire collapsed in the fire of 2019.", fire, false),
            ("The Harris family bought Pine Media in 2016.", coral, true),
            ("Coral Ltd bought Pine Media in 2016.", coral, false),
            ("Raudsepp worked under another name until 1906.", name, false),
            ("Members over 65 pay a joining fee of $40.", joining, true),
            ("New members pay a joining fee of $40.", joining, false),
            ("The rate of the Basic account will rise in June.", rate, false),
            ("The account will rise in June.", rate, false),
            ("Boil the peas for ten minutes.", beans, true),
            ("Boil the beans for ten minutes.", beans, false),
            ("The strap is covered by the plan for three years.", cover, true),
            ("The strap is covered by the plan for one year.", cover, false),
            ("Ann Lee won in May.", "Ann Lee (born 4 May 1960, in Bonn) won in May.", false),
            (
                "Ann Lee won the cup.",
                "Ann Lee sold the mill, and Jo Ray (a baker who was late) won the cup.",
                true,
            ),
            (
                "Sledges are lent for two hours in May and June.",
                "Skates are lent for two hours in May and June, and sledges are lent for a day.",
                true,
            ),
            (
                "Skates are lent for two hours in May and June.",
                "Skates are lent for two hours in May and June, and sledges are lent for a day.",
                false,
            ),
            (
                "The guests who arrived late paid the bill.",
                "The guests who arrived late left early, and the hosts paid the bill.",
                true,
            ),
            (
                "The guests who arrived late left early.",
                "The guests who arrived late left early, and the hosts paid the bill.",
                false,
            ),
            ("It was built in 1900.", "The mill was built in 1900, and the barn was sold.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            let found = of_another_clause(&Reading::new(&mine), &Reading::new(&theirs), |_| true);
            assert_eq!(found.is_some(), want, "{claim}");
        }
    }
}
