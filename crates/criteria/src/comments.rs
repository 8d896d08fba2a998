//! Comments in a text, and what they switch off: `<!-- stet off -->`.
//!
//! The grammar is Vale's, under its name and ours: `off` and `on`; `RULE = NO` and `= YES`, where a rule is named whole or by
//! its style; `RULE["words"] = NO` for these words alone; `styles = A, B` for nothing but these. What stands in code is an
//! example of it. A comment is no text: nothing is found in it, and nothing is said of its words.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

use super::blocks::code;
use stet_text::span::Span;

/// Switches of a text that are obeyed, so that the time for each finding has a bound.
const MOST: usize = 1_000;

/// What begins and ends a comment, in Markdown and HTML, and in MDX.
const DELIMITERS: [(&str, &str); 2] = [("<!--", "-->"), ("{/*", "*/}")];

/// What a comment says to us.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Switch {
    All(bool),
    /// A rule, or all of a style; where words are named, only for them.
    Rule {
        name: String,
        words: Vec<String>,
        on: bool,
    },
    /// Only these styles.
    Styles(Vec<String>),
}

/// The comments of a text.
#[derive(Debug, Clone, Default)]
pub struct Comments {
    spans: Vec<Span>,
    /// Each with the byte from which on it holds.
    switches: Vec<(usize, Switch)>,
}

impl Comments {
    /// Reads the comments of a text. One that does not end is none.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut found = Self::default();
        if DELIMITERS.iter().all(|(open, _)| !text.contains(open)) {
            return found;
        }
        let code = code(text);
        let mut code = code.iter().peekable();
        let mut opened = DELIMITERS.map(|(open, close)| (text.find(open), open, close));
        let mut at = 0;
        loop {
            for (start, open, _) in &mut opened {
                if start.is_some_and(|start| start < at) {
                    *start = text.get(at..).and_then(|rest| rest.find(*open)).map(|found| at + found);
                }
            }
            let Some((start, delimiters)) =
                opened.iter_mut().filter_map(|next| Some((next.0?, next))).min_by_key(|next| next.0)
            else {
                break;
            };
            let (_, open, close) = *delimiters;
            at = start + open.len();
            while code.next_if(|code| code.end <= start).is_some() {}
            if code.peek().is_some_and(|code| code.has(start)) {
                continue;
            }
            let Some(len) = text.get(at..).and_then(|rest| rest.find(close)) else {
                // No later one ends either.
                delimiters.0 = None;
                continue;
            };
            let inner = Span::new(at, at + len);
            at = inner.end + close.len();
            found.spans.push(Span::new(start, at));
            if found.switches.len() < MOST {
                found.switches.extend(switch(inner.of(text)).map(|switch| (at, switch)));
            }
        }
        found
    }

    /// Where they stand, with what begins and ends them; in order.
    #[must_use]
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The text with blanks in the place of its comments, byte for byte.
    #[must_use]
    pub fn blanked<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.spans.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for span in &self.spans {
            out.push_str(text.get(at..span.start).unwrap_or_default());
            out.extend(span.of(text).bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
            at = span.end;
        }
        out.push_str(text.get(at..).unwrap_or_default());
        Cow::Owned(out)
    }

    /// Whether a finding of a rule is not to be told: a comment before it has switched the rule off, or it lies in a comment.
    /// What is missing from a whole text (an empty place) goes by what holds at its end.
    #[must_use]
    pub fn hide(&self, rule: &str, place: Span, words: &str) -> bool {
        if self.spans.is_empty() {
            return false;
        }
        let next = self.spans.partition_point(|comment| comment.end <= place.start);
        if self.spans.get(next).is_some_and(|comment| comment.overlaps(place)) {
            return true;
        }
        let (mut all, mut whole, mut these) = (false, false, false);
        for (_, switch) in
            self.switches.iter().take_while(|(from, _)| place.is_empty() || *from <= place.start)
        {
            match switch {
                Switch::All(on) => all = !on,
                Switch::Styles(styles) => whole = !styles.iter().any(|style| names(style, rule)),
                Switch::Rule { name, words: named, on } if names(name, rule) => {
                    if named.is_empty() {
                        whole = !on;
                    } else if named.iter().any(|named| named == words.trim()) {
                        these = !on;
                    }
                }
                Switch::Rule { .. } => {}
            }
        }
        all || whole || these
    }
}

