//! The words of a question that counts or compares, and those of the heads of columns.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::question::is_asking;
use stet_reading::cells::affirms;
use stet_text::values::{ONE, Unit, Value, values};
use stet_text::{Language, Script, english_stem, is_tail, korean_stem, language, normalise, tokens};

/// What a word may be, as `words/*/columns` has it: kinds apart by blanks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Sorts(&'static str);

impl Sorts {
    /// Whether it is this kind of word.
    pub(super) fn is(self, kind: &str) -> bool {
        self.0.split(' ').any(|own| own == kind)
    }

    /// What is measured by it: `:price`.
    pub(super) fn measures(self) -> impl Iterator<Item = &'static str> {
        self.0.split(' ').filter(|own| own.starts_with(':'))
    }
}

/// A word, or a few that say one thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) stem: String,
    pub(super) sorts: Sorts,
}

impl Word {
    fn new(text: &str) -> Self {
        let stem = if text.is_ascii() { english_stem(text) } else { korean_stem(text).to_owned() };
        Self { text: text.to_owned(), stem, sorts: Sorts::default() }
    }

    /// The words of a text, each with what it may be.
    pub(super) fn all(text: &str) -> Vec<Self> {
        let norm = normalise(text);
        let words: Vec<Self> = tokens(&norm).iter().map(|token| Self::new(token.text)).collect();
        grouped(&words)
    }

    /// Whether a word of a question is this one of a head or a cell: `지점은` is `지점`, and `지점명` too.
    pub(super) fn is_named_by(&self, word: &Self) -> bool {
        let bare = |text: &str| -> Option<String> {
            ["명칭", "명", "이름", "번호"].iter().find_map(|tail| text.strip_suffix(tail)).map(str::to_owned)
        };
        self.stem == word.stem
            || self.text == word.text
            || word.text.strip_suffix('인') == Some(&self.text)
            || begins(word, &self.text)
            || bare(&self.text).is_some_and(|own| own == word.stem)
    }

    /// The same in a cell, which says more by its form than a head does: `repair` is not `repaired`.
    pub(super) fn is_said_by(&self, word: &Self) -> bool {
        let bare = |word: &'_ str| word.strip_suffix('s').unwrap_or(word).to_owned();
        self.text == word.text
            || if self.text.is_ascii() {
                bare(&self.text) == bare(&word.text)
            } else {
                self.is_named_by(word)
            }
    }

    /// Whether it is a word for people.
    pub(super) fn is_of_people(&self) -> bool {
        self.sorts.is("who") || self.sorts.is("person")
    }

    /// Whether a word says nothing of what is asked.
    pub(super) fn is_light(&self) -> bool {
        ["filler", "list", "name"].iter().any(|kind| self.sorts.is(kind))
            || self.sorts == Sorts::default() && is_asking(&self.text)
    }
}

/// Whether a word is another with nothing behind it but particles and what makes a predicate of it: `주차되는`.
fn begins(word: &Word, own: &str) -> bool {
    const LIGHT: [&str; 7] = ["되", "하", "할", "한", "된", "가능", "있"];
    own.chars().nth(1).is_some()
        && own.chars().next_back().zip(word.text.strip_prefix(own)).is_some_and(|(last, rest)| {
            !own.is_ascii() && (is_tail(last, rest) || LIGHT.iter().any(|light| rest.starts_with(light)))
        })
}

/// Whether a word of a question is one of a head, or of what it is a part of (`도입` of `도입연도`).
pub(super) fn is_same(word: &Word, own: &Word) -> bool {
    let part = !word.stem.is_ascii() && word.stem.chars().nth(1).is_some();
    own.is_named_by(word) || part && (own.text.starts_with(&word.stem) || own.text.ends_with(&word.stem))
}

/// A form: its words, each with whether any ending may follow, and what they are.
type Form = (Vec<(String, bool)>, &'static str);

static FORMS: LazyLock<FxHashMap<char, Vec<Form>>> = LazyLock::new(|| {
    let mut forms: FxHashMap<char, Vec<Form>> = FxHashMap::default();
    for row in ["words/en/columns", "words/ko/columns"].into_iter().flat_map(stet_data::rows) {
        let [form, kind] = row.as_slice() else { continue };
        let word = |word: &str| match word.strip_suffix('*') {
            Some(head) => (head.to_owned(), true),
            None if word.is_ascii() => (english_stem(word), false),
            None => (word.to_owned(), false),
        };
        let words = form.split(' ').map(word).collect();
        forms.entry(form.chars().next().unwrap_or_default()).or_default().push((words, kind));
    }
    forms
});

/// Words with what they are; a form of several words is one.
fn grouped(words: &[Word]) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::with_capacity(words.len());
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let fits = |(form, kind): &&Form| {
            form.len() <= words.len() - at
                && form.iter().zip(words.iter().skip(at)).all(|((form, open), word)| match open {
                    true if kind.starts_with("count") => is_counter(&word.text, form),
                    true => word.text.starts_with(form.as_str()),
                    false if form.is_ascii() => word.stem == *form,
                    false => word.text == *form,
                })
        };
        let own = word.text.chars().next().and_then(|first| FORMS.get(&first)).into_iter().flatten();
        let size = |form: &&Form| (form.0.len(), form.0.iter().map(|(word, _)| word.len()).sum::<usize>());
        let found = own.filter(fits).max_by_key(size);
        let sorts = found.map_or(Sorts::default(), |(_, kind)| Sorts(kind));
        out.push(Word { sorts, ..word.clone() });
        at += found.map_or(1, |(form, _)| form.len());
    }
    out
}

