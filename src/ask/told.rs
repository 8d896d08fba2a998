//! What a reader is told of the making of an answer or a revision: a code with what belongs to it. The words for it stand in
//! `data/told.tsv`, in both languages, so that a page puts it into the language of whoever reads it, not of what was asked.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use stet_text::Language;
use stet_text::particle::agreed;

/// One text. What others have said is a parameter as it is, such as a name; what Stet says of them elsewhere, in both languages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "code", content = "parameters", rename_all = "snake_case")]
pub enum Told {
    AsIs { text: String },
    Words { words: String },
    ByRule,
    Said { ko: String, en: String },
    Fault { ko: String, en: String },
    Unread { why: String },
    Late { seconds: u64 },
    // The way of a question, and its plan.
    Leans,
    Searches,
    RoutingOff,
    Talk,
    SameAgain,
    OneThing,
    Things { n: usize },
    OtherWords,
    // What was found.
    Sources { n: usize },
    SourcesKept { n: usize },
    Pages { pages: String },
    Tables,
    Figures,
    Elsewhere,
    LookedAgain { words: String },
    LookedIn { name: String },
    Newest { n: usize, total: usize },
    ReadSections { n: usize, total: usize },
    ReadPassages { n: usize, total: usize },
    Beginnings { n: usize },
    WhichDocuments,
    ReadRows { n: usize },
    NothingFound,
    WebSources { n: usize },
    ReadWhole { n: usize },
    // The writing.
    Direct,
    NoSources,
    FromTable,
    Attempt { n: u32, most: usize },
    Unsupported { n: usize },
    Better,
    Completeness,
    Relevance,
    Clarity,
    Accuracy,
    EarlierIsBetter,
    EarlierStands,
    OutOfTime,
    Bound { n: usize },
    Shortened { n: usize },
    Thinking,
    Circles,
    Quoted { ko: String, en: String },
    // The check.
    Sentences { n: usize },
    BorneOut { n: usize, total: usize },
    NoGrader,
    NotGraded { ko: String, en: String },
    Grade { grade: String },
    GradeOf { grade: String },
    Judged,
    // The end.
    StoppedByUser,
    ShuttingDown,
    ProgramEnded,
    Deleted,
    Unlogged,
    Unfinished,
    ProgramFault,
    SearchFailed,
    NotStored,
    // A revision.
    Meanings { n: usize },
    NothingToChange,
    Runaway,
    Length,
    CutShort,
    Stopped,
    Unwrapped,
    Alternatives,
    Edits,
    EditsLost,
    RestKept,
    Kept,
    Refused,
    Empty,
    Unchanged,
    Longer,
    OtherLanguage,
    NoAnswer,
    RuleBroken { rule: String, why: String },
    NotInSources,
    NotLookedUp,
    DraftDeleted,
    NotStaged,
    RevisionFault,
}

/// The texts of each code, Korean and English.
static TEXTS: LazyLock<HashMap<&str, [&str; 2]>> = LazyLock::new(|| {
    let rows = stet_data::rows("told.tsv");
    rows.filter_map(|row| Some((*row.first()?, [*row.get(1)?, *row.get(2)?]))).collect()
});

impl Told {
    pub fn as_is(text: impl Into<String>) -> Self {
        Self::AsIs { text: text.into() }
    }

    /// What is known in both languages, such as the fault of a model.
    pub(super) fn fault(message: impl Fn(Language) -> String) -> Self {
        Self::Fault { ko: message(Language::Ko), en: message(Language::En) }
    }

