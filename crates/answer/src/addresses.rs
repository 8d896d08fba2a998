//! Addresses that a model writes and no source has.
//!
//! A picture in Markdown is fetched by many clients as soon as it is shown, and a link by one click, so a text that hides in a source
//! and tells the model what to write could send what stands in other sources to an address of its choice. [`Addresses`] lets pass what
//! its caller knows, which an answer may have as a link and a rewriting of a draft as a picture, too, and pictures of Stet's own; of all
//! else only the words stay. It works on the model's text as it comes, before anything is made of it, and holds back no more than the
//! address itself.
//!
//! Bare addresses stay: they are seen for what they are. Text is not read as code: in a block of code the same forms lose their address, too.

use std::borrow::Cow;

/// Bytes of an address with its title, or of a tag. What is longer belongs to none that a source has.
const LONGEST: usize = 2048;
/// Bytes of a picture's words that may wait for the address behind them.
const LONGEST_WORDS: usize = 300;
const OPENERS: [char; 3] = ['!', ']', '<'];
/// Where Stet serves its own pictures.
const OWN: &str = "/api/";
/// Elements that load or lead somewhere.
const LOADING: [&str; 21] = [
    "a", "area", "audio", "base", "embed", "form", "frame", "iframe", "image", "img", "input", "link",
    "meta", "object", "picture", "script", "source", "svg", "track", "use", "video",
];
/// Elements whose address is followed by a click alone.
const CLICKED: [&str; 2] = ["a", "area"];
/// Bytes of an element's name.
const LONGEST_NAME: usize = 32;
/// What loads by itself wherever it stands among attributes, or hides what does.
const BY_ITSELF: [&str; 6] = ["url(", "image-set(", "src(", "@import", "srcdoc", "ping"];
/// Schemes that are one without `//` behind them.
const SCHEMES: [&str; 11] =
    ["blob", "data", "file", "ftp", "http", "https", "javascript", "mailto", "vbscript", "ws", "wss"];

/// The model's text on its way, without the addresses that no source has. Cuts of the text change nothing.
#[derive(Debug, Default)]
pub struct Addresses {
    /// What may become one of the forms that have an address.
    held: String,
    /// The rest of an address that is too long is left out as it comes.
    dropping: bool,
}

/// How an address stands in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// It waits for a click.
    Link,
    /// It may be fetched as soon as it is shown.
    Picture,
}

/// What stands at an opener.
enum Outcome {
    /// It cannot be told yet.
    Open,
    /// So many bytes are these words.
    Said(usize, Cow<'static, str>),
    /// So many bytes stay as they are.
    Kept(usize),
    /// The same as [`Outcome::Said`], and what follows up to the address's end is left out.
    Endless(usize, &'static str),
}

impl Addresses {
    /// Takes the next piece of the model's text and gives what may be shown of it. `known` tells whether an address may
    /// stand in that form.
    pub fn push<'a>(&mut self, delta: &'a str, known: impl Fn(&str, Form) -> bool) -> Cow<'a, str> {
        if self.held.is_empty() && !self.dropping && !delta.contains(OPENERS) {
            return Cow::Borrowed(delta);
        }
        self.held.push_str(delta);
        Cow::Owned(self.take(&known, false))
    }

    /// The rest, when nothing more comes.
    pub fn finish(&mut self, known: impl Fn(&str, Form) -> bool) -> String {
        self.take(&known, true)
    }

    fn take(&mut self, known: &impl Fn(&str, Form) -> bool, last: bool) -> String {
        let held = std::mem::take(&mut self.held);
        let (mut out, mut rest) = (String::new(), held.as_str());
        loop {
            if self.dropping {
                let Some(end) = rest.find(|next: char| next.is_whitespace() || matches!(next, ')' | '>'))
                else {
                    break;
                };
                self.dropping = false;
                let skipped = if rest.get(end..).is_some_and(|end| end.starts_with([')', '>'])) {
                    end + 1
                } else {
                    end
                };
                rest = rest.get(skipped..).unwrap_or_default();
            }
            let Some(at) = rest.find(OPENERS) else {
                out.push_str(rest);
                break;
            };
            let (before, here) = rest.split_at(at);
            out.push_str(before);
            let used = match decide(here, known) {
                // What is written behind it must not become a part of it.
                Outcome::Open if last && here.starts_with('<') && loads(here, "", known) => {
                    out.push_str("&lt;");
                    rest = here.get(1..).unwrap_or_default();
                    continue;
                }
                Outcome::Open if last => 1,
                Outcome::Open => {
                    here.clone_into(&mut self.held);
                    break;
                }
                Outcome::Kept(used) => used,
                Outcome::Said(used, words) => {
                    out.push_str(&words);
                    rest = here.get(used..).unwrap_or_default();
                    continue;
                }
                Outcome::Endless(used, words) => {
                    out.push_str(words);
                    self.dropping = true;
                    rest = here.get(used..).unwrap_or_default();
                    continue;
                }
            };
            let (kept, behind) = here.split_at(used);
            out.push_str(kept);
            rest = behind;
        }
        out
    }
}

