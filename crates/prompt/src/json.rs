//! JSON in a model's words: one object, bare, fenced, or inside prose.
//!
//! Owns finding the object and reading a verdict out of it. What is not clearly a verdict is a failed one: a
//! model's prose must never be mistaken for agreement.

mod sloppy;

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use stet_text::Language;

/// The model layer's word on one sentence.
#[derive(Debug, Clone, PartialEq)]
pub enum ModelVerdict {
    /// Judged, with a confidence from 0 to 1.
    Judged { accurate: bool, confidence: f32, explanation: String },
    /// No usable answer: unreachable, too late, not JSON.
    Failed { reason: String },
}

/// Longest reply that is looked at, in bytes.
const MAX_REPLY: usize = 64 << 10;
/// Most opening braces that are tried.
const MAX_TRIES: usize = 32;
/// The same of a list.
const MAX_LISTED: usize = 128;
/// Characters of an explanation that are kept; a reader wants a sentence.
const MAX_EXPLANATION: usize = 500;

/// The JSON objects in `text`, in order, without those inside another. What an object says twice, and not the same both
/// times, it has not said: the field is null. Linear in the text for each of at most 32 opening braces.
#[must_use]
pub fn objects(text: &str) -> Vec<Map<String, Value>> {
    let text = text.get(..text.floor_char_boundary(MAX_REPLY)).unwrap_or_default();
    let mut found = Vec::new();
    let mut free = 0;
    for (at, _) in text.match_indices('{').take(MAX_TRIES) {
        if at < free {
            continue;
        }
        let rest = text.get(at..).unwrap_or_default();
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Once>();
        match values.next() {
            Some(Ok(Once(Value::Object(object)))) => {
                free = at + values.byte_offset();
                found.push(object);
            }
            // All the rest is half of one object, and what is whole inside it is no word of its own.
            Some(Err(fault)) if fault.is_eof() => break,
            _ => {}
        }
    }
    found
}

/// The flat objects of a list in a model's words: one a line, in an array, in arrays of an object, and those that are whole where the
/// rest is missing. Each is to be checked by itself; a verdict is never read like this. Linear in the text for each of at most
/// 128 opening braces.
#[must_use]
pub fn listed(text: &str) -> Vec<Map<String, Value>> {
    let text = text.get(..text.floor_char_boundary(MAX_REPLY)).unwrap_or_default();
    let (mut found, mut free) = (Vec::new(), 0);
    for (at, _) in text.match_indices('{').take(MAX_LISTED) {
        if at < free {
            continue;
        }
        let rest = text.get(at..).unwrap_or_default();
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Once>();
        if let Some(Ok(Once(Value::Object(object)))) = values.next() {
            free = at + values.byte_offset();
            let lists = object.values().filter_map(Value::as_array).flatten();
            let inner: Vec<_> = lists.filter_map(Value::as_object).cloned().collect();
            if inner.is_empty() { found.push(object) } else { found.extend(inner) }
        }
    }
    found
}

/// A JSON value of which no object has two minds: the reader of a [`Value`] takes the last of several fields of one
/// name, so that `"is_accurate": false` could be unsaid.
struct Once(Value);

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader).map(Self)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Once(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some((name, Once(value))) = fields.next_entry::<String, Once>()? {
            match object.get_mut(&name) {
                Some(known) if *known == value => {}
                Some(known) => *known = Value::Null,
                None => drop(object.insert(name, value)),
            }
        }
        Ok(Value::Object(object))
    }
}

/// The objects that a verdict may be in: JSON, or, where there is none, what small models write in its place.
fn verdicts(reply: &str) -> Vec<Map<String, Value>> {
    let strict = objects(reply);
    if strict.is_empty() { sloppy::objects(reply) } else { strict }
}

