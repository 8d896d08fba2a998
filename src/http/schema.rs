//! Schemas as the description says them: what is left out, what is null.

use schemars::generate::SchemaGenerator;
use schemars::{JsonSchema, Schema, json_schema};
use serde_json::Value;

/// A schema of what is never null.
pub(super) fn without_null(mut schema: Value) -> Value {
    let Some(members) = schema.as_object_mut() else { return schema };
    if let Some(Value::Array(kinds)) = members.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            let kind = kind.clone();
            members.insert("type".into(), kind);
        }
    }
    if let Some(Value::Array(values)) = members.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if let Some(Value::Array(variants)) = members.remove("anyOf") {
        let mut variants: Vec<Value> =
            variants.into_iter().filter(|variant| variant["type"] != "null").collect();
        match variants.pop() {
            Some(Value::Object(only)) if variants.is_empty() => members.extend(only),
            last => {
                variants.extend(last);
                members.insert("anyOf".into(), variants.into());
            }
        }
    }
    schema
}

/// What is given is left out or something: null, or a default, has only what is always there.
pub(super) fn left_out(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            let required = members.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
            let properties = members.get_mut("properties").and_then(Value::as_object_mut);
            for (name, member) in properties.into_iter().flatten() {
                if let Some(member) = member.as_object_mut() {
                    member.remove("default");
                }
                if !required.iter().any(|one| one == name) {
                    *member = without_null(member.take());
                }
            }
            members.values_mut().for_each(left_out);
        }
        Value::Array(items) => items.iter_mut().for_each(left_out),
        _ => {}
    }
}

/// Null or something, of a member that is left out as well.
pub(super) fn or_null<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({ "oneOf": [generator.subschema_for::<T>(), { "type": "null" }] })
}
