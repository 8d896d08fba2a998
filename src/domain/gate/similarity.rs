//! How much of a claim stands in a text: content words and character n-grams.
//!
//! Owns the sets that are compared and the containment of one in the other.
//! What follows from a number, a negation or a name is not similarity and is
//! judged elsewhere.

use std::cell::Cell;
use std::hash::Hasher;
use std::hint::select_unpredictable;
use std::sync::LazyLock;

use rustc_hash::{FxHashSet, FxHasher};

use crate::domain::span::Span;
use crate::domain::text::{Script, each_token, english_key, korean_stem, script, syllable_at};

/// A content word: where it stands in the normalised text, and the key it is compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word {
    pub span: Span,
    pub key: u32,
    pub script: Script,
}

impl Word {
    /// The part of the word that is compared; `norm` is the text it stands in.
    pub(super) fn stem(self, norm: &str) -> &str {
        let text = self.span.of(norm);
        match self.script {
            Script::Latin => english_key(text),
            Script::Hangul => korean_stem(text),
            Script::Digit | Script::Other => text,
        }
    }
}

/// Function words of both languages, as stems: they carry grammar, not facts. Negations are in
/// the list because polarity is judged apart.
const FUNCTION_WORDS: &str = "a an the and or but if then than so as of in on at to for from by with \
    into onto about over under between through during is are was were be been being am do does did doing done \
    have has had having it its this that these those there here he she they them his her their we us our you your \
    i my me who whom whose which what when where why how can could may might must shall should will would not no \
    nor never also just only such some any all both each very more most other own same too one s t re ve ll \
    isn't aren't wasn't weren't don't doesn't didn't hasn't haven't hadn't won't wouldn't can't cannot couldn't \
    shouldn't mustn't without \
    것 수 등 및 그 이 저 또 또는 그리고 그러나 하지만 있 없 않 못 안 때 더 위 대한 대해 대하여 위한 위해 위하여 \
    따라 따른 의한 의해 의하여 관한 관하여 통해 통한 하는 하여 한다 합니다 된다 됩니다 되는 되어 이는 그는 그녀 우리 제 \
    해당 각 본 중 후 전 할 한 될 된 함 됨 하고 하며 되고 되며 라고 이라고 라는 이라는 경우";

/// The keys of the function words, and a filter in front of them: a bit for each value of the lowest bits of a key,
/// since most words are none.
struct FunctionKeys {
    filter: [u64; 64],
    keys: FxHashSet<u32>,
}

static FUNCTION_KEYS: LazyLock<FunctionKeys> = LazyLock::new(|| {
    let keys: FxHashSet<u32> = FUNCTION_WORDS
        .split_ascii_whitespace()
        .flat_map(|word| [hash(word), word_key(word, script_of(word))])
        .collect();
    let mut filter = [0; 64];
    for key in &keys {
        filter[(key >> 6) as usize % 64] |= 1 << (key % 64);
    }
    FunctionKeys { filter, keys }
});

/// Whether a key is that of a function word.
#[inline]
pub(super) fn is_function_word(key: u32) -> bool {
    let known = &*FUNCTION_KEYS;
    known.filter[(key >> 6) as usize % 64] & (1 << (key % 64)) != 0 && known.keys.contains(&key)
}

fn script_of(word: &str) -> Script {
    word.chars().next().and_then(script).unwrap_or(Script::Other)
}

/// The hash that the key of a word is.
pub(super) fn hash(text: &str) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    let wide = hasher.finish();
    #[expect(clippy::cast_possible_truncation, reason = "a hash: the halves are folded into one")]
    let folded = (wide ^ (wide >> 32)) as u32;
    folded
}

/// The comparing key of a normalised word.
pub(super) fn word_key(word: &str, script: Script) -> u32 {
    match script {
        Script::Latin => hash(english_key(word)),
        Script::Hangul => hash(korean_stem(word)),
        Script::Digit if word.bytes().any(|byte| byte == b',') => hash(&word.replace(',', "")),
        Script::Digit | Script::Other => hash(word),
    }
}

