//! Which article a reference means.

use super::annex;
use super::division::{self, Fit};
use super::names::{is_generic, is_hangul, is_ignored, normalised_name, pointers};
use super::parts::{has_part, is_part_repealed};
use super::title;
use super::{Anaphor, Annex, ArticleNo, Division, Form, StatuteRef};
use rustc_hash::FxHashMap;

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
    /// In the supplementary provisions (부칙). Several may have one number; number 0 is one without articles.
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
    by_number: FxHashMap<ArticleNo, usize>,
}

/// Articles by regulation and number.
#[derive(Debug, Clone)]
pub struct RegulationIndex<Id> {
    rules: Vec<Rules<Id>>,
    /// Normal form of each name and of its shorter forms. Several regulations may share a shorter form.
    names: FxHashMap<String, Vec<usize>>,
    /// Trie over the names and `같은 규정`, from a node and a character to a node; the root is 0.
    beginnings: FxHashMap<(u32, char), u32>,
}

impl<Id> Default for RegulationIndex<Id> {
    fn default() -> Self {
        Self { rules: Vec::new(), names: FxHashMap::default(), beginnings: FxHashMap::default() }
    }
}

impl<Id: Clone> RegulationIndex<Id> {
    /// An index over these articles. Of articles with one number, the first in force counts.
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
                    by_number: FxHashMap::default(),
                });
                index.rules.len() - 1
            });
            let Some(rules) = index.rules.get_mut(at) else { continue };
            if entry.supplementary {
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

    /// What `reference` means, given what came before; the context then includes it.
    pub fn resolve(&self, reference: &StatuteRef, context: &mut Context) -> Resolution<Id> {
        let named = reference.regulation.as_ref().map(|name| self.named(name));
        let places = match named {
            Some(places) if places.is_empty() => {
                *context = Context { regulation: Last::Foreign, ..Context::default() };
                return Resolution::Missing { part: MissingPart::Regulation, regulation: None };
            }
            Some(places) => Some(places),
            None => match (reference.form, context.regulation) {
                (_, Last::Known(at)) => Some(vec![at]),
                (_, Last::Foreign) => {
                    return Resolution::Missing { part: MissingPart::Regulation, regulation: None };
                }
                _ if reference.supplement || reference.annex.is_some() => None,
                (Form::ArticleOnly, Last::Nothing) => None,
                // `이 규정 제3조` where none was named before.
                (Form::Anaphoric, Last::Nothing)
                    if reference.anaphor == Some(Anaphor::SameRegulation) && reference.article.is_some() =>
                {
                    None
                }
                _ => return Resolution::Incomplete { regulation: None },
            },
        };
        if let Some(annex) = reference.annex {
            return self.in_annexes(places, annex, reference, context);
        }
        if reference.supplement {
            return self.in_supplements(places, reference, context);
        }
        if reference.article.is_none() && !reference.divisions.is_empty() {
            return self.in_divisions(places, reference, context);
        }
        let Some(number) = self.article(reference, context) else {
            // `같은 조` where no article was named before says nothing, whatever regulation was.
            if reference.anaphor.is_some_and(|anaphor| anaphor != Anaphor::SameRegulation) {
                return Resolution::Incomplete { regulation: None };
            }
            return self.without_article(places.as_deref().unwrap_or_default(), context);
        };
        match places.as_deref() {
            Some([at]) => self.in_rules(*at, number, reference, context),
            Some(several) => {
                // A short name that several regulations share still means the one that has the article.
                let holders: Vec<usize> =
                    several.iter().copied().filter(|at| self.article_at(*at, number).is_some()).collect();
                match holders.as_slice() {
                    [at] => self.in_rules(*at, number, reference, context),
                    [] => Resolution::Missing { part: MissingPart::Article, regulation: None },
                    _ => Resolution::Ambiguous { regulations: self.names_of(&holders) },
                }
            }
            None => self.alone(number, reference, context),
        }
    }

    /// The article that is meant, also by way of the reference before.
    fn article(&self, reference: &StatuteRef, context: &Context) -> Option<ArticleNo> {
        if reference.article.is_some() {
            return reference.article;
        }
        let last = context.article;
        match reference.anaphor? {
            Anaphor::SameArticle
            | Anaphor::SameParagraph
            | Anaphor::PreviousParagraph
            | Anaphor::NextParagraph => last,
            Anaphor::PreviousArticle => {
                let known = self.numbers(context).filter(|number| Some(*number) < last).max();
                // Its number, where the regulation has none before.
                known.or_else(|| Some(ArticleNo::new(last?.number.checked_sub(1).filter(|n| *n > 0)?, None)))
            }
            Anaphor::NextArticle => {
                let last = last?;
                let known = self.numbers(context).filter(|number| *number > last).min();
                Some(known.unwrap_or(ArticleNo::new(last.number + 1, None)))
            }
            Anaphor::SameRegulation => None,
        }
    }

    /// Numbers of the articles of the regulation at hand, those deleted among them.
    fn numbers(&self, context: &Context) -> impl Iterator<Item = ArticleNo> {
        let rules = match context.regulation {
            Last::Known(at) => self.rules.get(at),
            _ => None,
        };
        rules.into_iter().flat_map(|rules| rules.by_number.keys().copied())
    }

    /// An annex: the articles that refer to it.
    fn in_annexes(
        &self,
        places: Option<Vec<usize>>,
        annex: Annex,
        reference: &StatuteRef,
        context: &mut Context,
    ) -> Resolution<Id> {
        let further = reference.also.iter().map(|number| Annex { number: *number, branch: None, ..annex });
        let wanted: Vec<Annex> = std::iter::once(annex).chain(further).collect();
        let named = places.as_ref().map(Vec::len);
        let holders = places.unwrap_or_else(|| (0..self.rules.len()).collect());
        let found: Vec<(usize, Vec<Id>)> = holders
            .iter()
            .filter_map(|at| {
                let rules = self.rules.get(*at)?;
                let mut articles: Vec<usize> = Vec::new();
                for annex in &wanted {
                    articles.extend(
                        rules.annexes.get(annex).or_else(|| rules.annexes.get(&annex.unnumbered()?))?,
                    );
                }
                articles.sort_unstable();
                articles.dedup();
                let ids = articles.iter().filter_map(|place| Some(rules.entries.get(*place)?.id.clone()));
                Some((*at, ids.collect()))
            })
            .collect();
        match (<[_; 1]>::try_from(found), named, holders.as_slice()) {
            (Ok([(at, articles)]), ..) => {
                if context.regulation != Last::Known(at) {
                    *context = Context { regulation: Last::Known(at), ..Context::default() };
                }
                let regulation = self.rules.get(at).map(|rules| rules.name.clone()).unwrap_or_default();
                Resolution::Found { regulation, articles }
            }
            (Err(none), Some(_), [at]) if none.is_empty() => {
                let rules = self.rules.get(*at);
                let regulation = rules.map(|rules| rules.name.clone());
                *context = Context { regulation: Last::Known(*at), ..Context::default() };
                // Without texts nothing can be said of what they refer to.
                if rules.is_some_and(|rules| rules.entries.iter().all(|entry| entry.text.trim().is_empty())) {
                    return Resolution::Incomplete { regulation };
                }
                Resolution::Missing { part: MissingPart::Part, regulation }
            }
            (Err(none), ..) if none.is_empty() => {
                Resolution::Missing { part: MissingPart::Part, regulation: None }
            }
            (Err(several), ..) => {
                let places: Vec<usize> = several.iter().map(|(at, _)| *at).collect();
                Resolution::Ambiguous { regulations: self.names_of(&places) }
            }
        }
    }

    /// A regulation alone.
    fn without_article(&self, places: &[usize], context: &mut Context) -> Resolution<Id> {
        let [at] = places else {
            return match places {
                [] => Resolution::Incomplete { regulation: None },
                several => Resolution::Ambiguous { regulations: self.names_of(several) },
            };
        };
        *context = Context { regulation: Last::Known(*at), ..Context::default() };
        let Some(rules) = self.rules.get(*at) else { return Resolution::Incomplete { regulation: None } };
        let mut in_force = rules.entries.iter().filter(|entry| !entry.deleted);
        match (in_force.next(), in_force.next()) {
            (Some(only), None) => Resolution::Completed {
                regulation: rules.name.clone(),
                number: only.number,
                id: only.id.clone(),
            },
            _ => Resolution::Incomplete { regulation: Some(rules.name.clone()) },
        }
    }

    /// Divisions: the articles in them.
    fn in_divisions(
        &self,
        places: Option<Vec<usize>>,
        reference: &StatuteRef,
        context: &mut Context,
    ) -> Resolution<Id> {
        let named = places.as_ref().map(Vec::len);
        let holders = places.unwrap_or_else(|| (0..self.rules.len()).collect());
        let also = |number: &u32| {
            let mut divisions = reference.divisions.clone();
            if let Some(last) = divisions.last_mut() {
                *last = Division { number: *number, branch: None, title: None, level: last.level };
            }
            divisions
        };
        let wanted: Vec<Vec<Division>> =
            std::iter::once(reference.divisions.clone()).chain(reference.also.iter().map(also)).collect();
        let mut called_otherwise = false;
        let mut found: Vec<(usize, Vec<Id>)> = Vec::new();
        for at in &holders {
            let Some(rules) = self.rules.get(*at) else { continue };
            let mut articles = Vec::new();
            let all = wanted.iter().all(|divisions| {
                let before = articles.len();
                for entry in &rules.entries {
                    match division::fit(divisions, &entry.path) {
                        Fit::Fits => articles.push(entry.id.clone()),
                        Fit::CalledOtherwise => called_otherwise = true,
                        Fit::Not => {}
                    }
                }
                articles.len() > before
            });
            if all {
                found.push((*at, articles));
            }
        }
        if let ([at], Some(_)) = (holders.as_slice(), named) {
            *context = Context { regulation: Last::Known(*at), ..Context::default() };
        }
        self.of_one(found, context).unwrap_or_else(|| {
            let regulation = match (holders.as_slice(), named) {
                ([at], Some(_)) => self.rules.get(*at).map(|rules| rules.name.clone()),
                _ => None,
            };
            let part = if called_otherwise { MissingPart::Title } else { MissingPart::Article };
            Resolution::Missing { part, regulation }
        })
    }

    /// Articles of one regulation, which is then the one that was named last; `None` when none were found.
    fn of_one(&self, found: Vec<(usize, Vec<Id>)>, context: &mut Context) -> Option<Resolution<Id>> {
        let places: Vec<usize> = found.iter().map(|(at, _)| *at).collect();
        match <[_; 1]>::try_from(found) {
            Ok([(at, articles)]) => {
                *context = Context { regulation: Last::Known(at), ..Context::default() };
                let regulation = self.rules.get(at).map(|rules| rules.name.clone()).unwrap_or_default();
                Some(Resolution::Found { regulation, articles })
            }
            Err(none) if none.is_empty() => None,
            Err(_) => Some(Resolution::Ambiguous { regulations: self.names_of(&places) }),
        }
    }

    /// An article or paragraph of supplementary provisions. Which of several is meant is not told, so that all
    /// are found that have it.
    fn in_supplements(
        &self,
        places: Option<Vec<usize>>,
        reference: &StatuteRef,
        context: &mut Context,
    ) -> Resolution<Id> {
        let mut called_otherwise = false;
        let mut has = |entry: &&Entry<Id>| match reference.article {
            Some(number) if entry.number == number => {
                let fits = reference.title.as_ref().is_none_or(|title| title::fits(title, entry));
                called_otherwise |= !fits;
                fits
            }
            Some(_) => false,
            None => has_part(&entry.text, reference.paragraph, reference.item, reference.subitem),
        };
        let holders = places.unwrap_or_else(|| (0..self.rules.len()).collect());
        let found: Vec<(usize, Vec<Id>)> = holders
            .into_iter()
            .filter_map(|at| {
                let entries = self.rules.get(at)?.supplements.iter().filter(&mut has);
                Some((at, entries.map(|entry| entry.id.clone()).collect::<Vec<_>>()))
            })
            .filter(|(_, ids)| !ids.is_empty())
            .collect();
        self.of_one(found, context).unwrap_or_else(|| {
            let part = if called_otherwise { MissingPart::Title } else { MissingPart::Article };
            Resolution::Missing { part, regulation: None }
        })
    }

    /// An article alone: the only regulation that has it.
    fn alone(&self, number: ArticleNo, reference: &StatuteRef, context: &mut Context) -> Resolution<Id> {
        let holders: Vec<usize> = (0..self.rules.len())
            .filter(|at| self.article_at(*at, number).is_some_and(|entry| !entry.deleted))
            .collect();
        match holders.as_slice() {
            [] => Resolution::Missing { part: MissingPart::Article, regulation: None },
            [at] => match self.in_rules(*at, number, reference, context) {
                Resolution::Found { regulation, articles } => match <[Id; 1]>::try_from(articles) {
                    Ok([id]) => Resolution::Completed { regulation, number, id },
                    Err(articles) => Resolution::Found { regulation, articles },
                },
                other => other,
            },
            several => Resolution::Ambiguous { regulations: self.names_of(several) },
        }
    }

    fn in_rules(
        &self,
        at: usize,
        number: ArticleNo,
        reference: &StatuteRef,
        context: &mut Context,
    ) -> Resolution<Id> {
        let paragraph = reference.paragraph.or_else(|| match reference.anaphor? {
            Anaphor::SameParagraph => context.paragraph,
            Anaphor::PreviousParagraph => context.paragraph.and_then(|n| n.checked_sub(1)),
            Anaphor::NextParagraph => context.paragraph.map(|n| n + 1),
            // An item alone goes on with the paragraph before.
            Anaphor::SameArticle if reference.item.is_some() => context.paragraph,
            _ => None,
        });
        *context = Context { regulation: Last::Known(at), article: Some(number), paragraph };
        let regulation = self.rules.get(at).map(|rules| rules.name.clone());
        let missing = |part| Resolution::Missing { part, regulation: regulation.clone() };
        let Some(entry) = self.article_at(at, number) else { return missing(MissingPart::Article) };
        if entry.deleted {
            return missing(MissingPart::Deleted);
        }
        match division::fit(&reference.divisions, &entry.path) {
            Fit::Fits => {}
            Fit::CalledOtherwise => return missing(MissingPart::Title),
            Fit::Not => return missing(MissingPart::Article),
        }
        let Some(entry) = self.called(at, entry, reference) else {
            // What the number and the title mean is not known, and so is what points back to it.
            context.article = None;
            return missing(MissingPart::Title);
        };
        let has = |paragraph| has_part(&entry.text, paragraph, reference.item, reference.subitem);
        // A paragraph that was only inferred may be the wrong one.
        if !has(paragraph) && (reference.paragraph.is_some() || reference.item.is_none() || !has(None)) {
            return missing(MissingPart::Part);
        }
        if is_part_repealed(&entry.text, reference.paragraph, reference.item, reference.subitem) {
            return missing(MissingPart::Deleted);
        }
        let mut articles = vec![entry.id.clone()];
        for &also in &reference.also {
            let part = match (reference.item, reference.paragraph) {
                (Some(_), _) => Some((paragraph, Some(also))),
                (None, Some(_)) => Some((Some(also), None)),
                (None, None) => None,
            };
            let shared = if let Some((paragraph, item)) = part {
                if is_part_repealed(&entry.text, paragraph, item, None) {
                    return missing(MissingPart::Deleted);
                }
                has_part(&entry.text, paragraph, item, None)
            } else {
                let other = self.article_at(at, ArticleNo::new(also, None));
                articles.extend(other.filter(|entry| !entry.deleted).map(|entry| entry.id.clone()));
                other.is_some_and(|entry| !entry.deleted)
            };
            if !shared {
                let part = if reference.paragraph.is_some() || reference.item.is_some() {
                    MissingPart::Part
                } else {
                    MissingPart::Article
                };
                return missing(part);
            }
        }
        if let Some(until) = reference.until {
            let Some(last) = self.article_at(at, until).filter(|_| number <= until) else {
                return missing(MissingPart::Article);
            };
            if reference.until_title.as_ref().is_some_and(|title| !last.deleted && !title::fits(title, last))
            {
                return missing(MissingPart::Title);
            }
            let rules = self.rules.get(at);
            let mut between: Vec<&Entry<Id>> = rules
                .map(|rules| rules.by_number.values().filter_map(|place| rules.entries.get(*place)).collect())
                .unwrap_or_default();
            between.retain(|entry| entry.number > number && entry.number <= until && !entry.deleted);
            between.sort_by_key(|entry| entry.number);
            articles.extend(between.into_iter().map(|entry| entry.id.clone()));
        }
        Resolution::Found { regulation: regulation.unwrap_or_default(), articles }
    }

    /// The article that bears the title of the reference, if it names one: `entry`, another one in force with the same
    /// number, or one of those that share the title (`제25·26조(휴학)`).
    fn called<'a>(
        &'a self,
        at: usize,
        entry: &'a Entry<Id>,
        reference: &StatuteRef,
    ) -> Option<&'a Entry<Id>> {
        let Some(title) = &reference.title else { return Some(entry) };
        if title::fits(title, entry) {
            return Some(entry);
        }
        let entries = self.rules.get(at)?.entries.iter();
        let mut twins = entries.filter(|other| other.number == entry.number && !other.deleted);
        let shares = |also: &u32| {
            let other = self.article_at(at, ArticleNo::new(*also, None));
            other.is_some_and(|other| title::fits(title, other))
        };
        twins
            .find(|twin| title::fits(title, twin))
            .or_else(|| reference.also.iter().any(shares).then_some(entry))
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

