//! Citations and the list of works in a style, as runs of a document.

use std::collections::HashMap;

use hayagriva::citationberg::json::Item;
use hayagriva::citationberg::taxonomy::Locator;
use hayagriva::citationberg::{
    CitationFormat, Display, FontStyle, FontWeight, IndependentStyle, StyleCategory, StyleClass,
    VerticalAlign,
};
use hayagriva::{
    BibliographyDriver, BibliographyRequest, CitationItem, CitationRequest, CitePurpose, ElemChild,
    ElemChildren, ElemMeta, Formatted, LocatorPayload, SpecificLocator, standalone_citation,
};
use stet_document::{Inline, Look, Run, joined};
use stet_text::Language;

use crate::Entry;
use crate::style::{LOCALES, Style, locale};

/// One citation of the text.
#[derive(Debug)]
pub(crate) struct Cluster<'a> {
    pub(crate) works: Vec<Cited<'a>>,
    /// Its author is part of the sentence.
    pub(crate) narrative: bool,
}

/// A work of a citation.
#[derive(Debug)]
pub(crate) struct Cited<'a> {
    pub(crate) entry: &'a Entry,
    pub(crate) locator: Option<(Locator, String)>,
    pub(crate) prefix: String,
    pub(crate) suffix: String,
    pub(crate) no_author: bool,
}

impl Cluster<'_> {
    /// The language that all of its works are in.
    fn language(&self) -> Option<Language> {
        let first = language_of(self.works.first()?.entry);
        self.works.iter().all(|work| language_of(work.entry) == first).then_some(first)
    }
}

/// What a style makes of the citations of a text.
#[derive(Debug, Default)]
pub(crate) struct Rendering {
    /// The citations are footnotes.
    pub(crate) notes: bool,
    /// Of each citation what stands in the sentence even where it is a footnote, and itself.
    pub(crate) citations: Vec<(Vec<Run>, Vec<Run>)>,
    /// The works that are cited, by key, in the order of the style.
    pub(crate) list: Vec<(String, Vec<Run>)>,
}

fn language_of(entry: &Entry) -> Language {
    if entry.is_korean() { Language::Ko } else { Language::En }
}

/// Renders all citations of a text in a language. In a Korean text each work is set in its own: *et al.* in an English one, 외
/// in a Korean; a reader of an English text is given no Korean words between names.
pub(crate) fn render(clusters: &[Cluster<'_>], style: Style, language: Language) -> Option<Rendering> {
    let works = clusters.iter().flat_map(|cluster| &cluster.works).map(|work| work.entry);
    let languages: HashMap<&str, Language> = works.map(|entry| (entry.key(), language_of(entry))).collect();
    let own = pass(clusters, style, language)?;
    let other = language.other();
    let needed = other == Language::En || style == Style::Korean;
    let needed = needed && languages.values().any(|language| *language == other);
    let mut other = if needed { pass(clusters, style, other) } else { None };
    let mut out = Rendering { notes: own.notes, ..Rendering::default() };
    for (index, (cluster, rendered)) in clusters.iter().zip(own.citations).enumerate() {
        let foreign = cluster.language().is_some_and(|works| works != language);
        let theirs = other.as_mut().filter(|_| foreign).and_then(|other| other.citations.get_mut(index));
        out.citations.push(theirs.map_or(rendered, std::mem::take));
    }
    let mut theirs = other.map(|other| other.list).unwrap_or_default();
    for (key, rendered) in own.list {
        let foreign = languages.get(key.as_str()).is_some_and(|works| *works != language);
        let found = theirs.iter_mut().find(|(other, _)| foreign && *other == key);
        out.list.push((key, found.map_or(rendered, |(_, rendered)| std::mem::take(rendered))));
    }
    if style == Style::Korean {
        // Korean works come first, whatever language the text is in.
        out.list.sort_by_key(|(key, _)| languages.get(key.as_str()) != Some(&Language::Ko));
    }
    Some(out)
}

/// All citations with the terms of one language.
fn pass(clusters: &[Cluster<'_>], style: Style, language: Language) -> Option<Rendering> {
    let csl = style.csl(language)?;
    let notes = csl.settings.class == StyleClass::Note;
    let named = !notes && csl.info.category.iter().copied().any(names_authors);
    let mut items: HashMap<&str, Item> = HashMap::new();
    for work in clusters.iter().flat_map(|cluster| &cluster.works) {
        if !items.contains_key(work.entry.key()) {
            items.insert(work.entry.key(), work.entry.rendered()?);
        }
    }
    let code = Some(locale(language));
    let mut driver = BibliographyDriver::new();
    for (number, cluster) in clusters.iter().enumerate() {
        let prose = !notes && (cluster.narrative || named && cluster.without_author());
        let purpose = prose.then_some(CitePurpose::Prose);
        let items = cluster.items(&items, purpose);
        driver.citation(CitationRequest::new(items, &csl, code.clone(), &LOCALES, Some(number + 1)));
    }
    let rendered = driver.finish(BibliographyRequest::new(&csl, code, &LOCALES));
    let mut out = Rendering { notes, ..Rendering::default() };
    for (cluster, rendered) in clusters.iter().zip(rendered.citations) {
        let mut runs = runs(&rendered.citation, &cluster.works);
        let author = || authors(cluster, &items, &csl, language);
        let mut sentence = Vec::new();
        if notes && cluster.narrative {
            sentence = author();
        } else if named && cluster.without_author() && !cluster.narrative {
            runs = without(runs, &author());
        }
        out.citations.push((sentence, without_empty(runs)));
    }
    for item in rendered.bibliography.into_iter().flat_map(|list| list.items) {
        let mut whole = Vec::new();
        if let Some(first) = item.first_field {
            flatten(&[first], &[], &mut whole);
            whole.push(Run::text(" ", Look::default()));
        }
        flatten(&item.content.0, &[], &mut whole);
        out.list.push((item.key, without_loose_commas(joined(whole))));
    }
    Some(out)
}

fn names_authors(category: StyleCategory) -> bool {
    let format = match category {
        StyleCategory::CitationFormat { format } => format,
        StyleCategory::Field { .. } => return false,
    };
    matches!(format, CitationFormat::AuthorDate | CitationFormat::Author)
}

impl Cluster<'_> {
    fn without_author(&self) -> bool {
        self.works.iter().all(|work| work.no_author)
    }

    fn items<'b>(
        &'b self,
        items: &'b HashMap<&str, Item>,
        purpose: Option<CitePurpose>,
    ) -> Vec<CitationItem<'b, Item>> {
        let item = |work: &'b Cited<'_>| {
            let locator = work.locator.as_ref();
            let locator = locator.map(|(kind, text)| SpecificLocator(*kind, LocatorPayload::Str(text)));
            Some(CitationItem::new(items.get(work.entry.key())?, locator, None, false, purpose))
        };
        self.works.iter().filter_map(item).collect()
    }
}

