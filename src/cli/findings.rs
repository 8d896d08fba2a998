//! What the verbs that check texts have found, in the forms of the programs that show it: SARIF, JUnit, GitHub's own.
//!
//! Owns the forms, the least severity and the exit code; what is found, and how people and programs of Stet read it, is the
//! verbs'.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::texts::place;
use stet_criteria::Severity;
use stet_text::span::Span;

/// How what was found is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    Text,
    /// One object
    Json,
    /// SARIF 2.1.0, which code hosts show beside the lines
    Sarif,
    /// JUnit's XML, which build servers show as tests
    Junit,
    /// Commands that GitHub Actions show beside the lines
    Github,
}

/// What is left out and does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Least {
    /// Nothing
    Suggestion,
    /// Suggestions
    Warning,
    /// Suggestions and warnings
    Error,
}

/// How the verbs that check texts tell what they have found; each has a `--json` of its own beside it.
#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    /// Print it for another program: text, json, sarif, junit or github
    #[arg(long, value_enum, value_name = "FORM", hide_possible_values = true)]
    format: Option<Format>,
    /// Leave out what is less, and exit with 1 only where there is such: suggestion, warning or error
    // A hook says one of its own, and whoever uses it another.
    #[arg(
        long,
        value_enum,
        value_name = "SEVERITY",
        hide_possible_values = true,
        overrides_with = "min_severity"
    )]
    pub min_severity: Option<Least>,
}

impl ReportArgs {
    pub(super) fn format(&self, json: bool) -> Format {
        self.format.unwrap_or(if json { Format::Json } else { Format::Text })
    }
}

impl Least {
    pub(super) fn takes(self, severity: Severity) -> bool {
        severity
            >= match self {
                Self::Suggestion => Severity::Suggestion,
                Self::Warning => Severity::Warning,
                Self::Error => Severity::Error,
            }
    }
}

/// One thing that is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Finding {
    pub rule: String,
    pub severity: Severity,
    pub message: String,
    /// Line and column from 1, in characters; the end is exclusive.
    pub start: (usize, usize),
    pub end: (usize, usize),
}

impl Finding {
    pub(super) fn new(text: &str, span: Span, rule: &str, severity: Severity, message: &str) -> Self {
        let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
        let (start, end) = (place(text, span.start), place(text, span.end));
        Self { rule: rule.to_owned(), severity, message, start, end }
    }
}

/// The findings of a text; or why it could not be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Checked {
    /// The path of the file.
    pub name: String,
    pub findings: Result<Vec<Finding>, String>,
}

/// Rules that do not run here, each with its reason, in order.
pub(super) type Idle = BTreeMap<String, String>;

/// What a format says of all texts, and of rules that do not run; the verb says the others itself.
pub(super) fn told(format: Format, verb: &str, all: &[Checked], idle: &Idle) -> Option<String> {
    match format {
        Format::Text | Format::Json => None,
        Format::Sarif => Some(format!("{:#}\n", sarif(all, idle))),
        Format::Junit => Some(junit(verb, all, idle)),
        Format::Github => Some(github(all, idle)),
    }
}

/// 2 where a text could not be checked, else 1 where `is_bad`.
pub(super) fn exit(all: &[Checked], is_bad: bool) -> ExitCode {
    match (all.iter().any(|checked| checked.findings.is_err()), is_bad) {
        (true, _) => ExitCode::from(2),
        (false, true) => ExitCode::FAILURE,
        (false, false) => ExitCode::SUCCESS,
    }
}

/// A path as an address inside the repository.
fn uri(name: &str) -> String {
    use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
    const KEPT: &AsciiSet = &CONTROLS.add(b' ').add(b'%').add(b'"').add(b'<').add(b'>').add(b'?').add(b'#');
    let name = name.strip_prefix("./").unwrap_or(name).replace('\\', "/");
    utf8_percent_encode(&name, KEPT).to_string()
}

