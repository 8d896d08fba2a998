//! A sentence and its rewriting, cut into words that can be compared.
//!
//! Owns the words, their keys and what is net new or lost in the pair. Leaves
//! the judgement to the gates.

use std::cell::{OnceCell, RefCell};
use std::ops::{Deref, Range};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::lexicon::{Class, class};
use super::modality::{self, Limit};
use super::negation::{self, Cue};
use super::number::{Quantity, quantities};
use crate::diff::{Bead, Hunk, kinship};
use stet_text::span::Span;
use stet_text::{Language, Script, english_stem, is_word_char, korean_stem, language, lower, nfc, tokens};

/// What a word is, wherever it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// Lower-case form, NFC.
    pub lower: String,
    /// What is compared: the stem.
    pub key: String,
    /// Number of the key in its [`Vocabulary`]; equal keys have equal numbers.
    id: u32,
    pub class: Class,
    pub script: Script,
    /// Its class of certainty or quantity.
    pub limit: Option<&'static Limit>,
    /// Whether it negates, as far as the word alone can tell.
    pub cue: Cue,
}

/// A word of one side of the pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word<'a> {
    /// Bytes in the whole text.
    pub span: Span,
    pub text: &'a str,
    /// Starts with a capital letter and does not open the sentence.
    pub capital: bool,
    form: Arc<Form>,
}

impl Form {
    /// Number of the key: equal keys of one pair of texts have equal numbers.
    #[must_use]
    pub const fn id(&self) -> u32 {
        self.id
    }
}

impl Deref for Word<'_> {
    type Target = Form;

    fn deref(&self) -> &Form {
        &self.form
    }
}

/// The words met so far in a pair of texts, so that each is stemmed and looked up once.
#[derive(Debug, Default)]
pub struct Vocabulary {
    forms: FxHashMap<String, Arc<Form>>,
    ids: FxHashMap<String, u32>,
}

impl Vocabulary {
    /// The form of a token; an abbreviation in capitals is no function word.
    fn form(&mut self, text: &str, script: Script, shouted: bool) -> Arc<Form> {
        if !shouted && let Some(form) = self.forms.get(text) {
            return Arc::clone(form);
        }
        let lower = nfc(text).to_lowercase();
        let (key, kind) = match script {
            Script::Digit => (lower.replace(',', ""), Class::Number),
            Script::Hangul => {
                let key = korean_stem(&lower).to_owned();
                let kind = match class(&lower) {
                    Class::Content => class(&key),
                    listed => listed,
                };
                (key, kind)
            }
            _ => {
                let lower = lower.replace('’', "'");
                let name = shouted && text.len() > 1 && text.chars().all(char::is_uppercase);
                (english_stem(&lower), if name { Class::Content } else { class(&lower) })
            }
        };
        let form = self.make(lower, key, kind, script);
        if !shouted {
            self.forms.insert(text.to_owned(), Arc::clone(&form));
        }
        form
    }

    fn make(&mut self, lower: String, key: String, class: Class, script: Script) -> Arc<Form> {
        let next = u32::try_from(self.ids.len()).unwrap_or(u32::MAX);
        let id = *self.ids.entry(key.clone()).or_insert(next);
        let limit = modality::limit(&lower, &key, script);
        let cue = negation::cue(&lower, script);
        Arc::new(Form { lower, key, id, class, script, limit, cue })
    }
}

/// One side of the pair.
#[derive(Debug, Clone)]
pub struct Side<'a> {
    pub text: &'a str,
    /// The sentence in the whole text.
    pub span: Span,
    pub words: Vec<Word<'a>>,
    /// The numbers of the sentence, relative to it.
    pub quantities: Vec<Quantity>,
    /// Hangul of the sentence without white space: compounds are written both ways.
    compact: String,
    /// Numbers of the keys, sorted.
    keys: Vec<u32>,
    relatives: OnceCell<Relatives>,
    /// Whether `compact` holds a key, by its number.
    held: RefCell<FxHashMap<u32, bool>>,
}

