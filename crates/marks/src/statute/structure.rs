//! A rule book as lines becomes regulations with their articles.
//!
//! Owns which line is a title, a part, chapter or section, an article, a supplementary provision or an
//! annex. Leaves the reading of one line to [`super::line`], getting lines out of a file to `extract`, and
//! cutting articles to chunks to whoever chunks.

use super::line::{
    Heading, broken_heading, could_be_title, division, heading, is_annex, is_row, is_supplement, is_title,
    running_head, squeezed, title_text,
};
use super::names::normalised_name;
use super::{ArticleNo, Entry};
use serde::Serialize;
use std::ops::Range;

/// One regulation of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Regulation {
    /// As its title says; empty when the document has none.
    pub name: String,
    /// In the order of the document. A number may occur twice, and deleted articles are there.
    pub articles: Vec<Article>,
    /// Supplementary provisions (부칙).
    pub supplements: Vec<Block>,
    /// Tables and forms behind the provisions (별표, 별지).
    pub annexes: Vec<Block>,
    /// Lines of the document, counted from 0.
    pub lines: Range<usize>,
    /// Page of the title, from 1.
    pub page: Option<u32>,
}

/// One article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Article {
    pub regulation: String,
    pub number: ArticleNo,
    /// What stands in parentheses behind the number.
    pub title: Option<String>,
    /// Part, chapter, section and subsection over it, as they are written.
    pub path: Vec<String>,
    /// Heading and text, one line of the document a line.
    pub text: String,
    /// Page of the heading, from 1.
    pub page: Option<u32>,
    pub lines: Range<usize>,
    /// Whether the article was repealed: `제7조 삭제 <2020. 1. 1.>`.
    pub deleted: bool,
}

/// Text of a regulation that is not an article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Block {
    /// Its first line.
    pub title: String,
    pub text: String,
    pub page: Option<u32>,
    pub lines: Range<usize>,
}

impl Regulation {
    /// What the index takes of it: its articles, those of its supplementary provisions, and its annexes (number 0). `id`
    /// names each by its number and whether it is supplementary.
    pub fn entries<Id>(self, mut id: impl FnMut(ArticleNo, bool) -> Id) -> Vec<Entry<Id>> {
        let articles = self.articles.into_iter().map(|article| {
            (article.number, article.title, article.text, article.path, article.deleted, false)
        });
        let supplements = self.supplements.iter().flat_map(supplement_articles);
        let annexes = self.annexes.iter().map(|annex| (ArticleNo::new(0, None), None, annex.text.clone()));
        let behind = supplements.chain(annexes);
        let behind = behind.map(|(number, title, text)| (number, title, text, Vec::new(), false, true));
        articles
            .chain(behind)
            .map(|(number, title, text, path, deleted, supplementary)| {
                let (regulation, id) = (self.name.clone(), id(number, supplementary));
                Entry { regulation, number, title, text, deleted, path, supplementary, id }
            })
            .collect()
    }
}

impl Regulation {
    /// The texts of a place behind the articles.
    fn blocks(&mut self, place: Place) -> &mut Vec<Block> {
        if place == Place::Supplement { &mut self.supplements } else { &mut self.annexes }
    }
}

/// How many lines may stand between a title and the first article.
const TITLE_DISTANCE: usize = 16;

/// Divides a document, given as its lines with the page of each, into regulations. Lines before the
/// first article that are no title belong to none. Linear in the lines.
pub fn parse_structure<'a>(lines: impl Iterator<Item = (&'a str, Option<u32>)>) -> Vec<Regulation> {
    let mut parser = Parser::default();
    for (at, (line, page)) in lines.enumerate() {
        parser.line(at, line, page);
    }
    parser.finish()
}

/// The articles of a supplementary provision with their texts; number 0 with the whole text when it has none.
#[must_use]
pub fn supplement_articles(block: &Block) -> Vec<(ArticleNo, Option<String>, String)> {
    let mut articles: Vec<(ArticleNo, Option<String>, String)> = Vec::new();
    for line in block.text.lines() {
        let next = articles.last().map_or(1, |(number, ..)| number.number + 1);
        match heading(line).filter(|heading| heading.strong || heading.number.number == next) {
            Some(heading) => articles.push((heading.number, heading.title, line.to_owned())),
            None => {
                if let Some((_, _, text)) = articles.last_mut() {
                    text.push('\n');
                    text.push_str(line);
                }
            }
        }
    }
    if articles.is_empty() {
        articles.push((ArticleNo::new(0, None), None, block.text.clone()));
    }
    articles
}

