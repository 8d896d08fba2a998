//! Tables of Korean sentences that speak of the answer itself.

/// The same in Korean; the longer words first where one begins another.
pub(super) const KOREAN_INTERJECTIONS: &[&str] = &[
    "안녕하세요",
    "안녕하십니까",
    "감사합니다",
    "고맙습니다",
    "죄송합니다만",
    "죄송합니다",
    "죄송하지만",
    "죄송해요",
    "아쉽게도",
    "안타깝게도",
    "유감스럽게도",
    "물론입니다",
    "물론이죠",
    "물론이에요",
    "물론",
    "알겠습니다",
    "반갑습니다",
    "맞습니다",
    "좋습니다",
    "이상입니다",
    "그럼요",
    "그렇군요",
    "맞아요",
    "좋아요",
    "아하",
    "아",
    "음",
    "오",
    "아니요",
    "아니오",
    "아뇨",
    "네",
    "넵",
    "예",
];

/// How a sentence about the answer itself begins, Korean.
pub(super) const KOREAN_STARTS: &[&str] = &[
    "좋은 질문이",
    "좋은 질문입",
    "좋은 질문예",
    "좋은 질문 ",
    "좋은 지적이",
    "좋은 지적입",
    "참고하시기 바랍",
    "참고 바랍",
    "도움이 되었",
    "도움이 되셨",
    "도움이 되길",
    "도움이 되기를",
    "도움이 되시",
    "도움이 되면 좋",
    "도움이 필요하시",
    "궁금하신",
    "아래와 같이 정리",
    "답변드리겠",
    "답변 드리겠",
    "요약하면 다음과 같",
    "정리하면 다음과 같",
    "저는 ai",
    "저는 인공지능",
    "저는 언어 모델",
];

/// How a sentence about questions or about the answer begins, Korean, and what shows that it is one: an answer is also
/// what a court receives.
pub(super) const KOREAN_QUESTIONS: &[&str] = &[
    "궁금한 점",
    "추가로 궁금",
    "더 궁금",
    "추가 질문",
    "다른 질문",
    "도움이 더",
    "추가로 필요",
    "추가로 알고",
];
pub(super) const KOREAN_INVITING: &[&str] = &["있으시", "있으면", "있다면", "있을 경우"];
pub(super) const KOREAN_ANSWERS: &[&str] =
    &["이 답변", "본 답변", "위 답변", "제 답변", "이번 답변", "앞선 답변", "이전 답변"];
pub(super) const KOREAN_ANSWERED: &[&str] =
    &["근거", "바탕", "참고", "위한 ", "일반적인", "대신하", "자문이 아", "기반", "작성되", "작성했", "한정"];

/// How a wish begins and ends, Korean.
pub(super) const KOREAN_WISHES: &[&str] = &["좋은 ", "즐거운 ", "행복한 ", "편안한 ", "건강한 "];
pub(super) const KOREAN_WISHED: &[&str] = &[
    "보내세요",
    "되세요",
    "보내시기 바랍니다",
    "되시기 바랍니다",
    "보내십시오",
    "되십시오",
    "기원합니다",
    "응원합니다",
];

/// What the assistant cannot do, Korean: an office grants nothing that it does not `도와드리다`.
pub(super) const KOREAN_UNABLE: &[&str] =
    &["도와드릴 수 없습니다", "도와 드릴 수 없습니다", "도와드릴 수 없어요", "도와드리기 어렵습니다"];
pub(super) const KOREAN_SELF: &[&str] = &["저는 ", "저로서는 ", "AI로서 "];
pub(super) const KOREAN_NO_EXPERT: &[&str] = &["아니므로", "아니기 때문", "아니라서", "아니어서"];

/// How a sentence ends that knows nothing, Korean, and one that found nothing.
pub(super) const KOREAN_UNSURE: &[&str] = &["모르겠습니다", "모르겠어요", "모르겠네요"];
pub(super) const KOREAN_UNFOUND: &[&str] =
    &["찾지 못했습니다", "찾지 못했어요", "찾을 수 없었습니다", "찾을 수 없었어요", "확인하지 못했습니다"];
