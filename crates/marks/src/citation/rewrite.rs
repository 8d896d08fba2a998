//! A sentence with its marks renumbered or removed.
//!
//! Owns what a mark looks like after release; leaves what disappears together with a removed one to
//! [`mod@super::removal`]. Text that is not next to a removed mark is never touched; nothing before
//! [`super::HoldScanner::safe`] is.

use super::carrier::with_carrier;
use super::disarm::disarm;
use super::grammar::{Grammar, MarkRef};
use super::removal::removal;
use super::shown::{compose, is_numeral, piece};
use super::{MAX_NUMBER, Mark, mention};
use crate::statute::is_hangul;
use rustc_hash::FxHashSet;
use serde::Serialize;
use stet_text::span::Span;

/// Members of one range that are asked for; no answer has more sources. The rest of a wider range shares
/// the decision on the last.
const MAX_RANGE: u32 = 100;

/// Longest text between two marks that makes them one group, in characters.
const MAX_CONNECTOR: usize = 8;

/// Bytes before a source that is named in words in which its name may begin.
const MAX_MENTION: usize = 64;

/// What a mark cites: one member of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Cited {
    Number {
        n: u32,
    },
    /// Consecutive numbers that were removed for the same reason.
    Range {
        from: u32,
        to: u32,
    },
    Name {
        text: String,
    },
}

/// What becomes of a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision<R> {
    /// Shown, as this number if the mark is numeric.
    Keep(u32),
    Remove(R),
}

/// A citation of the rewritten sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KeptMark {
    /// The whole mark in the new text; members of one list share it.
    pub span: Span,
    /// The released number.
    pub number: u32,
    /// What the model cited.
    pub cited: Cited,
    /// The mark as the model wrote it.
    pub raw: String,
}

/// A citation that the reader does not see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RemovedMark<R> {
    pub cited: Cited,
    /// The mark as the model wrote it.
    pub raw: String,
    /// The mark in the old text.
    pub span: Span,
    pub reason: R,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rewritten<R> {
    pub text: String,
    pub kept: Vec<KeptMark>,
    pub removed: Vec<RemovedMark<R>>,
}

/// Rewrites `sentence`, asking `decide` about each member of each mark, in order. `marks` are those of
/// [`super::scan_marks`] (ascending, not overlapping). A member of a range is asked for as a number.
///
/// A number that its group of adjacent marks already shows is dropped: `[1][1]` becomes `[1]`.
pub fn rewrite<R: Clone + PartialEq>(
    sentence: &str,
    marks: &[Mark],
    decide: &mut dyn FnMut(&Cited) -> Decision<R>,
) -> Rewritten<R> {
    rewrite_as(sentence, marks, decide, true)
}

/// The sentence as it is judged: every mark gone, with the spaces and brackets that belonged to it and the words that
/// only say that a source says so.
#[must_use]
pub fn without_marks(sentence: &str, marks: &[Mark]) -> String {
    if marks.is_empty() {
        return sentence.to_owned();
    }
    let (worded, others): (Vec<Mark>, Vec<Mark>) =
        marks.iter().cloned().partition(|mark| mark.grammar == Grammar::Worded);
    let gone =
        |text: &str, marks: &[Mark]| rewrite_as(text, marks, &mut |_| Decision::Remove(()), false).text;
    if worded.is_empty() {
        return gone(sentence, marks);
    }
    // Marks beside what names a source in words would stand between it and what it says.
    let bare = if others.is_empty() { sentence.to_owned() } else { gone(sentence, &others) };
    let named: FxHashSet<&str> = worded.iter().map(|mark| mark.span.of(sentence)).collect();
    let mut left = super::scan_marks(&bare);
    left.retain(|mark| mark.grammar == Grammar::Worded && named.contains(mark.span.of(&bare)));
    let bare = gone(&bare, &left);
    if named.iter().any(|raw| raw.contains(is_hangul)) { mention::without_saying(&bare) } else { bare }
}