    /// As it is sent.
    fn sent(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// Its name for programs.
    #[must_use]
    pub fn code(&self) -> String {
        self.sent().get("code").and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    /// The words for it in a language.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let sent = self.sent();
        let code = sent.get("code").and_then(Value::as_str).unwrap_or_default();
        let [ko, en] = TEXTS.get(code).copied().unwrap_or_default();
        match language {
            Language::Ko => agreed(&filled(ko, &sent)).into_owned(),
            Language::En => filled(en, &sent),
        }
    }
}

/// The words for several texts, one behind the other.
#[must_use]
pub fn text(told: &[Told], language: Language) -> String {
    let mut out = String::new();
    for text in told.iter().map(|one| one.text(language)) {
        if text.starts_with('(') || out.ends_with(':') {
            out.push(' ');
        } else if !out.is_empty() && !text.starts_with([',', ':']) {
            out.push_str(" · ");
        }
        out.push_str(&text);
    }
    out
}

/// A text of the table with its parameters: `{n}`, or `{n|source|sources}`.
fn filled(text: &str, sent: &Value) -> String {
    let mut out = String::with_capacity(text.len());
    for part in text.split_inclusive('}') {
        let (before, place) = part.split_once('{').unwrap_or((part, "}"));
        out.push_str(before);
        let mut forms = place.trim_end_matches('}').split('|');
        let value = sent.get("parameters").and_then(|all| all.get(forms.next().unwrap_or_default()));
        match (value, forms.next(), forms.next()) {
            (Some(value), Some(one), Some(others)) => out.push_str(if *value == 1 { one } else { others }),
            (Some(Value::String(value)), ..) => out.push_str(value),
            (Some(value), ..) => {
                let _ = write!(out, "{value}");
            }
            (None, ..) => {}
        }
    }
    out
}

/// What is stored of it; nothing where another version has told what this one does not know: the words beside it say it all.
pub(super) fn if_known<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(
    told: D,
) -> Result<T, D::Error> {
    Ok(serde_json::from_value(Value::deserialize(told)?).unwrap_or_default())
}

/// For the description: more codes may come, and need no new one.
impl JsonSchema for Told {
    fn schema_name() -> Cow<'static, str> {
        "Told".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "description": "One text apart from its language. Its words in both languages: data/told.tsv of the source. A client that does not know the code shows the words beside it.",
            "required": ["code"],
            "properties": {
                "code": { "type": "string", "description": "Which text it is.", "examples": ["sources"] },
                "parameters": {
                    "type": "object",
                    "description": "What is put into the text; missing where nothing is.",
                    "additionalProperties": { "type": ["string", "integer"] },
                    "examples": [{ "n": 4 }],
                },
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;

    /// The parameters that a text of the table has.
    fn places(text: &str) -> impl Iterator<Item = &str> {
        text.split('{').skip(1).filter_map(|part| part.split(['|', '}']).next())
    }

    /// A code with these parameters, each a number where it is one.
    fn sample(code: &str, names: &BTreeSet<&str>, number: u64) -> Told {
        let made = (0..1_u32 << names.len()).find_map(|kinds| {
            let kind =
                |at: usize| if kinds >> at & 1 == 0 { json!(number) } else { json!(format!("<{at}>")) };
            let own: Value =
                names.iter().enumerate().map(|(at, name)| ((*name).to_owned(), kind(at))).collect();
            let sent = json!({ "code": code, "parameters": own });
            serde_json::from_value(if names.is_empty() { json!({ "code": code }) } else { sent }).ok()
        });
        made.unwrap_or_else(|| panic!("{code} has not the parameters {names:?}"))
    }

    #[test]
    fn every_code_is_said_in_both_languages_with_its_parameters() {
        let unknown = serde_json::from_value::<Told>(json!({ "code": "" })).unwrap_err().to_string();
        let codes: BTreeSet<&str> = unknown.split('`').skip(3).step_by(2).collect();
        assert_eq!(codes, TEXTS.keys().copied().collect());
        for (code, texts) in TEXTS.iter() {
            let names: BTreeSet<&str> = texts.iter().flat_map(|text| places(text)).collect();
            for number in [1, 2] {
                let told = sample(code, &names, number);
                let sent = told.sent();
                let own = sent.get("parameters").and_then(Value::as_object);
                let has = own.into_iter().flat_map(|own| own.keys().map(String::as_str)).collect();
                assert_eq!(names, has, "{code}");
                assert_eq!((told.code().as_str(), &sent), (*code, &sample(code, &names, number).sent()));
                for (language, template) in [Language::Ko, Language::En].into_iter().zip(texts) {
                    let said = told.text(language);
                    assert!(!said.contains(['{', '|', '}']) && !said.is_empty(), "{said}");
                    for name in places(template).filter(|name| !template.contains(&format!("{{{name}|"))) {
                        let value = &sent["parameters"][name];
                        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                        assert!(said.contains(&value), "{code}: {said}");
                    }
                }
                let korean = |text: &str| text.chars().any(|ch| matches!(ch, '가'..='힣'));
                assert!(!korean(&told.text(Language::En)), "{code}");
            }
        }
    }

    #[test]
    fn texts_stand_one_behind_the_other() {
        for (told, ko, en) in [
            (vec![], "", ""),
            (vec![Told::Sources { n: 1 }], "출처 1개", "1 source"),
            (
                vec![Told::Sources { n: 2 }, Told::as_is("a.pdf"), Told::Tables, Told::Elsewhere],
                "출처 2개 · a.pdf · 표: 찾지 못해 전체에서 찾았습니다",
                "2 sources · a.pdf · tables: nothing there, so everything was searched",
            ),
            (
                vec![Told::Things { n: 3 }, Told::ByRule, Told::fault(|_| "no".to_owned())],
                "3가지를 묻는 질문, 규칙으로 (no)",
                "asks 3 things, by rule (no)",
            ),
            (
                vec![Told::Attempt { n: 2, most: 3 }, Told::Better, Told::Clarity, Told::Accuracy],
                "3번 가운데 2번째: 더 낫게 다시 씁니다: 명확성 · 정확성",
                "attempt 2 of 3: written again to be better: clarity · accuracy",
            ),
        ] {
            assert_eq!([Language::Ko, Language::En].map(|language| text(&told, language)), [ko, en]);
        }
    }

    /// Words that are written beside the code are in one language for every reader.
    #[test]
    fn no_text_of_a_step_is_written_in_the_code() {
        let mut calls = 0;
        for folder in ["", "../revise"] {
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            for file in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                let text = std::fs::read_to_string(&file).unwrap_or_default();
                let code = text.split("#[cfg(test)]").next().unwrap_or_default();
                for told in [".step(", "Told::as_is(", "notes.push(", "take_back("] {
                    for call in code.split(told).skip(1).filter_map(|call| call.split(';').next()) {
                        calls += 1;
                        assert!(!call.contains('"'), "{}: {told}{call}", file.display());
                    }
                }
            }
        }
        assert!(calls > 50, "{calls}");
    }

    #[test]
    fn particles_agree_with_what_is_put_in() {
        let said = |text: &str| agreed(&filled("{text}을(를) 찾음", &Told::as_is(text).sent())).into_owned();
        assert_eq!([said("규정"), said("회의")], ["규정을 찾음", "회의를 찾음"]);
    }

    #[test]
    fn what_another_version_told_is_left_out_as_a_whole() {
        #[derive(Deserialize)]
        struct Stored {
            #[serde(default, deserialize_with = "if_known")]
            told: Vec<Told>,
        }
        for (stored, told) in [
            (
                json!({ "told": [{ "code": "sources", "parameters": { "n": 2 } }] }),
                vec![Told::Sources { n: 2 }],
            ),
            (json!({ "told": [{ "code": "tables" }, { "code": "hereafter" }] }), vec![]),
            (json!({ "told": [{ "code": "sources" }] }), vec![]),
            (json!({}), vec![]),
        ] {
            assert_eq!(serde_json::from_value::<Stored>(stored).unwrap().told, told);
        }
    }
}
