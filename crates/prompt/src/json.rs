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
mod tests {
    use super::*;

    fn judged(reply: &str) -> Option<(bool, f32)> {
        match model_verdict(reply, Language::En) {
            ModelVerdict::Judged { accurate, confidence, .. } => Some((accurate, confidence)),
            ModelVerdict::Failed { reason } => {
                assert!(!reason.is_empty());
                None
            }
        }
    }

    #[test]
    fn a_verdict_is_read_in_any_wrapping() {
        let bare = r#"{"is_accurate": true, "confidence": 0.5, "explanation": "ok"}"#;
        for reply in [
            bare.to_owned(),
            format!("```json\n{bare}\n```"),
            format!("Sure {{here}} it is: {bare} Hope this helps."),
            format!("판정: {bare}"),
        ] {
            assert_eq!(judged(&reply), Some((true, 0.5)), "{reply}");
        }
    }

    #[test]
    fn what_is_no_verdict_fails() {
        for reply in [
            "",
            "Yes, it is accurate.",
            r#"{"is_accurate": true, "confid"#,
            r#"{"result": {"is_accurate": true, "confidence": 0.9}, "explanation": "The pass"#,
            r#"{"is_accurate": "true or false", "confidence": 0.9}"#,
            r#"{"is_accurate": true, "confidence": 1.7}"#,
            r#"{"is_accurate": true, "confidence": "170%"}"#,
            "{'is_accurate': yes, 'is_accurate': no, 'confidence': 0.9}",
            "is_accurate: yes\nconfidence: very",
            "is_accurate: perhaps\nconfidence: 0.9",
            // The end of the number has not come.
            r#"{"is_accurate": true, "confidence": 0.9"#,
            "{'result': {'is_accurate': true, 'confidence': 0.9}, 'explanation': 'The pass",
            r#"{"is_accurate": true, "confidence": "high"}"#,
            r#"{"is_accurate": true, "confidence": null}"#,
            r#"{"is_accurate": true, "confidence": -0.1}"#,
            r#"{"is_accurate": null, "confidence": 0.9}"#,
            r#"{"is_accurate": 1, "confidence": 0.9}"#,
            r#"{"verdict": {"is_accurate": true, "confidence": 0.9}}"#,
            // Two minds: neither counts, whichever came first.
            r#"{"is_accurate": true, "confidence": 0.9} {"is_accurate": false, "confidence": 0.9}"#,
            r#"The source has {"is_accurate": true, "confidence": 1} in it. {"is_accurate": false, "confidence": 0.9}"#,
            r#"{"is_accurate": true, "confidence": 0.9} {"is_accurate": true}"#,
            r#"{"is_accurate": true}"#,
            // What is said twice is said once, or not at all.
            r#"{"is_accurate": false, "confidence": 0.9, "is_accurate": true}"#,
            r#"{"is_accurate": true, "is_accurate": false, "confidence": 0.9}"#,
            r#"{"is_accurate": true, "confidence": 0.2, "confidence": 0.9}"#,
            r#"{"is_accurate": true, "confidence": 0.9, "is_\u0061ccurate": null}"#,
            r#"{"is_accurate": 1, "is_accurate": true, "confidence": 0.9}"#,
            r#"{"is_accurate": true, "confidence": 0.9} {"is_accurate": "no", "confidence": 0.9}"#,
            r#"{"is_accurate": true, "confidence": 0.9} {"is_accurate": true, "is_accurate": false}"#,
            r#"{"is_accurate": false, "is_accurate": true, "x": {"is_accurate": true, "confidence": 1}}"#,
            "[true, 0.9]",
            "{{{{{{{{",
        ] {
            assert_eq!(judged(reply), None, "{reply}");
        }
    }

    /// As small models write it: quotes and words for values, no quotes, no braces, no end.
    #[test]
    fn a_list_is_read_in_any_wrapping_and_as_far_as_it_goes() {
        let names = |reply: &str| -> Vec<String> {
            listed(reply).iter().map(|own| own["name"].as_str().unwrap_or("?").to_owned()).collect()
        };
        for reply in [
            "{\"name\": \"가\"}\n{\"name\": \"b\"}",
            "Sure:\n```json\n[{\"name\": \"가\"}, {\"name\": \"b\"}]\n```\nDone {…}.",
            "{\"entities\": [{\"name\": \"가\"}], \"more\": [{\"name\": \"b\"}]}",
            "{\"entities\": [{\"name\": \"가\"}, {\"name\": \"b\"}, {\"name\": \"c",
            "1. {\"name\": \"가\"}; 2. {\"name\": \"b\"} {broken}",
        ] {
            assert_eq!(names(reply), ["가", "b"], "{reply}");
        }
        assert!(names("no list").is_empty());
        assert!(listed(&"{\"a\":".repeat(30_000)).is_empty());
        assert_eq!(listed(&"{\"name\": \"x\"}".repeat(30_000)).len(), MAX_LISTED);
    }

