//! Proper names: who or what the claim is about.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::lexicon::Class;
use super::unit::{Change, Word};
use super::{Finding, arrow, people};
use crate::{Category, GateName};
use stet_text::{Language, Script};

const REASON: (&str, &str) = ("고유한 이름이 바뀌었습니다", "A proper name changes");

#[must_use]
pub fn read(change: &Change<'_>) -> Option<Finding> {
    if let Some((old, new)) = people::exchanged(change) {
        return Some(Finding::core(GateName::Name, arrow(old.text, new.text), REASON));
    }
    let names = |words: &[&Word<'_>]| -> Vec<String> {
        words
            .iter()
            .filter(|word| is_name(word, change.unit.language))
            .map(|word| word.text.to_owned())
            .collect()
    };
    let (b, a) = (names(&change.lost), names(&change.new));
    if b.is_empty() && a.is_empty() {
        return None;
    }
    let value = arrow(&b.join(" "), &a.join(" "));
    let short = |long: &[Word<'_>], names: &[String]| names.iter().all(|name| abbreviates(name, long));
    // An abbreviation for its words, its plural, or the bracketed abbreviation itself: said otherwise.
    let covers = |short: &[String], long: &[String]| {
        short.len() == 1 && short.iter().any(|name| long.len() <= name.len())
    };
    let said = letters(&b) == letters(&a)
        || covers(&a, &b) && short(change.before, &a)
        || covers(&b, &a) && short(change.after, &b)
        || a.is_empty() && short(change.after, &b)
        || b.is_empty() && short(change.before, &a)
        || bracketed(change.text_before, &b) && a.is_empty()
        || bracketed(change.text_after, &a) && b.is_empty();
    // A name that only goes from a loose piece may stand elsewhere in its sentence.
    if said || change.unit.fragment && a.is_empty() && !change.hunk.after.is_empty() {
        return Some(Finding {
            name: GateName::Name,
            category: Category::Expression,
            value,
            reason: REASON,
            risk: 0.4,
        });
    }
    Some(Finding::core(GateName::Name, value, REASON))
}

/// A capital inside the sentence, capitals or digits inside a word, or a Latin word in Korean text.
fn is_name(word: &Word<'_>, language: Language) -> bool {
    if word.script != Script::Latin || word.class != Class::Content {
        return false;
    }
    let inner = word.text.chars().skip(1).any(char::is_uppercase);
    word.capital || inner || language == Language::Ko || PRODUCTS.contains(word.lower.as_str())
}

fn letters(names: &[String]) -> String {
    names.iter().map(|name| name.to_lowercase()).map(|name| name.trim_end_matches('s').to_owned()).collect()
}

/// Whether `name` is made of the first letters of neighbouring words: `RHN`, `right-handed neutrino`.
fn abbreviates(name: &str, words: &[Word<'_>]) -> bool {
    let name = name.trim_end_matches('s').to_lowercase();
    // An abbreviation among them counts with all of its letters: `neural MT`, `NMT`.
    let shouted = |word: &Word<'_>| word.text.len() > 1 && word.text.chars().all(char::is_uppercase);
    let heads: String = words
        .iter()
        .flat_map(|word| word.lower.chars().take(if shouted(word) { usize::MAX } else { 1 }))
        .collect();
    // A part of another abbreviation is not made of words.
    let part = words.iter().any(|word| shouted(word) && word.lower.contains(&name));
    name.len() > 1 && heads.contains(&name) && !part
}

/// Nothing but an abbreviation in brackets.
fn bracketed(text: &str, names: &[String]) -> bool {
    let text = text.trim();
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).map(str::trim);
    names.len() == 1 && inner.is_some_and(|inner| names.first().is_some_and(|name| name == inner))
}

static PRODUCTS: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| LOWER.split_whitespace().collect());

/// Names that their owners, or their users, write in lower case.
const LOWER: &str = "iphone ipad macos ios android linux ubuntu postgres postgresql mysql sqlite mongodb redis kafka nginx docker \
    kubernetes npm pip conda git github gitlab bitbucket python java javascript typescript golang kotlin php \
    vim emacs vscode perl scala haskell hadoop rabbitmq cassandra elasticsearch terraform ansible jenkins webpack vite eslint deno \
    laravel fastapi openai chatgpt whatsapp youtube \
    angular vue svelte django numpy pandas pytorch tensorflow aws azure gcp google microsoft \
    facebook twitter instagram netflix ebay adidas nike jira chrome firefox";
