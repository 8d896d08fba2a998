//! Requests that name nothing in the sources: for documents as a whole, for what they have in common or
//! what parts them, for what is known of the files themselves.
//!
//! A search for their words finds nothing, or a passage that happens to have them. Owns telling them by their words, and which documents
//! they name; what is read for them is decided in `ask`.

use std::sync::LazyLock;

use super::places::{Named, ends_with_a_kind, kind_of, place};
use super::question::is_asking;
use stet_text::{english_stem, is_tail, korean_stem, normalise, tokens};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Form,
    Whole,
    Both,
    Document,
    Focus,
    Theme,
    Compare,
    Count,
    Author,
    Wrote,
    Who,
    When,
    Date,
    Pages,
    Title,
    Newest,
    List,
    Which,
    What,
    All,
    Filler,
}

impl Kind {
    fn named(name: &str) -> Self {
        match name {
            "form" => Self::Form,
            "whole" => Self::Whole,
            "both" => Self::Both,
            "document" => Self::Document,
            "focus" => Self::Focus,
            "theme" => Self::Theme,
            "compare" => Self::Compare,
            "count" => Self::Count,
            "author" => Self::Author,
            "wrote" => Self::Wrote,
            "who" => Self::Who,
            "when" => Self::When,
            "date" => Self::Date,
            "pages" => Self::Pages,
            "title" => Self::Title,
            "newest" => Self::Newest,
            "list" => Self::List,
            "which" => Self::Which,
            "what" => Self::What,
            "all" => Self::All,
            _ => Self::Filler,
        }
    }
}

static WORDS: LazyLock<Vec<(&'static str, bool, Kind)>> = LazyLock::new(|| {
    let rows = ["words/en/broad", "words/ko/broad"].into_iter().flat_map(stet_data::rows);
    rows.filter_map(|row| {
        let [form, kind] = row.as_slice() else { return None };
        Some((form.strip_suffix('*').unwrap_or(form), form.ends_with('*'), Kind::named(kind)))
    })
    .collect()
});

/// A word of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Word {
    text: String,
    /// The form of the list that it is, and its kind; nothing where it may stand in a source.
    listed: Option<(&'static str, Kind)>,
    /// It says what a document is (`contract`), or is a number: part of a name, but none alone.
    tells: bool,
    /// What else that is called.
    kinds: &'static [&'static str],
}

impl Word {
    fn new(text: String) -> Self {
        let fits = |(form, open, _): &&(&'static str, bool, Kind)| {
            if *open { text.starts_with(form) } else { text == *form }
        };
        let listed = WORDS.iter().filter(fits).max_by_key(|(form, open, _)| (!open, form.len()));
        let is_number = text.chars().all(char::is_numeric);
        let mut kinds = kind_of(&text);
        // `계약의` means a `계약서`.
        if kinds.is_empty() && listed.is_some_and(|(.., kind)| *kind == Kind::Document) {
            kinds = kind_of(&format!("{}서", korean_stem(&text)));
        }
        let is_kind = !kinds.is_empty();
        let listed = listed
            .map(|(form, _, kind)| (*form, *kind))
            .or_else(|| is_kind.then_some(("", Kind::Document)))
            .or_else(|| (is_number || is_asking(&text)).then_some(("", Kind::Filler)));
        Self { text, listed, tells: is_kind || is_number, kinds }
    }

    fn kind(&self) -> Option<Kind> {
        self.listed.map(|(_, kind)| kind)
    }
}

fn words(request: &str) -> Vec<Word> {
    let mut before: Option<(usize, char)> = None;
    let mut found = Vec::new();
    for token in tokens(request) {
        let span = token.span;
        // What a name in other letters has behind it: `report.md와`.
        let is_particle = before.is_some_and(|(end, last)| {
            end == span.start && !matches!(last, '가'..='힣') && is_tail(last, token.text)
        });
        before = token.text.chars().next_back().map(|last| (span.end, last));
        if !is_particle {
            found.push(Word::new(normalise(token.text).replace('’', "'")));
        }
    }
    found
}

