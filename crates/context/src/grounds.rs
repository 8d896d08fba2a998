//! References to regulations on which a sentence rests: `「학칙」 제25조 제2항에 따라 …`, `… (제25조).`,
//! `Under Article 25, …`, `제25조는 …라고 정하고 있다`.
//!
//! Such words cite, they claim nothing: a passage of an article seldom says its own number. Owns taking them out of
//! the statement that is judged, and holding them against the place in the source where the rest was found. Leaves
//! finding references to `stet-marks`, the articles of the store to `articles` and judging to the gate.

use std::sync::LazyLock;

use regex::Regex;

use super::headings::{article_at, bears_name, has_paragraph, headings, named_article};
use super::held::squeezed;
use super::sections::{Section, lead as section_before, sections};
use super::source::AnswerSource;
use stet_marks::statute::{
    Anaphor, ArticleNo, Form, RegulationIndex, StatuteRef, called_after, is_called_otherwise, is_of_another,
    scan_statutes, scan_statutes_in,
};
use stet_text::span::Span;

/// Fewest letters and digits of what is left of a statement, as of a claim (gate.md §1).
const SHORTEST_REST: usize = 5;

/// Whether what is left of a statement is long enough for a claim.
pub(super) fn may_be_claim(rest: &str) -> bool {
    rest.chars().filter(|ch| ch.is_alphanumeric()).take(SHORTEST_REST).count() == SHORTEST_REST
}

/// Words of an English ground behind its reference: `Article 3 of the School Rules, …`.
const MAX_TAIL: usize = 60;

/// Bytes before and behind a reference in which is looked for what goes with it.
const NEAR: usize = 2 * MAX_TAIL;

/// Longest ending of [`RULES`], in bytes.
const LONGEST_RULING: usize = 100;

/// Characters that may stand before a provision that begins a statement: `또한 제25조는`.
const MAX_LEAD: usize = 5;

/// The words around grounds, each with its kinds.
static WORDS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let tables = ["words/ko/grounds", "words/en/grounds"];
    let rows = tables.into_iter().flat_map(stet_data::rows);
    rows.filter_map(|row| Some((*row.first()?, *row.get(1)?))).collect()
});

pub fn words(kind: &'static str) -> impl Iterator<Item = &'static str> {
    let of_kind = move |row: &&(&str, &str)| row.1.split('+').any(|own| own == kind);
    WORDS.iter().filter(of_kind).map(|(word, _)| *word)
}

/// Whether a text is nothing or one of these words.
fn is_one(kind: &'static str, text: &str) -> bool {
    text.is_empty() || words(kind).any(|word| word == text)
}

/// What makes a Korean reference the subject of what it rules.
const SUBJECTS: [&str; 4] = ["은", "는", "이", "가"];

/// How a sentence ends that tells what a provision rules: `… 규정하고 있습니다`.
static RULES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"\s+(?:규정|명시|기재|정)(?:하고 있|하여 두고 있|되어 있|돼 있|해 두고 있|한|했|하였|된|됩|합|함|됨)[가-힣]{0,3}\s*[.。]?\s*$",
    )
    .ok()
});

/// The title of an article behind it.
static TITLE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^[(（][^)）]{0,60}[)）]").ok());

/// How an English provision introduces what it rules.
static SAYS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"^\s+(?:(?:also|clearly|expressly|explicitly)\s+)?(?:states|says|provides|stipulates|specifies|rules|establishes)\s+that\s+",
    )
    .ok()
});

/// What stands between a label and what it labels.
const LABEL_ENDS: [&str; 5] = [": ", "：", "– ", "— ", "- "];

/// A statement without its grounds, and the grounds.
#[derive(Debug, Clone)]
pub struct Grounds {
    pub rest: String,
    pub found: Vec<Ground>,
    /// Numbered places that are no articles (`Clause 1.2`), or may be none (`Section 2`).
    sections: Vec<Section>,
}

/// One reference on which a statement rests.
#[derive(Debug, Clone)]
pub struct Ground {
    /// As it stands in the statement.
    pub words: String,
    /// What points back is completed by what it points to.
    pub reference: StatuteRef,
}

