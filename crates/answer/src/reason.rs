//! Why words decide about a sentence, in words.

use stet_text::Language;

/// Why words decide, and how: by the score, or by a veto whose reason is given; or that they do not, where nothing is `supported` or not.
pub(super) fn by_words(
    score: f32,
    supported: Option<bool>,
    veto: Option<&str>,
    why: &str,
    language: Language,
) -> String {
    // Rounded down, as the gate does.
    #[expect(clippy::cast_possible_truncation, reason = "a share between 0 and 100")]
    let share = (score * 100.0).floor() as i32;
    let found = match (veto, language) {
        (Some(reason), _) => reason.to_owned(),
        (None, Language::Ko) if supported == Some(true) => {
            format!("출처의 해당 부분이 문장을 뒷받침합니다(일치도 {share}%)")
        }
        (None, Language::En) if supported == Some(true) => {
            format!("the passage supports the sentence ({share}% agreement)")
        }
        (None, Language::Ko) if supported.is_none() => {
            format!("낱말만으로는 판단할 수 없습니다(일치도 {share}%)")
        }
        (None, Language::En) if supported.is_none() => {
            format!("words alone cannot decide ({share}% agreement)")
        }
        (None, Language::Ko) => format!("출처에서 근거를 충분히 찾지 못했습니다(일치도 {share}%)"),
        (None, Language::En) => {
            format!("the source does not hold enough of the sentence ({share}% agreement)")
        }
    };
    let found = found.trim_end_matches('.');
    match language {
        Language::Ko => format!("낱말로 판정: {found}. {why}"),
        Language::En => format!("by words: {found}; {why}"),
    }
}

/// Why words decide about a sentence about which the model layer was asked: it did not answer.
#[must_use]
pub fn no_verdict(language: Language) -> String {
    match language {
        Language::Ko => "모델의 판정을 받지 못했습니다".to_owned(),
        Language::En => "the model layer gave no verdict".to_owned(),
    }
}
