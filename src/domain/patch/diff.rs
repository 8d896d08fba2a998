//! From two texts to aligned sentences and the words that differ inside them.
//!
//! Paragraphs, then sentences, then words are compared, so that the work is
//! linear in the text: only paragraphs that differ are cut into sentences, and
//! only sentences that differ into words. A hunk is snapped to whole words
//! (Korean: eojeol), and never reaches over a sentence, unless the sentences
//! themselves were joined or split. Leaves what a change means to
//! [`super::classify`].

use std::ops::Range;

use rustc_hash::FxHashMap;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use unicode_segmentation::UnicodeSegmentation;

use crate::domain::segment::segment;
use crate::domain::span::Span;

/// Everything that differs between two texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diff {
    pub beads: Vec<Bead>,
    pub moves: Vec<Moved>,
}

/// A sentence (or sentences that were joined, split, added or dropped) and its counterpart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bead {
    pub before: Span,
    pub after: Span,
    pub hunks: Vec<Hunk>,
}

/// Words replaced, inserted (`before` empty) or deleted (`after` empty).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hunk {
    pub before: Span,
    pub after: Span,
}

/// Whole sentences that stand somewhere else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moved {
    pub before: Span,
    /// Byte of the text before at which they are put.
    pub to: usize,
    pub after: Span,
}

/// Words a moved sentence needs at least: two-word sentences recur by chance.
const MOVE_WORDS: usize = 3;
/// Bead cells that are aligned by dynamic programming; a larger gap is cut in two in proportion first.
const CELLS: usize = 40_000;
/// Below this share of common character pairs two sentences are not each other's rewriting.
const KIN: f32 = 0.25;
/// Sentences off the diagonal at which a counterpart is looked for.
const BAND: usize = 6;
/// From this share of common character pairs on two sentences are plainly counterparts.
const PLAIN: f32 = 0.7;
/// Joining or splitting sentences must gain this much over pairing one with one.
const JOIN_COST: f32 = 0.05;

/// Aligns two texts and finds the words that differ.
#[must_use]
pub fn diff(before: &str, after: &str) -> Diff {
    if before == after {
        return Diff::default();
    }
    let mut beads = Vec::new();
    let gaps = gaps(before, after, &mut beads);
    let (moves, gaps) = moves(before, after, gaps);
    for gap in &gaps {
        align(before, after, gap, &mut beads);
    }
    Diff { beads, moves }
}

/// Sentences of both texts that found no identical counterpart, between two that did.
#[derive(Debug, Default)]
struct Gap {
    before: Vec<Span>,
    after: Vec<Span>,
    /// Where the gap stands when one side has no sentence.
    at: (usize, usize),
}

fn gaps(before: &str, after: &str, beads: &mut Vec<Bead>) -> Vec<Gap> {
    let (old, new) = (paragraphs(before), paragraphs(after));
    let mut gaps = Vec::new();
    for (b, a) in changed(before, &old, after, &new, beads) {
        let b = cover(&old, b, before.len());
        let a = cover(&new, a, after.len());
        let (old, new) = (sentences(before, b), sentences(after, a));
        for (i, j) in changed(before, &old, after, &new, beads) {
            let at = (cover(&old, i.clone(), b.end).start, cover(&new, j.clone(), a.end).start);
            let pick = |all: &[Span], range: Range<usize>| all.get(range).unwrap_or_default().to_vec();
            gaps.push(Gap { before: pick(&old, i), after: pick(&new, j), at });
        }
    }
    gaps
}

