//! Embeddings without a model: signed feature hashing of words and character n-grams (Weinberger et al. 2009).
//!
//! A bag of hashed terms is a sketch of keyword overlap; it knows no synonyms. It makes semantic search and the tests
//! work on a machine without any model, and gives the same vectors on every platform.

use futures::future::{self, BoxFuture};
use futures::{FutureExt as _, TryFutureExt as _};
use rustc_hash::FxHashMap;

use super::{EmbedError, EmbedRole, Embedder, normalise};
use stet_text::search_terms;

/// The weight of a character n-gram beside a whole term: they carry spelling variants and compounds, and there are
/// several of them in each word.
const GRAM_WEIGHT: f32 = 0.35;
/// The length of the n-grams of Latin words, in characters. Hangul bigrams are search terms already.
const GRAM: usize = 4;

/// Bytes of text that are hashed where they are asked for: a tenth of a millisecond. For more, nobody else's tokens wait.
const AT_ONCE: usize = 2 << 10;

/// Hashes terms into a fixed number of dimensions.
#[derive(Debug, Clone)]
pub struct HashingEmbedder {
    space: String,
    dimensions: usize,
}

impl HashingEmbedder {
    /// `dimensions` is at least 1; 1536 is the width of the database's vector column.
    #[must_use]
    pub fn new(dimensions: usize) -> Self {
        let dimensions = dimensions.max(1);
        Self { space: format!("hashing-v1:{dimensions}"), dimensions }
    }

    /// The vector of one text.
    #[must_use]
    pub fn vector(&self, text: &str) -> Vec<f32> {
        let mut counts: FxHashMap<u64, (u32, f32)> = FxHashMap::default();
        let mut add = |bytes: &[u8], kind: u8, weight: f32| {
            counts.entry(hash(bytes, kind)).or_insert((0, weight)).0 += 1;
        };
        for term in search_terms(text) {
            add(term.as_bytes(), 0, 1.0);
            if term.is_ascii() && term.len() > GRAM {
                for gram in term.as_bytes().windows(GRAM) {
                    add(gram, 1, GRAM_WEIGHT);
                }
            }
        }
        let mut features: Vec<(u64, u32, f32)> =
            counts.into_iter().map(|(hash, (count, weight))| (hash, count, weight)).collect();
        // Sums of floats depend on their order, and a map has none.
        features.sort_unstable_by_key(|&(hash, ..)| hash);
        let mut vector = vec![0.0_f32; self.dimensions];
        for (hash, count, weight) in features {
            // Sub-linear: the tenth occurrence says less than the first.
            let value = weight * sublinear(count);
            let value = if hash >> 63 == 0 { value } else { -value };
            let bucket = usize::try_from((hash & 0x7FFF_FFFF) % self.dimensions as u64).unwrap_or_default();
            if let Some(slot) = vector.get_mut(bucket) {
                *slot += value;
            }
        }
        normalise(&mut vector);
        vector
    }
}

impl Default for HashingEmbedder {
    fn default() -> Self {
        Self::new(1536)
    }
}

impl Embedder for HashingEmbedder {
    fn space(&self) -> &str {
        &self.space
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [String],
        _role: EmbedRole,
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbedError>> {
        let vectors = |own: &Self, texts: &[String]| texts.iter().map(|text| own.vector(text)).collect();
        if texts.iter().map(String::len).sum::<usize>() <= AT_ONCE {
            return future::ready(Ok(vectors(self, texts))).boxed();
        }
        let (own, texts) = (self.clone(), texts.to_vec());
        tokio::task::spawn_blocking(move || vectors(&own, &texts))
            .map_err(|fault| EmbedError::Provider { message: fault.to_string() })
            .boxed()
    }
}

/// 1 + log2(count) in whole bits and their fractions, computed without the platform's `ln`, whose last digit differs
/// from one to another.
fn sublinear(count: u32) -> f32 {
    let bits = count.max(1).ilog2();
    let fraction = f64::from(count.max(1)) / f64::from(1_u32 << bits) - 1.0;
    #[expect(clippy::cast_possible_truncation, reason = "between 1 and 33")]
    let value = (1.0 + f64::from(bits) + fraction) as f32;
    value
}

/// FNV-1a over the bytes, then the finaliser of `SplitMix64`, so that every bit depends on every byte.
fn hash(bytes: &[u8], kind: u8) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for &byte in bytes.iter().chain(std::iter::once(&kind)) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cosine(a: &str, b: &str) -> f32 {
        let embedder = HashingEmbedder::default();
        let (a, b) = (embedder.vector(a), embedder.vector(b));
        a.iter().zip(&b).map(|(a, b)| a * b).sum()
    }

    #[test]
    fn what_shares_words_is_nearer() {
        for (query, near, far) in [
            ("유급휴가는 며칠인가", "직원에게 연 15일의 유급휴가를 준다.", "도서관은 오전 9시에 연다."),
            (
                "paid leave of employees",
                "Every employee is granted paid leave.",
                "The library opens at nine.",
            ),
            ("연차 휴가 신청", "연차휴가를 신청하려면 승인이 필요하다.", "식당의 메뉴는 매주 바뀐다."),
        ] {
            assert!(cosine(query, near) > cosine(query, far) + 0.1, "{query}");
        }
    }

    #[test]
    fn vectors_are_the_same_everywhere() {
        // Written down once: a change of these is a change of the space, which then needs another name.
        assert_eq!(hash(b"stet", 0), 0x768e_2ec8_656d_c9d1);
        assert_eq!(hash("휴가".as_bytes(), 1), 0xe953_3f81_dfe4_b8de);
        assert_eq!(
            [1, 2, 3, 4, 12].map(|count| sublinear(count).to_bits()),
            [1.0_f32, 2.0, 2.5, 3.0, 4.5].map(f32::to_bits)
        );
    }

    #[test]
    fn no_words_give_the_zero_vector() {
        assert!(HashingEmbedder::new(64).vector(" … !").iter().all(|&x| x == 0.0));
    }

    proptest! {
        #[test]
        fn every_vector_is_finite_and_of_length_one_or_zero(text in "\\PC{0,200}") {
            let vector = HashingEmbedder::new(256).vector(&text);
            prop_assert_eq!(vector.len(), 256);
            prop_assert!(vector.iter().all(|x| x.is_finite()));
            let length: f32 = vector.iter().map(|x| x * x).sum();
            prop_assert!(length < 1e-6 || (length - 1.0).abs() < 1e-3);
        }
    }
}
