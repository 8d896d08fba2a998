//! What a reference means: the article, part, annex, supplement or division of a regulation.
//!
//! Owns the ways from a reference and its context to what it names; leaves which regulations there are and what they are called to
//! [`super`].

use super::super::division::{self, Fit};
use super::super::names::called_after;
use super::super::parts::{has_part, is_part_repealed};
use super::super::{Anaphor, Annex, ArticleNo, Division, Form, StatuteRef, title};
use super::{Context, Entry, Last, MissingPart, RegulationIndex, Resolution, Rules};
use std::collections::BTreeMap;
use std::ops::Bound;

impl<Id: Clone> RegulationIndex<Id> {
    /// What `reference` means, given what came before; the context then includes it.
    pub fn resolve(&self, reference: &StatuteRef, context: &mut Context) -> Resolution<Id> {
        let named = reference.regulation.as_ref().map(|name| self.named_after(name, context));
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
            return self.in_annexes(places.as_deref(), annex, reference, context);
        }
        if reference.supplement {
            return self.in_supplements(places.as_deref(), reference, context);
        }
        if reference.article.is_none() && !reference.divisions.is_empty() {
            return self.in_divisions(places.as_deref(), reference, context);
        }
        let Some(number) = self.article(reference, context) else {
            // `같은 조` where no article was named before says nothing, whatever regulation was.
            if reference.anaphor.is_some_and(|anaphor| anaphor != Anaphor::SameRegulation) {
                return Resolution::Incomplete { regulation: None };
            }
            return self.without_article(places.as_deref().unwrap_or_default(), context);
        };
        if let Some([at]) = places.as_deref() {
            return self.in_rules(*at, number, reference, context);
        }
        // A short name that several regulations share still means the one that has the article; without a name the only
        // one that has it in force is meant.
        let named = places.is_some();
        let has = |at: &usize| self.article_at(*at, number).is_some_and(|entry| named || !entry.deleted);
        let holders = self.holders(places.as_deref()).into_iter().filter(has).collect::<Vec<usize>>();
        match holders.as_slice() {
            [] => Resolution::Missing { part: MissingPart::Article, regulation: None },
            [at] => {
                let found = self.in_rules(*at, number, reference, context);
                if named { found } else { found.completed(number) }
            }
            several => Resolution::Ambiguous { regulations: self.names_of(several) },
        }
    }

    /// Regulations that a name could mean, also by way of the one named before: `같은 규정 시행세칙`.
    fn named_after(&self, name: &str, context: &Context) -> Vec<usize> {
        let found = self.named(name);
        if found.len() == 1 {
            return found;
        }
        let last = match context.regulation {
            Last::Known(at) => self.rules.get(at).map_or("", |rules| rules.name.as_str()),
            Last::Nothing => "",
            Last::Foreign => return found,
        };
        match called_after(name, last).map(|whole| self.named(&whole)) {
            Some(whole) if !whole.is_empty() => whole,
            _ => found,
        }
    }

    /// The regulations in which something is looked for.
    fn holders(&self, places: Option<&[usize]>) -> Vec<usize> {
        let all = 0..self.rules.len();
        places.map_or_else(|| all.collect(), <[usize]>::to_vec)
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
            // Its number, where the regulation has none before or behind it.
            Anaphor::PreviousArticle => {
                let known = self.at_hand(context).and_then(|numbers| numbers.range(..last?).next_back());
                let number = || last?.number.checked_sub(1).filter(|number| *number > 0);
                known.map(|(number, _)| *number).or_else(|| Some(ArticleNo::new(number()?, None)))
            }
            Anaphor::NextArticle => {
                let behind = (Bound::Excluded(last?), Bound::Unbounded);
                let known = self.at_hand(context).and_then(|numbers| numbers.range(behind).next());
                Some(known.map_or(ArticleNo::new(last?.number + 1, None), |(number, _)| *number))
            }
            Anaphor::SameRegulation => None,
        }
    }

    /// The articles of the regulation at hand by their numbers, those deleted among them.
    fn at_hand(&self, context: &Context) -> Option<&BTreeMap<ArticleNo, usize>> {
        let Last::Known(at) = context.regulation else { return None };
        Some(&self.rules.get(at)?.by_number)
    }

    /// An annex: the articles that refer to it.
    fn in_annexes(
        &self,
        places: Option<&[usize]>,
        annex: Annex,
        reference: &StatuteRef,
        context: &mut Context,
    ) -> Resolution<Id> {
        let further = reference.also.iter().map(|number| Annex { number: *number, branch: None, ..annex });
        let wanted: Vec<Annex> = std::iter::once(annex).chain(further).collect();
        let before = context.clone();
        let found = self.searched(places, |rules| {
            let mut articles: Vec<usize> = Vec::new();
            for annex in &wanted {
                articles
                    .extend(rules.annexes.get(annex).or_else(|| rules.annexes.get(&annex.unnumbered()?))?);
            }
            articles.sort_unstable();
            articles.dedup();
            Some(articles.iter().filter_map(|place| Some(rules.entries.get(*place)?.id.clone())).collect())
        });
        // Without texts nothing can be said of what they refer to.
        let untold = |rules: &Rules<Id>| rules.entries.iter().all(|entry| entry.text.trim().is_empty());
        let one = places.and_then(|places| if let [at] = places { self.rules.get(*at) } else { None });
        let untold = found.is_empty() && one.is_some_and(untold);
        let resolution = self.only(found, places, MissingPart::Part, context);
        if resolution.is_verified() && context.regulation == before.regulation {
            *context = before;
        }
        match resolution {
            Resolution::Missing { regulation, .. } if untold => Resolution::Incomplete { regulation },
            resolution => resolution,
        }
    }

    /// What each of the regulations has of what is looked for.
    fn searched(
        &self,
        places: Option<&[usize]>,
        mut search: impl FnMut(&Rules<Id>) -> Option<Vec<Id>>,
    ) -> Vec<(usize, Vec<Id>)> {
        self.holders(places).into_iter().filter_map(|at| Some((at, search(self.rules.get(at)?)?))).collect()
    }

    /// The articles of the only regulation that has them, which is then the one that was named last.
    fn only(
        &self,
        found: Vec<(usize, Vec<Id>)>,
        places: Option<&[usize]>,
        part: MissingPart,
        context: &mut Context,
    ) -> Resolution<Id> {
        let holders: Vec<usize> = found.iter().map(|(at, _)| *at).collect();
        let at = match (holders.as_slice(), places) {
            ([at], _) | ([], Some([at])) => *at,
            ([], _) => return Resolution::Missing { part, regulation: None },
            _ => return Resolution::Ambiguous { regulations: self.names_of(&holders) },
        };
        *context = Context { regulation: Last::Known(at), ..Context::default() };
        let regulation = self.rules.get(at).map(|rules| rules.name.clone());
        match found.into_iter().next() {
            Some((_, articles)) => Resolution::Found { regulation: regulation.unwrap_or_default(), articles },
            None => Resolution::Missing { part, regulation },
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
        places: Option<&[usize]>,
        reference: &StatuteRef,
        context: &mut Context,
    ) -> Resolution<Id> {
        let also = |number: &u32| {
            let mut divisions = reference.divisions.clone();
            if let Some(last) = divisions.last_mut() {
                *last = Division { number: *number, branch: None, title: None, level: last.level };
            }
            divisions
        };
        let wanted: Vec<Vec<Division>> =
            std::iter::once(reference.divisions.clone()).chain(reference.also.iter().map(also)).collect();
        let mut part = MissingPart::Article;
        let found = self.searched(places, |rules| {
            let mut articles = Vec::new();
            for divisions in &wanted {
                let before = articles.len();
                for entry in &rules.entries {
                    match division::fit(divisions, &entry.path) {
                        Fit::Fits => articles.push(entry.id.clone()),
                        Fit::CalledOtherwise => part = MissingPart::Title,
                        Fit::Not => {}
                    }
                }
                if articles.len() == before {
                    return None;
                }
            }
            Some(articles)
        });
        self.only(found, places, part, context)
    }

    /// An article or paragraph of supplementary provisions. Which of several is meant is not told, so that all
    /// are found that have it.
    fn in_supplements(
        &self,
        places: Option<&[usize]>,
        reference: &StatuteRef,
        context: &mut Context,
    ) -> Resolution<Id> {
        let mut part = MissingPart::Article;
        let found = self.searched(places, |rules| {
            let mut has = |entry: &&Entry<Id>| match reference.article {
                Some(number) if entry.number == number => {
                    let fits = reference.title.as_ref().is_none_or(|title| called(title, entry));
                    if !fits {
                        part = MissingPart::Title;
                    }
                    fits
                }
                Some(_) => false,
                None => has_part(&entry.text, reference.paragraph, reference.item, reference.subitem),
            };
            let ids: Vec<Id> =
                rules.supplements.iter().filter(&mut has).map(|entry| entry.id.clone()).collect();
            (!ids.is_empty()).then_some(ids)
        });
        self.only(found, None, part, context)
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
        match self.articles_in(at, number, reference, context) {
            Ok(articles) => Resolution::Found { regulation: regulation.unwrap_or_default(), articles },
            Err(part) => Resolution::Missing { part, regulation },
        }
    }

    /// The articles of a regulation that are meant, in a context that has the paragraph, or what is missing.
    fn articles_in(
        &self,
        at: usize,
        number: ArticleNo,
        reference: &StatuteRef,
        context: &mut Context,
    ) -> Result<Vec<Id>, MissingPart> {
        let paragraph = context.paragraph;
        let entry = self.article_at(at, number).ok_or(MissingPart::Article)?;
        if entry.deleted {
            return Err(MissingPart::Deleted);
        }
        match division::fit(&reference.divisions, &entry.path) {
            Fit::Fits => {}
            Fit::CalledOtherwise => return Err(MissingPart::Title),
            Fit::Not => return Err(MissingPart::Article),
        }
        let twins = self.twins(at, entry, reference);
        let Some(first) = twins.first().copied() else {
            // What the number and the title mean is not known, and so is what points back to it.
            context.article = None;
            return Err(MissingPart::Title);
        };
        let of = |entry: &Entry<Id>, paragraph| {
            has_part(&entry.text, paragraph, reference.item, reference.subitem)
        };
        let entry = twins.iter().copied().find(|twin| of(twin, paragraph)).unwrap_or(first);
        // A paragraph that was only inferred may be the wrong one.
        let inferred = || reference.paragraph.is_none() && reference.item.is_some() && of(entry, None);
        if !of(entry, paragraph) && !inferred() {
            return Err(MissingPart::Part);
        }
        if is_part_repealed(&entry.text, reference.paragraph, reference.item, reference.subitem) {
            return Err(MissingPart::Deleted);
        }
        let mut articles = vec![entry.id.clone()];
        let others = twins.iter().filter(|twin| twin.text != entry.text && of(twin, paragraph));
        articles.extend(others.map(|twin| twin.id.clone()));
        for &also in &reference.also {
            let (paragraph, item) = match (reference.item, reference.paragraph) {
                (Some(_), _) => (paragraph, Some(also)),
                (None, Some(_)) => (Some(also), None),
                (None, None) => {
                    let other = self.article_at(at, ArticleNo::new(also, None));
                    let other = other.filter(|entry| !entry.deleted).ok_or(MissingPart::Article)?;
                    articles.push(other.id.clone());
                    continue;
                }
            };
            if is_part_repealed(&entry.text, paragraph, item, None) {
                return Err(MissingPart::Deleted);
            }
            if !has_part(&entry.text, paragraph, item, None) {
                return Err(MissingPart::Part);
            }
        }
        articles.extend(self.up_to_the_last(at, number, reference)?);
        Ok(articles)
    }

    /// The articles in force behind the first one of a range.
    fn up_to_the_last(
        &self,
        at: usize,
        number: ArticleNo,
        reference: &StatuteRef,
    ) -> Result<Vec<Id>, MissingPart> {
        let (Some(until), Some(rules)) = (reference.until, self.rules.get(at)) else { return Ok(Vec::new()) };
        let last = self.article_at(at, until).filter(|_| number <= until).ok_or(MissingPart::Article)?;
        if reference.until_title.as_ref().is_some_and(|title| !last.deleted && !called(title, last)) {
            return Err(MissingPart::Title);
        }
        let behind = rules.by_number.range((Bound::Excluded(number), Bound::Included(until)));
        let entries = behind.filter_map(|(_, place)| rules.entries.get(*place));
        Ok(entries.filter(|entry| !entry.deleted).map(|entry| entry.id.clone()).collect())
    }

    /// The articles in force with the number of `entry`, which a rule book may give twice; the one that bears the title of
    /// the reference where it has one, or `entry` when one bears it that shares the unit (`제25·26조(휴학)`).
    fn twins<'a>(&'a self, at: usize, entry: &'a Entry<Id>, reference: &StatuteRef) -> Vec<&'a Entry<Id>> {
        let entries = self.rules.get(at).map(|rules| rules.entries.as_slice()).unwrap_or_default();
        let in_force = entries.iter().filter(|other| other.number == entry.number && !other.deleted);
        let Some(title) = &reference.title else { return in_force.collect() };
        let further = || reference.also.iter().map(|also| ArticleNo::new(*also, None));
        let shares =
            || further().filter_map(|number| self.article_at(at, number)).any(|other| called(title, other));
        let mut bearing = in_force.filter(|other| called(title, other));
        bearing.next().or_else(|| shares().then_some(entry)).into_iter().collect()
    }
}

fn called<Id>(title: &str, entry: &Entry<Id>) -> bool {
    title::fits(title, entry.title.as_deref(), &entry.text)
}
