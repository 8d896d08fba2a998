//! The entries of `data/marks/`: reading them, and writing their classes and words out.

use super::grammar::{Grammar, Shape};
use crate::pattern::expanded;
use regex::Regex;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// An entry of `data/marks/`; its fields are explained there.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Form {
    #[cfg_attr(not(test), expect(dead_code, reason = "tests tell it"))]
    pub id: String,
    /// None: what looks like a mark and is text.
    pub refers: Option<Grammar>,
    pub pattern: String,
    #[serde(default)]
    pub before: String,
    #[serde(default)]
    pub before_not: String,
    #[serde(default)]
    pub at: At,
    #[serde(default)]
    pub shape: Shape,
    /// Read as it is written: its tags and backslashes are its form.
    #[serde(default)]
    pub markup: bool,
    /// Known as a mark without what stands before it.
    pub alone: Option<bool>,
    /// A name among several, or what stands between them.
    pub each: Option<String>,
    pub split: Option<String>,
    /// Its numbers count from 0.
    #[serde(default)]
    pub from_zero: bool,
    /// A count in words before it is not named by it: `nine (9)`.
    #[serde(default)]
    pub no_count: bool,
    #[serde(default)]
    #[cfg_attr(not(test), expect(dead_code, reason = "they are tests"))]
    pub examples: Vec<String>,
    #[serde(default)]
    #[cfg_attr(not(test), expect(dead_code, reason = "they are tests"))]
    pub not: Vec<String>,
    #[serde(skip)]
    captures: OnceLock<Option<Regex>>,
    #[serde(skip)]
    pub parts: OnceLock<Option<Regex>>,
    /// What stands before it, with the authors that it names.
    #[serde(skip)]
    pub authors: OnceLock<Option<Regex>>,
}

/// Where a mark may begin.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum At {
    #[default]
    Any,
    /// Where a word begins.
    Word,
    /// Where a number of its own begins.
    Number,
    /// Where a line begins, quoted or not.
    Line,
    /// Where an English word stands in Korean text, or begins a line.
    Foreign,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    class: BTreeMap<String, String>,
    #[serde(default)]
    mark: Vec<Form>,
}

/// The files of forms of marks.
fn names() -> impl Iterator<Item = String> {
    stet_data::names("marks").into_iter().filter(|name| name != "marks/leaks.toml")
}

/// All forms, their patterns written out.
pub(super) fn load() -> Vec<Form> {
    let parse = |name: &str| {
        let file = toml::from_str::<File>(stet_data::text(name));
        debug_assert!(file.is_ok(), "data/{name}: {:?}", file.as_ref().err());
        file.ok()
    };
    let files: Vec<File> = names().filter_map(|name| parse(&name)).collect();
    let (classes, forms): (Vec<_>, Vec<_>) = files.into_iter().map(|file| (file.class, file.mark)).unzip();
    let classes: BTreeMap<String, String> = classes.into_iter().flatten().collect();
    let mut forms: Vec<Form> = forms.into_iter().flatten().collect();
    for form in &mut forms {
        let each = form.each.get_or_insert_default();
        for pattern in [&mut form.pattern, &mut form.before, &mut form.before_not, each] {
            *pattern = expanded(pattern, &classes, 0);
        }
    }
    forms
}

impl Form {
    /// The pattern with what it captures.
    pub fn captures(&self) -> Option<&Regex> {
        self.captures.get_or_init(|| Regex::new(&format!("\\A(?:{})\\z", self.pattern)).ok()).as_ref()
    }

    /// Whether the text that it begins with tells that it is a mark.
    pub fn stands_alone(&self) -> bool {
        self.alone.unwrap_or(self.before.is_empty() && self.at == At::Any)
    }
}
