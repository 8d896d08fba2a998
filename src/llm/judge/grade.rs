//! How good an answer is, as a reader sees it.

use tokio::sync::Semaphore;

use super::{Judge, Put, unreadable};
use stet_prompt as prompt;
use stet_prompt::GradeVerdict;
use stet_text::Language;

/// Tokens of a grade: three figures and a sentence.
const TOKENS: u32 = 200;

impl Judge {
    /// Grades an answer to a question.
    ///
    /// # Errors
    /// No reply in time, or none that is a grade; in words.
    pub async fn grade(
        &self,
        language: Language,
        question: &str,
        answer: &str,
    ) -> Result<GradeVerdict, String> {
        let prompts = prompt::grade(language, question, answer);
        let put = Put { prompts, tokens: TOKENS, decision: None };
        let read = |reply: &str, _| prompt::grade_verdict(reply).map_err(|why| unreadable(why, language));
        let graded = self.ask(&Semaphore::new(1), put, language, read, |_| true).await;
        graded.map_err(|fault| fault.message(language))
    }
}
