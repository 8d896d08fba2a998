//! The forms of references, from the table to automata, and reading a text that may go on by them.
//!
//! Owns how an entry of `data/marks/references` becomes an automaton. Leaves which form may
//! follow which to [`super::korean`] and [`super::english`].

use super::number::number;
use super::particle::particle_len;
use super::words::{KO, is_hangul};
use super::{Found, NotYet};
use crate::pattern::{Prefix, expanded};
use regex::{Captures, Regex};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};
use stet_text::digit;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    pattern: String,
    then: Option<String>,
    #[serde(default)]
    stands: bool,
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests of the entry"))]
    examples: Vec<String>,
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests of the entry"))]
    not: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    classes: BTreeMap<String, String>,
    form: Vec<Entry>,
}

impl Table {
    fn form(&self, id: &str) -> Option<Machine> {
        let entry = self.form.iter().find(|entry| entry.id == id)?;
        let then = entry.then.as_ref().map(|then| format!("(?:{}|\\z)", expanded(then, &self.classes, 0)));
        let whole =
            format!("(?<whole>{}){}", expanded(&entry.pattern, &self.classes, 0), then.unwrap_or_default());
        let prefix = Prefix::new(&whole)?;
        Some(Machine { prefix, whole, fields: OnceLock::new(), stands: entry.stands })
    }
}

/// The patterns of lines of rule books, and of what words around a reference say.
static LINES: LazyLock<Option<Table>> =
    LazyLock::new(|| toml::from_str(stet_data::text("marks/references/lines.toml")).ok());

/// The pattern of an entry of `lines.toml`.
pub(super) fn line_pattern(id: &str) -> String {
    let table = LINES.as_ref();
    let entry = table.and_then(|table| Some((table, table.form.iter().find(|entry| entry.id == id)?)));
    debug_assert!(entry.is_some(), "data/marks/references/lines.toml: no {id}");
    entry.map(|(table, entry)| expanded(&entry.pattern, &table.classes, 0)).unwrap_or_default()
}

/// One form of the table; without an automaton, which the tests do not allow, it stands nowhere.
pub(super) struct Form(Option<Machine>);

struct Machine {
    prefix: Prefix,
    whole: String,
    /// Reads what the automaton has found; made when it first finds something.
    fields: OnceLock<Option<Regex>>,
    stands: bool,
}

macro_rules! forms {
    ($(#[$about:meta])* $name:ident $table:ident $file:literal: $($id:ident)*) => {
        $(#[$about])*
        pub(super) struct $name { $(pub $id: Form),* }

        pub(super) static $table: LazyLock<$name> = LazyLock::new(|| {
            let table: Option<Table> = toml::from_str(stet_data::text($file)).ok();
            $name { $($id: Form(table.as_ref().and_then(|table| table.form(stringify!($id))))),* }
        });

        #[cfg(test)]
        impl $name {
            const FILE: &str = $file;
            fn all(&self) -> Vec<(&'static str, &Form)> { vec![$((stringify!($id), &self.$id)),*] }
        }
    };
}

forms! {
    /// The forms of Korean references.
    Korean KOREAN "marks/references/korean.toml":
    article article_apart article_bare article_spelled article_spelled_bare
    paragraph paragraph_bare paragraph_spelled paragraph_circled item item_bare item_spelled subitem
    part chapter section subsection annex annex_bracketed list range until
    same_article same_paragraph previous_article previous_paragraph next_article next_paragraph same_regulation
    under_same under of
}

forms! {
    /// The forms of English references.
    English ENGLISH "marks/references/english.toml":
    unit annex annex_number number number_dotted numeral numeral_one parts points to and again of of_the_same other_work registered
}

/// What a form says, by its fields.
pub(super) struct Fields<'a>(Captures<'a>);

impl<'a> Fields<'a> {
    pub fn get(&self, name: &str) -> Option<&'a str> {
        self.0.name(name).map(|field| field.as_str())
    }

    pub fn number(&self, name: &str) -> Option<u32> {
        number(self.get(name)?)
    }
}

/// A place in a text that may go on.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    pub text: &'a str,
    pub at: usize,
    /// First byte that is not looked at.
    pub end: usize,
    /// Nothing follows `end` that could matter.
    pub last: bool,
}

