//! Static embeddings: one vector a token, their weighted mean is the text's (model2vec, `StaticEmbedding`).
//!
//! They know words, not their order, and cost microseconds.

use super::EncoderError;
use super::tensors::{Rows, Tensors};

/// A table of token vectors.
#[derive(Debug)]
pub(super) struct Lookup {
    rows: Rows,
    /// Row of each token, where tokens share rows.
    mapping: Option<Vec<f32>>,
    /// Weight of each token.
    weights: Option<Vec<f32>>,
}

impl Lookup {
    /// The names under which such tables are stored.
    pub(super) fn table(tensors: &Tensors) -> Option<&'static str> {
        ["embeddings", "embedding.weight", "0.embedding.weight"].into_iter().find(|name| tensors.has(name))
    }

    pub(super) fn open(tensors: &Tensors, table: &str) -> Result<Self, EncoderError> {
        let list = |name: &str| tensors.has(name).then(|| tensors.list(name)).transpose();
        Ok(Self { rows: tensors.rows(table)?, mapping: list("mapping")?, weights: list("weights")? })
    }

    pub(super) const fn dimensions(&self) -> usize {
        self.rows.width()
    }

    /// The mean over `tokens`; zeros when there are none.
    pub(super) fn run(&self, tokens: &[u32]) -> Result<Vec<f32>, EncoderError> {
        let mut sum = vec![0.0; self.dimensions()];
        let mut row = Vec::with_capacity(self.dimensions());
        for &token in tokens {
            let token = token as usize;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "an index that was stored"
            )]
            let place =
                self.mapping.as_ref().map_or(Some(token), |map| map.get(token).map(|&at| at as usize));
            row.clear();
            // A token that the table leaves out reads as a fault of the directory.
            self.rows.read(place.unwrap_or(usize::MAX), &mut row)?;
            let weight = self.weights.as_ref().and_then(|weights| weights.get(token)).copied().unwrap_or(1.0);
            for (sum, value) in sum.iter_mut().zip(&row) {
                *sum += weight * value;
            }
        }
        let count = tokens.len().max(1) as f32;
        for value in &mut sum {
            *value /= count;
        }
        Ok(sum)
    }
}
