//! Shares as JSON, with the digits that they were meant with.

use serde::{Serialize as _, Serializer};

/// A share with the digits it was meant with: as a JSON value, 0.7 of single precision is 0.699999988079071, which is
/// below a threshold that it meets.
#[must_use]
pub fn digits(share: f32) -> f64 {
    share.to_string().parse().unwrap_or_else(|_| f64::from(share))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
pub(super) fn share<S: Serializer>(share: &f32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(digits(*share))
}

#[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
pub(super) fn share_if_any<S: Serializer>(share: &Option<f32>, serializer: S) -> Result<S::Ok, S::Error> {
    share.map(digits).serialize(serializer)
}
