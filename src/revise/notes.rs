//! What the writer should know about a rewriting as a whole, beside its patches.

use serde::Serialize;
use stet_patch::reply::Told;

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
    pub code: &'static str,
    /// The same in words, in the language of the text.
    pub message: String,
}

impl Note {
    pub(super) fn new(told: Language, code: &'static str, ko: &str, en: &str) -> Self {
        Self { code, message: if told == Language::Ko { ko.to_owned() } else { en.to_owned() } }
    }
}

/// Remarks on what was made of a reply; `language` is the language they are made in.
pub(super) fn told(language: Language, all: &[Told]) -> Vec<Note> {
    let note = |told: &Told| {
        let (code, ko, en) = match told {
            Told::Unwrapped => (
                "unwrapped",
                "모델이 고친 글에 붙인 것(울타리, 태그, 인사말, 설명, 따옴표, 고친 곳의 표시)은 뺐습니다.",
                "What the model put around or into the rewriting (fences, tags, remarks, quotation marks, marks of its changes) was taken off.",
            ),
            Told::Alternatives => (
                "alternatives",
                "모델이 여러 안을 썼습니다. 첫째 안을 제안으로 보입니다.",
                "The model wrote several versions; the first one is suggested.",
            ),
            Told::Edits => (
                "edits",
                "모델이 글 대신 고칠 곳을 적어, 글에 적용해 제안으로 보입니다.",
                "The model wrote edits in place of a text; they were applied to make the suggestions.",
            ),
            Told::EditsLost => (
                "edits_lost",
                "모델이 적은 고칠 곳 가운데 글에서 찾지 못한 것이 있어 뺐습니다.",
                "Some of the model's edits were left out: their words are not in the text.",
            ),
            Told::RestKept => (
                "rest_kept",
                "모델이 나머지는 그대로라고 적은 곳에는 원문을 두었습니다.",
                "Where the model wrote that the rest is unchanged, the text stays as it is.",
            ),
            Told::Kept => (
                "kept",
                "지시와 관계없는 문서 머리말과 코드는 원문대로 두었습니다.",
                "Front matter and code that the instruction is not about stay as they are.",
            ),
            Told::Refused => (
                "refused",
                "모델이 고쳐 쓰지 않고 거절하거나 되묻거나 글이 아닌 것을 썼습니다. 글은 그대로입니다.",
                "The model refused, asked back or wrote no text instead of rewriting; the text stays as it is.",
            ),
        };
        Note::new(language, code, ko, en)
    };
    all.iter().map(note).collect()
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
