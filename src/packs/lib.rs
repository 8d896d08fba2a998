//! Use case: the writer's criteria packs, read from the store and ready to run.
//!
//! Owns the way from stored rows and from files to [`Rulebook`]s. Leaves what rules mean to `domain::criteria`.

pub mod dictionary;
pub mod project;

use std::sync::Arc;

use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use stet_answer::RuleBreach;
use stet_criteria::blocks::Form;
use stet_criteria::compile::{Compiled, Mistake, Problem, compile};
use stet_criteria::keys::{self, UnknownKey};
use stet_criteria::lint::{self, Breach, Linted};
use stet_criteria::pattern::Pattern;
use stet_criteria::prompt::{Instructions, instructions};
use stet_criteria::spared::{Ignored, Spared};
use stet_criteria::{Pack, import as parse};
use stet_store::{CriteriaPack, Store, StoreError};
use stet_text::Language;

pub use stet_extract::rules::{FileMistake, RuleFiles, Unreadable, is_yaml};
use stet_host::apart::apart;

/// Tokens that the writer's rules may take in a prompt.
pub(crate) const PROMPT_BUDGET: usize = 1500;
/// Packs that one request may name.
pub const MAX_PACKS: usize = 20;

/// The packs that come with Stet.
const BUILT_IN: [&str; 2] = [
    include_str!("../../packs/korean-official-writing.json"),
    include_str!("../../packs/plain-english.json"),
];

/// Why packs could not be used.
#[derive(Debug, thiserror::Error)]
pub enum CriteriaError {
    #[error("there is no criteria pack {0}")]
    Unknown(Uuid),
    #[error("more than {MAX_PACKS} packs")]
    TooMany,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl CriteriaError {
    /// What is wrong, for a person at the terminal.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        match (self, language) {
            (Self::Store(fault), _) => fault.message(language),
            (_, Language::En) => self.to_string(),
            (Self::Unknown(id), Language::Ko) => format!("규칙 묶음 {id}이(가) 없습니다"),
            (Self::TooMany, Language::Ko) => format!("규칙 묶음은 한 번에 {MAX_PACKS}개까지 쓸 수 있습니다"),
        }
    }
}

/// The active rules of some packs.
#[derive(Debug, Clone, Default)]
pub struct Rulebook {
    packs: Vec<Pack>,
    /// Rules that one sentence can break, and rules about a whole text, by pack.
    by_pack: Vec<(String, Vec<Compiled>, Vec<Compiled>)>,
    all: Vec<Compiled>,
    /// What they pass over.
    spared: Arc<Spared>,
    /// What is no text for them.
    ignored: Vec<Pattern>,
    /// Those that do not run here, each once.
    idle: Vec<Problem>,
}

/// What the workspace, and the writer of a draft where one is named, do not want to hear of.
///
/// # Errors
/// A fault of the store.
pub async fn spared(store: &Store, draft: Option<Uuid>) -> Result<Spared, StoreError> {
    let mut spared = Spared::default();
    for (word, _) in store.dictionary().await? {
        spared.dictionary.add(&word);
    }
    let ignored = store.ignored_findings(draft, false).await?.into_iter();
    spared.ignored = ignored.map(|one| Ignored { rule: one.rule_id, words: one.words }).collect();
    Ok(spared)
}

/// Why a rule says nothing of the rest of a text.
#[must_use]
pub const fn unfinished(language: Language) -> &'static str {
    match language {
        Language::Ko => "패턴을 찾는 데 너무 오래 걸려 글의 끝까지 보지 못했습니다",
        Language::En => "its pattern takes too long on this text, which was not searched to its end",
    }
}

impl Rulebook {
    /// The active ones of these packs, in this order, with what is passed over in every text, and in a draft where one is named.
    ///
    /// # Errors
    /// A pack that does not exist, too many packs, a fault of the store.
    pub async fn load(store: &Store, ids: &[Uuid], draft: Option<Uuid>) -> Result<Self, CriteriaError> {
        if ids.is_empty() && draft.is_none() {
            return Ok(Self::default());
        }
        Ok(Self::of(store, ids).await?.sparing(spared(store, draft).await?))
    }