/// What a Korean word is compared with in a sentence to be a form of one of its words; kept by what the comparison reads,
/// since a sentence without an end has thousands of words.
#[derive(Debug, Clone, Default)]
struct Relatives {
    /// Openings of the words of two syllables and more.
    openings: FxHashSet<Opening>,
    /// First syllables of words that are long enough to be a compound.
    long: FxHashSet<char>,
    /// Content words of one syllable.
    short: FxHashSet<char>,
}

/// The first syllable of a word, and the second one, of a Hangul syllable without its final.
type Opening = (char, u32, u32);

impl Relatives {
    fn of(words: &[Word<'_>]) -> Self {
        let mut out = Self::default();
        for word in words {
            out.openings.extend(opening(word));
            let mut chars = word.lower.chars();
            let Some(first) = chars.next() else { continue };
            match chars.count() {
                0 if word.class == Class::Content => drop(out.short.insert(first)),
                0 | 1 => {}
                _ => drop(out.long.insert(first)),
            }
        }
        out
    }

    /// Whether one of the words is a form of this one (`내린`, `내릴`), or one of the two is a noun of one syllable
    /// that opens the other (`닭`, `닭고기`).
    fn has(&self, word: &Word<'_>) -> bool {
        let mut chars = word.lower.chars();
        let Some(first) = chars.next() else { return false };
        opening(word).is_some_and(|opening| self.openings.contains(&opening))
            || match chars.count() {
                0 => word.class == Class::Content && self.long.contains(&first),
                1 => false,
                _ => self.short.contains(&first),
            }
    }
}

/// What two forms of one Korean word have in common; `None` for a word of one syllable.
fn opening(word: &Word<'_>) -> Option<Opening> {
    let mut chars = word.lower.chars();
    let (first, second) = (chars.next()?, chars.next()?);
    let (lead, vowel) =
        hangul(second).map_or((u32::from(second), u32::MAX), |(lead, vowel, _)| (lead, vowel));
    Some((first, lead, vowel))
}

impl<'a> Side<'a> {
    fn new(whole: &'a str, span: Span, vocabulary: &mut Vocabulary) -> Self {
        let text = span.of(whole);
        let words = words(text, span.start, vocabulary);
        let mut keys: Vec<u32> = words.iter().map(|word| word.id).collect();
        keys.sort_unstable();
        let korean = words.iter().any(|word| word.script == Script::Hangul);
        let compact = if korean {
            nfc(text).chars().filter(|&ch| is_word_char(ch)).map(lower).collect()
        } else {
            String::new()
        };
        Self {
            text,
            span,
            words,
            quantities: quantities(text),
            compact,
            keys,
            relatives: OnceCell::new(),
            held: RefCell::default(),
        }
    }

    /// Whether the sentence has the word, in another form or place, or inside a compound.
    #[must_use]
    pub fn has(&self, word: &Word<'_>) -> bool {
        self.keys.binary_search(&word.id).is_ok()
            || word.script == Script::Hangul
                && self.relatives.get_or_init(|| Relatives::of(&self.words)).has(word)
            || word.script == Script::Hangul && word.key.chars().count() > 1 && self.holds(word)
    }

    /// Whether the key of a word stands in the sentence, white space apart. Each key is looked for once.
    fn holds(&self, word: &Word<'_>) -> bool {
        let known = self.held.borrow().get(&word.id).copied();
        known.unwrap_or_else(|| {
            let held = self.compact.contains(&word.key);
            self.held.borrow_mut().insert(word.id, held);
            held
        })
    }

    /// How often the key of the word occurs.
    #[must_use]
    pub fn count(&self, word: &Word<'_>) -> usize {
        let from = self.keys.partition_point(|&key| key < word.id);
        let to = self.keys.partition_point(|&key| key <= word.id);
        to - from
    }

