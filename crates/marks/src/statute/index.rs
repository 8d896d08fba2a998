//! The regulations that references are resolved in.
//!
//! Owns their articles and what they are called; leaves what a reference means to [`resolve`].

mod resolve;

use super::names::{is_generic, is_ignored, normalised_name, pointers};
use super::words::{KO, is_hangul};
use super::{Annex, ArticleNo, StatuteRef, annex};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// An article of an ingested regulation. `Id` is the store's key of it.
#[derive(Debug, Clone)]
pub struct Entry<Id> {
    pub regulation: String,
    pub number: ArticleNo,
    pub title: Option<String>,
    /// May be empty when only existence matters; then paragraphs and items are not checked.
    pub text: String,
    pub deleted: bool,
    /// Headings of the divisions over it, outermost first: `제2장 학적`, `제1절 휴학`.
    pub path: Vec<String>,
    /// In the supplementary provisions (부칙), or an annex (별표, 별지). Several may have one number; number 0 is one without articles.
    pub supplementary: bool,
    pub id: Id,
}

/// Shortest end of a name that is looked for, in characters: a noun before its `규정`.
const MIN_ENDING: usize = 4;

/// What of a reference does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingPart {
    Regulation,
    Article,
    /// The article, its paragraph or item exists and was repealed.
    Deleted,
    /// The article exists, its paragraph, item or subitem does not.
    Part,
    /// The article exists under another title than the one that is named.
    Title,
}

/// What a reference means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution<Id> {
    /// The articles it names; several for a range.
    Found {
        regulation: String,
        articles: Vec<Id>,
    },
    /// It says too little, and only one article fits: the one of a regulation with one article, or the
    /// only article with this number.
    Completed {
        regulation: String,
        number: ArticleNo,
        id: Id,
    },
    /// It says too little. The regulation is given when it is named and known.
    Incomplete {
        regulation: Option<String>,
    },
    Missing {
        part: MissingPart,
        regulation: Option<String>,
    },
    /// Several regulations fit.
    Ambiguous {
        regulations: Vec<String>,
    },
}

impl<Id> Resolution<Id> {
    /// Whether the reference may be shown as it is.
    #[must_use]
    pub const fn is_verified(&self) -> bool {
        matches!(self, Self::Found { .. } | Self::Completed { .. })
    }

    /// The same when the article of this number was found for a reference that does not say of which regulation.
    pub(super) fn completed(self, number: ArticleNo) -> Self {
        let Self::Found { regulation, articles } = self else { return self };
        match <[Id; 1]>::try_from(articles) {
            Ok([id]) => Self::Completed { regulation, number, id },
            Err(articles) => Self::Found { regulation, articles },
        }
    }
}

