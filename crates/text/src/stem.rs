//! Stripping Korean words of their particles and endings, syllable by syllable.
//!
//! Owns the order in which the rules of [`super::korean_stem`] are tried; the lists of particles and
//! endings are in `endings`. A word is decoded once, every syllable leads through one table to what ends
//! in it, and a particle is compared in one step, since preparing a source strips each of its words.

use std::sync::LazyLock;

use super::endings::{After, ENDINGS, PARTICLES, is_verb_head, is_verbal_tail};
use super::{FIRST_SYLLABLE, is_closed, syllable_at};

/// Most syllables of a word that is decoded without an allocation.
const USUAL: usize = 24;
/// Most syllables from the head of a verb ending to the end of the word.
const VERB_REACH: usize = 5;
/// Most syllables of a particle or an ending.
const TAIL: usize = 4;

/// What can begin or end in a syllable: flags and the index of a class in [`Rules::classes`]; 0 for any other character.
#[derive(Debug, Clone, Copy, Default)]
struct Letter(u16);

/// Goes on behind the head of a verb ending ([`is_verbal_tail`]).
const GOES_ON: u16 = 1;
/// Begins the ending of a verb ([`is_verb_head`]).
const HEAD: u16 = 1 << 1;
/// Ends in a consonant.
const CLOSED: u16 = 1 << 2;
/// Ends in a vowel.
const OPEN: u16 = 1 << 3;
/// A verb ending already behind one syllable, alone and before others.
const SECOND: u16 = 1 << 4;
const SECOND_BEFORE: u16 = 1 << 5;
/// A stem by itself: 있, 없, 않.
const WHOLE: u16 = 1 << 6;
/// Where the class begins.
const CLASS: u32 = 7;

impl Letter {
    fn new(ch: char) -> Self {
        let closed = is_closed(ch);
        // After one syllable only what can be no noun (`제한`, `역할`, `피해` are).
        let flags = [
            (is_verb_head(ch), HEAD),
            (is_verbal_tail(ch), GOES_ON),
            (closed == Some(true), CLOSED),
            (closed == Some(false), OPEN),
            (matches!(ch, '하' | '했'), SECOND | SECOND_BEFORE),
            (matches!(ch, '한' | '할' | '합' | '해'), SECOND_BEFORE),
            (matches!(ch, '있' | '없' | '않'), WHOLE),
        ];
        Self(flags.iter().filter(|flag| flag.0).fold(0, |all, flag| all | flag.1))
    }

    const fn has(self, flag: u16) -> bool {
        self.0 & flag != 0
    }

    const fn class(self) -> usize {
        (self.0 >> CLASS) as usize
    }
}

/// A particle or an ending, of at most [`TAIL`] syllables.
#[derive(Debug, Clone, Copy, Default)]
struct Tail {
    /// Its syllables, sixteen bits each, the last one highest, above bits that are not its own.
    syllables: u64,
    /// How many bits those are.
    others: u32,
    /// What the letter before it must not be.
    unfit: u16,
    /// How many syllables it has.
    len: u8,
    /// Fewest syllables that must stay.
    least: u8,
}

impl Tail {
    fn new(text: &str, after: After, least: u8) -> Self {
        let mut tail = Self { others: u64::BITS, least, ..Self::default() };
        for ch in text.chars() {
            tail.syllables = tail.syllables >> 16 | u64::from(u32::from(ch) & 0xffff) << 48;
            tail.others = tail.others.saturating_sub(16);
            tail.len += 1;
        }
        tail.unfit = match after {
            After::Any => 0,
            After::Closed => OPEN,
            After::Open => CLOSED,
        };
        tail
    }
}

/// Particles or endings that end in one syllable.
#[derive(Debug, Clone, Default)]
struct Tails {
    /// Which syllables stand before the last one of the longer ones, as bits by the lowest bits of their codes.
    before: u64,
    /// The longer ones, longest first.
    longer: Vec<Tail>,
    /// The one that is this syllable alone.
    alone: Option<Tail>,
}

impl Tails {
    fn add(&mut self, tail: Tail) {
        if tail.len == 1 {
            self.alone = Some(tail);
        } else {
            self.before |= 1 << ((tail.syllables >> 32) % 64);
            self.longer.push(tail);
        }
    }

