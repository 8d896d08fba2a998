//! BibTeX and BibLaTeX as items of CSL-JSON, after the mapping of Pandoc.

use std::collections::HashMap;

use biblatex::{Bibliography, ChunksExt as _, ParseErrorKind, Person, RawBibliography, RawEntry, Spanned};
use serde_json::{Map, Value, json};

use crate::abbreviations::{Abbreviations, size};
use crate::entry::{Entry, Given, day, named_month};
use crate::fault::{Fault, Reason};
use crate::titles::{is_english, sentence_case};

/// Braces within braces; LaTeX that a person wrote has a handful.
const MAX_DEPTH: usize = 40;
/// Works that inherit from one another.
const MAX_CHAIN: usize = 8;
/// Works that one inherits from, by every way that leads to them.
const MAX_PARENTS: usize = 64;

/// A piece of the file that begins like an entry, and its line.
struct Chunk<'a> {
    line: usize,
    text: &'a str,
}

pub(crate) fn parse(text: &str) -> Given {
    let mut given = Given::default();
    let mut raw = RawBibliography { preamble: String::new(), entries: Vec::new(), abbreviations: Vec::new() };
    let mut lines: HashMap<&str, usize> = HashMap::new();
    let mut meanings: HashMap<&str, usize> = HashMap::new();
    for chunk in chunks(text) {
        let mut fault = |line, reason| {
            given.faults.push(Fault { line, key: key(chunk.text).map(str::to_owned), reason });
        };
        if depth(chunk.text) > MAX_DEPTH {
            fault(chunk.line, Reason::TooDeep);
            continue;
        }
        match RawBibliography::parse(chunk.text) {
            Ok(read) => {
                for pair in &read.abbreviations {
                    let before = chunk.text.get(..pair.key.span.start).unwrap_or_default();
                    meanings.entry(pair.key.v).or_insert(chunk.line + before.matches('\n').count());
                }
                raw.abbreviations.extend(read.abbreviations);
                for entry in read.entries {
                    let key = entry.v.key.v;
                    if key.is_empty() {
                        fault(chunk.line, Reason::NoKey);
                    } else if lines.contains_key(key) {
                        fault(chunk.line, Reason::Duplicate);
                    } else {
                        lines.insert(key, chunk.line);
                        raw.entries.push(entry);
                    }
                }
            }
            Err(found) => {
                // An entry that never ends is told where it begins.
                let ends = matches!(found.kind, ParseErrorKind::UnexpectedEof);
                let before = chunk.text.get(..found.span.start).filter(|_| !ends).unwrap_or_default();
                fault(chunk.line + before.matches('\n').count(), reason(&found.kind));
            }
        }
    }
    let RawBibliography { mut entries, abbreviations, .. } = raw;
    let mut told = |key: &str, reason| {
        let line = lines.get(key).copied().unwrap_or(1);
        given.faults.push(Fault { line, key: Some(key.to_owned()), reason });
    };
    let mut words = Abbreviations::new(&abbreviations, text.len());
    entries.retain_mut(|entry| match words.written_out(&mut entry.v) {
        Ok(()) => true,
        Err(reason) => {
            told(entry.v.key.v, reason);
            false
        }
    });
    let resolved = resolved(entries, words.room, &mut told);
    for name in words.endless {
        let line = meanings.get(name).copied().unwrap_or(1);
        given.faults.push(Fault { line, key: None, reason: Reason::Endless(name.to_owned()) });
    }
    for entry in &resolved {
        let line = lines.get(entry.key.as_str()).copied().unwrap_or(1);
        match Entry::from_csl(&item(entry)) {
            Ok(entry) => given.entries.push((line, entry)),
            Err(reason) => given.faults.push(Fault { line, key: Some(entry.key.clone()), reason }),
        }
    }
    given
}

fn reason(kind: &ParseErrorKind) -> Reason {
    match kind {
        ParseErrorKind::UnknownAbbreviation(name) => Reason::UnknownAbbreviation(name.clone()),
        ParseErrorKind::DuplicateKey(_) => Reason::Duplicate,
        kind => Reason::Unreadable(kind.to_string()),
    }
}