    /// The keys of the content words (and numbers, when asked), in order.
    #[must_use]
    pub fn content(&self, numbers: bool) -> Vec<u32> {
        let wanted =
            |word: &&Word<'_>| word.class == Class::Content || numbers && word.class == Class::Number;
        self.words.iter().filter(wanted).map(|word| word.id).collect()
    }
}

/// Lead, vowel and tail of a Hangul syllable.
#[must_use]
pub fn hangul(ch: char) -> Option<(u32, u32, u32)> {
    ('가'..='힣').contains(&ch).then(|| {
        let index = u32::from(ch) - 0xac00;
        (index / 588, index % 588 / 28, index % 28)
    })
}

fn words<'a>(text: &'a str, offset: usize, vocabulary: &mut Vocabulary) -> Vec<Word<'a>> {
    let placeholders = placeholders(text);
    let mixed = text.chars().any(char::is_lowercase);
    let mut out: Vec<Word<'a>> = Vec::new();
    for token in tokens(text) {
        let span = token.span.shifted(offset);
        if let Some(holder) = placeholders.iter().find(|span| span.contains(token.span)) {
            if holder.start + 1 == token.span.start {
                let form = vocabulary.make(
                    token.text.to_lowercase(),
                    token.text.to_owned(),
                    Class::Placeholder,
                    token.script,
                );
                out.push(Word { span, text: token.text, capital: false, form });
            }
            continue;
        }
        let shouted =
            mixed && token.text.len() > 1 && token.text.bytes().all(|byte| byte.is_ascii_uppercase());
        let mut form = vocabulary.form(token.text, token.script, shouted);
        if is_ordinal(&form.lower) && out.last().is_some_and(|last| follows(last, span.start)) {
            form = vocabulary.make(form.lower.clone(), form.lower.clone(), Class::Number, token.script);
        }
        // `Room 5A`: a letter written on to a number is a part of it, no article.
        if token.script == Script::Latin
            && token.text.len() == 1
            && out.last().is_some_and(|last| follows(last, span.start))
        {
            form =
                vocabulary.make(form.lower.clone(), format!("#{}", form.lower), Class::Content, token.script);
        }
        let capital = !out.is_empty() && token.text.chars().next().is_some_and(char::is_uppercase);
        out.push(Word { span, text: token.text, capital, form });
    }
    for at in 0..out.len() {
        if let Some(word) = out.get(at).filter(|word| word.class == Class::Content && is_linking(&out, at)) {
            let Form { lower, key, script, .. } = &*word.form;
            let form = vocabulary.make(lower.clone(), key.clone(), Class::Connective, *script);
            if let Some(word) = out.get_mut(at) {
                word.form = form;
            }
        }
    }
    // `Table 3` points into the document, `a table` stands in a room.
    let things: Vec<usize> = (1..out.len())
        .filter(|&at| {
            let article = |word: &Word<'_>| matches!(word.lower.as_str(), "a" | "the");
            out.get(at).is_some_and(|word| word.class == Class::Reference && is_thing(word.text))
                && out.get(at - 1).is_some_and(article)
        })
        .collect();
    for at in things {
        if let Some(word) = out.get_mut(at) {
            let Form { lower, key, script, .. } = &*word.form;
            word.form = vocabulary.make(lower.clone(), key.clone(), Class::Content, *script);
        }
    }
    out
}

/// Phrases that only link, by the noun in them, the word before and the one behind; none for any.
const LINKING: [(&str, &str, &str); 7] = [
    ("order", "in", "to"),
    ("order", "in", "that"),
    ("respect", "with", "to"),
    ("regard", "with", "to"),
    ("terms", "in", "of"),
    ("example", "for", ""),
    ("instance", "for", ""),
];

