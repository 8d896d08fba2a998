//! Tables of words of both languages (`data/words/{en,ko}/…`) with what each of them tells.
//!
//! Owns the look-up: English words as they are written, Korean ones by how they begin; with a full stop behind it a form is a
//! whole word, with `~` before it an ending. What the tags mean is their rooms'.

use rustc_hash::FxHashMap;

use crate::text::heads::Heads;
use stet_text::{Script, Token};

#[derive(Debug)]
pub(crate) struct Tagged<T> {
    english: FxHashMap<&'static str, T>,
    /// Whether a beginning is the whole word, and what it tells.
    korean: Heads<(bool, T)>,
    endings: Vec<(&'static str, T)>,
}

impl<T: Copy> Tagged<T> {
    /// The tables of that name of both languages, with what `tag` makes of their second column.
    pub(crate) fn read(name: &str, tag: impl Fn(&'static str) -> T) -> Self {
        let rows = |language: &str| {
            let rows: Vec<_> = stet_data::rows(&format!("words/{language}/{name}")).collect();
            let two = |row: &Vec<&'static str>| Some((*row.first()?, tag(row.get(1)?)));
            rows.iter().filter_map(two).collect::<Vec<_>>()
        };
        let mut found =
            Self { english: rows("en").into_iter().collect(), korean: Heads::default(), endings: Vec::new() };
        for (form, tells) in rows("ko") {
            let whole = form.strip_suffix('.');
            match form.strip_prefix('~') {
                Some(ending) => found.endings.push((ending, tells)),
                None => found.korean.add(whole.unwrap_or(form), (whole.is_some(), tells)),
            }
        }
        found
    }

    /// What an English word tells.
    pub(crate) fn english(&self, word: &str) -> Option<T> {
        self.english.get(word).copied()
    }

    /// What a Korean word tells, beginnings first.
    pub(crate) fn korean(&self, word: &str) -> impl Iterator<Item = T> {
        let begins = self.korean.of(word).filter(move |(head, (whole, _))| !whole || *head == word);
        let ends = self.endings.iter().filter(move |(ending, _)| word.ends_with(ending));
        begins.map(|(_, (_, tells))| tells).chain(ends.map(|(_, tells)| *tells))
    }

    /// What a word tells first.
    pub(crate) fn of(&self, token: &Token<'_>) -> Option<T> {
        match token.script {
            Script::Latin => self.english(token.text),
            Script::Hangul => self.korean(token.text).next(),
            Script::Digit | Script::Other => None,
        }
    }
}

/// The words of such a table, endings apart, for [`marks`](crate::text::marks).
pub(crate) fn words(name: &str) -> impl Iterator<Item = &'static str> {
    let both = ["en", "ko"].map(|language| format!("words/{language}/{name}"));
    let rows: Vec<&'static str> =
        both.iter().flat_map(|file| stet_data::rows(file)).filter_map(|row| row.first().copied()).collect();
    rows.into_iter().filter(|form| !form.starts_with('~')).map(|form| form.trim_end_matches('.'))
}
