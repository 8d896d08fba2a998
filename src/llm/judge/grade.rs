//! How good an answer is, as a reader sees it.

use tokio::sync::Semaphore;

use super::{Fault, Judge, Put, unreadable};
use stet_prompt as prompt;
use stet_prompt::GradeVerdict;
use stet_text::Language;

/// Tokens of a grade: three figures and a sentence.
const TOKENS: u32 = 200;

impl Judge {
    /// Grades an answer to a question.
    ///
    /// # Errors
    /// No reply in time, or none that is a grade; in Korean and in English.
    pub async fn grade(
        &self,
        language: Language,
        question: &str,
        answer: &str,
    ) -> Result<GradeVerdict, [String; 2]> {
        let prompts = prompt::grade(language, question, answer);
        let put = Put { prompts, tokens: TOKENS, decision: None };
        let read = |reply: &str, _| prompt::grade_verdict(reply).map_err(str::to_owned);
        let graded = self.ask(&Semaphore::new(1), put, language, read, |_| true).await;
        graded.map_err(|fault| {
            [Language::Ko, Language::En].map(|language| match &fault {
                Fault::Unreadable(why) => unreadable(why, language),
                fault => fault.message(language),
            })
        })
    }
}