/// The references in a statement, in order. One that points back (`같은 조`) is completed by the one before it, which
/// may be `last`, that of an earlier sentence; `last` is then the last one of this statement.
pub fn references(
    statement: &str,
    index: Option<&RegulationIndex<String>>,
    last: &mut Option<StatuteRef>,
) -> Vec<StatuteRef> {
    let found = index.map_or_else(|| scan_statutes(statement), |index| scan_statutes_in(statement, index));
    found
        .into_iter()
        .filter_map(|reference| {
            let whole = match reference.anaphor {
                None => under_last(reference, last.as_ref()),
                // `같은 규정 제4조` where none was named before.
                Some(Anaphor::SameRegulation) if last.is_none() && reference.article.is_some() => {
                    StatuteRef { anaphor: None, form: Form::ArticleOnly, ..reference }
                }
                Some(anaphor) => pointed(reference, anaphor, last.as_ref()?)?,
            };
            *last = Some(whole.clone());
            Some(whole)
        })
        .collect()
}

/// `같은 법 시행령 제3조` after `염전관리법 제5조`: that of this law.
fn under_last(mut reference: StatuteRef, last: Option<&StatuteRef>) -> StatuteRef {
    let before = last.and_then(|last| last.regulation.as_ref());
    let whole = before.zip(reference.regulation.as_ref()).and_then(|(last, name)| called_after(name, last));
    reference.regulation = whole.or(reference.regulation);
    reference
}

/// `같은 조 제2항` after `「학칙」 제25조 제1항`: `「학칙」 제25조 제2항`.
fn pointed(mut reference: StatuteRef, anaphor: Anaphor, to: &StatuteRef) -> Option<StatuteRef> {
    let before = |number: u32| number.checked_sub(1).filter(|number| *number > 0);
    reference.regulation.clone_from(&to.regulation);
    if anaphor != Anaphor::SameRegulation {
        let article = to.article?;
        reference.article = Some(match anaphor {
            Anaphor::PreviousArticle => ArticleNo::new(before(article.number)?, None),
            Anaphor::NextArticle => ArticleNo::new(article.number + 1, None),
            _ => article,
        });
    }
    match anaphor {
        Anaphor::SameParagraph => reference.paragraph = Some(to.paragraph?),
        Anaphor::PreviousParagraph => reference.paragraph = Some(before(to.paragraph?)?),
        Anaphor::NextParagraph => reference.paragraph = Some(to.paragraph? + 1),
        _ => {}
    }
    reference.anaphor = None;
    reference.form = if reference.article.is_some() { Form::Full } else { Form::NameOnly };
    Some(reference)
}

/// A reference with the name before it and the brackets between them, which are no part of its span when a stream has shown it already.
fn with_name(statement: &str, reference: &StatuteRef) -> Span {
    const QUOTES: [char; 10] = ['"', '“', '”', '\'', '‘', '’', '<', '>', '《', '》'];
    let span = reference.span;
    let Some(name) = &reference.regulation else { return span };
    let head = Span::new(0, span.start).of(statement).trim_end();
    // `School Regulations, Article 3`, `민법의 제3조`, `School Regulations (Article 3)`
    let owner = head.strip_suffix([',', '의']).unwrap_or(head).trim_end();
    let bracketed = owner
        .strip_suffix(['(', '（'])
        .filter(|_| Span::new(span.end, statement.len()).of(statement).starts_with([')', '）']));
    let before = bracketed.unwrap_or(owner).trim_end().trim_end_matches(QUOTES);
    let Some(head) = before.strip_suffix(name.as_str()) else { return span };
    let bare = head.trim_end_matches(QUOTES);
    if bare.ends_with(char::is_alphanumeric) {
        return span;
    }
    let close = Span::new(span.end, statement.len()).of(statement).chars().next().map_or(0, char::len_utf8);
    Span::new(bare.len(), span.end + bracketed.map_or(0, |_| close))
}

/// The statement without `… 규정하고 있습니다` at its end, which says no more than that the provision says so.
fn without_ruling(statement: &str) -> &str {
    let Some(found) = RULES.as_ref().and_then(|rules| rules.find(statement)) else { return statement };
    let kept = Span::new(0, found.start()).of(statement).trim_end();
    // `‘휴학은 2년을 초과할 수 없다’고`
    let quoted = kept.strip_suffix("라고").or_else(|| kept.strip_suffix('고'));
    if let Some(quoted) = quoted.filter(|quoted| quoted.ends_with(['\'', '"', '’', '”', '」', '』'])) {
        return quoted;
    }
    match kept.strip_suffix("다고").or_else(|| kept.strip_suffix("라고")) {
        Some(_) => kept.strip_suffix('고').unwrap_or(kept),
        None if kept.ends_with(['을', '를', '로', '도', '록', '게']) => kept,
        None => statement,
    }
}