fn decide(here: &str, known: &impl Fn(&str, Form) -> bool) -> Outcome {
    match here.as_bytes() {
        [_] => Outcome::Open,
        [b'!', b'[', ..] => picture(here, known),
        [b']', b'(', ..] => link(here, known),
        [b']', b':', ..] => definition(here, known),
        [b'<', ..] => tag(here, known),
        _ => Outcome::Kept(1),
    }
}

/// `![words](address)`: of Stet's own, or known as one, it stays; of another only the link does. Without an address it is an exclamation before a mark.
fn picture(here: &str, known: &impl Fn(&str, Form) -> bool) -> Outcome {
    let mut depth = 0_usize;
    let mut escaped = false;
    for (at, next) in here.char_indices().skip(1) {
        match next {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => depth += 1,
            ']' if depth > 1 => depth -= 1,
            ']' => {
                let behind = here.get(at + 1..).unwrap_or_default();
                return match target(behind) {
                    Target::Open if behind.len() > LONGEST => Outcome::Said(1, "".into()),
                    Target::Open => Outcome::Open,
                    Target::None => Outcome::Kept(1),
                    Target::At(length, address)
                        if address.starts_with(OWN) || known(&address, Form::Picture) =>
                    {
                        Outcome::Kept(at + 1 + length)
                    }
                    Target::At(..) => Outcome::Said(1, "".into()),
                };
            }
            _ => {}
        }
    }
    if here.len() > LONGEST_WORDS { Outcome::Said(1, "".into()) } else { Outcome::Open }
}

/// `](address)` behind the words of a link.
fn link(here: &str, known: &impl Fn(&str, Form) -> bool) -> Outcome {
    match target(here.get(1..).unwrap_or_default()) {
        Target::Open if here.len() > LONGEST => Outcome::Endless(here.len(), "]"),
        Target::Open => Outcome::Open,
        Target::At(length, address) if is_foreign(&address, Form::Link, known) => {
            Outcome::Said(1 + length, "]".into())
        }
        Target::At(length, _) => Outcome::Kept(1 + length),
        Target::None => Outcome::Kept(1),
    }
}

/// `]: address`, to which a link or a picture elsewhere may lead: without its colon it is text.
fn definition(here: &str, known: &impl Fn(&str, Form) -> bool) -> Outcome {
    let behind = here.get(2..).unwrap_or_default();
    let address = behind.trim_start();
    let blank = behind.len() - address.len();
    if behind.get(..blank).is_some_and(|blank| blank.matches('\n').count() > 1) {
        return Outcome::Kept(2);
    }
    match address.find(char::is_whitespace) {
        Some(end) if is_foreign(address.get(..end).unwrap_or_default(), Form::Picture, known) => {
            Outcome::Said(2, "]".into())
        }
        Some(_) => Outcome::Kept(2),
        None if address.len() > LONGEST => Outcome::Said(2, "]".into()),
        None => Outcome::Open,
    }
}

/// A tag: with an address that may not stand in it, it goes as a whole.
fn tag(here: &str, known: &impl Fn(&str, Form) -> bool) -> Outcome {
    let inner = here.get(1..).unwrap_or_default();
    let name_end = inner.find(|next: char| !next.is_ascii_alphanumeric() && next != '-');
    let name = inner.get(..name_end.unwrap_or(inner.len())).unwrap_or_default().to_ascii_lowercase();
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) || name.len() > LONGEST_NAME {
        return Outcome::Kept(1);
    }
    match name_end {
        None => return Outcome::Open,
        Some(end) if inner.get(end..).is_some_and(is_tags) => {}
        Some(_) => return Outcome::Kept(1),
    }
    // Any element may have a style; of those that are none of the usual less is waited for.
    let most = if LOADING.contains(&&*name) { LONGEST } else { LONGEST_WORDS };
    let Some(end) = end_of_tag(here.get(..here.floor_char_boundary(most)).unwrap_or_default()) else {
        return if here.len() > most { Outcome::Said(1, "&lt;".into()) } else { Outcome::Open };
    };
    let whole = here.get(..=end).unwrap_or_default();
    if loads(whole, &name, known) { Outcome::Said(end + 1, "".into()) } else { Outcome::Kept(end + 1) }
}

/// Where a tag is closed: by a bracket that is in no quoted value.
fn end_of_tag(here: &str) -> Option<usize> {
    let (mut quote, mut is_value) = (None, false);
    for (at, next) in here.char_indices() {
        match (quote, next) {
            (Some(open), _) if open == next => quote = None,
            (None, '>') => return Some(at),
            (None, '"' | '\'') if is_value => quote = Some(next),
            _ => {}
        }
        is_value = next == '=' || is_value && next.is_whitespace();
    }
    None
}