/// Index ranges of `old` and `new` whose texts differ, in order. White space at the end of a piece
/// does not make it another one; where it differs, it becomes a bead of its own.
fn changed(before: &str, old: &[Span], after: &str, new: &[Span], beads: &mut Vec<Bead>) -> Vec<Pairing> {
    let mut ids: FxHashMap<&str, u32> = FxHashMap::default();
    let mut number = |text| {
        let next = u32::try_from(ids.len()).unwrap_or(u32::MAX);
        *ids.entry(text).or_insert(next)
    };
    let old_ids: Vec<u32> = old.iter().map(|span| number(span.of(before).trim_end())).collect();
    let new_ids: Vec<u32> = new.iter().map(|span| number(span.of(after).trim_end())).collect();
    let mut out: Vec<Pairing> = Vec::new();
    for op in capture_diff_slices(Algorithm::Patience, &old_ids, &new_ids) {
        let (i, j) = (op.old_range(), op.new_range());
        if matches!(op, DiffOp::Equal { .. }) {
            for (b, a) in old.get(i).unwrap_or_default().iter().zip(new.get(j).unwrap_or_default()) {
                beads.extend(space(before, *b, after, *a));
            }
            continue;
        }
        match out.last_mut() {
            Some(last) if last.0.end == i.start && last.1.end == j.start => {
                last.0.end = i.end;
                last.1.end = j.end;
            }
            _ => out.push((i, j)),
        }
    }
    out
}

/// The bead of two pieces that differ in the white space at their ends.
fn space(before: &str, b: Span, after: &str, a: Span) -> Option<Bead> {
    let tail = |text: &str, span: Span| Span::new(span.start + span.of(text).trim_end().len(), span.end);
    let (old, new) = (tail(before, b), tail(after, a));
    (old.of(before) != new.of(after)).then(|| Bead {
        before: b,
        after: a,
        hunks: vec![Hunk { before: old, after: new }],
    })
}

/// The bytes under a range of neighbouring spans; for an empty range the place between two.
fn cover(spans: &[Span], range: Range<usize>, end: usize) -> Span {
    let start = spans.get(range.start).map_or(end, |span| span.start);
    let stop = if range.is_empty() {
        start
    } else {
        range.end.checked_sub(1).and_then(|last| spans.get(last)).map_or(start, |span| span.end)
    };
    Span::new(start, stop)
}

/// Blocks up to and with their blank lines.
fn paragraphs(text: &str) -> Vec<Span> {
    let mut out = Vec::new();
    let (mut start, mut at, mut blank) = (0, 0, false);
    for line in text.split_inclusive('\n') {
        let empty = line.trim().is_empty();
        if blank && !empty {
            out.push(Span::new(start, at));
            start = at;
        }
        blank = empty;
        at += line.len();
    }
    if start < text.len() {
        out.push(Span::new(start, text.len()));
    }
    out
}

fn sentences(text: &str, part: Span) -> Vec<Span> {
    segment(part.of(text)).into_iter().map(|sentence| sentence.span.shifted(part.start)).collect()
}

/// Takes whole sentences that only changed their place out of the gaps.
fn moves(before: &str, after: &str, gaps: Vec<Gap>) -> (Vec<Moved>, Vec<Gap>) {
    // Sentence → (times before, times after, where before).
    let mut found: FxHashMap<&str, (u32, u32, Span)> = FxHashMap::default();
    for gap in &gaps {
        for span in &gap.before {
            let entry = found.entry(span.of(before).trim()).or_default();
            entry.0 += 1;
            entry.2 = *span;
        }
        for span in &gap.after {
            found.entry(span.of(after).trim()).or_default().1 += 1;
        }
    }
    let origin = |text: &str, span: Span| {
        let text = span.of(text).trim();
        found
            .get(text)
            .filter(|entry| entry.0 == 1 && entry.1 == 1 && text.split_whitespace().count() >= MOVE_WORDS)
            .map(|entry| entry.2)
    };
    let mut moves: Vec<Moved> = Vec::new();
    let mut rest = Vec::new();
    for gap in gaps {
        let mut part = Gap { at: gap.at, ..Gap::default() };
        // A moved sentence cuts the gap it left as well as the one it came to: beads must be contiguous.
        let left: Vec<Vec<Span>> =
            gap.before.split(|span| origin(before, *span).is_some()).map(<[Span]>::to_vec).collect();
        if left.len() == 1 && !gap.after.iter().any(|span| origin(after, *span).is_some()) {
            rest.push(gap);
            continue;
        }
        let mut left = left.into_iter();
        part.before = left.next().unwrap_or_default();
        let to = |part: &Gap| part.before.last().map_or(part.at.0, |span| span.end);
        for span in gap.after {
            let Some(from) = origin(after, span) else {
                part.after.push(span);
                continue;
            };
            moves.push(Moved { before: from, to: to(&part), after: span });
            if !part.after.is_empty() || !part.before.is_empty() {
                let at = (to(&part), span.end);
                rest.push(std::mem::replace(&mut part, Gap { at, ..Gap::default() }));
            } else {
                part.at.1 = span.end;
            }
        }
        let mut end = to(&part);
        rest.push(part);
        for before in left {
            end = before.last().map_or(end, |span| span.end);
            let at = (before.first().map_or(end, |span| span.start), gap_end(&rest));
            rest.push(Gap { before, after: Vec::new(), at });
        }
    }
    rest.retain(|gap| !gap.before.is_empty() || !gap.after.is_empty());
    moves.sort_by_key(|moved| moved.after.start);
    moves.dedup_by(|next, last| {
        let joined =
            last.before.end == next.before.start && last.after.end == next.after.start && last.to == next.to;
        if joined {
            last.before.end = next.before.end;
            last.after.end = next.after.end;
        }
        joined
    });
    (moves, rest)
}

