//! The echo of the question: small models write the end of their prompt again, behind the answer or above it.
//!
//! Owns which sentence is one. A sentence that a label of the prompt begins is one where the question follows it, a question by itself
//! where it stands behind words of the answer. What a reader asked to have written down has other words, and stays.

use super::AnswerStream;
use stet_segment::SentenceKind;

/// What the prompt says before the question: Korean, English.
const LABELS: [&str; 2] = ["질문:", "question:"];
/// Letters of a question that is one without a label.
const SHORTEST: usize = 6;

impl AnswerStream {
    /// Whether a finished sentence is the echo.
    pub(super) fn is_echo(&self, sentence: &str, kind: SentenceKind) -> bool {
        let Some(question) = self.echoed().filter(|_| kind != SentenceKind::Code) else { return false };
        match labelled(sentence) {
            Some(rest) => begins(rest, question) && letters(rest).next().is_some(),
            None => {
                self.has_words()
                    && letters(question).nth(SHORTEST).is_some()
                    && letters(sentence).eq(letters(question))
            }
        }
    }

    /// Whether the open line may become it.
    pub(super) fn may_echo(&self, open: &str) -> bool {
        let Some(question) = self.echoed() else { return false };
        let line = bare(open).to_lowercase();
        if LABELS.iter().any(|label| !line.is_empty() && label.starts_with(&line)) {
            return true;
        }
        match labelled(open) {
            Some(rest) => begins(rest, question),
            None => self.has_words() && begins(open, question),
        }
    }

    /// The question, where a model answers it: a text that was given keeps its words.
    fn echoed(&self) -> Option<&str> {
        self.policy.question.as_deref().filter(|_| !self.policy.keyed)
    }

    fn has_words(&self) -> bool {
        !self.text.trim().is_empty()
    }
}

/// The line without what marks its form.
fn bare(line: &str) -> &str {
    line.trim_start_matches(|ch: char| ch.is_whitespace() || "*#>-_".contains(ch))
}

/// What stands behind a label of the prompt.
fn labelled(line: &str) -> Option<&str> {
    let line = bare(line);
    LABELS.iter().find_map(|label| {
        let head = line.get(..label.len())?;
        head.to_lowercase().eq(label).then(|| line.get(label.len()..)).flatten()
    })
}

fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|ch| ch.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// Whether the question begins with the letters of a text.
fn begins(text: &str, question: &str) -> bool {
    let mut question = letters(question);
    letters(text).all(|letter| question.next() == Some(letter))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{stream, tell};

    #[test]
    fn the_question_behind_an_answer_goes() {
        let korean = "회원은 한 번에 다섯 권까지 14일 동안 빌릴 수 있다.";
        let english = "Members may borrow five books for two weeks.";
        for (source, question, said, left) in [
            (
                korean,
                "책을 몇 권까지 빌릴 수 있나요?",
                format!("{korean} [1]\n질문: 책을 몇 권까지 빌릴 수 있나요?"),
                true,
            ),
            (
                korean,
                "책을 몇 권까지 빌릴 수 있나요?",
                format!("{korean} [1]\n\n**질문:** 책을 몇 권까지 빌릴 수 있나요?\n"),
                true,
            ),
            (
                korean,
                "책을 몇 권까지 빌릴 수 있나요?",
                format!("{korean} [1]\n책을 몇 권까지 빌릴 수 있나요?"),
                true,
            ),
            (
                korean,
                "책을 몇 권까지 빌릴 수 있나요?",
                format!("질문: 책을 몇 권까지 빌릴 수 있나요?\n{korean} [1]"),
                true,
            ),
            (
                english,
                "How many books may members borrow?",
                format!("{english} [1]\n\nQuestion: How many books may members bor"),
                true,
            ),
            (
                english,
                "How many books may members borrow?",
                format!("{english} [1] How many books may members borrow?"),
                true,
            ),
            // Another question is part of what was asked for.
            (
                english,
                "Write three questions about the library.",
                format!("{english} [1]\nQuestion: How many books may members borrow?"),
                false,
            ),
            (english, "How many books?", format!("{english} [1]\nHow many books may a guest take?"), false),
            (korean, "질문을 적어 주세요", format!("{korean} [1]\n질문: 몇 권까지 빌릴 수 있나요?"), false),
        ] {
            let whole = vec![said.as_str()];
            let pieces = said.split_inclusive(' ').collect();
            let letters: Vec<String> = said.chars().map(String::from).collect();
            for deltas in [whole, pieces, letters.iter().map(String::as_str).collect()] {
                let mut answer = stream(&[source.to_owned()], false, false, false);
                answer.policy.question = Some(question.to_owned());
                let told = tell(&mut answer, &deltas);
                assert!(told.text.contains(source.trim_end_matches('.')), "{said}: {}", told.text);
                let echo = told.text.replace(source, "");
                let is_gone = !echo.contains("질문") && !echo.contains("uestion") && !echo.contains('?');
                assert_eq!(is_gone, left, "{said}: {}", told.text);
                // A text that was given keeps its words.
                answer = stream(&[source.to_owned()], false, false, false);
                (answer.policy.question, answer.policy.keyed) = (Some(question.to_owned()), true);
                let told = tell(&mut answer, &deltas).text;
                assert!(told.contains("질문") || told.contains("uestion") || told.contains('?'), "{told}");
            }
        }
    }
}
