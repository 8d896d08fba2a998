//! The word tables of references, by what a word is or does, and the characters that names are made of.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The words of a table by their tags, in the order of the table.
pub(super) struct Tagged(BTreeMap<&'static str, Vec<&'static str>>);

impl Tagged {
    fn load(name: &str) -> Self {
        let mut tags: BTreeMap<&'static str, Vec<&'static str>> = BTreeMap::new();
        for row in stet_data::rows(name) {
            if let [word, tagged] = row.as_slice() {
                tagged.split(',').for_each(|tag| tags.entry(tag).or_default().push(word));
            }
        }
        Self(tags)
    }

    pub fn of(&self, tag: &str) -> &[&'static str] {
        self.0.get(tag).map(Vec::as_slice).unwrap_or_default()
    }

    pub fn has(&self, tag: &str, word: &str) -> bool {
        self.of(tag).contains(&word)
    }

    /// The word of this tag with which the text ends.
    pub fn ending(&self, tag: &str, text: &str) -> Option<&'static str> {
        self.of(tag).iter().copied().find(|word| text.ends_with(word))
    }

    /// The word of this tag with which the text begins.
    pub fn beginning(&self, tag: &str, text: &str) -> Option<&'static str> {
        self.of(tag).iter().copied().find(|word| text.starts_with(word))
    }
}

pub(super) static KO: LazyLock<Tagged> = LazyLock::new(|| Tagged::load("words/ko/regulations"));
pub(super) static EN: LazyLock<Tagged> = LazyLock::new(|| Tagged::load("words/en/regulations"));
/// Words beside a reference.
pub(super) static KO_BESIDE: LazyLock<Tagged> = LazyLock::new(|| Tagged::load("words/ko/around-reference"));
pub(super) static EN_BESIDE: LazyLock<Tagged> = LazyLock::new(|| Tagged::load("words/en/around-reference"));
/// What stands in the place of a title.
pub(super) static KO_NOTES: LazyLock<Tagged> = LazyLock::new(|| Tagged::load("words/ko/title-notes"));

pub(crate) fn is_hangul(c: char) -> bool {
    ('가'..='힣').contains(&c)
}

pub(super) fn is_name_char(c: char) -> bool {
    // Hangul first: the tables of Unicode are slow for it.
    is_hangul(c)
        || c.is_alphanumeric()
        || matches!(c, '·' | 'ㆍ' | '․' | '・' | '‧' | '•' | '･' | '⋅' | '∙' | '-')
}

/// The text without the word at its end, its capitals ignored.
pub(super) fn without_ending<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (head, end) = text.split_at_checked(text.len().checked_sub(word.len())?)?;
    end.eq_ignore_ascii_case(word).then_some(head)
}
