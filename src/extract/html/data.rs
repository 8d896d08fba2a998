//! The text that a page keeps as data for search machines (schema.org in JSON), where its script shows it to people.

use scraper::{Html, Selector};
use serde_json::Value;

/// Fields that hold a text of several sentences.
const FIELDS: [&str; 2] = ["articleBody", "text"];
/// Characters that such a text has at least.
const SHORTEST: usize = 40;

/// The texts, as their source has them: with tags or without.
pub(super) fn texts(page: &Html) -> Vec<String> {
    let mut out = Vec::new();
    let Ok(scripts) = Selector::parse("script[type='application/ld+json']") else { return out };
    for script in page.select(&scripts) {
        if let Ok(data) = serde_json::from_str(script.text().collect::<String>().trim()) {
            collect(&data, &mut out);
        }
    }
    out
}

/// A parser of JSON has its own limit on values in values.
fn collect(data: &Value, out: &mut Vec<String>) {
    match data {
        Value::Array(list) => list.iter().for_each(|inner| collect(inner, out)),
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(text)
                        if FIELDS.contains(&name.as_str()) && text.chars().count() >= SHORTEST =>
                    {
                        out.push(text.clone());
                    }
                    // What others said of it is no part of the text.
                    _ if matches!(name.as_str(), "comment" | "review" | "suggestedAnswer") => {}
                    inner => collect(inner, out),
                }
            }
        }
        _ => {}
    }
}
