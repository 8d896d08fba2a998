//! Which sentences contain a word.

/// Pairs of a word's key and a sentence, sorted into buckets by the highest bits of the key. A bucket has some sixteen
/// pairs, so a look-up reads few lines of memory.
#[derive(Debug, Clone, Default)]
pub(super) struct Index {
    /// Where each bucket begins, and the end of the last.
    starts: Box<[u32]>,
    /// The lowest bits of the key above the number of the sentence.
    pairs: Box<[u32]>,
    /// How many bits the number of a sentence has. The others are of the key: the more sentences there are, the more
    /// buckets, and the more of a key its bucket tells.
    bits: u32,
}

impl Index {
    /// `pairs` of `sentences` sentences, given twice, in the order of the sentences. Words of sentences beyond the first
    /// 16 million (of more than a gigabyte of text) are found by their n-grams only.
    pub(super) fn new<I: Iterator<Item = (u32, u32)>>(sentences: u32, pairs: impl Fn() -> I) -> Self {
        /// In a bucket, about.
        const PAIRS: usize = 16;
        const MOST_BITS: u32 = 24;
        // A word of bits is of this index, or of none.
        const FEWEST_BITS: u32 = u64::BITS.ilog2();
        let bits = (u32::BITS - sentences.leading_zeros()).clamp(FEWEST_BITS, MOST_BITS);
        let pairs = || pairs().filter(|pair| pair.1 >> bits == 0);
        let count = pairs().count();
        let mut index = Self {
            starts: vec![0; count / PAIRS + 2].into_boxed_slice(),
            pairs: vec![0; count].into_boxed_slice(),
            bits,
        };
        pairs().for_each(|(key, _)| {
            let bucket = index.bucket(key);
            if let Some(size) = index.starts.get_mut(bucket) {
                *size += 1;
            }
        });
        let mut end = 0;
        for start in &mut index.starts {
            end += *start;
            *start = end;
        }
        // Filled from behind, until each start is that of its bucket.
        pairs().for_each(|(key, sentence)| {
            let bucket = index.bucket(key);
            let Some(place) = index.starts.get_mut(bucket) else { return };
            *place -= 1;
            if let Some(slot) = index.pairs.get_mut(*place as usize) {
                *slot = key << bits | sentence;
            }
        });
        index
    }

    fn bucket(&self, key: u32) -> usize {
        // The key as a fraction of all keys.
        let buckets = self.starts.len().saturating_sub(1) as u64;
        ((u64::from(key) * buckets) >> 32) as usize
    }

    /// The sentences that contain a word, in no order.
    pub(super) fn find(&self, key: u32) -> impl Iterator<Item = usize> {
        let pairs = self.among(key).iter().copied();
        pairs.filter(move |&pair| self.is_of(pair, key)).map(|pair| self.sentence(pair))
    }

    /// Sets the bits of the sentences that contain a word.
    pub(super) fn mark(&self, key: u32, sentences: &mut [u64]) {
        let mine = key << self.bits;
        for &pair in self.among(key) {
            // The number of the sentence where the pair is the word's; that of no sentence where it is another's.
            let sentence = (pair ^ mine) as usize;
            if let Some(bits) = sentences.get_mut(sentence / 64) {
                *bits |= 1 << (sentence % 64);
            }
        }
    }

    /// The pairs in the bucket of a word.
    fn among(&self, key: u32) -> &[u32] {
        let bucket = self.bucket(key);
        let range = match (self.starts.get(bucket), self.starts.get(bucket + 1)) {
            (Some(&start), Some(&end)) => start as usize..end as usize,
            _ => 0..0,
        };
        self.pairs.get(range).unwrap_or_default()
    }

    fn is_of(&self, pair: u32, key: u32) -> bool {
        (pair ^ key << self.bits) >> self.bits == 0
    }

    fn sentence(&self, pair: u32) -> usize {
        (pair & !(u32::MAX << self.bits)) as usize
    }

    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.starts) + size_of_val(&*self.pairs)
    }
}
