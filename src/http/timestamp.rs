//! Moments on the wire.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// RFC 3339, as every time on the wire.
pub(super) fn timestamp(at: OffsetDateTime) -> String {
    at.format(&Rfc3339).unwrap_or_default()
}

/// A moment as [`timestamp`] writes it.
#[derive(Debug, Clone, Copy, JsonSchema)]
#[schemars(inline)]
pub(super) struct Timestamp(#[schemars(with = "String", extend("format" = "date-time"))] pub OffsetDateTime);

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&timestamp(self.0))
    }
}