/// What a request about documents wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wants {
    /// What they say, as a whole.
    Whole,
    /// What they have in common.
    Themes,
    /// What parts them.
    Comparison,
    Fact(Fact),
}

/// What is known of files without reading them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    /// Which there are, and how many.
    List,
    Newest,
    Author,
    Date,
    Pages,
    Title,
}

/// A request about documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broad {
    pub wants: Wants,
    /// What of them is looked for (`obligations`, `결론`), as it is listed; empty for all of it.
    pub focus: String,
    /// The newest of them is meant.
    pub newest: bool,
    /// Words of it that stand together and may be the name of a document.
    names: Vec<Vec<Word>>,
}

impl Broad {
    /// Reads a request; nothing where it asks for something in the documents.
    #[must_use]
    pub fn new(request: &str) -> Option<Self> {
        let said = normalise(request.trim());
        if ["what about", "how about"].iter().any(|begin| said.starts_with(begin)) {
            return None;
        }
        let words = words(request);
        let wants = wants(&words)?;
        // A page or a table is a place in a document: `Summarise page 3`.
        let place = place(request);
        let is_told = words.iter().any(|word| word.kind() == Some(Kind::Whole));
        if !place.pages.is_empty() || place.chunk_type.is_some() && !is_told {
            return None;
        }
        let mut focus: Vec<&str> = words
            .iter()
            .filter_map(|word| word.listed.filter(|(_, kind)| *kind == Kind::Focus).map(|(form, _)| form))
            .collect();
        focus.sort_unstable();
        focus.dedup();
        let is_named = |word: &Word| word.tells || word.listed.is_none();
        let newest = words.iter().any(|word| word.kind() == Some(Kind::Newest));
        let names = words.split(|word| !is_named(word)).filter(|run| !run.is_empty()).map(<[Word]>::to_vec);
        Some(Self { wants, focus: focus.join(" "), newest, names: names.collect() })
    }

    /// The places of the documents that it names, in its order; empty where it names none. Nothing where words of it name neither a
    /// document nor anything that it could ask of one: it asks for something in them.
    #[must_use]
    pub fn named(&self, documents: &[Named<'_>]) -> Option<Vec<usize>> {
        let names: Vec<Name> = documents.iter().map(Name::new).collect();
        let mut meant: Vec<usize> = Vec::new();
        for run in &self.names {
            let mut rest = run.as_slice();
            // One name may follow the other: `계약서와 주차세칙을`.
            while !rest.is_empty() {
                let mut longest = (1..=rest.len()).rev();
                let (length, own) =
                    longest.find_map(|length| Some((length, fitting(rest.get(..length)?, &names)?)))?;
                for at in own {
                    if !meant.contains(&at) {
                        meant.push(at);
                    }
                }
                rest = rest.get(length..).unwrap_or_default();
            }
        }
        Some(meant)
    }
}

/// The documents that words mean together: those whose name has all of them, and the most of what says what they are. None for words
/// that may mean any document (`this contract`), nothing for words that are in no name.
fn fitting(words: &[Word], names: &[Name]) -> Option<Vec<usize>> {
    let (own, telling): (Vec<&Word>, Vec<&Word>) =
        words.iter().partition(|word| word.listed.is_none() && !word.tells);
    let said: String = words.iter().map(|word| word.text.as_str()).collect();
    let exact = |name: &&Name| name.is(&said);
    if names.iter().any(|name| exact(&name)) {
        return Some(names.iter().enumerate().filter(|(_, name)| exact(name)).map(|(at, _)| at).collect());
    }
    let fits = |name: &Name| own.iter().all(|word| name.holds(word));
    let held = |name: &Name| telling.iter().filter(|word| name.holds(word)).count();
    let most = names.iter().filter(|name| fits(name)).map(held).max();
    if own.is_empty() && most.unwrap_or_default() == 0 {
        return Some(Vec::new());
    }
    let most = most?;
    let meant = names.iter().enumerate().filter(|(_, name)| fits(name) && held(name) == most);
    Some(meant.map(|(at, _)| at).collect())
}

/// What a document is called.
struct Name {
    words: Vec<String>,
    /// All of it without what is no letter and no digit.
    plain: String,
    /// Its title, its file, its file without the ending, each so.
    whole: [String; 3],
}

impl Name {
    fn new(document: &Named<'_>) -> Self {
        let both = normalise(&format!("{} {}", document.title, document.file_name));
        let words = both.split(|ch: char| !ch.is_alphanumeric()).filter(|word| !word.is_empty());
        let words: Vec<String> = words.map(str::to_owned).collect();
        let plain = |text: &str| normalise(text).chars().filter(|ch| ch.is_alphanumeric()).collect();
        let file = document.file_name;
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        Self { plain: words.concat(), words, whole: [document.title, file, stem].map(plain) }
    }

