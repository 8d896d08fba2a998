//! One work of a bibliography, as an item of CSL-JSON whose fields are what the renderer reads.

use hayagriva::citationberg::json::Item;
use serde_json::{Map, Value, json};
use stet_text::{Script, script};

use crate::fault::{Fault, Reason};

/// Longest key, in characters.
const MAX_KEY: usize = 200;

/// A work with the key by which it is cited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    key: String,
    item: Map<String, Value>,
}

/// What a list of works shows of one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    pub title: String,
    /// Names as they are read, separated by commas.
    pub authors: String,
    pub year: Option<i64>,
    /// The journal or the book that it is in, or its publisher.
    pub container: String,
    /// Its type in CSL: `article-journal`, `book`, …
    pub kind: String,
}

/// Works with their lines, as a format gives them.
#[derive(Debug, Default)]
pub(crate) struct Given {
    pub(crate) entries: Vec<(usize, Entry)>,
    pub(crate) faults: Vec<Fault>,
}

impl Entry {
    /// Reads an item of CSL-JSON. What no style shows is left out: lists that are no names, fields of other programs.
    ///
    /// # Errors
    /// It has no key, or nothing by which it could be told from another work.
    pub fn from_csl(value: &Value) -> Result<Self, Reason> {
        let Value::Object(fields) = value else { return Err(Reason::NoItem) };
        let text = |name: &str| match fields.get(name) {
            Some(Value::String(text)) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
            Some(Value::Number(number)) => Some(number.to_string()),
            _ => None,
        };
        let id = text("id").map(|id| if is_zoteros(&id) { made_key(fields) } else { id });
        let key = text("citation-key").or(id).ok_or(Reason::NoKey)?;
        if key.chars().count() > MAX_KEY || key.contains(|ch: char| ch.is_whitespace() || ch.is_control()) {
            return Err(Reason::UnusableKey(key.chars().take(MAX_KEY).collect()));
        }
        let mut item: Map<String, Value> =
            fields.iter().filter_map(|(name, value)| Some((name.clone(), kept(name, value)?))).collect();
        for own in ["id", "citation-key"] {
            item.remove(own);
        }
        item.insert("id".to_owned(), json!(key));
        item.entry("type").or_insert_with(|| json!("document"));
        let named =
            ["title", "author", "editor", "container-title"].iter().any(|name| item.contains_key(*name));
        if !named {
            return Err(Reason::Nameless);
        }
        let entry = Self { key, item };
        // What is kept is what is rendered.
        serde_json::from_value::<Item>(entry.json())
            .map_err(|fault| Reason::Unreadable(fault.to_string()))?;
        Ok(entry)
    }

