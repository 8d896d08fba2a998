//! Words that English sentence ends depend on.
//!
//! Owns the tables: abbreviations by what a full stop behind them means, words that begin a sentence, and words
//! that carry one on. Leaves their use to [`super::english`].

/// What a full stop after this word means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Abbreviation {
    /// A name follows: Mr., Dr., Gen.
    Title,
    /// Something always follows: e.g., cf., vs.
    Open,
    /// A number may follow: p., No., Fig.
    Numbered,
    /// A day or year may follow: Jan.
    Month,
    /// A unit of measure: ends the sentence before a capital letter.
    Unit,
    /// May end a sentence or be part of a name: U.S., Inc., Jr.
    Name,
    /// A time or era: a.m., B.C.
    Clock,
    /// Ends the sentence before a capital letter: etc., Ph.D.
    Closing,
    /// One capital letter.
    Initial,
    /// One small letter that may be a variable: `for every n. It follows`.
    Letter,
}

/// Longest abbreviation in the table, in bytes.
const MAX_ABBREVIATION: usize = 9;
/// Before a name, when capitalised.
const TITLES: &[&str] = &[
    "mr", "mrs", "ms", "mx", "dr", "drs", "prof", "profs", "gen", "rep", "reps", "sen", "sens", "gov",
    "capt", "lt", "col", "sgt", "cpl", "pvt", "maj", "cmdr", "adm", "rev", "hon", "pres", "supt", "insp",
    "messrs", "mmes", "mt", "ft", "fr", "det", "amb", "atty", "ald", "brig",
];
const OPEN: &[&str] = &[
    "e.g", "i.e", "f.e", "eg", "ie", "cf", "viz", "vs", "v", "approx", "ca", "incl", "esp", "resp", "n.b",
    "a.k.a", "i.a", "seq", "ibid", "op", "cit", "c.f", "rs", "btw", "p.s", "ps",
];
const NUMBERED: &[&str] = &[
    "p", "pp", "no", "nos", "nr", "fig", "figs", "eq", "eqs", "eqn", "sec", "secs", "ch", "chap", "chs",
    "vol", "vols", "art", "arts", "para", "paras", "par", "cl", "tab", "ref", "refs", "ex", "app", "ver",
    "n°", "page", "tel", "ext", "sect", "rte",
];
/// When capitalised.
const MONTHS: &[&str] =
    &["jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"];
const UNITS: &[&str] = &[
    "mi", "in", "ft", "yd", "lb", "lbs", "oz", "fl", "sq", "cu", "pt", "qt", "gal", "km", "cm", "mm", "kg",
    "hr", "hrs", "min", "mins", "mph", "kph", "tbsp", "tsp", "temp", "avg", "max", "std", "misc", "orig",
];
const NAMES: &[&str] = &[
    "inc", "ltd", "co", "corp", "llc", "plc", "bros", "dept", "univ", "assn", "est", "jr", "sr", "st", "ave",
    "blvd", "rd", "hwy", "al", "eds", "trans", "gmbh", "mfg", "intl", "natl", "govt", "bldg", "apt", "ste",
    "esq", "repr", "ph", "d.c", "u.s", "u.s.a", "u.k", "u.n", "e.u", "p.o", "s.a", "n.v", "b.v", "l.a",
    "n.y", "n.y.c", "b.a", "m.a", "b.s", "m.s", "j.d", "r.n",
];
/// States and countries, when capitalised.
const PLACES: &[&str] = &[
    "ala", "ariz", "ark", "calif", "colo", "conn", "del", "fla", "ind", "kan", "kans", "ky", "mass", "mich",
    "minn", "mo", "mont", "neb", "nev", "okla", "ore", "penn", "tenn", "tex", "va", "vt", "wash", "wis",
    "wyo",
];
const CLOCKS: &[&str] = &["a.m", "p.m", "b.c", "a.d", "b.c.e", "c.e"];
const CLOSINGS: &[&str] =
    &["etc", "ph.d", "m.d", "b.sc", "m.sc", "ll.m", "ll.d", "ll.b", "m.b.a", "d.phil", "ed.d", "m.phil"];

/// Sounds without a vowel that are sentences, not short forms.
const INTERJECTIONS: &[&str] =
    &["Hm", "Hmm", "Mm", "Mmm", "Mhm", "Shh", "Ssh", "Psst", "Pfft", "Tsk", "Brr", "Grr", "Thx", "Pls"];

/// The last letters of the abbreviations that begin with each letter, as bits; rules out nearly every word.
const LAST_LETTERS: [u32; 32] = {
    let mut table = [0_u32; 32];
    let lists = [TITLES, OPEN, NUMBERED, MONTHS, UNITS, NAMES, PLACES, CLOCKS, CLOSINGS];
    let mut list = 0;
    while list < lists.len() {
        let mut at = 0;
        while at < lists[list].len() {
            let word = lists[list][at].as_bytes();
            table[(word[0] & 31) as usize] |= 1 << (word[word.len() - 1] & 31);
            at += 1;
        }
        list += 1;
    }
    table
};

