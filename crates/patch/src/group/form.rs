//! Form as a reader of Markdown has it: what is DETAIL leaves blocks, marks, links, notes, code and tables as they were.
//!
//! A blank is form between words; where Markdown reads it, it makes a list of a table and text of a link. Both texts are
//! read, and what is another document to the reader is no form, whatever its letters are. The other way round, marks
//! that the reader takes for the same ones (`* a`, `- a`) are form. Owns that judgement, for each group by itself and for
//! all together; leaves what words say to [`crate::classify`].

use rustc_hash::FxHashMap;

use super::labels;
use super::outline::{Difference, Outline, Splices, outline};
use crate::classify::Reason;
use crate::classify::form::same_letters;
use crate::{Category, GateName, GateReading, GateVerdict, Op, Patch};
use stet_text::span::Span;
use stet_text::{Language, language};

const MARKUP: Reason = (
    "마크다운에서는 글의 짜임이 바뀝니다(목록·표·강조·줄 등)",
    "To Markdown it is another layout: a list, a table, an emphasis or a line comes, goes or changes",
);
const CONTENT: Reason = (
    "마크다운에서는 링크나 각주, 코드의 내용이 바뀝니다",
    "To Markdown a link, a note or the content of code comes, goes or changes",
);
const SAME: Reason =
    ("마크다운에서는 같은 표시입니다", "Only marks are written otherwise, which mean the same in Markdown");

/// Readings of one window in search of the groups that change it; those that are left then are taken for such.
const READINGS: usize = 64;
/// Bytes that are read in windows, for each byte of the text: a group may reach from a note to what it says.
const AGAIN: usize = 32;
/// Groups of one window that are read each by itself; of more, every sixteenth is read with the one before.
const ALONE: usize = 16;

/// Takes what a reader of Markdown sees for what it is: `groups` has for each patch the number of the first of its group.
pub(crate) fn settle(old: &str, patches: &mut [Patch], groups: &[usize]) {
    let mut units: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for (at, &group) in groups.iter().enumerate() {
        units.entry(group).or_default().push(at);
    }
    let mut units: Vec<Vec<usize>> = units.into_values().collect();
    units.sort_unstable();
    let of = |patches: &[Patch], wanted: &dyn Fn(&[&Patch]) -> bool| -> Vec<Vec<usize>> {
        let all = |unit: &Vec<usize>| {
            let all: Vec<&Patch> = unit.iter().filter_map(|at| patches.get(*at)).collect();
            wanted(&all)
        };
        units.iter().filter(|unit| all(unit)).cloned().collect()
    };
    if is_piece(old, patches) {
        return;
    }
    let marks = of(patches, &|unit| only_marks(old, unit));
    let broken = Search { old, patches, units: &marks, words: true }.broken();
    for unit in marks.iter().zip(broken).filter(|(_, broken)| broken.is_none()).map(|(unit, _)| unit) {
        tell(patches, unit, Category::Detail, SAME);
    }
    // Marks that break a link inside a sentence are told as that.
    let form = of(patches, &|unit| {
        unit.iter().all(|patch| patch.category == Category::Detail) || only_marks(old, unit)
    });
    let broken = Search { old, patches, units: &form, words: false }.broken();
    for (unit, category) in form.iter().zip(broken) {
        let known = unit.iter().filter_map(|at| patches.get(*at)).map(|patch| patch.category).max();
        if let Some(category) = category.filter(|category| Some(*category) > known) {
            tell(patches, unit, category, if category == Category::Core { CONTENT } else { MARKUP });
        }
    }
}

/// Whether the text is a word or a mark that comes or goes, or a mark alone: of a piece the blocks are not known.
fn is_piece(old: &str, patches: &[Patch]) -> bool {
    let letters = |text: &str| text.contains(char::is_alphanumeric);
    let goes = |patch: &Patch| patch.after.trim().is_empty() && patch.before.trim() == old.trim();
    old.trim().is_empty()
        || patches.iter().any(goes)
        || !old.contains('\n') && !letters(old) && !patches.iter().any(|patch| letters(&patch.after))
}

