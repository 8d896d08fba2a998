//! Dates put together: the year of one date with the month or day of another (`November 2015`, where the sources have
//! `November 2013` and, elsewhere, `2015`).
//!
//! Owns finding such a date among the values of a claim; reading dates is [`number`](crate::values::number)'s.

use crate::values::number::{Stated, Value};

/// The year of the first date of a claim whose month or day the sources state only in sentences with another year, while they
/// state that year, too.
pub(crate) fn other_year<'a>(values: &'a [Value], sources: &[&[Stated]]) -> Option<&'a Value> {
    values.windows(2).find_map(|pair| {
        let [year, day] = pair else { return None };
        let is_date = year.span == day.span && year.is_year() && !day.is_year();
        (is_date && are_of_two(year, day, sources)).then_some(year)
    })
}

/// Whether a year and a month or day stand in the sources, but in no sentence together, and the latter always with another year.
fn are_of_two(year: &Value, day: &Value, sources: &[&[Stated]]) -> bool {
    let mut found = false;
    for list in sources {
        for there in list.iter().filter(|other| day.is_stated_by(other)) {
            let mut years =
                list.iter().filter(|other| other.sentence == there.sentence && other.is_year()).peekable();
            if years.peek().is_none() || years.any(|other| year.is_stated_by(other)) {
                return false;
            }
            found = true;
        }
    }
    found && sources.iter().copied().flatten().any(|other| year.is_stated_by(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::number::values;
    use stet_text::normalise;

    #[test]
    fn the_year_of_another_date() {
        for (claim, sentences, want) in [
            ("It opened in June 2015.", &["Work began in June 2011.", "It opened in May 2015."][..], true),
            ("It opened in May 2015.", &["Work began in June 2011.", "It opened in May 2015."], false),
            ("It opened in June 2015.", &["Work began in 2015.", "It opened in June."], false),
            ("It opened in June 2015.", &["It opened in June 2011."], false),
            ("2015년 6월에 열었다.", &["2011년 6월에 시작했다.", "2015년에 열었다."], true),
            ("2015년에 열었다.", &["2011년 6월에 시작했다.", "2015년에 열었다."], false),
        ] {
            let mut mine = values(&normalise(claim));
            mine.retain(|value| !value.implied);
            let mut stated = Vec::new();
            for (sentence, number) in sentences.iter().zip(0..) {
                stated.extend(values(&normalise(sentence)).iter().map(|value| Stated::new(value, number)));
            }
            assert_eq!(other_year(&mine, &[&stated]).is_some(), want, "{claim}");
        }
    }
}
