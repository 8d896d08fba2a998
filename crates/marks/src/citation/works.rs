//! Files and works by their names: `handbook.pdf`, `Kim et al., 2020`.

use regex::Regex;
use rustc_hash::FxHashSet;
use std::sync::LazyLock;

static ENDINGS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| stet_data::words("words/en/file-endings"));

/// Authors, how they are joined, and the year behind them.
static WORK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let author = "[A-ZÀ-Þ][A-Za-zÀ-ɏ'’-]+";
    let pattern = format!(
        "^(?<authors>(?:{author}|[가-힣]{{2,4}}?)(?:(?:, |,? & |,? and |·)(?:{author}|[가-힣]{{2,4}}))*)(?<others>,? et al\\.?| ?외)?,? ?(?<year>(?:1[89]|20)[0-9]{{2}})[a-z]?$"
    );
    Regex::new(&pattern).ok()
});

/// Whether the ending of a file name is known.
pub(super) fn is_ending(ending: &str) -> bool {
    ENDINGS.contains(ending.to_ascii_lowercase().as_str())
}

/// The file names without white space in a text.
pub fn files(text: &str) -> impl Iterator<Item = &str> {
    let inside = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    text.split(inside).map(|word| word.trim_matches('.')).filter(|word| {
        word.rsplit_once('.').is_some_and(|(stem, ending)| !stem.is_empty() && is_ending(ending))
    })
}

/// A work as a citation names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    /// Names of authors, in lower case.
    pub authors: Vec<String>,
    pub year: u16,
    /// Names that places and people bear, too: `Smith and Lee`, `Smith`.
    pub loose: bool,
}

/// The work of several authors that a name is, or of one with what stands for others.
#[must_use]
pub fn work(name: &str) -> Option<Work> {
    any_work(name).filter(|work| !work.loose || work.authors.len() > 1)
}

/// The work of one author that a name is: `Smith, 2019`.
#[must_use]
pub fn lone_work(name: &str) -> Option<Work> {
    any_work(name).filter(|work| work.loose && work.authors.len() == 1)
}

fn any_work(name: &str) -> Option<Work> {
    let found = WORK.as_ref()?.captures(name.trim())?;
    let joined = found.name("authors")?.as_str();
    let authors: Vec<String> = joined
        .split([',', '&', '·'])
        .flat_map(|part| part.split(" and "))
        .map(|name| name.trim().trim_start_matches("and ").to_lowercase())
        .filter(|name| !name.is_empty())
        .collect();
    let loose = found.name("others").is_none() && !joined.contains(['&', '·']) && authors.len() <= 2;
    Some(Work { authors, year: found.name("year")?.as_str().parse().ok()?, loose })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_work_is_known_by_its_authors_and_its_year() {
        let of = |name: &str| any_work(name).map(|work| (work.authors.join("+"), work.year, work.loose));
        for (name, expected) in [
            ("Kim et al., 2020", Some(("kim", 2020, false))),
            ("Kim et al. 2020a", Some(("kim", 2020, false))),
            ("Smith & Lee, 2019", Some(("smith+lee", 2019, false))),
            ("Smith and Lee, 2019", Some(("smith+lee", 2019, true))),
            ("Smith, Park, and Lee, 2019", Some(("smith+park+lee", 2019, false))),
            ("Smith 2019", Some(("smith", 2019, true))),
            ("김철수 외, 2020", Some(("김철수", 2020, false))),
            ("김철수외, 2020", Some(("김철수", 2020, false))),
            ("Smith & Lee", None),
            ("Kim et al., 20200", None),
        ] {
            assert_eq!(
                of(name),
                expected.map(|(names, year, loose)| (names.to_owned(), year, loose)),
                "{name}"
            );
        }
    }
}