pub(super) const KOREAN_SELF_UNABLE: &[&str] = &[
    "수 없습니다",
    "수 없어요",
    "못합니다",
    "못해요",
    "않습니다",
    "아닙니다",
    "아니에요",
    "모릅니다",
    "모르겠습니다",
];

/// Where something stands that is stated itself and not only placed: `제5조에 규정되어 있습니다`.
pub(super) const KOREAN_STATED: &[&str] = &["「", "규정되어", "정해져"];

/// How an apology ends, Korean.
pub(super) const KOREAN_APOLOGIES: &[&str] = &["죄송합니다", "죄송해요", "사과드립니다"];

/// How a referral to someone else begins, Korean, perhaps behind [`KOREAN_MORE`].
pub(super) const KOREAN_REFERRALS: &[&str] = &[
    "정확한 내용",
    "정확한 사항",
    "정확한 정보",
    "최신 정보",
    "최신 내용",
    "알아보려면",
    "자세히 알아보려면",
    "자세한 내용",
    "자세한 사항",
    "자세한 정보",
    "자세한",
    "정확한",
    "구체적인 내용",
    "구체적인 사항",
    "추가 정보",
    "추가 문의",
    "기타 문의",
];
pub(super) const KOREAN_MORE: &[&str] = &["보다 ", "좀 더 ", "더욱 ", "더 "];

/// How thanks end, Korean, a request to check, advice to ask someone else, and a sentence that names something.
pub(super) const KOREAN_THANKS: &[&str] = &["감사합니다", "고맙습니다"];
pub(super) const KOREAN_CHECKS: &[&str] = &["확인이 필요합니다"];
pub(super) const KOREAN_ADVICE: &[&str] = &["권장합니다", "권합니다", "것이 좋습니다"];
pub(super) const KOREAN_NAMING: &[&str] = &["입니다", "이에요", "예요", "이다"];

/// How a request to read on begins, Korean: `아래 표를 참고하세요`.
pub(super) const KOREAN_PLACES: &[&str] = &["아래", "다음 ", "위 ", "위의 "];

/// What asks the reader to speak, Korean, and how a sentence ends that asks or offers.
pub(super) const KOREAN_SPEAK: &[&str] = &["말씀", "알려", "문의", "물어", "질문", "요청", "연락"];
pub(super) const KOREAN_REQUESTS: &[&str] =
    &["주세요", "보세요", "하세요", "바랍니다", "주십시오", "하십시오", "주시면 됩니다"];
pub(super) const KOREAN_OFFERS: &[&str] = &["드릴 수 있습니다", "드릴게요", "드릴 수 있어요", "드리겠습니다"];

/// How an announcement ends, Korean, and the verbs that make it one: `안내해 드리겠습니다`, not `지급해 드리겠습니다`.
pub(super) const KOREAN_ANNOUNCEMENTS: &[&str] =
    &["드리겠습니다", "드릴게요", "드릴께요", "드렸습니다", "드렸네요", "드립니다"];
pub(super) const KOREAN_ANNOUNCING: &[&str] =
    &["정리", "설명", "요약", "답변", "말씀", "안내", "소개", "알려", "도와", "살펴", "비교"];

/// How many of these verbs announce in the present tense, too: offices inform and tell (`문자로 알려 드립니다`).
pub(super) const KOREAN_TELLING: usize = 5;
pub(super) const KOREAN_PLANS: &[&str] = &[
    "살펴보겠습니다",
    "정리하겠습니다",
    "설명하겠습니다",
    "알아보겠습니다",
    "요약하겠습니다",
    "소개하겠습니다",
    "다시 확인하겠습니다",
    "보겠습니다",
    "볼게요",
    "봅시다",
    "비교하겠습니다",
    "넘어가겠습니다",
    "시작하겠습니다",
    "도록 하겠습니다",
    "정리할게요",
    "설명할게요",
    "요약할게요",
    "소개할게요",
    "넘어갈게요",
];