/// [`word_key`] of a word whose stem is known.
#[inline]
pub(super) fn stem_key(stem: &str) -> u32 {
    hash(stem)
}

/// The keys of the content words of a normalised text, in order, repeated as they occur.
pub(super) fn content_keys(norm: &str) -> Vec<u32> {
    let mut out = Vec::new();
    each_token(norm, |token| {
        let key = word_key(token.text, token.script);
        if !is_function_word(key) {
            out.push(key);
        }
    });
    out
}

/// Calls `found` with the n-grams of a text, normalised but for capitals among its ASCII, some of them twice: pairs of Hangul
/// syllables that follow one another (a space between them does not count, because Korean compounds
/// are written with and without), and triples of other word characters (where a run of anything else
/// counts as one space).
pub(super) fn each_gram(norm: &str, found: impl FnMut(u32)) {
    visit(norm, &mut Each(found));
}

/// What is told of the n-grams of a text.
trait Visitor {
    /// An n-gram.
    fn gram(&mut self, gram: u32);

    /// A run of ASCII behind a triple; returns the last triple, of which only the last two characters matter.
    #[inline]
    fn ascii(&mut self, run: &[u8], triple: u64) -> u64 {
        ascii_triples(run, triple, |characters| self.gram(mix(characters)))
    }
}

/// A visitor that wants each n-gram.
struct Each<F>(F);

impl<F: FnMut(u32)> Visitor for Each<F> {
    #[inline]
    fn gram(&mut self, gram: u32) {
        (self.0)(gram);
    }
}

/// Tells a visitor of the n-grams of a text; see [`each_gram`].
#[inline]
fn visit(norm: &str, visitor: &mut impl Visitor) {
    let bytes = norm.as_bytes();
    let ascii = norm.is_ascii();
    // One bit higher than they are hashed, so that what is shifted out is gone.
    let mut triple = GAPS << 1;
    // No syllable is number 0.
    let mut syllable = 0;
    let mut at = 0;
    loop {
        while let Some(code) = syllable_at(bytes, at) {
            if syllable != 0 {
                visitor.gram(mix(syllables(syllable, code)) | SAMPLED);
            }
            (syllable, triple) = (code, GAPS << 1);
            // A gap of one byte behind a syllable changes nothing: passed without a branch, which no processor foresees.
            at += 3 + bytes.get(at + 3).map_or(0, |byte| usize::from(PASSED[usize::from(*byte)]));
        }
        let gaps = triple & PAIR << 1 == GAPS << 1;
        if gaps && bytes.get(at).is_some_and(|byte| byte.is_ascii() && FOLDED[usize::from(*byte)] == b' ') {
            at += 1;
            continue;
        }
        let rest = bytes.get(at..).unwrap_or_default();
        let run = if ascii { rest.len() } else { rest.iter().take_while(|byte| byte.is_ascii()).count() };
        if let Some(run) = rest.get(..run).filter(|run| !run.is_empty()) {
            at += run.len();
            triple = visitor.ascii(run, triple);
            if triple & PAIR << 1 != GAPS << 1 {
                syllable = 0;
            }
            continue;
        }
        let Some(ch) = norm.get(at..).and_then(|rest| rest.chars().next()) else { break };
        at += ch.len_utf8();
        let code = seen(ch);
        let next = triple << 21 | u64::from(code) << 1;
        if next & PAIR << 1 == GAPS << 1 {
            continue;
        }
        if code != GAP {
            syllable = 0;
        }
        if triple & PAIR << 1 != GAPS << 1 {
            visitor.gram(mix(next >> 1));
        }
        triple = next;
    }
}

/// The triples of ASCII behind a triple, and the last one. What is looked up for an n-gram waits for nothing, so the next
/// one must wait for little: here for three steps.
#[inline]
fn ascii_triples(bytes: &[u8], mut triple: u64, mut found: impl FnMut(u64)) -> u64 {
    let mut folded = bytes.iter().map(|byte| u64::from(FOLDED[usize::from(*byte)]));
    if triple & PAIR << 1 == GAPS << 1 {
        // Nothing stands before the first letter.
        let Some(first) = folded.find(|code| *code != u64::from(GAP)) else { return triple };
        triple = triple << 21 | first << 1;
    }
    let mut last = triple >> 1 & LAST;
    for code in folded {
        // Another gap gives the triple before it again, which is cheaper than a branch.
        triple = if code | last == u64::from(GAP) { triple } else { triple << 21 | code << 1 };
        last = code;
        found(triple >> 1);
    }
    triple
}

