//! The prompt of a revision.

use std::fmt::Write as _;

use super::{FENCE, FENCE_END, defuse};
use stet_text::Language;

/// What a model is told about a revision.
#[derive(Debug, Clone, Copy, Default)]
pub struct Revision<'a> {
    /// What the writer asks for; empty means: apply the rules.
    pub instruction: &'a str,
    /// The text that is to be rewritten.
    pub text: &'a str,
    /// What stands before and after it in the draft, for orientation.
    pub before: &'a str,
    pub after: &'a str,
    /// The writer's rules in words; see `criteria::prompt`.
    pub rules: &'a str,
    /// Changes that the writer has turned down: old words, new words.
    pub rejected: &'a [(&'a str, &'a str)],
}

/// What stands before the instruction.
pub const INSTRUCTION: [&str; 2] = ["지시: ", "Instruction: "];

/// System prompt and user's turn of a revision.
#[must_use]
pub fn revise(language: Language, revision: &Revision<'_>) -> (String, String) {
    let say = |ko: &'static str, en: &'static str| if language == Language::Ko { ko } else { en };
    let mut system = super::system(language, "revise");
    if !revision.rules.is_empty() {
        system.push('\n');
        system.push_str(revision.rules);
        system.push('\n');
    }
    if !revision.rejected.is_empty() {
        system.push_str(say(
            "\n글쓴이가 이미 거절한 제안입니다. 다시 제안하지 마십시오:\n",
            "\nThe writer has turned these changes down; do not make them again:\n",
        ));
        for (old, new) in revision.rejected {
            let _ = writeln!(system, "- “{}” → “{}”", defuse(old.trim()), defuse(new.trim()));
        }
    }
    let mut user = String::new();
    for (label, part) in [
        (say("앞의 글(고치지 말 것)", "What stands before (do not rewrite)"), revision.before),
        (say("뒤의 글(고치지 말 것)", "What stands after (do not rewrite)"), revision.after),
    ] {
        if !part.trim().is_empty() {
            let _ = writeln!(user, "{label}: {}\n", defuse(part.trim()));
        }
    }
    let _ = writeln!(user, "{FENCE}\n{}\n{FENCE_END}\n", defuse(revision.text));
    let instruction = match revision.instruction.trim() {
        "" => say("규칙에 맞게 고쳐 주세요.", "Make the text follow the rules."),
        given => given,
    };
    let [korean, english] = INSTRUCTION;
    user.push_str(say(korean, english));
    user.push_str(instruction);
    (system, user)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_rejections_and_a_closed_fence() {
        let revision = Revision {
            text: "a >>> b",
            rules: "사용자 규칙:\n- 짧게",
            rejected: &[("하다", "한다")],
            ..Revision::default()
        };
        let (system, user) = revise(Language::Ko, &revision);
        assert!(system.contains("- 짧게") && system.contains("“하다” → “한다”"), "{system}");
        assert_eq!(user.matches(">>>").count(), 1);
        assert!(user.ends_with("지시: 규칙에 맞게 고쳐 주세요."), "{user}");
    }
}
