//! `stet eval golden`: what Stet says of every row, to be compared with what it says after a change.
//!
//! Owns the kinds of rows and what is written of each. A row is known by what it was made from, not by its place, so that
//! rows may come and go. Leaves what changed to `eval diff`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::boundaries::boundary_scores;
use super::patches::made_from;
use crate::rows::{each, files, is_unread, name, rows};
use crate::{LabError, say};
use stet_gate::{GatePolicy, PreparedSources, Verdict, judge};
use stet_marks::citation::{HoldScanner, scan_marks};
use stet_marks::statute::scan_statutes;
use stet_patch::{patches, riskiest};
use stet_segment::segment;
use stet_store::{hex, language_name};
use stet_text::language;

#[derive(Debug, Args)]
pub(crate) struct GoldenArgs {
    #[command(flatten)]
    data: crate::rows::DataArgs,
    /// File to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What a row of the data is, by the fields that it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    /// A labelled claim and its source.
    Claim,
    /// A claim written to differ from its source in one thing, or in none.
    Pair,
    Patch,
    /// A text and its sentences.
    Segment,
    /// A text and what its sentences are.
    Sentence,
    Mark,
    Reference,
}

/// One line of the file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Line {
    pub kind: Option<Kind>,
    pub set: String,
    /// Line of the row in its file, from 1.
    pub at: usize,
    pub id: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub class: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub lang: String,
    pub split: Split,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    pub status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub veto: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub penalties: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// A hash of everything that was found, where the status does not tell all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Split {
    #[default]
    Read,
    Unread,
}

impl Split {
    pub(super) fn of(source: &str) -> Self {
        if is_unread(source) { Self::Unread } else { Self::Read }
    }
}

const SUPPORTED: &str = "supported";
const UNSUPPORTED: &str = "unsupported";

impl Line {
    /// Whether the status is the labelled one; a claim is supported or it is not.
    pub(super) fn is_right(&self) -> Option<bool> {
        let label = self.label.as_deref()?;
        let judged = matches!(self.kind, Some(Kind::Claim | Kind::Pair));
        Some(if judged { (self.status == SUPPORTED) == (label == SUPPORTED) } else { self.status == label })
    }

    fn judged(
        kind: Kind,
        class: String,
        claim: &str,
        source: &str,
        supported: bool,
        verdict: &Verdict,
    ) -> Self {
        Self {
            kind: Some(kind),
            id: hash(&[&class, claim, source]),
            class,
            lang: language_name(language(claim)).to_owned(),
            split: Split::of(source),
            label: Some(if supported { SUPPORTED } else { UNSUPPORTED }.to_owned()),
            status: word(verdict.status),
            score: Some(rounded(f64::from(verdict.score))),
            veto: verdict.veto.map(word),
            penalties: verdict.penalties.iter().map(word).collect(),
            rules: verdict.rules.ids().map(str::to_owned).collect(),
            ..Self::default()
        }
    }
}

pub(super) fn run(args: &GoldenArgs) -> Result<(), LabError> {
    let mut text = String::new();
    let mut unknown = 0;
    for path in files(&args.data.data)? {
        let rows: Vec<Value> = rows(&path)?;
        let numbered: Vec<(usize, &Value)> = rows.iter().enumerate().collect();
        let mut lines = each(&numbered, |(at, row)| lines_of(*at, row));
        unknown += lines.iter().filter(|lines| lines.is_empty()).count();
        let mut lines: Vec<Line> = lines.drain(..).flatten().collect();
        told_apart(&mut lines, &path);
        for line in &lines {
            let _ = writeln!(text, "{}", serde_json::to_string(line).unwrap_or_default());
        }
    }
    if unknown > 0 {
        eprintln!(
            "stet-lab: {}",
            say(
                &format!("{unknown}개 행은 아는 종류가 아니어서 뺐습니다"),
                &format!("{unknown} rows are of no known kind and were left out"),
            )
        );
    }
    match &args.out {
        Some(path) => std::fs::write(path, text).map_err(LabError::Write),
        None => crate::tell(&text),
    }
}

