//! References to regulations on which a sentence rests: `「학칙」 제25조 제2항에 따라 …`, `… (제25조).`,
//! `Under Article 25, …`, `제25조는 …라고 정하고 있다`.
//!
//! Such words cite, they claim nothing: a passage of an article seldom says its own number. Owns taking them out of
//! the statement that is judged, and holding them against the place in the source where the rest was found. Leaves
//! finding references to `domain::statute`, the articles of the store to `articles` and judging to the gate.

use std::sync::LazyLock;

use regex::Regex;

use super::headings::{article_at, bears_name, has_paragraph, headings, named_article};
use super::sections::{Section, lead as section_before, sections};
use super::source::AnswerSource;
use stet_marks::statute::{
    Anaphor, ArticleNo, Form, RegulationIndex, StatuteRef, is_called_otherwise, scan_statutes,
    scan_statutes_in,
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
    let tables = ["words/ko/answer-grounds.tsv", "words/en/answer-grounds.tsv"];
    let rows = tables.into_iter().flat_map(stet_data::rows);
    rows.filter_map(|row| Some((*row.first()?, *row.get(1)?))).collect()
});

pub(super) fn words(kind: &'static str) -> impl Iterator<Item = &'static str> {
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
pub(super) struct Grounds {
    pub rest: String,
    pub found: Vec<Ground>,
    /// Numbered places that are no articles (`Clause 1.2`), or may be none (`Section 2`).
    sections: Vec<Section>,
}

/// One reference on which a statement rests.
#[derive(Debug, Clone)]
pub(super) struct Ground {
    /// As it stands in the statement.
    pub words: String,
    /// What points back is completed by what it points to.
    pub reference: StatuteRef,
}

/// The references in a statement, in order. One that points back (`같은 조`) is completed by the one before it, which
/// may be `last`, that of an earlier sentence; `last` is then the last one of this statement.
pub(super) fn references(
    statement: &str,
    index: Option<&RegulationIndex<String>>,
    last: &mut Option<StatuteRef>,
) -> Vec<StatuteRef> {
    let found = index.map_or_else(|| scan_statutes(statement), |index| scan_statutes_in(statement, index));
    found
        .into_iter()
        .filter_map(|reference| {
            let whole = match reference.anaphor {
                None => reference,
                Some(anaphor) => pointed(reference, anaphor, last.as_ref()?)?,
            };
            *last = Some(whole.clone());
            Some(whole)
        })
        .collect()
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
    pub fn other_section(&self, source: &AnswerSource, span: Span) -> Option<String> {
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

    /// The article in which `span` of the source stands, when the grounds name articles and this is none of them.
    pub fn elsewhere(&self, source: &AnswerSource, span: Span) -> Option<ArticleNo> {
        let headings = headings(&source.text);
        let (_, own) = article_at(&headings, span)?;
        let named = self.references().any(|reference| reference.article.is_some());
        let stands = self.references().any(|reference| reference.covers(*own));
        (named && !stands).then_some(*own)
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
    let comma = self::head(after).find(',').filter(|at| *at <= MAX_TAIL)?;
    let rest = after.get(comma + 1..)?;
    Some(Span::new(start, end + comma + 1 + rest.len() - rest.trim_start().len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grounds(statement: &str) -> Option<Grounds> {
        Grounds::of(statement, &references(statement, None, &mut None))
    }

    #[test]
    fn what_points_back_is_completed_by_what_was_said_before() {
        let mut last = None;
        let mut named = |text: &str| {
            let found = references(text, None, &mut last);
            let name = |found: &StatuteRef| found.regulation.clone().unwrap_or_default();
            let article =
                |found: &StatuteRef| found.article.map(|number| number.to_string()).unwrap_or_default();
            found
                .iter()
                .map(|found| format!("{}/{}/{:?}", name(found), article(found), found.paragraph))
                .collect::<Vec<_>>()
        };
        assert!(named("같은 조 제2항에 따른다.").is_empty());
        assert_eq!(named("「학칙」 제25조 제2항에 따른다."), ["학칙/제25조/Some(2)"]);
        assert_eq!(named("같은 조 제3항에 따른다."), ["학칙/제25조/Some(3)"]);
        assert_eq!(named("전항에 따른다."), ["학칙/제25조/Some(2)"]);
        assert_eq!(named("전조에 따른다."), ["학칙/제24조/None"]);
        assert_eq!(named("동 규정 제30조에 따른다."), ["학칙/제30조/None"]);
        assert_eq!(named("같은 항에 따른다."), Vec::<String>::new());
    }

    #[test]
    fn grounds_go_and_contents_stay() {
        for (statement, rest) in [
            ("「학칙」 제25조에 따라 질병으로 휴학할 수 있습니다.", Some("질병으로 휴학할 수 있습니다.")),
            ("「학칙」 제25조(휴학) 제2항에 따르면, 휴학기간은 1년이다.", Some("휴학기간은 1년이다.")),
            ("휴학기간은 1년을 넘을 수 없다(제25조 제2항).", Some("휴학기간은 1년을 넘을 수 없다.")),
            (
                "휴학기간은 1년을 넘을 수 없다 (「학칙」 제25조 제2항).",
                Some("휴학기간은 1년을 넘을 수 없다."),
            ),
            ("제25조 및 제26조에 의하여 학생은 휴학한다.", Some("학생은 휴학한다.")),
            ("Under Article 25, students may take leave.", Some("students may take leave.")),
            ("According to Article 25(2) of the School Rules, leave ends.", Some("leave ends.")),
            ("제25조는 제26조를 준용한다.", Some("제26조를 준용한다.")),
            ("「학칙」 제25조는 휴학을 정하고 있다.", None),
            ("같은 조 제2항에 따라 휴학한다.", None),
            ("제25조 제1항 단서에 따라 휴학기간은 1년이다.", Some("휴학기간은 1년이다.")),
            (
                "또한 제25조는 휴학기간이 1년을 넘을 수 없다고 규정하고 있습니다.",
                Some("또한 휴학기간이 1년을 넘을 수 없다"),
            ),
            (
                "제25조에 따르면 '휴학은 1년을 넘을 수 없다'고 명시되어 있습니다.",
                Some("'휴학은 1년을 넘을 수 없다'"),
            ),
            ("졸업학점은 130학점이라고 학칙 제30조에 규정되어 있다.", Some("졸업학점은 130학점이라")),
            ("동강대학교 학칙 제25조에 따라 휴학할 수 있다.", Some("동강대학교 휴학할 수 있다.")),
            ("\"학칙\" 제25조에 따라 휴학할 수 있다.", Some("휴학할 수 있다.")),
            ("제25조의 규정에 의하여 휴학기간은 1년이다.", Some("휴학기간은 1년이다.")),
            ("휴학기간은 1년이다(제25조 참조).", Some("휴학기간은 1년이다.")),
            ("휴학기간은 1년이다(제25조에 따른 휴학만 해당).", Some("휴학기간은 1년이다(휴학만 해당).")),
            ("Article 25 provides that leave is free.", Some("leave is free.")),
            ("In the School Regulations (Article 25), leave is free.", Some("leave is free.")),
            ("Under the School Regulations, Article 25, leave is free.", Some("leave is free.")),
            ("휴학은 민법의 제25조에 따라 할 수 있다.", Some("휴학은 할 수 있다.")),
            ("Article 30 requires 130 credits.", Some("requires 130 credits.")),
            ("Students may take leave under Article 25.", Some("Students may take leave.")),
            ("Students may take leave (see Article 25).", Some("Students may take leave.")),
            ("The thunder Article 25 is loud, they say.", None),
            ("제25조에 따른다.", None),
            ("Articles were written.", None),
        ] {
            let found = grounds(statement);
            assert_eq!(found.as_ref().map(|found| found.rest.as_str()), rest, "{statement}");
        }
    }

    #[test]
    fn numbered_places_are_grounds_as_articles_are() {
        for (statement, rest) in [
            ("Clause 1.2 lets the tenant sublet the flat.", Some("lets the tenant sublet the flat.")),
            ("Under Section 2, the deposit is 900 euros.", Some("the deposit is 900 euros.")),
            ("The deposit is 900 euros (§ 3).", Some("The deposit is 900 euros.")),
            ("The fees are listed under Schedule 2.", Some("The fees are listed.")),
            ("According to clause 4.1(b), notice takes 30 days.", Some("notice takes 30 days.")),
            ("1.2 The tenant may sublet the flat.", Some("The tenant may sublet the flat.")),
            ("1.2항에 따라 임차인은 전대할 수 있다.", Some("임차인은 전대할 수 있다.")),
            ("2.3절은 보증금을 900유로로 정한다.", Some("보증금을 900유로로")),
            ("수수료는 3만 원이다(별표 3).", Some("수수료는 3만 원이다.")),
            ("제3장에 따르면 임대 기간은 2년이다.", Some("임대 기간은 2년이다.")),
            ("부록 2에 따르면 수수료는 3만 원이다.", Some("수수료는 3만 원이다.")),
            ("1.2 million people live here.", None),
            ("사진 3장은 신청서와 함께 낸다.", None),
            ("The part 2 people saw was short.", None),
            ("The rate is 1.2.", None),
        ] {
            let found = grounds(statement);
            assert_eq!(found.as_ref().map(|found| found.rest.as_str()), rest, "{statement}");
        }
    }

    #[test]
    fn a_numbered_place_is_that_of_its_own_heading() {
        let english = "# Lease\n\n## 1.1 Term\n\nThe term is 12 months.\n\n## 1.2 Subletting\n\nThe tenant may sublet the flat.";
        let list = "1. The term is 12 months.\n2. The tenant may sublet the flat.\n3. Pets are allowed.";
        let korean =
            "# 임대차 계약\n\n## 1.1 기간\n\n기간은 12개월이다.\n\n## 1.2 전대\n\n임차인은 전대할 수 있다.";
        let plain = "The term is 12 months.\nThe tenant may sublet the flat.";
        for (text, claim, words, leads, other) in [
            (english, "Clause 1.2 lets the tenant sublet.", "The tenant may", true, None),
            (english, "1.2 The tenant may sublet.", "The tenant may", true, None),
            (english, "Section 1 lets the tenant sublet.", "The tenant may", true, None),
            (english, "Clause 1.1 lets the tenant sublet.", "The tenant may", false, Some("1.2")),
            (english, "Clause 1.3 lets the tenant sublet.", "The tenant may", false, Some("1.2")),
            (list, "Section 2 lets the tenant sublet.", "The tenant may", true, None),
            (list, "§ 3 lets the tenant sublet.", "The tenant may", false, Some("2")),
            (korean, "1.2항에 따라 임차인은 전대할 수 있다.", "임차인은", true, None),
            (korean, "1.1항에 따라 임차인은 전대할 수 있다.", "임차인은", false, Some("1.2")),
            (plain, "Clause 1.2 lets the tenant sublet.", "The tenant may", false, None),
        ] {
            let source = AnswerSource { text: text.into(), ..AnswerSource::default() };
            let start = text.find(words).unwrap();
            let span = Span::new(start, start + words.len());
            let grounds = grounds(claim).unwrap();
            assert_eq!(grounds.lead_to(&source, span), leads, "{claim} {text}");
            assert_eq!(grounds.other_section(&source, span).as_deref(), other, "{claim} {text}");
        }
    }

    #[test]
    fn a_law_is_not_its_decree() {
        for (title, text, claim, bears) in [
            (
                "염전관리법 시행령",
                "제3조(보존) 10년 동안 보관한다.",
                "「염전관리법」 제3조에 따라 장부를 보관한다.",
                false,
            ),
            (
                "염전관리법 시행령",
                "제3조(보존) 염전관리법에 따른다.",
                "「염전관리법 시행령」 제3조에 따라 장부를 보관한다.",
                true,
            ),
            (
                "염전관리법",
                "제3조(보존) 5년 동안 보관한다.",
                "「염전관리법」 제3조에 따라 장부를 보관한다.",
                true,
            ),
            (
                "세칙.md",
                "# 관리 규정 시행세칙\n\n제3조(보존) 이 세칙은 관리 규정의 시행을 정한다.",
                "「관리 규정」 제3조에 따라 장부를 보관한다.",
                false,
            ),
            (
                "규정.md",
                "# 관리 규정\n\n제3조(보존) 시행에 필요한 것은 관리 규정 시행세칙으로 정한다.",
                "「관리 규정」 제3조에 따라 장부를 보관한다.",
                true,
            ),
            (
                "Enforcement Decree of the Salt Act",
                "Article 3 Records are kept.",
                "Under Article 3 of the Salt Act, records are kept.",
                false,
            ),
            (
                "Salt Act",
                "Article 3 Records are kept.",
                "Under Article 3 of the Salt Act, records are kept.",
                true,
            ),
        ] {
            let source = AnswerSource { title: title.into(), text: text.into(), ..AnswerSource::default() };
            let start = text.find("조").or(text.find("Records")).unwrap();
            let found = grounds(claim).unwrap();
            assert_eq!(found.lead_to(&source, Span::new(start, text.len())), bears, "{claim} {title}");
        }
    }

    #[test]
    fn a_ground_leads_to_its_own_article() {
        let source = AnswerSource {
            title: "학칙".into(),
            text: "제25조(휴학) ① 학생은 휴학할 수 있다. ② 휴학기간은 1년을 넘을 수 없다.\n제26조(복학) 학생은 복학한다.".into(),
            ..AnswerSource::default()
        };
        let at_first = |text: &str, words: &str| {
            let start = text.find(words).unwrap();
            Span::new(start, start + words.len())
        };
        let at = |words: &str| at_first(&source.text, words);
        for (ground, words, expected) in [
            ("「학칙」 제25조에 따라 휴학할 수 있다.", "학생은 휴학할 수 있다.", true),
            ("「인사규정」 제25조에 따라 휴학할 수 있다.", "학생은 휴학할 수 있다.", false),
            ("「학칙」 제26조에 따라 휴학할 수 있다.", "학생은 휴학할 수 있다.", false),
            ("제25조 제2항에 따라 휴학은 1년이다.", "휴학기간은 1년을 넘을 수 없다.", true),
            ("제25조 제1항에 따라 휴학은 1년이다.", "휴학기간은 1년을 넘을 수 없다.", false),
            ("제25조의2에 따라 휴학할 수 있다.", "학생은 휴학할 수 있다.", false),
            ("제24조부터 제26조까지에 따라 학생은 복학한다.", "학생은 복학한다.", true),
            ("제26조에 따라 학생은 복학한다.", "학생은 복학한다.", true),
        ] {
            let grounds = grounds(ground).unwrap_or_else(|| panic!("{ground}"));
            assert_eq!(grounds.lead_to(&source, at(words)), expected, "{ground}");
        }
        let sources = [source];
        let found = |ground: &str| grounds(ground).unwrap().among(&sources);
        assert_eq!(found("「학칙」 제26조에 따라 학생은 복학한다."), [0]);
        assert!(found("「학칙」 제27조에 따라 학생은 복학한다.").is_empty());
        assert!(found("「장학규정」 제26조에 따라 학생은 복학한다.").is_empty());
        let wrong = grounds("「학칙」 제26조에 따라 휴학할 수 있다.").unwrap();
        let span = at_first(&sources[0].text, "학생은 휴학할 수 있다.");
        assert_eq!(wrong.elsewhere(&sources[0], span), Some(ArticleNo::new(25, None)));
        let by_name = grounds("「학칙」에 따르면 학생은 휴학할 수 있다.").unwrap();
        assert_eq!(by_name.elsewhere(&sources[0], span), None);
    }
}
