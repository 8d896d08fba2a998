//! Questions of English sentences: what asks comes first, with the verb behind it.

use super::{among, lowered};

const NO_SUBJECTS: &str = "it this these that those they he she we i you there here such however but and or if when while where \
    unless although though because since so then thus for in on at by to from with as after before \
    during who which what how why not also its their his her our my your one some both most many another \
    figure table note see example otherwise note: of under until only let please more less likewise north south east west deciding";
/// Values that are written as words.
const NUMBERS: &str = "two three four five six seven eight nine ten eleven twelve noon midnight";
/// Days and months.
const DAYS: &str = "January February March April June July August September October November December Monday Tuesday \
    Wednesday Thursday Friday Saturday Sunday Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays \
    Sundays";
/// Units of time.
const TIMES: &str = "seconds minutes hours days weeks months years hour day week month year";
/// What a subject of its own has none of.
const CLAUSES: &str =
    "that which who whose where when if and/or such this these those whether his her their its our your";
/// A subject of more words is a clause.
const SUBJECT: usize = 6;
/// How far into a sentence its verb may stand.
const HEAD: usize = 9;

/// A question of an English sentence whose verb is known: a form of `be`, a modal, or one of a few that go with values.
pub(super) fn english(words: &[&str], is_word: &dyn Fn(&str) -> bool) -> Option<String> {
    let first = words.first()?.to_lowercase();
    if among(NO_SUBJECTS, first.trim_end_matches(',')) || !words.first()?.starts_with(char::is_uppercase) {
        return None;
    }
    let verb = |word: &str| among(MODALS, word) || among(BE, word) || lasting(word).is_some();
    let at = words.iter().take(HEAD).position(|word| verb(word))?;
    let subject = words.get(..at).filter(|subject| (1..=SUBJECT).contains(&subject.len()))?;
    let is_odd = |word: &&str| {
        let lower = word.to_lowercase();
        word.contains([',', ':', '.']) || among(CLAUSES, &lower)
    };
    if subject.iter().any(is_odd) {
        return None;
    }
    let mut own = subject.join(" ");
    let has_article = ["the", "a", "an", "all", "each", "every", "no", "any"].contains(&first.as_str());
    let is_plural = first.ends_with('s') && !first.contains(['\'', '’']) || first.ends_with("ing");
    let is_lower = subject.iter().skip(1).all(|word| word.starts_with(char::is_lowercase));
    let alone = subject.len() == 1 && (among(MODALS, words.get(at)?) || first.ends_with("ing"));
    if has_article
        || is_word(&first) && (subject.len() == 1 || is_lower)
        || is_plural && (alone || subject.len() > 1 && is_lower)
    {
        own = lowered(&own);
    }
    let (verb, rest) = (*words.get(at)?, words.get(at + 1..)?);
    let first = rest.first()?.to_lowercase();
    if first == "not" || first == "no" || own.starts_with("no ") {
        return None;
    }
    if let Some((asking, bare)) = lasting(verb) {
        let helper = if verb.ends_with('s') { "does" } else { "did" };
        return asks_for(asking, rest).then(|| format!("{asking} {helper} {own} {bare}?"));
    }
    if among(BE, verb) {
        let is_participle = first.ends_with("ed")
            || ["held", "built", "made", "kept", "paid", "open", "closed", "born"].contains(&first.as_str());
        if is_participle {
            let (asking, place) = asked_by(rest.get(1..)?)?;
            let between = rest.get(1..=place)?;
            let is_short = between.len() <= 3 && !between.iter().any(|word| word.ends_with("ed"));
            let between = between.join(" ");
            let participle = *rest.first()?;
            return is_short.then(|| joined(&[asking, verb, &own, participle, &between]));
        }
        let is_noun = ["a", "an", "the"].contains(&first.as_str())
            || rest.first()?.starts_with(|ch: char| ch.is_ascii_digit() || ch == '$' || ch == '€');
        // Whether a name is that of a person, nobody knows.
        let is_name = !has_article && (subject.len() > 1 && !is_lower || verb == "was");
        let is_noun = is_noun && !is_name;
        return is_noun.then(|| format!("What {verb} {own}?"));
    }
    // A modal: `may borrow up to ten books`, `must be returned within 30 days`.
    let skipped = 1 + rest.iter().skip(1).take_while(|word| among(HEDGES, word)).count();
    let counted = rest.get(skipped + 1).map(|noun| noun.trim_end_matches('.'));
    let is_noun = |noun: &&str| noun.ends_with('s') && noun.chars().all(char::is_lowercase);
    if let Some(noun) = counted.filter(is_noun).filter(|_| rest.get(skipped).is_some_and(|own| is_value(own)))
    {
        return Some(format!("How many {noun} {verb} {own} {first}?"));
    }
    let (place, asking) = (1..rest.len()).find_map(|at| {
        let (asking, 0) = asked_by(rest.get(at..)?)? else { return None };
        Some((at, asking))
    })?;
    let said = rest.get(..place)?;
    (said.len() <= SUBJECT && !said.iter().any(is_odd))
        .then(|| joined(&[asking, verb, &own, &said.join(" ")]))
}

