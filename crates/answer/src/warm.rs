//! What the first sentence of a process would wait for.

use super::{AnswerPolicy, AnswerSource, AnswerStream};
use stet_gate::PreparedSources;
use stet_text::Language;

/// A source and what an answer says of it, right and wrong, in both languages.
const SAID: [(&str, &str); 2] = [
    (
        "The library opens at 9 a.m. on weekdays. Students may borrow five books for two weeks.",
        "The library opens at nine in the morning [1]. Students must not borrow 6 books [1][2]. According to Source 1, \
         it closes on Sundays. ",
    ),
    (
        "도서관은 평일 9시에 연다. 재학생은 책을 5권까지 2주 동안 빌릴 수 있다.",
        "도서관은 평일 아홉 시에 엽니다 [1]. 재학생은 책을 6권까지 빌릴 수 없습니다 [1][2]. 자료 1에 따르면 주말에는 닫습니다. ",
    ),
];

/// Reads the tables and compiles the expressions that nearly every sentence needs, by judging a few: a tenth of a second,
/// during which the tokens of others would wait.
pub fn warm() {
    for ((source, said), language) in SAID.into_iter().zip([Language::En, Language::Ko]) {
        let source = AnswerSource { key: "1".to_owned(), text: source.into(), ..AnswerSource::default() };
        let prepared = PreparedSources::new(&[&source.text]);
        let mut answer = AnswerStream::new(vec![source], prepared, AnswerPolicy::new(language));
        let mut out = Vec::new();
        for word in said.split_inclusive(' ') {
            answer.push(word, &mut out);
        }
        answer.finish(true, &mut out);
    }
}
