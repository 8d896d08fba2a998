//! A sentence and its rewriting, cut into words that can be compared.
//!
//! Owns the words, their keys and what is new or lost in the pair, and the budget of what is read. Leaves the
//! judgement to the gates.

use std::cell::OnceCell;
use std::ops::{Deref, Range};
use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use super::lexicon::{Class, Sense, Senses, class, wordy};
use crate::diff::{Bead, Hunk};
use stet_reading::reading::head;
use stet_reading::tags::Tags;
use stet_text::span::Span;
use stet_text::{Language, Script, english_stem, is_word_char, korean_stem, language, lower, nfc, tokens};

/// What a word is, wherever it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// Lower-case form, NFC.
    pub lower: String,
    /// What is compared: the stem.
    pub key: String,
    /// Number of the key in its [`Reader`]; equal keys have equal numbers.
    pub id: u32,
    pub class: Class,
    pub script: Script,
    pub tags: Tags,
    senses: OnceLock<Senses>,
}

impl Form {
    /// What it may be said with, looked up when first asked for.
    pub fn senses(&self) -> &Senses {
        self.senses.get_or_init(|| Senses::of(&self.lower, &self.key, self.script))
    }
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

impl Deref for Word<'_> {
    type Target = Form;

    fn deref(&self) -> &Form {
        &self.form
    }
}

impl Word<'_> {
    #[must_use]
    pub fn denies(&self) -> bool {
        self.tags.has(Tags::DENIAL.without(Tags::FORBID).and(Tags::TURNS))
    }
}

/// Bytes of sentences that are read for the changes of one pair of texts, and of one sentence; what is beyond is CORE, unread.
pub const BUDGET: usize = 32 << 20;
pub const OF_A_SENTENCE: usize = 4 << 20;
/// Bytes up to which a sentence is read as a whole for each of its changes, and on either side of a change otherwise.
pub const WHOLE: usize = 4_000;
const REACH: usize = 800;

/// Words of a change that are held against one another each with each: a longer change is CORE by what comes and goes.
pub const COMPARED: usize = 40;

/// The words met so far in a pair of texts, so that each is stemmed and looked up once, and what may still be read.
#[derive(Debug)]
pub struct Reader {
    forms: FxHashMap<String, Arc<Form>>,
    ids: FxHashMap<String, u32>,
    left: usize,
}

impl Default for Reader {
    fn default() -> Self {
        Self { forms: FxHashMap::default(), ids: FxHashMap::default(), left: BUDGET }
    }
}

impl Reader {
    /// Bytes read so far.
    #[must_use]
    pub fn spent(&self) -> usize {
        BUDGET - self.left
    }

    /// Whether there is room to read a pair of sentences for each of its changes; it is taken when there is.
    pub(super) fn takes(&mut self, bead: &Bead) -> bool {
        let around = (bead.before.len() + bead.after.len()).min(4 * REACH);
        let own = |hunk: &Hunk| (hunk.before.len() + hunk.after.len()).min(2 * WHOLE);
        let work: usize = bead.hunks.iter().map(|hunk| around + own(hunk)).sum();
        let room = work <= self.left.min(OF_A_SENTENCE);
        self.left -= if room { work } else { 0 };
        room
    }

    /// The form of a token; an abbreviation in capitals is no function word.
    fn form(&mut self, text: &str, script: Script, shouted: bool) -> Arc<Form> {
        if !shouted && let Some(form) = self.forms.get(text) {
            return Arc::clone(form);
        }
        let lower = nfc(text).to_lowercase().replace('’', "'");
        let (key, class) = match script {
            Script::Digit => (lower.replace(',', ""), Class::Number),
            Script::Hangul => {
                let key = korean_stem(&lower).to_owned();
                let listed = class(&lower);
                let class = if listed == Class::Content { class(&key) } else { listed };
                (key, class)
            }
            _ => (english_stem(&lower), if shouted { Class::Content } else { class(&lower) }),
        };
        let form = self.make(lower, key, class, script);
        if !shouted {
            self.forms.insert(text.to_owned(), Arc::clone(&form));
        }
        form
    }

    fn make(&mut self, lower: String, key: String, class: Class, script: Script) -> Arc<Form> {
        let next = u32::try_from(self.ids.len()).unwrap_or(u32::MAX);
        let id = *self.ids.entry(key.clone()).or_insert(next);
        let tags = Tags::of(&lower, script);
        Arc::new(Form { lower, key, id, class, script, tags, senses: OnceLock::new() })
    }