fn known(word: &str) -> Option<Abbreviation> {
    let (first, last) = (word.as_bytes().first()?, word.as_bytes().last()?);
    // Upper and lower case differ in none of the five lowest bits.
    if word.len() > MAX_ABBREVIATION || LAST_LETTERS[usize::from(first & 31)] & (1 << (last & 31)) == 0 {
        return None;
    }
    let mut lower = [0_u8; MAX_ABBREVIATION];
    let slot = lower.get_mut(..word.len())?;
    slot.copy_from_slice(word.as_bytes());
    slot.make_ascii_lowercase();
    let lower = std::str::from_utf8(slot).ok()?;
    let capital = word.starts_with(|ch: char| ch.is_ascii_uppercase());
    let tables = [
        (TITLES, Abbreviation::Title, true),
        (OPEN, Abbreviation::Open, false),
        (NUMBERED, Abbreviation::Numbered, false),
        (MONTHS, Abbreviation::Month, true),
        (UNITS, Abbreviation::Unit, false),
        (NAMES, Abbreviation::Name, false),
        (PLACES, Abbreviation::Name, true),
        (CLOCKS, Abbreviation::Clock, false),
        (CLOSINGS, Abbreviation::Closing, false),
    ];
    tables
        .iter()
        .find(|(words, _, capitalised)| (capital || !capitalised) && words.contains(&lower))
        .map(|found| found.1)
}

/// The class of the word before a full stop; `None` when the full stop is just a full stop.
pub(super) fn abbreviation(word: &str) -> Option<Abbreviation> {
    let bytes = word.as_bytes();
    // A capital is an initial even where the small letter counts pages: `P. Goldberg`.
    if let [letter] = bytes
        && letter.is_ascii_uppercase()
    {
        return Some(Abbreviation::Initial);
    }
    if let Some(class) = known(word) {
        return Some(class);
    }
    // The letters before `j` mark the items of lists.
    match bytes {
        [b'j'..=b'z'] => return Some(Abbreviation::Letter),
        [b'a'..=b'i'] => return Some(Abbreviation::Open),
        _ => {}
    }
    // Letters between full stops: an acronym, which is a name or ends the sentence.
    if word.contains('.')
        && word
            .split('.')
            .all(|part| part.len() == 1 && part.as_bytes().first().is_some_and(u8::is_ascii_alphabetic))
    {
        return Some(Abbreviation::Name);
    }
    // A short capitalised word without a vowel is hardly a word: Blvd., Pvt., Sgt.
    let vowelless = (2..=4).contains(&bytes.len())
        && !INTERJECTIONS.contains(&word)
        && bytes.iter().all(u8::is_ascii_alphabetic)
        && bytes.first().is_some_and(u8::is_ascii_uppercase)
        && bytes.get(1..).is_some_and(|rest| rest.iter().all(u8::is_ascii_lowercase))
        && !bytes
            .iter()
            .any(|byte| matches!(byte.to_ascii_lowercase(), b'a' | b'e' | b'i' | b'o' | b'u' | b'y'));
    vowelless.then_some(Abbreviation::Name)
}

/// Words that begin a sentence far more often than they continue a name.
pub(super) const STARTERS: &[&str] = &[
    "The", "This", "That", "These", "Those", "There", "Then", "Thus", "They", "He", "She", "It", "We", "You",
    "I", "A", "An", "In", "On", "At", "By", "For", "From", "To", "With", "But", "And", "Or", "So", "If",
    "As", "When", "Where", "While", "Why", "Who", "What", "Which", "How", "Is", "Are", "Was", "Were", "Do",
    "Does", "Did", "Can", "Could", "Has", "Have", "Had", "His", "Her", "Its", "Our", "Their", "My", "Your",
    "However", "Although", "Because", "Before", "After", "Since", "Until", "Once", "Also", "Not", "No",
    "Yes", "One", "Two", "Some", "Many", "Most", "Both", "All", "Each", "Every", "Any", "Another", "Other",
    "Such", "Please", "Let", "Here", "Now", "Later", "Finally", "First", "Second", "Next", "Moreover",
    "Sales", "Would", "Should", "Nobody", "Nothing", "Someone", "Everyone", "Maybe", "Perhaps", "Even",
    "During", "Despite", "Instead", "Whether", "Yeah",
];

pub(super) const MONTH_NAMES: &[&str] = &[
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
    "Januar",
    "Februar",
    "März",
    "Mai",
    "Juni",
    "Juli",
    "Oktober",
    "Dezember",
];

/// Words with which a clause begins that has its subject still before it: "At 5 a.m. Mr. Smith went".
pub(super) const PREPOSITIONS: &[&str] = &[
    "At", "In", "On", "By", "Around", "Before", "After", "Since", "From", "Until", "About", "at", "in", "on",
    "by", "around", "before", "after", "since", "from", "until", "about",
];

pub(super) const WEEKDAYS: &[&str] =
    &["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Words that ask by themselves.
pub(super) const QUESTION_WORDS: &[&str] =
    &["what", "why", "who", "how", "when", "where", "really", "huh", "no", "yes"];

/// Words whose number, at the beginning of a line, numbers what stands behind its full stop.
pub(super) const LABELS: &[&str] = &[
    "Figure", "FIGURE", "Table", "TABLE", "Chart", "Photo", "Image", "Plate", "Exhibit", "Listing",
    "Diagram", "Box", "Scheme",
];

/// Words that carry a phrase on far more often than they begin a sentence, even where nobody uses capitals.
pub(super) const LINKS: &[&str] =
    &["of", "and", "or", "in", "for", "at", "with", "by", "on", "to", "as", "from", "per", "than", "into"];

/// Verbs of a reporting clause.
pub(super) const SPEECH: &[&str] = &[
    "said",
    "says",
    "say",
    "asked",
    "asks",
    "thought",
    "cried",
    "yelled",
    "shouted",
    "replied",
    "answered",
    "exclaimed",
    "whispered",
    "added",
    "continued",
    "wondered",
    "screamed",
    "muttered",
    "called",
    "wrote",
];