impl Grounds {
    /// The grounds of a statement among the `references` in it ([`references`]), if it has any and something is left
    /// without them.
    pub fn of(statement: &str, references: &[StatuteRef]) -> Option<Self> {
        let mut groups: Vec<Vec<&StatuteRef>> = Vec::new();
        for reference in references {
            let joined = groups.last().and_then(|group| group.last()).is_some_and(|before| {
                let between = Span::new(before.span.end.min(reference.span.start), reference.span.start);
                is_one("joint", between.of(statement).trim())
            });
            match groups.last_mut() {
                Some(group) if joined => group.push(reference),
                _ => groups.push(vec![reference]),
            }
        }
        let mut rest = String::with_capacity(statement.len());
        let mut grounds = Vec::new();
        let mut at = 0;
        for group in groups {
            let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
            let named = with_name(statement, first);
            let span = Span::new(named.start, named.end.max(last.span.end));
            if let Some(gone) = ground(statement, span).filter(|gone| gone.start >= at) {
                rest.push_str(Span::new(at, gone.start).of(statement));
                at = gone.end;
                grounds.extend(group.into_iter().map(|reference| Ground {
                    words: reference.span.of(statement).to_owned(),
                    reference: reference.clone(),
                }));
            }
        }
        if grounds.is_empty() {
            return Self::of_sections(statement);
        }
        rest.push_str(Span::new(at, statement.len()).of(statement));
        let rest = without_ruling(&rest).to_owned();
        let numbered = grounds.iter().flat_map(|ground: &Ground| sections(&ground.words));
        let sections = numbered.map(|(_, section)| section).collect();
        may_be_claim(&rest).then_some(Self { rest, found: grounds, sections })
    }

    /// The numbered places on which a statement rests that are no articles.
    fn of_sections(statement: &str) -> Option<Self> {
        let mut rest = String::with_capacity(statement.len());
        let mut found = Vec::new();
        let mut at = 0;
        if let Some((span, section)) = section_before(statement) {
            at = span.end;
            found.push(section);
        }
        for (span, section) in sections(statement) {
            if let Some(gone) = ground(statement, span).filter(|gone| gone.start >= at) {
                rest.push_str(Span::new(at, gone.start).of(statement));
                at = gone.end;
                found.push(section);
            }
        }
        rest.push_str(Span::new(at, statement.len()).of(statement));
        let rest = without_ruling(&rest).to_owned();
        let is_one = !found.is_empty() && may_be_claim(&rest);
        is_one.then(|| Self { rest, found: Vec::new(), sections: found })
    }

    /// Whether there are references to regulations among the grounds.
    pub fn refers(&self) -> bool {
        !self.found.is_empty()
    }

    /// Whether the grounds may be numbered places of a source that are no articles.
    fn numbers(&self, source: &AnswerSource) -> bool {
        let no_articles = || {
            headings(&source.text).is_empty()
                && self.references().all(|reference| bears_name(reference, source))
        };
        !self.sections.is_empty() && (self.found.is_empty() || no_articles())
    }

    /// The number under which `span` of the source stands, when a place of another number is named.
    fn other_section(&self, source: &AnswerSource, span: Span) -> Option<String> {
        let mut named = self.sections.iter().filter(|_| self.numbers(source));
        named
            .find_map(|section| section.found(source, span).filter(|(here, _)| !here))
            .map(|(_, number)| number)
    }

    fn references(&self) -> impl Iterator<Item = &StatuteRef> {
        self.found.iter().map(|ground| &ground.reference)
    }

    /// The sources that a ground may mean, by position: those that bear its name and have its article.
    pub fn among(&self, sources: &[AnswerSource]) -> Vec<usize> {
        let meant = |source: &AnswerSource| {
            let headings = headings(&source.text);
            self.references().any(|reference| {
                let article = reference.article.is_some_and(|_| {
                    headings.iter().any(|(_, number)| reference.covers(*number))
                        || (headings.is_empty() && named_article(reference, source))
                });
                article && bears_name(reference, source)
            })
        };
        sources.iter().enumerate().filter(|(_, source)| meant(source)).map(|(at, _)| at).collect()
    }

    /// The article or the number under which `span` of the source stands, when the grounds name such places and this is none
    /// of them.
    pub fn elsewhere(&self, source: &AnswerSource, span: Span) -> Option<String> {
        let headings = headings(&source.text);
        let named = self.references().any(|reference| reference.article.is_some());
        let own = article_at(&headings, span).map(|(_, own)| *own).filter(|_| named);
        if let Some(own) = own.filter(|_| self.references().all(|reference| is_of_its_law(reference, source)))
        {
            return Some(format!("{} {own}", source.title));
        }
        let other = own.filter(|own| !self.references().any(|reference| reference.covers(*own)));
        other.map(|own| own.to_string()).or_else(|| self.other_section(source, span))
    }

