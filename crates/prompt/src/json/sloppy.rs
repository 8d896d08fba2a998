//! Objects that are no JSON, as small models write them: single quotes, bare words, `True`, `90%`, lines of `name: value`
//! without braces, and an object whose end has not come.
//!
//! Owns finding the fields of such an object, none of those inside another. What was still being written when the text
//! ended is no field.

use serde_json::{Map, Value};

/// Most opening braces that are tried, and bytes that are looked at.
const MAX_TRIES: usize = 32;
const MAX_TEXT: usize = 64 << 10;

/// The objects of a text that has none in JSON; where no brace opens, its lines as one.
pub(super) fn objects(text: &str) -> Vec<Map<String, Value>> {
    let text = text.get(..text.floor_char_boundary(MAX_TEXT)).unwrap_or_default();
    if !text.contains('{') {
        return Vec::from_iter(lines(text));
    }
    let mut found = Vec::new();
    let mut rest = text;
    for _ in 0..MAX_TRIES {
        let Some((_, body)) = rest.split_once('{') else { break };
        let mut fields = Fields { rest: body };
        found.extend(object(&mut fields));
        rest = fields.rest;
    }
    found
}

/// The fields up to the end of the object, what is said twice and not the same as null.
fn object(fields: impl Iterator<Item = (String, Value)>) -> Option<Map<String, Value>> {
    let mut object = Map::new();
    for (name, value) in fields {
        match object.get_mut(&name) {
            Some(known) if *known == value => {}
            Some(known) => *known = Value::Null,
            None => drop(object.insert(name, value)),
        }
    }
    (!object.is_empty()).then_some(object)
}

/// `name: value` without braces, one a line or one behind another.
fn lines(text: &str) -> Option<Map<String, Value>> {
    object(text.split(['\n', ',', ';']).filter_map(|line| {
        let (before, value) = line.split_once([':', '='])?;
        let name = bare(before.split_whitespace().last()?);
        let value = value.trim_matches(|ch: char| !ch.is_alphanumeric() && !matches!(ch, '%' | '-'));
        (!name.is_empty() && !value.is_empty()).then(|| (name.to_owned(), Value::from(value)))
    }))
}

fn bare(name: &str) -> &str {
    name.trim_matches(|ch: char| !ch.is_alphanumeric())
}

/// The fields of an object behind its opening brace.
struct Fields<'a> {
    rest: &'a str,
}

impl Iterator for Fields<'_> {
    type Item = (String, Value);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.rest = self.rest.trim_start_matches(|ch: char| ch.is_whitespace() || ch == ',');
            if self.closes('}') || self.rest.is_empty() {
                return None;
            }
            let name = match self.rest.chars().next().filter(|ch| is_quote(*ch)) {
                Some(quote) => self.quoted(quote)?,
                None => bare(self.until(&[':', '=', ',', '}', '\n'])?).to_owned(),
            };
            self.rest = self.rest.trim_start();
            let Some(value) = self.rest.strip_prefix([':', '=']) else {
                // No field: what it is ends where the next one begins.
                if !self.rest.starts_with(['}', ',']) {
                    self.until(&[',', '}', '\n'])?;
                }
                continue;
            };
            self.rest = value.trim_start();
            let value = match self.rest.chars().next()? {
                quote if is_quote(quote) => Value::from(self.quoted(quote)?),
                '{' | '[' => {
                    self.skip_nested()?;
                    Value::Null
                }
                _ => Value::from(self.until(&[',', '}', '\n'])?.trim()),
            };
            if !name.is_empty() {
                return Some((name, value));
            }
        }
    }
}

impl<'a> Fields<'a> {
    fn closes(&mut self, close: char) -> bool {
        let closed = self.rest.strip_prefix(close);
        self.rest = closed.unwrap_or(self.rest);
        closed.is_some()
    }

    /// What comes before one of these; all is spent when none comes.
    fn until(&mut self, ends: &[char]) -> Option<&'a str> {
        let found = self.rest.find(ends).and_then(|at| self.rest.split_at_checked(at));
        let (word, rest) = found.unzip();
        self.rest = rest.unwrap_or_default();
        word
    }

    /// A string from its opening quote to the same one; all is spent when it does not come.
    fn quoted(&mut self, quote: char) -> Option<String> {
        let mut chars = self.rest.strip_prefix(quote)?.chars();
        let mut text = String::new();
        while let Some(ch) = chars.next() {
            match ch {
                '\\' => text.extend(chars.next()),
                _ if ch == quote => {
                    self.rest = chars.as_str();
                    return Some(text);
                }
                _ => text.push(ch),
            }
        }
        self.rest = "";
        None
    }

    /// An object or a list inside the object, whatever is in it.
    fn skip_nested(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            let ch = self.rest.chars().next()?;
            match ch {
                '"' => {
                    self.quoted(ch)?;
                    continue;
                }
                '{' | '[' => depth += 1,
                '}' | ']' => depth -= 1,
                _ => {}
            }
            self.closes(ch);
            if depth == 0 {
                return Some(());
            }
        }
    }
}

const fn is_quote(ch: char) -> bool {
    matches!(ch, '"' | '\'')
}