/// Gives every line the name of its set, and lines that are made from the same texts ids of their own.
fn told_apart(lines: &mut [Line], path: &Path) {
    let mut seen: FxHashMap<(Option<Kind>, String), u32> = FxHashMap::default();
    for line in lines {
        line.set = name(path);
        let times = seen.entry((line.kind, line.id.clone())).or_default();
        *times += 1;
        if *times > 1 {
            let _ = write!(line.id, "-{times}");
        }
    }
}

/// What is written of one row: nothing when it is of no known kind.
fn lines_of(at: usize, row: &Value) -> Vec<Line> {
    let text = |name: &str| row.get(name).and_then(Value::as_str);
    let supported = row.get("supported").and_then(Value::as_bool);
    let lines = match (text("claim"), text("source"), supported, text("class")) {
        (Some(claim), Some(source), Some(supported), class) => vec![judged(class, claim, source, supported)],
        _ => text("text").and_then(|text| of_text(text, row)).or_else(|| patch(row)).into_iter().collect(),
    };
    let lang = text("lang").unwrap_or_default();
    lines
        .into_iter()
        .map(|line| Line {
            at: at + 1,
            lang: if lang.is_empty() { line.lang } else { lang.to_owned() },
            ..line
        })
        .collect()
}

/// A labelled claim, or one of a class of written ones.
fn judged(class: Option<&str>, claim: &str, source: &str, supported: bool) -> Line {
    let verdict = judge(claim, &PreparedSources::new(&[source]), &[0], &GatePolicy::default());
    let kind = if class.is_some() { Kind::Pair } else { Kind::Claim };
    Line::judged(kind, class.unwrap_or_default().to_owned(), claim, source, supported, &verdict)
}

fn patch(row: &Value) -> Option<Line> {
    let text = |name: &str| row.get(name).and_then(Value::as_str);
    let (before, after) = (text("before")?, text("after")?);
    let found = patches(before, after);
    let changes: Vec<_> = found.iter().map(|patch| (patch.op, patch.category)).collect();
    Some(Line {
        kind: Some(Kind::Patch),
        id: hash(&[before, after]),
        class: text("trap").unwrap_or_default().to_owned(),
        lang: language_name(language(made_from(before, after))).to_owned(),
        split: Split::of(made_from(before, after)),
        label: text("label").or_else(|| text("category")).map(str::to_owned),
        status: word(riskiest(&found)),
        found: Some(hash(&[&json(&changes)])),
        ..Line::default()
    })
}

/// A text with its marks, its references, its sentences or their kind.
fn of_text(text: &str, row: &Value) -> Option<Line> {
    let line = |kind, status: String, label: Option<String>| Line {
        kind: Some(kind),
        id: hash(&[text]),
        lang: language_name(language(text)).to_owned(),
        split: Split::of(text),
        label,
        status,
        ..Line::default()
    };
    let list = |name: &str| -> Option<Vec<String>> { serde_json::from_value(row.get(name)?.clone()).ok() };
    if let Some(open) = row.get("open").and_then(Value::as_str) {
        let mut scanner = HoldScanner::new();
        scanner.push(text);
        let safe = text.get(..scanner.safe()).unwrap_or_default().to_owned();
        return Some(Line { class: "open".to_owned(), ..line(Kind::Mark, safe, Some(open.to_owned())) });
    }
    if let Some(members) = row.get("members").and_then(Value::as_array) {
        let marks = scan_marks(text);
        // The cases count what a mark names; what exactly it names is in the hash.
        let count = marks.iter().map(|mark| mark.refs.len()).sum::<usize>();
        let found = Some(hash(&[&format!("{marks:?}")]));
        return Some(Line { found, ..line(Kind::Mark, count.to_string(), Some(members.len().to_string())) });
    }
    if row.get("refs").is_some() {
        let references = scan_statutes(text);
        let spans: Vec<&str> = references.iter().map(|reference| reference.span.of(text)).collect();
        let found = Some(hash(&[&json(&references)]));
        let label = list("spans").map(|spans| spans.join(" | "));
        return Some(Line { found, ..line(Kind::Reference, spans.join(" | "), label) });
    }
    let sentences = segment(text);
    if let Some(kind) = row.get("kind").and_then(Value::as_str) {
        let mut kinds: Vec<String> = sentences.iter().map(|sentence| word(sentence.kind)).collect();
        kinds.dedup();
        return Some(line(Kind::Sentence, kinds.join(" "), Some(kind.to_owned())));
    }
    let expected = list("sents").or_else(|| list("sentences"))?;
    let scores = boundary_scores(text, &sentences, &expected);
    let status = if scores.exact == 1 { "exact" } else { "inexact" }.to_owned();
    let found = Some(hash(&[&json(&sentences)]));
    let score = Some(rounded(scores.f1()));
    Some(Line { score, found, ..line(Kind::Segment, status, Some("exact".to_owned())) })
}

