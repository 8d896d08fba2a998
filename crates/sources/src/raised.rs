//! Questions that a sentence or a heading answers, by rule and in its language.
//!
//! Owns their words. Whether the sources do answer them is tried in `ask`; what no rule reads surely raises no question, since one of
//! bad grammar is worse than none.

mod english;
mod korean;

use english::english;
use korean::korean;
use stet_text::is_closed;

/// Words of a question, and characters, at most and at least.
const WORDS: usize = 16;
const CHARACTERS: (usize, usize) = (8, 80);

/// Words of a heading, at most.
const HEADING: usize = 6;
/// Headings that every document has.
const COMMON_HEADINGS: &str = "introduction|contents|table of contents|overview|summary|references|conclusion|appendix|index|\
    abstract|preface|notes|license|about|background|목차|차례|서론|결론|개요|머리말|부칙|참고문헌|\
    참고 문헌|부록|소개|기타|목적|정의|총칙|요약";

fn among(list: &str, word: &str) -> bool {
    list.split(' ').any(|own| own == word)
}

/// The question that a sentence answers; `is_word` tells whether the document has a word in small letters.
#[must_use]
pub fn of_sentence(sentence: &str, is_word: &dyn Fn(&str) -> bool) -> Option<String> {
    if let Some(asked) = defined(sentence) {
        return Some(asked);
    }
    let plain = without_brackets(sentence.trim())?;
    let words: Vec<&str> = plain.split_whitespace().collect();
    let is_korean = plain.chars().any(|ch| matches!(ch, '가'..='힣'));
    let question = if is_korean { korean(&words)? } else { english(&words, is_word)? };
    let count = question.chars().count();
    let fits = (CHARACTERS.0..=CHARACTERS.1).contains(&count) && question.split(' ').count() <= WORDS;
    fits.then_some(question)
}

/// What a quoted term means, where a sentence says so: `“입주자”란 … 말한다`, `“Fund” means …`.
fn defined(sentence: &str) -> Option<String> {
    let (before, rest) = sentence.split_once(['“', '"'])?;
    let (term, rest) = rest.split_once(['”', '"'])?;
    let is_short = before.chars().count() <= 12 && (2..=30).contains(&term.chars().count());
    let is_plain = term.chars().all(|ch| ch.is_alphanumeric() || ch == ' ');
    if !is_short || !is_plain {
        return None;
    }
    if ["이란 ", "란 ", "이라 함은 ", "라 함은 "].iter().any(|says| rest.starts_with(says)) {
        let particle =
            term.chars().next_back().and_then(is_closed).map(|closed| if closed { "이란" } else { "란" })?;
        return Some(format!("{term}{particle} 무엇인가요?"));
    }
    [" means ", " shall mean "]
        .iter()
        .any(|says| rest.starts_with(says))
        .then(|| format!("What does {term} mean?"))
}

/// The question that asks for what stands under a heading.
#[must_use]
pub fn of_heading(heading: &str) -> Option<String> {
    let plain = without_brackets(heading.trim())?;
    let numbered = plain
        .split_once(' ')
        .filter(|(own, _)| own.starts_with('제') && own.contains(|ch: char| ch.is_ascii_digit()));
    let plain = numbered.map_or(plain.as_str(), |(_, rest)| rest);
    let plain = plain.trim_start_matches(|ch: char| !ch.is_alphabetic()).trim_end_matches([':', '.', ' ']);
    let lower = plain.to_lowercase();
    let words = plain.split_whitespace().count();
    let harmless = |ch: char| ch.is_alphanumeric() || matches!(ch, ' ' | '-' | '·' | '\'' | '’' | '/' | '&');
    if COMMON_HEADINGS.split('|').any(|own| own == lower) || words > HEADING || !plain.chars().all(harmless) {
        return None;
    }
    let last = plain.chars().next_back()?;
    if !(3..=40).contains(&plain.chars().count()) && !matches!(last, '가'..='힣') {
        return None;
    }
    if let Some(closed) = is_closed(last).filter(|_| matches!(last, '가'..='힣')) {
        // `…하기`, `…할 것`, `…한다` are sentences.
        let is_noun =
            plain.chars().count() >= 2 && !["다", "요", "것", "까"].iter().any(|end| plain.ends_with(end));
        return is_noun.then(|| format!("{plain}{} 어떻게 되나요?", if closed { "은" } else { "는" }));
    }
    // A name keeps its capitals: `Late Fees` is told from `Late fees` by its second word.
    let is_title = plain.split_whitespace().skip(1).any(|word| word.starts_with(char::is_uppercase));
    let named = if is_title { plain.to_owned() } else { lowered(plain) };
    plain.is_ascii().then(|| format!("Can you tell me about {named}?"))
}

