//! The characters of a page as lines: turned upright, cut and joined where the engine did not, with marks around what is raised.

use super::place::Place;
use crate::layout::{self, Grid, Line, Rules};
use crate::script::{END, LOWERED, RAISED};

/// A gap that is as wide as a blank, in type sizes.
const WORD_GAP: f32 = 0.2;

#[derive(Debug, Clone, Copy)]
pub(super) struct Glyph {
    pub(super) ch: char,
    pub(super) place: Place,
    pub(super) size: f32,
    /// Height of its base line.
    pub(super) base: f32,
    /// Whether its word is set in bold letters.
    pub(super) is_bold: bool,
}

/// Characters with the grid and its field that they stand in.
type Held = (Option<(usize, usize)>, Vec<Glyph>);

/// What stands in the fields of grids as lines of its own, by the middles of the characters; all else in one piece.
pub(super) fn in_fields(glyphs: &[Glyph], grids: &[Grid]) -> Vec<Held> {
    let mut pieces: Vec<Held> = Vec::new();
    for glyph in glyphs {
        let [x, y] = middle(glyph);
        let own = grids.iter().enumerate().find_map(|(at, grid)| Some((at, grid.field(x, y)?)));
        match pieces.last_mut() {
            Some((field, piece)) if *field == own || glyph.ch == ' ' || is_next(piece.last(), glyph) => {
                piece.push(*glyph);
            }
            _ => pieces.push((own, vec![*glyph])),
        }
    }
    pieces
}

/// Whether a character goes on in the word of another: words that are too long for their cell reach into the next.
fn is_next(last: Option<&Glyph>, glyph: &Glyph) -> bool {
    last.is_some_and(|last| {
        let gap = glyph.place[0] - last.place[1];
        last.ch != ' ' && gap < glyph.size * 0.1 && gap > -glyph.size
    })
}

pub(super) fn middle(glyph: &Glyph) -> [f32; 2] {
    let [left, right, bottom, top] = glyph.place;
    [f32::midpoint(left, right), f32::midpoint(bottom, top)]
}

/// Which way the lines of a page run.
#[derive(Clone, Copy)]
pub(super) enum Way {
    Across,
    Up,
    Down,
    /// Upside down.
    Back,
}

/// Turns a page whose lines run up, down or back so that they run to the right.
pub(super) fn upright(lines: &mut [Vec<Glyph>], width: f32, tall: f32) -> Way {
    let (mut across, mut up, mut down, mut back) = (0_usize, 0_usize, 0_usize, 0_usize);
    for pair in lines.iter().flat_map(|line| line.windows(2)) {
        let [a, b] = pair else { continue };
        if a.ch == ' ' || b.ch == ' ' {
            continue;
        }
        let (dx, dy) = (b.place[0] - a.place[0], b.place[2] - a.place[2]);
        if dx.abs() > dy.abs() * 2.0 {
            // Hebrew and Arabic run to the left.
            if dx > 0.0 || matches!(a.ch, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fefc}') {
                across += 1;
            } else if dx > a.size * -2.0 {
                back += 1;
            }
        } else if dy.abs() > dx.abs() * 2.0 && dy.abs() < a.size * 3.0 {
            if dy > 0.0 { up += 1 } else { down += 1 }
        }
    }
    // Of a page that is mirrored the first lines stand above the others.
    let rises = lines.iter().find_map(|line| line.first()).map_or(0.0, |glyph| glyph.base)
        < lines.iter().rev().find_map(|line| line.first()).map_or(0.0, |glyph| glyph.base);
    let way = if across >= up.max(down).max(back) || (back > up.max(down) && !rises) {
        return Way::Across;
    } else if back > up.max(down) {
        Way::Back
    } else if up >= down {
        Way::Up
    } else {
        Way::Down
    };
    for glyph in lines.iter_mut().flatten() {
        let [left, right, bottom, top] = glyph.place;
        glyph.place = match way {
            Way::Across => glyph.place,
            Way::Up => [bottom, top, width - right, width - left],
            Way::Down => [tall - top, tall - bottom, left, right],
            Way::Back => [width - right, width - left, tall - top, tall - bottom],
        };
        glyph.base = glyph.place[2];
    }
    way
}

