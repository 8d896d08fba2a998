//! The forms of citation marks, read from `data/marks/` and compiled to automata.
//!
//! Owns one question: what begins at this place, in text that may go on? A dead state is no mark, a match is one, anything
//! else waits for more text. Leaves the forms to the data, what a character is to [`super::seen`], what a mark refers to
//! to [`super::refs`], and whether the place is prose to [`super::literal`].

use super::automaton::{Automaton, Heads, Reach};
use super::form::{self, At, Form};
use super::grammar::{Body, MAX_MARK_CHARS, is_raised};
use super::refs::{self, Folded};
use super::seen::{Seen, next};
use regex::Regex;
use std::sync::{LazyLock, OnceLock};

/// Bytes before a place that are looked at.
const NEAR: usize = 96;

/// What begins at a place.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// No mark, whatever follows.
    No,
    /// More text has to tell.
    Hold,
    Found(Body),
}

/// Forms that ask for the same before them.
pub(super) struct Group {
    at: At,
    markup: bool,
    before: OnceLock<Option<Regex>>,
    before_not: OnceLock<Option<Regex>>,
    automaton: Automaton,
    pub forms: Vec<Form>,
    first: [bool; 256],
}

pub(super) struct Table {
    pub groups: Vec<Group>,
    /// All forms that begin a word: nearly no word does, and one automaton tells.
    words: Option<Automaton>,
    /// With what one of them may begin: three letters rule nearly all words out.
    heads: Heads,
    /// Groups that may begin with a byte as it is seen, and with one as it is written, a bit for each group.
    seen: [u64; 256],
    written: [u64; 256],
    /// Groups of each kind of place, and those of them that the automaton of all words is asked for first.
    kinds: [(At, u64); 5],
    screened: u64,
    /// For each byte: whether a mark may begin with it anywhere, and whether at the beginning of a word.
    pub begins: [(bool, bool); 256],
}

/// All forms. Reading and compiling them takes some milliseconds, once.
pub(super) static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut groups: Vec<Vec<Form>> = Vec::new();
    for form in form::load() {
        let key = |form: &Form| (form.at, form.markup, form.before.clone(), form.before_not.clone());
        match groups.iter_mut().find(|forms| forms.first().map(key) == Some(key(&form))) {
            Some(forms) => forms.push(form),
            None => groups.push(vec![form]),
        }
    }
    let groups: Vec<Group> =
        groups.into_iter().enumerate().filter_map(|(slot, forms)| Group::new(slot, forms)).collect();
    let words: Vec<&str> = groups
        .iter()
        .filter(|group| group.at.is_screened())
        .flat_map(|group| &group.forms)
        .map(|form| form.pattern.as_str())
        .collect();
    let words = Automaton::new(groups.len(), &words, Vec::new());
    let heads = words.as_ref().map(Automaton::heads).unwrap_or_default();
    let mut begins = [(false, false); 256];
    for group in &groups {
        for (entry, first) in begins.iter_mut().zip(group.first) {
            match group.at {
                At::Any | At::Line => entry.0 |= first,
                At::Word | At::Number | At::Foreign => entry.1 |= first,
            }
        }
    }
    // What begins a character that is folded, or is none.
    for byte in [b'&', b'<', b'\\', 0xc2, 0xe2, 0xe3, 0xef] {
        if let Some(entry) = begins.get_mut(usize::from(byte)) {
            entry.0 = true;
        }
    }
    let bits = |of: &dyn Fn(&Group) -> bool| {
        let places = groups.iter().zip(0..u64::BITS).filter(|(group, _)| of(group));
        places.fold(0_u64, |all, (_, bit)| all | 1 << bit)
    };
    let begun = |byte: usize, markup: bool| {
        bits(&|group| group.markup == markup && group.first.get(byte).copied().unwrap_or(false))
    };
    let seen = std::array::from_fn(|byte| begun(byte, false));
    let written = std::array::from_fn(|byte| begun(byte, true));
    let kinds = [At::Any, At::Word, At::Number, At::Line, At::Foreign];
    let kinds = kinds.map(|kind| (kind, bits(&|group| group.at == kind)));
    let screened = bits(&|group| group.at.is_screened());
    Table { groups, words, heads, seen, written, kinds, screened, begins }
});

/// The longest match of a group.
struct Hit<'a> {
    form: &'a Form,
    folded: Folded,
    /// Where it ends, with what was looked at behind it.
    end: usize,
}

impl Group {
    fn new(slot: usize, forms: Vec<Form>) -> Option<Self> {
        let shared = forms.first()?;
        let patterns: Vec<&str> = forms.iter().map(|form| form.pattern.as_str()).collect();
        let text = forms.iter().map(|form| form.refers.is_none()).collect();
        let automaton = Automaton::new(slot, &patterns, text)?;
        let (at, markup, first) = (shared.at, shared.markup, automaton.begins());
        Some(Self {
            at,
            markup,
            before: OnceLock::new(),
            before_not: OnceLock::new(),
            automaton,
            first,
            forms,
        })
    }

    /// Whether what stands before lets a mark of the group stand.
    fn stands(&self, head: &str) -> bool {
        let Some(form) = self.forms.first() else { return false };
        let near = head.get(head.ceil_char_boundary(head.len().saturating_sub(NEAR))..).unwrap_or_default();
        let matches = |pattern: &str, cell: &OnceLock<Option<Regex>>| {
            let regex = cell.get_or_init(|| Regex::new(&format!("(?:{pattern})$")).ok());
            regex.as_ref().is_some_and(|regex| regex.is_match(near))
        };
        (form.before.is_empty() || matches(&form.before, &self.before))
            && (form.before_not.is_empty() || !matches(&form.before_not, &self.before_not))
    }

