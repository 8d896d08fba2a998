//! Former: what was so until a time, and is told as if it still were: `Mara Quist is the director` where she `was the director until
//! 2019`.
//!
//! Owns the tense of a claim, and which part of a passage speaks of the past. The words that tell a former time are
//! [tagged](stet_reading::tags).

use std::ops::Range;

use crate::asserted::{is_in, is_said_in};
use stet_reading::clause::parts;
use stet_reading::reading::{COMMA, Reading, STOP};
use stet_reading::tags::Tags;
use stet_text::{Script, final_consonant, is_irregular_form};

/// The final consonant of `았`, `었`, `했`.
const SSANG_SIOT: u32 = 20;

/// Whether a claim tells as present what a part of the passage tells of a former time, or as there what has ended.
pub(crate) fn tells_as_present(claim: &Reading<'_>, passage: &Reading<'_>) -> bool {
    let past = Tags::FORMER.and(Tags::ENDED);
    if !passage.has_tag(past) || claim.has_tag(past) || is_past(claim) {
        return false;
    }
    // `since 2019` of what lasted until then.
    let is_time = |&at: &usize| claim.word(at) == "since" || claim.tags(at).has(Tags::TIME);
    let when: Vec<usize> = (0..claim.tokens.len()).filter(is_time).collect();
    let claim = &*claim.without(&when);
    let told = |part: &Range<usize>| match tells(passage, part) {
        Some(Told::Until) => {
            is_said_in(claim, passage, part) || ends_in_value(passage, part) && is_in(claim, passage, part)
        }
        // What is no more is told without the verb that ends it.
        Some(Told::Ended) => is_in(claim, passage, part),
        None => false,
    };
    passage.tagged(Tags::FORMER).any(|at| is_titled(claim, passage, at))
        || has_verb(claim, passage) && parts_of_time(passage).iter().any(told)
}

/// Whether a claim is more than a name or a title: it has a verb of the present, or one of the passage in another tense.
fn has_verb(claim: &Reading<'_>, passage: &Reading<'_>) -> bool {
    let is_verb = |at: usize| match claim.tokens.get(at).map(|token| token.script) {
        Some(Script::Hangul) => claim.word(at).ends_with(['다', '요']),
        _ => {
            matches!(
                claim.word(at),
                "is" | "are" | "has" | "have" | "does" | "do" | "can" | "may" | "must" | "will"
            ) || passage.same_as(claim, at).any(|there| is_past_form(passage, there))
        }
    };
    (0..claim.tokens.len()).any(is_verb)
}

/// How a part of a passage tells a time that is over.
enum Told {
    Until,
    Ended,
}

fn tells(text: &Reading<'_>, part: &Range<usize>) -> Option<Told> {
    // `is closed on Mondays`
    let is_state = |at: usize| {
        (at.saturating_sub(2)..at).any(|at| matches!(text.word(at), "is" | "are" | "be" | "remains"))
    };
    let ended = |at: usize| text.tags(at).has(Tags::ENDED) && is_past_form(text, at) && !is_state(at);
    let has_been = part.clone().any(|at| is_past_form(text, at));
    if !has_been || part.clone().any(|at| text.tags(at).has(Tags::NOW)) {
        return None;
    }
    // `has signed until 2020`
    let perfect = part.clone().any(|at| matches!(text.word(at), "has" | "have"));
    let former = !perfect && part.clone().any(|at| tells_time(text, at));
    (former.then_some(Told::Until)).or_else(|| part.clone().any(ended).then_some(Told::Ended))
}

/// Whether a word tells a time that is over; `used to` and `the former` speak of their neighbours alone.
fn tells_time(text: &Reading<'_>, at: usize) -> bool {
    const TIMES: [&str; 9] =
        ["year", "month", "week", "season", "spring", "summer", "autumn", "fall", "winter"];
    text.tags(at).has(Tags::FORMER)
        && match text.word(at) {
            "used" | "former" | "ex" | "formerly" | "전" | "옛" => false,
            "last" => TIMES.contains(&text.word(at + 1)),
            _ => true,
        }
}

/// Whether a Korean part ends in a value: `2만 원이었으나`.
fn ends_in_value(text: &Reading<'_>, part: &Range<usize>) -> bool {
    part.end.checked_sub(1).is_some_and(|last| text.is_in(text.values(), last))
}