/// What the references before said, for `같은 조` and `동 규정`. One for each answer.
#[derive(Debug, Clone, Default)]
pub struct Context {
    regulation: Last,
    article: Option<ArticleNo>,
    paragraph: Option<u32>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Last {
    #[default]
    Nothing,
    Known(usize),
    /// A regulation that is not in the index: what points back to it is not found either.
    Foreign,
}

#[derive(Debug, Clone)]
struct Rules<Id> {
    name: String,
    /// The name in normal form.
    normal: String,
    entries: Vec<Entry<Id>>,
    /// Articles of the supplementary provisions.
    supplements: Vec<Entry<Id>>,
    /// Places in `entries` of the articles that refer to each annex.
    annexes: FxHashMap<Annex, Vec<usize>>,
    /// Place in `entries` of the article in force, or of the deleted one when there is no other.
    by_number: BTreeMap<ArticleNo, usize>,
}

/// Articles by regulation and number.
#[derive(Debug, Clone)]
pub struct RegulationIndex<Id> {
    rules: Vec<Rules<Id>>,
    /// Normal form of each name and of its shorter forms. Several regulations may share a shorter form.
    names: FxHashMap<String, Vec<usize>>,
    /// References and names that are right whatever the index has, in normal form.
    accepted: FxHashSet<String>,
    /// Trie over the names and `같은 규정`, from a node and a character to a node; the root is 0.
    beginnings: FxHashMap<(u32, char), u32>,
}

impl<Id> Default for RegulationIndex<Id> {
    fn default() -> Self {
        Self {
            rules: Vec::new(),
            names: FxHashMap::default(),
            accepted: FxHashSet::default(),
            beginnings: FxHashMap::default(),
        }
    }
}

impl<Id: Clone> RegulationIndex<Id> {
    /// An index over these articles. Of articles with one number, the first in force is meant, and the others
    /// in force with it where no title tells them apart.
    #[must_use]
    pub fn new(entries: impl IntoIterator<Item = Entry<Id>>) -> Self {
        let mut index = Self::default();
        let mut exact: FxHashMap<String, usize> = FxHashMap::default();
        for entry in entries {
            let name = normalised_name(&entry.regulation);
            let at = *exact.entry(name).or_insert_with_key(|normal| {
                index.rules.push(Rules {
                    name: entry.regulation.clone(),
                    normal: normal.clone(),
                    entries: Vec::new(),
                    supplements: Vec::new(),
                    annexes: FxHashMap::default(),
                    by_number: BTreeMap::new(),
                });
                index.rules.len() - 1
            });
            let Some(rules) = index.rules.get_mut(at) else { continue };
            if entry.supplementary {
                // An annex, to which perhaps no article refers.
                if let Some(annex) = annex::headed(&entry.text) {
                    rules.annexes.entry(annex).or_default();
                    continue;
                }
                rules.supplements.push(entry);
                continue;
            }
            let place = rules.entries.len();
            let taken = rules.by_number.get(&entry.number).and_then(|at| rules.entries.get(*at));
            if taken.is_none_or(|taken| taken.deleted && !entry.deleted) {
                rules.by_number.insert(entry.number, place);
            }
            for annex in annex::named_in(&entry.text) {
                let places = rules.annexes.entry(annex).or_default();
                if places.last() != Some(&place) {
                    places.push(place);
                }
            }
            rules.entries.push(entry);
        }
        for (name, at) in &exact {
            for short in short_forms(name) {
                index.names.entry(short).or_default().push(*at);
            }
        }
        for places in index.names.values_mut() {
            places.sort_unstable();
            places.dedup();
        }
        // A full name means its regulation, whatever else it abbreviates.
        index.names.extend(exact.into_iter().map(|(name, at)| (name, vec![at])));
        let mut nodes = 0;
        for name in index.names.keys().cloned().chain(pointers()) {
            let mut node = 0;
            for c in name.chars() {
                node = *index.beginnings.entry((node, c)).or_insert_with(|| {
                    nodes += 1;
                    nodes
                });
            }
        }
        index
    }

    /// The index with references and names of regulations that a person has declared to be right.
    #[must_use]
    pub fn accepting<'a>(mut self, words: impl Iterator<Item = &'a str>) -> Self {
        self.accepted.extend(words.map(normalised_name));
        self
    }

    /// Whether a reference in a text was declared to be right, or everything of its regulation was.
    #[must_use]
    pub fn accepts(&self, reference: &StatuteRef, text: &str) -> bool {
        let words = [Some(reference.span.of(text)), reference.regulation.as_deref()];
        let article = reference.article.map(|number| number.to_string()).unwrap_or_default();
        let whole = reference.regulation.as_ref().map(|name| format!("{name}{article}"));
        !self.accepted.is_empty()
            && words
                .into_iter()
                .flatten()
                .chain(whole.as_deref())
                .any(|words| self.accepted.contains(&normalised_name(words)))
    }

    /// Follows the names (and what points back to one) by a character; false when none goes on so.
    pub(super) fn next_node(&self, node: &mut u32, c: char) -> bool {
        if (c == ' ' && *node > 0) || is_ignored(c) {
            return true;
        }
        let mut step = |c| match self.beginnings.get(&(*node, c)) {
            Some(next) => {
                *node = *next;
                true
            }
            None => false,
        };
        // Hangul has no case, and looking that up is slow.
        if is_hangul(c) { step(c) } else { c.to_lowercase().all(step) }
    }

    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Names of the regulations, in the order of the articles given.
    pub fn regulations(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().map(|rules| rules.name.as_str())
    }

