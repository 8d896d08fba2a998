//! Stripping Korean words of their particles and endings, syllable by syllable.
//!
//! Owns the order in which the rules of [`super::korean_stem`] are tried; the lists of particles and
//! endings are the parent's. A word is decoded once, every syllable leads through one table to what ends
//! in it, and a particle is compared in one step, since preparing a source strips each of its words.

use std::sync::LazyLock;

use super::{After, ENDINGS, PARTICLES, is_closed, is_verb_head, is_verbal_tail, syllable_at};

/// Most syllables of a word that is decoded without an allocation; one bit each in a `u32`.
const USUAL: usize = 24;
/// Most syllables from the head of a verb ending to the end of the word.
const VERB_REACH: usize = 5;

/// A character of a word, for a syllable its code in the lower half, and what can begin or end in it: flags and the
/// index of a class in [`Rules::classes`].
#[derive(Debug, Clone, Copy, Default)]
struct Letter(u32);

/// Begins the ending of a verb ([`is_verb_head`]).
const HEAD: u32 = 1 << 16;
/// Goes on behind such a beginning ([`is_verbal_tail`]).
const TAIL: u32 = 1 << 17;
/// Ends in a consonant.
const CLOSED: u32 = 1 << 18;
/// Ends in a vowel.
const OPEN: u32 = 1 << 19;
/// A verb ending already behind one syllable, alone and before others.
const SECOND: u32 = 1 << 20;
const SECOND_BEFORE: u32 = 1 << 21;
/// A stem by itself: 있, 없, 않.
const WHOLE: u32 = 1 << 22;

impl Letter {
    fn new(ch: char) -> Self {
        let closed = is_closed(ch);
        // After one syllable only what can be no noun (`제한`, `역할`, `피해` are).
        let flags = [
            (is_verb_head(ch), HEAD),
            (is_verbal_tail(ch), TAIL),
            (closed == Some(true), CLOSED),
            (closed == Some(false), OPEN),
            (matches!(ch, '하' | '했'), SECOND | SECOND_BEFORE),
            (matches!(ch, '한' | '할' | '합' | '해'), SECOND_BEFORE),
            (matches!(ch, '있' | '없' | '않'), WHOLE),
        ];
        let set = flags.iter().filter(|flag| flag.0).fold(0, |all, flag| all | flag.1);
        Self(u32::from(ch) | set)
    }

    const fn code(self) -> u32 {
        self.0 & 0xffff
    }

    const fn has(self, flag: u32) -> bool {
        self.0 & flag != 0
    }

    const fn class(self) -> usize {
        (self.0 >> 24) as usize
    }
}

/// A particle or an ending, of at most four syllables.
#[derive(Debug, Clone, Copy)]
struct Tail {
    /// Its syllables, sixteen bits each, the last one lowest, and which bits those are.
    syllables: u64,
    mask: u64,
    len: usize,
    /// What the letter before it must not be.
    unfit: u32,
    /// Fewest syllables that must stay.
    least: usize,
}

impl Tail {
    fn new(text: &str, after: After, least: usize) -> Self {
        let mut tail = Self { syllables: 0, mask: 0, len: 0, unfit: 0, least };
        for ch in text.chars() {
            tail.syllables = tail.syllables << 16 | u64::from(u32::from(ch) & 0xffff);
            tail.mask = tail.mask << 16 | 0xffff;
            tail.len += 1;
        }
        tail.unfit = match after {
            After::Any => 0,
            After::Closed => OPEN,
            After::Open => CLOSED,
        };
        tail
    }

    /// How many letters of the word are left before this tail, when it ends in it; `end` has the last syllables of
    /// the word like [`Self::syllables`].
    #[inline]
    fn left(&self, word: &[Letter], end: u64) -> Option<usize> {
        if end & self.mask != self.syllables {
            return None;
        }
        let left = word.len().checked_sub(self.len).filter(|&left| left >= self.least)?;
        let last = left.checked_sub(1).and_then(|at| word.get(at)).copied().unwrap_or_default();
        (!last.has(self.unfit)).then_some(left)
    }
}

/// Particles and endings that end in one syllable, each list longest first.
#[derive(Debug, Clone, Default)]
struct Class {
    particles: Vec<Tail>,
    endings: Vec<Tail>,
}

#[derive(Debug)]
struct Rules {
    /// Every Hangul syllable as a letter.
    letters: Box<[Letter]>,
    /// The first is of the syllables in which nothing ends.
    classes: Vec<Class>,
}

/// Which of the first letters of a word begin a verb ending and which go on behind one, a bit each.
#[derive(Debug, Clone, Copy, Default)]
struct Flags {
    heads: u32,
    tails: u32,
}

impl Flags {
    #[inline]
    fn add(&mut self, letter: Letter, at: usize) {
        self.heads |= u32::from(letter.has(HEAD)) << at;
        self.tails |= u32::from(letter.has(TAIL)) << at;
    }
}

