//! The description of the API: what the routes say of themselves and the schemas of their types, with what `openapi.json`
//! holds: the head, the responses that many operations share, and the schemas of what is read member by member, as clients of other protocols send it.
//!
//! `web/src/generated/openapi.json` is the same as a file, for what makes the types of the page. It is written again by
//! `STET_WRITE=1 cargo test -p stet-http document_is_written`, and never by hand.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::http::Method;
use serde_json::{Map, Value, json};

use super::error::{OpenAiProblem, Problem};
use super::operation::{Operation, Schemas};
use super::problem::code;
use super::wire::Part;
use super::{open_resources, resources};
use stet_store::Scope;

const HEAD: &str = include_str!("openapi.json");

/// What all routes say of themselves.
static OPERATIONS: LazyLock<Vec<Operation>> =
    LazyLock::new(|| resources().merge(open_resources()).operations);

/// The document, and its schemas whose requests and answers differ under one name.
static WHOLE: LazyLock<(Value, Vec<String>)> = LazyLock::new(whole);

/// The description of the API.
#[must_use]
pub fn document() -> &'static Value {
    &WHOLE.0
}

/// The scope that a route needs, and the name under which it is noted. What has neither is an administrator's alone.
pub(super) fn permission(method: &Method, pattern: &str) -> (Scope, &'static str) {
    type Right = (Scope, &'static str);
    static RIGHTS: LazyLock<HashMap<(&'static str, Method), Right>> = LazyLock::new(|| {
        let scoped = OPERATIONS.iter();
        scoped.filter_map(|one| Some(((one.path, one.method.clone()), (one.scope?, one.audit)))).collect()
    });
    let method = if method == Method::HEAD { &Method::GET } else { method };
    RIGHTS.get(&(pattern, method.clone())).copied().unwrap_or((Scope::Admin, ""))
}

fn whole() -> (Value, Vec<String>) {
    // It is part of the program, and a test reads it.
    let mut document: Value = serde_json::from_str(HEAD).unwrap_or_default();
    let mut schemas = Schemas::new();
    for operation in &*OPERATIONS {
        let mut told = operation.described(&mut schemas);
        tidy(&mut told);
        document["paths"][operation.path][operation.method.as_str().to_ascii_lowercase()] = told;
    }
    give(&mut schemas);
    let (named, torn) = schemas.named();
    for (name, mut schema) in named {
        tidy(&mut schema);
        document["components"]["schemas"][name] = schema;
    }
    tell_apart(&mut document["components"]["schemas"], "Part");
    let kinds: Vec<String> = code::ALL.iter().map(|code| format!("urn:stet:{}", code.name)).collect();
    document["components"]["schemas"]["Problem"]["properties"]["type"]["examples"] = kinds.into();
    (document, torn)
}

/// What only responses of many operations refer to.
fn give(schemas: &mut Schemas) {
    schemas.give::<Problem>();
    schemas.give::<OpenAiProblem>();
    schemas.give::<Part<'_>>();
}

/// Says of a schema of variants that their `type` tells which of them a value is.
fn tell_apart(schemas: &mut Value, name: &str) {
    let Some(variants) = schemas[name].as_object_mut().and_then(|members| members.remove("anyOf")) else {
        return;
    };
    let mapping: Map<String, Value> = variants
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|variant| {
            let path = variant["$ref"].as_str()?;
            let kind = &schemas[path.rsplit('/').next()?]["properties"]["type"]["const"];
            Some((kind.as_str()?.to_owned(), path.into()))
        })
        .collect();
    schemas[name]["oneOf"] = variants;
    schemas[name]["discriminator"] = json!({ "propertyName": "type", "mapping": mapping });
}

/// The values of a variant that is nothing but one value, or some.
fn listed(variant: &Value) -> Option<Vec<Value>> {
    match (variant.get("const"), variant["enum"].as_array()) {
        (Some(value), _) => Some(vec![value.clone()]),
        (None, values) => values.cloned(),
    }
}