/// A character, which is neither ASCII nor a Hangul syllable, as n-grams see it.
fn seen(ch: char) -> u32 {
    let letter = match ch {
        // Multiplication and division stand between letters that most foreign names have.
        '\u{c0}'..='\u{24f}' => !matches!(ch, '\u{d7}' | '\u{f7}'),
        // Dashes, quotation marks, brackets: far commoner than rare letters.
        '\u{2000}'..='\u{206f}' | '\u{3008}'..='\u{3020}' => false,
        _ => ch.is_alphanumeric(),
    };
    if letter { u32::from(ch) } else { GAP }
}

/// The bit that the n-grams of a [`Signature`] have: all pairs of syllables and half of the triples, of which each
/// character is in three.
const SAMPLED: u32 = 2;

/// What stands in an n-gram for everything that is no word character.
const GAP: u32 = ' ' as u32;

/// Three characters of 21 bits each, the last two of them, the last one, and two gaps.
const TRIPLE: u64 = (1 << 63) - 1;
const PAIR: u64 = (1 << 42) - 1;
const LAST: u64 = (1 << 21) - 1;
const GAPS: u64 = (GAP as u64) << 21 | GAP as u64;

/// ASCII as n-grams see it: letters, which are lower case, and digits, and a space for everything else.
const FOLDED: [u8; 256] = {
    let mut table = [b' '; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if byte.is_ascii_alphanumeric() {
            table[byte as usize] = byte.to_ascii_lowercase();
        }
        byte += 1;
    }
    table
};

/// 1 for ASCII that is neither a letter nor a digit.
const PASSED: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = (FOLDED[byte] == b' ') as u8;
        byte += 1;
    }
    table
};

/// The characters of ASCII n-grams by their numbers: a gap, the letters, the digits.
const ALPHABET: &[u8; 37] = b" abcdefghijklmnopqrstuvwxyz0123456789";

/// The numbers of ASCII characters.
const NUMBERS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        while ALPHABET[table[byte] as usize] != FOLDED[byte] {
            table[byte] += 1;
        }
        byte += 1;
    }
    table
};

/// Values of a pair of numbers of ASCII characters.
const PAIRS: usize = 1 << 12;

/// The numbers of the last characters of a triple of ASCII, each of six bits; `None` where one of the last two is no ASCII.
#[inline]
fn numbers(triple: u64) -> Option<usize> {
    let number = |shift: u32| {
        let code = triple >> 1 >> shift & LAST;
        u8::try_from(code).ok().filter(u8::is_ascii).map(|code| usize::from(NUMBERS[usize::from(code)]))
    };
    Some(number(21)? << 6 | number(0)?)
}

#[inline]
fn syllables(first: u32, second: u32) -> u64 {
    u64::from(first) << 21 | u64::from(second)
}

/// The hash of up to three characters of 21 bits each; never 0.
#[inline]
fn mix(characters: u64) -> u32 {
    let wide = characters.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let upper = (wide >> 32) as u32;
    upper | 1
}

/// Slots of a [`Grams`] table; a power of two.
const SLOTS: usize = 1 << 13;

/// The tables of [`Grams`].
#[derive(Debug)]
struct Tables {
    /// Number of the n-gram in each slot, 0 for none. One n-gram to a slot: a claim that has two
    /// for the same (about one in a sentence of 120 characters) is compared by the first, which
    /// keeps the scan free of unpredictable branches. Few n-grams have bytes for their numbers: less memory to touch.
    few: [u8; SLOTS],
    many: [u16; SLOTS],
    /// N-grams by number; the first stands for none.
    keys: [u32; Bits::ROOM],
    /// Few n-grams of ASCII once more, so that a text is scanned for them without hashing: by their first two characters the
    /// number of a row, by the third the number of the n-gram. Both are 0 for none.
    rows: [u8; PAIRS],
    cells: [[u8; 64]; FEW],
    /// The first two characters of each row, and how many rows there are.
    pairs: [u16; FEW],
    used: u8,
}