/// Lines cut where the engine went on in one though the next character stands on another height, and aside.
pub(super) fn parted(lines: Vec<Vec<Glyph>>) -> Vec<Vec<Glyph>> {
    let mut out: Vec<Vec<Glyph>> = Vec::with_capacity(lines.len());
    for line in lines {
        out.push(Vec::new());
        let mut last: Option<Glyph> = None;
        for glyph in line {
            if glyph.ch != ' ' {
                let apart = |last: Glyph| {
                    let aside = (glyph.place[0] - last.place[1]).abs() > glyph.size * 1.5;
                    let above = last.place[3] <= glyph.place[2] || last.place[2] >= glyph.place[3];
                    aside && (above || (last.base - glyph.base).abs() > last.size.max(glyph.size) * 0.75)
                };
                if last.replace(glyph).is_some_and(apart) {
                    out.push(Vec::new());
                }
            }
            if let Some(line) = out.last_mut() {
                line.push(glyph);
            }
        }
    }
    out
}

/// A line with blanks where letters stand apart as words do, which the engine does not always see; not where all stand apart.
pub(super) fn spaced(line: Vec<Glyph>) -> Vec<Glyph> {
    let is_letter = |glyph: &Glyph| glyph.ch.is_alphabetic() && glyph.ch < '\u{1100}';
    let gap = |a: &Glyph, b: &Glyph| {
        // The number of a note stands before its words as well.
        let behind = is_letter(a) || a.ch.is_ascii_digit() || matches!(a.ch, ',' | '.' | ';' | ')');
        (behind && is_letter(b)).then(|| (b.place[0] - a.place[1]) / b.size.max(1.0))
    };
    let gaps = || line.windows(2).filter_map(|pair| gap(pair.first()?, pair.last()?));
    let wide = gaps().filter(|gap| *gap > WORD_GAP).count();
    if wide == 0 || wide * 4 > gaps().count() {
        return line;
    }
    let mut out: Vec<Glyph> = Vec::with_capacity(line.len() + wide);
    for glyph in line {
        if let Some(last) = out.last().copied()
            && gap(&last, &glyph).is_some_and(|gap| gap > WORD_GAP)
        {
            out.push(Glyph { ch: ' ', ..last });
        }
        out.push(glyph);
    }
    out
}

/// Pieces of one line put together: formulas come as several, in the order they were drawn.
pub(super) fn joined(lines: Vec<Vec<Glyph>>) -> Vec<Vec<Glyph>> {
    let mut out: Vec<Vec<Glyph>> = Vec::with_capacity(lines.len());
    for line in lines.into_iter().filter(|line| line.iter().any(|glyph| glyph.ch != ' ')) {
        let near = out.len().saturating_sub(3);
        let found = out.get_mut(near..).unwrap_or_default().iter_mut().rev().find(|other| fits(other, &line));
        let Some(other) = found else {
            out.push(line);
            continue;
        };
        other.extend(line);
        other.sort_by(|a, b| a.place[0].total_cmp(&b.place[0]));
        // The engine put blanks between words of each piece, not between the pieces.
        let apart = |pair: &[Glyph]| {
            let [a, b] = pair else { return false };
            a.ch != ' ' && b.ch != ' ' && b.place[0] - a.place[1] > a.size.max(b.size) * 0.13
        };
        let gaps: Vec<usize> =
            (1..other.len()).filter(|at| other.get(at - 1..=*at).is_some_and(apart)).collect();
        for at in gaps.into_iter().rev() {
            if let Some(next) = other.get(at).copied() {
                other.insert(at, Glyph { ch: ' ', ..next });
            }
        }
    }
    out
}

/// Whether two pieces are of one line: on one base line but for what is raised, side by side or one in a gap of the other.
fn fits(a: &[Glyph], b: &[Glyph]) -> bool {
    let ((size, base), (other_size, other_base)) = (main(a), main(b));
    let large = size.max(other_size);
    let level = (base - other_base).abs();
    let small = size.min(other_size) <= large * 0.85;
    if level > large * 0.2 && !(small && level < large * 0.7) {
        return false;
    }
    let written = |line: &[Glyph]| {
        line.iter().filter(|glyph| glyph.ch != ' ').map(|glyph| glyph.place).collect::<Vec<_>>()
    };
    let (a, b) = (written(a), written(b));
    let edges = |places: &[Place]| {
        let left = places.iter().map(|place| place[0]).fold(f32::MAX, f32::min);
        (left, places.iter().map(|place| place[1]).fold(f32::MIN, f32::max))
    };
    let ((left, right), (other_left, other_right)) = (edges(&a), edges(&b));
    let near = large * 0.5;
    if other_left > right + near || other_right < left - near || a.len().min(b.len()) > 40 {
        return false;
    }
    // None of the characters of one stands on one of the other.
    let over = |a: &Place, b: &Place| a[1].min(b[1]) - a[0].max(b[0]) > (a[1] - a[0]).min(b[1] - b[0]) * 0.3;
    !a.iter().any(|a| b.iter().any(|b| over(a, b)))
}

