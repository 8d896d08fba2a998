//! Divisions over the articles: `제3장`, `제2편 제1장 제3절`, `제2장 학적`, `Chapter 3`.
//!
//! A division is no article: it exists when articles stand under its heading, and means those. Owns how one is
//! written, in prose and as a heading, and whether a heading is the one that is meant. Leaves which articles stand
//! where to [`super::structure`], and what a reference means to [`super::index`].

use super::Division;
use super::forms::Cursor;
use super::line::division;
use super::title::is_same;

impl Division {
    /// Whether it is the one of this heading, as far as its number goes.
    fn is_numbered(&self, heading: &Self) -> bool {
        self.level == heading.level && self.number == heading.number && self.branch == heading.branch
    }
}

/// How the divisions of a reference fit the headings over an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    Fits,
    /// The numbers are there, under another title.
    CalledOtherwise,
    Not,
}

/// Whether an article with these headings over it stands in all of the divisions.
pub(super) fn fit(divisions: &[Division], path: &[String]) -> Fit {
    let headings: Vec<(Division, String)> = path.iter().filter_map(|line| heading(line)).collect();
    let mut fit = Fit::Fits;
    for wanted in divisions {
        let Some((_, title)) = headings.iter().find(|(heading, _)| wanted.is_numbered(heading)) else {
            return Fit::Not;
        };
        // `제3장 학적(學籍)`
        let title = title.split(['(', '（', '<', '〈', '[']).next().unwrap_or_default().trim();
        if wanted.title.as_ref().is_some_and(|named| !title.is_empty() && !is_same(named, title)) {
            fit = Fit::CalledOtherwise;
        }
    }
    fit
}

/// The division of a heading, and what it is called: `제2장 학적`.
fn heading(line: &str) -> Option<(Division, String)> {
    division(line)?;
    let mut cur = Cursor::whole(line, 0);
    let first = cur.divisions().ok()??.0.into_iter().next()?;
    let title = first.title.clone().unwrap_or_else(|| cur.rest().trim().to_owned());
    Some((first, title))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divisions(text: &str) -> Option<Vec<Division>> {
        let mut cur = Cursor::whole(text, 0);
        cur.divisions().unwrap().map(|(found, _)| found)
    }

    #[test]
    fn articles_stand_in_divisions() {
        let path = ["제2편 학사".to_owned(), "제3장의2 학적(學籍)".to_owned(), "제1절 휴학".to_owned()];
        for (text, expected) in [
            ("제2편", Fit::Fits),
            ("제2편 제3장의2", Fit::Fits),
            ("제2편 제3장의2 제1절", Fit::Fits),
            ("제3장의2(학적)", Fit::Fits),
            ("제3장의2(졸업)", Fit::CalledOtherwise),
            ("제1절(휴학)", Fit::Fits),
            ("제3장", Fit::Not),
            ("제3장의2 제2절", Fit::Not),
            ("제1관", Fit::Not),
        ] {
            assert_eq!(fit(&divisions(text).unwrap(), &path), expected, "{text}");
        }
        for text in ["제1장면", "제2절차", "제3조", "장", "제1관문"] {
            assert_eq!(divisions(text), None, "{text}");
        }
    }
}
