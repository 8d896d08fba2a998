//! What a rule of Vale checks, in Vale's own words: the fields of its file, which is the form a pack is stored in too.
//!
//! Packs of earlier versions wrote pairs as lists and a scope as one word; both are read.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// The fields of a check; which of them count depends on `extends`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[allow(clippy::struct_excessive_bools)] // the fields of Vale's file
pub struct Check {
    /// The kind of check.
    pub extends: String,
    /// The blocks that it looks at, as selectors; empty is `text`.
    #[serde(deserialize_with = "texts", skip_serializing_if = "Vec::is_empty")]
    pub scope: Vec<String>,
    /// Patterns; each hit breaks the rule (existence), or each hit that comes twice (repetition). Of a sequence the JSON of
    /// each of its words.
    #[serde(
        deserialize_with = "tokens",
        serialize_with = "as_tokens",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub tokens: Vec<String>,
    /// One pattern in pieces that stands before the tokens, or behind them with `append`.
    #[serde(deserialize_with = "texts", skip_serializing_if = "Vec::is_empty")]
    pub raw: Vec<String>,
    #[serde(deserialize_with = "flag", skip_serializing_if = "is_unset")]
    pub append: bool,
    #[serde(deserialize_with = "flag", skip_serializing_if = "is_unset")]
    pub ignorecase: bool,
    /// Without word boundaries around the patterns.
    #[serde(deserialize_with = "flag", skip_serializing_if = "is_unset")]
    pub nonword: bool,
    #[serde(deserialize_with = "texts", skip_serializing_if = "Vec::is_empty")]
    pub exceptions: Vec<String>,
    /// Whether the words that a project accepts are exceptions; they are, unless this says no.
    #[serde(deserialize_with = "maybe_flag", skip_serializing_if = "Option::is_none")]
    pub vocab: Option<bool>,
    /// Each left side gives way to its right side.
    #[serde(deserialize_with = "pairs", skip_serializing_if = "Vec::is_empty")]
    pub swap: Vec<(String, String)>,
    /// A replacement starts with a capital where what it replaces does.
    #[serde(deserialize_with = "flag", skip_serializing_if = "is_unset")]
    pub capitalize: bool,
    /// English words are also their forms: `utilize` is `utilizing`, for which the other word has its own.
    #[serde(deserialize_with = "flag", skip_serializing_if = "is_unset")]
    pub inflect: bool,
    /// Of each pair only one may occur.
    #[serde(deserialize_with = "pairs", skip_serializing_if = "Vec::is_empty")]
    pub either: Vec<(String, String)>,
    #[serde(deserialize_with = "text", skip_serializing_if = "String::is_empty")]
    pub token: String,
    #[serde(deserialize_with = "count", skip_serializing_if = "is_none")]
    pub max: usize,
    #[serde(deserialize_with = "count", skip_serializing_if = "is_none")]
    pub min: usize,
    /// Only letters count as repeated.
    #[serde(deserialize_with = "flag", skip_serializing_if = "is_unset")]
    pub alpha: bool,
    /// Where this matches, `second` must have introduced it before.
    #[serde(deserialize_with = "text", skip_serializing_if = "String::is_empty")]
    pub first: String,
    #[serde(deserialize_with = "text", skip_serializing_if = "String::is_empty")]
    pub second: String,
    /// `$title`, `$sentence`, `$lower`, `$upper` or a pattern.
    #[serde(rename = "match", deserialize_with = "text", skip_serializing_if = "String::is_empty")]
    pub casing: String,
    /// AP or Chicago, for titles; in old packs what `match` is.
    #[serde(deserialize_with = "style", skip_serializing_if = "String::is_empty")]
    pub style: String,
    #[serde(deserialize_with = "texts", skip_serializing_if = "Vec::is_empty")]
    pub indicators: Vec<String>,
    /// The share of words that must be right; 0 is 0.8.
    #[serde(deserialize_with = "share", skip_serializing_if = "is_zero")]
    pub threshold: f64,
    /// What stands before a heading and is not looked at, as `\d+\.`.
    #[serde(deserialize_with = "text", skip_serializing_if = "String::is_empty")]
    pub prefix: String,
    /// The formulas of a grade of reading, and the highest that is no breach.
    #[serde(deserialize_with = "texts", skip_serializing_if = "Vec::is_empty")]
    pub metrics: Vec<String>,
    #[serde(deserialize_with = "share", skip_serializing_if = "is_zero")]
    pub grade: f64,
    /// Patterns of words that are not looked up; with `custom`, only these.
    #[serde(deserialize_with = "texts", skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<String>,
    #[serde(deserialize_with = "flag", skip_serializing_if = "is_unset")]
    pub custom: bool,
    /// Files of words and dictionaries, and the folder they are in; `append` keeps the English one beside them.
    #[serde(deserialize_with = "texts", skip_serializing_if = "Vec::is_empty")]
    pub ignore: Vec<String>,
    #[serde(deserialize_with = "texts", skip_serializing_if = "Vec::is_empty")]
    pub dictionaries: Vec<String>,
    #[serde(deserialize_with = "text", skip_serializing_if = "String::is_empty")]
    pub dicpath: String,
    #[serde(deserialize_with = "text", skip_serializing_if = "String::is_empty")]
    pub dic: String,
    #[serde(deserialize_with = "text", skip_serializing_if = "String::is_empty")]
    pub aff: String,
    /// What was read from those files.
    #[serde(deserialize_with = "texts", skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// The most hits that are told of one text; 0 is all.
    #[serde(deserialize_with = "count", skip_serializing_if = "is_none")]
    pub limit: usize,
    #[serde(deserialize_with = "action", skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
}