    /// Whether a ground names the article in which `span` of the source stands by another title than its own.
    pub fn misname(&self, source: &AnswerSource, span: Span) -> bool {
        let headings = headings(&source.text);
        let Some((at, own)) = article_at(&headings, span) else { return false };
        let text = Span::new(*at, source.text.len()).of(&source.text);
        self.references().any(|reference| {
            let alone = reference.until.is_none() && reference.also.is_empty();
            alone
                && reference.article == Some(*own)
                && bears_name(reference, source)
                && reference.title.as_ref().is_some_and(|title| is_called_otherwise(title, text))
        })
    }

    /// Whether one of the grounds leads to `span` of the source.
    pub fn lead_to(&self, source: &AnswerSource, span: Span) -> bool {
        let stands = |section: &Section| section.found(source, span).is_some_and(|(here, _)| here);
        let here = self.numbers(source) && self.sections.iter().all(stands);
        if here || self.found.is_empty() {
            return here;
        }
        let headings = headings(&source.text);
        let own = article_at(&headings, span);
        // `제4조에 따라 신청서(별지 제1호 서식)를 낸다`: the form does not stand for the article.
        let names_article = self.references().any(|reference| reference.article.is_some());
        self.references().any(|reference| {
            let article = match (reference.article, own) {
                (None, _) => !names_article,
                (Some(_), Some((_, number))) => reference.covers(*number),
                (Some(_), None) => named_article(reference, source),
            };
            let start = own.map_or(0, |(at, _)| *at);
            article
                && bears_name(reference, source)
                && reference
                    .paragraph
                    .is_none_or(|paragraph| has_paragraph(&source.text, start, span, paragraph))
        })
    }
}

/// Whether a reference names the law of which the source is the decree, or the other way round.
fn is_of_its_law(reference: &StatuteRef, source: &AnswerSource) -> bool {
    let Some(name) = reference.regulation.as_deref().map(squeezed) else { return false };
    let title = squeezed(&source.title);
    let made_under = |law: &str, other: &str| {
        other.split_once(law).is_some_and(|(_, rest)| !law.is_empty() && is_of_another(rest))
    };
    made_under(&name, &title) || made_under(&title, &name)
}

/// The beginning of a text, as far as anything that goes with a reference reaches: a statement may be endless, and
/// have references without end.
fn head(text: &str) -> &str {
    text.get(..text.floor_char_boundary(NEAR)).unwrap_or_default()
}

/// Its end, likewise.
fn tail(text: &str) -> &str {
    text.get(text.ceil_char_boundary(text.len().saturating_sub(NEAR))..).unwrap_or_default()
}

/// The span that goes with the references in `span` when they are a ground. What a reference beside them gave way to
/// goes with them.
fn ground(statement: &str, span: Span) -> Option<Span> {
    let before = Span::new(0, span.start).of(statement).trim_end();
    let general = words("general").find(|words| before.ends_with(words)).map_or(0, str::len);
    let span = if general > 0 { Span::new(before.len() - general, span.end) } else { span };
    let before = Span::new(0, span.start).of(statement);
    let mut end = span.end;
    // `제25조(휴학)에 따라`
    let after = Span::new(end, statement.len()).of(statement);
    end += TITLE.as_ref().and_then(|title| title.find(head(after))).map_or(0, |found| found.end());
    // `제2항 단서에 따라`
    let after = Span::new(end, statement.len()).of(statement);
    let bare = after.trim_start_matches(' ');
    if let Some(part) = words("part").find(|part| bare.starts_with(part)) {
        end += after.len() - bare.len() + part.len();
    }
    let after = Span::new(end, statement.len()).of(statement);
    if let Some(bracketed) = in_brackets(before, after, end) {
        return Some(bracketed);
    }
    // A cell of its own.
    if before.trim_end().ends_with('|') && after.trim_start().starts_with('|') {
        return Some(Span::new(span.start, end));
    }
    if let Some(tail) = words("tail").find(|tail| after.starts_with(tail)) {
        let rest = after.get(tail.len()..)?;
        let skipped = rest.trim_start_matches([',', ' ', '\u{a0}']);
        return Some(Span::new(span.start, end + tail.len() + rest.len() - skipped.len()));
    }
    // `… 고 제25조에 규정되어 있다`: what is ruled stands before.
    if let Some(rules) = after.strip_prefix('에')
        && rules.len() <= LONGEST_RULING
        && RULES.as_ref().and_then(|pattern| pattern.find(rules)).is_some_and(|found| found.start() == 0)
    {
        return Some(Span::new(span.start, end + '에'.len_utf8()));
    }
    as_label(before, after, end)
        .or_else(|| as_subject(before, after, span.start, end))
        .or_else(|| under(before, after, end))
}

