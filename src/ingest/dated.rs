//! The day that a document says it was written on.
//!
//! Owns reading it out of the document's fields, its title, the file's name and its first lines. Unknown rather than wrong: a day
//! that a sentence speaks of is not the day of the text.

use time::{Date, Month, OffsetDateTime};

use stet_extract::Extraction;
use stet_segment::{SentenceKind, segment};
use stet_text::values::{ONE, Unit, Value, values};
use stet_text::{normalise, tokens};

/// Lines at the beginning among which it is looked for, and the most words of one that has it.
const HEAD: usize = 4;
const SHORT: usize = 14;
/// Words beside the date of a sentence that says no more than the date: `Minutes of 12 May 2026.`
const BESIDE: usize = 2;

/// The day of what was read out of a file; none where it does not say.
pub(super) fn dated(extraction: &Extraction, title: &str, file_name: &str) -> Option<OffsetDateTime> {
    let lines = extraction.blocks.iter().flat_map(|block| block.text.lines());
    let heads = lines.map(str::trim).filter(|line| !line.is_empty()).take(HEAD);
    let mut told = extraction.dated.iter().map(String::as_str).chain([title, file_name]);
    let day = told.find_map(|text| day_in(text).map(|(day, _)| day));
    day.or_else(|| heads.flat_map(sentences).find_map(of_head)).map(|day| day.midnight().assume_utc())
}

fn sentences(line: &str) -> Vec<(&str, SentenceKind)> {
    segment(line).into_iter().map(|sentence| (sentence.span.of(line).trim(), sentence.kind)).collect()
}

/// The day that a sentence of the first lines gives as that of the text.
fn of_head((text, kind): (&str, SentenceKind)) -> Option<Date> {
    let (day, beside) = day_in(text)?;
    let is_claim = kind == SentenceKind::Claim;
    let tells = is_claim && text.trim_end_matches(['.', '!', '?']).ends_with(['다', '요']);
    let most = if is_claim && text.ends_with(['.', '!', '?']) { BESIDE } else { SHORT };
    (beside <= most && !tells).then_some(day)
}

/// The first whole date of a text, with how many words stand beside it.
fn day_in(text: &str) -> Option<(Date, usize)> {
    let norm = normalise(text);
    let words = tokens(&norm);
    let found = values(&norm);
    let (span, day) = found.windows(2).find_map(|pair| {
        let [year, day] = pair else { return None };
        let whole = year.span == day.span && year.is_year() && day.unit == Unit::Date;
        Some((year.span, whole.then(|| date(year, day)).flatten()?))
    })?;
    let beside = words.iter().filter(|word| word.span.end <= span.start || word.span.start >= span.end);
    Some((day, beside.count()))
}

fn date(year: &Value, day: &Value) -> Option<Date> {
    let number = |value: &Value| i32::try_from(value.amount / ONE).ok();
    let (year, day) = (number(year)?, number(day)?);
    let (month, day) = (u8::try_from(day / 100).ok()?, u8::try_from(day % 100).ok()?);
    Date::from_calendar_date(year, Month::try_from(month).ok()?, day).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_sources::chunk::Block;

    #[test]
    fn a_document_tells_its_day_or_none() {
        for (field, title, file, head, day) in [
            (Some("2026-05-12"), "Drill", "drill.md", "The drill took place yesterday.", Some("2026-05-12")),
            (None, "Minutes of 12 May 2026", "a1.md", "The drill took place.", Some("2026-05-12")),
            (None, "scan", "2026-05-12 scan.pdf", "The drill took place.", Some("2026-05-12")),
            (None, "a1", "a1.md", "12 May 2026. The fire drill took place yesterday.", Some("2026-05-12")),
            (None, "a1", "a1.md", "Ms Hale, Norwick, 12 May 2026\nDear Ms Hale,", Some("2026-05-12")),
            (None, "a1", "a1.md", "업무 보고 2025. 3. 1.\n보일러는 어제 고쳤다.", Some("2025-03-01")),
            (None, "a1", "a1.md", "회의록 (2025년 3월 1일)\n어제 고쳤다.", Some("2025-03-01")),
            (Some("2025년 3월 1일"), "가", "가.md", "보일러를 고쳤다.", Some("2025-03-01")),
            // What a sentence speaks of, half a date, and none.
            (None, "a1", "a1.md", "The lease begins on 1 March 2026.", None),
            (None, "a1", "a1.md", "임대차는 2026년 3월 1일에 시작한다.", None),
            (None, "Budget 2026", "budget.md", "The budget is agreed in May.", None),
            (None, "a1", "a1.md", "a\nb\nc\nd\n12 May 2026", None),
        ] {
            let blocks = vec![Block { text: head.into(), ..Block::default() }];
            let extraction = Extraction { dated: field.map(str::to_owned), blocks, ..Extraction::default() };
            let found = dated(&extraction, title, file).map(|at| at.date().to_string());
            assert_eq!(found.as_deref(), day, "{title} {file} {head}");
        }
    }
}
