//! Numbers of lines beside running text, as contracts, transcripts and rulings have them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::lines::{Line, Stretch, is_running_text, on_one_height};

/// Fewer numbered lines than this are a list or the rows of a table.
const LEAST: usize = 8;
/// Numbers whose ends stand no farther apart than this, in points, are one column.
const SAME_EDGE: f32 = 6.0;

/// Takes the numbers of lines out of a page's text. They stand as one line at its end.
pub(crate) fn without_numbers(lines: Vec<Line>) -> Vec<Line> {
    let Some(found) = numbers(&lines) else { return lines };
    let mut out = Vec::with_capacity(lines.len());
    let mut taken = String::new();
    for (at, line) in lines.into_iter().enumerate() {
        let Some(number) = found.get(&at) else {
            out.push(line);
            continue;
        };
        let _ = write!(taken, "{number} ");
        if line.cells.len() > 1 {
            out.push(line.without_first());
        }
    }
    let cells = vec![Stretch::default()];
    out.push(Line { text: taken, cells, is_aside: true, ..Line::default() });
    out
}

/// The lines that begin with a number of a line, and the number; none where the page does not count its lines.
fn numbers(lines: &[Line]) -> Option<BTreeMap<usize, u32>> {
    // By the end of the number, since it is set to the right as often as to the left.
    let mut all: Vec<(usize, u32, f32)> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let text = line.stretch(0);
        let number = text.parse::<u32>().ok().filter(|_| text.len() <= 3 && line.cells.len() <= 2);
        // A number in a field of a table is a value.
        let number = number.filter(|_| line.field.is_none());
        if let (Some(number), Some(cell)) = (number, line.cells.first()) {
            all.push((at, number, cell.right));
        }
    }
    let column = all.iter().map(|(_, _, right)| *right).max_by_key(|right| {
        all.iter().filter(|(_, _, other)| (other - right).abs() < SAME_EDGE * 2.0).count()
    })?;
    all.retain(|(_, _, right)| (right - column).abs() < SAME_EDGE * 2.0);
    let height = |at: usize| lines.get(at).map_or(0.0, |line| line.bottom);
    all.sort_by(|(a, ..), (b, ..)| height(*b).total_cmp(&height(*a)));
    let steps = all.windows(2).filter(|pair| matches!(pair, [(_, a, _), (_, b, _)] if *b == a + 1)).count();
    if all.len() < LEAST || steps * 10 < (all.len() - 1) * 9 {
        return None;
    }
    // A table has something beside each of its numbers, a page of a transcript has empty lines.
    let gaps = all.windows(2).filter_map(|pair| Some(height(pair.first()?.0) - height(pair.last()?.0)));
    let (least, most) = gaps.fold((f32::MAX, 0.0_f32), |(least, most), gap| (least.min(gap), most.max(gap)));
    let filled = all.iter().filter(|(at, ..)| {
        let line = lines.get(*at);
        line.is_some_and(|line| {
            line.cells.len() > 1
                || lines.iter().any(|other| other.left > line.right && on_one_height(line, other))
        })
    });
    // So has one before each of the last column.
    let behind = all.iter().any(|(at, ..)| {
        let line = lines.get(*at);
        line.is_some_and(|line| {
            lines.iter().any(|other| other.right < line.left && on_one_height(line, other))
        })
    });
    let is_paper =
        all.len() >= LEAST * 2 && most < least * 1.2 && filled.count() * 10 < all.len() * 9 && !behind;
    // What stands beside the numbers is text that runs on.
    let mut beside: Vec<(&str, f32, f32)> = Vec::new();
    for (at, ..) in &all {
        let line = lines.get(*at)?;
        if let Some(cell) = line.cells.get(1) {
            beside.push((line.stretch(1), cell.left, cell.right));
            continue;
        }
        let mut near = lines.iter().filter(|other| other.left > line.right && on_one_height(line, other));
        if let Some(text) = near.next().filter(|text| text.cells.len() == 1) {
            beside.push((text.text.trim(), text.left, text.right));
        }
    }
    let runs_on = beside.len() * 10 >= all.len() * 7 && is_running_text(&beside);
    (runs_on || is_paper).then(|| all.into_iter().map(|(at, number, _)| (at, number)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(at: u16, number: u16, text: &str) -> Line {
        let mut line = Line::default();
        let bottom = 700.0 - f32::from(at) * 20.0;
        for (left, text) in [(40.0, number.to_string()), (80.0, text.to_owned())] {
            for (at, ch) in (0_u8..).zip(text.chars()) {
                let left = left + f32::from(at) * 6.0;
                line.add(ch, &[left, left + 6.0, bottom, bottom + 10.0], 10.0, false);
            }
        }
        line
    }

    #[test]
    fn numbers_of_lines_leave_the_text_and_those_of_rows_stay() {
        let english = [
            "The witness said that the old hall",
            "was open when she came to the quay",
            "and that nobody had been there yet",
        ];
        let korean = [
            "위원회는 월요일에 모여 새 부두를 짓는 계획을",
            "승인하였으며 그 비용은 사백만 유로이고 그 절반",
            "은 국가에서 나오고 공사는 오월에 시작하여 두",
        ];
        let rows = ["Hall", "Boathouse at the quay", "Small garden"];
        for (texts, taken) in [(english, true), (korean, true), (rows, false)] {
            let lines: Vec<Line> =
                (0..12).map(|at| line(at, at + 5, texts[usize::from(at) % texts.len()])).collect();
            let found = without_numbers(lines);
            assert_eq!(found[0].text.starts_with('5'), !taken, "{}", found[0].text);
            assert_eq!(found.last().unwrap().is_aside, taken);
            if taken {
                assert_eq!((found.len(), found[1].text.as_str(), found[1].left), (13, texts[1], 80.0));
                assert_eq!(found[12].text, "5 6 7 8 9 10 11 12 13 14 15 16 ");
            }
        }
        // The last column of a table without rules: what stands before each value is no line of a text.
        let pairs = (0..20).flat_map(|at| {
            let value = line(at, at + 201, "");
            [
                line(at, at + 1, "Room").without_first(),
                Line {
                    left: 300.0,
                    right: 318.0,
                    cells: vec![Stretch { left: 300.0, right: 318.0, ..Stretch::default() }],
                    ..value
                },
            ]
        });
        assert!(!without_numbers(pairs.collect()).iter().any(|line| line.is_aside));
        // A few numbers count nothing.
        let few: Vec<Line> = (0..4).map(|at| line(at, at + 1, english[usize::from(at) % 3])).collect();
        assert!(without_numbers(few)[0].text.starts_with('1'));
    }
}