fn rewrite_as<R: Clone + PartialEq>(
    sentence: &str,
    marks: &[Mark],
    decide: &mut dyn FnMut(&Cited) -> Decision<R>,
    article: bool,
) -> Rewritten<R> {
    let mut out =
        Writer { out: String::with_capacity(sentence.len()), kept: Vec::new(), removed: Vec::new() };
    let mut at = 0;
    // End of the text that is as it was.
    let mut same = None;
    let mut rest = marks;
    while let Some(first) = rest.first() {
        let size = group_size(sentence, rest);
        let (group, tail) = rest.split_at_checked(size).unwrap_or((rest, &[]));
        rest = tail;
        let end = group.last().map_or(first.span.end, |mark| mark.span.end);
        if first.grammar == Grammar::Worded {
            let next = rest.first().map_or(sentence.len(), |mark| mark.span.start);
            let (until, kept) = out.write_mention(sentence, first, Span::new(at, next), article, decide);
            same.get_or_insert(kept);
            at = until;
            continue;
        }
        let survivors = out.decide_group(sentence, group, decide);
        if survivors.is_empty() {
            let next = rest.first().map_or(sentence.len(), |mark| mark.span.start);
            let limits = Span::new(at, next);
            let group = Span::new(first.span.start, end);
            let (gone, instead) = mention::publication(sentence, group)
                .filter(|_| first.grammar == Grammar::Bibliographic)
                .map(|noun| (group, noun.to_owned()))
                .or_else(|| with_carrier(sentence, limits, group))
                .unwrap_or_else(|| (removal(sentence, limits, group), String::new()));
            // `**[1]** and *[9]*.`: what joined it to the marks before.
            let joined = at > 0 && joins_marks(Span::new(at, gone.start).of(sentence));
            let gone = if joined { Span::new(at, gone.end) } else { gone };
            let gone = Span::new(gone.start - tied(sentence, Span::new(at, gone.start), first), gone.end);
            out.out.push_str(Span::new(at, gone.start).of(sentence));
            same.get_or_insert(out.out.len());
            out.out.push_str(&instead);
            at = gone.end;
        } else {
            // `[[1], [9]]`: brackets around a group have nothing to hold together when one mark is left. They stay beside
            // another mark, which would join the group.
            let before = (at > 0).then(|| Span::new(at, first.span.start.saturating_sub(1).max(at)));
            let after = rest.first().map(|next| Span::new(end + 1, next.span.start.max(end + 1)));
            let joins = before.into_iter().chain(after).any(|between| is_connector(between.of(sentence)));
            let alone = survivors.len() == 1 && group.len() > 1 && !joins;
            let bracketed = alone
                && Span::new(at, first.span.start).of(sentence).ends_with('[')
                && Span::new(end, sentence.len()).of(sentence).starts_with(']');
            let bracket = usize::from(bracketed);
            let tie = tied(sentence, Span::new(at, first.span.start), first);
            out.out.push_str(Span::new(at, first.span.start - bracket.max(tie)).of(sentence));
            same.get_or_insert(out.out.len());
            if tie > 0 {
                out.out.push(' ');
            }
            out.write_group(sentence, group, survivors);
            at = end + bracket;
        }
    }
    out.out.push_str(Span::new(at, sentence.len()).of(sentence));
    if let Some(same) = same {
        let released = out.kept.iter().map(|kept| kept.span).collect();
        disarm(&mut out.out, &released, same, sentence, marks);
    }
    Rewritten { text: out.out, kept: out.kept, removed: out.removed }
}

/// A surviving mark of a group: its place there, its new text and its citations.
struct Survivor {
    at: usize,
    text: String,
    shown: Vec<(u32, Cited)>,
}

struct Writer<R> {
    out: String,
    kept: Vec<KeptMark>,
    removed: Vec<RemovedMark<R>>,
}