thread_local! {
    /// Tables that no claim uses now, with empty slots: to allocate and clear 18 kB for every claim costs more than to
    /// fill them.
    static FREE: Cell<Vec<Box<Tables>>> = const { Cell::new(Vec::new()) };
}

/// The distinct n-grams of a claim, numbered from 1, for scanning texts against them; at most
/// [`Bits::ROOM`], some three times the longest sentence one meets.
#[derive(Debug)]
pub(super) struct Grams {
    /// Some until they are given back.
    tables: Option<Box<Tables>>,
    count: usize,
    /// Whether they stand in the table of few.
    few: bool,
}

impl Drop for Grams {
    /// Keeps the tables for the next claim.
    fn drop(&mut self) {
        // Those of a claim, and those of the same without some words.
        const MOST: usize = 2;
        let Some(mut tables) = self.tables.take() else { return };
        let Tables { few, many, keys, .. } = &mut *tables;
        for &gram in keys.get(1..=self.count).unwrap_or_default() {
            (few[slot_of(gram)], many[slot_of(gram)]) = (0, 0);
        }
        tables.clear_rows();
        // Where the thread ends there is nothing to keep.
        let _ended = FREE.try_with(|free| {
            let mut list = free.take();
            if list.len() < MOST {
                list.push(tables);
            }
            free.set(list);
        });
    }
}

impl Tables {
    /// Numbers the n-grams of a text; returns how many there are.
    fn fill<T>(&mut self, norm: &str, slots: impl Fn(&mut Self) -> &mut [T; SLOTS]) -> usize
    where
        T: Copy + PartialEq + Default + TryFrom<usize>,
    {
        let mut count = 0;
        each_gram(norm, |gram| {
            let number = count + 1;
            let slot = &mut slots(self)[slot_of(gram)];
            if let (true, true, Ok(short)) = (*slot == T::default(), number < Bits::ROOM, T::try_from(number))
            {
                *slot = short;
                self.keys[number] = gram;
                count = number;
            }
        });
        count
    }

    /// Makes the rows of few n-grams that have been numbered.
    fn fill_rows(&mut self, norm: &str) {
        visit(norm, &mut Rows(self));
    }

    fn clear_rows(&mut self) {
        for row in 1..=usize::from(self.used) {
            self.rows[usize::from(self.pairs[row]) % PAIRS] = 0;
            self.cells[row] = [0; 64];
        }
        self.used = 0;
    }

    /// The number in a slot.
    fn number(&self, slot: usize) -> usize {
        usize::from(self.few[slot]).max(usize::from(self.many[slot]))
    }
}

/// Makes the rows of [`Tables`].
struct Rows<'a>(&'a mut Tables);

impl Visitor for Rows<'_> {
    fn gram(&mut self, _: u32) {}

    fn ascii(&mut self, run: &[u8], triple: u64) -> u64 {
        let Self(tables) = self;
        ascii_triples(run, triple, |characters| {
            let gram = mix(characters);
            let number = tables.few[slot_of(gram)];
            // The first two, and the last, which is ASCII.
            let Some(pair) = numbers(characters >> 21 << 1) else { return };
            let last = NUMBERS[(characters & LAST) as usize % NUMBERS.len()];
            if number == 0 || tables.keys[usize::from(number)] != gram {
                return;
            }
            if tables.rows[pair] == 0 {
                tables.used += 1;
                tables.rows[pair] = tables.used;
                tables.pairs[usize::from(tables.used)] = u16::try_from(pair).unwrap_or_default();
            }
            tables.cells[usize::from(tables.rows[pair])][usize::from(last) % 64] = number;
        })
    }
}

/// Scans a text for few n-grams.
struct Scan<'a> {
    tables: &'a Tables,
    /// 1 for each n-gram that has been found, and for none.
    found: [u8; FEW],
}