/// The pieces of a file that begin with `@name{`. One begins where those before are closed, and at the head of a line
/// whatever is open: who forgets a brace loses one entry.
fn chunks(text: &str) -> Vec<Chunk<'_>> {
    let mut starts: Vec<(usize, usize)> = Vec::new();
    let (mut at, mut open) = (0, 0_usize);
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let body = line.trim_start();
        let name = body.strip_prefix('@').unwrap_or_default();
        let rest = name.trim_start_matches(|ch: char| ch.is_ascii_alphabetic());
        let begins = rest.len() < name.len() && rest.trim_start().starts_with(['{', '(']);
        if begins && (open == 0 || body.len() == line.len()) {
            starts.push((at, number + 1));
            open = 0;
        }
        for ch in line.chars() {
            match ch {
                '{' => open += 1,
                '}' => open = open.saturating_sub(1),
                _ => {}
            }
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).map(|(start, _)| *start).chain([text.len()]);
    let chunk = |(&(start, line), end)| Chunk { line, text: text.get(start..end).unwrap_or_default() };
    starts.iter().zip(ends).map(chunk).collect()
}

fn depth(text: &str) -> usize {
    let (mut open, mut most) = (0_usize, 0);
    for ch in text.chars() {
        match ch {
            '{' => open += 1,
            '}' => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most
}

/// The key of a piece that cannot be read.
fn key(chunk: &str) -> Option<&str> {
    let (_, rest) = chunk.split_once(['{', '('])?;
    let key = rest.trim_start().split([',', '=', '\n', '}']).next()?.trim();
    (!key.is_empty() && !key.contains(char::is_whitespace)).then_some(key)
}

/// The fields that another work's are taken from, and the names by which they are read without being followed.
const INHERITS: [(&str, &str); 2] = [("crossref", "stet-crossref"), ("xdata", "stet-xdata")];

fn inherits(field: &str) -> Option<&'static str> {
    INHERITS.iter().find(|(name, _)| field.eq_ignore_ascii_case(name)).map(|(_, unfollowed)| *unfollowed)
}

/// The entries with what they inherit. The reader follows that wherever it leads, so each is read for itself first: those
/// that fail are told, and what leads in a circle, or to more than there is room for, is taken out.
fn resolved(
    entries: Vec<Spanned<RawEntry<'_>>>,
    mut room: usize,
    told: &mut impl FnMut(&str, Reason),
) -> Vec<biblatex::Entry> {
    let file = |entries| RawBibliography { preamble: String::new(), entries, abbreviations: Vec::new() };
    let (mut good, mut single) = (Vec::new(), Vec::new());
    for entry in entries {
        let mut alone = entry.clone();
        for field in &mut alone.v.fields {
            field.key.v = inherits(field.key.v).unwrap_or(field.key.v);
        }
        match Bibliography::from_raw(file(vec![alone])) {
            Ok(read) => {
                good.push(entry);
                single.extend(read.into_vec());
            }
            Err(found) => told(entry.v.key.v, reason(&found.kind)),
        }
    }
    let listed = |entry: &biblatex::Entry, field| entry.get_as::<Vec<String>>(field).unwrap_or_default();
    let mut called: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, entry) in single.iter().enumerate() {
        for name in listed(entry, "ids").into_iter().chain([entry.key.clone()]) {
            called.entry(name).or_default().push(at);
        }
    }
    let parents = |entry: &biblatex::Entry| {
        let names = entry.get_as::<String>(INHERITS[0].1).into_iter().chain(listed(entry, INHERITS[1].1));
        names.filter_map(|name| called.get(&name)).flatten().copied().collect::<Vec<usize>>()
    };
    let parents: Vec<Vec<usize>> = single.iter().map(parents).collect();
    let sizes: Vec<usize> = good.iter().map(|entry| size(&entry.v)).collect();
    let mut followed = false;
    for (at, entry) in good.iter_mut().enumerate() {
        let (mut level, mut steps, mut count, mut size) = (vec![at], 0, 0, 0_usize);
        while !level.is_empty() && steps <= MAX_CHAIN && count <= MAX_PARENTS {
            let next = level.iter().filter_map(|at| parents.get(*at)).flatten().copied();
            level = next.take(MAX_PARENTS + 1).collect();
            count += level.len();
            size += level.iter().filter_map(|at| sizes.get(*at)).sum::<usize>();
            steps += 1;
        }
        if level.is_empty() && size <= room {
            room -= size;
            followed |= count > 0;
        } else {
            entry.v.fields.retain(|field| inherits(field.key.v).is_none());
            told(entry.v.key.v, if level.is_empty() { Reason::TooLong } else { Reason::Circular });
        }
    }
    if followed { Bibliography::from_raw(file(good)).map_or(single, Bibliography::into_vec) } else { single }
}

