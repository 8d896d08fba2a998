//! What an attempt at an answer is held against once its text is there: the open verdicts of the gate, the writer's rules, how
//! much of what it claims no source supports, and how good it is.

use super::digits::digits;
use super::event::{Status, Step, StepState};
use super::grade::AnswerGrade;
use super::hallucination::HallucinationCheck;
use super::run::Run;
use super::told::Told;
use stet_answer::{AnswerStream, RuleBreach, SentenceReport, State};
use stet_criteria::compile::Compiled;
use stet_llm::ModelKind;
use stet_llm::judge::rules;
use stet_segment::Sentence;

/// Waits for the open questions of the gate and says how much of the text no source supports; each question has its own
/// deadline. A stopped answer does not wait.
pub(super) async fn unsupported(
    run: &mut Run<'_>,
    answer: &mut AnswerStream,
    status: Status,
) -> HallucinationCheck {
    let open = answer.pending();
    if open > 0 && status == Status::Complete {
        run.step(Step::Check, StepState::Running, [Told::Sentences { n: open }]);
        let stop = run.live.stopped().clone();
        loop {
            let next = tokio::select! {
                next = run.verdicts.next() => next,
                () = stop.cancelled() => None,
            };
            let Some((index, word)) = next else { break };
            answer.hear(index, &word, &mut run.events);
            run.forward();
        }
    }
    let sentences: Vec<&SentenceReport> = answer.sentences().collect();
    let threshold = digits(run.asker.config.correct.hallucination_threshold);
    let check = HallucinationCheck::of(&sentences, threshold);
    // Of quotations there is nothing to tell: they stand in their sources.
    let told = run.asker.chat.kind() == ModelKind::Model;
    if told && status == Status::Complete && check.claims > 0 {
        let n = sentences.iter().filter(|one| one.state == State::Supported).count();
        run.step(Step::Check, StepState::Done, [Told::BorneOut { n, total: check.claims }]);
    }
    check
}

/// Grades a whole answer, where that is switched on and there is a judge; `None` where it was not graded, with the reason
/// among the steps and notes. A reply that is no grade, or that comes late, is none: the answer goes on without.
pub(super) async fn graded(
    run: &mut Run<'_>,
    question: &str,
    text: &str,
    check: &HallucinationCheck,
) -> Option<AnswerGrade> {
    // What claims nothing says that the sources do not tell, and no other attempt would find more.
    let threshold = run.asker.config.correct.quality_threshold.filter(|_| check.claims > 0)?;
    let Some(judge) = &run.asker.judge else {
        run.step(Step::Grade, StepState::Skipped, [Told::NoGrader]);
        return None;
    };
    run.step(Step::Grade, StepState::Running, []);
    let graded = judge.grade(run.language, question, text);
    let stop = run.live.stopped().clone();
    let verdict = match stop.run_until_cancelled(graded).await? {
        Ok(verdict) => verdict,
        Err([ko, en]) => {
            run.step(Step::Grade, StepState::Skipped, [Told::Said { ko: ko.clone(), en: en.clone() }]);
            run.made.notes.push(vec![Told::NotGraded { ko, en }]);
            return None;
        }
    };
    let grade = AnswerGrade::of(verdict, check.score, threshold);
    let overall = format!("{:.2}", grade.overall);
    let told = if grade.passed {
        vec![Told::Grade { grade: overall }]
    } else {
        [vec![Told::GradeOf { grade: overall }], grade.weak()].concat()
    };
    run.step(Step::Grade, StepState::Done, told);
    Some(grade)
}

/// Rules about the text as a whole, once it is there.
pub(super) fn lint_whole(run: &mut Run<'_>, answer: &AnswerStream) {
    let at = |byte: usize| {
        answer.sentences().find(|sentence| byte < sentence.span.end).map_or(0, |sentence| sentence.index)
    };
    let breaches = run.rules.book.whole(answer.text(), at);
    run.breached(breaches);
}

/// Lets the model judge the rules that have no pattern, once the text is there. A stopped answer does not wait.
pub(super) async fn judge_rules(run: &mut Run<'_>, answer: &AnswerStream, status: Status) {
    let (packs, rules): (Vec<&str>, Vec<&Compiled>) = run.rules.book.worded().unzip();
    if rules.is_empty() {
        return;
    }
    let reports: Vec<(usize, Sentence)> = answer
        .sentences()
        .map(|report| (report.index, Sentence { span: report.span, kind: report.kind }))
        .collect();
    let told = if status == Status::Complete {
        let sentences: Vec<Sentence> = reports.iter().map(|(_, sentence)| *sentence).collect();
        let judge = run.asker.judge.as_ref();
        rules::check(judge, run.language, &rules, answer.text(), &sentences).await
    } else {
        rules::not_asked(run.language, rules.iter().copied())
    };
    let mut breaches = Vec::new();
    for finding in told.findings {
        let at = reports.iter().find(|(_, sentence)| sentence.span.has(finding.span.start));
        let (Some(rule), Some(pack), Some((sentence, _))) =
            (rules.get(finding.rule), packs.get(finding.rule), at)
        else {
            continue;
        };
        let judged = Told::Judged.text(run.language);
        breaches.push(RuleBreach {
            pack_id: (*pack).to_owned(),
            rule_id: rule.rule.id.clone(),
            sentence: *sentence,
            message: format!("{} ({judged}: {})", rule.rule.text.trim(), finding.explanation),
        });
    }
    run.rules.not_checked = told.unchecked;
    run.breached(breaches);
}