impl Visitor for Scan<'_> {
    #[inline]
    fn gram(&mut self, gram: u32) {
        let number = self.tables.few[slot_of(gram)];
        let same = self.tables.keys[usize::from(number)] == gram;
        // Stored, not combined, so that no n-gram waits for the one before it; what is not
        // the claim's goes to number 0. No processor foresees which it is.
        self.found[usize::from(select_unpredictable(same, number, 0))] = 1;
    }

    #[inline]
    fn ascii(&mut self, run: &[u8], mut triple: u64) -> u64 {
        let mut run = run;
        // What stands before the run may be no ASCII.
        let mut pair = loop {
            if let Some(pair) = numbers(triple) {
                break pair;
            }
            let Some((first, rest)) = run.split_first() else { return triple };
            triple =
                ascii_triples(std::slice::from_ref(first), triple, |characters| self.gram(mix(characters)));
            run = rest;
        };
        let mut last = pair % 64;
        for byte in run {
            let number = usize::from(NUMBERS[usize::from(*byte)]);
            let row = usize::from(self.tables.rows[pair % PAIRS]);
            // Two gaps before a letter, or behind one, are in no row.
            self.found[usize::from(self.tables.cells[row][number % 64])] = 1;
            let next = last << 6 | number;
            // Another gap changes nothing; cheaper than a branch.
            pair = select_unpredictable(next == 0, pair, next);
            last = number;
        }
        let letter = |number: usize| u64::from(ALPHABET.get(number).copied().unwrap_or(b' '));
        (letter(pair / 64) << 21 | letter(pair % 64)) << 1
    }
}

impl Grams {
    pub(super) fn new(norm: &str) -> Self {
        let kept = FREE.try_with(|free| {
            let mut list = free.take();
            let tables = list.pop();
            free.set(list);
            tables
        });
        let empty = || Tables {
            few: [0; SLOTS],
            many: [0; SLOTS],
            keys: [0; Bits::ROOM],
            rows: [0; PAIRS],
            cells: [[0; 64]; FEW],
            pairs: [0; FEW],
            used: 0,
        };
        let mut tables = kept.ok().flatten().unwrap_or_else(|| Box::new(empty()));
        // An n-gram ends with each character, at most.
        let few = norm.len() < FEW || norm.chars().count() < FEW;
        let count = if few {
            let count = tables.fill(norm, |tables| &mut tables.few);
            tables.fill_rows(norm);
            count
        } else {
            tables.fill(norm, |tables| &mut tables.many)
        };
        Self { tables: Some(tables), count, few }
    }

    /// Number of n-grams.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The share of these n-grams that are among some of them.
    pub(super) fn share(&self, found: &Bits) -> f32 {
        found.count(self.count + 1) as f32 / self.count.max(1) as f32
    }

    /// The members of the signature of a text that has these n-grams, each once.
    pub(super) fn members(&self) -> Vec<usize> {
        let mut seen = [false; Signature::MEMBERS];
        let keys = self.tables.as_deref().and_then(|tables| tables.keys.get(1..=self.count));
        let grams = keys.unwrap_or_default();
        let sampled = grams.iter().filter(|&gram| gram & SAMPLED != 0);
        let mut members = Vec::with_capacity(grams.len());
        members.extend(
            sampled
                .map(|&gram| Signature::member(gram))
                .filter(|&member| !std::mem::replace(&mut seen[member], true)),
        );
        members
    }

    /// Whether a run of letters may stand in a text that has some of these n-grams, by the first n-gram of the run.
    pub(super) fn may_stand(&self, run: &str, found: &Bits) -> bool {
        let bytes = run.as_bytes();
        let gram = match (syllable_at(bytes, 0), syllable_at(bytes, 3), bytes) {
            (Some(first), Some(second), _) => mix(syllables(first, second)) | SAMPLED,
            (None, _, &[a, b, c, ..]) if [a, b, c].iter().all(u8::is_ascii_alphanumeric) => {
                mix(u64::from(a) << 42 | u64::from(b) << 21 | u64::from(c))
            }
            _ => return true,
        };
        let Some(tables) = self.tables.as_deref() else { return true };
        let number = tables.number(slot_of(gram));
        // Of what is not among the n-grams nothing is known.
        number == 0 || tables.keys[number % Bits::ROOM] != gram || found.has(number)
    }