    /// How many letters of a word are left before the first of these tails that it ends in; `end` has its last syllables
    /// as [`Tail::syllables`] has them.
    #[inline]
    fn left(&self, word: &[Letter], end: u64) -> Option<usize> {
        let left = |tail: &Tail| {
            let left = word
                .len()
                .checked_sub(usize::from(tail.len))
                .filter(|&left| left >= usize::from(tail.least))?;
            let last = left.checked_sub(1).and_then(|at| word.get(at)).copied().unwrap_or_default();
            (!last.has(tail.unfit)).then_some(left)
        };
        if self.before >> ((end >> 32) % 64) & 1 == 1
            && let Some(left) =
                self.longer.iter().filter(|tail| (end ^ tail.syllables) >> tail.others == 0).find_map(left)
        {
            return Some(left);
        }
        self.alone.as_ref().and_then(left)
    }
}

/// What ends in a syllable.
#[derive(Debug, Clone, Default)]
struct Class {
    particles: Tails,
    endings: Tails,
}

#[derive(Debug)]
struct Rules {
    /// Every Hangul syllable as a letter.
    letters: Box<[Letter]>,
    /// The first is of the syllables in which nothing ends.
    classes: Vec<Class>,
}

impl Rules {
    fn new() -> Self {
        let mut rules =
            Self { letters: ('가'..='힣').map(Letter::new).collect(), classes: vec![Class::default()] };
        for &(particle, after) in PARTICLES {
            let one = matches!(particle, "은" | "는" | "을" | "를" | "이" | "에서" | "에게");
            let tail = Tail::new(particle, after, if one { 1 } else { 2 });
            rules.add(particle, |class| class.particles.add(tail));
        }
        for &ending in ENDINGS {
            let noun = matches!(ending, "기" | "지" | "고" | "음");
            let tail = Tail::new(ending, After::Any, if noun { 2 } else { 1 });
            rules.add(ending, |class| class.endings.add(tail));
        }
        rules
    }

    /// Changes the class of the syllable that `text` ends in, which becomes its own.
    fn add(&mut self, text: &str, change: impl FnOnce(&mut Class)) {
        let Some(last) = text.chars().next_back() else { return };
        let Some(letter) = self.letters.get_mut(u32::from(last).wrapping_sub(FIRST_SYLLABLE) as usize) else {
            return;
        };
        if letter.class() == 0 {
            let Ok(new) = u16::try_from(self.classes.len()) else { return };
            letter.0 |= new << CLASS;
            self.classes.push(Class::default());
        }
        if let Some(class) = self.classes.get_mut(letter.class()) {
            change(class);
        }
    }

    /// The letter of a Hangul syllable; all other characters are alike.
    #[inline]
    fn letter(&self, code: u32) -> Letter {
        self.letters.get(code.wrapping_sub(FIRST_SYLLABLE) as usize).copied().unwrap_or_default()
    }

    /// How many letters of a word are left after one step; `None` when nothing can be stripped. `end` has its last
    /// syllables as [`Tail::syllables`] has them, `verbal` the last letters' [`GOES_ON`] and [`HEAD`], those of the last
    /// letter lowest.
    #[inline]
    fn strip(&self, word: &[Letter], end: u64, verbal: u64) -> Option<usize> {
        let &[first, .., last] = word else { return None };
        if first.has(WHOLE) {
            return Some(1);
        }
        let class = self.classes.get(last.class())?;
        class
            .particles
            .left(word, end)
            .or_else(|| verb(word, verbal))
            .or_else(|| class.endings.left(word, end))
    }
}

/// Where the ending of a noun made a verb begins: `허용되지`, `사용하였으며`, `말한다`.
#[inline]
fn verb(word: &[Letter], verbal: u64) -> Option<usize> {
    /// The flag [`HEAD`] of all letters in reach.
    const HEADS: u64 = 0b10_10_10_10_10;
    const { assert!(HEADS.count_ones() as usize == VERB_REACH) };
    let len = word.len();
    // Heads that end the word or go on, of all letters but the first.
    let goes_on = verbal << 3 | 0b10;
    let mut found = verbal & goes_on & HEADS;
    if len <= VERB_REACH {
        found &= (1 << (2 * len - 2)) - 1;
    }
    if found == 0 {
        return None;
    }
    let at = |found: u64| len - 1 - (found.ilog2() / 2) as usize;
    if at(found) == 1 {
        let flag = if len > 2 { SECOND_BEFORE } else { SECOND };
        if !word.get(1).is_some_and(|letter| letter.has(flag)) {
            found &= (1 << (2 * len - 4)) - 1;
        }
    }
    (found != 0).then(|| at(found))
}

static RULES: LazyLock<Rules> = LazyLock::new(Rules::new);

/// The Hangul syllables of a word on the way to its stem.
#[derive(Debug, Clone)]
pub struct Syllables {
    rules: &'static Rules,
    letters: [Letter; USUAL],
    /// Behind nothing, as many times as a tail may have syllables.
    codes: [u16; USUAL + TAIL],
    len: usize,
    /// As [`Rules::strip`] wants it.
    verbal: u64,
}