/// Ends of an institution's name, which a regulation's name often begins with; longer ones first.
const INSTITUTIONS: &[&str] =
    &["주식회사", "대학교", "연구원", "대학", "법인", "공사", "공단", "재단", "학원"];

/// What follows an institution's name at the beginning of `name`: `동강대학교학칙` without `동강대학교`.
fn without_institution(name: &str) -> Option<&str> {
    let ends = INSTITUTIONS.iter().filter_map(|end| name.find(end).map(|at| (at, at + end.len())));
    // The first end counts, and the longer of two at one place.
    let (at, after) = ends.min_by_key(|(at, after)| (*at, usize::MAX - after))?;
    let rest = name.get(after..)?;
    // `대학원` is a part of the institution that has its own rules.
    let own = name.get(..at)?.chars().count() >= 2 && !rest.starts_with('원');
    (own && rest.chars().count() >= 2 && !is_generic(rest)).then_some(rest)
}

/// Shorter forms of a name in normal form: without the institutions before it, and without `에관한`.
fn short_forms(name: &str) -> Vec<String> {
    let mut forms = Vec::new();
    let mut rest = name;
    while let Some(shorter) = without_institution(rest) {
        forms.push(shorter.to_owned());
        rest = shorter;
    }
    for base in std::iter::once(name.to_owned()).chain(forms.clone()) {
        let plain = base.replace("에관한", "").replace("에대한", "");
        if plain != base {
            forms.push(plain);
        }
    }
    forms
}