/// The line that glyphs make, with marks around what is raised and lowered; `None` for one without a word.
pub(super) fn line(glyphs: &[Glyph], rules: &Rules) -> Option<Line> {
    let (size, base) = main(glyphs);
    let mut line = Line::default();
    let mut open = None;
    for (at, glyph) in glyphs.iter().enumerate() {
        let shift = if glyph.ch == ' ' {
            // A blank belongs to what is shifted when that goes on behind it.
            open.filter(|open| glyphs.get(at + 1).is_some_and(|next| shift(next, size, base) == Some(*open)))
        } else {
            shift(glyph, size, base)
        };
        if shift != open {
            line.text.extend(open.map(|_| END));
            line.text.extend(shift);
            open = shift;
        }
        if glyph.ch == ' ' {
            line.text.push(' ');
        } else {
            let [left, _, bottom, top] = glyph.place;
            let parted = left - line.right > glyph.size * 0.2
                && line.has_place()
                && rules.parts(line.right, left, f32::midpoint(bottom, top));
            line.add(glyph.ch, &glyph.place, glyph.size, parted);
        }
    }
    line.text.extend(open.map(|_| END));
    line.base = base;
    line.askew = is_askew(glyphs);
    let bold = || glyphs.iter().filter(|glyph| glyph.ch.is_alphanumeric()).map(|glyph| glyph.is_bold);
    line.starts_bold = bold().next().unwrap_or(false);
    line.is_bold = line.starts_bold && bold().all(|bold| bold);
    if line.cells.len() < 2 {
        line.text = layout::without_leaders(&line.text);
    }
    (!line.text.trim().is_empty()).then_some(line)
}

/// Whether the characters climb or fall one after another: a stamp, a watermark.
fn is_askew(glyphs: &[Glyph]) -> bool {
    let written: Vec<&Glyph> = glyphs.iter().filter(|glyph| glyph.ch != ' ').collect();
    let (Some(first), Some(last)) = (written.first(), written.last()) else { return false };
    let (across, climb) = (last.place[0] - first.place[0], last.base - first.base);
    let on_way = |glyph: &&Glyph| {
        let share = (glyph.place[0] - first.place[0]) / across;
        (first.base + share * climb - glyph.base).abs() < first.size * 0.5
    };
    written.len() > 3
        && climb.abs() > first.size
        && climb.abs() > across.abs() * 0.2
        && across.abs() > climb.abs() * 0.2
        && written.iter().all(on_way)
}

/// The size that most of a line is set in, and its base line.
fn main(glyphs: &[Glyph]) -> (f32, f32) {
    let written = || glyphs.iter().filter(|glyph| glyph.ch != ' ');
    let alike =
        |a: &Glyph, b: &Glyph| (a.size - b.size).abs() < 0.3 && (a.base - b.base).abs() < b.size * 0.05;
    // Of a line's few settings the one with most characters; the larger where two have as many.
    let mut settings: Vec<(&Glyph, usize)> = Vec::new();
    for glyph in written() {
        if let Some((_, count)) = settings.iter_mut().find(|(of, _)| alike(glyph, of)) {
            *count += 1;
        } else if settings.len() < 16 {
            settings.push((glyph, 1));
        }
    }
    let first = settings.iter().max_by(|(a, m), (b, n)| m.cmp(n).then(a.size.total_cmp(&b.size)));
    first.map_or((0.0, 0.0), |(glyph, _)| (glyph.size, glyph.base))
}

fn shift(glyph: &Glyph, size: f32, base: f32) -> Option<char> {
    if glyph.size > size * 0.85 {
        return None;
    }
    let above = glyph.base - base;
    if above > size * 0.12 && above < size {
        Some(RAISED)
    } else {
        (above < -size * 0.05 && above > -size * 0.6).then_some(LOWERED)
    }
}