impl<'a> Cursor<'a> {
    /// In a text that ends.
    pub const fn whole(text: &'a str, at: usize) -> Self {
        Self { text, at, end: text.len(), last: true }
    }

    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    /// What stands before.
    pub fn head(&self) -> &'a str {
        self.text.get(..self.at).unwrap_or_default()
    }

    pub fn peek(&self) -> Found<char> {
        match self.rest().chars().next() {
            None if !self.last => Err(NotYet),
            next => Ok(next),
        }
    }

    /// Takes one of the words if it stands here.
    pub fn word(&mut self, words: &[&str]) -> Result<bool, NotYet> {
        for word in words {
            if self.rest().starts_with(word) {
                self.at += word.len();
                return Ok(true);
            }
            if !self.last && word.starts_with(self.rest()) {
                return Err(NotYet);
            }
        }
        Ok(false)
    }

    /// Skips at most two spaces.
    pub fn spaces(&mut self) -> Result<(), NotYet> {
        for _ in 0..2 {
            self.word(&[" ", "\t", "\u{a0}"])?;
        }
        Ok(())
    }

    /// Takes the form if it stands here.
    pub fn form(&mut self, form: &Form) -> Found<Fields<'a>> {
        let Some(form) = &form.0 else { return Ok(None) };
        let rest = self.rest();
        let Some(end) = form.prefix.longest(rest, self.last)? else { return Ok(None) };
        let fields = form.fields.get_or_init(|| Regex::new(&format!("^{}$", form.whole)).ok());
        let taken = rest.get(..end).zip(fields.as_ref());
        let Some(fields) = taken.and_then(|(taken, fields)| fields.captures(taken)).map(Fields) else {
            return Ok(None);
        };
        let start = self.at;
        self.at += fields.get("whole").map_or(0, str::len);
        if form.stands && fields.get("branch").is_none() && !self.stands()? {
            self.at = start;
            return Ok(None);
        }
        Ok(Some(fields))
    }

    /// Takes the first of the forms that stands here.
    pub fn first_of(&mut self, forms: &[&Form]) -> Found<Fields<'a>> {
        for form in forms {
            if let Some(fields) = self.form(form)? {
                return Ok(Some(fields));
            }
        }
        Ok(None)
    }

    /// Runs `take` and goes back when it finds nothing.
    pub fn attempt<T>(&mut self, take: impl FnOnce(&mut Self) -> Found<T>) -> Found<T> {
        let start = self.at;
        let found = take(self)?;
        if found.is_none() {
            self.at = start;
        }
        Ok(found)
    }

    /// What `take` finds behind the form, if that stands here.
    pub fn behind<T>(
        &mut self,
        form: &Form,
        take: impl FnOnce(&mut Self, Fields<'a>) -> Found<T>,
    ) -> Found<T> {
        self.attempt(|cur| cur.form(form)?.map_or(Ok(None), |fields| take(cur, fields)))
    }

    /// Whether a number without `제` that ends here is one of a provision: a particle, another unit or the end of the
    /// word follows, and no amount.
    fn stands(&self) -> Result<bool, NotYet> {
        let mut look = self.clone();
        let unit = |look: &mut Self| -> Result<bool, NotYet> {
            while look.is_at_digit()? {
                look.at += look.rest().chars().next().map_or(0, char::len_utf8);
            }
            look.spaces()?;
            look.word(&["항", "호"])
        };
        match look.peek()? {
            Some(c) if is_hangul(c) => Ok(look.word(&["제", "및", "내지", "또는"])?
                || look.form(&KOREAN.subitem)?.is_some()
                || particle_len(look.rest(), look.last)? > 0),
            Some(c) if stet_text::digit(c).is_some() => unit(&mut look),
            Some(' ' | '\u{a0}') => {
                look.spaces()?;
                if look.is_at_digit()? {
                    return unit(&mut look);
                }
                if !look.word(KO.of("amount"))? {
                    return Ok(true);
                }
                // `25조 원`, `3조 2교대` and no article; but `25조 원칙`
                Ok(look.peek()?.is_some_and(is_hangul)
                    && particle_len(look.rest(), look.last)? == 0
                    && !look.word(KO.of("amount"))?)
            }
            next => Ok(next.is_none_or(|c| !c.is_alphabetic())),
        }
    }

    /// The next character that is a digit.
    fn is_at_digit(&self) -> Result<bool, NotYet> {
        Ok(self.peek()?.and_then(digit).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(file: &str, forms: &[(&str, &Form)]) {
        let table: Table = toml::from_str(stet_data::text(file)).unwrap();
        assert_eq!(table.form.len(), forms.len(), "{file}: an entry that no code asks for");
        for entry in &table.form {
            let form =
                forms.iter().find(|(id, _)| *id == entry.id).unwrap_or_else(|| panic!("{}", entry.id)).1;
            assert!(form.0.is_some(), "{file}: {} is no pattern", entry.id);
            let taken = |text: &str| {
                let mut cur = Cursor::whole(text, 0);
                cur.form(form).unwrap().is_some() && cur.at == text.len()
            };
            for text in &entry.examples {
                assert!(taken(text), "{file}: {} is not {text:?}", entry.id);
            }
            for text in &entry.not {
                assert!(!taken(text), "{file}: {} is {text:?}", entry.id);
            }
            assert!(!entry.examples.is_empty() && !entry.not.is_empty(), "{}", entry.id);
        }
    }

    #[test]
    fn lines_are_what_their_examples_say() {
        for entry in &LINES.as_ref().unwrap().form {
            let regex = Regex::new(&line_pattern(&entry.id)).unwrap();
            for text in &entry.examples {
                assert!(regex.is_match(text), "{} is not {text:?}", entry.id);
            }
            for text in &entry.not {
                assert!(!regex.is_match(text), "{} is {text:?}", entry.id);
            }
            assert!(!entry.examples.is_empty() && !entry.not.is_empty(), "{}", entry.id);
        }
    }

    #[test]
    fn every_form_is_what_its_examples_say() {
        check(Korean::FILE, &KOREAN.all());
        check(English::FILE, &ENGLISH.all());
    }
}
