//! What a writer does not want to hear of again: words of a dictionary, findings that were set aside, and what comments in
//! the text switch off.

use rustc_hash::FxHashMap;

use super::comments::Comments;
use super::lint::Breach;
use stet_text::span::Span;
use stet_text::{Script, is_tail, lower, nfc, script};

/// Longest word of a dictionary, in characters.
pub const LONGEST: usize = 100;

/// A word as it is written, and what may stand behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    text: String,
    /// In capitals throughout; empty where the word has none of its own, and stands for every spelling by case.
    capitals: String,
    /// What English puts behind it.
    endings: &'static [&'static str],
}

/// What makes a plural or a possessive, behind a sibilant and behind others.
const ENDINGS: [&[&str]; 2] =
    [&["", "s", "'s", "’s", "s'", "s’"], &["", "es", "'s", "’s", "es'", "es’", "'", "’"]];
/// Behind a plural already.
const POSSESSIVE: &[&str] = &["", "'", "’"];

/// Words that are right, whatever the checks know. A word in lower case is right in every case, one with capitals as it is
/// written or in capitals throughout; English plurals and possessives and Korean particles are right with it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dictionary {
    /// By the first letter, in lower case.
    entries: FxHashMap<char, Vec<Entry>>,
}

impl Dictionary {
    /// Takes a word in; one that says nothing, or too much, is left out.
    pub fn add(&mut self, word: &str) {
        let word = nfc(word.trim());
        let Some(last) = word.chars().next_back().filter(|_| word.chars().nth(LONGEST).is_none()) else {
            return;
        };
        let lowered: String = word.chars().map(lower).collect();
        let is_latin = script(last) == Some(Script::Latin);
        let sibilant = ["s", "x", "z", "ch", "sh"].iter().any(|end| lowered.ends_with(end));
        let endings = if is_latin { ENDINGS[usize::from(sibilant)] } else { &[""] };
        self.insert(&word, &lowered, endings);
        let stem = word.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']));
        if let Some(stem) = stem.filter(|stem| stem.chars().nth(1).is_some()) {
            let plural = format!("{stem}ies");
            self.insert(&plural, &plural.to_lowercase(), POSSESSIVE);
        }
    }

    fn insert(&mut self, word: &str, lowered: &str, endings: &'static [&'static str]) {
        let Some(first) = lowered.chars().next() else { return };
        let capitals = if word == lowered { String::new() } else { word.to_uppercase() };
        let entry = Entry { text: word.to_owned(), capitals, endings };
        let entries = self.entries.entry(first).or_default();
        if !entries.contains(&entry) {
            entries.push(entry);
        }
    }

    /// Takes in the lines of a file: a word each, in any order; what stands behind `#` is a remark (but in `C#`).
    pub fn add_lines(&mut self, file: &str) {
        for line in file.trim_start_matches('\u{feff}').lines().filter(|line| !line.starts_with('#')) {
            self.add(line.split(" #").next().unwrap_or_default());
        }
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Where its words stand in a text, with what is put behind them; in order.
    fn places(&self, text: &str) -> Vec<Span> {
        let mut places: Vec<Span> = Vec::new();
        if self.is_empty() {
            return places;
        }
        let mut before = None;
        for (at, ch) in text.char_indices() {
            let begins = ch.is_alphanumeric() && before.is_none_or(|before: char| !before.is_alphanumeric());
            before = Some(ch);
            // Words that are written together with others, and signs at a beginning (`.NET`), are looked for from there.
            if !begins && ch.is_alphanumeric() {
                continue;
            }
            let Some(entries) = self.entries.get(&lower(ch)) else { continue };
            let rest = text.get(at..).unwrap_or_default();
            let longest = entries.iter().filter_map(|entry| entry.len_at(rest)).max();
            places.extend(longest.map(|len| Span::new(at, at + len)));
        }
        places
    }
}

impl Entry {
    /// Bytes that the word takes at the beginning of a text, with what is put behind it.
    fn len_at(&self, text: &str) -> Option<usize> {
        let len = if self.capitals.is_empty() {
            begins(text, &self.text, lower)?
        } else {
            begins(text, &self.text, |ch| ch).or_else(|| begins(text, &self.capitals, |ch| ch))?
        };
        let tail = text.get(len..)?;
        let end =
            tail.find(|ch: char| !ch.is_alphanumeric() && !matches!(ch, '\'' | '’')).unwrap_or(tail.len());
        let tail = tail.get(..end)?;
        // A quotation mark that closes is no part of a word.
        let closed = tail.trim_end_matches(['\'', '’']);
        let last = self.text.chars().next_back()?;
        [tail, closed].into_iter().find_map(|tail| {
            let mut endings = self.endings.iter();
            let fits = endings.any(|ending| {
                begins(tail, ending, lower)
                    .is_some_and(|len| is_tail(last, tail.get(len..).unwrap_or_default()))
            });
            fits.then_some(len + tail.len())
        })
    }
}

/// Bytes that a word takes at the beginning of a text whose letters are read by `read`; a blank in it is any white space.
fn begins(text: &str, word: &str, read: impl Fn(char) -> char) -> Option<usize> {
    let mut rest = text;
    for ch in word.chars() {
        let skipped = if ch.is_whitespace() {
            rest.strip_prefix(char::is_whitespace)?.trim_start()
        } else {
            rest.strip_prefix(|next| read(next) == ch)?
        };
        rest = skipped;
    }
    Some(text.len() - rest.len())
}