    pub(crate) fn words<'a>(&mut self, text: &'a str, offset: usize) -> Vec<Word<'a>> {
        let mixed = text.chars().any(char::is_lowercase);
        let mut out: Vec<Word<'a>> = Vec::new();
        for token in tokens(text) {
            let shouted =
                mixed && token.text.len() > 1 && token.text.bytes().all(|byte| byte.is_ascii_uppercase());
            let mut form = self.form(token.text, token.script, shouted);
            // `[MATH]`: a bracketed word in capitals stands for something, it says nothing itself.
            let bracketed = text.get(..token.span.start).is_some_and(|head| head.ends_with('['))
                && text.get(token.span.end..).is_some_and(|tail| tail.starts_with(']'));
            let span = token.span.shifted(offset);
            let joined =
                out.last().is_some_and(|last| last.class == Class::Number && last.span.end == span.start);
            if bracketed && token.text.len() > 2 && token.text.bytes().all(|byte| byte.is_ascii_uppercase()) {
                form = self.make(form.lower.clone(), token.text.to_owned(), Class::Placeholder, token.script);
            } else if joined && matches!(&*form.lower, "st" | "nd" | "rd" | "th") {
                form = self.make(form.lower.clone(), form.lower.clone(), Class::Number, token.script);
            }
            let capital = !out.is_empty() && token.text.chars().next().is_some_and(char::is_uppercase);
            out.push(Word { span, text: token.text, capital, form });
        }
        let mut at = 0;
        while at < out.len() {
            let Some((long, plain)) = wordy(&out.iter().skip(at).map(|word| word.form.lower.as_str())) else {
                at += 1;
                continue;
            };
            let plain = plain.and_then(|word| tokens(word).pop());
            let mut plain = plain.map(|word| self.form(word.text, word.script, false));
            for word in out.iter_mut().skip(at).take(long) {
                let said_so =
                    || Form { class: Class::Connective, tags: Tags::default(), ..Form::clone(&word.form) };
                word.form = plain.take().unwrap_or_else(|| Arc::new(said_so()));
            }
            at += long;
        }
        out
    }
}

/// One side of the pair.
#[derive(Debug, Clone)]
pub struct Side<'a> {
    pub text: &'a str,
    /// The sentence in the whole text.
    pub span: Span,
    pub words: Vec<Word<'a>>,
    /// Hangul of the sentence without white space: compounds are written both ways.
    compact: String,
    /// Numbers of the keys, sorted.
    keys: Vec<u32>,
    /// What the Korean words open with: two forms of one word (`내린`, `내릴`) open alike.
    openings: FxHashSet<u32>,
}

impl<'a> Side<'a> {
    fn new(whole: &'a str, span: Span, reader: &mut Reader) -> Self {
        let text = span.of(whole);
        let words = reader.words(text, span.start);
        let mut keys: Vec<u32> = words.iter().map(|word| word.id).collect();
        keys.sort_unstable();
        let korean: Vec<&Word<'_>> = words.iter().filter(|word| word.script == Script::Hangul).collect();
        let compact = if korean.is_empty() {
            String::new()
        } else {
            nfc(text).chars().filter(|&ch| is_word_char(ch)).map(lower).collect()
        };
        let openings = korean.into_iter().map(|word| head(&word.lower)).filter(|head| *head != 0).collect();
        Self { text, span, words, compact, keys, openings }
    }

    /// Whether the sentence has the word, in another form or place, or inside a compound.
    #[must_use]
    pub fn has(&self, word: &Word<'_>) -> bool {
        self.keys.binary_search(&word.id).is_ok()
            || word.script == Script::Hangul
                && (self.openings.contains(&head(&word.lower))
                    || word.key.chars().count() > 1 && self.compact.contains(&word.key))
    }

    /// How often the key of the word occurs.
    #[must_use]
    pub fn count(&self, word: &Word<'_>) -> usize {
        let from = self.keys.partition_point(|&key| key < word.id);
        self.keys.partition_point(|&key| key <= word.id) - from
    }
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
    /// What the words may say that only the sentence before has, and only the one after.
    own: [OnceCell<FxHashSet<Sense>>; 2],
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
    pub fn new(before: &'a str, after: &'a str, bead: &Bead, reader: &mut Reader) -> Self {
        let b = Side::new(before, bead.before, reader);
        let a = Side::new(after, bead.after, reader);
        let language = language(if b.words.is_empty() { a.text } else { b.text });
        let fragment = !is_sentence(b.text) && !is_sentence(a.text);
        Self { before: b, after: a, language, fragment, own: [OnceCell::new(), OnceCell::new()] }
    }