/// What a rule does with its hits.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Action {
    pub name: String,
    #[serde(deserialize_with = "all_texts", skip_serializing_if = "Vec::is_empty")]
    pub params: Vec<String>,
}

impl Check {
    /// What `match` is, also in packs that had it as `style`.
    #[must_use]
    pub fn case(&self) -> &str {
        if self.casing.is_empty() { &self.style } else { &self.casing }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's form
const fn is_unset(flag: &bool) -> bool {
    !*flag
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's form
const fn is_none(count: &usize) -> bool {
    *count == 0
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's form
fn is_zero(share: &f64) -> bool {
    *share == 0.0
}

/// YAML reads `yes`, `1` and the like as something else than text.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null => Some(String::new()),
        _ => None,
    }
}

fn text<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(scalar(&Value::deserialize(from)?).unwrap_or_default())
}

/// Texts, of which empty ones say nothing.
fn texts<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let all = all_texts(from)?;
    Ok(all.into_iter().filter(|item| !item.trim().is_empty()).collect())
}

/// Texts, and things as their JSON.
fn tokens<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let all = match Value::deserialize(from)? {
        Value::Array(all) => all,
        Value::Null => Vec::new(),
        one => vec![one],
    };
    let text = |one: &Value| if one.is_object() { Some(one.to_string()) } else { scalar(one) };
    Ok(all.iter().filter_map(text).filter(|item| !item.trim().is_empty()).collect())
}

fn as_tokens<S: Serializer>(tokens: &[String], to: S) -> Result<S::Ok, S::Error> {
    let value = |token: &String| {
        let thing = token.starts_with('{').then(|| serde_json::from_str(token).ok()).flatten();
        thing.unwrap_or_else(|| Value::String(token.clone()))
    };
    to.collect_seq(tokens.iter().map(value))
}

fn all_texts<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let all = match Value::deserialize(from)? {
        Value::Array(all) => all,
        Value::Null => Vec::new(),
        one => vec![one],
    };
    Ok(all.iter().filter_map(scalar).collect())
}

fn pairs<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(String, String)>, D::Error> {
    let pair = |pair: &Value| Some((scalar(pair.get(0)?)?, scalar(pair.get(1)?)?));
    Ok(match Value::deserialize(from)? {
        Value::Object(map) => {
            map.iter().filter_map(|(left, right)| Some((left.clone(), scalar(right)?))).collect()
        }
        Value::Array(all) => all.iter().filter_map(pair).collect(),
        _ => Vec::new(),
    })
}

fn maybe_flag<'de, D: Deserializer<'de>>(from: D) -> Result<Option<bool>, D::Error> {
    let value = Value::deserialize(from)?;
    Ok(value.as_bool().or_else(|| scalar(&value).map(|text| text == "true" || text == "1")))
}

fn flag<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    Ok(maybe_flag(from)?.unwrap_or_default())
}

fn count<'de, D: Deserializer<'de>>(from: D) -> Result<usize, D::Error> {
    let value = Value::deserialize(from)?;
    Ok(scalar(&value).and_then(|text| text.trim().parse().ok()).unwrap_or_default())
}

fn share<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    let value = Value::deserialize(from)?;
    Ok(scalar(&value).and_then(|text| text.trim().parse().ok()).unwrap_or_default())
}

/// Packs of earlier versions had `match` here, as a word or as `{"pattern": …}`.
fn style<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let value = Value::deserialize(from)?;
    if let Some(pattern) = value.get("pattern").and_then(Value::as_str) {
        return Ok(pattern.to_owned());
    }
    let word = scalar(&value).unwrap_or_default();
    let known = ["title", "sentence", "lower", "upper"].contains(&word.as_str());
    Ok(if known { format!("${word}") } else { word })
}

fn action<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Action>, D::Error> {
    let action = Action::deserialize(Value::deserialize(from)?).unwrap_or_default();
    Ok(Some(action).filter(|action| !action.name.is_empty()))
}
