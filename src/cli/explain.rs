//! `stet ask --explain`: what was done for an answer, step by step.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::say;
use stet_ask::{Event, Metadata, QueryType, Step, StepState, Told as Text, told_text};
use stet_config::terminal_language;

/// What is being done, in Korean with the words of the page.
pub(super) fn named(step: Step) -> String {
    let korean = match step {
        Step::Route => "질문 파악",
        Step::Plan => "계획",
        Step::Retrieve => "검색",
        Step::Web => "웹 검색",
        Step::Generate => "작성",
        Step::Check => "확인",
        Step::Grade => "평가",
    };
    say(korean, step.name())
}

/// What was told in the language of the terminal; as it was said where it came without.
pub(super) fn said(told: &[Text], words: &str) -> String {
    if told.is_empty() { words.to_owned() } else { told_text(told, terminal_language()) }
}

/// The steps of an answer as they were told.
#[derive(Debug)]
pub(super) struct Trace {
    began: Instant,
    /// When the last step ended.
    free: Duration,
    steps: Vec<Told>,
    first_word: Option<Duration>,
}

#[derive(Debug)]
struct Told {
    step: Step,
    state: StepState,
    from: Duration,
    to: Duration,
    detail: String,
}

impl Trace {
    pub(super) fn new() -> Self {
        Self { began: Instant::now(), free: Duration::ZERO, steps: Vec::new(), first_word: None }
    }

    pub(super) fn note(&mut self, event: &Event) {
        let now = self.began.elapsed();
        if let Event::Text { .. } = event {
            self.first_word.get_or_insert(now);
        }
        let Event::Step { step, state, detail, told } = event else { return };
        let detail = said(told, detail);
        let open =
            self.steps.last_mut().filter(|told| told.step == *step && told.state == StepState::Running);
        if let Some(told) = open {
            (told.state, told.to) = (*state, now);
            // What it ran with says more than nothing.
            if !detail.is_empty() {
                told.detail = detail;
            }
        } else {
            self.steps.push(Told { step: *step, state: *state, from: self.free, to: now, detail });
        }
        self.free = now;
    }

    /// Lines for the terminal.
    pub(super) fn told(&self, metadata: Option<&Metadata>) -> String {
        let mut text = format!("\n{}\n", say("이렇게 답했습니다:", "How this was answered:"));
        let ms = |time: Duration| format!("{} ms", time.as_millis());
        for told in &self.steps {
            let took = ms(told.to.saturating_sub(told.from));
            let skipped = if told.state == StepState::Skipped {
                say("건너뜀: ", "skipped: ")
            } else {
                String::new()
            };
            let _ = writeln!(text, "  {} · {took} · {skipped}{}", named(told.step), told.detail);
        }
        if let Some(first) = self.first_word {
            let _ = writeln!(text, "  {} · {}", say("첫 글자까지", "to the first word"), ms(first));
        }
        let Some(metadata) = metadata else { return text };
        let total = Duration::from_millis(metadata.timings.total_ms);
        let _ = writeln!(text, "  {} · {}", say("모두", "in all"), ms(total));
        let query = &metadata.query;
        if let Some(kind) = query.query_type {
            let kind = match kind {
                QueryType::Simple => "simple",
                QueryType::RagRequired => "rag_required",
                QueryType::HistoryRequired => "history_required",
            };
            let _ = writeln!(text, "  {} · {kind}", say("질문의 종류", "kind of question"));
        }
        if let Some(searched) = &query.enhanced_query {
            let _ = writeln!(text, "  {} · {searched}", say("찾은 말", "searched for"));
        }
        if let Some(size) = query.prompt_tokens {
            let size = say(&format!("최대 {size}토큰"), &format!("at most {size} tokens"));
            let _ = writeln!(text, "  {} · {size}", say("프롬프트", "prompt"));
        }
        for (number, own) in (1..).zip(&query.subtasks) {
            let sources: Vec<String> = own.sources.iter().map(|source| format!("[{source}]")).collect();
            let _ = writeln!(text, "  {number}. {} {}", own.question, sources.concat());
            if !own.queries.is_empty() {
                let _ = writeln!(text, "     {}", own.queries.join(" | "));
            }
        }
        text
    }
}
