//! Rules that only words describe, judged by the model: which sentences break which rule.
//!
//! What was not judged (no model, a late or unreadable reply, too long a text) is named rule by rule: silence must
//! never look like a pass.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::{AT_ONCE, Judge, Put, unreadable};
use stet_criteria::compile::Compiled;
use stet_criteria::prompt::kind_name;
use stet_prompt as prompt;
use stet_prompt::json::{self, RuleVerdict};
use stet_segment::{Sentence, SentenceKind};
use stet_text::Language;
use stet_text::span::Span;

/// Rules of one question.
const RULES: usize = 8;
/// Sentences of one question, and their bytes.
const SENTENCES: usize = 24;
const SENTENCE_BYTES: usize = 6 << 10;
/// Questions of one check.
const QUESTIONS: usize = 32;
/// Tokens of a reply: a few for each rule and breach.
const TOKENS: u32 = 1200;

/// A sentence that breaks a rule, as the model sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Place of the rule among those that were asked about.
    pub rule: usize,
    /// The sentence, in bytes of the text.
    pub span: Span,
    /// The model's words.
    pub explanation: String,
}

/// A rule that was not judged for every sentence, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Unchecked {
    /// Id of the rule.
    pub rule_id: String,
    /// Why, in words for a person.
    pub reason: String,
}

/// What came of a check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    /// In text order.
    pub findings: Vec<Finding>,
    pub unchecked: Vec<Unchecked>,
}

/// The first rule of a question, how many it asked about, its sentences, and what the model said.
type Answered = (usize, usize, Vec<Span>, Result<Vec<RuleVerdict>, String>);

/// Asks about `rules` (those of words alone) for the given sentences of `text`. Without a judge every rule is unchecked.
pub async fn check(
    judge: Option<&Judge>,
    language: Language,
    rules: &[&Compiled],
    text: &str,
    sentences: &[Sentence],
) -> Checked {
    let mut out = Checked::default();
    let Some(judge) = judge else {
        let reason = match language {
            Language::Ko => "모델이 설정되지 않아 확인하지 못했습니다",
            Language::En => "not checked: no model is configured",
        };
        out.unchecked = rules.iter().map(|rule| unchecked(rule, reason)).collect();
        return out;
    };
    let batches = batches(text, sentences);
    let mut questions = Vec::new();
    for (group, rules) in rules.chunks(RULES).enumerate() {
        questions.extend(batches.iter().map(|batch| (group * RULES, rules, batch.clone())));
    }
    let asked = questions.len().min(QUESTIONS);
    let say = |ko: &str, en: &str| if language == Language::Ko { ko } else { en }.to_owned();
    // Why a rule was not judged for every sentence.
    let mut open: Vec<Option<String>> = vec![None; rules.len()];
    for (first, group, _) in questions.split_off(asked) {
        let why = say("글이 길어 앞부분만 확인했습니다", "the text is long: only its beginning was checked");
        open.iter_mut().skip(first).take(group.len()).for_each(|open| *open = Some(why.clone()));
    }
    let turns = Arc::new(Semaphore::new(AT_ONCE));
    let mut running: JoinSet<Answered> = JoinSet::new();
    for (first, group, batch) in questions {
        let lines: Vec<(&str, &str)> =
            group.iter().map(|rule| (kind_name(rule.rule.kind, language), rule.rule.text.as_str())).collect();
        let words: Vec<&str> = batch.iter().map(|span| span.of(text)).collect();
        let question = prompt::rules(language, &lines, &words);
        let (judge, turns, count) = (judge.clone(), Arc::clone(&turns), group.len());
        running.spawn(async move {
            let sentences = batch.len();
            let read = |reply: &str, _| {
                json::rule_verdicts(reply, count, sentences).map_err(|why| unreadable(why, language))
            };
            let put = Put { prompts: question, tokens: TOKENS, decision: None };
            let whole = |told: &Vec<RuleVerdict>| told.len() == count;
            let told = judge.ask(&turns, put, language, read, whole).await;
            (first, count, batch, told.map_err(|fault| fault.message(language)))
        });
    }
    while let Some(ended) = running.join_next().await {
        let Ok((first, count, batch, told)) = ended else {
            // Which rules it was about is not known any more.
            open.fill(Some(say("모델의 판정을 받지 못했습니다", "the model gave no verdict")));
            continue;
        };
        let (told, why) = match told {
            Ok(told) => (told, say("모델의 답에 이 규칙이 없습니다", "the model's reply lacks this rule")),
            Err(why) => (Vec::new(), why),
        };
        for at in 0..count {
            let Some(verdict) = told.iter().find(|verdict| verdict.rule == at + 1) else {
                open.iter_mut().skip(first + at).take(1).for_each(|open| *open = Some(why.clone()));
                continue;
            };
            for (sentence, explanation) in &verdict.breaches {
                let Some(&span) = sentence.checked_sub(1).and_then(|sentence| batch.get(sentence)) else {
                    continue;
                };
                out.findings.push(Finding { rule: first + at, span, explanation: explanation.clone() });
            }
        }
    }
    out.findings.sort_by_key(|finding| (finding.span.start, finding.rule));
    let open = rules.iter().zip(open).filter_map(|(rule, why)| Some((rule, why?)));
    out.unchecked = open.map(|(rule, why)| unchecked(rule, &why)).collect();
    out
}

/// Every rule of words alone, when the model was not to be asked.
#[must_use]
pub fn not_asked<'r>(language: Language, rules: impl IntoIterator<Item = &'r Compiled>) -> Checked {
    let reason = match language {
        Language::Ko => "모델에게 묻지 않았습니다",
        Language::En => "not checked: the model was not asked",
    };
    let worded = rules.into_iter().filter(|rule| rule.is_worded());
    let unchecked = worded.map(|rule| unchecked(rule, reason)).collect();
    Checked { findings: Vec::new(), unchecked }
}

fn unchecked(rule: &Compiled, reason: &str) -> Unchecked {
    Unchecked { rule_id: rule.rule.id.clone(), reason: reason.to_owned() }
}

/// The sentences that can be asked about, in portions.
fn batches(text: &str, sentences: &[Sentence]) -> Vec<Vec<Span>> {
    let mut out: Vec<Vec<Span>> = Vec::new();
    let mut bytes = SENTENCE_BYTES;
    for sentence in sentences.iter().filter(|sentence| sentence.kind != SentenceKind::Code) {
        let span = sentence.span.trimmed(text);
        if span.is_empty() {
            continue;
        }
        bytes += span.len();
        match out.last_mut() {
            Some(batch) if batch.len() < SENTENCES && bytes <= SENTENCE_BYTES => batch.push(span),
            _ => {
                out.push(vec![span]);
                bytes = span.len();
            }
        }
    }
    out
}
