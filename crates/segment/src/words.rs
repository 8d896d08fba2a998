//! Words and endings that tell where a sentence ends: `data/words/*/sentence.tsv`.
//!
//! Owns their roles and how a role is looked up; leaves what follows from it to the rules of the two languages.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// Longest form that is looked up at the head or tail of a text, in characters.
const MAX_FORM: usize = 4;

/// What a form does, by its name in the file.
macro_rules! roles {
    ($($(#[$doc:meta])* $role:ident = $name:literal),+ $(,)?) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Role {
            $($(#[$doc])* $role),+
        }
        const ROLES: &[(&str, Role)] = &[$(($name, Role::$role)),+];
    };
}

roles! {
    // What a full stop behind an English word means.
    /// A name follows: Mr., Dr., Gen.
    Title = "title",
    /// Something always follows: e.g., cf., vs.
    Open = "open",
    /// A number may follow: p., No., Fig.
    Numbered = "numbered",
    /// A day or year may follow: Jan.
    Month = "month",
    /// A unit of measure: ends the sentence before a capital letter.
    Unit = "unit",
    /// May end a sentence or be part of a name: U.S., Inc., Jr.
    Name = "name",
    /// The same, of a state or country, when capitalised.
    Place = "place",
    /// A time or era: a.m., B.C.
    Clock = "clock",
    /// Ends the sentence before a capital letter: etc., Ph.D.
    Closing = "closing",
    /// A sound without a vowel that is a sentence, not a short form.
    Sound = "sound",
    // What an English word does in its sentence.
    /// Begins a sentence far more often than it continues a name.
    Starter = "starter",
    Date = "date",
    Weekday = "weekday",
    /// Begins a clause that has its subject still before it: "At 5 a.m. Mr. Smith went".
    Preposition = "preposition",
    /// Asks by itself.
    Alone = "alone",
    /// Its number, at the beginning of a line, numbers what stands behind the full stop.
    Label = "label",
    /// Carries a phrase on far more often than it begins a sentence, even where nobody uses capitals.
    Link = "link",
    /// A verb of a reporting clause.
    Speech = "speech",
    // In both languages.
    /// Behind it no line ends that a writer meant to end.
    Wraps = "wraps",
    /// Begins or ends a question.
    Asks = "asks",
    /// Begins a question that leaves all punctuation out.
    Wonders = "wonders",
    /// Introduces a source in round brackets, and stands behind one.
    Cites = "cites",
    Cited = "cited",
    /// Stands before a source, or over a list of them.
    Source = "source",
    // What a Korean word or ending does.
    /// Carries a quotation on: `…"고 말했다`.
    Quotes = "quotes",
    /// Carries a question or exclamation without quotation marks on: `될까? 하는 마음`.
    Thinks = "thinks",
    /// Follows a predicate that is quoted, weighed or repeated: `된다 하더라도`, `왔다 갔다`.
    Carries = "carries",
    /// Carries a spoken ending on: `뭐야 하고`.
    Goes = "goes",
    /// Stands at the beginning of a sentence only; behind `-다`; behind a date.
    Conjunction = "conjunction",
    Adverb = "adverb",
    Dated = "dated",
    /// The last syllable of a particle or connective ending.
    Connects = "connects",
    /// Makes `-요` behind it an ending and not the end of a noun.
    Yo = "yo",
    /// The last syllable of a predicate; the same where a conjunction follows; the same in informal text.
    Final = "final",
    Plain = "plain",
    Informal = "informal",
    Particle = "particle",
    /// A noun that ends like a particle.
    Noun = "noun",
    /// Ends in `나요` and states.
    States = "states",
    /// Question words: alone, before a noun, and as predicates.
    Question = "question",
    Determiner = "determiner",
    Predicate = "predicate",
    /// Asks a machine for something.
    Request = "request",
}

/// The roles of a form as bits: those that hold wherever it stands, and those of the whole word.
#[derive(Debug, Clone, Copy, Default)]
struct Roles {
    any: u64,
    whole: u64,
}

static FORMS: LazyLock<FxHashMap<&str, Roles>> = LazyLock::new(|| {
    let mut forms: FxHashMap<&str, Roles> = FxHashMap::default();
    for row in ["words/en/sentence.tsv", "words/ko/sentence.tsv"].into_iter().flat_map(stet_data::rows) {
        let [form, names] = row.as_slice() else { continue };
        let roles = forms.entry(form).or_default();
        for name in names.split(',') {
            let bare = name.strip_suffix('!').unwrap_or(name);
            let bit = ROLES.iter().find(|(known, _)| *known == bare).map_or(0, |(_, role)| bit(*role));
            debug_assert!(bit != 0, "{form}: there is no role {bare}");
            if bare == name {
                roles.any |= bit;
            }
            roles.whole |= bit;
        }
    }
    forms
});

const fn bit(role: Role) -> u64 {
    1 << role as u64
}

fn roles(form: &str) -> Roles {
    FORMS.get(form).copied().unwrap_or_default()
}

/// Whether a form has a role.
pub(super) fn is(form: &str, role: Role) -> bool {
    roles(form).whole & bit(role) != 0
}

/// Whether a word of Latin letters has a role, in whatever case.
pub(super) fn is_word(word: &str, role: Role) -> bool {
    is(&word.to_ascii_lowercase(), role)
}

/// Whether a capitalised word has a role.
pub(super) fn is_capital(word: &str, role: Role) -> bool {
    word.starts_with(|ch: char| ch.is_uppercase()) && is(&word.to_lowercase(), role)
}

/// Whether a character has a role.
pub(super) fn is_char(ch: char, role: Role) -> bool {
    is(ch.encode_utf8(&mut [0; 4]), role)
}

/// Whether a text begins with a form that has a role, or is one that has it as a whole.
pub(super) fn begins(text: &str, role: Role) -> bool {
    let heads = text.char_indices().map(|(at, ch)| at + ch.len_utf8()).take(MAX_FORM);
    text.split_once(' ').is_some_and(|(word, _)| is(word, role))
        || heads.filter_map(|at| text.get(..at)).any(|head| roles(head).any & bit(role) != 0)
}

/// Whether a text ends in a form that has a role, or in a word that has it as a whole.
pub(super) fn ends(text: &str, role: Role) -> bool {
    let tails = text.char_indices().rev().map(|(at, _)| at).take(MAX_FORM);
    text.rsplit(' ').next().is_some_and(|word| is(word, role))
        || tails.filter_map(|at| text.get(at..)).any(|tail| roles(tail).any & bit(role) != 0)
}

/// What a full stop behind an English word means.
const ABBREVIATIONS: [Role; 8] = [
    Role::Title,
    Role::Open,
    Role::Numbered,
    Role::Month,
    Role::Unit,
    Role::Name,
    Role::Clock,
    Role::Closing,
];

/// What the full stop behind a word means; `None` when it is just a full stop.
pub(super) fn abbreviation(word: &str) -> Option<Role> {
    let bytes = word.as_bytes();
    let capital = bytes.first()?.is_ascii_uppercase();
    let small = |rest: &[u8]| rest.iter().all(u8::is_ascii_lowercase);
    // A capital is an initial even where the small letter counts pages: `P. Goldberg`.
    if bytes.len() == 1 && capital {
        return Some(Role::Name);
    }
    let lower = word.to_ascii_lowercase();
    let known = roles(&lower).whole;
    let found = ABBREVIATIONS
        .iter()
        .copied()
        .find(|&role| known & bit(role) != 0 && (capital || !matches!(role, Role::Title | Role::Month)));
    if found.is_some() {
        return found;
    }
    if capital && known & bit(Role::Place) != 0 {
        return Some(Role::Name);
    }
    match bytes {
        // It may be a variable: `for every n. It follows`. Those before `j` mark the items of lists.
        [b'j'..=b'z'] => return Some(Role::Name),
        [b'a'..=b'i'] => return Some(Role::Open),
        _ => {}
    }
    // Letters between full stops: an acronym, which is a name or ends the sentence.
    if word.contains('.')
        && word.split('.').all(|part| matches!(part.as_bytes(), [letter] if letter.is_ascii_alphabetic()))
    {
        return Some(Role::Name);
    }
    // A short capitalised word without a vowel is hardly a word: Blvd., Pvt., Sgt.
    let vowel = |byte: &u8| matches!(byte.to_ascii_lowercase(), b'a' | b'e' | b'i' | b'o' | b'u' | b'y');
    let vowelless = (2..=4).contains(&bytes.len())
        && known & bit(Role::Sound) == 0
        && capital
        && small(bytes.get(1..)?)
        && !bytes.iter().any(vowel);
    vowelless.then_some(Role::Name)
}
