//! What an attempt at an answer is held against once its text is there: the open verdicts of the gate, the writer's rules, and
//! how much of what it claims no source supports.

use super::event::{Event, Status, Step, StepState};
use super::generate::Run;
use super::hallucination::HallucinationCheck;
use stet_answer::{AnswerStream, RuleBreach, SentenceReport};
use stet_criteria::compile::Compiled;
use stet_llm::ModelKind;
use stet_llm::judge::rules;
use stet_segment::Sentence;
use stet_text::counted;

impl Run<'_> {
    /// Waits for the open questions of the gate and says how much of the text no source supports; each question has its own
    /// deadline. A stopped answer does not wait.
    pub(super) async fn check(&mut self, answer: &mut AnswerStream, status: Status) -> HallucinationCheck {
        let open = answer.pending();
        if open > 0 && status == Status::Complete {
            let detail = self.say(format!("문장 {open}개"), counted(open, "sentence"));
            self.step(Step::Check, StepState::Running, detail);
            let stop = self.live.stopped().clone();
            loop {
                let next = tokio::select! {
                    next = self.verdicts.next() => next,
                    () = stop.cancelled() => None,
                };
                let Some((index, word)) = next else { break };
                answer.hear(index, &word, &mut self.events);
                self.forward();
            }
        }
        let sentences: Vec<&SentenceReport> = answer.sentences().collect();
        let threshold = super::digits(self.asker.config.correct.hallucination_threshold);
        let check = HallucinationCheck::of(&sentences, threshold);
        // Of quotations there is nothing to tell: they stand in their sources.
        let told = self.asker.chat.kind() == ModelKind::Model;
        if told && status == Status::Complete && check.claims > 0 {
            let words = check.band.words(self.language);
            let detail = self.say(
                format!("근거 없는 몫 {:.2}: {words}", check.score),
                format!("unsupported share {:.2}: {words}", check.score),
            );
            self.step(Step::Check, StepState::Done, detail);
        }
        check
    }

    /// Rules about the text as a whole, once it is there.
    pub(super) fn lint_whole(&mut self, answer: &AnswerStream) {
        let at = |byte: usize| {
            answer.sentences().find(|sentence| byte < sentence.span.end).map_or(0, |sentence| sentence.index)
        };
        let breaches = self.rules.book.whole(answer.text(), at);
        self.breached(breaches);
    }

    /// Lets the model judge the rules that have no pattern, once the text is there. A stopped answer does not wait.
    pub(super) async fn judge_rules(&mut self, answer: &AnswerStream, status: Status) {
        let (packs, rules): (Vec<&str>, Vec<&Compiled>) = self.rules.book.worded().unzip();
        if rules.is_empty() {
            return;
        }
        let reports: Vec<(usize, Sentence)> = answer
            .sentences()
            .map(|report| (report.index, Sentence { span: report.span, kind: report.kind }))
            .collect();
        let told = if status == Status::Complete {
            let sentences: Vec<Sentence> = reports.iter().map(|(_, sentence)| *sentence).collect();
            let judge = self.asker.judge.as_ref();
            rules::check(judge, self.language, &rules, answer.text(), &sentences).await
        } else {
            rules::not_asked(self.language, rules.iter().copied())
        };
        let mut breaches = Vec::new();
        for finding in told.findings {
            let at = reports.iter().find(|(_, sentence)| sentence.span.has(finding.span.start));
            let (Some(rule), Some(pack), Some((sentence, _))) =
                (rules.get(finding.rule), packs.get(finding.rule), at)
            else {
                continue;
            };
            let judged = self.say("모델의 판정", "judged by the model");
            breaches.push(RuleBreach {
                pack_id: (*pack).to_owned(),
                rule_id: rule.rule.id.clone(),
                sentence: *sentence,
                message: format!("{} ({judged}: {})", rule.rule.text.trim(), finding.explanation),
            });
        }
        self.rules.not_checked = told.unchecked;
        self.breached(breaches);
    }

    pub(super) fn breached(&mut self, breaches: Vec<RuleBreach>) {
        self.live.push(breaches.iter().cloned().map(Box::new).map(Event::Criteria));
        self.rules.breaches.extend(breaches);
    }
}
