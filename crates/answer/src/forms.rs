//! Whole answers with citations in other forms than brackets: `tests/cases/citation_forms.jsonl`, and events that do not
//! depend on how the text was cut.

use proptest::prelude::*;
use serde::Deserialize;

use super::tests::{tell, under_all_cuts};
use super::*;
use stet_text::Language;

#[derive(Deserialize)]
struct Case {
    lang: String,
    answer: String,
    /// What the reader gets; the answer itself when it is left out.
    #[serde(default)]
    text: Option<String>,
}

const CASES: &str = include_str!("../../../tests/cases/citation_forms.jsonl");

fn open(korean: bool) -> AnswerStream {
    let (language, sources) = if korean {
        let texts = [
            ("취업규칙.pdf", "직원은 주 2일 재택근무를 할 수 있다. 노트북은 회사가 제공한다."),
            ("휴가규정.pdf", "정규직 직원은 매년 15일의 연차휴가를 받는다. 표의 각주는 다음과 같다(5)."),
        ];
        (Language::Ko, texts)
    } else {
        let texts = [
            ("handbook.pdf", "Employees may work from home two days a week. The form is at the desk (4)."),
            ("leave.pdf", "Unused leave expires on 31 March. Leave was introduced in Bern (Meier, 1987)."),
        ];
        (Language::En, texts)
    };
    let prepared = PreparedSources::new(&sources.map(|source| source.1));
    let list = sources.into_iter().enumerate().map(|(at, (title, text))| AnswerSource {
        key: format!("s{at}"),
        title: title.to_owned(),
        page: Some(3),
        text: text.into(),
        ..AnswerSource::default()
    });
    let mut policy = AnswerPolicy::new(language);
    policy.references = ReferenceList::Omit;
    AnswerStream::new(list.collect(), prepared, policy)
}

#[test]
fn cases_hold_under_every_cut() {
    for line in CASES.lines() {
        let case: Case = serde_json::from_str(line).unwrap();
        let korean = case.lang == "ko";
        let (answer, whole) = under_all_cuts(|| open(korean), &case.answer);
        assert_eq!(&whole.text, case.text.as_ref().unwrap_or(&case.answer), "{line}");
        for citation in answer.sentences().flat_map(|sentence| &sentence.citations) {
            assert_eq!(citation.span.of(answer.text()), citation.mark, "{line}");
        }
    }
}

/// What such answers are made of.
const PIECES: &str = "Unused leave expires on 31 March¦The office closes at noon¦직원은 주 2일 재택근무를 할 수 있다¦회사는 정오에 닫는다¦\
    \u{20}\\cite{kim2019}¦~\\citep[p. 3]{2}¦\\¦ [@kim2019]¦[^note]¦\n[^note]: Handbook, p. 3\n¦\
    ^[Handbook, p. 3]¦ [p. 3]¦ [Smith 2019]¦ (Smith, 2019)¦(김민수, 2019)¦ (Employee Handbook, p. 12)¦\
    <a href=\"#2\">2</a>¦<ref>leave.pdf</ref>¦<ref name=\"a\" />¦{{cite|2}}¦ (2)¦(9)¦⑨¦②③¦ ref. 9¦\
    According to refs. 2 and 9, ¦<b>[9]</b>¦**[9]** and *[2]*¦Source: ¦\n| Rule | Source |\n|---|---|\n¦\
    | Unused leave expires on 31 March | 2 |\n¦| The office closes at noon | 9, ③ |\n¦\
    | leave.pdf | handbook.pdf, p. 3 |\n¦| 근거 | 내용 |\n¦|¦[2]¦.¦. ¦다.¦\n¦\n\n¦\n- ¦ ¦`¦$";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn events_do_not_depend_on_cuts(
        parts in prop::collection::vec(prop::sample::select(PIECES.split('¦').collect::<Vec<_>>()), 1..12),
        korean: bool,
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
    ) {
        let text = parts.concat();
        let mut answer = open(korean);
        let whole = tell(&mut answer, &[&text]);
        prop_assert_eq!(answer.text(), &whole.text);
        let mut places: Vec<usize> = cuts.iter().map(|cut| text.floor_char_boundary(cut.index(text.len() + 1))).collect();
        places.extend([0, text.len()]);
        places.sort_unstable();
        let pieces: Vec<&str> = places.windows(2).filter_map(|pair| text.get(pair[0]..pair[1])).collect();
        prop_assert_eq!(&tell(&mut open(korean), &pieces), &whole, "{:?}", &text);
        let each: Vec<String> = text.chars().map(String::from).collect();
        let each: Vec<&str> = each.iter().map(String::as_str).collect();
        prop_assert_eq!(&tell(&mut open(korean), &each), &whole, "{:?}", &text);
    }
}
