//! What a resolved reference leads to, and which articles a model may be told to cite.
//!
//! Owns the article's own words beside a citation (content inclusion) and the choice of citable articles for
//! a prompt. Leaves what a reference means to [`super::index`] and the wording of prompts to `prompt`.

use super::index::{Context, Entry, RegulationIndex, Resolution};
use super::parts::{is_section, key_sentence};
use super::{ArticleNo, StatuteRef, scan_statutes_in};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

/// Articles of a range that are shown.
const MAX_ARTICLES: usize = 8;

/// An article with its own words, as it is offered beside a citation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CitedArticle<Id> {
    pub id: Id,
    pub regulation: String,
    pub number: ArticleNo,
    pub title: Option<String>,
    /// The sentence that says what the article, or the paragraph that is cited, rules.
    pub key_sentence: String,
    /// The article's text, or its beginning.
    pub text: String,
    /// Whether `text` is only the beginning.
    pub truncated: bool,
}

impl<Id> CitedArticle<Id> {
    /// `「학칙」 제25조(휴학)`.
    #[must_use]
    pub fn label(&self) -> String {
        let title = self.title.as_ref().map(|title| format!("({title})")).unwrap_or_default();
        format!("「{}」 {}{title}", self.regulation, self.number)
    }
}

/// Which articles a prompt names, and what had to be left out.
#[derive(Debug, Clone)]
pub struct CitableList<'a, Id> {
    pub articles: Vec<&'a Entry<Id>>,
    /// Regulations with articles that are not in the list, and how many those are.
    pub left_out: Vec<(&'a str, usize)>,
}

impl<Id: Clone + PartialEq> RegulationIndex<Id> {
    /// The articles that `reference` was found to mean, at most eight of a range, with at most `limit`
    /// characters of text each.
    #[must_use]
    pub fn cited(
        &self,
        reference: &StatuteRef,
        resolution: &Resolution<Id>,
        limit: usize,
    ) -> Vec<CitedArticle<Id>> {
        let entries: Vec<&Entry<Id>> = self.meant(resolution).take(MAX_ARTICLES).collect();
        let part = if entries.len() == 1 { reference.paragraph } else { None };
        let cited = |entry: &Entry<Id>| {
            let end = entry.text.char_indices().nth(limit).map(|(at, _)| at);
            CitedArticle {
                id: entry.id.clone(),
                regulation: entry.regulation.clone(),
                number: entry.number,
                title: entry.title.clone(),
                key_sentence: key_sentence(&entry.text, part).to_owned(),
                text: end.and_then(|end| entry.text.get(..end)).unwrap_or(&entry.text).to_owned(),
                truncated: end.is_some(),
            }
        };
        entries.into_iter().map(cited).collect()
    }