/// Twelve hexadecimal digits that tell texts apart.
fn hash(parts: &[&str]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update(part);
        digest.update([0]);
    }
    hex(digest.finalize().get(..6).unwrap_or_default())
}

fn rounded(score: f64) -> f64 {
    (score * 10_000.0).round() / 10_000.0
}

/// A value as the wire writes it.
pub(super) fn word(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word,
        other => other.unwrap_or_default().to_string(),
    }
}

fn json(value: impl Serialize) -> String {
    serde_json::to_string(&value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_kind_of_row_is_told_by_its_fields() {
        let kinds = |row: &Value| -> Vec<(Kind, String, Option<bool>)> {
            let lines = lines_of(0, row).into_iter();
            lines.map(|line| (line.kind.unwrap(), line.status.clone(), line.is_right())).collect()
        };
        let source = "The fee is 5 euros a year. The hall closes at six in winter.";
        let row = json!({ "claim": "The fee is 5 euros a year.", "source": source, "supported": true, "lang": "en" });
        assert_eq!(kinds(&row), [(Kind::Claim, "supported".to_owned(), Some(true))]);
        let one = |row: Value, kind: Kind, status: &str, right: bool| {
            assert_eq!(kinds(&row), [(kind, status.to_owned(), Some(right))]);
        };
        one(
            json!({ "class": "amounts", "claim": "The fee is 6 euros a year.", "source": source, "supported": false }),
            Kind::Pair,
            "unsupported",
            true,
        );
        one(
            json!({ "before": "It may rain.", "after": "It must rain.", "label": "DETAIL" }),
            Kind::Patch,
            "CORE",
            false,
        );
        one(json!({ "text": "One. Two.", "sents": ["One.", "Two."] }), Kind::Segment, "exact", true);
        one(json!({ "text": "What is the fee?", "kind": "question" }), Kind::Sentence, "question", true);
        one(json!({ "text": "It is so [1][2].", "members": ["1", "2"] }), Kind::Mark, "2", true);
        one(json!({ "text": "It is so [1", "open": "It is so" }), Kind::Mark, "It is so", true);
        one(
            json!({ "text": "「학칙」 제25조에 따른다.", "refs": ["학칙/제25조"], "spans": ["「학칙」 제25조"] }),
            Kind::Reference,
            "「학칙」 제25조",
            true,
        );
        assert!(lines_of(0, &json!({ "question": "Why?" })).is_empty());
    }

    #[test]
    fn rows_of_the_same_texts_have_ids_of_their_own() {
        let row = json!({ "text": "One. Two.", "sents": ["One.", "Two."] });
        let mut lines = [lines_of(0, &row), lines_of(1, &row)].concat();
        told_apart(&mut lines, Path::new("a/b.jsonl"));
        let [first, second] = lines.as_slice() else { panic!("{lines:?}") };
        assert_eq!((second.id.clone(), second.at, second.set.as_str()), (format!("{}-2", first.id), 2, "b"));
    }
}
