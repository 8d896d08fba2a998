//! What the writer should know about a rewriting as a whole, beside its patches.

use serde::Serialize;

use stet_ask::Told;
use stet_patch::reply;
use stet_text::{Language, Script, language, tokens};

/// Times as long as the original from which on a rewriting is called long.
const LONG: usize = 4;
/// Bytes below which a text is too short to say anything about its length or language.
const SHORT: usize = 40;

/// One remark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Note {
    /// `empty`, `unchanged`, `cut_short`, `length`, `longer`, `other_language`, `runaway`, `stopped`, `refused`, or what
    /// was made of the reply: `unwrapped`, `alternatives`, `edits`, `edits_lost`, `rest_kept`, `kept`.
    pub code: String,
    /// The same in words, in the language of the text.
    pub message: String,
    #[serde(skip)]
    pub told: Told,
}

impl Note {
    pub(super) fn new(language: Language, told: Told) -> Self {
        Self { code: told.code(), message: told.text(language), told }
    }
}

/// Remarks on what was made of a reply; `language` is the language they are made in.
pub(super) fn told(language: Language, all: &[reply::Told]) -> Vec<Note> {
    let note = |told: &reply::Told| match told {
        reply::Told::Unwrapped => Told::Unwrapped,
        reply::Told::Alternatives => Told::Alternatives,
        reply::Told::Edits => Told::Edits,
        reply::Told::EditsLost => Told::EditsLost,
        reply::Told::RestKept => Told::RestKept,
        reply::Told::Kept => Told::Kept,
        reply::Told::Refused => Told::Refused,
    };
    all.iter().map(|told| Note::new(language, note(told))).collect()
}

/// Remarks on a rewriting that came to its end; `told` is the language they are made in.
pub(super) fn notes(told: Language, original: &str, rewritten: &str) -> Vec<Note> {
    if rewritten.trim().is_empty() {
        return vec![Note::new(told, Told::Empty)];
    }
    if rewritten.trim() == original.trim() {
        return vec![Note::new(told, Told::Unchanged)];
    }
    let mut out = Vec::new();
    if rewritten.len() > LONG * original.len().max(SHORT) {
        out.push(Note::new(told, Told::Longer));
    }
    let worded = |text: &str| {
        tokens(text)
            .iter()
            .filter(|token| token.script != Script::Digit)
            .map(|token| token.text.len())
            .sum::<usize>()
    };
    if language(original) != language(rewritten)
        && worded(original) > SHORT / 2
        && worded(rewritten) > SHORT / 2
    {
        out.push(Note::new(told, Told::OtherLanguage));
    }
    out
}

/// Words of an instruction that ask for less text; then an end that is missing may be meant.
const CUTTING: &[&str] = &[
    "delete", "remove", "cut", "drop", "shorten", "shorter", "summari", "trim", "condense", "brief",
    "concise", "omit", "삭제", "지우", "지워", "빼", "줄이", "줄여", "요약", "없애", "짧게", "간추", "간략",
    "덜어",
];

/// Whether the writer asks for less text.
pub(super) fn asks_to_cut(instruction: &str) -> bool {
    let instruction = instruction.to_lowercase();
    CUTTING.iter().any(|word| instruction.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_on_strange_rewritings() {
        let original = "One is here. Two is here. Three is here. Four is here.";
        let korean = "하나는 여기 있다. 둘은 여기 있다. 셋도 여기 있다.";
        for (before, after, code) in [
            (original, " ", Some("empty")),
            (original, original, Some("unchanged")),
            (original, "One was here. Two is here. Three is here. Four is here.", None),
            (original, &*"And there is more to say. ".repeat(30), Some("longer")),
            (original, korean, Some("other_language")),
            (korean, original, Some("other_language")),
            ("Yes.", "네.", None),
        ] {
            let found: Vec<String> =
                notes(Language::En, before, after).into_iter().map(|note| note.code).collect();
            assert_eq!(found, code.into_iter().collect::<Vec<_>>(), "{after}");
        }
        assert!(notes(Language::Ko, korean, "")[0].message.contains("그대로"));
    }

    #[test]
    fn less_text_is_asked_for_in_both_languages() {
        for (instruction, cut) in [
            ("Shorten it.", true),
            ("Delete the last paragraph", true),
            ("마지막 문단을 삭제해 줘", true),
            ("더 짧게", true),
            ("Make it kinder.", false),
            ("존댓말로 고쳐 주세요.", false),
        ] {
            assert_eq!(asks_to_cut(instruction), cut, "{instruction}");
        }
    }
}