fn gap_end(gaps: &[Gap]) -> usize {
    gaps.last().map_or(0, |gap| gap.after.last().map_or(gap.at.1, |span| span.end))
}

/// Pairs the sentences of a gap with their rewritings and compares each pair word by word.
fn align(before: &str, after: &str, gap: &Gap, out: &mut Vec<Bead>) {
    let mut at = gap.at;
    for (b, a) in beads(before, after, &gap.before, &gap.after) {
        let b = if b.is_empty() { Span::new(at.0, at.0) } else { cover(&gap.before, b, at.0) };
        let a = if a.is_empty() { Span::new(at.1, at.1) } else { cover(&gap.after, a, at.1) };
        at = (b.end, a.end);
        if b.of(before) == a.of(after) {
            continue;
        }
        let hunks = words::hunks(b.of(before), a.of(after));
        let hunks = hunks
            .into_iter()
            .map(|hunk| Hunk { before: hunk.before.shifted(b.start), after: hunk.after.shifted(a.start) })
            .collect();
        out.push(Bead { before: b, after: a, hunks });
    }
}

type Pairing = (Range<usize>, Range<usize>);

/// Pairs sentences so that the common character pairs are most; Gale and Church's beads
/// (1–1, 1–0, 0–1, 2–1, 1–2) with overlap in place of length.
fn beads(before: &str, after: &str, old: &[Span], new: &[Span]) -> Vec<Pairing> {
    let (n, m) = (old.len(), new.len());
    if n == 0 || m == 0 {
        let single = (0..n).map(|i| (i..i + 1, 0..0)).chain((0..m).map(|j| (0..0, j..j + 1)));
        return single.collect();
    }
    if n == 1 && m == 1 {
        return vec![(0..1, 0..1)];
    }
    if n * m > CELLS {
        let (i, j) = if n >= m { (n / 2, m * (n / 2) / n) } else { (n * (m / 2) / m, m / 2) };
        let (old_left, old_right) = old.split_at(i);
        let (new_left, new_right) = new.split_at(j);
        let mut out = beads(before, after, old_left, new_left);
        for (b, a) in beads(before, after, old_right, new_right) {
            out.push((b.start + i..b.end + i, a.start + j..a.end + j));
        }
        return out;
    }
    let bags_old: Vec<Vec<u32>> = old.iter().map(|span| bag(span.of(before))).collect();
    let bags_new: Vec<Vec<u32>> = new.iter().map(|span| bag(span.of(after))).collect();
    let joined = |bags: &[Vec<u32>]| -> Vec<Vec<u32>> {
        bags.windows(2)
            .map(|pair| {
                let mut both = pair.concat();
                both.sort_unstable();
                both
            })
            .collect()
    };
    let (double_old, double_new) = (joined(&bags_old), joined(&bags_new));
    let gain = |b: Option<&Vec<u32>>, a: Option<&Vec<u32>>, cost: f32| -> f32 {
        let (Some(b), Some(a)) = (b, a) else { return f32::MIN };
        if 2.0 * (b.len().min(a.len()) as f32) < KIN * (b.len() + a.len()) as f32 {
            return f32::MIN;
        }
        let kin = overlap(b, a) - cost;
        if kin < KIN { f32::MIN } else { kin * (b.len() + a.len()) as f32 }
    };
    let width = m + 1;
    let mut best = vec![0.0_f32; (n + 1) * width];
    let mut step = vec![(0_usize, 0_usize); (n + 1) * width];
    for i in (0..=n).rev() {
        for j in (0..=m).rev() {
            let ahead = |di: usize, dj: usize| best.get((i + di) * width + j + dj).copied().unwrap_or(0.0);
            let mut choice = (f32::MIN, (0, 0));
            let mut offer = |score: f32, take: (usize, usize)| {
                if score > choice.0 {
                    choice = (score, take);
                }
            };
            // Counterparts stand near the diagonal; sentences that went far were taken out as moves.
            let near = (i * m).abs_diff(j * n) <= BAND * n.max(m);
            if i < n && j < m && near {
                let single = gain(bags_old.get(i), bags_new.get(j), 0.0);
                offer(single + ahead(1, 1), (1, 1));
                let sizes = bags_old.get(i).map_or(0, Vec::len) + bags_new.get(j).map_or(0, Vec::len);
                // Nearly the same sentence leaves nothing to join.
                if single <= PLAIN * sizes as f32 {
                    if contiguous(old, i) {
                        offer(gain(double_old.get(i), bags_new.get(j), JOIN_COST) + ahead(2, 1), (2, 1));
                    }
                    if contiguous(new, j) {
                        offer(gain(bags_old.get(i), double_new.get(j), JOIN_COST) + ahead(1, 2), (1, 2));
                    }
                }
            }
            if i < n {
                offer(ahead(1, 0), (1, 0));
            }
            if j < m {
                offer(ahead(0, 1), (0, 1));
            }
            if choice.0 > f32::MIN
                && let (Some(value), Some(take)) = (best.get_mut(i * width + j), step.get_mut(i * width + j))
            {
                (*value, *take) = choice;
            }
        }
    }
    let mut out = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < n || j < m {
        let (di, dj) = step.get(i * width + j).copied().unwrap_or_default();
        if di + dj == 0 {
            break;
        }
        out.push((i..i + di, j..j + dj));
        i += di;
        j += dj;
    }
    pair_strangers(&out)
}

