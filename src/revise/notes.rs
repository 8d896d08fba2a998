//! What the writer should know about a rewriting as a whole, beside its patches.

use serde::Serialize;

use stet_text::{Language, Script, language, tokens};

/// Times as long as the original from which on a rewriting is called long.
const LONG: usize = 4;
/// Bytes below which a text is too short to say anything about its length or language.
const SHORT: usize = 40;

/// One remark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Note {
    /// `empty`, `unchanged`, `cut_short`, `longer`, `other_language`, `runaway` or `stopped`.
    pub code: &'static str,
    /// The same in words, in the language of the text.
    pub message: String,
}

impl Note {
    pub(super) fn new(told: Language, code: &'static str, ko: &str, en: &str) -> Self {
        Self { code, message: if told == Language::Ko { ko.to_owned() } else { en.to_owned() } }
    }
}

/// Remarks on a rewriting that came to its end; `told` is the language they are made in.
pub(super) fn notes(told: Language, original: &str, rewritten: &str) -> Vec<Note> {
    let note = |code: &'static str, ko: &str, en: &str| Note::new(told, code, ko, en);
    if rewritten.trim().is_empty() {
        return vec![note(
            "empty",
            "모델이 아무것도 쓰지 않았습니다. 글은 그대로입니다.",
            "The model wrote nothing; the text stays as it is.",
        )];
    }
    if rewritten.trim() == original.trim() {
        return vec![note("unchanged", "모델이 글을 고치지 않았습니다.", "The model changed nothing.")];
    }
    let mut out = Vec::new();
    if rewritten.len() > LONG * original.len().max(SHORT) {
        out.push(note(
            "longer",
            "고친 글이 원문보다 훨씬 깁니다. 더해진 내용을 하나하나 살펴 주세요.",
            "The rewriting is far longer than the text; look at what was added piece by piece.",
        ));
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
        out.push(note(
            "other_language",
            "고친 글이 원문과 다른 언어로 쓰였습니다.",
            "The rewriting is in another language than the text.",
        ));
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
            let found: Vec<&str> = notes(Language::En, before, after).iter().map(|note| note.code).collect();
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
