//! A long document as sections that are read one by one.
//!
//! Owns where a section ends, and which are read where there are too many. Leaves reading to `ask`.

use std::ops::Range;

/// The sections of passages that follow each other, each with the headings above it and what it costs: none costs more than `most`
/// unless it is one passage, and one that is half full ends where the headings change.
#[must_use]
pub fn sections<'a>(passages: impl IntoIterator<Item = (&'a str, usize)>, most: usize) -> Vec<Range<usize>> {
    let mut sections: Vec<Range<usize>> = Vec::new();
    let (mut full, mut above) = (0, "");
    for (at, (headings, cost)) in passages.into_iter().enumerate() {
        let ends = full + cost > most || headings != above && 2 * full >= most;
        if let Some(last) = sections.last_mut().filter(|_| !ends) {
            (last.end, full) = (at + 1, full + cost);
        } else {
            sections.push(at..at + 1);
            full = cost;
        }
        above = headings;
    }
    sections
}

/// At most `most` of `count` places, as far apart as they can be, the first and the last among them.
#[must_use]
pub fn spread(count: usize, most: usize) -> Vec<usize> {
    match most {
        0 => Vec::new(),
        _ if count <= most => (0..count).collect(),
        1 => vec![0],
        _ => (0..most).map(|at| at * (count - 1) / (most - 1)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_end_at_headings_and_are_no_longer_than_they_may() {
        let passages = [("a", 3), ("a", 3), ("b", 3), ("b", 9), ("c", 20), ("c", 1), ("d", 1)];
        assert_eq!(sections(passages, 10), [0..2, 2..3, 3..4, 4..5, 5..7]);
        assert!(sections([], 10).is_empty());
        // A book of 2,000 pages.
        let book = (0..8000).map(|at| if at % 100 < 50 { ("x", 900) } else { ("y", 900) });
        let found = sections(book, 2500);
        assert!(found.iter().all(|section| section.len() <= 2) && found.len() >= 4000);
        assert_eq!((found[0].start, found.last().unwrap().end), (0, 8000));
    }

    #[test]
    fn places_are_spread_from_the_first_to_the_last() {
        assert_eq!(spread(3, 24), [0, 1, 2]);
        assert_eq!(spread(10, 4), [0, 3, 6, 9]);
        assert_eq!(spread(4000, 24).len(), 24);
        assert_eq!((spread(9, 1), spread(9, 0)), (vec![0], vec![]));
    }
}