/// Whether a reply that is still coming has said `decision` and its confidence, so that the rest need not be awaited. Only
/// one that begins with its object: what is in the midst of prose may be a quotation.
#[must_use]
pub fn has_verdict(reply: &str, decision: &str) -> bool {
    let body = reply.trim_start();
    let body = body
        .strip_prefix("```")
        .map_or(body, |fenced| fenced.trim_start_matches(|ch: char| ch.is_ascii_alphabetic()).trim_start());
    body.starts_with('{')
        && sloppy::objects(body).first().is_some_and(|object| {
            object.get(decision).and_then(truth).is_some()
                && object.get("confidence").and_then(share).is_some()
        })
}

/// Where the value of `decision` begins that a reply has said last, if it is a yes or a no.
#[must_use]
pub fn decision_at(reply: &str, decision: &str) -> Option<usize> {
    let said = |(at, name): (usize, &str)| {
        let behind = reply.get(at + name.len()..)?;
        let value = behind.trim_start_matches(|ch: char| ch.is_whitespace() || "\"':=*`".contains(ch));
        let word = value.split(|ch: char| !ch.is_alphabetic()).next()?;
        truth(&Value::from(word)).map(|_| reply.len() - value.len())
    };
    reply.rmatch_indices(decision).find_map(said)
}

/// Yes or no, in JSON or in words.
fn truth(value: &Value) -> Option<bool> {
    static SAID: LazyLock<HashMap<&str, &str>> =
        LazyLock::new(|| stet_data::pairs("judge/said.tsv").into_iter().collect());
    match value {
        Value::Bool(said) => Some(*said),
        Value::String(word) => SAID
            .get(word.trim().trim_end_matches('.').to_lowercase().as_str())
            .map(|meaning| *meaning == "yes"),
        _ => None,
    }
}

/// A share of 1 as a number from 0 to 1, or as a whole number of percent above ten: below, it may be one of five or ten.
fn share(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Number(number) => number.as_f64()?,
        Value::String(text) => match text.trim().strip_suffix('%') {
            Some(percent) => percent.trim().parse::<f64>().ok()? / 100.0,
            None => text.trim().parse().ok()?,
        },
        _ => return None,
    };
    let percent = (11.0..=100.0).contains(&number) && number.fract() == 0.0;
    Some(if percent { number / 100.0 } else { number }).filter(|share| (0.0..=1.0).contains(share))
}

/// Reads `{is_accurate, confidence, explanation}` from a model's reply, as far as it has come.
///
/// Yes and no in words, a confidence in quotes or percent, single quotes and lines without braces are read; a missing
/// field or another value is a failed verdict, whose reason says so in `language`. Of several verdicts in one reply the
/// least favourable counts; when they contradict one another, none does.
#[must_use]
pub fn model_verdict(reply: &str, language: Language) -> ModelVerdict {
    let failed = |ko: &str, en: &str| ModelVerdict::Failed {
        reason: if language == Language::Ko { ko } else { en }.to_owned(),
    };
    if reply.trim().is_empty() {
        return failed("모델의 판정이 비어 있습니다", "the model's verdict was empty");
    }
    let objects = verdicts(reply);
    if objects.is_empty() {
        return failed("모델의 판정이 JSON이 아닙니다", "the model's verdict was not JSON");
    }
    let accurate: Vec<Option<bool>> =
        objects.iter().map(|object| object.get("is_accurate").and_then(truth)).collect();
    // An object that says it in a way that nobody understands puts the others in doubt.
    let unclear = objects
        .iter()
        .zip(&accurate)
        .any(|(object, said)| said.is_none() && object.contains_key("is_accurate"));
    let mut said = accurate.iter().flatten();
    let Some(&first) = said.next().filter(|_| !unclear) else {
        return failed(
            "모델의 판정에 맞는지 틀린지가 없습니다",
            "the model's verdict does not say whether the statement is accurate",
        );
    };
    if said.any(|other| *other != first) {
        return failed(
            "모델의 판정이 서로 어긋납니다",
            "the model gave verdicts that contradict one another",
        );
    }
    let verdicts = objects.iter().zip(&accurate).filter(|(_, said)| said.is_some());
    let mut least: Option<(f64, &str)> = None;
    for (object, _) in verdicts {
        let Some(confidence) = object.get("confidence").and_then(share) else {
            return failed(
                "모델의 판정에 0과 1 사이의 확신도가 없습니다",
                "the model's verdict has no confidence between 0 and 1",
            );
        };
        if least.is_none_or(|(known, _)| confidence < known) {
            let explanation = object.get("explanation").and_then(Value::as_str).unwrap_or_default();
            least = Some((confidence, explanation.trim()));
        }
    }
    let (confidence, explanation) = least.unwrap_or_default();
    #[expect(clippy::cast_possible_truncation, reason = "checked to lie between 0 and 1")]
    let confidence = confidence as f32;
    let explanation = explanation.chars().take(MAX_EXPLANATION).collect();
    ModelVerdict::Judged { accurate: first, confidence, explanation }
}

