//! Keys of a pack's file that nobody reads: misspelt ones, mostly.
//!
//! A pack may come from elsewhere and have more in it than is read here, so that such a key is no mistake; but a rule
//! whose `patern` is not read never breaks, so that the writer has to be told. Owns which keys are known; leaves what
//! they mean to [`super::import`].

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use stet_patch::classify::spelling::distance;
use stet_text::Language;

/// A key that is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownKey {
    /// The rule it is in; empty when it is the pack's.
    pub rule_id: String,
    /// As written.
    pub key: String,
    /// The known key that it resembles.
    pub meant: Option<&'static str>,
}

impl UnknownKey {
    /// What the writer is told.
    #[must_use]
    pub fn words(&self, language: Language) -> String {
        let Self { key, meant, .. } = self;
        match (language, meant) {
            (Language::Ko, Some(meant)) => {
                format!(
                    "모르는 항목 ‘{key}’은(는) 읽지 않았습니다. ‘{meant}’을(를) 적으려던 것인지 확인해 주세요."
                )
            }
            (Language::Ko, None) => format!("모르는 항목 ‘{key}’은(는) 읽지 않았습니다."),
            (Language::En, Some(meant)) => {
                format!("The key ‘{key}’ is not known and was not read; is it meant to be ‘{meant}’?")
            }
            (Language::En, None) => format!("The key ‘{key}’ is not known and was not read."),
        }
    }
}

/// Keys that are told of one pack; a file of another kind would have thousands.
const MAX_TOLD: usize = 50;

/// The keys of a thing by its name: a pack, its definition, a rule, each check, a rule of Vale.
static KNOWN: LazyLock<FxHashMap<&'static str, &'static str>> =
    LazyLock::new(|| stet_data::pairs("words/both/criteria-keys"));

/// The keys of a pack that are not read, in order, at most fifty.
#[must_use]
pub fn of_pack(value: &Value) -> Vec<UnknownKey> {
    let mut found = Found::default();
    let Some(pack) = value.as_object() else { return found.keys };
    let bare = pack.contains_key("rules");
    let definition = pack.get("criteriaDefinition").or_else(|| pack.get("criteria_definition"));
    if bare && definition.is_none() {
        found.look("", pack, &["pack", "definition"]);
        found.rules(pack);
    } else {
        found.look("", pack, &["pack"]);
        if let Some(definition) = definition.and_then(Value::as_object) {
            found.look("", definition, &["definition"]);
            found.rules(definition);
        }
    }
    found.keys
}

/// The keys that are not read of a rule of a Vale style.
#[must_use]
pub fn of_vale(rule_id: &str, value: &Value) -> Vec<UnknownKey> {
    let mut found = Found::default();
    if let Some(rule) = value.as_object().filter(|rule| rule.contains_key("extends")) {
        found.look(rule_id, rule, &["vale"]);
    }
    found.keys
}

#[derive(Default)]
struct Found {
    keys: Vec<UnknownKey>,
}

impl Found {
    fn look(&mut self, rule_id: &str, map: &Map<String, Value>, things: &[&str]) {
        let known = || things.iter().filter_map(|thing| KNOWN.get(thing)).flat_map(|names| names.split(' '));
        for key in map.keys().filter(|key| !known().any(|name| name == *key)) {
            if self.keys.len() < MAX_TOLD {
                let meant = nearest(key, known().filter(|name| !map.contains_key(*name)));
                self.keys.push(UnknownKey { rule_id: rule_id.to_owned(), key: key.clone(), meant });
            }
        }
    }

    fn rules(&mut self, definition: &Map<String, Value>) {
        let rules = definition.get("rules").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        for (at, rule) in rules.iter().enumerate() {
            let Some(rule) = rule.as_object() else { continue };
            let id = rule.get("id").and_then(Value::as_str).filter(|id| !id.is_empty());
            let id = id.map_or_else(|| format!("rules[{at}]"), str::to_owned);
            self.look(&id, rule, &["rule"]);
            let check = rule.get("check").and_then(Value::as_object);
            let kind = check.and_then(|check| check.get("extends")).and_then(Value::as_str);
            if let (Some(check), Some(kind)) = (check, kind.filter(|kind| KNOWN.contains_key(kind))) {
                self.look(&id, check, &[kind]);
            }
        }
    }
}

/// The known name that is the same but for its case and joints, or that differs by at most two letters, and fewer than
/// half of them.
fn nearest(key: &str, known: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let plain = |text: &str| -> Vec<char> {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).take(40).collect()
    };
    let key = plain(key);
    known
        .map(|name| (distance(&key, &plain(name)), name))
        .filter(|(distance, name)| *distance <= 2 && distance * 2 < name.len())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(keys: &[UnknownKey]) -> Vec<String> {
        keys.iter().map(|key| format!("{}/{}/{}", key.rule_id, key.key, key.meant.unwrap_or("-"))).collect()
    }

    #[test]
    fn misspelt_keys_are_told_with_what_they_may_mean() {
        let pack = json!({
            "name": "n", "isActiv": true, "autor": "x", "commonPitfalls": [],
            "rules": [
                { "id": "a", "patern": "x", "text": "t" },
                { "pinned": true, "Severity": "error", "check": { "extends": "occurrence", "token": "x", "mxa": 1 } },
                { "id": "c", "severity": "error", "Severity": "error", "patterns": ["x"] },
            ],
            "doExamples": [],
        });
        assert_eq!(
            told(&of_pack(&pack)),
            [
                "/autor/-",
                "/doExamples/do_examples",
                "/isActiv/isActive",
                "a/patern/pattern",
                "rules[1]/Severity/severity",
                "rules[1]/mxa/max",
                "c/Severity/-",
                "c/patterns/pattern",
            ]
        );
        let nested = json!({ "name": "n", "criteria_definition": { "rule": [], "rules": [{ "id": "a", "text": "t" }] } });
        assert_eq!(told(&of_pack(&nested)), ["/rule/-"]);
        let vale = json!({ "extends": "existence", "mesage": "m", "tokens": [], "action": {}, "teh": 1 });
        assert_eq!(told(&of_vale("S.r", &vale)), ["S.r/mesage/message", "S.r/teh/-"]);
        assert!(of_vale("meta", &json!({ "feed": "x" })).is_empty());
    }

    #[test]
    fn known_keys_and_what_the_service_adds_are_not_told() {
        let (pack, _) = super::super::import::pack(&json!({ "rules": [{ "id": "a", "pattern": "x" }] }));
        let mut value = serde_json::to_value(&pack).unwrap();
        value["createdAt"] = json!("2026-01-01");
        assert_eq!(of_pack(&value), []);
        for text in [
            include_str!("../../../packs/korean-official-writing.json"),
            include_str!("../../../packs/plain-english.json"),
        ] {
            assert_eq!(of_pack(&serde_json::from_str(text).unwrap()), []);
        }
    }

    #[test]
    fn both_languages_say_the_key_and_what_it_may_mean() {
        let key = UnknownKey { rule_id: String::new(), key: "patern".into(), meant: Some("pattern") };
        for language in [Language::Ko, Language::En] {
            let words = key.words(language);
            assert!(words.contains("patern") && words.contains("pattern"), "{words}");
        }
    }
}