fn joined(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    format!("{}?", parts.join(" "))
}

const MODALS: &str = "may can must shall should will";
const BE: &str = "is are was were";

/// Verbs that a value follows: what asks for it, and their bare form.
fn lasting(verb: &str) -> Option<(&'static str, &'static str)> {
    Some(match verb {
        "lasts" | "lasted" => ("How long", "last"),
        "takes" | "took" => ("How long", "take"),
        "costs" => ("How much", "cost"),
        "opens" | "opened" => ("When", "open"),
        "closes" | "closed" => ("When", "close"),
        "starts" | "started" => ("When", "start"),
        "begins" | "began" => ("When", "begin"),
        "ends" | "ended" => ("When", "end"),
        "expires" | "expired" => ("When", "expire"),
        _ => return None,
    })
}

/// Whether words behind a verb begin with what is asked for.
fn asks_for(asking: &str, rest: &[&str]) -> bool {
    let skipped = rest.iter().take_while(|word| among(HEDGES, word)).count();
    let value = |at: usize| rest.get(at).is_some_and(|word| is_value(word));
    match asking {
        "When" => {
            rest.first().is_some_and(|word| ["at", "on", "in", "from"].contains(word))
                && (value(1) || value(2))
        }
        "How long" => value(skipped) && rest.get(skipped + 1).is_some_and(|word| is_time(word)),
        _ => value(skipped),
    }
}

const HEDGES: &str = "up to at least most about approximately a maximum minimum of only exactly";

fn is_value(word: &str) -> bool {
    let bare = word.trim_start_matches(['$', '€', '£']).trim_end_matches(['.', ',']);
    let figures = bare.chars().all(|ch| ch.is_ascii_digit() || matches!(ch, ',' | '.' | ':' | '%'));
    bare.starts_with(|ch: char| ch.is_ascii_digit()) && figures || among(NUMBERS, bare) || among(DAYS, bare)
}

fn is_time(word: &str) -> bool {
    let bare = word.trim_end_matches(['.', ',']);
    among(TIMES, bare)
}

/// The first words that say when, how soon or who: what asks for that, and how many words stand before.
fn asked_by(rest: &[&str]) -> Option<(&'static str, usize)> {
    rest.iter().enumerate().take(SUBJECT).find_map(|(at, word)| {
        let next = rest.get(at + 1)?;
        let lasts = rest.get(at + 2).is_some_and(|unit| is_time(unit));
        match *word {
            "within" if is_value(next) && lasts => Some(("How soon", at)),
            "for" if is_value(next) && lasts => Some(("How long", at)),
            "in" | "at" if next.starts_with(char::is_uppercase) && !is_value(next) => Some(("Where", at)),
            "by" if next.starts_with(char::is_uppercase) && !is_value(next) => Some(("By whom", at)),
            "on" | "in" | "at" | "by" | "before" | "until"
                if is_value(next) && !lasts && !next.ends_with('%') =>
            {
                Some(("When", at))
            }
            _ => None,
        }
    })
}