/// The comment with which a writer switches a rule off from there on, for these words alone where there are some.
#[must_use]
pub fn switching_off(rule: &str, words: Option<&str>) -> String {
    // Two dashes would end the comment.
    let quoted =
        |words: &str| serde_json::Value::from(words.trim()).to_string().replace("--", "\\u002d\\u002d");
    let words = words.map(|words| format!("[{}]", quoted(words))).unwrap_or_default();
    format!("<!-- stet {rule}{words} = NO -->")
}

/// Whether a name is that of a rule, or of the style it belongs to (`Style.Rule`, `harper:SpellCheck`).
fn names(name: &str, rule: &str) -> bool {
    rule.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ':']))
}

fn switch(comment: &str) -> Option<Switch> {
    static FORM: LazyLock<Option<Regex>> = LazyLock::new(|| {
        let name = r"(?P<name>[^\s\[=](?:[^\[=]*[^\s\[=])?)";
        let form = format!(
            r"(?s)\A\s*(?:stet|vale)\s+(?:(?P<all>off|on)|styles?\s*=\s*(?P<styles>.*\S)|{name}(?:\[(?P<words>.*)\])?\s*=\s*(?P<on>YES|NO))\s*\z"
        );
        Regex::new(&form).ok()
    });
    let found = FORM.as_ref()?.captures(comment)?;
    let group = |name: &str| found.name(name).map(|found| found.as_str());
    if let Some(all) = group("all") {
        return Some(Switch::All(all == "on"));
    }
    if let Some(on) = group("on") {
        let words =
            group("words").map(|words| serde_json::from_str(&format!("[{words}]"))).transpose().ok()?;
        let name = group("name")?.to_owned();
        return Some(Switch::Rule { name, words: words.unwrap_or_default(), on: on == "YES" });
    }
    Some(Switch::Styles(group("styles")?.split(',').map(|style| style.trim().to_owned()).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which of the words `bad` of a text are found by the rule `S.R`.
    fn heard(text: &str) -> Vec<usize> {
        let comments = Comments::of(text);
        let blanked = comments.blanked(text);
        assert_eq!(blanked.len(), text.len());
        let found = text.match_indices("bad").map(|(at, word)| Span::new(at, at + word.len()));
        (1..)
            .zip(found)
            .filter(|(_, place)| !comments.hide("S.R", *place, "bad"))
            .map(|(number, _)| number)
            .collect()
    }

    #[test]
    fn comments_switch_rules_off_and_on() {
        for (text, wanted) in [
            ("bad bad", &[1, 2][..]),
            ("bad <!-- stet off --> bad <!-- stet on --> bad", &[1, 3]),
            ("bad <!--vale off--> bad\n\n<!--  vale\non  --> bad", &[1, 3]),
            ("<!-- stet S.R = NO --> bad <!-- stet S.R = YES --> bad", &[2]),
            ("<!-- stet S = NO --> bad <!-- stet S.R = YES --> bad", &[2]),
            ("<!-- stet S.Ro = NO --> bad <!-- stet R = NO --> bad", &[1, 2]),
            ("<!-- stet S.R[\"bad\"] = NO --> bad", &[]),
            ("<!-- stet S.R[\"worse\", \"나쁜 말\"] = NO --> bad", &[1]),
            // No list of words, so no switch; the first is the comment's own.
            ("<!-- stet S.R[bad] = NO --> bad", &[2]),
            ("<!-- vale styles = T, U --> bad <!-- vale style = S --> bad", &[2]),
            ("<!-- bad --> bad", &[2]),
            ("{/* stet off */} bad {/* stet on */} bad {/* bad */}", &[2]),
            ("`<!-- stet off -->` bad", &[1]),
            ("```html\n<!-- stet off -->\n```\n\nbad", &[1]),
            ("<!-- stet off bad", &[1]),
            ("<!-- stet of --> bad <!-- stetoff --> bad", &[1, 2]),
        ] {
            assert_eq!(heard(text), wanted, "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for words in ["bad", " a \"b\" ", "한빛관", "x --> y", "a]b", "two\nlines"] {
            let text = format!("{}\nhere", switching_off("S.R", Some(words)));
            let comments = Comments::of(&text);
            let place = Span::new(text.len() - 4, text.len());
            assert!(comments.hide("S.R", place, words), "{text}");
            assert!(!comments.hide("S.R", place, "other") && !comments.hide("S.X", place, words), "{text}");
        }
        let text = switching_off("S.R", None);
        assert!(Comments::of(&text).hide("S.R", Span::default(), ""), "{text}");
    }
}
