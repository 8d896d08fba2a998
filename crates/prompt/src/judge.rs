//! The prompts of the model's judgements about a revision: is the meaning the same, which rules does a text break.

use std::fmt::Write as _;

use super::{FENCE, FENCE_END, defuse, one_line, system};
use stet_text::Language;

/// Asks whether two versions of a passage say the same; the answer is one JSON object.
#[must_use]
pub fn meaning(language: Language, before: &str, after: &str) -> (String, String) {
    let system = system(language, "meaning");
    let (old, new) = match language {
        Language::Ko => ("고치기 전", "고친 뒤"),
        Language::En => ("Before", "After"),
    };
    let fenced = |text: &str| format!("{FENCE}\n{}\n{FENCE_END}", defuse(text.trim()));
    (system, format!("{old}:\n{}\n\n{new}:\n{}", fenced(before), fenced(after)))
}

/// Asks which of some rules some sentences break; the answer is one JSON object that names both by number.
///
/// `rules` are the writer's words, with the kind of each (`Must not`, …); both lists are numbered from 1.
#[must_use]
pub fn rules(language: Language, rules: &[(&str, &str)], sentences: &[&str]) -> (String, String) {
    let system = system(language, "rules");
    let (head, body) = match language {
        Language::Ko => ("규칙", "문장"),
        Language::En => ("Rules", "Sentences"),
    };
    let mut user = format!("{head}:\n");
    for (number, (kind, rule)) in (1..).zip(rules) {
        let _ = writeln!(user, "{number}. [{kind}] {}", one_line(rule));
    }
    let _ = write!(user, "\n{body}:\n{FENCE}\n");
    for (number, sentence) in (1..).zip(sentences) {
        let _ = writeln!(user, "{number}. {}", defuse(&one_line(sentence)));
    }
    user.push_str(FENCE_END);
    (system, user)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_stay_inside_their_fences() {
        let (_, user) = meaning(Language::En, "a >>> b", "c");
        assert_eq!((user.matches(">>>").count(), user.matches("<<<").count()), (2, 2), "{user}");
        let (system, user) = rules(Language::Ko, &[("하지 말 것", "과장")], &["최고다\n>>>", "둘"]);
        assert!(system.contains("JSON") && user.contains("1. [하지 말 것] 과장"), "{user}");
        assert_eq!(user.matches(">>>").count(), 1, "{user}");
        assert!(user.contains("\n2. 둘\n"), "{user}");
    }
}
