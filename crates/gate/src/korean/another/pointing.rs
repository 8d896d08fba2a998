//! Pointing: Korean nouns that stand for others which a text has named before. Such a noun is no other than the one it stands for.

use super::Member;
use crate::text::reading::Reading;

/// Nouns that stand for another which is named before: `회사는` for a company.
pub(crate) const GENERAL: &[&str] = &[
    "회사",
    "기업",
    "업체",
    "기관",
    "단체",
    "정부",
    "당국",
    "시",
    "구",
    "군",
    "도",
    "학교",
    "대학",
    "병원",
    "은행",
    "연구진",
    "연구팀",
    "저자",
    "필자",
    "팀",
    "구단",
    "선수",
    "감독",
    "작가",
    "그",
    "그녀",
    "그들",
    "이들",
    "이곳",
    "저",
    "우리",
    "섬",
    "마을",
    "도시",
    "나라",
    "제품",
    "기기",
    "장치",
    "앱",
    "서비스",
    "기능",
    "약",
    "새",
    "동물",
    "식물",
    "사람",
    "본인",
    "당사",
    "본사",
    "본교",
    "상품",
    "작품",
    "이것",
    "것",
    "점",
    "수",
    "일",
    "때",
    "경우",
    "씨",
    "측",
    "이",
    "내용",
    "사업",
    "행사",
    "대회",
    "대표",
    "회장",
    "사장",
    "의원",
    "장관",
];

/// Nouns that stand for others which are named before.
pub(super) const POINTING: &[&str] =
    &["이", "그", "이들", "그들", "이것", "해당", "양측", "둘", "모두", "각각", "나머지", "자신", "본인"];

/// Whether the sources name the two together, so that one may stand for the other: `이순신 장군`, `이순신은 장군이다`.
pub(super) fn names_both(
    member: &Member<'_>,
    window: &Reading<'_>,
    other: usize,
    stands: &impl Fn(&str) -> bool,
) -> bool {
    let (one, other) = (member.noun.text, window.stem(other));
    // `은별호는 산속의 호수로, …`, `대표이사인 이수진`
    let is_predicate = || {
        ["이다", "이며", "이고", "입니다", "인 ", "로, ", "으로, ", "로서", "으로서"]
            .iter()
            .any(|end| stands(&format!("{other}{end}")))
    };
    let side_by_side =
        || [format!("{one} {other}"), format!("{other} {one}")].iter().any(|pair| stands(pair));
    one != other && (side_by_side() || is_predicate())
}