/// Whether a group is wording for its signs alone: the letters stay, and nothing but form was found.
fn only_marks(old: &str, unit: &[&Patch]) -> bool {
    // `1. 1. 1.` and `1. 2. 3.`: a reader counts by himself.
    let counts = |patch: &&Patch| {
        let (head, tail) = (old.get(..patch.range.start), old.get(patch.range.end..));
        patch.before == "1"
            && patch.after.bytes().all(|byte| byte.is_ascii_digit())
            && head.is_some_and(|head| head.trim_end_matches(' ').ends_with('\n'))
            && tail.is_some_and(|tail| tail.starts_with(". ") || tail.starts_with(") "))
    };
    if unit.iter().all(counts) {
        return true;
    }
    let side = |side: fn(&Patch) -> &str| unit.iter().map(|patch| side(patch)).collect::<String>();
    // Whose words a line of a quotation has is no matter of form: `> 5`, `>5`.
    let beside = |patch: &Patch| old.get(..patch.range.start).is_some_and(|head| head.ends_with('>'));
    let quotes = |patch: &Patch| patch.before.contains('>') || patch.after.contains('>') || beside(patch);
    let form = |patch: &&Patch| {
        patch.op != Op::Move
            && !quotes(patch)
            && patch.category <= Category::Expression
            && patch
                .gates
                .iter()
                .all(|gate| gate.name == GateName::Form || gate.verdict == GateVerdict::Clear)
    };
    unit.iter().any(|patch| patch.category == Category::Expression)
        && unit.iter().all(form)
        && same_letters(&side(|patch| &patch.before), &side(|patch| &patch.after))
}

fn tell(patches: &mut [Patch], unit: &[usize], category: Category, (korean, english): Reason) {
    let (verdict, risk) = match category {
        Category::Detail => (GateVerdict::Clear, 0.02),
        Category::Expression => (GateVerdict::Expression, 0.4),
        Category::Core => (GateVerdict::Core, 0.9),
    };
    for at in unit {
        let Some(patch) = patches.get_mut(*at) else { continue };
        let around = [&*patch.context.before, &patch.before, &patch.after, &patch.context.after].concat();
        let words = if language(&around) == Language::Ko { korean } else { english };
        patch.category = category;
        patch.risk = risk;
        patch.reasons = vec![words.to_owned()];
        patch.gates.retain(|gate| gate.name != GateName::Form);
        patch.gates.push(GateReading { name: GateName::Form, value: String::new(), verdict });
    }
}

/// The search for the groups that a reader notices.
struct Search<'a> {
    old: &'a str,
    patches: &'a [Patch],
    units: &'a [Vec<usize>],
    words: bool,
}

