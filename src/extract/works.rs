//! A bibliography: BibTeX, BibLaTeX or CSL-JSON.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use stet_bibliography::{Entry, Fault, parse};

use super::{ExtractError, decode};

/// What a file of works has.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Works {
    /// Items of CSL-JSON.
    items: Vec<Value>,
    /// What did not come in.
    pub faults: Vec<Fault>,
}

impl Works {
    /// # Errors
    /// The bytes are no text.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, ExtractError> {
        let parsed = parse(&decode(bytes)?);
        Ok(Self { items: parsed.entries.iter().map(Entry::json).collect(), faults: parsed.faults })
    }

    /// The works, read once more: who read the file may have come to harm by it.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        self.items.iter().filter_map(|item| Entry::from_csl(item).ok()).collect()
    }
}