/// How a sentence ends that tells of the answer, Korean, when it begins with [`KOREAN_PLACES`] or [`KOREAN_ASKED`].
pub(super) const KOREAN_DONE: &[&str] = &[
    "정리했습니다",
    "요약했습니다",
    "정리하였습니다",
    "요약하였습니다",
    "정리해 보았습니다",
    "정리해 봤습니다",
    "정리할 수 있습니다",
    "요약할 수 있습니다",
    "고쳐 썼습니다",
    "고쳤습니다",
    "바꾸었습니다",
    "바꿨습니다",
    "줄였습니다",
    "수정했습니다",
    "작성했습니다",
    "번역했습니다",
    "추가했습니다",
    "제외했습니다",
    "바탕으로 작성되었습니다",
    "바탕으로 작성했습니다",
    "문서를 확인했습니다",
    "자료를 확인했습니다",
];
pub(super) const KOREAN_ASKED: &[&str] = &["요청하신", "질문하신", "문의하신"];

/// How a sentence begins that names what follows, Korean: `다음은 휴학 신청 절차입니다.`
pub(super) const KOREAN_FOLLOWS: &[&str] = &["다음은 ", "아래는 ", "이하는 "];

/// What says by itself that nothing was found, Korean: the polite present tense of an answer.
pub(super) const KOREAN_SILENCE: &[&str] = &[
    "확인되지 않습니다",
    "확인되지 않았습니다",
    "답변드릴 수 없",
    "답변할 수 없",
    "답할 수 없",
    "자료에 없습니다",
    "문서에 없습니다",
];

/// Sources that are said not to exist, Korean, behind what they would tell: `환불을 언급한 자료는 없습니다`.
pub(super) const KOREAN_TELLERS: &[&str] = &[
    "언급한 ",
    "언급하는 ",
    "다룬 ",
    "다루는 ",
    "설명한 ",
    "설명하는 ",
    "명시한 ",
    "명시하는 ",
    "관한 ",
    "대한 ",
];
pub(super) const KOREAN_NO_SOURCES: &[&str] = &[
    "자료는 없",
    "자료가 없",
    "자료도 없",
    "문서는 없",
    "문서가 없",
    "출처는 없",
    "출처가 없",
    "정보는 없",
    "정보가 없",
];

/// What says so at the end of a sentence that speaks of the sources (`speaks_of_sources`).
pub(super) const KOREAN_DENIALS: &[&str] = &[
    "확인되지 않",
    "확인할 수 없",
    "확인하지 못",
    "찾을 수 없",
    "찾지 못",
    "발견되지 않",
    "발견하지 못",
    "나와 있지 않",
    "나와있지 않",
    "나오지 않",
    "언급되어 있지 않",
    "언급되지 않",
    "언급하지 않",
    "언급하고 있지 않",
    "언급이 없",
    "언급은 없",
    "다루지 않",
    "다루고 있지 않",
    "포함되어 있지 않",
    "포함되지 않",
    "포함하고 있지 않",
    "설명되어 있지 않",
    "알 수 없",
    "알기 어렵",
    "판단하기 어렵",
    "판단할 수 없",
    "답하기 어렵",
    "답변하기 어렵",
    "답변드리기 어렵",
    "정보가 없",
    "정보는 없",
    "내용이 없",
    "내용은 없",
    "규정이 없",
    "규정은 없",
    "조항이 없",
    "조항은 없",
    "근거가 없",
    "설명이 없",
    "기재되어 있지 않",
    "명시되어 있지 않",
    "명시되지 않",
    "규정되어 있지 않",
];
pub(super) const KOREAN_SOURCES: &[&str] = &[
    "자료",
    "문서",
    "출처",
    "본문",
    "검색 결과",
    "발췌문",
    "제공된 내용",
    "제공된 정보",
    "주어진 내용",
    "주어진 정보",
    "질문에",
    "질문에 대한",
];

/// What follows the word for the sources when they are the place where something is missing.
pub(super) const KOREAN_WITHIN: &[&str] =
    &["에", "만으로", "상에", "상으로", " 내에", "로는", "으로는", "들에"];

/// How a sentence begins that says that nothing on the question was found.
pub(super) const KOREAN_SOUGHT: &[&str] =
    &["관련 ", "관련된 ", "해당 ", "이에 대한 ", "그에 대한 ", "이와 관련"];
pub(super) const KOREAN_FINDINGS: &[&str] = &["근거", "정보", "내용", "자료", "답변", "언급", "출처"];

/// One of these stands in every sentence that denies.
pub(super) const KOREAN_NEGATIONS: [&str; 4] = ["않", "없", "못", "렵"];
