//! What is said of a hit, and what its rule would write there.

use stet_text::particle::agreed;
use stet_text::{Language, language};

use super::Rule;
use super::check::Action;
use super::pattern::{Pattern, Pool};

/// A message of Vale's with its places filled: `%s` takes the next, `%[2]s` the second; what is missing is empty.
#[must_use]
pub fn filled(template: &str, words: &[&str]) -> String {
    let mut out = String::with_capacity(template.len());
    let mut next = 0;
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once('%') {
        out.push_str(before);
        let numbered = behind.strip_prefix('[').and_then(|inner| inner.split_once(']'));
        if let Some(behind) = behind.strip_prefix('%') {
            out.push('%');
            rest = behind;
        } else if let Some(behind) = behind.strip_prefix(['s', 'd', 'v']) {
            out.push_str(words.get(next).copied().unwrap_or_default());
            next += 1;
            rest = behind;
        } else if let Some((number, behind)) = numbered
            && let (Ok(number), Some(behind)) =
                (number.parse::<usize>(), behind.strip_prefix(['s', 'd', 'v']))
        {
            out.push_str(words.get(number.wrapping_sub(1)).copied().unwrap_or_default());
            next = number;
            rest = behind;
        } else {
            out.push('%');
            rest = behind;
        }
    }
    out.push_str(rest);
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What is said of a hit: the rule's words, or what there is to say without.
#[must_use]
pub fn message(rule: &Rule, words: &[&str], found: &str, replacement: Option<&str>, text: &str) -> String {
    if !rule.text.trim().is_empty() {
        return filled(&rule.text, words);
    }
    let check = rule.check.as_ref();
    let kind = check.map(|check| check.extends.as_str()).unwrap_or_default();
    let count = words.first().copied().unwrap_or_default();
    let most = check.map_or(0, |check| check.max);
    let said = match (language(text), replacement) {
        (Language::Ko, Some(new)) => format!("‘{found}’ 대신 ‘{new}’을(를) 쓰세요."),
        (Language::En, None) if kind == "substitution" => format!("Write {count} in place of “{found}”."),
        (Language::Ko, None) if kind == "existence" => format!("‘{found}’을(를) 쓰지 마세요."),
        (Language::En, None) if kind == "existence" => format!("Avoid “{found}”."),
        (Language::Ko, None) if kind == "occurrence" => {
            format!("한 문장이 {count}어절입니다(많아야 {most}어절).")
        }
        (Language::En, None) if kind == "occurrence" => {
            format!("This sentence has {count} words (at most {most}).")
        }
        (Language::Ko, None) => format!("‘{found}’은(는) 규칙 {}에 어긋납니다.", rule.id),
        (Language::En, Some(new)) => format!("Write “{new}” in place of “{found}”."),
        (Language::En, None) => format!("“{found}” breaks the rule {}.", rule.id),
    };
    agreed(&said).into_owned()
}

/// Choices as Vale says them: 'a', 'b', or 'c'.
#[must_use]
pub fn choice(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => format!("{one} or {two}"),
        [most @ .., last] => format!("{}, or {last}", most.join(", ")),
    }
}

/// A message whose choices bring their own quotation marks.
#[must_use]
pub fn unquoted(message: &str) -> String {
    for spec in ["'%s'", "\"%s\""] {
        if message.matches(spec).count() == 2 {
            return message.replacen(spec, "%s", 1);
        }
    }
    message.to_owned()
}

/// The name of an action that makes nothing of any hit.
pub fn unacted(action: &Action) -> Option<String> {
    let known = match action.name.as_str() {
        "" | "remove" | "replace" => true,
        "edit" => matches!(
            action.params.first().map(String::as_str),
            Some("regex" | "trim_right" | "trim_left" | "trim" | "truncate" | "split")
        ),
        _ => false,
    };
    (!known).then(|| {
        let first = action.params.first().map(String::as_str).unwrap_or_default();
        format!("{} {first}", action.name).trim_end().to_owned()
    })
}

/// What an action makes of a hit; `None` where it makes nothing, or a choice.
#[must_use]
pub fn acted(action: &Action, found: &str) -> Option<String> {
    let param = |at: usize| action.params.get(at).map(String::as_str);
    let chars = |set: &str| set.chars().collect::<Vec<char>>();
    let edited = match (action.name.as_str(), param(0), param(1)) {
        ("remove", ..) => return Some(String::new()),
        ("replace", Some(new), None) => return Some(new.to_owned()),
        ("edit", Some("regex"), Some(pattern)) => {
            let pattern = Pattern::new(pattern, &mut Pool::default()).ok()?;
            let spans = pattern.spans(found, &mut super::pattern::Work::on(found.len()));
            let mut out = String::new();
            let mut at = 0;
            for span in spans {
                out.push_str(found.get(at..span.start)?);
                out.push_str(&pattern.expanded(span.of(found), &braced(param(2)?))?);
                at = span.end;
            }
            out + found.get(at..)?
        }
        ("edit", Some("trim_right"), Some(set)) => found.trim_end_matches(chars(set).as_slice()).to_owned(),
        ("edit", Some("trim_left"), Some(set)) => found.trim_start_matches(chars(set).as_slice()).to_owned(),
        ("edit", Some("trim"), Some(set)) => found.trim_matches(chars(set).as_slice()).to_owned(),
        ("edit", Some("truncate"), Some(mark)) => found.split(mark).next()?.to_owned(),
        ("edit", Some("split"), Some(mark)) => found.split(mark).nth(param(2)?.parse().ok()?)?.to_owned(),
        _ => return None,
    };
    Some(edited.trim().to_owned())
}

/// A replacement of .NET's or Go's: `$1st` is the first group and then `st`.
#[must_use]
pub fn braced(template: &str) -> String {
    let mut out = String::with_capacity(template.len() + 4);
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once('$') {
        out.push_str(before);
        let digits = behind.len() - behind.trim_start_matches(|ch: char| ch.is_ascii_digit()).len();
        match behind.split_at_checked(digits) {
            Some((number, tail)) if digits > 0 => {
                out.extend(["${", number, "}"]);
                rest = tail;
            }
            _ => {
                out.push('$');
                rest = behind;
            }
        }
    }
    out + rest
}

/// A replacement for a word with a capital starts with one too.
#[must_use]
pub fn capitalised(found: &str, replacement: String) -> String {
    let mut letters = found.chars();
    let upper =
        letters.next().is_some_and(char::is_uppercase) && !letters.next().is_some_and(char::is_uppercase);
    let mut chars = replacement.chars();
    match chars.next() {
        Some(first) if upper && first.is_lowercase() => first.to_uppercase().chain(chars).collect(),
        _ => replacement,
    }
}
