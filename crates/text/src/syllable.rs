//! Hangul syllables by their codes, and sets of them.

/// The code of the first Hangul syllable, `가`, and how many there are.
pub const FIRST_SYLLABLE: u32 = 0xac00;
pub const SYLLABLES: u32 = 11_172;

/// The numbers of the initial, the vowel and the final of a Hangul syllable, 0 for no final (Unicode chapter 3.12); `None` for
/// any other character.
#[must_use]
pub fn parts(ch: char) -> Option<(u32, u32, u32)> {
    let code = u32::from(ch).checked_sub(FIRST_SYLLABLE).filter(|code| *code < SYLLABLES)?;
    Some((code / 588, code / 28 % 21, code % 28))
}

/// The Hangul syllable of these [`parts`].
#[must_use]
pub fn syllable((initial, vowel, last): (u32, u32, u32)) -> Option<char> {
    char::from_u32(FIRST_SYLLABLE + initial * 588 + vowel * 28 + last)
}

/// Words of a set, a bit for each syllable.
const WORDS: usize = SYLLABLES.div_ceil(u64::BITS) as usize;

/// A set of Hangul syllables that is made when the program is compiled.
#[derive(Debug)]
pub struct SyllableSet([u64; WORDS]);

impl SyllableSet {
    /// The set of these, all of which are Hangul syllables.
    #[must_use]
    pub const fn of(all: &[char]) -> Self {
        let mut set = Self::empty();
        let mut at = 0;
        while at < all.len() {
            set.add(all[at]);
            at += 1;
        }
        set
    }

    #[must_use]
    pub const fn empty() -> Self {
        Self([0; WORDS])
    }

    pub const fn add(&mut self, syllable: char) {
        let place = syllable as u32 - FIRST_SYLLABLE;
        self.0[(place / u64::BITS) as usize] |= 1 << (place % u64::BITS);
    }

    /// Whether the character of this code is in it.
    #[inline]
    #[must_use]
    pub fn has(&self, code: u32) -> bool {
        let place = code.wrapping_sub(FIRST_SYLLABLE);
        self.0.get((place / u64::BITS) as usize).is_some_and(|bits| bits >> (place % u64::BITS) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_it_was_made_of() {
        let set = SyllableSet::of(&['가', '힣', '나']);
        let found: String =
            (0..=0x0011_0000).filter(|&code| set.has(code)).filter_map(char::from_u32).collect();
        assert_eq!(found, "가나힣");
    }
}