/// Whether a claim says of someone what stands behind `former`: `the former head of the clinic`, `전 병원장`.
fn is_titled(claim: &Reading<'_>, passage: &Reading<'_>, at: usize) -> bool {
    let opens = match passage.word(at) {
        "former" | "formerly" | "ex" | "옛" => true,
        "used" => passage.word(at + 1) == "to",
        // `수업 전 확인`: before what.
        "전" => {
            at == 0
                || passage.gap(at) & (STOP | COMMA) != 0
                || passage.nouns().iter().any(|noun| noun.at + 1 == at)
        }
        _ => false,
    };
    let title = (at + 1..passage.tokens.len().min(at + 4)).find(|&next| passage.content(next).is_some());
    opens && title.is_some_and(|title| claim.same_as(passage, title).next().is_some())
}

/// The parts of a passage, each with the one before it where that only tells the time: `Until 2022, the limit was 50`.
fn parts_of_time(passage: &Reading<'_>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for part in parts(passage) {
        let tells_only_time = |last: &Range<usize>| {
            let mut words = last.clone();
            passage.gap(last.end) & STOP == 0
                && words.any(|at| tells_time(passage, at))
                && !last.clone().any(|at| is_past_form(passage, at))
        };
        let opened = found.last().filter(|last| tells_only_time(last));
        let start = opened.map_or(part.start, |last| last.start);
        found.push(start..part.end);
    }
    found
}

/// Whether a sentence tells what has been: its last Korean word, or an English verb that is no participle (`is led`, `has led`).
fn is_past(text: &Reading<'_>) -> bool {
    let Some(last) = text.tokens.len().checked_sub(1) else { return false };
    if text.is_korean(last) {
        return is_past_form(text, last);
    }
    let helped = |at: usize| {
        let mut before = (at.saturating_sub(3)..at).map(|before| text.word(before));
        before.any(|word| matches!(word, "is" | "are" | "be" | "been" | "has" | "have"))
    };
    (0..=last).any(|at| is_past_form(text, at) && !helped(at))
}

/// Whether a word is a verb of the past.
pub(crate) fn is_past_form(text: &Reading<'_>, at: usize) -> bool {
    let word = text.word(at);
    match text.tokens.get(at).map(|token| token.script) {
        Some(Script::Hangul) => {
            word.chars().any(|ch| final_consonant(ch) == Some(SSANG_SIOT) && ch != '있' && ch != '겠')
        }
        Some(Script::Latin) => {
            matches!(word, "was" | "were" | "had" | "did")
                || word.len() > 4 && word.ends_with("ed")
                || is_irregular_form(word)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_was_is_not_what_is() {
        let led = "The institute was led by Quist until 2019 and has been led by Ward since.";
        let fee = "지난해까지 회비는 2만 원이었으나 올해 1월부터 2만 4천 원이다.";
        let head = "The former head of the clinic, Dr Odell, now advises the ministry.";
        for (claim, source, want) in [
            ("Quist leads the institute.", led, true),
            ("Quist has led the institute since 2019.", led, true),
            ("Quist led the institute.", led, false),
            ("Ward leads the institute.", led, false),
            ("Dr Odell is the head of the clinic.", head, true),
            ("Dr Odell advises the ministry.", head, false),
            ("The mill belongs to the town.", "The mill used to belong to the town.", true),
            ("The limit is 50.", "Until 2022, the limit was 50; now it is 30.", true),
            ("The limit is 30.", "Until 2022, the limit was 50; now it is 30.", false),
            ("There is a café in the station.", "The café in the station closed in May.", true),
            ("The hall is closed on Mondays.", "The hall is closed on Mondays.", false),
            ("The office is open until 6.", "The office is open until 6.", false),
            ("회비는 2만 원이다.", fee, true),
            ("회비는 2만 4천 원이다.", fee, false),
            (
                "도서관은 느티로에 있다.",
                "도서관은 지난가을까지 느티로에 있었고 지금은 물방앗길에 있다.",
                true,
            ),
            (
                "도서관은 물방앗길에 있다.",
                "도서관은 지난가을까지 느티로에 있었고 지금은 물방앗길에 있다.",
                false,
            ),
            ("오달현은 병원장이다.", "전 병원장 오달현은 지금 보건부의 자문을 맡고 있다.", true),
            (
                "오달현은 보건부의 자문을 맡고 있다.",
                "전 병원장 오달현은 지금 보건부의 자문을 맡고 있다.",
                false,
            ),
            ("수업 전 확인은 조교가 한다.", "수업 전 확인은 조교가 한다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            let found = tells_as_present(&Reading::new(&mine), &Reading::new(&theirs));
            assert_eq!(found, want, "{claim} / {source}");
        }
    }
}