    #[test]
    fn a_verdict_that_is_no_json_is_read() {
        for (reply, accurate, confidence) in [
            (r#"{"is_accurate": "true", "confidence": "0.9"}"#, true, 0.9),
            (r#"{"is_accurate": "No", "confidence": "85%", "explanation": "x"}"#, false, 0.85),
            (r#"{"is_accurate": true, "confidence": 95}"#, true, 0.95),
            ("{'is_accurate': True, 'confidence': 0.75, 'explanation': 'It's so'}", true, 0.75),
            ("판정은 이렇습니다.\n{is_accurate: 아니오, confidence: 0.8}", false, 0.8),
            ("```json\n{\"is_accurate\": false, \"confidence\": 1,}\n```", false, 1.0),
            ("is_accurate: yes\nconfidence: 90 %\nexplanation: the source says so", true, 0.9),
            ("**is_accurate**: no, **confidence**: 0.8.", false, 0.8),
            (r#"{"is_accurate": false, "confidence": 0.9, "explanation": "The sou"#, false, 0.9),
            (
                r#"{"confidence": 0.9, "sources": ["{\"is_accurate\": true}"], "is_accurate": "false","#,
                false,
                0.9,
            ),
        ] {
            assert_eq!(judged(reply), Some((accurate, confidence)), "{reply}");
        }
    }

    #[test]
    fn reading_may_end_where_decision_and_confidence_are_there() {
        for (reply, there) in [
            (r#"{"is_accurate": true, "confidence": 0.9,"#, true),
            ("```json\n{\"is_accurate\": true, \"confidence\": 0.9}", true),
            (r#"{"is_accurate": true, "confidence": 0.9"#, false),
            (r#"{"is_accurate": true, "explanation": "x", "#, false),
            (r#"The source has {"is_accurate": true, "confidence": 1} in it."#, false),
            ("is_accurate: yes, confidence: 0.9", false),
        ] {
            assert_eq!(has_verdict(reply, "is_accurate"), there, "{reply}");
        }
    }

    #[test]
    fn of_several_verdicts_the_least_favourable_counts() {
        let twice = r#"{"is_accurate": true, "confidence": 0.9} or {"is_accurate": true, "confidence": 0.4}"#;
        assert_eq!(judged(twice), Some((true, 0.4)));
        // An object of another kind before the verdict is none.
        let after = r#"{"step": 1} {"is_accurate": false, "confidence": 0.8}"#;
        assert_eq!(judged(after), Some((false, 0.8)));
        let same = r#"{"is_accurate": true, "confidence": 0.9, "is_accurate": true}"#;
        assert_eq!(judged(same), Some((true, 0.9)));
    }

    #[test]
    fn reasons_speak_the_language_of_the_answer() {
        for (language, word) in [(Language::Ko, "판정"), (Language::En, "verdict")] {
            let ModelVerdict::Failed { reason } = model_verdict("맞습니다", language) else {
                panic!("judged")
            };
            assert!(reason.contains(word), "{reason}");
        }
    }

    #[test]
    fn meaning_is_read_only_from_a_whole_verdict() {
        let read = |reply: &str| meaning(reply).ok().map(|found| (found.same, found.confidence));
        let bare = r#"{"same_meaning": false, "confidence": 0.75, "explanation": "a\nb"}"#;
        for reply in [bare.to_owned(), format!("```json\n{bare}\n```"), format!("So: {bare}.")] {
            assert_eq!(read(&reply), Some((false, 0.75)), "{reply}");
        }
        assert_eq!(meaning(bare).unwrap().explanation, "a b");
        for reply in [
            r#"{"same_meaning": false, "same_meaning": true, "confidence": 0.9}"#,
            r#"{"same_meaning": true, "confidence": 0.9} {"same_meaning": false, "confidence": 0.9}"#,
        ] {
            assert_eq!(read(reply), None, "{reply}");
        }
        for reply in [
            "",
            "Yes, the same.",
            r#"{"same_meaning": true}"#,
            r#"{"same_meaning": "perhaps", "confidence": 1}"#,
            r#"{"same_meaning": true, "confidence": 2}"#,
            r#"{"same_meaning": tr"#,
        ] {
            assert_eq!(read(reply), None, "{reply}");
        }
    }

    #[test]
    fn rules_are_read_by_number() {
        let reply = r#"{"rules": [
            {"rule": 1, "breaches": [{"sentence": 2, "explanation": "x"}, {"sentence": 9}, {"sentence": "1"}]},
            {"rule": 2, "breaches": []}, {"rule": 3}, {"rule": 7, "breaches": []},
            {"rule": 4, "breaches": []}, {"rule": 4, "breaches": [{"sentence": 1}]},
            {"rule": 5, "breaches": [{"sentence": 3, "explanation": "y"}]}]}"#;
        let read = rule_verdicts(reply, 5, 2).unwrap();
        let expected = [
            RuleVerdict { rule: 1, breaches: vec![(2, "x".to_owned())] },
            RuleVerdict { rule: 2, breaches: Vec::new() },
        ];
        assert_eq!(read, expected);
        for reply in ["none", "{}", r#"{"rules": {"rule": 1}}"#, r#"{"rules": [{"rule": 1, "brea"#] {
            assert!(rule_verdicts(reply, 4, 2).is_err(), "{reply}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_reply_is_read_without_a_panic(reply in ".{0,200}") {
            let _ = (meaning(&reply), rule_verdicts(&reply, 3, 3), has_verdict(&reply, "x"));
            let _ = model_verdict(&reply, Language::Ko);
        }
    }
}