/// `제25조: …`, `**Article 25** – …` at the beginning of a statement, as lists have it.
fn as_label(before: &str, after: &str, end: usize) -> Option<Span> {
    let bare = after.trim_start_matches(['*', '_', '"', '”', ' ']);
    let rest = LABEL_ENDS.iter().find_map(|mark| bare.strip_prefix(*mark))?;
    let said = rest.trim_start_matches(['*', '_', ' ', '\u{a0}']);
    let opens = !tail(before).contains(char::is_alphabetic);
    let start = before.trim_end_matches(['*', '_', '"', '“']).len();
    (opens && !said.is_empty()).then(|| Span::new(start, end + after.len() - said.len()))
}

/// The brackets around references and little else, with the space before them.
fn in_brackets(before: &str, after: &str, end: usize) -> Option<Span> {
    let close = head(after).find([')', '）'])?;
    let open = before.len() - tail(before).len() + tail(before).rfind(['(', '（'])?;
    if before.get(open..)?.contains([')', '）']) || after.get(..close)?.contains(['(', '（']) {
        return None;
    }
    let inside = Span::new(open, before.len()).of(before).trim_start_matches(['(', '（']).trim();
    let lower = inside.to_lowercase();
    if !is_one("aside", &lower) || !is_one("aside-tail", after.get(..close)?.trim()) {
        return None;
    }
    let width = after.get(close..)?.chars().next()?.len_utf8();
    Some(Span::new(before.get(..open)?.trim_end().len(), end + close + width))
}

/// `제25조는 …`, `Article 25 provides that …` at the beginning of a statement.
fn as_subject(before: &str, after: &str, start: usize, end: usize) -> Option<Span> {
    let lead = before.trim().trim_matches(['*', '_', ',']);
    if let Some(particle) = SUBJECTS.iter().find(|particle| after.starts_with(**particle)) {
        let rest = after.get(particle.len()..)?;
        let bare = rest.trim_start_matches([' ', ',', '\u{a0}']);
        let opens = lead.chars().nth(MAX_LEAD).is_none();
        return (opens && bare.len() < rest.len()).then(|| Span::new(start, end + after.len() - bare.len()));
    }
    if !lead.is_empty() {
        return None;
    }
    if let Some(says) = SAYS.as_ref().and_then(|pattern| pattern.find(after)) {
        return Some(Span::new(start, end + says.end()));
    }
    let verb = after.strip_prefix(' ')?;
    let goes_on = verb.starts_with(|ch: char| ch.is_ascii_lowercase());
    let joins = ["and ", "or ", "to ", "of "].iter().any(|word| verb.starts_with(word));
    (goes_on && !joins).then(|| Span::new(start, end + 1))
}

/// `Under Article 25, …` and `… under Article 25.`.
fn under(before: &str, after: &str, end: usize) -> Option<Span> {
    let trimmed = before.trim_end();
    let trimmed = trimmed.strip_suffix(" the").unwrap_or(trimmed);
    let lower = tail(trimmed).to_lowercase();
    let head = words("head").find(|head| lower.ends_with(head))?;
    // Lower case may have another length; a head is ASCII, and so is what it stands for.
    let start = trimmed.len().checked_sub(head.len())?;
    let whole = trimmed.get(start..)?.eq_ignore_ascii_case(head)
        && !trimmed.get(..start)?.ends_with(char::is_alphanumeric);
    if !whole {
        return None;
    }
    if !after.contains(char::is_alphanumeric) {
        return Some(Span::new(trimmed.get(..start)?.trim_end_matches([' ', ',']).len(), end));
    }
    // `Under Section 1.3 pets are forbidden`
    let bare = after.trim_start_matches(' ');
    let joins = ["and ", "or ", "to ", "of "].iter().any(|word| bare.starts_with(word));
    if start == 0 && bare.len() < after.len() && bare.starts_with(char::is_alphabetic) && !joins {
        return Some(Span::new(start, end + after.len() - bare.len()));
    }
    let comma = self::head(after).find(',').filter(|at| *at <= MAX_TAIL)?;
    let rest = after.get(comma + 1..)?;
    Some(Span::new(start, end + comma + 1 + rest.len() - rest.trim_start().len()))
}

#[cfg(test)]
mod tests;