/// Leaves out what the derived schemas say beyond what the document means, and says in one way what may be null.
fn tidy(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if members.get("type").is_some_and(|kind| kind != "string" && *kind != json!(["string", "null"]))
            {
                members.remove("format");
            }
            if members.get("default").is_some_and(Value::is_null) {
                members.remove("default");
            }
            if let Some(Value::String(words)) = members.get_mut("description") {
                *words = words.split_whitespace().collect::<Vec<_>>().join(" ");
            }
            // Variants with words of their own are a list of values all the same.
            let values = members.get("oneOf").and_then(Value::as_array);
            let values: Option<Vec<Value>> = values
                .and_then(|all| all.iter().map(listed).collect::<Option<Vec<_>>>())
                .map(|all| all.concat());
            if let Some(values) = values {
                members.remove("oneOf");
                members.insert("type".into(), "string".into());
                members.insert("enum".into(), values.into());
            }
            if let Some(variants) = members.remove("anyOf") {
                let nullable =
                    variants.as_array().is_some_and(|all| all.iter().any(|one| one["type"] == "null"));
                members.insert(if nullable { "oneOf" } else { "anyOf" }.into(), variants);
            }
            members.values_mut().for_each(tidy);
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        _ => {}
    }
}

/// The document as a text: an operation, and a schema, a line.
pub(super) fn text() -> &'static str {
    fn write(out: &mut String, value: &Value, depth: usize) {
        match value {
            Value::Object(members) if depth > 0 && !members.is_empty() => {
                for (index, (name, member)) in members.iter().enumerate() {
                    out.push_str(if index == 0 { "{\n" } else { ",\n" });
                    out.push_str(&Value::from(name.as_str()).to_string());
                    out.push_str(": ");
                    write(out, member, depth - 1);
                }
                out.push_str("\n}");
            }
            other => out.push_str(&other.to_string()),
        }
    }
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let mut out = String::new();
        write(&mut out, document(), 3);
        out.push('\n');
        out
    });
    &TEXT
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn document_is_written() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/generated/openapi.json");
        #[expect(clippy::disallowed_methods, reason = "how the document is written again")]
        if std::env::var("STET_WRITE").is_ok() {
            std::fs::write(path, text()).unwrap();
        }
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert!(written == text(), "{path} is not current; src/http/openapi.rs says how it is written again");
    }

    /// What the hand-written part has, no type and no route has, too.
    #[test]
    fn nothing_is_said_twice() {
        let by_hand: Value = serde_json::from_str(HEAD).unwrap();
        let mut schemas = Schemas::new();
        for one in &*OPERATIONS {
            one.described(&mut schemas);
            let method = one.method.as_str().to_ascii_lowercase();
            assert!(by_hand["paths"][one.path][&method].is_null(), "{method} {}", one.path);
        }
        give(&mut schemas);
        for name in schemas.named().0.keys() {
            assert!(by_hand["components"]["schemas"][name].is_null(), "{name}");
        }
        assert!(WHOLE.1.is_empty(), "{:?}", WHOLE.1);
    }

    #[test]
    fn every_reference_leads_somewhere_and_every_schema_is_used() {
        fn walk<'v>(value: &'v Value, used: &mut BTreeSet<&'v str>) {
            match value {
                Value::Object(members) => {
                    used.extend(members.get("$ref").and_then(Value::as_str));
                    members.values().for_each(|member| walk(member, used));
                }
                Value::Array(items) => items.iter().for_each(|item| walk(item, used)),
                _ => {}
            }
        }
        let mut used = BTreeSet::new();
        walk(document(), &mut used);
        let lost: Vec<_> =
            used.iter().filter(|one| document().pointer(one.trim_start_matches('#')).is_none()).collect();
        assert!(lost.is_empty(), "{lost:?}");
        for kind in ["schemas", "responses"] {
            let named = document()["components"][kind].as_object().unwrap().keys();
            let idle: Vec<_> =
                named.filter(|name| !used.contains(format!("#/components/{kind}/{name}").as_str())).collect();
            assert!(idle.is_empty(), "{idle:?}");
        }
    }
}