fn sarif(all: &[Checked], idle: &Idle) -> Value {
    let found =
        || all.iter().flat_map(|checked| checked.findings.iter().flatten().map(move |one| (checked, one)));
    let rules: BTreeSet<&str> = found().map(|(_, finding)| finding.rule.as_str()).collect();
    let results: Vec<Value> = found()
        .map(|(checked, finding)| {
            let ((line, column), (end_line, end_column)) = (finding.start, finding.end);
            json!({
                "ruleId": finding.rule, "level": level(finding.severity), "message": { "text": finding.message },
                "locations": [{ "physicalLocation": {
                    "artifactLocation": { "uri": uri(&checked.name) },
                    "region": {
                        "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column,
                    },
                } }],
            })
        })
        .collect();
    let faults: Vec<Value> = all
        .iter()
        .filter_map(|checked| {
            let fault = checked.findings.as_ref().err()?;
            Some(json!({ "level": "error", "message": { "text": fault } }))
        })
        .collect();
    let succeeded = faults.is_empty();
    let not_run = idle.iter().map(|(rule, why)| {
        json!({ "level": "note", "associatedRule": { "id": rule }, "message": { "text": format!("{rule}: {why}") } })
    });
    let told: Vec<Value> = faults.into_iter().chain(not_run).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "stet", "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.into_iter().map(|rule| json!({ "id": rule })).collect::<Vec<_>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "invocations": [{ "executionSuccessful": succeeded, "toolExecutionNotifications": told }],
            "results": results,
        }],
    })
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Suggestion => "note",
    }
}

/// A text is a suite, and a test of it is one thing that was found; a text in which nothing was found has one that passed.
fn junit(verb: &str, all: &[Checked], idle: &Idle) -> String {
    let mut suites = String::new();
    let (mut tests, mut failures, mut errors) = (0, 0, 0);
    for checked in all {
        let name = xml(&checked.name);
        let found = checked.findings.as_deref().map_or(0, <[Finding]>::len);
        let error = usize::from(checked.findings.is_err());
        let count = (found + error).max(1);
        (tests, failures, errors) = (tests + count, failures + found, errors + error);
        let _ = writeln!(
            suites,
            "  <testsuite name=\"{name}\" tests=\"{count}\" failures=\"{found}\" errors=\"{error}\">"
        );
        match &checked.findings {
            Err(fault) => {
                let fault = xml(fault);
                let _ = writeln!(
                    suites,
                    "    <testcase classname=\"{name}\" name=\"read\"><error message=\"{fault}\"/></testcase>"
                );
            }
            Ok(findings) if findings.is_empty() => {
                let _ = writeln!(suites, "    <testcase classname=\"{name}\" name=\"{}\"/>", xml(verb));
            }
            Ok(findings) => {
                for Finding { rule, severity, message, start: (line, column), .. } in findings {
                    let (rule, message) = (xml(rule), xml(message));
                    let kind = level(*severity);
                    let _ = writeln!(
                        suites,
                        "    <testcase classname=\"{name}\" name=\"{line}:{column} {rule}\"><failure type=\"{kind}\" message=\"{message}\">{name}:{line}:{column}: {message}</failure></testcase>"
                    );
                }
            }
        }
        suites.push_str("  </testsuite>\n");
    }
    if !idle.is_empty() {
        let count = idle.len();
        tests += count;
        let name = xml(verb);
        let _ = writeln!(
            suites,
            "  <testsuite name=\"{name}\" tests=\"{count}\" failures=\"0\" errors=\"0\" skipped=\"{count}\">"
        );
        for (rule, why) in idle {
            let (rule, why) = (xml(rule), xml(why));
            let _ = writeln!(
                suites,
                "    <testcase classname=\"{name}\" name=\"{rule}\"><skipped message=\"{why}\"/></testcase>"
            );
        }
        suites.push_str("  </testsuite>\n");
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"stet {}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">\n{suites}</testsuites>\n",
        xml(verb)
    )
}

