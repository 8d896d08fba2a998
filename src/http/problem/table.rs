//! What `build.rs` makes of `problems.toml`: a function of every entry, or every fault with its line.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use toml::{Table, Value};

const FILE: &str = "src/http/problems.toml";

/// What is wrong with an entry: its name, and the reason.
type Faults = Vec<(String, String)>;

/// The functions of the table in Rust.
///
/// # Errors
///
/// Every fault, with file and line.
pub fn functions(text: &str) -> Result<String, Vec<String>> {
    let table = text.parse::<Table>().map_err(|fault| {
        let line = fault
            .span()
            .map_or(1, |span| text.get(..span.start).map_or(1, |before| before.lines().count().max(1)));
        vec![format!("{FILE}:{line}: {}", fault.message())]
    })?;
    let mut faults = Faults::new();
    let made = made(&table, &mut faults);
    if faults.is_empty() {
        return Ok(made);
    }
    let line = |entry: &str| {
        let here = |line: &str| line == format!("[{entry}]") || line.starts_with(&format!("{entry} = "));
        text.lines().position(here).map_or(1, |at| at + 1)
    };
    Err(faults.iter().map(|(entry, reason)| format!("{FILE}:{}: {entry}: {reason}", line(entry))).collect())
}

fn made(table: &Table, faults: &mut Faults) -> String {
    let mut out = String::from("/// The codes and their status.\npub mod code {\n    use super::Code;\n");
    let codes = table.get("codes").and_then(Value::as_table).cloned().unwrap_or_default();
    let mut all = String::new();
    for (name, status) in &codes {
        let status = status.as_integer().filter(|status| (400..600).contains(status)).unwrap_or_else(|| {
            faults.push((name.clone(), "the status of a fault is a number from 400 to 599".into()));
            500
        });
        let constant = constant(name);
        let _ =
            writeln!(out, "    pub const {constant}: Code = Code {{ name: {name:?}, status: {status} }};");
        let _ = write!(all, "{constant}, ");
    }
    let _ = writeln!(out, "    /// All of them.\n    pub const ALL: &[Code] = &[{all}];\n}}");
    for (name, words) in table.get("things").and_then(Value::as_table).into_iter().flatten() {
        let words: Vec<&str> = words.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let [ko, en] = words[..] else {
            faults.push((name.clone(), "a thing has its name in Korean and in English".into()));
            continue;
        };
        let _ = writeln!(
            out,
            "pub fn no_{name}(id: impl Display) -> Error {{\n    missing([{ko:?}, {en:?}], &id)\n}}"
        );
    }
    for (name, entry) in table.iter().filter(|(name, _)| !matches!(name.as_str(), "codes" | "things")) {
        match function(name, entry, &codes) {
            Ok(made) => out.push_str(&made),
            Err(reason) => faults.push((name.clone(), reason)),
        }
    }
    out
}

/// The function of an entry, or what is wrong with it.
fn function(name: &str, entry: &Value, codes: &Table) -> Result<String, String> {
    let known = ["code", "status", "field", "after", "ko", "en"];
    for member in entry.as_table().into_iter().flat_map(Table::keys) {
        if !known.contains(&member.as_str()) {
            return Err(format!("nothing is called {member}: an entry has {}", known.join(", ")));
        }
    }
    let text = |member: &str| entry.get(member).and_then(Value::as_str);
    let needed = |member: &str| text(member).ok_or_else(|| format!("{member} is missing, or is no text"));
    let (code, ko, en, field) =
        (needed("code")?, needed("ko")?, needed("en")?, text("field").unwrap_or_default());
    if !codes.contains_key(code) {
        return Err(format!("{code:?} is not among the codes"));
    }
    if !ko.chars().any(|ch| ('가'..='힣').contains(&ch)) {
        return Err("ko is not in Korean".into());
    }
    let names =
        |text| parts(text).map(|parts| parts.into_iter().map(|(name, _)| name).collect::<BTreeSet<_>>());
    let (in_ko, in_en, in_field) = (names(ko)?, names(en)?, names(field)?);
    if in_ko != in_en {
        return Err(format!("ko has {in_ko:?} in braces, en has {in_en:?}"));
    }
    let (after, seconds) = match entry.get("after") {
        None => (String::new(), None),
        Some(Value::Integer(seconds)) => (format!(".after({seconds})"), None),
        Some(Value::String(after)) if after == "{seconds}" => (".after(seconds)".into(), Some("seconds")),
        Some(_) => return Err("after is a number of seconds, or \"{seconds}\"".into()),
    };
    let status = match entry.get("status").map(Value::as_integer) {
        None => String::new(),
        Some(Some(status @ 400..600)) => format!(".status({status})"),
        Some(_) => return Err("the status of a fault is a number from 400 to 599".into()),
    };
    let mut parameters: Vec<String> = Vec::new();
    let mut said = BTreeSet::new();
    let unsaid = seconds.map(|name| (name.to_owned(), String::new()));
    for (name, kind) in [parts(field)?, parts(ko)?].concat().into_iter().chain(unsaid) {
        let is = match kind.as_str() {
            "" if in_field.contains(&name) => "&str",
            "" if seconds == Some(&name) => "u64",
            "" => "impl Display",
            "size" => "usize",
            "both" => "[&str; 2]",
            other => return Err(format!("{{{name}:{other}}}: behind the colon stands size or both")),
        };
        if said.insert(name.clone()) {
            parameters.push(format!("{name}: {is}"));
        }
    }
    let at = match (in_field.first(), field) {
        (None, "") => String::new(),
        (None, _) => format!(".at({field:?})"),
        (Some(name), _) if field == format!("{{{name}}}") => format!(".at({name})"),
        _ => return Err("field is a name, or one thing in braces".into()),
    };
    Ok(format!(
        "pub fn {name}({}) -> Error {{\n    Error::new(code::{}, [{}, {}]){at}{after}{status}\n}}\n",
        parameters.join(", "),
        constant(code),
        expression(ko, 0)?,
        expression(en, 1)?
    ))
}