impl<R: Clone + PartialEq> Writer<R> {
    fn decide_group(
        &mut self,
        sentence: &str,
        group: &[Mark],
        decide: &mut dyn FnMut(&Cited) -> Decision<R>,
    ) -> Vec<Survivor> {
        let mut seen = FxHashSet::default();
        let mut survivors = Vec::new();
        for (at, mark) in group.iter().enumerate() {
            let mut pieces = Vec::new();
            let mut shown = Vec::new();
            for reference in &mark.refs {
                let numbers = self.decide_reference(sentence, mark, reference, decide, &mut shown);
                if let Some(piece) = piece(sentence, reference, &numbers, &mut seen) {
                    pieces.push((reference.span(), piece));
                }
            }
            if let Some(text) = compose(sentence, mark, &pieces) {
                survivors.push(Survivor { at, text, shown });
            }
        }
        survivors
    }

    /// The numbers under which the members of one reference are shown.
    fn decide_reference(
        &mut self,
        sentence: &str,
        mark: &Mark,
        reference: &MarkRef,
        decide: &mut dyn FnMut(&Cited) -> Decision<R>,
        shown: &mut Vec<(u32, Cited)>,
    ) -> Vec<u32> {
        let mut numbers = Vec::new();
        let mut ask = |cited: Cited, removed: &mut Vec<RemovedMark<R>>| match decide(&cited) {
            Decision::Keep(number) => {
                numbers.push(number);
                shown.push((number, cited));
                None
            }
            Decision::Remove(reason) => {
                let raw = mark.span.of(sentence).to_owned();
                merge(removed, RemovedMark { cited, raw, span: mark.span, reason: reason.clone() });
                Some(reason)
            }
        };
        match reference {
            MarkRef::Number { n, .. } => drop(ask(Cited::Number { n: *n }, &mut self.removed)),
            MarkRef::Name { text, .. } => drop(ask(Cited::Name { text: text.clone() }, &mut self.removed)),
            MarkRef::Range { from, to, .. } => {
                let (low, high) = (*from.min(to), *from.max(to));
                let end = high.min(low.saturating_add(MAX_RANGE)).min(MAX_NUMBER + 1);
                let mut reason = None;
                for n in low..=end {
                    reason = ask(Cited::Number { n }, &mut self.removed);
                }
                if let (Some(reason), true) = (reason, end < high) {
                    let raw = mark.span.of(sentence).to_owned();
                    let cited = Cited::Range { from: end + 1, to: high };
                    merge(&mut self.removed, RemovedMark { cited, raw, span: mark.span, reason });
                }
            }
        }
        numbers
    }

    /// Writes what becomes of a source that is named in words; what stands before it in `limits` is written, too.
    /// Returns where the rest of the sentence begins, and where the text ends that is as it was.
    fn write_mention(
        &mut self,
        sentence: &str,
        mark: &Mark,
        limits: Span,
        article: bool,
        decide: &mut dyn FnMut(&Cited) -> Decision<R>,
    ) -> (usize, usize) {
        let mut seen = FxHashSet::default();
        let mut shown = Vec::new();
        let mut numbers = Vec::new();
        for reference in &mark.refs {
            let mut fresh = self.decide_reference(sentence, mark, reference, decide, &mut shown);
            fresh.retain(|n| seen.insert(*n));
            numbers.push(fresh);
        }
        if let Some(kept) = mention::kept(sentence, mark, &numbers) {
            let between = Span::new(limits.start, mark.span.start).of(sentence);
            self.out.push_str(between);
            // `3번 [9]출처 1`: without the mark between, the words before would name a source themselves.
            if between.is_empty() && grows(&self.out, &kept.text) {
                self.out.push_str("- ");
            }
            let span = Span::new(self.out.len(), self.out.len() + kept.len);
            self.out.push_str(&kept.text);
            self.kept.extend(shown.into_iter().map(|(number, cited)| KeptMark {
                span,
                number,
                cited,
                raw: mark.span.of(sentence).to_owned(),
            }));
            return (kept.end, span.start);
        }
        let (gone, instead) = mention::refused(sentence, limits, mark, article);
        self.out.push_str(Span::new(limits.start, gone.start).of(sentence));
        let same = self.out.len();
        self.out.push_str(&instead);
        (gone.end, same)
    }