    /// Whether a name in normal form is that of a regulation or a shorter form of it.
    #[must_use]
    pub fn has_name(&self, normalised: &str) -> bool {
        self.names.contains_key(normalised)
    }

    /// An article by its key in the regulation of just this name, supplementary ones included.
    pub(super) fn entry_of(&self, regulation: &str, id: &Id) -> Option<&Entry<Id>>
    where
        Id: PartialEq,
    {
        let rules = self.rules_of(regulation)?;
        rules.entries.iter().chain(&rules.supplements).find(|entry| entry.id == *id)
    }

    /// The articles of the regulation of just this name, in order; deleted ones are among them.
    pub(super) fn entries_of(&self, regulation: &str) -> &[Entry<Id>] {
        self.rules_of(regulation).map(|rules| rules.entries.as_slice()).unwrap_or_default()
    }

    fn rules_of(&self, regulation: &str) -> Option<&Rules<Id>> {
        let normal = normalised_name(regulation);
        let places = self.names.get(&normal)?;
        places.iter().filter_map(|at| self.rules.get(*at)).find(|rules| rules.normal == normal)
    }

    /// The context of a text about one regulation, such as its own articles: what is cited without a
    /// name is in it, and `제1항` alone in `article`.
    #[must_use]
    pub fn context_of(&self, name: &str, article: Option<ArticleNo>) -> Context {
        match self.named(name).as_slice() {
            [at] => Context { regulation: Last::Known(*at), article, paragraph: None },
            _ => Context::default(),
        }
    }

    fn article_at(&self, at: usize, number: ArticleNo) -> Option<&Entry<Id>> {
        let rules = self.rules.get(at)?;
        rules.entries.get(*rules.by_number.get(&number)?)
    }

    /// Regulations that a name could mean: of the same name, or with this shorter form.
    fn named(&self, name: &str) -> Vec<usize> {
        let name = normalised_name(name);
        if let Some(places) = self.names.get(&name) {
            return places.clone();
        }
        // Another institution's name, or none where the index has one.
        if let Some(places) = without_institution(&name).and_then(|rest| self.names.get(rest)) {
            return places.clone();
        }
        // `인사규정` where there is only `교원인사규정`.
        if name.chars().count() < MIN_ENDING {
            return Vec::new();
        }
        let ends = |rules: &Rules<Id>| rules.normal.ends_with(&name);
        self.rules.iter().enumerate().filter(|(_, rules)| ends(rules)).map(|(at, _)| at).collect()
    }

    fn names_of(&self, places: &[usize]) -> Vec<String> {
        places.iter().filter_map(|at| self.rules.get(*at)).map(|rules| rules.name.clone()).collect()
    }
}

/// What follows an institution's name at the beginning of `name`: `동강대학교학칙` without `동강대학교`.
fn without_institution(name: &str) -> Option<&str> {
    let ends = KO.of("institution").iter().filter_map(|end| name.find(end).map(|at| (at, at + end.len())));
    // The first end counts, and the longer of two at one place.
    let (at, after) = ends.min_by_key(|(at, after)| (*at, usize::MAX - after))?;
    let rest = name.get(after..)?;
    // `대학원` is a part of the institution that has its own rules.
    let own = name.get(..at)?.chars().count() >= 2 && !rest.starts_with('원');
    (own && rest.chars().count() >= 2 && !is_generic(rest)).then_some(rest)
}

/// Shorter forms of a name in normal form: without the institutions before it, without `에관한`, and without the `및`
/// for which others write a middle dot.
fn short_forms(name: &str) -> Vec<String> {
    let mut forms = Vec::new();
    let mut rest = name;
    while let Some(shorter) = without_institution(rest) {
        forms.push(shorter.to_owned());
        rest = shorter;
    }
    let replaced: [&[&str]; 3] = [&["에관한", "에대한"], &["및"], &["에관한", "에대한", "및"]];
    for base in std::iter::once(name.to_owned()).chain(forms.clone()) {
        for words in replaced {
            let plain = words.iter().fold(base.clone(), |name, word| name.replace(word, ""));
            if plain != base && !forms.contains(&plain) {
                forms.push(plain);
            }
        }
    }
    forms
}