/// An entry as an item of CSL-JSON.
fn item(entry: &biblatex::Entry) -> Value {
    let kind = entry.entry_type.to_string();
    let text = |names: &[&str]| {
        let fields = names.iter().filter_map(|name| entry.get(name));
        fields.map(|chunks| chunks.format_verbatim().trim().to_owned()).find(|text| !text.is_empty())
    };
    let joined = |title: Option<String>, subtitle: Option<String>| match (title, subtitle) {
        (Some(title), Some(subtitle)) => Some(format!("{title}: {subtitle}")),
        (title, _) => title,
    };
    let is_english = text(&["langid", "language"]).is_none_or(|name| is_english(&name));
    let sentence = |names: &[&str]| {
        let fields = names.iter().filter_map(|name| entry.get(name));
        if is_english { fields.map(sentence_case).find(|text| !text.is_empty()) } else { text(names) }
    };
    let titled = |title: &[&str], subtitle: &str| joined(sentence(title), sentence(&[subtitle]));
    let mut item = Map::new();
    let mut put = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            item.insert(name.to_owned(), value);
        }
    };
    put("id", Some(json!(entry.key)));
    put("type", Some(json!(csl_type(&kind, text(&["entrysubtype"]).as_deref()))));
    put("title", titled(&["title"], "subtitle").map(Value::from));
    // The name of a journal is a name.
    let journal = joined(text(&["journaltitle", "journal"]), text(&["journalsubtitle"]));
    let book = titled(&["booktitle", "maintitle"], "booksubtitle");
    put("container-title", journal.or(book).map(Value::from));
    // In a journal the number is that of the issue; elsewhere of the report, or in a series.
    let number = if kind == "article" || kind == "periodical" {
        "issue"
    } else if text(&["series"]).is_some() {
        "collection-number"
    } else {
        "number"
    };
    put(number, text(&["number"]).map(Value::from));
    for (name, fields) in FIELDS {
        put(name, text(fields).map(Value::from));
    }
    put("page", text(&["pages"]).map(|pages| json!(pages.replace("--", "-").replace('–', "-"))));
    for (name, field) in [
        ("author", "author"),
        ("editor", "editor"),
        ("translator", "translator"),
        ("container-author", "bookauthor"),
    ] {
        put(name, names(entry, field));
    }
    put("issued", date(&text, "date", Some(("year", "month", "day"))));
    put("accessed", date(&text, "urldate", None));
    put("event-date", date(&text, "eventdate", None));
    if let Some(genre) = genre(&kind) {
        put("genre", text(&["type"]).or_else(|| Some(genre.to_owned())).map(Value::from));
    }
    let address = text(&["url"]).or_else(|| {
        let eprint = text(&["eprint"])?;
        let arxiv = text(&["eprinttype", "archiveprefix"])?.eq_ignore_ascii_case("arxiv");
        arxiv.then(|| format!("https://arxiv.org/abs/{eprint}"))
    });
    let published = || text(&["howpublished"]).filter(|text| text.starts_with("http"));
    put("URL", address.or_else(published).map(Value::from));
    Value::Object(item)
}