/// Whether a tag loads or leads to what is not known.
fn loads(tag: &str, name: &str, known: &impl Fn(&str, Form) -> bool) -> bool {
    if known(tag, Form::Picture) {
        return false;
    }
    let plain = decoded(tag);
    let attributes = plain.to_ascii_lowercase();
    let by_itself = name == "style" || BY_ITSELF.iter().any(|word| attributes.contains(word));
    let form = if CLICKED.contains(&name) && !by_itself { Form::Link } else { Form::Picture };
    let mut parts = [tag, &*plain]
        .into_iter()
        .flat_map(|text| text.split(|next: char| next.is_whitespace() || "\"'=`,;()<>".contains(next)));
    by_itself || parts.any(|part| is_foreign(part, form, known))
}

fn is_tags(behind_name: &str) -> bool {
    behind_name.starts_with(|next: char| next.is_whitespace() || matches!(next, '/' | '>' | '"'))
}

/// What stands behind the words of a link.
enum Target {
    Open,
    None,
    /// The bytes from the bracket that opens to the one that closes, and the address.
    At(usize, String),
}

fn target(behind: &str) -> Target {
    let Some(inner) = behind.strip_prefix('(') else {
        return if behind.is_empty() { Target::Open } else { Target::None };
    };
    let start = inner.len() - inner.trim_start().len();
    let text = inner.trim_start();
    let mut end = None;
    let (angled, mut depth, mut escaped) = (text.starts_with('<'), 0_usize, false);
    for (at, next) in text.char_indices() {
        match next {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '>' if angled => end = Some(at + 1),
            '\n' if angled => return Target::None,
            _ if angled => {}
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            ')' => end = Some(at),
            _ if next.is_whitespace() => end = Some(at),
            _ => {}
        }
        if end.is_some() {
            break;
        }
    }
    let Some(end) = end else { return Target::Open };
    let address = text.get(..end).unwrap_or_default().trim_start_matches('<').trim_end_matches('>');
    let rest = text.get(end..).unwrap_or_default();
    let title = rest.trim_start();
    let before = 1 + start + end + rest.len() - title.len();
    let at = |length: usize| Target::At(before + length, address.to_owned());
    match title.chars().next() {
        None => Target::Open,
        Some(')') => at(1),
        Some(quote @ ('"' | '\'' | '(')) => {
            let close = if quote == '(' { ')' } else { quote };
            let Some(length) = title.get(1..).and_then(|title| title.find(close)) else {
                return Target::Open;
            };
            let behind = title.get(length + 2..).unwrap_or_default();
            let blank = behind.len() - behind.trim_start().len();
            match behind.trim_start().chars().next() {
                None => Target::Open,
                Some(')') => at(length + 2 + blank + 1),
                Some(_) => Target::None,
            }
        }
        Some(_) => Target::None,
    }
}

/// Whether an address leads somewhere that no source names.
fn is_foreign(address: &str, form: Form, known: &impl Fn(&str, Form) -> bool) -> bool {
    let address = address.trim_start_matches('<').trim_end_matches('>');
    let plain = decoded(address);
    is_absolute(&plain) && !known(address, form) && !known(&plain, form)
}

/// Whether an address names a place by itself, as browsers read it.
fn is_absolute(address: &str) -> bool {
    let address: String =
        address.chars().filter(|next| !next.is_control() && !next.is_whitespace()).collect();
    let mut first = address.chars();
    if let (Some('/' | '\\'), Some('/' | '\\')) = (first.next(), first.next()) {
        return true;
    }
    let Some((scheme, rest)) = address.split_once(':') else { return false };
    let scheme = scheme.to_ascii_lowercase();
    let is_one = scheme.starts_with(|next: char| next.is_ascii_alphabetic())
        && scheme.chars().all(|next| next.is_ascii_alphanumeric() || "+.-".contains(next));
    SCHEMES.contains(&&*scheme) || is_one && (rest.starts_with("//") || rest.starts_with("url("))
}

/// An address without the escapes of Markdown and HTML.
fn decoded(address: &str) -> String {
    let mut out = String::new();
    let mut rest = address;
    while let Some(at) = rest.find(['&', '\\']) {
        let (before, here) = rest.split_at(at);
        out.push_str(before);
        let escape = here.strip_prefix('\\').and_then(|behind| behind.chars().next());
        let entity = here.find(';').filter(|&end| end <= 12).and_then(|end| {
            let name = here.get(1..end)?;
            let number = name.strip_prefix('#').map(|number| match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok(),
                None => number.parse().ok(),
            });
            let meant = match (number, name) {
                (Some(number), _) => number.and_then(char::from_u32)?,
                (None, "amp") => '&',
                (None, "colon") => ':',
                (None, "sol") => '/',
                (None, "bsol") => '\\',
                (None, "Tab" | "NewLine") => ' ',
                (None, _) => return None,
            };
            Some((meant, end + 1))
        });
        let (meant, used) = match (escape, entity) {
            (Some(escaped), _) if escaped.is_ascii_punctuation() => (escaped, 2),
            (_, Some(entity)) => entity,
            _ => (if here.starts_with('&') { '&' } else { '\\' }, 1),
        };
        out.push(meant);
        rest = here.get(used..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests;