/// A sentence without what stands in brackets and without the number of its paragraph; nothing where words are quoted or cut.
fn without_brackets(sentence: &str) -> Option<String> {
    let mut out = String::new();
    let mut depth = 0_usize;
    for ch in sentence.chars() {
        match ch {
            '(' | '（' | '[' | '<' => depth += 1,
            ')' | '）' | ']' | '>' => depth = depth.checked_sub(1)?,
            '"' | '“' | '”' | '‘' | '《' | '〈' | '|' | '`' | '*' | ';' | '=' | '_' | '~' | '\\'
                if depth == 0 =>
            {
                return None;
            }
            _ if depth == 0 => out.push(ch),
            _ => {}
        }
    }
    let out = out.trim_start_matches(|ch: char| is_circled(ch) || matches!(ch, '•' | '·' | '-' | ' '));
    (depth == 0).then(|| out.split_whitespace().collect::<Vec<_>>().join(" "))
}

const fn is_circled(ch: char) -> bool {
    matches!(ch, '①'..='⑳' | '㉑'..='㊿')
}

fn lowered(word: &str) -> String {
    let mut chars = word.chars();
    // `PDF` and `A` alone are no beginnings of sentences.
    let is_name = word.chars().nth(1).is_some_and(char::is_uppercase);
    chars
        .next()
        .filter(|_| !is_name)
        .map_or_else(|| word.to_owned(), |first| first.to_lowercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_raise_the_questions_that_they_answer() {
        for (sentence, asked) in [
            ("대출 기간은 14일로 한다.", "대출 기간은 며칠로 하나요?"),
            ("입장료는 5,000원이다.", "입장료는 얼마인가요?"),
            ("회원은 한 번에 10권까지 빌릴 수 있다.", "회원은 한 번에 몇 권까지 빌릴 수 있나요?"),
            ("도서관은 1985년에 문을 열었다.", "도서관은 언제 문을 열었나요?"),
            ("신청은 2026년 3월 2일까지 받습니다.", "신청은 언제까지 받습니까?"),
            ("창구는 오전 9시에 엽니다.", "창구는 몇 시에 엽니까?"),
            ("① 점포는 09:30에 문을 연다.", "점포는 몇 시에 문을 여나요?"),
            ("연체료란 기한을 넘긴 때에 내는 돈을 말한다.", "연체료란 무엇인가요?"),
            ("열람실은 평일 21시 30분에 닫는다.", "열람실은 평일 몇 시에 닫나요?"),
            ("회원은 책을 아홉 권까지 빌립니다.", "회원은 책을 몇 권까지 빌립니까?"),
            (
                "Members of the library may borrow up to nine books.",
                "How many books may members of the library borrow?",
            ),
            ("① \"입주자\"란 소유자와 그 가족을 말한다.", "입주자란 무엇인가요?"),
            ("“Fund Term” means the term of the Fund.", "What does Fund Term mean?"),
            ("The archive is kept in Leeds.", "Where is the archive kept?"),
            ("The fee is 5 euros.", "What is the fee?"),
            ("Parental leave lasts 16 weeks.", "How long does parental leave last?"),
            ("Arden opens at 9:10.", "When does Arden open?"),
            ("The library was founded in 1985 by Ann Lee.", "When was the library founded?"),
            (
                "Applications must be submitted to the office by 31 May.",
                "When must applications be submitted to the office?",
            ),
            ("Claims must be reported within 30 days.", "How soon must claims be reported?"),
            ("A widget is a small part (of a machine).", "What is a widget?"),
        ] {
            let known = |word: &str| ["parental", "applications", "claims"].contains(&word);
            assert_eq!(of_sentence(sentence, &known).as_deref(), Some(asked), "{sentence}");
        }
    }

    #[test]
    fn what_is_not_surely_read_raises_none() {
        for sentence in [
            "이는 3일 이내로 한다.",
            "다음 각 호의 서류 3부를 제출한다.",
            "제3조에 따라 처리한다.",
            "정원은 크다.",
            "It is a house.",
            "The doors, which are old, must be painted within 3 days.",
            "He said \"it opens at 9\".",
            "Running the program is fun.",
            "",
        ] {
            assert_eq!(of_sentence(sentence, &|_| false), None, "{sentence}");
        }
    }

    #[test]
    fn headings_are_asked_about_by_their_names() {
        for (heading, asked) in [
            ("제12조 수수료", Some("수수료는 어떻게 되나요?")),
            ("3. 대출 기간", Some("대출 기간은 어떻게 되나요?")),
            ("Late fees", Some("Can you tell me about late fees?")),
            ("2.1 PDF export", Some("Can you tell me about PDF export?")),
            ("Introduction", None),
            ("부칙", None),
        ] {
            assert_eq!(of_heading(heading).as_deref(), asked, "{heading}");
        }
    }
}
