//! How often a passage has each of its terms, in a few bytes, so that scoring it needs no second reading of its text.

use rustc_hash::FxHashMap;

/// Bytes of one entry: the term's hash in big-endian order, and how often it occurs, at most 255 times.
const ENTRY: usize = 5;

/// Counts of terms, ordered by hash. Terms are told apart by 32 bits: that one of a question's is taken for one of a
/// passage's happens once in ten million passages.
#[derive(Debug, Clone, Copy)]
pub struct Counts<'a>(&'a [u8]);

impl<'a> Counts<'a> {
    /// Reads what [`pack`] gave.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// How often a term with this hash occurs.
    #[must_use]
    pub fn of(self, hash: u32) -> u8 {
        let entries = self.0.as_chunks::<ENTRY>().0;
        let known = |[a, b, c, d, _]: &[u8; ENTRY]| u32::from_be_bytes([*a, *b, *c, *d]);
        let found = entries.binary_search_by_key(&hash, known).ok();
        found.and_then(|at| entries.get(at)).map_or(0, |[.., count]| *count)
    }
}

/// Counts terms into bytes, for [`Counts::new`].
#[must_use]
pub fn pack<'a>(terms: impl IntoIterator<Item = &'a str>) -> Vec<u8> {
    let mut counts: FxHashMap<u32, u8> = FxHashMap::default();
    for term in terms {
        let count = counts.entry(hash(term)).or_default();
        *count = count.saturating_add(1);
    }
    let mut counts: Vec<(u32, u8)> = counts.into_iter().collect();
    counts.sort_unstable();
    let bytes = |(hash, count): (u32, u8)| {
        let [a, b, c, d] = hash.to_be_bytes();
        [a, b, c, d, count]
    };
    counts.into_iter().flat_map(bytes).collect()
}

/// FNV-1a, folded to 32 bits. Stored: another one needs every passage counted again.
#[must_use]
pub fn hash(term: &str) -> u32 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let hash = term.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    let [.., a, b, c, d] = (hash ^ (hash >> 32)).to_be_bytes();
    u32::from_be_bytes([a, b, c, d])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_stored_hash_stays_what_it_is() {
        assert_eq!(hash(""), 0x8422_2325 ^ 0xcbf2_9ce4);
        assert_eq!(Counts::new(b"").of(hash("휴가")), 0);
        // Half an entry is none.
        assert_eq!(Counts::new(&[0, 0, 0]).of(0), 0);
    }

    proptest! {
        #[test]
        fn every_term_is_counted(terms in proptest::collection::vec("[a-c가-다]{1,2}", 0..300)) {
            let packed = pack(terms.iter().map(String::as_str));
            for term in terms.iter().map(String::as_str).chain(["elsewhere"]) {
                let count = terms.iter().filter(|other| *other == term).count().min(255);
                prop_assert_eq!(usize::from(Counts::new(&packed).of(hash(term))), count);
            }
        }
    }
}