fn contiguous(spans: &[Span], at: usize) -> bool {
    matches!((spans.get(at), spans.get(at + 1)), (Some(one), Some(two)) if one.end == two.start)
}

/// As many dropped as added sentences side by side replace one another in order.
fn pair_strangers(pairs: &[Pairing]) -> Vec<Pairing> {
    let alone = |pair: &Pairing| pair.0.is_empty() || pair.1.is_empty();
    let mut out = Vec::with_capacity(pairs.len());
    for run in pairs.chunk_by(|one, two| alone(one) && alone(two)) {
        let dropped: Vec<_> = run.iter().filter(|pair| pair.1.is_empty()).collect();
        let added: Vec<_> = run.iter().filter(|pair| pair.0.is_empty()).collect();
        if dropped.len() == added.len() && !dropped.is_empty() && dropped.len() * 2 == run.len() {
            out.extend(dropped.iter().zip(&added).map(|(b, a)| (b.0.clone(), a.1.clone())));
        } else {
            out.extend_from_slice(run);
        }
    }
    out
}

/// Sorted hashes of the character pairs inside words.
fn bag(text: &str) -> Vec<u32> {
    let mut out = Vec::with_capacity(text.len());
    let mut last = 0_u32;
    for ch in text.chars() {
        if ch.is_alphanumeric() {
            let code = ch.to_lowercase().next().map_or(0, u32::from);
            out.push(last.wrapping_mul(31).wrapping_add(code));
            last = code;
        } else {
            last = 0;
        }
    }
    out.sort_unstable();
    out
}

/// Dice coefficient of two sorted bags.
fn overlap(one: &[u32], two: &[u32]) -> f32 {
    let (mut i, mut j, mut common) = (0, 0, 0_usize);
    while let (Some(x), Some(y)) = (one.get(i), two.get(j)) {
        match x.cmp(y) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                common += 1;
                i += 1;
                j += 1;
            }
        }
    }
    if one.is_empty() && two.is_empty() { 0.0 } else { 2.0 * common as f32 / (one.len() + two.len()) as f32 }
}

