//! The n-grams of a text: pairs of Hangul syllables and triples of other characters, each as a hash.

use stet_text::syllable_at;

/// Calls `found` with the n-grams of a text, normalised but for capitals among its ASCII, some of them twice: pairs of Hangul
/// syllables that follow one another (a space between them does not count, because Korean compounds
/// are written with and without), and triples of other word characters (where a run of anything else
/// counts as one space).
pub(super) fn each_gram(norm: &str, found: impl FnMut(u32)) {
    visit(norm, &mut Each(found));
}

/// What is told of the n-grams of a text.
pub(super) trait Visitor {
    /// An n-gram.
    fn gram(&mut self, gram: u32);

    /// An n-gram of three characters of 21 bits each.
    #[inline]
    fn triple(&mut self, characters: u64) {
        self.gram(mix(characters));
    }

    /// A pair of syllables.
    #[inline]
    fn pair(&mut self, first: u32, second: u32) {
        self.gram(pair(first, second));
    }

    /// The pairs of syllables that a text begins with, behind a syllable (0 for none); what is behind them, and the last
    /// syllable.
    #[inline]
    fn pairs<'a>(&mut self, bytes: &'a [u8], mut last: u32) -> (&'a [u8], u32) {
        let rest = each_syllable(bytes, |code| {
            if last != 0 {
                self.pair(last, code);
            }
            last = code;
        });
        (rest, last)
    }

    /// A run of ASCII behind a triple; returns the last triple, of which only the last two characters matter.
    #[inline]
    fn ascii(&mut self, run: &[u8], triple: u64) -> u64 {
        ascii_triples(run, triple, |characters| self.triple(characters))
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
pub(super) fn visit(norm: &str, visitor: &mut impl Visitor) {
    visit_behind(Before::default(), norm, visitor);
}

/// The same of texts that stand one behind another, a space apart.
pub(super) fn visit_all<'a>(texts: impl IntoIterator<Item = &'a str>, visitor: &mut impl Visitor) {
    let mut before: Option<Before> = None;
    for text in texts {
        let behind = before.map_or_else(Before::default, |before| visit_behind(before, " ", visitor));
        before = Some(visit_behind(behind, text, visitor));
    }
}

/// What stands before a text.
#[derive(Debug, Clone, Copy)]
struct Before {
    /// The last characters, one bit higher than they are hashed, so that what is shifted out is gone.
    triple: u64,
    /// The last syllable if no letter followed it, 0 for none.
    syllable: u32,
}

impl Default for Before {
    fn default() -> Self {
        Self { triple: GAPS << 1, syllable: 0 }
    }
}

/// [`visit`] of a text that has another before it.
#[inline]
fn visit_behind(before: Before, norm: &str, visitor: &mut impl Visitor) -> Before {
    let bytes = norm.as_bytes();
    let ascii = norm.is_ascii();
    let Before { mut triple, mut syllable } = before;
    let mut at = 0;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        if !ascii {
            let (left, last) = visitor.pairs(rest, syllable);
            if left.len() < rest.len() {
                at = bytes.len() - left.len();
                (syllable, triple) = (last, GAPS << 1);
            }
        }
        let gaps = triple & PAIR << 1 == GAPS << 1;
        if gaps && bytes.get(at).is_some_and(|byte| byte.is_ascii() && FOLDED[usize::from(*byte)] == b' ') {
            at += 1;
            continue;
        }
        let rest = bytes.get(at..).unwrap_or_default();
        let run = if ascii { rest.len() } else { ascii_run(rest) };
        if let Some(run) = rest.get(..run).filter(|run| !run.is_empty()) {
            at += run.len();
            triple = visitor.ascii(run, triple);
            if triple & PAIR << 1 != GAPS << 1 {
                syllable = 0;
            }
            continue;
        }
        let Some(ch) = norm.get(at..).and_then(|rest| rest.chars().next()) else {
            return Before { triple, syllable };
        };
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
            visitor.triple(next >> 1);
        }
        triple = next;
    }
}

/// How many bytes of ASCII a text begins with.
#[inline]
fn ascii_run(bytes: &[u8]) -> usize {
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    let mut at = 0;
    while let Some(&eight) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let high = u64::from_le_bytes(eight) & HIGH;
        if high != 0 {
            return at + (high.trailing_zeros() / u8::BITS) as usize;
        }
        at += 8;
    }
    at + bytes.get(at..).unwrap_or_default().iter().take_while(|byte| byte.is_ascii()).count()
}

/// Calls `found` with the codes of the syllables that a text begins with; what is behind them.
#[inline]
pub(super) fn each_syllable(bytes: &[u8], mut found: impl FnMut(u32)) -> &[u8] {
    each_written(bytes, |written| found(code_of(written)))
}

/// The same with the bytes of the syllables, which are all a scan asks for. A gap of one byte behind a
/// syllable changes nothing: it is passed without a branch, which no processor foresees.
#[inline]
pub(super) fn each_written(mut bytes: &[u8], mut found: impl FnMut(u32)) -> &[u8] {
    // A syllable and the byte behind it: of UTF-8 the syllables come in order.
    const FIRST: u32 = u32::from_be_bytes([0xea, 0xb0, 0x80, 0]);
    const END: u32 = u32::from_be_bytes([0xed, 0x9e, 0xa4, 0]);
    while let Some(&four) = bytes.first_chunk() {
        let four = u32::from_be_bytes(four);
        if four.wrapping_sub(FIRST) >= END - FIRST {
            return bytes;
        }
        found(four >> 8);
        let passed = usize::from(PASSED[(four & 0xff) as usize]);
        bytes = bytes.get(3 + passed..).unwrap_or_default();
    }
    while let Some(code) = syllable_at(bytes, 0) {
        found(written(code));
        bytes = bytes.get(3..).unwrap_or_default();
    }
    bytes
}

