//! Grammar words and endings: which of their changes are form, and which say something else.
//!
//! An agreement put right, an article that was missing, `이/가` for `은/는`: form. Another time, voice, number, preposition or
//! demonstrative says something else, though no content word changed.

use super::joint::{APOSTROPHE, Reason};
use super::lexicon::Class;
use super::unit::{Change, Word};
use crate::domain::text::Script;

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
const MARKS: Reason = ("말과 함께 문장부호도 바뀌었습니다", "Punctuation changes together with the words");

/// What a change of grammar words says, when it says something; `None` when it is form.
#[must_use]
pub fn says(change: &Change<'_>) -> Option<Reason> {
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

/// Nouns that name what one does there without an article: `in prison`, `in the prison`.
const PLACES: &str = "prison jail school church hospital court college university sea bed class town market camp front place case \
    power office charge kind most question";

fn articles(change: &Change<'_>) -> Option<Reason> {
    let unit = change.unit;
    let article = |word: &Word<'_>| matches!(word.lower.as_str(), "a" | "an" | "the");
    // Each article of the change with the word behind it.
    let read = |words: &[Word<'_>], whole: &[Word<'_>], from: usize| -> Vec<(String, String)> {
        (0..words.len())
            .filter_map(|at| Some((words.get(at).filter(|word| article(word))?, whole.get(from + at + 1))))
            .map(|(word, next)| (word.lower.clone(), next.map(|next| next.lower.clone()).unwrap_or_default()))
            .collect()
    };
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
            None if weighs(word, next) => return Some(ARTICLE),
            _ => {}
        }
    }
    let come = a.iter().filter(|(_, next)| !b.iter().any(|(_, behind)| behind == next));
    come.into_iter().any(|(word, next)| weighs(word, next)).then_some(ARTICLE)
}

/// Whether an article that only comes or goes before a word says something: `a few`, `the workers`, `the prison`.
fn weighs(article: &str, next: &str) -> bool {
    let plural = next.len() > 3 && next.ends_with('s') && !next.ends_with("ss") && !next.ends_with("us");
    matches!(next, "few" | "little" | "children" | "people" | "men" | "women")
        || article == "the" && plural
        || PLACES.split_whitespace().any(|place| place == next)
}

/// Words that force the number of the noun behind them, so that another number is a slip.
const SEVERAL: &str =
    "both many several few these those two three four five six seven eight nine ten various numerous";
const SINGLE: &str = "a an one each every this that another either neither";

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
        let place = change.before_at.start + at;
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

/// Whether a word before the noun asks for the number that it gets.
fn forced(change: &Change<'_>, at: usize, several: bool) -> bool {
    let from = at.saturating_sub(2);
    let list = if several { SEVERAL } else { SINGLE };
    let words = change.unit.after.words.get(from..at).unwrap_or_default();
    words.iter().any(|word| {
        list.split_whitespace().any(|known| known == word.lower) || several && word.class == Class::Number
    })
}