/// Common character pairs of two sentences, 0 to 1.
#[must_use]
pub fn kinship(one: &str, two: &str) -> f32 {
    overlap(&bag(one), &bag(two))
}

pub mod words {
    //! Words of one sentence against the words of its rewriting.

    use super::{Algorithm, DiffOp, FxHashMap, Hunk, Span, UnicodeSegmentation, capture_diff_slices};

    /// Equal words shorter than this many graphemes do not keep two hunks apart.
    const BRIDGE: usize = 3;
    /// When less than this share of the words is common, word hunks would be confetti.
    const SPARSE: f32 = 0.34;

    /// Spans of white space, words and single punctuation marks, in order, without gaps.
    ///
    /// Inner punctuation stays in its word (`self-driving`, `3.5`, `it's`, a URL); brackets,
    /// quotes, dashes, slashes and list commas are tokens of their own.
    #[must_use]
    pub fn split(text: &str) -> Vec<Span> {
        let mut out = Vec::with_capacity(text.len() / 3);
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let space = rest.len() - rest.trim_start().len();
            if space > 0 {
                // A combining mark on a space belongs to it: leave the last such pair together.
                out.push(Span::new(at, at + space));
                at += space;
                continue;
            }
            let run = rest.find(char::is_whitespace).unwrap_or(rest.len());
            chunk(rest.get(..run).unwrap_or(rest), at, &mut out);
            at += run;
        }
        glue(text, out)
    }

    /// A run without white space: punctuation off its ends, then cut at separators.
    fn chunk(run: &str, at: usize, out: &mut Vec<Span>) {
        if run.contains("://") {
            let trimmed = run.trim_end_matches(['.', ',', ')', ']', ';', '"', '\'', '>']);
            let lead = trimmed.len() - trimmed.trim_start_matches(['(', '[', '<', '"', '\'']).len();
            marks(run.get(..lead).unwrap_or_default(), at, out);
            out.push(Span::new(at + lead, at + trimmed.len()));
            marks(run.get(trimmed.len()..).unwrap_or_default(), at + trimmed.len(), out);
            return;
        }
        let mut open: Option<usize> = None;
        let mut chars = run.char_indices().peekable();
        let mut last = ' ';
        while let Some((offset, ch)) = chars.next() {
            let next = chars.peek().map(|&(_, next)| next);
            let inner = |ch: char| ch.is_alphanumeric() || mark(ch);
            let word = inner(ch)
                || (open.is_some() && next.is_some_and(inner) && joins(last, ch, next))
                || (open.is_none()
                    && matches!(ch, '+' | '-' | '−' | '.')
                    && next.is_some_and(|n| n.is_ascii_digit()))
                || (open.is_some() && matches!(ch, '%' | '％' | '°' | '℃'));
            if word {
                open.get_or_insert(offset);
            } else {
                if let Some(start) = open.take() {
                    out.push(Span::new(at + start, at + offset));
                }
                out.push(Span::new(at + offset, at + offset + ch.len_utf8()));
            }
            last = ch;
        }
        if let Some(start) = open {
            out.push(Span::new(at + start, at + run.len()));
        }
    }

    fn marks(run: &str, at: usize, out: &mut Vec<Span>) {
        out.extend(
            run.char_indices().map(|(offset, ch)| Span::new(at + offset, at + offset + ch.len_utf8())),
        );
    }

    /// Combining marks, joiners and selectors that never start a grapheme.
    fn mark(ch: char) -> bool {
        unicode_normalization::char::is_combining_mark(ch)
            || matches!(ch, '\u{1160}'..='\u{11ff}' | '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}')
    }

    /// Whether punctuation between two word characters belongs to the word.
    fn joins(last: char, ch: char, next: Option<char>) -> bool {
        let next = next.unwrap_or(' ');
        match ch {
            '\'' | '’' | '-' | '‐' | '_' | '@' | '&' | '·' | '+' | '#' => true,
            '.' | ':' | '/' => {
                last.is_ascii_digit() && next.is_ascii_digit() || ch == '.' && !next.is_uppercase()
            }
            ',' => last.is_ascii_digit() && next.is_ascii_digit(),
            _ => false,
        }
    }

    /// Joins neighbouring tokens wherever a boundary would cut a grapheme.
    fn glue(text: &str, tokens: Vec<Span>) -> Vec<Span> {
        // Where every character is a grapheme by itself there is nothing to glue.
        let alone = |ch: char| {
            ch.is_ascii() && ch != '\r'
                || matches!(ch, '가'..='힣' | '\u{4e00}'..='\u{9fff}' | '\u{2010}'..='\u{2027}' | '\u{3000}'..='\u{3029}' | '·')
        };
        if text.chars().all(alone) {
            return tokens;
        }
        let mut ends = text.grapheme_indices(true).map(|(at, grapheme)| at + grapheme.len()).peekable();
        let mut out: Vec<Span> = Vec::with_capacity(tokens.len());
        let mut whole = true;
        for token in tokens {
            match out.last_mut() {
                Some(last) if !whole => last.end = token.end,
                _ => out.push(token),
            }
            while ends.next_if(|&end| end < token.end).is_some() {}
            whole = ends.peek() == Some(&token.end);
        }
        out
    }

    /// Differences of two sentences, snapped to whole words, relative to each sentence.
    #[must_use]
    pub fn hunks(before: &str, after: &str) -> Vec<Hunk> {
        if before.is_empty() || after.is_empty() {
            return vec![Hunk { before: Span::new(0, before.len()), after: Span::new(0, after.len()) }];
        }
        let (old, new) = (split(before), split(after));
        let mut ids: FxHashMap<&str, u32> = FxHashMap::default();
        let mut number = |text| {
            let next = u32::try_from(ids.len()).unwrap_or(u32::MAX);
            *ids.entry(text).or_insert(next)
        };
        let b: Vec<u32> = old.iter().map(|span| number(span.of(before))).collect();
        let a: Vec<u32> = new.iter().map(|span| number(span.of(after))).collect();
        let mut runs: Vec<(std::ops::Range<usize>, std::ops::Range<usize>)> = Vec::new();
        let mut common = 0;
        for op in capture_diff_slices(Algorithm::Myers, &b, &a) {
            let (i, j) = (op.old_range(), op.new_range());
            if matches!(op, DiffOp::Equal { .. }) {
                common +=
                    old.get(i).unwrap_or_default().iter().filter(|span| is_word(span.of(before))).count();
                continue;
            }
            match runs.last_mut() {
                Some(last) if bridges(before, old.get(last.0.end..i.start).unwrap_or_default()) => {
                    last.0.end = i.end;
                    last.1.end = j.end;
                }
                _ => runs.push((i, j)),
            }
        }
        let count = |text: &str, spans: &[Span]| spans.iter().filter(|span| is_word(span.of(text))).count();
        let most = count(before, &old).max(count(after, &new));
        if runs.len() > 2
            && (common as f32) < SPARSE * most as f32
            && let (Some(first), Some(last)) = (runs.first(), runs.last())
        {
            runs = vec![(first.0.start..last.0.end, first.1.start..last.1.end)];
        }
        let reach = |spans: &[Span], range: std::ops::Range<usize>, end| super::cover(spans, range, end);
        runs.into_iter()
            .map(|(i, j)| Hunk { before: reach(&old, i, before.len()), after: reach(&new, j, after.len()) })
            .collect()
    }

    fn is_word(text: &str) -> bool {
        text.chars().any(char::is_alphanumeric)
    }

    /// Whether equal tokens between two hunks are too little to keep them apart.
    fn bridges(text: &str, between: &[Span]) -> bool {
        let mut words = between.iter().map(|span| span.of(text)).filter(|token| is_word(token));
        match (words.next(), words.next()) {
            (None, _) => between.iter().all(|span| span.of(text).trim().is_empty()),
            (Some(word), None) => word.is_ascii() && word.graphemes(true).count() < BRIDGE,
            _ => false,
        }
    }
}
