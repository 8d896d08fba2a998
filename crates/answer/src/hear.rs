//! The word of a layer behind the words: what becomes of the sentence that it is about, and of those that wait for it.

use super::event::{AnswerEvent, Decider, State, Trust, Word};
use super::{AnswerStream, judge};
use stet_prompt::json::ModelVerdict;

impl AnswerStream {
    /// Takes the word of a layer on a sentence that was asked about. A judgement without confidence leaves the sentence
    /// uncertain. Where there is no judgement, the words' own stands: a fault of the checker neither makes a message more
    /// verified than it would be without one nor takes away what words support. Nor does anything but the sure word of one who is
    /// trusted to overrule it move a veto of the words. A second word on a sentence is ignored.
    pub fn hear(&mut self, index: usize, word: &Word, out: &mut Vec<AnswerEvent>) {
        let Some(asked) = self.sentences.get(index).filter(|sentence| sentence.asked) else { return };
        let by_words = self.state_by_words(&asked.verdict);
        let Some(sentence) = self.sentences.get_mut(index) else { return };
        sentence.asked = false;
        let report = &mut sentence.report;
        let overruled = || {
            matches!(word, Word::Judge(ModelVerdict::Judged { accurate: true, confidence, .. }, Trust { cut, overrules: true })
                if confidence >= cut)
        };
        match word {
            _ if sentence.verdict.open_veto().is_some() && !overruled() => {
                report.by = Some(Decider::Words);
                report.state = by_words;
                report.reason.clone_from(&sentence.verdict.reason);
            }
            Word::Meaning { supported, confidence } => {
                report.model_confidence = Some(*confidence);
                report.by = Some(Decider::Meaning);
                report.state = if *supported { State::Supported } else { State::Unsupported };
                report.reason = self.policy.say_meant(*supported, *confidence);
            }
            Word::Judge(ModelVerdict::Judged { accurate, confidence, explanation }, Trust { cut, .. }) => {
                let confidence = if confidence.is_finite() { confidence.clamp(0.0, 1.0) } else { 0.0 };
                report.model_confidence = Some(confidence);
                report.by = Some(Decider::Model);
                report.state = match (accurate, confidence >= *cut) {
                    (true, true) => State::Supported,
                    (false, true) => State::Unsupported,
                    (_, false) => State::Uncertain,
                };
                report.reason = self.policy.say_judged(report.state, confidence, explanation.trim());
                judge::lead_to_original(&self.sources, &mut sentence.verdict);
            }
            Word::Judge(ModelVerdict::Failed { reason }, _) => {
                report.by = Some(Decider::Words);
                report.state = by_words;
                report.reason = self.policy.say_by_words(by_words, &sentence.verdict, reason);
                let translated = judge::rests_on_translation(&self.sources, &sentence.verdict);
                if translated && report.state == State::Supported {
                    report.by = Some(Decider::Translation);
                    report.reason = format!("{}; {reason}", self.policy.say_translated());
                }
            }
        }
        match report.state {
            State::Supported => sentence.kept.clone_from(&sentence.with_part),
            State::Unsupported => sentence.kept.clear(),
            // What nobody cited is put only where it is certain.
            _ if sentence.put.is_some() => sentence.kept.clear(),
            _ => {}
        }
        if sentence.put.is_some() && sentence.instead.is_none() && report.state != State::Supported {
            report.state = State::Uncited;
            (report.model_confidence, report.by) = (None, None);
            report.reason = self.policy.say_uncited();
        }
        self.standardise_at(index);
        if self.sentences.get(index).is_some_and(|sentence| sentence.withheld) {
            self.release_withheld(out);
        } else {
            self.rewrite_closed(index, out);
        }
    }

    /// Shows the sentences that were withheld, up to the first that still waits for its verdict.
    fn release_withheld(&mut self, out: &mut Vec<AnswerEvent>) {
        let Some(first) = self.sentences.iter().position(|sentence| sentence.withheld) else { return };
        for index in first..self.sentences.len() {
            if self.sentences.get(index).is_none_or(|sentence| sentence.asked) {
                return;
            }
            self.rewrite_closed(index, out);
        }
    }
}