/// The three bytes of a syllable of this code, and the code of the syllable that three bytes are.
#[inline]
pub(super) fn written(code: u32) -> u32 {
    0x00e0_8080 | (code & 0xf000) << 4 | (code & 0xfc0) << 2 | code & 0x3f
}

#[inline]
pub(super) fn code_of(written: u32) -> u32 {
    written >> 4 & 0xf000 | written >> 2 & 0xfc0 | written & 0x3f
}

/// The triples of ASCII behind a triple, and the last one. What is looked up for an n-gram waits for nothing, so the next
/// one must wait for little: here for three steps.
#[inline]
pub(super) fn ascii_triples(bytes: &[u8], mut triple: u64, mut found: impl FnMut(u64)) -> u64 {
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
pub(super) fn seen(ch: char) -> u32 {
    let letter = match ch {
        // Multiplication and division stand between letters that most foreign names have.
        '\u{c0}'..='\u{24f}' => !matches!(ch, '\u{d7}' | '\u{f7}'),
        // Dashes, quotation marks, brackets: far commoner than rare letters.
        '\u{2000}'..='\u{206f}' | '\u{3008}'..='\u{3020}' => false,
        // Of other scripts the letters that are commonest, and the ideographs.
        '\u{3b1}'..='\u{3c9}'
        | '\u{410}'..='\u{44f}'
        | '\u{3041}'..='\u{3096}'
        | '\u{30a1}'..='\u{30fa}'
        | '\u{4e00}'..='\u{9fa5}' => true,
        _ => ch.is_alphanumeric(),
    };
    if letter { u32::from(ch) } else { GAP }
}

/// The bit that the n-grams of a [`Signature`](super::signature::Signature) have: all pairs of syllables and half of the triples, of which each
/// character is in three.
pub(super) const SAMPLED: u32 = 2;

/// What stands in an n-gram for everything that is no word character.
pub(super) const GAP: u32 = ' ' as u32;

/// Three characters of 21 bits each, the last two of them, the last one, and two gaps.
pub(super) const TRIPLE: u64 = (1 << 63) - 1;
pub(super) const PAIR: u64 = (1 << 42) - 1;
pub(super) const LAST: u64 = (1 << 21) - 1;
pub(super) const GAPS: u64 = (GAP as u64) << 21 | GAP as u64;

/// ASCII as n-grams see it: letters, which are lower case, and digits, and a space for everything else.
pub(super) const FOLDED: [u8; 256] = {
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
pub(super) const ALPHABET: &[u8; 37] = b" abcdefghijklmnopqrstuvwxyz0123456789";

/// The numbers of ASCII characters.
pub(super) const NUMBERS: [u8; 256] = {
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

/// The numbers of the last characters of a triple of ASCII, each of six bits; `None` where one of the last two is no ASCII.
#[inline]
pub(super) fn numbers(triple: u64) -> Option<u16> {
    Some(number_of(triple >> 1 >> 21)? << 6 | number_of(triple >> 1)?)
}

/// The number of the last of some characters of 21 bits each; `None` where it is no ASCII.
#[inline]
pub(super) fn number_of(characters: u64) -> Option<u16> {
    let code = u8::try_from(characters & LAST).ok().filter(u8::is_ascii)?;
    Some(NUMBERS[usize::from(code)].into())
}

/// The n-gram that two syllables are.
#[inline]
pub(super) fn pair(first: u32, second: u32) -> u32 {
    mix(u64::from(first) << 21 | u64::from(second)) | SAMPLED
}

/// The hash of up to three characters of 21 bits each; never 0.
#[inline]
pub(super) fn mix(characters: u64) -> u32 {
    let wide = characters.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let upper = (wide >> 32) as u32;
    upper | 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_one_behind_another_have_the_n_grams_of_the_whole() {
        let parts = ["the board met.", "가나 다", "\"라\" x", "...", "", "y1 é", "마b"];
        for from in 0..parts.len() {
            for end in from..=parts.len() {
                let texts = &parts[from..end];
                let (mut mine, mut whole) = (Vec::new(), Vec::new());
                visit_all(texts.iter().copied(), &mut Each(|gram| mine.push(gram)));
                each_gram(&texts.join(" "), |gram| whole.push(gram));
                assert_eq!(mine, whole, "{texts:?}");
            }
        }
    }

    #[test]
    fn syllables_are_their_bytes() {
        for ch in '가'..='힣' {
            let (code, text) = (u32::from(ch), ch.to_string());
            let bytes = text.bytes().fold(0, |bytes, byte| bytes << 8 | u32::from(byte));
            assert_eq!((written(code), code_of(bytes)), (bytes, code));
        }
    }

    #[test]
    fn letters_and_digits_are_seen() {
        // What is told apart here beside ASCII and marks that stand for nothing.
        for ch in ('\u{250}'..='\u{1fff}').chain('\u{3021}'..='\u{ffff}') {
            assert_eq!(seen(ch) != GAP, ch.is_alphanumeric(), "{ch:?}");
        }
    }
}
