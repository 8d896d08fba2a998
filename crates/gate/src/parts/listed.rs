//! Listed: a claim that lists beside others what its source denies, or charges for apart: `the charger, the cable and the battery` where
//! `the battery is sold separately`.

use std::ops::Range;

use stet_reading::clause::{joint, parts};
use stet_reading::denial::denies;
use stet_reading::reading::{COMMA, Reading};
use stet_reading::tags::Tags;

/// Content words of a part that says of one thing that it is left out: in a longer one what is denied may be something else.
const BRIEF: usize = 4;

/// Whether a word of a list of the claim stands in the windows only where they deny it or leave it out, and its neighbour in the list
/// only where they do not; or a word stands only where a short clause denies of it what it states of others.
pub(crate) fn lists_the_denied(claim: &Reading<'_>, windows: &[Reading<'_>]) -> bool {
    let framed = claim.has_tag(Tags::DENIAL.and(Tags::OUT).and(Tags::APART));
    let denying = |text: &Reading<'_>| text.has_tag(Tags::DENIAL.and(Tags::OUT).and(Tags::APART));
    if framed || !windows.iter().any(denying) {
        return false;
    }
    let read: Vec<Vec<(Range<usize>, bool)>> = windows.iter().map(clauses).collect();
    // Whether all places of a word are denied, where there is one.
    let denied = |at: usize| {
        let places = windows.iter().zip(&read).flat_map(|(window, clauses)| {
            window.same_as(claim, at).filter_map(move |there| {
                clauses.iter().find(|(clause, _)| clause.contains(&there)).map(|(_, denied)| *denied)
            })
        });
        places.fold(None, |all: Option<bool>, denied| Some(all.unwrap_or(true) && denied))
    };
    let content: Vec<usize> = (0..claim.tokens.len()).filter(|&at| claim.content(at).is_some()).collect();
    // `안내가 포함되고 탑은 포함되지 않는다`: the clause that states it has no more of the claim.
    let denied_of = |(window, clauses): (&Reading<'_>, &Vec<(Range<usize>, bool)>)| {
        let held = |clause: &Range<usize>| -> Vec<usize> {
            let stands = |at: &usize| window.same_as(claim, *at).any(|there| clause.contains(&there));
            content.iter().copied().filter(stands).collect()
        };
        let (told, stated): (Vec<_>, Vec<_>) = clauses.iter().partition(|(_, denied)| *denied);
        let most = stated.iter().map(|(clause, _)| held(clause).len()).max().unwrap_or_default();
        told.iter().filter(|(clause, _)| window.is_korean(clause.start)).any(|(clause, _)| {
            let words = held(clause);
            let told = |what: bool| words.iter().any(|&at| denied(at) == Some(what));
            words.len() >= most && told(true) && told(false)
        })
    };
    windows.iter().zip(&read).any(denied_of)
        || content.windows(2).any(|pair| match *pair {
            [one, next] if are_listed(claim, one, next) => {
                matches!((denied(one), denied(next)), (Some(true), Some(false)) | (Some(false), Some(true)))
            }
            _ => false,
        })
}

/// Whether two neighbouring content words are items of one list.
fn are_listed(text: &Reading<'_>, one: usize, next: usize) -> bool {
    let between = || one + 1..=next;
    between().any(|at| text.gap(at) & COMMA != 0 || text.tags(at).has(Tags::AND.and(Tags::OR)))
        || next == one + 1 && joint(text.word(one)).is_some()
}

/// The parts of a text, each with whether it denies or leaves out.
fn clauses(text: &Reading<'_>) -> Vec<(Range<usize>, bool)> {
    let denied = |part: &Range<usize>| {
        let tagged = |at: usize| text.tags(at).has(Tags::OUT.and(Tags::APART)) || denies(text, at).is_some();
        let words = part.clone().filter(|&at| text.content(at).is_some()).count();
        words <= BRIEF && part.clone().any(tagged)
    };
    parts(text).into_iter().map(|part| (part.clone(), denied(&part))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn an_item_that_the_source_leaves_out() {
        let package = "The package contains the charger and the cable. The battery is sold separately.";
        let room = "방에는 부엌과 욕실이 있다. 수건은 주지 않는다.";
        for (claim, source, want) in [
            ("The package contains the charger, the cable and the battery.", package, true),
            ("The package contains the charger and the cable.", package, false),
            ("The package contains the charger and the cable, but not the battery.", package, false),
            ("It lists age and faith.", "It lists age. Faith and income are not listed.", true),
            ("Faith and income are left open.", "It lists age. Faith and income are not listed.", false),
            ("방에는 부엌, 욕실, 수건이 있다.", room, true),
            ("방에는 부엌과 욕실이 있다.", room, false),
            ("방에는 부엌과 욕실이 있지만 수건은 없다.", room, false),
        ] {
            let (claim, source) = (normalise(claim), normalise(source));
            let found = lists_the_denied(&Reading::new(&claim), &[Reading::new(&source)]);
            assert_eq!(found, want, "{claim}");
        }
    }
}
