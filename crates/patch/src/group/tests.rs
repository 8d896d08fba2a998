//! Every choice among the groups of a rewriting leaves a document.

#![allow(clippy::string_slice)]

use std::collections::BTreeMap;

use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use rustc_hash::FxHashSet;

use super::documents::{Dice, pair};
use crate::apply::apply;
use crate::{Category, Patch, patches};

/// Documents that are tried in a run of the tests; `STET_PATCH_DOCUMENTS` asks for another number.
const DOCUMENTS: u32 = 1_000;
/// Choices of some of the groups that are tried on each.
const CHOICES: usize = 6;

/// A block without blocks: where it stands, and its words.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Leaf {
    path: String,
    text: String,
}

/// The blocks of a text in their order, as a library reads them.
fn leaves(text: &str) -> Vec<Leaf> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    let mut out: Vec<Leaf> = Vec::new();
    let (mut path, mut open): (Vec<String>, Option<String>) = (Vec::new(), None);
    let mut close = |path: &[String], open: &mut Option<String>| {
        if let Some(text) = open.take().filter(|text| !text.trim().is_empty()) {
            out.push(Leaf { path: path.join("/"), text });
        }
    };
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Start(tag) => {
                let name = match tag {
                    Tag::Heading { .. } => "heading".to_owned(),
                    Tag::List(number) => if number.is_some() { "ordered" } else { "bullets" }.to_owned(),
                    Tag::BlockQuote(_) => "quote".to_owned(),
                    Tag::CodeBlock(_) => "code".to_owned(),
                    Tag::Table(columns) => format!("table of {}", columns.len()),
                    Tag::FootnoteDefinition(label) => format!("note {label}"),
                    Tag::Emphasis
                    | Tag::Strong
                    | Tag::Strikethrough
                    | Tag::Link { .. }
                    | Tag::Image { .. } => continue,
                    Tag::Item | Tag::Paragraph | Tag::TableHead | Tag::TableRow | Tag::TableCell => {
                        String::new()
                    }
                    other => format!("{other:?}"),
                };
                close(&path, &mut open);
                path.push(name);
            }
            Event::End(
                TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image,
            ) => {}
            Event::End(_) => {
                close(&path, &mut open);
                path.pop();
            }
            Event::Text(text) => open.get_or_insert_default().push_str(&text),
            Event::Code(code) => open.get_or_insert_default().push_str(&code),
            Event::SoftBreak | Event::HardBreak => open.get_or_insert_default().push(' '),
            _ => {}
        }
    }
    for leaf in &mut out {
        leaf.path = leaf.path.split('/').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/");
    }
    out
}

fn words(text: &str) -> FxHashSet<String> {
    let word = |word: &str| word.trim_matches(|ch: char| !ch.is_alphanumeric()).to_lowercase();
    text.split_whitespace().map(word).filter(|word| !word.is_empty()).collect()
}

/// Marks of notes and notes, each with how often it stands.
fn notes(text: &str) -> (BTreeMap<String, usize>, BTreeMap<String, usize>) {
    let (mut marks, mut notes) = (BTreeMap::new(), BTreeMap::new());
    for line in text.lines() {
        for (at, _) in line.match_indices("[^") {
            let Some(end) = line[at..].find(']').map(|end| at + end) else { continue };
            let defines = at == 0 && line[end..].starts_with("]:");
            *if defines { &mut notes } else { &mut marks }.entry(line[at..end].to_owned()).or_default() += 1;
        }
    }
    (marks, notes)
}

/// What is wrong with a text by itself.
fn malformed(text: &str) -> Option<String> {
    for leaf in leaves(text).iter().filter(|leaf| !leaf.path.ends_with("code")) {
        if leaf.text.contains(['*', '`', '|', '#']) || leaf.text.contains("](") || leaf.text.contains("[^") {
            return Some(format!("a mark without its other half: {leaf:?}"));
        }
        for (open, close) in [('“', '”'), ('(', ')')] {
            if leaf.text.matches(open).count() != leaf.text.matches(close).count() {
                return Some(format!("{open} without {close}: {leaf:?}"));
            }
        }
    }
    if text.lines().filter(|line| line.starts_with("```")).count() % 2 == 1 {
        return Some("an open fence".to_owned());
    }
    let rows: Vec<&str> = text.lines().map(|line| if line.starts_with('|') { line } else { "" }).collect();
    for table in rows.split(|line| line.is_empty()) {
        if table.windows(2).any(|rows| rows[0].matches('|').count() != rows[1].matches('|').count()) {
            return Some(format!("rows of different widths: {table:?}"));
        }
    }
    let (marks, notes) = notes(text);
    if marks.keys().ne(notes.keys()) || notes.values().any(|&times| times != 1) {
        return Some(format!("marks {marks:?} and notes {notes:?}"));
    }
    let mut last: Option<usize> = None;
    for line in text.lines() {
        let number = line.split_once(". ").and_then(|(number, _)| number.parse::<usize>().ok());
        if number.is_some_and(|number| number != last.map_or(1, |last| last + 1)) {
            return Some(format!("a list that does not count on: {line}"));
        }
        last = if line.starts_with("   ") { last } else { number };
    }
    None
}

