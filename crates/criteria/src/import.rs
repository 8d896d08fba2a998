//! Packs and Vale styles from parsed values.
//!
//! Owns what the fields of a foreign file mean. Leaves turning JSON, YAML or an
//! archive into [`serde_json::Value`]s to the adapters.

use serde_json::Value;

use super::compile::{Misplaced, Mistake, Problem};
use super::{Casing, Check, Definition, Kind, Pack, Rule, Scope, Severity};

/// A pack from its own JSON or YAML form; a bare `{rules: […]}` is a pack too.
#[must_use]
pub fn pack(value: &Value) -> (Pack, Vec<Problem>) {
    let whole = if value.get("rules").is_some()
        && value.get("criteriaDefinition").is_none()
        && value.get("criteria_definition").is_none()
    {
        let mut outer = value.clone();
        let mut inner = serde_json::Map::new();
        if let Some(fields) = outer.as_object_mut() {
            for field in ["rules", "do_examples", "dont_examples"] {
                if let Some(part) = fields.remove(field) {
                    inner.insert(field.to_owned(), part);
                }
            }
            fields.insert("criteriaDefinition".to_owned(), Value::Object(inner));
        }
        outer
    } else {
        value.clone()
    };
    match serde_json::from_value::<Pack>(whole) {
        Ok(mut pack) => {
            if value.get("isActive").is_none() && value.get("is_active").is_none() {
                pack.is_active = true;
            }
            let problems = super::compile::problems(&pack);
            (pack, problems)
        }
        Err(why) => {
            let mistake = Mistake::Shape(why.to_string());
            (Pack::default(), vec![Problem { rule_id: String::new(), field: "pack", mistake }])
        }
    }
}

/// A pack from the rules of a Vale style: `(name of the file without its ending, its content)`.
#[must_use]
pub fn vale(style: &str, files: &[(String, Value)]) -> (Pack, Vec<Problem>) {
    let mut rules = Vec::new();
    let mut problems = Vec::new();
    for (name, value) in files {
        // A style folder also holds `meta.json`, vocabularies and scripts.
        let Some(extends) = value.get("extends").and_then(Value::as_str) else { continue };
        let id = format!("{style}.{name}");
        match check(extends, value) {
            Ok(check) => rules.push(Rule {
                id,
                kind: Kind::MustNot,
                text: text(value, "message"),
                severity: severity(&text(value, "level")),
                link: value.get("link").and_then(Value::as_str).map(str::to_owned),
                check: Some(check),
                ..Rule::default()
            }),
            Err((field, mistake)) => problems.push(Problem { rule_id: id, field, mistake }),
        }
    }
    let pack = Pack {
        id: style.to_owned(),
        name: style.to_owned(),
        version: 1,
        criteria_definition: Definition { rules, ..Definition::default() },
        is_active: true,
        ..Pack::default()
    };
    problems.extend(super::compile::problems(&pack));
    (pack, problems)
}

fn check(extends: &str, value: &Value) -> Result<Check, Misplaced> {
    let ignorecase = flag(value, "ignorecase");
    let nonword = flag(value, "nonword");
    let number =
        |field: &str| value.get(field).and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok());
    Ok(match extends {
        "existence" => {
            let tokens = list(value, "tokens");
            let raw = list(value, "raw");
            if !raw.is_empty() {
                // Raw pieces are one pattern, as they are.
                let whole = raw.concat();
                return Ok(Check::Existence {
                    tokens: tokens
                        .into_iter()
                        .map(|token| if nonword { token } else { format!(r"\b(?:{token})\b") })
                        .chain([whole])
                        .collect(),
                    ignorecase,
                    nonword: true,
                    exceptions: list(value, "exceptions"),
                });
            }
            Check::Existence { tokens, ignorecase, nonword, exceptions: list(value, "exceptions") }
        }
        "substitution" => Check::Substitution { swap: pairs(value, "swap"), ignorecase, nonword },
        "occurrence" => Check::Occurrence {
            token: text(value, "token"),
            max: number("max"),
            min: number("min"),
            scope: scope(value),
            ignorecase,
        },
        "repetition" => Check::Repetition { tokens: list(value, "tokens"), ignorecase },
        "consistency" => Check::Consistency { either: pairs(value, "either"), ignorecase },
        "capitalization" => Check::Capitalization {
            style: match text(value, "match").as_str() {
                "$title" => Casing::Title,
                "$sentence" => Casing::Sentence,
                "$lower" => Casing::Lower,
                "$upper" => Casing::Upper,
                other => Casing::Pattern(other.to_owned()),
            },
            exceptions: list(value, "exceptions"),
            scope: scope(value),
        },
        "conditional" => Check::Conditional {
            first: text(value, "first"),
            second: text(value, "second"),
            exceptions: list(value, "exceptions"),
            ignorecase,
        },
        other => return Err(("extends", Mistake::Check(other.to_owned()))),
    })
}

fn flag(value: &Value, field: &str) -> bool {
    value.get(field).is_some_and(|flag| flag.as_bool().unwrap_or_else(|| flag.as_str() == Some("true")))
}

fn text(value: &Value, field: &str) -> String {
    value.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn list(value: &Value, field: &str) -> Vec<String> {
    let items = value.get(field).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    items.iter().filter_map(scalar).collect()
}

fn pairs(value: &Value, field: &str) -> Vec<(String, String)> {
    let entries = value.get(field).and_then(Value::as_object);
    entries.into_iter().flatten().filter_map(|(left, right)| Some((left.clone(), scalar(right)?))).collect()
}

/// YAML reads `yes`, `1` and the like as something else than text.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}

fn severity(level: &str) -> Severity {
    match level {
        "error" => Severity::Error,
        "suggestion" => Severity::Suggestion,
        _ => Severity::Warning,
    }
}

fn scope(value: &Value) -> Scope {
    let named = match value.get("scope") {
        Some(Value::Array(all)) => all.first().and_then(Value::as_str),
        other => other.and_then(Value::as_str),
    };
    match named.unwrap_or_default() {
        "sentence" => Scope::Sentence,
        "paragraph" => Scope::Paragraph,
        name if name.starts_with("heading") => Scope::Heading,
        _ => Scope::Text,
    }
}