    /// Whether that is all that it is called.
    fn is(&self, said: &str) -> bool {
        let own = [said, korean_stem(said)];
        self.whole.iter().any(|name| name.chars().nth(1).is_some() && own.contains(&name.as_str()))
    }

    fn holds(&self, word: &Word) -> bool {
        let says = |text: &str| {
            if text.is_ascii() {
                let stem = english_stem(text);
                self.words.iter().any(|own| own == text || own.is_ascii() && english_stem(own) == stem)
            } else {
                text.chars().nth(1).is_some() && self.plain.contains(text)
            }
        };
        let own = [word.text.as_str(), korean_stem(&word.text)];
        own.into_iter().chain(word.kinds.iter().copied()).any(says)
    }
}

fn wants(words: &[Word]) -> Option<Wants> {
    let has = |kind: Kind| words.iter().any(|word| word.kind() == Some(kind));
    let says = |forms: &[&str]| words.iter().any(|word| forms.contains(&word.text.as_str()));
    let is_document = |word: &&Word| word.kind() == Some(Kind::Document);
    let is_many = |word: &Word| word.text.contains('들') || word.text.is_ascii() && word.text.ends_with('s');
    let unknown = words.iter().any(|word| word.listed.is_none());
    // `수확보고서의`: a name that ends with what it is.
    let ends_so = |word: &Word| word.listed.is_none() && ends_with_a_kind(korean_stem(&word.text));
    let document = words.iter().any(|word| is_document(&word) || ends_so(word));
    // `files`, `documents`: not what they are (`contract`), which may be spoken of in them.
    let file = words.iter().any(|word| is_document(&word) && !word.tells);
    let all = has(Kind::All) || words.iter().filter(is_document).any(is_many);
    if has(Kind::Compare) {
        return (document || unknown).then_some(Wants::Comparison);
    }
    if has(Kind::Theme) && all && !unknown {
        return Some(Wants::Themes);
    }
    let whole = has(Kind::Whole) || has(Kind::Both) || has(Kind::Theme);
    if whole || has(Kind::Focus) && document {
        return Some(Wants::Whole);
    }
    // Of any report at all, what may be in one is asked: `How many pages does a report have?`
    if says(&["a", "an"]) || !(document || unknown) {
        return None;
    }
    let fact = if has(Kind::Author) || has(Kind::Who) && has(Kind::Wrote) {
        Some(Fact::Author)
    } else if has(Kind::Date) || has(Kind::When) && has(Kind::Wrote) {
        Some(Fact::Date)
    } else if has(Kind::Pages) && has(Kind::Count) {
        Some(Fact::Pages)
    } else if has(Kind::Title) {
        Some(Fact::Title)
    } else if has(Kind::Newest) && file && !unknown {
        Some(Fact::Newest)
    } else {
        let lists = has(Kind::Count) || has(Kind::List) || has(Kind::Which) || has(Kind::What) && all;
        (lists && file && !unknown).then_some(Fact::List)
    };
    let only_file =
        || words.iter().all(|word| matches!(word.kind(), Some(Kind::Document | Kind::What | Kind::Filler)));
    match fact {
        Some(fact) => Some(Wants::Fact(fact)),
        // `What is this file?`
        None => (file && has(Kind::What) && only_file()).then_some(Wants::Whole),
    }
}

/// Whether a word says nothing of what is asked, whatever stands with it.
pub(super) fn is_beside(word: &str) -> bool {
    words(word).iter().all(|word| word.kind() == Some(Kind::Filler))
}

#[cfg(test)]
mod tests;