    fn run(&self, text: &str, at: usize, last: bool) -> (Option<Hit<'_>>, bool) {
        let bound = if self.markup { refs::MAX_MARKUP } else { MAX_MARK_CHARS };
        let (best, alive) = self.automaton.run(text, Reach { at, markup: self.markup, bound, last });
        let hit = best.and_then(|best| {
            let folded = Folded::of(text, at, best.len, self.markup);
            Some(Hit { form: self.forms.get(best.pattern)?, folded, end: best.end })
        });
        (hit, alive)
    }
}

/// What begins at `at`, behind `head`; `last` says that the text ends. Looks at no more than [`MAX_MARK_CHARS`] characters.
pub(super) fn begins(text: &str, at: usize, head: &str, last: bool) -> Answer {
    let Some(&byte) = text.as_bytes().get(at) else { return Answer::No };
    let folded = match next(text, at, false) {
        Seen::Char(c, span) if span.start == at => c.encode_utf8(&mut [0; 4]).bytes().next(),
        // What is not seen begins nothing.
        Seen::Char(..) => Some(0),
        // What may become one character is waited for.
        Seen::End => None,
    };
    let seen = match folded {
        Some(first) => TABLE.seen.get(usize::from(first)).copied().unwrap_or_default(),
        None => TABLE.seen.iter().fold(0, |all, groups| all | groups),
    };
    let mut open = seen | TABLE.written.get(usize::from(byte)).copied().unwrap_or_default();
    for (kind, groups) in TABLE.kinds {
        if open & groups != 0 && !kind.fits(text, at) {
            open &= !groups;
        }
    }
    if open & TABLE.screened != 0 && !TABLE.heads.may_begin(text.as_bytes().get(at..).unwrap_or_default()) {
        open &= !TABLE.screened;
    }
    if open & TABLE.screened != 0 {
        let reach = Reach { at, markup: false, bound: MAX_MARK_CHARS, last };
        let (best, alive) = TABLE.words.as_ref().map(|words| words.run(text, reach)).unwrap_or_default();
        if best.is_none() && !alive {
            open &= !TABLE.screened;
        }
    }
    let mut hold = false;
    let mut best: Option<Hit<'_>> = None;
    while open != 0 {
        let group = TABLE.groups.get(open.trailing_zeros() as usize);
        open &= open - 1;
        let Some(group) = group else { continue };
        let (hit, alive) = group.run(text, at, last);
        if hit.is_none() && !alive || !group.stands(head) {
            continue;
        }
        hold |= alive;
        best = longer(best, hit);
    }
    if hold {
        return Answer::Hold;
    }
    best.and_then(|hit| refs::body(hit.form, &hit.folded, head)).map_or(Answer::No, Answer::Found)
}

fn longer<'a>(one: Option<Hit<'a>>, other: Option<Hit<'a>>) -> Option<Hit<'a>> {
    match (one, other) {
        (Some(one), Some(other)) if other.end > one.end => Some(other),
        (one, other) => one.or(other),
    }
}

/// The mark at the beginning of a text of which nothing is known that stands before.
pub(super) fn alone(text: &str) -> Answer {
    let mut hold = false;
    let mut best: Option<Hit<'_>> = None;
    for group in TABLE.groups.iter().filter(|group| group.forms.iter().any(Form::stands_alone)) {
        let (hit, alive) = group.run(text, 0, false);
        // At the end of the text it is one already.
        let unseen = |hit: &Hit<'_>| next(text, hit.end, false) == Seen::End;
        let hit = hit.or_else(|| group.run(text, 0, true).0.filter(unseen));
        // What was looked at behind it ends it, whatever of no width comes after that.
        let ended = |hit: &Hit<'_>| {
            refs::body(hit.form, &hit.folded, "").is_some_and(|body| body.len < hit.end) && unseen(hit)
        };
        let whole = hit.as_ref().is_some_and(|hit| hit.end == text.len() || ended(hit));
        hold |= alive && !whole;
        best = longer(best, hit);
    }
    match best.filter(|hit| hit.form.stands_alone()) {
        _ if hold => Answer::Hold,
        Some(hit) => refs::body(hit.form, &hit.folded, "").map_or(Answer::No, Answer::Found),
        None => Answer::No,
    }
}

impl At {
    /// Whether one automaton for all of them is asked first.
    const fn is_screened(self) -> bool {
        matches!(self, Self::Word | Self::Number)
    }

    /// Whether a mark may begin at a place.
    fn fits(self, text: &str, at: usize) -> bool {
        let head = text.get(..at).unwrap_or_default();
        let last = head.chars().next_back();
        match self {
            Self::Word | Self::Foreign
                if last.is_some_and(|c| {
                    is_of_word(c) && !is_raised(c) && (self == Self::Word || c.is_ascii())
                        || matches!(c, '-' | '_' | '\'' | '’' | '/' | '@' | '.' | '&')
                }) =>
            {
                false
            }
            Self::Any | Self::Word => true,
            Self::Number => {
                last.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '"' | '“' | '‘' | '*'))
            }
            Self::Line => head.trim_end_matches([' ', '>']).chars().next_back().is_none_or(|c| c == '\n'),
            Self::Foreign => {
                let before = head.trim_end_matches([' ', ',', '(', '（', '*', '`', '"', '“', '「', '>', '-']);
                before.chars().next_back().is_none_or(|c| c == '\n' || ('가'..='힣').contains(&c))
            }
        }
    }
}

/// [`char::is_alphanumeric`], without a look at the tables for nearly all of both languages.
fn is_of_word(c: char) -> bool {
    match c {
        '\0'..='\x7f' => c.is_ascii_alphanumeric(),
        '가'..='힣' => true,
        _ => c.is_alphanumeric(),
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("groups", &self.groups.len()).finish_non_exhaustive()
    }
}