    /// The same by another key, where its own was made and another work has it.
    pub(crate) fn renamed(mut self, key: String) -> Self {
        self.item.insert("id".to_owned(), json!(key));
        self.key = key;
        self
    }

    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The item in CSL-JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        Value::Object(self.item.clone())
    }

    #[must_use]
    pub fn summary(&self) -> Summary {
        let text = |name: &str| self.text(name).map(|text| plain(&text)).unwrap_or_default();
        let names = |name: &str| -> Vec<String> {
            self.item.get(name).and_then(Value::as_array).into_iter().flatten().map(called).collect()
        };
        let authors =
            Some(names("author")).filter(|names| !names.is_empty()).unwrap_or_else(|| names("editor"));
        let container = ["container-title", "publisher", "URL"].iter().find_map(|name| self.text(name));
        Summary {
            title: text("title"),
            authors: authors.join(", "),
            year: self
                .item
                .get("issued")
                .and_then(|date| date.pointer("/date-parts/0/0"))
                .and_then(Value::as_i64),
            container: container.map(|text| plain(&text)).unwrap_or_default(),
            kind: text("type"),
        }
    }

    fn text(&self, name: &str) -> Option<String> {
        match self.item.get(name)? {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// Whether it is a Korean work: its title or its authors are written in Hangul.
    #[must_use]
    pub fn is_korean(&self) -> bool {
        let summary = self.summary();
        [summary.title, summary.authors].iter().any(|text| text.contains(is_hangul))
    }

    /// The item as styles are to render it: without the marks of other programs, Korean names in one piece.
    pub(crate) fn rendered(&self) -> Option<Item> {
        let mut item = self.item.clone();
        for (name, value) in &mut item {
            match value {
                Value::String(text) if name != "URL" => *text = plain(text),
                Value::Array(names) => names.iter_mut().for_each(whole_name),
                _ => {}
            }
        }
        // Titles of no language are set as English ones.
        let language = if self.is_korean() { Some("ko") } else { None };
        if let Some(language) = language {
            item.insert("language".to_owned(), json!(language));
        }
        serde_json::from_value(Value::Object(item)).ok()
    }
}

/// Whether an id is the place of a work in a library of Zotero (`http://zotero.org/users/1/items/ABCD2345`, `1/ABCD2345`), by
/// which nobody cites.
pub(crate) fn is_zoteros(id: &str) -> bool {
    let place = |(user, item): (&str, &str)| {
        user.chars().all(|ch| ch.is_ascii_digit())
            && item.len() == 8
            && item.chars().all(|ch| ch.is_ascii_alphanumeric())
    };
    id.contains("zotero.org/") || id.split_once('/').is_some_and(place)
}

/// A key as Zotero's export to BibTeX makes it: the first author's name, the first word of the title that says something, the
/// year.
fn made_key(fields: &Map<String, Value>) -> String {
    let name = ["author", "editor"].iter().find_map(|role| {
        let first = fields.get(*role)?.get(0)?;
        ["family", "literal", "given"].iter().find_map(|part| first.get(*part)?.as_str())
    });
    let title = fields.get("title").and_then(Value::as_str).unwrap_or_default();
    let says = |word: &&str| !["a", "an", "the", "on", "in", "of"].contains(&word.to_lowercase().as_str());
    let word = title.split(|ch: char| !ch.is_alphanumeric()).filter(|word| !word.is_empty()).find(says);
    let issued = fields.get("issued").and_then(Value::as_object).and_then(kept_date);
    let year = issued.and_then(|date| date.pointer("/date-parts/0/0").map(ToString::to_string));
    let parts = [name.unwrap_or("anon"), word.unwrap_or("untitled"), year.as_deref().unwrap_or("nodate")];
    let bare = |part: &str| part.to_lowercase().chars().filter(|ch| ch.is_alphanumeric()).collect::<String>();
    parts.map(bare).join("_")
}

fn is_hangul(ch: char) -> bool {
    script(ch) == Some(Script::Hangul)
}

/// A field as it is kept; `None` where no style reads one of its shape.
fn kept(name: &str, value: &Value) -> Option<Value> {
    match value {
        Value::String(text) => {
            let text = text.trim();
            (!text.is_empty()).then(|| json!(text))
        }
        Value::Number(number) => {
            Some(number.as_i64().map_or_else(|| json!(number.to_string()), |number| json!(number)))
        }
        Value::Array(names) => {
            let names: Vec<Value> = names.iter().filter_map(kept_name).collect();
            (!names.is_empty()).then_some(Value::Array(names))
        }
        Value::Object(date) if DATES.contains(&name) => kept_date(date),
        _ => None,
    }
}

const DATES: [&str; 6] = ["accessed", "available-date", "event-date", "issued", "original-date", "submitted"];

fn kept_name(name: &Value) -> Option<Value> {
    const PARTS: [&str; 6] =
        ["family", "given", "literal", "suffix", "non-dropping-particle", "dropping-particle"];
    let fields = name.as_object()?;
    let parts = PARTS.iter().filter_map(|part| {
        let text = fields.get(*part)?.as_str()?.trim();
        (!text.is_empty()).then(|| ((*part).to_owned(), json!(text)))
    });
    let parts: Map<String, Value> = parts.collect();
    (parts.contains_key("family") || parts.contains_key("literal") || parts.contains_key("given"))
        .then_some(Value::Object(parts))
}

/// The first day of a date, as far as it is known. The renderer knows no other.
fn kept_date(date: &Map<String, Value>) -> Option<Value> {
    let number = |value: &Value| value.as_i64().or_else(|| value.as_str()?.trim().parse().ok());
    let parts: Vec<i64> = match date.get("date-parts").and_then(|parts| parts.get(0)) {
        Some(parts) => parts.as_array()?.iter().map_while(number).collect(),
        None => ["raw", "literal"].iter().find_map(|name| day(date.get(*name)?.as_str()?))?,
    };
    let year = parts.first().copied().filter(|year| (-9999..=9999).contains(year) && *year != 0)?;
    let mut kept = vec![year];
    if let Some(month) = parts.get(1).filter(|month| (1..=12).contains(*month)) {
        kept.push(*month);
        kept.extend(parts.get(2).filter(|day| (1..=31).contains(*day)));
    }
    Some(json!({ "date-parts": [kept] }))
}

/// Year, month and day with which a date begins, or that it has: `2020-03-01`, `2020/2021`, `spring 2020`, `2020. 3. 1.`,
/// `May 2019`, `3 May 2019`, `May 3, 2019`.
pub(crate) fn day(text: &str) -> Option<Vec<i64>> {
    let first = text.split('/').next().unwrap_or(text);
    let numbers: Vec<(i64, usize)> = first
        .split(|ch: char| !ch.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .filter_map(|digits| Some((digits.parse().ok()?, digits.len())))
        .collect();
    let year = numbers.iter().position(|(_, length)| *length == 4)?;
    let month =
        first.split(|ch: char| !ch.is_alphabetic()).find_map(|word| named_month(&word.to_lowercase()));
    if let (Some(month), Some((number, _))) = (month, numbers.get(year)) {
        let day = numbers.iter().find(|(_, length)| *length < 3).map(|(number, _)| *number);
        return Some([*number, month].into_iter().chain(day).collect());
    }
    let after = numbers.iter().skip(year).enumerate();
    Some(
        after
            .take_while(|(at, (_, length))| *at == 0 || *length < 3)
            .map(|(_, (number, _))| *number)
            .take(3)
            .collect(),
    )
}

/// The number of a month by its English name, whole or cut to three letters or more.
pub(crate) fn named_month(word: &str) -> Option<i64> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let cut = |name: &&str| word.len() >= 3 && name.starts_with(word);
    MONTHS.iter().zip(1..).find(|(name, _)| cut(name)).map(|(_, number)| number)
}

/// A name as it is read: `Ada Lovelace`, `김영희`.
fn called(name: &Value) -> String {
    let part = |part: &str| name.get(part).and_then(Value::as_str).unwrap_or_default();
    if !part("literal").is_empty() {
        return part("literal").to_owned();
    }
    if part("family").contains(is_hangul) {
        return format!("{}{}", part("family"), part("given"));
    }
    let parts = ["given", "dropping-particle", "non-dropping-particle", "family", "suffix"].map(part);
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Names in Hangul have no initials and no order of their own; one part alone is a whole name.
fn whole_name(name: &mut Value) {
    let alone =
        name.get("literal").is_none() && (name.get("family").is_none() || name.get("given").is_none());
    let korean = name.get("family").and_then(Value::as_str).is_some_and(|family| family.contains(is_hangul));
    if alone || korean {
        *name = json!({ "literal": called(name) });
    }
}

/// Words without the tags that CSL-JSON may have in them, and without the protection of their letters.
fn plain(text: &str) -> String {
    const TAGS: [&str; 10] = [
        "<i>",
        "</i>",
        "<b>",
        "</b>",
        "<sup>",
        "</sup>",
        "<sub>",
        "</sub>",
        "<span class=\"nocase\">",
        "</span>",
    ];
    let mut out = text.to_owned();
    for tag in TAGS.iter().filter(|_| text.contains('<')) {
        out = out.replace(tag, "");
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}