    async fn of(store: &Store, ids: &[Uuid]) -> Result<Self, CriteriaError> {
        if ids.len() > MAX_PACKS {
            return Err(CriteriaError::TooMany);
        }
        let rows = store.criteria_packs_of(ids).await?;
        if let Some(unknown) = ids.iter().find(|id| !rows.iter().any(|row| row.id == **id)) {
            return Err(CriteriaError::Unknown(*unknown));
        }
        let packs = ids.iter().filter_map(|id| rows.iter().find(|row| row.id == *id));
        let packs: Vec<Pack> = packs.map(pack_of).collect();
        Ok(apart(move || Self::new(packs)).await)
    }

    #[must_use]
    pub fn new(packs: Vec<Pack>) -> Self {
        let packs: Vec<Pack> = packs.into_iter().filter(|pack| pack.is_active).collect();
        let mut book = Self::default();
        for pack in &packs {
            let (rules, problems) = compile(pack);
            for problem in problems {
                let known = |id: &str| rules.iter().any(|compiled| compiled.rule.id == id);
                let told = |idle: &Problem| idle.rule_id == problem.rule_id;
                if !known(&problem.rule_id) && !book.idle.iter().any(told) {
                    book.idle.push(problem);
                }
            }
            book.all.extend(rules.iter().cloned());
            let (local, whole) = rules.into_iter().partition(Compiled::is_local);
            book.by_pack.push((pack.id.clone(), local, whole));
        }
        book.packs = packs;
        book
    }

    /// The same rules, for which what these match is no text.
    #[must_use]
    pub(crate) fn ignoring(self, ignored: Vec<Pattern>) -> Self {
        Self { ignored, ..self }
    }

    /// The same rules, which pass these over.
    #[must_use]
    pub fn sparing(self, spared: Spared) -> Self {
        Self { spared: Arc::new(spared), ..self }
    }

    /// What is passed over.
    #[must_use]
    pub fn spared(&self) -> &Spared {
        &self.spared
    }

    /// What a Markdown text breaks, in text order.
    #[must_use]
    pub fn lint(&self, text: &str) -> Vec<Breach> {
        self.lint_by(&self.all, text)
    }

    /// What a text of one form breaks, and which rules were not searched to their end.
    #[must_use]
    pub fn check(&self, text: &str, form: Form) -> Linted {
        let mut linted = lint::check(&self.all, text, form, &self.ignored);
        self.spared.leave_out(text, 0, &mut linted.breaches);
        linted
    }

    fn lint_by(&self, rules: &[Compiled], text: &str) -> Vec<Breach> {
        let mut breaches = lint::lint(rules, text);
        self.spared.leave_out(text, 0, &mut breaches);
        breaches
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.packs.is_empty()
    }

    /// The rules that do not run here, each with its reason: every report of a lint names them.
    pub fn idle(&self, language: Language) -> impl Iterator<Item = (&str, String)> {
        let why = move |problem: &Problem| match language {
            _ if problem.field == "setting" => problem.words(language),
            Language::Ko => format!("쓰지 않음: {}", problem.words(language)),
            Language::En => format!("not run: {}", problem.words(language)),
        };
        self.idle.iter().map(move |problem| (problem.rule_id.as_str(), why(problem)))
    }

    /// Ids of the packs.
    #[must_use]
    pub fn pack_ids(&self) -> Vec<String> {
        self.packs.iter().map(|pack| pack.id.clone()).collect()
    }

    /// Every rule of every pack.
    #[must_use]
    pub fn rules(&self) -> &[Compiled] {
        &self.all
    }

    /// The rules that only a model can judge, with the ids of their packs.
    pub fn worded(&self) -> impl Iterator<Item = (&str, &Compiled)> {
        self.by_pack.iter().flat_map(|(pack_id, local, _)| {
            local.iter().filter(|rule| rule.is_worded()).map(move |rule| (pack_id.as_str(), rule))
        })
    }

    /// The rules in a model's words.
    #[must_use]
    pub fn instructions(&self, language: Language) -> Instructions {
        instructions(&self.packs, language, PROMPT_BUDGET)
    }

