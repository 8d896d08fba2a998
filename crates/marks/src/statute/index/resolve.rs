//! What a reference means: the article, part, annex, supplement or division of a regulation.
//!
//! Owns the ways from a reference and its context to what it names; leaves which regulations there are and what they are called to
//! [`super`].

use super::super::division::{self, Fit};
use super::super::parts::{has_part, is_part_repealed};
use super::super::{Anaphor, Annex, ArticleNo, Division, Form, StatuteRef, title};
use super::{Context, Entry, Last, MissingPart, RegulationIndex, Resolution};

impl<Id: Clone> RegulationIndex<Id> {
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
        let twins = self.twins(at, entry, reference);
        let of = |entry: &Entry<Id>, paragraph| {
            has_part(&entry.text, paragraph, reference.item, reference.subitem)
        };
        let entry = twins.iter().copied().find(|twin| of(twin, paragraph)).unwrap_or(entry);
        let has = |paragraph| of(entry, paragraph);
        // A paragraph that was only inferred may be the wrong one.
        if !has(paragraph) && (reference.paragraph.is_some() || reference.item.is_none() || !has(None)) {
            return missing(MissingPart::Part);
        }
        if is_part_repealed(&entry.text, reference.paragraph, reference.item, reference.subitem) {
            return missing(MissingPart::Deleted);
        }
        let mut articles = vec![entry.id.clone()];
        let others = twins.iter().filter(|twin| twin.text != entry.text && of(twin, paragraph));
        articles.extend(others.map(|twin| twin.id.clone()));
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

    /// The articles in force with the number of `entry`, which a rule book may give twice; `entry` alone where a title
    /// tells which one is meant.
    fn twins<'a>(&'a self, at: usize, entry: &'a Entry<Id>, reference: &StatuteRef) -> Vec<&'a Entry<Id>> {
        if reference.title.is_some() {
            return vec![entry];
        }
        let entries = self.rules.get(at).map(|rules| rules.entries.as_slice()).unwrap_or_default();
        entries.iter().filter(|other| other.number == entry.number && !other.deleted).collect()
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
}