/// Text inside XML, without the characters that XML does not have.
fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for ch in text.chars() {
        match ch {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            ch if ch < ' ' => {}
            ch => out.push(ch),
        }
    }
    out
}

fn github(all: &[Checked], idle: &Idle) -> String {
    let mut out = String::new();
    for (rule, why) in idle {
        let _ = writeln!(out, "::notice title={}::{}", property(rule), data(&format!("{rule}: {why}")));
    }
    for checked in all {
        let file = property(&checked.name);
        match &checked.findings {
            Err(fault) => {
                let _ = writeln!(out, "::error file={file}::{}", data(fault));
            }
            Ok(findings) => {
                for Finding { rule, severity, message, start: (line, column), end } in findings {
                    let kind = if *severity == Severity::Suggestion { "notice" } else { level(*severity) };
                    let (rule, message, (end_line, end_column)) = (property(rule), data(message), end);
                    let _ = writeln!(
                        out,
                        "::{kind} file={file},line={line},col={column},endLine={end_line},endColumn={end_column},title={rule}::{message}"
                    );
                }
            }
        }
    }
    out
}

/// The text of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a command's property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found() -> Vec<Checked> {
        let text = "하나\n둘 셋: \"넷\" <b>\n";
        let at = text.find('셋').unwrap();
        let span = Span::new(at, at + "셋".len());
        let finding = Finding::new(text, span, "a:b", Severity::Suggestion, "50 % of <b>\n& \u{1}more");
        vec![
            Checked { name: "./글 1.md".into(), findings: Ok(vec![finding]) },
            Checked { name: "b.md".into(), findings: Ok(Vec::new()) },
            Checked { name: "c.md".into(), findings: Err("gone\naway".into()) },
        ]
    }

    #[test]
    fn places_are_lines_and_columns_of_characters() {
        let Checked { findings, .. } = &found()[0];
        let finding = &findings.as_ref().unwrap()[0];
        assert_eq!((finding.start, finding.end), ((2, 3), (2, 4)));
        assert_eq!((place("a\nb", 99), place("", 0)), ((2, 2), (1, 1)));
    }

    #[test]
    fn every_form_holds_what_was_found() {
        let all = found();
        let idle = Idle::from([("A.b".to_owned(), "not run".to_owned())]);
        let sarif = sarif(&all, &idle);
        let run = &sarif["runs"][0];
        assert_eq!(run["results"][0]["level"], "note");
        let place = &run["results"][0]["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "%EA%B8%80%201.md");
        assert_eq!((&place["region"]["startLine"], &place["region"]["startColumn"]), (&json!(2), &json!(3)));
        assert_eq!(run["tool"]["driver"]["rules"], json!([{ "id": "a:b" }]));
        assert_eq!(run["invocations"][0]["executionSuccessful"], false);
        assert_eq!(run["invocations"][0]["toolExecutionNotifications"][1]["associatedRule"]["id"], "A.b");
        let junit = junit("lint", &all, &idle);
        assert!(junit.contains("name=\"A.b\"><skipped message=\"not run\"/>"), "{junit}");
        assert!(
            junit.contains("<testsuites name=\"stet lint\" tests=\"4\" failures=\"1\" errors=\"1\">"),
            "{junit}"
        );
        assert!(junit.contains("message=\"50 % of &lt;b&gt; &amp; more\""), "{junit}");
        let github = github(&all, &idle);
        let mut lines = github.lines();
        assert_eq!(lines.next(), Some("::notice title=A.b::A.b: not run"));
        let first = "::notice file=./글 1.md,line=2,col=3,endLine=2,endColumn=4,title=a%3Ab::50 %25 of <b> & \u{1}more";
        assert_eq!(lines.next(), Some(first));
        assert_eq!(lines.next(), Some("::error file=c.md::gone%0Aaway"));
        assert_eq!(lines.next(), None);
    }
}