impl Default for Syllables {
    fn default() -> Self {
        Self::new()
    }
}

impl Syllables {
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Self {
            rules: &RULES,
            letters: [Letter::default(); USUAL],
            codes: [0; USUAL + TAIL],
            len: 0,
            verbal: 0,
        }
    }

    /// Those that a word begins with.
    #[must_use]
    pub fn of(word: &str) -> Self {
        let mut syllables = Self::new();
        let (bytes, mut at) = (word.as_bytes(), 0);
        while let Some(code) = syllable_at(bytes, at) {
            syllables.push(code);
            at += 3;
        }
        syllables
    }

    /// Adds the next syllable; one that there is no room for is counted.
    #[inline]
    pub fn push(&mut self, code: u32) {
        if let (Some(slot), Some(letter)) =
            (self.codes.get_mut(self.len + TAIL), self.letters.get_mut(self.len))
        {
            *letter = self.rules.letter(code);
            *slot = narrow(code);
            self.verbal = self.verbal << 2 | u64::from(letter.0 & (HEAD | GOES_ON));
        }
        self.len += 1;
    }

    /// Whether a word has these syllables, and nothing else.
    #[inline]
    #[must_use]
    pub fn are_all_of(&self, word: &str) -> bool {
        3 * self.len == word.len()
    }

    /// The codes of the first two; 0 for none.
    #[inline]
    #[must_use]
    pub fn first_two(&self) -> (u32, u32) {
        let code = |at: usize| {
            if at < self.len { self.codes.get(TAIL + at).copied().unwrap_or_default() } else { 0 }
        };
        (code(0).into(), code(1).into())
    }

    /// The stem of the word; afterwards there is room for another one.
    #[inline]
    pub fn stem<'a>(&mut self, word: &'a str) -> &'a str {
        let mut len = std::mem::take(&mut self.len);
        let mut verbal = std::mem::take(&mut self.verbal);
        if len > USUAL || 3 * len != word.len() {
            return long(word);
        }
        while let Some(word) = self.letters.get(..len)
            && let Some(end) = self.codes.get(len..).and_then(<[u16]>::first_chunk)
            && let Some(left) = self.rules.strip(word, packed(*end), verbal)
        {
            verbal >>= 2 * (len - left);
            len = left;
        }
        if len == 1 && is_noun_in_ha(self.codes.get(TAIL).copied(), self.codes.get(TAIL + 1).copied()) {
            len = word.len().min(2);
        }
        word.get(..3 * len).unwrap_or(word)
    }
}

/// Whether the two syllables that a word begins with are a noun, and the second no ending: `이하의`, `지하에`.
fn is_noun_in_ha(first: Option<u16>, second: Option<u16>) -> bool {
    const NOUNS: [char; 5] = ['이', '지', '영', '산', '귀'];
    let is = |code: Option<u16>, ch: char| code.is_some_and(|code| u32::from(code) == u32::from(ch));
    is(second, '하') && NOUNS.iter().any(|&ch| is(first, ch))
}

/// See [`super::korean_stem`].
pub fn korean(word: &str) -> &str {
    Syllables::of(word).stem(word)
}

/// The code of a syllable; it has no more bits.
fn narrow(code: u32) -> u16 {
    u16::try_from(code).unwrap_or_default()
}

/// Four syllables, the last one highest.
#[inline]
fn packed(codes: [u16; TAIL]) -> u64 {
    codes.iter().rev().fold(0, |all, &code| all << 16 | u64::from(code))
}

/// A long word, or one not of syllables alone.
#[cold]
fn long(word: &str) -> &str {
    let rules = &*RULES;
    let chars = || word.chars().map(u32::from);
    let letters: Vec<Letter> = chars().map(|code| rules.letter(code)).collect();
    let mut codes = vec![0; TAIL];
    codes.extend(chars().map(|code| if rules.letter(code).0 == 0 { 0 } else { narrow(code) }));
    let mut len = letters.len();
    while let Some(word) = letters.get(..len)
        && let Some(end) = codes.get(len..).and_then(<[u16]>::first_chunk)
    {
        let verbal = word.iter().fold(0, |all, letter| all << 2 | u64::from(letter.0 & (HEAD | GOES_ON)));
        match rules.strip(word, packed(*end), verbal) {
            Some(left) => len = left,
            None => break,
        }
    }
    word.char_indices().nth(len).map_or(word, |(end, _)| word.get(..end).unwrap_or(word))
}