/// Where the next line of text belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Place {
    #[default]
    Nowhere,
    Article,
    Supplement,
    Annex,
}

#[derive(Debug)]
struct Title {
    name: String,
    at: usize,
    page: Option<u32>,
    /// The line says by its last word that it is a name.
    certain: bool,
}

#[derive(Debug, Default)]
struct Parser {
    done: Vec<Regulation>,
    current: Option<Regulation>,
    place: Place,
    /// Headings of the divisions that are open, with their level and line.
    path: Vec<(usize, usize, String)>,
    title: Option<Title>,
    /// Lines with text so far, for distances that blank lines do not stretch.
    seen: usize,
    title_seen: usize,
    /// The regulation is divided into sections, not articles.
    sections: bool,
    /// Lines of the open block, so that those of the next title can be taken back.
    open: Vec<(usize, String)>,
}

impl Parser {
    fn line(&mut self, at: usize, raw: &str, page: Option<u32>) {
        let line = raw.trim().trim_start_matches(['#', '>']).trim_matches('*').trim();
        if !line.chars().any(char::is_alphanumeric) {
            return;
        }
        self.seen += 1;
        if let Some(head) = running_head(line) {
            // The title itself stands before; a running head may still be that of the page before.
            if is_title(head) && !self.is_named() {
                self.set_title(head, at, page, true);
            }
            return;
        }
        if let Some(level) = division(line) {
            self.path.retain(|(other, ..)| *other < level);
            self.path.push((level, at, squeezed(line)));
            return;
        }
        if is_supplement(line) {
            self.open_block(Place::Supplement, at, line, page);
            return;
        }
        if is_annex(line) {
            self.open_block(Place::Annex, at, line, page);
            return;
        }
        let marked = raw.trim_start().starts_with('#');
        if let Some(heading) = heading(line).map(|heading| heading.titled_by_mark(line, marked))
            && self.accepts(&heading, line)
        {
            if self.sections
                && !heading.section
                && let Some(current) = &mut self.current
            {
                // The section was a division above the first article.
                if current.articles.len() == 1 {
                    current.articles.clear();
                }
            }
            self.sections = heading.section;
            self.article(&heading, at, line, page);
            return;
        }
        if is_title(line) {
            self.set_title(line, at, page, true);
        } else if self.title.as_ref().is_none_or(|title| !title.certain)
            && could_be_title(line)
            && !is_row(line)
        {
            self.set_title(line, at, page, false);
        }
        self.text(at, line);
    }

    fn set_title(&mut self, line: &str, at: usize, page: Option<u32>, certain: bool) {
        let name = title_text(line);
        // The running head repeats the title; the first of them is where the regulation begins.
        let same = |title: &Title| normalised_name(&title.name) == normalised_name(&name);
        if !(self.is_named() && self.title.as_ref().is_some_and(same)) {
            self.title = Some(Title { name, at, page, certain });
        }
        self.title_seen = self.seen;
    }

    const fn title_is_near(&self) -> bool {
        self.seen - self.title_seen <= TITLE_DISTANCE
    }

    /// Whether a certain title stands near.
    fn is_named(&self) -> bool {
        self.title_is_near() && self.title.as_ref().is_some_and(|title| title.certain)
    }

    /// Takes the title or the deletion of the open article from the line below its number.
    fn complete_heading(&mut self, line: &str) {
        let (Place::Article, [(_, number)]) = (self.place, self.open.as_slice()) else { return };
        let Some(heading) = broken_heading(number, line) else { return };
        let article = self.current.as_mut().and_then(|current| current.articles.last_mut());
        if let Some(article) = article.filter(|article| article.title.is_none()) {
            article.title = heading.title;
            article.deleted = heading.deleted;
        }
    }

    fn text(&mut self, at: usize, line: &str) {
        self.complete_heading(line);
        if self.place != Place::Nowhere {
            self.open.push((at, line.to_owned()));
        }
    }