    /// The articles that a resolved reference means, in order.
    pub fn meant<'a>(&'a self, resolution: &Resolution<Id>) -> impl Iterator<Item = &'a Entry<Id>> {
        let (regulation, ids) = match resolution {
            Resolution::Found { regulation, articles } => (regulation.as_str(), articles.as_slice()),
            Resolution::Completed { regulation, id, .. } => (regulation.as_str(), std::slice::from_ref(id)),
            _ => ("", [].as_slice()),
        };
        ids.iter().filter_map(move |id| self.entry_of(regulation, id))
    }

    /// Whether words that need not be a reference are one: they lead to articles, and `Section 3` to a section.
    #[must_use]
    pub fn bears_out(&self, reference: &StatuteRef, resolution: &Resolution<Id>) -> bool {
        resolution.is_verified()
            && (reference.article.is_none() || self.meant(resolution).all(|entry| is_section(&entry.text)))
    }

    /// The article of this number in the regulation of just this name, when it is in force.
    #[must_use]
    pub fn article_in(&self, regulation: &str, number: ArticleNo) -> Option<&Entry<Id>> {
        self.entries_of(regulation).iter().find(|entry| entry.number == number && !entry.deleted)
    }

    /// The articles of the regulation of just this name that are in force.
    pub fn in_force(&self, regulation: &str) -> impl Iterator<Item = &Entry<Id>> {
        self.entries_of(regulation).iter().filter(|entry| !entry.deleted)
    }

    /// The one article that a title such as `학칙 제25조` names; a heading such as `제2장 학적` names none.
    #[must_use]
    pub fn titled(&self, title: &str) -> Option<&Entry<Id>> {
        let division =
            |reference: &StatuteRef| reference.article.is_none() && !reference.divisions.is_empty();
        scan_statutes_in(title, self).into_iter().filter(|reference| !division(reference)).find_map(
            |reference| match self.resolve(&reference, &mut Context::default()) {
                Resolution::Found { regulation, articles } => self.entry_of(&regulation, articles.first()?),
                _ => None,
            },
        )
    }

    /// The articles in force that a question names, in its order; all that it may mean where it says too little.
    #[must_use]
    pub fn asked_for(&self, question: &str) -> Vec<&Entry<Id>> {
        let mut context = Context::default();
        let mut asked: Vec<&Entry<Id>> = Vec::new();
        for reference in scan_statutes_in(question, self) {
            let mut after = context.clone();
            let resolution = self.resolve(&reference, &mut after);
            if reference.article.is_none() || reference.loose && !self.bears_out(&reference, &resolution) {
                continue;
            }
            context = after;
            let named: Vec<&Entry<Id>> = match (&resolution, reference.article) {
                (Resolution::Ambiguous { regulations }, Some(number)) => {
                    regulations.iter().filter_map(|name| self.article_in(name, number)).collect()
                }
                // The article is there, if not what is asked of it.
                (Resolution::Missing { regulation: Some(name), .. }, Some(number)) => {
                    self.article_in(name, number).into_iter().collect()
                }
                _ => self.meant(&resolution).collect(),
            };
            for entry in named {
                if asked.iter().all(|known| known.id != entry.id) {
                    asked.push(entry);
                }
            }
        }
        asked
    }

    /// Like [`Self::resolve`]; where several regulations fit, one of `preferred` is meant if only one of those
    /// fits. An article alone is completed by it.
    pub fn resolve_among(
        &self,
        reference: &StatuteRef,
        context: &mut Context,
        preferred: &[String],
    ) -> Resolution<Id> {
        let before = context.clone();
        let resolution = self.resolve(reference, context);
        let Resolution::Ambiguous { regulations } = &resolution else { return resolution };
        let mut fitting = regulations.iter().filter(|name| preferred.contains(name));
        let (Some(name), None) = (fitting.next(), fitting.next()) else { return resolution };
        let mut named = before;
        let full = StatuteRef { regulation: Some(name.clone()), ..reference.clone() };
        let meant = self.resolve(&full, &mut named);
        if !meant.is_verified() && !matches!(meant, Resolution::Incomplete { .. }) {
            return resolution;
        }
        *context = named;
        match reference.article.filter(|_| reference.regulation.is_none()) {
            Some(number) => meant.completed(number),
            None => meant,
        }
    }

    /// The articles that an answer from these passages may cite: those that were `retrieved`, then those that
    /// their texts refer to, then the rest of their regulations, nearest first, as long as the sum of `cost` stays
    /// within `budget`. Linear in the articles of these regulations.
    pub fn citable_near(
        &self,
        retrieved: &[(&str, ArticleNo)],
        budget: usize,
        cost: &dyn Fn(&Entry<Id>) -> usize,
    ) -> CitableList<'_, Id> {
        let found: Vec<&Entry<Id>> =
            retrieved.iter().filter_map(|(name, number)| self.article_in(name, *number)).collect();
        let mut chosen = found.clone();
        for entry in &found {
            let mut context = self.context_of(&entry.regulation, Some(entry.number));
            for reference in scan_statutes_in(&entry.text, self) {
                if let Resolution::Found { regulation, articles } = self.resolve(&reference, &mut context) {
                    let entries = self.entries_of(&regulation).iter();
                    chosen.extend(entries.filter(|entry| articles.contains(&entry.id)).take(MAX_ARTICLES));
                }
            }
        }
        let mut regulations: Vec<&str> = Vec::new();
        for (name, _) in retrieved {
            if let Some(first) = self.entries_of(name).first()
                && !regulations.contains(&first.regulation.as_str())
            {
                regulations.push(&first.regulation);
            }
        }
        let mut near: Vec<(u32, &Entry<Id>)> = Vec::new();
        for name in regulations {
            let retrieved = found.iter().filter(|entry| entry.regulation == name);
            let numbers: Vec<u32> = retrieved.map(|entry| entry.number.number).collect();
            for entry in self.entries_of(name).iter().filter(|entry| !entry.deleted) {
                let distance = numbers.iter().map(|number| number.abs_diff(entry.number.number)).min();
                near.push((distance.unwrap_or(u32::MAX), entry));
            }
        }
        near.sort_by_key(|(distance, _)| *distance);
        chosen.extend(near.into_iter().map(|(_, entry)| entry));
        let mut seen: FxHashSet<(&str, ArticleNo)> = FxHashSet::default();
        chosen.retain(|entry| seen.insert((&entry.regulation, entry.number)));
        let mut left_out: Vec<(&str, usize)> = Vec::new();
        let mut spent = 0_usize;
        let mut full = false;
        let mut articles = Vec::new();
        for entry in chosen {
            spent = spent.saturating_add(cost(entry));
            full |= spent > budget;
            if !full {
                articles.push(entry);
            } else if let Some(known) = left_out.iter_mut().find(|(name, _)| *name == entry.regulation) {
                known.1 += 1;
            } else {
                left_out.push((&entry.regulation, 1));
            }
        }
        CitableList { articles, left_out }
    }
}
