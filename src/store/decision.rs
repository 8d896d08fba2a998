//! What a writer decides on a patch, and where the patch stands then.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a patch stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum PatchStatus {
    Pending,
    Accepted,
    Rejected,
    Conflict,
    Superseded,
}

impl PatchStatus {
    /// The name in the database and on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Conflict => "conflict",
            Self::Superseded => "superseded",
        }
    }
}

/// What a writer decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum Decision {
    Accept,
    Reject,
    Undo,
}
