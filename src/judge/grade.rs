//! How good an answer is, as a reader sees it.

use tokio::sync::Semaphore;

use super::Judge;
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
        let asked = prompt::grade(language, question, answer);
        self.ask(&Semaphore::new(1), asked, language, TOKENS, prompt::grade_verdict, |_| true).await
    }
}
