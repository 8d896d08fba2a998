//! A file as works: BibTeX and BibLaTeX, or CSL-JSON. One that cannot be read keeps out none of the others.

use std::collections::HashMap;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::bibtex;
use crate::entry::{Entry, Given, is_zoteros};
use crate::fault::{Fault, Reason};

/// What a file has: the works that could be read, and what is wrong with the others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parsed {
    pub entries: Vec<Entry>,
    pub faults: Vec<Fault>,
}

/// Reads a bibliography. Which format it is, its first character says.
#[must_use]
pub fn parse(text: &str) -> Parsed {
    let text = text.trim_start_matches('\u{feff}');
    let mut parsed =
        if text.trim_start().starts_with(['[', '{']) { csl_json(text) } else { bibtex::parse(text) };
    let mut seen = std::collections::HashSet::new();
    let mut taken = Vec::with_capacity(parsed.entries.len());
    for (line, entry) in std::mem::take(&mut parsed.entries) {
        if seen.insert(entry.key().to_owned()) {
            taken.push(entry);
        } else {
            let key = Some(entry.key().to_owned());
            parsed.faults.push(Fault { line, key, reason: Reason::Duplicate });
        }
    }
    if taken.is_empty() && parsed.faults.is_empty() {
        parsed.faults.push(Fault { line: 1, key: None, reason: Reason::NothingThere });
    }
    parsed.faults.sort_by_key(|fault| fault.line);
    Parsed { entries: taken, faults: parsed.faults }
}

/// A list of items, an object with one (`items`), or one item.
fn csl_json(text: &str) -> Given {
    let mut given = Given::default();
    let unread = |fault: &serde_json::Error| Given {
        faults: vec![Fault { line: fault.line(), key: None, reason: Reason::Unreadable(fault.to_string()) }],
        ..Given::default()
    };
    let items: Result<Vec<&RawValue>, _> = if text.trim_start().starts_with('{') {
        #[derive(serde::Deserialize)]
        struct Wrapped<'a> {
            #[serde(borrow)]
            items: Vec<&'a RawValue>,
        }
        serde_json::from_str::<Wrapped<'_>>(text)
            .map(|wrapped| wrapped.items)
            .or_else(|_| serde_json::from_str::<&RawValue>(text).map(|item| vec![item]))
    } else {
        serde_json::from_str(text)
    };
    let items = match items {
        Ok(items) => items,
        Err(fault) => return unread(&fault),
    };
    let (mut line, mut counted) = (1, 0);
    let mut made: HashMap<String, usize> = HashMap::new();
    for item in items {
        // The items are borrowed from the text.
        let at = (item.get().as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        line += text.get(counted..at).unwrap_or_default().matches('\n').count();
        counted = at.min(text.len());
        let value: Value = serde_json::from_str(item.get()).unwrap_or_default();
        match Entry::from_csl(&value) {
            Ok(entry) => {
                let is_made = value.get("citation-key").is_none()
                    && value.get("id").and_then(Value::as_str).is_some_and(is_zoteros);
                let before = made.entry(entry.key().to_owned()).or_insert(0);
                *before += 1;
                let other = (is_made && *before > 1).then(|| format!("{}-{}", entry.key(), *before - 1));
                given.entries.push((line, if let Some(key) = other { entry.renamed(key) } else { entry }));
            }
            Err(reason) => {
                let key = value.get("id").and_then(Value::as_str).map(str::to_owned);
                given.faults.push(Fault { line, key, reason });
            }
        }
    }
    given
}
