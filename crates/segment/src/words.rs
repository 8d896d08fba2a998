//! Words and endings that tell where a sentence ends: `words/*/sentence`.
//!
//! Owns their roles and how a role is looked up; leaves what follows from it to the rules of the two languages.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// Longest form that is looked up at the head or tail of a text, in characters.
const MAX_FORM: usize = 5;

macro_rules! roles {
    ($($role:ident = $name:literal),+ $(,)?) => {
        /// What a form does; the file says what each role means.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Role { $($role),+ }
        const ROLES: &[(&str, Role)] = &[$(($name, Role::$role)),+];
    };
}

roles! {
    Title = "title", Open = "open", Numbered = "numbered", Month = "month", Unit = "unit", Name = "name",
    Place = "place", Clock = "clock", Closing = "closing", Sound = "sound", Starter = "starter", Date = "date",
    Weekday = "weekday", Preposition = "preposition", Label = "label", Link = "link",
    Speech = "speech", Wraps = "wraps", Asks = "asks", Wonders = "wonders", Cites = "cites", Cited = "cited",
    Source = "source", Quotes = "quotes", Thinks = "thinks", Carries = "carries", Goes = "goes",
    Conjunction = "conjunction", Adverb = "adverb", Dated = "dated", Connects = "connects", Yo = "yo",
    Final = "final", Plain = "plain", Informal = "informal", Particle = "particle", Noun = "noun",
    States = "states", Said = "said", Exclaims = "exclaims",
}

/// The roles of a form as bits: those that hold wherever it stands, and those of the whole word.
#[derive(Debug, Clone, Copy, Default)]
struct Roles {
    any: u64,
    whole: u64,
}

static FORMS: LazyLock<FxHashMap<&str, Roles>> = LazyLock::new(|| {
    let mut forms: FxHashMap<&str, Roles> = FxHashMap::default();
    for row in ["words/en/sentence", "words/ko/sentence"].into_iter().flat_map(stet_data::rows) {
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
    let vowelless = (2..=4).contains(&bytes.len())
        && known & bit(Role::Sound) == 0
        && capital
        && small(bytes.get(1..)?)
        && !word.bytes().any(is_vowel);
    vowelless.then_some(Role::Name)
}

pub(super) fn is_vowel(letter: u8) -> bool {
    b"aeiouy".contains(&letter.to_ascii_lowercase())
}