/// Whether the noun at `at` only links: `in order to`, `with respect to`.
fn is_linking(words: &[Word<'_>], at: usize) -> bool {
    let word = |at: Option<usize>| at.and_then(|at| words.get(at)).map_or("", |word| word.lower.as_str());
    let noun = word(Some(at));
    LINKING.iter().any(|(known, before, behind)| {
        noun == *known
            && word(at.checked_sub(1)) == *before
            && (behind.is_empty() || word(Some(at + 1)) == *behind)
    })
}

/// Nouns that point into the document only with a number behind them.
fn is_thing(word: &str) -> bool {
    matches!(word, "table" | "tables" | "figure" | "figures" | "section" | "sections")
}

/// Whether a word stands directly at the end of a number.
fn follows(last: &Word<'_>, start: usize) -> bool {
    last.class == Class::Number && last.span.end == start
}

/// `6th`
fn is_ordinal(word: &str) -> bool {
    matches!(word, "st" | "nd" | "rd" | "th")
}

/// `[MATH]`, `[TABLE]`: a bracketed word in capitals stands for something, it says nothing itself.
fn placeholders(text: &str) -> Vec<Span> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(open) = text.get(at..).and_then(|rest| rest.find('[')) {
        let start = at + open;
        let inner = text.get(start + 1..).unwrap_or_default();
        let len = inner.bytes().take_while(u8::is_ascii_uppercase).count();
        if len > 2 && inner.as_bytes().get(len) == Some(&b']') {
            out.push(Span::new(start, start + len + 2));
        }
        at = start + 1;
    }
    out
}

/// A sentence pair with what differs.
#[derive(Debug, Clone)]
pub struct Unit<'a> {
    pub before: Side<'a>,
    pub after: Side<'a>,
    pub language: Language,
    /// Neither side is a whole sentence: nothing around the change tells whether a word is really
    /// new or lost, so the gates ask for stronger signs.
    pub fragment: bool,
    kinship: OnceCell<f32>,
}

/// Opens with a capital (or Hangul) and ends like a sentence.
fn is_sentence(text: &str) -> bool {
    let text = text.trim();
    let opens = text.chars().find(|&ch| is_word_char(ch)).is_some_and(|ch| !ch.is_lowercase());
    let closed =
        text.trim_end_matches(['"', '”', '\'', '’', ')', ']']).ends_with(['.', '!', '?', '다', '요', '…']);
    opens && closed
}

impl<'a> Unit<'a> {
    #[must_use]
    pub fn new(before: &'a str, after: &'a str, bead: &Bead, vocabulary: &mut Vocabulary) -> Self {
        let b = Side::new(before, bead.before, vocabulary);
        let a = Side::new(after, bead.after, vocabulary);
        let language = language(if b.words.is_empty() { a.text } else { b.text });
        let fragment = !is_sentence(b.text) && !is_sentence(a.text);
        Self { before: b, after: a, language, fragment, kinship: OnceCell::new() }
    }

    /// Common character pairs of the two sentences, 0 to 1.
    #[must_use]
    pub fn kinship(&self) -> f32 {
        *self.kinship.get_or_init(|| kinship(self.before.text, self.after.text))
    }

    #[must_use]
    pub fn change<'u>(&'u self, before: &'a str, after: &'a str, hunk: &Hunk) -> Change<'u> {
        let at = |side: &Side<'a>, span: Span| {
            let from = side.words.partition_point(|word| word.span.start < span.start);
            let to = side.words.partition_point(|word| word.span.end <= span.end);
            from..to.max(from)
        };
        let (before_at, after_at) = (at(&self.before, hunk.before), at(&self.after, hunk.after));
        let b = self.before.words.get(before_at.clone()).unwrap_or_default();
        let a = self.after.words.get(after_at.clone()).unwrap_or_default();
        Change {
            unit: self,
            whole: (before, after),
            hunk: *hunk,
            text_before: hunk.before.of(before),
            text_after: hunk.after.of(after),
            before: b,
            after: a,
            before_at,
            after_at,
            lost: b.iter().filter(|word| !self.after.has(word)).collect(),
            new: a.iter().filter(|word| !self.before.has(word)).collect(),
        }
    }
}

