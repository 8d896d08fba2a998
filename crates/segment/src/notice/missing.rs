//! Korean sentences that miss what was looked for, without a word of the sources: `그에 대한 정보를 찾을 수 없습니다`.

/// How the polite sentence of an answer says that it misses something.
const UNFOUND: [&str; 8] = [
    "찾을 수 없",
    "찾지 못",
    "확인할 수 없",
    "확인하지 못",
    "확인되지 않",
    "발견할 수 없",
    "발견하지 못",
    "발견되지 않",
];

/// What is looked for in sources.
const INFORMATION: [&str; 15] = [
    "정보", "내용", "자료", "근거", "언급", "설명", "답변", "답", "기록", "규정", "조항", "조문", "문구",
    "문서", "출처",
];

/// What says before it that it is what the question was about.
const WHICH: [&str; 12] =
    ["그", "이", "대한", "대하여", "관한", "관련", "관련된", "해당", "해당하는", "언급한", "그런", "그러한"];

const REGRETS: [&str; 5] = ["죄송", "유감", "안타깝", "아쉽", "미안"];

/// Whether a sentence, which ends with `end`, says that the information asked for was not found. A thing or a person that
/// nobody finds is a fact: `그 책을 찾을 수 없습니다`.
pub(super) fn misses_information(body: &str, end: &str) -> bool {
    if !(end.ends_with("니다") || end.ends_with('요')) {
        return false;
    }
    let Some(at) = UNFOUND.iter().filter_map(|verb| end.rfind(verb)).max() else { return false };
    // `찾을 수 없으나, 휴학은 2회까지 됩니다` says something besides.
    let predicate = end.get(at..).and_then(|tail| UNFOUND.iter().find_map(|verb| tail.strip_prefix(*verb)));
    if predicate.is_none_or(|ending| ending.contains(' ')) {
        return false;
    }
    let sought = end.get(..at).unwrap_or_default().trim_end();
    let sought = sought.trim_end_matches(['을', '를', '은', '는', '이', '가', '도']);
    let Some(before) = INFORMATION.iter().find_map(|noun| sought.strip_suffix(noun)) else { return false };
    let word = before.split_whitespace().next_back().unwrap_or_default();
    before.ends_with(' ') && WHICH.contains(&word) || REGRETS.iter().any(|regret| body.starts_with(regret))
}
