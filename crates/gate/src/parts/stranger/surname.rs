//! Surnames before titles (`김 위원장`), and a claim that gives the title of one to another.

use crate::parts::roles::{is_title, surname, title};
use crate::text::reading::{Reading, SPACE};

/// The surname that no window has before its title, where they have that title of another, or the surname before another title.
pub(super) fn surname_of_another(text: &Reading<'_>, windows: &[Reading<'_>]) -> Option<usize> {
    let mine: Vec<(usize, char, &str)> =
        titled(text).filter(|&(at, ..)| surname(text.word(at)).is_some()).collect();
    if mine.is_empty() {
        return None;
    }
    let theirs: Vec<(char, &str)> =
        windows.iter().flat_map(titled).map(|(_, first, title)| (first, title)).collect();
    // `이 교수` is mostly this one.
    let points = |first: char| first == '이' && !theirs.iter().any(|other| other.0 == first);
    let another = |&&(_, first, title): &&(usize, char, &str)| {
        !points(first)
            && !theirs.contains(&(first, title))
            && theirs.iter().any(|other| other.1 == title || other.0 == first)
    };
    mine.iter().find(another).map(|found| found.0)
}

/// The names before titles, by position, each with its first syllable and the title.
fn titled<'a>(text: &'a Reading<'_>) -> impl Iterator<Item = (usize, char, &'a str)> + 'a {
    (1..text.tokens.len()).filter(|&at| text.gap(at) == SPACE && is_title(text.word(at))).filter_map(|at| {
        let name = text.word(at - 1);
        let short = name.len() <= 12 && name.starts_with(|ch: char| !ch.is_ascii());
        Some((at - 1, name.chars().next().filter(|_| short)?, title(text.word(at))?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn the_title_of_another() {
        let source = "김 위원장과 이 위원은 기권했고 박민수 교수는 찬성했다.";
        for (claim, want) in [
            ("이 위원장은 기권했다.", true),
            ("김 위원은 기권했다.", true),
            ("김 위원장은 기권했다.", false),
            ("박 교수는 찬성했다.", false),
            ("최 교수는 찬성했다.", true),
            ("최 기자는 찬성했다.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            let found = surname_of_another(&Reading::new(&mine), &[Reading::new(&theirs)]);
            assert_eq!(found.is_some(), want, "{claim}");
        }
    }
}