/// Fields of CSL, and the fields that they come from.
const FIELDS: &[(&str, &[&str])] = &[
    ("issue", &["issue"]),
    ("title-short", &["shorttitle"]),
    ("container-title-short", &["shortjournal"]),
    ("publisher", &["publisher", "institution", "school", "organization"]),
    ("publisher-place", &["location", "address"]),
    ("volume", &["volume"]),
    ("collection-title", &["series"]),
    ("edition", &["edition"]),
    ("number-of-pages", &["pagetotal"]),
    ("number-of-volumes", &["volumes"]),
    ("chapter-number", &["chapter"]),
    ("DOI", &["doi"]),
    ("ISBN", &["isbn"]),
    ("ISSN", &["issn"]),
    ("event-title", &["eventtitle"]),
    ("event-place", &["venue"]),
    ("language", &["langid", "language"]),
    ("version", &["version"]),
    ("note", &["note"]),
    ("abstract", &["abstract"]),
    ("keyword", &["keywords"]),
];

fn csl_type(kind: &str, subtype: Option<&str>) -> &'static str {
    match kind {
        "article" | "suppperiodical" => match subtype {
            Some("magazine") => "article-magazine",
            Some("newspaper") => "article-newspaper",
            _ => "article-journal",
        },
        "inbook" | "incollection" | "bookinbook" | "suppbook" | "suppcollection" => "chapter",
        "inproceedings" | "conference" => "paper-conference",
        "inreference" => "entry-encyclopedia",
        "thesis" | "phdthesis" | "mastersthesis" => "thesis",
        "techreport" | "report" => "report",
        "unpublished" => "manuscript",
        "online" => "webpage",
        "dataset" => "dataset",
        "software" => "software",
        "patent" => "patent",
        "periodical" => "periodical",
        "misc" => "document",
        "legislation" | "legal" => "legislation",
        "jurisdiction" => "legal_case",
        "video" | "movie" => "motion_picture",
        "audio" | "music" => "song",
        "image" | "artwork" => "graphic",
        "letter" => "personal_communication",
        "review" => "review",
        "standard" => "standard",
        _ => "book",
    }
}

fn genre(kind: &str) -> Option<&'static str> {
    match kind {
        "phdthesis" => Some("PhD thesis"),
        "mastersthesis" => Some("Master’s thesis"),
        "thesis" | "report" | "techreport" => Some(""),
        _ => None,
    }
}

fn names(entry: &biblatex::Entry, field: &str) -> Option<Value> {
    let people: Vec<Person> = entry.get_as(field).ok()?;
    let name = |person: &Person| {
        let Person { name, given_name, prefix, suffix, .. } = person;
        if given_name.is_empty() && prefix.is_empty() && suffix.is_empty() {
            return json!({ "literal": name });
        }
        json!({ "family": name, "given": given_name, "non-dropping-particle": prefix, "suffix": suffix })
    };
    Some(people.iter().filter(|person| !person.name.is_empty()).map(name).collect())
}

/// A date of its own field, or of a year, a month and a day.
fn date(
    text: &impl Fn(&[&str]) -> Option<String>,
    field: &str,
    parts: Option<(&str, &str, &str)>,
) -> Option<Value> {
    let parts = text(&[field]).and_then(|date| day(&date)).or_else(|| {
        let (year, month, of_month) = parts?;
        let mut parts = day(&text(&[year])?)?;
        parts.truncate(1);
        if let Some(month) = text(&[month]).and_then(|month| self::month(&month)) {
            parts.push(month);
            parts.extend(text(&[of_month]).and_then(|day| day.parse::<i64>().ok()));
        }
        Some(parts)
    })?;
    Some(json!({ "date-parts": [parts] }))
}

fn month(text: &str) -> Option<i64> {
    let text = text.trim().trim_end_matches('월').to_lowercase();
    named_month(&text).or_else(|| text.parse().ok())
}
