//! Criteria packs: the writer's own rules.
//!
//! Owns the model of a pack ([`check`] is what a rule of Vale checks), its compilation with every error named ([`compile`],
//! on the engines of [`pattern`]), the lint of a text ([`lint`]) in the blocks that a reader sees ([`blocks`]), what a
//! writer wants passed over: words of a dictionary, findings set aside ([`spared`]), rules that comments switch off
//! ([`comments`]), the words that put the rules before a model ([`prompt`]) and the reading of packs
//! and Vale styles ([`import`]) from parsed values, with the keys in them that nobody
//! reads ([`keys`]). Leaves reading files, YAML and archives to the adapters, and storing packs to the store.

pub mod blocks;
mod casing;
pub mod check;
pub mod comments;
pub mod compile;
mod finder;
pub mod import;
mod inflect;
pub mod keys;
pub mod lint;
mod message;
mod mistake;
pub mod pattern;
pub mod project;
pub mod prompt;
mod readability;
mod sequence;
pub mod slips;
pub mod spared;
pub mod speller;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use check::Check;

/// A named set of rules.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "PackContent")]
pub struct Pack {
    /// By which it is asked for.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Counts up with every change.
    pub version: u32,
    /// The rules and examples.
    #[serde(alias = "criteria_definition")]
    pub criteria_definition: Definition,
    /// Mistakes that writers make, in words.
    #[serde(alias = "common_pitfalls")]
    pub common_pitfalls: Vec<String>,
    /// Passages that the rules rest on.
    #[serde(alias = "evidence_chunk_ids")]
    pub evidence_chunk_ids: Vec<String>,
    /// Subject of the rules, in words of their writer.
    pub category: String,
    /// For whom the pack is: basic, intermediate, advanced.
    pub difficulty: String,
    /// Whether its rules hold.
    #[serde(alias = "is_active")]
    pub is_active: bool,
}

/// The rules with examples of good and bad writing.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "PackDefinition")]
pub struct Definition {
    /// The rules, in order.
    pub rules: Vec<Rule>,
    /// Sentences that are as they should be.
    pub do_examples: Vec<String>,
    /// Sentences that are not.
    pub dont_examples: Vec<String>,
}

/// How binding a rule is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Kind {
    Must,
    /// What the rule describes must not occur.
    #[default]
    MustNot,
    Prefer,
}

/// How loudly a broken rule is reported.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Severity {
    Suggestion,
    #[default]
    Warning,
    Error,
}

/// One rule. It has a text for the model, or a pattern or check for the machine, or both.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Rule {
    /// Unique in its pack.
    pub id: String,
    /// What the rule asks for.
    pub kind: Kind,
    /// The rule in words, for writers and models.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Regular expression of what breaks the rule; for must, of what every text needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub pattern: Option<String>,
    /// What stands in place of a match; $1 is the first group.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub replacement: Option<String>,
    /// How much it matters.
    pub severity: Severity,
    /// Subject of the rule, in words of its writer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub category: Option<String>,
    /// Where the rule is explained.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub link: Option<String>,
    /// Stands before the other rules in the prompt and is never left out first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    /// A check beyond one pattern, as Vale styles have them, with the fields of Vale's file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "BTreeMap<String, Value>", extend(
        "required" = ["extends"],
        "properties" = { "extends": { "type": "string", "description": "Kind of the check, as Vale names it." } },
    ))]
    pub check: Option<Check>,
}