    /// What one sentence breaks by itself.
    #[must_use]
    pub fn sentence(&self, index: usize, text: &str) -> Vec<RuleBreach> {
        let mut out = Vec::new();
        for (pack_id, local, _) in &self.by_pack {
            for breach in self.lint_by(local, text) {
                out.push(RuleBreach {
                    pack_id: pack_id.clone(),
                    rule_id: breach.rule_id,
                    sentence: index,
                    message: breach.message,
                });
            }
        }
        out
    }

    /// What a text breaks as a whole; `sentence_at` finds the sentence of a byte.
    #[must_use]
    pub fn whole(&self, text: &str, sentence_at: impl Fn(usize) -> usize) -> Vec<RuleBreach> {
        let mut out = Vec::new();
        for (pack_id, _, whole) in &self.by_pack {
            for breach in self.lint_by(whole, text) {
                out.push(RuleBreach {
                    pack_id: pack_id.clone(),
                    rule_id: breach.rule_id,
                    sentence: sentence_at(breach.span.start),
                    message: breach.message,
                });
            }
        }
        out
    }
}

/// A stored pack as the domain reads it.
#[must_use]
pub fn pack_of(row: &CriteriaPack) -> Pack {
    let definition = |value: &Value| serde_json::from_value(value.clone()).unwrap_or_default();
    Pack {
        id: row.id.to_string(),
        name: row.name.clone(),
        version: row.version.unsigned_abs(),
        criteria_definition: definition(&row.criteria_definition),
        common_pitfalls: serde_json::from_value(row.common_pitfalls.clone()).unwrap_or_default(),
        evidence_chunk_ids: row.evidence_chunk_ids.iter().map(ToString::to_string).collect(),
        category: row.category.clone(),
        difficulty: row.difficulty.clone(),
        is_active: row.is_active,
    }
}

/// A pack as the store keeps it, with this id. Evidence that is no chunk's id is left out.
#[must_use]
pub(crate) fn row_of(id: Uuid, pack: &Pack) -> CriteriaPack {
    let now = OffsetDateTime::now_utc();
    CriteriaPack {
        id,
        name: pack.name.clone(),
        version: 0,
        criteria_definition: serde_json::to_value(&pack.criteria_definition).unwrap_or_default(),
        common_pitfalls: serde_json::to_value(&pack.common_pitfalls).unwrap_or_default(),
        evidence_chunk_ids: pack.evidence_chunk_ids.iter().filter_map(|id| id.parse().ok()).collect(),
        category: pack.category.clone(),
        difficulty: pack.difficulty.clone(),
        is_active: pack.is_active,
        created_at: now,
        updated_at: now,
    }
}

/// The packs that come with Stet.
#[must_use]
pub fn built_in() -> Vec<Pack> {
    BUILT_IN
        .iter()
        .filter_map(|text| serde_json::from_str(text).ok())
        .map(|value| parse::pack(&value).0)
        .collect()
}

/// A pack from a file.
#[derive(Debug, Clone, Default)]
pub struct Given {
    pub pack: Pack,
    /// The rules that cannot be used.
    pub problems: Vec<Problem>,
    /// What is in the file and not read, which hinders nothing.
    pub unknown: Vec<UnknownKey>,
}

impl Given {
    /// A pack from a value in the form of a pack.
    #[must_use]
    pub fn of(value: &Value) -> Self {
        let (pack, problems) = parse::pack(value);
        Self { pack, problems, unknown: keys::of_pack(value) }
    }

    /// The pack of the rules that run, with those that do not among `problems`; `None` when none of its rules runs, or
    /// when it is no pack.
    #[must_use]
    pub fn running(mut self) -> Option<Self> {
        let runs = parse::keep_what_runs(&mut self.pack) || self.problems.is_empty();
        runs.then_some(self)
    }

    /// A pack from the rules of a Vale style.
    fn of_style(style: &str, rules: &[(String, Value)]) -> Self {
        let (pack, problems) = parse::vale(style, rules);
        let each = rules.iter().flat_map(|(name, rule)| keys::of_vale(&format!("{style}.{name}"), rule));
        Self { pack, problems, unknown: each.collect() }
    }
}

