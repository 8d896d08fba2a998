//! Packs and Vale styles from parsed values.
//!
//! Owns what the fields of a foreign file mean. Leaves turning JSON, YAML or an
//! archive into [`serde_json::Value`]s to the adapters.

use serde_json::Value;

use super::compile::{Mistake, Problem};
use super::{Check, Definition, Kind, Pack, Rule, Severity};

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
        if value.get("extends").is_none() {
            continue;
        }
        let id = format!("{style}.{name}");
        match serde_json::from_value::<Check>(value.clone()) {
            Ok(check) => rules.push(Rule {
                id,
                kind: Kind::MustNot,
                text: text(value, "message"),
                severity: severity(&text(value, "level")),
                link: value.get("link").and_then(Value::as_str).map(str::to_owned),
                check: Some(check),
                ..Rule::default()
            }),
            Err(why) => problems.push(Problem {
                rule_id: id,
                field: "rule",
                mistake: Mistake::Shape(why.to_string()),
            }),
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

/// Leaves out the rules that cannot run at all, but for those of kinds that Stet does not run; whether any runs.
#[must_use]
pub fn keep_what_runs(pack: &mut Pack) -> bool {
    let (runs, problems) = super::compile::compile(pack);
    let is_kept = |id: &str| {
        let foreign = |problem: &Problem| problem.rule_id == id && problem.mistake.is_foreign();
        runs.iter().any(|compiled| compiled.rule.id == id) || problems.iter().any(foreign)
    };
    pack.criteria_definition.rules.retain(|rule| is_kept(&rule.id));
    !runs.is_empty()
}

fn text(value: &Value, field: &str) -> String {
    value.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn severity(level: &str) -> Severity {
    match level {
        "error" => Severity::Error,
        "suggestion" => Severity::Suggestion,
        _ => Severity::Warning,
    }
}
