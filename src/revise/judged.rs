//! What the model says of the patches: is the meaning the same, which rules of words alone do they break.

use std::sync::Arc;

use super::{Run, suppressed};
use stet_ask::{Step, StepState, Told};
use stet_criteria::compile::Compiled;
use stet_llm::judge::Pair;
use stet_llm::judge::rules::{self, Unchecked};
use stet_patch::{Op, Patch, group, meaning};
use stet_segment::{Sentence, segment};

impl Run {
    /// Puts the question about a patch of the original, when there is one to put and somebody to ask.
    pub(super) fn question(&mut self, patch: &Patch) -> Option<Pair> {
        if self.meanings.is_none() || !meaning::is_open(patch) {
            return None;
        }
        if self.sentences.is_empty() {
            self.sentences = segment(self.original());
        }
        let pair = meaning::versions(self.original(), &self.sentences, patch);
        self.meanings.as_mut()?.ask(pair.clone());
        Some(pair)
    }

    /// Shows again what waited for the answer to this question.
    pub(super) fn answered(&mut self, pair: &Pair) {
        let Some(word) = self.meanings.as_ref().and_then(|meanings| meanings.word(pair)) else { return };
        let mut patches = Vec::new();
        for (_, patch) in self.waiting.iter().filter(|(waits, _)| waits == pair) {
            let mut patch = patch.clone();
            meaning::settle(&mut patch, word);
            patches.push(patch);
        }
        self.waiting.retain(|(waits, _)| waits != pair);
        self.propose_now(patches);
    }

    /// The settled patches with the model's word on those that words alone leave open. Each question has its own
    /// deadline; a question without an answer leaves its patch with the riskier category.
    pub(super) async fn rejudge(&mut self, mut patches: Vec<Patch>) -> Vec<Patch> {
        let mut open: Vec<(usize, Pair)> = Vec::new();
        let desk = Arc::clone(&self.desk);
        let turned_down = desk.stage.turned_down();
        for (at, patch) in patches.iter().enumerate() {
            if suppressed(&turned_down, self.range, patch).is_none()
                && let Some(pair) = self.question(patch)
            {
                open.push((at, pair));
            }
        }
        if open.is_empty() {
            return patches;
        }
        let waits = self.meanings.as_ref().map_or(0, stet_llm::judge::Meanings::open);
        self.step(Step::Check, StepState::Running, [Told::Meanings { n: waits }]);
        let stop = self.stop.clone();
        while let Some(meanings) = self.meanings.as_mut().filter(|meanings| meanings.open() > 0) {
            let pair = tokio::select! {
                pair = meanings.next() => pair,
                () = stop.cancelled() => None,
            };
            let Some(pair) = pair else { break };
            self.answered(&pair);
        }
        self.step(Step::Check, StepState::Done, []);
        let late = Err(Told::NoAnswer.text(self.language));
        for (at, pair) in open {
            let word = self.meanings.as_ref().and_then(|meanings| meanings.word(&pair));
            if let Some(patch) = patches.get_mut(at) {
                meaning::settle(patch, word.unwrap_or(&late));
            }
        }
        group::level(&mut patches);
        patches
    }

    /// Lets the model judge the rules that have no pattern in the sentences that patches write. Says so on the
    /// patches; gives the rules that are broken, and those that nobody checked.
    pub(super) async fn judge_rules(
        &self,
        rewritten: &str,
        patches: &mut [Patch],
    ) -> (Vec<String>, Vec<Unchecked>) {
        let worded: Vec<&Compiled> = self.rules.rules().iter().filter(|rule| rule.is_worded()).collect();
        if worded.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let written = |patch: &Patch| matches!(patch.op, Op::Replace | Op::Insert);
        let sentences: Vec<Sentence> = segment(rewritten)
            .into_iter()
            .filter(|sentence| {
                patches.iter().any(|patch| written(patch) && patch.after_range.overlaps(sentence.span))
            })
            .collect();
        if sentences.is_empty() && self.asker.judge.is_some() {
            return (Vec::new(), Vec::new());
        }
        let judge = self.asker.judge.as_ref();
        let told = tokio::select! {
            biased;
            () = self.stop.cancelled() => rules::not_asked(self.language, worded.iter().copied()),
            told = rules::check(judge, self.language, &worded, rewritten, &sentences) => told,
        };
        let mut broken: Vec<String> = Vec::new();
        for finding in &told.findings {
            let Some(rule) = worded.get(finding.rule) else { continue };
            let id = &rule.rule.id;
            let (rule, why) = (rule.rule.text.trim().to_owned(), finding.explanation.clone());
            let reason = Told::RuleBroken { rule, why }.text(self.language);
            let touched = patches.iter_mut().filter(|patch| written(patch));
            for patch in touched.filter(|patch| patch.after_range.overlaps(finding.span)) {
                if !patch.rule_ids.contains(id) {
                    patch.rule_ids.push(id.clone());
                }
                if !patch.reasons.contains(&reason) {
                    patch.reasons.push(reason.clone());
                }
                if !broken.contains(id) {
                    broken.push(id.clone());
                }
            }
        }
        (broken, told.unchecked)
    }
}
