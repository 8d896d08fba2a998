//! Stripping Korean words of their particles and endings, syllable by syllable.
//!
//! Owns the order in which the rules of [`super::korean_stem`] are tried; the lists of particles and
//! endings are the parent's. A word is decoded once, and every syllable leads through one table to
//! what ends in it, since preparing a source strips each of its words.

use std::sync::LazyLock;

use super::{After, ENDINGS, PARTICLES, is_closed, is_verb_head, is_verbal_tail, syllable_at};

/// Most syllables of a word that is decoded without an allocation.
const USUAL: usize = 24;
/// Most syllables of a particle or ending before its last one.
const BEFORE: usize = 4;
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

impl Letter {
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

/// A particle or an ending without its last syllable.
#[derive(Debug, Clone, Copy)]
struct Tail {
    /// The syllables before the last one, the last of them first.
    before: [u32; BEFORE],
    len: usize,
    after: After,
    /// Fewest syllables that must stay.
    least: usize,
}

impl Tail {
    fn new(text: &str, after: After, least: usize) -> Self {
        let mut before = [0; BEFORE];
        let mut len = 1;
        for (slot, ch) in before.iter_mut().zip(text.chars().rev().skip(1)) {
            *slot = u32::from(ch);
            len += 1;
        }
        Self { before, len, after, least }
    }

    /// How many letters of the word are left before this tail, when it ends in it.
    fn left(&self, word: &[Letter]) -> Option<usize> {
        // The last syllable led here.
        for (before, code) in self.before.iter().enumerate().take(self.len - 1) {
            let at = word.len().checked_sub(2 + before)?;
            if word.get(at)?.code() != *code {
                return None;
            }
        }
        let left = word.len().checked_sub(self.len).filter(|&left| left >= self.least)?;
        let closed = || {
            let last = word.get(left.checked_sub(1)?)?;
            is_closed(char::from_u32(last.code())?)
        };
        let fits = match self.after {
            After::Any => true,
            After::Closed => closed() != Some(false),
            After::Open => closed() != Some(true),
        };
        fits.then_some(left)
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

impl Rules {
    fn new() -> Self {
        let letter = |ch: char| {
            let flag = |set: bool, flag: u32| if set { flag } else { 0 };
            Letter(u32::from(ch) | flag(is_verb_head(ch), HEAD) | flag(is_verbal_tail(ch), TAIL))
        };
        let mut rules =
            Self { letters: ('가'..='힣').map(letter).collect(), classes: vec![Class::default()] };
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
    fn letter(&self, code: u32) -> Letter {
        self.letters.get((code as usize).wrapping_sub(0xac00)).copied().unwrap_or_default()
    }

    /// How many letters of a word are left after one step; `None` when nothing can be stripped.
    fn strip(&self, word: &[Letter]) -> Option<usize> {
        let (first, last) = (word.first()?, word.last()?);
        if word.len() < 2 {
            return None;
        }
        if matches!(char::from_u32(first.code()), Some('있' | '없' | '않')) {
            return Some(1);
        }
        let ends = self.classes.get(last.class())?;
        if let Some(left) = ends.particles.iter().find_map(|tail| tail.left(word)) {
            return Some(left);
        }
        // A noun made a verb: `허용되지`, `사용하였으며`, `말한다`. After one syllable only what can
        // be no noun (`제한`, `역할`, `피해` are).
        let from = word.len().saturating_sub(VERB_REACH).max(1);
        let mut verbs = word.iter().enumerate().skip(from).filter(|(_, letter)| letter.has(HEAD));
        let verb = verbs.find(|&(at, letter)| {
            let next = word.get(at + 1);
            let fits = at > 1
                || match char::from_u32(letter.code()) {
                    Some('하' | '했') => true,
                    Some('한' | '할' | '합' | '해') => next.is_some(),
                    _ => false,
                };
            fits && next.is_none_or(|next| next.has(TAIL))
        });
        verb.map(|(at, _)| at).or_else(|| ends.endings.iter().find_map(|tail| tail.left(word)))
    }
}

static RULES: LazyLock<Rules> = LazyLock::new(Rules::new);

/// See [`super::korean_stem`].
pub(super) fn korean(word: &str) -> &str {
    let rules = &*RULES;
    let mut usual = [Letter::default(); USUAL];
    let mut long = Vec::new();
    let bytes = word.as_bytes();
    let (mut at, mut count) = (0, 0);
    while let Some(code) = syllable_at(bytes, at)
        && let Some(slot) = usual.get_mut(count)
    {
        *slot = rules.letter(code);
        at += 3;
        count += 1;
    }
    if at == bytes.len() {
        while let Some(left) = usual.get(..count).and_then(|word| rules.strip(word)) {
            count = left;
        }
        return word.get(..3 * count).unwrap_or(word);
    }
    // Long, or not of syllables alone.
    long.extend(word.chars().map(|ch| rules.letter(u32::from(ch))));
    while let Some(left) = rules.strip(&long) {
        long.truncate(left);
    }
    word.char_indices().nth(long.len()).map_or(word, |(end, _)| word.get(..end).unwrap_or(word))
}