impl Rules {
    fn new() -> Self {
        let mut rules =
            Self { letters: ('가'..='힣').map(Letter::new).collect(), classes: vec![Class::default()] };
        for &(particle, after) in PARTICLES {
            let one = matches!(particle, "은" | "는" | "을" | "를" | "이" | "에서" | "에게");
            let tail = Tail::new(particle, after, if one { 1 } else { 2 });
            rules.add(particle, |class| class.particles.push(tail));
        }
        for &ending in ENDINGS {
            let noun = matches!(ending, "기" | "지" | "고" | "음");
            let tail = Tail::new(ending, After::Any, if noun { 2 } else { 1 });
            rules.add(ending, |class| class.endings.push(tail));
        }
        rules
    }

    /// Changes the class of the syllable that `text` ends in, which becomes its own.
    fn add(&mut self, text: &str, change: impl FnOnce(&mut Class)) {
        let Some(last) = text.chars().next_back() else { return };
        let Some(letter) = self.letters.get_mut((u32::from(last) as usize).wrapping_sub(0xac00)) else {
            return;
        };
        if letter.class() == 0 {
            let Ok(new) = u8::try_from(self.classes.len()) else { return };
            letter.0 |= u32::from(new) << 24;
            self.classes.push(Class::default());
        }
        if let Some(class) = self.classes.get_mut(letter.class()) {
            change(class);
        }
    }

    /// The letter of a Hangul syllable; all other characters are alike.
    #[inline]
    fn letter(&self, code: u32) -> Letter {
        self.letters.get((code as usize).wrapping_sub(0xac00)).copied().unwrap_or_default()
    }

    /// How many letters of a word are left after one step; `None` when nothing can be stripped. `flags` has its first
    /// letters, `end` its last ones as [`Tail::left`] wants them.
    #[inline]
    fn strip(&self, word: &[Letter], flags: Flags, end: u64) -> Option<usize> {
        let (first, last) = (word.first()?, word.last()?);
        let len = word.len();
        if len < 2 {
            return None;
        }
        if first.has(WHOLE) {
            return Some(1);
        }
        let ends = self.classes.get(last.class())?;
        if let Some(left) = ends.particles.iter().find_map(|tail| tail.left(word, end)) {
            return Some(left);
        }
        verb(word, flags).or_else(|| ends.endings.iter().find_map(|tail| tail.left(word, end)))
    }
}

/// Where the ending of a noun made a verb begins: `허용되지`, `사용하였으며`, `말한다`.
#[inline]
fn verb(word: &[Letter], flags: Flags) -> Option<usize> {
    let len = word.len();
    let from = len.saturating_sub(VERB_REACH).max(1);
    if len > USUAL {
        return (from..len).find(|&at| {
            word.get(at).is_some_and(|letter| letter.has(HEAD))
                && word.get(at + 1).is_none_or(|next| next.has(TAIL))
        });
    }
    // Heads that end the word or go on; of the flags of letters that are gone nothing.
    let last = 1_u32 << (len - 1);
    let mut found = flags.heads & ((flags.tails >> 1) & (last - 1) | last) & (u32::MAX << from);
    if found & 0b10 != 0 {
        let flag = if len > 2 { SECOND_BEFORE } else { SECOND };
        if !word.get(1).is_some_and(|letter| letter.has(flag)) {
            found &= !0b10;
        }
    }
    (found != 0).then(|| found.trailing_zeros() as usize)
}

/// The last four syllables of a word, the last one lowest.
fn end_of(word: &[Letter]) -> u64 {
    let last = word.get(word.len().saturating_sub(4)..).unwrap_or_default();
    last.iter().fold(0, |end, letter| end << 16 | u64::from(letter.code()))
}

static RULES: LazyLock<Rules> = LazyLock::new(Rules::new);

/// See [`super::korean_stem`].
pub(super) fn korean(word: &str) -> &str {
    let rules = &*RULES;
    let mut usual = [Letter::default(); USUAL];
    let bytes = word.as_bytes();
    let (mut at, mut count) = (0, 0);
    let (mut flags, mut end) = (Flags::default(), 0);
    while let Some(code) = syllable_at(bytes, at)
        && let Some(slot) = usual.get_mut(count)
    {
        *slot = rules.letter(code);
        flags.add(*slot, count);
        end = end << 16 | u64::from(code);
        at += 3;
        count += 1;
    }
    if at < bytes.len() {
        return long(word);
    }
    while let Some(left) = usual.get(..count).and_then(|word| rules.strip(word, flags, end)) {
        count = left;
        end = usual.get(..count).map_or(0, end_of);
    }
    word.get(..3 * count).unwrap_or(word)
}

/// A long word, or one not of syllables alone.
#[cold]
fn long(word: &str) -> &str {
    let rules = &*RULES;
    let mut letters: Vec<Letter> = word.chars().map(|ch| rules.letter(u32::from(ch))).collect();
    let mut flags = Flags::default();
    for (at, letter) in letters.iter().enumerate().take(USUAL) {
        flags.add(*letter, at);
    }
    while let Some(left) = rules.strip(&letters, flags, end_of(&letters)) {
        letters.truncate(left);
    }
    word.char_indices().nth(letters.len()).map_or(word, |(end, _)| word.get(..end).unwrap_or(word))
}
