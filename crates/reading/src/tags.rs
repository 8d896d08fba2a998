//! Tags: what a word may tell, whether it denies, how sure, binding and general it makes a claim, what it frames.
//!
//! Owns the tables `words/{en,ko}/tags`, one look-up a word. English words stand there as they are written, Korean ones by
//! how they begin; with a full stop behind it a form is a whole word, with `~` before it an ending (of several the longest
//! counts), with `~` on both sides it stands inside. What a tag means beside other words is told by who asks.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::heads::Heads;
use stet_text::{Script, SyllableSet};

/// Some tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tags(u64);

macro_rules! tags {
    ($($name:ident $text:literal $doc:literal)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "numbers the constants")]
        enum Bit { $($name),* }

        impl Tags {
            $(#[doc = $doc] pub const $name: Self = Self(1 << Bit::$name as u64);)*
            const NAMES: &[(&str, Self)] = &[$(($text, Self::$name)),*];
        }
    };
}

tags! {
    NOT "not" "Denies what follows."
    NOT_TO "not-to" "Denies what follows behind `to`."
    NOT_THAT "not-that" "Denies what follows behind `that`."
    DENIES "denies" "Denies what stands before it."
    WITHIN "within" "Denies what the same word says: `허용되지않는다`."
    FORBID "forbid" "Denies a word that ends in `지` before it: `하지 마`."
    BAN "ban" "Prohibits."
    STAYS "stays" "Looks as if it denied: what vanishes was there."
    ADVERB "adverb" "A noun that is an adverb with `없이`, which denies nothing else."
    BU "bu" "A word that `부` negates."
    RELUCTANT "reluctant" "Who is not this does it: `not afraid to ask`, `잊지 마`."
    TURNS "turns" "Turns a claim round when it comes or goes, though it may deny nothing: `refuse`, `대신`."
    UNSURE "unsure" "Possible, and therefore unsure: `may`."
    POSSIBLE "possible" "Possible: `can`."
    PERHAPS "perhaps" "Possible where `있` follows: `수도`."
    OBLIGED "obliged" "Binds: `must`."
    OBLIGED_TO "obliged-to" "Binds with `to` behind it."
    ADVISED "advised" "Recommends, which binds less."
    GOOD "good" "Recommends behind `것이`."
    WILL "will" "Tells what will be."
    CERTAIN "certain" "Tells how certain it is: `surely`."
    SOME "some" "Of some."
    FEW "few" "Of few."
    MANY "many" "Of many."
    OFTEN "often" "In many cases."
    SOMETIMES "sometimes" "In some cases."
    PART "part" "Of a part of them: `half`."
    MOST "most" "Of more than half."
    ALL "all" "Of all."
    WHOLE "whole" "Of the whole, or without exception: `fully`."
    ANY "any" "Of any."
    BOTH "both" "Of both."
    ABOUT "about" "Of all but a few before `all`: `nearly`."
    ALMOST "almost" "The same before what is denied: `거의`."
    NONE "none" "Of none."
    TOP "top" "Without a second: `largest`."
    ONLY "only" "Of nothing else."
    JUST "just" "Of little else: `merely`, `except`."
    MORE "more" "Compares."
    VERY "very" "Strengthens."
    CAUSE "cause" "Gives a cause."
    TIME "time" "Tells when; its words are content, too."
    AND "and" "Joins."
    OR "or" "Gives a choice."
    LIMIT "limit" "Leaves out all other cases: `only`, `unless`."
    OUT "out" "Leaves something out: `except`."
    CASE "case" "Names a case: `if`."
    PLAN "plan" "Not yet done: `plans`."
    OPEN "open" "What it governs is asked, supposed, reported or denied, not asserted: `whether`, `소문`."
    FORMER "former" "Tells a time that is over: `until`, `종전`."
    ENDED "ended" "Tells that something is no more: `abolished`, `폐지`."
    NOW "now" "Tells that it is so today: `currently`."
    APART "apart" "Is not among the rest: `separately`, `별도로`."
    WHICH "which" "Asks for more than yes or no: `who`, `언제`."
    SAID "said" "Says that somebody says so, and governs nothing."
    RECKONS "reckons" "Makes one value of two: `in all`, `difference`."
    TEXT "text" "A text, or who speaks with authority: what it says is so."
    NO "no" "Nothing: an ending that is part of a longer word."
    PREFIXED "prefixed" "Begins like a word that a prefix negates."
}