    /// Which of these n-grams stand in a text, normalised but for capitals among its ASCII.
    pub(super) fn found_in(&self, norm: &str) -> Bits {
        let Some(tables) = self.tables.as_deref() else { return Bits::default() };
        let end = self.count + 1;
        if self.few {
            let mut scan = Scan { tables, found: [0; FEW] };
            visit(norm, &mut scan);
            return Bits::of(&mut scan.found, end);
        }
        let mut found = [0_u8; Bits::ROOM];
        each_gram(norm, |gram| {
            let number = usize::from(tables.many[slot_of(gram)]) % Bits::ROOM;
            found[select_unpredictable(tables.keys[number] == gram, number, 0)] = 1;
        });
        Bits::of(&mut found, end)
    }
}

/// Few n-grams: their numbers fit in a byte.
const FEW: usize = 1 << 8;

fn slot_of(gram: u32) -> usize {
    (gram >> 19) as usize & (SLOTS - 1)
}

/// The lowest bits of 64 bytes that are 0 or 1.
pub(super) fn gathered(bytes: &[u8; 64]) -> u64 {
    let mut block = 0;
    for (at, eight) in bytes.as_chunks::<8>().0.iter().enumerate() {
        // The product has the lowest bit of each byte in its highest byte.
        block |= u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * at);
    }
    block
}

/// Words of a [`Bits`].
const BLOCKS: usize = 8;

/// A set of n-gram numbers; numbers past its end are left out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Bits([u64; BLOCKS]);

impl Bits {
    /// How many numbers it can hold.
    const ROOM: usize = 64 * BLOCKS;

    /// The numbers below `end`, but 0, whose byte is 1.
    fn of(bytes: &mut [u8], end: usize) -> Self {
        let mut bits = Self::default();
        if let Some(none) = bytes.first_mut() {
            *none = 0;
        }
        for (block, bytes) in bits.0.iter_mut().zip(bytes.as_chunks::<64>().0).take(end.div_ceil(64)) {
            *block = gathered(bytes);
        }
        bits
    }

    fn has(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|block| block >> (number % 64) & 1 == 1)
    }

    #[must_use]
    pub(super) fn joined(mut self, other: &Self) -> Self {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine |= theirs;
        }
        self
    }

    /// How many numbers there are, all of which are below `end`.
    fn count(&self, end: usize) -> usize {
        const ODD: u64 = 0x5555_5555_5555_5555;
        const PAIRS: u64 = 0x3333_3333_3333_3333;
        const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        // The blocks are counted together: most processors a release is built for have no
        // instruction that counts bits.
        let sum: u64 = self
            .0
            .iter()
            .take(end.div_ceil(64))
            .map(|both| {
                let twos = both - ((both >> 1) & ODD);
                let fours = (twos & PAIRS) + ((twos >> 2) & PAIRS);
                (fours + (fours >> 4)) & NIBBLES
            })
            .sum();
        // At most 64 in each byte, so two bytes at a time never overflow sixteen bits.
        let wide = (sum & 0x00ff_00ff_00ff_00ff) + ((sum >> 8) & 0x00ff_00ff_00ff_00ff);
        (wide.wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize
    }
}

impl FromIterator<Self> for Bits {
    fn from_iter<I: IntoIterator<Item = Self>>(sets: I) -> Self {
        sets.into_iter().fold(Self::default(), |all, set| all.joined(&set))
    }
}

/// The n-grams of a sentence, hashed into a small set: enough to rank sources by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Signature([u64; Signature::MEMBERS / 64]);

impl Signature {
    /// How many different members there are.
    pub(super) const MEMBERS: usize = 384;

    /// Of a normalised text.
    #[cfg(test)]
    fn new(norm: &str) -> Self {
        let mut signing = Signing::default();
        each_gram(norm, |gram| signing.add(gram));
        signing.signature()
    }

    /// The member that an n-gram is.
    #[inline]
    fn member(gram: u32) -> usize {
        ((u64::from(gram) * Self::MEMBERS as u64) >> 32) as usize
    }