/// Whether a word is a counter with nothing behind it but what asks: `개인가요`, but not `개월`.
fn is_counter(word: &str, counter: &str) -> bool {
    let asks = |rest: &str| rest.starts_with(['이', '야', '예', '인', '입', '나', '일', '지', '있']);
    let rest = word.strip_prefix(counter).zip(counter.chars().next_back());
    rest.is_some_and(|(rest, last)| is_tail(last, rest) || asks(rest))
}

/// Which way a value bounds a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Above,
    From,
    Below,
    Upto,
    Equal,
}

/// A value of a question: its text, and its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) text: String,
    pub(super) values: Vec<Value>,
}

impl Asked {
    /// The unit, where it says by itself what is measured.
    pub(super) fn measure(&self) -> Option<Unit> {
        match self.values.as_slice() {
            [one] if one.unit.is_measured() => Some(one.unit),
            _ => None,
        }
    }
}

/// What a question asks of the rows of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The words that are to be found in the table.
    pub(super) words: Vec<Word>,
    pub(super) bound: Option<(Bound, Asked)>,
    /// It is compared with something that is no value.
    pub(super) is_open: bool,
    /// Words of its unit, which may name a column.
    pub(super) units: Vec<Word>,
    /// The highest, or the lowest.
    pub(super) most: Option<bool>,
    /// What the adjective measures: of `cheapest` the price.
    pub(super) by: Sorts,
    pub(super) counts: bool,
    /// What is counted, as far as its place tells.
    pub(super) counted: Option<Word>,
    pub(super) denied: bool,
    /// Words that say what is done with the columns, and name none.
    pub(super) operators: Vec<Word>,
}

impl Wanted {
    /// What a question asks; nothing where it asks for something else, or with words whose reach nobody can tell (`or`, `not`).
    #[must_use]
    pub fn new(question: &str) -> Option<Self> {
        let norm = normalise(question);
        let stated: Vec<Value> = values(&norm)
            .into_iter()
            .filter(|own| !(own.implied || own.spelled && own.amount == ONE))
            .collect();
        let span = stated.iter().map(|own| own.span).reduce(|one, other| {
            stet_text::span::Span::new(one.start.min(other.start), one.end.max(other.end))
        });
        // A date has its parts in one place; else there are two values.
        if stated.iter().any(|own| Some(own.span) != span) {
            return None;
        }
        let (mut words, mut units) = (Vec::new(), Vec::new());
        for token in tokens(&norm) {
            match span.filter(|span| span.overlaps(token.span)) {
                // `강당보다`
                None => match token.text.strip_suffix("보다").filter(|with| !with.is_empty()) {
                    Some(with) => words.extend([with, "보다"].map(Word::new)),
                    None => words.push(Word::new(token.text)),
                },
                // `100 employees` names the column, if there is one.
                Some(_)
                    if stated.iter().any(|own| own.unit == Unit::Person) && token.script == Script::Latin =>
                {
                    units.push(Word::new(token.text));
                }
                // What stands behind a value in its word: `9시부터`, `20석이상`.
                Some(_) => words.extend(bound_in(token.text)),
            }
        }
        // `몇 명까지`: so many at most are asked for, not how many there are.
        let is_asked = |at: usize| {
            at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(|before: &Word| before.text == "몇")
        };
        let is_bound = |(at, word): (usize, &Word)| {
            (is_asked(at) || word.text.starts_with('몇')) && bound_in(&word.text).is_some()
        };
        if words.iter().enumerate().any(is_bound) {
            return None;
        }
        let words = grouped(&words);
        let is = |kind: &str| words.iter().any(|word| word.sorts.is(kind));
        let value = span.map(|span| Asked { text: span.of(&norm).to_owned(), values: stated });
        if is("or") {
            return None;
        }
        let (high, low) = (is("high"), is("low"));
        let mut bounds: Vec<Bound> =
            [("above", Bound::Above), ("from", Bound::From), ("below", Bound::Below), ("upto", Bound::Upto)]
                .into_iter()
                .filter(|(kind, _)| is(kind))
                .map(|(_, bound)| bound)
                .collect();
        if is("than") && high != low {
            bounds.push(if high { Bound::Above } else { Bound::Below });
        }
        let counts = is("count");
        let most = is("super").then_some(high);
        let bound = match (value, bounds.as_slice(), most) {
            (Some(value), [one], None) => Some((*one, value)),
            (Some(value), [], None) => Some((Bound::Equal, value)),
            // `강당보다 비싼`: with what is compared stands in another row.
            (None, [], _) | (None, _, None) => None,
            _ => return None,
        };
        let is_open = bound.is_none() && !bounds.is_empty();
        let is_clear = if most.is_some() || is("than") { high != low } else { !high && !low };
        let asks = counts || bound.is_some() || most.is_some() || is_open || is_listing(&norm, &words);
        if !is_clear || !asks || counts && most.is_some() {
            return None;
        }
        let counted = counted(&words);
        let (operators, words): (Vec<Word>, Vec<Word>) = words.into_iter().partition(is_operator);
        let by = operators.iter().map(|word| word.sorts).find(|sorts| sorts.measures().next().is_some());
        let (by, denied) = (by.unwrap_or_default(), operators.iter().any(|word| word.sorts.is("no")));
        Some(Self { words, bound, is_open, units, most, by, counts, counted, denied, operators })
    }

