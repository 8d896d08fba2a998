//! What a stream says of a text that another attempt replaces: words that were sent cannot be taken back in this protocol, so
//! a line of its own says that they do not count, or they are held back until the answer is judged.

use serde::Deserialize;

use stet_text::{Language, language};

/// What becomes of a streamed text that does not stand up to its check.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Replaced {
    /// A line below it withdraws it, and the corrected text follows.
    #[default]
    Tell,
    /// Nothing is sent before the answer is judged, and then all of it.
    Hold,
    /// It stays: the model writes once.
    Once,
}

/// How the line begins, by which it is known again: Korean, English.
const WITHDRAWN: [&str; 2] = ["↺ 위의 글은 거두어들였습니다", "↺ The text above is withdrawn"];

/// The line that withdraws all that stands above it. `reason` is in the language of the answer.
pub(super) fn withdrawal(reason: &str) -> String {
    let [ko, en] = WITHDRAWN;
    match language(reason) {
        Language::Ko => format!("\n\n{ko} — {reason}. 답변은 아래에 있습니다.\n\n"),
        Language::En => format!("\n\n{en} — {reason}. The answer stands below.\n\n"),
    }
}

/// What of an answer counts that a client sends back: all that stands below its last withdrawal.
pub(super) fn standing(answer: &str) -> &str {
    let is_line = |line: &str| WITHDRAWN.iter().any(|begin| line.trim_start().starts_with(begin));
    let (mut at, mut from) = (0, 0);
    for line in answer.split_inclusive('\n') {
        at += line.len();
        if is_line(line) {
            from = at;
        }
    }
    answer.get(from..).unwrap_or_default().trim_start_matches('\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_withdrawn_is_known_again_in_both_languages() {
        let english = withdrawal("written again: 1 claim without support in the sources");
        let korean = withdrawal("출처로 뒷받침되지 않는 주장이 있어 다시 씁니다(1개)");
        for line in [&english, &korean] {
            assert_eq!(
                standing(&format!("Dogs may come in.{line}Dogs stay outside.\n\nAll of them.")),
                "Dogs stay outside.\n\nAll of them."
            );
            // A client may trim what it keeps, and send an item of a response by itself.
            assert_eq!(standing(&format!("개는 들어온다.{}", line.trim_end())), "");
        }
        assert_eq!(standing(&format!("One.{korean}Two.{english}Three.")), "Three.");
        assert!(korean.contains("아래에") && english.contains("below"), "{korean}{english}");
        for whole in ["", "Dogs stay outside.", "\tAs code", "It says “↺ The text above is withdrawn — no”."]
        {
            assert_eq!(standing(whole), whole);
        }
    }
}