    /// The members of this one and of another.
    pub(super) fn joined(mut self, other: Self) -> Self {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine |= theirs;
        }
        self
    }

    /// Eight members that follow one another, a bit each.
    pub(super) fn byte(self, at: usize) -> u8 {
        self.0.get(at / 8).map_or(0, |block| block.to_le_bytes()[at % 8])
    }
}

/// The signature of a text on the way: takes its characters in order and makes the n-grams of [`each_gram`].
#[derive(Debug, Clone)]
pub(super) struct Signing {
    found: [u8; Signature::MEMBERS],
    /// The last three characters, and the last syllable if no letter followed it, 0 for none.
    triple: u64,
    syllable: u32,
}

impl Default for Signing {
    fn default() -> Self {
        Self { found: [0; Signature::MEMBERS], triple: GAPS, syllable: 0 }
    }
}

impl Signing {
    #[inline]
    fn add(&mut self, gram: u32) {
        self.found[Signature::member(gram)] |= u8::from(gram & SAMPLED != 0);
    }

    #[inline]
    pub(super) fn syllable(&mut self, code: u32) {
        if self.syllable != 0 {
            self.add(mix(syllables(self.syllable, code)) | SAMPLED);
        }
        (self.syllable, self.triple) = (code, GAPS);
    }

    #[inline]
    pub(super) fn ascii(&mut self, byte: u8) {
        self.letter(u32::from(FOLDED[usize::from(byte)]));
    }

    pub(super) fn other(&mut self, ch: char) {
        self.letter(seen(ch));
    }

    #[inline]
    fn letter(&mut self, code: u32) {
        let next = ((self.triple << 21) & TRIPLE) | u64::from(code);
        if next & PAIR == GAPS {
            return;
        }
        if self.triple & PAIR != GAPS {
            self.add(mix(next));
        }
        self.triple = next;
        if code != GAP {
            self.syllable = 0;
        }
    }

    /// What the characters so far make; the next begin another text.
    pub(super) fn signature(&mut self) -> Signature {
        let mut signature = Signature::default();
        for (block, bytes) in signature.0.iter_mut().zip(self.found.as_chunks::<64>().0) {
            *block = gathered(bytes);
        }
        *self = Self::default();
        signature
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::text::{Reader, Token, normalise, read};
    use proptest::prelude::*;

    struct Characters(Signing);

    impl Reader<'_> for Characters {
        fn ascii(&mut self, byte: u8) {
            self.0.ascii(byte);
        }

        fn syllable(&mut self, code: u32) {
            self.0.syllable(code);
        }

        fn other(&mut self, ch: char) {
            self.0.other(ch);
        }

        fn token(&mut self, _: Token<'_>) {}
    }

    proptest! {
        #[test]
        fn the_characters_of_a_text_make_its_signature(
            text in "(\\PC{0,20}|[a-z0-9가-힣ㄱ-ㅎ漢é’“ .,'-]{0,60}){0,4}"
        ) {
            let norm = normalise(&text);
            let mut reader = Characters(Signing::default());
            read(&norm, &mut reader);
            prop_assert_eq!(reader.0.signature(), Signature::new(&norm));
        }

        #[test]
        fn a_scan_finds_what_both_texts_have(
            claim in "[a-c0 .,é가나漢’-]{0,40}|[a-z0-9 ]{0,600}",
            text in "[a-c0 .,é가나漢’A-]{0,80}|[a-z0-9 ]{0,80}"
        ) {
            let (claim, grams) = (normalise(&claim), Grams::new(&normalise(&claim)));
            let mut theirs = FxHashSet::default();
            each_gram(&text, |gram| { theirs.insert(gram); });
            let found = grams.found_in(&text);
            let keys = grams.tables.as_deref().map(|tables| &tables.keys[1..=grams.count]).unwrap_or_default();
            for (number, key) in (1..).zip(keys) {
                prop_assert_eq!(found.has(number), theirs.contains(key), "{}: {}", claim, number);
            }
            prop_assert!(!found.has(0));
        }
    }
}