    /// Writes the survivors of a group, each but the first behind the connector that stood before it.
    fn write_group(&mut self, sentence: &str, group: &[Mark], survivors: Vec<Survivor>) {
        for (place, survivor) in survivors.into_iter().enumerate() {
            let Some(mark) = group.get(survivor.at) else { continue };
            if let (true, Some(before)) = (place > 0, survivor.at.checked_sub(1).and_then(|at| group.get(at)))
            {
                self.out.push_str(Span::new(before.span.end, mark.span.start).of(sentence));
            }
            // `¹[9]²` is not `¹²`.
            if place > 0 && self.out.ends_with(is_numeral) && survivor.text.starts_with(is_numeral) {
                self.out.push(',');
            }
            let span = Span::new(self.out.len(), self.out.len() + survivor.text.len());
            self.out.push_str(&survivor.text);
            for (number, cited) in survivor.shown {
                let raw = mark.span.of(sentence).to_owned();
                self.kept.push(KeptMark { span, number, cited, raw });
            }
        }
    }
}

/// Whether what names a source in words takes in what stands before it, too.
fn grows(before: &str, named: &str) -> bool {
    let near = before.get(before.floor_char_boundary(before.len().saturating_sub(MAX_MENTION))..);
    let near = near.unwrap_or_default();
    let joined = |mark: &Mark| mark.span.start < near.len() && mark.span.end > near.len();
    super::scan_marks(&[near, named].concat()).iter().any(joined)
}

/// Adds a removed member; neighbours of one range with the same reason become one entry.
fn merge<R: PartialEq>(removed: &mut Vec<RemovedMark<R>>, entry: RemovedMark<R>) {
    let bounds = |cited: &Cited| match *cited {
        Cited::Number { n } => Some((n, n)),
        Cited::Range { from, to } => Some((from, to)),
        Cited::Name { .. } => None,
    };
    if let Some(last) = removed.last_mut()
        && last.span == entry.span
        && last.reason == entry.reason
        && let (Some((from, end)), Some((start, to))) = (bounds(&last.cited), bounds(&entry.cited))
        && end + 1 == start
    {
        last.cited = Cited::Range { from, to };
        return;
    }
    removed.push(entry);
}

/// Whether nothing but emphasis and what joins marks stands between two that are not one group.
fn joins_marks(between: &str) -> bool {
    let word = between.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_'));
    !word.is_empty() && is_connector(word)
}

/// Length of the space in the markup of a command that ties it to the word before, `~\cite{…}`, at the end of a span.
fn tied(sentence: &str, before: Span, first: &Mark) -> usize {
    let command = first.span.of(sentence).starts_with('\\');
    usize::from(command && before.of(sentence).ends_with('~'))
}

/// How many of the marks stand together: with nothing, white space, a comma or a conjunction between.
fn group_size(sentence: &str, marks: &[Mark]) -> usize {
    let joined = |pair: &&[Mark]| {
        let [left, right] = pair else { return false };
        let worded = left.grammar == Grammar::Worded || right.grammar == Grammar::Worded;
        !worded && is_connector(Span::new(left.span.end, right.span.start).of(sentence))
    };
    1 + marks.windows(2).take_while(joined).count()
}

/// Whether the text between two marks makes them one group.
fn is_connector(between: &str) -> bool {
    const JOINTS: &str = ", ; ， ； 、 · / - – — ~ ∼ ～ & + and or 및 와 과 또는";
    if between.len() > 3 * MAX_CONNECTOR || between.contains('\n') {
        return false;
    }
    let word = between.trim().to_lowercase();
    let behind = word.strip_prefix(", ").filter(|word| matches!(*word, "and" | "or" | "및"));
    word.is_empty() || behind.is_some() || JOINTS.split(' ').any(|joint| joint == word)
}