    /// Whether a word of one sentence says what a word says that only the other has.
    #[must_use]
    pub fn says(&self, word: &Word<'_>, after: bool) -> bool {
        let (here, there) = if after { (&self.after, &self.before) } else { (&self.before, &self.after) };
        let own = self.own[usize::from(!after)].get_or_init(|| {
            let fresh = there.words.iter().filter(|word| !here.has(word));
            fresh.flat_map(|word| word.senses().all.iter().copied()).collect()
        });
        word.senses().all.iter().any(|sense| own.contains(sense))
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
        let a = self.after.words.get(after_at).unwrap_or_default();
        Change {
            unit: self,
            whole: (before, after),
            hunk: *hunk,
            text_before: hunk.before.of(before),
            text_after: hunk.after.of(after),
            before: b,
            after: a,
            before_at,
            lost: b.iter().filter(|word| !self.after.has(word)).collect(),
            new: a.iter().filter(|word| !self.before.has(word)).collect(),
        }
    }
}

/// The part of a long sentence that is read for one of its changes: whole words around it on both sides.
#[must_use]
pub fn near(before: &str, after: &str, bead: &Bead, hunk: &Hunk) -> Bead {
    let cut = |text: &str, sentence: Span, at: Span| {
        let (from, to) = (at.start.saturating_sub(REACH), (at.end + REACH).min(text.len()));
        let from =
            text.get(..text.floor_char_boundary(from)).and_then(|head| head.rfind(char::is_whitespace));
        let to = text.floor_char_boundary(to);
        let end =
            text.get(to..).and_then(|tail| tail.find(char::is_whitespace)).map_or(text.len(), |end| to + end);
        Span::new(from.unwrap_or(0).max(sentence.start), end.min(sentence.end))
    };
    Bead {
        before: cut(before, bead.before, hunk.before),
        after: cut(after, bead.after, hunk.after),
        hunks: vec![*hunk],
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
    /// Words of the hunk that the rewritten sentence does not have at all.
    pub lost: Vec<&'u Word<'u>>,
    /// Words of the hunk that the sentence did not have.
    pub new: Vec<&'u Word<'u>>,
}

impl Change<'_> {
    /// Whether the change alone runs words together that the rewriting does not have so: what keeps them apart there
    /// is another change, which may be rejected.
    #[must_use]
    pub fn runs_together(&self) -> bool {
        /// Letters of a word that are read.
        const WORD: usize = 64;
        let head = |(text, span): (&str, Span)| -> String {
            let head = text.get(..span.start).unwrap_or_default().chars().rev();
            head.take_while(|ch| is_word_char(*ch)).take(WORD).map(lower).collect()
        };
        let tail = |(text, span): (&str, Span)| -> String {
            let tail = text.get(span.end..).unwrap_or_default().chars();
            tail.take_while(|ch| is_word_char(*ch)).take(WORD).map(lower).collect()
        };
        let (old, new) = ((self.whole.0, self.hunk.before), (self.whole.1, self.hunk.after));
        let (left, right) = (head(old), tail(old));
        let opens = |text: &str| text.starts_with(is_word_char);
        let closes = |text: &str| text.ends_with(is_word_char);
        let (was, is) = (self.text_before, self.text_after);
        let (first, last) = if is.is_empty() {
            let both = !(left.is_empty() || right.is_empty() || opens(was) && closes(was));
            (both, both)
        } else {
            (opens(is) && !opens(was) && !left.is_empty(), closes(is) && !closes(was) && !right.is_empty())
        };
        first && left != head(new) || last && right != tail(new)
    }

    /// The sentence, up to so many bytes on either side of the change, as it was and with this change alone.
    #[must_use]
    pub fn spliced(&self, reach: usize) -> Option<(String, String)> {
        let side = &self.unit.before;
        let head = side.text.get(..self.hunk.before.start.checked_sub(side.span.start)?)?;
        let tail = side.text.get(self.hunk.before.end.checked_sub(side.span.start)?..)?;
        let from = head.floor_char_boundary(head.len().saturating_sub(reach));
        let from =
            if from == 0 { 0 } else { from + head.get(from..)?.find(char::is_whitespace).unwrap_or(0) };
        let to = tail.floor_char_boundary(reach);
        let to = if to == tail.len() { to } else { tail.get(..to)?.rfind(char::is_whitespace).unwrap_or(to) };
        let (head, tail) = (head.get(from..)?, tail.get(..to)?);
        Some(([head, self.text_before, tail].concat(), [head, self.text_after, tail].concat()))
    }
}
