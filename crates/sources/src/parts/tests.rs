use super::*;

#[test]
fn a_compound_question_is_taken_apart() {
    for (question, expected, sure) in [
        (
            "How long is parental leave? And who approves travel abroad?",
            &["How long is parental leave", "How long is parental leave And who approves travel abroad"][..],
            true,
        ),
        (
            "When does the library open and how many books may students borrow?",
            &["When does the library open", "how many books may students borrow"],
            true,
        ),
        (
            "What are the opening hours, the loan period and the number of staff of the library?",
            &[
                "What are the opening hours of the library",
                "What are the loan period of the library",
                "What are the number of staff of the library",
            ],
            true,
        ),
        (
            "What are the duties on breach, the deletion of data and the liability?",
            &["What are the duties on breach", "What are the deletion of data", "What are the liability"],
            true,
        ),
        ("위반 시 의무와 삭제, 배상 책임은?", &["위반 시 의무", "삭제", "배상 책임은"], true),
        ("Compare suspension with dismissal.", &["suspension", "dismissal"], true),
        (
            "What is the difference between annual leave and sick leave?",
            &["What is annual leave", "What is sick leave"],
            true,
        ),
        (
            "Tell me the loan period and the annual budget.",
            &["Tell me the loan period", "Tell me the annual budget"],
            false,
        ),
        (
            "What are the fees for adults and for children?",
            &["What are the fees for adults", "What are the fees for children"],
            false,
        ),
        (
            "Tell me the names of the chair, the clerk and the treasurer.",
            &[
                "Tell me the names of the chair",
                "Tell me the names of the clerk",
                "Tell me the names of the treasurer",
            ],
            true,
        ),
        (
            "Tell me the rent of the hall and the deposit.",
            &["Tell me the rent of the hall", "Tell me the deposit"],
            false,
        ),
        (
            "What is the fee for lifts and the rule for dogs?",
            &["What is the fee for lifts", "What is the rule for dogs"],
            false,
        ),
        (
            "청람시 도서관의 열람석 수, 개관 시간, 대출 기간과 예산을 알려 주세요.",
            &[
                "청람시 도서관의 열람석 수 알려 주세요",
                "청람시 도서관의 개관 시간 알려 주세요",
                "청람시 도서관의 대출 기간 알려 주세요",
                "청람시 도서관의 예산을 알려 주세요",
            ],
            true,
        ),
        (
            "정직과 감봉의 기간은 각각 얼마인가요?",
            &["정직 기간은 얼마인가요", "감봉의 기간은 얼마인가요"],
            true,
        ),
        (
            "휴학은 어떻게 신청하고 복학은 언제 하나요?",
            &["휴학은 어떻게 신청하고", "복학은 언제 하나요"],
            true,
        ),
        (
            "도서관은 몇 시에 여나요? 회비는 얼마인가요?",
            &["도서관은 몇 시에 여나요", "회비는 얼마인가요"],
            true,
        ),
        ("연차휴가와 병가의 차이는 무엇인가요?", &["연차휴가 무엇인가요", "병가의 무엇인가요"], true),
        ("정직과 감봉의 차이", &["정직", "감봉의"], true),
        ("1. 대출 기간\n2. 연체료\n3. 휴관일", &["대출 기간", "연체료", "휴관일"], true),
    ] {
        let found = parts(question, 5);
        assert_eq!(
            (found.parts.as_slice(), found.sure),
            (expected.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>().as_slice(), sure),
            "{question}"
        );
    }
}

#[test]
fn one_question_stays_whole() {
    for question in [
        "How long is parental leave at Brindle Works?",
        "What does the health and safety policy say?",
        "What are the terms and conditions of the lease?",
        "회원의 권리와 의무는?",
        "Do I pay a fine, when I bring a book back late?",
        "Tell me when and where the council meets.",
        "I work part-time. How much paid leave do I get?",
        "Dear team, please tell me when the library opens.",
        "연구 결과 보고는 언제까지 하나요?",
        "학과 사무실은 어디인가요?",
        "장학금을 받고 싶어",
        "휴학을 하고 복학하려면 어떻게 해야 하나요?",
        "제3조와 관련된 벌칙이 있나요?",
        "안녕하세요. 도서관은 몇 시에 여나요?",
        "",
    ] {
        assert_eq!(parts(question, 5), Parts::default(), "{question}");
    }
}

#[test]
fn parts_are_bounded() {
    let many = (1..20).map(|at| format!("Who approves item{at}?")).collect::<Vec<_>>().join(" ");
    assert_eq!(parts(&many, 5).parts.len(), 5);
    assert_eq!(parts(&many, 1), Parts::default());
    assert_eq!(parts(&"Who pays? ".repeat(500), 5), Parts::default());
}