/// The name of a code in Rust.
fn constant(code: &str) -> String {
    code.to_uppercase().replace('-', "_")
}

/// What stands in braces in a text: a name, and what follows its colon.
fn parts(text: &str) -> Result<Vec<(String, String)>, String> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((_, behind)) = rest.split_once('{') {
        let (inner, after) = behind.split_once('}').ok_or("a brace is not closed")?;
        let (name, kind) = inner.split_once(':').unwrap_or((inner, ""));
        if name.is_empty() || !name.chars().all(|ch| ch.is_ascii_lowercase() || ch == '_') {
            return Err(format!("{{{inner}}} is no name"));
        }
        out.push((name.to_owned(), kind.to_owned()));
        rest = after;
    }
    if rest.contains('}') { Err("a brace is not opened".into()) } else { Ok(out) }
}

/// The text as a string in Rust, in the language of this number.
fn expression(text: &str, language: usize) -> Result<String, String> {
    let (mut shown, mut values) = (text.to_owned(), String::new());
    let parts = parts(text)?;
    for (name, kind) in &parts {
        let value = match kind.as_str() {
            "size" => format!("size({name}, LANGUAGES[{language}])"),
            "both" => format!("{name}[{language}]"),
            _ => continue,
        };
        shown = shown.replacen(&format!("{{{name}:{kind}}}"), "{}", 1);
        let _ = write!(values, ", {value}");
    }
    Ok(if parts.is_empty() {
        format!("String::from({text:?})")
    } else {
        format!("format!({shown:?}{values})")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODES: &str = "[codes]\nconflict = 409\n\n";

    #[test]
    fn an_entry_becomes_a_function() {
        let entry = "[full]\ncode = \"conflict\"\nfield = \"words\"\nafter = \"{seconds}\"\nko = \"최대 {most}개, {limit:size}\"\nen = \"At most {most}, {limit:size}\"\n";
        let made = functions(&format!("{CODES}{entry}")).unwrap();
        assert!(
            made.contains("pub fn full(most: impl Display, limit: usize, seconds: u64) -> Error {"),
            "{made}"
        );
        assert!(made.contains(r#".at("words").after(seconds)"#), "{made}");
        assert!(made.contains(r#"format!("At most {most}, {}", size(limit, LANGUAGES[1]))"#), "{made}");
    }

    #[test]
    fn a_malformed_entry_is_named_with_its_line_and_reason() {
        for (entry, line, reason) in [
            ("[x]\ncode = \"conflict\"\nko = \"가\"\n", 4, "x: en is missing, or is no text"),
            ("[x]\ncode = \"other\"\nko = \"가\"\nen = \"a\"\n", 4, "x: \"other\" is not among the codes"),
            ("[x]\ncode = \"conflict\"\nko = \"a\"\nen = \"a\"\n", 4, "x: ko is not in Korean"),
            (
                "[x]\ncode = \"conflict\"\nko = \"가 {n}\"\nen = \"a\"\n",
                4,
                "x: ko has {\"n\"} in braces, en has {}",
            ),
            ("[x]\ncode = \"conflict\"\nko = \"가 {n\"\nen = \"a\"\n", 4, "x: a brace is not closed"),
            (
                "[x]\ncode = \"conflict\"\nko = \"가\"\nen = \"a\"\nstatus = 200\n",
                4,
                "x: the status of a fault is a number from 400 to 599",
            ),
            (
                "[x]\nwords = 1\n",
                4,
                "x: nothing is called words: an entry has code, status, field, after, ko, en",
            ),
            ("[things]\ndraft = [\"초안\"]\n", 5, "draft: a thing has its name in Korean and in English"),
        ] {
            let faults = functions(&format!("{CODES}{entry}")).unwrap_err();
            assert_eq!(faults, [format!("{FILE}:{line}: {reason}")]);
        }
        assert!(functions("[x\n").unwrap_err()[0].starts_with(&format!("{FILE}:1: ")));
    }
}
