//! Rankings that become one, by reciprocal ranks.

use uuid::Uuid;

/// The `k` of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009).
const RRF_K: f64 = 60.0;

/// What a place in one of several rankings counts for.
pub(super) fn share(rank: usize) -> f64 {
    1.0 / (RRF_K + 1.0 + rank as f64)
}

/// Best first; equal scores by id, so that the order depends on nothing else.
pub(super) fn sort(scored: &mut [(Uuid, f64)]) {
    scored.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
}