/// Words of a piece cut out of a sentence up to which nothing in it tells what its marks do.
const LOOSE: usize = 4;

impl Change<'_> {
    /// A loose piece without the words around it, as a writer's own text never is: nothing tells what its marks and
    /// grammar words do. It opens in lower case and is short, or is changed as a whole. A list item or a heading of a
    /// longer text is none.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        let (old, new) = (&self.unit.before, &self.unit.after);
        let all = self.before.len() == old.words.len() && self.after.len() == new.words.len();
        let small = |side: &Side<'_>| {
            side.words.len() <= LOOSE && side.text.trim_start().starts_with(|ch: char| !ch.is_uppercase())
        };
        let (before, after) = (self.whole.0.trim(), self.whole.1.trim());
        let alone = before.is_empty() || before.len() <= old.text.len() && after.len() <= new.text.len();
        self.unit.fragment && alone && (all || self.unit.language == Language::En && small(old) && small(new))
    }
}

/// One hunk in its sentence: what the gates read.
#[derive(Debug, Clone)]
pub struct Change<'u> {
    pub unit: &'u Unit<'u>,
    /// The whole texts, before and after.
    pub whole: (&'u str, &'u str),
    pub hunk: Hunk,
    pub text_before: &'u str,
    pub text_after: &'u str,
    pub before: &'u [Word<'u>],
    pub after: &'u [Word<'u>],
    /// Where `before` stands among the words of its sentence.
    pub before_at: Range<usize>,
    pub after_at: Range<usize>,
    /// Words of the hunk that the rewritten sentence does not have at all.
    pub lost: Vec<&'u Word<'u>>,
    /// Words of the hunk that the sentence did not have.
    pub new: Vec<&'u Word<'u>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether two Korean words are forms of one: the same first two syllables, or the second one opening alike
    /// (`내린`, `내릴`).
    fn akin(one: &Word<'_>, two: &Word<'_>) -> bool {
        let (mut a, mut b) = (one.lower.chars(), two.lower.chars());
        if a.next() != b.next() {
            return false;
        }
        match (a.next(), b.next()) {
            (Some(a2), Some(b2)) => {
                a2 == b2 || (hangul(a2).zip(hangul(b2))).is_some_and(|(x, y)| x.0 == y.0 && x.1 == y.1)
            }
            _ => one.key == two.key,
        }
    }

    /// A noun of one syllable that opens a longer one: `닭`, `닭고기`.
    fn compound(short: &Word<'_>, long: &Word<'_>) -> bool {
        short.class == Class::Content
            && short.lower.chars().count() == 1
            && long.lower.chars().count() > 2
            && long.lower.starts_with(&short.lower)
    }

    #[test]
    fn a_word_has_the_relatives_that_a_look_at_each_word_finds() {
        const TEXT: &str = "닭고기를 내린 집에서 닭 한 마리를 내릴 때 책과 책상을 가a 가b 옮기고 눈이 온 날 눈사람을 만들었다 \
            그는 걸어서 걷고 걸음을 세며 12개의 배를 배나무에서 땄다 A동 가구는 가 구의 것이다 나는 나 나무";
        let mut vocabulary = Vocabulary::default();
        let all = words(TEXT, 0, &mut vocabulary);
        let mut known = 0;
        for skipped in 0..all.len() {
            let mut rest = all.clone();
            let word = rest.remove(skipped);
            if word.script != Script::Hangul || rest.iter().any(|other| other.key == word.key) {
                continue;
            }
            let naive = rest
                .iter()
                .any(|other| akin(&word, other) || compound(&word, other) || compound(other, &word));
            assert_eq!(Relatives::of(&rest).has(&word), naive, "{}", word.text);
            known += usize::from(naive);
        }
        assert!(known > 3, "{known}");
    }
}
