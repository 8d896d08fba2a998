//! Grammar words and endings: which of their changes are form, and which say something else.
//!
//! An agreement put right, an article that was missing, `이/가` for `은/는`: form. Another time, voice, number, preposition or
//! demonstrative says something else, though no content word changed.

use super::joint::{APOSTROPHE, Reason};
use super::lexicon::Class;
use super::unit::{Change, Word};
use stet_text::Script;

/// The content words stay in their order and nothing but grammar comes or goes.
#[must_use]
pub fn alike(change: &Change<'_>) -> bool {
    let korean = change.before.iter().chain(change.after).any(|word| word.script == Script::Hangul);
    let keys = |words: &[Word<'_>]| -> Vec<u32> {
        words.iter().filter(|word| matters(word)).map(|word| word.id()).collect()
    };
    if korean {
        return super::register::same(change);
    }
    if keys(change.before) != keys(change.after) {
        return false;
    }
    // A place-holder with a verb of its own says something.
    let holder = |words: &[Word<'_>]| words.iter().any(|word| word.class == Class::Placeholder);
    let verb = |words: &[Word<'_>]| {
        words.iter().any(|word| matches!(word.lower.as_str(), "is" | "are" | "was" | "were" | "has" | "have"))
    };
    !(holder(change.before) != holder(change.after) && (verb(change.before) || verb(change.after)))
}

/// Words whose coming, going or moving is more than grammar.
fn matters(word: &Word<'_>) -> bool {
    !matches!(word.class, Class::Grammar | Class::Preposition | Class::Placeholder | Class::Reference)
        && word.lower != "and"
}

const TIME: Reason =
    ("때나 태를 나타내는 말이 바뀌었습니다", "A word that tells the time or the voice changes");
const LINK: Reason = ("전치사나 접속사가 바뀌었습니다", "A preposition or a conjunction changes");
const POINT: Reason = ("가리키는 말이 바뀌었습니다", "A word that points to something changes");
const ARTICLE: Reason = ("관사에 따라 뜻이 달라질 수 있습니다", "The article can change what is meant");
const NUMBER: Reason = ("단수와 복수가 바뀌었습니다", "One becomes several, or several one");
const ENDING: Reason = ("낱말의 꼴이 바뀌었습니다", "The form of a word changes");
const CLAUSE: Reason =
    ("이어지는 말이 다른 말에 걸립니다", "What the clause or the verb belongs to can be another");
const MARKS: Reason = ("말과 함께 문장부호도 바뀌었습니다", "Punctuation changes together with the words");

/// What a change of grammar words says, when it says something; `None` when it is form.
#[must_use]
pub fn says(change: &Change<'_>) -> Option<Reason> {
    if change.is_bare() {
        return participles(change);
    }
    let pauses = |text: &str| -> String {
        text.chars().filter(|ch| matches!(ch, ',' | ':' | ';' | '(' | ')' | '?' | '"')).collect()
    };
    if pauses(change.text_before) != pauses(change.text_after) {
        return Some(MARKS);
    }
    if change.before.iter().chain(change.after).any(|word| word.script == Script::Hangul) {
        return None;
    }
    // A letter that stands alone is a name of something, or the end of a genitive.
    let single = |words: &[Word<'_>]| words.iter().filter(|word| word.lower == "s").count();
    if single(change.before) != single(change.after) {
        return Some(APOSTROPHE);
    }
    verbs(change)
        .or_else(|| links(change))
        .or_else(|| points(change))
        .or_else(|| clauses(change))
        .or_else(|| agreement(change))
        .or_else(|| articles(change))
        .or_else(|| endings(change))
}

/// What an auxiliary tells: its verb and its time. Persons and numbers only agree.
fn auxiliary(word: &str) -> Option<&'static str> {
    Some(match word {
        "is" | "are" | "am" | "'s" | "'re" | "'m" => "is",
        "was" | "were" => "was",
        "be" => "be",
        "been" => "been",
        "being" => "being",
        "do" | "does" => "do",
        "did" => "did",
        "done" => "done",
        "doing" => "doing",
        "has" | "have" => "has",
        "had" => "had",
        "having" => "having",
        _ => return None,
    })
}

fn verbs(change: &Change<'_>) -> Option<Reason> {
    let read = |words: &[Word<'_>]| -> Vec<&str> {
        words.iter().filter_map(|word| auxiliary(&word.lower)).collect()
    };
    (read(change.before) != read(change.after)).then_some(TIME)
}

fn links(change: &Change<'_>) -> Option<Reason> {
    let read = |words: &[Word<'_>]| -> Vec<String> {
        let link = |word: &&Word<'_>| {
            matches!(word.class, Class::Preposition)
                || matches!(word.lower.as_str(), "of" | "to" | "as" | "than" | "then" | "so" | "such" | "and")
        };
        words.iter().filter(link).map(|word| word.lower.clone()).collect()
    };
    (read(change.before) != read(change.after)).then_some(LINK)
}