    /// Whether the heading is one here, and not a line of text that begins with a reference.
    fn accepts(&self, heading: &Heading, line: &str) -> bool {
        let last = match (self.place, &self.current) {
            (Place::Article, Some(current)) => current.articles.last().map(|article| article.number),
            _ => None,
        };
        let next = last.is_none_or(|last| {
            heading.number.number == last.number + 1
                || (heading.number.number == last.number && heading.number.branch > last.branch)
        });
        // Any document has sections: only one with the title of a regulation is one. An article's own sections are text.
        if heading.section && !(self.is_named() || self.place == Place::Article && self.sections) {
            return false;
        }
        heading.strong
            || (next && line.get(heading.body..).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))
    }

    fn article(&mut self, heading: &Heading, at: usize, line: &str, page: Option<u32>) {
        let first = heading.number == ArticleNo::new(1, None)
            || heading.section && heading.number == ArticleNo::new(1, Some(1));
        let has_articles = self.current.as_ref().is_some_and(|current| !current.articles.is_empty());
        let begins = match self.place {
            Place::Supplement | Place::Annex => first && self.is_named(),
            Place::Article => first && has_articles,
            Place::Nowhere => true,
        };
        if begins {
            self.begin(at, page);
        } else if matches!(self.place, Place::Supplement | Place::Annex) {
            self.text(at, line);
            return;
        }
        self.close_block(at);
        self.title = None;
        let path: Vec<String> = self.path.iter().map(|(.., heading)| heading.clone()).collect();
        let Some(current) = &mut self.current else { return };
        // `제5조 내지 제7조 삭제` stands for three articles.
        for number in std::iter::once(heading.number).chain(heading.more.iter().copied()) {
            current.articles.push(Article {
                regulation: current.name.clone(),
                number,
                title: heading.title.clone(),
                path: path.clone(),
                text: String::new(),
                page,
                lines: at..at + 1,
                deleted: heading.deleted,
            });
        }
        self.place = Place::Article;
        self.open.push((at, line.to_owned()));
    }

    fn begin(&mut self, at: usize, page: Option<u32>) {
        let near = self.title_is_near();
        let title = self.title.take().filter(|_| near);
        let start = title.as_ref().map_or(at, |title| title.at);
        // What divided the regulation before divides this one no more.
        let last = self.current.as_ref().and_then(|current| current.articles.last());
        let first = title.as_ref().map_or(last.map_or(0, |last| last.lines.start), |title| title.at);
        self.path.retain(|(_, line, _)| *line >= first);
        self.open.retain(|(line, _)| *line < start);
        self.close_block(start);
        self.close_regulation(start);
        let page = title.as_ref().map_or(page, |title| title.page);
        let name = title.map(|title| title.name).unwrap_or_default();
        let lines = start..at + 1;
        self.current = Some(Regulation { name, lines, page, ..Regulation::default() });
    }

    fn open_block(&mut self, place: Place, at: usize, line: &str, page: Option<u32>) {
        self.close_block(at);
        let Some(current) = &mut self.current else { return };
        let block = Block { title: squeezed(line), text: String::new(), page, lines: at..at + 1 };
        current.blocks(place).push(block);
        self.place = place;
        self.path.clear();
        self.title = None;
        self.open.push((at, line.to_owned()));
    }

    /// Writes the collected lines to the block they belong to.
    fn close_block(&mut self, end: usize) {
        let lines = std::mem::take(&mut self.open);
        let Some(current) = &mut self.current else { return };
        let text = lines.iter().map(|(_, line)| line.as_str()).collect::<Vec<_>>().join("\n");
        let last = lines.last().map_or(end, |(at, _)| at + 1);
        match self.place {
            Place::Article => {
                if let Some(article) = current.articles.last_mut() {
                    article.lines.end = last.max(article.lines.end);
                    article.text.clone_from(&text);
                }
                // The other articles of a deleted range share the line.
                for article in current.articles.iter_mut().rev().skip(1) {
                    if !article.text.is_empty() {
                        break;
                    }
                    article.text.clone_from(&text);
                }
            }
            Place::Supplement | Place::Annex => {
                if let Some(block) = current.blocks(self.place).last_mut() {
                    block.lines.end = last.max(block.lines.end);
                    block.text = text;
                }
            }
            Place::Nowhere => {}
        }
    }

    fn close_regulation(&mut self, end: usize) {
        if let Some(mut regulation) = self.current.take() {
            regulation.lines.end = end.max(regulation.lines.start);
            self.done.push(regulation);
        }
        self.place = Place::Nowhere;
    }

    fn finish(mut self) -> Vec<Regulation> {
        let end = self.open.last().map(|(at, _)| at + 1);
        let known = self.current.as_ref().map_or(0, |current| current.lines.end);
        self.close_block(end.unwrap_or(known));
        self.close_regulation(end.unwrap_or(known));
        self.done
    }
}