    /// Whether a single row may answer it: it compares and denies nothing, or in words of the row itself (`5만 원 이상`), and counts nothing but what
    /// stands in a column.
    #[must_use]
    pub fn may_be_of_row(&self, head: &str, row: &str) -> bool {
        let own = Word::all(&[head, row].join(" "));
        let says = |word: &Word| own.iter().any(|own| own.text == word.text);
        let columns = || head.split('|').skip(1).flat_map(Word::all);
        let is_column = |counted: &Word| columns().any(|own| is_same(counted, &own));
        let denies = || row.split('|').any(|cell| affirms(cell.trim()) == Some(false));
        let compares = (self.compares() || self.denied && !denies()) && !self.operators.iter().any(says);
        let counts = self.counts && !self.counted.as_ref().is_some_and(is_column);
        !compares && !counts
    }

    /// Whether a part of a table cannot answer it.
    #[must_use]
    pub const fn needs_all(&self) -> bool {
        self.counts || self.most.is_some()
    }

    /// Whether the question says by itself that it counts or compares, whatever stands in a table.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        !self.is_open && (self.counts || self.compares())
    }

    fn compares(&self) -> bool {
        self.is_open
            || self.most.is_some()
            || self.bound.as_ref().is_some_and(|(bound, _)| *bound != Bound::Equal)
    }
}

/// Whether a word says what is done with the columns, and names none.
fn is_operator(word: &Word) -> bool {
    ["count", "above", "from", "below", "upto", "super", "high", "low", "than", "no"]
        .iter()
        .any(|kind| word.sorts.is(kind))
}

/// The bound that a counter or a unit ends with.
fn bound_in(word: &str) -> Option<Word> {
    let ends = word.char_indices().skip(1).filter_map(|(at, _)| word.get(at..));
    let bounds = ["above", "from", "below", "upto", "than"];
    let is_bound = |word: &Word| bounds.iter().any(|kind| word.sorts.is(kind));
    ends.map(Word::new).find(|end| grouped(std::slice::from_ref(end)).iter().any(is_bound))
}

/// What stands behind `how many`, or before `몇 개`.
fn counted(words: &[Word]) -> Option<Word> {
    let at = words.iter().position(|word| word.sorts.is("count"))?;
    let (before, behind) = words.split_at_checked(at)?;
    let says = |word: &&Word| !word.is_light();
    let word = if words.get(at)?.text.is_ascii() {
        behind.iter().skip(1).find(says)
    } else {
        before.iter().rev().find(says)
    };
    word.cloned()
}

/// Whether a question asks which things there are: `Which rooms …`, `… 지점은?`.
fn is_listing(norm: &str, words: &[Word]) -> bool {
    let asks = |word: &Word| {
        matches!(word.text.as_str(), "which" | "what" | "who" | "list" | "show")
            || ["어느", "어떤", "어디", "누구", "무엇"].iter().any(|head| word.text.starts_with(head))
    };
    let ends_open = || norm.trim_end_matches(['?', ' ', '.']).ends_with(['은', '는']);
    words.iter().any(asks) || language(norm) == Language::Ko && ends_open()
}