/// The authors of a citation as they stand in a sentence.
fn authors(
    cluster: &Cluster<'_>,
    items: &HashMap<&str, Item>,
    csl: &IndependentStyle,
    language: Language,
) -> Vec<Run> {
    let mut items = cluster.items(items, Some(CitePurpose::Author));
    for item in &mut items {
        item.locator = None;
    }
    // What stands around a citation does not stand around its authors.
    let mut csl = csl.clone();
    (csl.citation.layout.prefix, csl.citation.layout.suffix) = (None, None);
    let request = CitationRequest::new(items, &csl, Some(locale(language)), &LOCALES, None);
    runs(&standalone_citation(request), &[])
}

/// Runs without the words with which they begin, and the blank behind them.
fn without(mut runs: Vec<Run>, head: &[Run]) -> Vec<Run> {
    let mut left = stet_document::plain(head).trim_end().len();
    for run in &mut runs {
        if let Inline::Text(text) = &mut run.inline {
            let cut = left.min(text.len());
            if text.is_char_boundary(cut) {
                text.drain(..cut);
                left -= cut;
            }
            if left == 0 {
                text.drain(..text.len() - text.trim_start().len());
                break;
            }
        }
    }
    joined(runs)
}

/// Brackets around nothing: a style that cites by author alone has nothing left without it.
fn without_empty(runs: Vec<Run>) -> Vec<Run> {
    let text = stet_document::plain(&runs);
    if !text.contains("()") {
        return runs;
    }
    let clean = text.replace(" ()", "").replace("()", "");
    if clean.is_empty() { Vec::new() } else { vec![Run::text(clean, Look::default())] }
}

/// What stood behind a comma may not be there: a year without its month leaves `(2019,)`.
fn without_loose_commas(mut runs: Vec<Run>) -> Vec<Run> {
    for run in &mut runs {
        if let Inline::Text(text) = &mut run.inline
            && text.contains(",)")
        {
            *text = text.replace(",)", ")");
        }
    }
    runs
}

fn runs(children: &ElemChildren, works: &[Cited<'_>]) -> Vec<Run> {
    let mut out = Vec::new();
    flatten(&children.0, works, &mut out);
    joined(out)
}

/// What a style made, laid out in a row; before and behind each work the words that the writer put there.
fn flatten(children: &[ElemChild], works: &[Cited<'_>], out: &mut Vec<Run>) {
    for child in children {
        match child {
            ElemChild::Text(text) => out.push(run(text, None)),
            ElemChild::Link { text, url } => out.push(run(text, Some(url))),
            ElemChild::Markup(text) => out.push(Run::text(text.clone(), Look::default())),
            ElemChild::Transparent { .. } => {}
            ElemChild::Elem(elem) => {
                let work = match elem.meta {
                    Some(ElemMeta::Entry(at)) => works.get(at),
                    _ => None,
                };
                let plain = |text: String| Run::text(text, Look::default());
                if let Some(work) = work.filter(|work| !work.prefix.is_empty()) {
                    out.push(plain(format!("{} ", work.prefix)));
                }
                flatten(&elem.children.0, works, out);
                if let Some(work) = work.filter(|work| !work.suffix.is_empty()) {
                    let joins = work.suffix.starts_with([',', ' ', '.', ';', ':']);
                    out.push(plain(format!("{}{}", if joins { "" } else { ", " }, work.suffix)));
                }
                if matches!(elem.display, Some(Display::LeftMargin)) {
                    out.push(plain(" ".to_owned()));
                }
            }
        }
    }
}

fn run(text: &Formatted, link: Option<&String>) -> Run {
    let formatting = text.formatting;
    let look = Look {
        strong: formatting.font_weight == FontWeight::Bold,
        em: formatting.font_style == FontStyle::Italic,
        raised: formatting.vertical_align == VerticalAlign::Sup,
        lowered: formatting.vertical_align == VerticalAlign::Sub,
        ..Look::default()
    };
    Run { link: link.cloned(), ..Run::text(text.text.clone(), look) }
}