/// A finding that was set aside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignored {
    pub rule: String,
    /// Only where it is about these words.
    pub words: Option<String>,
}

/// What is passed over in every text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spared {
    pub dictionary: Dictionary,
    pub ignored: Vec<Ignored>,
}

impl Spared {
    /// What of a text is passed over.
    #[must_use]
    pub fn of<'a>(&'a self, text: &'a str) -> Passed<'a> {
        let comments = Comments::of(text);
        Passed { text, comments, places: self.dictionary.places(text), ignored: &self.ignored }
    }

    /// Leaves out what is passed over of what was found in a text from byte `from` on.
    pub fn leave_out(&self, text: &str, from: usize, breaches: &mut Vec<Breach>) {
        if !breaches.is_empty() {
            let passed = self.of(text);
            breaches.retain(|breach| !passed.over(&breach.rule_id, breach.span, from));
        }
    }
}

/// What of one text is passed over.
#[derive(Debug, Clone)]
pub struct Passed<'a> {
    text: &'a str,
    comments: Comments,
    places: Vec<Span>,
    ignored: &'a [Ignored],
}

impl Passed<'_> {
    /// Whether a finding is passed over; its place is counted from byte `from`, an empty one is the whole text.
    #[must_use]
    pub fn over(&self, rule: &str, place: Span, from: usize) -> bool {
        let place = if place.is_empty() { place } else { place.shifted(from) };
        let words = place.of(self.text).trim();
        let is_set_aside = |one: &Ignored| {
            one.rule == rule && one.words.as_deref().is_none_or(|ignored| ignored.trim() == words)
        };
        self.comments.hide(rule, place, words)
            || self.ignored.iter().any(is_set_aside)
            || !place.is_empty() && self.is_known(place)
    }

    /// Whether a place lies in a word of the dictionary.
    fn is_known(&self, place: Span) -> bool {
        let place = place.trimmed(self.text);
        let behind = self.places.partition_point(|known| known.start <= place.start);
        // A longer word may begin before a shorter one that it holds: `New York` and `York`.
        self.places.iter().take(behind).rev().take(8).any(|known| known.contains(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(words: &str, text: &str) -> Vec<String> {
        let mut dictionary = Dictionary::default();
        dictionary.add_lines(words);
        dictionary.places(text).into_iter().map(|place| place.of(text).to_owned()).collect()
    }

    #[test]
    fn words_are_known_in_their_forms() {
        for (words, text, wanted) in [
            (
                "zettel",
                "Zettel, zettels, ZETTEL'S and zettels’ zetteling",
                &["Zettel", "zettels", "ZETTEL'S", "zettels’"][..],
            ),
            ("GitHub", "GitHub GITHUB github Github's GitHub's", &["GitHub", "GITHUB", "GitHub's"]),
            ("GPU", "GPUs, gpus, GPU", &["GPUs", "GPU"]),
            ("ibex", "ibexes ibexs", &["ibexes"]),
            ("harpy", "harpies’ harpys", &["harpies’", "harpys"]),
            ("moss # a remark\n\n# nothing\n", "'moss' mossy", &["moss'"]),
            ("C#\nC++ # another", "C# and C++ and C", &["C#", "C++"]),
            (
                "한빛관",
                "한빛관은 한빛관에서는 새한빛관 한빛관리자 한빛관이었습니다",
                &["한빛관은", "한빛관에서는", "한빛관이었습니다"],
            ),
            ("카페", "카페는 카페은 카페라고", &["카페는", "카페라고"]),
            ("Rust", "Rust는 Rust's Rustacean Rust에서도", &["Rust는", "Rust's", "Rust에서도"]),
            ("Visual Studio", "visual studio Visual\nStudio", &["Visual\nStudio"]),
            (".NET", "use .NET or .net", &[".NET"]),
            ("\u{feff}나라말\r\nab", "나라말을 AB", &["나라말을", "AB"]),
        ] {
            assert_eq!(known(words, text), wanted, "{words}: {text}");
        }
        let mut none = Dictionary::default();
        none.add(" ");
        none.add(&"x".repeat(LONGEST + 1));
        assert!(none.is_empty());
    }

    #[test]
    fn findings_are_passed_over_by_word_rule_and_comment() {
        let mut spared = Spared::default();
        spared.dictionary.add("New York");
        spared.dictionary.add("york");
        spared.ignored.push(Ignored { rule: "a".into(), words: Some("very".into()) });
        spared.ignored.push(Ignored { rule: "b".into(), words: None });
        let text = "New York is very far. <!-- stet c = NO --> New and far";
        let passed = spared.of(text);
        let place = |word: &str| {
            let at = text.rfind(word).unwrap();
            Span::new(at, at + word.len())
        };
        for (rule, word, over) in [
            ("x", "New York", true),
            ("x", "York is", false),
            ("x", "York", true),
            ("x", "New and", false),
            ("a", "very", true),
            ("a", "far.", false),
            ("b", "far.", true),
            ("c", "far.", false),
            ("c", "and far", true),
        ] {
            assert_eq!(passed.over(rule, place(word), 0), over, "{rule} {word}");
        }
        assert!(passed.over("x", Span::new(0, 4), 4), "York, from the fourth byte on");
        assert!(passed.over("b", Span::default(), 9) && !passed.over("x", Span::default(), 0));
    }
}