/// A pack from what a file of this name has. A file with `extends` is one rule of a Vale style.
#[must_use]
pub fn given(name: &str, files: RuleFiles) -> Given {
    let value = match files {
        RuleFiles::Style(style, rules) => return Given::of_style(&style, &rules),
        RuleFiles::One(Some(value)) => value,
        RuleFiles::One(None) => {
            let problem = Problem { rule_id: String::new(), field: "pack", mistake: Mistake::Empty };
            return Given { pack: Pack::default(), problems: vec![problem], unknown: Vec::new() };
        }
    };
    let stem = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    let mut given = if value.get("extends").is_some() {
        Given::of_style(stem, &[(stem.to_owned(), value)])
    } else {
        Given::of(&value)
    };
    if given.pack.name.trim().is_empty() {
        stem.clone_into(&mut given.pack.name);
    }
    given
}

/// A pack from a file of the person at this machine: JSON, YAML, or a Vale style as a ZIP archive.
///
/// # Errors
/// The file cannot be read; the fault says why.
pub fn parse(name: &str, bytes: &[u8]) -> Result<Given, Unreadable> {
    RuleFiles::parse(name, bytes).map(|files| given(name, files))
}

/// A pack from the files of a Vale style folder; files that are not named as YAML are skipped.
///
/// # Errors
/// One of them is no YAML: the pack would lack its rule.
pub fn parse_style(style: &str, files: &[(String, String)]) -> Result<Given, Unreadable> {
    RuleFiles::style(style, files).map(|files| given(style, files))
}

/// Stores an imported pack: as a new version of the pack with its id or its name, else as a new one.
///
/// # Errors
/// A fault of the store.
pub async fn import(store: &Store, pack: &Pack) -> Result<CriteriaPack, CriteriaError> {
    let known = store.criteria_packs().await?;
    let own: Option<Uuid> = pack.id.parse().ok();
    let same = known
        .iter()
        .find(|row| Some(row.id) == own)
        .or_else(|| known.iter().find(|row| row.name == pack.name));
    let id = same.map_or_else(Uuid::now_v7, |row| row.id);
    save(store, id, pack).await
}

/// Stores a pack under this id, as a new version when there is one.
///
/// # Errors
/// A fault of the store.
pub async fn save(store: &Store, id: Uuid, pack: &Pack) -> Result<CriteriaPack, CriteriaError> {
    store.put_criteria_pack(&row_of(id, pack), OffsetDateTime::now_utc()).await?;
    store.criteria_pack(id).await?.ok_or(CriteriaError::Unknown(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_packs_run() {
        let packs = built_in();
        assert_eq!(packs.len(), 2);
        for pack in &packs {
            assert_eq!(compile(pack).1, [], "{}", pack.id);
        }
        let book = Rulebook::new(packs);
        assert!(!book.rules().is_empty() && book.instructions(Language::En).text.contains("rules"));
    }

    #[test]
    fn files_become_packs() {
        let yaml = "rules:\n  - id: a\n    text: Be brief.\n";
        let Given { pack, problems, unknown } = parse("style/brief.yml", yaml.as_bytes()).unwrap();
        assert_eq!(unknown, []);
        assert_eq!(
            (pack.name.as_str(), pack.criteria_definition.rules.len(), problems.len()),
            ("brief", 1, 0)
        );
        let vale = "extends: existence\nmessage: \"Avoid '%s'.\"\ntokens:\n  - very\n";
        let Given { pack, problems, .. } = parse("Very.yml", vale.as_bytes()).unwrap();
        assert_eq!((pack.criteria_definition.rules[0].id.as_str(), problems.len()), ("Very.Very", 0));
        assert!(parse("x.json", b"{").is_err());
        let given = parse("x.json", br#"{"rules":[{"id":"bad","pattern":"("}]}"#).unwrap();
        assert_eq!(given.problems[0].rule_id, "bad");
        let misspelt =
            parse("x.yml", b"rules:\n  - id: a\n    text: Be brief.\n    serverity: error\n").unwrap();
        assert_eq!((misspelt.problems.len(), misspelt.pack.criteria_definition.rules.len()), (0, 1));
        let told: Vec<&str> = misspelt.unknown.iter().map(|unknown| unknown.key.as_str()).collect();
        assert_eq!(told, ["serverity"]);
        let vale = parse("Very.yml", b"extends: existence\nmesage: x\ntokens:\n  - very\n").unwrap();
        assert_eq!((vale.unknown[0].rule_id.as_str(), vale.unknown[0].meant), ("Very.Very", Some("message")));
    }
}