impl Search<'_> {
    /// For each group the category it deserves if a reader notices it, by itself or with the others.
    fn broken(&self) -> Vec<Option<Category>> {
        let mut out = vec![None; self.units.len()];
        if self.units.is_empty() {
            return out;
        }
        let whole = Span::new(0, self.old.len());
        let before = outline(self.old, self.words);
        let differences = |out: &[Option<Category>]| {
            let left = (0..out.len()).filter(|at| out.get(*at).is_some_and(Option::is_none));
            self.differences(&before, whole, "", left)
        };
        let found = differences(&out);
        self.search(&before, &found, &mut out);
        if found.is_empty() && out.iter().all(Option::is_none) {
            return out;
        }
        // What is left are groups that change the text together, or from afar.
        let left = differences(&out);
        let at = |unit: usize, found: &[Difference]| {
            let touched = found.iter().filter(|one| self.touches(unit, one.span));
            touched.map(|one| category(one.content)).max()
        };
        let raise = |out: &mut Vec<Option<Category>>, found: &[Difference], all: bool| {
            for (unit, told) in out.iter_mut().enumerate().filter(|(_, told)| told.is_none()) {
                *told = at(unit, found).or_else(|| all.then_some(Category::Expression));
            }
        };
        raise(&mut out, &left, false);
        let left = if left.is_empty() { left } else { differences(&out) };
        raise(&mut out, &left, !left.is_empty());
        out
    }

    /// Reads the blocks around suspects: the groups of a block that differs, and, where there are others, those that
    /// could differ by themselves.
    fn search(&self, before: &Outline, found: &[Difference], out: &mut [Option<Category>]) {
        let mut windows: FxHashMap<Span, Vec<usize>> = FxHashMap::default();
        for unit in 0..self.units.len() {
            let from = found.partition_point(|one| one.span.end < self.span(unit).start);
            let near = found.get(from..).unwrap_or_default();
            let suspect =
                near.iter().take_while(|one| one.span.start <= self.span(unit).end).next().is_some();
            if suspect || self.units.len() > 1 && !self.is_bare(unit) {
                windows.entry(before.around(self.span(unit), self.old.len())).or_default().push(unit);
            }
        }
        if windows.is_empty() {
            return;
        }
        let labels = labels::defined(self.old);
        let mut windows: Vec<(Span, Vec<usize>)> = windows.into_iter().collect();
        windows.sort_unstable_by_key(|(window, _)| (window.len(), window.start));
        let mut left = AGAIN * self.old.len();
        for (window, units) in windows {
            // What is not read here is known from the whole.
            let Some(rest) = left.checked_sub(window.len() * (1 + ALONE.min(units.len()))) else { break };
            left = rest;
            let tail = labels::tail(&labels, window);
            let before = outline(&[window.of(self.old), &tail].concat(), self.words);
            let mut readings = READINGS;
            for class in 0..ALONE.min(units.len()) {
                let class: Vec<usize> = units.iter().copied().skip(class).step_by(ALONE).collect();
                self.halve(&before, window, &tail, &class, &mut readings, out);
            }
        }
    }

    fn halve(
        &self,
        before: &Outline,
        window: Span,
        tail: &str,
        units: &[usize],
        readings: &mut usize,
        out: &mut [Option<Category>],
    ) {
        let found = self.differences(before, window, tail, units.iter().copied());
        let Some(content) = found.iter().map(|one| one.content).reduce(|one, two| one | two) else { return };
        let halves = units.split_at_checked(units.len() / 2).filter(|_| units.len() > 1 && *readings > 1);
        let Some((one, two)) = halves else {
            for unit in units {
                if let Some(told) = out.get_mut(*unit) {
                    *told = Some(category(content));
                }
            }
            return;
        };
        for half in [one, two] {
            *readings = readings.saturating_sub(1);
            self.halve(before, window, tail, half, readings, out);
        }
    }

    /// How the window differs with these groups, where it is `before` without them.
    fn differences(
        &self,
        before: &Outline,
        window: Span,
        tail: &str,
        units: impl Iterator<Item = usize>,
    ) -> Vec<Difference> {
        let all = units.filter_map(|unit| self.units.get(unit)).flatten();
        let mut chosen: Vec<usize> = all.copied().collect();
        chosen.sort_unstable();
        let (mut text, mut splices, mut at) = (String::new(), Splices::new(), window.start);
        for patch in chosen.into_iter().filter_map(|at| self.patches.get(at)) {
            text.push_str(Span::new(at, patch.range.start.max(at)).of(self.old));
            let from = text.len();
            text.push_str(&patch.after);
            let old = Span::new(patch.range.start - window.start, patch.range.end - window.start);
            splices.push((old, Span::new(from, text.len())));
            at = patch.range.end;
        }
        text.push_str(Span::new(at, window.end).of(self.old));
        text.push_str(tail);
        before.differences(window.len() + tail.len(), &outline(&text, self.words), &splices)
    }

    /// From the first to the last byte that a group exchanges.
    fn span(&self, unit: usize) -> Span {
        let ranges = || self.units.get(unit).into_iter().flatten().filter_map(|at| self.patches.get(*at));
        let start = ranges().map(|patch| patch.range.start).min().unwrap_or_default();
        Span::new(start, ranges().map(|patch| patch.range.end).max().unwrap_or(start))
    }

    fn touches(&self, unit: usize, span: Span) -> bool {
        let all = self.units.get(unit).into_iter().flatten().filter_map(|at| self.patches.get(*at));
        all.into_iter().any(|patch| patch.range.start <= span.end && span.start <= patch.range.end)
    }

    /// Whether a group changes words in the middle of a line alone, with no sign beside them.
    fn is_bare(&self, unit: usize) -> bool {
        let bare = |ch: char| ch.is_alphanumeric() || " .,;?!'’\"%…".contains(ch);
        let mut all = self.units.get(unit).into_iter().flatten().filter_map(|at| self.patches.get(*at));
        all.all(|patch| {
            let head = self.old.get(..patch.range.start).unwrap_or_default();
            let tail = self.old.get(patch.range.end..).unwrap_or_default();
            let inner = head.chars().rev().take_while(|ch| *ch != '\n').any(char::is_alphabetic);
            let blank = patch.before.ends_with(' ') || patch.after.ends_with(' ');
            inner
                && patch.before.chars().chain(patch.after.chars()).all(bare)
                && head.chars().next_back().is_some_and(bare)
                && tail.chars().next().map_or(!blank, |ch| bare(ch) || ch == '\n' && !blank)
        })
    }
}

fn category(content: bool) -> Category {
    if content { Category::Core } else { Category::Expression }
}
