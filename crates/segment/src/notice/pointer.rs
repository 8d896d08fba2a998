//! Referrals to another place: `See also the overview.`, `For details, see Section 3.`, `자세한 설명은 3장을 참고하세요.`
//!
//! Owns how they begin and what they may hold. What such a sentence states beside the place (an amount, a reason, a rule) makes
//! a claim of it.

/// How a referral begins.
pub(super) const POINTERS: &[&str] = &[
    "see ",
    "refer to ",
    "read more about",
    "read more on",
    "read more in",
    "read more at",
    "read more here",
    "read more.",
    "read more:",
    "learn more about",
    "learn more on",
    "learn more in",
    "learn more at",
    "learn more here",
    "learn more.",
    "learn more:",
    "find out more",
    "more on ",
    "more about ",
    "more information",
    "more details",
    "for more",
    "for further",
    "for additional",
    "for other",
    "for details",
    "for the details",
    "for full",
    "for the full",
    "for a full",
    "for a list",
    "for a complete",
    "for the complete",
    "for an overview",
    "for an example",
    "for examples",
    "for instructions",
    "for information",
    "for background",
    "for help",
];

/// The verbs behind `For details,`.
const VERBS: &[&str] = &[
    "see ",
    "please see ",
    "refer to ",
    "please refer to ",
    "read ",
    "please read ",
    "consult ",
    "please consult ",
    "visit ",
    "check ",
    "look at ",
    "go to ",
    "turn to ",
    "have a look at ",
];

/// Words behind which a number is that of a place.
const NUMBERED: &[&str] = &[
    "section", "sections", "chapter", "chapters", "page", "pages", "table", "tables", "figure", "figures",
    "fig.", "step", "steps", "part", "parts", "appendix", "note", "notes", "p.", "pp.", "and", "to", "or",
];

/// Words that make another sentence of it: `See that the filter is clean`.
pub(super) const CLAUSES: &[&str] = &[
    "that", "than", "to", "if", "whether", "who", "which", "because", "since", "must", "may", "can", "will",
    "should", "is", "are", "was", "were", "has", "have", "had",
];

/// Most words of a referral.
const MAX_WORDS: usize = 16;

/// How a Korean referral ends, but for the word for a request.
const KOREAN_VERBS: &[&str] = &["참고", "참조"];

/// What it says of the request.
const KOREAN_ASKS: &[&str] = &[
    "하세요",
    "하십시오",
    "해 주세요",
    "해주세요",
    "해 주십시오",
    "해주십시오",
    "하시기 바랍니다",
    "하기 바랍니다",
    "바랍니다",
];

/// Behind which number a Korean place is named; an article is checked.
const KOREAN_NUMBERED: &[char] = &['장', '절', '쪽', '부', '단', '번', '페', '~', '-', '.', '과', '와', ','];

/// Most words of a Korean referral.
const MAX_KOREAN_WORDS: usize = 9;

/// Whether a Korean sentence, which ends with `end`, does nothing but name a place to look at.
pub(super) fn points_elsewhere_korean(end: &str) -> bool {
    let asks = |verb: &&str| {
        let places = KOREAN_ASKS.iter().filter_map(|asks| end.strip_suffix(asks));
        places.map(str::trim_end).find_map(|head| head.strip_suffix(*verb))
    };
    let Some(place) = KOREAN_VERBS.iter().find_map(asks) else { return false };
    // `이상이 있으면 설명서를 참고하세요` says when; `더 알아보려면` does not.
    let mut words = place.split_whitespace();
    let conditional = |word: &str| word.trim_end_matches(',').ends_with('면') && !word.contains("려면");
    if words.clone().nth(MAX_KOREAN_WORDS).is_some()
        || words.any(conditional)
        || place.contains(['「', ':', ';'])
    {
        return false;
    }
    let mut chars = place.chars().peekable();
    let mut target = false;
    while let Some(ch) = chars.next() {
        // The target of a link is no text.
        target = ch == '(' || target && ch != ')';
        let next = chars.peek();
        if ch.is_ascii_digit()
            && !target
            && next.is_none_or(|next| !next.is_ascii_digit() && !KOREAN_NUMBERED.contains(next))
        {
            return false;
        }
    }
    true
}

/// Whether a sentence that begins with one of [`POINTERS`] does nothing but name a place.
pub(super) fn points_elsewhere(body: &str) -> bool {
    let lower = body.to_ascii_lowercase();
    let rest = if lower.starts_with("for ") {
        let Some(verb) = lower.split_once(", ").map(|(_, rest)| rest) else { return false };
        if !VERBS.iter().any(|start| verb.starts_with(start)) {
            return false;
        }
        verb
    } else {
        lower.as_str()
    };
    if rest.split_whitespace().nth(MAX_WORDS).is_some() || rest.contains([';', '=']) || rest.contains(": ") {
        return false;
    }
    let mut before = "";
    for (at, word) in rest.split_whitespace().enumerate() {
        let bare = word.trim_matches(|ch: char| !ch.is_alphanumeric() && ch != '.');
        let joins = before == "refer" || before == "go" || before == "turn";
        if at > 0 && CLAUSES.contains(&bare) && !(bare == "to" && joins) {
            return false;
        }
        let is_target = word.contains("](") || word.contains("://");
        let digit = word.contains(|ch: char| ch.is_ascii_digit());
        if digit && !is_target && !NUMBERED.contains(&before) {
            return false;
        }
        before = bare;
    }
    true
}