impl Tags {
    /// What may deny.
    pub const DENIAL: Self = Self::NOT
        .and(Self::NOT_TO)
        .and(Self::NOT_THAT)
        .and(Self::DENIES)
        .and(Self::WITHIN)
        .and(Self::FORBID)
        .and(Self::BAN);

    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    #[must_use]
    pub const fn among(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Whether one of some tags is among these.
    pub const fn has(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The tags of a lower-case word.
    pub fn of(word: &str, script: Script) -> Self {
        match script {
            Script::Latin if word.ends_with("n't") => Self::NOT,
            Script::Latin => TABLE.english.get(word).copied().unwrap_or_default(),
            Script::Hangul => TABLE.korean(word),
            Script::Digit | Script::Other => Self::default(),
        }
    }
}

struct Table {
    english: FxHashMap<&'static str, Tags>,
    /// Whether a beginning is the whole word, and what it tells.
    heads: Heads<(bool, Tags)>,
    /// By their last characters, the longest first.
    endings: FxHashMap<char, Vec<(&'static str, Tags)>>,
    inside: Vec<(&'static str, Tags)>,
    /// The last syllables of what stands inside.
    links: SyllableSet,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let tags = |names: &str| {
        let known = |name| Tags::NAMES.iter().find(|(known, _)| *known == name);
        names.split(' ').filter_map(known).fold(Tags::default(), |all, (_, tag)| all.and(*tag))
    };
    let rows = |file| stet_data::pairs(file).into_iter().map(move |(form, names)| (form, tags(names)));
    let mut table = Table {
        english: rows("words/en/tags").collect(),
        heads: Heads::default(),
        endings: FxHashMap::default(),
        inside: Vec::new(),
        links: SyllableSet::empty(),
    };
    for (form, tags) in rows("words/ko/tags") {
        let bare = form.trim_matches(['~', '.']);
        let Some(last) = bare.chars().next_back() else { continue };
        match (form.starts_with('~'), form.ends_with('~')) {
            (true, true) => {
                table.inside.push((bare, tags));
                table.links.add(last);
            }
            (true, false) => table.endings.entry(last).or_default().push((bare, tags)),
            _ => table.heads.add(bare, (form.ends_with('.'), tags)),
        }
    }
    for list in table.endings.values_mut() {
        list.sort_by_key(|(form, _)| std::cmp::Reverse(form.len()));
    }
    table
});

/// Bytes of a Hangul syllable.
const SYLLABLE: usize = 3;

impl Table {
    fn korean(&self, word: &str) -> Tags {
        let heads = self.heads.of(word).filter(|(head, (whole, _))| !whole || *head == word);
        let mut found = heads.fold(Tags::default(), |all, (_, (_, tags))| all.and(tags));
        let endings = word.chars().next_back().and_then(|last| self.endings.get(&last)).into_iter().flatten();
        if let Some((form, tags)) = endings.into_iter().find(|(form, _)| word.ends_with(form))
            && form.len() < word.len()
        {
            found = found.and(*tags);
        }
        let behind = word.get(SYLLABLE..).unwrap_or_default();
        if behind.chars().any(|ch| self.links.has(u32::from(ch))) {
            let inside = self.inside.iter().filter(|(form, _)| behind.contains(form));
            found = inside.fold(found, |all, (_, tags)| all.and(*tags));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_told_by_how_they_begin_end_or_stand_inside() {
        for (word, tag, want) in [
            ("않는다", Tags::DENIES, true),
            ("안", Tags::NOT, true),
            ("안내", Tags::DENIAL, false),
            ("허용되지않는다", Tags::WITHIN, true),
            ("없애다", Tags::STAYS, true),
            ("회원만", Tags::ONLY, true),
            ("회원에게만", Tags::LIMIT, true),
            ("하지만", Tags::ONLY, false),
            ("백만", Tags::ONLY, false),
            ("하나뿐이다", Tags::ONLY, true),
            ("작년보다", Tags::MORE, true),
            ("출입금지", Tags::DENIAL, true),
            ("끊임없이", Tags::STAYS, true),
        ] {
            assert_eq!(Tags::of(word, Script::Hangul).has(tag), want, "{word}");
        }
        for (word, tag, want) in [
            ("doesn't", Tags::NOT, true),
            ("prohibited", Tags::BAN, true),
            ("may", Tags::UNSURE, true),
            ("library", Tags::DENIAL, false),
        ] {
            assert_eq!(Tags::of(word, Script::Latin).has(tag), want, "{word}");
        }
    }

    #[test]
    fn every_name_of_the_tables_is_a_tag() {
        for row in ["words/en/tags", "words/ko/tags"].into_iter().flat_map(stet_data::rows) {
            for name in row[1].split(' ') {
                assert!(Tags::NAMES.iter().any(|(known, _)| *known == name), "{row:?}");
            }
        }
        assert!(Tags::NAMES.len() <= 64);
    }
}
