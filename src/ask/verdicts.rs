//! The layers behind the words: what the model of entailment, then the judge say of sentences, while the answer streams.
//!
//! Owns the questions of one answer, asked side by side, and which layer has the word: what the first leaves open goes to the
//! second. Leaves how one is asked to `meaning` and `judge`, and what a verdict does to `stet_answer`.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Instant;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use stet_answer::report::Layers;
use stet_answer::{ModelQuestion, ModelVerdict, Word, no_verdict};
use stet_embedding::meaning::{Meaning, Weighed};
use stet_host::metrics::metrics;
use stet_llm::judge::{AT_ONCE, Judge};
use stet_prompt::Claimed;
use stet_text::Language;

/// Who is asked behind the words, if anybody. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Behind {
    pub meaning: Option<Meaning>,
    pub judge: Option<Judge>,
}

impl Behind {
    /// Those of them that are asked about texts in a language, with these layers on.
    #[must_use]
    pub fn in_language(&self, language: Language, layers: Layers) -> Self {
        let meaning = self.meaning.as_ref().filter(|meaning| layers.meaning && meaning.judges(language));
        let judge = self.judge.as_ref().filter(|judge| layers.model && judge.judges(language));
        Self { meaning: meaning.cloned(), judge: judge.cloned() }
    }

    /// Of these layers, those that there are.
    #[must_use]
    pub const fn layers(&self, wanted: Layers) -> Layers {
        Layers {
            meaning: wanted.meaning && self.meaning.is_some(),
            model: wanted.model && self.judge.is_some(),
            ..wanted
        }
    }

    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.meaning.is_none() && self.judge.is_none()
    }

    async fn word(&self, turns: &Semaphore, question: ModelQuestion, language: Language) -> Word {
        // What words doubt, only a judge may overrule that has passed just this.
        let doubt = question.doubt.as_ref().map(|doubt| doubt.kind);
        let weighed = match self.meaning.as_ref().filter(|_| doubt.is_none()) {
            Some(meaning) => meaning.weigh(question.meant.clone()).await,
            None => Weighed::Open(None),
        };
        let left = match weighed {
            Weighed::Supported(confidence) => return Word::Meaning { supported: true, confidence },
            Weighed::Refused(confidence) => return Word::Meaning { supported: false, confidence },
            Weighed::Open(left) => left,
        };
        let asked = |judge: &&Judge| doubt.is_none() || judge.trust(language, doubt).overrules;
        let Some(judge) = self.judge.as_ref().filter(asked) else {
            return ModelVerdict::Failed { reason: left_open(left, language) }.into();
        };
        let claimed = Claimed {
            statement: &question.statement,
            question: question.question.as_deref(),
            about: &question.about,
            passages: &question.passages,
            doubt: question.doubt.as_ref().map(|doubt| (doubt.kind, doubt.passage.as_str())),
        };
        let verdict = judge.verdict(turns, &claimed, language).await;
        Word::Judge(verdict, judge.trust(language, doubt))
    }
}

/// Why words decide where only the model of entailment was asked.
fn left_open(probability: Option<f32>, language: Language) -> String {
    let Some(probability) = probability else { return no_verdict(language) };
    let percent = (probability * 100.0).round();
    match language {
        Language::Ko => format!("뜻을 견주어도 확실하지 않습니다(확률 {percent}%)"),
        Language::En => format!("by meaning it stays open ({percent}% probable)"),
    }
}

/// The questions of one answer.
#[derive(Debug)]
pub struct Verdicts {
    behind: Behind,
    language: Language,
    turns: Arc<Semaphore>,
    running: JoinSet<(usize, Word)>,
}

impl Verdicts {
    /// With nobody behind the words no question is answered.
    #[must_use]
    pub fn new(behind: Behind, language: Language) -> Self {
        Self { behind, language, turns: Arc::new(Semaphore::new(AT_ONCE)), running: JoinSet::new() }
    }

    /// Asks in the background; the verdict comes out of [`Self::next`].
    pub fn ask(&mut self, question: ModelQuestion) {
        if self.behind.is_empty() {
            return;
        }
        let (behind, turns, language) = (self.behind.clone(), Arc::clone(&self.turns), self.language);
        let asked = Instant::now();
        self.running.spawn(async move {
            let index = question.index;
            let word = behind.word(&turns, question, language).await;
            let layer = match word {
                Word::Meaning { .. } => "meaning",
                Word::Judge(ModelVerdict::Judged { .. }, _) => "model",
                Word::Judge(ModelVerdict::Failed { .. }, _) => "none",
            };
            metrics().verdict(layer, asked.elapsed());
            (index, word)
        });
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.running.is_empty()
    }

    /// The next verdict, with the index of its sentence; `None` when no question is open.
    pub async fn next(&mut self) -> Option<(usize, Word)> {
        poll_fn(|context| self.poll_next(context)).await
    }

    /// [`Self::next`] for one look.
    pub(super) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<(usize, Word)>> {
        loop {
            match ready!(self.running.poll_join_next(context)) {
                Some(Ok(word)) => return Poll::Ready(Some(word)),
                // The sentence stays open until the end of the answer, and is judged by words then.
                Some(Err(fault)) => tracing::error!(%fault, "a question about a sentence ended early"),
                None => return Poll::Ready(None),
            }
        }
    }
}