/// A demonstrative and its plural are one; `that` also only opens a clause.
fn points(change: &Change<'_>) -> Option<Reason> {
    let read = |words: &[Word<'_>]| -> Vec<&'static str> {
        words
            .iter()
            .filter_map(|word| {
                Some(match word.lower.as_str() {
                    "this" | "these" => "this",
                    "those" => "that",
                    "there" => "there",
                    "it" => "it",
                    "its" => "its",
                    "itself" => "itself",
                    "who" | "whom" => "who",
                    "whose" => "whose",
                    "what" => "what",
                    _ => return None,
                })
            })
            .collect()
    };
    let that = |words: &[Word<'_>]| words.iter().any(|word| word.lower == "that");
    let near = |words: &[Word<'_>]| {
        words.iter().any(|word| matches!(word.lower.as_str(), "this" | "these" | "those"))
    };
    let turned = that(change.before) && near(change.after) && !near(change.before)
        || that(change.after) && near(change.before) && !near(change.after);
    // `that` and `those` differ in number only.
    let plural =
        |one: &[Word<'_>], two: &[Word<'_>]| that(one) && two.iter().any(|word| word.lower == "those");
    if plural(change.before, change.after) || plural(change.after, change.before) {
        return None;
    }
    (turned || read(change.before) != read(change.after)).then_some(POINT)
}

/// Words that only the next noun or clause can follow, none that a noun of their own.
fn opens_clause(word: Option<&Word<'_>>) -> bool {
    word.is_some_and(|word| {
        let listed = matches!(
            word.lower.as_str(),
            "a" | "an"
                | "the"
                | "this"
                | "these"
                | "those"
                | "there"
                | "it"
                | "its"
                | "no"
                | "all"
                | "any"
                | "some"
        );
        listed || word.capital || plural(&word.lower) || matches!(word.class, Class::Pronoun | Class::Number)
    })
}

/// Looks like the plural of a noun.
#[must_use]
pub fn plural(word: &str) -> bool {
    word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us")
}

/// `that` and `which` that open a clause with a subject of its own come and go; before a verb they make its agent
/// (`the firm that sued`), before a noun they point to it (`that water`).
fn clauses(change: &Change<'_>) -> Option<Reason> {
    let unit = change.unit;
    let read = |words: &[Word<'_>], whole: &[Word<'_>], from: usize| -> (usize, usize, bool) {
        let opening = |word: &Word<'_>| matches!(word.lower.as_str(), "that" | "which");
        let article = |word: &&Word<'_>| matches!(word.lower.as_str(), "a" | "an" | "the");
        let places = (0..words.len()).filter(|&at| words.get(at).is_some_and(opening));
        let (mut count, mut plain) = (0, true);
        for at in places {
            count += 1;
            plain &= opens_clause(whole.get(from + at + 1));
        }
        (count, words.iter().filter(article).count(), plain)
    };
    let (b, articles_b, plain_b) = read(change.before, &unit.before.words, change.before_at.start);
    let (a, articles_a, plain_a) = read(change.after, &unit.after.words, change.after_at.start);
    // `a book` → `that book`
    let turned = b < a && articles_b > articles_a || b > a && articles_b < articles_a;
    if turned {
        return Some(POINT);
    }
    (b != a && !(plain_b && plain_a)).then_some(CLAUSE)
}

/// Nouns whose plural is their singular, so that only the words beside them tell how many there are.
const INVARIANT: &str = "fish sheep deer moose bison swine salmon trout cod shrimp squid offspring series species means crossroads headquarters aircraft spacecraft hovercraft watercraft";

/// A verb or a demonstrative that agrees with another number, where that tells which noun is meant, or how many:
/// `the head of the rebels who was arrested`, `the owner and manager was there`, `the sheep was`.
fn agreement(change: &Change<'_>) -> Option<Reason> {
    if change.before.len() != change.after.len() {
        return None;
    }
    let whole = &change.unit.before.words;
    let at = |place: Option<usize>| place.and_then(|place| whole.get(place));
    let is = |place: Option<usize>, list: &str| {
        at(place).is_some_and(|word| list.split_whitespace().any(|known| known == word.lower))
    };
    let agrees = |b: &Word<'_>, a: &Word<'_>| {
        let pointing = |word: &str| matches!(word, "this" | "these" | "that" | "those");
        let finite = auxiliary(&b.lower).is_some() && auxiliary(&b.lower) == auxiliary(&a.lower);
        let (short, long) = if b.lower.len() < a.lower.len() { (b, a) } else { (a, b) };
        let ending =
            long.lower.strip_prefix(short.lower.as_str()).is_some_and(|tail| matches!(tail, "s" | "es"));
        b.lower != a.lower && (finite || ending || pointing(&b.lower) && pointing(&a.lower))
    };
    for (offset, (b, a)) in change.before.iter().zip(change.after).enumerate() {
        if !agrees(b, a) {
            continue;
        }
        let place = change.before_at.start + offset;
        let back = |steps: usize| place.checked_sub(steps);
        if is(back(1), INVARIANT) || is(Some(place + 1), INVARIANT) {
            return Some(NUMBER);
        }
        // The relative clause belongs to one of two nouns.
        let head = (3..=5).any(|steps| {
            at(back(steps)).is_some_and(|word| {
                word.class == Class::Preposition || matches!(word.lower.as_str(), "of" | "and")
            })
        });
        let relative = is(back(1), "who which that") && head;
        // One person of two offices, or two persons: the second noun has no article of its own.
        let joined = is(back(2), "and")
            && at(back(1))
                .is_some_and(|word| !word.capital && word.class == Class::Content && !plural(&word.lower))
            && at(back(3)).is_some_and(|word| word.class == Class::Content && !plural(&word.lower))
            && is(back(4), "a an the my your his her its our their this that");
        // `Flying planes is`, `flying planes are`: the doing, or the things.
        let doing = at(back(1)).is_some_and(|word| plural(&word.lower))
            && at(back(2)).is_some_and(|word| word.lower.len() > 4 && word.lower.ends_with("ing"));
        if relative || joined || doing {
            return Some(CLAUSE);
        }
    }
    None
}

/// Nouns that name what one does there without an article: `in prison`, `in the prison`.
const PLACES: &str = "prison jail school church hospital court college university sea bed class town market camp front place case \
    power office charge kind most question";

fn articles(change: &Change<'_>) -> Option<Reason> {
    let unit = change.unit;
    let article = |word: &Word<'_>| matches!(word.lower.as_str(), "a" | "an" | "the");
    // Each article of the change with the word behind it.
    // In `the the`, `the my` one was a slip.
    let doubled = |whole: &[Word<'_>], at: usize| {
        [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter_map(|at| whole.get(at)).any(|word| {
            article(word)
                || matches!(word.lower.as_str(), "my" | "your" | "his" | "her" | "its" | "our" | "their")
        })
    };
    let read = |words: &[Word<'_>], whole: &[Word<'_>], from: usize| -> Vec<(String, String)> {
        (0..words.len())
            .filter(|at| !doubled(whole, from + at))
            .filter_map(|at| Some((words.get(at).filter(|word| article(word))?, whole.get(from + at + 1))))
            .map(|(word, next)| (word.lower.clone(), next.map(|next| next.lower.clone()).unwrap_or_default()))
            .collect()
    };
    // `a poet and a novelist`, `a poet and novelist`: two persons or one.
    let second = |words: &[Word<'_>], whole: &[Word<'_>], from: usize| {
        let joins = |at: usize| {
            (from + at)
                .checked_sub(1)
                .and_then(|last| whole.get(last))
                .is_some_and(|last| matches!(last.lower.as_str(), "and" | "or" | "nor"))
        };
        (0..words.len()).filter(|&at| words.get(at).is_some_and(article) && joins(at)).count()
    };
    if second(change.before, &unit.before.words, change.before_at.start)
        != second(change.after, &unit.after.words, change.after_at.start)
    {
        return Some(ARTICLE);
    }
    let b = read(change.before, &unit.before.words, change.before_at.start);
    let a = read(change.after, &unit.after.words, change.after_at.start);
    let vowel = |word: &str| word.starts_with(['a', 'e', 'i', 'o', 'u', 'h']);
    for (word, next) in b.iter().filter(|entry| !a.contains(entry)) {
        let other = a.iter().find(|(_, behind)| behind == next).map(|(word, _)| word.as_str());
        // `a office` was no article of that noun.
        let wrong = word == "a" && vowel(next) || word == "an" && !vowel(next);
        match other {
            Some("the") if word != "the" && !wrong => return Some(ARTICLE),
            Some("a" | "an") if word == "the" => return Some(ARTICLE),
            // `the water is safe`, `water is safe`: without it the noun means all of its kind.
            None => return Some(ARTICLE),
            _ => {}
        }
    }
    let come = a.iter().filter(|(_, next)| !b.iter().any(|(_, behind)| behind == next));
    let mut come = come.peekable();
    // `Man is mortal`, `The man is mortal`: at the head of a sentence a noun without an article means its kind.
    let head = change.before_at.start == 0 && !change.before.is_empty() || change.after_at.start == 0;
    let kind = head && come.peek().is_some();
    (kind || come.any(|(word, next)| weighs(word, next))).then_some(ARTICLE)
}

/// Whether an article that only comes before a word says something: `a few`, `the workers`, `the prison`.
fn weighs(article: &str, next: &str) -> bool {
    matches!(next, "few" | "little" | "children" | "people" | "men" | "women")
        || article == "the" && plural(next)
        || SENSES.split_whitespace().any(|known| known == next)
        || PLACES.split_whitespace().any(|place| place == next)
}

/// Words that force the number of the noun behind them, so that another number is a slip.
const SEVERAL: &str =
    "both many several few these those two three four five six seven eight nine ten various numerous";
const SINGLE: &str = "a an one each every this that another either neither";

/// `boring` and `bored`: of two participles one is who does it, the other who bears it, with or without a sentence.
fn participles(change: &Change<'_>) -> Option<Reason> {
    let mut pairs = change.before.iter().zip(change.after).filter(|(b, a)| b.id() == a.id());
    let turned = |one: &str, two: &str| one.ends_with("ing") && two.ends_with("ed");
    let hit = change.before.len() == change.after.len()
        && pairs.any(|(b, a)| turned(&b.lower, &a.lower) || turned(&a.lower, &b.lower));
    hit.then_some(TIME)
}

/// Nouns that mean another thing in the plural, or with an article: `damage` and `damages`, `paper` and `a paper`.
const SENSES: &str = "damage custom arm glass height interest paper fund spirit wood work iron hair chicken coffee beer wine \
    room business law stone cloth experience time water air ground manner saving security effect premise proceeding \
    authority force colour color letter term people";
/// The same of nouns that are adjectives, too: `the good` and `the goods`, but `is good idea` and `is a good idea`.
const SENSES_IN_PLURAL: &str = "good content minute green mean light";

/// Verbs whose past is written as their stem, so that an ending tells the time: `he hit`, `he hits`.
const UNCHANGED: &str = "hit put set cut let read cost hurt shut quit cast spread bet burst split shed thrust upset beat broadcast \
    forecast offset reset";
/// Words behind which such a verb has no ending anyway.
const ENDINGLESS: &str = "i you we they to do does did can could will would shall should may might must not";

/// Whether an ending on a verb of one form says when: behind its subject, not where the ending is only agreement.
fn past_or_present(change: &Change<'_>, at: usize, stem: &str) -> bool {
    let last = at.checked_sub(1).and_then(|last| change.unit.before.words.get(last));
    UNCHANGED.split_whitespace().any(|verb| verb == stem)
        && last.is_some_and(|last| !ENDINGLESS.split_whitespace().any(|word| word == last.lower))
}

fn endings(change: &Change<'_>) -> Option<Reason> {
    let content = |words: &'_ [Word<'_>]| -> Vec<(usize, String)> {
        words
            .iter()
            .enumerate()
            .filter(|(_, word)| matters(word))
            .map(|(at, word)| (at, word.lower.clone()))
            .collect()
    };
    let (b, a) = (content(change.before), content(change.after));
    let pairs = b.iter().zip(&a).filter(|((_, one), (_, two))| one != two);
    for ((at, one), (place_after, two)) in pairs {
        if one.contains('\'') || two.contains('\'') {
            return Some(APOSTROPHE);
        }
        let (short, long) = if one.len() < two.len() { (one, two) } else { (two, one) };
        let timed = |word: &str| word.ends_with("ed") || word.ends_with("ing");
        if timed(one) || timed(two) {
            return Some(TIME);
        }
        // A name has no plural: `Jon` and `Jons` are two people.
        let named = |words: &[Word<'_>], at: usize| words.get(at).is_some_and(|word| word.capital);
        // `before` and `befores`: grammar words have no endings.
        let other = change.before.get(*at).map(|word| word.class)
            != change.after.get(*place_after).map(|word| word.class);
        if other {
            return Some(ENDING);
        }
        let name = named(change.before, *at) && named(change.after, *place_after);
        if name || super::spelling::real(one, two) {
            return Some(ENDING);
        }
        let counted = long.strip_prefix(short.as_str()).is_some_and(|tail| matches!(tail, "s" | "es"))
            || long.strip_suffix("ies").is_some_and(|stem| short.strip_suffix('y') == Some(stem));
        // Words of one stem are not one word: `respectful` and `respective`, `organ` and `organization`.
        if !counted {
            return Some(ENDING);
        }
        let sense = |word: &str| {
            SENSES.split_whitespace().chain(SENSES_IN_PLURAL.split_whitespace()).any(|known| known == word)
        };
        if sense(short) {
            return Some(NUMBER);
        }
        let place = change.before_at.start + at;
        if counted && past_or_present(change, place, short) {
            return Some(TIME);
        }
        if noun(change, place) && !forced(change, place, two == long) {
            return Some(NUMBER);
        }
    }
    None
}

/// Whether the word before says that a noun stands here: an article, a possessive, a preposition, a number.
fn noun(change: &Change<'_>, at: usize) -> bool {
    // No verb opens a sentence with its ending.
    let Some(last) = at.checked_sub(1).and_then(|at| change.unit.before.words.get(at)) else { return true };
    let earlier = at.checked_sub(2).and_then(|at| change.unit.before.words.get(at));
    let opens = |word: &Word<'_>| {
        matches!(word.class, Class::Number | Class::Preposition)
            || matches!(
                word.lower.as_str(),
                "a" | "an"
                    | "the"
                    | "of"
                    | "my"
                    | "your"
                    | "his"
                    | "her"
                    | "its"
                    | "our"
                    | "their"
                    | "this"
                    | "that"
                    | "these"
                    | "those"
                    | "first"
                    | "second"
                    | "last"
                    | "next"
                    | "other"
                    | "same"
                    | "all"
                    | "any"
                    | "some"
                    | "no"
                    | "one"
            )
            || SEVERAL.split_whitespace().chain(SINGLE.split_whitespace()).any(|known| known == word.lower)
    };
    let side = &change.unit.before;
    let behind = last.span.end.checked_sub(side.span.start).and_then(|end| side.text.get(end..));
    let plural = last.lower.ends_with('s') && behind.is_some_and(|rest| rest.starts_with(['\'', '’']));
    let genitive = last.lower.ends_with("'s") || plural;
    genitive
        || opens(last) && last.lower != "that" && last.lower != "to"
        // `the big house`: an adjective between.
        || last.class == Class::Content && earlier.is_some_and(|word| matches!(word.lower.as_str(), "a" | "an"))
}

/// Whether a word before the noun asked for the number that it gets. One that comes with the noun changes how many there are
/// (`this dog`, `these dogs`), and may be refused without it.
fn forced(change: &Change<'_>, at: usize, several: bool) -> bool {
    let from = at.saturating_sub(2);
    let list = if several { SEVERAL } else { SINGLE };
    let words = change.unit.before.words.get(from..at).unwrap_or_default();
    words.iter().any(|word| {
        list.split_whitespace().any(|known| known == word.lower) || several && word.class == Class::Number
    })
}
