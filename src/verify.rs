//! Use case: verify a given text against given or stored sources.
//!
//! The same path as an answer that streams: the text is pushed through an `AnswerStream`, the model layer and the
//! semantic layer are asked when there are such, and the same report comes out. Nothing is stored.

use std::sync::Arc;
use std::time::Duration;

use crate::ask::{VerdictCache, Verdicts};
use crate::domain::answer::{
    AnswerEvent, AnswerPolicy, AnswerSource, AnswerStream, ReferenceList, SentenceReport,
};
use crate::domain::gate::PreparedSources;
use crate::domain::report::{Layer, Layers, Report, ReportPolicy, report};
use crate::domain::span::Span;
use crate::domain::text::{Language, language};
use crate::llm::{ChatModel, ModelKind};
use crate::semantic::Semantic;

/// A source as the caller gives it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GivenSource {
    pub id: String,
    pub title: Option<String>,
    pub page: Option<u32>,
    pub text: String,
}

impl From<AnswerSource> for GivenSource {
    fn from(source: AnswerSource) -> Self {
        Self { id: source.key, title: Some(source.title), page: source.page, text: source.text.to_string() }
    }
}

/// What is to be verified, and how.
#[derive(Debug, Clone, Default)]
pub struct Task {
    /// The text in the pieces in which it came; one piece for a whole text.
    pub deltas: Vec<String>,
    /// Source N is `[N]`.
    pub sources: Vec<GivenSource>,
    pub layers: Layers,
    /// Layers 1 and 2 only.
    pub quick: bool,
    pub require_citations: bool,
    /// Least confidence of a verified text.
    pub threshold: f32,
}

/// What came out.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The text with the citations that survived.
    pub text: String,
    pub report: Report,
    pub sentences: Vec<SentenceReport>,
    /// Where each sentence stands in the text that was given.
    pub origins: Vec<Span>,
    pub language: Language,
    /// The checks that the text went through.
    pub layers: Vec<Layer>,
    /// Judging by words needs microseconds; this is mostly the model's time.
    pub asked_model: bool,
}

/// What can be asked behind the words.
#[derive(Debug, Clone)]
pub struct DeepLayers {
    pub model: Arc<dyn ChatModel>,
    pub cache: Arc<VerdictCache>,
    /// Longest wait for one verdict of the model.
    pub deadline: Duration,
    pub semantic: Option<Semantic>,
}

/// Verifies by words alone.
#[must_use]
pub fn by_words(task: &Task, policy: AnswerPolicy) -> Outcome {
    let mut answer = open(task, policy);
    let mut events = Vec::new();
    write(task, &mut answer, &mut events);
    answer.conclude(&mut events);
    close(task, &answer, Layers { semantic: false, model: false, ..task.layers }, false)
}

/// Verifies by words, then asks the model layer and the semantic layer what words leave open.
pub async fn run(task: &Task, mut policy: AnswerPolicy, deep: Option<&DeepLayers>) -> Outcome {
    policy.gate.model_layer = false;
    policy.semantic_layer = false;
    let Some(deep) = deep.filter(|_| !task.quick) else { return by_words(task, policy) };
    let layers = Layers {
        semantic: task.layers.semantic && deep.semantic.is_some(),
        model: task.layers.model && deep.model.kind() == ModelKind::Model,
        ..task.layers
    };
    if !layers.model && !layers.semantic {
        return by_words(task, policy);
    }
    policy.gate.model_layer = layers.model;
    policy.semantic_layer = layers.semantic;
    let spoken = policy.language;
    let mut answer = open(task, policy);
    let mut events = Vec::new();
    write(task, &mut answer, &mut events);
    let mut verdicts = Verdicts::new(Arc::clone(&deep.model), Arc::clone(&deep.cache), spoken, deep.deadline)
        .with_semantic(deep.semantic.clone());
    let mut asked = false;
    loop {
        for event in std::mem::take(&mut events) {
            if let AnswerEvent::Ask(question) = event {
                asked |= question.model;
                verdicts.ask(question);
            }
        }
        let Some((index, word)) = verdicts.next().await else { break };
        answer.hear(index, &word, &mut events);
    }
    answer.conclude(&mut events);
    close(task, &answer, layers, asked)
}

/// The policy for verifying `task` when nothing is configured.
#[must_use]
pub fn default_policy(task: &Task) -> AnswerPolicy {
    let mut policy = AnswerPolicy::new(language(&task.deltas.concat()));
    policy.references = ReferenceList::Replace;
    policy.article_chars = usize::MAX;
    policy
}

fn open(task: &Task, policy: AnswerPolicy) -> AnswerStream {
    let sources: Vec<AnswerSource> = task
        .sources
        .iter()
        .map(|source| AnswerSource {
            key: source.id.clone(),
            title: source.title.clone().unwrap_or_else(|| source.id.clone()),
            page: source.page,
            names: vec![source.id.clone()],
            text: source.text.as_str().into(),
        })
        .collect();
    let prepared = PreparedSources::sharing(sources.iter().map(|source| Arc::clone(&source.text)));
    AnswerStream::new(sources, prepared, policy)
}

fn write(task: &Task, answer: &mut AnswerStream, events: &mut Vec<AnswerEvent>) {
    for delta in &task.deltas {
        answer.push(delta, events);
    }
    answer.finish(true, events);
}

fn close(task: &Task, answer: &AnswerStream, layers: Layers, asked_model: bool) -> Outcome {
    let sentences: Vec<SentenceReport> = answer.sentences().cloned().collect();
    let language = language(&task.deltas.concat());
    let policy = ReportPolicy {
        layers,
        confidence_threshold: task.threshold,
        require_citations: task.require_citations,
        language,
        sources: task.sources.len(),
        breaches: 0,
    };
    let mut report = report(answer.text(), &sentences, &policy, &[]);
    // What the answer may not cite is taken out of it; a given text still has it.
    report.verified &= report.citations_valid || !task.layers.citations;
    let origins = answer.origins().collect();
    let (text, layers) = (answer.text().to_owned(), layers.names());
    Outcome { text, report, sentences, origins, language, layers, asked_model }
}
