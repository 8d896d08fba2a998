use super::*;

const LIBRARY: [Named<'_>; 6] = [
    Named { title: "Harvest report 2025 of the Sallow cooperative", file_name: "harvest-report.md" },
    Named { title: "Street stall permits", file_name: "permit-guide.md" },
    Named { title: "Pell spare parts catalogue", file_name: "catalogue.md" },
    Named { title: "2025년 버들골 조합 수확 보고서", file_name: "수확보고서.md" },
    Named { title: "연구용역계약서", file_name: "계약서.md" },
    Named { title: "주차 관리 세칙", file_name: "주차세칙.md" },
];

/// What a request about the documents of the library wants, and which of them it names.
fn asked(request: &str) -> Option<(Wants, Vec<usize>)> {
    let broad = Broad::new(request)?;
    Some((broad.wants, broad.named(&LIBRARY)?))
}

#[test]
fn requests_about_documents_are_told_by_their_words() {
    use Wants::{Comparison, Themes, Whole};
    let (list, newest, author) =
        (Wants::Fact(Fact::List), Wants::Fact(Fact::Newest), Wants::Fact(Fact::Author));
    let (date, pages, title) = (Wants::Fact(Fact::Date), Wants::Fact(Fact::Pages), Wants::Fact(Fact::Title));
    for (wants, requests) in [
        (
            Whole,
            &[
                "Summarise this document.",
                "Summarize my sources",
                "What is this document about?",
                "What is this file?",
                "What are the key obligations?",
                "What are the main terms of this agreement?",
                "Give me the gist of my uploads.",
                "What are the main findings of this paper?",
                "Table of contents, please.",
                "이 문서를 요약해 줘",
                "주요 내용이 뭐야?",
                "올린 파일의 핵심 내용을 알려 주세요.",
                "이 파일은 어떤 내용이야?",
                "회의록 요약 부탁드려요",
                "이 논문의 목차를 보여 주세요",
                "올린 자료들을 전부 한 문단으로 요약해 줘",
                "이 문서는 뭐야?",
            ][..],
        ),
        (Themes, &["What topics do my documents cover?", "자료 전체의 공통 주제는 무엇인가요?"]),
        (
            Comparison,
            &[
                "Compare these two agreements.",
                "What are the differences between the two documents?",
                "두 문서의 차이점을 알려 줘",
                "이 두 문서를 비교해 줘",
            ],
        ),
        (
            list,
            &[
                "How many files have I uploaded?",
                "How many documents do I have?",
                "Which files are in my library?",
                "List all my sources.",
                "문서가 몇 개야?",
                "어떤 문서들이 있나요?",
                "올린 파일 목록 보여 줘",
            ],
        ),
        (newest, &["Which document is the newest?", "가장 최근에 올린 문서가 뭐야?"]),
        (author, &["Who is the author of this paper?", "이 문서는 누가 작성했나요?"]),
        (date, &["When was this document written?", "이 문서의 작성일은 언제야?"]),
        (pages, &["How many pages does this document have?", "이 문서는 몇 쪽이야?"]),
        (title, &["What is the title of this document?", "이 문서의 제목은?"]),
    ] {
        for request in requests {
            assert_eq!(asked(request), Some((wants, vec![])), "{request}");
        }
    }
}

#[test]
fn documents_are_named_by_words_of_their_names() {
    for (request, wants, named) in [
        ("Summarise the harvest report.", Wants::Whole, &[0][..]),
        ("수확 보고서를 요약해 줘", Wants::Whole, &[3]),
        ("수확보고서의 결론이 뭐예요?", Wants::Whole, &[3]),
        ("What conclusions does the harvest-report.md draw?", Wants::Whole, &[0]),
        ("계약서의 주요 내용을 알려 줘", Wants::Whole, &[4]),
        ("이 계약의 주요 조건을 정리해 주세요", Wants::Whole, &[4]),
        ("계약의 주요 조건", Wants::Whole, &[4]),
        ("What are the contents of 주차관리세칙?", Wants::Whole, &[5]),
        ("Compare the permit guide and the catalogue.", Wants::Comparison, &[1, 2]),
        ("연구용역계약서와 주차세칙을 비교해 줘", Wants::Comparison, &[4, 5]),
        ("harvest-report와 수확보고서의 차이는?", Wants::Comparison, &[0, 3]),
        ("Who wrote the harvest report?", Wants::Fact(Fact::Author), &[0]),
        ("주차세칙은 누가 썼나요?", Wants::Fact(Fact::Author), &[5]),
    ] {
        assert_eq!(asked(request), Some((wants, named.to_vec())), "{request}");
    }
}

#[test]
fn what_asks_for_something_in_the_documents_is_not_about_them() {
    for request in [
        "What is this clause about parking?",
        "Summarise the rules on leave.",
        "What are the main entrances?",
        "Where is the main entrance?",
        "When does the library open?",
        "What about the report?",
        "Who wrote it?",
        "Which of these documents mentions parking?",
        "How many documents must I submit with the application?",
        "What documents do I need for a permit?",
        "Who wrote the letter to the board?",
        "What is the difference between a clerk and a director?",
        "How many pages may a report have?",
        "How many pages does a report have?",
        "When must the report be filed?",
        "What is the key deposit?",
        "What are the terms of payment?",
        "Which file is attached to the form?",
        "Compare the prices of the two tickets.",
        "What is the topic of the next meeting?",
        "Who is the author of the quotation on page 3?",
        "What is a summary procedure?",
        "What is the purpose of the report?",
        "장학금 신청 조건을 정리해 줘",
        "휴학의 주요 사유는?",
        "계약금액은 얼마인가요?",
        "문서를 몇 개 제출해야 하나요?",
        "주요 출입구는 어디야?",
        "누가 보고서를 승인하나요?",
        "계약서는 언제까지 내야 하나요?",
        "이 중에서 주차를 다루는 문서는?",
        "두 지점의 요금을 비교해 줘",
        "서류는 몇 부 필요한가요?",
        "회의의 주제는 누가 정하나요?",
        "신청서 파일은 어디에서 받나요?",
        "공통 비용은 누가 내나요?",
        "핵심 인력은 몇 명인가요?",
        "최근 개정일은 언제인가요?",
        "보고서 제출 기한은?",
        "보고서를 언제 작성하나요?",
        "Summarise page 3.",
        "12페이지 내용을 요약해 줘",
        "Explain table 2.",
        "안녕하세요",
    ] {
        assert_eq!(asked(request), None, "{request}");
    }
}
