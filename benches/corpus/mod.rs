//! Made text in Korean and English, for measuring and testing the gate where public text may not be copied.

/// Words and phrases of English rules.
pub const EN: [&str; 40] = [
    "library",
    "committee",
    "student",
    "budget",
    "approves",
    "reviews",
    "annual report",
    "member",
    "election",
    "votes",
    "department",
    "research",
    "grant",
    "deadline",
    "office",
    "contract",
    "vendor",
    "payment",
    "schedule",
    "seminar",
    "professor",
    "laboratory",
    "safety",
    "within 15 days",
    "not",
    "each term",
    "may request",
    "the dean",
    "by 3 percent",
    "credit",
    "degree",
    "tuition",
    "refund",
    "dormitory",
    "exchange",
    "program",
    "in 2024",
    "must submit",
    "of the",
    "and",
];

/// The same in Korean, with particles and endings.
pub const KO: [&str; 40] = [
    "도서관은",
    "위원회가",
    "학생의",
    "예산을",
    "승인한다",
    "심의한다",
    "연차보고서를",
    "위원은",
    "선거를",
    "의결한다",
    "학과의",
    "연구를",
    "지원금은",
    "기한까지",
    "사무실에서",
    "계약을",
    "업체와",
    "대금을",
    "일정을",
    "세미나에",
    "교수의",
    "실험실의",
    "안전을",
    "15일 이내에",
    "아니하며",
    "매 학기",
    "신청할 수 있다",
    "학장은",
    "3퍼센트를",
    "학점을",
    "학위의",
    "등록금을",
    "반환한다",
    "기숙사의",
    "교환학생은",
    "과정을",
    "2024년",
    "제출하여야 한다",
    "제25조에 따라",
    "및",
];

/// `count` sentences of about `length` characters, drawn by a fixed sequence that begins with `seed`; no claim of
/// randomness, only variety. One word in `numbered` has a number behind it, which keeps the vocabulary as wide as that
/// of real text.
pub fn sentences(list: &[&str], count: usize, length: usize, numbered: usize, seed: u64) -> Vec<String> {
    let mut state = seed;
    let mut next = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap_or(0)
    };
    (0..count)
        .map(|_| {
            let mut text = String::new();
            while text.chars().count() < length {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(list.get(next() % list.len()).copied().unwrap_or_default());
                if next() % numbered == 0 {
                    text.push_str(&(next() % 90).to_string());
                }
            }
            text + "."
        })
        .collect()
}
