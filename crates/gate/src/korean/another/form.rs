//! Forms: whether two Korean words are forms of one verb that no key tells.

use stet_text::{FIRST_SYLLABLE, SyllableSet, syllable_at};

/// What tells whether two words are forms of one verb.
#[derive(Debug, Clone, Copy)]
pub(super) struct Form {
    /// The stem of a verb of one syllable that ends in a vowel, and of one that ends in a consonant; 0 for none.
    open: u32,
    closed: u32,
    /// The first syllable, and the first consonant and the vowel of the second.
    beginning: Option<(u32, u32, u32)>,
}

impl Form {
    pub(super) fn of(word: &str) -> Self {
        static ENDS: SyllableSet = SyllableSet::of(&[
            '는', '은', '을', '고', '기', '다', '던', '자', '지', '며', '면', '았', '었', '아', '어', '습',
            '으', '게',
        ]);
        let bytes = word.as_bytes();
        let Some(first) = syllable_at(bytes, 0) else {
            return Self { open: 0, closed: 0, beginning: None };
        };
        let second = syllable_at(bytes, 3);
        let closed =
            !(first - FIRST_SYLLABLE).is_multiple_of(FINALS) && second.is_some_and(|next| ENDS.has(next));
        let beginning = second.map(|second| {
            let code = second - FIRST_SYLLABLE;
            (first, code / (21 * FINALS), code / FINALS % 21)
        });
        Self {
            open: open_stem(first, second, bytes.len() == 6).unwrap_or_default(),
            closed: if closed { first } else { 0 },
            beginning,
        }
    }

    /// Whether two words are forms of one verb whose stem has one syllable.
    pub(super) fn is_short_of(self, other: Self) -> bool {
        self.open != 0 && self.open == other.open || self.closed != 0 && self.closed == other.closed
    }

    /// Whether two words begin alike but that the second syllable of one is contracted with an ending: `새기고`, `새겼다`.
    pub(super) fn is_contracted_with(self, other: Self) -> bool {
        /// Vowels by their numbers, and what they become before `어` or `아`.
        const CONTRACTED: [(u32, u32); 5] = [(20, 6), (13, 14), (8, 9), (18, 4), (18, 0)];
        let (Some(one), Some(other)) = (self.beginning, other.beginning) else { return false };
        (one.0, one.1) == (other.0, other.1)
            && (CONTRACTED.contains(&(one.2, other.2)) || CONTRACTED.contains(&(other.2, one.2)))
    }
}

/// Finals of a syllable, none among them.
const FINALS: u32 = 28;

/// The stem of a verb of one syllable that ends in a vowel: `쉬고`, `쉰다`, `쉽니다`; of a word by its first two syllables, which may be
/// all.
fn open_stem(first: u32, second: Option<u32>, is_all: bool) -> Option<u32> {
    static BEHIND: SyllableSet = SyllableSet::of(&['고', '며', '면', '는', '던']);
    let last = (first - FIRST_SYLLABLE) % FINALS;
    let next = second?;
    let verb = match last {
        0 => BEHIND.has(next),
        4 => next == u32::from('다') && is_all,
        17 => next == u32::from('니'),
        _ => false,
    };
    verb.then_some(first - last)
}