/// What is wrong with a text between two others.
fn broken(old: &str, new: &str, text: &str) -> Option<String> {
    if let Some(why) = malformed(text) {
        return Some(why);
    }
    let (olds, news, found) = (leaves(old), leaves(new), leaves(text));
    let count = |all: &[Leaf], leaf: &Leaf| all.iter().filter(|one| *one == leaf).count();
    for leaf in olds.iter().filter(|leaf| count(&olds, leaf) == 1 && count(&news, leaf) == 1) {
        if count(&found, leaf) != 1 {
            return Some(format!("stands in both and {} times here: {leaf:?}", count(&found, leaf)));
        }
    }
    let all = |leaves: &[Leaf]| -> Vec<(String, FxHashSet<String>)> {
        leaves.iter().map(|leaf| (leaf.path.clone(), words(&leaf.text))).collect()
    };
    let (olds, news) = (all(&olds), all(&news));
    for leaf in &found {
        let here = words(&leaf.text);
        let lacks = |others: &FxHashSet<String>| here.difference(others).cloned().collect::<FxHashSet<_>>();
        let like = |path: &String| *path == leaf.path;
        let whole = |one: &(String, FxHashSet<String>)| like(&one.0) && lacks(&one.1).is_empty();
        // Words of a block and of its counterpart, in the form of either.
        let mixed = olds.iter().any(|(old_path, old)| {
            let rest = lacks(old);
            news.iter().any(|(new_path, new)| {
                let kin = 2 * old.intersection(new).count() >= old.len().min(new.len());
                (like(old_path) && like(new_path) || kin && (like(old_path) || like(new_path)))
                    && rest.is_subset(new)
            })
        });
        if !mixed && !olds.iter().chain(&news).any(whole) {
            return Some(format!("neither of the old nor of the new text: {leaf:?}"));
        }
    }
    None
}

fn with(before: &str, all: &[Patch], chosen: impl Fn(&Patch) -> bool) -> String {
    apply(before, all.iter().filter(|patch| chosen(patch)))
}

const CATEGORIES: [Category; 3] = [Category::Core, Category::Expression, Category::Detail];

#[allow(clippy::disallowed_methods, reason = "a number for the tests, no setting of the program")]
fn asked() -> u32 {
    std::env::var("STET_PATCH_DOCUMENTS").ok().and_then(|number| number.parse().ok()).unwrap_or(DOCUMENTS)
}

/// What accepting all of one category leaves, and what some choices among the groups leave.
fn choices(seed: u64) -> Result<(), TestCaseError> {
    let (before, after) = pair(seed);
    prop_assert_eq!((malformed(&before), malformed(&after)), (None, None), "{}\n=====\n{}", before, after);
    let all = patches(&before, &after);
    prop_assert_eq!(&with(&before, &all, |_| true), &after);
    let check = |name: &str, chosen: &dyn Fn(&Patch) -> bool| {
        let text = with(&before, &all, chosen);
        let why = broken(&before, &after, &text);
        prop_assert!(why.is_none(), "{seed} {name}: {why:?}\n{before}\n=====\n{after}\n=====\n{text}");
        Ok(())
    };
    for patch in &all {
        let group = all.iter().filter(|other| other.group() == patch.group());
        prop_assert_eq!(Some(patch.category), group.map(|other| other.category).max(), "{:#?}", all);
    }
    for category in CATEGORIES {
        check(&format!("{category:?}"), &|patch| patch.category == category)?;
    }
    let mut dice = Dice::new(!seed);
    for number in 0..CHOICES {
        let salt = dice.below(usize::MAX);
        let chosen = |patch: &Patch| {
            let sum =
                patch.group().bytes().fold(salt, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
            sum >> 7 & 1 == 1
        };
        check(&format!("choice {number}"), &chosen)?;
    }
    Ok(())
}

#[test]
fn every_choice_among_groups_leaves_a_document() {
    // The same documents on every machine: a document is all that its number says.
    for seed in 0..u64::from(asked()) {
        if let Err(why) = choices(seed) {
            panic!("{why}");
        }
    }
}

/// Counts instead of stopping at the first: `cargo test -p stet-patch --lib count_broken -- --ignored --nocapture`.
#[test]
#[ignore = "prints figures"]
fn count_broken() {
    let wrong: Vec<_> = (0..u64::from(asked())).filter_map(|seed| choices(seed).err()).collect();
    for why in wrong.iter().take(12) {
        println!("{why}\n--------");
    }
    println!("{} of {} documents broken", wrong.len(), asked());
}

/// Forty documents: how many an acceptance by category breaks.
#[test]
fn forty_documents_stay_whole_by_category() {
    let mut told = Vec::new();
    for category in CATEGORIES {
        let mut wrong = Vec::new();
        for seed in 0..40 {
            let (before, after) = pair(seed);
            assert_eq!((malformed(&before), malformed(&after)), (None, None), "{before}\n=====\n{after}");
            let all = patches(&before, &after);
            let text = with(&before, &all, |patch| patch.category == category);
            wrong.extend(broken(&before, &after, &text).map(|why| format!("{seed}: {why}")));
        }
        told.push((category, wrong));
    }
    for (category, wrong) in &told {
        println!("{category:?}: {} of 40 broken", wrong.len());
    }
    assert!(told.iter().all(|(_, wrong)| wrong.is_empty()), "{told:#?}");
}