/// The first JSON object in a model's reply.
fn first_object(reply: &str) -> Option<Map<String, Value>> {
    objects(reply).into_iter().next()
}

/// Whether two passages say the same, as a model sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct Meaning {
    pub same: bool,
    /// 0 to 1.
    pub confidence: f32,
    pub explanation: String,
}

/// Reads `{same_meaning, confidence, explanation}` from a model's reply.
///
/// # Errors
/// What the reply lacks, in words.
pub fn meaning(reply: &str) -> Result<Meaning, &'static str> {
    let objects = verdicts(reply);
    let object = objects.first().ok_or("the model's verdict was not JSON")?;
    let same = object
        .get("same_meaning")
        .and_then(truth)
        .ok_or("the model's verdict does not say whether the meaning is the same")?;
    if objects.iter().filter_map(|other| other.get("same_meaning")).any(|other| truth(other) != Some(same)) {
        return Err("the model gave verdicts that contradict one another");
    }
    let confidence = object
        .get("confidence")
        .and_then(share)
        .ok_or("the model's verdict has no confidence between 0 and 1")?;
    #[expect(clippy::cast_possible_truncation, reason = "checked to lie between 0 and 1")]
    let confidence = confidence as f32;
    Ok(Meaning { same, confidence, explanation: words(object.get("explanation")) })
}

/// What a model says of one rule: the sentences that break it, by number from 1, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleVerdict {
    /// From 1, as asked.
    pub rule: usize,
    pub breaches: Vec<(usize, String)>,
}

/// Reads `{rules: [{rule, breaches: [{sentence, explanation}]}]}` from a model's reply. Rules and sentences that were
/// not asked about are left out; a rule that is told of twice, or wrongly, is told of not at all: so is one that is said
/// to be broken only where there is no sentence.
///
/// # Errors
/// The reply has no such object.
pub fn rule_verdicts(reply: &str, rules: usize, sentences: usize) -> Result<Vec<RuleVerdict>, &'static str> {
    let object = first_object(reply).ok_or("the model's verdict was not JSON")?;
    let list = object.get("rules").and_then(Value::as_array).ok_or("the model's verdict names no rules")?;
    let number = |value: Option<&Value>, most: usize| {
        value
            .and_then(Value::as_u64)
            .and_then(|number| usize::try_from(number).ok())
            .filter(|number| (1..=most).contains(number))
    };
    let mut out: Vec<RuleVerdict> = Vec::new();
    let mut twice = Vec::new();
    for entry in list {
        let Some(rule) = number(entry.get("rule"), rules) else { continue };
        let Some(told) = entry.get("breaches").and_then(Value::as_array) else { continue };
        if out.iter().any(|known| known.rule == rule) {
            twice.push(rule);
            continue;
        }
        let breaches: Vec<(usize, String)> = told
            .iter()
            .filter_map(|breach| {
                Some((number(breach.get("sentence"), sentences)?, words(breach.get("explanation"))))
            })
            .collect();
        if breaches.is_empty() && !told.is_empty() {
            continue;
        }
        out.push(RuleVerdict { rule, breaches });
    }
    out.retain(|verdict| !twice.contains(&verdict.rule));
    Ok(out)
}

/// Characters of an explanation that are kept.
const EXPLANATION: usize = 240;

fn words(value: Option<&Value>) -> String {
    let text = value.and_then(Value::as_str).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(EXPLANATION).collect()
}

#[cfg(test)]
mod tests;
